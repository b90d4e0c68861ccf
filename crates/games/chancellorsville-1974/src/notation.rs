//! How decisions are written: JSON with stable names of counters and hexes.

use board::HexId;
use engine::{BadField, Notation, Reading};
use serde_json::{Value, json};

use crate::Chancellorsville1974;
use crate::action::{Action, Path, Subject, Targets};
use crate::counters::{PieceId, Set, data, each};
use crate::ground::ground;

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
    names(std::iter::once(path.start()).chain(path.hexes(ground().grid())))
}

/// The counter of that id, or why there is none.
pub(crate) fn piece_of(id: &str) -> Result<PieceId, String> {
    data().find(id).ok_or_else(|| format!("no counter {id:?}; `oob` lists them all"))
}

/// The hex of that name, or why there is none.
pub(crate) fn hex_of(name: &str) -> Result<HexId, String> {
    ground().grid().parse(name).map_err(|e| e.to_string())
}

pub(crate) fn read_piece(field: &Reading<'_>) -> Result<PieceId, BadField> {
    field.named(piece_of)
}

pub(crate) fn read_hex(field: &Reading<'_>) -> Result<HexId, BadField> {
    field.named(hex_of)
}

pub(crate) fn read_hexes(list: &Reading<'_>) -> Result<Vec<HexId>, BadField> {
    list.list()?.iter().map(read_hex).collect()
}

pub(crate) fn read_set(list: &Reading<'_>) -> Result<Set, BadField> {
    list.list()?.iter().try_fold(0, |set, item| Ok(set | read_piece(item)?.bit()))
}

fn read_path(list: &Reading<'_>) -> Result<Path, BadField> {
    Path::through(ground().grid(), &read_hexes(list)?)
        .ok_or_else(|| list.fault("hexes, each the neighbour of the one before, the first where the march begins"))
}

pub(crate) fn read_targets(list: &Reading<'_>) -> Result<Targets, BadField> {
    Targets::new(&read_hexes(list)?).ok_or_else(|| list.fault("one to six hexes"))
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
        let action = read_known(&Reading::of(value))?;
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
        let subject = Reading::of(value);
        let [piece, stack, hex, battle] = ["piece", "stack", "hex", "battle"].map(|field| subject.field(field));
        if piece.is_there() {
            return read_piece(&piece).map(Subject::Piece);
        }
        if stack.is_there() {
            return read_hex(&stack).map(Subject::Stack);
        }
        if hex.is_there() {
            return read_hex(&hex).map(Subject::Hex);
        }
        if battle.is_there() {
            return battle.number(0..=u64::from(u8::MAX)).map(Subject::Battle);
        }
        match value.as_str() {
            Some("forts") => Ok(Subject::Forts),
            Some("presets") => Ok(Subject::Presets),
            Some("march") => Ok(Subject::March),
            Some("step") => Ok(Subject::Step),
            _ => Err(subject.fault("\"forts\", \"presets\", \"march\", \"step\", or an object with piece, stack, hex or battle")),
        }
    }
}

/// Reads the fields that an action has.
fn read_known(action: &Reading<'_>) -> Result<Action, BadField> {
    action.object()?;
    let piece = || read_piece(&action.field("piece"));
    let hex = || read_hex(&action.field("hex"));
    let set = |field: &str| read_set(&action.field(field));
    let path = || read_path(&action.field("path"));
    Ok(match action.field("do").text()? {
        "place" => Action::Place(piece()?, hex()?),
        "place-fort" => Action::PlaceFort(hex()?),
        "split" => Action::Split(piece()?),
        "preset" => {
            let (side, id) = (action.field("side").text().ok(), action.field("preset").text().ok());
            let at = data().presets.iter().position(|p| Some(p.id.as_str()) == id && Some(p.side.id()) == side);
            let known = || data().presets.iter().map(|p| format!("{} {}", p.side.id(), p.id)).collect::<Vec<_>>().join(", ");
            Action::Preset(at.ok_or_else(|| action.field("preset").fault(format!("side and preset are one of {}", known())))? as u8)
        }
        "place-rest" => Action::PlaceRest,
        "done" => Action::Done,
        "demolish" => Action::Demolish(hex()?),
        "march" => Action::March(set("pieces")?, path()?),
        "emplace" => Action::Emplace(piece()?, path()?, read_hex(&action.field("near"))?, read_hex(&action.field("far"))?),
        "drift" => Action::Drift(piece()?),
        "enter" => Action::Enter(piece()?, hex()?),
        "break-down" => Action::BreakDown(piece()?),
        "re-form" => Action::Reform(piece()?, hex()?),
        "pick" => Action::Pick(piece()?),
        "pick-own" => Action::PickOwn,
        "reveal" => Action::Reveal(piece()?),
        "invert" => Action::Invert(piece()?),
        "invert-all" => Action::InvertAll,
        "fire" => Action::Fire(hex()?, set("guns")?),
        "attack" => Action::Attack(read_targets(&action.field("hexes"))?, set("attackers")?),
        "resolve" => Action::Resolve(action.field("battle").number(0..=u64::from(u8::MAX))?),
        "stand" => Action::Stand,
        "give-way" => Action::GiveWay,
        "retreat" => Action::Retreat(piece()?, path()?),
        "advance" => Action::Advance(piece()?, hex()?),
        "destroy" => Action::Destroy(piece()?),
        other => return Err(action.field("do").fault(format!("nothing called {other:?} is ever done in this game"))),
    })
}
