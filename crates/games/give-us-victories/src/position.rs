//! Positions as files: `{turn, phase, active, units, ...}`. Whatever is written is read; by hand a position may be no more than the units that
//! matter and the phase it begins with.

use crate::GiveUsVictories;
use crate::audit::audit;
use crate::counters::counters;
use crate::ids::{Hex, Piece, Pieces};
use crate::state::{Agenda, State, Step};
use engine::{BadField, Side};
use serde_json::{Map, Value, json};

/// One of the sets of units of a position.
type SetOf = fn(&mut State) -> &mut Pieces;

/// Sets of units that stand with each unit as words.
const STATES: [(&str, SetOf); 14] = [
    ("reduced", |s| &mut s.reduced),
    ("disorganized", |s| &mut s.disorganized),
    ("demoralized", |s| &mut s.demoralized),
    ("out-of-supply", |s| &mut s.starved),
    ("activated", |s| &mut s.activated),
    ("active", |s| &mut s.active),
    ("moved", |s| &mut s.moved),
    ("stirred", |s| &mut s.stirred),
    ("fired", |s| &mut s.fired),
    ("attacked", |s| &mut s.attacked),
    ("built", |s| &mut s.built),
    ("force-marched", |s| &mut s.forced),
    ("tired", |s| &mut s.tired),
    ("screened", |s| &mut s.screened),
];

/// The same sets, to be read.
pub(crate) fn states_of(s: &State) -> [(&'static str, &Pieces); 14] {
    [
        ("reduced", &s.reduced),
        ("disorganized", &s.disorganized),
        ("demoralized", &s.demoralized),
        ("out-of-supply", &s.starved),
        ("activated", &s.activated),
        ("active", &s.active),
        ("moved", &s.moved),
        ("stirred", &s.stirred),
        ("fired", &s.fired),
        ("attacked", &s.attacked),
        ("built", &s.built),
        ("force-marched", &s.forced),
        ("tired", &s.tired),
        ("screened", &s.screened),
    ]
}

/// The words for a unit's condition, for views.
pub(crate) fn conditions(s: &State, piece: Piece) -> Vec<&'static str> {
    states_of(s).into_iter().filter(|(_, set)| set.has(piece)).map(|(word, _)| word).collect()
}

macro_rules! fields {
    ($($name:ident),* $(,)?) => {
        /// Everything but the units.
        pub(crate) fn rest_of(s: &State) -> Map<String, Value> {
            let mut map = Map::new();
            $(map.insert(stringify!($name).replace('_', "-"), json!(s.$name));)*
            map.insert("due".into(), json!(s.due));
            let left: Map<String, Value> = Piece::all()
                .filter(|p| s.left[p.index()].is_some())
                .map(|p| (p.id().to_string(), json!(s.left[p.index()])))
                .collect();
            map.insert("left".into(), Value::Object(left));
            map
        }

        /// Reads the fields that are there; answers the names it knows.
        fn read_rest(s: &mut State, map: &Map<String, Value>) -> Result<Vec<String>, BadField> {
            let mut known: Vec<String> = Vec::new();
            $({
                let name = stringify!($name).replace('_', "-");
                if let Some(value) = map.get(&name) {
                    s.$name = serde_json::from_value(value.clone()).map_err(|e| BadField::new(name.clone(), e.to_string()))?;
                }
                known.push(name);
            })*
            Ok(known)
        }
    };
}

fields!(
    breastworks,
    pontoons,
    cup,
    boxes,
    drawn,
    recovered,
    spent,
    used,
    sealed,
    detachment,
    marched,
    hand,
    deck,
    plays,
    secret,
    train,
    offensive,
    csa_bridge,
    jackson_lost,
    stonewall,
    released,
    freed,
    longstreet,
    assigned,
    exits,
    act,
    march,
    stragglers,
    contact,
    withdrawal,
    barrage,
    battle,
    fallback,
    ended,
    agenda,
);

/// The phases a hand-written position may begin with.
const PHASES: [(&str, Step); 6] = [
    ("turn", Step::TurnBegins),
    ("choose", Step::Choose),
    ("draw", Step::Draw),
    ("night", Step::NightFalls),
    ("turn-end", Step::TurnEnds),
    ("set-up", Step::Deploy(0)),
];

