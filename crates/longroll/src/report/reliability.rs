//! Curves of reliability, drawn: what was thought against what came.

use super::html::escape;
use general::calibration::{Bin, Reliability};
use std::fmt::Write as _;

const SIDE: f64 = 280.0;
const LEFT: f64 = 52.0;
const TOP: f64 = 60.0;
const EACH: f64 = SIDE + LEFT + 24.0;
const ROW: f64 = TOP + SIDE + 46.0;
/// The dot of the fullest part.
const LARGEST: f64 = 9.0;

/// A row of curves under its title.
pub(crate) type RowOf<'a> = (&'a str, [(&'a str, &'a Reliability); 2]);

/// Rows of curves: as thought in grey, corrected in blue; the larger a dot, the more positions.
pub(crate) fn drawing(rows: &[RowOf<'_>]) -> String {
    let (width, height) = (EACH * 2.0, ROW * rows.len() as f64);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"Georgia, serif\" font-size=\"12\" fill=\"#2e261c\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fffaf0\"/>\n"
    );
    for (n, (title, curves)) in rows.iter().enumerate() {
        let top = ROW * n as f64;
        let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"{:.0}\" font-size=\"16\" font-weight=\"bold\">{}</text>", top + 24.0, escape(title));
        for (m, (title, curve)) in curves.iter().enumerate() {
            let left = EACH * m as f64 + LEFT;
            let _ = writeln!(out, "<g transform=\"translate({left:.0} {:.0})\">{}</g>", top + TOP, panel(title, curve));
        }
    }
    out.push_str("</svg>\n");
    out
}

fn panel(title: &str, curve: &Reliability) -> String {
    let y = |share: f64| SIDE * (1.0 - share);
    let mut out = format!("<rect width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#f7f0dc\" stroke=\"#8d8069\"/>");
    let [thought, corrected] = curve.brier;
    let _ = write!(
        out,
        "<text y=\"-14\" font-size=\"14\">{} <tspan font-size=\"11\" fill=\"#6f6350\">Brier {thought:.3}, corrected {corrected:.3}</tspan></text>",
        escape(title)
    );
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let (at, percent) = (SIDE * share, 100.0 * share);
        let _ = write!(out, "<path d=\"M0 {0:.1}H{SIDE}M{at:.1} 0V{SIDE}\" stroke=\"#cbbf9f\" stroke-width=\".6\"/>", y(share));
        let _ = write!(out, "<text x=\"-6\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#6f6350\">{percent:.0} %</text>", y(share) + 4.0);
        let _ = write!(out, "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#6f6350\">{percent:.0} %</text>", SIDE + 16.0);
    }
    let _ = write!(out, "<path d=\"M0 {SIDE}L{SIDE} 0\" stroke=\"#8d8069\" stroke-dasharray=\"4 4\"/>");
    let _ = write!(out, "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">the Union's chance, as told</text>", SIDE / 2.0, SIDE + 34.0);
    out.push_str(&line(&curve.bins, |b| b.thought, "#8a7a60"));
    out.push_str(&line(&curve.bins, |b| b.corrected, "#2f4f7f"));
    out
}

fn line(bins: &[Bin], told: fn(&Bin) -> f64, colour: &str) -> String {
    let most = bins.iter().map(|b| b.count).max().unwrap_or(1) as f64;
    let at = |b: &Bin| (SIDE * told(b), SIDE * (1.0 - b.happened));
    let path: Vec<String> = bins.iter().map(at).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let mut out = format!("<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>", path.join("L"));
    for bin in bins {
        let (x, y) = at(bin);
        let size = (LARGEST * (bin.count as f64 / most).sqrt()).max(1.5);
        let _ = write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size:.1}\" fill=\"{colour}\" fill-opacity=\".75\"/>");
    }
    out
}
