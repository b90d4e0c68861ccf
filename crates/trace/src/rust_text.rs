//! Reading Rust source as text: what is code, what is prose (comments and texts), and what is only there for tests.

use std::ops::Range;

/// A source file, split. Both halves keep every line break and every byte's place; what belongs to the other is blank.
pub(crate) struct RustText {
    pub(crate) code: String,
    pub(crate) prose: String,
    /// The parts under `#[cfg(test)]`.
    pub(crate) for_tests: Vec<Range<usize>>,
    /// Modules declared under `#[cfg(test)]` that live in files of their own.
    pub(crate) test_modules: Vec<String>,
}

const CFG_TEST: &str = "#[cfg(test)]";

impl RustText {
    pub(crate) fn split(source: &str) -> RustText {
        let bytes = source.as_bytes();
        let mut prose = vec![false; bytes.len()];
        let mut i = 0;
        while i < bytes.len() {
            let end = match bytes[i] {
                b'/' if bytes.get(i + 1) == Some(&b'/') => find(bytes, i, b"\n"),
                b'/' if bytes.get(i + 1) == Some(&b'*') => block_comment(bytes, i),
                b'"' => quoted(bytes, i),
                b'r' if !in_word(bytes, i) => raw_text(bytes, i).unwrap_or(i),
                b'\'' => char_literal(bytes, i).unwrap_or(i),
                _ => i,
            };
            prose[i..end].fill(true);
            i = end.max(i + 1);
        }
        let keep = |wanted: bool| -> String {
            let byte = |(i, b): (usize, &u8)| if *b == b'\n' || prose[i] == wanted { *b } else { b' ' };
            String::from_utf8_lossy(&bytes.iter().enumerate().map(byte).collect::<Vec<u8>>()).into_owned()
        };
        let (code, prose) = (keep(false), keep(true));
        let (for_tests, test_modules) = parts_for_tests(&code);
        RustText { code, prose, for_tests, test_modules }
    }

    /// The line of a byte, from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        1 + self.code.as_bytes()[..at].iter().filter(|b| **b == b'\n').count()
    }

    /// Where the comments begin that stand right above a place, with no empty line between.
    pub(crate) fn first_comment(&self, at: usize) -> usize {
        let line_start = |at: usize| self.code[..at].rfind('\n').map_or(0, |n| n + 1);
        let mut start = line_start(at);
        while start > 0 {
            let above = line_start(start - 1);
            let comment = self.prose[above..start].trim();
            if !self.code[above..start].trim().is_empty() || comment.is_empty() || comment.starts_with("//!") {
                break;
            }
            start = above;
        }
        start
    }

    pub(crate) fn end_of_line(&self, at: usize) -> usize {
        self.code[at..].find('\n').map_or(self.code.len(), |n| at + n)
    }

    /// The names of functions marked `#[test]` and not ignored.
    pub(crate) fn test_functions(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for (at, _) in self.code.match_indices("#[test]") {
            let after = &self.code[at..];
            let Some(start) = words(after).find(|(_, word)| *word == "fn").map(|(start, _)| start) else { continue };
            if after[..start].contains("#[ignore") {
                continue;
            }
            names.extend(words(&after[start..]).nth(1).map(|(_, name)| name));
        }
        names
    }
}

pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(inside)?;
        let end = text[start..].find(|c| !inside(c)).map_or(text.len(), |n| start + n);
        at = end;
        Some((start, &text[start..end]))
    })
}

