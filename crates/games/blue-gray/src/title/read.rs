//! A title's file, read to its end: every mistake in it, with its line and what would be right.

use super::never::{self, Spots};
use super::read_mechanisms::Scene;
use super::{Control, Deed, Exit, Flag, Hold, Level, Night, Quota, Rules, Score, Title, Turn, lasting};
use crate::cells::{Cell, CellSet};
use crate::ground::Ground;
use crate::state::UNITS;
use crate::units::{Arm, Unit, UnitSet};
use board::Board;
use engine::{OptionRule, Side};
use proof::{Entry, Fault, Proof, Word};
use std::collections::{BTreeMap, BTreeSet};

/// The name of the file in mistakes.
pub const FILE: &str = "title.toml";

/// The most of everything: as many as a position has room for.
const MOST_CONTROLS: usize = 16;
const MOST_HOLDS: usize = 8;
const MOST_TURNS: usize = 99;
/// The longest text of a name or a sentence.
const LONGEST: usize = 400;

pub(super) const SIDES: [(&str, Side); 2] = [("union", Side::Union), ("confederate", Side::Confederate)];
const ARMS: [(&str, Arm); 3] = [("infantry", Arm::Infantry), ("cavalry", Arm::Cavalry), ("artillery", Arm::Artillery)];
const FLAGS: [(&str, Flag); 4] =
    [("immobile", Flag::Immobile), ("no-attack", Flag::NoAttack), ("no-zone", Flag::NoZone), ("afloat", Flag::Afloat)];
const DEEDS: [(&str, Deed); 11] = [
    ("eliminated-unit", Deed::EliminatedUnit),
    ("eliminated-strength", Deed::EliminatedStrength),
    ("first-control", Deed::FirstControl),
    ("last-control-at-end", Deed::LastControlAtEnd),
    ("hex-in-infantry-zone-at-end", Deed::HexInInfantryZoneAtEnd),
    ("exited-unit", Deed::ExitedUnit),
    ("exited-strength", Deed::ExitedStrength),
    ("all-control-at-end", Deed::AllControlAtEnd),
    ("area-at-end", Deed::AreaAtEnd),
    ("strength-in-area-at-end", Deed::StrengthInAreaAtEnd),
    ("event", Deed::Event),
];

/// What a title's file is read against.
pub struct Against<'a> {
    /// The board.
    pub board: &'a Board,
    /// The ground of the board, if it is known: then nobody begins where he cannot stand.
    pub ground: Option<&'a Ground>,
    /// How many units may begin in a hex, if it is known.
    pub stacking: Option<u8>,
    /// The rules there are, if they are known: then each that is cited must be one.
    pub rules: Option<&'a BTreeSet<String>>,
}

impl<'a> Against<'a> {
    /// The board alone.
    pub fn only(board: &'a Board) -> Against<'a> {
        Against { board, ground: None, stacking: None, rules: None }
    }
}

/// The board that a title's file asks for, if it can be made out.
pub fn board_of(text: &str) -> Option<String> {
    proof::glance(text, "title", "board")
}

impl Title {
    /// Reads a title's file: the title if it can be played, and everything that is wrong or hardly meant.
    pub fn examine(text: &str, against: &Against<'_>) -> (Option<Title>, Vec<Fault>) {
        let proof = Proof::new(FILE, text);
        let spots = Spots::default();
        let title = proof.read(|file| Reader { proof: &proof, against, spots: &spots }.title(file));
        let sound = proof.is_sound();
        if let (true, Some(title), Some(ground)) = (sound, &title, against.ground) {
            never::warn(title, against.board, ground, &spots, &proof);
        }
        (title.filter(|_| sound), proof.into_faults())
    }
}

/// A unit while it is read: what stands in the file beside what is printed.
pub(super) struct Counter {
    pub(super) unit: Unit,
    group: Option<Word>,
    pub(super) start: Option<Word>,
    /// The pool from which its strength is drawn.
    pub(super) untried: Option<Word>,
    at: usize,
}

pub(super) struct Reader<'r> {
    pub(super) proof: &'r Proof<'r>,
    pub(super) against: &'r Against<'r>,
    spots: &'r Spots,
}

