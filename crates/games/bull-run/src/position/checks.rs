//! What a loaded position must be, besides what the audit looks for: nothing that no game could have led to, and nothing that
//! would leave somebody without an answer.

use super::{PHASES, name_of};
use crate::BullRun;
use crate::audit;
use crate::counters::{Kind, PieceId, pieces};
use crate::ground::flag;
use crate::scenario::Start;
use crate::state::{Fight, Phase, Spot, State, Step, Trestle};
use board::HexId;
use contact::Set;
use engine::{BadField, Side};
use serde_json::Value;

/// What a piece can have done only once play has begun.
pub(super) const IN_PLAY: [&str; 8] = ["active", "moved", "fought", "advanced", "touched", "bombarded", "rolling", "revived"];

/// The most defence points of one piece that is set up.
const LARGEST: u8 = 3;

impl BullRun {
    /// Whether a piece can be in a hex at all.
    pub(super) fn check_hex(&self, state: &State, piece: PieceId, hex: HexId) -> Result<(), String> {
        let name = self.ground.name(hex);
        if self.ground.flags(state.standing(), hex) & flag::RIVER != 0 {
            return Err(format!("{name} is a river hex: no piece can be there"));
        }
        if self.counters.kind(piece) == Kind::Formed && self.bars_brigades(state, hex) {
            return Err(format!("{name} is a ford, bridge or abatis: no brigade piece can be there"));
        }
        Ok(())
    }

    /// Nobody stands with the enemy or in a crowd.
    pub(super) fn check_units(&self, state: &State) -> Result<(), BadField> {
        for piece in self.counters.all() {
            let Some(hex) = state.hex(piece) else { continue };
            let name = self.ground.name(hex);
            if self.counters.is_unit(piece) && state.units(piece.side().enemy(), hex) != 0 {
                return Err(BadField::new("units", format!("units of both sides are in {name}: put them apart")));
            }
            let (points, limit) = (state.points(hex), self.stack_limit(hex));
            let passing = state.mover != PieceId::NONE && state.hex(state.mover) == Some(hex);
            if points > limit && !passing {
                return Err(BadField::new("units", format!("{points} defence points are in {name}, which holds {limit}")));
            }
        }
        Ok(())
    }

    /// The phase and what is said about it fit together.
    pub(super) fn check_phase(&self, value: &Value, state: &State, complete: bool) -> Result<(), BadField> {
        let phase = name_of(&PHASES, &state.phase);
        let bad = |field: &str, because: &str| Err(BadField::new(field, format!("{because} (the phase is {phase})")));
        if state.winner.is_some() && state.phase != Phase::Over {
            return bad("winner", "nobody has won before the game is over");
        }
        if state.winner.is_none() && state.phase == Phase::Over {
            return bad("winner", "a game that is over has a winner");
        }
        if complete && state.phase == Phase::Command && !(self.options.fog_of_war && state.side == Side::Union) {
            return bad("phase", "a Command phase is asked for only of the Union in the fog of war");
        }
        if state.mover != PieceId::NONE && state.phase != Phase::Movement {
            return bad("mover", "pieces move in the Movement phase only");
        }
        if state.rallied && !matches!(state.phase, Phase::Rally | Phase::Over) {
            return bad("rallied", "units are revived in the Rally phase only");
        }
        let fighting = matches!(state.phase, Phase::Declaration | Phase::Battles);
        if !fighting
            && (state.battles != 0
                || state.open != 0
                || state.engaged | state.guns | state.forced != 0
                || state.battle_of.iter().any(|b| *b != 0))
        {
            return bad("combat", "attacks are stated in the Combat phase only");
        }
        if state.late && !(self.options.uncertain_times && state.phase == Phase::Movement) {
            return bad("late", "only uncertain times set pieces free late, in the Movement phase");
        }
        let calls = state.called.iter().enumerate().find(|(n, t)| {
            **t > state.turn || **t > 0 && !(self.options.uncertain_times && self.scenario.groups.get(*n).is_none_or(|g| g.rolled))
        });
        if calls.is_some() {
            return bad("called", "only events of uncertain times are called, and not before their turn");
        }
        if state.phase != Phase::SetUp && state.trestle == Trestle::Undecided {
            return bad("trestle", "the trestle stands or is destroyed once play begins");
        }
        if state.phase == Phase::SetUp { self.check_setup(value, state, complete) } else { Ok(()) }
    }

