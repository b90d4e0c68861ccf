//! The easel: what is made once for all who ask, and kept packed. Making it takes much memory for a moment, and what a process has taken it
//! seldom gives back; so a child process makes it where one is known, and ends with all that it took. The child is this program again, and
//! knows what comes with it; what somebody brought along is made here.

use crate::exhibits::{self, Drawing};
use crate::http::{not_found, of_type};
use crate::pictures;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use engine::table::Kind;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::collections::HashMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tokio::sync::Semaphore;

/// The games of a program.
type Shelf = &'static [&'static dyn Kind];

/// In which style something is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// By day.
    Paper,
    /// By night.
    Campfire,
}

impl Style {
    /// By its name; whoever says none has it by day.
    pub fn of_name(name: &str) -> Style {
        if name == "campfire" { Style::Campfire } else { Style::Paper }
    }

    fn drawn(self) -> atlas::Style {
        match self {
            Style::Paper => atlas::Style::paper(),
            Style::Campfire => atlas::Style::campfire(),
        }
    }
}

/// What can be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Work {
    /// The list of all games.
    Games,
    /// The picture of a game for the lobby.
    Picture {
        /// The game.
        game: String,
        /// In which style.
        style: Style,
    },
    /// A board.
    Board {
        /// Its id.
        board: String,
        /// What of it.
        drawing: Drawing,
        /// In which style.
        style: Style,
        /// Whether with the shapes to be pointed at.
        targets: bool,
    },
}

impl Work {
    /// As one says it to the child.
    pub fn words(&self) -> Vec<String> {
        match self {
            Work::Games => vec!["games".into()],
            Work::Picture { game, style } => vec!["picture".into(), game.clone(), style.drawn().name.into()],
            Work::Board { board, drawing, style, targets } => {
                let shapes = if *targets { "targets" } else { "bare" };
                vec!["board".into(), board.clone(), drawing.end().into(), style.drawn().name.into(), shapes.into()]
            }
        }
    }

    /// As the child hears it.
    pub fn of_words(words: &[String]) -> Option<Work> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Some(match words[..] {
            ["games"] => Work::Games,
            ["picture", game, style] => Work::Picture { game: game.into(), style: Style::of_name(style) },
            ["board", board, end, style, shapes] => Work::Board {
                board: board.into(),
                drawing: Drawing::of_kind(end)?,
                style: Style::of_name(style),
                targets: shapes == "targets",
            },
            _ => return None,
        })
    }

    fn content(&self) -> &'static str {
        match self {
            Work::Games => "application/json",
            Work::Picture { .. } => "image/jpeg",
            Work::Board { drawing, .. } => drawing.content(),
        }
    }

    /// Makes it in this process, packed: as most who ask want it, and it takes little room. Nothing if there is no such thing.
    pub fn make(&self, shelf: &[&'static dyn Kind]) -> Option<Vec<u8>> {
        let made = match self {
            Work::Games => Some(exhibits::games(shelf).to_string().into_bytes()),
            Work::Picture { game, style } => pictures::picture(*shelf.iter().find(|kind| kind.catalogue().game == *game)?, style.drawn()),
            Work::Board { board, drawing, style, targets } => exhibits::drawing(boards::by_id(board)?, *drawing, style.drawn(), *targets),
        };
        made.map(|bytes| gzip(&bytes))
    }

    /// What it is kept under, and whether all of it comes with the program; nothing if there is no such thing. What is asked for here must
    /// not need what the child is there to save, as long as those who ask are `trusted` to name what there is.
    fn known(&self, shelf: Shelf, trusted: bool) -> Option<(String, bool)> {
        // The lists of a game change when somebody brings a title along.
        let brought = |kind: &dyn Kind| kind.catalogue().scenarios.iter().any(|s| s.edition.as_ref().is_some_and(|e| e.brought));
        let list = |kind: &dyn Kind| format!(" {:p}", kind.catalogue());
        let name = self.words().join(" ");
        let untouched = trusted && !workshop::bundle::anything_brought();
        Some(match self {
            // Whether there is such a game is the child's to say.
            Work::Games | Work::Picture { .. } if untouched => (name, true),
            Work::Games => (shelf.iter().fold(name, |name, kind| name + &list(*kind)), !shelf.iter().any(|kind| brought(*kind))),
            Work::Picture { game, .. } => {
                let kind = *shelf.iter().find(|kind| kind.catalogue().game == *game)?;
                (name + &list(kind), !brought(kind))
            }
            Work::Board { board, .. } if boards::ALL.iter().any(|(id, _)| id == board) => (name, true),
            // A board that somebody edits is another one under the same name.
            Work::Board { board, .. } => (format!("{name} {:p}", boards::by_id(board)?), false),
        })
    }
}

/// What was made; empty if it could not be.
type Kept = Arc<OnceLock<Bytes>>;

