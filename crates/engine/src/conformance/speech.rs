//! What a game says to people holds together: a client that trusts it is never led astray.

use super::walk::listed;
use super::{Kit, Spot};
use crate::table::ways::Pointer;
use crate::words::{BattleView, Described, Role, Target, View};
use crate::{Actor, Dice, Draw, Game, Illegal, Seat, Side};
use serde_json::{Value, json};
use std::collections::HashSet;

/// At most so many actions of a long list are looked at one by one.
const SOME: usize = 40;

/// How often something is pointed at in a position, and how far from a piece at most.
const POINTINGS: usize = 2;
const STROLL: usize = 12;

impl<G: Game> Kit<G> {
    /// Views hold no null, their pieces have names of their own, battles cite rules that there are and chances that add up; no battle
    /// throws its dice unless its choice says so; what a march lists is what is meant by pointing at its way; whoever points anywhere with
    /// any piece is told a rule that there is, of that piece.
    pub fn speech_holds_together(&self) {
        let rules: HashSet<&str> = G::rules().iter().map(|r| r.id.as_str()).collect();
        self.walk(9, 4, |spot, dice| {
            for seat in [Seat::Union, Seat::Confederate, Seat::Spectator, Seat::Referee] {
                let view = spot.game.view(&spot.game.knowledge(spot.state, seat));
                view_holds(&view).unwrap_or_else(|fault| spot.fault(format!("as {seat:?} sees it, {fault}")));
                let battle = view.battle.as_ref().map_or(Ok(()), |battle| battle_holds(battle, &rules));
                battle.unwrap_or_else(|fault| spot.fault(format!("as {seat:?} sees the battle, {fault}")));
            }
            for side in spot.asked() {
                self.choices_hold(spot, side, &rules);
                pointing_teaches(spot, side, &rules, dice);
            }
        });
    }

    fn choices_hold(&self, spot: &Spot<'_, G>, side: Side, rules: &HashSet<&str>) {
        let known = spot.game.knowledge(spot.state, side.into());
        let actions = listed(spot.game, spot.state, side);
        for action in actions.iter().step_by(actions.len().div_ceil(SOME).max(1)).copied() {
            let shown = spot.game.describe(&known, action);
            let written = spot.game.write_action(action);
            if shown.label.is_empty() {
                spot.fault(format!("{written} has no label"));
            }
            let preview = spot.game.preview(&known, action);
            let sound = preview.as_ref().map_or(Ok(()), |battle| battle_holds(battle, rules));
            sound.unwrap_or_else(|fault| spot.fault(format!("before {written}, {fault}")));
            let mut next = spot.state.clone();
            spot.game.apply_unchecked(&mut next, side, action, &mut ());
            let thrown = matches!(spot.game.actor(&next), Actor::Chance(chance) if matches!(chance.draw, Draw::Dice { .. }));
            // On the map a touch is enough: what throws dice there must be asked for once more.
            if thrown && (fights(&shown) || begins(&shown)) && !shown.dice {
                spot.fault(format!("{written} ({}) throws dice at once and does not say so", shown.label));
            }
            if shown.dice && fights(&shown) && preview.is_none() {
                spot.fault(format!("{written} ({}) throws dice and shows no odds before", shown.label));
            }
            let summed = |battle: &BattleView| battle.attack.is_some() || !battle.pools.is_empty();
            if shown.dice && fights(&shown) && preview.is_some_and(|battle| !summed(&battle)) {
                spot.fault(format!("{written} ({}) throws dice, and its odds do not say what attacks", shown.label));
            }
            self.march_is_meant(spot, side, &known, &shown);
        }
    }

    /// Somebody who takes the piece of a listed march and points along its way means a march that is legal.
    fn march_is_meant(&self, spot: &Spot<'_, G>, side: Side, known: &G::Knowledge, shown: &Described) {
        let (Role::March, Target::Hex(_), [from, _, ..]) = (shown.role, &shown.target, shown.path.as_slice()) else { return };
        let view = spot.game.view(known);
        let alone: Vec<String> =
            view.pieces.iter().filter(|p| p.side == side && p.hex.as_ref() == Some(from)).map(|p| p.id.clone()).collect();
        // Whoever it is, one of those who stand there can go that way, alone or all of them together.
        let legal = |pieces: &[String]| {
            spot.game.meant(known, side, pieces, &shown.path).into_iter().any(|action| spot.game.check(spot.state, side, action).is_ok())
        };
        if !alone.iter().any(|piece| legal(std::slice::from_ref(piece))) && !legal(&alone) {
            spot.fault(format!("{:?} by {:?} is listed, and nobody who points there means it", shown.label, shown.path));
        }
    }
}

