//! The artillery fire phases (VII.B): range, blocking terrain, and who may fire at what.

use board::HexId;
use engine::{Illegal, Side};

use crate::Chancellorsville1974;
use crate::action::{Action, Targets};
use crate::counters::{Kind, PIECES, PieceId, Set, each};
use crate::ground::{CITY, HILL, Hexes, WOODS, ground};
use crate::state::{CROWD, State, Step};
use engine::Few;

/// The most guns of a side.
const GUNS: usize = 32;

/// C74-VII.B.6.a, C74-VII.B.7.a, C74-VII.B.7.b, C74-VII.B.7.c, C74-VII.B.7.d, C74-TEC-5, C74-TEC-6, C74-TEC-3: whether guns in a hex reach
/// another: beside it always; two hexes off if one hex between is free of hill, woods and city. The target's own terrain never blocks.
pub(crate) fn in_range(from: HexId, to: HexId, range: u8) -> Result<(), Illegal> {
    match ground().grid().distance(from, to) {
        1 => Ok(()),
        n if n != 0 && n <= range => {
            let between = |h: &HexId| ground().adjacent(*h, to);
            if ground().neighbours(from).filter(between).any(|h| !ground().is(h, HILL | WOODS | CITY)) {
                Ok(())
            } else {
                Err(Illegal::new(
                    "C74-VII.B.7.b",
                    "Hill, woods or city between blocks fire at two hexes.",
                    "Fire at a hex next to the guns, or over open ground.",
                ))
            }
        }
        _ => Err(Illegal::new("C74-VII.B.6.a", "Guns reach two hexes.", "Fire at a hex at most two away with a free line to it.")),
    }
}

impl Chancellorsville1974 {
    /// The side whose guns fire in this phase (C74-III.A.2, C74-III.A.3, C74-III.B).
    pub(crate) fn firing_side(&self, state: &State) -> Option<Side> {
        match state.agenda.phase() {
            Step::DefensiveFire => Some(state.phasing.enemy()),
            Step::OffensiveFire => Some(state.phasing),
            _ => None,
        }
    }

    /// Whether guns in a hex reach another.
    pub fn in_range(&self, from: HexId, to: HexId) -> Result<(), Illegal> {
        in_range(from, to, self.data.limits.range)
    }

    /// Whether a gun may still fire in this phase.
    pub(crate) fn may_gun_fire(&self, state: &State, by: Side, gun: PieceId) -> Result<(), Illegal> {
        if gun.side() != by || !self.data.kind[gun.index()].is_gun() || !state.on_map(gun) {
            return Err(Illegal::new(
                "C74-VII.B.0",
                "Only artillery of the side whose fire phase it is fires.",
                "Fire with your own guns, in your own fire phase.",
            ));
        }
        if (state.fired | state.attacked) & gun.bit() != 0 {
            return Err(Illegal::new(
                "C74-VII.B.6.c",
                "A gun fires at one hex in a fire phase.",
                "Fire with another gun; this one fires again in its next fire phase.",
            ));
        }
        if state.disrupted(gun) {
            return Err(Illegal::new(
                "C74-CRT-12",
                "Disrupted units may not attack.",
                "It fires again once it has recovered, at the end of its Movement Phase.",
            ));
        }
        if state.retreated & gun.bit() != 0 {
            return Err(Illegal::new(
                "C74-QA-5",
                "A unit that has retreated makes no attack in that Segment.",
                "Fire with other guns; it may fire again in its next Segment.",
            ));
        }
        if state.barred & gun.bit() != 0 {
            return Err(Illegal::new(
                "C74-QA-5",
                "A unit that has retreated makes no attack in that turn.",
                "Fire with other guns; it may fire again in the next turn.",
            ));
        }
        if self.ground.river(state.hex[gun.index()]) {
            return Err(Illegal::new(
                "C74-TEC-8.c",
                "Guns on a river hex cannot fire, on a bridge neither.",
                "Move them ashore in a Movement Phase; they fire from land.",
            ));
        }
        Ok(())
    }

