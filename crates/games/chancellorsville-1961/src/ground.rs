//! The map as this edition reads it: flat arrays by hex number, worked out once from the shared board.
//!
//! Woods, hills and Stannard's Marsh are one class of slow ground (C61-WHM-4); roads and railroads matter only where they
//! meet streams (C61-STR-2) and for boats and bridges (C61-BOAT-3, C61-PB-7). The Potomac is closed (C61-RIV-1).

use board::{Board, Channel, Direction, HexId, Location};
use engine::Side;

/// How many hexes the board has.
pub const HEXES: usize = 1700;
/// Beyond the edge: a hex that nobody may enter, so that arrays need no test for the edge.
pub const OFF: HexId = HexId(HEXES as u16);

/// A land area between the rivers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Land {
    /// River, the Potomac, or beyond the edge.
    None,
    /// North of the Rappahannock.
    North,
    /// The fork between the two rivers.
    Fork,
    /// South of the Rapidan-Rappahannock line.
    South,
}

/// Facts of a hex.
mod flag {
    pub const SLOW: u16 = 1;
    pub const HILL: u16 = 2;
    pub const STREAM: u16 = 4;
    pub const RIVER: u16 = 8;
    pub const FORD: u16 = 16;
    pub const CLOSED: u16 = 32;
    pub const ROAD: u16 = 64;
    pub const SHORE: u16 = 128;
    /// A river hex, or one beside a river.
    pub const WATERSIDE: u16 = 256;
}

/// The map.
pub struct Ground {
    /// The shared board.
    pub board: &'static Board,
    flags: [u16; HEXES + 1],
    land: [Land; HEXES + 1],
    around: [[HexId; 6]; HEXES + 1],
    ring: [[HexId; 12]; HEXES + 1],
    downstream: [HexId; HEXES + 1],
    /// Column and diagonal number of each hex: distances by subtraction.
    axes: [(i8, i8); HEXES + 1],
    /// The hexes where each side may set up.
    homes: [Vec<HexId>; 2],
}

impl Ground {
    /// Reads the board.
    pub fn of(board: &'static Board) -> Result<Ground, String> {
        let grid = &board.grid;
        if grid.len() != HEXES {
            return Err(format!("the board has {} hexes, the game is made for {HEXES}", grid.len()));
        }
        let mut ground = Ground {
            board,
            flags: [0; HEXES + 1],
            land: [Land::None; HEXES + 1],
            around: [[OFF; 6]; HEXES + 1],
            ring: [[OFF; 12]; HEXES + 1],
            downstream: [OFF; HEXES + 1],
            axes: [(0, 0); HEXES + 1],
            homes: [Vec::new(), Vec::new()],
        };
        ground.flags[HEXES] = flag::CLOSED;
        let terrain = |name: &str| board.terrain(name).ok_or_else(|| format!("the board has no terrain {name:?}"));
        let (woods, hill, swamp, water) = (terrain("woods")?, terrain("hill")?, terrain("swamp")?, terrain("water")?);
        for hex in grid.hexes() {
            let here = board.ground(hex);
            let flags = &mut ground.flags[hex.index()];
            if here.has(woods) || here.has(hill) || here.has(swamp) {
                *flags |= flag::SLOW;
            }
            if here.has(hill) {
                *flags |= flag::HILL;
            }
            if here.has(water) {
                *flags |= flag::CLOSED;
            }
            for (i, n) in grid.neighbours(hex).iter().enumerate() {
                ground.around[hex.index()][i] = n.some().unwrap_or(OFF);
            }
            let column = i16::from(grid.column(hex)) + 1;
            let number = (column + 1) / 2 + i16::from(grid.row(hex));
            ground.axes[hex.index()] = (column as i8, number as i8);
        }
        for hex in grid.hexes() {
            let mut found = 0;
            for near in ground.around[hex.index()] {
                for far in ground.around[near.index()] {
                    let ring = &mut ground.ring[hex.index()];
                    if far != OFF && near != OFF && ground_distance(&ground.axes, hex, far) == 2 && !ring[..found].contains(&far) {
                        ring[found] = far;
                        found += 1;
                    }
                }
            }
        }
        ground.read_waters()?;
        ground.read_roads()?;
        for (zone, land) in [("north-of-rappahannock", Land::North), ("between-rivers", Land::Fork), ("south-of-river-line", Land::South)] {
            for hex in &board.zone(zone).ok_or_else(|| format!("the board has no zone {zone:?}"))?.hexes {
                ground.land[hex.index()] = land;
            }
        }
        for zone in ["south-shore", "between-shore", "north-shore"] {
            for hex in &board.zone(zone).ok_or_else(|| format!("the board has no zone {zone:?}"))?.hexes {
                ground.flags[hex.index()] |= flag::SHORE;
            }
        }
        for hex in grid.hexes() {
            if ground.river(hex) || ground.around(hex).iter().any(|h| ground.river(*h)) {
                ground.flags[hex.index()] |= flag::WATERSIDE;
            }
        }
        ground.homes = Side::BOTH.map(|side| grid.hexes().filter(|h| ground.is_dry(*h) && ground.land(*h) == Ground::home(side)).collect());
        Ok(ground)
    }

