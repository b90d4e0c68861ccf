//! What each seat may ask of a game in progress, and what it is answered.

use super::replay::{Frame, PhaseMark, Timeline};
use super::thinker::{Hired, Moment, MomentOf, Thinker};
use super::{Logged, Refusal, Seated, Table};
use crate::contract::{Able, Asked, Asks, Choice, Meant, Outcome, Thrown};
use crate::journal::Entry;
use crate::words::{BattleView, EventKind, Rolled, Target};
use crate::{Actor, BadField, Catalogue, Dice, Draw, Game, LogEntry, Seat, SetUp, Side, View};
use serde_json::Value;
use std::collections::HashSet;
use std::sync::Arc;

/// So many choices of a subject come with it: on the map one click asks for more, a button has nobody to ask.
const FEW_ON_THE_MAP: usize = 4;
const FEW_BESIDE_IT: usize = 60;

impl<G: Game> Seated<G> {
    /// Actions with labels, targets and notes, for what a seat knows.
    pub(super) fn described(&self, known: &G::Knowledge, actions: Vec<G::Action>) -> Vec<Choice> {
        actions.into_iter().map(|a| Choice { shown: self.game.describe(known, a), action: self.game.write_action(a) }).collect()
    }

    /// What a seat can do, by one subject or by all, each once; and the side that would do it.
    fn listed(&self, seat: Seat, subject: Option<&Value>) -> Result<(Side, Vec<G::Action>), Refusal> {
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
        Ok((side, actions))
    }

    pub(super) fn seat_of(&self, seat: Seat, side: Side) -> Seat {
        if seat == Seat::Referee { side.into() } else { seat }
    }

    fn told(&self, events: &[G::Event], seat: Seat) -> Vec<LogEntry> {
        events.iter().filter_map(|e| self.game.tell(e, seat)).collect()
    }

    /// Until a battle is over it is shown as it was when its dice were thrown, with the dice; so it stood after so many steps.
    fn show_dice(&self, view: &mut View, seat: Seat, steps: usize) {
        if view.battle.is_none() {
            return;
        }
        for at in (0..steps).rev() {
            for told in self.told(&self.events[self.live[at].number], seat).into_iter().rev() {
                match told.kind {
                    EventKind::Battle | EventKind::Fire | EventKind::Phase | EventKind::Turn => return,
                    _ if told.dice.is_empty() => {}
                    _ => {
                        let seen = |step: usize| self.game.view(&self.game.knowledge(&self.state_at(step), seat)).battle;
                        let mut thrown = seen(at);
                        // A game may know no more than the column once the battle is joined: what made it stood there before.
                        if let Some(thrown) = thrown.as_mut().filter(|battle| battle.attack.is_none())
                            && let Some(draft) = at.checked_sub(1).and_then(seen).filter(|draft| draft.is_same(thrown))
                        {
                            (thrown.attack, thrown.defence, thrown.modifiers) = (draft.attack, draft.defence, draft.modifiers);
                        }
                        // Those of a battle that is over are no dice of the next one.
                        if let (Some(thrown), Some(now)) = (&thrown, &view.battle)
                            && !thrown.is_same(now)
                        {
                            return;
                        }
                        view.battle = thrown.or(view.battle.take());
                        if let Some(battle) = &mut view.battle {
                            // Whoever is no longer known since then is not named again.
                            let seen = |id: &String| view.pieces.iter().any(|p| p.id == *id);
                            battle.attackers.retain(seen);
                            battle.defenders.retain(seen);
                            battle.rolled = Some(Rolled { dice: told.dice, text: told.text });
                        }
                        return;
                    }
                }
            }
        }
    }
}

