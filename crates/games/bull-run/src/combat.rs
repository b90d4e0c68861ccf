//! Resolving a battle (BR-7.1 to BR-7.71f): strengths, odds, the die, the results; automatic victories (BR-10).

use crate::BullRun;
use crate::action::{Action, Event, Loss};
use crate::counters::{Counters, Kind, PieceId, pieces};
use crate::ground::{Hexes, flag};
use crate::state::{Battle, Fight, Phase, State, Step};
use crate::tables::{BombardmentResult, CombatResult, Tables};
use board::HexId;
use contact::odds::Odds;
use contact::{Set, each};
use engine::Few;
use engine::{Illegal, Side, Sink};

/// Strengths of a battle in half points, with what made them so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strengths {
    /// Adjacent attackers and the support fire that counts.
    pub attack: u16,
    pub defence: u16,
    /// Of the attack: the adjacent units, and all support fire before its limit (BR-9.51).
    pub adjacent: u16,
    pub support: u16,
    /// Defending hexes, and which are uphill of all adjacent attackers.
    pub hexes: [HexId; 6],
    pub doubled: u8,
    /// Some defender stands in woods.
    pub woods: bool,
}

impl Strengths {
    pub fn odds(&self) -> Odds {
        Odds::of(u32::from(self.attack), u32::from(self.defence))
    }
}

impl BullRun {
    /// Whether a unit counts half (BR-7.5): on a ford or bridge (BR-7.51); a battery in woods (BR-7.52, BR-9.8), or one that
    /// attacks a target in woods (BR-9.7). Roads change nothing (BR-7.6). Never twice.
    pub fn halved(&self, state: &State, unit: PieceId, hex: HexId, attacks_woods: bool) -> bool {
        let flags = self.ground.flags(state.standing(), hex);
        flags & (flag::FORD | flag::BRIDGE) != 0 || self.counters.kind(unit) == Kind::Battery && (flags & flag::WOODS != 0 || attacks_woods)
    }

    /// Attack strength in half points.
    fn modified_attack(&self, state: &State, unit: PieceId, hex: HexId, woods: bool) -> u16 {
        let points = u16::from(state.factors(unit).attack);
        if self.halved(state, unit, hex, woods) { points } else { points * 2 }
    }

    /// Defence strength in half points, as the battle at hand has it: halved, and doubled if its hex is uphill (R-6: both may
    /// apply).
    pub(crate) fn modified_defence(&self, state: &State, unit: PieceId, hex: HexId, attacking: bool) -> u16 {
        let doubled = !attacking && state.battle.hexes.iter().position(|h| *h == hex).is_some_and(|n| state.battle.doubled >> n & 1 == 1);
        self.defence_of(state, unit, hex, attacking && state.battle.woods, doubled)
    }

    fn defence_of(&self, state: &State, unit: PieceId, hex: HexId, attacks_woods: bool, doubled: bool) -> u16 {
        let points = u16::from(self.counters.defence(unit)) * if doubled { 4 } else { 2 };
        if self.halved(state, unit, hex, attacks_woods) { points / 2 } else { points }
    }

