//! Chapter 17: events, each at its proper moment (GUV-17.3), at most two of a side in a turn (GUV-17.4).

use crate::action::{Action, Event};
use crate::combat::{ATTACK, DEFENCE};
use crate::counters::{ChitKind, counters, tables};
use crate::ground::ground;
use crate::ids::{Chit, EventId, Hex, HexBits, Path, Piece, Pieces};
use crate::state::{FightStage, GeneralRetreat, State, Step};
use crate::{Check, GiveUsVictories};
use board::Direction;
use engine::{Illegal, Side, Sink};
use std::cell::Cell;

/// GUV-17.7: a supply event reaches so far.
pub(crate) const TRAIN_REACH: u8 = 4;
/// GUV-17.15: a general retreat reaches so far.
const RETREAT_REACH: u8 = 5;
/// GUV-17.13, GUV-17.15: bad luck on this die or less.
pub(crate) const BAD_LUCK: u8 = 2;

thread_local! {
    /// Hexes of a general retreat, the ways to them and their cost: kept from one question to the next.
    static FOUND: Cell<Vec<(Hex, Path, u8)>> = const { Cell::new(Vec::new()) };
}

/// An event with what it is played on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Card {
    pub event: EventId,
    pub hex: Hex,
    pub piece: Option<Piece>,
    pub chit: Option<Chit>,
}

const NOT_NOW: Illegal = Illegal::new("GUV-17.3", "This is not the moment for that event.");

impl GiveUsVictories {
    /// Whether a side may play that event now, in any turn from the first (GUV-4.3).
    pub(crate) fn may_play_event(&self, s: &State, by: Side, card: Card) -> Check {
        let Card { event, hex, piece, chit } = card;
        if !s.hand[by.index()].has(event) {
            return Err(Illegal::new("GUV-17.3", "You do not hold that event."));
        }
        if !s.may_play_more(by) {
            return Err(Illegal::new("GUV-17.4", "A side plays two events per turn at most."));
        }
        let own = s.act.as_ref().is_some_and(|a| a.side == by);
        let moving = own && matches!(s.agenda.top(), Step::Muster | Step::Movement);
        let placed = |hex: Hex| -> Check {
            if !hex.is_some() || !self.area.has(hex) || s.holds(by.enemy(), hex) {
                return Err(Illegal::new("GUV-17.3", "The chit is placed on the map, not on the enemy."));
            }
            Ok(())
        };
        match event {
            EventId::NightAttack => {
                if !moving {
                    return Err(NOT_NOW);
                }
                if !self.night(s) {
                    return Err(Illegal::new("GUV-17.6", "A night attack is for night turns."));
                }
                if s.act().night_attack || s.act().forced || self.kind(s.act().chit) == ChitKind::Independent {
                    return Err(Illegal::new("GUV-17.6", "One formation that does not force march attacks at night."));
                }
                Ok(())
            }
            EventId::SupplyTrain => {
                if s.agenda.top() != Step::SupplyCards(by) {
                    return Err(NOT_NOW);
                }
                placed(hex)
            }
            EventId::BrigadeRegroup => {
                if !moving {
                    return Err(NOT_NOW);
                }
                placed(hex)?;
                self.may_regroup(s, by, piece, hex)
            }
            EventId::Demons => {
                if !own || s.agenda.top() != Step::Combat || s.battle.is_some() {
                    return Err(NOT_NOW);
                }
                placed(hex)
            }
            EventId::RebelYell | EventId::SteadyDefense | EventId::YankeeVeterans => {
                let who = match s.battle.as_ref().filter(|_| s.agenda.top() == Step::Fight).map(|b| b.stage) {
                    Some(FightStage::AttackBonus) => ATTACK,
                    Some(FightStage::DefenceBonus) => DEFENCE,
                    _ => return Err(NOT_NOW),
                };
                if self.combat_events(s, who).any(|e| e == event) { Ok(()) } else { Err(NOT_NOW) }
            }
            EventId::UnknownPaths => {
                if !moving || self.kind(s.act().chit) == ChitKind::Independent || s.act().unknown_paths {
                    return Err(NOT_NOW);
                }
                Ok(())
            }
            EventId::AlexandersArtillery => {
                if !own || s.agenda.top() != Step::Bombardment || s.barrage.is_some() || s.act().alexander.is_some() {
                    return Err(NOT_NOW);
                }
                placed(hex)
            }
            EventId::JacksonAttacks => {
                if !own || s.agenda.top() != Step::Muster || s.act().chit != self.named.high[2] {
                    return Err(Illegal::new("GUV-17.13", "Jackson's chit must be in play, before the first move."));
                }
                Ok(())
            }
            EventId::CsaBridge => {
                if !moving {
                    return Err(NOT_NOW);
                }
                Ok(())
            }
            EventId::GeneralRetreat => {
                if !moving {
                    return Err(NOT_NOW);
                }
                placed(hex)
            }
            EventId::GoodGeneral => {
                if s.agenda.top() != Step::Choose {
                    return Err(Illegal::new("GUV-17.19", "Good General is put into the cup when formations are chosen."));
                }
                Ok(())
            }
            EventId::LastEffort => {
                if !moving {
                    return Err(NOT_NOW);
                }
                placed(hex)
            }
            EventId::GreatOffensive => {
                if s.agenda.top() != Step::Choose || s.offensive {
                    return Err(NOT_NOW);
                }
                Ok(())
            }
            EventId::CorpsReleased => {
                if !(moving || s.agenda.top() == Step::Choose) {
                    return Err(NOT_NOW);
                }
                match chit {
                    None => Ok(()),
                    Some(c) if c == self.named.reynolds || c == self.named.sedgwick => Ok(()),
                    Some(_) => Err(Illegal::new("GUV-17.24", "The event frees the I Corps, the VI Corps or the cavalry of turn 11.")),
                }
            }
        }
    }

