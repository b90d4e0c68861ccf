//! The sequence of play (BR-2): turns, phases, and the agenda that drives interrupts; panic and victory (BR-3).

use crate::BullRun;
use crate::action::Event;
use crate::counters::{PieceId, pieces};
use crate::scenario::Start;
use crate::setup::Routes;
use crate::state::{Phase, Spot, State, Step};
use contact::Set;
use engine::Few;
use engine::{Side, Sink};

/// The number of the unfreezing among the uncertain events.
pub(crate) const UNFREEZING: usize = 7;
/// BR-OPT-1: the first die for an event comes two turns early.
const EARLY: u8 = 2;

impl BullRun {
    /// The position before anybody set up.
    pub(crate) fn opening(&self) -> State {
        let mut state = State::empty();
        for piece in self.counters.all() {
            let spot = match self.scenario.starts[piece.index()] {
                Start::Zone(_) | Start::Route { .. } => Spot::CARD,
                Start::Group(_) => Spot::DUE,
                Start::Out if self.is_holder_in_game(piece) => Spot::CARD,
                Start::Out => Spot::ASIDE,
            };
            state.put(piece, spot);
        }
        // BR-4.8, BR-1.2: the FROZEN section; BR-OPT-2: with the fog of war all Union pieces that start on the map.
        state.frozen[Side::Confederate.index()] = self.scenario.frozen;
        if self.options.fog_of_war {
            for piece in self.counters.of(Side::Union) {
                if matches!(self.scenario.starts[piece.index()], Start::Route { .. }) {
                    state.frozen[Side::Union.index()] |= piece.bit();
                }
            }
        }
        state
    }

    /// Brigade pieces whose leader plays, and dummies if there is fog (BR-PP-1).
    fn is_holder_in_game(&self, piece: PieceId) -> bool {
        let leader = self.counters.counter(piece).leader;
        leader != PieceId::NONE
            && self.scenario.in_game[piece.side().index()] & leader.bit() != 0
            && (self.counters.formed[piece.side().index()] & piece.bit() != 0 || self.options.fog_of_war)
    }

    /// Goes on until somebody has to decide or roll.
    pub(crate) fn proceed(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        loop {
            match state.step() {
                Some(Step::Lose { side, owed }) => {
                    if !self.settle_loss(state, side, owed, sink) {
                        return;
                    }
                }
                Some(Step::LoseOne) => match self.only_loss(state) {
                    Some(unit) => self.lose(state, unit, false, sink),
                    None => return,
                },
                Some(Step::LeaderRolls) => {
                    if self.next_to_roll(state).is_some() {
                        return;
                    }
                    state.pop();
                    self.expose(state, sink);
                }
                Some(Step::LeaderRetreat { leader }) => {
                    // without a safe way he is lost.
                    if self.retreats(state, leader).iter().any(|(_, fate)| matches!(fate, crate::retreat::Fate::Safe { .. })) {
                        return;
                    }
                    state.pop();
                    self.lose_leader(state, leader, crate::action::Loss::Retreat, sink);
                }
                Some(Step::FallBack { side }) => {
                    state.battle.retreating = self.involved(state, side);
                    state.replace(Step::Retreat { side });
                }
                Some(Step::Retreat { .. }) => {
                    if state.battle.retreating != 0 {
                        return;
                    }
                    state.pop();
                }
                Some(Step::Follow { .. }) => return,
                Some(Step::Advance) => {
                    if self.someone_may_advance(state) {
                        return;
                    }
                    state.pop();
                }
                Some(Step::Finish) => {
                    state.pop();
                    self.finish_battle(state);
                }
                Some(Step::EventsDone) => {
                    state.pop();
                    if !state.late {
                        self.end_movement(state, sink);
                    }
                }
                Some(Step::Roll | Step::Event { .. }) => return,
                None if state.phase == Phase::Battles => {
                    if self.waiting_battles(state).next().is_some() {
                        return;
                    }
                    self.begin_rally(state, sink);
                }
                None => return,
            }
        }
    }

