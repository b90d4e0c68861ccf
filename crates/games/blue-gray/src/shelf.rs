//! The titles there are: those that the build found under `data/titles`, and those that somebody brought along while the program
//! runs. Whoever brings one gives its texts; nothing here reads a file.

use crate::chart::Chart;
use crate::ground::{Ground, Lay, RELIEF};
use crate::handbook::STANDARD;
use crate::title::rulebook::{self, prefix};
use crate::title::{Against, FILE, board_of};
use crate::{OPTION_EFFECTIVENESS, Title};
use board::Board;
use engine::handbook::Briefing;
use engine::mix::{Mixer, hash_text};
use engine::{Catalogue, Edition, OptionRule, RuleText, ScenarioTitle};
use proof::Fault;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

/// The texts of a title that comes with the program.
struct Shipped {
    title: &'static str,
    rules: &'static str,
    briefing: &'static str,
}

/// The titles that the build found under `data/titles`.
const SHIPPED: &[Shipped] = include!(concat!(env!("OUT_DIR"), "/titles.rs"));

/// The rules of the series, and where code and titles of the build keep each.
const SERIES_RULES: &str = include_str!("../data/rules.toml");
const TRACE: &str = trace::written!("../data/trace.json");

/// Who made the titles that come with the program, and how they may be passed on.
const HOUSE: (&str, &str) = ("the makers of Longroll", "MIT OR Apache-2.0");

/// How many titles somebody may bring along at once, and how often the shelf may change while the program runs: each change keeps a
/// new list until the program ends.
pub const MOST_BROUGHT: usize = 200;
const MOST_CHANGES: usize = 5000;

/// The name of the board's file in mistakes.
pub const BOARD_FILE: &str = "board.toml";

/// The texts of a title that somebody brings along.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Texts {
    /// `title.toml`.
    pub title: String,
    /// `rules.toml`; empty without one.
    pub rules: String,
    /// `briefing.toml`; empty without one.
    pub briefing: String,
    /// `board.toml`; without one the title asks for a board that comes with the program.
    pub board: Option<String>,
}

/// A title on the shelf.
pub struct Shelved {
    /// What it is called as a scenario: its id, and its version if it was brought along.
    pub scenario: String,
    /// What it says.
    pub title: Title,
    /// Its board.
    pub board: &'static Board,
    /// Who made it.
    pub edition: Edition,
    /// Its briefing.
    pub briefing: Briefing,
    /// Its own rules.
    pub rules: Vec<RuleText>,
    /// Its file.
    pub(crate) text: Cow<'static, str>,
}

/// The shelf, and the lists that are made of it.
struct Shelf {
    titles: Vec<Arc<Shelved>>,
    catalogue: &'static Catalogue,
    rules: &'static [RuleText],
    changes: usize,
}

static SHELF: LazyLock<RwLock<Shelf>> = LazyLock::new(|| {
    let titles: Vec<Arc<Shelved>> = SHIPPED.iter().map(|texts| Arc::new(shipped(texts))).collect();
    RwLock::new(Shelf { catalogue: catalogue_of(&titles), rules: rules_on(&titles), titles, changes: 0 })
});

fn read<T>(look: impl FnOnce(&Shelf) -> T) -> T {
    look(&SHELF.read().unwrap_or_else(PoisonError::into_inner))
}

/// The game with all its titles.
pub fn catalogue() -> &'static Catalogue {
    read(|shelf| shelf.catalogue)
}

/// The rules of the series and of all titles.
pub fn rules() -> &'static [RuleText] {
    read(|shelf| shelf.rules)
}

/// How often titles came, went or were changed.
pub(crate) fn changes() -> u64 {
    read(|shelf| shelf.changes as u64)
}

/// The rules of the series and of one title: two versions may word a rule differently. A title may cite the rules of others that
/// come with the program.
pub(crate) fn rules_of(scenario: &str) -> Vec<RuleText> {
    let Some(found) = find(scenario) else { return rules().to_vec() };
    let own: BTreeSet<&str> = found.rules.iter().map(|r| r.id.as_str()).collect();
    let cited = |rule: &&RuleText| rule.id.starts_with("BG-") || found.text.contains(&format!("\"{}-", prefix(&rule.id)));
    let others = rules().iter().filter(|rule| !own.contains(rule.id.as_str()));
    others.filter(cited).chain(&found.rules).cloned().collect()
}

