//! The counters, the Combat Results Table and the ready-made set-ups, read once from `data/` and checked.
//!
//! C61-UNIT-1: a counter shows its type, its combat factor and its movement factor. C61-UNIT-2: artillery and horse
//! artillery are "A", everybody else who can be fought is "NA". C61-UNIT-3: forts are no counters here but marks of a hex.
//! C61-UNIT-4: boats and bridges have neither combat factor nor zone.

use crate::ground::{Ground, HEXES, OFF};
use board::HexId;
use contact::each;
use engine::mix::hash_text;
use engine::{Catalogue, Side};
use serde::Deserialize;
use std::sync::LazyLock;

/// How many counters there are, forts apart.
pub const PIECES: usize = 113;
/// How many of them are artillery or horse artillery.
pub const GUNS: usize = 23;
/// How many are pontoon bridges.
pub const BRIDGES: usize = 6;
/// C61-PREP-1: forts of the Union and of the Confederates.
pub const FORTS: [usize; 2] = [5, 15];
/// All forts.
pub const ALL_FORTS: usize = FORTS[0] + FORTS[1];

pub use contact::Set;

/// A counter, by its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece(pub u8);

impl Piece {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The set of this one.
    #[inline]
    pub fn bit(self) -> Set {
        1 << self.0
    }
}

/// The counters of a set, in order.
#[inline]
pub fn pieces(set: Set) -> impl Iterator<Item = Piece> {
    each(set).map(|n| Piece(n as u8))
}

/// The lowest counter of a set.
#[inline]
pub fn first(set: Set) -> Option<Piece> {
    (set != 0).then(|| Piece(set.trailing_zeros() as u8))
}

/// The type of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Infantry division or brigade.
    Infantry,
    /// Cavalry division, brigade or regiment.
    Cavalry,
    /// Artillery.
    Artillery,
    /// Horse artillery.
    HorseArtillery,
    /// A headquarters.
    Headquarters,
    /// An assault boat detachment.
    Boat,
    /// A pontoon bridge detachment.
    Bridge,
}

impl Kind {
    /// As written in files.
    pub fn id(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
            Kind::Artillery => "artillery",
            Kind::HorseArtillery => "horse-artillery",
            Kind::Headquarters => "headquarters",
            Kind::Boat => "boat",
            Kind::Bridge => "bridge",
        }
    }

    /// C61-SWIM-1: headquarters and cavalry swim.
    #[inline]
    pub fn swims(self) -> bool {
        matches!(self, Kind::Headquarters | Kind::Cavalry)
    }

    /// C61-BOAT-6: headquarters, infantry and cavalry go by boat.
    #[inline]
    pub fn boards(self) -> bool {
        matches!(self, Kind::Headquarters | Kind::Cavalry | Kind::Infantry)
    }
}

/// A counter as printed (C61-UNIT-1): its size, type and name, its combat factor and its movement factor.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// The id in files.
    pub id: String,
    /// Whose.
    pub side: Side,
    /// The formation.
    pub formation: String,
    /// The name on it.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// Combat factor.
    pub combat: u8,
    /// Movement factor.
    #[serde(rename = "move")]
    pub movement: u8,
    /// The division that a substitute stands for.
    #[serde(default)]
    pub of: Option<String>,
}

/// A result of the Combat Results Table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Outcome {
    /// All attackers eliminated.
    #[serde(rename = "AE")]
    AttackersEliminated,
    /// All attackers back 2.
    #[serde(rename = "AB")]
    AttackersBack,
    /// Exchange.
    #[serde(rename = "EX")]
    Exchange,
    /// All defenders back 2.
    #[serde(rename = "DB")]
    DefendersBack,
    /// All defenders eliminated.
    #[serde(rename = "DE")]
    DefendersEliminated,
}

impl Outcome {
    /// In words, as on the table.
    pub fn words(self) -> &'static str {
        match self {
            Outcome::AttackersEliminated => "A elim",
            Outcome::AttackersBack => "A back 2",
            Outcome::Exchange => "exchange",
            Outcome::DefendersBack => "D back 2",
            Outcome::DefendersEliminated => "D elim",
        }
    }
}

/// A substitutable division.
#[derive(Clone, Debug)]
pub struct Division {
    /// The division's counter.
    pub counter: Piece,
    /// Its headquarters counter.
    pub staff: Piece,
    /// Its own brigades.
    pub brigades: Set,
}

