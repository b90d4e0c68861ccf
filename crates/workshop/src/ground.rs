//! Changes to the board that ask what lies there: rivers and ferries, slopes, names along lines, zones.

use crate::Bundle;
use crate::edit::{Edit, all, drop_entry, find, forget, go_on, list, named, near, on_board, position};
use board::{Board, Channel, HexId};
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, value};

pub(crate) fn apply(bundle: &mut Bundle, edit: &Edit) -> Result<(), String> {
    match edit {
        Edit::River { name, hex } => on_board(bundle, |doc| river(doc, name, hex)),
        Edit::Ferry { hex } => {
            let (board, _) = Board::examine(bundle.text("board.toml"), "board.toml");
            on_board(bundle, |doc| ferry(doc, board.as_ref(), hex))
        }
        Edit::Slope { hexside } => on_board(bundle, |doc| slope(doc, hexside)),
        Edit::Stretch { name, hex } => on_board(bundle, |doc| stretch(doc, name, hex)),
        Edit::Zone { name, hexes } => on_board(bundle, |doc| zone(doc, name, hexes)),
        _ => Err("This is no change of the ground.".into()),
    }
}

fn river(doc: &mut DocumentMut, name: &str, hex: &str) -> Result<(), String> {
    let items = list(named(doc, "water", name, &[("kind", "river")])?, "hexes")?;
    go_on(items, hex, |a, b| a == b, near)?;
    let empty = items.is_empty();
    forget(doc, "water", name, empty);
    Ok(())
}

/// Its banks are the two dry hexes beside it that lie farthest apart.
fn ferry(doc: &mut DocumentMut, board: Option<&Board>, hex: &str) -> Result<(), String> {
    let there = all(doc, "crossing").iter().position(|t| t.get("hex").and_then(Item::as_str) == Some(hex));
    if let Some(number) = there {
        drop_entry(doc, "crossing", number);
        return Ok(());
    }
    let board = board.ok_or("The board cannot be read until it is put right by hand.")?;
    let at = board.grid.parse(hex).map_err(|e| e.to_string())?;
    let river = |hex: HexId| board.waters.iter().find(|water| matches!(&water.channel, Channel::Hexes(hexes) if hexes.contains(&hex)));
    let over = river(at).ok_or("No river runs there. Draw a river through hexes first.")?.name.clone();
    let banks: Vec<HexId> = board.grid.neighbours(at).iter().filter_map(|near| near.some()).filter(|near| river(*near).is_none()).collect();
    let pairs = banks.iter().flat_map(|a| banks.iter().map(move |b| (*a, *b)));
    let apart = pairs.max_by_key(|(a, b)| board.grid.distance(*a, *b)).filter(|(a, b)| board.grid.distance(*a, *b) > 1);
    let (one, other) = apart.ok_or("A ferry needs dry ground on both banks of the river.")?;
    let number = (1..).find(|n| find(doc, "crossing", "name", &format!("ferry {n}")).is_none()).unwrap_or(1);
    let table = named(doc, "crossing", &format!("ferry {number}"), &[("kind", "ferry"), ("over", &over), ("hex", hex)])?;
    table.insert("approaches", value([one, other].iter().map(|hex| board.grid.name(*hex)).collect::<Array>()));
    table.insert("named", value(false));
    Ok(())
}

/// All slopes that are drawn stand in one entry, each high hex with the low ones.
fn slope(doc: &mut DocumentMut, hexside: &str) -> Result<(), String> {
    const DRAWN: &str = "Slopes";
    let (high, low) = hexside.split_once('/').ok_or("A hexside is two hexes with a slash between.")?;
    if find(doc, "slope", "feature", DRAWN).is_none() {
        let table = crate::edit::add(doc, "slope")?;
        table.insert("feature", value(DRAWN));
        table.insert("kind", value("hill"));
        table.insert("downhill", Item::Table(Table::new()));
    }
    let table = find(doc, "slope", "feature", DRAWN).ok_or("There are no slopes.")?;
    let downhill =
        table.get_mut("downhill").and_then(Item::as_table_like_mut).ok_or("The slopes are written in a way that only you can change.")?;
    // The other way round is another slope in its place.
    for (from, to, goes) in [(low, high, true), (high, low, false)] {
        if goes && !downhill.contains_key(from) {
            continue;
        }
        let lows = list(downhill, from)?;
        match position(lows, |known| known == to) {
            Some(place) => {
                lows.remove(place);
                // What stands first now stands where the other did.
                lows.get_mut(0).into_iter().for_each(|first| first.decor_mut().set_prefix(""));
            }
            None if !goes => lows.push(to),
            None => {}
        }
        if lows.is_empty() {
            downhill.remove(from);
        }
    }
    let empty = downhill.is_empty();
    if empty && let Some(number) = all(doc, "slope").iter().position(|t| t.get("feature").and_then(Item::as_str) == Some(DRAWN)) {
        drop_entry(doc, "slope", number);
    }
    Ok(())
}

/// A name has a hex until it has several.
fn stretch(doc: &mut DocumentMut, name: &str, hex: &str) -> Result<(), String> {
    let table = named(doc, "place", name, &[("kind", "area")])?;
    let named_at = |item: Option<Item>| -> Vec<String> {
        let several =
            item.as_ref().and_then(Item::as_array).map(|all| all.iter().filter_map(|hex| hex.as_str().map(str::to_string)).collect());
        several.or_else(|| item.as_ref().and_then(Item::as_str).map(|hex| vec![hex.to_string()])).unwrap_or_default()
    };
    let [hex_alone, span, along] = ["hex", "span", "hexes"].map(|key| named_at(table.remove(key)));
    let mut hexes = [along, span, hex_alone].into_iter().find(|found| !found.is_empty()).unwrap_or_default();
    match hexes.iter().position(|known| known == hex) {
        Some(place) if place + 1 == hexes.len() => {
            hexes.pop();
        }
        Some(_) => return Err("The name runs there already. Point at its last hex to take it back.".into()),
        None => hexes.push(hex.to_string()),
    }
    match hexes.as_slice() {
        [] => forget(doc, "place", name, true),
        [one] => {
            table.insert("hex", value(one.as_str()));
        }
        [first, between @ .., last] => {
            table.insert("span", value([first.as_str(), last.as_str()].into_iter().collect::<Array>()));
            if !between.is_empty() {
                table.insert("hexes", value(hexes.iter().map(String::as_str).collect::<Array>()));
            }
        }
    }
    Ok(())
}

fn zone(doc: &mut DocumentMut, id: &str, hexes: &[String]) -> Result<(), String> {
    if !blue_gray::title::is_id(id) {
        return Err("A zone is called by an id: small letters, digits and hyphens.".into());
    }
    let number = match all(doc, "zone").iter().position(|t| t.get("id").and_then(Item::as_str) == Some(id)) {
        Some(number) => number,
        None => {
            let table = crate::edit::add(doc, "zone")?;
            table.insert("id", value(id));
            table.insert("name", value(id));
            all(doc, "zone").len() - 1
        }
    };
    let table: &mut dyn TableLike = all(doc, "zone").into_iter().nth(number).ok_or("There is no such zone.")?;
    let items = list(table, "hexes")?;
    for hex in hexes {
        match position(items, |known| known == hex) {
            Some(place) => {
                items.remove(place);
            }
            None => items.push(hex.as_str()),
        }
    }
    if items.is_empty() {
        drop_entry(doc, "zone", number);
    }
    Ok(())
}
