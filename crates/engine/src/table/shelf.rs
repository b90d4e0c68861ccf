//! The shelf of games behind erased types: one program hosts them all.

use super::opened::opened;
use super::{Seated, Table};
use crate::analysis::Study;
use crate::handbook::{Briefing, Chart, CounterEntry, OddsQuestion, OddsReport};
use crate::sim::{Care, Played, play_out};
use crate::trial::{Sampled, Trial};
use crate::{BadField, Catalogue, Dice, Game, Roster, RuleText, SetUp, Side};
use serde_json::Value;
use std::collections::BTreeMap;

/// A game on the shelf, whichever it is.
pub trait Kind: Send + Sync {
    /// The game on the shelf.
    fn catalogue(&self) -> &'static Catalogue;
    /// Every rule.
    fn rules(&self) -> &'static [RuleText];
    /// The rules of a scenario.
    fn rules_of(&self, scenario: &str) -> Vec<RuleText>;
    /// The computer players.
    fn players(&self) -> &'static [&'static str];
    /// The puzzles, in the form of their file ([`crate::puzzle::read`]).
    fn puzzles(&self) -> &'static str;
    /// A fresh game.
    fn open(&self, setup: &SetUp, seed: u64) -> Result<Box<dyn Table>, BadField>;
    /// A game from a save or a hand-written position; says so if it could not follow the journal.
    fn load(&self, setup: &SetUp, document: &Value) -> Result<(Box<dyn Table>, Option<String>), BadField>;
    /// What somebody must know who sits down to it.
    fn briefing(&self, setup: &SetUp) -> Result<Briefing, BadField>;
    /// Every table of the game.
    fn charts(&self, setup: &SetUp) -> Result<Vec<Chart>, BadField>;
    /// Every counter.
    fn order_of_battle(&self, setup: &SetUp) -> Result<Vec<CounterEntry>, BadField>;
    /// What the numbers on a fighting unit mean, from left to right.
    fn numbers(&self) -> &'static [&'static str];
    /// What may come of an attack.
    fn odds(&self, setup: &SetUp, question: &OddsQuestion) -> Result<OddsReport, BadField>;
    /// A place where two computer players meet.
    fn arena(&self, setup: &SetUp, players: [&str; 2]) -> Result<Box<dyn Arena>, BadField>;
    /// A saved game to be analysed, where there is somebody who can.
    fn study(&self, _setup: &SetUp, _document: &Value) -> Result<Box<dyn Study>, BadField> {
        Err(BadField::new("game", "nobody can analyse this game"))
    }
    /// Pieces of work to time, on that many positions from random games.
    fn trial(&self, setup: &SetUp, positions: usize) -> Result<Box<dyn Trial>, BadField>;
}

/// A place where two computer players meet, again and again.
pub trait Arena: Send + Sync {
    /// Plays one game from the start.
    fn play(&self, seed: u64, care: Care) -> Played;
}

/// Whoever analyses games: from a way to open the game, and a save.
pub type Analyst<G> = fn(open: &dyn Fn() -> Result<G, BadField>, document: &Value) -> Result<Box<dyn Study>, BadField>;

/// The [`Kind`] of a [`Game`] with its computer players.
pub struct Shelved<G: Game>(Roster<G>, Option<Analyst<G>>);

impl<G: Game> Shelved<G> {
    /// The game on the shelf, with whoever can play it.
    pub const fn new(roster: Roster<G>) -> Shelved<G> {
        Shelved(roster, None)
    }

    /// The same, with somebody who can say what decided a game.
    pub const fn analysed_by(self, analyst: Analyst<G>) -> Shelved<G> {
        Shelved(self.0, Some(analyst))
    }
}

