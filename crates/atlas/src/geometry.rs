//! Where hexes lie on the sheet, in SVG units.
//!
//! ```text
//!        4 ____ 5        corners, counted clockwise from the right;
//!         /    \         the side towards direction N runs from corner 4 to corner 5,
//!       3 \____/ 0       towards NE from 5 to 0, and so on.
//!        2      1
//! ```

use board::{Direction, Grid, HexId, Hexside};

/// The distance from the centre of a hex to its corners, in SVG units. A hex is `2 * SIDE` wide and `ROW` high.
pub const SIDE: f32 = 40.0;
/// The height of a hex: the distance between the centres of two hexes in a column.
pub const ROW: f32 = 69.282;
/// The distance between two columns.
pub const COLUMN: f32 = 60.0;

/// A point on the sheet.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Point {
    pub x: f32,
    pub y: f32,
}

pub(crate) const fn at(x: f32, y: f32) -> Point {
    Point { x, y }
}

impl Point {
    pub fn length(self) -> f32 {
        self.x.hypot(self.y)
    }

    /// The same direction with length one; the null vector stays.
    pub fn unit(self) -> Point {
        let length = self.length();
        if length > 1e-6 { self * (1.0 / length) } else { self }
    }

    /// A quarter turn clockwise on the sheet.
    pub fn turned(self) -> Point {
        at(-self.y, self.x)
    }

    pub fn dot(self, other: Point) -> f32 {
        self.x * other.x + self.y * other.y
    }

    pub fn distance(self, other: Point) -> f32 {
        (self - other).length()
    }

    /// The point that lies `t` of the way to another.
    pub fn towards(self, other: Point, t: f32) -> Point {
        self + (other - self) * t
    }

    /// In degrees, clockwise from the right, as SVG turns things.
    pub fn degrees(self) -> f32 {
        self.y.atan2(self.x).to_degrees()
    }

    /// The same vector, at most this long.
    pub fn at_most(self, length: f32) -> Point {
        let own = self.length();
        if own > length { self * (length / own) } else { self }
    }

    /// Turned clockwise by an angle in radians.
    pub fn rotated(self, angle: f32) -> Point {
        let (sin, cos) = angle.sin_cos();
        at(self.x * cos - self.y * sin, self.x * sin + self.y * cos)
    }
}

impl std::ops::Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        at(self.x + other.x, self.y + other.y)
    }
}

impl std::ops::Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        at(self.x - other.x, self.y - other.y)
    }
}

impl std::ops::Mul<f32> for Point {
    type Output = Point;
    fn mul(self, factor: f32) -> Point {
        at(self.x * factor, self.y * factor)
    }
}

/// A corner of a hex in exact lattice units: x in half sides, y in half rows.
pub(crate) type Corner = (i32, i32);

/// The corners of a hex at column and half row, clockwise from the right.
pub(crate) fn lattice_corners(column: i32, half_row: i32) -> [Corner; 6] {
    let (x, y) = (3 * column, half_row);
    [(x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y), (x - 1, y - 1), (x + 1, y - 1)]
}

/// The two corners, clockwise, between which the side towards that direction lies.
pub(crate) fn side_corners(direction: Direction) -> (usize, usize) {
    ((direction.index() + 4) % 6, (direction.index() + 5) % 6)
}

/// Where the hexes of a board lie on the drawing: clients place counters with it.
#[derive(Clone, Debug)]
pub struct Geometry {
    grid: Grid,
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

impl Geometry {
    /// The map of that grid with nothing round it.
    pub fn new(grid: &Grid) -> Geometry {
        Geometry::with_margins(grid, 0.0, 0.0, 0.0, 0.0)
    }

    pub(crate) fn with_margins(grid: &Grid, left: f32, top: f32, right: f32, bottom: f32) -> Geometry {
        let lowest = grid.hexes().map(|hex| grid.centre(hex).1).max().unwrap_or(0) + 1;
        let width = left + f32::from(grid.columns().max(1) - 1) * COLUMN + 2.0 * SIDE + right;
        let height = top + (lowest + 1) as f32 * ROW / 2.0 + bottom;
        Geometry { grid: grid.clone(), left, top, width, height }
    }

