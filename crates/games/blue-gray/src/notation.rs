//! Actions and subjects in files: names of units and hexes, never numbers of ours.
//!
//! ```json
//! {"move": "1/2/XV", "to": "1804"}            {"move": "1/2/XV", "to": "1804", "taking": ["1025"]}
//! {"move": "1/2/XV", "path": ["1704", "1705", "1805"]}
//! {"enter": "1/2/XII", "at": "0427", "to": "0425"}   {"leave": "Train", "by": "0101"}   {"end": "movement"}
//! {"attack": "1806"}   {"join": "1805"}   {"bombard": "Calvert"}   {"fight": "3-1"}   {"end": "combat"}
//! {"lose": "Polk"}   {"end": "exchange"}   {"retreat": "Polk", "to": "2306"}   {"retreat": "Polk", "to": "2306", "push": "Wright"}
//! {"place": "Polk", "to": "2306"}   {"dig": "Polk"}   {"declare": "burn-the-bridge"}
//! {"stand": "Calvert"}   {"advance": "Polk", "to": "1805"}   {"end": "advance"}
//! ```

use crate::BlueGray;
use crate::action::{Action, Path, Subject};
use crate::cells::Cell;
use crate::chart::Column;
use crate::title::EventId;
use crate::units::{NOBODY, UnitId};
use board::Direction;
use contact::odds::Odds;
use engine::{BadField, Notation, Reading};
use serde_json::{Value, json};

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
                    let names: Vec<&str> = path.iter().map(|d| Direction::from_index(d).name()).collect();
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
            Action::Place { unit, to } => json!({ "place": self.id(unit), "to": hex(to) }),
            Action::Dig { unit } => json!({ "dig": self.id(unit) }),
            Action::Declare { event } => json!({ "declare": self.event(event).id }),
        }
    }

    /// The action of that writing.
    fn read_action(&self, value: &Value) -> Result<Action, BadField> {
        const VERBS: [&str; 14] = [
            "move", "enter", "leave", "attack", "join", "bombard", "fight", "lose", "retreat", "stand", "advance", "place", "dig",
            "declare",
        ];
        const ENDS: [(&str, Action); 4] =
            [("movement", Action::EndMovement), ("combat", Action::EndCombat), ("exchange", Action::Paid), ("advance", Action::Stay)];
        let read = Reading::of(value);
        let has = |field: &str| read.field(field).is_there();
        let unit = |field: &str| self.read_unit(&read.field(field));
        let hex = |field: &str| self.read_cell(&read.field(field));
        let taking = || self.read_taking(&read.field("taking"));
        if has("end") {
            read.only(&["end"])?;
            return read.field("end").word(&ENDS);
        }
        let verb = VERBS.into_iter().find(|v| has(v));
        let verb = verb.ok_or_else(|| read.fault(format!("an action has one of {} or end", VERBS.join(", "))))?;
        match verb {
            "move" if has("path") || has("directions") => {
                read.only(&["move", "path", "directions"])?;
                Ok(Action::March { unit: unit("move")?, path: self.read_path(&read)? })
            }
            "move" => {
                read.only(&["move", "to", "taking"])?;
                Ok(Action::Move { unit: unit("move")?, to: hex("to")?, taking: taking()? })
            }
            "enter" => {
                read.only(&["enter", "at", "to", "taking"])?;
                let at = hex("at")?;
                let to = if has("to") { hex("to")? } else { at };
                Ok(Action::Enter { unit: unit("enter")?, at, to, taking: taking()? })
            }
            "leave" => {
                read.only(&["leave", "by"])?;
                Ok(Action::Leave { unit: unit("leave")?, by: hex("by")? })
            }
            "attack" => {
                read.only(&["attack"])?;
                Ok(Action::Engage { target: hex("attack")? })
            }
            "join" => {
                read.only(&["join"])?;
                Ok(Action::Join { from: hex("join")? })
            }
            "bombard" => {
                read.only(&["bombard"])?;
                Ok(Action::Bombard { gun: unit("bombard")? })
            }
            "fight" => {
                read.only(&["fight"])?;
                Ok(Action::Fight { column: self.read_column(&read.field("fight"))? })
            }
            "lose" => {
                read.only(&["lose"])?;
                Ok(Action::Lose { unit: unit("lose")? })
            }
            "retreat" => {
                read.only(&["retreat", "to", "push"])?;
                let push = if has("push") { unit("push")? } else { NOBODY };
                Ok(Action::Retreat { unit: unit("retreat")?, to: hex("to")?, push })
            }
            "stand" => {
                read.only(&["stand"])?;
                Ok(Action::Stand { unit: unit("stand")? })
            }
            "place" => {
                read.only(&["place", "to"])?;
                Ok(Action::Place { unit: unit("place")?, to: hex("to")? })
            }
            "dig" => {
                read.only(&["dig"])?;
                Ok(Action::Dig { unit: unit("dig")? })
            }
            "declare" => {
                read.only(&["declare"])?;
                Ok(Action::Declare { event: self.read_event(&read.field("declare"))? })
            }
            _ => {
                read.only(&["advance", "to"])?;
                Ok(Action::Advance { unit: unit("advance")?, to: hex("to")? })
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
            Subject::Event(event) => json!({ "event": self.event(event).id }),
        }
    }

    /// The subject of that writing.
    fn read_subject(&self, value: &Value) -> Result<Subject, BadField> {
        let subject = Reading::of(value);
        match value {
            Value::String(s) if s == "battle" => Ok(Subject::Battle),
            Value::String(s) if s == "done" => Ok(Subject::Done),
            Value::String(s) => match (self.unit_named(s), self.cell_named(s)) {
                (Some(unit), _) => Ok(Subject::Unit(unit)),
                (None, Some(cell)) => Ok(Subject::Target(cell)),
                _ => Err(subject.fault(format!("no unit and no hex {s:?}"))),
            },
            Value::Object(_) => {
                let [unit, target, hex, event] = ["unit", "target", "hex", "event"].map(|field| subject.field(field));
                if event.is_there() {
                    self.read_event(&event).map(Subject::Event)
                } else if unit.is_there() {
                    self.read_unit(&unit).map(Subject::Unit)
                } else if target.is_there() {
                    self.read_cell(&target).map(Subject::Target)
                } else {
                    self.read_cell(&hex).map(Subject::Hex)
                }
            }
            _ => Err(subject.fault("a subject is a unit, a target, a hex, an event, \"battle\" or \"done\"")),
        }
    }
}