    /// Setting up: the Confederates within the zones of their card, then the Union by march routes, and nothing else has
    /// happened (BR-1). Written by hand, an exercise may put Confederates elsewhere, as long as the Union finds room.
    fn check_setup(&self, value: &Value, state: &State, complete: bool) -> Result<(), BadField> {
        let named = |piece: PieceId, key: &str, because: String| {
            let units = value.get("units").and_then(Value::as_array);
            let n = units.and_then(|list| list.iter().position(|u| u.get("id").is_some_and(|id| id == self.id(piece))));
            Err(BadField::new(n.map_or_else(|| "units".into(), |n| format!("units[{n}].{key}")), because))
        };
        if state.ford.iter().any(|points| *points > 0) {
            return Err(BadField::new("fords", "nobody has entered a ford yet: the armies are being set up"));
        }
        if state.side == Side::Union && state.trestle == Trestle::Undecided {
            return Err(BadField::new("trestle", "the Confederates decided about the trestle before the Union sets up"));
        }
        let routes = self.routes(state);
        for piece in self.counters.all() {
            let start = self.scenario.starts[piece.index()];
            let spot = state.at[piece.index()];
            let holder = matches!(self.counters.kind(piece), Kind::Formed | Kind::Dummy);
            if piece.side() != state.side && !holder {
                let waiting = spot == Spot::CARD;
                if piece.side() == Side::Union && (spot.hex().is_some() || spot == Spot::PART) {
                    return named(piece, "hex", format!("{} is not set up before the Confederates are done", self.id(piece)));
                }
                if piece.side() == Side::Confederate && waiting {
                    return named(piece, "off", format!("{} must be set up before the Union sets up", self.id(piece)));
                }
            }
            if matches!(spot, Spot::BOX | Spot::LOST) {
                return named(piece, "off", format!("{} cannot be there before the battle", self.id(piece)));
            }
            // Inside a brigade piece or under a dummy it stands where that stands.
            let Some(hex) = spot.hex().or_else(|| (spot == Spot::PART).then(|| self.hex_of_part(state, piece)).flatten()) else { continue };
            let place = self.ground.name(hex);
            match start {
                Start::Group(_) => return named(piece, "hex", format!("{} is a reinforcement and waits for its turn", self.id(piece))),
                Start::Zone(z) if complete && !self.scenario.zones[usize::from(z)].hexes.has(hex) => {
                    return named(piece, "hex", format!("{} cannot start in {place}: its card says otherwise", self.id(piece)));
                }
                Start::Route { third } => {
                    let via_r1 = state.via_r1 & piece.bit() != 0;
                    if let Err(illegal) = self.may_start(state, hex, third, via_r1, &routes) {
                        return named(piece, "hex", format!("{} cannot start in {place}: {}", self.id(piece), illegal.because));
                    }
                }
                _ => {}
            }
            // BR-1.21: whoever is bound to this hex must still find room.
            if state.points(hex) + self.reserved(state, hex) > self.tables.limits.stack {
                return named(piece, "hex", format!("{place} has no room left for the pieces that must start there"));
            }
        }
        // The Union must find room for all it has yet to place.
        if state.side == Side::Union {
            let open = |h: &HexId| routes.centreville.has(*h) || routes.r1.has(*h);
            let rooms = |h: HexId| u32::from(self.tables.limits.stack.saturating_sub(state.points(h)) / LARGEST);
            if self.ground.board.grid.hexes().filter(open).map(rooms).sum::<u32>() < self.unplaced(state).count_ones() {
                return Err(BadField::new("units", "the Confederates leave the Union no room to set up: keep them farther away"));
            }
        }
        Ok(())
    }

