//! Chapter 14, step A: who may attack whom, who must be attacked, and combats as they are put together.

use crate::action::Action;
use crate::counters::counters;
use crate::ground::{MAJOR, ground};
use crate::ids::{Hex, HexBits, Piece, Pieces};
use crate::state::{State, Targets};
use crate::{Check, GiveUsVictories};
use board::Direction;
use engine::{Illegal, Side};

const ANOTHER_COMBAT: Illegal = Illegal::new(
    "GUV-14.9",
    "One combat is fought before the next is begun.",
    "Fight or give up this combat first, or attack a hex that it takes in.",
);

impl GiveUsVictories {
    /// GUV-14.56, GUV-14.59, GUV-12.1, GUV-11.9, GUV-9.26, R-15: whether a unit may attack at all.
    pub fn may_attack_at_all(&self, state: &State, piece: Piece) -> Check {
        let c = counters();
        if c.get(piece).side != state.act().side {
            return Err(Illegal::new("GUV-1.1", "That unit is the enemy's.", "Choose a unit of yours."));
        }
        if c.dummies.has(piece) || !state.hex(piece).is_some() {
            return Err(Illegal::new("GUV-14.1", "That counter cannot attack.", "Choose infantry, cavalry or artillery."));
        }
        if c.skirmishers.has(piece) {
            if state.activated.has(piece) {
                return Err(Illegal::new("GUV-8.30", "Those skirmishers went with another activation this turn.", "Attack without them."));
            }
        } else if !state.active.has(piece) {
            return Err(Illegal::new("GUV-14.1", "Only active units attack.", "Choose a unit of the active formation within its radius."));
        }
        if state.disorganized.has(piece) {
            return Err(Illegal::new(
                "GUV-14.56",
                "Disorganized units cannot attack.",
                "Let it recover first, at night or by staying still when active.",
            ));
        }
        if state.demoralized.has(piece) {
            return Err(Illegal::new(
                "GUV-14.59",
                "Demoralized units cannot attack.",
                "Keep it away from the enemy; it recovers at night.",
            ));
        }
        if state.fired.has(piece) {
            return Err(Illegal::new(
                "GUV-12.1",
                "Artillery that bombarded does not attack in the same turn.",
                "Attack with others; the guns attack again next turn.",
            ));
        }
        if state.built.has(piece) {
            return Err(Illegal::new(
                "GUV-11.9",
                "A brigade that built a pontoon, or tried to, does not attack.",
                "Attack with others; it attacks again next turn.",
            ));
        }
        if state.forced.has(piece) {
            return Err(Illegal::new("GUV-9.26", "After a forced march the formation cannot attack.", "It may attack again next turn."));
        }
        if state.attacked.has(piece) {
            return Err(Illegal::new(
                "GUV-14.5",
                "A unit takes part in one combat of a turn.",
                "Attack with others; it attacks again next turn.",
            ));
        }
        Ok(())
    }

    /// The enemy hexes that can be attacked from a hex: next to it, not over a major river (GUV-10.2).
    pub fn foes<'a>(&'a self, state: &'a State, side: Side, hex: Hex) -> impl Iterator<Item = Hex> + 'a {
        let enemy = &state.held[side.enemy().index()];
        let near = if self.in_contact(state, side, hex) { &Direction::ALL[..] } else { &[] };
        near.iter().filter_map(move |d| {
            let to = self.near[hex.index()][d.index()];
            (enemy.has(to) && ground().side(hex, *d) & MAJOR == 0).then_some(to)
        })
    }

    /// Whether a unit in one hex can attack another.
    pub(crate) fn reaches(&self, from: Hex, target: Hex) -> bool {
        ground().direction(from, target).is_some_and(|d| ground().side(from, d) & MAJOR == 0)
    }

