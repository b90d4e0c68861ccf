//! Chapters 6 and 7: the turn, the agenda that drives it, the night, rain; which decision and which die come next.

use crate::action::{Action, Event, Subject};
use crate::combat::{ATTACK, DEFENCE};
use crate::completion::Completion;
use crate::counters::{ChitKind, counters, tables};
use crate::events::{BAD_LUCK, Card};
use crate::ids::{Chits, EventId, Hex, HexBits, Piece, Pieces};
use crate::movement::ATTRITION;
use crate::pontoons::UNDER_FIRE;
use crate::setup::OPENING_HAND;
use crate::state::{FightStage, ShellStage, State, Step};
use crate::{Check, GiveUsVictories};
use engine::{Actor, Chance, Class, Illegal, Lot, Roll, Side, Sink, Verdict};
use std::cell::Cell;

const NOT_NOW: Illegal = Illegal::new("GUV-6.3", "That cannot be done at this moment.");

thread_local! {
    /// A list that is kept from one question to the next, so that nothing is allocated for it.
    static LISTED: Cell<Vec<Action>> = const { Cell::new(Vec::new()) };
}

/// A draw that only one side sees.
fn secret_draw(from: usize, count: u8, rule: &'static str, only: Side) -> Actor {
    Actor::Chance(Chance { lot: Lot::Draw { from: from as u8, count }, rule, only: Some(only) })
}

impl GiveUsVictories {
    /// Who is asked.
    pub fn who(&self, s: &State) -> Actor {
        let die = |rule| Actor::Chance(Chance::dice(1, rule));
        match s.agenda.top() {
            Step::Boxes => Actor::Side(self.assigning(s).unwrap_or(Side::Confederate)),
            Step::Deploy(nth) => Actor::Side(self.deploying(nth)),
            Step::Hands(side) => {
                let deck = s.deck[side.index()].len();
                secret_draw(deck, OPENING_HAND.min(deck as u8), "GUV-4.2", side)
            }
            Step::DrawCard(side) => secret_draw(s.deck[side.index()].len(), 1, "GUV-17.1", side),
            Step::ArrivalDie => die("GUV-19.19"),
            Step::LongstreetDice => Actor::Chance(Chance::dice(self.longstreet_brigades(s).len() as u8, "GUV-20.5")),
            Step::Arrive => Actor::Side(self.arriving(s).unwrap_or(Side::Union)),
            Step::RainDie => die("GUV-7.4"),
            Step::Dummies | Step::Choose => Actor::Sealed([!s.sealed[0], !s.sealed[1]]),
            Step::Draw => Actor::Chance(Chance { lot: Lot::Draw { from: s.cup.len() as u8, count: 1 }, rule: "GUV-6.2", only: None }),
            Step::Drawn | Step::Muster | Step::Movement | Step::Attrition | Step::Bombardment | Step::Combat => Actor::Side(s.act().side),
            Step::AttritionDie => die("GUV-9.28"),
            Step::Displace => Actor::Side(self.crowded(s, s.act().side).map_or(s.act().side, |c| c.0)),
            Step::SupplyCards(side) | Step::Recovery(side) => Actor::Side(side),
            Step::Approach => Actor::Side(s.contact.as_ref().map_or(Side::Union, |c| c.side)),
            Step::Withdraw => {
                let first = s.withdrawal.as_ref().and_then(|w| w.rest.first());
                Actor::Side(first.map_or(Side::Union, |p| counters().get(p).side))
            }
            Step::Rout(side) => Actor::Side(side),
            Step::BuildDie(_) => die("GUV-11.6"),
            Step::DismantleDie(_) => die("GUV-11.11"),
            Step::Behind(_) => Actor::Side(Side::Union),
            Step::BehindDie(_) => die("GUV-11.12"),
            Step::JacksonDie => die("GUV-17.13"),
            Step::FallBack => Actor::Side(s.fallback.as_ref().map_or(Side::Union, |f| f.side)),
            Step::FallBackDie(_) => die("GUV-17.15"),
            Step::Shell => match s.barrage().stage {
                ShellStage::Aim | ShellStage::Type => Actor::Side(s.act().side),
                ShellStage::Works | ShellStage::Loss => Actor::Side(s.act().side.enemy()),
                ShellStage::Die => die("GUV-12.12"),
            },
            Step::Fight => {
                let battle = s.battle();
                match self.asked_in(battle.stage) {
                    Some(ATTACK) => Actor::Side(s.act().side),
                    Some(_) => Actor::Side(s.act().side.enemy()),
                    None => {
                        let who = if battle.stage == FightStage::AttackDice { ATTACK } else { DEFENCE };
                        Actor::Chance(Chance::dice(self.dice(battle, who), "GUV-14.12"))
                    }
                }
            }
            Step::Over => {
                let ended = s.ended.as_ref();
                Actor::Over(Verdict { winner: ended.and_then(|e| e.winner), level: ended.map_or(0, |e| e.why as u8) })
            }
            // Steps that nobody is asked in: proceed() leaves none of them on top.
            Step::TurnBegins | Step::Rest | Step::NightFalls | Step::Supply | Step::NightCards(_) | Step::TurnEnds => {
                Actor::Over(Verdict { winner: None, level: 0 })
            }
        }
    }

