//! Golden files: short games in one readable format, with all that the program says to them.
//!
//! What is asked begins at the margin; what the program answers is indented. The tests carry out what is asked and compare
//! every answer; `LONGROLL_BLESS=1` writes the answers anew.
//!
//! ```text
//! # A clash on the creek (PL-5).
//! open creek torpedo=off
//! position {"turn":2,"phase":"union","units":[{"id":"union","hex":3},
//! | {"id":"confederate","hex":5}]}
//!   ? The union picket marches.
//! union {"do":"step"}
//!   > Step
//!   The union picket steps to 4.
//!   ? The confederate picket marches.
//! roll 3
//! perft 4
//!   2 6 14 40
//! play 7 250
//!   31 decisions, 752e384ace0de465, over: The line holds: a draw.
//! ```
//!
//! | line | meaning |
//! | --- | --- |
//! | `# words` | a comment |
//! | `open scenario option=value ...` | a fresh game |
//! | `position {...}` | a position as written in files |
//! | `seat union` | whose log follows: a side, `spectator`, or `referee` as at the start |
//! | `union {...}`, `confederate {...}` | a decision of that side; a refusal is written down too |
//! | `roll 3 4` | the answer of Chance |
//! | `perft 4` | how many sequences of so many decisions and dice there are, for each depth; equal results of dice count once |
//! | `refusals 7 250` | which rules refuse actions of other moments, in so many positions of such a game as `play` plays |
//! | `spoilt 7 250` | which fields are refused where such positions are written, changed in one thing and read |
//! | `play 7 250` | a game between players who choose by the names of actions, with that key: its hash after so many decisions, or at its end |
//! | `\| ...` | goes on with the line above |

use super::fuzz::spoil;
use super::properties::mix_fields;
use super::walk::{Beginning, listed};
use super::{BLESS, Kit, blessing};
use crate::player::NamedPlayer;
use crate::{Actor, Chair, Class, Dice, Game, Player, Roll, Seat, Side};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// How many actions `refusals` tries in each position.
const TRIED: usize = 16;
/// How many changes `spoilt` makes to each position.
const SPOILT: usize = 4;

/// A script being carried out.
pub struct Script<G: Game> {
    game: G,
    state: G::State,
    seat: Seat,
}

impl<G: Game> Script<G> {
    /// Carries out a whole file and writes it anew, with the answers of today.
    pub fn run(text: &str) -> Result<String, String> {
        let mut out = String::new();
        let mut script: Option<Script<G>> = None;
        for (number, line) in asked(text) {
            let _ = writeln!(out, "{line}");
            if !line.starts_with('#') && !line.is_empty() {
                carry_out(&mut script, &line.replace("\n| ", ""), &mut out).map_err(|e| format!("line {number}: {line}: {e}"))?;
            }
        }
        Ok(out)
    }

    /// Where a script ends up.
    ///
    /// # Panics
    /// If it cannot be carried out.
    pub(super) fn beginning(name: &str, text: &str) -> Beginning<G> {
        let mut script: Option<Script<G>> = None;
        for (_, line) in asked(text).into_iter().filter(|(_, line)| !line.starts_with('#') && !line.is_empty()) {
            let mut said = String::new();
            carry_out(&mut script, &line.replace("\n| ", ""), &mut said).unwrap_or_else(|e| panic!("{line}: {e}"));
            assert!(!said.contains("refused: "), "{line}: {said}");
        }
        let script = script.unwrap_or_else(|| panic!("{name}: a script begins with `open`"));
        Beginning { name: name.lines().next().unwrap_or_default().to_string(), game: script.game, state: script.state }
    }

    /// The scripts that lead to every beginning in a file: what comes before the first decision.
    pub(super) fn heads(text: &str) -> Vec<String> {
        let mut heads: Vec<String> = Vec::new();
        let mut open = String::new();
        for (_, line) in asked(text) {
            if line.starts_with("open ") {
                open = line;
            } else if line.starts_with("position ") {
                heads.push(format!("{open}\n{line}"));
            }
        }
        heads
    }

