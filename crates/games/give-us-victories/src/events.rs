//! Chapter 17: events, each at its proper moment (GUV-17.3), at most two of a side in a turn (GUV-17.4).

use crate::action::{Action, Event};
use crate::combat::{ATTACK, DEFENCE};
use crate::counters::{ChitKind, counters, tables};
use crate::ground::ground;
use crate::ids::{Chit, EventId, Hex, HexBits, Path, Piece, Pieces};
use crate::state::{FightStage, GeneralRetreat, State, Step};
use crate::{Check, GiveUsVictories};
use board::Direction;
use engine::{Illegal, Roll, Side, Sink};
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

const NOT_NOW: Illegal =
    Illegal::new("GUV-17.3", "This is not the moment for that event.", "Keep it; the event says when it may be played.");

impl GiveUsVictories {
    /// Whether a side may play that event now, in any turn from the first (GUV-4.3).
    pub(crate) fn may_play_event(&self, state: &State, by: Side, card: Card) -> Check {
        let Card { event, hex, piece, chit } = card;
        if !state.hand[by.index()].has(event) {
            return Err(Illegal::new("GUV-17.3", "You do not hold that event.", "Play one that you hold, or none."));
        }
        if !state.may_play_more(by) {
            return Err(Illegal::new("GUV-17.4", "A side plays two events per turn at most.", "Keep it for another turn."));
        }
        let own = state.act.as_ref().is_some_and(|a| a.side == by);
        let moving = own && matches!(state.agenda.top(), Step::Muster | Step::Movement);
        let placed = |hex: Hex| -> Check {
            if !hex.is_some() || !self.area.has(hex) || state.holds(by.enemy(), hex) {
                return Err(Illegal::new(
                    "GUV-17.3",
                    "The chit is placed on the map, not on the enemy.",
                    "Choose a hex of the map without enemies.",
                ));
            }
            Ok(())
        };
        match event {
            EventId::NightAttack => {
                if !moving {
                    return Err(NOT_NOW);
                }
                if !self.night(state) {
                    return Err(Illegal::new("GUV-17.6", "A night attack is for night turns.", "Keep it for a night turn."));
                }
                if state.act().night_attack || state.act().forced || self.kind(state.act().chit) == ChitKind::Independent {
                    return Err(Illegal::new(
                        "GUV-17.6",
                        "One formation that does not force march attacks at night.",
                        "Play it with a formation that marches at its usual rate.",
                    ));
                }
                Ok(())
            }
            EventId::SupplyTrain => {
                if state.agenda.top() != Step::SupplyCards(by) {
                    return Err(NOT_NOW);
                }
                placed(hex)
            }
            EventId::BrigadeRegroup => {
                if !moving {
                    return Err(NOT_NOW);
                }
                placed(hex)?;
                self.may_regroup(state, by, piece, hex)
            }
            EventId::Demons => {
                if !own || state.agenda.top() != Step::Combat || state.battle.is_some() {
                    return Err(NOT_NOW);
                }
                placed(hex)
            }
            EventId::RebelYell | EventId::SteadyDefense | EventId::YankeeVeterans => {
                let who = match state.battle.as_ref().filter(|_| state.agenda.top() == Step::Fight).map(|b| b.stage) {
                    Some(FightStage::AttackBonus) => ATTACK,
                    Some(FightStage::DefenceBonus) => DEFENCE,
                    _ => return Err(NOT_NOW),
                };
                if self.combat_events(state, who).any(|e| e == event) { Ok(()) } else { Err(NOT_NOW) }
            }
            EventId::UnknownPaths => {
                if !moving || self.kind(state.act().chit) == ChitKind::Independent || state.act().unknown_paths {
                    return Err(NOT_NOW);
                }
                Ok(())
            }
            EventId::AlexandersArtillery => {
                if !own || state.agenda.top() != Step::Bombardment || state.barrage.is_some() || state.act().alexander.is_some() {
                    return Err(NOT_NOW);
                }
                placed(hex)
            }
            EventId::JacksonAttacks => {
                if !own || state.agenda.top() != Step::Muster || state.act().chit != self.named.high[2] {
                    return Err(Illegal::new(
                        "GUV-17.13",
                        "Jackson's chit must be in play, before the first move.",
                        "Play it when Jackson has been drawn and nobody has moved.",
                    ));
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
                if state.agenda.top() != Step::Choose {
                    return Err(Illegal::new(
                        "GUV-17.19",
                        "Good General is put into the cup when formations are chosen.",
                        "Keep it until formations are chosen.",
                    ));
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
                if state.agenda.top() != Step::Choose || state.offensive {
                    return Err(NOT_NOW);
                }
                Ok(())
            }
            EventId::CorpsReleased => {
                if !(moving || state.agenda.top() == Step::Choose) {
                    return Err(NOT_NOW);
                }
                match chit {
                    None => Ok(()),
                    Some(c) if c == self.named.reynolds || c == self.named.sedgwick => Ok(()),
                    Some(_) => Err(Illegal::new(
                        "GUV-17.24",
                        "The event frees the I Corps, the VI Corps or the cavalry of turn 11.",
                        "Name one of those that is not free yet.",
                    )),
                }
            }
        }
    }

    /// GUV-17.8, GUV-17.18, R-66: a destroyed unit comes back next to its formation, not next to the enemy.
    fn may_regroup(&self, state: &State, by: Side, piece: Option<Piece>, hex: Hex) -> Check {
        let Some(piece) = piece.filter(|p| state.hex(*p) == Hex::LOST && counters().get(*p).side == by && counters().units().has(*p))
        else {
            return Err(Illegal::new(
                "GUV-17.8",
                "Name a destroyed unit; units that left the map do not come back.",
                "Choose a destroyed unit.",
            ));
        };
        if self.in_contact(state, by, hex) {
            return Err(Illegal::new("GUV-17.8", "It does not come back next to the enemy.", "Choose a hex away from the enemy."));
        }
        let kin = match self.band[piece.index()] {
            Some(chit) => self.formation[chit.index()],
            None => self.solid(&counters().of[by.index()]),
        };
        if !kin.iter().any(|p| state.hex(p).is_some() && ground().distance(state.hex(p), hex) <= 1) {
            return Err(Illegal::new("GUV-17.8", "It comes back next to units of its formation.", "Choose such a hex."));
        }
        let counter = counters().get(piece);
        let points = u16::from(if counter.cp[1] > 0 { counter.cp[1] } else { counter.cp[0] });
        if !self.fits(state, by, hex, 1, points) {
            return Err(Illegal::new("GUV-5.2", "That hex cannot hold the unit.", "Choose a hex with room."));
        }
        Ok(())
    }

    /// The events a side may play now, one way for each consequence (D36). Combat events are listed with the bonus points.
    pub fn plays(&self, state: &State, by: Side, out: &mut Vec<Action>) {
        if !state.may_play_more(by) {
            return;
        }
        for event in state.hand[by.index()].iter() {
            let start = out.len();
            match event {
                EventId::SupplyTrain | EventId::GeneralRetreat => {
                    out.extend(state.held[by.index()].iter().map(|hex| Action::play_at(event, hex)));
                }
                EventId::Demons => {
                    let spent: HexBits = state.active.and(&state.attacked).iter().map(|p| state.hex(p)).collect();
                    out.extend(self.around(&spent).iter().map(|hex| Action::play_at(event, hex)));
                }
                EventId::AlexandersArtillery => {
                    let guns = state.active.and(&counters().guns);
                    let guns: HexBits = guns.iter().filter(|p| self.may_bombard(state, *p).is_ok()).map(|p| state.hex(p)).collect();
                    out.extend(guns.iter().map(|hex| Action::play_at(event, hex)));
                }
                EventId::LastEffort => {
                    let shaken = state.disorganized.or(&state.demoralized).and(&counters().of[by.index()]);
                    let shaken: HexBits = shaken.iter().map(|p| state.hex(p)).collect();
                    out.extend(self.around(&shaken).iter().map(|hex| Action::play_at(event, hex)));
                }
                EventId::BrigadeRegroup => {
                    for piece in counters().units().and(&counters().of[by.index()]).iter().filter(|p| state.hex(*p) == Hex::LOST) {
                        let kin = match self.band[piece.index()] {
                            Some(chit) => self.formation[chit.index()],
                            None => self.solid(&counters().of[by.index()]),
                        };
                        let hexes: HexBits = kin.iter().map(|p| state.hex(p)).collect();
                        let way = |hex| Action::Play { event, hex, piece: Some(piece), chit: None };
                        out.extend(self.around(&hexes).iter().map(way));
                    }
                }
                EventId::CorpsReleased => {
                    let way = |chit| Action::Play { event, hex: Hex::NONE, piece: None, chit };
                    if !self.opt.hypothetical && state.released < 2 {
                        let corps = [(self.named.reynolds, 6, 0), (self.named.sedgwick, 14, 1)];
                        out.extend(corps.into_iter().filter(|c| state.turn < c.1 && !state.freed[c.2]).map(|c| way(Some(c.0))));
                    }
                    if !self.turn11.is_empty() && !state.freed[2] && state.turn + 1 >= 11 {
                        out.push(way(None));
                    }
                }
                EventId::RebelYell | EventId::SteadyDefense | EventId::YankeeVeterans => continue,
                EventId::GreatOffensive => {
                    if state.used[0] != 0 && state.used[0] + 1 == state.turn {
                        out.push(Action::play(event));
                    }
                }
                _ => out.push(Action::play(event)),
            }
            let mut i = start;
            while i < out.len() {
                let Action::Play { event, hex, piece, chit } = out[i] else { unreachable!("only plays were listed") };
                if self.may_play_event(state, by, Card { event, hex, piece, chit }).is_ok() {
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
    fn spend(&self, state: &mut State, by: Side, event: EventId) {
        state.hand[by.index()].remove(event);
        state.plays[by.index()] += 1;
        if self.opt.events && tables().event(event).returns(by) && event != EventId::GoodGeneral {
            state.deck[by.index()].insert(event);
        }
    }

    /// An event is played; it is spent even if its purpose fails.
    pub(crate) fn play_event<K: Sink<Event>>(&self, state: &mut State, by: Side, card: Card, sink: &mut K) {
        let Card { event, hex, piece, chit } = card;
        self.spend(state, by, event);
        if state.agenda.top() == Step::Choose {
            // Nothing shows before both have chosen; Good General not before it is drawn.
            if event != EventId::GoodGeneral {
                state.secret.insert(event);
            }
            sink.tell(|| Event::PlayedInSecret { side: by, event });
        } else {
            sink.tell(|| Event::Played { side: by, event, hex });
        }
        match event {
            EventId::NightAttack => state.act_mut().night_attack = true,
            EventId::SupplyTrain => state.train[by.index()] = hex,
            EventId::BrigadeRegroup => {
                if let Some(piece) = piece {
                    state.put(piece, hex);
                    state.reduced.set(piece, counters().get(piece).cp[1] > 0);
                    sink.tell(|| Event::Returned { piece, hex });
                    self.tidy(state, hex, sink);
                }
            }
            EventId::Demons => {
                // these units may attack again, hexes that were attacked too.
                let near: Pieces =
                    state.active.iter().filter(|p| state.hex(*p).is_some() && ground().distance(state.hex(*p), hex) <= 1).collect();
                let along = state.attacked.and(&counters().skirmishers).and(&counters().of[by.index()]);
                let along: Pieces =
                    along.iter().filter(|p| state.hex(*p).is_some() && ground().distance(state.hex(*p), hex) <= 1).collect();
                state.attacked = state.attacked.minus(&near).minus(&along);
                let act = state.act_mut();
                act.again = act.again.or(&near).or(&along);
                act.reopened = act.stormed;
            }
            EventId::RebelYell | EventId::SteadyDefense | EventId::YankeeVeterans => {
                let who = if state.battle().stage == FightStage::AttackBonus { ATTACK } else { DEFENCE };
                let battle = state.battle_mut();
                battle.extra[who] += 1;
                battle.points[who] += 1;
                battle.cheers[who] += 1;
            }
            EventId::UnknownPaths => state.act_mut().unknown_paths = true,
            EventId::AlexandersArtillery => state.act_mut().alexander = hex,
            EventId::JacksonAttacks => {
                state.act_mut().stonewall = true;
                state.stonewall = true;
                state.agenda.push(Step::JacksonDie);
            }
            EventId::CsaBridge => state.csa_bridge = true,
            EventId::GeneralRetreat => {
                let own = self.solid(&state.on_map(by));
                let rest = own.iter().filter(|p| ground().distance(state.hex(*p), hex) <= RETREAT_REACH).collect();
                self.halt(state);
                state.fallback = Some(GeneralRetreat { side: by, rest });
                state.agenda.push(Step::FallBack);
            }
            EventId::GoodGeneral => state.cup.insert(self.named.good_general),
            EventId::LastEffort => {
                let own = state.disorganized.or(&state.demoralized).and(&counters().of[by.index()]);
                let near: Pieces = own.iter().filter(|p| state.hex(*p).is_some() && ground().distance(state.hex(*p), hex) <= 1).collect();
                for p in near.iter() {
                    let was_demoralized = state.demoralized.has(p);
                    state.demoralized.remove(p);
                    state.disorganized.set(p, was_demoralized);
                    let seen = self.seen(state, p);
                    sink.tell(|| Event::Rallied { piece: p, seen });
                }
            }
            EventId::GreatOffensive => state.offensive = true,
            // GUV-18.6: Gibbon goes with the VI Corps.
            EventId::CorpsReleased => {
                let which = match chit {
                    Some(c) if c == self.named.reynolds => 0,
                    Some(_) => 1,
                    None => 2,
                };
                state.freed[which] = true;
                if state.agenda.top() != Step::Choose {
                    sink.tell(|| Event::Released { formation: chit });
                }
            }
        }
    }

    /// GUV-17.13: the die for Jackson.
    pub(crate) fn jackson_die<K: Sink<Event>>(&self, state: &mut State, die: u8, sink: &mut K) {
        state.agenda.pop();
        let lost = die <= BAD_LUCK;
        state.jackson_lost = lost;
        sink.tell(|| Event::Jackson { die, lost });
    }

    /// GUV-17.15, R-69: the ways of a unit in a general retreat: 7 points, every hex nearer to a supply centre, none next to the enemy.
    /// The search ends early at a hex that is enough.
    fn fallback_ways(&self, state: &State, piece: Piece, found: &mut Vec<(Hex, Path, u8)>, enough: impl Fn(Hex) -> bool) {
        let side = counters().side[piece.index()];
        let home = &ground().home[side.index()];
        let mover = self.retreating_mover(state, piece);
        found.clear();
        found.push((state.hex(piece), Path::EMPTY, 0));
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
                let Ok((cost, _)) = self.step_cost(state, &mover, hex, d) else { continue };
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
    pub(crate) fn can_fall_back(&self, state: &State, piece: Piece) -> bool {
        let mut found = FOUND.take();
        self.fallback_ways(state, piece, &mut found, |hex| self.room(state, piece, hex));
        let any = found.iter().skip(1).any(|f| self.room(state, piece, f.0));
        FOUND.set(found);
        any
    }

    pub(crate) fn may_fall_back(&self, state: &State, piece: Piece, path: Path) -> Check {
        let rest = state.fallback.as_ref().expect("a general retreat").rest;
        if !rest.has(piece) {
            return Err(Illegal::new(
                "GUV-17.15",
                "That unit is too far from the chit, or has gone already.",
                "Choose a unit within five hexes of the chit that has not gone.",
            ));
        }
        if path.is_empty() {
            return Err(Illegal::new(
                "GUV-17.15",
                "A unit that stays where it is does not fall back.",
                "Choose another hex, or leave it out.",
            ));
        }
        let side = counters().get(piece).side;
        let home = &ground().home[side.index()];
        let mover = self.retreating_mover(state, piece);
        let (mut hex, mut spent) = (state.hex(piece), 0u8);
        for d in path.iter() {
            let (cost, _) = self.step_cost(state, &mover, hex, d)?;
            let to = self.near[hex.index()][d.index()];
            spent = spent.saturating_add(cost);
            if home[to.index()] >= home[hex.index()] {
                return Err(Illegal::new(
                    "GUV-17.15",
                    "Every step must lead nearer to a supply centre.",
                    "Lay the way towards a supply centre.",
                ));
            }
            if spent > tables().cost.general_retreat {
                return Err(Illegal::new("GUV-17.15", "A general retreat has 7 movement points.", "Choose a nearer hex."));
            }
            hex = to;
        }
        if !self.room(state, piece, hex) {
            return Err(Illegal::new("GUV-5.2", "That hex cannot hold the unit.", "Choose a hex with room."));
        }
        Ok(())
    }

    pub(crate) fn fallbacks(&self, state: &State, only: Option<Piece>, out: &mut Vec<Action>) {
        let rest = state.fallback.as_ref().expect("a general retreat").rest;
        for piece in rest.iter().filter(|p| only.is_none_or(|o| o == *p)) {
            let mut found = FOUND.take();
            self.fallback_ways(state, piece, &mut found, |_| false);
            let ends = found.iter().skip(1).filter(|f| self.room(state, piece, f.0));
            out.extend(ends.map(|f| Action::FallBack { piece, path: f.1 }));
            FOUND.set(found);
        }
    }

    /// A unit falls back: disorganized on arrival, demoralized on a bad die; whoever is marked already feels no more.
    pub(crate) fn fall_back_far<K: Sink<Event>>(&self, state: &mut State, piece: Piece, path: Path, sink: &mut K) {
        let side = counters().get(piece).side;
        let from = state.hex(piece);
        let end = self.end_of(from, path);
        let marked = state.disorganized.has(piece) || state.demoralized.has(piece);
        let exposed = !self.night(state) && self.works(state, side, from) && self.in_contact(state, side, from);
        state.put(piece, end);
        state.stirred.insert(piece);
        if let Some(f) = &mut state.fallback {
            f.rest.remove(piece);
        }
        sink.tell(|| Event::FellBack { piece, to: end, seen: exposed });
        self.after_departure(state, side, from, sink);
        self.tidy(state, end, sink);
        if !marked {
            state.agenda.push(Step::FallBackDie(piece));
        }
    }

    pub(crate) fn fallback_die<K: Sink<Event>>(&self, state: &mut State, piece: Piece, die: u8, sink: &mut K) {
        state.agenda.pop();
        let (hex, seen) = (state.hex(piece), self.seen(state, piece));
        if die <= BAD_LUCK {
            state.disorganized.remove(piece);
            state.demoralized.insert(piece);
            sink.tell(|| Event::Demoralized { piece, hex, seen });
        } else if !state.demoralized.has(piece) {
            state.disorganized.insert(piece);
            sink.tell(|| Event::Disorganized { piece, hex, seen });
        }
    }

    pub(crate) fn may_play_any(&self, state: &State, by: Side, action: Action) -> Check {
        let Action::Play { event, hex, piece, chit } = action else { return Err(NOT_NOW) };
        self.may_play_event(state, by, Card { event, hex, piece, chit })
    }

    /// GUV-17.2, R-34, R-67: a formation or Independent chit may be given up for an event.
    pub(crate) fn may_forgo(&self, state: &State) -> Check {
        let act = state.act();
        if !self.opt.events {
            return Err(Illegal::new("GUV-17.2", "There is no cup of events in this game.", "Activate the formation, or pass."));
        }
        let by_event = act.formations.has(self.named.good_general);
        if by_event || !matches!(self.kind(act.chit), ChitKind::Formation | ChitKind::Independent) {
            return Err(Illegal::new(
                "GUV-17.2",
                "Only a formation or the Independent chit is given up for an event.",
                "Activate with this chit, or pass.",
            ));
        }
        if state.deck[act.side.index()].is_empty() {
            return Err(Illegal::new("GUV-17.2", "The cup of events is empty.", "Activate the formation, or pass."));
        }
        Ok(())
    }

    /// GUV-17.2: the chit is given up, and an event drawn for it.
    pub(crate) fn forgo<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let act = *state.act();
        sink.tell(|| Event::Forgone { chit: act.chit });
        state.act = None;
        state.agenda.turn(Step::Draw);
        state.agenda.push(Step::DrawCard(act.side));
    }

    /// GUV-17.19: Good General takes the part of another chit.
    pub(crate) fn name_good_general(&self, state: &mut State, chit: Chit) {
        self.put_away(state);
        state.drawn.insert(chit);
        let act = state.act_mut();
        act.chit = chit;
        act.formations.insert(chit);
        // Good General has no units; it stays in the list so that the chit is known as his.
        act.formations.insert(self.named.good_general);
    }

    /// Good General goes back to the cup of events once it was drawn (GUV-17.19).
    pub(crate) fn put_away(&self, state: &mut State) {
        if state.act().chit == self.named.good_general {
            state.deck[Side::Union.index()].insert(EventId::GoodGeneral);
        }
    }

    /// GUV-4.2, GUV-17.1: events from the cup into the hand, unseen by the enemy.
    pub(crate) fn deal<K: Sink<Event>>(&self, state: &mut State, side: Side, roll: &Roll, sink: &mut K) {
        let deck = state.deck[side.index()];
        for place in roll.values() {
            if let Some(event) = deck.iter().nth(usize::from(*place)) {
                state.deck[side.index()].remove(event);
                state.hand[side.index()].insert(event);
                sink.tell(|| Event::CardDrawn { side, event });
            }
        }
    }
}
