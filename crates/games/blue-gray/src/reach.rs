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
        let sides = ground.enter_window(first);
        left[points][from.column() - first] = 1 << from.row();
        first_step(ground, from, first, points, barred, &mut left);
        let mut done = left[points];
        for points in (1..points).rev() {
            let mut front = left[points];
            let mut any = 0;
            for c in 0..WIDTH {
                front[c] &= !done[c];
                done[c] |= front[c];
                left[points][c] = front[c];
                front[c] &= !halts[c];
                any |= front[c];
            }
            if any != 0 {
                step_on(ground, &front, first, points, sides, barred, &mut left);
                ferry_over(ground, &front, first, points, barred, &mut left);
            }
        }
        if points > 0 {
            (0..WIDTH).for_each(|c| left[0][c] &= !done[c]);
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

/// The first step, from a single hex, which is left freely whatever zone it lies in.
#[inline]
fn first_step(ground: &Ground, from: Cell, first: usize, points: usize, barred: &Window, left: &mut [Window; MOST + 1]) {
    for (to, cost) in ground.around[from.index()].iter().zip(&ground.cost[from.index()]) {
        let cost = usize::from(*cost);
        if cost > 0 && cost <= points {
            let column = to.column() - first;
            left[points - cost][column] |= 1 << to.row() & !barred[column];
        }
    }
    if ground.banks.has(from) {
        let mut front = [0; WIDTH];
        front[from.column() - first] = 1 << from.row();
        ferry_over(ground, &front, first, points, barred, left);
    }
}

/// One step from the front in every direction, for every cost that the points allow and that occurs hereabouts.
#[inline]
fn step_on(ground: &Ground, front: &Window, first: usize, points: usize, sides: u8, barred: &Window, left: &mut [Window; MOST + 1]) {
    // Stepping sideways and up moves the bits of the high columns up a row, sideways and down those of the low columns down
    // a row; one word of margin on each side spares the edges.
    let lower: &Window = ground.lower[first..first + WIDTH].try_into().expect("the window lies in the field");
    let (mut up, mut down) = ([0u32; WIDTH + 2], [0u32; WIDTH + 2]);
    for c in 0..WIDTH {
        let (word, low) = (front[c], lower[c]);
        up[c + 1] = word & low | (word & !low) >> 1;
        down[c + 1] = (word & low) << 1 | word & !low;
    }
    for (i, (cost, enter)) in ground.enter.iter().enumerate() {
        let cost = usize::from(*cost);
        if cost > points {
            break;
        }
        if sides >> i & 1 == 0 {
            continue;
        }
        let into = &mut left[points - cost];
        let [n, ne, se, s, sw, nw] = enter;
        let (n, ne, se) = (window(n, first), window(ne, first), window(se, first));
        let (s, sw, nw) = (window(s, first), window(sw, first), window(nw, first));
        for c in 0..WIDTH {
            let stepped =
                front[c] >> 1 & n[c] | front[c] << 1 & s[c] | up[c] & ne[c] | up[c + 2] & nw[c] | down[c] & se[c] | down[c + 2] & sw[c];
            into[c] |= stepped & !barred[c];
        }
    }
}

/// Over a ferry to the far bank, if the points suffice for both (BG-5.24c).
#[inline]
fn ferry_over(ground: &Ground, front: &Window, first: usize, points: usize, barred: &Window, left: &mut [Window; MOST + 1]) {
    let banks = window(&ground.banks, first);
    if (0..WIDTH).fold(0, |any, c| any | front[c] & banks[c]) == 0 {
        return;
    }
    for ferry in ground.ferries.iter().filter(|f| usize::from(f.cost) <= points) {
        let inside = |cell: Cell| cell.column().checked_sub(first).filter(|c| *c < WIDTH);
        if let (Some(from), Some(to)) = (inside(ferry.from), inside(ferry.to))
            && front[from] >> ferry.from.row() & 1 == 1
        {
            left[points - usize::from(ferry.cost)][to] |= 1 << ferry.to.row() & !barred[to];
        }
    }
}
