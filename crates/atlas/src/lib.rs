//! Draws boards: SVG, and PNG or JPEG from it.
//!
//! A drawing is made of layers (`ground`, `water`, `grid`, `roads`, `hexsides`, `markers`, `ids`, `names`, `furniture`, `hexes`), each a group
//! with that id and class, so that a client can hide and style them. The same board always gives the same bytes.
//!
//! Pictures and print (PNG, JPEG, PDF) are for programs; in a browser, which draws SVG itself, they are left out.

mod counters;
mod cover;
mod curve;
mod described;
mod fields;
mod furniture;
mod geometry;
mod grain;
mod grid;
mod hexsides;
mod key;
mod lettering;
mod markers;
mod names;
mod outline;
mod pen;
#[cfg(not(target_arch = "wasm32"))]
mod png;
#[cfg(not(target_arch = "wasm32"))]
pub mod press;
mod relief;
mod roads;
mod scatter;
mod sheet;
mod style;
mod towns;
mod water;
mod woods;

pub use counters::{Arm, Heap};
pub use described::described;
pub use geometry::{COLUMN, Geometry, ROW, SIDE};
pub use key::{KeyEntry, terrain_key};
pub use lettering::{FONTS, Font, font_css};
#[cfg(not(target_arch = "wasm32"))]
pub use png::{Pixels, PngError, jpeg, jpeg_detail, pixels, png, png_detail};
pub use style::{Colour, Style};

use board::Board;
use pen::num;
use sheet::Sheet;
use std::fmt::Write;

/// What to draw.
#[derive(Clone, Debug)]
pub struct Options {
    /// The colours.
    pub style: Style,
    /// Title, key, compass, scale and margins round the map.
    pub furniture: bool,
    /// The numbers of the hexes.
    pub ids: bool,
    /// The names of places, waters and crossings.
    pub names: bool,
    /// A transparent shape over each hex with `data-hex`, for clients.
    pub targets: bool,
    /// The fonts inside the drawing, so that it looks right wherever it goes; some 220 kB more.
    pub embed_fonts: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { style: Style::paper(), furniture: true, ids: true, names: true, targets: true, embed_fonts: false }
    }
}

/// A name on a drawing and the rectangles (left, top, right, bottom) that hold its letters.
#[derive(Clone, PartialEq, Debug)]
pub struct NameBox {
    /// The text.
    pub text: String,
    /// The rectangles: one for a level name, several for a name along a line.
    pub rects: Vec<[f32; 4]>,
}

/// Where the hexes of a board lie on the drawing that [`board_svg`] makes with these options.
pub fn geometry(board: &Board, options: &Options) -> Geometry {
    furniture::geometry(board, options)
}

/// Where the names stand on the drawing that [`board_svg`] makes with these options.
pub fn name_boxes(board: &Board, options: &Options) -> Vec<NameBox> {
    let sheet = Sheet::lay_out(board, options);
    let boxes = sheet
        .labels
        .iter()
        .map(|label| NameBox { text: label.text(), rects: label.rects().iter().map(|r| [r.left, r.top, r.right, r.bottom]).collect() });
    boxes.collect()
}

/// Draws a board.
pub fn board_svg(board: &Board, options: &Options) -> String {
    draw(board, options, "")
}

/// Draws a board with counters on it.
pub fn board_with(board: &Board, options: &Options, heaps: &[Heap]) -> String {
    draw(board, options, &counters::draw(&geometry(board, options), heaps))
}

/// Draws a board with something on top of it.
fn draw(board: &Board, options: &Options, above: &str) -> String {
    let sheet = Sheet::lay_out(board, options);
    let style = &sheet.style;
    let (width, height) = (sheet.geometry.width(), sheet.geometry.height());
    let mut defs = String::new();
    let edge = outline::map_edge(&sheet.geometry, &board.grid).d();
    let _ = writeln!(defs, r#"<clipPath id="map"><path d="{edge}"/></clipPath>"#);
    woods::trees_defs(&sheet, &mut defs);
    relief::tuft_defs(&sheet, &mut defs);
    fields::grass_defs(&sheet, &mut defs);
    if options.furniture {
        key::sample_defs(&mut defs);
    }
    let names = names::draw(&sheet, &mut defs);
    let mut out = String::with_capacity(1 << 19);
    let (w, h) = (num(width), num(height));
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" class="board {}" data-board="{}">"#,
        style.name,
        pen::escape(&board.id)
    );
    let _ = writeln!(out, "<title>{}</title>\n<defs>\n{defs}</defs>", pen::escape(&board.title));
    if options.embed_fonts {
        let _ = writeln!(out, "<style>\n{}</style>", lettering::embedded_css());
    }
    let _ = writeln!(out, r#"<rect class="paper" width="{w}" height="{h}" fill="{}"/>"#, style.margin);
    let mut layer = |id: &str, attributes: &str, content: &str| {
        if !content.is_empty() {
            let _ = writeln!(out, "<g id=\"{id}\" class=\"layer {id}\"{attributes}>\n{content}</g>");
        }
    };
    let clip = r#" clip-path="url(#map)""#;
    let mut ground = format!("<path class=\"clear\" d=\"{edge}\" fill=\"{}\"/>\n", style.clear);
    ground.push_str(&relief::tints(&sheet));
    ground.push_str(&woods::floor(&sheet));
    ground.push_str(&relief::veil(&sheet));
    ground.push_str(&fields::draw(&sheet));
    ground.push_str(&towns::ground(&sheet));
    ground.push_str(&relief::hachures(&sheet));
    ground.push_str(&woods::trees(&sheet));
    ground.push_str(&relief::tufts(&sheet));
    layer("ground", clip, &ground);
    layer("water", clip, &water::draw(&sheet));
    let thin = format!(r#" fill="none" stroke="{}" stroke-width=".7" opacity=".75""#, style.grid);
    layer("grid", &thin, &grid::lines(&sheet));
    layer("roads", clip, &(roads::draw(&sheet) + &towns::draw(&sheet)));
    layer("hexsides", "", &hexsides::draw(&sheet));
    let rim = format!("<path d=\"{edge}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>\n", style.ink);
    layer("edge", "", &rim);
    layer("markers", "", &markers::draw(&sheet));
    if options.ids {
        layer("ids", &format!(r#" fill="{}""#, style.number), &grid::numbers(&sheet));
    }
    if options.names {
        layer("names", "", &names);
    }
    if options.furniture {
        layer("furniture", "", &(names::exits(&sheet) + &furniture::draw(&sheet)));
    }
    layer("pieces", "", above);
    if options.targets {
        layer("hexes", r#" fill="none" pointer-events="all""#, &grid::targets(&sheet));
    }
    out.push_str("</svg>\n");
    out
}
