//! The process that is measured, and what the system says of it.

use crate::Outcome;
use players::SHELF;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What keeps the tables, by its address.
pub fn kept(db: &str) -> server::Kept {
    if db.starts_with("postgres") || db.starts_with("host=") {
        server::Kept::Database(db.into())
    } else {
        server::Kept::File(PathBuf::from(db))
    }
}

/// Serves with limits that nobody meets. Time goes so many times as fast as it does, and then there are people.
pub fn serve(db: &str, idle: Duration, speed: u64) -> Outcome<()> {
    let limits = server::Limits {
        tables: 1 << 30,
        disk: 1 << 40,
        new_tables: 1 << 20,
        new_tables_each: 1 << 20,
        tables_a_day: 1 << 20,
        connections: 1 << 16,
        connections_each: 1 << 16,
        sockets: 1 << 16,
        sockets_each: 1 << 16,
        requests: 1 << 20,
        visits: 1 << 20,
        at_once: 1 << 10,
        messages: 1 << 20,
        idle,
        ..server::Limits::default()
    };
    let (watch, opened) = (server::people::watch(), Instant::now());
    let begin = watch();
    let fast: server::people::Watch = Arc::new(move || begin + opened.elapsed().as_millis() as u64 * speed);
    let config = server::Config {
        addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        db: kept(db),
        web: None,
        names: Vec::new(),
        proxies: Vec::new(),
        bus: None,
        limits,
        people: server::people::Settings { accounts: speed > 1, ..Default::default() },
        watch: server::Clockwork(if speed > 1 { fast } else { watch }),
        workshop: None,
        easel: None,
    };
    server::serve(config, SHELF, |addr| println!("open {addr}"))?;
    Ok(())
}

/// The time that a process has had on a processor, in seconds.
pub fn processor(process: &str) -> Outcome<f64> {
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    let fields: Vec<&str> = stat.rsplit_once(')').ok_or("no times")?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<f64>().ok()).ok_or("no times");
    Ok((ticks(11)? + ticks(12)?) / TICKS)
}

pub struct Server {
    child: Child,
    pub addr: SocketAddr,
}

impl Server {
    /// Starts one; it draws the boards before anybody asks, and that is not what is measured.
    pub fn start(db: &str, idle: Duration, speed: u64) -> Outcome<Server> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["serve", db, &idle.as_secs().to_string(), &speed.to_string()]);
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let lines = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
        let addr = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("open ").and_then(|a| a.parse().ok()));
        let server = Server { child, addr: addr.ok_or("the server does not open")? };
        loop {
            let before = server.processor()?;
            std::thread::sleep(Duration::from_secs(1));
            if server.processor()? - before < 0.03 {
                return Ok(server);
            }
        }
    }

    /// Resident memory in MB.
    pub fn memory(&self) -> Outcome<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:")).ok_or("memory is read from /proc, on Linux")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
    }

    /// The time it has had on a processor, in seconds.
    pub fn processor(&self) -> Outcome<f64> {
        processor(&self.child.id().to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
