//! How decisions are written: JSON with stable names of counters and hexes.

use board::HexId;
use engine::{BadField, Notation};
use serde_json::{Value, json};

use crate::Chancellorsville1974;
use crate::action::{Action, Path, Subject, Targets};
use crate::counters::{PieceId, Set, data, each};
use crate::ground::ground;
use crate::position;
use crate::state::State;

pub(crate) fn piece_id(piece: PieceId) -> &'static str {
    &data().counter(piece).id
}

pub(crate) fn ids(set: Set) -> Vec<&'static str> {
    each(set).map(piece_id).collect()
}

pub(crate) fn hex_name(hex: HexId) -> String {
    if hex.is_some() { ground().name(hex) } else { "none".into() }
}

pub fn names(hexes: impl IntoIterator<Item = HexId>) -> Vec<String> {
    hexes.into_iter().map(hex_name).collect()
}

fn path_names(path: Path) -> Vec<String> {
    names(std::iter::once(path.from()).chain(path.hexes()))
}

/// The counter of that id.
pub(crate) fn read_piece(value: Option<&Value>, field: &str) -> Result<PieceId, BadField> {
    let id = value.and_then(Value::as_str).ok_or_else(|| BadField::new(field, "the id of a counter, in quotes"))?;
    data().find(id).ok_or_else(|| BadField::new(field, format!("no counter {id:?}; `oob` lists them all")))
}

/// The hex of that name.
pub(crate) fn read_hex(value: Option<&Value>, field: &str) -> Result<HexId, BadField> {
    let name = value.and_then(Value::as_str).ok_or_else(|| BadField::new(field, "the name of a hex, in quotes: \"R-28\""))?;
    ground().grid().parse(name).map_err(|e| BadField::new(field, e.to_string()))
}

pub(crate) fn read_list<T>(
    value: Option<&Value>,
    field: &str,
    read: impl Fn(Option<&Value>, &str) -> Result<T, BadField>,
) -> Result<Vec<T>, BadField> {
    let list = value.and_then(Value::as_array).ok_or_else(|| BadField::new(field, "a list"))?;
    list.iter().enumerate().map(|(i, v)| read(Some(v), &format!("{field}[{i}]"))).collect()
}

pub(crate) fn read_set(value: Option<&Value>, field: &str) -> Result<Set, BadField> {
    let list = read_list(value, field, read_piece)?;
    Ok(list.into_iter().fold(0, |set, p| set | p.bit()))
}

fn read_path(value: Option<&Value>, field: &str) -> Result<Path, BadField> {
    let hexes = read_list(value, field, read_hex)?;
    Path::through(&hexes)
        .ok_or_else(|| BadField::new(field, "hexes, each the neighbour of the one before, the first where the march begins"))
}

pub(crate) fn read_targets(value: Option<&Value>, field: &str) -> Result<Targets, BadField> {
    let hexes = read_list(value, field, read_hex)?;
    Targets::new(&hexes).ok_or_else(|| BadField::new(field, "one to six hexes"))
}

impl Notation for Chancellorsville1974 {
    fn write_action(&self, action: Action) -> Value {
        match action {
            Action::Place(p, h) => json!({"do": "place", "piece": piece_id(p), "hex": hex_name(h)}),
            Action::PlaceFort(h) => json!({"do": "place-fort", "hex": hex_name(h)}),
            Action::Split(p) => json!({"do": "split", "piece": piece_id(p)}),
            Action::Preset(n) => {
                let preset = &data().presets[usize::from(n)];
                json!({"do": "preset", "side": preset.side, "preset": preset.id})
            }
            Action::PlaceRest => json!({"do": "place-rest"}),
            Action::Done => json!({"do": "done"}),
            Action::Demolish(h) => json!({"do": "demolish", "hex": hex_name(h)}),
            Action::March(set, path) => json!({"do": "march", "pieces": ids(set), "path": path_names(path)}),
            Action::Emplace(p, path, near, far) => {
                json!({"do": "emplace", "piece": piece_id(p), "path": path_names(path), "near": hex_name(near), "far": hex_name(far)})
            }
            Action::Drift(p) => json!({"do": "drift", "piece": piece_id(p)}),
            Action::Enter(p, h) => json!({"do": "enter", "piece": piece_id(p), "hex": hex_name(h)}),
            Action::BreakDown(p) => json!({"do": "break-down", "piece": piece_id(p)}),
            Action::Reform(p, h) => json!({"do": "re-form", "piece": piece_id(p), "hex": hex_name(h)}),
            Action::Pick(p) => json!({"do": "pick", "piece": piece_id(p)}),
            Action::PickOwn => json!({"do": "pick-own"}),
            Action::Reveal(p) => json!({"do": "reveal", "piece": piece_id(p)}),
            Action::Invert(p) => json!({"do": "invert", "piece": piece_id(p)}),
            Action::InvertAll => json!({"do": "invert-all"}),
            Action::Fire(h, set) => json!({"do": "fire", "hex": hex_name(h), "guns": ids(set)}),
            Action::Attack(targets, set) => json!({"do": "attack", "hexes": names(targets.iter()), "attackers": ids(set)}),
            Action::Resolve(n) => json!({"do": "resolve", "battle": n}),
            Action::Stand => json!({"do": "stand"}),
            Action::GiveWay => json!({"do": "give-way"}),
            Action::Retreat(p, path) => json!({"do": "retreat", "piece": piece_id(p), "path": path_names(path)}),
            Action::Advance(p, h) => json!({"do": "advance", "piece": piece_id(p), "hex": hex_name(h)}),
            Action::Destroy(p) => json!({"do": "destroy", "piece": piece_id(p)}),
        }
    }