    /// The unit that must be lost if there is only one, and nothing to break up.
    fn only_loss(&self, state: &State) -> Option<PieceId> {
        let side = state.side.enemy();
        let involved = self.involved(state, side);
        let formed = involved & self.counters.formed[side.index()];
        (involved.count_ones() == 1 && formed == 0).then(|| pieces(side, involved).next()).flatten()
    }

    pub(crate) fn someone_may_advance(&self, state: &State) -> bool {
        if self.vacated(state).next().is_none() {
            return false;
        }
        let attackers = self.involved(state, state.side);
        pieces(state.side, attackers).any(|p| {
            let could = |h: board::HexId| self.may_advance(state, state.side, p, h).is_ok();
            self.vacated(state).any(could) || self.could_break_to_advance(state, p)
        })
    }

    /// BR-8.42: a brigade piece that may not enter the vacated hex can break up so that its parts advance.
    pub(crate) fn could_break_to_advance(&self, state: &State, piece: PieceId) -> bool {
        let Some(from) =
            state.hex(piece).filter(|_| self.counters.formed[state.side.index()] & piece.bit() != 0 && state.advanced & piece.bit() == 0)
        else {
            return false;
        };
        self.vacated(state).any(|hex| {
            let parts = state.parts(piece) & self.counters.infantry[state.side.index()];
            self.ground.distance(from, hex) == 1
                && pieces(state.side, parts).any(|p| {
                    let points = self.counters.defence(p);
                    state.points(hex) + points <= self.stack_limit(hex)
                        && self.ground.ford(hex).is_none_or(|n| state.ford[n] + points <= self.tables.limits.ford_entry)
                })
        })
    }

    /// A side has set up: the other one does, or play begins.
    pub(crate) fn end_setup(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        (state.faced, state.broken, state.reformed) = (0, [0; 2], [0; 2]);
        if state.side == Side::Confederate {
            state.side = Side::Union;
            state.routes = self.routes_to_keep(state);
            sink.tell(|| Event::Phase { side: Side::Union, phase: Phase::SetUp });
        } else {
            state.turn = 1;
            state.routes = Routes::NONE;
            self.begin_turn(state, sink);
        }
    }

    /// A player-turn begins (BR-2.3, BR-2.4): panic, then command.
    pub(crate) fn begin_turn(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        let (turn, side) = (state.turn, state.side);
        sink.tell(|| Event::Turn { turn, side });
        // BR-4.82a: before anything else in the Confederate 10:30 turn; with uncertain times it is rolled for.
        if side == Side::Confederate && turn >= self.scenario.unfreeze && !self.options.uncertain_times {
            self.unfreeze_all(state, side, sink);
        }
        // What was done in the turn before is forgotten first: a game that ends here keeps no marks of the other side.
        (state.active, state.moved, state.fought, state.advanced, state.touched, state.faced) = (0, 0, 0, 0, 0, 0);
        (state.broken, state.reformed) = ([0; 2], [0; 2]);
        state.ford = [0; 16];
        (state.rallied, state.late) = (false, false);
        state.halt();
        // BR-3.1, BR-3.2, BR-3.R (a brigade piece is a unit): an enemy combat unit in the own base ends the game at once.
        let enemy = side.enemy();
        if self.ground.bases[side.index()].iter().any(|h| state.units(enemy, *h) != 0) {
            self.end(state, enemy, true, sink);
            return;
        }
        state.phase = Phase::Command;
        // BR-OPT-2: the Union may turn pieces up in its Command phases; at 10:30 all are.
        if side == Side::Union && self.options.fog_of_war {
            if turn >= self.scenario.unfreeze {
                self.unfreeze_all(state, side, sink);
            }
            if state.on_map(side, state.frozen[side.index()]).next().is_some() {
                sink.tell(|| Event::Phase { side, phase: Phase::Command });
                return;
            }
        }
        self.begin_movement(state, sink);
    }

    /// Command is settled (BR-4.11) and Movement begins.
    pub(crate) fn begin_movement(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        self.command_phase(state);
        state.phase = Phase::Movement;
        let side = state.side;
        state.touched =
            state.on_map(side, Set::MAX).filter(|(_, h)| state.zones(side.enemy()).has(*h)).fold(0, |set, (p, _)| set | p.bit());
        sink.tell(|| Event::Phase { side, phase: Phase::Movement });
    }

