//! The map as the rules see it (BR-MAP, BR-TEC): terrain flags, movement costs, command range, crests, streams, fords,
//! worked out once from the board.

use crate::reach::Span;
use crate::tables::{Movement, POINT, Tables};
use board::{BitSet, Board, Channel, Direction, HexId, Location};
use contact::Set;
use std::sync::{LazyLock, OnceLock};

/// How many hexes the board has, missing ones included.
pub const HEXES: usize = 55 * 35;

/// Three ways to move: batteries and others differ on roads, brigade pieces never use them (BR-5.61, BR-5.63).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Gait {
    /// A battery on its wheels.
    Battery,
    /// Infantry, cavalry, leaders.
    Other,
    /// A formed brigade.
    Brigade,
}

impl Gait {
    pub(crate) const ALL: [Gait; 3] = [Gait::Battery, Gait::Other, Gait::Brigade];
}

/// No entry.
pub const BARRED: u8 = u8::MAX;

/// Flags of a hex; the sides are those of Bull Run (BR-MAP-2.3).
pub mod flag {
    pub(crate) const RIVER: u8 = 1;
    /// A ford.
    pub const FORD: u8 = 2;
    /// A bridge.
    pub const BRIDGE: u8 = 4;
    pub(crate) const STREAM: u8 = 8;
    pub(crate) const WOODS: u8 = 16;
    pub(crate) const UNION_SIDE: u8 = 32;
    pub(crate) const REBEL_SIDE: u8 = 64;
    pub(crate) const MISSING: u8 = 128;
}

/// A set of hexes, as small as this board allows.
pub type Hexes = BitSet<HexId, { HEXES.div_ceil(64) }>;

/// The words of a set that are not empty, each with its place.
fn filled_words(list: impl Iterator<Item = HexId>) -> Vec<(u8, u64)> {
    let hexes: Hexes = list.collect();
    hexes.words().iter().enumerate().filter(|(_, w)| **w != 0).map(|(n, w)| (n as u8, *w)).collect()
}

/// Whether the set shares a hex with one of these words, each with its place.
#[inline]
fn meets_any(hexes: &Hexes, words: &[(u8, u64)]) -> bool {
    words.iter().any(|(n, word)| hexes.words()[usize::from(*n)] & word != 0)
}

/// A set of hexes that lie together, without the empty words before and behind.
pub(crate) struct Patch {
    first: u8,
    count: u8,
    words: [u64; Patch::MOST],
}

impl Patch {
    /// As wide as the longest march; a test asks everywhere on the board.
    const MOST: usize = 14;

    pub(crate) fn of(hexes: &Hexes) -> Patch {
        let first = hexes.first_word();
        let count = hexes.words().iter().rposition(|w| *w != 0).map_or(0, |last| last + 1 - first);
        let mut words = [0; Patch::MOST];
        words[..count].copy_from_slice(&hexes.words()[first..first + count]);
        Patch { first: first as u8, count: count as u8, words }
    }

    /// Whether one of these hexes is among them.
    #[inline]
    pub(crate) fn meets(&self, hexes: &Hexes) -> bool {
        hexes.meets_at(usize::from(self.first), &self.words[..usize::from(self.count)])
    }
}

/// What depends on whether the TRESTLE stands (BR-11.2).
pub(crate) struct Crossings {
    flags: Vec<u8>,
    /// Cost in sixths to leave a hex in a direction, by gait, without regard to abatis.
    cost: Vec<[[u8; 6]; 3]>,
    /// The hexes in command range, one bit for each offset within four hexes (BR-4.5P).
    command: Vec<u64>,
    /// The same as words of a set, those that are not empty.
    command_words: Vec<Vec<(u8, u64)>>,
    /// Where marches lead over empty ground, by hex, gait and movement factor; made when first asked for.
    spans: Vec<[[OnceLock<Box<Span>>; FACTORS]; 3]>,
}

