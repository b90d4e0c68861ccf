//! One game in progress, and the shelf of games, behind erased types: one program hosts them all.

use crate::handbook::{Chart, CounterEntry, OddsQuestion, OddsReport, list};
use crate::journal::Entry;
use crate::player::Briefing;
use crate::sim::{Care, Played, play_out};
use crate::trial::{Sampled, Trial};
use crate::{Actor, BadField, Catalogue, Chair, Dice, Game, Illegal, Lot, Player, Roll, RuleText, Seat, SetUp, Side, Told, View};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::any::Any;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The format of saves that this program writes.
pub const SAVE_FORMAT: &str = "longroll-save-1";

/// Why a request was not done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// The rule that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The field that makes no sense.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What is wrong, and what would be right.
    pub because: String,
}

impl Refusal {
    /// A refusal in plain words.
    pub fn because(because: impl Into<String>) -> Refusal {
        Refusal { rule: None, field: None, because: because.into() }
    }
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        Refusal { rule: Some(illegal.rule.to_string()), field: None, because: illegal.because.to_string() }
    }
}

impl From<BadField> for Refusal {
    fn from(bad: BadField) -> Refusal {
        Refusal { rule: None, field: Some(bad.field).filter(|f| !f.is_empty()), because: bad.because }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(field) = &self.field {
            write!(f, "{field}: ")?;
        }
        f.write_str(&self.because)?;
        match &self.rule {
            Some(rule) => write!(f, " ({rule})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}

/// A game in progress, whichever it is.
pub trait Table: Send {
    /// The game on the shelf.
    fn catalogue(&self) -> &'static Catalogue;
    /// Scenario and options.
    fn setup(&self) -> &SetUp;
    /// Who is asked for what, with a prompt for that seat.
    fn actor(&self, seat: Seat) -> Value;
    /// What can act, with labels.
    fn subjects(&self, seat: Seat) -> Result<Vec<Value>, Refusal>;
    /// What can be done, by one subject or by all; with labels, targets and notes if `described`.
    fn legal(&self, seat: Seat, subject: Option<&Value>, described: bool) -> Result<Vec<Value>, Refusal>;
    /// What a seat may do out of turn, whoever is asked, with labels, targets and notes.
    fn out_of_turn(&self, seat: Seat) -> Vec<Value>;
    /// Whether an action is allowed.
    fn why(&self, seat: Seat, action: &Value) -> Result<(), Refusal>;
    /// The hexes that guns in a hex could fire into, where the game has lines of fire.
    fn fire_from(&self, seat: Seat, hex: &str) -> Result<Option<Vec<String>>, Refusal>;
    /// Does it; says what happened as that seat may know it. What the others may know is in their [`Table::log`].
    fn apply(&mut self, seat: Seat, action: &Value) -> Result<Vec<Told>, Refusal>;
    /// Answers Chance with the table's own dice, or with these values if the seat is the referee's.
    fn roll(&mut self, seat: Seat, values: Option<&[u8]>) -> Result<Vec<Told>, Refusal>;
    /// What happened from the journal's entry of that number on, as a seat may know it.
    fn log(&self, seat: Seat, since: usize) -> Vec<Logged>;
    /// What a seat sees.
    fn view(&self, seat: Seat) -> View;
    /// Takes back the last decision of that seat's side (the referee: of either), if no die, reveal or decision of the other
    /// side has come since.
    fn undo(&mut self, seat: Seat) -> Result<(), Refusal>;
    /// Whether [`Table::undo`] would be done.
    fn may_undo(&self, seat: Seat) -> Result<(), Refusal>;
    /// Does again what was taken back last, by that seat's side (the referee: by either). Nothing else was done since, and no die
    /// was ever taken back: it comes to the same.
    fn redo(&mut self, seat: Seat) -> Result<Vec<Told>, Refusal>;
    /// The action that [`Table::redo`] would do.
    fn may_redo(&self, seat: Seat) -> Result<Value, Refusal>;
    /// The game from its opening on: how many steps it has and where the phases begin, as a seat saw them.
    fn course(&self, seat: Seat) -> Course;
    /// What a seat saw at some steps in a row, and what it was told of each.
    fn frames(&self, seat: Seat, step: usize, count: usize) -> Result<Vec<Frame>, Refusal>;
    /// The game as it stood at a step, with its journal up to there: what [`Kind::load`] takes. It holds everything.
    fn branch(&self, step: usize) -> Result<Value, Refusal>;
    /// Whether this game hides anything from a side.
    fn secrets(&self) -> bool;
    /// The fingerprint of rules and data, as saves write it.
    fn fingerprint(&self) -> String;
    /// A side gives up.
    fn resign(&mut self, side: Side) -> Result<(), Refusal>;
    /// Position and journal: what [`Kind::load`] takes. It holds everything, the seed too: not for a seat before the end.
    fn save(&self) -> Value;
    /// The hash of the whole position: not for a seat before the end.
    fn hash(&self) -> u64;
    /// How it ended, if it has.
    fn outcome(&self) -> Option<Value>;
    /// What a computer player would do in that seat, which is asked; the referee's answer is for whoever is.
    fn advise(&self, seat: Seat, player: &str, seed: u64) -> Result<Value, Refusal> {
        let moment = self.moment(seat)?;
        self.hire(player, seed)?.decide(&moment)
    }
    /// A computer player for this table, which thinks away from it.
    fn hire(&self, player: &str, seed: u64) -> Result<Box<dyn Thinker>, Refusal>;
    /// The position now, for a player in that seat, which is asked; the referee's is for whoever is.
    fn moment(&self, seat: Seat) -> Result<Moment, Refusal>;
    /// The journal's length.
    fn length(&self) -> usize;
    /// Takes other dice, from their first throw on.
    fn reseed(&mut self, seed: u64);
    /// Makes the position anew from the journal: for a host that caught a panic in the middle of an action.
    fn restore(&mut self);
}

/// An entry of the journal for people: who did what, and what came of it, as far as a seat may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Logged {
    /// Its number in the journal.
    pub entry: usize,
    /// The side that decided; nobody for the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// Whether it was taken back later.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub taken_back: bool,
    /// What happened.
    pub told: Vec<Told>,
}

/// Where a phase begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PhaseMark {
    /// The step at which it begins.
    pub step: usize,
    /// The turn number.
    pub turn: u8,
    /// The turn in words.
    pub turn_label: String,
    /// The phase in words.
    pub phase: String,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<Side>,
}

/// A game from its opening on, without what was taken back. Step 0 is the opening; every decision and every throw leads to the
/// next step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Course {
    /// The number of the last step.
    pub steps: usize,
    /// Where the phases begin.
    pub phases: Vec<PhaseMark>,
    /// For each step but the opening, the entry of the journal that led to it.
    pub entries: Vec<usize>,
}

/// A step as a seat saw it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Frame {
    /// Its number.
    pub step: usize,
    /// The entry of the journal that led to it; none to the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<usize>,
    /// The side that decided; nobody for the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// What happened.
    pub told: Vec<Told>,
    /// What there was to be seen.
    pub view: View,
}

