//! Changes to a title, one at a time, in its own text files: whatever somebody wrote there by hand stays, comments too.

use crate::Bundle;
use crate::ground;
use board::Board;
use serde::Deserialize;
use serde_json::{Map, Value};
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, TableLike, value};

/// What somebody does in the editor.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit {
    /// Hexes get this terrain, and no other: `forest`, `forest+rough`; nothing for clear.
    Paint {
        /// The hexes.
        hexes: Vec<String>,
        /// The terrain.
        terrain: String,
    },
    /// A water goes on along a hexside; the last hexside is taken away again.
    Water {
        /// Its name.
        name: String,
        /// `creek`, `run` or another.
        kind: String,
        /// Two hexes with a slash between.
        hexside: String,
    },
    /// A road goes on into a hex; the last hex is taken away again.
    Road {
        /// Its name.
        name: String,
        /// `road`, `trail` or another.
        class: String,
        /// The hex.
        hex: String,
    },
    /// A crossing at a hexside, over the water that runs there; the same one again takes it away.
    Crossing {
        /// `bridge` or `ford`.
        kind: String,
        /// Two hexes with a slash between.
        hexside: String,
    },
    /// A redoubt on a hexside, which protects the first hex from the second; again takes it away.
    Redoubt {
        /// Two hexes with a slash between.
        hexside: String,
    },
    /// A slope down a hexside, from the first hex to the second; again takes it away.
    Slope {
        /// Two hexes with a slash between, the higher first.
        hexside: String,
    },
    /// A hex gets a name; an empty one takes it away.
    Place {
        /// The name.
        name: String,
        /// The hex.
        hex: String,
    },
    /// A river goes on through a hex; the last hex is taken away again.
    River {
        /// Its name.
        name: String,
        /// The hex.
        hex: String,
    },
    /// A ferry in a hex of a river, between its banks; again takes it away.
    Ferry {
        /// The hex.
        hex: String,
    },
    /// A name that is written along hexes: one after the other; the last one again is taken back.
    Stretch {
        /// The name.
        name: String,
        /// The hex.
        hex: String,
    },
    /// Hexes belong to a zone from now on, or no more.
    Zone {
        /// Its id.
        name: String,
        /// The hexes.
        hexes: Vec<String>,
    },
    /// Counters by their ids: those that are there are changed, others are added.
    Counters {
        /// The fields of each.
        #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>[]"))]
        rows: Vec<Map<String, Value>>,
    },
    /// A counter goes.
    Dismiss {
        /// Its id.
        id: String,
    },
    /// A counter begins in a hex, or nowhere.
    Start {
        /// Its id.
        id: String,
        /// The hex.
        hex: Option<String>,
    },
    /// A field of `[title]`.
    Heading {
        /// Its name.
        key: String,
        /// What it says; null takes it away.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        value: Value,
    },
    /// A field of a section that there is once.
    Field {
        /// Which: one of [`SHEETS`](crate::forms::SHEETS).
        sheet: String,
        /// Its name.
        key: String,
        /// What it says; null takes it away.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        value: Value,
    },
    /// An entry of a section: `[[score]]`, `[[level]]` and so on. A number that is not there adds one; without fields it goes.
    Entry {
        /// The section.
        section: String,
        /// Which one, from 0.
        number: usize,
        /// Its fields; null takes one away.
        #[cfg_attr(feature = "types", ts(type = "Record<string, unknown> | null"))]
        fields: Option<Map<String, Value>>,
    },
    /// A whole file, as somebody wrote it.
    Write {
        /// Its name.
        file: String,
        /// Its text.
        text: String,
    },
}

/// The most rows of counters at once.
const MOST_ROWS: usize = 200;

