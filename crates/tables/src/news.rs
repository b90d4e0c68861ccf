//! What everybody at a table is told, cut for each seat; and who listens.

use engine::contract::{Able, Asked, Choice, News};
use engine::patch::difference;
use engine::table::{Logged, Table};
use engine::words::{Marker, Overlay, Piece, Tally};
use engine::{LogEntry, Seat, Side, View};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::Arc;

/// The way to somebody who listens.
pub trait Line: Send {
    /// Passes a message on. `false` says that nobody is there any more, or somebody who has fallen too far behind: he is told nothing
    /// else, and comes back and asks anew.
    fn pass(&self, text: &Arc<str>) -> bool;
}

/// Somebody who is told the news.
pub struct Listener {
    /// Its number.
    pub number: u64,
    /// Its seat.
    pub seat: Seat,
    /// Whether it wants patches of the view instead of the view.
    pub patches: bool,
    /// Its line.
    pub line: Box<dyn Line>,
}

/// Everybody who listens at a table, and what those of each seat have before them.
#[derive(Default)]
pub struct Ears {
    list: Vec<Listener>,
    shown: Vec<Shown>,
}

/// What those of a seat have before them. It is not written out: most of it stays as it is, and only what changes is ever written.
struct Shown {
    seat: Seat,
    view: Arc<View>,
}

/// A patch that was written, and the views that it leads from and to: those of another seat may see the same.
struct Drawn {
    from: Arc<View>,
    to: Arc<View>,
    /// Nothing if nothing has changed.
    text: Option<String>,
}

impl Ears {
    /// Whether nobody listens.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many listen in a seat.
    pub fn count(&self, seat: Seat) -> usize {
        self.list.iter().filter(|l| l.seat == seat).count()
    }

    /// Nobody listens any more.
    pub fn clear(&mut self) {
        *self = Ears::default();
    }

    /// Whoever has listened longest in a seat does so no more.
    pub fn drop_oldest(&mut self, seat: Seat) {
        if let Some(oldest) = self.list.iter().position(|l| l.seat == seat) {
            self.list.remove(oldest);
        }
    }

    /// Nobody listens in that seat any more.
    pub fn drop_all(&mut self, seat: Seat) {
        self.list.retain(|l| l.seat != seat);
        self.shown.retain(|shown| shown.seat != seat);
    }

    /// Somebody begins to listen. The first thing that he is told is a greeting, made of what he is shown.
    pub fn add(&mut self, listener: Listener, news: &News, greeting: impl FnOnce(Value) -> Value) {
        let first = if listener.patches { keyed(news) } else { json!(news) };
        if listener.patches {
            self.show(listener.seat, Arc::clone(&news.view));
        }
        if listener.line.pass(&greeting(first).to_string().into()) {
            self.list.push(listener);
        }
    }

    /// Somebody listens no more.
    pub fn remove(&mut self, number: u64) {
        self.list.retain(|l| l.number != number);
        self.shown.retain(|shown| self.list.iter().any(|l| l.seat == shown.seat));
    }

    /// Forgets what was shown: the next news bring whole views.
    pub fn forget(&mut self) {
        self.shown = Vec::new();
    }

    /// Those of a seat are shown a view. Answers what they had before, if they had anything.
    fn show(&mut self, seat: Seat, view: Arc<View>) -> Option<Arc<View>> {
        match self.shown.iter_mut().find(|shown| shown.seat == seat) {
            Some(shown) => Some(std::mem::replace(&mut shown.view, view)),
            None => {
                self.shown.push(Shown { seat, view });
                None
            }
        }
    }

    /// How many listen in each seat.
    pub fn here(&self) -> Value {
        let [union, confederate, spectator] = [Seat::Union, Seat::Confederate, Seat::Spectator].map(|seat| self.count(seat));
        json!({ "here": { "union": union, "confederate": confederate, "spectator": spectator } })
    }

    /// Tells everybody the same. Whoever is too slow is left behind.
    pub fn tell_all(&mut self, message: &Value) {
        let text: Arc<str> = message.to_string().into();
        self.list.retain(|l| l.line.pass(&text));
    }

    /// Tells those in some seats the same.
    pub fn tell_some(&mut self, to: impl Fn(Seat) -> bool, message: &Value) {
        let text: Arc<str> = message.to_string().into();
        self.list.retain(|l| !to(l.seat) || l.line.pass(&text));
    }

    /// Tells those in these seats the news, each seat its own.
    pub fn tell_to(&mut self, seats: &[Seat], news: impl Fn(Seat) -> News) {
        let mut drawn = None;
        for seat in seats.iter().copied() {
            let wants = |patches: bool| self.list.iter().any(|l| l.seat == seat && l.patches == patches);
            let (whole, parts) = (wants(false), wants(true));
            if !whole && !parts {
                continue;
            }
            let news = news(seat);
            let whole = if whole { written(&news) } else { None };
            let parts = if parts { self.patched(seat, news, &mut drawn) } else { None };
            self.list.retain(|l| {
                let text = if l.patches { &parts } else { &whole };
                l.seat != seat || text.as_ref().is_none_or(|text| l.line.pass(text))
            });
        }
    }