/// A copy of a position in which a side is asked: a [`Thinker`] works on it while the table is free.
pub struct Moment(Box<dyn Any + Send>);

/// A computer player at a table, whichever the game. It keeps its plans from one decision to the next.
pub trait Thinker: Send {
    /// The flag that ends its thinking; see [`Player::stop_flag`].
    fn stop_flag(&mut self, flag: Arc<AtomicBool>);
    /// Its decision.
    fn decide(&mut self, moment: &Moment) -> Result<Value, Refusal>;
    /// What it likes to do first, out of turn.
    fn aside(&mut self, moment: &Moment) -> Option<Value>;
    /// What it thinks and means to do in the phase under way; see [`Player::briefing`].
    fn briefing(&self) -> Option<&Briefing>;
}

struct Instant<G: Game> {
    game: Arc<G>,
    state: G::State,
    side: Side,
}

impl<G: Game> Instant<G> {
    fn of(moment: &Moment) -> Option<&Instant<G>> {
        moment.0.downcast_ref()
    }

    fn chair(&self) -> Chair<'_, G> {
        Chair::new(&self.game, &self.state, self.side)
    }
}

struct Hired<G: Game>(Box<dyn Player<G>>);

impl<G: Game> Thinker for Hired<G> {
    fn stop_flag(&mut self, flag: Arc<AtomicBool>) {
        self.0.stop_flag(flag);
    }

