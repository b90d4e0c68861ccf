//! The outline of a set of hexes, on or off the board.

use crate::curve::{resample, rounded_loop};
use crate::geometry::{Corner, Geometry, Point, lattice_corners, side_corners};
use crate::grain::Grain;
use crate::pen::Pen;
use board::{Board, Direction, Grid, HexId};
use std::collections::{BTreeMap, BTreeSet};

/// A place on the lattice: column and half row, as [`Grid::centre`] counts them, also beyond the edge of the board.
pub(crate) type Cell = (i32, i32);

/// A set of lattice places.
pub(crate) type Region = BTreeSet<Cell>;

/// The neighbour of a lattice place.
pub(crate) fn beside((x, y): Cell, direction: Direction) -> Cell {
    match direction {
        Direction::N => (x, y - 2),
        Direction::NE => (x + 1, y - 1),
        Direction::SE => (x + 1, y + 1),
        Direction::S => (x, y + 2),
        Direction::SW => (x - 1, y + 1),
        Direction::NW => (x - 1, y - 1),
    }
}

/// The hexes for which something holds, and beyond the edge the places that lie beside them: terrain runs off the map.
pub(crate) fn region(board: &Board, holds: impl Fn(HexId) -> bool) -> Region {
    let grid = &board.grid;
    let real: BTreeSet<Cell> = grid.hexes().map(|hex| grid.centre(hex)).collect();
    let mut set: Region = grid.hexes().filter(|hex| holds(*hex)).map(|hex| grid.centre(hex)).collect();
    let beyond: Vec<Cell> =
        set.iter().flat_map(|cell| Direction::ALL.map(|d| beside(*cell, d))).filter(|cell| !real.contains(cell)).collect();
    set.extend(beyond);
    set
}

/// All hexes of a grid, without what lies beyond.
pub(crate) fn whole(grid: &Grid) -> Region {
    grid.hexes().map(|hex| grid.centre(hex)).collect()
}

/// The outlines of a region, each clockwise round the land (counter-clockwise round holes).
pub(crate) fn loops(region: &Region) -> Vec<Vec<Corner>> {
    let mut next: BTreeMap<Corner, Corner> = BTreeMap::new();
    for cell in region {
        let corners = lattice_corners(cell.0, cell.1);
        for direction in Direction::ALL {
            if !region.contains(&beside(*cell, direction)) {
                let (a, b) = side_corners(direction);
                next.insert(corners[a], corners[b]);
            }
        }
    }
    let mut out = Vec::new();
    while let Some((start, mut here)) = next.pop_first() {
        let mut ring = vec![start];
        while here != start {
            ring.push(here);
            let Some(then) = next.remove(&here) else { break };
            here = then;
        }
        out.push(ring);
    }
    out
}

/// Smooth rings round a region, pulled out (or in) a little and made uneven.
pub(crate) fn soft_rings(geometry: &Geometry, region: &Region, swell: f32, uneven: f32, step: f32) -> Vec<Vec<Point>> {
    loops(region)
        .into_iter()
        .map(|ring| {
            let corners: Vec<Point> = ring.iter().map(|corner| geometry.corner(*corner)).collect();
            let mut line = rounded_loop(&corners);
            line.push(line[0]);
            let mut line = resample(&line, step);
            line.pop();
            let count = line.len();
            let wave = wave(count, ring[0]);
            (0..count)
                .map(|i| {
                    let along = (line[(i + 1) % count] - line[(i + count - 1) % count]).unit();
                    line[i] - along.turned() * (swell + uneven * wave[i])
                })
                .collect()
        })
        .collect()
}

/// A slow closed wave between -1 and 1, different for each ring.
fn wave(count: usize, seed: Corner) -> Vec<f32> {
    let mut grain = Grain::of(&[i64::from(seed.0), i64::from(seed.1), 7]);
    let turns = (count as f32 / 7.0).round().max(2.0);
    let (a, b) = (grain.between(0.0, std::f32::consts::TAU), grain.between(0.0, std::f32::consts::TAU));
    (0..count)
        .map(|i| {
            let t = i as f32 / count as f32 * std::f32::consts::TAU;
            0.6 * (t * turns + a).sin() + 0.4 * (t * (turns * 1.7).round() + b).sin()
        })
        .collect()
}

/// Draws a ring as a smooth closed line.
pub(crate) fn draw_ring(pen: &mut Pen, ring: &[Point]) {
    let count = ring.len();
    if count < 3 {
        return;
    }
    let middle = |i: usize| ring[i % count].towards(ring[(i + 1) % count], 0.5);
    let start = middle(0);
    pen.move_to(start);
    for i in 1..=count {
        pen.quad_to(ring[i % count], middle(i));
    }
    pen.close(start);
}

/// The outline of the whole map as straight hexsides.
pub(crate) fn map_edge(geometry: &Geometry, grid: &Grid) -> Pen {
    let mut pen = Pen::new();
    for ring in loops(&whole(grid)) {
        let points: Vec<Point> = ring.iter().map(|corner| geometry.corner(*corner)).collect();
        pen.polygon(&points);
    }
    pen
}
