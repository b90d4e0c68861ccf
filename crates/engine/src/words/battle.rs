//! A battle for a person: who, where, what counts, what may come of it and how likely, and what came.

use super::Favours;
use serde::Serialize;

/// A battle being prepared or fought.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct BattleView {
    /// Whether guns fire from afar and nobody closes in.
    pub fire: bool,
    /// The defending hexes.
    pub targets: Vec<String>,
    /// The attackers' ids, guns included.
    pub attackers: Vec<String>,
    /// The defenders' ids, as far as they are known.
    pub defenders: Vec<String>,
    /// What the attack counts for, in the game's own points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<String>,
    /// What the defence counts for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defence: Option<String>,
    /// The odds in numbers and as a column.
    pub odds: String,
    /// All that changes the sums or the dice.
    pub modifiers: Vec<BattleModifier>,
    /// Every column that may be announced, the computed one first; none before anybody attacks.
    pub columns: Vec<BattleColumn>,
    /// Each side's dice, the attacker's first, where both sides throw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<BattleColumn>>"))]
    pub pools: Vec<BattleColumn>,
    /// What came of the dice, until the battle is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rolled: Option<Rolled>,
}

impl BattleView {
    /// Whether this is the same battle at another moment: some of those attacked or attacking are the same.
    pub fn is_same(&self, other: &BattleView) -> bool {
        let shared = |these: &[String], those: &[String]| these.iter().any(|one| those.contains(one));
        shared(&self.targets, &other.targets) || shared(&self.attackers, &other.attackers)
    }
}

/// What changes a battle, with its rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct BattleModifier {
    /// The rule.
    pub rule: String,
    /// What it does.
    pub text: String,
}

/// A column of the results table, or what stands for one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct BattleColumn {
    /// As printed: `2-1`.
    pub label: String,
    /// What may come of it.
    pub results: Vec<BattleResult>,
}

/// One possible result.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct BattleResult {
    /// The faces of the die that bring it; none where no single die does.
    pub faces: Vec<u8>,
    /// As printed: `Dr`.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    pub code: String,
    /// What happens, in words.
    pub text: String,
    /// How likely, 0 to 1.
    pub chance: f64,
    /// For whom it is good.
    pub favours: Favours,
}

impl BattleResult {
    /// What one face of a six-sided die brings.
    pub fn face(die: u8, code: impl Into<String>, text: impl Into<String>, favours: Favours) -> BattleResult {
        BattleResult { faces: vec![die], code: code.into(), text: text.into(), chance: 1.0 / 6.0, favours }
    }

    /// What comes without a die.
    pub fn certain(code: impl Into<String>, text: impl Into<String>, favours: Favours) -> BattleResult {
        BattleResult { faces: Vec::new(), code: code.into(), text: text.into(), chance: 1.0, favours }
    }
}

/// The dice of a battle, once they lie.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Rolled {
    /// The faces.
    pub dice: Vec<u8>,
    /// What came of it, in words.
    pub text: String,
}

impl BattleModifier {
    /// A rule and what it does.
    pub fn new(rule: impl Into<String>, text: impl Into<String>) -> BattleModifier {
        BattleModifier { rule: rule.into(), text: text.into() }
    }
}
