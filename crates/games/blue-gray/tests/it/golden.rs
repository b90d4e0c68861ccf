//! Golden playthroughs: short games in plain orders with chosen dice, and what the program says to each. The orders are the lines
//! that begin with `>`; everything else is written by the program. `LONGROLL_BLESS=1 cargo test -p blue-gray golden` writes the
//! files anew. Beside them, counts of action sequences and fingerprints of whole games.

use crate::kit::{Field, effective, standard};
use blue_gray::{BlueGray, State};
use engine::player::NamedPlayer;
use engine::sim::{Care, play_out};
use engine::{Actor, Class, Dice, Notation, Player, Rules, Seat, Words};
use std::fmt::Write as _;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden")
}

#[track_caller]
fn compare(file: &str, fresh: &str) {
    let path = folder().join(file);
    if std::env::var_os("LONGROLL_BLESS").is_some_and(|v| v == "1") {
        std::fs::write(&path, fresh).expect("the golden file can be written");
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let differs =
        kept.lines().zip(fresh.lines()).position(|(a, b)| a != b).unwrap_or_else(|| kept.lines().count().min(fresh.lines().count()));
    let show = |text: &str| text.lines().nth(differs).unwrap_or("(end)").to_string();
    assert!(kept == fresh, "{file} line {}:\n  kept  {}\n  fresh {}", differs + 1, show(&kept), show(fresh));
}

/// Plays the orders of a golden file and writes down all that is said.
fn replay(script: &str) -> String {
    let mut text = String::new();
    let mut field: Option<Field> = None;
    let (mut game, mut told) = (standard(), 0);
    for line in script.lines() {
        if line.starts_with('#') {
            let _ = writeln!(text, "{line}");
        } else if let Some(order) = line.strip_prefix("> ") {
            let _ = writeln!(text, "> {order}");
            match (order.split_once(": "), &mut field) {
                (Some(("rules", which)), _) => game = if which == "attack effectiveness" { effective() } else { standard() },
                (Some(("position", rest)), _) => {
                    let (when, units) = rest.split_once(": ").expect("when, and the units");
                    (field, told) = (Some(Field::of(game, when, units)), 0);
                }
                (_, None) => {
                    field = Some(Field::start(game));
                    act(field.as_mut().expect("begun"), order, &mut told, &mut text);
                }
                (_, Some(f)) => act(f, order, &mut told, &mut text),
            }
            if let Some(f) = &field {
                let _ = writeln!(text, "  ? {}", f.game.prompt(&f.state));
            }
        }
    }
    text
}

fn act(f: &mut Field, order: &str, told: &mut usize, text: &mut String) {
    if order == "start" {
        return;
    }
    if order.starts_with("roll ") && !f.asks_die() {
        let _ = writeln!(text, "  refused: the die is not asked for");
    } else if order.starts_with("roll ") {
        f.order(order);
    } else {
        let by = f.game.actor(&f.state).side().unwrap_or(f.state.side);
        let action = f.action(order);
        let label = f.game.describe(&f.state, action).label;
        let _ = writeln!(text, "  {by}: {label}");
        if let Err(illegal) = f.game.apply(&mut f.state, by, action, &mut f.events) {
            let _ = writeln!(text, "  refused: {illegal}");
        }
    }
    for event in &f.events[*told..] {
        if let Some(said) = f.game.tell(event, Seat::Referee) {
            let _ = writeln!(text, "  {}", said.text);
        }
    }
    *told = f.events.len();
    f.game.audit(&f.state).unwrap_or_else(|fault| panic!("{order}: {fault}"));
}

fn golden(file: &str) {
    let script = std::fs::read_to_string(folder().join(file)).expect("the golden file is there");
    compare(file, &replay(&script));
}

macro_rules! playthroughs {
    ($($name:ident = $file:literal;)*) => {
        $(
            #[test]
            fn $name() {
                golden($file);
            }
        )*

        #[test]
        fn every_golden_file_is_played() {
            let mut played = vec![$($file.to_string()),*];
            played.sort();
            let mut there: Vec<String> = std::fs::read_dir(folder())
                .expect("the folder")
                .map(|f| f.expect("a file").file_name().to_string_lossy().into_owned())
                .filter(|f| !["perft.txt", "fingerprints.txt"].contains(&f.as_str()))
                .collect();
            there.sort();
            assert_eq!(played, there);
        }
    };
}

playthroughs! {
    golden_opening = "opening.txt";
    golden_movement = "movement.txt";
    golden_combat = "combat.txt";
    golden_exchange = "exchange.txt";
    golden_displacement = "displacement.txt";
    golden_artillery = "artillery.txt";
    golden_reinforcements = "reinforcements.txt";
    golden_night = "night.txt";
    golden_effectiveness = "effectiveness.txt";
    golden_victory = "victory.txt";
}

/// How many sequences of so many decisions and dice there are, dice with the same result counted once.
fn perft(game: &BlueGray, state: &State, depth: u32) -> u64 {
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
        actor => {
            let side = actor.side().expect("a side is asked");
            let (mut subjects, mut actions) = (Vec::new(), Vec::new());
            game.subjects(state, side, &mut subjects);
            subjects.into_iter().for_each(|s| game.options(state, side, s, &mut actions));
            if depth == 1 {
                return actions.len() as u64;
            }
            let after = |action: &blue_gray::Action| {
                let mut next = state.clone();
                game.apply_unchecked(&mut next, side, *action, &mut ());
                perft(game, &next, depth - 1)
            };
            actions.iter().map(after).sum()
        }
    }
}