    /// The attacker is done moving: uncertain events are rolled for, once (BR-OPT-1).
    pub(crate) fn finish_moves(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        state.halt();
        if self.options.uncertain_times && !state.late {
            let mut due = (0..=UNFREEZING as u8).filter(|n| self.event_die(state, *n).is_some()).peekable();
            if due.peek().is_some() {
                let due: Few<u8, { UNFREEZING + 1 }> = Few::of(0, due);
                state.push(Step::EventsDone);
                // The unfreezing is rolled for first.
                due.iter().for_each(|number| state.push(Step::Event { number: *number }));
                return;
            }
        }
        self.end_movement(state, sink);
    }

    /// What an uncertain event needs to come this turn, if it is rolled for: 1 two turns early, then 2 or less, and so on.
    pub(crate) fn event_die(&self, state: &State, number: u8) -> Option<u8> {
        let n = usize::from(number);
        let scheduled = if n == UNFREEZING {
            (state.side == Side::Confederate && state.frozen[state.side.index()] != 0).then_some(self.scenario.unfreeze)?
        } else {
            let group = self.scenario.groups.get(n)?;
            (group.rolled && group.side == state.side && state.called[n] == 0).then_some(group.turn)?
        };
        (state.turn + EARLY >= scheduled).then(|| state.turn + EARLY - scheduled + 1)
    }

    pub(crate) fn event_roll(&self, state: &mut State, number: u8, die: u8, sink: &mut impl Sink<Event>) {
        let needed = self.event_die(state, number).expect("only events that are due are rolled for");
        state.pop();
        let came = die <= needed;
        sink.tell(|| Event::EventRoll { number, die, came });
        if !came {
            return;
        }
        if !state.late {
            // Only those concerned move now.
            (state.late, state.active) = (true, 0);
        }
        if usize::from(number) == UNFREEZING {
            let side = state.side;
            let freed = state.frozen[side.index()];
            self.unfreeze_all(state, side, sink);
            // they get a command check of their own.
            state.active |= self.activated(state, side) & freed & !state.moved;
        } else {
            state.called[usize::from(number)] = state.turn;
        }
    }

    /// Movement is over: laggards are lost (BR-13.12) and Combat begins.
    pub(crate) fn end_movement(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        self.lose_laggards(state, sink);
        state.halt();
        state.phase = Phase::Declaration;
        self.begin_combat(state);
        if self.declaration_targets(state) == 0 {
            self.begin_rally(state, sink);
            return;
        }
        let side = state.side;
        sink.tell(|| Event::Phase { side, phase: Phase::Declaration });
    }

    /// All attacks are stated.
    pub(crate) fn end_declaration(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        state.phase = Phase::Battles;
        let side = state.side;
        sink.tell(|| Event::Phase { side, phase: Phase::Battles });
    }

    fn begin_rally(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        (state.engaged, state.forced, state.guns, state.battles, state.open) = (0, 0, 0, 0, 0);
        state.battle_of = [0; 256];
        state.phase = Phase::Rally;
        if self.rally_subjects(state) == 0 {
            self.end_turn(state, sink);
            return;
        }
        let side = state.side;
        sink.tell(|| Event::Phase { side, phase: Phase::Rally });
    }

    /// BR-2.5: after the Confederate turn the clock moves on; after the last one the stars decide (BR-3.3).
    pub(crate) fn end_turn(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        if state.side == Side::Union {
            state.side = Side::Confederate;
        } else if state.turn >= self.scenario.last_turn() {
            let held = self.ground.stars.iter().any(|h| state.units(Side::Union, *h) != 0);
            self.end(state, if held { Side::Union } else { Side::Confederate }, false, sink);
            return;
        } else {
            state.side = Side::Union;
            state.turn += 1;
        }
        self.begin_turn(state, sink);
    }

    fn end(&self, state: &mut State, winner: Side, panic: bool, sink: &mut impl Sink<Event>) {
        state.phase = Phase::Over;
        state.winner = Some(winner);
        sink.tell(|| Event::Over { winner, panic });
    }
}
