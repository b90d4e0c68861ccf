//! Names: places beside their symbols, ridges and valleys across the country, rivers along their course, and the roads'
//! ends in the margin. No name covers another.

use crate::cover::Rect;
use crate::curve::{direction, flow, parallel, resample};
use crate::geometry::{Point, at};
use crate::hexsides;
use crate::lettering::Face;
use crate::pen::{Pen, escape, num};
use crate::sheet::Sheet;
use crate::style::Colour;
use crate::towns::seat;
use crate::water::{Flow, reach};
use board::{HexId, Location, Place};
use std::collections::BTreeSet;
use std::fmt::Write;

/// How a name lies on the sheet.
#[derive(Clone, Debug)]
pub(crate) enum Lie {
    /// Level lines; the middle of the block.
    Level(Point),
    /// One line, turned round its middle by so many degrees.
    Turned(Point, f32),
    /// Along a curve, centred.
    Along(Vec<Point>),
}

/// A name on the sheet.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    pub lines: Vec<String>,
    pub class: &'static str,
    pub face: Face,
    pub size: f32,
    pub spacing: f32,
    pub colour: Colour,
    pub halo: bool,
    pub lie: Lie,
}

impl Label {
    /// The text as people write it.
    pub fn text(&self) -> String {
        self.lines.join(" ")
    }

    fn width(&self) -> f32 {
        self.lines.iter().map(|line| self.face.width(line, self.size, self.spacing)).fold(0.0, f32::max)
    }

    /// The middle of a name along a curve.
    fn middle(&self) -> Option<Point> {
        match &self.lie {
            Lie::Along(line) => line.get(line.len() / 2).copied(),
            _ => None,
        }
    }

    fn line_height(&self) -> f32 {
        self.size * 0.94
    }

    /// Rectangles that together hold the letters.
    pub fn rects(&self) -> Vec<Rect> {
        let half_height = self.size * 0.36;
        match &self.lie {
            Lie::Level(centre) => {
                let rows = self.lines.len() as f32;
                vec![Rect::around(*centre, self.width() / 2.0, half_height + (rows - 1.0) * self.line_height() / 2.0)]
            }
            Lie::Turned(centre, degrees) => {
                let along = at(1.0, 0.0).rotated(degrees.to_radians());
                beads(*centre - along * (self.width() / 2.0), *centre + along * (self.width() / 2.0), half_height)
            }
            Lie::Along(line) => {
                let line = resample(line, self.size * 0.7);
                let up = |i: usize| direction(&line, i).turned() * (-self.size * 0.28);
                (0..line.len()).map(|i| Rect::around(line[i] + up(i), half_height, half_height)).collect()
            }
        }
    }
}

/// Small squares along a straight line.
fn beads(from: Point, to: Point, half: f32) -> Vec<Rect> {
    resample(&[from, to], half * 1.6).into_iter().map(|p| Rect::around(p, half, half)).collect()
}

/// Places names one after another.
struct Placer<'s, 'a> {
    sheet: &'s Sheet<'a>,
    taken: Vec<Rect>,
    symbols: Vec<Rect>,
    frame: Rect,
    /// Great names are larger on great boards.
    loud: f32,
    out: Vec<Label>,
}

/// Places all names of a board.
pub(crate) fn labels(sheet: &Sheet) -> Vec<Label> {
    let (left, top, right, bottom) = sheet.geometry.map_frame();
    let symbols = sheet
        .buildings
        .iter()
        .filter(|b| b.place.is_some())
        .map(|b| b.rect().grown(0.5))
        .chain(sheet.board.crossings.iter().map(|c| hexsides::rect(sheet, c)))
        .collect();
    let frame = Rect { left: left + 6.0, top: top + 4.0, right: right - 6.0, bottom: bottom - 4.0 };
    let loud = ((right - left) / 2100.0).clamp(1.0, 1.3);
    let mut placer = Placer { sheet, taken: Vec::new(), symbols, frame, loud, out: Vec::new() };
    let mut places: Vec<(usize, &Place)> = sheet.board.places.iter().enumerate().filter(|(_, p)| p.weight > 0).collect();
    places.sort_by_key(|(i, place)| (std::cmp::Reverse(place.weight), *i));
    for (_, place) in places.iter().filter(|(_, p)| p.span.is_some()) {
        placer.country(place);
    }
    for (i, place) in places.iter().filter(|(_, p)| p.span.is_none() && p.weight == 3) {
        placer.place(*i, place);
    }
    let mut named = BTreeSet::new();
    let mut flows: Vec<&Flow> = sheet.flows.iter().collect();
    flows.sort_by(|a, b| b.width.total_cmp(&a.width).then(reach(b).total_cmp(&reach(a))));
    for flow in flows.iter().filter(|f| f.fills) {
        placer.river(flow, &mut named);
    }
    for (i, place) in places.iter().filter(|(_, p)| p.span.is_none() && p.weight == 2) {
        placer.place(*i, place);
    }
    for flow in flows.iter().filter(|f| !f.fills) {
        placer.river(flow, &mut named);
    }
    placer.crossings();
    for (i, place) in places.iter().filter(|(_, p)| p.span.is_none() && p.weight == 1) {
        placer.place(*i, place);
    }
    placer.out
}

