//! The line to a database, in the clear or by TLS. `sslmode=require` in its address asks for TLS, and then whoever answers must prove that he is
//! the one who was called: by a certificate that the system trusts, or that the file named by `sslrootcert` vouches for.

use crate::StoreError;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{Client, Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long a database may take over an answer, unless its address says otherwise.
const ANSWERS: Duration = Duration::from_secs(20);

/// The address of a database, taken apart.
pub(crate) struct Line {
    pub(crate) config: Config,
    /// How long the database may take over an answer.
    pub(crate) answers: Duration,
    authority: Option<PathBuf>,
}

/// What carries everything between a client and its database, until either is gone.
type Carried = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The words of an address that only we read.
#[derive(Default)]
struct Ours {
    authority: Option<PathBuf>,
    answers: Option<String>,
}

/// Takes the words out of an address that only we read, and says what they were.
fn without(address: &str) -> (String, Ours) {
    let mut found = Ours::default();
    let mut ours = |part: &str| match part.split_once('=') {
        Some(("sslrootcert", file)) => {
            found.authority = Some(PathBuf::from(file));
            None
        }
        Some(("answer_timeout", seconds)) => {
            found.answers = Some(seconds.to_string());
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
    (left, found)
}

impl Line {
    pub(crate) fn read(address: &str) -> Result<Line, StoreError> {
        let (address, Ours { authority, answers }) = without(address);
        let seconds = answers.map(|said| said.parse().ok().filter(|seconds| *seconds > 0).ok_or(StoreError::AnswerTimeout(said)));
        let answers = seconds.transpose()?.map_or(ANSWERS, Duration::from_secs);
        Ok(Line { config: address.parse()?, answers, authority })
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

    /// A client, and what carries its words: that must be run beside it.
    pub(crate) async fn connect(&self) -> Result<(Client, Carried), StoreError> {
        fn carried<T>(connection: impl Future<Output = T> + Send + 'static) -> Carried {
            // Whoever waits for an answer hears that the line is gone; there is nobody else to tell.
            Box::pin(async move { drop(connection.await) })
        }
        // "If possible" would be no promise at all: whoever sits between us says that it is not.
        if self.config.get_ssl_mode() != SslMode::Require {
            let (client, connection) = self.config.clone().ssl_mode(SslMode::Disable).connect(NoTls).await?;
            return Ok((client, carried(connection)));
        }
        let (client, connection) = self.config.connect(self.tls()?).await?;
        Ok((client, carried(connection)))
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
        assert_eq!((line.answers, read("host=db answer_timeout=7").answers), (ANSWERS, Duration::from_secs(7)));
        for bad in ["0", "-1", "soon", ""] {
            assert!(Line::read(&format!("postgres://u@db/house?answer_timeout={bad}")).is_err(), "{bad}");
        }
    }
}
