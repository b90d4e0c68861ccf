//! Positions as files: complete ones as the program writes them, and short ones written by hand.
//!
//! A hand-written position begins at the start of a phase and names only the counters that matter; the others are set aside.

use engine::{BadField, Side, Verdict};
use serde_json::{Map, Value, json};

use crate::action::Targets;
use crate::counters::{BRIDGES, Kind, PIECES, PieceId, Set, each};
use crate::ground::{CITY, Hexes, WATER};
use crate::loaded::{check_agenda, check_bridges, check_off, check_set_up, may_begin};
use crate::notation::{hex_name, ids, names, piece_id, read_hex, read_list, read_piece, read_set, read_targets};
use crate::state::{Agenda, BATTLES, Battle, DEEPEST, FORTS, Fate, March, State, Step};
use crate::{Chancellorsville1974, audit, setup};

/// The phases a position can begin with.
const PHASES: [&str; 9] =
    ["set-up", "movement", "defensive-fire", "offensive-fire", "combat", "occupy", "destroy", "inverting", "raid-die"];
/// What a position may say besides what every position does.
const FIELDS: [&str; 18] = [
    "off",
    "forts",
    "fort-supply",
    "bridges",
    "agenda",
    "began",
    "spent",
    "owed",
    "reshaped",
    "picked",
    "returning",
    "emptied",
    "battles",
    "current",
    "doubled",
    "retreat",
    "vacated",
    "off-marks",
];
/// The most turns a unit can be disrupted.
const MOST_DISRUPTED: u64 = 3;

pub(crate) fn marks(state: &State) -> [(&'static str, Set); 13] {
    [
        ("moved", state.moved),
        ("attacked", state.attacked),
        ("inverted", state.inverted),
        ("fired", state.fired),
        ("retreated", state.retreated),
        ("barred", state.barred),
        ("struck", state.struck),
        ("spared", state.spared),
        ("touched", state.touched),
        ("face-down", state.face_down),
        ("retreating", state.retreating),
        ("advancing", state.advancing),
        ("marching", state.march.pieces),
    ]
}

fn mark<'a>(state: &'a mut State, name: &str) -> Option<&'a mut Set> {
    Some(match name {
        "moved" => &mut state.moved,
        "attacked" => &mut state.attacked,
        "inverted" => &mut state.inverted,
        "fired" => &mut state.fired,
        "retreated" => &mut state.retreated,
        "barred" => &mut state.barred,
        "struck" => &mut state.struck,
        "spared" => &mut state.spared,
        "touched" => &mut state.touched,
        "face-down" => &mut state.face_down,
        "retreating" => &mut state.retreating,
        "advancing" => &mut state.advancing,
        "marching" => &mut state.march.pieces,
        _ => return None,
    })
}

fn write_step(step: Step) -> Value {
    match step {
        Step::SetUp(side) => json!({"step": "set-up", "side": side}),
        Step::Movement => json!({"step": "movement"}),
        Step::Marching => json!({"step": "marching"}),
        Step::Breaking(p, left) => json!({"step": "breaking", "piece": piece_id(p), "left": left}),
        Step::Forming(p, left, hex) => json!({"step": "forming", "piece": piece_id(p), "left": left, "hex": hex_name(hex)}),
        Step::DefensiveFire => json!({"step": "defensive-fire"}),
        Step::OffensiveFire => json!({"step": "offensive-fire"}),
        Step::Combat => json!({"step": "combat"}),
        Step::Resolving => json!({"step": "resolving"}),
        Step::FallBack(hex) => json!({"step": "fall-back", "hex": hex_name(hex)}),
        Step::Die => json!({"step": "die"}),
        Step::Retreat => json!({"step": "retreat"}),
        Step::Aftermath => json!({"step": "aftermath"}),
        Step::Advance => json!({"step": "advance"}),
        Step::Occupy => json!({"step": "occupy"}),
        Step::Destroy => json!({"step": "destroy"}),
        Step::Inverting => json!({"step": "inverting"}),
        Step::RaidDie => json!({"step": "raid-die"}),
        Step::Over(verdict) => json!({"step": "over", "winner": verdict.winner}),
    }
}

