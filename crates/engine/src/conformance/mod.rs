//! What every game must survive, in one place.
//!
//! A game describes itself in a few lines and gets all of these tests:
//!
//! ```ignore
//! engine::conformance!(Kit::<PicketLine>::new(env!("CARGO_MANIFEST_DIR"), &["open creek torpedo=on", "open turnpike"]));
//! ```
//!
//! | module | demands |
//! | --- | --- |
//! | [`properties`] | listed is accepted, once, and there is always something; refusals change nothing; checked and unchecked play agree; positions survive a file; classes are exact; what is hidden changes no answer; journals replay; games end |
//! | [`secrecy`] | undo is no spyglass: what a side may take back has shown it nothing of the enemy |
//! | [`speech`] | what people are told holds together: no null, rules that there are, no dice without odds, no refusal without its rule and what would be right |
//! | [`fuzz`] | whatever position is accepted from a file can be played on |
//! | [`script`] | playthroughs, counts of sequences (perft) and fingerprints of games are as they were: golden files in one format |
//!
//! Random games begin at the openings and at the beginning of every golden file, so a playthrough that sets up a retreat also
//! serves as a place to test retreats from.
//!
//! Everything is seeded. `LONGROLL_SOAK=N` looks N times as long; `LONGROLL_BLESS=1` writes golden files anew.

pub mod fuzz;
pub mod properties;
pub mod script;
pub mod secrecy;
pub mod speech;
mod walk;

pub use script::{Script, compare, perft};
pub use walk::Spot;

use crate::Game;
use std::marker::PhantomData;
use std::path::PathBuf;

/// Set this variable to 1 to write checked-in files anew.
pub const BLESS: &str = "LONGROLL_BLESS";

/// Whether files are to be written anew.
pub fn blessing() -> bool {
    std::env::var_os(BLESS).is_some_and(|v| v == "1")
}

/// How many times as long as usual to look: `LONGROLL_SOAK`.
pub fn patience() -> usize {
    std::env::var("LONGROLL_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// What a game says of itself.
pub struct Kit<G> {
    /// The folder of its crate.
    pub dir: PathBuf,
    /// Where games worth testing begin: scripts ([`script`]), mostly one line each.
    pub openings: Vec<String>,
    /// How many decisions to look at from each beginning.
    pub decisions: usize,
    /// Whole random games from each opening.
    pub games: usize,
    /// How many spoilt positions to load from each beginning.
    pub spoilt: usize,
    /// Kinds of actions, as `Debug` names them, that the random games must meet.
    pub kinds: Vec<String>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Kit<G> {
    /// The kit of the game in that folder, with these openings.
    pub fn new(dir: &str, openings: &[&str]) -> Kit<G> {
        Kit {
            dir: dir.into(),
            openings: openings.iter().map(|o| o.to_string()).collect(),
            decisions: 150,
            games: 2,
            spoilt: 60,
            kinds: Vec::new(),
            game: PhantomData,
        }
    }

    /// Looks at so many decisions from each beginning.
    #[must_use]
    pub fn decisions(self, decisions: usize) -> Kit<G> {
        Kit { decisions, ..self }
    }

    /// Plays so many whole games from each opening.
    #[must_use]
    pub fn games(self, games: usize) -> Kit<G> {
        Kit { games, ..self }
    }

    /// Loads so many spoilt positions from each beginning.
    #[must_use]
    pub fn spoilt(self, spoilt: usize) -> Kit<G> {
        Kit { spoilt, ..self }
    }

    /// Demands that random games meet these kinds of actions, as `Debug` names them, separated by spaces.
    #[must_use]
    pub fn meeting(self, kinds: &str) -> Kit<G> {
        Kit { kinds: kinds.split_whitespace().map(str::to_string).collect(), ..self }
    }
}

/// The tests of a [`Kit`], one for each demand.
#[macro_export]
macro_rules! conformance {
    ($kit:expr) => {
        $crate::conformance!(@ $kit,
            what_is_listed_is_accepted_once_and_never_nothing = listed_is_accepted,
            foreign_and_made_up_actions_are_refused_without_a_change_or_sound = made_up_actions,
            checked_and_unchecked_play_agree = play_agrees_with_apply,
            positions_survive_a_file = positions_survive_a_file,
            classes_of_chance_are_exact = classes_are_exact,
            asides_are_sound = asides_are_sound,
            journals_replay = journals_replay,
            what_is_hidden_changes_no_answer = hidden_things_change_nothing,
            undo_never_teaches = undo_never_teaches,
            what_is_said_holds_together = speech_holds_together,
            random_games_end = games_end,
            spoilt_positions_are_refused_or_playable = spoilt_positions,
            spoilt_saves_are_refused_or_playable = spoilt_saves,
            golden_files_are_as_they_were = golden_files,
        );
    };
    (@ $kit:expr, $($name:ident = $method:ident,)*) => {
        $(
            #[test]
            fn $name() {
                $kit.$method();
            }
        )*
    };
}