    fn open(words: &str) -> Result<Script<G>, String> {
        let mut words = words.split_whitespace();
        let scenario = words.next();
        let options: Option<BTreeMap<String, String>> =
            words.map(|w| w.split_once('=').map(|(id, value)| (id.to_string(), value.to_string()))).collect();
        let options = options.ok_or("an option is written option=value")?;
        let setup = G::catalogue().complete(scenario, &options).map_err(|bad| bad.to_string())?;
        let game = G::open(&setup).map_err(|bad| bad.to_string())?;
        let state = game.start();
        Ok(Script { game, state, seat: Seat::Referee })
    }

    fn act(&mut self, side: Side, action: &str, out: &mut String) -> Result<(), String> {
        let written: Value = serde_json::from_str(action).map_err(|e| e.to_string())?;
        let action = self.game.read_action(&written).map_err(|bad| bad.to_string())?;
        let described = self.game.describe(&self.game.knowledge(&self.state, side.into()), action);
        let note = described.note.map(|note| format!(" [{note}]")).unwrap_or_default();
        let _ = writeln!(out, "  > {}{note}", described.label);
        let mut events = Vec::new();
        match self.game.apply(&mut self.state, side, action, &mut events) {
            Ok(()) => self.tell(&events, out),
            Err(illegal) => {
                let _ = writeln!(out, "  refused: {illegal}");
            }
        }
        Ok(())
    }

    fn roll(&mut self, words: &str, out: &mut String) -> Result<(), String> {
        let values: Result<Vec<u8>, _> = words.split_whitespace().map(str::parse).collect();
        let values = values.map_err(|e| format!("{words}: {e}"))?;
        let Actor::Chance(chance) = self.game.actor(&self.state) else { return Err("no dice are asked for".into()) };
        if let Some(fault) = chance.draw.fault(&values) {
            return Err(fault);
        }
        let mut events = Vec::new();
        self.game.settle(&mut self.state, &Roll::new(&values), &mut events);
        self.tell(&events, out);
        Ok(())
    }

    fn tell(&self, events: &[G::Event], out: &mut String) {
        for told in events.iter().filter_map(|event| self.game.tell(event, self.seat)) {
            let _ = writeln!(out, "  {}", told.text);
        }
    }

    fn prompt(&self, out: &mut String) {
        let words = match self.game.actor(&self.state) {
            Actor::Over(verdict) => format!("over: {}", self.game.verdict_words(&self.state, verdict)),
            asked => {
                let seat = asked.side().map_or(self.seat, Seat::from);
                format!("? {}", self.game.prompt(&self.game.knowledge(&self.state, seat)))
            }
        };
        let _ = writeln!(out, "  {words}");
    }

    fn counts(&self, depth: u32, out: &mut String) {
        let counts: Vec<String> = (1..=depth).map(|d| perft(&self.game, &self.state, d).to_string()).collect();
        let _ = writeln!(out, "  {}", counts.join(" "));
    }

    /// How often each rule refused an action that belongs to another moment of the game, or is mixed of two such. The position stays.
    fn refusals(&self, key: u64, most: usize, out: &mut String) {
        let mut dice = Dice::new(key);
        let (mut others, mut refused): (Vec<Value>, BTreeMap<&str, usize>) = (Vec::new(), BTreeMap::new());
        let mut accepted = 0;
        let mut state = self.state.clone();
        self.play_by_names(&mut state, key, most, |state, action| {
            others.push(self.game.write_action(action));
            for n in 0..TRIED {
                let mut written = others[dice.below(others.len())].clone();
                if n % 2 == 0 {
                    mix_fields(&mut written, &others[dice.below(others.len())]);
                }
                let Ok(action) = self.game.read_action(&written) else { continue };
                for side in Side::BOTH {
                    match self.game.check(state, side, action) {
                        Ok(()) => accepted += 1,
                        Err(illegal) => *refused.entry(illegal.rule).or_default() += 1,
                    }
                }
            }
        });
        write_counts(accepted, &refused, out);
    }

