//! What a game teaches its general.

use crate::Weights;
use crate::folly::Folly;
use crate::learned::Learned;
use crate::plan::{Aim, Bearing};
use engine::{Dice, Fog, Game, Player, Rules, Side};

/// More player turns than any game has.
pub const TO_THE_END: u32 = 1 << 20;

/// From world to world the enemy is imagined in the first so many manners, in turn: a plan should do well against all of them.
const FOES: usize = 4;

/// A position of the game that a doctrine is about.
pub type StateOf<D> = <<D as Doctrine>::Game as Rules>::State;
/// A decision in it.
pub type ActionOf<D> = <<D as Doctrine>::Game as Rules>::Action;
/// What a seat may know of it.
pub type SightOf<D> = <<D as Doctrine>::Game as Fog>::Knowledge;

/// The knowledge of one game, in the smallest form that a general can use: who stands in for both armies while it imagines
/// the future, what a position is worth, and which orders deserve a thought. The rules themselves know nothing of it.
pub trait Doctrine: Send + Sync + Sized + 'static {
    /// The game it is about.
    type Game: Game;

    /// The player that acts for both sides wherever the plan is silent: quick, sensible, one decision at a time.
    type Script: Player<Self::Game> + Clone;

    /// What a position is judged by, one name for each term; the weights in the data file carry the same names.
    const TERMS: &'static [&'static str];

    /// How many manners of play the script knows; manner 0 is the common one, and the next few are what else the enemy may do.
    const MANNERS: u8 = 1;

    /// Puzzles from real play, as [`crate::puzzle::make`] writes them.
    const PUZZLES: &'static str = "[]";

    /// Set-ups from self-play, as [`crate::muster::drill`] finds them.
    const MUSTERS: &'static str = "[]";

    /// What the foils of the game look at, as [`crate::foil`] reads it.
    const FOILS: &'static str = "";

    /// The operational plans of both sides, as [`crate::plan`] reads them.
    const PLANS: &'static str = "";

    /// The stand-in with its own stream for ties.
    fn script(game: &Self::Game, manner: u8, seed: u64) -> Self::Script;

    /// The stand-in of a general who follows a plan.
    fn aide(game: &Self::Game, manner: u8, seed: u64, _plan: &[Bearing]) -> Self::Script {
        Self::script(game, manner, seed)
    }

    /// The manner in which a general of that side expects to go on where its plan ends, and begins to draft in.
    fn usual(_game: &Self::Game, _side: Side) -> u8 {
        0
    }

    /// The manner in which the enemy is imagined in a world.
    fn foe(_game: &Self::Game, world: usize) -> u8 {
        (world % FOES) as u8 % Self::MANNERS
    }

    /// Whether another order is at least as good whatever the dice say, so that this one deserves no thought. The script gives none of these.
    fn dominated(_game: &Self::Game, _state: &StateOf<Self>, _side: Side, _action: ActionOf<Self>) -> bool {
        false
    }

    /// What is foolish in a decision, as far as it can be proved; `began` is the position in which the player phase began.
    fn follies(
        _game: &Self::Game,
        _began: &StateOf<Self>,
        _state: &StateOf<Self>,
        _side: Side,
        _action: ActionOf<Self>,
        _out: &mut Vec<Folly>,
    ) {
    }

    /// Whether the script knows best, as in a set-up that no look ahead can judge.
    fn by_heart(_game: &Self::Game, _known: &SightOf<Self>) -> bool {
        false
    }

    /// Whether the armies take up positions that the book leaves open, so that a set-up from self-play can be followed.
    fn mustering(_game: &Self::Game, _state: &StateOf<Self>) -> bool {
        false
    }

    /// How many player turns an imagined future lasts from there: two are one's own turn and the enemy's answer.
    fn horizon(_game: &Self::Game, _state: &StateOf<Self>) -> u32 {
        2
    }

    /// Whose player turn it is, if the game has such turns.
    fn phasing(_game: &Self::Game, _state: &StateOf<Self>) -> Option<Side> {
        None
    }

    /// How far the game has come, from 0 to 1: which plans there is time for.
    fn late(_game: &Self::Game, _state: &StateOf<Self>) -> f32 {
        0.0
    }

    /// What an aim of a plan comes to in this game; nothing if it knows no such hex or formation.
    fn bearing(_game: &Self::Game, _side: Side, _aim: &Aim) -> Option<Bearing> {
        None
    }

    /// How far a side has come with a plan: nothing where it has not begun, 1 where all of it is done.
    fn lean(_game: &Self::Game, _state: &StateOf<Self>, _side: Side, _bearings: &[Bearing]) -> f32 {
        0.0
    }

    /// Where the units of a side stand that march of their own will: the number of the piece and of its hex. A general that knows it does
    /// not send them back and forth.
    fn stands(_game: &Self::Game, _state: &StateOf<Self>, _side: Side, _out: &mut Vec<(u16, u16)>) {}

    /// A number that grows with every player turn.
    fn turn(game: &Self::Game, state: &StateOf<Self>) -> u32;

    /// Which question is asked: an order of a plan answers no other. For games where answers like "done" fit many questions; it
    /// tells nothing that the side asked does not know.
    fn question(_game: &Self::Game, _state: &StateOf<Self>) -> u32 {
        0
    }

    /// The terms of a position, seen from the Union. About one each where one side has a clear advantage.
    fn terms(game: &Self::Game, state: &StateOf<Self>, out: &mut [f32]);

    /// What a learned judgement reads of a position besides the terms ([`crate::survey::survey`]), as many numbers in every position of a scenario.
    fn survey(_game: &Self::Game, _state: &StateOf<Self>, _out: &mut Vec<f32>) {}

    /// The terms, and all that a learned judgement reads: the terms first, then the survey. For games in which both take the same work.
    fn reading(game: &Self::Game, state: &StateOf<Self>, terms: &mut [f32], out: &mut Vec<f32>) {
        Self::terms(game, state, terms);
        out.extend_from_slice(terms);
        Self::survey(game, state, out);
    }

    /// The learned judgement of the scenario, if there is one.
    fn learned(_game: &Self::Game) -> Option<&'static Learned> {
        None
    }

    /// The tuned weights.
    fn weights(game: &Self::Game) -> &'static Weights;

    /// An order worth trying in place of the script's. Without special knowledge: something that can act, and something it can do.
    fn propose(game: &Self::Game, state: &StateOf<Self>, side: Side, paper: &mut Paper<Self::Game>) -> Option<ActionOf<Self>> {
        paper.anything(game, state, side)
    }

    /// In how many of sixteen places where a draft differs from its parent several orders come that belong together.
    const TOGETHER: usize = 0;

    /// Orders that belong together, the first one first: a blow for which several units must come from several sides is found by nobody
    /// who tries one march at a time.
    fn together(_game: &Self::Game, _state: &StateOf<Self>, _side: Side, _paper: &mut Paper<Self::Game>) -> Vec<ActionOf<Self>> {
        Vec::new()
    }

    /// What the general means to do in this phase, in a sentence or two: the plan as a colleague would tell it. Says nothing that
    /// the enemy will not see as soon as the orders are carried out.
    fn intent(game: &Self::Game, known: &SightOf<Self>, side: Side, plan: &[ActionOf<Self>]) -> String;
}

