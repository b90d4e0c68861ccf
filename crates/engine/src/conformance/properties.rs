//! What must hold in any position of any game.

use super::speech::refusal_teaches;
use super::walk::{kind, listed};
use super::{Kit, Spot, patience};
use crate::player::RandomPlayer;
use crate::sim::{Care, play_out};
use crate::table::{Seated, Table};
use crate::{Actor, Chair, Dice, Draw, Game, Illegal, Player, Roll, Seat, Side};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// At most so many actions of a long list are tried one by one.
const SOME: usize = 60;

/// Some of a list, evenly.
fn some<T: Copy>(list: &[T]) -> impl Iterator<Item = T> {
    list.iter().step_by(list.len().div_ceil(SOME).max(1)).copied()
}

impl<G: Game> Kit<G> {
    /// Everything listed is accepted; nothing is listed twice; there is always something; actions and subjects survive a file.
    /// Random games meet every kind of action that the kit names.
    pub fn listed_is_accepted(&self) {
        let met = self.walk(1, 5, |spot, _| {
            for side in Side::BOTH {
                let (mut subjects, mut actions) = (Vec::new(), Vec::new());
                if !spot.asked().any(|asked| asked == side) {
                    continue;
                }
                spot.game.subjects(spot.state, side, &mut subjects);
                for subject in &subjects {
                    let before = actions.len();
                    spot.game.options(spot.state, side, *subject, &mut actions);
                    if actions.len() == before {
                        spot.fault(format!("{subject:?} can act and has nothing to do"));
                    }
                    // What belongs to two subjects (an attack on two hexes) stands with each.
                    let mut ways = HashSet::new();
                    if let Some(twice) = actions[before..].iter().find(|a| !ways.insert(**a)) {
                        spot.fault(format!("{twice:?} is listed twice for {subject:?}"));
                    }
                    let written = spot.game.write_subject(*subject);
                    match spot.game.read_subject(&written) {
                        Ok(read) if read == *subject => {}
                        other => spot.fault(format!("the subject {written} was read as {other:?}")),
                    }
                }
                if actions.is_empty() {
                    spot.fault(format!("{side} is asked and can do nothing"));
                }
                let mut things = HashSet::new();
                if let Some(twice) = subjects.iter().find(|s| !things.insert(**s)) {
                    spot.fault(format!("{twice:?} is listed twice"));
                }
                for action in &actions {
                    if let Err(illegal) = spot.game.check(spot.state, side, *action) {
                        spot.fault(format!("{} is listed and refused: {illegal}", spot.game.write_action(*action)));
                    }
                }
                for action in some(&actions) {
                    let written = spot.game.write_action(action);
                    match spot.game.read_action(&written) {
                        Ok(read) if read == action => {}
                        other => spot.fault(format!("the action {written} was read as {other:?}")),
                    }
                }
            }
        });
        let missing: Vec<&String> = self.kinds.iter().filter(|kind| !met.contains_key(*kind)).collect();
        assert!(missing.is_empty(), "random games never met {missing:?}; they met {met:?}");
    }

    /// Actions of other positions, and actions whose fields were mixed: refused without a change and by a rule of the game, or
    /// sound. Nobody acts for the other side.
    pub fn made_up_actions(&self) {
        let rules: HashSet<&str> = G::rules().iter().map(|r| r.id.as_str()).collect();
        let mut foreign: Vec<Value> = Vec::new();
        let mut refused = 0;
        self.walk(2, 4, |spot, dice| {
            for side in spot.asked() {
                let actions = spot.listed(side);
                let here: HashSet<G::Action> = actions.iter().copied().collect();
                for _ in 0..4 {
                    keep(&mut foreign, spot.game.write_action(actions[dice.below(actions.len())]), dice);
                }
                for n in 0..24 {
                    let mut written = foreign[dice.below(foreign.len())].clone();
                    if n % 2 == 0 {
                        mix_fields(&mut written, &foreign[dice.below(foreign.len())]);
                    }
                    let Ok(action) = spot.game.read_action(&written) else { continue };
                    for by in Side::BOTH {
                        let asked = spot.asked().any(|s| s == by);
                        refused += usize::from(!try_out(spot, by, action, asked && here.contains(&action) && by == side, &rules));
                    }
                }
            }
        });
        assert!(refused > 0, "nothing was refused");
    }

