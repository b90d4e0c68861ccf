//! The sequence of play (BR-2): turns, phases, and the agenda that drives interrupts; panic and victory (BR-3).

use crate::BullRun;
use crate::action::Event;
use crate::counters::{PieceId, pieces};
use crate::few::Few;
use crate::scenario::Start;
use crate::state::{Phase, Spot, State, Step};
use contact::clusters::Set;
use engine::{Actor, Chance, Side, Sink, Verdict};

/// The number of the unfreezing among the uncertain events.
pub(crate) const UNFREEZING: usize = 7;
/// BR-OPT-1: the first die for an event comes two turns early.
const EARLY: u8 = 2;

impl BullRun {
    /// The position before anybody set up.
    pub(crate) fn opening(&self) -> State {
        let mut s = State::empty();
        for piece in self.roster.all() {
            let spot = match self.scenario.starts[piece.index()] {
                Start::Zone(_) | Start::Route { .. } => Spot::CARD,
                Start::Group(_) => Spot::DUE,
                Start::Out if self.is_holder_in_game(piece) => Spot::CARD,
                Start::Out => Spot::ASIDE,
            };
            s.put(piece, spot);
        }
        // BR-4.8, BR-1.2: the FROZEN section; BR-OPT-2: with the fog of war all Union pieces that start on the map.
        s.frozen[Side::Confederate.index()] = self.scenario.frozen;
        if self.options.fog_of_war {
            for piece in self.roster.of(Side::Union) {
                if matches!(self.scenario.starts[piece.index()], Start::Route { .. }) {
                    s.frozen[Side::Union.index()] |= piece.bit();
                }
            }
        }
        s
    }

    /// Brigade pieces whose leader plays, and dummies if there is fog (BR-PP-1).
    fn is_holder_in_game(&self, piece: PieceId) -> bool {
        let leader = self.roster.counter(piece).leader;
        leader != PieceId::NONE
            && self.scenario.in_game[piece.side().index()] & leader.bit() != 0
            && (self.roster.formed[piece.side().index()] & piece.bit() != 0 || self.options.fog_of_war)
    }

    /// Who is asked.
    pub fn asked(&self, s: &State) -> Actor {
        match s.step() {
            Some(Step::Roll) => {
                Actor::Chance(Chance::dice(1, if s.battle.fight == crate::state::Fight::Bombardment { "BR-9.6" } else { "BR-7.3" }))
            }
            Some(Step::LeaderRolls) => Actor::Chance(Chance::dice(1, "BR-12.5")),
            Some(Step::Event { .. }) => Actor::Chance(Chance::dice(1, "BR-OPT-1")),
            Some(Step::Lose { side, .. } | Step::Retreat { side } | Step::FallBack { side } | Step::Follow { side, .. }) => {
                Actor::Side(side)
            }
            Some(Step::LoseOne) => Actor::Side(s.side.enemy()),
            Some(Step::LeaderRetreat { leader }) => Actor::Side(leader.side()),
            Some(Step::Advance | Step::Finish | Step::EventsDone) => Actor::Side(s.side),
            None => match (s.phase, s.winner) {
                (Phase::Over, winner) => Actor::Over(Verdict { winner, level: 0 }),
                _ => Actor::Side(s.side),
            },
        }
    }

    /// Goes on until somebody has to decide or roll.
    pub(crate) fn proceed(&self, s: &mut State, sink: &mut impl Sink<Event>) {
        loop {
            match s.step() {
                Some(Step::Lose { side, owed }) => {
                    if !self.settle_loss(s, side, owed, sink) {
                        return;
                    }
                }
                Some(Step::LoseOne) => match self.only_loss(s) {
                    Some(unit) => self.lose(s, unit, false, sink),
                    None => return,
                },
                Some(Step::LeaderRolls) => {
                    if self.next_to_roll(s).is_some() {
                        return;
                    }
                    s.pop();
                    self.expose(s, sink);
                }
                Some(Step::LeaderRetreat { leader }) => {
                    // without a safe way he is lost.
                    if self.retreats(s, leader).iter().any(|(_, fate)| matches!(fate, crate::retreat::Fate::Safe { .. })) {
                        return;
                    }
                    s.pop();
                    self.lose_leader(s, leader, crate::action::Loss::Retreat, sink);
                }
                Some(Step::FallBack { side }) => {
                    s.battle.retreating = self.involved(s, side);
                    s.replace(Step::Retreat { side });
                }
                Some(Step::Retreat { .. }) => {
                    if s.battle.retreating != 0 {
                        return;
                    }
                    s.pop();
                }
                Some(Step::Follow { .. }) => return,
                Some(Step::Advance) => {
                    if self.someone_may_advance(s) {
                        return;
                    }
                    s.pop();
                }
                Some(Step::Finish) => {
                    s.pop();
                    self.finish_battle(s);
                }
                Some(Step::EventsDone) => {
                    s.pop();
                    if !s.late {
                        self.end_movement(s, sink);
                    }
                }
                Some(Step::Roll | Step::Event { .. }) => return,
                None if s.phase == Phase::Battles => {
                    if self.waiting_battles(s).next().is_some() {
                        return;
                    }
                    self.begin_rally(s, sink);
                }
                None => return,
            }
        }
    }