fn read_side(value: Option<&Value>, field: &str) -> Result<Side, BadField> {
    value.and_then(Value::as_str).and_then(Side::from_id).ok_or_else(|| BadField::new(field, "a side is union or confederate"))
}

fn read_small(value: Option<&Value>, field: &str, most: u64) -> Result<u8, BadField> {
    let number = value.and_then(Value::as_u64).filter(|n| *n <= most);
    number.map(|n| n as u8).ok_or_else(|| BadField::new(field, format!("a whole number from 0 to {most}")))
}

/// Refuses fields of an object that are not among these; what is no object is refused where it is read.
fn known(value: &Value, fields: &[&str], at: &str) -> Result<(), BadField> {
    value.as_object().map_or(Ok(()), |map| BadField::unless_known(map, fields).map_err(|e| e.within(at)))
}

fn read_step(value: &Value, field: &str) -> Result<Step, BadField> {
    known(value, &["step", "side", "piece", "left", "hex", "winner"], field)?;
    let at = |name: &str| format!("{field}.{name}");
    let hex = || read_hex(value.get("hex"), &at("hex"));
    let name = value.get("step").and_then(Value::as_str).ok_or_else(|| BadField::new(at("step"), "the name of a step"))?;
    Ok(match name {
        "set-up" => Step::SetUp(read_side(value.get("side"), &at("side"))?),
        "movement" => Step::Movement,
        "marching" => Step::Marching,
        "breaking" => Step::Breaking(read_piece(value.get("piece"), &at("piece"))?, read_small(value.get("left"), &at("left"), 12)?),
        "forming" => Step::Forming(read_piece(value.get("piece"), &at("piece"))?, read_small(value.get("left"), &at("left"), 12)?, hex()?),
        "defensive-fire" => Step::DefensiveFire,
        "offensive-fire" => Step::OffensiveFire,
        "combat" => Step::Combat,
        "resolving" => Step::Resolving,
        "fall-back" => Step::FallBack(hex()?),
        "die" => Step::Die,
        "retreat" => Step::Retreat,
        "aftermath" => Step::Aftermath,
        "advance" => Step::Advance,
        "occupy" => Step::Occupy,
        "destroy" => Step::Destroy,
        "inverting" => Step::Inverting,
        "raid-die" => Step::RaidDie,
        "over" => Step::Over(Verdict { winner: Some(read_side(value.get("winner"), &at("winner"))?), level: 0 }),
        other => return Err(BadField::new(at("step"), format!("no step is called {other:?}"))),
    })
}

fn phase_of(step: Step) -> &'static str {
    match step {
        Step::SetUp(_) => "set-up",
        Step::DefensiveFire => "defensive-fire",
        Step::OffensiveFire => "offensive-fire",
        Step::Combat => "combat",
        Step::Occupy => "occupy",
        Step::Destroy => "destroy",
        Step::Inverting => "inverting",
        Step::RaidDie => "raid-die",
        Step::Over(_) => "over",
        _ => "movement",
    }
}

