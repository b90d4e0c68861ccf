//! The hex grid: flat-topped hexes standing in vertical columns, as on all our boards.
//!
//! ```text
//!    __    __          columns 0 and 2 stand high, column 1 sits half a hex lower (Lower::Odd, counting from 0)
//!   /0 \__/2 \__
//!   \__/1 \__/         directions, clockwise from the top hexside: N NE SE S SW NW
//!   /  \__/  \__
//! ```

use std::fmt;

use crate::sight::CORNERS;

/// A hex, numbered down the columns: `column * rows + row`, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexId(pub u16);

impl HexId {
    /// No hex: off the map.
    pub const NONE: HexId = HexId(u16::MAX);

    /// The hex as an index into a flat array.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether this is a hex at all.
    #[inline]
    pub fn is_some(self) -> bool {
        self != HexId::NONE
    }

    /// The hex, or `None` for [`HexId::NONE`].
    #[inline]
    pub fn some(self) -> Option<HexId> {
        self.is_some().then_some(self)
    }
}

impl fmt::Debug for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.some() {
            Some(hex) => write!(f, "Hex({})", hex.0),
            None => f.write_str("Hex(none)"),
        }
    }
}

/// One of the six directions, clockwise from the top hexside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Up.
    N,
    /// Up and right.
    NE,
    /// Down and right.
    SE,
    /// Down.
    S,
    /// Down and left.
    SW,
    /// Up and left.
    NW,
}

impl Direction {
    /// All six, clockwise from the top.
    pub const ALL: [Direction; 6] = [Direction::N, Direction::NE, Direction::SE, Direction::S, Direction::SW, Direction::NW];

    /// The direction with this number (0 is north, clockwise), counted modulo six.
    #[inline]
    pub fn from_index(index: usize) -> Direction {
        Direction::ALL[index % 6]
    }

    /// 0 for north, then clockwise.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The other way.
    #[inline]
    pub fn opposite(self) -> Direction {
        Direction::from_index(self.index() + 3)
    }

    /// The next direction clockwise.
    #[inline]
    pub fn clockwise(self) -> Direction {
        Direction::from_index(self.index() + 1)
    }

    /// The next direction counter-clockwise.
    #[inline]
    pub fn counterclockwise(self) -> Direction {
        Direction::from_index(self.index() + 5)
    }

    /// `N`, `NE`, ...
    pub fn name(self) -> &'static str {
        ["N", "NE", "SE", "S", "SW", "NW"][self.index()]
    }

    /// The direction of that name.
    pub fn from_name(name: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| d.name() == name)
    }
}

/// The side between two neighbouring hexes, the same whichever hex it is seen from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hexside(pub HexId, pub HexId);

impl Hexside {
    /// The side between these two hexes, in canonical order.
    #[inline]
    pub fn between(a: HexId, b: HexId) -> Hexside {
        if a <= b { Hexside(a, b) } else { Hexside(b, a) }
    }
}

/// Which columns sit half a hex lower than their neighbours, counting columns from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lower {
    /// Columns 0, 2, 4 ... sit lower.
    Even,
    /// Columns 1, 3, 5 ... sit lower.
    Odd,
}

/// How a board writes its hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// `CCRR`: two digits of column, two of row, both from 01.
    ColumnRow,
    /// `A1 .. Z35, AA1 .. ZZ35, AAA1 ..`: a letter (repeated) for the column, the row from 1.
    Letters,
    /// `R-28`: a letter (repeated) for the column, the number of a diagonal hexrow that rises to the right.
    Diagonal,
}

/// A rectangular grid of hexes, some of which may be missing.
#[derive(Clone, Debug)]
pub struct Grid {
    columns: u8,
    rows: u8,
    lower: Lower,
    numbering: Numbering,
    exists: Vec<bool>,
    /// Looked up rather than reckoned: distances are asked for in every inner loop.
    centres: Vec<(i32, i32)>,
    neighbours: Vec<[HexId; 6]>,
}

