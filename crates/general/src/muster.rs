//! Set-ups from self-play: where a game leaves open how an army begins, better beginnings are found by trying them.
//!
//! From the set-up that the script would choose, one variation after another is drafted: a few units elsewhere, the others where they
//! were. It plays the same games as the best set-up so far, with the same dice, the scripts acting for both sides; whoever falls
//! behind is dropped early, and who keeps a lead is the new best. The enemy begins as the script would, or by one of its own set-ups.
//!
//! Where a side has several, the general lets the scripts play them out from what it sees, as long as it may think, and takes the best.

use crate::doctrine::{ActionOf, Doctrine, StateOf};
use crate::world::Limit;
use crate::{Budget, Paper};
use engine::mix::mix;
use engine::{Actor, Chair, Dice, Handbook, Notation, Player, Rules, Side};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A set-up that was found in self-play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Muster {
    /// The scenario.
    pub scenario: String,
    /// Whose set-up it is.
    pub side: Side,
    /// The command line that found it.
    pub command: String,
    /// The share of points of the script's set-up, and of this one, in games that were not used to find it.
    pub shares: [f64; 2],
    /// The orders.
    pub orders: Vec<Value>,
}

/// What to play.
#[derive(Clone, Debug)]
pub struct Drill {
    /// Whose set-up.
    pub side: Side,
    /// Whether the enemy begins as the script would, whatever other set-ups it has.
    pub plain: bool,
    /// About how many games.
    pub games: u64,
    /// The seed of the variations and of the games.
    pub seed: u64,
    /// The command line, for the record.
    pub command: String,
}

/// Games of the first comparison; if it goes well there are twice as many, and so on.
const FEW: usize = 32;
/// Games after which a lead is believed.
const MANY: usize = 512;
/// Different games that there are; each comparison begins somewhere else among them.
const ALL: usize = 8 * MANY;
/// A new set-up must lead by so many of its own doubts.
const SURE: f64 = 1.0;
/// Manners in which the enemy plays.
const FOES: u64 = 4;
/// Games to see what a set-up is worth in the end.
const PROOF: usize = 1_000;

/// The set-ups of a side in the scenario that is played.
pub(crate) fn musters<D: Doctrine>(game: &D::Game, side: Side) -> Vec<Vec<ActionOf<D>>> {
    let all: Vec<Muster> = serde_json::from_str(D::MUSTERS).expect("the set-ups are part of the program");
    let read = |m: &Muster| m.orders.iter().map(|o| game.read_action(o)).collect::<Result<_, _>>();
    let own = all.iter().filter(|m| m.scenario == game.setup().scenario && m.side == side);
    own.map(|m| read(m).expect("the set-ups are part of the program")).collect()
}

/// A side's choice among its set-ups.
pub(crate) struct Choice<A> {
    /// The orders.
    pub(crate) orders: Vec<A>,
    /// The share of points that the scripts made with it.
    pub(crate) share: f64,
}

/// Of these set-ups of a side the one that does best when the scripts play from there. Where there is only one, a few games show what
/// to expect.
pub(crate) fn choose<D: Doctrine>(
    game: &D::Game,
    setups: Vec<Vec<ActionOf<D>>>,
    roots: &[StateOf<D>],
    side: Side,
    seed: u64,
    limit: &mut Limit,
) -> Option<Choice<ActionOf<D>>> {
    let mut all: Vec<(Vec<ActionOf<D>>, f64)> = setups.into_iter().map(|orders| (orders, 0.0)).collect();
    let most = [0, roots.len(), usize::MAX][all.len().min(2)];
    let mut rounds = 0;
    for root in roots.iter().cycle().take(most) {
        let seed = mix(seed.wrapping_add(rounds));
        let both = |own: &Vec<ActionOf<D>>| Side::BOTH.map(|s| if s == side { own.clone() } else { Vec::new() });
        let played = all.iter().map(|(own, _)| play::<D>(game, set_up::<D>(game, root.clone(), both(own), seed).0, side, seed, limit));
        // Who was tried once more than the others has no advantage.
        let Some(points) = played.collect::<Option<Vec<f64>>>() else { break };
        all.iter_mut().zip(points).for_each(|(one, points)| one.1 += points);
        rounds += 1;
    }
    let best = all.iter().map(|one| one.1).fold(0.0, f64::max);
    let share = if rounds == 0 { 0.5 } else { best / rounds as f64 };
    all.into_iter().find(|one| one.1 >= best).map(|one| Choice { orders: one.0, share })
}

