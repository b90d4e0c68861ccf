//! The General: a computer opponent for every game on the shelf.
//!
//! A turn of these games is dozens of small decisions, so trees over single decisions get nowhere. The general plans whole
//! phases: it drafts a plan, imagines what becomes of it (its own later phases, the dice, the enemy's answer) in positions that
//! fit what its side may know, and evolves the plan for as long as it may think.
//!
//! | module | holds |
//! | --- | --- |
//! | [`doctrine`] | what a game teaches its general |
//! | [`weights`] | what a position is worth |
//! | [`survey`] | what it looks like from above |
//! | [`learned`] | what games have taught about it |
//! | `judge` | whose word counts |
//! | [`level`] | how long it may think, and who it is |
//! | [`plan`] | what an army is after over many turns |
//! | [`lent`] | the clock, where the system has none |
//! | `world` | what becomes of a plan |
//! | [`search`] | plans, evolved |
//! | [`commander`] | the player |
//! | `aide` | who thinks in its place elsewhere |
//! | [`examiner`] | the player who tries everything to the end of a phase |
//! | [`foil`] | opponents to measure a general by |
//! | [`analysis`] | what decided a game |
//! | [`arena`] | matches between players |
//! | [`calibration`] | what chances are worth, measured |
//! | [`folly`] | what no sensible player does, counted |
//! | [`selfplay`] | games to learn from |
//! | [`tune`] | weights from self-play |
//! | [`muster`] | set-ups from self-play |
//! | [`puzzle`] | positions whose best orders are known exactly |
//! | [`staff`] | all this behind an erased type |
//! | `fable` | a game for tests, written down move by move |

pub mod aide;
pub mod analysis;
pub mod arena;
pub mod calibration;
pub mod commander;
pub mod doctrine;
pub mod examiner;
#[cfg(test)]
mod fable;
pub mod foil;
pub mod folly;
mod judge;
pub mod learned;
pub mod lent;
pub mod level;
pub mod muster;
pub mod plan;
pub mod puzzle;
pub mod search;
pub mod selfplay;
pub mod staff;
pub mod survey;
pub mod tune;
pub mod weights;
mod world;

pub use commander::{Commander, Timing};
pub use doctrine::{ActionOf, Doctrine, Order, Paper, SightOf, StateOf, TO_THE_END};
pub use level::{Allowance, Budget, Level, TEMPERS};
pub use weights::{Eyes, Run, Weights};
