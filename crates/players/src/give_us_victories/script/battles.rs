//! Fire and steel: bombardments, attacks, what happens in a fight.

use super::{Mind, best};
use engine::Side;
use give_us_victories::action::Action;
use give_us_victories::combat::{ATTACK, DEFENCE};
use give_us_victories::ground::ground;
use give_us_victories::ids::{EventId, Hex, Piece};
use give_us_victories::state::{FightStage, TerrainEffect, WorksEffect};

impl Mind<'_, '_> {
    pub(super) fn bombard(&self, all: &[Action]) -> Action {
        let s = self.s;
        if let Some(b) = &s.barrage {
            // All guns that reach the hex.
            let more =
                all.iter().find(|a| matches!(a, Action::Fire { target, gun } if *target == b.target && !self.wanted_in_attack(*gun)));
            return more.copied().unwrap_or(Action::OpenFire);
        }
        let mut best = (0.0, Action::Done);
        for action in all {
            let value = match action {
                Action::Fire { gun, target } => {
                    let open = if ground().forest.has(*target) || ground().city.has(*target) { -1.0 } else { 1.0 };
                    let reach = all.iter().filter(|a| matches!(a, Action::Fire { target: t, .. } if t == target)).count();
                    if self.wanted_in_attack(*gun) { 0.0 } else { 1.6 + open + reach as f32 + self.enemy_points(*target) * 0.05 }
                }
                Action::Play { event: EventId::AlexandersArtillery, .. } => 0.0,
                _ => continue,
            };
            if value > best.0 {
                best = (value, *action);
            }
        }
        best.1
    }

    /// Guns that stand next to a hex that will be attacked fight with the infantry.
    fn wanted_in_attack(&self, gun: Piece) -> bool {
        let hex = self.s.hex(gun);
        self.game.foes(self.s, self.side, hex).any(|t| self.assault(t).is_some_and(|x| x.worth > 0.5))
    }

    pub(super) fn attack(&self, all: &[Action]) -> Action {
        let s = self.s;
        if let Some(b) = &s.battle {
            let target = b.targets.as_slice()[0];
            let join = all.iter().find(|a| matches!(a, Action::Storm { target: t, .. } if *t == target));
            let join = join.or_else(|| all.iter().find(|a| matches!(a, Action::Attack { target: t, .. } if *t == target)));
            if let Some(join) = join {
                return *join;
            }
            if all.contains(&Action::Fight) {
                return Action::Fight;
            }
            return best(all, |a| match a {
                Action::Widen { hex } => 10.0 - self.enemy_points(*hex),
                _ => 0.0,
            });
        }
        let must = !all.contains(&Action::Done);
        let mut best = (if must { -100.0 } else { 0.0 }, None);
        for action in all {
            let value = match action {
                Action::Storm { target, .. } => self.assault(*target).map_or(-10.0, |x| x.worth + 0.1),
                Action::Attack { target, .. } => self.assault(*target).map_or(-10.0, |x| x.worth),
                Action::Skirmish { piece, hex } => {
                    let near = self.game.foes(s, self.side, *hex).any(|t| self.assault(t).is_some_and(|x| x.worth > 0.0));
                    if *hex == s.hex(*piece) && near && self.game.load(s, self.side, *hex).0 < 4 { 20.0 } else { -1.0 }
                }
                Action::Play { event: EventId::Demons, hex, .. } => {
                    let again = s.active.and(&s.attacked);
                    let n = again.iter().filter(|p| s.hex(*p).is_some() && ground().distance(s.hex(*p), *hex) <= 1).count();
                    let pays = |t: Hex| self.assault_again(t);
                    let foes = again.iter().any(|p| s.hex(p).is_some() && self.game.foes(s, self.side, s.hex(p)).any(pays));
                    if n >= 3 && foes { 0.2 + n as f32 * 0.1 } else { -1.0 }
                }
                _ => continue,
            };
            if value > best.0 {
                best = (value, Some(*action));
            }
        }
        best.1.unwrap_or_else(|| if must { all[0] } else { Action::Done })
    }

    pub(super) fn react(&self, all: &[Action]) -> Action {
        // Who stands in the way stays there.
        if self.breaks_out() && self.side == Side::Confederate {
            return Action::Done;
        }
        for action in all {
            if let Action::Break { hex } = action {
                let own = self.own_points(*hex);
                let coming = self.threat(*hex, 1) + self.threat(*hex, 2) * 0.4;
                let stays = self.is_goal(*hex)
                    || self.game.near[hex.index()].iter().any(|n| self.wanted(*n)) && coming < own * (1.0 + 3.0 * self.storm.press)
                    || self.game.works(self.s, self.side, *hex)
                    || self.game.near[hex.index()].iter().any(|n| self.is_goal(*n)) && coming < own * 3.0;
                if coming > own * 2.2 && !stays {
                    return *action;
                }
            }
        }
        Action::Done
    }