#[test]
fn golden_counts_of_action_sequences() {
    let cases = [
        ("start", 2),
        ("1 union movement: 1/2/XV 1605, Polk 1608", 2),
        ("1 confederate movement: Polk 1304, Wright 1304, Gist 1204, 1/2/XV 1405", 2),
        ("3 union movement: 1/1/IV 1127, 2/1/IV 2319, Clayton 0926", 2),
        ("2 union movement: 1/2/XII waiting, 2/2/XII waiting, 3/2/XII waiting, Walthall 0626", 2),
        ("5 confederate movement: Polk 1606, 1/2/XV 1605, 2/2/XV 1508", 2),
        ("1 union combat: 1/1/IV 1507, 2/1/IV 1707, Adams 1606, Lewis 1607, XI-guns 1407", 8),
        ("1 union combat: 1/2/XV 1605, 2/2/XV 1607, 1/4/XV 1609, Adams 1606, Lewis 1608", 8),
        (
            "1 union combat: 1/1/IV 1605, 2/1/IV 1506, 1/2/XV 1706, Adams 1606, Polk 1607, Wright 1607, 2/2/XV 1509, Cobb 1708, Finley 1708",
            9,
        ),
        ("1 confederate combat: Polk 1606, 1/2/XVII 1605, 2/2/XVII 1607, Calvert 1405, 1/3/XI 1408", 9),
    ];
    let mut text = String::from("# Sequences of decisions and dice from fixed positions, by depth.\n");
    for (case, depth) in cases {
        let f = match case.split_once(": ") {
            None => Field::start(standard()),
            Some((when, units)) => Field::on(when, units),
        };
        let counts: Vec<String> = (1..=depth).map(|d| perft(f.game, &f.state, d).to_string()).collect();
        let _ = writeln!(text, "{case}\n  {}", counts.join(" "));
    }
    compare("perft.txt", &text);
}

#[test]
fn golden_fingerprints_of_whole_games() {
    let mut text =
        String::from("# Games between players who choose by the names of actions: a fingerprint changes only when the rules do.\n");
    for key in 0..8u64 {
        let game = if key % 2 == 0 { standard() } else { effective() };
        let mut state = if key < 4 { game.start() } else { late_start(game) };
        let mut players: [Box<dyn Player<BlueGray>>; 2] = [Box::new(NamedPlayer::new(key)), Box::new(NamedPlayer::new(key + 50))];
        let played = play_out(game, &mut state, &mut players, &mut Dice::new(key), Care::Phases);
        assert!(played.violations.is_empty(), "{:?}", played.violations);
        let rules = if key % 2 == 0 { "standard" } else { "attack effectiveness" };
        let [union, confederate] = state.points;
        let _ = writeln!(text, "game {key} ({rules}): {:016x}, {} decisions, {union} to {confederate}", game.hash(&state), played.actions);
    }
    compare("fingerprints.txt", &text);
}

/// The armies in contact on turn 8.
fn late_start(game: &BlueGray) -> State {
    let mut value = game.write_position(&game.start());
    value["turn"] = serde_json::json!(8);
    for unit in value["units"].as_array_mut().expect("units") {
        if unit.get("off").is_some() {
            unit["off"] = serde_json::json!("aside");
        }
    }
    game.read_position(&value).expect("a late start")
}
