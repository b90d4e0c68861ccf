//! The table server from outside: over HTTP and WebSocket, as a browser sees it.

mod abuse;
mod backup;
mod bad_messages;
mod closed;
#[path = "../../../store/tests/it/database.rs"]
mod database;
mod door;
mod house;
mod invitations;
mod keeping;
mod leaks;
mod logins;
mod migration;
mod nodes;
mod notices;
mod onlookers;
mod people;
mod play;
mod quotas;
mod replay;
mod seats;
mod slow;
mod standard;
mod survival;
mod thinking;
mod told;
mod transfer;
