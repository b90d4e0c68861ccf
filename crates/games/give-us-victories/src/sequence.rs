//! Chapters 6 and 7: the turn, the agenda that drives it, the night, rain; which decision and which die come next.

use crate::GiveUsVictories;
use crate::action::Event;
use crate::combat::{ATTACK, DEFENCE};
use crate::counters::{counters, tables};
use crate::ids::{Chits, EventId, Hex, Piece, Pieces};
use crate::state::{FightStage, ShellStage, State, Step};
use engine::{Actor, Chance, Draw, Side, Sink};

/// A draw that only one side sees.
pub(crate) fn secret_draw(from: usize, count: u8, rule: &'static str, only: Side) -> Actor {
    Actor::Chance(Chance { draw: Draw::Cup { from: from as u8, count }, rule, only: Some(only) })
}

impl GiveUsVictories {
    /// Goes on until somebody is asked (GUV-6.1).
    pub(crate) fn proceed<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        loop {
            let top = state.agenda.top();
            if top == Step::Over {
                return;
            }
            if let Some(ended) = self.won_at_once(state)
                && !matches!(top, Step::Deploy(_) | Step::Boxes)
            {
                self.end(state, ended, sink);
                return;
            }
            // GUV-14.60, GUV-14.61: demoralized units leave the enemy's presence before anything else happens.
            if !state.demoralized.is_empty() && !matches!(top, Step::Withdraw | Step::FallBackDie(_)) && self.routed(state).is_some() {
                self.rout(state, sink);
                if matches!(state.agenda.top(), Step::Rout(_)) {
                    return;
                }
                continue;
            }
            match top {
                Step::Boxes => {
                    if self.assigning(state).is_some() {
                        return;
                    }
                    for side in Side::BOTH {
                        for chit in self.strategic_chits(side) {
                            let into = crate::action::BoxId(state.assigned[chit.index()]);
                            sink.tell(|| Event::Revealed { chit, into });
                        }
                    }
                    state.phase = state.phase.wrapping_add(1);
                    state.agenda.turn(Step::Deploy(0));
                }
                Step::Deploy(nth) => {
                    let side = self.deploying(nth);
                    if !self.deployed(state, side) {
                        return;
                    }
                    sink.tell(|| Event::SetUpDone { side });
                    state.phase = state.phase.wrapping_add(1);
                    if nth == 0 {
                        state.agenda.turn(Step::Deploy(1));
                    } else {
                        self.settle_pontoons(state);
                        state.agenda.turn(if self.opt.events { Step::Hands(Side::Union) } else { Step::TurnBegins });
                    }
                }
                Step::Hands(_) | Step::DrawCard(_) => return,
                Step::TurnBegins => self.begin_turn(state, sink),
                Step::ArrivalDie | Step::LongstreetDice | Step::RainDie => return,
                Step::Arrive => {
                    if self.arriving(state).is_some() {
                        return;
                    }
                    // GUV-7.4: rain where the calendar has a number; the turns of the scenarios have none.
                    let rain = tables().day(state.turn).rain > 0 && self.scenario.weather;
                    state.agenda.turn(if rain { Step::RainDie } else { Step::Dummies });
                }
                Step::Dummies => {
                    for side in Side::BOTH {
                        let idle = !self.opt.dummies || self.dummy_in_hand(state, side).is_none();
                        state.sealed[side.index()] |= idle;
                    }
                    if state.sealed != [true; 2] {
                        return;
                    }
                    state.sealed = [false; 2];
                    state.agenda.turn(Step::Choose);
                }
                Step::Choose => {
                    if state.sealed != [true; 2] {
                        return;
                    }
                    state.sealed = [false; 2];
                    self.fill_cup(state, sink);
                    state.agenda.turn(Step::Draw);
                }
                Step::Draw => match self.first_chit(state) {
                    Some(chit) => self.draw(state, chit, sink),
                    None if state.cup.is_empty() => state.agenda.turn(if self.night(state) { Step::NightFalls } else { Step::TurnEnds }),
                    None => return,
                },
                Step::Drawn | Step::Muster | Step::Movement | Step::AttritionDie => return,
                Step::Attrition => {
                    if !self.weary(state).is_empty() {
                        return;
                    }
                    state.agenda.turn(Step::Displace);
                }
                Step::Displace => {
                    if self.crowded(state, state.act().side).is_some() {
                        return;
                    }
                    self.displaced(state);
                }
                Step::Bombardment => {
                    if state.barrage.is_some() || self.could_bombard(state) {
                        return;
                    }
                    state.agenda.turn(Step::Combat);
                }
                Step::Combat => {
                    if state.battle.is_some() || self.could_fight(state) {
                        return;
                    }
                    state.agenda.turn(Step::Rest);
                }
                Step::Rest => self.end_activation(state, sink),
                Step::NightFalls => self.night_falls(state, sink),
                Step::SupplyCards(side) => {
                    if self.opt.events && state.cards(side) > 0 && state.may_play_more(side) && !state.train[side.index()].is_some() {
                        return;
                    }
                    state.agenda.turn(if side == Side::Union { Step::SupplyCards(Side::Confederate) } else { Step::Supply });
                }
                Step::Supply => {
                    // In the scenarios everybody is always supplied.
                    if !self.scenario.always_supplied {
                        self.check_supply(state, sink);
                    }
                    self.relieve(state, sink);
                    state.recovered = Chits::default();
                    state.agenda.turn(Step::Recovery(Side::Union));
                }
                Step::Recovery(side) => {
                    let reduced = state.reduced.and(&counters().of[side.index()]);
                    if reduced.iter().any(|p| self.may_recover(state, side, p).is_ok()) {
                        return;
                    }
                    state.agenda.turn(if side == Side::Union { Step::Recovery(Side::Confederate) } else { Step::NightCards(Side::Union) });
                }
                Step::NightCards(side) => {
                    // GUV-6.12
                    state.agenda.turn(if side == Side::Union { Step::NightCards(Side::Confederate) } else { Step::TurnEnds });
                    if self.opt.events && !state.deck[side.index()].is_empty() {
                        state.agenda.push(Step::DrawCard(side));
                    }
                }
                Step::TurnEnds => self.end_turn(state, sink),
                Step::Approach => {
                    if state.contact.is_some_and(|c| c.open != 0) {
                        return;
                    }
                    state.contact = None;
                    state.agenda.pop();
                }
                Step::Withdraw | Step::BuildDie(_) | Step::DismantleDie(_) | Step::Behind(_) | Step::BehindDie(_) => return,
                Step::JacksonDie | Step::FallBackDie(_) => return,
                Step::Rout(_) => state.agenda.pop(),
                Step::FallBack => {
                    let rest = state.fallback.as_ref().map_or(Pieces::NONE, |f| f.rest);
                    if rest.iter().any(|p| self.can_fall_back(state, p)) {
                        return;
                    }
                    state.fallback = None;
                    state.agenda.pop();
                }
                Step::Shell => match state.barrage().stage {
                    ShellStage::Aim | ShellStage::Type | ShellStage::Die => return,
                    ShellStage::Works => {
                        if self.asks_for_works(state) {
                            return;
                        }
                        state.barrage.as_mut().expect("under way").stage = ShellStage::Die;
                    }
                    ShellStage::Loss => {
                        let bearers = self.shelled(state);
                        match (bearers.len(), bearers.first()) {
                            (0, _) => self.end_barrage(state),
                            (1, Some(only)) => self.shell_loss(state, only, sink),
                            _ => return,
                        }
                    }
                },
                Step::Fight => {
                    if self.fight(state, sink) {
                        if state.agenda.top() == Step::Fight {
                            return;
                        }
                    } else {
                        state.agenda.pop();
                    }
                }
                Step::Over => return,
            }
        }
    }

    /// A: the turn begins.
    fn begin_turn<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let turn = state.turn;
        state.phase = state.phase.wrapping_add(1);
        state.rain = false;
        state.sealed = [false; 2];
        // what was attacked last turn is free now.
        if state.released == 1 {
            state.released = 2;
        }
        sink.tell(|| Event::TurnBegan { turn });
        self.muster_reinforcements(state);
        state.agenda.turn(Step::Arrive);
        if self.arrival_number(state).is_some() {
            state.agenda.push(Step::ArrivalDie);
        }
        if !self.longstreet_brigades(state).is_empty() {
            state.agenda.push(Step::LongstreetDice);
        }
    }

    /// The night's order (GUV-6.7) begins. N2: skirmishers go to their box, one lost one of each side for good (GUV-6.8, GUV-6.9, GUV-13.14); breastworks and Detachment
    /// markers come off.
    fn night_falls<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        sink.tell(|| Event::NightFell);
        state.phase = state.phase.wrapping_add(1);
        state.detachment = [Hex::NONE; 2];
        for hex in std::mem::take(&mut state.breastworks).iter() {
            sink.tell(|| Event::WorksGone { hex });
        }
        let c = counters();
        for side in Side::BOTH {
            let own = c.skirmishers.and(&c.of[side.index()]);
            let lost: Pieces = own.iter().filter(|p| state.hex(*p) == Hex::LOST).collect();
            if let Some(gone) = lost.iter().last() {
                state.put(gone, Hex::GONE);
                sink.tell(|| Event::SkirmisherGone { side });
            }
            for p in own.iter() {
                let hex = state.hex(p);
                if hex.is_some() || hex == Hex::LOST {
                    state.put(p, Hex::READY);
                    self.tidy(state, hex, sink);
                }
            }
        }
        state.agenda.turn(Step::SupplyCards(Side::Union));
    }

    /// C: the turn ends (GUV-6.5): disorganized units that were activated and did not stir recover (GUV-14.57, R-50), unless the night
    /// has done what it can for them (GUV-6.10); markers and chits come off, victory is looked for, the marker moves.
    fn end_turn<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let rested = if self.night(state) {
            Pieces::NONE
        } else {
            state.disorganized.and(&state.activated).minus(&state.stirred).minus(&state.starved)
        };
        state.disorganized = state.disorganized.minus(&rested);
        for piece in rested.iter() {
            let seen = self.seen(state, piece);
            sink.tell(|| Event::Rallied { piece, seen });
        }
        if let Some(ended) = self.turn_decides(state) {
            self.end(state, ended, sink);
            return;
        }
        for set in state.deeds() {
            *set = Pieces::NONE;
        }
        state.detachment = [Hex::NONE; 2];
        state.marched = [false; 2];
        state.plays = [0; 2];
        state.spent = [0; 2];
        state.drawn = Chits::default();
        state.cup = Chits::default();
        state.boxes = [Chits::default(); 4];
        state.offensive = false;
        state.stonewall = false;
        for pontoon in &mut state.pontoons {
            if pontoon.lies == crate::state::Lies::Packed {
                pontoon.lies = crate::state::Lies::InHand;
            }
        }
        state.turn += 1;
        state.agenda.turn(Step::TurnBegins);
    }

    /// Whether the bombardment step has anything to offer.
    fn could_bombard(&self, state: &State) -> bool {
        let able = |state: &State, g: Piece| {
            self.may_bombard(state, g).is_ok() && {
                let near = &crate::ground::ground().near;
                let from = state.hex(g);
                let around = near[from.index()];
                around.iter().filter(|n| n.is_some()).any(|n| {
                    self.may_fire(state, g, *n).is_ok()
                        || near[n.index()].iter().any(|m| m.is_some() && self.may_fire(state, g, *m).is_ok())
                })
            }
        };
        let guns = &counters().guns;
        state.active.and(guns).iter().any(|g| able(state, g)) || self.could_detach(state, |p| guns.has(p), able)
    }

    /// Whether the combat step has anything to offer: an attack, or an event that brings one (R-124: as far as the enemy knows).
    fn could_fight(&self, state: &State) -> bool {
        let side = state.act().side;
        let able = |state: &State, p: Piece| {
            let hex = state.hex(p);
            let open = |t: Hex| !Self::fought(state, &Pieces::one(p), t);
            hex.is_some() && self.may_attack_at_all(state, p).is_ok() && self.foes(state, side, hex).any(open)
        };
        let demons = if self.opt.events {
            side == Side::Confederate && state.cards(side) > 0 && state.may_play_more(side)
        } else {
            state.may_play(side, EventId::Demons)
        };
        state.active.iter().any(|p| able(state, p))
            || self.could_detach(state, |p| self.foes(state, side, state.hex(p)).next().is_some(), able)
            || demons
                && state
                    .active
                    .and(&state.attacked)
                    .iter()
                    .any(|p| state.hex(p).is_some() && self.foes(state, side, state.hex(p)).next().is_some())
    }

    /// Enough of the step at hand.
    pub(crate) fn done<K: Sink<Event>>(&self, state: &mut State, by: Side, sink: &mut K) {
        match state.agenda.top() {
            Step::Dummies => {
                state.sealed[by.index()] = true;
                sink.tell(|| Event::DummiesDone { side: by });
            }
            Step::Choose => {
                state.sealed[by.index()] = true;
                sink.tell(|| Event::Chosen { side: by });
            }
            Step::Muster => state.agenda.turn(Step::Movement),
            Step::Movement => {
                self.halt(state);
                state.agenda.turn(if state.act().forced { Step::AttritionDie } else { Step::Displace });
            }
            Step::Bombardment => state.agenda.turn(Step::Combat),
            Step::Combat => state.agenda.turn(Step::Rest),
            Step::SupplyCards(Side::Union) => state.agenda.turn(Step::SupplyCards(Side::Confederate)),
            Step::SupplyCards(Side::Confederate) => state.agenda.turn(Step::Supply),
            Step::Recovery(Side::Union) => state.agenda.turn(Step::Recovery(Side::Confederate)),
            Step::Recovery(Side::Confederate) => state.agenda.turn(Step::NightCards(Side::Union)),
            Step::Approach => {
                if let Some(contact) = state.contact.take() {
                    sink.tell(|| Event::Stood { side: contact.side });
                }
                state.agenda.pop();
            }
            Step::Behind(_) => state.agenda.pop(),
            Step::FallBack => {
                state.fallback = None;
                state.agenda.pop();
            }
            Step::Shell => state.barrage.as_mut().expect("under way").stage = ShellStage::Die,
            Step::Fight if state.battle().stage == FightStage::Entrench => self.count_up(state, sink),
            Step::Fight => {
                let battle = state.battle_mut();
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
}
