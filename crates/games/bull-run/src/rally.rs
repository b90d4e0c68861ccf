//! The Rally phase: removing abatis (BR-11.6) and reviving units (BR-14).

use crate::BullRun;
use crate::action::{Action, Event};
use crate::counters::{Kind, PieceId, Rank, pieces};
use crate::state::{Phase, Spot, State};
use board::HexId;
use contact::clusters::Set;
use engine::{Illegal, Side, Sink};

impl BullRun {
    /// Whether a piece rested: it neither moved nor fought nor was in an enemy zone in this player-turn (BR-14.32, BR-11.6).
    /// It began the Movement phase where it is, then, because nothing moved it.
    fn rested(&self, s: &State, piece: PieceId) -> bool {
        (s.moved | s.fought | s.advanced | s.touched) & piece.bit() == 0
    }

    pub(crate) fn may_clear(&self, s: &State, by: Side, unit: PieceId) -> Result<(), Illegal> {
        if s.phase != Phase::Rally || by != s.side || unit.side() != by {
            return Err(Illegal::new("BR-11.6", "An abatis is removed in the own Rally phase."));
        }
        if self.roster.kind(unit) != Kind::Infantry || !s.hex(unit).is_some_and(|h| s.has_abatis(h)) {
            return Err(Illegal::new("BR-11.6", "Only an infantry unit that stands on an abatis removes it."));
        }
        if !self.rested(s, unit) {
            let because = "The unit must have spent the whole turn there, without moving, fighting or enemy zones of control.";
            return Err(Illegal::new("BR-11.6", because));
        }
        Ok(())
    }

    pub(crate) fn clear_abatis(&self, s: &mut State, unit: PieceId, sink: &mut impl Sink<Event>) {
        let hex = s.hex(unit).expect("checked");
        for abatis in &mut s.abatis {
            if *abatis == hex {
                *abatis = HexId::NONE;
            }
        }
        s.abatis.sort_by_key(|h| h.0);
        sink.tell(|| Event::Cleared { unit, hex });
    }

    /// Whether a leader may rally at all (BR-12.1, BR-14.3, BR-14.31), and where.
    fn may_rally_with(&self, s: &State, by: Side, leader: PieceId) -> Result<HexId, Illegal> {
        if s.phase != Phase::Rally || by != s.side || leader.side() != by {
            return Err(Illegal::new("BR-14.3", "Units are revived in the own Rally phase."));
        }
        if s.turn < self.scenario.rally {
            return Err(Illegal::new("BR-14.1", "Nobody can rally before the NOON turn."));
        }
        if s.rallied {
            return Err(Illegal::new("BR-14.4", "A player revives only one unit in a turn."));
        }
        let counter = self.roster.counter(leader);
        if counter.rank != Some(Rank::Brigade) {
            return Err(Illegal::new("BR-14.31", "Only brigade leaders can rally."));
        }
        const TIRED: Illegal =
            Illegal::new("BR-14.32", "The leader and one of his infantry units must have spent the turn in that hex, at rest.");
        // BR-8.3: inside his brigade piece he rallies as if he were on the map, and his units are with him.
        if s.at[leader.index()] == Spot::PART {
            return match s.hex(counter.formed) {
                Some(hex) if self.rested(s, counter.formed) => Ok(hex),
                _ => Err(TIRED),
            };
        }
        let Some(hex) = s.hex(leader) else {
            return Err(Illegal::new("BR-14.31", "A brigade that lost its leader cannot rally."));
        };
        let escort = s.here(by, hex) & self.roster.brigade[leader.index()] & self.roster.infantry[by.index()];
        if !self.rested(s, leader) || !pieces(by, escort).any(|p| self.rested(s, p)) {
            return Err(TIRED);
        }
        Ok(hex)
    }

    pub(crate) fn may_rally(&self, s: &State, by: Side, leader: PieceId, unit: PieceId) -> Result<(), Illegal> {
        let hex = self.may_rally_with(s, by, leader)?;
        if unit.side() != by || self.roster.brigade[leader.index()] & unit.bit() == 0 {
            return Err(Illegal::new("BR-14.31", "A leader revives only units of his own brigade."));
        }
        if s.at[unit.index()] != Spot::BOX {
            return Err(Illegal::new("BR-14.2", "Only units in the RALLY box can be revived."));
        }
        if self.options.exhaustion && s.via_r1 & s.revived & unit.bit() != 0 && by == Side::Union {
            return Err(Illegal::new("BR-OPT-3", "A unit that marched by R1 is revived only once."));
        }
        // the hex must have room.
        if !self.fits(s, unit, hex) {
            return Err(Illegal::new("BR-14.33", "The revived unit would overstack the leader's hex."));
        }
        Ok(())
    }

    /// The unit returns to play like any other, however often (BR-14.5).
    pub(crate) fn rally(&self, s: &mut State, leader: PieceId, unit: PieceId, sink: &mut impl Sink<Event>) {
        let hex = self.may_rally_with(s, leader.side(), leader).expect("checked");
        s.put(unit, hex);
        s.rallied = true;
        for flags in [&mut s.moved, &mut s.fought, &mut s.advanced, &mut s.active] {
            *flags &= !unit.bit();
        }
        // It was not there all turn.
        s.touched |= unit.bit();
        if unit.side() == Side::Union {
            s.revived |= unit.bit();
        }
        sink.tell(|| Event::Rallied { leader, unit, hex });
        self.arrived(s, unit, hex, sink);
    }

    /// The leaders and units that can do something in the Rally phase.
    pub(crate) fn rally_subjects(&self, s: &State) -> Set {
        let mut set = 0;
        if s.abatis.iter().any(|h| h.is_some()) {
            for (unit, _) in s.on_map(s.side, self.roster.infantry[s.side.index()]) {
                if self.may_clear(s, s.side, unit).is_ok() {
                    set |= unit.bit();
                }
            }
        }
        if s.turn < self.scenario.rally || s.rallied {
            return set;
        }
        for leader in pieces(s.side, self.roster.leaders[s.side.index()]) {
            let mut lost = pieces(s.side, self.roster.brigade[leader.index()] & self.roster.infantry[s.side.index()]);
            if lost.any(|unit| s.at[unit.index()] == Spot::BOX && self.may_rally(s, s.side, leader, unit).is_ok()) {
                set |= leader.bit();
            }
        }
        set
    }

    pub(crate) fn rallies(&self, s: &State, leader: PieceId, out: &mut Vec<Action>) {
        if self.may_rally_with(s, s.side, leader).is_err() {
            return;
        }
        for unit in pieces(s.side, self.roster.brigade[leader.index()]) {
            if self.may_rally(s, s.side, leader, unit).is_ok() {
                out.push(Action::Rally { leader, unit });
            }
        }
    }
}