impl<G: Game> Table for Seated<G> {
    fn catalogue(&self) -> &'static Catalogue {
        G::catalogue()
    }

    fn setup(&self) -> &SetUp {
        self.game.setup()
    }

    fn actor(&self, seat: Seat) -> Asked {
        if self.resigned.is_some() {
            return Asked { outcome: self.outcome(), ..Asked::new(Asks::Over, "The game is over.") };
        }
        let known = self.game.knowledge(&self.state, seat);
        let prompt = self.game.prompt(&known);
        let mut asked = match self.game.actor(&self.state) {
            Actor::Side(side) => Asked { quota: self.game.quota(&known), ..Asked::new(side.into(), prompt) },
            Actor::Sealed(awaited) => {
                let sides = Side::BOTH.into_iter().filter(|s| awaited[s.index()]).collect();
                Asked { awaited: Some(sides), ..Asked::new(Asks::Both, prompt) }
            }
            Actor::Chance(chance) => {
                let thrown = match chance.draw {
                    Draw::Dice { count, sides } => Thrown::Dice { dice: count, sides, rule: chance.rule },
                    Draw::Cup { from, count } => Thrown::Draw { draw: count, from, rule: chance.rule },
                };
                // How many are drawn from how many may itself be a secret.
                let open = chance.only.is_none_or(|side| seat.sees_for(side));
                Asked { chance: open.then_some(thrown), ..Asked::new(Asks::Chance, prompt) }
            }
            Actor::Over(_) => Asked { outcome: self.outcome(), ..Asked::new(Asks::Over, prompt) },
        };
        asked.asides = seat.side().is_some_and(|side| !self.asides(side).is_empty());
        asked
    }

    fn subjects(&self, seat: Seat) -> Result<Vec<Able>, Refusal> {
        let side = self.acting(seat)?;
        let known = self.game.knowledge(&self.state, self.seat_of(seat, side));
        let mut subjects = Vec::new();
        self.game.subjects(&self.state, side, &mut subjects);
        let mut actions = Vec::new();
        let able = |subject: G::Subject| {
            let mut shown = self.game.describe_subject(&known, subject);
            actions.clear();
            self.game.options(&self.state, side, subject, &mut actions);
            let on_map = matches!(shown.target, Target::Piece(_) | Target::Hex(_) | Target::Hexside(..));
            let little = actions.len() <= if on_map { FEW_ON_THE_MAP } else { FEW_BESIDE_IT };
            let choices = little.then(|| self.described(&known, actions.clone()));
            // What can do but one kind of thing is for that.
            if let Some([first, others @ ..]) = choices.as_deref()
                && others.iter().all(|c| c.shown.role == first.shown.role)
            {
                shown.role = first.shown.role;
            }
            Able { shown, subject: self.game.write_subject(subject), choices }
        };
        Ok(subjects.into_iter().map(able).collect())
    }

    fn legal(&self, seat: Seat, subject: Option<&Value>) -> Result<Vec<Value>, Refusal> {
        let (_, actions) = self.listed(seat, subject)?;
        Ok(actions.into_iter().map(|a| self.game.write_action(a)).collect())
    }

    fn choices(&self, seat: Seat, subject: Option<&Value>) -> Result<Vec<Choice>, Refusal> {
        let (side, actions) = self.listed(seat, subject)?;
        Ok(self.described(&self.game.knowledge(&self.state, self.seat_of(seat, side)), actions))
    }

    fn out_of_turn(&self, seat: Seat) -> Vec<Choice> {
        match seat.side().map(|side| self.asides(side)) {
            Some(actions) if !actions.is_empty() => self.described(&self.game.knowledge(&self.state, seat), actions),
            _ => Vec::new(),
        }
    }

    fn meant(&self, seat: Seat, pieces: &[String], via: &[String], to: Option<&str>) -> Result<Meant, Refusal> {
        self.what_is_meant(seat, pieces, via, to)
    }

    fn preview(&self, seat: Seat, action: &Value) -> Result<Option<BattleView>, Refusal> {
        let action = self.game.read_action(action).map_err(|e| e.within("action"))?;
        let side = self.doing(seat, action)?;
        self.game.check(&self.state, side, action)?;
        Ok(self.game.preview(&self.game.knowledge(&self.state, self.seat_of(seat, side)), action))
    }

    fn fire_from(&self, seat: Seat, hex: &str) -> Result<Option<Vec<String>>, Refusal> {
        Ok(self.game.fire_from(&self.game.knowledge(&self.state, seat), hex)?)
    }

    fn lines_of_fire(&self) -> bool {
        // A game that has lines of fire says of a hex without a name that there is none such.
        self.game.fire_from(&self.game.knowledge(&self.state, Seat::Spectator), "").is_err()
    }

    fn why(&self, seat: Seat, action: &Value) -> Result<(), Refusal> {
        let action = self.game.read_action(action).map_err(|e| e.within("action"))?;
        let side = self.doing(seat, action)?;
        Ok(self.game.check(&self.state, side, action)?)
    }

    fn apply(&mut self, seat: Seat, action: &Value) -> Result<Vec<LogEntry>, Refusal> {
        let action = self.game.read_action(action).map_err(|e| e.within("action"))?;
        let side = self.doing(seat, action)?;
        let events = self.act(side, action)?;
        Ok(self.told(&events, seat))
    }

    fn roll(&mut self, seat: Seat, values: Option<&[u8]>) -> Result<Vec<LogEntry>, Refusal> {
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

    fn page(&self, seat: Seat, since: usize, count: usize) -> Vec<Logged> {
        let mut in_force = vec![false; self.journal.len()];
        self.live.iter().for_each(|live| in_force[live.number] = true);
        let logged = |(entry, what): (usize, &Entry<G::Action>)| {
            let told = self.told(&self.events[entry], seat);
            match what {
                Entry::Act(side, _) => Logged { entry, by: Some(*side), taken_back: !in_force[entry], told },
                Entry::Roll(_) => Logged { entry, by: None, taken_back: !in_force[entry], told },
                Entry::Rewind(_) => Logged {
                    entry,
                    by: None,
                    taken_back: false,
                    told: vec![LogEntry::new(EventKind::Rewind, "The last decision is taken back.")],
                },
                Entry::Resign(side) => {
                    let text = format!("The {side} side resigns.");
                    Logged { entry, by: Some(*side), taken_back: false, told: vec![LogEntry::new(EventKind::Resign, text)] }
                }
            }
        };
        self.journal.iter().enumerate().skip(since).take(count).map(logged).collect()
    }

    fn view(&self, seat: Seat) -> View {
        let mut view = self.game.view(&self.game.knowledge(&self.state, seat));
        self.show_dice(&mut view, seat, self.live.len());
        view
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

    fn redo(&mut self, seat: Seat) -> Result<Vec<LogEntry>, Refusal> {
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
            let view = self.game.view(&self.game.knowledge(state, seat));
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
                view: self.game.view(&self.game.knowledge(&state, seat)),
            });
            if let Some(frame) = frames.last_mut() {
                self.show_dice(&mut frame.view, seat, step);
            }
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

    fn all_see_the_same(&self) -> bool {
        self.game.all_see_the_same()
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

    fn outcome(&self) -> Option<Outcome> {
        if let Some(side) = self.resigned {
            return Some(Outcome::resigned(side));
        }
        match self.game.actor(&self.state) {
            Actor::Over(verdict) => Some(Outcome::of(verdict, self.game.verdict_words(&self.state, verdict))),
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

    fn last_in_force(&self) -> Option<usize> {
        self.live.last().map(|live| live.number)
    }

    fn phases(&self) -> usize {
        self.positions.len()
    }

    fn engaged(&self) -> bool {
        let first = self.game.engagement(&self.opening);
        first.is_none() || self.game.engagement(&self.state) == first
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
