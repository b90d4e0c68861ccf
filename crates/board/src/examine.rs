//! Reads a board file to its end: what is wrong is left out, and the rest is read on, so that every mistake is told at once.

use crate::load::{Wrong, line, parse};
use crate::{BadBoard, Board, Fault};

/// As many mistakes as are looked for in one file.
const MOST: usize = 100;

impl Board {
    /// Reads a board from the text of its file, and tells everything that is wrong with it. What is wrong is left out of the board; there
    /// is none if its very sheet makes no sense.
    pub fn examine(text: &str, file: &str) -> (Option<Board>, Vec<BadBoard>) {
        let mut copy = text.to_string();
        let mut faults: Vec<BadBoard> = Vec::new();
        let mut gone: Vec<String> = Vec::new();
        while faults.len() < MOST {
            let Wrong { at, fault } = match parse(&copy) {
                Ok(board) => {
                    faults.sort_by_key(|bad| bad.line);
                    return (Some(board), faults);
                }
                Err(wrong) => wrong,
            };
            // A crossing is not to blame for a water that was left out.
            let follows = matches!(&fault, Fault::NoWater { water, .. } if gone.iter().any(|name| name == water))
                || matches!(&fault, Fault::NoZone(zone) if gone.iter().any(|name| name == zone));
            if !follows {
                faults.push(BadBoard { file: file.into(), line: line(text, at), fault });
            }
            if !leave_out(&mut copy, at, &mut gone) {
                break;
            }
        }
        faults.sort_by_key(|bad| bad.line);
        (None, faults)
    }
}

/// Leaves out what is wrong at that place, line for line: the hex of a list in which order does not matter, or else its whole entry.
fn leave_out(text: &mut String, at: usize, gone: &mut Vec<String>) -> bool {
    let (start, end) = section(text, at);
    let head = text[start..].lines().next().unwrap_or_default().trim().to_string();
    if head.is_empty() || head.starts_with("[board]") {
        return false;
    }
    let in_list = ["[terrain]", "[[zone]]", "[[place]]", "[[work]]"].iter().any(|known| head.starts_with(known));
    if in_list
        && text[at..].starts_with(['"', '\''])
        && let Some(item) = item(text, at)
    {
        blank(text, at, item);
        return true;
    }
    for key in ["name", "id"] {
        let named = text[start..end].lines().find_map(|l| l.trim().strip_prefix(key)?.trim_start().strip_prefix('=').map(str::trim));
        gone.extend(named.map(|name| name.trim_matches(['"', '\'']).to_string()));
    }
    blank(text, start, end);
    true
}

/// From the headline before a place to the next one.
fn section(text: &str, at: usize) -> (usize, usize) {
    let heads = || {
        let mut place = 0;
        text.split_inclusive('\n').filter_map(move |l| {
            let here = place;
            place += l.len();
            let head = l.trim_start();
            // A list goes on over several lines; a headline has a letter after its brackets.
            let letters = head.trim_start_matches('[').starts_with(|c: char| c.is_ascii_alphabetic());
            (head.starts_with('[') && letters).then_some(here)
        })
    };
    let start = heads().take_while(|head| *head <= at).last().unwrap_or(0);
    let end = heads().find(|head| *head > at).unwrap_or(text.len());
    (start, end)
}

/// The end of a text in quotes in a list, with the comma after it. A text that is no item of a list has none.
fn item(text: &str, at: usize) -> Option<usize> {
    let quote = text[at..].chars().next()?;
    let close = at + 1 + text[at + 1..].find(quote)? + 1;
    let rest = text[close..].trim_start();
    let before = text[..at].trim_end();
    let listed = before.ends_with(['[', ',']) && rest.starts_with([',', ']']);
    let comma = if rest.starts_with(',') { text.len() - rest.len() + 1 } else { close };
    listed.then_some(comma)
}

/// Nothing stands there any more; lines stay where they are.
fn blank(text: &mut String, start: usize, end: usize) {
    let empty: String = text[start..end].bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }).collect();
    text.replace_range(start..end, &empty);
}

impl Fault {
    /// What is wrong, and what would be right, as two sentences.
    pub fn in_words(&self) -> (String, String) {
        let said = self.to_string();
        let (what, right) = match self {
            Fault::Form(message) => (message.clone(), "docs/boards.md names every field.".to_string()),
            Fault::Apart { .. } => (said, "Name hexes that lie side by side, in order.".into()),
            Fault::Gap { .. } => (said, "Write the hexsides in the order in which the water runs.".into()),
            Fault::Twice { .. } => (said, "Write it once.".into()),
            Fault::Taken { .. } => (said, "Give each a name of its own.".into()),
            Fault::TooMany { .. } => (said, "Use one of those above.".into()),
            Fault::NoWater { .. } => (said, "Write the name of a [[water]] after over.".into()),
            Fault::OffCourse { .. } => (said, "Put it where the water runs.".into()),
            Fault::BothWays { .. } => (said, "Leave one of them out.".into()),
            Fault::Exit { .. } => (said, "A road leaves the map at its first or last hex, on the edge.".into()),
            Fault::OffMap { .. } => (said, "Choose a side that faces another hex.".into()),
            Fault::NoZone(_) => (said, "Name a [[zone]] that is written further up.".into()),
            Fault::Hex(bad) => (format!("{:?} is no hex of this board", bad.name), format!("{}.", capital(&bad.because))),
            _ => match said.split_once(": ") {
                Some((what, right)) if right.starts_with(|c: char| c.is_lowercase()) => (what.to_string(), format!("{}.", capital(right))),
                _ => (said, String::new()),
            },
        };
        let what = capital(what.lines().next().unwrap_or_default().trim_end_matches('.'));
        (format!("{what}."), right)
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default() + letters.as_str()
}
