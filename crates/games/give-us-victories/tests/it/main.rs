//! The tests of Give Us Victories, a module for each chapter of the rulebook. Test names carry rule ids.

mod bombardment;
mod campaign;
mod combat;
mod command;
mod components;
mod conformance;
mod events;
mod movement;
mod pontoons;
mod properties;
mod rules;
mod scenarios;
mod sequence;
mod skirmishers;
mod supply;
mod table;
mod variants;
mod victory;