    /// Whether these guns may fire at that hex together. C74-VII.B.3: nobody has to, a fire phase ends whenever its side likes.
    pub(crate) fn may_fire(&self, state: &State, by: Side, target: HexId, guns: Set) -> Result<(), Illegal> {
        if !matches!(state.agenda.top(), Step::DefensiveFire | Step::OffensiveFire) || self.firing_side(state) != Some(by) {
            return Err(Illegal::new(
                "C74-VII.B.0",
                "Guns fire in their own fire phase, before Regular Combat.",
                "Wait for that phase, or attack in Regular Combat.",
            ));
        }
        if guns == 0 {
            return Err(Illegal::new("C74-VII.B.0", "Somebody has to fire.", "Choose at least one gun in range."));
        }
        let enemy = self.data.side(by.enemy());
        if !target.is_some() || state.at(target) & enemy == 0 {
            return Err(Illegal::new(
                "C74-VII.B.6.a",
                "There is no enemy to fire at in that hex.",
                "Choose a hex with an enemy combat unit in it.",
            ));
        }
        if self.holds_friends(state, by, target) {
            return Err(Illegal::new("C74-VII.B.6.a", "Your own unit stands in that hex.", "Choose a hex with enemies alone in it."));
        }
        //
        if !self.options.fires_add_up && state.at(target) & enemy & !state.struck == 0 {
            return Err(Illegal::new(
                "C74-VII.B.6.d",
                "A hex is fired at once in a fire phase, by all guns together.",
                "Fire at another hex.",
            ));
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
            None => Err(Illegal::new(
                "C74-CRT-2",
                "Attacks below 1-4 are not allowed, by fire neither.",
                "Fire with more guns, or at a weaker hex.",
            )),
        }
    }

    /// The guns of a side that may still fire in this phase.
    fn ready_guns(&self, state: &State, by: Side) -> Set {
        let guns = self.data.side(by) & self.data.guns() & !state.fired & !state.attacked;
        each(guns).filter(|g| self.may_gun_fire(state, by, *g).is_ok()).fold(0, |set, g| set | g.bit())
    }

    /// The guns that could fire at a hex, strongest first.
    pub fn guns_on(&self, state: &State, by: Side, target: HexId) -> impl Iterator<Item = PieceId> + use<> {
        let mut guns: Few<PieceId, GUNS> = Few::new(PieceId(0));
        guns.extend(each(self.ready_guns(state, by)).filter(|g| self.in_range(state.hex[g.index()], target).is_ok()));
        guns.sort_unstable_by_key(|g| (std::cmp::Reverse(self.data.strength[g.index()]), g.0));
        guns.into_iter()
    }

    /// The hexes at which somebody could fire now, in order.
    pub fn fire_targets(&self, state: &State, by: Side, out: &mut impl Extend<HexId>) {
        let ready = self.ready_guns(state, by);
        let mut near = Hexes::default();
        for gun in each(ready) {
            let reached = &self.data.reached_by_fire[state.hex[gun.index()].index()];
            reached.iter().filter(|h| state.flags(**h) & CROWD[by.enemy().index()] != 0).for_each(|h| near.insert(*h));
        }
        let all = |hex: HexId| {
            let reaches = |g: &PieceId| self.data.reached_by_fire[state.hex[g.index()].index()].contains(&hex);
            each(ready).filter(reaches).fold(0, |set, g| set | g.bit())
        };
        out.extend(near.iter().filter(|h| self.may_fire(state, by, *h, all(*h)).is_ok()));
    }

    /// Whether somebody could fire now.
    pub(crate) fn can_fire(&self, state: &State, by: Side) -> bool {
        let mut targets: Few<HexId, PIECES> = Few::new(HexId::NONE);
        self.fire_targets(state, by, &mut targets);
        !targets.is_empty()
    }

    /// With Optional III the Confederates are asked whenever some face-down counter could be a gun in range: the question tells nothing.
    pub(crate) fn might_fire(&self, state: &State, by: Side) -> bool {
        by == Side::Confederate
            && each(state.face_down).any(|p| {
                let from = state.hex[p.index()];
                let reached = |from: HexId| self.data.reached_by_fire[from.index()].iter();
                from.is_some() && !self.ground.river(from) && reached(from).any(|h| state.flags(*h) & CROWD[Side::Union.index()] != 0)
            })
    }

    /// Fires at a hex worth listing: by one gun, by the strongest few, by all.
    pub(crate) fn list_fires(&self, state: &State, by: Side, target: HexId, out: &mut Vec<Action>) {
        let mut sets: Few<Set, { 2 * GUNS }> = Few::new(0);
        let mut strongest = 0;
        for gun in self.guns_on(state, by, target) {
            strongest |= gun.bit();
            sets.push(strongest);
        }
        for gun in self.guns_on(state, by, target) {
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
