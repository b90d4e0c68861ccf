//! The school: lessons as data, played on the real rules.
//!
//! A lesson is a position, what is said about it, and what is asked: an action, one of a set, or several in any order; at the end
//! mostly a small fight to win on one's own. Dice and the other side's decisions come as the lesson needs them, until the fight.
//! How far somebody is follows from the table's journal alone, so a table that is kept is a lesson that is kept, and taking back
//! a decision goes back in the lesson. Nothing here knows of a file, a clock or a thread.
//!
//! | module | holds |
//! | --- | --- |
//! | [`mod@lesson`] | a lesson as it is written, and all of them |
//! | [`pattern`] | which actions are meant |
//! | [`fight`] | what has to be won at the end |
//! | [`course`] | how far somebody is, what he may do, what is done for him |
//! | [`class`] | a lesson at a table of its own, with an opponent |
//! | [`coach`] | what is said to somebody in his first game |
//! | [`puzzle`] | puzzles to be played, and what somebody found of them |
//! | [`rating`] | how good somebody is at them, and how hard they are |
//! | [`mod@glossary`] | the words of the hobby |

pub mod class;
pub mod coach;
pub mod course;
pub mod fight;
pub mod glossary;
pub mod lesson;
pub mod pattern;
pub mod puzzle;
pub mod rating;

pub use class::Class;
pub use course::{Page, Progress, Stand};
pub use glossary::glossary;
pub use lesson::{Lesson, lesson, lessons, of_game};
