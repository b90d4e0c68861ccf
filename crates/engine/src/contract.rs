//! What clients ask and what they are answered, as types: one list of operations, one shape for each answer. TypeScript declarations
//! are made of these (feature `types`), so that a client is checked against what the referee really says.

use crate::table::{Logged, Refusal, Table};
use crate::vocabulary::vocabulary;
use crate::words::{BattleView, Described, View};
use crate::{Seat, Side, Verdict};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

/// The number of the protocol. It grows when something that was there is no longer; the changelog says what.
pub const PROTOCOL: u32 = 2;

vocabulary! {
    /// What can be asked.
    Op {
        /// What is on the shelf.
        Games = "games",
        /// A fresh game.
        New = "new",
        /// A position or a save.
        Load = "load",
        /// Who is asked for what.
        Actor = "actor",
        /// What can act now.
        Subjects = "subjects",
        /// What can be done now.
        Legal = "legal",
        /// Whether something is legal, and if not, which rule says so.
        Why = "why",
        /// What is meant by taking pieces and pointing at hexes.
        Meant = "meant",
        /// The battle that an action would begin, change or decide.
        Preview = "preview",
        /// What guns in a hex reach.
        Sight = "sight",
        /// What a seat may see.
        View = "view",
        /// Do it.
        Apply = "apply",
        /// Take it back.
        Undo = "undo",
        /// Do it again.
        Redo = "redo",
        /// Answer Chance.
        Roll = "roll",
        /// What a computer player would do.
        Go = "go",
        /// Give up.
        Resign = "resign",
        /// How it ended.
        Outcome = "outcome",
        /// What happened.
        Log = "log",
        /// How it came to this.
        Replay = "replay",
        /// What decided it.
        Analyse = "analyse",
        /// The hash of the position.
        Hash = "hash",
        /// The position with its journal.
        Save = "save",
        /// The end of a conversation.
        Quit = "quit",
        /// At a table of a server: take a seat.
        Join = "join",
        /// At a table of a server: whoever thinks decides now.
        Stop = "stop",
        /// At a table of a server: what a coach says to a seat that is asked.
        Coach = "coach",
        /// At a table of a server: go on under the present rules.
        Reopen = "reopen",
    }
}

vocabulary! {
    /// Who is asked.
    Asks {
        /// The Union.
        Union = "union",
        /// The Confederacy.
        Confederate = "confederate",
        /// Both, each in secret.
        Both = "both",
        /// The dice.
        Chance = "chance",
        /// Nobody any more.
        Over = "over",
    }
}

vocabulary! {
    /// Who won.
    Winner {
        /// The Union.
        Union = "union",
        /// The Confederacy.
        Confederate = "confederate",
        /// Nobody.
        Draw = "draw",
    }
}

impl From<Side> for Asks {
    fn from(side: Side) -> Asks {
        match side {
            Side::Union => Asks::Union,
            Side::Confederate => Asks::Confederate,
        }
    }
}

impl Asks {
    /// The side that is asked, if it is one.
    pub fn side(self) -> Option<Side> {
        Side::from_id(self.word())
    }
}

/// An action for a person.
#[derive(Clone, PartialEq, Debug, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Choice {
    /// What a person sees of it.
    #[serde(flatten)]
    pub shown: Described,
    /// As `apply` takes it.
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    pub action: Value,
}

/// Something that can act, for a person.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Able {
    /// What a person sees of it.
    #[serde(flatten)]
    pub shown: Described,
    /// As `legal` takes it.
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    pub subject: Value,
    /// What it can do, where that is little or stands off the map: a button needs no question of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub choices: Option<Vec<Choice>>,
}

/// The dice or draw that is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Thrown {
    /// Dice.
    Dice {
        /// How many.
        dice: u8,
        /// Of how many sides.
        sides: u8,
        /// The rule that asks.
        rule: &'static str,
    },
    /// A draw.
    Draw {
        /// How many.
        draw: u8,
        /// From how many.
        from: u8,
        /// The rule that asks.
        rule: &'static str,
    },
}

