//! Hex boards as data: ids, adjacency, hexsides, terrain, roads, rivers, lines of sight and path search.
//!
//! This crate knows no game. A [`Grid`] is pure geometry; a [`Board`] is a grid with ground on it, read from a TOML file
//! by [`Board::parse`]. Games look names up once, when they start ([`Board::terrain`], [`Board::zone`], ...), and work with
//! [`HexId`]s and masks from then on.

mod facts;
mod file;
mod grid;
mod ground;
mod load;
mod names;
mod set;

pub use facts::{Fact, Facts};
pub use grid::{Direction, Grid, HexId, Hexside, Lower, Numbering};
pub use ground::{
    Board, Course, Crossing, DirectedSide, Entry, Join, Location, Place, Road, RoadClass, Slope, Terrain, TerrainSet, Watercourse, Zone,
};
pub use load::{BadBoard, Fault};
pub use names::BadHex;
pub use set::HexSet;
