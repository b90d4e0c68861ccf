//! What lies on a board: terrain, water, roads, crossings, slopes, works, places, zones.

use crate::{Direction, Facts, Grid, HexId, Hexside};

/// A kind of terrain that a board uses, by its place in the board's list of kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Terrain(pub u8);

/// The kinds of terrain in one hex; none is clear ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TerrainSet(pub u16);

impl TerrainSet {
    /// Whether the hex has that kind.
    #[inline]
    pub fn has(self, terrain: Terrain) -> bool {
        self.0 >> terrain.0 & 1 == 1
    }

    /// Whether the hex has no terrain but open ground.
    #[inline]
    pub fn is_clear(self) -> bool {
        self.0 == 0
    }
}

/// A class of road (`road`, `trail`, `major`, `railroad`, ...), by its place in the board's list of classes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RoadClass(pub u8);

/// Where a watercourse runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Channel {
    /// Through the middle of these hexes, in order, downstream.
    Hexes(Vec<HexId>),
    /// Along these hexsides, in order.
    Hexsides(Vec<Hexside>),
}

/// A river, stream, creek or run.
#[derive(Clone, Debug)]
pub struct Watercourse {
    /// Its name.
    pub name: String,
    /// `river`, `major`, `minor`, `stream`, `creek`, ... as the board's file says.
    pub kind: String,
    /// Where it runs.
    pub channel: Channel,
    /// Hexes where its name is best written; may be empty.
    pub labels: Vec<HexId>,
    /// Whether the map names it.
    pub named: bool,
    /// A remark for the player.
    pub note: Option<String>,
}

/// A road, trail or railroad: hexes in order, each the neighbour of the one before.
#[derive(Clone, Debug)]
pub struct Road {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: RoadClass,
    /// The hexes it runs through.
    pub hexes: Vec<HexId>,
    /// Where it leaves the map, and to what place.
    pub exits: Vec<(HexId, String)>,
    /// A remark for the player.
    pub note: Option<String>,
}

/// Where a crossing lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// In a hex that the water fills.
    Hex(HexId),
    /// On a hexside along which the water runs.
    Side(Hexside),
}

/// A bridge, ford, ferry, pontoon site or dam.
#[derive(Clone, Debug)]
pub struct Crossing {
    /// Its name.
    pub name: String,
    /// `bridge`, `ford`, `ferry`, ...
    pub kind: String,
    /// Where it lies.
    pub at: Location,
    /// The water it crosses, an index into [`Board::waters`].
    pub water: usize,
    /// The hexes from which it is approached: for a crossing in a hex its banks, for one on a hexside the two hexes.
    pub approaches: Vec<HexId>,
    /// Whether its hex keeps the terrain of the water too: a ford that is still river, a site where a bridge may be built.
    pub wet: bool,
    /// Whether the map names it.
    pub named: bool,
    /// Facts of this crossing that only some game uses (`pontoon_required`, ...).
    pub facts: Facts,
    /// A remark for the player.
    pub note: Option<String>,
}

/// A slope: the hexsides from a hilltop to each of its downhill hexes are crests.
#[derive(Clone, Debug)]
pub struct Slope {
    /// The hill or ridge it belongs to.
    pub feature: String,
    /// `hill`, `ridge` or `valley`.
    pub kind: String,
    /// The high hex.
    pub hilltop: HexId,
    /// The low hexes.
    pub downhill: Vec<HexId>,
}

/// A hexside that works one way only: a redoubt, the face of a fort.
#[derive(Clone, Debug)]
pub struct DirectedSide {
    /// The work it belongs to.
    pub name: String,
    /// `redoubt`, `fortification`, ...
    pub kind: String,
    /// Who built it: `union`, `confederate` or nothing.
    pub side: Option<String>,
    /// The hex that it protects.
    pub protected: HexId,
    /// The hex in front of it.
    pub enemy: HexId,
    /// A remark for the player.
    pub note: Option<String>,
}

/// A named place.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// `town`, `house`, `hill`, `star`, ...
    pub kind: String,
    /// The hex where its name stands, or begins.
    pub hex: HexId,
    /// The hexes from which and to which its name is written, if it runs across the map.
    pub span: Option<(HexId, HexId)>,
    /// All its hexes, at least one.
    pub hexes: Vec<HexId>,
    /// How loudly the map says it: 0 not at all, 1 small, 2 plain, 3 large.
    pub weight: u8,
    /// Facts of this place that only some game uses (`vp`, ...).
    pub facts: Facts,
    /// A remark for the player.
    pub note: Option<String>,
}

