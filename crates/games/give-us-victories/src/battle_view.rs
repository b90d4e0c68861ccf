//! The combat or bombardment at hand for people: who, what counts, what the dice may bring.

use crate::GiveUsVictories;
use crate::action::Action;
use crate::agenda::Step;
use crate::combat::{ATTACK, DEFENCE};
use crate::counters::{Shelling, tables};
use crate::ids::{Hex, Pieces};
use crate::state::{Battle, FightStage, State, TerrainEffect, WorksEffect};
use crate::words::{rolls_next, terrain_words, works_words};
use engine::Rules;
use engine::handbook::plural;
use engine::words::{BattleColumn, BattleModifier, BattleResult, BattleView, Favours};

impl GiveUsVictories {
    /// The combat at hand, or the bombardment.
    pub(crate) fn battle_view(&self, state: &State) -> Option<BattleView> {
        match (&state.battle, &state.barrage) {
            (Some(battle), _) => Some(self.combat_view(state, battle)),
            (None, Some(_)) => Some(self.barrage_view(state)),
            (None, None) => None,
        }
    }

    /// The combat or bombardment that a decision begins, changes or decides.
    pub(crate) fn battle_after(&self, state: &State, action: Action) -> Option<BattleView> {
        let active = state.act.as_ref().map(|x| x.side);
        let by = match action {
            Action::Attack { .. } | Action::Storm { .. } | Action::Widen { .. } | Action::Fire { .. } => active?,
            Action::Entrench { .. } if state.agenda.top() == Step::Shell => active?.enemy(),
            Action::Fight | Action::OpenFire => return self.battle_view(state),
            Action::Done if rolls_next(state) => return self.battle_view(state),
            _ => return None,
        };
        let mut next = state.clone();
        // Whoever is hidden in the target is not in this position: nothing is learned from it.
        self.check(&next, by, action).ok()?;
        self.apply_unchecked(&mut next, by, action, &mut ());
        self.battle_view(&next)
    }

    fn ids(pieces: &Pieces) -> Vec<String> {
        pieces.iter().map(|p| p.id().to_string()).collect()
    }

    fn combat_view(&self, state: &State, battle: &Battle) -> BattleView {
        let targets = battle.targets.as_slice();
        let defence: u16 = targets.iter().map(|h| state.sum(&state.stack(*h))).sum();
        let attack = state.sum(&battle.attackers);
        let (a, d) = crate::pools::ratio(attack, defence);
        let defenders: Pieces = targets.iter().flat_map(|h| state.stack(*h).iter().collect::<Vec<_>>()).collect();
        BattleView {
            fire: false,
            targets: targets.iter().map(|h| h.name()).collect(),
            attackers: Self::ids(&battle.attackers),
            defenders: Self::ids(&defenders),
            attack: Some(attack.to_string()),
            defence: Some(defence.to_string()),
            odds: format!("{attack} against {defence}: {a} to {d}"),
            modifiers: self.combat_modifiers(state, battle),
            columns: Vec::new(),
            pools: self.pools_view(state, battle, (a, d)),
            rolled: None,
        }
    }

    fn combat_modifiers(&self, state: &State, battle: &Battle) -> Vec<BattleModifier> {
        let mut modifiers = Vec::new();
        if self.encircled(state, battle) {
            modifiers.push(BattleModifier::new("GUV-14.25", "encirclement: one more attacker die"));
        }
        if battle.works != WorksEffect::None {
            let rule = if battle.works == WorksEffect::Fort { "GUV-14.34" } else { "GUV-14.26" };
            modifiers.push(BattleModifier::new(rule, works_words(battle.works)));
        }
        if battle.terrain != TerrainEffect::None {
            modifiers.push(BattleModifier::new("GUV-14.23", terrain_words(battle.terrain)));
        }
        if battle.stage > FightStage::Terrain {
            modifiers.push(BattleModifier::new("GUV-14.24", format!("{} dice at most", battle.limit)));
        } else {
            modifiers.push(BattleModifier::new("GUV-14.16", "works and terrain are still to be reckoned with"));
        }
        modifiers
    }

    /// The dice of both sides and the hits they may bring; before the ground is known, what the ratio alone gives.
    fn pools_view(&self, state: &State, battle: &Battle, ratio: (u8, u8)) -> Vec<BattleColumn> {
        let known = battle.stage > FightStage::Terrain;
        let most = tables().terrain.clear.limit;
        let drafted = |dice: u8| dice.clamp(1, most);
        let encircled = u8::from(self.encircled(state, battle));
        let pool = |who: usize, label: &str, before: u8, favours: Favours| {
            let count = if known { self.dice(battle, who) } else { drafted(before) };
            let marks = if known { battle.marks[who] } else { Default::default() };
            let results = hits(count, &marks).into_iter().enumerate().map(|(n, chance)| BattleResult {
                faces: Vec::new(),
                code: n.to_string(),
                text: plural(n, "hit", "hits"),
                chance,
                favours: if n == 0 { Favours::Neither } else { favours },
            });
            BattleColumn { label: format!("{label}: {}", plural(count, "die", "dice")), results: results.collect() }
        };
        vec![
            pool(ATTACK, "Attacker", ratio.0 + 1 + encircled, Favours::Attacker),
            pool(DEFENCE, "Defender", ratio.1 + 1, Favours::Defender),
        ]
    }

    fn barrage_view(&self, state: &State) -> BattleView {
        let barrage = state.barrage();
        let factor = state.sum(&barrage.guns);
        let modifiers = self.shell_modifiers(state);
        let result = |die: u8| {
            let (_, result) = self.shell_result(state, die);
            let (text, favours) = match result {
                Shelling::Miss => ("no effect", Favours::Neither),
                Shelling::Dis => ("the target is disorganized", Favours::Attacker),
                Shelling::Step => ("the target loses a step", Favours::Attacker),
                Shelling::StepDis => ("the target loses a step and is disorganized", Favours::Attacker),
            };
            BattleResult::face(die, result.word(), text, favours)
        };
        let seen = |hex: Hex| Self::ids(&state.stack(hex));
        BattleView {
            fire: true,
            targets: vec![barrage.target.name()],
            attackers: Self::ids(&barrage.guns),
            defenders: seen(barrage.target),
            attack: Some(factor.to_string()),
            defence: None,
            odds: format!("factor {factor}"),
            modifiers: modifiers.iter().map(|(rule, what, by)| BattleModifier::new(*rule, format!("{what}: {by:+} on the die"))).collect(),
            columns: vec![BattleColumn { label: format!("factor {factor}"), results: (1..=6).map(result).collect() }],
            pools: Vec::new(),
            rolled: None,
        }
    }
}

/// The chances of 0, 1, 2 ... hits of dice that hit on 5 and 6, each with its mark.
fn hits(count: u8, marks: &[i8; 6]) -> Vec<f64> {
    let mut chances = vec![1.0];
    for mark in marks.iter().take(count.into()) {
        let hit = f64::from((2 + mark).clamp(0, 6)) / 6.0;
        let mut next = vec![0.0; chances.len() + 1];
        for (n, chance) in chances.iter().enumerate() {
            next[n] += chance * (1.0 - hit);
            next[n + 1] += chance * hit;
        }
        chances = next;
    }
    chances
}
