//! Chancellorsville (Avalon Hill, 1974), every rule enforced.
//!
//! | module | holds | rulebook |
//! | --- | --- | --- |
//! | `counters` | counters, tables, set-ups, read from `data/` | II, the charts |
//! | `ground` | the board as this game reads it | II.A, Terrain Effects Chart |
//! | `state`, `action` | a position, a decision | |
//! | `play` | what can be done, whether it may be, and doing it | |
//! | `sequence` | the order of phases, the Time Record | III |
//! | `setup` | setting up | XI, Optional IV |
//! | `movement`, `reach`, `timetable` | marches, roads, night, the first Union moves; everything a march can reach; the same over open ground, looked up | IV, VIII, IX |
//! | `rivers` | fords, swimmers, bridges and boats | IV.J, IV.K, VII.D |
//! | `raid` | Stoneman's raid | Optional V |
//! | `stacking`, `zones` | who finds room where; zones of control | V, VI |
//! | `substitutes` | divisions and brigades | V.D |
//! | `combat`, `duties` | strengths, odds and attacks; who must attack whom, and whether that can be met | VII.A, Optional II |
//! | `fire` | the fire phases | VII.B |
//! | `results`, `retreat`, `advance` | what comes of a battle | CRT, VI.F.1, VII.A.9 |
//! | `command` | recovery and command control | CRT, Optional I |
//! | `victory` | the final count | X |
//! | `fog` | inverted counters: what a seat may know | Optional III |
//! | `audit` | what may never be, the hash of a position | |
//! | `position`, `notation` | positions, actions and subjects as files | |
//! | `words`, `log`, `view`, `handbook` | what people read and look up | |
//!
//! `RULINGS.md` lists the rulings in force.

pub mod action;
mod advance;
mod audit;
mod combat;
mod command;
pub mod counters;
mod duties;
mod fire;
pub mod fog;
pub mod ground;
mod handbook;
mod loaded;
mod log;
mod meant;
mod movement;
mod notation;
mod play;
mod position;
mod raid;
mod reach;
mod results;
mod retreat;
mod rivers;
mod sequence;
mod setup;
mod stacking;
pub mod state;
mod substitutes;
mod timetable;
mod victory;
mod view;
mod words;
mod zones;

pub use action::{Action, Event, Loss, Path, Subject, Targets};
pub use counters::{Outcome, PieceId, Set};
pub use fog::Knowledge;
pub use state::State;

use engine::SetUp;

use counters::Data;
use ground::Ground;

/// The optional rules in force.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    /// I.
    pub command: bool,
    /// II.
    pub functions: bool,
    /// III.
    pub inverted: bool,
    /// IV.
    pub historical: bool,
    /// V.
    pub raid: bool,
    /// R-13 read otherwise: who retreated attacks nobody in either Segment of the turn.
    pub barred_all_turn: bool,
    /// R-20 read otherwise: a hex may be fired at again by other guns.
    pub fires_add_up: bool,
}

/// The game with its options chosen.
#[derive(Debug)]
pub struct Chancellorsville1974 {
    pub(crate) setup: SetUp,
    pub(crate) options: Options,
    /// Counters, charts and scenario.
    pub data: &'static Data,
    /// The board.
    pub ground: &'static Ground,
}
