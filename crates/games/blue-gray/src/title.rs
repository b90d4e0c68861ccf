//! A title of the series: units, turns, reinforcements, limits, points, and the ids of its own rules. All data; a folder under
//! `data/titles` each.

use crate::cells::{Cell, CellSet};
use crate::units::{Unit, UnitSet};
use board::{Board, Grid};
use engine::{OptionRule, Side};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::{Mutex, PoisonError};

/// How a title's file is written.
mod file {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct File {
        pub title: Heading,
        #[serde(default)]
        pub rules: Rules,
        #[serde(default)]
        pub option: Vec<OptionEntry>,
        #[serde(default)]
        pub night: BTreeMap<Side, Night>,
        #[serde(default)]
        pub quota: Vec<Quota>,
        #[serde(default)]
        pub hold: Vec<Hold>,
        #[serde(default)]
        pub reinforcement: Vec<Reinforcement>,
        #[serde(default)]
        pub exit: Vec<Exit>,
        #[serde(default)]
        pub control: Vec<Control>,
        #[serde(default)]
        pub score: Vec<Score>,
        pub level: Vec<Level>,
        pub unit: Vec<UnitEntry>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Heading {
        pub id: String,
        pub title: String,
        #[serde(default)]
        pub summary: String,
        pub board: String,
        pub first: Side,
        pub turns: Vec<Turn>,
    }

    #[derive(Deserialize, Clone)]
    #[serde(deny_unknown_fields)]
    pub struct Turn {
        pub label: String,
        #[serde(default)]
        pub night: bool,
    }

    #[derive(Deserialize, Default)]
    #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
    pub struct Rules {
        pub turns: Option<String>,
        pub arrival: Option<String>,
        pub entry_closed: Option<String>,
        pub entry_missed: Option<String>,
        pub entry_cost: Option<String>,
        pub entry_full: Option<String>,
        pub entry_hex: Option<String>,
        pub hold: Option<String>,
        pub passive: Option<String>,
        pub immobile: Option<String>,
        pub immobile_retreat: Option<String>,
        pub immobile_advance: Option<String>,
        pub quota: Option<String>,
        pub control: Option<String>,
        pub night: Option<String>,
        pub ferry_retreat: Option<String>,
        pub points: Option<String>,
        pub levels: Option<String>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct OptionEntry {
        pub id: String,
        pub title: String,
        pub text: String,
        pub default: String,
    }

    #[derive(Deserialize, Clone, Copy)]
    #[serde(deny_unknown_fields, default)]
    pub struct Night {
        pub r#move: bool,
        pub leave_zone: bool,
        pub enter_zone: bool,
    }

