//! Command: which formations go into the cup, what a chit is used for, who is mustered.

use super::Mind;
use give_us_victories::action::Action;
use give_us_victories::counters::{ChitKind, tables};
use give_us_victories::ground::ground;
use give_us_victories::ids::{Chit, EventId, Hex, Piece, Pieces};
use give_us_victories::scenarios::Victory;

impl Mind<'_, '_> {
    fn units_of(&self, chit: Chit) -> Pieces {
        let fresh = |p: &Piece| self.s.hex(*p).is_some() && self.game.fresh(self.s, *p).is_ok();
        self.game.formation[chit.index()].iter().filter(fresh).collect()
    }

    /// How much a formation has to do this turn: points near the enemy or away from its goals.
    fn use_of(&self, chit: Chit) -> f32 {
        let units = self.units_of(chit);
        let mut strike = 0.0f32;
        if !self.game.night(self.s) {
            self.prospects(&units, |_, worth| strike = strike.max(worth));
        }
        let busy: f32 = units
            .iter()
            .map(|p| {
                let hex = self.s.hex(p);
                let near = self.enemies().map(|e| ground().distance(e, hex)).min().unwrap_or(99);
                let fight = match near {
                    0..=2 => 3.0,
                    3..=5 => 2.2,
                    6..=9 => 1.2,
                    _ => 0.6,
                };
                let road = (-self.ground_value(hex)).clamp(0.0, 40.0) / 20.0;
                f32::from(self.s.cp(p)) * (fight + road)
            })
            .sum();
        busy + strike.min(15.0) * self.temper.eager
    }

    pub(super) fn choose_formations(&self, all: &[Action]) -> Action {
        let game = self.game;
        for event in [EventId::CorpsReleased, EventId::GoodGeneral] {
            if let Some(play) = all.iter().find(|a| matches!(a, Action::Play { event: e, .. } if *e == event)) {
                return *play;
            }
        }
        let mut best = (0.0, Action::Done);
        for action in all {
            let value = match action {
                Action::Choose { chit } => self.use_of(*chit) / f32::from(game.cost(self.s, *chit)),
                Action::Group { chit, under } => {
                    // A group is worth it when the formations stand together.
                    let others = game.high(*under).map_or(Default::default(), |i| self.s.boxes[i]);
                    let close = self.close_to_others(*chit, others.iter(), tables().chit(*under).radius);
                    let alone = self.use_of(*chit) / f32::from(game.cost(self.s, *chit));
                    // One hex is attacked once in an activation: for an assault several chits are better than one.
                    let storming = matches!(game.scenario.victory, Victory::Storm(..));
                    if (close && !storming) || self.must_group(*under) { alone * 1.15 } else { 0.0 }
                }
                _ => continue,
            };
            if value > best.0 {
                best = (value, *action);
            }
        }
        if best.1 == Action::Done && !all.contains(&Action::Done) {
            return all[0];
        }
        best.1
    }

    fn must_group(&self, under: Chit) -> bool {
        matches!(self.game.scenario.victory, Victory::GroundOrKills(..)) && self.game.named.high[2] == under
    }

    fn close_to_others(&self, chit: Chit, others: impl Iterator<Item = Chit>, radius: u8) -> bool {
        let centre = |units: &Pieces| units.iter().max_by_key(|p| self.s.cp(*p)).map(|p| self.s.hex(p));
        let Some(here) = centre(&self.units_of(chit)) else { return false };
        let mut any = false;
        for other in others {
            any = true;
            if centre(&self.units_of(other)).is_none_or(|h| ground().distance(h, here) > radius) {
                return false;
            }
        }
        if any {
            return true;
        }
        // The first of a group: is there another to join it?
        let formations = self.game.chits.iter().filter(|c| *c != chit && tables().chit(*c).side == self.side);
        let formations =
            formations.filter(|c| self.game.kind(*c) == ChitKind::Formation && self.game.may_choose(self.s, self.side, *c).is_ok());
        formations.filter_map(|c| centre(&self.units_of(c))).any(|h| ground().distance(h, here) <= radius)
    }

