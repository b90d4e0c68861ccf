//! The house around the tables: who people are, how they meet, how long they think, what they are told. It knows no rules, no network
//! and no clock: games are names, results are who won, and whoever calls says what time it is.
//!
//! | module | holds |
//! | --- | --- |
//! | [`records`] | where people's things are kept: documents with versions and tabs |
//! | [`desk`] | work on several of them at once |
//! | [`account`] | who somebody is: name, role, friends, vacations |
//! | [`password`], [`passkey`] | how he proves it |
//! | [`entrance`] | registering, coming back, sessions, recovery, leaving; bots |
//! | [`meeting`] | challenges, rematches, friends |
//! | [`play`], [`clock`] | a game between people: sides, pace, offers, how it ended |
//! | [`rating`] | how strong people are in each game |
//! | [`tournament`], [`pairing`] | tournaments, and who meets whom |
//! | [`talk`] | words at a table, and notes |
//! | [`telling`] | what people want to be told, and when |
//! | [`outbox`], [`push`] | what waits to be sent; messages that only one browser can read |
//! | [`order`] | reports, silence, closed accounts, the log |
//! | [`tokens`] | what nobody can guess |

pub mod account;
pub mod clock;
pub mod desk;
pub mod entrance;
pub mod meeting;
pub mod order;
pub mod outbox;
pub mod pairing;
pub mod passkey;
pub mod password;
pub mod play;
pub mod push;
pub mod rating;
pub mod records;
pub mod talk;
pub mod telling;
pub mod tokens;
pub mod tournament;

pub use account::{Account, Role};
pub use desk::{Desk, Document, No, at_desk};
pub use records::{Records, Span, Tab};

/// A time in milliseconds since 1970.
pub type Time = u64;