/// Makes a change; what it refuses it says in a sentence.
pub fn apply(bundle: &mut Bundle, edit: &Edit) -> Result<(), String> {
    match edit {
        Edit::Write { file, text } => bundle.add(file, text.clone()),
        Edit::Paint { hexes, terrain } => on_board(bundle, |doc| paint(doc, hexes, terrain)),
        Edit::Water { name, kind, hexside } => on_board(bundle, |doc| water(doc, name, kind, hexside)),
        Edit::Road { name, class, hex } => on_board(bundle, |doc| road(doc, name, class, hex)),
        Edit::Crossing { kind, hexside } => {
            let (board, _) = Board::examine(bundle.text("board.toml"), "board.toml");
            on_board(bundle, |doc| crossing(doc, board.as_ref(), kind, hexside))
        }
        Edit::Redoubt { hexside } => on_board(bundle, |doc| redoubt(doc, hexside)),
        Edit::Place { name, hex } => on_board(bundle, |doc| place(doc, name, hex)),
        Edit::River { .. } | Edit::Ferry { .. } | Edit::Slope { .. } | Edit::Stretch { .. } | Edit::Zone { .. } => {
            ground::apply(bundle, edit)
        }
        Edit::Counters { rows } => on_title(bundle, |doc| counters(doc, rows)),
        Edit::Dismiss { id } => on_title(bundle, |doc| dismiss(doc, id)),
        Edit::Start { id, hex } => on_title(bundle, |doc| {
            let unit = find(doc, "unit", "id", id).ok_or_else(|| format!("There is no counter {id}."))?;
            match hex {
                Some(hex) => unit.insert("start", value(hex.as_str())),
                None => unit.remove("start"),
            };
            Ok(())
        }),
        Edit::Heading { key, value } => on_title(bundle, |doc| {
            let heading = doc.entry("title").or_insert_with(|| Item::Table(Table::new()));
            set(heading.as_table_like_mut().ok_or("[title] is no section.")?, key, value)
        }),
        Edit::Field { sheet, key, value } => field(bundle, sheet, key, value),
        Edit::Entry { section, number, fields } => {
            let known = crate::forms::SECTIONS.iter().find(|known| known.section == section);
            let file = known.ok_or_else(|| format!("{section:?} is no section."))?.file;
            on_file(bundle, file, |doc| entry(doc, section, *number, fields.as_ref()))
        }
    }
}

fn parse(text: &str, file: &str) -> Result<DocumentMut, String> {
    text.parse::<DocumentMut>().map_err(|e| format!("{file} cannot be read until it is put right by hand: {}", e.message()))
}

fn on_title(bundle: &mut Bundle, change: impl FnOnce(&mut DocumentMut) -> Result<(), String>) -> Result<(), String> {
    on_file(bundle, "title.toml", change)
}

/// Changes a file; one that is not there is made, and one in which nothing is left goes.
fn on_file(bundle: &mut Bundle, file: &str, change: impl FnOnce(&mut DocumentMut) -> Result<(), String>) -> Result<(), String> {
    if file == "board.toml" {
        return on_board(bundle, change);
    }
    let mut doc = parse(bundle.text(file), file)?;
    change(&mut doc)?;
    let text = doc.to_string();
    if text.trim().is_empty() {
        bundle.remove(file);
        return Ok(());
    }
    bundle.add(file, text)
}

/// A road begins with one hex: that it needs another is told beside the map until it has one.
fn begun(fault: &board::Fault) -> bool {
    matches!(fault, board::Fault::TooFew { .. })
}

/// Changes the board; what would bring a mistake into it is refused in the words of that mistake.
pub(crate) fn on_board(bundle: &mut Bundle, change: impl FnOnce(&mut DocumentMut) -> Result<(), String>) -> Result<(), String> {
    if !bundle.has("board.toml") {
        return Err("This title lies on a board that comes with Longroll, which cannot be changed.".into());
    }
    let before = bundle.text("board.toml").to_string();
    let mut doc = parse(&before, "board.toml")?;
    change(&mut doc)?;
    let after = doc.to_string();
    let known = Board::examine(&before, "board.toml").1;
    let new = Board::examine(&after, "board.toml").1;
    if new.len() > known.len()
        && let Some(bad) = new.iter().find(|bad| !begun(&bad.fault) && !known.iter().any(|k| k.fault == bad.fault))
    {
        let (what, right) = bad.fault.in_words();
        return Err(format!("{what} {right}"));
    }
    bundle.add("board.toml", after)
}

