//! The rules as the table asks for them: what can act, what it can do, whether that is legal, and doing it. Each arm is a call
//! into a chapter.

use crate::BullRun;
use crate::action::{Action, Event, Subject};
use crate::audit;
use crate::counters::{Kind, PieceId, pieces};
use crate::setup;
use crate::state::{self, Fight, Phase, State, Step};
use engine::{Actor, Chance, Class, Illegal, Roll, Rules, Side, Sink, Verdict};

impl Rules for BullRun {
    type State = State;
    type Action = Action;
    type Subject = Subject;
    type Event = Event;

    fn start(&self) -> State {
        self.opening()
    }

    fn actor(&self, state: &State) -> Actor {
        match state.step() {
            Some(Step::Roll) => Actor::Chance(Chance::dice(1, if state.battle.fight == Fight::Bombardment { "BR-9.6" } else { "BR-7.3" })),
            Some(Step::LeaderRolls) => Actor::Chance(Chance::dice(1, "BR-12.5")),
            Some(Step::Event { .. }) => Actor::Chance(Chance::dice(1, "BR-OPT-1")),
            Some(Step::Lose { side, .. } | Step::Retreat { side } | Step::FallBack { side } | Step::Follow { side, .. }) => {
                Actor::Side(side)
            }
            Some(Step::LoseOne) => Actor::Side(state.side.enemy()),
            Some(Step::LeaderRetreat { leader }) => Actor::Side(leader.side()),
            Some(Step::Advance | Step::Finish | Step::EventsDone) => Actor::Side(state.side),
            None => match (state.phase, state.winner) {
                (Phase::Over, winner) => Actor::Over(Verdict { winner, level: 0 }),
                _ => Actor::Side(state.side),
            },
        }
    }

    fn subjects(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        if !self.actor(state).asks(by) {
            return;
        }
        if let Some(step) = state.step() {
            self.step_subjects(state, step, out);
            return;
        }
        match state.phase {
            Phase::SetUp => {
                let unplaced = self.unplaced(state);
                out.extend(pieces(by, unplaced).map(Subject::Piece));
                if self.may_set_trestle(state, by).is_ok() {
                    out.push(Subject::Trestle);
                }
                if by == Side::Confederate && self.abatis_left(state) > 0 {
                    out.push(Subject::Abatis);
                }
                if unplaced != 0 || self.may_end_setup(state, by).is_err() {
                    out.push(Subject::Presets);
                }
                let i = by.index();
                for (piece, _) in state.on_map(by, self.counters.leaders[i] | self.counters.formed[i] | self.counters.batteries[i]) {
                    if self.may_hide(state, by, piece, 0).is_ok() || self.changes_form(state, piece) {
                        out.push(Subject::Piece(piece));
                    }
                }
                if self.may_end_setup(state, by).is_ok() {
                    out.push(Subject::Done);
                }
            }
            Phase::Command => {
                out.extend(state.on_map(by, state.frozen[by.index()]).map(|(p, _)| Subject::Piece(p)));
                out.push(Subject::Done);
            }
            Phase::Movement => self.movement_subjects(state, out),
            Phase::Declaration => {
                if state.open != 0 {
                    out.push(Subject::Battle(state.open));
                    return;
                }
                out.extend(pieces(by.enemy(), self.declaration_targets(state)).map(Subject::Piece));
                out.push(if self.may_end_declaration(state).is_ok() { Subject::Done } else { Subject::Rest });
            }
            Phase::Battles => out.extend(self.waiting_battles(state).map(Subject::Battle)),
            Phase::Rally => {
                out.extend(pieces(by, self.rally_subjects(state)).map(Subject::Piece));
                out.push(Subject::Done);
            }
            Phase::Over => {}
        }
    }

