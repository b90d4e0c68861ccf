//! The general's doctrine: what positions are worth, whole games, equal choices from equal knowledge.

use crate::give_us_victories_kit::{game, p};
use crate::staff::{self, Greedy, chance, commander};
use engine::sim::Care;
use engine::{Actor, Chair, Dice, Fog, Handbook, Notation, Player, Rules, Side};
use general::Doctrine;
use general::muster::Muster;
use give_us_victories::action::Action;
use give_us_victories::ids::Hex;
use give_us_victories::state::Step;
use give_us_victories::{GiveUsVictories, State};
use players::Quick;
use players::give_us_victories::Lore;
use serde_json::Value;

const SCENARIOS: [&str; 5] = ["campaign", "lee-moves", "jacksons-attack", "chancellorsville", "salem-church"];

/// A position after so many decisions of greedy players.
fn after(game: &GiveUsVictories, decisions: usize, seed: u64) -> State {
    let (mut state, mut greedy) = (game.start(), Greedy::<Lore>::new(game, seed, seed));
    let mut left = decisions;
    while left > 0 {
        left -= usize::from(game.actor(&state).side().is_some());
        if greedy.step(&mut state).is_none() {
            break;
        }
    }
    state
}

fn lost(state: &State, units: &[&str]) -> State {
    let mut state = state.clone();
    units.iter().for_each(|id| state.put(p(id), Hex::LOST));
    state
}

#[test]
fn losses_lower_the_chance_of_the_loser() {
    let game = game("campaign", &[]);
    let state = after(&game, 60, 1);
    let even = chance::<Lore>(&game, &state);
    let blue = chance::<Lore>(&game, &lost(&state, &["us-phelps", "us-cutler", "us-paul"]));
    let gray = chance::<Lore>(&game, &lost(&state, &["cs-heth", "cs-pender", "cs-archer"]));
    assert!(blue < even && even < gray, "{blue} {even} {gray}");
}

#[test]
fn every_scenario_has_terms_from_beginning_to_end() {
    for scenario in SCENARIOS {
        let game = game(scenario, &[]);
        for decisions in [0, 3, 40, 150, 4_000] {
            chance::<Lore>(&game, &after(&game, decisions, 2));
        }
    }
}

#[test]
fn guv_8_3_whoever_can_still_choose_is_not_ready() {
    let game = game("salem-church", &[]);
    let (mut state, mut greedy) = (game.start(), Greedy::<Lore>::new(&game, 1, 1));
    while state.agenda.top() != Step::Choose {
        greedy.step(&mut state).expect("a turn to come");
    }
    let side = game.actor(&state).side().expect("somebody is asked");
    assert!(game.check(&state, side, Action::Done).is_ok() && Lore::dominated(&game, &state, side, Action::Done));
    assert!(!<Lore as Quick>::First::dominated(&game, &state, side, Action::Done), "the first general is kept as it was");
    state.spent[side.index()] = game.points(state.turn, side);
    assert!(!Lore::dominated(&game, &state, side, Action::Done));
}

#[test]
fn the_last_turn_is_looked_at_to_its_end() {
    let game = game("lee-moves", &[]);
    let mut state = after(&game, 30, 2);
    assert!(Lore::horizon(&game, &state) < 20);
    state.turn = 8;
    assert_eq!(Lore::horizon(&game, &state), general::TO_THE_END);
}

#[test]
fn whole_games_by_the_rules_and_the_same_again() {
    let played = |scenario: &str, nodes, seed, care| staff::played::<Lore>(&game(scenario, &[]), nodes, seed, care);
    for scenario in ["lee-moves", "salem-church"] {
        assert_eq!(played(scenario, 200, 5, Care::Everything), played(scenario, 200, 5, Care::None), "{scenario}");
    }
    played("jacksons-attack", 100, 3, Care::Phases);
}

#[test]
fn equal_sights_give_equal_choices() {
    for (scenario, decisions) in [("chancellorsville", 60), ("chancellorsville", 110), ("campaign", 130)] {
        let game = game(scenario, &[]);
        let state = after(&game, decisions, 4);
        let asked = game.actor(&state);
        let Some(side) = Side::BOTH.into_iter().find(|s| asked.asks(*s)) else { continue };
        let other = game.sample(&game.knowledge(&state, side.into()), &mut Dice::new(9));
        let choice = |state| commander::<Lore>(300, 8).choose(&Chair::new(&game, state, side));
        assert_eq!(choice(&state), choice(&other), "{scenario} after {decisions}");
    }
}

