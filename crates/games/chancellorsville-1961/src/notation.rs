//! How actions and subjects are written: `{"do": "march", "units": ["hancock"], "path": ["HH-33", "HH-32"]}`.

use crate::action::{Action, Path, Subject};
use crate::counters::{Piece, Set, pieces};
use crate::{Chancellorsville1961, State};
use board::HexId;
use engine::{BadField, Notation};
use serde_json::{Map, Value, json};

/// A JSON object, or what is wrong.
pub(crate) fn object(value: &Value) -> Result<&Map<String, Value>, BadField> {
    value.as_object().ok_or_else(|| BadField::new("", "a JSON object is wanted"))
}

/// A text field.
pub fn text<'a>(map: &'a Map<String, Value>, field: &str) -> Result<&'a str, BadField> {
    match map.get(field) {
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(BadField::new(field, format!("a text is wanted, not {other}"))),
        None => Err(BadField::new(field, "this field is missing")),
    }
}

/// A list of texts; missing is refused.
pub(crate) fn texts<'a>(map: &'a Map<String, Value>, field: &str) -> Result<Vec<&'a str>, BadField> {
    let list = map.get(field).ok_or_else(|| BadField::new(field, "this field is missing"))?;
    let list = list.as_array().ok_or_else(|| BadField::new(field, "a list of texts is wanted"))?;
    list.iter().enumerate().map(|(i, v)| v.as_str().ok_or_else(|| BadField::new(format!("{field}[{i}]"), "a text is wanted"))).collect()
}

