//! The packing problem of VII.A.4 and the 1-4 floor: can every unit that must attack be put into an attack, every enemy that must be
//! attacked be attacked once, each attacker beside all it attacks, and every attack stand at 1-4 or better?
//!
//! Without the floor the answer is always yes (any graph of contacts splits into stars); with it the search below is exact for each
//! cluster of contact and bounded in nodes, never in time.

use board::HexId;

use crate::Chancellorsville1974;
use crate::action::Targets;
use crate::counters::{PieceId, Set};
use crate::state::State;

/// How many nodes a cluster may cost before the answer is "unknown".
const NODES: u32 = 4_000;

/// A unit that can still attack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrontUnit {
    pub piece: PieceId,
    pub hex: HexId,
    /// The targets it touches, one bit each.
    pub touches: u64,
    pub obliged: bool,
}

/// Friends, enemies and duties of a Regular Combat Phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct Front {
    pub units: Vec<FrontUnit>,
    pub targets: Vec<HexId>,
    /// Targets that must be attacked.
    pub duty: u64,
    /// Targets that stand in the open.
    pub open: u64,
    /// Targets whose strength the attacker does not see.
    pub hidden: u64,
    /// A unit that must attack has no enemy left to attack.
    pub stranded: bool,
}

impl Front {
    /// Whether a target is due that nobody touches.
    pub(crate) fn unreachable(&self) -> bool {
        let touched = self.units.iter().fold(0, |all, u| all | u.touches);
        self.duty & !touched != 0
    }
}

/// The answer of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Solved {
    Yes,
    No,
    /// Too many nodes.
    Unknown,
}

#[derive(Clone, Copy, Debug, Default)]
struct Attack {
    targets: u64,
    members: u64,
}

/// A search over one front.
pub(crate) struct Search<'a> {
    game: &'a Chancellorsville1974,
    state: &'a State,
    front: Front,
    /// The cluster at hand.
    units: u64,
    duty: u64,
    assigned: u64,
    covered: u64,
    attacks: Vec<Attack>,
    nodes: u32,
    /// The attacks of the clusters solved so far.
    plan: Vec<Attack>,
    /// The least strength lost so far, if losses are counted, and how.
    best: Option<(u32, Vec<Attack>)>,
}

fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let first = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            first
        })
    })
}

