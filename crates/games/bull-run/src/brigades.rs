//! Brigades (BR-8) and the two pieces of a battery (BR-9.1).

use crate::BullRun;
use crate::action::{Action, Event};
use crate::counters::{Kind, PieceId, pieces};
use crate::state::{Phase, Spot, State};
use contact::Set;
use engine::{Illegal, Side, Sink};

impl BullRun {
    /// Whether a side may change the form of its pieces now: at set-up or in its own Movement phase (BR-8.2, BR-1.14).
    fn reforms(&self, state: &State, by: Side, rule: &'static str) -> Result<(), Illegal> {
        if state.step().is_none() && by == state.side && matches!(state.phase, Phase::SetUp | Phase::Movement) {
            Ok(())
        } else {
            Err(Illegal::new(
                rule,
                "This is done only in the own Movement phase or while setting up.",
                "Do it in your next Movement phase, before the pieces move.",
            ))
        }
    }

    /// Whether that brigade may form from its leader and these infantry units.
    pub(crate) fn may_form(&self, state: &State, by: Side, brigade: PieceId, parts: Set) -> Result<(), Illegal> {
        self.reforms(state, by, "BR-8.2")?;
        let kind = self.counters.kind(brigade);
        if brigade.side() != by || kind != Kind::Formed || state.at[brigade.index()] != Spot::CARD {
            return Err(Illegal::new(
                "BR-8.1",
                "Only a brigade piece that lies on its card can be formed.",
                "Choose a brigade that is not formed.",
            ));
        }
        let i = by.index();
        let counter = self.counters.counter(brigade);
        let leader = counter.leader;
        let members = self.counters.brigade[brigade.index()] & self.counters.infantry[i];
        let points: u32 = pieces(by, parts).map(|p| u32::from(self.counters.defence(p))).sum();
        if parts & !members != 0 || points != u32::from(counter.faces[0].defence) {
            return Err(Illegal::new(
                "BR-8.21",
                "A brigade forms from its leader and infantry of that brigade with exactly its defence strength.",
                "Choose such units of his hex.",
            ));
        }
        let all = parts | leader.bit();
        let Some(hex) = state.hex(leader) else {
            return Err(Illegal::new(
                "BR-8.21",
                "The brigade's leader is not on the map by himself.",
                "Break up what he is part of, or bring him on first.",
            ));
        };
        if pieces(by, parts).any(|p| state.hex(p) != Some(hex)) {
            return Err(Illegal::new(
                "BR-8.22",
                "The leader and the units must be together in one hex.",
                "Bring them together, and form the brigade in your next Movement phase.",
            ));
        }
        if self.bars_brigades(state, hex) {
            return Err(Illegal::new(
                "BR-8.52",
                "A brigade cannot form on a ford, a bridge or an abatis.",
                "Move to another hex, and form it in your next Movement phase.",
            ));
        }
        if state.frozen[i] & all != 0 && state.frozen[i] & all != all {
            return Err(Illegal::new(
                "BR-4.83",
                "Frozen and unfrozen pieces cannot form one brigade.",
                "Wait until all of them are unfrozen.",
            ));
        }
        // once more after it broke up, and not from the same units.
        if state.reformed[i] & leader.bit() != 0 {
            return Err(Illegal::new(
                "BR-8.22",
                "This brigade has formed twice in this phase.",
                "It stays broken up until the next Movement phase.",
            ));
        }
        if state.broken[i] & leader.bit() != 0 && state.broken[i] & members == parts {
            return Err(Illegal::new(
                "BR-8.22",
                "This brigade broke up in this phase.",
                "Form it from other units than before, or in your next Movement phase.",
            ));
        }
        if state.phase == Phase::Movement {
            if all & (state.moved | state.fought) != 0 {
                return Err(Illegal::new(
                    "BR-8.22",
                    "Pieces that moved or fought cannot form a brigade in that phase.",
                    "Form it in your next Movement phase, before they move.",
                ));
            }
            // at the start of the phase, and when forming.
            if all & state.touched != 0 || self.controlled(state, by.enemy(), hex) {
                return Err(Illegal::new(
                    "BR-8.22",
                    "A brigade cannot form in an enemy zone of control.",
                    "Move away from the enemy, and form it in your next Movement phase.",
                ));
            }
        }
        Ok(())
    }

