//! What must hold in any position beyond what every game must survive: nothing leaks, saves of old are read, faults have a place.

use crate::table::*;
use engine::player::RandomPlayer;
use engine::table::Seated;
use engine::{Actor, Chair, Dice, Fog, Notation, Player, Positions, Rules, Seat, Side, Words};
use give_us_victories::action::Action;
use give_us_victories::counters::counters;
use give_us_victories::ids::{Hex, Path, Piece, Pieces};
use give_us_victories::state::Step;
use give_us_victories::{GiveUsVictories, State};
use std::collections::BTreeSet;

/// Plays a game and looks at every so many positions.
fn walk(scenario: &str, seed: u64, every: u64, mut look: impl FnMut(&GiveUsVictories, &State)) {
    let game = game(scenario, &options_of(engine::mix::mix(seed ^ 77)));
    let (mut state, mut dice) = (game.start(), Dice::new(seed));
    let mut players = [0, 1].map(|i| RandomPlayer::<GiveUsVictories>::new(seed * 2 + i));
    for n in 0.. {
        if n % every == seed % every {
            look(&game, &state);
        }
        match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            asked => {
                let side = asked.side().unwrap();
                let action = players[side.index()].choose(&Chair::new(&game, &state, side));
                game.apply_unchecked(&mut state, side, action, &mut ());
            }
        }
    }
}

/// Two units of one side that the other side does not see change places, and their marks with them.
fn swap_unseen(game: &GiveUsVictories, s: &State, viewer: Side) -> Option<State> {
    let known = game.knowledge(s, viewer.into());
    let unseen: Vec<Piece> = counters().units().iter().filter(|p| known.state.hex(*p) == Hex::UNSEEN).collect();
    let a = *unseen.first()?;
    let b = *unseen.iter().find(|p| s.hex(**p) != s.hex(a) && counters().get(**p).cp == counters().get(a).cp)?;
    let mut other = s.clone();
    let (ha, hb) = (s.hex(a), s.hex(b));
    other.put(a, hb);
    other.put(b, ha);
    let swap = |set: &mut Pieces| {
        let (x, y) = (set.has(a), set.has(b));
        set.set(a, y);
        set.set(b, x);
    };
    swap(&mut other.reduced);
    Some(other)
}

/// Orders with enemy units and any hex: a refusal must not tell where somebody is.
fn made_up(viewer: Side, seed: usize) -> Vec<Action> {
    let hexes: Vec<Hex> = (0..8).map(|i| Hex(((seed * 131 + i * 257) % give_us_victories::ground::HEXES) as u16)).collect();
    let step = Path::step(board::Direction::ALL[seed % 6]);
    let mut list = Vec::new();
    for piece in counters().of[viewer.enemy().index()].iter().skip(seed % 3).step_by(3) {
        let pieces = Pieces::one(piece);
        list.extend([
            Action::Take { piece },
            Action::Exclude { piece },
            Action::Suffer { piece },
            Action::Mark { piece },
            Action::Recover { piece },
            Action::March { pieces, path: step },
            Action::Exit { pieces },
            Action::Withdraw { pieces, path: step },
            Action::Retreat { piece, path: step },
            Action::FallBack { piece, path: step },
        ]);
        for hex in &hexes[..2] {
            let (hex, target, to, gun) = (*hex, *hex, *hex, piece);
            list.extend([
                Action::Place { piece, hex },
                Action::Skirmish { piece, hex },
                Action::Build { piece, to },
                Action::Seize { piece, to },
                Action::Displace { piece, hex },
                Action::Fire { gun, target },
                Action::Attack { piece, target },
                Action::Advance { piece, hex },
            ]);
        }
    }
    for hex in hexes {
        let (from, target) = (hex, hex);
        list.extend([
            Action::Activate { hex },
            Action::Detach { hex },
            Action::PlaceDummy { hex },
            Action::DropDummy { hex },
            Action::Break { hex },
            Action::Entrench { hex },
            Action::Storm { from, target },
            Action::Widen { hex },
            Action::Screen { hex },
        ]);
    }
    list
}

