//! Roads, trails and railroads: smooth curves through the hexes, joined where they meet.

use crate::curve::{Spline, direction};
use crate::geometry::{Geometry, Point, heading};
use crate::pen::{Pen, path};
use crate::sheet::Sheet;
use crate::water::beyond_edge;
use board::{Board, HexId, Hexside, Location, Road};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How a class of road is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Look {
    /// A turnpike: broad, with edges.
    Major,
    /// A road: narrower, with edges.
    Plain,
    /// A lesser road: one line.
    Minor,
    /// A trail or track: dashes.
    Trail,
    /// A railroad: a line with ties.
    Rail,
    /// A grade without rails: ties and dashes.
    Unfinished,
}

/// How the class of that name is drawn.
pub(crate) fn look(class: &str) -> Look {
    match class {
        "major" | "turnpike" | "pike" | "primary" => Look::Major,
        "minor" | "secondary" => Look::Minor,
        "trail" | "track" | "path" => Look::Trail,
        "railroad" | "rail" => Look::Rail,
        "unfinished" | "grade" => Look::Unfinished,
        _ => Look::Plain,
    }
}

impl Look {
    fn is_rail(self) -> bool {
        matches!(self, Look::Rail | Look::Unfinished)
    }

    /// The width of the whole line.
    pub fn width(self) -> f32 {
        match self {
            Look::Major => 6.6,
            Look::Plain => 5.2,
            Look::Minor => 2.4,
            Look::Trail => 1.9,
            Look::Rail | Look::Unfinished => 6.0,
        }
    }
}

/// How far the arrows of a ferry reach from the middle of its hex.
pub(crate) const FERRY_REACH: f32 = 38.0;

/// A stretch of road as it is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    pub look: Look,
    pub spline: Spline,
    /// Points along it, six units apart.
    pub line: Vec<Point>,
}

/// Where roads run through hexes: one node per hex, shared by all roads so that they meet.
struct Net {
    nodes: BTreeMap<HexId, Point>,
    pins: BTreeMap<Hexside, Point>,
}

/// Lays all roads. Each hexside is drawn once, by the greatest road that crosses it.
pub(crate) fn tracks(board: &Board, geometry: &Geometry) -> Vec<Track> {
    let mut roads: Vec<(Look, &Road)> =
        board.roads.iter().map(|road| (look(&board.road_classes[usize::from(road.class.0)]), road)).collect();
    roads.sort_by_key(|(look, _)| *look);
    let (rails, wheels): (Vec<_>, Vec<_>) = roads.into_iter().partition(|(look, _)| look.is_rail());
    let mut out = Vec::new();
    let crossed: BTreeSet<Hexside> = wheels.iter().flat_map(|(_, road)| sides(road)).collect();
    for group in [(wheels, BTreeSet::new()), (rails, crossed)] {
        let (roads, beside) = group;
        let net = net(board, geometry, &roads, &beside);
        let mut drawn: BTreeSet<Hexside> = BTreeSet::new();
        for (look, road) in &roads {
            for spline in runs(board, geometry, road, &net, &mut drawn) {
                let line = spline.sample(6.0);
                out.push(Track { look: *look, spline, line });
            }
        }
    }
    ferry_roads(board, geometry, &mut out);
    out
}

/// Short roads from where a road ends on the bank to where the ferry lands.
fn ferry_roads(board: &Board, geometry: &Geometry, out: &mut Vec<Track>) {
    for crossing in board.crossings.iter().filter(|c| c.kind == "ferry") {
        let Location::Hex(hex) = crossing.at else { continue };
        for bank in &crossing.approaches {
            let (water, land) = (geometry.point(hex), geometry.point(*bank));
            let landing = water + (land - water).unit() * FERRY_REACH;
            let nearest = out
                .iter()
                .filter(|t| !t.look.is_rail())
                .flat_map(|t| t.spline.nodes.iter().map(move |p| (*p, t.look)))
                .filter(|(p, _)| p.distance(land) < 16.0)
                .min_by(|a, b| a.0.distance(landing).total_cmp(&b.0.distance(landing)));
            if let Some((node, look)) = nearest {
                let spline = Spline::through(vec![node, landing]);
                let line = spline.sample(6.0);
                out.push(Track { look, spline, line });
            }
        }
    }
}

fn sides(road: &Road) -> impl Iterator<Item = Hexside> + '_ {
    road.hexes.windows(2).map(|pair| Hexside::between(pair[0], pair[1]))
}

/// Finds the nodes: centres of hexes, drawn together along the roads so that they do not zigzag, and set aside where the
/// hexside is shared with other roads (`beside`).
fn net(board: &Board, geometry: &Geometry, roads: &[(Look, &Road)], beside: &BTreeSet<Hexside>) -> Net {
    let mut links: BTreeMap<HexId, BTreeSet<HexId>> = BTreeMap::new();
    for (_, road) in roads {
        for pair in road.hexes.windows(2) {
            links.entry(pair[0]).or_default().insert(pair[1]);
            links.entry(pair[1]).or_default().insert(pair[0]);
        }
    }
    let aside = |a: HexId, b: HexId| {
        let (from, to) = if a <= b { (a, b) } else { (b, a) };
        let along = board.grid.direction(from, to).map(heading).unwrap_or_default();
        let east = if along.x < -0.01 || (along.x.abs() < 0.01 && along.y < 0.0) { along * -1.0 } else { along };
        east.turned() * 11.0
    };
    let mut nodes = BTreeMap::new();
    for (hex, near) in &links {
        let centre = geometry.point(*hex);
        let mut pull = Point::default();
        for other in near {
            pull = pull + (geometry.point(*other) - centre);
        }
        let mut shift = (pull * (if near.len() == 2 { 0.17 } else { 0.08 })).at_most(12.0);
        if board.crossings.iter().any(|c| c.at == Location::Hex(*hex)) {
            shift = Point::default();
        }
        let shared: Vec<Point> = near.iter().filter(|n| beside.contains(&Hexside::between(*hex, **n))).map(|n| aside(*hex, *n)).collect();
        for part in &shared {
            shift = shift + *part * (1.0 / shared.len() as f32);
        }
        nodes.insert(*hex, centre + shift);
    }
    let mut pins: BTreeMap<Hexside, Point> = BTreeMap::new();
    for crossing in &board.crossings {
        if let Location::Side(side) = crossing.at {
            pins.insert(side, geometry.middle(side));
        }
    }
    for side in beside {
        let middle = geometry.middle(*side);
        pins.insert(*side, middle + aside(side.0, side.1));
    }
    Net { nodes, pins }
}

