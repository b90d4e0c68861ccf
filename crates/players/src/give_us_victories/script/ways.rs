//! How far it is to a goal, found out as far as somebody asks: most units ask about hexes near the nearest goal alone.

use give_us_victories::ground::HEXES;
use give_us_victories::ids::Hex;

/// Far away.
const FAR: u16 = 400;
/// More than any step costs, with an enemy in the way and others beside it.
const PLACES: usize = 128;
/// No way from a hex to its neighbour.
pub(super) const CLOSED: u8 = u8::MAX;
/// Nobody waits there.
const NOBODY: u16 = u16::MAX;

/// What it costs to come nearer: the neighbours of each hex, the cost of the step from each of them, and what it costs more to be in a hex because
/// of the enemy.
#[derive(Clone, Copy)]
pub(super) struct Costs<'a> {
    pub(super) near: &'a [[Hex; 6]],
    pub(super) steps: &'a [[u8; 6]],
    pub(super) more: &'a [u16],
}

/// How far hexes are from a goal for infantry, in half points, where it costs more to be in a hex because of the enemy; in the goal itself it does
/// not.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    goal: Hex,
    /// Distances, found in their order.
    away: Vec<u16>,
    /// Those below are final.
    front: u16,
    /// Hexes wait where their distance points, in turn, each with the one that waits behind it: no step costs as much as there are places.
    first: [u16; PLACES],
    waiting: Vec<(Hex, u16)>,
    /// How many of them wait.
    open: usize,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways { goal: Hex::NONE, away: Vec::new(), front: 0, first: [NOBODY; PLACES], waiting: Vec::new(), open: 0 }
    }
}

impl Ways {
    /// Forgets what was found: the ways begin in these hexes.
    pub(super) fn begin(&mut self, goal: Hex, sources: impl Iterator<Item = Hex>) {
        self.goal = goal;
        self.away.clear();
        self.away.resize(HEXES, FAR);
        self.front = 0;
        self.first = [NOBODY; PLACES];
        self.waiting.clear();
        self.open = 0;
        for source in sources {
            self.away[source.index()] = 0;
            self.wait(source, 0);
        }
    }

    /// How far a hex is, if that is found out.
    #[inline]
    pub(super) fn known(&self, hex: Hex) -> Option<u16> {
        Some(self.away[hex.index()]).filter(|away| *away < self.front)
    }

    /// No hex that is not found out is nearer than this.
    #[inline]
    pub(super) fn front(&self) -> u16 {
        self.front
    }

    fn wait(&mut self, hex: Hex, away: u16) {
        let place = &mut self.first[usize::from(away) % PLACES];
        self.waiting.push((hex, *place));
        *place = self.waiting.len() as u16 - 1;
        self.open += 1;
    }

    /// Finds out a little more: the next distance at which there is a hex.
    pub(super) fn go_on(&mut self, costs: Costs<'_>) {
        if self.open == 0 {
            // Where no way leads it is far.
            self.front = u16::MAX;
            return;
        }
        let spent = (self.front..).find(|spent| self.first[usize::from(*spent) % PLACES] != NOBODY).expect("somebody waits");
        let mut next = std::mem::replace(&mut self.first[usize::from(spent) % PLACES], NOBODY);
        while next != NOBODY {
            let (hex, behind) = self.waiting[usize::from(next)];
            next = behind;
            self.open -= 1;
            if self.away[hex.index()] != spent {
                continue;
            }
            let beyond = spent + if hex == self.goal { 0 } else { costs.more[hex.index()] };
            for (from, step) in costs.near[hex.index()].into_iter().zip(costs.steps[hex.index()]) {
                if step == CLOSED {
                    continue;
                }
                let away = beyond + u16::from(step);
                if away < self.away[from.index()] {
                    self.away[from.index()] = away;
                    self.wait(from, away);
                }
            }
        }
        self.front = spent + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortest ways by trying every step until nothing changes.
    fn all_at_once(goal: Hex, costs: Costs<'_>) -> Vec<u16> {
        let mut away = vec![FAR; HEXES];
        away[goal.index()] = 0;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for hex in (0..HEXES as u16).map(Hex) {
                let beyond = away[hex.index()] + if hex == goal { 0 } else { costs.more[hex.index()] };
                for (from, step) in costs.near[hex.index()].iter().zip(costs.steps[hex.index()]) {
                    let next = beyond + u16::from(step);
                    if step != CLOSED && next < away[from.index()] {
                        away[from.index()] = next;
                        changed = true;
                    }
                }
            }
        }
        away
    }

    /// A strip of hexes in which every step costs something else, some are closed, and an enemy stands in some.
    #[test]
    fn what_is_found_out_bit_by_bit_is_what_there_is_to_find() {
        let mut dice = engine::Dice::new(7);
        let near: Vec<[Hex; 6]> = (0..HEXES)
            .map(|h| [1, 38, 39].map(|by| [(h + by) % HEXES, (h + HEXES - by) % HEXES]).as_flattened().try_into().expect("six"))
            .map(|six: [usize; 6]| six.map(|h| Hex(h as u16)))
            .collect();
        let mut steps: Vec<[u8; 6]> = (0..HEXES).map(|_| std::array::from_fn(|_| [1, 2, 4, 9, 26, CLOSED][dice.below(6)])).collect();
        // No way leads from the first hex.
        near.iter().zip(&mut steps).for_each(|(near, steps)| {
            near.iter().zip(steps).filter(|(from, _)| **from == Hex(0)).for_each(|(_, step)| *step = CLOSED);
        });
        let more: Vec<u16> = (0..HEXES).map(|_| [0, 0, 0, 2, 14, 16][dice.below(6)]).collect();
        let costs = Costs { near: &near, steps: &steps, more: &more };
        let goal = Hex(700);
        let truth = all_at_once(goal, costs);
        let mut ways = Ways::default();
        ways.begin(goal, std::iter::once(goal));
        assert_eq!(ways.known(goal), None);
        let mut asked = 0;
        while ways.front() < u16::MAX {
            ways.go_on(costs);
            for hex in (0..HEXES as u16).map(Hex) {
                match ways.known(hex) {
                    Some(away) => assert_eq!(away, truth[hex.index()]),
                    None => assert!(truth[hex.index()] >= ways.front()),
                }
                asked += 1;
            }
        }
        assert!(asked > 10 * HEXES && truth[0] == FAR && truth.iter().filter(|away| **away < FAR).count() > HEXES / 2);
    }
}
