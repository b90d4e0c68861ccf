//! Blue & Gray: the standard rules of the series (BG-1 to BG-12). Its titles are data.
//!
//! The ruleset is written once; a title is a folder of data ([`Title`], `data/titles`). Files are chapters:
//!
//! | file | holds |
//! | --- | --- |
//! | `units`, `title`, `chart` | what is printed: counters (BG-2), a title's lists and limits, the charts (BG-7.6, BG-9) |
//! | `shelf` | the titles there are: those of the build, and those that somebody brought along |
//! | `cells`, `ground`, `reach` | the board as bitboards: costs, lines of fire, the flood of a march |
//! | `state`, `action` | what changes; what can be decided, and what happens |
//! | `sequence` | BG-4, BG-10: phases, night, who is asked |
//! | `play` | the rules as one trait: what can act, what it can do, whether it may, and that it is done |
//! | `setup` | BG-3 |
//! | `movement`, `stacking`, `reinforcements`, `zones` | BG-5, BG-6, and what a title adds to them |
//! | `duties` | BG-7.1: who must fight whom, and that it stays possible (R-13) |
//! | `fire` | BG-8.1, BG-8.4: guns at a distance |
//! | `combat` | BG-7.2 to BG-7.6, BG-7.9, BG-8, BG-9 |
//! | `retreat`, `advance` | BG-7.7, BG-7.8, BG-11.31: retreats, displacement; BG-7.75: advance |
//! | `victory` | points and levels of the title |
//! | `events`, `restrictions`, `works`, `morale`, `supply`, `untried` | what exclusive rules of titles ask for, each with its own rule |
//! | `audit` | what may never be, and the hash of a position |
//! | `notation`, `position` | actions and positions in files |
//! | `words`, `view`, `handbook` | what people read |

pub mod action;
mod advance;
mod audit;
pub mod cells;
pub mod chart;
mod combat;
mod duties;
mod events;
mod fire;
mod ground;
mod handbook;
mod meant;
mod morale;
mod movement;
mod notation;
mod play;
mod position;
mod reach;
mod reinforcements;
mod restrictions;
mod retreat;
mod sequence;
mod setup;
pub mod shelf;
mod stacking;
pub mod state;
mod supply;
pub mod title;
pub mod units;
mod untried;
mod victory;
mod view;
mod words;
mod works;
mod zones;

pub use action::{Action, Event, Path, Subject};
pub use cells::{Cell, CellSet};
pub use chart::{Chart, Column, CombatResult};
pub use state::{State, Step};
pub use title::{BadTitle, Title};
pub use units::{Arm, Designation, Unit, UnitId, UnitSet};

use board::Board;
use engine::{BadField, Open, SetUp, Side};
use ground::{Ground, Lay};
use std::sync::OnceLock;
use title::Flag;

/// Blue & Gray with a title, its board and the options chosen.
pub struct BlueGray {
    pub(crate) setup: SetUp,
    /// What is printed for this title: map, turns, limits, victory.
    pub title: Title,
    /// The Combat Results Table (BG-7.6).
    pub chart: Chart,
    pub(crate) board: &'static Board,
    /// The board, with costs, neighbours and lines of fire, all its crossings in place.
    pub ground: Ground,
    /// The same without some of the crossings that can go, worked out when first asked for.
    without: Vec<OnceLock<Ground>>,
    /// The units of each side.
    pub army: [UnitSet; 2],
    /// All batteries.
    pub artillery: UnitSet,
    /// All infantry.
    pub infantry: UnitSet,
    /// Guns that never move.
    pub immobile: UnitSet,
    /// Units that never attack.
    pub(crate) passive: UnitSet,
    /// Units that control no hex.
    pub(crate) zoneless: UnitSet,
    /// Guns that fire farther, or less far, than the standard rules say.
    pub(crate) ranged: UnitSet,
    /// Units that nobody knows before they fight.
    pub untried: UnitSet,
    /// The followed hexes.
    pub followed: CellSet,
    /// The optional rule of attack effectiveness (BG-11).
    pub(crate) effectiveness: bool,
    pub(crate) fingerprint: u64,
}

/// The option that turns BG-11 on.
const OPTION_EFFECTIVENESS: &str = "attack-effectiveness";

