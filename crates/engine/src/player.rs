//! Whoever chooses. A player sits in a [`Chair`] and sees what its side may see, never the state.

use crate::handbook::list;
use crate::mix::{hash_text, mix};
use crate::{Actor, Dice, Game, Illegal, Side};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A side's place at a game in progress: what it may know and what it may do.
pub struct Chair<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    side: Side,
}

impl<'a, G: Game> Chair<'a, G> {
    /// The chair of a side.
    pub fn new(game: &'a G, state: &'a G::State, side: Side) -> Chair<'a, G> {
        Chair { game, state, side }
    }

    /// The rules.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The side that sits here.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Who is asked.
    pub fn actor(&self) -> Actor {
        self.game.actor(self.state)
    }

    /// The player phase; see [`crate::Rules::phase`].
    pub fn phase(&self) -> u32 {
        self.game.phase(self.state)
    }

    /// What this side may know.
    pub fn knowledge(&self) -> G::Knowledge {
        self.game.knowledge(self.state, self.side.into())
    }

    /// The position itself, if nothing of it is hidden from this side; see [`crate::Fog::unveiled`].
    pub fn unveiled(&self) -> Option<&'a G::State> {
        self.game.unveiled(self.state, self.side.into())
    }

    /// The things that can act.
    pub fn subjects(&self, out: &mut Vec<G::Subject>) {
        self.game.subjects(self.state, self.side, out);
    }

    /// What one of them can do.
    pub fn options(&self, subject: G::Subject, out: &mut Vec<G::Action>) {
        self.game.options(self.state, self.side, subject, out);
    }

    /// What this side may do out of turn.
    pub fn asides(&self, out: &mut Vec<G::Action>) {
        self.game.asides(self.state, self.side, out);
    }

    /// All that can be done.
    pub fn legal(&self) -> Vec<G::Action> {
        let (mut subjects, mut actions) = (Vec::new(), Vec::new());
        self.subjects(&mut subjects);
        subjects.into_iter().for_each(|s| self.options(s, &mut actions));
        actions
    }

    /// Whether an action is allowed.
    pub fn check(&self, action: G::Action) -> Result<(), Illegal> {
        self.game.check(self.state, self.side, action)
    }
}

/// Somebody who answers for a side.
pub trait Player<G: Game>: Send {
    /// The choice for the side in this chair, which is asked now.
    fn choose(&mut self, chair: &Chair<'_, G>) -> G::Action;

    /// A right to use out of turn ([`crate::Rules::asides`]), if this player likes to. Both sides are offered it before every decision.
    fn aside(&mut self, _chair: &Chair<'_, G>) -> Option<G::Action> {
        None
    }

    /// Hands over a flag that a host raises when somebody says "move now", or when the position has changed and the answer will
    /// be thrown away. A player that searches looks at it often (a relaxed load) and, once it is up, decides with what it has.
    /// The host keeps a clone, gives it before the first choice, and lowers it before every choice. Whoever answers at once needs none.
    fn stop_flag(&mut self, _flag: Arc<AtomicBool>) {}

    /// What it thinks and means to do in the phase under way, if it thinks at all.
    fn estimate(&self) -> Option<&Estimate> {
        None
    }

    /// What a fellow elsewhere must know to think about this in its place, as plain data: nothing for whoever decides at once. It holds no
    /// more than this side may know.
    fn brief(&mut self, _chair: &Chair<'_, G>) -> Option<Value> {
        None
    }

    /// Thinks in the place of a fellow who has told it this, and says what it found, for him.
    fn stand_in(&mut self, _chair: &Chair<'_, G>, _brief: &Value) -> Option<Value> {
        None
    }

    /// Takes what a fellow has found for it as if it had found that itself, with the next choice. `false` if that makes no sense here.
    fn heed(&mut self, _chair: &Chair<'_, G>, _found: &Value) -> bool {
        false
    }

    /// The chance of the side in this chair, which is asked now, if it does that: for a player who knows it exactly.
    fn worth(&mut self, _chair: &Chair<'_, G>, _action: G::Action) -> Option<f64> {
        None
    }
}

/// What a player that thinks can say for itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Its chance to win, as it sees it: 0 to 1.
    pub chance: f64,
    /// How many positions it has looked at in this phase.
    pub nodes: u64,
    /// What it means to do, in a sentence or two.
    pub intent: String,
    /// The orders of its plan, as written in files.
    pub plan: Vec<Value>,
    /// What it would do if not that, if it has looked at anything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<Second>,
}

