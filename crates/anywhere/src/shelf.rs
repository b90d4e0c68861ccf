//! The games of this build. A page fetches one game at a time, so each is built into a module of its own; whoever tests builds all of them.

use engine::table::Kind;

/// The games.
pub static SHELF: &[&dyn Kind] = &[
    #[cfg(feature = "blue-gray")]
    &players::shelved::<players::blue_gray::Lore>(),
    #[cfg(feature = "bull-run")]
    &players::shelved::<players::bull_run::Lore>(),
    #[cfg(feature = "chancellorsville-1974")]
    &players::shelved::<players::chancellorsville_1974::Lore>(),
    #[cfg(feature = "chancellorsville-1961")]
    &players::shelved::<players::chancellorsville_1961::Lore>(),
    #[cfg(feature = "give-us-victories")]
    &players::shelved::<players::give_us_victories::Lore>(),
];
