//! Chapter 4, no dead ends: whether everybody who is still to be set up finds a place, and whether that stays so after one more is placed.

use crate::GiveUsVictories;
use crate::counters::{PIECES, counters};
use crate::ground::HEXES;
use crate::ids::{Chit, Hex, HexBits, Piece};
use crate::stacking::{MOST_POINTS, MOST_UNITS};
use crate::state::{State, Step};
use engine::Side;
use std::ops::Range;

/// The search for a way to finish a set-up stops here; no set-up that play can reach comes near it.
const SEARCH: u32 = 20_000;
/// More set-up zones than any scenario has, with the boxes of the strategic map.
const MOST_ZONES: usize = 64;
/// Bridgeheads of a scenario.
const MOST_HEADS: usize = 4;

/// A set-up zone.
#[derive(Debug)]
pub(crate) struct Zone {
    /// Its hexes.
    pub hexes: HexBits,
    /// The words of the set that are not empty lie within these.
    words: Range<usize>,
}

impl Zone {
    pub(crate) fn new(hexes: HexBits) -> Zone {
        let first = hexes.words().iter().position(|w| *w != 0).unwrap_or(0);
        let end = hexes.words().iter().rposition(|w| *w != 0).map_or(first, |last| last + 1);
        Zone { hexes, words: first..end }
    }

    /// How many of its hexes are among these.
    fn open(&self, open: &HexBits) -> u16 {
        self.words.clone().map(|i| (self.hexes.words()[i] & open.words()[i]).count_ones() as u16).sum()
    }

    /// Its hexes among these, in order.
    pub(crate) fn within<'a>(&'a self, open: &'a HexBits) -> impl Iterator<Item = Hex> + 'a {
        self.words
            .clone()
            .flat_map(move |i| contact::ones(self.hexes.words()[i] & open.words()[i]).map(move |bit| Hex((i * 64 + bit) as u16)))
    }
}

/// What stands in a hex, or will: units and combat points.
type Load = (u8, u8);

fn with(load: Load, points: u8) -> Load {
    (load.0.saturating_add(1), load.1.saturating_add(points))
}

fn without(load: Load, points: u8) -> Load {
    (load.0.saturating_sub(1), load.1.saturating_sub(points))
}

fn stands(load: Load) -> bool {
    load.0 <= MOST_UNITS && u16::from(load.1) <= MOST_POINTS
}

/// A way to finish the set-up of a side.
pub(crate) struct Completion<'a> {
    game: &'a GiveUsVictories,
    state: &'a State,
    side: Side,
    /// The hexes that are open to the side's units.
    pub(crate) open: HexBits,
    /// Who is to be placed, the narrowest zones first, and where, as far as the search has come.
    places: [(Piece, Hex); PIECES],
    len: usize,
    /// What will stand in each hex.
    load: [Load; HEXES],
    /// GUV-20.2: the corps in each bridgehead.
    holders: [Option<Chit>; MOST_HEADS],
    budget: u32,
}

