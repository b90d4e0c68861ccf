//! Saves, from files: what `replay`, `analyse` and `report` begin with.

use crate::Stop;
use crate::shelf::game;
use engine::SetUp;
use engine::table::{Kind, read_options};
use serde_json::Value;
use std::io::Read;
use std::path::Path;

/// A save and the game it is of.
pub(crate) struct Save {
    pub(crate) kind: &'static dyn Kind,
    pub(crate) setup: SetUp,
    pub(crate) document: Value,
}

impl Save {
    /// Reads a save, with or without the envelope of the protocol's answer; - is the standard input.
    pub(crate) fn open(path: &Path) -> Result<Save, Stop> {
        Save::read(path).map_err(|stop| stop.about(path.display()))
    }

    fn read(path: &Path) -> Result<Save, Stop> {
        let mut document = json(path)?;
        if let Some(position) = document.get_mut("position").filter(|p| p.is_object()) {
            document = position.take();
        }
        let id = document.get("game").and_then(Value::as_str);
        let id = id.ok_or_else(|| Stop::bad_input("game: this is no save of a game; a save is what the protocol's save answers"))?;
        let kind = game(id)?;
        let scenario = match document.get("scenario") {
            None | Some(Value::Null) => None,
            Some(Value::String(scenario)) => Some(scenario.as_str()),
            Some(other) => return Err(Stop::bad_input(format!("scenario: a text is wanted, not {other}"))),
        };
        let options = read_options(document.get("options"))?;
        let setup = kind.catalogue().complete(scenario, &options)?;
        Ok(Save { kind, setup, document })
    }
}

fn json(path: &Path) -> Result<Value, Stop> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes).map(drop)
    } else {
        std::fs::read(path).map(|read| bytes = read)
    };
    read.map_err(|e| Stop::bad_input(format!("cannot be read: {e}")))?;
    serde_json::from_slice(&bytes).map_err(|e| Stop::bad_input(format!("this is not JSON, or it was cut: {e}")))
}