    /// The width of the whole drawing.
    pub fn width(&self) -> f32 {
        self.width
    }

    /// The height of the whole drawing.
    pub fn height(&self) -> f32 {
        self.height
    }

    /// The centre of a hex.
    pub fn centre(&self, hex: HexId) -> (f32, f32) {
        let p = self.point(hex);
        (p.x, p.y)
    }

    /// The corners of a hex, clockwise from the right.
    pub fn corners(&self, hex: HexId) -> [(f32, f32); 6] {
        let (column, half_row) = self.grid.centre(hex);
        lattice_corners(column, half_row).map(|corner| {
            let p = self.corner(corner);
            (p.x, p.y)
        })
    }

    /// The hex at a point of the drawing.
    pub fn hex_at(&self, x: f32, y: f32) -> Option<HexId> {
        let target = at(x, y);
        let column = ((x - self.left - SIDE) / COLUMN).round() as i32;
        let nearest = (column - 1..=column + 1)
            .filter_map(|c| u8::try_from(c).ok().filter(|c| *c < self.grid.columns()))
            .flat_map(|c| {
                let sunk = if self.grid.sits_lower(c) { 0.5 } else { 0.0 };
                let row = ((y - self.top) / ROW - 0.5 - sunk).round() as i32;
                (row - 1..=row + 1).filter_map(move |r| u8::try_from(r).ok().map(|r| (c, r)))
            })
            .filter_map(|(c, r)| self.grid.at(c, r))
            .min_by(|a, b| self.point(*a).distance(target).total_cmp(&self.point(*b).distance(target)))?;
        self.covers(nearest, target).then_some(nearest)
    }

    /// Whether a point lies in a hex.
    fn covers(&self, hex: HexId, point: Point) -> bool {
        let offset = point - self.point(hex);
        Direction::ALL.into_iter().all(|d| offset.dot(heading(d)) <= ROW / 2.0 + 0.01)
    }

    /// Where the map itself begins and ends: left, top, right, bottom.
    pub fn map_frame(&self) -> (f32, f32, f32, f32) {
        let lowest = self.grid.hexes().map(|hex| self.grid.centre(hex).1).max().unwrap_or(0) + 1;
        let right = self.left + f32::from(self.grid.columns().max(1) - 1) * COLUMN + 2.0 * SIDE;
        (self.left, self.top, right, self.top + (lowest + 1) as f32 * ROW / 2.0)
    }

    pub(crate) fn point(&self, hex: HexId) -> Point {
        let (column, half_row) = self.grid.centre(hex);
        self.lattice(column, half_row)
    }

    /// The centre of a place on the lattice, on or off the board.
    pub(crate) fn lattice(&self, column: i32, half_row: i32) -> Point {
        at(self.left + SIDE + column as f32 * COLUMN, self.top + (half_row + 1) as f32 * ROW / 2.0)
    }

    pub(crate) fn corner(&self, (x, y): Corner) -> Point {
        at(self.left + SIDE + x as f32 * SIDE / 2.0, self.top + (y + 1) as f32 * ROW / 2.0)
    }

    /// The two ends of the side of a hex, clockwise.
    pub(crate) fn side(&self, hex: HexId, direction: Direction) -> (Point, Point) {
        let (column, half_row) = self.grid.centre(hex);
        let corners = lattice_corners(column, half_row);
        let (a, b) = side_corners(direction);
        (self.corner(corners[a]), self.corner(corners[b]))
    }

    /// The middle of a hexside.
    pub(crate) fn middle(&self, side: Hexside) -> Point {
        self.point(side.0).towards(self.point(side.1), 0.5)
    }
}

/// The unit vector of a direction on the sheet.
pub(crate) fn heading(direction: Direction) -> Point {
    const HALF_ROOT_3: f32 = 0.866_025_4;
    match direction {
        Direction::N => at(0.0, -1.0),
        Direction::NE => at(HALF_ROOT_3, -0.5),
        Direction::SE => at(HALF_ROOT_3, 0.5),
        Direction::S => at(0.0, 1.0),
        Direction::SW => at(-HALF_ROOT_3, 0.5),
        Direction::NW => at(-HALF_ROOT_3, -0.5),
    }
}
