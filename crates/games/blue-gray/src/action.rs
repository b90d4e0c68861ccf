//! What can be decided, by what, and what happens.

use crate::cells::Cell;
use crate::chart::{Column, CombatResult};
use crate::title::EventId;
use crate::units::{UnitId, UnitSet};
use board::Steps;
use engine::Side;

/// A path; a march has at most six points, so at most six steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// The hex it begins in, [`Cell::ASIDE`] for wherever the unit stands.
    start: Cell,
    way: Steps<u32>,
}

impl Path {
    /// No step, from wherever the unit stands.
    pub const EMPTY: Path = Path { start: Cell::ASIDE, way: Steps::EMPTY };

    /// The most steps.
    pub const MOST: usize = Steps::<u32>::MOST;

    /// No step yet, from a hex.
    pub fn from(start: Cell) -> Path {
        Path { start, ..Path::EMPTY }
    }

    /// The hex it begins in, if it says so.
    pub fn start(self) -> Option<Cell> {
        self.start.on_map().then_some(self.start)
    }

    /// Whether there is no step.
    pub fn is_empty(self) -> bool {
        self.way.is_empty()
    }

    /// Adds a step; returns whether there was room.
    pub fn push(&mut self, direction: usize) -> bool {
        let room = self.way.len() < Path::MOST;
        self.way = self.way.then_index(direction);
        room
    }

    /// The directions in order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.way.indices()
    }
}

/// One small decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A unit marches to a hex; on the way it takes control of exactly these followed hexes, one bit each.
    Move {
        /// The unit.
        unit: UnitId,
        /// The hex.
        to: Cell,
        /// The followed hexes passed through that were not its side's.
        taking: u16,
    },
    /// A unit marches along a given path.
    March {
        /// The unit.
        unit: UnitId,
        /// The path.
        path: Path,
    },
    /// A reinforcement comes on and marches to a hex.
    Enter {
        /// The unit.
        unit: UnitId,
        /// The entry hex.
        at: Cell,
        /// The hex it ends in.
        to: Cell,
        /// The followed hexes it takes on the way.
        taking: u16,
    },
    /// A unit marches off the map.
    Leave {
        /// The unit.
        unit: UnitId,
        /// The exit hex.
        by: Cell,
    },
    /// The Movement Phase ends.
    EndMovement,
    /// A hex is attacked: it opens a battle, or joins the one that is open.
    Engage {
        /// The defending hex.
        target: Cell,
    },
    /// The units of a hex join the attack (BG-7.22).
    Join {
        /// The hex.
        from: Cell,
    },
    /// A gun bombards in this battle (BG-8.21).
    Bombard {
        /// The gun.
        gun: UnitId,
    },
    /// The battle is fought, at the odds or lower ones (BG-7.9a).
    Fight {
        /// The column.
        column: Column,
    },
    /// The Combat Phase ends.
    EndCombat,
    /// A unit is given up in an exchange.
    Lose {
        /// The unit.
        unit: UnitId,
    },
    /// The exchange is paid.
    Paid,
    /// A unit retreats to a hex; if it is full, one occupant is pushed out (BG-7.81a).
    Retreat {
        /// The unit.
        unit: UnitId,
        /// The hex.
        to: Cell,
        /// Who is pushed out, `NOBODY` if there is room.
        push: UnitId,
    },
    /// A bombarding gun stays where it is (BG-8.16).
    Stand {
        /// The gun.
        unit: UnitId,
    },
    /// A unit advances into a vacated hex.
    Advance {
        /// The unit.
        unit: UnitId,
        /// The hex.
        to: Cell,
    },
    /// Nobody advances (BG-7.75d).
    Stay,
    /// A unit is put down in a set-up.
    Place {
        /// The unit.
        unit: UnitId,
        /// The hex.
        to: Cell,
    },
    /// A unit makes works instead of a march.
    Dig {
        /// The unit.
        unit: UnitId,
    },
    /// A side lets an event of the title happen.
    Declare {
        /// The event.
        event: EventId,
    },
}

/// A thing that can act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// A unit.
    Unit(UnitId),
    /// An enemy hex.
    Target(Cell),
    /// A friendly hex.
    Hex(Cell),
    /// The battle being prepared.
    Battle,
    /// The button that ends or passes.
    Done,
    /// An event that waits for a word.
    Event(EventId),
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A turn began.
    Turn(u8),
    /// A phase began.
    Phase(Side, &'static str),
    /// A unit marched along these hexes.
    Moved(UnitId, Vec<Cell>),
    /// A unit came on and marched along these hexes.
    Entered(UnitId, Vec<Cell>),
    /// A unit left the map.
    Left(UnitId, Cell),
    /// A side took control of a hex.
    Took(Side, Cell),
    /// A side scored.
    Scored(Side, i16, String),
    /// A battle was joined: attackers, guns, defending hexes, sums, column.
    Joined {
        /// The adjacent attackers.
        attackers: UnitSet,
        /// The bombarding guns.
        guns: UnitSet,
        /// The defending hexes.
        targets: Vec<Cell>,
        /// The attackers' sum.
        attack: u32,
        /// The defenders' sum.
        defence: u32,
        /// The column in use.
        column: Column,
    },
    /// The die and its result.
    Rolled(u8, CombatResult),
    /// A unit was eliminated, under this rule.
    Eliminated(UnitId, &'static str),
    /// A unit retreated.
    Retreated(UnitId, Cell, Cell),
    /// A unit was displaced.
    Displaced(UnitId, Cell, Cell),
    /// A unit lost its attack effectiveness.
    Shaken(UnitId),
    /// All units recovered.
    Recovered,
    /// A unit advanced.
    Advanced(UnitId, Cell, Cell),
    /// A held group may move.
    Released(u8),
    /// The game ended with this difference.
    Ended(i16),
    /// A unit was put down in a set-up.
    Placed(UnitId, Cell),
    /// A unit made works.
    Dug(UnitId, Cell),
    /// An event of the title happened.
    Happened(EventId),
    /// The die of an event: what it showed, and whether the event happened.
    Tried(EventId, u8),
    /// A crossing of the title has gone or is good again.
    Bridged(u8, bool),
    /// The strength of an untried unit was drawn.
    Drew(UnitId, u8),
    /// A side has come to a level of demoralisation, by its place.
    Demoralised(u8),
    /// The supply of units is cut.
    CutOff(UnitSet),
}
