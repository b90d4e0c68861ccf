//! One game in progress, and the shelf of games, behind erased types: one program hosts them all.
//!
//! | chapter | holds |
//! | --- | --- |
//! | this one | [`Table`]: what any host may ask of a game in progress |
//! | `refusal` | why a request was not done |
//! | `seated` | a game in progress: position, journal, undo |
//! | `seats` | what each seat is answered |
//! | `ways` | what is meant by pointing |
//! | `replay` | the game step by step |
//! | `save`, `seal` | saves, written and read; what was changed in them |
//! | `thinker` | computer players, away from the table |
//! | `shelf`, `opened` | the games that can be opened, and those that are |

mod opened;
mod refusal;
mod replay;
mod save;
mod seal;
mod seated;
mod seats;
mod shelf;
mod thinker;
pub(crate) mod ways;

pub use refusal::Refusal;
pub use replay::{Frame, PhaseMark, Timeline};
pub use save::{EARLIER_FORMAT, SAVE_FORMAT};
pub use seated::Seated;
pub use shelf::{Analyst, Arena, Kind, Shelved, read_options};
pub use thinker::{Brief, Moment, Thinker};

use crate::contract::{Able, Asked, Choice, Meant, Outcome};
use crate::words::BattleView;
use crate::{Catalogue, LogEntry, Seat, SetUp, Side, View};
use serde::Serialize;
use serde_json::Value;

