//! Writes SVG: paths in relative commands with one decimal, text, numbers.

use crate::geometry::Point;
use std::fmt::Write;

/// Writes the `d` of a path. Positions are kept in whole tenths, so that roundings never add up.
#[derive(Default)]
pub(crate) struct Pen {
    d: String,
    at: (i32, i32),
}

fn tenths(v: f32) -> i32 {
    (v * 10.0).round() as i32
}

impl Pen {
    pub fn new() -> Pen {
        Pen::default()
    }

    fn number(&mut self, tenths: i32) {
        let first = self.d.as_bytes().last().is_none_or(u8::is_ascii_alphabetic);
        if !first && tenths >= 0 {
            self.d.push(' ');
        }
        push_tenths(&mut self.d, tenths);
    }

    fn relative(&mut self, p: Point) {
        self.number(tenths(p.x) - self.at.0);
        self.number(tenths(p.y) - self.at.1);
    }

    fn land(&mut self, p: Point) {
        self.at = (tenths(p.x), tenths(p.y));
    }

    pub fn move_to(&mut self, p: Point) -> &mut Pen {
        let first = self.d.is_empty();
        self.d.push(if first { 'M' } else { 'm' });
        self.relative(p);
        self.land(p);
        self
    }

    pub fn line_to(&mut self, p: Point) -> &mut Pen {
        self.d.push('l');
        self.relative(p);
        self.land(p);
        self
    }

    pub fn quad_to(&mut self, control: Point, p: Point) -> &mut Pen {
        self.d.push('q');
        self.relative(control);
        self.relative(p);
        self.land(p);
        self
    }

    pub fn cubic_to(&mut self, a: Point, b: Point, p: Point) -> &mut Pen {
        self.d.push('c');
        self.relative(a);
        self.relative(b);
        self.relative(p);
        self.land(p);
        self
    }

    /// A circular arc, less than half a circle.
    pub fn arc_to(&mut self, radius: f32, clockwise: bool, p: Point) -> &mut Pen {
        self.d.push('a');
        self.number(tenths(radius));
        self.number(tenths(radius));
        self.d.push_str(if clockwise { " 0 0 1 " } else { " 0 0 0 " });
        push_tenths(&mut self.d, tenths(p.x) - self.at.0);
        self.number(tenths(p.y) - self.at.1);
        self.land(p);
        self
    }

    pub fn close(&mut self, start: Point) -> &mut Pen {
        self.d.push('z');
        self.land(start);
        self
    }

    pub fn polyline(&mut self, points: &[Point]) -> &mut Pen {
        if let Some((first, rest)) = points.split_first() {
            self.move_to(*first);
            for p in rest {
                self.line_to(*p);
            }
        }
        self
    }

    pub fn polygon(&mut self, points: &[Point]) -> &mut Pen {
        self.polyline(points);
        if let Some(first) = points.first() {
            self.close(*first);
        }
        self
    }

    pub fn is_empty(&self) -> bool {
        self.d.is_empty()
    }

    pub fn d(self) -> String {
        self.d
    }
}

fn push_tenths(out: &mut String, tenths: i32) {
    let (sign, size) = (if tenths < 0 { "-" } else { "" }, tenths.unsigned_abs());
    let _ = match (size / 10, size % 10) {
        (whole, 0) => write!(out, "{sign}{whole}"),
        (0, part) => write!(out, "{sign}.{part}"),
        (whole, part) => write!(out, "{sign}{whole}.{part}"),
    };
}

/// A number with at most one decimal.
pub(crate) fn num(v: f32) -> String {
    let mut out = String::new();
    push_tenths(&mut out, tenths(v));
    out
}

/// Text made safe for XML, which has no place for most control characters.
pub(crate) fn escape(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A path with attributes; nothing if the path is empty.
pub(crate) fn path(out: &mut String, pen: Pen, attributes: &str) {
    if !pen.is_empty() {
        let _ = writeln!(out, r#"<path d="{}" {attributes}/>"#, pen.d());
    }
}

/// A path without attributes of its own; nothing if the path is empty.
pub(crate) fn plain_path(out: &mut String, pen: Pen) {
    if !pen.is_empty() {
        let _ = writeln!(out, r#"<path d="{}"/>"#, pen.d());
    }
}
