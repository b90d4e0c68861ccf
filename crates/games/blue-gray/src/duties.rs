//! Who must attack and who must be attacked (BG-7.1), and which battles leave everybody's duty possible.
//!
//! Contact is a graph: hexes of attackers on one side, hexes of enemies on the other. Every attacker hex needs a battle with
//! one of its enemies, every enemy hex a battle with one of its attackers or a bombardment. A battle is allowed exactly if it can be
//! extended to one that strands nobody ([`contact::front`] says why that is enough).

use crate::BlueGray;
use crate::cells::{Cell, CellSet};
use crate::state::{Battle, State};
use crate::units::{NOBODY, UnitId, UnitSet};
use contact::front::stranded;
use contact::ones;
use engine::{Illegal, Side};

/// The most hexes on one side of the graph; a title with 128 units cannot have more in contact.
const MOST: usize = 64;

/// A gun hex that fires at nobody.
const SILENT: u8 = u8::MAX;

/// A set of hexes of one side of the graph.
type Set = u64;

/// A list of hexes of one side of the graph, each with the hexes of the other side that it can deal with.
struct Hexes {
    len: usize,
    cells: [Cell; MOST],
    others: [Set; MOST],
}

impl Hexes {
    /// None yet; what is not in use is zero, which is the quickest to write.
    const NONE: Hexes = Hexes { len: 0, cells: [Cell(0); MOST], others: [0; MOST] };

    #[inline]
    fn cells(&self) -> &[Cell] {
        &self.cells[..self.len]
    }

    #[inline]
    fn others(&self) -> &[Set] {
        &self.others[..self.len]
    }

    /// Adds a hex, if there is room.
    #[inline]
    fn push(&mut self, cell: Cell, others: Set) {
        if self.len < MOST {
            (self.cells[self.len], self.others[self.len]) = (cell, others);
            self.len += 1;
        }
    }

    #[inline]
    fn position(&self, cell: Cell) -> Option<usize> {
        self.cells().iter().position(|c| *c == cell)
    }

    /// All of them.
    #[inline]
    fn all(&self) -> Set {
        if self.len == MOST { Set::MAX } else { (1 << self.len) - 1 }
    }

    /// Keeps only some.
    fn keep(&mut self, kept: Set) {
        let mut len = 0;
        for i in ones(kept) {
            (self.cells[len], self.others[len]) = (self.cells[i], self.others[i]);
            len += 1;
        }
        self.len = len;
    }
}

/// The duties still to be done in a Combat Phase.
pub(crate) struct Duties {
    /// Hexes that must attack, and the enemies that each touches.
    friends: Hexes,
    /// Hexes that must be attacked, and the friends that each touches.
    enemies: Hexes,
    /// Hexes with guns that may still bombard, and the enemies they can hit.
    batteries: Hexes,
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
}

