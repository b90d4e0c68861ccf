//! The sequence of play (III), the Time Record, the end of each phase, Stoneman's raid (Optional V).

use engine::{Illegal, Side, Sink};

use crate::Chancellorsville1974;
use crate::action::{Event, Loss, Targets};
use crate::counters::{Gray, Kind, Set, each};
use crate::ground::Hexes;
use crate::state::{Agenda, BATTLES, Battle, Fate, March, State, Step};

impl Chancellorsville1974 {
    /// C74-OPT-III.F: in this phase the side names all its battles before the first is fought.
    pub(crate) fn names_first(&self, side: Side) -> bool {
        self.options.inverted && side == Side::Union
    }

    /// A turn begins with the Union Segment (C74-III.1).
    pub(crate) fn begin_turn<K: Sink<Event>>(&self, state: &mut State, turn: u8, sink: &mut K) {
        state.turn = turn;
        state.used = 0;
        state.barred = 0;
        state.retreated = 0;
        // C74-OPT-V.C.3: all who are still away come back in the last turn.
        if turn == self.data.limits.last_turn {
            state.returning = state.with_fate(Fate::Raid);
        }
        self.begin_segment(state, Side::Union, sink);
    }

    fn begin_segment<K: Sink<Event>>(&self, state: &mut State, side: Side, sink: &mut K) {
        state.phasing = side;
        state.began = false;
        state.moved = 0;
        state.march = March::default();
        state.attacked = 0;
        state.inverted = 0;
        state.fired = 0;
        // C74-QA-5, R-13.
        if self.options.barred_all_turn {
            state.barred |= state.retreated;
        }
        state.retreated = 0;
        state.struck = 0;
        state.spared = 0;
        state.touched = 0;
        state.owed = Hexes::default();
        state.reshaped = 0;
        state.emptied = Hexes::default();
        self.clear_battles(state);
        self.begin(state, Step::Movement, sink);
    }

    fn clear_battles(&self, state: &mut State) {
        state.battles = [Battle::NONE; BATTLES];
        state.battle_count = 0;
        state.current = 0;
        state.doubled = 0;
        state.retreat = (0, 0);
        state.advancing = 0;
        state.vacated = Targets::NONE;
    }

    fn begin<K: Sink<Event>>(&self, state: &mut State, step: Step, sink: &mut K) {
        state.agenda = Agenda::of(&[step]);
        let (turn, side) = (state.turn, state.phasing);
        // The closing steps are mentioned only by what is done in them.
        if !matches!(step, Step::Occupy | Step::Destroy | Step::Inverting) {
            sink.tell(|| Event::Phase(turn, side, step_name(step)));
        }
    }

