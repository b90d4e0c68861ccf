//! What a seat may know (GUV-3.6, GUV-3.10, GUV-4.2, GUV-9.30): own pieces, enemy stacks next to own units, that a hex is held, how many
//! chits are in the cup and the boxes, how many events a side holds. And full positions that fit such knowledge.

use crate::GiveUsVictories;
use crate::action::Action;
use crate::counters::{ChitKind, boxes, counters, tables};
use crate::ground::ground;
use crate::ids::{Chit, Chits, Events, Hex, Piece, Pieces};
use crate::stacking::{MOST_POINTS, MOST_UNITS};
use crate::state::{ShellStage, State, Step};
use engine::{Actor, Dice, Fog, Rules, Seat, Side};

/// What one seat may know of a position.
#[derive(Clone)]
pub struct Knowledge {
    /// Whose eyes.
    pub seat: Seat,
    /// Who is asked.
    pub actor: Actor,
    /// The position with everything unseen taken out: unseen pieces are [`Hex::UNSEEN`], their hexes still held.
    pub state: State,
    /// How many chits are in the cup (open once it is filled).
    pub cup: u8,
    /// How many chits lie in each high commander's box.
    pub boxes: [u8; 4],
    /// How many events each side holds.
    pub cards: [u8; 2],
    /// The events that are still in the game, in hand or cup, of each side.
    pub pool: [Events; 2],
    /// Chits in each box of the strategic map.
    pub strategic: [u8; 10],
    /// With dummies in play, the height of every stack that is not seen.
    pub heights: Vec<(Hex, u8)>,
}

impl Knowledge {
    /// Whether a piece is on the map and seen.
    pub fn sees(&self, piece: Piece) -> bool {
        self.state.hex(piece).is_some()
    }
}

/// The kinds of things that a seat may know of the enemy.
enum Fact {
    Piece,
    Height,
    Assigned,
    Cup,
    Box,
    Played,
    Freed,
    Offensive,
    Types,
    Nights,
}

impl Fog for GiveUsVictories {
    type Knowledge = Knowledge;

    fn knowledge(&self, state: &State, seat: Seat) -> Knowledge {
        self.see(state, seat)
    }

    fn sample(&self, known: &Knowledge, dice: &mut Dice) -> State {
        self.imagine(known, dice)
    }

    /// Of an enemy who is seen everything is, so the piece is the fact; whatever lies open only once a sealed choice is over is a fact
    /// from then on.
    fn facts(&self, known: &Knowledge, about: Side, out: &mut Vec<u64>) {
        let (s, i, top) = (&known.state, about.index(), known.state.agenda.top());
        let fact = |what: Fact, which: usize, much: usize| (what as u64) << 40 | (which as u64) << 20 | much as u64;
        out.extend(counters().of[i].iter().filter(|p| s.hex(*p) != Hex::UNSEEN).map(|p| fact(Fact::Piece, p.index(), 0)));
        if self.opt.dummies && top != Step::Dummies {
            let height = |hex: Hex| known.heights.iter().find(|h| h.0 == hex).map_or(s.stack(hex).len(), |h| usize::from(h.1));
            out.extend(s.held[i].iter().map(|hex| fact(Fact::Height, hex.index(), height(hex))));
        }
        if top != Step::Boxes {
            out.extend(self.strategic_chits(about).map(|c| fact(Fact::Assigned, c.index(), s.assigned[c.index()].into())));
        }
        if top != Step::Choose {
            out.push(fact(Fact::Cup, 0, usize::from(known.cup).saturating_sub(s.cup.len())));
            let own = |(_, high): &(usize, Chit)| tables().chit(*high).side == about;
            out.extend(self.named.high.into_iter().enumerate().filter(own).map(|(n, _)| fact(Fact::Box, n, known.boxes[n].into())));
            out.extend((0..16).filter(|e| known.pool[i].words()[0] >> e & 1 == 0).map(|e| fact(Fact::Played, e, 0)));
            out.extend((0..3).filter(|n| s.freed[*n] && about == Side::Union).map(|n| fact(Fact::Freed, n, 0)));
            out.extend((s.offensive && about == Side::Union).then(|| fact(Fact::Offensive, 0, 0)));
        }
        // GUV-12.10: who fires into an unseen stack is told whether guns or foot are in it.
        if let Some(b) = s.barrage.as_ref().filter(|b| b.stage != ShellStage::Aim && s.stack_of(about, b.target).is_empty()) {
            out.push(fact(Fact::Types, b.target.index(), usize::from(b.at_guns) + 2 * usize::from(b.stage == ShellStage::Type)));
        }
        // GUV-16.1: a side that is asked at night has somebody to recover, and one that is passed over has nobody.
        let over = match s.agenda.as_slice().first() {
            Some(Step::Recovery(side)) => *side == about || about == Side::Union,
            Some(Step::NightCards(_) | Step::TurnEnds) => true,
            _ => false,
        };
        let nights = (self.scenario.turns[0]..s.turn + u8::from(over)).filter(|turn| tables().day(*turn).night).count();
        out.push(fact(Fact::Nights, 0, nights));
    }
}

