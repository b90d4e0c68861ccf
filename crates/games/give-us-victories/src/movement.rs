//! Chapters 7 and 9: marches of units and stacks in half points, contact, roads, forced march, leaving the map.

use crate::action::{Action, Event};
use crate::counters::{ChitKind, counters, tables};
use crate::ground::{BRIDGE, CREEK, FORD, HEXES, MAJOR, MINOR, RAPPAHANNOCK, ROAD, Region, SITE, TURNPIKE, ground};
use crate::ids::{Hex, HexBits, Path, Piece, Pieces};
use crate::reach::{Purse, REACH, Reach};
use crate::state::{March, State, Step, Stragglers};
use crate::{Check, GiveUsVictories};
use board::Direction;
use engine::{Illegal, Side, Sink};

/// GUV-18.8: Stuart crosses the rivers only after so many steps of infantry and artillery.
const STEPS_BEFORE_STUART: u8 = 10;
/// GUV-9.28: a forced march costs a step on this die or less.
pub(crate) const ATTRITION: u8 = 2;

/// Who marches, as far as the cost of a step depends on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    side: Side,
    pieces: Pieces,
    /// All of them cavalry: they wade the Rappahannock (GUV-10.3).
    cavalry: bool,
    /// Why hexes next to the enemy are closed, if they are.
    closed: Option<Illegal>,
    /// GUV-14.66.
    night_attack: bool,
    /// GUV-17.11.
    unknown_paths: bool,
    /// GUV-18.7, GUV-18.8, GUV-18.10: somebody may be barred from the rivers.
    barred: bool,
}

/// A step from a hex to its neighbour as far as it never changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane {
    /// The neighbour on the map of the scenario; nowhere at its edge.
    to: Hex,
    /// Half points over dry land.
    cost: u8,
    /// [`Lane::ROAD`] and the rest.
    kind: u8,
}

impl Lane {
    /// It follows a road.
    const ROAD: u8 = 1;
    /// It leads into woods,
    const WOODS: u8 = 1 << 1;
    /// and pays for them (GUV-17.11).
    const PATHLESS: u8 = 1 << 2;
    /// A river runs along the side: see [`GiveUsVictories::crossing`].
    const RIVER: u8 = 1 << 3;
    /// A creek runs along it, which counts in rain (GUV-7.5).
    const CREEK: u8 = 1 << 4;

    #[inline]
    fn is(self, kind: u8) -> bool {
        self.kind & kind != 0
    }
}

impl GiveUsVictories {
    /// Who marches.
    pub(crate) fn mover(&self, state: &State, pieces: &Pieces) -> Mover {
        let c = counters();
        let units = self.solid(pieces);
        let side = pieces.first().map_or(Side::Union, |p| c.get(p).side);
        let act = state.act.as_ref();
        let closed = if !units.and(&state.demoralized).is_empty() {
            Some(Illegal::new(
                "GUV-14.59",
                "Demoralized units may not enter a hex next to the enemy.",
                "Keep it a hex away; it recovers at night.",
            ))
        } else if act.is_some_and(|a| a.forced) && !units.and(&state.tired).is_empty() {
            // Those who are not fit to march along keep their own pace (GUV-9.29).
            Some(Illegal::new(
                "GUV-9.25",
                "On a forced march no hex next to the enemy may be entered.",
                "Stop a hex away, or march at the usual rate.",
            ))
        } else if self.night(state) && !act.is_some_and(|a| a.night_attack) {
            // GUV-14.64: but for the formation of the Night Attack event.
            Some(Illegal::new("GUV-7.2", "At night no hex next to the enemy may be entered.", "Stop a hex away, or play a night attack."))
        } else {
            None
        };
        Mover {
            side,
            pieces: units,
            cavalry: units.within(&c.cavalry),
            closed,
            night_attack: act.is_some_and(|a| a.night_attack),
            unknown_paths: act.is_some_and(|a| a.unknown_paths),
            barred: !units.and(&self.river_bound).is_empty(),
        }
    }

    /// Where a way ends; nowhere if it leads off the map.
    pub(crate) fn end_of(&self, from: Hex, path: Path) -> Hex {
        path.iter().fold(from, |hex, d| if hex.is_some() { self.near[hex.index()][d.index()] } else { Hex::NONE })
    }

