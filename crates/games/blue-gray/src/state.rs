//! A position: a few KB of flat arrays.

use crate::cells::{Cell, CellSet};
use crate::chart::{Column, CombatResult};
use crate::title::{MOST_CHOSEN, MOST_UNTRIED};
use crate::units::{NOBODY, UnitId, UnitSet};
use engine::Side;
use engine::mix::mix;

/// The most units a title can have.
pub const UNITS: usize = 128;

/// The most hexes on one side of a battle: an attacker has six neighbours.
pub const BATTLE_HEXES: usize = 6;

/// A short list of hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cells {
    len: u8,
    cells: [Cell; BATTLE_HEXES],
}

impl Cells {
    /// No hex.
    pub const EMPTY: Cells = Cells { len: 0, cells: [Cell(0); BATTLE_HEXES] };

    /// The hexes.
    #[inline]
    pub fn as_slice(&self) -> &[Cell] {
        &self.cells[..usize::from(self.len)]
    }

    /// Adds a hex, if there is room and it is new.
    #[inline]
    pub fn push(&mut self, cell: Cell) {
        if usize::from(self.len) < BATTLE_HEXES && !self.as_slice().contains(&cell) {
            self.cells[usize::from(self.len)] = cell;
            self.len += 1;
        }
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// A battle, from its first hex to its advance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battle {
    /// The defending hexes.
    pub targets: Cells,
    /// The hexes from which adjacent units attack.
    pub from: Cells,
    /// The adjacent attackers, once the battle is joined.
    pub attackers: UnitSet,
    /// The bombarding guns.
    pub guns: UnitSet,
    /// The defenders, once the battle is joined.
    pub defenders: UnitSet,
    /// The column in use, once announced.
    pub column: Column,
    /// The result, once rolled.
    pub result: Option<CombatResult>,
    /// What the attacker still owes of an exchange.
    pub owed: u16,
}

impl Battle {
    /// No battle.
    pub const NONE: Battle = Battle {
        targets: Cells::EMPTY,
        from: Cells::EMPTY,
        attackers: UnitSet::EMPTY,
        guns: UnitSet::EMPTY,
        defenders: UnitSet::EMPTY,
        column: Column(0),
        result: None,
        owed: 0,
    };
}

/// What is asked now: the agenda. A battle and a chain of displacements never nest, so one step and the sets of those still to
/// be settled say it all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Step {
    /// The phasing player moves (BG-4.1b).
    Movement,
    /// The phasing player declares a battle (BG-4.1c).
    Battles,
    /// The die of a battle (BG-7.0-Pb).
    Roll,
    /// The attacker pays for an exchange (BG-7.6-Ex).
    Exchange,
    /// The loser retreats (BG-7.71a); with a unit in `pushed`, that one is displaced first (BG-7.81a).
    Retreat,
    /// The victor advances or not (BG-7.75).
    Advance,
    /// Ineffective units fall back at the end of the Combat Phase (BG-11.31a).
    FallBack,
    /// The game is over.
    Over,
    /// A player sets up units of his choice, before the first turn.
    SetUp,
    /// The die of an event of the title.
    Event,
    /// The strength of an untried unit is drawn.
    Draw,
}

/// A position.
#[derive(Clone, PartialEq, Eq)]
pub struct State {
    /// Where each unit is.
    pub at: [Cell; UNITS],
    /// The first unit in each hex, [`NOBODY`] if none.
    head: [UnitId; 1024],
    /// The next unit in the same hex.
    next: [UnitId; UNITS],
    /// Hexes with a unit of each side.
    pub occupied: [CellSet; 2],
    /// Hexes with as many units of each side as may stay (BG-5.32).
    pub full: [CellSet; 2],
    /// Hexes in the zone of control of each side. During movement only the enemy's is kept up to date.
    pub zone: [CellSet; 2],
    /// The number of hexes with more units than may stay.
    pub overfull: u8,
    /// Units on the map.
    pub on_map: UnitSet,
    /// A hash of where the units are, kept up to date.
    pub key: u64,

