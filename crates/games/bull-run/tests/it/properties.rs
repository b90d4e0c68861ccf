//! What holds in every position of every game.

use crate::field::field;
use crate::soak::with_options;
use bull_run::{Action, BullRun, State};
use engine::player::NamedPlayer;
use engine::table::{Kind, Seated, Shelved, Table};
use engine::{Actor, Chair, Dice, Fog, Handbook, Notation, Player, Rules, Seat, Side, Words};
use serde_json::{Value, json};

/// Plays a random game and stops at every position with a number in the list; the eye sees game, state and number.
fn visit(seed: u64, every: u64, mut eye: impl FnMut(&BullRun, &State, u64)) {
    let game = with_options(seed);
    let mut players = [0, 1].map(|i| players::hire::<players::bull_run::Lore>("random", seed * 2 + i).unwrap());
    let (mut state, mut dice) = (game.start(), Dice::new(seed));
    let mut n = 0;
    loop {
        match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.lot), &mut ()),
            asked => {
                let side = asked.side().unwrap();
                let action = players[side.index()].choose(&Chair::new(&game, &state, side));
                game.apply(&mut state, side, action, &mut ()).unwrap();
            }
        }
        n += 1;
        if n % every == 0 {
            eye(&game, &state, n);
        }
    }
}

fn answers(game: &BullRun, state: &State, side: Side) -> Vec<Action> {
    let (mut subjects, mut actions) = (Vec::new(), Vec::new());
    game.subjects(state, side, &mut subjects);
    subjects.into_iter().for_each(|s| game.options(state, side, s, &mut actions));
    actions
}

#[test]
fn listed_actions_are_legal_and_written_as_they_are_read() {
    visit(3, 23, |game, state, n| {
        let Actor::Side(side) = game.actor(state) else { return };
        let actions = answers(game, state, side);
        assert!(!actions.is_empty());
        for action in actions {
            game.check(state, side, action).unwrap_or_else(|e| panic!("{n}: {action:?}: {e}"));
            assert_eq!(game.read_action(&game.write_action(action)), Ok(action));
        }
        let mut subjects = Vec::new();
        game.subjects(state, side, &mut subjects);
        for subject in subjects {
            assert_eq!(game.read_subject(&game.write_subject(subject)), Ok(subject));
        }
    });
}

#[test]
fn actions_of_other_positions_are_refused_or_legal_but_never_break_anything() {
    let mut others: Vec<(Side, Action)> = Vec::new();
    visit(5, 31, |game, state, _| {
        if let Actor::Side(side) = game.actor(state) {
            others.extend(answers(game, state, side).into_iter().step_by(17).map(|a| (side, a)));
        }
    });
    visit(5, 57, |game, state, _| {
        for (side, action) in others.iter().step_by(5) {
            let mut copy = state.clone();
            let before = game.hash(&copy);
            match game.apply(&mut copy, *side, *action, &mut ()) {
                Err(_) => assert_eq!(game.hash(&copy), before),
                Ok(()) => game.audit(&copy).unwrap_or_else(|e| panic!("{action:?}: {e}")),
            }
        }
    });
}

#[test]
fn positions_are_read_as_they_were_written() {
    for seed in [7, 14, 30] {
        visit(seed, 11, |game, state, n| {
            let written = game.write_position(state);
            let read = game.read_position(&written).unwrap_or_else(|e| panic!("seed {seed}, {n}: {e}\n{written}"));
            assert_eq!(game.hash(&read), game.hash(state), "seed {seed}, {n}");
            assert!(read == *state);
        });
    }
}