    /// The unit that must be lost if there is only one, and nothing to break up.
    fn only_loss(&self, s: &State) -> Option<PieceId> {
        let side = s.side.enemy();
        let involved = self.involved(s, side);
        let formed = involved & self.roster.formed[side.index()];
        (involved.count_ones() == 1 && formed == 0).then(|| pieces(side, involved).next()).flatten()
    }

    pub(crate) fn someone_may_advance(&self, s: &State) -> bool {
        if self.vacated(s).next().is_none() {
            return false;
        }
        let attackers = self.involved(s, s.side);
        pieces(s.side, attackers).any(|p| {
            let could = |h: board::HexId| self.may_advance(s, s.side, p, h).is_ok();
            self.vacated(s).any(could) || self.could_break_to_advance(s, p)
        })
    }

    /// BR-8.42: a brigade piece that may not enter the vacated hex can break up so that its parts advance.
    pub(crate) fn could_break_to_advance(&self, s: &State, piece: PieceId) -> bool {
        let Some(from) = s.hex(piece).filter(|_| self.roster.formed[s.side.index()] & piece.bit() != 0 && s.advanced & piece.bit() == 0)
        else {
            return false;
        };
        self.vacated(s).any(|hex| {
            let parts = s.parts(piece) & self.roster.infantry[s.side.index()];
            self.ground.distance(from, hex) == 1
                && pieces(s.side, parts).any(|p| {
                    let points = self.roster.defence(p);
                    s.points(hex) + points <= self.stack_limit(hex)
                        && self.ground.ford(hex).is_none_or(|n| s.ford[n] + points <= self.tables.limits.ford_entry)
                })
        })
    }

    /// A side has set up: the other one does, or play begins.
    pub(crate) fn end_setup(&self, s: &mut State, sink: &mut impl Sink<Event>) {
        (s.faced, s.broken, s.reformed) = (0, [0; 2], [0; 2]);
        if s.side == Side::Confederate {
            s.side = Side::Union;
            sink.tell(|| Event::Phase { side: Side::Union, phase: Phase::SetUp });
        } else {
            s.turn = 1;
            self.begin_turn(s, sink);
        }
    }

    /// A player-turn begins (BR-2.3, BR-2.4): panic, then command.
    pub(crate) fn begin_turn(&self, s: &mut State, sink: &mut impl Sink<Event>) {
        let (turn, side) = (s.turn, s.side);
        sink.tell(|| Event::Turn { turn, side });
        // BR-4.82a: before anything else in the Confederate 10:30 turn; with uncertain times it is rolled for.
        if side == Side::Confederate && turn >= self.scenario.unfreeze && !self.options.uncertain_times {
            self.unfreeze_all(s, side, sink);
        }
        // What was done in the turn before is forgotten first: a game that ends here keeps no marks of the other side.
        (s.active, s.moved, s.fought, s.advanced, s.touched, s.faced) = (0, 0, 0, 0, 0, 0);
        (s.broken, s.reformed) = ([0; 2], [0; 2]);
        s.ford = [0; 16];
        (s.rallied, s.late) = (false, false);
        s.halt();
        // BR-3.1, BR-3.2, BR-3.R (a brigade piece is a unit): an enemy combat unit in the own base ends the game at once.
        let enemy = side.enemy();
        if self.ground.bases[side.index()].iter().any(|h| s.units(enemy, *h) != 0) {
            self.end(s, enemy, true, sink);
            return;
        }
        s.phase = Phase::Command;
        // BR-OPT-2: the Union may turn pieces up in its Command phases; at 10:30 all are.
        if side == Side::Union && self.options.fog_of_war {
            if turn >= self.scenario.unfreeze {
                self.unfreeze_all(s, side, sink);
            }
            if s.on_map(side, s.frozen[side.index()]).next().is_some() {
                sink.tell(|| Event::Phase { side, phase: Phase::Command });
                return;
            }
        }
        self.begin_movement(s, sink);
    }

