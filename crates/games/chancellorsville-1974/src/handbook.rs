//! What people look up: the charts, the order of battle, odds, rules; and who plays against them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use board::HexId;
use contact::odds::Odds;
use engine::handbook::{Briefing, Chanced, Chart, CounterEntry, Modifier, OddsQuestion, OddsReport, TurnMark};
use engine::{BadField, Catalogue, Handbook, RuleText, SetUp, Side};

use crate::counters::{self, HIGHEST, Kind, LOWEST, Outcome, PIECES, PieceId, data};
use crate::ground::ground;
use crate::{Chancellorsville1974, Options};

/// Raised when the code changes what a saved game means.
const RULES_VERSION: u64 = 1;

/// Circumstances that `odds` understands, for the defender unless it says otherwise.
const CIRCUMSTANCES: [&str; 11] =
    ["fire", "fort", "city", "hill", "woods", "stream", "river", "attacker-river", "disrupted", "guns-alone", "attacking-guns-alone"];

impl Handbook for Chancellorsville1974 {
    fn catalogue() -> &'static Catalogue {
        &data().catalogue
    }

    fn open(setup: &SetUp) -> Result<Chancellorsville1974, BadField> {
        let options = Options {
            command: setup.is_on("command-control"),
            functions: setup.is_on("unit-functions"),
            inverted: setup.is_on("inverted-counters"),
            historical: setup.is_on("historical-disposition"),
            raid: setup.is_on("stonemans-raid"),
            barred_all_turn: setup.options.get("retreated-units").is_some_and(|v| v == "barred-all-turn"),
            fires_add_up: setup.options.get("fire-on-one-hex").is_some_and(|v| v == "any-number"),
        };
        Ok(Chancellorsville1974 { setup: setup.clone(), options, data: data(), ground: ground() })
    }

    fn setup(&self) -> &SetUp {
        &self.setup
    }

    fn fingerprint(&self) -> u64 {
        let mut mixer = engine::mix::Mixer::default();
        mixer.add(RULES_VERSION).add(counters::fingerprint());
        for word in &self.ground.terrain {
            mixer.add(u64::from(*word));
        }
        for (name, value) in &self.setup.options {
            mixer.add(engine::mix::hash_text(name)).add(engine::mix::hash_text(value));
        }
        mixer.finish()
    }

    fn rules() -> &'static [RuleText] {
        static RULES: LazyLock<Vec<RuleText>> =
            LazyLock::new(|| trace::merge(counters::RULES, trace::written!("../data/trace.json")).expect("the rules can be read"));
        &RULES
    }

    fn briefing(&self) -> Briefing {
        let briefing: Briefing = engine::data::read(include_str!("../data/briefing.toml")).unwrap_or_else(|e| panic!("briefing.toml: {e}"));
        let turns = self.data.turns.iter().zip(1..).map(|(t, turn)| TurnMark { turn, label: t.label.clone(), night: t.night }).collect();
        Briefing { turns, ..briefing }
    }

    fn charts(&self) -> Vec<Chart> {
        vec![self.crt_chart(), self.terrain_chart(), crossing_chart(), time_chart(), raid_chart(), radius_chart(), forces_chart()]
    }

    fn order_of_battle(&self) -> Vec<CounterEntry> {
        (0..PIECES as u8).map(PieceId).map(|p| self.entry(p)).collect()
    }

    fn odds(&self, question: &OddsQuestion) -> Result<OddsReport, BadField> {
        self.work_out(question)
    }
}

impl Chancellorsville1974 {
    fn crt_chart(&self) -> Chart {
        let columns: Vec<String> = (LOWEST..=HIGHEST).map(|c| Odds::from_even(c).to_string()).collect();
        let rows: Vec<String> = (1..=6).map(|d| d.to_string()).collect();
        let cells = (1..=6).map(|die| (LOWEST..=HIGHEST).map(|c| self.outcome(c, die).printed()).collect()).collect();
        Chart { id: "crt".into(), title: "Combat Results Table".into(), columns, rows, cells }
    }

    fn terrain_chart(&self) -> Chart {
        let c = &self.data.costs;
        let rows: [(&str, String, &str, &str); 11] = [
            ("clear", c.clear.to_string(), "no effect", "no effect"),
            ("road", format!("{} along the road, else as the other terrain", c.road), "as the other terrain", "as the other terrain"),
            (
                "city",
                format!("{}; no stop beside enemies", c.city),
                "defender x2; no duty to attack",
                "defender x2; blocks fire at 2 hexes",
            ),
            ("village", c.village.to_string(), "no effect", "no effect"),
            ("woods", c.woods.to_string(), "no duty to attack", "blocks fire at 2 hexes"),
            ("hill", c.hill.to_string(), "defender x2", "blocks fire at 2 hexes"),
            ("swamp", c.swamp.to_string(), "no effect", "no effect"),
            (
                "river",
                format!("{}; stop, except on a bridge; one unit", c.river),
                "attacker 1/2 against land; defender 1/2",
                "no fire from it; defender 1/2",
            ),
            ("stream", format!("{}; stop, except by road", c.stream), "defender behind it x2 if all attackers stand on it", "no effect"),
            ("fort", "as the other terrain".into(), "defender x2; no duty to attack", "defender x2"),
            ("ford", format!("{}; stop; from its approach hexes", c.river), "as river", "as river"),
        ];
        Chart {
            id: "terrain".into(),
            title: "Terrain Effects Chart".into(),
            columns: ["movement points", "regular combat", "artillery fire"].map(String::from).to_vec(),
            rows: rows.iter().map(|r| r.0.to_string()).collect(),
            cells: rows.iter().map(|r| vec![r.1.clone(), r.2.to_string(), r.3.to_string()]).collect(),
        }
    }