    /// GUV-17.8, GUV-17.18, R-66: a destroyed unit comes back next to its formation, not next to the enemy.
    fn may_regroup(&self, s: &State, by: Side, piece: Option<Piece>, hex: Hex) -> Check {
        let Some(piece) = piece.filter(|p| s.hex(*p) == Hex::LOST && counters().get(*p).side == by && counters().units().has(*p)) else {
            return Err(Illegal::new("GUV-17.8", "Name a destroyed unit; units that left the map do not come back."));
        };
        if self.in_contact(s, by, hex) {
            return Err(Illegal::new("GUV-17.8", "It does not come back next to the enemy."));
        }
        let kin = match self.band[piece.index()] {
            Some(chit) => self.formation[chit.index()],
            None => self.solid(&counters().of[by.index()]),
        };
        if !kin.iter().any(|p| s.hex(p).is_some() && ground().distance(s.hex(p), hex) <= 1) {
            return Err(Illegal::new("GUV-17.8", "It comes back next to units of its formation."));
        }
        let counter = counters().get(piece);
        let points = u16::from(if counter.cp[1] > 0 { counter.cp[1] } else { counter.cp[0] });
        if !self.fits(s, by, hex, 1, points) {
            return Err(Illegal::new("GUV-5.2", "That hex cannot hold the unit."));
        }
        Ok(())
    }

