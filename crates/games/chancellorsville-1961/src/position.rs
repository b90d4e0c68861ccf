//! Positions as written: complete when saved, short when written by hand. Only what the rules allow becomes a [`State`].
//!
//! A hand-written position begins at the start of a movement portion (or of the division of battles) and names the units that
//! matter; all others are set aside: off the map, not eliminated.

use crate::action::Manner;
use crate::audit::set_up_step;
use crate::counters::{FORTS, Kind, Piece, Set, pieces};
use crate::ground::{Land, OFF};
use crate::state::{LAST_TURN, Step};
use crate::{Chancellorsville1961, State};
use board::HexId;
use engine::{BadField, Header, Positions, Reading, Side};
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

impl Positions for Chancellorsville1961 {
    fn write_position(&self, state: &State) -> Value {
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
        let rest = json!({
            "units": units,
            "forts": { "union": names(&mut state.forts(Side::Union)), "confederate": names(&mut state.forts(Side::Confederate)) },
            "eliminated": self.ids(state.lost),
            "box": self.ids(state.boxed),
        });
        let mut position = Header::write(state.turn, phase_name(state.step), Some(state.mover), rest);
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

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        let book = self.book;
        let position = Reading::position(value, &FIELDS)?;
        let header = Header::read(&position, 0..=LAST_TURN)?;
        let mut state = State::empty();
        state.step = header.phase.given().map_or(Ok(Step::Move), |phase| phase.word(&PHASES))?;
        let playing = crate::setup::deployer(state.step).is_none();
        state.turn = header.turn.unwrap_or(u8::from(playing));
        if playing != (state.turn > 0) {
            return Err(BadField::new("turn", "turns are 1 to 25; the set-up is turn 0"));
        }
        state.mover = header.active.unwrap_or(Side::Union);
        if !playing && state.mover != Side::Union {
            return Err(BadField::new("active", "during the set-up the Union counts as active"));
        }
        if matches!(state.step, Step::Over(_)) {
            state.step = Step::Over(position.field("winner").given().map_or(Ok(Side::Union), |winner| winner.side())?);
        }
        if let Some(corps) = position.field("corps").given() {
            state.withheld = self.read_pair(&corps)?;
        }
        self.read_forts(&position, &mut state)?;
        self.read_off_map(&position, &mut state, playing)?;
        self.read_units(&position, &mut state)?;
        self.read_bridges(&position, &mut state)?;
        self.read_rights(&position, &mut state)?;
        self.settle_leftovers(&position, &mut state, playing);
        self.read_battles(&position, &mut state)?;
        self.first_fault(&state).map_err(|e| self.at_unit(&position, e))?;
        self.audit_strands(&position, &state)?;
        self.audit_step(&state)?;
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
}

impl Chancellorsville1961 {
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

    /// A fault of a counter as a fault of the field that places it.
    fn at_unit(&self, position: &Reading<'_>, fault: BadField) -> BadField {
        let unit = fault.field.strip_prefix("units: ").and_then(|id| {
            let units = position.field("units").list().ok()?;
            units.into_iter().find(|unit| unit.field("id").text() == Ok(id))
        });
        match unit {
            Some(unit) => unit.field("hex").fault(fault.because),
            None => fault,
        }
    }

    fn read_forts(&self, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        let Some(forts) = position.field("forts").given() else { return Ok(()) };
        forts.only(&["union", "confederate"])?;
        for side in Side::BOTH {
            for name in forts.field(side.id()).list_or_nothing()? {
                let hex = self.read_hex(&name)?;
                if self.book.ground.land(hex) == Land::None || self.book.ground.closed(hex) {
                    return Err(name.fault("forts stand on land"));
                }
                if state.is_fort(hex) {
                    return Err(name.fault("one fort in a hex"));
                }
                if !state.build_fort(side, hex) {
                    return Err(name.fault(format!("the {side} side has {} forts", FORTS[side.index()])));
                }
            }
        }
        Ok(())
    }

