//! Who must attack and who must be attacked (BG-7.1), and which battles leave everybody's duty possible.
//!
//! Contact is a graph: hexes of attackers on one side, hexes of enemies on the other. Every attacker hex needs a battle with
//! one of its enemies, every enemy hex a battle with one of its attackers or a bombardment. If no hex is isolated, a legal
//! completion exists: such a graph falls into stars, and a star is a battle. So a battle is allowed exactly if it can be
//! extended to one that isolates nobody.

use crate::field::{Cell, Field};
use crate::rules::BlueGray;
use crate::state::{Battle, State};
use crate::units::{UnitId, UnitSet};
use engine::{Illegal, Side};

/// The most hexes on one side of the graph; a title with 128 units cannot have more in contact.
const MOST: usize = 64;

/// A set of hexes of one side of the graph.
type Set = u64;

/// The duties still to be done in a Combat Phase.
pub(crate) struct Duties {
    friends: Vec<Cell>,
    enemies: Vec<Cell>,
    /// The enemies that each friend touches.
    of_friend: Vec<Set>,
    /// The friends that each enemy touches.
    of_enemy: Vec<Set>,
    /// Hexes with guns that may still bombard, and the enemies they can hit.
    batteries: Vec<(Cell, Set)>,
}

/// A battle as sets of the graph.
#[derive(Clone, Copy)]
struct Draft {
    from: Set,
    targets: Set,
    /// Gun hexes that bombard in it.
    batteries: Set,
    /// Whether a hex without contact is its target: then only guns can take part.
    distant: bool,
    /// How many hexes are attacked.
    width: u32,
    /// Gun hexes that have one of the targets in sight.
    hitters: Set,
}

#[inline]
fn each(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let first = set.trailing_zeros() as usize;
            set &= set - 1;
            first
        })
    })
}

impl BlueGray {
    /// Units that may attack in this phase if they touch an enemy: not ineffective (BG-11.2a), nor such as never attack.
    fn can_attack(&self, state: &State, side: Side) -> UnitSet {
        self.army[side.index()].and(state.on_map).without(state.ineffective).without(self.passive)
    }

    /// The units of both sides that touch one another when the Combat Phase begins: those who must attack (BG-7.12a)
    /// and those who must be attacked (BG-7.11). Ineffective units neither have nor make duties.
    pub(crate) fn contacts(&self, state: &State) -> UnitSet {
        let (side, enemy) = (state.side, state.side.enemy());
        let mut contact = UnitSet::EMPTY;
        for unit in self.can_attack(state, side).iter() {
            let cell = state.place(unit);
            if !state.zone[enemy.index()].has(cell) && self.zoneless.is_empty() {
                continue;
            }
            for target in self.ground.struck(cell).filter(|c| state.occupied[enemy.index()].has(*c)) {
                contact.insert(unit);
                contact = contact.or(state.units_in(target));
            }
        }
        contact
    }

    /// The units of a hex that can still attack in this phase: each attacks once (BG-7.14), and whoever advanced, retreated or
    /// was displaced is out (BG-7.75f, R-12).
    #[inline]
    pub fn ready_in(&self, state: &State, cell: Cell) -> UnitSet {
        let spent = state.fought.or(state.advanced).or(state.shaken);
        state.units_in(cell).and(self.can_attack(state, state.side)).without(spent)
    }

    /// Whether an enemy hex can still be attacked: somebody in it has not been (BG-7.14, R-19).
    #[inline]
    pub(crate) fn is_open_target(&self, state: &State, cell: Cell) -> bool {
        state.occupied[state.side.enemy().index()].has(cell)
            && !state.units_in(cell).without(state.struck).without(state.advanced).is_empty()
    }

