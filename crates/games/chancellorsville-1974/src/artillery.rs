//! The artillery fire phases (VII.B): range, blocking terrain, and who may fire at what.

use board::HexId;
use engine::{Illegal, Side};

use crate::Chancellorsville1974;
use crate::action::{Action, Targets};
use crate::counters::{Kind, PieceId, Set, each};
use crate::ground::{CITY, HILL, WOODS};
use crate::state::{State, Step};

impl Chancellorsville1974 {
    /// The side whose guns fire in this phase (C74-III.A.2, C74-III.A.3, C74-III.B).
    pub(crate) fn firing_side(&self, state: &State) -> Option<Side> {
        match state.agenda.phase() {
            Step::DefensiveFire => Some(state.phasing.enemy()),
            Step::OffensiveFire => Some(state.phasing),
            _ => None,
        }
    }

    /// C74-VII.B.6.a, C74-VII.B.7.a, C74-VII.B.7.b, C74-VII.B.7.c, C74-VII.B.7.d, C74-TEC-5, C74-TEC-6, C74-TEC-3: whether guns in a hex reach
    /// another: beside it always; two hexes off if one hex between is free of hill, woods and city. The target's own terrain never blocks.
    pub fn in_range(&self, from: HexId, to: HexId) -> Result<(), Illegal> {
        match self.ground.grid().distance(from, to) {
            1 => Ok(()),
            n if n != 0 && n <= self.data.limits.range => {
                let between = |h: &HexId| self.ground.adjacent(*h, to);
                if self.ground.neighbours(from).filter(between).any(|h| !self.ground.is(h, HILL | WOODS | CITY)) {
                    Ok(())
                } else {
                    Err(Illegal::new("C74-VII.B.7.b", "hill, woods or city between blocks fire at two hexes"))
                }
            }
            _ => Err(Illegal::new("C74-VII.B.6.a", "guns reach two hexes")),
        }
    }

    /// Whether a gun may still fire in this phase.
    pub(crate) fn may_gun_fire(&self, state: &State, by: Side, gun: PieceId) -> Result<(), Illegal> {
        if gun.side() != by || !self.data.kind[gun.index()].is_gun() || !state.on_map(gun) {
            return Err(Illegal::new("C74-VII.B.0", "only artillery of the side whose fire phase it is fires"));
        }
        if (state.fired | state.attacked) & gun.bit() != 0 {
            return Err(Illegal::new("C74-VII.B.6.c", "a gun fires at one hex in a fire phase"));
        }
        if state.disrupted(gun) {
            return Err(Illegal::new("C74-CRT-12", "disrupted units may not attack"));
        }
        if (state.retreated | state.barred) & gun.bit() != 0 {
            return Err(Illegal::new("C74-QA-5", "a unit that has retreated makes no attack in that Segment"));
        }
        if self.ground.river(state.hex[gun.index()]) {
            return Err(Illegal::new("C74-TEC-8.c", "guns on a river hex cannot fire, on a bridge neither"));
        }
        Ok(())
    }

    /// Whether these guns may fire at that hex together. C74-VII.B.3: nobody has to, a fire phase ends whenever its side likes.
    pub(crate) fn may_fire(&self, state: &State, by: Side, target: HexId, guns: Set) -> Result<(), Illegal> {
        if !matches!(state.agenda.top(), Step::DefensiveFire | Step::OffensiveFire) || self.firing_side(state) != Some(by) {
            return Err(Illegal::new("C74-VII.B.0", "guns fire in their own fire phase, before Regular Combat"));
        }
        if guns == 0 {
            return Err(Illegal::new("C74-VII.B.0", "somebody has to fire"));
        }
        let enemy = self.data.side(by.enemy());
        if !target.is_some() || state.at(target) & enemy == 0 {
            return Err(Illegal::new("C74-VII.B.6.a", "there is no enemy to fire at in that hex"));
        }
        if self.holds_friends(state, by, target) {
            return Err(Illegal::new("C74-VII.B.6.a", "your own unit stands in that hex"));
        }
        //
        if !self.options.fires_add_up && state.at(target) & enemy & !state.struck == 0 {
            return Err(Illegal::new("C74-VII.B.6.d", "a hex is fired at once in a fire phase, by all guns together"));
        }
        for gun in each(guns) {
            self.may_gun_fire(state, by, gun)?;
            self.in_range(state.hex[gun.index()], target)?;
        }
        if self.hides(state, by, target) || self.only_hqs(state, by.enemy(), target) {
            return Ok(());
        }
        let (attack, defence) = self.sums(state, guns, &Targets::one(target), true, &mut |_, _, _| {});
        match Self::column(attack, defence) {
            Some(_) => Ok(()),
            None => Err(Illegal::new("C74-CRT-2", "attacks below 1-4 are not allowed, by fire neither")),
        }
    }

