//! The tests of Give Us Victories, a module for each chapter of the rulebook. Test names carry rule ids.

mod components;
mod bombardment;
mod combat;
mod command;
mod movement;
mod pontoons;
mod sequence;
mod skirmishers;
mod soak;
mod table;