/// Movement factors go up to six.
const FACTORS: usize = 7;

/// The map.
pub struct Ground {
    pub(crate) board: &'static Board,
    crossings: [Crossings; 2],
    /// Direction bits: the side is a crest, and this hex is its hilltop (BR-MAP-5.1).
    crest_of: Vec<u8>,
    /// Direction bits: a stream crosses that side.
    stream_across: Vec<u8>,
    /// Direction bits by road: major, minor or railroad, railroad alone.
    pub major: Vec<u8>,
    pub(crate) minor: Vec<u8>,
    pub(crate) rail: Vec<u8>,
    /// The hexes within four, nearest first, the hex itself before all, and how many of them are within a battery's range.
    ball: Vec<Vec<HexId>>,
    in_range: Vec<u8>,
    /// The same hexes as words of a set, those that are not empty.
    ball_words: Vec<Vec<(u8, u64)>>,
    /// Each hex and its neighbours as three words of a set, and the place of the first.
    around: Vec<(u8, [u64; 3])>,
    /// The hexes where abatis can stand (BR-11.3), numbered, and those beside them.
    abatis_number: Vec<u8>,
    fenced: Hexes,
    /// The number of each ford.
    ford_number: Vec<u8>,
    pub(crate) fords: Vec<HexId>,
    pub(crate) trestle: HexId,
    /// Centreville and Manassas (BR-MAP-6).
    pub bases: [[HexId; 2]; 2],
    /// The hexes with a star.
    pub stars: Vec<HexId>,
    pub(crate) junction: HexId,
}

/// The number of an offset within four hexes, from the difference of two centres.
#[inline]
fn offset(dx: i32, dy: i32) -> usize {
    // Column by column: column dx holds the offsets dy = -(8 - |dx|) .. 8 - |dx| in steps of two.
    const START: [usize; 9] = [0, 5, 11, 18, 26, 35, 43, 50, 56];
    START[(dx + 4) as usize] + ((dy + 8 - dx.abs()) / 2) as usize
}

