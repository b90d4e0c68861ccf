//! The rules as one trait: who is asked, what can act, what it can do, whether it may, and that it is done. Each arm is one call
//! into a chapter.

use crate::BlueGray;
use crate::action::{Action, Event, Subject};
use crate::audit;
use crate::cells::Cell;
use crate::chart::{Column, CombatResult};
use crate::duties::Duties;
use crate::state::{State, Step};
use crate::units::NOBODY;
use engine::{Actor, Chance, Class, Draw, Illegal, Roll, Rules, Side, Sink};

impl Rules for BlueGray {
    type State = State;
    type Action = Action;
    type Subject = Subject;
    type Event = Event;

    fn start(&self) -> State {
        self.set_up()
    }

    /// Who is asked.
    #[inline]
    fn actor(&self, state: &State) -> Actor {
        match state.step {
            Step::Roll => Actor::Chance(Chance::dice(1, "BG-7.0-Pb")),
            Step::Over => Actor::Over(self.verdict(state)),
            Step::Event => Actor::Chance(Chance::dice(1, self.event(state.asking).rule)),
            Step::Draw => {
                let (rule, from) = self.draws(state).map_or(("BG-1.0", 1), |(_, pool, left)| (pool.rule, left.len() as u8));
                Actor::Chance(Chance { draw: Draw::Cup { from, count: 1 }, rule, only: None })
            }
            _ => Actor::Side(self.asked(state)),
        }
    }

    /// What can act.
    #[inline]
    fn subjects(&self, state: &State, _by: Side, out: &mut Vec<Subject>) {
        match state.step {
            Step::Movement => self.list_movers(state, out),
            Step::Battles => {
                let mut duties = Duties::NONE;
                self.find_duties(state, &mut duties);
                self.each_target(state, &duties, |c| out.push(Subject::Target(c)));
                if state.battle.targets.is_empty() {
                    if self.may_end_combat(state, &duties).is_ok() {
                        out.push(Subject::Done);
                    }
                } else {
                    self.each_joiner(state, &duties, |c| out.push(Subject::Hex(c)));
                    self.each_gun(state, &duties, |g| out.push(Subject::Unit(g)));
                    if self.may_fight(state, &duties).is_ok() {
                        out.push(Subject::Battle);
                    }
                }
            }
            Step::Exchange => {
                out.extend(state.battle.attackers.and(state.on_map).iter().map(Subject::Unit));
                if state.battle.owed == 0 {
                    out.push(Subject::Done);
                }
            }
            Step::Retreat | Step::FallBack => out.extend(self.retreaters(state).iter().map(Subject::Unit)),
            Step::Advance => {
                let mut last = NOBODY;
                self.each_advance(state, |u, _| {
                    if u != last {
                        out.push(Subject::Unit(u));
                        last = u;
                    }
                });
                out.push(Subject::Done);
            }
            Step::SetUp => out.extend(self.unplaced(state, state.side).iter().map(Subject::Unit)),
            Step::Roll | Step::Over | Step::Event | Step::Draw => {}
        }
    }

    /// What a subject can do.
    #[inline]
    fn options(&self, state: &State, _by: Side, subject: Subject, out: &mut Vec<Action>) {
        match (state.step, subject) {
            (Step::Movement, Subject::Unit(unit)) => self.march_options(state, unit, out),
            (Step::Movement, Subject::Done) => out.push(Action::EndMovement),
            (Step::Battles, Subject::Target(target)) => out.push(Action::Engage { target }),
            (Step::Battles, Subject::Hex(from)) => out.push(Action::Join { from }),
            (Step::Battles, Subject::Unit(gun)) => out.push(Action::Bombard { gun }),
            (Step::Battles, Subject::Battle) => {
                let best = self.column(state, &state.battle).0;
                out.extend((0..=best).rev().map(|c| Action::Fight { column: Column(c) }));
            }
            (Step::Battles, Subject::Done) => out.push(Action::EndCombat),
            (Step::Exchange, Subject::Unit(unit)) => out.push(Action::Lose { unit }),
            (Step::Exchange, Subject::Done) => out.push(Action::Paid),
            (Step::Retreat | Step::FallBack, Subject::Unit(unit)) => self.retreat_options(state, unit, out),
            (Step::Advance, Subject::Unit(unit)) => self.each_advance(state, |u, to| {
                if u == unit {
                    out.push(Action::Advance { unit, to });
                }
            }),
            (Step::Advance, Subject::Done) => out.push(Action::Stay),
            (Step::Movement, Subject::Event(event)) => out.push(Action::Declare { event }),
            (Step::SetUp, Subject::Unit(unit)) => self.place_options(state, unit, out),
            _ => {}
        }
    }

