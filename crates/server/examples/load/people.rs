//! People who play over days. Everybody has an account and a game with somebody else, by a clock of 24 hours for a decision; in the simulated day
//! that is measured each of them comes once, at a time of his own, finds his table put away, plays as long as he is asked, and leaves.

use crate::line::{Seat, field, plain, post};
use crate::node::{Server, kept};
use crate::{IDLE, Outcome, Wanted, apart, at, game};
use house::entrance::Session;
use house::{Account, Desk, tokens};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How many accounts are written together.
const TOGETHER: usize = 200;
/// The most decisions in one sitting.
const SITTING: u64 = 10;
/// How many of those who make games come at once.
const MAKERS: usize = 8;

/// Writes accounts into the store, as if they had registered, and answers the keys of their sessions.
fn register(db: &str, people: u64, now: u64) -> Outcome<Vec<String>> {
    let store = kept(db).open()?;
    let keys: Vec<String> = (0..people).map(|_| tokens::key()).collect();
    for (n, some) in keys.chunks(TOGETHER).enumerate() {
        let enter = |desk: &Desk<'_>| {
            for (i, key) in some.iter().enumerate() {
                let account = Account::new(&format!("Player {}", n * TOGETHER + i), now)?;
                let session =
                    Session { id: tokens::digest(key), account: account.id.clone(), created: now, seen: now, place: "load".into() };
                desk.put(&account)?;
                desk.put(&session)?;
            }
            Ok(())
        };
        house::at_desk(store.as_ref(), enter).map_err(|no| no.because)?;
    }
    store.close()?;
    Ok(keys)
}

/// Two people, their game, and whose decision it is.
struct Pair {
    table: String,
    asked: Cell<usize>,
    keys: [String; 2],
    busy: Cell<bool>,
}

/// Two meet: one challenges, the other accepts.
async fn meet(server: &Server, number: usize, keys: [String; 2]) -> Outcome<Pair> {
    let order = format!("{{\"game\":\"{}\",\"set_up\":\"standard\"}}", game(number as u64));
    let pace = "{\"kind\":\"days\",\"hours\":24,\"bank\":24}";
    let to = format!("Player {}", number * 2 + 1);
    let body = format!("{{\"order\":{order},\"want\":\"union\",\"pace\":{pace},\"rated\":true,\"watch\":true,\"to\":\"{to}\"}}");
    let made = post(server.addr, "/api/house/look-for", &keys[0], &body).await?;
    let challenge = field(field(&made, "challenge").ok_or("no challenge")?, "id").ok_or("no challenge")?;
    let accepted = post(server.addr, "/api/house/accept", &keys[1], &format!("{{\"id\":{challenge}}}")).await?;
    Ok(Pair { table: plain(&accepted, "table")?.into(), asked: Cell::new(0), keys, busy: Cell::new(false) })
}

/// What came of all visits.
#[derive(Default)]
struct Told {
    times: RefCell<Vec<Duration>>,
    late: RefCell<Vec<Duration>>,
    decisions: Cell<u64>,
}

/// Somebody comes, plays as long as he is asked, and leaves. Answers how often he decided.
async fn visit(server: &Server, pair: &Pair, who: usize, chance: &mut u64) -> Outcome<u64> {
    let seat = post(server.addr, "/api/house/seat", &pair.keys[who], &format!("{{\"table\":\"{}\"}}", pair.table)).await?;
    let mut seat = Seat::join(server.addr, &pair.table, plain(&seat, "key")?).await?;
    let mut decided = 0;
    while seat.is_asked() && decided < SITTING {
        seat.decide(chance).await?;
        decided += 1;
    }
    if !seat.is_asked() {
        pair.asked.set(1 - who);
    }
    Ok(decided)
}

/// One simulated day of so many people, in so many seconds.
pub async fn days(wanted: &Wanted, db: &str) -> Outcome<()> {
    let (people, day) = (wanted.number("--people", 10_000)?, wanted.number("--day", 60)?.max(1));
    let keys = apart(|| register(db, people, server::people::watch()()))?;
    let server = Rc::new(Server::start(db, IDLE, 86_400 / day)?);
    let (pairs, next) = (Rc::new(RefCell::new(Vec::new())), Rc::new(Cell::new(0)));
    let (since, spent) = (Instant::now(), server.processor()?);
    let keys = Rc::new(keys);
    let makers = (0..MAKERS).map(|_| {
        let (server, pairs, next, keys) = (Rc::clone(&server), Rc::clone(&pairs), Rc::clone(&next), Rc::clone(&keys));
        tokio::task::spawn_local(async move {
            loop {
                let number: usize = next.replace(next.get() + 1);
                let [Some(one), Some(other)] = [number * 2, number * 2 + 1].map(|i| keys.get(i).cloned()) else { return Ok(()) };
                let pair = meet(&server, number, [one, other]).await?;
                pairs.borrow_mut().push(Rc::new(pair));
            }
        })
    });
    for maker in makers.collect::<Vec<_>>() {
        maker.await.map_err(|e| e.to_string()).and_then(|made: Outcome<()>| made.map_err(|e| e.to_string()))?;
    }
    let pairs = pairs.take();
    println!(
        "{people} people, {} games by a clock: made in {:.0} s, each {:.1} ms of a processor's time",
        pairs.len(),
        since.elapsed().as_secs_f64(),
        (server.processor()? - spent) * 1e3 / pairs.len() as f64
    );
    tokio::time::sleep(IDLE * 2).await;
    let told = Rc::new(Told::default());
    let (since, spent, mut chance, mut visits) = (Instant::now(), server.processor()?, 1u64, Vec::new());
    for n in 0..people {
        let due = Duration::from_secs_f64(day as f64 * n as f64 / people as f64);
        tokio::time::sleep(due.saturating_sub(since.elapsed())).await;
        chance = engine::mix::mix(chance.wrapping_add(engine::mix::GAMMA));
        let pair = &pairs[(chance % pairs.len() as u64) as usize];
        // Whoever finds the other one there comes at another time.
        if pair.busy.replace(true) {
            continue;
        }
        let (server, pair, told, mut chance) = (Rc::clone(&server), Rc::clone(pair), Rc::clone(&told), chance);
        visits.push(tokio::task::spawn_local(async move {
            told.late.borrow_mut().push(since.elapsed().saturating_sub(due));
            let begun = Instant::now();
            let decided = visit(&server, &pair, pair.asked.get(), &mut chance).await;
            pair.busy.set(false);
            told.times.borrow_mut().push(begun.elapsed());
            told.decisions.set(told.decisions.get() + decided?);
            Ok(())
        }));
    }
    let count = visits.len() as f64;
    for visit in visits {
        visit.await.map_err(|e| e.to_string()).and_then(|done: Outcome<()>| done.map_err(|e| e.to_string()))?;
    }
    let (took, cost, memory) = (since.elapsed().as_secs_f64(), (server.processor()? - spent) * 1e3, server.memory()?);
    let [mut times, mut late] = [told.times.take(), told.late.take()];
    times.sort_unstable();
    late.sort_unstable();
    println!(
        "a simulated day in {took:.0} s: {count:.0} visits, {} decisions; a visit takes {:.1} ms, 99th percentile {:.1} ms, and {:.2} ms of a processor's \
         time; the 99th percentile begins {:.0} ms late; memory {memory:.0} MB. At its own pace such a day takes {:.2} % of one processor",
        told.decisions.get(),
        at(&times, 50),
        at(&times, 99),
        cost / count,
        at(&late, 99),
        cost / 1e3 / 864.0,
    );
    Ok(())
}
