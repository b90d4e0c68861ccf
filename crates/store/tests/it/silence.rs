//! A database behind something that takes what it is sent and keeps the answers to itself: nobody waits for ever.

use crate::database::database;
use crate::same::{Folder, card, entry};
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use store::{Keeper, Postgres};

/// A line to a database whose answers can be kept back.
#[derive(Clone, Default)]
struct Proxy {
    swallows: Arc<AtomicBool>,
    /// How many lines were made.
    lines: Arc<AtomicUsize>,
}

impl Proxy {
    /// The address of its near end.
    fn before(&self, address: &str, folder: &Folder) -> String {
        let host = address.split_whitespace().find_map(|part| part.strip_prefix("host=")).unwrap().to_string();
        let listener = UnixListener::bind(folder.0.join(".s.PGSQL.5432")).unwrap();
        let (proxy, far) = (self.clone(), PathBuf::from(&host).join(".s.PGSQL.5432"));
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let Ok(far) = UnixStream::connect(&far) else { continue };
                proxy.lines.fetch_add(1, Ordering::Relaxed);
                let (asks, answers) = ((near.try_clone().unwrap(), far.try_clone().unwrap()), (far, near));
                proxy.carry(asks, false);
                proxy.carry(answers, true);
            }
        });
        address.replace(&host, &folder.0.display().to_string())
    }

    fn carry(&self, (mut from, mut to): (UnixStream, UnixStream), answers: bool) {
        let proxy = self.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 16_384];
            while let Ok(n @ 1..) = from.read(&mut buffer) {
                let kept = answers && proxy.swallows.load(Ordering::Relaxed);
                if !kept && to.write_all(&buffer[..n]).is_err() {
                    break;
                }
            }
            let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
        });
    }
}

#[test]
fn whoever_waits_for_an_answer_that_never_comes_waits_not_for_ever() {
    let Some(database) = database() else { return };
    let (folder, proxy) = (Folder::new("silence"), Proxy::default());
    let address = format!("{} answer_timeout=1", proxy.before(&database.fresh(), &folder));
    let store = Postgres::open(&address).unwrap();
    let store: &dyn Keeper = &store;
    store.create(&card("one"), None).unwrap();
    store.append("one", 0, vec![entry(0)], true).unwrap();
    proxy.swallows.store(true, Ordering::Relaxed);
    let since = Instant::now();
    // More at once than there are connections: those who wait for one do not wait for ever either.
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..20).map(|_| scope.spawn(|| store.journal("one").is_err())).collect();
        assert!(store.append("one", 1, vec![entry(1)], true).is_err());
        assert!(asked.into_iter().all(|asked| asked.join().unwrap()), "nobody is told something that nobody said");
    });
    assert!(Postgres::open(&address).is_err(), "nor does a node that starts there");
    // A second for an answer, one more for the database to say that it gives up, five for a line to be made; the rest is for a slow machine.
    assert!(since.elapsed() < Duration::from_secs(60), "{:?}", since.elapsed());
    let before = proxy.lines.load(Ordering::Relaxed);
    proxy.swallows.store(false, Ordering::Relaxed);
    // The lines that fell silent are not used again, whatever may still come on them.
    assert_eq!(store.journal("one").unwrap(), [entry(0)], "what was not acknowledged was not written here: it was never finished");
    store.append("one", 1, vec![entry(2)], true).unwrap();
    assert_eq!(store.journal("one").unwrap(), [entry(0), entry(2)]);
    assert!(proxy.lines.load(Ordering::Relaxed) > before);
}