    fn options(&self, state: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        if !self.actor(state).asks(by) {
            return;
        }
        match subject {
            Subject::Done => {
                if self.may_be_done(state, by).is_ok() {
                    out.push(Action::Done);
                }
            }
            Subject::Piece(piece) => {
                if let Some(step) = state.step() {
                    self.step_options(state, step, piece, out);
                    return;
                }
                match state.phase {
                    Phase::SetUp if state.hex(piece).is_none() => self.placements(state, piece, out),
                    Phase::SetUp => {
                        self.form_options(state, piece, out);
                        self.hidings(state, piece, out);
                    }
                    Phase::Command => out.push(Action::Unfreeze { piece }),
                    Phase::Movement if piece.side() != by => {
                        for (defenders, candidates) in self.automatic_groups(state, state.zones(by.enemy())) {
                            if pieces(by.enemy(), defenders).next() == Some(piece) {
                                self.automatic_attacks(state, defenders, candidates, out);
                            }
                        }
                    }
                    Phase::Movement => {
                        self.marches(state, piece, &self.hazards(state, by), out);
                        if self.nobody_overstacked(state).is_ok() {
                            self.form_options(state, piece, out);
                        }
                    }
                    Phase::Declaration => self.engagements(state, piece, out),
                    Phase::Rally => {
                        if self.may_clear(state, by, piece).is_ok() {
                            out.push(Action::Clear { unit: piece });
                        }
                        self.rallies(state, piece, out);
                    }
                    Phase::Battles | Phase::Over => {}
                }
            }
            Subject::Stack(hex) => {
                if state.step().is_none() && state.phase == Phase::Movement && self.nobody_overstacked(state).is_ok() {
                    self.stack_marches(state, hex, &self.hazards(state, by), out);
                }
            }
            Subject::Battle(battle) => match state.phase {
                Phase::Declaration if state.open == battle => self.additions(state, out),
                Phase::Battles if self.may_resolve(state, by, battle).is_ok() => out.push(Action::Resolve { battle }),
                _ => {}
            },
            Subject::Trestle => {
                if self.may_set_trestle(state, by).is_ok() {
                    out.extend([true, false].map(|standing| Action::Trestle { standing }));
                }
            }
            Subject::Abatis => {
                for hex in self.scenario.abatis_zone.iter() {
                    if self.may_set_abatis(state, by, hex).is_ok() {
                        out.push(Action::Abatis { hex });
                    }
                }
            }
            Subject::Presets => {
                let count = setup::presets().iter().filter(|p| p.side == by).count();
                out.extend((0..count as u8).map(|number| Action::Preset { number }));
            }
            Subject::Rest => {
                if state.phase == Phase::Declaration && state.open == 0 && self.may_end_declaration(state).is_err() {
                    out.push(Action::DeclareRest);
                }
            }
        }
    }

    fn asides(&self, state: &State, by: Side, out: &mut Vec<Action>) {
        if !matches!(self.actor(state), Actor::Side(_)) {
            return;
        }
        for (brigade, _) in state.on_map(by, self.counters.formed[by.index()]) {
            if self.may_break(state, by, brigade).is_ok() {
                out.push(Action::Break { brigade });
            }
        }
    }