/// A ready-made set-up of one step of the preparation.
#[derive(Clone, Debug)]
pub struct Preset {
    /// The id in files.
    pub id: String,
    /// For people.
    pub title: String,
    /// Fort hexes of each side.
    pub forts: [Vec<HexId>; 2],
    /// The pair of corps held back, an index into [`Book::pairs`].
    pub withheld: u8,
    /// The hex of each counter, [`OFF`] for substitutes.
    pub hexes: [HexId; PIECES],
    /// Whose part of it is meant.
    pub side: Side,
}

/// Two corps that may be held back (C61-PREP-2, R-34).
#[derive(Clone, Debug)]
pub struct Pair {
    /// Their names.
    pub corps: [String; 2],
    /// Their infantry and artillery.
    pub units: Set,
}

/// All data of the game.
pub struct Book {
    /// The game on the shelf.
    pub catalogue: Catalogue,
    /// The map.
    pub ground: Ground,
    /// The counters.
    pub counters: Vec<Counter>,
    /// Combat factors.
    pub combat: [u8; PIECES],
    /// Movement factors.
    pub movement: [u8; PIECES],
    /// Types.
    pub kind: [Kind; PIECES],
    /// Each side's counters.
    pub of: [Set; 2],
    /// Artillery and horse artillery ("A"); everybody else who can be fought is "NA" (C61-UNIT-2).
    pub guns: Set,
    /// Infantry and cavalry: "NA" that can attack.
    pub foot: Set,
    /// Cavalry among them.
    pub cavalry: Set,
    /// Headquarters.
    pub staffs: Set,
    /// Pontoon bridges.
    pub bridges: Set,
    /// Assault boats.
    pub boats: Set,
    /// Brigade substitutes with their headquarters.
    pub substitutes: Set,
    /// Brigades of two factors; all others have one.
    pub strong_brigades: Set,
    /// The number of each gun among the guns.
    gun_number: [u8; PIECES],
    /// The guns by number.
    pub gun_list: Vec<Piece>,
    /// The divisions that can be broken down.
    pub divisions: Vec<Division>,
    /// Their counters.
    pub breakable: Set,
    /// RULE D, rows 1-6 to 6-1.
    pub table: [[Outcome; 6]; 11],
    /// The pairs of corps that may be held back.
    pub pairs: Vec<Pair>,
    /// The ready-made set-ups.
    pub presets: Vec<Preset>,
    /// A fingerprint of the data.
    pub fingerprint: u64,
}

