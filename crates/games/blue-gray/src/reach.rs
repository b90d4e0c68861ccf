//! Where a march can end: a bounded flood over bitboards.
//!
//! A unit has six points, so it never leaves the sixteen columns around it. The flood goes down through the points left:
//! everything reached with five left steps on at once, in all directions and for every cost, as a few shifts and masks.

use crate::field::{COLUMNS, Cell, Field, bits};
use crate::ground::Ground;

/// The width of the window.
const WIDTH: usize = 16;

/// The most points a march can have.
pub const MOST: usize = 6;

type Window = [u32; WIDTH];

/// What a march may not do.
#[derive(Clone, Copy, Debug)]
pub struct March<'a> {
    /// Hexes it may not enter.
    pub barred: &'a Field,
    /// Hexes in which it must stop.
    pub halts: &'a Field,
}

/// The hexes a march can come to, by the most points it can have left there.
#[derive(Clone, Debug)]
pub struct Reach {
    first: usize,
    /// `left[p]`: the hexes reached with at most p points left, each in one of the sets.
    left: [Window; MOST + 1],
}

#[inline]
fn window(field: &Field, first: usize) -> &Window {
    field.0[first..first + WIDTH].try_into().expect("the window lies in the field")
}

impl Reach {
    /// The flood from a hex with so many points. The hex itself is reached with all of them, whatever stands there.
    #[inline]
    pub fn flood(ground: &Ground, from: Cell, points: u8, march: March<'_>) -> Reach {
        let first = from.column().saturating_sub(7).min(COLUMNS - WIDTH);
        let mut left = [[0u32; WIDTH]; MOST + 1];
        let points = usize::from(points).min(MOST);
        let (barred, halts) = (window(march.barred, first), window(march.halts, first));
        let lower = window_of(&ground.lower, first);
        left[points][from.column() - first] = 1 << from.row();
        let mut done = [0u32; WIDTH];
        for points in (0..=points).rev() {
            let mut front = left[points];
            (0..WIDTH).for_each(|c| front[c] &= !done[c]);
            left[points] = front;
            (0..WIDTH).for_each(|c| done[c] |= front[c]);
            if points == 0 {
                break;
            }
            // The start is left freely; every other hex only if the march need not halt there.
            (0..WIDTH).for_each(|c| front[c] &= !halts[c] | if c == from.column() - first { 1 << from.row() } else { 0 });
            if front.iter().all(|w| *w == 0) {
                continue;
            }
            step_on(ground, &front, lower, first, points, &mut left);
            ferry_over(ground, &front, first, points, &mut left);
            for reached in &mut left[..points] {
                (0..WIDTH).for_each(|c| reached[c] &= !barred[c]);
            }
        }
        Reach { first, left }
    }

    /// All hexes reached, the start included.
    #[inline]
    pub fn all(&self) -> Window {
        let mut all = [0; WIDTH];
        self.left.iter().for_each(|l| (0..WIDTH).for_each(|c| all[c] |= l[c]));
        all
    }

    /// The hexes reached as a field.
    pub fn field(&self) -> Field {
        let mut field = Field::EMPTY;
        field.0[self.first..self.first + WIDTH].copy_from_slice(&self.all());
        field
    }

    /// The hexes reached that are not in a set, one after the other.
    #[inline]
    pub fn each_outside(&self, closed: &Field, mut each: impl FnMut(Cell)) {
        let (all, closed) = (self.all(), window(closed, self.first));
        for (c, (reached, shut)) in all.iter().zip(closed).enumerate() {
            for row in bits(reached & !shut) {
                each(Cell(((self.first + c) as u16) << 5 | row as u16));
            }
        }
    }

    /// The hexes reached that are in a set, one after the other.
    #[inline]
    pub fn each_inside(&self, set: &Field, mut each: impl FnMut(Cell)) {
        let (all, set) = (self.all(), window(set, self.first));
        for (c, (reached, set)) in all.iter().zip(set).enumerate() {
            for row in bits(reached & set) {
                each(Cell(((self.first + c) as u16) << 5 | row as u16));
            }
        }
    }

    /// Whether a hex of that set is reached.
    #[inline]
    pub fn meets(&self, set: &Field) -> bool {
        let (all, set) = (self.all(), window(set, self.first));
        (0..WIDTH).any(|c| all[c] & set[c] != 0)
    }

    /// The most points left on reaching a hex.
    pub fn points_left(&self, cell: Cell) -> Option<u8> {
        let column = cell.column().checked_sub(self.first).filter(|c| *c < WIDTH)?;
        (0..=MOST).rev().find(|p| self.left[*p][column] >> cell.row() & 1 == 1).map(|p| p as u8)
    }
}

#[inline]
fn window_of(words: &[u32; COLUMNS], first: usize) -> &Window {
    words[first..first + WIDTH].try_into().expect("the window lies in the field")
}

/// One step from the front in every direction, for every cost that the points allow.
#[inline]
fn step_on(ground: &Ground, front: &Window, lower: &Window, first: usize, points: usize, left: &mut [Window; MOST + 1]) {
    // Stepping sideways and up moves the bits of the high columns up a row, sideways and down those of the low columns down
    // a row; one word of margin on each side spares the edges.
    let (mut up, mut down) = ([0u32; WIDTH + 2], [0u32; WIDTH + 2]);
    for c in 0..WIDTH {
        let (word, low) = (front[c], lower[c]);
        up[c + 1] = word & low | (word & !low) >> 1;
        down[c + 1] = (word & low) << 1 | word & !low;
    }
    for (cost, enter) in &ground.enter {
        let cost = usize::from(*cost);
        if cost > points {
            break;
        }
        let into = &mut left[points - cost];
        let [n, ne, se, s, sw, nw] = enter;
        let (n, ne, se) = (window(n, first), window(ne, first), window(se, first));
        let (s, sw, nw) = (window(s, first), window(sw, first), window(nw, first));
        for c in 0..WIDTH {
            into[c] |=
                front[c] >> 1 & n[c] | front[c] << 1 & s[c] | up[c] & ne[c] | up[c + 2] & nw[c] | down[c] & se[c] | down[c + 2] & sw[c];
        }
    }
}

/// Over a ferry to the far bank, if the points suffice for both (BG-5.24c).
#[inline]
fn ferry_over(ground: &Ground, front: &Window, first: usize, points: usize, left: &mut [Window; MOST + 1]) {
    let banks = window(&ground.banks, first);
    if (0..WIDTH).all(|c| front[c] & banks[c] == 0) {
        return;
    }
    for ferry in ground.ferries.iter().filter(|f| usize::from(f.cost) <= points) {
        let inside = |cell: Cell| cell.column().checked_sub(first).filter(|c| *c < WIDTH);
        if let (Some(from), Some(to)) = (inside(ferry.from), inside(ferry.to))
            && front[from] >> ferry.from.row() & 1 == 1
        {
            left[points - usize::from(ferry.cost)][to] |= 1 << ferry.to.row();
        }
    }
}