/// The tables of a section, however they are written: `[[unit]]` each, or a list of `{ ... }`.
pub(crate) fn all<'d>(doc: &'d mut DocumentMut, section: &str) -> Vec<&'d mut dyn TableLike> {
    match doc.get_mut(section) {
        Some(Item::ArrayOfTables(tables)) => tables.iter_mut().map(|t| t as &mut dyn TableLike).collect(),
        Some(Item::Value(toml_edit::Value::Array(list))) => {
            list.iter_mut().filter_map(|v| v.as_inline_table_mut()).map(|t| t as &mut dyn TableLike).collect()
        }
        _ => Vec::new(),
    }
}

pub(crate) fn find<'d>(doc: &'d mut DocumentMut, section: &str, key: &str, is: &str) -> Option<&'d mut dyn TableLike> {
    all(doc, section).into_iter().find(|t| t.get(key).and_then(Item::as_str) == Some(is))
}

/// Adds an empty table to a section and gives it back.
pub(crate) fn add<'d>(doc: &'d mut DocumentMut, section: &str) -> Result<&'d mut dyn TableLike, String> {
    let odd = || format!("The section {section} is written in a way that only you can change: look at the file.");
    let item = doc.entry(section).or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    match item {
        Item::ArrayOfTables(tables) => {
            tables.push(Table::new());
            let last = tables.len() - 1;
            tables.get_mut(last).map(|t| t as &mut dyn TableLike).ok_or_else(odd)
        }
        Item::Value(toml_edit::Value::Array(list)) => {
            list.push(toml_edit::InlineTable::new());
            let last = list.len() - 1;
            if let Some(new) = list.get_mut(last) {
                new.decor_mut().set_prefix("\n  ");
            }
            list.get_mut(last).and_then(|v| v.as_inline_table_mut()).map(|t| t as &mut dyn TableLike).ok_or_else(odd)
        }
        _ => Err(odd()),
    }
}

pub(crate) fn drop_entry(doc: &mut DocumentMut, section: &str, number: usize) {
    match doc.get_mut(section) {
        Some(Item::ArrayOfTables(tables)) if number < tables.len() => {
            tables.remove(number);
        }
        Some(Item::Value(toml_edit::Value::Array(list))) if number < list.len() => {
            list.remove(number);
        }
        _ => {}
    }
}

/// Sets a field; null takes it away. `exempt.group` is a field of a table in a field, which goes with its last one.
fn set(table: &mut dyn TableLike, key: &str, to: &Value) -> Result<(), String> {
    if let Some((outer, inner)) = key.split_once('.') {
        let within = table.entry(outer).or_insert_with(|| value(toml_edit::InlineTable::new()));
        let within = within.as_table_like_mut().ok_or_else(|| format!("{outer:?} is no group of fields."))?;
        set(within, inner, to)?;
        if within.is_empty() {
            table.remove(outer);
        }
        return Ok(());
    }
    let sound = (1..=30).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_' || b == b'-');
    if !sound {
        return Err(format!("{key:?} is no field."));
    }
    let Some(new) = written(to)? else {
        table.remove(key);
        return Ok(());
    };
    match table.get_mut(key) {
        // Whatever stands around it, such as a comment, stays.
        Some(Item::Value(old)) => {
            let decor = old.decor().clone();
            *old = new;
            *old.decor_mut() = decor;
        }
        _ => {
            table.insert(key, Item::Value(new));
        }
    }
    Ok(())
}

