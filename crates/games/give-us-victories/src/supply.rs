//! Chapters 15 and 16: supply lines, the ladder of hunger, recovery.

use crate::Check;
use crate::GiveUsVictories;
use crate::action::{Action, Event};
use crate::counters::{counters, tables};
use crate::events::TRAIN_REACH;
use crate::ground::{BRIDGE, CREEK, FORD, HEXES, MAJOR, MINOR, RAPPAHANNOCK, ROAD, TURNPIKE, ground};
use crate::ids::{Hex, HexBits, Piece, Pieces};
use crate::state::{Lies, State};
use board::Direction;
use engine::{Few, Illegal, Side, Sink};
use std::collections::BTreeMap;

/// More half points than a supply line has: see `cost.supply` in data/tables.toml.
const MOST_SPENT: usize = 15;

/// Steps in search of a road that cost the same and lead to hexes that lie as far on in the order of hexes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Track {
    ahead: i32,
    cost: u8,
    /// Where they begin.
    from: HexBits,
}

/// Half points to enter a hex by a turnpike (2), another road (1) or none.
fn ground_cost(road: u8, to: Hex) -> u8 {
    let cost = &tables().cost;
    match road {
        2 => cost.major_road,
        1 => cost.minor_road,
        _ if ground().forest.has(to) => cost.forest,
        _ => cost.clear,
    }
}

impl GiveUsVictories {
    /// The sides of every hex over which a supply road runs without a pontoon (GUV-10.5, GUV-15.5, GUV-15.6, GUV-15.7), one bit
    /// each: in dry weather and in rain.
    pub(crate) fn road_sides(&self) -> [Vec<u8>; 2] {
        let runs = |rain: bool, from: usize, d: Direction| {
            let bits = ground().sides[from][d.index()];
            let passable = if bits & MAJOR != 0 {
                bits & FORD != 0 && bits & RAPPAHANNOCK == 0 && !rain
            } else {
                bits & MINOR == 0 || bits & BRIDGE != 0 || !rain
            };
            passable && bits & (TURNPIKE | ROAD) != 0 && self.near[from][d.index()].is_some()
        };
        let sides = |rain, from| Direction::ALL.into_iter().filter(|d| runs(rain, from, *d)).fold(0, |all, d| all | 1 << d.index());
        [false, true].map(|rain| (0..HEXES).map(|from| sides(rain, from)).collect())
    }

    /// GUV-15.2, GUV-15.8, GUV-15.9: the road hexes joined to a supply centre of the side.
    pub(crate) fn supply_roads(&self, state: &State, side: Side) -> HexBits {
        let (sides, enemy) = (&self.road_sides[usize::from(state.rain)], side.enemy().index());
        // GUV-15.3, GUV-15.4: a road hex is open if the enemy is not in it; next to him only with an own unit in it.
        let open = self.area.minus(&state.close[enemy]).or(&state.held[side.index()]).minus(&state.held[enemy]);
        let mut reached = HexBits::default();
        let mut edge: Few<Hex, HEXES> = Few::new(Hex::NONE);
        let mut reach = |hex: Hex, edge: &mut Few<Hex, HEXES>| {
            if open.has(hex) && !reached.has(hex) {
                reached.insert(hex);
                edge.offer(hex);
            }
        };
        ground().centres.iter().filter(|c| c.side == side).for_each(|centre| reach(centre.hex, &mut edge));
        let mut done = 0;
        while let Some(hex) = edge.get(done).copied() {
            done += 1;
            let mut runs = sides[hex.index()];
            while runs != 0 {
                reach(self.near[hex.index()][runs.trailing_zeros() as usize], &mut edge);
                runs &= runs - 1;
            }
            // GUV-11.3: a pontoon joins the roads of its ends.
            for (from, to) in self.spans(state, side).filter(|span| span.0 == hex) {
                if ground().road[from.index()] > 0 && ground().road[to.index()] > 0 {
                    reach(to, &mut edge);
                }
            }
        }
        reached
    }

