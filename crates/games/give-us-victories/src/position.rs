//! Positions as files: `{turn, phase, active, units, ...}`. Whatever is written is read; by hand a position may be no more than the units that
//! matter and the phase it begins with.

use crate::GiveUsVictories;
use crate::audit::audit;
use crate::counters::counters;
use crate::ids::{Hex, Piece, Pieces};
use crate::state::{Agenda, State, Step};
use engine::{BadField, Header, Positions, Reading};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// One of the sets of units of a position.
type SetOf = fn(&mut State) -> &mut Pieces;

/// The sets of units that stand with each unit as words: to be changed, and to be read.
macro_rules! states {
    ($($word:literal => $set:ident,)*) => {
        const STATES: &[(&str, SetOf)] = &[$(($word, |state| &mut state.$set)),*];

        pub(crate) fn states_of(state: &State) -> impl Iterator<Item = (&'static str, &Pieces)> {
            [$(($word, &state.$set)),*].into_iter()
        }
    };
}

states! {
    "reduced" => reduced,
    "disorganized" => disorganized,
    "demoralized" => demoralized,
    "out-of-supply" => starved,
    "activated" => activated,
    "active" => active,
    "moved" => moved,
    "stirred" => stirred,
    "fired" => fired,
    "attacked" => attacked,
    "built" => built,
    "force-marched" => forced,
    "tired" => tired,
    "screened" => screened,
}

/// The words for a unit's condition, for views.
pub(crate) fn conditions(state: &State, piece: Piece) -> Vec<&'static str> {
    states_of(state).filter(|(_, set)| set.has(piece)).map(|(word, _)| word).collect()
}

/// Writes a field of an object that begins with the first one.
fn write_field(out: &mut Vec<u8>, name: &str, value: &impl Serialize) {
    if out.is_empty() {
        out.push(b'{');
    }
    let first = out.len() == 1;
    write_pair(out, first, &name.replace('_', "-"), value);
}

fn write_pair(out: &mut Vec<u8>, first: bool, name: &str, value: &impl Serialize) {
    if !first {
        out.push(b',');
    }
    serde_json::to_writer(&mut *out, name).expect("a name can be written");
    out.push(b':');
    serde_json::to_writer(out, value).expect("a position can be written");
}

