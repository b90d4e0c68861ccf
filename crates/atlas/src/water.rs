//! Rivers, runs, creeks and standing water.

use crate::curve::{Spline, direction, distance_to, flow, length, parallel, resample};
use crate::geometry::{Corner, Geometry, Point, ROW, at, lattice_corners, side_corners};
use crate::grain::Grain;
use crate::outline::{draw_ring, region, soft_rings};
use crate::pen::{Pen, path};
use crate::sheet::Sheet;
use board::{Board, Channel, Direction, HexId, Hexside, Watercourse};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Terrain names that mean standing water.
const LAKE: &[&str] = &["water", "lake"];

/// How far apart the samples of a course lie.
const STEP: f32 = 5.0;

/// A watercourse as it is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    /// Its place in the board's list.
    pub water: usize,
    /// The middle of the water, downstream, in steps of five units.
    pub line: Vec<Point>,
    /// Its full width.
    pub width: f32,
    /// Whether it fills its hexes.
    pub fills: bool,
    /// Whether it rises on the map.
    pub springs: bool,
}

/// Whether a watercourse fills the hexes that it runs through.
pub(crate) fn fills_hexes(water: &Watercourse) -> bool {
    matches!(water.channel, Channel::Hexes(_)) && !matches!(water.kind.as_str(), "stream" | "creek" | "run" | "branch")
}

fn width(water: &Watercourse) -> f32 {
    match (&water.channel, water.kind.as_str()) {
        (Channel::Hexes(_), _) if fills_hexes(water) => ROW * 0.62,
        (Channel::Hexes(_), _) => 3.4,
        (_, "major") => 12.0,
        (_, "minor") => 6.4,
        (_, "river") => 10.0,
        _ => 4.2,
    }
}

/// Lays all courses: the great rivers first, so that lesser waters can end in them.
pub(crate) fn courses(board: &Board, geometry: &Geometry) -> Vec<Flow> {
    let mut order: Vec<usize> = (0..board.waters.len()).collect();
    order.sort_by(|a, b| width(&board.waters[*b]).total_cmp(&width(&board.waters[*a])).then(a.cmp(b)));
    let mut beds: BTreeMap<HexId, Point> = BTreeMap::new();
    let mut out: Vec<Flow> = Vec::new();
    for index in order {
        let water = &board.waters[index];
        let (width, fills) = (width(water), fills_hexes(water));
        match &water.channel {
            Channel::Hexes(hexes) => {
                let nodes = through_hexes(board, geometry, index, hexes, &mut beds, fills);
                if nodes.len() > 1 {
                    let springs = !at_edge(geometry, nodes[0]);
                    out.push(Flow { water: index, line: Spline::through(nodes).sample(STEP), width, fills, springs });
                }
            }
            Channel::Hexsides(sides) => {
                for chain in chains(board, sides) {
                    let line = along_hexsides(geometry, &chain);
                    let springs = !at_edge(geometry, line[0]) && width < 9.0;
                    let line = joined(led_off(geometry, line), &out);
                    out.push(Flow { water: index, line: resample(&line, STEP), width, fills: false, springs });
                }
            }
        }
    }
    out
}

/// Whether a point lies at or beyond the edge of the map.
fn at_edge(geometry: &Geometry, point: Point) -> bool {
    let around = [at(6.0, 0.0), at(-6.0, 0.0), at(3.0, 6.0), at(-3.0, 6.0), at(3.0, -6.0), at(-3.0, -6.0)];
    around.iter().any(|d| geometry.hex_at(point.x + d.x, point.y + d.y).is_none())
}

/// A line along hexsides led a little over the edge of the map where it reaches it.
fn led_off(geometry: &Geometry, mut line: Vec<Point>) -> Vec<Point> {
    if let [first, second, ..] = *line.as_slice()
        && at_edge(geometry, first)
    {
        line.insert(0, first + (first - second).unit() * 12.0);
    }
    if let [.., before, last] = *line.as_slice()
        && at_edge(geometry, last)
    {
        line.push(last + (last - before).unit() * 12.0);
    }
    line
}