/// The next order of a set-up that can be carried out.
pub(crate) fn next<D: Doctrine>(game: &D::Game, state: &StateOf<D>, side: Side, orders: &mut Vec<ActionOf<D>>) -> Option<ActionOf<D>> {
    let next = orders.iter().position(|o| game.check(state, side, *o).is_ok())?;
    Some(orders.remove(next))
}

/// Looks for a better set-up. `heard` is told how many games were played.
pub fn drill<D: Doctrine>(game: &D::Game, drill: &Drill, heard: &(dyn Fn(u64) + Sync)) -> Result<Muster, String> {
    if !D::mustering(game, &game.start()) {
        return Err("the armies of that game begin where the book says".to_string());
    }
    let mut enemies = vec![Vec::new()];
    if !drill.plain {
        enemies.extend(musters::<D>(game, drill.side.enemy()));
    }
    let ground = Ground { game, side: drill.side, enemies, seed: mix(drill.seed), heard };
    let mut paper: Paper<D::Game> = Paper::new(mix(drill.seed ^ 0x6d75_7374));
    let script = Beginning::new(&ground, &[]);
    let mut best = script.clone();
    for known in musters::<D>(game, drill.side) {
        let mut known = Beginning::new(&ground, &known);
        if ground.beats(&mut known, &mut best, 0).0 {
            best = known;
        }
    }
    let mut played = 0;
    while played < drill.games {
        let mut new = Beginning::new(&ground, &ground.vary(&best.orders, &mut paper));
        let (better, games) = ground.beats(&mut new, &mut best, paper.dice.below(ALL));
        played += games;
        if better {
            best = new;
        }
    }
    let proof = |setup: &Beginning<D>| {
        let sum: f64 = (ALL..ALL + PROOF).into_par_iter().map(|n| ground.play(setup, n)).sum();
        (sum / PROOF as f64 * 1e3).round() / 1e3
    };
    Ok(Muster {
        scenario: game.setup().scenario.clone(),
        side: drill.side,
        command: drill.command.clone(),
        shares: [proof(&script), proof(&best)],
        orders: best.orders.iter().map(|o| game.write_action(*o)).collect(),
    })
}

/// Both armies in their places by these orders, and by the scripts' where they are silent; and what was ordered in the end.
fn set_up<D: Doctrine>(
    game: &D::Game,
    mut state: StateOf<D>,
    mut orders: [Vec<ActionOf<D>>; 2],
    seed: u64,
) -> (StateOf<D>, [Vec<ActionOf<D>>; 2]) {
    let mut given = [Vec::new(), Vec::new()];
    let mut scripts = Side::BOTH.map(|s| D::script(game, D::usual(game, s), seed));
    while D::mustering(game, &state)
        && let Some(side) = game.actor(&state).side()
    {
        let i = side.index();
        let next = next::<D>(game, &state, side, &mut orders[i]);
        let action = next.unwrap_or_else(|| scripts[i].choose(&Chair::new(game, &state, side)));
        given[i].push(action);
        game.apply_unchecked(&mut state, side, action, &mut ());
    }
    (state, given)
}