impl GiveUsVictories {
    /// GUV-9.30: whether the enemy of a piece sees it: one of his units is next to it, over a river too, or it is fighting.
    pub fn seen(&self, state: &State, piece: Piece) -> bool {
        let hex = state.hex(piece);
        hex.is_some() && self.open_to(state, counters().side[piece.index()].enemy(), hex)
    }

    /// Whether a side sees what stands in a hex.
    fn open_to(&self, state: &State, viewer: Side, hex: Hex) -> bool {
        state.close[viewer.index()].has(hex)
            || state.battle.as_ref().is_some_and(|b| b.targets.has(hex) || b.attackers.iter().any(|p| state.hex(p) == hex))
    }

    /// What a seat may know. Chits have equal backs: of the enemy's only their number is seen (GUV-3.6).
    pub fn see(&self, state: &State, seat: Seat) -> Knowledge {
        let c = counters();
        let mut known = Knowledge {
            seat,
            actor: self.actor(state),
            state: state.clone(),
            cup: state.cup.len() as u8,
            boxes: state.boxes.map(|b| b.len() as u8),
            cards: Side::BOTH.map(|side| (state.cards(side) + if side == Side::Union { state.secret.len() } else { 0 }) as u8),
            pool: [Events::default(); 2],
            strategic: self.strategic_boxes(state),
            heights: Vec::new(),
        };
        for side in Side::BOTH {
            let mut pool = state.hand[side.index()].or(&state.deck[side.index()]);
            if side == Side::Union {
                pool.join(&state.secret);
                if state.cup.has(self.named.good_general) {
                    pool.insert(crate::ids::EventId::GoodGeneral);
                }
            }
            known.pool[side.index()] = pool;
        }
        if seat == Seat::Referee {
            return known;
        }
        let top = state.agenda.top();
        for side in Side::BOTH {
            if seat.sees_for(side) {
                continue;
            }
            let viewer = seat.side().unwrap_or(side.enemy());
            let far = state.held[side.index()].minus(&state.close[viewer.index()]);
            let mut unseen: Pieces =
                far.iter().filter(|hex| !self.open_to(state, viewer, *hex)).flat_map(|hex| state.each_in(hex)).collect();
            if top == Step::Dummies {
                unseen.join(&state.on_map(side).and(&c.dummies));
            }
            if self.opt.dummies && top != Step::Dummies {
                let mut hexes: Vec<Hex> = unseen.iter().map(|p| state.hex(p)).collect();
                hexes.sort_unstable();
                for hex in hexes {
                    match known.heights.iter_mut().find(|h| h.0 == hex) {
                        Some(h) => h.1 += 1,
                        None => known.heights.push((hex, 1)),
                    }
                }
            }
            if self.opt.dummies && top == Step::Dummies {
                // Nobody sees how many dummies are still in hand before both have placed theirs.
                for p in c.dummies.and(&c.of[side.index()]).iter() {
                    known.state.hide(p, Hex::UNSEEN);
                }
            }
            self.blind(&mut known.state, &unseen);
            let own: Chits = known.state.cup.iter().filter(|chit| tables().chit(*chit).side != side).collect();
            known.state.cup = own;
            for (i, high) in self.named.high.into_iter().enumerate() {
                if tables().chit(high).side == side {
                    known.state.boxes[i] = Chits::default();
                    if top == Step::Choose {
                        known.boxes[i] = 0;
                    }
                }
            }
            known.state.spent[side.index()] = 0;
            // Which formations have had a unit come back tonight is their side's business.
            known.state.recovered = known.state.recovered.iter().filter(|chit| tables().chit(*chit).side != side).collect();
            // The die of a unit that fell back out of sight names nobody.
            if let Step::FallBackDie(piece) = top
                && unseen.has(piece)
            {
                known.state.agenda.turn(Step::FallBackDie(Piece::NOBODY));
            }
            // The hands of the scenarios are known to both.
            if self.opt.events {
                known.state.hand[side.index()] = Events::default();
                known.state.deck[side.index()] = Events::default();
            }
            if side == Side::Union && top == Step::Choose {
                if state.secret.has(crate::ids::EventId::CorpsReleased) {
                    known.state.freed = [false; 3];
                }
                known.state.offensive = false;
                known.state.plays[side.index()] = 0;
            }
            if side == Side::Union {
                known.state.secret = Events::default();
                // Good General is not known to be played before it is drawn.
                if top != Step::Choose && state.cup.has(self.named.good_general) {
                    known.state.plays[side.index()] = state.plays[side.index()].saturating_sub(1);
                }
            }
            if top == Step::Boxes {
                for chit in self.strategic_chits(side) {
                    known.state.assigned[chit.index()] = 255;
                }
            }
        }
        if top == Step::Choose {
            known.cup = known.state.cup.len() as u8;
        }
        known
    }

