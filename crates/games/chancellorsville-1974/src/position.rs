//! Positions as files: complete ones as the program writes them, and short ones written by hand.
//!
//! A hand-written position begins at the start of a phase and names only the counters that matter; the others are set aside.

use board::HexId;
use engine::mix::Mixer;
use engine::{BadField, Side, Verdict};
use serde_json::{Map, Value, json};

use crate::Chancellorsville1974;
use crate::action::Targets;
use crate::counters::{BRIDGES, Gray, Kind, PIECES, PieceId, Set, each};
use crate::ground::{Bank, CITY, Hexes, WATER};
use crate::notation::{hex_name, ids, names, piece_id, read_hex, read_list, read_piece, read_set, read_targets};
use crate::state::{Agenda, BATTLES, Battle, DEEPEST, FORTS, Fate, March, State, Step};

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

fn marks(state: &State) -> [(&'static str, Set); 13] {
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

/// Whether that phase exists in that turn for that side.
fn may_begin(game: &Chancellorsville1974, turn: u8, side: Side, phase: &str) -> Result<(), BadField> {
    let row = &game.data.turns[usize::from(turn) - 1];
    if phase == "set-up" {
        return if turn == 1 { Ok(()) } else { Err(BadField::new("turn", "set-up comes before turn 1: write 1")) };
    }
    if side == Side::Confederate && row.gray == Gray::None && phase != "raid-die" {
        return Err(BadField::new("active", format!("turn {turn} has no Confederate Segment")));
    }
    let combat = ["defensive-fire", "offensive-fire", "combat", "occupy", "destroy"].contains(&phase);
    if row.night && combat {
        return Err(BadField::new("phase", format!("turn {turn} is a night turn: there is no combat phase")));
    }
    if phase == "inverting" && !(game.options.inverted && side == Side::Confederate) {
        return Err(BadField::new("phase", "counters are turned down at the end of the Confederate Segment, under optional rule III"));
    }
    if phase == "raid-die" && !(game.options.raid && row.raid) {
        return Err(BadField::new("phase", "the raiders' die is rolled after night AM turns, under optional rule V"));
    }
    Ok(())
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
    let opening = game.opening();
    if by_hand && first == Step::SetUp(Side::Confederate) {
        state.fate = opening.fate;
        state.fort_supply = opening.fort_supply;
    } else if by_hand {
        // Substitutes that a hand-written position does not name lie in the box, ready for use.
        each(game.data.substitutes).for_each(|p| state.fate[p.index()] = Fate::Box);
        if first == Step::SetUp(Side::Union) {
            each(game.data.union).for_each(|p| state.fate[p.index()] = opening.fate[p.index()]);
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
    game.inspect(&state).map_err(|fault| BadField::new("units", fault))?;
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

/// Refuses counters that wait for what will never come.
fn check_off(game: &Chancellorsville1974, state: &State) -> Result<(), BadField> {
    let waiting = state.with_fate(Fate::Unplaced);
    let placing = match state.agenda.phase() {
        Step::SetUp(Side::Confederate) => game.data.union | game.data.gray,
        Step::SetUp(Side::Union) => game.data.union,
        _ => 0,
    };
    if let Some(piece) = each(waiting & !placing).next() {
        return Err(BadField::new("off.unplaced", format!("{}: its side has set up already", piece_id(piece))));
    }
    let raiders = if game.options.raid { game.data.raiders | game.data.gray_raider.bit() } else { 0 };
    if let Some(piece) = each(state.with_fate(Fate::Raid) & !raiders).next() {
        return Err(BadField::new("off.raid", format!("{} is not away raiding: see optional rule V", piece_id(piece))));
    }
    Ok(())
}

/// Refuses a set-up that nobody could have reached: counters where they may not start, more forts than there are, marks of later phases.
fn check_set_up(game: &Chancellorsville1974, state: &State, side: Side, value: &Value) -> Result<(), BadField> {
    let units = value.get("units").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for (i, unit) in units.iter().enumerate() {
        let at = |name: &str| format!("units[{i}].{name}");
        let piece = read_piece(unit.get("id"), &at("id"))?;
        if piece.side() == Side::Union && side == Side::Confederate {
            return Err(BadField::new(at("hex"), "the Union sets up after the Confederate"));
        }
        game.may_start_at(piece, state.hex[piece.index()]).map_err(|illegal| BadField::new(at("hex"), illegal.to_string()))?;
        if state.disrupted(piece) {
            return Err(BadField::new(at("disrupted"), "nobody is disrupted before play begins"));
        }
        if let Some((name, _)) = marks(state).iter().find(|(name, set)| *name != "face-down" && set & piece.bit() != 0) {
            return Err(BadField::new(at("marks"), format!("before play begins nobody is marked {name:?}")));
        }
    }
    let mut built = [0u8; 2];
    for (i, hex) in read_list(value.get("forts").or(Some(&json!([]))), "forts", read_hex)?.into_iter().enumerate() {
        let owner = match game.ground.bank[hex.index()] {
            Bank::North => Side::Union,
            Bank::South => Side::Confederate,
            _ => return Err(BadField::new(format!("forts[{i}]"), "forts stand on their owner's side of the rivers")),
        };
        if owner == Side::Union && side == Side::Confederate {
            return Err(BadField::new(format!("forts[{i}]"), "the Union sets up after the Confederate"));
        }
        built[owner.index()] += 1;
        let all = [game.data.limits.union_forts, game.data.limits.confederate_forts][owner.index()];
        if built[owner.index()] + state.fort_supply[owner.index()] > all {
            return Err(BadField::new(
                format!("forts[{i}]"),
                format!("with those still to be placed (fort-supply) that is more than the {all} forts of the {owner} side"),
            ));
        }
    }
    if side == Side::Union && state.fort_supply[Side::Confederate.index()] != 0 {
        return Err(BadField::new("fort-supply.confederate", "the Confederate has set up already: write 0"));
    }
    let later = [
        ("owed", !state.owed.is_empty()),
        ("emptied", !state.emptied.is_empty()),
        ("battles", state.battle_count != 0),
        ("returning", state.returning != 0),
        ("began", state.began),
        ("spent", state.march.spent != 0),
        ("vacated", !state.vacated.is_empty()),
        ("retreat", state.retreat != (0, 0)),
    ];
    match later.iter().find(|(_, set)| *set) {
        Some((field, _)) => Err(BadField::new(*field, "nothing of the kind has happened before play begins")),
        None => Ok(()),
    }
}

/// Whether a step can be pending upon another.
fn may_follow(game: &Chancellorsville1974, below: Step, step: Step) -> bool {
    let fire = matches!(below, Step::DefensiveFire | Step::OffensiveFire);
    let fight = fire || matches!(below, Step::Combat | Step::Resolving);
    match step {
        Step::Marching => below == Step::Movement,
        Step::Breaking(..) => fire || matches!(below, Step::SetUp(Side::Confederate) | Step::Movement | Step::Combat),
        Step::Forming(..) => fire || matches!(below, Step::Movement | Step::Combat),
        Step::Resolving => game.options.inverted && (fire || below == Step::Combat),
        Step::Die | Step::Aftermath => fight,
        Step::FallBack(_) => matches!(below, Step::Die | Step::FallBack(_)) && game.options.functions,
        Step::Retreat => matches!(below, Step::Die | Step::FallBack(_) | Step::Aftermath),
        Step::Advance => matches!(below, Step::Combat | Step::Resolving),
        _ => false,
    }
}

/// Refuses pending steps that could not be answered.
fn check_agenda(game: &Chancellorsville1974, state: &State) -> Result<(), BadField> {
    let bad = |why: &str| Err(BadField::new("agenda", why.to_string()));
    let steps = state.agenda.steps();
    for (i, step) in steps.iter().enumerate() {
        let pending = i > 0;
        let bottom =
            matches!(step, Step::SetUp(_) | Step::Movement | Step::DefensiveFire | Step::OffensiveFire | Step::Combat | Step::Occupy)
                || matches!(step, Step::Destroy | Step::Inverting | Step::RaidDie | Step::Over(_));
        if pending == bottom {
            return bad("the first step is a phase, those after it are what is pending in it");
        }
        if pending && !may_follow(game, steps[i - 1], *step) {
            return bad("a step is never pending upon the one before it");
        }
        let battle = state.current < state.battle_count;
        let fits = match step {
            Step::Marching => {
                let hexes: Vec<HexId> = each(state.march.pieces).map(|p| state.hex[p.index()]).collect();
                let own = state.march.pieces & !game.data.side(state.phasing) == 0;
                own && !hexes.is_empty() && hexes.iter().all(|h| *h == hexes[0])
            }
            Step::Breaking(p, left) => game.data.is_division(*p) && state.on_map(*p) && game.exchange_adds_up(state, *left),
            Step::Forming(p, left, _) => {
                game.data.is_division(*p) && state.fate[p.index()] == Fate::Box && game.exchange_adds_up(state, *left)
            }
            // All targets may have fallen back, as long as their retreat is pending.
            Step::Die if i + 1 < steps.len() => battle && state.battle().attackers != 0,
            Step::Die | Step::Aftermath | Step::FallBack(_) => {
                battle && !state.battle().targets.is_empty() && state.battle().attackers != 0
            }
            Step::Advance => battle,
            Step::Resolving => state.battle_count > 0,
            Step::Retreat => {
                let sides = [game.data.union, game.data.gray].map(|s| state.retreating & s != 0);
                sides != [true, true] && state.retreating != 0 && (1..=3).contains(&state.retreat.0)
            }
            _ => true,
        };
        if !fits {
            return bad("a pending step lacks what it needs: pieces, a battle, or a retreat");
        }
        if matches!(step, Step::Die) && !state.battle().targets.is_empty() && game.column_of(state).is_none() {
            return bad("the battle at hand stands below 1-4");
        }
        if matches!(step, Step::FallBack(hex) if !game.may_give_way(state, state.phasing.enemy(), *hex)) {
            return bad("no cavalry can fall back there");
        }
    }
    Ok(())
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
            state.fate[piece.index()] = fate;
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

fn check_bridges(game: &Chancellorsville1974, state: &State) -> Result<(), BadField> {
    for bridge in (0..BRIDGES).filter(|b| state.span[*b][0].is_some()) {
        let piece = game.data.bridge(bridge);
        let hex = state.hex[piece.index()];
        if !hex.is_some() || !game.ground.river(hex) {
            return Err(BadField::new("bridges", format!("{} is emplaced: its hex under units must be a river hex", piece_id(piece))));
        }
        let [near, far] = state.span[bridge];
        let banks = [near, far].map(|h| game.ground.bank[h.index()]);
        let fits = [near, far].iter().all(|h| game.ground.adjacent(hex, *h)) && !banks.contains(&Bank::None) && banks[0] != banks[1];
        if !fits {
            return Err(BadField::new(
                "bridges",
                format!("near and far of {} must be land hexes beside it on different banks", piece_id(piece)),
            ));
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
    if each(state.returning).any(|p| state.fate[p.index()] != Fate::Raid) {
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

/// The hash of a position.
pub fn hash(state: &State) -> u64 {
    let mut mixer = Mixer::default();
    let mut wide = |set: Set| {
        mixer.add(set as u64).add((set >> 64) as u64);
    };
    let marks = marks(state);
    // Marks that few positions have count only where they are, so that all others keep the hash that saves know them by.
    let rare = |name: &str| matches!(name, "barred" | "spared");
    marks.iter().filter(|(name, set)| *set != 0 || !rare(name)).for_each(|(_, set)| wide(*set));
    [state.reshaped, state.picked, state.returning].into_iter().for_each(&mut wide);
    for battle in &state.battles[..usize::from(state.battle_count)] {
        wide(battle.attackers);
        let targets =
            battle.targets.iter().fold(u64::from(battle.done), |word, h| word.wrapping_mul(4099).wrapping_add(u64::from(h.0) + 1));
        wide(Set::from(targets));
    }
    for i in 0..PIECES {
        let word = u64::from(state.hex[i].0) << 16 | u64::from(state.fate[i] as u8) << 8 | u64::from(state.disruption[i]);
        mixer.add(word);
    }
    for set in [&state.forts, &state.owed, &state.emptied] {
        set.words().iter().for_each(|w| {
            mixer.add(*w);
        });
    }
    for bridge in 0..BRIDGES {
        let [near, far] = state.span[bridge];
        mixer.add(u64::from(near.0) << 32 | u64::from(far.0) << 16 | u64::from(state.laid[bridge]));
    }
    for step in state.agenda.steps() {
        mixer.add(engine::mix::hash_text(&format!("{step:?}")));
    }
    state.vacated.iter().for_each(|h| {
        mixer.add(u64::from(h.0));
    });
    let small = [
        state.turn,
        state.phasing.index() as u8,
        state.used,
        u8::from(state.began),
        state.march.spent,
        state.fort_supply[0],
        state.fort_supply[1],
        state.battle_count,
        state.current,
        state.doubled,
        state.retreat.0,
        state.retreat.1,
    ];
    small.into_iter().for_each(|b| {
        mixer.add(u64::from(b));
    });
    mixer.finish()
}

impl Chancellorsville1974 {
    fn exchange_adds_up(&self, state: &State, left: u8) -> bool {
        self.exchange(state).is_none_or(|(_, _, pool)| {
            let strengths: Vec<u16> = each(pool).map(|p| u16::from(self.data.strength[p.index()])).collect();
            left > 0 && contact::losses::sums_to(&strengths, u32::from(left))
        })
    }

    fn column_of(&self, state: &State) -> Option<i16> {
        let battle = state.battle();
        let fire = self.firing_side(state).is_some();
        let (attack, defence) = self.sums(state, battle.attackers, &battle.targets, fire, &mut |_, _, _| {});
        Self::column(attack, defence)
    }
}
