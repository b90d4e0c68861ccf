//! Save, undo, replay.

use crate::toy::{Action, PicketLine, SHELF, game, setup};
use engine::journal::Entry;
use engine::table::{Seated, Table};
use engine::{Dice, Rules, Seat, Side};
use serde_json::{Value, json};

const UNION: Seat = Seat::Union;
const CONFEDERATE: Seat = Seat::Confederate;
const REFEREE: Seat = Seat::Referee;

fn fresh() -> Seated<PicketLine> {
    let game = game();
    let start = game.start();
    Seated::new(game, start, Dice::new(7))
}

fn act(what: &str) -> Value {
    json!({ "do": what })
}

/// A table at the Union march of the first turn, the torpedo in 3, nobody pressing.
fn marching() -> Seated<PicketLine> {
    let mut table = fresh();
    table.roll(REFEREE, Some(&[0])).unwrap();
    table.apply(UNION, &act("hold")).unwrap();
    table.apply(CONFEDERATE, &act("hold")).unwrap();
    table
}

/// A table in the middle of everything: steps, dice, a rewind, a lantern.
fn busy() -> Seated<PicketLine> {
    let mut table = marching();
    table.apply(UNION, &act("step")).unwrap();
    table.apply(CONFEDERATE, &act("lantern")).unwrap();
    table.undo(CONFEDERATE).unwrap();
    table.apply(UNION, &act("halt")).unwrap();
    table.apply(CONFEDERATE, &act("step")).unwrap();
    table.apply(CONFEDERATE, &act("step")).unwrap();
    table.apply(CONFEDERATE, &act("press")).unwrap();
    table.apply(CONFEDERATE, &act("lantern")).unwrap();
    table
}

fn load(document: &Value) -> Result<(Box<dyn Table>, Option<String>), String> {
    SHELF[0].load(&setup(&[]), document).map_err(|e| e.to_string())
}

#[test]
fn the_journal_only_grows_and_taking_back_is_an_entry() {
    let mut table = marching();
    let before = (table.state().clone(), table.length());
    table.apply(UNION, &act("step")).unwrap();
    assert_ne!(table.state(), &before.0);
    table.undo(UNION).unwrap();
    assert_eq!(table.state(), &before.0);
    assert_eq!(table.length(), before.1 + 2);
    assert_eq!(table.journal()[before.1..], [Entry::Act(Side::Union, Action::Step), Entry::Rewind(before.1)]);
}

#[test]
fn a_die_cannot_be_taken_back() {
    let mut table = fresh();
    assert!(table.undo(REFEREE).unwrap_err().because.contains("nothing"));
    table.roll(REFEREE, None).unwrap();
    assert!(table.undo(REFEREE).unwrap_err().because.contains("die"));
}

#[test]
fn a_reveal_cannot_be_taken_back() {
    let mut table = marching();
    assert!(table.undo(CONFEDERATE).unwrap_err().because.contains("hidden"));
    table.apply(UNION, &act("step")).unwrap();
    table.apply(UNION, &act("step")).unwrap();
    assert!(table.state().found, "the torpedo lies in 3");
    assert!(table.undo(UNION).unwrap_err().because.contains("hidden"));
}

#[test]
fn that_nothing_is_hidden_there_cannot_be_taken_back_either() {
    let mut table = fresh();
    table.roll(REFEREE, Some(&[2])).unwrap();
    table.apply(UNION, &act("hold")).unwrap();
    table.apply(CONFEDERATE, &act("hold")).unwrap();
    table.apply(UNION, &act("step")).unwrap();
    table.apply(UNION, &act("step")).unwrap();
    assert_eq!((table.state().at[0], table.state().found), (3, false));
    assert!(table.undo(UNION).unwrap_err().because.contains("hidden"));
}

#[test]
fn undo_stops_at_the_other_sides_decision() {
    let mut table = marching();
    table.apply(UNION, &act("halt")).unwrap();
    assert!(table.undo(CONFEDERATE).unwrap_err().because.contains("Union"));
    table.apply(CONFEDERATE, &act("step")).unwrap();
    assert!(table.undo(UNION).unwrap_err().because.contains("Confederate"));
    table.undo(CONFEDERATE).unwrap();
    table.undo(UNION).unwrap();
    assert!(table.undo(UNION).unwrap_err().because.contains("Confederate"), "the choice before the march");
    assert!(table.undo(CONFEDERATE).unwrap_err().because.contains("hidden"), "the reveal before the march");
}

