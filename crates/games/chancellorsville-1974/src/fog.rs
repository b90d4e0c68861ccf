//! Inverted Confederate counters (Optional III): turning up and down, what a seat may know, and full positions that fit it.

use board::HexId;
use engine::{Dice, Fog, Illegal, Seat, Side, Sink};

use crate::action::Event;
use crate::counters::{Kind, PIECES, PieceId, Set, each};
use crate::ground::RIVER;
use crate::state::{Agenda, EQUIPMENT, Fate, State, Step, UNION_FIGHTS};
use crate::{Chancellorsville1974, audit};

/// What one seat may know of a position.
///
/// For those who do not see behind face-down counters it is a position too, but one in which the unknown counters stand for "some
/// counter" in a fixed order: two positions that differ only behind counters face down give the same knowledge.
#[derive(Clone, PartialEq, Debug)]
pub struct Knowledge {
    pub(crate) seat: Seat,
    /// The position, without what the seat may not know.
    pub state: State,
    /// Face-down counters on the map whose identity this seat does not know.
    pub unseen: Set,
}

impl Fog for Chancellorsville1974 {
    type Knowledge = Knowledge;

    fn secrets(&self) -> bool {
        self.options.inverted
    }

    fn unveiled<'s>(&self, state: &'s State, seat: Seat) -> Option<&'s State> {
        (!self.options.inverted || seat.sees_for(Side::Confederate)).then_some(state)
    }

    /// What that seat may know (C74-OPT-III.A: hexes and heights of stacks, not who stands there; C74-QA-13: forts always).
    fn knowledge(&self, state: &State, seat: Seat) -> Knowledge {
        if let Some(all) = self.unveiled(state, seat) {
            return Knowledge { seat, state: all.clone(), unseen: 0 };
        }
        let secret = self.secret(state);
        let mut heights: Vec<HexId> = each(secret & state.face_down).map(|p| state.hex[p.index()]).filter(|h| h.is_some()).collect();
        heights.sort_unstable();
        let mut cut = state.clone();
        let mut unseen = 0;
        // What the secret counters did or owe is taken off them, then they are dealt out again in a fixed order.
        let moved_here: Vec<HexId> = each(secret & state.moved).map(|p| state.hex[p.index()]).filter(|h| h.is_some()).collect();
        for piece in each(secret) {
            cut.remove(piece, Fate::Box);
        }
        for set in [
            &mut cut.moved,
            &mut cut.attacked,
            &mut cut.fired,
            &mut cut.retreated,
            &mut cut.barred,
            &mut cut.struck,
            &mut cut.spared,
            &mut cut.touched,
            &mut cut.reshaped,
            &mut cut.picked,
        ] {
            *set &= !secret;
        }
        cut.reshaped = 0;
        for (piece, hex) in each(secret).zip(&heights) {
            cut.put(piece, *hex);
            unseen |= piece.bit();
        }
        cut.turn_counters(unseen, true);
        // Which of equal counters moved is not to be told from a stack, but how many did was seen.
        let mut left = moved_here;
        for piece in each(unseen) {
            if let Some(at) = left.iter().position(|h| *h == cut.hex[piece.index()]) {
                left.swap_remove(at);
                cut.moved |= piece.bit();
            }
        }
        let struck: Vec<HexId> = each(secret & state.struck).map(|p| state.hex[p.index()]).filter(|h| h.is_some()).collect();
        for piece in each(unseen) {
            if struck.contains(&cut.hex[piece.index()]) {
                cut.struck |= piece.bit();
            }
        }
        if matches!(state.agenda.top(), Step::Breaking(..) | Step::Forming(..)) {
            cut.agenda = Agenda::of(&[state.agenda.phase()]);
        }
        Knowledge { seat, state: cut, unseen }
    }

    /// A full position that fits what a seat knows: the unknown counters are dealt at random, as the rules allow.
    fn sample(&self, known: &Knowledge, dice: &mut Dice) -> State {
        let veiled = self.options.inverted && !known.seat.sees_for(Side::Confederate);
        if veiled && known.state.agenda.top() == Step::SetUp(Side::Confederate) {
            return self.deal_set_up(known, dice);
        }
        if known.unseen == 0 {
            return known.state.clone();
        }
        // Beyond this the last deal stands: whoever asked wants a position, not the perfect one.
        const TRIES: usize = 200;
        let slots: Vec<HexId> = each(known.unseen).map(|p| known.state.hex[p.index()]).collect();
        let mut last = None;
        for attempt in 0..TRIES {
            let Some(hand) = self.hand(known, slots.len(), dice) else { continue };
            if let Some(state) = self.deal_hand(known, &slots, hand, attempt > TRIES / 2, dice) {
                if audit::audit(self, &state).is_ok() {
                    return state;
                }
                last = Some(state);
            }
        }
        last.unwrap_or_else(|| known.state.clone())
    }

    /// Of a counter that is face up, or out of the game, a seat knows everything. How many lie face down in a hex is public.
    fn facts(&self, known: &Knowledge, about: Side, out: &mut Vec<u64>) {
        if about == Side::Confederate && self.options.inverted {
            out.extend(each(self.data.gray & !known.unseen & !self.secret(&known.state)).map(|p| p.index() as u64));
        }
    }
}