impl<G: Game> Kind for Shelved<G> {
    fn catalogue(&self) -> &'static Catalogue {
        G::catalogue()
    }

    fn rules(&self) -> &'static [RuleText] {
        G::rules()
    }

    fn rules_of(&self, scenario: &str) -> Vec<RuleText> {
        G::rules_of(scenario)
    }

    fn players(&self) -> &'static [&'static str] {
        self.0.names
    }

    fn puzzles(&self) -> &'static str {
        self.0.puzzles
    }

    fn open(&self, setup: &SetUp, seed: u64) -> Result<Box<dyn Table>, BadField> {
        let game = opened::<G>(setup)?;
        let opening = game.start();
        Ok(Box::new(Seated::from(game, opening, Dice::new(seed)).with_players(self.0)))
    }

    fn load(&self, setup: &SetUp, document: &Value) -> Result<(Box<dyn Table>, Option<String>), BadField> {
        let (table, remark) = Seated::read(opened::<G>(setup)?, document)?;
        Ok((Box::new(table.with_players(self.0)), remark))
    }

    fn briefing(&self, setup: &SetUp) -> Result<Briefing, BadField> {
        Ok(opened::<G>(setup)?.briefing())
    }

    fn charts(&self, setup: &SetUp) -> Result<Vec<Chart>, BadField> {
        Ok(opened::<G>(setup)?.charts())
    }

    fn order_of_battle(&self, setup: &SetUp) -> Result<Vec<CounterEntry>, BadField> {
        Ok(opened::<G>(setup)?.order_of_battle())
    }

    fn numbers(&self) -> &'static [&'static str] {
        G::numbers()
    }

    fn odds(&self, setup: &SetUp, question: &OddsQuestion) -> Result<OddsReport, BadField> {
        opened::<G>(setup)?.odds(question)
    }

    fn arena(&self, setup: &SetUp, players: [&str; 2]) -> Result<Box<dyn Arena>, BadField> {
        for (side, name) in Side::BOTH.into_iter().zip(players) {
            self.0.find(name, 0).map_err(|because| BadField::new(side.id(), because))?;
        }
        Ok(Box::new(Pairing { game: G::open(setup)?, roster: self.0, players: players.map(str::to_string) }))
    }

    fn study(&self, setup: &SetUp, document: &Value) -> Result<Box<dyn Study>, BadField> {
        let analyst = self.1.ok_or_else(|| BadField::new("game", "nobody can analyse this game"))?;
        analyst(&|| G::open(setup), document)
    }

    fn trial(&self, setup: &SetUp, positions: usize) -> Result<Box<dyn Trial>, BadField> {
        Ok(Box::new(Sampled::new(G::open(setup)?, positions)))
    }
}

struct Pairing<G: Game> {
    game: G,
    roster: Roster<G>,
    players: [String; 2],
}

impl<G: Game> Arena for Pairing<G> {
    fn play(&self, seed: u64, care: Care) -> Played {
        let seated = |i: usize| {
            let own = seed.wrapping_mul(2).wrapping_add(i as u64);
            self.roster.find(&self.players[i], own).expect("checked when the arena opened")
        };
        let mut players = [seated(0), seated(1)];
        let mut state = self.game.start();
        play_out(&self.game, &mut state, &mut players, &mut Dice::new(seed), care)
    }
}

/// Reads `options` of a message: texts, or true and false for on and off.
pub fn read_options(value: Option<&Value>) -> Result<BTreeMap<String, String>, BadField> {
    let Some(value) = value.filter(|v| !v.is_null()) else {
        return Ok(BTreeMap::new());
    };
    let map = value.as_object().ok_or_else(|| BadField::new("options", "an object of option and value is wanted"))?;
    let read = |(id, value): (&String, &Value)| match value {
        Value::String(s) => Ok((id.clone(), s.clone())),
        Value::Bool(on) => Ok((id.clone(), if *on { "on" } else { "off" }.to_string())),
        other => Err(BadField::new(format!("options.{id}"), format!("a text or true/false is wanted, not {other}"))),
    };
    map.iter().map(read).collect()
}
