//! Stating attacks (BR-6, BR-9.4 to BR-9.62): who must fight whom, in what groups.
//!
//! Battles are stated one after the other; each is opened, filled and closed. Enemies may be split among battles, strong and
//! weak (BR-6.2), and so may units of one hex (BR-6.7). A choice is legal only if all duties can still
//! be met, so there are no dead ends. That question has an exact and cheap answer:
//!
//! - What is left over after closed battles can always be fought if every attacking hex left touches a defending hex left and
//!   the other way round ([`contact::front`]), as long as the rest of a defending hex fights as one. The latter is also
//!   the best that can be done for screening, because min(a, b) + min(c, d) <= min(a + c, b + d).
//! - An open battle can be closed, perhaps with more members, if and only if adding what is *forced* works: a hex whose last
//!   partner is in this battle must join it whole; a hex whose screening cannot be made good by its rest must give more to it.

use crate::BullRun;
use crate::action::{Action, Event};
use crate::counters::{Counters, Kind, PieceId, pieces};
use crate::state::{Fight, Phase, State};
use board::HexId;
use contact::front::{stranded, touched};
use contact::{Set, each};
use engine::Few;
use engine::{Illegal, Side, Sink};

/// A set of hexes of the front, by their place in its lists.
type Mask = Set;

/// Batteries and infantry of a set: what screening counts (BR-PP-6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Arms {
    batteries: u8,
    infantry: u8,
}

impl Arms {
    /// How many pairs it makes.
    fn pairs(self) -> u8 {
        self.batteries.min(self.infantry)
    }

    fn and(self, other: Arms) -> Arms {
        Arms { batteries: self.batteries + other.batteries, infantry: self.infantry + other.infantry }
    }
}

/// The attacks as they are stated, and perhaps a few units more in the open one: would that do?
struct Draft<'a> {
    state: &'a State,
    open: u8,
    /// Units put into the open battle for the sake of the question, by side.
    added: [Set; 2],
}

impl<'a> Draft<'a> {
    fn of(state: &'a State) -> Draft<'a> {
        Draft { state, open: state.open, added: [0; 2] }
    }

    fn with(mut self, unit: PieceId) -> Draft<'a> {
        self.added[unit.side().index()] |= unit.bit();
        self
    }

    #[inline]
    fn battle(&self, unit: PieceId) -> u8 {
        if self.added[unit.side().index()] & unit.bit() != 0 { self.open } else { self.state.battle_of[unit.index()] }
    }

    /// Units of a set on the map that are in no battle yet.
    fn free(&self, side: Side, set: Set) -> Set {
        pieces(side, set & self.state.placed(side)).filter(|p| self.battle(*p) == 0).fold(0, |out, p| out | p.bit())
    }
}

/// More hexes than either side can have in contact.
const HEXES: usize = Counters::MOST_UNITS;

/// The line of contact as the Combat phase has it: hexes with engaged attackers, hexes with defenders beside them.
struct Front {
    attacking: Few<HexId, HEXES>,
    defending: Few<HexId, HEXES>,
    /// For each attacking hex the defending hexes beside it.
    touches: [Mask; HEXES],
    /// Units not in any battle yet, by hex.
    free_attackers: [Set; HEXES],
    free_defenders: [Set; HEXES],
    /// The hexes of the open battle.
    from: Mask,
    on: Mask,
    /// The defending hexes that every battery firing in the open battle can see.
    seen: Mask,
}

impl Front {
    /// The defending hexes with units in no battle.
    fn live(&self) -> Mask {
        (0..self.defending.len()).filter(|n| self.free_defenders[*n] != 0).fold(0, |m, n| m | 1 << n)
    }

    /// The attacking hexes with units in no battle.
    fn idle(&self) -> Mask {
        (0..self.attacking.len()).filter(|n| self.free_attackers[*n] != 0).fold(0, |m, n| m | 1 << n)
    }

    /// The defending hexes beside attackers in no battle.
    fn reached(&self) -> Mask {
        touched(&self.touches[..self.attacking.len()], self.idle())
    }

    /// The attacking hexes with units in no battle that have nobody left beside them.
    fn stranded(&self) -> Mask {
        stranded(&self.touches[..self.attacking.len()], self.idle(), self.live())
    }
}

