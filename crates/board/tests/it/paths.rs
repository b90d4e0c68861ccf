//! The path search against a slow one that cannot be wrong.

use board::{Direction, Footing, Grid, HexId, Lower, Numbering, Points, Search};
use proptest::prelude::*;

/// What a step costs in a made-up game, by a hash of where it leads from and to: some steps are closed, some change the mode,
/// some make the piece halt, some cost nothing.
#[derive(Clone, Copy, Debug)]
struct Game {
    seed: u64,
    modes: u8,
}

struct Step {
    to: Footing,
    cost: Points,
    halts: bool,
}

impl Game {
    fn step(self, grid: &Grid, from: Footing, direction: Direction) -> Option<Step> {
        let to = grid.neighbour(from.hex, direction).some()?;
        let mut hash = self.seed ^ u64::from(from.hex.0) << 20 ^ u64::from(from.mode) << 40 ^ direction.index() as u64;
        for _ in 0..3 {
            hash = (hash ^ hash >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        let part = |shift: u32, of: u64| (hash >> shift) % of;
        let mode = part(8, u64::from(self.modes)) as u8;
        let step = Step { to: Footing { hex: to, mode }, cost: Points::sixths(part(16, 13) as u16), halts: part(24, 4) == 0 };
        (part(32, 5) > 0).then_some(step)
    }
}

/// The cheapest cost of every footing: with and without having to halt there, found by trying every step until nothing changes.
fn slow(grid: &Grid, game: Game, start: Footing, allowance: Points) -> Vec<[Option<Points>; 2]> {
    let index = |f: Footing| f.hex.index() * usize::from(game.modes) + usize::from(f.mode);
    let mut costs = vec![[None; 2]; grid.len() * usize::from(game.modes)];
    costs[index(start)][0] = Some(Points::ZERO);
    loop {
        let before = costs.clone();
        for hex in grid.hexes() {
            for mode in 0..game.modes {
                let from = Footing { hex, mode };
                let Some(spent) = costs[index(from)][0] else { continue };
                for step in Direction::ALL.into_iter().filter_map(|d| game.step(grid, from, d)) {
                    let cost = spent + step.cost;
                    let known = &mut costs[index(step.to)][usize::from(step.halts)];
                    if cost <= allowance && known.is_none_or(|known| cost < known) {
                        *known = Some(cost);
                    }
                }
            }
        }
        if costs == before {
            return costs;
        }
    }
}

fn run(search: &mut Search, grid: &Grid, game: Game, start: Footing, allowance: Points) {
    search.run(grid, game.modes, [(start, Points::ZERO)], allowance, |from, onward| {
        for step in Direction::ALL.into_iter().filter_map(|d| game.step(grid, from, d)) {
            match step.halts {
                true => onward.halt(step.to, step.cost),
                false => onward.go(step.to, step.cost),
            }
        }
    });
}

proptest! {
    #[test]
    fn the_search_finds_the_cheapest_way_to_everything(seed: u64, modes in 1..4_u8, start in 0..80_u16, sixths in 0..60_u16) {
        let grid = Grid::new(10, 8, Lower::Odd, Numbering::ColumnRow, |_, _| false);
        let (game, start, allowance) = (Game { seed, modes }, Footing::at(HexId(start)), Points::sixths(sixths));
        let mut search = Search::new();
        // A search of another shape first: nothing of it may be left.
        run(&mut search, &grid, Game { seed: !seed, modes: 3 }, start, Points::MAX);
        run(&mut search, &grid, game, start, allowance);
        let costs = slow(&grid, game, start, allowance);
        let mut path = Vec::new();
        for hex in grid.hexes() {
            for mode in 0..modes {
                let to = Footing { hex, mode };
                let [pass, halt] = costs[hex.index() * usize::from(modes) + usize::from(mode)];
                prop_assert_eq!(search.cost_to_pass(to), pass);
                prop_assert_eq!(search.cost(to), pass.into_iter().chain(halt).min());
                prop_assert_eq!(search.path(to, &mut path), search.cost(to).is_some());
                if let Some(cost) = search.cost(to) {
                    prop_assert_eq!((path[0], path[path.len() - 1]), (start, to));
                    // Every leg of the path exists, and the cheapest such legs cost no more than the search says.
                    let legs = path.windows(2).map(|leg| {
                        let steps = Direction::ALL.into_iter().filter_map(|d| game.step(&grid, leg[0], d));
                        steps.filter(|step| step.to == leg[1]).map(|step| step.cost).min()
                    });
                    prop_assert_eq!(legs.sum::<Option<Points>>(), Some(cost));
                }
            }
        }
        prop_assert!(search.reached().map(|(_, cost)| cost).is_sorted());
        prop_assert_eq!(search.reached().count(), costs.iter().flatten().flatten().count());
    }
}