/// The title that is called so as a scenario.
pub fn find(scenario: &str) -> Option<Arc<Shelved>> {
    read(|shelf| shelf.titles.iter().find(|t| t.scenario == scenario).cloned())
}

/// All titles.
pub fn titles() -> Vec<Arc<Shelved>> {
    read(|shelf| shelf.titles.clone())
}

/// Whether a title that comes with the program has this id.
pub fn is_shipped(id: &str) -> bool {
    read(|shelf| shelf.titles.iter().any(|t| !t.edition.brought && t.title.id == id))
}

/// What a title that was brought along is called as a scenario.
pub fn scenario_of(title: &Title) -> String {
    format!("{}@{}", title.id, title.version)
}

fn shipped(texts: &Shipped) -> Shelved {
    let board = board_of(texts.title).and_then(|b| boards::shipped(&b)).expect("every title's board is there");
    let title = Title::parse(texts.title, board).unwrap_or_else(|bad| panic!("{bad}"));
    let edition = Edition {
        author: HOUSE.0.into(),
        licence: HOUSE.1.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        fingerprint: fingerprint([texts.title, texts.rules, texts.briefing, &board.id]),
        brought: false,
    };
    let rules = trace::merge(texts.rules, TRACE).unwrap_or_else(|_| Vec::new());
    let briefing = engine::data::read::<Briefing>(texts.briefing).expect("every briefing can be read");
    Shelved { scenario: title.id.clone(), title, board, edition, briefing, rules, text: Cow::Borrowed(texts.title) }
}

/// One number for all texts of a title.
fn fingerprint<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut mixer = Mixer::default();
    for text in texts {
        mixer.add(hash_text(text));
    }
    format!("{:016x}", mixer.finish())
}

/// A title that was looked at: what can be made of it, and everything that is wrong or hardly meant.
pub struct Examined {
    /// The title, if it can be played.
    pub title: Option<Title>,
    /// The board, if it can be read.
    pub board: Option<Board>,
    /// The rules.
    pub rules: Vec<RuleText>,
    /// The briefing: its own, or one made from its numbers.
    pub briefing: Option<Briefing>,
    /// What is wrong or hardly meant, file by file.
    pub faults: Vec<Fault>,
}

impl Examined {
    /// Whether it can be played.
    pub fn is_sound(&self) -> bool {
        self.title.is_some() && !self.faults.iter().any(Fault::is_mistake)
    }
}

/// Looks at a title without putting it on the shelf.
pub fn examine(texts: &Texts) -> Examined {
    let mut faults = Vec::new();
    let board = the_board(texts, &mut faults);
    let taken: Vec<String> = read(|shelf| {
        let shipped = shelf.titles.iter().filter(|t| !t.edition.brought).flat_map(|t| &t.rules);
        let prefixes: BTreeSet<String> = shipped.map(|r| prefix(&r.id).to_string()).chain(["BG".to_string()]).collect();
        prefixes.into_iter().collect()
    });
    let (rules, wrong) = rulebook::read_rules(&texts.rules, &taken);
    faults.extend(wrong);
    let Some(board) = board else { return Examined { title: None, board: None, rules, briefing: None, faults } };
    let chart = Chart::parse(STANDARD).expect("the standard rules can be read");
    let ground = match Ground::survey(&board, &chart, &Lay::default()) {
        Ok(ground) => Some(ground),
        Err(odd) => {
            faults.extend(unknown_ground(texts, &board, &odd));
            None
        }
    };
    let known: BTreeSet<String> = rules.iter().chain(self::rules()).map(|r| r.id.clone()).collect();
    let against = Against { board: &board, ground: ground.as_ref(), stacking: Some(chart.limits.stacking), rules: Some(&known) };
    let (title, wrong) = Title::examine(&texts.title, &against);
    faults.extend(wrong);
    if let Some(title) = &title
        && is_shipped(&title.id)
    {
        let line = line_of(&texts.title, "id");
        faults.push(Fault::mistake(
            FILE,
            line,
            format!("{:?} is the id of a title that comes with Longroll.", title.id),
            "Take an id of your own.",
        ));
    }
    for rule in rules.iter().filter(|r| title.is_some() && !r.info && !texts.title.contains(&r.id)) {
        let line = texts.rules.lines().position(|l| l.contains(&format!("\"{}\"", rule.id))).map_or(1, |n| n + 1);
        let right = "Cite it in title.toml where it is kept, or mark it info = true.";
        faults.push(Fault::warning(rulebook::RULES_FILE, line, format!("Nothing in title.toml cites rule {}.", rule.id), right));
    }
    let briefing = title.as_ref().and_then(|title| {
        if texts.briefing.trim().is_empty() {
            return Some(rulebook::plain_briefing(title, &board));
        }
        let (briefing, wrong) = rulebook::read_briefing(&texts.briefing, title, &board);
        faults.extend(wrong);
        briefing
    });
    Examined { title, board: Some(board), rules, briefing, faults }
}

