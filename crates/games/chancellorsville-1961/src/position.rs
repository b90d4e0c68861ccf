//! Positions as written: complete when saved, short when written by hand. Only what the rules allow becomes a [`State`].
//!
//! A hand-written position begins at the start of a movement portion (or of the division of battles) and names the units that
//! matter; all others are set aside: off the map, not eliminated.

use crate::action::Manner;
use crate::audit::set_up_step;
use crate::counters::{FORTS, Kind, Piece, Set, pieces};
use crate::ground::{Land, OFF};
use crate::notation::{object, text};
use crate::state::{LAST_TURN, Step};
use crate::{Chancellorsville1961, State};
use board::HexId;
use engine::{BadField, Side};
use serde_json::{Map, Value, json};

/// The phases by name, as written.
const PHASES: [(&str, Step); 14] = [
    ("forts-union", Step::Forts(Side::Union)),
    ("forts-confederate", Step::Forts(Side::Confederate)),
    ("withhold", Step::Withhold),
    ("deploy-union", Step::DeployUnion),
    ("deploy-confederate", Step::DeployConfederate),
    ("deploy-rest", Step::DeployRest),
    ("move", Step::Move),
    ("divide", Step::Divide),
    ("choose-battle", Step::Choose),
    ("roll", Step::Roll),
    ("exchange", Step::Exchange),
    ("retreat", Step::Retreat),
    ("occupy", Step::Occupy),
    ("over", Step::Over(Side::Union)),
];

/// The manners of a battle by name.
const MANNERS: [(&str, Manner); 4] =
    [("close", Manner::Close), ("guns", Manner::Guns), ("bombard", Manner::Bombard), ("approach", Manner::Approach)];

/// What a position may say besides what every position does.
const FIELDS: [&str; 12] =
    ["forts", "eliminated", "box", "waiting", "corps", "bridges", "in_contact", "battles", "occupiers", "bound", "at_hand", "winner"];

/// The name of a phase.
pub(crate) fn phase_name(step: Step) -> &'static str {
    match step {
        Step::Over(_) => "over",
        _ => PHASES.iter().find(|(_, s)| *s == step).map_or("over", |(name, _)| name),
    }
}

fn number(map: &Map<String, Value>, field: &str, default: u64, most: u64) -> Result<u64, BadField> {
    match map.get(field) {
        None | Some(Value::Null) => Ok(default),
        Some(value) => {
            value.as_u64().filter(|n| *n <= most).ok_or_else(|| BadField::new(field, format!("a whole number from 0 to {most} is wanted")))
        }
    }
}

fn flag(map: &Map<String, Value>, field: &str) -> Result<bool, BadField> {
    match map.get(field) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(on)) => Ok(*on),
        Some(_) => Err(BadField::new(field, "true or false is wanted")),
    }
}

fn side(map: &Map<String, Value>, field: &str, default: Side) -> Result<Side, BadField> {
    match map.get(field) {
        None | Some(Value::Null) => Ok(default),
        Some(value) => value.as_str().and_then(Side::from_id).ok_or_else(|| BadField::new(field, "a side is union or confederate")),
    }
}

fn list<'a>(map: &'a Map<String, Value>, field: &str) -> Result<&'a [Value], BadField> {
    match map.get(field) {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(list)) => Ok(list),
        Some(_) => Err(BadField::new(field, "a list is wanted")),
    }
}

