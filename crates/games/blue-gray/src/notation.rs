//! Actions and subjects in files: names of units and hexes, never numbers of ours.
//!
//! ```json
//! {"move": "1/2/XV", "to": "1804"}            {"move": "1/2/XV", "to": "1804", "taking": ["1025"]}
//! {"move": "1/2/XV", "path": ["1704", "1705", "1805"]}
//! {"enter": "1/2/XII", "at": "0427", "to": "0425"}   {"leave": "Train", "by": "0101"}   {"end": "movement"}
//! {"attack": "1806"}   {"join": "1805"}   {"bombard": "Calvert"}   {"fight": "3-1"}   {"end": "combat"}
//! {"lose": "Polk"}   {"end": "exchange"}   {"retreat": "Polk", "to": "2306"}   {"retreat": "Polk", "to": "2306", "push": "Wright"}
//! {"stand": "Calvert"}   {"advance": "Polk", "to": "1805"}   {"end": "advance"}
//! ```

use crate::BlueGray;
use crate::action::{Action, Path, Subject};
use crate::chart::Column;
use crate::field::Cell;
use crate::state::State;
use crate::units::{NOBODY, UnitId};
use contact::odds::Odds;
use engine::{BadField, Notation};
use serde_json::{Map, Value, json};

impl BlueGray {
    /// The unit of that id, or of that number in the deployment chart.
    pub fn unit_named(&self, name: &str) -> Option<UnitId> {
        let units = &self.title.units;
        let by_id = units.iter().position(|u| u.id == name);
        let by_number = || units.iter().position(|u| !u.number.is_empty() && u.number == name);
        by_id.or_else(by_number).map(|i| i as UnitId)
    }

    /// The hex of that name.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        self.board.grid.parse(name).ok().map(|h| Cell::of(&self.board.grid, h))
    }

    fn id(&self, unit: UnitId) -> &str {
        &self.unit(unit).id
    }

    fn taken_names(&self, taking: u16) -> Vec<String> {
        (0..self.title.controls.len()).filter(|i| taking >> i & 1 == 1).map(|i| self.hex_name(self.title.controls[i].cell)).collect()
    }
}

impl Notation for BlueGray {
    /// As written in files.
    fn write_action(&self, action: Action) -> Value {
        let hex = |c: Cell| self.hex_name(c);
        let with_taking = |mut value: Value, taking: u16| {
            if taking != 0 {
                value["taking"] = json!(self.taken_names(taking));
            }
            value
        };
        match action {
            Action::Move { unit, to, taking } => with_taking(json!({ "move": self.id(unit), "to": hex(to) }), taking),
            Action::March { unit, path } => match path.start() {
                Some(start) => {
                    let names: Vec<String> = self.cells_along(start, path).into_iter().map(hex).collect();
                    json!({ "move": self.id(unit), "path": names })
                }
                None => {
                    let names: Vec<&str> = path.iter().map(|d| board::Direction::from_index(d).name()).collect();
                    json!({ "move": self.id(unit), "directions": names })
                }
            },
            Action::Enter { unit, at, to, taking } => with_taking(json!({ "enter": self.id(unit), "at": hex(at), "to": hex(to) }), taking),
            Action::Leave { unit, by } => json!({ "leave": self.id(unit), "by": hex(by) }),
            Action::EndMovement => json!({ "end": "movement" }),
            Action::Engage { target } => json!({ "attack": hex(target) }),
            Action::Join { from } => json!({ "join": hex(from) }),
            Action::Bombard { gun } => json!({ "bombard": self.id(gun) }),
            Action::Fight { column } => json!({ "fight": self.chart.odds(column).to_string() }),
            Action::EndCombat => json!({ "end": "combat" }),
            Action::Lose { unit } => json!({ "lose": self.id(unit) }),
            Action::Paid => json!({ "end": "exchange" }),
            Action::Retreat { unit, to, push: NOBODY } => json!({ "retreat": self.id(unit), "to": hex(to) }),
            Action::Retreat { unit, to, push } => json!({ "retreat": self.id(unit), "to": hex(to), "push": self.id(push) }),
            Action::Stand { unit } => json!({ "stand": self.id(unit) }),
            Action::Advance { unit, to } => json!({ "advance": self.id(unit), "to": hex(to) }),
            Action::Stay => json!({ "end": "advance" }),
        }
    }

