//! What lies on hexsides and across water: earthworks with their barbs, bridges, fords, ferries.

use crate::cover::Rect;
use crate::geometry::{Point, at, heading};
use crate::pen::{Pen, num, path};
use crate::roads::FERRY_REACH;
use crate::sheet::Sheet;
use crate::water::nearest;
use board::{Crossing, DirectedSide, Location};
use std::fmt::Write;

/// A crossing as it is drawn: where, along which way, how long.
pub(crate) struct Span {
    pub centre: Point,
    /// The way across, a unit vector.
    pub way: Point,
    /// From bank to bank.
    pub length: f32,
}

/// Lays a crossing over its water.
pub(crate) fn span(sheet: &Sheet, crossing: &Crossing) -> Span {
    match crossing.at {
        Location::Side(side) => {
            let centre = sheet.geometry.middle(side);
            let way = (sheet.geometry.point(side.1) - sheet.geometry.point(side.0)).unit();
            let width = nearest(&sheet.flows, centre).filter(|(_, away)| *away < 8.0).map_or(5.0, |(flow, _)| flow.width);
            Span { centre, way, length: width + 5.0 }
        }
        Location::Hex(hex) => {
            let middle = sheet.geometry.point(hex);
            let own = sheet.flows.iter().find(|flow| flow.water == crossing.water);
            let centre = own
                .filter(|_| crossing.kind != "ferry")
                .and_then(|flow| flow.line.iter().min_by(|a, b| a.distance(middle).total_cmp(&b.distance(middle))).copied())
                .unwrap_or(middle);
            let way = match crossing.approaches.as_slice() {
                [a, b, ..] => (sheet.geometry.point(*b) - sheet.geometry.point(*a)).unit(),
                _ => own.map_or(at(0.0, 1.0), |flow| crate::water::run_near(flow, centre).turned()),
            };
            Span { centre, way, length: own.map_or(40.0, |flow| flow.width) + 5.0 }
        }
    }
}

/// The place that a crossing takes on the sheet.
pub(crate) fn rect(sheet: &Sheet, crossing: &Crossing) -> Rect {
    let span = span(sheet, crossing);
    let reach = span.way * (span.length / 2.0 + 3.0);
    Rect::around(span.centre, reach.x.abs().max(6.0), reach.y.abs().max(6.0))
}

/// The layer of hexsides.
pub(crate) fn draw(sheet: &Sheet) -> String {
    let mut out = crate::relief::crests(sheet);
    out.push_str(&works(sheet));
    out.push_str("<g class=\"crossings\">\n");
    for crossing in &sheet.board.crossings {
        let span = span(sheet, crossing);
        let _ = writeln!(
            out,
            r#"<g class="{}" transform="translate({} {})rotate({})">{}</g>"#,
            crossing.kind,
            num(span.centre.x),
            num(span.centre.y),
            num(span.way.degrees()),
            crossing_symbol(sheet, &crossing.kind, span.length / 2.0)
        );
    }
    out.push_str("</g>\n");
    out
}