    /// The hex of the brigade piece or dummy that a piece is in, perhaps of the dummy over that.
    fn hex_of_part(&self, state: &State, piece: PieceId) -> Option<HexId> {
        let outer = self.holder_of(state, piece);
        state.hex(outer).or_else(|| state.hex(self.holder_of(state, outer)))
    }

    /// Attacks as they are stated: who must fight is who is in contact, and everybody in a battle can meet everybody.
    pub(super) fn check_combat(&self, state: &State) -> Result<(), BadField> {
        let (side, enemy) = (state.side, state.side.enemy());
        let bad = |field: &str, because: &str| Err(BadField::new(format!("combat.{field}"), because));
        if state.open > state.battles {
            return bad("open", "that battle does not exist");
        }
        if state.phase == Phase::Declaration {
            let mut fresh = state.clone();
            self.begin_combat(&mut fresh);
            for (field, told, found) in
                [("engaged", state.engaged, fresh.engaged), ("forced", state.forced, fresh.forced), ("guns", state.guns, fresh.guns)]
            {
                if told != found {
                    return bad(field, "these are not the units that the position brings into combat");
                }
            }
        }
        for (n, battle) in state.battle_of.iter().enumerate().filter(|(_, b)| **b != 0) {
            let piece = PieceId(n as u8);
            let set = if piece.side() == side { state.battle.attackers | state.battle.guns } else { state.battle.defenders };
            if state.battle.fight != Fight::None && set & piece.bit() != 0 {
                // The battle at hand may have lost it already.
                continue;
            }
            if *battle > state.battles || state.hex(piece).is_none() || !self.counters.is_unit(piece) {
                return bad("battles", "a battle is fought by units on the map, and has been stated");
            }
        }
        let at_hand = state.battle.attackers | state.battle.guns;
        for battle in 1..=state.battles {
            let (attackers, defenders) = (state.members(side, battle), state.members(enemy, battle));
            // The battle at hand may have lost its members; the others are whole, or fought and gone.
            if state.battle.fight != Fight::None && (attackers & at_hand != 0 || defenders & state.battle.defenders != 0) {
                continue;
            }
            if (attackers == 0) != (defenders == 0) || attackers == 0 && state.phase == Phase::Declaration {
                return bad("battles", "every battle has attackers and defenders");
            }
            if attackers & !(state.engaged | state.guns) != 0 {
                return bad("battles", "an attacker is neither beside an enemy nor a battery that can fire");
            }
            let beside = |a: PieceId, d: PieceId| state.hex(a).zip(state.hex(d)).map_or(u8::MAX, |(a, d)| self.ground.distance(a, d));
            for attacker in pieces(side, attackers) {
                let gun = state.guns & attacker.bit() != 0;
                let reach = if gun { 2..=self.tables.limits.range } else { 1..=1 };
                if pieces(enemy, defenders).any(|d| !reach.contains(&beside(attacker, d))) {
                    return bad("battles", "every attacker of a battle reaches every defender of it");
                }
            }
            if attackers & state.engaged == 0 && defenders & state.forced != 0 {
                return bad("battles", "a unit beside attackers who must attack it cannot be bombarded");
            }
        }
        if state.phase == Phase::Declaration && self.may_go_on_stating(state).is_err() {
            return bad("battles", "the attacks as stated leave somebody without his battle");
        }
        Ok(())
    }