    /// Whether a gun may bombard now: it is not in an enemy zone (BG-8.41b), has not attacked, retreated or been displaced
    /// (BG-7.82d), and no gun of its hex has bombarded another target (BG-8.14).
    pub fn may_fire(&self, state: &State, gun: UnitId) -> Result<(), Illegal> {
        let cell = state.place(gun);
        if !self.artillery.has(gun) {
            return Err(Illegal::new("BG-7.15", "only artillery attacks at a distance"));
        }
        if !self.army[state.side.index()].has(gun) || !cell.on_map() {
            return Err(Illegal::new("BG-8.51", "only the phasing player's guns on the map bombard"));
        }
        if state.ineffective.has(gun) {
            return Err(Illegal::new("BG-11.2a", "ineffective units may not attack"));
        }
        if self.passive.has(gun) {
            return Err(Illegal::new("BG-1.0", "the title lets this unit never attack"));
        }
        if state.fought.has(gun) {
            return Err(Illegal::new("BG-7.14", "this unit has attacked in this phase"));
        }
        if state.shaken.has(gun) || state.advanced.has(gun) {
            return Err(Illegal::new(
                "BG-7.82d",
                "A gun that was displaced or has retreated may not fire. It fires again in the next Combat Phase.",
            ));
        }
        if self.in_enemy_zone(state, state.side, cell) {
            return Err(Illegal::new("BG-8.41b", "A gun in an enemy zone of control may not bombard. It attacks the enemies next to it."));
        }
        if !state.units_in(cell).and(state.shelled).is_empty() {
            return Err(Illegal::new("BG-8.14", "another gun of this hex has bombarded: both must hit the same hex"));
        }
        Ok(())
    }

    /// The duties left in a Combat Phase. A friend whose enemies have all been attacked or have gone is free, and so is an
    /// enemy whom nobody can attack any more.
    pub(crate) fn duties(&self, state: &State) -> Duties {
        let (side, enemy) = (state.side, state.side.enemy());
        let spent = state.fought.or(state.advanced).or(state.shaken);
        let mut duties =
            Duties { friends: Vec::new(), enemies: Vec::new(), of_friend: Vec::new(), of_enemy: Vec::new(), batteries: Vec::new() };
        for unit in state.contact.and(self.army[enemy.index()]).without(state.struck).iter() {
            let cell = state.place(unit);
            if !duties.enemies.contains(&cell) && duties.enemies.len() < MOST {
                duties.enemies.push(cell);
            }
        }
        for unit in state.contact.and(self.army[side.index()]).without(spent).iter() {
            let cell = state.place(unit);
            if duties.friends.contains(&cell) || duties.friends.len() == MOST {
                continue;
            }
            let mut touched = 0;
            for target in self.ground.struck(cell) {
                if let Some(e) = duties.enemies.iter().position(|c| *c == target) {
                    touched |= 1 << e;
                }
            }
            if touched != 0 {
                duties.friends.push(cell);
                duties.of_friend.push(touched);
            }
        }
        duties.of_enemy = vec![0; duties.enemies.len()];
        for (f, touched) in duties.of_friend.iter().enumerate() {
            each(*touched).for_each(|e| duties.of_enemy[e] |= 1 << f);
        }
        for gun in self.artillery.and(self.can_attack(state, side)).iter() {
            let cell = state.place(gun);
            if duties.batteries.len() < MOST && duties.batteries.iter().all(|(c, _)| *c != cell) && self.may_fire(state, gun).is_ok() {
                let hits =
                    duties.enemies.iter().enumerate().filter(|(_, e)| self.ground.can_hit(cell, **e)).fold(0, |s, (e, _)| s | 1 << e);
                duties.batteries.push((cell, hits));
            }
        }
        duties.let_lapse();
        duties
    }

    /// Whether a battle can be extended to one that leaves every duty possible.
    fn extends(&self, duties: &Duties, battle: &Battle, guns: UnitSet, state: &State) -> bool {
        duties.can_extend(self.draft(duties, battle, guns, state))
    }

    /// A battle as sets of the graph.
    fn draft(&self, duties: &Duties, battle: &Battle, guns: UnitSet, state: &State) -> Draft {
        let targets = battle.targets.as_slice();
        let mut draft = Draft { from: 0, targets: 0, batteries: 0, distant: false, width: targets.len() as u32, hitters: 0 };
        for target in targets {
            match duties.enemies.iter().position(|c| c == target) {
                Some(e) => draft.targets |= 1 << e,
                None => draft.distant = true,
            }
        }
        for (f, cell) in duties.friends.iter().enumerate() {
            if battle.from.as_slice().contains(cell) {
                draft.from |= 1 << f;
            }
        }
        let gun_hexes: Field = guns.iter().map(|g| state.place(g)).collect();
        for (b, (cell, _)) in duties.batteries.iter().enumerate() {
            if gun_hexes.has(*cell) {
                draft.batteries |= 1 << b;
            }
            if targets.iter().any(|t| self.ground.can_hit(*cell, *t)) {
                draft.hitters |= 1 << b;
            }
        }
        draft
    }

