//! What people look up: scenarios, options, tables, the order of battle, odds, rules.

use crate::GiveUsVictories;
use crate::combat::HIT;
use crate::counters::{EventRow, Use, boxes, counters, tables};
use crate::pools::ratio;
use crate::scenarios::scenarios;
use contact::distribution::{hits, probabilities};
use engine::handbook::{Briefing, Chanced, Chart, CounterEntry, Modifier, OddsQuestion, OddsReport, TurnMark};
use engine::mix::{Mixer, hash_text};
use engine::{BadField, Catalogue, Handbook, OptionRule, RuleText, ScenarioTitle, SetUp, Side};
use std::collections::BTreeMap;
use std::sync::LazyLock;

const RULES: &str = include_str!("../data/rules.toml");
const TRACE: &str = trace::written!("../data/trace.json");

/// Raised when positions are written in another way: the journal of a save keeps them word for word.
const WRITING: u64 = 1;

/// The file of briefings.
#[derive(serde::Deserialize)]
struct Briefings {
    briefing: Vec<Briefing>,
}

fn option(id: &str, title: &str, text: &str, values: &[&str]) -> OptionRule {
    OptionRule {
        id: id.into(),
        title: title.into(),
        text: text.into(),
        default: values[0].into(),
        values: values.iter().map(ToString::to_string).collect(),
    }
}

fn catalogue() -> Catalogue {
    let switch = ["off", "on"];
    Catalogue {
        game: "give-us-victories".into(),
        title: "Give Us Victories".into(),
        year: 2022,
        summary: "The Chancellorsville campaign: chits from one cup, brigades on a thousand-metre grid.".into(),
        scenarios: scenarios()
            .iter()
            .map(|s| ScenarioTitle { id: s.id.clone(), title: s.title.clone(), summary: s.summary.clone(), edition: None })
            .collect(),
        options: vec![
            option("events", "Events", "Campaign: each side draws events from a cup of its own (GUV-17.1).", &switch),
            option("dummies", "Dummies", "Dummy counters hide how strong a stack is (GUV-9.31).", &switch),
            option("rule-of-six", "Rule of 6", "A natural six names its victim or forces a retreat (GUV-14.45).", &switch),
            option("night-combat", "Night combat", "Campaign with events: the Night Attack chits are in the cups (GUV-14.64).", &switch),
            option("extra-skirmishers-union", "Extra Union skirmishers", "A handicap (GUV-13.18).", &["0", "1", "2", "3", "4"]),
            option("extra-skirmishers-confederate", "Extra Confederate skirmishers", "A handicap (GUV-13.18).", &["0", "1", "2"]),
            option(
                "deployment",
                "Deployment",
                "Campaign: the historical set-up, or formations placed on a strategic map in secret (GUV-20.1).",
                &["historical", "hypothetical"],
            ),
            option(
                "absent-forces",
                "Forces that took no part",
                "Campaign: Stoneman's cavalry and Longstreet's divisions; both are advised for balance (GUV-20.9).",
                &["off", "both", "stoneman", "longstreet"],
            ),
        ],
    }
}

