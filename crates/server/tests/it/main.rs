//! The table server from outside: over HTTP and WebSocket, as a browser sees it.

mod bad_messages;
mod closed;
mod house;
mod leaks;
mod play;
mod replay;
mod seats;
mod slow;
mod survival;
mod thinking;