    /// A unit in a general retreat: no hex next to the enemy (GUV-17.15, R-69).
    pub(crate) fn retreating_mover(&self, state: &State, piece: Piece) -> Mover {
        let closed = Some(Illegal::new("GUV-17.15", "A general retreat does not lead next to the enemy.", "Stop a hex away."));
        Mover { closed, night_attack: false, unknown_paths: false, ..self.mover(state, &Pieces::one(piece)) }
    }

    /// Whether rivers bind it as they bind infantry and guns.
    pub fn has_river_limits(&self, piece: Piece) -> bool {
        let union_reserve = self.independents.has(piece) && counters().get(piece).side == Side::Union && !counters().cavalry.has(piece);
        union_reserve || self.band[piece.index()] == Some(self.named.stuart) || self.turn11.has(piece)
    }

    /// Steps of Confederate infantry and artillery beyond either river (GUV-18.8).
    pub(crate) fn steps_beyond(&self, state: &State) -> u8 {
        let c = counters();
        let foot = c.infantry.or(&c.guns).and(&c.of[Side::Confederate.index()]);
        let beyond = |p: &Piece| state.hex(*p).is_some() && ground().region[state.hex(*p).index()] != Region::South;
        foot.iter().filter(beyond).map(|p| state.steps(p)).sum()
    }

    /// GUV-18.7, GUV-18.8, GUV-18.10: who may not cross a major river, from one bank to the other.
    pub(crate) fn river_limits(&self, state: &State, pieces: &Pieces, from: Hex, to: Hex) -> Check {
        let (here, there) = (ground().region[from.index()], ground().region[to.index()]);
        for piece in pieces.iter() {
            if self.turn11.has(piece) {
                if there > here && !state.freed[2] {
                    return Err(Illegal::new(
                        "GUV-18.10",
                        "That cavalry may not cross the rivers southward before it is released.",
                        "Stay north until the Corps Released event frees it.",
                    ));
                }
            } else if self.band[piece.index()] == Some(self.named.stuart) {
                // whoever is over may come back.
                if there < here && self.steps_beyond(state) < STEPS_BEFORE_STUART {
                    return Err(Illegal::new(
                        "GUV-18.8",
                        "Stuart crosses the rivers only after 10 steps of Confederate infantry and artillery.",
                        "Stay on this side until so many are across.",
                    ));
                }
            } else if self.has_river_limits(piece) {
                return Err(Illegal::new(
                    "GUV-18.7",
                    "The Union reserve never crosses the Rappahannock or the Rapidan.",
                    "Stay on this side.",
                ));
            }
        }
        Ok(())
    }

    /// Every step over dry land, made once.
    pub(crate) fn lay_lanes(&self) -> Vec<[Lane; 6]> {
        let (g, cost) = (ground(), &tables().cost);
        let lane = |from: usize, d: Direction| {
            let (to, bits) = (self.near[from][d.index()], g.sides[from][d.index()]);
            let road = bits & (TURNPIKE | ROAD) != 0;
            let woods = g.forest.has(to);
            let river = bits & MAJOR != 0 || bits & MINOR != 0 && bits & BRIDGE == 0;
            let kinds = [
                (Lane::ROAD, road),
                (Lane::WOODS, woods),
                (Lane::PATHLESS, woods && !road),
                (Lane::RIVER, river),
                (Lane::CREEK, bits & CREEK != 0),
            ];
            // GUV-9.18, GUV-9.19; the Po and the Ny: GUV-10.6
            let cost = match (bits & TURNPIKE != 0, road, woods) {
                (true, ..) => cost.major_road,
                (false, true, _) => cost.minor_road,
                (false, false, true) => cost.forest,
                (false, false, false) => cost.clear,
            };
            Lane { to, cost, kind: kinds.into_iter().filter(|k| k.1).fold(0, |all, k| all | k.0) }
        };
        (0..HEXES).map(|from| Direction::ALL.map(|d| lane(from, d))).collect()
    }

