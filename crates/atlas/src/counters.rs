//! Counters: 48 units square, readable at 48 pixels. Sides differ by colour, by the shape of the strength box and by the
//! stripes in the corner; states are marks on the edge, never colour alone.

use crate::Options;
use crate::cover::Rect;
use crate::geometry::at;
use crate::lettering::Face;
use crate::pen::{escape, num};
use crate::style::{Army, Colour, Style};
use crate::towns::star;
use board::{Board, HexId};
use std::fmt::Write;

/// The width and height of a counter.
pub const COUNTER: f32 = 48.0;

/// How far each counter of a stack lies from the one above it.
const STEP: f32 = 4.2;

/// Whose counter it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The Union: blue, a rounded strength box, one stripe in the corner.
    Union,
    /// The Confederacy: grey, a butternut strength box with cut corners, two stripes in the corner.
    Confederate,
}

/// What kind of piece it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A box with crossed belts.
    Infantry,
    /// A box with one belt.
    Cavalry,
    /// A box with a ball.
    Artillery,
    /// A box with a belt and a ball.
    HorseArtillery,
    /// A box on a staff.
    Headquarters,
    /// A star.
    Leader,
    /// A wagon wheel.
    Supply,
    /// Nothing but its words.
    Marker,
}

/// A counter as it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Counter {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub symbol: Symbol,
    /// The mark of its size: `III`, `X`, `XX`, `XXX`, or nothing.
    pub size: String,
    /// The strengths as printed: `5-6`.
    pub strengths: String,
    /// The unit as printed: `1/2/XII`.
    pub designation: String,
    /// The colour of its formation.
    pub band: Option<Colour>,
    /// It has moved: a notch.
    pub moved: bool,
    /// It has fired: a puff of smoke.
    pub fired: bool,
    /// It is disrupted: a torn corner.
    pub disrupted: bool,
    /// It is ineffective, reduced or flipped: greyed and hatched.
    pub ineffective: bool,
    /// It lies face down: only its back is drawn, and nothing else of it is written.
    pub hidden: bool,
}

impl Counter {
    /// A counter with no state.
    pub fn new(side: Side, symbol: Symbol, strengths: &str, designation: &str) -> Counter {
        Counter {
            side,
            symbol,
            size: String::new(),
            strengths: strengths.into(),
            designation: designation.into(),
            band: None,
            moved: false,
            fired: false,
            disrupted: false,
            ineffective: false,
            hidden: false,
        }
    }

