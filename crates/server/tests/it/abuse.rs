//! Attacks by people who have an account: they flood, silence or bother others, or leave a tournament that nobody can end.

use crate::house::{Client, generous};
use crate::people::{HOUR, Home, meet, wanted};
use serde_json::json;
use server::people::Settings;

#[test]
fn nobody_is_challenged_without_end() {
    let home = Home::open("bothered", false);
    let (grant, lee) = (home.register("Grant"), home.register("Lee"));
    let challenge = || {
        let mut challenge = wanted(json!({ "kind": "free" }));
        challenge["to"] = json!("Lee");
        grant.try_ask("look-for", challenge)
    };
    let mut sent = 0;
    let refused = (0..100).find_map(|_| {
        let (status, answer) = challenge();
        if status != 200 {
            return Some(answer["error"]["because"].as_str().unwrap().to_string());
        }
        sent += 1;
        grant.ask("withdraw", json!({ "id": answer["challenge"]["id"] }));
        None
    });
    assert!(sent < 80 && refused.is_some_and(|because| because.contains("enough for an hour")), "{sent} challenges");
    assert!(lee.ask("look-for", wanted(json!({ "kind": "free" })))["challenge"].is_object(), "others are not meant");
}

#[test]
fn who_is_silenced_has_no_words_on_the_board_either() {
    let home = Home::open("silenced", false);
    let (owner, pope) = (home.register("The first"), home.register("Pope"));
    owner.ask("act", json!({ "measure": "mute", "who": "Pope", "why": "rude", "days": 1 }));
    let mut loud = wanted(json!({ "kind": "free" }));
    loud["words"] = json!("rude words");
    assert!(pope.refused("look-for", loud.clone()).contains("silent"));
    pope.ask("look-for", wanted(json!({ "kind": "free" })));
    home.pass(25 * HOUR);
    pope.ask("look-for", loud);
}

#[test]
fn one_person_does_not_bury_the_reports_of_others() {
    let home = Home::open("reports", false);
    let (owner, pope, lee) = (home.register("The first"), home.register("Pope"), home.register("Lee"));
    let report = |by: &crate::people::Person<'_>| by.try_ask("report", json!({ "who": "The first", "why": "x" })).0;
    let taken = (0..25).filter(|_| report(&pope) == 200).count();
    assert_eq!((taken, report(&lee)), (10, 200));
    let seen = owner.ask("order", json!({}))["reports"][0]["id"].clone();
    owner.ask("act", json!({ "measure": "dismiss", "who": seen }));
}

#[test]
fn notes_and_words_are_for_those_whose_game_it_is() {
    let home = Home::open("notes", false);
    let (grant, lee, pope) = (home.register("Grant"), home.register("Lee"), home.register("Pope"));
    let table = meet(&grant, &lee, json!({ "kind": "free" }));
    assert!(pope.refused("note", json!({ "table": table, "text": "x".repeat(20_000) })).contains("do not play"));
    assert!(pope.ask("game", json!({ "table": table }))["note"].is_null());
    lee.ask("note", json!({ "table": table, "text": "left flank" }));
}

#[test]
fn who_is_shut_out_sits_at_no_table_any_more() {
    let home = Home::open("shut-out", false);
    let (grant, lee) = (home.register("Grant"), home.register("Lee"));
    let table = meet(&grant, &lee, json!({ "kind": "free" }));
    let key = lee.ask("seat", json!({ "table": table }))["key"].clone();
    let mut seat = lee.sit(&table);
    assert_eq!(seat.ask(json!({ "op": "view" }))["ok"], true);
    grant.ask("act", json!({ "measure": "ban", "who": "Lee", "why": "cheats" }));
    assert!(seat.is_hung_up(50), "his line is cut");
    let again = Client::knock(home.addr).ask(json!({ "op": "join", "table": table, "key": key }));
    assert!(again["ok"] == false && again["error"]["because"].as_str().unwrap().contains("closed"), "{again}");
    assert_eq!(grant.sit(&table).ask(json!({ "op": "view" }))["ok"], true, "the other plays on");
    grant.ask("act", json!({ "measure": "unban", "who": "Lee", "why": "" }));
    assert_eq!(Client::knock(home.addr).ask(json!({ "op": "join", "table": table, "key": key }))["ok"], true);
}

/// A house that has no room for all tables of a round: the director makes the rest when it has. And players who call a game off end no tournament.
#[test]
fn a_tournament_goes_on_whatever_becomes_of_its_tables() {
    let limits = server::Limits { tables: 3, new_tables_each: 1, ..generous() };
    let home = Home::within("stuck", Settings::default(), limits);
    let director = home.register("Halleck");
    let players: Vec<_> = ["Grant", "Lee", "Pope", "Bragg"].iter().map(|name| home.register(name)).collect();
    let said = json!({ "title": "The crowded cup", "format": "round-robin", "days": 7, "sides": "both",
        "order": { "game": "blue-gray", "set_up": "standard" }, "pace": { "kind": "free" } });
    let id = director.ask("announce", said)["tournament"]["id"].clone();
    players.iter().for_each(|p| drop(p.ask("enter", json!({ "id": id }))));
    // Four tables are wanted, of one address within a moment; there is room for three.
    assert!(director.refused("next-round", json!({ "id": id })).contains("as many tables as it can"));
    let tournament = || director.ask("tournament", json!({ "id": id }))["tournament"].clone();
    let tables = || -> Vec<String> {
        let rounds = tournament()["rounds"].clone();
        let pairings = rounds[0]["pairings"].as_array().unwrap().clone();
        let all = pairings.iter().flat_map(|p| p["tables"].as_array().unwrap().clone());
        all.map(|t| t.as_str().unwrap().to_string()).filter(|t| !t.is_empty()).collect()
    };
    assert_eq!((tables().len(), tournament()["tables_missing"].clone()), (3, json!(1)));
    // One of them is called off by its players, and decided all the same.
    let first = tables()[0].clone();
    let at = |p: &&crate::people::Person<'_>| p.ask("game", json!({ "table": first }))["game"]["side"].is_string();
    let two: Vec<_> = players.iter().filter(at).collect();
    two.iter().for_each(|p| drop(p.ask("offer", json!({ "table": first, "offer": "call-off" }))));
    director.ask("decide", json!({ "id": id, "table": first, "winner": "draw" }));
    for table in &tables()[1..] {
        director.ask("decide", json!({ "id": id, "table": table, "winner": "union" }));
    }
    assert!(director.refused("next-round", json!({ "id": id })).contains("as many tables as it can"), "there still is no room");
    home.make_room(&first);
    director.ask("next-round", json!({ "id": id }));
    assert_eq!((tables().len(), tournament()["tables_missing"].clone()), (4, json!(0)));
    director.ask("decide", json!({ "id": id, "table": tables().last(), "winner": "union" }));
    assert_eq!(tournament()["round_done"], true);
}