/// A named set of hexes.
#[derive(Clone, Debug)]
pub struct Zone {
    /// The name by which a game asks for it, in kebab case.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// `victory`, `setup`, `territory`, ... or nothing.
    pub kind: String,
    /// Whose it is: `union`, `confederate` or nothing.
    pub side: Option<String>,
    /// Its hexes.
    pub hexes: Vec<HexId>,
    /// Facts of this zone that only some game uses (`points_each`, `scores`, ...).
    pub facts: Facts,
    /// A remark for the player.
    pub note: Option<String>,
}

/// Where pieces may come on or go off.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name by which a game asks for it, in kebab case.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// `reinforcement`, `setup`, `supply-center`, ...
    pub kind: String,
    /// Whose it is: `union`, `confederate` or nothing.
    pub side: Option<String>,
    /// Its hexes.
    pub hexes: Vec<HexId>,
    /// Facts of this entry that only some game uses (`turn`, `mode`, `destination`, ...).
    pub facts: Facts,
    /// A remark for the player.
    pub note: Option<String>,
}

/// Where another board joins this one.
#[derive(Clone, Debug)]
pub struct Join {
    /// The other board.
    pub board: String,
    /// Hexes of this board and the other's name for the same hex.
    pub pairs: Vec<(HexId, String)>,
    /// A remark for the player.
    pub note: Option<String>,
}

/// A board: a grid with ground on it.
#[derive(Clone, Debug)]
pub struct Board {
    /// The name by which a game asks for it.
    pub id: String,
    /// The name for people.
    pub title: String,
    /// When the battle was fought, in words.
    pub dates: Option<String>,
    /// What a hex measures, in words.
    pub scale: String,
    /// A remark for the player.
    pub note: Option<String>,
    /// The azimuth of map-up in degrees east of north.
    pub up: i16,
    /// The geometry.
    pub grid: Grid,
    /// The kinds of terrain, at most sixteen.
    pub terrains: Vec<String>,
    /// The terrain of each hex.
    pub ground: Vec<TerrainSet>,
    /// Rivers first, then streams.
    pub waters: Vec<Watercourse>,
    /// The classes of road, at most eight.
    pub road_classes: Vec<String>,
    /// The roads.
    pub roads: Vec<Road>,
    /// For each hex and direction, the classes of road that cross that hexside, one bit each.
    pub road_sides: Vec<[u8; 6]>,
    /// The crossings.
    pub crossings: Vec<Crossing>,
    /// The slopes.
    pub slopes: Vec<Slope>,
    /// The hexsides that work one way.
    pub directed: Vec<DirectedSide>,
    /// The places.
    pub places: Vec<Place>,
    /// The zones.
    pub zones: Vec<Zone>,
    /// The entries.
    pub entries: Vec<Entry>,
    /// Where other boards join.
    pub joins: Vec<Join>,
}

impl Board {
    /// The kind of terrain of that name, if this board uses it.
    pub fn terrain(&self, name: &str) -> Option<Terrain> {
        self.terrains.iter().position(|t| t == name).map(|i| Terrain(i as u8))
    }

    /// The terrain of a hex.
    #[inline]
    pub fn ground(&self, hex: HexId) -> TerrainSet {
        self.ground[hex.index()]
    }

    /// The class of road of that name, if this board uses it.
    pub fn road_class(&self, name: &str) -> Option<RoadClass> {
        self.road_classes.iter().position(|c| c == name).map(|i| RoadClass(i as u8))
    }

    /// Whether a road of that class crosses that side of the hex.
    #[inline]
    pub fn road_crosses(&self, class: RoadClass, hex: HexId, direction: Direction) -> bool {
        self.road_sides[hex.index()][direction.index()] >> class.0 & 1 == 1
    }

    /// The roads that leave the map at a hex: their classes, and where they lead.
    pub fn road_exits(&self, hex: HexId) -> impl Iterator<Item = (RoadClass, &str)> {
        self.roads.iter().flat_map(move |road| road.exits.iter().filter(move |(at, _)| *at == hex).map(|(_, to)| (road.class, to.as_str())))
    }

    /// The place of that name.
    pub fn place(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|p| p.name == name)
    }

    /// The zone of that id.
    pub fn zone(&self, id: &str) -> Option<&Zone> {
        self.zones.iter().find(|z| z.id == id)
    }

    /// The entry of that id.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|e| e.id == id)
    }

    /// The watercourses that run along a hexside.
    pub fn waters_along(&self, side: Hexside) -> impl Iterator<Item = &Watercourse> {
        self.waters.iter().filter(move |w| matches!(&w.channel, Channel::Hexsides(sides) if sides.contains(&side)))
    }

    /// The crossings on a hexside.
    pub fn crossings_on(&self, side: Hexside) -> impl Iterator<Item = &Crossing> {
        self.crossings.iter().filter(move |c| c.at == Location::Side(side))
    }
}
