//! Games between players.

use crate::toy::{Action, PicketLine, ROSTER, SHELF, State, game, setup};
use engine::conformance::secrecy::{Secrecy, undo_never_teaches};
use engine::sim::{Care, ENDLESS, play_out};
use engine::{Chair, Dice, Fog, Player, Rules, Seat, Side, Words};

#[test]
fn random_games_end_without_a_fault() {
    let arena = SHELF[0].arena(&setup(&[]), ["random", "named"]).unwrap();
    let games: Vec<_> = (0..500).map(|seed| arena.play(seed, Care::Everything)).collect();
    assert!(games.iter().all(|g| g.violations.is_empty() && g.verdict.is_some()));
    for winner in [None, Some(Side::Union)] {
        assert!(games.iter().any(|g| g.verdict.unwrap().winner == winner), "{winner:?}");
    }
    let again: Vec<u64> = (0..500).map(|seed| arena.play(seed, Care::None).actions).collect();
    assert_eq!(again, games.iter().map(|g| g.actions).collect::<Vec<u64>>(), "care changes nothing");
}

#[test]
fn the_random_player_shows_its_lantern_now_and_then() {
    let game = game();
    let lit = |seed| {
        let mut state = game.start();
        let mut players = [ROSTER.find("random", seed).unwrap(), ROSTER.find("random", !seed).unwrap()];
        play_out(&game, &mut state, &mut players, &mut Dice::new(seed), Care::Everything);
        state.lantern
    };
    let lit: Vec<[bool; 2]> = (0..50).map(lit).collect();
    assert!(lit.iter().any(|l| l[0]) && lit.iter().any(|l| l[1]) && lit.iter().any(|l| !l[0]));
}

struct Stubborn;

impl Player<PicketLine> for Stubborn {
    fn choose(&mut self, _: &Chair<'_, PicketLine>) -> Action {
        Action::Lantern
    }
}

#[test]
fn an_illegal_choice_is_a_violation_under_care() {
    let game = game();
    let mut state = game.start();
    let mut players: [Box<dyn Player<PicketLine>>; 2] = [Box::new(Stubborn), Box::new(Stubborn)];
    let played = play_out(&game, &mut state, &mut players, &mut Dice::new(1), Care::Everything);
    assert_eq!(played.verdict, None);
    assert!(played.violations[0].contains("PL-6"), "{:?}", played.violations);
}

#[test]
fn a_game_without_end_is_a_violation() {
    let game = game();
    let mut state = game.start();
    let mut players: [Box<dyn Player<PicketLine>>; 2] = [Box::new(Stubborn), Box::new(Stubborn)];
    let played = play_out(&game, &mut state, &mut players, &mut Dice::new(1), Care::None);
    assert!(played.violations[0].contains(&ENDLESS.to_string()));
}

#[test]
fn unknown_players_are_refused_by_side() {
    assert_eq!(SHELF[0].arena(&setup(&[]), ["random", "napoleon"]).err().unwrap().field, "confederate");
}

/// Swapping what is hidden behind equal knowledge changes no answer.
#[test]
fn the_toy_itself_keeps_its_secrets() {
    let game = game();
    for seed in 0..100 {
        let mut state = game.start();
        let mut players = [ROSTER.find("random", seed).unwrap(), ROSTER.find("random", !seed).unwrap()];
        let mut dice = Dice::new(seed);
        while !matches!(game.actor(&state), engine::Actor::Over(_)) {
            for seat in [Seat::Union, Seat::Confederate, Seat::Spectator] {
                let known = game.knowledge(&state, seat);
                let other: State = game.sample(&known, &mut dice);
                assert_eq!(game.knowledge(&other, seat), known);
                assert_eq!(game.view(&game.knowledge(&other, seat)), game.view(&known));
            }
            match game.actor(&state) {
                engine::Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
                asked => {
                    let side = asked.side().unwrap();
                    let action = players[side.index()].choose(&Chair::new(&game, &state, side));
                    game.apply(&mut state, side, action, &mut ()).unwrap();
                }
            }
        }
    }
}

#[test]
fn every_feat_is_performed_on_every_position() {
    let trial = SHELF[0].trial(&setup(&[]), 20).unwrap();
    assert!(trial.state_bytes() > 0);
    for (i, name) in trial.benchmarks().into_iter().enumerate() {
        // A picket that is asked has two things to do wherever these games look.
        let times = if name.contains("each action") { 2 } else { 1 };
        assert_eq!(trial.perform(i), times * 20, "{name}");
    }
}

#[test]
fn undo_never_teaches_where_the_torpedo_lies() {
    let compared: usize = (0..200).map(|seed| undo_never_teaches(game(), game().start(), Secrecy { seed, decisions: 40, worlds: 4 })).sum();
    assert!(compared > 1000, "{compared} other worlds");
}
