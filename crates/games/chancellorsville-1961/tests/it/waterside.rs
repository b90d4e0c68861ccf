//! What always holds near the rivers, where boats, bridges, fords and brigades meet.

use crate::table::*;
use board::Direction;
use chancellorsville_1961::ground::OFF;
use chancellorsville_1961::{Action, Chancellorsville1961, Path, Piece, Step};
use engine::player::RandomPlayer;
use engine::{Actor, Chair, Dice, Notation, Player, Positions, Rules};
use serde_json::json;
use std::collections::BTreeSet;

/// Both armies around some river hex, in which a bridge may be laid, with boats and bridges on the roads.
fn waterside(seed: u64) -> Table {
    let mut dice = Dice::new(seed);
    let game = game();
    let book = game.book();
    let ground = &book.ground;
    let rivers: Vec<_> = ground.hexes().filter(|h| ground.river(*h)).collect();
    let centre = rivers[dice.below(rivers.len())];
    let within = |far: u8| ground.hexes().filter(move |h| !ground.closed(*h) && ground.distance(centre, *h) <= far);
    let land: Vec<String> = within(3).map(|h| ground.name(h)).collect();
    let roads: Vec<String> = within(4).filter(|h| ground.road(*h) && !ground.river(*h)).map(|h| ground.name(h)).collect();
    let name = ground.name(centre);
    let banks: Vec<_> = ground.around(centre).iter().copied().filter(|h| ground.shore(*h)).collect();
    let opposite = banks.iter().flat_map(|n| banks.iter().map(move |f| (*n, *f))).find(|(n, f)| ground.land(*n) != ground.land(*f));
    let mut bridges = Vec::new();
    let mut units: Vec<(&str, &str)> = Vec::new();
    if let Some((near, far)) = opposite.filter(|_| dice.below(2) == 0) {
        let captured = dice.below(2) == 0;
        bridges.push(json!({ "id": "bridge-6", "near": ground.name(near), "far": ground.name(far), "captured": captured }));
        units.push(("bridge-6", &name));
    }
    for piece in book.all() {
        let id = book.counter(piece).id.as_str();
        let (one_in, places) = match piece.bit() {
            bit if book.trains() & bit != 0 => (2, &roads),
            bit if book.substitutes & bit != 0 => (8, &land),
            _ => (4, &land),
        };
        if dice.below(one_in) == 0 && !places.is_empty() && !units.iter().any(|u| u.0 == id) {
            units.push((id, &places[dice.below(places.len())]));
        }
    }
    let mover = if seed.is_multiple_of(2) { Union } else { Confederate };
    loop {
        let lie = |p: &Piece| book.substitutes & p.bit() != 0 || book.divisions.iter().any(|d| d.counter == *p);
        let ids = book.all().filter(lie).map(|p| book.counter(p).id.as_str());
        let boxed: Vec<&str> = ids.filter(|id| !units.iter().any(|u| u.0 == *id)).collect();
        let more = json!({ "turn": 24, "bridges": bridges, "box": boxed });
        match game.read_position(&position(mover, &units, more)) {
            Ok(state) => return Table { game, state, events: Vec::new() },
            // Whoever does not fit is left out.
            Err(bad) => {
                let number = bad.field.strip_prefix("units[").and_then(|rest| rest.split(']').next()?.parse().ok());
                let named = units.iter().position(|u| bad.field.ends_with(u.0)).or(number);
                if units.remove(named.unwrap_or(units.len() - 1)).0 == "bridge-6" {
                    bridges.clear();
                }
            }
        }
    }
}

/// A random step; answers whether the game goes on.
fn step(table: &mut Table, player: &mut RandomPlayer<Chancellorsville1961>, dice: &mut Dice) -> bool {
    match table.game.actor(&table.state) {
        Actor::Over(_) => return false,
        Actor::Chance(chance) => table.game.settle(&mut table.state, &dice.answer(chance.draw), &mut ()),
        asked => {
            let side = asked.side().unwrap();
            let action = player.choose(&Chair::new(&table.game, &table.state, side));
            table.game.apply(&mut table.state, side, action, &mut ()).unwrap_or_else(|e| panic!("{action:?}: {e}"));
        }
    }
    table.game.audit(&table.state).unwrap();
    true
}

#[test]
fn games_by_the_river_are_sound_and_saved() {
    for seed in 0..40 * engine::conformance::patience() as u64 {
        let mut table = waterside(seed);
        let (mut player, mut dice) = (RandomPlayer::new(seed), Dice::new(seed));
        loop {
            let written = table.game.write_position(&table.state);
            let read = table.game.read_position(&written).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{written}"));
            assert_eq!(table.game.hash(&read), table.game.hash(&table.state), "seed {seed}: {written}");
            if !step(&mut table, &mut player, &mut dice) {
                break;
            }
        }
    }
}

#[test]
fn every_legal_march_and_bridge_is_listed() {
    let mut laid = 0;
    for seed in 0..40 * engine::conformance::patience() as u64 {
        let mut table = waterside(seed);
        let (mut player, mut dice) = (RandomPlayer::new(seed), Dice::new(seed));
        for _ in 0..dice.below(4) {
            step(&mut table, &mut player, &mut dice);
        }
        if table.state.step() != Step::Move {
            continue;
        }
        let (book, by) = (table.game.book(), table.asked());
        for piece in book.all().filter(|p| table.state.own(book, by) & p.bit() != 0 && table.state.hex(*p) != OFF) {
            let start = table.state.hex(piece);
            let end = |path: Path| path.directions().fold(start, |hex, d| book.ground.step(hex, d));
            let legal = |action: Action| table.game.check(&table.state, by, action).is_ok();
            // Every way of up to four hexes.
            let (mut marches, mut bridges) = (BTreeSet::new(), BTreeSet::new());
            let mut ways = vec![Path::at(start)];
            while let Some(way) = ways.pop() {
                if way.len() < 4 && end(way) != OFF {
                    ways.extend(Direction::ALL.map(|d| way.then(d)));
                }
                if end(way) != start && legal(Action::March(piece.bit(), way)) {
                    marches.insert(end(way));
                }
                if book.bridges & piece.bit() != 0 && !way.is_empty() && book.ground.river(end(way)) {
                    let fars = book.ground.around(end(way)).iter().filter(|f| **f != OFF && legal(Action::Lay(piece, way, **f)));
                    bridges.extend(fars.map(|far| (end(way), *far)));
                }
            }
            let id = &book.counter(piece).id;
            let (mut listed, mut layings) = (BTreeSet::new(), BTreeSet::new());
            for action in table.listed(id) {
                match table.game.read_action(&action).unwrap() {
                    Action::March(_, path) => drop(listed.insert(end(path))),
                    Action::Lay(_, path, far) => drop(layings.insert((end(path), far))),
                    _ => {}
                }
            }
            assert!(marches.is_subset(&listed), "seed {seed}: {id}");
            assert!(listed.is_subset(&marches) || book.movement[piece.index()] > 4, "seed {seed}: {id}");
            assert_eq!(layings, bridges, "seed {seed}: {id}");
            laid += bridges.len();
        }
    }
    assert!(laid > 5, "{laid} bridges");
}
