//! What can act now, and what it can do.

use crate::GiveUsVictories;
use crate::action::{Action, Subject};
use crate::combat::{ATTACK, DEFENCE};
use crate::completion::Completion;
use crate::counters::counters;
use crate::ids::{HexBits, Pieces};
use crate::state::{FightStage, ShellStage, State, Step};
use engine::Side;
use std::cell::Cell;

thread_local! {
    /// A list that is kept from one question to the next, so that nothing is allocated for it.
    pub(crate) static LISTED: Cell<Vec<Action>> = const { Cell::new(Vec::new()) };
}

impl GiveUsVictories {
    /// All actions of a step except marches, set-ups and general retreats, which are listed unit by unit.
    pub fn list(&self, s: &State, by: Side, out: &mut Vec<Action>) {
        match s.agenda.top() {
            Step::Boxes => self.assignments(s, by, out),
            Step::Deploy(_) => self.deployments(s, by, None, out),
            Step::Arrive => self.arrivals(s, by, out),
            Step::Dummies => self.dummy_places(s, by, out),
            Step::Choose => {
                self.choices(s, by, out);
                self.plays(s, by, out);
            }
            Step::Drawn => self.answers(s, out),
            Step::Muster => {
                self.musters(s, out);
                self.plays(s, by, out);
            }
            Step::Movement => {
                self.dismantlings(s, out);
                self.detachments(s, out);
                self.plays(s, by, out);
                out.push(Action::Done);
            }
            Step::Attrition => out.extend(self.weary(s).iter().map(|piece| Action::Suffer { piece })),
            Step::Displace => self.displacements(s, out),
            Step::Bombardment => {
                self.fires(s, out);
                self.plays(s, by, out);
            }
            Step::Combat => {
                self.attacks(s, out);
                self.plays(s, by, out);
            }
            Step::SupplyCards(_) => {
                self.plays(s, by, out);
                out.push(Action::Done);
            }
            Step::Recovery(_) => self.recoveries(s, by, out),
            Step::Approach => self.breaks(s, out),
            Step::Withdraw => self.withdrawals(s, out),
            Step::Rout(_) => self.routs(s, by, out),
            Step::Behind(_) => out.extend([Action::BreakBridge, Action::Done]),
            Step::FallBack => out.push(Action::Done),
            Step::Shell => match s.barrage().stage {
                ShellStage::Type => out.extend([Action::Target { guns: false }, Action::Target { guns: true }]),
                ShellStage::Works => {
                    let hex = s.barrage().target;
                    if self.may_entrench(s, by, hex).is_ok() {
                        out.push(Action::Entrench { hex });
                    }
                    out.push(Action::Done);
                }
                _ => out.extend(self.shelled(s).iter().map(|piece| Action::Suffer { piece })),
            },
            Step::Fight => self.list_fight(s, out),
            _ => {}
        }
    }

    /// What [`GiveUsVictories::list`] lists, in the list of this thread. Whoever takes it gives it back.
    pub(crate) fn listed(&self, s: &State, by: Side) -> Vec<Action> {
        let mut actions = LISTED.take();
        actions.clear();
        self.list(s, by, &mut actions);
        actions
    }

    pub(crate) fn list_fight(&self, s: &State, out: &mut Vec<Action>) {
        let battle = s.battle();
        match battle.stage {
            FightStage::Screen => {
                let hexes = battle.targets.as_slice().iter();
                out.extend(hexes.filter(|h| self.screener(s, **h).is_ok()).map(|h| Action::Screen { hex: *h }));
                out.push(Action::Done);
            }
            FightStage::Entrench => {
                out.extend(self.entrenchments(s).as_slice().iter().map(|hex| Action::Entrench { hex: *hex }));
                out.push(Action::Done);
            }
            FightStage::Works => out.extend(self.works_choices(s).into_iter().map(|effect| Action::Works { effect })),
            FightStage::Terrain => {
                out.extend(self.terrain_choices(s).into_iter().map(|(hex, effect, _)| Action::Terrain { hex, effect }));
            }
            FightStage::AttackBonus => self.bonuses(s, ATTACK, out),
            FightStage::DefenceBonus => self.bonuses(s, DEFENCE, out),
            FightStage::AttackSixes => self.six_choices(s, ATTACK, out),
            FightStage::DefenceSixes => self.six_choices(s, DEFENCE, out),
            FightStage::DefenceLosses => {
                out.extend(self.bearers(s, DEFENCE).iter().map(|piece| Action::Suffer { piece }));
                if self.may_give_ground(s).is_ok() {
                    out.push(Action::GiveGround);
                }
            }
            FightStage::AttackLosses => out.extend(self.bearers(s, ATTACK).iter().map(|piece| Action::Suffer { piece })),
            FightStage::Retreat => self.combat_retreats(s, out),
            FightStage::Advance => self.advances(s, out),
            FightStage::Draft | FightStage::AttackDice | FightStage::DefenceDice => {}
        }
    }