    /// Whether units in a hex fight at all.
    fn fights_in(&self, cell: Cell) -> bool {
        self.chart.terrain[usize::from(self.ground.kind[cell.index()])].fighting
    }

    /// Whether a hex may be attacked, in a new battle or in the one being prepared (BG-7.24, BG-7.25).
    pub(crate) fn may_engage(&self, state: &State, duties: &Duties, target: Cell) -> Result<(), Illegal> {
        if !state.occupied[state.side.enemy().index()].has(target) {
            return Err(Illegal::new("BG-7.0-G", "no enemy unit is in that hex"));
        }
        if !self.is_open_target(state, target) {
            return Err(Illegal::new("BG-7.14", "the units in that hex have been attacked in this phase"));
        }
        if !self.fights_in(target) {
            return Err(Illegal::new("BG-9.pontoon", "nobody fights into that hex or out of it"));
        }
        let mut battle = state.battle;
        if battle.targets.as_slice().contains(&target) {
            return Err(Illegal::new("BG-7.21", "that hex is under attack already, with all its units"));
        }
        if battle.from.as_slice().iter().any(|f| !self.ground.may_strike(*f, target)) {
            return Err(Illegal::new("BG-7.25", "every adjacent attacker must be adjacent to every hex attacked together"));
        }
        battle.targets.push(target);
        if battle.targets == state.battle.targets {
            return Err(Illegal::new("BG-7.25", "no attacker touches more hexes than these"));
        }
        if self.extends(duties, &battle, battle.guns, state) {
            Ok(())
        } else if battle.targets.as_slice().len() > 1 && battle.from.is_empty() && !duties.anyone_touches(&battle) {
            Err(Illegal::new("BG-8.13", "a bombardment alone hits one hex, and no unit touches all these"))
        } else if !duties.anyone_touches(&battle) && self.draft(duties, &battle, battle.guns, state).hitters == 0 {
            Err(self.why_out_of_reach(state, target))
        } else {
            Err(Illegal::new(
                "BG-7.12a",
                "then a unit in contact would be left without an enemy to attack, or an enemy without an attacker",
            ))
        }
    }

    /// Why nobody can attack a hex: of all causes the one that comes nearest to an attack.
    fn why_out_of_reach(&self, state: &State, target: Cell) -> Illegal {
        let mine = self.army[state.side.index()].and(state.on_map);
        let beside: UnitSet = mine.iter().filter(|u| self.ground.direction(state.place(*u), target).is_some()).collect();
        let over_a_creek = |u: UnitId| !self.ground.may_touch(state.place(u), target);
        if beside.without(self.artillery).iter().any(over_a_creek) {
            return Illegal::new("BG-9.creek", "A creek lies between. An attack crosses it only at a bridge or ford.");
        }
        if beside.iter().any(|u| self.ground.may_strike(state.place(u), target)) {
            return if beside.without(state.ineffective).is_empty() {
                Illegal::new("BG-11.2a", "The units next to that hex are ineffective. They may attack again after a night.")
            } else if beside.without(state.ineffective).without(state.advanced).is_empty() {
                Illegal::new("BG-7.75f", "The unit next to that hex has advanced. It may attack again in its next Combat Phase.")
            } else {
                Illegal::new(
                    "BG-7.14",
                    "No unit next to that hex can still attack. Each attacks once, and never after an advance or a retreat.",
                )
            };
        }
        let guns = mine.and(self.artillery);
        let mut fresh_first = guns.without(state.fought).iter().chain(guns.and(state.fought).iter());
        let silent = |gun: UnitId| self.may_fire(state, gun).err().filter(|_| self.ground.can_hit(state.place(gun), target));
        if let Some(illegal) = fresh_first.find_map(silent) {
            return illegal;
        }
        if guns.iter().any(|g| self.ground.distance(state.place(g), target) <= self.chart.limits.range) {
            Illegal::new("BG-8.31", "Woods or a town block the line of sight. The guns in range need a free line to that hex.")
        } else {
            Illegal::new("BG-7.15", "Nobody is near. An attack needs a unit next to that hex, or a gun within range that sees it.")
        }
    }