    pub(super) fn answer_chit(&self, all: &[Action]) -> Action {
        let game = self.game;
        let s = self.s;
        let act = s.act();
        let reach = |hex: Hex| game.commanded(s, self.side, hex, act.chit);
        let units: Pieces = match game.kind(act.chit) {
            ChitKind::Independent => game.solid(&s.on_map(self.side)),
            _ => act.formations.iter().fold(Pieces::NONE, |all, c| all.or(&game.formation[c.index()])),
        };
        let mut best = (0.0, None);
        for action in all {
            let value = match action {
                // Between stacks the chit reaches more only where command is short.
                Action::Activate { hex } if !s.holds(self.side, *hex) && game.kind(act.chit) != ChitKind::Independent => continue,
                Action::Activate { hex } => {
                    let reach = reach(*hex);
                    let in_command = units.iter().filter(|p| game.commands(s, &reach, *p) && game.fresh(s, *p).is_ok());
                    let mut worths: Vec<f32> = in_command
                        .map(|p| {
                            if self.running() {
                                return 60.0 + self.ground_value(s.hex(p)).max(-60.0);
                            }
                            let near = self.threat(s.hex(p), 5).min(20.0) / 20.0;
                            f32::from(s.cp(p)) * (1.0 + near) + (-self.ground_value(s.hex(p))).clamp(0.0, 40.0) / 20.0
                        })
                        .collect();
                    worths.sort_by(|a, b| b.total_cmp(a));
                    let most = if self.running() || game.kind(act.chit) == ChitKind::Independent { 3 } else { worths.len() };
                    let mut strike = 0.0f32;
                    if self.storm.press > 0.0 && !game.night(s) {
                        let units: Pieces = units.iter().filter(|p| game.commands(s, &reach, *p) && game.fresh(s, *p).is_ok()).collect();
                        self.prospects(&units, |_, worth| strike = strike.max(worth));
                    }
                    worths.iter().take(most).sum::<f32>() + strike + 0.001 - self.threat(*hex, 1) * 0.01
                }
                Action::Name { chit } => self.use_of(*chit),
                _ => continue,
            };
            if value > best.0 {
                best = (value, Some(*action));
            }
        }
        best.1.or_else(|| self.first_of(&[Action::Forgo])).unwrap_or(Action::Pass)
    }

    pub(super) fn muster(&self, all: &[Action]) -> Action {
        let s = self.s;
        let act = s.act();
        let mut best = (0.0, Action::Done);
        for action in all {
            let value = match action {
                Action::Take { piece } if self.running() => 100.0 + self.ground_value(s.hex(*piece)),
                Action::Take { piece } => 2.0 + f32::from(s.cp(*piece)) + self.threat(s.hex(*piece), 3).min(10.0),
                Action::Play { event: EventId::JacksonAttacks, .. } => 50.0,
                Action::Play { event: EventId::NightAttack, .. } => self.night_targets(),
                Action::Play { event: EventId::UnknownPaths, .. } => 0.5,
                Action::Detach { hex } => {
                    let units = self.game.solid(&s.stack_of(self.side, *hex)).minus(&s.active);
                    let idle: f32 = units.iter().filter(|p| self.game.fresh(s, *p).is_ok()).map(|p| f32::from(s.cp(p))).sum();
                    idle * 0.1 + self.threat(*hex, 3).min(10.0) * 0.1
                }
                Action::ForceMarch => {
                    // Far from everything, and in no danger.
                    let reach = if self.running() { 1 } else { 7 };
                    let free = s.active.iter().filter(|p| self.threat(s.hex(*p), reach) == 0.0 && -self.ground_value(s.hex(*p)) > 14.0);
                    let free = free.count();
                    let enough = if self.running() { free >= 3 } else { free == s.active.len() && free > 0 };
                    if enough && act.side == self.side { 20.0 } else { 0.0 }
                }
                _ => continue,
            };
            if value > best.0 {
                best = (value, *action);
            }
        }
        best.1
    }

    fn night_targets(&self) -> f32 {
        let close = self.s.active.iter().filter(|p| self.threat(self.s.hex(*p), 2) > 0.0).count();
        if close >= 3 { 10.0 } else { 0.0 }
    }
}