impl<'a> Completion<'a> {
    /// Nobody is given a place yet.
    #[inline]
    pub(crate) fn new(game: &'a GiveUsVictories, state: &'a State, side: Side) -> Completion<'a> {
        Completion {
            game,
            state,
            side,
            open: if state.berths.side == Some(side) { state.berths.open } else { game.open_hexes(state, side) },
            places: [(Piece::NOBODY, Hex::NONE); PIECES],
            len: 0,
            load: [(0, 0); HEXES],
            holders: [None; MOST_HEADS],
            budget: SEARCH,
        }
    }

    /// Looks for a way to place everybody who waits, the proposed hexes first; false if there is none.
    pub(crate) fn find(&mut self) -> bool {
        self.search(None)
    }

    /// Any way to place everybody who waits: the one that is known, or else one that is found.
    pub(crate) fn complete(&mut self) -> bool {
        let (game, state) = (self.game, self.state);
        if state.berths.side != Some(self.side) {
            return self.find();
        }
        self.count();
        for piece in game.undeployed(state, self.side) {
            let hex = state.berths.hex[piece.index()];
            self.places[self.len] = (piece, hex);
            self.len += 1;
            self.load[hex.index()] = with(self.load[hex.index()], state.cp(piece));
        }
        true
    }

    /// What stands in each hex now.
    fn count(&mut self) {
        for hex in self.state.held[self.side.index()].iter() {
            let (units, points) = self.game.load(self.state, self.side, hex);
            self.load[hex.index()] = (units, points.min(255) as u8);
        }
    }

    /// Looks for a way to place everybody who waits, with one of them placed already.
    fn search(&mut self, placed: Option<(Piece, Hex)>) -> bool {
        self.count();
        self.survey(placed);
        let open = self.open;
        self.fill(&open, 0)
    }

    /// Who holds the bridgeheads, and who waits in which order.
    fn survey(&mut self, placed: Option<(Piece, Hex)>) {
        let (game, state) = (self.game, self.state);
        if game.opt.hypothetical {
            for (holder, head) in self.holders.iter_mut().zip(&game.scenario.bridgeheads) {
                *holder = state.stack_of(self.side, head.0).first().and_then(|p| game.band[p.index()]);
            }
        }
        if let Some((piece, hex)) = placed {
            let load = self.load[hex.index()];
            if let Some(i) = self.head(hex)
                && load.0 == 0
            {
                self.holders[i] = game.band[piece.index()];
            }
            self.load[hex.index()] = with(load, state.cp(piece));
        }
        let mut room = [u16::MAX; MOST_ZONES];
        let mut keys = [0u32; PIECES];
        for piece in game.deploys[self.side.index()].iter() {
            if state.hex(piece) == Hex::WAITING && placed.is_none_or(|p| p.0 != piece) {
                let zone = game.zone_of(state, piece);
                if room[zone] == u16::MAX {
                    room[zone] = game.zones[zone].open(&self.open);
                }
                keys[self.len] = u32::from(room[zone]) << 16 | u32::from(u8::MAX - state.cp(piece)) << 8 | u32::from(piece.0);
                self.len += 1;
            }
        }
        let keys = &mut keys[..self.len];
        keys.sort_unstable();
        for (place, key) in self.places.iter_mut().zip(keys) {
            place.0 = Piece(*key as u8);
        }
    }

    /// GUV-20.2: which bridgehead a hex is, where they are for one corps each.
    fn head(&self, hex: Hex) -> Option<usize> {
        if !self.game.opt.hypothetical {
            return None;
        }
        self.game.scenario.bridgeheads.iter().take(MOST_HEADS).position(|b| b.0 == hex)
    }

    /// Finds places in the open hexes for everybody from the nth on.
    fn fill(&mut self, open: &HexBits, nth: usize) -> bool {
        if nth == self.len {
            return true;
        }
        let piece = self.places[nth].0;
        let (game, state) = (self.game, self.state);
        let (band, points) = (game.band[piece.index()], state.cp(piece));
        for hex in game.candidates(state, piece, open) {
            if self.budget == 0 {
                return false;
            }
            self.budget -= 1;
            let before = self.load[hex.index()];
            let after = with(before, points);
            if !stands(after) {
                continue;
            }
            let head = self.head(hex).map(|i| (i, self.holders[i]));
            if before.0 > 0 && head.is_some_and(|(_, holder)| holder != band) {
                continue;
            }
            self.load[hex.index()] = after;
            if let Some((i, _)) = head {
                self.holders[i] = band;
            }
            self.places[nth].1 = hex;
            if self.fill(open, nth + 1) {
                return true;
            }
            self.load[hex.index()] = before;
            if let Some((i, holder)) = head {
                self.holders[i] = holder;
            }
        }
        false
    }

    /// Who goes where.
    pub(crate) fn places(&self) -> &[(Piece, Hex)] {
        &self.places[..self.len]
    }

    /// Whether all others still find a place after this unit was put there: as found, or with one of them going elsewhere, or after
    /// another search.
    pub(crate) fn allows(&self, piece: Piece, hex: Hex) -> bool {
        self.as_found(piece, hex).is_some() || Completion::new(self.game, self.state, self.side).search(Some((piece, hex)))
    }

    /// Whether the others can go where they were to go after this unit was put there, but for one of them at most, who goes elsewhere.
    fn as_found(&self, piece: Piece, hex: Hex) -> Option<Option<(Piece, Hex)>> {
        let state = self.state;
        let meant = self.places().iter().find(|p| p.0 == piece)?.1;
        if meant == hex {
            return Some(None);
        }
        if self.head(hex).is_some() {
            return None;
        }
        let here = with(self.load[hex.index()], state.cp(piece));
        if stands(here) {
            return Some(None);
        }
        let elsewhere = |other: Piece| {
            let has_room = |to: &Hex| {
                let load = if *to == meant { without(self.load[to.index()], state.cp(piece)) } else { self.load[to.index()] };
                *to != hex && self.head(*to).is_none() && stands(with(load, state.cp(other)))
            };
            self.game.candidates(state, other, &self.open).find(has_room)
        };
        let mut others = self.places().iter().filter(|p| p.1 == hex && stands(without(here, state.cp(p.0)))).map(|p| p.0);
        others.find_map(|other| elsewhere(other).map(|to| Some((other, to))))
    }
}

impl GiveUsVictories {
    /// The zone in which a unit is set up, among all zones: with the hypothetical deployment the box of its chit (GUV-20.2).
    pub(crate) fn zone_of(&self, state: &State, piece: Piece) -> usize {
        if self.opt.hypothetical
            && let Some(chit) = self.band[piece.index()]
            && state.assigned[chit.index()] < self.boxes
        {
            return usize::from(state.assigned[chit.index()]);
        }
        usize::from(self.home_zone[piece.index()])
    }

    /// Where a unit may be set up.
    pub(crate) fn deployment(&self, state: &State, piece: Piece) -> &HexBits {
        &self.zones[self.zone_of(state, piece)].hexes
    }

