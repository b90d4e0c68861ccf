//! The coach is never wrong: whatever is asked in games of every kind, he has a word for it, his examples are legal, his rules exist.

use engine::contract::Asks;
use engine::table::{Kind, Table};
use engine::words::Role;
use engine::{Seat, Side};
use players::SHELF;
use school::coach::{remark, word, words};
use std::collections::{BTreeMap, BTreeSet};

/// The kinds of decision of a game that its coach does not know: phase and role.
type Unknown = BTreeSet<(String, &'static str)>;

/// Plays on: `random` players come everywhere, and greedy ones where sensible people come. Looks at every decision on the way, at most
/// so many.
fn play(kind: &dyn Kind, scenario: &str, player: &str, seed: u64, most: usize, missing: &mut Unknown) {
    let game = &kind.catalogue().game;
    let setup = kind.catalogue().complete(Some(scenario), &BTreeMap::new()).expect("a scenario");
    let mut table = kind.open(&setup, seed).expect("a game");
    let mut minds = Side::BOTH.map(|side| table.hire(player, seed * 2 + side.index() as u64).expect("a player"));
    for n in 0..most {
        let asked = table.actor(Seat::Referee);
        match asked.actor {
            Asks::Over => return,
            Asks::Chance => drop(table.roll(Seat::Referee, None).expect("dice")),
            _ => {
                let awaited = |s: &Side| asked.awaited.as_ref().is_some_and(|sides| sides.contains(s));
                let side = asked.actor.side().or_else(|| Side::BOTH.into_iter().find(awaited)).expect("somebody is asked");
                // Describing everything takes its time: it is done now and then.
                if n % 4 == 0 {
                    look(table.as_ref(), side, game, missing);
                }
                if n % 24 == 0 {
                    listen(table.as_ref(), side, game, missing);
                }
                let moment = table.moment(side.into()).expect("a moment");
                let action = minds[side.index()].decide(&moment).expect("a decision");
                table.apply(side.into(), &action).expect("it is legal");
            }
        }
    }
}

/// There is a word for whatever can be done now.
fn look(table: &dyn Table, side: Side, game: &str, missing: &mut Unknown) {
    let seat = Seat::from(side);
    let phase = table.view(seat).phase;
    for able in table.subjects(seat).expect("he is asked") {
        let roles = able.choices.iter().flatten().map(|choice| choice.shown.role).chain([able.shown.role]);
        missing.extend(roles.filter(|role| word(game, &phase, *role).is_none()).map(|role| (phase.clone(), role.word())));
    }
}

/// What the coach says now holds.
fn listen(table: &dyn Table, side: Side, game: &str, missing: &Unknown) {
    let seat = Seat::from(side);
    let phase = table.view(seat).phase;
    match remark(table, seat).expect("the coach has no fault") {
        Some(said) => {
            table.why(seat, &said.example.choice.action).unwrap_or_else(|fault| panic!("{game}, {phase}: {fault}"));
            assert_eq!(word(game, &phase, said.example.choice.shown.role).map(|w| &w.title), Some(&said.title), "{game}, {phase}");
        }
        None => assert!(!missing.is_empty(), "{game}, {phase}: he is asked, and the coach says nothing"),
    }
}

#[test]
fn the_coach_has_a_word_for_every_decision_and_every_example_is_legal() {
    let mut missing = BTreeMap::new();
    for kind in SHELF {
        let mut unknown = Unknown::new();
        for scenario in &kind.catalogue().scenarios {
            play(*kind, &scenario.id, "greedy", 1, 300, &mut unknown);
            play(*kind, &scenario.id, "random", 2, 400, &mut unknown);
        }
        if !unknown.is_empty() {
            missing.insert(kind.catalogue().game.clone(), unknown);
        }
    }
    assert!(missing.is_empty(), "the coach has no word for these (phase, role): {missing:#?}");
}

#[test]
fn the_rules_that_the_coach_cites_exist_and_no_word_stands_twice() {
    for kind in SHELF {
        let game = &kind.catalogue().game;
        let mut known: BTreeSet<(Option<&str>, &str)> = BTreeSet::new();
        for word in words(game) {
            assert!(!word.rules.is_empty(), "{game}, {}: which rule?", word.title);
            for rule in &word.rules {
                assert!(kind.rules().iter().any(|r| r.id == *rule), "{game}, {}: there is no rule {rule}", word.title);
            }
            assert!(known.insert((word.phase.as_deref(), word.role.word())), "{game}: {} twice", word.role.word());
            assert!([&word.asks, &word.matters].iter().all(|text| text.ends_with(['.', '?']) && text.len() > 10), "{game}, {}", word.title);
        }
        assert!(words(game).iter().any(|word| word.role == Role::March), "{game}: somebody marches in every game");
    }
}
