//! Dice, draws and classes of consequence.

use engine::chance::MOST;
use engine::{Class, Dice, Draw, Roll};
use proptest::prelude::*;

#[test]
fn a_generator_goes_on_from_its_two_numbers() {
    let mut dice = Dice::new(1863);
    let first: Vec<u64> = (0..5).map(|_| dice.word()).collect();
    let mut again = Dice::resume(dice.seed(), 2);
    assert_eq!((again.word(), again.word(), again.word()), (first[2], first[3], first[4]));
    assert_eq!(again, dice);
    assert_ne!(Dice::new(1864).word(), first[0]);
}

/// These words are in saved games: they may never change.
#[test]
fn the_stream_of_a_seed_is_fixed() {
    let mut dice = Dice::new(0);
    let words = [dice.word(), dice.word(), dice.word()];
    assert_eq!(words, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    let mut dice = Dice::new(1863);
    let throws: Vec<u8> = (0..20).map(|_| dice.answer(Draw::Dice { count: 1, sides: 6 }).first()).collect();
    assert_eq!(throws, THROWS_OF_1863);
}

const THROWS_OF_1863: [u8; 20] = [6, 6, 4, 5, 5, 2, 2, 5, 6, 1, 3, 4, 6, 1, 2, 5, 2, 1, 3, 1];

#[test]
fn an_answer_that_does_not_fit_says_why() {
    let dice = Draw::Dice { count: 2, sides: 6 };
    assert_eq!(dice.fault(&[1, 6]), None);
    assert!(dice.fault(&[1]).unwrap().contains("2 dice"));
    assert!(dice.fault(&[0, 3]).unwrap().contains("1 to 6"));
    assert!(dice.fault(&[3, 7]).unwrap().contains('7'));
    let draw = Draw::Cup { from: 3, count: 2 };
    assert_eq!(draw.fault(&[2, 0]), None);
    assert!(draw.fault(&[0]).unwrap().contains("2 are to be drawn"));
    assert!(draw.fault(&[0, 3]).unwrap().contains("0 to 2"));
    assert!(draw.fault(&[1, 1]).unwrap().contains("twice"));
}

#[test]
fn faces_with_the_same_effect_are_one_class() {
    let mut classes = vec![Class { weight: 9, sample: Roll::one(1) }];
    Class::of_die(|face| face > 4, &mut classes);
    let seen: Vec<(u32, u8)> = classes.iter().map(|c| (c.weight, c.sample.first())).collect();
    assert_eq!(seen, [(9, 1), (4, 1), (2, 5)]);
}

#[test]
fn a_draw_of_more_than_there_is_empties_the_cup() {
    let mut drawn = Dice::new(5).answer(Draw::Cup { from: 3, count: 9 }).values().to_vec();
    drawn.sort_unstable();
    assert_eq!(drawn, [0, 1, 2]);
}

proptest! {
    #[test]
    fn the_generator_always_gives_an_answer_that_fits(seed: u64, count in 0..MOST as u8, sides in 1u8..=20, from in 0u8..=60) {
        let dice = Draw::Dice { count, sides };
        prop_assert_eq!(dice.fault(Dice::new(seed).answer(dice).values()), None);
        let draw = Draw::Cup { from, count: count.min(from) };
        prop_assert_eq!(draw.fault(Dice::new(seed).answer(draw).values()), None);
    }

    #[test]
    fn below_stays_below(seed: u64, bound in 1usize..1_000_000) {
        prop_assert!(Dice::new(seed).below(bound) < bound);
    }
}

/// Six faces come equally often, as far as sixty thousand throws can tell.
#[test]
fn the_die_is_fair() {
    let mut dice = Dice::new(42);
    let mut counts = [0i32; 6];
    (0..60_000).for_each(|_| counts[usize::from(dice.answer(Draw::Dice { count: 1, sides: 6 }).first()) - 1] += 1);
    assert!(counts.iter().all(|n| (n - 10_000).abs() < 400), "{counts:?}");
}
