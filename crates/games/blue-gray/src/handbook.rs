//! What people look up: titles, options, charts, the order of battle, odds, rule texts.

use crate::chart::{Column, CombatResult};
use crate::state::State;
use crate::title::rulebook;
use crate::{BlueGray, shelf};
use contact::odds::Odds;
use engine::handbook::{Briefing, Chanced, Chart, CounterEntry, Modifier, OddsQuestion, OddsReport, TurnMark};
use engine::trial::Benchmark;
use engine::{BadField, Catalogue, Handbook, RuleText, SetUp};
use std::collections::BTreeMap;
use std::hint::black_box;

/// The standard rules' charts.
pub(crate) const STANDARD: &str = include_str!("../data/standard.toml");

impl Handbook for BlueGray {
    fn catalogue() -> &'static Catalogue {
        shelf::catalogue()
    }

    fn open(setup: &SetUp) -> Result<BlueGray, BadField> {
        let found = shelf::find(&setup.scenario);
        let found = found.ok_or_else(|| BadField::new("scenario", format!("no title {:?}", setup.scenario)))?;
        BlueGray::with_title(STANDARD, &found.text, found.board, setup.clone())
    }

    fn state_of_shelf() -> u64 {
        shelf::changes()
    }

    fn setup(&self) -> &SetUp {
        &self.setup
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn rules() -> &'static [RuleText] {
        shelf::rules()
    }

    fn rules_of(scenario: &str) -> Vec<RuleText> {
        shelf::rules_of(scenario)
    }

    fn briefing(&self) -> Briefing {
        let turns = self.title.turns.iter().zip(1..);
        let turns = turns.map(|(t, turn)| TurnMark { turn, label: t.label.clone(), night: t.night }).collect();
        let written = shelf::find(&self.setup.scenario).map(|found| found.briefing.clone());
        Briefing { turns, ..written.unwrap_or_else(|| rulebook::plain_briefing(&self.title, self.board)) }
    }

    fn charts(&self) -> Vec<Chart> {
        vec![self.results_chart(), self.terrain_chart(), self.turn_chart(), self.points_chart(), self.levels_chart()]
    }

    fn order_of_battle(&self) -> Vec<CounterEntry> {
        let entry = |unit: u8| {
            let arrival = self.title.reinforcements.iter().find(|r| r.units.has(unit));
            arrival.map(|r| {
                let hexes: Vec<String> = r.entry.iter().map(|c| self.hex_name(*c)).collect();
                format!("turn {} at {}", r.turn, hexes.join(", "))
            })
        };
        let counter = |(i, u): (usize, &crate::units::Unit)| CounterEntry {
            id: u.id.clone(),
            side: u.side,
            formation: u.formation.clone(),
            name: if u.commander.is_empty() { u.name.clone() } else { format!("{} ({})", u.name, u.commander) },
            kind: u.arm.id().into(),
            strengths: BTreeMap::from([("combat".to_string(), u16::from(u.strength))]),
            movement: if self.immobile.has(i as u8) { 0 } else { u16::from(self.chart.limits.movement) },
            start: u.start.map(|c| self.hex_name(c)),
            entry: entry(i as u8),
        };
        self.title.units.iter().enumerate().map(counter).collect()
    }

    fn odds(&self, question: &OddsQuestion) -> Result<OddsReport, BadField> {
        if question.attack.is_empty() || question.defend.is_empty() {
            return Err(BadField::new("", "an attack needs strengths on both sides, such as --attack 5,4 --defend 3"));
        }
        let attack: u32 = question.attack.iter().map(|s| u32::from(*s)).sum();
        let printed: u32 = question.defend.iter().map(|s| u32::from(*s)).sum();
        for (field, strength) in [("attack", attack), ("defend", printed)] {
            if strength == 0 {
                return Err(BadField::new(field, "a strength of at least 1 is wanted"));
            }
        }
        let mut modifiers = Vec::new();
        let mut best = 1;
        for word in &question.with {
            let (multiple, rule) = self.circumstance(word)?;
            modifiers.push(Modifier { rule: rule.into(), what: word.clone(), effect: format!("defence x{multiple}") });
            best = best.max(multiple);
        }
        if modifiers.len() > 1 {
            modifiers.push(Modifier {
                rule: "BG-7.4b".into(),
                what: "several benefits".into(),
                effect: format!("only the best counts: x{best}"),
            });
        }
        let mut column = self.chart.column(attack, printed * u32::from(best));
        if let Some(announced) = &question.column {
            let found = Odds::parse(announced).and_then(|o| self.chart.column_of(o));
            let lower = found.ok_or_else(|| {
                BadField::new("column", format!("no column {announced:?}; the table has {}", self.column_names().join(", ")))
            })?;
            if lower > column {
                return Err(BadField::new(
                    "column",
                    format!("odds may be announced lower than {}, never higher (BG-7.9b)", self.chart.odds(column)),
                ));
            }
            modifiers.push(Modifier {
                rule: "BG-7.9a".into(),
                what: "announced lower".into(),
                effect: format!("{} column", self.chart.odds(lower)),
            });
            column = lower;
        }
        let results =
            [CombatResult::Ae, CombatResult::Ar, CombatResult::Ex, CombatResult::Dr, CombatResult::De].into_iter().filter_map(|r| {
                let faces = (1..=6).filter(|d| self.chart.result(column, *d) == r).count();
                (faces > 0).then(|| Chanced { result: r.code().into(), probability: faces as f64 / 6.0 })
            });
        Ok(OddsReport { column: self.chart.odds(column).to_string(), modifiers, results: results.collect() })
    }

    fn benchmarks(&self) -> Vec<Benchmark<'_, BlueGray>> {
        // Every unit of the phasing side on the map, in its place: the flood, and where it may stop.
        let work = |state: &State| {
            let units = self.army[state.side.index()].and(state.on_map);
            for unit in units.iter() {
                let mut ends = 0u32;
                self.each_march(state, unit, |to, _| ends += to.len());
                black_box(ends);
            }
            u64::from(units.len())
        };
        vec![Benchmark { name: "the reachable set of a unit with its destinations", work: Box::new(work) }]
    }
}

