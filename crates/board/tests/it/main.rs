//! The board from outside: geometry as properties, the loader by what it refuses.

mod geometry;
mod loader;