/// The points a course in hexes runs through, from beyond the map edge to its mouth.
fn through_hexes(
    board: &Board,
    geometry: &Geometry,
    index: usize,
    hexes: &[HexId],
    beds: &mut BTreeMap<HexId, Point>,
    fills: bool,
) -> Vec<Point> {
    let mut grain = Grain::of(&[index as i64, 31]);
    let bank = if index.is_multiple_of(2) { 1.0 } else { -1.0 };
    let mut nodes: Vec<Point> = Vec::with_capacity(hexes.len() * 2);
    for (i, hex) in hexes.iter().enumerate() {
        let centre = geometry.point(*hex);
        let before = if i > 0 { hexes[i - 1] } else { *hex };
        let after = *hexes.get(i + 1).unwrap_or(hex);
        let bend = geometry.point(before) + geometry.point(after) - centre * 2.0;
        let along = (geometry.point(after) - geometry.point(before)).unit();
        let beside_road = !fills && [before, after].iter().any(|n| road_between(board, *hex, *n));
        let node = match beds.get(hex) {
            Some(bed) if i + 1 == hexes.len() || i == 0 => *bed,
            _ if fills => centre + (bend * 0.15).at_most(9.0),
            _ if beside_road => centre + along.turned() * (bank * 12.0),
            _ => centre + (bend * 0.16).at_most(10.0) + along.turned() * grain.between(-8.0, 8.0),
        };
        beds.entry(*hex).or_insert(node);
        if i > 0 && !fills && road_between(board, before, *hex) {
            let step = geometry.point(*hex) - geometry.point(before);
            nodes.push(geometry.middle(Hexside::between(before, *hex)) + step.unit().turned() * (bank * 12.0));
        }
        nodes.push(node);
    }
    if let [first, second, ..] = *hexes
        && let Some(beyond) = beyond_edge(board, geometry, first, second)
    {
        nodes.insert(0, beyond);
    }
    if let [.., before, last] = *hexes {
        let mouth = board
            .grid
            .neighbours(last)
            .iter()
            .filter(|n| n.is_some() && !hexes.contains(n))
            .filter_map(|n| beds.get(n).filter(|_| in_a_filling_river(board, *n)))
            .min_by(|a, b| a.distance(geometry.point(last)).total_cmp(&b.distance(geometry.point(last))));
        let ends_in_water = board
            .waters
            .iter()
            .enumerate()
            .any(|(i, w)| i != index && matches!(&w.channel, Channel::Hexes(h) if h.contains(&last) && (fills_hexes(w) || !fills)));
        let lake = board.grid.neighbours(last).iter().find(|n| n.is_some() && crate::sheet::has(board, **n, LAKE));
        let mouth = mouth.copied().or(lake.filter(|_| !fills).map(|n| geometry.point(*n)));
        match (ends_in_water, mouth, beyond_edge(board, geometry, last, before)) {
            (true, _, _) => {}
            (_, Some(mouth), _) => nodes.push(mouth),
            (_, _, Some(beyond)) => nodes.push(beyond),
            _ => {}
        }
    }
    nodes
}

fn in_a_filling_river(board: &Board, hex: HexId) -> bool {
    board.waters.iter().any(|w| fills_hexes(w) && matches!(&w.channel, Channel::Hexes(hexes) if hexes.contains(&hex)))
}

fn road_between(board: &Board, a: HexId, b: HexId) -> bool {
    board.grid.direction(a, b).is_some_and(|d| board.road_sides[a.index()][d.index()] != 0)
}

/// A point off the map, straight on from `inner` through the edge hex `edge`; `None` if the hex is not at that edge.
pub(crate) fn beyond_edge(board: &Board, geometry: &Geometry, edge: HexId, inner: HexId) -> Option<Point> {
    let onward = (geometry.point(edge) - geometry.point(inner)).unit();
    Direction::ALL
        .into_iter()
        .filter(|d| !board.grid.neighbour(edge, *d).is_some())
        .map(crate::geometry::heading)
        .max_by(|a, b| a.dot(onward).total_cmp(&b.dot(onward)))
        .filter(|way| way.dot(onward) > 0.35)
        .map(|way| geometry.point(edge) + way * (ROW * 0.8))
}

/// The two corners of a hexside.
pub(crate) fn ends(board: &Board, side: Hexside) -> Option<(Corner, Corner)> {
    let direction = board.grid.direction(side.0, side.1)?;
    let (column, half_row) = board.grid.centre(side.0);
    let corners = lattice_corners(column, half_row);
    let (a, b) = side_corners(direction);
    Some((corners[a], corners[b]))
}