/// The name of the phase that an agenda is in.
fn phase_name(agenda: &Agenda) -> &'static str {
    match agenda.as_slice().first().copied().unwrap_or(Step::Over) {
        Step::Boxes => "strategic-map",
        Step::Deploy(_) => "set-up",
        Step::Hands(_) => "opening-events",
        Step::TurnBegins | Step::ArrivalDie | Step::LongstreetDice | Step::Arrive => "turn",
        Step::RainDie => "rain",
        Step::Dummies => "dummies",
        Step::Choose => "choose",
        Step::Draw => "draw",
        Step::Drawn | Step::Muster => "activation",
        Step::Movement | Step::AttritionDie | Step::Attrition | Step::Displace => "movement",
        Step::Bombardment => "bombardment",
        Step::Combat => "combat",
        Step::Rest => "rest",
        Step::NightFalls | Step::SupplyCards(_) | Step::Supply | Step::Recovery(_) | Step::NightCards(_) => "night",
        Step::TurnEnds => "turn-end",
        Step::Over => "over",
        _ => "interrupt",
    }
}

/// Refuses a phase or an active side that differ from what the rest of a save says.
fn agrees(s: &State, map: &Map<String, Value>) -> Result<(), BadField> {
    let phase = phase_name(&s.agenda);
    if let Some(Value::String(name)) = map.get("phase")
        && name != phase
    {
        return Err(BadField::new("phase", format!("the agenda is in the phase {phase:?}, not in {name:?}")));
    }
    match (map.get("active").and_then(Value::as_str), s.act.as_ref().map(|a| a.side.id())) {
        (Some(_), None) => Err(BadField::new("active", "no chit is in play: null is wanted")),
        (Some(said), Some(side)) if said != side => Err(BadField::new("active", format!("the chit in play is of the {side} side"))),
        _ => Ok(()),
    }
}

impl GiveUsVictories {
    /// The whole position.
    pub(crate) fn write_state(&self, s: &State) -> Value {
        let mut map = Map::new();
        map.insert("turn".into(), json!(s.turn));
        map.insert("phase".into(), json!(phase_name(&s.agenda)));
        map.insert("active".into(), json!(s.act.as_ref().map(|a| a.side)));
        map.insert("phase-count".into(), json!(s.phase));
        map.insert("rain".into(), json!(s.rain));
        let units: Vec<Value> = Piece::all()
            .filter(|p| s.hex(*p) != Hex::ASIDE)
            .map(|p| {
                let mut unit = Map::new();
                unit.insert("id".into(), json!(p.id()));
                let hex = s.hex(p);
                match hex.off_word() {
                    Some(word) => unit.insert("off".into(), json!(word)),
                    None => unit.insert("hex".into(), json!(hex)),
                };
                let states = conditions(s, p);
                if !states.is_empty() {
                    unit.insert("states".into(), json!(states));
                }
                Value::Object(unit)
            })
            .collect();
        map.insert("units".into(), Value::Array(units));
        map.extend(rest_of(s));
        Value::Object(map)
    }

