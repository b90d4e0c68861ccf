//! No position from a file leads to a fault. Saves are spoilt (fields changed, removed, doubled, units moved, phases changed,
//! numbers out of range, journals cut); whatever is still accepted is played on by a random player: no panic, no dead end, and
//! the audit holds at every step.

use super::{Kit, patience};
use crate::player::RandomPlayer;
use crate::table::{EARLIER_FORMAT, Seated, Table};
use crate::{Actor, Chair, Dice, Game, Player, Side};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many decisions are played on a position that was accepted.
const PLAYED_ON: usize = 120;

impl<G: Game> Kit<G> {
    /// Spoilt positions are refused, with the name of a field, or can be played; and they have another hash than what was spoilt.
    pub fn spoilt_positions(&self) {
        let mut faults = Vec::new();
        let (mut read, mut refused) = (0usize, 0usize);
        let mut kept: Vec<Value> = Vec::new();
        let every = 8;
        let each = (self.spoilt * every).div_ceil(self.decisions.max(1)).max(1);
        self.walk(11, every, |spot, dice| {
            if faults.len() > 4 {
                return;
            }
            let saved = spot.game.write_position(spot.state);
            let before = unordered(&saved);
            if kept.len() < 60 {
                kept.push(saved.clone());
            } else {
                let at = dice.below(kept.len());
                kept[at] = saved.clone();
            }
            for _ in 0..each {
                let mut spoilt = saved.clone();
                let mut done = Vec::new();
                for _ in 0..=dice.below(3) {
                    let other = &kept[dice.below(kept.len())];
                    done.push(spoil(&mut spoilt, other, dice));
                }
                if spoilt == saved {
                    continue;
                }
                let seed = dice.below(1 << 30) as u64;
                let outcome = catch_unwind(AssertUnwindSafe(|| {
                    let state = spot.game.read_position(&spoilt).map_err(|bad| bad.to_string())?;
                    let same = spot.game.hash(&state) == spot.game.hash(spot.state);
                    assert!(!same || unordered(&spot.game.write_position(&state)) == before, "another position has the same hash");
                    play_on(spot.game, state, seed);
                    Ok(())
                }));
                match outcome {
                    Ok(Ok(())) => read += 1,
                    Ok(Err::<(), String>(_)) => refused += 1,
                    Err(panic) => faults.push(format!("{}\n  after {}\n  in {}", words_of(&*panic), done.join("; "), spot.name)),
                }
            }
        });
        assert!(faults.is_empty(), "of {read} positions that were accepted and {refused} that were refused:\n{}", faults.join("\n"));
        assert!(read > 0 && refused > 0, "{read} accepted, {refused} refused");
    }

    /// The same for saves with their journals: they are refused, or go on from a position that can be played. A sealed save refuses
    /// every edit; those of the earlier format have no seals, so they are the ones to spoil.
    pub fn spoilt_saves(&self) {
        let mut faults = Vec::new();
        let (mut read, mut refused) = (0usize, 0usize);
        for (n, script) in self.openings.iter().enumerate() {
            let reopen = || super::Script::<G>::beginning(script, script);
            let begin = reopen();
            let mut dice = Dice::new(n as u64);
            let mut player = RandomPlayer::<G>::new(n as u64);
            let mut table = Seated::new(begin.game, begin.state, dice);
            for _ in 0..self.decisions {
                match table.game().actor(table.state()) {
                    Actor::Over(_) => break,
                    Actor::Chance(_) => drop(table.answer(None)),
                    asked => {
                        let action = player.choose(&Chair::new(table.game(), table.state(), asked.side().expect("a side")));
                        drop(table.act(asked.side().expect("a side"), action));
                    }
                }
            }
            let saved = unsealed(table.save());
            for _ in 0..self.spoilt.div_ceil(2) * patience() {
                let mut spoilt = saved.clone();
                let target = if dice.below(4) == 0 { &mut spoilt } else { &mut spoilt["journal"] };
                let done = spoil(target, &saved["journal"], &mut dice);
                let seed = dice.below(1 << 30) as u64;
                let outcome = catch_unwind(AssertUnwindSafe(|| match Seated::load(reopen().game, &spoilt) {
                    Ok((again, _)) => {
                        play_on(again.game(), again.state().clone(), seed);
                        true
                    }
                    Err(_) => false,
                }));
                match outcome {
                    Ok(true) => read += 1,
                    Ok(false) => refused += 1,
                    Err(panic) => faults.push(format!("{script}: {} after {done}", words_of(&*panic))),
                }
            }
        }
        assert!(faults.is_empty(), "of {read} saves that were accepted and {refused} that were refused:\n{}", faults.join("\n"));
        assert!(read > 0 && refused > 0, "{read} accepted, {refused} refused");
    }
}

/// A save as the earlier format had it, without seals.
fn unsealed(mut save: Value) -> Value {
    save["journal"]["format"] = json!(EARLIER_FORMAT);
    save["journal"].as_object_mut().expect("a save has a journal").remove("seals");
    save
}

