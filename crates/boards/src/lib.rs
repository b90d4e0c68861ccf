//! The boards of the games, as data.
//!
//! Each is read and checked once, when first asked for; the tests read them all, so that a board that cannot be read never
//! leaves the workshop.

use std::sync::LazyLock;

use board::Board;

macro_rules! boards {
    ($($(#[$doc:meta])* $name:ident = $file:literal;)*) => {
        $(
            $(#[$doc])*
            pub fn $name() -> &'static Board {
                static BOARD: LazyLock<Board> = LazyLock::new(|| read(include_str!(concat!("../data/", $file, ".toml")), concat!($file, ".toml")));
                &BOARD
            }
        )*

        /// Every board, by its id.
        pub const ALL: &[(&str, fn() -> &'static Board)] = &[$(($file, $name)),*];
    };
}

boards! {
    /// Chattanooga, 24-25 November 1863: Blue & Gray.
    chattanooga = "chattanooga";
    /// Bull Run, 21 July 1861.
    bull_run = "bull-run";
    /// The Rappahannock and the Rapidan, April-May 1863: Chancellorsville 1974 and Chancellorsville 1961.
    chancellorsville = "chancellorsville";
    /// The Chancellorsville campaign, 30 April - 4 May 1863: Give Us Victories.
    give_us_victories = "give-us-victories";
}

/// The board of that id.
pub fn by_id(id: &str) -> Option<&'static Board> {
    ALL.iter().find(|(name, _)| *name == id).map(|(_, board)| board())
}

fn read(text: &str, file: &str) -> Board {
    Board::parse(text, file).unwrap_or_else(|bad| panic!("{bad}"))
}
