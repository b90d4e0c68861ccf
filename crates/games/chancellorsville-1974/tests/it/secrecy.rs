//! C74-OPT-III: what is hidden stays hidden, taking back included.

use chancellorsville_1974::Chancellorsville1974;
use engine::conformance::secrecy::{Secrecy, undo_never_teaches};
use engine::{Handbook, Rules};
use std::collections::BTreeMap;

#[test]
fn c74_opt_iii_a_undo_never_teaches_what_is_hidden() {
    let mut worlds = 0;
    for seed in 0..3u64 {
        let named = ["command-control", "unit-functions", "stonemans-raid"].into_iter().enumerate();
        let chosen = named.filter(|(n, _)| seed >> n & 1 == 1).map(|(_, id)| (id.to_string(), "on".to_string()));
        let mut options: BTreeMap<String, String> = chosen.collect();
        options.insert("inverted-counters".to_string(), "on".to_string());
        let game = Chancellorsville1974::open(&Chancellorsville1974::catalogue().complete(None, &options).expect("options of the game"))
            .expect("it opens");
        let opening = game.start();
        worlds += undo_never_teaches(game, opening, Secrecy { seed, decisions: 200, worlds: 2 });
    }
    assert!(worlds > 200, "{worlds} other worlds");
}