impl BlueGray {
    /// The unit of that id or number, or why there is none.
    pub(crate) fn unit_of(&self, name: &str) -> Result<UnitId, String> {
        self.unit_named(name).ok_or_else(|| format!("no unit {name:?}; `longroll oob blue-gray` lists them"))
    }

    pub(crate) fn read_unit(&self, field: &Reading<'_>) -> Result<UnitId, BadField> {
        field.named(|name| self.unit_of(name))
    }

    /// An event of the title by its id.
    pub(crate) fn read_event(&self, field: &Reading<'_>) -> Result<EventId, BadField> {
        field.named(|name| self.title.more.event_named(name).ok_or_else(|| format!("this title has no event {name:?}")))
    }

    pub(crate) fn read_cell(&self, field: &Reading<'_>) -> Result<Cell, BadField> {
        field.named(|name| self.board.grid.parse(name)).map(|hex| Cell::of(&self.board.grid, hex))
    }

    /// A hex whose control is followed, by its place among them.
    pub(crate) fn read_followed(&self, field: &Reading<'_>) -> Result<usize, BadField> {
        self.followed_hex(self.read_cell(field)?).ok_or_else(|| field.fault("control of that hex is not followed"))
    }

    fn read_taking(&self, list: &Reading<'_>) -> Result<u16, BadField> {
        list.list_or_nothing()?.iter().try_fold(0, |taking, hex| Ok(taking | 1 << self.read_followed(hex)?))
    }

    pub(crate) fn read_column(&self, field: &Reading<'_>) -> Result<Column, BadField> {
        field.named(|odds| {
            let found = Odds::parse(odds).and_then(|o| self.chart.column_of(o));
            found.ok_or_else(|| format!("no column {odds:?}; the table has {}", self.column_names().join(", ")))
        })
    }

    /// A path: the hexes from where the unit stands to where it ends, or directions.
    fn read_path(&self, action: &Reading<'_>) -> Result<Path, BadField> {
        let long = |step: &Reading<'_>| step.fault(format!("a march has at most {} steps", Path::MOST));
        if let Some(directions) = action.field("directions").given() {
            let mut path = Path::EMPTY;
            for step in directions.list()? {
                let direction = step.named(|name| Direction::from_name(name).ok_or("a direction is N, NE, SE, S, SW or NW"))?;
                if !path.push(direction.index()) {
                    return Err(long(&step));
                }
            }
            return Ok(path);
        }
        let hexes = action.field("path").list()?;
        if hexes.len() < 2 {
            return Err(action.field("path").fault("a path lists the hexes from where the unit stands to where it ends"));
        }
        let mut at = self.read_cell(&hexes[0])?;
        let mut path = Path::from(at);
        for hex in &hexes[1..] {
            let to = self.read_cell(hex)?;
            let direction = self.ground.direction(at, to);
            let direction =
                direction.ok_or_else(|| hex.fault("this hex is not adjacent to the one before: no hex may be skipped (BG-5.16)"))?;
            if !path.push(direction) {
                return Err(long(hex));
            }
            at = to;
        }
        Ok(path)
    }
}
