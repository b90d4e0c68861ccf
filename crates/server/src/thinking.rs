//! The computers at a table, and advice. They think over a copy of the position, on threads of their own, while the table is
//! free; what they decide counts only if the position is still the one they thought about.

use crate::record::throw;
use crate::rooms::{Inner, Room, field, guarded, lock, raise};
use crate::store::Sitter;
use crate::tokens;
use engine::table::{Moment, Refusal, Table, Thinker};
use engine::{Seat, Side};
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// How long the computers of a table without people wait after each decision, so that people can look on.
const FILM: Duration = Duration::from_millis(120);
/// Thinking that takes longer than this is told.
const A_MOMENT: Duration = Duration::from_millis(150);
/// The most decisions of computers in a row: no game has a turn as long as this.
const LONGEST_TURN: usize = 100_000;
/// The longest advice, in milliseconds.
const LONGEST_ADVICE: u64 = 60_000;

/// Who thinks, and since when.
struct Thinking {
    side: Side,
    level: String,
    since: Instant,
}

/// The computers of one table.
pub(crate) struct Minds {
    /// Whether somebody sees to the computers now.
    pub(crate) running: AtomicBool,
    /// Raised when whoever thinks shall decide at once.
    stop: Arc<AtomicBool>,
    seated: Mutex<[Option<Box<dyn Thinker>>; 2]>,
    thinking: Mutex<Option<Thinking>>,
    /// What each computer meant to do in its last phase, to be told when that is over.
    remarks: Mutex<[Option<String>; 2]>,
    /// How many may think at once on this server.
    permits: Arc<Semaphore>,
}

impl Minds {
    pub(crate) fn new(permits: Arc<Semaphore>) -> Minds {
        Minds {
            running: AtomicBool::new(false),
            stop: Arc::default(),
            seated: Mutex::default(),
            thinking: Mutex::default(),
            remarks: Mutex::default(),
            permits,
        }
    }

    /// Whoever thinks shall decide at once.
    pub(crate) fn stop(&self) {
        raise(&self.stop);
    }

    /// Forgets the players and their plans.
    pub(crate) fn dismiss(&self) {
        *lock(&self.seated) = [None, None];
    }

    /// Who thinks, for those who look on.
    pub(crate) fn thinking(&self) -> Option<Value> {
        let thinking = lock(&self.thinking);
        let told = thinking.as_ref().filter(|t| t.since.elapsed() >= A_MOMENT)?;
        Some(json!({ "side": told.side, "level": told.level, "ms": told.since.elapsed().as_millis() as u64 }))
    }
}

/// What is to be done next at a table where no person is asked.
enum Next {
    /// Nothing: a person is asked, or it is over.
    Rest,
    /// Something was done; look again.
    Again,
    /// A computer decides about this.
    Think(Question),
}

struct Question {
    side: Side,
    level: String,
    moment: Moment,
    mind: Box<dyn Thinker>,
    /// The journal's length: the answer counts only if it still is the same.
    kept: usize,
}

/// A question for advice.
pub struct Advice {
    level: String,
    time: Duration,
    moment: Moment,
    mind: Box<dyn Thinker>,
    kept: usize,
}

struct Decided {
    side: Side,
    action: Result<Value, Refusal>,
    mind: Box<dyn Thinker>,
    kept: usize,
}

impl Room {
    /// Whether computers play each other here.
    fn film(&self) -> bool {
        self.card.seats.iter().all(|s| matches!(s, Sitter::Computer { .. }))
    }

    /// Lets the dice and the computers go on if it is their turn. Without a runtime of tokio nothing happens.
    pub(crate) fn settle(self: &Arc<Self>) {
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        if self.minds.running.swap(true, Ordering::AcqRel) {
            return;
        }
        runtime.spawn(see_to(Arc::clone(self)));
    }

    /// Which computer is asked now.
    fn asked(&self, inner: &Inner) -> Option<(Side, String)> {
        if inner.is_closed() {
            return None;
        }
        let actor = inner.table.actor(Seat::Referee);
        let asks = |side: Side| {
            let sealed = actor["awaited"].as_array().is_some_and(|a| a.contains(&json!(side)));
            actor["actor"] == json!(side) || sealed
        };
        Side::BOTH.into_iter().filter(|s| asks(*s)).find_map(|side| match &self.card.seats[side.index()] {
            Sitter::Computer { level } => Some((side, level.clone())),
            _ => None,
        })
    }

    fn waits_for_computer(&self) -> bool {
        self.inner().is_ok_and(|inner| inner.as_ref().is_some_and(|inner| self.asked(inner).is_some()))
    }

