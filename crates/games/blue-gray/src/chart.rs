//! The standard rules' charts: terrain effects (BG-9) and combat results (BG-7.6), read from `data/standard.toml` (BG-2.2).

use contact::odds::Odds;
use serde::Deserialize;

/// A result of combat.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CombatResult {
    /// Attacker eliminated (BG-7.6-Ae).
    Ae,
    /// Attacker retreats (BG-7.6-Ar).
    Ar,
    /// Exchange (BG-7.6-Ex).
    Ex,
    /// Defender retreats (BG-7.6-Dr).
    Dr,
    /// Defender eliminated (BG-7.6-De).
    De,
}

impl CombatResult {
    /// As printed in the table.
    pub fn code(self) -> &'static str {
        match self {
            CombatResult::Ae => "Ae",
            CombatResult::Ar => "Ar",
            CombatResult::Ex => "Ex",
            CombatResult::Dr => "Dr",
            CombatResult::De => "De",
        }
    }

    /// For people.
    pub fn words(self) -> &'static str {
        match self {
            CombatResult::Ae => "attacker eliminated",
            CombatResult::Ar => "attacker retreats",
            CombatResult::Ex => "exchange",
            CombatResult::Dr => "defender retreats",
            CombatResult::De => "defender eliminated",
        }
    }
}

/// A row of the Terrain Effects Chart: BG-9.clear, BG-9.forest, BG-9.rough, BG-9.forestrough, BG-9.town and the like.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    /// The kind of hex.
    pub id: String,
    /// Movement points to enter it; none if it may not be entered.
    #[serde(rename = "move")]
    pub cost: Option<u8>,
    /// What it multiplies the defence with.
    #[serde(default = "one")]
    pub defence: u8,
    /// Whether it blocks the line of sight (BG-8.33).
    #[serde(default)]
    pub blocks: bool,
    /// Whether units in it fight and are fought.
    #[serde(default = "yes")]
    pub fighting: bool,
}

fn one() -> u8 {
    1
}

fn yes() -> bool {
    true
}

/// The effects of roads and hexsides.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Ways {
    /// Along a road (BG-5.22, BG-9.road).
    pub road: u8,
    /// Along a trail (BG-5.23, BG-9.trail).
    pub trail: u8,
    /// Added at a ford (BG-5.25b, BG-9.ford).
    pub ford: u8,
    /// Added at a bridge (BG-5.25b, BG-9.bridge).
    pub bridge: u8,
    /// Added where a run is waded.
    pub run: u8,
    /// The defence against attackers who all come over bridges and fords.
    pub crossing_defence: u8,
    /// The defence against attackers who all come over redoubts (BG-9.redoubt).
    pub redoubt_defence: u8,
    /// The defence against guns that all fire over water (BG-9.errB).
    pub bombarded_over_water: u8,
}

/// The numbers that hold for every unit.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The Movement Allowance (BG-2.4d).
    pub movement: u8,
    /// Units in a hex at the end of a phase (BG-5.32).
    pub stacking: u8,
    /// How far guns reach (BG-8.0-Ga).
    pub range: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResultsTable {
    columns: Vec<String>,
    rows: Vec<Vec<CombatResult>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    terrain: Vec<TerrainRow>,
    way: Ways,
    limits: Limits,
    results: ResultsTable,
}

/// A column of the Combat Results Table, from the worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub u8);

/// All the charts.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The Terrain Effects Chart.
    pub terrain: Vec<TerrainRow>,
    /// Roads and hexsides.
    pub ways: Ways,
    /// What holds for every unit.
    pub limits: Limits,
    columns: Vec<Odds>,
    rows: Vec<Vec<CombatResult>>,
}

impl Chart {
    /// Reads the charts: the standard rules have terrain effects and combat results, a title its deployment and reinforcements
    /// (BG-2.2).
    pub fn parse(text: &str) -> Result<Chart, String> {
        let file: File = engine::data::read(text).map_err(|e| e.to_string())?;
        let columns: Option<Vec<Odds>> = file.results.columns.iter().map(|c| Odds::parse(c)).collect();
        let columns = columns.ok_or("a column of the results is written 3-1 or 1-2")?;
        if columns.len() < 2 || columns.windows(2).any(|w| w[1].above_even() != w[0].above_even() + 1) {
            return Err("the columns of the results must follow one another".into());
        }
        if file.results.rows.len() != 6 || file.results.rows.iter().any(|r| r.len() != columns.len()) {
            return Err("the results have six rows, each as long as there are columns".into());
        }
        Ok(Chart { terrain: file.terrain, ways: file.way, limits: file.limits, columns, rows: file.results.rows })
    }

    /// The row of a kind of hex.
    pub fn terrain(&self, id: &str) -> Option<usize> {
        self.terrain.iter().position(|t| t.id == id)
    }

    /// The column for these sums of strength, brought to the printed ones (BG-7.0-Pa, BG-7.6-N1, R-4).
    #[inline]
    pub fn column(&self, attack: u32, defence: u32) -> Column {
        let place = Odds::of(attack, defence).above_even() - self.columns[0].above_even();
        Column(place.clamp(0, self.columns.len() as i16 - 1) as u8)
    }

    /// The printed odds of a column.
    pub fn odds(&self, column: Column) -> Odds {
        self.columns[usize::from(column.0)]
    }

    /// The column with these printed odds.
    pub fn column_of(&self, odds: Odds) -> Option<Column> {
        self.columns.iter().position(|c| *c == odds).map(|i| Column(i as u8))
    }

    /// How many columns there are.
    pub fn columns(&self) -> u8 {
        self.columns.len() as u8
    }

    /// The result of a die in a column (BG-7.0-Pb).
    #[inline]
    pub fn result(&self, column: Column, die: u8) -> CombatResult {
        self.rows[usize::from(die.clamp(1, 6) - 1)][usize::from(column.0)]
    }
}
