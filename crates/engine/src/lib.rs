//! What every game is.
//!
//! A game is a pure state machine of small decisions ([`Rules`]): at any moment exactly one *actor* is asked, a side or
//! the dice; the rules list what it may do, apply one choice, and move on. Rules never roll, read clocks or print.
//! Everything else is a way to choose the next action: a [`Player`], a person at a [`Table`](table::Table), a script, a search.
//!
//! | module | holds |
//! | --- | --- |
//! | [`actor`] | sides, seats, who is asked |
//! | [`agenda`] | what is pending |
//! | [`analysis`] | what decided a game, as data |
//! | [`chance`] | dice and draws: nodes, answers, classes of consequence, the seeded generator |
//! | [`illegal`] | refusals that cite their rule |
//! | [`rules`] | the rules of a game, the one door |
//! | [`fog`] | what a seat may know, and positions that fit it |
//! | [`words`] | prompts, labels, targets, views: what people see |
//! | [`notation`] | actions, subjects and positions in files |
//! | [`handbook`] | tables, order of battle, odds, rule texts: what people look up |
//! | [`data`] | data files of the games, read into types |
//! | [`reading`] | what stands in files, field by field, with a path for every fault |
//! | [`game`] | all of these together |
//! | [`player`] | whoever chooses; the random player; rosters |
//! | [`journal`] | every action and every die, in order |
//! | [`table`] | one game in progress behind an erased type: undo, save, load, replay |
//! | [`contract`] | operations and answers as types |
//! | [`patch`] | what has changed in a view |
//! | [`protocol`] | one JSON object per line |
//! | [`puzzle`] | positions with a task, as files have them |
//! | [`sim`] | whole games between players |
//! | [`mod@conformance`] | what every game must survive: the tests of all games |
//! | [`few`] | short lists on the stack |
//! | [`trial`] | pieces of work for a bench to time |

pub mod actor;
pub mod agenda;
pub mod analysis;
pub mod chance;
pub mod conformance;
pub mod contract;
pub mod data;
pub mod few;
pub mod fog;
pub mod game;
pub mod handbook;
pub mod illegal;
pub mod journal;
pub mod mix;
pub mod notation;
pub mod patch;
pub mod player;
pub mod protocol;
pub mod puzzle;
pub mod reading;
pub mod rules;
pub mod sim;
pub mod table;
pub mod trial;
mod vocabulary;
pub mod words;

pub use actor::{Actor, Seat, Side, Verdict};
pub use agenda::{Agenda, Pending};
pub use chance::{Chance, Class, Dice, Draw, Roll};
pub use few::Few;
pub use fog::{Fog, Open};
pub use game::Game;
pub use handbook::{Catalogue, Edition, Handbook, OptionRule, RuleText, ScenarioTitle, SetUp};
pub use illegal::{BadField, Illegal};
pub use notation::{Notation, Positions};
pub use player::{Chair, Player, Roster};
pub use reading::{Header, Reading};
pub use rules::{Rules, Sink};
pub use words::{Described, LogEntry, Target, View, Words};
