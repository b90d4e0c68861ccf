//! The board as this game reads it: terrain, roads, rivers, fords and zones as flat arrays (the Terrain Effects Chart).
//!
//! C74-II.A.1: hexes are named by a lettered column and a numbered diagonal; `board` reads and writes those names.

use std::sync::LazyLock;

use board::{BitSet, Board, Channel, Direction, Grid, HexId, Location};

/// How many hexes the board has.
pub const HEXES: usize = 50 * ROWS;
/// How many hexes a column has; hexes are numbered down the columns.
pub(crate) const ROWS: usize = 34;

/// A set of hexes, small enough to live in a state.
pub(crate) type Hexes = BitSet<HexId, { HEXES.div_ceil(64) }>;

/// Bits of terrain. C74-TECN-2: a hex has a kind of terrain if any part of its symbol lies in it; the board lists those hexes.
pub(crate) const WOODS: u16 = 1;
/// A hill.
pub const HILL: u16 = 2;
pub(crate) const SWAMP: u16 = 4;
/// Fredericksburg.
pub const CITY: u16 = 8;
pub(crate) const VILLAGE: u16 = 16;
/// A river hex.
pub const WATER: u16 = 32;
pub(crate) const RIVER: u16 = 64;
pub(crate) const STREAM: u16 = 128;
pub(crate) const FORD: u16 = 256;
/// A road runs through it.
pub const ROAD: u16 = 512;

const NAMES: [(&str, u16); 9] = [
    ("woods", WOODS),
    ("hill", HILL),
    ("swamp", SWAMP),
    ("city", CITY),
    ("village", VILLAGE),
    ("water", WATER),
    ("river", RIVER),
    ("stream", STREAM),
    ("ford", FORD),
];

/// The land on one side of the rivers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bank {
    /// River or water.
    None,
    /// North of the Rappahannock.
    North,
    /// Between the rivers.
    Between,
    /// South of them.
    South,
}

/// The board, read.
#[derive(Debug)]
pub struct Ground {
    pub(crate) board: &'static Board,
    pub(crate) terrain: Vec<u16>,
    /// For each hex the directions in which a road leads on; C74-IV.K.2, R-52: adjacent city hexes count as joined.
    pub roads: Vec<u8>,
    /// For each hex the directions in which a road leads on or a river hex lies.
    pub(crate) by_road_or_water: Vec<u8>,
    /// Which roads run through a hex, one bit for each road.
    pub roads_through: Vec<u64>,
    /// The two approach hexes of a ford (C74-IV.J.2.a, C74-ERR-2, C74-ERR-3).
    pub ford: Vec<[HexId; 2]>,
    /// the next hex downstream.
    pub downstream: Vec<HexId>,
    /// On which bank each hex lies.
    pub bank: Vec<Bank>,
    /// Kelly's Ford (C74-XI.B.1).
    pub kellys_ford: HexId,
    /// Where each side may build forts (C74-XI.A.3, C74-XI.B.3, C74-VII.C.3).
    pub(crate) fort_ground: [Hexes; 2],
    pub(crate) south_east_of_s: Hexes,
    pub(crate) first_corps: Hexes,
    pub(crate) second_corps: Hexes,
    pub(crate) army_hq: Hexes,
    /// C74-OPT-V.D: every hex of the western edge, the river's too.
    pub(crate) west_edge: Hexes,
    pub(crate) south_edge: Hexes,
    /// How many hexes to the south edge.
    pub to_south: Vec<u8>,
    /// How many hexes to the nearest ford.
    pub to_ford: Vec<u8>,
}

/// The ground, read once.
pub fn ground() -> &'static Ground {
    static GROUND: LazyLock<Ground> = LazyLock::new(|| Ground::read(boards::chancellorsville()));
    &GROUND
}

