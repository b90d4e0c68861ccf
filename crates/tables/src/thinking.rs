//! The computers at a table, and advice. They think over a copy of the position while the table is free; what they decide counts only
//! if the position is still the one they thought about. Here are the questions and what comes of the answers; the time and the
//! thread to think in are lent by whoever runs the house.

use crate::card::Sitter;
use crate::lock;
use crate::rooms::{Inner, Room, field, guarded};
use crate::tokens;
use engine::protocol::{advice, describes};
use engine::table::{Brief, Moment, Refusal, Table, Thinker};
use engine::{Seat, Side};
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Says who thinks and how long he has been at it, if that is worth telling.
pub type Report = Box<dyn Fn() -> Option<Value> + Send>;

/// The computers of one table.
#[derive(Default)]
pub(crate) struct Minds {
    /// Whether somebody sees to the computers now.
    attended: AtomicBool,
    /// Raised when whoever thinks shall decide at once.
    stop: Arc<AtomicBool>,
    seated: Mutex<[Option<Box<dyn Thinker>>; 2]>,
    thinking: Mutex<Option<Report>>,
    /// What each computer meant to do in its last phase, to be told when that is over.
    remarks: Mutex<[Option<String>; 2]>,
}

impl Minds {
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
        lock(&self.thinking).as_ref().and_then(|report| report())
    }
}

/// Raises a flag.
pub fn raise(flag: &AtomicBool) {
    flag.store(true, Ordering::Relaxed);
}

/// What is to be done next at a table where no person is asked.
pub enum Next {
    /// Nothing: a person is asked, or it is over.
    Rest,
    /// Something was done; look again.
    Again,
    /// A computer decides about this.
    Think(Question),
}

/// What a computer has to decide about.
pub struct Question {
    /// Its side.
    pub side: Side,
    /// Its name among the game's players.
    pub level: String,
    moment: Moment,
    mind: Box<dyn Thinker>,
    /// The journal's length: the answer counts only if it still is the same.
    kept: usize,
    /// Raised when it shall be decided at once.
    pub stop: Arc<AtomicBool>,
}

impl Question {
    /// What somebody elsewhere needs to think about it, if that is worth the way. It holds no more than the side may know.
    pub fn brief(&mut self) -> Option<Brief> {
        guarded(|| Ok(self.mind.brief(&self.moment))).ok()?
    }

    /// What somebody elsewhere has found: taken into account when it is decided. `false` if that makes no sense.
    pub fn heed(&mut self, found: &Value) -> bool {
        guarded(|| Ok(self.mind.heed(&self.moment, found))).unwrap_or(false)
    }

    /// Thinks about it, for as long as it takes.
    pub fn decide(mut self) -> Decided {
        let action = guarded(|| match self.mind.aside(&self.moment) {
            Some(aside) => Ok(aside),
            None => self.mind.decide(&self.moment),
        });
        let intent = self.mind.estimate().map(|estimate| estimate.intent.clone());
        Decided { side: self.side, action, intent, mind: self.mind, kept: self.kept }
    }

    /// Somebody has thought about it elsewhere, over a copy of the table: what he decided, and what he means to do in the phase.
    pub fn decided(self, action: Result<Value, Refusal>, intent: Option<String>) -> Decided {
        Decided { side: self.side, action, intent, mind: self.mind, kept: self.kept }
    }

    /// How many entries of the journal were kept when it was asked: if there are more, it is asked no longer.
    pub fn kept(&self) -> usize {
        self.kept
    }
}

/// What a computer has decided.
pub struct Decided {
    side: Side,
    action: Result<Value, Refusal>,
    /// What it means to do in the phase.
    intent: Option<String>,
    mind: Box<dyn Thinker>,
    kept: usize,
}

/// A question for advice.
pub struct Advice {
    /// How long the answer may take, in milliseconds, if that was said.
    pub ms: Option<u64>,
    level: String,
    moment: Moment,
    mind: Box<dyn Thinker>,
    kept: usize,
    /// For whom it is described, if it shall be.
    described: Option<Seat>,
}

impl Advice {
    /// What somebody elsewhere needs to think about it; see [`Question::brief`].
    pub fn brief(&mut self) -> Option<Brief> {
        guarded(|| Ok(self.mind.brief(&self.moment))).ok()?
    }

    /// What somebody elsewhere has found; see [`Question::heed`].
    pub fn heed(&mut self, found: &Value) -> bool {
        guarded(|| Ok(self.mind.heed(&self.moment, found))).unwrap_or(false)
    }

    /// Who gives it.
    pub fn level(&self) -> &str {
        &self.level
    }

    /// Thinks about it until the flag is raised, or for as long as it takes.
    pub fn decide(mut self, room: &Room, stop: Arc<AtomicBool>) -> Result<Map<String, Value>, Refusal> {
        self.mind.stop_flag(stop);
        let action = guarded(|| self.mind.decide(&self.moment))?;
        let inner = room.inner()?;
        let Some(game) = inner.as_ref().filter(|game| game.kept == self.kept) else {
            return Err(Refusal::because("the position has changed meanwhile"));
        };
        guarded(|| Ok(advice(game.table.as_ref(), self.described, &self.level, &action, self.mind.estimate())))
    }
}

impl Room {
    /// Whether computers play each other here.
    pub fn film(&self) -> bool {
        self.card.seats.iter().all(|s| matches!(s, Sitter::Computer { .. }))
    }

