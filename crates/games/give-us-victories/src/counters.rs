//! The counters, chits, events, tables and scenarios of `data/`: read once, checked, with errors for people.

use crate::ids::{Chit, EventId, Piece, Pieces};
use engine::Side;
use serde::Deserialize;
use std::sync::LazyLock;

/// All counters that take up room: 130 units, 22 skirmishers, 12 dummies.
pub const PIECES: usize = 164;

/// What a counter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An infantry brigade.
    Infantry,
    /// A battalion or brigade of artillery.
    Artillery,
    /// Horse artillery.
    HorseArtillery,
    /// A brigade or regiment of cavalry.
    Cavalry,
    /// GUV-13.1.
    Skirmisher,
    /// GUV-9.31.
    Dummy,
}

impl Kind {
    /// As written in files and views.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Artillery => "artillery",
            Kind::HorseArtillery => "horse artillery",
            Kind::Cavalry => "cavalry",
            Kind::Skirmisher => "skirmisher",
            Kind::Dummy => "dummy",
        }
    }

    /// Guns: the one type of a bombardment's target (GUV-12.10).
    pub fn guns(self) -> bool {
        matches!(self, Kind::Artillery | Kind::HorseArtillery)
    }
}

/// When a counter is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Use {
    /// From the start.
    Standard,
    /// The Union cavalry of turn 11 (GUV-18.9).
    #[serde(rename = "turn-11")]
    Turn11,
    /// Only with the forces that took no part (GUV-20.4 to GUV-20.7).
    Variant,
    /// Never.
    Unused,
}

/// A counter.
#[derive(Clone, Debug)]
pub struct Counter {
    /// The stable key.
    pub id: String,
    /// What stands on it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// The chit it answers (GUV-3.3), none if it is independent (GUV-3.7).
    pub formation: Option<Chit>,
    /// What it is.
    pub kind: Kind,
    /// Combat points at full strength and reduced; 0 is no second step (GUV-3.1).
    pub cp: [u8; 2],
    /// Movement allowance.
    pub ma: u8,
    /// Bonus points (GUV-14.38).
    pub elite: u8,
    /// When it is used.
    pub used: Use,
}

/// The counters of the box.
#[derive(Debug)]
pub struct Counters {
    /// Union units, Confederate units, skirmishers of both, dummies of both.
    pub pieces: Vec<Counter>,
    /// Whose each piece is, and its combat points: as on the counters, close together because they are asked for all the time.
    pub side: [Side; PIECES],
    /// Combat points at full strength and reduced.
    pub cp: [[u8; 2]; PIECES],
    /// The pieces of each side.
    pub of: [Pieces; 2],
    /// By kind.
    pub infantry: Pieces,
    /// Artillery and horse artillery.
    pub guns: Pieces,
    /// Cavalry.
    pub cavalry: Pieces,
    /// Skirmishers of both sides.
    pub skirmishers: Pieces,
    /// Dummies of both sides.
    pub dummies: Pieces,
    /// The cavalry of turn 11.
    pub turn11: Pieces,
    /// Skirmishers at the start of the campaign (GUV-13.2).
    pub skirmisher_stock: [u8; 2],
    /// Extra skirmishers that players may agree on (GUV-13.18).
    pub extra_skirmishers: [u8; 2],
    /// Dummies of each side.
    pub dummy_stock: [u8; 2],
}

impl Counters {
    /// The piece of that id.
    pub fn find(&self, id: &str) -> Option<Piece> {
        self.pieces.iter().position(|c| c.id == id).map(|i| Piece(i as u8))
    }

    /// The counter of a piece.
    #[inline]
    pub fn get(&self, piece: Piece) -> &Counter {
        &self.pieces[piece.index()]
    }

