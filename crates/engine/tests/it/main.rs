//! What every table, journal and conversation promises, proved on a tiny game.

mod chance;
mod conformance;
mod conversation;
mod hostile;
mod journal;
mod seats;
mod toy;
mod whole_games;
