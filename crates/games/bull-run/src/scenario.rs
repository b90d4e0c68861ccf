//! Turns, reinforcements and what July 20th changes (BR-13, BR-OPT-4): read once from `data/scenarios.toml` and fitted to the
//! options of a game.

use crate::counters::{Counters, Kind, PieceId};
use crate::ground::{Ground, Hexes};
use board::HexId;
use contact::Set;
use engine::Side;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The optional rules in force, each on or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// BR-OPT-1: events come at uncertain times.
    pub uncertain_times: bool,
    /// BR-OPT-2: Union pieces begin face down, with dummies among them.
    pub fog_of_war: bool,
    /// BR-OPT-3: who marched by R1 rallies once.
    pub exhaustion: bool,
    /// BR-OPT-4: the attack a day early.
    pub july_20th: bool,
    /// BR-7.81: whether a retreat must lead away from batteries that fired at long range too; the printed rule says so.
    pub away_from_guns: bool,
}

/// Where a piece begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    /// Not in this game, or on its card until it is formed.
    Out,
    /// In a zone of the Confederate card (BR-1.21 to BR-1.23).
    Zone(u8),
    /// By a march route (BR-1.3); the 3rd Division may use CCC35 (BR-1.33).
    Route { third: bool },
    /// With a group of reinforcements (BR-1.13, BR-OB-2).
    Group(u8),
}

/// A group of reinforcements.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub id: String,
    pub side: Side,
    pub turn: u8,
    pub hex: HexId,
    /// Whether the road by which they come is a major one (BR-13.3).
    pub major: bool,
    pub pieces: Set,
    /// The railroad from the entry hex to the junction, both included; empty if they march (BR-13.41).
    pub railroad: Vec<HexId>,
    /// Comes at an uncertain time under optional rule 1.
    pub rolled: bool,
}

/// A zone of the Confederate card.
pub(crate) struct StartZone {
    pub name: String,
    pub hexes: Hexes,
    /// The only hex, if there is but one.
    pub(crate) single: Option<HexId>,
}

/// A scenario with its options.
pub struct Scenario {
    pub turns: Vec<String>,
    /// The turn in which the Confederates unfreeze.
    pub unfreeze: u8,
    /// The first turn with rallies.
    pub rally: u8,
    pub abatis: u8,
    pub abatis_zone: Hexes,
    pub(crate) starts: [Start; 256],
    /// Pieces of the AT START areas, which are set up (BR-1.1).
    pub(crate) at_start: [Set; 2],
    pub(crate) zones: Vec<StartZone>,
    /// The hexes that are a zone of their own (BR-1.21).
    pub single: Vec<HexId>,
    pub(crate) groups: Vec<Group>,
    /// Confederate pieces that begin frozen.
    pub frozen: Set,
    /// Pieces that are in this game: neither brigade pieces nor dummies.
    pub in_game: [Set; 2],
    /// A piece that needs no orders in some turns, both included.
    pub self_activating: Option<(PieceId, u8, u8)>,
    /// Where march routes may lead: Centreville, R1 with DD1, CCC35.
    pub centreville: Vec<HexId>,
    pub r1: Vec<HexId>,
    pub ccc35: Vec<HexId>,
}

