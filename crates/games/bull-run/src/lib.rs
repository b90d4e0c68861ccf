//! Bull Run (Avalon Hill, 1983): the first great battle of the Civil War, 21 July 1861, regiments and batteries.
//!
//! | module | chapter |
//! | --- | --- |
//! | [`counters`], `tables`, `ground`, `scenario` | the pieces, the charts, the map, turns and reinforcements, from `data/` |
//! | `setup` | 1, setting up; presets |
//! | `sequence` | 2 and 3, the sequence of play and victory; optional rule 1 |
//! | `command` | 4, who is active, who is frozen; optional rule 2 |
//! | `movement`, `reach`, `stacking`, `zones` | 5, movement, stacking and zones of control |
//! | `reinforcements` | 13, reinforcements |
//! | `duties` | 6, who must fight whom: stating the attacks |
//! | `combat`, `losses`, `retreat`, `advance` | 7, resolving them: strengths and results, losses, retreats, advances; 10, automatic victory |
//! | `brigades` | 8, brigades; 9.1, the two pieces of a battery |
//! | `artillery` | 9, long range fire and line of sight |
//! | `leaders` | 12, leaders in danger |
//! | `rally` | 11.6 and 14, the Rally phase |
//! | `play` | the rules as the table asks for them: list, check, do, settle |
//! | `fog` | what a seat may know |
//! | `audit` | what may never be, and the hash of a position |
//! | `notation`, `position`, `words`, `handbook` | files and people |

pub mod action;
mod advance;
mod artillery;
mod audit;
mod brigades;
mod combat;
mod command;
pub mod counters;
mod duties;
pub mod fog;
pub mod ground;
mod handbook;
mod leaders;
mod losses;
mod meant;
pub mod movement;
mod notation;
mod play;
mod position;
mod rally;
pub mod reach;
mod reinforcements;
pub mod retreat;
mod scenario;
mod sequence;
mod setup;
mod stacking;
pub mod state;
mod tables;
mod words;
mod zones;

pub use action::{Action, Event, Loss, Path, Subject};
pub use counters::PieceId;
pub use fog::Knowledge;
pub use scenario::Options;
pub use state::{Phase, State};
pub use tables::{BombardmentResult, CombatResult};

use counters::Counters;
use engine::SetUp;
use ground::Ground;
use scenario::Scenario;
use tables::Tables;

/// The game with its options chosen.
pub struct BullRun {
    setup: SetUp,
    options: Options,
    /// Every counter.
    pub counters: &'static Counters,
    /// The board.
    pub ground: &'static Ground,
    /// The charts.
    pub tables: &'static Tables,
    /// The scenario played.
    pub scenario: Scenario,
}

impl BullRun {
    /// The game with these choices.
    fn with(setup: SetUp) -> BullRun {
        let options = Options {
            uncertain_times: setup.is_on("uncertain-times"),
            fog_of_war: setup.is_on("fog-of-war"),
            exhaustion: setup.is_on("exhaustion"),
            july_20th: setup.is_on("july-20th"),
            away_from_guns: setup.options.get("retreat-from-guns").is_none_or(|v| v == "on"),
        };
        let scenario = Scenario::open(&options);
        BullRun { setup, options, counters: Counters::get(), ground: Ground::get(), tables: Tables::get(), scenario }
    }

    /// The optional rules in force.
    pub fn options_in_force(&self) -> Options {
        self.options
    }
}
