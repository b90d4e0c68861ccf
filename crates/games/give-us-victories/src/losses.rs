//! Chapter 14, step F: who bears the losses, the rule of 6, and going back to save a step. Pairs are attacker, defender.

use crate::action::{Action, Event};
use crate::combat::{ATTACK, DEFENCE};
use crate::counters::counters;
use crate::ids::{Piece, Pieces};
use crate::state::{Battle, State};
use crate::{Check, GiveUsVictories};
use engine::{Illegal, Sink};

impl GiveUsVictories {
    /// The pieces of a side that are still in the combat.
    pub(crate) fn fighters(battle: &Battle, who: usize) -> Pieces {
        if who == ATTACK { battle.attackers } else { battle.defenders }
    }

    /// GUV-14.19, GUV-14.42: whom the next loss may fall on: the unit that a six has named, before all others (GUV-14.45); else anybody,
    /// skirmishers too (GUV-13.13), pontoons never (GUV-11.2).
    pub(crate) fn bearers(&self, state: &State, who: usize) -> Pieces {
        let c = counters();
        let battle = state.battle();
        if let Some(named) = battle.marked[who].first() {
            return Pieces::one(named);
        }
        let all = Self::fighters(battle, who);
        let infantry = all.and(&c.infantry);
        if battle.first[who] || infantry.is_empty() { all } else { infantry.or(&all.and(&c.skirmishers)) }
    }

    /// How many losses a side still has to bear.
    pub(crate) fn to_bear(battle: &Battle, who: usize) -> u8 {
        battle.owed[who] + battle.marked[who].len() as u8
    }

    /// GUV-14.44, GUV-14.47, R-8: whether the defender may save a step by going back. Losses that sixes have named come before the others;
    /// if there are only such losses, it is the last of them that going back saves.
    pub(crate) fn may_give_ground(&self, state: &State) -> Check {
        let battle = state.battle();
        if battle.barred {
            return Err(Illegal::new("GUV-14.47", "The defender goes back already, or has been forced to.", "Take the losses."));
        }
        if battle.taken[DEFENCE] == 0 || Self::to_bear(battle, DEFENCE) == 0 {
            return Err(Illegal::new(
                "GUV-14.44",
                "Only after a first loss may one more be saved by a retreat.",
                "Take the first loss; then decide.",
            ));
        }
        let named = battle.marked[DEFENCE].len();
        if named > usize::from(battle.owed[DEFENCE] == 0) {
            return Err(Illegal::new(
                "GUV-14.45",
                "Losses that sixes have named come first.",
                "Take those first; going back saves the last loss of all.",
            ));
        }
        Ok(())
    }

    /// The defender goes back and is spared one loss (GUV-14.44).
    pub(crate) fn give_ground<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let battle = state.battle_mut();
        if battle.owed[DEFENCE] > 0 {
            battle.owed[DEFENCE] -= 1;
        } else {
            battle.marked[DEFENCE].pop();
        }
        battle.retreats = true;
        battle.barred = true;
        sink.tell(|| Event::GaveGround);
    }

    /// A loss is placed.
    pub(crate) fn suffer<K: Sink<Event>>(&self, state: &mut State, who: usize, piece: Piece, sink: &mut K) {
        let battle = state.battle_mut();
        if battle.marked[who].first() == Some(piece) {
            battle.marked[who].shift();
        } else {
            battle.owed[who] = battle.owed[who].saturating_sub(1);
        }
        battle.taken[who] += 1;
        if !counters().skirmishers.has(piece) {
            battle.first[who] = true;
        }
        self.lose_step(state, piece, sink);
    }

    /// GUV-14.45, GUV-14.46, GUV-14.48: whom a six may name.
    pub(crate) fn may_mark(&self, state: &State, who: usize, piece: Piece) -> Check {
        let battle = state.battle();
        let enemy = Self::fighters(battle, 1 - who);
        if !enemy.has(piece) {
            return Err(Illegal::new("GUV-14.45", "A six names an enemy unit of this combat.", "Choose one of those."));
        }
        let alone = state.stack(state.hex(piece)).minus(&counters().dummies).len() == 1;
        if battle.named.has(piece) && !alone {
            return Err(Illegal::new(
                "GUV-14.46",
                "Two sixes do not name the same unit unless it is alone in its hex.",
                "Choose another unit.",
            ));
        }
        if battle.marked[1 - who].count(piece) >= usize::from(state.steps(piece)) {
            return Err(Illegal::new("GUV-14.43", "The sixes that name that unit take all its steps already.", "Choose another unit."));
        }
        Ok(())
    }

    /// The uses of natural sixes (D30).
    pub(crate) fn six_choices(&self, state: &State, who: usize, out: &mut Vec<Action>) {
        let battle = state.battle();
        for p in Self::fighters(battle, 1 - who).iter().filter(|p| self.may_mark(state, who, *p).is_ok()) {
            out.push(Action::Mark { piece: p });
        }
        if who == ATTACK && !battle.forced && !battle.barred {
            out.push(Action::ForceRetreat);
        }
        if who == DEFENCE && battle.forced {
            out.push(Action::CancelRetreat);
        }
        out.push(Action::Done);
    }

    /// A six names a unit: the loss is owed in the order named, before all others, and does not wait for the infantry. A
    /// skirmisher that is named leaves the infantry its first loss (GUV-14.19); any unit takes it off.
    pub(crate) fn mark<K: Sink<Event>>(&self, state: &mut State, who: usize, piece: Piece, sink: &mut K) {
        let battle = state.battle_mut();
        battle.sixes[who] -= 1;
        battle.named.insert(piece);
        battle.marked[1 - who].push(piece);
        sink.tell(|| Event::Marked { piece });
    }
}