impl Scenario {
    pub fn open(options: &Options) -> Scenario {
        static FILE: LazyLock<File> =
            LazyLock::new(|| engine::data::read(include_str!("../data/scenarios.toml")).unwrap_or_else(|e| panic!("scenarios.toml: {e}")));
        let (file, counters, ground): (&File, _, _) = (&FILE, Counters::get(), Ground::get());
        let turn = |name: &str| {
            let at = file.turns.iter().position(|t| t == name).unwrap_or_else(|| panic!("scenarios.toml: no turn {name:?}"));
            at as u8 + 1
        };
        let hex = |name: &str| ground.board.grid.parse(name).unwrap_or_else(|e| panic!("scenarios.toml: {e}"));
        let piece = |id: &str| counters.find(id).unwrap_or_else(|| panic!("scenarios.toml: no piece {id:?}"));
        let day = if options.july_20th { "july-20" } else { "july-21" };
        let zone_of = |id: &str| {
            let zone = ground.board.zone(id).unwrap_or_else(|| panic!("no zone {id:?} on the board"));
            let mut hexes = Hexes::new();
            zone.hexes.iter().for_each(|h| hexes.insert(*h));
            StartZone { name: zone.name.clone(), hexes, single: (zone.hexes.len() == 1).then(|| zone.hexes[0]) }
        };
        let base = |id: &str| ground.board.zone(id).unwrap_or_else(|| panic!("no zone {id:?} on the board")).hexes.clone();
        let any = base("march-route-any");
        let centreville = ground.bases[Side::Union.index()].to_vec();

        let mut groups: Vec<Group> = Vec::new();
        for group in file.group.iter().filter(|g| g.only.as_deref().is_none_or(|only| only == day)) {
            let entry = hex(&group.hex);
            groups.push(Group {
                id: group.id.clone(),
                side: Side::Union,
                turn: turn(&group.turn),
                hex: entry,
                major: ground.board.road_exits(entry).any(|(class, _)| Some(class) == ground.board.road_class("major")),
                pieces: 0,
                railroad: if group.rail { railroad(ground, entry) } else { Vec::new() },
                rolled: group.rolled,
            });
        }
        let mut scenario = Scenario {
            unfreeze: turn(&file.unfreeze),
            rally: turn(&file.rally),
            turns: file.turns.clone(),
            abatis: file.abatis,
            abatis_zone: zone_of("abatis").hexes,
            starts: [Start::Out; 256],
            at_start: [0; 2],
            zones: Vec::new(),
            single: Vec::new(),
            groups,
            frozen: 0,
            in_game: [0; 2],
            self_activating: None,
            r1: any.into_iter().filter(|h| !centreville.contains(h)).collect(),
            centreville,
            ccc35: base("march-route-third-division"),
        };
        let variant = &file.july_20;
        let mut zone_ids: Vec<String> = Vec::new();
        for p in counters.all() {
            let counter = counters.counter(p);
            if matches!(counter.kind, Kind::Formed | Kind::Dummy)
                || counter.only.as_deref().is_some_and(|only| only != day)
                || options.july_20th && variant.out.contains(&counter.id)
            {
                continue;
            }
            scenario.in_game[p.side().index()] |= p.bit();
            let late = variant.entry.iter().find(|(_, ids)| options.july_20th && ids.contains(&counter.id)).map(|(id, _)| id);
            let moved = variant.start.get(&counter.id).filter(|_| options.july_20th);
            let start = if let Some(group) = late.or(counter.entry.as_ref()) {
                let number = scenario.groups.iter().position(|g| g.id == *group).unwrap_or_else(|| panic!("no group {group:?}"));
                scenario.groups[number].pieces |= p.bit();
                scenario.groups[number].side = p.side();
                Start::Group(number as u8)
            } else {
                let start = moved.or(counter.start.as_ref()).unwrap_or_else(|| panic!("counters.toml: {}: no start", counter.id));
                match start.strip_prefix("route-") {
                    Some(route) => Start::Route { third: route == "third-division" },
                    None => {
                        let number = zone_ids.iter().position(|z| z == start).unwrap_or_else(|| {
                            zone_ids.push(start.clone());
                            scenario.zones.push(zone_of(start));
                            zone_ids.len() - 1
                        });
                        Start::Zone(number as u8)
                    }
                }
            };
            scenario.starts[p.index()] = start;
            if !matches!(start, Start::Group(_)) {
                scenario.at_start[p.side().index()] |= p.bit();
            }
            if counter.frozen && !options.july_20th {
                scenario.frozen |= p.bit();
            }
        }
        scenario.single = scenario.zones.iter().filter_map(|z| z.single).collect();
        if options.july_20th {
            let special = &variant.self_activating;
            scenario.self_activating = Some((piece(&special.piece), turn(&special.from), turn(&special.to)));
            // BR-OPT-4.1U: no march route leads to R1.
            scenario.r1.clear();
        }
        scenario
    }

    /// How many turns there are (BR-2.1).
    pub fn last_turn(&self) -> u8 {
        self.turns.len() as u8
    }
}

/// The railroad from an edge hex to Manassas Junction (BR-13.41).
fn railroad(ground: &Ground, from: HexId) -> Vec<HexId> {
    let mut before: BTreeMap<HexId, HexId> = BTreeMap::from([(from, from)]);
    let mut edge = vec![from];
    while !before.contains_key(&ground.junction) {
        let mut next = Vec::new();
        for hex in edge {
            for d in (0..6).filter(|d| ground.rail[hex.index()] >> d & 1 == 1) {
                let to = ground.neighbour(hex, d);
                before.entry(to).or_insert_with(|| {
                    next.push(to);
                    hex
                });
            }
        }
        assert!(!next.is_empty(), "no railroad from {} to the junction", ground.name(from));
        edge = next;
    }
    let mut line = vec![ground.junction];
    while line[line.len() - 1] != from {
        line.push(before[&line[line.len() - 1]]);
    }
    line.reverse();
    line
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    turns: Vec<String>,
    unfreeze: String,
    rally: String,
    abatis: u8,
    group: Vec<GroupLine>,
    july_20: Variant,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupLine {
    id: String,
    turn: String,
    hex: String,
    #[serde(default)]
    rail: bool,
    #[serde(default)]
    rolled: bool,
    only: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Variant {
    out: Vec<String>,
    start: BTreeMap<String, String>,
    entry: BTreeMap<String, Vec<String>>,
    self_activating: SelfActivating,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SelfActivating {
    piece: String,
    from: String,
    to: String,
}
