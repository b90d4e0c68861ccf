//! The rules of Chancellorsville (1961), chapter by chapter.

mod defence;
mod marching;
mod rivers;
mod soak;
mod table;
mod turns;
mod units;
mod zones;
