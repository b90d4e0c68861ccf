//! Events of a title: what happens once, by the turn, a die, ground, losses or a player's word, and what comes of it.
//!
//! They are looked at when the Movement Phase of their side begins, in the order of the title; one that waits for a word may be declared
//! in that phase as soon as all else is so.

use crate::BlueGray;
use crate::action::Event;
use crate::state::{State, Step};
use crate::title::{Deed, EventId, Happening};
use engine::{Illegal, Sink};

impl BlueGray {
    /// The event of a place in the list.
    pub(crate) fn event(&self, event: EventId) -> &Happening {
        &self.title.more.events[usize::from(event)]
    }

    /// Whether an event has not happened yet and all that it asks for is so, but for a die or a word.
    fn is_ripe(&self, state: &State, event: EventId) -> bool {
        let asks = self.event(event);
        let side = asks.side;
        let holds = |place: usize| asks.holding >> place & 1 == 0 || state.holder(place) == Some(side);
        let standing = || asks.standing.is_empty() || !asks.standing.and(&state.occupied[side.index()]).is_empty();
        side == state.side
            && !state.has_happened(event)
            && asks.when.holds(state.turn, state.happened)
            && asks.lost.is_none_or(|lost| state.losses[side.index()] >= lost)
            && asks.taken.is_none_or(|taken| state.losses[side.enemy().index()] >= taken)
            && (0..self.title.controls.len()).all(holds)
            && standing()
    }

    /// Looks at the events of the phasing side from one on. Returns whether the phase can go on: no die is asked for, and the game is not
    /// over.
    pub(crate) fn look_at_events<K: Sink<Event>>(&self, state: &mut State, from: EventId, sink: &mut K) -> bool {
        for event in from..self.title.more.events.len() as EventId {
            let asks = self.event(event);
            if asks.choice || !self.is_ripe(state, event) {
                continue;
            }
            if asks.die.is_some() {
                (state.step, state.asking) = (Step::Event, event);
                return false;
            }
            self.happen(state, event, sink);
            if state.step == Step::Over {
                return false;
            }
        }
        state.asking = 0;
        true
    }

    /// Whether the die lets the event happen.
    pub(crate) fn is_kind(&self, event: EventId, die: u8) -> bool {
        self.event(event).die.is_some_and(|most| die <= most)
    }

    /// The die of an event has fallen.
    pub(crate) fn try_event<K: Sink<Event>>(&self, state: &mut State, die: u8, sink: &mut K) {
        let event = std::mem::take(&mut state.asking);
        sink.tell(|| Event::Tried(event, die));
        if self.is_kind(event, die) {
            self.happen(state, event, sink);
        }
        if state.step != Step::Over && self.look_at_events(state, event + 1, sink) {
            self.open_movement(state, sink);
        }
    }

    /// The event happens: it is told and scored, crossings go or are made, and the game may end.
    fn happen<K: Sink<Event>>(&self, state: &mut State, event: EventId, sink: &mut K) {
        state.happened |= 1 << event;
        sink.tell(|| Event::Happened(event));
        let before = state.gone;
        state.gone = self.gone(state.happened);
        for bridge in (0..self.title.more.bridges.len() as u8).filter(|b| (before ^ state.gone) >> b & 1 == 1) {
            sink.tell(|| Event::Bridged(bridge, state.gone >> bridge & 1 == 0));
        }
        if before != state.gone {
            self.mark_zones(state);
        }
        for score in self.title.scores.iter().filter(|s| s.what == Deed::Event && s.event == Some(event)) {
            self.score(state, score.to, score.points, &score.rule, sink);
        }
        if self.event(event).ends {
            // Whoever said the word may have marched before.
            self.mark_zones(state);
            self.finish(state, sink);
        }
    }

    /// The crossings that are gone after these events, one bit each.
    pub(crate) fn gone(&self, happened: u32) -> u8 {
        let bridges = self.title.more.bridges.iter().enumerate();
        bridges.filter(|(_, bridge)| bridge.is_gone(happened)).fold(0, |gone, (i, _)| gone | 1 << i)
    }

    /// The events that the phasing side may declare: nobody may still owe room in a hex, for the ground can change.
    pub(crate) fn each_word(&self, state: &State, each: impl FnMut(EventId)) {
        let waits = |event: &EventId| self.event(*event).choice && self.is_ripe(state, *event) && state.overfull == 0;
        (0..self.title.more.events.len() as EventId).filter(waits).for_each(each);
    }

    /// Whether the phasing side may let an event happen now.
    pub(crate) fn may_declare(&self, state: &State, event: EventId) -> Result<(), Illegal> {
        let Some(asks) = self.title.more.events.get(usize::from(event)) else {
            return Err(Illegal::new("BG-1.0", "There is no such event.", "Name one of the events of this title."));
        };
        if !asks.choice || asks.side != state.side {
            Err(Illegal::new(
                asks.rule,
                "This event does not wait for this side's word.",
                "Look at the title's rules for what it waits for.",
            ))
        } else if state.has_happened(event) {
            Err(Illegal::new(asks.rule, "This has happened already.", "It happens once in a game."))
        } else if !self.is_ripe(state, event) {
            Err(Illegal::new(asks.rule, "What this event asks for is not so.", "Declare it in a later phase, when it is."))
        } else if state.overfull > 0 {
            Err(Illegal::new("BG-5.32", "A hex still holds more than two units.", "Move one of them out first."))
        } else {
            Ok(())
        }
    }

    /// The phasing side lets an event happen.
    pub(crate) fn declare<K: Sink<Event>>(&self, state: &mut State, event: EventId, sink: &mut K) {
        self.happen(state, event, sink);
    }
}
