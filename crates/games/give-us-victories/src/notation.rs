//! How actions and subjects are read. What makes no sense is refused with its field, in plain words, before it is taken for anything.

use crate::GiveUsVictories;
use crate::action::{Action, BoxId, Subject};
use crate::ids::{Chit, EventId, Hex, Path, Piece};
use crate::state::{TerrainEffect, WorksEffect};
use board::Direction;
use engine::{BadField, Notation, Reading};
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
    fn check(self, field: &Reading<'_>) -> Result<(), BadField> {
        let bad = |because: &str| Err(field.fault(because));
        match self {
            Wanted::Piece => named::<Piece>(field, "the id of a counter is wanted, such as us-von-gilsa"),
            Wanted::Hex => named::<Hex>(field, "the number of a hex is wanted, such as \"3020\""),
            Wanted::Chit => named::<Chit>(field, "the id of a chit is wanted, such as lee"),
            Wanted::Box => named::<BoxId>(field, "the id of a box of the strategic map is wanted"),
            Wanted::Event if field.parse::<EventId>().is_err() => {
                let names = EventId::ALL.map(|e| serde_json::to_value(e).ok().and_then(|v| v.as_str().map(String::from)));
                bad(&format!("an event is one of {}", names.into_iter().flatten().collect::<Vec<_>>().join(", ")))
            }
            Wanted::Works if field.parse::<WorksEffect>().is_err() => bad("works do one of none, die, step and fort"),
            Wanted::Terrain if field.parse::<TerrainEffect>().is_err() => bad("terrain counts as one of none, city, hill, creek and river"),
            Wanted::Flag if !field.is_there() => bad("true or false is wanted"),
            Wanted::Flag => field.flag().map(drop),
            Wanted::Die if field.parse::<u8>().is_err() => bad("the number of a die is wanted, the first is 0"),
            Wanted::Pieces => field.list()?.iter().try_for_each(|item| Wanted::Piece.check(item)),
            Wanted::Path => {
                let steps = field.list()?;
                for step in &steps {
                    step.named(|name| Direction::from_name(name).ok_or("a direction is N, NE, SE, S, SW or NW"))?;
                }
                if (1..=Path::MOST).contains(&steps.len()) { Ok(()) } else { bad(&format!("a path has 1 to {} steps", Path::MOST)) }
            }
            _ => Ok(()),
        }
    }
}

/// Refuses what is no text, and a name that nothing has.
fn named<T: DeserializeOwned>(field: &Reading<'_>, wanted: &str) -> Result<(), BadField> {
    field.text().map_err(|_| field.fault(wanted))?;
    field.parse::<T>().map(drop)
}

impl Notation for GiveUsVictories {
    fn write_action(&self, action: Action) -> Value {
        serde_json::to_value(action).expect("an action can be written")
    }

    fn read_action(&self, value: &Value) -> Result<Action, BadField> {
        let action = Reading::of(value);
        action.object().map_err(|_| {
            action.fault("an action is an object such as {\"do\": \"place\", \"piece\": \"us-von-gilsa\", \"hex\": \"3020\"}")
        })?;
        let fields = action.field("do").word(&ACTIONS)?;
        let besides = if action.field("do").text() == Ok("play") { OF_AN_EVENT } else { &[] };
        for (field, wanted) in fields {
            wanted.check(&action.field(field))?;
        }
        for (field, wanted) in besides {
            action.field(field).given().map_or(Ok(()), |field| wanted.check(&field))?;
        }
        action.only(&["do"].into_iter().chain(fields.iter().chain(besides).map(|f| f.0)).collect::<Vec<_>>())?;
        action.parse()
    }

    fn write_subject(&self, subject: Subject) -> Value {
        serde_json::to_value(subject).expect("a subject can be written")
    }

    fn read_subject(&self, value: &Value) -> Result<Subject, BadField> {
        let subject = Reading::of(value);
        let wrong = || subject.fault("a subject is \"dice\", \"button\", or an object with piece, stack, chit or event");
        if value.is_object() {
            let (field, wanted) = SUBJECTS.iter().find(|(name, _)| subject.field(name).is_there()).ok_or_else(wrong)?;
            wanted.check(&subject.field(field))?;
            subject.only(&[field])?;
        }
        subject.parse().map_err(|_| wrong())
    }
}
