//! The tables (BR-CRT, BR-9.6, BR-12.5, BR-TEC): read once from `data/tables.toml`.

use contact::odds::Odds;
use serde::Deserialize;
use std::sync::LazyLock;

/// A result of the combat results table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CombatResult {
    /// Attackers lose, the rest stays.
    Ae,
    /// Attackers lose, then fall back.
    AeAb2,
    /// Attackers fall back.
    Ab2,
    /// Both lose.
    Ex,
    /// Defenders fall back.
    Db2,
    /// Defenders lose.
    De,
    /// Defenders lose, then fall back.
    DeDb2,
}

/// A result of the bombardment table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BombardmentResult {
    /// Nothing.
    None,
    /// The defenders fall back.
    Db2,
    /// The defender loses one unit.
    Dl1,
}

#[derive(Clone, Copy, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rate {
    pub battery: u8,
    pub other: u8,
}

/// Costs in sixths of a movement point.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Movement {
    pub clear: u8,
    pub stream: u8,
    pub woods: u8,
    pub stream_woods: u8,
    pub ford: u8,
    pub bridge: u8,
    pub penalty: u8,
    pub(crate) major: Rate,
    pub(crate) minor: Rate,
}

/// Sixths in a movement point.
pub(crate) const POINT: u8 = 6;

#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    pub stack: u8,
    pub ford_stack: u8,
    pub ford_entry: u8,
    pub range: u8,
    pub recon: u8,
    pub command: u8,
    pub automatic: u8,
}

/// All tables.
pub struct Tables {
    pub combat_columns: Vec<String>,
    combat: [[CombatResult; 11]; 6],
    pub bombardment_columns: Vec<String>,
    bombardment: [[BombardmentResult; 7]; 6],
    /// Whether the leader is lost, by face.
    pub leader_lost: [bool; 6],
    pub movement: Movement,
    pub limits: Limits,
}

/// The worst column of the combat results table, 1-6, counted from even odds (BR-7.3).
const WORST: i16 = -5;
/// The best, 6-1.
const BEST: i16 = 5;
/// The worst odds at which a bombardment can do anything, 1-2 (BR-9.6).
const WORST_BOMBARDMENT: i16 = -1;

impl Tables {
    /// The tables, read once.
    pub fn get() -> &'static Tables {
        static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::read(include_str!("../data/tables.toml")));
        &TABLES
    }

    /// The column for these odds; `None` below the table (BR-7.3W). Over 6-1 the last one is used.
    pub(crate) fn combat_column(odds: Odds) -> Option<usize> {
        let above = odds.above_even().min(BEST);
        usize::try_from(above - WORST).ok()
    }

    pub(crate) fn combat(&self, column: usize, die: u8) -> CombatResult {
        self.combat[usize::from(die) - 1][column]
    }

    /// The column for these odds; `None` where a bombardment has no effect (BR-9.6).
    pub(crate) fn bombardment_column(odds: Odds) -> Option<usize> {
        usize::try_from(odds.above_even().min(BEST) - WORST_BOMBARDMENT).ok()
    }

    pub(crate) fn bombardment(&self, column: usize, die: u8) -> BombardmentResult {
        self.bombardment[usize::from(die) - 1][column]
    }

    fn read(text: &str) -> Tables {
        let file: File = engine::data::read(text).unwrap_or_else(|e| panic!("tables.toml: {e}"));
        let combat = |cell: &String| match cell.as_str() {
            "AE" => CombatResult::Ae,
            "AE AB2" => CombatResult::AeAb2,
            "AB2" => CombatResult::Ab2,
            "EX" => CombatResult::Ex,
            "DB2" => CombatResult::Db2,
            "DE" => CombatResult::De,
            "DE DB2" => CombatResult::DeDb2,
            other => panic!("tables.toml: combat: no result {other:?}"),
        };
        let bombardment = |cell: &String| match cell.as_str() {
            "-" => BombardmentResult::None,
            "DB2" => BombardmentResult::Db2,
            "DL1" => BombardmentResult::Dl1,
            other => panic!("tables.toml: bombardment: no result {other:?}"),
        };
        Tables {
            combat: file.combat.rows.each_ref().map(|row| row_of(row, combat)),
            combat_columns: file.combat.columns,
            bombardment: file.bombardment.rows.each_ref().map(|row| row_of(row, bombardment)),
            bombardment_columns: file.bombardment.columns,
            leader_lost: file.leader_loss.rows.map(|cell| match cell.as_str() {
                "LE" => true,
                "LB2" => false,
                other => panic!("tables.toml: leader-loss: no result {other:?}"),
            }),
            movement: file.movement,
            limits: file.limits,
        }
    }
}

fn row_of<T: Copy + std::fmt::Debug, const N: usize>(row: &[String], read: impl Fn(&String) -> T) -> [T; N] {
    let cells: Vec<T> = row.iter().map(read).collect();
    cells.try_into().unwrap_or_else(|c: Vec<T>| panic!("tables.toml: a row has {} cells, not {N}", c.len()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    combat: Table<6>,
    bombardment: Table<6>,
    leader_loss: Faces,
    movement: Movement,
    limits: Limits,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table<const ROWS: usize> {
    columns: Vec<String>,
    #[serde(deserialize_with = "rows")]
    rows: [Vec<String>; ROWS],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Faces {
    rows: [String; 6],
}

fn rows<'de, D: serde::Deserializer<'de>, const ROWS: usize>(from: D) -> Result<[Vec<String>; ROWS], D::Error> {
    Vec::<Vec<String>>::deserialize(from)?.try_into().map_err(|v: Vec<_>| serde::de::Error::custom(format!("{} rows, not {ROWS}", v.len())))
}
