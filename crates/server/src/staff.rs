//! The staff: whoever thinks for the computers of a house on other machines. Here are both ends of it. A node asks ([`Staff`]) and waits, and
//! thinks itself if nobody answers in time; a worker ([`work`]) takes one job after the other for as long as he is here.
//!
//! A worker need not be trusted with anything. A job holds a position that fits what the asking side may know, never the position itself, and
//! not the table's name; games that are analysed are over, or their only player wants it so. What comes back is a proposal: orders are checked
//! by the rules before they are given, and if two workers answer, the journal takes one decision, for it is keyed by table and number.

use bus::{Access, Bus, Job, Nats, Word};
use engine::analysis::{AnalysedPhase, Effort};
use engine::table::{Brief, Kind, read_options};
use engine::{Seat, SetUp, Side};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tables::Room;
use tables::analysis::Slice;
use tables::rooms::guarded;
use tables::thinking::raise;
use tokio::sync::{broadcast, oneshot};
use tokio_util::sync::CancellationToken;

/// How often a worker says that he is here.
const HERE: Duration = Duration::from_secs(2);
/// A worker who has not said so for this long is not.
const GONE: Duration = Duration::from_secs(6);
/// How long a node waits for what a computer of the house would do: long enough for the longest level, and for a second worker if the first
/// one dies.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a node waits for a phase of an analysis.
const ANALYST: Duration = Duration::from_secs(30);
/// How long a worker who was told to come to an end may still be waited for.
const LAST_WORD: Duration = Duration::from_millis(400);
/// How often a node looks whether somebody said "move now".
const GLANCE: Duration = Duration::from_millis(40);
/// How often a worker says that he is still at it.
const STILL: Duration = Duration::from_secs(1);
/// The longest that a worker thinks about anything.
const LONGEST: Duration = Duration::from_secs(25);
/// How many jobs may wait for each hand before a node does the next one itself.
const QUEUE: usize = 2;
/// After so many questions without an answer nobody is asked for a while.
const DOUBT: usize = 3;
const REST: Duration = Duration::from_secs(30);
/// The most workers that are kept in mind, and the most hands of each: whoever claims more is not believed.
const MOST_WORKERS: usize = 1_000;
const MOST_HANDS: u32 = 256;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Those who wait for what is found.
type Waiting = HashMap<String, Vec<oneshot::Sender<Option<Value>>>>;

/// The staff, as a node sees it.
pub struct Staff {
    bus: Arc<dyn Bus>,
    waiting: Mutex<Waiting>,
    workers: Mutex<HashMap<String, (u32, Instant)>>,
    asked: AtomicUsize,
    answered: AtomicUsize,
    /// How many questions in a row nobody has answered, and since when.
    unanswered: Mutex<(usize, Option<Instant>)>,
}

