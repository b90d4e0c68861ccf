//! Counters, tables, scenario and set-ups, read once from `data/` (II.B, the charts, XI).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use board::{Direction, HexId};
use engine::{Catalogue, OptionRule, ScenarioTitle, Side};
use serde::Deserialize;

use crate::fire::in_range;
use crate::ground::ground;
use crate::movement::{Ease, Steps};
use crate::reach::MOST_POINTS;
use engine::Few;

/// How many counters there are, Union first.
pub const PIECES: usize = 112;
/// How many of them are Union.
pub const UNION_PIECES: usize = 52;
/// How far guns reach at most, and how many hexes that are.
const FIRE_RANGE: u8 = 2;
const FIRED_AT: usize = 18;
/// How many pontoon bridges.
pub const BRIDGES: usize = 5;

/// A counter, by its place in `data/counters.toml`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceId(pub u8);

impl PieceId {
    /// As an index into a flat array.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whose it is.
    #[inline]
    pub fn side(self) -> Side {
        if self.index() < UNION_PIECES { Side::Union } else { Side::Confederate }
    }

    /// The set with this piece alone.
    #[inline]
    pub fn bit(self) -> u128 {
        1 << self.0
    }
}

/// Sets of counters.
pub use contact::Set;

/// The pieces of a set, in order.
#[inline]
pub fn each(set: Set) -> impl Iterator<Item = PieceId> {
    contact::each(set).map(|i| PieceId(i as u8))
}

/// Whether there is more than one piece in a set.
#[inline]
pub(crate) fn many(set: Set) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// C74-II.B.1: the kinds of counters. Bridges, boats (and forts, which are markers) are no combat units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Kind {
    /// A headquarters.
    Headquarters,
    /// Infantry.
    Infantry,
    /// Foot artillery.
    Artillery,
    /// Horse artillery.
    HorseArtillery,
    /// Cavalry.
    Cavalry,
    /// A pontoon bridge.
    Bridge,
    /// A boat.
    Boat,
}

impl Kind {
    pub(crate) const ALL: [Kind; 7] =
        [Kind::Headquarters, Kind::Infantry, Kind::Artillery, Kind::HorseArtillery, Kind::Cavalry, Kind::Bridge, Kind::Boat];

    pub(crate) fn id(self) -> &'static str {
        ["headquarters", "infantry", "artillery", "horse-artillery", "cavalry", "bridge", "boat"][self as usize]
    }

    /// Bridges and boats.
    #[inline]
    pub fn is_equipment(self) -> bool {
        matches!(self, Kind::Bridge | Kind::Boat)
    }

    /// Whether it is artillery of either kind.
    #[inline]
    pub fn is_gun(self) -> bool {
        matches!(self, Kind::Artillery | Kind::HorseArtillery)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    Army,
    Corps,
    Division,
    Brigade,
    Battalion,
}