    /// Throws dice left over, or says which computer must decide about what.
    fn next(&self) -> Result<Next, Refusal> {
        let mut inner = self.inner()?;
        let Some(game) = inner.as_mut().filter(|game| !game.is_closed()) else { return Ok(Next::Rest) };
        let since = game.table.length();
        throw(game.table.as_mut())?;
        let entries = game.table.entries(since);
        if !entries.is_empty() {
            let game = self.keep(&mut inner, entries)?;
            self.tell(game, since);
            return Ok(Next::Again);
        }
        let Some((side, level)) = self.asked(game) else { return Ok(Next::Rest) };
        let mind = match lock(&self.minds.seated)[side.index()].take() {
            Some(mind) => mind,
            None => self.hire(game.table.as_ref(), &level)?,
        };
        let moment = game.table.moment(side.into())?;
        // Under the lock: whatever changes the position from here on raises it again.
        self.minds.stop.store(false, Ordering::Relaxed);
        Ok(Next::Think(Question { side, level, moment, mind, kept: game.kept }))
    }

    fn hire(&self, table: &dyn Table, level: &str) -> Result<Box<dyn Thinker>, Refusal> {
        // A level that is no longer there gives way to a simple one.
        let simple = self.kind.players().first().copied().unwrap_or("random");
        let mut mind = table.hire(level, tokens::word()).or_else(|_| table.hire(simple, tokens::word()))?;
        mind.stop_flag(Arc::clone(&self.minds.stop));
        Ok(mind)
    }

    /// Does what a computer decided, if the position is still the same.
    fn carry_out(&self, decided: Decided) -> Result<(), Refusal> {
        let Decided { side, action, mind, kept } = decided;
        let mut inner = self.inner()?;
        let Some(game) = inner.as_mut().filter(|game| game.kept == kept) else { return Ok(()) };
        let since = game.table.length();
        let done = action.and_then(|action| guarded(|| game.table.apply(side.into(), &action)));
        match done {
            Ok(_) => {
                // Where something is hidden, what a computer means to do would name it.
                let meant = mind.briefing().filter(|_| !game.table.secrets()).map(|b| b.intent.clone());
                lock(&self.minds.seated)[side.index()] = Some(mind);
                self.remember(side, meant);
            }
            // A player that fails is dismissed; somebody simple decides, so that the game goes on.
            Err(_) => {
                let mut simple = self.hire(game.table.as_ref(), self.kind.players().first().copied().unwrap_or("random"))?;
                let moment = game.table.moment(side.into())?;
                let action = guarded(|| simple.decide(&moment))?;
                game.table.apply(side.into(), &action)?;
            }
        }
        throw(game.table.as_mut())?;
        let entries = game.table.entries(since);
        let game = self.keep(&mut inner, entries)?;
        self.tell(game, since);
        Ok(())
    }

    /// Keeps what a computer means to do until it has done it; what it meant before is told now.
    fn remember(&self, side: Side, meant: Option<String>) {
        let old = {
            let mut remarks = lock(&self.minds.remarks);
            if meant.is_none() || remarks[side.index()] == meant {
                return;
            }
            std::mem::replace(&mut remarks[side.index()], meant)
        };
        self.remark(side, old);
    }

    /// Tells what the computers meant to do: a person is asked, and they have done it.
    fn tell_remarks(&self) {
        for side in Side::BOTH {
            let meant = lock(&self.minds.remarks)[side.index()].take();
            self.remark(side, meant);
        }
    }

    fn remark(&self, side: Side, meant: Option<String>) {
        if let Some(text) = meant {
            lock(&self.ears).tell_all(&json!({ "remark": { "side": side, "text": text } }));
        }
    }

    /// "Move now". Says whether anybody thinks here.
    pub fn stop_thinking(&self, seat: Seat) -> Result<bool, Refusal> {
        if seat.side().is_none() && !self.film() {
            return Err(Refusal::because("a spectator has no say"));
        }
        let thinks = lock(&self.minds.thinking).is_some();
        if thinks {
            self.minds.stop();
        }
        Ok(thinks)
    }