/// One question fewer waits when this goes.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Staff {
    /// The staff that is reached by this bus. Call it within a runtime of tokio.
    pub fn new(bus: Arc<dyn Bus>) -> Arc<Staff> {
        let staff = Arc::new(Staff {
            bus,
            waiting: Mutex::default(),
            workers: Mutex::default(),
            asked: AtomicUsize::new(0),
            answered: AtomicUsize::new(0),
            unanswered: Mutex::default(),
        });
        let (mut words, listens) = (staff.bus.hear(), Arc::downgrade(&staff));
        tokio::spawn(async move {
            loop {
                let word = words.recv().await;
                let Some(staff) = listens.upgrade() else { return };
                match word {
                    Ok(word) => staff.heard(word),
                    // What was missed is asked for again by whoever waits for it.
                    Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return,
                }
            }
        });
        staff
    }

    fn heard(&self, word: Word) {
        match word {
            Word::Found { job, found } => {
                for waits in lock(&self.waiting).remove(&job).into_iter().flatten() {
                    let _ = waits.send(found.clone());
                }
            }
            Word::Here { worker, hands: 0 } => drop(lock(&self.workers).remove(&worker)),
            Word::Here { worker, hands } => {
                let mut workers = lock(&self.workers);
                if workers.len() >= MOST_WORKERS && !workers.contains_key(&worker) {
                    workers.retain(|_, (_, since)| since.elapsed() < GONE);
                }
                if workers.len() < MOST_WORKERS || workers.contains_key(&worker) {
                    workers.insert(worker, (hands.min(MOST_HANDS), Instant::now()));
                }
            }
            _ => {}
        }
    }

    /// How many jobs the workers who are here can do at once.
    pub fn hands(&self) -> usize {
        let workers = lock(&self.workers);
        workers.values().filter(|(_, since)| since.elapsed() < GONE).map(|(hands, _)| *hands as usize).sum()
    }

    /// How many questions were answered by workers.
    pub fn answered(&self) -> usize {
        self.answered.load(Ordering::Relaxed)
    }

    /// Whether a worker could take one more job.
    pub fn has_room(&self) -> bool {
        self.bus.up() && !self.in_doubt() && self.asked.load(Ordering::Relaxed) < self.hands() * QUEUE
    }

    /// Whether those who say that they are here have left so many questions unanswered that they are not asked for a while.
    fn in_doubt(&self) -> bool {
        let unanswered = lock(&self.unanswered);
        unanswered.0 >= DOUBT && unanswered.1.is_some_and(|since| since.elapsed() < REST)
    }

    fn note(&self, answered: bool) {
        if answered {
            self.answered.fetch_add(1, Ordering::Relaxed);
            *lock(&self.unanswered) = (0, None);
        } else {
            let mut unanswered = lock(&self.unanswered);
            *unanswered = (unanswered.0 + 1, Some(Instant::now()));
        }
    }

    /// What a worker found, if one has in time. Once `stop` is raised nobody waits for long.
    async fn ask(&self, job: Job, patience: Duration, stop: &AtomicBool) -> Option<Value> {
        if !self.has_room() {
            return None;
        }
        self.asked.fetch_add(1, Ordering::Relaxed);
        let _place = Place(&self.asked);
        let (id, until) = (job.id.clone(), Instant::now() + patience);
        let (send, mut found) = oneshot::channel();
        lock(&self.waiting).entry(id.clone()).or_default().push(send);
        let offered = tokio::time::timeout(patience, self.bus.offer(job)).await;
        let answer = match offered {
            Ok(Ok(())) => self.wait(&id, &mut found, until, stop).await,
            _ => None,
        };
        // Whoever waited in vain waits no more.
        let mut waiting = lock(&self.waiting);
        if let Some(others) = waiting.get_mut(&id) {
            found.close();
            others.retain(|other| !other.is_closed());
            if others.is_empty() {
                waiting.remove(&id);
            }
        }
        if answer.is_some() || !stop.load(Ordering::Relaxed) {
            self.note(answer.is_some());
        }
        answer
    }

    async fn wait(&self, id: &str, found: &mut oneshot::Receiver<Option<Value>>, until: Instant, stop: &AtomicBool) -> Option<Value> {
        let mut until = until;
        let mut halted = false;
        loop {
            tokio::select! {
                answer = &mut *found => return answer.ok().flatten(),
                () = tokio::time::sleep(GLANCE) => {}
            }
            if stop.load(Ordering::Relaxed) && !halted {
                halted = true;
                until = until.min(Instant::now() + LAST_WORD);
                self.bus.say(Word::Halt { job: id.into() });
            }
            if Instant::now() >= until || (self.hands() == 0 && !halted) {
                return None;
            }
        }
    }

    /// What a worker would do at this table.
    pub async fn consider(&self, room: &Room, level: &str, brief: Brief, name: &str, stop: &AtomicBool) -> Option<Value> {
        let Brief { position, side, mind } = brief;
        let task = json!({ "think": { "of": game_of(room), "level": level, "side": side, "position": position, "mind": mind } });
        self.ask(Job { id: name.into(), task }, PATIENCE, stop).await
    }

    /// A phase of an analysis, weighed by a worker.
    pub async fn weigh(&self, room: &Room, slice: &Slice, name: &str) -> Option<AnalysedPhase> {
        let Effort { nodes, worlds } = slice.effort;
        let task = json!({ "weigh": {
            "of": game_of(room), "save": *slice.save, "phase": slice.phase, "nodes": nodes, "worlds": worlds,
        } });
        let found = self.ask(Job { id: name.into(), task }, ANALYST, &AtomicBool::new(false)).await?;
        serde_json::from_value(found).ok()
    }
}

fn game_of(room: &Room) -> Value {
    json!({ "game": room.card.game, "scenario": room.card.scenario, "options": room.card.options })
}

/// A worker as a process of its own: until that is told to stop. Calls `ready` once it can take jobs.
pub fn serve(access: &Access, shelf: &'static [&'static dyn Kind], hands: u32, ready: impl FnOnce()) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        let bus = Nats::open(access).await.map_err(std::io::Error::other)?;
        ready();
        work(bus, shelf, &tables::tokens::name(), hands, crate::stop_when_told()).await;
        Ok(())
    });
    // The last word may still be on its way.
    runtime.shutdown_timeout(LAST_WORD);
    done
}

/// Works until it is told to stop: so many jobs at once.
pub async fn work(bus: Arc<dyn Bus>, shelf: &'static [&'static dyn Kind], name: &str, hands: u32, stop: CancellationToken) {
    let flags: Flags = Arc::default();
    let listening = tokio::spawn(heed_halts(bus.hear(), Arc::clone(&flags)));
    let here = tokio::spawn(say_here(Arc::clone(&bus), name.to_string(), hands));
    let all: Vec<_> = (0..hands).map(|_| tokio::spawn(lend_a_hand(Arc::clone(&bus), shelf, Arc::clone(&flags), stop.clone()))).collect();
    for hand in all {
        let _ = hand.await;
    }
    here.abort();
    listening.abort();
    bus.say(Word::Here { worker: name.into(), hands: 0 });
}