/// A position, complete.
pub(crate) fn write(game: &Chancellorsville1974, state: &State) -> Value {
    let marks = marks(state);
    let mut units = Vec::new();
    for piece in (0..PIECES as u8).map(PieceId).filter(|p| state.on_map(*p)) {
        let mut unit = Map::new();
        unit.insert("id".into(), json!(piece_id(piece)));
        unit.insert("hex".into(), json!(hex_name(state.hex[piece.index()])));
        if state.disrupted(piece) {
            unit.insert("disrupted".into(), json!(state.disruption[piece.index()]));
        }
        let on: Vec<&str> = marks.iter().filter(|(_, set)| set & piece.bit() != 0).map(|(name, _)| *name).collect();
        if !on.is_empty() {
            unit.insert("marks".into(), json!(on));
        }
        units.push(Value::Object(unit));
    }
    let mut off = Map::new();
    for (fate, name) in Fate::ALL.into_iter().filter(|(f, _)| *f != Fate::Map) {
        let set = state.with_fate(fate);
        if set != 0 {
            off.insert(name.into(), json!(ids(set)));
        }
    }
    let bridges: Vec<Value> = (0..BRIDGES)
        .filter(|b| state.span[*b][0].is_some())
        .map(|b| {
            let [near, far] = state.span[b];
            json!({
                "id": piece_id(game.data.bridge(b)), "near": hex_name(near), "far": hex_name(far),
                "laid": state.laid[b], "used": state.used >> b & 1 == 1,
            })
        })
        .collect();
    let battles: Vec<Value> = state.battles[..usize::from(state.battle_count)]
        .iter()
        .map(|b| json!({"attackers": ids(b.attackers), "hexes": names(b.targets.iter()), "done": b.done}))
        .collect();
    // Marks on counters that are off the map now, or were never on it.
    let off_marks: Map<String, Value> = marks
        .iter()
        .map(|(name, set)| (*name, each(*set).filter(|p| !state.on_map(*p)).fold(0, |s: Set, p| s | p.bit())))
        .filter(|(_, set)| *set != 0)
        .map(|(name, set)| (name.to_string(), json!(ids(set))))
        .collect();
    json!({
        "turn": state.turn,
        "phase": phase_of(state.agenda.phase()),
        "active": state.phasing,
        "units": units,
        "off": off,
        "forts": names(state.forts.iter()),
        "fort-supply": {"union": state.fort_supply[0], "confederate": state.fort_supply[1]},
        "bridges": bridges,
        "agenda": state.agenda.steps().iter().map(|s| write_step(*s)).collect::<Vec<_>>(),
        "began": state.began,
        "spent": state.march.spent,
        "owed": names(state.owed.iter()),
        "reshaped": ids(state.reshaped),
        "picked": ids(state.picked),
        "returning": ids(state.returning),
        "emptied": names(state.emptied.iter()),
        "battles": battles,
        "current": state.current,
        "doubled": state.doubled,
        "retreat": [state.retreat.0, state.retreat.1],
        "vacated": names(state.vacated.iter()),
        "off-marks": off_marks,
    })
}