#[test]
fn what_a_side_showed_and_took_back_stays_known() {
    let mut table = fresh();
    table.roll(REFEREE, Some(&[2])).unwrap();
    table.apply(UNION, &act("hold")).unwrap();
    table.apply(CONFEDERATE, &act("hold")).unwrap();
    table.apply(UNION, &act("step")).unwrap();
    table.apply(UNION, &act("halt")).unwrap();
    while !table.state().found {
        table.apply(CONFEDERATE, &act("step")).unwrap();
    }
    // The Confederate knew where his torpedo lies and may think better of it; the Union has seen it now.
    table.undo(CONFEDERATE).unwrap();
    while table.undo(CONFEDERATE).is_ok() {}
    assert!(table.undo(UNION).unwrap_err().because.contains("hidden"));
}

#[test]
fn a_sealed_choice_may_be_taken_back_until_both_are_in() {
    let mut table = fresh();
    table.roll(REFEREE, None).unwrap();
    table.apply(UNION, &act("press")).unwrap();
    table.undo(UNION).unwrap();
    table.apply(UNION, &act("hold")).unwrap();
    table.apply(CONFEDERATE, &act("hold")).unwrap();
    assert!(table.undo(UNION).is_err());
}

#[test]
fn nothing_is_taken_back_after_the_end_nor_by_spectators() {
    let mut table = marching();
    table.apply(UNION, &act("step")).unwrap();
    assert!(table.undo(Seat::Spectator).unwrap_err().because.contains("spectator"));
    table.resign(Side::Union).unwrap();
    for refused in [table.undo(UNION), table.resign(Side::Confederate), table.apply(UNION, &act("step")).map(drop)] {
        assert!(refused.unwrap_err().because.contains("over"));
    }
    assert_eq!(json!(table.outcome().unwrap())["winner"], "confederate");
    assert!(table.apply(CONFEDERATE, &act("lantern")).is_err(), "no asides after the end");
}

#[test]
fn a_save_loads_to_the_same_game() {
    let mut table = busy();
    let save = table.save();
    let (mut loaded, remark) = load(&save).unwrap();
    assert_eq!(remark, None);
    assert_eq!(loaded.save(), save);
    assert_eq!(loaded.log(REFEREE, 0), table.log(REFEREE, 0));
    // The dice go on where they were, and undo knows its bounds.
    for table in [&mut table as &mut dyn Table, loaded.as_mut()] {
        table.apply(UNION, &act("press")).unwrap();
        table.apply(UNION, &act("step")).unwrap();
        table.apply(CONFEDERATE, &act("step")).unwrap();
        table.apply(CONFEDERATE, &act("step")).unwrap();
        table.roll(REFEREE, None).unwrap();
    }
    assert_eq!(loaded.save(), table.save());
}

#[test]
fn a_journal_from_before_undo_had_a_name_goes_back_as_it_did() {
    let table = busy();
    let mut old = unsealed(table.save());
    assert_eq!(old["journal"]["entries"][5], json!({ "undo": "confederate" }));
    old["journal"]["entries"][5] = json!({ "rewind": 4 });
    let (loaded, remark) = load(&old).unwrap();
    assert_eq!((remark, loaded.save()), (None, table.save()));
}

#[test]
fn a_finished_and_a_resigned_game_load_as_such() {
    let mut table = busy();
    table.resign(Side::Union).unwrap();
    let (loaded, _) = load(&table.save()).unwrap();
    assert_eq!(loaded.outcome(), table.outcome());
    assert_eq!(loaded.save(), table.save());
}

#[test]
fn a_position_is_kept_at_every_phase() {
    let save = busy().save();
    let after: Vec<u64> = save["journal"]["positions"].as_array().unwrap().iter().map(|p| p["after"].as_u64().unwrap()).collect();
    assert_eq!(after, [1, 3, 5, 7], "laid; both chose; Union halted; Confederate stepped twice");
}

type Edit = fn(&mut Value);

/// A save as it was written before seals.
fn unsealed(mut save: Value) -> Value {
    save["journal"].as_object_mut().unwrap().remove("seals").unwrap();
    save["journal"]["format"] = json!("longroll-save-1");
    save
}

