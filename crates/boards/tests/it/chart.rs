//! A board, with the questions that the tests ask of it.

use std::collections::{BTreeMap, BTreeSet};

use board::{Board, Channel, Crossing, Entry, HexId, Hexside, Road};

/// Hexes, in order.
pub type Set = BTreeSet<HexId>;

/// A board to ask questions of. Whatever a test names must be there.
#[derive(Clone, Copy)]
pub struct Chart(pub &'static Board);

impl Chart {
    pub fn hex(self, name: &str) -> HexId {
        self.0.grid.parse(name).unwrap_or_else(|bad| panic!("{bad}"))
    }

    /// Hexes by name, in the order written.
    pub fn hexes(self, names: &str) -> Vec<HexId> {
        names.split_whitespace().map(|name| self.hex(name)).collect()
    }

    pub fn set(self, names: &str) -> Set {
        self.hexes(names).into_iter().collect()
    }

    pub fn names<'a>(self, hexes: impl IntoIterator<Item = &'a HexId>) -> String {
        hexes.into_iter().map(|hex| self.0.grid.name(*hex)).collect::<Vec<_>>().join(" ")
    }

    pub fn all(self) -> Set {
        self.0.grid.hexes().collect()
    }

    /// The column of a hex, from 1 as players count.
    pub fn column(self, hex: HexId) -> u8 {
        self.0.grid.column(hex) + 1
    }

    /// The row of a hex from the top, from 1.
    pub fn row(self, hex: HexId) -> u8 {
        self.0.grid.row(hex) + 1
    }

    pub fn distance(self, a: HexId, b: HexId) -> u8 {
        self.0.grid.distance(a, b)
    }

    pub fn near(self, hex: HexId) -> Set {
        self.0.grid.neighbours(hex).iter().filter_map(|n| n.some()).collect()
    }

    pub fn adjacent(self, a: &str, b: &str) -> bool {
        self.0.grid.direction(self.hex(a), self.hex(b)).is_some()
    }

    pub fn opposite(self, centre: HexId, a: HexId, b: HexId) -> bool {
        let towards = |hex| self.0.grid.direction(centre, hex);
        towards(a).is_some() && towards(a) == towards(b).map(|d| d.opposite())
    }

    pub fn side(self, text: &str) -> Hexside {
        let (a, b) = text.split_once('/').expect("a hexside");
        self.0.grid.hexside(self.hex(a), self.hex(b)).expect("neighbours")
    }

    /// The hexes with a kind of terrain.
    pub fn terrain(self, kind: &str) -> Set {
        let terrain = self.0.terrain(kind).unwrap_or_else(|| panic!("no terrain {kind}"));
        self.0.grid.hexes().filter(|hex| self.0.ground(*hex).has(terrain)).collect()
    }

    pub fn terrains(self, kinds: &[&str]) -> Set {
        kinds.iter().flat_map(|kind| self.terrain(kind)).collect()
    }

    pub fn zone(self, id: &str) -> Set {
        self.0.zone(id).unwrap_or_else(|| panic!("no zone {id}")).hexes.iter().copied().collect()
    }

    pub fn entry(self, id: &str) -> &'static Entry {
        self.0.entry(id).unwrap_or_else(|| panic!("no entry {id}"))
    }

    pub fn place(self, name: &str) -> HexId {
        self.0.place(name).unwrap_or_else(|| panic!("no place {name}")).hex
    }

    pub fn crossing(self, name: &str) -> &'static Crossing {
        self.0.crossings.iter().find(|c| c.name == name).unwrap_or_else(|| panic!("no crossing {name}"))
    }

    /// The hexes through which a water runs, downstream.
    pub fn course(self, name: &str) -> &'static [HexId] {
        match &self.0.waters.iter().find(|w| w.name == name).unwrap_or_else(|| panic!("no water {name}")).channel {
            Channel::Hexes(hexes) => hexes,
            Channel::Hexsides(_) => panic!("{name} runs along hexsides"),
        }
    }

    /// The hexsides along which a water runs.
    pub fn banks(self, name: &str) -> &'static [Hexside] {
        match &self.0.waters.iter().find(|w| w.name == name).unwrap_or_else(|| panic!("no water {name}")).channel {
            Channel::Hexsides(sides) => sides,
            Channel::Hexes(_) => panic!("{name} runs through hexes"),
        }
    }

    /// All hexsides along which waters of these kinds run.
    pub fn banks_of(self, kinds: &[&str]) -> BTreeSet<Hexside> {
        self.0.waters.iter().filter(|w| kinds.contains(&w.kind.as_str())).flat_map(|w| self.banks(&w.name)).copied().collect()
    }

    /// All hexes through which waters of these kinds run.
    pub fn courses_of(self, kinds: &[&str]) -> Set {
        self.0.waters.iter().filter(|w| kinds.contains(&w.kind.as_str())).flat_map(|w| self.course(&w.name)).copied().collect()
    }

    pub fn road(self, name: &str) -> &'static Road {
        self.0.roads.iter().find(|r| r.name == name).unwrap_or_else(|| panic!("no road {name}"))
    }

    pub fn class_of(self, name: &str) -> &'static str {
        &self.0.road_classes[usize::from(self.road(name).class.0)]
    }

    /// The roads of these classes.
    pub fn roads(self, classes: &[&str]) -> impl Iterator<Item = &'static Road> {
        let keep: Vec<bool> = self.0.road_classes.iter().map(|class| classes.contains(&class.as_str())).collect();
        self.0.roads.iter().filter(move |road| keep[usize::from(road.class.0)])
    }

    /// The hexes on roads of these classes.
    pub fn on_road(self, classes: &[&str]) -> Set {
        self.roads(classes).flat_map(|road| &road.hexes).copied().collect()
    }

    /// The hexsides that roads of these classes cross, and how many of them cross each.
    pub fn road_sides(self, classes: &[&str]) -> BTreeMap<Hexside, usize> {
        let mut sides = BTreeMap::new();
        for pair in self.roads(classes).flat_map(|road| road.hexes.windows(2)) {
            *sides.entry(Hexside::between(pair[0], pair[1])).or_default() += 1;
        }
        sides
    }

    /// All hexes that can be walked to from a hex by steps that are allowed.
    pub fn reach(self, start: HexId, mut allowed: impl FnMut(HexId, HexId) -> bool) -> Set {
        let mut reached = Set::from([start]);
        let mut queue = vec![start];
        while let Some(hex) = queue.pop() {
            for next in self.near(hex) {
                if !reached.contains(&next) && allowed(hex, next) {
                    reached.insert(next);
                    queue.push(next);
                }
            }
        }
        reached
    }

    /// All hexes of an area that hang together with one of them.
    pub fn flood(self, start: HexId, area: &Set) -> Set {
        self.reach(start, |_, next| area.contains(&next))
    }

    /// How the line of a water along hexsides ends: at the edge of the map, at another water, or at a source.
    pub fn ends(self, name: &str) -> Vec<&'static str> {
        let grid = &self.0.grid;
        let sides = self.banks(name);
        let corners: Vec<_> = sides.iter().flat_map(|side| grid.corners(*side).expect("a hexside")).collect();
        let once = |corner: &(i32, i32)| corners.iter().filter(|other| *other == corner).count() == 1;
        // Three hexes meet at a corner; at the edge of the map one or two of them are missing.
        let around = |corner: (i32, i32)| {
            grid.hexes().filter(move |hex| {
                let (x, y) = grid.centre(*hex);
                [(1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3)].contains(&(corner.0 - 3 * x, corner.1 - 3 * y))
            })
        };
        let elsewhere = |corner: (i32, i32)| {
            self.0.waters.iter().filter(|w| w.name != name).any(|w| match &w.channel {
                Channel::Hexsides(sides) => sides.iter().any(|s| grid.corners(*s).is_some_and(|c| c.contains(&corner))),
                Channel::Hexes(hexes) => around(corner).any(|hex| hexes.contains(&hex)),
            })
        };
        let mut ends: Vec<_> = corners
            .iter()
            .copied()
            .filter(once)
            .map(|corner| match corner {
                corner if around(corner).count() < 3 => "edge",
                corner if elsewhere(corner) => "water",
                _ => "source",
            })
            .collect();
        ends.sort_unstable();
        ends
    }
}
