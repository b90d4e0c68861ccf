//! Chapters 15 and 16: supply lines, the ladder of hunger, recovery.

use crate::Check;
use crate::GiveUsVictories;
use crate::action::{Action, Event};
use crate::counters::{counters, tables};
use crate::events::TRAIN_REACH;
use crate::ground::{BRIDGE, FORD, HEXES, MAJOR, MINOR, RAPPAHANNOCK, ROAD, TURNPIKE, ground};
use crate::ids::{Hex, HexBits, Piece, Pieces};
use crate::reach::Reach;
use crate::state::State;
use board::Direction;
use engine::{Few, Illegal, Side, Sink};

impl GiveUsVictories {
    /// GUV-15.3, GUV-15.4: whether a road hex is open to a side: not held by the enemy; next to him only with an own unit in it.
    fn road_open(&self, state: &State, side: Side, hex: Hex) -> bool {
        !state.holds(side.enemy(), hex) && (state.holds(side, hex) || !self.in_contact(state, side, hex))
    }

    /// Whether a supply road runs from a hex to its neighbour (GUV-10.5, GUV-11.3, GUV-15.5, GUV-15.6, GUV-15.7).
    fn road_runs(&self, state: &State, side: Side, from: Hex, d: Direction) -> bool {
        let (g, to) = (ground(), self.near[from.index()][d.index()]);
        if !to.is_some() {
            return false;
        }
        let bits = g.side(from, d);
        let road = bits & (TURNPIKE | ROAD) != 0;
        if bits & (MAJOR | MINOR) != 0 && state.bridged(side, from, to) {
            return g.road[from.index()] > 0 && g.road[to.index()] > 0;
        }
        if bits & MAJOR != 0 {
            road && bits & FORD != 0 && bits & RAPPAHANNOCK == 0 && !state.rain
        } else if bits & MINOR != 0 {
            road && (bits & BRIDGE != 0 || !state.rain)
        } else {
            road
        }
    }

    /// GUV-15.2, GUV-15.8, GUV-15.9: the road hexes joined to a supply centre of the side.
    pub(crate) fn supply_roads(&self, state: &State, side: Side) -> HexBits {
        let mut reached = HexBits::default();
        let mut edge: Few<Hex, HEXES> = Few::new(Hex::NONE);
        for centre in ground().centres.iter().filter(|c| c.side == side) {
            if self.area.has(centre.hex) && self.road_open(state, side, centre.hex) && !reached.has(centre.hex) {
                reached.insert(centre.hex);
                edge.offer(centre.hex);
            }
        }
        let mut done = 0;
        while let Some(hex) = edge.get(done).copied() {
            done += 1;
            for d in Direction::ALL {
                let to = self.near[hex.index()][d.index()];
                let runs = TURNPIKE | ROAD | MAJOR | MINOR;
                if to.is_some()
                    && ground().side(hex, d) & runs != 0
                    && !reached.has(to)
                    && self.road_runs(state, side, hex, d)
                    && self.road_open(state, side, to)
                {
                    reached.insert(to);
                    edge.offer(to);
                }
            }
        }
        reached
    }

    /// The cost for foot to go from a hex to its neighbour in search of a road: terrain and water, no contact.
    fn supply_step(&self, state: &State, side: Side, from: Hex, d: Direction) -> Option<u8> {
        let (g, cost) = (ground(), &tables().cost);
        let to = self.near[from.index()][d.index()];
        if !to.is_some() || state.holds(side.enemy(), to) {
            return None;
        }
        let bits = g.side(from, d);
        let mut road = if bits & TURNPIKE != 0 { 2 } else { u8::from(bits & ROAD != 0) };
        let mut extra = 0;
        if bits & (MAJOR | MINOR) != 0 && bits & BRIDGE == 0 {
            if state.bridged(side, from, to) {
                extra = cost.pontoon;
                road = g.road[from.index()].min(g.road[to.index()]);
            } else if state.rain || bits & RAPPAHANNOCK != 0 || bits & MAJOR != 0 && bits & FORD == 0 {
                return None;
            } else {
                extra = if bits & MAJOR != 0 { cost.rapidan_ford } else { cost.minor_river };
            }
        } else if bits & crate::ground::CREEK != 0 && state.rain && road == 0 {
            extra = cost.creek_in_rain;
        }
        Some(
            extra
                + match road {
                    2 => cost.major_road,
                    1 => cost.minor_road,
                    _ if g.forest.has(to) => cost.forest,
                    _ => cost.clear,
                },
        )
    }