    /// Whether a hex is one of [`GiveUsVictories::supply_roads`]: roads run both ways, so that the way to a centre is looked for from there, what
    /// is nearer to one first.
    fn on_supply_road(&self, state: &State, side: Side, hex: Hex) -> bool {
        let (sides, enemy, home) = (&self.road_sides[usize::from(state.rain)], side.enemy().index(), &ground().home[side.index()]);
        let open = |hex: Hex| {
            self.area.has(hex) && !state.held[enemy].has(hex) && (!state.close[enemy].has(hex) || state.held[side.index()].has(hex))
        };
        let mut seen = HexBits::default();
        let mut waiting: Few<Hex, HEXES> = Few::new(Hex::NONE);
        let mut reach = |hex: Hex, waiting: &mut Few<Hex, HEXES>| {
            if !seen.has(hex) && open(hex) {
                seen.insert(hex);
                waiting.push(hex);
            }
        };
        reach(hex, &mut waiting);
        while let Some(hex) = waiting.pop() {
            if home[hex.index()] == 0 {
                return true;
            }
            for (from, to) in self.spans(state, side).filter(|span| span.0 == hex) {
                if ground().road[from.index()] > 0 && ground().road[to.index()] > 0 {
                    reach(to, &mut waiting);
                }
            }
            // Whoever comes last is looked at first.
            for nearer in [false, true] {
                let mut runs = sides[hex.index()];
                while runs != 0 {
                    let to = self.near[hex.index()][runs.trailing_zeros() as usize];
                    if (home[to.index()] < home[hex.index()]) == nearer {
                        reach(to, &mut waiting);
                    }
                    runs &= runs - 1;
                }
            }
        }
        false
    }

    /// The pontoons of a side on the map of this scenario, each from both ends.
    fn spans(&self, state: &State, side: Side) -> impl Iterator<Item = (Hex, Hex)> {
        let ends = state.pontoons.iter().filter(move |p| p.owner == side).filter_map(|p| match p.lies {
            Lies::Over(a, b) if self.area.has(a) && self.area.has(b) => Some([(a, b), (b, a)]),
            _ => None,
        });
        ends.flatten()
    }

    /// What foot spends from a hex to its neighbour in search of a road, pontoons apart: terrain and water, no contact.
    fn supply_step(&self, rain: bool, from: Hex, d: Direction) -> Option<u8> {
        let (cost, to) = (&tables().cost, self.near[from.index()][d.index()]);
        let bits = ground().side(from, d);
        let road = if bits & TURNPIKE != 0 { 2 } else { u8::from(bits & ROAD != 0) };
        let extra = if bits & (MAJOR | MINOR) != 0 && bits & BRIDGE == 0 {
            let closed = rain || bits & RAPPAHANNOCK != 0 || bits & MAJOR != 0 && bits & FORD == 0;
            (!closed).then_some(if bits & MAJOR != 0 { cost.rapidan_ford } else { cost.minor_river })?
        } else if bits & CREEK != 0 && rain && road == 0 {
            cost.creek_in_rain
        } else {
            0
        };
        to.is_some().then(|| extra + ground_cost(road, to))
    }

    /// What foot spends over a pontoon: it joins the roads of its ends. No more than without it, so that both may count.
    fn over_pontoon(&self, from: Hex, to: Hex) -> u8 {
        let road = &ground().road;
        tables().cost.pontoon + ground_cost(road[from.index()].min(road[to.index()]), to)
    }

