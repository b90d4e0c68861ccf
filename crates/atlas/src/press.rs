//! On paper: a map at its true size over several sheets, counters front and back, tables. Pages are drawn as SVG and kept as pictures in
//! a PDF, so that they look on paper as on the screen.

use crate::pen::escape;
use crate::{Board, Options, PngError, SIDE, board_svg, geometry, jpeg};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};
use std::fmt::Write as _;

/// A sheet of paper in millimetres.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

impl Paper {
    /// As most of the world prints.
    pub const A4: Paper = Paper { width: 210.0, height: 297.0 };
    /// As North America prints.
    pub const LETTER: Paper = Paper { width: 215.9, height: 279.4 };
}

/// What printers leave white, in millimetres.
const MARGIN: f64 = 8.0;
/// What the sheets of a map share, so that they can be glued.
const OVERLAP: f64 = 6.0;
const POINTS_PER_MM: f64 = 72.0 / 25.4;
const QUALITY: u8 = 90;
/// The most sheets of a map.
const MOST_SHEETS: usize = 200;

/// A counter as it is printed.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Whose.
    pub union: bool,
    /// What stands on it.
    pub name: String,
    /// Its arm: `infantry`, `cavalry`, `artillery`.
    pub arm: String,
    /// Its numbers.
    pub strength: String,
    /// Its formation.
    pub formation: String,
    /// Where it begins, for its back.
    pub start: String,
}

/// A table as it is printed.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its title.
    pub title: String,
    /// The heads of its columns, that of the rows first.
    pub heads: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

/// A PDF.
pub struct Sheet {
    /// The file.
    pub pdf: Vec<u8>,
    /// How many pages it has.
    pub pages: usize,
}

/// A press.
#[derive(Clone, Copy, Debug)]
pub struct Press {
    /// Its paper.
    pub paper: Paper,
    /// How finely it prints, in dots per inch.
    pub dpi: u32,
}

impl Press {
    /// What can be printed on, in millimetres.
    fn room(&self) -> (f64, f64) {
        (self.paper.width - 2.0 * MARGIN, self.paper.height - 2.0 * MARGIN)
    }

    /// A map whose hexes are that wide from side to side, in millimetres.
    pub fn map(&self, board: &Board, hex: f64) -> Result<Sheet, PngError> {
        let options = Options { targets: false, ..Options::default() };
        let (svg, size) = (board_svg(board, &options), geometry(board, &options));
        let unit = hex / (3.0_f64.sqrt() * f64::from(SIDE));
        let (width, height) = (f64::from(size.width()), f64::from(size.height()));
        let (room_x, room_y) = self.room();
        let (step_x, step_y) = ((room_x - OVERLAP) / unit, (room_y - OVERLAP) / unit);
        let count = |length: f64, step: f64| ((length / step).ceil() as usize).max(1);
        let (across, down) = (count(width, step_x), count(height, step_y));
        if across * down > MOST_SHEETS {
            return Err(PngError::Size { width: across as u32, height: down as u32 });
        }
        let inner = svg.find('>').map_or("", |end| &svg[end + 1..]);
        let mut pages = Vec::new();
        for row in 0..down {
            for column in 0..across {
                let (left, top) = (column as f64 * step_x, row as f64 * step_y);
                let (w, h) = (room_x / unit, room_y / unit);
                pages.push(format!(
                    r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {w} {h}" width="{w}" height="{h}"><rect x="{left}" y="{top}" width="{w}" height="{h}" fill="#fff"/>{inner}"##
                ));
            }
        }
        self.bind(&pages)
    }

    /// Counters of that size in millimetres, and their backs on every second page, mirrored.
    pub fn counters(&self, title: &str, counters: &[Counter], size: f64) -> Result<Sheet, PngError> {
        let (room_x, room_y) = self.room();
        let head = 10.0;
        let (columns, rows) = (((room_x / size) as usize).max(1), (((room_y - head) / size) as usize).max(1));
        let mut pages = Vec::new();
        for part in counters.chunks(columns * rows) {
            for back in [false, true] {
                let mut svg = self.head(title, if back { "counters, backs" } else { "counters, fronts" });
                for (n, counter) in part.iter().enumerate() {
                    let column = if back { columns - 1 - n % columns } else { n % columns };
                    let left = (room_x - columns as f64 * size) / 2.0 + column as f64 * size;
                    let top = head + (n / columns) as f64 * size;
                    draw_counter(&mut svg, counter, back, left, top, size);
                }
                pages.push(svg + "</svg>");
            }
        }
        self.bind(&pages)
    }