/// An order of a plan, and the question it answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Order<A> {
    /// As the game tells questions apart.
    pub question: u32,
    /// The answer.
    pub action: A,
}

/// Paper to draft on: lists that are used again and again, and dice for what is tried.
pub struct Paper<G: Game> {
    /// For whatever is left to chance in drafting.
    pub dice: Dice,
    /// The things that can act.
    pub subjects: Vec<G::Subject>,
    /// What they can do.
    pub options: Vec<G::Action>,
    /// The plan in force.
    pub plan: Vec<Bearing>,
}

impl<G: Game> Paper<G> {
    /// A clean paper.
    pub fn new(seed: u64) -> Paper<G> {
        Paper { dice: Dice::new(seed), subjects: Vec::new(), options: Vec::new(), plan: Vec::new() }
    }

    /// The same for somebody who follows a plan.
    #[must_use]
    pub fn within(mut self, plan: &[Bearing]) -> Paper<G> {
        self.plan = plan.to_vec();
        self
    }

    /// One of the things that can act, and one of the things it can do.
    pub fn anything(&mut self, game: &G, state: &G::State, side: Side) -> Option<G::Action> {
        self.subjects.clear();
        game.subjects(state, side, &mut self.subjects);
        let subject = *self.pick_subject()?;
        self.options.clear();
        game.options(state, side, subject, &mut self.options);
        let n = self.options.len();
        (n > 0).then(|| self.options[self.dice.below(n)])
    }

    /// One of these, the more it is worth the likelier; at a low heat almost always the best.
    pub fn pick(&mut self, worth: &[f32], heat: f32) -> Option<usize> {
        pick(&mut self.dice, worth, heat)
    }

    fn pick_subject(&mut self) -> Option<&G::Subject> {
        let n = self.subjects.len();
        (n > 0).then(|| &self.subjects[self.dice.below(n)])
    }
}

fn pick(dice: &mut Dice, worth: &[f32], heat: f32) -> Option<usize> {
    let best = worth.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let odds = |worth: &f32| ((worth - best) / heat).exp();
    let mut at = dice.below(1 << 20) as f32 / (1 << 20) as f32 * worth.iter().map(odds).sum::<f32>();
    let chosen = worth.iter().position(|w| {
        at -= odds(w);
        at < 0.0
    });
    chosen.or_else(|| worth.iter().position(|w| *w == best))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::mix::mix;

    #[test]
    fn the_cooler_the_head_the_surer_the_best() {
        let often = |heat: f32| -> usize {
            let mut dice = Dice::new(mix(3));
            (0..1_000).filter(|_| pick(&mut dice, &[1.0, 2.0, 0.0], heat) == Some(1)).count()
        };
        assert_eq!(often(0.01), 1_000);
        assert!((400..950).contains(&often(1.0)) && (250..420).contains(&often(1e6)));
        assert_eq!(pick(&mut Dice::new(1), &[], 1.0), None);
    }
}