    /// The cost of a step in half points, and whether it follows a road.
    #[inline]
    pub(crate) fn step_cost(&self, state: &State, m: &Mover, from: Hex, d: Direction) -> Result<(u8, bool), Illegal> {
        let lane = self.lanes[from.index()][d.index()];
        if !lane.to.is_some() {
            return Err(Illegal::new("GUV-9.21", "That is off the map.", "Choose a hex of the map."));
        }
        if state.holds(m.side.enemy(), lane.to) {
            return Err(Illegal::new(
                "GUV-9.4",
                "The enemy is in that hex.",
                "Stop next to him and attack in the combat phase, or go round.",
            ));
        }
        let (mut cost, mut road) = (lane.cost, lane.is(Lane::ROAD));
        if lane.is(Lane::RIVER) || state.rain && lane.is(Lane::CREEK) {
            (cost, road) = self.crossing(state, m, from, d)?;
        } else if m.unknown_paths && lane.is(Lane::PATHLESS) {
            cost = tables().cost.clear;
        }
        if self.in_contact(state, m.side, lane.to) {
            if let Some(closed) = m.closed {
                return Err(closed);
            }
            // GUV-9.5, GUV-9.6, GUV-9.8; GUV-14.66 at night
            if !lane.is(Lane::WOODS) && !m.night_attack {
                cost += tables().cost.contact;
            }
        }
        Ok((cost, road))
    }

    /// The cost of a step over water, contact apart, and whether it follows a road.
    fn crossing(&self, state: &State, m: &Mover, from: Hex, d: Direction) -> Result<(u8, bool), Illegal> {
        let (g, cost) = (ground(), &tables().cost);
        let to = self.near[from.index()][d.index()];
        let bits = g.side(from, d);
        let mut road = if bits & TURNPIKE != 0 { 2 } else { u8::from(bits & ROAD != 0) };
        let mut extra = 0;
        if bits & MAJOR != 0 {
            if m.barred {
                self.river_limits(state, &m.pieces, from, to)?;
            }
            if state.bridged(m.side, from, to) {
                // GUV-11.5; R-30: the pontoon joins the roads of its ends.
                extra = cost.pontoon;
                road = g.road[from.index()].min(g.road[to.index()]);
            } else if bits & RAPPAHANNOCK != 0 {
                if bits & SITE != 0 {
                    return Err(Illegal::new(
                        "GUV-10.1",
                        "Without a pontoon nobody crosses there.",
                        "Build a pontoon there first, or cross elsewhere.",
                    ));
                }
                if bits & FORD == 0 {
                    return Err(Illegal::new("GUV-10.1", "The Rappahannock is crossed at its fords only.", "March to a ford."));
                }
                if !m.cavalry {
                    return Err(Illegal::new(
                        "GUV-10.1",
                        "Infantry and artillery cross the Rappahannock by pontoon only.",
                        "Build a pontoon at a ford first.",
                    ));
                }
                if state.rain {
                    return Err(Illegal::new(
                        "GUV-7.7",
                        "In rain the fords are closed without a pontoon.",
                        "Build a pontoon there, or wait for dry weather.",
                    ));
                }
                (extra, road) = (cost.rappahannock_ford, 0);
            } else {
                if bits & FORD == 0 {
                    return Err(Illegal::new("GUV-10.4", "The Rapidan is crossed at its fords only.", "March to a ford."));
                }
                if state.rain {
                    return Err(Illegal::new(
                        "GUV-7.7",
                        "In rain the fords are closed without a pontoon.",
                        "Build a pontoon there, or wait for dry weather.",
                    ));
                }
                extra = cost.rapidan_ford;
            }
        } else if bits & MINOR != 0 && bits & BRIDGE == 0 {
            if state.bridged(m.side, from, to) {
                extra = cost.pontoon;
                road = g.road[from.index()].min(g.road[to.index()]);
            } else if state.rain {
                return Err(Illegal::new(
                    "GUV-7.6",
                    "In rain the Po and the Ny are crossed by bridge or pontoon only.",
                    "March to a bridge, or wait for dry weather.",
                ));
            } else {
                extra = cost.minor_river;
            }
        } else if bits & CREEK != 0 && state.rain && road == 0 {
            // GUV-7.5
            extra = cost.creek_in_rain;
        }
        let ground_cost = match road {
            2 => cost.major_road,
            1 => cost.minor_road,
            _ if g.forest.has(to) && !m.unknown_paths => cost.forest,
            _ => cost.clear,
        };
        Ok((ground_cost + extra, road > 0))
    }

    /// The half points of a unit (GUV-9.23, GUV-9.29, GUV-17.13).
    pub fn allowance(&self, state: &State, piece: Piece) -> u8 {
        let act = state.act.as_ref();
        let mut points = 2 * counters().get(piece).ma;
        let tired = state.disorganized.has(piece) || state.demoralized.has(piece) || state.starved.has(piece);
        if act.is_some_and(|a| a.forced) && !tired {
            points *= 2;
        }
        if act.is_some_and(|a| a.stonewall) {
            points += tables().cost.jackson;
        }
        points
    }

