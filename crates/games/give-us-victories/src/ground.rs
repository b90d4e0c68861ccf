//! The board as this game asks about it: flat arrays by hex and direction, made once (terrain effects: data/tables.toml).

use crate::ids::{Hex, HexBits};
use board::{Board, Channel, Direction, Hexside, Location};
use engine::Side;
use std::sync::LazyLock;

/// How many hexes the board has.
pub const HEXES: usize = 50 * 38;

/// The Rappahannock or the Rapidan runs along the side.
pub const MAJOR: u16 = 1;
/// The Rappahannock runs along the side.
pub const RAPPAHANNOCK: u16 = 1 << 1;
/// The Po or the Ny runs along the side.
pub const MINOR: u16 = 1 << 2;
/// A creek runs along the side.
pub const CREEK: u16 = 1 << 3;
/// A major road crosses the side.
pub const TURNPIKE: u16 = 1 << 4;
/// A minor road crosses the side.
pub const ROAD: u16 = 1 << 5;
/// A bridge over the Po or the Ny.
pub const BRIDGE: u16 = 1 << 6;
/// A ford of either major river.
pub const FORD: u16 = 1 << 7;
/// A pontoon site of the tidal Rappahannock.
pub const SITE: u16 = 1 << 8;

/// Where a hex lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Region {
    /// North of the Rappahannock: Union territory.
    North,
    /// Between the rivers.
    Between,
    /// South of the Rapidan and the lower Rappahannock: Confederate territory.
    South,
}

/// A place where a pontoon may lie over a major river.
#[derive(Clone, Debug)]
pub struct Crossing {
    /// Its name.
    pub name: String,
    /// The northern and the southern bank.
    pub banks: [Hex; 2],
}

/// A supply centre, which is also a road off the map (GUV-15.8, GUV-9.21).
#[derive(Clone, Debug)]
pub struct Centre {
    /// `su1`, `sc4`, ...
    pub id: String,
    /// The road.
    pub name: String,
    /// Whose flag flies there.
    pub side: Side,
    /// The road hex on the edge.
    pub hex: Hex,
    /// Whether Union units may leave here for victory (GUV-2.10).
    pub southern: bool,
}

/// The board.
#[derive(Debug)]
pub struct Ground {
    board: &'static Board,
    /// The six neighbours, clockwise from north.
    pub near: Vec<[Hex; 6]>,
    /// What runs along and across each side.
    pub sides: Vec<[u16; 6]>,
    /// Woods.
    pub forest: HexBits,
    /// Heights.
    pub hill: HexBits,
    /// Fredericksburg and Falmouth.
    pub city: HexBits,
    /// The two hexes of Fredericksburg (GUV-14.28).
    pub town: HexBits,
    /// The printed works: the sides they face, one bit each (GUV-14.34); 0 elsewhere.
    pub works: Vec<u8>,
    /// Hexes with a printed fortification.
    pub fortification: HexBits,
    /// Hexes with a ford of the Rappahannock.
    pub wading: HexBits,
    /// Which bank.
    pub region: Vec<Region>,
    /// Roads touch the hex: 2 a major one, 1 a minor one, 0 none.
    pub road: Vec<u8>,
    /// The hex distance to the nearest supply centre of each side.
    pub home: [Vec<u8>; 2],
    /// The supply centres of both sides.
    pub centres: Vec<Centre>,
    /// The fords and pontoon sites of the major rivers.
    pub crossings: Vec<Crossing>,
}

/// The board of this game, read once.
#[inline]
pub fn ground() -> &'static Ground {
    static GROUND: LazyLock<Ground> = LazyLock::new(|| Ground::read(boards::give_us_victories()));
    &GROUND
}