    /// Everything that is a unit of the order of battle.
    pub fn units(&self) -> Pieces {
        self.infantry.or(&self.guns).or(&self.cavalry)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterFile {
    union: Vec<CounterRow>,
    confederate: Vec<CounterRow>,
    stock: Stock,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterRow {
    id: String,
    name: String,
    formation: String,
    kind: Kind,
    cp: u8,
    reduced: u8,
    ma: u8,
    elite: u8,
    #[serde(rename = "use")]
    used: Use,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stock {
    skirmishers: [u8; 2],
    extra_skirmishers: [u8; 2],
    dummies: [u8; 2],
    pontoons: [u8; 2],
}

/// The pontoons of both sides (GUV-11.1).
pub const PONTOONS: usize = 7;
/// How many of them are the Union's.
pub const UNION_PONTOONS: usize = 6;

pub(crate) fn parse<T: for<'de> Deserialize<'de>>(text: &str, file: &str) -> T {
    engine::data::read(text).unwrap_or_else(|e| panic!("data/{file}: {e}"))
}

/// The counters, read once.
#[inline]
pub fn counters() -> &'static Counters {
    static COUNTERS: LazyLock<Counters> = LazyLock::new(read_counters);
    &COUNTERS
}

fn read_counters() -> Counters {
    let file: CounterFile = parse(include_str!("../data/counters.toml"), "counters.toml");
    let mut pieces = Vec::with_capacity(PIECES);
    for (side, rows) in Side::BOTH.into_iter().zip([&file.union, &file.confederate]) {
        for row in rows {
            let formation = (!row.formation.is_empty()).then(|| {
                Chit::find(&row.formation).unwrap_or_else(|| panic!("data/counters.toml: {}: no chit {:?}", row.id, row.formation))
            });
            pieces.push(Counter {
                id: row.id.clone(),
                name: row.name.clone(),
                side,
                formation,
                kind: row.kind,
                cp: [row.cp, row.reduced],
                ma: row.ma,
                elite: row.elite,
                used: row.used,
            });
        }
    }
    let plain = |side: Side, kind: Kind, n: u8| Counter {
        id: format!("{}-{}-{n}", ["us", "cs"][side.index()], kind.word()),
        name: format!("{} {n}", if kind == Kind::Dummy { "Dummy" } else { "Skirmishers" }),
        side,
        formation: None,
        kind,
        cp: [u8::from(kind == Kind::Skirmisher), 0],
        ma: 0,
        elite: 0,
        used: Use::Standard,
    };
    let stock = &file.stock;
    for (kind, counts) in
        [(Kind::Skirmisher, [0, 1].map(|i: usize| stock.skirmishers[i] + stock.extra_skirmishers[i])), (Kind::Dummy, stock.dummies)]
    {
        for side in Side::BOTH {
            pieces.extend((1..=counts[side.index()]).map(|n| plain(side, kind, n)));
        }
    }
    assert_eq!(pieces.len(), PIECES, "data/counters.toml holds another number of counters than the program");
    assert_eq!(stock.pontoons, [UNION_PONTOONS as u8, (PONTOONS - UNION_PONTOONS) as u8], "data/counters.toml: pontoons");
    let some = |f: &dyn Fn(&Counter) -> bool| -> Pieces { Piece::all().filter(|p| f(&pieces[p.index()])).collect() };
    Counters {
        side: std::array::from_fn(|i| pieces[i].side),
        cp: std::array::from_fn(|i| pieces[i].cp),
        of: Side::BOTH.map(|s| some(&|c| c.side == s)),
        infantry: some(&|c| c.kind == Kind::Infantry),
        guns: some(&|c| c.kind.guns()),
        cavalry: some(&|c| c.kind == Kind::Cavalry),
        skirmishers: some(&|c| c.kind == Kind::Skirmisher),
        dummies: some(&|c| c.kind == Kind::Dummy),
        turn11: some(&|c| c.used == Use::Turn11),
        skirmisher_stock: stock.skirmishers,
        extra_skirmishers: stock.extra_skirmishers,
        dummy_stock: stock.dummies,
        pieces,
    }
}

/// What a chit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChitKind {
    /// A formation commander (GUV-3.4).
    Formation,
    /// A high commander (GUV-3.5).
    High,
    /// The Independent chit (GUV-8.28).
    Independent,
    /// The Good General event in the cup (GUV-17.19).
    Event,
}

/// A command chit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChitRow {
    /// The stable key.
    pub id: String,
    /// Who it is.
    pub name: String,
    /// The formation, for a formation commander.
    #[serde(default)]
    pub formation: String,
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: ChitKind,
    /// Command radius in hexes.
    pub radius: u8,
    /// How many formations, or units, it takes.
    #[serde(default)]
    pub factor: u8,
}

/// A turn of the calendar.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Day {
    /// The date.
    pub date: String,
    /// The hours.
    pub hours: String,
    /// Activation points, Union and Confederate.
    pub ap: [u8; 2],
    /// Whether it is a night turn.
    #[serde(default)]
    pub night: bool,
    /// It rains on this number or less; 0: no rain.
    #[serde(default)]
    pub rain: u8,
}

/// Movement costs, in half points.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Costs {
    pub clear: u8,
    pub forest: u8,
    pub minor_road: u8,
    pub major_road: u8,
    pub contact: u8,
    pub rapidan_ford: u8,
    pub rappahannock_ford: u8,
    pub pontoon: u8,
    pub minor_river: u8,
    pub creek_in_rain: u8,
    pub exit: u8,
    pub seize: u8,
    pub road_bonus: u8,
    pub jackson: u8,
    pub supply: u8,
    pub general_retreat: u8,
}

/// What a terrain does in combat and bombardment.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    /// The most dice of either side.
    pub limit: u8,
    /// Added to the bombardment die.
    pub bombard: i8,
}

/// The terrain effects table.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TerrainTable {
    pub clear: TerrainRow,
    pub forest: TerrainRow,
    pub city: TerrainRow,
    pub hill: TerrainRow,
    pub forest_hill: TerrainRow,
    pub minor_river_limit: u8,
    pub breastworks: i8,
    pub fortification: i8,
}