    /// All the steps of [`GiveUsVictories::supply_step`], those of one cost and one direction together: in dry weather and in rain.
    pub(crate) fn lay_tracks(&self) -> [Vec<Track>; 2] {
        assert!(usize::from(tables().cost.supply) <= MOST_SPENT, "data/tables.toml: supply lines over 7 points");
        [false, true].map(|rain| {
            let mut tracks: BTreeMap<(i32, u8), HexBits> = BTreeMap::new();
            for (from, d) in self.area.iter().flat_map(|from| Direction::ALL.map(|d| (from, d))) {
                if let Some(cost) = self.supply_step(rain, from, d) {
                    let to = self.near[from.index()][d.index()];
                    let water = ground().side(from, d) & (MAJOR | MINOR) != 0 && ground().side(from, d) & BRIDGE == 0;
                    assert!(!water || self.over_pontoon(from, to) <= cost, "data/tables.toml: a pontoon is no help");
                    tracks.entry((i32::from(to.0) - i32::from(from.0), cost)).or_default().insert(from);
                }
            }
            tracks.into_iter().map(|((ahead, cost), from)| Track { ahead, cost, from }).collect()
        })
    }

    /// GUV-15.2: the hexes within 6 movement points of a road that runs to a supply centre.
    pub(crate) fn supplied_hexes(&self, state: &State, side: Side) -> HexBits {
        self.along_roads(state, side, &self.supply_roads(state, side))
    }

    /// The hexes within 6 movement points of these roads: from the roads back, all hexes of one cost at a time.
    fn along_roads(&self, state: &State, side: Side, roads: &HexBits) -> HexBits {
        let most = usize::from(tables().cost.supply);
        let enemy = &state.held[side.enemy().index()];
        let mut at = [HexBits::default(); MOST_SPENT + 1];
        at[0] = *roads;
        let mut fed = HexBits::default();
        for spent in 0..=most {
            let found = at[spent].minus(&fed).minus(enemy);
            if found.is_empty() {
                continue;
            }
            fed = fed.or(&found);
            let mut behind = (0, found);
            for track in self.tracks[usize::from(state.rain)].iter().filter(|t| spent + usize::from(t.cost) <= most) {
                if behind.0 != track.ahead {
                    behind = (track.ahead, found.moved(-track.ahead));
                }
                at[spent + usize::from(track.cost)].join_both(&behind.1, &track.from);
            }
            for (from, to) in self.spans(state, side).filter(|(_, to)| found.has(*to)) {
                let sum = spent + usize::from(self.over_pontoon(from, to));
                if sum <= most {
                    at[sum].insert(from);
                }
            }
        }
        fed
    }

    /// GUV-15.1, GUV-15.10: the units of a side that are out of supply now: infantry and artillery only; skirmishers (GUV-13.17) and
    /// cavalry never.
    pub fn unsupplied(&self, state: &State, side: Side) -> Pieces {
        if self.scenario.always_supplied {
            return Pieces::NONE;
        }
        let fed = self.supplied_hexes(state, side);
        let hungry = |p: &Piece| !fed.has(state.hex(*p)) && !self.by_train(state, side, state.hex(*p));
        eaters(side).and(&state.placed).iter().filter(hungry).collect()
    }

    /// GUV-17.7: whether a supply event feeds a hex.
    fn by_train(&self, state: &State, side: Side, hex: Hex) -> bool {
        let train = state.train[side.index()];
        train.is_some() && ground().distance(hex, train) <= TRAIN_REACH
    }

