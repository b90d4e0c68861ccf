//! Command (BR-4): who is active, who is frozen, and who is turned up.

use crate::BullRun;
use crate::action::Event;
use crate::counters::{Kind, PieceId, Rank, pieces};
use crate::ground::Hexes;
use crate::state::{Spot, State};
use board::HexId;
use contact::Set;
use engine::{Illegal, Side, Sink};

impl BullRun {
    /// The Command phase: fixes who is active for the whole turn (BR-4.11), uses up the bombardment flags (BR-4.32) and takes
    /// away dummies that have done their work (BR-OPT-2.2).
    pub(crate) fn command_phase(&self, state: &mut State) {
        state.active = self.activated(state, state.side);
        state.bombarded[state.side.index()] = 0;
        let shown = self.counters.dummies[state.side.index()] & !state.frozen[state.side.index()];
        for dummy in pieces(state.side, shown & state.placed(state.side)) {
            state.put(dummy, Spot::LOST);
        }
    }

    /// All pieces of a side that are active (BR-4.2 to BR-4.6): the closure of activation over the command chart (BR-4.CC).
    pub fn activated(&self, state: &State, side: Side) -> Set {
        let i = side.index();
        // BR-4.81: a frozen piece cannot be active, red or not.
        let able = state.placed(side) & (self.counters.leaders[i] | self.counters.units[i]) & !state.frozen[i];
        let mut active: Set = 0;
        let mut judged: Set = 0;
        let enemy = side.enemy();
        // BR-TEC-4: the town of the enemy counts, a house does not.
        let mut foes = Hexes::new();
        self.ground.bases[enemy.index()].iter().for_each(|base| foes.insert(*base));
        state
            .on_map(enemy, self.counters.leaders[enemy.index()] | self.counters.units[enemy.index()])
            .for_each(|(_, hex)| foes.insert(hex));
        for (piece, hex) in state.on_map(side, able) {
            if self.acts_alone(state, piece) {
                active |= piece.bit();
            }
            if judged & piece.bit() == 0 {
                // What holds for one piece of a hex holds for all of them.
                let here = state.here(side, hex) & able;
                judged |= here;
                // BR-4.31: an enemy unit, leader or base hex within command range.
                if self.ground.commands_any(state.standing(), hex, &foes) {
                    active |= here;
                }
            }
        }
        // BR-OPT-2.2: a dummy that was turned up activates all pieces in its hex.
        for (_, hex) in state.on_map(side, self.counters.dummies[i] & !state.frozen[i]) {
            active |= state.here(side, hex) & able;
        }
        // BR-4.4: only active leaders activate, and whoever they activate may activate others.
        let mut waiting = active;
        while waiting != 0 {
            let mut woken: Set = 0;
            for (piece, hex) in state.on_map(side, waiting) {
                if let Some(leader) = self.leader_on(piece) {
                    woken |= self.woken_by(state, leader, hex, able & !(active | woken));
                }
            }
            active |= woken;
            waiting = woken;
        }
        active
    }

    /// The leader that a piece is or has inside it (BR-8.3).
    pub(crate) fn leader_on(&self, piece: PieceId) -> Option<PieceId> {
        match self.counters.kind(piece) {
            Kind::Leader => Some(piece),
            Kind::Formed => Some(self.counters.leader[piece.index()]),
            _ => None,
        }
    }

    /// BR-4.2: a red movement factor; BR-4.32: a leader who was bombarded; BR-OPT-4.1C: Pendleton in his turns.
    fn acts_alone(&self, state: &State, piece: PieceId) -> bool {
        let whose = self.leader_on(piece).unwrap_or(piece);
        self.counters.red[piece.side().index()] & whose.bit() != 0
            || state.bombarded[piece.side().index()] & whose.bit() != 0
            || self.scenario.self_activating.is_some_and(|(p, from, to)| p == whose && (from..=to).contains(&state.turn))
    }

