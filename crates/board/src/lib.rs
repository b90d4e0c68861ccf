//! Hex boards as data: ids, adjacency, hexsides, terrain, roads, rivers and lines of sight.
//!
//! This crate knows no game. A [`Grid`] is pure geometry; a [`Board`] is a grid with ground on it, read from a TOML file
//! by [`Board::parse`]. Games look names up once, when they start ([`Board::terrain`], [`Board::zone`], ...), and work with
//! [`HexId`]s and masks from then on.
//!
//! ```
//! use board::{Board, Stretch};
//!
//! let board = Board::parse(
//!     r#"
//!     [board]
//!     id = "field"
//!     title = "A field"
//!     scale = "400 m per hex"
//!     columns = 5
//!     rows = 4
//!     numbering = "column-row"
//!     lower = "second"
//!
//!     [terrain]
//!     woods = ["0301..0303"]
//!     "#,
//!     "field.toml",
//! )?;
//! let grid = &board.grid;
//! let (here, there) = (grid.parse("0102").unwrap(), grid.parse("0502").unwrap());
//! let woods = board.terrain("woods").unwrap();
//!
//! // The woods stand in the line of sight.
//! let blocks = |stretch| matches!(stretch, Stretch::Through { hex, .. } if board.ground(hex).has(woods));
//! assert!(grid.trace(here, there).any(blocks));
//! # Ok::<(), board::BadBoard>(())
//! ```

mod examine;
mod facts;
mod fault;
mod file;
mod grid;
mod ground;
mod load;
mod names;
mod set;
mod sight;
mod steps;

pub use facts::{Fact, Facts};
pub use fault::{BadBoard, Fault};
pub use grid::{Direction, Grid, HexId, Hexside, Lower, Numbering};
pub use ground::{
    Board, Channel, Crossing, DirectedSide, Entry, Join, Location, Place, Road, RoadClass, Slope, Terrain, TerrainSet, Watercourse, Zone,
};
pub use names::BadHex;
pub use set::{BitSet, Each, HexSet, Numbered};
pub use sight::{Ingress, Stretch, Trace};
pub use steps::{Packing, Route, Steps};