    /// `apply` is `check` and then play; with or without listeners the same happens.
    pub fn play_agrees_with_apply(&self) {
        self.walk(3, 6, |spot, _| {
            for side in spot.asked() {
                for action in some(&spot.listed(side)) {
                    let (mut checked, mut unchecked) = (spot.state.clone(), spot.state.clone());
                    let mut events = Vec::new();
                    if let Err(illegal) = spot.game.apply(&mut checked, side, action, &mut events) {
                        spot.fault(format!("{action:?} is listed and refused: {illegal}"));
                    }
                    spot.game.apply_unchecked(&mut unchecked, side, action, &mut ());
                    if spot.game.hash(&checked) != spot.game.hash(&unchecked) {
                        spot.fault(format!("{action:?} checked and unchecked differ"));
                    }
                    let after = spot.next(&checked, &format!("{}", spot.game.write_action(action)));
                    after.audit();
                    after.no_dead_end();
                    for event in &events {
                        for seat in [Seat::Union, Seat::Confederate, Seat::Spectator, Seat::Referee] {
                            let _ = spot.game.tell(event, seat);
                        }
                    }
                }
            }
        });
    }

    /// A position that was written and read is the same in every respect: hash, listing, what it is written as. Two turns of a game
    /// never share the number of a phase.
    pub fn positions_survive_a_file(&self) {
        let (mut last, mut turns): (u64, BTreeMap<u32, u64>) = (0, BTreeMap::new());
        self.walk(4, 3, |spot, _| {
            let written = spot.game.write_position(spot.state);
            let (turn, phase) = (written["turn"].as_u64().expect("a turn"), spot.game.phase(spot.state));
            if turn < std::mem::replace(&mut last, turn) || spot.name.ends_with("decision 0") {
                turns.clear();
            }
            let other = *turns.entry(phase).or_insert(turn);
            if other != turn {
                spot.fault(format!("the number of its phase, {phase}, is one of turn {other} too"));
            }
            let text = written.to_string();
            let again: Value = serde_json::from_str(&text).expect("JSON");
            let read = spot.game.read_position(&again).unwrap_or_else(|bad| spot.fault(format!("it cannot be read: {bad}")));
            if spot.game.hash(&read) != spot.game.hash(spot.state) {
                spot.fault(format!("read, it has another hash; it is written as {}", spot.game.write_position(&read)));
            }
            if spot.game.write_position(&read) != written {
                spot.fault(format!("read, it is written as {}", spot.game.write_position(&read)));
            }
            spot.next(&read, "read").audit();
            let names = |state: &G::State| -> BTreeSet<String> {
                let all = spot.asked().flat_map(|side| listed(spot.game, state, side));
                all.map(|a| spot.game.write_action(a).to_string()).collect()
            };
            if names(&read) != names(spot.state) {
                spot.fault("read, something else can be done");
            }
        });
    }

    /// The classes of a question to Chance weigh as much as there are answers, and each sample is an answer. Every face of a
    /// single die leads where one of the classes leads.
    pub fn classes_are_exact(&self) {
        let mut asked = 0;
        self.walk(5, 1, |spot, dice| {
            let Actor::Chance(chance) = spot.game.actor(spot.state) else { return };
            asked += 1;
            let mut classes = Vec::new();
            spot.game.classes(spot.state, &mut classes);
            let all: u64 = match chance.draw {
                Draw::Dice { count, sides } => u64::from(sides).pow(count.into()),
                Draw::Cup { from, count } => (0..u64::from(count)).map(|n| u64::from(from) - n).product(),
            };
            let weight: u64 = classes.iter().map(|c| u64::from(c.weight)).sum();
            if weight != all {
                spot.fault(format!("the classes weigh {weight} of {all}"));
            }
            let settled = |roll: &Roll| {
                if let Some(fault) = chance.draw.fault(roll.values()) {
                    spot.fault(format!("{roll:?} is no answer: {fault}"));
                }
                let mut state = spot.state.clone();
                spot.game.settle(&mut state, roll, &mut Vec::new());
                let after = spot.next(&state, &format!("{roll:?}"));
                after.audit();
                after.no_dead_end();
                // Who is asked, and for what. A position may remember the die itself, so its hash says too much.
                let names = after.asked().flat_map(|side| after.listed(side).into_iter().map(move |a| (side, a)));
                let names = names.map(|(side, a)| format!("{side} {}", spot.game.write_action(a)));
                names.chain([format!("{:?}", spot.game.actor(&state))]).collect::<BTreeSet<String>>()
            };
            let ends: Vec<BTreeSet<String>> = classes.iter().map(|c| settled(&c.sample)).collect();
            if let Draw::Dice { count: 1, sides } = chance.draw {
                for face in 1..=sides {
                    if !ends.contains(&settled(&Roll::one(face))) {
                        spot.fault(format!("a {face} leads where no class leads"));
                    }
                }
            } else {
                settled(&dice.answer(chance.draw));
            }
        });
        assert!(asked > 0, "Chance was never asked");
    }

