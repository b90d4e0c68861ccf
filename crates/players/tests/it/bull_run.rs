//! The general's doctrine: what positions are worth, whole games, equal choices from equal knowledge.

use crate::bull_run_kit::{field, game};
use crate::staff::{self, Greedy, commander};
use engine::sim::Care;
use engine::{Chair, Dice, Fog, Player, Rules, Side};
use players::bull_run::Lore;

/// The Union's chance in a position.
fn chance(head: &str, units: &str) -> f32 {
    let f = field(head, units);
    staff::chance::<Lore>(&f.game, &f.s)
}

const BLUE: &str = "13-ny:BB25 69-nym:BB25 79-nym:CC25 2-wisc:CC25";
const GRAY: &str = "11-va:FF32 17-va:FF32 24-va:GG32 8-va:GG32";

#[test]
fn losses_lower_the_chance_of_the_loser() {
    let head = "movement union 12";
    let even = chance(head, &format!("{BLUE} {GRAY}"));
    let blue_lost = chance(head, &format!("13-ny:BB25 69-nym:BB25 {GRAY}"));
    let gray_lost = chance(head, &format!("{BLUE} 11-va:FF32 24-va:GG32"));
    assert!(blue_lost < even, "{blue_lost} {even}");
    assert!(gray_lost > even, "{gray_lost} {even}");
}

#[test]
fn nearness_to_what_wins_counts() {
    let head = "movement union 20";
    let far = chance(head, &format!("13-ny:BB8 69-nym:BB8 79-nym:CC8 2-wisc:CC8 {GRAY}"));
    let near = chance(head, &format!("{BLUE} {GRAY}"));
    let star = chance(head, &format!("13-ny:S29 69-nym:S29 79-nym:CC25 2-wisc:CC25 {GRAY}"));
    let raid = chance(head, &format!("{BLUE} 11-va:QQ8 17-va:QQ8 24-va:GG32 8-va:GG32"));
    assert!(far < near && near < star, "{far} {near} {star}");
    assert!(chance(head, &format!("{BLUE} 11-va:QQ8 17-va:QQ8 24-va:GG32 8-va:GG32 1-conn:QQ5 2-conn:RR5")) > raid);
}

#[test]
fn whole_games_by_the_rules_and_the_same_again() {
    let played = |options: &[&str], nodes, seed, care| staff::played::<Lore>(&game(options), nodes, seed, care);
    assert_eq!(played(&[], 150, 5, Care::Everything), played(&[], 150, 5, Care::None));
    played(&["uncertain-times", "fog-of-war", "exhaustion"], 100, 7, Care::Phases);
    played(&["july-20th"], 100, 8, Care::Phases);
}

#[test]
fn equal_sights_give_equal_choices() {
    let mut compared = 0;
    for seed in 1..5u64 {
        let game = game(if seed > 2 { &["fog-of-war"] } else { &[] });
        let mut state = game.start();
        let mut greedy = Greedy::<Lore>::new(&game, 11 * seed, seed);
        for n in 0..220u64 {
            if let Some(side) = game.actor(&state).side() {
                let known = game.knowledge(&state, side.into());
                if known.face_down(side.enemy()) > 0 && n % 7 == 0 {
                    let other = game.sample(&known, &mut Dice::new(n));
                    if game.knowledge(&other, side.into()) == known {
                        let choice = |state| commander::<Lore>(200, n).choose(&Chair::new(&game, state, side));
                        assert_eq!(choice(&state), choice(&other), "seed {seed}, decision {n}");
                        compared += 1;
                    }
                }
            }
            if greedy.step(&mut state).is_none() {
                break;
            }
        }
    }
    assert!(compared > 3, "{compared}");
}

#[test]
fn an_estimate_says_what_is_meant() {
    let f =
        field("movement union 12", "mcdowell:BB25:active sherman:BB25:active 13-ny:BB25:active 69-nym:BB25:active 11-va:FF32 24-va:GG32");
    staff::estimate::<Lore>(&f.game, &f.s, Side::Union, 400);
}

#[test]
fn puzzles_have_their_answers() {
    staff::puzzles_have_their_answers::<Lore>(30);
}