    /// Whether the units of a hex may join the battle being prepared (BG-7.22): the attacker chooses who attacks whom (BG-7.12b),
    /// from as many as six hexes (BG-7.13). Guns in contact join like others, against all they touch (BG-8.42) and into any
    /// terrain (BG-8.44).
    pub(crate) fn may_join(&self, state: &State, duties: &Duties, from: Cell) -> Result<(), Illegal> {
        let mut battle = state.battle;
        if battle.targets.is_empty() {
            return Err(Illegal::new("BG-7.0-G", "name the hex to be attacked first"));
        }
        if battle.from.as_slice().contains(&from) {
            return Err(Illegal::new("BG-7.22", "the units of that hex attack together already"));
        }
        if !from.on_map() || state.units_in(from).and(self.army[state.side.index()]).is_empty() {
            return Err(Illegal::new("BG-7.0-G", "no unit of the phasing player is in that hex"));
        }
        if self.ready_in(state, from).is_empty() {
            return Err(if state.units_in(from).without(state.ineffective).is_empty() {
                Illegal::new("BG-11.2a", "ineffective units may not attack")
            } else if state.units_in(from).without(self.passive).is_empty() {
                Illegal::new("BG-1.0", "the title lets these units never attack")
            } else {
                Illegal::new("BG-7.14", "no unit of that hex can still attack in this phase")
            });
        }
        if !self.fights_in(from) {
            return Err(Illegal::new("BG-9.pontoon", "nobody fights into that hex or out of it"));
        }
        if let Some(far) = battle.targets.as_slice().iter().find(|t| !self.ground.may_strike(from, **t)) {
            let adjacent = self.ground.direction(from, *far).is_some();
            return Err(if adjacent {
                Illegal::new("BG-9.creek", "no attack goes over a creek but at a bridge or ford")
            } else if battle.targets.as_slice().len() > 1 {
                Illegal::new("BG-7.25", "every adjacent attacker must be adjacent to every hex attacked together")
            } else {
                Illegal::new("BG-7.15", "units attack adjacent hexes only; guns may bombard")
            });
        }
        if !duties.friends.contains(&from) {
            return Err(Illegal::new("BG-7.75f", "that hex was not in contact when the phase began"));
        }
        battle.from.push(from);
        if self.extends(duties, &battle, battle.guns, state) {
            Ok(())
        } else {
            Err(Illegal::new("BG-7.11", "then an enemy in contact would be left without an attacker"))
        }
    }

    /// Whether a gun may bombard in the battle being prepared (BG-8.21): it needs range and sight to one hex (BG-8.22).
    pub(crate) fn may_bombard(&self, state: &State, duties: &Duties, gun: UnitId) -> Result<(), Illegal> {
        let battle = state.battle;
        if battle.targets.is_empty() {
            return Err(Illegal::new("BG-7.0-G", "name the hex to be attacked first"));
        }
        if battle.guns.has(gun) {
            return Err(Illegal::new("BG-7.14", "this gun takes part already"));
        }
        self.may_fire(state, gun)?;
        let cell = state.place(gun);
        let hits = |t: &Cell| self.ground.can_hit(cell, *t);
        if !battle.targets.as_slice().iter().any(hits) {
            let (a, grid) = (cell.hex(&self.board.grid), &self.board.grid);
            let near = battle.targets.as_slice().iter().any(|t| grid.distance(a, t.hex(grid)) <= self.chart.limits.range);
            return Err(if near {
                Illegal::new("BG-8.31", "woods or a town block the line of sight")
            } else {
                Illegal::new("BG-8.0-Ga", "guns bombard at a distance of two or three hexes")
            });
        }
        let mut guns = battle.guns;
        guns.insert(gun);
        if self.extends(duties, &battle, guns, state) {
            Ok(())
        } else {
            Err(Illegal::new("BG-7.11", "then an enemy in contact would be left without an attacker or a gun"))
        }
    }

    /// Whether the battle can be fought as it stands.
    pub(crate) fn may_fight(&self, state: &State, duties: &Duties) -> Result<(), Illegal> {
        let battle = &state.battle;
        if battle.targets.is_empty() || battle.from.is_empty() && battle.guns.is_empty() {
            return Err(Illegal::new("BG-7.0-G", "a battle needs attackers and a hex to attack"));
        }
        if battle.from.is_empty() && battle.targets.as_slice().len() > 1 {
            return Err(Illegal::new("BG-8.13", "a bombardment alone hits one hex"));
        }
        let draft = self.draft(duties, battle, battle.guns, state);
        if duties.stranded(draft) != 0 {
            return Err(Illegal::new("BG-7.12a", "a unit in contact would be left without an enemy to attack: it must join"));
        }
        if !duties.covers(duties.lonely(draft), draft.batteries) {
            return Err(Illegal::new("BG-7.23", "an enemy in contact would be left without an attacker: attack it as well"));
        }
        Ok(())
    }

