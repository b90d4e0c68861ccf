//! Positions in files. A file may say anything; only what passes here can be played.
//!
//! Hand-written positions give the turn, the side, the phase (`movement` or `combat`) and the units that matter; units that
//! are left out are set aside. A save in the middle of a battle says so under `progress`.

use crate::BlueGray;
use crate::action::Action;
use crate::cells::Cell;
use crate::chart::CombatResult;
use crate::state::{Battle, Cells, State, Step};
use crate::title::Flag;
use crate::units::{NOBODY, UnitId, UnitSet};
use engine::{BadField, Header, Positions, Reading, Rules, Side};
use serde_json::{Map, Value, json};

/// The steps by name.
const STEPS: [(&str, Step); 11] = [
    ("movement", Step::Movement),
    ("battles", Step::Battles),
    ("roll", Step::Roll),
    ("exchange", Step::Exchange),
    ("retreat", Step::Retreat),
    ("advance", Step::Advance),
    ("fall-back", Step::FallBack),
    ("over", Step::Over),
    ("set-up", Step::SetUp),
    ("event", Step::Event),
    ("draw", Step::Draw),
];

/// Places off the map by name.
const PLACES: [(&str, Cell); 5] = [
    ("eliminated", Cell::ELIMINATED),
    ("waiting", Cell::WAITING),
    ("aside", Cell::ASIDE),
    ("exited", Cell::EXITED),
    ("unplaced", Cell::UNPLACED),
];

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

impl Positions for BlueGray {
    fn write_position(&self, state: &State) -> Value {
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
        let phase = match state.step {
            Step::Movement | Step::Event => "movement",
            Step::Over => "over",
            Step::SetUp => "set-up",
            _ => "combat",
        };
        let rest = json!({
            "units": units,
            "control": control,
            "once_controlled": { "union": taken(Side::Union), "confederate": taken(Side::Confederate) },
            "points": { "union": state.points[0], "confederate": state.points[1] },
        });
        let mut value = Header::write(state.turn, phase, Some(state.side), rest);
        if state.released != 0 {
            value["released"] = json!(state.released);
        }
        if state.entered != [0; 16] {
            value["entered"] = json!(state.entered);
        }
        self.write_exclusive(state, &mut value);
        if !matches!(state.step, Step::Movement | Step::Over | Step::SetUp | Step::Event) {
            value["progress"] = self.progress_value(state);
        }
        value
    }

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        let fields = ["control", "once_controlled", "points", "released", "entered", "progress"];
        let position = Reading::position(value, &[&fields[..], &EXCLUSIVE].concat())?;
        let header = Header::read(&position, 1..=self.title.turns.len() as u8)?;
        let mut state = State::empty(header.active.unwrap_or(self.title.first));
        state.turn = header.turn.unwrap_or(1);
        self.read_units(&position, &mut state)?;
        self.read_exclusive(&position, &mut state)?;
        self.read_control(&position, &mut state)?;
        self.read_points(&position, &mut state)?;
        state.released = position.field("released").number_or_zero(u64::from(u8::MAX))?;
        if let Some(entered) = position.field("entered").given() {
            let list: Vec<u8> = entered.parse()?;
            state.entered = list.try_into().map_err(|_| entered.fault("sixteen small numbers are wanted"))?;
        }
        self.mark_zones(&mut state);
        let phase = header.phase.given().map_or(Ok("movement"), |phase| phase.text())?;
        match (phase, position.field("progress").given()) {
            ("movement", None) if position.field("asking").is_there() => self.check_asking(&position.field("asking"), &mut state)?,
            ("movement", None) => self.check_movement_start(&mut state)?,
            ("set-up", None) => self.check_set_up(&mut state)?,
            ("combat", None) => self.check_combat_start(&mut state)?,
            ("combat", Some(progress)) => self.read_progress(&progress, &mut state)?,
            ("over", None) => state.step = Step::Over,
            (_, Some(progress)) => return Err(progress.fault("only a combat phase has progress")),
            _ => return Err(BadField::new("phase", "the phase is set-up, movement, combat or over")),
        }
        self.check_stacks(&state)?;
        if state.step != Step::SetUp && Side::BOTH.iter().any(|side| !self.unplaced(&state, *side).is_empty()) {
            return Err(BadField::new("units", "somebody has not been set up: the phase is set-up"));
        }
        self.audit(&state).map_err(|e| BadField::new("", e))?;
        Ok(state)
    }
}