    /// Tables, one below the other.
    pub fn tables(&self, title: &str, tables: &[Table]) -> Result<Sheet, PngError> {
        let (room_x, room_y) = self.room();
        let (line, size) = (4.6, 3.1);
        let mut pages = Vec::new();
        let (mut svg, mut y) = (self.head(title, "charts"), 16.0);
        for table in tables {
            let widths = widths(table, room_x, size);
            let rows: Vec<Vec<Vec<String>>> =
                std::iter::once(&table.heads).chain(&table.rows).map(|row| broken(row, &widths, size)).collect();
            let height = |row: &[Vec<String>]| row.iter().map(Vec::len).max().unwrap_or(1) as f64 * line * 0.82 + 1.4;
            let first = rows.iter().take(2).map(|row| height(row)).sum::<f64>() + 9.0;
            if y + first > room_y {
                pages.push(std::mem::replace(&mut svg, self.head(title, "charts")) + "</svg>");
                y = 16.0;
            }
            let _ =
                write!(svg, r#"<text x="0" y="{y}" font-family="serif" font-weight="700" font-size="4.6">{}</text>"#, escape(&table.title));
            y += 3.0;
            for (n, row) in rows.iter().enumerate() {
                let tall = height(row);
                if y + tall > room_y {
                    pages.push(std::mem::replace(&mut svg, self.head(title, "charts")) + "</svg>");
                    y = 12.0;
                }
                let _ = write!(svg, r##"<line x1="0" x2="{room_x}" y1="{0}" y2="{0}" stroke="#999" stroke-width="0.15"/>"##, y + tall);
                let mut x = 0.0;
                for (column, lines) in row.iter().enumerate() {
                    let weight = if n == 0 || column == 0 { 700 } else { 400 };
                    for (k, text) in lines.iter().enumerate() {
                        let base = y + 3.4 + k as f64 * line * 0.82;
                        let _ = write!(
                            svg,
                            r#"<text x="{x}" y="{base}" font-family="sans-serif" font-weight="{weight}" font-size="{size}">{}</text>"#,
                            escape(text)
                        );
                    }
                    x += widths[column];
                }
                y += tall;
            }
            y += 9.0;
        }
        pages.push(svg + "</svg>");
        self.bind(&pages)
    }

    /// A page in millimetres with a line at its top.
    fn head(&self, title: &str, what: &str) -> String {
        let (w, h) = self.room();
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}"><rect width="{w}" height="{h}" fill="#fff"/><text x="0" y="5" font-family="serif" font-size="5">{}: {what}</text>"##,
            escape(title)
        )
    }

    /// Pages as pictures in a PDF.
    fn bind(&self, pages: &[String]) -> Result<Sheet, PngError> {
        let (room_x, room_y) = self.room();
        let dots = (room_x / 25.4 * f64::from(self.dpi)).round() as u32;
        let (catalogue, tree) = (Ref::new(1), Ref::new(2));
        let page_ref = |n: usize| Ref::new(3 + 3 * n as i32);
        let mut pdf = Pdf::new();
        pdf.catalog(catalogue).pages(tree);
        pdf.pages(tree).kids((0..pages.len()).map(page_ref)).count(pages.len() as i32);
        let points = |mm: f64| (mm * POINTS_PER_MM) as f32;
        for (n, svg) in pages.iter().enumerate() {
            let (page_id, image_id, content_id) = (page_ref(n), Ref::new(4 + 3 * n as i32), Ref::new(5 + 3 * n as i32));
            let picture = jpeg(svg, dots, QUALITY)?;
            let tall = (f64::from(dots) * room_y / room_x).round() as i32;
            let mut page = pdf.page(page_id);
            page.media_box(Rect::new(0.0, 0.0, points(self.paper.width), points(self.paper.height)));
            page.parent(tree).contents(content_id);
            page.resources().x_objects().pair(Name(b"Page"), image_id);
            page.finish();
            let mut image = pdf.image_xobject(image_id, &picture);
            image.filter(Filter::DctDecode);
            image.width(dots as i32).height(tall);
            image.color_space().device_rgb();
            image.bits_per_component(8);
            image.finish();
            let mut content = Content::new();
            content.save_state();
            content.transform([points(room_x), 0.0, 0.0, points(room_y), points(MARGIN), points(MARGIN)]);
            content.x_object(Name(b"Page"));
            content.restore_state();
            pdf.stream(content_id, &content.finish());
        }
        Ok(Sheet { pdf: pdf.finish(), pages: pages.len() })
    }
}