    /// Asks what a computer player would do in this seat, which is asked: `{level?, ms?, seed?}`.
    pub fn ask_advice(&self, seat: Seat, request: &Map<String, Value>) -> Result<Advice, Refusal> {
        let given = |name: &str| request.get(name).filter(|v| !v.is_null());
        let level = match given("level") {
            None => "greedy",
            Some(level) => level.as_str().ok_or_else(|| field("level", "a text is wanted"))?,
        };
        let number = |name: &str| match given(name) {
            None => Ok(None),
            Some(n) => n.as_u64().map(Some).ok_or_else(|| field(name, "a whole number from 0 is wanted")),
        };
        let time = Duration::from_millis(number("ms")?.unwrap_or(LONGEST_ADVICE).min(LONGEST_ADVICE));
        if given("as").is_some_and(|a| *a != json!(seat)) {
            return Err(field("as", "you sit in one seat only"));
        }
        let seed = number("seed")?;
        let inner = self.inner()?;
        let game = inner.as_ref().ok_or_else(|| Refusal::because("this table is gone"))?;
        let moment = game.table.moment(seat)?;
        let mind = game.table.hire(level, seed.unwrap_or(game.table.length() as u64))?;
        Ok(Advice { level: level.into(), time, moment, mind, kept: game.kept })
    }

    /// Thinks about advice. It may take its time; `stop` ends it.
    pub async fn advise(self: Arc<Self>, advice: Advice, stop: Arc<AtomicBool>) -> Result<Map<String, Value>, Refusal> {
        let Advice { level, time, moment, mut mind, kept } = advice;
        let room = Arc::clone(&self);
        let _permit = Arc::clone(&self.minds.permits).acquire_owned().await;
        mind.stop_flag(Arc::clone(&stop));
        let thought = spawn_blocking(move || {
            let action = guarded(|| mind.decide(&moment))?;
            if room.inner()?.as_ref().is_none_or(|game| game.kept != kept) {
                return Err(Refusal::because("the position has changed meanwhile"));
            }
            let mut answer = Map::from_iter([("action".into(), action), ("level".into(), json!(level))]);
            if let Some(briefing) = mind.briefing()
                && let Ok(Value::Object(briefing)) = serde_json::to_value(briefing)
            {
                answer.extend(briefing);
            }
            Ok(answer)
        });
        let timer = tokio::spawn(async move {
            tokio::time::sleep(time).await;
            raise(&stop);
        });
        let thought = thought.await;
        timer.abort();
        thought.unwrap_or_else(|_| Err(Refusal::because("this met a fault of the program, please report it")))
    }
}

/// Sees to the computers of a table until a person is asked.
async fn see_to(room: Arc<Room>) {
    let film = room.film();
    let mut rests = false;
    for _ in 0..LONGEST_TURN {
        if film && !room.watched() {
            rests = true;
            break;
        }
        let asking = Arc::clone(&room);
        match spawn_blocking(move || guarded(|| asking.next())).await {
            Ok(Ok(Next::Rest)) => {
                room.tell_remarks();
                rests = true;
                break;
            }
            Ok(Ok(Next::Again)) => continue,
            Ok(Ok(Next::Think(question))) => {
                let Some(decided) = think(&room, question).await else { break };
                let doing = Arc::clone(&room);
                if !matches!(spawn_blocking(move || guarded(|| doing.carry_out(decided))).await, Ok(Ok(()))) {
                    break;
                }
            }
            _ => break,
        }
        if film {
            tokio::time::sleep(FILM).await;
        }
    }
    room.minds.running.store(false, Ordering::Release);
    // Somebody may have asked in between. What failed is tried again when somebody does something.
    if rests && (!film || room.watched()) {
        let again = Arc::clone(&room);
        if spawn_blocking(move || again.waits_for_computer()).await.unwrap_or(false) {
            room.settle();
        }
    }
}

/// Thinks about one decision, and tells everybody if it takes longer than a moment.
async fn think(room: &Arc<Room>, question: Question) -> Option<Decided> {
    let Question { side, level, moment, mut mind, kept } = question;
    let since = Instant::now();
    *lock(&room.minds.thinking) = Some(Thinking { side, level, since });
    let permits = Arc::clone(&room.minds.permits);
    let mut work = tokio::spawn(async move {
        let _permit = permits.acquire().await;
        spawn_blocking(move || {
            let action = guarded(|| match mind.aside(&moment) {
                Some(aside) => Ok(aside),
                None => mind.decide(&moment),
            });
            Decided { side, action, mind, kept }
        })
        .await
    });
    let decided = match tokio::time::timeout(A_MOMENT, &mut work).await {
        Ok(decided) => {
            *lock(&room.minds.thinking) = None;
            decided
        }
        Err(_) => {
            let tell = |thinking: Value| lock(&room.ears).tell_all(&json!({ "thinking": thinking }));
            tell(json!(room.minds.thinking()));
            let decided = work.await;
            *lock(&room.minds.thinking) = None;
            tell(Value::Null);
            decided
        }
    };
    decided.ok()?.ok()
}