    /// Whether the Combat Phase may end: nobody in contact is left who could still attack or be attacked (BG-7.0-G). Guns are
    /// never forced to bombard for their own sake (BG-8.11), but guns in contact fight like everybody (BG-8.41a).
    pub(crate) fn may_end_combat(&self, state: &State, duties: &Duties) -> Result<(), Illegal> {
        if !state.battle.targets.is_empty() {
            return Err(Illegal::new("BG-7.0-Pb", "the battle that was begun must be fought first"));
        }
        if !duties.friends.is_empty() {
            let guns_only = duties.friends.iter().all(|c| self.ready_in(state, *c).without(self.artillery).is_empty());
            return Err(if guns_only {
                Illegal::new("BG-8.41a", "guns in an enemy zone of control must attack an adjacent enemy")
            } else {
                Illegal::new("BG-7.12a", "a unit in an enemy zone of control has not attacked yet")
            });
        }
        if !duties.enemies.is_empty() {
            return Err(Illegal::new("BG-7.11", "an enemy unit in contact has not been attacked yet"));
        }
        Ok(())
    }

    /// The hexes that may be attacked, in any order (BG-7.0-Pc), or added to the battle being prepared.
    pub(crate) fn each_target(&self, state: &State, duties: &Duties, mut each: impl FnMut(Cell)) {
        let enemy = state.side.enemy().index();
        let guns = self.artillery.and(self.can_attack(state, state.side));
        let mut seen = Field::EMPTY;
        let mut consider = |target: Cell| {
            if !seen.has(target) {
                seen.insert(target);
                if self.may_engage(state, duties, target).is_ok() {
                    each(target);
                }
            }
        };
        duties.enemies.iter().for_each(|t| consider(*t));
        if state.battle.targets.is_empty() {
            for gun in guns.iter().filter(|g| self.may_fire(state, *g).is_ok()) {
                self.ground.hits(state.place(gun)).and(&state.occupied[enemy]).iter().for_each(&mut consider);
            }
        }
    }

    /// The hexes whose units may join the battle being prepared.
    pub(crate) fn each_joiner(&self, state: &State, duties: &Duties, mut each: impl FnMut(Cell)) {
        duties.friends.iter().filter(|f| self.may_join(state, duties, **f).is_ok()).for_each(|f| each(*f));
    }

    /// The guns that may bombard in the battle being prepared.
    pub(crate) fn each_gun(&self, state: &State, duties: &Duties, mut each: impl FnMut(UnitId)) {
        let guns = self.artillery.and(self.can_attack(state, state.side)).without(state.fought);
        let sees = |g: &UnitId| state.battle.targets.as_slice().iter().any(|t| self.ground.can_hit(state.place(*g), *t));
        guns.iter().filter(sees).filter(|g| self.may_bombard(state, duties, *g).is_ok()).for_each(&mut each);
    }
}

impl Duties {
    /// How many duties are left: hexes that must attack, hexes that must be attacked.
    pub fn left(&self) -> (usize, usize) {
        (self.friends.len(), self.enemies.len())
    }

    /// The hexes that must attack.
    pub(crate) fn friends(&self) -> &[Cell] {
        &self.friends
    }

    /// The hexes that must be attacked.
    pub fn enemies(&self) -> &[Cell] {
        &self.enemies
    }

    fn all_friends(&self) -> Set {
        low(self.friends.len())
    }

    fn all_enemies(&self) -> Set {
        low(self.enemies.len())
    }

    /// Enemies whom no unit touches any more are free unless a gun can still hit them. Where guns are too few, the later
    /// hexes of the list go free first (ruling).
    fn let_lapse(&mut self) {
        let mut kept = 0;
        for e in (0..self.enemies.len()).filter(|e| self.of_enemy[*e] == 0) {
            if self.covers(kept | 1 << e, 0) {
                kept |= 1 << e;
            }
        }
        let keep = |e: usize| self.of_enemy[e] != 0 || kept >> e & 1 == 1;
        let stay: Vec<usize> = (0..self.enemies.len()).filter(|e| keep(*e)).collect();
        if stay.len() == self.enemies.len() {
            return;
        }
        let shrink = |set: Set| stay.iter().enumerate().filter(|(_, e)| set >> **e & 1 == 1).fold(0, |s, (i, _)| s | 1 << i);
        self.of_friend.iter_mut().for_each(|s| *s = shrink(*s));
        self.batteries.iter_mut().for_each(|(_, s)| *s = shrink(*s));
        self.enemies = stay.iter().map(|e| self.enemies[*e]).collect();
        self.of_enemy = stay.iter().map(|e| self.of_enemy[*e]).collect();
    }

