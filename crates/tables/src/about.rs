//! What a table is, and what somebody is handed who sits down to it.

use crate::card::{Placing, Sitter};
use crate::rooms::{Inner, Room, gone, guarded};
use engine::contract::{Asks, Outcome};
use engine::handbook::{Briefing, Formation, formations};
use engine::{Seat, Side};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a table is, for anybody with a key.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct About {
    /// Its name.
    pub table: String,
    /// The game.
    pub game: String,
    /// The game for people.
    pub title: String,
    /// The scenario.
    pub scenario: String,
    /// The scenario for people.
    pub scenario_title: String,
    /// Every option and its value.
    pub options: BTreeMap<String, String>,
    /// Who sits where: Union, Confederate.
    pub seats: [Sitter; 2],
    /// The sides whose invitation nobody has claimed yet.
    pub invited: Vec<Side>,
    /// Who sets up the pieces of a person.
    pub set_up: Placing,
    /// The computer players of the game, the strongest last.
    pub players: Vec<String>,
    /// When it was made, in seconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub created: u64,
    /// How many minutes later onlookers see what the players do.
    pub delay: u32,
    /// Whether the game may be saved to a file before its end.
    pub may_save: bool,
    /// Whether a new table may begin from any moment of it.
    pub may_branch: bool,
    /// The lesson or puzzle it is for, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<String>,
    /// Why it can only be looked at, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
}

/// What somebody is told once who sits down.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Handout {
    /// What it is about and what must be done.
    pub briefing: Briefing,
    /// The formations with their badges and colours.
    pub formations: Vec<Formation>,
    /// Whether the game has lines of fire: whether `sight` answers anything.
    pub lines_of_fire: bool,
    /// What the numbers on a fighting unit mean, from left to right.
    pub numbers: Vec<&'static str>,
}

/// How a table stands, in short: for the list of one's own.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Standing {
    /// What it is.
    #[serde(flatten)]
    pub about: About,
    /// The seat that the key opens.
    #[cfg_attr(feature = "types", ts(as = "String"))]
    pub seat: Seat,
    /// Who is asked, if it can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<Asks>,
    /// The turn number.
    pub turn: u32,
    /// The turn in words.
    pub turn_label: String,
    /// The phase in words.
    pub phase: String,
    /// The length of the journal.
    pub length: usize,
    /// Whether a person has decided anything; at a table of computers, whether anything happened.
    pub touched: bool,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

impl Standing {
    /// Of a table whose game cannot be read.
    pub fn unread(about: About, seat: Seat) -> Standing {
        let (turn_label, phase) = (String::new(), String::new());
        Standing { about, seat, actor: None, turn: 0, turn_label, phase, length: 0, touched: false, outcome: None }
    }
}

impl Room {
    /// Says what this table is, for anybody with a key.
    pub fn about(&self) -> About {
        let catalogue = self.kind.catalogue();
        let scenario = catalogue.scenarios.iter().find(|s| s.id == self.card.scenario).map_or("", |s| s.title.as_str());
        About {
            table: self.card.id.clone(),
            game: self.card.game.clone(),
            title: catalogue.title.clone(),
            scenario: self.card.scenario.clone(),
            scenario_title: scenario.into(),
            options: self.card.options.clone(),
            seats: self.card.seats.clone(),
            invited: self.invited(),
            set_up: self.card.set_up,
            players: self.kind.players().iter().map(ToString::to_string).collect(),
            created: self.card.created,
            delay: self.card.delay,
            may_save: self.alone(),
            may_branch: false,
            lesson: self.card.lesson.as_ref().map(|l| l.id.clone()).or_else(|| self.card.puzzle.as_ref().map(|p| p.id.clone())),
            closed: None,
        }
    }

    /// What somebody is told once who sits down: what it is about, and who is who.
    pub(crate) fn handout(&self) -> Option<Handout> {
        let setup = self.setup();
        let opening = self.kind.open(&setup, 0).ok()?;
        Some(Handout {
            briefing: self.kind.briefing(&setup).ok()?,
            formations: formations(&opening.view(Seat::Referee).pieces),
            lines_of_fire: opening.lines_of_fire(),
            numbers: self.kind.numbers().to_vec(),
        })
    }

    /// How the game stands, in short, for the list of one's tables.
    pub fn standing(&self, seat: Seat) -> Standing {
        let stand = |game: &Inner| guarded(|| Ok(self.standing_of(game, seat)));
        let looked = match self.inner() {
            Ok(inner) if !self.late(seat) => inner.as_ref().ok_or_else(gone).and_then(stand),
            Ok(inner) => {
                drop(inner);
                self.in_gallery(stand)
            }
            Err(refusal) => Err(refusal),
        };
        looked.unwrap_or_else(|refusal| Standing::unread(About { closed: Some(refusal.because), ..self.about() }, seat))
    }

    fn standing_of(&self, game: &Inner, seat: Seat) -> Standing {
        let table = game.table.as_ref();
        let view = table.view(seat);
        let closed = game.closed.as_ref().map(|(because, _)| because.clone());
        Standing {
            about: About { closed, may_branch: self.may_branch(table, seat), ..self.about() },
            seat,
            actor: Some(table.actor(seat).actor),
            turn: view.turn.into(),
            turn_label: view.turn_label,
            phase: view.phase,
            length: table.length(),
            touched: self.touched(game),
            outcome: table.outcome(),
        }
    }
}