    /// What is listed out of turn is accepted, whoever is asked, and leaves a sound position in which somebody can act.
    pub fn asides_are_sound(&self) {
        self.walk(6, 3, |spot, _| {
            for side in Side::BOTH {
                let mut asides = Vec::new();
                spot.game.asides(spot.state, side, &mut asides);
                let mut seen = HashSet::new();
                if let Some(twice) = asides.iter().find(|a| !seen.insert(**a)) {
                    spot.fault(format!("{twice:?} is listed twice out of turn"));
                }
                for action in some(&asides) {
                    let mut state = spot.state.clone();
                    if let Err(illegal) = spot.game.apply(&mut state, side, action, &mut ()) {
                        spot.fault(format!("{action:?} is listed out of turn for {side} and refused: {illegal}"));
                    }
                    let after = spot.next(&state, &format!("{action:?}"));
                    after.audit();
                    after.no_dead_end();
                }
            }
        });
    }

    /// A game with some taken back is saved, loaded and replayed from its journal to the same position; where all are to see the same on the way,
    /// they do.
    pub fn journals_replay(&self) {
        for (n, script) in self.openings.iter().enumerate() {
            let reopen = || super::Script::<G>::beginning(script, script);
            let begin = reopen();
            let name = begin.name.clone();
            let mut table = Seated::new(begin.game, begin.state, Dice::new(n as u64));
            let mut player = RandomPlayer::<G>::new(n as u64);
            for step in 0..self.decisions * 2 * patience() {
                match table.game().actor(table.state()) {
                    Actor::Over(_) => break,
                    Actor::Chance(_) => drop(table.answer(None).unwrap_or_else(|bad| panic!("{name}: {bad:?}"))),
                    asked => {
                        let side = asked.side().expect("a side");
                        let action = player.choose(&Chair::new(table.game(), table.state(), side));
                        table.act(side, action).unwrap_or_else(|bad| panic!("{name}: {action:?}: {bad}"));
                    }
                }
                if step % 23 == 22 {
                    let _ = table.undo(Seat::Referee);
                }
                if step % 5 == 4 && table.all_see_the_same() {
                    let [first, second, third] = [Seat::Spectator, Seat::Union, Seat::Confederate].map(|seat| table.view(seat));
                    assert!(first == second && first == third, "{name}: step {step}");
                }
            }
            let saved: Value = serde_json::from_str(&table.save().to_string()).expect("JSON");
            let (again, remark) = Seated::load(reopen().game, &saved).unwrap_or_else(|bad| panic!("{name}: {bad}"));
            assert_eq!((again.hash(), remark), (table.hash(), None), "{name}");
        }
    }

