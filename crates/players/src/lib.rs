//! What the computer players of each game know, and the one registry of games.
//!
//! A ruleset knows nobody who plays it. Here stands, for each game, the *script* (a quick player that stands in for both armies
//! while the general imagines the future, and plays on its own as `greedy`), the *lore* (what a position is worth, which orders
//! deserve a thought) and, under `data/`, the tuned weights, set-ups from self-play and puzzles.

use engine::player::{EXAMINER, RandomPlayer};
use engine::table::{Kind, Shelved};
use engine::{Game, Player, Roster};
use general::examiner::Examiner;
use general::foil::{self, Sitter};
use general::learned::Learned;
use general::staff::{Headquarters, Staff};
use general::{Allowance, Commander, Doctrine};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{LazyLock, OnceLock};

pub mod blue_gray;
pub mod bull_run;
pub mod chancellorsville_1961;
pub mod chancellorsville_1974;
pub mod give_us_victories;

/// The tuned weights of single scenarios: game, scenario, text.
const SCENARIO_WEIGHTS: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/scenario_weights.rs"));

/// The learned judgements: game, scenario, text.
const SCENARIO_LEARNED: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/scenario_learned.rs"));

/// Learned judgements by game and scenario.
type Shelf = BTreeMap<(String, String), Learned>;

/// Those that somebody tries in place of what comes with the program.
static TRIED: OnceLock<Shelf> = OnceLock::new();

/// Tries learned judgements from a folder, `<game>/learned-<scenario>.toml`, before they become part of the program. Only once, and before anybody
/// thinks.
pub fn try_learned(folder: &Path) -> Result<usize, String> {
    let mut shelf = Shelf::new();
    for kind in SHELF {
        let catalogue = kind.catalogue();
        for scenario in &catalogue.scenarios {
            let file = folder.join(&catalogue.game).join(format!("learned-{}.toml", scenario.id));
            if let Ok(text) = std::fs::read_to_string(&file) {
                let learned = Learned::read(&text).map_err(|fault| format!("{}: {fault}", file.display()))?;
                shelf.insert((catalogue.game.clone(), scenario.id.clone()), learned);
            }
        }
    }
    let found = shelf.len();
    TRIED.set(shelf).map_err(|_| "learned judgements are tried already".to_string())?;
    Ok(found)
}

/// The learned judgement of the scenario that is played, if there is one.
pub(crate) fn learned<G: Game>(game: &G) -> Option<&'static Learned> {
    static OWN: LazyLock<Shelf> = LazyLock::new(|| {
        let read = |text: &str| Learned::read(text).expect("what was learned is part of the program");
        SCENARIO_LEARNED.iter().map(|(game, scenario, text)| ((game.to_string(), scenario.to_string()), read(text))).collect()
    });
    let key = (G::catalogue().game.clone(), game.setup().scenario.clone());
    TRIED.get().unwrap_or(&OWN).get(&key)
}

/// Puts games on the shelf, each with its players and its staff.
macro_rules! games {
    ($($lore:ty),* $(,)?) => {
        /// Every game that Longroll plays.
        pub static SHELF: &[&dyn Kind] = &[$(&shelved::<$lore>()),*];

        /// What can be done with the general of each.
        pub static STAFFS: &[&dyn Staff] = &[$(&Headquarters::<$lore>::new(roster::<$lore>())),*];
    };
}

// A new game is one line here.
games![blue_gray::Lore, bull_run::Lore, chancellorsville_1974::Lore, chancellorsville_1961::Lore, give_us_victories::Lore,];

/// A game as it stands on the shelf, for those who want a shelf with this one alone.
pub const fn shelved<D: Quick>() -> Shelved<D::Game> {
    Shelved::new(roster::<D>()).analysed_by(general::analysis::study::<D>)
}

/// A doctrine whose script also plays on its own, quick and without a look ahead.
pub trait Quick: Doctrine {
    /// The doctrine of the first general, frozen under the name `general-1` so that progress can be told for ever. Whoever changes a
    /// doctrine keeps what it was here.
    type First: Doctrine<Game = Self::Game>;

    /// The script as a player.
    fn quick(seed: u64) -> Box<dyn Player<Self::Game>>;

    /// A foil of the game's own under the name of a common one ([`general::foil`]).
    fn foil(_name: &str, _seed: u64) -> Option<Box<dyn Player<Self::Game>>> {
        None
    }
}

/// The name of the first general.
pub const FIRST: &str = "general-1";

/// Who can be seated at a table, weakest first; a level may be of a temperament (`captain+bold`), and without one it is steady.
pub const NAMES: [&str; 14] = [
    "random",
    "greedy",
    "recruit+bold",
    "recruit+cautious",
    "recruit",
    "captain+bold",
    "captain+cautious",
    "captain",
    "colonel+bold",
    "colonel+cautious",
    "colonel",
    "general+bold",
    "general+cautious",
    "general",
];

/// The computer players of a game; foils and the first general can be asked for too.
pub const fn roster<D: Quick>() -> Roster<D::Game> {
    Roster { names: &NAMES, hire: hire::<D>, puzzles: D::PUZZLES }
}

/// The computer player of a name.
pub fn hire<D: Quick>(name: &str, seed: u64) -> Option<Box<dyn Player<D::Game>>> {
    match name {
        "random" => Some(Box::new(RandomPlayer::new(seed))),
        "greedy" => Some(D::quick(seed)),
        EXAMINER => Some(Box::new(Examiner::<D>::new(seed))),
        "sitter" => Some(Box::new(Sitter::<D>::new(seed))),
        // In a page nobody measures anybody: there he would only travel.
        name if cfg!(not(target_arch = "wasm32")) && name.starts_with(FIRST) => {
            Some(Box::new(Commander::<D::First>::new(Allowance::of_namesake(name, FIRST)?, seed)))
        }
        name => D::foil(name, seed).or_else(|| foil::by_name::<D>(name, seed)).or_else(|| general::commander::by_name::<D>(name, seed)),
    }
}