    impl Default for Night {
        fn default() -> Self {
            Night { r#move: true, leave_zone: false, enter_zone: false }
        }
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Quota {
        pub side: Side,
        pub units: u8,
        #[serde(default)]
        pub more: u8,
        pub while_holding: Option<String>,
        pub exempt: Option<Exempt>,
        pub option: Option<String>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Exempt {
        pub group: String,
        pub through: u8,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Hold {
        pub group: String,
        pub until: Option<u8>,
        #[serde(default)]
        pub attacked: bool,
        #[serde(default)]
        pub enemy_in: Vec<String>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Reinforcement {
        pub group: String,
        pub side: Side,
        pub turn: u8,
        pub entry: Vec<String>,
        pub policy: EntryPolicy,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Exit {
        pub side: Side,
        pub hexes: Vec<String>,
        pub cost: u8,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Control {
        pub hex: String,
        pub holder: Option<Side>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Score {
        pub rule: String,
        pub to: Side,
        pub what: Deed,
        pub points: i16,
        #[serde(default)]
        pub hexes: Vec<String>,
        pub zone: Option<String>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Level {
        pub from: Option<i16>,
        pub name: String,
        pub winner: Option<Side>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct UnitEntry {
        pub id: String,
        #[serde(default)]
        pub no: String,
        pub side: Side,
        pub name: String,
        pub r#type: crate::units::Arm,
        pub strength: u8,
        #[serde(default)]
        pub formation: String,
        #[serde(default)]
        pub commander: String,
        pub start: Option<String>,
        pub group: Option<String>,
        #[serde(default)]
        pub flags: Vec<Flag>,
    }
}

/// What sets a unit apart from the standard rules.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// Never moves; a retreat eliminates it. In all else it is a unit like others.
    Immobile,
    /// Never attacks.
    NoAttack,
    /// Controls no hex.
    NoZone,
}

/// What happens to reinforcements that are kept out.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum EntryPolicy {
    /// They come on in that turn or are eliminated.
    ThatTurnOrLost,
    /// They come on as soon as they can.
    WhenPossible,
    /// They come on one behind the other: the first pays the entry hex once, the second twice, and so on; enemy zones do not
    /// bar them, and those who cannot pay come on later.
    Column,
}

/// What earns points.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
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
}

impl Deed {
    /// Whether it is counted when it happens rather than at the end.
    pub fn at_once(self) -> bool {
        !matches!(self, Deed::LastControlAtEnd | Deed::HexInInfantryZoneAtEnd)
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

impl Rules {
    fn of(file: file::Rules) -> Rules {
        let id = |id: Option<String>| id.map_or("BG-1.0", |id| lasting(&id));
        Rules {
            turns: id(file.turns),
            arrival: id(file.arrival),
            entry_closed: id(file.entry_closed),
            entry_missed: id(file.entry_missed),
            entry_cost: id(file.entry_cost),
            entry_full: id(file.entry_full),
            entry_hex: id(file.entry_hex),
            hold: id(file.hold),
            passive: id(file.passive),
            immobile: id(file.immobile),
            immobile_retreat: id(file.immobile_retreat),
            immobile_advance: id(file.immobile_advance),
            quota: id(file.quota),
            control: id(file.control),
            night: id(file.night),
            ferry_retreat: id(file.ferry_retreat),
            points: id(file.points),
            levels: id(file.levels),
        }
    }
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
}

/// Where a side may leave the map.
#[derive(Clone, Debug)]
pub struct Exit {
    /// From these hexes.
    pub cells: CellSet,
    /// For so many points.
    pub cost: u8,
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
    /// Movement quotas by side.
    pub quota: [Option<Quota>; 2],
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
}

/// A title's file that cannot be read: what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTitle(pub String);

impl Display for BadTitle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadTitle {}

impl Title {
    /// The board that a title's file asks for.
    pub fn board_of(text: &str) -> Result<String, BadTitle> {
        engine::data::read_placed::<file::File>(text).map(|f| f.title.board).map_err(|e| BadTitle(e.to_string()))
    }

    /// Reads a title's file against its board.
    pub fn parse(text: &str, board: &Board) -> Result<Title, BadTitle> {
        let file: file::File = engine::data::read_placed(text).map_err(|e| BadTitle(e.to_string()))?;
        Reader { grid: &board.grid, board }.read(file)
    }
}

struct Reader<'a> {
    grid: &'a Grid,
    board: &'a Board,
}

impl Reader<'_> {
    fn cell(&self, name: &str) -> Result<Cell, BadTitle> {
        let hex = self.grid.parse(name).map_err(|e| BadTitle(e.to_string()))?;
        Ok(Cell::of(self.grid, hex))
    }

    fn cells(&self, names: &[String]) -> Result<CellSet, BadTitle> {
        names.iter().map(|n| self.cell(n)).collect()
    }

    fn read(&self, file: file::File) -> Result<Title, BadTitle> {
        let bad = |what: String| Err(BadTitle(what));
        if self.grid.columns() > 32 || self.grid.rows() > 32 {
            return bad(format!("the board {} is too large: at most 32 columns of 32 rows", self.board.id));
        }
        if file.unit.len() > 128
            || file.control.len() > 16
            || file.hold.len() > 8
            || file.title.turns.is_empty()
            || file.title.turns.len() > 99
        {
            return bad("at most 128 units, 16 controlled hexes, 8 held groups and 99 turns, and at least one turn".into());
        }
        let mut entries = file.unit;
        entries.sort_by_key(|u| u.side);
        let mut units: Vec<Unit> = Vec::new();
        for entry in &entries {
            if units.iter().any(|u| u.id == entry.id) {
                return bad(format!("two units have the id {:?}", entry.id));
            }
            units.push(Unit {
                id: entry.id.clone(),
                number: entry.no.clone(),
                side: entry.side,
                name: entry.name.clone(),
                arm: entry.r#type,
                strength: entry.strength,
                formation: entry.formation.clone(),
                commander: entry.commander.clone(),
                start: entry.start.as_deref().map(|s| self.cell(s)).transpose()?,
                flags: entry.flags.clone(),
            });
        }
        let group = |id: &str| -> Result<UnitSet, BadTitle> {
            let set: UnitSet = entries.iter().enumerate().filter(|(_, e)| e.group.as_deref() == Some(id)).map(|(i, _)| i as u8).collect();
            if set.is_empty() { Err(BadTitle(format!("no unit is in the group {id:?}"))) } else { Ok(set) }
        };
        let controls: Vec<Control> =
            file.control.iter().map(|c| Ok(Control { cell: self.cell(&c.hex)?, holder: c.holder })).collect::<Result<_, BadTitle>>()?;
        let mut quota = [None, None];
        for q in &file.quota {
            if let Some(id) = q.option.as_ref().filter(|id| !file.option.iter().any(|o| o.id == **id)) {
                return bad(format!("no option {id:?}: add an [[option]] for it"));
            }
            let holding = match &q.while_holding {
                None => None,
                Some(hex) => {
                    let cell = self.cell(hex)?;
                    let place = controls.iter().position(|c| c.cell == cell);
                    Some(place.ok_or_else(|| BadTitle(format!("control of {hex} is not followed: add a [[control]] for it")))? as u8)
                }
            };
            let (exempt, through) = match &q.exempt {
                None => (UnitSet::EMPTY, 0),
                Some(e) => (group(&e.group)?, e.through),
            };
            quota[q.side.index()] = Some(Quota { option: q.option.clone(), units: q.units, more: q.more, holding, exempt, through });
        }
        let mut holds = Vec::new();
        for h in &file.hold {
            let enemy_in = self.cells(&h.enemy_in)?;
            if !enemy_in.iter().all(|c| controls.iter().any(|k| k.cell == c)) {
                return bad(format!("the group {:?} watches a hex whose control is not followed: add a [[control]] for it", h.group));
            }
            holds.push(Hold { units: group(&h.group)?, until: h.until, attacked: h.attacked, enemy_in });
        }
        let mut reinforcements = Vec::new();
        let mut entry_hexes: Vec<Cell> = Vec::new();
        for r in &file.reinforcement {
            let units = group(&r.group)?;
            let entry: Vec<Cell> = r.entry.iter().map(|e| self.cell(e)).collect::<Result<_, BadTitle>>()?;
            if entry.is_empty() {
                return bad(format!("the group {:?} needs an entry hex", r.group));
            }
            entry.iter().for_each(|c| {
                if !entry_hexes.contains(c) {
                    entry_hexes.push(*c);
                }
            });
            if entry_hexes.len() > 16 {
                return bad("at most 16 entry hexes in all".into());
            }
            reinforcements.push(Reinforcement { units, side: r.side, turn: r.turn, entry, policy: r.policy });
        }
        let mut exits = [None, None];
        for e in &file.exit {
            exits[e.side.index()] = Some(Exit { cells: self.cells(&e.hexes)?, cost: e.cost });
        }
        let mut scores = Vec::new();
        for s in &file.score {
            let mut cells = self.cells(&s.hexes)?;
            if let Some(id) = &s.zone {
                let zone = self.board.zone(id).ok_or_else(|| BadTitle(format!("the board has no zone {id:?}")))?;
                zone.hexes.iter().for_each(|h| cells.insert(Cell::of(self.grid, *h)));
            }
            let followed = |c: Cell| controls.iter().any(|k| k.cell == c);
            if matches!(s.what, Deed::FirstControl | Deed::LastControlAtEnd) && !cells.iter().all(followed) {
                return bad(format!("{}: control of each scored hex must be followed: add a [[control]] for it", s.rule));
            }
            scores.push(Score { rule: s.rule.clone(), to: s.to, what: s.what, points: s.points, cells });
        }
        let mut levels: Vec<Level> =
            file.level.into_iter().map(|l| Level { from: l.from.unwrap_or(i16::MIN), name: l.name, winner: l.winner }).collect();
        levels.sort_by_key(|l| std::cmp::Reverse(l.from));
        if levels.last().is_none_or(|l| l.from != i16::MIN) {
            return bad("the lowest level has no bound: leave out its `from`".into());
        }
        let switch = |o: file::OptionEntry| OptionRule {
            id: o.id,
            title: o.title,
            text: o.text,
            default: o.default,
            values: vec!["off".into(), "on".into()],
        };
        let night = Side::BOTH.map(|s| {
            let n = file.night.get(&s).copied().unwrap_or_default();
            Night { moves: n.r#move, leave_zone: n.leave_zone, enter_zone: n.enter_zone }
        });
        Ok(Title {
            id: file.title.id,
            name: file.title.title,
            summary: file.title.summary,
            board: file.title.board,
            first: file.title.first,
            turns: file.title.turns.into_iter().map(|t| Turn { label: t.label, night: t.night }).collect(),
            rules: Rules::of(file.rules),
            options: file.option.into_iter().map(switch).collect(),
            night,
            quota,
            holds,
            reinforcements,
            entries: entry_hexes,
            exits,
            controls,
            scores,
            levels,
            units,
        })
    }
}