impl Placer<'_, '_> {
    /// What it costs to put a name there.
    fn cost(&self, label: &Label) -> f32 {
        let mut cost = 0.0;
        for rect in label.rects() {
            if !rect.within(self.frame) {
                cost += 4000.0;
            }
            let grown = rect.grown(1.2);
            cost += self.taken.iter().map(|other| grown.shared(*other)).sum::<f32>() * 60.0;
            cost += self.symbols.iter().map(|other| rect.shared(*other)).sum::<f32>() * 1.6;
            cost += self.sheet.cover.weight(rect) * 1.1;
        }
        cost
    }

    /// Takes the cheapest of some ways to write a name.
    fn settle(&mut self, choices: impl Iterator<Item = (f32, Label)>) {
        let mut best: Option<(f32, Label)> = None;
        for (bias, label) in choices {
            if best.as_ref().is_some_and(|(least, _)| bias >= *least) {
                continue;
            }
            let cost = bias + self.cost(&label);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, label));
            }
        }
        if let Some((_, label)) = best {
            self.taken.extend(label.rects());
            self.out.push(label);
        }
    }

    /// A name across the country: a ridge, a mountain, a valley.
    fn country(&mut self, place: &Place) {
        let Some((first, last)) = place.span else { return };
        // It bends through the place's own hexes if they lead from the one end to the other.
        let bends = place.hexes.first() == Some(&first) && place.hexes.last() == Some(&last);
        let line: &[HexId] = if bends { &place.hexes } else { &[first, last] };
        let mut points: Vec<Point> = line.iter().map(|hex| self.sheet.geometry.point(*hex)).collect();
        let (a, b) = (points[0], points[points.len() - 1]);
        if b.x < a.x - 1.0 || ((b.x - a.x).abs() <= 1.0 && b.y > a.y && b.x < a.x) {
            points.reverse();
        }
        let (a, b) = (points[0], points[points.len() - 1]);
        let (face, size) = match place.weight {
            3 => (Face::Caps, 19.0 * self.loud),
            2 => (Face::Italic, 16.0 * self.loud),
            _ => (Face::Italic, 13.0),
        };
        let bare = face.width(&place.name, size, 0.0);
        let letters = place.name.chars().count().max(2) as f32;
        let course = (points.len() > 2).then(|| resample(&rounded(points), 6.0));
        let length = course.as_ref().map_or(a.distance(b), |line| line.windows(2).map(|two| two[0].distance(two[1])).sum());
        let spacing = ((length * 0.9 - bare) / letters).clamp(1.0, 15.0);
        let along = (b - a).unit();
        let degrees = along.degrees();
        let middle = a.towards(b, 0.5);
        let ink = self.sheet.style.ink.mixed(self.sheet.style.hachure, 0.45);
        let class = if place.weight == 3 { "ridge" } else { "country" };
        // A name that bends stays on its line; a straight one may slide along it.
        let along_its_line = if course.is_some() { 0..=0 } else { -3..=3i32 };
        let choices: Vec<(f32, Label)> = (-6..=6i32)
            .flat_map(|across| along_its_line.clone().map(move |on| (across, on)))
            .map(|(across, on)| {
                let centre = middle + along.turned() * (across as f32 * 7.0) + along * (on as f32 * 16.0);
                let bias = across.unsigned_abs() as f32 * 5.0 + on.unsigned_abs() as f32 * 6.0;
                let lie = match &course {
                    Some(line) => Lie::Along(parallel(line, |_| size * 0.28 + across as f32 * 7.0)),
                    None => Lie::Turned(centre, degrees),
                };
                (bias, Label { lines: vec![place.name.clone()], class, face, size, spacing, colour: ink, halo: true, lie })
            })
            .collect();
        self.settle(choices.into_iter());
    }

    /// The name of a place beside its symbol.
    fn place(&mut self, index: usize, place: &Place) {
        let style = &self.sheet.style;
        let landscape =
            matches!(place.kind.as_str(), "hill" | "ridge" | "valley" | "gap" | "mound" | "marsh" | "mountain" | "area" | "knob");
        let settled = matches!(place.kind.as_str(), "town" | "city");
        let (face, size, spacing) = match (place.weight, landscape, settled) {
            (3, false, true) => (Face::BoldCaps, 21.0 * self.loud, 1.2),
            (3, false, _) => (Face::BoldCaps, 17.5 * self.loud, 0.8),
            (_, _, true) => (Face::BoldCaps, 17.0 * self.loud, 0.8),
            (3, true, _) => (Face::Caps, 15.5 * self.loud, 1.0),
            (2, true, _) => (Face::Italic, 13.0, 0.3),
            (_, true, _) => (Face::Italic, 11.5, 0.1),
            (2, false, _) if place.kind == "village" || place.kind == "fort" => (Face::BoldCaps, 12.5, 0.3),
            (2, false, _) => (Face::Caps, 12.0, 0.3),
            _ => (Face::Caps, 10.8, 0.1),
        };
        let colour = if landscape { style.ink.mixed(style.hachure, 0.45) } else { style.ink };
        let class = if landscape { "hill" } else { "place" };
        let seat = seat(self.sheet, index);
        let label = |lines: Vec<String>| Label { lines, class, face, size, spacing, colour, halo: true, lie: Lie::Level(Point::default()) };
        let centre = self.sheet.geometry.point(place.hex);
        let mut choices = around(seat, landscape, label, &place.name, centre);
        for (bias, label) in &mut choices {
            *bias += self.doubt(label, seat, index);
        }
        self.settle(choices.into_iter());
    }

    /// What it costs if a name could be taken for that of another symbol.
    fn doubt(&self, label: &Label, seat: Rect, index: usize) -> f32 {
        let [rect] = label.rects()[..] else { return 0.0 };
        let own = rect.gap(seat);
        let others = self.sheet.buildings.iter().filter(|b| b.place.is_some_and(|p| p != index));
        others.filter(|b| rect.gap(b.rect()) < own + 7.0).count() as f32 * 26.0
    }

    /// The name of a river along its course, again every so often.
    fn river(&mut self, flow: &Flow, named: &mut BTreeSet<String>) {
        let water = &self.sheet.board.waters[flow.water];
        let name = shown_name(&water.name);
        if !water.named || name.is_empty() {
            return;
        }
        let again = named.contains(name);
        let (size, spacing) = match flow.width {
            w if flow.fills && w > 30.0 => (19.0 * self.loud.min(1.25), 3.4),
            w if w >= 9.0 => (16.0 * self.loud, 2.4),
            w if w >= 6.0 => (14.0, 1.6),
            _ => (12.0, 0.8),
        };
        let width = Face::Italic.width(name, size, spacing);
        let wishes: Vec<Point> = if !water.labels.is_empty() {
            water.labels.iter().map(|hex| self.sheet.geometry.point(*hex)).collect()
        } else if again && reach(flow) < 500.0 {
            return;
        } else {
            let count = ((reach(flow) / 1500.0).round() as usize).max(1);
            (0..count).map(|k| flow.line[(2 * k + 1) * (flow.line.len() - 1) / (2 * count)]).collect()
        };
        let span = (width + 12.0) / 5.0;
        if flow.line.len() as f32 <= span * 0.8 {
            return;
        }
        let span = (span as usize).min(flow.line.len() - 1);
        for wish in wishes {
            let mut choices = Vec::new();
            for start in (0..flow.line.len() - span).step_by(3) {
                let piece = &flow.line[start..=start + span];
                let middle = piece[span / 2];
                let away = middle.distance(wish);
                if away > 420.0 && !water.labels.is_empty() {
                    continue;
                }
                for below in if flow.fills { [false, false] } else { [false, true] } {
                    let (base, bend) = base_line(piece, flow, size, below);
                    let bias = away * 0.12 + bend * 75.0 + if below { 6.0 } else { 0.0 };
                    let label = Label {
                        lines: vec![name.to_string()],
                        class: "water",
                        face: Face::Italic,
                        size,
                        spacing,
                        colour: self.sheet.style.water_name,
                        halo: !flow.fills,
                        lie: Lie::Along(base),
                    };
                    // A name in the river is not in the river's way.
                    let own = if flow.fills { -(self.own_water(&label)) } else { 0.0 };
                    choices.push((bias, own, label));
                    if flow.fills {
                        break;
                    }
                }
            }
            // The same name again only where the first is out of sight.
            let near: Vec<Point> = self.out.iter().filter(|l| l.lines[0] == name).filter_map(Label::middle).collect();
            let best = choices
                .into_iter()
                .filter(|(_, _, label)| label.middle().is_none_or(|m| near.iter().all(|p| p.distance(m) > 640.0)))
                .map(|(bias, own, label)| (bias + own + self.cost(&label), label))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((cost, label)) = best
                && (cost < 900.0 || !named.contains(name))
            {
                named.insert(name.to_string());
                self.taken.extend(label.rects());
                self.out.push(label);
            }
        }
    }

    /// What the cover of water costs a label.
    fn own_water(&self, label: &Label) -> f32 {
        label.rects().iter().map(|rect| self.sheet.cover.weight(*rect) * 1.1).sum::<f32>() * 0.8
    }

    /// The names of fords, ferries and bridges.
    fn crossings(&mut self) {
        let places: BTreeSet<&str> = self.sheet.board.places.iter().filter(|p| p.weight > 0).map(|p| p.name.as_str()).collect();
        let style = &self.sheet.style;
        for crossing in self.sheet.board.crossings.iter().filter(|c| c.named && !places.contains(c.name.as_str())) {
            let colour = style.water_name;
            let label = |lines: Vec<String>| Label {
                lines,
                class: "crossing",
                face: Face::Caps,
                size: 10.5,
                spacing: 0.1,
                colour,
                halo: true,
                lie: Lie::Level(Point::default()),
            };
            let (seat, centre) = match crossing.at {
                Location::Hex(hex) => {
                    (Rect::around(hexsides::span(self.sheet, crossing).centre, 17.0, 17.0), self.sheet.geometry.point(hex))
                }
                Location::Side(side) => (hexsides::rect(self.sheet, crossing), self.sheet.geometry.middle(side)),
            };
            let choices = around(seat, false, label, &crossing.name, centre);
            self.settle(choices.into_iter());
        }
    }
}

