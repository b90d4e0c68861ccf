//! A title of the series: units, turns, reinforcements, limits, points, and the ids of its own rules. All data; a folder under
//! `data/titles` each.

mod mechanisms;
mod never;
mod read;
mod read_arrivals;
mod read_mechanisms;
pub mod rulebook;

pub use mechanisms::*;

pub use read::{Against, FILE, board_of, is_id, is_version};

use crate::cells::{Cell, CellSet};
use crate::units::{Unit, UnitSet};
use board::Board;
use engine::{OptionRule, Side};
use proof::Fault;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::{Mutex, PoisonError};

/// What sets a unit apart from the standard rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// Never moves; a retreat eliminates it. In all else it is a unit like others.
    Immobile,
    /// Never attacks.
    NoAttack,
    /// Controls no hex.
    NoZone,
    /// Guns on the water: they stand in a river, never leave it, and nobody comes at them.
    Afloat,
}

/// What happens to reinforcements that are kept out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryPolicy {
    /// They come on in that turn or are eliminated.
    ThatTurnOrLost,
    /// They come on as soon as they can.
    WhenPossible,
    /// They come on one behind the other: the first pays the entry hex once, the second twice, and so on; enemy zones do not
    /// bar them, and those who cannot pay come on later.
    Column,
    /// Their player decides when they come on.
    AtWill,
}

/// What earns points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// An enemy unit eliminated.
    EliminatedUnit,
    /// A strength point of an enemy unit eliminated.
    EliminatedStrength,
    /// The first time that the side controls a hex.
    FirstControl,
    /// A hex that the side was the last to control.
    LastControlAtEnd,
    /// A hex in the zone of control of the side's infantry.
    HexInInfantryZoneAtEnd,
    /// A unit of the side that has left the map.
    ExitedUnit,
    /// A strength point of the side that has left the map.
    ExitedStrength,
    /// All of the hexes, each last controlled by the side.
    AllControlAtEnd,
    /// An area with units of the side and none of the enemy.
    AreaAtEnd,
    /// A strength point of the side in an area.
    StrengthInAreaAtEnd,
    /// An event.
    Event,
}

impl Deed {
    /// Whether it is counted when it happens rather than at the end.
    pub fn at_once(self) -> bool {
        use Deed::{AllControlAtEnd, AreaAtEnd, HexInInfantryZoneAtEnd, LastControlAtEnd, StrengthInAreaAtEnd};
        !matches!(self, LastControlAtEnd | HexInInfantryZoneAtEnd | AllControlAtEnd | AreaAtEnd | StrengthInAreaAtEnd)
    }

    /// Whether it is counted by who was last in followed hexes.
    pub fn by_control(self) -> bool {
        matches!(self, Deed::FirstControl | Deed::LastControlAtEnd | Deed::AllControlAtEnd)
    }

    /// Whether it is counted in hexes or an area.
    pub fn in_hexes(self) -> bool {
        self.by_control() || matches!(self, Deed::HexInInfantryZoneAtEnd | Deed::AreaAtEnd | Deed::StrengthInAreaAtEnd)
    }
}

/// A turn of the track.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Day and hour.
    pub label: String,
    /// Whether it is a night turn.
    pub night: bool,
}

/// What a side may do at night.
#[derive(Clone, Copy, Debug)]
pub struct Night {
    /// Move at all.
    pub moves: bool,
    /// Leave an enemy zone.
    pub leave_zone: bool,
    /// Enter an enemy zone.
    pub enter_zone: bool,
}

/// The ids of a title's own rules: what its refusals and charts cite. A title that does not name one falls back on the rule of
/// the series that lets it have rules of its own (BG-1.0).
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The turn track.
    pub turns: &'static str,
    /// Reinforcements come on in their turn.
    pub arrival: &'static str,
    /// No entry where the enemy is, or controls the hex.
    pub entry_closed: &'static str,
    /// Those who cannot come on in their turn are lost.
    pub entry_missed: &'static str,
    /// The entry hex is paid for.
    pub entry_cost: &'static str,
    /// No entry into a full hex.
    pub entry_full: &'static str,
    /// Where they come on.
    pub entry_hex: &'static str,
    /// Units that stand still for a while.
    pub hold: &'static str,
    /// Units that never attack.
    pub passive: &'static str,
    /// Units that never move.
    pub immobile: &'static str,
    /// A retreat eliminates them.
    pub immobile_retreat: &'static str,
    /// They never advance.
    pub immobile_advance: &'static str,
    /// How many units move.
    pub quota: &'static str,
    /// Who controls a hex.
    pub control: &'static str,
    /// A side that does not move at night.
    pub night: &'static str,
    /// No retreat into a ferry hex.
    pub ferry_retreat: &'static str,
    /// The point schedule.
    pub points: &'static str,
    /// The levels of victory.
    pub levels: &'static str,
}