impl Ground {
    fn read(board: &'static Board) -> Ground {
        let grid = &board.grid;
        assert_eq!(grid.len(), HEXES, "the board of Chancellorsville has 50 columns of 34 hexes");
        let mut terrain = vec![0u16; HEXES];
        for (name, bit) in NAMES {
            let kind = board.terrain(name).unwrap_or_else(|| panic!("the board has no {name}"));
            for hex in grid.hexes().filter(|h| board.ground(*h).has(kind)) {
                terrain[hex.index()] |= bit;
            }
        }
        // only the class "road" is a road here.
        let class = board.road_class("road").expect("the board has roads");
        let mut roads = vec![0u8; HEXES];
        for hex in grid.hexes() {
            for direction in Direction::ALL {
                let to = grid.neighbour(hex, direction);
                let city = to.is_some() && terrain[hex.index()] & CITY != 0 && terrain[to.index()] & CITY != 0;
                if board.road_crosses(class, hex, direction) || city {
                    roads[hex.index()] |= 1 << direction.index();
                }
            }
        }
        let wet = |hex: HexId| hex.is_some() && terrain[hex.index()] & RIVER != 0;
        let watersides = |hex: HexId| Direction::ALL.into_iter().filter(move |d| wet(grid.neighbour(hex, *d)));
        let by_road_or_water =
            grid.hexes().map(|h| watersides(h).fold(roads[h.index()], |set, d| set | 1 << d.index())).collect::<Vec<u8>>();
        let mut roads_through = vec![0u64; HEXES];
        for (i, road) in board.roads.iter().filter(|r| r.class == class).enumerate() {
            road.hexes.iter().for_each(|h| roads_through[h.index()] |= 1 << (i % 64));
        }
        for i in 0..HEXES {
            if roads[i] != 0 || terrain[i] & (CITY | VILLAGE) != 0 {
                terrain[i] |= ROAD;
            }
        }
        let mut ford = vec![[HexId::NONE; 2]; HEXES];
        for crossing in &board.crossings {
            if let Location::Hex(hex) = crossing.at {
                ford[hex.index()] = [crossing.approaches[0], crossing.approaches[1]];
            }
        }
        let mut downstream = vec![HexId::NONE; HEXES];
        let rivers: Vec<&Vec<HexId>> = board
            .waters
            .iter()
            .filter(|w| w.kind == "river")
            .map(|w| match &w.channel {
                Channel::Hexes(hexes) => hexes,
                Channel::Hexsides(_) => panic!("the rivers of Chancellorsville fill hexes"),
            })
            .collect();
        for (i, hexes) in rivers.iter().enumerate() {
            for pair in hexes.windows(2) {
                downstream[pair[0].index()] = pair[1];
            }
            // A river that ends beside another one flows into it: of the hexes there, into the one farthest down.
            let last = *hexes.last().expect("a river has hexes");
            for (_, other) in rivers.iter().enumerate().filter(|(j, _)| *j != i) {
                if let Some(mouth) = other.iter().rfind(|h| grid.direction(last, **h).is_some() && !grid.on_edge(last)) {
                    downstream[last.index()] = *mouth;
                }
            }
        }
        let zone =
            |id: &str| -> Hexes { board.zone(id).unwrap_or_else(|| panic!("the board has no zone {id}")).hexes.iter().copied().collect() };
        let (north, between, south) = (zone("north-of-rappahannock"), zone("between-rivers"), zone("south-of-river-line"));
        let bank = (0..HEXES).map(|i| HexId(i as u16)).map(|h| match (north.has(h), between.has(h), south.has(h)) {
            (true, ..) => Bank::North,
            (_, true, _) => Bank::Between,
            (.., true) => Bank::South,
            _ => Bank::None,
        });
        let dry = |h: HexId| terrain[h.index()] & (RIVER | CITY | WATER) == 0;
        let fort_ground = [north, south].map(|home| home.iter().filter(|h| dry(*h)).collect());
        let south_edge = zone("south-edge");
        let to_south = grid.hexes().map(|h| south_edge.iter().map(|s| grid.distance(h, s)).min().unwrap_or(u8::MAX));
        let fords: Vec<HexId> = grid.hexes().filter(|h| terrain[h.index()] & FORD != 0).collect();
        let to_ford = grid.hexes().map(|h| fords.iter().map(|f| grid.distance(h, *f)).min().unwrap_or(u8::MAX));
        Ground {
            to_south: to_south.collect(),
            to_ford: to_ford.collect(),
            bank: bank.collect(),
            kellys_ford: grid.parse("C-3").expect("Kelly's Ford is on the board"),
            fort_ground,
            south_east_of_s: zone("south-east-of-s"),
            first_corps: zone("first-corps"),
            second_corps: zone("second-corps"),
            army_hq: zone("army-hq"),
            west_edge: grid.hexes().filter(|h| grid.column(*h) == 0).collect(),
            south_edge,
            board,
            terrain,
            roads,
            by_road_or_water,
            roads_through,
            ford,
            downstream,
        }
    }

    /// The grid of hexes.
    #[inline]
    pub fn grid(&self) -> &'static Grid {
        &self.board.grid
    }

    /// The hexes next to one, by direction.
    #[inline]
    pub fn around(&self, hex: HexId) -> &'static [HexId; 6] {
        self.board.grid.neighbours(hex)
    }

    /// The neighbours that are on the board.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = HexId> + use<> {
        self.around(hex).iter().copied().filter(|h| h.is_some())
    }

    /// Whether a hex is of one of these kinds.
    #[inline]
    pub fn is(&self, hex: HexId, kinds: u16) -> bool {
        self.terrain[hex.index()] & kinds != 0
    }

    /// Whether it is a river hex.
    #[inline]
    pub fn river(&self, hex: HexId) -> bool {
        self.is(hex, RIVER)
    }

    /// Whether two hexes are next to each other.
    #[inline]
    pub fn adjacent(&self, a: HexId, b: HexId) -> bool {
        a.is_some() && self.board.grid.direction(a, b).is_some()
    }

    /// C74-IV.I.1, C74-IV.K.2: whether a road joins the hex with its neighbour in that direction.
    #[inline]
    pub fn road(&self, hex: HexId, direction: Direction) -> bool {
        self.roads[hex.index()] >> direction.index() & 1 == 1
    }

    /// C74-IV.K.3.a, R-52: a hex of clear ground (or city or village) with a road, from which boats and bridges reach the river.
    #[inline]
    pub(crate) fn landing(&self, hex: HexId) -> bool {
        self.is(hex, ROAD) && !self.is(hex, WOODS | HILL | SWAMP | STREAM | RIVER | WATER)
    }

    /// C74-IV.J.1.b: one hex up or down the river.
    #[inline]
    pub fn along_river(&self, a: HexId, b: HexId) -> bool {
        self.downstream[a.index()] == b || self.downstream[b.index()] == a
    }

    /// C74-II.A.1: the name of a hex is its lettered column and its numbered diagonal.
    #[inline]
    pub(crate) fn name(&self, hex: HexId) -> String {
        self.board.grid.name(hex)
    }

    /// The hex with the place in it, if it has a name: `R-28 (Chancellorsville)`.
    pub fn place(&self, hex: HexId) -> String {
        let name = self.name(hex);
        let crossing = self.board.crossings.iter().find(|c| c.at == Location::Hex(hex)).map(|c| &c.name);
        match crossing.or_else(|| self.board.places.iter().find(|p| p.hexes.contains(&hex)).map(|p| &p.name)) {
            Some(place) => format!("{name} ({place})"),
            None => name,
        }
    }
}