impl Book {
    /// The data of the game.
    pub fn get() -> &'static Book {
        static BOOK: LazyLock<Book> = LazyLock::new(|| Book::read().unwrap_or_else(|fault| panic!("chancellorsville-1961: {fault}")));
        &BOOK
    }

    /// All that can fight: infantry, cavalry and artillery.
    #[inline]
    pub fn fighters(&self) -> Set {
        self.guns | self.foot
    }

    /// All that have a zone and can be fought: fighters and headquarters.
    #[inline]
    pub fn units(&self) -> Set {
        self.guns | self.foot | self.staffs
    }

    /// Boats and bridges.
    #[inline]
    pub fn trains(&self) -> Set {
        self.boats | self.bridges
    }

    /// Whether a counter is of that set.
    #[inline]
    pub fn is(&self, piece: Piece, set: Set) -> bool {
        set >> piece.0 & 1 == 1
    }

    /// Whose.
    #[inline]
    pub fn side(&self, piece: Piece) -> Side {
        if self.is(piece, self.of[0]) { Side::Union } else { Side::Confederate }
    }

    /// The number of a gun among the guns.
    #[inline]
    pub fn gun(&self, piece: Piece) -> Option<usize> {
        self.is(piece, self.guns).then(|| usize::from(self.gun_number[piece.index()]))
    }

    /// The number of a bridge among the bridges.
    #[inline]
    pub fn bridge(&self, piece: Piece) -> Option<usize> {
        self.is(piece, self.bridges).then(|| usize::from(piece.0) - self.bridges.trailing_zeros() as usize)
    }

    /// The counter as printed.
    #[inline]
    pub fn counter(&self, piece: Piece) -> &Counter {
        &self.counters[piece.index()]
    }

    /// The counter of that id.
    pub fn by_id(&self, id: &str) -> Option<Piece> {
        self.counters.iter().position(|c| c.id == id).map(|i| Piece(i as u8))
    }

    /// The combat factors of a set.
    #[inline]
    pub fn strength(&self, set: Set) -> u16 {
        each(set).map(|i| u16::from(self.combat[i])).sum()
    }

    /// The division with that counter.
    pub fn division(&self, piece: Piece) -> Option<&Division> {
        self.divisions.iter().find(|d| d.counter == piece)
    }

    /// All counters.
    pub fn all(&self) -> impl Iterator<Item = Piece> {
        (0..PIECES as u8).map(Piece)
    }

    fn read() -> Result<Book, String> {
        const COUNTERS: &str = include_str!("../data/counters.toml");
        const TABLES: &str = include_str!("../data/tables.toml");
        const SCENARIOS: &str = include_str!("../data/scenarios.toml");
        const SETUPS: &str = include_str!("../data/setups.toml");
        let ground = Ground::of(boards::chancellorsville())?;
        let counters = engine::data::read::<file::Counters>(COUNTERS).map_err(|e| format!("counters.toml: {e}"))?.counter;
        if counters.len() != PIECES {
            return Err(format!("counters.toml: {} counters, not {PIECES}", counters.len()));
        }
        for (i, c) in counters.iter().enumerate() {
            if counters[..i].iter().any(|d| d.id == c.id) {
                return Err(format!("counters.toml: two counters are called {}", c.id));
            }
        }
        let set =
            |which: &dyn Fn(&Counter) -> bool| counters.iter().enumerate().filter(|(_, c)| which(c)).fold(0, |s, (i, _)| s | 1u128 << i);
        let guns = set(&|c| matches!(c.kind, Kind::Artillery | Kind::HorseArtillery));
        let bridges = set(&|c| c.kind == Kind::Bridge);
        if guns.count_ones() as usize != GUNS || bridges.count_ones() as usize != BRIDGES {
            return Err(format!("counters.toml: there must be {GUNS} artillery units and {BRIDGES} bridges"));
        }
        let array = |what: &dyn Fn(&Counter) -> u8| std::array::from_fn(|i| what(&counters[i]));
        let mut gun_number = [0; PIECES];
        each(guns).enumerate().for_each(|(n, i)| gun_number[i] = n as u8);
        let mut book = Book {
            catalogue: engine::data::read(SCENARIOS).map_err(|e| format!("scenarios.toml: {e}"))?,
            combat: array(&|c| c.combat),
            movement: array(&|c| c.movement),
            kind: std::array::from_fn(|i| counters[i].kind),
            of: Side::BOTH.map(|side| set(&|c| c.side == side)),
            guns,
            foot: set(&|c| matches!(c.kind, Kind::Infantry | Kind::Cavalry)),
            cavalry: set(&|c| c.kind == Kind::Cavalry),
            staffs: set(&|c| c.kind == Kind::Headquarters),
            bridges,
            boats: set(&|c| c.kind == Kind::Boat),
            substitutes: set(&|c| c.of.is_some()),
            strong_brigades: set(&|c| c.of.is_some() && c.combat == 2),
            gun_number,
            gun_list: pieces(guns).collect(),
            divisions: Vec::new(),
            breakable: 0,
            table: read_table(TABLES)?,
            pairs: Vec::new(),
            presets: Vec::new(),
            fingerprint: [COUNTERS, TABLES, SCENARIOS, SETUPS, env!("CARGO_PKG_VERSION")]
                .iter()
                .fold(0, |h, t| h ^ hash_text(t).rotate_left(7)),
            ground,
            counters,
        };
        book.divisions = book.read_divisions()?;
        book.breakable = book.divisions.iter().fold(0, |set, d| set | d.counter.bit());
        book.pairs = book.find_pairs();
        book.presets = read_presets(&book, SETUPS)?;
        Ok(book)
    }

    /// C61-BSC-2: the brigades of a division add up to it.
    fn read_divisions(&self) -> Result<Vec<Division>, String> {
        let mut divisions = Vec::new();
        for counter in self.all().filter(|p| self.is(*p, self.foot & !self.substitutes & self.of[1])) {
            let id = &self.counter(counter).id;
            let own = self.all().filter(|p| self.counter(*p).of.as_ref() == Some(id)).fold(0, |s, p| s | p.bit());
            let staff = first(own & self.staffs).ok_or_else(|| format!("counters.toml: {id} has no headquarters of its own"))?;
            let brigades = own & !self.staffs;
            if self.strength(brigades) != u16::from(self.combat[counter.index()]) {
                return Err(format!("counters.toml: the brigades of {id} do not add up to it"));
            }
            if pieces(brigades).any(|b| !(1..=2).contains(&self.combat[b.index()])) {
                return Err(format!("counters.toml: the brigades of {id} have one or two factors each"));
            }
            divisions.push(Division { counter, staff, brigades });
        }
        Ok(divisions)
    }

    /// C61-PREP-2, R-34: two whole corps that make 2 artillery and 6 infantry units.
    fn find_pairs(&self) -> Vec<Pair> {
        let mut corps: Vec<String> = Vec::new();
        for counter in self.counters.iter().filter(|c| c.side == Side::Union && c.kind == Kind::Infantry) {
            if !corps.contains(&counter.formation) {
                corps.push(counter.formation.clone());
            }
        }
        let units = |name: &str, kind: Kind| {
            self.all()
                .filter(|p| self.side(*p) == Side::Union && self.counter(*p).formation == name && self.counter(*p).kind == kind)
                .fold(0, |s, p| s | p.bit())
        };
        let mut pairs = Vec::new();
        for (i, a) in corps.iter().enumerate() {
            for b in &corps[i + 1..] {
                let infantry = units(a, Kind::Infantry) | units(b, Kind::Infantry);
                let artillery = units(a, Kind::Artillery) | units(b, Kind::Artillery);
                if infantry.count_ones() == 6 && artillery.count_ones() == 2 {
                    pairs.push(Pair { corps: [a.clone(), b.clone()], units: infantry | artillery });
                }
            }
        }
        pairs
    }
}