    pub(super) fn feed(&self, all: &[Action]) -> Action {
        let hungry = self.game.unsupplied(self.s, self.side);
        let count = |hex: Hex| hungry.iter().filter(|p| ground().distance(self.s.hex(*p), hex) <= 4).count();
        best(all, |a| match a {
            Action::Play { event: EventId::SupplyTrain, hex, .. } if count(*hex) >= 3 => count(*hex) as f32,
            Action::Done => 0.5,
            _ => 0.0,
        })
    }

    pub(super) fn fight(&self, all: &[Action]) -> Action {
        let s = self.s;
        let b = s.battle();
        let objective = b.targets.as_slice().iter().any(|h| self.is_goal(*h));
        match b.stage {
            FightStage::Screen | FightStage::Entrench => best(all, |a| match a {
                Action::Screen { .. } | Action::Entrench { .. } => 1.0,
                _ => 0.0,
            }),
            FightStage::Works => best(all, |a| match a {
                Action::Works { effect: WorksEffect::Fort } => 2.0,
                // A sure step is worth more than a third of a hit, unless the attacker has few dice.
                Action::Works { effect: WorksEffect::Step } => 1.0,
                _ => 0.0,
            }),
            FightStage::Terrain => best(all, |a| match a {
                Action::Terrain { effect: TerrainEffect::City | TerrainEffect::River, .. } => 2.0,
                Action::Terrain { effect: TerrainEffect::Hill, .. } => 1.8,
                Action::Terrain { effect: TerrainEffect::Creek, .. } => 1.0,
                _ => 0.0,
            }),
            FightStage::AttackBonus | FightStage::DefenceBonus => {
                let who = if b.stage == FightStage::AttackBonus { ATTACK } else { DEFENCE };
                best(all, |a| match a {
                    Action::Play { .. } => 10.0,
                    Action::CreekDie { die } => 6.0 + f32::from(b.marks[ATTACK][usize::from(*die)].min(4)),
                    Action::TiredDie { die } => 5.0 - f32::from(b.marks[DEFENCE][usize::from(*die)]),
                    Action::Point { enemy: false, die } if b.marks[who][usize::from(*die)] < 4 => {
                        3.0 - 0.1 * f32::from(b.marks[who][usize::from(*die)])
                    }
                    Action::Point { enemy: true, .. } => 1.0,
                    _ => 0.0,
                })
            }
            FightStage::AttackSixes => best(all, |a| match a {
                Action::Mark { piece } => self.pain(*piece),
                Action::ForceRetreat if objective => 20.0,
                Action::ForceRetreat => 2.5,
                _ => 0.0,
            }),
            FightStage::DefenceSixes => best(all, |a| match a {
                Action::Mark { piece } => self.pain(*piece),
                Action::CancelRetreat if objective => 20.0,
                Action::CancelRetreat => 1.5,
                _ => 0.0,
            }),
            FightStage::DefenceLosses | FightStage::AttackLosses => best(all, |a| match a {
                Action::Suffer { piece } => -self.pain(*piece),
                // Ground is given for a unit's life, not for less.
                Action::GiveGround if objective => -12.0,
                Action::GiveGround => -4.0,
                _ => -50.0,
            }),
            FightStage::Retreat => best(all, |a| match a {
                Action::Retreat { piece, path } => self.haven(self.end(s.hex(*piece), *path)),
                _ => 0.0,
            }),
            FightStage::Advance => best(all, |a| match a {
                Action::Advance { piece, hex } => self.advance_value(*piece, *hex),
                _ => 0.0,
            }),
            _ => best(all, |_| 0.0),
        }
    }

    fn advance_value(&self, piece: Piece, hex: Hex) -> f32 {
        let s = self.s;
        let from = s.hex(piece);
        if self.is_goal(hex) {
            return 20.0 + f32::from(s.cp(piece));
        }
        if self.is_goal(from) && self.game.solid(&s.stack_of(self.side, from)).len() < 3 {
            return -1.0;
        }
        let forward = self.ground_value(hex) - self.ground_value(from);
        let force = self.own_points(hex);
        let danger = self.threat(hex, 1);
        if danger > (force + f32::from(s.cp(piece))) * 2.0 && force == 0.0 { -1.0 } else { 0.5 + forward * 0.3 - force * 0.05 }
    }
}
