//! A game in progress: its position, its journal, and what is in force of it.

use super::Refusal;
use crate::journal::Entry;
use crate::{Actor, Dice, Game, Illegal, Roll, Roster, Seat, Side};
use std::sync::Arc;

/// An entry that is in force.
pub(super) struct Live<A> {
    pub(super) entry: Entry<A>,
    /// Its number in the journal.
    pub(super) number: usize,
    /// Which sides know more of the enemy than before it, Union first: such a side may not take it back. What was taken back since
    /// counts too.
    pub(super) taught: [bool; 2],
}

/// A game in progress.
pub struct Seated<G: Game> {
    pub(super) game: Arc<G>,
    /// Who can be hired.
    pub(super) roster: Roster<G>,
    pub(super) opening: G::State,
    pub(super) state: G::State,
    /// All that was ever entered.
    pub(super) journal: Vec<Entry<G::Action>>,
    /// What came of each entry of the journal.
    pub(super) events: Vec<Vec<G::Event>>,
    /// What is in force of it.
    pub(super) live: Vec<Live<G::Action>>,
    /// The position at the start of each phase, by the number of live entries before it.
    pub(super) positions: Vec<(usize, G::State)>,
    /// What was taken back and may be done again; the last of the list is done again first.
    pub(super) undone: Vec<(Side, G::Action)>,
    pub(super) dice: Dice,
    pub(super) resigned: Option<Side>,
}

impl<G: Game> Seated<G> {
    /// A game from that position on.
    pub fn new(game: G, opening: G::State, dice: Dice) -> Seated<G> {
        Seated::from(Arc::new(game), opening, dice)
    }

    /// The same under rules that other tables have too.
    pub(super) fn from(game: Arc<G>, opening: G::State, dice: Dice) -> Seated<G> {
        let positions = vec![(0, opening.clone())];
        Seated {
            game,
            roster: Roster::RANDOM,
            state: opening.clone(),
            opening,
            journal: Vec::new(),
            events: Vec::new(),
            live: Vec::new(),
            positions,
            undone: Vec::new(),
            dice,
            resigned: None,
        }
    }