fn read_table(text: &str) -> Result<[[Outcome; 6]; 11], String> {
    let rows = engine::data::read::<file::Tables>(text).map_err(|e| format!("tables.toml: {e}"))?.odds;
    let mut table = [[Outcome::Exchange; 6]; 11];
    if rows.len() != table.len() {
        return Err(format!("tables.toml: {} rows of odds, not {}", rows.len(), table.len()));
    }
    for (i, row) in rows.into_iter().enumerate() {
        let expected = crate::combat::column_name(i as i8 - 5);
        if row.odds != expected {
            return Err(format!("tables.toml: row {} should be {expected}, not {}", i + 1, row.odds));
        }
        table[i] = row.results;
    }
    Ok(table)
}

fn read_presets(book: &Book, text: &str) -> Result<Vec<Preset>, String> {
    let presets = engine::data::read::<file::Setups>(text).map_err(|e| format!("setups.toml: {e}"))?.setup;
    let hex = |name: &String| book.ground.board.grid.parse(name).map_err(|e| format!("setups.toml: {e}"));
    let mut read = Vec::new();
    for setup in presets {
        let mut hexes = [OFF; PIECES];
        for (place, ids) in &setup.units {
            for id in ids {
                let piece = book.by_id(id).filter(|p| book.side(*p) == setup.side);
                let piece = piece.ok_or_else(|| format!("setups.toml: {}: the {} side has no counter {id}", setup.id, setup.side))?;
                hexes[piece.index()] = hex(place)?;
            }
        }
        let needed = book.of[setup.side.index()] & !book.substitutes;
        if let Some(missing) = pieces(needed).find(|p| hexes[p.index()] == OFF) {
            return Err(format!("setups.toml: {}: {} has no place", setup.id, book.counter(missing).id));
        }
        let forts = setup.forts.iter().map(hex).collect::<Result<Vec<_>, _>>()?;
        if forts.len() != FORTS[setup.side.index()] {
            return Err(format!("setups.toml: {}: {} forts, not {}", setup.id, forts.len(), FORTS[setup.side.index()]));
        }
        let withheld = match &setup.withheld {
            None => 0,
            Some(corps) => book
                .pairs
                .iter()
                .position(|p| &p.corps == corps)
                .ok_or_else(|| format!("setups.toml: {}: {} and {} cannot be held back together", setup.id, corps[0], corps[1]))?,
        };
        let mut both = [Vec::new(), Vec::new()];
        both[setup.side.index()] = forts;
        read.push(Preset { id: setup.id, title: setup.title, forts: both, withheld: withheld as u8, hexes, side: setup.side });
    }
    debug_assert!(read.iter().all(|p| p.hexes.len() == PIECES && HEXES > 0));
    Ok(read)
}

/// How the data files are written.
mod file {
    use super::{Counter, Outcome, Side};
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Counters {
        pub counter: Vec<Counter>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Tables {
        pub odds: Vec<Row>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Row {
        pub odds: String,
        pub results: [Outcome; 6],
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Setups {
        pub setup: Vec<Setup>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Setup {
        pub id: String,
        pub title: String,
        pub side: Side,
        pub withheld: Option<[String; 2]>,
        pub forts: Vec<String>,
        pub units: BTreeMap<String, Vec<String>>,
    }
}
