//! Counters on a drawing, for small pictures: whose, what arm, how strong. At the table the client draws its own.

use crate::geometry::Geometry;
use crate::pen::{escape, num};
use crate::style::Colour;
use board::HexId;
use std::fmt::Write;

/// The side of a counter.
const WIDE: f32 = 48.0;
/// How far each counter of a stack lies from the one above it.
const STEP: f32 = 4.2;
/// The most counters of a stack that are seen.
const DEEP: usize = 4;

/// The arm of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arm {
    /// Infantry, and whatever fights on foot.
    Foot,
    /// Cavalry.
    Horse,
    /// Artillery.
    Guns,
    /// Commanders, trains and everything else: a flag.
    Staff,
}

/// The counters in a hex, the uppermost of them told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heap {
    /// Where.
    pub hex: HexId,
    /// Whether they are blue; else they are grey.
    pub blue: bool,
    /// The arm of the uppermost.
    pub arm: Arm,
    /// The numbers on it.
    pub text: String,
    /// How many there are.
    pub count: usize,
}

/// The face, the strength box and the letters in it.
fn colours(blue: bool) -> (Colour, Colour, Colour) {
    if blue {
        (Colour(0x2b, 0x4f, 0x7c), Colour(0xf6, 0xf8, 0xfc), Colour(0x16, 0x2c, 0x49))
    } else {
        (Colour(0xb4, 0xac, 0x9e), Colour(0x5b, 0x3f, 0x1f), Colour(0xff, 0xfa, 0xf0))
    }
}

/// What stands on a counter for its arm, in a box of 21 by 12 about the middle of its upper half.
fn symbol(arm: Arm) -> &'static str {
    match arm {
        Arm::Foot => r#"<path d="M-10.500 -6h21v12h-21zM-10.500 -6l21 12M10.500 -6l-21 12"/>"#,
        Arm::Horse => r#"<path d="M-10.500 -6h21v12h-21zM-10.500 6l21 -12"/>"#,
        Arm::Guns => r#"<path d="M-10.500 -6h21v12h-21z"/><circle r="2.800" fill="currentColor"/>"#,
        Arm::Staff => r#"<path d="M-6 7v-14h13l-4 4 4 4h-13"/>"#,
    }
}

/// The layer of counters.
pub(crate) fn draw(geometry: &Geometry, heaps: &[Heap]) -> String {
    let mut out = String::new();
    for heap in heaps {
        let (x, y) = geometry.centre(heap.hex);
        let (face, panel, ink) = colours(heap.blue);
        let line = if heap.blue { panel } else { Colour(0x2e, 0x26, 0x1c) };
        let seen = heap.count.clamp(1, DEEP);
        let shift = (seen - 1) as f32 * STEP / 2.0;
        for back in (0..seen).rev() {
            let away = back as f32 * STEP - shift;
            let (left, top) = (x + away - WIDE / 2.0, y - away - WIDE / 2.0);
            let _ = writeln!(
                out,
                r##"<rect x="{}" y="{}" width="{WIDE}" height="{WIDE}" rx="6" fill="{face}" stroke="#241c10" stroke-width="1.600"/>"##,
                num(left),
                num(top)
            );
        }
        let (x, y) = (x - shift, y + shift);
        let _ = writeln!(
            out,
            r#"<g transform="translate({} {})" fill="none" stroke="{line}" color="{line}" stroke-width="1.900">{}</g>"#,
            num(x),
            num(y - 11.0),
            symbol(heap.arm)
        );
        let _ = writeln!(
            out,
            r#"<rect x="{}" y="{}" width="40" height="20" rx="{}" fill="{panel}"/>"#,
            num(x - 20.0),
            num(y + 1.0),
            if heap.blue { "10" } else { "3" }
        );
        let _ = writeln!(
            out,
            r#"<text x="{}" y="{}" font-family="Barlow Semi Condensed" font-weight="700" font-size="18" text-anchor="middle" fill="{ink}">{}</text>"#,
            num(x),
            num(y + 17.0),
            escape(&heap.text)
        );
    }
    out
}
