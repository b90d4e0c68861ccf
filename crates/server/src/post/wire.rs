//! Sending something to an address that a stranger has given: nothing of our own network may be reached by it, whatever it is called. The
//! name is looked up once, and what is dialled is what was looked at; nobody is followed elsewhere, and nobody is waited for long.

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, oneshot};
use tokio_rustls::TlsConnector;
use url::{Host, Url};

/// How long looking up, dialling, sending and hearing the answer may take, all together.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest head of an answer.
const LONGEST_HEAD: usize = 16 << 10;
/// The longest answer: nobody reads it.
const LONGEST_ANSWER: usize = 4 << 10;

/// Why something was not sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The address is none that anything is sent to.
    Forbidden(&'static str),
    /// It could not be reached, or took too long.
    Unreachable(String),
}

/// Whether an address is one of the internet at large: not of this machine, this network, or a special purpose.
pub fn is_public(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_multicast()
        || ip.is_documentation()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19));
    !special
}

/// Only what is given out to the world (2000::/3), and of that nothing that hides another address or is for examples.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [a, b, ..] = ip.segments();
    let special = (a == 0x2001 && (b < 0x200 || b == 0xdb8)) || a == 0x2002 || (a == 0x3fff && b < 0x1000);
    a & 0xe000 == 0x2000 && !special
}

/// How many names are looked up at once. Whoever answers for a name may never do so, and the system waits for him on a thread: those that serve
/// tables are not lent for that.
const LOOKUPS: usize = 8;

/// What looks names up.
type Directory = fn(&str, u16) -> std::io::Result<Vec<SocketAddr>>;

fn of_the_system(name: &str, port: u16) -> std::io::Result<Vec<SocketAddr>> {
    Ok((name, port).to_socket_addrs()?.collect())
}

/// Who sends.
pub struct Wire {
    directory: Directory,
    lookups: Arc<Semaphore>,
    /// Whether addresses of this machine may be reached too: for tests.
    nearby: bool,
    tls: TlsConnector,
}

/// The name and port of an address, and whether it is spoken to by TLS.
struct Target {
    url: Url,
    host: Host<String>,
    port: u16,
    tls: bool,
}

impl Wire {
    /// A wire that trusts whom this machine trusts.
    pub fn new(nearby: bool) -> Wire {
        let mut roots = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        roots.add_parsable_certificates(found.certs);
        if roots.is_empty() {
            tracing::warn!("this machine trusts nobody's certificates (ca-certificates is missing): push and webhooks will fail");
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.expect("ring knows the usual versions of TLS").with_root_certificates(roots).with_no_client_auth();
        let (directory, lookups): (Directory, _) = (of_the_system, Arc::new(Semaphore::new(LOOKUPS)));
        Wire { nearby, tls: TlsConnector::from(Arc::new(config)), directory, lookups }
    }

    fn target(&self, address: &str) -> Result<Target, Trouble> {
        let url = Url::parse(address).map_err(|_| Trouble::Forbidden("this is no address"))?;
        let tls = match url.scheme() {
            "https" => true,
            "http" if self.nearby => false,
            _ => return Err(Trouble::Forbidden("only https:// is spoken")),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Trouble::Forbidden("an address has no name and password here"));
        }
        let port = url.port_or_known_default().unwrap_or(443);
        if port < 1024 && port != 443 {
            return Err(Trouble::Forbidden("this port is for other things"));
        }
        let host = url.host().ok_or(Trouble::Forbidden("this is no address"))?.to_owned();
        Ok(Target { url, host, port, tls })
    }

    /// Looks a name up, on a thread of its own.
    async fn look_up(&self, name: String, port: u16) -> Result<Vec<SocketAddr>, String> {
        let place = Arc::clone(&self.lookups).acquire_owned().await.map_err(|error| error.to_string())?;
        let (directory, (tell, told)) = (self.directory, oneshot::channel());
        let looking = std::thread::Builder::new().name("names".into()).spawn(move || {
            // The place is taken for as long as the system waits, also if nobody waits for it any more.
            let found = directory(&name, port);
            drop(place);
            let _ = tell.send(found);
        });
        looking.map_err(|error| error.to_string())?;
        told.await.map_err(|error| error.to_string())?.map_err(|error| error.to_string())
    }

    /// Where to dial: an address that may be reached. It is the one that is dialled: a name that leads elsewhere a moment later is of no use.
    async fn place(&self, target: &Target) -> Result<SocketAddr, Trouble> {
        let port = target.port;
        let found: Vec<SocketAddr> = match &target.host {
            Host::Ipv4(ip) => vec![SocketAddr::from((*ip, port))],
            Host::Ipv6(ip) => vec![SocketAddr::from((*ip, port))],
            Host::Domain(name) => self.look_up(name.clone(), port).await.map_err(Trouble::Unreachable)?,
        };
        let reachable = |at: &&SocketAddr| is_public(at.ip()) || self.nearby && at.ip().is_loopback();
        found.iter().find(reachable).copied().ok_or(Trouble::Forbidden("this leads into a private network"))
    }

