//! The general's doctrine: what positions are worth, whole games, equal choices from equal sights.

use crate::chancellorsville_1974_kit::{Field, game};
use chancellorsville_1974::Chancellorsville1974;
use engine::sim::{Care, play_out};
use engine::{Actor, Chair, Dice, Fog, Player, Rules, Seat, Side};
use general::{Budget, Commander, Doctrine};
use players::chancellorsville_1974::Lore;

/// The Union's chance in a position.
fn chance(text: &str) -> f32 {
    let field = Field::new(text);
    let mut terms = vec![0.0; Lore::TERMS.len()];
    Lore::terms(&field.game, &field.state, &mut terms);
    Lore::weights(&field.game).chance(&terms)
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

fn commander(nodes: u64, seed: u64) -> Commander<Lore> {
    Commander::new(Budget::Nodes(nodes), seed)
}

fn played(options: &[&str], nodes: u64, seed: u64, care: Care) -> (u64, Option<Side>) {
    let game = game(options);
    let mut state = game.start();
    let mut players: [Box<dyn Player<Chancellorsville1974>>; 2] = [Box::new(commander(nodes, seed)), Box::new(commander(nodes, seed + 1))];
    let played = play_out(&game, &mut state, &mut players, &mut Dice::new(seed), care);
    assert!(played.violations.is_empty(), "{options:?}: {:?}", played.violations);
    (game.hash(&state), played.verdict.and_then(|v| v.winner))
}

#[test]
fn whole_games_by_the_rules_and_the_same_again() {
    let first = played(&[], 150, 5, Care::Everything);
    assert_eq!(first, played(&[], 150, 5, Care::None));
    played(&["command-control", "unit-functions", "inverted-counters", "historical-disposition", "stonemans-raid"], 100, 7, Care::Phases);
}

#[test]
fn equal_sights_give_equal_choices() {
    let game = game(&["inverted-counters"]);
    let mut state = game.start();
    let mut dice = Dice::new(3);
    let mut seated = [0, 1].map(|i| players::hire::<Lore>("greedy", 11 + i).expect("a known player"));
    let mut compared = 0;
    for turn in 0..500u64 {
        match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance(chance) => {
                let roll = dice.answer(chance.lot);
                game.settle(&mut state, &roll, &mut ());
            }
            asked => {
                let side = asked.side().expect("somebody is asked");
                if side == Side::Union && turn % 60 == 0 {
                    let other = game.sample(&game.sight(&state, Seat::Union), &mut Dice::new(turn));
                    let choice = |state| commander(200, turn).choose(&Chair::new(&game, state, side));
                    assert_eq!(choice(&state), choice(&other), "decision {turn}");
                    compared += 1;
                }
                let action = seated[side.index()].choose(&Chair::new(&game, &state, side));
                game.apply_unchecked(&mut state, side, action, &mut ());
            }
        }
    }
    assert!(compared > 1);
}

#[test]
fn a_briefing_says_what_is_meant() {
    let field = Field::new(&format!("turn 10; union movement; {BLUE}; {GRAY}"));
    let mut general = commander(300, 1);
    general.choose(&Chair::new(&field.game, &field.state, Side::Union));
    let briefing = general.briefing().expect("it has thought");
    assert!(briefing.intent.ends_with('.') && briefing.intent.len() > 10, "{}", briefing.intent);
    assert!(!briefing.plan.is_empty() && (0.0..=1.0).contains(&briefing.chance));
}

#[test]
fn puzzles_have_their_answers() {
    let puzzles = general::puzzle::verify::<Lore>().expect("the answers in the file");
    assert!(puzzles >= 20, "{puzzles}");
}
