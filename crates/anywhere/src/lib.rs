//! Tables in a page without a server. The same rooms as a server's, with two workers of a browser instead of a network, a disk and threads:
//! one has the tables ([`Parlour`]), the other thinks for the computers ([`Study`]). Both only hear messages and say others; whatever
//! is to be kept is said before anything that tells of it, and the page keeps it before it passes the rest on.
//!
//! | module | holds |
//! | --- | --- |
//! | [`message`] | what is heard and said |
//! | [`drawer`] | the tables in memory, and what is to be kept of them |
//! | [`parlour`] | tables, lines to their seats, errands |
//! | `computers` | the questions for the study, and what comes of its answers |
//! | [`study`] | thinking, over copies of the tables |
//! | [`proof`] | random games by their hashes: the same here as anywhere |
//! | `door` | the way in for a page: memory with JSON in it |

mod computers;
#[cfg(target_arch = "wasm32")]
mod door;
pub mod drawer;
pub mod message;
pub mod parlour;
pub mod proof;
pub mod study;

pub use parlour::Parlour;
pub use study::Study;