    /// How often each field was refused when positions with one change were read. The position stays.
    fn spoilt(&self, key: u64, most: usize, out: &mut String) {
        let mut dice = Dice::new(key);
        let mut before = self.game.write_position(&self.state);
        let (mut accepted, mut refused): (usize, BTreeMap<String, usize>) = (0, BTreeMap::new());
        let mut state = self.state.clone();
        self.play_by_names(&mut state, key, most, |state, _| {
            let written = self.game.write_position(state);
            for _ in 0..SPOILT {
                let mut changed = written.clone();
                spoil(&mut changed, &before, &mut dice);
                match self.game.read_position(&changed) {
                    Ok(_) => accepted += 1,
                    // Which one of a list is not told: the field is.
                    Err(bad) => {
                        let field = bad.field.split(['[', ':']).next().filter(|field| !field.is_empty()).unwrap_or("the whole");
                        *refused.entry(field.to_string()).or_default() += 1;
                    }
                }
            }
            before = written;
        });
        write_counts(accepted, &refused, out);
    }

    /// Plays so many decisions, each by a player who chooses by the names of actions; shows each before it is made. Returns how many were made.
    fn play_by_names(&self, state: &mut G::State, key: u64, most: usize, mut show: impl FnMut(&G::State, G::Action)) -> usize {
        let mut dice = Dice::new(key);
        let mut players = [NamedPlayer::new(key), NamedPlayer::new(key + 100)];
        let mut decisions = 0;
        while decisions < most {
            match self.game.actor(state) {
                Actor::Over(_) => break,
                Actor::Chance(chance) => self.game.settle(state, &dice.answer(chance.draw), &mut ()),
                asked => {
                    let side = asked.side().expect("a side is asked");
                    let action = Player::<G>::choose(&mut players[side.index()], &Chair::new(&self.game, state, side));
                    show(state, action);
                    self.game.apply_unchecked(state, side, action, &mut ());
                    decisions += 1;
                }
            }
        }
        decisions
    }

    fn play(&mut self, key: u64, most: usize, out: &mut String) {
        let mut state = self.state.clone();
        let decisions = self.play_by_names(&mut state, key, most, |_, _| {});
        self.state = state;
        let end = match self.game.actor(&self.state) {
            Actor::Over(verdict) => format!(", over: {}", self.game.verdict_words(&self.state, verdict)),
            _ => String::new(),
        };
        let _ = writeln!(out, "  {decisions} decisions, {:016x}{end}", self.game.hash(&self.state));
    }
}

/// Writes how much was accepted, and how often it was refused for which reason.
fn write_counts<K: std::fmt::Display>(accepted: usize, refused: &BTreeMap<K, usize>, out: &mut String) {
    let _ = writeln!(out, "  {accepted} accepted");
    let counts: Vec<String> = refused.iter().map(|(why, times)| format!("{why} {times}")).collect();
    for row in counts.chunks(8) {
        let _ = writeln!(out, "  {}", row.join(", "));
    }
}

/// The lines of a file that ask, each with its number; those that go on are joined to the line they go on from.
fn asked(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        match lines.last_mut() {
            Some((_, before)) if line.starts_with("| ") => {
                before.push('\n');
                before.push_str(line);
            }
            _ if line.starts_with("  ") => {}
            _ => lines.push((number + 1, line.to_string())),
        }
    }
    lines
}

