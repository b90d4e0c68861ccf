//! Properties that hold in every position of many random games.

use crate::field::game;
use chancellorsville_1974::{Action, Chancellorsville1974, State, Subject};
use engine::player::{NamedPlayer, RandomPlayer};
use engine::table::{Seated, Table};
use engine::{Actor, Chair, Dice, Fog, Notation, Player, Rules, Seat, Side, Words};
use serde_json::{Value, json};

const ALL: [&str; 5] = ["command-control", "unit-functions", "inverted-counters", "historical-disposition", "stonemans-raid"];

/// Plays a random game and shows every position before it is acted upon.
fn walk(options: &[&str], seed: u64, most: usize, look: impl FnMut(&Chancellorsville1974, &State, usize)) {
    walk_with("random", options, seed, most, look);
}

/// The same with another player on both sides.
fn walk_with(player: &str, options: &[&str], seed: u64, most: usize, mut look: impl FnMut(&Chancellorsville1974, &State, usize)) {
    let game = game(options);
    let mut state = game.start();
    let mut players = [0, 1].map(|i| players::hire::<players::chancellorsville_1974::Lore>(player, seed + i).expect("a known player"));
    let mut dice = Dice::new(seed);
    for turn in 0..most {
        look(&game, &state, turn);
        match game.actor(&state) {
            Actor::Over(_) => return,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.lot), &mut ()),
            asked => {
                let side = asked.side().expect("somebody is asked");
                let action = players[side.index()].choose(&Chair::new(&game, &state, side));
                game.apply_unchecked(&mut state, side, action, &mut ());
            }
        }
    }
}

fn listed(game: &Chancellorsville1974, state: &State, side: Side) -> Vec<(Subject, Vec<Action>)> {
    let mut subjects = Vec::new();
    game.subjects(state, side, &mut subjects);
    let options = |s: Subject| {
        let mut actions = Vec::new();
        game.options(state, side, s, &mut actions);
        (s, actions)
    };
    subjects.into_iter().map(options).collect()
}

#[test]
fn positions_are_read_back_as_they_were_written() {
    for seed in 0..4 {
        let options: Vec<&str> = ALL.iter().copied().filter(|o| (seed % 2 == 0) || *o == "inverted-counters").collect();
        walk_with(if seed < 2 { "greedy" } else { "random" }, &options, seed, 1500, |game, state, turn| {
            if turn % 7 == 0 {
                let written = game.write_position(state);
                let read = game.read_position(&written).unwrap_or_else(|bad| panic!("{bad} in {written}"));
                assert_eq!(game.hash(state), game.hash(&read), "{written}");
                assert!(*state == read, "{written}");
            }
        });
    }
}

#[test]
fn actions_and_subjects_are_read_back_as_they_were_written() {
    walk(&ALL, 11, 400, |game, state, turn| {
        if turn % 5 != 0 {
            return;
        }
        if let Some(side) = game.actor(state).side() {
            for (subject, actions) in listed(game, state, side) {
                assert_eq!(game.read_subject(&game.write_subject(subject)), Ok(subject));
                assert!(!actions.is_empty(), "{subject:?} is listed but can do nothing");
                for action in actions.into_iter().take(40) {
                    assert_eq!(game.read_action(&game.write_action(action)), Ok(action));
                    assert_eq!(game.check(state, side, action), Ok(()), "{action:?} is listed");
                }
            }
        }
    });
}

#[test]
fn nobody_sees_behind_face_down_counters() {
    // Whatever lies behind counters face down, the Union is asked the same, offered the same, refused the same and shown the same.
    let hidden = &["inverted-counters"][..];
    for (player, seed, options) in [("random", 3, hidden), ("random", 5, &ALL[..]), ("greedy", 8, hidden), ("greedy", 9, &ALL[..])] {
        walk_with(player, options, seed, 1200, |game, state, turn| {
            if turn % 9 != 0 || matches!(game.actor(state), Actor::Over(_)) {
                return;
            }
            let sight = game.sight(state, Seat::Union);
            let other = game.sample(&sight, &mut Dice::new(seed * 10_000 + turn as u64));
            if let Err(fault) = game.audit(&other) {
                panic!("decision {turn}: a sampled position breaks a rule: {fault}");
            }
            assert!(game.sight(&other, Seat::Union) == sight, "decision {turn}: a sampled position looks otherwise");
            assert_eq!(game.view(&game.sight(&other, Seat::Union)), game.view(&sight));
            assert_eq!(game.actor(state).side(), game.actor(&other).side());
            if game.actor(state) == Actor::Side(Side::Union) {
                let (here, there) = (listed(game, state, Side::Union), listed(game, &other, Side::Union));
                assert_eq!(here, there, "decision {turn}");
                for (_, actions) in here.iter().take(6) {
                    for action in actions.iter().take(6) {
                        assert_eq!(game.describe(&sight, *action), game.describe(&game.sight(&other, Seat::Union), *action));
                    }
                }
            }
        });
    }
}