impl Chancellorsville1961 {
    /// A position, complete.
    pub(crate) fn position_in_full(&self, state: &State) -> Value {
        let book = self.book;
        let units: Vec<Value> = pieces(state.on_map())
            .map(|p| {
                let mut unit = json!({ "id": self.id(p), "hex": self.hex_name(state.hex(p)) });
                if state.spent[p.index()] > 0 {
                    unit["moved"] = json!(state.spent[p.index()]);
                }
                for (name, set) in [("halted", state.halted), ("slowed", state.slowed), ("swapped", state.swapped)] {
                    if set & p.bit() != 0 {
                        unit[name] = json!(true);
                    }
                }
                if self.is_stranded(state, p) {
                    unit["stranded"] = json!(true);
                }
                unit
            })
            .collect();
        let names = |hexes: &mut dyn Iterator<Item = HexId>| hexes.map(|h| self.hex_name(h)).collect::<Vec<_>>();
        let mut position = json!({
            "turn": state.turn,
            "phase": phase_name(state.step),
            "active": state.mover.id(),
            "units": units,
            "forts": { "union": names(&mut state.forts(Side::Union)), "confederate": names(&mut state.forts(Side::Confederate)) },
            "eliminated": self.ids(state.lost),
            "box": self.ids(state.boxed),
        });
        if state.waiting != 0 {
            position["waiting"] = json!(self.ids(state.waiting));
        }
        position["corps"] = json!(book.pairs[usize::from(state.withheld)].corps);
        let bridges: Vec<Value> = pieces(book.bridges)
            .filter_map(|b| {
                let n = book.bridge(b)?;
                let (near, far) = state.spans[n];
                let captured = state.captured >> n & 1 == 1;
                if near == OFF && !captured {
                    return None;
                }
                let mut bridge = json!({ "id": self.id(b) });
                if near != OFF {
                    bridge["near"] = json!(self.hex_name(near));
                    bridge["far"] = json!(self.hex_name(far));
                    bridge["unfinished"] = json!(state.unfinished >> n & 1 == 1);
                }
                bridge["captured"] = json!(captured);
                Some(bridge)
            })
            .collect();
        if !bridges.is_empty() {
            position["bridges"] = json!(bridges);
        }
        let rights: Map<String, Value> = book
            .gun_list
            .iter()
            .enumerate()
            .filter(|(n, _)| state.rights[*n] != 0)
            .map(|(n, gun)| (self.id(*gun).to_string(), json!(self.ids(state.rights[n]))))
            .collect();
        if !rights.is_empty() {
            position["in_contact"] = Value::Object(rights);
        }
        self.write_battles(state, &mut position);
        if let Step::Over(winner) = state.step {
            position["winner"] = json!(winner.id());
        }
        position
    }

    fn write_battles(&self, state: &State, position: &mut Value) {
        if state.battles == 0 && state.bound == 0 {
            return;
        }
        let own = self.book.of[state.mover.index()];
        let battles: Vec<Value> = (1..=state.battles)
            .map(|n| {
                let members = state.members(n);
                json!({
                    "attackers": self.ids(members & own),
                    "defenders": self.ids(members & !own),
                    "fought": state.step != Step::Divide && state.unfought >> n & 1 == 0,
                    "open": state.open && n == state.battles,
                })
            })
            .collect();
        position["battles"] = json!(battles);
        if state.members(crate::retreat::DONE) != 0 {
            position["occupiers"] = json!(self.ids(state.members(crate::retreat::DONE)));
        }
        if state.bound != 0 {
            position["bound"] = json!(self.ids(state.bound));
        }
        if state.now != 0 {
            let manner = MANNERS.iter().find(|(_, m)| *m == state.manner).map_or("close", |(name, _)| name);
            let won: Vec<String> = state.won.iter().filter(|h| **h != OFF).map(|h| self.hex_name(*h)).collect();
            position["at_hand"] = json!({
                "battle": state.now,
                "manner": manner,
                "chooser": state.chooser.id(),
                "losers": self.ids(state.losers),
                "doomed": self.ids(state.doomed),
                "owed": state.owed,
                "won": won,
            });
        }
    }