/// The points that a side makes in a game of scripts, the enemy in one of several manners; nothing if time is up.
fn play<D: Doctrine>(game: &D::Game, mut state: StateOf<D>, side: Side, seed: u64, limit: &mut Limit) -> Option<f64> {
    let mut dice = Dice::new(seed);
    let foe = (mix(seed) % FOES.min(u64::from(D::MANNERS))) as u8;
    let mut scripts = Side::BOTH.map(|s| D::script(game, if s == side { D::usual(game, s) } else { foe }, seed));
    loop {
        limit.visit();
        if limit.over() {
            return None;
        }
        match game.actor(&state) {
            Actor::Over(verdict) => return Some(verdict.winner.map_or(0.5, |w| if w == side { 1.0 } else { 0.0 })),
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            asked => {
                let asked = asked.side().expect("somebody is asked");
                let action = scripts[asked.index()].choose(&Chair::new(game, &state, asked));
                game.apply_unchecked(&mut state, asked, action, &mut ());
            }
        }
    }
}

/// Where set-ups are tried.
struct Ground<'a, D: Doctrine> {
    game: &'a D::Game,
    side: Side,
    /// The enemy's set-ups; the first one, empty, is the script's.
    enemies: Vec<Vec<ActionOf<D>>>,
    seed: u64,
    heard: &'a (dyn Fn(u64) + Sync),
}

/// A set-up and what became of it.
struct Beginning<D: Doctrine> {
    orders: Vec<ActionOf<D>>,
    /// The position from which play begins, for each of the enemy's set-ups.
    ready: Vec<StateOf<D>>,
    results: Vec<Option<f64>>,
}

impl<D: Doctrine> Clone for Beginning<D> {
    fn clone(&self) -> Beginning<D> {
        Beginning { orders: self.orders.clone(), ready: self.ready.clone(), results: self.results.clone() }
    }
}

impl<D: Doctrine> Beginning<D> {
    fn new(ground: &Ground<'_, D>, orders: &[ActionOf<D>]) -> Beginning<D> {
        let (mut given, mut ready) = (Vec::new(), Vec::new());
        for enemy in &ground.enemies {
            let both = Side::BOTH.map(|s| if s == ground.side { orders.to_vec() } else { enemy.clone() });
            let (state, [union, confederate]) = set_up::<D>(ground.game, ground.game.start(), both, ground.seed);
            let orders = if ground.side == Side::Union { union } else { confederate };
            ready.push(state);
            if given.is_empty() {
                given = orders;
            }
        }
        Beginning { orders: given, ready, results: vec![None; ALL] }
    }
}