    fn optional_set(&self, list: Reading<'_>) -> Result<Set, BadField> {
        list.given().map_or(Ok(0), |list| self.read_set(&list))
    }

    fn read_off_map(&self, position: &Reading<'_>, state: &mut State, playing: bool) -> Result<(), BadField> {
        state.lost = self.optional_set(position.field("eliminated"))?;
        state.boxed = self.optional_set(position.field("box"))?;
        state.waiting = self.optional_set(position.field("waiting"))?;
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

    fn read_units(&self, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        let fields = ["id", "hex", "moved", "halted", "slowed", "swapped", "stranded"];
        for (piece, unit) in position.units(&fields, |id| self.piece_of(id))? {
            if (state.lost | state.boxed | state.waiting) & piece.bit() != 0 {
                return Err(unit.field("id").fault(format!("{} is named twice", self.id(piece))));
            }
            let hex = self.read_hex(&unit.field("hex"))?;
            self.may_stand(piece, hex).map_err(|because| unit.field("hex").fault(because))?;
            state.put(self.book, piece, hex);
            state.spent[piece.index()] = unit.field("moved").number_or_zero(u64::from(self.book.movement[piece.index()]))?;
            for (name, set) in [("halted", &mut state.halted), ("slowed", &mut state.slowed), ("swapped", &mut state.swapped)] {
                if unit.field(name).flag()? {
                    *set |= piece.bit();
                }
            }
            let stranded = unit.field("stranded");
            if stranded.flag()? && !self.book.ground.river(hex) {
                return Err(stranded.fault("only a unit on the river can be stranded"));
            }
            if stranded.flag()? && self.book.kind[piece.index()] != Kind::Infantry {
                return Err(stranded.fault("only infantry whose boat was destroyed can be stranded"));
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

    fn read_bridges(&self, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        for entry in position.field("bridges").list_or_nothing()? {
            entry.only(&["id", "near", "far", "unfinished", "captured"])?;
            let bridge = self.read_piece(&entry.field("id"))?;
            let n = self.book.bridge(bridge).ok_or_else(|| entry.field("id").fault("this is no bridge"))?;
            if entry.field("captured").flag()? {
                state.captured |= 1 << n;
            }
            let Some(opposite) = entry.field("far").given() else { continue };
            let (near, far, river) = (self.read_hex(&entry.field("near"))?, self.read_hex(&opposite)?, state.hex(bridge));
            let ground = &self.book.ground;
            let banks = river != OFF && ground.river(river) && ground.around(river).contains(&near) && ground.around(river).contains(&far);
            let lands = (ground.land(near), ground.land(far));
            if !banks || lands.0 == Land::None || lands.1 == Land::None || lands.0 == lands.1 {
                return Err(opposite.fault("a laid bridge is in a river hex and joins two opposite shores beside it"));
            }
            state.spans[n] = (near, far);
            if entry.field("unfinished").flag()? {
                state.unfinished |= 1 << n;
            }
        }
        Ok(())
    }

    fn read_rights(&self, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        for (id, list) in position.field("in_contact").entries()? {
            let gun = self.piece_of(id).map_err(|because| list.fault(because))?;
            let n = self.book.gun(gun).ok_or_else(|| list.fault("this is no artillery"))?;
            let enemies = self.read_set(&list)?;
            let allowed = self.book.units() & self.book.of[self.book.side(gun).enemy().index()];
            let apart = |e: Piece| state.hex(e) == OFF || self.book.ground.distance(state.hex(gun), state.hex(e)) > 2;
            if state.hex(gun) == OFF || enemies & !allowed != 0 || pieces(enemies).any(apart) {
                return Err(list.fault("artillery is in contact with enemies within two hexes"));
            }
            state.rights[n] = enemies;
        }
        Ok(())
    }

    /// What a position does not name: substitutes lie in their box unless it says otherwise; before play those whose step of the set-up is still to come wait.
    fn settle_leftovers(&self, position: &Reading<'_>, state: &mut State, playing: bool) {
        let known = state.on_map() | state.lost | state.boxed | state.waiting;
        if !position.field("box").is_there() {
            state.boxed |= self.book.substitutes & !known;
        }
        if !playing && !position.field("waiting").is_there() {
            let rest = (self.book.of[0] | self.book.of[1]) & !self.book.substitutes & !known;
            let due = pieces(rest).filter(|p| self.place_in_set_up(state, *p) >= set_up_step(state.step));
            state.waiting |= due.fold(0, |set, p| set | p.bit());
        }
    }

    fn read_battles(&self, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        let battles = position.field("battles").list_or_nothing()?;
        let own = self.book.of[state.mover.index()];
        if battles.len() > 60 {
            return Err(position.field("battles").fault("there cannot be that many"));
        }
        for (i, entry) in battles.iter().enumerate() {
            entry.only(&["attackers", "defenders", "fought", "open"])?;
            let attackers = self.read_set(&entry.field("attackers"))?;
            let defenders = self.read_set(&entry.field("defenders"))?;
            let number = i as u8 + 1;
            if attackers & !(own & self.book.fighters()) != 0 {
                return Err(entry.field("attackers").fault("attackers are combat units of the side whose Turn it is"));
            }
            if defenders & (own | self.book.trains()) != 0 {
                return Err(entry.field("defenders").fault("defenders are units of the other side"));
            }
            for piece in pieces(attackers | defenders) {
                if state.battle[piece.index()] != 0 {
                    return Err(entry.fault(format!("{} is in two battles", self.id(piece))));
                }
                state.battle[piece.index()] = number;
            }
            let fought = entry.field("fought").flag()?;
            if !fought
                && (attackers & state.on_map() != attackers || defenders & state.on_map() != defenders || attackers == 0 || defenders == 0)
            {
                return Err(entry.fault("a battle to be fought has attackers and defenders on the map"));
            }
            if !fought && state.step != Step::Divide {
                state.unfought |= 1 << number;
            }
            state.open |= entry.field("open").flag()? && i + 1 == battles.len();
            state.battles = number;
        }
        for piece in pieces(self.optional_set(position.field("occupiers"))?) {
            if state.battle[piece.index()] != 0 || state.hex(piece) == OFF {
                return Err(position.field("occupiers").fault(format!("{} is in a battle still, or off the map", self.id(piece))));
            }
            state.battle[piece.index()] = crate::retreat::DONE;
        }
        state.bound = self.optional_set(position.field("bound"))?;
        if let Some(battle) = position.field("at_hand").given() {
            self.read_battle_at_hand(&battle, state)?;
        }
        Ok(())
    }

    fn read_battle_at_hand(&self, battle: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        battle.only(&["battle", "manner", "chooser", "losers", "doomed", "owed", "won"])?;
        state.now = battle.field("battle").number_or_zero(u64::from(state.battles))?;
        state.manner = battle.field("manner").word(&MANNERS)?;
        state.chooser = battle.field("chooser").given().map_or(Ok(state.mover), |side| side.side())?;
        state.losers = self.optional_set(battle.field("losers"))?;
        state.doomed = self.optional_set(battle.field("doomed"))?;
        state.owed = battle.field("owed").number_or_zero(1_000)?;
        for name in battle.field("won").list_or_nothing()? {
            let hex = self.read_hex(&name)?;
            if !self.book.ground.hill(hex) && !state.is_fort(hex) {
                return Err(name.fault("only hills and forts are won"));
            }
            state.note_won(hex);
        }
        Ok(())
    }

    /// Infantry in the river without ford, boat or bridge is a slip unless the position says that its boat was destroyed.
    fn audit_strands(&self, position: &Reading<'_>, state: &State) -> Result<(), BadField> {
        for unit in position.field("units").list_or_nothing()? {
            let piece = self.read_piece(&unit.field("id"))?;
            if self.is_stranded(state, piece) && !unit.field("stranded").flag()? {
                return Err(unit.field("hex").fault(
                    "infantry crosses a river at fords, by boat or on a bridge; if its boat was destroyed, add \"stranded\": true",
                ));
            }
        }
        Ok(())
    }
}