    /// The events a side may play now, one way for each consequence (D36). Combat events are listed with the bonus points.
    pub fn plays(&self, s: &State, by: Side, out: &mut Vec<Action>) {
        if !s.may_play_more(by) {
            return;
        }
        for event in s.hand[by.index()].iter() {
            let start = out.len();
            match event {
                EventId::SupplyTrain | EventId::GeneralRetreat => {
                    out.extend(s.held[by.index()].iter().map(|hex| Action::play_at(event, hex)));
                }
                EventId::Demons => {
                    let spent: HexBits = s.active.and(&s.attacked).iter().map(|p| s.hex(p)).collect();
                    out.extend(self.around(&spent).iter().map(|hex| Action::play_at(event, hex)));
                }
                EventId::AlexandersArtillery => {
                    let guns = s.active.and(&counters().guns);
                    let guns: HexBits = guns.iter().filter(|p| self.may_bombard(s, *p).is_ok()).map(|p| s.hex(p)).collect();
                    out.extend(guns.iter().map(|hex| Action::play_at(event, hex)));
                }
                EventId::LastEffort => {
                    let shaken = s.disorganized.or(&s.demoralized).and(&counters().of[by.index()]);
                    let shaken: HexBits = shaken.iter().map(|p| s.hex(p)).collect();
                    out.extend(self.around(&shaken).iter().map(|hex| Action::play_at(event, hex)));
                }
                EventId::BrigadeRegroup => {
                    for piece in counters().units().and(&counters().of[by.index()]).iter().filter(|p| s.hex(*p) == Hex::LOST) {
                        let kin = match self.band[piece.index()] {
                            Some(chit) => self.formation[chit.index()],
                            None => self.solid(&counters().of[by.index()]),
                        };
                        let hexes: HexBits = kin.iter().map(|p| s.hex(p)).collect();
                        let way = |hex| Action::Play { event, hex, piece: Some(piece), chit: None };
                        out.extend(self.around(&hexes).iter().map(way));
                    }
                }
                EventId::CorpsReleased => {
                    let way = |chit| Action::Play { event, hex: Hex::NONE, piece: None, chit };
                    if !self.opt.hypothetical && s.released < 2 {
                        let corps = [(self.named.reynolds, 6, 0), (self.named.sedgwick, 14, 1)];
                        out.extend(corps.into_iter().filter(|c| s.turn < c.1 && !s.freed[c.2]).map(|c| way(Some(c.0))));
                    }
                    if !self.turn11.is_empty() && !s.freed[2] && s.turn + 1 >= 11 {
                        out.push(way(None));
                    }
                }
                EventId::RebelYell | EventId::SteadyDefense | EventId::YankeeVeterans => continue,
                EventId::GreatOffensive => {
                    if s.used[0] != 0 && s.used[0] + 1 == s.turn {
                        out.push(Action::play(event));
                    }
                }
                _ => out.push(Action::play(event)),
            }
            let mut i = start;
            while i < out.len() {
                let Action::Play { event, hex, piece, chit } = out[i] else { unreachable!("only plays were listed") };
                if self.may_play_event(s, by, Card { event, hex, piece, chit }).is_ok() {
                    i += 1;
                } else {
                    out.swap_remove(i);
                }
            }
        }
    }

    /// These hexes and all next to them.
    fn around(&self, hexes: &HexBits) -> HexBits {
        let mut all = *hexes;
        hexes.iter().for_each(|h| self.near[h.index()].iter().for_each(|n| all.insert(*n)));
        all
    }

    /// GUV-17.5: the event leaves the hand; it goes back to the cup or out of the game. In a scenario each is used once.
    fn spend(&self, s: &mut State, by: Side, event: EventId) {
        s.hand[by.index()].remove(event);
        s.plays[by.index()] += 1;
        if self.opt.events && tables().event(event).returns(by) && event != EventId::GoodGeneral {
            s.deck[by.index()].insert(event);
        }
    }