    /// Whether an action may be done now.
    fn check(&self, state: &State, by: Side, action: Action) -> Result<(), Illegal> {
        match state.step {
            Step::Over => return Err(Illegal::new("BG-4.0", "The game is over.", "Look at the log, or begin another game.")),
            Step::Roll => return Err(Illegal::new("BG-7.9b", "The die is asked for.", "Roll it first.")),
            Step::Event => return Err(Illegal::new(self.event(state.asking).rule, "The die is asked for.", "Roll it first.")),
            Step::Draw => {
                let rule = self.draws(state).map_or("BG-1.0", |(_, pool, _)| pool.rule);
                return Err(Illegal::new(rule, "The strength of a unit is drawn.", "Draw it first."));
            }
            _ => {}
        }
        if by != self.asked(state) {
            return Err(match state.step {
                Step::Movement => Illegal::new("BG-4.1b", "The other side moves now.", "Wait for your own Movement Phase."),
                Step::SetUp => Illegal::new("BG-3.0a", "The other side sets up now.", "Wait until it has."),
                Step::Retreat => {
                    Illegal::new("BG-7.71a", "These units belong to the other side.", "Wait until their owner has retreated them.")
                }
                Step::Advance => {
                    Illegal::new("BG-7.75a", "The other side won this battle.", "Wait until the victor has decided about the advance.")
                }
                _ => Illegal::new("BG-4.1c", "The other side attacks now.", "Wait for your own Combat Phase."),
            });
        }
        let known = |unit: u8| usize::from(unit) < self.title.units.len();
        match (state.step, action) {
            (_, Action::Move { unit, .. } | Action::March { unit, .. } | Action::Enter { unit, .. } | Action::Leave { unit, .. })
            | (
                _,
                Action::Bombard { gun: unit }
                | Action::Lose { unit }
                | Action::Retreat { unit, .. }
                | Action::Stand { unit }
                | Action::Advance { unit, .. }
                | Action::Place { unit, .. }
                | Action::Dig { unit },
            ) if !known(unit) => Err(Illegal::new("BG-2.3", "There is no such unit.", "Name one of the counters of this title.")),
            (Step::Movement, Action::Move { unit, to, taking }) => self.may_move(state, unit, to, taking),
            (Step::Movement, Action::March { unit, path }) => self.walk(state, unit, path).map(drop),
            (Step::Movement, Action::Enter { unit, at, to, taking }) => self.may_enter(state, unit, at, to, taking),
            (Step::Movement, Action::Leave { unit, by }) => {
                self.may_march(state, unit)?;
                let mut may = false;
                self.each_exit(state, unit, |c| may |= c == by);
                if may {
                    Ok(())
                } else {
                    Err(Illegal::new(
                        "BG-5.16",
                        "The unit cannot leave the map there.",
                        "It needs an exit hex within reach and the points to leave.",
                    ))
                }
            }
            (Step::Movement, Action::EndMovement) => self.may_end_movement(state),
            (Step::Movement, Action::Dig { unit }) => self.may_dig(state, unit),
            (Step::Movement, Action::Declare { event }) => self.may_declare(state, event),
            (Step::SetUp, Action::Place { unit, to }) => self.may_place(state, unit, to),
            (Step::SetUp, _) => Err(Illegal::new("BG-3.0a", "Units are still to be set up.", "Set them up first.")),
            (Step::Movement, Action::Engage { .. } | Action::Fight { .. } | Action::Join { .. } | Action::Bombard { .. }) => {
                Err(if self.is_night(state) {
                    Illegal::new("BG-10.1", "It is night.", "Move on; the armies fight again in the morning.")
                } else {
                    Illegal::new("BG-5.14", "Nobody fights in a Movement Phase.", "End the Movement Phase first; then attack.")
                })
            }
            (Step::Battles, Action::Engage { target }) => self.may_engage(state, &self.duties(state), target),
            (Step::Battles, Action::Join { from }) => self.may_join(state, &self.duties(state), from),
            (Step::Battles, Action::Bombard { gun }) => self.may_bombard(state, &self.duties(state), gun),
            (Step::Battles, Action::Fight { column }) => {
                self.may_fight(state, &self.duties(state))?;
                self.may_announce(state, column)
            }
            (Step::Battles, Action::EndCombat) => self.may_end_combat(state, &self.duties(state)),
            (Step::Exchange, Action::Lose { unit }) => self.may_lose(state, unit),
            (Step::Exchange, Action::Paid) => self.is_paid(state),
            (Step::Retreat | Step::FallBack, Action::Retreat { unit, to, push }) => self.may_retreat(state, unit, to, push),
            (Step::Retreat, Action::Stand { unit }) if state.willing.has(unit) => Ok(()),
            (Step::FallBack, Action::Stand { .. }) => {
                Err(Illegal::new("BG-11.31a", "An ineffective unit may not stay in contact.", "Choose a hex for it to fall back to."))
            }
            (Step::Retreat, Action::Stand { .. }) if state.battle.result == Some(CombatResult::Ar) => {
                Err(Illegal::new("BG-7.6-Ar", "This unit has no choice.", "Choose a hex for it to retreat to."))
            }
            (Step::Retreat, Action::Stand { .. }) => {
                Err(Illegal::new("BG-7.6-Dr", "This unit has no choice.", "Choose a hex for it to retreat to."))
            }
            (Step::Advance, Action::Advance { unit, to }) => self.may_advance(state, unit, to),
            (Step::Advance, Action::Stay) => Ok(()),
            (Step::Exchange, _) => Err(Illegal::new("BG-7.6-Ex", "The exchange is not paid yet.", "Choose the attackers to lose first.")),
            (Step::Retreat | Step::FallBack, _) => Err(Illegal::new("BG-7.71a", "Units still have to retreat.", "Retreat them first.")),
            (Step::Advance, _) => Err(Illegal::new("BG-7.75c", "The advance is not decided yet.", "Advance one unit, or stay.")),
            (
                _,
                Action::Move { .. }
                | Action::March { .. }
                | Action::Enter { .. }
                | Action::Leave { .. }
                | Action::Dig { .. }
                | Action::Declare { .. }
                | Action::EndMovement,
            ) => Err(Illegal::new("BG-5.11", "This is no Movement Phase.", "Wait for your next Movement Phase.")),
            _ => Err(Illegal::new("BG-4.1c", "That is not asked for now.", "Do what the prompt asks.")),
        }
    }

