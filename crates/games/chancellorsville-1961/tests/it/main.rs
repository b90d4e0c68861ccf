//! The rules of Chancellorsville (1961), chapter by chapter.

mod defence;
mod division;
mod examples;
mod golden;
mod marching;
mod paper;
mod properties;
mod results;
mod rivers;
mod secondary;
mod setup;
mod soak;
mod table;
mod turns;
mod units;
mod waterside;
mod zones;
