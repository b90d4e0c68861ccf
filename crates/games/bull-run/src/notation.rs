//! Decisions and subjects as written in files: stable names of pieces and hexes.

use crate::BullRun;
use crate::action::{Action, LONGEST, Path, Subject};
use crate::counters::{PieceId, pieces};
use board::{Direction, HexId};
use contact::Set;
use engine::{BadField, Notation, Reading, Side};
use serde_json::{Value, json};

impl Notation for BullRun {
    fn write_action(&self, action: Action) -> Value {
        let hex = |h: HexId| self.ground.name(h);
        let way = |path: Path| path.iter().map(Direction::name).collect::<Vec<_>>();
        match action {
            Action::Trestle { standing } => json!({ "do": "trestle", "standing": standing }),
            Action::Abatis { hex: h } => json!({ "do": "abatis", "hex": hex(h) }),
            Action::Place { piece, hex: h, via_r1 } => {
                let mut value = json!({ "do": "place", "piece": self.id(piece), "hex": hex(h) });
                if via_r1 {
                    value["route"] = json!("R1");
                }
                value
            }
            Action::Preset { number } => json!({ "do": "preset", "number": number }),
            Action::Hide { leader, pieces } => {
                json!({ "do": "hide", "leader": self.id(leader), "pieces": self.ids(leader.side(), pieces) })
            }
            Action::Unfreeze { piece } => json!({ "do": "unfreeze", "piece": self.id(piece) }),
            Action::Form { brigade, parts } => {
                json!({ "do": "form", "brigade": self.id(brigade), "units": self.ids(brigade.side(), parts) })
            }
            Action::Break { brigade } => json!({ "do": "break", "brigade": self.id(brigade) }),
            Action::Face { battery } => json!({ "do": "face", "battery": self.id(battery) }),
            Action::March { piece, path } => json!({ "do": "march", "piece": self.id(piece), "path": way(path) }),
            Action::Together { side, pieces, path } => {
                json!({ "do": "march-together", "pieces": self.ids(side, pieces), "path": way(path) })
            }
            Action::Automatic { side, attackers } => json!({ "do": "automatic", "attackers": self.ids(side, attackers) }),
            Action::Engage { attacker, defender } => {
                json!({ "do": "engage", "attacker": self.id(attacker), "defender": self.id(defender) })
            }
            Action::Join { attacker } => json!({ "do": "join", "attacker": self.id(attacker) }),
            Action::Target { defender } => json!({ "do": "target", "defender": self.id(defender) }),
            Action::Close => json!({ "do": "close" }),
            Action::DeclareRest => json!({ "do": "declare-rest" }),
            Action::Resolve { battle } => json!({ "do": "resolve", "battle": battle }),
            Action::Lose { unit, extra } => {
                let mut value = json!({ "do": "lose", "unit": self.id(unit) });
                if extra {
                    value["extra"] = json!(true);
                }
                value
            }
            Action::Retreat { piece, path } => json!({ "do": "retreat", "piece": self.id(piece), "path": way(path) }),
            Action::Follow { leader } => json!({ "do": "follow", "leader": self.id(leader) }),
            Action::Advance { unit, hex: h } => json!({ "do": "advance", "unit": self.id(unit), "hex": hex(h) }),
            Action::Clear { unit } => json!({ "do": "clear", "unit": self.id(unit) }),
            Action::Rally { leader, unit } => json!({ "do": "rally", "leader": self.id(leader), "unit": self.id(unit) }),
            Action::Done => json!({ "do": "done" }),
        }
    }

    fn read_action(&self, value: &Value) -> Result<Action, BadField> {
        let action = self.read_known(value)?;
        // What is only written where it differs from the usual may be said all the same.
        let unsaid: &[&str] = match action {
            Action::Place { .. } => &["route"],
            Action::Lose { .. } => &["extra"],
            _ => &[],
        };
        BadField::unless_written(value, &self.write_action(action), unsaid)?;
        Ok(action)
    }

    fn write_subject(&self, subject: Subject) -> Value {
        match subject {
            Subject::Piece(piece) => json!({ "piece": self.id(piece) }),
            Subject::Stack(hex) => json!({ "stack": self.ground.name(hex) }),
            Subject::Battle(battle) => json!({ "battle": battle }),
            Subject::Trestle => json!("trestle"),
            Subject::Abatis => json!("abatis"),
            Subject::Presets => json!("presets"),
            Subject::Rest => json!("rest"),
            Subject::Done => json!("done"),
        }
    }

    fn read_subject(&self, value: &Value) -> Result<Subject, BadField> {
        let subject = Reading::of(value);
        let [piece, stack, battle] = ["piece", "stack", "battle"].map(|field| subject.field(field));
        if piece.is_there() {
            return self.read_piece(&piece).map(Subject::Piece);
        }
        if stack.is_there() {
            return self.read_hex(&stack).map(Subject::Stack);
        }
        if battle.is_there() {
            return battle.number(0..=u64::from(u8::MAX)).map(Subject::Battle);
        }
        match value.as_str() {
            Some("trestle") => Ok(Subject::Trestle),
            Some("abatis") => Ok(Subject::Abatis),
            Some("presets") => Ok(Subject::Presets),
            Some("rest") => Ok(Subject::Rest),
            Some("done") => Ok(Subject::Done),
            _ => Err(subject
                .fault("a subject is {\"piece\": id}, {\"stack\": hex}, {\"battle\": number}, trestle, abatis, presets, rest or done")),
        }
    }
}