/// A game in progress, whichever it is.
pub trait Table: Send {
    /// The game on the shelf.
    fn catalogue(&self) -> &'static Catalogue;
    /// Scenario and options.
    fn setup(&self) -> &SetUp;
    /// Who is asked for what, with a prompt for that seat.
    fn actor(&self, seat: Seat) -> Asked;
    /// What can act, with labels; with what it can do where that is little or stands off the map.
    fn subjects(&self, seat: Seat) -> Result<Vec<Able>, Refusal>;
    /// What can be done, by one subject or by all.
    fn legal(&self, seat: Seat, subject: Option<&Value>) -> Result<Vec<Value>, Refusal>;
    /// The same with labels, targets and notes.
    fn choices(&self, seat: Seat, subject: Option<&Value>) -> Result<Vec<Choice>, Refusal>;
    /// What a seat may do out of turn, whoever is asked, with labels, targets and notes.
    fn out_of_turn(&self, seat: Seat) -> Vec<Choice>;
    /// What somebody in that seat means who takes pieces and points at a hex, by way of others; without a hex, at the pieces alone.
    fn meant(&self, seat: Seat, pieces: &[String], via: &[String], to: Option<&str>) -> Result<Meant, Refusal>;
    /// The battle that an action would begin, change or decide.
    fn preview(&self, seat: Seat, action: &Value) -> Result<Option<BattleView>, Refusal>;
    /// Whether an action is allowed.
    fn why(&self, seat: Seat, action: &Value) -> Result<(), Refusal>;
    /// The hexes that guns in a hex could fire into, where the game has lines of fire.
    fn fire_from(&self, seat: Seat, hex: &str) -> Result<Option<Vec<String>>, Refusal>;
    /// Whether the game has lines of fire at all.
    fn lines_of_fire(&self) -> bool;
    /// Does it; says what happened as that seat may know it. What the others may know is in their [`Table::log`].
    fn apply(&mut self, seat: Seat, action: &Value) -> Result<Vec<LogEntry>, Refusal>;
    /// Answers Chance with the table's own dice, or with these values if the seat is the referee's.
    fn roll(&mut self, seat: Seat, values: Option<&[u8]>) -> Result<Vec<LogEntry>, Refusal>;
    /// What happened from the journal's entry of that number on, as a seat may know it: so many entries at most.
    fn page(&self, seat: Seat, since: usize, count: usize) -> Vec<Logged>;
    /// The same to the end.
    fn log(&self, seat: Seat, since: usize) -> Vec<Logged> {
        self.page(seat, since, usize::MAX)
    }
    /// What a seat sees.
    fn view(&self, seat: Seat) -> View;
    /// Takes back the last decision of that seat's side (the referee: of either), if no die, reveal or decision of the other
    /// side has come since.
    fn undo(&mut self, seat: Seat) -> Result<(), Refusal>;
    /// Whether [`Table::undo`] would be done.
    fn may_undo(&self, seat: Seat) -> Result<(), Refusal>;
    /// Does again what was taken back last, by that seat's side (the referee: by either). Nothing else was done since, and no die
    /// was ever taken back: it comes to the same.
    fn redo(&mut self, seat: Seat) -> Result<Vec<LogEntry>, Refusal>;
    /// The action that [`Table::redo`] would do.
    fn may_redo(&self, seat: Seat) -> Result<Value, Refusal>;
    /// The game from its opening on: how many steps it has and where the phases begin, as a seat saw them.
    fn timeline(&self, seat: Seat) -> Timeline;
    /// What a seat saw at some steps in a row, and what it was told of each.
    fn frames(&self, seat: Seat, step: usize, count: usize) -> Result<Vec<Frame>, Refusal>;
    /// The game as it stood at a step, with its journal up to there: what [`Kind::load`] takes. It holds everything.
    fn branch(&self, step: usize) -> Result<Value, Refusal>;
    /// Whether this game hides anything from a side.
    fn secrets(&self) -> bool;
    /// Whether [`Table::view`] is the same for every seat.
    fn all_see_the_same(&self) -> bool;
    /// The fingerprint of rules and data, as saves write it.
    fn fingerprint(&self) -> String;
    /// A side gives up.
    fn resign(&mut self, side: Side) -> Result<(), Refusal>;
    /// The journal from the entry of that number on, as saves write it. It holds everything.
    fn entries(&self, since: usize) -> Vec<Value>;
    /// Does what an entry of such a journal says, for a host that reads a game again.
    fn follow(&mut self, entry: &Value) -> Result<(), Refusal>;
    /// Position and journal: what [`Kind::load`] takes. It holds everything, the seed too: not for a seat before the end.
    fn save(&self) -> Value;
    /// The hash of the whole position: not for a seat before the end.
    fn hash(&self) -> u64;
    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// What a computer player would do in that seat, which is asked; the referee's answer is for whoever is.
    fn advise(&self, seat: Seat, player: &str, seed: u64) -> Result<Value, Refusal> {
        let moment = self.moment(seat)?;
        self.hire(player, seed)?.decide(&moment)
    }
    /// A computer player for this table, which thinks away from it.
    fn hire(&self, player: &str, seed: u64) -> Result<Box<dyn Thinker>, Refusal>;
    /// The position now, for a player in that seat, which is asked; the referee's is for whoever is.
    fn moment(&self, seat: Seat) -> Result<Moment, Refusal>;
    /// The number of the entry that came last of those in force.
    fn last_in_force(&self) -> Option<usize>;
    /// How many player phases the game has come to since its opening, the one at hand included; see [`crate::Rules::phase`].
    fn phases(&self) -> usize;
    /// Whether the engagement that the opening was in the middle of is still under way; see [`crate::Rules::engagement`]. So it is if there was none.
    fn engaged(&self) -> bool;
    /// The journal's length.
    fn length(&self) -> usize;
    /// Takes other dice, from their first throw on.
    fn reseed(&mut self, seed: u64);
    /// Makes the position anew from the journal: for a host that caught a panic in the middle of an action.
    fn restore(&mut self);
}

/// An entry of the journal for people: who did what, and what came of it, as far as a seat may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Logged {
    /// Its number in the journal.
    pub entry: usize,
    /// The side that decided; nobody for the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// Whether it was taken back later.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub taken_back: bool,
    /// What happened.
    pub told: Vec<LogEntry>,
}
