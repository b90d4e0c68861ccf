//! The workbench: titles of one's own, changed step by step, with every step kept for a while to be taken back. Where they lie between the
//! steps is a [`Cupboard`]'s business: a folder of a disk, or whatever a page keeps.

use crate::cupboard::Archived;
use crate::edit::{self, Edit};
use crate::forms::{COUNTER, FormField, HEADING, SECTIONS, SHEETS, Section, Sheet};
use crate::tools::{TOOLS, Tool};
use crate::{Bundle, Cupboard, archive, bundle};
use board::Board;
use proof::Fault;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};
#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// How many steps can be taken back, and how many titles somebody may have.
const STEPS: usize = 200;
const MOST_TITLES: usize = 100;
/// How many titles that were removed can be brought back at once.
const MOST_GONE: usize = 20;

/// What is asked of the workbench.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "WorkshopRequest"))]
#[serde(tag = "op", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// One's titles.
    List {},
    /// A new title with an empty board of that size.
    New {
        /// Its id, and the name of its folder.
        id: String,
        /// Its name.
        title: String,
        /// The columns of its board.
        columns: u8,
        /// The rows.
        rows: u8,
    },
    /// A title as it stands.
    Open {
        /// Its folder.
        folder: String,
    },
    /// A change.
    Edit {
        /// The folder.
        folder: String,
        /// The change.
        edit: Edit,
    },
    /// The last change is taken back.
    Undo {
        /// The folder.
        folder: String,
    },
    /// And made again.
    Redo {
        /// The folder.
        folder: String,
    },
    /// Puts it on the shelf.
    Play {
        /// The folder.
        folder: String,
    },
    /// Removes it. Without a seal nothing happens yet: what would go is told, with the seal by which it goes.
    Remove {
        /// The folder.
        folder: String,
        /// What the look said: whoever removes a title has seen it as it is.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional = nullable))]
        seal: Option<String>,
    },
    /// Brings back what was removed since the program was started.
    BringBack {
        /// The folder.
        folder: String,
    },
}

/// A title in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Listed {
    /// Its folder.
    pub folder: String,
    /// Its name.
    pub title: String,
    /// Its version.
    pub version: String,
    /// How many mistakes are in it.
    pub mistakes: usize,
}

/// A title on the workbench.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Draft {
    /// Its folder.
    pub folder: String,
    /// What has changed so far: another number, another drawing.
    pub changes: usize,
    /// Its files.
    pub files: BTreeMap<String, String>,
    /// Everything that is wrong or hardly meant.
    pub faults: Vec<Fault>,
    /// The fields of `[title]`.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
    pub heading: Map<String, Value>,
    /// The counters.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>[]"))]
    pub counters: Vec<Value>,
    /// The entries of each section.
    #[cfg_attr(feature = "types", ts(type = "Record<string, Record<string, unknown>[]>"))]
    pub entries: BTreeMap<String, Vec<Value>>,
    /// What forms are made of.
    pub sections: &'static [Section],
    /// Sections that there are once.
    pub sheets: &'static [Sheet],
    /// What each of them says.
    #[cfg_attr(feature = "types", ts(type = "Record<string, Record<string, unknown>>"))]
    pub filled: BTreeMap<String, Value>,
    /// The hexes of each zone, by its id.
    pub zones: BTreeMap<String, Vec<String>>,
    /// The fields of a counter.
    pub counter_fields: &'static [FormField],
    /// The fields of the title.
    pub heading_fields: &'static [FormField],
    /// What can be drawn with.
    pub tools: &'static [Tool],
    /// Whether a change can be taken back.
    pub undo: bool,
    /// Whether one that was can be made again.
    pub redo: bool,
}

/// What the workbench answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "WorkshopAnswer"))]
#[serde(untagged)]
pub enum Answer {
    /// One's titles.
    Titles(Vec<Listed>),
    /// A title.
    Draft(Box<Draft>),
    /// It is on the shelf.
    Ready {
        /// Under this name.
        scenario: String,
        /// In this game.
        game: String,
    },
    /// What would be removed.
    Look(Look),
    /// It was.
    Removed(Removed),
}

/// What would be removed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TitleLook"))]
pub struct Look {
    /// The folder.
    pub folder: String,
    /// The title's name.
    pub title: String,
    /// What it is called on the shelf, if it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub scenario: Option<String>,
    /// Its files.
    pub files: Vec<String>,
    /// How many mistakes are in it.
    pub mistakes: usize,
    /// With this it is removed as it is now.
    pub seal: String,
}