impl Grid {
    /// A grid of `columns` by `rows`, without the hexes for which `missing(column, row)` holds (both from 0).
    pub fn new(columns: u8, rows: u8, lower: Lower, numbering: Numbering, missing: impl Fn(u8, u8) -> bool) -> Grid {
        let mut exists = Vec::with_capacity(usize::from(columns) * usize::from(rows));
        for column in 0..columns {
            exists.extend((0..rows).map(|row| !missing(column, row)));
        }
        let mut grid = Grid { columns, rows, lower, numbering, exists, centres: Vec::new(), neighbours: Vec::new() };
        grid.centres = (0..grid.exists.len())
            .map(|i| {
                let (column, row) = (grid.column(HexId(i as u16)), grid.row(HexId(i as u16)));
                (i32::from(column), 2 * i32::from(row) + i32::from(grid.sits_lower(column)))
            })
            .collect();
        grid.neighbours = (0..grid.exists.len())
            .map(|i| {
                let hex = HexId(i as u16);
                Direction::ALL.map(|d| if grid.exists[i] { grid.step(hex, d) } else { HexId::NONE })
            })
            .collect();
        grid
    }

    /// The neighbour in a direction, found by arithmetic; [`Grid::neighbour`] looks it up.
    fn step(&self, hex: HexId, direction: Direction) -> HexId {
        let (c, r) = (i16::from(self.column(hex)), i16::from(self.row(hex)));
        let lower = i16::from(self.sits_lower(self.column(hex)));
        let (c, r) = match direction {
            Direction::N => (c, r - 1),
            Direction::S => (c, r + 1),
            Direction::NE => (c + 1, r - 1 + lower),
            Direction::SE => (c + 1, r + lower),
            Direction::SW => (c - 1, r + lower),
            Direction::NW => (c - 1, r - 1 + lower),
        };
        match (u8::try_from(c), u8::try_from(r)) {
            (Ok(c), Ok(r)) => self.at(c, r).unwrap_or(HexId::NONE),
            _ => HexId::NONE,
        }
    }

    /// How many columns.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// How many rows in the longest column.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Which columns sit lower.
    pub fn lower(&self) -> Lower {
        self.lower
    }

    /// How hexes are written.
    pub fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// The length of a flat array indexed by hex, missing hexes included.
    #[inline]
    pub fn len(&self) -> usize {
        self.exists.len()
    }

    /// A grid has at least one hex.
    pub fn is_empty(&self) -> bool {
        self.exists.is_empty()
    }