    pub(crate) fn form(&self, state: &mut State, brigade: PieceId, parts: Set, sink: &mut impl Sink<Event>) {
        let side = brigade.side();
        let leader = self.counters.counter(brigade).leader;
        let hex = state.hex(leader).expect("checked: the leader is on the map");
        let all = parts | leader.bit();
        pieces(side, all).for_each(|p| state.put(p, Spot::PART));
        state.put(brigade, hex);
        state.hold(brigade, all);
        let i = side.index();
        state.reformed[i] |= state.broken[i] & leader.bit();
        // active if its leader is, or all of its parts are.
        if side == state.side && (state.active & leader.bit() != 0 || state.active & all == all) {
            state.active |= brigade.bit();
        } else if side == state.side {
            state.active &= !brigade.bit();
        }
        let hidden = state.frozen[i] & leader.bit() != 0;
        state.frozen[i] = if hidden { state.frozen[i] | brigade.bit() } else { state.frozen[i] & !brigade.bit() };
        if side == state.side {
            for flags in [&mut state.moved, &mut state.fought, &mut state.advanced, &mut state.touched] {
                *flags &= !brigade.bit();
            }
        }
        sink.tell(|| Event::Formed { brigade, hex, hidden });
    }

    /// BR-8.4: a brigade may break up at any time, in the enemy's turn and in enemy zones too.
    pub fn may_break(&self, state: &State, by: Side, brigade: PieceId) -> Result<(), Illegal> {
        if brigade.side() != by || self.counters.kind(brigade) != Kind::Formed || state.hex(brigade).is_none() {
            return Err(Illegal::new("BR-8.4", "Only a brigade piece of your own on the map can break up.", "Choose one of those."));
        }
        // Its parts could not move on.
        if state.mover == brigade { self.nobody_overstacked(state) } else { Ok(()) }
    }

    /// The parts take the place of the brigade piece in everything it was doing: its battle, its losses, its retreat
    /// (BR-8.42). They may move if it was active and had not moved (BR-8.41).
    pub(crate) fn break_up(&self, state: &mut State, brigade: PieceId, sink: &mut impl Sink<Event>) {
        let side = brigade.side();
        let i = side.index();
        let hex = state.hex(brigade).expect("checked: the brigade is on the map");
        let hidden = state.is_frozen(brigade);
        let parts = state.parts(brigade);
        state.hold(brigade, 0);
        state.put(brigade, Spot::CARD);
        pieces(side, parts).for_each(|p| state.put(p, hex));
        let units = parts & self.counters.infantry[i];
        let hand_on = |set: &mut Set, to: Set| {
            if *set & brigade.bit() != 0 {
                *set = *set & !brigade.bit() | to;
            } else {
                *set &= !to;
            }
        };
        hand_on(&mut state.frozen[i], parts);
        state.broken[i] |= parts;
        if side == state.side {
            for flags in [&mut state.active, &mut state.moved, &mut state.fought, &mut state.advanced, &mut state.touched] {
                hand_on(flags, parts);
            }
            hand_on(&mut state.engaged, units);
            if state.battle.attackers & brigade.bit() != 0 {
                hand_on(&mut state.battle.attackers, units);
            }
        } else {
            hand_on(&mut state.forced, units);
            if state.battle.defenders & brigade.bit() != 0 {
                hand_on(&mut state.battle.defenders, units);
            }
        }
        if matches!(state.retreating_side(), Some(r) if r == side) {
            hand_on(&mut state.battle.retreating, units);
        }
        let battle = std::mem::take(&mut state.battle_of[brigade.index()]);
        pieces(side, units).for_each(|p| state.battle_of[p.index()] = battle);
        if state.mover == brigade {
            state.halt();
        }
        sink.tell(|| Event::Broken { brigade, hex, hidden });
    }