/// What was removed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TitleGone"))]
pub struct Removed {
    /// The folder.
    pub folder: String,
    /// The title's name.
    pub title: String,
    /// What its archive is called.
    pub archive: String,
    /// Where that is kept, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub kept: Option<String>,
    /// The archive itself, in hexadecimal digits.
    pub data: String,
    /// What was taken off the shelf.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub scenario: Option<String>,
}

#[derive(Default)]
struct Steps {
    back: Vec<Bundle>,
    on: Vec<Bundle>,
    changes: usize,
}

/// Titles that are being made.
pub struct Bench {
    cupboard: Box<dyn Cupboard>,
    steps: Mutex<HashMap<String, Steps>>,
    gone: Mutex<Vec<(String, Bundle)>>,
}

impl Bench {
    /// A workbench in that folder; it is made when something is first put there.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn new(folder: PathBuf) -> Bench {
        Bench::beside(Box::new(crate::folder::Folder(folder)))
    }

    /// A workbench beside that cupboard.
    pub fn beside(cupboard: Box<dyn Cupboard>) -> Bench {
        Bench { cupboard, steps: Mutex::default(), gone: Mutex::default() }
    }

    /// Does what is asked; what it refuses it says in a sentence.
    pub fn ask(&self, request: &Request) -> Result<Answer, String> {
        match request {
            Request::List {} => Ok(Answer::Titles(self.list())),
            Request::New { id, title, columns, rows } => self.make(id, title, *columns, *rows).and_then(|()| self.draft(id)),
            Request::Open { folder } => self.draft(folder),
            Request::Edit { folder, edit } => self.edit(folder, edit).and_then(|()| self.draft(folder)),
            Request::Undo { folder } => self.step(folder, true).and_then(|()| self.draft(folder)),
            Request::Redo { folder } => self.step(folder, false).and_then(|()| self.draft(folder)),
            Request::Play { folder } => {
                let shelved = self.read(folder)?.bring().map_err(|faults| bundle::in_short(&faults))?;
                Ok(Answer::Ready { scenario: shelved.scenario.clone(), game: "blue-gray".into() })
            }
            Request::Remove { folder, seal: None } => self.look(folder).map(Answer::Look),
            Request::Remove { folder, seal: Some(seal) } => self.remove(folder, seal).map(Answer::Removed),
            Request::BringBack { folder } => self.bring_back(folder).and_then(|()| self.draft(folder)),
        }
    }

    /// The texts of a title.
    pub fn read(&self, name: &str) -> Result<Bundle, String> {
        named(name)?;
        self.cupboard.read(name)?.ok_or_else(|| format!("There is no title {name:?} on the workbench."))
    }

    /// Puts a title that somebody passed on onto the workbench and on the shelf; answers its folder.
    pub fn import(&self, bytes: &[u8]) -> Result<String, String> {
        let (bundle, manifest) = archive::open(bytes)?;
        let name = match bundle.bring() {
            Ok(shelved) => shelved.scenario.clone(),
            // What was put away unfinished goes back to the workbench, and not on the shelf.
            Err(_) if manifest.draft && !blue_gray::shelf::is_shipped(&manifest.id) => manifest.id,
            Err(faults) => return Err(bundle::in_short(&faults)),
        };
        named(&name)?;
        match self.cupboard.read(&name)? {
            Some(known) if known != bundle => return Err(format!("{name} is there already, with other texts.")),
            Some(_) => {}
            None => {
                self.room_for_another()?;
                self.cupboard.write(&name, &bundle)?;
            }
        }
        Ok(name)
    }

    /// The archive of a title, and its name.
    pub fn export(&self, name: &str) -> Result<(String, Vec<u8>), String> {
        let bundle = self.read(name)?;
        let bytes = archive::pack(&bundle)?;
        let title = bundle.examine().title.ok_or("The title cannot be read.")?;
        Ok((archive::name_of(&title.id, &title.version), bytes))
    }

    /// The folder of a title by its own name or by what the title is called on the shelf; or else what there is.
    pub fn folder_of(&self, title: &str) -> Result<String, Vec<String>> {
        let names = self.cupboard.names();
        let called = |name: &&String| self.look(name).is_ok_and(|look| look.scenario.as_deref() == Some(title));
        let found = names.iter().find(|name| *name == title).or_else(|| names.iter().find(called)).cloned();
        found.ok_or(names)
    }

    /// What would be removed.
    pub fn look(&self, name: &str) -> Result<Look, String> {
        let bundle = self.read(name)?;
        let examined = bundle.examine();
        let scenario = examined.title.as_ref().map(blue_gray::shelf::scenario_of).filter(|s| blue_gray::shelf::find(s).is_some());
        Ok(Look {
            folder: name.to_string(),
            title: name_in(&bundle, name),
            scenario,
            files: bundle.files().map(|(file, _)| file.to_string()).collect(),
            mistakes: examined.faults.iter().filter(|f| f.is_mistake()).count(),
            seal: bundle.seal(),
        })
    }

    /// Removes a title as it was when somebody looked at it: its archive is made first. Games that are played by it go on as long as the
    /// program runs, and again once it is back on the shelf.
    pub fn remove(&self, name: &str, seal: &str) -> Result<Removed, String> {
        let bundle = self.read(name)?;
        if bundle.seal() != seal {
            return Err(format!("{name} was changed since you looked at it. Look again."));
        }
        let scenario = self.look(name)?.scenario;
        let (archive, bytes) = match self.export(name) {
            Ok(packed) => packed,
            Err(_) => (archive::name_of(&name.replace('@', "-"), "draft"), archive::pack_draft(&bundle, name)?),
        };
        let data = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let archived = Archived { name: archive, bytes };
        let kept = self.cupboard.remove(name, &archived)?;
        if let Some(scenario) = &scenario {
            blue_gray::shelf::take_off(scenario);
        }
        let title = name_in(&bundle, name);
        let mut gone = self.gone.lock().unwrap_or_else(PoisonError::into_inner);
        gone.retain(|(known, _)| known != name);
        gone.push((name.to_string(), bundle));
        if gone.len() > MOST_GONE {
            gone.remove(0);
        }
        self.steps.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
        Ok(Removed { folder: name.to_string(), title, archive: archived.name, kept, data, scenario })
    }

    fn bring_back(&self, name: &str) -> Result<(), String> {
        named(name)?;
        if self.cupboard.read(name)?.is_some() {
            return Err(format!("There is a title {name:?} already."));
        }
        self.room_for_another()?;
        let mut gone = self.gone.lock().unwrap_or_else(PoisonError::into_inner);
        let place = gone.iter().position(|(known, _)| known == name);
        let (_, bundle) = &gone[place.ok_or("It is not remembered here any more. Bring its archive along.")?];
        self.cupboard.write(name, bundle)?;
        // With a mistake in it, it was never on the shelf.
        let _ = bundle.bring();
        gone.retain(|(known, _)| known != name);
        Ok(())
    }

    fn list(&self) -> Vec<Listed> {
        let about = |name: String| {
            let bundle = self.read(&name).ok()?;
            let mistakes = bundle.examine().faults.iter().filter(|f| f.is_mistake()).count();
            let heading = heading_of(&bundle);
            let said = |key: &str| heading.get(key).and_then(Value::as_str).unwrap_or_default().to_string();
            Some(Listed { title: said("title"), version: said("version"), folder: name, mistakes })
        };
        self.cupboard.names().into_iter().filter_map(about).collect()
    }

    fn room_for_another(&self) -> Result<(), String> {
        if self.cupboard.names().len() >= MOST_TITLES {
            return Err(format!("There are {MOST_TITLES} titles on the workbench: put some of them elsewhere."));
        }
        Ok(())
    }

    fn make(&self, id: &str, title: &str, columns: u8, rows: u8) -> Result<(), String> {
        named(id)?;
        if self.cupboard.read(id)?.is_some() {
            return Err(format!("There is a title {id:?} already."));
        }
        if blue_gray::shelf::is_shipped(id) {
            return Err(format!("{id:?} is the id of a title that comes with Longroll: take one of your own."));
        }
        if !(1..=32).contains(&columns) || !(1..=32).contains(&rows) {
            return Err("A board has from 1 to 32 columns and from 1 to 32 rows.".into());
        }
        self.room_for_another()?;
        let mut bundle = Bundle::default();
        bundle.add("board.toml", new_board(id, title, columns, rows))?;
        bundle.add("title.toml", new_title(id, title))?;
        self.cupboard.write(id, &bundle)
    }

    fn edit(&self, name: &str, edit: &Edit) -> Result<(), String> {
        let before = self.read(name)?;
        let mut after = before.clone();
        edit::apply(&mut after, edit)?;
        if after == before {
            return Ok(());
        }
        self.cupboard.write(name, &after)?;
        let mut all = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        let steps = all.entry(name.to_string()).or_default();
        steps.back.push(before);
        if steps.back.len() > STEPS {
            steps.back.remove(0);
        }
        steps.on.clear();
        steps.changes += 1;
        Ok(())
    }

    fn step(&self, name: &str, back: bool) -> Result<(), String> {
        let now = self.read(name)?;
        let mut all = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        let steps = all.entry(name.to_string()).or_default();
        let (from, to) = if back { (&mut steps.back, &mut steps.on) } else { (&mut steps.on, &mut steps.back) };
        let then = from.pop().ok_or(if back { "There is nothing to take back." } else { "There is nothing to make again." })?;
        self.cupboard.write(name, &then)?;
        to.push(now);
        steps.changes += 1;
        Ok(())
    }

    fn draft(&self, name: &str) -> Result<Answer, String> {
        let bundle = self.read(name)?;
        let all = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        let steps = all.get(name);
        let read = |file: &str| -> Value { toml::from_str(bundle.text(file)).unwrap_or_default() };
        let documents: BTreeMap<&str, Value> = ["title.toml", "board.toml", "rules.toml", "briefing.toml"].map(|f| (f, read(f))).into();
        let list = |file: &str, key: &str| documents[file].get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        let filled = |sheet: &Sheet| {
            let found = sheet.path.iter().try_fold(&documents[sheet.file], |table, name| table.get(name)).cloned();
            (sheet.id.to_string(), found.unwrap_or_default())
        };
        let board = Board::examine(bundle.text("board.toml"), "board.toml").0;
        let zones = board.iter().flat_map(|board| {
            let hexes = |zone: &board::Zone| zone.hexes.iter().map(|hex| board.grid.name(*hex)).collect();
            board.zones.iter().map(move |zone| (zone.id.clone(), hexes(zone)))
        });
        Ok(Answer::Draft(Box::new(Draft {
            folder: name.to_string(),
            changes: steps.map_or(0, |s| s.changes),
            files: bundle.files().map(|(name, text)| (name.to_string(), text.to_string())).collect(),
            faults: bundle.examine().faults,
            heading: heading_of(&bundle),
            counters: list("title.toml", "unit"),
            entries: SECTIONS.iter().map(|s| (s.section.to_string(), list(s.file, s.section))).collect(),
            sections: SECTIONS,
            sheets: SHEETS,
            filled: SHEETS.iter().map(filled).collect(),
            zones: zones.collect(),
            counter_fields: COUNTER,
            heading_fields: HEADING,
            tools: TOOLS,
            undo: steps.is_some_and(|s| !s.back.is_empty()),
            redo: steps.is_some_and(|s| !s.on.is_empty()),
        })))
    }
}

