//! What can act now, and what it can do.

use crate::action::{Action, Subject};
use crate::combat::{ATTACK, DEFENCE};
use crate::counters::counters;
use crate::ids::{HexBits, Pieces};
use crate::state::{FightStage, ShellStage, State, Step};
use crate::{Check, GiveUsVictories};
use engine::{Illegal, Side};
use std::cell::Cell;

thread_local! {
    /// A list that is kept from one question to the next, so that nothing is allocated for it.
    pub(crate) static LISTED: Cell<Vec<Action>> = const { Cell::new(Vec::new()) };
}

impl GiveUsVictories {
    /// All actions of a step except marches, set-ups and general retreats, which are listed unit by unit.
    pub fn list(&self, state: &State, by: Side, out: &mut Vec<Action>) {
        match state.agenda.top() {
            Step::Boxes => self.assignments(state, by, out),
            Step::Deploy(_) => self.deployments(state, by, None, out),
            Step::Arrive => self.arrivals(state, by, out),
            Step::Dummies => self.dummy_places(state, by, out),
            Step::Choose => {
                self.choices(state, by, out);
                self.plays(state, by, out);
            }
            Step::Drawn => self.answers(state, out),
            Step::Muster => {
                self.musters(state, out);
                self.plays(state, by, out);
            }
            Step::Movement => {
                self.dismantlings(state, out);
                self.detachments(state, out);
                self.plays(state, by, out);
                out.push(Action::Done);
            }
            Step::Attrition => out.extend(self.weary(state).iter().map(|piece| Action::Suffer { piece })),
            Step::Displace => self.displacements(state, out),
            Step::Bombardment => {
                self.fires(state, out);
                self.plays(state, by, out);
            }
            Step::Combat => {
                self.attacks(state, out);
                self.plays(state, by, out);
            }
            Step::SupplyCards(_) => {
                self.plays(state, by, out);
                out.push(Action::Done);
            }
            Step::Recovery(_) => self.recoveries(state, by, out),
            Step::Approach => self.breaks(state, out),
            Step::Withdraw => self.withdrawals(state, out),
            Step::Rout(_) => self.routs(state, by, out),
            Step::Behind(_) => out.extend([Action::BreakBridge, Action::Done]),
            Step::FallBack => out.push(Action::Done),
            Step::Shell => match state.barrage().stage {
                ShellStage::Type => out.extend([Action::Target { guns: false }, Action::Target { guns: true }]),
                ShellStage::Works => {
                    let hex = state.barrage().target;
                    if self.may_entrench(state, by, hex).is_ok() {
                        out.push(Action::Entrench { hex });
                    }
                    out.push(Action::Done);
                }
                _ => out.extend(self.shelled(state).iter().map(|piece| Action::Suffer { piece })),
            },
            Step::Fight => self.list_fight(state, out),
            _ => {}
        }
    }

    /// What [`GiveUsVictories::list`] lists, in the list of this thread. Whoever takes it gives it back.
    pub(crate) fn listed(&self, state: &State, by: Side) -> Vec<Action> {
        let mut actions = LISTED.take();
        actions.clear();
        self.list(state, by, &mut actions);
        actions
    }

    pub(crate) fn list_fight(&self, state: &State, out: &mut Vec<Action>) {
        let battle = state.battle();
        match battle.stage {
            FightStage::Screen => {
                let hexes = battle.targets.as_slice().iter();
                out.extend(hexes.filter(|h| self.screener(state, **h).is_ok()).map(|h| Action::Screen { hex: *h }));
                out.push(Action::Done);
            }
            FightStage::Entrench => {
                out.extend(self.entrenchments(state).as_slice().iter().map(|hex| Action::Entrench { hex: *hex }));
                out.push(Action::Done);
            }
            FightStage::Works => out.extend(self.works_choices(state).into_iter().map(|effect| Action::Works { effect })),
            FightStage::Terrain => {
                out.extend(self.terrain_choices(state).into_iter().map(|(hex, effect, _)| Action::Terrain { hex, effect }));
            }
            FightStage::AttackBonus => self.bonuses(state, ATTACK, out),
            FightStage::DefenceBonus => self.bonuses(state, DEFENCE, out),
            FightStage::AttackSixes => self.six_choices(state, ATTACK, out),
            FightStage::DefenceSixes => self.six_choices(state, DEFENCE, out),
            FightStage::DefenceLosses => {
                out.extend(self.bearers(state, DEFENCE).iter().map(|piece| Action::Suffer { piece }));
                if self.may_give_ground(state).is_ok() {
                    out.push(Action::GiveGround);
                }
            }
            FightStage::AttackLosses => out.extend(self.bearers(state, ATTACK).iter().map(|piece| Action::Suffer { piece })),
            FightStage::Retreat => self.combat_retreats(state, out),
            FightStage::Advance => self.advances(state, out),
            FightStage::Draft | FightStage::AttackDice | FightStage::DefenceDice => {}
        }
    }