    /// What these pieces have to spend: the slowest counts.
    pub fn purse(&self, state: &State, pieces: &Pieces) -> Purse {
        let allowance = self.solid(pieces).iter().map(|p| self.allowance(state, p)).min().unwrap_or(0);
        let mut purse = Purse { allowance, spent: 0, road: true };
        if let Some(march) = state.march.filter(|m| !m.pieces.and(pieces).is_empty()) {
            (purse.spent, purse.road) = (march.spent, march.road);
        }
        for p in state.stragglers.pieces().and(pieces).iter() {
            purse.spent = purse.spent.max(state.stragglers.spent(p));
            purse.road &= state.stragglers.by_road(p);
        }
        purse
    }

    /// Everybody whose march is not over: those who march, and those whom they have left behind on the way.
    pub(crate) fn marching(&self, state: &State) -> Pieces {
        state.march.map_or(Pieces::NONE, |m| m.pieces).or(&state.stragglers.pieces())
    }

    /// These pieces march, or march on, and have spent so much. Whoever is of their stack and stays may go on later; anybody
    /// else has finished (GUV-9.2).
    pub(crate) fn set_out(&self, state: &mut State, pieces: Pieces, spent: u8, road: bool) {
        if pieces.and(&self.marching(state)).is_empty() {
            self.halt(state);
        }
        if let Some(march) = state.march {
            let left = march.pieces.minus(&pieces).minus(&counters().dummies);
            left.iter().for_each(|p| state.stragglers.insert(p, march.spent, march.road));
        }
        pieces.iter().for_each(|p| state.stragglers.remove(p));
        state.march = Some(March { pieces, spent, road });
    }

    /// The march is over for everybody.
    pub(crate) fn halt(&self, state: &mut State) {
        state.march = None;
        state.stragglers = Stragglers::NONE;
    }

    /// The march is over for a piece.
    pub(crate) fn drop_out(&self, state: &mut State, piece: Piece) {
        state.stragglers.remove(piece);
        if let Some(march) = &mut state.march {
            march.pieces.remove(piece);
            if march.pieces.is_empty() {
                state.march = None;
            }
        }
    }

    /// GUV-8.1, GUV-9.1, GUV-9.2: whether these pieces may march together, and from where.
    pub(crate) fn may_move(&self, state: &State, pieces: &Pieces) -> Result<Hex, Illegal> {
        let c = counters();
        let side = state.act().side;
        let Some(first) = pieces.first() else {
            return Err(Illegal::new("GUV-9.1", "Nobody marches.", "Take at least one unit."));
        };
        let hex = state.hex(first);
        if !pieces.within(&c.of[side.index()]) {
            return Err(Illegal::new("GUV-1.1", "Those units are the enemy's.", "Choose units of yours."));
        }
        if !hex.is_some() || pieces.iter().any(|p| state.hex(p) != hex) {
            return Err(Illegal::new("GUV-9.1", "A stack marches from one hex.", "Take units of one hex."));
        }
        let units = self.solid(pieces);
        if units.is_empty() {
            let dummies = !pieces.and(&c.dummies).is_empty();
            return Err(if dummies {
                Illegal::new("GUV-9.33", "Dummies move only with their stack.", "Take a unit of their stack along.")
            } else {
                Illegal::new("GUV-13.10", "Skirmishers move only with an infantry brigade.", "Take a brigade of their hex along.")
            });
        }
        if !units.within(&state.active) {
            return Err(Illegal::new(
                "GUV-8.1",
                "That unit is not active, or out of command.",
                "Choose a unit of the active formation within its radius.",
            ));
        }
        if !units.and(&state.built).is_empty() {
            return Err(Illegal::new(
                "GUV-11.9",
                "A unit that built a pontoon, or tried to, stays where it is.",
                "Choose another unit; this one moves again next turn.",
            ));
        }
        let again = pieces.minus(&c.dummies).and(&state.moved).minus(&self.marching(state));
        if !again.is_empty() {
            return Err(Illegal::new(
                "GUV-9.2",
                "A unit finishes its move before the next begins: it has moved already.",
                "Choose another unit; this one moves again next turn.",
            ));
        }
        let skirmishers = pieces.and(&c.skirmishers);
        if !skirmishers.is_empty() {
            if units.and(&c.infantry).is_empty() {
                return Err(Illegal::new(
                    "GUV-13.10",
                    "Skirmishers move only with an infantry brigade.",
                    "Take a brigade of their hex along.",
                ));
            }
            if !skirmishers.and(&state.activated).is_empty() {
                return Err(Illegal::new("GUV-8.30", "Those skirmishers went with another activation this turn.", "March without them."));
            }
        }
        Ok(hex)
    }

