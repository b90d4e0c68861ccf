//! Geometry as properties, on grids of every shape.

use std::collections::VecDeque;

use board::{Direction, Grid, HexId, HexSet, Hexside, Lower, Numbering, Stretch};
use proptest::prelude::*;

/// A grid with some hexes missing, and two hexes of it.
fn grid_and_hexes() -> impl Strategy<Value = (Grid, HexId, HexId)> {
    let numbering = prop_oneof![Just(Numbering::ColumnRow), Just(Numbering::Letters), Just(Numbering::Diagonal)];
    let lower = prop_oneof![Just(Lower::Even), Just(Lower::Odd)];
    (1..60_u8, 1..60_u8, numbering, lower, 2..50_u16, any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(
        |(columns, rows, numbering, lower, every, a, b)| {
            let grid = Grid::new(columns, rows, lower, numbering, |c, r| (u16::from(c) * 31 + u16::from(r) * 17 + 1).is_multiple_of(every));
            let grid = if grid.hexes().next().is_none() { Grid::new(columns, rows, lower, numbering, |_, _| false) } else { grid };
            let hexes: Vec<_> = grid.hexes().collect();
            let (a, b) = (*a.get(&hexes), *b.get(&hexes));
            (grid, a, b)
        },
    )
}

/// The same without missing hexes, where a walk is never longer than the distance.
fn whole_grid_and_hexes() -> impl Strategy<Value = (Grid, HexId, HexId, HexId)> {
    let lower = prop_oneof![Just(Lower::Even), Just(Lower::Odd)];
    let index = any::<prop::sample::Index>;
    (2..40_u8, 2..40_u8, lower, index(), index(), index()).prop_map(|(columns, rows, lower, a, b, c)| {
        let grid = Grid::new(columns, rows, lower, Numbering::ColumnRow, |_, _| false);
        let hexes: Vec<_> = grid.hexes().collect();
        let [a, b, c] = [a, b, c].map(|i| *i.get(&hexes));
        (grid, a, b, c)
    })
}

/// Steps from a hex to every hex, by walking.
fn walked(grid: &Grid, from: HexId) -> Vec<Option<u8>> {
    let mut steps = vec![None; grid.len()];
    steps[from.index()] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(hex) = queue.pop_front() {
        for next in grid.neighbours(hex).iter().filter_map(|n| n.some()) {
            if steps[next.index()].is_none() {
                steps[next.index()] = steps[hex.index()].map(|s| s + 1);
                queue.push_back(next);
            }
        }
    }
    steps
}

#[test]
fn directions_turn_round_and_have_names() {
    for (index, direction) in Direction::ALL.into_iter().enumerate() {
        assert_eq!((direction.index(), Direction::from_index(index)), (index, direction));
        assert_eq!(direction.opposite().opposite(), direction);
        assert_eq!(direction.clockwise().counterclockwise(), direction);
        assert_eq!(direction.clockwise().clockwise().clockwise(), direction.opposite());
        assert_eq!(Direction::from_name(direction.name()), Some(direction));
    }
    assert_eq!(Direction::from_name("E"), None);
}

proptest! {
    #[test]
    fn neighbours_are_mutual((grid, hex, _) in grid_and_hexes()) {
        for direction in Direction::ALL {
            if let Some(next) = grid.neighbour(hex, direction).some() {
                prop_assert!(grid.contains(next));
                prop_assert_eq!(grid.neighbour(next, direction.opposite()), hex);
                prop_assert_eq!(grid.direction(hex, next), Some(direction));
                prop_assert_eq!(grid.distance(hex, next), 1);
            }
        }
    }

    #[test]
    fn distance_is_a_metric((grid, a, b, c) in whole_grid_and_hexes()) {
        prop_assert_eq!(grid.distance(a, b) == 0, a == b);
        prop_assert_eq!(grid.distance(a, b), grid.distance(b, a));
        prop_assert!(grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c));
    }

    #[test]
    fn distance_is_the_shortest_walk((grid, a, _, _) in whole_grid_and_hexes()) {
        let steps = walked(&grid, a);
        for hex in grid.hexes() {
            prop_assert_eq!(Some(grid.distance(a, hex)), steps[hex.index()]);
        }
    }

    #[test]
    fn names_round_trip((grid, a, b) in grid_and_hexes()) {
        prop_assert_eq!(grid.parse(&grid.name(a)), Ok(a));
        prop_assert_eq!(grid.name(a) == grid.name(b), a == b);
    }

    #[test]
    fn any_text_is_a_hex_of_the_board_or_refused((grid, _, _) in grid_and_hexes(), text in "\\PC{0,8}|[A-Z]{0,3}-?[0-9]{0,4}") {
        match grid.parse(&text) {
            Ok(hex) => prop_assert_eq!(grid.name(hex), text),
            Err(bad) => prop_assert!(bad.to_string().contains(" on this board: ")),
        }
    }

    #[test]
    fn centres_find_their_hexes((grid, hex, _) in grid_and_hexes()) {
        let (x, y) = grid.centre(hex);
        prop_assert_eq!(grid.centred_at(x, y), hex);
        prop_assert_eq!(grid.centred_at(x, y + 1), HexId::NONE);
    }

    #[test]
    fn discs_and_rings_hold_the_hexes_at_that_distance((grid, hex, _) in grid_and_hexes(), radius in 0..20_u8) {
        let by_distance = |keep: &dyn Fn(u8) -> bool| grid.hexes().filter(|h| keep(grid.distance(hex, *h))).collect::<Vec<_>>();
        prop_assert_eq!(grid.within(hex, radius).collect::<Vec<_>>(), by_distance(&|d| d <= radius));
        prop_assert_eq!(grid.ring(hex, radius).collect::<Vec<_>>(), by_distance(&|d| d == radius));
    }

    #[test]
    fn a_set_holds_what_was_put_in(hexes in prop::collection::vec(0..4096_u16, 0..200)) {
        let set: HexSet = hexes.iter().copied().map(HexId).collect();
        let mut sorted = hexes;
        sorted.sort_unstable();
        sorted.dedup();
        prop_assert_eq!(set.len(), sorted.len());
        prop_assert_eq!(set.iter().map(|h| h.0).collect::<Vec<_>>(), sorted);
        prop_assert!(!set.has(HexId::NONE));
    }

    #[test]
    fn every_hexside_is_listed_once_and_meets_its_neighbours((grid, hex, _) in grid_and_hexes()) {
        let sides: Vec<_> = grid.hexsides().collect();
        let masks = grid.side_masks(sides.iter().copied());
        let mut once = sides.clone();
        once.sort_unstable();
        once.dedup();
        prop_assert_eq!(once.len(), sides.len());
        for direction in Direction::ALL {
            let side = grid.side(hex, direction);
            prop_assert_eq!(side.is_some(), masks[hex.index()] >> direction.index() & 1 == 1);
            if let Some(side) = side {
                prop_assert!(sides.contains(&side));
                prop_assert_eq!(grid.hexside(side.1, side.0), Some(side));
                let next = grid.side(hex, direction.clockwise());
                prop_assert!(next.is_none_or(|next| grid.meet(side, next)));
                let across = grid.side(hex, direction.opposite());
                prop_assert!(across.is_none_or(|across| !grid.meet(side, across)));
            }
        }
    }

    #[test]
    fn a_corner_is_the_same_seen_from_each_of_its_hexes((grid, hex, _) in grid_and_hexes()) {
        for direction in Direction::ALL {
            if let Some(next) = grid.neighbour(hex, direction).some() {
                prop_assert_eq!(grid.corners(Hexside(hex, next)).map(|mut c| { c.sort_unstable(); c }), grid.corners(Hexside(next, hex)).map(|mut c| { c.sort_unstable(); c }));
            }
        }
    }

    #[test]
    fn a_trace_reaches_its_goal_and_reads_the_same_backwards((grid, a, b) in grid_and_hexes()) {
        let there: Vec<_> = grid.trace(a, b).collect();
        if a != b {
            let at_goal = matches!(there.last(), Some(Stretch::Through { hex, .. }) if *hex == b);
            prop_assert!(at_goal);
        }
        let mut back: Vec<_> = grid.trace(b, a).collect();
        back.reverse();
        prop_assert_eq!(there.len(), back.len());
        for (one, other) in there.iter().zip(back.iter().skip(1)) {
            match (*one, *other) {
                (Stretch::Through { hex, .. }, Stretch::Through { hex: same, .. }) => prop_assert_eq!(hex, same),
                (Stretch::Along { left, right }, Stretch::Along { left: l, right: r }) => prop_assert_eq!((left, right), (r, l)),
                _ => prop_assert!(false, "{:?} backwards is {:?}", one, other),
            }
        }
    }
}