    /// The strengths of a battle (BR-7.1, BR-7.2).
    pub fn strengths(&self, state: &State, side: Side, attackers: Set, guns: Set, defenders: Set) -> Strengths {
        let enemy = side.enemy();
        let mut hexes = [HexId::NONE; 6];
        let mut count = 0;
        let mut woods = false;
        for (_, hex) in state.on_map(enemy, defenders) {
            if !hexes[..count].contains(&hex) && count < hexes.len() {
                hexes[count] = hex;
                count += 1;
            }
            woods |= self.ground.flags(state.standing(), hex) & flag::WOODS != 0;
        }
        // BR-7.4: uphill of all adjacent attackers of this battle; batteries at long range do not matter, and without adjacent
        // attackers nobody is doubled (BR-9.63).
        let mut doubled = 0;
        for (n, hex) in hexes[..count].iter().enumerate() {
            let mut against = state.on_map(side, attackers).peekable();
            if against.peek().is_some() && against.all(|(_, from)| self.ground.uphill(state.standing(), *hex, from)) {
                doubled |= 1 << n;
            }
        }
        let adjacent: u16 = state.on_map(side, attackers).map(|(p, h)| self.modified_attack(state, p, h, woods)).sum();
        let support: u16 = state.on_map(side, guns).map(|(p, h)| self.modified_attack(state, p, h, woods)).sum();
        let defence = state
            .on_map(enemy, defenders)
            .map(|(p, h)| {
                let n = hexes.iter().position(|x| *x == h).unwrap_or(0);
                self.defence_of(state, p, h, false, doubled >> n & 1 == 1)
            })
            .sum();
        // BR-9.5, BR-9.51: support fire counts at most as much as the adjacent attackers; BR-9.6: a bombardment is all fire.
        let attack = if attackers == 0 { support } else { adjacent + support.min(adjacent) };
        Strengths { attack, defence, adjacent, support, hexes, doubled, woods }
    }

    /// Begins a battle: fixes its strengths and asks for the die, where one is needed.
    pub(crate) fn begin_battle(
        &self,
        state: &mut State,
        fight: Fight,
        attackers: Set,
        guns: Set,
        defenders: Set,
        sink: &mut impl Sink<Event>,
    ) {
        let side = state.side;
        let strengths = self.strengths(state, side, attackers, guns, defenders);
        let odds = strengths.odds();
        let column = match fight {
            // BR-10.5: the best column.
            Fight::Automatic => Some(self.tables.combat_columns.len() - 1),
            Fight::Bombardment => Tables::bombardment_column(odds),
            _ => Tables::combat_column(odds),
        };
        state.battle = Battle {
            fight,
            attackers,
            guns,
            defenders,
            hexes: strengths.hexes,
            doubled: strengths.doubled,
            woods: strengths.woods,
            column: column.unwrap_or(0) as u8,
            retreating: 0,
        };
        sink.tell(|| Event::Battle {
            attackers: attackers | guns,
            defenders,
            side,
            strengths: (strengths.attack, strengths.defence),
            odds,
            bombardment: fight == Fight::Bombardment,
            automatic: fight == Fight::Automatic,
        });
        if fight == Fight::Bombardment {
            // BR-9.64, BR-4.32: all leaders in the target hexes, whatever the die.
            for hex in strengths.hexes.into_iter().filter(|h| h.is_some()) {
                self.flag_bombarded(state, hex);
            }
        }
        state.push(Step::Finish);
        match (column, fight) {
            (Some(_), _) => state.push(Step::Roll),
            (None, Fight::Bombardment) => {
                sink.tell(|| Event::Result { die: 0, combat: None, bombardment: Some(BombardmentResult::None) });
            }
            // BR-7.3W: cancelled, and the attackers suffer AE without a die.
            (None, _) => self.combat_result(state, 0, CombatResult::Ae, sink),
        }
    }

    fn flag_bombarded(&self, state: &mut State, hex: HexId) {
        let enemy = state.side.enemy();
        let i = enemy.index();
        let here = state.here(enemy, hex);
        let mut leaders = here & self.counters.leaders[i];
        for brigade in pieces(enemy, here & self.counters.formed[i]) {
            leaders |= self.counters.counter(brigade).leader.bit();
        }
        state.bombarded[i] |= leaders;
    }

    /// The die of the battle at hand.
    pub(crate) fn battle_die(&self, state: &mut State, die: u8, sink: &mut impl Sink<Event>) {
        state.pop();
        let column = usize::from(state.battle.column);
        if state.battle.fight == Fight::Bombardment {
            let result = self.tables.bombardment(column, die);
            sink.tell(|| Event::Result { die, combat: None, bombardment: Some(result) });
            let side = state.side.enemy();
            match result {
                BombardmentResult::None => {}
                BombardmentResult::Db2 => self.push_aftermath(state, Some(side)),
                BombardmentResult::Dl1 => {
                    self.push_aftermath(state, None);
                    state.push(Step::LoseOne);
                }
            }
            return;
        }
        let result = self.tables.combat(column, die);
        self.combat_result(state, die, result, sink);
    }