    /// An event is played; it is spent even if its purpose fails.
    pub(crate) fn play_event<K: Sink<Event>>(&self, s: &mut State, by: Side, card: Card, sink: &mut K) {
        let Card { event, hex, piece, chit } = card;
        self.spend(s, by, event);
        if s.agenda.top() == Step::Choose {
            // Nothing shows before both have chosen; Good General not before it is drawn.
            if event != EventId::GoodGeneral {
                s.secret.insert(event);
            }
            sink.tell(|| Event::PlayedInSecret { side: by, event });
        } else {
            sink.tell(|| Event::Played { side: by, event, hex });
        }
        match event {
            EventId::NightAttack => s.act_mut().night_attack = true,
            EventId::SupplyTrain => s.train[by.index()] = hex,
            EventId::BrigadeRegroup => {
                if let Some(piece) = piece {
                    s.put(piece, hex);
                    s.reduced.set(piece, counters().get(piece).cp[1] > 0);
                    sink.tell(|| Event::Returned { piece, hex });
                    self.tidy(s, hex, sink);
                }
            }
            EventId::Demons => {
                // these units may attack again, hexes that were attacked too.
                let near: Pieces = s.active.iter().filter(|p| s.hex(*p).is_some() && ground().distance(s.hex(*p), hex) <= 1).collect();
                let along = s.attacked.and(&counters().skirmishers).and(&counters().of[by.index()]);
                let along: Pieces = along.iter().filter(|p| s.hex(*p).is_some() && ground().distance(s.hex(*p), hex) <= 1).collect();
                s.attacked = s.attacked.minus(&near).minus(&along);
                let act = s.act_mut();
                act.again = act.again.or(&near).or(&along);
                act.reopened = act.stormed;
            }
            EventId::RebelYell | EventId::SteadyDefense | EventId::YankeeVeterans => {
                let who = if s.battle().stage == FightStage::AttackBonus { ATTACK } else { DEFENCE };
                let battle = s.battle_mut();
                battle.extra[who] += 1;
                battle.points[who] += 1;
                battle.cheers[who] += 1;
            }
            EventId::UnknownPaths => s.act_mut().unknown_paths = true,
            EventId::AlexandersArtillery => s.act_mut().alexander = hex,
            EventId::JacksonAttacks => {
                s.act_mut().stonewall = true;
                s.stonewall = true;
                s.agenda.push(Step::JacksonDie);
            }
            EventId::CsaBridge => s.csa_bridge = true,
            EventId::GeneralRetreat => {
                let own = self.solid(&s.on_map(by));
                let rest = own.iter().filter(|p| ground().distance(s.hex(*p), hex) <= RETREAT_REACH).collect();
                self.halt(s);
                s.fallback = Some(GeneralRetreat { side: by, rest });
                s.agenda.push(Step::FallBack);
            }
            EventId::GoodGeneral => s.cup.insert(self.named.good_general),
            EventId::LastEffort => {
                let own = s.disorganized.or(&s.demoralized).and(&counters().of[by.index()]);
                let near: Pieces = own.iter().filter(|p| s.hex(*p).is_some() && ground().distance(s.hex(*p), hex) <= 1).collect();
                for p in near.iter() {
                    let was_demoralized = s.demoralized.has(p);
                    s.demoralized.remove(p);
                    s.disorganized.set(p, was_demoralized);
                    let seen = self.seen(s, p);
                    sink.tell(|| Event::Rallied { piece: p, seen });
                }
            }
            EventId::GreatOffensive => s.offensive = true,
            // GUV-18.6: Gibbon goes with the VI Corps.
            EventId::CorpsReleased => {
                let which = match chit {
                    Some(c) if c == self.named.reynolds => 0,
                    Some(_) => 1,
                    None => 2,
                };
                s.freed[which] = true;
                if s.agenda.top() != Step::Choose {
                    sink.tell(|| Event::Released { formation: chit });
                }
            }
        }
    }

    /// GUV-17.13: the die for Jackson.
    pub(crate) fn jackson_die<K: Sink<Event>>(&self, s: &mut State, die: u8, sink: &mut K) {
        s.agenda.pop();
        let lost = die <= BAD_LUCK;
        s.jackson_lost = lost;
        sink.tell(|| Event::Jackson { die, lost });
    }

    /// GUV-17.15, R-69: the ways of a unit in a general retreat: 7 points, every hex nearer to a supply centre, none next to the enemy.
    /// The search ends early at a hex that is enough.
    fn fallback_ways(&self, s: &State, piece: Piece, found: &mut Vec<(Hex, Path, u8)>, enough: impl Fn(Hex) -> bool) {
        let side = counters().side[piece.index()];
        let home = &ground().home[side.index()];
        let mover = self.retreating_mover(s, piece);
        found.clear();
        found.push((s.hex(piece), Path::EMPTY, 0));
        let mut seen = HexBits::default();
        let mut i = 0;
        while i < found.len() {
            let (hex, path, spent) = found[i];
            i += 1;
            if path.len() >= Path::MOST {
                continue;
            }
            for d in Direction::ALL {
                let to = self.near[hex.index()][d.index()];
                if !to.is_some() || home[to.index()] >= home[hex.index()] {
                    continue;
                }
                let Ok((cost, _)) = self.step_cost(s, &mover, hex, d) else { continue };
                let next = spent + cost;
                if next > tables().cost.general_retreat {
                    continue;
                }
                if !seen.has(to) {
                    seen.insert(to);
                    found.push((to, path.then(d), next));
                    if enough(to) {
                        return;
                    }
                } else if let Some(known) = found.iter_mut().find(|f| f.0 == to)
                    && next < known.2
                {
                    (known.1, known.2) = (path.then(d), next);
                }
            }
        }
    }