#[test]
fn guv_3_6_guv_9_30_nothing_leaks_to_the_other_seat() {
    let mut compared = 0;
    for (scenario, seed) in [("lee-moves", 21), ("jacksons-attack", 22), ("chancellorsville", 23), ("salem-church", 24), ("campaign", 25)] {
        let every = if scenario == "campaign" { 250 } else { 11 };
        walk(scenario, seed, every, |game, s| {
            for viewer in Side::BOTH {
                let Some(other) = swap_unseen(game, s, viewer) else { continue };
                let seat: Seat = viewer.into();
                assert_eq!(game.view(&game.knowledge(s, seat)), game.view(&game.knowledge(&other, seat)), "{scenario} {:?}", s.agenda);
                assert_eq!(game.actor(s), game.actor(&other));
                if game.actor(s).asks(viewer) {
                    let list = |s: &State| {
                        let chair = Chair::new(game, s, viewer);
                        let mut all: Vec<String> = chair.legal().iter().map(|a| game.write_action(*a).to_string()).collect();
                        all.sort();
                        all
                    };
                    assert_eq!(list(s), list(&other), "{scenario} {:?}", s.agenda);
                    for action in made_up(viewer, compared) {
                        let (here, there) = (game.check(s, viewer, action), game.check(&other, viewer, action));
                        assert_eq!(here, there, "{scenario} {:?}: {action:?}", s.agenda);
                        let words = |s: &State| game.describe(&game.knowledge(s, seat), action);
                        assert_eq!(words(s), words(&other), "{scenario} {:?}: {action:?}", s.agenda);
                    }
                }
                compared += 1;
            }
        });
    }
    assert!(compared > 30, "{compared} positions were compared");
}

#[test]
fn a_sampled_position_fits_what_the_seat_knows() {
    for (scenario, seed) in [("lee-moves", 31), ("jacksons-attack", 32), ("chancellorsville", 33), ("campaign", 35)] {
        let every = if scenario == "campaign" { 400 } else { 13 };
        walk(scenario, seed, every, |game, s| {
            for seat in [Seat::Union, Seat::Confederate] {
                let known = game.knowledge(s, seat);
                let sample = game.sample(&known, &mut Dice::new(seed));
                assert_eq!(sample.held, s.held, "{scenario}: the same hexes are held");
                assert_eq!(game.actor(&sample), game.actor(s), "{scenario} {:?}", s.agenda);
                assert_eq!(sample.cup.len(), if s.agenda.top() == Step::Choose { sample.cup.len() } else { s.cup.len() }, "{scenario}");
                // Own units are where they are.
                for p in counters().of[seat.side().unwrap().index()].iter() {
                    assert_eq!(sample.hex(p), s.hex(p));
                }
            }
        });
    }
}

#[test]
fn an_opening_is_imagined_as_the_book_sets_it_up() {
    for scenario in ["lee-moves", "jacksons-attack", "chancellorsville", "salem-church"] {
        let game = game(scenario, &[]);
        let mut s = game.start();
        while let Step::Deploy(_) = s.agenda.top() {
            let side = game.actor(&s).side().unwrap();
            game.apply(&mut s, side, Action::Preset, &mut ()).unwrap();
        }
        let units = |s: &State, side: Side| {
            let at = |p: Piece| (s.hex(p), s.reduced.has(p));
            counters().units().and(&counters().of[side.index()]).iter().map(at).collect::<Vec<_>>()
        };
        for side in Side::BOTH {
            let sample = game.sample(&game.knowledge(&s, side.into()), &mut Dice::new(3));
            let (there, here) = (units(&sample, side.enemy()), units(&s, side.enemy()));
            let agree = there.iter().zip(&here).filter(|(a, b)| a == b).count();
            assert!(agree * 20 >= here.len() * 19, "{scenario}: {agree} of {}", here.len());
            assert_eq!(sample.reduced, s.reduced, "{scenario}: worn units are known to be");
        }
    }
}

#[test]
fn a_sealed_choice_is_imagined_as_made() {
    let game = game("lee-moves", &[]);
    let (mut s, mut player) = (game.start(), RandomPlayer::<GiveUsVictories>::new(5));
    while s.agenda.top() != Step::Choose || !s.sealed[Side::Union.index()] {
        let side = game.actor(&s).side().unwrap();
        let action = player.choose(&Chair::new(&game, &s, side));
        game.apply(&mut s, side, action, &mut ()).unwrap();
    }
    let known = game.knowledge(&s, Seat::Confederate);
    let sample = game.sample(&known, &mut Dice::new(3));
    assert!(known.state.cup.is_empty(), "nobody sees it");
    assert!(!sample.cup.is_empty(), "but something was chosen");
    assert_eq!(game.view(&game.knowledge(&sample, Seat::Confederate)), game.view(&known));
}

