//! What people look up.

use crate::BullRun;
use crate::counters::{Kind, Rank};
use crate::scenario::{Start, StartZone};
use crate::tables::Tables;
use crate::words::{bombardment_words, combat_words, sixths};
use board::{Crossing, Location};
use contact::odds::Odds;
use engine::handbook::{Briefing, Chanced, Chart, CounterEntry, Modifier, OddsQuestion, OddsReport, TurnMark};
use engine::mix::hash_text;
use engine::{BadField, Catalogue, Handbook, OptionRule, RuleText, ScenarioTitle, SetUp};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// All data of the game: a change gives another fingerprint.
const DATA: [&str; 5] = [
    include_str!("../data/counters.toml"),
    include_str!("../data/tables.toml"),
    include_str!("../data/scenarios.toml"),
    include_str!("../data/setups.toml"),
    include_str!("../data/rules.toml"),
];
const TRACE: &str = trace::written!("../data/trace.json");
/// Changes with the rules code where a saved game would go another way.
const RULES_EDITION: u64 = 2;

fn on_off(id: &str, title: &str, text: &str, default: &str) -> OptionRule {
    OptionRule { id: id.into(), title: title.into(), text: text.into(), default: default.into(), values: vec!["off".into(), "on".into()] }
}

impl Handbook for BullRun {
    fn catalogue() -> &'static Catalogue {
        static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue {
            game: "bull-run".into(),
            title: "Bull Run".into(),
            year: 1983,
            summary: "Two green armies on either side of a river, each in position to attack and out of position to defend.".into(),
            scenarios: vec![ScenarioTitle {
                id: "july-21".into(),
                title: "First Bull Run, 21 July 1861".into(),
                summary: "Twenty-three half hours, from 9 in the morning to 8 in the evening.".into(),
                edition: None,
            }],
            options: vec![
                on_off(
                    "uncertain-times",
                    "Uncertain times",
                    "Orders and reinforcements come by the die, early or late (optional rule 1).",
                    "off",
                ),
                on_off("fog-of-war", "Fog of war", "Union pieces begin face down too, with dummies among them (optional rule 2).", "off"),
                on_off("exhaustion", "Exhaustion", "Union units that marched by R1 can be revived only once (optional rule 3).", "off"),
                on_off("july-20th", "July 20th", "McDowell attacks a day early, before Johnston's army is there (optional rule 4).", "off"),
                on_off(
                    "retreat-from-guns",
                    "Retreat from guns",
                    "A retreat must lead away from batteries that fired at long range too, as printed; off, only from adjacent enemies.",
                    "on",
                ),
            ],
        });
        &CATALOGUE
    }

    fn open(setup: &SetUp) -> Result<BullRun, BadField> {
        if setup.scenario != "july-21" {
            return Err(BadField::new("scenario", "Bull Run has the scenario july-21"));
        }
        Ok(BullRun::with(setup.clone()))
    }

    fn setup(&self) -> &SetUp {
        &self.setup
    }

    fn fingerprint(&self) -> u64 {
        static DATA_HASH: LazyLock<u64> = LazyLock::new(|| {
            let mut mixer = engine::mix::Mixer::default();
            DATA.iter().for_each(|text| {
                mixer.add(hash_text(text));
            });
            mixer.add(RULES_EDITION);
            mixer.finish()
        });
        *DATA_HASH
    }

    fn rules() -> &'static [RuleText] {
        static RULES: LazyLock<Vec<RuleText>> =
            LazyLock::new(|| trace::merge(DATA[4], TRACE).unwrap_or_else(|e| panic!("rules.toml: {e}")));
        &RULES
    }

    fn briefing(&self) -> Briefing {
        let briefing: Briefing = engine::data::read(include_str!("../data/briefing.toml")).unwrap_or_else(|e| panic!("briefing.toml: {e}"));
        let turns =
            self.scenario.turns.iter().zip(1..).map(|(label, turn)| TurnMark { turn, label: label.clone(), night: false }).collect();
        Briefing { turns, ..briefing }
    }

    fn charts(&self) -> Vec<Chart> {
        let strings = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
        let dice = || (1..=6).map(|d| d.to_string()).collect::<Vec<_>>();
        let chart = |id: &str, title: &str, columns: Vec<String>, rows: Vec<String>, cells: Vec<Vec<String>>| Chart {
            id: id.into(),
            title: title.into(),
            columns,
            rows,
            cells,
        };
        let t = self.tables;
        let combat =
            (1..=6u8).map(|die| (0..t.combat_columns.len()).map(|c| result_name(combat_words(t.combat(c, die)))).collect()).collect();
        let bombard = (1..=6u8)
            .map(|die| (0..t.bombardment_columns.len()).map(|c| result_name(bombardment_words(t.bombardment(c, die)))).collect())
            .collect();
        let m = &t.movement;
        let enter = |cost: u8| sixths(cost);
        let road = |r: &crate::tables::Rate| format!("battery {}, other {}", sixths(r.battery), sixths(r.other));
        let penalty = format!("+{} in, +{} out", sixths(m.penalty), sixths(m.penalty));
        let terrain = [
            ["Clear", &enter(m.clear), "", "", "units block"],
            ["Stream", &enter(m.stream), "", "downhill", "units do not block"],
            ["Woods", &enter(m.woods), "", "batteries half", "blocks"],
            ["Stream and woods", &enter(m.stream_woods), "", "downhill; batteries half", "blocks"],
            ["Crest hexside", "", "", "hilltop is uphill", "blocks, unless battery or target is on its hilltop"],
            [
                "Ford",
                &enter(m.ford),
                &format!("{penalty}; no brigades; 8 points; 8 may enter in a turn; blocks command through"),
                "half; no retreat through",
                "units do not block",
            ],
            ["Bridge, trestle", &enter(m.bridge), "no brigades", "half", "units do not block"],
            ["River", "", "may not be entered; blocks command", "", ""],
            ["Major road", &road(&m.major), "not for brigades", "", ""],
            ["Minor road, railroad", &road(&m.minor), "not for brigades", "", ""],
            ["Abatis", "", &format!("{penalty}; cancels roads; no brigades"), "no retreat through", ""],
        ];
        let turns = self.scenario.turns.clone();
        let calendar = (1..=turns.len() as u8).map(|turn| vec![self.calendar(turn)]).collect();
        vec![
            chart("combat", "Combat results table", t.combat_columns.clone(), dice(), combat),
            chart("bombardment", "Bombardment table", t.bombardment_columns.clone(), dice(), bombard),
            chart(
                "leader-loss",
                "Leader elimination table",
                strings(&["result"]),
                dice(),
                t.leader_lost.iter().map(|lost| vec![if *lost { "LE" } else { "LB2" }.to_string()]).collect(),
            ),
            chart(
                "terrain",
                "Terrain effects chart",
                strings(&["movement", "restrictions", "combat", "line of sight"]),
                terrain.iter().map(|r| r[0].to_string()).collect(),
                terrain.iter().map(|r| r[1..].iter().map(ToString::to_string).collect()).collect(),
            ),
            chart(
                "command",
                "Command chart",
                strings(&["in command range", "in his hex"]),
                strings(&["Army", "Division", "Union brigade", "Confederate brigade", "Artillery"]),
                [
                    ["all leaders", "all pieces"],
                    ["his division", "all pieces"],
                    ["his brigade's units", "all pieces"],
                    ["his brigade's units", "pieces of his army"],
                    ["his own batteries", "his army's batteries"],
                ]
                .iter()
                .map(|r| strings(r))
                .collect(),
            ),
            chart("calendar", "Turn record track", strings(&["event"]), turns, calendar),
        ]
    }

    fn numbers() -> &'static [&'static str] {
        &["attack", "defence", "movement"]
    }

    fn order_of_battle(&self) -> Vec<CounterEntry> {
        let mut out = Vec::new();
        for piece in self.counters.all() {
            let c = self.counters.counter(piece);
            let side = piece.side();
            let holder = matches!(c.kind, Kind::Formed | Kind::Dummy);
            let playing = self.scenario.in_game[side.index()] & if holder { c.leader.bit() } else { piece.bit() } != 0
                && (c.kind != Kind::Dummy || self.options.fog_of_war);
            if !playing {
                continue;
            }
            let kind = match c.kind {
                Kind::Leader => match c.rank {
                    Some(Rank::Army) => "army leader",
                    Some(Rank::Division) => "division leader",
                    Some(Rank::Artillery) => "artillery leader",
                    _ => "brigade leader",
                },
                Kind::Infantry => "infantry",
                Kind::Cavalry => "cavalry",
                Kind::Battery => "artillery",
                Kind::Formed => "brigade",
                Kind::Dummy => "dummy",
            };
            let mut strengths = BTreeMap::new();
            if c.kind == Kind::Battery {
                for (name, face) in [("mobile", c.faces[0]), ("battle", c.faces[1])] {
                    strengths.insert(format!("{name} attack"), u16::from(face.attack));
                    strengths.insert(format!("{name} movement"), u16::from(face.movement));
                }
                strengths.insert("attack".into(), u16::from(c.faces[1].attack));
                strengths.insert("defence".into(), u16::from(c.faces[0].defence));
            } else if !matches!(c.kind, Kind::Leader | Kind::Dummy) {
                strengths.insert("attack".into(), u16::from(c.faces[0].attack));
                strengths.insert("defence".into(), u16::from(c.faces[0].defence));
            }
            if c.red {
                strengths.insert("always active".into(), 1);
            }
            let (start, entry) = match self.scenario.starts[piece.index()] {
                Start::Out => (None, None),
                Start::Zone(z) => {
                    let frozen = if self.scenario.frozen & piece.bit() != 0 && side == engine::Side::Confederate { ", frozen" } else { "" };
                    (Some(format!("{}{frozen}", self.zone_words(&self.scenario.zones[usize::from(z)]))), None)
                }
                Start::Route { third } => {
                    let r1 = if self.scenario.r1.is_empty() { "" } else { " or R1" };
                    let far = if third { " or CCC35" } else { "" };
                    let bases: Vec<String> = self.scenario.centreville.iter().map(|h| self.ground.name(*h)).collect();
                    (Some(format!("march route to Centreville ({}){r1}{far}", bases.join(", "))), None)
                }
                Start::Group(g) => {
                    let group = &self.scenario.groups[usize::from(g)];
                    (None, Some(self.due_words(group.turn, group)))
                }
            };
            out.push(CounterEntry {
                id: c.id.clone(),
                side,
                formation: self.formation(piece),
                name: c.name.clone(),
                kind: kind.into(),
                strengths,
                movement: u16::from(c.faces[0].movement),
                start,
                entry,
            });
        }
        out
    }

    /// The odds of an attack asked for by hand: printed strengths, and words for what terrain and guns do. A word counts once,
    /// however often it is said, and so do words that say the same: nobody is halved or doubled twice (BR-7.4, BR-7.5).
    ///
    /// `uphill` doubles the defence (BR-7.4), `halved`, `ford` or `bridge` halves the attackers (BR-7.51), `defender-halved`,
    /// `defender-ford` or `defender-bridge` the defenders, `support=N` adds long range fire up to the adjacent strength
    /// (BR-9.51), `bombard` uses the bombardment table (BR-9.6), `automatic` the 6-1 column at 8-1 or better (BR-10.5).
    fn odds(&self, question: &OddsQuestion) -> Result<OddsReport, BadField> {
        // In quarter points: a half of a half can be asked for.
        let mut attack: u32 = question.attack.iter().map(|a| u32::from(*a) * 4).sum();
        let mut defence: u32 = question.defend.iter().map(|d| u32::from(*d) * 4).sum();
        if question.defend.is_empty() || defence == 0 {
            return Err(BadField::new("defend", "a defence strength is wanted, at least 1"));
        }
        if question.column.is_some() {
            return Err(BadField::new("column", "Bull Run knows no announced column: the odds are what they are"));
        }
        let mut support: Option<u32> = None;
        let (mut uphill, mut halved, mut defender_halved, mut bombard, mut automatic) = (false, false, false, false, false);
        for (n, word) in question.with.iter().enumerate() {
            match word.as_str() {
                "uphill" => uphill = true,
                "halved" | "ford" | "bridge" => halved = true,
                "defender-halved" | "defender-ford" | "defender-bridge" => defender_halved = true,
                "bombard" => bombard = true,
                "automatic" => automatic = true,
                other => {
                    let Some(fire) = other.strip_prefix("support=").and_then(quarters) else {
                        let known = "uphill, halved, ford, bridge, defender-halved, defender-ford, defender-bridge, support=N, bombard or automatic";
                        return Err(BadField::new(format!("with[{n}]"), format!("{other:?} is not one of {known}")));
                    };
                    if support.is_some_and(|before| before != fire) {
                        return Err(BadField::new(format!("with[{n}]"), "support fire is said once, with the sum of all batteries"));
                    }
                    support = Some(fire);
                }
            }
        }
        let refuse = |because: &str| Err(BadField::new("with", because));
        match (bombard, automatic) {
            (true, true) => return refuse("an automatic victory is no bombardment: batteries at long range take no part in it (BR-10.2)"),
            (_, true) if support.is_some() => {
                return refuse("no long range fire supports an automatic victory: every attacker must be adjacent (BR-10.2)");
            }
            (true, _) if support.is_some() => return refuse("a bombardment is all long range fire: give it as the attack (BR-9.6)"),
            (true, _) if uphill => return refuse("nobody is doubled in a bombardment (BR-9.63)"),
            _ => {}
        }
        let mut modifiers = Vec::new();
        let mut modifier =
            |rule: &str, what: &str, effect: String| modifiers.push(Modifier { rule: rule.into(), what: what.into(), effect });
        if uphill {
            defence *= 2;
            modifier("BR-7.4", "defenders uphill of all adjacent attackers", "defence doubled".into());
        }
        if halved {
            attack /= 2;
            modifier("BR-7.5", "attackers on a ford or bridge, or batteries that woods hinder", "attack halved".into());
        }
        if defender_halved {
            defence /= 2;
            modifier("BR-7.5", "defenders on a ford or bridge, or batteries in woods", "defence halved".into());
        }
        if let Some(fire) = support {
            let counts = fire.min(attack);
            modifier("BR-9.51", "support fire", format!("{} of {} counts", counts as f32 / 4.0, fire as f32 / 4.0));
            attack += counts;
        }
        let odds = Odds::of(attack, defence);
        let report = |column: String, counts: Vec<(String, u8)>| {
            let results = counts.into_iter().map(|(result, n)| Chanced { result, probability: f64::from(n) / 6.0 }).collect();
            Ok(OddsReport { column, modifiers: modifiers.clone(), results })
        };
        let tally = |of: &dyn Fn(u8) -> String| {
            let mut counts: Vec<(String, u8)> = Vec::new();
            for die in 1..=6 {
                let name = of(die);
                match counts.iter_mut().find(|(r, _)| *r == name) {
                    Some((_, n)) => *n += 1,
                    None => counts.push((name, 1)),
                }
            }
            counts
        };
        if automatic {
            if attack < defence * u32::from(self.tables.limits.automatic) {
                return Err(BadField::new("attack", "an automatic victory needs 8-1 (BR-10.1)"));
            }
            let column = self.tables.combat_columns.len() - 1;
            return report(
                self.tables.combat_columns[column].clone(),
                tally(&|d| result_name(combat_words(self.tables.combat(column, d)))),
            );
        }
        if bombard {
            return match Tables::bombardment_column(odds) {
                None => report(odds.to_string(), vec![("-".into(), 6)]),
                Some(c) => {
                    let name = self.tables.bombardment_columns[c].clone();
                    report(name, tally(&|d| result_name(bombardment_words(self.tables.bombardment(c, d)))))
                }
            };
        }
        match Tables::combat_column(odds) {
            None => report("below 1-6".into(), vec![("AE".into(), 6)]),
            Some(c) => report(self.tables.combat_columns[c].clone(), tally(&|d| result_name(combat_words(self.tables.combat(c, d))))),
        }
    }
}