/// The best that was found without the first order of a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Second {
    /// What to do instead, as written in files.
    pub action: Value,
    /// The chance to win then: 0 to 1.
    pub chance: f64,
}

/// The name of the player who knows by trying everything what is best to the end of a phase, where that can be known.
pub const EXAMINER: &str = "examiner";

/// Makes the player of a name, with a stream of its own; nobody for an unknown name.
pub type Hire<G> = fn(name: &str, seed: u64) -> Option<Box<dyn Player<G>>>;

/// The computer players of a game: a ruleset knows none of them.
pub struct Roster<G: Game> {
    /// Their names, weakest first.
    pub names: &'static [&'static str],
    /// Makes them. It may know more names than are listed.
    pub hire: Hire<G>,
    /// Puzzles, in the form of their file ([`crate::puzzle::read`]).
    pub puzzles: &'static str,
}

impl<G: Game> Clone for Roster<G> {
    fn clone(&self) -> Roster<G> {
        *self
    }
}

impl<G: Game> Copy for Roster<G> {}

impl<G: Game> Roster<G> {
    /// Nobody but the random player.
    pub const RANDOM: Roster<G> = Roster { names: &["random"], hire: random, puzzles: "[]" };

    /// The player of a name, or who there is.
    pub fn find(&self, name: &str, seed: u64) -> Result<Box<dyn Player<G>>, String> {
        (self.hire)(name, seed).ok_or_else(|| {
            let known: Vec<String> = self.names.iter().map(ToString::to_string).collect();
            format!("no player {name:?}; there are {}", list(&known))
        })
    }
}

fn random<G: Game>(name: &str, seed: u64) -> Option<Box<dyn Player<G>>> {
    (name == "random").then(|| Box::new(RandomPlayer::new(seed)) as Box<dyn Player<G>>)
}

/// Of how many chances to do something out of turn the random player takes one.
const ASIDE_ONE_IN: usize = 8;

/// Picks a subject at random, then one of its options.
#[derive(Clone, Debug)]
pub struct RandomPlayer<G: Game> {
    dice: Dice,
    subjects: Vec<G::Subject>,
    options: Vec<G::Action>,
}

impl<G: Game> RandomPlayer<G> {
    /// A random player with its own stream.
    pub fn new(seed: u64) -> RandomPlayer<G> {
        RandomPlayer { dice: Dice::new(mix(seed ^ 0x52_41_4e_44)), subjects: Vec::new(), options: Vec::new() }
    }
}

impl<G: Game> Player<G> for RandomPlayer<G> {
    #[inline]
    fn choose(&mut self, chair: &Chair<'_, G>) -> G::Action {
        self.subjects.clear();
        chair.subjects(&mut self.subjects);
        assert!(!self.subjects.is_empty(), "nothing can act, and the game is not over");
        let subject = self.subjects[self.dice.below(self.subjects.len())];
        self.options.clear();
        chair.options(subject, &mut self.options);
        assert!(!self.options.is_empty(), "{subject:?} can act but has nothing to do");
        self.options[self.dice.below(self.options.len())]
    }

    #[inline]
    fn aside(&mut self, chair: &Chair<'_, G>) -> Option<G::Action> {
        self.options.clear();
        chair.asides(&mut self.options);
        let takes = !self.options.is_empty() && self.dice.below(ASIDE_ONE_IN) == 0;
        takes.then(|| self.options[self.dice.below(self.options.len())])
    }
}

/// Picks the option whose name hashes lowest under a key that changes with every choice: the order of listing does not
/// matter, so fingerprints of its games change only when the rules do.
#[derive(Clone, Debug)]
pub struct NamedPlayer {
    key: u64,
}

impl NamedPlayer {
    /// A player with that key.
    pub fn new(key: u64) -> NamedPlayer {
        NamedPlayer { key }
    }
}

impl<G: Game> Player<G> for NamedPlayer {
    fn choose(&mut self, chair: &Chair<'_, G>) -> G::Action {
        self.key = mix(self.key.wrapping_add(1));
        let name = |a: &G::Action| mix(self.key ^ hash_text(&chair.game().write_action(*a).to_string()));
        chair.legal().into_iter().min_by_key(name).expect("never empty while the game is not over")
    }
}
