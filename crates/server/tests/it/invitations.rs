//! A friend's link is an invitation: it is claimed once, whoever made it does not hold the friend's key, and can take it back until then.

use crate::house::{Client, Folder, generous, make, open, post};
use crate::house::{SHELF, here};
use serde_json::{Value, json};
use server::{House, Store};
use std::net::SocketAddr;
use tables::tokens;

fn invites(addr: SocketAddr) -> Value {
    make(addr, &json!({ "game": "bull-run", "seats": { "union": "me", "confederate": "friend" } }))
}

fn claim(addr: SocketAddr, table: &Value, invitation: &Value, key: &str) -> (u16, Value) {
    let (status, body) =
        post(addr, "/api/tables/claim", &json!({ "table": table["table"], "invitation": invitation, "key": key }).to_string());
    (status, serde_json::from_str(&body).unwrap())
}

fn invite(addr: SocketAddr, table: &Value, owner: &Value) -> (u16, Value) {
    let (status, body) =
        post(addr, "/api/tables/invite", &json!({ "table": table["table"], "owner": owner, "seat": "confederate" }).to_string());
    (status, serde_json::from_str(&body).unwrap())
}

fn joins(addr: SocketAddr, table: &Value, key: &Value) -> bool {
    Client::knock(addr).ask(json!({ "op": "join", "table": table["table"], "key": key }))["ok"] == true
}

#[test]
fn the_maker_cannot_look_through_his_friends_eyes() {
    let folder = Folder::new("eyes");
    let addr = open(&folder);
    let table = invites(addr);
    let invitation = &table["invitations"]["confederate"];
    assert!(table["keys"].get("confederate").is_none() && invitation.is_string());
    // Whatever he holds opens no seat but his own.
    let held = [&table["keys"]["union"], &table["keys"]["spectator"], &table["owner"], invitation];
    for key in held {
        let mut guest = Client::knock(addr);
        let answer = guest.ask(json!({ "op": "join", "table": table["table"], "key": key }));
        assert_ne!(answer["seat"], "confederate");
    }
    let mut union = Client::join(addr, &table, "union");
    assert_eq!(union.hello["about"]["invited"], json!(["confederate"]));
    let own = tokens::key();
    assert_eq!(claim(addr, &table, invitation, &own), (200, json!({ "ok": true, "seat": "confederate" })));
    while union.hear().get("invited") != Some(&json!([])) {}
    for key in held {
        let answer = Client::knock(addr).ask(json!({ "op": "join", "table": table["table"], "key": key }));
        assert_ne!(answer["seat"], "confederate");
    }
    assert!(joins(addr, &table, &json!(own)));
}

#[test]
fn an_invitation_is_claimed_once() {
    let folder = Folder::new("once");
    let addr = open(&folder);
    let table = invites(addr);
    let invitation = &table["invitations"]["confederate"];
    for bad in ["", "short", &"0".repeat(41), &"G".repeat(40), &"A".repeat(40), table["keys"]["spectator"].as_str().unwrap()] {
        assert_eq!(claim(addr, &table, invitation, bad).0, 400, "{bad}");
    }
    let (first, second) = (tokens::key(), tokens::key());
    assert_eq!(claim(addr, &table, invitation, &first).0, 200);
    let refused = claim(addr, &table, invitation, &second);
    assert_eq!(refused.0, 400);
    assert!(!joins(addr, &table, &json!(second)) && joins(addr, &table, &json!(first)));
    // An answer that was lost on the way is had again.
    assert_eq!(claim(addr, &table, invitation, &first).0, 200);
    // Nothing tells a table that there is not from an invitation that is void.
    assert_eq!(claim(addr, &json!({ "table": "0123456789abcdef" }), invitation, &second), refused);
}

/// Twenty at once: one of them has it.
#[test]
fn of_many_who_claim_at_once_one_has_the_seat() {
    let folder = Folder::new("race");
    let addr = open(&folder);
    let table = invites(addr);
    let keys: Vec<String> = (0..20).map(|_| tokens::key()).collect();
    let claimed = std::thread::scope(|scope| {
        let claims: Vec<_> =
            keys.iter().map(|key| scope.spawn(|| claim(addr, &table, &table["invitations"]["confederate"], key).0 == 200)).collect();
        claims.into_iter().map(|c| c.join().unwrap()).filter(|won| *won).count()
    });
    assert_eq!(claimed, 1);
    assert_eq!(keys.iter().filter(|key| joins(addr, &table, &json!(key))).count(), 1);
}

#[test]
fn the_owner_takes_an_invitation_back_until_it_is_claimed() {
    let folder = Folder::new("back");
    let addr = open(&folder);
    let table = invites(addr);
    let old = &table["invitations"]["confederate"];
    for stranger in [&table["keys"]["union"], &table["keys"]["spectator"], old, &json!(""), &Value::Null] {
        assert_eq!(invite(addr, &table, stranger).0, 400, "{stranger}");
    }
    let (status, made) = invite(addr, &table, &table["owner"]);
    assert_eq!(status, 200);
    assert_eq!(claim(addr, &table, old, &tokens::key()).0, 400, "the old one is void");
    assert_eq!(claim(addr, &table, &made["invitation"], &tokens::key()).0, 200);
    assert_eq!(invite(addr, &table, &table["owner"]).0, 400, "his seat is his now");
    let own = json!({ "table": table["table"], "owner": table["owner"], "seat": "union" });
    assert_eq!(post(addr, "/api/tables/invite", &own.to_string()).0, 400, "nobody is invited there");
}

#[test]
fn a_claim_outlives_the_server() {
    let folder = Folder::new("claimed");
    let key = tokens::key();
    let house = House::new(SHELF, Store::open(&folder.db()).unwrap(), generous());
    let made = house.create(&json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "friend" } }), here()).unwrap();
    let id = made["table"].as_str().unwrap();
    house.tables.claim(id, made["invitations"]["confederate"].as_str().unwrap(), &key).unwrap();
    house.close().unwrap();
    let addr = open(&folder);
    assert!(joins(addr, &made, &json!(key)));
    assert_eq!(claim(addr, &made, &made["invitations"]["confederate"], &tokens::key()).0, 400);
}