    /// The same with computer players for hire.
    pub fn with_players(mut self, roster: Roster<G>) -> Seated<G> {
        self.roster = roster;
        self
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position. For tests and hosts, never for players.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The journal, rewinds included.
    pub fn journal(&self) -> &[Entry<G::Action>] {
        &self.journal
    }

    /// The position in which it began. For hosts, never for players.
    pub fn opening(&self) -> &G::State {
        &self.opening
    }

    /// What is in force of the journal, in order.
    pub fn in_force(&self) -> impl Iterator<Item = &Entry<G::Action>> {
        self.live.iter().map(|live| &live.entry)
    }

    /// The side that gave up, if one did.
    pub fn resigned(&self) -> Option<Side> {
        self.resigned
    }

    /// Refuses if the game is over.
    pub(super) fn going_on(&self) -> Result<Actor, Refusal> {
        if let Some(side) = self.resigned {
            return Err(Refusal::because(format!("the game is over: the {side} side resigned")));
        }
        match self.game.actor(&self.state) {
            Actor::Over(_) => Err(Refusal::because("the game is over")),
            actor => Ok(actor),
        }
    }

    /// The side on whose behalf a seat decides now.
    pub(super) fn acting(&self, seat: Seat) -> Result<Side, Refusal> {
        match (seat.side(), self.going_on()?) {
            _ if seat == Seat::Spectator => Err(Refusal::because("a spectator has no say")),
            (_, Actor::Chance(chance)) => Err(Refusal::because(format!("the dice are asked ({}): answer with roll", chance.rule))),
            (Some(side), actor) if !actor.asks(side) => {
                let asked = actor.side().map_or("nobody".to_string(), |s| format!("the {s} side"));
                Err(Refusal::because(format!("{asked} is asked now, not the {side} side")))
            }
            (Some(side), _) => Ok(side),
            (None, actor) => Ok(actor.side().expect("a side is asked")),
        }
    }

    /// What a side may do out of turn.
    pub(super) fn asides(&self, by: Side) -> Vec<G::Action> {
        let mut actions = Vec::new();
        if self.going_on().is_ok() {
            self.game.asides(&self.state, by, &mut actions);
        }
        actions
    }

    /// The side for which a seat does this: the one that is asked, or one that has a right to it out of turn.
    pub(super) fn doing(&self, seat: Seat, action: G::Action) -> Result<Side, Refusal> {
        // Rules accept more than they list: an aside of a listed kind may be done in other ways too, if they allow it.
        let kind = std::mem::discriminant(&action);
        let out_of_turn = |side: &Side| {
            let listed = self.asides(*side);
            listed.contains(&action)
                || listed.iter().any(|a| std::mem::discriminant(a) == kind) && self.game.check(&self.state, *side, action).is_ok()
        };
        match self.acting(seat) {
            Ok(side) if seat != Seat::Referee || self.game.check(&self.state, side, action).is_ok() => Ok(side),
            // The referee's hand serves both sides.
            Ok(side) => Ok(if out_of_turn(&side.enemy()) { side.enemy() } else { side }),
            Err(refusal) => {
                let sides = Side::BOTH.into_iter().filter(|s| seat.sees_for(*s));
                sides.into_iter().find(out_of_turn).ok_or(refusal)
            }
        }
    }

    /// Writes down what was done and keeps the position where a phase begins.
    fn enter(&mut self, entry: Entry<G::Action>, taught: [bool; 2], events: &[G::Event]) {
        let phase = self.game.phase(&self.state);
        let last = self.positions.last().map(|(_, s)| self.game.phase(s));
        // What was taken back may be done again as long as nothing else is done.
        match (&entry, self.undone.last()) {
            (Entry::Act(side, action), Some(next)) if (*side, *action) == *next => drop(self.undone.pop()),
            _ => self.undone.clear(),
        }
        self.live.push(Live { entry: entry.clone(), number: self.journal.len(), taught });
        self.journal.push(entry);
        self.events.push(events.to_vec());
        if last != Some(phase) {
            self.positions.push((self.live.len(), self.state.clone()));
        }
    }

    /// Does an action of a side. For tests and hosts that know whose turn it is: it asks the rules and nobody else.
    pub fn act(&mut self, by: Side, action: G::Action) -> Result<Vec<G::Event>, Illegal> {
        let mut events = Vec::new();
        let knew = self.knowledge();
        self.game.apply(&mut self.state, by, action, &mut events)?;
        let taught = self.learned_since(&knew);
        self.enter(Entry::Act(by, action), taught, &events);
        Ok(events)
    }

    /// What each side knows of the other's secrets, Union first.
    fn knowledge(&self) -> [Vec<u64>; 2] {
        Side::BOTH.map(|side| {
            let mut facts = Vec::new();
            if self.game.secrets() {
                self.game.facts(&self.game.knowledge(&self.state, side.into()), side.enemy(), &mut facts);
                facts.sort_unstable();
            }
            facts
        })
    }

    /// Which sides know something now that they did not know then.
    fn learned_since(&self, knew: &[Vec<u64>; 2]) -> [bool; 2] {
        let knows = self.knowledge();
        Side::BOTH.map(|side| {
            let (before, now) = (&knew[side.index()], &knows[side.index()]);
            now.iter().any(|fact| before.binary_search(fact).is_err())
        })
    }

    /// Answers Chance.
    pub fn answer(&mut self, values: Option<&[u8]>) -> Result<Vec<G::Event>, Refusal> {
        let Actor::Chance(chance) = self.going_on()? else {
            return Err(Refusal::because("no dice are asked for now"));
        };
        let roll = match values {
            None => self.dice.answer(chance.draw),
            Some(values) => match chance.draw.fault(values) {
                None => Roll::new(values),
                Some(fault) => return Err(Refusal { rule: Some(chance.rule.to_string()), field: Some("dice".into()), because: fault }),
            },
        };
        let mut events = Vec::new();
        self.game.settle(&mut self.state, &roll, &mut events);
        self.enter(Entry::Roll(roll), [true; 2], &events);
        Ok(events)
    }

    /// Another game of the same rules from that position on.
    pub(crate) fn twin(&self, state: G::State) -> Seated<G> {
        Seated::from(Arc::clone(&self.game), state, self.dice)
    }

    /// Writes down that the live entries from that number on are no longer in force.
    pub(super) fn take_back(&mut self, to: usize) {
        let acts = self.live[to..].iter().rev().filter_map(|live| match live.entry {
            Entry::Act(side, action) => Some((side, action)),
            _ => None,
        });
        self.undone.extend(acts);
        // What a side was shown stays known: it may not take back its own decision before that either.
        let taught = Side::BOTH.map(|side| self.live[to..].iter().any(|live| live.taught[side.index()]));
        self.rewind(to);
        if let Some(last) = self.live.last_mut() {
            Side::BOTH.into_iter().for_each(|side| last.taught[side.index()] |= taught[side.index()]);
        }
        self.journal.push(Entry::Rewind(to));
        self.events.push(Vec::new());
    }

    /// Goes back to the position before the live entry of that number.
    pub(super) fn rewind(&mut self, to: usize) {
        self.live.truncate(to);
        self.positions.retain(|(at, _)| *at <= to);
        self.state = self.state_at(to);
    }
}