    /// GUV-14.58, R-16: enemies that need not be attacked: all units of the hex disorganized or demoralized.
    pub fn exempt(&self, state: &State, hex: Hex) -> bool {
        let here = self.solid(&state.stack(hex));
        !here.is_empty() && here.within(&state.disorganized.or(&state.demoralized))
    }

    /// Whether an enemy hex could still be attacked by somebody who is not among these.
    pub(crate) fn coverable(&self, state: &State, hex: Hex, without: &Pieces) -> bool {
        let free = state.active.minus(without);
        free.iter().any(|p| state.hex(p).is_some() && self.reaches(state.hex(p), hex) && self.may_attack_at_all(state, p).is_ok())
    }

    /// GUV-14.3, GUV-14.4, GUV-14.58, R-16, R-87: whether the attack of these units on these hexes leaves the duty to engage all
    /// neighbours of every attacking hex outside forest within reach of others. One unit can always take on all its neighbours in
    /// one combat, so a hex is covered as long as one free unit stands next to it.
    pub(crate) fn duty(&self, state: &State, attackers: &Pieces, targets: &Targets) -> Check {
        match self.left_out(state, attackers, targets).next() {
            None => Ok(()),
            Some(hex) if state.act().owed.has(hex) => Err(Illegal::new(
                "GUV-14.3",
                "An enemy next to an earlier attack must still be attacked, and nobody else could do it.",
                "Attack that enemy first.",
            )),
            Some(_) => Err(Illegal::new(
                "GUV-14.3",
                "Outside forest all adjacent enemies must be attacked, by this or other units.",
                "Take those enemies into this combat, or attack from forest.",
            )),
        }
    }

    /// The hexes that only these attackers can engage, that must be engaged, and that their combat does not take in.
    pub(crate) fn left_out<'a>(&'a self, state: &'a State, attackers: &'a Pieces, targets: &'a Targets) -> impl Iterator<Item = Hex> + 'a {
        let act = state.act();
        let open = move |hex: &Hex| !targets.has(*hex) && !act.stormed.has(*hex) && !self.exempt(state, *hex);
        let in_the_open = self.solid(attackers).iter().map(|p| state.hex(p)).filter(|h| !ground().forest.has(*h));
        let neighbours = in_the_open.flat_map(move |h| self.foes(state, act.side, h));
        let owed = act.owed.iter().filter(move |h| {
            // An enemy who has gone, or whom nobody can reach any more, is owed nothing.
            state.holds(act.side.enemy(), *h) && self.coverable(state, *h, &Pieces::NONE)
        });
        neighbours.chain(owed).filter(open).filter(|h| !self.coverable(state, *h, attackers))
    }

    /// Whether these units may attack these hexes together. Each of them is next to a hex that is attacked and each hex next to one of
    /// them, one joining the other, so a draft can always be completed: by taking in all that its attackers alone can engage.
    pub(crate) fn may_draft(&self, state: &State, attackers: &Pieces, targets: &Targets) -> Check {
        if targets.as_slice().iter().any(|h| Self::fought(state, attackers, *h)) {
            return Err(Illegal::new(
                "GUV-14.8",
                "That hex was attacked in this activation: all attackers join in one combat.",
                "Attack another hex.",
            ));
        }
        let mut whole = *targets;
        for hex in self.left_out(state, attackers, targets) {
            if !whole.has(hex) && whole.is_full() {
                return Err(Illegal::new(
                    "GUV-14.6",
                    "So many hexes cannot be attacked in one combat.",
                    "Let others attack some of them first.",
                ));
            }
            whole.push(hex);
        }
        Ok(())
    }

    /// Who attacks and what, so far.
    pub(crate) fn drafted(&self, state: &State) -> (Pieces, Targets) {
        state.battle.map_or((Pieces::NONE, Targets::default()), |b| (b.attackers, b.targets))
    }

