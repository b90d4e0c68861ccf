//! The general's doctrine: what positions are worth, whole games, puzzles with known answers, and cores that share the work.

use crate::staff::{self, chance, commander};
use blue_gray::BlueGray;
use engine::sim::Care;
use engine::{Chair, Handbook, Notation, Player, Positions, Rules};
use general::puzzle;
use general::{Budget, Commander, Doctrine};
use players::blue_gray::Lore;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn game() -> BlueGray {
    BlueGray::open(&BlueGray::catalogue().complete(None, &Default::default()).expect("the defaults")).expect("a game")
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
        chance::<Lore>(&game, &game.read_position(&position).expect("a position"))
    };
    let even = chance::<Lore>(&game, &game.start());
    assert!(without("union") < even);
    assert!(without("confederate") > even);
}

#[test]
fn whole_games_by_the_rules_and_the_same_again() {
    let played = |seed, care| staff::played::<Lore>(&game(), 600, seed, care);
    assert_eq!(played(3, Care::Everything), played(3, Care::None));
    assert_ne!(played(3, Care::None), played(4, Care::None));
}

#[test]
fn an_estimate_says_what_is_meant() {
    let (game, mut general) = (game(), commander::<Lore>(1_000, 1));
    let state = game.start();
    let side = game.actor(&state).side().expect("somebody is asked");
    let action = general.choose(&Chair::new(&game, &state, side));
    let estimate = general.estimate().expect("it has thought");
    staff::makes_sense(estimate);
    assert_eq!(estimate.plan.first(), Some(&game.write_action(action)));
    assert!((0.0..=1.0).contains(&estimate.chance) && estimate.nodes >= 800);
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
    staff::puzzles_have_their_answers::<Lore>(60);
    for puzzle in puzzle::shipped::<Lore>().expect("puzzles").iter().step_by(6) {
        let game = BlueGray::open(&puzzle.setup()).expect("a game");
        let tried = puzzle::attempt::<Lore>(&game, puzzle, Budget::Nodes(300), 1).expect("small enough");
        assert!(tried.value <= puzzle.best + 1e-6, "puzzle {}: better than the best", puzzle.id);
    }
}

#[test]
fn the_union_wants_what_the_union_gains() {
    // A term speaks for the Union: no weight of a term may be negative.
    let weights = Lore::weights(&game()).values().to_vec();
    assert!(weights[..weights.len() - 1].iter().all(|w| *w >= 0.0));
    assert_eq!(weights.len(), Lore::TERMS.len() + 1);
}

/// In the last turn a town that nobody bars is as good as lost to whoever moves last; before that there is still time.
#[test]
fn what_lies_open_to_the_last_march_is_counted() {
    let game = game();
    let term = Lore::TERMS.iter().position(|t| *t == "open at last").expect("a term");
    let open = |turn: u8, garrison: &str| {
        let units =
            serde_json::json!([{ "id": "1/1/IV", "hex": garrison }, { "id": "2/1/IV", "hex": garrison }, { "id": "Polk", "hex": "1819" }]);
        let position = serde_json::json!({
            "game": "blue-gray", "scenario": "chattanooga", "turn": turn, "phase": "movement", "active": "confederate", "units": units,
        });
        let mut terms = vec![0.0; Lore::TERMS.len()];
        Lore::terms(&game, &game.read_position(&position).expect("a position"), &mut terms);
        terms[term]
    };
    assert!(open(10, "1908") < open(10, "1416") && open(10, "1416") < open(10, "1617"), "brigades in his way bar some of it or all");
    assert_eq!(open(10, "1617"), 0.0);
    assert_eq!(open(9, "1908"), 0.0);
}