/// C74-II.B.2: what is printed on a counter: the strength serves attack and defence alike, the allowance is the most it may move.
#[derive(Clone, Debug)]
pub(crate) struct Counter {
    pub id: String,
    pub name: String,
    pub formation: String,
    pub kind: Kind,
    pub level: Option<Level>,
    pub strength: u8,
    pub movement: u8,
    /// The subscript of the command-control option (C74-ERR-1 corrects some).
    pub code: String,
    /// Another subscript that serves as well.
    pub also: String,
    /// The subscript this headquarters answers to.
    pub heads: String,
    /// The division this substitute belongs to.
    pub of: Option<PieceId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterEntry {
    id: String,
    name: String,
    formation: String,
    kind: Kind,
    level: Option<Level>,
    strength: u8,
    movement: u8,
    #[serde(default)]
    code: String,
    #[serde(default)]
    also: String,
    #[serde(default)]
    heads: String,
    of: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterFile {
    union: Vec<CounterEntry>,
    confederate: Vec<CounterEntry>,
}

/// The numbers that limit stacks, forts, ranges and turns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub(crate) union_units: u8,
    pub(crate) confederate_strength: u8,
    pub(crate) confederate_forts: u8,
    pub(crate) union_forts: u8,
    pub(crate) range: u8,
    pub(crate) face_down_allowance: u8,
    /// The last turn.
    pub last_turn: u8,
    /// How many times the enemy's losses win.
    pub victory_ratio: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Costs {
    pub clear: u8,
    pub road: u8,
    pub village: u8,
    pub city: u8,
    pub woods: u8,
    pub hill: u8,
    pub swamp: u8,
    pub stream: u8,
    pub river: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Crosses {
    pub swim: bool,
    pub ford: bool,
    pub boat: bool,
    pub bridge: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Radii {
    pub union: u8,
    pub confederate_corps: u8,
    pub confederate_army: u8,
    pub confederate_division: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Gray {
    #[default]
    Full,
    Still,
    None,
}

/// A box of the Time Record.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Turn {
    pub label: String,
    #[serde(default)]
    pub night: bool,
    #[serde(default)]
    pub gray: Gray,
    /// The Union may use the road bonus although it is night (IX.B).
    #[serde(default)]
    pub bonus: bool,
    #[serde(default)]
    pub raid: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CrtFile {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RaidFile {
    out: Vec<String>,
    confederate: String,
    returns: Vec<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    limits: Limits,
    cost: Costs,
    crt: CrtFile,
    crossing: BTreeMap<String, Crosses>,
    command: Radii,
    raid: RaidFile,
    turn: Vec<Turn>,
}

/// A cell of the Combat Results Table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// All attackers are removed.
    AttackersOut,
    /// The attackers retreat so many hexes and are disrupted so many turns.
    AttackersBack(u8, u8),
    /// The defenders retreat so many hexes and are disrupted so many turns.
    DefendersBack(u8, u8),
    /// All defenders are removed.
    DefendersOut,
}

impl Outcome {
    /// Reads `DR2/d1`.
    pub(crate) fn parse(text: &str) -> Option<Outcome> {
        let digit = |text: &str| text.parse::<u8>().ok().filter(|n| (1..=9).contains(n));
        match text {
            "AE" => return Some(Outcome::AttackersOut),
            "DE" => return Some(Outcome::DefendersOut),
            _ => {}
        }
        let (head, d) = match text.split_once("/d") {
            Some((head, d)) => (head, digit(d)?),
            None => (text, 0),
        };
        match head.split_at_checked(2)? {
            ("AR", n) => Some(Outcome::AttackersBack(digit(n)?, d)),
            ("DR", n) => Some(Outcome::DefendersBack(digit(n)?, d)),
            _ => None,
        }
    }

    /// As printed.
    pub fn printed(self) -> String {
        let back = |who: &str, n: u8, d: u8| if d == 0 { format!("{who}R{n}") } else { format!("{who}R{n}/d{d}") };
        match self {
            Outcome::AttackersOut => "AE".into(),
            Outcome::AttackersBack(n, d) => back("A", n, d),
            Outcome::DefendersBack(n, d) => back("D", n, d),
            Outcome::DefendersOut => "DE".into(),
        }
    }
}

/// A ready set-up of one side.
#[derive(Clone, Debug)]
pub struct Preset {
    pub(crate) id: String,
    pub(crate) side: Side,
    pub(crate) title: String,
    pub(crate) hexes: Vec<(HexId, Vec<PieceId>)>,
    pub(crate) forts: Vec<HexId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PresetEntry {
    id: String,
    side: Side,
    title: String,
    forts: Vec<String>,
    hexes: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PresetFile {
    setup: Vec<PresetEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameEntry {
    id: String,
    title: String,
    year: u16,
    summary: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionEntry {
    id: String,
    title: String,
    text: String,
    /// The values it may take, the first the default; off and on if it says nothing.
    #[serde(default)]
    values: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HistoricalEntry {
    hexes: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    game: GameEntry,
    scenario: Vec<ScenarioTitle>,
    option: Vec<OptionEntry>,
    historical: HistoricalEntry,
}

/// Everything in `data/`.
#[derive(Debug)]
pub struct Data {
    pub(crate) counters: Vec<Counter>,
    /// The limits in force.
    pub limits: Limits,
    pub(crate) costs: Costs,
    pub(crate) crossing: [Crosses; 7],
    pub(crate) radii: Radii,
    pub(crate) turns: Vec<Turn>,
    /// By column from 1-4, then by die from 1.
    pub crt: [[Outcome; 6]; 9],
    /// What each hex costs to enter off the road.
    pub enter: Vec<u8>,
    /// The steps from each hex.
    pub(crate) steps: Vec<Steps>,
    /// The hexes that guns in each hex can fire at (VII.B.6, VII.B.7).
    pub(crate) reached_by_fire: Vec<Few<HexId, FIRED_AT>>,
    pub(crate) raiders: Set,
    pub(crate) gray_raider: PieceId,
    pub(crate) returns: [Set; 6],
    pub(crate) presets: Vec<Preset>,
    pub(crate) fixed: Vec<(PieceId, HexId)>,
    pub(crate) catalogue: Catalogue,
    /// By kind of counter.
    pub of_kind: [Set; 7],
    /// Strength of at least one: combat units in the sense of VI, VII and VIII.
    pub fights: Set,
    pub(crate) union: Set,
    pub(crate) gray: Set,
    /// Brigades and division headquarters.
    pub substitutes: Set,
    /// Confederate divisions that have substitutes (V.D).
    pub divisions: Set,
    /// The strength of each counter.
    pub strength: [u8; PIECES],
    /// The kind of each counter.
    pub kind: [Kind; PIECES],
    pub(crate) movement: [u8; PIECES],
}

/// The most columns of the Combat Results Table below even: 1-4 (C74-CRT-2).
pub const LOWEST: i16 = -3;
/// The most columns above even: 6-1 (C74-CRT-1).
pub(crate) const HIGHEST: i16 = 5;

const COUNTERS: &str = include_str!("../data/counters.toml");
const TABLES: &str = include_str!("../data/tables.toml");
const SCENARIOS: &str = include_str!("../data/scenarios.toml");
const SETUPS: &str = include_str!("../data/setups.toml");
pub(crate) const RULES: &str = include_str!("../data/rules.toml");

/// The data, checked; data that cannot be read never leaves the workshop.
pub fn data() -> &'static Data {
    static DATA: LazyLock<Data> = LazyLock::new(|| Data::read().unwrap_or_else(|bad| panic!("chancellorsville-1974: {bad}")));
    &DATA
}

/// A fingerprint of the data files.
pub(crate) fn fingerprint() -> u64 {
    let mut mixer = engine::mix::Mixer::default();
    for text in [COUNTERS, TABLES, SCENARIOS, SETUPS] {
        mixer.add(engine::mix::hash_text(text));
    }
    mixer.finish()
}

impl Data {
    fn read() -> Result<Data, String> {
        let file = |name: &'static str| move |e: engine::data::BadData| format!("{name}: {e}");
        let counters: CounterFile = engine::data::read(COUNTERS).map_err(file("counters.toml"))?;
        let tables: TableFile = engine::data::read(TABLES).map_err(file("tables.toml"))?;
        let scenarios: ScenarioFile = engine::data::read(SCENARIOS).map_err(file("scenarios.toml"))?;
        let setups: PresetFile = engine::data::read(SETUPS).map_err(file("setups.toml"))?;
        if (counters.union.len(), counters.confederate.len()) != (UNION_PIECES, PIECES - UNION_PIECES) {
            return Err(format!(
                "counters.toml: {} Union and {} Confederate counters, not {UNION_PIECES} and {}",
                counters.union.len(),
                counters.confederate.len(),
                PIECES - UNION_PIECES
            ));
        }
        let entries: Vec<CounterEntry> = counters.union.into_iter().chain(counters.confederate).collect();
        let find = |id: &str| -> Result<PieceId, String> {
            let at = entries.iter().position(|e| e.id == id).ok_or_else(|| format!("no counter {id:?}"))?;
            Ok(PieceId(at as u8))
        };
        let all = |ids: &[String]| ids.iter().try_fold(0, |set, id| Ok::<Set, String>(set | find(id)?.bit()));
        let mut loaded: Vec<Counter> = Vec::new();
        for (i, e) in entries.iter().enumerate() {
            if entries[..i].iter().any(|o| o.id == e.id) {
                return Err(format!("counters.toml: {} is there twice", e.id));
            }
            let of = e.of.as_deref().map(find).transpose()?;
            loaded.push(Counter {
                id: e.id.clone(),
                name: e.name.clone(),
                formation: e.formation.clone(),
                kind: e.kind,
                level: e.level,
                strength: e.strength,
                movement: e.movement,
                code: e.code.clone(),
                also: e.also.clone(),
                heads: e.heads.clone(),
                of,
            });
        }
        let bridges = loaded.iter().filter(|c| c.kind == Kind::Bridge).count();
        if bridges != BRIDGES {
            return Err(format!("counters.toml: {bridges} bridges, not {BRIDGES}"));
        }
        let select = |keep: &dyn Fn(usize, &Counter) -> bool| {
            loaded.iter().enumerate().filter(|(i, c)| keep(*i, c)).fold(0, |set: Set, (i, _)| set | 1 << i)
        };
        let mut crt = [[Outcome::AttackersOut; 6]; 9];
        let columns: Vec<String> = (LOWEST..=HIGHEST).map(|n| contact::odds::Odds::from_even(n).to_string()).collect();
        if tables.crt.columns != columns || tables.crt.rows.len() != 6 {
            return Err(format!("tables.toml: the results table has columns {columns:?} and six rows"));
        }
        for (die, row) in tables.crt.rows.iter().enumerate() {
            if row.len() != 9 {
                return Err(format!("tables.toml: row {} of the results table has {} cells, not 9", die + 1, row.len()));
            }
            for (column, cell) in row.iter().enumerate() {
                crt[column][die] = Outcome::parse(cell).ok_or_else(|| format!("tables.toml: {cell:?} is no combat result"))?;
            }
        }
        let mut crossing = [Crosses { swim: false, ford: false, boat: false, bridge: false }; 7];
        for kind in Kind::ALL {
            crossing[kind as usize] =
                *tables.crossing.get(kind.id()).ok_or_else(|| format!("tables.toml: no row of [crossing] for {}", kind.id()))?;
        }
        let returns: Vec<Set> = tables.raid.returns.iter().map(|ids| all(ids)).collect::<Result<_, _>>()?;
        let returns =
            <[Set; 6]>::try_from(returns).map_err(|_| "tables.toml: [raid] returns has six rows, one for each die".to_string())?;
        if tables.turn.len() < usize::from(tables.limits.last_turn) {
            return Err(format!("tables.toml: {} turns, but the last is {}", tables.turn.len(), tables.limits.last_turn));
        }
        let grid = &ground().board.grid;
        let hex = |name: &str| grid.parse(name).map_err(|e| format!("{name}: {e}"));
        let mut presets = Vec::new();
        for entry in &setups.setup {
            let mut hexes = Vec::new();
            for (name, ids) in &entry.hexes {
                hexes.push((hex(name)?, ids.iter().map(|id| find(id)).collect::<Result<Vec<_>, _>>()?));
            }
            let forts = entry.forts.iter().map(|name| hex(name)).collect::<Result<_, _>>()?;
            presets.push(Preset { id: entry.id.clone(), side: entry.side, title: entry.title.clone(), hexes, forts });
        }
        let fixed = scenarios.historical.hexes.iter().map(|(id, name)| Ok((find(id)?, hex(name)?))).collect::<Result<_, String>>()?;
        let option = |o: &OptionEntry| {
            let values = if o.values.is_empty() { vec!["off".into(), "on".into()] } else { o.values.clone() };
            OptionRule { id: o.id.clone(), title: o.title.clone(), text: o.text.clone(), default: values[0].clone(), values }
        };
        let catalogue = Catalogue {
            game: scenarios.game.id,
            title: scenarios.game.title,
            year: scenarios.game.year,
            summary: scenarios.game.summary,
            scenarios: scenarios.scenario,
            options: scenarios.option.iter().map(option).collect(),
        };
        if loaded.iter().any(|c| usize::from(c.movement) > MOST_POINTS) {
            return Err(format!("counters.toml: nobody has more than {MOST_POINTS} movement points"));
        }
        let enter = ground().terrain.iter().map(|t| tables.cost.enter(*t)).collect();
        let ease = |from: HexId, direction: Direction| match grid.neighbour(from, direction) {
            to if to.is_some() => {
                let road = ground().road(from, direction);
                let ford = ground().ford[to.index()].contains(&from);
                Ease::of(&tables.cost, ground().terrain[from.index()], ground().terrain[to.index()], road, ford)
            }
            _ => Ease::CLOSED,
        };
        let least = loaded.iter().map(|c| c.movement).chain([tables.limits.face_down_allowance]).min().unwrap_or(0);
        let steps = |from: HexId| {
            let ease = Direction::ALL.map(|direction| ease(from, direction));
            let easy = |i: &usize| !ease[*i].wet() && ease[*i].price() <= least;
            Steps {
                to: *grid.neighbours(from),
                ease,
                always: ground().by_road_or_water[from.index()],
                easy: (0..6).filter(easy).fold(0, |set, i| set | 1 << i),
            }
        };
        let steps = grid.hexes().map(steps).collect();
        let range = tables.limits.range;
        if range > FIRE_RANGE {
            return Err(format!("tables.toml: guns reach at most {FIRE_RANGE} hexes"));
        }
        let fire = |from: HexId| {
            let mut reached = Few::new(HexId::NONE);
            reached.extend(grid.hexes().filter(|to| grid.distance(from, *to) <= range && in_range(from, *to, range).is_ok()));
            reached
        };
        let reached_by_fire = grid.hexes().map(fire).collect();
        Ok(Data {
            raiders: all(&tables.raid.out)?,
            gray_raider: find(&tables.raid.confederate)?,
            of_kind: Kind::ALL.map(|k| select(&|_, c| c.kind == k)),
            fights: select(&|_, c| c.strength >= 1),
            union: select(&|i, _| i < UNION_PIECES),
            gray: select(&|i, _| i >= UNION_PIECES),
            substitutes: select(&|_, c| c.of.is_some()),
            divisions: loaded.iter().filter_map(|c| c.of).fold(0, |set, d| set | d.bit()),
            strength: std::array::from_fn(|i| loaded[i].strength),
            kind: std::array::from_fn(|i| loaded[i].kind),
            movement: std::array::from_fn(|i| loaded[i].movement),
            counters: loaded,
            limits: tables.limits,
            costs: tables.cost,
            crossing,
            radii: tables.command,
            turns: tables.turn,
            crt,
            enter,
            steps,
            reached_by_fire,
            returns,
            presets,
            fixed,
            catalogue,
        })
    }

    #[inline]
    pub(crate) fn counter(&self, piece: PieceId) -> &Counter {
        &self.counters[piece.index()]
    }

    /// The pieces of a side.
    #[inline]
    pub fn side(&self, side: Side) -> Set {
        match side {
            Side::Union => self.union,
            Side::Confederate => self.gray,
        }
    }

    /// All counters of a kind.
    #[inline]
    pub fn kind_set(&self, kind: Kind) -> Set {
        self.of_kind[kind as usize]
    }

    /// Artillery and horse artillery.
    #[inline]
    pub fn guns(&self) -> Set {
        self.kind_set(Kind::Artillery) | self.kind_set(Kind::HorseArtillery)
    }

    /// Bridges and boats.
    #[inline]
    pub fn equipment(&self) -> Set {
        self.kind_set(Kind::Bridge) | self.kind_set(Kind::Boat)
    }

    /// The piece of that id.
    pub fn find(&self, id: &str) -> Option<PieceId> {
        self.counters.iter().position(|c| c.id == id).map(|i| PieceId(i as u8))
    }

    /// The brigades that a division was made of, and its headquarters.
    pub(crate) fn parts_of(&self, division: PieceId) -> Set {
        self.counters.iter().enumerate().filter(|(_, c)| c.of == Some(division)).fold(0, |set, (i, _)| set | 1 << i)
    }

    /// A Confederate division that has brigade substitutes (V.D).
    pub(crate) fn is_division(&self, piece: PieceId) -> bool {
        self.divisions & piece.bit() != 0
    }

    /// The strengths of a set added up.
    #[inline]
    pub fn total(&self, set: Set) -> u32 {
        each(set).map(|p| u32::from(self.strength[p.index()])).sum()
    }

    /// The places of a piece among the bridges, if it is one.
    #[inline]
    pub(crate) fn bridge_number(&self, piece: PieceId) -> Option<usize> {
        let bridges = self.kind_set(Kind::Bridge);
        (bridges >> piece.0 & 1 == 1).then(|| (bridges & (piece.bit() - 1)).count_ones() as usize)
    }

    /// The bridge of that number.
    #[inline]
    pub fn bridge(&self, number: usize) -> PieceId {
        PieceId((self.kind_set(Kind::Bridge).trailing_zeros() as usize + number) as u8)
    }
}