fn written(json: &Value) -> Result<Option<toml_edit::Value>, String> {
    Ok(Some(match json {
        Value::Null => return Ok(None),
        Value::Bool(b) => (*b).into(),
        Value::Number(n) => n.as_i64().ok_or("Whole numbers only.")?.into(),
        Value::String(s) if s.len() > 5000 => return Err("This text is too long.".into()),
        Value::String(s) => s.as_str().into(),
        Value::Array(items) => {
            let mut list = Array::new();
            for item in items.iter().take(500) {
                list.push(written(item)?.ok_or("Nothing cannot stand in a list.")?);
            }
            list.into()
        }
        Value::Object(fields) => {
            let mut table = toml_edit::InlineTable::new();
            for (key, value) in fields {
                if let Some(new) = written(value)? {
                    table.insert(key, new);
                }
            }
            table.into()
        }
    }))
}

/// The items of a list; a list that is not there is made.
pub(crate) fn list<'t>(table: &'t mut dyn TableLike, key: &str) -> Result<&'t mut Array, String> {
    if table.get(key).is_none() {
        table.insert(key, value(Array::new()));
    }
    table.get_mut(key).and_then(Item::as_array_mut).ok_or_else(|| format!("{key} is no list."))
}

pub(crate) fn position(items: &Array, is: impl Fn(&str) -> bool) -> Option<usize> {
    items.iter().position(|item| item.as_str().is_some_and(&is))
}

fn paint(doc: &mut DocumentMut, hexes: &[String], terrain: &str) -> Result<(), String> {
    let section = doc.entry("terrain").or_insert_with(|| Item::Table(Table::new()));
    let section = section.as_table_like_mut().ok_or("[terrain] is no section.")?;
    let kinds: Vec<&str> = terrain.split('+').filter(|kind| !kind.is_empty()).collect();
    for kind in &kinds {
        list(section, kind)?;
    }
    for (kind, item) in section.iter_mut() {
        let Some(items) = item.as_array_mut() else { continue };
        for hex in hexes {
            spread(items, hex);
            let there = position(items, |text| text == hex);
            match (there, kinds.contains(&kind.get())) {
                (None, true) => items.push(hex.as_str()),
                (Some(place), false) => {
                    items.remove(place);
                }
                _ => {}
            }
        }
    }
    let empty: Vec<String> =
        section.iter().filter(|(_, item)| item.as_array().is_some_and(Array::is_empty)).map(|(kind, _)| kind.to_string()).collect();
    for kind in empty {
        section.remove(&kind);
    }
    Ok(())
}

/// `0101..0109` becomes single hexes, if the hex is one of them.
fn spread(items: &mut Array, hex: &str) {
    let number = |text: &str| text.parse::<u32>().ok();
    let holds = |text: &str| {
        let (first, last) = text.split_once("..")?;
        let (first, last, hex) = (number(first)?, number(last)?, number(hex)?);
        (first <= hex && hex <= last && first / 100 == last / 100).then_some((first, last))
    };
    let found = items.iter().enumerate().find_map(|(i, item)| Some((i, holds(item.as_str()?)?)));
    if let Some((place, (first, last))) = found {
        items.remove(place);
        (first..=last).rev().for_each(|n| items.insert(place, format!("{n:04}")));
    }
}

/// The same hexside, whichever hex is named first.
fn same_side(a: &str, b: &str) -> bool {
    let turned = |side: &str| side.split_once('/').map(|(x, y)| format!("{y}/{x}"));
    a == b || turned(a).as_deref() == Some(b)
}