    /// Goes on until somebody is asked (GUV-6.1).
    pub(crate) fn proceed<K: Sink<Event>>(&self, s: &mut State, sink: &mut K) {
        loop {
            let top = s.agenda.top();
            if top == Step::Over {
                return;
            }
            if let Some(ended) = self.won_at_once(s)
                && !matches!(top, Step::Deploy(_) | Step::Boxes)
            {
                self.end(s, ended, sink);
                return;
            }
            // GUV-14.60, GUV-14.61: demoralized units leave the enemy's presence before anything else happens.
            if !s.demoralized.is_empty() && !matches!(top, Step::Withdraw | Step::FallBackDie(_)) && self.routed(s).is_some() {
                self.rout(s, sink);
                if matches!(s.agenda.top(), Step::Rout(_)) {
                    return;
                }
                continue;
            }
            match top {
                Step::Boxes => {
                    if self.assigning(s).is_some() {
                        return;
                    }
                    for side in Side::BOTH {
                        for chit in self.strategic_chits(side) {
                            let into = crate::action::BoxId(s.assigned[chit.index()]);
                            sink.tell(|| Event::Revealed { chit, into });
                        }
                    }
                    s.phase = s.phase.wrapping_add(1);
                    s.agenda.turn(Step::Deploy(0));
                }
                Step::Deploy(nth) => {
                    let side = self.deploying(nth);
                    if !self.deployed(s, side) {
                        return;
                    }
                    sink.tell(|| Event::SetUpDone { side });
                    s.phase = s.phase.wrapping_add(1);
                    if nth == 0 {
                        s.agenda.turn(Step::Deploy(1));
                    } else {
                        self.settle_pontoons(s);
                        s.agenda.turn(if self.opt.events { Step::Hands(Side::Union) } else { Step::TurnBegins });
                    }
                }
                Step::Hands(_) | Step::DrawCard(_) => return,
                Step::TurnBegins => self.begin_turn(s, sink),
                Step::ArrivalDie | Step::LongstreetDice | Step::RainDie => return,
                Step::Arrive => {
                    if self.arriving(s).is_some() {
                        return;
                    }
                    // GUV-7.4: rain where the calendar has a number; the turns of the scenarios have none.
                    let rain = tables().day(s.turn).rain > 0 && self.scenario.weather;
                    s.agenda.turn(if rain { Step::RainDie } else { Step::Dummies });
                }
                Step::Dummies => {
                    for side in Side::BOTH {
                        let idle = !self.opt.dummies || self.dummy_in_hand(s, side).is_none();
                        s.sealed[side.index()] |= idle;
                    }
                    if s.sealed != [true; 2] {
                        return;
                    }
                    s.sealed = [false; 2];
                    s.agenda.turn(Step::Choose);
                }
                Step::Choose => {
                    if s.sealed != [true; 2] {
                        return;
                    }
                    s.sealed = [false; 2];
                    self.fill_cup(s, sink);
                    s.agenda.turn(Step::Draw);
                }
                Step::Draw => match self.first_chit(s) {
                    Some(chit) => self.draw(s, chit, sink),
                    None if s.cup.is_empty() => s.agenda.turn(if self.night(s) { Step::NightFalls } else { Step::TurnEnds }),
                    None => return,
                },
                Step::Drawn | Step::Muster | Step::Movement | Step::AttritionDie => return,
                Step::Attrition => {
                    if !self.weary(s).is_empty() {
                        return;
                    }
                    s.agenda.turn(Step::Displace);
                }
                Step::Displace => {
                    if self.crowded(s, s.act().side).is_some() {
                        return;
                    }
                    self.displaced(s);
                }
                Step::Bombardment => {
                    if s.barrage.is_some() || self.could_bombard(s) {
                        return;
                    }
                    s.agenda.turn(Step::Combat);
                }
                Step::Combat => {
                    if s.battle.is_some() || self.could_fight(s) {
                        return;
                    }
                    s.agenda.turn(Step::Rest);
                }
                Step::Rest => self.end_activation(s, sink),
                Step::NightFalls => self.night_falls(s, sink),
                Step::SupplyCards(side) => {
                    if self.opt.events && s.cards(side) > 0 && s.may_play_more(side) && !s.train[side.index()].is_some() {
                        return;
                    }
                    s.agenda.turn(if side == Side::Union { Step::SupplyCards(Side::Confederate) } else { Step::Supply });
                }
                Step::Supply => {
                    // In the scenarios everybody is always supplied.
                    if !self.scenario.always_supplied {
                        self.check_supply(s, sink);
                    }
                    self.relieve(s, sink);
                    s.recovered = Chits::default();
                    s.agenda.turn(Step::Recovery(Side::Union));
                }
                Step::Recovery(side) => {
                    let reduced = s.reduced.and(&counters().of[side.index()]);
                    if reduced.iter().any(|p| self.may_recover(s, side, p).is_ok()) {
                        return;
                    }
                    s.agenda.turn(if side == Side::Union { Step::Recovery(Side::Confederate) } else { Step::NightCards(Side::Union) });
                }
                Step::NightCards(side) => {
                    // GUV-6.12
                    s.agenda.turn(if side == Side::Union { Step::NightCards(Side::Confederate) } else { Step::TurnEnds });
                    if self.opt.events && !s.deck[side.index()].is_empty() {
                        s.agenda.push(Step::DrawCard(side));
                    }
                }
                Step::TurnEnds => self.end_turn(s, sink),
                Step::Approach => {
                    if s.contact.is_some_and(|c| c.open != 0) {
                        return;
                    }
                    s.contact = None;
                    s.agenda.pop();
                }
                Step::Withdraw | Step::BuildDie(_) | Step::DismantleDie(_) | Step::Behind(_) | Step::BehindDie(_) => return,
                Step::JacksonDie | Step::FallBackDie(_) => return,
                Step::Rout(_) => s.agenda.pop(),
                Step::FallBack => {
                    let rest = s.fallback.as_ref().map_or(Pieces::NONE, |f| f.rest);
                    if rest.iter().any(|p| self.can_fall_back(s, p)) {
                        return;
                    }
                    s.fallback = None;
                    s.agenda.pop();
                }
                Step::Shell => match s.barrage().stage {
                    ShellStage::Aim | ShellStage::Type | ShellStage::Die => return,
                    ShellStage::Works => {
                        if self.asks_for_works(s) {
                            return;
                        }
                        s.barrage.as_mut().expect("under way").stage = ShellStage::Die;
                    }
                    ShellStage::Loss => {
                        let bearers = self.shelled(s);
                        match (bearers.len(), bearers.first()) {
                            (0, _) => self.end_barrage(s),
                            (1, Some(only)) => self.shell_loss(s, only, sink),
                            _ => return,
                        }
                    }
                },
                Step::Fight => {
                    if self.fight(s, sink) {
                        if s.agenda.top() == Step::Fight {
                            return;
                        }
                    } else {
                        s.agenda.pop();
                    }
                }
                Step::Over => return,
            }
        }
    }

