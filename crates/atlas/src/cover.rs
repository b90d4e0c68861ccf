//! What is already taken on the sheet: small squares that trees, houses and names keep clear of.

use crate::geometry::Point;

/// The size of a square.
const CELL: f32 = 4.0;

/// A rectangle on the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rect {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl Rect {
    pub fn around(centre: Point, half_width: f32, half_height: f32) -> Rect {
        Rect { left: centre.x - half_width, top: centre.y - half_height, right: centre.x + half_width, bottom: centre.y + half_height }
    }

    /// How much area two rectangles share.
    pub fn shared(self, other: Rect) -> f32 {
        let width = self.right.min(other.right) - self.left.max(other.left);
        let height = self.bottom.min(other.bottom) - self.top.max(other.top);
        width.max(0.0) * height.max(0.0)
    }

    /// How far two rectangles are apart; 0 if they touch.
    pub fn gap(self, other: Rect) -> f32 {
        let x = (self.left - other.right).max(other.left - self.right).max(0.0);
        let y = (self.top - other.bottom).max(other.top - self.bottom).max(0.0);
        x.hypot(y)
    }

    pub fn grown(self, by: f32) -> Rect {
        Rect { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    pub fn within(self, other: Rect) -> bool {
        self.left >= other.left && self.right <= other.right && self.top >= other.top && self.bottom <= other.bottom
    }
}

/// The squares of a sheet, each with how strongly it is taken (0 is free).
#[derive(Clone)]
pub(crate) struct Cover {
    columns: usize,
    rows: usize,
    taken: Vec<u8>,
}

impl Cover {
    pub fn new(width: f32, height: f32) -> Cover {
        let (columns, rows) = ((width / CELL) as usize + 1, (height / CELL) as usize + 1);
        Cover { columns, rows, taken: vec![0; columns * rows] }
    }

    /// Takes all squares that touch a rectangle.
    pub fn take(&mut self, rect: Rect, weight: u8) {
        self.each(rect, |taken| *taken = (*taken).max(weight));
    }

    /// Takes a band along a line of close points.
    pub fn take_line(&mut self, line: &[Point], half_width: f32, weight: u8) {
        for p in line {
            self.take(Rect::around(*p, half_width, half_width), weight);
        }
    }

    /// Frees a band along a line where it is taken just so strongly.
    pub fn clear_line(&mut self, line: &[Point], half_width: f32, weight: u8) {
        for p in line {
            self.each(Rect::around(*p, half_width, half_width), |taken| {
                if *taken == weight {
                    *taken = 0;
                }
            });
        }
    }

    fn each(&mut self, rect: Rect, mut change: impl FnMut(&mut u8)) {
        let (columns, rows) = self.span(rect);
        for row in rows {
            for column in columns.clone() {
                change(&mut self.taken[row * self.columns + column]);
            }
        }
    }

    fn span(&self, rect: Rect) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let low = |v: f32| (v / CELL).floor().max(0.0) as usize;
        let high = |v: f32, most: usize| ((v / CELL).ceil().max(0.0) as usize).min(most);
        let columns = low(rect.left)..high(rect.right, self.columns);
        let rows = low(rect.top)..high(rect.bottom, self.rows);
        (columns, rows)
    }

    /// How strongly a point is taken.
    pub fn at(&self, p: Point) -> u8 {
        let (column, row) = ((p.x / CELL).floor(), (p.y / CELL).floor());
        if column < 0.0 || row < 0.0 || column as usize >= self.columns || row as usize >= self.rows {
            return u8::MAX;
        }
        self.taken[row as usize * self.columns + column as usize]
    }

    /// The weights in a rectangle, added up.
    pub fn weight(&self, rect: Rect) -> f32 {
        let (columns, rows) = self.span(rect);
        rows.map(|row| columns.clone().map(|column| f32::from(self.taken[row * self.columns + column])).sum::<f32>()).sum()
    }

    /// Whether nothing in a rectangle is taken.
    pub fn is_free(&self, rect: Rect) -> bool {
        self.weight(rect) == 0.0
    }
}
