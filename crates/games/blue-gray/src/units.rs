//! Units and sets of units (BG-2.3, BG-2.4).

use crate::cells::Cell;
use crate::title::Flag;
use engine::Side;
use serde::Deserialize;

/// A unit by its place in the title's list.
pub type UnitId = u8;

/// No unit.
pub const NOBODY: UnitId = u8::MAX;

/// The arm of a unit (BG-2.4b), in a chart the letter after its strength. Infantry and cavalry fight and march alike.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    /// Foot.
    Infantry,
    /// Horse.
    Cavalry,
    /// Guns.
    Artillery,
}

impl Arm {
    /// As written in files.
    pub fn id(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
        }
    }
}

/// A unit as printed (BG-2.3): one strength for attack and defence (BG-2.4c), and every unit moves alike (BG-2.4d).
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its id in files.
    pub id: String,
    /// Its number in the deployment chart: `U25`, `C34`.
    pub number: String,
    /// Whose.
    pub side: Side,
    /// The designation on the counter (BG-2.4a).
    pub name: String,
    /// Its arm.
    pub arm: Arm,
    /// Its strength.
    pub strength: u8,
    /// The corps or army.
    pub formation: String,
    /// Who led it.
    pub commander: String,
    /// The hex at the start; none for reinforcements.
    pub start: Option<Cell>,
    /// What sets it apart.
    pub flags: Vec<Flag>,
    /// How far it fires, if that is not what the standard rules say.
    pub range: Option<u8>,
}

/// A Union designation taken apart (BG-2.4a).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Designation {
    /// The brigade.
    pub brigade: String,
    /// The division.
    pub division: String,
    /// The corps, a roman number.
    pub corps: String,
}

impl Designation {
    /// Takes `2/3/IV` apart (BG-2.4a).
    pub fn parse(name: &str) -> Option<Designation> {
        let mut parts = name.split('/');
        let (brigade, division, corps) = (parts.next()?, parts.next()?, parts.next()?);
        let roman = !corps.is_empty() && corps.chars().all(|c| "IVXL".contains(c));
        (parts.next().is_none() && roman).then(|| Designation { brigade: brigade.into(), division: division.into(), corps: corps.into() })
    }
}

/// A set of units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct UnitSet(pub contact::Set);

impl UnitSet {
    /// No unit.
    pub const EMPTY: UnitSet = UnitSet(0);

    /// One unit.
    #[inline]
    pub fn one(unit: UnitId) -> UnitSet {
        UnitSet(1 << unit)
    }

    /// Whether the unit is in the set.
    #[inline]
    pub fn has(self, unit: UnitId) -> bool {
        unit < 128 && self.0 >> unit & 1 == 1
    }

    /// Adds a unit.
    #[inline]
    pub fn insert(&mut self, unit: UnitId) {
        self.0 |= 1 << unit;
    }

    /// Takes a unit out.
    #[inline]
    pub fn remove(&mut self, unit: UnitId) {
        self.0 &= !(1 << unit);
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The units in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        contact::each(self.0).map(|unit| unit as UnitId)
    }

    /// The units in both.
    #[inline]
    pub fn and(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & other.0)
    }

    /// The units in either.
    #[inline]
    pub fn or(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 | other.0)
    }

    /// The units here and not there.
    #[inline]
    pub fn without(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & !other.0)
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        units.into_iter().for_each(|u| set.insert(u));
        set
    }
}
