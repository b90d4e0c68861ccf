//! Sets of hexes as bitboards: one word per column, one bit per row.
//!
//! A board of this series fits in 32 columns of 32 rows. A hex is then a [`Cell`]: five bits of column, five of row; a step
//! in any direction is a shift, for one hex or for a thousand ([`Ground::zone`](crate::ground::Ground::zone)).

use board::{Grid, HexId};

/// A hex of a small board: `column * 32 + row`, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// Where a unit is that has been eliminated.
    pub const ELIMINATED: Cell = Cell(0x8000);
    /// Where a unit waits that has not come on yet.
    pub const WAITING: Cell = Cell(0x8001);
    /// Where a unit is that a hand-written position left out.
    pub const ASIDE: Cell = Cell(0x8002);
    /// Where a unit is that has left the map.
    pub const EXITED: Cell = Cell(0x8003);
    /// Where a unit is that its player has still to set up.
    pub const UNPLACED: Cell = Cell(0x8004);

    /// Whether this is a hex of the map.
    #[inline]
    pub fn on_map(self) -> bool {
        self.0 < 0x8000
    }

    /// The column, from 0.
    #[inline]
    pub fn column(self) -> usize {
        usize::from(self.0 >> 5)
    }

    /// The row, from 0.
    #[inline]
    pub fn row(self) -> usize {
        usize::from(self.0 & 31)
    }

    /// As an index into an array of 1,024.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The cell of a hex of a board.
    pub fn of(grid: &Grid, hex: HexId) -> Cell {
        Cell(u16::from(grid.column(hex)) << 5 | u16::from(grid.row(hex)))
    }

    /// The hex of this cell.
    pub fn hex(self, grid: &Grid) -> HexId {
        grid.at(self.column() as u8, self.row() as u8).unwrap_or(HexId::NONE)
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Cell::ELIMINATED => f.write_str("eliminated"),
            Cell::WAITING => f.write_str("waiting"),
            Cell::ASIDE => f.write_str("aside"),
            Cell::EXITED => f.write_str("exited"),
            Cell::UNPLACED => f.write_str("unplaced"),
            Cell(_) => write!(f, "{:02}{:02}", self.column() + 1, self.row() + 1),
        }
    }
}

/// How many columns a set has.
pub const COLUMNS: usize = 32;

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CellSet(pub [u32; COLUMNS]);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet([0; COLUMNS]);

    /// Whether the cell is in the set; never for a cell off the map.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        cell.on_map() && self.0[cell.column() & 31] >> cell.row() & 1 == 1
    }

    /// Adds a cell of the map.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.column() & 31] |= 1 << cell.row();
    }

    /// Takes a cell of the map out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.column() & 31] &= !(1 << cell.row());
    }

    /// Sets whether a cell of the map is in.
    #[inline]
    pub fn set(&mut self, cell: Cell, inside: bool) {
        if inside { self.insert(cell) } else { self.remove(cell) }
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    /// How many cells.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// The first cell, if there is one.
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells, down the columns.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().enumerate().flat_map(|(column, word)| rows(*word).map(move |row| Cell((column as u16) << 5 | row as u16)))
    }

    /// The cells of both.
    #[inline]
    pub fn or(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The cells in both.
    #[inline]
    pub fn and(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The cells here and not there.
    #[inline]
    pub fn without(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        cells.into_iter().filter(|c| c.on_map()).for_each(|c| set.insert(c));
        set
    }
}

/// The rows of a column that are set, from the first.
#[inline]
pub fn rows(column: u32) -> impl Iterator<Item = u32> {
    contact::ones(u64::from(column)).map(|row| row as u32)
}
