//! Chapter 14: combat, step A to G. Pairs are attacker, defender.

use crate::GiveUsVictories;
use crate::action::Event;
use crate::counters::counters;
use crate::ground::ground;
use crate::ids::{Hex, HexBits, PieceList, Pieces};
use crate::state::{Battle, Bridges, FightStage, MOST_DICE, State, Step, Targets, TerrainEffect, WorksEffect};
use engine::{Class, Roll, Side, Sink};

/// GUV-14.12: a die hits from here.
pub(crate) const HIT: i8 = 5;
/// The attacker's place in a pair.
pub const ATTACK: usize = 0;
/// The defender's place in a pair.
pub const DEFENCE: usize = 1;

impl GiveUsVictories {
    /// Units join, a hex is named.
    pub fn join(&self, state: &mut State, pieces: &Pieces, target: Hex) {
        let battle = state.battle.get_or_insert(Battle {
            stage: FightStage::Draft,
            attackers: Pieces::NONE,
            targets: Targets::default(),
            defenders: Pieces::NONE,
            works: WorksEffect::None,
            terrain: TerrainEffect::None,
            limit: MOST_DICE as u8,
            cap: MOST_DICE as u8,
            base: [0; 2],
            extra: [0; 2],
            points: [0; 2],
            marks: [[0; MOST_DICE]; 2],
            creek: false,
            tired: false,
            cheers: [0; 2],
            rolled: [[0; MOST_DICE]; 2],
            owed: [0; 2],
            taken: [0; 2],
            first: [false; 2],
            sixes: [0; 2],
            named: Pieces::NONE,
            marked: [PieceList::default(); 2],
            forced: false,
            barred: false,
            retreats: false,
            gone: Pieces::NONE,
            crossed: Bridges::default(),
        });
        battle.attackers = battle.attackers.or(pieces);
        battle.targets.push(target);
    }

    pub(crate) fn storm(&self, state: &mut State, from: Hex, target: Hex) {
        let able = self.storming(state, from);
        self.join(state, &able, target);
    }