    /// A: the turn begins.
    fn begin_turn<K: Sink<Event>>(&self, s: &mut State, sink: &mut K) {
        let turn = s.turn;
        s.phase = s.phase.wrapping_add(1);
        s.rain = false;
        s.sealed = [false; 2];
        // what was attacked last turn is free now.
        if s.released == 1 {
            s.released = 2;
        }
        sink.tell(|| Event::TurnBegan { turn });
        self.muster_reinforcements(s);
        s.agenda.turn(Step::Arrive);
        if self.arrival_number(s).is_some() {
            s.agenda.push(Step::ArrivalDie);
        }
        if !self.longstreet_brigades(s).is_empty() {
            s.agenda.push(Step::LongstreetDice);
        }
    }

    /// The night's order (GUV-6.7) begins. N2: skirmishers go to their box, one lost one of each side for good (GUV-6.8, GUV-6.9, GUV-13.14); breastworks and Detachment
    /// markers come off.
    fn night_falls<K: Sink<Event>>(&self, s: &mut State, sink: &mut K) {
        sink.tell(|| Event::NightFell);
        s.phase = s.phase.wrapping_add(1);
        s.detachment = [Hex::NONE; 2];
        for hex in std::mem::take(&mut s.breastworks).iter() {
            sink.tell(|| Event::WorksGone { hex });
        }
        let c = counters();
        for side in Side::BOTH {
            let own = c.skirmishers.and(&c.of[side.index()]);
            let lost: Pieces = own.iter().filter(|p| s.hex(*p) == Hex::LOST).collect();
            if let Some(gone) = lost.iter().last() {
                s.put(gone, Hex::GONE);
                sink.tell(|| Event::SkirmisherGone { side });
            }
            for p in own.iter() {
                let hex = s.hex(p);
                if hex.is_some() || hex == Hex::LOST {
                    s.put(p, Hex::READY);
                    self.tidy(s, hex, sink);
                }
            }
        }
        s.agenda.turn(Step::SupplyCards(Side::Union));
    }

    /// C: the turn ends (GUV-6.5): disorganized units that were activated and did not stir recover (GUV-14.57, R-50), unless the night
    /// has done what it can for them (GUV-6.10); markers and chits come off, victory is looked for, the marker moves.
    fn end_turn<K: Sink<Event>>(&self, s: &mut State, sink: &mut K) {
        let rested = if self.night(s) { Pieces::NONE } else { s.disorganized.and(&s.activated).minus(&s.stirred).minus(&s.starved) };
        s.disorganized = s.disorganized.minus(&rested);
        for piece in rested.iter() {
            let seen = self.seen(s, piece);
            sink.tell(|| Event::Rallied { piece, seen });
        }
        if let Some(ended) = self.turn_decides(s) {
            self.end(s, ended, sink);
            return;
        }
        for set in [
            &mut s.activated,
            &mut s.active,
            &mut s.moved,
            &mut s.stirred,
            &mut s.fired,
            &mut s.attacked,
            &mut s.built,
            &mut s.forced,
            &mut s.tired,
        ] {
            *set = Pieces::NONE;
        }
        s.detachment = [Hex::NONE; 2];
        s.marched = [false; 2];
        s.plays = [0; 2];
        s.spent = [0; 2];
        s.drawn = Chits::default();
        s.cup = Chits::default();
        s.boxes = [Chits::default(); 4];
        s.offensive = false;
        s.stonewall = false;
        for pontoon in &mut s.pontoons {
            if pontoon.lies == crate::state::Lies::Packed {
                pontoon.lies = crate::state::Lies::InHand;
            }
        }
        s.turn += 1;
        s.agenda.turn(Step::TurnBegins);
    }

    /// Whether the bombardment step has anything to offer.
    fn could_bombard(&self, s: &State) -> bool {
        let able = |s: &State, g: Piece| {
            self.may_bombard(s, g).is_ok() && {
                let near = &crate::ground::ground().near;
                let from = s.hex(g);
                let around = near[from.index()];
                around.iter().filter(|n| n.is_some()).any(|n| {
                    self.may_fire(s, g, *n).is_ok() || near[n.index()].iter().any(|m| m.is_some() && self.may_fire(s, g, *m).is_ok())
                })
            }
        };
        let guns = &counters().guns;
        s.active.and(guns).iter().any(|g| able(s, g)) || self.could_detach(s, |p| guns.has(p), able)
    }

