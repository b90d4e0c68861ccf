//! Hex boards as data: ids, adjacency, hexsides, terrain, roads, rivers, lines of sight and path search.
//!
//! This crate knows no game. A [`Grid`] is pure geometry; a [`Board`] is a grid with ground on it, read from a TOML file
//! by [`Board::parse`]. Games look names up once, when they start ([`Board::terrain`], [`Board::zone`], ...), and work with
//! [`HexId`]s and masks from then on.

mod facts;
mod fault;
mod file;
mod grid;
mod ground;
mod load;
mod names;
mod path;
mod points;
mod set;
mod sight;

pub use facts::{Fact, Facts};
pub use fault::{BadBoard, Fault};
pub use grid::{Direction, Grid, HexId, Hexside, Lower, Numbering};
pub use ground::{
    Board, Course, Crossing, DirectedSide, Entry, Join, Location, Place, Road, RoadClass, Slope, Terrain, TerrainSet, Watercourse, Zone,
};
pub use names::BadHex;
pub use path::{Footing, Onward, Search};
pub use points::Points;
pub use set::HexSet;
pub use sight::{Ingress, Stretch, Trace};