impl Reader<'_> {
    /// Where an entry of a section stands, and the hexes it names.
    pub(super) fn note(&self, section: &'static str, number: usize, at: usize, hexes: &[Word]) {
        self.spots.note(section, number, None, at);
        hexes.iter().for_each(|hex| self.spots.note(section, number, self.grid_cell(hex), hex.at));
    }

    pub(super) fn cell(&self, word: &Word) -> Option<Cell> {
        let grid = &self.against.board.grid;
        match grid.parse(&word.text) {
            Ok(hex) => Some(Cell::of(grid, hex)),
            Err(bad) => {
                let last = grid.hexes().last().map_or_else(String::new, |hex| grid.name(hex));
                let what = format!("{:?} is no hex of this board: {}.", word.text, bad.because);
                self.proof.mistake(word.at, what, format!("Its hexes go up to {last}."));
                None
            }
        }
    }

    pub(super) fn cells(&self, words: &[Word]) -> CellSet {
        words.iter().filter_map(|word| self.cell(word)).collect()
    }

    /// A text of bounded length.
    pub(super) fn short(&self, word: Option<Word>) -> String {
        let Some(word) = word else { return String::new() };
        if word.text.chars().count() > LONGEST {
            self.proof.mistake(
                word.at,
                format!("This text has more than {LONGEST} letters."),
                "Say it shorter here, and the rest in the briefing.",
            );
        }
        word.text
    }

    pub(super) fn rule(&self, word: &Word) {
        if self.against.rules.is_some_and(|rules| !rules.contains(&word.text)) {
            let known = self.against.rules.into_iter().flatten().map(String::as_str);
            let right = match proof::nearest(&word.text, known) {
                Some(near) => format!("Did you mean {near}? Or add a [[rule]] with this id to rules.toml."),
                None => "Add a [[rule]] with this id and a sentence to rules.toml.".to_string(),
            };
            self.proof.mistake(word.at, format!("There is no rule {:?}.", word.text), right);
        }
    }

    fn title(&self, file: &Entry<'_, '_>) -> Option<Title> {
        let grid = &self.against.board.grid;
        if grid.columns() > 32 || grid.rows() > 32 {
            self.proof.mistake(0, "The board is too large.", "At most 32 columns of 32 rows.");
            return None;
        }
        let Some(heading) = file.entry("title", "the title") else {
            self.proof.mistake(0, "The section [title] is missing.", "Begin with [title], then id, title, board, first and turns.");
            return None;
        };
        let id = heading.text("id", "\"mine\"");
        if let Some(bad) = id.as_ref().filter(|id| !is_id(&id.text)) {
            self.proof.mistake(bad.at, format!("{:?} cannot be an id.", bad.text), "Use small letters, digits and hyphens, at most 40.");
        }
        let version = heading.maybe("version");
        if let Some(bad) = version.as_ref().filter(|v| !is_version(&v.text)) {
            self.proof.mistake(
                bad.at,
                format!("{:?} cannot be a version.", bad.text),
                "Use digits, letters, dots and hyphens, at most 16: 1.2.",
            );
        }
        let name = self.short(heading.text("title", "\"Mine\""));
        let (summary, author, licence) =
            (self.short(heading.maybe("summary")), self.short(heading.maybe("author")), self.short(heading.maybe("licence")));
        let board = heading.text("board", "\"mine\"").map(|b| b.text).unwrap_or_default();
        let (first, deploys) = (heading.one_of("first", &SIDES), heading.maybe_one_of("deploys", &SIDES));
        let turns = self.turns(&heading);
        drop(heading);
        let rules = self.rules(file.entry("rules", "[rules]"));
        let options = self.options(file);
        let night = self.night(file);
        let mut counters = self.counters(file);
        let controls = self.controls(file);
        let last = turns.len().clamp(1, MOST_TURNS) as i64;
        let groups = Groups::of(&counters);
        let (event_entries, names) = self.event_names(file);
        let scene = Scene { groups: &groups, counters: &counters, controls: &controls, last, events: names.into() };
        let mut more = self.mechanisms(file, &scene, event_entries);
        let quotas = self.quotas(file, &scene, &options);
        let holds = self.holds(file, &groups, &controls, last);
        let (reinforcements, entries) = self.reinforcements(file, &scene, &mut more.events, rules.arrival);
        let exits = self.exits(file, &scene);
        let scores = self.scores(file, &scene);
        let levels = self.levels(file);
        self.lonely(&counters, &groups);
        self.guess(&mut counters, &more.pools);
        let units = counters.drain(..).map(|c| c.unit).collect();
        Some(Title {
            id: id?.text,
            name,
            summary,
            author,
            licence,
            version: version.map_or_else(|| "1".to_string(), |v| v.text),
            board,
            first: first?,
            turns,
            rules,
            options,
            night,
            quotas,
            holds,
            reinforcements,
            entries,
            exits,
            controls,
            scores,
            levels,
            units,
            deploys: deploys.unwrap_or(first?.enemy()),
            more,
        })
    }

    /// Of a unit that nobody knows, what is expected: the mean of its pool.
    fn guess(&self, counters: &mut [Counter], pools: &[super::Pool]) {
        for pool in pools.iter().filter(|pool| !pool.strengths.is_empty()) {
            let sum: usize = pool.strengths.iter().map(|s| usize::from(*s)).sum();
            let mean = (sum + pool.strengths.len() / 2) / pool.strengths.len();
            pool.units.iter().for_each(|u| counters[usize::from(u)].unit.strength = mean as u8);
        }
    }

    fn turns(&self, heading: &Entry<'_, '_>) -> Vec<Turn> {
        let entries = heading.entries("turns", "turn");
        if entries.is_empty() || entries.len() > MOST_TURNS {
            let right =
                format!("From 1 to {MOST_TURNS} turns: turns = [{{ label = \"morning\" }}, {{ label = \"night\", night = true }}].");
            heading.mistake("turns", format!("A title has no {} turns.", entries.len()), right);
        }
        entries.iter().map(|t| Turn { label: self.short(t.text("label", "\"morning\"")), night: t.flag("night") }).collect()
    }

    /// Which rule stands behind what; without a word it is the one that lets a title have rules of its own.
    fn rules(&self, section: Option<Entry<'_, '_>>) -> Rules {
        let id = |key: &str| {
            let cited = section.as_ref().and_then(|s| s.maybe(key));
            cited.map_or("BG-1.0", |word| {
                self.rule(&word);
                lasting(&word.text)
            })
        };
        Rules {
            turns: id("turns"),
            arrival: id("arrival"),
            entry_closed: id("entry-closed"),
            entry_missed: id("entry-missed"),
            entry_cost: id("entry-cost"),
            entry_full: id("entry-full"),
            entry_hex: id("entry-hex"),
            hold: id("hold"),
            passive: id("passive"),
            immobile: id("immobile"),
            immobile_retreat: id("immobile-retreat"),
            immobile_advance: id("immobile-advance"),
            quota: id("quota"),
            control: id("control"),
            night: id("night"),
            ferry_retreat: id("ferry-retreat"),
            points: id("points"),
            levels: id("levels"),
        }
    }

    fn options(&self, file: &Entry<'_, '_>) -> Vec<OptionRule> {
        let switch = |o: Entry<'_, '_>| {
            let id = o.text("id", "\"my-option\"");
            if let Some(bad) = id.as_ref().filter(|id| !is_id(&id.text)) {
                self.proof.mistake(
                    bad.at,
                    format!("{:?} cannot be an id.", bad.text),
                    "Use small letters, digits and hyphens, at most 40.",
                );
            }
            let values = [("off", "off"), ("on", "on")];
            self.note("option", self.spots.count("option"), o.at, &[]);
            Some(OptionRule {
                title: self.short(o.text("title", "\"A name for it\"")),
                text: self.short(o.text("text", "\"What it does.\"")),
                default: o.one_of("default", &values).unwrap_or("off").into(),
                id: id?.text,
                values: values.map(|(v, _)| v.to_string()).to_vec(),
            })
        };
        file.entries("option", "option").into_iter().filter_map(switch).collect()
    }

    fn night(&self, file: &Entry<'_, '_>) -> [Night; 2] {
        let section = file.entry("night", "[night]");
        self.note("night", 0, section.as_ref().map_or(0, |s| s.keys().first().map_or(s.at, |key| key.at)), &[]);
        SIDES.map(|(name, _)| {
            let side = section.as_ref().and_then(|s| s.entry(name, &format!("[night.{name}]")));
            let said = |key: &str| side.as_ref().and_then(|s| s.maybe_flag(key));
            Night {
                moves: said("move").unwrap_or(true),
                leave_zone: said("leave_zone").unwrap_or(false),
                enter_zone: said("enter_zone").unwrap_or(false),
            }
        })
    }

    fn counters(&self, file: &Entry<'_, '_>) -> Vec<Counter> {
        let entries = file.entries("unit", "unit");
        if entries.is_empty() {
            self.proof.mistake(0, "There are no units.", "Add a [[unit]] with id, side, name, type, strength and start for each counter.");
        }
        if let Some(extra) = entries.get(UNITS) {
            self.proof.mistake(
                extra.at,
                format!("This is unit {} of {}.", UNITS + 1, entries.len()),
                format!("A title has at most {UNITS}."),
            );
        }
        let mut counters: Vec<Counter> = entries.into_iter().take(UNITS).filter_map(|e| self.counter(&e)).collect();
        let mut first: BTreeMap<String, usize> = BTreeMap::new();
        for counter in &counters {
            if let Some(line) = first.insert(counter.unit.id.clone(), self.proof.line(counter.at)) {
                let what =
                    format!("Two units have the id {:?}: two units on lines {line} and {}.", counter.unit.id, self.proof.line(counter.at));
                self.proof.mistake(counter.at, what, "Give each an id of its own.");
            }
        }
        // Among themselves they stay as they are written.
        counters.sort_by_key(|c| c.unit.side);
        self.stands(&counters);
        counters
    }

    fn counter(&self, entry: &Entry<'_, '_>) -> Option<Counter> {
        let id = entry.text("id", "\"A\"");
        if let Some(id) = &id {
            entry.call(format!("unit {:?}", id.text));
        }
        let (side, arm) = (entry.one_of("side", &SIDES), entry.one_of("type", &ARMS));
        let (name, start) = (self.short(entry.text("name", "\"1/1/I\"")), entry.maybe("start"));
        let (group, untried) = (entry.maybe("group"), entry.maybe("untried"));
        if untried.is_some() && entry.has("strength") {
            entry.mistake("strength", "The strength of an untried unit is drawn.", "Leave it out, or leave out untried.");
        }
        let strength = if untried.is_some() { entry.maybe_number("strength", 1..=99) } else { entry.number("strength", 1..=99) };
        let range = entry.maybe_number("range", 1..=9).map(|n| n as u8);
        if range.is_some() && arm.is_some_and(|arm| arm != Arm::Artillery) {
            entry.mistake("range", "Only artillery fires at a distance.", "Leave out range, or write type = \"artillery\".");
        }
        let unit = Unit {
            number: self.short(entry.maybe("no")),
            side: side.unwrap_or(Side::Union),
            name,
            arm: arm.unwrap_or(Arm::Infantry),
            strength: strength.unwrap_or(1) as u8,
            formation: self.short(entry.maybe("formation")),
            commander: self.short(entry.maybe("commander")),
            start: start.as_ref().and_then(|s| self.cell(s)),
            flags: entry.several("flags", &FLAGS),
            range,
            id: id?.text,
        };
        if unit.flags.contains(&Flag::Afloat) && (unit.arm != Arm::Artillery || start.is_none()) {
            entry.mistake("flags", "Only guns are afloat, and from the start.", "Give it type = \"artillery\" and a start in a river.");
        }
        Some(Counter { unit, group, start, untried, at: entry.at })
    }

    /// Whoever begins on the map begins where he can stand, beside friends and not too many of them.
    fn stands(&self, counters: &[Counter]) {
        let mut stacks: BTreeMap<u16, Vec<&Counter>> = BTreeMap::new();
        for counter in counters {
            let (Some(cell), Some(word)) = (counter.unit.start, &counter.start) else { continue };
            let afloat = counter.unit.flags.contains(&Flag::Afloat);
            if afloat && self.against.ground.is_some_and(|ground| ground.stand.has(cell)) {
                let what = format!("Unit {:?} is afloat, and {} is dry land.", counter.unit.id, word.text);
                self.proof.add(self.fault(word.at, what, "Take a hex of a river.").at([word.text.clone()]));
            } else if !afloat && self.against.ground.is_some_and(|ground| !ground.stand.has(cell)) {
                let what = format!("No unit may stand in {}, where unit {:?} begins.", word.text, counter.unit.id);
                self.proof.add(self.fault(word.at, what, "It is a river or a ferry: take a hex beside it.").at([word.text.clone()]));
            }
            let stack = stacks.entry(cell.0).or_default();
            if let Some(enemy) = stack.iter().find(|c| c.unit.side != counter.unit.side) {
                let what = format!("Units {:?} and {:?} of both sides begin in {}.", enemy.unit.id, counter.unit.id, word.text);
                self.proof.add(self.fault(word.at, what, "Put one of them elsewhere.").at([word.text.clone()]));
            }
            stack.push(counter);
            if let Some(most) = self.against.stacking.filter(|most| stack.len() > usize::from(*most)) {
                let what = format!("{} units begin in {}.", stack.len(), word.text);
                self.proof.add(self.fault(word.at, what, format!("At most {most} may stand in a hex.")).at([word.text.clone()]));
            }
        }
    }

    pub(super) fn fault(&self, at: usize, what: String, right: impl Into<String>) -> Fault {
        Fault::mistake(FILE, self.proof.line(at), what, right)
    }

    fn controls(&self, file: &Entry<'_, '_>) -> Vec<Control> {
        let mut controls: Vec<Control> = Vec::new();
        for entry in file.entries("control", "control") {
            let (hex, holder) = (entry.text("hex", "\"0101\""), entry.maybe_one_of("holder", &SIDES));
            let Some(hex) = hex else { continue };
            let Some(cell) = self.cell(&hex) else { continue };
            if controls.iter().any(|c| c.cell == cell) {
                self.proof.mistake(hex.at, format!("{} is followed already.", hex.text), "One [[control]] for each hex is enough.");
            } else if controls.len() == MOST_CONTROLS {
                self.proof.mistake(hex.at, "This is one followed hex too many.", format!("A title has at most {MOST_CONTROLS}."));
            } else {
                self.note("control", controls.len(), hex.at, &[]);
                controls.push(Control { cell, holder });
            }
        }
        controls
    }

    /// A followed hex by its number.
    pub(super) fn followed(&self, controls: &[Control], hex: &Word) -> Option<u8> {
        let cell = self.cell(hex)?;
        let place = controls.iter().position(|c| c.cell == cell);
        if place.is_none() {
            let what = format!("The control of {} is not followed.", hex.text);
            self.proof.add(self.fault(hex.at, what, format!("Add a [[control]] with hex = {:?}.", hex.text)).at([hex.text.clone()]));
        }
        place.map(|p| p as u8)
    }

    fn quotas(&self, file: &Entry<'_, '_>, scene: &Scene<'_>, options: &[OptionRule]) -> Vec<Quota> {
        let mut quotas: Vec<Quota> = Vec::new();
        for entry in file.entries("quota", "quota") {
            let side = entry.one_of("side", &SIDES);
            let units = entry.number("units", 0..=128).unwrap_or(0) as u8;
            let more = entry.maybe_number("more", 0..=128).unwrap_or(0) as u8;
            let option = entry.maybe("option");
            if let Some(bad) = option.as_ref().filter(|o| !options.iter().any(|known| known.id == o.text)) {
                self.proof.mistake(bad.at, format!("There is no option {:?}.", bad.text), "Add an [[option]] with this id.");
            }
            let holding = entry.maybe("while_holding").and_then(|hex| self.followed(scene.controls, &hex));
            let (exempt, through) = match entry.entry("exempt", "exempt") {
                None => (UnitSet::EMPTY, 0),
                Some(e) => (self.group(&e, scene.groups), e.number("through", 1..=scene.last).unwrap_or(1) as u8),
            };
            let (named, when) = (self.whom(&entry, scene), self.when(&entry, "from", scene));
            let Some(side) = side else { continue };
            let army = |(_, c): &(usize, &Counter)| c.unit.side == side;
            let army: UnitSet = scene.counters.iter().enumerate().filter(army).map(|(i, _)| i as u8).collect();
            if quotas.iter().any(|q| q.side == side && q.when.meets(&when)) {
                let right = "A side has one [[quota]] at a time: from, through, after and until keep them apart.";
                entry.mistake("side", format!("The {side} side has a quota already."), right);
            }
            self.note("quota", side.index(), entry.at, &[]);
            let option = option.map(|o| o.text);
            quotas.push(Quota { side, when, others: army.without(named), option, units, more, holding, exempt, through });
        }
        quotas
    }

    /// The units of the group that an entry names.
    pub(super) fn group(&self, entry: &Entry<'_, '_>, groups: &Groups) -> UnitSet {
        let Some(name) = entry.text("group", "\"the-reserve\"") else { return UnitSet::EMPTY };
        groups.named.borrow_mut().insert(name.text.clone());
        let Some(units) = groups.units.get(&name.text) else {
            let right = match proof::nearest(&name.text, groups.units.keys().map(String::as_str)) {
                Some(near) => format!("Did you mean {near}?"),
                None => format!("Write group = {:?} on the units that belong to it.", name.text),
            };
            self.proof.mistake(name.at, format!("No unit is in the group {:?}.", name.text), right);
            return UnitSet::EMPTY;
        };
        *units
    }

    fn holds(&self, file: &Entry<'_, '_>, groups: &Groups, controls: &[Control], last: i64) -> Vec<Hold> {
        let entries = file.entries("hold", "hold");
        if let Some(extra) = entries.get(MOST_HOLDS) {
            self.proof.mistake(extra.at, "This is one held group too many.", format!("A title has at most {MOST_HOLDS}."));
        }
        let hold = |(number, entry): (usize, Entry<'_, '_>)| {
            let enemy_in = entry.texts("enemy_in");
            self.note("hold", number, entry.at, &enemy_in);
            let watched = enemy_in.iter().filter(|hex| self.followed(controls, hex).is_some()).cloned().collect::<Vec<_>>();
            let hold = Hold {
                units: self.group(&entry, groups),
                until: entry.maybe_number("until", 1..=last).map(|n| n as u8),
                attacked: entry.flag("attacked"),
                enemy_in: self.cells(&watched),
            };
            if !entry.has("until") && !hold.attacked && enemy_in.is_empty() {
                entry.warning(
                    "group",
                    "Nothing ever frees these units.",
                    "Say until = a turn, attacked = true or enemy_in = [hexes]; or give them the flag immobile.",
                );
            }
            hold
        };
        entries.into_iter().take(MOST_HOLDS).enumerate().map(hold).collect()
    }

    /// The cell of a hex without a word about what is none.
    pub(super) fn grid_cell(&self, word: &Word) -> Option<Cell> {
        let grid = &self.against.board.grid;
        grid.parse(&word.text).ok().map(|hex| Cell::of(grid, hex))
    }

    fn exits(&self, file: &Entry<'_, '_>, scene: &Scene<'_>) -> [Option<Exit>; 2] {
        let mut exits: [Option<Exit>; 2] = [None, None];
        for entry in file.entries("exit", "exit") {
            let (side, hexes) = (entry.one_of("side", &SIDES), entry.texts("hexes"));
            let cost = entry.number("cost", 0..=20).unwrap_or(1) as u8;
            if hexes.is_empty() {
                entry.mistake("hexes", "An exit needs hexes.", "Write hexes = [\"0101\"].");
            }
            let grid = &self.against.board.grid;
            for hex in hexes.iter().filter(|hex| grid.parse(&hex.text).is_ok_and(|h| !grid.on_edge(h))) {
                self.proof.warning(
                    hex.at,
                    format!("{} does not lie on the edge of the map.", hex.text),
                    "Units leave the map from hexes of its edge.",
                );
            }
            let (cells, when) = (self.cells(&hexes), self.when(&entry, "from", scene));
            let Some(side) = side else { continue };
            if exits[side.index()].is_some() {
                entry.mistake("side", format!("The {side} side has an exit already."), "Write all its hexes into one [[exit]].");
            }
            self.note("exit", side.index(), entry.at, &hexes);
            exits[side.index()] = Some(Exit { cells, cost, when });
        }
        exits
    }

    fn scores(&self, file: &Entry<'_, '_>, scene: &Scene<'_>) -> Vec<Score> {
        let mut scores = Vec::new();
        for entry in file.entries("score", "score") {
            let rule = entry.text("rule", "\"MI-1\"");
            if let Some(rule) = &rule {
                self.rule(rule);
            }
            let (to, what) = (entry.one_of("to", &SIDES), entry.one_of("what", &DEEDS));
            let points = entry.number("points", -999..=999).unwrap_or(0) as i16;
            let ((cells, words), event) = (self.area(&entry), self.event(&entry, "event", scene));
            let Some(what) = what else { continue };
            if what.in_hexes() && cells.is_empty() && words.is_empty() && !entry.has("zone") {
                entry.mistake("what", "These points are for hexes, and none are named.", "Write hexes = [\"0101\"] or zone = \"...\".");
            }
            if (what == Deed::Event) != entry.has("event") {
                entry.mistake("what", "Points for an event name it, and no others do.", "Write what = \"event\" and event = its id.");
            }
            if what.by_control() {
                let grid = &self.against.board.grid;
                for cell in cells.iter().filter(|c| !scene.controls.iter().any(|k| k.cell == *c)) {
                    let hex = grid.name(cell.hex(grid));
                    let at = words.iter().find(|w| w.text == hex).map_or(entry.at, |w| w.at);
                    let what = format!("The control of {hex} is not followed.");
                    self.proof.add(self.fault(at, what, format!("Add a [[control]] with hex = {hex:?}.")).at([hex]));
                }
            }
            if let (Some(rule), Some(to)) = (rule, to) {
                self.note("score", scores.len(), entry.at, &words);
                scores.push(Score { rule: rule.text, to, what, points, cells, event });
            }
        }
        scores
    }

    fn levels(&self, file: &Entry<'_, '_>) -> Vec<Level> {
        let entries = file.entries("level", "level");
        let mut levels: Vec<Level> = Vec::new();
        for entry in &entries {
            let from = entry.maybe_number("from", -9999..=9999).map(|n| n as i16);
            if entry.has("from") && from.is_some() && levels.iter().any(|l| Some(l.from) == from) {
                entry.mistake("from", "Two levels begin at the same difference.", "Give each another from.");
            }
            if !entry.has("from") && levels.iter().any(|l| l.from == i16::MIN) {
                entry.mistake("name", "Two levels have no bound.", "Only the lowest level has no from.");
            }
            let name = self.short(entry.text("name", "\"Union victory\""));
            levels.push(Level { from: from.unwrap_or(i16::MIN), name, winner: entry.maybe_one_of("winner", &SIDES) });
        }
        if entries.is_empty() {
            self.proof.mistake(
                0,
                "There are no levels of victory.",
                "Add a [[level]] with from, name and winner, and a lowest level without from.",
            );
        } else if entries.iter().all(|e| e.has("from")) {
            entries[entries.len() - 1].mistake(
                "from",
                "The lowest level has no bound.",
                "Leave out its from: the lowest level takes whatever is less.",
            );
        }
        self.note("level", 0, entries.first().map_or(0, |e| e.at), &[]);
        levels.sort_by_key(|l| std::cmp::Reverse(l.from));
        levels
    }

    /// Units that can never come into the game, and groups that nobody speaks of.
    fn lonely(&self, counters: &[Counter], groups: &Groups) {
        let named = groups.named.borrow();
        for counter in counters {
            match (&counter.start, &counter.group) {
                (None, None) => {
                    let what = format!("Unit {:?} has no place and never comes on.", counter.unit.id);
                    self.proof.mistake(
                        counter.at,
                        what,
                        "Give it a start, or a group that a [[reinforcement]] brings on or a [[deployment]] sets up.",
                    );
                }
                (_, Some(group)) if !named.contains(&group.text) => {
                    let right = match proof::nearest(&group.text, named.iter().map(String::as_str)) {
                        Some(near) => format!("Did you mean {near}?"),
                        None => "Add a [[reinforcement]], [[deployment]] or [[hold]] for it, or leave it out.".to_string(),
                    };
                    let what = format!("Nothing is said about the group {:?} of unit {:?}.", group.text, counter.unit.id);
                    if counter.start.is_none() {
                        self.proof.mistake(group.at, what, right);
                    } else {
                        self.proof.warning(group.at, what, right);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The units of each group, and the groups that some section names.
pub(super) struct Groups {
    units: BTreeMap<String, UnitSet>,
    named: std::cell::RefCell<BTreeSet<String>>,
}

impl Groups {
    fn of(counters: &[Counter]) -> Groups {
        let mut units: BTreeMap<String, UnitSet> = BTreeMap::new();
        for (i, counter) in counters.iter().enumerate() {
            if let Some(group) = &counter.group {
                units.entry(group.text.clone()).or_insert(UnitSet::EMPTY).insert(i as u8);
            }
        }
        Groups { units, named: std::cell::RefCell::default() }
    }
}

/// Whether a title or an option can be called so.
pub fn is_id(id: &str) -> bool {
    let sound = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=40).contains(&id.len()) && id.bytes().all(sound) && id.as_bytes()[0].is_ascii_alphanumeric()
}

/// Whether a version can be called so.
pub fn is_version(version: &str) -> bool {
    let sound = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'.';
    (1..=16).contains(&version.len()) && version.bytes().all(sound) && version.as_bytes()[0].is_ascii_alphanumeric()
}
