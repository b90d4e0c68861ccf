//! The rules of Blue & Gray and Chattanooga, one chapter a module. Names of tests carry the ids of the rules they check.
#![allow(missing_docs)]

mod advance;
mod artillery;
mod chattanooga;
mod combat;
mod conformance;
mod duties;
mod effectiveness;
mod kit;
mod mechanisms;
mod movement;
mod night;
mod notation;
mod positions;
mod properties;
mod retreat;
mod set_up;
mod slow;
mod terrain;
mod titles;
mod trace;
mod zones;