    fn decide(&mut self, moment: &Moment) -> Result<Value, Refusal> {
        let now = Instant::<G>::of(moment).ok_or_else(|| Refusal::because("this player plays another game"))?;
        Ok(now.game.write_action(self.0.choose(&now.chair())))
    }

    fn aside(&mut self, moment: &Moment) -> Option<Value> {
        let now = Instant::<G>::of(moment)?;
        self.0.aside(&now.chair()).map(|action| now.game.write_action(action))
    }

    fn briefing(&self) -> Option<&Briefing> {
        self.0.briefing()
    }
}

/// A game on the shelf, whichever it is.
pub trait Kind: Send + Sync {
    /// The game on the shelf.
    fn catalogue(&self) -> &'static Catalogue;
    /// Every rule.
    fn rules(&self) -> &'static [RuleText];
    /// The computer players.
    fn players(&self) -> &'static [&'static str];
    /// A fresh game.
    fn open(&self, setup: &SetUp, seed: u64) -> Result<Box<dyn Table>, BadField>;
    /// A game from a save or a hand-written position; says so if it could not follow the journal.
    fn load(&self, setup: &SetUp, document: &Value) -> Result<(Box<dyn Table>, Option<String>), BadField>;
    /// Every table of the game.
    fn charts(&self, setup: &SetUp) -> Result<Vec<Chart>, BadField>;
    /// Every counter.
    fn order_of_battle(&self, setup: &SetUp) -> Result<Vec<CounterEntry>, BadField>;
    /// What may come of an attack.
    fn odds(&self, setup: &SetUp, question: &OddsQuestion) -> Result<OddsReport, BadField>;
    /// A place where two computer players meet.
    fn arena(&self, setup: &SetUp, players: [&str; 2]) -> Result<Box<dyn Arena>, BadField>;
    /// Pieces of work to time, on that many positions from random games.
    fn trial(&self, setup: &SetUp, positions: usize) -> Result<Box<dyn Trial>, BadField>;
}

/// A place where two computer players meet, again and again.
pub trait Arena: Send + Sync {
    /// Plays one game from the start.
    fn play(&self, seed: u64, care: Care) -> Played;
}

/// The [`Kind`] of a [`Game`].
pub struct Shelved<G>(PhantomData<fn() -> G>);

impl<G> Shelved<G> {
    /// The game on the shelf.
    pub const fn new() -> Shelved<G> {
        Shelved(PhantomData)
    }
}

impl<G> Default for Shelved<G> {
    fn default() -> Self {
        Shelved::new()
    }
}

impl<G: Game> Kind for Shelved<G> {
    fn catalogue(&self) -> &'static Catalogue {
        G::catalogue()
    }

    fn rules(&self) -> &'static [RuleText] {
        G::rules()
    }

    fn players(&self) -> &'static [&'static str] {
        G::players()
    }

    fn open(&self, setup: &SetUp, seed: u64) -> Result<Box<dyn Table>, BadField> {
        let game = G::open(setup)?;
        let opening = game.start();
        Ok(Box::new(Seated::new(game, opening, Dice::new(seed))))
    }

    fn load(&self, setup: &SetUp, document: &Value) -> Result<(Box<dyn Table>, Option<String>), BadField> {
        let game = G::open(setup)?;
        let (table, remark) = Seated::load(game, document)?;
        Ok((Box::new(table), remark))
    }

    fn charts(&self, setup: &SetUp) -> Result<Vec<Chart>, BadField> {
        Ok(G::open(setup)?.charts())
    }

    fn order_of_battle(&self, setup: &SetUp) -> Result<Vec<CounterEntry>, BadField> {
        Ok(G::open(setup)?.order_of_battle())
    }

    fn odds(&self, setup: &SetUp, question: &OddsQuestion) -> Result<OddsReport, BadField> {
        G::open(setup)?.odds(question)
    }

    fn arena(&self, setup: &SetUp, players: [&str; 2]) -> Result<Box<dyn Arena>, BadField> {
        for (side, name) in Side::BOTH.into_iter().zip(players) {
            if G::player(name, 0).is_none() {
                let known: Vec<String> = G::players().iter().map(ToString::to_string).collect();
                return Err(BadField::new(side.id(), format!("no player {name:?}; there are {}", list(&known))));
            }
        }
        Ok(Box::new(Pit { game: G::open(setup)?, players: players.map(str::to_string) }))
    }

    fn trial(&self, setup: &SetUp, positions: usize) -> Result<Box<dyn Trial>, BadField> {
        Ok(Box::new(Sampled::new(G::open(setup)?, positions)))
    }
}

