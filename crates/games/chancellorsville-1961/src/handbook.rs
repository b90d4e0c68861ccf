//! What people look up: tables, order of battle, odds, rules.

use crate::action::Manner;
use crate::combat::{BEST_COLUMN, column, column_name};
use crate::counters::{Book, Kind, Outcome};
use crate::state::LAST_TURN;
use crate::{Chancellorsville1961, stacking};
use engine::handbook::{Briefing, Chanced, Chart, CounterEntry, Modifier, OddsQuestion, OddsReport, TurnMark};
use engine::mix::{hash_text, mix};
use engine::{BadField, Catalogue, Handbook, RuleText, SetUp, Side};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Changes with the rules where a saved game would go another way.
const RULES_EDITION: u64 = 2;

/// The words that an odds question understands: terrain of the defenders, and how the battle is fought.
const CIRCUMSTANCES: [&str; 7] = ["fort", "hill", "shore", "across", "guns", "bombard", "approach"];

fn chart(id: &str, title: &str, columns: &[&str], rows: Vec<(String, Vec<String>)>) -> Chart {
    let (rows, cells) = rows.into_iter().unzip();
    Chart { id: id.into(), title: title.into(), columns: columns.iter().map(ToString::to_string).collect(), rows, cells }
}

fn row(name: &str, cells: &[&str]) -> (String, Vec<String>) {
    (name.into(), cells.iter().map(ToString::to_string).collect())
}

