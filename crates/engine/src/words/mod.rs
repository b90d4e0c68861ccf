//! What people see: labels, targets, views. One client serves all games because it needs to know nothing else.
//!
//! | chapter | holds |
//! | --- | --- |
//! | this one | [`Words`]: how a game speaks to people |
//! | `vocabulary` | the words that all games share: roles, kinds of events, conditions |
//! | `choice` | subjects and actions |
//! | `log` | what happened |
//! | `view` | what a seat sees |
//! | `battle` | the battle at hand |

mod battle;
mod choice;
mod log;
mod view;
mod vocabulary;

pub use battle::{BattleColumn, BattleModifier, BattleResult, BattleView, Rolled};
pub use choice::{Described, Target};
pub use log::LogEntry;
pub use view::{Marker, Overlay, Piece, Tally, View};
pub use vocabulary::{Condition, EventKind, Favours, MarkerKind, Off, OverlayKind, PieceKind, Role};

use crate::{BadField, Fog, Illegal, Seat, Side, Verdict};

/// How a game speaks to people. Everything is said of what a seat may know, so that no sentence can give a secret away.
pub trait Words: Fog {
    /// Who is asked for what, in words.
    fn prompt(&self, known: &Self::Knowledge) -> String;

    /// How many of those that can act may still do so in this phase, where the rules allow only so many.
    fn quota(&self, _known: &Self::Knowledge) -> Option<u32> {
        None
    }

    /// What a person sees of a subject.
    fn describe_subject(&self, known: &Self::Knowledge, subject: Self::Subject) -> Described;

    /// What a person sees of an action: a label, a target to light up, a cost or odds note.
    fn describe(&self, known: &Self::Knowledge, action: Self::Action) -> Described;

    /// An event in words, as far as the seat may know it.
    fn tell(&self, event: &Self::Event, seat: Seat) -> Option<LogEntry>;

    /// The whole view, as data for a client.
    fn view(&self, known: &Self::Knowledge) -> View;

    /// The battle that an action would begin, change or decide: what a person looks at before he does it.
    fn preview(&self, _known: &Self::Knowledge, _action: Self::Action) -> Option<BattleView> {
        None
    }

    /// What somebody may mean who takes these pieces and points at hexes: from the one they are in, by way of others, to the last.
    /// The likeliest first. Nothing is promised of their being legal: the rules are asked, and the first that they allow is meant; if
    /// they allow none, the refusal of the first is the one that teaches.
    fn meant(&self, _known: &Self::Knowledge, _side: Side, _pieces: &[String], _way: &[String]) -> Vec<Self::Action> {
        Vec::new()
    }

    /// Why nothing comes of that pointing, where [`Words::meant`] has no action that the rules could refuse: the way is too long for any
    /// march, or nothing is done with such a piece now.
    fn nothing_meant(&self, known: &Self::Knowledge, side: Side, pieces: &[String], way: &[String]) -> Illegal;

    /// The figures behind a refusal of that pointing, as a sentence, where it turns on any: what the way would cost, what the piece has.
    fn figures(&self, _known: &Self::Knowledge, _pieces: &[String], _way: &[String], _refused: &Illegal) -> Option<String> {
        None
    }

    /// The hexes that touch a hex, by name: for laying out a way.
    fn around(&self, _hex: &str) -> Vec<String> {
        Vec::new()
    }

    /// The hexes that guns in a hex could fire into, by name; nothing in a game without lines of fire.
    fn fire_from(&self, _known: &Self::Knowledge, _hex: &str) -> Result<Option<Vec<String>>, BadField> {
        Ok(None)
    }

    /// How it ended, in words.
    fn verdict_words(&self, state: &Self::State, verdict: Verdict) -> String;
}
