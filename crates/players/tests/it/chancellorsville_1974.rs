//! The general's doctrine: what positions are worth, whole games, equal choices from equal knowledge.

use crate::chancellorsville_1974_kit::{Battlefield, game};
use crate::staff::{self, Greedy, commander};
use engine::sim::Care;
use engine::{Chair, Dice, Fog, Player, Rules, Seat, Side};
use players::chancellorsville_1974::Lore;

/// The Union's chance in a position.
fn chance(text: &str) -> f32 {
    let field = Battlefield::new(text);
    staff::chance::<Lore>(&field.game, &field.state)
}

const BLUE: &str = "devens R-28; schurz R-28; berry S-28; birney S-29; whipple S-29";
const GRAY: &str = "anderson V-31; rodes W-32; hill X-33; early Y-34";

#[test]
fn losses_lower_the_chance_of_the_loser() {
    let even = chance(&format!("turn 10; union movement; {BLUE}; {GRAY}"));
    let blue_lost = chance(&format!("turn 10; union movement; devens R-28; schurz R-28; berry S-28; {GRAY}; eliminated birney whipple"));
    let gray_lost = chance(&format!("turn 10; union movement; {BLUE}; anderson V-31; rodes W-32; eliminated hill early"));
    assert!(blue_lost < even, "{blue_lost} {even}");
    assert!(gray_lost > even, "{gray_lost} {even}");
}

#[test]
fn disruption_and_distance_count() {
    let even = chance(&format!("turn 10; union movement; {BLUE}; {GRAY}"));
    let shaken = chance(&format!("turn 10; union movement; {BLUE}; anderson:2 V-31; rodes:2 W-32; hill X-33; early Y-34"));
    let away = chance(&format!("turn 10; union movement; devens R-12; schurz R-12; berry S-12; birney S-12; whipple S-13; {GRAY}"));
    assert!(shaken > even, "{shaken} {even}");
    assert!(away < even, "{away} {even}");
}

#[test]
fn whole_games_by_the_rules_and_the_same_again() {
    let played = |options: &[&str], nodes, seed, care| staff::played::<Lore>(&game(options), nodes, seed, care);
    assert_eq!(played(&[], 150, 5, Care::Everything), played(&[], 150, 5, Care::None));
    played(&["command-control", "unit-functions", "inverted-counters", "historical-disposition", "stonemans-raid"], 100, 7, Care::Phases);
}

#[test]
fn equal_sights_give_equal_choices() {
    let game = game(&["inverted-counters"]);
    let mut state = game.start();
    let mut greedy = Greedy::<Lore>::new(&game, 11, 3);
    let mut compared = 0;
    for turn in 0..500u64 {
        if game.actor(&state).side() == Some(Side::Union) && turn % 60 == 0 {
            let other = game.sample(&game.knowledge(&state, Seat::Union), &mut Dice::new(turn));
            let choice = |state| commander::<Lore>(200, turn).choose(&Chair::new(&game, state, Side::Union));
            assert_eq!(choice(&state), choice(&other), "decision {turn}");
            compared += 1;
        }
        if greedy.step(&mut state).is_none() {
            break;
        }
    }
    assert!(compared > 1);
}

#[test]
fn an_estimate_says_what_is_meant() {
    let field = Battlefield::new(&format!("turn 10; union movement; {BLUE}; {GRAY}"));
    staff::estimate::<Lore>(&field.game, &field.state, Side::Union, 300);
}

#[test]
fn puzzles_have_their_answers() {
    staff::puzzles_have_their_answers::<Lore>(30);
}