/// Every part of a save is sealed: any edit is refused, and its place is named, though the game it leads to may be sound.
#[test]
fn an_edited_save_is_noticed_and_the_place_named() {
    let good = busy().save();
    let edits: [(&str, Edit); 19] = [
        ("options.torpedo", |s| s["options"]["torpedo"] = json!("off")),
        ("options", |s| s["options"].as_object_mut().unwrap().clear()),
        ("scenario", |s| s["scenario"] = json!("elsewhere")),
        ("game", |s| s["game"] = json!("skirmish-line")),
        ("turn", |s| s["turn"] = json!(3)),
        ("units", |s| s["units"][0]["hex"] = json!(1)),
        ("extra", |s| s["extra"] = json!(1)),
        ("journal.fingerprint", |s| s["journal"]["fingerprint"] = json!("000000000000beef")),
        ("journal.dice", |s| s["journal"]["dice"]["seed"] = json!("8")),
        ("journal.dice", |s| s["journal"]["dice"]["drawn"] = json!("ff")),
        ("journal.hash", |s| s["journal"]["hash"] = json!("0123456789abcdef")),
        ("journal.opening", |s| s["journal"]["opening"]["turn"] = json!(2)),
        ("journal.entries[0]", |s| s["journal"]["entries"][0]["roll"] = json!([1])),
        ("journal.entries[3]", |s| s["journal"]["entries"][3]["action"]["do"] = json!("halt")),
        ("journal.entries[5]", |s| drop(s["journal"]["entries"].as_array_mut().unwrap().remove(5))),
        ("journal.entries:", |s| drop(s["journal"]["entries"].as_array_mut().unwrap().pop())),
        ("journal.positions[1]", |s| s["journal"]["positions"][1]["after"] = json!(2)),
        ("journal.seals", |s| drop(s["journal"].as_object_mut().unwrap().remove("seals"))),
        ("journal.format", |s| s["journal"]["format"] = json!("longroll-save-1")),
    ];
    for (place, edit) in edits {
        let mut bad = good.clone();
        edit(&mut bad);
        let message = load(&bad).err().unwrap_or_else(|| panic!("{place}: taken"));
        assert!(message.starts_with(place), "{place}: {message}");
    }
    let twice = good["journal"]["entries"][4].clone();
    let mut longer = good.clone();
    longer["journal"]["entries"].as_array_mut().unwrap().push(twice);
    assert!(load(&longer).err().unwrap().starts_with("journal.entries["));
    // Another order of fields, and whole numbers with a point, are the same save.
    let same = serde_json::to_string(&good.as_object().unwrap().iter().rev().collect::<std::collections::BTreeMap<_, _>>()).unwrap();
    load(&serde_json::from_str(&same).unwrap()).map(drop).unwrap();
}

/// What a save without seals lets through is what leads to the same game.
#[test]
fn an_edited_or_cut_journal_without_seals_is_refused_with_the_place_named() {
    let good = unsealed(busy().save());
    load(&good).map(drop).unwrap();
    let edits: [(&str, Edit); 22] = [
        ("journal.hash", |s| drop(s["journal"]["entries"].as_array_mut().unwrap().pop())),
        ("journal.hash", |s| s["journal"]["hash"] = json!("0123456789abcdef")),
        ("journal.hash", |s| s["journal"]["entries"].as_array_mut().unwrap().truncate(2)),
        ("journal.entries[0].roll", |s| s["journal"]["entries"][0]["roll"] = json!([3])),
        ("journal.entries[0].roll", |s| s["journal"]["entries"][0]["roll"] = json!([0, 1])),
        ("journal.entries[0].roll", |s| s["journal"]["entries"][0]["roll"] = json!("six")),
        ("journal.hash", |s| s["journal"]["entries"][0]["roll"] = json!([1])),
        ("journal.entries[1].by", |s| s["journal"]["entries"][1]["by"] = json!("federal")),
        ("journal.entries[3].by", |s| s["journal"]["entries"][3]["by"] = json!("confederate")),
        ("journal.entries[1].action.do", |s| s["journal"]["entries"][1]["action"]["do"] = json!("surrender")),
        ("journal.entries[1].action", |s| s["journal"]["entries"][1]["action"]["do"] = json!("step")),
        ("journal.entries[5].undo", |s| s["journal"]["entries"][5]["undo"] = json!("union")),
        ("journal.entries[5].undo", |s| s["journal"]["entries"][5]["undo"] = json!(5)),
        ("journal.entries[5].rewind", |s| s["journal"]["entries"][5] = json!({ "rewind": 99 })),
        ("journal.entries[5].rewind", |s| s["journal"]["entries"][5] = json!({ "rewind": 0 })),
        ("journal.entries[2]", |s| s["journal"]["entries"][2] = json!({ "by": "union" })),
        ("journal.entries[2]", |s| s["journal"]["entries"][2] = json!(7)),
        ("journal.opening.turn", |s| s["journal"]["opening"]["turn"] = json!(9)),
        ("journal.positions[1]", |s| s["journal"]["positions"][1]["position"]["turn"] = json!(2)),
        ("journal.positions", |s| drop(s["journal"].as_object_mut().unwrap().remove("positions"))),
        ("journal.dice.seed", |s| s["journal"]["dice"]["seed"] = json!(1)),
        ("journal.format", |s| s["journal"]["format"] = json!("longroll-save-99")),
    ];
    for (place, edit) in edits {
        let mut bad = good.clone();
        edit(&mut bad);
        let message = load(&bad).err().unwrap_or_else(|| panic!("{place}: taken"));
        assert!(message.starts_with(place), "{place}: {message}");
    }
    let mut moved = good.clone();
    moved["units"][0]["hex"] = json!(3);
    assert!(load(&moved).err().unwrap().starts_with("journal: "), "the position was changed");
    let mut after_the_end = good;
    let entries = after_the_end["journal"]["entries"].as_array_mut().unwrap();
    entries.extend([json!({ "resign": "union" }), json!({ "by": "union", "action": { "do": "hold" } })]);
    assert!(load(&after_the_end).err().unwrap().contains("over"));
}

