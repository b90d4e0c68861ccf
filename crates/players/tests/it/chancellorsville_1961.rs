//! The general's doctrine: what positions are worth, whole games, the same game again.

use chancellorsville_1961::Chancellorsville1961;
use engine::sim::{Care, play_out};
use engine::{Actor, Chair, Dice, Handbook, Player, Rules, Side};
use general::{Budget, Commander, Doctrine};
use players::chancellorsville_1961::Lore;

fn game() -> Chancellorsville1961 {
    Chancellorsville1961::open(&Chancellorsville1961::catalogue().complete(None, &Default::default()).unwrap()).unwrap()
}

fn commander(nodes: u64, seed: u64) -> Commander<Lore> {
    Commander::new(Budget::Nodes(nodes), seed)
}

/// The Union's chance in a position.
fn chance(game: &Chancellorsville1961, state: &<Chancellorsville1961 as Rules>::State) -> f32 {
    let mut terms = vec![0.0; Lore::TERMS.len()];
    Lore::terms(game, state, &mut terms);
    Lore::weights(game).chance(&terms)
}

#[test]
fn losses_lower_the_chance_of_the_loser() {
    let (mut union, mut confederate) = (0, 0);
    for seed in 1..6 {
        let (a, b) = losses(seed);
        union += a;
        confederate += b;
    }
    assert!(union > 0 && confederate > 0, "{union} {confederate}");
}

/// Plays a game and looks at every blow that one side alone has to bear: how many there were for each.
fn losses(seed: u64) -> (u32, u32) {
    let game = game();
    let mut seated = [0, 1].map(|i| players::hire::<Lore>("greedy", 5 * seed + i).expect("a known player"));
    let (mut state, mut dice) = (game.start(), Dice::new(seed));
    let (mut union, mut confederate) = (0, 0);
    loop {
        let before = (chance(&game, &state), Side::BOTH.map(|s| game.factors_left(&state, s)), state.turn());
        match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.lot), &mut ()),
            asked => {
                let side = asked.side().expect("somebody is asked");
                let action = seated[side.index()].choose(&Chair::new(&game, &state, side));
                game.apply_unchecked(&mut state, side, action, &mut ());
            }
        }
        let after = (chance(&game, &state), Side::BOTH.map(|s| game.factors_left(&state, s)), state.turn());
        // Whole stacks lost by one side alone, in the same turn.
        let lost = [0, 1].map(|i| before.1[i] - after.1[i]);
        if before.2 != after.2 || matches!(game.actor(&state), Actor::Over(_)) {
            continue;
        }
        if lost[0] == 0 && lost[1] >= 3 {
            confederate += 1;
            assert!(after.0 > before.0, "{before:?} {after:?}");
        }
        if lost[1] == 0 && lost[0] >= 4 {
            union += 1;
            assert!(after.0 < before.0, "{before:?} {after:?}");
        }
    }
    (union, confederate)
}

fn played(nodes: u64, seed: u64, care: Care) -> (u64, Option<Side>) {
    let game = game();
    let mut state = game.start();
    let mut players: [Box<dyn Player<Chancellorsville1961>>; 2] = [Box::new(commander(nodes, seed)), Box::new(commander(nodes, seed + 1))];
    let played = play_out(&game, &mut state, &mut players, &mut Dice::new(seed), care);
    assert!(played.violations.is_empty(), "{:?}", played.violations);
    (game.hash(&state), played.verdict.and_then(|v| v.winner))
}

#[test]
fn whole_games_by_the_rules_and_the_same_again() {
    let first = played(150, 5, Care::Everything);
    assert_eq!(first, played(150, 5, Care::None));
}

#[test]
fn a_briefing_says_what_is_meant() {
    let game = game();
    let mut seated = [0, 1].map(|i| players::hire::<Lore>("greedy", 5 + i).expect("a known player"));
    let (mut state, mut dice) = (game.start(), Dice::new(9));
    while state.turn() < 6 {
        match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.lot), &mut ()),
            asked => {
                let side = asked.side().expect("somebody is asked");
                let action = seated[side.index()].choose(&Chair::new(&game, &state, side));
                game.apply_unchecked(&mut state, side, action, &mut ());
            }
        }
    }
    let mut general = commander(400, 1);
    general.choose(&Chair::new(&game, &state, state.mover()));
    let briefing = general.briefing().expect("it has thought");
    assert!(briefing.intent.ends_with('.') && briefing.intent.len() > 10, "{}", briefing.intent);
    assert!(!briefing.plan.is_empty() && (0.0..=1.0).contains(&briefing.chance));
}

#[test]
fn puzzles_have_their_answers() {
    let puzzles = general::puzzle::verify::<Lore>().expect("the answers in the file");
    assert!(puzzles >= 20, "{puzzles}");
}
