//! The workbench of a page: titles in memory, which the page keeps. Every message is answered with what is to be kept first.

use crate::titles::Brought;
use atlas::Style;
use board::Board;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use workshop::bench::{Answer, Bench, Request};
use workshop::cupboard::Drawer;
use workshop::{Bundle, Cupboard};

/// A title as a page keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The name of its folder.
    pub folder: String,
    /// Its files.
    pub files: BTreeMap<String, String>,
}

/// What the workbench hears from its page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Heard {
    /// Titles that were kept; each takes the place of what is known of it.
    Restore(Vec<Kept>),
    /// Titles from a file of somebody: each is looked at as an archive is. Those that are there already stay as they are.
    Put(Vec<Kept>),
    /// What the editor asks.
    Ask(Request),
    /// An archive that somebody passed on, in hexadecimal digits.
    Import(String),
    /// The archive of a title is wanted.
    Export {
        /// Its folder.
        folder: String,
    },
    /// The board of a title is wanted as a drawing.
    Draw {
        /// Its folder.
        folder: String,
        /// The style: `paper` or `campfire`.
        style: String,
    },
}

/// What the workbench says.
#[derive(Debug, Serialize)]
pub struct Said {
    /// Titles that are to be kept before the answer is passed on.
    pub keep: Vec<Kept>,
    /// Titles on the workbench that are to be kept no more.
    pub gone: Vec<String>,
    /// Titles that are on the shelf from now on, to be kept too.
    pub shelve: Vec<Shelve>,
    /// Those that are on it no more.
    pub taken_off: Vec<String>,
    /// Whether it was done; if not, the body has the `error`.
    pub ok: bool,
    /// The answer.
    pub body: Value,
}

/// A title on the shelf, with everything that a page needs of it.
#[derive(Debug, Serialize)]
pub struct Shelve {
    /// What it is called as a scenario, and what its board is called.
    pub scenario: String,
    /// Its texts.
    pub texts: Brought,
    /// Its own board: where each hex lies, and how it is drawn in each style.
    pub board: Option<Value>,
}

/// The workbench of a page.
pub struct Desk {
    drawer: Drawer,
    bench: Bench,
}

impl Default for Desk {
    fn default() -> Desk {
        let drawer = Drawer::default();
        Desk { bench: Bench::beside(Box::new(drawer.clone())), drawer }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes from hexadecimal digits.
fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let digits = |pair: &[u8]| std::str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok());
    text.as_bytes().chunks(2).map(digits).collect()
}

fn bundle_of(files: &BTreeMap<String, String>) -> Result<Bundle, String> {
    let mut bundle = Bundle::default();
    files.iter().try_for_each(|(name, text)| bundle.add(name, text.clone()))?;
    Ok(bundle)
}

fn kept_of((folder, bundle): (String, Bundle)) -> Kept {
    Kept { folder, files: bundle.files().map(|(name, text)| (name.to_string(), text.to_string())).collect() }
}

fn own_board(bundle: &Bundle) -> Option<Board> {
    bundle.has("board.toml").then(|| Board::examine(bundle.text("board.toml"), "board.toml").0).flatten()
}

fn drawn(board: &Board, style: Style) -> String {
    atlas::board_svg(board, &atlas::Options { style, targets: false, ..atlas::Options::default() })
}

impl Desk {
    /// Hears something, and says what comes of it.
    pub fn hear(&mut self, heard: Heard) -> Said {
        let (mut shelve, mut taken_off) = (Vec::new(), Vec::new());
        let done = self.done(heard, &mut shelve, &mut taken_off);
        let keep = self.drawer.changed().into_iter().map(kept_of).collect();
        let gone = self.drawer.gone();
        let (ok, body) = match done {
            Ok(body) => (true, body),
            Err(because) => (false, json!({ "error": { "because": because } })),
        };
        Said { keep, gone, shelve, taken_off, ok, body }
    }

    fn done(&self, heard: Heard, shelve: &mut Vec<Shelve>, taken_off: &mut Vec<String>) -> Result<Value, String> {
        match heard {
            Heard::Restore(titles) => {
                for Kept { folder, files } in titles {
                    self.drawer.lay(&folder, bundle_of(&files)?);
                }
                Ok(Value::Null)
            }
            Heard::Put(titles) => titles.iter().try_for_each(|kept| self.put(kept, shelve)).map(|()| Value::Null),
            Heard::Ask(request) => {
                let answer = self.bench.ask(&request)?;
                let mut value = json!(answer);
                match (&answer, &request) {
                    (Answer::Draft(draft), asked) => {
                        let bundle = self.bench.read(&draft.folder)?;
                        value["board"] = own_board(&bundle).map_or(Value::Null, |board| atlas::described(&board));
                        if matches!(asked, Request::BringBack { .. })
                            && let Ok(shelved) = bundle.bring()
                        {
                            shelve.push(on_the_shelf(&shelved.scenario, &bundle));
                        }
                    }
                    (Answer::Removed(removed), _) => taken_off.extend(removed.scenario.clone()),
                    (Answer::Ready { scenario, .. }, Request::Play { folder }) => {
                        shelve.push(on_the_shelf(scenario, &self.bench.read(folder)?));
                    }
                    _ => {}
                }
                Ok(value)
            }
            Heard::Import(digits) => {
                let folder = self.bench.import(&bytes_of(&digits).ok_or("hexadecimal digits are wanted")?)?;
                // What was put away unfinished is on the workbench only.
                let bundle = self.bench.read(&folder)?;
                if bundle.examine().is_sound() {
                    shelve.push(on_the_shelf(&folder, &bundle));
                }
                Ok(json!({ "folder": folder }))
            }
            Heard::Export { folder } => {
                let (name, bytes) = self.bench.export(&folder)?;
                Ok(json!({ "name": name, "data": hexadecimal(&bytes) }))
            }
            Heard::Draw { folder, style } => {
                let board = own_board(&self.bench.read(&folder)?).ok_or("the board cannot be drawn until its file is put right")?;
                Ok(json!(drawn(&board, if style == "campfire" { Style::campfire() } else { Style::paper() })))
            }
        }
    }

    /// What is sound is on the shelf too; what is not can still be put right.
    fn put(&self, kept: &Kept, shelve: &mut Vec<Shelve>) -> Result<(), String> {
        let bundle = bundle_of(&kept.files)?;
        workshop::bench::named(&kept.folder)?;
        if let Ok(shelved) = bundle.bring() {
            shelve.push(on_the_shelf(&shelved.scenario, &bundle));
        }
        match self.drawer.read(&kept.folder)? {
            Some(_) => Ok(()),
            None => self.drawer.write(&kept.folder, &bundle),
        }
    }
}

fn on_the_shelf(scenario: &str, bundle: &Bundle) -> Shelve {
    let board = own_board(bundle).map(|mut board| {
        board.id = scenario.to_string();
        json!({ "data": atlas::described(&board), "paper": drawn(&board, Style::paper()), "campfire": drawn(&board, Style::campfire()) })
    });
    Shelve { scenario: scenario.to_string(), texts: bundle.texts().into(), board }
}
