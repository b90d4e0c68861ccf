//! Foils: opponents who do one thing, to measure a general by.
//!
//! Whoever beats only the script may have learnt nothing but the script. The *sitter* moves nothing that it need not and fights what it
//! must; against it the attacker has to show that it can attack. The *hunter* is after the enemy's men: it plays for what is dead and what
//! is held when its own turn ends, and for nothing later. The *rusher* goes straight for what the game is about. A game says which of its
//! terms they look at ([`Doctrine::FOILS`]), and has them for nothing else:
//!
//! ```toml
//! [hunter]
//! losses = 1.0
//! [rusher]
//! reach = 1.0
//! ```

use crate::{ActionOf, Allowance, Commander, Doctrine, Weights};
use engine::words::Role;
use engine::{Chair, Player, Rules, Words};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Foils that think for as long as they are given.
pub const THINKERS: [&str; 2] = ["hunter", "rusher"];

/// A foil looks to the end of its own player turn.
const HORIZON: u32 = 1;

/// The thinking foil of a name such as `hunter` or `rusher/10`.
pub fn by_name<D: Doctrine>(name: &str, seed: u64) -> Option<Box<dyn Player<D::Game>>> {
    let (called, allowance) = THINKERS.iter().find_map(|called| Some((*called, Allowance::of_namesake(name, called)?)))?;
    let few = minds::<D>().remove(called)?;
    Some(Box::new(Foil::<D> { few, allowance, seed, thinker: None }))
}

/// What each foil of a game looks at.
fn minds<D: Doctrine>() -> BTreeMap<String, BTreeMap<String, f32>> {
    engine::data::read(D::FOILS).expect("the foils are part of the program")
}

/// Whether every foil of a game looks at terms that there are.
pub fn check<D: Doctrine>() -> Result<(), String> {
    let minds = minds::<D>();
    for called in THINKERS {
        let few = minds.get(called).ok_or_else(|| format!("there is no {called}"))?;
        Weights::only(few, D::TERMS, 1.0).map_err(|e| format!("{called}: {e}"))?;
    }
    Ok(())
}

/// A general of one mind. Which game it is, and so its pace, is known when it is first asked.
struct Foil<D: Doctrine> {
    few: BTreeMap<String, f32>,
    allowance: Allowance,
    seed: u64,
    thinker: Option<Commander<D>>,
}

impl<D: Doctrine> Player<D::Game> for Foil<D> {
    fn choose(&mut self, chair: &Chair<'_, D::Game>) -> ActionOf<D> {
        let Foil { few, allowance, seed, thinker } = self;
        let thinker = thinker.get_or_insert_with(|| {
            let weights = Weights::only(few, D::TERMS, D::weights(chair.game()).pace).expect("the foils are part of the program");
            Commander::of_one_mind(*allowance, HORIZON, Arc::new(weights), *seed)
        });
        thinker.choose(chair)
    }
}

/// Moves nothing that it need not and fights what it must. Where it has no choice but to act, it acts as the script would.
pub struct Sitter<D: Doctrine> {
    seed: u64,
    script: Option<D::Script>,
    subjects: Vec<<D::Game as Rules>::Subject>,
    options: Vec<ActionOf<D>>,
}

impl<D: Doctrine> Sitter<D> {
    /// A sitter whose script has its own stream for ties.
    pub fn new(seed: u64) -> Sitter<D> {
        Sitter { seed, script: None, subjects: Vec::new(), options: Vec::new() }
    }

    /// A way to leave things as they are, except in a set-up, which is better done well.
    fn leave_be(&mut self, chair: &Chair<'_, D::Game>) -> Option<ActionOf<D>> {
        let (game, known) = (chair.game(), chair.knowledge());
        self.subjects.clear();
        chair.subjects(&mut self.subjects);
        let role = |s: &<D::Game as Rules>::Subject| game.describe_subject(&known, *s).role;
        if self.subjects.iter().any(|s| matches!(role(s), Role::Place | Role::SetUp)) {
            return None;
        }
        self.options.clear();
        self.subjects.iter().filter(|s| idle(role(s))).for_each(|s| chair.options(*s, &mut self.options));
        self.options.iter().copied().find(|a| idle(game.describe(&known, *a).role))
    }
}

/// Whether a choice of that role changes nothing on the map.
fn idle(role: Role) -> bool {
    matches!(role, Role::Finish | Role::Stay | Role::Pass)
}

impl<D: Doctrine> Player<D::Game> for Sitter<D> {
    fn choose(&mut self, chair: &Chair<'_, D::Game>) -> ActionOf<D> {
        if let Some(action) = self.leave_be(chair) {
            return action;
        }
        let seed = self.seed;
        let script = || D::script(chair.game(), D::usual(chair.game(), chair.side()), seed);
        self.script.get_or_insert_with(script).choose(chair)
    }
}