/// The position of that writing.
pub fn read(game: &Chancellorsville1974, value: &Value) -> Result<State, BadField> {
    let get = |field: &str| value.get(field);
    let map = value.as_object().ok_or_else(|| {
        BadField::new("", "a position is an object: {\"turn\": 3, \"phase\": \"movement\", \"active\": \"union\", \"units\": [...]}")
    })?;
    BadField::unless_position(map, &FIELDS)?;
    let last = game.data.limits.last_turn;
    let turn = match get("turn") {
        None => 1,
        Some(v) => {
            let turn = v.as_u64().filter(|t| (1..=u64::from(last)).contains(t));
            turn.ok_or_else(|| BadField::new("turn", format!("a turn from 1 to {last}")))? as u8
        }
    };
    let active = read_side(get("active").or(Some(&json!("union"))), "active")?;
    let phase = match get("phase") {
        None => "movement",
        Some(v) => v.as_str().ok_or_else(|| BadField::new("phase", format!("one of {}", PHASES.join(", "))))?,
    };
    let agenda = read_agenda(get("agenda"))?;
    if agenda.is_none() || phase != "over" {
        if !PHASES.contains(&phase) {
            return Err(BadField::new("phase", format!("{phase:?} is not one of {}", PHASES.join(", "))));
        }
        may_begin(game, turn, active, phase)?;
    }
    let first = match phase {
        "set-up" => Step::SetUp(active),
        "defensive-fire" => Step::DefensiveFire,
        "offensive-fire" => Step::OffensiveFire,
        "combat" => Step::Combat,
        "occupy" => Step::Occupy,
        "destroy" => Step::Destroy,
        "inverting" => Step::Inverting,
        "raid-die" => Step::RaidDie,
        _ => Step::Movement,
    };
    let by_hand = agenda.is_none();
    let agenda = agenda.unwrap_or_else(|| Agenda::new(first));
    if phase_of(agenda.phase()) != phase {
        return Err(BadField::new("agenda", format!("the agenda does not fit the phase {phase:?}")));
    }
    let mut state = State::empty(agenda.top());
    state.agenda = agenda;
    state.turn = turn;
    state.phasing = active;
    let opening = setup::start(game);
    if by_hand && first == Step::SetUp(Side::Confederate) {
        state.fates = opening.fates;
        state.fort_supply = opening.fort_supply;
    } else if by_hand {
        // Substitutes that a hand-written position does not name lie in the box, ready for use.
        each(game.data.substitutes).for_each(|p| state.set_fate(p, Fate::Box));
        if first == Step::SetUp(Side::Union) {
            each(game.data.union).for_each(|p| state.set_fate(p, opening.fate(p)));
            state.fort_supply[Side::Union.index()] = opening.fort_supply[Side::Union.index()];
        }
    }
    let off = read_off(game, get("off"), &mut state)?;
    read_bridges(game, get("bridges"), &mut state)?;
    read_units(game, get("units"), off, &mut state)?;
    check_bridges(game, &state)?;
    read_forts(game, value, &mut state)?;
    if by_hand {
        // Brigades on the map mean that a division left out is broken down, not set aside; a division on the map has its brigades in the box.
        for kind in [Kind::Infantry, Kind::Cavalry] {
            let parts = game.data.kind_set(kind) & game.data.substitutes & state.with_fate(Fate::Map);
            let whole = game.data.kind_set(kind) & game.data.gray & !game.data.substitutes;
            let limit = game.data.total(whole);
            let there = game.data.total(parts) + game.data.total(whole & state.with_fate(Fate::Map));
            if there > limit {
                return Err(BadField::new(
                    "units",
                    format!("Confederate {} adds up to {there}: brigades stand for divisions, at most {limit} in all (V.D)", kind.id()),
                ));
            }
        }
    }
    read_rest(game, value, &mut state)?;
    state.rebuild();
    audit::audit(game, &state).map_err(|fault| BadField::new("units", fault))?;
    check_off(game, &state)?;
    match state.agenda.phase() {
        Step::SetUp(side) => check_set_up(game, &state, side, value)?,
        _ if state.fort_supply != [0, 0] => {
            return Err(BadField::new("fort-supply", "forts are placed at set-up alone: write 0 for both sides"));
        }
        _ => {}
    }
    check_agenda(game, &state)?;
    if by_hand && state.agenda.top() == Step::Combat {
        game.force(&mut state, &mut ());
    }
    // What asks nobody is passed; a position as the program writes it has nothing of the kind.
    game.proceed(&mut state, &mut ());
    Ok(state)
}

fn read_agenda(value: Option<&Value>) -> Result<Option<Agenda>, BadField> {
    let Some(value) = value else { return Ok(None) };
    let steps = value.as_array().filter(|l| !l.is_empty() && l.len() <= DEEPEST);
    let steps = steps.ok_or_else(|| BadField::new("agenda", format!("a list of one to {DEEPEST} steps")))?;
    let mut agenda: Option<Agenda> = None;
    for (i, step) in steps.iter().enumerate() {
        let step = read_step(step, &format!("agenda[{i}]"))?;
        match &mut agenda {
            None => agenda = Some(Agenda::new(step)),
            Some(agenda) => agenda.push(step),
        }
    }
    Ok(agenda)
}

/// Reads who is off the map, and returns them.
fn read_off(game: &Chancellorsville1974, value: Option<&Value>, state: &mut State) -> Result<Set, BadField> {
    let Some(value) = value else { return Ok(0) };
    let map = value.as_object().ok_or_else(|| BadField::new("off", "an object: where counters off the map are"))?;
    let mut seen: Set = 0;
    for (name, list) in map {
        let field = format!("off.{name}");
        let fate = Fate::ALL.iter().find(|(f, id)| id == name && *f != Fate::Map).map(|(f, _)| *f);
        let fate = fate.ok_or_else(|| BadField::new(&field, "one of unplaced, box, raid, eliminated and aside"))?;
        let set = read_set(Some(list), &field)?;
        for piece in each(set) {
            if seen & piece.bit() != 0 {
                return Err(BadField::new(&field, format!("{} is in two places", piece_id(piece))));
            }
            seen |= piece.bit();
            let home = game.data.substitutes & piece.bit() != 0 || game.data.is_division(piece);
            if fate == Fate::Box && !home {
                return Err(BadField::new(&field, format!("{}: only divisions and their substitutes lie in the box", piece_id(piece))));
            }
            state.set_fate(piece, fate);
        }
    }
    Ok(seen)
}