    /// Leaders roll, a side falls back, leaders roll again if a retreat was fatal, attackers advance.
    fn push_aftermath(&self, state: &mut State, falls_back: Option<Side>) {
        state.push(Step::Advance);
        state.push(Step::LeaderRolls);
        if let Some(side) = falls_back {
            state.push(Step::FallBack { side });
            state.push(Step::LeaderRolls);
        }
    }

    /// BR-CRT-1: losses first, then survivors retreat.
    fn combat_result(&self, state: &mut State, die: u8, result: CombatResult, sink: &mut impl Sink<Event>) {
        sink.tell(|| Event::Result { die, combat: Some(result), bombardment: None });
        let (attacker, defender) = (state.side, state.side.enemy());
        let sum = |side: Side| state.on_map(side, self.involved(state, side)).map(|(p, _)| self.worth(state, p)).sum::<u16>();
        // BR-7.71a, BR-7.71c: a side loses what the other side's adjacent units defend with.
        let (theirs, ours) = (sum(defender), sum(attacker));
        use CombatResult::{Ab2, Ae, AeAb2, Db2, De, DeDb2, Ex};
        let falls_back = match result {
            AeAb2 | Ab2 => Some(attacker),
            Db2 | DeDb2 => Some(defender),
            Ae | Ex | De => None,
        };
        self.push_aftermath(state, falls_back);
        // BR-7.71e: an exchange is both losses at once.
        if matches!(result, Ae | AeAb2 | Ex) {
            sink.tell(|| Event::Owed { side: attacker, owed: theirs });
            state.push(Step::Lose { side: attacker, owed: theirs });
        }
        if matches!(result, De | DeDb2 | Ex) {
            sink.tell(|| Event::Owed { side: defender, owed: ours });
            state.push(Step::Lose { side: defender, owed: ours });
        }
    }

    /// A loss that leaves no choice: nothing is owed any more, or everybody pays (BR-7.71d). Returns whether it was settled.
    pub(crate) fn settle_loss(&self, state: &mut State, side: Side, owed: u16, sink: &mut impl Sink<Event>) -> bool {
        let involved = self.involved(state, side);
        let total: u16 = pieces(side, involved).map(|p| self.worth(state, p)).sum();
        if owed > 0 && total > owed {
            return false;
        }
        state.pop();
        if owed > 0 {
            for unit in pieces(side, involved) {
                let hex = state.hex(unit).expect("involved units are on the map");
                self.eliminate(state, unit, hex, Loss::Combat, sink);
            }
        }
        true
    }

    /// The battle is over: its members have fought.
    pub(crate) fn finish_battle(&self, state: &mut State) {
        let Battle { attackers, guns, defenders, .. } = state.battle;
        state.fought |= attackers | guns;
        for (side, set) in [(state.side, attackers | guns), (state.side.enemy(), defenders)] {
            for n in each(set) {
                state.battle_of[PieceId::new(side, n).index()] = 0;
            }
        }
        state.battle = Battle::NONE;
    }

    /// The groups that can make automatic victory attacks: each a set of defenders and all units that touch exactly those
    /// (BR-10.4). Whoever already attacked cannot (BR-10.6); the others may be inactive. A defender who survived one may
    /// be the target of another (BR-10.7).
    pub fn automatic_groups<'a>(&'a self, state: &'a State, zones: &Hexes) -> impl Iterator<Item = (Set, Set)> + 'a {
        let side = state.side;
        let touching = state.held(side).and(zones).iter().fold(0, |set, hex| set | state.units(side, hex));
        let mut left = touching & !state.fought;
        let groups = std::iter::from_fn(move || {
            let (_, first) = state.on_map(side, left).next()?;
            let defenders = self.adjacent_enemies(state, side, first);
            let alike = |hex: HexId| hex == first || self.adjacent_enemies(state, side, hex) == defenders;
            let attackers = state.on_map(side, left).filter(|(_, hex)| alike(*hex)).fold(0, |set, (unit, _)| set | unit.bit());
            left &= !attackers;
            Some((defenders, attackers))
        });
        groups.filter(|(defenders, attackers)| self.overwhelms(state, *attackers, *defenders))
    }