    fn read_action(&self, value: &Value) -> Result<Action, BadField> {
        let action = read_known(value)?;
        BadField::unless_written(value, &self.write_action(action), &[])?;
        Ok(action)
    }

    fn write_subject(&self, subject: Subject) -> Value {
        match subject {
            Subject::Piece(p) => json!({"piece": piece_id(p)}),
            Subject::Stack(h) => json!({"stack": hex_name(h)}),
            Subject::Hex(h) => json!({"hex": hex_name(h)}),
            Subject::Forts => json!("forts"),
            Subject::Presets => json!("presets"),
            Subject::Battle(n) => json!({"battle": n}),
            Subject::March => json!("march"),
            Subject::Step => json!("step"),
        }
    }

    fn read_subject(&self, value: &Value) -> Result<Subject, BadField> {
        let wrong = || BadField::new("", "\"forts\", \"presets\", \"march\", \"step\", or an object with piece, stack, hex or battle");
        match value {
            Value::String(word) => match word.as_str() {
                "forts" => Ok(Subject::Forts),
                "presets" => Ok(Subject::Presets),
                "march" => Ok(Subject::March),
                "step" => Ok(Subject::Step),
                _ => Err(wrong()),
            },
            Value::Object(map) => {
                if map.contains_key("piece") {
                    read_piece(map.get("piece"), "piece").map(Subject::Piece)
                } else if map.contains_key("stack") {
                    read_hex(map.get("stack"), "stack").map(Subject::Stack)
                } else if map.contains_key("hex") {
                    read_hex(map.get("hex"), "hex").map(Subject::Hex)
                } else {
                    let number = map.get("battle").and_then(Value::as_u64).and_then(|n| u8::try_from(n).ok());
                    number.map(Subject::Battle).ok_or_else(wrong)
                }
            }
            _ => Err(wrong()),
        }
    }

    fn write_position(&self, state: &State) -> Value {
        position::write(self, state)
    }

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        position::read(self, value)
    }
}

/// Reads the fields that an action has.
fn read_known(value: &Value) -> Result<Action, BadField> {
    let get = |field: &str| value.get(field);
    let piece = || read_piece(get("piece"), "piece");
    let hex = || read_hex(get("hex"), "hex");
    let what =
        get("do").and_then(Value::as_str).ok_or_else(|| BadField::new("do", "what is to be done: \"march\", \"attack\", \"done\" ..."))?;
    Ok(match what {
        "place" => Action::Place(piece()?, hex()?),
        "place-fort" => Action::PlaceFort(hex()?),
        "split" => Action::Split(piece()?),
        "preset" => {
            let (side, id) = (get("side").and_then(Value::as_str), get("preset").and_then(Value::as_str));
            let at = data().presets.iter().position(|p| Some(p.id.as_str()) == id && Some(p.side.id()) == side);
            let known = || data().presets.iter().map(|p| format!("{} {}", p.side.id(), p.id)).collect::<Vec<_>>().join(", ");
            Action::Preset(at.ok_or_else(|| BadField::new("preset", format!("side and preset are one of {}", known())))? as u8)
        }
        "place-rest" => Action::PlaceRest,
        "done" => Action::Done,
        "demolish" => Action::Demolish(hex()?),
        "march" => Action::March(read_set(get("pieces"), "pieces")?, read_path(get("path"), "path")?),
        "emplace" => {
            Action::Emplace(piece()?, read_path(get("path"), "path")?, read_hex(get("near"), "near")?, read_hex(get("far"), "far")?)
        }
        "drift" => Action::Drift(piece()?),
        "enter" => Action::Enter(piece()?, hex()?),
        "break-down" => Action::BreakDown(piece()?),
        "re-form" => Action::Reform(piece()?, hex()?),
        "pick" => Action::Pick(piece()?),
        "pick-own" => Action::PickOwn,
        "reveal" => Action::Reveal(piece()?),
        "invert" => Action::Invert(piece()?),
        "invert-all" => Action::InvertAll,
        "fire" => Action::Fire(hex()?, read_set(get("guns"), "guns")?),
        "attack" => Action::Attack(read_targets(get("hexes"), "hexes")?, read_set(get("attackers"), "attackers")?),
        "resolve" => {
            let number = get("battle").and_then(Value::as_u64).and_then(|n| u8::try_from(n).ok());
            Action::Resolve(number.ok_or_else(|| BadField::new("battle", "the number of a named battle"))?)
        }
        "stand" => Action::Stand,
        "give-way" => Action::GiveWay,
        "retreat" => Action::Retreat(piece()?, read_path(get("path"), "path")?),
        "advance" => Action::Advance(piece()?, hex()?),
        "destroy" => Action::Destroy(piece()?),
        other => return Err(BadField::new("do", format!("nothing called {other:?} is ever done in this game"))),
    })
}