fn read_bridges(game: &Chancellorsville1974, value: Option<&Value>, state: &mut State) -> Result<(), BadField> {
    let Some(value) = value else { return Ok(()) };
    let list = value.as_array().ok_or_else(|| BadField::new("bridges", "a list of emplaced bridges: {\"id\", \"near\", \"far\"}"))?;
    for (i, entry) in list.iter().enumerate() {
        let at = |name: &str| format!("bridges[{i}].{name}");
        known(entry, &["id", "near", "far", "laid", "used"], &format!("bridges[{i}]"))?;
        let piece = read_piece(entry.get("id"), &at("id"))?;
        let bridge = game.data.bridge_number(piece).ok_or_else(|| BadField::new(at("id"), "the id of a bridge: bridge-1 to bridge-5"))?;
        state.span[bridge] = [read_hex(entry.get("near"), &at("near"))?, read_hex(entry.get("far"), &at("far"))?];
        state.laid[bridge] = match entry.get("laid") {
            None => 0,
            Some(v) => read_small(Some(v), &at("laid"), u64::from(state.turn))?,
        };
        if entry.get("used").and_then(Value::as_bool) == Some(true) {
            state.used |= 1 << bridge;
        }
    }
    Ok(())
}

fn read_units(game: &Chancellorsville1974, value: Option<&Value>, off: Set, state: &mut State) -> Result<(), BadField> {
    let list = value.and_then(Value::as_array).ok_or_else(|| BadField::new("units", "a list of counters: {\"id\", \"hex\"}"))?;
    let mut seen: Set = 0;
    for (i, unit) in list.iter().enumerate() {
        let at = |name: &str| format!("units[{i}].{name}");
        let map = unit.as_object().ok_or_else(|| BadField::new(format!("units[{i}]"), "an object: {\"id\", \"hex\"}"))?;
        BadField::unless_known(map, &["id", "hex", "disrupted", "marks"]).map_err(|e| e.within(&format!("units[{i}]")))?;
        let piece = read_piece(unit.get("id"), &at("id"))?;
        if seen & piece.bit() != 0 {
            return Err(BadField::new(at("id"), format!("{} is there twice", piece_id(piece))));
        }
        if off & piece.bit() != 0 {
            return Err(BadField::new(at("id"), format!("{} is off the map already (see off)", piece_id(piece))));
        }
        seen |= piece.bit();
        let hex = read_hex(unit.get("hex"), &at("hex"))?;
        if game.ground.is(hex, WATER) {
            return Err(BadField::new(at("hex"), "nobody enters the Potomac"));
        }
        // Bridges that are emplaced first, so that those on them find them there.
        state.put(piece, hex);
        if let Some(v) = unit.get("disrupted") {
            state.disruption[piece.index()] = read_small(Some(v), &at("disrupted"), MOST_DISRUPTED)?;
        }
        if let Some(v) = unit.get("marks") {
            let names = v.as_array().ok_or_else(|| BadField::new(at("marks"), "a list of words"))?;
            for name in names {
                let name = name.as_str().unwrap_or_default();
                let set = mark(state, name).ok_or_else(|| BadField::new(at("marks"), format!("no mark is called {name:?}")))?;
                *set |= piece.bit();
            }
        }
        if state.face_down & piece.bit() != 0 && (!game.options.inverted || piece.side() == Side::Union) {
            return Err(BadField::new(at("marks"), "only Confederates lie face down, under optional rule III"));
        }
        if state.face_down & piece.bit() != 0 && state.disrupted(piece) {
            return Err(BadField::new(at("marks"), "a disrupted unit lies face up"));
        }
    }
    state.rebuild();
    for (i, unit) in list.iter().enumerate() {
        let piece = read_piece(unit.get("id"), "units")?;
        let hex = state.hex[piece.index()];
        if let Err(illegal) = game.room(state, piece.side(), hex, 0) {
            return Err(BadField::new(format!("units[{i}].hex"), format!("{}: {illegal}", hex_name(hex))));
        }
    }
    Ok(())
}