    /// Whether these pieces may march that way: every step must be paid in full (GUV-9.3), the enemy taken as he stands now.
    pub(crate) fn may_march(&self, state: &State, pieces: &Pieces, path: Path) -> Check {
        let mut hex = self.may_move(state, pieces)?;
        if path.is_empty() {
            return Err(Illegal::new("GUV-9.1", "A march has at least one step.", "Choose another hex."));
        }
        let mover = self.mover(state, pieces);
        let mut purse = self.purse(state, pieces);
        for d in path.iter() {
            let (cost, by_road) = self.step_cost(state, &mover, hex, d)?;
            purse = purse.pay(cost, by_road).ok_or(Illegal::new(
                "GUV-9.3",
                "There are not enough movement points for that step.",
                "Choose a nearer hex, or go by road.",
            ))?;
            hex = self.near[hex.index()][d.index()];
        }
        self.may_stop(state, pieces, hex)
    }

    /// nobody ends where the stack would be too large and nobody could be displaced (GUV-5.5).
    pub fn may_stop(&self, state: &State, pieces: &Pieces, hex: Hex) -> Check {
        let real = pieces.minus(&counters().dummies);
        if !state.holds(state.act().side, hex) || self.fits(state, state.act().side, hex, real.len() as u8, state.sum(&real)) {
            return Ok(());
        }
        if self.has_refuge(state, &real, hex) {
            return Ok(());
        }
        Err(Illegal::new(
            "GUV-5.5",
            "The hex would be overfull, and the excess units could go nowhere.",
            "Choose another hex, or send fewer.",
        ))
    }

    /// Whether any step at all is open to these pieces.
    pub(crate) fn can_step(&self, state: &State, pieces: &Pieces) -> bool {
        let Ok(hex) = self.may_move(state, pieces) else { return false };
        let (mover, purse) = (self.mover(state, pieces), self.purse(state, pieces));
        Direction::ALL.into_iter().any(|d| {
            self.step_cost(state, &mover, hex, d).is_ok_and(|(cost, by_road)| purse.pay(cost, by_road).is_some())
                && self.may_stop(state, pieces, self.near[hex.index()][d.index()]).is_ok()
        })
    }

    /// Looks for every hex that these pieces could come to; whether they may stop there is another question.
    pub fn spread(&self, state: &State, pieces: &Pieces, reach: &mut Reach) {
        reach.begin();
        let Ok(start) = self.may_move(state, pieces) else { return };
        let mover = self.mover(state, pieces);
        reach.spread(start, self.purse(state, pieces), &self.near, |hex, d| self.step_cost(state, &mover, hex, d).ok());
    }

    /// Everything in a hex that would march as one stack: the open march if it stands here, else whoever has not moved.
    pub fn marching_stack(&self, state: &State, hex: Hex) -> Pieces {
        let c = counters();
        let here = state.stack_of(state.act().side, hex);
        let marching = self.marching(state).and(&here);
        let units = if marching.is_empty() {
            self.solid(&here).and(&state.active).minus(&state.built).minus(&state.moved)
        } else {
            self.solid(&marching)
        };
        if units.is_empty() {
            return units;
        }
        let free = here.minus(&state.moved).or(&marching);
        let mut along = Pieces::NONE;
        if !units.and(&c.infantry).is_empty() {
            along = free.and(&c.skirmishers).minus(&state.activated);
        }
        // Dummies stay with somebody; they go along when nobody real is left behind.
        if self.solid(&here).within(&units) {
            along = along.or(&here.and(&c.dummies));
        }
        units.or(&along)
    }