const DUTY_ATTACK: Illegal = Illegal::new(
    "BR-6.3",
    "Every unit beside an enemy must attack and every enemy beside it must be attacked: somebody would be left over.",
    "Take that unit or that enemy into the battle at hand, or choose others.",
);
const SCREEN: Illegal = Illegal::new(
    "BR-6.8",
    "Each battery must be attacked together with an infantry unit of its hex, as long as there are both.",
    "Take both into the battle.",
);
const GROUP: Illegal = Illegal::new(
    "BR-6.6",
    "Every attacker of a battle must be adjacent to every defender of it.",
    "Leave out those who are not, or make two battles of it.",
);
const SIGHT: Illegal = Illegal::new(
    "BR-9.43",
    "A battery needs range and a clear line of sight to every defender of the battle.",
    "Leave the battery out, or fire at enemies it can see.",
);

impl BullRun {
    /// The Combat phase begins: who is able and in contact (BR-5.83), who can fire at long range.
    pub(crate) fn begin_combat(&self, state: &mut State) {
        let side = state.side;
        (state.engaged, state.forced, state.guns) = (0, 0, 0);
        (state.open, state.battles) = (0, 0);
        // BR-7.93, BR-10.5: units that made an automatic victory or advanced neither attack nor force combat.
        let fresh = state.placed(side) & self.counters.units[side.index()] & !(state.fought | state.advanced);
        for unit in pieces(side, fresh) {
            let hex = state.hex(unit).expect("placed units are on the map");
            if state.zones(side.enemy()).has(hex) {
                state.engaged |= unit.bit();
                state.forced |= self.adjacent_enemies(state, side, hex);
            } else if self.counters.kind(unit) == Kind::Battery {
                state.guns |= unit.bit();
            }
        }
    }

    /// Units of a set that are in no battle yet.
    fn unassigned(&self, state: &State, side: Side, set: Set) -> Set {
        Draft::of(state).free(side, set)
    }

    /// Engaged attackers and forced defenders still without a battle.
    pub fn duties(&self, state: &State) -> (Set, Set) {
        (self.unassigned(state, state.side, state.engaged), self.unassigned(state, state.side.enemy(), state.forced))
    }

    fn front(&self, draft: &Draft<'_>) -> Front {
        let state = draft.state;
        let (side, enemy) = (state.side, state.side.enemy());
        let mut front = Front {
            attacking: Few::new(HexId::NONE),
            defending: Few::new(HexId::NONE),
            touches: [0; HEXES],
            free_attackers: [0; HEXES],
            free_defenders: [0; HEXES],
            from: 0,
            on: 0,
            seen: Mask::MAX,
        };
        for (unit, hex) in state.on_map(enemy, state.forced) {
            let n = place(&mut front.defending, hex);
            match draft.battle(unit) {
                0 => front.free_defenders[n] |= unit.bit(),
                battle if battle == draft.open => front.on |= 1 << n,
                _ => {}
            }
        }
        for (unit, hex) in state.on_map(side, state.engaged) {
            let n = place(&mut front.attacking, hex);
            match draft.battle(unit) {
                0 => front.free_attackers[n] |= unit.bit(),
                battle if battle == draft.open => front.from |= 1 << n,
                _ => {}
            }
        }
        for (n, hex) in front.attacking.iter().enumerate() {
            let beside = |d: &HexId| self.ground.distance(*hex, *d) == 1;
            front.touches[n] = front.defending.iter().enumerate().filter(|(_, d)| beside(d)).fold(0, |m, (n, _)| m | 1 << n);
        }
        if draft.open != 0 {
            for (_, from) in state.on_map(side, state.guns).filter(|(gun, _)| draft.battle(*gun) == draft.open) {
                let sees = |d: &HexId| self.in_sight(state, from, *d);
                front.seen &= front.defending.iter().enumerate().filter(|(_, d)| sees(d)).fold(0, |m: Mask, (n, _)| m | 1 << n);
            }
        }
        front
    }

    fn arms(&self, state: &State, side: Side, set: Set) -> Arms {
        pieces(side, set).fold(Arms::default(), |arms, p| {
            arms.and(Arms { batteries: u8::from(self.counters.kind(p) == Kind::Battery), infantry: state.infantry_count(p) })
        })
    }

    /// The pairs that a defending hex owes, those its closed battles hold, and its arms in the open battle (BR-6.8, BR-6.81,
    /// BR-8.51).
    fn screening(&self, draft: &Draft<'_>, hex: HexId) -> (u8, u8, Arms) {
        let state = draft.state;
        let enemy = state.side.enemy();
        let units = state.units(enemy, hex) & state.forced;
        let mut closed = 0;
        let mut open = Arms::default();
        let mut left = units;
        while let Some(first) = pieces(enemy, left).next() {
            let battle = draft.battle(first);
            let same = pieces(enemy, left).filter(|p| draft.battle(*p) == battle).fold(0, |set, p| set | p.bit());
            left &= !same;
            if battle != 0 && battle == draft.open {
                open = self.arms(state, enemy, same);
            } else if battle != 0 {
                closed += self.arms(state, enemy, same).pairs();
            }
        }
        (self.arms(state, enemy, units).pairs(), closed, open)
    }