    fn entry(&self, piece: PieceId) -> CounterEntry {
        let counter = self.data.counter(piece);
        let raids = self.options.raid && (self.data.raiders & piece.bit() != 0 || piece == self.data.gray_raider);
        let start = if raids {
            None
        } else if counter.of.is_some() {
            Some("substitute for a division".to_string())
        } else if let Some((_, hex)) = self.data.fixed.iter().find(|(p, _)| *p == piece).filter(|_| self.options.historical) {
            Some(self.ground.name(*hex))
        } else {
            let open = |h: &HexId| self.may_start_at(piece, *h).is_ok();
            Some(match (piece.side(), self.ground.grid().hexes().filter(open).count()) {
                (Side::Union, n) => format!("north of the Rappahannock ({n} hexes)"),
                (Side::Confederate, n) => format!("south of the rivers ({n} hexes)"),
            })
        };
        CounterEntry {
            id: counter.id.clone(),
            side: piece.side(),
            formation: counter.formation.clone(),
            name: counter.name.clone(),
            kind: counter.kind.id().into(),
            strengths: BTreeMap::from([("combat".to_string(), u16::from(counter.strength))]),
            movement: u16::from(counter.movement),
            start,
            entry: raids.then(|| "west edge, by the raid die".to_string()),
        }
    }

    /// C74-VII.A.7.a to C74-VII.A.7.c on the bare numbers of a question.
    fn work_out(&self, question: &OddsQuestion) -> Result<OddsReport, BadField> {
        if let Some(word) = question.with.iter().find(|w| !CIRCUMSTANCES.contains(&w.as_str())) {
            return Err(BadField::new("with", format!("{word:?} is not one of {}", CIRCUMSTANCES.join(", "))));
        }
        if let Some(word) = question.with.iter().find(|w| w.ends_with("guns-alone") && !self.options.functions) {
            let because = format!("{word:?} is for optional rule II only: choose unit-functions=on as well (C74-OPT-II.B.1.a)");
            return Err(BadField::new("with", because));
        }
        if question.attack.is_empty() {
            return Err(BadField::new("attack", "the strengths of the attackers"));
        }
        if question.defend.is_empty() {
            return Err(BadField::new("defend", "the strengths of the defenders"));
        }
        let has = |word: &str| question.with.iter().any(|w| w == word);
        let fire = has("fire");
        let mut modifiers: Vec<Modifier> = Vec::new();
        let mut note = |rule: &str, what: &str, effect: &str| {
            modifiers.push(Modifier { rule: rule.into(), what: what.into(), effect: effect.into() });
        };
        let halved = |strengths: &[u16], guns: bool, river: bool| -> u32 {
            strengths
                .iter()
                .map(|s| {
                    let points = 2 * u32::from(*s);
                    let points = if guns { points / 2 } else { points };
                    if river { points / 4 * 2 } else { points }
                })
                .sum()
        };
        let guns = !fire && !has("fort") && has("guns-alone");
        let lone_attackers = !fire && has("attacking-guns-alone");
        let wet = !fire && has("attacker-river") && !has("river");
        if guns {
            note("C74-OPT-II.B.1.a", "guns without infantry or cavalry", "defence halved");
        }
        if lone_attackers {
            note("C74-OPT-II.B.1.b", "guns without infantry or cavalry in the same attack", "attack halved");
        }
        if wet {
            note("C74-TEC-8.b", "attackers on the river", "attack halved, rounded down");
        }
        let attack = halved(&question.attack, lone_attackers, wet);
        let defence = if has("disrupted") {
            note("C74-CRT-14", "only disrupted units in the hex", "defence 1 in all");
            2
        } else {
            if has("river") {
                note(if fire { "C74-TEC-8.c" } else { "C74-TEC-8.b" }, "defenders on the river", "defence halved, rounded down");
            }
            let sum = halved(&question.defend, guns, has("river"));
            let doubling = [
                ("fort", "C74-VII.C.1", true),
                ("city", "C74-TEC-3", true),
                ("hill", "C74-TEC-6", !fire),
                ("stream", "C74-TEC-9.b", !fire),
            ];
            match doubling.into_iter().find(|(word, _, counts)| has(word) && *counts) {
                Some((word, rule, _)) => {
                    note(rule, word, "defence doubled, once at most");
                    2 * sum
                }
                None => sum,
            }
        };
        let column = Chancellorsville1974::column(attack, defence);
        let Some(mut column) = column else {
            return Err(BadField::new("attack", "attacks below 1-4 are not allowed (C74-CRT-2)"));
        };
        if let Some(lower) = &question.column {
            let lower = Odds::parse(lower).map(Odds::above_even).filter(|c| (LOWEST..=column).contains(c));
            column = lower.ok_or_else(|| BadField::new("column", "a column of the table, no higher than the odds"))?;
        }
        let mut results: Vec<Chanced> = Vec::new();
        for die in 1..=6 {
            let outcome = self.outcome(column, die);
            let adverse = matches!(outcome, Outcome::AttackersOut | Outcome::AttackersBack(..));
            let word = if fire && adverse { "no effect".to_string() } else { outcome.printed() };
            match results.iter_mut().find(|r| r.result == word) {
                Some(known) => known.probability += 1.0 / 6.0,
                None => results.push(Chanced { result: word, probability: 1.0 / 6.0 }),
            }
        }
        Ok(OddsReport { column: Odds::from_even(column).to_string(), modifiers, results })
    }
}

