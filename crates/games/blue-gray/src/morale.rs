//! Leaders and nerve: columns by which a battle goes better or worse than its odds.

use crate::BlueGray;
use crate::action::Event;
use crate::cells::Cell;
use crate::chart::Column;
use crate::state::{Battle, State};
use crate::title::{Demoralisation, Leader};
use crate::units::UnitSet;
use engine::{Side, Sink};

/// Why a battle is fought in another column than its odds give.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Nerve<'a> {
    /// A leader of the attacker.
    Led(&'a Leader),
    /// A leader of the defender.
    Held(&'a Leader),
    /// The attacker has lost too much.
    Weary(&'a Demoralisation),
    /// The defender has lost too much.
    Shaken(&'a Demoralisation),
}

impl Nerve<'_> {
    /// The columns, to the attacker's good if there are more than none.
    pub(crate) fn columns(self) -> i16 {
        match self {
            Nerve::Led(leader) => i16::from(leader.attack),
            Nerve::Held(leader) => -i16::from(leader.defence),
            Nerve::Weary(level) => -i16::from(level.attack),
            Nerve::Shaken(level) => i16::from(level.defence),
        }
    }

    /// The rule behind it.
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Nerve::Led(leader) | Nerve::Held(leader) => leader.rule,
            Nerve::Weary(level) | Nerve::Shaken(level) => level.rule,
        }
    }
}

impl BlueGray {
    /// The leader who does most for some of these units: he is on the map and near one of them who follows him.
    fn leader_of(&self, state: &State, units: UnitSet, worth: impl Fn(&Leader) -> u8) -> Option<&Leader> {
        let leads = |leader: &&Leader| {
            let at = state.place(leader.unit);
            let near = |u: u8| state.place(u).on_map() && self.ground.distance(at, state.place(u)) <= leader.within;
            at.on_map() && worth(leader) > 0 && units.and(leader.followers).iter().any(near)
        };
        self.title.more.leaders.iter().filter(leads).max_by_key(|leader| worth(leader))
    }

    /// The level of demoralisation that a side has come to.
    fn level_of(&self, state: &State, side: Side) -> Option<(usize, &Demoralisation)> {
        let mut levels = self.title.more.demoralisation.iter().enumerate().rev();
        levels.find(|(_, level)| level.side == side && state.losses[side.index()] >= level.lost)
    }

    /// The losses at which the next level of demoralisation of a side begins.
    pub(crate) fn next_level(&self, state: &State, side: Side) -> Option<u16> {
        let levels = self.title.more.demoralisation.iter().filter(|level| level.side == side);
        levels.map(|level| level.lost).find(|lost| state.losses[side.index()] < *lost)
    }

    /// Everything that shifts a battle: of several leaders of a side the best, of several levels the last.
    #[cold]
    pub(crate) fn nerves(&self, state: &State, battle: &Battle) -> impl Iterator<Item = Nerve<'_>> {
        let defenders = battle.targets.as_slice().iter().map(|t| self.fresh_in(state, *t)).fold(UnitSet::EMPTY, UnitSet::or);
        let defenders = if battle.defenders.is_empty() { defenders } else { battle.defenders };
        let attackers = if battle.attackers.is_empty() { self.attackers(state, battle) } else { battle.attackers };
        let led = self.leader_of(state, attackers, |l| l.attack);
        let held = self.leader_of(state, defenders, |l| l.defence);
        let weary = self.level_of(state, state.side).map(|(_, level)| level).filter(|level| level.attack > 0);
        let shaken = self.level_of(state, state.side.enemy()).map(|(_, level)| level).filter(|level| level.defence > 0);
        let leaders = led.map(Nerve::Led).into_iter().chain(held.map(Nerve::Held));
        leaders.chain(weary.map(Nerve::Weary)).chain(shaken.map(Nerve::Shaken))
    }

    /// A column shifted by leaders and nerve, within the table.
    #[inline]
    pub fn shifted(&self, state: &State, battle: &Battle, column: Column) -> Column {
        if self.title.more.leaders.is_empty() && self.title.more.demoralisation.is_empty() {
            return column;
        }
        let columns: i16 = self.nerves(state, battle).map(Nerve::columns).sum();
        Column((i16::from(column.0) + columns).clamp(0, i16::from(self.chart.columns()) - 1) as u8)
    }

    /// The strength that each side has lost, counted anew.
    pub(crate) fn losses(&self, state: &State) -> [u16; 2] {
        Side::BOTH.map(|side| {
            let gone: UnitSet = self.army[side.index()].iter().filter(|u| state.place(*u) == Cell::ELIMINATED).collect();
            self.strength(state, gone) as u16
        })
    }

    /// Strength is lost for good: a level of demoralisation may be reached.
    pub(crate) fn count_loss<K: Sink<Event>>(&self, state: &mut State, side: Side, strength: u8, sink: &mut K) {
        let before = self.level_of(state, side).map(|(place, _)| place);
        state.losses[side.index()] += u16::from(strength);
        let now = self.level_of(state, side).map(|(place, _)| place);
        if let Some(level) = now.filter(|_| now != before) {
            sink.tell(|| Event::Demoralised(level as u8));
        }
    }
}
