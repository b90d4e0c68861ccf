//! What exclusive rules of such titles ask for, as parts with a name and numbers. Each says which rule of the title it is; a title that
//! does not use a part has an empty list of it.

use crate::cells::CellSet;
use crate::units::{UnitId, UnitSet};
use board::Location;
use engine::Side;

/// An event by its place in the title's list.
pub type EventId = u8;

/// The most events of a title, those included that a die for reinforcements makes.
pub const MOST_EVENTS: usize = 32;
/// The most crossings that can go: the ground is worked out for each way they can lie.
pub const MOST_BRIDGES: usize = 4;
/// The most groups that come on by one entry hex of several.
pub const MOST_CHOSEN: usize = 8;
/// The most units that nobody knows before they fight.
pub const MOST_UNTRIED: usize = 32;

/// From when to when something holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct When {
    /// From this turn on.
    pub from: u8,
    /// Up to this turn.
    pub through: u8,
    /// Once this event has happened.
    pub after: Option<EventId>,
    /// Until this event has happened.
    pub until: Option<EventId>,
}

impl When {
    /// All the time.
    pub const ALWAYS: When = When { from: 1, through: u8::MAX, after: None, until: None };

    /// Whether it holds in a turn, with these events behind it.
    #[inline]
    pub fn holds(&self, turn: u8, happened: u32) -> bool {
        let has = |event: Option<EventId>| event.map(|e| happened >> e & 1 == 1);
        (self.from..=self.through).contains(&turn) && has(self.after) != Some(false) && has(self.until) != Some(true)
    }

    /// Whether two can hold at once, as far as turns tell.
    pub fn meets(&self, other: &When) -> bool {
        let told_apart = |a: &When, b: &When| a.until.is_some() && a.until == b.after;
        self.from <= other.through && other.from <= self.through && !told_apart(self, other) && !told_apart(other, self)
    }
}

/// Something that happens once in a game, and that other parts of the title wait for. Everything it asks for must be so at the same time.
#[derive(Clone, Debug)]
pub struct Happening {
    /// What other parts call it.
    pub id: String,
    /// The rule it comes from.
    pub rule: &'static str,
    /// What is told when it happens.
    pub text: String,
    /// Whose it is: it is looked at when the Movement Phase of that side begins.
    pub side: Side,
    /// When it can happen.
    pub when: When,
    /// Followed hexes that its side holds, one bit each.
    pub holding: u16,
    /// Hexes in one of which a unit of its side stands.
    pub standing: CellSet,
    /// The strength that its side has lost.
    pub lost: Option<u16>,
    /// The strength that the enemy has lost.
    pub taken: Option<u16>,
    /// The most that a die may show; it is rolled once in each turn in which all else is so.
    pub die: Option<u8>,
    /// Whether its side says when.
    pub choice: bool,
    /// Whether the game ends with it.
    pub ends: bool,
}

/// What a restriction forbids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ban {
    /// To march.
    Move,
    /// To attack.
    Attack,
    /// To come into hexes.
    Enter,
    /// To go out of hexes.
    Leave,
    /// To march farther than so many points.
    Beyond(u8),
}

/// Something that units may not do, somewhere or for a while.
#[derive(Clone, Debug)]
pub struct Restriction {
    /// The rule it comes from.
    pub rule: &'static str,
    /// Who.
    pub units: UnitSet,
    /// What.
    pub ban: Ban,
    /// In or out of which hexes; everywhere if there are none.
    pub cells: CellSet,
    /// From when to when.
    pub when: When,
}

/// A crossing that can go, or that is made in the course of the game.
#[derive(Clone, Debug)]
pub struct Bridge {
    /// The rule it comes from.
    pub rule: &'static str,
    /// Where it is on the board.
    pub at: Location,
    /// The event that makes an end of it; without one it is gone from the start.
    pub gone: Option<EventId>,
    /// The event that makes it good.
    pub back: Option<EventId>,
}

