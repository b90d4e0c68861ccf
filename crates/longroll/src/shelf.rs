//! The games on the shelf, by name. The registry itself is in `players`.

use crate::Stop;
use clap::Args;
use engine::SetUp;
use engine::handbook::list;
use engine::table::Kind;
pub use players::SHELF;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Puts titles that somebody made on the shelf: those in his data folder, and those in the folders he names. One that cannot be put there
/// is told on the standard error, and the others are there all the same.
pub fn fill(folders: &[PathBuf]) -> Result<(), Stop> {
    let own = titles_folder().filter(|folder| folder.is_dir());
    for folder in own.iter().chain(folders) {
        let left = workshop::folder::bring_all(folder).map_err(|e| Stop::bad_input(e.to_string()).about(folder.display()))?;
        for title in left {
            anstream::eprintln!(
                "longroll: {} is not on the shelf: {}\n  longroll check {} tells everything",
                title.path.display(),
                title.because,
                title.path.display()
            );
        }
    }
    Ok(())
}

/// Where this person's own titles are.
pub fn titles_folder() -> Option<PathBuf> {
    crate::serve::data_folder().map(|folder| folder.join("titles"))
}

/// The game of that id.
pub fn game(id: &str) -> Result<&'static dyn Kind, Stop> {
    if let Some(kind) = SHELF.iter().find(|k| k.catalogue().game == id) {
        return Ok(*kind);
    }
    let scenario = SHELF.iter().find(|k| k.catalogue().scenario(id).is_some());
    if let Some(kind) = scenario {
        let game = &kind.catalogue().game;
        return Err(Stop::bad_input(format!("no game {id:?}; it is a scenario of the game {game}: say {game} --scenario {id}")));
    }
    let ids: Vec<String> = SHELF.iter().map(|k| k.catalogue().game.clone()).collect();
    Err(unknown("game", id, &ids))
}

/// `no game "x"; did you mean y? There are a, b and c`.
pub fn unknown(what: &str, id: &str, known: &[String]) -> Stop {
    const NEAR: f64 = 0.6;
    let likeness = |k: &String| strsim::normalized_damerau_levenshtein(&k.to_lowercase(), &id.to_lowercase());
    let nearest = known.iter().map(|k| (likeness(k), k)).max_by(|a, b| a.0.total_cmp(&b.0));
    let there_is = if known.len() == 1 { "There is only" } else { "There are" };
    match nearest {
        Some((likeness, near)) if likeness >= NEAR => {
            Stop::bad_input(format!("no {what} {id:?}; did you mean {near}? {there_is} {}", list(known)))
        }
        _ => Stop::bad_input(format!("no {what} {id:?}. {there_is} {}", list(known))),
    }
}

/// What is chosen before play.
#[derive(Args, Debug, Default)]
pub struct Choice {
    /// The scenario; without it the first of the game
    #[arg(long, short, value_name = "SCENARIO")]
    pub scenario: Option<String>,
    /// An option of the game; may be given several times
    #[arg(long = "option", short, value_name = "ID=VALUE")]
    pub options: Vec<String>,
}

/// The game of that id, or the game that has a scenario of that id, which is then chosen unless another was.
pub fn game_or_scenario(id: &str, choice: &Choice) -> Result<(&'static dyn Kind, SetUp), Stop> {
    let by_scenario = |k: &&&dyn Kind| k.catalogue().game != id && k.catalogue().scenario(id).is_some();
    match SHELF.iter().find(by_scenario) {
        Some(kind) if choice.scenario.is_none() => {
            let choice = Choice { scenario: Some(id.to_string()), options: choice.options.clone() };
            Ok((*kind, choice.complete(*kind)?))
        }
        _ => {
            let kind = game(id)?;
            Ok((kind, choice.complete(kind)?))
        }
    }
}

impl Choice {
    /// The scenario and every option, complete.
    pub fn complete(&self, kind: &dyn Kind) -> Result<SetUp, Stop> {
        let catalogue = kind.catalogue();
        let mut chosen = BTreeMap::new();
        for option in &self.options {
            let Some((id, value)) = option.split_once('=') else {
                return Err(Stop::bad_input(format!("--option {option:?}: an option is written id=value, such as night=on")));
            };
            if catalogue.options.iter().all(|o| o.id != id) && !catalogue.options.is_empty() {
                let known: Vec<String> = catalogue.options.iter().map(|o| o.id.clone()).collect();
                return Err(unknown(&format!("option of {}", catalogue.game), id, &known));
            }
            chosen.insert(id.to_string(), value.to_string());
        }
        if let Some(id) = &self.scenario
            && catalogue.scenario(id).is_none()
            && !id.contains('@')
        {
            let known: Vec<String> = catalogue.scenarios.iter().map(|s| s.id.clone()).collect();
            return Err(unknown(&format!("scenario of {}", catalogue.game), id, &known));
        }
        Ok(catalogue.complete(self.scenario.as_deref(), &chosen)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_found_by_its_own_name() {
        let choice = |scenario: Option<&str>| Choice { scenario: scenario.map(str::to_string), options: Vec::new() };
        let found = |id: &str, scenario: Option<&str>| {
            game_or_scenario(id, &choice(scenario)).map(|(kind, setup)| (kind.catalogue().game.clone(), setup.scenario)).ok()
        };
        for kind in SHELF {
            let catalogue = kind.catalogue();
            for scenario in catalogue.scenarios.iter().filter(|s| s.id != catalogue.game) {
                let whole = Some((catalogue.game.clone(), scenario.id.clone()));
                assert_eq!(found(&catalogue.game, Some(&scenario.id)), whole);
                let by_name = found(&scenario.id, None).expect("a scenario's own name is enough");
                assert_eq!(by_name.1, scenario.id);
            }
        }
        assert_eq!(found("nowhere", None), None);
    }
}
