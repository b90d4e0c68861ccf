//! Battles: what an attack or a fire promises.

use super::Eye;
use board::HexId;
use chancellorsville_1974::Chancellorsville1974;
use chancellorsville_1974::action::{Action, Targets};
use chancellorsville_1974::counters::{LOWEST, Outcome, PIECES, PieceId, Set, each};
use chancellorsville_1974::state::Step;

/// The odds beyond which more strength is spent elsewhere.
pub(super) const ENOUGH: u32 = 6;

/// What the greedy player takes a face-down counter for, in half points.
const UNKNOWN: u32 = 8;

/// What is known of the retreats of a piece, two and three hexes: 0 not yet asked, 1 it can, 2 it cannot.
type Retreats = [[u8; 2]; PIECES];

impl Eye<'_> {
    /// The defence of a hex, guessed where counters lie face down.
    pub(super) fn defence(&self, hex: HexId, attackers: Set, fire: bool) -> u32 {
        if self.unseen != 0 {
            let hidden = (self.state().at(hex) & self.unseen).count_ones();
            if hidden > 0 {
                return UNKNOWN * hidden;
            }
        }
        self.game.defence(self.state(), hex, self.side.enemy(), attackers, fire, &mut |_, _, _| {}).0
    }

    /// Points of strength in a set, hidden ones guessed.
    fn worth(&self, set: Set) -> f64 {
        let hidden = (set & self.unseen).count_ones();
        f64::from(2 * self.game.data.total(set & !self.unseen) + UNKNOWN * hidden) / 2.0
    }

    /// What a battle promises, in points of strength.
    pub fn promise(&self, attackers: Set, targets: &Targets, fire: bool, retreats: &mut Retreats) -> f64 {
        let (game, state) = (self.game, self.state());
        let attack = game.attack(state, attackers, targets, fire, &mut |_, _, _| {});
        let defence: u32 = targets.iter().map(|h| self.defence(h, attackers, fire)).sum();
        let Some(column) = Chancellorsville1974::column(attack, defence) else { return -self.worth(attackers) };
        let foes = targets.iter().fold(0, |set, h| set | state.at(h) & game.data.side(self.side.enemy()));
        let row = &game.data.crt[(column - LOWEST) as usize];
        // Neighbouring faces often bring the same.
        let (mut sum, mut last) = (0.0, None);
        for outcome in row.iter() {
            let value = match last {
                Some((same, value)) if same == *outcome => value,
                _ => self.result(*outcome, attackers, foes, fire, retreats),
            };
            last = Some((*outcome, value));
            sum += value;
        }
        sum / 6.0
    }

    fn result(&self, outcome: Outcome, attackers: Set, foes: Set, fire: bool, retreats: &mut Retreats) -> f64 {
        match outcome {
            Outcome::DefendersOut => self.worth(foes) + 0.5,
            Outcome::DefendersBack(hexes, turns) => self.back(foes, hexes, turns, retreats),
            Outcome::AttackersOut | Outcome::AttackersBack(..) if fire => 0.0,
            Outcome::AttackersOut => -self.worth(attackers),
            Outcome::AttackersBack(hexes, turns) => -self.back(attackers, hexes, turns, retreats),
        }
    }

    /// What is lost, or as good as lost, by a retreat.
    pub(super) fn back(&self, set: Set, hexes: u8, turns: u8, retreats: &mut Retreats) -> f64 {
        let mut sum = 0.0;
        for piece in each(set) {
            let worth = self.worth(piece.bit()) + 0.5;
            let lost = turns > 0 && self.state().disrupted(piece)
                || self.unseen & piece.bit() == 0 && {
                    let known = &mut retreats[piece.index()][usize::from(hexes > 2)];
                    if *known == 0 {
                        *known = if self.game.can_retreat(self.state(), piece, hexes) { 1 } else { 2 };
                    }
                    *known == 2
                };
            sum += if lost { worth } else { worth * (0.1 + 0.15 * f64::from(turns)) };
        }
        sum
    }

    /// Fires or attacks worth a thought, each with what it promises; whether they are legal is not asked.
    pub fn battles(&self, fire: bool, out: &mut Vec<(f64, Action)>) {
        let (game, state) = (self.game, self.state());
        let mut retreats: Retreats = [[0; 2]; PIECES];
        let mut targets: Vec<HexId> = Vec::with_capacity(16);
        if fire {
            let offensive = state.agenda.top() == Step::OffensiveFire;
            game.fire_targets(state, self.side, &mut targets);
            for target in targets {
                let mut guns = 0;
                for gun in game.guns_on(state, self.side, target) {
                    guns |= gun.bit();
                    // Guns in the open beside the enemy keep their shot for the attack that they owe.
                    let exposed = offensive
                        && each(guns).any(|g| {
                            let at = state.hex[g.index()];
                            !game.sheltered(state, at) && game.beside(state, self.side.enemy(), at)
                        });
                    let promise = if exposed { -1.0 } else { self.promise(guns, &Targets::one(target), true, &mut retreats) };
                    out.push((promise, Action::Fire(target, guns)));
                }
            }
            return;
        }
        game.attackable(state, &mut targets);
        targets.sort_unstable();
        let mut units: Vec<PieceId> = Vec::with_capacity(12);
        for (i, target) in targets.iter().enumerate() {
            units.clear();
            for near in game.ground.neighbours(*target) {
                let here = state.at(near) & game.data.side(self.side);
                units.extend(each(here).filter(|p| game.able(state, self.side, *p).is_ok()));
            }
            units.sort_by_key(|p| (std::cmp::Reverse(game.data.strength[p.index()]), p.0));
            let alone = Targets::one(*target);
            let mut strongest = 0;
            for unit in &units {
                strongest |= unit.bit();
                out.push((self.promise(strongest, &alone, false, &mut retreats), Action::Attack(alone, strongest)));
            }
            for other in &targets[i + 1..] {
                let both = units.iter().filter(|p| game.ground.adjacent(state.hex[p.index()], *other)).fold(0, |set: Set, p| set | p.bit());
                if both != 0 {
                    let pair = Targets::new(&[*target, *other]).expect("two hexes");
                    out.push((self.promise(both, &pair, false, &mut retreats), Action::Attack(pair, both)));
                }
            }
        }
    }

    /// How good it is to retreat to a hex.
    pub(super) fn refuge(&self, hex: HexId, foes: &[HexId]) -> f64 {
        let gap = foes.iter().map(|e| self.game.ground.grid().distance(*e, hex)).min().unwrap_or(9);
        f64::from(gap.min(4)) + if self.game.sheltered(self.state(), hex) { 0.5 } else { 0.0 }
    }
}
