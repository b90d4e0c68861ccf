//! Positions in files. A file may say anything; only what passes here can be played.
//!
//! Hand-written positions give the turn, the side, the phase (`movement` or `combat`) and the units that matter; units that
//! are left out are set aside. A save in the middle of a battle says so under `progress`.

use crate::BlueGray;
use crate::action::Action;
use crate::chart::{Column, CombatResult};
use crate::field::Cell;
use crate::notation::Reading;
use crate::state::{Battle, Cells, State, Step};
use crate::units::{NOBODY, UnitId, UnitSet};
use engine::{BadField, Rules, Side};
use serde_json::{Map, Value, json};

/// The steps by name.
const STEPS: [(&str, Step); 8] = [
    ("movement", Step::Movement),
    ("battles", Step::Battles),
    ("roll", Step::Roll),
    ("exchange", Step::Exchange),
    ("retreat", Step::Retreat),
    ("advance", Step::Advance),
    ("fall-back", Step::FallBack),
    ("over", Step::Over),
];

/// Places off the map by name.
const PLACES: [(&str, Cell); 4] =
    [("eliminated", Cell::ELIMINATED), ("waiting", Cell::WAITING), ("aside", Cell::ASIDE), ("exited", Cell::EXITED)];

/// A set of units of a position, by the name it has in a file.
type Marks = [(&'static str, fn(&mut State) -> &mut UnitSet); 8];

/// What a unit may be marked with.
const MARKS: Marks = [
    ("moved", |s| &mut s.moved),
    ("fought", |s| &mut s.fought),
    ("shelled", |s| &mut s.shelled),
    ("struck", |s| &mut s.struck),
    ("advanced", |s| &mut s.advanced),
    ("shaken", |s| &mut s.shaken),
    ("ineffective", |s| &mut s.ineffective),
    ("contact", |s| &mut s.contact),
];

const RESULTS: [CombatResult; 5] = [CombatResult::Ae, CombatResult::Ar, CombatResult::Ex, CombatResult::Dr, CombatResult::De];

impl BlueGray {
    fn ids(&self, set: UnitSet) -> Vec<&str> {
        set.iter().map(|u| self.unit(u).id.as_str()).collect()
    }

    fn hexes(&self, cells: &Cells) -> Vec<String> {
        cells.as_slice().iter().map(|c| self.hex_name(*c)).collect()
    }

    /// A position as written in files.
    pub(crate) fn position_value(&self, state: &State) -> Value {
        let mut copy = state.clone();
        let place = |cell: Cell| PLACES.iter().find(|(_, c)| *c == cell).map(|(name, _)| *name);
        let units: Vec<Value> = (0..self.title.units.len() as UnitId)
            .filter(|u| state.place(*u) != Cell::ASIDE)
            .map(|u| {
                let cell = state.place(u);
                let mut unit = match place(cell) {
                    Some(off) => json!({ "id": self.unit(u).id, "off": off }),
                    None => json!({ "id": self.unit(u).id, "hex": self.hex_name(cell) }),
                };
                let marks: Vec<&str> = MARKS.iter().filter(|(_, set)| set(&mut copy).has(u)).map(|(name, _)| *name).collect();
                if !marks.is_empty() {
                    unit["marks"] = json!(marks);
                }
                unit
            })
            .collect();
        let control: Map<String, Value> = self
            .title
            .controls
            .iter()
            .enumerate()
            .map(|(i, c)| (self.hex_name(c.cell), state.holder(i).map_or(Value::Null, |s| json!(s.id()))))
            .collect();
        let taken = |side: Side| -> Vec<String> {
            let controls = self.title.controls.iter().enumerate();
            controls.filter(|(i, _)| state.first_taken[side.index()] >> i & 1 == 1).map(|(_, c)| self.hex_name(c.cell)).collect()
        };
        let mut value = json!({
            "turn": state.turn,
            "active": state.side.id(),
            "phase": if state.step == Step::Movement { "movement" } else if state.step == Step::Over { "over" } else { "combat" },
            "units": units,
            "control": control,
            "once_controlled": { "union": taken(Side::Union), "confederate": taken(Side::Confederate) },
            "points": { "union": state.points[0], "confederate": state.points[1] },
        });
        if state.released != 0 {
            value["released"] = json!(state.released);
        }
        if state.entered != [0; 16] {
            value["entered"] = json!(state.entered);
        }
        if !matches!(state.step, Step::Movement | Step::Over) {
            value["progress"] = self.progress_value(state);
        }
        value
    }

    fn progress_value(&self, state: &State) -> Value {
        let step = STEPS.iter().find(|(_, s)| *s == state.step).map_or("battles", |(name, _)| name);
        let mut progress = json!({ "step": step });
        let sets = [("pending", state.pending), ("willing", state.willing), ("chain", state.chain), ("wavering", state.wavering)];
        for (name, set) in sets.into_iter().filter(|(_, s)| !s.is_empty()) {
            progress[name] = json!(self.ids(set));
        }
        if state.pushed != NOBODY {
            progress["pushed"] = json!(self.unit(state.pushed).id);
        }
        let b = &state.battle;
        if *b != Battle::NONE {
            progress["battle"] = json!({
                "targets": self.hexes(&b.targets),
                "from": self.hexes(&b.from),
                "attackers": self.ids(b.attackers),
                "guns": self.ids(b.guns),
                "defenders": self.ids(b.defenders),
                "column": self.chart.odds(b.column).to_string(),
                "result": b.result.map(CombatResult::code),
                "owed": b.owed,
            });
        }
        progress
    }

    /// The position of that writing.
    pub(crate) fn position_from(&self, value: &Value) -> Result<State, BadField> {
        let map = value.as_object().ok_or_else(|| BadField::new("", "a position is an object"))?;
        BadField::unless_position(map, &["control", "once_controlled", "points", "released", "entered", "progress"])?;
        let turns = self.title.turns.len();
        let turn = map.get("turn").map_or(Some(1), Value::as_u64).filter(|t| (1..=turns as u64).contains(t));
        let turn = turn.ok_or_else(|| BadField::new("turn", format!("a turn from 1 to {turns}")))? as u8;
        let active = match map.get("active") {
            None => self.title.first,
            Some(side) => side_of(side).ok_or_else(|| BadField::new("active", "the active side is union or confederate"))?,
        };
        let mut state = State::empty(active);
        state.turn = turn;
        self.read_units(map, &mut state)?;
        self.read_control(map, &mut state)?;
        self.read_points(map, &mut state)?;
        if let Some(released) = map.get("released") {
            state.released = released.as_u64().filter(|r| *r < 256).ok_or_else(|| BadField::new("released", "a number below 256"))? as u8;
        }
        if let Some(entered) = map.get("entered") {
            let list: Vec<u8> = serde_json::from_value(entered.clone()).map_err(|e| BadField::new("entered", e.to_string()))?;
            state.entered = list.try_into().map_err(|_| BadField::new("entered", "sixteen small numbers are wanted"))?;
        }
        self.mark_zones(&mut state);
        let phase = map.get("phase").map_or(Some("movement"), Value::as_str);
        match (phase, map.get("progress")) {
            (Some("movement"), None) => self.check_movement_start(&mut state)?,
            (Some("combat"), None) => self.check_combat_start(&mut state)?,
            (Some("combat"), Some(progress)) => self.read_progress(progress, &mut state).map_err(|e| e.within("progress"))?,
            (Some("over"), None) => state.step = Step::Over,
            (_, Some(_)) => return Err(BadField::new("progress", "only a combat phase has progress")),
            _ => return Err(BadField::new("phase", "the phase is movement, combat or over")),
        }
        self.check_stacks(&state)?;
        self.audit(&state).map_err(|e| BadField::new("", e))?;
        Ok(state)
    }

    fn read_units(&self, map: &Map<String, Value>, state: &mut State) -> Result<(), BadField> {
        let units = map.get("units").and_then(Value::as_array).ok_or_else(|| BadField::new("units", "the list of units is missing"))?;
        let mut seen = UnitSet::EMPTY;
        for (i, entry) in units.iter().enumerate() {
            self.read_unit(entry, state, &mut seen).map_err(|e| e.within(&format!("units[{i}]")))?;
        }
        Ok(())
    }

    fn read_unit(&self, entry: &Value, state: &mut State, seen: &mut UnitSet) -> Result<(), BadField> {
        let map =
            entry.as_object().ok_or_else(|| BadField::new("", "a unit is an object such as {\"id\": \"Polk\", \"hex\": \"2305\"}"))?;
        let read = Reading { game: self, map };
        read.only(&["id", "hex", "off", "marks", "ineffective", "moved"])?;
        let unit = read.unit("id")?;
        if seen.has(unit) {
            return Err(BadField::new("id", format!("{} is listed twice", self.unit(unit).id)));
        }
        seen.insert(unit);
        let cell = match map.get("off") {
            None => read.hex("hex")?,
            Some(off) => {
                let named = PLACES.iter().find(|(name, _)| off.as_str() == Some(name));
                named.ok_or_else(|| BadField::new("off", "a unit off the map is eliminated, waiting, aside or exited"))?.1
            }
        };
        if cell == Cell::WAITING && !self.title.reinforcements.iter().any(|r| r.units.has(unit)) {
            return Err(BadField::new("off", format!("{} is no reinforcement: it cannot be waiting", self.unit(unit).id)));
        }
        if cell.on_map() && !self.ground.stand.has(cell) {
            return Err(BadField::new(
                "hex",
                format!("{} is a river or ferry hex: no unit may stand there (BG-5.24a)", self.hex_name(cell)),
            ));
        }
        let side = self.side_of(unit);
        if cell.on_map() && state.occupied[side.enemy().index()].has(cell) {
            return Err(BadField::new("hex", format!("an enemy unit is in {} already (BG-5.12)", self.hex_name(cell))));
        }
        self.put(state, unit, cell);
        if map.contains_key("marks") {
            for (i, mark) in read.texts("marks")?.into_iter().enumerate() {
                let known = MARKS.iter().find(|(name, _)| *name == mark);
                let names: Vec<&str> = MARKS.iter().map(|(name, _)| *name).collect();
                let (_, set) =
                    known.ok_or_else(|| BadField::new(format!("marks[{i}]"), format!("a mark is one of {}", names.join(", "))))?;
                set(state).insert(unit);
            }
        }
        for (field, set) in [("ineffective", MARKS[6].1), ("moved", MARKS[0].1)] {
            match map.get(field) {
                None | Some(Value::Bool(false)) => {}
                Some(Value::Bool(true)) => set(state).insert(unit),
                Some(_) => return Err(BadField::new(field, "true or false is wanted")),
            }
        }
        Ok(())
    }

    fn read_control(&self, map: &Map<String, Value>, state: &mut State) -> Result<(), BadField> {
        for (i, control) in self.title.controls.iter().enumerate() {
            let here = Side::BOTH.into_iter().find(|s| state.occupied[s.index()].has(control.cell));
            state.hold(i, here.or(control.holder));
            if let Some(side) = control.holder {
                state.first_taken[side.index()] |= 1 << i;
            }
        }
        if let Some(control) = map.get("control") {
            let control = control.as_object().ok_or_else(|| BadField::new("control", "an object of hex and side is wanted"))?;
            for (hex, holder) in control {
                let field = format!("control.{hex}");
                let place = self.cell_named(hex).and_then(|c| self.followed_hex(c));
                let place = place.ok_or_else(|| BadField::new(&field, "control of that hex is not followed"))?;
                let side = if holder.is_null() {
                    None
                } else {
                    Some(side_of(holder).ok_or_else(|| BadField::new(&field, "union, confederate or null"))?)
                };
                let here = Side::BOTH.into_iter().find(|s| state.occupied[s.index()].has(self.title.controls[place].cell));
                if here.is_some() && here != side {
                    return Err(BadField::new(
                        field,
                        format!("a unit of the other side stands there and controls it ({})", self.title.rules.control),
                    ));
                }
                state.hold(place, side);
            }
        }
        if let Some(once) = map.get("once_controlled") {
            let once = once.as_object().ok_or_else(|| BadField::new("once_controlled", "an object of side and list of hexes is wanted"))?;
            let read = Reading { game: self, map: once };
            read.only(&["union", "confederate"]).map_err(|e| e.within("once_controlled"))?;
            for side in Side::BOTH.into_iter().filter(|s| once.contains_key(s.id())) {
                let mut taken = 0;
                for (i, name) in read.texts(side.id()).map_err(|e| e.within("once_controlled"))?.into_iter().enumerate() {
                    let place = self.cell_named(name).and_then(|c| self.followed_hex(c));
                    let field = format!("once_controlled.{}[{i}]", side.id());
                    taken |= 1 << place.ok_or_else(|| BadField::new(field, "control of that hex is not followed"))?;
                }
                state.first_taken[side.index()] = taken;
            }
        }
        for place in 0..self.title.controls.len() {
            if let Some(side) = state.holder(place) {
                state.first_taken[side.index()] |= 1 << place;
            }
        }
        Ok(())
    }

    /// Points as written, or what the eliminated units are worth.
    fn read_points(&self, map: &Map<String, Value>, state: &mut State) -> Result<(), BadField> {
        let gone: Vec<UnitId> = (0..self.title.units.len() as UnitId).filter(|u| state.place(*u) == Cell::ELIMINATED).collect();
        gone.into_iter().for_each(|u| self.score_elimination(state, u, &mut ()));
        let Some(points) = map.get("points") else {
            return Ok(());
        };
        let points = points.as_object().ok_or_else(|| BadField::new("points", "an object of side and points is wanted"))?;
        Reading { game: self, map: points }.only(&["union", "confederate"]).map_err(|e| e.within("points"))?;
        for side in Side::BOTH {
            if let Some(value) = points.get(side.id()) {
                let field = format!("points.{}", side.id());
                let value = value.as_i64().and_then(|p| i16::try_from(p).ok()).filter(|p| (-9_999..=9_999).contains(p));
                let value = value.ok_or_else(|| BadField::new(&field, "a whole number of points is wanted"))?;
                if value < state.points[side.index()] {
                    return Err(BadField::new(
                        field,
                        format!("the eliminated units alone are worth {} points", state.points[side.index()]),
                    ));
                }
                state.points[side.index()] = value;
            }
        }
        Ok(())
    }

    fn check_movement_start(&self, state: &mut State) -> Result<(), BadField> {
        state.step = Step::Movement;
        let night = &self.title.night[state.side.index()];
        if self.is_night(state) && !night.moves {
            return Err(BadField::new(
                "active",
                format!("this side does not move at night: its phase is passed over ({})", self.title.rules.night),
            ));
        }
        Ok(())
    }

    /// A Combat Phase that is about to begin: contacts are worked out from the map.
    fn check_combat_start(&self, state: &mut State) -> Result<(), BadField> {
        if self.is_night(state) {
            return Err(BadField::new("phase", "there is no combat at night (BG-10.1)"));
        }
        state.step = Step::Battles;
        state.contact = self.contacts(state);
        let mine = state.ineffective.and(self.army[state.side.index()]).and(state.on_map);
        state.wavering = mine.iter().filter(|u| self.in_enemy_zone(state, state.side, state.place(*u))).collect();
        Ok(())
    }

    fn read_progress(&self, value: &Value, state: &mut State) -> Result<(), BadField> {
        let map = value.as_object().ok_or_else(|| BadField::new("", "an object is wanted"))?;
        let read = Reading { game: self, map };
        read.only(&["step", "pending", "willing", "chain", "wavering", "pushed", "battle"])?;
        if self.is_night(state) {
            return Err(BadField::new("", "there is no combat at night (BG-10.1)"));
        }
        let step = STEPS.iter().find(|(name, _)| map.get("step").and_then(Value::as_str) == Some(name));
        let names: Vec<&str> = STEPS.iter().map(|(name, _)| *name).collect();
        state.step = step.ok_or_else(|| BadField::new("step", format!("a step is one of {}", names.join(", "))))?.1;
        (state.pending, state.willing) = (self.read_set(map, "pending")?, self.read_set(map, "willing")?);
        (state.chain, state.wavering) = (self.read_set(map, "chain")?, self.read_set(map, "wavering")?);
        if map.contains_key("pushed") {
            state.pushed = read.unit("pushed")?;
        }
        if let Some(battle) = map.get("battle") {
            state.battle = self.read_battle(battle).map_err(|e| e.within("battle"))?;
        }
        self.check_progress(state)
    }

    /// The units named in a list.
    fn read_set(&self, map: &Map<String, Value>, field: &str) -> Result<UnitSet, BadField> {
        if !map.contains_key(field) {
            return Ok(UnitSet::EMPTY);
        }
        let reading = Reading { game: self, map };
        let names = reading.texts(field)?;
        let read = |(i, name): (usize, &str)| {
            self.unit_named(name).ok_or_else(|| BadField::new(format!("{field}[{i}]"), format!("no unit {name:?}")))
        };
        names.into_iter().enumerate().map(read).collect()
    }

    fn read_battle(&self, value: &Value) -> Result<Battle, BadField> {
        let map = value.as_object().ok_or_else(|| BadField::new("", "an object is wanted"))?;
        let read = Reading { game: self, map };
        read.only(&["targets", "from", "attackers", "guns", "defenders", "column", "result", "owed"])?;
        let cells = |field: &str| -> Result<Cells, BadField> {
            let mut cells = Cells::EMPTY;
            for (i, name) in read.texts(field)?.into_iter().enumerate() {
                let field = format!("{field}[{i}]");
                cells.push(read.cell(&field, name)?);
                if cells.as_slice().len() != i + 1 {
                    return Err(BadField::new(field, "at most six different hexes"));
                }
            }
            Ok(cells)
        };
        let column = contact::odds::Odds::parse(map.get("column").and_then(Value::as_str).unwrap_or_default());
        let column: Option<Column> = column.and_then(|o| self.chart.column_of(o));
        let result = match map.get("result") {
            None | Some(Value::Null) => None,
            Some(code) => {
                let known = RESULTS.into_iter().find(|r| code.as_str() == Some(r.code()));
                Some(known.ok_or_else(|| BadField::new("result", "a result is Ae, Ar, Ex, Dr or De"))?)
            }
        };
        Ok(Battle {
            targets: cells("targets")?,
            from: cells("from")?,
            attackers: self.read_set(map, "attackers")?,
            guns: self.read_set(map, "guns")?,
            defenders: self.read_set(map, "defenders")?,
            column: column.ok_or_else(|| BadField::new("column", format!("a column is one of {}", self.column_names().join(", "))))?,
            result,
            owed: map
                .get("owed")
                .and_then(Value::as_u64)
                .and_then(|o| u16::try_from(o).ok())
                .ok_or_else(|| BadField::new("owed", "a whole number is wanted"))?,
        })
    }

    /// Whether what is in progress makes sense: somebody is asked, and can answer.
    fn check_progress(&self, state: &State) -> Result<(), BadField> {
        let battle = &state.battle;
        let (mine, theirs) = (self.army[state.side.index()], self.army[state.side.enemy().index()]);
        if !battle.attackers.or(battle.guns).without(mine).is_empty() || !battle.defenders.without(theirs).is_empty() {
            return Err(BadField::new("battle", "attackers and guns are the active side's, defenders the other's"));
        }
        if battle.targets.as_slice().iter().chain(battle.from.as_slice()).any(|c| !self.ground.stand.has(*c)) {
            return Err(BadField::new("battle", "no unit can fight in a river or ferry hex"));
        }
        for (marks, side, told) in [(state.fought, mine, "have attacked"), (state.struck, theirs, "have been attacked")] {
            if !marks.without(side).is_empty() {
                return Err(BadField::new("step", format!("the units that {told} are of the wrong side, with this side active")));
            }
        }
        let fits = match state.step {
            Step::Battles => {
                battle.result.is_none() && battle.attackers.is_empty() && battle.defenders.is_empty() && state.pending.is_empty()
            }
            Step::Roll => battle.result.is_none() && !battle.attackers.or(battle.guns).is_empty() && self.stands_as_drawn(state),
            Step::Exchange => battle.result == Some(CombatResult::Ex),
            Step::Advance => battle.result.is_some(),
            Step::Retreat => battle.result.is_some() && self.one_side(state.pending.or(state.willing)),
            Step::FallBack => *battle == Battle::NONE && state.pending.without(mine).is_empty() && state.willing.is_empty(),
            Step::Movement | Step::Over => false,
        };
        let off_map = state.pending.or(state.willing).without(state.on_map);
        let lost_push = state.pushed != NOBODY && !state.on_map.has(state.pushed);
        if !fits || !off_map.is_empty() || lost_push {
            return Err(BadField::new("step", "the step does not fit the battle and the units that go with it"));
        }
        if state.step == Step::Battles {
            self.check_draft(state)?;
        }
        let (asked, mut subjects) = (self.asked(state), Vec::new());
        self.subjects(state, asked, &mut subjects);
        if state.step != Step::Roll && subjects.is_empty() {
            return Err(BadField::new("step", "nobody could do anything in this position"));
        }
        let mut options = Vec::new();
        subjects.into_iter().for_each(|s| self.options(state, asked, s, &mut options));
        match options.iter().find(|a: &&Action| self.check(state, asked, **a).is_err()) {
            Some(_) => Err(BadField::new("step", "the step does not fit the battle and the units that go with it")),
            None => Ok(()),
        }
    }

    /// A battle being prepared must have been put together by legal steps: it is put together again.
    fn check_draft(&self, state: &State) -> Result<(), BadField> {
        let mut again = state.clone();
        again.battle = Battle::NONE;
        let targets = state.battle.targets.as_slice().iter().map(|t| Action::Engage { target: *t });
        let joins = state.battle.from.as_slice().iter().map(|f| Action::Join { from: *f });
        let guns = state.battle.guns.iter().map(|gun| Action::Bombard { gun });
        for action in targets.chain(joins).chain(guns) {
            self.check(&again, state.side, action).map_err(|e| BadField::new("battle", e.to_string()))?;
            self.apply_unchecked(&mut again, state.side, action, &mut ());
        }
        Ok(())
    }

    /// Whether everybody in the battle is where it is fought: attackers in the hexes it is fought from, defenders in its targets,
    /// and guns on the map.
    fn stands_as_drawn(&self, state: &State) -> bool {
        let battle = &state.battle;
        let within = |units: UnitSet, cells: &Cells| units.iter().all(|u| cells.as_slice().contains(&state.place(u)));
        !battle.targets.is_empty()
            && within(battle.attackers, &battle.from)
            && within(battle.defenders, &battle.targets)
            && battle.guns.without(state.on_map).is_empty()
    }

    fn one_side(&self, units: UnitSet) -> bool {
        Side::BOTH.into_iter().any(|s| units.without(self.army[s.index()]).is_empty())
    }

    /// The stacking limit, but for a hex that somebody is being pushed out of, and for hexes that can still be relieved: there
    /// those who are too many have come in this phase.
    fn check_stacks(&self, state: &State) -> Result<(), BadField> {
        let limit = usize::from(self.chart.limits.stacking);
        for side in Side::BOTH {
            for cell in state.occupied[side.index()].iter().filter(|c| state.count(*c) > limit) {
                let excess = state.count(cell) - limit;
                let came = state.units_in(cell).and(state.moved).len() as usize;
                let moving = state.step == Step::Movement && side == state.side && came >= excess;
                let pushing = state.pushed != NOBODY && state.place(state.pushed) == cell && excess == 1;
                if !moving && !pushing {
                    let (count, hex) = (state.count(cell), self.hex_name(cell));
                    return Err(BadField::new("units", format!("{count} units are in {hex}: two at most may stay in a hex (BG-5.32)")));
                }
            }
        }
        if state.step == Step::Movement && state.overfull > 0 && !self.can_make_room(state) {
            return Err(BadField::new("units", "more than two units are in a hex and nobody there can make room (BG-5.32)"));
        }
        Ok(())
    }
}

fn side_of(value: &Value) -> Option<Side> {
    value.as_str().and_then(Side::from_id)
}
