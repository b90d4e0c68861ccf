//! The table server from outside: over HTTP and WebSocket, as a browser sees it.

mod backup;
mod bad_messages;
mod closed;
mod door;
mod house;
mod invitations;
mod keeping;
mod leaks;
mod migration;
mod notices;
mod people;
mod play;
mod quotas;
mod replay;
mod seats;
mod slow;
mod standard;
mod survival;
mod thinking;
mod transfer;
