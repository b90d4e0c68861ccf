//! What a title's sections consist of, so that a form can be made of each: the editor knows no field by itself.

use serde::Serialize;

/// A section of a file that has any number of entries.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Section {
    /// The file it stands in.
    pub file: &'static str,
    /// As it is written: `score` for `[[score]]`.
    pub section: &'static str,
    /// The heading under which it stands, in the order of these.
    pub group: &'static str,
    /// For people.
    pub title: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its fields.
    pub fields: &'static [FormField],
}

/// A section that there is once.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Sheet {
    /// By what it is asked for.
    pub id: &'static str,
    /// The heading under which it stands.
    pub group: &'static str,
    /// The file it stands in.
    pub file: &'static str,
    /// The names of the tables that lead to it, from the outermost; none if it is the file itself.
    #[serde(skip)]
    #[cfg_attr(feature = "types", ts(skip))]
    pub path: &'static [&'static str],
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
    /// As it is written; `exempt.group` for `exempt = { group = ... }`.
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
    /// Yes, or nothing.
    Flag,
    /// Yes, no, or nothing.
    YesNo,
    /// Several lines.
    Prose,
    /// Any number of paragraphs.
    Paragraphs,
    /// One of a few words.
    Word,
    /// Several of a few words.
    Words,
    /// A hex.
    Hex,
    /// Several hexes.
    Hexes,
    /// Several whole numbers.
    Numbers,
    /// Hexes, each with a word of its own.
    Pairs,
}

const TITLE: &str = "title.toml";
const BOARD: &str = "board.toml";
const RULES: &str = "rules.toml";
const BRIEFING: &str = "briefing.toml";

const WINS: &str = "What wins";
const COMES: &str = "Who comes and goes";
const OWN: &str = "Rules of its own";
const TOLD: &str = "What players are told";
const MAP: &str = "The map";

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

const RULE: FormField = field("rule", "Rule", FieldKind::Text, &[], true);
const FROM: FormField = free("from", "From turn", FieldKind::Number);
const THROUGH: FormField = free("through", "Through turn", FieldKind::Number);
const AFTER: FormField = free("after", "After the event", FieldKind::Text);
const UNTIL: FormField = free("until", "Until the event", FieldKind::Text);
const HEXES: FormField = free("hexes", "In hexes", FieldKind::Hexes);
const ZONE: FormField = free("zone", "In the zone", FieldKind::Text);
const GROUP: FormField = free("group", "Group", FieldKind::Text);
const FORMATION: FormField = free("formation", "Formation", FieldKind::Text);
const ANY_SIDE: FormField = field("side", "Side", FieldKind::Word, SIDES, false);

const SIDE: FormField = field("side", "Side", FieldKind::Word, SIDES, true);

/// The fields of a counter.
pub const COUNTER: &[FormField] = &[
    needed("id", "Id", FieldKind::Text),
    SIDE,
    needed("name", "Name", FieldKind::Text),
    field("type", "Arm", FieldKind::Word, &["infantry", "cavalry", "artillery"], true),
    free("strength", "Strength", FieldKind::Number),
    free("formation", "Formation", FieldKind::Text),
    free("commander", "Commander", FieldKind::Text),
    free("start", "Begins in", FieldKind::Hex),
    free("group", "Group", FieldKind::Text),
    field("flags", "Flags", FieldKind::Words, &["immobile", "no-attack", "no-zone", "afloat"], false),
    free("range", "Range of its guns", FieldKind::Number),
    free("untried", "Draws from the pool", FieldKind::Text),
    free("no", "Number", FieldKind::Text),
];

/// The fields of `[title]` but its turns.
pub const HEADING: &[FormField] = &[
    needed("title", "Name", FieldKind::Text),
    free("summary", "In a sentence", FieldKind::Text),
    free("author", "Author", FieldKind::Text),
    free("licence", "Licence", FieldKind::Text),
    free("version", "Version", FieldKind::Text),
    field("first", "Moves first", FieldKind::Word, SIDES, true),
    field("deploys", "Sets up first", FieldKind::Word, SIDES, false),
];

