//! What a seat may know (BR-2.6, BR-4.84): face-down pieces are counters without a name.

use crate::BullRun;
use crate::counters::{Kind, PieceId, pieces};
use crate::ground::flag;
use crate::scenario::Start;
use crate::state::{Spot, State};
use board::HexId;
use contact::{Set, each};
use engine::{Dice, Fog, Seat, Side};

/// What a seat may know of a position.
#[derive(Clone)]
pub struct Knowledge {
    /// The position without what is hidden: such pieces are nowhere.
    pub state: State,
    pub(crate) seat: Seat,
    /// The hexes of counters that lie face down for this seat, in order.
    pub face_down: [Vec<HexId>; 2],
}

impl PartialEq for Knowledge {
    fn eq(&self, other: &Knowledge) -> bool {
        self.seat == other.seat && self.face_down == other.face_down && self.state == other.state
    }
}

impl Knowledge {
    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many counters of a side lie face down for this seat.
    pub fn face_down(&self, side: Side) -> usize {
        self.face_down[side.index()].len()
    }
}

impl Fog for BullRun {
    type Knowledge = Knowledge;

    fn unveiled<'s>(&self, state: &'s State, seat: Seat) -> Option<&'s State> {
        let open = |side: &Side| seat.sees_for(*side) || self.secret(state, *side) == 0;
        Side::BOTH.iter().all(open).then_some(state)
    }

    fn knowledge(&self, state: &State, seat: Seat) -> Knowledge {
        let mut known = Knowledge { state: state.clone(), seat, face_down: [Vec::new(), Vec::new()] };
        for side in Side::BOTH {
            if seat.sees_for(side) {
                continue;
            }
            let i = side.index();
            let secret = self.secret(state, side);
            if secret == 0 {
                continue;
            }
            let seen = &mut known.state;
            for piece in pieces(side, secret) {
                if let Some(hex) = state.hex(piece) {
                    known.face_down[i].push(hex);
                }
                // Lost pieces were face up when they were lost.
                if !matches!(state.at[piece.index()], Spot::LOST | Spot::BOX | Spot::ASIDE | Spot::DUE) {
                    seen.put(piece, Spot::HIDDEN);
                }
                if matches!(self.counters.kind(piece), Kind::Formed | Kind::Dummy) {
                    seen.hold(piece, 0);
                    // Whether it is on its card is not known either.
                    seen.frozen[i] |= piece.bit();
                }
            }
            known.face_down[i].sort_unstable();
            seen.battle_piece[i] &= !secret;
            seen.broken[i] &= !secret;
            seen.reformed[i] &= !secret;
            if side == state.side {
                for flags in [&mut seen.active, &mut seen.moved, &mut seen.touched, &mut seen.faced] {
                    *flags &= !secret;
                }
            }
            if side == Side::Union {
                seen.via_r1 &= !secret;
            }
        }
        known
    }

    /// What a seat knows of a side's secrets: of a piece that is not hidden it knows everything. Where counters lie face down is public.
    fn facts(&self, known: &Knowledge, about: Side, out: &mut Vec<u64>) {
        out.extend(self.counters.of(about).filter(|p| known.state.at[p.index()] != Spot::HIDDEN).map(|p| p.index() as u64));
    }

    /// A full position that fits what a seat knows: hidden pieces are dealt to the face-down counters as their set-up allows, with as
    /// many brigades formed (and dummies used) as the number of counters asks for.
    fn sample(&self, known: &Knowledge, dice: &mut Dice) -> State {
        let mut state = known.state.clone();
        for side in Side::BOTH {
            self.deal(&mut state, side, &known.face_down[side.index()], dice);
            state.look_around(side);
        }
        state
    }
}

impl BullRun {
    /// The pieces of a side whose place and form only that side knows: the frozen ones, and any brigade piece or dummy that may
    /// stand for them.
    pub(crate) fn secret(&self, state: &State, side: Side) -> Set {
        let i = side.index();
        let frozen = state.frozen[i];
        if frozen == 0 {
            return 0;
        }
        let holders = self.counters.formed[i] | if self.options.fog_of_war { self.counters.dummies[i] } else { 0 };
        let unknown = |h: &PieceId| {
            let leader = self.counters.counter(*h).leader;
            frozen & (leader.bit() | h.bit()) != 0 && !matches!(state.at[h.index()], Spot::LOST | Spot::ASIDE)
        };
        frozen | pieces(side, holders).filter(unknown).fold(0, |set, h| set | h.bit())
    }

