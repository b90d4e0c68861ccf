//! Who must attack whom (VI.D, VI.E, VII.A.1 to VII.A.4), and whether all that must be can still be attacked.
//!
//! That is a packing problem under the 1-4 floor: can every unit that must attack be put into an attack, every enemy that must be
//! attacked be attacked once, each attacker beside all it attacks, and every attack stand at 1-4 or better?
//!
//! Without the floor nobody would need a search ([`contact::front`]); with it the search below is exact for each cluster of contact and
//! bounded in nodes, never in time. No other game has such a floor, so it stays here.

use board::HexId;
use contact::ones;
use engine::Illegal;

use crate::Chancellorsville1974;
use crate::action::Targets;
use crate::counters::{PieceId, Set, each};
use crate::state::State;
use engine::Few;

/// More units, target hexes or attacks a phase never has: a side has fewer than 64 combat units.
const MANY: usize = 64;

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
#[derive(Clone, Debug)]
pub(crate) struct Front {
    pub units: Few<FrontUnit, MANY>,
    pub targets: Few<HexId, MANY>,
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
    fn new() -> Front {
        let nobody = FrontUnit { piece: PieceId(0), hex: HexId::NONE, touches: 0, obliged: false };
        Front { units: Few::new(nobody), targets: Few::new(HexId::NONE), duty: 0, open: 0, hidden: 0, stranded: false }
    }

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
    attacks: Few<Attack, MANY>,
    nodes: u32,
    /// The attacks of the clusters solved so far.
    plan: Few<Attack, MANY>,
    /// The least strength lost so far, if losses are counted, and how.
    best: Option<(u32, Few<Attack, MANY>)>,
}

impl Chancellorsville1974 {
    /// Friends who can still attack, the enemies they touch, and the duties between them, once these attackers are used and these hexes hit.
    ///
    /// C74-VI.D, C74-VI.E.4, C74-VII.A.1: units in the open beside enemies must attack, and every enemy beside them must be attacked;
    /// C74-VI.E.3.a, C74-VII.A.2, C74-VII.C.2.a: in woods, city or fort they need not; C74-VI.E.3.b, C74-VII.C.2.b, C74-QA-11: but if they do,
    /// all enemies in the open beside them are due.
    pub(crate) fn front(&self, state: &State, used: Set, hit: &Targets) -> Front {
        let (by, enemy) = (state.phasing, state.phasing.enemy());
        let mut front = Front::new();
        let due = |hex: HexId| self.fights_at(state, enemy, hex) && !hit.has(hex) && self.fresh(state, enemy, hex);
        let index = |front: &mut Front, hex: HexId| -> usize {
            front.targets.iter().position(|t| *t == hex).unwrap_or_else(|| {
                let open = !self.sheltered(state, hex);
                let hidden = self.hides(state, by, hex);
                front.targets.push(hex);
                let bit = 1 << (front.targets.len() - 1);
                front.open |= if open { bit } else { 0 };
                front.hidden |= if hidden { bit } else { 0 };
                front.targets.len() - 1
            })
        };
        let candidates = self.data.side(by) & self.data.fights & !state.attacked & !state.retreated & !state.barred;
        for piece in each(candidates & !used) {
            let hex = state.hex[piece.index()];
            if !hex.is_some() || state.disrupted(piece) {
                continue;
            }
            let mut touches = 0u64;
            for near in self.ground.neighbours(hex).filter(|n| due(*n)) {
                touches |= 1 << index(&mut front, near);
            }
            let obliged = !self.sheltered(state, hex);
            if touches == 0 {
                let fought = |n: HexId| hit.has(n) && self.fights_at(state, enemy, n);
                front.stranded |= obliged && self.ground.neighbours(hex).any(fought);
            } else {
                front.duty |= if obliged { touches } else { 0 };
                front.units.push(FrontUnit { piece, hex, touches, obliged });
            }
        }
        for piece in each(used) {
            let hex = state.hex[piece.index()];
            let sheltered = self.sheltered(state, hex);
            for near in self.ground.neighbours(hex).filter(|n| due(*n) && (!sheltered || !self.sheltered(state, *n))) {
                front.duty |= 1 << index(&mut front, near);
            }
        }
        if !state.owed.is_empty() {
            for hex in state.owed.iter().filter(|h| due(*h)) {
                front.duty |= 1 << index(&mut front, hex);
            }
        }
        front
    }

    /// Whether all duties of the phase can be met from here.
    pub(crate) fn solvable(&self, state: &State) -> Solved {
        Search::new(self, state, self.front(state, 0, &Targets::NONE)).solve()
    }

    /// Whether a unit still has to attack, or an enemy to be attacked.
    pub(crate) fn duties_open(&self, state: &State) -> bool {
        let front = self.front(state, 0, &Targets::NONE);
        front.duty != 0 || front.units.iter().any(|u| u.obliged)
    }

    /// Whether the Regular Combat Phase may end (C74-VII.A.4.b, C74-VII.A.4.c); R-17: duties that cannot be met lapse.
    pub(crate) fn may_end_combat(&self, state: &State) -> Result<(), Illegal> {
        let front = self.front(state, 0, &Targets::NONE);
        let unused = front.units.iter().any(|u| u.obliged);
        if (front.duty != 0 || unused) && Search::new(self, state, front).solve() == Solved::Yes {
            return Err(match unused {
                true => Illegal::new(
                    "C74-VI.D",
                    "Units in the open beside an enemy must attack.",
                    "Declare their attacks before the phase ends.",
                ),
                false => Illegal::new(
                    "C74-VII.A.4.c",
                    "An enemy beside your attackers has yet to be attacked.",
                    "Declare that attack before the phase ends.",
                ),
            });
        }
        Ok(())
    }