    /// The action of that writing.
    fn read_action(&self, value: &Value) -> Result<Action, BadField> {
        let map = value
            .as_object()
            .ok_or_else(|| BadField::new("", "an action is an object such as {\"move\": \"1/2/XV\", \"to\": \"1804\"}"))?;
        const VERBS: [&str; 11] = ["move", "enter", "leave", "attack", "join", "bombard", "fight", "lose", "retreat", "stand", "advance"];
        let read = Reading { game: self, map };
        if let Some(end) = map.get("end") {
            read.only(&["end"])?;
            return match end.as_str() {
                Some("movement") => Ok(Action::EndMovement),
                Some("combat") => Ok(Action::EndCombat),
                Some("exchange") => Ok(Action::Paid),
                Some("advance") => Ok(Action::Stay),
                _ => Err(BadField::new("end", "what ends is movement, combat, exchange or advance")),
            };
        }
        let verb = VERBS.into_iter().find(|v| map.contains_key(*v));
        let verb = verb.ok_or_else(|| BadField::new("", format!("an action has one of {} or end", VERBS.join(", "))))?;
        match verb {
            "move" if map.contains_key("path") || map.contains_key("directions") => {
                read.only(&["move", "path", "directions"])?;
                Ok(Action::March { unit: read.unit("move")?, path: read.path()? })
            }
            "move" => {
                read.only(&["move", "to", "taking"])?;
                Ok(Action::Move { unit: read.unit("move")?, to: read.hex("to")?, taking: read.taking()? })
            }
            "enter" => {
                read.only(&["enter", "at", "to", "taking"])?;
                let at = read.hex("at")?;
                let to = if map.contains_key("to") { read.hex("to")? } else { at };
                Ok(Action::Enter { unit: read.unit("enter")?, at, to, taking: read.taking()? })
            }
            "leave" => {
                read.only(&["leave", "by"])?;
                Ok(Action::Leave { unit: read.unit("leave")?, by: read.hex("by")? })
            }
            "attack" => {
                read.only(&["attack"])?;
                Ok(Action::Engage { target: read.hex("attack")? })
            }
            "join" => {
                read.only(&["join"])?;
                Ok(Action::Join { from: read.hex("join")? })
            }
            "bombard" => {
                read.only(&["bombard"])?;
                Ok(Action::Bombard { gun: read.unit("bombard")? })
            }
            "fight" => {
                read.only(&["fight"])?;
                Ok(Action::Fight { column: read.column("fight")? })
            }
            "lose" => {
                read.only(&["lose"])?;
                Ok(Action::Lose { unit: read.unit("lose")? })
            }
            "retreat" => {
                read.only(&["retreat", "to", "push"])?;
                let push = if map.contains_key("push") { read.unit("push")? } else { NOBODY };
                Ok(Action::Retreat { unit: read.unit("retreat")?, to: read.hex("to")?, push })
            }
            "stand" => {
                read.only(&["stand"])?;
                Ok(Action::Stand { unit: read.unit("stand")? })
            }
            _ => {
                read.only(&["advance", "to"])?;
                Ok(Action::Advance { unit: read.unit("advance")?, to: read.hex("to")? })
            }
        }
    }

    /// As written in files.
    fn write_subject(&self, subject: Subject) -> Value {
        match subject {
            Subject::Unit(unit) => json!({ "unit": self.id(unit) }),
            Subject::Target(cell) => json!({ "target": self.hex_name(cell) }),
            Subject::Hex(cell) => json!({ "hex": self.hex_name(cell) }),
            Subject::Battle => json!("battle"),
            Subject::Done => json!("done"),
        }
    }

    /// The subject of that writing.
    fn read_subject(&self, value: &Value) -> Result<Subject, BadField> {
        match value {
            Value::String(s) if s == "battle" => Ok(Subject::Battle),
            Value::String(s) if s == "done" => Ok(Subject::Done),
            Value::String(s) => match (self.unit_named(s), self.cell_named(s)) {
                (Some(unit), _) => Ok(Subject::Unit(unit)),
                (None, Some(cell)) => Ok(Subject::Target(cell)),
                _ => Err(BadField::new("", format!("no unit and no hex {s:?}"))),
            },
            Value::Object(map) => {
                let read = Reading { game: self, map };
                if map.contains_key("unit") {
                    Ok(Subject::Unit(read.unit("unit")?))
                } else if map.contains_key("target") {
                    Ok(Subject::Target(read.hex("target")?))
                } else {
                    Ok(Subject::Hex(read.hex("hex")?))
                }
            }
            _ => Err(BadField::new("", "a subject is a unit, a target, a hex, \"battle\" or \"done\"")),
        }
    }