impl Chancellorsville1974 {
    /// Turns counters up.
    pub(crate) fn reveal<K: Sink<Event>>(&self, state: &mut State, set: Set, hex: HexId, sink: &mut K) {
        if set != 0 {
            state.turn_counters(set, false);
            sink.tell(|| Event::Revealed(set, hex));
        }
    }

    /// C74-OPT-III.D.5: a counter that moved into a Union-controlled hex shows itself.
    pub(crate) fn show_on_contact<K: Sink<Event>>(&self, state: &mut State, pieces: Set, hex: HexId, sink: &mut K) {
        if pieces & state.face_down != 0 && self.controls(state, Side::Union, hex) {
            self.reveal(state, pieces & state.face_down, hex, sink);
        }
    }

    /// C74-OPT-III.C: turning up is free, at set-up or in the Confederate Movement Phase.
    pub(crate) fn may_reveal(&self, state: &State, by: Side, piece: PieceId) -> Result<(), Illegal> {
        let window = match state.agenda.top() {
            Step::SetUp(side) => side == Side::Confederate,
            Step::Movement => state.phasing == Side::Confederate,
            _ => false,
        };
        if by == Side::Confederate && window && state.face_down & piece.bit() != 0 && state.moved & piece.bit() == 0 {
            return Ok(());
        }
        Err(Illegal::new(
            "C74-OPT-III.C",
            "A face-down counter that has not moved may be turned up in the Confederate Movement Phase.",
            "Turn up one that has not moved yet, or march as it is.",
        ))
    }

    /// C74-OPT-III.E: who may be turned down again: face up, not in a Union-controlled hex; a disrupted unit's marker would name it.
    pub fn invertible(&self, state: &State) -> Set {
        each(self.data.gray & !state.face_down)
            .filter(|p| state.on_map(*p) && !state.disrupted(*p) && !self.controls(state, Side::Union, state.hex[p.index()]))
            .fold(0, |set, p| set | p.bit())
    }

    pub(crate) fn may_invert(&self, state: &State, by: Side, piece: PieceId) -> Result<(), Illegal> {
        if by == Side::Confederate && state.agenda.top() == Step::Inverting && self.invertible(state) & piece.bit() != 0 {
            return Ok(());
        }
        Err(Illegal::new(
            "C74-OPT-III.E",
            "At the end of the Confederate Segment undisrupted units outside Union zones of control may be turned down.",
            "Choose such a unit, or leave the others face up.",
        ))
    }

    /// Whether a Confederate counter face down stands beside a hex of that kind in the Confederates' own Segment: then they are asked,
    /// whether or not that counter can do anything.
    fn face_down_beside(&self, state: &State, hex: impl Fn(HexId) -> bool) -> bool {
        state.phasing == Side::Confederate
            && each(state.face_down).any(|p| {
                let at = state.hex[p.index()];
                at.is_some() && self.ground.neighbours(at).any(&hex)
            })
    }

    /// Some face-down counter might attack.
    pub(crate) fn might_attack(&self, state: &State) -> bool {
        self.face_down_beside(state, |n| state.flags(n) & (UNION_FIGHTS | EQUIPMENT) != 0)
    }

