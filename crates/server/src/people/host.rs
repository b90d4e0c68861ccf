//! What the tables hear from the house, and tell it: clocks move on with every decision, and a game that is held up is not played on.

use super::People;
use engine::Side;
use engine::contract::Winner;
use house::play::{self, Game, How, Moved};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use tables::{Host, Room};

/// The most tables that are remembered to be nobody's of the house.
const MOST_OTHERS: usize = 100_000;

/// The house, as the tables know it.
pub struct Manager {
    people: Arc<People>,
    /// Tables that are of no game of the house: most of them, and they need not be looked up again.
    others: Mutex<HashSet<String>>,
}

impl Manager {
    /// The manager for these people.
    pub fn new(people: Arc<People>) -> Manager {
        Manager { people, others: Mutex::default() }
    }

    /// A table is of a game of the house from now on.
    pub fn adopt(&self, table: &str) {
        self.others.lock().unwrap_or_else(PoisonError::into_inner).remove(table);
    }

    /// Why somebody may not sit down in a seat, if so: whoever plays there is shut out of the house.
    pub fn shut_out(&self, table: &str, side: Side) -> Option<String> {
        let game = self.game(table)?;
        let id = game.players[side.index()].account()?;
        let account = house::at_desk(self.people.records(), |desk| desk.get::<house::Account>(id)).ok()??;
        account.banned.map(|_| "this account is closed: whoever plays here does not play on for now".into())
    }

    fn game(&self, table: &str) -> Option<Game> {
        if self.others.lock().unwrap_or_else(PoisonError::into_inner).contains(table) {
            return None;
        }
        match play::look(self.people.records(), table) {
            Ok(Some(game)) => Some(game),
            Ok(None) => {
                let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
                if others.len() >= MOST_OTHERS {
                    others.clear();
                }
                others.insert(table.into());
                None
            }
            Err(_) => None,
        }
    }

    /// The clocks move on, and everybody at the table is told. `before` says whether it was still played until now.
    fn note(&self, room: &Room, before: bool) {
        let Ok(stand) = room.stand_now() else { return };
        let mut asked = [false, false];
        stand.asked.iter().for_each(|side| asked[side.index()] = true);
        let outcome = stand.outcome.map(|outcome| {
            let winner = match outcome.winner {
                Winner::Union => Some(0),
                Winner::Confederate => Some(1),
                Winner::Draw => None,
            };
            (winner, outcome.text)
        });
        let said = Moved { asked, phase: &stand.phase, outcome, here: room.seated(), length: stand.length };
        match play::moved(self.people.records(), &room.card.id, &said, self.people.now()) {
            Ok(Some(game)) => {
                show(room, &game, self.people.now());
                // Those that anybody may look at are news for the club; of the others nobody hears.
                if let Some(end) = game.end.as_ref().filter(|end| before && game.spectators.is_some() && end.how == How::Played) {
                    let text = format!("{} against {}, {}: {}", game.players[0].name(), game.players[1].name(), game.title, end.text);
                    self.people.tell_room("over", text, format!("#/table/{}", game.id));
                }
            }
            Ok(None) => {}
            Err(no) => tracing::error!(because = %no.because, "a clock could not be kept"),
        }
    }
}

/// Shows everybody at a table how the house sees the game; those who look on later see no clocks.
pub(super) fn show(room: &Room, game: &Game, now: u64) {
    let told = |shown: Value| json!({ "house": { "game": shown, "now": now } });
    room.announce(|seat| seat.side().is_some(), &told(game.shown_to_players()));
    room.announce(|seat| seat.side().is_none(), &told(game.shown(None)));
}

impl Host for Manager {
    fn hold(&self, table: &str) -> Option<String> {
        self.game(table)?.hold()
    }

    fn stands_in(&self, table: &str, side: Side) -> Option<String> {
        self.game(table)?.stand_in[side.index()].clone()
    }

    fn over(&self, table: &str) -> bool {
        self.game(table).is_some_and(|game| game.end.is_some())
    }

    fn moved(&self, room: &Arc<Room>) {
        if let Some(game) = self.game(&room.card.id) {
            self.note(room, game.end.is_none());
        }
    }
}