impl BlueGray {
    /// Units that may attack in this phase if they touch an enemy: not ineffective (BG-11.2a), nor such as never attack.
    fn can_attack(&self, state: &State, side: Side) -> UnitSet {
        self.army[side.index()].and(state.on_map).without(state.ineffective).without(self.barred_from_attack(state))
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
            for target in self.ground_in(state).struck(cell).filter(|c| state.occupied[enemy.index()].has(*c)) {
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

    /// The duties left in a Combat Phase. A friend whose enemies have all been attacked or have gone is free, and so is an
    /// enemy whom nobody can attack any more.
    pub(crate) fn duties(&self, state: &State) -> Duties {
        let mut duties = Duties::NONE;
        self.find_duties(state, &mut duties);
        duties
    }

    /// The same, found where they are wanted: two KB are better not copied in what is asked most often.
    pub(crate) fn find_duties(&self, state: &State, duties: &mut Duties) {
        let (side, enemy) = (state.side, state.side.enemy());
        let spent = state.fought.or(state.advanced).or(state.shaken);
        let ground = self.ground_in(state);
        let (mut seen, mut must) = (CellSet::EMPTY, CellSet::EMPTY);
        for unit in state.contact.and(self.army[enemy.index()]).without(state.struck).iter() {
            let cell = state.place(unit);
            if !must.has(cell) {
                must.insert(cell);
                duties.enemies.push(cell, 0);
            }
        }
        for unit in state.contact.and(self.army[side.index()]).without(spent).iter() {
            let cell = state.place(unit);
            if seen.has(cell) {
                continue;
            }
            seen.insert(cell);
            let mut touched = 0;
            for target in ground.struck(cell).filter(|c| must.has(*c)) {
                touched |= duties.enemies.position(target).map_or(0, |e| 1 << e);
            }
            if touched != 0 && duties.friends.len < MOST {
                ones(touched).for_each(|e| duties.enemies.others[e] |= 1 << duties.friends.len);
                duties.friends.push(cell, touched);
            }
        }
        let mut batteries = CellSet::EMPTY;
        for gun in self.artillery.and(self.can_attack(state, side)).without(spent).iter() {
            let cell = state.place(gun);
            if !batteries.has(cell) && self.may_fire_from(state, cell).is_ok() {
                batteries.insert(cell);
                let hits = |(e, c): (usize, &Cell)| if self.guns_hit(state, cell, *c) { 1 << e } else { 0 };
                duties.batteries.push(cell, duties.enemies.cells().iter().enumerate().map(hits).fold(0, |s: Set, e| s | e));
            }
        }
        duties.let_lapse();
    }

    /// Whether a battle can be extended to one that leaves every duty possible. Somebody has to attack: any unit that touches
    /// all targets, or any gun if there is one target.
    fn extends(&self, duties: &Duties, battle: &Battle, guns: UnitSet, state: &State) -> bool {
        let draft = self.draft(duties, battle, guns, state);
        let one_target = battle.targets.as_slice().len() == 1;
        if draft.from != 0 || draft.batteries != 0 && one_target {
            return duties.completes(draft);
        }
        let touching = if draft.distant { 0 } else { duties.touching(draft.targets) };
        ones(touching).any(|f| duties.completes(Draft { from: 1 << f, ..draft }))
            || one_target
                && ones(self.hitters(state, duties, battle))
                    .any(|b| duties.completes(Draft { batteries: draft.batteries | 1 << b, ..draft }))
    }

    /// Gun hexes that have one of the targets in sight.
    fn hitters(&self, state: &State, duties: &Duties, battle: &Battle) -> Set {
        let sees = |cell: Cell| battle.targets.as_slice().iter().any(|t| self.guns_hit(state, cell, *t));
        duties.batteries.cells().iter().enumerate().filter(|(_, c)| sees(**c)).fold(0, |s, (b, _)| s | 1 << b)
    }

    /// A battle as sets of the graph.
    fn draft(&self, duties: &Duties, battle: &Battle, guns: UnitSet, state: &State) -> Draft {
        let targets = battle.targets.as_slice();
        let mut draft = Draft { from: 0, targets: 0, batteries: 0, distant: false };
        for target in targets {
            match duties.enemies.position(*target) {
                Some(e) => draft.targets |= 1 << e,
                None => draft.distant = true,
            }
        }
        for from in battle.from.as_slice() {
            draft.from |= duties.friends.position(*from).map_or(0, |f| 1 << f);
        }
        for gun in guns.iter() {
            draft.batteries |= duties.batteries.position(state.place(gun)).map_or(0, |b| 1 << b);
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
            return Err(Illegal::new("BG-7.0-G", "No enemy unit is in that hex.", "Attack a hex that the enemy holds."));
        }
        if !self.is_open_target(state, target) {
            return Err(Illegal::new(
                "BG-7.14",
                "The units in that hex have been attacked in this phase.",
                "Attack another hex; each unit is attacked once in a phase.",
            ));
        }
        if !self.fights_in(target) {
            return Err(Illegal::new(
                "BG-9.pontoon",
                "Nobody fights into that hex or out of it.",
                "Attack another hex; its terrain allows no combat.",
            ));
        }
        let mut battle = state.battle;
        if battle.targets.as_slice().contains(&target) {
            return Err(Illegal::new(
                "BG-7.21",
                "That hex is under attack already, with all its units.",
                "Choose attackers, or another hex.",
            ));
        }
        if battle.from.as_slice().iter().any(|f| !self.ground_in(state).may_strike(*f, target)) {
            return Err(Illegal::new(
                "BG-7.25",
                "Not every adjacent attacker touches every hex attacked together.",
                "Attack that hex in a battle of its own.",
            ));
        }
        battle.targets.push(target);
        if battle.targets == state.battle.targets {
            return Err(Illegal::new("BG-7.25", "No attacker touches more hexes than these.", "Attack that hex in a battle of its own."));
        }
        if self.extends(duties, &battle, battle.guns, state) {
            Ok(())
        } else if battle.targets.as_slice().len() > 1 && battle.from.is_empty() && !duties.anyone_touches(&battle) {
            Err(Illegal::new(
                "BG-8.13",
                "A bombardment alone hits one hex, and no unit touches all these.",
                "Attack that hex in a battle of its own.",
            ))
        } else if !duties.anyone_touches(&battle) && self.hitters(state, duties, &battle) == 0 {
            Err(self.why_out_of_reach(state, target))
        } else {
            Err(Illegal::new(
                "BG-7.12a",
                "A unit in contact would be left without an enemy to attack, or an enemy without an attacker.",
                "Begin with another hex.",
            ))
        }
    }

    /// Why nobody can attack a hex: of all causes the one that comes nearest to an attack.
    fn why_out_of_reach(&self, state: &State, target: Cell) -> Illegal {
        let mine = self.army[state.side.index()].and(state.on_map);
        let beside: UnitSet = mine.iter().filter(|u| self.ground.direction(state.place(*u), target).is_some()).collect();
        let over_a_creek = |u: UnitId| !self.ground_in(state).may_touch(state.place(u), target);
        if beside.without(self.artillery).iter().any(over_a_creek) {
            return Illegal::new("BG-9.creek", "A creek lies between.", "Attack across a bridge or ford, or bombard it.");
        }
        if beside.iter().any(|u| self.ground_in(state).may_strike(state.place(u), target)) {
            return if beside.without(state.ineffective).is_empty() {
                Illegal::new("BG-11.2a", "The units next to that hex are ineffective.", "They may attack again after a night.")
            } else if beside.without(state.ineffective).without(state.advanced).is_empty() {
                Illegal::new("BG-7.75f", "The unit next to that hex has advanced.", "It may attack again in its next Combat Phase.")
            } else {
                Illegal::new(
                    "BG-7.14",
                    "No unit next to that hex can still attack.",
                    "Attack with units that have not attacked, advanced or retreated, or bombard it.",
                )
            };
        }
        let guns = mine.and(self.artillery);
        let mut fresh_first = guns.without(state.fought).iter().chain(guns.and(state.fought).iter());
        let silent = |gun: UnitId| self.may_fire(state, gun).err().filter(|_| self.can_hit(state, gun, target));
        if let Some(illegal) = fresh_first.find_map(silent) {
            return illegal;
        }
        if guns.iter().any(|g| self.ground.distance(state.place(g), target) <= self.range_of(g)) {
            Illegal::new(
                "BG-8.31",
                "Woods or a town block the line of sight.",
                "Bombard from a hex with a free line, or attack from next to it.",
            )
        } else {
            Illegal::new("BG-7.15", "Nobody is near.", "Bring a unit next to that hex, or a gun within range that sees it.")
        }
    }

    /// Whether the units of a hex may join the battle being prepared (BG-7.22): the attacker chooses who attacks whom (BG-7.12b),
    /// from as many as six hexes (BG-7.13). Guns in contact join like others, against all they touch (BG-8.42) and into any
    /// terrain (BG-8.44).
    pub(crate) fn may_join(&self, state: &State, duties: &Duties, from: Cell) -> Result<(), Illegal> {
        let mut battle = state.battle;
        if battle.targets.is_empty() {
            return Err(Illegal::new("BG-7.0-G", "No hex is under attack yet.", "Name the hex to be attacked first."));
        }
        if battle.from.as_slice().contains(&from) {
            return Err(Illegal::new(
                "BG-7.22",
                "The units of that hex take part already.",
                "Join with units of another hex, or fight the battle.",
            ));
        }
        if !from.on_map() || state.units_in(from).and(self.army[state.side.index()]).is_empty() {
            return Err(Illegal::new("BG-7.0-G", "No unit of the phasing player is in that hex.", "Join with a hex of your own."));
        }
        if self.ready_in(state, from).is_empty() {
            return Err(if state.units_in(from).without(state.ineffective).is_empty() {
                Illegal::new("BG-11.2a", "Ineffective units may not attack.", "They recover after a night.")
            } else if state.units_in(from).without(self.barred_from_attack(state)).is_empty() {
                let unit = state.stack(from).next().unwrap_or(NOBODY);
                Illegal::new(
                    self.why_no_attack(state, unit),
                    "The title lets these units only defend themselves.",
                    "Attack with other units.",
                )
            } else {
                Illegal::new(
                    "BG-7.14",
                    "No unit of that hex can still attack in this phase.",
                    "Join with units that have not attacked, advanced or retreated.",
                )
            });
        }
        if !self.fights_in(from) {
            return Err(Illegal::new(
                "BG-9.pontoon",
                "Nobody fights into that hex or out of it.",
                "Join with another hex; its terrain allows no combat.",
            ));
        }
        if let Some(far) = battle.targets.as_slice().iter().find(|t| !self.ground_in(state).may_strike(from, **t)) {
            let adjacent = self.ground.direction(from, *far).is_some();
            return Err(if adjacent {
                Illegal::new("BG-9.creek", "A creek lies between.", "Join across a bridge or ford, or with guns at a distance.")
            } else if battle.targets.as_slice().len() > 1 {
                Illegal::new(
                    "BG-7.25",
                    "Not every adjacent attacker touches every hex attacked together.",
                    "Attack that hex in a battle of its own.",
                )
            } else {
                Illegal::new(
                    "BG-7.15",
                    "That hex is not next to the target.",
                    "Join with a hex next to the target; guns may bombard from afar.",
                )
            });
        }
        if duties.friends.position(from).is_none() {
            return Err(Illegal::new(
                "BG-7.75f",
                "That hex was not in contact when the phase began.",
                "Its units attack again in their next Combat Phase.",
            ));
        }
        battle.from.push(from);
        if self.extends(duties, &battle, battle.guns, state) {
            Ok(())
        } else {
            Err(Illegal::new(
                "BG-7.11",
                "An enemy in contact would be left without an attacker.",
                "Keep these units for him, or attack him as well.",
            ))
        }
    }

    /// Whether a gun may bombard in the battle being prepared (BG-8.21): it needs range and sight to one hex (BG-8.22).
    pub(crate) fn may_bombard(&self, state: &State, duties: &Duties, gun: UnitId) -> Result<(), Illegal> {
        let battle = state.battle;
        if battle.targets.is_empty() {
            return Err(Illegal::new("BG-7.0-G", "No hex is under attack yet.", "Name the hex to be attacked first."));
        }
        if battle.guns.has(gun) {
            return Err(Illegal::new("BG-7.14", "This gun takes part already.", "Fire another gun, or fight the battle."));
        }
        self.may_fire(state, gun)?;
        let cell = state.place(gun);
        let hits = |t: &Cell| self.can_hit(state, gun, *t);
        if !battle.targets.as_slice().iter().any(hits) {
            let (a, grid) = (cell.hex(&self.board.grid), &self.board.grid);
            let near = battle.targets.as_slice().iter().any(|t| grid.distance(a, t.hex(grid)) <= self.range_of(gun));
            return Err(if !near && self.ranged.has(gun) {
                Illegal::new("BG-8.0-Ga", "The hex is out of the range of this gun.", "Fire a gun that is near enough.")
            } else if near {
                Illegal::new("BG-8.31", "Woods or a town block the line of sight.", "Fire a gun with a free line to one of the hexes.")
            } else {
                Illegal::new("BG-8.0-Ga", "The hex is out of range.", "Fire a gun two or three hexes away.")
            });
        }
        let mut guns = battle.guns;
        guns.insert(gun);
        if self.extends(duties, &battle, guns, state) {
            Ok(())
        } else {
            Err(Illegal::new("BG-7.11", "An enemy in contact would be left without an attacker or a gun.", "Keep this gun for him."))
        }
    }

    /// Whether the battle can be fought as it stands.
    pub(crate) fn may_fight(&self, state: &State, duties: &Duties) -> Result<(), Illegal> {
        let battle = &state.battle;
        if battle.targets.is_empty() || battle.from.is_empty() && battle.guns.is_empty() {
            return Err(Illegal::new("BG-7.0-G", "Nobody attacks yet.", "Choose attackers and a hex to attack."));
        }
        if battle.from.is_empty() && battle.targets.as_slice().len() > 1 {
            return Err(Illegal::new(
                "BG-8.13",
                "A bombardment alone hits one hex.",
                "Attack one hex, or let a unit join that touches all of them.",
            ));
        }
        let draft = self.draft(duties, battle, battle.guns, state);
        if duties.stranded(draft) != 0 {
            return Err(Illegal::new(
                "BG-7.12a",
                "A unit in contact would be left without an enemy to attack.",
                "It must join this battle.",
            ));
        }
        if !duties.covers(duties.lonely(draft), draft.batteries) {
            return Err(Illegal::new("BG-7.23", "An enemy in contact would be left without an attacker.", "Attack him as well."));
        }
        Ok(())
    }

    /// Whether the Combat Phase may end: nobody in contact is left who could still attack or be attacked (BG-7.0-G). Guns are
    /// never forced to bombard for their own sake (BG-8.11), but guns in contact fight like everybody (BG-8.41a).
    pub(crate) fn may_end_combat(&self, state: &State, duties: &Duties) -> Result<(), Illegal> {
        if !state.battle.targets.is_empty() {
            return Err(Illegal::new("BG-7.0-Pb", "A battle has been begun.", "It must be fought first."));
        }
        if duties.friends.len > 0 {
            let guns_only = duties.friends.cells().iter().all(|c| self.ready_in(state, *c).without(self.artillery).is_empty());
            return Err(if guns_only {
                Illegal::new("BG-8.41a", "Guns in an enemy zone of control have not attacked.", "They must attack an adjacent enemy.")
            } else {
                Illegal::new("BG-7.12a", "A unit in an enemy zone of control has not attacked yet.", "It must attack an adjacent enemy.")
            });
        }
        if duties.enemies.len > 0 {
            return Err(Illegal::new("BG-7.11", "An enemy unit in contact has not been attacked yet.", "Attack or bombard it."));
        }
        Ok(())
    }

    /// The hexes that may be attacked, in any order (BG-7.0-Pc), or added to the battle being prepared.
    pub(crate) fn each_target(&self, state: &State, duties: &Duties, mut each: impl FnMut(Cell)) {
        let enemy = state.side.enemy().index();
        let mut seen = CellSet::EMPTY;
        let mut consider = |target: Cell| {
            if !seen.has(target) {
                seen.insert(target);
                if self.may_engage(state, duties, target).is_ok() {
                    each(target);
                }
            }
        };
        duties.enemies.cells().iter().for_each(|t| consider(*t));
        if state.battle.targets.is_empty() {
            for battery in duties.batteries.cells() {
                if self.ranged.is_empty() {
                    self.ground_in(state).hit_among(*battery, &state.occupied[enemy]).for_each(&mut consider);
                } else {
                    state.occupied[enemy].iter().filter(|c| self.guns_hit(state, *battery, *c)).for_each(&mut consider);
                }
            }
        }
    }

    /// The hexes whose units may join the battle being prepared.
    pub(crate) fn each_joiner(&self, state: &State, duties: &Duties, mut each: impl FnMut(Cell)) {
        duties.friends.cells().iter().filter(|f| self.may_join(state, duties, **f).is_ok()).for_each(|f| each(*f));
    }

    /// The guns that may bombard in the battle being prepared.
    pub(crate) fn each_gun(&self, state: &State, duties: &Duties, mut each: impl FnMut(UnitId)) {
        let guns = self.artillery.and(self.can_attack(state, state.side)).without(state.fought);
        let sees = |g: &UnitId| state.battle.targets.as_slice().iter().any(|t| self.can_hit(state, *g, *t));
        guns.iter().filter(sees).filter(|g| self.may_bombard(state, duties, *g).is_ok()).for_each(&mut each);
    }
}

impl Duties {
    /// No duties.
    pub(crate) const NONE: Duties = Duties { friends: Hexes::NONE, enemies: Hexes::NONE, batteries: Hexes::NONE };

    /// How many duties are left: hexes that must attack, hexes that must be attacked.
    pub fn left(&self) -> (usize, usize) {
        (self.friends.len, self.enemies.len)
    }

    /// The hexes that must attack.
    pub(crate) fn friends(&self) -> &[Cell] {
        self.friends.cells()
    }

    /// The hexes that must be attacked.
    pub fn enemies(&self) -> &[Cell] {
        self.enemies.cells()
    }

    /// Enemies whom no unit touches any more are free unless a gun can still hit them. Where guns are too few, the later
    /// hexes of the list go free first (ruling).
    fn let_lapse(&mut self) {
        let untouched = |e: &usize| self.enemies.others[*e] == 0;
        let mut kept = 0;
        for e in (0..self.enemies.len).filter(untouched) {
            if self.covers(kept | 1 << e, 0) {
                kept |= 1 << e;
            }
        }
        let stay = (0..self.enemies.len).filter(|e| !untouched(e) || kept >> e & 1 == 1).fold(0, |s: Set, e| s | 1 << e);
        if stay == self.enemies.all() {
            return;
        }
        let shrink = |set: &mut Set| *set = ones(stay).enumerate().filter(|(_, e)| *set >> e & 1 == 1).fold(0, |s, (i, _)| s | 1 << i);
        self.friends.others.iter_mut().take(self.friends.len).for_each(shrink);
        self.batteries.others.iter_mut().take(self.batteries.len).for_each(shrink);
        self.enemies.keep(stay);
    }

    /// Friends outside the battle who would have no enemy left.
    fn stranded(&self, draft: Draft) -> Set {
        let enemies = self.enemies.all() & !draft.targets;
        stranded(self.friends.others(), !draft.from, enemies)
    }

    /// Enemies outside the battle whom no friend outside it touches.
    fn lonely(&self, draft: Draft) -> Set {
        let friends = self.friends.all() & !draft.from;
        stranded(self.enemies.others(), !draft.targets, friends)
    }

    /// The friends who touch all of these enemies.
    fn touching(&self, enemies: Set) -> Set {
        ones(enemies).fold(self.friends.all(), |s, e| s & self.enemies.others[e])
    }

    /// Whether each of these enemies can have a gun hex of its own, the used ones left out.
    fn covers(&self, enemies: Set, used: Set) -> bool {
        let mut fires_at = [SILENT; MOST];
        enemies == 0 || ones(enemies).all(|e| self.find_gun(e, used, &mut fires_at, &mut 0))
    }

    /// Finds a gun hex for an enemy, giving other enemies another one if need be (augmenting paths).
    fn find_gun(&self, enemy: usize, used: Set, fires_at: &mut [u8; MOST], tried: &mut Set) -> bool {
        for (b, hits) in self.batteries.others().iter().enumerate() {
            if (used | *tried) >> b & 1 == 1 || hits >> enemy & 1 == 0 {
                continue;
            }
            *tried |= 1 << b;
            if fires_at[b] == SILENT || self.find_gun(usize::from(fires_at[b]), used, fires_at, tried) {
                fires_at[b] = enemy as u8;
                return true;
            }
        }
        false
    }

    /// Whether a battle that has an attacker can be extended so that nobody is isolated. Whoever would be stranded must
    /// join; of the lonely enemies guns take some and the others must be attacked as well.
    fn completes(&self, mut draft: Draft) -> bool {
        loop {
            let stranded = self.stranded(draft);
            if stranded == 0 {
                break;
            }
            if draft.distant || ones(stranded).any(|f| self.friends.others[f] & draft.targets != draft.targets) {
                return false;
            }
            draft.from |= stranded;
        }
        let lonely = self.lonely(draft);
        if self.covers(lonely, draft.batteries) {
            return true;
        }
        let joinable = |e: &usize| draft.from != 0 && self.enemies.others[*e] & draft.from == draft.from;
        ones(lonely).filter(joinable).any(|e| self.completes(Draft { targets: draft.targets | 1 << e, ..draft }))
    }

    /// Whether some friend touches every hex of the battle.
    fn anyone_touches(&self, battle: &Battle) -> bool {
        let together = |all: Set, t: &Cell| self.enemies.position(*t).map_or(0, |e| all & self.enemies.others[e]);
        battle.targets.as_slice().iter().fold(self.friends.all(), together) != 0
    }
}
