//! Onlookers who see a game later than its players do, because those wish it. They look at a table of their own, which follows the journal at
//! that distance: whatever they ask for (views, the log, replays, branches) is asked of that one, so nothing of the game as it is now can come
//! to them by any way. When the game is over there is nothing left to keep from them.

use crate::card::MOST_DELAY;
use crate::lock;
use crate::nodes::Unwritten;
use crate::rooms::{Inner, Room, field, gone, guarded, in_words};
use engine::Seat;
use engine::contract::Op;
use engine::table::Refusal;
use serde_json::{Map, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::MutexGuard;
use std::sync::atomic::Ordering;

/// What tells the time, in milliseconds since 1970.
pub type Clock = std::sync::Arc<dyn Fn() -> u64 + Send + Sync>;

const MINUTE: u64 = 60_000;

/// The field of the last entry of a write that says when it was written, at tables whose onlookers see it later.
pub(crate) const WRITTEN: &str = "time";

/// The game as onlookers see it.
pub(crate) struct Gallery {
    game: Inner,
    /// Entries of the journal that they do not know yet.
    waiting: Vec<Value>,
}

impl Gallery {
    /// How much of the journal was read.
    fn read(&self) -> usize {
        self.game.kept + self.waiting.len()
    }
}

/// How many of these entries onlookers may know. What was written together is shown together: the last of it says when that was.
fn due(entries: &[Value], now: u64, delay: u64) -> usize {
    let mut known = 0;
    for (i, entry) in entries.iter().enumerate() {
        match entry[WRITTEN].as_u64() {
            Some(at) if at.saturating_add(delay) <= now => known = i + 1,
            Some(_) => break,
            None => {}
        }
    }
    known
}

/// How many minutes later onlookers see a game, as a request says it.
pub(crate) fn read_delay(value: Option<&Value>) -> Result<u32, Refusal> {
    let Some(value) = value else { return Ok(0) };
    let minutes = value.as_u64().and_then(|n| u32::try_from(n).ok()).filter(|n| *n <= MOST_DELAY);
    minutes.ok_or_else(|| field("delay", format!("onlookers may see a game 0 to {MOST_DELAY} minutes later")))
}

impl Room {
    /// Whether whoever sits there sees the game later than its players.
    pub(crate) fn late(&self, seat: Seat) -> bool {
        self.card.delay > 0 && seat == Seat::Spectator
    }

    /// Writes under the last of some entries when they were written, where that counts.
    pub(crate) fn date(&self, entries: &mut [Value]) {
        if let Some(last) = entries.last_mut().filter(|_| self.card.delay > 0) {
            last[WRITTEN] = (self.clock)().into();
        }
    }

    /// Whether there is nothing left to keep from onlookers.
    fn is_over(&self) -> bool {
        let ended = |game: &Inner| game.table.outcome().is_some();
        lock(&self.inner).as_ref().is_some_and(ended) || self.host.as_ref().is_some_and(|host| host.over(&self.card.id))
    }

    /// The game as onlookers see it now, and the length of its journal of which they have been told if it has gone on since.
    fn gallery(&self) -> Result<(MutexGuard<'_, Option<Gallery>>, Option<usize>), Refusal> {
        let over = self.is_over();
        let length = lock(&self.inner).as_ref().map(|game| game.kept);
        let mut gallery = lock(&self.gallery);
        let read = gallery.as_ref().map_or(0, Gallery::read);
        let fresh = match length {
            Some(length) if length <= read && gallery.is_some() => Vec::new(),
            // Whoever has put the game away had read all that was there.
            None if gallery.is_some() => Vec::new(),
            _ => self.store().journal_since(&self.card.id, read).map_err(|e| in_words(&e))?,
        };
        let (now, delay) = ((self.clock)(), u64::from(self.card.delay) * MINUTE);
        let known = |entries: &[Value]| if over { entries.len() } else { due(entries, now, delay) };
        let told = self.told_late.load(Ordering::Relaxed);
        match gallery.as_mut() {
            None => {
                let mut entries = fresh;
                let waiting = entries.split_off(known(&entries));
                *gallery = Some(Gallery { game: self.resume_from(&entries)?, waiting });
            }
            Some(shown) => {
                shown.waiting.extend(fresh);
                let waiting = shown.waiting.split_off(known(&shown.waiting));
                let next = std::mem::replace(&mut shown.waiting, waiting);
                let straight = next.iter().all(|entry| entry.get("cut").is_none() && shown.game.follow(entry).is_ok());
                if straight {
                    shown.game.kept += next.len();
                } else {
                    let mut entries = self.store().journal(&self.card.id).map_err(|e| in_words(&e))?;
                    entries.truncate(shown.game.kept + next.len());
                    shown.game = self.resume_from(&entries)?;
                }
            }
        }
        let length = gallery.as_ref().map_or(0, |gallery| gallery.game.table.length());
        Ok((gallery, (length != told).then_some(told.min(length))))
    }

    /// Does something with the game as onlookers see it.
    pub(crate) fn in_gallery<T>(&self, look: impl FnOnce(&Inner) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let (gallery, _) = self.gallery()?;
        look(&gallery.as_ref().ok_or_else(gone)?.game)
    }

    /// The same for somebody who begins to look on: from then on he is told what comes after it.
    pub(crate) fn enter_gallery<T>(&self, look: impl FnOnce(&Inner) -> Result<T, Refusal>) -> Result<T, Refusal> {
        // Whoever looks on already hears first what has become known meanwhile.
        self.show_late();
        self.in_gallery(|game| {
            let entered = look(game)?;
            self.told_late.store(game.table.length(), Ordering::Relaxed);
            Ok(entered)
        })
    }

    /// Answers a request of somebody who sees the game later.
    pub(crate) fn answer_late(&self, op: Op, seat: Seat, request: &Map<String, Value>) -> Result<Map<String, Value>, Unwritten> {
        if matches!(op, Op::Apply | Op::Undo | Op::Redo | Op::Resign | Op::Roll | Op::Reopen) {
            return Err(Refusal::because("a spectator has no say").into());
        }
        // Somebody uses the table, however late he sees it.
        drop(self.inner()?);
        let (mut gallery, _) = self.gallery()?;
        let game = &mut gallery.as_mut().ok_or_else(gone)?.game;
        let seat = self.eyes(game, op, seat, request)?;
        match catch_unwind(AssertUnwindSafe(|| self.operate(game, op, seat, request))) {
            Ok(done) => Ok(done?.answer),
            Err(_) => {
                *gallery = None;
                Err(Refusal::because("this request met a fault of the program, please report it; nothing was changed").into())
            }
        }
    }

    /// Tells those who see the game later what they may know by now.
    pub fn show_late(&self) {
        if self.card.delay == 0 || lock(&self.ears).count(Seat::Spectator) == 0 {
            return;
        }
        let Ok((gallery, Some(since))) = self.gallery() else { return };
        let Some(shown) = gallery.as_ref() else { return };
        self.told_late.store(shown.game.table.length(), Ordering::Relaxed);
        let Ok(news) = guarded(|| Ok(self.news(&shown.game, Seat::Spectator, since))) else { return };
        lock(&self.ears).tell_to(&[Seat::Spectator], |_| news.clone());
    }

    /// Forgets the game as onlookers see it, unless somebody still waits for the rest of it.
    pub(crate) fn close_gallery(&self) {
        if lock(&self.ears).count(Seat::Spectator) == 0 {
            *lock(&self.gallery) = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_was_written_together_is_known_together_and_nothing_before_its_time() {
        let entries = [json!({}), json!({ "time": 1_000 }), json!({}), json!({}), json!({ "time": 5_000 }), json!({})];
        let known = |now| due(&entries, now, 500);
        assert_eq!([0, 1_499, 1_500, 5_499, 5_500, u64::MAX].map(known), [0, 0, 2, 2, 5, 5]);
        // A clock that was put back shows nothing early.
        let back = [json!({ "time": 9_000 }), json!({ "time": 1_000 })];
        assert_eq!(due(&back, 2_000, 500), 0);
    }

    #[test]
    fn a_delay_is_minutes_and_not_for_ever() {
        assert_eq!((read_delay(None), read_delay(Some(&json!(15)))), (Ok(0), Ok(15)));
        for bad in [json!(-1), json!("15"), json!(MOST_DELAY + 1), json!(1.5), json!(u64::MAX)] {
            assert_eq!(read_delay(Some(&bad)).unwrap_err().field.as_deref(), Some("delay"), "{bad}");
        }
    }
}
