//! What can act now, and what it can do.

use crate::GiveUsVictories;
use crate::action::{Action, Subject};
use crate::combat::{ATTACK, DEFENCE};
use crate::completion::Completion;
use crate::counters::{ChitKind, counters};
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

    pub(crate) fn list_subjects(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        if !self.who(state).asks(by) {
            return;
        }
        let start = out.len();
        match state.agenda.top() {
            Step::Deploy(_) => {
                // As long as all can be placed, each of them can.
                let free = state.berths.side == Some(by) || Completion::new(self, state, by).find();
                for p in self.undeployed(state, by) {
                    if free || self.deployment(state, p).iter().any(|h| self.may_deploy(state, by, p, h).is_ok()) {
                        out.push(Subject::Piece(p));
                    }
                }
            }
            Step::Choose => {
                let leads = self.leaders(state, by);
                let mut ways = LISTED.take();
                for chit in self.chits.iter() {
                    ways.clear();
                    self.choices_for(state, by, chit, leads, &mut ways);
                    if !ways.is_empty() {
                        out.push(Subject::Chit(chit));
                    }
                }
                LISTED.set(ways);
                if self.may_end_choice(state, by).is_ok() {
                    out.push(Subject::Button);
                }
                self.playable(state, by, out);
                return;
            }
            Step::Drawn if self.kind(state.act().chit) != ChitKind::Event => {
                if self.has_seat(state) {
                    out.push(Subject::Chit(state.act().chit));
                }
                out.push(Subject::Button);
                return;
            }
            Step::Muster => {
                self.muster_subjects(state, out);
                self.playable(state, by, out);
                return;
            }
            Step::Movement => self.movers(state, out),
            Step::FallBack => {
                let rest = state.fallback.as_ref().map_or(Pieces::NONE, |f| f.rest);
                out.extend(rest.iter().filter(|p| self.can_fall_back(state, *p)).map(Subject::Piece));
            }
            _ => {}
        }
        let mut actions = self.listed(state, by);
        for action in actions.drain(..) {
            let subject = self.subject_of(state, action);
            if !out[start..].contains(&subject) {
                out.push(subject);
            }
        }
        LISTED.set(actions);
    }

    /// The events that can be played now.
    fn playable(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
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

    pub(crate) fn list_options(&self, state: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        if !self.who(state).asks(by) {
            return;
        }
        match (state.agenda.top(), subject) {
            (Step::Deploy(_), Subject::Piece(piece)) => {
                self.deployments(state, by, Some(piece), out);
                return;
            }
            (Step::Choose, Subject::Chit(chit)) => {
                if self.chits.has(chit) {
                    self.choices_for(state, by, chit, self.leaders(state, by), out);
                }
                return;
            }
            (Step::Drawn, Subject::Chit(chit)) if chit == state.act().chit && self.kind(chit) != ChitKind::Event => {
                out.extend(self.seats(state).iter().map(|hex| Action::Activate { hex }));
                return;
            }
            (Step::Drawn, Subject::Button) => {
                self.refusals(state, out);
                return;
            }
            (Step::Muster, Subject::Piece(_) | Subject::Stack(_) | Subject::Button) => {
                self.musters_of(state, subject, out);
                return;
            }
            (Step::Movement, Subject::Button) => {
                out.push(Action::Done);
                return;
            }
            (Step::Movement, Subject::Piece(piece)) => {
                if state.active.has(piece) && state.hex(piece).is_some() {
                    self.marches(state, &Pieces::one(piece), out);
                    if counters().infantry.has(piece) {
                        self.skirmish_lines(state, piece, out);
                        self.pontoon_work(state, piece, out);
                    }
                }
                return;
            }
            (Step::Movement, Subject::Stack(hex)) if hex.is_some() => {
                let stack = self.marching_stack(state, hex);
                if stack.len() > 1 {
                    self.marches(state, &stack, out);
                }
            }
            (Step::FallBack, Subject::Piece(piece)) => {
                self.fallbacks(state, Some(piece), out);
                return;
            }
            _ => {}
        }
        let mut actions = self.listed(state, by);
        out.extend(actions.drain(..).filter(|a| self.subject_of(state, *a) == subject));
        LISTED.set(actions);
    }
}
