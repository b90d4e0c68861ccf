//! Two nodes over one database: any of them serves any table, and everybody stays in step. Skipped, and said so, where there is no PostgreSQL.

use crate::database::database;
use crate::house::{Client, Folder, SHELF, config, generous, hot_seat, open_config};
use serde_json::json;
use std::net::SocketAddr;

fn node(address: &str, folder: &Folder) -> SocketAddr {
    let db = server::Kept::Database(address.into());
    open_config(server::Config { db, ..config(folder.db(), generous()) }, SHELF)
}

#[test]
fn a_game_is_played_across_two_nodes_and_the_database_may_stop_between() {
    let Some(database) = database() else { return };
    let (address, folder) = (database.fresh(), Folder::new("nodes"));
    let nodes = [node(&address, &folder), node(&address, &folder)];
    let table = hot_seat(nodes[0], "blue-gray");
    let mut seats = [Client::join(nodes[0], &table, "union"), Client::join(nodes[1], &table, "confederate")];
    let in_step = |seats: &mut [Client; 2]| {
        let length = seats.iter().map(|c| c.news["length"].as_u64().unwrap()).max().unwrap();
        seats.iter_mut().for_each(|c| c.catch_up(length));
        length
    };
    let play = |seats: &mut [Client; 2], from: u64, decisions: u64| {
        for number in from..from + decisions {
            in_step(seats);
            let Some(i) = ["union", "confederate"].iter().position(|s| seats[0].actor() == *s) else { break };
            seats[i].do_something(number * 17 + 1);
        }
    };
    play(&mut seats, 0, 24);
    let before = in_step(&mut seats);
    assert!(before > 12, "{before}");
    // The database stops and starts again: what was acknowledged is there, and play goes on.
    database.restart();
    play(&mut seats, 24, 1);
    play(&mut seats, 25, 12);
    let length = in_step(&mut seats);
    assert!(length > before, "play goes on: {before} {length}");
    // Whoever comes to either node finds the same.
    let looks = nodes.map(|addr| Client::join(addr, &table, "union").ask(json!({ "op": "hash" }))["hash"].clone());
    assert_eq!(looks[0], looks[1]);
    let logs = nodes.map(|addr| Client::join(addr, &table, "union").ask(json!({ "op": "log" }))["entries"].clone());
    assert_eq!(logs[0], logs[1]);
}
