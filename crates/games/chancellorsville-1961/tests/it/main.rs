//! The rules of Chancellorsville (1961), chapter by chapter.

mod soak;
mod table;
