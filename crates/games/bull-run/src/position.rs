//! Positions as written in files. Whatever is written is read; a position may also be written by hand, at the start of a phase
//! and with only the pieces that matter.

mod checks;

use crate::BullRun;
use crate::audit;
use crate::counters::{Kind, PieceId, pieces};
use crate::scenario::Start;
use crate::sequence::UNFREEZING;
use crate::state::{Battle, Fight, Phase, Spot, State, Step, Trestle};
use board::HexId;
use contact::Set;
use engine::{BadField, Header, Positions, Reading, Side};
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

/// The longest agenda that is read: what comes of its steps needs room too.
const MOST_STEPS: usize = 10;

/// The name of a value in such a table.
fn name_of<T: PartialEq>(table: &[(&'static str, T)], value: &T) -> &'static str {
    table.iter().find(|(_, v)| v == value).map_or("", |(n, _)| n)
}

/// What a position may say besides what every position does.
const FIELDS: [&str; 12] =
    ["complete", "abatis", "trestle", "fords", "rallied", "late", "called", "mover", "combat", "battle", "agenda", "winner"];

/// What a piece may say besides its flags.
const UNIT_FIELDS: [&str; 5] = ["id", "hex", "in", "off", "battle"];

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

impl Positions for BullRun {
    fn write_position(&self, state: &State) -> Value {
        let hex = |h: HexId| self.ground.name(h);
        let mut units = Vec::new();
        for piece in self.counters.all() {
            let spot = state.at[piece.index()];
            let holder = matches!(self.counters.kind(piece), Kind::Formed | Kind::Dummy);
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
        let rest = json!({
            "complete": true,
            "units": units,
            "abatis": state.abatis.iter().filter(|h| h.is_some()).map(|h| hex(*h)).collect::<Vec<_>>(),
            "trestle": name_of(&TRESTLES, &state.trestle),
            "fords": fords,
            "rallied": state.rallied,
            "late": state.late,
            "called": called,
        });
        let mut value = Header::write(state.turn, name_of(&PHASES, &state.phase), Some(state.side), rest);
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

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        let position = Reading::position(value, &FIELDS)?;
        let header = Header::read(&position, 0..=self.scenario.last_turn())?;
        let complete = position.field("complete").flag()?;
        let mut state = State::empty();
        state.side = header.active.unwrap_or(Side::Union);
        state.phase = header.phase.given().map_or(Ok(Phase::Command), |phase| phase.word(&PHASES))?;
        state.turn = header.turn.unwrap_or(u8::from(state.phase != Phase::SetUp));
        if (state.turn == 0) != (state.phase == Phase::SetUp) {
            return Err(BadField::new("turn", format!("turns are 1 to {}; only set-up is in turn 0", self.scenario.last_turn())));
        }
        state.trestle = position.field("trestle").given().map_or(Ok(Trestle::Destroyed), |trestle| trestle.word(&TRESTLES))?;
        let opening = self.opening();
        for piece in self.counters.all() {
            let leader = self.counters.counter(piece).leader;
            if leader != PieceId::NONE && opening.at[piece.index()] == Spot::CARD {
                state.put(piece, Spot::CARD);
            }
        }
        self.read_abatis(&position, &mut state)?;
        let told_active = self.read_units(&position, &mut state)?;
        Side::BOTH.into_iter().for_each(|side| state.look_around(side));
        state.routes = self.routes_to_keep(&state);
        self.read_rest(&position, &mut state)?;
        self.check_units(&state)?;
        self.check_phase(value, &state, complete)?;
        if !complete {
            self.begin_by_hand(&mut state, told_active)?;
        }
        audit::audit(self, &state).map_err(|fault| BadField::new("units", fault))?;
        self.check_combat(&state)?;
        self.check_agenda(&state)?;
        Ok(state)
    }
}

impl BullRun {
    /// The brigade piece or dummy that holds a piece.
    fn holder_of(&self, state: &State, piece: PieceId) -> PieceId {
        let i = piece.side().index();
        pieces(piece.side(), self.counters.formed[i] | self.counters.dummies[i])
            .find(|h| state.parts(*h) & piece.bit() != 0)
            .unwrap_or(piece)
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

    fn read_step(&self, step: &Reading<'_>) -> Result<Step, BadField> {
        step.only(&["step", "side", "owed", "leader", "from", "to", "number"])?;
        let side = || step.field("side").side();
        let hex = |field: &str| self.read_hex(&step.field(field));
        Ok(match step.field("step").text()? {
            "roll" => Step::Roll,
            "lose" => Step::Lose { side: side()?, owed: step.field("owed").number(0..=999)? },
            "lose-one" => Step::LoseOne,
            "leader-rolls" => Step::LeaderRolls,
            "leader-retreat" => Step::LeaderRetreat { leader: self.read_piece(&step.field("leader"))? },
            "fall-back" => Step::FallBack { side: side()? },
            "retreat" => Step::Retreat { side: side()? },
            "follow" => Step::Follow { side: side()?, from: hex("from")?, to: hex("to")? },
            "advance" => Step::Advance,
            "finish" => Step::Finish,
            "event" => Step::Event { number: step.field("number").number(0..=UNFREEZING as u64)? },
            "events-done" => Step::EventsDone,
            other => return Err(step.field("step").fault(format!("no step is called {other:?}"))),
        })
    }

    fn read_abatis(&self, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        let list = position.field("abatis").list_or_nothing()?;
        if list.len() > state.abatis.len() {
            return Err(position.field("abatis").fault("there are four abatis"));
        }
        for (n, name) in list.iter().enumerate() {
            let hex = self.read_hex(name)?;
            if state.has_abatis(hex) {
                return Err(name.fault("only one abatis goes in a hex"));
            }
            if self.ground.ford(hex).is_some() || !self.scenario.abatis_zone.has(hex) {
                return Err(name.fault("an abatis stands within three hexes of the Stone Bridge or Farm Ford, not on a crossing"));
            }
            state.abatis[n] = hex;
        }
        state.abatis.sort_by_key(|h| h.0);
        Ok(())
    }

    /// Reads the pieces; returns whether any of them was said to be active.
    fn read_units(&self, position: &Reading<'_>, state: &mut State) -> Result<bool, BadField> {
        let mut fields = UNIT_FIELDS.to_vec();
        for side in Side::BOTH {
            let mut any = State::empty();
            any.side = side;
            flags!(any, side, |name: &'static str, _: &mut Set| fields.push(name));
        }
        let units = position.units(&fields, |id| self.piece_of(id))?;
        let seen = units.iter().fold([0 as Set; 2], |mut seen, (piece, _)| {
            seen[piece.side().index()] |= piece.bit();
            seen
        });
        let mut inside: Vec<(PieceId, PieceId, Reading<'_>)> = Vec::new();
        let mut told_active = false;
        for (piece, unit) in units {
            let side = piece.side();
            let [id, hex, within, off] = ["id", "hex", "in", "off"].map(|field| unit.field(field));
            let holder = matches!(self.counters.kind(piece), Kind::Formed | Kind::Dummy);
            let playing = self.scenario.in_game[side.index()] & piece.bit() != 0 || holder && state.at[piece.index()] == Spot::CARD;
            if !playing {
                return Err(id.fault(format!("{} is not in this game under these options", self.id(piece))));
            }
            if hex.is_there() {
                let at = self.read_hex(&hex)?;
                self.check_hex(state, piece, at).map_err(|because| hex.fault(because))?;
                state.put(piece, at);
            } else if within.is_there() {
                inside.push((piece, self.read_piece(&within)?, within));
            } else if off.is_there() {
                let spot = off.word(&SPOTS)?;
                let bad = match spot {
                    Spot::BOX => self.counters.kind(piece) != Kind::Infantry || self.counters.counter(piece).brigade.is_empty(),
                    Spot::DUE => !matches!(self.scenario.starts[piece.index()], Start::Group(_)),
                    Spot::CARD => !holder && matches!(self.scenario.starts[piece.index()], Start::Group(_) | Start::Out),
                    _ => false,
                };
                if bad {
                    return Err(off.fault(format!("{} cannot be there", self.id(piece))));
                }
                state.put(piece, spot);
            } else {
                return Err(unit.fault("a piece has a hex, is in a brigade piece, or is off the map: hex, in or off"));
            }
            told_active |= unit.field("active").is_there();
            let mut marks = Vec::new();
            let mut known = UNIT_FIELDS.to_vec();
            flags!(state, side, |name: &'static str, set: &mut Set| {
                known.push(name);
                let mark = unit.field(name);
                if let Ok(on) = mark.flag()
                    && mark.is_there()
                {
                    *set = if on { *set | piece.bit() } else { *set & !piece.bit() };
                }
                marks.push((name, mark));
            });
            unit.only(&known)?;
            for (name, mark) in marks {
                if mark.flag()? && state.phase == Phase::SetUp && checks::IN_PLAY.contains(&name) {
                    return Err(mark.fault("nobody has done anything yet: the armies are being set up"));
                }
            }
            if state.is_frozen(piece) && side == Side::Union && !self.options.fog_of_war {
                return Err(unit.field("frozen").fault("Union pieces lie face down only in the fog of war"));
            }
            state.battle_of[piece.index()] = unit.field("battle").number_or_zero(MOST_BATTLES)?;
        }
        for (piece, holder, within) in inside {
            let kind = self.counters.kind(holder);
            let leader = self.counters.counter(holder).leader;
            if holder.side() != piece.side()
                || !matches!(kind, Kind::Formed | Kind::Dummy)
                || state.hex(holder).is_none() && state.at[holder.index()] != Spot::PART
            {
                // A brigade piece may itself be under a dummy; it must be named with a place before its parts are.
                if !matches!(kind, Kind::Formed | Kind::Dummy)
                    || holder.side() != piece.side()
                    || seen[holder.side().index()] & holder.bit() == 0
                {
                    return Err(within.fault("a piece is inside a brigade piece or dummy of its side that is listed too"));
                }
            }
            let belongs =
                piece == leader || self.counters.brigade[holder.index()] & self.counters.infantry[piece.side().index()] & piece.bit() != 0;
            if kind == Kind::Formed && !belongs {
                return Err(within.fault(format!("{} is no part of {}", self.id(piece), self.id(holder))));
            }
            state.put(piece, Spot::PART);
            state.hold(holder, state.parts(holder) | piece.bit());
        }
        Ok(told_active)
    }

    /// The pieces of one side that a list names.
    fn read_set(&self, list: &Reading<'_>, side: Side) -> Result<Set, BadField> {
        list.list_or_nothing()?.iter().try_fold(0, |set, item| {
            let piece = self.read_piece(item)?;
            if piece.side() != side {
                return Err(item.fault(format!("{} is not a {side} piece", self.id(piece))));
            }
            Ok(set | piece.bit())
        })
    }

    fn read_rest(&self, position: &Reading<'_>, state: &mut State) -> Result<(), BadField> {
        let (side, enemy) = (state.side, state.side.enemy());
        for (name, points) in position.field("fords").entries()? {
            let hex = self.hex_of(name).map_err(|because| points.fault(because))?;
            let ford = self.ground.ford(hex).ok_or_else(|| points.fault("there is no ford"))?;
            state.ford[ford] = points.number(0..=u64::from(self.tables.limits.ford_entry))?;
        }
        state.rallied = position.field("rallied").flag()?;
        state.late = position.field("late").flag()?;
        for (name, turn) in position.field("called").entries()? {
            let number_of = self.scenario.groups.iter().position(|g| g.id == *name);
            let n = if name == "unfreezing" { Some(UNFREEZING) } else { number_of };
            state.called[n.ok_or_else(|| turn.fault("no such event"))?] = turn.number(0..=u64::from(self.scenario.last_turn()))?;
        }
        if let Some(mover) = position.field("mover").given() {
            mover.only(&["piece", "spent"])?;
            state.mover = self.read_piece(&mover.field("piece"))?;
            if state.mover.side() != side || state.hex(state.mover).is_none() {
                return Err(mover.field("piece").fault("the moving piece is one of the active side, on the map"));
            }
            state.spent = mover.field("spent").number(0..=36)?;
        }
        if let Some(combat) = position.field("combat").given() {
            combat.only(&["battles", "open", "engaged", "guns", "forced"])?;
            state.battles = combat.field("battles").number(0..=MOST_BATTLES)?;
            state.open = combat.field("open").number(0..=MOST_BATTLES)?;
            state.engaged = self.read_set(&combat.field("engaged"), side)?;
            state.guns = self.read_set(&combat.field("guns"), side)?;
            state.forced = self.read_set(&combat.field("forced"), enemy)?;
        }
        let steps = position.field("agenda").list_or_nothing()?;
        if steps.len() > MOST_STEPS {
            return Err(position.field("agenda").fault(format!("at most {MOST_STEPS} steps are pending")));
        }
        for step in &steps {
            state.push(self.read_step(step)?);
        }
        if let Some(battle) = position.field("battle").given() {
            state.battle = self.read_battle(&battle, state)?;
        }
        state.winner = position.field("winner").given().map(|winner| winner.side()).transpose()?;
        Ok(())
    }

    fn read_battle(&self, battle: &Reading<'_>, state: &State) -> Result<Battle, BadField> {
        let (side, enemy) = (state.side, state.side.enemy());
        battle.only(&["fight", "attackers", "guns", "defenders", "hexes", "doubled", "woods", "column", "retreating"])?;
        let fight = battle.field("fight").word(&FIGHTS)?;
        let columns = if fight == Fight::Bombardment { &self.tables.bombardment_columns } else { &self.tables.combat_columns };
        let mut hexes = [HexId::NONE; 6];
        let named = battle.field("hexes").list()?;
        if named.len() > hexes.len() {
            return Err(battle.field("hexes").fault("at most six hexes are attacked together"));
        }
        for (hex, name) in hexes.iter_mut().zip(&named) {
            *hex = self.read_hex(name)?;
        }
        Ok(Battle {
            fight,
            attackers: self.read_set(&battle.field("attackers"), side)?,
            guns: self.read_set(&battle.field("guns"), side)?,
            defenders: self.read_set(&battle.field("defenders"), enemy)?,
            hexes,
            doubled: battle.field("doubled").number(0..=63)?,
            woods: battle.field("woods").flag()?,
            column: battle.field("column").number(0..=columns.len() as u64 - 1)?,
            retreating: self.read_set(&battle.field("retreating"), state.retreating_side().unwrap_or(enemy))?,
        })
    }

    /// A hand-written position begins at the start of its phase: what the phases before would have settled is worked out.
    fn begin_by_hand(&self, state: &mut State, told_active: bool) -> Result<(), BadField> {
        if !state.agenda().is_empty() || state.battle.fight != Fight::None {
            return Err(BadField::new("agenda", "a position written by hand begins at the start of a phase, with nothing pending"));
        }
        // Leaders under a brigade piece share its frozen state.
        for side in Side::BOTH {
            for brigade in pieces(side, self.counters.formed[side.index()]) {
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