fn carry_out<G: Game>(script: &mut Option<Script<G>>, line: &str, out: &mut String) -> Result<(), String> {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    if verb == "open" {
        *script = Some(Script::open(rest)?);
        return Ok(());
    }
    let this = script.as_mut().ok_or("a script begins with `open`")?;
    match verb {
        "position" => {
            let value: Value = serde_json::from_str(rest).map_err(|e| e.to_string())?;
            this.state = this.game.read_position(&value).map_err(|bad| bad.to_string())?;
        }
        "seat" => {
            this.seat = Seat::from_id(rest).ok_or("nobody sits there")?;
            return Ok(());
        }
        "roll" => this.roll(rest, out)?,
        "perft" => {
            this.counts(rest.parse().map_err(|_| "how deep?")?, out);
            return Ok(());
        }
        "play" | "refusals" | "spoilt" => {
            let mut numbers = rest.split_whitespace().map(|n| n.parse::<u64>().map_err(|e| e.to_string()));
            let key = numbers.next().ok_or("by which key?")??;
            let most = numbers.next().transpose()?.map_or(usize::MAX, |n| n as usize);
            match verb {
                "play" => this.play(key, most, out),
                "refusals" => this.refusals(key, most, out),
                _ => this.spoilt(key, most, out),
            }
            return Ok(());
        }
        side => {
            let side = Side::from_id(side)
                .ok_or("it begins with open, position, seat, union, confederate, roll, perft, refusals, spoilt or play")?;
            this.act(side, rest, out)?;
        }
    }
    this.game.audit(&this.state)?;
    this.prompt(out);
    Ok(())
}

/// How many sequences of so many decisions and dice there are, dice with the same result counted once.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    match game.actor(state) {
        Actor::Over(_) => 1,
        Actor::Chance(_) => {
            let mut classes: Vec<Class> = Vec::new();
            game.classes(state, &mut classes);
            if depth == 1 {
                return classes.len() as u64;
            }
            let after = |class: &Class| {
                let mut next = state.clone();
                game.settle(&mut next, &class.sample, &mut ());
                perft(game, &next, depth - 1)
            };
            classes.iter().map(after).sum()
        }
        asked => {
            let side = asked.side().expect("a side is asked");
            let actions = listed(game, state, side);
            if depth == 1 {
                return actions.len() as u64;
            }
            let after = |action: &G::Action| {
                let mut next = state.clone();
                game.apply_unchecked(&mut next, side, *action, &mut ());
                perft(game, &next, depth - 1)
            };
            actions.iter().map(after).sum()
        }
    }
}

/// Compares a text with a checked-in file, or writes it if files are to be written anew.
///
/// # Panics
/// If they differ, with the first line that does.
#[track_caller]
pub fn compare(path: &Path, fresh: &str) {
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    if kept == fresh {
        return;
    }
    if blessing() {
        std::fs::write(path, fresh).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        return;
    }
    let same = kept.lines().zip(fresh.lines()).take_while(|(a, b)| a == b).count();
    let show = |text: &str| text.lines().nth(same).unwrap_or("(the end)").to_string();
    panic!(
        "{} line {}:\n  kept  {}\n  fresh {}\n{BLESS}=1 writes it anew, if that is what was meant",
        path.display(),
        same + 1,
        show(&kept),
        show(fresh)
    );
}

/// What a folder holds, by the way from the top of the crate, in order; nothing if there is no such folder.
fn entries(top: &Path, folder: &str) -> Vec<String> {
    let names = std::fs::read_dir(top.join(folder)).into_iter().flatten().flatten().map(|e| e.file_name());
    let mut names: Vec<String> = names.map(|name| format!("{folder}/{}", name.to_string_lossy())).collect();
    names.sort();
    names
}

impl<G: Game> Kit<G> {
    /// The golden files by name, in order: those in `tests/golden`, and those that a title brings along in its folder.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let mut folders = entries(&self.dir, "data/titles");
        folders.iter_mut().for_each(|title| title.push_str("/plays"));
        folders.insert(0, "tests/golden".to_string());
        let mut names: Vec<String> = folders.iter().flat_map(|folder| entries(&self.dir, folder)).collect();
        names.retain(|name| name.ends_with(".txt"));
        let read = |name: &String| std::fs::read_to_string(self.dir.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        names.iter().map(|name| (name.clone(), read(name))).collect()
    }

    /// Every golden file says what it said.
    pub fn golden_files(&self) {
        let files = self.files();
        assert!(!files.is_empty(), "there is no golden file in {}", self.dir.join("tests/golden").display());
        for (name, text) in files {
            let fresh = Script::<G>::run(&text).unwrap_or_else(|fault| panic!("{name}, {fault}"));
            compare(&self.dir.join(&name), &fresh);
        }
    }
}