/// Where it is made and kept.
pub struct Easel {
    /// This program, to be called again; without it everything is made here.
    program: Option<PathBuf>,
    kept: Mutex<HashMap<String, Kept>>,
    /// Only one thing is made at a time: each needs much memory.
    free: Arc<Semaphore>,
    /// Whether somebody has made a name up: from then on no child is called for a name that is not on the lists.
    fooled: AtomicBool,
}

impl Easel {
    /// An easel that calls this program with the word `easel` and what it shall make.
    pub fn new(program: Option<PathBuf>) -> Easel {
        Easel { program, kept: Mutex::default(), free: Arc::new(Semaphore::new(1)), fooled: AtomicBool::new(false) }
    }

    /// Shows it to somebody who sent these headers.
    pub(crate) async fn show(&self, work: Work, shelf: Shelf, asked: &HeaderMap) -> Response {
        let Some((name, shipped)) = work.known(shelf, !self.fooled.load(Ordering::Relaxed)) else { return not_found() };
        let content = work.content();
        let kept = Arc::clone(self.kept.lock().unwrap_or_else(PoisonError::into_inner).entry(name).or_default());
        if kept.get().is_none() {
            let Ok(turn) = Arc::clone(&self.free).acquire_owned().await else { return not_found() };
            let (kept, program) = (Arc::clone(&kept), self.program.clone().filter(|_| shipped));
            let made = tokio::task::spawn_blocking(move || {
                kept.get_or_init(|| {
                    let by_child = program.and_then(|program| ask(&program, &work));
                    by_child.or_else(|| work.make(shelf)).unwrap_or_default().into()
                });
                drop(turn);
            });
            if made.await.is_err() {
                return not_found();
            }
        }
        let packed = kept.get().cloned().unwrap_or_default();
        if packed.is_empty() {
            // Names that somebody made up are not kept.
            self.fooled.store(true, Ordering::Relaxed);
            self.kept.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, kept| kept.get().is_none_or(|made| !made.is_empty()));
            return not_found();
        }
        let takes = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).is_some_and(takes_gzip);
        let mut response = if takes { of_type(content, packed) } else { of_type(content, gunzip(&packed)) };
        if takes {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }
}

/// What a child makes of it; nothing if there is none that can.
fn ask(program: &Path, work: &Work) -> Option<Vec<u8>> {
    let quiet = Stdio::null;
    let made = Command::new(program).arg("easel").args(work.words()).stdin(quiet()).stderr(quiet()).output().ok()?;
    (made.status.success() && !made.stdout.is_empty()).then_some(made.stdout)
}

/// Whether somebody who says this reads what is compressed.
fn takes_gzip(accepted: &str) -> bool {
    accepted.split(',').any(|one| {
        let mut parts = one.split(';').map(str::trim);
        matches!(parts.next(), Some("gzip" | "*")) && !parts.any(|quality| matches!(quality, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    // Into memory: there is nothing that could fail.
    let _ = packed.write_all(bytes);
    packed.finish().unwrap_or_default()
}

fn gunzip(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What we have packed ourselves.
    let _ = GzDecoder::new(packed).read_to_end(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_hears_what_is_said_to_it() {
        let board = |drawing, style, targets| Work::Board { board: "chattanooga".into(), drawing, style, targets };
        for work in [
            Work::Games,
            Work::Picture { game: "blue-gray".into(), style: Style::Campfire },
            board(Drawing::Svg, Style::Paper, true),
            board(Drawing::Svg, Style::Campfire, false),
            board(Drawing::Png, Style::Paper, true),
            board(Drawing::Jpeg, Style::Paper, true),
            board(Drawing::Json, Style::Paper, true),
        ] {
            assert_eq!(Work::of_words(&work.words()).as_ref(), Some(&work));
        }
        for bad in [&[][..], &["board"], &["board", "chattanooga", "exe", "paper", "bare"], &["games", "all"]] {
            let words: Vec<String> = bad.iter().map(|word| word.to_string()).collect();
            assert_eq!(Work::of_words(&words), None, "{bad:?}");
        }
    }

    #[test]
    fn a_name_that_was_made_up_calls_a_child_only_once() {
        let made_up = Work::Picture { game: "no-such-game".into(), style: Style::Paper };
        assert!(made_up.known(&[], true).is_some_and(|(_, shipped)| shipped), "the child says whether there is such a game");
        assert_eq!(made_up.known(&[], false), None);
        let board = |board: &str| Work::Board { board: board.into(), drawing: Drawing::Svg, style: Style::Paper, targets: true };
        assert!(board("chattanooga").known(&[], false).is_some_and(|(_, shipped)| shipped));
        assert_eq!(board("no-such-board").known(&[], true), None);
    }

    #[test]
    fn whoever_reads_gzip_gets_it() {
        for (accepted, takes) in [("gzip, br", true), ("br;q=1, gzip;q=0", false), ("*", true), ("br", false), ("", false)] {
            assert_eq!(takes_gzip(accepted), takes, "{accepted}");
        }
        assert_eq!(gunzip(&gzip(b"a board")), b"a board");
    }
}