impl Handbook for GiveUsVictories {
    fn catalogue() -> &'static Catalogue {
        static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(catalogue);
        &CATALOGUE
    }

    fn open(setup: &SetUp) -> Result<GiveUsVictories, BadField> {
        GiveUsVictories::new(setup)
    }

    fn setup(&self) -> &SetUp {
        &self.setup
    }

    fn fingerprint(&self) -> u64 {
        let mut m = Mixer::default();
        m.add(hash_text(env!("CARGO_PKG_VERSION"))).add(WRITING);
        for text in
            [RULES, include_str!("../data/tables.toml"), include_str!("../data/counters.toml"), include_str!("../data/scenarios.toml")]
        {
            m.add(hash_text(text));
        }
        m.finish()
    }

    fn rules() -> &'static [RuleText] {
        static TEXTS: LazyLock<Vec<RuleText>> =
            LazyLock::new(|| trace::merge(RULES, TRACE).unwrap_or_else(|e| panic!("data/rules.toml: {e}")));
        &TEXTS
    }

    fn briefing(&self) -> Briefing {
        let file: Briefings = engine::data::read(include_str!("../data/briefing.toml")).unwrap_or_else(|e| panic!("briefing.toml: {e}"));
        let briefing = file.briefing.into_iter().find(|b| b.scenario == self.scenario.id).expect("every scenario has a briefing");
        let [first, last] = self.scenario.turns;
        let mark = |turn: u8| TurnMark { turn, label: self.turn_words(turn), night: tables().day(turn).night };
        Briefing { turns: (first..=last).map(mark).collect(), ..briefing }
    }

    fn charts(&self) -> Vec<Chart> {
        let texts = |items: &[&str]| items.iter().map(ToString::to_string).collect::<Vec<_>>();
        let t = tables();
        let artillery = Chart {
            id: "artillery".into(),
            title: "Bombardment: summed factor by modified die".into(),
            columns: texts(&["1 or less", "2", "3", "4", "5", "6", "7 or more"]),
            rows: t.artillery.iter().map(|r| r.label.clone()).collect(),
            cells: t.artillery.iter().map(|r| r.results.iter().map(|x| x.word().to_string()).collect()).collect(),
        };
        let calendar = Chart {
            id: "calendar".into(),
            title: "The calendar".into(),
            columns: texts(&["Date", "Hours", "Night", "Union points", "Confederate points", "Rain"]),
            rows: (self.scenario.turns[0]..=self.scenario.turns[1]).map(|n| n.to_string()).collect(),
            cells: (self.scenario.turns[0]..=self.scenario.turns[1])
                .map(|n| {
                    let day = t.day(n);
                    let rain = if day.rain > 0 && self.scenario.weather { format!("{} or less", day.rain) } else { "-".into() };
                    let night = if day.night { "night" } else { "-" };
                    let points = Side::BOTH.map(|side| self.points(n, side).to_string());
                    let [union, confederate] = points;
                    vec![day.date.clone(), day.hours.clone(), night.into(), union, confederate, rain]
                })
                .collect(),
        };
        let half = |n: u8| {
            if n.is_multiple_of(2) {
                (n / 2).to_string()
            } else if n == 1 {
                "1/2".into()
            } else {
                format!("{} 1/2", n / 2)
            }
        };
        let c = &t.cost;
        let terrain_rows: Vec<(&str, [String; 4])> = vec![
            ("Clear", [half(c.clear), t.terrain.clear.limit.to_string(), "-".into(), "+1".into()]),
            (
                "Forest",
                [half(c.forest), t.terrain.forest.limit.to_string(), "attackers in forest choose their targets".into(), "-1".into()],
            ),
            ("City", [half(c.clear), t.terrain.city.limit.to_string(), "attacker -1 die".into(), "-1".into()]),
            (
                "Hill",
                [
                    "as the ground".into(),
                    t.terrain.hill.limit.to_string(),
                    "defender +1 die, unless all attackers are on hills".into(),
                    "0".into(),
                ],
            ),
            ("Wooded hill", ["as the ground".into(), t.terrain.forest_hill.limit.to_string(), "as hill".into(), "-1".into()]),
            ("Major road", [half(c.major_road), "-".into(), "-".into(), "-".into()]),
            ("Minor road", [half(c.minor_road), "-".into(), "-".into(), "-".into()]),
            ("Creek", ["0; in rain +1 off the road".into(), "-".into(), "-1 on one attacker die, if all cross".into(), "-".into()]),
            (
                "Po, Ny",
                [
                    format!("+{}; closed in rain but for bridges", half(c.minor_river)),
                    t.terrain.minor_river_limit.to_string(),
                    "attacker -1 die, if all cross".into(),
                    "-".into(),
                ],
            ),
            ("Rapidan ford", [format!("+{}; closed in rain", half(c.rapidan_ford)), "-".into(), "no combat across".into(), "-".into()]),
            (
                "Rappahannock ford",
                [format!("cavalry +{}; closed in rain", half(c.rappahannock_ford)), "-".into(), "no combat across".into(), "-".into()],
            ),
            ("Pontoon site", ["closed without a pontoon".into(), "-".into(), "no combat across".into(), "-".into()]),
            ("Pontoon", [format!("+{}", half(c.pontoon)), "-".into(), "no combat across".into(), "-".into()]),
            ("Next to the enemy, not in forest", [format!("+{}", half(c.contact)), "-".into(), "-".into(), "-".into()]),
            (
                "Breastworks",
                ["-".into(), "-".into(), "attacker -1 die or -1 step, defender's choice".into(), t.terrain.breastworks.to_string()],
            ),
            (
                "Fortification, front",
                ["-".into(), "-".into(), "attacker -1 step and defender +1 die".into(), t.terrain.fortification.to_string()],
            ),
            ("Fortification, other sides", ["-".into(), "-".into(), "as breastworks".into(), t.terrain.breastworks.to_string()]),
        ];
        let terrain = Chart {
            id: "terrain".into(),
            title: "Terrain effects".into(),
            columns: texts(&["Movement", "Most dice", "Combat", "Bombardment die"]),
            rows: terrain_rows.iter().map(|r| r.0.to_string()).collect(),
            cells: terrain_rows.iter().map(|r| r.1.to_vec()).collect(),
        };
        let chit_rows: Vec<_> = self.chits.iter().collect();
        let chits = Chart {
            id: "chits".into(),
            title: "Command chits".into(),
            columns: texts(&["Side", "Radius", "Factor", "Commands"]),
            rows: chit_rows.iter().map(|c| t.chit(*c).name.clone()).collect(),
            cells: chit_rows
                .iter()
                .map(|c| {
                    let row = t.chit(*c);
                    let factor = if row.factor > 0 { row.factor.to_string() } else { "-".into() };
                    let commands = if row.formation.is_empty() { "any".into() } else { row.formation.clone() };
                    vec![row.side.to_string(), row.radius.to_string(), factor, commands]
                })
                .collect(),
        };
        let named = |e: &EventRow| match &e.union_name {
            Some(other) => format!("{} (Union: {other})", e.name),
            None => e.name.clone(),
        };
        let events = Chart {
            id: "events".into(),
            title: "Events".into(),
            columns: texts(&["Side", "After use", "Effect"]),
            rows: t.events.iter().map(named).collect(),
            cells: t
                .events
                .iter()
                .map(|e| {
                    let sides: Vec<String> = e.sides.iter().map(ToString::to_string).collect();
                    let after: Vec<&str> =
                        e.sides.iter().map(|s| if e.returns(*s) { "back to the cup" } else { "out of the game" }).collect();
                    vec![sides.join(", "), after.join(", "), e.text.clone()]
                })
                .collect(),
        };
        let strategic = Chart {
            id: "boxes".into(),
            title: "The strategic map".into(),
            columns: texts(&["Side", "Least", "Most", "Where"]),
            rows: boxes().iter().map(|b| b.id.clone()).collect(),
            cells: boxes().iter().map(|b| vec![b.side.to_string(), b.min.to_string(), b.max.to_string(), b.note.clone()]).collect(),
        };
        let ratios = Chart {
            id: "ratio".into(),
            title: "Dice by ratio (attacker, defender), before anything else".into(),
            columns: texts(&["Attacker", "Defender"]),
            rows: ["1 to 4", "1 to 3", "1 to 2", "1 to 1", "2 to 1", "3 to 1", "4 to 1", "5 to 1"].map(String::from).to_vec(),
            cells: [(1, 4), (1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]
                .map(|(a, d): (u16, u16)| {
                    let (a, d) = ratio(a, d);
                    vec![(a + 1).to_string(), (d + 1).to_string()]
                })
                .to_vec(),
        };
        vec![calendar, terrain, artillery, chits, ratios, events, strategic]
    }

    fn order_of_battle(&self) -> Vec<CounterEntry> {
        let units = counters().units();
        units
            .iter()
            .map(|p| {
                let counter = counters().get(p);
                let start = self.scenario.units.iter().find(|u| u.piece == p);
                let later = self.scenario.reinforcements.iter().find(|r| r.units.iter().any(|u| u.0 == p));
                let entry = match (counter.used, later) {
                    (_, Some(r)) => Some(r.note.clone()),
                    (Use::Variant, None) => Some("only with the forces that took no part".to_string()),
                    (Use::Unused, None) => Some("not used".to_string()),
                    _ => None,
                };
                let formation = self.band[p.index()].map_or("Independent".to_string(), |c| {
                    let row = tables().chit(c);
                    format!("{} ({})", row.formation, row.name)
                });
                CounterEntry {
                    id: counter.id.clone(),
                    side: counter.side,
                    formation,
                    name: counter.name.clone(),
                    kind: counter.kind.word().to_string(),
                    strengths: BTreeMap::from([
                        ("combat".to_string(), u16::from(counter.cp[0])),
                        ("reduced".to_string(), u16::from(counter.cp[1])),
                        ("bonus".to_string(), u16::from(counter.elite)),
                    ]),
                    movement: u16::from(counter.ma),
                    start: start.map(|u| u.hex.name()),
                    entry,
                }
            })
            .collect()
    }

    fn odds(&self, question: &OddsQuestion) -> Result<OddsReport, BadField> {
        odds(question)
    }
}