impl Chancellorsville1961 {
    /// The id of a counter.
    pub(crate) fn id(&self, piece: Piece) -> &'static str {
        &self.book.counter(piece).id
    }

    /// The ids of a set.
    pub(crate) fn ids(&self, set: Set) -> Vec<&'static str> {
        pieces(set).map(|p| self.id(p)).collect()
    }

    /// The name of a hex.
    pub(crate) fn hex_name(&self, hex: HexId) -> String {
        self.book.ground.name(hex)
    }

    /// The hex of that name.
    pub(crate) fn hex_of(&self, name: &str, field: &str) -> Result<HexId, BadField> {
        self.book.ground.board.grid.parse(name).map_err(|e| BadField::new(field, e.to_string()))
    }

    /// The counter of that id.
    pub(crate) fn piece_of(&self, id: &str, field: &str) -> Result<Piece, BadField> {
        self.book.by_id(id).ok_or_else(|| {
            let because = match id.starts_with("fort") {
                true => "forts are marks of a hex and never move (C61-UNIT-3)".to_string(),
                false => format!("no counter is called {id:?}; `oob` lists them all"),
            };
            BadField::new(field, because)
        })
    }

    fn piece_in(&self, map: &Map<String, Value>, field: &str) -> Result<Piece, BadField> {
        self.piece_of(text(map, field)?, field)
    }

    fn hex_in(&self, map: &Map<String, Value>, field: &str) -> Result<HexId, BadField> {
        self.hex_of(text(map, field)?, field)
    }

    /// The set of counters that a list names.
    pub(crate) fn set_in(&self, map: &Map<String, Value>, field: &str) -> Result<Set, BadField> {
        let mut set = 0;
        for (i, id) in texts(map, field)?.into_iter().enumerate() {
            let field = format!("{field}[{i}]");
            let piece = self.piece_of(id, &field)?;
            if set & piece.bit() != 0 {
                return Err(BadField::new(field, format!("{id} is named twice")));
            }
            set |= piece.bit();
        }
        Ok(set)
    }

    /// The hexes of a path, first to last.
    pub(crate) fn path_names(&self, path: Path) -> Vec<String> {
        let mut hex = path.start();
        let mut names = vec![self.hex_name(hex)];
        for direction in path.directions() {
            hex = self.book.ground.step(hex, direction);
            names.push(self.hex_name(hex));
        }
        names
    }

    fn path_in(&self, map: &Map<String, Value>, field: &str) -> Result<Path, BadField> {
        let names = texts(map, field)?;
        let hexes: Vec<HexId> =
            names.iter().enumerate().map(|(i, name)| self.hex_of(name, &format!("{field}[{i}]"))).collect::<Result<_, _>>()?;
        let Some(start) = hexes.first() else {
            return Err(BadField::new(field, "a path names its hexes, the first one included"));
        };
        if hexes.len() > Path::LONGEST + 1 {
            return Err(BadField::new(field, format!("no counter moves more than {} hexes", Path::LONGEST)));
        }
        let mut path = Path::from(*start);
        for (i, pair) in hexes.windows(2).enumerate() {
            let direction = self.book.ground.board.grid.direction(pair[0], pair[1]);
            let direction = direction.ok_or_else(|| {
                BadField::new(format!("{field}[{}]", i + 1), format!("{} and {} are not neighbours", names[i], names[i + 1]))
            })?;
            path = path.then(direction);
        }
        Ok(path)
    }

    /// Reads the fields that an action has.
    fn known_action(&self, map: &Map<String, Value>) -> Result<Action, BadField> {
        Ok(match text(map, "do")? {
            "fort" => Action::Fort(self.hex_in(map, "hex")?),
            "withhold" => Action::Withhold(self.pair_in(map)?),
            "place" => Action::Place(self.piece_in(map, "unit")?, self.hex_in(map, "hex")?),
            "preset" => Action::Preset(self.preset_in(map)?),
            "break" => Action::Break(self.piece_in(map, "division")?, self.set_in(map, "brigades")?),
            "form" => Action::Form(self.piece_in(map, "division")?, self.set_in(map, "brigades")?),
            "march" => Action::March(self.set_in(map, "units")?, self.path_in(map, "path")?),
            "lay" => {
                let path = self.path_in(map, "path")?;
                if path.is_empty() {
                    return Err(BadField::new("path", "a bridge is laid at the end of a march of at least one hex"));
                }
                Action::Lay(self.piece_in(map, "bridge")?, path, self.hex_in(map, "far")?)
            }
            "drift" => Action::Drift(self.piece_in(map, "boat")?),
            "end-move" => Action::EndMove,
            "time" => Action::Time,
            "attack" => Action::Attack(self.piece_in(map, "unit")?, self.piece_in(map, "enemy")?),
            "join" => Action::Join(self.piece_in(map, "unit")?),
            "include" => Action::Include(self.piece_in(map, "enemy")?),
            "divide-rest" => Action::DivideRest,
            "commit" => Action::Commit,
            "fight" => Action::Fight(self.piece_in(map, "enemy")?),
            "lose" => Action::Lose(self.piece_in(map, "unit")?),
            "paid" => Action::Paid,
            "retreat" => Action::Retreat(self.piece_in(map, "unit")?, self.path_in(map, "path")?),
            "occupy" => Action::Occupy(self.piece_in(map, "unit")?, self.hex_in(map, "hex")?),
            "stay" => Action::Stay,
            other => return Err(BadField::new("do", format!("nobody can {other:?} in this game"))),
        })
    }

    pub(crate) fn pair_in(&self, map: &Map<String, Value>) -> Result<u8, BadField> {
        let corps = texts(map, "corps")?;
        let found = self.book.pairs.iter().position(|p| corps.len() == 2 && p.corps.iter().all(|c| corps.contains(&c.as_str())));
        found.map(|i| i as u8).ok_or_else(|| {
            BadField::new(
                "corps",
                "two corps with 2 artillery and 6 infantry units together: two of I, II, III, V and XI Corps, or VI and XII Corps",
            )
        })
    }

    fn preset_in(&self, map: &Map<String, Value>) -> Result<u8, BadField> {
        let id = text(map, "setup")?;
        let known = || self.book.presets.iter().map(|p| p.id.as_str()).collect::<Vec<_>>().join(", ");
        let found = self.book.presets.iter().position(|p| p.id == id);
        found.map(|i| i as u8).ok_or_else(|| BadField::new("setup", format!("no set-up {id:?}; there are {}", known())))
    }
}