impl<D: Doctrine> Ground<'_, D> {
    /// A few units elsewhere: they are placed first, and the others where they were, if there is room.
    fn vary(&self, orders: &[ActionOf<D>], paper: &mut Paper<D::Game>) -> Vec<ActionOf<D>> {
        let before = self.before();
        let changes = [1, 1, 1, 2, 2, 3, 4, 6][paper.dice.below(8)];
        let more = |order: &ActionOf<D>| {
            let mut after = before.clone();
            self.game.apply_unchecked(&mut after, self.side, *order, &mut ());
            D::mustering(self.game, &after) && self.game.actor(&after).side() == Some(self.side)
        };
        let others = (0..changes).filter_map(|_| paper.anything(self.game, &before, self.side)).filter(more);
        others.chain(orders.iter().copied()).collect()
    }

    /// The position in which one's own side begins to set up.
    fn before(&self) -> StateOf<D> {
        let mut state = self.game.start();
        let mut script = D::script(self.game, D::usual(self.game, self.side.enemy()), self.seed);
        while self.game.actor(&state).side() == Some(self.side.enemy()) {
            let action = script.choose(&Chair::new(self.game, &state, self.side.enemy()));
            self.game.apply_unchecked(&mut state, self.side.enemy(), action, &mut ());
        }
        state
    }

    /// The points that one's own side makes in a game.
    fn play(&self, setup: &Beginning<D>, n: usize) -> f64 {
        let state = setup.ready[n % setup.ready.len()].clone();
        let endless = &mut Limit::new(Budget::Nodes(u64::MAX), None);
        play::<D>(self.game, state, self.side, mix(self.seed.wrapping_add(n as u64)), endless).unwrap_or(0.5)
    }

    /// The results of these games, played where they were not before; and how many were.
    fn results(&self, setup: &mut Beginning<D>, which: &[usize]) -> u64 {
        let missing: Vec<usize> = which.iter().copied().filter(|n| setup.results[*n].is_none()).collect();
        let results: Vec<f64> = missing.par_iter().map(|n| self.play(setup, *n)).collect();
        for (n, result) in missing.iter().zip(results) {
            setup.results[*n] = Some(result);
        }
        (self.heard)(missing.len() as u64);
        missing.len() as u64
    }

    /// Whether a set-up beats another in games from a certain one on, and how many were played to know.
    fn beats(&self, new: &mut Beginning<D>, old: &mut Beginning<D>, from: usize) -> (bool, u64) {
        let (mut n, mut played) = (FEW, 0);
        loop {
            let which: Vec<usize> = (from..from + n).map(|i| i % ALL).collect();
            played += self.results(new, &which) + self.results(old, &which);
            let lead = |i: &usize| new.results[*i].unwrap_or(0.5) - old.results[*i].unwrap_or(0.5);
            let mean = which.iter().map(lead).sum::<f64>() / n as f64;
            let spread = which.iter().map(|i| (lead(i) - mean).powi(2)).sum::<f64>() / n as f64;
            let doubt = (spread / n as f64).sqrt();
            if mean <= 0.0 || n >= MANY {
                return (mean > SURE * doubt, played);
            }
            n *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fable::{Fable, MUSTERING, Page, Who};

    /// The Union begins on the left, as the script would, or on the right; then a die decides, and the right has more lucky faces.
    fn left_or_right() -> Fable {
        let page = |who, next, question| Page { who, next, phase: 0, question, worth: 0.0 };
        let asked = |next| page(Who::Asked(Side::Union), next, MUSTERING);
        let over = |side| page(Who::Over(Some(side)), &[], 0);
        let die = |next| page(Who::Die, next, 0);
        let (union, confederate) = (over(Side::Union), over(Side::Confederate));
        Fable(vec![asked(&[1, 2]), asked(&[3]), asked(&[4]), die(&[5, 6, 6, 6, 6, 6]), die(&[5, 5, 5, 5, 6, 6]), union, confederate])
    }

    fn drilled(side: Side) -> Muster {
        drill::<Fable>(&left_or_right(), &Drill { side, plain: false, games: 3_000, seed: 1, command: String::new() }, &|_| {}).unwrap()
    }

    #[test]
    fn a_better_set_up_is_found() {
        let found = drilled(Side::Union);
        assert_eq!(found.orders, [1, 0].map(Value::from));
        let [script, best] = found.shares;
        assert!((script - 1.0 / 6.0).abs() < 0.04 && (best - 2.0 / 3.0).abs() < 0.05, "{script} {best}");
    }

    #[test]
    fn of_several_set_ups_the_better_one_is_taken() {
        let fable = left_or_right();
        let chosen = |setups: Vec<Vec<u8>>, nodes: u64| {
            let limit = &mut Limit::new(Budget::Nodes(nodes), None);
            choose::<Fable>(&fable, setups, &[0], Side::Union, 1, limit).map(|c| (c.orders[0], c.share))
        };
        let (order, share) = chosen(vec![vec![0], vec![1]], 2_000).unwrap();
        assert_eq!(order, 1);
        assert!((share - 2.0 / 3.0).abs() < 0.1, "{share}");
        // Without time it is the first, and nothing is known about it.
        assert_eq!(chosen(vec![vec![0], vec![1]], 0), Some((0, 0.5)));
        assert_eq!(chosen(Vec::new(), 2_000), None);
    }

    #[test]
    fn whoever_has_no_choice_has_nothing_to_find() {
        assert_eq!(drilled(Side::Confederate).orders, [] as [Value; 0]);
        let settled = Fable(left_or_right().0.split_off(3).into_iter().map(|p| Page { next: &[1, 1, 1, 1, 1, 1], ..p }).collect());
        assert!(
            drill::<Fable>(&settled, &Drill { side: Side::Union, plain: true, games: 100, seed: 1, command: String::new() }, &|_| {})
                .is_err()
        );
    }
}