impl Bridge {
    /// Whether it cannot be used, with these events behind it.
    pub fn is_gone(&self, happened: u32) -> bool {
        let has = |event: EventId| happened >> event & 1 == 1;
        self.gone.is_none_or(has) && !self.back.is_some_and(has)
    }
}

/// Works of earth and logs.
#[derive(Clone, Debug)]
pub struct Works {
    /// The rule they come from.
    pub rule: &'static str,
    /// What they multiply the defence of a hex with.
    pub defence: u8,
    /// Where they are from the start.
    pub given: CellSet,
    /// Who can make more.
    pub builders: UnitSet,
}

/// A leader and those who follow him.
#[derive(Clone, Debug)]
pub struct Leader {
    /// The rule he comes from.
    pub rule: &'static str,
    /// The counter with which he is.
    pub unit: UnitId,
    /// How far he is heard, in hexes.
    pub within: u8,
    /// Who follows him.
    pub followers: UnitSet,
    /// By how many columns better they attack.
    pub attack: u8,
    /// By how many columns better they defend themselves.
    pub defence: u8,
}

/// What an army is like that has lost so much.
#[derive(Clone, Debug)]
pub struct Demoralisation {
    /// The rule it comes from.
    pub rule: &'static str,
    /// Whose.
    pub side: Side,
    /// The strength lost from which on it is so.
    pub lost: u16,
    /// By how many columns worse it attacks.
    pub attack: u8,
    /// By how many columns worse it defends itself.
    pub defence: u8,
}

/// How a unit attacks whose supply is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hungry {
    /// As ever.
    Full,
    /// With half its strength, fractions dropped, one at least.
    Half,
    /// Not at all.
    Not,
}

/// Where supply comes from, and what they suffer whom it does not reach.
#[derive(Clone, Debug)]
pub struct Supply {
    /// The rule it comes from.
    pub rule: &'static str,
    /// Whose.
    pub side: Side,
    /// From these hexes.
    pub sources: CellSet,
    /// Over so many hexes.
    pub length: u8,
    /// How many points a unit has without it.
    pub movement: u8,
    /// How it attacks without it.
    pub attack: Hungry,
}

/// Strengths that are drawn when units fight for the first time.
#[derive(Clone, Debug)]
pub struct Pool {
    /// What units call it.
    pub id: String,
    /// The rule it comes from.
    pub rule: &'static str,
    /// What is in it, from the least.
    pub strengths: Vec<u8>,
    /// Who draws from it.
    pub units: UnitSet,
}

/// Units that their player sets up.
#[derive(Clone, Debug)]
pub struct Deployment {
    /// The rule it comes from.
    pub rule: &'static str,
    /// Who.
    pub units: UnitSet,
    /// In which hexes.
    pub cells: CellSet,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub struct Mechanisms {
    /// What happens once.
    pub events: Vec<Happening>,
    /// What units may not do.
    pub restrictions: Vec<Restriction>,
    /// Crossings that come and go.
    pub bridges: Vec<Bridge>,
    /// Works.
    pub works: Option<Works>,
    /// Leaders.
    pub leaders: Vec<Leader>,
    /// Levels of demoralisation, the least first.
    pub demoralisation: Vec<Demoralisation>,
    /// Supply.
    pub supply: Vec<Supply>,
    /// Pools of strengths.
    pub pools: Vec<Pool>,
    /// Set-ups by choice.
    pub deployments: Vec<Deployment>,
}

impl Mechanisms {
    /// The event of that name.
    pub fn event_named(&self, id: &str) -> Option<EventId> {
        self.events.iter().position(|e| e.id == id).map(|e| e as EventId)
    }

    /// Units that nobody knows before they fight.
    pub fn untried(&self) -> UnitSet {
        self.pools.iter().map(|p| p.units).fold(UnitSet::EMPTY, UnitSet::or)
    }

    /// Units that their player sets up.
    pub fn deployed(&self) -> UnitSet {
        self.deployments.iter().map(|d| d.units).fold(UnitSet::EMPTY, UnitSet::or)
    }
}