fn in_word(bytes: &[u8], at: usize) -> bool {
    // `br"..."` is a text too.
    let before = |n: usize| at.checked_sub(n).map(|i| bytes[i]).filter(|b| b.is_ascii_alphanumeric() || *b == b'_');
    before(1).is_some_and(|b| b != b'b') || (before(1).is_some() && before(2).is_some())
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> usize {
    (from..bytes.len()).find(|i| bytes[*i..].starts_with(what)).unwrap_or(bytes.len())
}

fn block_comment(bytes: &[u8], start: usize) -> usize {
    let (mut depth, mut i) = (0, start);
    while i < bytes.len() {
        if bytes[i..].starts_with(b"/*") {
            depth += 1;
            i += 2;
        } else if bytes[i..].starts_with(b"*/") {
            depth -= 1;
            i += 2;
            if depth == 0 {
                return i;
            }
        } else {
            i += 1;
        }
    }
    bytes.len()
}

fn quoted(bytes: &[u8], start: usize) -> usize {
    let mut i = start + 1;
    while i < bytes.len() {
        match bytes[i] {
            b'\\' => i += 2,
            b'"' => return i + 1,
            _ => i += 1,
        }
    }
    bytes.len()
}

fn raw_text(bytes: &[u8], start: usize) -> Option<usize> {
    let hashes = bytes[start + 1..].iter().take_while(|b| **b == b'#').count();
    if bytes.get(start + 1 + hashes) != Some(&b'"') {
        return None;
    }
    let close: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', hashes)).collect();
    Some((find(bytes, start + 2 + hashes, &close) + close.len()).min(bytes.len()))
}

/// `'x'` and `'\n'`, but not the lifetime `'a`.
fn char_literal(bytes: &[u8], start: usize) -> Option<usize> {
    if bytes.get(start + 1) == Some(&b'\\') {
        return Some((find(bytes, start + 3, b"'") + 1).min(bytes.len()));
    }
    let width = std::str::from_utf8(&bytes[start + 1..bytes.len().min(start + 5)])
        .map_or_else(|e| std::str::from_utf8(&bytes[start + 1..start + 1 + e.valid_up_to()]), Ok)
        .ok()?
        .chars()
        .next()?
        .len_utf8();
    (bytes.get(start + 1 + width) == Some(&b'\'')).then_some(start + 2 + width)
}

fn parts_for_tests(code: &str) -> (Vec<Range<usize>>, Vec<String>) {
    let (mut parts, mut modules): (Vec<Range<usize>>, Vec<String>) = (Vec::new(), Vec::new());
    for (start, _) in code.match_indices(CFG_TEST) {
        if parts.iter().any(|p| p.contains(&start)) {
            continue;
        }
        let item = start + CFG_TEST.len();
        let Some(open) = code[item..].find(['{', ';']).map(|n| item + n) else { continue };
        let end = if code.as_bytes()[open] == b';' { open + 1 } else { closing_brace(code, open) };
        let mut named = words(&code[item..open]).map(|(_, word)| word).skip_while(|word| *word != "mod").skip(1);
        if code.as_bytes()[open] == b';'
            && let Some(name) = named.next()
        {
            modules.push(name.to_string());
        }
        parts.push(start..end);
    }
    (parts, modules)
}

pub(crate) fn closing_brace(code: &str, open: usize) -> usize {
    let mut depth = 0;
    for (i, b) in code.bytes().enumerate().skip(open) {
        match b {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return i + 1;
                }
            }
            _ => {}
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_texts_are_prose_and_the_rest_is_code() {
        let text = RustText::split("/// BG-1 \"not a text\nfn f<'a>(c: char) { g('\"', r#\"BG-2 \"# , \"BG-3 \\\" BG-4\"); } /* { */");
        for id in ["BG-1", "BG-2", "BG-3", "BG-4"] {
            assert!(text.prose.contains(id), "{id}");
            assert!(!text.code.contains(id), "{id}");
        }
        assert!(text.code.contains("fn f<'a>(c: char)"));
        assert_eq!(text.code.matches('{').count(), 1);
        assert_eq!(text.line(text.code.find("fn").unwrap()), 2);
    }

    #[test]
    fn test_functions_are_those_marked_and_not_ignored() {
        let source = "#[test]\nfn one() {}\nfn two() {}\n#[test]\n#[should_panic]\nfn three() {}\n#[test]\n#[ignore]\nfn four() {}\n// #[test] fn five";
        assert_eq!(RustText::split(source).test_functions(), ["one", "three"]);
    }

    #[test]
    fn parts_for_tests_end_with_their_brace() {
        let text = RustText::split("fn a() {}\n#[cfg(test)]\nmod tests { fn b() { \"}\"; } }\nfn c() {}\n#[cfg(test)]\nmod far;");
        let part = text.for_tests[0].clone();
        assert!(text.code[part.clone()].contains("fn b"));
        assert!(!text.code[part].contains("fn c"));
        assert_eq!(text.test_modules, ["far"]);
    }
}