/// Quarter points of a strength as it is said: whole, or with a half.
fn quarters(said: &str) -> Option<u32> {
    let (whole, half) = match said.strip_suffix(".5") {
        Some(whole) => (whole, 2),
        None => (said, 0),
    };
    whole.parse::<u16>().ok().map(|points| u32::from(points) * 4 + half)
}

/// `DE DB2` of a result in words.
fn result_name(words: &str) -> String {
    match words.split_once(':') {
        Some((name, _)) => name.to_string(),
        None => "-".to_string(),
    }
}

impl BullRun {
    /// A zone of the Confederate card with its hexes: the one hex itself, or the crossings that it lies around (BR-1.21 to
    /// BR-1.23).
    fn zone_words(&self, zone: &StartZone) -> String {
        if let Some(hex) = zone.single {
            return self.ground.name(hex);
        }
        // The card calls several fords by one word: "Ball's, Lewis or Island Ford".
        let named = |c: &&Crossing| zone.name.contains(c.name.strip_suffix(" Ford").unwrap_or(&c.name));
        let around = self.ground.board.crossings.iter().filter(named).filter_map(|c| match c.at {
            Location::Hex(hex) => Some(self.ground.name(hex)),
            _ => None,
        });
        format!("{} ({})", zone.name, around.collect::<Vec<_>>().join(", "))
    }

    fn calendar(&self, turn: u8) -> String {
        let mut events: Vec<String> = Vec::new();
        if turn == self.scenario.unfreeze && self.scenario.frozen != 0 {
            events.push("Confederate pieces unfreeze (Confederate turn)".into());
        }
        for group in self.scenario.groups.iter().filter(|g| g.turn == turn && g.pieces != 0) {
            let how = if group.railroad.is_empty() { "" } else { " by rail" };
            events.push(format!("{} reinforcements at {}{how}", group.side, self.ground.name(group.hex)));
        }
        if turn == self.scenario.rally {
            events.push("rallying begins".into());
        }
        if turn == self.scenario.last_turn() {
            events.push("the game ends after the Confederate turn".into());
        }
        events.join("; ")
    }
}