    /// Whether the attacks stated so far leave nobody without his battle.
    pub(crate) fn may_go_on_stating(&self, state: &State) -> Result<(), Illegal> {
        self.completable(&Draft::of(state))
    }

    /// Whether all duties can still be met, with more members in the open battle if need be. Exact: see the module.
    fn completable(&self, draft: &Draft<'_>) -> Result<(), Illegal> {
        let state = draft.state;
        let mut front = self.front(draft);
        let enemy = state.side.enemy();
        loop {
            let mut forced = false;
            for n in each(front.on) {
                let rest = front.free_defenders[n];
                if rest == 0 {
                    continue;
                }
                let (owed, closed, open) = self.screening(draft, front.defending[n]);
                if !self.can_leave_some(state, rest, owed.saturating_sub(closed), open) {
                    front.free_defenders[n] = 0;
                    forced = true;
                }
            }
            for n in each(front.stranded()) {
                front.from |= 1 << n;
                front.free_attackers[n] = 0;
                forced = true;
            }
            for n in each(front.live() & !front.reached()) {
                front.on |= 1 << n;
                front.free_defenders[n] = 0;
                forced = true;
            }
            if !forced {
                break;
            }
        }
        if draft.open == 0 && (front.from != 0 || front.on != 0) {
            return Err(DUTY_ATTACK);
        }
        if each(front.from).any(|n| front.on & !front.touches[n] != 0) {
            return Err(DUTY_ATTACK);
        }
        if front.on & !front.seen != 0 {
            return Err(SIGHT);
        }
        // Screening of what is whole by now.
        for n in each(front.on) {
            if front.free_defenders[n] == 0 {
                let (owed, closed, open) = self.screening(draft, front.defending[n]);
                let rest = draft.free(enemy, state.units(enemy, front.defending[n]));
                if closed + open.and(self.arms(state, enemy, rest)).pairs() < owed {
                    return Err(SCREEN);
                }
            }
        }
        Ok(())
    }

    /// Whether some of the rest of a hex may stay out of the open battle without breaking the screening it still owes.
    fn can_leave_some(&self, state: &State, rest: Set, owed: u8, open: Arms) -> bool {
        let enemy = state.side.enemy();
        let whole = open.and(self.arms(state, enemy, rest));
        let mut left: Set = 0;
        loop {
            left = left.wrapping_sub(rest) & rest;
            if left == 0 {
                return false;
            }
            let stays = self.arms(state, enemy, left);
            let taken = Arms { batteries: whole.batteries - stays.batteries, infantry: whole.infantry - stays.infantry };
            if taken.pairs() + stays.pairs() >= owed {
                return true;
            }
        }
    }

    /// Whether the open battle may be closed as it is.
    pub(crate) fn may_close(&self, state: &State) -> Result<(), Illegal> {
        if state.open == 0 {
            return Err(Illegal::new("BR-6.1", "No battle is being stated.", "Choose an attacker and an enemy beside it first."));
        }
        // BR-6.82: no screening against bombardment.
        if self.open_is_bombardment(state) {
            return Ok(());
        }
        let draft = Draft::of(state);
        let front = self.front(&draft);
        let enemy = state.side.enemy();
        for n in each(front.on) {
            let (owed, closed, open) = self.screening(&draft, front.defending[n]);
            if closed + open.pairs() + self.arms(state, enemy, front.free_defenders[n]).pairs() < owed {
                return Err(SCREEN);
            }
        }
        if front.stranded() != 0 || front.live() & !front.reached() != 0 {
            return Err(DUTY_ATTACK);
        }
        Ok(())
    }

    /// Whether the open battle has batteries at long range only (BR-9.6).
    pub(crate) fn open_is_bombardment(&self, state: &State) -> bool {
        state.open != 0 && state.members(state.side, state.open) & state.engaged == 0
    }

