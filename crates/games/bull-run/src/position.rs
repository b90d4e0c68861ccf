//! Positions as written in files. Whatever [`BullRun::write_state`] writes, [`BullRun::read_state`] takes; a position may also
//! be written by hand, at the start of a phase and with only the pieces that matter.

mod checks;

use crate::BullRun;
use crate::counters::{Kind, PieceId, pieces};
use crate::scenario::Start;
use crate::sequence::UNFREEZING;
use crate::state::{Battle, Fight, Phase, Spot, State, Step, Trestle};
use board::HexId;
use contact::clusters::Set;
use engine::{BadField, Side};
use serde_json::{Map, Value, json};

const PHASES: [(&str, Phase); 7] = [
    ("set-up", Phase::SetUp),
    ("command", Phase::Command),
    ("movement", Phase::Movement),
    ("combat", Phase::Declaration),
    ("battles", Phase::Battles),
    ("rally", Phase::Rally),
    ("over", Phase::Over),
];

const SPOTS: [(&str, Spot); 5] =
    [("card", Spot::CARD), ("due", Spot::DUE), ("rally-box", Spot::BOX), ("lost", Spot::LOST), ("set-aside", Spot::ASIDE)];

const TRESTLES: [(&str, Trestle); 3] =
    [("undecided", Trestle::Undecided), ("standing", Trestle::Standing), ("destroyed", Trestle::Destroyed)];

const FIGHTS: [(&str, Fight); 3] = [("attack", Fight::Attack), ("automatic", Fight::Automatic), ("bombardment", Fight::Bombardment)];

/// More battles than there are units on a side.
const MOST_BATTLES: u64 = 120;

