//! What every game is.
//!
//! A game is a pure state machine of small decisions ([`Game`]): at any moment exactly one *actor* is asked, a side or
//! the dice; the rules list what it may do, apply one choice, and move on. Rules never roll, read clocks or print.
//! Everything else is a way to choose the next action: a [`Player`], a person at a [`Table`](table::Table), a script, a search.
//!
//! | module | holds |
//! | --- | --- |
//! | [`actor`] | sides, seats, who is asked |
//! | [`chance`] | dice and draws: nodes, answers, classes of consequence, the seeded generator |
//! | [`illegal`] | refusals that cite their rule |
//! | [`game`] | the `Game` trait, the one door |
//! | [`words`] | prompts, labels, targets, views: what people see |
//! | [`handbook`] | tables, order of battle, odds, rule texts: what people look up |
//! | [`player`] | whoever chooses; the random player |
//! | [`journal`] | every action and every die, in order |
//! | [`table`] | one game in progress behind an erased type: undo, save, load, replay |
//! | [`protocol`] | one JSON object per line |
//! | [`sim`] | whole games between players |
//! | [`conformance`] | what every game must survive: the tests of all games |
//! | [`trial`] | pieces of work for a bench to time |

pub mod actor;
pub mod chance;
pub mod conformance;
pub mod game;
pub mod handbook;
pub mod illegal;
pub mod journal;
pub mod mix;
pub mod player;
pub mod protocol;
pub mod sim;
pub mod table;
pub mod trial;
pub mod words;

pub use actor::{Actor, Seat, Side, Verdict};
pub use chance::{Chance, Class, Dice, Lot, Roll};
pub use game::{Game, Sink};
pub use handbook::{Catalogue, Handbook, OptionRule, RuleText, ScenarioTitle, SetUp};
pub use illegal::{BadField, Illegal};
pub use player::{Chair, Player};
pub use words::{Described, Target, Told, View};