#[test]
fn under_other_rules_play_goes_on_from_the_position_and_says_so() {
    let table = busy();
    let mut save = unsealed(table.save());
    save["journal"]["fingerprint"] = json!("000000000000beef");
    let (mut loaded, remark) = load(&save).unwrap();
    assert!(remark.unwrap().contains("changed"));
    assert_eq!(loaded.hash(), Table::hash(&table));
    assert_eq!(loaded.length(), 0);
    assert!(loaded.undo(REFEREE).is_err());
    loaded.apply(UNION, &act("press")).unwrap();
}

#[test]
fn under_other_rules_a_position_that_no_longer_stands_gives_way_to_an_earlier_phase() {
    let table = busy();
    let mut save = unsealed(table.save());
    save["journal"]["fingerprint"] = json!("000000000000beef");
    save["turn"] = json!(99);
    let (loaded, remark) = load(&save).unwrap();
    let remark = remark.unwrap();
    assert!(remark.contains("turn") && remark.contains("earlier phase"), "{remark}");
    let kept = &save["journal"]["positions"].as_array().unwrap().last().unwrap()["position"];
    assert_eq!(loaded.save()["press"], kept["press"]);
    assert_eq!(loaded.save()["turn"], kept["turn"]);
    // And if nothing stands, the fault of the position is told.
    save["journal"]["positions"] = json!([]);
    save["journal"]["opening"] = json!({ "turn": 98 });
    assert!(load(&save).err().unwrap().contains("turn: "));
}

#[test]
fn a_resignation_outlives_other_rules() {
    let mut table = busy();
    table.resign(Side::Confederate).unwrap();
    let mut save = unsealed(table.save());
    save["journal"]["fingerprint"] = json!("000000000000beef");
    let (loaded, _) = load(&save).unwrap();
    assert_eq!(json!(loaded.outcome().unwrap())["winner"], "union");
}

#[test]
fn a_hand_written_position_may_leave_things_out_and_is_told_its_faults() {
    let (table, _) = load(&json!({ "units": [{ "id": "union", "hex": 3 }] })).unwrap();
    assert_eq!(table.save()["units"][0]["hex"], 3);
    for (position, place) in [
        (json!({ "units": [{ "id": "union", "hex": 3 }, { "id": "cavalry", "hex": 1 }] }), "units[1].id"),
        (json!({ "units": [{ "id": "union", "hex": 30 }] }), "units[0].hex"),
        (json!({ "units": [{ "id": "union", "hex": "A1" }] }), "units[0].hex"),
        (json!({ "units": [{ "id": "union", "hex": 7 }] }), "units"),
        (json!({ "turn": 9 }), "turn"),
        (json!({ "journal": 3 }), "journal.format"),
    ] {
        let message = load(&position).err().unwrap();
        assert!(message.starts_with(place), "{place}: {message}");
    }
}

