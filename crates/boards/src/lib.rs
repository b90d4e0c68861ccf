//! The boards of the games, as data.
//!
//! The build finds them: a file in `data/` is a board, and its name is the board's id. Each is read and checked once, when
//! first asked for; the tests read them all, so that a board that cannot be read never leaves the workshop.

use std::sync::LazyLock;

use board::Board;

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

/// The board of that id.
pub fn by_id(id: &str) -> Option<&'static Board> {
    ALL.iter().find(|(name, _)| *name == id).map(|(_, board)| board())
}

fn read(text: &str, file: &str) -> Board {
    Board::parse(text, file).unwrap_or_else(|bad| panic!("{bad}"))
}