impl BlueGray {
    fn results_chart(&self) -> Chart {
        let columns = self.column_names();
        let cells = (1..=6).map(|die| (0..self.chart.columns()).map(|c| self.chart.result(Column(c), die).code().to_string()).collect());
        Chart {
            id: "crt".into(),
            title: "Combat Results Table (BG-7.6)".into(),
            columns,
            rows: (1..=6).map(|d| d.to_string()).collect(),
            cells: cells.collect(),
        }
    }

    fn terrain_chart(&self) -> Chart {
        let ways = &self.chart.ways;
        let yes = |b: bool| if b { "yes" } else { "no" }.to_string();
        let mut rows: Vec<(String, Vec<String>)> = self
            .chart
            .terrain
            .iter()
            .map(|t| {
                let defence = if !t.fighting || matches!(t.id.as_str(), "river" | "ferry") {
                    "no combat".to_string()
                } else {
                    format!("x{}", t.defence)
                };
                (t.id.clone(), vec![t.cost.map_or("never".into(), |c| c.to_string()), defence, yes(t.blocks)])
            })
            .collect();
        let sides = [
            ("road", ways.road.to_string(), "as the hex".to_string()),
            ("trail", format!("{} (1 in clear)", ways.trail), "as the hex".to_string()),
            ("creek hexside", "never".to_string(), "no attack".to_string()),
            ("bridge hexside", format!("+{}", ways.bridge), format!("x{} if all attack over bridges and fords", ways.crossing_defence)),
            ("ford hexside", format!("+{}", ways.ford), format!("x{} if all attack over bridges and fords", ways.crossing_defence)),
            ("run hexside", format!("+{}, none on a road or trail", ways.run), "as the hex".to_string()),
            ("redoubt hexside", "+0".to_string(), format!("x{} if all attack over it from the enemy side", ways.redoubt_defence)),
        ];
        rows.extend(sides.into_iter().map(|(name, cost, combat)| (name.to_string(), vec![cost, combat, "no".to_string()])));
        let (names, cells) = rows.into_iter().unzip();
        let columns = ["movement", "combat", "blocks sight"].map(str::to_string).to_vec();
        Chart { id: "terrain".into(), title: "Terrain Effects Chart (BG-9)".into(), columns, rows: names, cells }
    }

    fn turn_chart(&self) -> Chart {
        let rows = (1..=self.title.turns.len()).map(|t| t.to_string()).collect();
        let events = |turn: usize| {
            let groups = self.title.reinforcements.iter().filter(|r| usize::from(r.turn) == turn);
            groups.map(|r| self.arrival_words(r)).collect::<Vec<_>>().join("; ")
        };
        let cells = self.title.turns.iter().enumerate();
        let cells = cells.map(|(i, t)| vec![t.label.clone(), if t.night { "night" } else { "day" }.to_string(), events(i + 1)]).collect();
        Chart {
            id: "turns".into(),
            title: format!("Turn track ({})", self.title.rules.turns),
            columns: ["time", "light", "arrivals"].map(str::to_string).to_vec(),
            rows,
            cells,
        }
    }