/// The name of a value in such a table.
fn name_of<T: PartialEq>(table: &[(&'static str, T)], value: &T) -> &'static str {
    table.iter().find(|(_, v)| v == value).map_or("", |(n, _)| n)
}

fn value_of<T: Copy>(table: &[(&'static str, T)], field: &str, name: &str) -> Result<T, BadField> {
    table.iter().find(|(n, _)| *n == name).map(|(_, v)| *v).ok_or_else(|| {
        let known: Vec<&str> = table.iter().map(|(n, _)| *n).collect();
        let short: String = name.chars().take(40).collect();
        BadField::new(field, format!("{short:?} is not one of {}", known.join(", ")))
    })
}

/// What a position may say besides what every position does.
const FIELDS: [&str; 12] =
    ["complete", "abatis", "trestle", "fords", "rallied", "late", "called", "mover", "combat", "battle", "agenda", "winner"];

/// The flags of a piece, by name, with the sets that hold them: the acting side's, or any side's.
macro_rules! flags {
    ($s:expr, $side:expr, $with:expr) => {{
        let i = $side.index();
        $with("frozen", &mut $s.frozen[i]);
        $with("battle-piece", &mut $s.battle_piece[i]);
        $with("bombarded", &mut $s.bombarded[i]);
        $with("broken", &mut $s.broken[i]);
        $with("reformed", &mut $s.reformed[i]);
        $with("rolling", &mut $s.rolling[i]);
        if $side == $s.side {
            $with("active", &mut $s.active);
            $with("moved", &mut $s.moved);
            $with("fought", &mut $s.fought);
            $with("advanced", &mut $s.advanced);
            $with("touched", &mut $s.touched);
            $with("faced", &mut $s.faced);
        }
        if $side == Side::Union {
            $with("via-r1", &mut $s.via_r1);
            $with("revived", &mut $s.revived);
        }
    }};
}

impl BullRun {
    pub(crate) fn write_state(&self, state: &State) -> Value {
        let hex = |h: HexId| self.ground.name(h);
        let mut units = Vec::new();
        for piece in self.roster.all() {
            let spot = state.at[piece.index()];
            let holder = matches!(self.roster.kind(piece), Kind::Formed | Kind::Dummy);
            if spot == Spot::ASIDE || spot == Spot::CARD && holder {
                continue;
            }
            let mut unit = Map::new();
            unit.insert("id".into(), json!(self.id(piece)));
            if let Some(h) = spot.hex() {
                unit.insert("hex".into(), json!(hex(h)));
            } else if spot == Spot::PART {
                unit.insert("in".into(), json!(self.id(self.holder_of(state, piece))));
            } else {
                unit.insert("off".into(), json!(name_of(&SPOTS, &spot)));
            }
            let mut copy = state.clone();
            flags!(copy, piece.side(), |name: &str, set: &mut Set| {
                if *set & piece.bit() != 0 {
                    unit.insert(name.into(), json!(true));
                }
            });
            if state.battle_of[piece.index()] != 0 {
                unit.insert("battle".into(), json!(state.battle_of[piece.index()]));
            }
            units.push(Value::Object(unit));
        }
        let fords: Map<String, Value> =
            state.ford.iter().enumerate().filter(|(_, n)| **n > 0).map(|(f, n)| (hex(self.ground.fords[f]), json!(n))).collect();
        let mut called = Map::new();
        for (n, turn) in state.called.iter().enumerate().filter(|(_, t)| **t > 0) {
            let name = if n == UNFREEZING { "unfreezing" } else { &self.scenario.groups[n].id };
            called.insert(name.into(), json!(turn));
        }
        let mut value = json!({
            "complete": true,
            "turn": state.turn,
            "phase": name_of(&PHASES, &state.phase),
            "active": state.side.id(),
            "units": units,
            "abatis": state.abatis.iter().filter(|h| h.is_some()).map(|h| hex(*h)).collect::<Vec<_>>(),
            "trestle": name_of(&TRESTLES, &state.trestle),
            "fords": fords,
            "rallied": state.rallied,
            "late": state.late,
            "called": called,
        });
        if state.mover != PieceId::NONE {
            value["mover"] = json!({ "piece": self.id(state.mover), "spent": state.spent });
        }
        let (side, enemy) = (state.side, state.side.enemy());
        if state.battles > 0 || state.engaged | state.guns | state.forced != 0 {
            value["combat"] = json!({
                "battles": state.battles, "open": state.open,
                "engaged": self.ids(side, state.engaged), "guns": self.ids(side, state.guns), "forced": self.ids(enemy, state.forced),
            });
        }
        if state.battle.fight != Fight::None {
            let b = &state.battle;
            let retreating = state.retreating_side().unwrap_or(enemy);
            value["battle"] = json!({
                "fight": name_of(&FIGHTS, &b.fight),
                "attackers": self.ids(side, b.attackers), "guns": self.ids(side, b.guns), "defenders": self.ids(enemy, b.defenders),
                "hexes": b.hexes.iter().filter(|h| h.is_some()).map(|h| hex(*h)).collect::<Vec<_>>(),
                "doubled": b.doubled, "woods": b.woods, "column": b.column, "retreating": self.ids(retreating, b.retreating),
            });
        }
        if !state.agenda().is_empty() {
            let steps: Vec<Value> = state.agenda().iter().map(|step| self.write_step(*step)).collect();
            value["agenda"] = json!(steps);
        }
        if let Some(winner) = state.winner {
            value["winner"] = json!(winner.id());
        }
        value
    }

    /// The brigade piece or dummy that holds a piece.
    fn holder_of(&self, state: &State, piece: PieceId) -> PieceId {
        let i = piece.side().index();
        pieces(piece.side(), self.roster.formed[i] | self.roster.dummies[i]).find(|h| state.parts(*h) & piece.bit() != 0).unwrap_or(piece)
    }

    fn write_step(&self, step: Step) -> Value {
        match step {
            Step::Roll => json!({ "step": "roll" }),
            Step::Lose { side, owed } => json!({ "step": "lose", "side": side.id(), "owed": owed }),
            Step::LoseOne => json!({ "step": "lose-one" }),
            Step::LeaderRolls => json!({ "step": "leader-rolls" }),
            Step::LeaderRetreat { leader } => json!({ "step": "leader-retreat", "leader": self.id(leader) }),
            Step::FallBack { side } => json!({ "step": "fall-back", "side": side.id() }),
            Step::Retreat { side } => json!({ "step": "retreat", "side": side.id() }),
            Step::Follow { side, from, to } => {
                json!({ "step": "follow", "side": side.id(), "from": self.ground.name(from), "to": self.ground.name(to) })
            }
            Step::Advance => json!({ "step": "advance" }),
            Step::Finish => json!({ "step": "finish" }),
            Step::Event { number } => json!({ "step": "event", "number": number }),
            Step::EventsDone => json!({ "step": "events-done" }),
        }
    }

    fn read_step(&self, value: &Value) -> Result<Step, BadField> {
        known(value, &["step", "side", "owed", "leader", "from", "to", "number"])?;
        let side = || read_side(value, "side");
        let hex = |field: &str| self.read_hex(text(value, field)?).map_err(|e| e.within(field));
        Ok(match text(value, "step")? {
            "roll" => Step::Roll,
            "lose" => Step::Lose { side: side()?, owed: number(value, "owed", 999)? as u16 },
            "lose-one" => Step::LoseOne,
            "leader-rolls" => Step::LeaderRolls,
            "leader-retreat" => Step::LeaderRetreat { leader: self.read_piece(text(value, "leader")?).map_err(|e| e.within("leader"))? },
            "fall-back" => Step::FallBack { side: side()? },
            "retreat" => Step::Retreat { side: side()? },
            "follow" => Step::Follow { side: side()?, from: hex("from")?, to: hex("to")? },
            "advance" => Step::Advance,
            "finish" => Step::Finish,
            "event" => {
                let number = number(value, "number", UNFREEZING as u64)? as u8;
                Step::Event { number }
            }
            "events-done" => Step::EventsDone,
            other => return Err(BadField::new("step", format!("no step is called {other:?}"))),
        })
    }

    pub(crate) fn read_state(&self, value: &Value) -> Result<State, BadField> {
        let map = value.as_object().ok_or_else(|| BadField::new("", "a position is an object with turn, phase, active and units"))?;
        BadField::unless_position(map, &FIELDS)?;
        let complete = value.get("complete").is_some_and(|c| c == true);
        let mut state = State::empty();
        state.side = match value.get("active") {
            None => Side::Union,
            Some(_) => read_side(value, "active")?,
        };
        state.phase = match value.get("phase") {
            None => Phase::Command,
            Some(_) => value_of(&PHASES, "phase", text(value, "phase")?)?,
        };
        state.turn = match value.get("turn") {
            None if state.phase == Phase::SetUp => 0,
            None => 1,
            Some(_) => number(value, "turn", u64::from(self.scenario.last_turn()))? as u8,
        };
        if (state.turn == 0) != (state.phase == Phase::SetUp) {
            return Err(BadField::new("turn", format!("turns are 1 to {}; only set-up is in turn 0", self.scenario.last_turn())));
        }
        state.trestle = match value.get("trestle") {
            None => Trestle::Destroyed,
            Some(_) => value_of(&TRESTLES, "trestle", text(value, "trestle")?)?,
        };
        let opening = self.opening();
        for piece in self.roster.all() {
            let leader = self.roster.counter(piece).leader;
            if leader != PieceId::NONE && opening.at[piece.index()] == Spot::CARD {
                state.put(piece, Spot::CARD);
            }
        }
        self.read_abatis(value, &mut state)?;
        let told_active = self.read_units(value, &mut state)?;
        Side::BOTH.into_iter().for_each(|side| state.look_around(side));
        self.read_rest(value, &mut state)?;
        self.check_units(&state)?;
        self.check_phase(value, &state, complete)?;
        if !complete {
            self.begin_by_hand(&mut state, told_active)?;
        }
        self.audit_of(&state).map_err(|fault| BadField::new("units", fault))?;
        self.check_combat(&state)?;
        self.check_agenda(&state)?;
        Ok(state)
    }

    fn read_abatis(&self, value: &Value, state: &mut State) -> Result<(), BadField> {
        let Some(list) = value.get("abatis") else { return Ok(()) };
        let list = list.as_array().ok_or_else(|| BadField::new("abatis", "a list of hexes is wanted"))?;
        if list.len() > state.abatis.len() {
            return Err(BadField::new("abatis", "there are four abatis"));
        }
        for (n, name) in list.iter().enumerate() {
            let at = format!("abatis[{n}]");
            let hex = self.read_hex(name.as_str().unwrap_or_default()).map_err(|e| e.within(&at))?;
            if state.has_abatis(hex) {
                return Err(BadField::new(at, "only one abatis goes in a hex"));
            }
            if self.ground.ford(hex).is_some() || !self.scenario.abatis_zone.has(hex) {
                return Err(BadField::new(at, "an abatis stands within three hexes of the Stone Bridge or Farm Ford, not on a crossing"));
            }
            state.abatis[n] = hex;
        }
        state.abatis.sort_by_key(|h| h.0);
        Ok(())
    }

    /// Reads the pieces; returns whether any of them was said to be active.
    fn read_units(&self, value: &Value, state: &mut State) -> Result<bool, BadField> {
        let Some(units) = value.get("units") else { return Ok(false) };
        let units = units.as_array().ok_or_else(|| BadField::new("units", "a list of pieces is wanted"))?;
        let mut seen = [0 as Set; 2];
        let mut inside: Vec<(PieceId, PieceId, String)> = Vec::new();
        let mut told_active = false;
        for (n, unit) in units.iter().enumerate() {
            let at = format!("units[{n}]");
            let within = |e: BadField| e.within(&at);
            let map = unit.as_object().ok_or_else(|| BadField::new(&at, "a piece is an object with id and hex"))?;
            let piece = self.read_piece(text(unit, "id").map_err(within)?).map_err(|e| e.within("id").within(&at))?;
            let side = piece.side();
            if seen[side.index()] & piece.bit() != 0 {
                return Err(BadField::new(format!("{at}.id"), format!("{} is there twice", self.id(piece))));
            }
            seen[side.index()] |= piece.bit();
            let holder = matches!(self.roster.kind(piece), Kind::Formed | Kind::Dummy);
            let playing = self.scenario.in_game[side.index()] & piece.bit() != 0 || holder && state.at[piece.index()] == Spot::CARD;
            if !playing {
                return Err(BadField::new(format!("{at}.id"), format!("{} is not in this game under these options", self.id(piece))));
            }
            if unit.get("hex").is_some() {
                let hex = self.read_hex(text(unit, "hex").map_err(within)?).map_err(|e| e.within("hex").within(&at))?;
                self.check_hex(state, piece, hex).map_err(|e| e.within(&at))?;
                state.put(piece, hex);
            } else if unit.get("in").is_some() {
                let holder = self.read_piece(text(unit, "in").map_err(within)?).map_err(|e| e.within("in").within(&at))?;
                inside.push((piece, holder, at.clone()));
            } else if unit.get("off").is_some() {
                let spot = value_of(&SPOTS, "off", text(unit, "off").map_err(within)?).map_err(within)?;
                let bad = match spot {
                    Spot::BOX => self.roster.kind(piece) != Kind::Infantry || self.roster.counter(piece).brigade.is_empty(),
                    Spot::DUE => !matches!(self.scenario.starts[piece.index()], Start::Group(_)),
                    Spot::CARD => !holder && matches!(self.scenario.starts[piece.index()], Start::Group(_) | Start::Out),
                    _ => false,
                };
                if bad {
                    return Err(BadField::new(format!("{at}.off"), format!("{} cannot be there", self.id(piece))));
                }
                state.put(piece, spot);
            } else {
                return Err(BadField::new(at, "a piece has a hex, is in a brigade piece, or is off the map: hex, in or off"));
            }
            told_active |= unit.get("active").is_some();
            let mut fault = None;
            let mut known = vec!["id", "hex", "in", "off", "battle"];
            flags!(state, side, |name: &'static str, set: &mut Set| {
                known.push(name);
                match map.get(name) {
                    None => {}
                    Some(Value::Bool(on)) => *set = if *on { *set | piece.bit() } else { *set & !piece.bit() },
                    Some(_) => fault = Some(name.to_string()),
                }
            });
            BadField::unless_known(map, &known).map_err(within)?;
            if let Some(name) = fault {
                return Err(BadField::new(format!("{at}.{name}"), "true or false is wanted"));
            }
            if state.phase == Phase::SetUp
                && let Some(name) = checks::IN_PLAY.into_iter().find(|name| map.get(*name).is_some_and(|v| v == true))
            {
                return Err(BadField::new(format!("{at}.{name}"), "nobody has done anything yet: the armies are being set up"));
            }
            if state.is_frozen(piece) && side == Side::Union && !self.options.fog_of_war {
                return Err(BadField::new(format!("{at}.frozen"), "Union pieces lie face down only in the fog of war"));
            }
            if unit.get("battle").is_some() {
                state.battle_of[piece.index()] = number(unit, "battle", MOST_BATTLES).map_err(within)? as u8;
            }
        }
        for (piece, holder, at) in inside {
            let kind = self.roster.kind(holder);
            let leader = self.roster.counter(holder).leader;
            if holder.side() != piece.side()
                || !matches!(kind, Kind::Formed | Kind::Dummy)
                || state.hex(holder).is_none() && state.at[holder.index()] != Spot::PART
            {
                // A brigade piece may itself be under a dummy; it must be named with a place before its parts are.
                if !matches!(kind, Kind::Formed | Kind::Dummy)
                    || holder.side() != piece.side()
                    || seen[holder.side().index()] & holder.bit() == 0
                {
                    return Err(BadField::new(
                        format!("{at}.in"),
                        "a piece is inside a brigade piece or dummy of its side that is listed too",
                    ));
                }
            }
            let belongs =
                piece == leader || self.roster.brigade[holder.index()] & self.roster.infantry[piece.side().index()] & piece.bit() != 0;
            if kind == Kind::Formed && !belongs {
                return Err(BadField::new(format!("{at}.in"), format!("{} is no part of {}", self.id(piece), self.id(holder))));
            }
            state.put(piece, Spot::PART);
            state.parts[self.roster.holder(holder)] |= piece.bit();
        }
        Ok(told_active)
    }

    fn read_set(&self, value: &Value, field: &str, side: Side) -> Result<Set, BadField> {
        let Some(list) = value.get(field) else { return Ok(0) };
        let list = list.as_array().ok_or_else(|| BadField::new(field, "a list of pieces is wanted"))?;
        list.iter().enumerate().try_fold(0, |set, (n, id)| {
            let at = format!("{field}[{n}]");
            let piece = self.read_piece(id.as_str().unwrap_or_default()).map_err(|e| e.within(&at))?;
            if piece.side() != side {
                return Err(BadField::new(at, format!("{} is not a {side} piece", self.id(piece))));
            }
            Ok(set | piece.bit())
        })
    }

    fn read_rest(&self, value: &Value, state: &mut State) -> Result<(), BadField> {
        let (side, enemy) = (state.side, state.side.enemy());
        if let Some(fords) = value.get("fords") {
            let fords = fords.as_object().ok_or_else(|| BadField::new("fords", "an object of ford and points is wanted"))?;
            for (name, points) in fords {
                let at = format!("fords.{name}");
                let hex = self.read_hex(name).map_err(|e| e.within("fords"))?;
                let ford = self.ground.ford(hex).ok_or_else(|| BadField::new(&at, "there is no ford"))?;
                let limit = self.tables.limits.ford_entry;
                let points = points.as_u64().filter(|p| *p <= u64::from(limit));
                state.ford[ford] = points.ok_or_else(|| BadField::new(&at, format!("0 to {limit} points can have entered")))? as u8;
            }
        }
        let flag = |field: &str| value.get(field).is_some_and(|v| v == true);
        (state.rallied, state.late) = (flag("rallied"), flag("late"));
        if let Some(called) = value.get("called").and_then(Value::as_object) {
            for name in called.keys() {
                let number_of = self.scenario.groups.iter().position(|g| g.id == *name);
                let n = if name == "unfreezing" { Some(UNFREEZING) } else { number_of };
                let n = n.ok_or_else(|| BadField::new(format!("called.{name}"), "no such event"))?;
                state.called[n] = number(&value["called"], name, u64::from(self.scenario.last_turn()))? as u8;
            }
        }
        if let Some(mover) = value.get("mover") {
            known(mover, &["piece", "spent"]).map_err(|e| e.within("mover"))?;
            let piece = self.read_piece(text(mover, "piece").map_err(|e| e.within("mover"))?).map_err(|e| e.within("mover.piece"))?;
            if piece.side() != side || state.hex(piece).is_none() {
                return Err(BadField::new("mover.piece", "the moving piece is one of the active side, on the map"));
            }
            state.mover = piece;
            state.spent = number(mover, "spent", 36).map_err(|e| e.within("mover"))? as u8;
        }
        if let Some(combat) = value.get("combat") {
            let within = |e: BadField| e.within("combat");
            known(combat, &["battles", "open", "engaged", "guns", "forced"]).map_err(within)?;
            state.battles = number(combat, "battles", MOST_BATTLES).map_err(within)? as u8;
            state.open = number(combat, "open", MOST_BATTLES).map_err(within)? as u8;
            state.engaged = self.read_set(combat, "engaged", side).map_err(within)?;
            state.guns = self.read_set(combat, "guns", side).map_err(within)?;
            state.forced = self.read_set(combat, "forced", enemy).map_err(within)?;
        }
        let steps = match value.get("agenda") {
            None => Vec::new(),
            Some(list) => {
                let list = list.as_array().filter(|l| l.len() <= 10);
                let list = list.ok_or_else(|| BadField::new("agenda", "a list of at most ten steps is wanted"))?;
                let read = |(n, step): (usize, &Value)| self.read_step(step).map_err(|e| e.within(&format!("agenda[{n}]")));
                list.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?
            }
        };
        steps.into_iter().for_each(|step| state.push(step));
        if let Some(battle) = value.get("battle") {
            let within = |e: BadField| e.within("battle");
            let fields = ["fight", "attackers", "guns", "defenders", "hexes", "doubled", "woods", "column", "retreating"];
            known(battle, &fields).map_err(within)?;
            let hexes = battle.get("hexes").and_then(Value::as_array).filter(|h| h.len() <= 6);
            let hexes = hexes.ok_or_else(|| BadField::new("battle.hexes", "a list of at most six hexes is wanted"))?;
            let mut b = Battle {
                fight: value_of(&FIGHTS, "fight", text(battle, "fight").map_err(within)?).map_err(within)?,
                attackers: self.read_set(battle, "attackers", side).map_err(within)?,
                guns: self.read_set(battle, "guns", side).map_err(within)?,
                defenders: self.read_set(battle, "defenders", enemy).map_err(within)?,
                hexes: [HexId::NONE; 6],
                doubled: number(battle, "doubled", 63).map_err(within)? as u8,
                woods: battle.get("woods").is_some_and(|w| w == true),
                column: 0,
                retreating: 0,
            };
            let columns = if b.fight == Fight::Bombardment { &self.tables.bombardment_columns } else { &self.tables.combat_columns };
            b.column = number(battle, "column", columns.len() as u64 - 1).map_err(within)? as u8;
            for (n, name) in hexes.iter().enumerate() {
                b.hexes[n] = self.read_hex(name.as_str().unwrap_or_default()).map_err(|e| e.within(&format!("battle.hexes[{n}]")))?;
            }
            b.retreating = self.read_set(battle, "retreating", state.retreating_side().unwrap_or(enemy)).map_err(within)?;
            state.battle = b;
        }
        if value.get("winner").is_some() {
            state.winner = Some(read_side(value, "winner")?);
        }
        Ok(())
    }

    /// A hand-written position begins at the start of its phase: what the phases before would have settled is worked out.
    fn begin_by_hand(&self, state: &mut State, told_active: bool) -> Result<(), BadField> {
        if !state.agenda().is_empty() || state.battle.fight != Fight::None {
            return Err(BadField::new("agenda", "a position written by hand begins at the start of a phase, with nothing pending"));
        }
        // Leaders under a brigade piece share its frozen state.
        for side in Side::BOTH {
            for brigade in pieces(side, self.roster.formed[side.index()]) {
                if state.is_frozen(brigade) {
                    state.frozen[side.index()] |= state.parts(brigade);
                }
            }
        }
        match state.phase {
            Phase::SetUp => {}
            Phase::Command => self.begin_turn(state, &mut ()),
            Phase::Movement => {
                let active = state.active;
                self.begin_movement(state, &mut ());
                if told_active {
                    state.active = active;
                }
            }
            Phase::Declaration => self.begin_combat(state),
            Phase::Battles => {
                return Err(BadField::new("phase", "a position written by hand begins with combat, before attacks are stated"));
            }
            Phase::Rally => {
                let zones = self.zones(state, state.side.enemy());
                state.touched |=
                    state.on_map(state.side, Set::MAX >> 1).filter(|(_, h)| zones.has(*h)).fold(0, |set, (p, _)| set | p.bit());
            }
            Phase::Over => {
                if state.winner.is_none() {
                    return Err(BadField::new("winner", "a game that is over has a winner"));
                }
            }
        }
        self.expose(state, &mut ());
        Ok(())
    }
}

/// Refuses fields of an object that are not among these; what is no object is refused where it is read.
fn known(value: &Value, fields: &[&str]) -> Result<(), BadField> {
    value.as_object().map_or(Ok(()), |map| BadField::unless_known(map, fields))
}

fn text<'a>(value: &'a Value, field: &str) -> Result<&'a str, BadField> {
    value.get(field).and_then(Value::as_str).ok_or_else(|| BadField::new(field, "a text is wanted"))
}

fn number(value: &Value, field: &str, most: u64) -> Result<u64, BadField> {
    let n = value.get(field).and_then(Value::as_u64).filter(|n| *n <= most);
    n.ok_or_else(|| BadField::new(field, format!("a whole number from 0 to {most} is wanted")))
}

fn read_side(value: &Value, field: &str) -> Result<Side, BadField> {
    Side::from_id(text(value, field)?).ok_or_else(|| BadField::new(field, "a side is union or confederate"))
}
