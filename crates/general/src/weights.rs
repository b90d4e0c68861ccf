//! What a position is worth: a weighted sum of terms, read as the chance to win.

use crate::calibration::Calibration;
use crate::level::Whims;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The weights of a game, from its data file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// How many positions a second a search visits on one core: turns the budgets of the levels into numbers of nodes.
    pub pace: f64,
    /// What it is worth to bring the plan in force forward, in the same currency as the terms.
    #[serde(default, skip_serializing_if = "nothing")]
    pub plan: f32,
    /// What it costs, of the chance to win, to bring a unit back to where it stood a turn ago.
    #[serde(default, skip_serializing_if = "nothing")]
    pub stroll: f32,
    /// How much the learned judgement counts against the weighted sum: nothing without it, all of it with 1.
    #[serde(default, skip_serializing_if = "nothing")]
    pub learned: f32,
    /// How often the lower levels act on a whim.
    #[serde(default, skip_serializing_if = "Whims::none")]
    pub whims: Whims,
    /// The run that made the weights, for whoever wants to make them again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
    /// What corrects the chances that are told to people, by scenario.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub calibration: BTreeMap<String, Calibration>,
    /// One weight for each term, and `always` for the advantage that the Union has before anything happens.
    pub weights: BTreeMap<String, f32>,
    /// The temperaments: which terms each of them minds more or less, as factors.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tempers: BTreeMap<String, BTreeMap<String, f32>>,
    /// How the levels see the game, where they do not see all of it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub levels: BTreeMap<String, Eyes>,
    /// The same in the order of the terms; `always` last.
    #[serde(skip)]
    ordered: Vec<f32>,
}

fn nothing(weight: &f32) -> bool {
    *weight == 0.0
}

/// How a level sees the game: people of less experience do not err by lot, they overlook the same things again and again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Eyes {
    /// How many player turns it looks ahead, if not as far as the game advises.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<u32>,
    /// Whether it decides from turn to turn, without a plan.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aimless: bool,
    /// The manners in which it expects the enemy, in turn, if not in all that the game knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub foes: Vec<u8>,
    /// Which terms it minds more or less, as factors.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub minds: BTreeMap<String, f32>,
}

/// How weights were made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The command line.
    pub command: String,
    /// How many games were played.
    pub games: u64,
    /// How many positions were judged.
    pub positions: u64,
    /// How well the chances fit the outcomes, before and after: mean logarithmic loss on games kept aside.
    pub loss: [f64; 2],
    /// The share of points that the new weights took from the old ones; below one half the old ones stayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial: Option<f64>,
}

/// The name of the learned judgement, where a level minds it less.
pub(crate) const LEARNED: &str = "learned";

/// The name of the constant term.
pub const ALWAYS: &str = "always";

/// How much of the worth of a finished game still depends on how well it ended.
const MARGIN: f32 = 0.05;

/// The worth of a finished game: the result, and a little for how well it ended.
pub(crate) fn settled(result: f32, chance: f32) -> f32 {
    result * (1.0 - MARGIN) + chance * MARGIN
}

impl Weights {
    /// Reads a data file; every term must have a weight, and nothing else may have one.
    pub fn read(text: &str, terms: &[&str]) -> Result<Weights, String> {
        let mut weights: Weights = engine::data::read(text).map_err(|e| e.to_string())?;
        let names = || terms.iter().copied().chain([ALWAYS]);
        if let Some(stray) = weights.weights.keys().find(|k| !names().any(|n| n == k.as_str())) {
            return Err(format!("no term is called {stray}"));
        }
        let weight = |name: &str| weights.weights.get(name).copied().ok_or_else(|| format!("{name} has no weight"));
        weights.ordered = names().map(weight).collect::<Result<_, _>>()?;
        let factors = weights.tempers.values().chain(weights.levels.values().map(|l| &l.minds));
        if let Some(stray) = factors.flat_map(BTreeMap::keys).find(|k| !terms.contains(&k.as_str()) && *k != LEARNED) {
            return Err(format!("no term is called {stray}"));
        }
        Ok(weights)
    }

    /// The weights of somebody who minds some terms more or less than others do.
    #[must_use]
    pub fn minding(mut self, terms: &[&str], factors: &BTreeMap<String, f32>) -> Weights {
        for (term, factor) in factors {
            match term.as_str() {
                LEARNED => self.learned *= factor,
                term => self.set(terms, term, |weight| weight * factor),
            }
        }
        self
    }

