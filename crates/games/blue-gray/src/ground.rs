//! The board as the rules see it: what a step costs, where zones of control reach, what guns can hit. Worked out once.

use crate::cells::{COLUMNS, Cell, CellSet, rows};
use crate::chart::Chart;
use crate::reach::{Ends, March, Reach};
use crate::title::{Flag, Title};
use board::{Board, Channel, Direction, Hexside, Ingress, Location, Stretch};
use std::collections::BTreeSet;

/// The kind of water that is a brook: it costs points to wade and has no other effect.
const RUN: &str = "run";

/// The hexes of slopes: relief is drawn, and has no effect.
pub(crate) const RELIEF: [&str; 2] = ["hilltop", "slope"];

/// A cell beyond the edge.
pub const NOWHERE: Cell = Cell(0xffff);

/// A way over the river: in by one bank, out by the other (BG-5.24d).
#[derive(Clone, Copy, Debug)]
pub struct Ferry {
    /// The near bank.
    pub from: Cell,
    /// The ferry hex.
    pub over: Cell,
    /// The far bank.
    pub to: Cell,
    /// What the ferry hex and the far bank cost together.
    pub cost: u8,
}

/// A line of fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The hex that can be hit.
    pub to: Cell,
    /// Whether the line crosses a creek side, crossing or river (BG-9.errB, R-6).
    pub water: bool,
    /// Whether the line comes in over a redoubt from its enemy side.
    pub redoubt: bool,
}

/// What a title does to its board.
#[derive(Clone, Debug, Default)]
pub struct Lay {
    /// Crossings that are gone.
    closed: Vec<Location>,
    /// Ranges of guns beside the usual one.
    ranges: BTreeSet<u8>,
    /// River hexes with guns.
    afloat: CellSet,
}

impl Lay {
    /// What a title does, with these of its crossings gone, one bit each.
    pub fn of(title: &Title, gone: u8) -> Lay {
        let bridges = title.more.bridges.iter().enumerate();
        let afloat = title.units.iter().filter(|u| u.flags.contains(&Flag::Afloat));
        Lay {
            closed: bridges.filter(|(i, _)| gone >> i & 1 == 1).map(|(_, b)| b.at).collect(),
            ranges: title.units.iter().filter_map(|u| u.range).collect(),
            afloat: afloat.filter_map(|u| u.start).collect(),
        }
    }
}

/// The ground under a title.
pub struct Ground {
    /// All bits set for the columns that sit half a hex lower.
    pub lower: [u32; COLUMNS],
    /// How far every cell is from every other.
    apart: Vec<[u8; 1024]>,
    /// Where a unit may be at all: neither in a river (BG-9.river) nor at a ferry (BG-9.ferry).
    pub stand: CellSet,
    /// Ferry hexes.
    pub ferry: CellSet,
    /// The kind of each hex, a row of the chart.
    pub kind: Vec<u8>,
    /// The neighbours of each hex.
    pub around: Vec<[Cell; 6]>,
    /// What a step in each direction costs; 0 where it is not allowed.
    pub cost: Vec<[u8; 6]>,
    /// For each cost that occurs and each direction of march, the hexes that can be entered so.
    pub enter: Vec<(u8, [CellSet; 6])>,
    /// For each hex, the neighbours that a step leads to, in its own column and the two beside it.
    next_door: Vec<[u32; 3]>,
    /// For each direction, the hexes that can be left so.
    leave: [CellSet; 6],
    /// For each hex, where a march with all its points could end if nobody stood in the way.
    pub(crate) unhindered: Vec<Ends>,
    /// For each first column of sixteen, which of these costs occur there, one bit each.
    enter_windows: [u8; COLUMNS],
    /// The ferries, both ways.
    pub ferries: Vec<Ferry>,
    /// The banks of the ferries.
    pub banks: CellSet,
    /// For each hex, the directions in which its zone reaches and a retreat may go, one bit each (BG-6.6, BG-7.72a).
    pub touches: Vec<u8>,
    /// The directions in which a unit may attack (BG-9.creek, R-8).
    pub strikes: Vec<u8>,
    /// The directions that lead over a bridge or ford.
    pub crossing: Vec<u8>,
    /// The directions that lead over a redoubt from its enemy side, whoever built it.
    pub barbed: Vec<u8>,
    /// For each direction, the hexes that a zone can reach into.
    touch: [CellSet; 6],
    lines: Vec<Line>,
    lines_from: Vec<u32>,
    /// For each hex, the hexes that guns there can hit.
    hits: Vec<CellSet>,
    /// The same for guns with a range of their own.
    hits_at: Vec<(u8, Vec<CellSet>)>,
    /// How far guns reach (BG-8.0-Ga).
    range: usize,
    /// The row of the chart multiplies the defence with this.
    pub defence: Vec<u8>,
    /// What coming on costs at a hex of the edge, along the way that leads off the map there.
    pub entry_cost: Vec<u8>,
}