    fn deal(&self, state: &mut State, side: Side, counters: &[HexId], dice: &mut Dice) {
        let i = side.index();
        let hidden = self.counters.of(side).filter(|p| state.at[p.index()] == Spot::HIDDEN).fold(0, |set: Set, p| set | p.bit());
        if hidden == 0 {
            return;
        }
        let holders = self.counters.formed[i] | self.counters.dummies[i];
        // Whatever may have formed goes back to its card unless it is dealt.
        for holder in pieces(side, hidden & holders) {
            state.put(holder, Spot::CARD);
            state.frozen[i] &= !holder.bit();
        }
        let loose = hidden & !holders;
        let mut best: Option<Vec<(PieceId, Set, HexId)>> = None;
        for _ in 0..TRIES {
            let Some(hands) = self.group_hidden(side, loose, counters.len(), dice) else { continue };
            best = self.match_hidden(state, side, &hands, counters, dice);
            if best.is_some() {
                break;
            }
        }
        for (piece, parts, hex) in best.into_iter().flatten() {
            state.put(piece, hex);
            state.frozen[i] |= piece.bit();
            if parts != 0 {
                state.hold(piece, parts);
                pieces(side, parts).for_each(|p| state.put(p, Spot::PART));
            }
        }
        for piece in pieces(side, loose) {
            if state.at[piece.index()] == Spot::HIDDEN {
                state.put(piece, Spot::CARD);
            }
            if self.counters.kind(piece) == Kind::Battery && dice.below(2) == 1 {
                state.battle_piece[i] |= piece.bit();
            }
        }
    }

    /// Sorts hidden pieces into as many counters as there are: brigades form at random until the number fits. Returns each
    /// counter with its parts; `None` if this try does not come out even.
    fn group_hidden(&self, side: Side, loose: Set, counters: usize, dice: &mut Dice) -> Option<Vec<(PieceId, Set)>> {
        let i = side.index();
        let mut spare = (loose.count_ones() as usize).saturating_sub(counters);
        let mut left = loose;
        let mut hands = Vec::new();
        let mut brigades: Vec<PieceId> =
            pieces(side, self.counters.formed[i]).filter(|b| loose & self.counters.counter(*b).leader.bit() != 0).collect();
        while spare > 0 && !brigades.is_empty() {
            let brigade = brigades.swap_remove(dice.below(brigades.len()));
            let leader = self.counters.counter(brigade).leader;
            let members: Vec<usize> = each(left & self.counters.brigade[leader.index()] & self.counters.infantry[i]).collect();
            let wanted = self.counters.defence(brigade);
            let mut ways: Vec<Set> = Vec::new();
            for choice in 1u32..1 << members.len() {
                let parts = each(Set::from(choice)).fold(0, |set: Set, n| set | 1 << members[n]);
                let points: u8 = pieces(side, parts).map(|p| self.counters.defence(p)).sum();
                if points == wanted && parts.count_ones() as usize <= spare {
                    ways.push(parts);
                }
            }
            if !ways.is_empty() && dice.below(4) != 0 {
                let parts = ways[dice.below(ways.len())];
                spare -= parts.count_ones() as usize;
                left &= !(parts | leader.bit());
                hands.push((brigade, parts | leader.bit()));
            }
        }
        if self.options.fog_of_war && side == Side::Union {
            // Dummies hide any pieces that fit in a hex with them.
            let mut leaders: Vec<PieceId> =
                pieces(side, left & self.counters.leaders[i]).filter(|l| self.counters.counter(*l).dummy != PieceId::NONE).collect();
            while spare > 0 && !leaders.is_empty() {
                let leader = leaders.swap_remove(dice.below(leaders.len()));
                if left & leader.bit() == 0 {
                    continue;
                }
                let mine = left & self.counters.brigade[leader.index()] & !leader.bit();
                let most = 1 + dice.below(spare);
                let (mut parts, mut points) = (leader.bit(), 0);
                for n in each(mine).chain(each(left & self.counters.units[i] & !mine)) {
                    let p = PieceId::new(side, n);
                    if parts.count_ones() as usize <= most && points + self.counters.defence(p) <= self.tables.limits.stack {
                        parts |= p.bit();
                        points += self.counters.defence(p);
                    }
                }
                spare -= parts.count_ones() as usize - 1;
                left &= !parts;
                hands.push((self.counters.counter(leader).dummy, parts));
            }
        }
        hands.extend(pieces(side, left).map(|p| (p, 0)));
        (spare == 0).then_some(hands)
    }