impl BullRun {
    pub(crate) fn id(&self, piece: PieceId) -> &str {
        &self.counters.counter(piece).id
    }

    pub(crate) fn ids(&self, side: Side, set: Set) -> Vec<&str> {
        pieces(side, set).map(|p| self.id(p)).collect()
    }

    /// Reads the fields that a decision has.
    fn read_known(&self, value: &Value) -> Result<Action, BadField> {
        let action = Reading::of(value);
        action.object()?;
        let piece = |field: &str| self.read_piece(&action.field(field));
        let hex = |field: &str| self.read_hex(&action.field(field));
        let set = |field: &str, side: Option<Side>| -> Result<(Side, Set), BadField> {
            let mut whose = side;
            let mut set = 0;
            for item in action.field(field).list()? {
                let p = self.read_piece(&item)?;
                if *whose.get_or_insert(p.side()) != p.side() {
                    return Err(item.fault("all pieces must be of one side"));
                }
                set |= p.bit();
            }
            whose.map(|w| (w, set)).ok_or_else(|| action.field(field).fault("at least one piece is wanted"))
        };
        let flag = |field: &str| action.field(field).flag();
        let number = |field: &str| action.field(field).number(0..=u64::from(u8::MAX));
        let path = || -> Result<Path, BadField> {
            let steps = action.field("path").list()?;
            if steps.len() > LONGEST {
                return Err(action.field("path").fault(format!("a path has at most {LONGEST} steps")));
            }
            steps.iter().try_fold(Path::EMPTY, |path, step| {
                let direction = step.named(|name| Direction::from_name(name).ok_or("a direction is N, NE, SE, S, SW or NW"))?;
                Ok(path.then(direction))
            })
        };
        Ok(match action.field("do").text()? {
            "trestle" => Action::Trestle { standing: flag("standing")? },
            "abatis" => Action::Abatis { hex: hex("hex")? },
            "place" => {
                Action::Place { piece: piece("piece")?, hex: hex("hex")?, via_r1: action.field("route").value().is_some_and(|r| r == "R1") }
            }
            "preset" => Action::Preset { number: number("number")? },
            "hide" => {
                let leader = piece("leader")?;
                Action::Hide { leader, pieces: set("pieces", Some(leader.side()))?.1 }
            }
            "unfreeze" => Action::Unfreeze { piece: piece("piece")? },
            "form" => {
                let brigade = piece("brigade")?;
                Action::Form { brigade, parts: set("units", Some(brigade.side()))?.1 }
            }
            "break" => Action::Break { brigade: piece("brigade")? },
            "face" => Action::Face { battery: piece("battery")? },
            "march" => Action::March { piece: piece("piece")?, path: path()? },
            "march-together" => {
                let (side, pieces) = set("pieces", None)?;
                Action::Together { side, pieces, path: path()? }
            }
            "automatic" => {
                let (side, attackers) = set("attackers", None)?;
                Action::Automatic { side, attackers }
            }
            "engage" => Action::Engage { attacker: piece("attacker")?, defender: piece("defender")? },
            "join" => Action::Join { attacker: piece("attacker")? },
            "target" => Action::Target { defender: piece("defender")? },
            "close" => Action::Close,
            "declare-rest" => Action::DeclareRest,
            "resolve" => Action::Resolve { battle: number("battle")? },
            "lose" => Action::Lose { unit: piece("unit")?, extra: flag("extra")? },
            "retreat" => Action::Retreat { piece: piece("piece")?, path: path()? },
            "follow" => Action::Follow { leader: piece("leader")? },
            "advance" => Action::Advance { unit: piece("unit")?, hex: hex("hex")? },
            "clear" => Action::Clear { unit: piece("unit")? },
            "rally" => Action::Rally { leader: piece("leader")?, unit: piece("unit")? },
            "done" => Action::Done,
            other => return Err(action.field("do").fault(format!("no decision is called {other:?}"))),
        })
    }

    /// The piece of that id, or why there is none.
    pub(crate) fn piece_of(&self, id: &str) -> Result<PieceId, String> {
        self.counters.find(id).ok_or_else(|| {
            let short: String = id.chars().take(40).collect();
            format!("no piece {short:?} in this game; ids are written like 13-ny, sherman or sherman-brigade")
        })
    }

    /// The hex of that name, or why there is none.
    pub(crate) fn hex_of(&self, name: &str) -> Result<HexId, String> {
        self.ground.board.grid.parse(name).map_err(|e| e.to_string())
    }

    pub(crate) fn read_piece(&self, field: &Reading<'_>) -> Result<PieceId, BadField> {
        field.named(|id| self.piece_of(id))
    }

    pub(crate) fn read_hex(&self, field: &Reading<'_>) -> Result<HexId, BadField> {
        field.named(|name| self.hex_of(name))
    }
}