    /// Who comes on, and where: `Union: I Corps, 4 units, at 0101`.
    fn arrival_words(&self, group: &crate::title::Reinforcement) -> String {
        let units = || self.title.units.iter().zip(0u8..).filter(|(_, i)| group.units.has(*i)).map(|(unit, _)| unit);
        let mut formations: Vec<&str> = units().map(|u| u.formation.as_str()).collect();
        formations.dedup();
        let count = match units().count() {
            1 => "1 unit".to_string(),
            n => format!("{n} units"),
        };
        let hexes: Vec<String> = group.entry.iter().map(|c| self.hex_name(*c)).collect();
        format!("{}: {}, {count}, at {}", group.side, formations.join(", "), hexes.join(", "))
    }

    fn points_chart(&self) -> Chart {
        let hexes = |s: &crate::title::Score| s.cells.iter().map(|c| self.hex_name(c)).collect::<Vec<_>>().join(" ");
        let what = |s: &crate::title::Score| match s.what {
            crate::title::Deed::EliminatedUnit => "each enemy unit eliminated".to_string(),
            crate::title::Deed::EliminatedStrength => "each enemy strength point eliminated".to_string(),
            crate::title::Deed::FirstControl => format!("first control of each of {}", hexes(s)),
            crate::title::Deed::LastControlAtEnd => format!("at the end, each last controlled of {}", hexes(s)),
            crate::title::Deed::HexInInfantryZoneAtEnd => format!("at the end, each in an infantry zone of {}", hexes(s)),
            crate::title::Deed::ExitedUnit => "each unit that leaves the map".to_string(),
            crate::title::Deed::ExitedStrength => "each strength point that leaves the map".to_string(),
            crate::title::Deed::AllControlAtEnd => format!("at the end, all last controlled of {}", hexes(s)),
            crate::title::Deed::AreaAtEnd => format!("at the end, units and no enemy in {}", hexes(s)),
            crate::title::Deed::StrengthInAreaAtEnd => format!("at the end, each strength point in {}", hexes(s)),
            crate::title::Deed::Event => s.event.map_or_else(String::new, |e| self.event(e).text.clone()),
        };
        let rows = self.title.scores.iter().map(|s| s.rule.clone()).collect();
        let cells = self.title.scores.iter().map(|s| vec![s.to.to_string(), what(s), s.points.to_string()]).collect();
        Chart {
            id: "points".into(),
            title: format!("Victory points ({})", self.title.rules.points),
            columns: ["to", "for", "points"].map(str::to_string).to_vec(),
            rows,
            cells,
        }
    }

    fn levels_chart(&self) -> Chart {
        let bound = |l: &crate::title::Level| if l.from == i16::MIN { "less".to_string() } else { format!("{:+} or more", l.from) };
        let rows = self.title.levels.iter().map(|l| l.name.clone()).collect();
        let cells = self.title.levels.iter().map(|l| vec![bound(l)]).collect();
        Chart {
            id: "levels".into(),
            title: format!("Levels of victory ({})", self.title.rules.levels),
            columns: vec!["Union less Confederate points".into()],
            rows,
            cells,
        }
    }

    /// What a word of an odds question does for the defender.
    fn circumstance(&self, word: &str) -> Result<(u8, &'static str), BadField> {
        let ways = &self.chart.ways;
        match word {
            "bridge" => Ok((ways.crossing_defence, "BG-9.bridge")),
            "ford" => Ok((ways.crossing_defence, "BG-9.ford")),
            "redoubt" => Ok((ways.redoubt_defence, "BG-9.redoubt")),
            "over-water" => Ok((ways.bombarded_over_water, "BG-9.errB")),
            terrain => match self.chart.terrain(terrain) {
                Some(row) if self.chart.terrain[row].fighting && !matches!(terrain, "river" | "ferry") => {
                    Ok((self.chart.terrain[row].defence, "BG-7.4a"))
                }
                _ => {
                    let rows: Vec<&str> =
                        self.chart.terrain.iter().map(|t| t.id.as_str()).filter(|t| !matches!(*t, "river" | "ferry" | "pontoon")).collect();
                    Err(BadField::new(
                        "with",
                        format!("{word:?} is not known; there are {}, bridge, ford, redoubt and over-water", rows.join(", ")),
                    ))
                }
            },
        }
    }
}
