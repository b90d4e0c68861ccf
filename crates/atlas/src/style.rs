//! The palette: one style for all boards, in a light and a dark theme.

use std::fmt;

/// A colour, written `#rrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Between this colour and another: 0 is this, 1 the other.
    pub fn mixed(self, other: Colour, t: f32) -> Colour {
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * t).round() as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The colours of a map.
#[derive(Clone, Debug)]
pub struct Style {
    /// `paper` or `campfire`.
    pub name: &'static str,
    /// The sheet round the map.
    pub margin: Colour,
    /// Clear ground.
    pub clear: Colour,
    /// Type and frame.
    pub ink: Colour,
    /// Hex numbers.
    pub number: Colour,
    /// Grid lines.
    pub grid: Colour,
    /// The floor of woods.
    pub woods: Colour,
    /// The crowns of trees.
    pub tree: Colour,
    /// The shaded side of trees and the edge of woods.
    pub tree_shade: Colour,
    /// Rough and hilly ground.
    pub rough: Colour,
    /// Hachures and crests.
    pub hachure: Colour,
    /// Wet ground.
    pub swamp: Colour,
    /// Streets and gardens of towns.
    pub town: Colour,
    /// Buildings.
    pub building: Colour,
    /// Water.
    pub water: Colour,
    /// Banks and ripples.
    pub bank: Colour,
    /// The names of waters.
    pub water_name: Colour,
    /// The bed of great roads.
    pub road: Colour,
    /// The edges of roads, trails, lesser roads.
    pub road_edge: Colour,
    /// Railroads.
    pub rail: Colour,
    /// Earthworks of no side.
    pub works: Colour,
    /// Stars of victory.
    pub star: Colour,
    /// Works and markers of the Union.
    pub union: Colour,
    /// Works and markers of the Confederacy.
    pub confederate: Colour,
}

impl Style {
    /// Ink on cream paper.
    pub fn paper() -> Style {
        Style {
            name: "paper",
            margin: Colour(0xe9, 0xdf, 0xc6),
            clear: Colour(0xf7, 0xf0, 0xdc),
            ink: Colour(0x2e, 0x26, 0x1c),
            number: Colour(0x6f, 0x63, 0x50),
            grid: Colour(0x8d, 0x80, 0x69),
            woods: Colour(0xca, 0xda, 0xa0),
            tree: Colour(0xa3, 0xbb, 0x78),
            tree_shade: Colour(0x66, 0x80, 0x4b),
            rough: Colour(0xdc, 0xbc, 0x86),
            hachure: Colour(0x84, 0x60, 0x38),
            swamp: Colour(0xba, 0xd6, 0xcf),
            town: Colour(0xe5, 0xaf, 0xa3),
            building: Colour(0x6d, 0x2f, 0x22),
            water: Colour(0xa3, 0xc0, 0xd6),
            bank: Colour(0x4f, 0x77, 0x94),
            water_name: Colour(0x1f, 0x47, 0x66),
            road: Colour(0xe8, 0xb9, 0x6e),
            road_edge: Colour(0x6a, 0x43, 0x22),
            rail: Colour(0x2b, 0x2a, 0x2a),
            works: Colour(0x4a, 0x35, 0x23),
            star: Colour(0xb0, 0x2a, 0x22),
            union: Colour(0x1f, 0x4a, 0x86),
            confederate: Colour(0x8a, 0x2f, 0x1d),
        }
    }

    /// By firelight: the same map for dark rooms.
    pub fn campfire() -> Style {
        Style {
            name: "campfire",
            margin: Colour(0x17, 0x14, 0x10),
            clear: Colour(0x29, 0x25, 0x1e),
            ink: Colour(0xef, 0xe4, 0xcb),
            number: Colour(0xb5, 0xa8, 0x8f),
            grid: Colour(0x5f, 0x57, 0x48),
            woods: Colour(0x33, 0x46, 0x2b),
            tree: Colour(0x45, 0x5c, 0x37),
            tree_shade: Colour(0x6f, 0x8a, 0x57),
            rough: Colour(0x4d, 0x3d, 0x1a),
            hachure: Colour(0xb0, 0x8a, 0x5c),
            swamp: Colour(0x28, 0x53, 0x4f),
            town: Colour(0x72, 0x44, 0x3e),
            building: Colour(0xe0, 0xa3, 0x82),
            water: Colour(0x1d, 0x3d, 0x68),
            bank: Colour(0x6f, 0x9c, 0xba),
            water_name: Colour(0xb9, 0xd9, 0xee),
            road: Colour(0xc9, 0x96, 0x4e),
            road_edge: Colour(0xd8, 0xb6, 0x88),
            rail: Colour(0xe8, 0xe2, 0xd6),
            works: Colour(0xd9, 0xc2, 0xa0),
            star: Colour(0xff, 0x7a, 0x5c),
            union: Colour(0x7f, 0xb2, 0xf0),
            confederate: Colour(0xf0, 0x9a, 0x7c),
        }
    }

    /// The colour of the side of that name, as board files write it.
    pub(crate) fn side(&self, side: Option<&str>) -> Option<Colour> {
        match side {
            Some("union") => Some(self.union),
            Some("confederate") => Some(self.confederate),
            _ => None,
        }
    }
}

impl Default for Style {
    fn default() -> Style {
        Style::paper()
    }
}