    /// A unit or stack marches until its way ends or somebody reacts; then it may go on with the points it has left (GUV-9.15).
    /// Contact stops nobody (GUV-9.9).
    pub fn march<K: Sink<Event>>(&self, state: &mut State, pieces: Pieces, path: Path, sink: &mut K) {
        let side = state.act().side;
        let purse = self.purse(state, &pieces);
        self.set_out(state, pieces, purse.spent, purse.road);
        for d in path.iter() {
            let Some(march) = state.march else { return };
            let Some(first) = march.pieces.first() else { return };
            let from = state.hex(first);
            let mover = self.mover(state, &march.pieces);
            let purse = self.purse(state, &march.pieces);
            // Units that were shaken by leaving their works may find the rest of their way closed.
            let Ok((cost, by_road)) = self.step_cost(state, &mover, from, d) else { return };
            let Some(next) = purse.pay(cost, by_road) else { return };
            let to = self.near[from.index()][d.index()];
            state.march = Some(March { pieces: march.pieces, spent: next.spent, road: next.road });
            self.depart(state, side, &march.pieces, from, to, sink);
            let contact = self.in_contact(state, side, to);
            let seen = contact || self.in_contact(state, side, from);
            sink.tell(|| Event::Marched { pieces: march.pieces, from, to, seen, contact });
            self.after_departure(state, side, from, sink);
            if contact && self.reactions(state, side, to) {
                return;
            }
        }
    }

    /// Pieces leave a hex for another by movement; works next to the enemy are remembered (GUV-14.31).
    pub(crate) fn depart<K: Sink<Event>>(&self, state: &mut State, side: Side, pieces: &Pieces, from: Hex, to: Hex, sink: &mut K) {
        let exposed = !self.night(state) && self.works(state, side, from) && self.in_contact(state, side, from);
        // Whoever only passes through has not occupied them.
        let occupants = self.solid(pieces).minus(&state.moved);
        for p in pieces.iter() {
            state.put(p, to);
            state.moved.insert(p);
            state.stirred.insert(p);
            if exposed && occupants.has(p) {
                state.left[p.index()] = from;
            }
        }
        self.tidy(state, to, sink);
    }

    /// GUV-14.31, GUV-14.32, GUV-14.37: if works next to the enemy were left by all units, everybody who left them is disorganized;
    /// if the enemy is gone when the last one goes, nobody.
    pub(crate) fn after_departure<K: Sink<Event>>(&self, state: &mut State, side: Side, from: Hex, sink: &mut K) {
        if self.solid(&state.stack_of(side, from)).is_empty() {
            let abandoned = self.in_contact(state, side, from);
            for i in 0..state.left.len() {
                if state.left[i] == from {
                    state.left[i] = Hex::NONE;
                    if abandoned && state.at[i].is_some() {
                        self.disorder(state, Piece(i as u8), sink);
                    }
                }
            }
        }
        self.tidy(state, from, sink);
    }

    /// After a step next to the enemy: a window for the other side if somebody there could break contact (GUV-9.10), or a pause for
    /// demoralized units (GUV-14.60).
    fn reactions(&self, state: &mut State, side: Side, hex: Hex) -> bool {
        let enemy = side.enemy();
        let mut open = 0;
        if !self.night(state) {
            for d in Direction::ALL {
                let next = self.near[hex.index()][d.index()];
                if next.is_some() && state.holds(enemy, next) && self.might_break(state, enemy, next) {
                    open |= 1 << d.index();
                }
            }
        }
        if open != 0 {
            state.contact = Some(crate::state::Contact { side: enemy, hex, open });
            state.agenda.push(Step::Approach);
        }
        open != 0 || self.routed(state).is_some()
    }

    /// GUV-9.23 to GUV-9.25: one formation of each side and turn, before anybody has moved.
    pub(crate) fn may_force_march(&self, state: &State) -> Check {
        let act = state.act();
        if !matches!(self.kind(act.chit), ChitKind::Formation | ChitKind::High) {
            return Err(Illegal::new("GUV-9.23", "Only a formation force marches.", "March at the usual rate."));
        }
        if state.marched[act.side.index()] {
            return Err(Illegal::new("GUV-9.24", "One formation of a side may force march in a turn.", "March at the usual rate."));
        }
        if state.agenda.top() != Step::Muster {
            return Err(Illegal::new("GUV-9.24", "A forced march is declared before the first move.", "March on at the usual rate."));
        }
        if act.night_attack {
            return Err(Illegal::new("GUV-9.26", "A night attack and a forced march do not go together.", "Choose one of them."));
        }
        Ok(())
    }