    /// 8-1 or better (BR-10.1).
    fn overwhelms(&self, state: &State, attackers: Set, defenders: Set) -> bool {
        let strengths = self.strengths(state, state.side, attackers, 0, defenders);
        strengths.attack >= strengths.defence * u16::from(self.tables.limits.automatic)
    }

    /// Whether these units may make an automatic victory attack, and against whom.
    pub(crate) fn may_attack_automatically(&self, state: &State, by: Side, attackers: Set) -> Result<Set, Illegal> {
        if by != state.side || state.phase != Phase::Movement || state.step().is_some() {
            return Err(Illegal::new(
                "BR-10.1",
                "Automatic victories are made in the own Movement phase, between moves.",
                "Attack in your Combat phase, or wait for your Movement phase.",
            ));
        }
        self.nobody_overstacked(state)?;
        let mut defenders = 0;
        let mut count = 0;
        for unit in pieces(by, attackers) {
            let Some(hex) = state.hex(unit).filter(|_| self.counters.is_unit(unit)) else {
                return Err(Illegal::new("BR-10.2", "Only combat units on the map attack.", "Choose infantry, cavalry or batteries."));
            };
            if state.fought & unit.bit() != 0 {
                return Err(Illegal::new(
                    "BR-10.6",
                    "A unit that attacked does not attack again this turn.",
                    "Attack with others; it attacks again in your next turn.",
                ));
            }
            let beside = self.adjacent_enemies(state, by, hex);
            if beside == 0 {
                return Err(Illegal::new(
                    "BR-10.2",
                    "Every attacker must be adjacent to all defenders: no long range fire.",
                    "Leave out those who are not, or state the attack in the Combat phase.",
                ));
            }
            if count > 0 && beside != defenders {
                return Err(Illegal::new(
                    "BR-10.4",
                    "Every attacker must attack all enemies adjacent to it.",
                    "Add the others to the defenders, or leave that attacker out.",
                ));
            }
            defenders = beside;
            count += 1;
        }
        if count == 0 || !self.overwhelms(state, attackers, defenders) {
            return Err(Illegal::new(
                "BR-10.1",
                "An automatic victory needs odds of 8 to 1.",
                "Bring more strength next to it, or state the attack in the Combat phase.",
            ));
        }
        Ok(defenders)
    }

    /// The automatic victories listed against a group: with everybody, and with each smallest set that is enough (BR-10.3).
    pub fn automatic_attacks(&self, state: &State, defenders: Set, candidates: Set, out: &mut Vec<Action>) {
        out.push(Action::Automatic { side: state.side, attackers: candidates });
        let list: Few<usize, { Counters::MOST_UNITS }> = Few::of(0, each(candidates));
        // Drop units one by one from each end: few sets, and none with a unit to spare.
        for turn in 0..list.len() {
            let mut set = candidates;
            for n in 0..list.len() {
                let without = set & !(1 << list[(turn + n) % list.len()]);
                if without != 0 && self.overwhelms(state, without, defenders) {
                    set = without;
                }
            }
            let action = Action::Automatic { side: state.side, attackers: set };
            if !out.contains(&action) {
                out.push(action);
            }
        }
    }

    pub(crate) fn attack_automatically(&self, state: &mut State, attackers: Set, sink: &mut impl Sink<Event>) {
        let by = state.side;
        let defenders = self.may_attack_automatically(state, by, attackers).expect("checked");
        state.halt();
        self.begin_battle(state, Fight::Automatic, attackers, 0, defenders, sink);
    }
}
