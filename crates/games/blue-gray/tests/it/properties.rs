//! What must hold in any position of any game. Positions come from random games; slow and plain second writings of a rule
//! check the fast ones.

use crate::kit::{Battlefield, effective, effective_unlimited, rounds, standard, unlimited};
use crate::slow;
use blue_gray::{Action, BlueGray, State, Step, Subject, UnitId};
use engine::{Actor, Dice, Fog, Notation, Positions, Rules, Seat, Side, Words};
use serde_json::json;

const EVERYONE: [fn() -> &'static BlueGray; 4] = [standard, effective, unlimited, effective_unlimited];

/// All that is listed.
fn listed(game: &BlueGray, state: &State) -> Vec<Action> {
    let (mut subjects, mut actions) = (Vec::new(), Vec::new());
    if let Actor::Side(side) = game.actor(state) {
        game.subjects(state, side, &mut subjects);
        assert!(!subjects.is_empty(), "nothing can act: {}", game.write_position(state));
        for subject in subjects {
            let before = actions.len();
            game.options(state, side, subject, &mut actions);
            assert!(actions.len() > before, "{subject:?} can act and has nothing to do: {}", game.write_position(state));
        }
    }
    actions
}

/// Plays one random game and shows about one position in `every`.
fn wander(game: &BlueGray, seed: u64, every: usize, mut show: impl FnMut(&State, &mut Dice)) {
    let mut dice = Dice::new(seed);
    let mut state = game.start();
    loop {
        match game.actor(&state) {
            Actor::Over(_) => return,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            _ => {
                // Marches are many, exchanges and retreats few.
                let rarely = match state.step {
                    Step::Movement => every,
                    Step::Battles => every.div_ceil(6),
                    _ => every.div_ceil(25),
                };
                if dice.below(rarely) == 0 {
                    show(&state, &mut dice);
                }
                step(game, &mut state, &mut dice);
            }
        }
    }
}

/// One random decision: a subject, then one of its options. Ending a movement phase is put off, so that armies meet.
fn step(game: &BlueGray, state: &mut State, dice: &mut Dice) {
    let Some(side) = game.actor(state).side() else { return };
    let (mut subjects, mut options) = (Vec::new(), Vec::new());
    game.subjects(state, side, &mut subjects);
    let subject = subjects[dice.below(subjects.len())];
    game.options(state, side, subject, &mut options);
    game.apply_unchecked(state, side, options[dice.below(options.len())], &mut ());
}

#[test]
fn every_listed_march_can_be_walked_step_by_step_with_the_same_end() {
    for (seed, game) in EVERYONE.into_iter().enumerate() {
        wander(game(), 500 + seed as u64, 150, |state, dice| {
            let side = game().actor(state).side().expect("a side");
            for action in listed(game(), state) {
                let Action::Move { unit, .. } = action else { continue };
                if dice.below(10) > 0 {
                    continue;
                }
                let path = game().describe(state, action).path;
                let march = game().read_action(&json!({ "move": game().unit(unit).id, "path": path })).expect("a path");
                let (mut by_name, mut by_step) = (state.clone(), state.clone());
                game().apply_unchecked(&mut by_name, side, action, &mut ());
                if let Err(illegal) = game().apply(&mut by_step, side, march, &mut ()) {
                    panic!("{} by {path:?}: {illegal}", game().write_action(action));
                }
                assert_eq!(game().hash(&by_name), game().hash(&by_step), "{} by {path:?}", game().write_action(action));
            }
        });
    }
}

#[test]
fn the_flood_finds_what_a_slow_search_finds() {
    let mut compared = 0;
    for (seed, game) in EVERYONE.into_iter().enumerate() {
        let ground = slow::Ground::of(game().board());
        for round in 0..rounds(3) {
            wander(game(), 600 + 10 * round + seed as u64, 60, |state, dice| {
                if state.step != Step::Movement || state.overfull > 0 {
                    return;
                }
                for action in game_units(game(), state) {
                    let Subject::Unit(unit) = action else { continue };
                    if !state.place(unit).on_map() || dice.below(3) > 0 {
                        continue;
                    }
                    let fast = fast_ends(game(), state, unit);
                    let slow = ground.ends(game(), state, unit);
                    assert_eq!(fast, slow, "{} in {}", game().unit(unit).id, game().write_position(state));
                    compared += 1;
                }
            });
        }
    }
    assert!(compared > 300, "{compared}");
}

fn game_units(game: &BlueGray, state: &State) -> Vec<Subject> {
    let mut subjects = Vec::new();
    game.subjects(state, state.side, &mut subjects);
    subjects
}

/// Where a unit can march, with what it takes on the way, hexes without room left out.
fn fast_ends(game: &BlueGray, state: &State, unit: UnitId) -> std::collections::BTreeSet<(u16, u16)> {
    let mut options = Vec::new();
    game.options(state, state.side, Subject::Unit(unit), &mut options);
    let end = |a: Action| match a {
        Action::Move { to, taking, .. } if state.count(to) < 2 || to == state.place(unit) => Some((to.0, taking)),
        _ => None,
    };
    options.into_iter().filter_map(end).collect()
}

/// A crowd-loving player: marches into full hexes wherever he may, and ends the phase only when nothing else is left.
fn crowd_together(game: &BlueGray, state: &mut State, dice: &mut Dice) -> u32 {
    let (side, turn) = (state.side, state.turn);
    let mut crowds = 0;
    while state.step == Step::Movement && state.side == side && state.turn == turn {
        let all = listed(game, state);
        let full = |a: &&Action| matches!(a, Action::Move { to, .. } | Action::Enter { to, .. } if state.count(*to) >= 2);
        let crowding: Vec<Action> = all.iter().filter(full).copied().collect();
        let marching: Vec<Action> = all.iter().filter(|a| !matches!(a, Action::EndMovement)).copied().collect();
        let choice = match (crowding.is_empty(), marching.is_empty()) {
            (false, _) if dice.below(4) > 0 => crowding[dice.below(crowding.len())],
            (_, false) => marching[dice.below(marching.len())],
            _ => all[0],
        };
        crowds += u32::from(crowding.contains(&choice));
        game.check(state, side, choice).unwrap_or_else(|illegal| panic!("{choice:?}: {illegal}"));
        game.apply_unchecked(state, side, choice, &mut ());
        game.audit(state).unwrap();
    }
    crowds
}

#[test]
fn however_hexes_are_crowded_the_phase_can_be_finished() {
    let mut crowds = 0;
    for (seed, game) in EVERYONE.into_iter().enumerate() {
        for round in 0..rounds(4) {
            let mut dice = Dice::new(700 + 10 * round + seed as u64);
            let mut state = game().start();
            while !matches!(game().actor(&state), Actor::Over(_)) {
                if let Actor::Chance(chance) = game().actor(&state) {
                    game().settle(&mut state, &dice.answer(chance.draw), &mut ());
                } else if state.step == Step::Movement {
                    crowds += crowd_together(game(), &mut state, &mut dice);
                } else {
                    step(game(), &mut state, &mut dice);
                }
            }
        }
    }
    assert!(crowds > 1_000, "{crowds}");
}

#[test]
fn however_units_are_packed_the_phase_can_be_finished() {
    // Whole armies thrown into narrow ground: the neck of land north of the ferry, the bends of the river.
    let places = [
        "1304 1204 1205 1105 1106 1104 1303 1203 1405 1406 1505",
        "0915 1014 1015 1016 1115 1114 1113 0714 0715 0813",
        "0921 0920 0919 0818 0817 0820 0819",
    ];
    let game = effective();
    let union: Vec<&str> =
        game.title().units.iter().filter(|u| u.side == Side::Union && u.start.is_some()).map(|u| u.id.as_str()).collect();
    let rebels: Vec<&str> = game.title().units.iter().filter(|u| u.side == Side::Confederate).map(|u| u.id.as_str()).collect();
    for seed in 0..rounds(60) {
        let mut dice = Dice::new(800 + seed);
        let hexes: Vec<&str> = places[dice.below(3)].split_whitespace().collect();
        let mut text = Vec::new();
        let mut next = dice.below(20);
        for hex in &hexes {
            for _ in 0..dice.below(3) {
                let mark = ["", " moved", " ineffective"][dice.below(3)];
                text.push(format!("{} {hex}{mark}", union[next % union.len()]));
                next += 1;
            }
        }
        let enemy = ["1302", "1202", "1103", "1007", "0912", "1212", "0716", "0822", "1507"];
        for (i, hex) in enemy.iter().enumerate().filter(|_| dice.below(2) == 0).map(|(i, h)| (i, *h)).collect::<Vec<_>>() {
            if !hexes.contains(&hex) {
                text.push(format!("{} {hex}", rebels[i]));
            }
        }
        let value = crate::kit::position("3 union movement", &text.join(", "));
        let Ok(mut state) = game.read_position(&value) else { continue };
        crowd_together(game, &mut state, &mut dice);
    }
}

#[test]
fn drafts_are_allowed_exactly_if_a_whole_plan_exists() {
    let mut battles = [0, 0];
    for seed in 0..rounds(110) {
        let mut dice = Dice::new(900 + seed);
        let Some(f) = slow::contact_position(standard(), &mut dice) else { continue };
        let graph = slow::Contacts::of(&f);
        for (targets, from, guns) in graph.drafts() {
            let allowed = graph.is_allowed(targets, from, guns);
            let accepted = slow::accepts(&f, &graph, targets, from, guns);
            assert_eq!(
                accepted.is_ok(),
                allowed,
                "attack {:?} from {:?} with {:?}: {accepted:?}\n{}",
                graph.names_of_enemies(targets),
                graph.names_of_friends(from),
                graph.names_of_guns(guns),
                f.game.write_position(&f.state)
            );
            battles[usize::from(allowed)] += 1;
        }
    }
    assert!(battles[0] > 1_000 && battles[1] > 300, "{battles:?}");
}

#[test]
fn displacements_offered_are_those_that_a_plain_search_finds() {
    let (mut chains, mut deaths) = (0, 0);
    for seed in 0..rounds(150) {
        let mut dice = Dice::new(1_000 + seed);
        let Some(mut f) = slow::packed_retreat(standard(), &mut dice) else { continue };
        let mut guard = 0;
        while f.state.step == Step::Retreat && guard < 20 {
            guard += 1;
            let side = f.asked();
            let asked: Vec<UnitId> =
                f.subjects().into_iter().filter_map(|s| if let Subject::Unit(u) = s { Some(u) } else { None }).collect();
            for unit in &asked {
                let mut options = Vec::new();
                f.game.options(&f.state, side, Subject::Unit(*unit), &mut options);
                let mut fast: Vec<(u16, u8)> = options
                    .iter()
                    .filter_map(|a| if let Action::Retreat { to, push, .. } = a { Some((to.0, *push)) } else { None })
                    .collect();
                fast.sort_unstable();
                let slow = slow::retreats(&f, *unit);
                assert_eq!(fast, slow, "{} in {}", f.game.unit(*unit).id, f.game.write_position(&f.state));
                chains += fast.iter().filter(|(_, push)| *push != u8::MAX).count();
            }
            for unit in f.state.pending.iter().filter(|u| !asked.contains(u) && f.state.pushed == u8::MAX) {
                assert!(slow::retreats(&f, unit).is_empty(), "{} could retreat", f.game.unit(unit).id);
                deaths += 1;
            }
            let all = f.legal();
            let action = all[dice.below(all.len())];
            f.game.apply(&mut f.state, side, action, &mut ()).unwrap();
            f.game.audit(&f.state).unwrap();
            assert_eq!(f.reread().listed(), f.listed());
        }
    }
    assert!(chains > 60, "{chains} chains, {deaths} deaths");
}

#[test]
fn nothing_is_hidden_so_every_seat_sees_the_same() {
    let mut f = Battlefield::start(standard());
    f.order("move 1/2/XV to 1705");
    let view = |seat: Seat| serde_json::to_value(f.game.view(&f.game.knowledge(&f.state, seat))).unwrap();
    assert_eq!(view(Seat::Union), view(Seat::Confederate));
    assert_eq!(view(Seat::Spectator), view(Seat::Referee));
}

#[test]
fn lines_of_fire_are_those_of_a_ruler_on_paper() {
    let game = standard();
    let (ground, grid) = (slow::Ground::of(game.board()), &game.board().grid);
    // Away from the edge: there a line may have nothing on one side.
    let fit = |h: &board::HexId| !ground.wet(*h) && !grid.on_edge(*h);
    let hexes: Vec<board::HexId> = grid.hexes().filter(fit).collect();
    let mut dice = Dice::new(2_000);
    let mut seen = [0, 0];
    for _ in 0..rounds(1_200) {
        let from = hexes[dice.below(hexes.len())];
        let range: Vec<board::HexId> = grid.within(from, 3).filter(|h| fit(h) && grid.distance(from, *h) >= 2).collect();
        let to = range[dice.below(range.len())];
        let (gun, target) = (grid.name(from), grid.name(to));
        let mut f = Battlefield::on("1 confederate combat", &format!("Calvert {gun}, 1/2/XVII {target}"));
        let ruler = slow::Ruler::lay(game.board(), from, to);
        let clear = ruler.is_clear(&ground, from, to);
        assert_eq!(f.check(&format!("attack {target}")).is_ok(), clear, "{gun} to {target}");
        seen[usize::from(clear)] += 1;
        if clear && !ruler.runs_along() {
            f.order(&format!("attack {target}; bombard Calvert"));
            let multiple = ruler.multiple(&ground).max(slow::Ruler::terrain(&ground, to));
            assert!(f.odds().starts_with(&format!("2 : {},", 4 * multiple)), "{gun} to {target}: {} but x{multiple}", f.odds());
        }
    }
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
}