    /// Command is settled (BR-4.11) and Movement begins.
    pub(crate) fn begin_movement(&self, s: &mut State, sink: &mut impl Sink<Event>) {
        self.command_phase(s);
        s.phase = Phase::Movement;
        let side = s.side;
        s.touched = s.on_map(side, Set::MAX).filter(|(_, h)| s.zones(side.enemy()).has(*h)).fold(0, |set, (p, _)| set | p.bit());
        sink.tell(|| Event::Phase { side, phase: Phase::Movement });
    }

    /// The attacker is done moving: uncertain events are rolled for, once (BR-OPT-1).
    pub(crate) fn finish_moves(&self, s: &mut State, sink: &mut impl Sink<Event>) {
        s.halt();
        if self.options.uncertain_times && !s.late {
            let mut due = (0..=UNFREEZING as u8).filter(|n| self.event_die(s, *n).is_some()).peekable();
            if due.peek().is_some() {
                let due: Few<u8, { UNFREEZING + 1 }> = Few::of(0, due);
                s.push(Step::EventsDone);
                // The unfreezing is rolled for first.
                due.iter().for_each(|number| s.push(Step::Event { number: *number }));
                return;
            }
        }
        self.end_movement(s, sink);
    }

    /// What an uncertain event needs to come this turn, if it is rolled for: 1 two turns early, then 2 or less, and so on.
    pub(crate) fn event_die(&self, s: &State, number: u8) -> Option<u8> {
        let n = usize::from(number);
        let scheduled = if n == UNFREEZING {
            (s.side == Side::Confederate && s.frozen[s.side.index()] != 0).then_some(self.scenario.unfreeze)?
        } else {
            let group = self.scenario.groups.get(n)?;
            (group.rolled && group.side == s.side && s.called[n] == 0).then_some(group.turn)?
        };
        (s.turn + EARLY >= scheduled).then(|| s.turn + EARLY - scheduled + 1)
    }

    pub(crate) fn event_roll(&self, s: &mut State, number: u8, die: u8, sink: &mut impl Sink<Event>) {
        let needed = self.event_die(s, number).expect("only events that are due are rolled for");
        s.pop();
        let came = die <= needed;
        sink.tell(|| Event::EventRoll { number, die, came });
        if !came {
            return;
        }
        if !s.late {
            // Only those concerned move now.
            (s.late, s.active) = (true, 0);
        }
        if usize::from(number) == UNFREEZING {
            let side = s.side;
            let freed = s.frozen[side.index()];
            self.unfreeze_all(s, side, sink);
            // they get a command check of their own.
            s.active |= self.activated(s, side) & freed & !s.moved;
        } else {
            s.called[usize::from(number)] = s.turn;
        }
    }

    /// Movement is over: laggards are lost (BR-13.12) and Combat begins.
    pub(crate) fn end_movement(&self, s: &mut State, sink: &mut impl Sink<Event>) {
        self.lose_laggards(s, sink);
        s.halt();
        s.phase = Phase::Declaration;
        self.begin_combat(s);
        if self.declaration_targets(s) == 0 {
            self.begin_rally(s, sink);
            return;
        }
        let side = s.side;
        sink.tell(|| Event::Phase { side, phase: Phase::Declaration });
    }

    /// All attacks are stated.
    pub(crate) fn end_declaration(&self, s: &mut State, sink: &mut impl Sink<Event>) {
        s.phase = Phase::Battles;
        let side = s.side;
        sink.tell(|| Event::Phase { side, phase: Phase::Battles });
    }

    fn begin_rally(&self, s: &mut State, sink: &mut impl Sink<Event>) {
        (s.engaged, s.forced, s.guns, s.battles, s.open) = (0, 0, 0, 0, 0);
        s.battle_of = [0; 256];
        s.phase = Phase::Rally;
        if self.rally_subjects(s) == 0 {
            self.end_turn(s, sink);
            return;
        }
        let side = s.side;
        sink.tell(|| Event::Phase { side, phase: Phase::Rally });
    }

    /// BR-2.5: after the Confederate turn the clock moves on; after the last one the stars decide (BR-3.3).
    pub(crate) fn end_turn(&self, s: &mut State, sink: &mut impl Sink<Event>) {
        if s.side == Side::Union {
            s.side = Side::Confederate;
        } else if s.turn >= self.scenario.last_turn() {
            let held = self.ground.stars.iter().any(|h| s.units(Side::Union, *h) != 0);
            self.end(s, if held { Side::Union } else { Side::Confederate }, false, sink);
            return;
        } else {
            s.side = Side::Union;
            s.turn += 1;
        }
        self.begin_turn(s, sink);
    }

    fn end(&self, s: &mut State, winner: Side, panic: bool, sink: &mut impl Sink<Event>) {
        s.phase = Phase::Over;
        s.winner = Some(winner);
        sink.tell(|| Event::Over { winner, panic });
    }
}