    /// The position of that writing.
    pub(crate) fn position_of(&self, value: &Value) -> Result<State, BadField> {
        let book = self.book;
        let map = object(value)?;
        BadField::unless_position(map, &FIELDS)?;
        let mut state = State::empty();
        let phase = match map.get("phase") {
            None | Some(Value::Null) => "move",
            Some(_) => text(map, "phase")?,
        };
        state.step = PHASES.iter().find(|(name, _)| *name == phase).map(|(_, s)| *s).ok_or_else(|| {
            let names: Vec<&str> = PHASES.iter().map(|(name, _)| *name).collect();
            BadField::new("phase", format!("no phase {phase:?}; there are {}", names.join(", ")))
        })?;
        let playing = crate::setup::deployer(state.step).is_none();
        state.turn = number(map, "turn", u64::from(playing), u64::from(LAST_TURN))? as u8;
        if playing != (state.turn > 0) {
            return Err(BadField::new("turn", "turns are 1 to 25; the set-up is turn 0"));
        }
        state.mover = side(map, "active", Side::Union)?;
        if !playing && state.mover != Side::Union {
            return Err(BadField::new("active", "during the set-up the Union counts as active"));
        }
        if matches!(state.step, Step::Over(_)) {
            state.step = Step::Over(side(map, "winner", Side::Union)?);
        }
        if map.contains_key("corps") {
            state.withheld = self.pair_in(map)?;
        }
        self.read_forts(map, &mut state)?;
        self.read_off_map(map, &mut state, playing)?;
        self.read_units(map, &mut state)?;
        self.read_bridges(map, &mut state)?;
        self.read_rights(map, &mut state)?;
        self.settle_leftovers(map, &mut state, playing);
        self.read_battles(map, &mut state)?;
        self.first_fault(&state).map_err(|e| self.at_unit(map, e))?;
        self.examine_strands(map, &state)?;
        self.examine_step(&state)?;
        if state.step == Step::Divide {
            self.fix_duties(&mut state);
        }
        if state.step == Step::Move
            && let Some(winner) = self.early_winner(&state)
        {
            return Err(BadField::new("eliminated", format!("the {winner} side has won already")));
        }
        debug_assert!(state.caches_hold(book));
        Ok(state)
    }

    /// A fault of a counter as a fault of the field that places it.
    fn at_unit(&self, map: &Map<String, Value>, fault: BadField) -> BadField {
        let place = fault.field.strip_prefix("units: ").and_then(|id| {
            let units = map.get("units")?.as_array()?;
            units.iter().position(|unit| unit.get("id").and_then(Value::as_str) == Some(id))
        });
        match place {
            Some(i) => BadField::new(format!("units[{i}].hex"), fault.because),
            None => fault,
        }
    }

    fn read_forts(&self, map: &Map<String, Value>, state: &mut State) -> Result<(), BadField> {
        let Some(forts) = map.get("forts") else {
            return Ok(());
        };
        let forts = object(forts).map_err(|e| e.within("forts"))?;
        BadField::unless_known(forts, &["union", "confederate"]).map_err(|e| e.within("forts"))?;
        for side in Side::BOTH {
            for (i, value) in list(forts, side.id()).map_err(|e| e.within("forts"))?.iter().enumerate() {
                let field = format!("forts.{}[{i}]", side.id());
                let name = value.as_str().ok_or_else(|| BadField::new(&field, "the name of a hex is wanted"))?;
                let hex = self.hex_of(name, &field)?;
                if self.book.ground.land(hex) == Land::None || self.book.ground.closed(hex) {
                    return Err(BadField::new(field, "forts stand on land"));
                }
                if state.is_fort(hex) {
                    return Err(BadField::new(field, "one fort in a hex"));
                }
                if !state.build_fort(side, hex) {
                    return Err(BadField::new(field, format!("the {side} side has {} forts", FORTS[side.index()])));
                }
            }
        }
        Ok(())
    }

    fn optional_set(&self, map: &Map<String, Value>, field: &str) -> Result<Set, BadField> {
        if map.get(field).is_none_or(Value::is_null) { Ok(0) } else { self.set_in(map, field) }
    }

