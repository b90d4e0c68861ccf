//! Which item of a source file a place belongs to: the function, type, constant or macro around it.

use crate::rust_text::{RustText, closing_brace, words};
use std::ops::Range;

/// An item: its name, and the bytes from its first comment to its end.
struct Item {
    name: String,
    span: Range<usize>,
}

/// The items of a file, in order. What stands outside of all of them is a heading.
pub(crate) struct Items(Vec<Item>);

impl Items {
    pub(crate) fn of(text: &RustText) -> Items {
        let mut items = Items(Vec::new());
        items.read(text, 0..text.code.len());
        items
    }

    /// The name of the item around a byte, if it is in one.
    pub(crate) fn around(&self, at: usize) -> Option<&str> {
        self.0.iter().find(|item| item.span.contains(&at)).map(|item| item.name.as_str())
    }

    /// Reads the items one after another. Blocks that only hold others (`impl`, `mod`) are no items themselves: their comments
    /// are headings.
    fn read(&mut self, text: &RustText, within: Range<usize>) {
        let code = &text.code[..within.end];
        let mut at = within.start;
        while let Some(first) = code[at..].find(|c: char| !c.is_whitespace()).map(|n| at + n) {
            let Some(head) = Head::read(code, first) else { return };
            at = head.end;
            match head.kind {
                Kind::Block => self.read(text, head.body + 1..head.end - 1),
                Kind::Nothing => {}
                Kind::Named(name) => {
                    let span = text.first_comment(first).max(within.start)..text.end_of_line(head.end).min(within.end);
                    self.0.push(Item { name, span });
                }
            }
        }
    }
}

enum Kind {
    Named(String),
    /// Holds others.
    Block,
    /// `use`, `mod name;`, inner attributes: nothing that could keep a rule.
    Nothing,
}

/// Where an item ends, and what it is.
struct Head {
    kind: Kind,
    /// Where its braces open, if it has any.
    body: usize,
    end: usize,
}

impl Head {
    /// Reads the item that begins at `first`, attributes included.
    fn read(code: &str, first: usize) -> Option<Head> {
        let mut start = first;
        while code[start..].starts_with('#') {
            let open = start + code[start..].find('[')?;
            let end = closing(code, open, ('[', ']'));
            if code[start + 1..].starts_with('!') {
                return Some(Head { kind: Kind::Nothing, body: end, end });
            }
            start = end + code[end..].find(|c: char| !c.is_whitespace())?;
        }
        for (at, word) in words(&code[start..]).map(|(at, word)| (start + at, word)) {
            let next = words(&code[at..]).nth(1).map_or("", |(_, word)| word);
            let (body, end) = match word {
                "const" if matches!(next, "fn" | "unsafe" | "async" | "extern") => continue,
                "const" | "static" | "type" => (at, semicolon(code, at)),
                "fn" | "struct" | "enum" | "union" | "trait" | "impl" | "mod" => block_or_semicolon(code, at),
                "use" => (at, semicolon(code, at)),
                _ if code[at + word.len()..].starts_with('!') => block_or_semicolon(code, at),
                _ => continue,
            };
            let kind = match word {
                "impl" => Kind::Block,
                "mod" if body + 1 < end => Kind::Block,
                "mod" | "use" => Kind::Nothing,
                "fn" | "struct" | "enum" | "union" | "trait" | "const" | "static" | "type" | "macro_rules" => Kind::Named(next.to_string()),
                macro_name => Kind::Named(macro_name.to_string()),
            };
            return Some(Head { kind, body, end });
        }
        None
    }
}

/// The end of a statement: its semicolon outside of all brackets.
fn semicolon(code: &str, from: usize) -> usize {
    let mut depth = 0;
    for (i, b) in code.bytes().enumerate().skip(from) {
        match b {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b';' if depth == 0 => return i + 1,
            _ => {}
        }
    }
    code.len()
}

/// Where the braces of an item open and where it ends; both at its semicolon if it has none.
fn block_or_semicolon(code: &str, from: usize) -> (usize, usize) {
    let mut depth = 0;
    for (i, b) in code.bytes().enumerate().skip(from) {
        match b {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'{' if depth == 0 => return (i, closing_brace(code, i)),
            b';' if depth == 0 => return (i, i + 1),
            _ => {}
        }
    }
    (code.len(), code.len())
}

fn closing(code: &str, open: usize, (left, right): (char, char)) -> usize {
    let mut depth = 0;
    for (i, c) in code[open..].char_indices() {
        depth += i32::from(c == left) - i32::from(c == right);
        if depth == 0 {
            return open + i + 1;
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(source: &str, what: &str) -> Option<String> {
        let text = RustText::split(source);
        Items::of(&text).around(source.find(what).unwrap()).map(str::to_string)
    }

    const SOURCE: &str = r#"//! HEADING of the file
#![allow(dead_code)]

use std::fmt; // USE

// A FLOATING comment

/// DOC of a function
#[must_use]
// and a NOTE
pub(crate) const fn may_enter<const N: usize>(a: [u8; 3]) -> u8 where u8: Copy {
    fn inner() {} // INNER
    "a TEXT"
}

/// DATA
pub const TABLE: [u8; 2] = { let x = [1; 2]; x }; // TRAILING
static S: u8 = 1;

/// BLOCK heading
impl<T> Foo for Bar<T> {
    // A LONELY heading

    const C: u8 = 2; // CONST

    /// METHOD
    fn method(&self) -> u8 { 1 }
}

/// TYPE
struct Bar<T> {
    /// FIELD
    field: T,
}
enum Two { One, /* VARIANT */ Other }
type Alias = u8; // ALIAS
trait Kind {
    /// DEFAULT
    fn kind(&self) {}
}
macro_rules! make { () => { /* MACRO */ } }
make! { /* CALL */ }
/// DECLARED
mod far;
/// NEAR
mod near {
    /// DEEP
    fn deep() {}
}
// THE END
"#;

    #[test]
    fn a_place_belongs_to_its_function_type_or_constant() {
        for (what, name) in [
            ("DOC", "may_enter"),
            ("NOTE", "may_enter"),
            ("INNER", "may_enter"),
            ("TEXT", "may_enter"),
            ("DATA", "TABLE"),
            ("TRAILING", "TABLE"),
            ("CONST", "C"),
            ("METHOD", "method"),
            ("TYPE", "Bar"),
            ("FIELD", "Bar"),
            ("VARIANT", "Two"),
            ("ALIAS", "Alias"),
            ("DEFAULT", "Kind"),
            ("MACRO", "make"),
            ("CALL", "make"),
            ("DEEP", "deep"),
        ] {
            assert_eq!(around(SOURCE, what).as_deref(), Some(name), "{what}");
        }
    }

    #[test]
    fn headings_belong_to_nothing() {
        for what in ["HEADING", "USE", "FLOATING", "BLOCK", "LONELY", "DECLARED", "NEAR", "THE END"] {
            assert_eq!(around(SOURCE, what), None, "{what}");
        }
    }
}