fn crossing_chart() -> Chart {
    let yes = |b: bool| if b { "yes" } else { "no" }.to_string();
    Chart {
        id: "crossing".into(),
        title: "River crossing".into(),
        columns: ["swim", "ford", "boats", "bridge"].map(String::from).to_vec(),
        rows: Kind::ALL.iter().map(|k| k.id().to_string()).collect(),
        cells: Kind::ALL
            .iter()
            .map(|k| data().crossing[*k as usize])
            .map(|c| vec![yes(c.swim), yes(c.ford), yes(c.boat), yes(c.bridge)])
            .collect(),
    }
}

fn time_chart() -> Chart {
    let turns = &data().turns[..usize::from(data().limits.last_turn)];
    let gray = |t: &counters::Turn| match t.gray {
        counters::Gray::Full => "Segment",
        counters::Gray::Still => "no movement",
        counters::Gray::None => "none",
    };
    let row = |t: &counters::Turn| {
        vec![
            t.label.clone(),
            if t.night { "night" } else { "day" }.to_string(),
            gray(t).to_string(),
            if t.night { "no" } else { "yes" }.to_string(),
            if !t.night {
                "yes"
            } else if t.bonus {
                "Union"
            } else {
                "no"
            }
            .to_string(),
            if t.raid { "yes" } else { "no" }.to_string(),
        ]
    };
    Chart {
        id: "time".into(),
        title: "Time Record".into(),
        columns: ["box", "light", "Confederate Segment", "combat", "road bonus", "raid die after it"].map(String::from).to_vec(),
        rows: (1..=turns.len()).map(|n| n.to_string()).collect(),
        cells: turns.iter().map(row).collect(),
    }
}

fn raid_chart() -> Chart {
    let back = |die: usize| {
        let names: Vec<String> = counters::each(data().returns[die]).map(|p| data().counter(p).name.clone()).collect();
        if names.is_empty() { "nobody".to_string() } else { names.join(", ") }
    };
    Chart {
        id: "raid".into(),
        title: "Stoneman's raid (optional V)".into(),
        columns: vec!["return".into()],
        rows: (1..=6).map(|d| d.to_string()).collect(),
        cells: (0..6).map(|d| vec![back(d)]).collect(),
    }
}

fn radius_chart() -> Chart {
    let r = &data().radii;
    let rows = [
        ("Union headquarters", r.union),
        ("Confederate army", r.confederate_army),
        ("Confederate corps", r.confederate_corps),
        ("Confederate division", r.confederate_division),
    ];
    Chart {
        id: "command".into(),
        title: "Command control radius (optional I)".into(),
        columns: ["day", "night"].map(String::from).to_vec(),
        rows: rows.iter().map(|(name, _)| name.to_string()).collect(),
        cells: rows.iter().map(|(_, n)| vec![n.to_string(), (n / 2).to_string()]).collect(),
    }
}

fn forces_chart() -> Chart {
    let kinds = [Kind::Infantry, Kind::Artillery, Kind::Cavalry, Kind::HorseArtillery];
    let row = |side: Side| {
        let sum = |kind: Kind| {
            let counted = |c: &&counters::Counter| c.kind == kind && c.of.is_none();
            let range = if side == Side::Union { 0..counters::UNION_PIECES } else { counters::UNION_PIECES..PIECES };
            data().counters[range].iter().filter(counted).map(|c| u32::from(c.strength)).sum::<u32>()
        };
        let sums: Vec<u32> = kinds.into_iter().map(sum).collect();
        let total = sums.iter().sum::<u32>();
        sums.into_iter().chain([total]).map(|n| n.to_string()).collect::<Vec<_>>()
    };
    Chart {
        id: "forces".into(),
        title: "Comparison of forces by strength points".into(),
        columns: ["infantry", "artillery", "cavalry", "horse artillery", "total"].map(String::from).to_vec(),
        rows: ["confederate", "union"].map(String::from).to_vec(),
        cells: vec![row(Side::Confederate), row(Side::Union)],
    }
}
