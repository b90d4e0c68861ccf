//! What stands beside a title's numbers: its rules in sentences, and its briefing.

use super::read::SIDES;
use super::{Deed, Title};
use board::Board;
use engine::handbook::{Briefing, Hints, HistoricMarch, Objective};
use engine::{RuleText, Side};
use proof::{Entry, Fault, Proof, Word};
use std::collections::BTreeMap;

/// The names of the files in mistakes.
pub const RULES_FILE: &str = "rules.toml";
/// The name of the briefing in mistakes.
pub const BRIEFING_FILE: &str = "briefing.toml";

/// The most rules of a title, and the longest text of one.
const MOST_RULES: usize = 400;
const LONGEST: usize = 4000;

/// What comes before the hyphen of a rule's id.
pub fn prefix(id: &str) -> &str {
    id.split_once('-').map_or(id, |(prefix, _)| prefix)
}

/// Reads a title's rules; `taken` are the prefixes of others.
pub fn read_rules(text: &str, taken: &[String]) -> (Vec<RuleText>, Vec<Fault>) {
    let proof = Proof::new(RULES_FILE, text);
    let mut rules: Vec<RuleText> = Vec::new();
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    proof.read(|file| {
        for entry in file.entries("rule", "rule") {
            let id = entry.text("id", "\"MI-1\"");
            if let Some(id) = &id {
                entry.call(format!("rule {:?}", id.text));
                check_id(&proof, id, taken, &mut lines);
            }
            let text = entry.text("text", "\"What it says.\"");
            if let Some(long) = text.as_ref().filter(|t| t.text.chars().count() > LONGEST) {
                proof.mistake(long.at, format!("This rule has more than {LONGEST} letters."), "Make two of it.");
            }
            let chapter = entry.maybe("chapter").map(|word| word.text);
            let (optional, info) = (entry.flag("optional"), entry.flag("info"));
            if rules.len() == MOST_RULES {
                proof.mistake(entry.at, "This is one rule too many.", format!("A title has at most {MOST_RULES}."));
            } else if let (Some(id), Some(text)) = (id, text) {
                let (id, text) = (id.text, text.text);
                rules.push(RuleText { id, text, chapter, optional, info, enforced: Vec::new(), tests: Vec::new() });
            }
        }
    });
    (rules, proof.into_faults())
}

fn check_id(proof: &Proof<'_>, id: &Word, taken: &[String], lines: &mut BTreeMap<String, usize>) {
    let sound = id.text.split_once('-').is_some_and(|(prefix, rest)| {
        let letters = !prefix.is_empty() && prefix.chars().all(|c| c.is_ascii_alphanumeric());
        letters
            && rest.starts_with(|c: char| c.is_ascii_alphanumeric())
            && id.text.len() <= 24
            && id.text.chars().all(|c| c.is_ascii_graphic())
    });
    if !sound {
        proof.mistake(
            id.at,
            format!("{:?} cannot be the id of a rule.", id.text),
            "It is a prefix of your own, a hyphen and a number: MI-1.",
        );
    } else if taken.iter().any(|known| known == prefix(&id.text)) {
        let right = "Take a prefix of your own: rules of others keep their ids.";
        proof.mistake(id.at, format!("The prefix {} belongs to rules that come with Longroll.", prefix(&id.text)), right);
    }
    if let Some(line) = lines.insert(id.text.clone(), proof.line(id.at)) {
        proof.mistake(id.at, format!("Rule {} stands on line {line} already.", id.text), "Give each rule an id of its own.");
    }
}

/// Reads a title's briefing.
pub fn read_briefing(text: &str, title: &Title, board: &Board) -> (Option<Briefing>, Vec<Fault>) {
    let proof = Proof::new(BRIEFING_FILE, text);
    let briefing = proof.read(|file| Reader { proof: &proof, board }.briefing(file, title));
    let sound = proof.is_sound();
    (briefing.filter(|_| sound), proof.into_faults())
}

struct Reader<'r> {
    proof: &'r Proof<'r>,
    board: &'r Board,
}