impl Handbook for Chancellorsville1961 {
    fn catalogue() -> &'static Catalogue {
        &Book::get().catalogue
    }

    fn open(setup: &SetUp) -> Result<Chancellorsville1961, BadField> {
        Ok(Chancellorsville1961 { book: Book::get(), clock: setup.is_on("clock"), chosen: setup.clone() })
    }

    fn setup(&self) -> &SetUp {
        &self.chosen
    }

    fn fingerprint(&self) -> u64 {
        self.book.fingerprint ^ hash_text(&self.book.ground.board.title) ^ mix(RULES_EDITION)
    }

    fn rules() -> &'static [RuleText] {
        static RULES: LazyLock<Vec<RuleText>> = LazyLock::new(|| {
            trace::merge(include_str!("../data/rules.toml"), trace::written!("../data/trace.json"))
                .unwrap_or_else(|fault| panic!("chancellorsville-1961: {fault}"))
        });
        &RULES
    }

    fn briefing(&self) -> Briefing {
        let briefing: Briefing = engine::data::read(include_str!("../data/briefing.toml")).unwrap_or_else(|e| panic!("briefing.toml: {e}"));
        let turns = (1..=LAST_TURN).map(|turn| TurnMark { turn, label: format!("Turn {turn}"), night: false }).collect();
        Briefing { turns, ..briefing }
    }

    fn charts(&self) -> Vec<Chart> {
        let mut results = vec![row("less than 1-6", &["A elim"; 6])];
        for c in -BEST_COLUMN..=BEST_COLUMN {
            results.push((column_name(c), (1..=6).map(|die| self.outcome(c, die).words().to_string()).collect()));
        }
        results.push(row("more than 6-1", &["D elim"; 6]));
        let yes = |on: bool| if on { "yes" } else { "no" };
        let crossing = [Kind::Headquarters, Kind::Infantry, Kind::Cavalry, Kind::Artillery, Kind::HorseArtillery];
        let crossing = crossing.map(|k| row(k.id(), &[yes(k.swims()), "yes", yes(k.boards()), "yes"]));
        vec![
            chart("combat", "Combat Results Table (RULE D)", &["1", "2", "3", "4", "5", "6"], results),
            chart("crossing", "River crossing", &["swim", "ford", "boat (Union)", "bridge"], crossing.to_vec()),
            chart(
                "defence",
                "Defence: how often a defender counts",
                &["attacked from its own bank", "attacked from the river or across it"],
                vec![
                    row("clear, woods, marsh, stream", &["x1", "x1; x2 on a shore hex"]),
                    row("hill", &["x2", "x2"]),
                    row("fort", &["x2", "x2; x3 on a shore hex"]),
                    row("fort on a hill", &["x3", "x3"]),
                ],
            ),
            chart(
                "terrain",
                "Movement",
                &["effect"],
                vec![
                    row("clear, road, railroad, village, city", &["1 per hex"]),
                    row(
                        "woods, hill, marsh",
                        &["stop on entering from outside; from inside 2 hexes a Turn; out from an edge hex at full rate"],
                    ),
                    row("stream", &["stop, unless a road, railroad or unfinished railroad is in the hex"]),
                    row("river", &["only as the crossing table allows; stop, except on a bridge"]),
                    row("enemy zone", &["stop"]),
                ],
            ),
            chart(
                "secondary-zone",
                "Combat at two hexes (A artillery, NA others)",
                &["battle", "who fights", "void"],
                vec![
                    row("A against A", &["must", "both", "nothing"]),
                    row("A against NA", &["may", "both", "what is adverse to A"]),
                    row("NA against A", &["must", "both", "what is adverse to A"]),
                    row("NA against NA", &["cannot", "nobody", ""]),
                    row("A against A and NA", &["must", "the A", "nothing"]),
                    row("A and NA against A", &["must", "the A", "nothing"]),
                    row("A and NA against NA", &["may", "the A against NA", "what is adverse to A"]),
                    row("NA against A and NA", &["must", "NA against A", "what is adverse to A"]),
                    row("A and NA against A and NA", &["must", "the A", "nothing"]),
                ],
            ),
            chart(
                "stacking",
                "More than one unit per hex",
                &["limit"],
                vec![
                    ("Union".into(), vec![format!("{} combat units and {} headquarters", stacking::UNION_UNITS, stacking::UNION_STAFFS)]),
                    ("Confederate".into(), vec![format!("{} basic factors, any number of headquarters", stacking::CONFEDERATE_FACTORS)]),
                    row("river, ford, boat, bridge", &["one unit"]),
                ],
            ),
        ]
    }

    fn order_of_battle(&self) -> Vec<CounterEntry> {
        let start = |side: Side, of: &Option<String>| match (side, of) {
            (Side::Union, _) => "north-of-rappahannock".to_string(),
            (Side::Confederate, None) => "south-of-river-line".to_string(),
            (Side::Confederate, Some(division)) => format!("box (substitute for {division})"),
        };
        self.book
            .counters
            .iter()
            .map(|c| CounterEntry {
                id: c.id.clone(),
                side: c.side,
                formation: c.formation.clone(),
                name: c.name.clone(),
                kind: c.kind.id().to_string(),
                strengths: BTreeMap::from([("combat".to_string(), u16::from(c.combat))]),
                movement: u16::from(c.movement),
                start: Some(start(c.side, &c.of)),
                entry: None,
            })
            .collect()
    }

    fn odds(&self, question: &OddsQuestion) -> Result<OddsReport, BadField> {
        if question.column.is_some() {
            return Err(BadField::new("column", "nobody announces lower odds in this game"));
        }
        for (i, word) in question.with.iter().enumerate() {
            if !CIRCUMSTANCES.contains(&word.as_str()) {
                return Err(BadField::new(
                    format!("with[{i}]"),
                    format!("{word:?} means nothing here; there are {}", CIRCUMSTANCES.join(", ")),
                ));
            }
        }
        let with = |word: &str| question.with.iter().any(|w| w == word);
        let attack: u16 = question.attack.iter().copied().fold(0, u16::saturating_add);
        let basic: u16 = question.defend.iter().copied().fold(0, u16::saturating_add);
        if question.attack.is_empty() || attack == 0 {
            return Err(BadField::new("attack", "an attack has at least one combat factor"));
        }
        if question.defend.is_empty() || basic == 0 {
            return Err(BadField::new("defend", "a defence has at least one combat factor; a lone headquarters is removed without a die"));
        }
        let (rule, what, times) = match (with("fort"), with("hill"), with("shore") && with("across")) {
            (true, true, _) => ("C61-DEF-5", "fort on a hill", 3),
            (true, false, true) => ("C61-DEF-3", "fort on the shore, attacked from the river or across it", 3),
            (true, false, false) => ("C61-DEF-1", "fort", 2),
            (false, true, _) => ("C61-DEF-4", "hill", 2),
            (false, false, true) => ("C61-DEF-2", "shore, attacked from the river or across it", 2),
            (false, false, false) => ("", "", 1),
        };
        let mut modifiers = Vec::new();
        if times > 1 {
            modifiers.push(Modifier { rule: rule.into(), what: what.into(), effect: format!("the defender counts x{times}") });
        }
        let manner = match (with("guns"), with("bombard"), with("approach")) {
            (true, _, _) => Manner::Guns,
            (_, true, _) => Manner::Bombard,
            (_, _, true) => Manner::Approach,
            _ => Manner::Close,
        };
        let void = |outcome: Outcome| match outcome {
            Outcome::AttackersBack | Outcome::AttackersEliminated => manner == Manner::Bombard,
            Outcome::DefendersBack | Outcome::DefendersEliminated => manner == Manner::Approach,
            Outcome::Exchange => false,
        };
        match manner {
            Manner::Bombard => modifiers.push(Modifier {
                rule: "C61-SZ-2".into(),
                what: "artillery against others at two hexes".into(),
                effect: "nothing adverse to the attacker applies".into(),
            }),
            Manner::Approach => modifiers.push(Modifier {
                rule: "C61-SZ-3".into(),
                what: "others against artillery at two hexes".into(),
                effect: "nothing adverse to the artillery applies".into(),
            }),
            _ => {}
        }
        let column = column(attack, basic.saturating_mul(times));
        let name = match column {
            c if c > BEST_COLUMN => "more than 6-1".to_string(),
            c if c < -BEST_COLUMN => "less than 1-6".to_string(),
            c => column_name(c),
        };
        let mut results: Vec<Chanced> = Vec::new();
        for die in 1..=6 {
            let outcome = self.outcome(column, die);
            let result = if void(outcome) { format!("no effect ({})", outcome.words()) } else { outcome.words().to_string() };
            match results.iter_mut().find(|r| r.result == result) {
                Some(found) => found.probability += 1.0 / 6.0,
                None => results.push(Chanced { result, probability: 1.0 / 6.0 }),
            }
        }
        Ok(OddsReport { column: name, modifiers, results })
    }
}
