//! What holds for every board.

use std::collections::BTreeSet;

use board::{Channel, Location};

#[test]
fn every_hex_name_reads_back() {
    for (id, board) in boards::ALL {
        let grid = &board().grid;
        for hex in grid.hexes() {
            assert_eq!(grid.parse(&grid.name(hex)), Ok(hex), "{id}");
        }
    }
}

#[test]
fn every_board_is_found_by_the_id_in_its_file() {
    for (id, board) in boards::ALL {
        assert_eq!(board().id, *id);
        assert!(boards::by_id(id).is_some_and(|found| std::ptr::eq(found, board())));
    }
    assert!(boards::by_id("atlantis").is_none());
}

#[test]
fn the_boards_have_the_hexes_of_their_grids() {
    let hexes = |id| boards::by_id(id).unwrap().grid.hexes().count();
    assert_eq!(hexes("chattanooga"), 715);
    assert_eq!(hexes("bull-run"), 55 * 35 - 1);
    assert_eq!(hexes("chancellorsville"), 1700);
    assert_eq!(hexes("give-us-victories"), 1900);
}

#[test]
fn no_two_crossings_share_a_place_and_every_crossing_has_two_banks() {
    for (id, board) in boards::ALL {
        let mut seen = BTreeSet::new();
        for crossing in &board().crossings {
            let place = match crossing.at {
                Location::Hex(hex) => (hex, hex),
                Location::Side(side) => (side.0, side.1),
            };
            assert!(seen.insert(place), "{id}: {}", crossing.name);
            assert_eq!(crossing.approaches.len(), 2, "{id}: {}", crossing.name);
        }
    }
}

#[test]
fn no_work_protects_both_sides_of_a_hexside() {
    for (id, board) in boards::ALL {
        let faces: BTreeSet<_> = board().directed.iter().map(|d| (d.protected, d.enemy)).collect();
        assert!(faces.iter().all(|(protected, enemy)| !faces.contains(&(*enemy, *protected))), "{id}");
    }
}

#[test]
fn water_never_runs_twice_through_one_hexside() {
    for (id, board) in boards::ALL {
        let mut seen = BTreeSet::new();
        for water in &board().waters {
            if let Channel::Hexsides(sides) = &water.channel {
                assert!(sides.iter().all(|side| seen.insert(*side)), "{id}: {}", water.name);
            }
        }
    }
}

#[test]
fn no_note_or_name_is_empty() {
    for (id, board) in boards::ALL {
        let board = board();
        let names =
            (board.places.iter().map(|p| &p.name)).chain(board.zones.iter().map(|z| &z.name)).chain(board.entries.iter().map(|e| &e.name));
        assert!(names.clone().all(|name| !name.is_empty()), "{id}");
        let notes =
            (board.places.iter().map(|p| &p.note)).chain(board.zones.iter().map(|z| &z.note)).chain(board.entries.iter().map(|e| &e.note));
        assert!(notes.flatten().all(|note| note.ends_with('.')), "{id}: a note is a sentence");
    }
}

#[test]
fn every_fact_in_use_is_documented() {
    let documented = include_str!("../../../../docs/boards.md").split("## Facts in use").nth(1).expect("the chapter on facts");
    for (id, board) in boards::ALL {
        let board = board();
        let facts = (board.places.iter().map(|p| &p.facts))
            .chain(board.crossings.iter().map(|c| &c.facts))
            .chain(board.zones.iter().map(|z| &z.facts))
            .chain(board.entries.iter().map(|e| &e.facts));
        for (name, _) in facts.flat_map(|facts| facts.iter()) {
            assert!(documented.contains(&format!("`{name}`")), "{id}: {name}");
        }
    }
}
