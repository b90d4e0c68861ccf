//! Random games that meet as many kinds of decisions as they can.

use super::{Kit, Script, patience};
use crate::mix::hash_text;
use crate::{Actor, Dice, Game, Side};
use std::collections::BTreeMap;

/// A position that is looked at, and how it came about.
pub struct Spot<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub state: &'a G::State,
    /// Where the game began, and how far it has come.
    pub name: String,
}

impl<G: Game> Spot<'_, G> {
    /// Stops the test: what is wrong, and where.
    #[track_caller]
    pub fn fault(&self, what: impl std::fmt::Display) -> ! {
        panic!("{}: {what}\n{}", self.name, self.game.write_position(self.state));
    }

    /// The sides that are asked.
    pub fn asked(&self) -> impl Iterator<Item = Side> + use<G> {
        let actor = self.game.actor(self.state);
        Side::BOTH.into_iter().filter(move |side| actor.asks(*side))
    }

    /// All that is listed for a side.
    pub fn listed(&self, side: Side) -> Vec<G::Action> {
        listed(self.game, self.state, side)
    }

    /// The audit, or the test is over.
    pub fn audit(&self) {
        self.game.audit(self.state).unwrap_or_else(|fault| self.fault(fault));
    }

    /// Another position of the same game that came of this one.
    pub fn next<'a>(&'a self, state: &'a G::State, by: &str) -> Spot<'a, G> {
        Spot { game: self.game, state, name: format!("{}, then {by}", self.name) }
    }

    /// Whoever is asked here can do something.
    pub fn no_dead_end(&self) {
        for side in self.asked() {
            if self.listed(side).is_empty() {
                self.fault(format!("a dead end: {side} is asked and can do nothing"));
            }
        }
    }
}

pub(super) fn listed<G: Game>(game: &G, state: &G::State, side: Side) -> Vec<G::Action> {
    let (mut subjects, mut actions) = (Vec::new(), Vec::new());
    game.subjects(state, side, &mut subjects);
    subjects.into_iter().for_each(|s| game.options(state, side, s, &mut actions));
    actions
}

/// The kind of an action: its name in the code.
pub(super) fn kind<G: Game>(action: &G::Action) -> String {
    let text = format!("{action:?}");
    text[..text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len())].to_string()
}

/// A beginning: the game and the position where its orders end.
pub(super) struct Beginning<G: Game> {
    pub(super) name: String,
    pub(super) game: G,
    pub(super) state: G::State,
}

impl<G: Game> Kit<G> {
    /// The openings, with their orders carried out.
    pub(super) fn opened(&self) -> Vec<Beginning<G>> {
        self.openings.iter().map(|script| Script::beginning(script, script)).collect()
    }

    /// The openings, and where the playthroughs begin.
    pub(super) fn beginnings(&self) -> Vec<Beginning<G>> {
        let mut all = self.opened();
        for (name, text) in self.files() {
            let (heads, name) = (Script::<G>::heads(&text), name.rsplit('/').next().unwrap_or_default());
            all.extend(heads.into_iter().enumerate().map(|(i, head)| Script::beginning(&format!("{name} ({i})"), &head)));
        }
        all
    }

    /// Plays random games from every beginning and shows one position in `every`.
    pub(super) fn walk(&self, salt: u64, every: usize, mut see: impl FnMut(&Spot<'_, G>, &mut Dice)) -> BTreeMap<String, usize> {
        let mut met: BTreeMap<String, usize> = BTreeMap::new();
        for begin in self.beginnings() {
            let mut dice = Dice::new(salt ^ hash_text(&begin.name));
            let mut state = begin.state.clone();
            let (mut decisions, mut wanted, mut shown) = (0, self.decisions * patience(), 0usize);
            while decisions < wanted {
                let spot = Spot { game: &begin.game, state: &state, name: format!("{}, seed {salt}, decision {decisions}", begin.name) };
                spot.audit();
                let actor = begin.game.actor(&state);
                if shown.is_multiple_of(every) || matches!(actor, Actor::Chance(_)) && shown.is_multiple_of(every.div_ceil(4)) {
                    see(&spot, &mut dice);
                }
                shown += 1;
                match actor {
                    Actor::Over(_) if decisions == 0 => wanted = 0,
                    Actor::Over(_) => {
                        state = begin.state.clone();
                        decisions += 1;
                    }
                    Actor::Chance(chance) => begin.game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
                    Actor::Side(_) | Actor::Sealed(_) => {
                        let (side, action) = choose(&spot, &mut met, &mut dice);
                        *met.entry(kind::<G>(&action)).or_default() += 1;
                        begin.game.apply_unchecked(&mut state, side, action, &mut ());
                        decisions += 1;
                    }
                }
            }
        }
        met
    }
}

/// Mostly any option of any subject; now and then the kind of action that was met least, or an aside.
fn choose<G: Game>(spot: &Spot<'_, G>, met: &mut BTreeMap<String, usize>, dice: &mut Dice) -> (Side, G::Action) {
    let asides = Side::BOTH.map(|side| {
        let mut asides = Vec::new();
        spot.game.asides(spot.state, side, &mut asides);
        asides
    });
    let side = Side::BOTH[dice.below(2)];
    if !asides[side.index()].is_empty() && dice.below(12) == 0 {
        return (side, asides[side.index()][dice.below(asides[side.index()].len())]);
    }
    let sides: Vec<Side> = spot.asked().collect();
    let side = sides[dice.below(sides.len())];
    let mut subjects = Vec::new();
    spot.game.subjects(spot.state, side, &mut subjects);
    if subjects.is_empty() {
        spot.fault(format!("a dead end: {side} is asked and nothing can act"));
    }
    let mut options = Vec::new();
    if dice.below(5) == 0 {
        subjects.into_iter().for_each(|s| spot.game.options(spot.state, side, s, &mut options));
        let least = options.iter().map(|a| met.get(&kind::<G>(a)).copied().unwrap_or(0)).min().unwrap_or(0);
        options.retain(|a| met.get(&kind::<G>(a)).copied().unwrap_or(0) == least);
    } else {
        let subject = subjects[dice.below(subjects.len())];
        spot.game.options(spot.state, side, subject, &mut options);
        if options.is_empty() {
            spot.fault(format!("{subject:?} can act and has nothing to do"));
        }
    }
    (side, options[dice.below(options.len())])
}
