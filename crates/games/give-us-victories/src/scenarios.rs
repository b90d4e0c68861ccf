//! The campaign game and the scenarios of chapter 19, as `data/scenarios.toml` tells them.

use crate::counters::parse;
use crate::ground::ground;
use crate::ids::{Chit, Chits, EventId, Events, Hex, HexBits, Piece, Pieces};
use board::Direction;
use engine::Side;
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    scenario: Vec<ScenarioRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioRow {
    id: String,
    title: String,
    summary: String,
    date: String,
    turns: [u8; 2],
    sets_up_first: Side,
    area: Option<String>,
    contact_at_start: bool,
    always_supplied: bool,
    bank: bool,
    #[serde(default)]
    variants: bool,
    #[serde(default)]
    weather: bool,
    #[serde(default)]
    flagged_exits: bool,
    exits: Option<String>,
    opens_with: Option<Chit>,
    #[serde(default)]
    held_back: Vec<HeldBackRow>,
    victory: VictoryRow,
    ap: Option<Vec<[u8; 2]>>,
    skirmishers: [u8; 2],
    pontoons_in_hand: [u8; 2],
    chits: [Vec<Chit>; 2],
    events: [Vec<EventId>; 2],
    #[serde(default)]
    bridgeheads: Vec<BridgeheadRow>,
    #[serde(default)]
    pontoons: Vec<String>,
    unit: Vec<UnitRow>,
    zone: Vec<ZoneRow>,
    #[serde(default)]
    reinforcement: Vec<ReinforcementRow>,
}

