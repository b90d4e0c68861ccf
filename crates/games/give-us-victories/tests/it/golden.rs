//! Golden playthroughs: orders with chosen dice, and the log as a player reads it. `LONGROLL_BLESS=1` writes them anew.

use crate::table::*;
use engine::{Fog, Rules, Seat, Words};
use give_us_victories::Action;
use give_us_victories::ids::EventId;
use give_us_victories::state::{FightStage, Step, WorksEffect};
use std::path::Path;

/// Compares a text with the file of that name, or writes it.
pub fn compare(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var("LONGROLL_BLESS").is_ok_and(|v| v == "1") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(kept, text, "{name} differs; LONGROLL_BLESS=1 writes it anew");
}

fn story(f: &Field, seat: Seat) -> String {
    f.log.iter().filter_map(|e| f.game.tell(e, seat)).map(|t| t.text + "\n").collect()
}

#[test]
fn heth_presses_the_xi_corps_back_on_richardsville() {
    let mut f = Field::campaign().put("cs-heth 0911, cs-lane 1413, us-von-gilsa 1011, us-mclean 1111");
    f.s.boxes[1].insert(chit("hill"));
    f.draw("lee").ok(Action::Activate { hex: h("1412") }).done();
    f.march("cs-heth", "0912").ok(Action::Break { hex: h("1011") });
    f.ok(Action::Withdraw { pieces: set("us-von-gilsa"), path: path("1011", "1111") });
    f.march("cs-heth", "1011").ok(Action::Break { hex: h("1111") });
    f.ok(Action::Withdraw { pieces: set("us-von-gilsa us-mclean"), path: path("1111", "1210") });
    f.march("cs-heth", "1111").ok(Action::Break { hex: h("1210") });
    f.ok(Action::Withdraw { pieces: set("us-von-gilsa us-mclean"), path: path("1210", "1310") });
    f.march("cs-lane", "1412 1411").done();
    f.finish_activation();
    let both = format!("The Confederate side sees:\n{}\nA spectator sees:\n{}", story(&f, Seat::Confederate), story(&f, Seat::Spectator));
    compare("movement.txt", &both);
}

#[test]
fn hill_attacks_von_gilsa() {
    let mut f = Field::campaign()
        .put("us-von-gilsa 1311, cs-pender 1210, cs-skirmisher-1 1210, cs-nelson 1411, cs-thomas 1312, cs-lane 1312, cs-walker 1312");
    f.draw("hill").ok(Action::Activate { hex: h("1312") }).ok(Action::Take { piece: p("cs-nelson") }).done();
    f.come_to_blows();
    f.declare("cs-pender cs-skirmisher-1 cs-nelson cs-thomas cs-lane cs-walker", "1311");
    f.ok(Action::Screen { hex: h("1311") }).ok(Action::Entrench { hex: h("1311") }).ok(Action::Works { effect: WorksEffect::Die });
    for die in [0, 0, 1, 1] {
        f.ok(Action::Point { enemy: false, die });
    }
    f.roll(&[3, 4, 4, 5, 1]).roll(&[5, 1]);
    let screen = f.s.battle.unwrap().defenders.minus(&set("us-von-gilsa")).first().unwrap();
    f.ok(Action::Suffer { piece: screen }).ok(Action::Suffer { piece: p("us-von-gilsa") }).ok(Action::GiveGround);
    f.ok(Action::Suffer { piece: p("cs-skirmisher-1") });
    f.ok(Action::Retreat { piece: p("us-von-gilsa"), path: path("1311", "1310") });
    for id in ["cs-thomas", "cs-lane", "cs-walker"] {
        f.ok(Action::Advance { piece: p(id), hex: h("1311") });
    }
    f.done();
    compare("combat.txt", &story(&f, Seat::Referee));
}

#[test]
fn guns_pontoons_and_a_night() {
    let mut f = Field::new("campaign", &["events=on", "night-combat=on"]).turn(4);
    f.add("us-caldwell 2516, us-zook 2516, us-morgan 2516, cs-heth 2317, cs-walker 2317, cs-lane 2606, us-devin 4010 reduced");
    f.deal(CS, EventId::SupplyTrain);
    f.draw("couch").ok(Action::Activate { hex: h("2516") }).done();
    f.ok(Action::Build { piece: p("us-caldwell"), to: h("2416") }).roll(&[3]);
    f.ok(Action::Build { piece: p("us-zook"), to: h("2416") }).roll(&[5]);
    f.done();
    while f.s.act.is_some() && f.game.actor(&f.s).side().is_some() {
        f.done();
    }
    assert_eq!(f.s.turn, 5);
    f.at(Step::NightFalls);
    while !matches!(f.s.agenda.top(), Step::DrawCard(_)) {
        let legal = f.legal();
        let next = legal.iter().find(|a| matches!(a, Action::Recover { .. })).copied().unwrap_or(Action::Done);
        f.ok(next);
    }
    f.roll(&[0]).roll(&[1]);
    compare("night.txt", &story(&f, Seat::Union));
}

#[test]
fn the_opening_of_jacksons_attack() {
    let mut f = Field::started("jacksons-attack", &[]);
    for id in ["rodes", "colston", "hill"] {
        f.by(CS, Action::Group { chit: chit(id), under: chit("jackson") });
    }
    f.by(CS, Action::Done).by(US, Action::Choose { chit: chit("howard") }).by(US, Action::Done);
    f.ok(Action::Activate { hex: h("1420") }).ok(Action::play(EventId::JacksonAttacks)).roll(&[4]);
    f.done();
    let doles =
        f.legal().into_iter().find(|a| matches!(a, Action::March { pieces, .. } if *pieces == set("cs-doles"))).expect("Doles marches");
    f.ok(doles);
    let log = story(&f, Seat::Spectator);
    let view = f.view(Seat::Union);
    let tallies: String = view.tallies.iter().map(|t| format!("{}: {}\n", t.label, t.value)).collect();
    compare("jacksons-attack.txt", &format!("{log}\nThe Union sees:\n{}\n{}\n{tallies}", view.turn_label, view.prompt));
}

#[test]
fn the_workflow_asks_in_order() {
    let mut f = Field::campaign().put("cs-lane 1110, cs-pender 1110, us-paul 1209, us-buschbeck 1209");
    f.active("hill", "1110").come_to_blows();
    f.ok(Action::Storm { from: h("1110"), target: h("1209") }).ok(Action::Fight);
    let mut asked = String::new();
    while let Some(b) = f.s.battle {
        match f.game.actor(&f.s) {
            engine::Actor::Chance(_) => {
                f.throw(&[5, 5, 5]);
            }
            actor => {
                let side = actor.side().unwrap();
                let sight = f.game.sight(&f.s, side.into());
                asked += &format!("{side}, {:?}: {}\n", b.stage, f.game.prompt(&sight));
                for action in f.legal() {
                    asked += &format!("  {}\n", f.game.describe(&sight, action).label);
                }
                let first = f.legal()[0];
                f.ok(if b.stage == FightStage::Advance { Action::Done } else { first });
            }
        }
    }
    compare("workflow.txt", &asked);
}