    /// Marks an attack as made: who attacked, who was hit, what is still due because of it.
    pub(crate) fn note_attack(&self, state: &mut State, targets: &Targets, attackers: Set) {
        let front = self.front(state, attackers, targets);
        for (i, hex) in front.targets.iter().enumerate() {
            let beside = each(attackers).any(|p| {
                let at = state.hex[p.index()];
                self.ground.adjacent(at, *hex) && (!self.sheltered(state, at) || !self.sheltered(state, *hex))
            });
            if front.duty >> i & 1 == 1 && beside {
                state.owed.insert(*hex);
            }
        }
        state.attacked |= attackers;
        let enemy = self.data.side(state.phasing.enemy());
        for hex in targets.iter() {
            state.struck |= state.at(hex) & enemy;
            state.owed.remove(hex);
        }
    }

    /// C74-CRT-2, R-18: attacks that can only be made below 1-4: attackers and hexes, with the least strength lost.
    pub(crate) fn forced_losses(&self, state: &State) -> Few<(Targets, Set), MANY> {
        let mut search = Search::new(self, state, self.front(state, 0, &Targets::NONE));
        match search.solve() {
            Solved::No => search.least_loss(),
            Solved::Yes | Solved::Unknown => Few::new((Targets::NONE, 0)),
        }
    }
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
            attacks: Few::new(Attack::default()),
            nodes: 0,
            plan: Few::new(Attack::default()),
            best: None,
        }
    }

    /// The clusters of contact: units and targets, those without a duty left out.
    fn clusters(&self) -> Few<(u64, u64), { 2 * MANY }> {
        let mut found: Few<(u64, u64), { 2 * MANY }> = Few::new((0, 0));
        let touches = self.front.units.iter().map(|u| u.touches).enumerate().map(|(i, t)| (1u64 << i, t));
        let orphans = ones(self.front.duty).map(|t| (0, 1u64 << t));
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
                Some(true) => self.plan.extend(self.attacks),
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
        ones(targets).try_fold(Targets::NONE, |all, t| all.with(self.front.targets[t])).unwrap_or(Targets::NONE)
    }

    fn set(&self, members: u64) -> Set {
        ones(members).fold(0, |set, u| set | self.front.units[u].piece.bit())
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
        ones(self.units & !self.assigned).filter(|u| self.front.units[*u].touches & targets == targets).fold(0, |set, u| set | 1 << u)
    }

    /// Of units that are alike, only the first.
    fn unlike(&self, units: u64) -> u64 {
        let mut kept = 0u64;
        for u in ones(units) {
            let unit = &self.front.units[u];
            let alike = ones(kept).any(|k| {
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
    fn ordered(&self, units: u64) -> Few<usize, MANY> {
        let mut order: Few<usize, MANY> = Few::new(0);
        order.extend(ones(self.unlike(units)));
        order.sort_unstable_by_key(|u| {
            let unit = &self.front.units[*u];
            (!unit.obliged, std::cmp::Reverse(self.game.data.strength[unit.piece.index()]), *u)
        });
        order
    }

    /// Gives a unit a place; a volunteer makes all open enemies beside it due (VI.E.3). Returns the duties before.
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
        for t in ones(self.duty & !self.covered) {
            let ways = ones(self.helpers(1 << t)).count() + self.extendable(t).count();
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
        (0..self.attacks.len()).filter(move |a| ones(self.attacks[*a].members).all(|u| self.front.units[u].touches >> target & 1 == 1))
    }

    /// The same as a list, while attacks change.
    fn extensions(&self, target: usize) -> Few<usize, MANY> {
        let mut attacks: Few<usize, MANY> = Few::new(0);
        attacks.extend(self.extendable(target));
        attacks
    }

    /// An obliged unit without a place, the one with the fewest attacks to join.
    fn idle(&self) -> Option<(usize, Few<usize, MANY>)> {
        let mut tightest: Option<(usize, Few<usize, MANY>)> = None;
        for u in ones(self.units & !self.assigned).filter(|u| self.front.units[*u].obliged) {
            let touches = self.front.units[u].touches;
            let mut fits: Few<usize, MANY> = Few::new(0);
            fits.extend((0..self.attacks.len()).filter(|a| self.attacks[*a].targets & !touches == 0));
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
            for a in self.extensions(t) {
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
            fits.sort_unstable_by_key(|a| (self.stands(self.attacks[*a].targets, self.attacks[*a].members), *a));
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
    pub(crate) fn least_loss(&mut self) -> Few<(Targets, Set), MANY> {
        let mut forced = Few::new((Targets::NONE, 0));
        for (units, targets) in self.clusters() {
            self.enter(units, targets);
            if self.strict() != Some(false) {
                continue;
            }
            self.enter(units, targets);
            self.best = None;
            self.lenient();
            if let Some((_, attacks)) = self.best.take() {
                let weak = attacks.iter().filter(|a| !self.stands(a.targets, a.members));
                forced.extend(weak.map(|a| (self.hexes(a.targets), self.set(a.members))));
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
        lost.map(|a| ones(a.members).map(|u| 100 * u32::from(self.game.data.strength[self.front.units[u].piece.index()]) + 1).sum::<u32>())
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
            for a in self.extensions(t) {
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
            self.best = Some((loss, self.attacks));
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
