//! Tables without a transport: who sits where, what they may do, what they are told, what is kept. Nothing here knows of a network,
//! a disk, a clock or a thread: a server lends them, and so can a page without a server.
//!
//! A [`Room`] is one table: the game in progress, who sits where, who looks on. Whatever leaves it is cut for a seat and
//! goes out by a [`Line`](news::Line); every decision and die is in the [`Store`] before anybody hears of it. The rooms stand in a
//! [`House`]. Where a computer has to think, the house [wakes](house::Wake) whoever lends it the time.
//!
//! | module | holds |
//! | --- | --- |
//! | [`house`] | all tables: new ones, saves, branches |
//! | [`rooms`] | a table in play; its game in memory, who is there and what they are told, what they ask for |
//! | [`host`] | whoever runs a house around the tables: holds, what was decided, taking back by consent |
//! | `nodes` | a table that several nodes serve |
//! | [`gallery`] | onlookers who see a game later than its players |
//! | [`card`] | a table as it was made |
//! | [`about`] | what a table is, for those who sit down |
//! | `analysis` | what decided its game |
//! | `lesson` | a table for a lesson |
//! | [`shelf`] | the games and their rulebooks, for those who choose one |
//! | [`store`] | where tables and their journals are kept; in memory, if nowhere else |
//! | [`record`] | the entries of a table's journal, written and followed again |
//! | [`standard`] | the standard set-up: what is placed for a person |
//! | [`news`] | what everybody at a table is told, cut for each seat |
//! | [`thinking`] | computer players and advice: the questions, and what comes of the answers |
//! | [`tokens`] | what nobody can guess: names of tables, keys of seats, dice |

pub mod about;
pub mod analysis;
pub mod card;
pub mod gallery;
pub mod host;
pub mod house;
mod lesson;
pub mod news;
mod nodes;
pub mod record;
pub mod rooms;
pub mod shelf;
pub mod standard;
pub mod store;
pub mod thinking;
pub mod tokens;

pub use card::Card;
pub use host::Host;
pub use house::House;
pub use rooms::Room;
pub use store::{Memory, Store};

use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