impl Ground {
    fn read(board: &'static Board) -> Ground {
        let grid = &board.grid;
        assert_eq!(grid.len(), HEXES, "the board of Give Us Victories has 50 by 38 hexes");
        let near: Vec<[Hex; 6]> = grid.hexes().map(|h| grid.neighbours(h).map(|n| Hex(n.0))).collect();
        let mut sides = vec![[0u16; 6]; HEXES];
        let mut mark = |side: Hexside, bits: u16| {
            if let Some(d) = grid.direction(side.0, side.1) {
                sides[side.0.index()][d.index()] |= bits;
                sides[side.1.index()][d.opposite().index()] |= bits;
            }
        };
        for water in &board.waters {
            let bits = match (water.kind.as_str(), water.name.as_str()) {
                ("major", "Rappahannock") => MAJOR | RAPPAHANNOCK,
                ("major", _) => MAJOR,
                ("minor", _) => MINOR,
                ("creek", _) => CREEK,
                (kind, name) => panic!("the board has water of an unknown kind: {name}, {kind}"),
            };
            let Channel::Hexsides(course) = &water.channel else { panic!("{} must run along hexsides", water.name) };
            course.iter().for_each(|s| mark(*s, bits));
        }
        let mut crossings = Vec::new();
        for crossing in &board.crossings {
            let Location::Side(side) = crossing.at else { continue };
            let bits = match crossing.kind.as_str() {
                "bridge" => BRIDGE,
                "ford" => FORD,
                "pontoon-site" => SITE,
                _ => 0,
            };
            mark(side, bits);
            if bits & (FORD | SITE) != 0 {
                let banks = [Hex(crossing.approaches[0].0), Hex(crossing.approaches[1].0)];
                crossings.push(Crossing { name: crossing.name.clone(), banks });
            }
        }
        for (class, bits) in [("major", TURNPIKE), ("minor", ROAD)] {
            let class = board.road_class(class).unwrap_or_else(|| panic!("the board has no {class} roads"));
            for hex in grid.hexes() {
                for d in Direction::ALL {
                    if board.road_crosses(class, hex, d) {
                        sides[hex.index()][d.index()] |= bits;
                    }
                }
            }
        }
        let terrain = |name: &str| -> HexBits {
            let kind = board.terrain(name).unwrap_or_else(|| panic!("the board has no {name}"));
            grid.hexes().filter(|h| board.ground(*h).has(kind)).map(|h| Hex(h.0)).collect()
        };
        let mut works = vec![0u8; HEXES];
        for side in &board.directed {
            let facing = grid.direction(side.protected, side.enemy).expect("works face a neighbour");
            works[side.protected.index()] |= 1 << facing.index();
        }
        let mut region = vec![Region::North; HEXES];
        for (zone, here) in
            [("union-territory", Region::North), ("between-the-rivers", Region::Between), ("confederate-territory", Region::South)]
        {
            let zone = board.zone(zone).unwrap_or_else(|| panic!("the board has no zone {zone}"));
            zone.hexes.iter().for_each(|h| region[h.index()] = here);
        }
        let mut road = vec![0u8; HEXES];
        for line in &board.roads {
            let class = match board.road_classes[usize::from(line.class.0)].as_str() {
                "major" => 2,
                "minor" => 1,
                _ => continue,
            };
            line.hexes.iter().for_each(|h| road[h.index()] = road[h.index()].max(class));
        }
        let centres: Vec<Centre> = board
            .entries
            .iter()
            .filter(|e| e.kind == "supply-center")
            .map(|e| Centre {
                id: e.id.clone(),
                name: e.name.clone(),
                side: e.side.as_deref().and_then(Side::from_id).expect("a supply centre has a side"),
                hex: Hex(e.hexes[0].0),
                southern: e.facts.flag("exit_for_victory"),
            })
            .collect();
        let home = Side::BOTH.map(|side| {
            let own: Vec<_> = centres.iter().filter(|c| c.side == side).map(|c| board::HexId(c.hex.0)).collect();
            grid.hexes().map(|h| own.iter().map(|c| grid.distance(h, *c)).min().expect("both sides have supply centres")).collect()
        });
        let place = |name: &str| Hex(board.place(name).unwrap_or_else(|| panic!("the board has no {name}")).hex.0);
        let ford = |bits: &u16| bits & (FORD | RAPPAHANNOCK) == FORD | RAPPAHANNOCK;
        Ground {
            board,
            near,
            wading: (0..HEXES).filter(|h| sides[*h].iter().any(ford)).map(|h| Hex(h as u16)).collect(),
            sides,
            forest: terrain("forest"),
            hill: terrain("hill"),
            city: terrain("city"),
            town: [place("Fredericksburg"), place("Fredericksburg (lower town)")].into_iter().collect(),
            fortification: terrain("fortification"),
            works,
            region,
            road,
            home,
            centres,
            crossings,
        }
    }

    /// The board itself.
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// The name of a hex.
    pub fn name(&self, hex: Hex) -> String {
        self.board.grid.name(board::HexId(hex.0))
    }

    /// The hex of that name.
    pub fn parse(&self, name: &str) -> Result<Hex, board::BadHex> {
        self.board.grid.parse(name).map(|h| Hex(h.0))
    }

    /// The hex of a place of the board, which must have it.
    pub fn place(&self, name: &str) -> Hex {
        Hex(self.board.place(name).unwrap_or_else(|| panic!("the board has no {name}")).hex.0)
    }

    /// The hexes of a zone of the board, which must have it.
    pub fn zone(&self, id: &str) -> HexBits {
        let zone = self.board.zone(id).unwrap_or_else(|| panic!("the board has no zone {id}"));
        zone.hexes.iter().map(|h| Hex(h.0)).collect()
    }

    /// The direction from a hex to its neighbour.
    #[inline]
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Direction> {
        let i = self.near[from.index()].iter().position(|n| *n == to && to.is_some())?;
        Some(Direction::from_index(i))
    }

    /// The hexes next to these.
    pub fn around(&self, hexes: &HexBits) -> HexBits {
        hexes.iter().flat_map(|h| self.near[h.index()]).collect()
    }

    /// How many hexes apart.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u8 {
        self.board.grid.distance(board::HexId(a.0), board::HexId(b.0))
    }

    /// What runs along and across a side.
    #[inline]
    pub fn side(&self, hex: Hex, direction: Direction) -> u16 {
        self.sides[hex.index()][direction.index()]
    }

    /// A name people use for the hex: the place there, if any.
    pub fn place_at(&self, hex: Hex) -> Option<&'static str> {
        let at = board::HexId(hex.0);
        self.board.places.iter().filter(|p| p.hex == at).max_by_key(|p| p.weight).map(|p| p.name.as_str())
    }

    /// The hex as a person says it: `2121 (Chancellorsville)`.
    pub fn spoken(&self, hex: Hex) -> String {
        match self.place_at(hex) {
            Some(place) => format!("{} ({place})", self.name(hex)),
            None => self.name(hex),
        }
    }
}