#[test]
fn whole_games_replay_to_the_same_hash() {
    for seed in 0..200 {
        let mut table = SHELF[0].open(&setup(&[]), seed).unwrap();
        let mut n = seed;
        while table.outcome().is_none() {
            n += 1;
            if json!(table.actor(REFEREE))["actor"] == "chance" {
                table.roll(REFEREE, None).unwrap();
            } else {
                let action = table.advise(REFEREE, "random", n).unwrap();
                table.apply(REFEREE, &action).unwrap();
                if n % 5 == 0 && table.undo(REFEREE).is_ok() {
                    let _ = table.apply(if n % 2 == 0 { UNION } else { CONFEDERATE }, &act("lantern"));
                }
            }
        }
        let save = table.save();
        let (loaded, remark) = load(&save).unwrap();
        assert_eq!((loaded.hash(), remark), (table.hash(), None), "seed {seed}");
        assert_eq!(loaded.save(), save, "seed {seed}");
    }
}

#[test]
fn what_was_taken_back_can_be_done_again_until_something_else_is_done() {
    let mut table = marching();
    assert!(table.redo(UNION).unwrap_err().because.contains("nothing"));
    table.apply(UNION, &act("step")).unwrap();
    table.apply(UNION, &act("halt")).unwrap();
    let after = table.state().clone();
    table.undo(UNION).unwrap();
    table.undo(UNION).unwrap();
    assert!(table.redo(CONFEDERATE).unwrap_err().because.contains("not yours"));
    assert!(table.redo(Seat::Spectator).is_err());
    assert_eq!(table.may_redo(UNION).unwrap(), act("step"));
    // A save in between forgets nothing of it.
    let (mut loaded, _) = load(&table.save()).unwrap();
    for table in [&mut table as &mut dyn Table, loaded.as_mut()] {
        table.redo(UNION).unwrap();
        table.redo(UNION).unwrap();
        assert!(table.may_redo(UNION).is_err());
        assert_eq!(table.hash(), game().hash(&after));
    }
    table.undo(UNION).unwrap();
    table.undo(UNION).unwrap();
    table.apply(UNION, &act("halt")).unwrap();
    assert!(table.may_redo(UNION).is_err(), "another way was taken");
}

#[test]
fn a_replay_shows_what_a_seat_saw() {
    let mut table = marching();
    let mut seen = vec![(table.timeline(UNION).steps, table.view(UNION))];
    table.apply(UNION, &act("step")).unwrap();
    seen.push((table.timeline(UNION).steps, table.view(UNION)));
    table.apply(UNION, &act("halt")).unwrap();
    table.undo(UNION).unwrap();
    table.apply(UNION, &act("halt")).unwrap();
    table.apply(CONFEDERATE, &act("step")).unwrap();
    seen.push((table.timeline(UNION).steps, table.view(UNION)));
    for (step, view) in seen {
        assert_eq!(table.frames(UNION, step, 1).unwrap()[0].view, view, "step {step}");
    }
    let timeline = table.timeline(CONFEDERATE);
    let all = table.frames(CONFEDERATE, 0, usize::MAX).unwrap();
    assert_eq!(all.len(), timeline.steps + 1);
    assert_eq!(all[1..].iter().map(|f| f.entry.unwrap()).collect::<Vec<_>>(), timeline.entries);
    let log = table.log(CONFEDERATE, 0);
    for frame in &all[1..] {
        let logged = &log[frame.entry.unwrap()];
        assert!(!logged.taken_back && logged.by == frame.by && logged.told == frame.told);
    }
    assert!(timeline.phases.iter().all(|p| all[p.step].view.phase == p.phase));
    assert!(table.frames(UNION, timeline.steps + 1, 1).is_err());
}

#[test]
fn a_branch_is_a_save_of_an_earlier_step() {
    let table = busy();
    for step in 0..=table.timeline(REFEREE).steps {
        let (branch, remark) = load(&table.branch(step).unwrap()).unwrap();
        assert_eq!(remark, None);
        assert_eq!(branch.timeline(REFEREE).steps, step);
        assert_eq!(branch.view(REFEREE), table.frames(REFEREE, step, 1).unwrap()[0].view);
    }
    assert!(table.branch(1000).is_err());
}

#[test]
fn a_player_thinks_away_from_the_table_and_keeps_its_plans() {
    let mut table = marching();
    let mut player = table.hire("random", 3).unwrap();
    let moment = table.moment(UNION).unwrap();
    let action = std::thread::spawn(move || player.decide(&moment).unwrap()).join().unwrap();
    table.apply(UNION, &action).unwrap();
    assert!(table.hire("wizard", 3).is_err());
    assert!(table.moment(Seat::Spectator).is_err());
}