    /// The turn, from 1.
    pub turn: u8,
    /// The phasing side.
    pub side: Side,
    /// What is asked.
    pub step: Step,
    /// Units that have moved this phase (BG-5.17).
    pub moved: UnitSet,
    /// Units that have attacked this phase (BG-7.14).
    pub fought: UnitSet,
    /// Of these, guns that bombarded and have not been displaced since (BG-8.14).
    pub shelled: UnitSet,
    /// Units that have been attacked this phase (BG-7.14).
    pub struck: UnitSet,
    /// Units that advanced this phase (BG-7.75f).
    pub advanced: UnitSet,
    /// Units that retreated or were displaced this phase: they attack no more (R-12, BG-7.82d).
    pub shaken: UnitSet,
    /// Units of both sides that were in contact when the Combat Phase began and still stand there.
    pub contact: UnitSet,
    /// Units that have lost attack effectiveness (BG-11.0).
    pub ineffective: UnitSet,
    /// Of these, those in an enemy zone when the Combat Phase began (BG-11.31a).
    pub wavering: UnitSet,
    /// The battle at hand.
    pub battle: Battle,
    /// Units that still have to retreat.
    pub pending: UnitSet,
    /// Guns that may retreat if they like (BG-8.16).
    pub willing: UnitSet,
    /// The unit being displaced, [`NOBODY`] if none.
    pub pushed: UnitId,
    /// Units displaced in the present chain.
    pub chain: UnitSet,
    /// Who holds each followed hex: two bits each, 0 nobody, 1 Union, 2 Confederate.
    pub control: u32,
    /// Hexes that each side has scored by first control, one bit each.
    pub first_taken: [u16; 2],
    /// Held groups that are free, one bit each.
    pub released: u8,
    /// How many units each entry hex has let in this phase, for columns.
    pub entered: [u8; 16],
    /// Victory points.
    pub points: [i16; 2],

    /// Events of the title that have happened, one bit each.
    pub happened: u32,
    /// The event whose die is asked for.
    pub asking: u8,
    /// Crossings that are gone, one bit each; it follows from the events.
    pub gone: u8,
    /// The entry hex, from 1, that each group has chosen which comes on by one of several.
    pub chosen: [u8; MOST_CHOSEN],
    /// Hexes with works.
    pub works: CellSet,
    /// The strengths of untried units once they are drawn, 0 before.
    pub drawn: [u8; MOST_UNTRIED],
    /// Units of either side whose supply was cut when their last Movement Phase began.
    pub cut_off: UnitSet,
    /// The strength that each side has lost; it follows from who is eliminated.
    pub losses: [u16; 2],
}

impl State {
    /// A map without units.
    pub fn empty(side: Side) -> State {
        State {
            at: [Cell::ASIDE; UNITS],
            head: [NOBODY; 1024],
            next: [NOBODY; UNITS],
            occupied: [CellSet::EMPTY; 2],
            full: [CellSet::EMPTY; 2],
            zone: [CellSet::EMPTY; 2],
            overfull: 0,
            on_map: UnitSet::EMPTY,
            key: 0,
            turn: 1,
            side,
            step: Step::Movement,
            moved: UnitSet::EMPTY,
            fought: UnitSet::EMPTY,
            shelled: UnitSet::EMPTY,
            struck: UnitSet::EMPTY,
            advanced: UnitSet::EMPTY,
            shaken: UnitSet::EMPTY,
            contact: UnitSet::EMPTY,
            ineffective: UnitSet::EMPTY,
            wavering: UnitSet::EMPTY,
            battle: Battle::NONE,
            pending: UnitSet::EMPTY,
            willing: UnitSet::EMPTY,
            pushed: NOBODY,
            chain: UnitSet::EMPTY,
            control: 0,
            first_taken: [0; 2],
            released: 0,
            entered: [0; 16],
            points: [0; 2],
            happened: 0,
            asking: 0,
            gone: 0,
            chosen: [0; MOST_CHOSEN],
            works: CellSet::EMPTY,
            drawn: [0; MOST_UNTRIED],
            cut_off: UnitSet::EMPTY,
            losses: [0; 2],
        }
    }