/// A line of hexes or hexsides goes on at its end or its beginning; its last or first is taken away again.
pub(crate) fn go_on(
    items: &mut Array,
    new: &str,
    same: impl Fn(&str, &str) -> bool,
    ends: impl Fn(&str, &str) -> bool,
) -> Result<(), String> {
    let text = |place: usize| items.get(place).and_then(|item| item.as_str()).map(str::to_string);
    let last = items.len().checked_sub(1);
    let there = position(items, |known| same(known, new));
    match there {
        Some(place) if Some(place) == last || place == 0 => {
            items.remove(place);
            Ok(())
        }
        Some(_) => Err("It runs there already. Take it away from one of its ends.".into()),
        None if last.and_then(text).is_some_and(|end| !ends(&end, new)) && text(0).is_some_and(|first| ends(&first, new)) => {
            // What was first keeps its distance from what now stands before it, if nobody has laid the list out over lines.
            if let Some(second) = items.get_mut(0).filter(|old| old.decor().prefix().and_then(|p| p.as_str()).is_none_or(str::is_empty)) {
                second.decor_mut().set_prefix(" ");
            }
            items.insert(0, new);
            Ok(())
        }
        None => {
            items.push(new);
            Ok(())
        }
    }
}

fn water(doc: &mut DocumentMut, name: &str, kind: &str, hexside: &str) -> Result<(), String> {
    let shares = |a: &str, b: &str| a.split('/').any(|hex| b.split('/').any(|other| hex == other));
    let table = named(doc, "water", name, &[("kind", kind)])?;
    let items = list(table, "hexsides")?;
    go_on(items, hexside, same_side, shares)?;
    let empty = items.is_empty();
    forget(doc, "water", name, empty);
    Ok(())
}

/// Whether hexes of these numbers may be neighbours: which end of a line goes on.
pub(crate) fn near(a: &str, b: &str) -> bool {
    match (a.parse::<i32>(), b.parse::<i32>()) {
        (Ok(a), Ok(b)) => (a / 100 - b / 100).abs() <= 1 && (a % 100 - b % 100).abs() <= 1,
        _ => true,
    }
}

fn road(doc: &mut DocumentMut, name: &str, class: &str, hex: &str) -> Result<(), String> {
    let table = named(doc, "road", name, &[("class", class)])?;
    let items = list(table, "hexes")?;
    go_on(items, hex, |a, b| a == b, near)?;
    let empty = items.is_empty();
    forget(doc, "road", name, empty);
    Ok(())
}

/// The entry of that name; a new one has these fields.
pub(crate) fn named<'d>(
    doc: &'d mut DocumentMut,
    section: &str,
    name: &str,
    new: &[(&str, &str)],
) -> Result<&'d mut dyn TableLike, String> {
    if name.trim().is_empty() || name.chars().count() > 80 {
        return Err("Give it a name first.".into());
    }
    if find(doc, section, "name", name).is_none() {
        let table = add(doc, section)?;
        table.insert("name", value(name));
        for (key, text) in new {
            table.insert(key, value(*text));
        }
    }
    find(doc, section, "name", name).ok_or_else(|| format!("There is no {section} {name}."))
}

pub(crate) fn forget(doc: &mut DocumentMut, section: &str, name: &str, gone: bool) {
    if gone && let Some(number) = all(doc, section).iter().position(|t| t.get("name").and_then(Item::as_str) == Some(name)) {
        drop_entry(doc, section, number);
    }
}

fn crossing(doc: &mut DocumentMut, board: Option<&Board>, kind: &str, hexside: &str) -> Result<(), String> {
    let at = |t: &&mut dyn TableLike| t.get("hexside").and_then(Item::as_str).is_some_and(|side| same_side(side, hexside));
    let known = all(doc, "crossing");
    if let Some(number) = known.iter().position(at) {
        let same = known[number].get("kind").and_then(Item::as_str) == Some(kind);
        drop_entry(doc, "crossing", number);
        if same {
            return Ok(());
        }
    }
    let board = board.ok_or("The board cannot be read until it is put right by hand.")?;
    let (a, b) = hexside.split_once('/').ok_or("A hexside is two hexes with a slash between.")?;
    let hex = |name: &str| board.grid.parse(name).map_err(|e| e.to_string());
    let side = board::Hexside::between(hex(a)?, hex(b)?);
    let over = board.waters_along(side).next().ok_or("No water runs there. Draw a creek first.")?.name.clone();
    let number = (1..).find(|n| find(doc, "crossing", "name", &format!("{kind} {n}")).is_none()).unwrap_or(1);
    let table = named(doc, "crossing", &format!("{kind} {number}"), &[("kind", kind), ("over", &over), ("hexside", hexside)])?;
    table.insert("named", value(false));
    Ok(())
}