    /// GUV-15.2: the hexes within 6 movement points of a road that runs to a supply centre.
    pub(crate) fn supplied_hexes(&self, state: &State, side: Side) -> HexBits {
        self.along_roads(state, side, &self.supply_roads(state, side))
    }

    /// The hexes within 6 movement points of these roads.
    fn along_roads(&self, state: &State, side: Side, roads: &HexBits) -> HexBits {
        let most = usize::from(tables().cost.supply);
        let mut best = vec![u8::MAX; HEXES];
        let mut waiting: Vec<Vec<Hex>> = vec![Vec::new(); most + 1];
        for hex in roads.iter() {
            best[hex.index()] = 0;
            waiting[0].push(hex);
        }
        for spent in 0..=most {
            let mut i = 0;
            while i < waiting[spent].len() {
                let hex = waiting[spent][i];
                i += 1;
                if usize::from(best[hex.index()]) != spent {
                    continue;
                }
                // Backwards: from the neighbour into this hex.
                for d in Direction::ALL {
                    let from = self.near[hex.index()][d.index()];
                    if !from.is_some() || state.holds(side.enemy(), from) {
                        continue;
                    }
                    let Some(cost) = self.supply_step(state, side, from, d.opposite()) else { continue };
                    let next = spent + usize::from(cost);
                    if next <= most && next < usize::from(best[from.index()]) {
                        best[from.index()] = next as u8;
                        waiting[next].push(from);
                    }
                }
            }
        }
        best.iter().enumerate().filter(|(_, b)| **b != u8::MAX).map(|(i, _)| Hex(i as u16)).collect()
    }

    /// GUV-15.1, GUV-15.10: the units of a side that are out of supply now: infantry and artillery only; skirmishers (GUV-13.17) and
    /// cavalry never.
    pub fn unsupplied(&self, state: &State, side: Side) -> Pieces {
        if self.scenario.always_supplied {
            return Pieces::NONE;
        }
        let roads = self.supply_roads(state, side);
        let eaters = eaters(side).and(&state.placed);
        let hexes: HexBits = eaters.iter().map(|p| state.hex(p)).collect();
        let hungry: HexBits =
            hexes.iter().filter(|h| !self.near_road(state, side, *h, &roads) && !self.by_train(state, side, *h)).collect();
        eaters.iter().filter(|p| hungry.has(state.hex(*p))).collect()
    }

    /// GUV-15.2: whether a hex lies within 6 movement points of one of these roads.
    fn near_road(&self, state: &State, side: Side, hex: Hex, roads: &HexBits) -> bool {
        roads.has(hex)
            || Reach::leads_to(hex, tables().cost.supply, roads, |from, d| {
                let cost = self.supply_step(state, side, from, d)?;
                Some((self.near[from.index()][d.index()], cost))
            })
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
            return Err(Illegal::new("GUV-1.1", "That unit is the enemy's."));
        }
        if !state.hex(piece).is_some() {
            return Err(Illegal::new("GUV-16.3", "Units off the map do not recover."));
        }
        if !state.reduced.has(piece) {
            return Err(Illegal::new("GUV-16.1", "The unit has lost nothing."));
        }
        if state.starved.has(piece) || state.disorganized.has(piece) || state.demoralized.has(piece) {
            return Err(Illegal::new("GUV-6.11", "Out of supply, disorganized and demoralized units do not recover."));
        }
        if self.in_contact(state, side, state.hex(piece)) {
            return Err(Illegal::new("GUV-16.1", "A unit next to the enemy does not recover."));
        }
        let band = self.band[piece.index()];
        if band.is_some_and(|chit| state.recovered.has(chit)) {
            return Err(Illegal::new("GUV-16.1", "One unit of a formation recovers in a night."));
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

    /// The same where it is asked of several hexes: roads are followed once, if at all.
    pub(crate) fn holds_fed(&self, state: &State, hex: Hex, larder: &mut Larder) -> bool {
        let side = larder.side;
        let here = self.solid(&state.stack_of(side, hex));
        if here.is_empty() {
            return false;
        }
        if self.scenario.always_supplied || !here.within(&eaters(side)) || self.by_train(state, side, hex) {
            return true;
        }
        let roads = larder.roads.get_or_insert_with(|| self.supply_roads(state, side));
        self.near_road(state, side, hex, roads)
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
    roads: Option<HexBits>,
}

impl Larder {
    pub fn of(side: Side) -> Larder {
        Larder { side, roads: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::player::RandomPlayer;
    use engine::{Actor, Chair, Dice, Handbook, Player, Rules, SetUp};

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
                    Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.lot), &mut ()),
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