    /// Every way to form a brigade now.
    pub fn formings(&self, state: &State, leader: PieceId, out: &mut Vec<Action>) {
        let brigade = self.counters.counter(leader).formed;
        if brigade == PieceId::NONE {
            return;
        }
        self.each_forming(state, leader, brigade, |parts| {
            out.push(Action::Form { brigade, parts });
            true
        });
    }

    /// Whether a brigade can form now.
    pub(crate) fn can_form(&self, state: &State, leader: PieceId) -> bool {
        let brigade = self.counters.brigade_piece[leader.index()];
        brigade != PieceId::NONE
            && state.at[brigade.index()] == Spot::CARD
            && state.hex(leader).is_some_and(|hex| state.points(hex) >= self.counters.defence(brigade))
            && self.first_forming(state, leader).is_some()
    }

    /// The first way to form a leader's brigade now: the brigade piece and its units.
    pub(crate) fn first_forming(&self, state: &State, leader: PieceId) -> Option<(PieceId, Set)> {
        let brigade = self.counters.brigade_piece[leader.index()];
        let mut first = None;
        if brigade != PieceId::NONE {
            self.each_forming(state, leader, brigade, |parts| {
                first = Some((brigade, parts));
                false
            });
        }
        first
    }

    fn each_forming(&self, state: &State, leader: PieceId, brigade: PieceId, mut take: impl FnMut(Set) -> bool) {
        let side = leader.side();
        let Some(hex) = state.hex(leader) else { return };
        let wanted = self.counters.defence(brigade);
        let members = state.here(side, hex) & self.counters.brigade[leader.index()] & self.counters.infantry[side.index()];
        let points: u8 = pieces(side, members).map(|p| self.counters.defence(p)).sum();
        if points < wanted {
            return;
        }
        if points == wanted {
            if self.may_form(state, side, brigade, members).is_ok() {
                take(members);
            }
            return;
        }
        // All sets of them, in the order of the numbers they make.
        let mut parts: Set = 0;
        loop {
            parts = parts.wrapping_sub(members) & members;
            if parts == 0 {
                return;
            }
            let sum: u8 = pieces(side, parts).map(|p| self.counters.defence(p)).sum();
            if sum == wanted && self.may_form(state, side, brigade, parts).is_ok() && !take(parts) {
                return;
            }
        }
    }

    /// Whether a battery may change its piece: in the own Movement phase before it moves, or at set-up (BR-9.12). It may be
    /// inactive (BR-4.12) or in an enemy zone.
    pub fn may_face(&self, state: &State, by: Side, battery: PieceId) -> Result<(), Illegal> {
        self.reforms(state, by, "BR-9.12")?;
        if battery.side() != by || self.counters.kind(battery) != Kind::Battery || state.hex(battery).is_none() {
            return Err(Illegal::new("BR-9.1", "Only a battery on the map has another piece to change to.", "Choose a battery."));
        }
        if state.phase == Phase::Movement && (state.moved | state.advanced) & battery.bit() != 0 {
            return Err(Illegal::new(
                "BR-9.12",
                "A battery changes its piece before it moves, not after.",
                "Change it in your next Movement phase, before it moves.",
            ));
        }
        if state.faced & battery.bit() != 0 {
            return Err(Illegal::new(
                "BR-9.12",
                "This battery has changed its piece in this phase already.",
                "It changes again in your next Movement phase.",
            ));
        }
        Ok(())
    }

    pub(crate) fn face(&self, state: &mut State, battery: PieceId, sink: &mut impl Sink<Event>) {
        let i = battery.side().index();
        state.battle_piece[i] ^= battery.bit();
        state.faced |= battery.bit();
        let (battle_piece, hidden) = (state.battle_piece[i] & battery.bit() != 0, state.is_frozen(battery));
        sink.tell(|| Event::Faced { battery, battle_piece, hidden });
    }
}
