//! Chapter 14, steps D and E: the ratio, the dice of both sides, works, terrain, bonus points. Pairs are attacker, defender.

use crate::action::{Action, Event};
use crate::combat::{ATTACK, DEFENCE};
use crate::counters::{counters, tables};
use crate::ground::{CREEK, MINOR, ground};
use crate::ids::{EventId, Hex, HexBits, Pieces};
use crate::state::{Battle, FightStage, MOST_DICE, State, TerrainEffect, WorksEffect};
use crate::{Check, GiveUsVictories};
use board::Direction;
use engine::{Few, Illegal, Side, Sink};

/// A choice of terrain (GUV-14.23): the hex, what it does, the most dice.
pub(crate) type TerrainChoice = (Hex, TerrainEffect, u8);

/// GUV-14.10, GUV-14.11: the ratio, larger by smaller and rounded down, and one die more for each side.
pub fn ratio(attack: u16, defence: u16) -> (u8, u8) {
    let (a, d) = (attack.max(1), defence.max(1));
    if a >= d { ((a / d).min(99) as u8, 1) } else { (1, (d / a).min(99) as u8) }
}

impl GiveUsVictories {
    /// D: who fights, the ratio, encirclement; then what works may do.
    pub(crate) fn count_up<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let mut battle = *state.battle();
        let act = *state.act();
        battle.defenders = self.standing(state, &battle);
        let (attack, defence) = (state.sum(&battle.attackers), state.sum(&battle.defenders));
        let odds = ratio(attack, defence);
        battle.base = [odds.0 as i8 + 1, odds.1 as i8 + 1];
        if self.encircled(state, &battle) {
            battle.base[ATTACK] += 1;
        }
        // GUV-13.12
        if battle.defenders.len() == 1 && battle.defenders.within(&counters().skirmishers) {
            battle.cap = 1;
        }
        // GUV-17.13
        if act.stonewall {
            battle.extra[ATTACK] += 1;
        }
        battle.points = [self.bonus(state, &battle.attackers), self.bonus(state, &battle.defenders)];
        // GUV-15.16, R-89
        for (i, side) in [battle.attackers, battle.defenders].iter().enumerate() {
            if !side.and(&state.starved).is_empty() {
                battle.marks[i] = [-1; MOST_DICE];
            }
        }
        battle.tired = !battle.defenders.and(&state.tired).is_empty();
        battle.stage = FightStage::Works;
        state.battle = Some(battle);
        let (a, d) = (battle.base[ATTACK] as u8, battle.base[DEFENCE] as u8);
        sink.tell(|| Event::Pools { attack: a, defence: d, ratio: odds });
    }

    /// GUV-14.25, R-17: attackers in opposite hexes, or in three alternate hexes with nobody in the three between.
    pub(crate) fn encircled(&self, state: &State, battle: &Battle) -> bool {
        battle.targets.as_slice().iter().any(|hex| {
            let near = &self.near[hex.index()];
            let from = |d: usize| near[d % 6].is_some() && self.reaches(near[d % 6], *hex);
            let attacks = |d: usize| from(d) && battle.attackers.iter().any(|p| state.hex(p) == near[d % 6]);
            let empty = |d: usize| Side::BOTH.iter().all(|side| !state.holds(*side, near[d % 6]));
            (0..3).any(|d| attacks(d) && attacks(d + 3))
                || (0..2).any(|d| attacks(d) && attacks(d + 2) && attacks(d + 4) && empty(d + 1) && empty(d + 3) && empty(d + 5))
        })
    }

    /// GUV-14.38, GUV-14.39: bonus points, for each hex at most one of the guns and one of the foot or horse.
    pub fn bonus(&self, state: &State, pieces: &Pieces) -> u8 {
        let c = counters();
        let hexes: HexBits = pieces.iter().map(|p| state.hex(p)).collect();
        let best = |hex: Hex, guns: bool| {
            pieces.iter().filter(|p| state.hex(*p) == hex && c.guns.has(*p) == guns).map(|p| c.get(p).elite).max().unwrap_or(0)
        };
        hexes.iter().map(|h| best(h, true) + best(h, false)).sum()
    }

    /// GUV-14.26, GUV-14.34, GUV-14.35, R-11: what the works may do; the defender has the choice.
    pub(crate) fn works_choices(&self, state: &State) -> Few<WorksEffect, 3> {
        let battle = state.battle();
        let side = state.act().side.enemy();
        let (mut fort, mut breastworks) = (false, false);
        for hex in battle.targets.as_slice() {
            let facing = self.forts[side.index()][hex.index()];
            if facing != 0 {
                // Whoever attacks other hexes of the combat comes from no side of this one.
                let front = |d: Direction| facing >> d.index() & 1 == 1;
                if battle.attackers.iter().all(|p| ground().direction(*hex, state.hex(p)).is_none_or(front)) {
                    fort = true;
                } else {
                    breastworks = true;
                }
            } else if state.breastworks.has(*hex) {
                breastworks = true;
            }
        }
        let mut list = Few::new(WorksEffect::None);
        if fort {
            list.offer(WorksEffect::Fort);
        }
        if breastworks {
            list.offer(WorksEffect::Die);
            list.offer(WorksEffect::Step);
        }
        list
    }

    /// GUV-14.7, GUV-14.22 to GUV-14.24, R-9, R-10: the terrain effects valid in this combat, each with the dice limit of its hex.
    pub(crate) fn terrain_choices(&self, state: &State) -> Few<TerrainChoice, 32> {
        let (g, t) = (ground(), &tables().terrain);
        let battle = state.battle();
        let mut list = Few::new((Hex::NONE, TerrainEffect::None, 0));
        let mut add = |choice: TerrainChoice| {
            if !list.iter().any(|known| (known.1, known.2) == (choice.1, choice.2)) {
                list.offer(choice);
            }
        };
        for hex in battle.targets.as_slice() {
            let hill = g.hill.has(*hex);
            let limit = match (g.city.has(*hex), g.forest.has(*hex), hill) {
                (true, _, _) => t.city.limit,
                (false, true, true) => t.forest_hill.limit,
                (false, true, false) => t.forest.limit,
                (false, false, true) => t.hill.limit,
                (false, false, false) => t.clear.limit,
            };
            // GUV-14.22: a hexside counts only if all attackers cross such a side (R-112: along roads too), those who are not next to
            // this hex into another one of the combat.
            let over = |from: Hex, to: Hex, water: u16| g.direction(to, from).is_some_and(|d| g.side(to, d) & water != 0);
            let all_cross = |water: u16| {
                battle.attackers.iter().map(|p| state.hex(p)).all(|from| match self.reaches(from, *hex) {
                    true => over(from, *hex, water),
                    false => battle.targets.as_slice().iter().any(|t| self.reaches(from, *t) && over(from, *t, water)),
                })
            };
            let effects = [
                (g.city.has(*hex), TerrainEffect::City, limit),
                (hill && !battle.attackers.iter().all(|p| g.hill.has(state.hex(p))), TerrainEffect::Hill, limit),
                (all_cross(MINOR), TerrainEffect::River, limit.min(t.minor_river_limit)),
                (all_cross(CREEK) && !all_cross(MINOR), TerrainEffect::Creek, limit),
            ];
            effects.iter().filter(|e| e.0).for_each(|e| add((*hex, e.1, e.2)));
            if effects.iter().all(|e| !e.0) {
                add((*hex, TerrainEffect::None, limit));
            }
        }
        list
    }

    /// D: the pools as works change them (GUV-14.16).
    pub(crate) fn apply_works<K: Sink<Event>>(&self, state: &mut State, effect: WorksEffect, sink: &mut K) {
        let battle = state.battle_mut();
        battle.works = effect;
        match effect {
            WorksEffect::Die => battle.base[ATTACK] -= 1,
            WorksEffect::Fort => battle.base[DEFENCE] += 1,
            WorksEffect::None | WorksEffect::Step => {}
        }
        battle.stage = FightStage::Terrain;
        if effect != WorksEffect::None {
            sink.tell(|| Event::WorksChosen { effect });
        }
    }

    pub(crate) fn apply_terrain<K: Sink<Event>>(&self, state: &mut State, choice: TerrainChoice, sink: &mut K) {
        let battle = state.battle_mut();
        let (hex, effect, limit) = choice;
        battle.terrain = effect;
        battle.limit = limit;
        match effect {
            TerrainEffect::City | TerrainEffect::River => battle.base[ATTACK] -= 1,
            TerrainEffect::Hill => battle.base[DEFENCE] += 1,
            TerrainEffect::Creek => battle.creek = true,
            TerrainEffect::None => {}
        }
        battle.stage = FightStage::AttackBonus;
        if effect != TerrainEffect::None {
            sink.tell(|| Event::TerrainChosen { hex, effect });
        }
    }

    /// How many dice a side rolls: never less than one (GUV-14.21), never more than the terrain allows (GUV-14.24).
    pub(crate) fn dice(&self, battle: &Battle, who: usize) -> u8 {
        let limit = if who == DEFENCE { battle.limit.min(battle.cap) } else { battle.limit };
        (battle.base[who] + battle.extra[who]).clamp(1, limit as i8) as u8
    }

    /// Whether a side might hold an event for this combat as far as the enemy knows (GUV-14.41): the window opens on that alone.
    pub(crate) fn event_window(&self, state: &State, who: usize) -> bool {
        let side = if who == ATTACK { state.act().side } else { state.act().side.enemy() };
        if self.opt.events {
            return state.cards(side) > 0 && state.may_play_more(side);
        }
        // Hands of scenarios are known to both.
        self.combat_events(state, who).next().is_some()
    }

    /// The events a side can play on this combat (GUV-17.10, GUV-17.21, GUV-17.22).
    pub(crate) fn combat_events<'a>(&self, state: &'a State, who: usize) -> impl Iterator<Item = EventId> + use<'a> {
        let side = if who == ATTACK { state.act().side } else { state.act().side.enemy() };
        let fits: &[EventId] = match (side, who) {
            (Side::Confederate, ATTACK) => &[EventId::RebelYell],
            (Side::Confederate, _) => &[],
            (Side::Union, ATTACK) => &[EventId::YankeeVeterans],
            (Side::Union, _) => &[EventId::SteadyDefense, EventId::YankeeVeterans],
        };
        fits.iter().copied().filter(move |e| state.may_play(side, *e))
    }

    /// The dice that differ, by what lies on them: one of each.
    pub(crate) fn distinct_dice(marks: &[i8; MOST_DICE], count: u8) -> impl Iterator<Item = u8> + '_ {
        (0..count).filter(move |i| !marks[..usize::from(*i)].contains(&marks[usize::from(*i)]))
    }

    /// What may be done with bonus points and events (D29).
    pub(crate) fn bonuses(&self, state: &State, who: usize, out: &mut Vec<Action>) {
        let battle = state.battle();
        out.extend(self.combat_events(state, who).map(Action::play));
        let dice = |who: usize| Self::distinct_dice(&battle.marks[who], self.dice(battle, who));
        if battle.points[who] > 0 {
            out.extend(dice(who).map(|die| Action::Point { enemy: false, die }));
        }
        if battle.points[who] > battle.cheers[who] {
            out.extend(dice(1 - who).map(|die| Action::Point { enemy: true, die }));
        }
        if who == DEFENCE {
            if battle.creek {
                out.extend(dice(ATTACK).map(|die| Action::CreekDie { die }));
            }
            if battle.tired {
                out.extend(dice(DEFENCE).map(|die| Action::TiredDie { die }));
            }
            if battle.creek || battle.tired {
                return;
            }
        }
        out.push(Action::Done);
    }

    /// GUV-14.17, GUV-14.40: a point onto a die, before any roll.
    pub(crate) fn may_point(&self, state: &State, who: usize, enemy: bool, die: u8) -> Check {
        let battle = state.battle();
        if battle.points[who] == 0 {
            return Err(Illegal::new("GUV-14.38", "No bonus point is left.", "Go on: the dice are rolled."));
        }
        if enemy && battle.points[who] <= battle.cheers[who] {
            return Err(Illegal::new("GUV-14.41", "What an event adds goes onto one's own dice.", "Choose a die of yours."));
        }
        if die >= self.dice(battle, if enemy { 1 - who } else { who }) {
            return Err(Illegal::new("GUV-14.38", "There is no such die.", "Choose one of the dice shown."));
        }
        Ok(())
    }
}