    /// Posts something; answers the status, and how many seconds he asks to be left alone if he does.
    pub async fn post(&self, address: &str, headers: Vec<(HeaderName, HeaderValue)>, body: Vec<u8>) -> Result<(u16, Option<u64>), Trouble> {
        match tokio::time::timeout(PATIENCE, self.post_soon(address, headers, body)).await {
            Ok(answer) => answer,
            Err(_) => Err(Trouble::Unreachable("it took too long".into())),
        }
    }

    async fn post_soon(
        &self,
        address: &str,
        headers: Vec<(HeaderName, HeaderValue)>,
        body: Vec<u8>,
    ) -> Result<(u16, Option<u64>), Trouble> {
        let target = self.target(address)?;
        let place = self.place(&target).await?;
        let unreachable = |error: &dyn std::fmt::Display| Trouble::Unreachable(error.to_string());
        let stream = TcpStream::connect(place).await.map_err(|e| unreachable(&e))?;
        if !target.tls {
            return speak(stream, &target, headers, body).await;
        }
        let name = match &target.host {
            Host::Domain(name) => ServerName::try_from(name.clone()).map_err(|_| Trouble::Forbidden("this is no name"))?,
            Host::Ipv4(ip) => ServerName::from(IpAddr::V4(*ip)),
            Host::Ipv6(ip) => ServerName::from(IpAddr::V6(*ip)),
        };
        let stream = self.tls.connect(name, stream).await.map_err(|e| unreachable(&e))?;
        speak(stream, &target, headers, body).await
    }
}

/// One request, one answer, of which only the head matters.
async fn speak(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    target: &Target,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Vec<u8>,
) -> Result<(u16, Option<u64>), Trouble> {
    let unreachable = |error: hyper::Error| Trouble::Unreachable(error.to_string());
    let mut http = http1::Builder::new();
    http.max_buf_size(LONGEST_HEAD);
    let (mut sender, connection) = http.handshake(TokioIo::new(stream)).await.map_err(unreachable)?;
    let path = &target.url[url::Position::BeforePath..url::Position::AfterQuery];
    let host = &target.url[url::Position::BeforeHost..url::Position::AfterPort];
    let mut request = Request::builder().method(Method::POST).uri(path).header(header::HOST, host).header(header::USER_AGENT, "Longroll");
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let request = request.body(Full::new(Bytes::from(body))).map_err(|_| Trouble::Forbidden("this is no address"))?;
    let talk = async {
        let answer = sender.send_request(request).await.map_err(unreachable)?;
        let wait = answer.headers().get(header::RETRY_AFTER).and_then(|wait| wait.to_str().ok()?.trim().parse().ok());
        let status = answer.status().as_u16();
        // Heard out, if it is short: some take what they are sent only then.
        let _ = Limited::new(answer.into_body(), LONGEST_ANSWER).collect().await;
        Ok((status, wait))
    };
    let mut talk = pin!(talk);
    tokio::select! {
        biased;
        answer = &mut talk => answer,
        // Whoever hangs up after his answer has answered.
        _ = connection => talk.await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_internet_at_large_is_reached() {
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "239.255.255.250",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:10::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in ["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::1", "2001:4860::8888"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    /// Names whose keeper never answers take no thread from those who play.
    #[test]
    fn names_that_nobody_answers_for_keep_nobody_waiting() {
        static ASKED: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        fn never(_: &str, _: u16) -> std::io::Result<Vec<SocketAddr>> {
            ASKED.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            std::thread::sleep(Duration::from_secs(3_600));
            Ok(Vec::new())
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().worker_threads(2).max_blocking_threads(4).build().unwrap();
        let wire = Arc::new(Wire { directory: never, ..Wire::new(false) });
        runtime.block_on(async {
            for n in 0..100 {
                let wire = Arc::clone(&wire);
                tokio::spawn(async move { wire.post(&format!("https://n{n}.evil.example/"), Vec::new(), Vec::new()).await });
            }
            while ASKED.load(std::sync::atomic::Ordering::Relaxed) < LOOKUPS {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            let served = tokio::task::spawn_blocking(|| 1863);
            assert_eq!(tokio::time::timeout(Duration::from_secs(60), served).await.unwrap().unwrap(), 1863);
            assert_eq!(ASKED.load(std::sync::atomic::Ordering::Relaxed), LOOKUPS, "no more are looked up at once");
        });
        runtime.shutdown_background();
    }

    #[tokio::test]
    async fn private_addresses_are_refused_however_they_are_written() {
        let wire = Wire::new(false);
        for address in [
            "http://chat.example/",
            "https://127.0.0.1/",
            "https://localhost/",
            "https://0/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://0177.0.0.1/",
            "https://127.1/",
            "https://169.254.169.254/latest/meta-data/",
            "https://[::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::ffff:7f00:1]/",
            "https://[fe80::1]/",
            "https://user:pass@1.1.1.1/",
            "https://1.1.1.1:22/",
            "https://1.1.1.1:25/",
            "ftp://1.1.1.1/",
            "https://",
            "https://１２７.０.０.１/",
        ] {
            let refused = wire.post(address, Vec::new(), Vec::new()).await;
            assert!(matches!(refused, Err(Trouble::Forbidden(_))), "{address}: {refused:?}");
        }
    }
}
