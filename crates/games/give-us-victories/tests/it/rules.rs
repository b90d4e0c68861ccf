//! Every rule is enforced and tested; the handbook answers.

use crate::table::*;
use engine::handbook::OddsQuestion;
use engine::{Fog, Handbook, Rules, Words};
use give_us_victories::GiveUsVictories;
use give_us_victories::counters::counters;

#[test]
fn every_rule_is_enforced_and_tested() {
    trace::check(env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn every_table_is_full() {
    for chart in game("campaign", &[]).charts() {
        assert_eq!(chart.rows.len(), chart.cells.len(), "{}", chart.id);
        assert!(chart.cells.iter().all(|r| r.len() == chart.columns.len()), "{}", chart.id);
    }
}

#[test]
fn the_order_of_battle_lists_every_unit() {
    let list = game("salem-church", &[]).order_of_battle();
    assert_eq!(list.len(), counters().units().len());
    let wilcox = list.iter().find(|c| c.id == "cs-wilcox").unwrap();
    assert_eq!((wilcox.formation.as_str(), wilcox.start.as_deref()), ("Independent", Some("3121")));
}

#[test]
fn the_odds_of_the_example() {
    let question =
        OddsQuestion { attack: vec![16], defend: vec![4], with: vec!["encircled".into(), "breastworks-die".into()], column: None };
    let report = game("campaign", &[]).odds(&question).unwrap();
    assert_eq!(report.column, "4 to 1: 5 dice against 2");
    let total: f64 = report.results.iter().map(|r| r.probability).sum();
    assert!((total - 1.0).abs() < 1e-9, "one distribution of both sides' losses");
    // No hit of five dice and none of two.
    let nothing = report.results.iter().find(|r| r.result == "the defender loses 0 steps, the attacker 0 steps").unwrap();
    assert!((nothing.probability - (2.0f64 / 3.0).powi(7)).abs() < 1e-12);
    let bad = OddsQuestion { attack: vec![3], defend: vec![3], with: vec!["fog".into()], column: None };
    assert_eq!(game("campaign", &[]).odds(&bad).unwrap_err().field, "with");
}

/// GUV-14.23, GUV-14.26: one effect of terrain and one of works; no heap of words breaks the sums.
#[test]
fn odds_of_odd_questions() {
    let ask = |with: Vec<&str>| {
        let with = with.into_iter().map(String::from).collect();
        game("campaign", &[]).odds(&OddsQuestion { attack: vec![9], defend: vec![3], with, column: None })
    };
    for pair in [["hill", "creek"], ["breastworks-die", "breastworks-step"], ["encircled", "encircled"]] {
        assert_eq!(ask(pair.to_vec()).unwrap_err().field, "with", "{pair:?}");
    }
    assert!(ask(vec!["encircled"; 200]).is_err());
    let refused = |attack: &[u16], column: Option<&str>| {
        let question = OddsQuestion { attack: attack.to_vec(), defend: vec![1], with: Vec::new(), column: column.map(String::from) };
        game("campaign", &[]).odds(&question).unwrap_err()
    };
    assert_eq!(refused(&[5], Some("3-1")).field, "column");
    assert!(refused(&[0], None).because.contains("above 0"));
    assert!(refused(&[65_535, 65_535], None).because.contains("131070 combat points are too many"));
    for with in [vec!["forest", "creek"], vec!["attacker-bonus-8"; 40], vec!["defender-out-of-supply", "fortification"]] {
        let report = ask(with).unwrap();
        let total: f64 = report.results.iter().map(|r| r.probability).sum();
        assert!((total - 1.0).abs() < 1e-9, "{total}");
    }
}

/// The art on the counters is a matter of the client: nothing in a view or a rule depends on it.
#[test]
fn guv_3_12_two_styles_of_art_make_no_difference() {
    assert!(GiveUsVictories::catalogue().options.iter().all(|o| !o.id.contains("art")));
}

/// A turn is named once, and buttons say what they do.
#[test]
fn labels_are_plain() {
    let mut f = Battlefield::new("lee-moves", &[]);
    assert_eq!(f.view(engine::Seat::Referee).turn_label, "1 May, 04-08 h");
    f.s = f.game.start();
    let known = f.game.knowledge(&f.s, CS.into());
    assert_eq!(f.game.describe_subject(&known, give_us_victories::Subject::Button).label, "Set up for me");
}
