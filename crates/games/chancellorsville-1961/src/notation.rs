//! How actions and subjects are written: `{"do": "march", "units": ["hancock"], "path": ["HH-33", "HH-32"]}`.

use crate::Chancellorsville1961;
use crate::action::{Action, LONGEST, Path, Subject};
use crate::counters::{Piece, Set, pieces};
use board::HexId;
use engine::{BadField, Notation, Reading};
use serde_json::{Value, json};

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

    /// The hex of that name, or why there is none.
    pub(crate) fn hex_of(&self, name: &str) -> Result<HexId, String> {
        self.book.ground.board.grid.parse(name).map_err(|e| e.to_string())
    }

    /// The counter of that id, or why there is none.
    pub(crate) fn piece_of(&self, id: &str) -> Result<Piece, String> {
        self.book.by_id(id).ok_or_else(|| match id.starts_with("fort") {
            true => "forts are marks of a hex and never move (C61-UNIT-3)".to_string(),
            false => format!("no counter is called {id:?}; `oob` lists them all"),
        })
    }

    pub(crate) fn read_piece(&self, field: &Reading<'_>) -> Result<Piece, BadField> {
        field.named(|id| self.piece_of(id))
    }

    pub(crate) fn read_hex(&self, field: &Reading<'_>) -> Result<HexId, BadField> {
        field.named(|name| self.hex_of(name))
    }

    /// The set of counters that a list names.
    pub(crate) fn read_set(&self, list: &Reading<'_>) -> Result<Set, BadField> {
        list.list()?.iter().try_fold(0, |set, item| {
            let piece = self.read_piece(item)?;
            if set & piece.bit() != 0 {
                return Err(item.fault(format!("{} is named twice", self.id(piece))));
            }
            Ok(set | piece.bit())
        })
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

    fn read_path(&self, list: &Reading<'_>) -> Result<Path, BadField> {
        let names = list.list()?;
        if names.len() > LONGEST + 1 {
            return Err(list.fault(format!("no counter moves more than {LONGEST} hexes")));
        }
        let mut hexes = names.iter().map(|name| Ok((name, self.read_hex(name)?)));
        let (_, mut hex) = hexes.next().ok_or_else(|| list.fault("a path names its hexes, the first one included"))??;
        let mut path = Path::at(hex);
        for next in hexes {
            let (name, next) = next?;
            let direction = self.book.ground.board.grid.direction(hex, next);
            path = path.then(
                direction.ok_or_else(|| name.fault(format!("{} and {} are not neighbours", self.hex_name(hex), self.hex_name(next))))?,
            );
            hex = next;
        }
        Ok(path)
    }

    /// Reads the fields that an action has.
    fn read_known(&self, action: &Reading<'_>) -> Result<Action, BadField> {
        action.object()?;
        let piece = |field: &str| self.read_piece(&action.field(field));
        let hex = |field: &str| self.read_hex(&action.field(field));
        let set = |field: &str| self.read_set(&action.field(field));
        let path = || self.read_path(&action.field("path"));
        Ok(match action.field("do").text()? {
            "fort" => Action::Fort(hex("hex")?),
            "withhold" => Action::Withhold(self.read_pair(&action.field("corps"))?),
            "place" => Action::Place(piece("unit")?, hex("hex")?),
            "preset" => Action::Preset(self.read_preset(&action.field("setup"))?),
            "break" => Action::Break(piece("division")?, set("brigades")?),
            "form" => Action::Form(piece("division")?, set("brigades")?),
            "march" => Action::March(set("units")?, path()?),
            "lay" => {
                let path = path()?;
                if path.is_empty() {
                    return Err(action.field("path").fault("a bridge is laid at the end of a march of at least one hex"));
                }
                Action::Lay(piece("bridge")?, path, hex("far")?)
            }
            "drift" => Action::Drift(piece("boat")?),
            "end-move" => Action::EndMove,
            "time" => Action::Time,
            "attack" => Action::Attack(piece("unit")?, piece("enemy")?),
            "join" => Action::Join(piece("unit")?),
            "include" => Action::Include(piece("enemy")?),
            "divide-rest" => Action::DivideRest,
            "commit" => Action::Commit,
            "fight" => Action::Fight(piece("enemy")?),
            "lose" => Action::Lose(piece("unit")?),
            "paid" => Action::Paid,
            "retreat" => Action::Retreat(piece("unit")?, path()?),
            "occupy" => Action::Occupy(piece("unit")?, hex("hex")?),
            "stay" => Action::Stay,
            other => return Err(action.field("do").fault(format!("nobody can {other:?} in this game"))),
        })
    }

    pub(crate) fn read_pair(&self, list: &Reading<'_>) -> Result<u8, BadField> {
        let corps = list.list()?.iter().map(|name| name.text()).collect::<Result<Vec<&str>, _>>()?;
        let found = self.book.pairs.iter().position(|p| corps.len() == 2 && p.corps.iter().all(|c| corps.contains(&c.as_str())));
        let because = "two corps with 2 artillery and 6 infantry units together: two of I, II, III, V and XI Corps, or VI and XII Corps";
        found.map(|i| i as u8).ok_or_else(|| list.fault(because))
    }

    fn read_preset(&self, field: &Reading<'_>) -> Result<u8, BadField> {
        let known = || self.book.presets.iter().map(|p| p.id.as_str()).collect::<Vec<_>>().join(", ");
        field.named(|id| {
            let found = self.book.presets.iter().position(|p| p.id == id);
            found.map(|i| i as u8).ok_or_else(|| format!("no set-up {id:?}; there are {}", known()))
        })
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
        let action = self.read_known(&Reading::of(value))?;
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
        let subject = Reading::of(value);
        let [piece, stack, preset] = ["piece", "stack", "setup"].map(|field| subject.field(field));
        if piece.is_there() {
            return self.read_piece(&piece).map(Subject::Piece);
        }
        if stack.is_there() {
            return self.read_hex(&stack).map(Subject::Stack);
        }
        if preset.is_there() {
            return self.read_preset(&preset).map(Subject::Preset);
        }
        subject.field("button").word(&[
            ("forts", Subject::Forts),
            ("corps", Subject::Corps),
            ("done", Subject::Done),
            ("rest", Subject::Rest),
        ])
    }
}
