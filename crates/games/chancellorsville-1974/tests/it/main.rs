//! The rules of Chancellorsville (1974), tested chapter by chapter.

mod soak;
