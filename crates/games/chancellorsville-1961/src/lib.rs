//! Chancellorsville (1961): Hooker against Lee on the Rappahannock.
//!
//! The rulebook's chapters and where they are:
//!
//! | chapter | module |
//! | --- | --- |
//! | unit symbols, order of battle, RULE D | [`counters`] |
//! | the map | [`ground`] |
//! | brigade substitute counters | `substitutes` |
//! | turns, routine of play, time limit | `sequence` |
//! | movement, streams, woods-hills-marsh | `movement` |
//! | river crossing | `rivers` |
//! | more than one unit per hex | [`stacking`] |
//! | zones of control, secondary zone combat | [`zones`] |
//! | multiple unit attack | `division` |
//! | combat, defence, Combat Results Table | [`combat`] |
//! | retreat, hills and forts after combat | `retreat` |
//! | prepare for play | `setup` |
//! | how to win | [`victory`] |
//!
//! Beside them: [`state`] (the position), [`action`] (what can be done and what happened), `notation` and `position` (how both
//! are written), `words` and `handbook` (what people read). `RULINGS.md` lists the rulings (R-n).

pub mod action;
mod audit;
pub mod combat;
pub mod counters;
mod division;
pub mod ground;
mod handbook;
mod meant;
mod movement;
mod notation;
mod play;
mod position;
mod reach;
mod retreat;
mod rivers;
mod sequence;
mod setup;
pub mod stacking;
pub mod state;
mod substitutes;
mod tracks;
pub mod victory;
mod view;
mod words;
pub mod zones;

pub use action::{Action, Event, Manner, Path, Subject};
pub use combat::Clash;
pub use counters::{Book, Kind, Outcome, Piece, Set};
pub use state::{State, Step};

use engine::{Open, SetUp};

/// The game with its options chosen.
#[derive(Clone)]
pub struct Chancellorsville1961 {
    /// What is printed: counters, charts, the board.
    pub book: &'static Book,
    pub(crate) chosen: SetUp,
    /// C61-TIME-1: whether the players move by the clock.
    pub(crate) clock: bool,
}

impl Chancellorsville1961 {
    /// The data of the game.
    pub fn book(&self) -> &'static Book {
        self.book
    }
}

impl Open for Chancellorsville1961 {}