    /// Does an action.
    #[inline]
    fn apply_unchecked<K: Sink<Event>>(&self, state: &mut State, _by: Side, action: Action, sink: &mut K) {
        match action {
            Action::Move { unit, to, taking } => {
                sink.tell(|| Event::Moved(unit, self.path_of(state, unit, state.place(unit), self.points_of(state, unit), to, taking)));
                self.march(state, unit, to, taking, sink);
            }
            Action::March { unit, path } => {
                if let Ok((to, taking)) = self.walk(state, unit, path) {
                    sink.tell(|| Event::Moved(unit, self.cells_along(state.place(unit), path)));
                    self.march(state, unit, to, taking, sink);
                }
            }
            Action::Enter { unit, at, to, taking } => {
                let points = self.may_enter_at(state, unit, at).unwrap_or(0);
                sink.tell(|| Event::Entered(unit, if at == to { vec![at] } else { self.path_of(state, unit, at, points, to, taking) }));
                self.enter(state, unit, at, to, taking, sink);
            }
            Action::Leave { unit, by } => {
                sink.tell(|| Event::Left(unit, by));
                state.moved.insert(unit);
                let side = state.side;
                self.take(state, side, by, sink);
                self.put(state, unit, Cell::EXITED);
                self.score_exit(state, unit, sink);
            }
            Action::EndMovement => self.end_movement(state, sink),
            Action::Engage { target } => state.battle.targets.push(target),
            Action::Join { from } => state.battle.from.push(from),
            Action::Bombard { gun } => state.battle.guns.insert(gun),
            Action::Fight { column } => self.join_battle(state, column, sink),
            Action::EndCombat => self.end_combat(state, sink),
            Action::Lose { unit } => self.lose(state, unit, sink),
            Action::Paid => self.begin_advance(state, sink),
            Action::Retreat { unit, to, push } => self.retreat(state, unit, to, push, sink),
            Action::Stand { unit } => self.stand(state, unit, sink),
            Action::Advance { unit, to } => self.advance(state, unit, to, sink),
            Action::Stay => self.end_battle(state),
            Action::Place { unit, to } => self.place_unit(state, unit, to, sink),
            Action::Dig { unit } => self.dig(state, unit, sink),
            Action::Declare { event } => self.declare(state, event, sink),
        }
    }

    #[inline]
    fn settle<K: Sink<Event>>(&self, state: &mut State, roll: &Roll, sink: &mut K) {
        match state.step {
            Step::Event => self.try_event(state, roll.first(), sink),
            Step::Draw => self.draw(state, roll.first(), sink),
            _ => self.resolve(state, roll.first(), sink),
        }
    }

    /// The six faces by what they do (BG-7.0-Pb).
    fn classes(&self, state: &State, out: &mut Vec<Class>) {
        match state.step {
            Step::Event => Class::of_die(|face| self.is_kind(state.asking, face), out),
            Step::Draw => self.draw_classes(state, out),
            _ => Class::of_die(|face| self.chart.result(state.battle.column, face), out),
        }
    }

    #[inline]
    fn phase(&self, state: &State) -> u32 {
        let part = match state.step {
            Step::Movement | Step::Event => 0,
            Step::Over => 2,
            Step::SetUp => 3,
            _ => 1,
        };
        u32::from(state.turn) << 8 | (state.side.index() as u32) << 4 | part
    }

    fn hash(&self, state: &State) -> u64 {
        audit::hash(state)
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        audit::audit(self, state)
    }
}