    fn write_position(&self, state: &State) -> Value {
        self.position_value(state)
    }

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        self.position_from(value)
    }
}

/// Reads the fields of an action.
pub(crate) struct Reading<'a> {
    pub game: &'a BlueGray,
    pub map: &'a Map<String, Value>,
}

impl Reading<'_> {
    /// Refuses fields that are not known.
    pub fn only(&self, known: &[&str]) -> Result<(), BadField> {
        BadField::unless_known(self.map, known)
    }

    fn text(&self, field: &str) -> Result<&str, BadField> {
        self.map.get(field).and_then(Value::as_str).ok_or_else(|| BadField::new(field, "a text is missing here"))
    }

    /// A unit.
    pub fn unit(&self, field: &str) -> Result<UnitId, BadField> {
        let name = self.text(field)?;
        self.game.unit_named(name).ok_or_else(|| BadField::new(field, format!("no unit {name:?}; `longroll oob blue-gray` lists them")))
    }

    /// A hex.
    pub fn hex(&self, field: &str) -> Result<Cell, BadField> {
        self.cell(field, self.text(field)?)
    }

    pub fn cell(&self, field: &str, name: &str) -> Result<Cell, BadField> {
        let grid = &self.game.board.grid;
        grid.parse(name).map(|h| Cell::of(grid, h)).map_err(|e| BadField::new(field, e.to_string()))
    }

    /// A list of texts.
    pub(crate) fn texts(&self, field: &str) -> Result<Vec<&str>, BadField> {
        let list = self.map.get(field).and_then(Value::as_array).ok_or_else(|| BadField::new(field, "a list is missing here"))?;
        let read =
            |(i, v): (usize, &'_ Value)| v.as_str().map(|_| ()).ok_or_else(|| BadField::new(format!("{field}[{i}]"), "a text is wanted"));
        list.iter().enumerate().try_for_each(read)?;
        Ok(list.iter().filter_map(Value::as_str).collect())
    }

    fn taking(&self) -> Result<u16, BadField> {
        if !self.map.contains_key("taking") {
            return Ok(0);
        }
        let mut taking = 0;
        for (i, name) in self.texts("taking")?.into_iter().enumerate() {
            let field = format!("taking[{i}]");
            let cell = self.cell(&field, name)?;
            let place = self.game.followed_hex(cell).ok_or_else(|| BadField::new(field, "control of that hex is not followed"))?;
            taking |= 1 << place;
        }
        Ok(taking)
    }

    fn column(&self, field: &str) -> Result<Column, BadField> {
        let odds = self.text(field)?;
        let found = Odds::parse(odds).and_then(|o| self.game.chart.column_of(o));
        found.ok_or_else(|| BadField::new(field, format!("no column {odds:?}; the table has {}", self.game.column_names().join(", "))))
    }

    /// A path: the hexes from where the unit stands to where it ends, or directions.
    fn path(&self) -> Result<Path, BadField> {
        let long = |field: &str| BadField::new(field, format!("a march has at most {} steps", Path::MOST));
        if self.map.contains_key("directions") {
            let mut path = Path::EMPTY;
            for (i, name) in self.texts("directions")?.into_iter().enumerate() {
                let field = format!("directions[{i}]");
                let direction =
                    board::Direction::from_name(name).ok_or_else(|| BadField::new(&field, "a direction is N, NE, SE, S, SW or NW"))?;
                if !path.push(direction.index()) {
                    return Err(long(&field));
                }
            }
            return Ok(path);
        }
        let cells: Vec<Cell> =
            self.texts("path")?.into_iter().enumerate().map(|(i, n)| self.cell(&format!("path[{i}]"), n)).collect::<Result<_, _>>()?;
        if cells.len() < 2 {
            return Err(BadField::new("path", "a path lists the hexes from where the unit stands to where it ends"));
        }
        let mut path = Path::from(cells[0]);
        for (i, pair) in cells.windows(2).enumerate() {
            let field = format!("path[{}]", i + 1);
            let direction = self.game.ground.direction(pair[0], pair[1]);
            let direction = direction
                .ok_or_else(|| BadField::new(&field, "this hex is not adjacent to the one before: no hex may be skipped (BG-5.16)"))?;
            if !path.push(direction) {
                return Err(long(&field));
            }
        }
        Ok(path)
    }
}