/// The stretches of a road that no greater road has drawn.
fn runs(board: &Board, geometry: &Geometry, road: &Road, net: &Net, drawn: &mut BTreeSet<Hexside>) -> Vec<Spline> {
    let hexes = &road.hexes;
    let fresh: Vec<bool> = sides(road).map(|side| drawn.insert(side)).collect();
    let mut out = Vec::new();
    let mut i = 0;
    while i < fresh.len() {
        if !fresh[i] {
            i += 1;
            continue;
        }
        let start = i;
        while i < fresh.len() && fresh[i] {
            i += 1;
        }
        let mut nodes = Vec::new();
        for k in start..=i {
            nodes.push(net.nodes[&hexes[k]]);
            if k < i
                && let Some(pin) = net.pins.get(&Hexside::between(hexes[k], hexes[k + 1]))
            {
                nodes.push(*pin);
            }
        }
        let mut before = (start > 0).then(|| net.nodes[&hexes[start - 1]]);
        let mut after = (i + 1 < hexes.len()).then(|| net.nodes[&hexes[i + 1]]);
        if start == 0 && leaves_map(board, road, hexes[0]) {
            match beyond_edge(board, geometry, hexes[0], hexes[1]) {
                Some(point) => nodes.insert(0, point),
                None => before = None,
            }
        }
        if i + 1 == hexes.len() && leaves_map(board, road, hexes[i]) {
            match beyond_edge(board, geometry, hexes[i], hexes[i - 1]) {
                Some(point) => nodes.push(point),
                None => after = None,
            }
        }
        out.push(Spline { nodes, before, after });
    }
    out
}

/// Whether a road that ends in an edge hex goes on beyond it.
fn leaves_map(board: &Board, road: &Road, end: HexId) -> bool {
    let named = road.exits.iter().any(|(hex, _)| *hex == end) || board.places.iter().any(|p| p.kind == "edge" && p.hex == end);
    let at_edge = board.grid.neighbours(end).iter().any(|n| !n.is_some());
    let alone = board.road_sides[end.index()].iter().filter(|classes| **classes != 0).count() == 1;
    named || (at_edge && alone)
}

/// The layer of roads.
pub(crate) fn draw(sheet: &Sheet) -> String {
    let mut out = String::new();
    let style = &sheet.style;
    let _ = writeln!(out, r#"<g fill="none" stroke="{}" stroke-linejoin="round">"#, style.road_edge);
    let of = |look: Look| {
        let mut pen = Pen::new();
        for track in sheet.tracks.iter().filter(|t| t.look == look) {
            track.spline.draw(&mut pen);
        }
        pen
    };
    path(&mut out, of(Look::Trail), r#"class="trail" stroke-width="1.9" stroke-dasharray="5.5 3.2""#);
    path(&mut out, of(Look::Minor), r#"class="minor" stroke-width="2.4" stroke-linecap="round""#);
    path(&mut out, of(Look::Plain), r#"class="road edge" stroke-width="5.2" stroke-linecap="round""#);
    path(&mut out, of(Look::Major), r#"class="major edge" stroke-width="6.6" stroke-linecap="round""#);
    let bed =
        |class: &str, width: &str| format!(r#"class="{class} bed" stroke="{}" stroke-width="{width}" stroke-linecap="round""#, style.road);
    let light = format!(
        r#"class="road bed" stroke="{}" stroke-width="3" stroke-linecap="round""#,
        style.road.mixed(style.clear, if style.name == "paper" { 0.55 } else { 0.0 })
    );
    path(&mut out, of(Look::Plain), &light);
    path(&mut out, of(Look::Major), &bed("major", "4"));
    out.push_str("</g>\n");
    let _ = writeln!(out, r#"<g fill="none" stroke="{}">"#, style.rail);
    let mut ties = Pen::new();
    for track in sheet.tracks.iter().filter(|t| t.look.is_rail()) {
        tie_marks(&mut ties, &track.spline.sample(9.0));
    }
    path(&mut out, of(Look::Rail), r#"class="railroad" stroke-width="1.7""#);
    path(&mut out, of(Look::Unfinished), r#"class="unfinished" stroke-width="1.1" stroke-dasharray="4.5 4.5""#);
    path(&mut out, ties, r#"class="ties" stroke-width="1.2""#);
    out.push_str("</g>\n");
    out
}

/// Short strokes across a line.
pub(crate) fn tie_marks(pen: &mut Pen, line: &[Point]) {
    for i in 1..line.len().saturating_sub(1) {
        let across = direction(line, i).turned() * 3.2;
        pen.move_to(line[i] - across);
        pen.line_to(line[i] + across);
    }
}