/// The flags of those jobs that are being thought about.
type Flags = Arc<Mutex<HashMap<String, Arc<AtomicBool>>>>;

async fn heed_halts(mut words: broadcast::Receiver<Word>, flags: Flags) {
    loop {
        match words.recv().await {
            Ok(Word::Halt { job }) => lock(&flags).get(&job).into_iter().for_each(|flag| raise(flag)),
            Err(broadcast::error::RecvError::Closed) => return,
            _ => {}
        }
    }
}

async fn say_here(bus: Arc<dyn Bus>, worker: String, hands: u32) {
    loop {
        bus.say(Word::Here { worker: worker.clone(), hands });
        tokio::time::sleep(HERE).await;
    }
}

/// One job after the other. Whoever stops finishes what he has begun.
async fn lend_a_hand(bus: Arc<dyn Bus>, shelf: &'static [&'static dyn Kind], flags: Flags, stop: CancellationToken) {
    loop {
        let lease = tokio::select! {
            () = stop.cancelled() => return,
            lease = bus.take() => lease,
        };
        let Ok(lease) = lease else { return };
        let (id, task, flag) = (lease.job.id.clone(), lease.job.task.clone(), Arc::new(AtomicBool::new(false)));
        lock(&flags).insert(id.clone(), Arc::clone(&flag));
        let begun = Instant::now();
        let own = Arc::clone(&flag);
        let mut thinking = tokio::task::spawn_blocking(move || perform(shelf, &task, &own));
        let found = loop {
            tokio::select! {
                found = &mut thinking => break found.ok().flatten(),
                () = tokio::time::sleep(STILL) => lease.go_on().await,
            }
            if begun.elapsed() > LONGEST {
                raise(&flag);
            }
        };
        lock(&flags).remove(&id);
        tracing::debug!(job = %id, ms = begun.elapsed().as_millis() as u64, found = found.is_some(), "a job");
        // First the answer, then the receipt: whoever dies in between leaves the job to another, and nobody minds two answers.
        bus.say(Word::Found { job: id, found });
        lease.done().await;
    }
}

/// Does a job; nothing if it makes no sense here.
pub fn perform(shelf: &[&'static dyn Kind], task: &Value, stop: &Arc<AtomicBool>) -> Option<Value> {
    let done = guarded(|| {
        let found = match (&task["think"], &task["weigh"]) {
            (think @ Value::Object(_), Value::Null) => think_about(shelf, think, stop),
            (Value::Null, weigh @ Value::Object(_)) => weigh_phase(shelf, weigh, stop),
            _ => None,
        };
        Ok(found)
    });
    done.ok().flatten()
}

fn opened(shelf: &[&'static dyn Kind], of: &Value) -> Option<(&'static dyn Kind, SetUp)> {
    let kind = shelf.iter().copied().find(|kind| of["game"] == kind.catalogue().game.as_str())?;
    let setup = kind.catalogue().complete(of["scenario"].as_str(), &read_options(of.get("options")).ok()?).ok()?;
    Some((kind, setup))
}

fn think_about(shelf: &[&'static dyn Kind], think: &Value, stop: &Arc<AtomicBool>) -> Option<Value> {
    let (kind, setup) = opened(shelf, &think["of"])?;
    // The levels of the house only: other names might think for as long as somebody likes.
    let level = think["level"].as_str().filter(|level| kind.players().contains(level))?;
    let side = think["side"].as_str().and_then(Side::from_id)?;
    // A position without a journal: nobody's game is followed here.
    let position = think["position"].as_object().filter(|position| !position.contains_key("journal"))?;
    let (table, _) = kind.load(&setup, &Value::Object(position.clone())).ok()?;
    let moment = table.moment(Seat::from(side)).ok()?;
    let mut mind = table.hire(level, 0).ok()?;
    mind.stop_flag(Arc::clone(stop));
    mind.stand_in(&moment, &think["mind"])
}

fn weigh_phase(shelf: &[&'static dyn Kind], weigh: &Value, stop: &Arc<AtomicBool>) -> Option<Value> {
    let (kind, setup) = opened(shelf, &weigh["of"])?;
    let study = kind.study(&setup, &weigh["save"]).ok()?;
    let phase = usize::try_from(weigh["phase"].as_u64()?).ok().filter(|phase| *phase < study.phases())?;
    let usual = study.usual_effort();
    let nodes = weigh["nodes"].as_u64()?.min(usual.nodes);
    let worlds = usize::try_from(weigh["worlds"].as_u64()?).ok()?.min(usual.worlds);
    let weighed = study.weigh(phase, Effort { nodes, worlds }, stop)?;
    serde_json::to_value(weighed).ok()
}
