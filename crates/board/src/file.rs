//! The shape of a board file, before anything is checked. `docs/boards.md` explains every field.
//!
//! Whatever can be wrong carries its place in the text ([`Spanned`]), so that an error can name the line.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::Fact;

/// Hex names, each with its place in the file.
pub(crate) type Hexes = Vec<Spanned<String>>;

/// Tables with free keys; the keys' places tell the order in which they were written.
pub(crate) type Named<T> = BTreeMap<Spanned<String>, T>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardFile {
    pub board: Spanned<Sheet>,
    #[serde(default)]
    pub terrain: Named<Hexes>,
    #[serde(default)]
    pub water: Vec<Spanned<Water>>,
    #[serde(default)]
    pub road: Vec<Spanned<Road>>,
    #[serde(default)]
    pub crossing: Vec<Spanned<Crossing>>,
    #[serde(default)]
    pub slope: Vec<Slope>,
    #[serde(default)]
    pub work: Vec<Spanned<Work>>,
    #[serde(default)]
    pub place: Vec<Spanned<Place>>,
    #[serde(default)]
    pub zone: Vec<Spanned<Zone>>,
    #[serde(default)]
    pub entry: Vec<Spanned<Entry>>,
    #[serde(default)]
    pub join: Vec<Join>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sheet {
    pub id: String,
    pub title: String,
    pub dates: Option<String>,
    pub scale: String,
    #[serde(default)]
    pub up: i16,
    pub columns: u8,
    pub rows: u8,
    pub numbering: Numbering,
    pub lower: Lower,
    #[serde(default)]
    pub missing: Hexes,
    pub note: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Numbering {
    ColumnRow,
    Letters,
    Diagonal,
}

/// Which of the first two columns sits half a hex lower: said so that it is the same whether one counts from 0 or 1.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Lower {
    First,
    Second,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Water {
    pub name: Spanned<String>,
    pub kind: Spanned<String>,
    pub hexes: Option<Hexes>,
    pub hexsides: Option<Hexes>,
    #[serde(default)]
    pub labels: Hexes,
    #[serde(default = "yes")]
    pub named: bool,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Road {
    pub name: Spanned<String>,
    pub class: Spanned<String>,
    pub hexes: Hexes,
    #[serde(default)]
    pub exits: Named<String>,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Crossing {
    pub name: Spanned<String>,
    pub kind: Spanned<String>,
    pub over: Spanned<String>,
    pub hex: Option<Spanned<String>>,
    pub hexside: Option<Spanned<String>>,
    #[serde(default)]
    pub approaches: Hexes,
    #[serde(default)]
    pub wet: bool,
    #[serde(default = "yes")]
    pub named: bool,
    #[serde(default)]
    pub facts: BTreeMap<String, Fact>,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Slope {
    pub feature: String,
    pub kind: String,
    pub downhill: Named<Hexes>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Work {
    pub name: Spanned<String>,
    pub kind: String,
    pub side: Option<String>,
    pub hexsides: Option<Hexes>,
    pub faces: Option<Named<Hexes>>,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    pub name: Spanned<String>,
    pub kind: String,
    pub hex: Option<Spanned<String>>,
    pub span: Option<[Spanned<String>; 2]>,
    #[serde(default)]
    pub hexes: Hexes,
    pub weight: Option<Spanned<u8>>,
    #[serde(default)]
    pub facts: BTreeMap<String, Fact>,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Zone {
    pub id: Spanned<String>,
    pub name: String,
    #[serde(default)]
    pub kind: String,
    pub side: Option<String>,
    pub hexes: Option<Hexes>,
    pub within: Option<Within>,
    #[serde(default)]
    pub facts: BTreeMap<String, Fact>,
    pub note: Option<String>,
}

/// All hexes within a radius of some hex, inside other zones.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Within {
    pub radius: u8,
    pub of: Hexes,
    #[serde(default)]
    pub inside: Hexes,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub id: Spanned<String>,
    pub name: String,
    pub kind: String,
    pub side: Option<String>,
    pub hexes: Hexes,
    #[serde(default)]
    pub facts: BTreeMap<String, Fact>,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Join {
    pub board: String,
    pub pairs: Named<String>,
    pub note: Option<String>,
}

fn yes() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of `docs/boards.md` that are written as board files.
    fn examples() -> impl Iterator<Item = &'static str> {
        include_str!("../../../docs/boards.md").split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(rest))
    }

    #[test]
    fn every_example_in_the_documentation_has_the_shape_of_a_board_file() {
        let sheet = examples().find(|example| example.starts_with("[board]")).expect("the sheet is documented");
        for example in examples().filter(|example| *example != sheet) {
            let read = toml::from_str::<BoardFile>(&format!("{sheet}\n{example}"));
            assert!(read.is_ok(), "{example}\n{}", read.err().unwrap());
        }
        assert_eq!(examples().count(), 11);
    }
}
