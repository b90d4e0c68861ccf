//! What those in the seats ask for: each request answered over the game, and what it adds kept before anybody hears of it.

use super::{Inner, LOG_PAGE, LONGEST_JOURNAL, OVERTAKEN, Room, field, gone, guarded, in_words};
use crate::card::{Placing, Sitter};
use crate::lock;
use crate::news::told;
use crate::nodes::{Unwritten, decided};
use crate::record::{seal, throw};
use crate::standard::{self, Standard};
use crate::store::Unkept;
use engine::contract::Op;
use engine::protocol::{at_table, operation};
use engine::table::Refusal;
use engine::{Seat, Side};
use serde_json::{Map, Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// What came of a request, and what it adds to the journal.
pub(crate) struct Done {
    pub(crate) answer: Map<String, Value>,
    entries: Vec<Value>,
}

fn into_map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

impl Room {
    /// The seat whose eyes a request may use.
    pub(crate) fn eyes(&self, inner: &Inner, op: Op, seat: Seat, request: &Map<String, Value>) -> Result<Seat, Refusal> {
        let Some(wanted) = request.get("as").filter(|a| !a.is_null()) else { return Ok(seat) };
        match wanted.as_str().and_then(Seat::from_id) {
            Some(wanted) if wanted == seat => Ok(seat),
            // After the end nothing is hidden any more.
            Some(wanted) if matches!(op, Op::Replay | Op::View | Op::Log) && inner.table.outcome().is_some() => Ok(wanted),
            _ => Err(field("as", "you sit in one seat only")),
        }
    }

    /// Answers one request of a seat. Where another node was faster, those who listen here are told what it wrote, and the request is
    /// answered over the new position.
    pub fn answer(self: &Arc<Self>, seat: Seat, request: &Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
        // Whoever comes from another node may know more than this one.
        if request.get("at").and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok()).is_some_and(|at| self.is_behind(at)) {
            let _ = self.catch_up();
        }
        for _ in 0..OVERTAKEN {
            let known = lock(&self.inner).as_ref().map(|game| game.kept);
            match self.try_answer(seat, request) {
                Err(Unwritten::Overtaken) => {
                    self.show_anew()?;
                    // Whoever sits in this seat has decided meanwhile, by way of another node: he has not decided twice.
                    if known.is_none_or(|known| self.has_decided(seat, known)) {
                        break;
                    }
                }
                answered => return Ok(answered?),
            }
        }
        Err(Unwritten::Overtaken.into())
    }

    /// Answers what is asked again and again while somebody ponders, if that can be done at once: nobody need be called to wait for it.
    pub fn glance(self: &Arc<Self>, seat: Seat, request: &Map<String, Value>) -> Option<Result<Map<String, Value>, Refusal>> {
        let quick = [Op::Actor, Op::Subjects, Op::Legal, Op::Why, Op::Meant, Op::Preview, Op::Sight, Op::Outcome];
        if self.late(seat) || request.contains_key("at") || !operation(request).is_ok_and(|op| quick.contains(&op)) {
            return None;
        }
        let free = self.inner.try_lock().is_ok_and(|inner| inner.is_some());
        free.then(|| self.answer(seat, request))
    }

    fn try_answer(self: &Arc<Self>, seat: Seat, request: &Map<String, Value>) -> Result<Map<String, Value>, Unwritten> {
        let op = operation(request)?;
        if op == Op::Analyse {
            return Ok(self.analyse(seat, request)?);
        }
        if self.late(seat) {
            return self.answer_late(op, seat, request);
        }
        if op == Op::Roll && request.get("dice").is_some_and(|d| !d.is_null()) {
            return Err(field("dice", "the table throws its own dice").into());
        }
        let result = {
            let mut inner = self.inner()?;
            let game = inner.as_mut().ok_or_else(gone)?;
            let seat = self.eyes(game, op, seat, request)?;
            let since = game.table.length();
            let result = match catch_unwind(AssertUnwindSafe(|| self.operate(game, op, seat, request))) {
                Ok(result) => result,
                Err(_) => {
                    // Made anew from what is kept when somebody asks again.
                    *inner = None;
                    let fault = "this request met a fault of the program, please report it; nothing was changed";
                    return Err(Refusal::because(fault).into());
                }
            };
            match result {
                Ok(mut done) if !done.entries.is_empty() => {
                    let entries = std::mem::take(&mut done.entries);
                    let game = self.keep(&mut inner, entries, true)?;
                    // Whoever thinks about the old position thinks in vain.
                    self.minds.stop();
                    if matches!(op, Op::Undo | Op::Redo) {
                        self.minds.dismiss();
                    }
                    if op == Op::Reopen {
                        lock(&self.ears).tell_all(&json!({ "closed": null }));
                    }
                    self.tell(game, since);
                    // Whatever dice there were have been thrown: nobody else has to be woken.
                    let wakes = self.asked(game).is_some();
                    Ok((done, Some(wakes)))
                }
                other => other.map(|done| (done, None)),
            }
        };
        let (done, changed) = result?;
        if let Some(wakes) = changed {
            if wakes {
                self.settle();
            }
            self.moved();
        }
        Ok(done.answer)
    }

    /// Keeps entries, of which a person has decided something or not. If that fails, the game is forgotten, and made anew from what is
    /// kept.
    pub(crate) fn keep<'a>(&self, inner: &'a mut Option<Inner>, mut entries: Vec<Value>, person: bool) -> Result<&'a Inner, Unwritten> {
        let game = inner.as_mut().ok_or_else(gone)?;
        seal(&mut entries, game.table.as_ref());
        self.date(&mut entries);
        let count = entries.len();
        if let Err(error) = self.store.append(&self.card.id, game.kept, entries, person) {
            *inner = None;
            return Err(match error {
                Unkept::Overtaken => Unwritten::Overtaken,
                fault => Unwritten::Refused(in_words(&fault)),
            });
        }
        let game = inner.as_mut().ok_or_else(gone)?;
        game.kept += count;
        Ok(game)
    }

    pub(crate) fn operate(&self, game: &mut Inner, op: Op, seat: Seat, request: &Map<String, Value>) -> Result<Done, Refusal> {
        let quiet = |answer: Map<String, Value>| Ok(Done { answer, entries: Vec::new() });
        let changes = matches!(op, Op::Apply | Op::Undo | Op::Redo | Op::Resign | Op::Roll);
        if let Some((because, _)) = game.closed.as_ref().filter(|_| changes) {
            return Err(Refusal::because(because));
        }
        if let Some(because) = self.host.as_ref().filter(|_| changes).and_then(|host| host.hold(&self.card.id)) {
            return Err(Refusal::because(because));
        }
        if let Some(at) = request.get("at").filter(|at| changes && !at.is_null()) {
            let at = at.as_u64().and_then(|at| usize::try_from(at).ok()).ok_or_else(|| field("at", "a whole number from 0 is wanted"))?;
            if at < game.table.length() && decided(&game.table.entries(at), seat) {
                return Err(field("at", "you have decided something else at this table meanwhile: look again"));
            }
        }
        self.taught(game.table.as_ref(), op, request)?;
        let mut request = request.clone();
        request.insert("as".into(), json!(seat));
        let since = game.table.length();
        match op {
            Op::Log => {
                let count = request.get("count").unwrap_or(&Value::Null);
                // What is no number at all is refused at the table.
                if count.is_null() || count.as_u64().is_some_and(|count| count > LOG_PAGE) {
                    request.insert("count".into(), json!(LOG_PAGE));
                }
                return quiet(at_table(game.table.as_mut(), op, seat, &request)?);
            }
            Op::Undo if game.just_dealt() => return Err(Refusal::because("the standard set-up was dealt: it cannot be taken back")),
            Op::Undo if since >= LONGEST_JOURNAL => {
                return Err(Refusal::because("so much was taken back in this game that nothing can be any more"));
            }
            Op::Apply | Op::Undo | Op::Redo | Op::Resign => {}
            Op::Roll => {
                self.go_on(game)?;
                let entries = game.written(since);
                if entries.is_empty() {
                    return Err(Refusal::because("no dice are asked for now"));
                }
                let table = game.table.as_ref();
                let answer = json!({ "events": told(table, seat, since), "next": table.actor(seat) });
                return Ok(Done { answer: into_map(answer), entries });
            }
            Op::Reopen => {
                if seat.side().is_none() {
                    return Err(Refusal::because("a spectator has no say"));
                }
                let (_, from) = game.closed.take().ok_or_else(|| Refusal::because("this table is open"))?;
                let cut = json!({ "cut": from, "fingerprint": game.table.fingerprint() });
                return Ok(Done { answer: into_map(json!(game.table.actor(seat))), entries: vec![cut] });
            }
            // Where nobody else sits, nothing is told to an enemy.
            Op::Save | Op::Hash if self.alone() && seat != Seat::Spectator => {
                return quiet(at_table(game.table.as_mut(), op, Seat::Referee, &request)?);
            }
            Op::Coach => {
                let remark = school::coach::remark(game.table.as_ref(), seat)?;
                return quiet(into_map(json!({ "coach": remark })));
            }
            // Thinking takes its time: it is done away from the table.
            Op::Go | Op::Stop => return Err(field("op", "a seat asks for that on its own line")),
            Op::Meant => {
                let answer = at_table(game.table.as_mut(), op, seat, &request)?;
                return quiet(self.explained(game.table.as_ref(), &request, answer));
            }
            _ => return quiet(at_table(game.table.as_mut(), op, seat, &request)?),
        }
        let mut answer = match (op, request.get("action")) {
            // What it comes to is told below, with the dice that were thrown for it.
            (Op::Apply, Some(action)) => {
                game.table.apply(seat, action)?;
                Map::new()
            }
            _ => at_table(game.table.as_mut(), op, seat, &request)?,
        };
        self.go_on(game)?;
        let table = game.table.as_ref();
        if matches!(op, Op::Apply | Op::Redo) {
            answer.insert("events".into(), json!(told(table, seat, since)));
            answer.insert("next".into(), json!(table.actor(seat)));
        }
        Ok(Done { answer, entries: game.written(since) })
    }

    /// Throws the dice and sets up whoever wants that done for him, until somebody has to decide.
    pub(crate) fn go_on(&self, game: &mut Inner) -> Result<(), Refusal> {
        if self.follow_script(game)? {
            return Ok(());
        }
        loop {
            throw(game.table.as_mut())?;
            let Some((side, action)) = self.to_be_dealt(game) else { return Ok(()) };
            let number = game.table.length();
            game.table.apply(side.into(), &action)?;
            game.dealt.push(number);
        }
    }

    /// What the standard set-up asks for now, if a person is to be set up.
    fn to_be_dealt(&self, game: &mut Inner) -> Option<(Side, Value)> {
        if self.card.set_up == Placing::Own || game.set_up || game.is_closed() {
            return None;
        }
        let person = |side: &Side| !matches!(self.card.seats[side.index()], Sitter::Computer { .. });
        for side in Side::BOTH.into_iter().filter(person).filter(|side| game.asks(*side)).collect::<Vec<_>>() {
            match standard::next(game.table.as_ref(), side, &game.dealt) {
                Standard::Do(action) => return Some((side, action)),
                Standard::Ask => {}
                Standard::Over => game.set_up = true,
            }
        }
        None
    }

    /// The first thing at a new table: whatever nobody need be asked for.
    pub(crate) fn begin(&self) -> Result<(), Refusal> {
        let mut inner = self.inner()?;
        let game = inner.as_mut().ok_or_else(gone)?;
        let since = game.table.length();
        let entries = guarded(|| {
            self.go_on(game)?;
            Ok(game.written(since))
        });
        match entries {
            Ok(entries) if entries.is_empty() => Ok(()),
            Ok(entries) => Ok(self.keep(&mut inner, entries, false).map(drop)?),
            Err(refusal) => {
                *inner = None;
                Err(refusal)
            }
        }
    }
}