    /// Some face-down counter might enter a fort emptied by fire.
    pub(crate) fn might_occupy(&self, state: &State) -> bool {
        !state.emptied.is_empty() && self.face_down_beside(state, |n| state.emptied.has(n) && state.at(n) & self.data.union == 0)
    }

    /// Some face-down counter might destroy a bridge or boats.
    pub(crate) fn might_destroy(&self, state: &State) -> bool {
        self.face_down_beside(state, |n| state.flags(n) & EQUIPMENT != 0)
    }

    /// Whose identity nobody but the Confederate knows: face down, in the box, or still to be placed.
    fn secret(&self, state: &State) -> Set {
        let open = |p: &PieceId| match state.fate(*p) {
            Fate::Map => state.face_down & p.bit() == 0,
            Fate::Box | Fate::Unplaced => false,
            Fate::Raid | Fate::Eliminated | Fate::Aside => true,
        };
        each(self.data.gray).filter(|p| !open(p)).fold(0, |set, p| set | p.bit())
    }

    /// The same while the Confederate sets up: some divisions may be split, and what is not on the map is still to be placed.
    fn deal_set_up(&self, known: &Knowledge, dice: &mut Dice) -> State {
        const TRIES: usize = 200;
        let slots: Vec<HexId> = each(known.unseen).map(|p| known.state.hex[p.index()]).collect();
        let divisions: Vec<PieceId> = each(self.data.gray & self.data.fights).filter(|p| self.data.is_division(*p)).collect();
        let mut empty = known.state.clone();
        each(known.unseen).for_each(|p| empty.remove(p, Fate::Box));
        let secret = each(self.data.gray).filter(|p| empty.fate(*p) == Fate::Box).fold(0, |set: Set, p| set | p.bit());
        for attempt in 0..TRIES {
            let mut state = empty.clone();
            for piece in each(secret & !self.data.substitutes) {
                state.set_fate(piece, Fate::Unplaced);
            }
            // The more counters lie on the map, the more divisions must be split.
            let raided = |d: &&PieceId| self.options.raid && self.data.parts_of(**d) & self.data.gray_raider.bit() != 0;
            for division in &divisions {
                let split = raided(&division) || dice.below(TRIES) < attempt;
                if split && secret & division.bit() != 0 {
                    self.split(&mut state, *division);
                    if raided(&division) {
                        state.set_fate(self.data.gray_raider, Fate::Raid);
                    }
                }
            }
            let mut left = slots.clone();
            // The hexes that fewest counters may start in come first.
            left.sort_by_key(|h| each(secret).filter(|p| self.may_start_at(*p, *h).is_ok()).count());
            let placed = left.into_iter().all(|hex| {
                let open: Vec<PieceId> = each(secret).filter(|p| self.may_place(&state, Side::Confederate, *p, hex).is_ok()).collect();
                if open.is_empty() {
                    return false;
                }
                let piece = open[dice.below(open.len())];
                self.place(&mut state, piece, hex, &mut ());
                true
            });
            if placed {
                return state;
            }
        }
        known.state.clone()
    }