    /// What is pending must make sense: nobody may be asked for what cannot be done.
    pub(super) fn check_agenda(&self, state: &State) -> Result<(), BadField> {
        let bad = |because: &str| Err(BadField::new("agenda", because));
        let fighting = state.battle.fight != Fight::None;
        let mut before = None;
        for step in state.agenda().iter().copied() {
            if !follows(before, step) {
                return bad("these steps do not follow each other");
            }
            before = Some(step);
            let of_battle = !matches!(step, Step::Event { .. } | Step::EventsDone);
            if of_battle && !fighting {
                return bad("a step of a battle is pending, but there is no battle");
            }
            match step {
                Step::Event { number } if state.phase != Phase::Movement || self.event_die(state, number).is_none() => {
                    return bad("that event is not rolled for now");
                }
                Step::LeaderRetreat { leader } if state.hex(leader).is_none() || !self.counters.is_leader(leader) => {
                    return bad("the leader who retreats must be on the map");
                }
                Step::Follow { side, from, to } if state.units(side, to) == 0 || self.ground.distance(from, to) > 2 => {
                    return bad("leaders follow a unit that just left their hex");
                }
                _ => {}
            }
        }
        let phase = if state.battle.fight == Fight::Automatic { Phase::Movement } else { Phase::Battles };
        if fighting && state.phase != phase {
            return Err(BadField::new("battle.fight", "such a battle is not fought in this phase"));
        }
        if fighting {
            self.check_battle(state)?;
        }
        let retreating = state.retreating_side().unwrap_or(state.side.enemy());
        if pieces(retreating, state.battle.retreating).any(|p| state.hex(p).is_none() || !self.counters.is_unit(p)) {
            return Err(BadField::new("battle.retreating", "only units on the map retreat"));
        }
        for side in Side::BOTH {
            if pieces(side, state.rolling[side.index()]).any(|p| state.hex(p).is_none() || !self.counters.is_leader(p)) {
                return bad("only leaders on the map roll for their lives");
            }
        }
        if fighting && state.agenda().first() != Some(&Step::Finish) {
            return bad("a battle is being fought, but nothing is pending");
        }
        let mut probe = state.clone();
        self.proceed(&mut probe, &mut ());
        if audit::hash(&probe) != audit::hash(state) {
            return bad("something is pending that nobody has to be asked for");
        }
        if let engine::Actor::Side(side) = engine::Rules::actor(self, state) {
            let mut subjects = Vec::new();
            engine::Rules::subjects(self, state, side, &mut subjects);
            let mut options = Vec::new();
            for subject in subjects {
                engine::Rules::options(self, state, side, subject, &mut options);
                if !options.is_empty() {
                    return Ok(());
                }
            }
            return bad("nothing can be done in this position");
        }
        Ok(())
    }

    /// The members of the battle at hand are units, each in its role.
    fn check_battle(&self, state: &State) -> Result<(), BadField> {
        let b = &state.battle;
        let (side, enemy) = (state.side, state.side.enemy());
        let members: [(&str, Side, Set); 3] = [("attackers", side, b.attackers), ("guns", side, b.guns), ("defenders", enemy, b.defenders)];
        for (field, whose, set) in members {
            if set & !self.counters.units[whose.index()] != 0 {
                return Err(BadField::new(format!("battle.{field}"), "only combat units fight"));
            }
        }
        if b.defenders == 0 || b.attackers & b.guns != 0 || (b.attackers == 0) != (b.fight == Fight::Bombardment) {
            return Err(BadField::new(
                "battle.attackers",
                "a battle has attackers and defenders, a bombardment only batteries at long range",
            ));
        }
        if b.guns & !self.counters.batteries[side.index()] != 0 {
            return Err(BadField::new("battle.guns", "only batteries fire at long range"));
        }
        Ok(())
    }
}

/// Whether a step can lie on another of the agenda, or at its bottom.
fn follows(before: Option<Step>, step: Step) -> bool {
    match before {
        None => matches!(step, Step::Finish | Step::EventsDone),
        Some(Step::EventsDone | Step::Event { .. }) => matches!(step, Step::Event { .. }),
        Some(Step::Finish) => matches!(step, Step::Roll | Step::Advance),
        Some(Step::Advance) => matches!(step, Step::LeaderRolls | Step::Follow { .. }),
        Some(Step::LeaderRolls) => {
            !matches!(step, Step::Roll | Step::Advance | Step::Finish | Step::Event { .. } | Step::EventsDone | Step::LeaderRolls)
        }
        Some(Step::FallBack { .. }) => matches!(step, Step::LeaderRolls),
        Some(Step::Retreat { .. }) => matches!(step, Step::Follow { .. }),
        Some(Step::Lose { .. }) => matches!(step, Step::Lose { .. }),
        Some(Step::Roll | Step::LoseOne | Step::LeaderRetreat { .. } | Step::Follow { .. }) => false,
    }
}
