//! Combat (BG-7): strengths, odds, the die and its results. Bombardment (BG-8) is worked the same way (BG-8.0-P).

use crate::BlueGray;
use crate::action::Event;
use crate::cells::Cell;
use crate::chart::{Column, CombatResult};
use crate::state::{Battle, State, Step};
use crate::units::{UnitId, UnitSet};
use engine::{Illegal, Sink};

/// Why a defending hex is worth more than its units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Nothing helps.
    Open,
    /// The terrain of the hex (BG-7.4a).
    Terrain,
    /// All attackers come over bridges and fords (BG-9.bridge, BG-9.ford).
    Crossings,
    /// All attackers come over redoubts (BG-9.redoubt).
    Redoubts,
    /// All guns fire over water (BG-9.errB).
    Water,
    /// The works of the title.
    Works,
}

impl BlueGray {
    /// The rule behind a reason.
    pub(crate) fn rule_of(&self, reason: Reason) -> &'static str {
        match reason {
            Reason::Open => "BG-9.clear",
            Reason::Terrain => "BG-7.4a",
            Reason::Crossings => "BG-9.bridge",
            Reason::Redoubts => "BG-9.redoubt",
            Reason::Water => "BG-9.errB",
            Reason::Works => self.title.more.works.as_ref().map_or("BG-1.0", |works| works.rule),
        }
    }

    /// What multiplies the defence of a hex, and why. Only the best benefit counts (BG-7.4b, R-5). Crossings and redoubts help
    /// only if every adjacent attacker comes over one; bombarding guns neither grant nor spoil that
    /// (BG-9.errA). Against guns alone the lines of fire decide (BG-9.errB, R-6); before anybody attacks, only the terrain is
    /// known. Either army uses any redoubt.
    pub(crate) fn defence_multiple(&self, state: &State, battle: &Battle, target: Cell) -> (u8, Reason) {
        let (ways, ground) = (&self.chart.ways, self.ground_in(state));
        let mut best = (1, Reason::Open);
        let mut offer = |multiple: u8, reason: Reason| {
            if multiple > best.0 {
                best = (multiple, reason);
            }
        };
        offer(ground.defence[usize::from(ground.kind[target.index()])], Reason::Terrain);
        if let Some(works) = self.title.more.works.as_ref().filter(|_| state.works.has(target)) {
            offer(works.defence, Reason::Works);
        }
        let from = battle.from.as_slice();
        let all = |sides: &[u8]| from.iter().all(|f| ground.direction(*f, target).is_some_and(|d| sides[f.index()] >> d & 1 == 1));
        if from.is_empty() && battle.guns.is_empty() {
            return best;
        }
        if from.is_empty() {
            let lines = || battle.guns.iter().map(|g| ground.line(state.place(g), target));
            if lines().all(|l| l.is_some_and(|l| l.water)) {
                offer(ways.bombarded_over_water, Reason::Water);
            }
            if lines().all(|l| l.is_some_and(|l| l.redoubt)) {
                offer(ways.redoubt_defence, Reason::Redoubts);
            }
        } else {
            if all(&ground.crossing) {
                offer(ways.crossing_defence, Reason::Crossings);
            }
            if all(&ground.barbed) {
                offer(ways.redoubt_defence, Reason::Redoubts);
            }
        }
        best
    }

    /// The attackers of the battle being prepared: every unit of the joined hexes that can (BG-7.22), with its whole strength
    /// (BG-7.3) whatever it stands in (BG-7.4c).
    pub fn attackers(&self, state: &State, battle: &Battle) -> UnitSet {
        battle.from.as_slice().iter().map(|f| self.ready_in(state, *f)).fold(UnitSet::EMPTY, UnitSet::or)
    }

    /// The attackers' sum (BG-7.24, BG-8.21).
    pub(crate) fn attack_strength(&self, state: &State, battle: &Battle) -> u32 {
        self.striking(state, self.attackers(state, battle).or(battle.guns))
    }

    /// The units of a hex that count for its defence: all of them (BG-7.21) but such as retreated there after they had been
    /// attacked (BG-7.74a).
    pub(crate) fn fresh_in(&self, state: &State, cell: Cell) -> UnitSet {
        state.units_in(cell).without(state.struck)
    }

    /// The defenders' sum: the units of each hex, multiplied by what helps that hex.
    pub fn defence_strength(&self, state: &State, battle: &Battle) -> u32 {
        let hex = |t: &Cell| self.strength(state, self.fresh_in(state, *t)) * u32::from(self.defence_multiple(state, battle, *t).0);
        battle.targets.as_slice().iter().map(hex).sum()
    }

    /// The column of the battle being prepared. A bombardment is worked like any other attack (BG-8.0-P).
    pub fn column(&self, state: &State, battle: &Battle) -> Column {
        let column = self.chart.column(self.attack_strength(state, battle), self.defence_strength(state, battle));
        self.shifted(state, battle, column)
    }

    /// Whether the battle may be fought in this column: the computed one, or a lower one announced before the die (BG-7.9a).
    /// Hopeless attacks are allowed (BG-7.5).
    pub(crate) fn may_announce(&self, state: &State, column: Column) -> Result<(), Illegal> {
        if column > self.column(state, &state.battle) {
            return Err(Illegal::new("BG-7.9b", "Odds are never announced higher than they are.", "Announce these odds or lower ones."));
        }
        Ok(())
    }

    /// The battle is joined; the die is next, unless somebody takes part whose strength nobody knows.
    pub(crate) fn join_battle<K: Sink<Event>>(&self, state: &mut State, column: Column, sink: &mut K) {
        let mut battle = state.battle;
        battle.column = column;
        battle.attackers = self.attackers(state, &battle);
        for target in battle.targets.as_slice() {
            // BG-7.74b: whoever is in the hex suffers, even those who do not count.
            battle.defenders = battle.defenders.or(state.units_in(*target));
        }
        let announced = if self.untried.is_empty() { column } else { self.announced(state, column) };
        state.battle = battle;
        if !self.untried.is_empty() && !self.unknown_in_battle(state).is_empty() {
            state.battle.column = announced;
            state.step = Step::Draw;
        } else {
            self.strike(state, sink);
        }
    }

    /// What is announced before strengths are drawn: only lower odds than seem right are, for the right ones are not known yet.
    fn announced(&self, state: &State, column: Column) -> Column {
        if column == self.column(state, &state.battle) { Column(self.chart.columns() - 1) } else { column }
    }

    /// The sums are known: the die is next.
    pub(crate) fn strike<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let mut battle = state.battle;
        if state.step == Step::Draw {
            // Everybody still counts as he did when the battle was joined.
            battle.column = battle.column.min(self.column(state, &battle));
        }
        let column = battle.column;
        for target in battle.targets.as_slice() {
            // BG-7.6-Ex, R-19: an exchange is paid at printed strength, for those who defended with it.
            battle.owed += self.strength(state, self.fresh_in(state, *target)) as u16;
        }
        sink.tell(|| Event::Joined {
            attackers: battle.attackers,
            guns: battle.guns,
            targets: battle.targets.as_slice().to_vec(),
            attack: self.striking(state, battle.attackers.or(battle.guns)),
            defence: self.defence_strength(state, &battle),
            column,
        });
        state.fought = state.fought.or(battle.attackers).or(battle.guns);
        // BG-8.14: all guns of those hexes, for they could hit no other hex any more, even alone.
        for gun in battle.guns.iter() {
            let beside = state.units_in(state.place(gun));
            state.shelled = state.shelled.or(beside.and(self.artillery));
        }
        state.struck = state.struck.or(battle.defenders);
        for (i, hold) in self.title.holds.iter().enumerate() {
            if hold.attacked && !hold.units.and(battle.defenders).is_empty() && state.released >> i & 1 == 0 {
                state.released |= 1 << i;
                sink.tell(|| Event::Released(i as u8));
            }
        }
        state.battle = battle;
        state.step = Step::Roll;
    }

    /// The die has fallen: its result is carried out at once (BG-7.0-Pb). Bombarding guns never suffer from it (BG-8.0-Gb,
    /// BG-8.15, BG-8.23); guns attacking an adjacent hex do (BG-8.43), and so do guns that are attacked (BG-8.52).
    pub(crate) fn resolve<K: Sink<Event>>(&self, state: &mut State, die: u8, sink: &mut K) {
        let result = self.chart.result(state.battle.column, die);
        sink.tell(|| Event::Rolled(die, result));
        state.battle.result = Some(result);
        let Battle { attackers, defenders, guns, .. } = state.battle;
        match result {
            CombatResult::De => {
                self.eliminate_all(state, defenders, "BG-7.6-De", sink);
                self.begin_advance(state, sink);
            }
            CombatResult::Ae => {
                self.eliminate_all(state, attackers, "BG-7.6-Ae", sink);
                self.begin_advance(state, sink);
            }
            CombatResult::Ex => {
                self.eliminate_all(state, defenders, "BG-7.6-Ex", sink);
                self.begin_exchange(state, sink);
            }
            CombatResult::Dr => self.begin_retreat(state, defenders, UnitSet::EMPTY, sink),
            CombatResult::Ar => {
                if self.effectiveness {
                    // BG-11.0, BG-11.1a: only attackers from adjacent hexes lose it, and only so.
                    state.ineffective = state.ineffective.or(attackers);
                    attackers.iter().for_each(|u| sink.tell(|| Event::Shaken(u)));
                }
                self.begin_retreat(state, attackers, guns, sink);
            }
        }
    }

    /// The attacker pays for an exchange with units of that battle, never with bombarding guns (BG-7.6-Ex2); if all together
    /// do not suffice, all die. A pure bombardment costs nothing.
    fn begin_exchange<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let attackers = state.battle.attackers;
        if self.strength(state, attackers) <= u32::from(state.battle.owed) {
            self.eliminate_all(state, attackers, "BG-7.6-Ex", sink);
            self.begin_advance(state, sink);
        } else {
            state.step = Step::Exchange;
        }
    }

    /// Whether a unit may be given up in the exchange: any set that pays enough is allowed.
    pub(crate) fn may_lose(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        if state.battle.attackers.and(state.on_map).has(unit) {
            Ok(())
        } else {
            Err(Illegal::new("BG-7.6-Ex2", "This unit did not attack from an adjacent hex in this battle.", "Choose a unit that did."))
        }
    }

    /// Whether enough has been paid.
    pub(crate) fn is_paid(&self, state: &State) -> Result<(), Illegal> {
        if state.battle.owed == 0 {
            Ok(())
        } else {
            Err(Illegal::new(
                "BG-7.6-Ex",
                "The exchange is not paid yet.",
                "Choose attackers to lose until they match the printed strength that the defender lost.",
            ))
        }
    }

    /// A unit is given up.
    pub(crate) fn lose<K: Sink<Event>>(&self, state: &mut State, unit: UnitId, sink: &mut K) {
        state.battle.owed = state.battle.owed.saturating_sub(u16::from(self.strength_of(state, unit)));
        self.eliminate_all(state, UnitSet::one(unit), "BG-7.6-Ex", sink);
        if state.battle.owed == 0 && state.battle.attackers.and(state.on_map).is_empty() {
            self.begin_advance(state, sink);
        }
    }

    /// Removes units, scores them, and brings the zones up to date.
    pub(crate) fn eliminate_all<K: Sink<Event>>(&self, state: &mut State, units: UnitSet, rule: &'static str, sink: &mut K) {
        if units.is_empty() {
            return;
        }
        units.iter().for_each(|u| self.eliminate(state, u, rule, sink));
        self.mark_zones(state);
    }

    /// Removes a unit and scores it.
    pub(crate) fn eliminate<K: Sink<Event>>(&self, state: &mut State, unit: UnitId, rule: &'static str, sink: &mut K) {
        sink.tell(|| Event::Eliminated(unit, rule));
        self.put(state, unit, Cell::ELIMINATED);
        state.contact.remove(unit);
        self.count_loss(state, self.side_of(unit), self.strength_of(state, unit), sink);
        self.score_elimination(state, unit, sink);
    }

    /// The battle is over.
    pub(crate) fn end_battle(&self, state: &mut State) {
        state.battle = Battle::NONE;
        state.step = Step::Battles;
        self.mark_zones(state);
    }
}