fn draw_counter(svg: &mut String, counter: &Counter, back: bool, left: f64, top: f64, size: f64) {
    let fill = match (counter.union, back) {
        (true, false) => "#bcd0ea",
        (true, true) => "#dfe8f3",
        (false, false) => "#d9d3c0",
        (false, true) => "#ece8dd",
    };
    let _ = write!(
        svg,
        r##"<g transform="translate({left} {top})"><rect width="{size}" height="{size}" fill="{fill}" stroke="#555" stroke-width="0.15"/>"##
    );
    let middle = size / 2.0;
    let mut text = |y: f64, font: f64, weight: u32, said: &str| {
        let fits = said.chars().take(26).collect::<String>();
        // Long names are set smaller.
        let font = font.min(size * 1.7 / fits.chars().count().max(1) as f64);
        let _ = write!(
            svg,
            r#"<text x="{middle}" y="{}" text-anchor="middle" font-family="sans-serif" font-weight="{weight}" font-size="{}">{}</text>"#,
            y * size,
            font,
            escape(&fits)
        );
    };
    if back {
        text(0.3, size * 0.17, 600, &counter.name);
        text(0.52, size * 0.12, 400, &counter.formation);
        text(0.78, size * 0.14, 400, &counter.start);
    } else {
        text(0.22, size * 0.19, 600, &counter.name);
        text(0.92, size * 0.3, 700, &counter.strength);
        let (w, h, y) = (size * 0.4, size * 0.24, size * 0.32);
        let x = middle - w / 2.0;
        let _ = write!(svg, r##"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#fff" stroke="#000" stroke-width="0.25"/>"##);
        let stroke = |svg: &mut String, a: (f64, f64), b: (f64, f64)| {
            let _ = write!(svg, r##"<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="#000" stroke-width="0.25"/>"##, a.0, a.1, b.0, b.1);
        };
        if counter.arm == "artillery" {
            let _ = write!(svg, r#"<circle cx="{middle}" cy="{}" r="{}"/>"#, y + h / 2.0, h * 0.2);
        } else {
            stroke(svg, (x, y + h), (x + w, y));
            if counter.arm != "cavalry" {
                stroke(svg, (x, y), (x + w, y + h));
            }
        }
    }
    svg.push_str("</g>");
}

/// How wide each column is: as its longest word asks, and what is left over as its longest text asks.
fn widths(table: &Table, room: f64, size: f64) -> Vec<f64> {
    let columns = table.heads.len();
    let all = || std::iter::once(&table.heads).chain(&table.rows);
    let longest = |n: usize| all().filter_map(|row| row.get(n)).map(|cell| cell.chars().count().min(60)).max().unwrap_or(1);
    let wanted: Vec<f64> = (0..columns).map(|n| longest(n) as f64 * size * 0.52 + 3.0).collect();
    let sum: f64 = wanted.iter().sum();
    let scale = (room / sum).min(1.0);
    wanted.iter().map(|w| w * scale).collect()
}

/// The lines of each cell.
fn broken(row: &[String], widths: &[f64], size: f64) -> Vec<Vec<String>> {
    let cell = |(text, width): (&String, &f64)| {
        let most = ((width - 2.0) / (size * 0.5)).max(4.0) as usize;
        let mut lines: Vec<String> = vec![String::new()];
        for word in text.split_whitespace() {
            let last = lines.last_mut().expect("there is one");
            if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > most {
                lines.push(word.to_string());
            } else {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(word);
            }
        }
        lines
    };
    row.iter().zip(widths).map(cell).collect()
}