    /// Whether the combat step has anything to offer: an attack, or an event that brings one (R-124: as far as the enemy knows).
    fn could_fight(&self, s: &State) -> bool {
        let side = s.act().side;
        let able = |s: &State, p: Piece| {
            let hex = s.hex(p);
            let open = |t: Hex| !Self::fought(s, &Pieces::one(p), t);
            hex.is_some() && self.may_attack_at_all(s, p).is_ok() && self.foes(s, side, hex).any(open)
        };
        let demons = if self.opt.events {
            side == Side::Confederate && s.cards(side) > 0 && s.may_play_more(side)
        } else {
            s.may_play(side, EventId::Demons)
        };
        s.active.iter().any(|p| able(s, p))
            || self.could_detach(s, |p| self.foes(s, side, s.hex(p)).next().is_some(), able)
            || demons && s.active.and(&s.attacked).iter().any(|p| s.hex(p).is_some() && self.foes(s, side, s.hex(p)).next().is_some())
    }

    // Decisions.

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
    fn listed(&self, s: &State, by: Side) -> Vec<Action> {
        let mut actions = LISTED.take();
        actions.clear();
        self.list(s, by, &mut actions);
        actions
    }

    fn list_fight(&self, s: &State, out: &mut Vec<Action>) {
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
    fn movers(&self, s: &State, out: &mut Vec<Subject>) {
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

    /// Whether a side may do this now.
    pub fn may(&self, s: &State, by: Side, action: Action) -> Check {
        if let Action::DropDummy { hex } = action {
            if s.agenda.top() == Step::Over {
                return Err(NOT_NOW);
            }
            return self.may_drop_dummy(s, by, hex);
        }
        if !self.who(s).asks(by) {
            return Err(Illegal::new("GUV-6.1", "The other side, or the dice, are asked now."));
        }
        let top = s.agenda.top();
        match (top, action) {
            (Step::Boxes, Action::Assign { chit, into }) => self.may_assign(s, by, chit, into),
            (Step::Deploy(_), Action::Place { piece, hex }) => self.may_deploy(s, by, piece, hex),
            (Step::Deploy(_), Action::Preset) => self.may_preset(s, by),
            (Step::Deploy(_), Action::PlaceRest) => Ok(()),
            (Step::Arrive, Action::Place { piece, hex }) => self.may_arrive(s, by, piece, hex),
            (_, Action::PlaceDummy { hex }) => self.may_place_dummy(s, by, hex),
            (Step::Dummies, Action::Done) => Ok(()),
            (Step::Choose, Action::Choose { chit }) => self.may_choose_alone(s, by, chit),
            (Step::Choose, Action::Group { chit, under }) => self.may_group(s, by, chit, under),
            (Step::Choose, Action::Done) => self.may_end_choice(s, by),
            (Step::Drawn, Action::Activate { hex }) => self.may_activate(s, hex),
            (Step::Drawn, Action::Pass) => Ok(()),
            (Step::Drawn, Action::Forgo) => self.may_forgo(s),
            (Step::Drawn, Action::Name { chit }) => self.may_good_general(s, chit),
            (Step::Muster, Action::Take { piece }) => self.may_take(s, piece),
            (Step::Muster, Action::Exchange { piece, instead }) => self.may_exchange(s, piece, instead),
            (Step::Muster, Action::Exclude { piece }) => self.may_exclude(s, piece),
            (Step::Muster | Step::Movement, Action::ForceMarch) => self.may_force_march(s),
            (Step::Muster, Action::Done) => Ok(()),
            (Step::Muster | Step::Movement, Action::Detach { hex }) => self.may_detach(s, hex),
            (Step::Bombardment, Action::Detach { hex }) if s.barrage.is_none() => self.may_detach(s, hex),
            (Step::Combat, Action::Detach { hex }) if s.battle.is_none() => self.may_detach(s, hex),
            (Step::Movement, Action::March { pieces, path }) => self.may_march(s, &pieces, path),
            (Step::Movement, Action::Exit { pieces }) => self.may_exit(s, &pieces),
            (Step::Movement, Action::Skirmish { piece, hex }) => self.may_skirmish(s, piece, hex),
            (Step::Combat, Action::Skirmish { piece, hex }) if s.battle.is_none() => self.may_skirmish(s, piece, hex),
            (Step::Movement, Action::Build { piece, to }) => self.may_build(s, piece, to),
            (Step::Movement, Action::Dismantle { from, to }) => self.may_dismantle(s, from, to),
            (Step::Movement, Action::Seize { piece, to } | Action::Destroy { piece, to }) => self.may_seize(s, piece, to),
            (Step::Movement, Action::Done) => Ok(()),
            (Step::Attrition, Action::Suffer { piece }) => {
                if self.weary(s).has(piece) {
                    Ok(())
                } else {
                    Err(Illegal::new("GUV-9.28", "A unit of the formation that marched bears the loss."))
                }
            }
            (Step::Displace, _) => self.among(s, by, action, Illegal::new("GUV-5.5", "The overfull hex is relieved first.")),
            (Step::Bombardment, Action::Fire { gun, target }) => self.may_fire(s, gun, target),
            (Step::Bombardment, Action::OpenFire) => {
                if s.barrage.is_some() {
                    Ok(())
                } else {
                    Err(Illegal::new("GUV-12.6", "No gun is laid."))
                }
            }
            (Step::Bombardment, Action::Done) => {
                if s.barrage.is_none() {
                    Ok(())
                } else {
                    Err(Illegal::new("GUV-12.6", "The guns that are laid open fire first."))
                }
            }
            (Step::Combat, Action::Fire { .. }) => Err(Illegal::new("GUV-6.3", "Bombardment comes before combat.")),
            (Step::Combat, Action::Attack { piece, target }) => self.may_attack(s, piece, target),
            (Step::Combat, Action::Storm { from, target }) => self.may_storm(s, from, target),
            (Step::Combat, Action::Widen { hex }) => self.may_widen(s, hex),
            (Step::Combat, Action::Fight) => self.may_begin(s),
            (Step::Combat, Action::Done) => {
                if s.battle.is_some() {
                    return Err(Illegal::new("GUV-14.9", "The combat that is being prepared is fought first."));
                }
                self.may_end_combat(s)
            }
            (Step::Muster | Step::Movement, Action::Attack { .. } | Action::Storm { .. } | Action::Fire { .. }) => {
                if self.night(s) && !s.act().night_attack {
                    Err(Illegal::new("GUV-7.1", "At night there is no bombardment, and no combat without a night attack."))
                } else {
                    Err(Illegal::new("GUV-6.3", "Movement comes first, then bombardment, then combat."))
                }
            }
            (Step::SupplyCards(_), Action::Done) => Ok(()),
            (Step::Recovery(_), Action::Recover { piece }) => self.may_recover(s, by, piece),
            (Step::Recovery(_), Action::Done) => Ok(()),
            (Step::Approach, Action::Break { hex }) => self.may_break(s, hex),
            (Step::Approach, Action::Done) => Ok(()),
            (Step::Withdraw, Action::Withdraw { pieces, path }) => self.may_withdraw(s, &pieces, path),
            (Step::Rout(side), Action::Retreat { piece, path }) => self.may_rout(s, side, piece, path),
            (Step::Behind(_), Action::BreakBridge | Action::Done) => Ok(()),
            (Step::FallBack, Action::FallBack { piece, path }) => self.may_fall_back(s, piece, path),
            (Step::FallBack, Action::Done) => Ok(()),
            (Step::Shell, Action::Entrench { hex }) if s.barrage().stage == ShellStage::Works => {
                if hex != s.barrage().target {
                    return Err(Illegal::new("GUV-14.27", "Breastworks are made in the hex that is bombarded."));
                }
                self.may_entrench(s, by, hex)
            }
            (Step::Shell, _) => self.among(s, by, action, Illegal::new("GUV-12.13", "The bombardment is settled first.")),
            (Step::Fight, Action::Point { enemy, die }) => match s.battle().stage {
                FightStage::AttackBonus => self.may_point(s, ATTACK, enemy, die),
                FightStage::DefenceBonus => self.may_point(s, DEFENCE, enemy, die),
                _ => Err(Illegal::new("GUV-14.17", "Bonus points are placed before any die is rolled.")),
            },
            (Step::Fight, Action::CreekDie { die }) => {
                let battle = s.battle();
                if battle.stage == FightStage::DefenceBonus && battle.creek && die < self.dice(battle, ATTACK) {
                    Ok(())
                } else {
                    Err(NOT_NOW)
                }
            }
            (Step::Fight, Action::TiredDie { die }) => {
                let battle = s.battle();
                if battle.stage == FightStage::DefenceBonus && battle.tired && die < self.dice(battle, DEFENCE) {
                    Ok(())
                } else {
                    Err(NOT_NOW)
                }
            }
            (Step::Fight, Action::Entrench { hex }) if s.battle().stage == FightStage::Entrench => {
                if !s.battle().targets.has(hex) {
                    return Err(Illegal::new("GUV-14.27", "Breastworks are made in a hex that is attacked."));
                }
                self.may_entrench(s, by, hex)
            }
            (Step::Fight, Action::Screen { hex }) if s.battle().stage == FightStage::Screen => self.screener(s, hex).map(drop),
            (Step::Fight, Action::Mark { piece }) => match s.battle().stage {
                FightStage::AttackSixes => self.may_mark(s, ATTACK, piece),
                FightStage::DefenceSixes => self.may_mark(s, DEFENCE, piece),
                _ => Err(Illegal::new("GUV-14.45", "There is no six to use now.")),
            },
            (Step::Fight, Action::GiveGround) if s.battle().stage == FightStage::DefenceLosses => self.may_give_ground(s),
            (Step::Fight, Action::Suffer { .. }) => {
                self.among(s, by, action, Illegal::new("GUV-14.19", "The first loss, after skirmishers, falls on infantry of this combat."))
            }
            (Step::Fight, Action::Retreat { piece, path }) if s.battle().stage == FightStage::Retreat => self.may_go_back(s, piece, path),
            (Step::Fight, Action::Advance { piece, hex }) if s.battle().stage == FightStage::Advance => self.may_advance(s, piece, hex),
            (Step::Fight, Action::Play { .. }) => self.may_play_any(s, by, action),
            (Step::Fight, _) => self.among(s, by, action, Illegal::new("GUV-14.9", "The combat at hand is settled first.")),
            (_, Action::Play { .. }) => self.may_play_any(s, by, action),
            (_, Action::Attack { .. } | Action::Storm { .. } | Action::March { .. } | Action::Fire { .. }) => {
                Err(Illegal::new("GUV-6.3", "Movement, bombardment and combat follow in this order."))
            }
            _ => Err(NOT_NOW),
        }
    }

    fn may_play_any(&self, s: &State, by: Side, action: Action) -> Check {
        let Action::Play { event, hex, piece, chit } = action else { return Err(NOT_NOW) };
        self.may_play_event(s, by, Card { event, hex, piece, chit })
    }

    /// Where everything legal is listed, the list is the law.
    fn among(&self, s: &State, by: Side, action: Action, refusal: Illegal) -> Check {
        let actions = self.listed(s, by);
        let found = actions.contains(&action);
        LISTED.set(actions);
        if found { Ok(()) } else { Err(refusal) }
    }

    /// GUV-17.2, R-34, R-67: a formation or Independent chit may be given up for an event.
    pub(crate) fn may_forgo(&self, s: &State) -> Check {
        let act = s.act();
        if !self.opt.events {
            return Err(Illegal::new("GUV-17.2", "There is no cup of events in this game."));
        }
        let by_event = act.formations.has(self.named.good_general);
        if by_event || !matches!(self.kind(act.chit), ChitKind::Formation | ChitKind::Independent) {
            return Err(Illegal::new("GUV-17.2", "Only a formation or the Independent chit is given up for an event."));
        }
        if s.deck[act.side.index()].is_empty() {
            return Err(Illegal::new("GUV-17.2", "The cup of events is empty."));
        }
        Ok(())
    }

    /// Does a decision that is allowed.
    pub(crate) fn perform<K: Sink<Event>>(&self, s: &mut State, by: Side, action: Action, sink: &mut K) {
        let top = s.agenda.top();
        match action {
            Action::Assign { chit, into } => {
                s.assigned[chit.index()] = into.0;
                sink.tell(|| Event::Assigned { side: by });
            }
            Action::Place { piece, hex } => self.place(s, piece, hex, sink),
            Action::Preset => self.preset(s, by, sink),
            Action::PlaceRest => self.place_rest(s, by, sink),
            Action::PlaceDummy { hex } => {
                if let Some(dummy) = self.dummy_in_hand(s, by) {
                    s.put(dummy, hex);
                }
            }
            Action::DropDummy { hex } => self.drop_dummy(s, by, hex),
            Action::Choose { chit } => self.choose(s, by, chit, None),
            Action::Group { chit, under } => self.choose(s, by, chit, Some(under)),
            Action::Activate { hex } => self.activate(s, hex, sink),
            Action::Pass => {
                let chit = s.act().chit;
                sink.tell(|| Event::Passed { chit });
                self.put_away(s);
                s.act = None;
                s.agenda.turn(Step::Draw);
            }
            Action::Forgo => {
                let act = *s.act();
                sink.tell(|| Event::Forgone { chit: act.chit });
                s.act = None;
                s.agenda.turn(Step::Draw);
                s.agenda.push(Step::DrawCard(act.side));
            }
            Action::Name { chit } => {
                self.put_away(s);
                s.drawn.insert(chit);
                let act = s.act_mut();
                act.chit = chit;
                act.formations.insert(chit);
                // Good General has no units; it stays in the list so that the chit is known as his.
                act.formations.insert(self.named.good_general);
            }
            Action::Take { piece } => {
                s.active.insert(piece);
                s.act_mut().taken += 1;
                if s.act().forced {
                    self.march_along(s, piece);
                }
                let seen = self.seen(s, piece);
                sink.tell(|| Event::Taken { piece, seen });
            }
            Action::Exchange { piece, instead } => {
                s.active.remove(instead);
                s.active.insert(piece);
                if s.act().forced {
                    self.march_along(s, piece);
                    s.forced.remove(instead);
                    s.tired.remove(instead);
                }
                let seen = self.seen(s, piece);
                sink.tell(|| Event::Taken { piece, seen });
            }
            Action::Exclude { piece } => {
                s.active.remove(piece);
                s.tired.remove(piece);
                // The whole formation is on a forced march (GUV-9.26); others are as if they had not been asked.
                if !self.belongs(s, piece) {
                    s.forced.remove(piece);
                }
                sink.tell(|| Event::Excluded { piece });
            }
            Action::Detach { hex } => self.detach(s, hex, sink),
            Action::ForceMarch => self.force_march(s, sink),
            Action::March { pieces, path } => self.march(s, pieces, path, sink),
            Action::Exit { pieces } => self.exit(s, pieces, sink),
            Action::Skirmish { piece, hex } => self.skirmish(s, by, piece, hex, sink),
            Action::Build { piece, to } => self.build(s, piece, to, sink),
            Action::Dismantle { from, to } => self.dismantle(s, from, to, sink),
            Action::Seize { piece, to } => self.seize(s, piece, to, false, sink),
            Action::Destroy { piece, to } => self.seize(s, piece, to, true, sink),
            Action::Break { hex } => self.break_contact(s, hex, sink),
            Action::Withdraw { pieces, path } => self.withdraw(s, pieces, path, sink),
            Action::Retreat { piece, path } => {
                if top == Step::Fight {
                    self.go_back(s, piece, path, sink);
                } else {
                    let works = self.works(s, by, s.hex(piece));
                    let crossed = self.fall_back(s, piece, path, works, sink);
                    s.agenda.pop();
                    self.offer_to_take_up(s, crossed);
                }
            }
            Action::Displace { piece, hex } => {
                let from = s.hex(piece);
                s.put(piece, hex);
                s.stirred.insert(piece);
                let seen = self.seen(s, piece);
                sink.tell(|| Event::Displaced { piece, from, to: hex, seen });
                self.tidy(s, from, sink);
                self.tidy(s, hex, sink);
            }
            Action::Suffer { piece } => match top {
                Step::Attrition => {
                    self.lose_step(s, piece, sink);
                    s.agenda.turn(Step::Displace);
                }
                Step::Displace => self.eliminate(s, piece, sink),
                Step::Shell => self.shell_loss(s, piece, sink),
                _ => {
                    let who = if s.battle().stage == FightStage::DefenceLosses { DEFENCE } else { ATTACK };
                    self.suffer(s, who, piece, sink);
                }
            },
            Action::Fire { gun, target } => self.fire(s, gun, target),
            Action::OpenFire => self.open_fire(s, sink),
            Action::Target { guns } => {
                let barrage = s.barrage.as_mut().expect("under way");
                barrage.at_guns = guns;
                barrage.stage = ShellStage::Works;
                sink.tell(|| Event::TargetType { guns });
            }
            Action::Entrench { hex } => {
                self.entrench(s, by, hex, sink);
                if top == Step::Shell {
                    s.barrage.as_mut().expect("under way").stage = ShellStage::Die;
                }
            }
            Action::Attack { piece, target } => self.join(s, &Pieces::one(piece), target),
            Action::Storm { from, target } => self.storm(s, from, target),
            Action::Widen { hex } => {
                s.battle_mut().targets.push(hex);
            }
            Action::Fight => self.begin_combat(s, sink),
            Action::Screen { hex } => {
                if let Ok(brigade) = self.screener(s, hex) {
                    self.skirmish(s, by, brigade, hex, sink);
                }
                s.battle_mut().stage = FightStage::Entrench;
            }
            Action::Works { effect } => self.apply_works(s, effect, sink),
            Action::Terrain { hex, effect } => {
                let choice = self.terrain_choices(s).into_iter().find(|c| c.0 == hex && c.1 == effect);
                self.apply_terrain(s, choice.expect("a listed choice"), sink);
            }
            Action::Point { enemy, die } => {
                let battle = s.battle_mut();
                let who = if battle.stage == FightStage::AttackBonus { ATTACK } else { DEFENCE };
                battle.points[who] -= 1;
                if !enemy {
                    battle.cheers[who] = battle.cheers[who].saturating_sub(1);
                }
                let (row, by_one) = if enemy { (1 - who, -1) } else { (who, 1) };
                battle.marks[row][usize::from(die)] += by_one;
                sink.tell(|| Event::Bonus { side: by, enemy, die });
            }
            Action::CreekDie { die } => {
                let battle = s.battle_mut();
                battle.creek = false;
                battle.marks[ATTACK][usize::from(die)] -= 1;
            }
            Action::TiredDie { die } => {
                let battle = s.battle_mut();
                battle.tired = false;
                battle.marks[DEFENCE][usize::from(die)] -= 1;
            }
            Action::Mark { piece } => {
                let who = if s.battle().stage == FightStage::AttackSixes { ATTACK } else { DEFENCE };
                self.mark(s, who, piece, sink);
            }
            Action::ForceRetreat => {
                let battle = s.battle_mut();
                battle.sixes[ATTACK] -= 1;
                battle.forced = true;
                battle.barred = true;
                sink.tell(|| Event::RetreatForced);
            }
            Action::CancelRetreat => {
                let battle = s.battle_mut();
                battle.sixes[DEFENCE] -= 1;
                battle.forced = false;
                sink.tell(|| Event::RetreatCancelled);
            }
            Action::GiveGround => self.give_ground(s, sink),
            Action::Advance { piece, hex } => self.advance(s, piece, hex, sink),
            Action::BreakBridge => {
                if let Step::Behind(k) = top {
                    s.agenda.turn(Step::BehindDie(k));
                }
            }
            Action::Play { event, hex, piece, chit } => self.play_event(s, by, Card { event, hex, piece, chit }, sink),
            Action::FallBack { piece, path } => self.fall_back_far(s, piece, path, sink),
            Action::Recover { piece } => self.recover(s, piece, sink),
            Action::Done => self.done(s, by, sink),
        }
    }

    /// Good General goes back to the cup of events once it was drawn (GUV-17.19).
    fn put_away(&self, s: &mut State) {
        if s.act().chit == self.named.good_general {
            s.deck[Side::Union.index()].insert(EventId::GoodGeneral);
        }
    }

    /// Enough of the step at hand.
    fn done<K: Sink<Event>>(&self, s: &mut State, by: Side, sink: &mut K) {
        match s.agenda.top() {
            Step::Dummies => {
                s.sealed[by.index()] = true;
                sink.tell(|| Event::DummiesDone { side: by });
            }
            Step::Choose => {
                s.sealed[by.index()] = true;
                sink.tell(|| Event::Chosen { side: by });
            }
            Step::Muster => s.agenda.turn(Step::Movement),
            Step::Movement => {
                self.halt(s);
                s.agenda.turn(if s.act().forced { Step::AttritionDie } else { Step::Displace });
            }
            Step::Bombardment => s.agenda.turn(Step::Combat),
            Step::Combat => s.agenda.turn(Step::Rest),
            Step::SupplyCards(Side::Union) => s.agenda.turn(Step::SupplyCards(Side::Confederate)),
            Step::SupplyCards(Side::Confederate) => s.agenda.turn(Step::Supply),
            Step::Recovery(Side::Union) => s.agenda.turn(Step::Recovery(Side::Confederate)),
            Step::Recovery(Side::Confederate) => s.agenda.turn(Step::NightCards(Side::Union)),
            Step::Approach => {
                if let Some(contact) = s.contact.take() {
                    sink.tell(|| Event::Stood { side: contact.side });
                }
                s.agenda.pop();
            }
            Step::Behind(_) => s.agenda.pop(),
            Step::FallBack => {
                s.fallback = None;
                s.agenda.pop();
            }
            Step::Shell => s.barrage.as_mut().expect("under way").stage = ShellStage::Die,
            Step::Fight if s.battle().stage == FightStage::Entrench => self.count_up(s, sink),
            Step::Fight => {
                let battle = s.battle_mut();
                match battle.stage {
                    FightStage::Screen => battle.stage = FightStage::Entrench,
                    FightStage::AttackBonus => battle.stage = FightStage::DefenceBonus,
                    FightStage::DefenceBonus => battle.stage = FightStage::AttackDice,
                    FightStage::AttackSixes => battle.owed[DEFENCE] += std::mem::take(&mut battle.sixes[ATTACK]),
                    FightStage::DefenceSixes => battle.owed[ATTACK] += std::mem::take(&mut battle.sixes[DEFENCE]),
                    FightStage::Advance => battle.gone = battle.attackers,
                    _ => {}
                }
            }
            _ => {}
        }
    }

    // Dice.

    /// An answer of Chance.
    pub(crate) fn rolled<K: Sink<Event>>(&self, s: &mut State, roll: &Roll, sink: &mut K) {
        let die = roll.first();
        match s.agenda.top() {
            Step::Hands(side) => {
                self.deal(s, side, roll, sink);
                s.agenda.turn(if side == Side::Union { Step::Hands(Side::Confederate) } else { Step::TurnBegins });
            }
            Step::DrawCard(side) => {
                self.deal(s, side, roll, sink);
                s.agenda.pop();
            }
            Step::ArrivalDie => {
                self.arrival_die(s, die, sink);
                s.agenda.pop();
            }
            Step::LongstreetDice => {
                self.longstreet_dice(s, roll.values(), sink);
                s.agenda.pop();
            }
            Step::RainDie => {
                s.rain = die <= tables().day(s.turn).rain;
                let rain = s.rain;
                sink.tell(|| Event::Rain { die, rain });
                s.agenda.turn(Step::Dummies);
            }
            Step::Draw => {
                if let Some(chit) = s.cup.iter().nth(usize::from(die)) {
                    self.draw(s, chit, sink);
                }
            }
            Step::AttritionDie => {
                sink.tell(|| Event::Attrition { die });
                s.agenda.turn(if die <= ATTRITION { Step::Attrition } else { Step::Displace });
            }
            Step::BuildDie(k) => self.build_die(s, k, die, sink),
            Step::DismantleDie(k) | Step::BehindDie(k) => self.dismantle_die(s, k, die, sink),
            Step::JacksonDie => self.jackson_die(s, die, sink),
            Step::FallBackDie(piece) => self.fallback_die(s, piece, die, sink),
            Step::Shell => self.shell_die(s, die, sink),
            Step::Fight => {
                let who = if s.battle().stage == FightStage::AttackDice { ATTACK } else { DEFENCE };
                self.combat_dice(s, who, roll, sink);
            }
            _ => {}
        }
    }

    /// GUV-4.2, GUV-17.1: events from the cup into the hand, unseen by the enemy.
    fn deal<K: Sink<Event>>(&self, s: &mut State, side: Side, roll: &Roll, sink: &mut K) {
        let deck = s.deck[side.index()];
        for place in roll.values() {
            if let Some(event) = deck.iter().nth(usize::from(*place)) {
                s.deck[side.index()].remove(event);
                s.hand[side.index()].insert(event);
                sink.tell(|| Event::CardDrawn { side, event });
            }
        }
    }

    /// The distinct consequences of the question to Chance.
    pub(crate) fn list_classes(&self, s: &State, out: &mut Vec<Class>) {
        let each = |from: usize, out: &mut Vec<Class>| out.extend((0..from as u8).map(|i| Class { weight: 1, sample: Roll::one(i) }));
        match s.agenda.top() {
            Step::Hands(side) => {
                let n = s.deck[side.index()].len() as u8;
                for (a, b, c) in (0..n).flat_map(|a| (a + 1..n).flat_map(move |b| (b + 1..n).map(move |c| (a, b, c)))) {
                    out.push(Class { weight: 6, sample: Roll::new(&[a, b, c]) });
                }
            }
            Step::DrawCard(side) => each(s.deck[side.index()].len(), out),
            Step::Draw => each(s.cup.len(), out),
            Step::ArrivalDie => Class::of_die(|d| self.arrival_number(s).is_some_and(|n| d >= n), out),
            Step::LongstreetDice => self.longstreet_classes(s, out),
            Step::RainDie => Class::of_die(|d| d <= tables().day(s.turn).rain, out),
            Step::AttritionDie => Class::of_die(|d| d <= ATTRITION, out),
            Step::BuildDie(_) | Step::DismantleDie(_) | Step::BehindDie(_) => Class::of_die(|d| d >= UNDER_FIRE, out),
            Step::JacksonDie | Step::FallBackDie(_) => Class::of_die(|d| d <= BAD_LUCK, out),
            Step::Shell => Class::of_die(|d| self.shell_result(s, d).1, out),
            Step::Fight => {
                let who = if s.battle().stage == FightStage::AttackDice { ATTACK } else { DEFENCE };
                self.dice_classes(s, who, out);
            }
            _ => {}
        }
    }

    fn longstreet_classes(&self, s: &State, out: &mut Vec<Class>) {
        let n = self.longstreet_brigades(s).len();
        let bonus = self.longstreet_bonus(s);
        // Each die that arrives counts (4 + bonus - 1) of six faces at most six.
        let luck = u32::from((3 + bonus).min(6));
        for pattern in 0u32..1 << n {
            let dice: Vec<u8> = (0..n).map(|i| if pattern >> i & 1 == 1 { 6 } else { 1 }).collect();
            let came = pattern.count_ones();
            let weight = luck.pow(came) * (6 - luck).pow(n as u32 - came);
            if weight > 0 {
                out.push(Class { weight, sample: Roll::new(&dice) });
            }
        }
    }
}