    /// A is done: the hexes that the attackers leave to others are owed (GUV-14.3), bound corps that are attacked are freed
    /// (GUV-18.5).
    pub(crate) fn begin_combat<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let battle = *state.battle();
        let side = state.act().side;
        let mut owed = HexBits::default();
        for p in self.solid(&battle.attackers).iter() {
            if !ground().forest.has(state.hex(p)) {
                self.foes(state, side, state.hex(p)).for_each(|foe| owed.insert(foe));
            }
        }
        for hex in owed.iter() {
            if !battle.targets.has(hex) && !self.exempt(state, hex) && !state.act().stormed.has(hex) {
                state.act_mut().owed.insert(hex);
            }
        }
        for hex in battle.targets.as_slice() {
            state.act_mut().stormed.insert(*hex);
            state.act_mut().reopened.remove(*hex);
            state.act_mut().owed.remove(*hex);
        }
        state.attacked = state.attacked.or(&battle.attackers);
        let first = battle.targets.as_slice()[0];
        let more = battle.targets.as_slice().len() as u8 - 1;
        sink.tell(|| Event::CombatBegan { attackers: battle.attackers, target: first, more });
        let here = self.standing(state, &battle);
        self.provoke(state, &here);
        state.battle_mut().stage = FightStage::Screen;
        state.agenda.push(Step::Fight);
    }

    /// Everybody in the hexes attacked; dummies bear no losses (GUV-9.34).
    pub(crate) fn standing(&self, state: &State, battle: &Battle) -> Pieces {
        battle.targets.as_slice().iter().fold(Pieces::NONE, |all, h| all.or(&state.stack(*h))).minus(&counters().dummies)
    }

    /// Breastworks that the defender may still make in this combat (GUV-14.15).
    pub(crate) fn entrenchments(&self, state: &State) -> Targets {
        let side = state.act().side.enemy();
        state.battle().targets.as_slice().iter().copied().filter(|h| self.may_entrench(state, side, *h).is_ok()).collect()
    }

    /// GUV-14.12: how many of the dice hit, and how many of these are natural sixes (GUV-14.49, R-5).
    pub fn hits(dice: &[u8], marks: &[i8; MOST_DICE]) -> (u8, u8) {
        let hits = |i: usize| dice[i] as i8 + marks[i] >= HIT;
        let count = (0..dice.len()).filter(|i| hits(*i)).count() as u8;
        let sixes = (0..dice.len()).filter(|i| hits(*i) && dice[*i] == 6).count() as u8;
        (count, sixes)
    }

    /// Answers of one side's dice, sorted by hits and, with the rule of 6, natural sixes.
    pub(crate) fn dice_classes(&self, state: &State, who: usize, out: &mut Vec<Class>) {
        let battle = state.battle();
        let count = self.dice(battle, who);
        let mut table: Vec<((u8, u8), u32, Vec<u8>)> = vec![((0, 0), 1, Vec::new())];
        for i in 0..usize::from(count) {
            let mut next: Vec<((u8, u8), u32, Vec<u8>)> = Vec::new();
            for (key, weight, sample) in &table {
                for face in 1..=6u8 {
                    let hit = face as i8 + battle.marks[who][i] >= HIT;
                    let six = hit && face == 6 && self.opt.rule_of_six;
                    let key = (key.0 + u8::from(hit), key.1 + u8::from(six));
                    match next.iter_mut().find(|n| n.0 == key) {
                        Some(n) => n.1 += weight,
                        None => {
                            let mut sample = sample.clone();
                            sample.push(face);
                            next.push((key, *weight, sample));
                        }
                    }
                }
            }
            table = next;
        }
        out.extend(table.into_iter().map(|(_, weight, sample)| Class { weight, sample: Roll::new(&sample) }));
    }

    /// F: the dice of one side; both pools were fixed before (GUV-14.13).
    pub(crate) fn combat_dice<K: Sink<Event>>(&self, state: &mut State, who: usize, roll: &Roll, sink: &mut K) {
        let six_rule = self.opt.rule_of_six;
        let battle = state.battle_mut();
        let count = roll.values().len().min(MOST_DICE);
        battle.rolled[who][..count].copy_from_slice(&roll.values()[..count]);
        let (hits, sixes) = Self::hits(&roll.values()[..count], &battle.marks[who]);
        let sixes = if six_rule { sixes } else { 0 };
        battle.sixes[who] = sixes;
        battle.owed[1 - who] += hits - sixes;
        let (dice, marks, count) = (battle.rolled[who], battle.marks[who], count as u8);
        if who == ATTACK {
            battle.stage = FightStage::AttackSixes;
            sink.tell(|| Event::AttackRolled { dice, marks, count, hits });
        } else {
            // GUV-14.18: the automatic step of works and fortifications.
            if matches!(battle.works, WorksEffect::Step | WorksEffect::Fort) {
                battle.owed[ATTACK] += 1;
            }
            battle.stage = FightStage::DefenceLosses;
            sink.tell(|| Event::DefenceRolled { dice, marks, count, hits });
        }
    }

    /// Goes on with the combat until somebody is asked or it is over; false when it is over.
    pub fn fight<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) -> bool {
        loop {
            let battle = *state.battle();
            match battle.stage {
                FightStage::Draft => return true,
                FightStage::Screen => {
                    if battle.targets.as_slice().iter().any(|h| self.screener(state, *h).is_ok()) {
                        return true;
                    }
                    state.battle_mut().stage = FightStage::Entrench;
                }
                FightStage::Entrench => {
                    if !self.entrenchments(state).is_empty() {
                        return true;
                    }
                    self.count_up(state, sink);
                }
                FightStage::Works => match &*self.works_choices(state) {
                    [] => self.apply_works(state, WorksEffect::None, sink),
                    [only] => self.apply_works(state, *only, sink),
                    _ => return true,
                },
                FightStage::Terrain => match &*self.terrain_choices(state) {
                    [only] => self.apply_terrain(state, *only, sink),
                    _ => return true,
                },
                FightStage::AttackBonus => {
                    if battle.points[ATTACK] > 0 || self.event_window(state, ATTACK) {
                        return true;
                    }
                    state.battle_mut().stage = FightStage::DefenceBonus;
                }
                FightStage::DefenceBonus => {
                    if battle.points[DEFENCE] > 0 || battle.creek || battle.tired || self.event_window(state, DEFENCE) {
                        return true;
                    }
                    state.battle_mut().stage = FightStage::AttackDice;
                }
                FightStage::AttackDice | FightStage::DefenceDice => return true,
                FightStage::AttackSixes => {
                    if battle.sixes[ATTACK] > 0 {
                        return true;
                    }
                    state.battle_mut().stage = FightStage::DefenceDice;
                }
                FightStage::DefenceLosses | FightStage::AttackLosses => {
                    let who = if battle.stage == FightStage::DefenceLosses { DEFENCE } else { ATTACK };
                    let bearers = self.bearers(state, who);
                    let may_go = who == DEFENCE && self.may_give_ground(state).is_ok();
                    // GUV-14.43: what nobody is left to bear is ignored.
                    if Self::to_bear(&battle, who) == 0 || bearers.is_empty() {
                        let battle = state.battle_mut();
                        battle.owed[who] = 0;
                        battle.stage = if who == DEFENCE { FightStage::DefenceSixes } else { FightStage::Retreat };
                    } else if bearers.len() == 1 && !may_go {
                        self.suffer(state, who, bearers.first().expect("one"), sink);
                    } else {
                        return true;
                    }
                }
                FightStage::DefenceSixes => {
                    if battle.sixes[DEFENCE] > 0 {
                        return true;
                    }
                    state.battle_mut().stage = FightStage::AttackLosses;
                }
                FightStage::Retreat => {
                    if (battle.retreats || battle.forced) && self.retreat_next(state, sink) {
                        return true;
                    }
                    let battle = state.battle_mut();
                    battle.stage = FightStage::Advance;
                    battle.gone = Pieces::NONE;
                    let crossed = std::mem::take(&mut battle.crossed);
                    if self.offer_to_take_up(state, crossed) {
                        return true;
                    }
                }
                FightStage::Advance => {
                    let mut rest = battle.attackers.minus(&battle.gone).iter();
                    if rest.any(|p| battle.targets.as_slice().iter().any(|hex| self.may_advance(state, p, *hex).is_ok())) {
                        return true;
                    }
                    state.battle = None;
                    return false;
                }
            }
        }
    }

    /// Who is asked in the stage of a combat: the attacker, the defender, or nobody (dice).
    pub(crate) fn asked_in(&self, stage: FightStage) -> Option<usize> {
        match stage {
            FightStage::AttackDice | FightStage::DefenceDice => None,
            FightStage::Draft | FightStage::AttackBonus | FightStage::AttackSixes | FightStage::AttackLosses | FightStage::Advance => {
                Some(ATTACK)
            }
            _ => Some(DEFENCE),
        }
    }

    /// A bonus point is placed on a die, one's own or the enemy's.
    pub(crate) fn place_point<K: Sink<Event>>(&self, state: &mut State, by: Side, enemy: bool, die: u8, sink: &mut K) {
        let battle = state.battle_mut();
        let who = if battle.stage == FightStage::AttackBonus { ATTACK } else { DEFENCE };
        battle.points[who] -= 1;
        if !enemy {
            battle.cheers[who] = battle.cheers[who].saturating_sub(1);
        }
        let (row, by_one) = if enemy { (1 - who, -1) } else { (who, 1) };
        battle.marks[row][usize::from(die)] += by_one;
        sink.tell(|| Event::Bonus { side: by, enemy, die });
    }

    /// The creek makes one of the attacker's dice worse.
    pub(crate) fn creek_die(&self, state: &mut State, die: u8) {
        let battle = state.battle_mut();
        battle.creek = false;
        battle.marks[ATTACK][usize::from(die)] -= 1;
    }

    /// A forced march makes one of the defender's dice worse.
    pub(crate) fn tired_die(&self, state: &mut State, die: u8) {
        let battle = state.battle_mut();
        battle.tired = false;
        battle.marks[DEFENCE][usize::from(die)] -= 1;
    }
}
