//! Tables in a page without a server. The same rooms as a server's, with two workers of a browser instead of a network, a disk and threads:
//! one has the tables ([`Parlour`]), the other thinks for the computers ([`Study`]). Both only hear messages and say others; whatever
//! is to be kept is said before anything that tells of it, and the page keeps it before it passes the rest on. A third worker, woken when
//! somebody makes a title or brings one along, has the workbench ([`Desk`]).
//!
//! | module | holds |
//! | --- | --- |
//! | [`message`] | what is heard and said |
//! | [`drawer`] | the tables in memory, and what is to be kept of them |
//! | [`parlour`] | tables, lines to their seats, errands |
//! | `computers` | the questions for the study, and what comes of its answers |
//! | [`shelf`] | the games of this build |
//! | [`study`] | thinking, over copies of the tables |
//! | [`titles`] | titles that were brought along, put on the shelf of a worker |
//! | [`desk`] | the workbench: titles in memory, and what is to be kept of them |
//! | [`proof`] | random games by their hashes: the same here as anywhere |
//! | `door` | the way in for a page: memory with JSON in it |

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

#[cfg(feature = "workshop")]
pub use desk::Desk;
#[cfg(feature = "tables")]
pub use parlour::Parlour;
#[cfg(feature = "tables")]
pub use study::Study;