impl Ground {
    /// How far one cell is from another, as the crow flies.
    #[inline]
    pub fn distance(&self, a: Cell, b: Cell) -> u8 {
        self.apart[a.index()][b.index()]
    }

    /// How far every cell is from one, as the crow flies.
    #[inline]
    pub fn distances(&self, from: Cell) -> &[u8; 1024] {
        &self.apart[from.index()]
    }

    /// Works out the ground of a board; the error says what the standard rules do not know.
    pub fn survey(board: &Board, chart: &Chart, lay: &Lay) -> Result<Ground, String> {
        Survey { board, chart, lay }.ground()
    }

    /// The hexes controlled by units in these hexes (BG-6.0-G). A zone does not cross a creek but at a bridge or ford
    /// (BG-6.6a), nor reach into a ferry hex (BG-6.6b); redoubts do not hinder it. What stops it stops it both ways,
    /// so contact is mutual (BG-6.4).
    #[inline]
    pub fn zone(&self, occupied: &CellSet) -> CellSet {
        let (up, down) = sideways::<COLUMNS, { COLUMNS + 2 }>(&occupied.0, &self.lower);
        let [n, ne, se, s, sw, nw] = &self.touch;
        CellSet(std::array::from_fn(|c| {
            let word = occupied.0[c];
            word >> 1 & n.0[c] | word << 1 & s.0[c] | up[c] & ne.0[c] | up[c + 2] & nw.0[c] | down[c] & se.0[c] | down[c + 2] & sw.0[c]
        }))
    }

    /// Which hexes of a set one step leads to from a hex, as words of its own column and the two beside it.
    #[inline]
    fn doors(&self, from: Cell, open: &CellSet) -> [u32; 3] {
        let ([west, here, east], column) = (self.next_door[from.index()], from.column());
        [west & open.0[column.wrapping_sub(1) % COLUMNS], here & open.0[column], east & open.0[(column + 1) % COLUMNS]]
    }

    /// The hexes from which one step leads into a set.
    #[inline]
    pub(crate) fn at_the_door(&self, open: &CellSet) -> CellSet {
        let (up, down) = sideways::<COLUMNS, { COLUMNS + 2 }>(&open.0, &self.lower);
        let [n, ne, se, s, sw, nw] = &self.leave;
        // What lies north of a hex lies a step south of it for the set that comes back, and so on round the compass.
        CellSet(std::array::from_fn(|c| {
            let word = open.0[c];
            word << 1 & n.0[c] | word >> 1 & s.0[c] | down[c + 2] & ne.0[c] | down[c] & nw.0[c] | up[c + 2] & se.0[c] | up[c] & sw.0[c]
        }))
    }

    /// Whether one step leads from a hex into a set.
    #[inline]
    pub(crate) fn opens_into(&self, from: Cell, open: &CellSet) -> bool {
        let [west, here, east] = self.doors(from, open);
        west | here | east != 0
    }

    /// How many hexes of a set one step leads to from a hex.
    #[inline]
    pub(crate) fn doors_into(&self, from: Cell, open: &CellSet) -> u32 {
        self.doors(from, open).map(u32::count_ones).iter().sum()
    }

    /// Whether one step leads from one hex to the other.
    #[inline]
    pub(crate) fn is_next_door(&self, from: Cell, to: Cell) -> bool {
        self.direction(from, to).is_some_and(|d| self.cost[from.index()][d] > 0)
    }