    /// GUV-14.1, GUV-14.5, GUV-14.9, GUV-10.2, GUV-13.11: whether a unit may join the attack on a hex.
    pub(crate) fn may_attack(&self, state: &State, piece: Piece, target: Hex) -> Check {
        self.may_attack_at_all(state, piece)?;
        let (mut attackers, mut targets) = self.drafted(state);
        self.may_target(state, &Pieces::one(piece), state.hex(piece), target)?;
        if attackers.has(piece) {
            return Err(Illegal::new("GUV-14.5", "That unit takes part already.", "Add another unit, or fight the combat."));
        }
        if !attackers.is_empty() && !targets.has(target) {
            return Err(ANOTHER_COMBAT);
        }
        if counters().skirmishers.has(piece) && !self.solid(&attackers).iter().any(|p| state.hex(p) == state.hex(piece)) {
            return Err(Illegal::new(
                "GUV-13.11",
                "Skirmishers attack only with other units of their hex.",
                "Add another unit of their hex first.",
            ));
        }
        attackers.insert(piece);
        targets.push(target);
        self.may_draft(state, &attackers, &targets)
    }

    pub(crate) fn may_target(&self, state: &State, attackers: &Pieces, from: Hex, target: Hex) -> Check {
        if !target.is_some() || !state.holds(state.act().side.enemy(), target) || ground().direction(from, target).is_none() {
            return Err(Illegal::new("GUV-14.1", "Only adjacent enemies are attacked.", "Choose an enemy hex next to the unit."));
        }
        if !self.reaches(from, target) {
            return Err(Illegal::new(
                "GUV-10.2",
                "There is no combat across the Rappahannock and the Rapidan.",
                "Cross the river first, or choose an enemy on this side.",
            ));
        }
        if Self::fought(state, attackers, target) {
            return Err(Illegal::new(
                "GUV-14.8",
                "That hex was attacked in this activation: all attackers join in one combat.",
                "Attack another hex.",
            ));
        }
        Ok(())
    }

    /// whether a hex has had its combat in this activation, as far as these units go (GUV-17.9: demons may come again).
    pub(crate) fn fought(state: &State, attackers: &Pieces, hex: Hex) -> bool {
        let act = state.act();
        act.stormed.has(hex) && !(act.reopened.has(hex) && attackers.within(&act.again))
    }

    /// Everybody in a hex who could join the attack on a hex together.
    pub(crate) fn storming(&self, state: &State, from: Hex) -> Pieces {
        let (attackers, _) = self.drafted(state);
        let here = state.stack_of(state.act().side, from).minus(&attackers);
        let able: Pieces = here.iter().filter(|p| self.may_attack_at_all(state, *p).is_ok()).collect();
        if self.solid(&able).is_empty() && !self.solid(&attackers).iter().any(|p| state.hex(p) == from) { Pieces::NONE } else { able }
    }

    /// Whether a whole stack may join.
    pub(crate) fn may_storm(&self, state: &State, from: Hex, target: Hex) -> Check {
        if !from.is_some() {
            return Err(Illegal::new("GUV-14.1", "Nobody there can attack.", "Attack from another hex."));
        }
        let able = self.storming(state, from);
        if able.is_empty() {
            let here = state.stack_of(state.act().side, from);
            let why = here.iter().find_map(|p| self.may_attack_at_all(state, p).err());
            return Err(why.unwrap_or(Illegal::new("GUV-14.1", "Nobody there can attack.", "Attack from another hex.")));
        }
        let (attackers, mut targets) = self.drafted(state);
        self.may_target(state, &able, from, target)?;
        if !attackers.is_empty() && !targets.has(target) {
            return Err(ANOTHER_COMBAT);
        }
        targets.push(target);
        self.may_draft(state, &attackers.or(&able), &targets)
    }