    /// Whether an event of the title has happened.
    #[inline]
    pub fn has_happened(&self, event: u8) -> bool {
        self.happened >> event & 1 == 1
    }

    /// Where a unit is.
    #[inline]
    pub fn place(&self, unit: UnitId) -> Cell {
        self.at[usize::from(unit)]
    }

    /// The units in a hex, the last to come first.
    #[inline]
    pub fn stack(&self, cell: Cell) -> impl Iterator<Item = UnitId> + '_ {
        let mut unit = if cell.on_map() { self.head[cell.index()] } else { NOBODY };
        std::iter::from_fn(move || {
            (unit != NOBODY).then(|| {
                let here = unit;
                unit = self.next[usize::from(here)];
                here
            })
        })
    }

    /// The units in a hex as a set.
    #[inline]
    pub fn units_in(&self, cell: Cell) -> UnitSet {
        self.stack(cell).collect()
    }

    /// How many units are in a hex.
    #[inline]
    pub fn count(&self, cell: Cell) -> usize {
        self.stack(cell).count()
    }

    /// Puts a unit somewhere else, on the map or off it. `limit` is the stacking limit.
    #[inline]
    pub fn put(&mut self, unit: UnitId, side: Side, to: Cell, limit: u8) {
        let from = self.place(unit);
        self.key ^= key_of(unit, from) ^ key_of(unit, to);
        if from.on_map() {
            self.unlink(unit, from);
            self.recount(side, from, limit, -1);
            self.on_map.remove(unit);
        }
        self.at[usize::from(unit)] = to;
        if to.on_map() {
            self.next[usize::from(unit)] = self.head[to.index()];
            self.head[to.index()] = unit;
            self.recount(side, to, limit, 1);
            self.on_map.insert(unit);
        }
    }

    #[inline]
    fn unlink(&mut self, unit: UnitId, from: Cell) {
        let after = self.next[usize::from(unit)];
        if self.head[from.index()] == unit {
            self.head[from.index()] = after;
        } else {
            let mut before = self.head[from.index()];
            while self.next[usize::from(before)] != unit {
                before = self.next[usize::from(before)];
            }
            self.next[usize::from(before)] = after;
        }
        self.next[usize::from(unit)] = NOBODY;
    }

    #[inline]
    fn recount(&mut self, side: Side, cell: Cell, limit: u8, change: isize) {
        let (count, limit) = (self.count(cell), usize::from(limit));
        let before = count.wrapping_add_signed(-change);
        self.occupied[side.index()].set(cell, count > 0);
        self.full[side.index()].set(cell, count >= limit);
        if before <= limit && count > limit {
            self.overfull += 1;
        } else if before > limit && count <= limit {
            self.overfull -= 1;
        }
    }

    /// Who holds a followed hex.
    #[inline]
    pub fn holder(&self, control: usize) -> Option<Side> {
        match self.control >> (2 * control) & 3 {
            1 => Some(Side::Union),
            2 => Some(Side::Confederate),
            _ => None,
        }
    }

    /// Gives a followed hex to a side.
    #[inline]
    pub fn hold(&mut self, control: usize, side: Option<Side>) {
        let bits = match side {
            None => 0,
            Some(Side::Union) => 1,
            Some(Side::Confederate) => 2,
        };
        self.control = self.control & !(3 << (2 * control)) | bits << (2 * control);
    }
}

/// The part of the key that says where one unit is.
#[inline]
pub fn key_of(unit: UnitId, cell: Cell) -> u64 {
    mix(u64::from(unit) << 16 | u64::from(cell.0) | 1 << 32)
}