    /// Only units fight (BR-6.9), each once (BR-6.4, BR-6.5), a battery at long range as well (BR-9.4). Where a unit stands does
    /// not matter: units of one hex may attack, and be attacked, in different battles (BR-6.7).
    fn may_take_part(&self, state: &State, by: Side, unit: PieceId) -> Result<(), Illegal> {
        if state.phase != Phase::Declaration || by != state.side {
            return Err(Illegal::new(
                "BR-6.1",
                "All attacks are stated at the start of the own Combat phase, before any die.",
                "State them then; after the first die nothing is added.",
            ));
        }
        if !self.counters.is_unit(unit) {
            return Err(Illegal::new("BR-6.9", "Leaders neither attack nor are attacked.", "Choose a combat unit."));
        }
        if unit.side() != by && self.secret(state, unit.side()) & unit.bit() != 0 {
            return Err(Illegal::new(
                "BR-2.6",
                "That piece lies face down: nobody but its owner knows where.",
                "Choose an enemy that you can see.",
            ));
        }
        if state.hex(unit).is_none() {
            return Err(match state.at[unit.index()] {
                crate::state::Spot::PART => Illegal::new(
                    "BR-8.5",
                    "A brigade piece fights as a whole; its parts cannot be singled out.",
                    "Take the whole brigade piece.",
                ),
                _ => Illegal::new("BR-6.6", "That unit is not on the map.", "Choose a unit on the map."),
            });
        }
        if state.battle_of[unit.index()] != 0 {
            return Err(match unit.side() == by {
                true => Illegal::new(
                    "BR-6.4",
                    "A unit attacks only once in a turn, with its whole strength.",
                    "Choose one that attacks nobody yet.",
                ),
                false => {
                    Illegal::new("BR-6.5", "A unit is attacked only once in a Combat phase.", "Choose an enemy that is not attacked yet.")
                }
            });
        }
        Ok(())
    }

    /// Whether a unit is able to attack: beside an enemy, or a battery out of all enemy zones (BR-9.41).
    fn may_be_attacker(&self, state: &State, by: Side, unit: PieceId) -> Result<(), Illegal> {
        self.may_take_part(state, by, unit)?;
        if unit.side() != by {
            return Err(Illegal::new("BR-6.1", "Only the side whose turn it is attacks.", "Attack in your own Combat phase."));
        }
        if (state.fought | state.advanced) & unit.bit() != 0 {
            return Err(Illegal::new(
                "BR-7.93",
                "A unit that made an automatic victory attack or advanced cannot attack again.",
                "Attack with others; it attacks again in your next turn.",
            ));
        }
        if (state.engaged | state.guns) & unit.bit() == 0 {
            return Err(Illegal::new(
                "BR-6.6",
                "That unit is not adjacent to any enemy.",
                "Choose a unit beside an enemy, or a battery within three hexes of one.",
            ));
        }
        Ok(())
    }

    fn may_be_defender(&self, state: &State, by: Side, unit: PieceId) -> Result<(), Illegal> {
        self.may_take_part(state, by, unit)?;
        if unit.side() == by {
            return Err(Illegal::new("BR-6.6", "A battle is fought against the enemy.", "Choose an enemy unit."));
        }
        Ok(())
    }

    /// Whether attacker and defender can meet in a battle.
    fn may_meet(&self, state: &State, attacker: PieceId, defender: PieceId) -> Result<(), Illegal> {
        let (Some(a), Some(d)) = (state.hex(attacker), state.hex(defender)) else { return Err(GROUP) };
        if state.guns & attacker.bit() != 0 {
            if self.ground.distance(a, d) > self.tables.limits.range {
                return Err(Illegal::new("BR-9.2", "A battery fires three hexes far.", "Choose an enemy within three hexes."));
            }
            return if self.in_sight(state, a, d) { Ok(()) } else { Err(SIGHT) };
        }
        if self.ground.distance(a, d) == 1 {
            return Ok(());
        }
        Err(match self.counters.kind(attacker) {
            Kind::Battery => Illegal::new(
                "BR-9.41",
                "A battery in an enemy zone of control attacks adjacent enemies, not distant ones.",
                "Choose an enemy beside it.",
            ),
            _ => GROUP,
        })
    }