    /// GUV-14.6: whether the attack may take in another hex.
    pub(crate) fn may_widen(&self, state: &State, hex: Hex) -> Check {
        let (attackers, mut targets) = self.drafted(state);
        if attackers.is_empty() {
            return Err(Illegal::new("GUV-14.6", "First name an attacker.", "Choose an attacker and a hex next to it."));
        }
        if targets.has(hex) {
            return Err(Illegal::new("GUV-14.6", "That hex is attacked already.", "Add another hex, or fight the combat."));
        }
        if !state.holds(state.act().side.enemy(), hex) {
            return Err(Illegal::new("GUV-14.1", "No enemy is in that hex.", "Choose a hex with enemy units."));
        }
        if !attackers.iter().any(|p| self.reaches(state.hex(p), hex)) {
            return Err(Illegal::new(
                "GUV-14.6",
                "No attacker is next to that hex on its side of the rivers.",
                "Let a unit next to it join the attack first.",
            ));
        }
        if targets.is_full() {
            return Err(Illegal::new(
                "GUV-14.6",
                "No more hexes can be attacked in one combat.",
                "Fight this combat; attack that hex in another.",
            ));
        }
        targets.push(hex);
        self.may_draft(state, &attackers, &targets)
    }

    /// Whether the combat may begin as it is drafted.
    pub(crate) fn may_begin(&self, state: &State) -> Check {
        let (attackers, targets) = self.drafted(state);
        if attackers.is_empty() {
            return Err(Illegal::new("GUV-14.2", "Nobody attacks.", "Choose an attacker and a hex next to it."));
        }
        self.duty(state, &attackers, &targets)
    }

    /// GUV-14.2: whether the combat step may end: no hex is owed that somebody could still attack.
    pub(crate) fn may_end_combat(&self, state: &State) -> Check {
        let act = state.act();
        let owing = |h: Hex| {
            state.holds(act.side.enemy(), h) && !act.stormed.has(h) && !self.exempt(state, h) && self.coverable(state, h, &Pieces::NONE)
        };
        if act.owed.iter().any(owing) {
            return Err(Illegal::new(
                "GUV-14.3",
                "An enemy next to an earlier attack must still be attacked.",
                "Attack it, then end the combats.",
            ));
        }
        Ok(())
    }

    /// What the combat step offers (D25).
    pub(crate) fn attacks(&self, state: &State, out: &mut Vec<Action>) {
        let side = state.act().side;
        let drafting = state.battle.is_some();
        let (_, targets) = self.drafted(state);
        let mut stacks = HexBits::default();
        let along = if drafting { counters().skirmishers.and(&counters().of[side.index()]) } else { Pieces::NONE };
        for p in state.active.or(&along).iter() {
            let hex = state.hex(p);
            if !hex.is_some() || self.may_attack_at_all(state, p).is_err() {
                continue;
            }
            // Whichever of the hexes attacked a unit is next to, it joins the same combat.
            let joined = targets.as_slice().iter().copied().find(|t| self.reaches(hex, *t));
            for target in self.foes(state, side, hex) {
                if drafting && joined != Some(target) {
                    continue;
                }
                if self.may_attack(state, p, target).is_ok() {
                    out.push(Action::Attack { piece: p, target });
                }
                if !stacks.has(hex) && self.storming(state, hex).len() > 1 && self.may_storm(state, hex, target).is_ok() {
                    out.push(Action::Storm { from: hex, target });
                }
            }
            stacks.insert(hex);
        }
        if drafting {
            let start = out.len();
            for p in state.battle().attackers.iter() {
                for hex in self.foes(state, side, state.hex(p)) {
                    let widen = Action::Widen { hex };
                    if !out[start..].contains(&widen) && self.may_widen(state, hex).is_ok() {
                        out.push(widen);
                    }
                }
            }
            if self.may_begin(state).is_ok() {
                out.push(Action::Fight);
            }
        } else {
            for p in state.active.and(&counters().infantry).iter() {
                if state.hex(p).is_some() && self.in_contact(state, side, state.hex(p)) {
                    self.skirmish_lines(state, p, out);
                }
            }
            self.detachments(state, out);
            if self.may_end_combat(state).is_ok() {
                out.push(Action::Done);
            }
        }
    }
}
