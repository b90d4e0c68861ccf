//! Smooth lines: splines through points, their samples, parallels and lengths.

use crate::geometry::Point;
use crate::pen::Pen;

/// A smooth line through points. Points before and after it, if known, bend its ends.
#[derive(Clone, Debug)]
pub(crate) struct Spline {
    pub nodes: Vec<Point>,
    pub before: Option<Point>,
    pub after: Option<Point>,
}

impl Spline {
    pub fn through(nodes: Vec<Point>) -> Spline {
        Spline { nodes, before: None, after: None }
    }

    /// The pieces as cubic curves (Catmull-Rom; tangents held short where the points turn sharply).
    pub fn pieces(&self) -> Vec<[Point; 4]> {
        let count = self.nodes.len();
        let tangent = |i: usize| {
            let here = self.nodes[i];
            let before = if i > 0 { Some(self.nodes[i - 1]) } else { self.before };
            let after = if i + 1 < count { Some(self.nodes[i + 1]) } else { self.after };
            match (before, after) {
                (Some(b), Some(a)) => {
                    let (to, from) = ((a - here).length(), (here - b).length());
                    (a - b).unit() * to.min(from)
                }
                (None, Some(a)) => a - here,
                (Some(b), None) => here - b,
                (None, None) => Point::default(),
            }
        };
        (0..count.saturating_sub(1))
            .map(|i| {
                let (p, q) = (self.nodes[i], self.nodes[i + 1]);
                let reach = (q - p).length() * 0.38;
                [p, p + tangent(i).unit() * reach, q - tangent(i + 1).unit() * reach, q]
            })
            .collect()
    }

    /// Draws the line, beginning with a move.
    pub fn draw(&self, pen: &mut Pen) {
        for (i, [p, a, b, q]) in self.pieces().into_iter().enumerate() {
            if i == 0 {
                pen.move_to(p);
            }
            pen.cubic_to(a, b, q);
        }
    }

    /// Points along the line, evenly spaced, about `step` apart.
    pub fn sample(&self, step: f32) -> Vec<Point> {
        let mut fine = Vec::new();
        for (i, piece) in self.pieces().iter().enumerate() {
            for k in usize::from(i > 0)..=12 {
                fine.push(bezier(piece, k as f32 / 12.0));
            }
        }
        resample(&fine, step)
    }
}

/// A point of a cubic curve.
pub(crate) fn bezier([p, a, b, q]: &[Point; 4], t: f32) -> Point {
    let s = 1.0 - t;
    *p * (s * s * s) + *a * (3.0 * s * s * t) + *b * (3.0 * s * t * t) + *q * (t * t * t)
}

/// The same line with points evenly spaced; both ends stay.
pub(crate) fn resample(line: &[Point], step: f32) -> Vec<Point> {
    let total = length(line);
    let count = (total / step).round().max(1.0) as usize;
    let step = total / count as f32;
    let mut out = Vec::with_capacity(count + 1);
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return out };
    out.push(*first);
    let mut wanted = step;
    let mut walked = 0.0;
    for pair in line.windows(2) {
        let piece = pair[0].distance(pair[1]);
        while piece > 0.0 && wanted <= walked + piece && out.len() < count {
            out.push(pair[0].towards(pair[1], (wanted - walked) / piece));
            wanted += step;
        }
        walked += piece;
    }
    out.push(*last);
    out
}

pub(crate) fn length(line: &[Point]) -> f32 {
    line.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// The direction of a line at one of its points.
pub(crate) fn direction(line: &[Point], i: usize) -> Point {
    let before = line[i.saturating_sub(1)];
    let after = line[(i + 1).min(line.len() - 1)];
    (after - before).unit()
}

/// The parallel at a distance, to the right of the walker.
pub(crate) fn parallel(line: &[Point], distance: impl Fn(usize) -> f32) -> Vec<Point> {
    (0..line.len()).map(|i| line[i] + direction(line, i).turned() * distance(i)).collect()
}

/// A smooth line through evenly spaced points, as quadratic curves between their middles.
pub(crate) fn flow(pen: &mut Pen, line: &[Point]) {
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return };
    pen.move_to(*first);
    if line.len() > 2 {
        for i in 1..line.len() - 1 {
            let end = if i + 2 < line.len() { line[i].towards(line[i + 1], 0.5) } else { *last };
            pen.quad_to(line[i], end);
        }
    } else {
        pen.line_to(*last);
    }
}

/// A closed smooth line through the middles of a polygon's sides, bent by its corners.
pub(crate) fn rounded_loop(corners: &[Point]) -> Vec<Point> {
    let count = corners.len();
    let middle = |i: usize| corners[i % count].towards(corners[(i + 1) % count], 0.5);
    let mut out = Vec::with_capacity(count * 6);
    for i in 0..count {
        let (p, c, q) = (middle(i), corners[(i + 1) % count], middle(i + 1));
        for k in 0..6 {
            let t = k as f32 / 6.0;
            out.push(p.towards(c, t).towards(c.towards(q, t), t));
        }
    }
    out
}

/// How far a point is from a line.
pub(crate) fn distance_to(line: &[Point], point: Point) -> f32 {
    line.windows(2)
        .map(|pair| {
            let along = pair[1] - pair[0];
            let t = ((point - pair[0]).dot(along) / along.dot(along).max(1e-6)).clamp(0.0, 1.0);
            point.distance(pair[0] + along * t)
        })
        .fold(f32::INFINITY, f32::min)
}
