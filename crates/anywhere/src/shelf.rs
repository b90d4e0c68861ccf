//! The games of this build. A page fetches one game at a time, so each is built into a module of its own; whoever tests builds all of them.

use crate::proof::{Proof, trails};
use engine::table::Kind;

/// Puts the games of this build on the shelf.
macro_rules! games {
    ($($feature:literal $lore:ty),* $(,)?) => {
        /// The games.
        pub static SHELF: &[&dyn Kind] = &[$(#[cfg(feature = $feature)] &players::shelved::<$lore>()),*];

        /// Random games of each, in the same order.
        pub(crate) static PROOFS: &[Proof] = &[$(#[cfg(feature = $feature)] (trails::<$lore> as Proof)),*];
    };
}

games![
    "blue-gray" players::blue_gray::Lore,
    "bull-run" players::bull_run::Lore,
    "chancellorsville-1974" players::chancellorsville_1974::Lore,
    "chancellorsville-1961" players::chancellorsville_1961::Lore,
    "give-us-victories" players::give_us_victories::Lore,
];