macro_rules! fields {
    ($($name:ident),* $(,)?) => {
        /// Everything but the units.
        pub(crate) fn rest_of(state: &State) -> Map<String, Value> {
            let mut map = Map::new();
            $(map.insert(stringify!($name).replace('_', "-"), json!(state.$name));)*
            map.insert("due".into(), json!(state.due));
            let left: Map<String, Value> = Piece::all()
                .filter(|p| state.left[p.index()].is_some())
                .map(|p| (p.id().to_string(), json!(state.left[p.index()])))
                .collect();
            map.insert("left".into(), Value::Object(left));
            map
        }

        /// The same as text, without the detour over values: a hash needs no more.
        pub(crate) fn rest_text(state: &State) -> String {
            let mut out = Vec::with_capacity(4096);
            $(write_field(&mut out, stringify!($name), &state.$name);)*
            write_field(&mut out, "due", &state.due);
            out.extend(b",\"left\":{");
            for (n, p) in Piece::all().filter(|p| state.left[p.index()].is_some()).enumerate() {
                write_pair(&mut out, n == 0, p.id(), &state.left[p.index()]);
            }
            out.extend(b"}}");
            String::from_utf8(out).expect("JSON is text")
        }

        /// Reads the fields that are there; returns the names it knows.
        fn read_rest(state: &mut State, position: &Reading<'_>) -> Result<Vec<String>, BadField> {
            let mut known: Vec<String> = Vec::new();
            $({
                let name = stringify!($name).replace('_', "-");
                if position.object()?.contains_key(&name) {
                    state.$name = position.field(&name).parse()?;
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
fn agrees(state: &State, header: &Header<'_>) -> Result<(), BadField> {
    let phase = phase_name(&state.agenda);
    if let Ok(name) = header.phase.text()
        && name != phase
    {
        return Err(header.phase.fault(format!("the agenda is in the phase {phase:?}, not in {name:?}")));
    }
    match (header.active, state.act.as_ref().map(|a| a.side)) {
        (Some(_), None) => Err(BadField::new("active", "no chit is in play: null is wanted")),
        (Some(said), Some(side)) if said != side => Err(BadField::new("active", format!("the chit in play is of the {side} side"))),
        _ => Ok(()),
    }
}

impl Positions for GiveUsVictories {
    fn write_position(&self, state: &State) -> Value {
        let units: Vec<Value> = Piece::all()
            .filter(|p| state.hex(*p) != Hex::ASIDE)
            .map(|p| {
                let mut unit = Map::new();
                unit.insert("id".into(), json!(p.id()));
                let hex = state.hex(p);
                match hex.off_word() {
                    Some(word) => unit.insert("off".into(), json!(word)),
                    None => unit.insert("hex".into(), json!(hex)),
                };
                let states = conditions(state, p);
                if !states.is_empty() {
                    unit.insert("states".into(), json!(states));
                }
                Value::Object(unit)
            })
            .collect();
        let mut rest = json!({ "phase-count": state.phase, "rain": state.rain, "units": units });
        rest.as_object_mut().into_iter().for_each(|map| map.extend(rest_of(state)));
        Header::write(state.turn, phase_name(&state.agenda), state.act.as_ref().map(|a| a.side), rest)
    }

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        let position = Reading::of(value);
        let [first, last] = self.scenario.turns;
        let header = Header::read(&position, first..=last)?;
        let turn = header.turn.unwrap_or(first);
        let mut state = State::empty(turn);
        let written_by_hand = !position.object()?.contains_key("agenda");
        if written_by_hand {
            let mut start = self.opening();
            start.turn = turn;
            for p in Piece::all() {
                if counters().units().has(p) {
                    start.at[p.index()] = Hex::ASIDE;
                }
            }
            start.reduced = Pieces::NONE;
            state = start;
        }
        if let Some(rain) = position.field("rain").given() {
            state.rain = rain.flag()?;
        }
        let count = |field: &Reading<'_>| field.number(0..=u64::from(u16::MAX));
        match header.phase.value() {
            None => state.agenda = Agenda::of(&[Step::TurnBegins]),
            // Earlier saves have the count here.
            Some(Value::Number(_)) => state.phase = count(&header.phase)?,
            // A save says by its agenda what is to be done.
            Some(Value::String(_)) if !written_by_hand => {}
            Some(_) => state.agenda = Agenda::of(&[header.phase.word(&PHASES)?]),
        }
        if let Some(phase_count) = position.field("phase-count").given() {
            state.phase = count(&phase_count)?;
        }
        self.read_units(&mut state, &position)?;
        let known = read_rest(&mut state, &position)?;
        if let Some(due) = position.field("due").given() {
            state.due = due.parse()?;
        }
        for (id, hex) in position.field("left").entries()? {
            let piece = counters().find(id).ok_or_else(|| hex.fault("no such counter"))?;
            state.left[piece.index()] = hex.parse()?;
        }
        let own = ["phase-count", "rain", "due", "left"].into_iter().chain(known.iter().map(String::as_str));
        Reading::position(value, &own.collect::<Vec<_>>())?;
        if !written_by_hand {
            agrees(&state, &header)?;
        }
        state.recount();
        self.proof(&state)?;
        self.proceed(&mut state, &mut ());
        audit(self, &state).map_err(|e| BadField::new("units", e))?;
        Ok(state)
    }
}

impl GiveUsVictories {
    fn read_units(&self, state: &mut State, position: &Reading<'_>) -> Result<(), BadField> {
        let find = |id: &str| counters().find(id).ok_or_else(|| format!("no counter {id:?}"));
        for (piece, unit) in position.units(&["id", "hex", "off", "states"], find)? {
            let [hex, off, states] = ["hex", "off", "states"].map(|field| unit.field(field));
            state.at[piece.index()] = match (hex.is_there(), off.is_there()) {
                (true, false) => {
                    let place: Hex = hex.parse()?;
                    if !self.area.has(place) {
                        return Err(hex.fault(format!("{place:?} is outside the play area of this scenario")));
                    }
                    place
                }
                (false, true) => {
                    off.named(|word| Hex::from_off_word(word).ok_or("waiting, eliminated, exited, available, removed or set aside"))?
                }
                _ => return Err(hex.fault("a unit has a hex, or else a place off the map in `off`")),
            };
            for word in states.list_or_nothing()? {
                word.word(STATES)?(state).insert(piece);
            }
            if state.reduced.has(piece) && counters().get(piece).cp[1] == 0 {
                return Err(states.fault(format!("{} has one step only and cannot be reduced", piece.id())));
            }
        }
        Ok(())
    }
}
