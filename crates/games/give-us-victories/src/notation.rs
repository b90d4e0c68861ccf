//! How actions and subjects are read. What makes no sense is refused with its field, in plain words, before it is taken for anything.

use crate::GiveUsVictories;
use crate::action::{Action, BoxId, Subject};
use crate::ids::{Chit, EventId, Hex, Path, Piece};
use crate::state::State;
use crate::state::{TerrainEffect, WorksEffect};
use board::Direction;
use engine::BadField;
use engine::Notation;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What stands in a field.
#[derive(Clone, Copy)]
enum Wanted {
    Piece,
    Pieces,
    Hex,
    Path,
    Chit,
    Box,
    Event,
    Works,
    Terrain,
    Flag,
    Die,
}

/// The fields of one kind of action.
type Fields = &'static [(&'static str, Wanted)];

const PIECE: Fields = &[("piece", Wanted::Piece)];
const HEX: Fields = &[("hex", Wanted::Hex)];
const CHIT: Fields = &[("chit", Wanted::Chit)];
const DIE: Fields = &[("die", Wanted::Die)];
const PIECE_AND_HEX: Fields = &[("piece", Wanted::Piece), ("hex", Wanted::Hex)];
const PIECE_ACROSS: Fields = &[("piece", Wanted::Piece), ("to", Wanted::Hex)];
const PIECE_AND_PATH: Fields = &[("piece", Wanted::Piece), ("path", Wanted::Path)];
const PIECES_AND_PATH: Fields = &[("pieces", Wanted::Pieces), ("path", Wanted::Path)];

/// Every kind of action with the fields it must have.
const ACTIONS: [(&str, Fields); 53] = [
    ("assign", &[("chit", Wanted::Chit), ("box", Wanted::Box)]),
    ("place", PIECE_AND_HEX),
    ("preset", &[]),
    ("place-rest", &[]),
    ("place-dummy", HEX),
    ("drop-dummy", HEX),
    ("choose", CHIT),
    ("group", &[("chit", Wanted::Chit), ("under", Wanted::Chit)]),
    ("activate", HEX),
    ("pass", &[]),
    ("forgo", &[]),
    ("name", CHIT),
    ("take", PIECE),
    ("exchange", &[("piece", Wanted::Piece), ("for", Wanted::Piece)]),
    ("exclude", PIECE),
    ("detach", HEX),
    ("force-march", &[]),
    ("march", PIECES_AND_PATH),
    ("exit", &[("pieces", Wanted::Pieces)]),
    ("skirmish", PIECE_AND_HEX),
    ("build", PIECE_ACROSS),
    ("dismantle", &[("from", Wanted::Hex), ("to", Wanted::Hex)]),
    ("seize", PIECE_ACROSS),
    ("destroy", PIECE_ACROSS),
    ("break", HEX),
    ("withdraw", PIECES_AND_PATH),
    ("retreat", PIECE_AND_PATH),
    ("displace", PIECE_AND_HEX),
    ("suffer", PIECE),
    ("fire", &[("gun", Wanted::Piece), ("target", Wanted::Hex)]),
    ("open-fire", &[]),
    ("target", &[("guns", Wanted::Flag)]),
    ("entrench", HEX),
    ("attack", &[("piece", Wanted::Piece), ("target", Wanted::Hex)]),
    ("storm", &[("from", Wanted::Hex), ("target", Wanted::Hex)]),
    ("widen", HEX),
    ("fight", &[]),
    ("screen", HEX),
    ("works", &[("effect", Wanted::Works)]),
    ("terrain", &[("hex", Wanted::Hex), ("effect", Wanted::Terrain)]),
    ("point", &[("enemy", Wanted::Flag), ("die", Wanted::Die)]),
    ("creek-die", DIE),
    ("tired-die", DIE),
    ("mark", PIECE),
    ("force-retreat", &[]),
    ("cancel-retreat", &[]),
    ("give-ground", &[]),
    ("advance", PIECE_AND_HEX),
    ("break-bridge", &[]),
    ("play", &[("event", Wanted::Event)]),
    ("fall-back", PIECE_AND_PATH),
    ("recover", PIECE),
    ("done", &[]),
];

/// What an event may need besides.
const OF_AN_EVENT: Fields = &[("hex", Wanted::Hex), ("piece", Wanted::Piece), ("chit", Wanted::Chit)];

/// What a subject may be an object of.
const SUBJECTS: Fields = &[("piece", Wanted::Piece), ("stack", Wanted::Hex), ("chit", Wanted::Chit), ("event", Wanted::Event)];