/// The words of an odds question and what they do.
const CIRCUMSTANCES: [(&str, &str, &str); 14] = [
    ("encircled", "GUV-14.25", "attacker +1 die"),
    ("breastworks-die", "GUV-14.26", "attacker -1 die"),
    ("breastworks-step", "GUV-14.26", "attacker loses one step"),
    ("fortification", "GUV-14.34", "attacker loses one step, defender +1 die"),
    ("forest", "GUV-14.24", "4 dice at most"),
    ("city", "GUV-14.24", "attacker -1 die, 4 dice at most"),
    ("hill", "GUV-14.24", "defender +1 die, 5 dice at most"),
    ("forest-hill", "GUV-14.24", "defender +1 die, 4 dice at most"),
    ("creek", "GUV-14.22", "-1 on one attacker die"),
    ("river", "GUV-14.22", "attacker -1 die, 4 dice at most"),
    ("attacker-out-of-supply", "GUV-15.16", "-1 on every attacker die"),
    ("defender-out-of-supply", "GUV-15.16", "-1 on every defender die"),
    ("attacker-event", "GUV-14.41", "attacker +1 die and a bonus point"),
    ("defender-event", "GUV-14.41", "defender +1 die and a bonus point"),
];

/// Words that do not go together: one effect of works (GUV-14.26, R-118), one of terrain (GUV-14.23).
const EXCLUSIVE: [(&str, &[&str]); 2] = [
    ("works have one effect", &["breastworks-die", "breastworks-step", "fortification"]),
    ("terrain has one effect, of the defender's choice", &["city", "hill", "forest-hill", "creek", "river"]),
];