    /// The counter as an SVG group, its middle at the origin.
    pub fn svg(&self, style: &Style) -> String {
        let side = match self.side {
            Side::Union => "union",
            Side::Confederate => "confederate",
        };
        let mut out = format!(r#"<g class="counter {side}"><g transform="translate(-24 -24)">"#);
        out.push_str(&self.body(style));
        if self.hidden {
            out.push_str(&self.back(style));
        } else {
            out.push_str(&self.front(style));
        }
        out.push_str("</g></g>\n");
        out
    }

    fn army(&self, style: &Style) -> Army {
        let army = match self.side {
            Side::Union => style.union,
            Side::Confederate => style.confederate,
        };
        if self.ineffective && !self.hidden { Army { face: army.face.mixed(army.face.greyed(), 0.8), ..army } } else { army }
    }

    /// The card with its shadow and the stripes of its side.
    fn body(&self, style: &Style) -> String {
        let army = self.army(style);
        let rim = army.face.mixed(Colour(0, 0, 0), 0.45);
        let light = army.face.mixed(Colour(255, 255, 255), 0.3);
        let stripes = match self.side {
            Side::Union => "M36.5 1.2L46.8 11.5V6.6L41.4 1.2z",
            Side::Confederate => "M35.2 1.2L46.8 12.8V9.9L38.1 1.2zM41.2 1.2L46.8 6.8V3.9L44.1 1.2z",
        };
        format!(
            r#"<rect x="2.2" y="3" width="46" height="46" rx="5" opacity=".36"/><rect x="1" y="1" width="46" height="46" rx="5" fill="{}" stroke="{rim}" stroke-width="1.2"/><path d="M4 2.1h40" stroke="{light}" stroke-width=".9" stroke-linecap="round"/><path d="{stripes}" fill="{}" opacity=".9"/>"#,
            army.face, army.ink
        )
    }

    /// The face: band, designation, size, symbol, strengths, and the marks of its states.
    fn front(&self, style: &Style) -> String {
        let army = self.army(style);
        let mut out = String::new();
        if self.ineffective {
            let _ = write!(
                out,
                r#"<path d="M2 14L14 2M2 24L24 2M2 34L34 2M4 42L42 4M14 46L46 14M24 46L46 24M34 46L46 34" stroke="{}" stroke-width=".9" opacity=".35"/>"#,
                army.ink
            );
        }
        if let Some(band) = self.band {
            let _ = write!(
                out,
                r#"<path d="M1.6 6a4.4 4.4 0 0 1 4.4-4.4h1v44.8h-1a4.4 4.4 0 0 1-4.4-4.4z" fill="{band}" stroke="{}" stroke-width=".6"/>"#,
                army.face.mixed(Colour(0, 0, 0), 0.45)
            );
        }
        let room = 31.0;
        let size = (8.2 * room / Face::BoldSans.width(&self.designation, 8.2, 0.0).max(1.0)).min(8.2);
        self.words(&mut out, Face::BoldSans, size, (22.8, 9.2), army.ink, &self.designation);
        self.words(&mut out, Face::BoldSans, 6.2, (26.5, 15.0), army.ink, &self.size);
        out.push_str(&self.sign(army));
        self.plate(&mut out, army);
        self.marks(&mut out, style);
        out
    }

    fn words(&self, out: &mut String, face: Face, size: f32, (x, y): (f32, f32), ink: Colour, text: &str) {
        if !text.is_empty() {
            let _ = write!(
                out,
                r#"<text {} font-size="{}" x="{}" y="{}" text-anchor="middle" fill="{ink}">{}</text>"#,
                face.css(),
                num(size),
                num(x),
                num(y),
                escape(text)
            );
        }
    }

    /// The sign of the arm.
    fn sign(&self, army: Army) -> String {
        let ink = army.ink;
        let frame = |inside: &str| {
            format!(
                r#"<g fill="none" stroke="{ink}" stroke-width="1.5" stroke-linejoin="round"><rect x="16" y="16.6" width="21" height="12.2" fill="{}"/>{inside}</g>"#,
                army.face.mixed(army.plate, 0.12)
            )
        };
        let ball = format!(r#"<circle cx="26.5" cy="22.7" r="3" fill="{ink}" stroke="none"/>"#);
        match self.symbol {
            Symbol::Infantry => frame(r#"<path d="M16 16.6l21 12.2M37 16.6l-21 12.2"/>"#),
            Symbol::Cavalry => frame(r#"<path d="M16 28.8l21-12.2"/>"#),
            Symbol::Artillery => frame(&ball),
            Symbol::HorseArtillery => frame(&format!(r#"<path d="M16 28.8l21-12.2"/>{ball}"#)),
            Symbol::Headquarters => format!(
                r#"<path d="M16.5 15.8v14.4" stroke="{ink}" stroke-width="1.8" stroke-linecap="round"/><path d="M16.5 16.4h20.5l-5 4.6l5 4.6h-20.5z" fill="{}" stroke="{ink}" stroke-width="1.4" stroke-linejoin="round"/>"#,
                army.face.mixed(army.plate, 0.3)
            ),
            Symbol::Leader => format!(r#"<g transform="translate(26.5 22.4)">{}</g>"#, star(8.4, &format!(r#"fill="{ink}""#))),
            Symbol::Supply => format!(
                r#"<g transform="translate(26.5 22.6)" stroke="{ink}" fill="none"><circle r="6.6" stroke-width="1.7"/><path d="M0-6.6v13.2M-6.6 0h13.2M-4.7-4.7l9.4 9.4M-4.7 4.7l9.4-9.4" stroke-width="1.1"/></g>"#
            ),
            Symbol::Marker => String::new(),
        }
    }

    /// The strengths in their box.
    fn plate(&self, out: &mut String, army: Army) {
        if self.strengths.is_empty() {
            return;
        }
        let shape = match self.side {
            Side::Union => "M17.4 31.2h18.8a7.1 7.1 0 0 1 0 14.2h-18.8a7.1 7.1 0 0 1 0-14.2z",
            Side::Confederate => "M14.2 31.2h25.2l4.4 4.4v5.4l-4.4 4.4h-25.2l-4.4-4.4v-5.4z",
        };
        let _ = write!(out, r#"<path d="{shape}" fill="{}"/>"#, army.plate);
        let size = (15.6 * 29.0 / Face::BoldSans.width(&self.strengths, 15.6, 0.0)).min(15.6);
        self.words(out, Face::BoldSans, size, (26.8, 38.3 + size * 0.35), army.plate_ink, &self.strengths);
    }

    /// Notch, puff and torn corner.
    fn marks(&self, out: &mut String, style: &Style) {
        let (paper, ink) = (style.clear, style.ink);
        if self.moved {
            let _ = write!(
                out,
                r#"<path class="moved" d="M48 17.4l-7.4 5.3l7.4 5.3z" fill="{paper}" stroke="{ink}" stroke-width=".9" stroke-linejoin="round"/>"#
            );
        }
        if self.disrupted {
            let _ = write!(
                out,
                r#"<path class="disrupted" d="M.3 31.2l3.2 2.6l-.9 2.4l4.3 1.5l-.6 3l4.2.6l.2 3.2l3.8 1.1l.7 2.2h-14.9z" fill="{paper}" stroke="{ink}" stroke-width=".9" stroke-linejoin="round"/>"#
            );
        }
        if self.fired {
            let _ = write!(
                out,
                r#"<path class="fired" d="M33.4 11.6a3.6 3.6 0 0 1-.6-7.1a4.6 4.6 0 0 1 8.4-2a3.7 3.7 0 0 1 5.4 4.4a3.3 3.3 0 0 1-2.6 5.2a4.4 4.4 0 0 1-6.2.9a3.6 3.6 0 0 1-4.4-1.4z" fill="{}" stroke="{}" stroke-width="1"/>"#,
                Colour(0xfb, 0xfb, 0xf6),
                Colour(0x4a, 0x46, 0x40)
            );
        }
    }

    /// The back: a belt plate with the letters of the side.
    fn back(&self, style: &Style) -> String {
        let army = self.army(style);
        let letters = match self.side {
            Side::Union => "US",
            Side::Confederate => "CS",
        };
        let shape = match self.side {
            Side::Union => r#"<ellipse cx="24" cy="24" rx="17" ry="11.5""#,
            Side::Confederate => r#"<path d="M10 12.5h28l3 3v17l-3 3h-28l-3-3v-17z""#,
        };
        let mut out = format!(r#"{shape} fill="{}" stroke="{}" stroke-width="1.6"/>"#, army.plate, army.ink);
        self.words(&mut out, Face::BoldCaps, 17.0, (24.0, 29.6), army.plate_ink, letters);
        out
    }
}

/// Draws a stack, its top counter first in the list and in the middle at the origin; the others show below it, up and to
/// the right. A stack of more than four says how many.
pub fn stack_svg(counters: &[Counter], style: &Style) -> String {
    let shown = counters.len().min(5);
    let mut out = String::from("<g class=\"stack\">");
    let shift = shown.saturating_sub(1) as f32 * STEP / 2.0;
    for (i, counter) in counters.iter().take(shown).enumerate().rev() {
        let away = i as f32 * STEP - shift;
        let _ = write!(out, r#"<g transform="translate({} {})">{}</g>"#, num(away), num(-away), counter.svg(style));
    }
    if counters.len() > 4 {
        let _ = write!(
            out,
            r#"<g class="count" transform="translate({} {})"><circle r="7" fill="{}" stroke="{ink}" stroke-width="1.2"/><text {} font-size="10" y="3.5" text-anchor="middle" fill="{ink}">{}</text></g>"#,
            num(-24.0 - shift),
            num(-24.0 + shift),
            style.clear,
            Face::BoldSans.css(),
            counters.len(),
            ink = style.ink
        );
    }
    out.push_str("</g>\n");
    out
}

/// How much room a stack of so many takes, round the centre of its hex: half its width.
pub(crate) fn stack_room(counters: usize) -> Rect {
    let half = COUNTER / 2.0 + counters.clamp(1, 5).saturating_sub(1) as f32 * STEP / 2.0;
    Rect::around(at(0.0, 0.0), half, half)
}

/// Draws a board with pieces on it: a whole position.
pub fn position_svg(board: &Board, stacks: &[(HexId, Vec<Counter>)], options: &Options) -> String {
    let geometry = crate::geometry(board, options);
    let mut above = String::new();
    for (hex, counters) in stacks.iter().filter(|(hex, counters)| board.grid.contains(*hex) && !counters.is_empty()) {
        let (x, y) = geometry.centre(*hex);
        let stack = stack_svg(counters, &options.style);
        // The hex number stays in sight above the stack where there is room.
        let sink = if stack_room(counters.len()).bottom < 27.0 { 6.0 } else { 2.0 };
        let _ = writeln!(
            above,
            r#"<g data-at="{}" transform="translate({} {})">{stack}</g>"#,
            escape(&board.grid.name(*hex)),
            num(x),
            num(y + sink)
        );
    }
    crate::draw(board, options, &above)
}