    fn read_off_map(&self, map: &Map<String, Value>, state: &mut State, playing: bool) -> Result<(), BadField> {
        state.lost = self.optional_set(map, "eliminated")?;
        state.boxed = self.optional_set(map, "box")?;
        state.waiting = self.optional_set(map, "waiting")?;
        let divisions = self.book.divisions.iter().fold(0, |s, d| s | d.counter.bit());
        if state.boxed & !(self.book.substitutes | divisions) != 0 {
            return Err(BadField::new("box", "only Confederate divisions and their substitutes lie in the box"));
        }
        if playing && state.waiting != 0 {
            return Err(BadField::new("waiting", "counters wait only during the set-up"));
        }
        if state.lost & state.boxed | state.lost & state.waiting | state.boxed & state.waiting != 0 {
            return Err(BadField::new("eliminated", "a counter is named both here and in the box or among those waiting"));
        }
        Ok(())
    }

    fn read_units(&self, map: &Map<String, Value>, state: &mut State) -> Result<(), BadField> {
        for (i, value) in list(map, "units")?.iter().enumerate() {
            let field = format!("units[{i}]");
            let unit = object(value).map_err(|e| e.within(&field))?;
            BadField::unless_known(unit, &["id", "hex", "moved", "halted", "slowed", "swapped", "stranded"])
                .map_err(|e| e.within(&field))?;
            let piece = self.piece_of(text(unit, "id").map_err(|e| e.within(&field))?, &format!("{field}.id"))?;
            let hex = self.hex_of(text(unit, "hex").map_err(|e| e.within(&field))?, &format!("{field}.hex"))?;
            if state.hex(piece) != OFF || (state.lost | state.boxed | state.waiting) & piece.bit() != 0 {
                return Err(BadField::new(format!("{field}.id"), format!("{} is named twice", self.id(piece))));
            }
            self.may_stand(piece, hex).map_err(|because| BadField::new(format!("{field}.hex"), because))?;
            state.put(self.book, piece, hex);
            let most = u64::from(self.book.movement[piece.index()]);
            state.spent[piece.index()] = number(unit, "moved", 0, most).map_err(|e| e.within(&field))? as u8;
            for (name, set) in [("halted", &mut state.halted), ("slowed", &mut state.slowed), ("swapped", &mut state.swapped)] {
                if flag(unit, name).map_err(|e| e.within(&field))? {
                    *set |= piece.bit();
                }
            }
            let stranded = flag(unit, "stranded").map_err(|e| e.within(&field))?;
            if stranded && !self.book.ground.river(hex) {
                return Err(BadField::new(format!("{field}.stranded"), "only a unit on the river can be stranded"));
            }
            if stranded && self.book.kind[piece.index()] != Kind::Infantry {
                return Err(BadField::new(format!("{field}.stranded"), "only infantry whose boat was destroyed can be stranded"));
            }
        }
        Ok(())
    }

