//! The tools of the editor: what a click on the map does with each.

use serde::Serialize;

/// A tool of the editor: what a click on the map does with it.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Tool {
    /// For people.
    pub label: &'static str,
    /// What it does.
    pub about: &'static str,
    /// What is pointed at.
    pub on: Aim,
    /// Whether what it draws has a name, and which at first.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[cfg_attr(feature = "types", ts(optional = nullable, as = "Option<String>"))]
    pub name: &'static str,
    /// The change it makes: what [`Edit`](crate::edit::Edit) takes, without the place and the name.
    #[serde(serialize_with = "as_fields")]
    #[cfg_attr(feature = "types", ts(type = "Record<string, string>"))]
    pub edit: &'static [(&'static str, &'static str)],
}

/// What a tool is pointed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// A hex, one after the other while the button is held.
    Hexes,
    /// One hex.
    Hex,
    /// The side between two hexes.
    Hexside,
}

fn as_fields<S: serde::Serializer>(fields: &&'static [(&'static str, &'static str)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(fields.iter().map(|(key, value)| (key, value)))
}

const fn tool(
    label: &'static str,
    about: &'static str,
    on: Aim,
    name: &'static str,
    edit: &'static [(&'static str, &'static str)],
) -> Tool {
    Tool { label, about, on, name, edit }
}

/// The tools.
pub const TOOLS: &[Tool] = &[
    tool("Clear", "Open ground.", Aim::Hexes, "", &[("do", "paint"), ("terrain", "")]),
    tool("Forest", "Slow, and nobody fires through it.", Aim::Hexes, "", &[("do", "paint"), ("terrain", "forest")]),
    tool("Rough", "Slow, and doubles whoever stands in it.", Aim::Hexes, "", &[("do", "paint"), ("terrain", "rough")]),
    tool("Forest and rough", "A whole turn to enter.", Aim::Hexes, "", &[("do", "paint"), ("terrain", "forest+rough")]),
    tool("Town", "Doubles whoever stands in it.", Aim::Hexes, "", &[("do", "paint"), ("terrain", "town")]),
    tool(
        "Creek",
        "Point at one hexside after the other. The last one again takes it away.",
        Aim::Hexside,
        "Mill Creek",
        &[("do", "water"), ("kind", "creek")],
    ),
    tool("Run", "A brook that anybody wades.", Aim::Hexside, "Dry Run", &[("do", "water"), ("kind", "run")]),
    tool("River", "Point at one hex after the other. The last one again takes it away.", Aim::Hex, "Big River", &[("do", "river")]),
    tool("Ferry", "In a hex of a river, between its banks; again takes it away.", Aim::Hex, "", &[("do", "ferry")]),
    tool("Bridge", "Over a creek.", Aim::Hexside, "", &[("do", "crossing"), ("kind", "bridge")]),
    tool("Ford", "Through a creek.", Aim::Hexside, "", &[("do", "crossing"), ("kind", "ford")]),
    tool(
        "Road",
        "Point at one hex after the other. The last one again takes it away.",
        Aim::Hex,
        "Turnpike",
        &[("do", "road"), ("class", "road")],
    ),
    tool("Trail", "As a road, half as good.", Aim::Hex, "Farm Lane", &[("do", "road"), ("class", "trail")]),
    tool("Rails", "Drawn; carries nobody.", Aim::Hex, "Railroad", &[("do", "road"), ("class", "rail")]),
    tool(
        "Slope",
        "The hex that you point from is higher: point close to its side. It is drawn, and slows nobody.",
        Aim::Hexside,
        "",
        &[("do", "slope")],
    ),
    tool("Redoubt", "Protects the hex that you point from: point close to its side.", Aim::Hexside, "", &[("do", "redoubt")]),
    tool("Name", "A name on the map; an empty one takes it away.", Aim::Hex, "The mill", &[("do", "place")]),
    tool(
        "Name along a line",
        "Point at the hex where it begins, then on to where it ends: it bends through all of them. The last one again takes it back.",
        Aim::Hex,
        "Long Ridge",
        &[("do", "stretch")],
    ),
    tool("Zone", "An area that rules name by its id: point at its hexes, again takes them out.", Aim::Hexes, "camp", &[("do", "zone")]),
];
