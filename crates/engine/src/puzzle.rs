//! A puzzle as its file has it: a position from play whose best orders to the end of the phase are known exactly. Whoever knows how to
//! find them makes such files; whoever sets the task reads them.

use crate::vocabulary::vocabulary;
use crate::words::Role;
use crate::{SetUp, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

vocabulary! {
    /// What a puzzle is about: the kind of choice that it begins with.
    Theme {
        /// Whom to attack, and with whom.
        Attack = "attack",
        /// Where guns fire.
        Guns = "guns",
        /// Where to march.
        March = "march",
        /// Where to go back to.
        Retreat = "retreat",
        /// Who bears the losses.
        Losses = "losses",
        /// Who follows up.
        Pursuit = "pursuit",
        /// Who acts, and who takes part.
        Command = "command",
        /// Any other choice.
        Choice = "choice",
    }
}

impl Theme {
    /// The theme of a choice; nothing for one that only ends or declines something.
    pub fn of(role: Role) -> Option<Theme> {
        Some(match role {
            Role::Engage | Role::Join | Role::Widen | Role::Fight => Theme::Attack,
            Role::Fire => Theme::Guns,
            Role::March | Role::Enter | Role::Leave | Role::Place | Role::SetUp => Theme::March,
            Role::Retreat => Theme::Retreat,
            Role::Lose => Theme::Losses,
            Role::Advance => Theme::Pursuit,
            Role::Activate | Role::Include | Role::Exclude | Role::Rally => Theme::Command,
            Role::Form | Role::Reveal | Role::Hide | Role::Build | Role::Destroy | Role::Play | Role::Allot | Role::Answer => Theme::Choice,
            Role::Stay | Role::Finish | Role::Pass => return None,
        })
    }

    /// The theme for people.
    pub fn title(self) -> &'static str {
        match self {
            Theme::Attack => "Attacks",
            Theme::Guns => "Artillery",
            Theme::March => "Marches",
            Theme::Retreat => "Retreats",
            Theme::Losses => "Losses",
            Theme::Pursuit => "Pursuit",
            Theme::Command => "Command",
            Theme::Choice => "Other choices",
        }
    }

    /// What has to be found out, in a sentence.
    pub fn task(self) -> &'static str {
        match self {
            Theme::Attack => "Choose the battles, and who fights them.",
            Theme::Guns => "Choose where the guns fire.",
            Theme::March => "Choose who marches, and where to.",
            Theme::Retreat => "Choose where to go back to.",
            Theme::Losses => "Choose who bears the losses.",
            Theme::Pursuit => "Choose who follows up, and how far.",
            Theme::Command => "Choose who acts.",
            Theme::Choice => "Choose the best answer.",
        }
    }
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Its name within the game.
    pub id: String,
    /// The scenario.
    pub scenario: String,
    /// The options of the game.
    pub options: BTreeMap<String, String>,
    /// Whose decision it is.
    pub side: Side,
    /// What it is about.
    pub theme: Theme,
    /// How hard it is, on the scale of Glicko and Elo: a player who picks at random and is rated 800 would solve it as often as
    /// that number says, and really does.
    pub rating: u16,
    /// The chance to win at the end of the phase with the best orders.
    pub best: f64,
    /// The same if the side plays at random.
    pub random: f64,
    /// How many positions were looked at to know.
    pub nodes: u64,
    /// The position.
    pub position: Value,
}

impl Puzzle {
    /// The set-up of the game it comes from.
    pub fn setup(&self) -> SetUp {
        SetUp { scenario: self.scenario.clone(), options: self.options.clone() }
    }

    /// What the best orders gain over random ones.
    pub fn stake(&self) -> f64 {
        self.best - self.random
    }

    /// Of the stake, the share that is left after so much was given away.
    pub fn share(&self, lost: f64) -> f64 {
        if self.stake() > 1e-9 { (1.0 - lost / self.stake()).clamp(0.0, 1.0) } else { 1.0 }
    }
}

/// The puzzles of a file.
pub fn read(text: &str) -> Result<Vec<Puzzle>, String> {
    serde_json::from_str(text).map_err(|fault| fault.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_has_a_theme_unless_it_only_ends_something() {
        let without: Vec<&str> = Role::ALL.iter().filter(|role| Theme::of(**role).is_none()).map(|role| role.word()).collect();
        assert_eq!(without, ["stay", "finish", "pass"]);
    }

    #[test]
    fn the_share_is_of_what_was_at_stake() {
        let text = r#"[{"id":"a","scenario":"s","options":{},"side":"union","theme":"guns","rating":900,
            "best":0.5,"random":0.3,"nodes":20,"position":{}}]"#;
        let puzzle = read(text).unwrap().remove(0);
        assert!((puzzle.share(0.05) - 0.75).abs() < 1e-9);
        assert_eq!([puzzle.share(0.0), puzzle.share(0.4)], [1.0, 0.0]);
        assert!(read(&text.replace("guns", "cooking")).unwrap_err().contains("cooking"));
    }
}
