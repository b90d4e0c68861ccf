//! Ways to the enemy: how far every hex is from him.

use super::{Eye, Fields};
use board::{Direction, HexId};
use chancellorsville_1974::counters::{Kind, PieceId, each};
use chancellorsville_1974::ground::{HEXES, WATER};
use engine::Side;
use std::cell::RefCell;
use std::sync::Arc;

/// How many fields are kept.
const KEPT: usize = 64;

thread_local! {
    /// Fields made lately; most phases that are played, or imagined, begin with enemies where they were before.
    static LATELY: RefCell<Vec<Option<Arc<Fields>>>> = RefCell::new(vec![None; KEPT]);
}

/// What the wait in a river hex is worth in movement points.
const WAIT: u16 = 5;

impl Eye<'_> {
    pub(super) fn enemies(&self, out: &mut Vec<HexId>) {
        out.clear();
        let state = self.state();
        for piece in each(self.game.data.side(self.side.enemy())) {
            let hex = state.hex[piece.index()];
            if hex.is_some() && self.game.fights_at(state, self.side.enemy(), hex) {
                out.push(hex);
            }
        }
        out.sort_unstable();
        out.dedup();
    }

    /// The fields of the phase, made or remembered.
    pub fn fields(&self) -> Arc<Fields> {
        let mut hexes = Vec::with_capacity(64);
        self.enemies(&mut hexes);
        let goals: Vec<(HexId, u16)> = hexes.iter().map(|h| (*h, (self.defence(*h, 0, false) / 2) as u16)).collect();
        let span = self.state().span;
        let key = goals.iter().fold(self.side.index() as u64, |k, (h, d)| {
            (k ^ (u64::from(h.0) << 16 | u64::from(*d))).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        });
        LATELY.with_borrow_mut(|lately| {
            let slot = &mut lately[(key >> 40) as usize % KEPT];
            match slot {
                Some(old) if old.side == self.side && old.span == span && old.goals == goals => old.clone(),
                _ => {
                    let far = match self.side {
                        Side::Union => [false, true].map(|swims| self.far(swims, &goals)),
                        Side::Confederate => [[0; HEXES]; 2],
                    };
                    let fresh = Arc::new(Fields { side: self.side, near: self.near(&hexes), goals, span, far });
                    *slot = Some(fresh.clone());
                    fresh
                }
            }
        })
    }

    /// How many hexes to the nearest enemy.
    pub(super) fn near(&self, enemies: &[HexId]) -> [u8; HEXES] {
        let mut near = [u8::MAX; HEXES];
        let mut line: Vec<HexId> = Vec::with_capacity(HEXES);
        for hex in enemies {
            near[hex.index()] = 0;
            line.push(*hex);
        }
        let mut i = 0;
        while i < line.len() {
            let at = line[i];
            i += 1;
            for next in self.game.ground.neighbours(at) {
                if near[next.index()] == u8::MAX {
                    near[next.index()] = near[at.index()] + 1;
                    line.push(next);
                }
            }
        }
        near
    }

    /// The way to the enemy from every hex.
    pub(super) fn far(&self, swims: bool, goals: &[(HexId, u16)]) -> [u16; HEXES] {
        let mut far = [u16::MAX; HEXES];
        // One list for each number of points; no step costs more than WAIT.
        let most = goals.iter().map(|(_, start)| *start).max().unwrap_or(0);
        let mut lists: Vec<Vec<HexId>> = vec![Vec::new(); usize::from(most) + 1 + usize::from(WAIT)];
        for (hex, start) in goals {
            far[hex.index()] = *start;
            lists[usize::from(*start)].push(*hex);
        }
        let mut level = 0;
        while level < lists.len() {
            let mut i = 0;
            while i < lists[level].len() {
                let to = lists[level][i];
                i += 1;
                if usize::from(far[to.index()]) < level {
                    continue;
                }
                for direction in Direction::ALL {
                    let from = self.game.ground.grid().neighbour(to, direction);
                    if !from.is_some() || far[from.index()] <= level as u16 {
                        continue;
                    }
                    let Some(step) = self.step(from, to, direction, swims) else { continue };
                    let total = level as u16 + step;
                    if total < far[from.index()] {
                        far[from.index()] = total;
                        if lists.len() <= usize::from(total) {
                            lists.resize(usize::from(total) + 1, Vec::new());
                        }
                        lists[usize::from(total)].push(from);
                    }
                }
            }
            level += 1;
        }
        far
    }

    /// What a step costs on the way to the enemy; `direction` leads back.
    fn step(&self, from: HexId, to: HexId, direction: Direction, swims: bool) -> Option<u16> {
        let (game, state) = (self.game, self.state());
        if game.ground.is(from, WATER) {
            return None;
        }
        let bridged = |hex: HexId, shore: HexId| state.bridge_at(hex).is_some_and(|b| state.span[b].contains(&shore));
        match (game.ground.river(from), game.ground.river(to)) {
            (false, false) if game.ground.road(from, direction.opposite()) => Some(1),
            (false, false) => Some(u16::from(game.cost(to))),
            (true, true) if swims && game.ground.along_river(from, to) => Some(WAIT),
            (true, true) => None,
            (false, true) if bridged(to, from) => Some(1),
            (false, true) if swims || game.ground.ford[to.index()].contains(&from) => Some(WAIT),
            (true, false) if bridged(from, to) => Some(1),
            (true, false) if swims || game.ground.ford[from.index()].contains(&to) => Some(1),
            _ => None,
        }
    }

    pub(super) fn swims(&self, piece: PieceId) -> bool {
        matches!(self.game.data.kind[piece.index()], Kind::Cavalry | Kind::Headquarters)
    }
}