    /// Deals counters to hexes: a matching that respects where each piece may have been set up, then exchanges until no hex is
    /// overstacked. `None` if this try fails.
    fn match_hidden(
        &self,
        state: &State,
        side: Side,
        hands: &[(PieceId, Set)],
        counters: &[HexId],
        dice: &mut Dice,
    ) -> Option<Vec<(PieceId, Set, HexId)>> {
        let may_lie = |piece: PieceId, hex: HexId| match self.scenario.starts[piece.index()] {
            Start::Zone(z) => self.scenario.zones[usize::from(z)].hexes.has(hex),
            Start::Route { .. } => self.ground.flags(state.standing(), hex) & flag::UNION_SIDE != 0,
            _ => false,
        };
        let fits = |hand: usize, counter: usize| match hands[hand] {
            (piece, 0) => may_lie(piece, counters[counter]),
            (_, parts) => pieces(side, parts).all(|p| may_lie(p, counters[counter])),
        };
        let points: Vec<u8> = hands
            .iter()
            .map(|(piece, parts)| match self.counters.kind(*piece) {
                Kind::Dummy => pieces(side, *parts).map(|p| self.counters.defence(p)).sum(),
                _ => self.counters.defence(*piece),
            })
            .collect();
        let mut taken: Vec<Option<usize>> = vec![None; counters.len()];
        let mut order: Vec<usize> = (0..hands.len()).collect();
        for n in (1..order.len()).rev() {
            order.swap(n, dice.below(n + 1));
        }
        order.sort_by_key(|h| (0..counters.len()).filter(|c| fits(*h, *c)).count());
        let turn = dice.below(counters.len().max(1));
        for hand in order {
            let mut tried = vec![false; counters.len()];
            if !augment(hand, turn, &mut taken, &mut tried, &fits) {
                return None;
            }
        }
        let mut dealt: Vec<usize> = taken.into_iter().collect::<Option<Vec<_>>>()?;
        let limit = self.tables.limits.stack;
        let load = |dealt: &[usize], hex: HexId| -> u8 {
            state.points(hex) + (0..counters.len()).filter(|c| counters[*c] == hex).map(|c| points[dealt[c]]).sum::<u8>()
        };
        let excess = |dealt: &[usize], hex: HexId| load(dealt, hex).saturating_sub(limit);
        for _ in 0..EXCHANGES {
            let Some(over) = (0..counters.len()).find(|c| excess(&dealt, counters[*c]) > 0) else {
                return Some(dealt.iter().enumerate().map(|(c, h)| (hands[*h].0, hands[*h].1, counters[c])).collect());
            };
            // Exchange one of its counters with another that may lie there, if the pair is no worse for it.
            let crowded: Vec<usize> = (0..counters.len()).filter(|c| counters[*c] == counters[over]).collect();
            let a = crowded[dice.below(crowded.len())];
            let b = dice.below(counters.len());
            if counters[a] == counters[b] || !fits(dealt[a], b) || !fits(dealt[b], a) {
                continue;
            }
            let before = excess(&dealt, counters[a]) + excess(&dealt, counters[b]);
            dealt.swap(a, b);
            if excess(&dealt, counters[a]) + excess(&dealt, counters[b]) > before {
                dealt.swap(a, b);
            }
        }
        None
    }
}

/// How often a deal is tried; if none comes out, the hidden pieces stay on their card.
const TRIES: usize = 200;
/// How many exchanges are tried to get rid of overstacking.
const EXCHANGES: usize = 600;

fn augment(hand: usize, turn: usize, taken: &mut [Option<usize>], tried: &mut [bool], fits: &dyn Fn(usize, usize) -> bool) -> bool {
    for n in 0..taken.len() {
        let c = (n + turn + hand * 7) % taken.len();
        if tried[c] || !fits(hand, c) {
            continue;
        }
        tried[c] = true;
        if taken[c].is_none_or(|other| augment(other, turn, taken, tried, fits)) {
            taken[c] = Some(hand);
            return true;
        }
    }
    false
}