    fn check(&self, state: &State, by: Side, action: Action) -> Result<(), Illegal> {
        let actor = self.actor(state);
        if let Action::Break { brigade } = action {
            return match actor {
                Actor::Side(_) => self.may_break(state, by, brigade),
                _ => Err(Illegal::new("BR-8.4", "The dice are asked now.", "Roll them first.")),
            };
        }
        if !actor.asks(by) {
            return Err(Illegal::new("BR-2.2", "The other side, or the dice, are asked now.", "Wait until the prompt names your side."));
        }
        let quiet = |rule| match state.step() {
            None => Ok(()),
            Some(_) => Err(Illegal::new(
                rule,
                "The battle at hand must be settled first.",
                "Do what the prompt asks; after that the phase goes on.",
            )),
        };
        match action {
            Action::Break { .. } => unreachable!("answered above"),
            Action::Trestle { .. } => self.may_set_trestle(state, by),
            Action::Abatis { hex } => self.may_set_abatis(state, by, hex),
            Action::Place { piece, hex, via_r1 } => self.may_place(state, by, piece, hex, via_r1),
            Action::Preset { number } => self.preset(state, number).map(drop),
            Action::Hide { leader, pieces } => self.may_hide(state, by, leader, pieces),
            Action::Unfreeze { piece } => {
                if state.phase != Phase::Command {
                    return Err(Illegal::new(
                        "BR-OPT-2",
                        "Pieces are turned up in the own Command phase.",
                        "Wait for your next Command phase.",
                    ));
                }
                self.may_unfreeze(state, piece)
            }
            Action::Form { brigade, parts } => {
                self.nobody_overstacked(state)?;
                self.may_form(state, by, brigade, parts)
            }
            Action::Face { battery } => {
                self.nobody_overstacked(state)?;
                self.may_face(state, by, battery)
            }
            Action::March { piece, path } => {
                quiet("BR-5.2")?;
                self.may_march(state, by, piece, path)
            }
            Action::Together { side, pieces, path } => {
                quiet("BR-5.2")?;
                if side != by {
                    return Err(Illegal::new("BR-5.1", "Only pieces of the side whose turn it is can move.", "Wait for your own turn."));
                }
                self.may_march_together(state, by, pieces, path)
            }
            Action::Automatic { side, attackers } => {
                if side != by {
                    return Err(Illegal::new("BR-10.1", "Only the side whose turn it is attacks.", "Wait for your own turn."));
                }
                self.may_attack_automatically(state, by, attackers).map(drop)
            }
            Action::Engage { attacker, defender } => self.may_engage(state, by, attacker, defender),
            Action::Join { attacker } => self.may_join(state, by, attacker),
            Action::Target { defender } => self.may_target(state, by, defender),
            Action::Close => {
                if state.phase != Phase::Declaration {
                    return Err(Illegal::new("BR-6.1", "No battle is being stated.", "Choose an attacker and an enemy beside it first."));
                }
                self.may_close(state)
            }
            Action::DeclareRest => {
                if state.phase != Phase::Declaration || state.open != 0 || self.may_end_declaration(state).is_ok() {
                    return Err(Illegal::new("BR-6.3", "No attack is owed now.", "Close the battle, or end the phase."));
                }
                Ok(())
            }
            Action::Resolve { battle } => self.may_resolve(state, by, battle),
            Action::Lose { unit, extra } => self.may_lose(state, by, unit, extra),
            Action::Retreat { piece, path } => self.may_retreat(state, by, piece, path),
            Action::Follow { leader } => self.may_follow(state, by, leader),
            Action::Advance { unit, hex } => self.may_advance(state, by, unit, hex),
            Action::Clear { unit } => self.may_clear(state, by, unit),
            Action::Rally { leader, unit } => self.may_rally(state, by, leader, unit),
            Action::Done => self.may_be_done(state, by),
        }
    }

    fn apply_unchecked<K: Sink<Event>>(&self, state: &mut State, _by: Side, action: Action, sink: &mut K) {
        match action {
            Action::Trestle { standing } => {
                state.trestle = if standing { state::Trestle::Standing } else { state::Trestle::Destroyed };
                sink.tell(|| Event::Trestle { standing });
            }
            Action::Abatis { hex } => {
                self.set_abatis(state, hex);
                sink.tell(|| Event::Abatis { hex });
            }
            Action::Place { piece, hex, via_r1 } => self.place(state, piece, hex, via_r1, sink),
            Action::Preset { number } => {
                if let Ok(preset) = self.preset(state, number) {
                    self.apply_preset(state, preset, sink);
                }
            }
            Action::Hide { leader, pieces } => self.hide(state, leader, pieces, sink),
            Action::Unfreeze { piece } => self.unfreeze(state, piece, sink),
            Action::Form { brigade, parts } => self.form(state, brigade, parts, sink),
            Action::Break { brigade } => self.break_up(state, brigade, sink),
            Action::Face { battery } => self.face(state, battery, sink),
            Action::March { piece, path } => {
                self.march(state, piece, path, sink);
            }
            Action::Together { side, pieces, path } => self.march_together(state, side, pieces, path, sink),
            Action::Automatic { attackers, .. } => self.attack_automatically(state, attackers, sink),
            Action::Engage { attacker, defender } => self.engage(state, attacker, defender),
            Action::Join { attacker: unit } | Action::Target { defender: unit } => state.battle_of[unit.index()] = state.open,
            Action::Close => state.open = 0,
            Action::DeclareRest => self.declare_rest(state),
            Action::Resolve { battle } => self.resolve(state, battle, sink),
            Action::Lose { unit, extra } => self.lose(state, unit, extra, sink),
            Action::Retreat { piece, path } => self.retreat(state, piece, path, sink),
            Action::Follow { leader } => self.follow(state, leader, sink),
            Action::Advance { unit, hex } => self.advance(state, unit, hex, sink),
            Action::Clear { unit } => self.clear_abatis(state, unit, sink),
            Action::Rally { leader, unit } => self.rally(state, leader, unit, sink),
            Action::Done => self.done(state, sink),
        }
        self.proceed(state, sink);
    }

