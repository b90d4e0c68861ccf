//! Where a march can end: a bounded flood over bitboards.
//!
//! A unit has six points, so it never leaves the sixteen columns around it. The flood goes down through the points left:
//! everything reached with five left steps on at once, in all directions and for every cost, as a few shifts and masks.

use crate::cells::{COLUMNS, Cell, CellSet, rows};
use crate::ground::{Ground, sideways};

/// The width of the window.
const WIDTH: usize = 16;

/// The most points a march can have.
pub const MOST: usize = 6;

type Window = [u32; WIDTH];

/// What a march may not do.
#[derive(Clone, Copy, Debug)]
pub struct March<'a> {
    /// Hexes it may not enter.
    pub barred: &'a CellSet,
    /// Hexes in which it must stop.
    pub halts: &'a CellSet,
}

/// The hexes a march can come to, by the most points it can have left there.
#[derive(Clone, Debug)]
pub struct Reach {
    first: usize,
    /// `left[p]`: the hexes reached with at most p points left, each in one of the sets.
    left: [Window; MOST + 1],
    /// All of them.
    all: Window,
}

#[inline]
fn window(field: &CellSet, first: usize) -> &Window {
    field.0[first..first + WIDTH].try_into().expect("the window lies in the field")
}

/// The first column of the window around a hex.
#[inline]
fn first_around(from: Cell) -> usize {
    from.column().saturating_sub(7).min(COLUMNS - WIDTH)
}

/// Hexes in which marches end: a set that lies in one window.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    first: usize,
    columns: Window,
}

impl Ends {
    /// No hex.
    pub const NONE: Ends = Ends { first: 0, columns: [0; WIDTH] };

    /// Those of a set that lie in the window around a hex.
    pub fn around(from: Cell, set: &CellSet) -> Ends {
        let first = first_around(from);
        Ends { first, columns: *window(set, first) }
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.columns.iter().fold(0, |any, w| any | w) == 0
    }

    /// How many.
    #[inline]
    pub fn len(&self) -> u32 {
        self.columns.iter().map(|w| w.count_ones()).sum()
    }

    /// Whether the hex is one of them.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        cell.on_map() && cell.column().checked_sub(self.first).is_some_and(|c| c < WIDTH && self.columns[c] >> cell.row() & 1 == 1)
    }

    /// Takes a hex of the window out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        if let Some(word) = cell.column().checked_sub(self.first).and_then(|c| self.columns.get_mut(c)) {
            *word &= !(1 << cell.row());
        }
    }

    /// Whether any is in a set.
    #[inline]
    pub fn meets(&self, set: &CellSet) -> bool {
        let set = window(set, self.first);
        (0..WIDTH).fold(0, |any, c| any | self.columns[c] & set[c]) != 0
    }

    /// These and others around the same hex.
    pub fn or(&self, others: &Ends) -> Ends {
        Ends { first: self.first, columns: std::array::from_fn(|c| self.columns[c] | others.columns[c]) }
    }

    /// Those in a set.
    #[inline]
    pub fn and(&self, set: &CellSet) -> Ends {
        let set = window(set, self.first);
        Ends { first: self.first, columns: std::array::from_fn(|c| self.columns[c] & set[c]) }
    }

    /// Those outside a set.
    #[inline]
    pub fn without(&self, set: &CellSet) -> Ends {
        let set = window(set, self.first);
        Ends { first: self.first, columns: std::array::from_fn(|c| self.columns[c] & !set[c]) }
    }

    /// Those that pass a test.
    #[inline]
    pub fn filter(&self, mut passes: impl FnMut(Cell) -> bool) -> Ends {
        let mut ends = *self;
        self.each(|cell| {
            if !passes(cell) {
                ends.remove(cell);
            }
        });
        ends
    }

    /// Whether any passes a test.
    #[inline]
    pub fn any(&self, mut passes: impl FnMut(Cell) -> bool) -> bool {
        let cell = |c: usize, row: u32| Cell(((self.first + c) as u16) << 5 | row as u16);
        self.columns.iter().enumerate().any(|(c, word)| rows(*word).any(|row| passes(cell(c, row))))
    }

    /// One after the other, down the columns.
    #[inline]
    pub fn each(&self, mut each: impl FnMut(Cell)) {
        // Two columns make one word: the numbers of cells go on from one to the next.
        for (pair, columns) in self.columns.chunks_exact(2).enumerate() {
            let column = ((self.first + 2 * pair) as u16) << 5;
            let mut word = u64::from(columns[0]) | u64::from(columns[1]) << 32;
            while word != 0 {
                each(Cell(column + word.trailing_zeros() as u16));
                word &= word - 1;
            }
        }
    }

    /// As a set of the whole map.
    pub fn field(&self) -> CellSet {
        let mut field = CellSet::EMPTY;
        field.0[self.first..self.first + WIDTH].copy_from_slice(&self.columns);
        field
    }
}

