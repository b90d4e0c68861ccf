//! Chapters 6 and 7: the turn, the agenda that drives it, the night, rain; which decision and which die come next.

use crate::GiveUsVictories;
use crate::action::Event;
use crate::combat::{ATTACK, DEFENCE};
use crate::counters::{counters, tables};
use crate::ids::{Chits, EventId, Hex, Piece, Pieces};
use crate::setup::OPENING_HAND;
use crate::state::{FightStage, ShellStage, State, Step};
use engine::{Actor, Chance, Lot, Side, Sink, Verdict};

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
}