#[test]
fn what_the_union_is_told_names_no_hidden_counter() {
    let game = game(&["inverted-counters"]);
    for seed in 20..23 {
        let mut state = game.start();
        let mut players = [RandomPlayer::new(seed), RandomPlayer::new(seed + 1)];
        let mut dice = Dice::new(seed);
        let hidden = |state: &State| -> Vec<String> {
            let position = game.write_position(state);
            let units = position["units"].as_array().unwrap();
            let down = |u: &&Value| u["marks"].as_array().is_some_and(|m| m.iter().any(|w| w == "face-down"));
            units.iter().filter(down).map(|u| u["id"].as_str().unwrap().to_string()).collect()
        };
        for _ in 0..800 {
            let before = hidden(&state);
            let mut events = Vec::new();
            match game.actor(&state) {
                Actor::Over(_) => break,
                Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.lot), &mut events),
                asked => {
                    let side = asked.side().unwrap();
                    let action = players[side.index()].choose(&Chair::new(&game, &state, side));
                    game.apply_unchecked(&mut state, side, action, &mut events);
                }
            }
            let after = hidden(&state);
            for event in &events {
                if let Some(told) = game.tell(event, Seat::Union) {
                    let leak = told.pieces.iter().find(|p| before.contains(p) && after.contains(p));
                    assert!(leak.is_none(), "{event:?} tells of {leak:?}: {}", told.text);
                }
            }
        }
    }
}

#[test]
fn a_saved_game_is_loaded_and_replayed() {
    let mut table = Seated::new(game(&ALL), game(&ALL).start(), Dice::new(9));
    let mut player = RandomPlayer::new(9);
    for turn in 0..300 {
        match table.game().actor(table.state()) {
            Actor::Over(_) => break,
            Actor::Chance(_) => drop(table.answer(None).expect("the dice are asked")),
            asked => {
                let side = asked.side().unwrap();
                let action = player.choose(&Chair::new(table.game(), table.state(), side));
                table.act(side, action).expect("listed");
            }
        }
        if turn % 60 == 59 {
            let _ = table.undo(Seat::Referee);
        }
    }
    let save = table.save();
    let (again, remark) = Seated::load(game(&ALL), &save).unwrap_or_else(|bad| panic!("{bad}"));
    assert_eq!((again.hash(), remark), (table.hash(), None));
}

/// Puts something else in the place of one leaf of a document.
fn spoil(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Array(list) if !list.is_empty() => {
            let at = dice.below(list.len());
            match dice.below(8) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                _ => spoil(&mut list[at], dice),
            }
        }
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(dice.below(map.len())).unwrap().clone();
            match dice.below(12) {
                0 => drop(map.remove(&key)),
                _ => spoil(&mut map[&key], dice),
            }
        }
        leaf => {
            let words = ["union", "early", "W-16", "HH-34", "combat", "die", "retreat", "face-down", "eliminated", "marching"];
            *leaf = match dice.below(6) {
                0 => Value::Null,
                1 => json!(dice.below(300)),
                2 => json!([]),
                3 => json!({}),
                4 => json!(true),
                _ => json!(words[dice.below(words.len())]),
            };
        }
    }
}

#[test]
fn spoiled_positions_are_refused_or_playable() {
    let mut dice = Dice::new(77);
    walk_with("greedy", &ALL, 7, 600, |game, state, turn| {
        if turn % 12 != 0 {
            return;
        }
        for _ in 0..6 {
            let mut document = game.write_position(state);
            for _ in 0..=dice.below(3) {
                spoil(&mut document, &mut dice);
            }
            if let Ok(read) = game.read_position(&document) {
                game.audit(&read).unwrap_or_else(|fault| panic!("{fault} in {document}"));
                if let Some(side) = game.actor(&read).side() {
                    let _ = listed(game, &read, side);
                    let _ = game.view(&game.sight(&read, side.into()));
                }
            }
        }
    });
}