/// Who is asked for what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Asked {
    /// Who.
    pub actor: Asks,
    /// For what, in words.
    pub prompt: String,
    /// Who has yet to answer a sealed choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awaited: Option<Vec<Side>>,
    /// What is thrown, if that is no secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<Thrown>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Whether the seat may do something out of turn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub asides: bool,
    /// How many of those that can act may still do so in this phase, where the rules allow only so many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quota: Option<u32>,
}

impl Asked {
    /// Somebody is asked for something.
    pub fn new(actor: Asks, prompt: impl Into<String>) -> Asked {
        Asked { actor, prompt: prompt.into(), awaited: None, chance: None, outcome: None, asides: false, quota: None }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Outcome {
    /// Who won.
    pub winner: Winner,
    /// The level of victory; 0 after a resignation.
    pub level: i32,
    /// In words.
    pub text: String,
}

impl Outcome {
    /// The end that the rules found.
    pub fn of(verdict: Verdict, text: String) -> Outcome {
        Outcome { winner: Outcome::winner(verdict.winner), level: i32::from(verdict.level), text }
    }

    /// A side has given up.
    pub fn resigned(side: Side) -> Outcome {
        Outcome { winner: Outcome::winner(Some(side.enemy())), level: 0, text: format!("The {side} side resigned.") }
    }

    fn winner(side: Option<Side>) -> Winner {
        match side {
            Some(Side::Union) => Winner::Union,
            Some(Side::Confederate) => Winner::Confederate,
            None => Winner::Draw,
        }
    }
}

/// What was meant by taking pieces and pointing at hexes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Meant {
    /// What can be done, if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// Why it cannot, and what would be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// The way that was understood, hex by hex.
    pub way: Vec<String>,
    /// The pieces that cannot go in the same action: each has to be asked for after it.
    pub left: Vec<String>,
    /// The battle that it would begin, change or decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<BattleView>,
}

/// What a computer player would do, for a person to whom it is advice.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Advised {
    /// What he could do.
    pub choice: Choice,
    /// With what.
    pub able: Able,
}

impl Advised {
    /// Finds an action among those that a seat is offered; nothing if it is not offered.
    pub fn of(table: &dyn Table, seat: Seat, action: &Value) -> Option<Advised> {
        table.subjects(seat).ok()?.into_iter().find_map(|able| {
            let choices = match &able.choices {
                Some(choices) => choices.clone(),
                None => table.choices(seat, Some(&able.subject)).ok()?,
            };
            let choice = choices.into_iter().find(|choice| choice.action == *action)?;
            Some(Advised { choice, able })
        })
    }
}

/// What a seat is told when something has happened, and what it may do now.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct News {
    /// The entry of the journal from which on this tells.
    pub since: usize,
    /// What happened.
    pub entries: Vec<Logged>,
    /// The length of the journal.
    pub length: usize,
    /// Who is asked for what.
    pub actor: Asked,
    /// Whether this seat may take back its last decision.
    pub undo: bool,
    /// Whether it may do it again.
    pub redo: bool,
    /// Whether a new table may begin from any moment of this one.
    pub may_branch: bool,
    /// What can act, if this seat is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subjects: Option<Vec<Able>>,
    /// What it may do out of turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Choice>>"))]
    pub asides: Vec<Choice>,
    /// What it sees.
    // Where all see the same, they share it.
    #[serde(serialize_with = "shared")]
    pub view: Arc<View>,
}

/// Writes what is shared as if it were one's own.
fn shared<S: serde::Serializer>(view: &Arc<View>, to: S) -> Result<S::Ok, S::Error> {
    view.as_ref().serialize(to)
}

impl News {
    /// What changed from that entry on, as a seat may know it.
    pub fn of(table: &dyn Table, seat: Seat, since: usize) -> News {
        News::showing(table, seat, since, Arc::new(table.view(seat)))
    }

    /// The same with what it sees.
    pub fn showing(table: &dyn Table, seat: Seat, since: usize, view: Arc<View>) -> News {
        News {
            since,
            entries: table.log(seat, since),
            length: table.length(),
            actor: table.actor(seat),
            undo: table.may_undo(seat).is_ok(),
            redo: table.may_redo(seat).is_ok(),
            may_branch: false,
            subjects: table.subjects(seat).ok(),
            asides: table.out_of_turn(seat),
            view,
        }
    }
}