    /// Whether a unit has any way to go in a general retreat.
    pub(crate) fn can_fall_back(&self, s: &State, piece: Piece) -> bool {
        let mut found = FOUND.take();
        self.fallback_ways(s, piece, &mut found, |hex| self.room(s, piece, hex));
        let any = found.iter().skip(1).any(|f| self.room(s, piece, f.0));
        FOUND.set(found);
        any
    }

    pub(crate) fn may_fall_back(&self, s: &State, piece: Piece, path: Path) -> Check {
        let rest = s.fallback.as_ref().expect("a general retreat").rest;
        if !rest.has(piece) {
            return Err(Illegal::new("GUV-17.15", "That unit is too far from the chit, or has gone already."));
        }
        if path.is_empty() {
            return Err(Illegal::new("GUV-17.15", "A unit that stays where it is does not fall back."));
        }
        let side = counters().get(piece).side;
        let home = &ground().home[side.index()];
        let mover = self.retreating_mover(s, piece);
        let (mut hex, mut spent) = (s.hex(piece), 0u8);
        for d in path.iter() {
            let (cost, _) = self.step_cost(s, &mover, hex, d)?;
            let to = self.near[hex.index()][d.index()];
            spent = spent.saturating_add(cost);
            if home[to.index()] >= home[hex.index()] {
                return Err(Illegal::new("GUV-17.15", "Every step must lead nearer to a supply centre."));
            }
            if spent > tables().cost.general_retreat {
                return Err(Illegal::new("GUV-17.15", "A general retreat has 7 movement points."));
            }
            hex = to;
        }
        if !self.room(s, piece, hex) {
            return Err(Illegal::new("GUV-5.2", "That hex cannot hold the unit."));
        }
        Ok(())
    }

    pub(crate) fn fallbacks(&self, s: &State, only: Option<Piece>, out: &mut Vec<Action>) {
        let rest = s.fallback.as_ref().expect("a general retreat").rest;
        for piece in rest.iter().filter(|p| only.is_none_or(|o| o == *p)) {
            let mut found = FOUND.take();
            self.fallback_ways(s, piece, &mut found, |_| false);
            let ends = found.iter().skip(1).filter(|f| self.room(s, piece, f.0));
            out.extend(ends.map(|f| Action::FallBack { piece, path: f.1 }));
            FOUND.set(found);
        }
    }

    /// A unit falls back: disorganized on arrival, demoralized on a bad die; whoever is marked already feels no more.
    pub(crate) fn fall_back_far<K: Sink<Event>>(&self, s: &mut State, piece: Piece, path: Path, sink: &mut K) {
        let side = counters().get(piece).side;
        let from = s.hex(piece);
        let end = self.end_of(from, path);
        let marked = s.disorganized.has(piece) || s.demoralized.has(piece);
        let exposed = !self.night(s) && self.works(s, side, from) && self.in_contact(s, side, from);
        s.put(piece, end);
        s.stirred.insert(piece);
        if let Some(f) = &mut s.fallback {
            f.rest.remove(piece);
        }
        sink.tell(|| Event::FellBack { piece, to: end, seen: exposed });
        self.after_departure(s, side, from, sink);
        self.tidy(s, end, sink);
        if !marked {
            s.agenda.push(Step::FallBackDie(piece));
        }
    }

    pub(crate) fn fallback_die<K: Sink<Event>>(&self, s: &mut State, piece: Piece, die: u8, sink: &mut K) {
        s.agenda.pop();
        let (hex, seen) = (s.hex(piece), self.seen(s, piece));
        if die <= BAD_LUCK {
            s.disorganized.remove(piece);
            s.demoralized.insert(piece);
            sink.tell(|| Event::Demoralized { piece, hex, seen });
        } else if !s.demoralized.has(piece) {
            s.disorganized.insert(piece);
            sink.tell(|| Event::Disorganized { piece, hex, seen });
        }
    }
}
