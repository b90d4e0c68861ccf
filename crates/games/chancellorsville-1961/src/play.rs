//! The rules at work: who is asked, what can be done, whether it may be, and what comes of it. Each arm is one call into a chapter.

use crate::action::{Action, Event, Subject};
use crate::ground::OFF;
use crate::setup::deployer;
use crate::state::Step;
use crate::{Chancellorsville1961, State};
use engine::{Actor, Chance, Class, Illegal, Roll, Rules, Side, Sink, Verdict};

impl Rules for Chancellorsville1961 {
    type State = State;
    type Action = Action;
    type Subject = Subject;
    type Event = Event;

    fn start(&self) -> State {
        self.opening()
    }

    /// C61-MOV-5: the die has no part in movement.
    fn actor(&self, state: &State) -> Actor {
        match state.step {
            Step::Move | Step::Divide | Step::Choose => Actor::Side(state.mover),
            Step::Roll => Actor::Chance(Chance::dice(1, "C61-CBT-5")),
            Step::Exchange | Step::Retreat | Step::Occupy => Actor::Side(state.chooser),
            Step::Over(winner) => Actor::Over(Verdict { winner: Some(winner), level: 1 }),
            step => Actor::Side(deployer(step).expect("a step of the set-up")),
        }
    }

    fn subjects(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        if !self.actor(state).asks(by) {
            return;
        }
        match state.step {
            Step::Move => self.list_movers(state, by, out),
            Step::Divide => self.list_division(state, out),
            Step::Choose | Step::Exchange => self.list_combat(state, by, out),
            Step::Retreat | Step::Occupy => self.list_after(state, by, out),
            Step::Roll | Step::Over(_) => {}
            _ => self.list_set_up(state, out),
        }
    }

    fn options(&self, state: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        if !self.actor(state).asks(by) {
            return;
        }
        match (state.step, subject) {
            (Step::Move, Subject::Piece(piece)) => {
                if state.hex(piece) != OFF {
                    self.list_marches(state, by, piece.bit(), out);
                }
                self.list_substitutions(state, by, piece, out);
            }
            (Step::Move, Subject::Stack(hex)) => {
                if let Some(stack) = self.marching_stack(state, by, hex) {
                    self.list_marches(state, by, stack, out);
                }
            }
            (Step::Move, Subject::Done) => out.push(Action::EndMove),
            (Step::Divide, _) => self.list_division_options(state, subject, out),
            (Step::Exchange, Subject::Done) => out.push(Action::Paid),
            (Step::Choose | Step::Exchange, Subject::Piece(piece)) => self.list_combat_options(state, by, piece, out),
            (Step::Retreat | Step::Occupy, _) => self.list_after_options(state, by, subject, out),
            (Step::Forts(_) | Step::Withhold | Step::DeployUnion | Step::DeployConfederate | Step::DeployRest, _) => {
                self.list_set_up_options(state, by, subject, out);
            }
            _ => {}
        }
    }

    fn asides(&self, state: &State, by: Side, out: &mut Vec<Action>) {
        if by != state.mover && self.may_call_time(state).is_ok() {
            out.push(Action::Time);
        }
        if by == Side::Confederate {
            self.list_breakdowns(state, out);
        }
    }