    /// The guns that could fire at a hex, strongest first.
    pub fn guns_on(&self, state: &State, by: Side, target: HexId) -> Vec<PieceId> {
        let mut guns: Vec<PieceId> = each(self.data.side(by) & self.data.guns())
            .filter(|g| self.may_gun_fire(state, by, *g).is_ok() && self.in_range(state.hex[g.index()], target).is_ok())
            .collect();
        guns.sort_by_key(|g| (std::cmp::Reverse(self.data.strength[g.index()]), g.0));
        guns
    }

    /// The hexes at which somebody could fire now.
    pub fn fire_targets(&self, state: &State, by: Side, out: &mut Vec<HexId>) {
        let enemy = self.data.side(by.enemy());
        let start = out.len();
        let guns: Vec<HexId> = each(self.data.side(by) & self.data.guns())
            .filter(|g| self.may_gun_fire(state, by, *g).is_ok())
            .map(|g| state.hex[g.index()])
            .collect();
        if guns.is_empty() {
            return;
        }
        for foe in each(enemy) {
            let hex = state.hex[foe.index()];
            if !hex.is_some() || out[start..].contains(&hex) || !guns.iter().any(|g| self.in_range(*g, hex).is_ok()) {
                continue;
            }
            let all = self.guns_on(state, by, hex).into_iter().fold(0, |set: Set, g| set | g.bit());
            if self.may_fire(state, by, hex, all).is_ok() {
                out.push(hex);
            }
        }
        out[start..].sort_unstable();
    }

    /// With Optional III the Confederates are asked whenever some face-down counter could be a gun in range: the question tells nothing.
    pub(crate) fn might_fire(&self, state: &State, by: Side) -> bool {
        by == Side::Confederate
            && each(state.face_down).any(|p| {
                let from = state.hex[p.index()];
                from.is_some()
                    && !self.ground.river(from)
                    && each(self.data.union).any(|u| state.hex[u.index()].is_some() && self.in_range(from, state.hex[u.index()]).is_ok())
            })
    }

    /// Fires at a hex worth listing: by one gun, by the strongest few, by all.
    pub(crate) fn list_fires(&self, state: &State, by: Side, target: HexId, out: &mut Vec<Action>) {
        let guns = self.guns_on(state, by, target);
        let mut sets: Vec<Set> = Vec::with_capacity(2 * guns.len());
        let mut strongest = 0;
        for gun in &guns {
            strongest |= gun.bit();
            sets.push(strongest);
        }
        for gun in &guns {
            if !sets.contains(&gun.bit()) {
                sets.push(gun.bit());
            }
        }
        out.extend(sets.into_iter().filter(|s| self.may_fire(state, by, target, *s).is_ok()).map(|s| Action::Fire(target, s)));
    }

    /// C74-VII.B.5.a, C74-VII.B.5.b: guns that fired offensively and stand in the zone of an enemy whom nobody attacked; units that were
    /// lost because they could only attack below 1-4 (C74-CRT-2) did not.
    pub(crate) fn doomed_guns(&self, state: &State) -> Set {
        let enemy = state.phasing.enemy();
        each(state.inverted)
            .filter(|g| {
                let hex = state.hex[g.index()];
                let attacked = state.struck & !state.spared;
                let spared = |n: HexId| state.at(n) & self.data.side(enemy) & self.data.fights & !attacked != 0;
                hex.is_some() && !self.sheltered(state, hex) && self.ground.neighbours(hex).any(spared)
            })
            .fold(0, |set, g| set | g.bit())
    }

    /// Headquarters alone in a hex, all of them, in truth.
    pub(crate) fn truly_only_hqs(&self, state: &State, side: Side, hex: HexId) -> Set {
        let here = state.at(hex) & self.data.side(side);
        if here & !self.data.kind_set(Kind::Headquarters) == 0 { here } else { 0 }
    }
}