    fn settle<K: Sink<Event>>(&self, state: &mut State, roll: &Roll, sink: &mut K) {
        let die = roll.first();
        match state.step() {
            Some(Step::Roll) => self.battle_die(state, die, sink),
            Some(Step::LeaderRolls) => self.leader_die(state, die, sink),
            Some(Step::Event { number }) => self.event_roll(state, number, die, sink),
            _ => {}
        }
        self.proceed(state, sink);
    }

    fn classes(&self, state: &State, out: &mut Vec<Class>) {
        let column = usize::from(state.battle.column);
        match state.step() {
            Some(Step::Roll) if state.battle.fight == Fight::Bombardment => Class::of_die(|die| self.tables.bombardment(column, die), out),
            Some(Step::Roll) => Class::of_die(|die| self.tables.combat(column, die), out),
            Some(Step::LeaderRolls) => Class::of_die(|die| self.tables.leader_lost[usize::from(die) - 1], out),
            Some(Step::Event { number }) => {
                let needed = self.event_die(state, number).unwrap_or(0);
                Class::of_die(|die| die <= needed, out);
            }
            _ => {}
        }
    }

    fn phase(&self, state: &State) -> u32 {
        (u32::from(state.turn) * 2 + state.side as u32) * 16 + state.phase as u32 * 2 + u32::from(state.late)
    }

    fn hash(&self, state: &State) -> u64 {
        audit::hash(state)
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        audit::audit(self, state)
    }
}

impl BullRun {
    /// What can act in the Movement phase.
    fn movement_subjects(&self, state: &State, out: &mut Vec<Subject>) {
        let side = state.side;
        let i = side.index();
        if self.nobody_overstacked(state).is_err() {
            out.push(Subject::Piece(state.mover));
            return;
        }
        let hazards = self.hazards(state, side);
        let pool = state.placed(side) & (self.counters.leaders[i] | self.counters.units[i]) & !state.fought;
        let mover = if state.mover == PieceId::NONE { 0 } else { state.mover.bit() };
        // BR-8.4, BR-9.12: these change their form whatever is around them.
        let mut able = pool & (self.counters.formed[i] | self.counters.batteries[i] & !(state.moved | state.advanced | state.faced));
        for leader in pieces(side, pool & self.counters.leaders[i] & !(state.moved | state.touched)) {
            if self.can_form(state, leader) {
                able |= leader.bit();
            }
        }
        let (marching, stacks) = self.able_to_march(state, able, &hazards);
        able |= marching;
        // The one that is on its way.
        if mover & pool & !able & state.active != 0 && self.has_march(state, state.mover, &hazards) {
            able |= mover;
        }
        out.extend(pieces(side, able).map(Subject::Piece));
        out.extend(stacks.iter().map(|hex| Subject::Stack(*hex)));
        let mut waiting = false;
        for piece in pieces(side, self.entrants(state)) {
            if self.has_march(state, piece, &hazards) {
                waiting = true;
                out.push(Subject::Piece(piece));
            }
        }
        for (defenders, _) in self.automatic_groups(state, &hazards.zones) {
            let first = pieces(side.enemy(), defenders).next().expect("a group has defenders");
            if !out.contains(&Subject::Piece(first)) {
                out.push(Subject::Piece(first));
            }
        }
        // BR-13.12: nobody forgets his reinforcements by a slip; whoever wants to lose them may still end the phase.
        if !waiting {
            out.push(Subject::Done);
        }
    }

    /// Whether a piece can form, break up or change faces now.
    fn changes_form(&self, state: &State, piece: PieceId) -> bool {
        match self.counters.kind(piece) {
            Kind::Leader => self.can_form(state, piece),
            Kind::Formed => self.may_break(state, piece.side(), piece).is_ok(),
            Kind::Battery => self.may_face(state, piece.side(), piece).is_ok(),
            _ => false,
        }
    }

