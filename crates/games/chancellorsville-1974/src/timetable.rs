//! What a march reaches from each hex over open ground: found once, and the answer wherever nobody is in the way.
//!
//! Most marches meet no enemy and no full hex before their last step. For them the search of [`reach`](crate::reach) always finds the same
//! hexes by the same ways, in the same order, so it is made once for every hex and looked up. A hex where somebody stands or
//! controls the ground is asked about; if a way leads on through it and it is not as open as empty ground, the search is made anew.

use std::sync::LazyLock;

use board::{Direction, HexId};

use crate::Chancellorsville1974;
use crate::action::Action;
use crate::counters::{Data, data};
use crate::ground::{HEXES, Hexes, RIVER, WATER, ground};
use crate::movement::{Ease, Group, Stop};
use crate::reach::{Belt, MOST_POINTS, Stage, Start, Way, Ways, search, search_roads};
use crate::state::{CLOSE, CROWD, NEAR, State};

/// A hex within reach, and the cheapest way there.
#[derive(Clone, Copy)]
struct Entry {
    way: Way,
    hex: HexId,
    /// Ways lead on through it.
    relay: bool,
    /// A river hex: who may enter it is asked each time.
    river: bool,
}

/// What is noted of a hex on the way by road: ways lead on through it.
const RELAY: u8 = 1;
/// A march without bonus reaches it.
const WITHIN: u8 = 2;
/// A river hex: who may enter it is asked each time.
const ASKED: u8 = 4;

/// Where the entries of a hex are, and the river hexes beside its ways: bridges and boats there change everything.
#[derive(Clone, Copy)]
struct Page {
    entries: Span,
    roads: Span,
    waters: Span,
}

/// From one number to another, which is left out.
type Span = (u32, u32);

fn within<T>(list: &[T], span: Span) -> &[T] {
    &list[span.0 as usize..span.1 as usize]
}

/// All that is within reach over open ground, by allowance, by who swims, and by hex.
struct Timetable {
    /// Which part of the pages is for an allowance, without swimming and with it.
    parts: [[Option<usize>; 2]; MOST_POINTS + 1],
    pages: Vec<Page>,
    entries: Vec<Entry>,
    roads: Vec<Stage>,
    waters: Vec<HexId>,
}

fn timetable() -> &'static Timetable {
    static TIMETABLE: LazyLock<Timetable> = LazyLock::new(|| Timetable::of(data()));
    &TIMETABLE
}

/// The entries of one hex as they are found.
#[derive(Default)]
struct Found(Vec<(HexId, Way)>);

impl Ways for Found {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn add(&mut self, hex: HexId, way: Way) {
        self.0.push((hex, way));
    }

    fn improve(&mut self, place: usize, way: Way) {
        self.0[place].1 = way;
    }
}

impl Timetable {
    fn of(data: &Data) -> Timetable {
        let parts = [[None; 2]; MOST_POINTS + 1];
        let mut table = Timetable { parts, pages: Vec::new(), entries: Vec::new(), roads: Vec::new(), waters: Vec::new() };
        let swims = |i: usize| data.crossing[data.kind[i] as usize].swim && !data.kind[i].is_equipment();
        for (i, points) in data.movement.iter().enumerate() {
            for allowance in [*points, data.limits.face_down_allowance.min(*points)] {
                // A stack goes no farther than its slowest, and never swims.
                for swims in [false, swims(i)] {
                    if table.parts[usize::from(allowance)][usize::from(swims)].is_none() {
                        table.parts[usize::from(allowance)][usize::from(swims)] = Some(table.pages.len());
                        (0..HEXES).for_each(|hex| table.write(data, HexId(hex as u16), allowance, swims));
                    }
                }
            }
        }
        table
    }

    /// Writes the page of a hex; that of one in the water is empty.
    fn write(&mut self, data: &Data, from: HexId, allowance: u8, swims: bool) {
        // Away from the water it is all the same who swims: one page is for both.
        let dry = self.parts[usize::from(allowance)][0].and_then(|part| self.pages.get(part + from.index())).copied();
        if let Some(page) = dry.filter(|page| swims && page.waters.0 == page.waters.1) {
            self.pages.push(page);
            return;
        }
        let before = [self.entries.len(), self.roads.len(), self.waters.len()];
        if !ground().is(from, RIVER | WATER) {
            self.write_entries(data, from, allowance, swims);
            self.write_roads(data, from, allowance, before[0]);
        }
        let after = [self.entries.len(), self.roads.len(), self.waters.len()];
        let [entries, roads, waters] = std::array::from_fn(|i| (before[i] as u32, after[i] as u32));
        self.pages.push(Page { entries, roads, waters });
    }

    fn write_entries(&mut self, data: &Data, from: HexId, allowance: u8, swims: bool) {
        let (mut relays, mut beside) = (Hexes::default(), Hexes::default());
        let mut found = Found::default();
        let start = Start { from, spent: 0, allowance, bound: false, hauled: false };
        let open = |at: HexId, _, to: HexId, ease: Ease| {
            if ease.wet() {
                beside.insert(to);
            }
            if ease.deep() && !swims {
                return None;
            }
            relays.insert(at);
            Some(ease.wet() || ease.stops())
        };
        search(data, &start, &mut Belt::around(from, allowance), open, &mut found);
        let entry = |(hex, way): (HexId, Way)| Entry { way, hex, relay: relays.has(hex), river: ground().river(hex) };
        self.entries.extend(found.0.into_iter().map(entry));
        self.waters.extend(beside.iter());
    }