/// An id that outlives the file it was read from. Each is kept once, however often its title is opened.
fn lasting(id: &str) -> &'static str {
    static IDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut ids = IDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = ids.get(id) {
        return known;
    }
    let kept: &'static str = Box::leak(id.to_string().into_boxed_str());
    ids.insert(kept);
    kept
}

/// A limit on how many units move.
#[derive(Clone, Debug)]
pub struct Quota {
    /// Whose.
    pub side: Side,
    /// From when to when.
    pub when: When,
    /// Units that it does not speak of.
    pub others: UnitSet,
    /// The option that turns it off, if there is one.
    pub option: Option<String>,
    /// How many.
    pub units: u8,
    /// How many more ...
    pub more: u8,
    /// ... while holding this hex, by its number among the controlled hexes.
    pub holding: Option<u8>,
    /// Units outside the quota ...
    pub exempt: UnitSet,
    /// ... up to this turn.
    pub through: u8,
}

/// Units that stand still until something happens.
#[derive(Clone, Debug)]
pub struct Hold {
    /// The units.
    pub units: UnitSet,
    /// The turn in which they are free.
    pub until: Option<u8>,
    /// Whether an attack on one frees all.
    pub attacked: bool,
    /// Hexes that free them when an enemy comes in.
    pub enemy_in: CellSet,
}

/// Units that come on later.
#[derive(Clone, Debug)]
pub struct Reinforcement {
    /// The units.
    pub units: UnitSet,
    /// Whose.
    pub side: Side,
    /// From when.
    pub turn: u8,
    /// Where.
    pub entry: Vec<Cell>,
    /// What if they cannot.
    pub policy: EntryPolicy,
    /// Up to when.
    pub through: u8,
    /// The event that they wait for.
    pub after: Option<EventId>,
    /// If all come on by the hex that the first has chosen: its place among such groups.
    pub one_entry: Option<u8>,
}

/// Where a side may leave the map.
#[derive(Clone, Debug)]
pub struct Exit {
    /// From these hexes.
    pub cells: CellSet,
    /// For so many points.
    pub cost: u8,
    /// From when to when.
    pub when: When,
}

/// A hex whose control matters.
#[derive(Clone, Copy, Debug)]
pub struct Control {
    /// The hex.
    pub cell: Cell,
    /// Who holds it at the start.
    pub holder: Option<Side>,
}

/// A line of the victory point schedule.
#[derive(Clone, Debug)]
pub struct Score {
    /// The rule it comes from.
    pub rule: String,
    /// Who scores.
    pub to: Side,
    /// For what.
    pub what: Deed,
    /// How much.
    pub points: i16,
    /// In which hexes.
    pub cells: CellSet,
    /// By which event.
    pub event: Option<EventId>,
}

/// A level of victory.
#[derive(Clone, Debug)]
pub struct Level {
    /// The least difference, Union less Confederate, that gives it.
    pub from: i16,
    /// Its name.
    pub name: String,
    /// Who wins.
    pub winner: Option<Side>,
}

/// A title, checked.
#[derive(Clone, Debug)]
pub struct Title {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// A sentence about it.
    pub summary: String,
    /// Who made it.
    pub author: String,
    /// Under which licence it may be passed on.
    pub licence: String,
    /// Its version.
    pub version: String,
    /// The board's id.
    pub board: String,
    /// Who moves first.
    pub first: Side,
    /// The turn track.
    pub turns: Vec<Turn>,
    /// The ids of its own rules.
    pub rules: Rules,
    /// What players may agree on.
    pub options: Vec<OptionRule>,
    /// Night rules by side.
    pub night: [Night; 2],
    /// Movement quotas; of those of a side one holds at a time.
    pub quotas: Vec<Quota>,
    /// Units that stand still for a while, at most eight groups.
    pub holds: Vec<Hold>,
    /// Units that come on later.
    pub reinforcements: Vec<Reinforcement>,
    /// All entry hexes, each once.
    pub entries: Vec<Cell>,
    /// Exits by side.
    pub exits: [Option<Exit>; 2],
    /// Hexes whose control matters, at most sixteen.
    pub controls: Vec<Control>,
    /// The point schedule.
    pub scores: Vec<Score>,
    /// The levels, best for the Union first.
    pub levels: Vec<Level>,
    /// The units, Union first.
    pub units: Vec<Unit>,
    /// Who sets up first, where players do.
    pub deploys: Side,
    /// What exclusive rules ask for.
    pub more: Mechanisms,
}

/// A title's file that cannot be read: what is wrong with it, in lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTitle(pub Vec<Fault>);

impl Display for BadTitle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lines: Vec<String> = self.0.iter().filter(|fault| fault.is_mistake()).map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for BadTitle {}

impl Title {
    /// Reads a title's file against its board.
    pub fn parse(text: &str, board: &Board) -> Result<Title, BadTitle> {
        let (title, faults) = Title::examine(text, &Against::only(board));
        title.ok_or(BadTitle(faults))
    }
}