/// The symbol of a crossing that runs along the x axis, from `-half` to `half`.
pub(crate) fn crossing_symbol(sheet: &Sheet, kind: &str, half: f32) -> String {
    let style = &sheet.style;
    let (ink, deck) = (style.ink, style.clear);
    let h = num(half);
    let (w, l) = (num(half + 4.0), num(2.0 * half));
    let rails = |extra: &str, y: f32| {
        let (y, flare) = (num(y), num(y + 3.4));
        format!(
            r#"<path d="M-{w}-{flare}L-{h}-{y}H{h}L{w}-{flare}M-{w} {flare}L-{h} {y}H{h}L{w} {flare}" fill="none" stroke="{ink}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"{extra}/>"#
        )
    };
    match kind {
        "bridge" => format!(r#"<path d="M-{h}-3.8h{l}v7.6h-{l}z" fill="{}"/>{}"#, style.road.mixed(deck, 0.5), rails("", 4.0)),
        "trestle-site" | "trestle" => {
            format!(
                r#"<path d="M-{h} 0h{l}" stroke="{deck}" stroke-width="6" opacity=".7"/>{}"#,
                rails(r#" stroke-dasharray="4 2.6""#, 4.4)
            )
        }
        "ford" => format!(
            r#"<path d="M-{h} 0h{l}" stroke="{deck}" stroke-width="9.5" opacity=".72" stroke-linecap="round"/><path d="M-{h}-3.1h{l}M-{h} 3.1h{l}" stroke="{}" stroke-width="2.1" stroke-dasharray=".1 3.9" stroke-linecap="round"/>"#,
            style.road_edge
        ),
        "ferry" => {
            let tip = if half < 10.0 { half + 9.0 } else { FERRY_REACH };
            format!(
                r#"<path d="M-{t} 0H{t}" stroke="{deck}" stroke-width="5" opacity=".55" stroke-linecap="round"/><path d="M-{t} 0H{t}" stroke="{ink}" stroke-width="1.7" stroke-dasharray="4.4 2.8"/><path d="M{a} 0l-7.4-4.4l2 4.4l-2 4.4zM-{a} 0l7.4-4.4l-2 4.4l2 4.4z" fill="{ink}"/><path d="M-6.4-2.6h12.8l-2.8 5h-7.2z" fill="{deck}" stroke="{ink}" stroke-width="1.2" stroke-linejoin="round"/>"#,
                t = num(tip - 5.0),
                a = num(tip)
            )
        }
        "pontoon-site" | "pontoon" => {
            let count = ((2.0 * half / 6.0).round() as i32).max(3);
            let mut boats = String::new();
            for k in 0..count {
                let x = -half + (k as f32 + 0.5) * 2.0 * half / count as f32;
                let _ = write!(boats, "M{x} -6.4q2.6 6.4 0 12.8q-2.6-6.4 0-12.8z", x = num(x));
            }
            format!(
                r#"<path d="{boats}" fill="{deck}" stroke="{ink}" stroke-width="1.1"/><path d="M-{w}-1.7H{w}M-{w} 1.7H{w}" stroke="{ink}" stroke-width="1" stroke-dasharray="3 2"/>"#
            )
        }
        "ruin" => {
            let (i, o) = (num(half * 0.35), num(half + 3.0));
            format!(
                r#"<path d="M-{o}-3.6H-{i}M-{o} 3.6H-{i}l-2-2.4M{o}-3.6H{i}l2 2.2M{o} 3.6H{i}" fill="none" stroke="{ink}" stroke-width="1.6" stroke-linecap="round"/>"#
            )
        }
        "dam" => format!(
            r#"<path d="M-{h} 0h{l}" stroke="{ink}" stroke-width="4.4"/><path d="M-{h} 3.4h{l}" stroke="{deck}" stroke-width="1.6" stroke-dasharray="2 1.6"/>"#
        ),
        _ => format!(r#"<path d="M-{h} 0h{l}" stroke="{ink}" stroke-width="2.2"/>"#),
    }
}

/// Earthworks: a thick line on the protected side, teeth towards the enemy.
fn works(sheet: &Sheet) -> String {
    let mut out = String::new();
    for side in [Some("union"), Some("confederate"), None] {
        let mut bank = Pen::new();
        let mut teeth = Pen::new();
        let of_side = |work: &&DirectedSide| match side {
            Some(side) => work.side.as_deref() == Some(side),
            None => sheet.style.side(work.side.as_deref()).is_none(),
        };
        for work in sheet.board.directed.iter().filter(of_side) {
            rampart(sheet, work, &mut bank, &mut teeth);
        }
        if !bank.is_empty() {
            let colour = sheet.style.side(side).unwrap_or(sheet.style.works);
            let _ = writeln!(out, r#"<g class="works {}">"#, side.unwrap_or("common"));
            path(&mut out, bank, &format!(r#"fill="none" stroke="{colour}" stroke-width="3" stroke-linecap="round""#));
            path(&mut out, teeth, &format!(r#"fill="{colour}""#));
            out.push_str("</g>\n");
        }
    }
    out
}

fn rampart(sheet: &Sheet, work: &DirectedSide, bank: &mut Pen, teeth: &mut Pen) {
    let Some(direction) = sheet.board.grid.direction(work.protected, work.enemy) else { return };
    let (a, b) = sheet.geometry.side(work.protected, direction);
    barbs(bank, teeth, a, b, heading(direction));
}

/// The rampart from one point to another with teeth to one side.
pub(crate) fn barbs(bank: &mut Pen, teeth: &mut Pen, a: Point, b: Point, front: Point) {
    let back = front * -1.6;
    bank.move_to(a + back);
    bank.line_to(b + back);
    let along = (b - a).unit();
    for k in 0..4 {
        let foot = a.towards(b, (k as f32 + 0.5) / 4.0);
        teeth.polygon(&[foot - along * 2.7, foot + front * 6.4, foot + along * 2.7]);
    }
}