#[test]
fn saves_replay_to_the_same_position() {
    let setup = BullRun::catalogue().complete(None, &Default::default()).unwrap();
    let mut table = Seated::new(BullRun::open(&setup).unwrap(), BullRun::open(&setup).unwrap().start(), Dice::new(11));
    let mut player = NamedPlayer::new(4);
    for n in 0..400 {
        match table.game().actor(table.state()) {
            Actor::Over(_) => break,
            Actor::Chance(_) => drop(table.answer(None).unwrap()),
            asked => {
                let side = asked.side().unwrap();
                let action = Player::<BullRun>::choose(&mut player, &Chair::new(table.game(), table.state(), side));
                table.act(side, action).unwrap();
                if n % 50 == 49 {
                    let _ = table.undo(Seat::Referee);
                }
            }
        }
    }
    let saved = table.save();
    let kind: Shelved<BullRun> = Shelved::new(engine::Roster::RANDOM);
    let (again, remark) = kind.load(&setup, &saved).unwrap();
    assert_eq!((again.hash(), remark), (table.hash(), None));
}

#[test]
fn garbage_is_refused_with_the_name_of_the_field() {
    let game = with_options(0);
    let mut good = Value::Null;
    visit(32, 700, |g, s, _| good = g.write_position(s));
    let bad = |change: &dyn Fn(&mut Value)| {
        let mut value = json!({ "phase": "movement", "active": "union", "turn": 5, "units": [{ "id": "13-ny", "hex": "BB31" }, { "id": "4-sc", "hex": "BB30" }] });
        change(&mut value);
        game.read_position(&value).err().map(|e| e.field)
    };
    assert_eq!(bad(&|_| {}), None);
    for (field, change) in [
        ("turn", json!({ "turn": 24 })),
        ("turn", json!({ "turn": 0 })),
        ("phase", json!({ "phase": "lunch" })),
        ("active", json!({ "active": "france" })),
        ("units[0].id", json!({ "units": [{ "id": "14-ny", "hex": "BB31" }] })),
        ("units[0].hex", json!({ "units": [{ "id": "13-ny", "hex": "DDD1" }] })),
        ("units[0].hex", json!({ "units": [{ "id": "13-ny", "hex": "Y9" }] })),
        ("units[1].id", json!({ "units": [{ "id": "13-ny", "hex": "BB31" }, { "id": "13-ny", "hex": "BB31" }] })),
        ("units", json!({ "units": [{ "id": "13-ny", "hex": "BB31" }, { "id": "4-sc", "hex": "BB31" }] })),
        ("units[0]", json!({ "units": [{ "id": "13-ny" }] })),
        ("units[0].off", json!({ "units": [{ "id": "13-ny", "off": "moon" }] })),
        ("units[0].active", json!({ "units": [{ "id": "13-ny", "hex": "BB31", "active": 3 }] })),
        ("units[0].in", json!({ "units": [{ "id": "13-ny", "in": "keyes-brigade" }, { "id": "keyes-brigade", "hex": "BB31" }] })),
        ("abatis[0]", json!({ "abatis": ["Y8"] })),
        ("trestle", json!({ "trestle": "wet" })),
        ("fords.BB31", json!({ "fords": { "BB31": 3 } })),
        ("agenda", json!({ "agenda": [{ "step": "roll" }] })),
        ("agenda[0].step", json!({ "agenda": [{ "step": "dance" }] })),
        ("battle.hexes", json!({ "battle": {} })),
        ("mover.piece", json!({ "mover": { "piece": "4-sc", "spent": 0 } })),
        ("mover.zork", json!({ "mover": { "piece": "13-ny", "spent": 0, "zork": 1 } })),
        ("zork", json!({ "zork": 1 })),
        ("units[1].zork", json!({ "units": [{ "id": "13-ny", "hex": "BB31" }, { "id": "4-sc", "hex": "BB30", "zork": 1 }] })),
        ("units[0].moved", json!({ "units": [{ "id": "4-sc", "hex": "BB30", "moved": true }] })),
    ] {
        let found = bad(&|value: &mut Value| {
            for (key, new) in change.as_object().unwrap() {
                value[key] = new.clone();
            }
        });
        assert_eq!(found.as_deref(), Some(field), "{change}");
    }
    // What stands around a position in a file is no part of it.
    let around = json!({ "game": "bull-run", "scenario": "x", "options": {}, "journal": {} });
    let named = |value: &mut Value| value.as_object_mut().unwrap().extend(around.as_object().unwrap().clone());
    assert_eq!(bad(&named), None);
    for (field, action) in [
        ("junk", json!({ "do": "place", "piece": "johnston", "hex": "PP20", "junk": 1 })),
        ("extra", json!({ "do": "place", "piece": "johnston", "hex": "PP20", "extra": true })),
        ("piece", json!({ "do": "done", "piece": "johnston" })),
    ] {
        assert_eq!(game.read_action(&action).unwrap_err().field, field);
    }
    assert!(game.read_action(&json!({ "do": "lose", "unit": "13-ny", "extra": false })).is_ok());
    // A real position with any field taken away or spoilt never panics.
    let keys: Vec<String> = good.as_object().unwrap().keys().cloned().collect();
    let game = with_options(32);
    for key in keys {
        for spoilt in [Value::Null, json!(7), json!("x"), json!([]), json!({}), json!([{}]), json!(-1)] {
            let mut value = good.clone();
            value[&key] = spoilt;
            let _ = game.read_position(&value);
        }
        let mut value = good.clone();
        value.as_object_mut().unwrap().remove(&key);
        let _ = game.read_position(&value);
    }
}

