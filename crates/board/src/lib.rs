//! Hex boards as data: ids, adjacency, hexsides, terrain, roads, rivers, lines of sight and path search.
//!
//! This crate knows no game. A [`Grid`] is pure geometry; a [`Board`] is a grid with ground on it, read from a TOML file
//! by [`Board::parse`]. Games look names up once, when they start ([`Board::terrain`], [`Board::zone`], ...), and work with
//! [`HexId`]s and masks from then on.
//!
//! ```
//! use board::{Board, Footing, Points, Search, Stretch};
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
//!
//! // Two points to enter woods, one elsewhere: straight through costs five, the way round by 0304 would cost six.
//! let mut search = Search::new();
//! search.run(grid, 1, [(Footing::at(here), Points::ZERO)], Points::whole(6), |at, onward| {
//!     for to in grid.neighbours(at.hex).iter().filter_map(|hex| hex.some()) {
//!         onward.go(Footing::at(to), Points::whole(if board.ground(to).has(woods) { 2 } else { 1 }));
//!     }
//! });
//! assert_eq!(search.reaches(there), Some(Points::whole(5)));
//! # Ok::<(), board::BadBoard>(())
//! ```

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
