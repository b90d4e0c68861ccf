//! The tests of Give Us Victories, a module for each chapter of the rulebook. Test names carry rule ids.

mod bombardment;
mod campaign;
mod combat;
mod command;
mod components;
mod events;
mod golden;
mod movement;
mod pontoons;
mod properties;
mod rules;
mod scenarios;
mod secrecy;
mod sequence;
mod skirmishers;
mod soak;
mod supply;
mod table;
mod variants;
mod victory;