    /// Rivers fill their hexes (C61-RIV-1) and flow from each hex of their list to the next (C61-BOAT-5).
    fn read_waters(&mut self) -> Result<(), String> {
        for water in &self.board.waters {
            let Channel::Hexes(hexes) = &water.channel else {
                return Err(format!("{} does not run through hexes", water.name));
            };
            for (i, hex) in hexes.iter().enumerate() {
                if water.kind == "river" {
                    self.flags[hex.index()] |= flag::RIVER;
                    let next = hexes.get(i + 1).copied();
                    // where the Rapidan ends, its water goes on in the Rappahannock.
                    let mouth = || {
                        self.around[hex.index()]
                            .into_iter()
                            .find(|h| self.board.waters.iter().any(|w| w.name != water.name && w.kind == "river" && runs(&w.channel, *h)))
                    };
                    self.downstream[hex.index()] = next.or_else(mouth).unwrap_or(OFF);
                } else {
                    self.flags[hex.index()] |= flag::STREAM;
                }
            }
        }
        // all crossings of the board are fords here, the two dams included.
        for crossing in &self.board.crossings {
            if let Location::Hex(hex) = crossing.at {
                self.flags[hex.index()] |= flag::FORD;
            }
        }
        Ok(())
    }

    /// C61-STR-2: a road, railroad or unfinished railroad takes the stop from a stream hex; R-50: boats and bridges need a
    /// road proper.
    fn read_roads(&mut self) -> Result<(), String> {
        let road = self.board.road_class("road").ok_or("the board has no roads")?;
        for way in &self.board.roads {
            for hex in &way.hexes {
                self.flags[hex.index()] &= !flag::STREAM;
                if way.class == road {
                    self.flags[hex.index()] |= flag::ROAD;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn is(&self, hex: HexId, flag: u16) -> bool {
        self.flags[hex.index()] & flag != 0
    }

    /// Woods, hill or marsh (C61-WHM-4).
    #[inline]
    pub fn slow(&self, hex: HexId) -> bool {
        self.is(hex, flag::SLOW)
    }

    /// A hill.
    #[inline]
    pub fn hill(&self, hex: HexId) -> bool {
        self.is(hex, flag::HILL)
    }

    /// A stream with no road, railroad or unfinished railroad in the hex (C61-STR-1).
    #[inline]
    pub fn stream(&self, hex: HexId) -> bool {
        self.is(hex, flag::STREAM)
    }

    /// A river hex, fords included.
    #[inline]
    pub fn river(&self, hex: HexId) -> bool {
        self.is(hex, flag::RIVER)
    }

    /// A ford.
    #[inline]
    pub fn ford(&self, hex: HexId) -> bool {
        self.is(hex, flag::FORD)
    }

    /// The Potomac or beyond the edge.
    #[inline]
    pub fn closed(&self, hex: HexId) -> bool {
        self.is(hex, flag::CLOSED)
    }

    /// Land on the board: no river, not the Potomac.
    #[inline]
    pub fn is_dry(&self, hex: HexId) -> bool {
        self.flags[hex.index()] & (flag::RIVER | flag::CLOSED) == 0
    }

    /// A river hex, or one beside a river.
    #[inline]
    pub fn waterside(&self, hex: HexId) -> bool {
        self.is(hex, flag::WATERSIDE)
    }

    /// A hex with a road.
    #[inline]
    pub fn road(&self, hex: HexId) -> bool {
        self.is(hex, flag::ROAD)
    }

    /// Land beside a river hex.
    #[inline]
    pub fn shore(&self, hex: HexId) -> bool {
        self.is(hex, flag::SHORE)
    }

    /// Which land it belongs to.
    #[inline]
    pub fn land(&self, hex: HexId) -> Land {
        self.land[hex.index()]
    }

    /// The six hexes around, [`OFF`] beyond the edge.
    #[inline]
    pub fn around(&self, hex: HexId) -> &[HexId; 6] {
        &self.around[hex.index()]
    }

    /// The twelve hexes at distance two, [`OFF`] where there are fewer.
    #[inline]
    pub fn ring(&self, hex: HexId) -> &[HexId; 12] {
        &self.ring[hex.index()]
    }

    /// The next river hex downstream, [`OFF`] where the river leaves the board.
    #[inline]
    pub fn downstream(&self, hex: HexId) -> HexId {
        self.downstream[hex.index()]
    }

    /// How many hexes apart.
    #[inline]
    pub fn distance(&self, a: HexId, b: HexId) -> u8 {
        ground_distance(&self.axes, a, b)
    }

    /// The hex in a direction.
    #[inline]
    pub fn step(&self, hex: HexId, direction: Direction) -> HexId {
        self.around[hex.index()][direction.index()]
    }

    /// Where a side sets up: Union north of the Rappahannock (C61-PREP-2), Confederates south of the line (C61-PREP-3);
    /// nobody in the fork (C61-PREP-5).
    pub fn home(side: Side) -> Land {
        match side {
            Side::Union => Land::North,
            Side::Confederate => Land::South,
        }
    }

    /// The hexes where a side may set up.
    #[inline]
    pub fn homes(&self, side: Side) -> &[HexId] {
        &self.homes[side.index()]
    }

    /// Whether an attacker in one hex attacks a defender in the other from a river hex or across the river.
    #[inline]
    pub fn across(&self, attacker: HexId, defender: HexId) -> bool {
        self.river(attacker) || self.land(attacker) != self.land(defender)
    }

    /// The name of a hex.
    pub fn name(&self, hex: HexId) -> String {
        self.board.grid.name(hex)
    }

    /// All hexes.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> {
        (0..HEXES as u16).map(HexId)
    }
}

fn runs(course: &Channel, hex: HexId) -> bool {
    matches!(course, Channel::Hexes(hexes) if hexes.contains(&hex))
}

#[inline]
fn ground_distance(axes: &[(i8, i8); HEXES + 1], a: HexId, b: HexId) -> u8 {
    let ((ac, an), (bc, bn)) = (axes[a.index()], axes[b.index()]);
    let (dc, dn) = (ac - bc, an - bn);
    dc.unsigned_abs().max(dn.unsigned_abs()).max((dc - dn).unsigned_abs())
}