/// The board that a title lies on: its own, or one that comes with the program.
fn the_board(texts: &Texts, faults: &mut Vec<Fault>) -> Option<Board> {
    let wanted = board_of(&texts.title);
    let Some(text) = &texts.board else {
        let found = wanted.as_ref().and_then(|id| boards::shipped(id));
        if found.is_none() {
            let what = match &wanted {
                Some(id) => format!("There is no {BOARD_FILE}, and no board {id:?} comes with Longroll."),
                None => format!("There is no {BOARD_FILE}, and title.toml names no board."),
            };
            let right = format!("Add {BOARD_FILE}, or name one of {}.", proof::list(boards::ALL.iter().map(|(id, _)| *id)));
            faults.push(Fault::mistake(FILE, line_of(&texts.title, "board"), what, right));
        }
        return found.cloned();
    };
    let (board, wrong) = Board::examine(text, BOARD_FILE);
    faults.extend(wrong.into_iter().map(|bad| {
        let (what, right) = bad.fault.in_words();
        Fault::mistake(&bad.file, bad.line, what, right)
    }));
    if let (Some(board), Some(wanted)) = (&board, &wanted)
        && board.id != *wanted
    {
        let what = format!("The title asks for the board {wanted:?}, and {BOARD_FILE} has the id {:?}.", board.id);
        faults.push(Fault::mistake(FILE, line_of(&texts.title, "board"), what, format!("Write board = {:?}.", board.id)));
    }
    board
}

/// Ground that the chart of the series does not know: every kind of it, on its line.
fn unknown_ground(texts: &Texts, board: &Board, odd: &str) -> Vec<Fault> {
    let chart = Chart::parse(STANDARD).expect("the standard rules can be read");
    let text = texts.board.as_deref().unwrap_or_default();
    let single: BTreeSet<&str> = chart.terrain.iter().flat_map(|row| row.id.split('+')).collect();
    let kinds = board.terrains.iter().filter(|t| !single.contains(t.as_str()) && !RELIEF.contains(&t.as_str()));
    let known = proof::list(single.iter().copied().filter(|t| !matches!(*t, "clear" | "river" | "ferry")));
    let mut faults: Vec<Fault> = kinds
        .map(|kind| {
            let right = match proof::nearest(kind, single.iter().copied()) {
                Some(near) => format!("Did you mean {near}?"),
                None => format!("Hexes are {known}, or nothing for clear."),
            };
            Fault::mistake(BOARD_FILE, line_of(text, kind), format!("The Terrain Effects Chart has no {kind}."), right)
        })
        .collect();
    if faults.is_empty() {
        faults.push(Fault::mistake(BOARD_FILE, 1, format!("{odd}."), "Only forest and rough may lie in one hex together."));
    }
    faults
}

/// The line on which a field is written, 1 if it is not.
fn line_of(text: &str, key: &str) -> usize {
    let begins = |line: &str| line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
    text.lines().position(begins).map_or(1, |n| n + 1)
}

