//! How long a general may think.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A level of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Thinks for a twentieth of a second in a phase.
    Recruit,
    /// A fifth of a second.
    Captain,
    /// Four fifths of a second.
    Colonel,
    /// Three seconds.
    General,
}

impl Level {
    /// All, the weakest first.
    pub const ALL: [Level; 4] = [Level::Recruit, Level::Captain, Level::Colonel, Level::General];

    /// As written on the command line.
    pub const NAMES: [&'static str; 4] = ["recruit", "captain", "colonel", "general"];

    /// The level of that name.
    pub fn from_name(name: &str) -> Option<Level> {
        Level::NAMES.iter().position(|n| *n == name).map(|i| Level::ALL[i])
    }

    /// The name.
    pub fn name(self) -> &'static str {
        Level::NAMES[self as usize]
    }

    /// The level of a player's name, whichever part of its time it is given.
    pub fn of_player(name: &str) -> Option<Level> {
        Level::from_name(name.split(['/', '*', '+', '@']).next()?)
    }

    /// The time for a player phase, on one core.
    pub fn time(self) -> Duration {
        Duration::from_millis([50, 200, 800, 3_000][self as usize])
    }
}

/// How often a level acts on a whim, as a part of its phases: it does the first thing that comes to its mind, in whatever manner, and
/// forgets what it knows of set-ups. For games in which time alone does not tell the levels apart; the general always thinks.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whims {
    recruit: f64,
    captain: f64,
    colonel: f64,
    /// In that part of the orders on a whim, anything comes to its mind that the rules allow.
    #[serde(default, skip_serializing_if = "never")]
    pub(crate) wild: f64,
}

fn never(often: &f64) -> bool {
    *often == 0.0
}

/// What comes to a mind in a phase without thinking.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Whim {
    /// How the script would go about it.
    pub(crate) manner: u8,
    /// How many of the orders are strays.
    pub(crate) wild: f64,
}

impl Whims {
    /// That of a level.
    pub fn of(&self, level: Level) -> f64 {
        match level {
            Level::Recruit => self.recruit,
            Level::Captain => self.captain,
            Level::Colonel => self.colonel,
            Level::General => 0.0,
        }
    }

    /// Whether nobody has any.
    pub(crate) fn none(&self) -> bool {
        *self == Whims::default()
    }
}

/// The temperaments that every game knows; whoever is steady goes by the weights as they are.
pub const TEMPERS: [&str; 3] = ["steady", "bold", "cautious"];

/// A player's name taken apart: `general+bold/10@losses=0.5:reach=2`.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Called {
    /// What says how long it thinks: a level with its part, or a number of positions.
    pub(crate) rank: String,
    /// The temperament.
    pub(crate) temper: Option<String>,
    /// Other weights for single terms, for whoever tries something out.
    pub(crate) notes: Vec<(String, f32)>,
}

impl Called {
    /// Reads a name; nothing if it is none.
    pub(crate) fn read(name: &str) -> Option<Called> {
        let (name, notes) = name.split_once('@').unwrap_or((name, ""));
        let note = |text: &str| {
            let (term, weight) = text.split_once('=')?;
            Some((term.replace('_', " "), weight.parse().ok()?))
        };
        let notes = notes.split(':').filter(|n| !n.is_empty()).map(note).collect::<Option<Vec<_>>>()?;
        let Some((level, rest)) = name.split_once('+') else {
            return Some(Called { rank: name.to_string(), temper: None, notes });
        };
        let at = rest.find(['/', '*']).unwrap_or(rest.len());
        let (temper, part) = rest.split_at(at);
        let temper = TEMPERS.contains(&temper).then(|| temper.to_string())?;
        Some(Called { rank: format!("{level}{part}"), temper: Some(temper), notes })
    }
}

/// What a phase may cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// Time by the clock: for play.
    Time(Duration),
    /// Positions visited: the same on any machine, for tests and matches.
    Nodes(u64),
}

/// What a player is granted, before it is known which game it plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Allowance {
    /// So much, in every game.
    Fixed(Budget),
    /// As many positions as fit into so many seconds at the pace of the game.
    Paced(f64),
}

impl Allowance {
    /// The allowance of a player's name: `general` thinks by the clock; `general/10` visits as many positions as a tenth of that time
    /// holds at the pace of the game, and `general*2` those of twice the time. `nodes:5000` says the number outright.
    pub fn of_name(name: &str) -> Option<Allowance> {
        if let Some(nodes) = name.strip_prefix("nodes:") {
            return Allowance::of_nodes(nodes);
        }
        let factor = |text: &str| text.parse().ok().filter(|f: &f64| *f > 0.0);
        let paced = |level: &str, factor: f64| Level::from_name(level).map(|l| Allowance::Paced(l.time().as_secs_f64() * factor));
        if let Some((level, part)) = name.split_once('/') {
            return paced(level, 1.0 / factor(part)?);
        }
        if let Some((level, times)) = name.split_once('*') {
            return paced(level, factor(times)?);
        }
        Level::from_name(name).map(|l| Allowance::Fixed(Budget::Time(l.time())))
    }