    /// N3: the ladder (GUV-15.11, GUV-15.12, GUV-15.13, GUV-15.14); whoever is fed again loses the marker (GUV-15.15).
    pub(crate) fn check_supply<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        for side in Side::BOTH {
            let hungry = self.unsupplied(state, side);
            state.starved = state.starved.minus(&counters().of[side.index()].minus(&hungry));
            for piece in hungry.iter() {
                let seen = self.seen(state, piece);
                if !state.starved.has(piece) {
                    state.starved.insert(piece);
                    sink.tell(|| Event::OutOfSupply { piece, seen });
                } else if state.demoralized.has(piece) {
                    self.lose_step(state, piece, sink);
                } else {
                    self.disorder(state, piece, sink);
                }
            }
        }
        state.train = [Hex::NONE; 2];
    }

    /// N4: first Disorganized comes off, then Demoralized turns to Disorganized, for units in supply (GUV-6.10, GUV-14.57, GUV-14.62).
    pub(crate) fn relieve<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let rallied = state.disorganized.minus(&state.starved);
        let steadied = state.demoralized.minus(&state.starved);
        state.disorganized = state.disorganized.minus(&rallied).or(&steadied);
        state.demoralized = state.demoralized.minus(&steadied);
        for piece in rallied.or(&steadied).iter() {
            let seen = self.seen(state, piece);
            sink.tell(|| Event::Rallied { piece, seen });
        }
    }

    /// GUV-6.11, GUV-16.1: whether a reduced unit may come back to full strength tonight.
    pub(crate) fn may_recover(&self, state: &State, side: Side, piece: Piece) -> Check {
        if counters().get(piece).side != side {
            return Err(Illegal::new("GUV-1.1", "That unit is the enemy's.", "Choose a unit of yours."));
        }
        if !state.hex(piece).is_some() {
            return Err(Illegal::new("GUV-16.3", "Units off the map do not recover.", "Choose a unit on the map."));
        }
        if !state.reduced.has(piece) {
            return Err(Illegal::new("GUV-16.1", "The unit has lost nothing.", "Choose a reduced unit, or end the recovery."));
        }
        if state.starved.has(piece) || state.disorganized.has(piece) || state.demoralized.has(piece) {
            return Err(Illegal::new(
                "GUV-6.11",
                "Out of supply, disorganized and demoralized units do not recover.",
                "Choose a unit in supply and in good order.",
            ));
        }
        if self.in_contact(state, side, state.hex(piece)) {
            return Err(Illegal::new("GUV-16.1", "A unit next to the enemy does not recover.", "Choose a unit away from the enemy."));
        }
        let band = self.band[piece.index()];
        if band.is_some_and(|chit| state.recovered.has(chit)) {
            return Err(Illegal::new("GUV-16.1", "One unit of a formation recovers in a night.", "Choose a unit of another formation."));
        }
        Ok(())
    }

    /// N5: what may recover: one of each formation (GUV-16.1), every independent (GUV-16.2, R-48).
    pub(crate) fn recoveries(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        let reduced = state.reduced.and(&counters().of[side.index()]);
        out.extend(reduced.iter().filter(|p| self.may_recover(state, side, *p).is_ok()).map(|piece| Action::Recover { piece }));
        out.push(Action::Done);
    }

    /// A unit comes back to full strength; its formation has had its turn.
    pub(crate) fn recover<K: Sink<Event>>(&self, state: &mut State, piece: Piece, sink: &mut K) {
        state.reduced.remove(piece);
        if let Some(chit) = self.band[piece.index()] {
            state.recovered.insert(chit);
        }
        let seen = self.seen(state, piece);
        sink.tell(|| Event::Recovered { piece, seen });
    }

    /// GUV-2.9, R-46, R-94: whether a side holds a hex with a unit in supply; skirmishers never hold anything.
    pub(crate) fn controls(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.holds_fed(state, hex, &mut Larder::of(side))
    }

    /// The same where it is asked of several hexes: all roads are followed once, if at all.
    pub(crate) fn holds_fed(&self, state: &State, hex: Hex, larder: &mut Larder) -> bool {
        let side = larder.side;
        let here = self.solid(&state.stack_of(side, hex));
        if here.is_empty() {
            return false;
        }
        if self.scenario.always_supplied || !here.within(&eaters(side)) || self.by_train(state, side, hex) {
            return true;
        }
        // Most hexes that anybody asks about lie on a road, and few are cut off.
        self.on_supply_road(state, side, hex) || larder.fed.get_or_insert_with(|| self.supplied_hexes(state, side)).has(hex)
    }
}

/// GUV-15.1, GUV-15.10: who needs supply: infantry and artillery.
fn eaters(side: Side) -> Pieces {
    let c = counters();
    c.infantry.or(&c.guns).and(&c.of[side.index()])
}

