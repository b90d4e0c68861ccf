//! Who is at a table and what they are told: those who sit down, those who look on, those who are still invited.

use super::{FIRST_LOG, Inner, MOST_IN_A_SEAT, MOST_ONLOOKERS, Room, gone, guarded};
use crate::about::About;
use crate::card::Sitter;
use crate::lock;
use crate::news::{Line, Listener};
use engine::contract::{News, Op};
use engine::table::Refusal;
use engine::{Seat, Side, View};
use serde_json::{Map, Value, json};
use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Room {
    /// Whether anybody has decided anything who was meant to: where a person plays, a person. What was dealt is nobody's decision.
    pub(crate) fn touched(&self, game: &Inner) -> bool {
        let counts = |entry: &Value| {
            Side::BOTH
                .into_iter()
                .any(|side| entry["by"] == side.id() && (self.film() || !matches!(self.card.seats[side.index()], Sitter::Computer { .. })))
        };
        game.table.entries(0).iter().enumerate().any(|(number, entry)| counts(entry) && !game.dealt.contains(&number))
    }

    pub(crate) fn news(&self, inner: &Inner, seat: Seat, since: usize) -> News {
        self.news_showing(inner, seat, since, Arc::new(inner.table.view(seat)))
    }

    fn news_showing(&self, inner: &Inner, seat: Seat, since: usize, view: Arc<View>) -> News {
        let news = News::showing(inner.table.as_ref(), seat, since, view);
        let may_branch = self.may_branch(inner.table.as_ref(), seat);
        let taught = self.taught(inner.table.as_ref(), Op::Undo, &Map::new()).is_ok();
        News { may_branch, undo: news.undo && !inner.just_dealt() && taught, ..news }
    }

    /// Takes a seat: what it sees now is the first thing that it is told. Answers its number for [`Room::leave`].
    pub fn join(self: &Arc<Self>, seat: Seat, request: &Map<String, Value>, line: Box<dyn Line>) -> Result<u64, Refusal> {
        let number = self.next_listener.fetch_add(1, Ordering::Relaxed);
        let patches = request.get("patches") == Some(&Value::Bool(true));
        let take = |inner: &Inner| {
            self.make_room(seat)?;
            let since = inner.table.length().saturating_sub(FIRST_LOG);
            let news = guarded(|| Ok(self.news(inner, seat, since)))?;
            let closed = inner.closed.as_ref().map(|(because, _)| because.clone());
            let about = About { may_branch: news.may_branch, closed, ..self.about() };
            let id = request.get("id").unwrap_or(&Value::Null);
            let hello = |shown: Value| {
                let mut hello = json!({ "id": id, "ok": true, "seat": seat, "about": about, "news": shown, "handout": self.handout() });
                if let Some(thinking) = self.minds.thinking().filter(|_| !self.late(seat)) {
                    hello["thinking"] = thinking;
                }
                if let Some(stand) = self.stand(inner.table.as_ref()) {
                    hello["lesson"] = json!(stand);
                }
                hello
            };
            lock(&self.ears).add(Listener { number, seat, patches, line }, &news, hello);
            Ok(())
        };
        // The game is in memory while somebody sits or looks on, however late.
        let inner = self.inner()?;
        if self.late(seat) {
            drop(inner);
            self.enter_gallery(take)?;
        } else {
            let inner = inner.as_ref().ok_or_else(gone)?;
            self.told.store(inner.table.length(), Ordering::Relaxed);
            take(inner)?;
        }
        self.tell_who_is_here();
        self.settle();
        Ok(number)
    }

    /// Whoever comes back to his seat finds room in it; onlookers only as long as there is any.
    fn make_room(&self, seat: Seat) -> Result<(), Refusal> {
        let mut ears = lock(&self.ears);
        match seat {
            Seat::Spectator if ears.count(seat) >= MOST_ONLOOKERS => {
                Err(Refusal::because("so many look on at this table that there is no more room: come back later"))
            }
            Seat::Spectator => Ok(()),
            _ => {
                while ears.count(seat) >= MOST_IN_A_SEAT {
                    ears.drop_oldest(seat);
                }
                Ok(())
            }
        }
    }

    /// Leaves.
    pub fn leave(&self, number: u64) {
        lock(&self.ears).remove(number);
        self.tell_who_is_here();
    }

    fn tell_who_is_here(&self) {
        let mut ears = lock(&self.ears);
        let here = ears.here();
        ears.tell_all(&here);
    }

    /// Tells everybody who is still invited.
    pub(crate) fn tell_invited(&self) {
        lock(&self.ears).tell_all(&json!({ "invited": self.invited() }));
    }

    /// The sides whose invitation nobody has claimed yet.
    pub(crate) fn invited(&self) -> Vec<Side> {
        let keys = lock(&self.keys);
        Side::BOTH.into_iter().filter(|side| keys.invitations[side.index()].is_some()).collect()
    }

    /// Tells everybody what happened from that entry on.
    pub(crate) fn tell(&self, inner: &Inner, since: usize) {
        self.told.store(inner.table.length(), Ordering::Relaxed);
        let mut ears = lock(&self.ears);
        let all = [Seat::Union, Seat::Confederate, Seat::Spectator];
        let seats = if self.late(Seat::Spectator) { &all[..2] } else { &all };
        // Where all see the same, it is worked out once.
        let seen = OnceCell::new();
        ears.tell_to(seats, |seat| {
            let look = || Arc::new(inner.table.view(seat));
            let view = if inner.table.all_see_the_same() { Arc::clone(seen.get_or_init(look)) } else { look() };
            self.news_showing(inner, seat, since, view)
        });
        if let Some(stand) = self.stand(inner.table.as_ref()) {
            ears.tell_all(&json!({ "lesson": stand }));
        }
    }
}