impl Notation for Chancellorsville1961 {
    fn write_action(&self, action: Action) -> Value {
        match action {
            Action::Fort(hex) => json!({ "do": "fort", "hex": self.hex_name(hex) }),
            Action::Withhold(pair) => json!({ "do": "withhold", "corps": self.book.pairs[usize::from(pair)].corps }),
            Action::Place(piece, hex) => json!({ "do": "place", "unit": self.id(piece), "hex": self.hex_name(hex) }),
            Action::Preset(preset) => json!({ "do": "preset", "setup": self.book.presets[usize::from(preset)].id }),
            Action::Break(division, brigades) => json!({ "do": "break", "division": self.id(division), "brigades": self.ids(brigades) }),
            Action::Form(division, brigades) => json!({ "do": "form", "division": self.id(division), "brigades": self.ids(brigades) }),
            Action::March(group, path) => json!({ "do": "march", "units": self.ids(group), "path": self.path_names(path) }),
            Action::Lay(bridge, path, far) => {
                json!({ "do": "lay", "bridge": self.id(bridge), "path": self.path_names(path), "far": self.hex_name(far) })
            }
            Action::Drift(boat) => json!({ "do": "drift", "boat": self.id(boat) }),
            Action::EndMove => json!({ "do": "end-move" }),
            Action::Time => json!({ "do": "time" }),
            Action::Attack(unit, enemy) => json!({ "do": "attack", "unit": self.id(unit), "enemy": self.id(enemy) }),
            Action::Join(unit) => json!({ "do": "join", "unit": self.id(unit) }),
            Action::Include(enemy) => json!({ "do": "include", "enemy": self.id(enemy) }),
            Action::DivideRest => json!({ "do": "divide-rest" }),
            Action::Commit => json!({ "do": "commit" }),
            Action::Fight(enemy) => json!({ "do": "fight", "enemy": self.id(enemy) }),
            Action::Lose(unit) => json!({ "do": "lose", "unit": self.id(unit) }),
            Action::Paid => json!({ "do": "paid" }),
            Action::Retreat(unit, path) => json!({ "do": "retreat", "unit": self.id(unit), "path": self.path_names(path) }),
            Action::Occupy(unit, hex) => json!({ "do": "occupy", "unit": self.id(unit), "hex": self.hex_name(hex) }),
            Action::Stay => json!({ "do": "stay" }),
        }
    }

    fn read_action(&self, value: &Value) -> Result<Action, BadField> {
        let action = self.known_action(object(value)?)?;
        BadField::unless_written(value, &self.write_action(action), &[])?;
        Ok(action)
    }

    fn write_subject(&self, subject: Subject) -> Value {
        match subject {
            Subject::Piece(piece) => json!({ "piece": self.id(piece) }),
            Subject::Stack(hex) => json!({ "stack": self.hex_name(hex) }),
            Subject::Forts => json!({ "button": "forts" }),
            Subject::Corps => json!({ "button": "corps" }),
            Subject::Preset(i) => json!({ "setup": self.book.presets[usize::from(i)].id }),
            Subject::Done => json!({ "button": "done" }),
            Subject::Rest => json!({ "button": "rest" }),
        }
    }

    fn read_subject(&self, value: &Value) -> Result<Subject, BadField> {
        let map = object(value)?;
        if map.contains_key("piece") {
            return Ok(Subject::Piece(self.piece_in(map, "piece")?));
        }
        if map.contains_key("stack") {
            return Ok(Subject::Stack(self.hex_in(map, "stack")?));
        }
        if map.contains_key("setup") {
            return Ok(Subject::Preset(self.preset_in(map)?));
        }
        match text(map, "button")? {
            "forts" => Ok(Subject::Forts),
            "corps" => Ok(Subject::Corps),
            "done" => Ok(Subject::Done),
            "rest" => Ok(Subject::Rest),
            other => Err(BadField::new("button", format!("no button {other:?}"))),
        }
    }

    fn write_position(&self, state: &State) -> Value {
        self.position_in_full(state)
    }

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        self.position_of(value)
    }
}