/// Puts a title on the shelf, in the place of one with the same id and version; games that are played with that go on as they were.
pub fn bring(texts: Texts) -> Result<Arc<Shelved>, Vec<Fault>> {
    let examined = examine(&texts);
    if !examined.is_sound() {
        return Err(examined.faults);
    }
    let (Some(title), Some(briefing)) = (examined.title, examined.briefing) else { return Err(examined.faults) };
    let scenario = scenario_of(&title);
    let full = |what: &str| vec![Fault::mistake(FILE, 1, what, "Start Longroll again, with fewer titles.")];
    let board = match &texts.board {
        None => boards::shipped(&title.board).expect("it was just looked at"),
        Some(text) => boards::bring(&scenario, text, BOARD_FILE).map_err(|_| full("Too many boards were brought along."))?,
    };
    let edition = Edition {
        author: title.author.clone(),
        licence: title.licence.clone(),
        version: title.version.clone(),
        fingerprint: fingerprint([texts.title.as_str(), &texts.rules, &texts.briefing, texts.board.as_deref().unwrap_or(&board.id)]),
        brought: true,
    };
    let mut rules = examined.rules;
    for rule in rules.iter_mut().filter(|rule| texts.title.contains(&rule.id)) {
        rule.enforced = vec![format!("{scenario}: {FILE}")];
    }
    let briefing = Briefing { scenario: scenario.clone(), ..briefing };
    let shelved = Arc::new(Shelved { scenario, title, board, edition, briefing, rules, text: Cow::Owned(texts.title) });
    change(|titles| {
        if let Some(place) = titles.iter().position(|t| t.scenario == shelved.scenario) {
            titles[place] = Arc::clone(&shelved);
        } else if titles.iter().filter(|t| t.edition.brought).count() < MOST_BROUGHT {
            titles.push(Arc::clone(&shelved));
        } else {
            return Err(full("Too many titles are on the shelf."));
        }
        Ok(())
    })
    .and_then(|done| done)
    .map(|()| shelved)
}

/// Takes a title that was brought along off the shelf; whether it was there.
pub fn take_off(scenario: &str) -> bool {
    let gone = change(|titles| {
        let before = titles.len();
        titles.retain(|t| !t.edition.brought || t.scenario != scenario);
        titles.len() < before
    });
    gone.unwrap_or(false)
}

fn change<T>(with: impl FnOnce(&mut Vec<Arc<Shelved>>) -> T) -> Result<T, Vec<Fault>> {
    let mut shelf = SHELF.write().unwrap_or_else(PoisonError::into_inner);
    if shelf.changes >= MOST_CHANGES {
        return Err(vec![Fault::mistake(FILE, 1, "The shelf was changed too often.", "Start Longroll again.")]);
    }
    let done = with(&mut shelf.titles);
    shelf.changes += 1;
    shelf.catalogue = catalogue_of(&shelf.titles);
    shelf.rules = rules_on(&shelf.titles);
    Ok(done)
}

fn catalogue_of(titles: &[Arc<Shelved>]) -> &'static Catalogue {
    let mut options = vec![OptionRule {
        id: OPTION_EFFECTIVENESS.into(),
        title: "Attack effectiveness (BG-11)".into(),
        text: "Units thrown back from an attack may not attack again until after a night.".into(),
        default: "off".into(),
        values: vec!["off".into(), "on".into()],
    }];
    let mut scenarios = Vec::new();
    for shelved in titles {
        let title = &shelved.title;
        let new: Vec<OptionRule> = title.options.iter().filter(|o| !options.iter().any(|k| k.id == o.id)).cloned().collect();
        options.extend(new);
        scenarios.push(ScenarioTitle {
            id: shelved.scenario.clone(),
            title: title.name.clone(),
            summary: title.summary.clone(),
            edition: Some(shelved.edition.clone()),
        });
    }
    Box::leak(Box::new(Catalogue {
        game: "blue-gray".into(),
        title: "Blue & Gray".into(),
        year: 1975,
        summary: "Brigades, rigid zones of control and one die: the quickest of the five, and the sharpest.".into(),
        scenarios,
        options,
    }))
}

/// Every rule once: of two versions of a title, as the one says that came first.
fn rules_on(titles: &[Arc<Shelved>]) -> &'static [RuleText] {
    let mut rules = trace::merge(SERIES_RULES, TRACE).expect("the rules can be read");
    let mut known: BTreeSet<String> = rules.iter().map(|r| r.id.clone()).collect();
    for rule in titles.iter().flat_map(|t| &t.rules) {
        if known.insert(rule.id.clone()) {
            rules.push(rule.clone());
        }
    }
    Box::leak(rules.into_boxed_slice())
}

/// What is wrong or hardly meant in a title on the shelf.
pub fn faults_of(shelved: &Shelved) -> Vec<Fault> {
    let chart = Chart::parse(STANDARD).expect("the standard rules can be read");
    // Their headings are cited too; which rules there are is the business of their own test.
    let ground = Ground::survey(shelved.board, &chart, &Lay::default()).ok();
    let against = Against { board: shelved.board, ground: ground.as_ref(), stacking: Some(chart.limits.stacking), rules: None };
    Title::examine(&shelved.text, &against).1
}
