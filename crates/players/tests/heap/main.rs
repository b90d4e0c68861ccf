//! Whoever lists, checks and does things takes nothing from the heap: a search does them a million times a second.

use engine::conformance::patience;
use engine::{Actor, Dice, Game, Illegal, Side};
use opened::opened;
use std::collections::BTreeSet;

#[path = "../it/opened.rs"]
mod opened;

#[global_allocator]
static HEAP: heap::Counting = heap::Counting;

/// More than any position lists.
const ROOM: usize = 1 << 17;

/// How many decisions and rolls of each scenario are looked at.
const STEPS: usize = 2_000;

/// One game in progress, the buffers that are used again and again, and what was found.
struct Walk<'a, G: Game> {
    game: &'a G,
    state: G::State,
    dice: Dice,
    subjects: Vec<G::Subject>,
    options: Vec<G::Action>,
    /// Actions that were legal at some time and are tried later, when most of them are refused.
    earlier: Vec<(Side, G::Action)>,
    /// What went to the heap.
    found: BTreeSet<String>,
}

impl<'a, G: Game> Walk<'a, G> {
    fn new(game: &'a G) -> Walk<'a, G> {
        let (subjects, options) = (Vec::with_capacity(ROOM), Vec::with_capacity(ROOM));
        Walk { game, state: game.start(), dice: Dice::new(0), subjects, options, earlier: Vec::new(), found: BTreeSet::new() }
    }

    /// Random games from the start, the same for the same seed; returns what went to the heap.
    fn play(&mut self, seed: u64) -> BTreeSet<String> {
        (self.state, self.dice) = (self.game.start(), Dice::new(seed));
        self.earlier.clear();
        self.found.clear();
        for _ in 0..STEPS {
            if self.step().is_none() {
                self.state = self.game.start();
            }
        }
        std::mem::take(&mut self.found)
    }

    fn watch<T>(&mut self, what: impl FnOnce() -> String, work: impl FnOnce(&mut Self) -> T) -> T {
        let (done, taken) = heap::taken(|| work(self));
        if taken > 0 {
            self.found.insert(what());
        }
        done
    }

    /// One decision or roll; nothing when the game is over.
    fn step(&mut self) -> Option<()> {
        match self.game.actor(&self.state) {
            Actor::Over(_) => return None,
            Actor::Chance(chance) => {
                let roll = self.dice.answer(chance.draw);
                self.watch(|| format!("settle {}", chance.rule), |walk| walk.game.settle(&mut walk.state, &roll, &mut ()));
            }
            asked => {
                let sides: Vec<Side> = Side::BOTH.into_iter().filter(|side| asked.asks(*side)).collect();
                let side = sides[self.dice.below(sides.len())];
                self.list(side);
                let action = self.options[self.dice.below(self.options.len())];
                self.check(side, action).expect("what is listed is legal");
                for _ in 0..4 {
                    if let Some((side, action)) = self.earlier.get(self.dice.below(self.earlier.len().max(1))).copied() {
                        let _ = self.check(side, action);
                    }
                }
                self.earlier.push((side, action));
                self.watch(|| format!("do {}", name(&action)), |walk| walk.game.apply_unchecked(&mut walk.state, side, action, &mut ()));
            }
        }
        Some(())
    }

    /// Lists all that can be done.
    fn list(&mut self, side: Side) {
        self.subjects.clear();
        self.options.clear();
        self.watch(|| "subjects".into(), |walk| walk.game.subjects(&walk.state, side, &mut walk.subjects));
        for i in 0..self.subjects.len() {
            let subject = self.subjects[i];
            self.watch(
                || format!("options of {}", name(&subject)),
                |walk| walk.game.options(&walk.state, side, subject, &mut walk.options),
            );
        }
    }

    fn check(&mut self, side: Side, action: G::Action) -> Result<(), Illegal> {
        self.watch(|| format!("check {}", name(&action)), |walk| walk.game.check(&walk.state, side, action))
    }
}

/// The name of an action or subject in the code.
fn name(what: &impl std::fmt::Debug) -> String {
    format!("{what:?}").split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_string()
}

/// Random games of every scenario, with any options. What the rules keep and a thread uses again is made when it is first needed:
/// so every game is played twice, and the second time nothing may be taken.
fn takes_nothing_from_the_heap<G: Game>() {
    let mut found = BTreeSet::new();
    for scenario in &G::catalogue().scenarios {
        for seed in 0..2 * patience() as u64 {
            let game: G = opened(&scenario.id, seed);
            let mut walk = Walk::new(&game);
            walk.play(seed);
            found.extend(walk.play(seed).into_iter().map(|what| format!("{}: {what}", scenario.id)));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

macro_rules! games {
    ($($game:ident: $kind:ident;)*) => {
        $(#[test]
        fn $game() {
            takes_nothing_from_the_heap::<$game::$kind>();
        })*
    };
}

games! {
    blue_gray: BlueGray;
    bull_run: BullRun;
    chancellorsville_1974: Chancellorsville1974;
    chancellorsville_1961: Chancellorsville1961;
    give_us_victories: GiveUsVictories;
}
