//! The Rally phase: removing abatis (BR-11.6) and reviving units (BR-14).

use crate::BullRun;
use crate::action::{Action, Event};
use crate::counters::{Kind, PieceId, Rank, pieces};
use crate::state::{Phase, Spot, State};
use board::HexId;
use contact::Set;
use engine::{Illegal, Side, Sink};

impl BullRun {
    /// Whether a piece rested: it neither moved nor fought nor was in an enemy zone in this player-turn (BR-14.32, BR-11.6).
    /// It began the Movement phase where it is, then, because nothing moved it.
    fn rested(&self, state: &State, piece: PieceId) -> bool {
        (state.moved | state.fought | state.advanced | state.touched) & piece.bit() == 0
    }

    pub(crate) fn may_clear(&self, state: &State, by: Side, unit: PieceId) -> Result<(), Illegal> {
        if state.phase != Phase::Rally || by != state.side || unit.side() != by {
            return Err(Illegal::new("BR-11.6", "An abatis is removed in the own Rally phase.", "Wait for your Rally phase."));
        }
        if self.counters.kind(unit) != Kind::Infantry || !state.hex(unit).is_some_and(|h| state.has_abatis(h)) {
            return Err(Illegal::new("BR-11.6", "Only an infantry unit that stands on an abatis removes it.", "Choose one of those."));
        }
        if !self.rested(state, unit) {
            return Err(Illegal::new(
                "BR-11.6",
                "The unit must have spent the whole turn there, without moving, fighting or enemy zones of control.",
                "Keep it there, and remove the abatis in your next turn.",
            ));
        }
        Ok(())
    }

    pub(crate) fn clear_abatis(&self, state: &mut State, unit: PieceId, sink: &mut impl Sink<Event>) {
        let hex = state.hex(unit).expect("checked");
        for abatis in &mut state.abatis {
            if *abatis == hex {
                *abatis = HexId::NONE;
            }
        }
        state.abatis.sort_by_key(|h| h.0);
        sink.tell(|| Event::Cleared { unit, hex });
    }

    /// Whether a leader may rally at all (BR-12.1, BR-14.3, BR-14.31), and where.
    fn may_rally_with(&self, state: &State, by: Side, leader: PieceId) -> Result<HexId, Illegal> {
        if state.phase != Phase::Rally || by != state.side || leader.side() != by {
            return Err(Illegal::new("BR-14.3", "Units are revived in the own Rally phase.", "Wait for your Rally phase."));
        }
        if state.turn < self.scenario.rally {
            return Err(Illegal::new("BR-14.1", "Nobody can rally before the NOON turn.", "Wait for the NOON turn."));
        }
        if state.rallied {
            return Err(Illegal::new("BR-14.4", "A player revives only one unit in a turn.", "Revive another in your next turn."));
        }
        let counter = self.counters.counter(leader);
        if counter.rank != Some(Rank::Brigade) {
            return Err(Illegal::new("BR-14.31", "Only brigade leaders can rally.", "Choose a brigade leader."));
        }
        const TIRED: Illegal = Illegal::new(
            "BR-14.32",
            "The leader and one of his infantry units must have spent the turn in that hex, at rest.",
            "Keep both still and away from the enemy in your next turn.",
        );
        // BR-8.3: inside his brigade piece he rallies as if he were on the map, and his units are with him.
        if state.at[leader.index()] == Spot::PART {
            return match state.hex(counter.formed) {
                Some(hex) if self.rested(state, counter.formed) => Ok(hex),
                _ => Err(TIRED),
            };
        }
        let Some(hex) = state.hex(leader) else {
            return Err(Illegal::new("BR-14.31", "A brigade that lost its leader cannot rally.", "Choose another brigade."));
        };
        let escort = state.here(by, hex) & self.counters.brigade[leader.index()] & self.counters.infantry[by.index()];
        if !self.rested(state, leader) || !pieces(by, escort).any(|p| self.rested(state, p)) {
            return Err(TIRED);
        }
        Ok(hex)
    }

    pub(crate) fn may_rally(&self, state: &State, by: Side, leader: PieceId, unit: PieceId) -> Result<(), Illegal> {
        let hex = self.may_rally_with(state, by, leader)?;
        if unit.side() != by || self.counters.brigade[leader.index()] & unit.bit() == 0 {
            return Err(Illegal::new("BR-14.31", "A leader revives only units of his own brigade.", "Choose a unit of his brigade."));
        }
        if state.at[unit.index()] != Spot::BOX {
            return Err(Illegal::new("BR-14.2", "Only units in the RALLY box can be revived.", "Choose one of those."));
        }
        if self.options.exhaustion && state.via_r1 & state.revived & unit.bit() != 0 && by == Side::Union {
            return Err(Illegal::new("BR-OPT-3", "A unit that marched by R1 is revived only once.", "Choose another unit."));
        }
        // the hex must have room.
        if !self.fits(state, unit, hex) {
            return Err(Illegal::new(
                "BR-14.33",
                "The revived unit would overstack the leader's hex.",
                "Revive a smaller unit, or move others out in your next turn.",
            ));
        }
        Ok(())
    }

    /// The unit returns to play like any other, however often (BR-14.5).
    pub(crate) fn rally(&self, state: &mut State, leader: PieceId, unit: PieceId, sink: &mut impl Sink<Event>) {
        let hex = self.may_rally_with(state, leader.side(), leader).expect("checked");
        state.put(unit, hex);
        state.rallied = true;
        for flags in [&mut state.moved, &mut state.fought, &mut state.advanced, &mut state.active] {
            *flags &= !unit.bit();
        }
        // It was not there all turn.
        state.touched |= unit.bit();
        if unit.side() == Side::Union {
            state.revived |= unit.bit();
        }
        sink.tell(|| Event::Rallied { leader, unit, hex });
        self.arrived(state, unit, hex, sink);
    }

    /// The leaders and units that can do something in the Rally phase.
    pub(crate) fn rally_subjects(&self, state: &State) -> Set {
        let mut set = 0;
        if state.abatis.iter().any(|h| h.is_some()) {
            for (unit, _) in state.on_map(state.side, self.counters.infantry[state.side.index()]) {
                if self.may_clear(state, state.side, unit).is_ok() {
                    set |= unit.bit();
                }
            }
        }
        if state.turn < self.scenario.rally || state.rallied {
            return set;
        }
        for leader in pieces(state.side, self.counters.leaders[state.side.index()]) {
            let mut lost = pieces(state.side, self.counters.brigade[leader.index()] & self.counters.infantry[state.side.index()]);
            if lost.any(|unit| state.at[unit.index()] == Spot::BOX && self.may_rally(state, state.side, leader, unit).is_ok()) {
                set |= leader.bit();
            }
        }
        set
    }

    pub(crate) fn rallies(&self, state: &State, leader: PieceId, out: &mut Vec<Action>) {
        if self.may_rally_with(state, state.side, leader).is_err() {
            return;
        }
        for unit in pieces(state.side, self.counters.brigade[leader.index()]) {
            if self.may_rally(state, state.side, leader, unit).is_ok() {
                out.push(Action::Rally { leader, unit });
            }
        }
    }
}