    /// What acts in an action.
    pub(crate) fn subject_of(&self, s: &State, action: Action) -> Subject {
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
                Some(first) => Subject::Stack(s.hex(first)),
                None => Subject::Button,
            },
            Action::Storm { from, .. } => Subject::Stack(from),
            Action::Break { hex } | Action::Detach { hex } | Action::PlaceDummy { hex } | Action::DropDummy { hex } => Subject::Stack(hex),
            Action::Screen { hex } | Action::Entrench { hex } | Action::Widen { hex } => Subject::Stack(hex),
            Action::Dismantle { from, .. } => Subject::Stack(from),
            Action::Assign { chit, .. } | Action::Choose { chit } | Action::Group { chit, .. } | Action::Name { chit } => {
                Subject::Chit(chit)
            }
            Action::Activate { .. } => Subject::Chit(s.act().chit),
            Action::Point { .. } | Action::CreekDie { .. } | Action::TiredDie { .. } => Subject::Dice,
            Action::Play { event, .. } => Subject::Event(event),
            _ => Subject::Button,
        }
    }

    /// The movement step, unit by unit: everybody who can still do something.
    pub(crate) fn movers(&self, s: &State, out: &mut Vec<Subject>) {
        let c = counters();
        let mut stacks = HexBits::default();
        let mut work = LISTED.take();
        for p in s.active.and(&s.placed).iter() {
            let hex = s.hex(p);
            let one = Pieces::one(p);
            let mut works = || {
                work.clear();
                if c.infantry.has(p) {
                    self.skirmish_lines(s, p, &mut work);
                    self.pontoon_work(s, p, &mut work);
                }
                !work.is_empty()
            };
            if self.can_step(s, &one) || works() || self.may_exit(s, &one).is_ok() {
                out.push(Subject::Piece(p));
            }
            if !stacks.has(hex) {
                stacks.insert(hex);
                let stack = self.marching_stack(s, hex);
                if stack.len() > 1 && (self.can_step(s, &stack) || self.may_exit(s, &stack.minus(&c.skirmishers)).is_ok()) {
                    out.push(Subject::Stack(hex));
                }
            }
        }
        LISTED.set(work);
    }

    pub(crate) fn list_subjects(&self, s: &State, by: Side, out: &mut Vec<Subject>) {
        if !self.who(s).asks(by) {
            return;
        }
        let start = out.len();
        match s.agenda.top() {
            Step::Deploy(_) => {
                // As long as all can be placed, each of them can.
                let free = s.berths.side == Some(by) || Completion::find(self, s, by).is_some();
                for p in self.undeployed(s, by) {
                    if free || self.deployment(s, p).iter().any(|h| self.may_deploy(s, by, p, h).is_ok()) {
                        out.push(Subject::Piece(p));
                    }
                }
            }
            Step::Movement => self.movers(s, out),
            Step::FallBack => {
                let rest = s.fallback.as_ref().map_or(Pieces::NONE, |f| f.rest);
                out.extend(rest.iter().filter(|p| self.can_fall_back(s, *p)).map(Subject::Piece));
            }
            _ => {}
        }
        let mut actions = self.listed(s, by);
        for action in actions.drain(..) {
            let subject = self.subject_of(s, action);
            if !out[start..].contains(&subject) {
                out.push(subject);
            }
        }
        LISTED.set(actions);
    }

    pub(crate) fn list_options(&self, s: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        if !self.who(s).asks(by) {
            return;
        }
        match (s.agenda.top(), subject) {
            (Step::Deploy(_), Subject::Piece(piece)) => {
                self.deployments(s, by, Some(piece), out);
                return;
            }
            (Step::Movement, Subject::Piece(piece)) => {
                if s.active.has(piece) && s.hex(piece).is_some() {
                    self.marches(s, &Pieces::one(piece), out);
                    if counters().infantry.has(piece) {
                        self.skirmish_lines(s, piece, out);
                        self.pontoon_work(s, piece, out);
                    }
                }
                return;
            }
            (Step::Movement, Subject::Stack(hex)) if hex.is_some() => {
                let stack = self.marching_stack(s, hex);
                if stack.len() > 1 {
                    self.marches(s, &stack, out);
                }
            }
            (Step::FallBack, Subject::Piece(piece)) => {
                self.fallbacks(s, Some(piece), out);
                return;
            }
            _ => {}
        }
        let mut actions = self.listed(s, by);
        out.extend(actions.drain(..).filter(|a| self.subject_of(s, *a) == subject));
        LISTED.set(actions);
    }
}
