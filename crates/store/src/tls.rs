//! The line to a database, in the clear or by TLS. `sslmode=require` in its address asks for TLS, and then whoever answers must prove that he is
//! the one who was called: by a certificate that the system trusts, or that the file named by `sslrootcert` vouches for.

use crate::StoreError;
use ::postgres::config::{Host, SslMode};
use ::postgres::{Client, Config, NoTls};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::path::PathBuf;
use std::sync::Arc;
use tokio_postgres_rustls::MakeRustlsConnect;

/// The address of a database, taken apart.
pub(crate) struct Line {
    pub(crate) config: Config,
    authority: Option<PathBuf>,
}

/// Takes the words out of an address that only we read, and says what they were.
fn without(address: &str) -> (String, Option<PathBuf>) {
    let mut authority = None;
    let mut ours = |part: &str| match part.split_once('=') {
        Some(("sslrootcert", file)) => {
            authority = Some(PathBuf::from(file));
            None
        }
        // We never do less than that.
        Some(("sslmode", "verify-ca" | "verify-full")) => Some("sslmode=require".to_string()),
        _ => Some(part.to_string()),
    };
    let left = match address.split_once('?') {
        Some((head, options)) if address.starts_with("postgres") => {
            let options: Vec<String> = options.split('&').filter_map(&mut ours).collect();
            if options.is_empty() { head.to_string() } else { format!("{head}?{}", options.join("&")) }
        }
        _ if address.starts_with("postgres") => address.to_string(),
        _ => address.split_whitespace().filter_map(&mut ours).collect::<Vec<_>>().join(" "),
    };
    (left, authority)
}

impl Line {
    pub(crate) fn read(address: &str) -> Result<Line, StoreError> {
        let (address, authority) = without(address);
        Ok(Line { config: address.parse()?, authority })
    }

    /// Whether what is said on it could be read on the way: in the clear, and to another machine.
    pub(crate) fn in_the_clear(&self) -> bool {
        let far = |host: &Host| match host {
            Host::Tcp(name) => !["localhost", "127.0.0.1", "::1"].contains(&name.as_str()),
            #[cfg(unix)]
            Host::Unix(_) => false,
        };
        self.config.get_ssl_mode() != SslMode::Require && self.config.get_hosts().iter().any(far)
    }

    pub(crate) fn connect(&self) -> Result<Client, StoreError> {
        // "If possible" would be no promise at all: whoever sits between us says that it is not.
        if self.config.get_ssl_mode() != SslMode::Require {
            return Ok(self.config.clone().ssl_mode(SslMode::Disable).connect(NoTls)?);
        }
        Ok(self.config.connect(self.tls()?)?)
    }

    fn tls(&self) -> Result<MakeRustlsConnect, StoreError> {
        let fault = |error: String| StoreError::Folder(std::io::Error::other(error));
        let mut roots = RootCertStore::empty();
        match &self.authority {
            Some(file) => {
                for certificate in CertificateDer::pem_file_iter(file).map_err(|e| fault(e.to_string()))? {
                    let certificate = certificate.map_err(|e| fault(e.to_string()))?;
                    roots.add(certificate).map_err(|e| fault(e.to_string()))?;
                }
            }
            None => drop(roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs)),
        }
        if roots.is_empty() {
            return Err(fault("no certificate is known here that could vouch for the database: say sslrootcert=FILE".into()));
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = versions.map_err(|e| fault(e.to_string()))?.with_root_certificates(roots).with_no_client_auth();
        Ok(MakeRustlsConnect::new(config))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_say_how_the_line_is_kept() {
        let read = |address: &str| Line::read(address).unwrap();
        assert!(read("postgres://u@db/house").in_the_clear());
        assert!(!read("postgres://u@db/house?sslmode=require").in_the_clear());
        let line = read("postgresql://u@db/house?sslrootcert=/etc/ca.pem&sslmode=verify-full&connect_timeout=3");
        assert_eq!((line.in_the_clear(), line.authority.as_deref()), (false, Some(std::path::Path::new("/etc/ca.pem"))));
        assert!(!read("host=/run/postgresql dbname=house").in_the_clear());
        assert!(!read("postgres://u@localhost/house").in_the_clear());
        let line = read("host=db dbname=house sslmode=require sslrootcert=ca.pem");
        assert_eq!(line.authority.as_deref(), Some(std::path::Path::new("ca.pem")));
        assert!(Line::read("postgres://u@db/house?sslmode=perhaps").is_err());
    }
}