/// Refuses a name by which no title can lie in a cupboard: it is its id, perhaps with its version.
pub fn named(name: &str) -> Result<(), String> {
    let (id, version) = name.split_once('@').unwrap_or((name, "1"));
    if !blue_gray::title::is_id(id) || !blue_gray::title::is_version(version) || version.contains("..") {
        return Err(format!("{name:?} cannot be the name of a title: small letters, digits and hyphens."));
    }
    Ok(())
}

/// What the title calls itself, or else its folder.
fn name_in(bundle: &Bundle, folder: &str) -> String {
    heading_of(bundle).get("title").and_then(Value::as_str).filter(|name| !name.is_empty()).unwrap_or(folder).to_string()
}

fn heading_of(bundle: &Bundle) -> Map<String, Value> {
    let document: Value = toml::from_str(bundle.text("title.toml")).unwrap_or_default();
    document.get("title").and_then(Value::as_object).cloned().unwrap_or_default()
}

/// A text in quotes, whatever is in it.
fn quoted(text: &str) -> String {
    toml_edit::Value::from(text).to_string().trim().to_string()
}

fn new_board(id: &str, title: &str, columns: u8, rows: u8) -> String {
    format!(
        "# The map. docs/boards.md explains every field.\n[board]\nid = {}\ntitle = {}\nscale = \"400 m per hex\"\ncolumns = {columns}\nrows = {rows}\nnumbering = \"column-row\"\nlower = \"second\"\n\n[terrain]\n",
        quoted(id),
        quoted(title)
    )
}

fn new_title(id: &str, title: &str) -> String {
    let (id, title) = (quoted(id), quoted(title));
    format!(
        "# Everything that is counted. docs/titles.md explains every field.\n[title]\nid = {id}\ntitle = {title}\nsummary = \"\"\nauthor = \"\"\nlicence = \"\"\nversion = \"1\"\nboard = {id}\nfirst = \"union\"\nturns = [{{ label = \"morning\" }}, {{ label = \"noon\" }}, {{ label = \"evening\" }}]\n\n[[score]]\nrule = \"BG-1.0\"\nto = \"union\"\nwhat = \"eliminated-strength\"\npoints = 1\n[[score]]\nrule = \"BG-1.0\"\nto = \"confederate\"\nwhat = \"eliminated-strength\"\npoints = 1\n\n[[level]]\nfrom = 1\nname = \"Union victory\"\nwinner = \"union\"\n[[level]]\nfrom = 0\nname = \"Draw\"\n[[level]]\nname = \"Confederate victory\"\nwinner = \"confederate\"\n"
    )
}
