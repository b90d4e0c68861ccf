//! How far the ways are: for the simple opponent's marches, and for what the general thinks of a position.

use board::HexId;
use chancellorsville_1961::counters::{BRIDGES, pieces};
use chancellorsville_1961::ground::{Ground, HEXES, OFF};
use chancellorsville_1961::{Chancellorsville1961, State};
use engine::Side;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Farther than any way: there is none.
pub(crate) const NO_WAY: u16 = u16::MAX;

/// How far every hex is from a target, in hexes of open ground.
pub(crate) type Distances = Rc<[u16]>;

/// Fields kept at most.
const MOST_FIELDS: usize = 2_000;

/// What a river hex costs whoever cannot swim: on a bridge, at a place where a bridge waits to be laid, at a ford.
const BRIDGE: u16 = 1;
const SITE: u16 = 3;
const FORD: u16 = 5;

/// Where the bridges are: the river hex of each, and what it costs.
type Bridges = [(HexId, u16); BRIDGES];

thread_local! {
    /// Fields by where the bridges are and the target: they serve many turns, and many imagined games.
    static FIELDS: RefCell<HashMap<(Bridges, HexId), Distances>> = RefCell::default();
}

/// How far every hex is from each target for those who cannot swim. Whoever is patient counts on bridges that wait beside the river.
pub(crate) fn fields(game: &Chancellorsville1961, state: &State, targets: impl Iterator<Item = HexId>, patient: bool) -> Vec<Distances> {
    let mut bridges = [(OFF, 0); BRIDGES];
    for (bridge, piece) in bridges.iter_mut().zip(pieces(game.book.bridges)) {
        let laid = game.book.bridge(piece).is_some_and(|n| state.spans[n].0 != OFF);
        *bridge = match laid {
            true => (state.hex(piece), BRIDGE),
            false if patient => (site(game, state.hex(piece)), SITE),
            false => (OFF, 0),
        };
    }
    bridges.sort_unstable();
    FIELDS.with_borrow_mut(|fields| {
        if fields.len() > MOST_FIELDS {
            fields.clear();
        }
        targets.map(|t| fields.entry((bridges, t)).or_insert_with(|| distances(game, t, &bridges).into()).clone()).collect()
    })
}

/// The river hex in which a bridge that waits beside the river will be laid, as far as one can guess.
fn site(game: &Chancellorsville1961, waits: HexId) -> HexId {
    let ground = &game.book.ground;
    let opposite = |river: &HexId| ground.around(*river).iter().any(|h| ground.land(*h) == Ground::home(Side::Confederate));
    ground.around(waits).iter().copied().find(|h| ground.river(*h) && opposite(h)).unwrap_or(OFF)
}

fn distances(game: &Chancellorsville1961, target: HexId, bridges: &Bridges) -> Vec<u16> {
    let ground = &game.book.ground;
    let mut cost = vec![NO_WAY; HEXES + 1];
    let mut rings: Vec<Vec<HexId>> = vec![vec![target]];
    cost[target.index()] = 0;
    let mut far = 0;
    while far < rings.len() {
        let ring = std::mem::take(&mut rings[far]);
        for hex in ring {
            if usize::from(cost[hex.index()]) != far {
                continue;
            }
            // What it costs to go from the neighbour into this hex.
            let step = if ground.river(hex) {
                match bridges.iter().filter(|(h, _)| *h == hex).map(|(_, cost)| *cost).min() {
                    Some(cost) => cost,
                    None if ground.ford(hex) => FORD,
                    None => continue,
                }
            } else if ground.slow(hex) {
                2
            } else if ground.stream(hex) {
                3
            } else {
                1
            };
            for next in ground.around(hex) {
                if ground.closed(*next) {
                    continue;
                }
                let total = far + usize::from(step);
                if total < usize::from(cost[next.index()]) {
                    cost[next.index()] = total as u16;
                    if rings.len() <= total {
                        rings.resize(total + 1, Vec::new());
                    }
                    rings[total].push(*next);
                }
            }
        }
        far += 1;
    }
    cost
}