fn read_forts(game: &Chancellorsville1974, value: &Value, state: &mut State) -> Result<(), BadField> {
    if let Some(list) = value.get("forts") {
        let forts = read_list(Some(list), "forts", read_hex)?;
        if forts.len() > FORTS {
            return Err(BadField::new("forts", format!("at most {FORTS} forts")));
        }
        for (i, hex) in forts.into_iter().enumerate() {
            if game.ground.river(hex) || game.ground.is(hex, CITY | WATER) {
                return Err(BadField::new(format!("forts[{i}]"), "no fort stands in a river, city or water hex"));
            }
            state.forts.add(hex);
        }
    }
    if let Some(supply) = value.get("fort-supply") {
        known(supply, &["union", "confederate"], "fort-supply")?;
        for side in Side::BOTH {
            let most = [game.data.limits.union_forts, game.data.limits.confederate_forts][side.index()];
            state.fort_supply[side.index()] = read_small(supply.get(side.id()), &format!("fort-supply.{}", side.id()), u64::from(most))?;
        }
    }
    Ok(())
}

fn read_rest(game: &Chancellorsville1974, value: &Value, state: &mut State) -> Result<(), BadField> {
    let get = |field: &str| value.get(field);
    let set = |field: &str| get(field).map_or(Ok(0), |v| read_set(Some(v), field));
    let hexes = |field: &str| -> Result<Hexes, BadField> {
        get(field).map_or(Ok(Hexes::default()), |v| Ok(read_list(Some(v), field, read_hex)?.into_iter().collect()))
    };
    let small = |field: &str, most: u64| get(field).map_or(Ok(0), |v| read_small(Some(v), field, most));
    state.began = get("began").and_then(Value::as_bool).unwrap_or(false);
    state.march = March { pieces: state.march.pieces, spent: small("spent", 16)? };
    state.owed = hexes("owed")?;
    state.reshaped = set("reshaped")?;
    state.picked = set("picked")?;
    state.returning = set("returning")?;
    if each(state.returning).any(|p| state.fate(p) != Fate::Raid) {
        return Err(BadField::new("returning", "only counters that are away raiding return"));
    }
    state.emptied = hexes("emptied")?;
    state.doubled = small("doubled", 63)?;
    if let Some(v) = get("retreat") {
        state.retreat = (read_small(v.get(0), "retreat[0]", 3)?, read_small(v.get(1), "retreat[1]", MOST_DISRUPTED)?);
    }
    state.vacated = get("vacated").map_or(Ok(Targets::NONE), |v| read_targets(Some(v), "vacated"))?;
    if let Some(v) = get("battles") {
        let list = v.as_array().filter(|l| l.len() <= BATTLES);
        let list = list.ok_or_else(|| BadField::new("battles", format!("a list of at most {BATTLES} battles")))?;
        for (i, entry) in list.iter().enumerate() {
            let at = |name: &str| format!("battles[{i}].{name}");
            known(entry, &["attackers", "hexes", "done"], &format!("battles[{i}]"))?;
            let attackers = read_set(entry.get("attackers"), &at("attackers"))?;
            let done = entry.get("done").and_then(Value::as_bool).unwrap_or(false);
            if !done && each(attackers).any(|p| !state.on_map(p)) {
                return Err(BadField::new(at("attackers"), "attackers stand on the map"));
            }
            let sides = [game.data.union, game.data.gray].map(|s| attackers & s != 0);
            if sides == [true, true] {
                return Err(BadField::new(at("attackers"), "attackers are of one side"));
            }
            state.battles[i] = Battle { attackers, targets: read_targets(entry.get("hexes"), &at("hexes"))?, done };
        }
        state.battle_count = list.len() as u8;
    }
    state.current = small("current", BATTLES as u64 - 1)?;
    if let Some(v) = get("off-marks") {
        let map = v.as_object().ok_or_else(|| BadField::new("off-marks", "an object"))?;
        for (name, list) in map {
            let field = format!("off-marks.{name}");
            let extra = read_set(Some(list), &field)?;
            *mark(state, name).ok_or_else(|| BadField::new(&field, format!("no mark is called {name:?}")))? |= extra;
        }
    }
    Ok(())
}