    /// The formation force marches: all of it is barred from fighting (GUV-9.26).
    pub(crate) fn force_march<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let side = state.act().side;
        state.marched[side.index()] = true;
        state.act_mut().forced = true;
        state.forced = state.forced.or(&self.formations(state.act().formations).and(&state.placed));
        state.active.iter().for_each(|p| self.march_along(state, p));
        sink.tell(|| Event::ForcedMarch { side });
    }

    /// A unit goes along on a forced march: it will not fight (GUV-9.26); if it is fit to march, it tires (GUV-9.27, R-130).
    pub(crate) fn march_along(&self, state: &mut State, piece: Piece) {
        state.forced.insert(piece);
        let fit = !state.disorganized.has(piece) && !state.demoralized.has(piece) && !state.starved.has(piece);
        state.tired.set(piece, fit);
    }

    /// GUV-9.28: any unit of the formation may bear the step.
    pub(crate) fn weary(&self, state: &State) -> Pieces {
        self.formations(state.act().formations).and(&state.placed)
    }

    /// The road off the map at a hex that a side may take (GUV-9.21, GUV-2.10, GUV-2.12): its number among the six of 2.10.
    pub(crate) fn exit_at(&self, side: Side, hex: Hex) -> Option<usize> {
        if !self.scenario.flagged_exits {
            return None;
        }
        let mut flagged = ground().centres.iter().filter(|c| c.side == Side::Confederate);
        flagged.position(|c| c.hex == hex && (c.southern || side == Side::Confederate))
    }

    /// GUV-9.21, GUV-19.20, R-129: the road hexes of the west edge of Salem Church; none in other scenarios.
    pub fn western_exits(&self) -> &HexBits {
        &self.exits
    }

    /// GUV-9.21, GUV-19.20: whether these pieces may leave the map here.
    pub fn may_exit(&self, state: &State, pieces: &Pieces) -> Check {
        let hex = self.may_move(state, pieces)?;
        let side = state.act().side;
        let salem = side == Side::Union && self.western_exits().has(hex);
        if !salem && self.exit_at(side, hex).is_none() {
            return Err(Illegal::new(
                "GUV-9.21",
                "Units leave the map only by the roads that the victory conditions name.",
                "Leave by one of those roads, or stay.",
            ));
        }
        if !pieces.and(&counters().skirmishers).is_empty() {
            return Err(Illegal::new("GUV-13.9", "Skirmishers leave the map only by combat or at night.", "Leave them behind."));
        }
        self.purse(state, pieces).pay(tables().cost.exit, true).map(drop).ok_or(Illegal::new(
            "GUV-9.21",
            "Leaving the map costs 1 point.",
            "Keep a point for it.",
        ))
    }

    /// Pieces leave the map for good (GUV-9.22); their steps are counted as they are.
    pub(crate) fn exit<K: Sink<Event>>(&self, state: &mut State, pieces: Pieces, sink: &mut K) {
        let side = state.act().side;
        let c = counters();
        let from = state.hex(pieces.first().expect("somebody leaves"));
        if pieces.and(&self.marching(state)).is_empty() {
            self.halt(state);
        }
        let exit = self.exit_at(side, from);
        for p in pieces.iter() {
            // GUV-2.11: of the Union only infantry and artillery count.
            let counts = side == Side::Confederate || c.infantry.has(p) || c.guns.has(p);
            if let (Some(exit), true, false) = (exit, counts, c.dummies.has(p)) {
                state.exits[side.index()][exit] = state.exits[side.index()][exit].saturating_add(state.steps(p));
            }
            state.put(p, if c.dummies.has(p) { Hex::READY } else { Hex::EXITED });
            self.forget(state, p);
        }
        sink.tell(|| Event::Exited { pieces, from });
        self.after_departure(state, side, from, sink);
    }

    /// What one unit or stack can do in the movement step.
    pub fn marches(&self, state: &State, pieces: &Pieces, out: &mut Vec<Action>) {
        REACH.with_borrow_mut(|reach| {
            self.spread(state, pieces, reach);
            for end in reach.ends.iter().filter(|end| self.may_stop(state, pieces, end.hex).is_ok()) {
                out.push(Action::March { pieces: *pieces, path: reach.way_to(*end) });
            }
        });
        let leaving = pieces.minus(&counters().skirmishers);
        if self.may_exit(state, &leaving).is_ok() {
            out.push(Action::Exit { pieces: leaving });
        }
    }
}
