//! The places that decide the game, and the ways to them.

use board::HexId;
use bull_run::ground::{BARRED, Gait, Ground, HEXES};
use engine::Side;
use std::collections::BinaryHeap;
use std::sync::LazyLock;

/// The places that decide the game: Manassas, the three stars, Centreville.
pub(crate) const GOALS: usize = 5;

pub(crate) const MANASSAS: usize = 0;

pub(crate) const CENTREVILLE: usize = 4;

/// A regiment's movement in a turn, in sixths.
pub(crate) const TURN: u16 = 24;

/// Far.
pub(super) const FAR: u16 = 9_999;

/// The ways to the goals as a regiment walks, in sixths, with and without the trestle.
pub(crate) fn ways(standing: bool) -> &'static [Vec<u16>; GOALS] {
    static WAYS: LazyLock<[[Vec<u16>; GOALS]; 2]> =
        LazyLock::new(|| [false, true].map(|standing| std::array::from_fn(|goal| distances(Ground::get(), standing, goal_hexes(goal)))));
    &WAYS[usize::from(standing)]
}

/// The hexes of a goal.
pub(crate) fn goal_hexes(goal: usize) -> &'static [HexId] {
    let ground = Ground::get();
    match goal {
        MANASSAS => &ground.bases[Side::Confederate.index()],
        CENTREVILLE => &ground.bases[Side::Union.index()],
        star => &ground.stars[star - 1..star],
    }
}

/// The goal of which each hex is part, if of any.
pub(super) fn goal_of(hex: HexId) -> Option<usize> {
    static PART: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let mut part = vec![u8::MAX; HEXES];
        (0..GOALS).for_each(|g| goal_hexes(g).iter().for_each(|h| part[h.index()] = g as u8));
        part
    });
    let goal = PART[hex.index()];
    (goal != u8::MAX).then_some(usize::from(goal))
}

/// What a strength so far from a place counts there, by turns of march.
pub(crate) fn pressure(way: u16) -> f32 {
    const BY_TURNS: [f32; 13] = [1.0, 0.95, 0.75, 0.55, 0.4, 0.3, 0.22, 0.16, 0.11, 0.08, 0.05, 0.03, 0.0];
    let turns = usize::from(way / TURN);
    match BY_TURNS.get(turns..turns + 2) {
        Some([near, far]) => near + (far - near) * f32::from(way % TURN) / f32::from(TURN),
        _ => 0.0,
    }
}

/// How far every hex is from the nearest goal, as a regiment walks.
fn distances(ground: &Ground, standing: bool, goals: &[HexId]) -> Vec<u16> {
    let mut way = vec![FAR; HEXES];
    let mut queue = BinaryHeap::new();
    for goal in goals {
        way[goal.index()] = 0;
        queue.push((std::cmp::Reverse(0u16), goal.0));
    }
    while let Some((std::cmp::Reverse(cost), hex)) = queue.pop() {
        let hex = HexId(hex);
        if way[hex.index()] != cost {
            continue;
        }
        for d in 0..6 {
            let from = ground.neighbour(hex, d);
            if !from.is_some() {
                continue;
            }
            // Walked the other way round: from the neighbour into this hex.
            let step = ground.cost(standing, Gait::Other, from, (d + 3) % 6);
            if step == BARRED {
                continue;
            }
            let total = cost + u16::from(step);
            if total < way[from.index()] {
                way[from.index()] = total;
                queue.push((std::cmp::Reverse(total), from.0));
            }
        }
    }
    way
}
