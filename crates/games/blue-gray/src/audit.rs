//! What may never be, and the hash of a whole position.

use crate::BlueGray;
use crate::cells::{Cell, CellSet};
use crate::state::{State, Step, key_of};
use crate::title::{Deed, Flag, MOST_CHOSEN, MOST_UNTRIED};
use crate::units::{NOBODY, UnitSet};
use engine::Side;
use engine::mix::Mixer;

/// A hash of everything in a position; caches are left out, but for the key of the places, which an audit checks.
pub(crate) fn hash(state: &State) -> u64 {
    let mut mixer = Mixer::default();
    mixer.add(state.key);
    mixer.add(
        u64::from(state.turn)
            | (state.side.index() as u64) << 8
            | (state.step as u64) << 16
            | u64::from(state.pushed) << 24
            | u64::from(state.released) << 32,
    );
    let sets = [
        state.moved,
        state.fought,
        state.shelled,
        state.struck,
        state.advanced,
        state.shaken,
        state.contact,
        state.ineffective,
        state.wavering,
        state.pending,
        state.willing,
        state.chain,
    ];
    for UnitSet(set) in sets.into_iter().chain([state.battle.attackers, state.battle.guns, state.battle.defenders]) {
        mixer.add(set as u64).add((set >> 64) as u64);
    }
    for cells in [state.battle.targets, state.battle.from] {
        // In any order: the hexes of a battle are a set.
        mixer.add(cells.as_slice().iter().fold(0, |h, c| h ^ engine::mix::mix(u64::from(c.0) + 1)));
    }
    let result = state.battle.result.map_or(0, |r| 1 + r as u64);
    mixer.add(u64::from(state.battle.column.0) | result << 8 | u64::from(state.battle.owed) << 16);
    mixer.add(u64::from(state.control) | u64::from(state.first_taken[0]) << 32 | u64::from(state.first_taken[1]) << 48);
    mixer.add(u64::from_le_bytes(state.entered[..8].try_into().expect("eight bytes")));
    mixer.add(u64::from_le_bytes(state.entered[8..].try_into().expect("eight bytes")));
    mixer.add(state.points[0] as u64).add(state.points[1] as u64);
    let exclusive = state.happened != 0 || state.chosen != [0; MOST_CHOSEN] || state.works != CellSet::EMPTY;
    if exclusive || state.drawn != [0; MOST_UNTRIED] || !state.cut_off.is_empty() || state.asking != 0 {
        mixer.add(u64::from(state.happened) | u64::from(state.asking) << 32);
        mixer.add(u64::from_le_bytes(state.chosen));
        state.drawn.chunks_exact(8).for_each(|word| {
            mixer.add(u64::from_le_bytes(word.try_into().expect("eight bytes")));
        });
        state.works.iter().for_each(|cell| {
            mixer.add(u64::from(cell.0) + 1);
        });
        mixer.add(state.cut_off.0 as u64).add((state.cut_off.0 >> 64) as u64);
    }
    mixer.finish()
}

/// Looks for anything that may never be.
pub(crate) fn audit(game: &BlueGray, state: &State) -> Result<(), String> {
    let units = game.title.units.len() as u8;
    let mut fresh = State::empty(state.side);
    for unit in 0..units {
        game.put(&mut fresh, unit, state.place(unit));
        let cell = state.place(unit);
        if cell.on_map() && game.ground.stand.has(cell) == game.unit(unit).flags.contains(&Flag::Afloat) {
            return Err(format!("{} stands in {}, where no unit may stand", game.unit(unit).id, game.hex_name(cell)));
        }
        if cell.on_map() && !state.units_in(cell).has(unit) {
            return Err(format!("{} is not in the stack of its hex", game.unit(unit).id));
        }
    }
    if fresh.occupied != state.occupied || fresh.full != state.full || fresh.overfull != state.overfull || fresh.on_map != state.on_map {
        return Err("the marks of occupied hexes differ from where the units are".into());
    }
    if fresh.key != state.key {
        return Err("the key differs from the one computed anew".into());
    }
    if !state.occupied[0].and(&state.occupied[1]).is_empty() {
        return Err("enemies stand in one hex".into());
    }
    let enemy = state.side.enemy();
    if state.zone[enemy.index()] != game.zone_of(state, enemy) {
        return Err("the enemy zone differs from the one computed anew".into());
    }
    if state.step != Step::Movement && state.zone[state.side.index()] != game.zone_of(state, state.side) {
        return Err("the zone differs from the one computed anew".into());
    }
    if state.overfull > 0 && state.step != Step::Movement && state.pushed == NOBODY {
        return Err("a hex holds more units than may stay".into());
    }
    for (i, control) in game.title.controls.iter().enumerate() {
        let here = Side::BOTH.into_iter().find(|s| state.occupied[s.index()].has(control.cell));
        if here.is_some() && state.holder(i) != here {
            return Err(format!("{} is held by one side and controlled by the other", game.hex_name(control.cell)));
        }
    }
    if let Some(quota) = game.quota_of(state) {
        let moved = state.moved.without(game.outside_quota(state)).len();
        if moved > u32::from(quota.units) + u32::from(quota.more) {
            return Err(format!("{moved} units have moved: more than the quota"));
        }
    }
    let gone = (0..units).filter(|u| state.place(*u) == Cell::ELIMINATED);
    let scored: [i16; 2] = gone.fold([0; 2], |mut points, unit| {
        let to = game.side_of(unit).enemy();
        for score in game.title.scores.iter().filter(|s| s.to == to && s.what == Deed::EliminatedUnit) {
            points[to.index()] += score.points;
        }
        points
    });
    if state.points.iter().zip(scored).any(|(have, least)| *have < least) {
        return Err("a side has fewer points than its victims are worth".into());
    }
    if state.gone != game.gone(state.happened) {
        return Err("the crossings that are gone differ from what the events say".into());
    }
    if state.losses != game.losses(state) {
        return Err("the losses differ from the strength of the eliminated".into());
    }
    if state.key ^ (0..units).fold(0, |k, u| k ^ key_of(u, state.place(u)) ^ key_of(u, Cell::ASIDE)) != 0 {
        return Err("the key is not made of the places of the units".into());
    }
    Ok(())
}