/// What titles with exclusive rules add to a position.
const EXCLUSIVE: [&str; 6] = ["happened", "asking", "chosen", "works", "drawn", "cut_off"];

impl BlueGray {
    /// What exclusive rules have made of the game so far, where it is not as at the start.
    fn write_exclusive(&self, state: &State, value: &mut Value) {
        let events = || self.title.more.events.iter().enumerate();
        if state.happened != 0 {
            value["happened"] = events().filter(|(i, _)| state.happened >> i & 1 == 1).map(|(_, e)| json!(e.id)).collect();
        }
        if state.step == Step::Event {
            value["asking"] = json!(self.event(state.asking).id);
        }
        if state.chosen.iter().any(|c| *c != 0) {
            value["chosen"] = json!(state.chosen);
        }
        if self.title.more.works.as_ref().is_some_and(|w| w.given != state.works) {
            value["works"] = state.works.iter().map(|c| json!(self.hex_name(c))).collect();
        }
        let drawn = self.untried.iter().filter(|u| !self.is_unknown(state, *u));
        let drawn: Map<String, Value> = drawn.map(|u| (self.unit(u).id.clone(), json!(self.strength_of(state, u)))).collect();
        if !drawn.is_empty() {
            value["drawn"] = Value::Object(drawn);
        }
        if !state.cut_off.is_empty() {
            value["cut_off"] = json!(self.ids(state.cut_off));
        }
    }

    fn read_exclusive(&self, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        for event in position.field("happened").list_or_nothing()? {
            state.happened |= 1 << self.read_event(&event)?;
        }
        state.gone = self.gone(state.happened);
        if let Some(chosen) = position.field("chosen").given() {
            let list: Vec<u8> = chosen.parse()?;
            state.chosen = list.try_into().map_err(|_| chosen.fault("eight small numbers are wanted"))?;
            for group in self.title.reinforcements.iter() {
                if group.one_entry.is_some_and(|slot| usize::from(state.chosen[usize::from(slot)]) > group.entry.len()) {
                    return Err(chosen.fault("a group has chosen an entry hex that it has not"));
                }
            }
        }
        state.works = self.title.more.works.as_ref().map_or(state.works, |w| w.given);
        if let Some(works) = position.field("works").given() {
            if self.title.more.works.is_none() {
                return Err(works.fault("this title has no works"));
            }
            state.works = works.list()?.iter().map(|hex| self.read_cell(hex)).collect::<Result<_, _>>()?;
        }
        for (id, strength) in position.field("drawn").entries()? {
            let unit = self.unit_of(id).map_err(|e| strength.fault(e))?;
            let pool = self.pool_of(unit).ok_or_else(|| strength.fault("the strength of this unit is printed"))?;
            let drawn: u8 = strength.number(1..=99)?;
            self.set_drawn(state, unit, drawn);
            let known = pool.units.iter().filter(|u| !self.is_unknown(state, *u) && self.strength_of(state, *u) == drawn).count();
            if known > pool.strengths.iter().filter(|s| **s == drawn).count() {
                return Err(strength.fault("the pool has not so many of this strength"));
            }
        }
        state.cut_off = self.read_set(&position.field("cut_off"))?;
        if state.cut_off.iter().any(|u| self.supply_of(u).is_none()) {
            return Err(position.field("cut_off").fault("this title does not speak of the supply of one of them"));
        }
        state.losses = self.losses(state);
        Ok(())
    }

    /// The die of an event is asked for when the Movement Phase begins.
    fn check_asking(&self, asking: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        state.asking = self.read_event(asking)?;
        state.step = Step::Event;
        let event = self.event(state.asking);
        if event.die.is_none() || event.side != state.side || state.has_happened(state.asking) || !state.moved.is_empty() {
            return Err(asking.fault("no die is rolled for this event now"));
        }
        Ok(())
    }

    /// A set-up in which somebody has still to be put down, by the side whose turn it is to do so.
    fn check_set_up(&self, state: &mut State) -> Result<(), BadField> {
        state.step = Step::SetUp;
        let first = self.title.deploys;
        let next = [first, first.enemy()].into_iter().find(|side| !self.unplaced(state, *side).is_empty());
        if next != Some(state.side) || state.turn != 1 {
            return Err(BadField::new("active", "this side has nobody to set up, or not yet"));
        }
        let shut_out = |u: &UnitId| {
            let mut places = false;
            self.each_place(state, *u, |_| places = true);
            !places
        };
        match self.title.more.deployed().iter().filter(|u| state.place(*u) == Cell::UNPLACED).find(shut_out) {
            Some(unit) => Err(BadField::new("units", format!("{} finds no room to be set up", self.unit(unit).id))),
            None => Ok(()),
        }
    }