#[test]
fn a_game_is_saved_loaded_and_replayed() {
    let game = game("jacksons-attack", &["rule-of-six=on", "dummies=on"]);
    let opening = game.start();
    let mut table = Seated::new(game, opening, Dice::new(9));
    let mut player = RandomPlayer::<GiveUsVictories>::new(5);
    for _ in 0..160 {
        match table.game().actor(table.state()) {
            Actor::Over(_) => break,
            Actor::Chance(_) => drop(table.answer(None).unwrap()),
            asked => {
                let side = asked.side().unwrap();
                let action = player.choose(&Chair::new(table.game(), table.state(), side));
                table.act(side, action).unwrap();
            }
        }
    }
    let saved = engine::table::Table::save(&table);
    let fresh = crate::table::game("jacksons-attack", &["rule-of-six=on", "dummies=on"]);
    let (loaded, remark) = Seated::load(fresh, &saved).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(remark, None);
    assert_eq!(engine::table::Table::hash(&loaded), engine::table::Table::hash(&table));
    // A save from before phases had names goes on from its position.
    let mut earlier = saved;
    as_before(&mut earlier);
    as_before(&mut earlier["journal"]["opening"]);
    earlier["journal"]["positions"].as_array_mut().unwrap().iter_mut().for_each(|p| as_before(&mut p["position"]));
    earlier["journal"]["fingerprint"] = serde_json::json!("0000000000000000");
    earlier["journal"]["format"] = serde_json::json!(engine::table::EARLIER_FORMAT);
    earlier["journal"].as_object_mut().unwrap().remove("seals");
    let fresh = crate::table::game("jacksons-attack", &["rule-of-six=on", "dummies=on"]);
    let (loaded, remark) = Seated::load(fresh, &earlier).unwrap_or_else(|e| panic!("{e}"));
    assert!(remark.unwrap().contains("play goes on from its position"));
    assert_eq!(engine::table::Table::hash(&loaded), engine::table::Table::hash(&table));
}

/// A position as saves had it before its phase had a name.
fn as_before(position: &mut serde_json::Value) {
    let map = position.as_object_mut().unwrap();
    let count = map.remove("phase-count").unwrap();
    map.insert("phase".into(), count);
    map.remove("active").unwrap();
}