    /// The phasing side ends its Movement Phase (C74-VIII.A: at night no combat phase follows).
    pub(crate) fn end_movement<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        self.recover(state, sink);
        // who could not come on waits for his next Movement Phase.
        if self.night(state) { self.end_segment(state, sink) } else { self.begin(state, Step::DefensiveFire, sink) }
    }

    /// A fire phase or the Regular Combat Phase is over, nothing pending.
    fn end_fire<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        state.struck = 0;
        state.spared = 0;
        self.clear_battles(state);
        match state.agenda.phase() {
            Step::DefensiveFire => {
                state.fired = 0;
                self.begin(state, Step::OffensiveFire, sink);
            }
            _ => {
                self.begin(state, Step::Combat, sink);
                self.force(state, sink);
            }
        }
    }

    /// C74-CRT-2, R-18: who can only attack below 1-4 is lost before the phase. The enemy counts as attacked, but for the guns that lie
    /// inverted before him (C74-VII.B.5.b): nobody attacked him in the phase.
    pub(crate) fn force<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let enemy = self.data.side(state.phasing.enemy());
        for (targets, attackers) in self.forced_losses(state) {
            for piece in each(attackers) {
                self.lose(state, piece, Loss::Forced, sink);
            }
            for hex in targets.iter() {
                state.struck |= state.at(hex) & enemy;
                state.spared |= state.at(hex) & enemy;
            }
        }
    }

    /// C74-VII.A.7.e, the phase is over: forts emptied by fire may be entered, then the rest of the closing steps.
    fn end_combat<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        self.clear_battles(state);
        self.begin(state, Step::Occupy, sink);
    }

    /// After the forts: inverted guns (C74-VII.B.5.b), lone headquarters (C74-VI.F.2), then bridges and boats.
    fn end_occupation<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        for gun in each(self.doomed_guns(state)) {
            self.lose(state, gun, Loss::InvertedGun, sink);
        }
        self.remove_reached(state, sink);
        self.begin(state, Step::Destroy, sink);
    }

    /// C74-VI.F.2, C74-QA-7, R-22: lone headquarters that were reached, or beside which an enemy stands, come off.
    fn remove_reached<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let enemy = state.phasing.enemy();
        for hq in each(self.data.side(enemy) & self.data.kind_set(Kind::Headquarters)) {
            if self.is_lone_hq(state, hq) {
                let hex = state.hex[hq.index()];
                if state.touched & hq.bit() != 0 || self.truly_beside(state, state.phasing, hex) {
                    self.reveal(state, hq.bit() & state.face_down, hex, sink);
                    self.lose(state, hq, Loss::LoneHeadquarters, sink);
                }
            }
        }
        state.touched = 0;
    }

    /// C74-VII.B.4: guns are turned up again; at night the lone headquarters come off here.
    fn end_segment<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        state.inverted = 0;
        if self.night(state) {
            self.remove_reached(state, sink);
        }
        if state.phasing == Side::Confederate && self.options.inverted {
            self.begin(state, Step::Inverting, sink);
        } else {
            self.next_segment(state, sink);
        }
    }

    /// C74-III.C, C74-TIME-1: the Confederate Segment, or the next turn.
    fn next_segment<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let turn = &self.data.turns[usize::from(state.turn) - 1];
        if state.phasing == Side::Union && turn.gray != Gray::None {
            self.begin_segment(state, Side::Confederate, sink);
        } else if self.options.raid && turn.raid && state.with_fate(Fate::Raid) & !state.returning & self.data.union != 0 {
            // C74-OPT-V.C, C74-TIME-2.
            self.begin(state, Step::RaidDie, sink);
        } else {
            self.end_turn(state, sink);
        }
    }

    /// C74-TIME-3: after the last turn the strengths are counted.
    pub(crate) fn end_turn<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        if state.turn >= self.data.limits.last_turn {
            let verdict = self.judge(state, sink);
            state.agenda = Agenda::of(&[Step::Over(verdict)]);
        } else {
            self.begin_turn(state, state.turn + 1, sink);
        }
    }

    /// The side is done with the step at hand.
    pub(crate) fn done<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        match state.agenda.top() {
            Step::SetUp(side) => self.end_setup(state, side, sink),
            Step::Movement => self.end_movement(state, sink),
            Step::Marching => {
                state.moved |= state.march.pieces;
                state.march = March::default();
                state.agenda.pop();
            }
            Step::DefensiveFire | Step::OffensiveFire if state.battle_count > 0 => self.lock(state, sink),
            Step::DefensiveFire | Step::OffensiveFire => self.end_fire(state, sink),
            Step::Combat if state.battle_count > 0 => self.lock(state, sink),
            Step::Combat => self.end_combat(state, sink),
            Step::Advance => {
                state.advancing = 0;
                state.vacated = Targets::NONE;
                state.agenda.pop();
                self.forget_battle(state);
            }
            Step::Occupy => self.end_occupation(state, sink),
            Step::Destroy => self.end_segment(state, sink),
            Step::Inverting => self.next_segment(state, sink),
            _ => unreachable!("this step is not ended by saying so"),
        }
    }

    /// C74-OPT-III.F: all is named; now the counters under attack are turned up, and the battles are fought one by one.
    fn lock<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        for i in 0..usize::from(state.battle_count) {
            for hex in state.battles[i].targets.iter() {
                self.reveal(state, state.at(hex) & state.face_down, hex, sink);
            }
        }
        state.agenda.push(Step::Resolving);
    }

    /// Passes every step that asks nobody.
    pub(crate) fn proceed<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        loop {
            let fire = self.firing_side(state).is_some();
            match state.agenda.top() {
                Step::Marching => {
                    let group = self.group(state, state.march.pieces);
                    let piece = state.march.pieces.trailing_zeros() as usize;
                    if state.march.pieces != 0 && self.can_step(state, &group, state.hex[piece], state.march.spent) {
                        return;
                    }
                    self.done(state, sink);
                }
                Step::DefensiveFire | Step::OffensiveFire if state.battle_count == 0 => {
                    let by = self.firing_side(state).expect("it is a fire phase");
                    if self.can_fire(state, by) || self.might_fire(state, by) {
                        return;
                    }
                    self.end_fire(state, sink);
                }
                Step::Combat if state.battle_count == 0 => {
                    if self.can_attack(state) || self.might_attack(state) {
                        return;
                    }
                    self.end_combat(state, sink);
                }
                Step::Resolving => {
                    let open = (0..state.battle_count).filter(|b| !state.battles[usize::from(*b)].done);
                    match open.clone().count() {
                        0 => {
                            state.agenda.pop();
                            if fire { self.end_fire(state, sink) } else { self.end_combat(state, sink) }
                        }
                        1 => {
                            state.current = open.clone().next().expect("one is open");
                            self.join_battle(state, fire, sink);
                        }
                        _ => return,
                    }
                }
                // What fell back before them may have taken their way.
                Step::FallBack(hex) if !self.may_give_way(state, state.phasing.enemy(), hex) => state.agenda.pop(),
                Step::Die if state.battle().targets.is_empty() => {
                    // All cavalry fell back: the attack counts as made.
                    let current = usize::from(state.current);
                    state.battles[current].done = true;
                    state.agenda.pop();
                    self.forget_battle(state);
                }
                Step::Retreat => {
                    if !self.finish_retreats(state, sink) {
                        return;
                    }
                    state.agenda.pop();
                }
                Step::Aftermath => {
                    self.aftermath(state, fire);
                    if fire {
                        self.forget_battle(state);
                    }
                }
                Step::Advance => {
                    if self.advancers(state) != 0 {
                        return;
                    }
                    self.done(state, sink);
                }
                Step::Occupy => {
                    if self.advancers(state) != 0 || self.might_occupy(state) {
                        return;
                    }
                    self.end_occupation(state, sink);
                }
                Step::Destroy => {
                    let by = state.phasing;
                    if each(self.data.equipment()).any(|p| self.may_destroy(state, by, p).is_ok()) || self.might_destroy(state) {
                        return;
                    }
                    self.end_segment(state, sink);
                }
                Step::Inverting => {
                    if self.invertible(state) != 0 {
                        return;
                    }
                    self.next_segment(state, sink);
                }
                _ => return,
            }
        }
    }

    /// Where battles are fought as they are declared, the one just fought leaves no trace but its marks.
    pub(crate) fn forget_battle(&self, state: &mut State) {
        if !state.agenda.as_slice().contains(&Step::Resolving) {
            state.battles[0] = Battle::NONE;
            state.battle_count = 0;
            state.current = 0;
        }
    }

    /// A battle is declared: fought at once, or named with the others.
    pub(crate) fn declare<K: Sink<Event>>(&self, state: &mut State, by: Side, targets: Targets, attackers: Set, fire: bool, sink: &mut K) {
        let battle = Battle { attackers, targets, done: false };
        if fire {
            state.struck |= targets.iter().fold(0, |set, h| set | state.at(h) & self.data.side(by.enemy()));
            if by == state.phasing {
                // C74-VII.B.1, C74-VII.B.4.
                state.attacked |= attackers;
                state.inverted |= attackers;
            } else {
                state.fired |= attackers;
            }
        } else {
            self.note_attack(state, &targets, attackers);
        }
        let number = if self.names_first(by) { usize::from(state.battle_count) } else { 0 };
        state.battles[number] = battle;
        state.battle_count = number as u8 + 1;
        if self.names_first(by) {
            sink.tell(|| if fire { Event::Fires(attackers, targets.first()) } else { Event::Attacks(attackers, targets) });
            return;
        }
        state.current = 0;
        self.join_battle(state, fire, sink);
        if state.battles[0].done {
            self.forget_battle(state);
        }
    }

    /// Whether a named battle may be carried out now.
    pub(crate) fn may_resolve(&self, state: &State, battle: u8) -> Result<(), Illegal> {
        if state.agenda.top() != Step::Resolving || battle >= state.battle_count || state.battles[usize::from(battle)].done {
            return Err(Illegal::new(
                "C74-OPT-III.F",
                "Only a battle that was named and not yet fought.",
                "Choose one of the battles listed.",
            ));
        }
        Ok(())
    }
}

/// A phase in words.
pub(crate) fn step_name(step: Step) -> &'static str {
    match step {
        Step::SetUp(_) => "set-up",
        Step::Movement | Step::Marching | Step::Breaking(..) | Step::Forming(..) => "movement",
        Step::DefensiveFire => "defensive artillery fire",
        Step::OffensiveFire => "offensive artillery fire",
        Step::Combat | Step::Resolving | Step::FallBack(_) | Step::Die | Step::Retreat | Step::Aftermath | Step::Advance => {
            "regular combat"
        }
        Step::Occupy => "occupation of emptied forts",
        Step::Destroy => "destruction of bridges and boats",
        Step::Inverting => "turning counters down",
        Step::RaidDie => "return of the raiders",
        Step::Over(_) => "end",
    }
}