    /// The position of that writing.
    pub(crate) fn read_state(&self, value: &Value) -> Result<State, BadField> {
        let map = value.as_object().ok_or_else(|| BadField::new("", "a position is an object with turn, phase and units"))?;
        let [first, last] = self.scenario.turns;
        let turn = match map.get("turn") {
            None => first,
            Some(v) => v
                .as_u64()
                .and_then(|t| u8::try_from(t).ok())
                .filter(|t| (first..=last).contains(t))
                .ok_or_else(|| BadField::new("turn", format!("a number from {first} to {last}")))?,
        };
        let mut s = State::empty(turn);
        let written_by_hand = !map.contains_key("agenda");
        if written_by_hand {
            let mut start = self.opening();
            start.turn = turn;
            for p in Piece::all() {
                if counters().units().has(p) {
                    start.at[p.index()] = Hex::ASIDE;
                }
            }
            start.reduced = Pieces::NONE;
            s = start;
        }
        if let Some(rain) = map.get("rain") {
            s.rain = rain.as_bool().ok_or_else(|| BadField::new("rain", "true or false"))?;
        }
        let count = |field: &str| {
            let number = map.get(field).and_then(Value::as_u64).and_then(|n| u16::try_from(n).ok());
            number.ok_or_else(|| BadField::new(field, "a number below 65536"))
        };
        match map.get("phase") {
            None => s.agenda = Agenda::of(&[Step::TurnBegins]),
            // Earlier saves have the count here.
            Some(Value::Number(_)) => s.phase = count("phase")?,
            // A save says by its agenda what is to be done.
            Some(Value::String(_)) if !written_by_hand => {}
            Some(Value::String(name)) => {
                let names = PHASES.map(|p| p.0).join(", ");
                let found = PHASES.iter().find(|p| p.0 == name);
                let (_, step) = found
                    .ok_or_else(|| BadField::new("phase", format!("no position begins with the phase {name:?}; there are {names}")))?;
                s.agenda = Agenda::of(&[*step]);
            }
            Some(_) => return Err(BadField::new("phase", "a phase by name")),
        }
        if map.contains_key("phase-count") {
            s.phase = count("phase-count")?;
        }
        let side = map.get("active").unwrap_or(&Value::Null);
        if !side.is_null() && side.as_str().and_then(Side::from_id).is_none() {
            return Err(BadField::new("active", "the active side is union or confederate, or null"));
        }
        self.read_units(&mut s, map)?;
        let known = read_rest(&mut s, map)?;
        if let Some(due) = map.get("due") {
            s.due = serde_json::from_value(due.clone()).map_err(|e| BadField::new("due", e.to_string()))?;
        }
        if let Some(left) = map.get("left") {
            let left = left.as_object().ok_or_else(|| BadField::new("left", "an object of unit and hex"))?;
            for (id, hex) in left {
                let at = format!("left.{id}");
                let piece = counters().find(id).ok_or_else(|| BadField::new(at.clone(), "no such counter"))?;
                s.left[piece.index()] = serde_json::from_value(hex.clone()).map_err(|e| BadField::new(at, e.to_string()))?;
            }
        }
        let own = ["phase-count", "rain", "due", "left"].into_iter().chain(known.iter().map(String::as_str));
        BadField::unless_position(map, &own.collect::<Vec<_>>())?;
        if !written_by_hand {
            agrees(&s, map)?;
        }
        s.recount();
        self.proof(&s)?;
        self.proceed(&mut s, &mut ());
        audit(self, &s).map_err(|e| BadField::new("units", e))?;
        Ok(s)
    }

    fn read_units(&self, s: &mut State, map: &Map<String, Value>) -> Result<(), BadField> {
        let Some(units) = map.get("units") else { return Ok(()) };
        let units = units.as_array().ok_or_else(|| BadField::new("units", "a list of units"))?;
        let mut seen = Pieces::NONE;
        for (i, unit) in units.iter().enumerate() {
            let at = |field: &str| format!("units[{i}].{field}");
            let unit = unit.as_object().ok_or_else(|| BadField::new(format!("units[{i}]"), "an object with id and hex"))?;
            let id = unit.get("id").and_then(Value::as_str).ok_or_else(|| BadField::new(at("id"), "the id of a counter"))?;
            let piece = counters().find(id).ok_or_else(|| BadField::new(at("id"), format!("no counter {id:?}")))?;
            if seen.has(piece) {
                return Err(BadField::new(at("id"), format!("{id} stands in the list twice")));
            }
            seen.insert(piece);
            let place = match (unit.get("hex"), unit.get("off")) {
                (Some(hex), None) => {
                    let hex: Hex = serde_json::from_value(hex.clone()).map_err(|e| BadField::new(at("hex"), e.to_string()))?;
                    if !self.area.has(hex) {
                        return Err(BadField::new(at("hex"), format!("{hex:?} is outside the play area of this scenario")));
                    }
                    hex
                }
                (None, Some(off)) => {
                    let word = off.as_str().unwrap_or_default();
                    Hex::from_off_word(word)
                        .ok_or_else(|| BadField::new(at("off"), "waiting, eliminated, exited, available, removed or set aside"))?
                }
                _ => return Err(BadField::new(at("hex"), "a unit has a hex, or else a place off the map in `off`")),
            };
            s.at[piece.index()] = place;
            if let Some(states) = unit.get("states") {
                let list = states.as_array().ok_or_else(|| BadField::new(at("states"), "a list of words"))?;
                for word in list {
                    let word = word.as_str().unwrap_or_default();
                    let known = STATES.iter().find(|st| st.0 == word);
                    let all = STATES.map(|st| st.0).join(", ");
                    let (_, set) = known.ok_or_else(|| BadField::new(at("states"), format!("{word:?} is not one of {all}")))?;
                    set(s).insert(piece);
                }
            }
            if s.reduced.has(piece) && counters().get(piece).cp[1] == 0 {
                return Err(BadField::new(at("states"), format!("{id} has one step only and cannot be reduced")));
            }
            if let Some(odd) = unit.keys().find(|k| !["id", "hex", "off", "states"].contains(&k.as_str())) {
                return Err(BadField::new(at(odd), "a unit has id, hex, off and states"));
            }
        }
        Ok(())
    }
}