    /// Which costs of [`Ground::enter`] occur in the sixteen columns from this one, one bit each.
    #[inline]
    pub fn enter_window(&self, first: usize) -> u8 {
        self.enter_windows[first]
    }

    /// The hexes that a zone around this hex reaches, or a retreat from it.
    #[inline]
    pub fn touched(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let (around, touches) = (&self.around[cell.index()], self.touches[cell.index()]);
        (0..6).filter(move |d| touches >> d & 1 == 1).map(|d| around[d])
    }

    /// The hexes that can be attacked from this one.
    #[inline]
    pub fn struck(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let (around, strikes) = (&self.around[cell.index()], self.strikes[cell.index()]);
        (0..6).filter(move |d| strikes >> d & 1 == 1).map(|d| around[d])
    }

    /// The direction from a hex to its neighbour.
    #[inline]
    pub fn direction(&self, from: Cell, to: Cell) -> Option<usize> {
        self.around[from.index()].iter().position(|c| *c == to && to.on_map())
    }

    /// Whether a unit in one hex may attack the other (BG-7.15).
    #[inline]
    pub fn may_strike(&self, from: Cell, to: Cell) -> bool {
        self.direction(from, to).is_some_and(|d| self.strikes[from.index()] >> d & 1 == 1)
    }

    /// Whether a zone reaches from one hex into the other.
    #[inline]
    pub fn may_touch(&self, from: Cell, to: Cell) -> bool {
        self.direction(from, to).is_some_and(|d| self.touches[from.index()] >> d & 1 == 1)
    }

    /// The lines of fire from a hex.
    #[inline]
    pub fn lines(&self, from: Cell) -> &[Line] {
        &self.lines[self.lines_from[from.index()] as usize..self.lines_from[from.index() + 1] as usize]
    }

    /// The hexes that guns in a hex can hit.
    #[inline]
    pub fn hits(&self, from: Cell) -> &CellSet {
        &self.hits[from.index()]
    }

    /// The hexes of a set that guns in a hex can hit; none is farther than the range.
    #[inline]
    pub(crate) fn hit_among<'a>(&'a self, from: Cell, set: &'a CellSet) -> impl Iterator<Item = Cell> + 'a {
        let (hits, column) = (self.hits(from), from.column());
        let columns = column.saturating_sub(self.range)..(column + self.range + 1).min(COLUMNS);
        columns.flat_map(move |c| rows(hits.0[c] & set.0[c]).map(move |row| Cell((c as u16) << 5 | row as u16)))
    }

    /// Whether guns in one hex can hit the other.
    #[inline]
    pub fn can_hit(&self, from: Cell, to: Cell) -> bool {
        self.hits[from.index()].has(to)
    }

    /// The hexes that guns of that range in a hex can hit.
    pub fn hits_at(&self, range: u8, from: Cell) -> &CellSet {
        self.hits_at.iter().find(|(r, _)| *r == range).map_or(&self.hits[from.index()], |(_, hits)| &hits[from.index()])
    }

    /// The line of fire between two hexes, if there is one.
    pub fn line(&self, from: Cell, to: Cell) -> Option<Line> {
        self.lines(from).iter().find(|l| l.to == to).copied()
    }
}

/// A set of hexes stepped sideways and up, sideways and down, before it changes columns: the bits of the high columns go up
/// a row, those of the low columns down a row. One word of margin on each side spares the edges.
#[inline]
pub(crate) fn sideways<const N: usize, const M: usize>(words: &[u32; N], lower: &[u32; N]) -> ([u32; M], [u32; M]) {
    let (mut up, mut down) = ([0u32; M], [0u32; M]);
    for c in 0..N {
        let (word, low) = (words[c], lower[c]);
        up[c + 1] = word & low | (word & !low) >> 1;
        down[c + 1] = (word & low) << 1 | word & !low;
    }
    (up, down)
}

/// The distances between all cells, as the crow flies.
fn apart(lower_columns: &[bool; COLUMNS]) -> Vec<[u8; 1024]> {
    let half = |c: Cell| 2 * c.row() as i16 + i16::from(lower_columns[c.column()]);
    let distance = |a: Cell, b: Cell| {
        let (dx, dy) = ((a.column() as i16 - b.column() as i16).abs(), (half(a) - half(b)).abs());
        (dx + (dy - dx).max(0) / 2) as u8
    };
    (0..1024).map(|a| std::array::from_fn(|b| distance(Cell(a), Cell(b as u16)))).collect()
}

