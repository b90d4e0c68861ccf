//! The texts of a title, wherever they come from.

use blue_gray::shelf::{self, Examined, Shelved, Texts};
use proof::Fault;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether anybody has brought a title along since the program began.
static BROUGHT: AtomicBool = AtomicBool::new(false);

/// Whether anybody has brought a title along since the program began. It is known without looking at the shelf, which would fill it.
pub fn anything_brought() -> bool {
    BROUGHT.load(Ordering::Relaxed)
}

/// The most files of a title, the largest file, and all of them together.
pub const MOST_FILES: usize = 64;
/// The largest file.
pub const LARGEST: usize = 1 << 20;
/// All files together.
pub const LARGEST_WHOLE: usize = 4 << 20;

/// The files that every title may have; and folders with the end of the names in them.
const FILES: [&str; 8] =
    ["title.toml", "board.toml", "rules.toml", "briefing.toml", "HISTORY.md", "README.md", "LICENCE.txt", "LICENSE.txt"];
const FOLDERS: [(&str, &str); 1] = [("plays", ".txt")];

/// Whether a title may have a file of that name. Pictures that somebody traces from are none of them.
pub fn belongs(name: &str) -> bool {
    let plain = |part: &str| {
        part.len() <= 80
            && part.starts_with(|c: char| c.is_ascii_alphanumeric())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_. ".contains(c))
            && !part.contains("..")
    };
    FILES.contains(&name)
        || name
            .split_once('/')
            .is_some_and(|(folder, file)| FOLDERS.iter().any(|(known, end)| folder == *known && file.ends_with(end)) && plain(file))
}

/// Whether a character has no place in a text: it does something instead of being read, such as turning what follows round.
fn is_unseen(sign: char) -> bool {
    let steers =
        matches!(sign, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    steers || sign.is_control() && !matches!(sign, '\n' | '\r' | '\t')
}

/// The characters that a text writes by their numbers: `\u202E`.
fn escaped(text: &str) -> impl Iterator<Item = char> + '_ {
    let number = |(place, mark): (usize, &str)| {
        let digits = text.get(place + 2..place + 2 + if mark == "\\u" { 4 } else { 8 })?;
        u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
    };
    text.match_indices("\\u").chain(text.match_indices("\\U")).filter_map(number)
}

/// The texts of a title by the names of their files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bundle {
    files: BTreeMap<String, String>,
}

impl Bundle {
    /// The names and texts.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The text of a file; empty without one.
    pub fn text(&self, name: &str) -> &str {
        self.files.get(name).map_or("", String::as_str)
    }

    /// Whether there is such a file.
    pub fn has(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// Adds a file, or says why not.
    pub fn add(&mut self, name: &str, text: String) -> Result<(), String> {
        if !belongs(name) {
            return Err(format!("{name:?} is no file of a title"));
        }
        if text.len() > LARGEST {
            return Err(format!("{name} is larger than {} KB", LARGEST >> 10));
        }
        if let Some(odd) = text.chars().chain(escaped(&text)).find(|c| is_unseen(*c)) {
            return Err(format!("{name} is no plain text: it has the character U+{:04X}", odd as u32));
        }
        let known: usize = self.files.iter().filter(|(other, _)| *other != name).map(|(_, text)| text.len()).sum();
        if known + text.len() > LARGEST_WHOLE {
            return Err(format!("the title is larger than {} KB", LARGEST_WHOLE >> 10));
        }
        if !self.has(name) && self.files.len() == MOST_FILES {
            return Err(format!("a title has at most {MOST_FILES} files"));
        }
        self.files.insert(name.to_string(), text);
        Ok(())
    }

    /// Takes a file out.
    pub fn remove(&mut self, name: &str) {
        self.files.remove(name);
    }

    /// One number for all of it.
    pub fn seal(&self) -> String {
        let mut mixer = engine::mix::Mixer::default();
        for (name, text) in &self.files {
            mixer.add(engine::mix::hash_text(name));
            mixer.add(engine::mix::hash_text(text));
        }
        format!("{:016x}", mixer.finish())
    }

    /// What the rules need of it.
    pub fn texts(&self) -> Texts {
        Texts {
            title: self.text("title.toml").into(),
            rules: self.text("rules.toml").into(),
            briefing: self.text("briefing.toml").into(),
            board: self.files.get("board.toml").cloned(),
        }
    }

    /// Everything that is wrong or hardly meant.
    pub fn examine(&self) -> Examined {
        shelf::examine(&self.texts())
    }

    /// Puts it on the shelf.
    pub fn bring(&self) -> Result<Arc<Shelved>, Vec<Fault>> {
        BROUGHT.store(true, Ordering::Relaxed);
        shelf::bring(self.texts())
    }
}

/// The first mistake, and how many more.
pub fn in_short(faults: &[Fault]) -> String {
    let mistakes: Vec<&Fault> = faults.iter().filter(|f| f.is_mistake()).collect();
    match mistakes.as_slice() {
        [] => "nothing is wrong with it".to_string(),
        [one] => one.to_string(),
        [first, more @ ..] => format!("{first} And {} more.", more.len()),
    }
}