#[test]
fn an_estimate_says_what_is_meant() {
    let game = game("chancellorsville", &[]);
    let mut state = game.start();
    let (mut general, mut dice, mut heard) = (commander::<Lore>(300, 1), Dice::new(1), 0);
    let mut enemy = players::hire::<Lore>("greedy", 3).expect("a known player");
    for _ in 0..120 {
        match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            asked if asked.asks(Side::Confederate) => {
                let action = general.choose(&Chair::new(&game, &state, Side::Confederate));
                if let Some(estimate) = general.estimate() {
                    staff::makes_sense(estimate);
                    heard += 1;
                }
                game.apply_unchecked(&mut state, Side::Confederate, action, &mut ());
            }
            _ => {
                let action = enemy.choose(&Chair::new(&game, &state, Side::Union));
                game.apply_unchecked(&mut state, Side::Union, action, &mut ());
            }
        }
    }
    assert!(heard > 3);
}

#[test]
fn puzzles_have_their_answers() {
    staff::puzzles_have_their_answers::<Lore>(30);
}

/// The set-ups from self-play that come with the game.
fn musters() -> Vec<Muster> {
    serde_json::from_str(Lore::MUSTERS).expect("set-ups")
}

#[test]
fn every_set_up_from_self_play_can_be_carried_out_as_it_is() {
    for muster in musters() {
        let game = game(&muster.scenario, &[]);
        let mut state = game.start();
        let mut enemy = players::hire::<Lore>("greedy", 1).expect("a known player");
        let mut orders = muster.orders.iter();
        while Lore::mustering(&game, &state) {
            let side = game.actor(&state).side().expect("somebody is asked");
            let action = if side == muster.side {
                let order = orders.next().expect("the last order ends the set-up");
                game.read_action(order).expect("an order of this game")
            } else {
                enemy.choose(&Chair::new(&game, &state, side))
            };
            game.check(&state, side, action).unwrap_or_else(|e| panic!("{} {}: {action:?}: {e}", muster.scenario, muster.side));
            game.apply_unchecked(&mut state, side, action, &mut ());
        }
        assert_eq!(orders.len(), 0, "{} {}", muster.scenario, muster.side);
        game.audit(&state).expect("a sound position");
    }
}

/// How a Confederate player sets up against a greedy Union, and whether that is a set-up from self-play.
fn set_up(game: &GiveUsVictories, mut player: Box<dyn Player<GiveUsVictories>>) -> (Vec<Value>, bool) {
    let mut state = game.start();
    let mut union = players::hire::<Lore>("greedy", 1).expect("a known player");
    let mut given = Vec::new();
    while Lore::mustering(game, &state) {
        let side = game.actor(&state).side().expect("somebody is asked");
        let chair = Chair::new(game, &state, side);
        let action = if side == Side::Union { union.choose(&chair) } else { player.choose(&chair) };
        if side == Side::Confederate {
            given.push(game.write_action(action));
            let estimate = player.estimate().expect("a word on the set-up");
            assert_eq!(estimate.intent, "The army takes up its positions.");
        }
        game.apply_unchecked(&mut state, side, action, &mut ());
    }
    let known = musters().into_iter().any(|m| m.scenario == game.setup().scenario && m.orders == given);
    (given, known)
}

#[test]
fn the_general_begins_with_a_set_up_from_self_play() {
    for muster in musters().into_iter().filter(|m| m.side == Side::Confederate) {
        let (given, known) = set_up(&game(&muster.scenario, &[]), Box::new(commander::<Lore>(50, 3)));
        assert!(known, "{}: {given:?}", muster.scenario);
    }
    // Nobody has made one for armies that begin where their owners like.
    let game = game("campaign", &["deployment=hypothetical"]);
    assert!(!Lore::mustering(&game, &game.start()));
}

#[test]
fn whoever_acts_on_a_whim_forgets_what_he_knows_of_set_ups() {
    let game = game("salem-church", &[]);
    let often = |level: &str| (0..20).filter(|seed| set_up(&game, players::hire::<Lore>(level, *seed).expect("a level")).1).count();
    let (recruit, colonel) = (often("recruit/10"), often("colonel/1000"));
    assert!(recruit <= 4, "{recruit}");
    assert!((6..=18).contains(&colonel), "{colonel}");
}

#[test]
fn players_answer_every_question() {
    for name in players::roster::<Lore>().names {
        let game = game("lee-moves", &["dummies=on"]);
        let state = game.start();
        let action = players::hire::<Lore>(name, 1).expect("a known player").choose(&Chair::new(&game, &state, Side::Confederate));
        game.check(&state, Side::Confederate, action).expect("what a player chooses is legal");
    }
}