/// Plays on with a random player, looking at everything.
fn play_on<G: Game>(game: &G, mut state: G::State, seed: u64) {
    game.audit(&state).unwrap_or_else(|fault| panic!("accepted, but {fault}"));
    let mut dice = Dice::new(seed);
    let mut players = [RandomPlayer::<G>::new(seed), RandomPlayer::<G>::new(!seed)];
    let mut decisions = 0;
    for _ in 0..4 * PLAYED_ON {
        for side in Side::BOTH {
            let known = game.knowledge(&state, side.into());
            let _ = (game.prompt(&known), if decisions % 16 == 0 { Some(game.view(&known)) } else { None });
        }
        match game.actor(&state) {
            Actor::Over(verdict) => {
                let _ = game.verdict_words(&state, verdict);
                break;
            }
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut Vec::new()),
            asked => {
                let aside = Side::BOTH.into_iter().find_map(|s| Some((s, players[s.index()].aside(&Chair::new(game, &state, s))?)));
                let (side, action) = aside.unwrap_or_else(|| {
                    let side = asked.side().expect("a side is asked");
                    (side, players[side.index()].choose(&Chair::new(game, &state, side)))
                });
                let said = game.write_action(action);
                let _ = game.describe(&game.knowledge(&state, side.into()), action);
                game.apply(&mut state, side, action, &mut Vec::new()).unwrap_or_else(|e| panic!("{said} is listed and refused: {e}"));
                decisions += 1;
            }
        }
        game.audit(&state).unwrap_or_else(|fault| panic!("{fault} (after {decisions} decisions)"));
        if decisions == PLAYED_ON {
            break;
        }
    }
}

/// A document without the order of its lists: sets are written in some order, and a hash does not tell orders apart.
fn unordered(value: &Value) -> Value {
    match value {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), unordered(value))).collect(),
        Value::Array(list) => {
            let mut list: Vec<Value> = list.iter().map(unordered).collect();
            list.sort_by_cached_key(Value::to_string);
            Value::Array(list)
        }
        leaf => leaf.clone(),
    }
}

fn words_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_else(|| "a fault without words".into())
}

/// Changes something somewhere in a document, with the help of another of its kind; says what.
pub fn spoil(value: &mut Value, other: &Value, dice: &mut Dice) -> String {
    let mut path = String::new();
    spoil_at(value, other, dice, &mut path)
}

fn spoil_at(value: &mut Value, other: &Value, dice: &mut Dice, path: &mut String) -> String {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(dice.below(map.len())).expect("one of them").clone();
            path.push('.');
            path.push_str(&key);
            match (dice.below(12), other.get(&key)) {
                (0, _) => {
                    map.remove(&key);
                    format!("{path} removed")
                }
                (1..=3, Some(new)) if *new != map[&key] => {
                    map.insert(key, new.clone());
                    format!("{path} = {new}")
                }
                _ => spoil_at(&mut map[&key], other.get(&key).unwrap_or(other), dice, path),
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let at = dice.below(list.len());
            path.push_str(&format!("[{at}]"));
            match dice.below(10) {
                0 => format!("{path} removed: {}", list.remove(at)),
                1 => {
                    list.push(list[at].clone());
                    format!("{path} doubled: {}", list[at])
                }
                2 => {
                    list.truncate(at);
                    format!("{path} cut off")
                }
                3..=5 => {
                    // What one has, another gets: units change places, states, owners.
                    let from = dice.below(list.len());
                    let (Some(a), Some(b)) = (list[at].as_object().cloned(), list[from].as_object()) else {
                        list.swap(at, from);
                        return format!("{path} changed places with [{from}]");
                    };
                    let shared: Vec<&String> = b.keys().filter(|k| *k != "id" && a.get(*k) != b.get(*k)).collect();
                    if shared.is_empty() {
                        return "nothing".into();
                    }
                    let key = shared[dice.below(shared.len())].clone();
                    let new = b[&key].clone();
                    let text = format!("{path} {}: {key} = {new}", a.get("id").unwrap_or(&Value::Null));
                    list[at][&key] = new;
                    text
                }
                _ => {
                    let theirs = other.as_array().filter(|o| !o.is_empty()).map(|o| &o[dice.below(o.len())]);
                    spoil_at(&mut list[at], theirs.unwrap_or(&Value::Null), dice, path)
                }
            }
        }
        leaf => {
            let odd = [0i64, 1, 2, 6, 7, 23, 63, 64, 127, 128, 255, 256, -1, 65_535, 65_536, 4_294_967_295];
            *leaf = match dice.below(10) {
                0 => Value::Null,
                1 => json!(true),
                2 => json!([]),
                3 => json!(["union", "confederate", ""][dice.below(3)]),
                4..=6 if !other.is_null() && !other.is_object() && !other.is_array() => other.clone(),
                n => match leaf.as_i64() {
                    Some(old) if n % 2 == 0 => json!(old + [1, -1][dice.below(2)]),
                    _ => json!(odd[dice.below(odd.len())]),
                },
            };
            format!("{path} = {leaf}")
        }
    }
}