/// Any piece in hand, any hex pointed at, near or far: if nothing comes of it, the refusal names the piece and a rule of the game.
fn pointing_teaches<G: Game>(spot: &Spot<'_, G>, side: Side, rules: &HashSet<&str>, dice: &mut Dice) {
    let pointer = Pointer::new(spot.game, spot.state, side, side.into());
    let pieces = pointer.pieces();
    let hexes: Vec<&String> = pieces.iter().filter_map(|p| p.hex.as_ref()).collect();
    if hexes.is_empty() {
        return;
    }
    for _ in 0..POINTINGS {
        let piece = &pieces[dice.below(pieces.len())];
        let mut to = hexes[dice.below(hexes.len())].clone();
        for _ in 0..dice.below(STROLL) {
            let around = spot.game.around(&to);
            if !around.is_empty() {
                to = around[dice.below(around.len())].clone();
            }
        }
        let understood = match pointer.understand(std::slice::from_ref(&piece.id), &[], Some(&to)) {
            Ok(understood) => understood,
            Err(bad) => spot.fault(format!("{} in hand, {to} pointed at: {bad}", piece.id)),
        };
        let Err(refusal) = understood.outcome else { continue };
        if !refusal.rule.as_deref().is_some_and(|rule| rules.contains(rule)) || !refusal.because.starts_with(&piece.name) {
            spot.fault(format!("{} in hand, {to} pointed at: {refusal}", piece.id));
        }
    }
}

/// A refusal cites a rule of the game, says why in a sentence, and in another what would be right.
pub(super) fn refusal_teaches(illegal: &Illegal, rules: &HashSet<&str>) -> Result<(), String> {
    if !rules.contains(illegal.rule) {
        return Err(format!("{} is no rule", illegal.rule));
    }
    let sentence = |text: &str| text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) && text.ends_with('.');
    match [illegal.because, illegal.instead].into_iter().find(|text| !sentence(text)) {
        Some(text) => Err(format!("{text:?} is no sentence")),
        None if illegal.because == illegal.instead => Err(format!("{:?} is said twice", illegal.because)),
        None => Ok(()),
    }
}

/// Whether a choice opens or decides a battle.
fn fights(shown: &Described) -> bool {
    matches!(shown.role, Role::Engage | Role::Join | Role::Widen | Role::Fight | Role::Fire)
}

/// Whether a choice on the map begins something. What comes after, as retreats and losses do, may end in dice that were asked for before.
fn begins(shown: &Described) -> bool {
    let touched = matches!(shown.target, Target::Piece(_) | Target::Hex(_) | Target::Hexside(..));
    touched && matches!(shown.role, Role::March | Role::Place | Role::Build | Role::Destroy | Role::Activate | Role::Rally)
}

fn view_holds(view: &View) -> Result<(), String> {
    let mut ids = HashSet::new();
    for piece in &view.pieces {
        if !ids.insert(&piece.id) {
            return Err(format!("two pieces are called {}", piece.id));
        }
        // Names that look like numbers change their order in a client.
        if piece.id.chars().all(|c| c.is_ascii_digit()) {
            return Err(format!("a piece is called {}", piece.id));
        }
    }
    nothing(&json!(view), "view").map_or(Ok(()), |path| Err(format!("{path} is null")))
}

/// The path of a null, if there is one.
fn nothing(value: &Value, path: &str) -> Option<String> {
    match value {
        Value::Null => Some(path.to_string()),
        Value::Array(list) => list.iter().enumerate().find_map(|(i, v)| nothing(v, &format!("{path}[{i}]"))),
        Value::Object(map) => map.iter().find_map(|(name, v)| nothing(v, &format!("{path}.{name}"))),
        _ => None,
    }
}

fn battle_holds(battle: &BattleView, rules: &HashSet<&str>) -> Result<(), String> {
    for modifier in &battle.modifiers {
        if !rules.contains(modifier.rule.as_str()) {
            return Err(format!("{:?} cites no rule of the game: {}", modifier.text, modifier.rule));
        }
    }
    for column in battle.columns.iter().chain(&battle.pools) {
        let sum: f64 = column.results.iter().map(|r| r.chance).sum();
        if (sum - 1.0).abs() > 1e-9 {
            return Err(format!("the chances of {} add up to {sum}", column.label));
        }
    }
    if battle.targets.is_empty() && battle.defenders.is_empty() {
        return Err("nobody is attacked".into());
    }
    Ok(())
}