/// A line through these points without its corners.
fn rounded(points: Vec<Point>) -> Vec<Point> {
    (0..3).fold(points, |line, _| {
        let ends = [line[0], line[line.len() - 1]];
        let cut = line.windows(2).flat_map(|two| [two[0].towards(two[1], 0.25), two[0].towards(two[1], 0.75)]);
        [ends[0]].into_iter().chain(cut).chain([ends[1]]).collect()
    })
}

/// The name of a water without what tells its parts apart.
fn shown_name(name: &str) -> &str {
    name.split(" (").next().unwrap_or(name).split(',').next().unwrap_or(name)
}

/// The base line for a name along a piece of a river, from left to right, and how much it bends.
fn base_line(piece: &[Point], flow: &Flow, size: f32, below: bool) -> (Vec<Point>, f32) {
    let mut line = piece.to_vec();
    if line[line.len() - 1].x < line[0].x {
        line.reverse();
    }
    for _ in 0..6 {
        let copy = line.clone();
        for i in 1..line.len() - 1 {
            line[i] = copy[i - 1].towards(copy[i + 1], 0.5).towards(copy[i], 0.4);
        }
    }
    let line = resample(&line, 12.0);
    let aside = match (flow.fills, below) {
        (true, _) => size * 0.28,
        (false, true) => flow.width / 2.0 + size * 0.72,
        (false, false) => -(flow.width / 2.0 + 3.0),
    };
    let base = parallel(&line, |_| aside);
    let bend = (1..base.len().saturating_sub(1))
        .map(|i| {
            let (a, b) = ((base[i] - base[i - 1]).unit(), (base[i + 1] - base[i]).unit());
            (1.0 - a.dot(b)).max(0.0) * 9.0
        })
        .sum::<f32>();
    let steep = direction(&base, base.len() / 2).y.abs();
    (base, bend + steep * 0.5)
}

