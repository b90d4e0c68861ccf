//! Tables in a page without a server. The same rooms as a server's, with workers of a browser instead of a network, a disk and threads: one
//! has the tables ([`Parlour`]), others think for the computers ([`Study`]), one weighs what decided a game ([`Analyst`]). All of them only
//! hear messages and say others; whatever is to be kept is said before anything that tells of it, and the page keeps it before it passes
//! the rest on. One more, woken when somebody makes a title or brings one along, has the workbench ([`Desk`]).
//!
//! | module | holds |
//! | --- | --- |
//! | [`message`] | what is heard and said |
//! | [`drawer`] | the tables in memory, and what is to be kept of them |
//! | [`parlour`] | tables, lines to their seats, errands |
//! | [`analyst`] | what decided a game, phase by phase |
//! | `computers` | the questions for the study, and what comes of its answers |
//! | [`shelf`] | the games of this build |
//! | [`study`] | thinking, over copies of the tables |
//! | [`titles`] | titles that were brought along, put on the shelf of a worker |
//! | [`desk`] | the workbench: titles in memory, and what is to be kept of them |
//! | [`proof`] | random games by their hashes: the same here as anywhere |
//! | `door` | the way in for a page: memory with JSON in it |

#[cfg(feature = "tables")]
pub mod analyst;
#[cfg(feature = "tables")]
mod computers;
#[cfg(feature = "workshop")]
pub mod desk;
#[cfg(target_arch = "wasm32")]
mod door;
#[cfg(feature = "tables")]
pub mod drawer;
#[cfg(feature = "tables")]
pub mod message;
#[cfg(feature = "tables")]
pub mod parlour;
#[cfg(feature = "tables")]
pub mod proof;
#[cfg(feature = "tables")]
pub mod shelf;
#[cfg(feature = "tables")]
pub mod study;
#[cfg(any(feature = "blue-gray", feature = "workshop"))]
pub mod titles;

#[cfg(feature = "tables")]
pub use analyst::Analyst;
#[cfg(feature = "workshop")]
pub use desk::Desk;
#[cfg(feature = "tables")]
pub use parlour::Parlour;
#[cfg(feature = "tables")]
pub use study::Study;
