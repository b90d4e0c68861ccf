//! What leaves the table is cut for the seat, and no seat does what is not its own.

use crate::toy::{SHELF, setup};
use engine::table::{Logged, Table};
use engine::words::EventKind;
use engine::{Seat, Side};
use serde_json::{Value, json};

const ALL: [Seat; 4] = [Seat::Union, Seat::Confederate, Seat::Spectator, Seat::Referee];

fn fresh() -> Box<dyn Table> {
    SHELF[0].open(&setup(&[]), 1).unwrap()
}

fn act(what: &str) -> Value {
    json!({ "do": what })
}

fn texts(log: &[Logged]) -> Vec<&str> {
    log.iter().flat_map(|l| &l.told).map(|t| t.text.as_str()).collect()
}

#[test]
fn a_secret_draw_shows_to_its_side_alone() {
    let mut table = fresh();
    assert_eq!(ALL.map(|seat| table.actor(seat).chance.is_some()), [false, true, false, true]);
    assert!(table.roll(Seat::Union, Some(&[1])).unwrap_err().because.contains("referee"), "nobody chooses his own dice");
    assert!(table.roll(Seat::Spectator, None).is_err());
    let told = table.roll(Seat::Union, None).unwrap();
    assert_eq!(told[0].text, "A torpedo is laid.");
    assert!(texts(&table.log(Seat::Confederate, 0))[0].starts_with("The torpedo lies in"));
    assert_eq!(texts(&table.log(Seat::Spectator, 0)), ["A torpedo is laid."]);
    assert_eq!(ALL.map(|seat| table.view(seat).markers.len()), [0, 1, 0, 1]);
}

#[test]
fn a_sealed_choice_shows_to_nobody_else_until_both_are_in() {
    let mut table = fresh();
    table.roll(Seat::Referee, None).unwrap();
    assert_eq!(json!(table.actor(Seat::Union))["actor"], "both");
    table.apply(Seat::Confederate, &act("press")).unwrap();
    assert_eq!(json!(table.actor(Seat::Union))["awaited"], json!(["union"]));
    let since = 1;
    assert_eq!(texts(&table.log(Seat::Confederate, since)), ["The Confederate side will press."]);
    assert!(texts(&table.log(Seat::Union, since)).is_empty());
    assert!(texts(&table.log(Seat::Spectator, since)).is_empty());
    assert!(table.apply(Seat::Confederate, &act("hold")).unwrap_err().because.contains("Union"), "one choice each");
    let told = table.apply(Seat::Union, &act("hold")).unwrap();
    assert_eq!(told.len(), 2, "his own choice and the reveal");
    assert_eq!(texts(&table.log(Seat::Spectator, 2)), ["Union presses: false, Confederate presses: true."]);
}

#[test]
fn an_aside_is_open_to_the_side_that_is_not_asked() {
    let mut table = fresh();
    table.roll(Seat::Referee, None).unwrap();
    table.apply(Seat::Union, &act("hold")).unwrap();
    table.apply(Seat::Confederate, &act("hold")).unwrap();
    assert_eq!(json!(table.actor(Seat::Confederate))["actor"], "union");
    assert_eq!(json!(table.actor(Seat::Confederate))["asides"], true);
    assert_eq!(table.legal(Seat::Confederate, None).unwrap(), [act("lantern")]);
    assert_eq!(table.choices(Seat::Confederate, None).unwrap()[0].shown.label, "Lantern");
    assert_eq!(table.legal(Seat::Union, None).unwrap(), [act("step"), act("halt"), act("lantern")]);
    assert_eq!(table.legal(Seat::Union, Some(&json!("union"))).unwrap(), [act("step"), act("halt")]);
    table.why(Seat::Confederate, &act("lantern")).unwrap();
    // What is the other side's to decide stays so, though the rules themselves would not look who asks.
    for bad in ["step", "halt"] {
        assert!(table.why(Seat::Confederate, &act(bad)).unwrap_err().because.contains("not the Confederate"));
        assert!(table.apply(Seat::Confederate, &act(bad)).is_err());
    }
    table.apply(Seat::Confederate, &act("lantern")).unwrap();
    assert_eq!(json!(table.actor(Seat::Union))["actor"], "union");
    assert!(!table.actor(Seat::Confederate).asides);
    assert_eq!(table.legal(Seat::Confederate, None).unwrap(), [] as [Value; 0]);
    assert_eq!(table.log(Seat::Union, 3)[0].by, Some(Side::Confederate));
    // The referee's hand serves both, the asked side first.
    table.apply(Seat::Referee, &act("lantern")).unwrap();
    assert_eq!(table.log(Seat::Referee, 4)[0].by, Some(Side::Union));
    assert_eq!(table.apply(Seat::Referee, &act("lantern")).unwrap_err().rule.as_deref(), Some("PL-6"));
}

#[test]
fn the_referee_may_do_an_aside_for_the_side_that_is_not_asked() {
    let mut table = fresh();
    assert!(json!(table.actor(Seat::Referee))["actor"] == "chance");
    table.apply(Seat::Referee, &act("lantern")).unwrap();
    table.apply(Seat::Referee, &act("lantern")).unwrap();
    let by: Vec<Option<Side>> = table.log(Seat::Referee, 0).iter().map(|l| l.by).collect();
    assert_eq!(by, [Some(Side::Union), Some(Side::Confederate)]);
    assert!(table.apply(Seat::Referee, &act("lantern")).unwrap_err().because.contains("roll"));
}

#[test]
fn a_spectator_has_no_say() {
    let mut table = fresh();
    table.roll(Seat::Referee, None).unwrap();
    assert!(table.legal(Seat::Spectator, None).is_err());
    assert!(table.subjects(Seat::Spectator).is_err());
    assert!(table.why(Seat::Spectator, &act("hold")).is_err());
    assert!(table.apply(Seat::Spectator, &act("hold")).is_err());
    assert!(table.apply(Seat::Spectator, &act("lantern")).is_err());
    assert!(table.advise(Seat::Spectator, "random", 0).is_err());
}

#[test]
fn advice_is_for_the_seat_that_is_asked() {
    let mut table = fresh();
    table.roll(Seat::Referee, None).unwrap();
    table.apply(Seat::Union, &act("hold")).unwrap();
    assert!(table.advise(Seat::Union, "random", 0).is_err(), "already chosen");
    table.advise(Seat::Confederate, "random", 0).unwrap();
    assert_eq!(table.advise(Seat::Referee, "napoleon", 0).unwrap_err().field.as_deref(), Some("level"));
}

#[test]
fn the_log_tells_what_was_taken_back() {
    let mut table = fresh();
    table.roll(Seat::Referee, None).unwrap();
    table.apply(Seat::Union, &act("lantern")).unwrap();
    table.undo(Seat::Union).unwrap();
    table.apply(Seat::Union, &act("hold")).unwrap();
    let taken_back: Vec<bool> = table.log(Seat::Union, 0).iter().map(|l| l.taken_back).collect();
    assert_eq!(taken_back, [false, true, false, false]);
    assert_eq!(table.log(Seat::Union, 2)[0].told[0].kind, EventKind::Rewind);
    assert!(table.log(Seat::Union, 99).is_empty());
}
