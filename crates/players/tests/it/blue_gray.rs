//! The general's doctrine: what positions are worth, whole games, puzzles with known answers, and cores that share the work.

use blue_gray::BlueGray;
use engine::sim::{Care, play_out};
use engine::{Chair, Dice, Handbook, Notation, Player, Rules};
use general::puzzle::{self, Puzzle};
use general::{Budget, Commander, Doctrine};
use players::blue_gray::Lore;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn game() -> BlueGray {
    BlueGray::open(&BlueGray::catalogue().complete(None, &Default::default()).expect("the defaults")).expect("a game")
}

/// The Union's chance in a position.
fn chance(game: &BlueGray, state: &<BlueGray as Rules>::State) -> f32 {
    let mut terms = vec![0.0; Lore::TERMS.len()];
    Lore::terms(game, state, &mut terms);
    Lore::weights(game).chance(&terms)
}

#[test]
fn a_unit_less_is_a_chance_less() {
    let game = game();
    let whole = game.write_position(&game.start());
    let without = |side: &str| {
        let mut position = whole.clone();
        let oob = game.order_of_battle();
        let lost = oob.iter().find(|u| u.side.id() == side && u.kind == "infantry" && u.start.is_some()).expect("infantry");
        position["units"].as_array_mut().expect("the units on the map").retain(|u| u["id"] != lost.id.as_str());
        chance(&game, &game.read_position(&position).expect("a position"))
    };
    let even = chance(&game, &game.start());
    assert!(without("union") < even);
    assert!(without("confederate") > even);
}

fn played(nodes: u64, seed: u64, care: Care) -> (u64, u64) {
    let game = game();
    let mut state = game.start();
    let general = |s: u64| -> Box<dyn Player<BlueGray>> { Box::new(Commander::<Lore>::new(Budget::Nodes(nodes), s)) };
    let played = play_out(&game, &mut state, &mut [general(seed), general(seed + 1)], &mut Dice::new(seed), care);
    assert!(played.violations.is_empty(), "{:?}", played.violations);
    assert!(played.verdict.is_some());
    (game.hash(&state), played.actions)
}

#[test]
fn whole_games_by_the_rules_and_the_same_again() {
    assert_eq!(played(600, 3, Care::Everything), played(600, 3, Care::None));
    assert_ne!(played(600, 3, Care::None), played(600, 4, Care::None));
}

#[test]
fn a_briefing_says_what_is_meant() {
    let (game, mut general) = (game(), Commander::<Lore>::new(Budget::Nodes(1_000), 1));
    let state = game.start();
    let side = game.actor(&state).side().expect("somebody is asked");
    let action = general.choose(&Chair::new(&game, &state, side));
    let briefing = general.briefing().expect("it has thought");
    assert!(briefing.intent.ends_with('.') && briefing.intent.len() > 10, "{}", briefing.intent);
    assert_eq!(briefing.plan.first(), Some(&game.write_action(action)));
    assert!((0.0..=1.0).contains(&briefing.chance) && briefing.nodes >= 800);
}

#[test]
fn who_is_told_to_move_moves() {
    let game = game();
    let state = game.start();
    let side = game.actor(&state).side().expect("somebody is asked");
    let mut general = Commander::<Lore>::new(Budget::Time(Duration::from_secs(3_600)), 1);
    general.stop_flag(Arc::new(AtomicBool::new(true)));
    let action = general.choose(&Chair::new(&game, &state, side));
    assert!(game.check(&state, side, action).is_ok());
}

#[test]
fn two_cores_share_the_work() {
    let budget = Budget::Nodes(3_000);
    let [one, two] = [1, 2].map(|cores| general::commander::nodes_of_a_phase::<Lore>(&game(), cores, budget));
    assert!(one >= 3_000 && two >= 2 * 3_000, "{one} {two}");
}

#[test]
fn puzzles_have_their_answers() {
    let verified = puzzle::verify::<Lore>().expect("the answers in the file");
    assert!(verified >= 20, "{verified}");
    let puzzles: Vec<Puzzle> = serde_json::from_str(Lore::PUZZLES).expect("puzzles");
    for (n, puzzle) in puzzles.iter().enumerate() {
        let tried = puzzle::attempt::<Lore>(&game(), puzzle, Budget::Nodes(300), 1).expect("small enough");
        assert!(tried.value <= puzzle.best + 1e-6, "puzzle {n}: better than the best");
    }
}

#[test]
fn the_union_wants_what_the_union_gains() {
    // A term speaks for the Union: no weight of a term may be negative.
    let weights = Lore::weights(&game()).values().to_vec();
    assert!(weights[..weights.len() - 1].iter().all(|w| *w >= 0.0));
    assert_eq!(weights.len(), Lore::TERMS.len() + 1);
}