    /// Another position that looks the same to a seat gives it the same answers: who is asked, what is listed, what is refused
    /// and by which rule, prompts and labels.
    pub fn hidden_things_change_nothing(&self) {
        let mut secrets = false;
        let mut compared = 0;
        let mut foreign: Vec<G::Action> = Vec::new();
        self.walk(7, 4, |spot, dice| {
            for side in Side::BOTH.into_iter().filter(|side| spot.game.unveiled(spot.state, (*side).into()).is_some()) {
                let fits = spot.game.sample(&spot.game.knowledge(spot.state, side.into()), dice);
                if spot.game.hash(&fits) != spot.game.hash(spot.state) {
                    spot.fault(format!("nothing is hidden from {side}, but another position fits what it knows"));
                }
            }
            if !spot.game.secrets() {
                return;
            }
            secrets = true;
            for side in spot.asked() {
                let actions = spot.listed(side);
                foreign.push(actions[dice.below(actions.len())]);
                let known = spot.game.knowledge(spot.state, side.into());
                let view = spot.game.view(&known);
                let other = spot.game.sample(&known, dice);
                let others = spot.game.knowledge(&other, side.into());
                if spot.game.view(&others) != view || spot.game.audit(&other).is_err() {
                    continue;
                }
                compared += usize::from(spot.game.hash(&other) != spot.game.hash(spot.state));
                let differ = |what: String| spot.next(&other, "with other things hidden").fault(what);
                if spot.game.actor(&other) != spot.game.actor(spot.state) {
                    differ("somebody else is asked".into());
                }
                let names =
                    |all: Vec<G::Action>| -> BTreeSet<String> { all.iter().map(|a| spot.game.write_action(*a).to_string()).collect() };
                let (ours, theirs) = (names(actions.clone()), names(listed(spot.game, &other, side)));
                if let Some(odd) = ours.symmetric_difference(&theirs).next() {
                    differ(format!("{side} may {odd} in one of the two only; here {}", spot.game.write_position(spot.state)));
                }
                if spot.game.prompt(&others) != spot.game.prompt(&known) {
                    differ("the prompt differs".into());
                }
                for action in some(&actions) {
                    if spot.game.describe(&known, action) != spot.game.describe(&others, action) {
                        differ(format!("{action:?} is described otherwise"));
                    }
                }
                for action in some(&foreign) {
                    let answers =
                        |state: &G::State| spot.game.check(state, side, action).map_err(|e: Illegal| (e.rule, e.because, e.instead));
                    let (here, there) = (answers(spot.state), answers(&other));
                    if here != there {
                        differ(format!("{action:?}: {here:?} becomes {there:?}; here {}", spot.game.write_position(spot.state)));
                    }
                }
            }
        });
        assert!(!secrets || compared > 0, "no position with secrets was compared");
    }

    /// Whole random games end, without a fault.
    pub fn games_end(&self) {
        for begin in self.opened() {
            for seed in 0..(self.games * patience()) as u64 {
                let mut players: [Box<dyn Player<G>>; 2] =
                    [Box::new(RandomPlayer::<G>::new(seed * 2)), Box::new(RandomPlayer::<G>::new(seed * 2 + 1))];
                let care = if seed == 0 { Care::Everything } else { Care::Phases };
                let played = play_out(&begin.game, &mut begin.state.clone(), &mut players, &mut Dice::new(seed), care);
                assert!(played.violations.is_empty(), "{}, seed {seed}: {:?}", begin.name, played.violations);
                assert!(played.verdict.is_some(), "{}, seed {seed}: no end", begin.name);
            }
        }
    }
}

/// Tries an action; whether it was accepted.
fn try_out<G: Game>(spot: &Spot<'_, G>, by: Side, action: G::Action, listed: bool, rules: &HashSet<&str>) -> bool {
    let mut state = spot.state.clone();
    match spot.game.apply(&mut state, by, action, &mut ()) {
        Err(illegal) => {
            if listed {
                spot.fault(format!("{action:?} is listed, but {illegal}"));
            }
            if spot.game.hash(&state) != spot.game.hash(spot.state)
                || spot.game.write_position(&state) != spot.game.write_position(spot.state)
            {
                spot.fault(format!("{action:?} was refused and changed something"));
            }
            refusal_teaches(&illegal, rules).unwrap_or_else(|fault| spot.fault(format!("{action:?} is refused: {fault}")));
            false
        }
        Ok(()) => {
            let mut asides = Vec::new();
            spot.game.asides(spot.state, by, &mut asides);
            let out_of_turn = || asides.iter().any(|a| kind::<G>(a) == kind::<G>(&action));
            if !spot.asked().any(|side| side == by) && !out_of_turn() {
                spot.fault(format!("{by} did {action:?} and is not asked"));
            }
            let after = spot.next(&state, &format!("{by} {action:?}"));
            after.audit();
            after.no_dead_end();
            true
        }
    }
}

/// A few hundred of all that was seen, any of them.
fn keep(kept: &mut Vec<Value>, new: Value, dice: &mut Dice) {
    if kept.len() < 400 {
        kept.push(new);
    } else {
        let at = dice.below(kept.len());
        kept[at] = new;
    }
}

/// Takes the fields of another writing where both have them.
pub(super) fn mix_fields(value: &mut Value, other: &Value) {
    if let (Value::Object(map), Value::Object(other)) = (value, other) {
        for (key, new) in other {
            if key != "do"
                && let Some(old) = map.get_mut(key)
            {
                *old = new.clone();
            }
        }
    }
}