struct Survey<'a> {
    board: &'a Board,
    chart: &'a Chart,
    lay: &'a Lay,
}

impl Survey<'_> {
    fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.board.grid.hexes().map(|h| Cell::of(&self.board.grid, h))
    }

    fn ground(&self) -> Result<Ground, String> {
        let grid = &self.board.grid;
        let lower_columns: [bool; COLUMNS] = std::array::from_fn(|c| c < usize::from(grid.columns()) && grid.sits_lower(c as u8));
        let mut ground = Ground {
            lower: lower_columns.map(|l| if l { u32::MAX } else { 0 }),
            apart: apart(&lower_columns),
            stand: CellSet::EMPTY,
            ferry: CellSet::EMPTY,
            kind: vec![0; 1024],
            around: vec![[NOWHERE; 6]; 1024],
            cost: vec![[0; 6]; 1024],
            enter: Vec::new(),
            next_door: vec![[0; 3]; 1024],
            leave: [CellSet::EMPTY; 6],
            unhindered: vec![Ends::NONE; 1024],
            enter_windows: [0; COLUMNS],
            ferries: Vec::new(),
            banks: CellSet::EMPTY,
            touches: vec![0; 1024],
            strikes: vec![0; 1024],
            crossing: vec![0; 1024],
            barbed: vec![0; 1024],
            touch: [CellSet::EMPTY; 6],
            lines: Vec::new(),
            lines_from: vec![0; 1025],
            hits: vec![CellSet::EMPTY; 1024],
            hits_at: Vec::new(),
            range: usize::from(self.chart.limits.range),
            defence: self.chart.terrain.iter().map(|t| t.defence).collect(),
            entry_cost: vec![0; 1024],
        };
        for cell in self.cells() {
            let kind = self.kind(cell)?;
            ground.kind[cell.index()] = kind as u8;
            match self.chart.terrain[kind].id.as_str() {
                "river" => {}
                "ferry" => ground.ferry.insert(cell),
                _ => ground.stand.insert(cell),
            }
            for (d, hex) in grid.neighbours(cell.hex(grid)).iter().enumerate() {
                if hex.is_some() {
                    ground.around[cell.index()][d] = Cell::of(grid, *hex);
                }
            }
        }
        let dry = ground.stand;
        for cell in dry.iter() {
            self.sides(&mut ground, cell);
            ground.entry_cost[cell.index()] = self.entry_cost(cell, usize::from(ground.kind[cell.index()]));
        }
        self.ferries(&mut ground)?;
        self.masks(&mut ground);
        let free = March { barred: &CellSet::EMPTY, halts: &CellSet::EMPTY };
        ground.unhindered = (0..1024)
            .map(Cell)
            .map(|c| if dry.has(c) { Reach::flood(&ground, c, self.chart.limits.movement, free).ends() } else { Ends::NONE })
            .collect();
        self.fire(&mut ground);
        Ok(ground)
    }

    /// The row of the chart for a hex: the kinds of terrain in it, joined (BG-9.forestrough).
    fn kind(&self, cell: Cell) -> Result<usize, String> {
        let (grid, hex) = (&self.board.grid, cell.hex(&self.board.grid));
        let ground = self.board.ground(hex);
        let mut names: Vec<&str> = (0..self.board.terrains.len())
            .filter(|t| ground.has(board::Terrain(*t as u8)))
            .map(|t| self.board.terrains[t].as_str())
            .filter(|name| !RELIEF.contains(name))
            .collect();
        let ferry = self.board.crossings.iter().any(|c| c.kind == "ferry" && c.at == Location::Hex(hex));
        let river = self.board.waters.iter().any(|w| matches!(&w.channel, Channel::Hexes(hexes) if hexes.contains(&hex)));
        if ferry {
            names = vec!["ferry"];
        } else if river {
            names = vec!["river"];
        } else if names.is_empty() {
            names = vec!["clear"];
        }
        names.sort_unstable();
        let id = names.join("+");
        self.chart.terrain(&id).ok_or_else(|| format!("hex {}: the Terrain Effects Chart has no row {id:?}", grid.name(hex)))
    }

    /// The creek along a hexside; a run is none.
    fn creek(&self, side: Hexside) -> bool {
        self.board.waters_along(side).any(|water| water.kind != RUN)
    }

    fn is_closed(&self, at: &Location) -> bool {
        self.lay.closed.contains(at)
    }

    /// A road or trail through that side, a crossing on it, a creek or run along it.
    fn side(&self, from: Cell, direction: Direction) -> Side {
        let grid = &self.board.grid;
        let hex = from.hex(grid);
        let side = Hexside::between(hex, grid.neighbour(hex, direction));
        // Where a crossing is gone, the way ends at the water.
        let gone = self.is_closed(&Location::Side(side));
        let road = |class: &str| !gone && self.board.road_class(class).is_some_and(|c| self.board.road_crosses(c, hex, direction));
        Side {
            creek: self.creek(side),
            run: self.board.waters_along(side).any(|water| water.kind == RUN),
            bridge: !gone && self.board.crossings_on(side).any(|c| c.kind == "bridge"),
            ford: !gone && self.board.crossings_on(side).any(|c| c.kind == "ford"),
            road: road("road"),
            trail: road("trail"),
        }
    }

    fn sides(&self, ground: &mut Ground, cell: Cell) {
        let grid = &self.board.grid;
        for direction in Direction::ALL {
            let (d, to) = (direction.index(), ground.around[cell.index()][direction.index()]);
            if to == NOWHERE || !ground.stand.has(to) {
                continue;
            }
            let side = self.side(cell, direction);
            if side.closed() {
                continue;
            }
            let kind = usize::from(ground.kind[to.index()]);
            if let Some(cost) = self.step_cost(kind, side) {
                ground.cost[cell.index()][d] = if cost <= self.chart.limits.movement { cost } else { 0 };
            }
            ground.touches[cell.index()] |= 1 << d;
            let fighting = |c: Cell| self.chart.terrain[usize::from(ground.kind[c.index()])].fighting;
            if fighting(cell) && fighting(to) {
                ground.strikes[cell.index()] |= 1 << d;
            }
            if side.bridge || side.ford {
                ground.crossing[cell.index()] |= 1 << d;
            }
            let (hex, next) = (cell.hex(grid), to.hex(grid));
            if self.board.directed.iter().any(|s| s.kind == "redoubt" && s.protected == next && s.enemy == hex) {
                ground.barbed[cell.index()] |= 1 << d;
            }
        }
    }

    /// What a step costs: the hex (BG-5.21), or the road (BG-5.22) or trail (BG-5.23) that leads into it, and the crossing
    /// (BG-5.25b); costs add up (BG-5.26). A way never makes a hex dearer. A run is waded where no way crosses it.
    fn step_cost(&self, kind: usize, side: Side) -> Option<u8> {
        let ways = &self.chart.ways;
        let mut cost = self.chart.terrain[kind].cost?;
        if side.trail {
            cost = cost.min(ways.trail);
        }
        if side.road {
            cost = cost.min(ways.road);
        }
        let waded = side.run && !side.road && !side.trail;
        let crossing = [(side.ford, ways.ford), (side.bridge, ways.bridge), (waded, ways.run)];
        Some(cost + crossing.iter().filter(|(there, _)| *there).map(|(_, more)| more).sum::<u8>())
    }

    /// What coming on at a hex costs: its terrain, or the road or trail that leaves the map there.
    fn entry_cost(&self, cell: Cell, kind: usize) -> u8 {
        let hex = cell.hex(&self.board.grid);
        let leaves = |class: &str| self.board.road_exits(hex).any(|(c, _)| self.board.road_classes[usize::from(c.0)] == class);
        let way = Side { creek: false, run: false, bridge: false, ford: false, road: leaves("road"), trail: leaves("trail") };
        self.step_cost(kind, way).unwrap_or(u8::MAX)
    }

    /// The ferries, for either side (BG-5.24): the ferry hex costs its row of the chart, the far bank its own terrain.
    fn ferries(&self, ground: &mut Ground) -> Result<(), String> {
        let grid = &self.board.grid;
        for crossing in self.board.crossings.iter().filter(|c| c.kind == "ferry" && !self.is_closed(&c.at)) {
            let Location::Hex(hex) = crossing.at else {
                return Err(format!("{}: a ferry lies in a hex", crossing.name));
            };
            let over = Cell::of(grid, hex);
            let [a, b] = crossing.approaches[..] else {
                return Err(format!("{}: a ferry has two banks", crossing.name));
            };
            let ferry = self.chart.terrain[usize::from(ground.kind[over.index()])].cost.ok_or("the chart says what a ferry costs")?;
            for (from, to) in [(a, b), (b, a)] {
                let (from, to) = (Cell::of(grid, from), Cell::of(grid, to));
                let cost = self.chart.terrain[usize::from(ground.kind[to.index()])].cost.unwrap_or(u8::MAX);
                let cost = ferry.saturating_add(cost);
                if cost <= self.chart.limits.movement {
                    ground.ferries.push(Ferry { from, over, to, cost });
                    ground.banks.insert(from);
                }
            }
        }
        Ok(())
    }

    fn masks(&self, ground: &mut Ground) {
        for cell in self.cells() {
            for d in 0..6 {
                let (to, cost) = (ground.around[cell.index()][d], ground.cost[cell.index()][d]);
                if cost > 0 {
                    let place = ground.enter.iter().position(|(c, _)| *c == cost).unwrap_or_else(|| {
                        ground.enter.push((cost, [CellSet::EMPTY; 6]));
                        ground.enter.len() - 1
                    });
                    ground.enter[place].1[d].insert(to);
                    ground.leave[d].insert(cell);
                    ground.next_door[cell.index()][to.column() + 1 - cell.column()] |= 1 << to.row();
                }
                if ground.touches[cell.index()] >> d & 1 == 1 {
                    ground.touch[d].insert(to);
                }
            }
        }
        ground.enter.sort_by_key(|(cost, _)| *cost);
        for (first, occurs) in ground.enter_windows.iter_mut().enumerate() {
            let here = |field: &CellSet| field.0.iter().skip(first).take(16).any(|w| *w != 0);
            for (i, (_, fields)) in ground.enter.iter().enumerate() {
                *occurs |= u8::from(fields.iter().any(here)) << i;
            }
        }
    }

    /// The lines of fire (BG-8.31), up to the range (BG-8.12) or the longest of guns that have their own. A neighbour can be bombarded only
    /// over a plain creek side (BG-8.45, R-20), or from the water.
    fn fire(&self, ground: &mut Ground) {
        let fights = |c: Cell| ground.stand.has(c) && self.chart.terrain[usize::from(ground.kind[c.index()])].fighting;
        let usual = self.chart.limits.range;
        let longest = self.lay.ranges.iter().copied().fold(usual, u8::max);
        let away = |from: Cell, to: Cell| self.board.grid.distance(from.hex(&self.board.grid), to.hex(&self.board.grid));
        let (mut lines, mut starts) = (Vec::new(), vec![0; 1025]);
        for index in 0..1024u16 {
            let from = Cell(index);
            starts[usize::from(index)] = lines.len() as u32;
            if !fights(from) && !self.lay.afloat.has(from) {
                continue;
            }
            for to in self.cells().filter(|c| *c != from && fights(*c)) {
                let distance = away(from, to);
                let near = distance == 1 && ground.direction(from, to).is_some_and(|d| ground.touches[from.index()] >> d & 1 == 0);
                if near || (2..=longest).contains(&distance) && self.in_sight(from, to) {
                    lines.push(Line { to, water: self.over_water(from, to), redoubt: self.over_redoubt(from, to) });
                }
            }
        }
        starts[1024] = lines.len() as u32;
        ground.lines = lines;
        ground.lines_from = starts;
        let within = |range: u8| -> Vec<CellSet> {
            let hits = |c: Cell| ground.lines(c).iter().map(|l| l.to).filter(|to| longest == range || away(c, *to) <= range).collect();
            (0..1024).map(Cell).map(hits).collect()
        };
        let (hits, hits_at) = (within(usual), self.lay.ranges.iter().map(|range| (*range, within(*range))).collect());
        (ground.hits, ground.hits_at) = (hits, hits_at);
    }

    /// Whether nothing between two hexes blocks the view (BG-8.31): a hex that the line crosses blocks (BG-8.33), of two
    /// hexes beside it only both together (BG-8.32), so along the edge of the map none does; the end hexes never do (BG-8.34), nor do units (BG-8.35).
    fn in_sight(&self, from: Cell, to: Cell) -> bool {
        let grid = &self.board.grid;
        let blocks = |hex: board::HexId| hex.is_some() && self.kind(Cell::of(grid, hex)).is_ok_and(|k| self.chart.terrain[k].blocks);
        grid.trace(from.hex(grid), to.hex(grid)).all(|stretch| match stretch {
            Stretch::Through { hex, .. } => hex == to.hex(grid) || !blocks(hex),
            Stretch::Along { left, right } => !(blocks(left) && blocks(right)),
        })
    }

    /// Whether the line crosses a creek, bridge or ford side or an impassable hex (BG-9.errB). Where it runs along a
    /// hexside it does only if both ways round do.
    fn over_water(&self, from: Cell, to: Cell) -> bool {
        let grid = &self.board.grid;
        let wet_hex = |hex: board::HexId| {
            hex.is_some() && self.kind(Cell::of(grid, hex)).is_ok_and(|k| matches!(self.chart.terrain[k].id.as_str(), "river" | "ferry"))
        };
        let wet_side = |a: board::HexId, b: board::HexId| a.is_some() && b.is_some() && grid.hexside(a, b).is_some_and(|s| self.creek(s));
        // The hexes that the line may be in, one or the two beside a hexside; a way is dry if some chain of them is.
        let mut dry = vec![from.hex(grid)];
        for stretch in grid.trace(from.hex(grid), to.hex(grid)) {
            let next = match stretch {
                Stretch::Through { hex, .. } => vec![hex],
                Stretch::Along { left, right } => vec![left, right],
            };
            dry = next.into_iter().filter(|n| n.is_some() && !wet_hex(*n) && dry.iter().any(|d| !wet_side(*d, *n))).collect();
        }
        dry.is_empty()
    }

    /// Whether the line comes into the target over a redoubt from its enemy side; at a corner, over both.
    fn over_redoubt(&self, from: Cell, to: Cell) -> bool {
        let grid = &self.board.grid;
        let target = to.hex(grid);
        let barbed = |d: Direction| {
            let outside = grid.neighbour(target, d);
            self.board.directed.iter().any(|s| s.kind == "redoubt" && s.protected == target && s.enemy == outside)
        };
        match grid.trace(from.hex(grid), target).last() {
            Some(Stretch::Through { by: Ingress::Side(d), .. }) => barbed(d),
            Some(Stretch::Through { by: Ingress::Corner(d), .. }) => barbed(d) && barbed(d.clockwise()),
            _ => false,
        }
    }
}