impl Reach {
    /// The flood from a hex with so many points. The hex itself is reached with all of them, whatever stands there.
    #[inline]
    pub fn flood(ground: &Ground, from: Cell, points: u8, march: March<'_>) -> Reach {
        // Filled where it is wanted, not copied there.
        let mut reach = Reach { first: first_around(from), left: [[0; WIDTH]; MOST + 1], all: [0; WIDTH] };
        reach.spread(ground, from, usize::from(points).min(MOST), march);
        reach
    }

    fn spread(&mut self, ground: &Ground, from: Cell, points: usize, march: March<'_>) {
        let (first, left) = (self.first, &mut self.left);
        let (barred, halts) = (window(march.barred, first), window(march.halts, first));
        let sides = ground.enter_window(first);
        left[points][from.column() - first] = 1 << from.row();
        first_step(ground, from, first, points, barred, left);
        let (mut done, most) = (left[points], points);
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
                // After one step the front is three columns wide, after two it is five: only so much is worked on, and a column more
                // on either side.
                let (center, steps) = (from.column() - first, most - points);
                let step = Step { ground, front: &front, first, points, sides, barred };
                match steps {
                    1 | 2 => step.on::<8>(center, left),
                    3 | 4 => step.on::<12>(center, left),
                    _ => step.on::<WIDTH>(center, left),
                }
                ferry_over(ground, &front, first, points, barred, left);
            }
        }
        if points > 0 {
            for c in 0..WIDTH {
                left[0][c] &= !done[c];
                done[c] |= left[0][c];
            }
        }
        self.all = done;
    }

    /// All hexes reached, the start included.
    #[inline]
    pub fn ends(&self) -> Ends {
        Ends { first: self.first, columns: self.all }
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

/// A step of the whole front.
struct Step<'a> {
    ground: &'a Ground,
    front: &'a Window,
    first: usize,
    points: usize,
    sides: u8,
    barred: &'a Window,
}

impl Step<'_> {
    /// One step in every direction, for every cost that the points allow and that occurs hereabouts, in as many columns around
    /// the center of the march.
    #[inline]
    fn on<const COLUMNS: usize>(&self, center: usize, left: &mut [Window; MOST + 1]) {
        let at = center.saturating_sub(COLUMNS / 2 - 1).min(WIDTH - COLUMNS);
        let first = self.first + at;
        let front: &[u32; COLUMNS] = part(self.front, at);
        let barred: &[u32; COLUMNS] = part(self.barred, at);
        let lower: &[u32; COLUMNS] = part(&self.ground.lower, first);
        // One word of margin on each side; the widest window has sixteen.
        let (up, down) = sideways::<COLUMNS, { WIDTH + 2 }>(front, lower);
        for (i, (cost, enter)) in self.ground.enter.iter().enumerate() {
            let cost = usize::from(*cost);
            if cost > self.points {
                break;
            }
            if self.sides >> i & 1 == 0 {
                continue;
            }
            let into: &mut [u32; COLUMNS] =
                (&mut left[self.points - cost][at..at + COLUMNS]).try_into().expect("the part lies in the window");
            let [n, ne, se, s, sw, nw] = enter;
            let (n, ne, se) = (part::<COLUMNS>(&n.0, first), part::<COLUMNS>(&ne.0, first), part::<COLUMNS>(&se.0, first));
            let (s, sw, nw) = (part::<COLUMNS>(&s.0, first), part::<COLUMNS>(&sw.0, first), part::<COLUMNS>(&nw.0, first));
            for c in 0..COLUMNS {
                let stepped =
                    front[c] >> 1 & n[c] | front[c] << 1 & s[c] | up[c] & ne[c] | up[c + 2] & nw[c] | down[c] & se[c] | down[c + 2] & sw[c];
                into[c] |= stepped & !barred[c];
            }
        }
    }
}

/// A few columns of many.
#[inline]
fn part<const COLUMNS: usize>(columns: &[u32], first: usize) -> &[u32; COLUMNS] {
    columns[first..first + COLUMNS].try_into().expect("the part lies in the whole")
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