    /// Unknown counters that could be on the map together: so many, and with the strength that is not accounted for.
    fn hand(&self, known: &Knowledge, count: usize, dice: &mut Dice) -> Option<Vec<PieceId>> {
        let state = &known.state;
        let secret: Set = known.unseen | state.with_fate(Fate::Box) & self.data.gray;
        let hq = self.data.kind_set(Kind::Headquarters);
        let mut hand: Vec<PieceId> = each(secret & (self.data.guns() | hq) & !self.data.substitutes).collect();
        let divisions: Vec<PieceId> = each(self.data.gray & self.data.fights).filter(|p| self.data.is_division(*p)).collect();
        for kind in [Kind::Infantry, Kind::Cavalry] {
            let whole: u32 =
                divisions.iter().filter(|d| self.data.kind[d.index()] == kind).map(|d| u32::from(self.data.strength[d.index()])).sum();
            let of_kind = self.data.kind_set(kind) & self.data.gray;
            let open = each(of_kind & !secret)
                .filter(|p| matches!(state.fate(*p), Fate::Map | Fate::Eliminated | Fate::Raid))
                .fold(0, |set: Set, p| set | p.bit());
            let aside = of_kind & state.with_fate(Fate::Aside) & !self.data.substitutes;
            let mut left = whole.saturating_sub(self.data.total(open) + self.data.total(aside));
            let mut whole_ones: Vec<PieceId> = divisions.iter().copied().filter(|d| of_kind & secret & d.bit() != 0).collect();
            let mut parts: Vec<PieceId> = each(of_kind & secret & self.data.substitutes).collect();
            shuffle(&mut whole_ones, dice);
            shuffle(&mut parts, dice);
            // Break down as many divisions as the number of counters asks for, chosen by lot.
            let keep = dice.below(whole_ones.len() + 1);
            for division in whole_ones.into_iter().take(keep) {
                let strength = u32::from(self.data.strength[division.index()]);
                if strength <= left {
                    left -= strength;
                    hand.push(division);
                }
            }
            parts.sort_by_key(|p| std::cmp::Reverse(self.data.strength[p.index()]));
            for part in parts {
                let strength = u32::from(self.data.strength[part.index()]);
                if strength <= left {
                    left -= strength;
                    hand.push(part);
                }
            }
            if left != 0 {
                return None;
            }
        }
        let mut staffs: Vec<PieceId> = each(secret & hq & self.data.substitutes).collect();
        shuffle(&mut staffs, dice);
        let missing = count.checked_sub(hand.len())?;
        if missing > staffs.len() {
            return None;
        }
        hand.extend(staffs.into_iter().take(missing));
        Some(hand)
    }

    /// Puts the hand on the slots, the strongest first, each on a slot with room; `tight` where a free deal did not fit.
    fn deal_hand(&self, known: &Knowledge, slots: &[HexId], mut hand: Vec<PieceId>, tight: bool, dice: &mut Dice) -> Option<State> {
        let mut state = known.state.clone();
        for piece in each(known.unseen) {
            state.remove(piece, Fate::Box);
        }
        let marks = |set: Set| -> Vec<HexId> { each(set & known.unseen).map(|p| known.state.hex[p.index()]).collect() };
        let (mut moved, struck) = (marks(known.state.moved), marks(known.state.struck));
        for set in [&mut state.moved, &mut state.struck] {
            *set &= !known.unseen;
        }
        shuffle(&mut hand, dice);
        hand.sort_by_key(|p| std::cmp::Reverse(self.data.strength[p.index()]));
        let mut free: Vec<HexId> = slots.to_vec();
        shuffle(&mut free, dice);
        if tight {
            // High stacks are of small counters: the strongest go where few lie.
            free.sort_by_key(|h| slots.iter().filter(|s| *s == h).count());
        }
        // Slots on the river take few kinds: fill them first.
        free.sort_by_key(|h| !self.ground.is(*h, RIVER));
        let river = free.iter().filter(|h| self.ground.is(**h, RIVER)).count();
        for hex in free.drain(..river).collect::<Vec<_>>() {
            let fits = |p: &PieceId| {
                let means = self.data.crossing[self.data.kind[p.index()] as usize];
                means.swim || self.ground.ford[hex.index()][0].is_some() || state.bridge_at(hex).is_some()
            };
            let at = hand.iter().rposition(fits)?;
            state.put(hand.remove(at), hex);
        }
        for piece in hand {
            let at = free.iter().position(|h| self.room(&state, Side::Confederate, *h, piece.bit()).is_ok())?;
            state.put(piece, free.remove(at));
        }
        let down = each(self.data.gray)
            .filter(|p| state.on_map(*p) && (known.state.face_down & p.bit() != 0 || !known.state.on_map(*p)))
            .fold(0, |set: Set, p| set | p.bit());
        state.turn_counters(down, true);
        for piece in each(state.face_down) {
            let hex = state.hex[piece.index()];
            if let Some(at) = moved.iter().position(|h| *h == hex) {
                moved.swap_remove(at);
                state.moved |= piece.bit();
            }
            if struck.contains(&hex) {
                state.struck |= piece.bit();
            }
        }
        Some(state)
    }
}

fn shuffle<T>(items: &mut [T], dice: &mut Dice) {
    for i in (1..items.len()).rev() {
        items.swap(i, dice.below(i + 1));
    }
}

// Every piece fits one bit of a set.
const _: () = assert!(PIECES <= 128);