/// What a side knows of its supply in a position, once it was looked up.
pub(crate) struct Larder {
    side: Side,
    fed: Option<HexBits>,
}

impl Larder {
    pub fn of(side: Side) -> Larder {
        Larder { side, fed: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::player::RandomPlayer;
    use engine::{Actor, Chair, Dice, Handbook, Player, Rules, SetUp};

    /// The hexes within 6 movement points of these roads, found step by step until nothing gets better.
    fn by_and_by(game: &GiveUsVictories, state: &State, side: Side, roads: &HexBits) -> HexBits {
        let most = tables().cost.supply;
        let mut spent = vec![u8::MAX; HEXES];
        roads.iter().for_each(|hex| spent[hex.index()] = 0);
        let mut better = true;
        while std::mem::take(&mut better) {
            for (from, d) in game.area.iter().flat_map(|from| Direction::ALL.map(|d| (from, d))) {
                let to = game.near[from.index()][d.index()];
                if !to.is_some() || state.holds(side.enemy(), from) || spent[to.index()] > most {
                    continue;
                }
                let bridged = state.bridged(side, from, to);
                let cost = if bridged { Some(game.over_pontoon(from, to)) } else { game.supply_step(state.rain, from, d) };
                let sum = cost.map_or(u8::MAX, |cost| spent[to.index()] + cost);
                if sum <= most && sum < spent[from.index()] {
                    (spent[from.index()], better) = (sum, true);
                }
            }
        }
        spent.iter().zip(0..).filter(|(spent, _)| **spent <= most).map(|(_, hex)| Hex(hex)).collect()
    }

    /// GUV-2.9, GUV-15.2: asking for one hex at a time comes out as looking for everybody who is out of supply.
    #[test]
    fn a_hex_is_held_fed_if_somebody_there_is_not_hungry() {
        let options = [("events", "on")].map(|(k, v)| (k.to_string(), v.to_string())).into();
        let game = GiveUsVictories::open(&SetUp { scenario: "campaign".to_string(), options }).expect("a campaign");
        let (mut asked, mut hungry_seen) = (0, 0);
        for seed in 0..4 {
            let mut state = game.start();
            let mut dice = Dice::new(seed);
            let mut players = [RandomPlayer::new(seed), RandomPlayer::new(seed + 9)];
            let mut phase = u32::MAX;
            loop {
                match game.actor(&state) {
                    Actor::Over(_) => break,
                    Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
                    who => {
                        let side = who.side().expect("somebody is asked");
                        let action = players[side.index()].choose(&Chair::new(&game, &state, side));
                        game.apply_unchecked(&mut state, side, action, &mut ());
                    }
                }
                if game.phase(&state) == phase {
                    continue;
                }
                phase = game.phase(&state);
                for side in Side::BOTH {
                    let hungry = game.unsupplied(&state, side);
                    let mut larder = Larder::of(side);
                    if phase % 5 == 0 {
                        let roads = game.supply_roads(&state, side);
                        assert_eq!(game.along_roads(&state, side, &roads), by_and_by(&game, &state, side, &roads), "{side}, seed {seed}");
                    }
                    if phase % 7 == 0 {
                        let roads = game.supply_roads(&state, side);
                        let found: HexBits = game.area.iter().filter(|hex| game.on_supply_road(&state, side, *hex)).collect();
                        assert_eq!(found, roads, "{side}, seed {seed}");
                    }
                    for hex in state.held[side.index()].iter() {
                        let here = game.solid(&state.stack_of(side, hex));
                        let fed = !here.is_empty() && !here.within(&hungry);
                        assert_eq!(game.holds_fed(&state, hex, &mut larder), fed, "{side} in {} with seed {seed}", ground().name(hex));
                        asked += 1;
                        hungry_seen += u32::from(!fed);
                    }
                }
            }
        }
        assert!(asked > 10_000 && hungry_seen > 10, "{asked} asked, {hungry_seen} hungry");
    }
}