    /// Those that are reached otherwise, and on through which nothing leads, are left out.
    fn write_roads(&mut self, data: &Data, from: HexId, allowance: u8, entries: usize) {
        let reached: Hexes = self.entries[entries..].iter().map(|entry| entry.hex).collect();
        let mut relays = Hexes::default();
        let mut stages = Vec::new();
        let open = |at: HexId, _, to: HexId| {
            relays.insert(at);
            Some(!ground().river(to))
        };
        search_roads(data, from, allowance, open, |stage| stages.push(stage));
        let note = |holds: bool, note: u8| if holds { note } else { 0 };
        let notes = |hex| note(relays.has(hex), RELAY) | note(reached.has(hex), WITHIN) | note(ground().river(hex), ASKED);
        self.roads
            .extend(stages.into_iter().map(|stage| stage.noted(notes(stage.hex))).filter(|stage| stage.notes & (RELAY | WITHIN) != WITHIN));
    }

    /// The page for such a march.
    #[inline]
    fn page(&self, from: HexId, group: &Group) -> Option<&Page> {
        let part = self.parts[usize::from(group.allowance)][usize::from(group.swims)]?;
        Some(&self.pages[part + from.index()])
    }
}

impl Chancellorsville1974 {
    /// The hexes that a march reaches over open ground without the road bonus. Where somebody keeps it out of one, it may not go there
    /// by road either.
    pub(crate) fn within_reach(&self, group: &Group, from: HexId) -> Hexes {
        let table = timetable();
        table.page(from, group).map_or(&[][..], |page| within(&table.entries, page.entries)).iter().map(|entry| entry.hex).collect()
    }

    /// Lists what a group reaches over open ground without the road bonus; returns whether nobody is in the way.
    pub(crate) fn look_up(&self, state: &State, group: &Group, from: HexId, out: &mut Vec<Action>) -> bool {
        if !group.fits || group.equipment || self.controls(state, group.side.enemy(), from) {
            return false;
        }
        let table = timetable();
        let Some(page) = table.page(from, group) else { return false };
        let (entries, waters) = (within(&table.entries, page.entries), within(&table.waters, page.waters));
        if entries.is_empty() || waters.iter().any(|hex| state.holds_equipment(*hex)) {
            return false;
        }
        let start = out.len();
        let somebody = CROWD[0] | CROWD[1] | NEAR[group.side.enemy().index()];
        let mut rest = entries;
        loop {
            let open = rest.iter().take_while(|entry| !entry.river && state.flags(entry.hex) & somebody == 0).count();
            out.extend(rest[..open].iter().map(|entry| Action::March(group.pieces, entry.way.path(from))));
            let Some((entry, others)) = rest[open..].split_first() else { return true };
            rest = others;
            let (hex, last) = (entry.hex, entry.way.last());
            match self.enter_from_open(state, group, hex, last, entry.river) {
                Some(goes_on) if goes_on || !entry.relay => out.push(Action::March(group.pieces, entry.way.path(from))),
                None if !entry.relay => {}
                _ => break,
            }
        }
        out.truncate(start);
        false
    }

    /// Whether a hex with somebody in it or beside it may be entered from open ground, and whether a march goes on from there.
    fn enter_from_open(&self, state: &State, group: &Group, hex: HexId, last: Direction, river: bool) -> Option<bool> {
        if !river && self.is_open(state, group, hex) {
            return Some(true);
        }
        let before = self.ground.grid().neighbour(hex, last.opposite());
        self.stride(state, group, before, last).ok().map(|stride| stride.stop == Stop::No)
    }

    /// Lists what only the road bonus reaches, after [`Chancellorsville1974::look_up`]; returns whether nobody is in the way.
    pub(crate) fn look_up_roads(&self, state: &State, group: &Group, from: HexId, out: &mut Vec<Action>) -> bool {
        let table = timetable();
        let Some(page) = table.page(from, group) else { return false };
        let entries = within(&table.roads, page.roads);
        let start = out.len();
        let enemy = group.side.enemy();
        let somebody = CROWD[0] | CROWD[1] | NEAR[enemy.index()] | CLOSE[enemy.index()];
        for stage in entries {
            let (hex, river) = (stage.hex, stage.notes & ASKED != 0);
            if river || state.flags(hex) & somebody != 0 {
                let goes_on = match self.anyone_beside(state, enemy, hex) {
                    true => None,
                    false if river && state.holds_equipment(hex) => Some(false),
                    false => self.enter_from_open(state, group, hex, stage.last(), river).map(|on| on || river),
                };
                match goes_on {
                    Some(true) => {}
                    None if stage.notes & RELAY == 0 => continue,
                    // What may be entered and not passed could be come upon by another road too.
                    _ => {
                        out.truncate(start);
                        return false;
                    }
                }
            }
            if stage.notes & WITHIN == 0 {
                out.push(Action::March(group.pieces, stage.path(from)));
            }
        }
        true
    }
}