/// Ways to write a name round a symbol: in one line or two, on all sides, near first.
fn around(seat: Rect, inside: bool, label: impl Fn(Vec<String>) -> Label, name: &str, centre: Point) -> Vec<(f32, Label)> {
    let mut out = Vec::new();
    for lines in foldings(name) {
        let folded = (lines.len() - 1) as f32 * 7.0;
        let sample = label(lines.clone());
        let (half_width, rows) = (sample.width() / 2.0, sample.lines.len() as f32);
        let half_height = sample.size * 0.36 + (rows - 1.0) * sample.line_height() / 2.0;
        let (middle_x, middle_y) = ((seat.left + seat.right) / 2.0, (seat.top + seat.bottom) / 2.0);
        for step in 0..5 {
            let gap = 3.0 + step as f32 * 6.0;
            let (right, left) = (seat.right + gap + half_width, seat.left - gap - half_width);
            let (above, below) = (seat.top - gap - half_height, seat.bottom + gap + half_height);
            let near = step as f32 * 9.0 + folded;
            let mut spots = vec![
                (at(right, middle_y), near),
                (at(left, middle_y), near + 3.0),
                (at(middle_x, above), near + 2.0),
                (at(middle_x, below), near + 2.0),
                (at(right - 6.0, above + 2.0), near + 3.0),
                (at(right - 6.0, below - 2.0), near + 3.0),
                (at(left + 6.0, above + 2.0), near + 5.0),
                (at(left + 6.0, below - 2.0), near + 5.0),
                (at(middle_x + half_width * 0.5, above), near + 4.0),
                (at(middle_x - half_width * 0.5, above), near + 4.0),
                (at(middle_x + half_width * 0.5, below), near + 4.0),
                (at(middle_x - half_width * 0.5, below), near + 4.0),
            ];
            if inside {
                let drop = (step as f32 - 2.0) * 7.0;
                spots.push((centre + at(0.0, 4.0 + drop), drop.abs() * 0.7 + folded - 4.0));
            }
            for (spot, bias) in spots {
                let mut label = sample.clone();
                label.lie = Lie::Level(spot);
                out.push((bias, label));
            }
        }
    }
    out
}

