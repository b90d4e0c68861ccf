//! What everybody at a table is told, cut for each seat; and who listens.

use axum::extract::ws::Utf8Bytes;
use engine::Seat;
use engine::table::Table;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

/// Somebody who is told the news.
pub struct Listener {
    /// Its number.
    pub number: u64,
    /// Its seat.
    pub seat: Seat,
    /// Whether it wants the changes of the view instead of the view.
    pub deltas: bool,
    /// Its line.
    pub out: mpsc::Sender<Utf8Bytes>,
}

/// Everybody who listens at a table, and what those of each seat have before them.
#[derive(Default)]
pub struct Ears {
    list: Vec<Listener>,
    shown: Vec<(Seat, Shown)>,
}

impl Ears {
    /// Whether nobody listens.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Somebody begins to listen, and has been shown this.
    pub fn add(&mut self, listener: Listener, news: &Value) {
        if listener.deltas {
            self.show(listener.seat, &news["view"]);
        }
        self.list.push(listener);
    }

    /// Somebody listens no more.
    pub fn remove(&mut self, number: u64) {
        self.list.retain(|l| l.number != number);
        self.shown.retain(|(seat, _)| self.list.iter().any(|l| l.seat == *seat));
    }

    /// Forgets what was shown: the next news bring whole views.
    pub fn forget(&mut self) {
        self.shown = Vec::new();
    }

    /// Those of a seat are shown a view. Answers what is different in it, if they had one before.
    fn show(&mut self, seat: Seat, view: &Value) -> Option<Map<String, Value>> {
        let fresh = Shown::of(view);
        match self.shown.iter_mut().find(|(s, _)| *s == seat) {
            Some((_, shown)) => Some(std::mem::replace(shown, fresh).changes(shown, view)),
            None => {
                self.shown.push((seat, fresh));
                None
            }
        }
    }

    /// How many listen in each seat.
    pub fn here(&self) -> Value {
        let here = |seat: Seat| self.list.iter().filter(|l| l.seat == seat).count();
        json!({ "here": { "union": here(Seat::Union), "confederate": here(Seat::Confederate), "spectator": here(Seat::Spectator) } })
    }

    /// Tells everybody the same. Whoever is too slow is left behind.
    pub fn tell_all(&mut self, message: &Value) {
        let text: Utf8Bytes = message.to_string().into();
        self.list.retain(|l| l.out.try_send(text.clone()).is_ok());
    }

    /// Tells everybody the news, each seat its own.
    pub fn tell(&mut self, news: impl Fn(Seat) -> Value) {
        for seat in [Seat::Union, Seat::Confederate, Seat::Spectator] {
            let wants = |deltas: bool| self.list.iter().any(|l| l.seat == seat && l.deltas == deltas);
            let (whole, parts) = (wants(false), wants(true));
            if !whole && !parts {
                continue;
            }
            let mut news = news(seat);
            let text = |news: &Value| -> Utf8Bytes { json!({ "news": news }).to_string().into() };
            let whole = whole.then(|| text(&news));
            let parts = parts.then(|| {
                if let (Some(changes), Some(news)) = (self.show(seat, &news["view"]), news.as_object_mut()) {
                    news.remove("view");
                    if !changes.is_empty() {
                        news.insert("changes".into(), Value::Object(changes));
                    }
                }
                text(&news)
            });
            self.list.retain(|l| {
                let text = if l.deltas { &parts } else { &whole };
                l.seat != seat || text.as_ref().is_none_or(|text| l.out.try_send(text.clone()).is_ok())
            });
        }
    }
}

/// A view as it was shown, field by field as text: small, and enough to tell what has changed.
struct Shown {
    fields: Vec<(String, String)>,
    pieces: Vec<String>,
}

const PIECES: &str = "pieces";

