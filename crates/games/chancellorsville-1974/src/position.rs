//! Positions as files: complete ones as the program writes them, and short ones written by hand.
//!
//! A hand-written position begins at the start of a phase and names only the counters that matter; the others are set aside.

use engine::{BadField, Header, Positions, Reading, Side, Verdict};
use serde_json::{Map, Value, json};

use crate::action::Targets;
use crate::counters::{BRIDGES, Kind, PIECES, PieceId, Set, each};
use crate::ground::{CITY, Hexes, WATER};
use crate::loaded::{check_agenda, check_bridges, check_off, check_set_up, may_begin};
use crate::notation::{hex_name, ids, names, piece_id, piece_of, read_hex, read_hexes, read_piece, read_set, read_targets};
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
/// The most strength of a division that can be left to pick.
const MOST_BRIGADES: u64 = 12;
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

fn read_step(step: &Reading<'_>) -> Result<Step, BadField> {
    step.only(&["step", "side", "piece", "left", "hex", "winner"])?;
    let hex = || read_hex(&step.field("hex"));
    let piece = || read_piece(&step.field("piece"));
    let left = || step.field("left").number(0..=MOST_BRIGADES);
    Ok(match step.field("step").text()? {
        "set-up" => Step::SetUp(step.field("side").side()?),
        "movement" => Step::Movement,
        "marching" => Step::Marching,
        "breaking" => Step::Breaking(piece()?, left()?),
        "forming" => Step::Forming(piece()?, left()?, hex()?),
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
        "over" => Step::Over(Verdict { winner: Some(step.field("winner").side()?), level: 0 }),
        other => return Err(step.field("step").fault(format!("no step is called {other:?}"))),
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

impl Positions for Chancellorsville1974 {
    fn write_position(&self, state: &State) -> Value {
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
                    "id": piece_id(self.data.bridge(b)), "near": hex_name(near), "far": hex_name(far),
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
        let rest = json!({
            "units": units,
            "off": off,
            "forts": names(state.forts.iter()),
            "fort-supply": {"union": state.fort_supply[0], "confederate": state.fort_supply[1]},
            "bridges": bridges,
            "agenda": state.agenda.as_slice().iter().map(|s| write_step(*s)).collect::<Vec<_>>(),
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
        });
        Header::write(state.turn, phase_of(state.agenda.phase()), Some(state.phasing), rest)
    }

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        let position = Reading::position(value, &FIELDS)?;
        let header = Header::read(&position, 1..=self.data.limits.last_turn)?;
        let (turn, active) = (header.turn.unwrap_or(1), header.active.unwrap_or(Side::Union));
        let phase = header.phase.given().map_or(Ok("movement"), |phase| phase.text())?;
        let agenda = read_agenda(&position.field("agenda"))?;
        if agenda.is_none() || phase != "over" {
            if !PHASES.contains(&phase) {
                return Err(header.phase.fault(format!("{phase:?} is not one of {}", PHASES.join(", "))));
            }
            may_begin(self, turn, active, phase)?;
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
        let agenda = agenda.unwrap_or_else(|| Agenda::of(&[first]));
        if phase_of(agenda.phase()) != phase {
            return Err(BadField::new("agenda", format!("the agenda does not fit the phase {phase:?}")));
        }
        let mut state = State::empty(agenda.top());
        state.agenda = agenda;
        state.turn = turn;
        state.phasing = active;
        let opening = setup::start(self);
        if by_hand && first == Step::SetUp(Side::Confederate) {
            state.fates = opening.fates;
            state.fort_supply = opening.fort_supply;
        } else if by_hand {
            // Substitutes that a hand-written position does not name lie in the box, ready for use.
            each(self.data.substitutes).for_each(|p| state.set_fate(p, Fate::Box));
            if first == Step::SetUp(Side::Union) {
                each(self.data.union).for_each(|p| state.set_fate(p, opening.fate(p)));
                state.fort_supply[Side::Union.index()] = opening.fort_supply[Side::Union.index()];
            }
        }
        let off = read_off(self, &position, &mut state)?;
        read_bridges(self, &position, &mut state)?;
        read_units(self, &position, off, &mut state)?;
        check_bridges(self, &state)?;
        read_forts(self, &position, &mut state)?;
        if by_hand {
            // Brigades on the map mean that a division left out is broken down, not set aside; a division on the map has its brigades in the box.
            for kind in [Kind::Infantry, Kind::Cavalry] {
                let parts = self.data.kind_set(kind) & self.data.substitutes & state.with_fate(Fate::Map);
                let whole = self.data.kind_set(kind) & self.data.gray & !self.data.substitutes;
                let limit = self.data.total(whole);
                let there = self.data.total(parts) + self.data.total(whole & state.with_fate(Fate::Map));
                if there > limit {
                    return Err(BadField::new(
                        "units",
                        format!("Confederate {} adds up to {there}: brigades stand for divisions, at most {limit} in all (V.D)", kind.id()),
                    ));
                }
            }
        }
        read_rest(self, &position, &mut state)?;
        state.rebuild();
        audit::audit(self, &state).map_err(|fault| BadField::new("units", fault))?;
        check_off(self, &state)?;
        match state.agenda.phase() {
            Step::SetUp(side) => check_set_up(self, &state, side, &position)?,
            _ if state.fort_supply != [0, 0] => {
                return Err(BadField::new("fort-supply", "forts are placed at set-up alone: write 0 for both sides"));
            }
            _ => {}
        }
        check_agenda(self, &state)?;
        if by_hand && state.agenda.top() == Step::Combat {
            self.force(&mut state, &mut ());
        }
        // What asks nobody is passed; a position as the program writes it has nothing of the kind.
        self.proceed(&mut state, &mut ());
        Ok(state)
    }
}

fn read_agenda(list: &Reading<'_>) -> Result<Option<Agenda>, BadField> {
    if !list.is_there() {
        return Ok(None);
    }
    let steps = list.list()?;
    if steps.is_empty() || steps.len() > DEEPEST {
        return Err(list.fault(format!("a list of one to {DEEPEST} steps")));
    }
    let mut agenda = Agenda::of(&[read_step(&steps[0])?]);
    for step in &steps[1..] {
        agenda.push(read_step(step)?);
    }
    Ok(Some(agenda))
}

/// Reads who is off the map, and returns them.
fn read_off(game: &Chancellorsville1974, position: &Reading<'_>, state: &mut State) -> Result<Set, BadField> {
    let mut seen: Set = 0;
    for (name, list) in position.field("off").entries()? {
        let fate = Fate::ALL.iter().find(|(f, id)| *id == name && *f != Fate::Map).map(|(f, _)| *f);
        let fate = fate.ok_or_else(|| list.fault("one of unplaced, box, raid, eliminated and aside"))?;
        for piece in each(read_set(&list)?) {
            if seen & piece.bit() != 0 {
                return Err(list.fault(format!("{} is in two places", piece_id(piece))));
            }
            seen |= piece.bit();
            let home = game.data.substitutes & piece.bit() != 0 || game.data.is_division(piece);
            if fate == Fate::Box && !home {
                return Err(list.fault(format!("{}: only divisions and their substitutes lie in the box", piece_id(piece))));
            }
            state.set_fate(piece, fate);
        }
    }
    Ok(seen)
}

fn read_bridges(game: &Chancellorsville1974, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
    for entry in position.field("bridges").list_or_nothing()? {
        entry.only(&["id", "near", "far", "laid", "used"])?;
        let id = entry.field("id");
        let bridge = game.data.bridge_number(read_piece(&id)?).ok_or_else(|| id.fault("the id of a bridge: bridge-1 to bridge-5"))?;
        state.span[bridge] = [read_hex(&entry.field("near"))?, read_hex(&entry.field("far"))?];
        state.laid[bridge] = entry.field("laid").number_or_zero(u64::from(state.turn))?;
        if entry.field("used").flag()? {
            state.used |= 1 << bridge;
        }
    }
    Ok(())
}

fn read_units(game: &Chancellorsville1974, position: &Reading<'_>, off: Set, state: &mut State) -> Result<(), BadField> {
    let units = position.units(&["id", "hex", "disrupted", "marks"], piece_of)?;
    for (piece, unit) in &units {
        let (piece, hex, marks) = (*piece, unit.field("hex"), unit.field("marks"));
        if off & piece.bit() != 0 {
            return Err(unit.field("id").fault(format!("{} is off the map already (see off)", piece_id(piece))));
        }
        let at = read_hex(&hex)?;
        if game.ground.is(at, WATER) {
            return Err(hex.fault("nobody enters the Potomac"));
        }
        // Bridges that are emplaced first, so that those on them find them there.
        state.put(piece, at);
        state.disruption[piece.index()] = unit.field("disrupted").number_or_zero(MOST_DISRUPTED)?;
        for name in marks.list_or_nothing()? {
            let set = mark(state, name.text()?).ok_or_else(|| name.fault("no mark is called that"))?;
            *set |= piece.bit();
        }
        if state.face_down & piece.bit() != 0 && (!game.options.inverted || piece.side() == Side::Union) {
            return Err(marks.fault("only Confederates lie face down, under optional rule III"));
        }
        if state.face_down & piece.bit() != 0 && state.disrupted(piece) {
            return Err(marks.fault("a disrupted unit lies face up"));
        }
    }
    state.rebuild();
    for (piece, unit) in units {
        let hex = state.hex[piece.index()];
        game.room(state, piece.side(), hex, 0).map_err(|illegal| unit.field("hex").fault(format!("{}: {illegal}", hex_name(hex))))?;
    }
    Ok(())
}

fn read_forts(game: &Chancellorsville1974, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
    let forts = position.field("forts").list_or_nothing()?;
    if forts.len() > FORTS {
        return Err(position.field("forts").fault(format!("at most {FORTS} forts")));
    }
    for name in forts {
        let hex = read_hex(&name)?;
        if game.ground.river(hex) || game.ground.is(hex, CITY | WATER) {
            return Err(name.fault("no fort stands in a river, city or water hex"));
        }
        state.forts.insert(hex);
    }
    if let Some(supply) = position.field("fort-supply").given() {
        supply.only(&["union", "confederate"])?;
        for side in Side::BOTH {
            let most = [game.data.limits.union_forts, game.data.limits.confederate_forts][side.index()];
            state.fort_supply[side.index()] = supply.field(side.id()).number(0..=u64::from(most))?;
        }
    }
    Ok(())
}

fn read_rest(game: &Chancellorsville1974, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
    let set = |field: &str| position.field(field).given().map_or(Ok(0), |list| read_set(&list));
    let hexes = |field: &str| -> Result<Hexes, BadField> {
        position.field(field).given().map_or(Ok(Hexes::default()), |list| Ok(read_hexes(&list)?.into_iter().collect()))
    };
    let small = |field: &str, most: u64| position.field(field).number_or_zero(most);
    state.began = position.field("began").flag()?;
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
    if let Some(retreat) = position.field("retreat").given() {
        let [length, disruption] = &retreat.list()?[..] else { return Err(retreat.fault("two numbers are wanted")) };
        state.retreat = (length.number(0..=3)?, disruption.number(0..=MOST_DISRUPTED)?);
    }
    state.vacated = position.field("vacated").given().map_or(Ok(Targets::NONE), |list| read_targets(&list))?;
    read_battles(game, &position.field("battles"), state)?;
    state.current = small("current", BATTLES as u64 - 1)?;
    for (name, list) in position.field("off-marks").entries()? {
        let extra = read_set(&list)?;
        *mark(state, name).ok_or_else(|| list.fault("no mark is called that"))? |= extra;
    }
    Ok(())
}

fn read_battles(game: &Chancellorsville1974, list: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
    let battles = list.list_or_nothing()?;
    if battles.len() > BATTLES {
        return Err(list.fault(format!("a list of at most {BATTLES} battles")));
    }
    for (i, entry) in battles.iter().enumerate() {
        entry.only(&["attackers", "hexes", "done"])?;
        let attackers = read_set(&entry.field("attackers"))?;
        let done = entry.field("done").flag()?;
        if !done && each(attackers).any(|p| !state.on_map(p)) {
            return Err(entry.field("attackers").fault("attackers stand on the map"));
        }
        let sides = [game.data.union, game.data.gray].map(|s| attackers & s != 0);
        if sides == [true, true] {
            return Err(entry.field("attackers").fault("attackers are of one side"));
        }
        state.battles[i] = Battle { attackers, targets: read_targets(&entry.field("hexes"))?, done };
    }
    state.battle_count = battles.len() as u8;
    Ok(())
}