/// A name in one line and, if it is long, in two.
fn foldings(name: &str) -> Vec<Vec<String>> {
    let mut out = vec![vec![name.to_string()]];
    if name.chars().count() > 11 {
        let breaks = name.match_indices(' ').map(|(i, _)| i);
        let wanted = name.find(" (").unwrap_or(name.len() / 2);
        if let Some(cut) = breaks.min_by_key(|i| i.abs_diff(wanted)) {
            out.push(vec![name[..cut].to_string(), name[cut + 1..].to_string()]);
        }
    }
    out
}

/// The layer of names; curves for names along rivers go to `defs`.
pub(crate) fn draw(sheet: &Sheet, defs: &mut String) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        r#"<g stroke="{}" stroke-width="0" stroke-linejoin="round" paint-order="stroke" text-anchor="middle">"#,
        sheet.style.clear
    );
    for (i, label) in sheet.labels.iter().enumerate() {
        write_label(&mut out, defs, label, i);
    }
    out.push_str("</g>\n");
    out
}

fn write_label(out: &mut String, defs: &mut String, label: &Label, index: usize) {
    let spacing = if label.spacing > 0.05 { format!(r#" letter-spacing="{}""#, num(label.spacing)) } else { String::new() };
    let halo = if label.halo { format!(r#" stroke-width="{}""#, num((label.size * 0.24).min(3.4))) } else { String::new() };
    let opening = format!(
        r#"<text class="{}" {} font-size="{}" fill="{}"{spacing}{halo}"#,
        label.class,
        label.face.css(),
        num(label.size),
        label.colour
    );
    let drop = label.size * 0.31;
    // Letter spacing also follows the last letter; half of it moves the name back to the middle.
    let back = label.spacing / 2.0;
    let _ = match &label.lie {
        Lie::Level(centre) if label.lines.len() == 1 => {
            writeln!(out, r#"{opening} x="{}" y="{}">{}</text>"#, num(centre.x + back), num(centre.y + drop), escape(&label.lines[0]))
        }
        Lie::Level(centre) => {
            let top = centre.y + drop - (label.lines.len() - 1) as f32 * label.line_height() / 2.0;
            let mut spans = String::new();
            for (k, line) in label.lines.iter().enumerate() {
                let gap = if k + 1 < label.lines.len() { " " } else { "" };
                let y = top + k as f32 * label.line_height();
                let _ = write!(spans, r#"<tspan x="{}" y="{}">{}{gap}</tspan>"#, num(centre.x + back), num(y), escape(line));
            }
            writeln!(out, "{opening}>{spans}</text>")
        }
        Lie::Turned(centre, degrees) => writeln!(
            out,
            r#"{opening} transform="translate({} {})rotate({})" x="{}" y="{}">{}</text>"#,
            num(centre.x),
            num(centre.y),
            num(*degrees),
            num(back),
            num(drop),
            escape(&label.lines[0])
        ),
        Lie::Along(line) => {
            let mut pen = Pen::new();
            flow(&mut pen, line);
            let _ = writeln!(defs, r#"<path id="course{index}" d="{}"/>"#, pen.d());
            writeln!(out, r##"{opening}><textPath href="#course{index}" startOffset="50%">{}</textPath></text>"##, escape(&label.lines[0]))
        }
    };
}

/// A name in the margin: its text, half its length, and where along the edge its middle stands.
struct RoadEnd {
    text: String,
    half: f32,
    along: f32,
}

/// The names of the places to which roads lead, in the margin.
pub(crate) fn exits(sheet: &Sheet) -> String {
    let (left, top, right, bottom) = sheet.geometry.map_frame();
    let size = ((right - left) / 140.0).clamp(14.0, 19.0);
    let mut edges: [Vec<RoadEnd>; 4] = Default::default();
    for (hex, to) in sheet.board.roads.iter().flat_map(|road| &road.exits) {
        let p = sheet.geometry.point(*hex);
        let aways = [p.y - top, right - p.x, bottom - p.y, p.x - left];
        let edge = (0..4).min_by(|a, b| aways[*a].total_cmp(&aways[*b])).unwrap_or(0);
        let text = format!("to {to}");
        let half = Face::Italic.width(&text, size, 0.0) / 2.0 + 6.0;
        edges[edge].push(RoadEnd { text, half, along: if edge % 2 == 0 { p.x } else { p.y } });
    }
    let mut out = String::new();
    let _ = writeln!(
        out,
        r#"<g class="exits" {} font-size="{}" fill="{}" text-anchor="middle">"#,
        Face::Italic.css(),
        num(size),
        sheet.style.ink
    );
    for (edge, ends) in edges.iter_mut().enumerate() {
        let (from, to) = if edge % 2 == 0 { (left, right) } else { (top, bottom) };
        spread(ends, from, to);
        for end in ends {
            let (x, y, turn) = match edge {
                0 => (end.along, top - 9.0, 0.0),
                1 => (right + 9.0, end.along, 90.0),
                2 => (end.along, bottom + 4.0 + size, 0.0),
                _ => (left - 9.0, end.along, -90.0),
            };
            let _ =
                writeln!(out, r#"<text transform="translate({} {})rotate({})">{}</text>"#, num(x), num(y), num(turn), escape(&end.text));
        }
    }
    out.push_str("</g>\n");
    out
}

/// Moves the names along an edge apart, in their order, until none covers its neighbour.
fn spread(ends: &mut [RoadEnd], from: f32, to: f32) {
    ends.sort_by(|a, b| a.along.total_cmp(&b.along).then_with(|| a.text.cmp(&b.text)));
    for _ in 0..200 {
        for i in 1..ends.len() {
            let overlap = ends[i - 1].along + ends[i - 1].half - (ends[i].along - ends[i].half);
            if overlap > 0.0 {
                ends[i - 1].along -= overlap / 2.0;
                ends[i].along += overlap / 2.0;
            }
        }
        for end in ends.iter_mut() {
            end.along = end.along.clamp(from + end.half, (to - end.half).max(from + end.half));
        }
    }
}
