//! Learned judgements: they read what the positions of their scenario tell, and are small enough for the page.

use crate::staff::Greedy;
use engine::{Handbook, Rules};
use general::Doctrine;
use players::{Quick, blue_gray, bull_run, chancellorsville_1961, chancellorsville_1974, give_us_victories};

/// What a learned judgement reads of a position.
fn read<D: Doctrine>(game: &D::Game, state: &<D::Game as Rules>::State) -> Vec<f32> {
    let mut read = vec![0.0; D::TERMS.len()];
    D::terms(game, state, &mut read);
    D::survey(game, state, &mut read);
    read
}

/// Plays some of every scenario; how many of them have a judgement of their own.
fn fits<D: Quick>() -> usize {
    let catalogue = D::Game::catalogue();
    let mut found = 0;
    for scenario in &catalogue.scenarios {
        let game = D::Game::open(&catalogue.complete(Some(&scenario.id), &Default::default()).expect("a scenario")).expect("a game");
        let learned = D::learned(&game);
        assert_eq!(learned.is_some(), D::weights(&game).learned > 0.0, "{}: nobody carries a judgement that is not asked", scenario.id);
        assert!(D::First::learned(&game).is_none() || D::First::weights(&game).learned == 0.0, "the first general has learned nothing");
        let mut state = game.start();
        let (mut players, wide) = (Greedy::<D>::new(&game, 1, 2), read::<D>(&game, &state).len());
        for step in 0..600 {
            if step % 20 == 0 {
                let read = read::<D>(&game, &state);
                assert_eq!(read.len(), wide, "{}: as many numbers in every position", scenario.id);
                assert!(read.iter().all(|n| n.is_finite() && n.abs() < 1_000.0), "{}: {read:?}", scenario.id);
                if let Some(learned) = learned {
                    let odds = learned.judge(&read).expect("it expects just so many");
                    assert!(odds.is_finite() && odds.abs() < 60.0, "{}: {odds}", scenario.id);
                }
            }
            if players.step(&mut state).is_none() {
                break;
            }
        }
        found += usize::from(learned.is_some());
    }
    found
}

#[test]
fn a_learned_judgement_reads_what_its_scenario_tells() {
    let found = fits::<blue_gray::Lore>()
        + fits::<bull_run::Lore>()
        + fits::<chancellorsville_1974::Lore>()
        + fits::<chancellorsville_1961::Lore>()
        + fits::<give_us_victories::Lore>();
    assert!(found >= 2, "{found}");
}

#[test]
fn what_was_learned_is_small() {
    for folder in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/data")).expect("the data") {
        let folder = folder.expect("a folder").path();
        // Digits and blanks: packed they take less than half.
        let mut size = 0;
        for file in std::fs::read_dir(&folder).expect("a game") {
            let file = file.expect("a file");
            if file.file_name().to_string_lossy().starts_with("learned-") {
                size += file.metadata().expect("a file").len();
            }
        }
        assert!(size <= 200_000, "{}: {size}", folder.display());
    }
}