    /// Somebody will see to the computers until he leaves them alone. `false` if somebody does already.
    pub fn attend(&self) -> bool {
        !self.minds.attended.swap(true, Ordering::AcqRel)
    }

    /// Nobody sees to the computers any more.
    pub fn leave_alone(&self) {
        self.minds.attended.store(false, Ordering::Release);
    }

    /// Whether somebody sees to the computers now.
    pub fn attended(&self) -> bool {
        self.minds.attended.load(Ordering::Acquire)
    }

    /// Somebody thinks from now on, or nobody does any more.
    pub fn report_thinking(&self, report: Option<Report>) {
        *lock(&self.minds.thinking) = report;
    }

    /// Tells everybody who thinks, or that nobody does.
    pub fn tell_thinking(&self) {
        let thinking = json!({ "thinking": self.minds.thinking() });
        lock(&self.ears).tell_some(|seat| !self.late(seat), &thinking);
    }

    /// Whether no computer plays here, nor can one be asked to stand in.
    fn only_people(&self) -> bool {
        self.host.is_none() && !self.card.seats.iter().any(|sitter| matches!(sitter, Sitter::Computer { .. }))
    }

    /// Which computer is asked now.
    pub(crate) fn asked(&self, inner: &Inner) -> Option<(Side, String)> {
        if self.only_people() || inner.is_closed() || self.scripted(inner.table.as_ref()) {
            return None;
        }
        Side::BOTH.into_iter().filter(|s| inner.asks(*s)).find_map(|side| match &self.card.seats[side.index()] {
            Sitter::Computer { level } => Some((side, level.clone())),
            _ => Some((side, self.host.as_ref()?.stands_in(&self.card.id, side)?)),
        })
    }

    /// Whether a computer is asked.
    pub fn waits_for_computer(&self) -> bool {
        self.inner().is_ok_and(|inner| inner.as_ref().is_some_and(|inner| self.asked(inner).is_some()))
    }

    /// Throws dice left over, or says which computer must decide about what.
    pub fn next(&self) -> Result<Next, Refusal> {
        let mut inner = self.inner()?;
        let Some(game) = inner.as_mut().filter(|game| !game.is_closed()) else { return Ok(Next::Rest) };
        let since = game.table.length();
        self.go_on(game)?;
        let entries = game.written(since);
        if !entries.is_empty() {
            let game = self.keep(&mut inner, entries, false)?;
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
        Ok(Next::Think(Question { side, level, moment, mind, kept: game.kept, stop: Arc::clone(&self.minds.stop) }))
    }

    fn hire(&self, table: &dyn Table, level: &str) -> Result<Box<dyn Thinker>, Refusal> {
        // A level that is no longer there gives way to a simple one.
        let simple = self.kind.players().first().copied().unwrap_or("random");
        let mut mind = table.hire(level, tokens::word()).or_else(|_| table.hire(simple, tokens::word()))?;
        mind.stop_flag(Arc::clone(&self.minds.stop));
        Ok(mind)
    }

    /// Does what a computer decided, if the position is still the same.
    pub fn carry_out(self: &Arc<Self>, decided: Decided) -> Result<(), Refusal> {
        let Decided { side, action, intent, mind, kept } = decided;
        let mut inner = self.inner()?;
        let Some(game) = inner.as_mut().filter(|game| game.kept == kept) else { return Ok(()) };
        let since = game.table.length();
        let done = action.and_then(|action| guarded(|| game.table.apply(side.into(), &action)));
        match done {
            Ok(_) => {
                // Where something is hidden, what a computer means to do would name it.
                let meant = intent.filter(|_| !game.table.secrets());
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
        self.go_on(game)?;
        let entries = game.written(since);
        let game = self.keep(&mut inner, entries, false)?;
        self.tell(game, since);
        drop(inner);
        self.moved();
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
    pub fn tell_remarks(&self) {
        for side in Side::BOTH {
            let meant = lock(&self.minds.remarks)[side.index()].take();
            self.remark(side, meant);
        }
    }

    fn remark(&self, side: Side, meant: Option<String>) {
        if let Some(text) = meant {
            lock(&self.ears).tell_some(|seat| !self.late(seat), &json!({ "remark": { "side": side, "text": text } }));
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
        // The command line knows more names, such as `nodes:5000`: they would let a stranger think for as long as he likes.
        let players = self.kind.players();
        if !players.contains(&level) {
            return Err(field("level", format!("who gives advice is one of {}", players.join(", "))));
        }
        let number = |name: &str| match given(name) {
            None => Ok(None),
            Some(n) => n.as_u64().map(Some).ok_or_else(|| field(name, "a whole number from 0 is wanted")),
        };
        let ms = number("ms")?;
        if given("as").is_some_and(|a| *a != json!(seat)) {
            return Err(field("as", "you sit in one seat only"));
        }
        let seed = number("seed")?;
        let inner = self.inner()?;
        let game = inner.as_ref().ok_or_else(|| Refusal::because("this table is gone"))?;
        let moment = game.table.moment(seat)?;
        let mind = game.table.hire(level, seed.unwrap_or(game.table.length() as u64))?;
        let described = describes(request)?.then_some(seat);
        Ok(Advice { ms, level: level.into(), moment, mind, kept: game.kept, described })
    }
}