    fn form_options(&self, state: &State, piece: PieceId, out: &mut Vec<Action>) {
        match self.counters.kind(piece) {
            Kind::Leader => self.formings(state, piece, out),
            Kind::Formed if self.may_break(state, piece.side(), piece).is_ok() => out.push(Action::Break { brigade: piece }),
            Kind::Battery if self.may_face(state, piece.side(), piece).is_ok() => out.push(Action::Face { battery: piece }),
            _ => {}
        }
    }

    fn step_subjects(&self, state: &State, step: Step, out: &mut Vec<Subject>) {
        let mut push = |side: Side, set| out.extend(pieces(side, set).map(Subject::Piece));
        match step {
            Step::Lose { side, .. } => push(side, self.involved(state, side)),
            Step::LoseOne => push(state.side.enemy(), self.involved(state, state.side.enemy())),
            Step::Retreat { side } => push(side, state.battle.retreating),
            Step::LeaderRetreat { leader } => out.push(Subject::Piece(leader)),
            Step::Follow { side, from, .. } => {
                push(side, state.here(side, from) & self.counters.leaders[side.index()] & !state.rolling[side.index()]);
                out.push(Subject::Done);
            }
            Step::Advance => {
                for piece in pieces(state.side, self.involved(state, state.side)) {
                    if self.vacated(state).any(|h| self.may_advance(state, state.side, piece, h).is_ok())
                        || self.could_break_to_advance(state, piece)
                    {
                        out.push(Subject::Piece(piece));
                    }
                }
                out.push(Subject::Done);
            }
            _ => {}
        }
    }

    fn step_options(&self, state: &State, step: Step, piece: PieceId, out: &mut Vec<Action>) {
        let formed = self.counters.kind(piece) == Kind::Formed;
        match step {
            Step::Lose { .. } | Step::LoseOne => {
                out.push(Action::Lose { unit: piece, extra: false });
                if formed {
                    out.push(Action::Break { brigade: piece });
                }
            }
            Step::Retreat { .. } | Step::LeaderRetreat { .. } => {
                out.extend(self.retreats(state, piece).iter().map(|(path, _)| Action::Retreat { piece, path: *path }));
                if formed {
                    out.push(Action::Break { brigade: piece });
                }
            }
            Step::Follow { .. } => out.push(Action::Follow { leader: piece }),
            Step::Advance => {
                self.advances(state, piece, out);
                if formed {
                    out.push(Action::Break { brigade: piece });
                }
            }
            _ => {}
        }
    }

    /// Whether the phase, the advance or the accompanying may end.
    fn may_be_done(&self, state: &State, by: Side) -> Result<(), Illegal> {
        match state.step() {
            Some(Step::Follow { side, .. }) if side == by => return Ok(()),
            Some(Step::Advance) if by == state.side => return Ok(()),
            Some(_) => {
                return Err(Illegal::new(
                    "BR-2.3",
                    "The battle at hand must be settled first.",
                    "Do what the prompt asks; after that the phase goes on.",
                ));
            }
            None => {}
        }
        if by != state.side {
            return Err(Illegal::new("BR-2.2", "It is the other side's turn.", "Wait for your own turn."));
        }
        match state.phase {
            Phase::SetUp => self.may_end_setup(state, by),
            Phase::Command | Phase::Rally => Ok(()),
            Phase::Movement => self.nobody_overstacked(state),
            Phase::Declaration => self.may_end_declaration(state),
            Phase::Battles => {
                Err(Illegal::new("BR-6.1", "Every attack that was stated must be resolved.", "Choose a battle, and fight it."))
            }
            Phase::Over => Err(Illegal::new("BR-3.3", "The game is over.", "Look at the log, or begin another game.")),
        }
    }

    fn done(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        match state.step() {
            Some(Step::Follow { .. }) => {
                state.pop();
                self.expose(state, sink);
            }
            Some(_) => state.pop(),
            None => match state.phase {
                Phase::SetUp => self.end_setup(state, sink),
                Phase::Command => self.begin_movement(state, sink),
                Phase::Movement => self.finish_moves(state, sink),
                Phase::Declaration => self.end_declaration(state, sink),
                Phase::Rally => self.end_turn(state, sink),
                Phase::Battles | Phase::Over => {}
            },
        }
    }
}