#[test]
fn hand_written_positions_are_refused_by_field() {
    let game = game(&[]);
    let base = json!({"turn": 3, "phase": "movement", "active": "union", "units": [{"id": "devens", "hex": "W-16"}]});
    let refused = |change: &dyn Fn(&mut Value), field: &str| {
        let mut document = base.clone();
        change(&mut document);
        let bad = game.read_position(&document).map(drop).expect_err(field);
        assert_eq!(bad.field, field, "{bad}");
    };
    assert!(game.read_position(&base).is_ok());
    refused(&|d| d["turn"] = json!(22), "turn");
    refused(&|d| d["phase"] = json!("lunch"), "phase");
    refused(&|d| d["active"] = json!("british"), "active");
    refused(&|d| d["units"] = json!(7), "units");
    refused(&|d| d["units"][0]["id"] = json!("napoleon"), "units[0].id");
    refused(&|d| d["units"][0]["hex"] = json!("W-99"), "units[0].hex");
    refused(&|d| d["units"][0]["hex"] = json!("XX-30"), "units[0].hex");
    refused(&|d| d["units"][0]["disrupted"] = json!(9), "units[0].disrupted");
    refused(&|d| d["units"][0]["marks"] = json!(["sleepy"]), "units[0].marks");
    refused(&|d| d["units"][0]["colour"] = json!("blue"), "units[0].colour");
    refused(&|d| d["units"] = json!([{"id": "devens", "hex": "W-16"}, {"id": "devens", "hex": "W-17"}]), "units[1].id");
    refused(
        &|d| d["units"] = json!([{"id": "hill", "hex": "W-16"}, {"id": "rodes", "hex": "W-16"}, {"id": "nelson", "hex": "W-16"}]),
        "units[0].hex",
    );
    refused(&|d| d["units"] = json!([{"id": "hill", "hex": "W-16"}, {"id": "devens", "hex": "W-16"}]), "units");
    refused(&|d| d["units"][0]["hex"] = json!("X-26"), "units");
    refused(&|d| d["forts"] = json!(["HH-35"]), "forts[0]");
    refused(&|d| d["bridges"] = json!([{"id": "devens", "near": "D-3", "far": "B-3"}]), "bridges[0].id");
    refused(&|d| d["bridges"] = json!([{"id": "bridge-1", "near": "D-3", "far": "B-3"}]), "bridges");
    refused(&|d| d["agenda"] = json!([{"step": "movement"}, {"step": "die"}]), "agenda");
    refused(&|d| d["returning"] = json!(["gregg"]), "returning");
    refused(&|d| d["zork"] = json!(1), "zork");
    refused(&|d| d["agenda"] = json!([{"step": "movement", "zork": 1}]), "agenda[0].zork");
    refused(&|d| d["fort-supply"] = json!({"union": 0, "confederate": 0, "french": 0}), "fort-supply.french");
    // What stands around a position in a file is no part of it.
    let mut document = base.clone();
    for around in ["game", "scenario", "options", "journal"] {
        document[around] = json!({});
    }
    assert!(game.read_position(&document).is_ok());
    assert_eq!(game.read_subject(&json!(5)).expect_err("no subject").field, "");
    for (field, action) in
        [("junk", json!({"do": "place", "piece": "devens", "hex": "W-16", "junk": 1})), ("piece", json!({"do": "done", "piece": "devens"}))]
    {
        assert_eq!(game.read_action(&action).expect_err(field).field, field);
    }
}

#[test]
fn fingerprints_of_named_games() {
    let mut lines = Vec::new();
    for (key, options) in [(1u64, &[][..]), (2, &ALL[..]), (3, &["inverted-counters"][..]), (4, &["stonemans-raid", "unit-functions"][..])]
    {
        let game = game(options);
        let mut state = game.start();
        // Set-up at one click, so that the games have marches and battles in them.
        for side in ["confederate", "union"] {
            let action = game.read_action(&json!({"do": "preset", "side": side, "preset": "historical"})).unwrap();
            game.apply_unchecked(&mut state, Side::from_id(side).unwrap(), action, &mut ());
        }
        let (mut player, mut dice) = (NamedPlayer::new(key), Dice::new(key));
        for _ in 0..60 {
            match game.actor(&state) {
                Actor::Over(_) => break,
                Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.lot), &mut ()),
                asked => {
                    let side = asked.side().unwrap();
                    let action = player.choose(&Chair::new(&game, &state, side));
                    game.apply_unchecked(&mut state, side, action, &mut ());
                }
            }
        }
        lines.push(format!("{key} {options:?} {:016x}\n", game.hash(&state)));
    }
    crate::golden::compare("fingerprints", &lines.concat());
    assert!(players::roster::<players::chancellorsville_1974::Lore>().names.contains(&"greedy"));
}
