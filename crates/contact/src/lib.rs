//! What several of the games need about fighting: the line of contact, odds, losses, sets of counters, distributions of results.
//! No game words and no game state: numbers and small sets in, numbers and small sets out.

pub mod distribution;
pub mod front;
pub mod losses;
pub mod odds;
mod set;

pub use set::{Set, each, ones};