    /// News with a patch instead of the view, if those of the seat have one to patch. What was drawn for another seat is drawn once.
    fn patched(&mut self, seat: Seat, news: News, drawn: &mut Option<Drawn>) -> Option<Arc<str>> {
        let Some(from) = self.show(seat, Arc::clone(&news.view)) else { return written(&keyed(&news)) };
        let News { since, entries, length, actor, undo, redo, may_branch, subjects, asides, view: to } = news;
        let known = drawn.take().filter(|drawn| Arc::ptr_eq(&drawn.from, &from) && Arc::ptr_eq(&drawn.to, &to));
        let known = drawn.insert(match known {
            Some(known) => known,
            None => {
                let changed = Changed::between(&from, &to);
                let text = if changed.is_empty() { None } else { Some(serde_json::to_string(&changed).ok()?) };
                Drawn { from, to, text }
            }
        });
        let mut text =
            serde_json::to_string(&Message { news: &Rest { since, entries, length, actor, undo, redo, may_branch, subjects, asides } })
                .ok()?;
        if let Some(patch) = &known.text {
            // Both objects are opened again for one more field.
            text.truncate(text.len() - 2);
            text.push_str(",\"patch\":");
            text.push_str(patch);
            text.push_str("}}");
        }
        Some(text.into())
    }
}

/// [`News`] without the view. It is written as it is: made a JSON value first, what can be done now would cost more than all the rest.
#[derive(Serialize)]
struct Rest {
    since: usize,
    entries: Vec<Logged>,
    length: usize,
    actor: Asked,
    undo: bool,
    redo: bool,
    may_branch: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    subjects: Option<Vec<Able>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    asides: Vec<Choice>,
}

/// A message with news.
#[derive(Serialize)]
struct Message<'a, T> {
    news: &'a T,
}

fn written<T: Serialize>(news: &T) -> Option<Arc<str>> {
    serde_json::to_string(&Message { news }).ok().map(Arc::from)
}

/// A patch (RFC 7396) that leads from one view to another. Lists stand in it whole, the battle and the counters by what has changed of them.
#[derive(PartialEq, Default, Serialize)]
struct Changed<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn_label: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<&'a str>,
    /// Nobody's any more is written as null.
    #[serde(skip_serializing_if = "Option::is_none")]
    active: Option<Option<Side>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    markers: Option<&'a [Marker]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tallies: Option<&'a [Tally]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overlays: Option<&'a [Overlay]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    battle: Option<Value>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pieces: Map<String, Value>,
}

impl<'a> Changed<'a> {
    fn between(before: &View, after: &'a View) -> Changed<'a> {
        let View { board, turn, turn_label, phase, active, prompt, pieces, markers, tallies, overlays, battle } = after;
        let text = |old: &str, new: &'a str| (old != new).then_some(new);
        Changed {
            board: text(&before.board, board),
            turn: (before.turn != *turn).then_some(*turn),
            turn_label: text(&before.turn_label, turn_label),
            phase: text(&before.phase, phase),
            active: (before.active != *active).then_some(*active),
            prompt: text(&before.prompt, prompt),
            markers: (before.markers != *markers).then_some(markers),
            tallies: (before.tallies != *tallies).then_some(tallies),
            overlays: (before.overlays != *overlays).then_some(overlays),
            battle: if before.battle == *battle { None } else { difference(&json!(before.battle), &json!(battle)) },
            pieces: changed(&before.pieces, pieces),
        }
    }

    fn is_empty(&self) -> bool {
        *self == Changed::default()
    }
}

/// The counters that have changed, by their ids, as a patch.
fn changed(before: &[Piece], after: &[Piece]) -> Map<String, Value> {
    let mut patch = Map::new();
    // As a rule they stand in the same order.
    if before.len() == after.len() && before.iter().zip(after).all(|(old, new)| old.id == new.id) {
        for (old, new) in before.iter().zip(after).filter(|(old, new)| old != new) {
            patch.extend(difference(&json!(old), &json!(new)).map(|change| (new.id.clone(), change)));
        }
        return patch;
    }
    let mut known: HashMap<&str, &Piece> = before.iter().map(|piece| (piece.id.as_str(), piece)).collect();
    for new in after {
        match known.remove(new.id.as_str()) {
            Some(old) if old == new => {}
            Some(old) => patch.extend(difference(&json!(old), &json!(new)).map(|change| (new.id.clone(), change))),
            None => drop(patch.insert(new.id.clone(), json!(new))),
        }
    }
    patch.extend(before.iter().filter(|old| known.contains_key(old.id.as_str())).map(|old| (old.id.clone(), Value::Null)));
    patch
}

/// News for somebody who is sent patches: the pieces of a view stand under their ids, so that a patch names those that changed.
fn keyed(news: &News) -> Value {
    let mut news = json!(news);
    if let Some(Value::Array(pieces)) = news.pointer_mut("/view/pieces").map(Value::take) {
        let under_id = |piece: Value| piece["id"].as_str().map(str::to_string).map(|id| (id, piece));
        news["view"]["pieces"] = Value::Object(pieces.into_iter().filter_map(under_id).collect());
    }
    news
}

/// What a seat was told from that entry on.
pub fn told(table: &dyn Table, seat: Seat, since: usize) -> Vec<LogEntry> {
    table.log(seat, since).into_iter().flat_map(|l| l.told).collect()
}
