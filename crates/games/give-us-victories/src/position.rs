//! Positions as files: `{turn, phase, active, units, ...}`. Whatever is written is read; by hand a position may be no more than the units that
//! matter and the phase it begins with.

use crate::GiveUsVictories;
use crate::counters::{PIECES, counters};
use crate::ids::{Hex, Piece, Pieces};
use crate::state::{Agenda, FightStage, Lies, ShellStage, State, Step};
use engine::mix::Mixer;
use engine::{Actor, BadField, Side};
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
fn states_of(s: &State) -> [(&'static str, &Pieces); 14] {
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

/// A hash of the whole position.
pub fn hash(s: &State) -> u64 {
    let mut m = Mixer::default();
    m.add(u64::from(s.turn)).add(u64::from(s.phase)).add(u64::from(s.rain));
    s.at.iter().for_each(|h| {
        m.add(u64::from(h.0));
    });
    for (_, set) in states_of(s) {
        set.0.iter().for_each(|w| {
            m.add(*w);
        });
    }
    s.breastworks.words().iter().for_each(|w| {
        m.add(*w);
    });
    // Everything else by its writing, which is the same on any machine.
    let rest = serde_json::to_string(&rest_of(s)).expect("a position can be written");
    m.add(engine::mix::hash_text(&rest));
    m.finish()
}

macro_rules! fields {
    ($($name:ident),* $(,)?) => {
        /// Everything but the units.
        fn rest_of(s: &State) -> Map<String, Value> {
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
        self.examine(&s).map_err(|e| BadField::new("units", e))?;
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

    /// What no position may be, with the field that says so.
    fn proof(&self, s: &State) -> Result<(), BadField> {
        let units = |what: String| BadField::new("units", what);
        for hex in self.area.iter() {
            if s.holds(Side::Union, hex) && s.holds(Side::Confederate, hex) {
                return Err(units(format!("both sides stand in {hex:?}")));
            }
        }
        // A stack may be too large only while it is on the move, or waits to be displaced; real units count.
        let loose = matches!(
            s.agenda.as_slice().first(),
            Some(Step::Muster | Step::Movement | Step::Displace | Step::AttritionDie | Step::Attrition)
        ) || s.act.is_none();
        if !loose && s.agenda.as_slice().iter().any(|x| matches!(x, Step::Bombardment | Step::Combat)) {
            for side in Side::BOTH {
                if let Some(hex) = s.held[side.index()].iter().find(|h| self.overfull(s, side, *h)) {
                    return Err(units(format!("more than 4 units or 16 combat points in {hex:?} (GUV-5.2, GUV-5.3)")));
                }
            }
        }
        if s.act.is_none() && !matches!(s.agenda.top(), Step::Deploy(_) | Step::Boxes | Step::Over) {
            // Between activations only a recovery can have filled a hex beyond 16 points.
            for side in Side::BOTH {
                if let Some(hex) = s.held[side.index()].iter().find(|h| self.load(s, side, *h).0 > 4) {
                    return Err(units(format!("more than 4 units in {hex:?} (GUV-5.2)")));
                }
            }
        }
        for hex in s.breastworks.iter() {
            // Skirmishers may be the last to go while a stack breaks contact.
            let leaving = s.withdrawal.is_some_and(|w| w.from == hex);
            if !leaving && self.solid(&s.stack(hex)).is_empty() {
                return Err(BadField::new("breastworks", format!("nobody stands in the breastworks of {hex:?} (GUV-14.29)")));
            }
        }
        for (i, pontoon) in s.pontoons.iter().enumerate() {
            if let Lies::Over(a, b) = pontoon.lies {
                let g = crate::ground::ground();
                let wet = g.direction(a, b).is_some_and(|d| g.side(a, d) & (crate::ground::MAJOR | crate::ground::MINOR) != 0);
                if !wet {
                    return Err(BadField::new(format!("pontoons[{i}]"), format!("no river runs between {a:?} and {b:?}")));
                }
            }
        }
        for (i, b) in s.assigned.iter().enumerate() {
            if *b != 255 && usize::from(*b) >= crate::counters::boxes().len() {
                return Err(BadField::new(format!("assigned[{i}]"), "a box of the strategic map, or 255"));
            }
        }
        self.numbers_stand(s)?;
        self.agenda_stands(s).map_err(|e| BadField::new("agenda", e))
    }

    /// Whether every number is one that play could have brought about.
    fn numbers_stand(&self, s: &State) -> Result<(), BadField> {
        let last = self.scenario.turns[1];
        let within = |field: &str, ok: bool, what: &str| if ok { Ok(()) } else { Err(BadField::new(field, what.to_string())) };
        within("used", s.used.iter().all(|t| *t <= last), "turns up to the last one")?;
        within(
            "spent",
            s.spent.iter().zip(Side::BOTH).all(|(n, side)| *n <= self.points(s.turn, side)),
            "no more than the points of the turn",
        )?;
        within("plays", s.plays.iter().all(|n| *n <= 2), "two events per turn at most")?;
        within("released", s.released <= 2, "0, 1 or 2")?;
        let waits = s.due.iter().all(|p| s.hex(p) == Hex::WAITING);
        within("due", waits, "units that wait to come onto the map")?;
        within(
            "act",
            s.act.is_none_or(|a| a.taken <= 3 && (!a.hex.is_some() || self.area.has(a.hex))),
            "a chit on the map with three units at most",
        )?;
        within("march", s.march.is_none_or(|m| m.spent <= 80), "half points up to 80")?;
        let left = s.stragglers.pieces();
        within("stragglers", left.iter().all(|p| s.stragglers.spent(p) <= 80), "half points up to 80")?;
        let own = s.act.map_or(Pieces::NONE, |a| counters().of[a.side.index()]);
        let on_the_way = left.within(&own.and(&s.moved)) && left.iter().all(|p| s.hex(p).is_some());
        within("stragglers", on_the_way, "units of the active side that have moved")?;
        if let Some(b) = &s.battle {
            let marks = b.marks.iter().flatten().all(|m| (-20..=20).contains(m));
            let pools = b.base.iter().chain(&b.extra).all(|n| (-10..=100).contains(n));
            let small = b.points.iter().chain(&b.cheers).chain(&b.owed).chain(&b.taken).chain(&b.sixes).all(|n| *n <= 40);
            within("battle", marks && pools && small, "numbers that dice and counters can make")?;
            for (named, fighters) in [(b.marked[0], b.attackers), (b.marked[1], b.defenders)] {
                let fit = |p: Piece| fighters.has(p) && named.count(p) <= usize::from(s.steps(p));
                within("battle.marked", named.iter().all(fit), "units of the combat, no more often than they have steps")?;
            }
            let hexes = b.targets.as_slice().iter().all(|h| self.area.has(*h));
            within("battle.targets", hexes, "hexes of the playing area")?;
            let near = |p: Piece| b.targets.as_slice().iter().any(|h| crate::ground::ground().distance(s.hex(p), *h) <= 1);
            let close = b.attackers.iter().all(|p| s.hex(p).is_some() && near(p));
            within("battle.attackers", close, "units next to the hexes they attack")?;
        }
        if let Some(b) = &s.barrage {
            within("barrage", b.guns.iter().all(|p| s.hex(p).is_some()) && self.area.has(b.target), "guns and a target on the map")?;
        }
        if let Some(f) = &s.fallback {
            within("fallback", f.rest.iter().all(|p| s.hex(p).is_some()), "units on the map")?;
        }
        if let Some(w) = &s.withdrawal {
            let one_side = w.rest.or(&w.gone);
            let sides = Side::BOTH.iter().any(|side| one_side.within(&counters().of[side.index()]));
            within("withdrawal", sides && self.area.has(w.from), "units of one side in a hex of the map")?;
        }
        if let Some(c) = &s.contact {
            within("contact", self.area.has(c.hex) && c.open < 64, "a hex of the map and six directions")?;
        }
        Ok(())
    }

    /// Whether everything the agenda speaks of is there.
    fn agenda_stands(&self, s: &State) -> Result<(), String> {
        for step in s.agenda.as_slice() {
            let need_act = matches!(
                step,
                Step::Drawn
                    | Step::Muster
                    | Step::Movement
                    | Step::AttritionDie
                    | Step::Attrition
                    | Step::Displace
                    | Step::Bombardment
                    | Step::Combat
                    | Step::Rest
                    | Step::Shell
                    | Step::Fight
                    | Step::JacksonDie
            );
            if need_act && s.act.is_none() {
                return Err(format!("{step:?} needs a chit in play"));
            }
            match step {
                Step::Shell if s.barrage.is_none_or(|b| b.stage == ShellStage::Aim) => return Err("no bombardment is under way".into()),
                Step::Fight if s.battle.is_none_or(|b| b.stage == FightStage::Draft || b.targets.is_empty()) => {
                    return Err("no combat is under way".into());
                }
                Step::Approach if s.contact.is_none() => return Err("nobody came near".into()),
                Step::Withdraw if s.withdrawal.is_none() => return Err("nobody breaks contact".into()),
                Step::FallBack if s.fallback.is_none() => return Err("there is no general retreat".into()),
                Step::Over if s.ended.is_none() => return Err("the game is not over".into()),
                Step::BuildDie(k) | Step::DismantleDie(k) | Step::Behind(k) | Step::BehindDie(k) => {
                    let pontoon = s.pontoons.get(usize::from(*k)).ok_or("there is no such pontoon")?;
                    if !matches!(pontoon.lies, Lies::Over(..)) {
                        return Err("that pontoon does not lie over a river".into());
                    }
                }
                Step::FallBackDie(p) if !s.hex(*p).is_some() => return Err("that unit is not on the map".into()),
                Step::Hands(side) | Step::DrawCard(side) if s.deck[side.index()].is_empty() => {
                    return Err("the cup of events is empty".into());
                }
                Step::Deploy(n) if *n > 1 => return Err("there are two sides to set up".into()),
                _ => {}
            }
        }
        if let Some(act) = &s.act {
            let placed = s.agenda.as_slice().iter().any(|x| {
                matches!(
                    x,
                    Step::Muster
                        | Step::Movement
                        | Step::AttritionDie
                        | Step::Attrition
                        | Step::Displace
                        | Step::Bombardment
                        | Step::Combat
                )
            });
            if placed && !act.hex.is_some() {
                return Err("the chit in play lies nowhere".into());
            }
            let own = &counters().of[act.side.index()];
            if !s.active.within(own) {
                return Err("units of the other side are active".into());
            }
        }
        if let Some(march) = &s.march {
            let together = march.pieces.first().map(|p| s.hex(p));
            if together.is_none_or(|h| !h.is_some()) || march.pieces.iter().any(|p| Some(s.hex(p)) != together) {
                return Err("those who march stand apart".into());
            }
        }
        if let Some(battle) = &s.battle {
            let on_map = battle.attackers.or(&battle.defenders).iter().all(|p| s.hex(p).is_some());
            if !on_map || s.act.is_none() {
                return Err("somebody in the combat is not on the map".into());
            }
            if battle.stage == FightStage::Draft && battle.attackers.is_empty() {
                return Err("nobody attacks".into());
            }
            if !(1..=6).contains(&battle.limit) || !(1..=6).contains(&battle.cap) {
                return Err("a side rolls one to six dice".into());
            }
        }
        if let Some(barrage) = &s.barrage
            && (barrage.guns.is_empty() || !barrage.target.is_some() || s.act.is_none() || barrage.result > 3)
        {
            return Err("the bombardment has no guns or no target".into());
        }
        if let Some(contact) = &s.contact
            && !contact.hex.is_some()
        {
            return Err("nobody came near".into());
        }
        if let Some(w) = &s.withdrawal
            && (!w.from.is_some() || w.rest.iter().any(|p| s.hex(p) != w.from))
        {
            return Err("the stack that breaks contact stands elsewhere".into());
        }
        Ok(())
    }

    /// Looks for anything that may never be.
    pub(crate) fn examine(&self, s: &State) -> Result<(), String> {
        if !s.agrees() {
            return Err("the hexes held differ from where the pieces are".into());
        }
        if !self.command_stands(s) {
            return Err("what the chit commands is not what is known of it".into());
        }
        if !self.berths_stand(s) {
            return Err("the known way to finish the set-up is none".into());
        }
        for p in Piece::all() {
            let hex = s.hex(p);
            if hex.is_some() && !self.area.has(hex) {
                return Err(format!("{p:?} is outside the play area"));
            }
            if hex != Hex::ASIDE && !self.takes_part(p) {
                return Err(format!("{p:?} has no part in this game"));
            }
            if hex == Hex::UNSEEN {
                return Err(format!("{p:?} is unseen in a full position"));
            }
            if !hex.is_some() && (s.disorganized.has(p) || s.demoralized.has(p) || s.starved.has(p) || s.active.has(p)) {
                return Err(format!("{p:?} is off the map and carries markers"));
            }
            if s.disorganized.has(p) && s.demoralized.has(p) {
                return Err(format!("{p:?} is disorganized and demoralized"));
            }
            if s.reduced.has(p) && counters().get(p).cp[1] == 0 {
                return Err(format!("{p:?} has one step and is reduced"));
            }
        }
        for hex in self.area.iter().filter(|h| Side::BOTH.iter().any(|side| s.holds(*side, *h))) {
            let here = s.stack(hex);
            if here.within(&counters().dummies) {
                return Err(format!("dummies alone in {hex:?}"));
            }
        }
        if s.at.len() != PIECES {
            return Err("counters were lost".into());
        }
        if s.spent.iter().zip(Side::BOTH).any(|(n, side)| *n > self.points(s.turn, side)) {
            return Err("more points were spent than there are".into());
        }
        self.proof(s).map_err(|e| e.to_string())?;
        // Somebody is always asked, and has something to say.
        if let Some(side) = self.who(s).side() {
            let mut subjects = Vec::new();
            self.list_subjects(s, side, &mut subjects);
            if subjects.is_empty() {
                return Err(format!("nothing can act in {:?}", s.agenda.top()));
            }
        }
        if let Actor::Chance(chance) = self.who(s) {
            let empty = match chance.lot {
                engine::Lot::Dice { count, .. } => count == 0,
                engine::Lot::Draw { from, count } => from == 0 || count == 0,
            };
            if empty {
                return Err(format!("an empty question to Chance in {:?}", s.agenda.top()));
            }
        }
        Ok(())
    }
}