/// The sections.
pub const SECTIONS: &[Section] = &[
    Section {
        file: TITLE,
        section: "score",
        group: WINS,
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
                    "all-control-at-end",
                    "area-at-end",
                    "strength-in-area-at-end",
                    "event",
                ],
                true,
            ),
            needed("points", "Points", FieldKind::Number),
            HEXES,
            ZONE,
            free("event", "By the event", FieldKind::Text),
        ],
    },
    Section {
        file: TITLE,
        section: "control",
        group: WINS,
        title: "Hexes that are followed",
        about: "Who was last in a hex: for points, quotas and holds.",
        fields: &[needed("hex", "Hex", FieldKind::Hex), field("holder", "At first", FieldKind::Word, SIDES, false)],
    },
    Section {
        file: TITLE,
        section: "level",
        group: WINS,
        title: "Victory",
        about: "By Union points less Confederate points. The lowest level has no bound.",
        fields: &[
            free("from", "From", FieldKind::Number),
            needed("name", "Name", FieldKind::Text),
            field("winner", "Winner", FieldKind::Word, SIDES, false),
        ],
    },
    Section {
        file: TITLE,
        section: "reinforcement",
        group: COMES,
        title: "Reinforcements",
        about: "Counters of a group come on later, at these hexes.",
        fields: &[
            needed("group", "Group", FieldKind::Text),
            SIDE,
            needed("turn", "From turn", FieldKind::Number),
            needed("entry", "At hexes", FieldKind::Hexes),
            field("policy", "If they cannot", FieldKind::Word, &["when-possible", "that-turn-or-lost", "column", "at-will"], true),
            free("die", "By a die of at most", FieldKind::Number),
            AFTER,
            THROUGH,
            free("one_entry", "All at one hex", FieldKind::Flag),
        ],
    },
    Section {
        file: TITLE,
        section: "deployment",
        group: COMES,
        title: "Set-up by choice",
        about: "Counters of a group are set up by their player, in these hexes or this zone of the board.",
        fields: &[RULE, needed("group", "Group", FieldKind::Text), HEXES, ZONE],
    },
    Section {
        file: TITLE,
        section: "hold",
        group: COMES,
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
        file: TITLE,
        section: "exit",
        group: COMES,
        title: "Exits",
        about: "Where a side may leave the map.",
        fields: &[
            SIDE,
            needed("hexes", "From hexes", FieldKind::Hexes),
            needed("cost", "Cost", FieldKind::Number),
            FROM,
            THROUGH,
            AFTER,
            UNTIL,
        ],
    },
    Section {
        file: TITLE,
        section: "event",
        group: OWN,
        title: "Events",
        about: "What happens once, and what other sections wait for: by a turn, ground, losses, a die or a player's word. All that is said must be so.",
        fields: &[
            needed("id", "Id", FieldKind::Text),
            RULE,
            needed("text", "What is told", FieldKind::Text),
            SIDE,
            free("turn", "From turn", FieldKind::Number),
            THROUGH,
            AFTER,
            UNTIL,
            free("holding", "Its side holds", FieldKind::Hexes),
            free("standing", "Its side stands in one of", FieldKind::Hexes),
            free("lost", "Its side has lost", FieldKind::Number),
            free("taken", "The enemy has lost", FieldKind::Number),
            free("die", "A die of at most", FieldKind::Number),
            free("choice", "Its side says when", FieldKind::Flag),
            free("ends", "Ends the game", FieldKind::Flag),
        ],
    },
    Section {
        file: TITLE,
        section: "restriction",
        group: OWN,
        title: "Restrictions",
        about: "What a group, formation or side may not do, somewhere or for a while; or how many points it has.",
        fields: &[
            RULE,
            ANY_SIDE,
            GROUP,
            FORMATION,
            field("forbids", "Forbids to", FieldKind::Word, &["move", "attack", "enter", "leave"], false),
            free("movement", "Or movement points", FieldKind::Number),
            HEXES,
            ZONE,
            FROM,
            THROUGH,
            AFTER,
            UNTIL,
        ],
    },
    Section {
        file: TITLE,
        section: "quota",
        group: OWN,
        title: "Quotas",
        about: "How many counters of a side move in a turn.",
        fields: &[
            SIDE,
            needed("units", "Counters", FieldKind::Number),
            free("more", "More", FieldKind::Number),
            free("while_holding", "While holding", FieldKind::Hex),
            GROUP,
            FORMATION,
            FROM,
            THROUGH,
            AFTER,
            UNTIL,
            free("exempt.group", "Without the group", FieldKind::Text),
            free("exempt.through", "That through turn", FieldKind::Number),
            free("option", "While the option is on", FieldKind::Text),
        ],
    },
    Section {
        file: TITLE,
        section: "bridge",
        group: OWN,
        title: "Crossings that come and go",
        about: "A bridge, ford or ferry of the board that is gone after an event, good again after another, or both.",
        fields: &[
            RULE,
            needed("at", "Where, as 0403/0503", FieldKind::Text),
            free("gone", "Gone after the event", FieldKind::Text),
            free("back", "Good after the event", FieldKind::Text),
        ],
    },
    Section {
        file: TITLE,
        section: "entrenchment",
        group: OWN,
        title: "Works",
        about: "Hexes with works from the start, and who makes more of them instead of a march.",
        fields: &[
            RULE,
            free("defence", "Defence times", FieldKind::Number),
            HEXES,
            ZONE,
            field("build", "Made by", FieldKind::Word, &["union", "confederate", "both"], false),
        ],
    },
    Section {
        file: TITLE,
        section: "leader",
        group: OWN,
        title: "Leaders",
        about: "A counter near which a formation or group fights better, by columns of the results.",
        fields: &[
            RULE,
            needed("unit", "Counter", FieldKind::Text),
            free("within", "Within hexes", FieldKind::Number),
            FORMATION,
            GROUP,
            ANY_SIDE,
            free("attack", "Columns in attack", FieldKind::Number),
            free("defence", "Columns in defence", FieldKind::Number),
        ],
    },
    Section {
        file: TITLE,
        section: "demoralisation",
        group: OWN,
        title: "Demoralisation",
        about: "An army that has lost so much strength fights worse, by columns of the results.",
        fields: &[
            RULE,
            SIDE,
            needed("lost", "From losses of", FieldKind::Number),
            free("attack", "Columns in attack", FieldKind::Number),
            free("defence", "Columns in defence", FieldKind::Number),
        ],
    },
    Section {
        file: TITLE,
        section: "supply",
        group: OWN,
        title: "Supply",
        about: "Where it comes from, how far, and how those fare whom it does not reach.",
        fields: &[
            RULE,
            SIDE,
            needed("sources", "From hexes", FieldKind::Hexes),
            needed("length", "Over hexes", FieldKind::Number),
            free("movement", "Movement without it", FieldKind::Number),
            field("attack", "Attack without it", FieldKind::Word, &["full", "half", "none"], false),
        ],
    },
    Section {
        file: TITLE,
        section: "pool",
        group: OWN,
        title: "Untried units",
        about: "Strengths that counters draw when they fight for the first time.",
        fields: &[needed("id", "Id", FieldKind::Text), RULE, needed("strengths", "Strengths", FieldKind::Numbers)],
    },
    Section {
        file: TITLE,
        section: "option",
        group: OWN,
        title: "Options",
        about: "What players may agree on; a quota can name one.",
        fields: &[
            needed("id", "Id", FieldKind::Text),
            needed("title", "Name", FieldKind::Text),
            needed("text", "What it does", FieldKind::Text),
            field("default", "Usually", FieldKind::Word, &["off", "on"], true),
        ],
    },
    Section {
        file: RULES,
        section: "rule",
        group: TOLD,
        title: "Rules in your words",
        about: "Each has an id, such as MI-1; the other sections cite it.",
        fields: &[
            needed("id", "Id", FieldKind::Text),
            free("chapter", "Chapter", FieldKind::Text),
            needed("text", "What it says", FieldKind::Prose),
            free("info", "Only explains", FieldKind::Flag),
        ],
    },
    Section {
        file: BRIEFING,
        section: "objectives",
        group: TOLD,
        title: "Objectives",
        about: "What the briefing marks on the map. Without any it is the hexes that score.",
        fields: &[needed("label", "What it is worth", FieldKind::Text), needed("hexes", "Hexes", FieldKind::Hexes)],
    },
    Section {
        file: BRIEFING,
        section: "marches",
        group: TOLD,
        title: "Marches of history",
        about: "Who really went where: arrows on the map, beside the history.",
        fields: &[SIDE, needed("label", "Who and when", FieldKind::Text), needed("hexes", "Along hexes", FieldKind::Hexes)],
    },
    Section {
        file: BOARD,
        section: "water",
        group: MAP,
        title: "Waters",
        about: "Creeks and runs along hexsides, rivers through hexes.",
        fields: &[
            needed("name", "Name", FieldKind::Text),
            field("kind", "Kind", FieldKind::Word, &["creek", "run", "river"], true),
            free("hexsides", "Along hexsides, in order", FieldKind::Hexes),
            free("hexes", "Or through hexes, in order", FieldKind::Hexes),
            free("named", "Its name on the map", FieldKind::YesNo),
        ],
    },
    Section {
        file: BOARD,
        section: "road",
        group: MAP,
        title: "Roads",
        about: "Roads, trails and rails from hex to hex.",
        fields: &[
            needed("name", "Name", FieldKind::Text),
            field("class", "Kind", FieldKind::Word, &["road", "trail", "rail"], true),
            needed("hexes", "Hexes, in order", FieldKind::Hexes),
            free("exits", "Leads on, as 0103 Winchester", FieldKind::Pairs),
        ],
    },
    Section {
        file: BOARD,
        section: "crossing",
        group: MAP,
        title: "Crossings",
        about: "Bridges and fords at a hexside of a creek, ferries in a hex of a river.",
        fields: &[
            needed("name", "Name", FieldKind::Text),
            field("kind", "Kind", FieldKind::Word, &["bridge", "ford", "ferry"], true),
            needed("over", "Over the water", FieldKind::Text),
            free("hexside", "At the hexside", FieldKind::Text),
            free("hex", "Or in the hex", FieldKind::Hex),
            free("approaches", "Entered from", FieldKind::Hexes),
            free("named", "Its name on the map", FieldKind::YesNo),
        ],
    },
    Section {
        file: BOARD,
        section: "work",
        group: MAP,
        title: "Redoubts",
        about: "The protected hex first, then the one in front: 0403/0503.",
        fields: &[
            needed("name", "Name", FieldKind::Text),
            field("kind", "Kind", FieldKind::Word, &["redoubt"], true),
            field("side", "Made by", FieldKind::Word, SIDES, false),
            needed("hexsides", "Hexsides", FieldKind::Hexes),
        ],
    },
    Section {
        file: BOARD,
        section: "place",
        group: MAP,
        title: "Names on the map",
        about: "At a hex, or along a line of hexes.",
        fields: &[
            needed("name", "Name", FieldKind::Text),
            needed("kind", "Kind", FieldKind::Text),
            free("hex", "At the hex", FieldKind::Hex),
            free("span", "Or from hex to hex", FieldKind::Hexes),
            free("hexes", "Through the hexes", FieldKind::Hexes),
            free("weight", "How loud, 0 to 3", FieldKind::Number),
        ],
    },
    Section {
        file: BOARD,
        section: "zone",
        group: MAP,
        title: "Zones",
        about: "Areas that points, restrictions, works and set-ups name by their id.",
        fields: &[needed("id", "Id", FieldKind::Text), needed("name", "Name", FieldKind::Text), needed("hexes", "Hexes", FieldKind::Hexes)],
    },
];