    /// How many chits lie in each box of the strategic map.
    fn strategic_boxes(&self, state: &State) -> [u8; 10] {
        let mut count = [0; 10];
        for (side, chits) in Side::BOTH.into_iter().zip(&self.strategic) {
            for into in chits.iter().map(|chit| usize::from(state.assigned[chit.index()])) {
                if boxes().get(into).is_some_and(|b| b.side == side) {
                    count[into] += 1;
                }
            }
        }
        count
    }

    /// Takes pieces that are not seen out of a position; their hexes stay held.
    fn blind(&self, state: &mut State, unseen: &Pieces) {
        for p in unseen.iter() {
            state.hide(p, Hex::UNSEEN);
            state.left[p.index()] = Hex::NONE;
            state.stragglers.remove(p);
        }
        for set in [&mut state.reduced, &mut state.disorganized, &mut state.demoralized, &mut state.starved, &mut state.screened] {
            *set = set.minus(unseen);
        }
        for set in state.deeds() {
            *set = set.minus(unseen);
        }
        if let Some(act) = &mut state.act {
            act.again = act.again.minus(unseen);
        }
        if let Some(m) = &mut state.march {
            m.pieces = m.pieces.minus(unseen);
        }
        if let Some(w) = &mut state.withdrawal {
            w.rest = w.rest.minus(unseen);
            w.gone = w.gone.minus(unseen);
        }
        if let Some(b) = &mut state.barrage {
            b.guns = b.guns.minus(unseen);
        }
        if let Some(f) = &mut state.fallback {
            f.rest = f.rest.minus(unseen);
        }
        if let Some(b) = &mut state.battle {
            b.gone = b.gone.minus(unseen);
            b.named = b.named.minus(unseen);
        }
    }

    /// A full position that fits what a seat knows: unseen units go into the unseen stacks as they fit, unseen chits and events are drawn.
    pub(crate) fn imagine(&self, known: &Knowledge, dice: &mut Dice) -> State {
        let mut state = known.state.clone();
        let c = counters();
        for side in Side::BOTH {
            let mut unseen: Vec<Piece> = c.of[side.index()].iter().filter(|p| state.hex(*p) == Hex::UNSEEN).collect();
            shuffle(&mut unseen, dice);
            self.seat_unseen(known, &mut state, side, &unseen, dice);
            // GUV-9.32: whoever is still to place dummies has one in hand.
            let in_hand = |state: &State| c.dummies.and(&c.of[side.index()]).iter().any(|p| state.hex(p) == Hex::READY);
            if state.agenda.top() == Step::Dummies
                && !state.sealed[side.index()]
                && !in_hand(&state)
                && let Some(dummy) = unseen.iter().find(|p| c.dummies.has(**p))
            {
                state.at[dummy.index()] = Hex::READY;
            }
            state.recount();
            let unseen: Pieces = unseen.into_iter().collect();
            // What happened to them since is not known; how they were set up is.
            state.reduced = state.reduced.or(&unseen.and(&self.scenario.reduced));
            self.rouse_unseen(&mut state, side, &unseen);
        }
        if state.agenda.top() == Step::FallBackDie(Piece::NOBODY) {
            let side = state.fallback.as_ref().map_or(Side::Union, |f| f.side);
            let hidden = |p: &Piece| known.state.hex(*p) == Hex::UNSEEN && state.hex(*p).is_some();
            let pieces: Vec<Piece> = self.solid(&c.of[side.index()]).iter().filter(hidden).collect();
            match pieces.is_empty() {
                true => state.agenda.pop(),
                false => state.agenda.turn(Step::FallBackDie(pieces[dice.below(pieces.len())])),
            }
        }
        self.imagine_chits(known, &mut state, dice);
        for side in Side::BOTH {
            if known.seat.sees_for(side) || !self.opt.events {
                continue;
            }
            let mut pool: Vec<_> = known.pool[side.index()].iter().collect();
            shuffle(&mut pool, dice);
            let held = usize::from(known.cards[side.index()]).min(pool.len());
            state.hand[side.index()] = pool[..held].iter().copied().collect();
            state.deck[side.index()] = pool[held..].iter().copied().collect();
        }
        self.keep(&mut state);
        state
    }