    /// The same with another weight of one term.
    #[must_use]
    pub fn noting(mut self, terms: &[&str], term: &str, weight: f32) -> Weights {
        match term {
            "plan" => self.plan = weight,
            "stroll" => self.stroll = weight,
            LEARNED => self.learned = weight,
            _ => self.set(terms, term, |_| weight),
        }
        self
    }

    fn set(&mut self, terms: &[&str], term: &str, new: impl Fn(f32) -> f32) {
        if let Some(at) = terms.iter().position(|t| *t == term) {
            self.ordered[at] = new(self.ordered[at]);
            self.weights.insert(term.to_string(), self.ordered[at]);
        }
    }

    /// Weights of somebody who looks at a few terms and at nothing else, at the pace of the game.
    pub fn only(few: &BTreeMap<String, f32>, terms: &[&str], pace: f64) -> Result<Weights, String> {
        if let Some(stray) = few.keys().find(|k| !terms.contains(&k.as_str())) {
            return Err(format!("no term is called {stray}"));
        }
        let weights: BTreeMap<String, f32> =
            terms.iter().copied().chain([ALWAYS]).map(|t| (t.to_string(), few.get(t).copied().unwrap_or(0.0))).collect();
        let ordered = terms.iter().copied().chain([ALWAYS]).map(|t| weights[t]).collect();
        Ok(Weights { pace, weights, ordered, ..Weights::default() })
    }

    /// The file of these weights.
    pub fn write(&self) -> String {
        toml::to_string_pretty(self).expect("weights are plain numbers")
    }

    /// The same weights with other values, in the order of the terms, the constant last.
    pub fn with(&self, terms: &[&str], values: &[f32], run: Run) -> Weights {
        let names = terms.iter().copied().chain([ALWAYS]);
        Weights {
            run: Some(run),
            // Other weights, other chances.
            calibration: BTreeMap::new(),
            weights: names.map(str::to_string).zip(values.iter().copied()).collect(),
            ordered: values.to_vec(),
            ..self.clone()
        }
    }

    /// What corrects the chances of a scenario. One that was never measured is told as it is thought.
    pub fn calibration(&self, scenario: &str) -> &Calibration {
        static NONE: Calibration = Calibration { command: String::new(), judgement: Vec::new(), plans: Vec::new() };
        self.calibration.get(scenario).unwrap_or(&NONE)
    }

    /// The values in the order of the terms, the constant last.
    pub fn values(&self) -> &[f32] {
        &self.ordered
    }

    /// The weighted sum, seen from the Union: nothing where the chances are even.
    pub fn sum(&self, terms: &[f32]) -> f32 {
        let (always, weights) = self.ordered.split_last().expect("there is always the constant");
        always + terms.iter().zip(weights).map(|(t, w)| t * w).sum::<f32>()
    }

    /// The Union's chance to win where the game goes on.
    pub fn chance(&self, terms: &[f32]) -> f32 {
        logistic(self.sum(terms))
    }
}

/// From a chance to a sum.
pub(crate) fn logit(chance: f32) -> f32 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    (chance / (1.0 - chance)).ln()
}

/// From a sum to a chance.
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_must_name_every_term_and_nothing_else() {
        let text = "pace = 1000.0\n[weights]\nalways = 0.5\nmen = 2.0\n";
        let weights = Weights::read(text, &["men"]).unwrap();
        assert_eq!(weights.values(), [2.0, 0.5]);
        assert!((weights.chance(&[0.0]) - 0.622_459).abs() < 1e-5);
        assert!(weights.chance(&[1.0]) > weights.chance(&[0.0]));
        assert_eq!(Weights::read(&weights.write(), &["men"]).unwrap(), weights);
        assert_eq!(Weights::read(text, &["men", "guns"]).unwrap_err(), "guns has no weight");
        assert_eq!(Weights::read(text, &[]).unwrap_err(), "no term is called men");
    }

    #[test]
    fn a_win_is_worth_more_than_any_hope() {
        let weights = Weights::read("pace = 1.0\n[weights]\nalways = 0.0\nmen = 1.0\n", &["men"]).unwrap();
        assert!(settled(1.0, weights.chance(&[-9.0])) > weights.chance(&[2.0]));
        assert!(settled(1.0, weights.chance(&[1.0])) > settled(1.0, weights.chance(&[0.0])));
        assert!((logit(logistic(1.5)) - 1.5).abs() < 1e-4);
    }
}