    fn check(&self, state: &State, by: Side, action: Action) -> Result<(), Illegal> {
        if matches!(state.step, Step::Over(_)) {
            return Err(Illegal::new("C61-WIN-1", "The game is over.", "Look at the log, or begin another game."));
        }
        match action {
            Action::Fort(hex) => self.may_build(state, by, hex),
            Action::Withhold(pair) => self.may_withhold(state, by, pair),
            Action::Place(piece, hex) => self.may_place(state, by, piece, hex),
            Action::Preset(preset) => self.may_preset(state, by, preset),
            Action::Break(division, brigades) => self.may_break(state, by, division, brigades),
            Action::Form(division, brigades) => self.may_form(state, by, division, brigades),
            Action::March(group, path) => self.may_march(state, by, group, path),
            Action::Lay(bridge, path, far) => self.may_lay(state, by, bridge, path, far),
            Action::Drift(boat) => self.may_move_now(state, by).and_then(|()| self.may_drift(state, by, boat).map(drop)),
            Action::EndMove => self.may_end_move(state, by),
            Action::Time => self.may_call_time(state),
            Action::Attack(..) | Action::Join(_) | Action::Include(_) | Action::DivideRest | Action::Commit => {
                self.may_divide(state, by, action)
            }
            Action::Fight(enemy) => self.may_fight(state, by, enemy),
            Action::Lose(piece) => self.may_lose(state, by, piece),
            Action::Paid => self.may_call_paid(state, by),
            Action::Retreat(piece, path) => self.may_retreat(state, by, piece, path),
            Action::Occupy(piece, hex) => self.may_occupy(state, by, piece, hex),
            Action::Stay if state.step == Step::Occupy && state.chooser == by => Ok(()),
            Action::Stay => Err(Illegal::new("C61-WHM-5", "There is no won ground to leave.", "Do what the prompt asks.")),
        }
    }

    fn apply_unchecked<K: Sink<Event>>(&self, state: &mut State, by: Side, action: Action, sink: &mut K) {
        match action {
            Action::Fort(hex) => self.build(state, by, hex, sink),
            Action::Withhold(pair) => self.withhold(state, pair, sink),
            Action::Place(piece, hex) => self.place(state, piece, hex, sink),
            Action::Preset(preset) => self.preset(state, by, preset, sink),
            Action::Break(division, brigades) => self.break_down(state, division, brigades, sink),
            Action::Form(division, brigades) => self.form_up(state, division, brigades, sink),
            Action::March(group, path) => {
                self.march(state, by, group, path);
                sink.tell(|| Event::Marched(group, path));
            }
            Action::Lay(bridge, path, far) => self.lay(state, by, bridge, path, far, sink),
            Action::Drift(boat) => self.drift(state, boat, sink),
            Action::EndMove => self.end_movement(state, sink),
            Action::Time => {
                sink.tell(|| Event::Time(by));
                self.end_movement(state, sink);
            }
            Action::Attack(..) | Action::Join(_) | Action::Include(_) | Action::DivideRest | Action::Commit => {
                self.divide(state, action, sink);
            }
            Action::Fight(enemy) => self.fight(state, enemy, sink),
            Action::Lose(piece) => self.lose(state, piece, sink),
            Action::Paid => self.close_exchange(state, sink),
            Action::Retreat(piece, path) => self.retreat(state, piece, path, sink),
            Action::Occupy(piece, hex) => self.occupy(state, piece, hex, sink),
            Action::Stay => self.next_battle(state, sink),
        }
    }

    fn settle<K: Sink<Event>>(&self, state: &mut State, roll: &Roll, sink: &mut K) {
        self.rolled(state, roll, sink);
    }

    fn classes(&self, state: &State, out: &mut Vec<Class>) {
        let column = self.battle(state, state.now).column();
        Class::of_die(|face| self.outcome(column, face), out);
    }

    fn phase(&self, state: &State) -> u32 {
        let part = match state.step {
            Step::Forts(side) => side as u32,
            Step::Withhold | Step::DeployUnion => 2,
            Step::DeployConfederate => 3,
            Step::DeployRest => 4,
            Step::Move => 5,
            Step::Divide => 6,
            Step::Choose | Step::Roll | Step::Exchange | Step::Retreat | Step::Occupy => 7,
            Step::Over(_) => 8,
        };
        u32::from(state.turn) * 32 + state.mover as u32 * 16 + part
    }

    fn hash(&self, state: &State) -> u64 {
        state.hash()
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        self.first_fault(state).map_err(|e| e.to_string())
    }
}