impl Shown {
    fn of(view: &Value) -> Shown {
        let fields = view.as_object().into_iter().flatten().filter(|(name, _)| *name != PIECES);
        Shown {
            fields: fields.map(|(name, value)| (name.clone(), value.to_string())).collect(),
            pieces: view[PIECES].as_array().into_iter().flatten().map(Value::to_string).collect(),
        }
    }

    /// What is different in the view that was shown next.
    fn changes(&self, next: &Shown, view: &Value) -> Map<String, Value> {
        let changed = next.fields.iter().filter(|field| !self.fields.contains(field));
        let mut changes: Map<String, Value> = changed.map(|(name, _)| (name.clone(), view[name].clone())).collect();
        let gone = self.fields.iter().filter(|(name, _)| next.fields.iter().all(|(n, _)| n != name));
        changes.extend(gone.map(|(name, _)| (name.clone(), Value::Null)));
        let fresh = (0..next.pieces.len()).filter(|i| self.pieces.get(*i) != next.pieces.get(*i));
        let set: Map<String, Value> = fresh.map(|i| (i.to_string(), view[PIECES][i].clone())).collect();
        if !set.is_empty() || next.pieces.len() != self.pieces.len() {
            changes.insert(PIECES.into(), json!({ "length": next.pieces.len(), "set": set }));
        }
        changes
    }
}

/// What changed from that entry on, as a seat may know it, and what it may do now.
pub fn news(table: &dyn Table, seat: Seat, since: usize) -> Value {
    let mut news = json!({
        "since": since, "entries": table.log(seat, since), "length": table.length(), "actor": table.actor(seat),
        "undo": table.may_undo(seat).is_ok(), "redo": table.may_redo(seat).is_ok(), "view": table.view(seat),
    });
    let asides = table.out_of_turn(seat);
    if !asides.is_empty() {
        news["asides"] = json!(asides);
    }
    if let Ok(subjects) = table.subjects(seat) {
        news["subjects"] = json!(subjects);
    }
    news
}

/// What a seat was told from that entry on.
pub fn told(table: &dyn Table, seat: Seat, since: usize) -> Vec<Value> {
    table.log(seat, since).into_iter().flat_map(|l| l.told).map(|t| json!(t)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a client does with changes.
    fn patched(mut view: Value, changes: &Map<String, Value>) -> Value {
        for (name, value) in changes {
            match name.as_str() {
                PIECES => {
                    let pieces = view[PIECES].as_array_mut().unwrap();
                    pieces.resize(value["length"].as_u64().unwrap() as usize, Value::Null);
                    for (i, piece) in value["set"].as_object().unwrap() {
                        pieces[i.parse::<usize>().unwrap()] = piece.clone();
                    }
                }
                _ if value.is_null() => drop(view.as_object_mut().unwrap().remove(name)),
                _ => view[name.as_str()] = value.clone(),
            }
        }
        view
    }

    #[test]
    fn changes_lead_from_one_view_to_the_next() {
        let views = [
            json!({ "turn": 1, "phase": "movement", "pieces": [{ "id": "a", "hex": "1" }, { "id": "b" }], "markers": [] }),
            json!({ "turn": 1, "phase": "combat", "pieces": [{ "id": "a", "hex": "2" }, { "id": "b" }], "markers": [], "battle": { "odds": "1-1" } }),
            json!({ "turn": 1, "phase": "combat", "pieces": [{ "id": "b" }], "markers": [7] }),
            json!({ "turn": 1, "phase": "combat", "pieces": [{ "id": "b" }, { "id": "c" }, { "id": "d" }], "markers": [7] }),
        ];
        for pair in views.windows(2) {
            let changes = Shown::of(&pair[0]).changes(&Shown::of(&pair[1]), &pair[1]);
            assert_eq!(patched(pair[0].clone(), &changes), pair[1]);
            assert!(!changes.contains_key("turn"), "what stays is not said");
        }
        assert!(Shown::of(&views[0]).changes(&Shown::of(&views[0]), &views[0]).is_empty());
    }
}
