//! What the tests of every general need: chances, whole games, greedy players on the march.

use engine::player::Estimate;
use engine::sim::{Care, play_out};
use engine::{Actor, Chair, Dice, Handbook, Player, Rules, Side};
use general::puzzle::Puzzle;
use general::{Budget, Commander, Doctrine};
use players::Quick;

/// A position of a doctrine's game.
type State<D> = <<D as Doctrine>::Game as Rules>::State;

/// The Union's chance in a position.
pub fn chance<D: Doctrine>(game: &D::Game, state: &State<D>) -> f32 {
    let mut terms = vec![0.0; D::TERMS.len()];
    D::terms(game, state, &mut terms);
    assert!(terms.iter().all(|t| t.is_finite()), "{terms:?}");
    D::weights(game).chance(&terms)
}

/// A general that looks at so many positions.
pub fn commander<D: Doctrine>(nodes: u64, seed: u64) -> Commander<D> {
    Commander::new(Budget::Nodes(nodes), seed)
}

/// A whole game between two of them: how it ended, and after how many decisions.
pub fn played<D: Doctrine>(game: &D::Game, nodes: u64, seed: u64, care: Care) -> (u64, u64, Option<Side>) {
    let mut state = game.start();
    let mut seated: [Box<dyn Player<D::Game>>; 2] = [seed, seed + 1].map(|s| Box::new(commander::<D>(nodes, s)) as _);
    let played = play_out(game, &mut state, &mut seated, &mut Dice::new(seed), care);
    assert!(played.violations.is_empty(), "{:?}", played.violations);
    (game.hash(&state), played.actions, played.verdict.expect("an end").winner)
}

/// Two greedy players at a position, and the dice they share.
pub struct Greedy<'a, D: Quick> {
    game: &'a D::Game,
    seated: [Box<dyn Player<D::Game>>; 2],
    dice: Dice,
}

impl<'a, D: Quick> Greedy<'a, D> {
    /// They sit down.
    pub fn new(game: &'a D::Game, seed: u64, dice: u64) -> Greedy<'a, D> {
        Greedy { game, seated: [seed, seed + 1].map(D::quick), dice: Dice::new(dice) }
    }

    /// One decision or roll; nothing when the game is over.
    pub fn step(&mut self, state: &mut State<D>) -> Option<()> {
        match self.game.actor(state) {
            Actor::Over(_) => return None,
            Actor::Chance(chance) => self.game.settle(state, &self.dice.answer(chance.draw), &mut ()),
            asked => {
                let side = asked.side().expect("somebody is asked");
                let action = self.seated[side.index()].choose(&Chair::new(self.game, state, side));
                self.game.apply_unchecked(state, side, action, &mut ());
            }
        }
        Some(())
    }
}

/// What a general says of its plan when it has thought: a sentence, orders, a chance.
pub fn estimate<D: Doctrine>(game: &D::Game, state: &State<D>, side: Side, nodes: u64) -> Estimate {
    let mut general = commander::<D>(nodes, 1);
    general.choose(&Chair::new(game, state, side));
    let estimate = general.estimate().expect("it has thought");
    makes_sense(estimate);
    assert!(!estimate.plan.is_empty() && (0.0..=1.0).contains(&estimate.chance));
    estimate.clone()
}

/// Its intent is a sentence.
pub fn makes_sense(estimate: &Estimate) {
    assert!(estimate.intent.ends_with('.') && estimate.intent.len() > 10, "{}", estimate.intent);
}

/// The puzzles of a game have the answers that stand in its file. Every third of them is proved here, all of them with `LONGROLL_SOAK`.
pub fn puzzles_have_their_answers<D: Doctrine>(least: usize) {
    let puzzles = general::puzzle::shipped::<D>().expect("puzzles");
    if std::env::var_os("LONGROLL_BLESS").is_some() {
        return write_answers::<D>(&puzzles);
    }
    assert!(puzzles.len() >= least, "{} puzzles", puzzles.len());
    let names: std::collections::HashSet<&str> = puzzles.iter().map(|p| p.id.as_str()).collect();
    assert_eq!(names.len(), puzzles.len(), "each has a name of its own");
    let step = if std::env::var_os("LONGROLL_SOAK").is_some() { 1 } else { 3 };
    for puzzle in puzzles.iter().step_by(step) {
        general::puzzle::verify::<D>(puzzle).expect("the answer in the file");
    }
}

/// Works the puzzles of a game out anew, for weights that have changed on purpose.
fn write_answers<D: Doctrine>(puzzles: &[Puzzle]) {
    let proved = puzzles.iter().filter_map(|puzzle| match general::puzzle::proved::<D>(puzzle) {
        Ok(proved) => Some(proved),
        Err(fault) => {
            println!("{} is left out: {fault}", puzzle.id);
            None
        }
    });
    let lines: Vec<String> = proved.map(|p| serde_json::to_string(&p).expect("puzzles are plain data")).collect();
    let path = format!("{}/data/{}/puzzles.json", env!("CARGO_MANIFEST_DIR"), D::Game::catalogue().game);
    std::fs::write(path, format!("[\n{}\n]\n", lines.join(",\n"))).expect("the file can be written");
}
