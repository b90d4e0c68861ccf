//! What may never be, and the hash of a whole position.

use engine::Side;
use engine::mix::Mixer;

use crate::Chancellorsville1974;
use crate::counters::{BRIDGES, Kind, PIECES, PieceId, Set, each};
use crate::ground::WATER;
use crate::position::marks;
use crate::state::{Fate, State};

/// Looks for anything that may never be.
pub(crate) fn audit(game: &Chancellorsville1974, state: &State) -> Result<(), String> {
    if !state.caches_hold() {
        return Err("stacks or flags differ from the positions of the counters".into());
    }
    for hex in game.ground.grid().hexes() {
        let here = state.at(hex);
        if here == 0 {
            continue;
        }
        let name = || game.ground.name(hex);
        let (blue, gray) = (here & game.data.union, here & game.data.gray);
        if game.ground.is(hex, WATER) {
            return Err(format!("{}: somebody is in the Potomac", name()));
        }
        if game.ground.river(hex) {
            if game.river_load(state, hex, here) > 1 {
                return Err(format!("{}: more than one unit in a river hex", name()));
            }
            let dry = each(here).find(|p| {
                let kind = game.data.kind[p.index()];
                let means = game.data.crossing[kind as usize];
                let boats = here & game.data.kind_set(Kind::Boat) != 0 && means.boat && p.side() == Side::Union;
                !(means.swim || game.ground.ford[hex.index()][0].is_some() || state.bridge_at(hex).is_some() || boats)
            });
            if let Some(piece) = dry {
                return Err(format!("{}: {} has no ford, bridge or boats there", name(), game.data.counter(piece).id));
            }
        } else {
            for (side, set) in [(Side::Union, blue), (Side::Confederate, gray)] {
                game.stacks(side, set).map_err(|e| format!("{}: {e}", name()))?;
            }
        }
        if blue != 0 && gray != 0 {
            let hqs = game.data.kind_set(Kind::Headquarters);
            let bridge = state.bridge_at(hex).map_or(0, |b| game.data.bridge(b).bit());
            if blue & !hqs & !bridge != 0 && gray & !hqs != 0 {
                return Err(format!("{}: enemies in one hex", name()));
            }
        }
    }
    for i in 0..BRIDGES {
        let piece = game.data.bridge(i);
        let hex = state.hex[piece.index()];
        if state.span[i][0].is_some() && !(hex.is_some() && game.ground.river(hex)) {
            return Err(format!("bridge-{} is emplaced but not in a river hex", i + 1));
        }
    }
    let off = each(state.moved | state.inverted | state.retreating | state.advancing | state.face_down).find(|p| !state.on_map(*p));
    if let Some(piece) = off.filter(|p| (state.inverted | state.retreating | state.advancing | state.face_down) & p.bit() != 0) {
        return Err(format!("{} is marked but off the map", game.data.counter(piece).id));
    }
    if state.face_down & !game.data.gray != 0 || state.face_down != 0 && !game.options.inverted {
        return Err("counters lie face down that may not".into());
    }
    conserved(game, state)
}

/// C74-V.D.1: brigades stand for divisions and never add to them.
fn conserved(game: &Chancellorsville1974, state: &State) -> Result<(), String> {
    for kind in [Kind::Infantry, Kind::Cavalry] {
        let all = game.data.kind_set(kind) & game.data.gray;
        let whole: u32 = game.data.total(all & !game.data.substitutes);
        let out = game.data.total(all & (state.with_fate(Fate::Box) | state.with_fate(Fate::Aside)));
        let there = game.data.total(all) - out;
        let aside = game.data.total(all & state.with_fate(Fate::Aside));
        if there > whole || aside == 0 && there != whole {
            return Err(format!("Confederate {} adds up to {there}, not {whole}", kind.id()));
        }
    }
    Ok(())
}

/// The hash of a position.
pub fn hash(state: &State) -> u64 {
    let mut mixer = Mixer::default();
    let mut wide = |set: Set| {
        mixer.add(set as u64).add((set >> 64) as u64);
    };
    let marks = marks(state);
    // Marks that few positions have count only where they are, so that all others keep the hash that saves know them by.
    let rare = |name: &str| matches!(name, "barred" | "spared");
    marks.iter().filter(|(name, set)| *set != 0 || !rare(name)).for_each(|(_, set)| wide(*set));
    [state.reshaped, state.picked, state.returning].into_iter().for_each(&mut wide);
    for battle in &state.battles[..usize::from(state.battle_count)] {
        wide(battle.attackers);
        let targets =
            battle.targets.iter().fold(u64::from(battle.done), |word, h| word.wrapping_mul(4099).wrapping_add(u64::from(h.0) + 1));
        wide(Set::from(targets));
    }
    for i in 0..PIECES {
        let word = u64::from(state.hex[i].0) << 16 | u64::from(state.fate(PieceId(i as u8)) as u8) << 8 | u64::from(state.disruption[i]);
        mixer.add(word);
    }
    for set in [&state.forts, &state.owed, &state.emptied] {
        set.words().iter().for_each(|w| {
            mixer.add(*w);
        });
    }
    for bridge in 0..BRIDGES {
        let [near, far] = state.span[bridge];
        mixer.add(u64::from(near.0) << 32 | u64::from(far.0) << 16 | u64::from(state.laid[bridge]));
    }
    for step in state.agenda.as_slice() {
        mixer.add(engine::mix::hash_text(&format!("{step:?}")));
    }
    state.vacated.iter().for_each(|h| {
        mixer.add(u64::from(h.0));
    });
    let small = [
        state.turn,
        state.phasing.index() as u8,
        state.used,
        u8::from(state.began),
        state.march.spent,
        state.fort_supply[0],
        state.fort_supply[1],
        state.battle_count,
        state.current,
        state.doubled,
        state.retreat.0,
        state.retreat.1,
    ];
    small.into_iter().for_each(|b| {
        mixer.add(u64::from(b));
    });
    mixer.finish()
}