impl BlueGray {
    /// The standard rules with this title's text on this board.
    pub fn with_title(standard: &str, text: &str, board: &'static Board, setup: SetUp) -> Result<BlueGray, BadField> {
        let bad = |place: &str, what: String| BadField::new(place, what);
        let chart = Chart::parse(standard).map_err(|e| bad("standard rules", e))?;
        let mut title = Title::parse(text, board).map_err(|e| bad("title", e.to_string()))?;
        // What players have agreed to leave out is not there.
        let left_out = |option: &String| setup.options.get(option).is_some_and(|value| value == "off");
        title.quotas.retain(|q| !q.option.as_ref().is_some_and(left_out));
        let ground = Ground::survey(board, &chart, &Lay::of(&title, 0)).map_err(|e| bad("board", e))?;
        let set = |which: &dyn Fn(&Unit) -> bool| -> UnitSet {
            title.units.iter().enumerate().filter(|(_, u)| which(u)).map(|(i, _)| i as UnitId).collect()
        };
        let flagged = |flag: Flag| set(&|u: &Unit| u.flags.contains(&flag));
        let mut fingerprint = engine::mix::Mixer::default();
        [standard, text, env!("CARGO_PKG_VERSION")].iter().for_each(|t| {
            fingerprint.add(engine::mix::hash_text(t));
        });
        fingerprint.add(engine::mix::hash_text(&format!("{:?}{:?}", board.ground, ground.cost)));
        let game = BlueGray {
            army: Side::BOTH.map(|s| set(&|u: &Unit| u.side == s)),
            artillery: set(&|u: &Unit| u.arm == Arm::Artillery),
            infantry: set(&|u: &Unit| u.arm == Arm::Infantry),
            immobile: flagged(Flag::Immobile).or(flagged(Flag::Afloat)),
            passive: flagged(Flag::NoAttack),
            zoneless: flagged(Flag::NoZone),
            ranged: set(&|u: &Unit| u.range.is_some()),
            untried: title.more.untried(),
            without: (0..(1 << title.more.bridges.len()) - 1).map(|_| OnceLock::new()).collect(),
            followed: title.controls.iter().map(|c| c.cell).collect(),
            effectiveness: setup.is_on(OPTION_EFFECTIVENESS),
            fingerprint: fingerprint.finish(),
            setup,
            title,
            chart,
            board,
            ground,
        };
        for unit in &game.title.units {
            let afloat = unit.flags.contains(&Flag::Afloat);
            if let Some(cell) = unit.start.filter(|c| game.ground.stand.has(*c) == afloat) {
                return Err(bad("title", format!("{}: no unit may stand in {}", unit.id, game.hex_name(cell))));
            }
        }
        Ok(game)
    }

    /// A unit as printed.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.title.units[usize::from(unit)]
    }

    /// Whose a unit is.
    #[inline]
    pub fn side_of(&self, unit: UnitId) -> Side {
        if self.army[0].has(unit) { Side::Union } else { Side::Confederate }
    }

    /// The ground as it lies now: crossings may be gone.
    #[inline]
    pub fn ground_in(&self, state: &State) -> &Ground {
        if state.gone == 0 { &self.ground } else { self.ground_without(state.gone) }
    }

    #[cold]
    fn ground_without(&self, gone: u8) -> &Ground {
        let survey = || Ground::survey(self.board, &self.chart, &Lay::of(&self.title, gone)).expect("the whole ground was surveyed");
        self.without[usize::from(gone) - 1].get_or_init(survey)
    }

    /// The strength of a unit: as printed, or as drawn.
    #[inline]
    pub fn strength_of(&self, state: &State, unit: UnitId) -> u8 {
        if self.untried.has(unit) { self.drawn_strength(state, unit) } else { self.unit(unit).strength }
    }

    /// The strength of a set of units.
    #[inline]
    pub fn strength(&self, state: &State, units: UnitSet) -> u32 {
        units.iter().map(|u| u32::from(self.strength_of(state, u))).sum()
    }

    /// The name of a hex.
    pub fn hex_name(&self, cell: Cell) -> String {
        self.board.grid.name(cell.hex(&self.board.grid))
    }

    /// The board.
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// The title.
    pub fn title(&self) -> &Title {
        &self.title
    }

    /// The charts.
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// Puts a unit somewhere.
    #[inline]
    pub fn put(&self, state: &mut State, unit: UnitId, to: Cell) {
        state.put(unit, self.side_of(unit), to, self.chart.limits.stacking);
    }
}

/// Nothing is hidden in this game: what a seat sees is the state.
impl Open for BlueGray {}
