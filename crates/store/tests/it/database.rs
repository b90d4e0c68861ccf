//! A PostgreSQL of our own: a fresh cluster in a folder that goes away, on a socket in that folder and no port at all.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// A running database server.
pub struct Database {
    folder: PathBuf,
    programs: PathBuf,
}

/// Where Debian puts the programs of each version; others have them in the path.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|v| v.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    versions.chain(std::env::split_paths(&path)).find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}

/// PostgreSQL does not run for the superuser: there it runs for the user that Debian makes for it.
fn command(programs: &Path, name: &str) -> Command {
    let program = programs.join(name);
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    if !root {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program);
    command
}

fn run(command: &mut Command) -> bool {
    let run = command.current_dir("/").stdin(Stdio::null()).output();
    match run {
        Ok(output) if output.status.success() => true,
        Ok(output) => {
            eprintln!("{command:?}: {}", String::from_utf8_lossy(&output.stderr));
            false
        }
        Err(error) => {
            eprintln!("{command:?}: {error}");
            false
        }
    }
}

impl Database {
    /// Starts one with more options than usual, made in its folder.
    fn start(more: impl FnOnce(&Database) -> Option<String>) -> Option<Database> {
        let programs = programs()?;
        let folder = std::env::temp_dir().join(format!("longroll-pg-{}-{:08x}", std::process::id(), tables::tokens::word() as u32));
        std::fs::create_dir_all(&folder).ok()?;
        let database = Database { folder, programs };
        // Whoever it runs for must be able to write there.
        run(Command::new("chmod").arg("777").arg(&database.folder));
        let data = database.folder.join("data");
        let made =
            run(command(&database.programs, "initdb").args(["-A", "trust", "-U", "longroll", "-E", "UTF8", "--no-sync", "-D"]).arg(&data));
        let options = format!("{} {}", database.options(), more(&database)?);
        let mut start = command(&database.programs, "pg_ctl");
        start.args(["-w", "-t", "60", "-s", "-D"]).arg(&data).args(["-l"]).arg(database.folder.join("log")).args(["-o", &options, "start"]);
        // What it leaves running must not hold our own output open.
        let started = made
            && start.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success());
        started.then_some(database)
    }

    /// On a socket in its folder, and no port at all.
    fn options(&self) -> String {
        format!("-c listen_addresses= -c unix_socket_directories={} -c fsync=off", self.folder.display())
    }

    /// The same by TLS, on that port of this machine. Answers the certificate that vouches for it. Nothing without `openssl`.
    #[allow(dead_code)]
    pub fn with_tls(port: u16) -> Option<(Database, PathBuf)> {
        let database = Database::start(|database| {
            let folder = database.folder.display();
            let make = format!(
                "cd {folder} && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=ours -keyout ca.key -out ca.pem \
                   -addext basicConstraints=critical,CA:TRUE \
                 && openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr \
                 && printf 'subjectAltName=DNS:localhost,IP:127.0.0.1' > names \
                 && openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem \
                 && chmod 600 server.key"
            );
            let made = run(command(Path::new("/bin"), "sh").args(["-c", &make]));
            let tls = format!("-c ssl=on -c ssl_cert_file={folder}/server.pem -c ssl_key_file={folder}/server.key");
            made.then(|| format!("-c listen_addresses=127.0.0.1 -c port={port} {tls}"))
        })?;
        let authority = database.folder.join("ca.pem");
        Some((database, authority))
    }

    /// One that waits for the disk, as a house does: for figures.
    #[allow(dead_code)]
    pub fn durable() -> Option<Database> {
        Database::start(|_| Some("-c fsync=on".into()))
    }

    /// Has a statement done in one of its databases. `false` if that failed.
    #[allow(dead_code)]
    pub fn perform(&self, address: &str, statement: &str) -> bool {
        run(command(&self.programs, "psql").args(["-q", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", statement]))
    }

    /// A database of its own on this server.
    pub fn fresh(&self) -> String {
        let name = format!("t{:016x}", tables::tokens::word());
        let made = run(command(&self.programs, "createdb").args(["-U", "longroll", "-h"]).arg(&self.folder).arg(&name));
        assert!(made, "a database can be made");
        format!("host={} user=longroll dbname={name}", self.folder.display())
    }

    /// Stops it and starts it again.
    pub fn restart(&self) {
        let mut restart = command(&self.programs, "pg_ctl");
        restart.args(["-w", "-s", "-m", "fast", "-D"]).arg(self.folder.join("data")).arg("-l").arg(self.folder.join("log"));
        restart.args(["-o", &self.options(), "restart"]).current_dir("/");
        let done = restart.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(done.is_ok_and(|s| s.success()), "it starts again");
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        run(command(&self.programs, "pg_ctl").args(["-s", "-m", "immediate", "-D"]).arg(self.folder.join("data")).arg("stop"));
        run(Command::new("rm").arg("-rf").arg(&self.folder));
    }
}

/// A server for one test, if PostgreSQL is here; else it says so.
pub fn database() -> Option<Database> {
    static TOLD: OnceLock<()> = OnceLock::new();
    let database = Database::start(|_| Some(String::new()));
    if database.is_none() {
        TOLD.get_or_init(|| eprintln!("skipped: no PostgreSQL here (Debian: apt install postgresql), so nothing was tried on it"));
    }
    database
}