    /// Friends outside the battle who would have no enemy left.
    fn stranded(&self, draft: Draft) -> Set {
        let enemies = self.all_enemies() & !draft.targets;
        each(self.all_friends() & !draft.from).filter(|f| self.of_friend[*f] & enemies == 0).fold(0, |s, f| s | 1 << f)
    }

    /// Enemies outside the battle whom no friend outside it touches.
    fn lonely(&self, draft: Draft) -> Set {
        let friends = self.all_friends() & !draft.from;
        each(self.all_enemies() & !draft.targets).filter(|e| self.of_enemy[*e] & friends == 0).fold(0, |s, e| s | 1 << e)
    }

    /// Whether each of these enemies can have a gun hex of its own, the used ones left out.
    fn covers(&self, enemies: Set, used: Set) -> bool {
        if enemies == 0 {
            return true;
        }
        let mut fires_at: Vec<Option<usize>> = vec![None; self.batteries.len()];
        each(enemies).all(|e| self.find_gun(e, used, &mut fires_at, &mut 0))
    }

    fn find_gun(&self, enemy: usize, used: Set, fires_at: &mut Vec<Option<usize>>, tried: &mut Set) -> bool {
        for b in 0..self.batteries.len() {
            if (used | *tried) >> b & 1 == 1 || self.batteries[b].1 >> enemy & 1 == 0 {
                continue;
            }
            *tried |= 1 << b;
            if fires_at[b].is_none_or(|other| self.find_gun(other, used, fires_at, tried)) {
                fires_at[b] = Some(enemy);
                return true;
            }
        }
        false
    }

    /// Whether the draft, which may lack attackers yet, can be extended to a battle that leaves every duty possible.
    fn can_extend(&self, draft: Draft) -> bool {
        if draft.from != 0 || draft.batteries != 0 && draft.width == 1 {
            return self.completes(draft);
        }
        // Somebody has to attack: any unit that touches all targets, or any gun if there is one target.
        let touching = each(draft.targets).fold(self.all_friends(), |s, e| s & self.of_enemy[e]);
        let touching = if draft.distant { 0 } else { touching };
        if each(touching).any(|f| self.completes(Draft { from: 1 << f, ..draft })) {
            return true;
        }
        draft.width == 1 && each(draft.hitters).any(|b| self.completes(Draft { batteries: draft.batteries | 1 << b, ..draft }))
    }

    /// Whether a battle that has an attacker can be extended so that nobody is isolated. Whoever would be stranded must
    /// join; of the lonely enemies guns take some and the others must be attacked as well.
    fn completes(&self, mut draft: Draft) -> bool {
        loop {
            let stranded = self.stranded(draft);
            if stranded == 0 {
                break;
            }
            if draft.distant || each(stranded).any(|f| self.of_friend[f] & draft.targets != draft.targets) {
                return false;
            }
            draft.from |= stranded;
        }
        let lonely = self.lonely(draft);
        if self.covers(lonely, draft.batteries) {
            return true;
        }
        let joinable = |e: &usize| draft.from != 0 && self.of_enemy[*e] & draft.from == draft.from;
        each(lonely).filter(joinable).any(|e| self.completes(Draft { targets: draft.targets | 1 << e, width: draft.width + 1, ..draft }))
    }

    /// Whether some friend touches every hex of the battle.
    fn anyone_touches(&self, battle: &Battle) -> bool {
        let enemy = |t: &Cell| self.enemies.iter().position(|c| c == t);
        let sets: Option<Vec<usize>> = battle.targets.as_slice().iter().map(enemy).collect();
        sets.is_some_and(|sets| sets.into_iter().fold(self.all_friends(), |s, e| s & self.of_enemy[e]) != 0)
    }
}

/// The set of the first n numbers.
fn low(n: usize) -> Set {
    if n >= 64 { Set::MAX } else { (1 << n) - 1 }
}