fn redoubt(doc: &mut DocumentMut, hexside: &str) -> Result<(), String> {
    let table = named(doc, "work", "Redoubts", &[("kind", "redoubt")])?;
    let items = list(table, "hexsides")?;
    match position(items, |known| known == hexside) {
        Some(place) => {
            items.remove(place);
        }
        None => items.push(hexside),
    }
    let empty = items.is_empty();
    forget(doc, "work", "Redoubts", empty);
    Ok(())
}

fn place(doc: &mut DocumentMut, name: &str, hex: &str) -> Result<(), String> {
    let there = all(doc, "place").iter().position(|t| t.get("hex").and_then(Item::as_str) == Some(hex));
    if let Some(number) = there {
        drop_entry(doc, "place", number);
    }
    if !name.trim().is_empty() {
        named(doc, "place", name, &[("kind", "area"), ("hex", hex)])?;
    }
    Ok(())
}

fn counters(doc: &mut DocumentMut, rows: &[Map<String, Value>]) -> Result<(), String> {
    if rows.len() > MOST_ROWS {
        return Err(format!("At most {MOST_ROWS} counters at once."));
    }
    for row in rows {
        let id = row.get("id").and_then(Value::as_str).map(str::trim).filter(|id| !id.is_empty()).ok_or("Every counter needs an id.")?;
        if find(doc, "unit", "id", id).is_none() {
            add(doc, "unit")?.insert("id", value(id));
        }
        let unit = find(doc, "unit", "id", id).ok_or("The counters cannot be changed here: look at the file.")?;
        for (key, to) in row.iter().filter(|(key, _)| *key != "id") {
            set(unit, key, to)?;
        }
    }
    Ok(())
}

fn dismiss(doc: &mut DocumentMut, id: &str) -> Result<(), String> {
    let there = all(doc, "unit").iter().position(|t| t.get("id").and_then(Item::as_str) == Some(id));
    drop_entry(doc, "unit", there.ok_or_else(|| format!("There is no counter {id}."))?);
    Ok(())
}

fn entry(doc: &mut DocumentMut, section: &str, number: usize, fields: Option<&Map<String, Value>>) -> Result<(), String> {
    let Some(fields) = fields else {
        drop_entry(doc, section, number);
        return Ok(());
    };
    if number >= all(doc, section).len() {
        add(doc, section)?;
    }
    let last = all(doc, section).len() - 1;
    let table = all(doc, section).into_iter().nth(number.min(last)).ok_or("There is no such entry.")?;
    fields.iter().try_for_each(|(key, to)| set(table, key, to))
}

fn field(bundle: &mut Bundle, sheet: &str, key: &str, to: &Value) -> Result<(), String> {
    let sheet = crate::forms::SHEETS.iter().find(|known| known.id == sheet).ok_or_else(|| format!("{sheet:?} is no section."))?;
    on_file(bundle, sheet.file, |doc| {
        let mut table: &mut dyn TableLike = doc.as_table_mut();
        for (depth, name) in sheet.path.iter().enumerate() {
            if !table.contains_key(name) {
                let mut new = Table::new();
                // The outer one has no heading of its own.
                new.set_implicit(depth + 1 < sheet.path.len());
                table.insert(name, Item::Table(new));
            }
            table = table.get_mut(name).and_then(Item::as_table_like_mut).ok_or_else(|| format!("[{name}] is no section."))?;
        }
        set(table, key, to)
    })
}