/// The chances of 0, 1, 2 ... hits of so many dice, all with one mark and the first with another.
fn hit_chances(dice: usize, every: i8, first: i8) -> Vec<f64> {
    let needed = |mark: i8| (HIT - mark).clamp(1, 7) as u8;
    let (one, others) = (hits(1, 6, needed(every + first)), hits(dice as u8 - 1, 6, needed(every)));
    let mut counts = vec![0u128; dice + 1];
    for (a, n) in one.iter().enumerate() {
        for (b, m) in others.iter().enumerate() {
            counts[a + b] += n * m;
        }
    }
    probabilities(&counts)
}

fn odds(question: &OddsQuestion) -> Result<OddsReport, BadField> {
    let sum = |list: &[u16], field: &str| {
        let total: u32 = list.iter().map(|n| u32::from(*n)).sum();
        match u16::try_from(total) {
            Ok(0) => Err(BadField::new(field, "combat points above 0 are wanted")),
            Ok(points) => Ok(points),
            Err(_) => Err(BadField::new(field, format!("{total} combat points are too many: {} in all at most", u16::MAX))),
        }
    };
    if question.column.is_some() {
        return Err(BadField::new("column", "nobody announces lower odds in this game"));
    }
    let (attack, defence) = (sum(&question.attack, "attack")?, sum(&question.defend, "defend")?);
    let (a, d) = ratio(attack, defence);
    let (mut attack_dice, mut defence_dice) = (a as i8 + 1, d as i8 + 1);
    let (mut limit, mut auto) = (tables().terrain.clear.limit as i8, 0);
    let (mut every, mut first): ([i8; 2], [i8; 2]) = ([0; 2], [0; 2]);
    let mut modifiers = Vec::new();
    let mut used: Vec<&str> = Vec::new();
    for word in &question.with {
        // A bonus point on the first die: attacker-bonus-2, defender-bonus-1.
        let bonus = ["attacker-bonus-", "defender-bonus-"].iter().position(|p| word.starts_with(p));
        if let Some(i) = bonus {
            let n: i8 = word
                .rsplit('-')
                .next()
                .and_then(|n| n.parse().ok())
                .filter(|n| (1..=8).contains(n))
                .ok_or_else(|| BadField::new("with", format!("{word:?}: a number of bonus points from 1 to 8 is wanted")))?;
            first[i] = (first[i] + n).min(8);
            modifiers.push(Modifier { rule: "GUV-14.38".into(), what: word.clone(), effect: format!("+{n} on one die") });
            continue;
        }
        let known = CIRCUMSTANCES.iter().find(|c| c.0 == word);
        let (_, rule, effect) = known.ok_or_else(|| {
            let names: Vec<&str> = CIRCUMSTANCES.iter().map(|c| c.0).collect();
            BadField::new("with", format!("{word:?} is not one of {}, attacker-bonus-N, defender-bonus-N", names.join(", ")))
        })?;
        let clash = EXCLUSIVE.iter().filter(|g| g.1.contains(&word.as_str())).find(|g| used.iter().any(|u| g.1.contains(u)));
        if used.contains(&word.as_str()) || clash.is_some() {
            let rule = clash.map_or("once is enough", |g| g.0);
            return Err(BadField::new("with", format!("{word:?}: {rule}")));
        }
        used.push(word);
        let t = &tables().terrain;
        match word.as_str() {
            "encircled" => attack_dice += 1,
            "breastworks-die" => attack_dice -= 1,
            "breastworks-step" => auto += 1,
            "fortification" => {
                auto += 1;
                defence_dice += 1;
            }
            "forest" => limit = limit.min(t.forest.limit as i8),
            "city" => {
                attack_dice -= 1;
                limit = limit.min(t.city.limit as i8);
            }
            "hill" => {
                defence_dice += 1;
                limit = limit.min(t.hill.limit as i8);
            }
            "forest-hill" => {
                defence_dice += 1;
                limit = limit.min(t.forest_hill.limit as i8);
            }
            "creek" => first[0] -= 1,
            "river" => {
                attack_dice -= 1;
                limit = limit.min(t.minor_river_limit as i8);
            }
            "attacker-out-of-supply" => every[0] -= 1,
            "defender-out-of-supply" => every[1] -= 1,
            "attacker-event" => {
                attack_dice += 1;
                first[0] += 1;
            }
            _ => {
                defence_dice += 1;
                first[1] += 1;
            }
        }
        modifiers.push(Modifier { rule: (*rule).into(), what: word.clone(), effect: (*effect).into() });
    }
    let pools = [attack_dice.clamp(1, limit), defence_dice.clamp(1, limit)];
    let [attack, defence] = [0, 1].map(|i| hit_chances(pools[i] as usize, every[i], first[i]));
    let steps = |n: usize| if n == 1 { "1 step".to_string() } else { format!("{n} steps") };
    let mut results = Vec::new();
    for (hits, p) in attack.iter().enumerate() {
        for (answer, q) in defence.iter().enumerate() {
            let result = format!("the defender loses {}, the attacker {}", steps(hits), steps(answer + auto));
            if p * q > 0.0 {
                results.push(Chanced { result, probability: p * q });
            }
        }
    }
    Ok(OddsReport { column: format!("{a} to {d}: {} dice against {}", pools[0], pools[1]), modifiers, results })
}
