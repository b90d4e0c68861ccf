//! What the ground is worth: nearness to goals, threats, havens.

use super::Mind;
use super::lay::RINGS;
use super::ways::Costs;
use engine::Side;
use give_us_victories::counters::counters;
use give_us_victories::ground::ground;
use give_us_victories::ids::{Hex, Piece};
use give_us_victories::scenarios::Victory;

impl Mind<'_, '_> {
    /// How much a hex is worth to stand in, goals alone: near to the nearest goal that matters.
    pub(super) fn ground_value(&self, hex: Hex) -> f32 {
        if !hex.is_some() {
            return -1000.0;
        }
        // A goal that is well held draws nobody else, as long as another is open.
        let all = u8::MAX >> (8 - self.goals.len());
        let here = self.goals.iter().enumerate().filter(|(_, goal)| goal.hex == hex).fold(0, |bits, (i, _)| bits | 1 << i);
        let held = self.full & !here;
        let shut = if held == all { 0 } else { held };
        let (mut most, mut unknown) = (-1000.0f32, 0u8);
        for (i, goal) in self.goals.iter().enumerate().filter(|(i, _)| shut >> i & 1 == 0) {
            match goal.ways.borrow().known(hex) {
                Some(away) => most = most.max(goal.worth(away)),
                None => unknown |= 1 << i,
            }
        }
        if unknown == 0 { most } else { self.find_out(hex, unknown, most) }
    }

    /// Looks farther and farther from the goals whose way from a hex is not known, until none of them can be worth more than the best.
    #[cold]
    fn find_out(&self, hex: Hex, mut unknown: u8, mut most: f32) -> f32 {
        let costs = Costs { near: &self.game.near, steps: &self.lay.steps, more: self.more };
        loop {
            let open = self.goals.iter().enumerate().filter(|(i, _)| unknown >> i & 1 == 1);
            let hope = open.map(|(i, goal)| (i, goal.worth(goal.ways.borrow().front()))).max_by(|a, b| a.1.total_cmp(&b.1));
            let Some((i, _)) = hope.filter(|(_, worth)| *worth > most) else { return most };
            let mut ways = self.goals[i].ways.borrow_mut();
            ways.go_on(costs);
            if let Some(away) = ways.known(hex) {
                most = most.max(self.goals[i].worth(away));
                unknown &= !(1 << i);
            }
        }
    }

    /// Whether the Union must get away over the western edge, and the Confederates bar its way.
    pub(super) fn breaks_out(&self) -> bool {
        matches!(self.game.scenario.victory, Victory::BreakOut(_))
    }

    /// West of Fredericksburg the Confederates stand in the enemy's way: on the great road, just before his foremost unit.
    pub(super) fn blocking(&self, hex: Hex) -> f32 {
        if !self.breaks_out() || self.side != Side::Confederate {
            return 0.0;
        }
        let g = ground();
        // Columns count westward; the edge is in the west.
        let column = |h: Hex| h.0 / 38;
        let Some(front) = self.enemies().min_by_key(|h| column(*h)) else { return 0.0 };
        let ahead = column(hex) < column(front);
        let apart = f32::from(g.distance(hex, front));
        if ahead && g.road[hex.index()] == 2 && apart <= 5.0 { 6.0 - (apart - 2.0).abs() } else { 0.0 }
    }

    /// Whether getting through counts for more than fighting.
    pub(super) fn running(&self) -> bool {
        self.breaks_out() && self.side == Side::Union
    }

    pub(super) fn is_goal(&self, hex: Hex) -> bool {
        !self.running() && self.goals.iter().any(|g| g.hex == hex)
    }

    pub(super) fn enemy_points(&self, hex: Hex) -> f32 {
        if hex.is_some() { f32::from(self.lay.strength[hex.index()]) } else { 0.0 }
    }

    pub(super) fn own_points(&self, hex: Hex) -> f32 {
        f32::from(self.s.sum(&self.s.stack_of(self.side, hex)))
    }

    /// Enemy points within so many hexes.
    pub(super) fn threat(&self, hex: Hex, within: u8) -> f32 {
        if !hex.is_some() {
            return 0.0;
        }
        if (1..=RINGS).contains(&usize::from(within)) {
            return f32::from(self.lay.threat[usize::from(within) - 1][hex.index()]);
        }
        self.lay.enemies.iter().filter(|e| ground().distance(e.0, hex) <= within).map(|e| f32::from(e.1)).sum()
    }

    pub(super) fn enemies(&self) -> impl Iterator<Item = Hex> + '_ {
        self.lay.enemies.iter().map(|e| e.0)
    }

    /// A hex to go back to: towards the goals, with friends, away from the enemy, in cover.
    pub(super) fn haven(&self, hex: Hex) -> f32 {
        let cover = if ground().forest.has(hex) || ground().hill.has(hex) { 2.0 } else { 0.0 };
        self.ground_value(hex) * 0.3 + cover + self.own_points(hex).min(10.0) * 0.3 - self.threat(hex, 1) * 0.6 - self.threat(hex, 2) * 0.1
    }

    /// How much it hurts if a unit bears a loss.
    pub(super) fn pain(&self, piece: Piece) -> f32 {
        let counter = counters().get(piece);
        if counters().skirmishers.has(piece) {
            0.0
        } else if self.s.steps(piece) > 1 {
            f32::from(counter.cp[0] - counter.cp[1]) + 0.5 * f32::from(counter.elite)
        } else {
            3.0 + 2.0 * f32::from(counter.cp[0])
        }
    }
}