impl Wanted {
    /// Refuses what this is not.
    fn check(self, value: &Value) -> Result<(), BadField> {
        let bad = |because: &str| Err(BadField::new("", because));
        match self {
            Wanted::Piece => named::<Piece>(value, "the id of a counter is wanted, such as us-von-gilsa"),
            Wanted::Hex => named::<Hex>(value, "the number of a hex is wanted, such as \"3020\""),
            Wanted::Chit => named::<Chit>(value, "the id of a chit is wanted, such as lee"),
            Wanted::Box => named::<BoxId>(value, "the id of a box of the strategic map is wanted"),
            Wanted::Event if !reads::<EventId>(value) => {
                let names = EventId::ALL.map(|e| serde_json::to_value(e).ok().and_then(|v| v.as_str().map(String::from)));
                bad(&format!("an event is one of {}", names.into_iter().flatten().collect::<Vec<_>>().join(", ")))
            }
            Wanted::Works if !reads::<WorksEffect>(value) => bad("works do one of none, die, step and fort"),
            Wanted::Terrain if !reads::<TerrainEffect>(value) => bad("terrain counts as one of none, city, hill, creek and river"),
            Wanted::Flag if !value.is_boolean() => bad("true or false is wanted"),
            Wanted::Die if !reads::<u8>(value) => bad("the number of a die is wanted, the first is 0"),
            Wanted::Pieces => each(value, "a list of ids of counters is wanted", |v| Wanted::Piece.check(v)),
            Wanted::Path => {
                let direction = |v: &Value| {
                    v.as_str().and_then(Direction::from_name).map_or_else(|| bad("a direction is N, NE, SE, S, SW or NW"), |_| Ok(()))
                };
                each(value, "a list of directions is wanted", direction)?;
                let steps = value.as_array().map_or(0, Vec::len);
                if (1..=Path::MOST).contains(&steps) { Ok(()) } else { bad(&format!("a path has 1 to {} steps", Path::MOST)) }
            }
            _ => Ok(()),
        }
    }
}

/// Whether it can be read as that.
fn reads<T: DeserializeOwned>(value: &Value) -> bool {
    T::deserialize(value).is_ok()
}

/// Refuses what is no text, and a name that nothing has.
fn named<T: DeserializeOwned>(value: &Value, wanted: &str) -> Result<(), BadField> {
    if !value.is_string() {
        return Err(BadField::new("", wanted));
    }
    T::deserialize(value).map(drop).map_err(|e| BadField::new("", e.to_string()))
}

/// Refuses what is no list, and the first of a list that makes no sense.
fn each(value: &Value, wanted: &str, check: impl Fn(&Value) -> Result<(), BadField>) -> Result<(), BadField> {
    let list = value.as_array().ok_or_else(|| BadField::new("", wanted))?;
    list.iter().enumerate().try_for_each(|(i, v)| check(v).map_err(|e| e.within(&format!("[{i}]"))))
}

impl Notation for GiveUsVictories {
    fn write_action(&self, action: Action) -> Value {
        serde_json::to_value(action).expect("an action can be written")
    }

    fn read_action(&self, value: &Value) -> Result<Action, BadField> {
        self.action_from(value)
    }

    fn write_subject(&self, subject: Subject) -> Value {
        serde_json::to_value(subject).expect("a subject can be written")
    }

    fn read_subject(&self, value: &Value) -> Result<Subject, BadField> {
        self.subject_from(value)
    }

    fn write_position(&self, state: &State) -> Value {
        self.write_state(state)
    }

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        self.read_state(value)
    }
}

impl GiveUsVictories {
    /// The action of that writing.
    pub(crate) fn action_from(&self, value: &Value) -> Result<Action, BadField> {
        let map = value.as_object().ok_or_else(|| {
            BadField::new("", "an action is an object such as {\"do\": \"place\", \"piece\": \"us-von-gilsa\", \"hex\": \"3020\"}")
        })?;
        let verb = map.get("do").and_then(Value::as_str).ok_or_else(|| BadField::new("do", "what is to be done is wanted: march, done"))?;
        let (_, fields) = ACTIONS.iter().find(|(name, _)| *name == verb).ok_or_else(|| {
            let known = ACTIONS.map(|a| a.0).join(", ");
            BadField::new("do", format!("no action is called {verb:?}; there are {known}"))
        })?;
        let besides = if verb == "play" { OF_AN_EVENT } else { &[] };
        for (field, wanted) in *fields {
            let value = map.get(*field).unwrap_or(&Value::Null);
            wanted.check(value).map_err(|e| e.within(field))?;
        }
        for (field, wanted) in besides {
            map.get(*field).map_or(Ok(()), |value| wanted.check(value)).map_err(|e| e.within(field))?;
        }
        let known: Vec<&str> = ["do"].into_iter().chain(fields.iter().chain(besides).map(|f| f.0)).collect();
        BadField::unless_known(map, &known)?;
        serde_json::from_value(value.clone()).map_err(|e| BadField::new("", e.to_string()))
    }

    /// The subject of that writing.
    pub(crate) fn subject_from(&self, value: &Value) -> Result<Subject, BadField> {
        let wrong = || BadField::new("", "a subject is \"dice\", \"button\", or an object with piece, stack, chit or event");
        if let Some(map) = value.as_object() {
            let (field, wanted) = SUBJECTS.iter().find(|(name, _)| map.contains_key(*name)).ok_or_else(wrong)?;
            wanted.check(&map[*field]).map_err(|e| e.within(field))?;
            BadField::unless_known(map, &[*field])?;
        }
        serde_json::from_value(value.clone()).map_err(|_| wrong())
    }
}