    /// The open hexes of a unit's zone as the search tries them: the proposed one first, and the first in its place.
    fn candidates<'a>(&'a self, state: &State, piece: Piece, open: &'a HexBits) -> impl Iterator<Item = Hex> + 'a {
        let zone = &self.zones[self.zone_of(state, piece)];
        let proposed = self.proposed[piece.index()];
        let first = (zone.hexes.has(proposed) && open.has(proposed)).then_some(proposed);
        let mut kept = None;
        let others = zone.within(open).enumerate().filter_map(move |(i, hex)| match first {
            Some(_) if i == 0 => {
                kept = (Some(hex) != first).then_some(hex);
                None
            }
            Some(first) if hex == first => kept,
            _ => Some(hex),
        });
        first.into_iter().chain(others)
    }

    /// Every hex that is open to a side that sets up.
    fn open_hexes(&self, state: &State, side: Side) -> HexBits {
        let mut open = self.area.minus(&state.held[side.enemy().index()]);
        if !self.scenario.contact_at_start {
            let shut = open.and(&state.close[side.enemy().index()]);
            shut.iter().filter(|h| self.meets(state, side, *h)).for_each(|h| open.remove(h));
        }
        open
    }

    /// A unit is set up: what was known of the way to place the others is kept as far as it stands.
    pub(crate) fn settle_in(&self, state: &mut State, piece: Piece, hex: Hex) {
        let side = counters().side[piece.index()];
        let known = state.berths.side == Some(side) && state.hex(piece) == Hex::WAITING && self.deploys[side.index()].has(piece);
        let change = match known {
            true if state.berths.hex[piece.index()] == hex => Some(None),
            true => {
                let mut plan = Completion::new(self, state, side);
                plan.complete();
                plan.as_found(piece, hex)
            }
            false => None,
        };
        state.put(piece, hex);
        if let Some(change) = change {
            state.berths.side = Some(side);
            if let Some((other, to)) = change {
                state.berths.hex[other.index()] = to;
            }
        }
    }

    /// Looks for a way to finish the set-up under way if none is known.
    pub(crate) fn keep_berths(&self, state: &mut State) {
        let Step::Deploy(nth) = state.agenda.top() else { return };
        let side = self.deploying(nth);
        if state.berths.side == Some(side) {
            return;
        }
        let mut plan = Completion::new(self, state, side);
        if plan.find() {
            let (places, len, open) = (plan.places, plan.len, plan.open);
            self.take_berths(state, side, &places[..len], open);
        }
    }

    /// This is a way to finish the set-up of a side.
    pub(crate) fn take_berths(&self, state: &mut State, side: Side, places: &[(Piece, Hex)], open: HexBits) {
        places.iter().for_each(|(piece, hex)| state.berths.hex[piece.index()] = *hex);
        (state.berths.side, state.berths.open) = (Some(side), open);
    }

    /// Whether the known way to finish a set-up is one.
    pub(crate) fn berths_stand(&self, state: &State) -> bool {
        let Some(side) = state.berths.side else { return true };
        if state.berths.open != self.open_hexes(state, side) {
            return false;
        }
        let mut plan = Completion::new(self, state, side);
        plan.complete();
        let mut corps = [None; MOST_HEADS];
        plan.places().iter().all(|(piece, hex)| {
            let lodged = self.deployment(state, *piece).has(*hex) && plan.open.has(*hex) && stands(plan.load[hex.index()]);
            let alone = plan.head(*hex).is_none_or(|i| {
                let band = self.band[piece.index()];
                !self.bridgehead_taken(state, *piece, *hex) && *corps[i].get_or_insert(band) == band
            });
            lodged && alone
        })
    }

    /// The units a side sets up.
    pub(crate) fn to_deploy(&self, side: Side) -> impl Iterator<Item = Piece> {
        self.deploys[side.index()].iter()
    }

    /// Those of them who still wait.
    pub(crate) fn undeployed(&self, state: &State, side: Side) -> impl Iterator<Item = Piece> {
        self.to_deploy(side).filter(|p| state.hex(*p) == Hex::WAITING)
    }

    /// The zones of all units made once, after the boxes of the strategic map.
    pub(crate) fn lay_out_zones(&mut self, boxes: Vec<HexBits>, of: impl Fn(Piece) -> HexBits) {
        self.boxes = boxes.len() as u8;
        self.zones = boxes.into_iter().map(Zone::new).collect();
        for piece in Piece::all() {
            let hexes = of(piece);
            let known = self.zones.iter().position(|z| z.hexes == hexes);
            let zone = known.unwrap_or_else(|| {
                self.zones.push(Zone::new(hexes));
                self.zones.len() - 1
            });
            self.home_zone[piece.index()] = zone as u8;
        }
        assert!(self.zones.len() <= MOST_ZONES, "more set-up zones than the search has room for");
        assert!(self.scenario.bridgeheads.len() <= MOST_HEADS, "more bridgeheads than the search has room for");
    }
}