/// Hexsides as unbroken chains of corners.
pub(crate) fn chains(board: &Board, sides: &[Hexside]) -> Vec<Vec<Corner>> {
    let mut out: Vec<Vec<Corner>> = Vec::new();
    for side in sides {
        let Some((a, b)) = ends(board, *side) else { continue };
        match out.last_mut() {
            Some(chain) if chain.last() == Some(&a) => chain.push(b),
            Some(chain) if chain.last() == Some(&b) => chain.push(a),
            Some(chain) if chain.len() == 2 && (chain[0] == a || chain[0] == b) => {
                let other = if chain[0] == a { b } else { a };
                chain.swap(0, 1);
                chain.push(other);
            }
            _ => out.push(vec![a, b]),
        }
    }
    out
}

/// A line along hexsides that touches the middle of each and rounds the corners between them.
pub(crate) fn along_hexsides(geometry: &Geometry, chain: &[Corner]) -> Vec<Point> {
    let corners: Vec<Point> = chain.iter().map(|corner| geometry.corner(*corner)).collect();
    let count = corners.len();
    let mut out = vec![corners[0], corners[0].towards(corners[1], 0.5)];
    for bend in corners.windows(3) {
        let (p, q) = (bend[0].towards(bend[1], 0.5), bend[1].towards(bend[2], 0.5));
        for k in 1..=8 {
            let t = k as f32 / 8.0;
            out.push(p.towards(bend[1], t).towards(bend[1].towards(q, t), t));
        }
    }
    out.push(corners[count - 1]);
    out
}

/// The line led on into the greater waters near its ends.
fn joined(mut line: Vec<Point>, greater: &[Flow]) -> Vec<Point> {
    let nearest = |end: Point, reach: f32, filling: bool| {
        greater
            .iter()
            .filter(|flow| flow.fills == filling)
            .flat_map(|flow| flow.line.iter())
            .filter(|p| p.distance(end) < reach)
            .min_by(|a, b| a.distance(end).total_cmp(&b.distance(end)))
            .copied()
    };
    let (Some(first), Some(last)) = (line.first().copied(), line.last().copied()) else { return line };
    if let Some(mouth) = nearest(last, 16.0, false).or_else(|| nearest(last, 48.0, true)) {
        line.push(mouth);
    }
    if let Some(source) = nearest(first, 16.0, false) {
        line.insert(0, source);
    }
    line
}

/// The width of a course at one of its samples: streams swell downstream, rivers breathe a little.
fn width_at(flow: &Flow, i: usize) -> f32 {
    let t = i as f32 / flow.line.len().max(2) as f32;
    if flow.fills {
        let s = i as f32 * STEP;
        let begun = if flow.springs { (0.12 + s / 75.0).min(1.0) } else { 1.0 };
        begun * flow.width * (1.0 + 0.05 * (s / 61.0 + flow.water as f32).sin() + 0.035 * (s / 23.0).sin())
    } else if flow.springs {
        flow.width * (0.3 + 0.7 * (t * 2.2).min(1.0))
    } else {
        flow.width
    }
}

/// The surface of a course as a closed shape, wider on both sides by `more`.
fn surface(pen: &mut Pen, flow_: &Flow, more: f32) {
    let coarse = if flow_.fills { 2 } else { 1 };
    let line: Vec<Point> = thinned(&flow_.line, coarse);
    let half = |i: usize| width_at(flow_, i * coarse) / 2.0 + more;
    let mut rim = parallel(&line, half);
    rim.extend(parallel(&line, |i| -half(i)).into_iter().rev());
    draw_ring(pen, &rim);
}

/// Every so-manieth point, with both ends.
fn thinned(line: &[Point], every: usize) -> Vec<Point> {
    let mut out: Vec<Point> = line.iter().step_by(every).copied().collect();
    if let Some(last) = line.last()
        && !(line.len() - 1).is_multiple_of(every)
    {
        out.push(*last);
    }
    out
}