    /// Whether a counter can be in a hex at all, boats and bridges apart.
    pub(crate) fn may_stand(&self, piece: Piece, hex: HexId) -> Result<(), &'static str> {
        let (book, ground) = (self.book, &self.book.ground);
        if ground.closed(hex) {
            return Err("the Potomac cannot be entered");
        }
        if book.is(piece, book.trains()) && !ground.river(hex) && !ground.road(hex) {
            return Err("boats and bridges keep to road hexes and rivers");
        }
        Ok(())
    }

    fn read_bridges(&self, map: &Map<String, Value>, state: &mut State) -> Result<(), BadField> {
        for (i, value) in list(map, "bridges")?.iter().enumerate() {
            let field = format!("bridges[{i}]");
            let entry = object(value).map_err(|e| e.within(&field))?;
            BadField::unless_known(entry, &["id", "near", "far", "unfinished", "captured"]).map_err(|e| e.within(&field))?;
            let bridge = self.piece_of(text(entry, "id").map_err(|e| e.within(&field))?, &format!("{field}.id"))?;
            let n = self.book.bridge(bridge).ok_or_else(|| BadField::new(format!("{field}.id"), "this is no bridge"))?;
            if flag(entry, "captured").map_err(|e| e.within(&field))? {
                state.captured |= 1 << n;
            }
            if !entry.contains_key("far") {
                continue;
            }
            let read = |name: &str| -> Result<HexId, BadField> {
                self.hex_of(text(entry, name).map_err(|e| e.within(&field))?, &format!("{field}.{name}"))
            };
            let (near, far, river) = (read("near")?, read("far")?, state.hex(bridge));
            let ground = &self.book.ground;
            let banks = river != OFF && ground.river(river) && ground.around(river).contains(&near) && ground.around(river).contains(&far);
            let lands = (ground.land(near), ground.land(far));
            if !banks || lands.0 == Land::None || lands.1 == Land::None || lands.0 == lands.1 {
                return Err(BadField::new(
                    format!("{field}.far"),
                    "a laid bridge is in a river hex and joins two opposite shores beside it",
                ));
            }
            state.spans[n] = (near, far);
            if flag(entry, "unfinished").map_err(|e| e.within(&field))? {
                state.unfinished |= 1 << n;
            }
        }
        Ok(())
    }

    fn read_rights(&self, map: &Map<String, Value>, state: &mut State) -> Result<(), BadField> {
        let Some(rights) = map.get("in_contact").filter(|v| !v.is_null()) else {
            return Ok(());
        };
        let rights = object(rights).map_err(|e| e.within("in_contact"))?;
        for id in rights.keys() {
            let field = format!("in_contact.{id}");
            let gun = self.piece_of(id, &field)?;
            let n = self.book.gun(gun).ok_or_else(|| BadField::new(&field, "this is no artillery"))?;
            let enemies = self.set_in(rights, id).map_err(|e| e.within("in_contact"))?;
            let allowed = self.book.units() & self.book.of[self.book.side(gun).enemy().index()];
            let apart = |e: Piece| state.hex(e) == OFF || self.book.ground.distance(state.hex(gun), state.hex(e)) > 2;
            if state.hex(gun) == OFF || enemies & !allowed != 0 || pieces(enemies).any(apart) {
                return Err(BadField::new(field, "artillery is in contact with enemies within two hexes"));
            }
            state.rights[n] = enemies;
        }
        Ok(())
    }

    /// What a position does not name: substitutes lie in their box unless it says otherwise; before play those whose step of the set-up is still to come wait.
    fn settle_leftovers(&self, map: &Map<String, Value>, state: &mut State, playing: bool) {
        let known = state.on_map() | state.lost | state.boxed | state.waiting;
        if !map.contains_key("box") {
            state.boxed |= self.book.substitutes & !known;
        }
        if !playing && !map.contains_key("waiting") {
            let rest = (self.book.of[0] | self.book.of[1]) & !self.book.substitutes & !known;
            let due = pieces(rest).filter(|p| self.place_in_set_up(state, *p) >= set_up_step(state.step));
            state.waiting |= due.fold(0, |set, p| set | p.bit());
        }
    }

    fn read_battles(&self, map: &Map<String, Value>, state: &mut State) -> Result<(), BadField> {
        let battles = list(map, "battles")?;
        let own = self.book.of[state.mover.index()];
        if battles.len() > 60 {
            return Err(BadField::new("battles", "there cannot be that many"));
        }
        for (i, value) in battles.iter().enumerate() {
            let field = format!("battles[{i}]");
            let entry = object(value).map_err(|e| e.within(&field))?;
            BadField::unless_known(entry, &["attackers", "defenders", "fought", "open"]).map_err(|e| e.within(&field))?;
            let attackers = self.set_in(entry, "attackers").map_err(|e| e.within(&field))?;
            let defenders = self.set_in(entry, "defenders").map_err(|e| e.within(&field))?;
            let number = i as u8 + 1;
            if attackers & !(own & self.book.fighters()) != 0 {
                return Err(BadField::new(format!("{field}.attackers"), "attackers are combat units of the side whose Turn it is"));
            }
            if defenders & (own | self.book.trains()) != 0 {
                return Err(BadField::new(format!("{field}.defenders"), "defenders are units of the other side"));
            }
            for piece in pieces(attackers | defenders) {
                if state.battle[piece.index()] != 0 {
                    return Err(BadField::new(field, format!("{} is in two battles", self.id(piece))));
                }
                state.battle[piece.index()] = number;
            }
            let fought = flag(entry, "fought").map_err(|e| e.within(&field))?;
            if !fought
                && (attackers & state.on_map() != attackers || defenders & state.on_map() != defenders || attackers == 0 || defenders == 0)
            {
                return Err(BadField::new(field, "a battle to be fought has attackers and defenders on the map"));
            }
            if !fought && state.step != Step::Divide {
                state.unfought |= 1 << number;
            }
            state.open |= flag(entry, "open").map_err(|e| e.within(&field))? && i + 1 == battles.len();
            state.battles = number;
        }
        for piece in pieces(self.optional_set(map, "occupiers")?) {
            if state.battle[piece.index()] != 0 || state.hex(piece) == OFF {
                return Err(BadField::new("occupiers", format!("{} is in a battle still, or off the map", self.id(piece))));
            }
            state.battle[piece.index()] = crate::retreat::DONE;
        }
        state.bound = self.optional_set(map, "bound")?;
        if let Some(hand) = map.get("at_hand").filter(|v| !v.is_null()) {
            self.read_battle_at_hand(hand, state).map_err(|e| e.within("at_hand"))?;
        }
        Ok(())
    }

    fn read_battle_at_hand(&self, value: &Value, state: &mut State) -> Result<(), BadField> {
        let map = object(value)?;
        BadField::unless_known(map, &["battle", "manner", "chooser", "losers", "doomed", "owed", "won"])?;
        state.now = number(map, "battle", 0, u64::from(state.battles))? as u8;
        let manner = text(map, "manner")?;
        state.manner = MANNERS
            .iter()
            .find(|(name, _)| *name == manner)
            .map(|(_, m)| *m)
            .ok_or_else(|| BadField::new("manner", "close, guns, bombard or approach"))?;
        state.chooser = side(map, "chooser", state.mover)?;
        state.losers = self.optional_set(map, "losers")?;
        state.doomed = self.optional_set(map, "doomed")?;
        state.owed = number(map, "owed", 0, 1_000)? as u16;
        for (i, value) in list(map, "won")?.iter().enumerate() {
            let field = format!("won[{i}]");
            let hex = self.hex_of(value.as_str().unwrap_or_default(), &field)?;
            if !self.book.ground.hill(hex) && !state.is_fort(hex) {
                return Err(BadField::new(field, "only hills and forts are won"));
            }
            state.note_won(hex);
        }
        Ok(())
    }

    /// Infantry in the river without ford, boat or bridge is a slip unless the position says that its boat was destroyed.
    fn examine_strands(&self, map: &Map<String, Value>, state: &State) -> Result<(), BadField> {
        for (i, value) in list(map, "units")?.iter().enumerate() {
            let piece = self.piece_of(value.get("id").and_then(Value::as_str).unwrap_or_default(), "id")?;
            let said = value.get("stranded") == Some(&Value::Bool(true));
            if self.is_stranded(state, piece) && !said {
                let because =
                    "infantry crosses a river at fords, by boat or on a bridge; if its boat was destroyed, add \"stranded\": true";
                return Err(BadField::new(format!("units[{i}].hex"), because));
            }
        }
        Ok(())
    }
}