impl Reader<'_> {
    fn briefing(&self, file: &Entry<'_, '_>, title: &Title) -> Option<Briefing> {
        if let Some(other) = file.maybe("scenario").filter(|s| s.text != title.id) {
            let what = format!("This briefing is for {:?}, and the title is {:?}.", other.text, title.id);
            self.proof.mistake(other.at, what, format!("Write scenario = {:?}, or leave it out.", title.id));
        }
        // What nobody has written is said by the numbers.
        let prose = |key: &str, plain: String| file.maybe(key).map_or(plain, |word| self.prose(word));
        let grade = |key: &str| file.maybe_number(key, 1..=5).unwrap_or(3) as u8;
        let plain = plain_briefing(title, self.board);
        let objectives = file.entries("objectives", "objective");
        let objectives: Vec<Objective> = objectives.iter().filter_map(|e| self.objective(e)).collect();
        let marches = file.entries("marches", "march").iter().filter_map(|e| self.march(e)).collect();
        let hints = file.entry("hints", "[hints]").map_or_else(Hints::default, |hints| {
            let of = |key: &str| self.paragraphs(hints.texts(key));
            Hints { union: of("union"), confederate: of("confederate") }
        });
        Some(Briefing {
            scenario: title.id.clone(),
            story: prose("story", plain.story),
            union: prose("union", plain.union),
            confederate: prose("confederate", plain.confederate),
            length: file.maybe("length").map_or(plain.length, |w| w.text),
            complexity: grade("complexity"),
            solitaire: grade("solitaire"),
            beginner: file.maybe_one_of("beginner", &SIDES).unwrap_or(Side::Union),
            objectives: if file.has("objectives") { objectives } else { plain.objectives },
            turns: Vec::new(),
            history: self.paragraphs(file.texts("history")),
            marches,
            hints,
        })
    }

    fn prose(&self, word: Word) -> String {
        if word.text.chars().count() > LONGEST {
            self.proof.mistake(word.at, format!("This text has more than {LONGEST} letters."), "Make several paragraphs of it.");
        }
        word.text
    }

    fn paragraphs(&self, words: Vec<Word>) -> Vec<String> {
        words.into_iter().map(|word| self.prose(word)).collect()
    }

    fn hexes(&self, entry: &Entry<'_, '_>) -> Vec<String> {
        let words = entry.texts("hexes");
        for word in &words {
            if let Err(bad) = self.board.grid.parse(&word.text) {
                let what = format!("{:?} is no hex of this board: {}.", word.text, bad.because);
                self.proof.mistake(word.at, what, "Look at the numbers on the map.");
            }
        }
        words.into_iter().map(|w| w.text).collect()
    }

    fn objective(&self, entry: &Entry<'_, '_>) -> Option<Objective> {
        let label = entry.text("label", "\"The bridge: 5 points\"");
        let hexes = self.hexes(entry);
        Some(Objective { label: label?.text, hexes })
    }

    fn march(&self, entry: &Entry<'_, '_>) -> Option<HistoricMarch> {
        let (side, label) = (entry.one_of("side", &SIDES), entry.text("label", "\"Hooker, 24 November\""));
        let hexes = self.hexes(entry);
        Some(HistoricMarch { side: side?, label: label?.text, hexes })
    }
}

/// What can be said about a title whose maker has written no briefing: what its numbers say.
pub fn plain_briefing(title: &Title, board: &Board) -> Briefing {
    let scored = |side: Side| {
        let of_side = title.scores.iter().filter(|s| s.to == side);
        let words: Vec<String> =
            of_side.map(|s| format!("{} for {}", engine::handbook::plural(s.points, "point", "points"), s.what.in_words())).collect();
        if words.is_empty() {
            "You score nothing yourself: keep the enemy from his points.".to_string()
        } else {
            format!("You score {}.", words.join(", "))
        }
    };
    let name = |cell: crate::cells::Cell| board.grid.name(cell.hex(&board.grid));
    let of_hexes = title.scores.iter().filter(|s| !s.cells.is_empty());
    let objectives = of_hexes.map(|s| Objective {
        label: format!("{} to the {}: {}", engine::handbook::plural(s.points, "point", "points"), s.to, s.what.in_words()),
        hexes: s.cells.iter().map(name).collect(),
    });
    let story = if title.summary.is_empty() { title.name.clone() } else { title.summary.clone() };
    Briefing {
        scenario: title.id.clone(),
        story,
        union: scored(Side::Union),
        confederate: scored(Side::Confederate),
        length: if title.turns.len() <= 6 { "half an hour" } else { "1 to 3 hours" }.into(),
        complexity: 2,
        solitaire: 4,
        beginner: title.first,
        objectives: objectives.collect(),
        turns: Vec::new(),
        history: Vec::new(),
        marches: Vec::new(),
        hints: Hints::default(),
    }
}

impl Deed {
    /// What it is, for a list of points.
    pub fn in_words(self) -> &'static str {
        match self {
            Deed::EliminatedUnit => "each enemy unit eliminated",
            Deed::EliminatedStrength => "each enemy strength point eliminated",
            Deed::FirstControl => "the first control of each marked hex",
            Deed::LastControlAtEnd => "each marked hex held at the end",
            Deed::HexInInfantryZoneAtEnd => "each marked hex in an infantry zone at the end",
            Deed::ExitedUnit => "each unit that leaves the map",
            Deed::ExitedStrength => "each strength point that leaves the map",
            Deed::AllControlAtEnd => "all the marked hexes held at the end",
            Deed::AreaAtEnd => "the marked hexes without an enemy at the end",
            Deed::StrengthInAreaAtEnd => "each strength point in the marked hexes at the end",
            Deed::Event => "what happens in the game",
        }
    }
}
