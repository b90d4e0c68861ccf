//! Two titles that put the mechanisms together as nobody would expect: gunboats with a strength that nobody knows yet, a wagon that leads, a
//! ferry that is sunk and raised, a quota of none, an army without supply that must come on. Everything in them is audited while they are
//! played.

use blue_gray::BlueGray;
use engine::sim::{Care, play_out};
use engine::{Dice, Handbook, Player};
use players::blue_gray::Lore;
use workshop::Bundle;

fn bundle(files: [(&str, &str); 3]) -> Bundle {
    let mut bundle = Bundle::default();
    files.iter().for_each(|(name, text)| bundle.add(name, text.to_string()).unwrap());
    bundle
}

macro_rules! title {
    ($folder:literal) => {
        bundle([
            ("board.toml", include_str!(concat!("data/", $folder, "/board.toml"))),
            ("title.toml", include_str!(concat!("data/", $folder, "/title.toml"))),
            ("rules.toml", include_str!(concat!("data/", $folder, "/rules.toml"))),
        ])
    };
}

fn survives(title: &Bundle, who: &str, seeds: std::ops::Range<u64>) {
    let faults: Vec<String> = title.examine().faults.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    let shelved = title.bring().unwrap();
    let setup = BlueGray::catalogue().complete(Some(&shelved.scenario), &Default::default()).unwrap();
    let game = BlueGray::open(&setup).unwrap();
    for seed in seeds {
        let hire = |seed| -> Box<dyn Player<BlueGray>> { players::hire::<Lore>(who, seed).unwrap() };
        let mut pair = [hire(seed * 2), hire(seed * 2 + 1)];
        let mut state = engine::Rules::start(&game);
        let played = play_out(&game, &mut state, &mut pair, &mut Dice::new(seed), Care::Everything);
        assert!(played.violations.is_empty() && played.verdict.is_some(), "{} {who} {seed}: {:?}", shelved.scenario, played.violations);
    }
}

#[test]
fn a_landing_with_gunboats_and_ferries() {
    survives(&title!("landing"), "random", 0..100);
    survives(&title!("landing"), "greedy", 0..10);
}

#[test]
fn a_wagon_train_with_raiders() {
    // In some of these games the train is through in the midst of its march, and the game ends there.
    survives(&title!("train"), "random", 0..140);
    survives(&title!("train"), "greedy", 0..10);
    // Whoever shuns the enemy's zones goes there where he must go on and cannot go elsewhere.
    survives(&title!("train"), "general/1000", 0..3);
}