    pub(crate) fn may_engage(&self, state: &State, by: Side, attacker: PieceId, defender: PieceId) -> Result<(), Illegal> {
        if state.open != 0 {
            return Err(Illegal::new(
                "BR-6.1",
                "Complete the battle being stated first.",
                "Add attackers and defenders to it, and close it.",
            ));
        }
        self.may_be_attacker(state, by, attacker)?;
        self.may_be_defender(state, by, defender)?;
        self.may_meet(state, attacker, defender)?;
        let gun = state.guns & attacker.bit() != 0;
        if gun && state.forced & defender.bit() != 0 {
            // BR-9.61S: long range fire alone cannot do the duty of those beside him.
            return Err(Illegal::new(
                "BR-9.61",
                "This unit is beside attackers who must attack it: fire at it only in their support.",
                "Join the battle of those attackers instead.",
            ));
        }
        if gun {
            return Ok(());
        }
        let draft = Draft { open: state.battles + 1, ..Draft::of(state) };
        self.completable(&draft.with(attacker).with(defender))
    }

    /// Whether an attacker may join: adjacent or at long range, he attacks every defender of the group (BR-6.6, BR-9.42).
    pub(crate) fn may_join(&self, state: &State, by: Side, attacker: PieceId) -> Result<(), Illegal> {
        if state.open == 0 {
            return Err(Illegal::new("BR-6.1", "No battle is being stated.", "Choose an attacker and an enemy beside it first."));
        }
        self.may_be_attacker(state, by, attacker)?;
        if self.open_is_bombardment(state) && state.guns & attacker.bit() == 0 {
            return Err(GROUP);
        }
        for defender in pieces(by.enemy(), state.members(by.enemy(), state.open)) {
            self.may_meet(state, attacker, defender)?;
        }
        if self.open_is_bombardment(state) {
            return Ok(());
        }
        self.completable(&Draft::of(state).with(attacker))
    }

    /// Whether a defender may be drawn into the open battle. Enemies may be split among battles, strong and weak (BR-6.2). A
    /// bombardment picks single units out of a stack, without screening (BR-9.62).
    pub(crate) fn may_target(&self, state: &State, by: Side, defender: PieceId) -> Result<(), Illegal> {
        if state.open == 0 {
            return Err(Illegal::new("BR-6.1", "No battle is being stated.", "Choose an attacker and an enemy beside it first."));
        }
        self.may_be_defender(state, by, defender)?;
        for attacker in pieces(by, state.members(by, state.open)) {
            self.may_meet(state, attacker, defender)?;
        }
        if self.open_is_bombardment(state) {
            return match state.forced & defender.bit() != 0 {
                true => Err(Illegal::new(
                    "BR-9.61",
                    "This unit is beside attackers who must attack it: it cannot be bombarded.",
                    "Support the attackers beside it instead.",
                )),
                false => Ok(()),
            };
        }
        self.completable(&Draft::of(state).with(defender))
    }

    /// Whether all attacks are stated.
    pub(crate) fn may_end_declaration(&self, state: &State) -> Result<(), Illegal> {
        if state.open != 0 {
            return Err(Illegal::new(
                "BR-6.1",
                "Complete the battle being stated first.",
                "Add attackers and defenders to it, and close it.",
            ));
        }
        match self.duties(state) {
            (0, 0) => Ok(()),
            (_, 0) => Err(Illegal::new(
                "BR-6.3",
                "A unit in an enemy zone of control has not been given an attack.",
                "Give it an enemy beside it to attack.",
            )),
            _ => Err(Illegal::new("BR-6.3", "An enemy unit beside your units has not been attacked.", "Attack it with a unit beside it.")),
        }
    }

    pub(crate) fn engage(&self, state: &mut State, attacker: PieceId, defender: PieceId) {
        state.battles += 1;
        state.open = state.battles;
        state.battle_of[attacker.index()] = state.open;
        state.battle_of[defender.index()] = state.open;
    }

    /// Things to act in the declaration: unattacked defenders, targets of long range fire, the open battle.
    pub(crate) fn declaration_targets(&self, state: &State) -> Set {
        let (side, enemy) = (state.side, state.side.enemy());
        let mut targets = self.unassigned(state, enemy, state.forced);
        for (_, gun) in state.on_map(side, self.unassigned(state, side, state.guns)) {
            if !self.ground.recon_meets(gun, state.held(enemy)) {
                continue;
            }
            for hex in self.ground.in_range(gun).iter().copied().filter(|h| state.held(enemy).has(*h)) {
                let units = state.units(enemy, hex) & !(targets | state.forced);
                if units != 0 && self.in_sight(state, gun, hex) {
                    targets |= self.unassigned(state, enemy, units);
                }
            }
        }
        targets
    }

    /// Every attacker that may open a battle against a unit.
    pub(crate) fn engagements(&self, state: &State, defender: PieceId, out: &mut Vec<Action>) {
        let side = state.side;
        for attacker in pieces(side, self.unassigned(state, side, state.engaged | state.guns)) {
            if self.may_engage(state, side, attacker, defender).is_ok() {
                out.push(Action::Engage { attacker, defender });
            }
        }
    }

