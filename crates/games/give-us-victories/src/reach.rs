//! Chapter 9: what a march has to spend, and the hexes it can reach with it.

use crate::counters::tables;
use crate::ground::HEXES;
use crate::ids::{Hex, HexBits, Path};
use board::Direction;
use std::cell::RefCell;

/// What a march has to spend.
#[derive(Clone, Copy, Debug)]
pub struct Purse {
    /// Half points of the slowest.
    pub allowance: u8,
    /// Half points spent.
    pub spent: u8,
    /// All by road so far.
    pub road: bool,
}

/// A hex that can be reached: the cost, and its way among those of the search.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// Where.
    pub hex: Hex,
    /// Half points.
    pub spent: u8,
    way: u16,
}

/// What is known of a hex, come to by road all the way or not: for how much, and by which step after which way.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    round: u32,
    spent: u8,
    steps: u8,
    direction: u8,
    before: u16,
}

/// A search for the hexes that can be reached. It keeps its arrays from one question to the next.
#[derive(Default)]
pub struct Reach {
    round: u32,
    nodes: Vec<Node>,
    waiting: Vec<Vec<u16>>,
    /// The ways to the hexes that are done with, in the order they were.
    ways: Vec<Path>,
    /// The hexes found, the cheapest first.
    pub ends: Vec<End>,
}

impl Reach {
    /// Nodes are hexes by road all the way (even) or not (odd).
    #[inline]
    fn node(hex: Hex, road: bool) -> u16 {
        hex.0 * 2 + u16::from(!road)
    }

    pub(crate) fn begin(&mut self) {
        if self.nodes.is_empty() {
            self.nodes.resize(HEXES * 2, Node::default());
        }
        self.round += 1;
        self.ends.clear();
        self.ways.clear();
        self.waiting.iter_mut().for_each(Vec::clear);
    }

    #[inline]
    fn improve(&mut self, node: u16, new: Node) {
        // Whoever came by road all the way for no more has every way that this one has.
        let by_road = self.nodes[usize::from(node & !1)];
        if node & 1 == 1 && by_road.round == self.round && by_road.spent <= new.spent {
            return;
        }
        let known = &mut self.nodes[usize::from(node)];
        if known.round != self.round || new.spent < known.spent {
            *known = Node { round: self.round, ..new };
            self.waiting[usize::from(new.spent)].push(node);
        }
    }

    /// Looks for every hex that can be come to from a hex, if these are neighbours and a step costs that, by a road or not.
    #[inline]
    pub(crate) fn spread(&mut self, start: Hex, purse: Purse, near: &[[Hex; 6]], step: impl Fn(Hex, Direction) -> Option<(u8, bool)>) {
        let most = purse.allowance + tables().cost.road_bonus;
        if purse.spent > most {
            return;
        }
        self.make_room(most);
        self.improve(Reach::node(start, purse.road), Node { spent: purse.spent, ..Node::default() });
        // The hexes that are done with: come to by road all the way, and in any way. Nothing is gained by coming there later.
        let (mut by_road, mut anyhow) = (HexBits::default(), HexBits::default());
        for spent in purse.spent..=most {
            let mut i = 0;
            while let Some(at) = self.waiting[usize::from(spent)].get(i).copied() {
                i += 1;
                let node = self.nodes[usize::from(at)];
                if node.spent != spent {
                    continue;
                }
                let (hex, road, way) = (Hex(at / 2), at.is_multiple_of(2), self.ways.len() as u16);
                let short = usize::from(node.steps) <= Path::MOST;
                let before = if node.steps == 0 { None } else { self.ways.get(usize::from(node.before)) };
                let on = |path: &Path| path.then(Direction::from_index(usize::from(node.direction)));
                self.ways.push(before.filter(|_| short).map_or(Path::EMPTY, on));
                if hex != start && !anyhow.has(hex) && short {
                    self.ends.push(End { hex, spent, way });
                }
                anyhow.insert(hex);
                if road {
                    by_road.insert(hex);
                }
                let done = if road { &by_road } else { &anyhow };
                let steps = node.steps.saturating_add(1);
                for (to, i) in near[hex.index()].into_iter().zip(0u8..) {
                    if !to.is_some() || done.has(to) {
                        continue;
                    }
                    let Some((cost, follows)) = step(hex, Direction::from_index(usize::from(i))) else { continue };
                    // GUV-9.3, GUV-9.20: as [`Purse::pay`] has it.
                    let (spent, road) = (spent + cost, road && follows);
                    if spent <= if road { most } else { purse.allowance } {
                        self.improve(Reach::node(to, road), Node { spent, steps, direction: i, before: way, ..Node::default() });
                    }
                }
            }
            self.waiting[usize::from(spent)].clear();
        }
    }

    /// Room for ways of so many half points.
    fn make_room(&mut self, most: u8) {
        if self.waiting.len() <= usize::from(most) {
            self.waiting.resize_with(usize::from(most) + 1, Vec::new);
        }
    }

    /// The way to one of the hexes found.
    #[inline]
    pub fn way_to(&self, end: End) -> Path {
        self.ways[usize::from(end.way)]
    }
}

thread_local! {
    /// The search of this thread.
    pub(crate) static REACH: RefCell<Reach> = RefCell::default();
}

impl Purse {
    /// GUV-9.3, GUV-9.20: the whole cost of a step must be there; a march all by road has one point more.
    #[inline]
    pub(crate) fn pay(self, cost: u8, by_road: bool) -> Option<Purse> {
        let road = self.road && by_road;
        let limit = self.allowance + if road { tables().cost.road_bonus } else { 0 };
        let spent = self.spent + cost;
        (spent <= limit).then_some(Purse { spent, road, ..self })
    }
}