struct Pit<G> {
    game: G,
    players: [String; 2],
}

impl<G: Game> Arena for Pit<G> {
    fn play(&self, seed: u64, care: Care) -> Played {
        let seated =
            |i: usize| G::player(&self.players[i], seed.wrapping_mul(2).wrapping_add(i as u64)).expect("checked when the arena opened");
        let mut players = [seated(0), seated(1)];
        let mut state = self.game.start();
        play_out(&self.game, &mut state, &mut players, &mut Dice::new(seed), care)
    }
}

/// An entry that is in force, its number in the journal, and whether undo may pass it.
struct Live<A> {
    entry: Entry<A>,
    number: usize,
    barrier: bool,
}

/// A game in progress.
pub struct Seated<G: Game> {
    game: Arc<G>,
    opening: G::State,
    state: G::State,
    /// All that was ever entered.
    journal: Vec<Entry<G::Action>>,
    /// What came of each entry of the journal.
    events: Vec<Vec<G::Event>>,
    /// What is in force of it.
    live: Vec<Live<G::Action>>,
    /// The position at the start of each phase, by the number of live entries before it.
    positions: Vec<(usize, G::State)>,
    /// What was taken back and may be done again, the latest first to come last.
    undone: Vec<(Side, G::Action)>,
    dice: Dice,
    resigned: Option<Side>,
}

