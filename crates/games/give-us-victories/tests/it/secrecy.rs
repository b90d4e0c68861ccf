//! GUV-3.6, GUV-9.30: what is hidden stays hidden, taking back included.

use crate::table::{SCENARIOS, game, options_of};
use engine::Rules;
use engine::conformance::secrecy::{Secrecy, undo_never_teaches};

/// Random set-ups and the first turns of every scenario, with options out of a number.
fn compared(scenario: &str, seeds: std::ops::Range<u64>, decisions: usize) -> usize {
    let one = |seed: u64| {
        let game = game(scenario, &options_of(seed * 37));
        let opening = game.start();
        undo_never_teaches(game, opening, Secrecy { seed, decisions, worlds: 2 })
    };
    seeds.map(one).sum()
}

#[test]
fn guv_9_30_undo_never_teaches_what_is_unseen() {
    for scenario in SCENARIOS {
        let worlds = compared(scenario, 0..2, 200);
        assert!(worlds > 100, "{scenario}: {worlds} other worlds");
    }
}
