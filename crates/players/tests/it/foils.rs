//! The opponents that a general is measured by, and what no sensible player does.

use blue_gray::BlueGray;
use engine::sim::Care;
use engine::{Chair, Handbook, Rules, Side};
use general::arena::Match;
use general::foil;
use general::folly::{Count, Folly};
use give_us_victories::GiveUsVictories;
use players::{SHELF, STAFFS, bull_run, chancellorsville_1961, chancellorsville_1974};

fn blue_gray() -> BlueGray {
    BlueGray::open(&BlueGray::catalogue().complete(None, &Default::default()).expect("the defaults")).expect("a game")
}

/// What the first of two players makes of some games of Blue & Gray.
fn duel(first: &str, second: &str, pairs: u64) -> Match {
    let kind = SHELF.iter().find(|k| k.catalogue().game == "blue-gray").expect("on the shelf");
    let setup = kind.catalogue().complete(None, &Default::default()).expect("the defaults");
    let arenas = [[first, second], [second, first]].map(|two| kind.arena(&setup, two).expect("players"));
    let pair = |seed| Match::pair([arenas[0].as_ref(), arenas[1].as_ref()], seed, Care::Phases);
    (0..pairs).map(pair).fold(Match::default(), Match::and)
}

#[test]
fn foils_look_at_terms_that_there_are() {
    assert_eq!(foil::check::<bull_run::Lore>(), Ok(()));
    assert_eq!(foil::check::<chancellorsville_1961::Lore>(), Ok(()));
    assert_eq!(foil::check::<chancellorsville_1974::Lore>(), Ok(()));
    assert_eq!(foil::check::<players::give_us_victories::Lore>(), Ok(()));
}

#[test]
fn every_game_can_be_played_by_every_foil() {
    for kind in SHELF {
        let setup = kind.catalogue().complete(None, &Default::default()).expect("the defaults");
        for two in [["sitter", "sitter"], ["hunter:20", "sitter"], ["sitter", "rusher:20"]] {
            let played = kind.arena(&setup, two).expect("players").play(1, Care::Phases);
            let game = &kind.catalogue().game;
            assert!(played.verdict.is_some() && played.violations.is_empty(), "{game} {two:?}: {:?}", played.violations);
        }
    }
}

#[test]
fn the_sitter_moves_nobody() {
    let game = blue_gray();
    let mut state = game.start();
    let mut sitter = players::hire::<players::blue_gray::Lore>("sitter", 1).expect("a player");
    let (phase, before) = (game.phase(&state), state.key);
    while game.phase(&state) == phase {
        let action = sitter.choose(&Chair::new(&game, &state, Side::Union));
        game.apply(&mut state, Side::Union, action, &mut ()).expect("a legal choice");
    }
    assert_eq!(state.key, before);
}

#[test]
fn the_hunter_takes_more_from_a_sitter_than_the_script_does() {
    let margin = |player: &str| duel(player, "sitter", 6).margins.map(|m| m.mean().expect("points"));
    let (hunter, script) = (margin("hunter"), margin("greedy"));
    assert!(hunter[0] > script[0] && hunter[1] > script[1] + 15.0, "{hunter:?} against {script:?}");
}

#[test]
fn follies_are_seen_in_whoever_commits_them() {
    let staff = STAFFS.iter().find(|s| s.game() == "blue-gray").expect("a staff");
    let setup = BlueGray::catalogue().complete(None, &Default::default()).expect("the defaults");
    let count = |player: &str| -> Count {
        let one = |n: u64| staff.follies(&setup, player, "greedy", Side::BOTH[(n % 2) as usize], n).expect("players");
        (0..6).map(one).fold(Count::default(), Count::and)
    };
    let (random, general) = (count("random"), count("nodes:300"));
    let rate = |count: Count| count.follies[Folly::Dominated as usize] as f64 / count.battles as f64;
    assert!(rate(random) > 0.1 && rate(general) < 0.01, "{random:?} {general:?}");
}

#[test]
fn no_activation_is_thrown_away() {
    let staff = STAFFS.iter().find(|s| s.game() == "give-us-victories").expect("a staff");
    let setup = GiveUsVictories::catalogue().complete(Some("salem-church"), &Default::default()).expect("a scenario");
    let unspent = |player: &str| -> u64 {
        let one = |n: u64| staff.follies(&setup, player, "greedy", Side::BOTH[(n % 2) as usize], n).expect("players");
        (0..4).map(one).fold(Count::default(), Count::and).follies[Folly::Unspent as usize]
    };
    assert!(unspent("random") > 0);
    assert_eq!(unspent("nodes:300"), 0);
}