    /// What acts in an action.
    pub(crate) fn subject_of(&self, state: &State, action: Action) -> Subject {
        match action {
            Action::Place { piece, .. }
            | Action::Take { piece }
            | Action::Exchange { piece, .. }
            | Action::Exclude { piece }
            | Action::Skirmish { piece, .. }
            | Action::Build { piece, .. }
            | Action::Seize { piece, .. }
            | Action::Destroy { piece, .. }
            | Action::Retreat { piece, .. }
            | Action::Displace { piece, .. }
            | Action::Suffer { piece }
            | Action::Attack { piece, .. }
            | Action::Mark { piece }
            | Action::Advance { piece, .. }
            | Action::FallBack { piece, .. }
            | Action::Recover { piece } => Subject::Piece(piece),
            Action::Fire { gun, .. } => Subject::Piece(gun),
            Action::March { pieces, .. } | Action::Exit { pieces } | Action::Withdraw { pieces, .. } => match pieces.first() {
                Some(only) if pieces.len() == 1 => Subject::Piece(only),
                Some(first) => Subject::Stack(state.hex(first)),
                None => Subject::Button,
            },
            Action::Storm { from, .. } => Subject::Stack(from),
            Action::Break { hex } | Action::Detach { hex } | Action::PlaceDummy { hex } | Action::DropDummy { hex } => Subject::Stack(hex),
            Action::Screen { hex } | Action::Entrench { hex } | Action::Widen { hex } => Subject::Stack(hex),
            Action::Dismantle { from, .. } => Subject::Stack(from),
            Action::Assign { chit, .. } | Action::Choose { chit } | Action::Group { chit, .. } | Action::Name { chit } => {
                Subject::Chit(chit)
            }
            Action::Activate { .. } => Subject::Chit(state.act().chit),
            Action::Point { .. } | Action::CreekDie { .. } | Action::TiredDie { .. } => Subject::Dice,
            Action::Play { event, .. } => Subject::Event(event),
            _ => Subject::Button,
        }
    }

    /// The movement step, unit by unit: everybody who can still do something.
    pub(crate) fn movers(&self, state: &State, out: &mut Vec<Subject>) {
        let c = counters();
        let mut stacks = HexBits::default();
        let mut work = LISTED.take();
        for p in state.active.and(&state.placed).iter() {
            let hex = state.hex(p);
            let one = Pieces::one(p);
            let mut works = || {
                work.clear();
                if c.infantry.has(p) {
                    self.skirmish_lines(state, p, &mut work);
                    self.pontoon_work(state, p, &mut work);
                }
                !work.is_empty()
            };
            if self.can_step(state, &one) || works() || self.may_exit(state, &one).is_ok() {
                out.push(Subject::Piece(p));
            }
            if !stacks.has(hex) {
                stacks.insert(hex);
                let stack = self.marching_stack(state, hex);
                if stack.len() > 1 && (self.can_step(state, &stack) || self.may_exit(state, &stack.minus(&c.skirmishers)).is_ok()) {
                    out.push(Subject::Stack(hex));
                }
            }
        }
        LISTED.set(work);
    }

    /// The events that can be played now.
    pub(crate) fn playable(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        let mut plays = LISTED.take();
        plays.clear();
        self.plays(state, by, &mut plays);
        for action in plays.drain(..) {
            let event = self.subject_of(state, action);
            if out.last() != Some(&event) {
                out.push(event);
            }
        }
        LISTED.set(plays);
    }

    /// Where everything legal is listed, the list is the law.
    pub(crate) fn among(&self, state: &State, by: Side, action: Action, refusal: Illegal) -> Check {
        let actions = self.listed(state, by);
        let found = actions.contains(&action);
        LISTED.set(actions);
        if found { Ok(()) } else { Err(refusal) }
    }
}
