//! BR-2.6, BR-4.84: what is hidden stays hidden, taking back included.

use bull_run::BullRun;
use engine::conformance::secrecy::{Secrecy, undo_never_teaches};
use engine::{Handbook, Rules};
use std::collections::BTreeMap;

#[test]
fn br_2_6_undo_never_teaches_what_is_hidden() {
    let mut worlds = 0;
    for seed in 0..4u64 {
        let named = ["fog-of-war", "july-20th", "uncertain-times"].into_iter().enumerate();
        let chosen = named.filter(|(n, _)| seed >> n & 1 == 1).map(|(_, id)| (id.to_string(), "on".to_string()));
        let options: BTreeMap<String, String> = chosen.collect();
        let game = BullRun::open(&BullRun::catalogue().complete(None, &options).expect("options of the game")).expect("it opens");
        let opening = game.start();
        worlds += undo_never_teaches(game, opening, Secrecy { seed, decisions: 200, worlds: 2 });
    }
    assert!(worlds > 250, "{worlds} other worlds");
}