impl<'a> Search<'a> {
    pub fn new(game: &'a Chancellorsville1974, state: &'a State, front: Front) -> Search<'a> {
        Search {
            game,
            state,
            front,
            units: 0,
            duty: 0,
            assigned: 0,
            covered: 0,
            attacks: Vec::new(),
            nodes: 0,
            plan: Vec::new(),
            best: None,
        }
    }

    /// The clusters of contact: units and targets, those without a duty left out.
    fn clusters(&self) -> Vec<(u64, u64)> {
        let mut found: Vec<(u64, u64)> = Vec::new();
        let touches = self.front.units.iter().map(|u| u.touches).enumerate().map(|(i, t)| (1u64 << i, t));
        let orphans = bits(self.front.duty).map(|t| (0, 1u64 << t));
        for (unit, enemies) in touches.chain(orphans) {
            let mut joined = (unit, enemies);
            found.retain(|(units, theirs)| {
                let apart = theirs & enemies == 0;
                if !apart {
                    joined = (joined.0 | units, joined.1 | theirs);
                }
                apart
            });
            found.push(joined);
        }
        found.retain(|(_, targets)| targets & self.front.duty != 0);
        found
    }

    fn enter(&mut self, units: u64, targets: u64) {
        self.units = units;
        self.duty = self.front.duty & targets;
        self.assigned = 0;
        self.covered = 0;
        self.attacks.clear();
        self.nodes = 0;
    }

    /// Whether all duties can be met.
    pub(crate) fn solve(&mut self) -> Solved {
        self.plan.clear();
        if self.front.stranded {
            return Solved::No;
        }
        let mut answer = Solved::Yes;
        for (units, targets) in self.clusters() {
            self.enter(units, targets);
            match self.strict() {
                Some(true) => self.plan.extend_from_slice(&self.attacks),
                Some(false) => return Solved::No,
                None => answer = Solved::Unknown,
            }
        }
        answer
    }

    /// The attack on that hex in the way found.
    pub(crate) fn planned(&self, target: HexId) -> Option<(Targets, Set)> {
        let at = self.front.targets.iter().position(|t| *t == target)?;
        self.plan.iter().find(|a| a.targets >> at & 1 == 1).map(|a| (self.hexes(a.targets), self.set(a.members)))
    }

    fn hexes(&self, targets: u64) -> Targets {
        let hexes: Vec<HexId> = bits(targets).map(|t| self.front.targets[t]).collect();
        Targets::new(&hexes).unwrap_or(Targets::NONE)
    }

    fn set(&self, members: u64) -> Set {
        bits(members).fold(0, |set, u| set | self.front.units[u].piece.bit())
    }

    /// Whether these units may attack these targets at 1-4 or better.
    fn stands(&self, targets: u64, members: u64) -> bool {
        if targets & self.front.hidden != 0 {
            return members != 0;
        }
        let (attack, defence) = self.game.sums(self.state, self.set(members), &self.hexes(targets), false, &mut |_, _, _| {});
        Chancellorsville1974::column(attack, defence).is_some()
    }

    /// Everybody of the cluster without a place who touches all these targets.
    fn helpers(&self, targets: u64) -> u64 {
        bits(self.units & !self.assigned).filter(|u| self.front.units[*u].touches & targets == targets).fold(0, |set, u| set | 1 << u)
    }

    /// Of units that are alike, only the first.
    fn unlike(&self, units: u64) -> u64 {
        let mut kept = 0u64;
        for u in bits(units) {
            let unit = &self.front.units[u];
            let alike = bits(kept).any(|k| {
                let other = &self.front.units[k];
                let data = self.game.data;
                other.hex == unit.hex
                    && data.strength[other.piece.index()] == data.strength[unit.piece.index()]
                    && data.kind[other.piece.index()] == data.kind[unit.piece.index()]
            });
            if !alike {
                kept |= 1 << u;
            }
        }
        kept
    }

    /// Strongest obliged units first, volunteers last.
    fn ordered(&self, units: u64) -> Vec<usize> {
        let mut order: Vec<usize> = bits(self.unlike(units)).collect();
        order.sort_by_key(|u| {
            let unit = &self.front.units[*u];
            (!unit.obliged, std::cmp::Reverse(self.game.data.strength[unit.piece.index()]))
        });
        order
    }

    /// Gives a unit a place; a volunteer makes all open enemies beside it due (VI.E.3). Answers the duties before.
    fn join(&mut self, unit: usize) -> u64 {
        let before = self.duty;
        self.assigned |= 1 << unit;
        if !self.front.units[unit].obliged {
            self.duty |= self.front.units[unit].touches & self.front.open;
        }
        before
    }

    fn leave(&mut self, unit: usize, duty: u64) {
        self.assigned &= !(1 << unit);
        self.duty = duty;
    }

    /// The due target with the fewest ways to attack it: `Err` if one has none, `Ok(None)` if all are covered.
    fn tightest(&self) -> Result<Option<usize>, ()> {
        let mut tightest: Option<(usize, usize)> = None;
        for t in bits(self.duty & !self.covered) {
            let ways = bits(self.helpers(1 << t)).count() + self.extendable(t).count();
            if ways == 0 {
                return Err(());
            }
            if tightest.is_none_or(|(fewest, _)| ways < fewest) {
                tightest = Some((ways, t));
            }
        }
        Ok(tightest.map(|(_, t)| t))
    }

    /// The attacks all of whose members touch that target too.
    fn extendable(&self, target: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.attacks.len()).filter(move |a| bits(self.attacks[*a].members).all(|u| self.front.units[u].touches >> target & 1 == 1))
    }

    /// An obliged unit without a place, the one with the fewest attacks to join.
    fn idle(&self) -> Option<(usize, Vec<usize>)> {
        let mut tightest: Option<(usize, Vec<usize>)> = None;
        for u in bits(self.units & !self.assigned).filter(|u| self.front.units[*u].obliged) {
            let touches = self.front.units[u].touches;
            let fits: Vec<usize> = (0..self.attacks.len()).filter(|a| self.attacks[*a].targets & !touches == 0).collect();
            if tightest.as_ref().is_none_or(|(_, fewest)| fits.len() < fewest.len()) {
                tightest = Some((u, fits));
            }
        }
        tightest
    }

    /// Finds a way in which every attack stands: `None` if it takes too many nodes.
    fn strict(&mut self) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > NODES {
            return None;
        }
        for i in 0..self.attacks.len() {
            let Attack { targets, members } = self.attacks[i];
            if !self.stands(targets, members | self.helpers(targets)) {
                return Some(false);
            }
        }
        let Ok(tightest) = self.tightest() else { return Some(false) };
        if let Some(t) = tightest {
            self.covered |= 1 << t;
            for u in self.ordered(self.helpers(1 << t)) {
                let duty = self.join(u);
                self.attacks.push(Attack { targets: 1 << t, members: 1 << u });
                if self.strict()? {
                    return Some(true);
                }
                self.attacks.pop();
                self.leave(u, duty);
            }
            for a in self.extendable(t).collect::<Vec<_>>() {
                self.attacks[a].targets |= 1 << t;
                if self.strict()? {
                    return Some(true);
                }
                self.attacks[a].targets &= !(1 << t);
            }
            self.covered &= !(1 << t);
            return Some(false);
        }
        if let Some((u, mut fits)) = self.idle() {
            // Where help is needed first.
            fits.sort_by_key(|a| self.stands(self.attacks[*a].targets, self.attacks[*a].members));
            let duty = self.join(u);
            for a in fits {
                self.attacks[a].members |= 1 << u;
                if self.strict()? {
                    return Some(true);
                }
                self.attacks[a].members &= !(1 << u);
            }
            self.leave(u, duty);
            return Some(false);
        }
        let Some(weak) = (0..self.attacks.len()).find(|a| !self.stands(self.attacks[*a].targets, self.attacks[*a].members)) else {
            return Some(true);
        };
        for u in self.ordered(self.helpers(self.attacks[weak].targets)) {
            let duty = self.join(u);
            self.attacks[weak].members |= 1 << u;
            if self.strict()? {
                return Some(true);
            }
            self.attacks[weak].members &= !(1 << u);
            self.leave(u, duty);
        }
        Some(false)
    }

    /// for each cluster in which not every attack can stand, the attacks below 1-4 of the way that loses the least strength, then
    /// the fewest units, the first found among equals.
    pub(crate) fn least_loss(&mut self) -> Vec<(Targets, Set)> {
        let mut forced = Vec::new();
        for (units, targets) in self.clusters() {
            self.enter(units, targets);
            if self.strict() != Some(false) {
                continue;
            }
            self.enter(units, targets);
            self.best = None;
            self.lenient();
            if let Some((_, attacks)) = self.best.take() {
                let weak: Vec<Attack> = attacks.into_iter().filter(|a| !self.stands(a.targets, a.members)).collect();
                forced.extend(weak.iter().map(|a| (self.hexes(a.targets), self.set(a.members))));
            }
        }
        forced
    }

    /// What is lost if no more help comes to attacks that cannot stand.
    fn loss(&self, hopeless_only: bool) -> u32 {
        let lost = self.attacks.iter().filter(|a| {
            let members = if hopeless_only { a.members | self.helpers(a.targets) } else { a.members };
            !self.stands(a.targets, members)
        });
        // Strength first, then numbers.
        lost.map(|a| bits(a.members).map(|u| 100 * u32::from(self.game.data.strength[self.front.units[u].piece.index()]) + 1).sum::<u32>())
            .sum()
    }

    /// Goes through all ways, keeping the one that loses least; stops when the nodes are used up.
    fn lenient(&mut self) {
        self.nodes += 1;
        if self.nodes > NODES {
            return;
        }
        if let Some((least, _)) = &self.best
            && self.loss(true) >= *least
        {
            return;
        }
        let Ok(tightest) = self.tightest() else { return };
        if let Some(t) = tightest {
            self.covered |= 1 << t;
            for u in self.ordered(self.helpers(1 << t)) {
                let duty = self.join(u);
                self.attacks.push(Attack { targets: 1 << t, members: 1 << u });
                self.lenient();
                self.attacks.pop();
                self.leave(u, duty);
            }
            for a in self.extendable(t).collect::<Vec<_>>() {
                self.attacks[a].targets |= 1 << t;
                self.lenient();
                self.attacks[a].targets &= !(1 << t);
            }
            self.covered &= !(1 << t);
            return;
        }
        if let Some((u, fits)) = self.idle() {
            let duty = self.join(u);
            for a in fits {
                self.attacks[a].members |= 1 << u;
                self.lenient();
                self.attacks[a].members &= !(1 << u);
            }
            self.leave(u, duty);
            return;
        }
        let loss = self.loss(false);
        if self.best.as_ref().is_none_or(|(least, _)| loss < *least) {
            self.best = Some((loss, self.attacks.clone()));
        }
        if let Some(weak) = (0..self.attacks.len()).find(|a| !self.stands(self.attacks[*a].targets, self.attacks[*a].members)) {
            for u in self.ordered(self.helpers(self.attacks[weak].targets)) {
                let duty = self.join(u);
                self.attacks[weak].members |= 1 << u;
                self.lenient();
                self.attacks[weak].members &= !(1 << u);
                self.leave(u, duty);
            }
        }
    }
}