/// A result of the artillery table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
pub enum Shelling {
    /// Nothing.
    #[serde(rename = "-")]
    Miss,
    /// GUV-12.13.
    #[serde(rename = "DIS")]
    Dis,
    /// GUV-12.14.
    #[serde(rename = "1")]
    Step,
    /// GUV-12.15.
    #[serde(rename = "1DIS")]
    StepDis,
}

impl Shelling {
    /// As printed in the table.
    pub fn word(self) -> &'static str {
        ["-", "DIS", "1", "1DIS"][self as usize]
    }
}

/// A row of the artillery table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArtilleryRow {
    /// The least sum of factors.
    pub from: u8,
    /// As printed.
    pub label: String,
    /// By the die: 1 or less to 7 or more.
    pub results: [Shelling; 7],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArtilleryTable {
    rows: Vec<ArtilleryRow>,
}

/// A box of the strategic map (GUV-20.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxRow {
    /// The stable key.
    pub id: String,
    /// For people.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// The fewest chits.
    pub min: u8,
    /// The most chits.
    pub max: u8,
    /// The places or crossings, and how far from them.
    pub near: (Vec<String>, u8),
    /// `north`, `south` or `any`.
    pub bank: String,
    /// Whether the bridgehead hexes belong to it.
    #[serde(default)]
    pub bridgeheads: bool,
    /// The only chit it takes.
    pub only: Option<Chit>,
    /// Its deployment note.
    #[serde(rename = "where")]
    pub note: String,
}

/// An event.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventRow {
    /// Which.
    pub id: EventId,
    /// Its name.
    pub name: String,
    /// Its name on the Union's chit, if another.
    pub union_name: Option<String>,
    /// Who has it.
    pub sides: Vec<Side>,
    after: String,
    union_after: Option<String>,
    /// What it does.
    pub text: String,
}

impl EventRow {
    /// Whether it goes back to the cup after use (GUV-17.5).
    pub fn returns(&self, side: Side) -> bool {
        let after = if side == Side::Union { self.union_after.as_ref().unwrap_or(&self.after) } else { &self.after };
        after == "cup"
    }

    /// Its name on the chit of that side.
    pub fn name(&self, side: Side) -> &str {
        if side == Side::Union { self.union_name.as_deref().unwrap_or(&self.name) } else { &self.name }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChitFile {
    chit: Vec<ChitRow>,
    calendar: Vec<Day>,
    cost: Costs,
    terrain: TerrainTable,
    artillery: ArtilleryTable,
    #[serde(rename = "box")]
    boxes: serde_json::Value,
    event: Vec<EventRow>,
}

/// The tables.
#[derive(Debug)]
pub struct Tables {
    /// The chits.
    pub chits: Vec<ChitRow>,
    /// The turns, first to last.
    pub calendar: Vec<Day>,
    /// Movement.
    pub cost: Costs,
    /// Terrain.
    pub terrain: TerrainTable,
    /// Bombardment, rows from weak to strong.
    pub artillery: Vec<ArtilleryRow>,
    /// Events, by [`EventId`].
    pub events: Vec<EventRow>,
    boxes: serde_json::Value,
}

/// The tables, read once.
#[inline]
pub fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(|| {
        let file: ChitFile = parse(include_str!("../data/tables.toml"), "tables.toml");
        assert_eq!(file.calendar.len(), 25, "data/tables.toml: the calendar has 25 turns");
        assert!(file.event.iter().map(|e| e.id).eq(EventId::ALL), "data/tables.toml: events out of order");
        Tables {
            chits: file.chit,
            calendar: file.calendar,
            cost: file.cost,
            terrain: file.terrain,
            artillery: file.artillery.rows,
            events: file.event,
            boxes: file.boxes,
        }
    });
    &TABLES
}

/// The boxes of the strategic map, read once.
pub fn boxes() -> &'static [BoxRow] {
    static BOXES: LazyLock<Vec<BoxRow>> =
        LazyLock::new(|| serde_json::from_value(tables().boxes.clone()).unwrap_or_else(|e| panic!("data/tables.toml: box: {e}")));
    &BOXES
}

impl Tables {
    /// The turn's row.
    #[inline]
    pub fn day(&self, turn: u8) -> &Day {
        &self.calendar[usize::from(turn.clamp(1, 25)) - 1]
    }

    /// The chit's row.
    #[inline]
    pub fn chit(&self, chit: Chit) -> &ChitRow {
        &self.chits[chit.index()]
    }

    /// The result of a bombardment (GUV-12.12).
    pub fn shelling(&self, factor: u8, die: i8) -> Shelling {
        let row = self.artillery.iter().rev().find(|r| r.from <= factor.max(1)).expect("the table begins at 1");
        row.results[(die.clamp(1, 7) - 1) as usize]
    }

    /// The event's row.
    pub fn event(&self, event: EventId) -> &EventRow {
        &self.events[event.index()]
    }
}