/// Hidden things changed behind an equal sight change no answer.
#[test]
fn what_a_side_may_not_see_changes_none_of_its_answers() {
    let mut compared = 0;
    for seed in [1, 2, 34, 18] {
        let mut dice = Dice::new(seed);
        visit(seed, 13, |game, state, n| {
            let Actor::Side(side) = game.actor(state) else { return };
            let sight = game.sight(state, side.into());
            if sight.face_down(side.enemy()) == 0 || state_in_set_up(game, state) && side == Side::Confederate {
                return;
            }
            let other = game.sample(&sight, &mut dice);
            if game.sight(&other, side.into()) != sight {
                return;
            }
            compared += 1;
            let (ours, theirs) = (answers(game, state, side), answers(game, &other, side));
            assert_eq!(ours, theirs, "seed {seed}, {n}");
            let other_sight = game.sight(&other, side.into());
            assert_eq!(game.prompt(&sight), game.prompt(&other_sight));
            assert_eq!(game.view(&sight), game.view(&other_sight));
            for action in ours.iter().step_by(29) {
                assert_eq!(game.describe(&sight, *action), game.describe(&other_sight, *action));
            }
        });
    }
    assert!(compared > 40, "only {compared} positions were compared");
}

fn state_in_set_up(game: &BullRun, state: &State) -> bool {
    game.write_position(state)["phase"] == "set-up"
}

#[test]
fn samples_fit_what_is_seen() {
    let (mut fits, mut all) = (0, 0);
    for seed in [1, 2, 34, 18, 66, 35] {
        let mut dice = Dice::new(seed);
        visit(seed, 60, |game, state, n| {
            if state_in_set_up(game, state) {
                return;
            }
            for side in Side::BOTH {
                let sight = game.sight(state, side.into());
                if sight.face_down(side.enemy()) == 0 {
                    assert!(game.sample(&sight, &mut dice) == *state, "nothing is hidden: the sample is the position");
                    continue;
                }
                let sample = game.sample(&sight, &mut dice);
                all += 1;
                let same = game.sight(&sample, side.into()) == sight;
                fits += usize::from(same);
                if same {
                    game.audit(&sample).unwrap_or_else(|e| panic!("seed {seed}, {n}: {e}"));
                }
            }
        });
    }
    assert!(all > 25 && fits * 100 >= all * 97, "{fits} of {all} samples fit");
}

#[test]
fn classes_cover_every_die() {
    visit(9, 1, |game, state, _| {
        if let Actor::Chance(_) = game.actor(state) {
            let mut classes = Vec::new();
            game.classes(state, &mut classes);
            assert_eq!(classes.iter().map(|c| c.weight).sum::<u32>(), 6);
        }
    });
}