const NIGHT: &[FormField] = &[
    free("move", "Moves", FieldKind::YesNo),
    free("leave_zone", "Leaves enemy zones", FieldKind::YesNo),
    free("enter_zone", "Enters enemy zones", FieldKind::YesNo),
];

/// The sections that there are once, but `[title]`.
pub const SHEETS: &[Sheet] = &[
    Sheet {
        id: "night-union",
        group: OWN,
        file: TITLE,
        path: &["night", "union"],
        title: "The Union at night",
        about: "Unless said otherwise it moves, and neither leaves nor enters enemy zones.",
        fields: NIGHT,
    },
    Sheet {
        id: "night-confederate",
        group: OWN,
        file: TITLE,
        path: &["night", "confederate"],
        title: "The Confederates at night",
        about: "Unless said otherwise they move, and neither leave nor enter enemy zones.",
        fields: NIGHT,
    },
    Sheet {
        id: "rules",
        group: TOLD,
        file: TITLE,
        path: &["rules"],
        title: "Which rule is cited",
        about: "The id of the rule that a refusal or a chart names. Without one it is BG-1.0.",
        fields: &[
            free("turns", "Turns", FieldKind::Text),
            free("arrival", "Arrivals", FieldKind::Text),
            free("entry-closed", "A closed entry", FieldKind::Text),
            free("entry-missed", "A missed entry", FieldKind::Text),
            free("entry-cost", "What entry costs", FieldKind::Text),
            free("entry-full", "A full entry hex", FieldKind::Text),
            free("entry-hex", "The entry hex", FieldKind::Text),
            free("hold", "Units that wait", FieldKind::Text),
            free("passive", "Units that never attack", FieldKind::Text),
            free("immobile", "Units that never move", FieldKind::Text),
            free("immobile-retreat", "Their retreat", FieldKind::Text),
            free("immobile-advance", "Their advance", FieldKind::Text),
            free("quota", "Quotas", FieldKind::Text),
            free("control", "Followed hexes", FieldKind::Text),
            free("night", "Night", FieldKind::Text),
            free("ferry-retreat", "Retreats over a ferry", FieldKind::Text),
            free("points", "Points", FieldKind::Text),
            free("levels", "Levels of victory", FieldKind::Text),
        ],
    },
    Sheet {
        id: "briefing",
        group: TOLD,
        file: BRIEFING,
        path: &[],
        title: "The briefing",
        about: "What somebody must know who sits down to it. What you leave out is made from the numbers.",
        fields: &[
            free("story", "The story", FieldKind::Prose),
            free("union", "What the Union must do", FieldKind::Prose),
            free("confederate", "What the Confederates must do", FieldKind::Prose),
            free("length", "How long it takes", FieldKind::Text),
            free("complexity", "How hard, 1 to 5", FieldKind::Number),
            free("solitaire", "Fit for one, 1 to 5", FieldKind::Number),
            field("beginner", "The side for beginners", FieldKind::Word, SIDES, false),
            free("history", "What really happened, a paragraph a line", FieldKind::Paragraphs),
        ],
    },
    Sheet {
        id: "hints",
        group: TOLD,
        file: BRIEFING,
        path: &["hints"],
        title: "Hints",
        about: "Advice for each side, a piece of it in each line.",
        fields: &[free("union", "To the Union", FieldKind::Paragraphs), free("confederate", "To the Confederates", FieldKind::Paragraphs)],
    },
];
