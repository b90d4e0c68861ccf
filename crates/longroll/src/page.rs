//! What a command prints: text for people, in aligned columns, or JSON for programs; and files, whole or not at all.

use crate::Stop;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// The answer of a command.
pub struct Page {
    /// For people; may hold colours, which are left out where they do not show.
    pub text: String,
    /// For programs.
    pub json: Value,
    /// The exit code.
    pub code: u8,
}

impl Page {
    /// A page where all is well.
    pub fn new(text: impl Into<String>, json: impl Serialize) -> Page {
        let json = serde_json::to_value(json).unwrap_or_else(|e| panic!("an answer that is no JSON: {e}"));
        Page { text: text.into(), json, code: 0 }
    }

    /// The same with an exit code.
    pub fn with_code(mut self, code: u8) -> Page {
        self.code = code;
        self
    }

    /// Prints it; returns the exit code. A reader that has had enough (`| head`) is no fault.
    pub fn print(&self, json: bool) -> u8 {
        let printed = if json {
            let text = serde_json::to_string_pretty(&self.json).unwrap_or_default();
            writeln!(io::stdout().lock(), "{text}")
        } else {
            let mut out = anstream::stdout().lock();
            write!(out, "{}", self.text).and_then(|()| out.flush())
        };
        match printed {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Stop::bad_input(format!("cannot write the answer: {error}")).print(),
            _ => self.code,
        }
    }
}

/// Headings.
pub const BOLD: Style = Style::new().bold();
/// What matters less.
pub const DIM: Style = Style::new().dimmed();
/// The Union's colour.
pub const BLUE: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Blue))).bold();
/// The Confederates' colour.
pub const GRAY: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));

/// The colour of a side.
pub fn side_style(side: engine::Side) -> Style {
    match side {
        engine::Side::Union => BLUE,
        engine::Side::Confederate => GRAY,
    }
}

/// A text in a style.
pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// How many signs fit on a line.
pub fn width() -> usize {
    const PLAIN: usize = 100;
    const NARROWEST: usize = 40;
    terminal_size::terminal_size().map_or(PLAIN, |(width, _)| usize::from(width.0).max(NARROWEST))
}

/// Rows of cells in aligned columns.
#[derive(Default)]
pub struct Columns {
    rows: Vec<(Style, Vec<String>)>,
    numbers: Vec<usize>,
}

impl Columns {
    /// Columns under these heads.
    pub fn under(heads: &[&str]) -> Columns {
        Columns { rows: vec![(BOLD, heads.iter().map(ToString::to_string).collect())], numbers: Vec::new() }
    }

    /// These columns hold numbers: they stand to the right.
    pub fn numbers(mut self, columns: impl IntoIterator<Item = usize>) -> Columns {
        self.numbers.extend(columns);
        self
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.styled(Style::new(), cells);
    }

    /// Adds a row in a style.
    pub fn styled(&mut self, style: Style, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push((style, cells.into_iter().map(Into::into).collect()));
    }

    /// All of it, each row indented by that many spaces. The last column wraps where the line ends.
    pub fn print(&self, indent: usize) -> String {
        let count = self.rows.iter().map(|(_, r)| r.len()).max().unwrap_or(0);
        let widest = |i: usize| self.rows.iter().filter_map(|(_, r)| r.get(i)).map(|c| c.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..count).map(widest).collect();
        let before_last = indent + widths.iter().take(count.saturating_sub(1)).map(|w| w + 2).sum::<usize>();
        let room = width().saturating_sub(before_last).max(24);
        let mut text = String::new();
        for (style, row) in &self.rows {
            let mut line = " ".repeat(indent);
            for (i, cell) in row.iter().enumerate() {
                let pad = " ".repeat(widths[i].saturating_sub(cell.chars().count()));
                let wrapped = if i + 1 == count && !self.numbers.contains(&i) { wrap(cell, room, before_last) } else { cell.clone() };
                let (before, after) = if self.numbers.contains(&i) { (pad, String::new()) } else { (String::new(), pad) };
                let gap = if i == 0 { "" } else { "  " };
                let _ = write!(line, "{gap}{before}{wrapped}{after}");
            }
            let _ = writeln!(text, "{style}{}{style:#}", line.trim_end());
        }
        text
    }
}

/// A text in lines of that many signs, the later ones indented.
pub fn wrap(text: &str, room: usize, indent: usize) -> String {
    let (mut lines, mut length) = (String::new(), 0);
    for word in text.split_whitespace() {
        let long = word.chars().count();
        if length > 0 && length + 1 + long > room {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            length = 0;
        } else if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += long;
    }
    lines
}

/// A number with its thousands apart.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes a file under a temporary name first, so that it is there whole or not at all.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    let bad = |error: io::Error| Stop::bad_input(format!("{}: cannot be written: {error}", path.display()));
    let Some(name) = path.file_name() else {
        return Err(Stop::bad_input(format!("{}: this is no name for a file", path.display())));
    };
    if path.is_dir() {
        return Err(Stop::bad_input(format!("{}: this is a folder", path.display())));
    }
    let unfinished = path.with_file_name(format!(".{}.{}.unfinished", name.to_string_lossy(), std::process::id()));
    let written = fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    written.map_err(bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn words_wrap_at_the_room() {
        assert_eq!(wrap("the long roll of the drum", 9, 2), "the long\n  roll of\n  the drum");
        assert_eq!(wrap("unbreakable", 4, 0), "unbreakable");
    }

    #[test]
    fn columns_align_numbers_to_the_right() {
        let mut columns = Columns::under(&["unit", "men"]).numbers([1]);
        columns.row(["Hooker", "9"]);
        columns.row(["Bragg", "10"]);
        let plain = anstream::adapter::strip_str(&columns.print(1)).to_string();
        assert_eq!(plain, " unit    men\n Hooker    9\n Bragg    10\n");
    }

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let dir = std::env::temp_dir().join(format!("longroll-page-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let file = dir.join("a.txt");
        write_file(&file, b"one").unwrap();
        write_file(&file, b"two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1, "nothing unfinished is left");
        assert_eq!(write_file(&dir, b"x").unwrap_err().code, 2);
        assert_eq!(write_file(&dir.join("no/such/place.txt"), b"x").unwrap_err().code, 2);
        fs::remove_dir_all(&dir).unwrap();
    }
}
