//! The tests of Bull Run, a module for each chapter of the rulebook.

mod combat;
mod field;
mod movement;
mod soak;