/// What lies on one side of a hex.
#[derive(Clone, Copy)]
struct Side {
    creek: bool,
    run: bool,
    bridge: bool,
    ford: bool,
    road: bool,
    trail: bool,
}

impl Side {
    /// A creek without a crossing (BG-5.25a).
    fn closed(self) -> bool {
        self.creek && !self.bridge && !self.ford
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BlueGray;
    use engine::Handbook;

    /// What the six shifts find is what the table of steps says, hex by hex.
    #[test]
    fn at_the_door_are_those_whom_one_step_leads_in() {
        let setup = BlueGray::catalogue().complete(None, &Default::default()).expect("a first title");
        let game = BlueGray::open(&setup).expect("a title of ours");
        let ground = &game.ground;
        let cells = || (0..ground.around.len()).map(|i| Cell(i as u16)).filter(|c| c.on_map());
        for open in cells() {
            let mut set = CellSet::EMPTY;
            set.insert(open);
            let doors = ground.at_the_door(&set);
            for from in cells() {
                let steps = (0..6).any(|d| ground.cost[from.index()][d] > 0 && ground.around[from.index()][d] == open);
                assert_eq!(doors.has(from), steps, "{from:?} to {open:?}");
                assert_eq!(ground.opens_into(from, &set), steps, "{from:?} to {open:?}");
            }
        }
    }
}