/// Fingerprints of games from ready set-ups by players who choose by the name of an action: they change only when the rules do.
#[test]
fn fingerprints_of_named_games() {
    const DECISIONS: usize = 250;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/fingerprints.txt");
    let mut found = String::new();
    for bits in [16, 31, 24] {
        let game = with_options(bits);
        let (mut state, mut dice) = (game.start(), Dice::new(bits));
        for side in [Side::Confederate, Side::Union] {
            game.apply(&mut state, side, game.read_action(&json!({ "do": "preset", "number": bits % 3 })).unwrap(), &mut ()).unwrap();
            game.apply(&mut state, side, Action::Done, &mut ()).unwrap();
        }
        let mut player = NamedPlayer::new(bits);
        let mut decisions = 0;
        while decisions < DECISIONS {
            match game.actor(&state) {
                Actor::Over(_) => break,
                Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.lot), &mut ()),
                asked => {
                    let side = asked.side().unwrap();
                    let action = Player::<BullRun>::choose(&mut player, &Chair::new(&game, &state, side));
                    game.apply_unchecked(&mut state, side, action, &mut ());
                    decisions += 1;
                }
            }
        }
        found += &format!("options {bits:05b}: {decisions} decisions, {:016x}\n", game.hash(&state));
    }
    if std::env::var(trace::BLESS).is_ok() {
        std::fs::write(path, &found).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(kept, found, "bless with {}=1 if the rules were meant to change", trace::BLESS);
}

#[test]
fn any_side_may_break_a_brigade_up_between_decisions() {
    let mut broken = 0;
    visit(20, 9, |game, state, n| {
        if !matches!(game.actor(state), Actor::Side(_)) {
            return;
        }
        for side in Side::BOTH {
            let mut asides = Vec::new();
            game.asides(state, side, &mut asides);
            for action in asides {
                let mut copy = state.clone();
                game.apply(&mut copy, side, action, &mut ()).unwrap();
                game.audit(&copy).unwrap_or_else(|e| panic!("{n}: {action:?}: {e}"));
                if let Actor::Side(asked) = game.actor(&copy) {
                    assert!(!answers(game, &copy, asked).is_empty());
                }
                broken += 1;
            }
        }
    });
    assert!(broken > 10);
}

#[test]
fn saves_that_ask_pieces_beside_the_map_to_act_are_refused() {
    // The retreat of 8 Va, and Sherman's die after his last unit was lost.
    let mut f = field("combat union 5", "13-ny:BB31 69-nym:BB31 2-wisc:BB31 8-va:BB30");
    f.fight_with("13-ny 69-nym 2-wisc", "8-va", 2);
    let mut saved = f.game.write_position(&f.s);
    assert!(f.game.read_position(&saved).is_ok());
    saved["battle"]["retreating"] = json!(["8-va", "18-va"]);
    assert!(f.game.read_position(&saved).is_err());
    let mut f = field("combat union 5", "marines:BB31 sherman:BB31 2-va:BB30 4-va:BB30 5-va:BB30");
    f.fight_with("marines", "2-va 4-va 5-va", 6);
    assert!(f.rolls());
    let mut saved = f.game.write_position(&f.s);
    assert!(f.game.read_position(&saved).is_ok());
    for unit in saved["units"].as_array_mut().unwrap().iter_mut().filter(|u| u["id"] == "sherman") {
        unit.as_object_mut().unwrap().remove("hex");
        unit["off"] = json!("lost");
    }
    assert!(f.game.read_position(&saved).is_err());
    // More battles than could ever be stated.
    let f = field("combat union 5", "13-ny:BB31 8-va:BB30");
    let mut saved = f.game.write_position(&f.s);
    saved["combat"]["battles"] = json!(254);
    assert!(f.game.read_position(&saved).is_err());
}