    /// The allowance of a player who thinks like a general and has another name: `hunter` by the clock, `hunter/10` and `hunter*2` for a
    /// part of the general's time or several times that, `hunter:5000` for just so many positions.
    pub fn of_namesake(name: &str, called: &str) -> Option<Allowance> {
        let part = name.strip_prefix(called)?;
        match part.strip_prefix(':') {
            Some(nodes) => Allowance::of_nodes(nodes),
            None => Allowance::of_name(&format!("{}{part}", Level::General.name())),
        }
    }

    fn of_nodes(nodes: &str) -> Option<Allowance> {
        nodes.parse().ok().filter(|n| *n > 0).map(|n| Allowance::Fixed(Budget::Nodes(n)))
    }

    /// What it comes to in a game of that pace.
    pub fn at(self, pace: f64) -> Budget {
        match self {
            Allowance::Fixed(budget) => budget,
            Allowance::Paced(seconds) => Budget::Nodes((seconds * pace).max(1.0) as u64),
        }
    }
}

impl From<Budget> for Allowance {
    fn from(budget: Budget) -> Allowance {
        Allowance::Fixed(budget)
    }
}

impl Budget {
    /// A part of it.
    pub fn share(self, part: f64) -> Budget {
        match self {
            Budget::Time(time) => Budget::Time(time.mul_f64(part)),
            Budget::Nodes(nodes) => Budget::Nodes((nodes as f64 * part) as u64),
        }
    }

    /// What is left of it.
    pub fn less(self, spent: Budget) -> Budget {
        match (self, spent) {
            (Budget::Time(a), Budget::Time(b)) => Budget::Time(a.saturating_sub(b)),
            (Budget::Nodes(a), Budget::Nodes(b)) => Budget::Nodes(a.saturating_sub(b)),
            (own, _) => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_may_be_spent() {
        let budget = |name: &str| Allowance::of_name(name).map(|a| a.at(1_000.0));
        assert_eq!(budget("captain"), Some(Budget::Time(Duration::from_millis(200))));
        assert_eq!(budget("general/10"), Some(Budget::Nodes(300)));
        assert_eq!(budget("colonel*2"), Some(Budget::Nodes(1_600)));
        assert_eq!(budget("nodes:77"), Some(Budget::Nodes(77)));
        for wrong in ["", "major", "general/", "general/0", "general/-1", "nodes:0", "nodes:", "captain*x"] {
            assert_eq!(Allowance::of_name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn whoever_thinks_like_a_general_has_his_time() {
        let budget = |name: &str| Allowance::of_namesake(name, "hunter").map(|a| a.at(1_000.0));
        assert_eq!(budget("hunter"), Some(Budget::Time(Duration::from_secs(3))));
        assert_eq!([budget("hunter/10"), budget("hunter*2")], [300, 6_000].map(|n| Some(Budget::Nodes(n))));
        assert_eq!(budget("hunter:77"), Some(Budget::Nodes(77)));
        for wrong in ["", "general", "hunters", "hunter/", "hunter:0", "hunter:nodes:5"] {
            assert_eq!(budget(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn shares_and_remainders_stay_within_the_whole() {
        let whole = Budget::Nodes(100);
        assert_eq!(whole.share(0.6), Budget::Nodes(60));
        assert_eq!(whole.less(Budget::Nodes(160)), Budget::Nodes(0));
    }

    #[test]
    fn a_part_of_a_level_is_of_that_level() {
        let levels = ["captain", "captain/10", "captain*2", "captain+bold/2", "nodes:500", "random"].map(Level::of_player);
        assert_eq!(levels, [Some(Level::Captain), Some(Level::Captain), Some(Level::Captain), Some(Level::Captain), None, None]);
    }

    #[test]
    fn a_name_may_say_a_temperament_and_notes() {
        let read = |name: &str| Called::read(name).map(|c| (c.rank, c.temper.unwrap_or_default(), c.notes));
        assert_eq!(read("general"), Some(("general".into(), String::new(), vec![])));
        assert_eq!(read("captain+bold/10"), Some(("captain/10".into(), "bold".into(), vec![])));
        let notes = vec![("points late".to_string(), 2.0), ("reach".to_string(), 0.5)];
        assert_eq!(read("nodes:50+cautious@points_late=2:reach=0.5"), Some(("nodes:50".into(), "cautious".into(), notes)));
        for wrong in ["captain+", "captain+mad", "captain+bold+bold", "general@reach", "general@reach=x"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