    /// Puts unseen pieces into the unseen stacks of their side: every stack gets somebody, and formations stand together, near where
    /// they were set up.
    fn seat_unseen(&self, known: &Knowledge, state: &mut State, side: Side, unseen: &[Piece], dice: &mut Dice) {
        let c = counters();
        let mut stacks: Vec<Stack> = known.state.held[side.index()]
            .iter()
            .filter(|h| known.state.stack(*h).is_empty())
            .map(|hex| Stack { hex, units: 0, points: 0, room: known.heights.iter().find(|x| x.0 == hex).map_or(MOST_UNITS, |x| x.1) })
            .collect();
        shuffle(&mut stacks, dice);
        let mut camps = Camps::about(stacks.iter().map(|stack| stack.hex));
        c.of[side.index()].iter().filter(|p| state.hex(*p).is_some()).for_each(|p| camps.add(self.band[p.index()], state.hex(p)));
        // Those who can stand alone first, dummies last.
        let rank = |p: &Piece| u8::from(c.skirmishers.has(*p)) + 2 * u8::from(c.dummies.has(*p));
        let mut waiting: Vec<Piece> = unseen.to_vec();
        waiting.sort_by_key(rank);
        // Whoever may still be where it was set up is.
        for stack in &mut stacks {
            let at_home = |p: &Piece| self.proposed[p.index()] == stack.hex && rank(p) < 2;
            if let Some(at) = waiting.iter().position(at_home) {
                self.lodge(waiting.remove(at), stack, &mut camps, state);
            }
        }
        // Every stack is somebody.
        for (place, stack) in stacks.iter_mut().enumerate().filter(|(_, stack)| stack.units == 0) {
            let Some(first) = waiting.first().map(rank).filter(|r| *r < 2) else { break };
            let alike = waiting.iter().take_while(|p| rank(p) == first);
            let nearest = alike.enumerate().min_by_key(|(_, p)| self.strangeness(&camps, **p, place, dice)).map_or(0, |x| x.0);
            self.lodge(waiting.remove(nearest), stack, &mut camps, state);
        }
        for piece in waiting {
            let dummy = c.dummies.has(piece);
            let odd = |place: usize, stack: &Stack, dice: &mut Dice| (!stack.fits(piece), self.strangeness(&camps, piece, place, dice));
            let open = stacks.iter_mut().enumerate().filter(|(_, stack)| !dummy || stack.fits(piece) && stack.units > 0);
            match open.min_by_key(|(place, stack)| odd(*place, stack, dice)) {
                Some((_, stack)) => self.lodge(piece, stack, &mut camps, state),
                // No stack can hide it.
                None => state.at[piece.index()] = if dummy { Hex::READY } else { Hex::WAITING },
            }
        }
    }

    fn lodge(&self, piece: Piece, stack: &mut Stack, camps: &mut Camps, state: &mut State) {
        stack.add(piece);
        camps.add(self.band[piece.index()], stack.hex);
        state.at[piece.index()] = stack.hex;
    }

    /// How odd it would be to find a piece in the stack of that place: far from where it was set up, far from its formation. With a grain of
    /// chance.
    fn strangeness(&self, camps: &Camps, piece: Piece, place: usize, dice: &mut Dice) -> u32 {
        let proposed = self.proposed[piece.index()];
        let home = if proposed.is_some() { u32::from(ground().distance(proposed, camps.stacks[place])) } else { 0 };
        let mates = self.band[piece.index()].and_then(|band| camps.apart[band.index()].get(place));
        3 * home + mates.map_or(home, |apart| u32::from(*apart)) + dice.below(4) as u32
    }

    /// Unseen units of formations that were drawn have acted this turn; those of the chit in play are active within its reach.
    fn rouse_unseen(&self, state: &mut State, side: Side, unseen: &Pieces) {
        let under_way = state.act.filter(|act| act.side == side && act.hex.is_some());
        let reach = under_way.map(|act| self.commanded(state, side, act.hex, act.chit));
        for p in self.solid(unseen).iter().filter(|p| state.hex(*p).is_some()).collect::<Vec<_>>() {
            let Some(band) = self.band[p.index()] else { continue };
            let acts = under_way.filter(|act| act.formations.has(band)).and(reach.as_ref());
            if acts.is_some_and(|reach| self.commands(state, reach, p)) && self.fresh(state, p).is_ok() {
                state.active.insert(p);
            } else if state.drawn.has(band) {
                state.activated.insert(p);
            }
        }
    }

