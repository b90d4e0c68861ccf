//! The boards of the games, as data.
//!
//! The build finds them: a file in `data/` is a board, and its name is the board's id. Each is read and checked once, when
//! first asked for; the tests read them all, so that a board that cannot be read never leaves the workshop.

use std::sync::{LazyLock, PoisonError, RwLock};

use board::{BadBoard, Board};

macro_rules! boards {
    ($($(#[$doc:meta])* $name:ident = $id:literal in $path:literal;)*) => {
        $(
            $(#[$doc])*
            pub fn $name() -> &'static Board {
                static BOARD: LazyLock<Board> = LazyLock::new(|| read(include_str!($path), concat!($id, ".toml")));
                &BOARD
            }
        )*

        /// Every board, by its id.
        pub const ALL: &[(&str, fn() -> &'static Board)] = &[$(($id, $name)),*];
    };
}

include!(concat!(env!("OUT_DIR"), "/boards.rs"));

/// A board that somebody brought along, and its text.
struct Brought {
    text: String,
    board: &'static Board,
}

/// How many boards may be brought along while a program runs. A board once read is kept until the program ends, because games in
/// progress lie on it; whoever edits a board for days meets this number, and starts the program again.
const MOST_BROUGHT: usize = 2000;

/// The boards that were brought along, the newest last.
static BROUGHT: RwLock<Vec<Brought>> = RwLock::new(Vec::new());

/// The board of that id: one that comes with the program, or the newest of that id that was brought along.
pub fn by_id(id: &str) -> Option<&'static Board> {
    shipped(id).or_else(|| {
        let brought = BROUGHT.read().unwrap_or_else(PoisonError::into_inner);
        brought.iter().rev().find(|known| known.board.id == id).map(|known| known.board)
    })
}

/// The board of that id that comes with the program.
pub fn shipped(id: &str) -> Option<&'static Board> {
    ALL.iter().find(|(name, _)| *name == id).map(|(_, board)| board())
}

/// The ids of all boards: those that come with the program, then those that were brought along.
pub fn ids() -> Vec<String> {
    let mut ids: Vec<String> = ALL.iter().map(|(id, _)| (*id).to_string()).collect();
    let brought = BROUGHT.read().unwrap_or_else(PoisonError::into_inner);
    for known in brought.iter() {
        if !ids.contains(&known.board.id) {
            ids.push(known.board.id.clone());
        }
    }
    ids
}

/// Why a board cannot be brought along.
#[derive(Debug)]
pub enum NotBrought {
    /// It cannot be read.
    Bad(BadBoard),
    /// Too many were.
    TooMany,
}

/// Brings a board along: from now on it is there under that id, whatever its file calls it. The same text under the same id is kept
/// once.
pub fn bring(id: &str, text: &str, file: &str) -> Result<&'static Board, NotBrought> {
    let mut brought = BROUGHT.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(place) = brought.iter().position(|known| known.board.id == id && known.text == text) {
        // The newest of an id is the one that is asked for.
        let known = brought.remove(place);
        let board = known.board;
        brought.push(known);
        return Ok(board);
    }
    if brought.len() >= MOST_BROUGHT {
        return Err(NotBrought::TooMany);
    }
    let mut board = Board::parse(text, file).map_err(NotBrought::Bad)?;
    board.id = id.to_string();
    let board: &'static Board = Box::leak(Box::new(board));
    brought.push(Brought { text: text.to_string(), board });
    Ok(board)
}

fn read(text: &str, file: &str) -> Board {
    Board::parse(text, file).unwrap_or_else(|bad| panic!("{bad}"))
}