impl Ground {
    /// The map, read once.
    pub fn get() -> &'static Ground {
        static GROUND: LazyLock<Ground> = LazyLock::new(|| Ground::survey(boards::bull_run(), Tables::get()));
        &GROUND
    }

    /// What a hex is and has, with the trestle standing or not.
    #[inline]
    pub fn flags(&self, trestle: bool, hex: HexId) -> u8 {
        self.crossings[usize::from(trestle)].flags[hex.index()]
    }

    /// What it costs in sixths to go that way, or [`BARRED`]; abatis come on top.
    #[inline]
    pub fn cost(&self, trestle: bool, gait: Gait, from: HexId, direction: usize) -> u8 {
        self.crossings[usize::from(trestle)].cost[from.index()][gait as usize][direction]
    }

    /// Where a march with that movement factor leads over empty ground.
    #[inline]
    pub(crate) fn span(&self, trestle: bool, gait: Gait, factor: u8, start: HexId) -> &Span {
        let spans = &self.crossings[usize::from(trestle)].spans[start.index()];
        spans[gait as usize][usize::from(factor)].get_or_init(|| Box::new(Span::survey(self, trestle, gait, start, factor * POINT)))
    }

    /// Whether one of these hexes is within recon range.
    #[inline]
    pub(crate) fn recon_meets(&self, hex: HexId, hexes: &Hexes) -> bool {
        meets_any(hexes, &self.ball_words[hex.index()])
    }

    /// Whether a command path leads from a hex to one of these.
    #[inline]
    pub(crate) fn commands_any(&self, trestle: bool, hex: HexId, hexes: &Hexes) -> bool {
        meets_any(hexes, &self.crossings[usize::from(trestle)].command_words[hex.index()])
    }

    /// Whether one of these hexes is a hex or beside it.
    #[inline]
    pub(crate) fn around_meets(&self, hex: HexId, hexes: &Hexes) -> bool {
        let (first, words) = &self.around[hex.index()];
        hexes.meets_at(usize::from(*first), words)
    }

    /// Adds a hex and those beside it.
    #[inline]
    pub(crate) fn add_around(&self, hex: HexId, hexes: &mut Hexes) {
        let (first, words) = &self.around[hex.index()];
        hexes.join_at(usize::from(*first), words);
    }

    fn words_around(&self, hex: HexId) -> (u8, [u64; 3]) {
        let mut around = Hexes::new();
        if self.board.grid.contains(hex) {
            self.neighbours(hex).chain([hex]).for_each(|h| around.insert(h));
        }
        let first = around.first_word().min(around.words().len() - 3);
        let words: [u64; 3] = around.words()[first..first + 3].try_into().expect("three words");
        assert!(words.map(u64::count_ones).iter().sum::<u32>() == around.iter().count() as u32, "neighbours lie near each other");
        (first as u8, words)
    }

    /// The number of a hex where an abatis can stand.
    pub(crate) fn abatis(&self, hex: HexId) -> Option<usize> {
        self.abatis_number.get(hex.index()).filter(|n| **n != u8::MAX).map(|n| usize::from(*n))
    }

    /// Whether an abatis can stand in a hex or beside it.
    #[inline]
    pub(crate) fn may_be_fenced(&self, hex: HexId) -> bool {
        self.fenced.has(hex)
    }

    /// The hexes within range of a battery, its own first (BR-9.2).
    #[inline]
    pub(crate) fn in_range(&self, hex: HexId) -> &[HexId] {
        &self.ball[hex.index()][..usize::from(self.in_range[hex.index()])]
    }

    /// All costs in sixths, by hex, gait and direction.
    #[inline]
    pub(crate) fn costs_of(&self, trestle: bool) -> &[[[u8; 6]; 3]] {
        &self.crossings[usize::from(trestle)].cost
    }

    /// The cost of the hex itself, as if no road led into it.
    #[inline]
    pub(crate) fn off_road(&self, trestle: bool, from: HexId, to: HexId) -> u8 {
        terrain_cost(&Tables::get().movement, self.flags(trestle, from), self.flags(trestle, to))
    }

    /// The hex next to one in a direction.
    #[inline]
    pub fn neighbour(&self, hex: HexId, direction: usize) -> HexId {
        self.board.grid.neighbours(hex)[direction]
    }

    /// The hexes next to one.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.board.grid.neighbours(hex).iter().copied().filter(|h| h.is_some())
    }

    /// How many hexes apart two are.
    #[inline]
    pub fn distance(&self, a: HexId, b: HexId) -> u8 {
        self.board.grid.distance(a, b)
    }

    /// The hexes within recon range: distance four whatever the terrain (BR-1.32R, BR-TEC-2).
    #[inline]
    pub fn recon(&self, hex: HexId) -> &[HexId] {
        &self.ball[hex.index()]
    }

    /// Whether a command path leads from one hex to the other (BR-4.5P); it does then both ways.
    #[inline]
    pub fn commands(&self, trestle: bool, from: HexId, to: HexId) -> bool {
        let ((ax, ay), (bx, by)) = (self.board.grid.centre(from), self.board.grid.centre(to));
        let (dx, dy) = (bx - ax, by - ay);
        dx.abs() + ((dy.abs() - dx.abs()).max(0)) / 2 <= 4
            && self.crossings[usize::from(trestle)].command[from.index()] >> offset(dx, dy) & 1 == 1
    }

    /// Whether the first hex is the hilltop of a crest between the two (BR-MAP-5.2).
    #[inline]
    pub(crate) fn crest(&self, upper: HexId, lower: HexId) -> bool {
        self.board.grid.direction(upper, lower).is_some_and(|d| self.crest_of[upper.index()] >> d.index() & 1 == 1)
    }

    /// Whether a stream crosses the side between two neighbours.
    #[inline]
    pub(crate) fn stream_joins(&self, a: HexId, b: HexId) -> bool {
        self.board.grid.direction(a, b).is_some_and(|d| self.stream_across[a.index()] >> d.index() & 1 == 1)
    }

    /// Whether a defender there is uphill of an attacker here (BR-7.4): over a crest (BR-7.42), or because the attacker stands
    /// in a stream hex whose stream does not run over the side between them (BR-7.41).
    pub fn uphill(&self, trestle: bool, defender: HexId, attacker: HexId) -> bool {
        self.crest(defender, attacker) || self.flags(trestle, attacker) & flag::STREAM != 0 && !self.stream_joins(attacker, defender)
    }

    /// The number of a ford, for the count of what entered it.
    #[inline]
    pub fn ford(&self, hex: HexId) -> Option<usize> {
        let n = self.ford_number[hex.index()];
        (n != u8::MAX).then_some(usize::from(n))
    }

    pub(crate) fn name(&self, hex: HexId) -> String {
        self.board.grid.name(hex)
    }

    fn survey(board: &'static Board, tables: &Tables) -> Ground {
        let grid = &board.grid;
        assert_eq!(grid.len(), HEXES, "the board of Bull Run has 55 columns of 35 hexes");
        let bit = |name: &str| board.terrain(name).unwrap_or_else(|| panic!("the board of Bull Run has no {name}"));
        let (river, ford, bridge, stream, woods) = (bit("river"), bit("ford"), bit("bridge"), bit("stream"), bit("woods"));
        let site = board.crossings.iter().find(|c| c.kind == "trestle-site").expect("the trestle has its site");
        let Location::Hex(trestle) = site.at else { panic!("the trestle stands in a hex") };
        let zone = |id: &str| &board.zone(id).unwrap_or_else(|| panic!("the board of Bull Run has no zone {id}")).hexes;
        let (union_side, rebel_side) = (zone("union-side"), zone("confederate-side"));
        let flags = |standing: bool| -> Vec<u8> {
            (0..HEXES as u16)
                .map(HexId)
                .map(|hex| {
                    if !grid.contains(hex) {
                        return flag::MISSING;
                    }
                    let here = board.ground(hex);
                    let mut flags = 0;
                    for (terrain, f) in
                        [(river, flag::RIVER), (ford, flag::FORD), (bridge, flag::BRIDGE), (stream, flag::STREAM), (woods, flag::WOODS)]
                    {
                        flags |= if here.has(terrain) { f } else { 0 };
                    }
                    if hex == trestle {
                        flags = if standing { flag::BRIDGE } else { flag::RIVER };
                    }
                    // BR-MAP-2: any part of a river makes a river hex. BR-MAP-2.1, BR-MAP-2.2: a ford or bridge is no river hex; BR-MAP-3: nor is a hex with a river a stream hex.
                    if flags & (flag::FORD | flag::BRIDGE) != 0 {
                        flags &= !(flag::RIVER | flag::STREAM);
                    }
                    if flags & flag::RIVER != 0 {
                        flags &= !flag::STREAM;
                    }
                    // BR-MAP-2.3: the bank of Bull Run that a hex is on.
                    flags |= if union_side.contains(&hex) { flag::UNION_SIDE } else { 0 };
                    flags |= if rebel_side.contains(&hex) { flag::REBEL_SIDE } else { 0 };
                    flags
                })
                .collect()
        };
        let sides_of = |class: &str| -> Vec<u8> {
            let class = board.road_class(class).unwrap_or_else(|| panic!("the board of Bull Run has no {class}"));
            (0..HEXES)
                .map(|h| {
                    (0..6).filter(|d| board.road_crosses(class, HexId(h as u16), Direction::from_index(*d))).fold(0, |b, d| b | 1 << d)
                })
                .collect()
        };
        // BR-5.62: a railroad is a minor road; the unfinished one is nothing.
        let (major, rail) = (sides_of("major"), sides_of("railroad"));
        let minor: Vec<u8> = sides_of("minor").into_iter().zip(&rail).map(|(a, b)| a | b).collect();
        let mut ground = Ground {
            board,
            crossings: [false, true].map(|t| Crossings {
                flags: flags(t),
                cost: Vec::new(),
                command: Vec::new(),
                command_words: Vec::new(),
                spans: Vec::new(),
            }),
            crest_of: vec![0; HEXES],
            stream_across: vec![0; HEXES],
            major,
            minor,
            rail,
            ball: Vec::new(),
            in_range: Vec::new(),
            ball_words: Vec::new(),
            around: Vec::new(),
            abatis_number: vec![u8::MAX; HEXES],
            fenced: Hexes::new(),
            ford_number: vec![u8::MAX; HEXES],
            fords: Vec::new(),
            trestle,
            bases: ["base-union", "base-confederate"].map(|id| zone(id).as_slice().try_into().expect("a base has two hexes")),
            stars: zone("victory-stars").clone(),
            junction: zone("rail-terminus")[0],
        };
        for slope in &board.slopes {
            for low in &slope.downhill {
                let d = grid.direction(slope.hilltop, *low).expect("a slope lies beside its hilltop");
                ground.crest_of[slope.hilltop.index()] |= 1 << d.index();
            }
        }
        for water in board.waters.iter().filter(|w| w.kind == "stream") {
            let Channel::Hexes(course) = &water.channel else { continue };
            for pair in course.windows(2) {
                for (a, b) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                    if let Some(d) = grid.direction(a, b) {
                        ground.stream_across[a.index()] |= 1 << d.index();
                    }
                }
            }
        }
        for hex in grid.hexes().filter(|h| ground.crossings[0].flags[h.index()] & flag::FORD != 0) {
            ground.ford_number[hex.index()] = ground.fords.len() as u8;
            ground.fords.push(hex);
        }
        assert!(ground.fords.len() <= 16, "more fords than the state counts");
        ground.ball = (0..HEXES as u16)
            .map(HexId)
            .map(|hex| {
                let mut ball: Vec<HexId> = grid.hexes().filter(|h| grid.distance(hex, *h) <= tables.limits.recon).collect();
                ball.sort_by_key(|h| grid.distance(hex, *h));
                ball
            })
            .collect();
        ground.ball_words = ground.ball.iter().map(|ball| filled_words(ball.iter().copied())).collect();
        ground.around = (0..HEXES as u16).map(HexId).map(|hex| ground.words_around(hex)).collect();
        assert!(zone("abatis").len() <= Set::BITS as usize, "more hexes for abatis than a set holds");
        for (number, hex) in zone("abatis").iter().enumerate() {
            ground.abatis_number[hex.index()] = number as u8;
            grid.neighbours(*hex).iter().copied().filter(|h| h.is_some()).chain([*hex]).for_each(|h| ground.fenced.insert(h));
        }
        let near = |(hex, ball): (usize, &Vec<HexId>)| {
            ball.iter().filter(|h| grid.distance(HexId(hex as u16), **h) <= tables.limits.range).count() as u8
        };
        ground.in_range = ground.ball.iter().enumerate().map(near).collect();
        for standing in [false, true] {
            let cost = ground.costs(standing, &tables.movement);
            let command = ground.command_ranges(standing, tables.limits.command);
            let crossings = &mut ground.crossings[usize::from(standing)];
            (crossings.cost, crossings.command) = (cost, command);
            crossings.spans = std::iter::repeat_with(Default::default).take(HEXES).collect();
            let balls = ground.ball.iter().enumerate().map(|(n, ball)| (HexId(n as u16), ball.iter().copied()));
            let words = balls.map(|(hex, ball)| filled_words(ball.filter(|h| ground.commands(standing, hex, *h)))).collect();
            ground.crossings[usize::from(standing)].command_words = words;
        }
        ground
    }

    fn costs(&self, standing: bool, table: &Movement) -> Vec<[[u8; 6]; 3]> {
        let flags = &self.crossings[usize::from(standing)].flags;
        (0..HEXES)
            .map(|from| {
                let mut costs = [[BARRED; 6]; 3];
                for d in Direction::ALL.map(Direction::index) {
                    let to = self.neighbour(HexId(from as u16), d);
                    if !to.is_some() || flags[from] & flag::MISSING != 0 || flags[to.index()] & (flag::RIVER | flag::MISSING) != 0 {
                        continue;
                    }
                    let (here, there) = (flags[from], flags[to.index()]);
                    let off_road = terrain_cost(table, here, there);
                    let penalty = ford_penalty(table, here, there);
                    // BR-5.6: the road must cross the side; BR-5.6F: the ford penalty stays.
                    let by_road = |battery: bool| {
                        let rate = |r: &crate::tables::Rate| if battery { r.battery } else { r.other };
                        if self.major[from] >> d & 1 == 1 {
                            rate(&table.major) + penalty
                        } else if self.minor[from] >> d & 1 == 1 {
                            rate(&table.minor) + penalty
                        } else {
                            off_road
                        }
                    };
                    costs[Gait::Battery as usize][d] = by_road(true);
                    costs[Gait::Other as usize][d] = by_road(false);
                    // BR-5.63, BR-8.53: no road rate; BR-5.51, BR-5.52a, BR-8.52: neither ford nor bridge.
                    costs[Gait::Brigade as usize][d] = if there & (flag::FORD | flag::BRIDGE) != 0 { BARRED } else { off_road };
                }
                costs
            })
            .collect()
    }

    /// BR-4.5P: up to four hexes, never a river hex; a ford only at either end.
    fn command_ranges(&self, standing: bool, range: u8) -> Vec<u64> {
        let flags = &self.crossings[usize::from(standing)].flags;
        let grid = &self.board.grid;
        (0..HEXES as u16)
            .map(HexId)
            .map(|from| {
                if flags[from.index()] & (flag::MISSING | flag::RIVER) != 0 {
                    return 0;
                }
                let centre = grid.centre(from);
                let number = |hex: HexId| {
                    let (x, y) = grid.centre(hex);
                    offset(x - centre.0, y - centre.1)
                };
                let mut reached = 1u64 << number(from);
                let mut edge = vec![from];
                for _ in 0..range {
                    let mut next = Vec::new();
                    for hex in edge.into_iter().filter(|h| *h == from || flags[h.index()] & flag::FORD == 0) {
                        for to in self.neighbours(hex).filter(|h| flags[h.index()] & (flag::MISSING | flag::RIVER) == 0) {
                            if reached >> number(to) & 1 == 0 {
                                reached |= 1 << number(to);
                                next.push(to);
                            }
                        }
                    }
                    edge = next;
                }
                reached
            })
            .collect()
    }
}

/// BR-5.31, BR-TEC-1, BR-TEC-5, BR-MAP-5 (slopes cost nothing more): the cost to enter a hex off road, ford penalties included (BR-5.32).
fn terrain_cost(table: &Movement, here: u8, there: u8) -> u8 {
    let enter = if there & flag::FORD != 0 {
        table.ford
    } else if there & flag::BRIDGE != 0 {
        table.bridge
    } else {
        match (there & flag::STREAM != 0, there & flag::WOODS != 0) {
            (true, true) => table.stream_woods,
            (true, false) => table.stream,
            (false, true) => table.woods,
            (false, false) => table.clear,
        }
    };
    enter + ford_penalty(table, here, there)
}

/// BR-5.32: one more to enter and one more to leave a ford.
fn ford_penalty(table: &Movement, here: u8, there: u8) -> u8 {
    (u8::from(here & flag::FORD != 0) + u8::from(there & flag::FORD != 0)) * table.penalty
}