/// How a scenario is won; places by their names.
#[derive(Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
enum VictoryRow {
    Campaign,
    Holder { place: String },
    GroundOrKills { side: Side, place: String },
    Storm { side: Side, places: Vec<String> },
    BreakOut { brigades: usize },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeldBackRow {
    formation: Chit,
    #[serde(default)]
    also: Vec<Piece>,
    until: Option<u8>,
    event: Option<u8>,
    rule: String,
    because: String,
    instead: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BridgeheadRow {
    hex: Hex,
    facing: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRow {
    id: Piece,
    hex: Hex,
    zone: String,
    #[serde(default)]
    reduced: bool,
    #[serde(default)]
    independent: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneRow {
    id: String,
    side: Side,
    #[serde(rename = "where")]
    note: String,
    hexes: Vec<Hex>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReinforcementRow {
    side: Side,
    zone: String,
    #[serde(rename = "where")]
    note: String,
    turn: Option<u8>,
    #[serde(default)]
    dice: Vec<[u8; 2]>,
    #[serde(default)]
    clear: bool,
    otherwise: Option<String>,
    rule: String,
    hexes: Vec<Hex>,
    unit: Vec<UnitRow>,
}

/// Where units may be set up.
#[derive(Clone, Debug)]
pub struct Zone {
    /// `C7`, ...
    pub id: String,
    /// Whose it is.
    pub side: Side,
    /// In words.
    pub note: String,
    /// Its hexes.
    pub hexes: Vec<Hex>,
}

/// A unit of a scenario.
#[derive(Clone, Copy, Debug)]
pub struct Deployed {
    /// Which.
    pub piece: Piece,
    /// The proposed hex.
    pub hex: Hex,
    /// Its zone, an index into [`Scenario::zones`].
    pub zone: u8,
}

/// Units that come later.
#[derive(Clone, Debug)]
pub struct Reinforcement {
    /// Whose.
    pub side: Side,
    /// The turn by which they are here at the latest.
    pub turn: u8,
    /// Turns on which a die brings them earlier, and the least number that does (GUV-19.19).
    pub dice: Vec<[u8; 2]>,
    /// The rule that brings them.
    pub rule: String,
    /// In words.
    pub note: String,
    /// Whether they appear only where no enemy is in the hex or next to it,
    pub clear: bool,
    /// and where if that is impossible.
    pub otherwise: Option<HexBits>,
    /// Where they may appear.
    pub hexes: Vec<Hex>,
    /// The units with their proposed hexes.
    pub units: Vec<(Piece, Hex)>,
}

/// How a scenario is won.
#[derive(Clone, Debug)]
pub enum Victory {
    /// By losses or ground as a turn ends, by points at the end (GUV-2.1 to GUV-2.4).
    Campaign,
    /// By whoever holds the hex at the end (GUV-19.5).
    Holder(Hex),
    /// By a side that holds the hex at the end, else by whoever has killed more (GUV-19.10).
    GroundOrKills(Side, Hex),
    /// By a side at once when it holds all these hexes, else by the other one (GUV-19.14).
    Storm(Side, Vec<Hex>),
    /// By the Union at once when so many brigades have left the map, else by the Confederates (GUV-19.20).
    BreakOut(usize),
}

/// A formation that may not be activated yet (GUV-18.3, GUV-18.4, GUV-19.3).
#[derive(Clone, Debug)]
pub struct HeldBack {
    /// Which.
    pub formation: Chit,
    /// Others that wait with it.
    pub also: Pieces,
    /// The turn it is free; none: only when it is attacked.
    pub until: Option<u8>,
    /// Its place among those that Corps Released frees (GUV-17.24).
    pub event: Option<u8>,
    /// The rule that holds it back,
    pub rule: String,
    /// and why, in a sentence.
    pub because: String,
    /// What would be right.
    pub instead: String,
}

/// The campaign game or a scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Which.
    pub id: String,
    /// For people.
    pub title: String,
    /// A sentence.
    pub summary: String,
    /// When it begins.
    pub date: String,
    /// First and last turn.
    pub turns: [u8; 2],
    /// Who sets up first.
    pub first: Side,
    /// The zone of the board that is the map (none: all of it).
    pub area: Option<String>,
    /// Whether units may be set up next to the enemy.
    pub contact_at_start: bool,
    /// Whether supply is switched off.
    pub always_supplied: bool,
    /// Whether the I, III and VI Corps cost 2 beyond the Rappahannock (GUV-8.4).
    pub bank: bool,
    /// Whether the cups of events and the variants of chapter 20 may be chosen.
    pub variants: bool,
    /// Whether it may rain (GUV-7.4).
    pub weather: bool,
    /// Whether units may leave by the flagged roads (GUV-2.10, GUV-2.12).
    pub flagged_exits: bool,
    /// The edge whose road hexes the Union may leave by (GUV-19.20, R-129).
    pub exits: Option<String>,
    /// The high commander whose activation begins it (GUV-19.8).
    pub opens_with: Option<Chit>,
    /// Who may not be activated yet.
    pub held_back: Vec<HeldBack>,
    /// How it is won.
    pub victory: Victory,
    /// Points per turn; none: the calendar's.
    pub ap: Option<Vec<[u8; 2]>>,
    /// Skirmishers of each side.
    pub skirmishers: [u8; 2],
    /// Pontoons in hand.
    pub pontoons_in_hand: [u8; 2],
    /// The chits of both sides, the Independents included.
    pub chits: Chits,
    /// Events that the scenario hands out.
    pub events: [Events; 2],
    /// The bridgehead fortifications and the sides they face (GUV-18.2).
    pub bridgeheads: Vec<(Hex, u8)>,
    /// Pontoons that lie on the map, as pairs of hexes.
    pub pontoons: Vec<[Hex; 2]>,
    /// The units on the map.
    pub units: Vec<Deployed>,
    /// Units that start on their reduced side.
    pub reduced: Pieces,
    /// Units that lose their band here (GUV-19.17).
    pub independent: Pieces,
    /// The zones.
    pub zones: Vec<Zone>,
    /// What comes later.
    pub reinforcements: Vec<Reinforcement>,
}

/// The scenarios, the campaign game first, read once. `data/scenarios.toml` holds what the rules say of each: turns and points
/// (GUV-19.1, GUV-19.6, GUV-19.11, GUV-19.15), chits and skirmishers (GUV-19.2, GUV-19.7, GUV-19.12, GUV-19.16), events in hand and
/// supply for all (GUV-19.4, GUV-19.9, GUV-19.13, GUV-19.18).
pub fn scenarios() -> &'static [Scenario] {
    static SCENARIOS: LazyLock<Vec<Scenario>> = LazyLock::new(|| {
        let file: ScenarioFile = parse(include_str!("../data/scenarios.toml"), "scenarios.toml");
        file.scenario.into_iter().map(read_scenario).collect()
    });
    &SCENARIOS
}

fn read_scenario(row: ScenarioRow) -> Scenario {
    let at = |what: &str| format!("data/scenarios.toml: {}: {what}", row.id);
    let mut zones: Vec<Zone> =
        row.zone.iter().map(|z| Zone { id: z.id.clone(), side: z.side, note: z.note.clone(), hexes: z.hexes.clone() }).collect();
    let area: Option<HexBits> = row.area.as_ref().map(|a| ground().zone(a));
    for zone in &zones {
        for hex in &zone.hexes {
            assert!(area.is_none_or(|a| a.has(*hex)), "{}", at(&format!("zone {}: {hex:?} is outside the play area", zone.id)));
        }
    }
    let mut units = Vec::new();
    for unit in &row.unit {
        let zone = zones.iter().position(|z| z.id == unit.zone).unwrap_or_else(|| panic!("{}", at(&format!("no zone {}", unit.zone))));
        assert!(zones[zone].hexes.contains(&unit.hex), "{}", at(&format!("{:?} stands outside its zone", unit.id)));
        units.push(Deployed { piece: unit.id, hex: unit.hex, zone: zone as u8 });
    }
    let all = |f: &dyn Fn(&UnitRow) -> bool| -> Pieces {
        let later = row.reinforcement.iter().flat_map(|r| r.unit.iter());
        row.unit.iter().chain(later).filter(|u| f(u)).map(|u| u.id).collect()
    };
    let facing = |names: &[String]| {
        names.iter().fold(0u8, |bits, n| bits | 1 << Direction::from_name(n).unwrap_or_else(|| panic!("{}", at(n))).index())
    };
    let pair = |text: &String| {
        let ends: Vec<Hex> = text.split('/').map(|n| ground().parse(n).unwrap_or_else(|e| panic!("{}", at(&e.to_string())))).collect();
        [ends[0], ends[1]]
    };
    let mut chits: Chits = row.chits.iter().flatten().copied().collect();
    chits.insert(Chit::named("union-independent"));
    chits.insert(Chit::named("confederate-independent"));
    zones.iter_mut().for_each(|z| z.hexes.sort_unstable());
    Scenario {
        reduced: all(&|u| u.reduced),
        independent: all(&|u| u.independent),
        chits,
        events: [0, 1].map(|i: usize| row.events[i].iter().copied().collect()),
        bridgeheads: row.bridgeheads.iter().map(|b| (b.hex, facing(&b.facing))).collect(),
        pontoons: row.pontoons.iter().map(pair).collect(),
        reinforcements: row
            .reinforcement
            .iter()
            .map(|r| {
                assert!(!r.zone.is_empty());
                Reinforcement {
                    side: r.side,
                    turn: r.turn.unwrap_or(row.turns[1]),
                    dice: r.dice.clone(),
                    rule: r.rule.clone(),
                    note: r.note.clone(),
                    clear: r.clear,
                    otherwise: r.otherwise.as_ref().map(|zone| ground().zone(zone)),
                    hexes: r.hexes.clone(),
                    units: r.unit.iter().map(|u| (u.id, u.hex)).collect(),
                }
            })
            .collect(),
        id: row.id,
        title: row.title,
        summary: row.summary,
        date: row.date,
        turns: row.turns,
        first: row.sets_up_first,
        area: row.area,
        contact_at_start: row.contact_at_start,
        always_supplied: row.always_supplied,
        bank: row.bank,
        variants: row.variants,
        weather: row.weather,
        flagged_exits: row.flagged_exits,
        exits: row.exits,
        opens_with: row.opens_with,
        held_back: row
            .held_back
            .into_iter()
            .map(|b| HeldBack {
                formation: b.formation,
                also: b.also.into_iter().collect(),
                until: b.until,
                event: b.event,
                rule: b.rule,
                because: b.because,
                instead: b.instead,
            })
            .collect(),
        victory: match row.victory {
            VictoryRow::Campaign => Victory::Campaign,
            VictoryRow::Holder { place } => Victory::Holder(ground().place(&place)),
            VictoryRow::GroundOrKills { side, place } => Victory::GroundOrKills(side, ground().place(&place)),
            VictoryRow::Storm { side, places } => Victory::Storm(side, places.iter().map(|p| ground().place(p)).collect()),
            VictoryRow::BreakOut { brigades } => Victory::BreakOut(brigades),
        },
        ap: row.ap,
        skirmishers: row.skirmishers,
        pontoons_in_hand: row.pontoons_in_hand,
        units,
        zones,
    }
}