    fn ids(&self, set: UnitSet) -> Vec<&str> {
        set.iter().map(|u| self.unit(u).id.as_str()).collect()
    }

    fn hexes(&self, cells: &Cells) -> Vec<String> {
        cells.as_slice().iter().map(|c| self.hex_name(*c)).collect()
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

    fn read_units(&self, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        let fields = ["id", "hex", "off", "marks", "ineffective", "moved"];
        position.units(&fields, |id| self.unit_of(id))?.iter().try_for_each(|(unit, entry)| self.read_place(*unit, entry, state))
    }

    /// Where a unit is, and what it is marked with.
    fn read_place(&self, unit: UnitId, entry: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        let [hex, off] = ["hex", "off"].map(|field| entry.field(field));
        let cell = if off.is_there() { off.word(&PLACES)? } else { self.read_cell(&hex)? };
        if cell == Cell::UNPLACED && !self.title.more.deployed().has(unit) {
            return Err(off.fault(format!("{} has its place: it is not set up by choice", self.unit(unit).id)));
        }
        if cell == Cell::WAITING && !self.title.reinforcements.iter().any(|r| r.units.has(unit)) {
            return Err(off.fault(format!("{} is no reinforcement: it cannot be waiting", self.unit(unit).id)));
        }
        let afloat = self.unit(unit).flags.contains(&Flag::Afloat);
        if cell.on_map() && afloat && self.ground.stand.has(cell) {
            return Err(hex.fault(format!("{} is dry land, and {} is afloat", self.hex_name(cell), self.unit(unit).id)));
        }
        if cell.on_map() && !afloat && !self.ground.stand.has(cell) {
            return Err(hex.fault(format!("{} is a river or ferry hex: no unit may stand there (BG-5.24a)", self.hex_name(cell))));
        }
        let side = self.side_of(unit);
        if cell.on_map() && state.occupied[side.enemy().index()].has(cell) {
            return Err(hex.fault(format!("an enemy unit is in {} already (BG-5.12)", self.hex_name(cell))));
        }
        self.put(state, unit, cell);
        for mark in entry.field("marks").list_or_nothing()? {
            mark.word(&MARKS)?(state).insert(unit);
        }
        for (field, set) in [("ineffective", MARKS[6].1), ("moved", MARKS[0].1)] {
            if entry.field(field).flag()? {
                set(state).insert(unit);
            }
        }
        if state.ineffective.has(unit) && !self.effectiveness {
            return Err(entry.fault("nobody loses effectiveness unless the option attack-effectiveness is on (BG-11.0)"));
        }
        Ok(())
    }

    fn read_control(&self, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        for (i, control) in self.title.controls.iter().enumerate() {
            let here = Side::BOTH.into_iter().find(|s| state.occupied[s.index()].has(control.cell));
            state.hold(i, here.or(control.holder));
            if let Some(side) = control.holder {
                state.first_taken[side.index()] |= 1 << i;
            }
        }
        for (hex, holder) in position.field("control").entries()? {
            let place = self.cell_named(hex).and_then(|c| self.followed_hex(c));
            let place = place.ok_or_else(|| holder.fault("control of that hex is not followed"))?;
            let side = holder.given().map(|side| side.side()).transpose()?;
            let here = Side::BOTH.into_iter().find(|s| state.occupied[s.index()].has(self.title.controls[place].cell));
            if here.is_some() && here != side {
                let rule = &self.title.rules.control;
                return Err(holder.fault(format!("a unit of the other side stands there and controls it ({rule})")));
            }
            state.hold(place, side);
        }
        if let Some(once) = position.field("once_controlled").given() {
            once.only(&["union", "confederate"])?;
            for side in Side::BOTH {
                if let Some(hexes) = once.field(side.id()).given() {
                    let taken = hexes.list()?.iter().try_fold(0, |taken, hex| Ok(taken | 1 << self.read_followed(hex)?))?;
                    state.first_taken[side.index()] = taken;
                }
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
    fn read_points(&self, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        let gone: Vec<UnitId> = (0..self.title.units.len() as UnitId).filter(|u| state.place(*u) == Cell::ELIMINATED).collect();
        gone.into_iter().for_each(|u| self.score_elimination(state, u, &mut ()));
        let Some(points) = position.field("points").given() else { return Ok(()) };
        points.only(&["union", "confederate"])?;
        for side in Side::BOTH {
            let Some(field) = points.field(side.id()).given() else { continue };
            let value = field.value().and_then(Value::as_i64).and_then(|p| i16::try_from(p).ok());
            let value = value.filter(|p| (-9_999..=9_999).contains(p)).ok_or_else(|| field.fault("a whole number of points is wanted"))?;
            if value < state.points[side.index()] {
                return Err(field.fault(format!("the eliminated units alone are worth {} points", state.points[side.index()])));
            }
            state.points[side.index()] = value;
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

    fn read_progress(&self, progress: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        progress.only(&["step", "pending", "willing", "chain", "wavering", "pushed", "battle"])?;
        if self.is_night(state) {
            return Err(progress.fault("there is no combat at night (BG-10.1)"));
        }
        let set = |field: &str| self.read_set(&progress.field(field));
        state.step = progress.field("step").word(&STEPS)?;
        (state.pending, state.willing, state.chain, state.wavering) = (set("pending")?, set("willing")?, set("chain")?, set("wavering")?);
        if let Some(pushed) = progress.field("pushed").given() {
            state.pushed = self.read_unit(&pushed)?;
        }
        if let Some(battle) = progress.field("battle").given() {
            state.battle = self.read_battle(&battle)?;
        }
        self.check_progress(state).map_err(|e| e.within("progress"))
    }

    /// The units named in a list.
    fn read_set(&self, list: &Reading<'_>) -> Result<UnitSet, BadField> {
        list.list_or_nothing()?.iter().map(|name| self.read_unit(name)).collect()
    }

    fn read_battle(&self, battle: &Reading<'_>) -> Result<Battle, BadField> {
        battle.only(&["targets", "from", "attackers", "guns", "defenders", "column", "result", "owed"])?;
        let cells = |field: &str| -> Result<Cells, BadField> {
            let mut cells = Cells::EMPTY;
            for (i, name) in battle.field(field).list()?.iter().enumerate() {
                cells.push(self.read_cell(name)?);
                if cells.as_slice().len() != i + 1 {
                    return Err(name.fault("at most six different hexes"));
                }
            }
            Ok(cells)
        };
        let set = |field: &str| self.read_set(&battle.field(field));
        Ok(Battle {
            targets: cells("targets")?,
            from: cells("from")?,
            attackers: set("attackers")?,
            guns: set("guns")?,
            defenders: set("defenders")?,
            column: self.read_column(&battle.field("column"))?,
            result: battle.field("result").given().map(|code| code.word(&RESULTS.map(|r| (r.code(), r)))).transpose()?,
            owed: battle.field("owed").number(0..=u64::from(u16::MAX))?,
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
        for (marks, side, deed) in [(state.fought, mine, "have attacked"), (state.struck, theirs, "have been attacked")] {
            if !marks.without(side).is_empty() {
                return Err(BadField::new("step", format!("the units that {deed} are of the wrong side, with this side active")));
            }
        }
        let fits = match state.step {
            Step::Battles => {
                battle.result.is_none() && battle.attackers.is_empty() && battle.defenders.is_empty() && state.pending.is_empty()
            }
            Step::Roll => battle.result.is_none() && !battle.attackers.or(battle.guns).is_empty() && self.stands_as_drawn(state),
            Step::Draw => {
                let unknown = !self.unknown_in_battle(state).is_empty();
                unknown && battle.result.is_none() && battle.owed == 0 && self.stands_as_drawn(state) && self.is_joined(state)
            }
            Step::Exchange => battle.result == Some(CombatResult::Ex),
            Step::Advance => battle.result.is_some(),
            Step::Retreat => battle.result.is_some() && self.one_side(state.pending.or(state.willing)),
            Step::FallBack => *battle == Battle::NONE && state.pending.without(mine).is_empty() && state.willing.is_empty(),
            Step::Movement | Step::Over | Step::SetUp | Step::Event => false,
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
        if !matches!(state.step, Step::Roll | Step::Draw) && subjects.is_empty() {
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
        (again.battle, again.step) = (Battle::NONE, Step::Battles);
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

    /// Whether the battle in which strengths are drawn could have been joined so.
    fn is_joined(&self, state: &State) -> bool {
        let battle = &state.battle;
        let defenders = battle.targets.as_slice().iter().map(|t| state.units_in(*t)).fold(UnitSet::EMPTY, UnitSet::or);
        battle.attackers == self.attackers(state, battle) && battle.defenders == defenders && self.check_draft(state).is_ok()
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
