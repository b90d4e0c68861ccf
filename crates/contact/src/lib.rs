//! What several of the games need about fighting: odds, losses, clusters of contact, distributions of results.
//! No game words and no game state: numbers and small sets in, numbers and small sets out.

pub mod clusters;
pub mod distribution;
pub mod losses;
pub mod odds;