    /// All that may be added to the open battle.
    pub(crate) fn additions(&self, state: &State, out: &mut Vec<Action>) {
        let (side, enemy) = (state.side, state.side.enemy());
        if self.may_close(state).is_ok() {
            out.push(Action::Close);
        }
        for attacker in pieces(side, self.unassigned(state, side, state.engaged | state.guns)) {
            if self.may_join(state, side, attacker).is_ok() {
                out.push(Action::Join { attacker });
            }
        }
        let defenders = if self.open_is_bombardment(state) {
            state.units_on_map(enemy).fold(0, |set, (p, _)| set | p.bit()) & !state.forced
        } else {
            state.forced
        };
        for defender in pieces(enemy, self.unassigned(state, enemy, defenders)) {
            if self.may_target(state, side, defender).is_ok() {
                out.push(Action::Target { defender });
            }
        }
    }

    /// States all attacks that are still owed: each attacking hex against one defending hex, or one against several, so that
    /// all are covered by stars.
    pub(crate) fn declare_rest(&self, state: &mut State) {
        let front = self.front(&Draft::of(state));
        let attacking = || (0..front.attacking.len()).filter(|n| front.free_attackers[*n] != 0);
        let live = front.live();
        // The battle of each attacking hex: the defending hexes it attacks.
        let mut star: [Mask; HEXES] = [0; HEXES];
        let mut crowd = [0u8; HEXES];
        for a in attacking() {
            let beside = front.touches[a] & live;
            let least = each(beside).min_by_key(|d| crowd[*d]).expect("every attacking hex touches a defending one");
            star[a] = 1 << least;
            crowd[least] += 1;
        }
        for d in each(live) {
            if crowd[d] > 0 {
                continue;
            }
            let near = || attacking().filter(|a| front.touches[*a] >> d & 1 == 1);
            let shared = |a: &usize| star[*a].count_ones() == 1 && crowd[star[*a].trailing_zeros() as usize] > 1;
            let a = near().find(shared).or_else(|| near().next()).expect("every defending hex touches an attacking one");
            if shared(&a) {
                crowd[star[a].trailing_zeros() as usize] -= 1;
                star[a] = 1 << d;
            } else {
                star[a] |= 1 << d;
            }
            crowd[d] += 1;
        }
        let mut done: Mask = 0;
        for a in attacking() {
            if done >> a & 1 == 1 {
                continue;
            }
            state.battles += 1;
            for other in attacking().filter(|o| star[*o] == star[a]) {
                done |= 1 << other;
                for p in pieces(state.side, front.free_attackers[other]) {
                    state.battle_of[p.index()] = state.battles;
                }
            }
            for d in each(star[a]) {
                for p in pieces(state.side.enemy(), front.free_defenders[d]) {
                    state.battle_of[p.index()] = state.battles;
                }
            }
        }
    }

    /// The battles that wait to be resolved, lowest number first.
    pub(crate) fn waiting_battles<'a>(&self, state: &'a State) -> impl Iterator<Item = u8> + 'a {
        (1..=state.battles).filter(|b| state.members(state.side.enemy(), *b) != 0)
    }

    pub(crate) fn may_resolve(&self, state: &State, by: Side, battle: u8) -> Result<(), Illegal> {
        if by != state.side
            || state.phase != Phase::Battles
            || state.step().is_some()
            || battle == 0
            || !self.waiting_battles(state).any(|b| b == battle)
        {
            return Err(Illegal::new("BR-6.1", "That battle does not wait to be resolved.", "Choose one of the battles that were stated."));
        }
        Ok(())
    }

    pub(crate) fn resolve(&self, state: &mut State, battle: u8, sink: &mut impl Sink<Event>) {
        let (side, enemy) = (state.side, state.side.enemy());
        let members = state.members(side, battle);
        let (attackers, guns) = (members & state.engaged, members & state.guns);
        let defenders = state.members(enemy, battle);
        let fight = if attackers == 0 { Fight::Bombardment } else { Fight::Attack };
        self.begin_battle(state, fight, attackers, guns, defenders, sink);
    }
}

/// The place of a hex in a list, put there if it is new.
fn place(list: &mut Few<HexId, HEXES>, hex: HexId) -> usize {
    list.iter().position(|h| *h == hex).unwrap_or_else(|| {
        list.push(hex);
        list.len() - 1
    })
}