#[test]
fn a_position_names_its_phase_and_active_side() {
    let (mut phases, mut sides) = (BTreeSet::new(), BTreeSet::new());
    walk("jacksons-attack", 5, 1, |game, s| {
        let mut written = game.write_position(s);
        phases.insert(written["phase"].as_str().unwrap().to_string());
        sides.insert(written["active"].to_string());
        let spoilt = |field: &str, value: &str| {
            let mut other = written.clone();
            other[field] = serde_json::json!(value);
            game.read_position(&other).err().map(|e| e.field).unwrap_or_default()
        };
        assert_eq!((spoilt("phase", "lunch"), spoilt("active", "french")), ("phase".to_string(), "active".to_string()));
        let other = s.act.as_ref().map_or(US, |a| a.side.enemy());
        assert_eq!(spoilt("active", other.id()), "active");
        as_before(&mut written);
        assert_eq!(game.hash(&game.read_position(&written).unwrap()), game.hash(s));
    });
    for phase in ["set-up", "choose", "movement", "night", "over"] {
        assert!(phases.contains(phase), "{phase} is not among {phases:?}");
    }
    assert_eq!(sides.iter().map(String::as_str).collect::<Vec<_>>(), [r#""confederate""#, r#""union""#, "null"]);
}

#[test]
fn garbage_is_refused_with_the_place_of_the_fault() {
    let g = game("campaign", &[]);
    let fault = |text: &str| g.read_position(&serde_json::from_str(text).unwrap()).err().map(|e| e.field).unwrap_or_default();
    assert_eq!(fault(r#"{"turn": 99}"#), "turn");
    assert_eq!(fault(r#"{"phase": "lunch"}"#), "phase");
    assert_eq!(fault(r#"{"phase": true}"#), "phase");
    assert_eq!(fault(r#"{"phase-count": 65536}"#), "phase-count");
    assert_eq!(fault(r#"{"active": "french"}"#), "active");
    assert_eq!(fault(r#"{"active": 1}"#), "active");
    assert_eq!(fault(r#"{"units": [{"id": "us-nobody", "hex": "1110"}]}"#), "units[0].id");
    assert_eq!(fault(r#"{"units": [{"id": "us-paul", "hex": "9999"}]}"#), "units[0].hex");
    assert_eq!(fault(r#"{"units": [{"id": "us-paul"}]}"#), "units[0].hex");
    assert_eq!(fault(r#"{"units": [{"id": "us-paul", "hex": "1110", "states": ["asleep"]}]}"#), "units[0].states[0]");
    assert_eq!(fault(r#"{"units": [{"id": "us-paul", "hex": "1110"}, {"id": "us-paul", "hex": "1111"}]}"#), "units[1].id");
    assert_eq!(fault(r#"{"units": [{"id": "cs-beckham", "hex": "1110", "states": ["reduced"]}]}"#), "units[0].states");
    assert_eq!(fault(r#"{"agenda": ["fight"]}"#), "agenda");
    assert_eq!(fault(r#"{"agenda": ["movement"]}"#), "agenda");
    assert_eq!(fault(r#"{"agenda": ["choose", "choose"]}"#), "agenda");
    assert_eq!(
        fault(r#"{"agenda": ["choose", {"draw-card": "union"}], "units": [{"id": "us-paul", "hex": "1110", "states": ["active"]}]}"#),
        "units"
    );
    assert_eq!(fault(r#"{"units": [{"id": "us-paul", "hex": "1110", "states": ["active"]}]}"#), "units");
    assert_eq!(fault(r#"{"weather": "fine"}"#), "weather");
    assert_eq!(fault(r#"{"breastworks": ["1110"]}"#), "breastworks");
    let five = r#"{"units": [{"id": "us-paul", "hex": "4010"}, {"id": "us-root", "hex": "4010"}, {"id": "us-stone", "hex": "4010"}, {"id": "us-baxter", "hex": "4010"}, {"id": "us-rowley", "hex": "4010"}]}"#;
    assert_eq!(fault(five), "units");
    let salem = game("salem-church", &[]);
    let outside = serde_json::json!({ "units": [{ "id": "us-grant", "hex": "1110" }] });
    assert_eq!(salem.read_position(&outside).err().unwrap().field, "units[0].hex");
    for text in ["[]", "3", "null", r#"{"units": 3}"#, r#"{"units": [7]}"#, r#"{"pontoons": []}"#, r#"{"act": {}}"#, r#"{"agenda": []}"#] {
        assert!(g.read_position(&serde_json::from_str(text).unwrap()).is_err(), "{text}");
    }
    for (text, field, because) in [
        ("7", "", "an action is an object"),
        (r#"{}"#, "do", "missing"),
        (r#"{"do": 7}"#, "do", "wanted"),
        (r#"{"do": "dance"}"#, "do", "\"dance\" is not one of assign"),
        (r#"{"do": "march"}"#, "pieces", "a list"),
        (r#"{"do": "march", "pieces": [], "path": []}"#, "path", "1 to 42 steps"),
        (r#"{"do": "march", "pieces": ["us-paul", 7], "path": ["N"]}"#, "pieces[1]", "id of a counter"),
        (r#"{"do": "march", "pieces": ["us-paul"], "path": ["N", "W"]}"#, "path[1]", "a direction is"),
        (r#"{"do": "place", "piece": "zzz", "hex": "3020"}"#, "piece", "no counter \"zzz\""),
        (r#"{"do": "place", "piece": "us-paul"}"#, "hex", "number of a hex"),
        (r#"{"do": "place", "piece": "us-paul", "hex": 3020}"#, "hex", "number of a hex"),
        (r#"{"do": "place", "piece": "us-paul", "hex": "9999"}"#, "hex", "9999"),
        (r#"{"do": "place", "piece": "us-paul", "hex": "3020", "junk": 1}"#, "junk", "not known"),
        (r#"{"do": "done", "junk": 1}"#, "junk", "not known"),
        (r#"{"do": "play", "event": "picnic"}"#, "event", "night-attack"),
        (r#"{"do": "play", "event": "night-attack", "hex": 7}"#, "hex", "number of a hex"),
        (r#"{"do": "target", "guns": 1}"#, "guns", "true or false"),
        (r#"{"do": "creek-die", "die": 256}"#, "die", "number of a die"),
        (r#"{"do": "works", "effect": "city"}"#, "effect", "none, die, step"),
    ] {
        let bad = g.read_action(&serde_json::from_str(text).unwrap()).unwrap_err();
        assert!(bad.field == field && bad.because.contains(because), "{text}: {bad:?}");
    }
    for (text, field) in
        [("7", ""), (r#""drum""#, ""), ("{}", ""), (r#"{"piece": 7}"#, "piece"), (r#"{"stack": "1110", "junk": 1}"#, "junk")]
    {
        assert_eq!(g.read_subject(&serde_json::from_str(text).unwrap()).unwrap_err().field, field, "{text}");
    }
}

#[test]
fn a_position_by_hand_begins_with_a_phase_and_a_few_units() {
    let g = game("campaign", &[]);
    let hand = serde_json::json!({ "turn": 3, "phase": "choose", "active": null, "units": [{ "id": "us-barnes", "hex": "1310" }, { "id": "cs-heth", "hex": "1411", "states": ["reduced"] }] });
    let s = g.read_position(&hand).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(g.actor(&s), Actor::Sealed([true, true]));
    assert_eq!((s.on_map(US).len(), s.on_map(CS).len()), (1, 1));
    g.audit(&s).unwrap();
}
