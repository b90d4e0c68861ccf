//! What a title's sections consist of, so that a form can be made of each: the editor knows no field by itself.

use serde::Serialize;

/// A section of `title.toml` that has any number of entries.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Section {
    /// As it is written: `score` for `[[score]]`.
    pub section: &'static str,
    /// For people.
    pub title: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its fields.
    pub fields: &'static [FormField],
}

/// A field of a form.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FormField {
    /// As it is written.
    pub key: &'static str,
    /// For people.
    pub label: &'static str,
    /// What can stand in it.
    pub kind: FieldKind,
    /// The words it can be, if they are few.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "types", ts(optional = nullable, as = "Option<Vec<String>>"))]
    pub words: &'static [&'static str],
    /// Whether it must be there.
    pub needed: bool,
}

/// What can stand in a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FieldKind {
    /// Anything.
    Text,
    /// A whole number.
    Number,
    /// Yes or no.
    Flag,
    /// One of a few words.
    Word,
    /// Several of a few words.
    Words,
    /// A hex.
    Hex,
    /// Several hexes.
    Hexes,
}

const SIDES: &[&str] = &["union", "confederate"];

const fn field(key: &'static str, label: &'static str, kind: FieldKind, words: &'static [&'static str], needed: bool) -> FormField {
    FormField { key, label, kind, words, needed }
}

const fn needed(key: &'static str, label: &'static str, kind: FieldKind) -> FormField {
    field(key, label, kind, &[], true)
}

const fn free(key: &'static str, label: &'static str, kind: FieldKind) -> FormField {
    field(key, label, kind, &[], false)
}

const SIDE: FormField = field("side", "Side", FieldKind::Word, SIDES, true);

/// The fields of a counter.
pub const COUNTER: &[FormField] = &[
    needed("id", "Id", FieldKind::Text),
    SIDE,
    needed("name", "Name", FieldKind::Text),
    field("type", "Arm", FieldKind::Word, &["infantry", "cavalry", "artillery"], true),
    needed("strength", "Strength", FieldKind::Number),
    free("formation", "Formation", FieldKind::Text),
    free("commander", "Commander", FieldKind::Text),
    free("start", "Begins in", FieldKind::Hex),
    free("group", "Group", FieldKind::Text),
    field("flags", "Flags", FieldKind::Words, &["immobile", "no-attack", "no-zone"], false),
];

/// The fields of `[title]` but its turns.
pub const HEADING: &[FormField] = &[
    needed("title", "Name", FieldKind::Text),
    free("summary", "In a sentence", FieldKind::Text),
    free("author", "Author", FieldKind::Text),
    free("licence", "Licence", FieldKind::Text),
    free("version", "Version", FieldKind::Text),
    field("first", "Moves first", FieldKind::Word, SIDES, true),
];

/// The sections.
pub const SECTIONS: &[Section] = &[
    Section {
        section: "reinforcement",
        title: "Reinforcements",
        about: "Counters of a group come on later, at these hexes.",
        fields: &[
            needed("group", "Group", FieldKind::Text),
            SIDE,
            needed("turn", "From turn", FieldKind::Number),
            needed("entry", "At hexes", FieldKind::Hexes),
            field("policy", "If they cannot", FieldKind::Word, &["when-possible", "that-turn-or-lost", "column"], true),
        ],
    },
    Section {
        section: "control",
        title: "Hexes that are followed",
        about: "Who was last in a hex: for points, quotas and holds.",
        fields: &[needed("hex", "Hex", FieldKind::Hex), field("holder", "At first", FieldKind::Word, SIDES, false)],
    },
    Section {
        section: "score",
        title: "Points",
        about: "What earns points. The rule is an id of yours, such as MI-1.",
        fields: &[
            needed("rule", "Rule", FieldKind::Text),
            field("to", "To", FieldKind::Word, SIDES, true),
            field(
                "what",
                "For",
                FieldKind::Word,
                &[
                    "eliminated-strength",
                    "eliminated-unit",
                    "last-control-at-end",
                    "first-control",
                    "hex-in-infantry-zone-at-end",
                    "exited-unit",
                    "exited-strength",
                ],
                true,
            ),
            needed("points", "Points", FieldKind::Number),
            free("hexes", "In hexes", FieldKind::Hexes),
        ],
    },
    Section {
        section: "level",
        title: "Victory",
        about: "By Union points less Confederate points. The lowest level has no bound.",
        fields: &[
            free("from", "From", FieldKind::Number),
            needed("name", "Name", FieldKind::Text),
            field("winner", "Winner", FieldKind::Word, SIDES, false),
        ],
    },
    Section {
        section: "hold",
        title: "Units that wait",
        about: "Counters of a group stand still until a turn, an attack on them, or an enemy in a followed hex.",
        fields: &[
            needed("group", "Group", FieldKind::Text),
            free("until", "Until turn", FieldKind::Number),
            free("attacked", "Until attacked", FieldKind::Flag),
            free("enemy_in", "Until an enemy is in", FieldKind::Hexes),
        ],
    },
    Section {
        section: "quota",
        title: "Quotas",
        about: "How many counters of a side move in a turn.",
        fields: &[
            SIDE,
            needed("units", "Counters", FieldKind::Number),
            free("more", "More", FieldKind::Number),
            free("while_holding", "While holding", FieldKind::Hex),
        ],
    },
    Section {
        section: "exit",
        title: "Exits",
        about: "Where a side may leave the map.",
        fields: &[SIDE, needed("hexes", "From hexes", FieldKind::Hexes), needed("cost", "Cost", FieldKind::Number)],
    },
];

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
    tool("Redoubt", "Protects the hex that you point from: point close to its side.", Aim::Hexside, "", &[("do", "redoubt")]),
    tool("Name", "A name on the map; an empty one takes it away.", Aim::Hex, "The mill", &[("do", "place")]),
];