    /// All hexes, down the columns.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        self.exists.iter().enumerate().filter(|(_, e)| **e).map(|(i, _)| HexId(i as u16))
    }

    /// Whether that hex is on the board.
    #[inline]
    pub fn contains(&self, hex: HexId) -> bool {
        self.exists.get(hex.index()).copied().unwrap_or(false)
    }

    /// The hex at column and row, both from 0.
    pub fn at(&self, column: u8, row: u8) -> Option<HexId> {
        if column >= self.columns || row >= self.rows {
            return None;
        }
        let hex = HexId(u16::from(column) * u16::from(self.rows) + u16::from(row));
        self.contains(hex).then_some(hex)
    }

    /// The column, from 0.
    #[inline]
    pub fn column(&self, hex: HexId) -> u8 {
        (hex.0 / u16::from(self.rows)) as u8
    }

    /// The row, from 0.
    #[inline]
    pub fn row(&self, hex: HexId) -> u8 {
        (hex.0 % u16::from(self.rows)) as u8
    }

    /// Whether that column sits half a hex lower than its neighbours.
    #[inline]
    pub fn sits_lower(&self, column: u8) -> bool {
        (column % 2 == 1) == (self.lower == Lower::Odd)
    }

    /// The neighbour in that direction, or [`HexId::NONE`].
    #[inline]
    pub fn neighbour(&self, hex: HexId, direction: Direction) -> HexId {
        self.neighbours[hex.index()][direction.index()]
    }

    /// The six neighbours, clockwise from north; [`HexId::NONE`] beyond the edge.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> &[HexId; 6] {
        &self.neighbours[hex.index()]
    }

    /// The direction from a hex to its neighbour.
    #[inline]
    pub fn direction(&self, from: HexId, to: HexId) -> Option<Direction> {
        let around = self.neighbours.get(from.index())?;
        let found = around.iter().position(|n| *n == to && to.is_some())?;
        Some(Direction::from_index(found))
    }

    /// The side of a hex in a direction; `None` at the edge of the map.
    #[inline]
    pub fn side(&self, hex: HexId, direction: Direction) -> Option<Hexside> {
        self.neighbour(hex, direction).some().map(|other| Hexside::between(hex, other))
    }

    /// All sides between two hexes of the board, each once.
    pub fn hexsides(&self) -> impl Iterator<Item = Hexside> + '_ {
        let half = [Direction::NE, Direction::SE, Direction::S];
        self.hexes().flat_map(move |hex| half.into_iter().filter_map(move |direction| self.side(hex, direction)))
    }

    /// For each hex, the sides of it that are in the list: one bit for each direction, by its index.
    pub fn side_masks(&self, sides: impl IntoIterator<Item = Hexside>) -> Vec<u8> {
        let mut masks = vec![0; self.len()];
        for Hexside(a, b) in sides {
            if let Some(direction) = self.direction(a, b) {
                masks[a.index()] |= 1 << direction.index();
                masks[b.index()] |= 1 << direction.opposite().index();
            }
        }
        masks
    }

    /// The side between two neighbours.
    pub fn hexside(&self, a: HexId, b: HexId) -> Option<Hexside> {
        self.direction(a, b).map(|_| Hexside::between(a, b))
    }

    /// The centre in half rows: x counts columns, y counts half hexes downward. Exact.
    #[inline]
    pub fn centre(&self, hex: HexId) -> (i32, i32) {
        self.centres[hex.index()]
    }

    /// The hex with that centre, in the measure of [`Grid::centre`], or [`HexId::NONE`].
    #[inline]
    pub fn centred_at(&self, x: i32, y: i32) -> HexId {
        let Ok(column) = u8::try_from(x) else { return HexId::NONE };
        let down = y - i32::from(self.sits_lower(column));
        match u8::try_from(down / 2) {
            Ok(row) if down >= 0 && down % 2 == 0 => self.at(column, row).unwrap_or(HexId::NONE),
            _ => HexId::NONE,
        }
    }

    /// The hexes within `radius` of `centre`, the centre included, down the columns.
    pub fn within(&self, centre: HexId, radius: u8) -> impl Iterator<Item = HexId> + '_ {
        let ((x, y), radius) = (self.centre(centre), i32::from(radius));
        (x - radius..=x + radius).flat_map(move |column| {
            let reach = 2 * radius - (column - x).abs();
            (0..=reach).map(move |step| self.centred_at(column, y - reach + 2 * step)).filter(|hex| hex.is_some())
        })
    }

    /// The hexes at exactly `radius` of `centre`, down the columns.
    pub fn ring(&self, centre: HexId, radius: u8) -> impl Iterator<Item = HexId> + '_ {
        let ((x, y), radius) = (self.centre(centre), i32::from(radius));
        (x - radius..=x + radius).flat_map(move |column| {
            let reach = 2 * radius - (column - x).abs();
            // The outermost columns belong to the ring as a whole, the others with their two ends.
            let stride = if (column - x).abs() == radius { 1 } else { reach.max(1) };
            (0..=reach).step_by(stride as usize).map(move |step| self.centred_at(column, y - reach + 2 * step)).filter(|hex| hex.is_some())
        })
    }

    /// Whether some side of the hex is the edge of the map.
    pub fn on_edge(&self, hex: HexId) -> bool {
        self.neighbours(hex).contains(&HexId::NONE)
    }

    /// The corner of a hex at the clockwise end of a side, in thirds of the measure of [`Grid::centre`]. Exact.
    #[inline]
    pub fn corner(&self, hex: HexId, direction: Direction) -> (i32, i32) {
        let ((x, y), (dx, dy)) = (self.centre(hex), CORNERS[direction.index()]);
        (3 * x + dx, 3 * y + dy)
    }

    /// The two corners of a hexside, in the measure of [`Grid::corner`].
    pub fn corners(&self, side: Hexside) -> Option<[(i32, i32); 2]> {
        let direction = self.direction(side.0, side.1)?;
        Some([self.corner(side.0, direction.counterclockwise()), self.corner(side.0, direction)])
    }

    /// Whether two hexsides meet at a corner.
    pub fn meet(&self, a: Hexside, b: Hexside) -> bool {
        match (self.corners(a), self.corners(b)) {
            (Some(a), Some(b)) => a.iter().any(|corner| b.contains(corner)),
            _ => false,
        }
    }

    /// How many hexes from one to the other, not counting the first.
    #[inline]
    pub fn distance(&self, a: HexId, b: HexId) -> u8 {
        let ((ax, ay), (bx, by)) = (self.centre(a), self.centre(b));
        let (dx, dy) = ((ax - bx).abs(), (ay - by).abs());
        (dx + (dy - dx).max(0) / 2) as u8
    }
}
