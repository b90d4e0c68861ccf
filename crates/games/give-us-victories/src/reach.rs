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

/// A hex that can be reached: the cost, and the node of the search.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// Where.
    pub hex: Hex,
    /// Half points.
    pub spent: u8,
    pub(crate) node: u16,
}

/// What is known of a hex, come to by road all the way or not.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    pub(crate) round: u32,
    pub(crate) spent: u8,
    pub(crate) steps: u8,
    pub(crate) done: bool,
    pub(crate) direction: u8,
    pub(crate) from: u16,
}

/// A search for the hexes that can be reached. It keeps its arrays from one question to the next.
#[derive(Default)]
pub struct Reach {
    pub(crate) round: u32,
    pub(crate) nodes: Vec<Node>,
    pub(crate) waiting: Vec<Vec<u16>>,
    /// The hexes found, the cheapest first.
    pub ends: Vec<End>,
}

impl Reach {
    /// No node: before the first step.
    pub(crate) const START: u16 = u16::MAX;

    /// Nodes are hexes by road all the way (even) or not (odd).
    pub(crate) fn node(hex: Hex, road: bool) -> u16 {
        hex.0 * 2 + u16::from(!road)
    }

    pub(crate) fn begin(&mut self) {
        if self.nodes.is_empty() {
            self.nodes.resize(HEXES * 2, Node::default());
        }
        self.round += 1;
        self.ends.clear();
        self.waiting.iter_mut().for_each(Vec::clear);
    }

    #[inline]
    pub(crate) fn improve(&mut self, node: u16, spent: u8, from: u16, direction: u8) {
        // Whoever came by road all the way for no more has every way that this one has.
        let by_road = self.nodes[usize::from(node & !1)];
        if node & 1 == 1 && by_road.round == self.round && by_road.spent <= spent {
            return;
        }
        let steps = if from == Reach::START { 0 } else { self.nodes[usize::from(from)].steps.saturating_add(1) };
        let known = &mut self.nodes[usize::from(node)];
        if known.round != self.round || spent < known.spent {
            *known = Node { round: self.round, spent, steps, done: false, direction, from };
            self.waiting[usize::from(spent)].push(node);
        }
    }

    /// Whether a way of so many half points at most leads from a hex to one of these, if a step costs that.
    pub(crate) fn leads_to(from: Hex, most: u8, goal: &HexBits, step: impl Fn(Hex, Direction) -> Option<(Hex, u8)>) -> bool {
        REACH.with_borrow_mut(|reach| {
            reach.begin();
            reach.make_room(most);
            reach.improve(Reach::node(from, true), 0, Reach::START, 0);
            for spent in 0..=most {
                let mut i = 0;
                while let Some(at) = reach.waiting[usize::from(spent)].get(i).copied() {
                    i += 1;
                    let hex = Hex(at / 2);
                    if reach.nodes[usize::from(at)].spent != spent {
                        continue;
                    }
                    if goal.has(hex) {
                        return true;
                    }
                    for d in Direction::ALL {
                        let Some((to, cost)) = step(hex, d) else { continue };
                        if spent + cost <= most {
                            reach.improve(Reach::node(to, true), spent + cost, at, d.index() as u8);
                        }
                    }
                }
            }
            false
        })
    }

    /// Room for ways of so many half points.
    pub(crate) fn make_room(&mut self, most: u8) {
        if self.waiting.len() <= usize::from(most) {
            self.waiting.resize_with(usize::from(most) + 1, Vec::new);
        }
    }

    /// The way to one of the hexes found.
    pub fn way_to(&self, end: End) -> Path {
        let mut steps = [Direction::ALL[0]; Path::MOST];
        let mut at = self.nodes[usize::from(end.node)];
        let length = usize::from(at.steps).min(Path::MOST);
        for i in (0..length).rev() {
            steps[i] = Direction::from_index(usize::from(at.direction));
            at = self.nodes[usize::from(at.from)];
        }
        steps[..length].iter().copied().collect()
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