    fn imagine_chits(&self, known: &Knowledge, state: &mut State, dice: &mut Dice) {
        let top = state.agenda.top();
        if matches!(top, Step::Boxes | Step::Deploy(_)) {
            let side = known.seat.side();
            for hidden in Side::BOTH.into_iter().filter(|x| Some(*x) != side && top == Step::Boxes) {
                let mut chits: Vec<_> = self.strategic_chits(hidden).filter(|c| state.assigned[c.index()] == 255).collect();
                shuffle(&mut chits, dice);
                for (i, row) in boxes().iter().enumerate().filter(|(_, b)| b.side == hidden) {
                    for _ in 0..known.strategic[i] {
                        let fit = chits.iter().position(|c| row.only.is_none_or(|only| only == *c));
                        if let Some(k) = fit {
                            state.assigned[chits.remove(k).index()] = i as u8;
                        }
                    }
                }
            }
            return;
        }
        for side in Side::BOTH.into_iter().filter(|side| !known.seat.sees_for(*side)) {
            if top == Step::Choose {
                self.imagine_choice(state, side, dice);
                continue;
            }
            let mut unknown: Vec<_> = self
                .chits
                .iter()
                .filter(|c| tables().chit(*c).side == side && self.kind(*c) == ChitKind::Formation && !state.drawn.has(*c))
                .collect();
            shuffle(&mut unknown, dice);
            for (i, high) in self.named.high.into_iter().enumerate() {
                if tables().chit(high).side != side {
                    continue;
                }
                for _ in 0..known.boxes[i] {
                    if let Some(chit) = unknown.pop() {
                        state.boxes[i].insert(chit);
                    }
                }
                if known.boxes[i] > 0 && state.cup.len() < usize::from(known.cup) {
                    state.cup.insert(high);
                }
            }
            let independent = self.named.independent[side.index()];
            if !state.drawn.has(independent) && state.cup.len() < usize::from(known.cup) {
                state.cup.insert(independent);
            }
            let mut others = unknown;
            while state.cup.len() < usize::from(known.cup) {
                let Some(chit) = others.pop() else { break };
                state.cup.insert(chit);
            }
        }
    }

    /// A side that has made its sealed choice may have chosen any formations that it could pay.
    fn imagine_choice(&self, state: &mut State, side: Side, dice: &mut Dice) {
        if !state.sealed[side.index()] {
            return;
        }
        let mut choices = Vec::new();
        loop {
            choices.clear();
            self.choices(state, side, &mut choices);
            // A formation alone before one in a group.
            let alone = |a: &Action| matches!(a, Action::Choose { .. });
            let any = choices.iter().any(alone);
            choices.retain(|a| alone(a) == any);
            match choices.get(dice.below(choices.len().max(1))) {
                Some(Action::Choose { chit }) => self.choose(state, side, *chit, None),
                Some(Action::Group { chit, under }) => self.choose(state, side, *chit, Some(*under)),
                _ => break,
            }
        }
    }
}

/// A stack that nobody has looked into.
struct Stack {
    hex: Hex,
    units: u8,
    points: u16,
    /// The most pieces it can hold.
    room: u8,
}

impl Stack {
    fn fits(&self, piece: Piece) -> bool {
        self.units < self.room.min(MOST_UNITS) && self.points + u16::from(counters().get(piece).cp[0]) <= MOST_POINTS
    }

    fn add(&mut self, piece: Piece) {
        self.units += 1;
        self.points += u16::from(counters().get(piece).cp[0]);
    }
}

/// Where units of each formation are, seen from the stacks that nobody has looked into.
struct Camps {
    stacks: Vec<Hex>,
    /// How far the nearest of each formation is from each stack; nothing while none of it is anywhere.
    apart: [Vec<u8>; 32],
}

impl Camps {
    fn about(stacks: impl Iterator<Item = Hex>) -> Camps {
        Camps { stacks: stacks.collect(), apart: Default::default() }
    }

    fn add(&mut self, band: Option<Chit>, hex: Hex) {
        let Some(band) = band else { return };
        let apart = &mut self.apart[band.index()];
        apart.resize(self.stacks.len(), u8::MAX);
        apart.iter_mut().zip(&self.stacks).for_each(|(apart, stack)| *apart = (*apart).min(ground().distance(hex, *stack)));
    }
}

fn shuffle<T>(items: &mut [T], dice: &mut Dice) {
    for i in (1..items.len()).rev() {
        items.swap(i, dice.below(i + 1));
    }
}
