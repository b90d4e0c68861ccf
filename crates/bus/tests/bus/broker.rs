//! A broker of our own: a fresh `nats-server` with JetStream, its files in a folder that goes away, on a free port of this machine.

use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// A running broker.
pub struct Broker {
    folder: PathBuf,
    /// Where it listens.
    pub addr: SocketAddr,
    more: Vec<String>,
    child: Mutex<Option<Child>>,
}

fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let more = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"].map(PathBuf::from);
    std::env::split_paths(&path).chain(more).map(|folder| folder.join("nats-server")).find(|program| program.exists())
}

/// A port that nobody uses just now.
pub fn free_port() -> SocketAddr {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr()).expect("there is a free port")
}

impl Broker {
    fn start(more: &[&str]) -> Option<Broker> {
        program()?;
        let addr = free_port();
        let folder = std::env::temp_dir().join(format!("longroll-nats-{}-{}", std::process::id(), addr.port()));
        std::fs::create_dir_all(&folder).ok()?;
        let broker = Broker { folder, addr, more: more.iter().map(ToString::to_string).collect(), child: Mutex::new(None) };
        broker.begin();
        Some(broker)
    }

    /// Starts it again where it was.
    pub fn begin(&self) {
        let program = program().expect("it is there");
        let until = Instant::now() + Duration::from_secs(60);
        let mut child = self.run(&program);
        while !self.listens() {
            assert!(Instant::now() < until, "the broker opens");
            std::thread::sleep(Duration::from_millis(20));
            // Somebody else may have the port for a moment: then it has ended at once.
            if child.try_wait().is_ok_and(|ended| ended.is_some()) {
                child = self.run(&program);
            }
        }
        *self.child.lock().unwrap_or_else(PoisonError::into_inner) = Some(child);
    }

    fn run(&self, program: &PathBuf) -> Child {
        let mut command = Command::new(program);
        command.args(["-js", "-a", "127.0.0.1", "-p", &self.addr.port().to_string(), "-sd"]).arg(&self.folder).args(&self.more);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("nats-server starts")
    }

    /// Whether a broker listens there, and nobody else: it speaks first, and says who it is.
    fn listens(&self) -> bool {
        let Ok(mut line) = TcpStream::connect(self.addr) else { return false };
        let mut word = [0; 4];
        line.set_read_timeout(Some(Duration::from_secs(5))).is_ok() && line.read_exact(&mut word).is_ok() && &word == b"INFO"
    }

    /// Kills it.
    pub fn end(&self) {
        if let Some(mut child) = self.child.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Its address, as nodes and workers are told it.
    pub fn url(&self) -> String {
        format!("nats://{}", self.addr)
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        self.end();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A broker for one test, with these arguments besides, if `nats-server` is here; else it says so.
pub fn broker(more: &[&str]) -> Option<Broker> {
    static TOLD: OnceLock<()> = OnceLock::new();
    let broker = Broker::start(more);
    if broker.is_none() {
        TOLD.get_or_init(|| eprintln!("skipped: no nats-server here (Debian: apt install nats-server), so nothing was tried over NATS"));
    }
    broker
}
