//! What each seat may ask of a game in progress, and what it is answered.

use super::replay::{Frame, PhaseMark, Timeline};
use super::thinker::{Hired, Moment, MomentOf, Thinker};
use super::{Logged, Refusal, Seated, Table};
use crate::journal::Entry;
use crate::{Actor, BadField, Catalogue, Dice, Game, Lot, Seat, SetUp, Side, Told, View};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::Arc;

impl<G: Game> Seated<G> {
    /// Actions with labels, targets and notes for a seat.
    fn described(&self, seat: Seat, actions: Vec<G::Action>) -> Vec<Value> {
        let sight = self.game.sight(&self.state, seat);
        let described = |action: G::Action| {
            let mut value = json!(self.game.describe(&sight, action));
            value["action"] = self.game.write_action(action);
            value
        };
        actions.into_iter().map(described).collect()
    }

    fn seat_of(&self, seat: Seat, side: Side) -> Seat {
        if seat == Seat::Referee { side.into() } else { seat }
    }

    fn told(&self, events: &[G::Event], seat: Seat) -> Vec<Told> {
        events.iter().filter_map(|e| self.game.tell(e, seat)).collect()
    }
}

impl<G: Game> Table for Seated<G> {
    fn catalogue(&self) -> &'static Catalogue {
        G::catalogue()
    }

    fn setup(&self) -> &SetUp {
        self.game.setup()
    }

    fn actor(&self, seat: Seat) -> Value {
        let sight = self.game.sight(&self.state, seat);
        let prompt = self.game.prompt(&sight);
        if self.resigned.is_some() {
            return json!({ "actor": "over", "prompt": "The game is over.", "outcome": self.outcome() });
        }
        let mut answer = match self.game.actor(&self.state) {
            Actor::Side(side) => json!({ "actor": side.id(), "prompt": prompt }),
            Actor::Sealed(awaited) => {
                let sides: Vec<&str> = Side::BOTH.into_iter().filter(|s| awaited[s.index()]).map(Side::id).collect();
                json!({ "actor": "both", "awaited": sides, "prompt": prompt })
            }
            Actor::Chance(chance) => {
                let lot = match chance.lot {
                    Lot::Dice { count, sides } => json!({ "dice": count, "sides": sides, "rule": chance.rule }),
                    Lot::Draw { from, count } => json!({ "draw": count, "from": from, "rule": chance.rule }),
                };
                // How many are drawn from how many may itself be a secret.
                let open = chance.only.is_none_or(|side| seat.sees_for(side));
                if open {
                    json!({ "actor": "chance", "chance": lot, "prompt": prompt })
                } else {
                    json!({ "actor": "chance", "prompt": prompt })
                }
            }
            Actor::Over(_) => json!({ "actor": "over", "prompt": prompt, "outcome": self.outcome() }),
        };
        if seat.side().is_some_and(|side| !self.asides(side).is_empty()) {
            answer["asides"] = json!(true);
        }
        answer
    }

    fn subjects(&self, seat: Seat) -> Result<Vec<Value>, Refusal> {
        let side = self.acting(seat)?;
        let sight = self.game.sight(&self.state, self.seat_of(seat, side));
        let mut subjects = Vec::new();
        self.game.subjects(&self.state, side, &mut subjects);
        Ok(subjects
            .into_iter()
            .map(|s| {
                let mut value = json!(self.game.describe_subject(&sight, s));
                value["subject"] = self.game.write_subject(s);
                value
            })
            .collect())
    }

    fn legal(&self, seat: Seat, subject: Option<&Value>, described: bool) -> Result<Vec<Value>, Refusal> {
        let mut actions = Vec::new();
        let side = match self.acting(seat) {
            Ok(side) => {
                let mut subjects = Vec::new();
                self.game.subjects(&self.state, side, &mut subjects);
                if let Some(value) = subject {
                    let wanted = self.game.read_subject(value).map_err(|e| e.within("subject"))?;
                    subjects.retain(|s| *s == wanted);
                }
                subjects.into_iter().for_each(|s| self.game.options(&self.state, side, s, &mut actions));
                if subject.is_none() {
                    actions.extend(self.asides(side));
                }
                side
            }
            Err(refusal) => {
                let side = seat.side().filter(|_| subject.is_none() && self.going_on().is_ok()).ok_or(refusal)?;
                actions = self.asides(side);
                side
            }
        };
        // Several subjects may come to the same, and a right out of turn may be listed for whoever has it in turn too.
        let mut seen = HashSet::new();
        actions.retain(|action| seen.insert(*action));
        if !described {
            return Ok(actions.into_iter().map(|a| self.game.write_action(a)).collect());
        }
        Ok(self.described(self.seat_of(seat, side), actions))
    }

    fn out_of_turn(&self, seat: Seat) -> Vec<Value> {
        match seat.side().map(|side| self.asides(side)) {
            Some(actions) if !actions.is_empty() => self.described(seat, actions),
            _ => Vec::new(),
        }
    }

    fn fire_from(&self, seat: Seat, hex: &str) -> Result<Option<Vec<String>>, Refusal> {
        Ok(self.game.fire_from(&self.game.sight(&self.state, seat), hex)?)
    }

    fn why(&self, seat: Seat, action: &Value) -> Result<(), Refusal> {
        let action = self.game.read_action(action).map_err(|e| e.within("action"))?;
        let side = self.doing(seat, action)?;
        Ok(self.game.check(&self.state, side, action)?)
    }

    fn apply(&mut self, seat: Seat, action: &Value) -> Result<Vec<Told>, Refusal> {
        let action = self.game.read_action(action).map_err(|e| e.within("action"))?;
        let side = self.doing(seat, action)?;
        let events = self.act(side, action)?;
        Ok(self.told(&events, seat))
    }

    fn roll(&mut self, seat: Seat, values: Option<&[u8]>) -> Result<Vec<Told>, Refusal> {
        match seat {
            Seat::Spectator => return Err(Refusal::because("a spectator has no say")),
            Seat::Union | Seat::Confederate if values.is_some() => {
                return Err(BadField::new("dice", "only the referee may choose the dice").into());
            }
            _ => {}
        }
        let events = self.answer(values)?;
        Ok(self.told(&events, seat))
    }

    fn log(&self, seat: Seat, since: usize) -> Vec<Logged> {
        let mut in_force = vec![false; self.journal.len()];
        self.live.iter().for_each(|live| in_force[live.number] = true);
        let logged = |(entry, what): (usize, &Entry<G::Action>)| {
            let told = self.told(&self.events[entry], seat);
            match what {
                Entry::Act(side, _) => Logged { entry, by: Some(*side), taken_back: !in_force[entry], told },
                Entry::Roll(_) => Logged { entry, by: None, taken_back: !in_force[entry], told },
                Entry::Rewind(_) => {
                    Logged { entry, by: None, taken_back: false, told: vec![Told::new("rewind", "The last decision is taken back.")] }
                }
                Entry::Resign(side) => {
                    let text = format!("The {side} side resigns.");
                    Logged { entry, by: Some(*side), taken_back: false, told: vec![Told::new("resign", text)] }
                }
            }
        };
        self.journal.iter().enumerate().skip(since).map(logged).collect()
    }

    fn view(&self, seat: Seat) -> View {
        self.game.view(&self.game.sight(&self.state, seat))
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.may_undo(seat)?;
        self.take_back(self.live.len() - 1);
        Ok(())
    }

    fn may_undo(&self, seat: Seat) -> Result<(), Refusal> {
        self.going_on()?;
        if seat == Seat::Spectator {
            return Err(Refusal::because("a spectator has no say"));
        }
        let Some(last) = self.live.last() else {
            return Err(Refusal::because("there is nothing to take back"));
        };
        match &last.entry {
            Entry::Roll(_) => Err(Refusal::because("a die has been thrown: it cannot be taken back")),
            Entry::Act(side, _) if seat.side().is_some_and(|s| s != *side) => {
                Err(Refusal::because(format!("the last decision was the {side} side's, not yours to take back")))
            }
            Entry::Act(side, _) if last.taught[side.index()] => Err(Refusal::because("something hidden was seen: it cannot be taken back")),
            _ => Ok(()),
        }
    }

    fn redo(&mut self, seat: Seat) -> Result<Vec<Told>, Refusal> {
        let action = self.may_redo(seat)?;
        self.apply(seat, &action)
    }

    fn may_redo(&self, seat: Seat) -> Result<Value, Refusal> {
        self.going_on()?;
        if seat == Seat::Spectator {
            return Err(Refusal::because("a spectator has no say"));
        }
        match self.undone.last() {
            None => Err(Refusal::because("there is nothing to do again")),
            Some((side, _)) if seat.side().is_some_and(|s| s != *side) => {
                Err(Refusal::because(format!("what was taken back was the {side} side's, not yours to do again")))
            }
            Some((_, action)) => Ok(self.game.write_action(*action)),
        }
    }

    fn timeline(&self, seat: Seat) -> Timeline {
        let mark = |(step, state): &(usize, G::State)| {
            let view = self.game.view(&self.game.sight(state, seat));
            PhaseMark { step: *step, turn: view.turn, turn_label: view.turn_label, phase: view.phase, active: view.active }
        };
        Timeline {
            steps: self.live.len(),
            phases: self.positions.iter().map(mark).collect(),
            entries: self.live.iter().map(|live| live.number).collect(),
        }
    }

    fn frames(&self, seat: Seat, step: usize, count: usize) -> Result<Vec<Frame>, Refusal> {
        self.within(step)?;
        let mut state = self.state_at(step);
        let mut frames = Vec::new();
        for step in (step..=self.live.len()).take(count) {
            if !frames.is_empty() {
                self.replay(&mut state, &self.live[step - 1]);
            }
            let led = step.checked_sub(1).map(|i| &self.live[i]);
            let by = match led.map(|live| &live.entry) {
                Some(Entry::Act(side, _)) => Some(*side),
                _ => None,
            };
            frames.push(Frame {
                step,
                entry: led.map(|live| live.number),
                by,
                told: led.map_or(Vec::new(), |live| self.told(&self.events[live.number], seat)),
                view: self.game.view(&self.game.sight(&state, seat)),
            });
        }
        Ok(frames)
    }

    fn branch(&self, step: usize) -> Result<Value, Refusal> {
        self.within(step)?;
        let entries = self.live[..step].iter().map(|live| live.entry.write(|a| self.game.write_action(a))).collect();
        Ok(self.write_save(&self.state_at(step), entries, self.write_positions_to(step)))
    }

    fn secrets(&self) -> bool {
        self.game.secrets()
    }

    fn fingerprint(&self) -> String {
        format!("{:016x}", self.game.fingerprint())
    }

    fn resign(&mut self, side: Side) -> Result<(), Refusal> {
        self.going_on()?;
        self.resigned = Some(side);
        self.journal.push(Entry::Resign(side));
        self.events.push(Vec::new());
        Ok(())
    }

    fn entries(&self, since: usize) -> Vec<Value> {
        self.write_entries(since)
    }

    fn follow(&mut self, entry: &Value) -> Result<(), Refusal> {
        Ok(self.follow_entry(entry)?)
    }

    fn save(&self) -> Value {
        self.write_save(&self.state, self.write_entries(0), self.write_positions())
    }

    fn hash(&self) -> u64 {
        self.game.hash(&self.state)
    }

    fn outcome(&self) -> Option<Value> {
        if let Some(side) = self.resigned {
            return Some(json!({ "winner": side.enemy().id(), "level": 0, "text": format!("The {side} side resigned.") }));
        }
        match self.game.actor(&self.state) {
            Actor::Over(verdict) => Some(json!({
                "winner": verdict.winner.map_or("draw", Side::id),
                "level": verdict.level,
                "text": self.game.verdict_words(&self.state, verdict),
            })),
            _ => None,
        }
    }

    fn hire(&self, player: &str, seed: u64) -> Result<Box<dyn Thinker>, Refusal> {
        let hired = self.roster.find(player, seed).map_err(|because| BadField::new("level", because))?;
        Ok(Box::new(Hired(hired)))
    }

    fn moment(&self, seat: Seat) -> Result<Moment, Refusal> {
        let side = self.acting(seat)?;
        Ok(Moment(Box::new(MomentOf { game: Arc::clone(&self.game), state: self.state.clone(), side })))
    }

    fn length(&self) -> usize {
        self.journal.len()
    }

    fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }

    fn restore(&mut self) {
        self.rewind(self.live.len());
    }
}
