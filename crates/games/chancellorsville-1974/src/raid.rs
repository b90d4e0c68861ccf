//! Stoneman's raid (Optional V): raiders come back on the west edge.

use board::HexId;
use engine::{Illegal, Side, Sink};

use crate::Chancellorsville1974;
use crate::action::Event;
use crate::counters::PieceId;
use crate::state::{Fate, March, State, Step};

impl Chancellorsville1974 {
    /// C74-OPT-V.D: whether a returning raider may come on there.
    pub(crate) fn may_come_on(&self, state: &State, by: Side, piece: PieceId, hex: HexId) -> Result<(), Illegal> {
        if !matches!(state.agenda.top(), Step::Movement) || piece.side() != by || state.returning & piece.bit() == 0 {
            return Err(Illegal::new(
                "C74-OPT-V.C",
                "Only returning raiders come on, in the Movement Phase of the turn after their die.",
                "Wait for that turn; then bring them on at the west edge.",
            ));
        }
        self.may_move_at_all(state, by)?;
        if !hex.is_some() || !self.ground.west_edge.has(hex) {
            return Err(Illegal::new("C74-OPT-V.D", "Raiders come back on the west edge.", "Choose a hex of the west edge."));
        }
        // A-14, the Rapidan: all raiders swim (C74-IV.J.1.a), but a bridge is entered by its approaches alone (N-1).
        if state.bridge_at(hex).is_some() {
            return Err(Illegal::new(
                "C74-IV.J.4.d.1",
                "A bridge is entered and left only through its two approach hexes.",
                "Come on at another hex of the west edge.",
            ));
        }
        if self.controls(state, by.enemy(), hex) || state.at(hex) & self.data.side(by.enemy()) != 0 {
            return Err(Illegal::new(
                "C74-OPT-V.D",
                "Raiders do not come back in an enemy-controlled hex.",
                "Choose a hex of the west edge out of reach of the enemy.",
            ));
        }
        if self.night(state) && self.beside(state, by.enemy(), hex) {
            return Err(Illegal::new(
                "C74-VIII.B.1",
                "At night no unit may move next to an enemy combat unit.",
                "Choose a hex that is not next to an enemy.",
            ));
        }
        self.room(state, by, hex, piece.bit())
    }

    pub(crate) fn can_come_on(&self, state: &State, piece: PieceId) -> bool {
        self.ground.west_edge.iter().any(|h| self.may_come_on(state, piece.side(), piece, h).is_ok())
    }

    pub(crate) fn come_on<K: Sink<Event>>(&self, state: &mut State, piece: PieceId, hex: HexId, sink: &mut K) {
        /// What the first hex costs, whatever its terrain (C74-OPT-V.D).
        const ENTRY_COST: u8 = 1;
        state.put(piece, hex);
        state.returning &= !piece.bit();
        state.began = true;
        sink.tell(|| Event::Entered(piece, hex, false));
        let group = self.group(state, piece.bit());
        self.touch(state, &group, hex, sink);
        if self.ground.river(hex) {
            // C74-TEC-8.a: in the river it stops.
            state.moved |= piece.bit();
            return;
        }
        state.march = March { pieces: piece.bit(), spent: ENTRY_COST };
        state.agenda.push(Step::Marching);
    }

    /// C74-OPT-V.C: the raiders' die.
    pub(crate) fn roll_for_raiders<K: Sink<Event>>(&self, state: &mut State, die: u8, sink: &mut K) {
        let back = self.data.returns[usize::from(die) - 1] & state.with_fate(Fate::Raid);
        state.returning |= back;
        // C74-OPT-V.C.1, C74-OPT-V.C.2.
        let gray = self.data.gray_raider;
        if back != 0 && state.fate(gray) == Fate::Raid {
            state.returning |= gray.bit();
        }
        sink.tell(|| Event::RaidDie(die, back));
        self.end_turn(state, sink);
    }
}