impl<G: Game> Seated<G> {
    /// A game from that position on.
    pub fn new(game: G, opening: G::State, dice: Dice) -> Seated<G> {
        let positions = vec![(0, opening.clone())];
        Seated {
            game: Arc::new(game),
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

    /// Refuses if the game is over.
    fn going_on(&self) -> Result<Actor, Refusal> {
        if let Some(side) = self.resigned {
            return Err(Refusal::because(format!("the game is over: the {side} side resigned")));
        }
        match self.game.actor(&self.state) {
            Actor::Over(_) => Err(Refusal::because("the game is over")),
            actor => Ok(actor),
        }
    }

    /// The side on whose behalf a seat decides now.
    fn acting(&self, seat: Seat) -> Result<Side, Refusal> {
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
    fn asides(&self, by: Side) -> Vec<G::Action> {
        let mut actions = Vec::new();
        if self.going_on().is_ok() {
            self.game.asides(&self.state, by, &mut actions);
        }
        actions
    }

    /// The side for which a seat does this: the one that is asked, or one that has a right to it out of turn.
    fn doing(&self, seat: Seat, action: G::Action) -> Result<Side, Refusal> {
        let out_of_turn = |side: &Side| self.asides(*side).contains(&action);
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

    /// Writes down what was done and keeps the position where a phase begins.
    fn enter(&mut self, entry: Entry<G::Action>, barrier: bool, events: &[G::Event]) {
        let phase = self.game.phase(&self.state);
        let last = self.positions.last().map(|(_, s)| self.game.phase(s));
        // What was taken back may be done again as long as nothing else is done.
        match (&entry, self.undone.last()) {
            (Entry::Act(side, action), Some(next)) if (*side, *action) == *next => drop(self.undone.pop()),
            _ => self.undone.clear(),
        }
        self.live.push(Live { entry: entry.clone(), number: self.journal.len(), barrier });
        self.journal.push(entry);
        self.events.push(events.to_vec());
        if last != Some(phase) {
            self.positions.push((self.live.len(), self.state.clone()));
        }
    }

    /// Does an action of a side. For tests and hosts that know whose turn it is: it asks the rules and nobody else.
    pub fn act(&mut self, by: Side, action: G::Action) -> Result<Vec<G::Event>, Illegal> {
        let mut events = Vec::new();
        self.game.apply(&mut self.state, by, action, &mut events)?;
        let barrier = events.iter().any(|e| self.game.reveals(e));
        self.enter(Entry::Act(by, action), barrier, &events);
        Ok(events)
    }

    /// Answers Chance.
    pub fn answer(&mut self, values: Option<&[u8]>) -> Result<Vec<G::Event>, Refusal> {
        let Actor::Chance(chance) = self.going_on()? else {
            return Err(Refusal::because("no dice are asked for now"));
        };
        let roll = match values {
            None => self.dice.answer(chance.lot),
            Some(values) => match chance.lot.fault(values) {
                None => Roll::new(values),
                Some(fault) => return Err(Refusal { rule: Some(chance.rule.to_string()), field: Some("dice".into()), because: fault }),
            },
        };
        let mut events = Vec::new();
        self.game.settle(&mut self.state, &roll, &mut events);
        self.enter(Entry::Roll(roll), true, &events);
        Ok(events)
    }

    /// Writes down that the live entries from that number on are no longer in force.
    fn take_back(&mut self, to: usize) {
        let acts = self.live[to..].iter().rev().filter_map(|live| match live.entry {
            Entry::Act(side, action) => Some((side, action)),
            _ => None,
        });
        self.undone.extend(acts);
        self.rewind(to);
        self.journal.push(Entry::Rewind(to));
        self.events.push(Vec::new());
    }

    /// Goes back to the position before the live entry of that number.
    fn rewind(&mut self, to: usize) {
        self.live.truncate(to);
        self.positions.retain(|(at, _)| *at <= to);
        self.state = self.state_at(to);
    }

    /// The position after that many live entries.
    fn state_at(&self, step: usize) -> G::State {
        let kept = self.positions.iter().rev().find(|(at, _)| *at <= step);
        let (at, mut state) = kept.cloned().unwrap_or_else(|| (0, self.opening.clone()));
        self.live[at..step].iter().for_each(|live| self.replay(&mut state, live));
        state
    }

    /// Does again what a live entry did.
    fn replay(&self, state: &mut G::State, live: &Live<G::Action>) {
        match &live.entry {
            Entry::Act(side, action) => self.game.play(state, *side, *action, &mut ()),
            Entry::Roll(roll) => self.game.settle(state, roll, &mut ()),
            Entry::Rewind(_) | Entry::Resign(_) => {}
        }
    }

    /// Refuses a step that there is not.
    fn within(&self, step: usize) -> Result<(), Refusal> {
        if step <= self.live.len() {
            return Ok(());
        }
        Err(BadField::new("step", format!("the steps go from 0 to {}", self.live.len())).into())
    }

    fn told(&self, events: &[G::Event], seat: Seat) -> Vec<Told> {
        events.iter().filter_map(|e| self.game.tell(e, seat)).collect()
    }

    /// The position with its game, scenario and options.
    fn document(&self, state: &G::State) -> Map<String, Value> {
        let setup = self.game.setup();
        let mut document = Map::new();
        document.insert("game".into(), json!(G::catalogue().game));
        document.insert("scenario".into(), json!(setup.scenario));
        document.insert("options".into(), json!(setup.options));
        if let Value::Object(position) = self.game.write_position(state) {
            document.extend(position);
        }
        document
    }

    /// Takes a save or a hand-written position.
    pub fn load(game: G, document: &Value) -> Result<(Seated<G>, Option<String>), BadField> {
        let Some(journal) = document.get("journal") else {
            let position = game.read_position(document)?;
            return Ok((Seated::new(game, position, Dice::new(0)), None));
        };
        let save = Save::read(journal)?;
        if save.fingerprint != format!("{:016x}", game.fingerprint()) {
            return Seated::go_on(game, document, &save);
        }
        let position = game.read_position(document)?;
        let opening = game.read_position(save.opening).map_err(|e| e.within("journal.opening"))?;
        let mut table = Seated::new(game, opening, Dice::resume(save.seed, save.drawn));
        for (i, entry) in save.entries.iter().enumerate() {
            table.follow(entry).map_err(|e| e.within(&format!("journal.entries[{i}]")))?;
        }
        let hash = format!("{:016x}", table.game.hash(&table.state));
        if hash != save.hash {
            return Err(BadField::new("journal.hash", format!("the journal leads to {hash}, not to {}: it was changed or cut", save.hash)));
        }
        if hash != format!("{:016x}", table.game.hash(&position)) {
            return Err(BadField::new(
                "journal",
                "the journal leads to another position than the one above it: one of the two was changed",
            ));
        }
        let positions = table.write_positions();
        if let Some(i) = (0..positions.len().max(save.positions.len())).find(|i| positions.get(*i) != save.positions.get(*i)) {
            let because = "the journal leads to another position here, or to none: it was changed or cut";
            return Err(BadField::new(format!("journal.positions[{i}]"), because));
        }
        Ok((table, None))
    }

    /// Takes a save of other rules or data: from its position if that still makes sense, or else from the latest kept one
    /// that does. What came before cannot be taken back.
    fn go_on(game: G, document: &Value, save: &Save<'_>) -> Result<(Seated<G>, Option<String>), BadField> {
        const CHANGED: &str = "rules or data have changed since this save";
        let sound = |value: &Value| -> Result<G::State, BadField> {
            let state = game.read_position(value)?;
            game.audit(&state).map_err(|fault| BadField::new("", fault))?;
            Ok(state)
        };
        let kept = save.positions.iter().rev().filter_map(|p| p.get("position")).chain([save.opening]);
        let (position, remark) = match sound(document) {
            Ok(position) => (position, format!("{CHANGED}: play goes on from its position, without the earlier journal")),
            Err(bad) => {
                let position = kept.into_iter().find_map(|p| sound(p).ok()).ok_or_else(|| bad.clone())?;
                (position, format!("{CHANGED}, and its position no longer stands ({bad}): play goes on from the start of an earlier phase"))
            }
        };
        let mut table = Seated::new(game, position, Dice::resume(save.seed, save.drawn));
        if let Some(entry) = save.entries.last().filter(|e| e.get("resign").is_some()) {
            table.follow(entry)?;
        }
        Ok((table, Some(remark)))
    }

    /// Does what an entry of a saved journal says.
    fn follow(&mut self, entry: &Value) -> Result<(), BadField> {
        let side = |value: &Value| {
            let side = value.as_str().and_then(Side::from_id);
            side.ok_or_else(|| BadField::new("", format!("a side is union or confederate, not {value}")))
        };
        let fields: Vec<(&str, &Value)> = entry.as_object().into_iter().flatten().map(|(k, v)| (k.as_str(), v)).collect();
        match fields.as_slice() {
            [("by", by), ("action", action)] | [("action", action), ("by", by)] => {
                let by = side(by).map_err(|e| e.within("by"))?;
                let action = self.game.read_action(action).map_err(|e| e.within("action"))?;
                let entitled = self.doing(by.into(), action).map_err(|e| BadField::new("by", e.because))?;
                self.act(entitled, action).map(drop).map_err(|e| BadField::new("action", e.to_string()))
            }
            [("roll", roll)] => {
                let values: Vec<u8> = serde_json::from_value((*roll).clone()).map_err(|e| BadField::new("roll", e.to_string()))?;
                self.answer(Some(&values)).map(drop).map_err(|e| BadField::new("roll", e.because))
            }
            [("rewind", to)] => {
                let bad = |because: String| Err(BadField::new("rewind", because));
                self.going_on().map_err(|e| BadField::new("rewind", e.because))?;
                let Some(to) = to.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n < self.live.len()) else {
                    return bad(format!("there are {} decisions and dice to go back over, not {to}", self.live.len()));
                };
                if self.live[to..].iter().any(|live| live.barrier) {
                    return bad("a die or a reveal cannot be taken back".into());
                }
                self.take_back(to);
                Ok(())
            }
            [("resign", by)] => {
                let by = side(by).map_err(|e| e.within("resign"))?;
                self.resign(by).map_err(|e| BadField::new("resign", e.because))
            }
            _ => Err(BadField::new("", "an entry has an action and by whom, or a roll, or a rewind, or a resign, and nothing else")),
        }
    }

    /// The kept positions as they stand in a save, without the opening.
    fn write_positions(&self) -> Vec<Value> {
        self.write_positions_to(self.live.len())
    }

    fn write_positions_to(&self, step: usize) -> Vec<Value> {
        let kept = self.positions.iter().skip(1).filter(|(at, _)| *at <= step);
        kept.map(|(at, s)| json!({ "after": at, "position": self.game.write_position(s) })).collect()
    }

    /// A save: a position, the entries that lead to it, and the positions on the way.
    fn write_save(&self, state: &G::State, entries: Vec<Value>, positions: Vec<Value>) -> Value {
        let mut document = self.document(state);
        let journal = json!({
            "format": SAVE_FORMAT,
            "fingerprint": self.fingerprint(),
            "opening": self.game.write_position(&self.opening),
            "entries": entries,
            "positions": positions,
            "dice": { "seed": word(self.dice.seed()), "drawn": word(self.dice.drawn()) },
            "hash": format!("{:016x}", self.game.hash(state)),
        });
        document.insert("journal".into(), journal);
        Value::Object(document)
    }
}

/// What stands under `journal` in a save.
struct Save<'a> {
    fingerprint: &'a str,
    opening: &'a Value,
    entries: &'a [Value],
    positions: &'a [Value],
    seed: u64,
    drawn: u64,
    hash: &'a str,
}

impl<'a> Save<'a> {
    fn read(journal: &'a Value) -> Result<Save<'a>, BadField> {
        let bad = |field: &str, what: &str| BadField::new(format!("journal.{field}"), what.to_string());
        let text = |field: &str| journal.get(field).and_then(Value::as_str).ok_or_else(|| bad(field, "a text is missing here"));
        let number = |field: &str| {
            let word = journal.get("dice").and_then(|d| d.get(field)).and_then(Value::as_str);
            word.and_then(|w| u64::from_str_radix(w, 16).ok())
                .ok_or_else(|| bad(&format!("dice.{field}"), "a hexadecimal number is missing here"))
        };
        let list = |field: &str| journal.get(field).and_then(Value::as_array).ok_or_else(|| bad(field, "a list is missing here"));
        let format = text("format")?;
        if format != SAVE_FORMAT {
            return Err(bad("format", &format!("this program reads {SAVE_FORMAT}, not {format}")));
        }
        Ok(Save {
            fingerprint: text("fingerprint")?,
            opening: journal.get("opening").ok_or_else(|| bad("opening", "the opening position is missing"))?,
            entries: list("entries")?,
            positions: list("positions")?,
            seed: number("seed")?,
            drawn: number("drawn")?,
            hash: text("hash")?,
        })
    }
}

/// A word as it stands in a save: JSON numbers lose the last bits of 64.
fn word(n: u64) -> String {
    format!("{n:x}")
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
            Entry::Act(..) if last.barrier => Err(Refusal::because("something hidden was seen: it cannot be taken back")),
            Entry::Act(side, _) if seat.side().is_some_and(|s| s != *side) => {
                Err(Refusal::because(format!("the last decision was the {side} side's, not yours to take back")))
            }
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

    fn course(&self, seat: Seat) -> Course {
        let mark = |(step, state): &(usize, G::State)| {
            let view = self.game.view(&self.game.sight(state, seat));
            PhaseMark { step: *step, turn: view.turn, turn_label: view.turn_label, phase: view.phase, active: view.active }
        };
        Course {
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

    fn save(&self) -> Value {
        let entries: Vec<Value> = self.journal.iter().map(|e| e.write(|a| self.game.write_action(a))).collect();
        self.write_save(&self.state, entries, self.write_positions())
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
        let hired = G::player(player, seed).ok_or_else(|| {
            let known: Vec<String> = G::players().iter().map(ToString::to_string).collect();
            Refusal { rule: None, field: Some("level".into()), because: format!("no player {player:?}; there are {}", list(&known)) }
        })?;
        Ok(Box::new(Hired(hired)))
    }

    fn moment(&self, seat: Seat) -> Result<Moment, Refusal> {
        let side = self.acting(seat)?;
        Ok(Moment(Box::new(Instant { game: Arc::clone(&self.game), state: self.state.clone(), side })))
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

/// Reads `options` of a message: texts, or true and false for on and off.
pub fn read_options(value: Option<&Value>) -> Result<BTreeMap<String, String>, BadField> {
    let Some(value) = value.filter(|v| !v.is_null()) else {
        return Ok(BTreeMap::new());
    };
    let map = value.as_object().ok_or_else(|| BadField::new("options", "an object of option and value is wanted"))?;
    let read = |(id, value): (&String, &Value)| match value {
        Value::String(s) => Ok((id.clone(), s.clone())),
        Value::Bool(on) => Ok((id.clone(), if *on { "on" } else { "off" }.to_string())),
        other => Err(BadField::new(format!("options.{id}"), format!("a text or true/false is wanted, not {other}"))),
    };
    map.iter().map(read).collect()
}