    /// The command chart (BR-4.CC): those of a set whom an active leader in a hex activates.
    fn woken_by(&self, state: &State, leader: PieceId, from: HexId, others: Set) -> Set {
        let side = leader.side();
        let i = side.index();
        let rank = self.counters.rank[leader.index()].expect("a leader has a rank");
        // BR-4.6, BR-4.61: in his hex he reaches beyond his formation; BR-4.62: any Union piece; BR-4.63: his own army;
        // BR-4.64: an artillery leader only batteries.
        let mut here = state.here(side, from) & others & self.counters.army[leader.index()];
        if rank == Rank::Artillery {
            here &= self.counters.batteries[i];
        }
        let within = match rank {
            // BR-4.52: an army leader reaches leaders, and BR-4.51: never units, at range.
            Rank::Army => self.counters.leaders[i] | self.counters.formed[i],
            Rank::Division => self.counters.division[leader.index()],
            Rank::Brigade => self.counters.code[leader.index()] & !self.counters.leaders[i],
            Rank::Artillery => self.counters.code[leader.index()] & self.counters.batteries[i],
        };
        let standing = state.standing();
        let reached = state.on_map(side, within & others & !here).filter(|(_, at)| self.ground.commands(standing, from, *at));
        reached.fold(here, |set, (p, _)| set | p.bit())
    }

    /// Turns up what a piece that came to a hex has in recon range; returns whether anything was turned up.
    ///
    /// BR-4.82b: a frozen unit within four hexes is unfrozen; BR-4.82c: a frozen Confederate leader unfreezes everybody;
    /// BR-OPT-2: a Union leader only himself. BR-4.84: it happens at once.
    pub fn recon(&self, state: &mut State, by: Side, hex: HexId, sink: &mut impl Sink<Event>) -> bool {
        let enemy = by.enemy();
        if !state.unseen(enemy).has(hex) {
            return false;
        }
        let frozen = state.frozen[enemy.index()];
        let seen = self.ground.recon(hex).iter().fold(0, |set, h| set | state.here(enemy, *h) & frozen);
        if enemy == Side::Confederate && pieces(enemy, seen).any(|p| self.leader_on(p).is_some()) {
            self.unfreeze_all(state, enemy, sink);
        } else {
            pieces(enemy, seen).for_each(|p| self.turn_up(state, p, sink));
            state.look_around(enemy);
        }
        true
    }

    /// Turns up a single piece.
    pub(crate) fn unfreeze(&self, state: &mut State, piece: PieceId, sink: &mut impl Sink<Event>) {
        self.turn_up(state, piece, sink);
        state.look_around(piece.side());
    }

    /// Turns a piece up: it acts normally for the rest of the game (BR-4.83). What was under a dummy returns (BR-OPT-2.1).
    fn turn_up(&self, state: &mut State, piece: PieceId, sink: &mut impl Sink<Event>) {
        let side = piece.side();
        state.frozen[side.index()] &= !piece.bit();
        let Some(hex) = state.hex(piece) else { return };
        sink.tell(|| Event::Revealed { piece, hex });
        match self.counters.kind(piece) {
            Kind::Dummy => {
                let parts = state.parts(piece);
                state.hold(piece, 0);
                for part in pieces(side, parts) {
                    state.put(part, hex);
                    self.turn_up(state, part, sink);
                }
            }
            Kind::Formed => state.frozen[side.index()] &= !state.parts(piece),
            _ => {}
        }
    }

    /// Unfreezes all pieces of a side (BR-4.82a, BR-4.82c).
    pub(crate) fn unfreeze_all(&self, state: &mut State, side: Side, sink: &mut impl Sink<Event>) {
        if state.frozen[side.index()] == 0 {
            return;
        }
        sink.tell(|| Event::AllRevealed { side });
        for piece in pieces(side, state.frozen[side.index()]) {
            if state.hex(piece).is_some() {
                self.turn_up(state, piece, sink);
            }
        }
        state.frozen[side.index()] = 0;
        state.look_around(side);
    }

    /// BR-OPT-2: whether the Union may turn up that piece in this Command phase.
    pub(crate) fn may_unfreeze(&self, state: &State, piece: PieceId) -> Result<(), Illegal> {
        if !self.options.fog_of_war || piece.side() != Side::Union || state.hex(piece).is_none() || !state.is_frozen(piece) {
            return Err(Illegal::new(
                "BR-OPT-2",
                "Only a face-down Union piece on the map can be turned up in the Command phase.",
                "Choose a face-down piece of yours in the Command phase.",
            ));
        }
        Ok(())
    }
}