/// The layer of water.
pub(crate) fn draw(sheet: &Sheet) -> String {
    let style = &sheet.style;
    let mut out = String::new();
    let lake = region(sheet.board, |hex| sheet.has(hex, LAKE));
    let mut lakes = soft_rings(&sheet.geometry, &lake, 1.0, 2.5, 9.0);
    // Turned like the rivers' shapes, so that where they overlap both are water.
    lakes.iter_mut().for_each(|ring| ring.reverse());
    let mut banks = Pen::new();
    let mut body = Pen::new();
    for ring in &lakes {
        draw_ring(&mut banks, ring);
        draw_ring(&mut body, ring);
    }
    for flow in &sheet.flows {
        surface(&mut banks, flow, if flow.width > 5.0 { 1.3 } else { 0.8 });
        surface(&mut body, flow, 0.0);
    }
    let _ = writeln!(out, r#"<path class="bank" fill="{}" d="{}"/>"#, style.bank, banks.d());
    let _ = writeln!(out, r#"<path class="surface" fill="{}" d="{}"/>"#, style.water, body.d());
    let mut waterlines = Pen::new();
    let mut ripples = Pen::new();
    for inset in [5.0, 10.0, 16.0] {
        for ring in soft_rings(&sheet.geometry, &lake, 1.0 - inset, 2.5, 12.0) {
            draw_ring(&mut waterlines, &ring);
        }
    }
    for (i, flow) in sheet.flows.iter().enumerate().filter(|(_, flow)| flow.width > 9.0) {
        let others: Vec<&Flow> =
            sheet.flows.iter().enumerate().filter(|(j, other)| *j != i && other.width > 9.0).map(|(_, other)| other).collect();
        shore_lines(&mut waterlines, flow, &others);
        if flow.fills {
            ripple_lines(&mut ripples, flow, &others);
        }
    }
    open_ripples(sheet, &mut ripples);
    let _ = writeln!(out, r#"<g fill="none" stroke="{}" stroke-linecap="round">"#, style.bank);
    path(&mut out, waterlines, r#"class="waterline" stroke-width=".6" opacity=".55""#);
    path(&mut out, ripples, r#"class="ripple" stroke-width=".8" opacity=".6""#);
    out.push_str("</g>\n");
    out
}

/// Small waves on standing water, away from its shore.
fn open_ripples(sheet: &Sheet, pen: &mut Pen) {
    for hex in sheet.board.grid.hexes().filter(|hex| sheet.has(*hex, LAKE)) {
        let shore = sheet.board.grid.neighbours(hex).iter().any(|n| n.is_some() && !sheet.has(*n, LAKE));
        for k in 0..if shore { 1 } else { 5 } {
            let mut grain = Grain::of(&[i64::from(hex.0), k, 83]);
            let p = sheet.geometry.point(hex) + at(grain.between(-26.0, 14.0), grain.between(-22.0, 28.0));
            let long = grain.between(9.0, 16.0);
            pen.move_to(p).quad_to(p + at(long * 0.25, -2.2), p + at(long * 0.5, 0.0)).quad_to(p + at(long * 0.75, 2.2), p + at(long, 0.0));
        }
    }
}

/// Whether a point lies on the surface of another water.
fn elsewhere(point: Point, others: &[&Flow]) -> bool {
    others.iter().any(|other| {
        let reach = other.width / 2.0 - 1.0;
        other.line.iter().any(|p| p.distance(point) < reach)
    })
}

/// Lines that follow both banks.
fn shore_lines(pen: &mut Pen, flow_: &Flow, others: &[&Flow]) {
    let insets: &[f32] = if flow_.fills { &[3.2, 7.4] } else { &[3.4] };
    let line = thinned(&flow_.line, 2);
    for inset in insets {
        for bank in [1.0, -1.0] {
            let shore = parallel(&line, |i| bank * (width_at(flow_, i * 2) / 2.0 - inset));
            for run in shore.split(|p| elsewhere(*p, others)).filter(|run| run.len() > 2) {
                flow(pen, run);
            }
        }
    }
}

/// Broken lines in midstream.
fn ripple_lines(pen: &mut Pen, flow_: &Flow, others: &[&Flow]) {
    for (k, offset) in [-7.5f32, -2.4, 2.6, 7.6].into_iter().enumerate() {
        let mut grain = Grain::of(&[flow_.water as i64, k as i64, 5]);
        let line = parallel(&flow_.line, |_| offset);
        let mut i = grain.pick(9);
        while i + 3 < line.len() {
            let run = 3 + grain.pick(6);
            let piece = &line[i..(i + run).min(line.len())];
            if !piece.iter().any(|p| elsewhere(*p, others)) {
                flow(pen, &thinned(piece, 2));
            }
            i += run + 3 + grain.pick(9);
        }
    }
}

/// The water nearest to a point, and how far away its middle is.
pub(crate) fn nearest(flows: &[Flow], point: Point) -> Option<(&Flow, f32)> {
    flows.iter().map(|flow| (flow, distance_to(&flow.line, point))).min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The direction in which a water runs near a point.
pub(crate) fn run_near(flow: &Flow, point: Point) -> Point {
    let i = (0..flow.line.len()).min_by(|a, b| flow.line[*a].distance(point).total_cmp(&flow.line[*b].distance(point)));
    i.map_or(Point::default(), |i| direction(&flow.line, i))
}

/// How long a course is.
pub(crate) fn reach(flow: &Flow) -> f32 {
    length(&flow.line)
}
