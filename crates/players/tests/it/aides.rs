//! An aide who thinks elsewhere is told no more than his general may know, and finds what the general would have found.

use engine::contract::Asks;
use engine::table::{Kind, Table};
use engine::{Seat, SetUp, Side};
use players::SHELF;

const LEVEL: &str = "nodes:2500";

/// Plays some decisions by chance. Answers whose turn it is then.
fn play(table: &mut dyn Table, decisions: usize, seed: u64) -> Option<Side> {
    let mut done = 0;
    for n in 0.. {
        let asked = table.actor(Seat::Referee);
        match asked.actor {
            Asks::Chance => drop(table.roll(Seat::Referee, None).unwrap()),
            Asks::Over => return None,
            _ => {
                let side = asked.actor.side().or_else(|| asked.awaited.and_then(|awaited| awaited.first().copied()))?;
                if done == decisions {
                    return Some(side);
                }
                let action = table.advise(side.into(), "random", seed + n).unwrap();
                table.apply(side.into(), &action).unwrap();
                done += 1;
            }
        }
    }
    None
}

fn open(kind: &dyn Kind) -> (SetUp, Box<dyn Table>) {
    let setup = kind.catalogue().complete(None, &Default::default()).unwrap();
    let table = kind.open(&setup, 7).unwrap();
    (setup, table)
}

#[test]
fn an_aide_finds_what_his_general_would_and_is_told_no_more_than_he_knows() {
    for kind in SHELF {
        let game = &kind.catalogue().game;
        let (mut sent, mut found) = (0, 0);
        for seed in 0..12 {
            let (setup, mut table) = open(*kind);
            let Some(side) = play(table.as_mut(), 30 + 23 * seed as usize, seed * 1_000) else { continue };
            let moment = table.moment(side.into()).unwrap();
            let mut general = table.hire(LEVEL, seed).unwrap();
            let Some(brief) = general.brief(&moment) else { continue };
            sent += 1;
            // From the position that the aide is told, which differs in whatever is hidden, he would be told the very same.
            let (elsewhere, _) = kind.load(&setup, &brief.position).unwrap();
            let there = elsewhere.moment(side.into()).unwrap();
            assert_eq!(elsewhere.hire(LEVEL, seed).unwrap().brief(&there).as_ref(), Some(&brief), "{game}: more than the side may know");
            let mut aide = elsewhere.hire(LEVEL, 99).unwrap();
            let Some(report) = aide.stand_in(&there, &brief.mind) else { continue };
            assert!(general.heed(&moment, &report), "{game}: {report}");
            let alone = table.hire(LEVEL, seed).unwrap().decide(&moment).unwrap();
            assert_eq!(general.decide(&moment).unwrap(), alone, "{game}, seed {seed}");
            found += 1;
        }
        assert!(found >= 2, "{game}: {found} of {sent}");
    }
}

#[test]
fn whatever_an_aide_says_is_a_strangers_word() {
    let kind = SHELF[0];
    let (_, mut table) = open(kind);
    let side = play(table.as_mut(), 40, 3).unwrap();
    let moment = table.moment(side.into()).unwrap();
    let mut general = table.hire(LEVEL, 1).unwrap();
    let alone = table.hire(LEVEL, 1).unwrap().decide(&moment).unwrap();
    let order = serde_json::json!([0, alone]);
    for wrong in [
        serde_json::json!(null),
        serde_json::json!({}),
        serde_json::json!({ "orders": [] }),
        serde_json::json!({ "orders": [[0, { "fly": "to the moon" }]], "chance": 0.5, "worlds": 1, "nodes": 1, "drafts": 1 }),
        serde_json::json!({ "orders": [order], "chance": 7, "worlds": 1, "nodes": 1, "drafts": 1 }),
        serde_json::json!({ "orders": [order], "chance": 0.5, "worlds": -1, "nodes": 1, "drafts": 1 }),
        serde_json::json!({ "orders": [order], "chance": 0.5, "worlds": 1, "nodes": 18_446_744_073_709_551_615_u64, "drafts": 1 }),
        serde_json::json!({ "orders": vec![order; 20_000], "chance": 0.5, "worlds": 1, "nodes": 1, "drafts": 1 }),
    ] {
        assert!(!general.heed(&moment, &wrong), "{}", wrong.to_string().chars().take(200).collect::<String>());
    }
    assert_eq!(general.decide(&moment).unwrap(), alone, "it thinks as if nobody had said anything");
}
