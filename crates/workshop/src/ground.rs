//! Changes to the board that ask what lies there: rivers and ferries, names along lines, zones.

use crate::Bundle;
use crate::edit::{Edit, all, drop_entry, find, forget, go_on, list, named, near, on_board, position};
use board::{Board, Channel, HexId};
use toml_edit::{Array, DocumentMut, Item, TableLike, value};

pub(crate) fn apply(bundle: &mut Bundle, edit: &Edit) -> Result<(), String> {
    match edit {
        Edit::River { name, hex } => on_board(bundle, |doc| river(doc, name, hex)),
        Edit::Ferry { hex } => {
            let (board, _) = Board::examine(bundle.text("board.toml"), "board.toml");
            on_board(bundle, |doc| ferry(doc, board.as_ref(), hex))
        }
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

/// A name has a hex until it has two ends.
fn stretch(doc: &mut DocumentMut, name: &str, hex: &str) -> Result<(), String> {
    let table = named(doc, "place", name, &[("kind", "area")])?;
    if table.contains_key("span") {
        let end = list(table, "span")?.iter().any(|known| known.as_str() == Some(hex));
        if !end {
            return Err("This name has its two ends. Point at one of them to take it away.".into());
        }
        forget(doc, "place", name, true);
        return Ok(());
    }
    match table.remove("hex").as_ref().and_then(Item::as_str) {
        Some(first) if first == hex => forget(doc, "place", name, true),
        Some(first) => {
            table.insert("span", value([first, hex].into_iter().collect::<Array>()));
        }
        None => {
            table.insert("hex", value(hex));
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
