//! The rules of Chancellorsville (1961), chapter by chapter.

mod conformance;
mod defence;
mod division;
mod examples;
mod marching;
mod paper;
mod properties;
mod results;
mod rivers;
mod secondary;
mod setup;
mod table;
mod turns;
mod units;
mod waterside;
mod zones;
