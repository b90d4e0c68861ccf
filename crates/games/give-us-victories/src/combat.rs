//! Chapter 14: combat, step A to G. Pairs are attacker, defender.

use crate::action::{Action, Event};
use crate::counters::{counters, tables};
use crate::ground::{CREEK, MAJOR, MINOR, ground};
use crate::ids::{EventId, Hex, Path, Piece, Pieces, Roster};
use crate::state::{Battle, Bridges, FightStage, MOST_DICE, State, Step, Targets, TerrainEffect, WorksEffect};
use crate::{Check, GiveUsVictories};
use board::Direction;
use engine::{Class, Illegal, Roll, Side, Sink};

/// GUV-14.12: a die hits from here.
pub(crate) const HIT: i8 = 5;
/// The attacker's place in a pair.
pub(crate) const ATTACK: usize = 0;
/// The defender's place in a pair.
pub(crate) const DEFENCE: usize = 1;

/// A choice of terrain (GUV-14.23): the hex, what it does, the most dice.
pub(crate) type TerrainChoice = (Hex, TerrainEffect, u8);

const ANOTHER_COMBAT: Illegal =
    Illegal::new("GUV-14.9", "One combat is fought before the next is begun. A hex that this combat takes in may be attacked.");

/// GUV-14.10, GUV-14.11: the ratio, larger by smaller and rounded down, and one die more for each side.
pub(crate) fn ratio(attack: u16, defence: u16) -> (u8, u8) {
    let (a, d) = (attack.max(1), defence.max(1));
    if a >= d { ((a / d).min(99) as u8, 1) } else { (1, (d / a).min(99) as u8) }
}

impl GiveUsVictories {
    /// GUV-14.56, GUV-14.59, GUV-12.1, GUV-11.9, GUV-9.26, R-15: whether a unit may attack at all.
    pub(crate) fn may_attack_at_all(&self, s: &State, piece: Piece) -> Check {
        let c = counters();
        if c.get(piece).side != s.act().side {
            return Err(Illegal::new("GUV-1.1", "That unit is the enemy's."));
        }
        if c.dummies.has(piece) || !s.hex(piece).is_some() {
            return Err(Illegal::new("GUV-14.1", "That counter cannot attack."));
        }
        if c.skirmishers.has(piece) {
            if s.activated.has(piece) {
                return Err(Illegal::new("GUV-8.30", "Those skirmishers went with another activation this turn."));
            }
        } else if !s.active.has(piece) {
            return Err(Illegal::new("GUV-14.1", "Only active units attack."));
        }
        if s.disorganized.has(piece) {
            return Err(Illegal::new("GUV-14.56", "Disorganized units cannot attack."));
        }
        if s.demoralized.has(piece) {
            return Err(Illegal::new("GUV-14.59", "Demoralized units cannot attack."));
        }
        if s.fired.has(piece) {
            return Err(Illegal::new("GUV-12.1", "Artillery that bombarded does not attack in the same turn."));
        }
        if s.built.has(piece) {
            return Err(Illegal::new("GUV-11.9", "A brigade that built a pontoon, or tried to, does not attack."));
        }
        if s.forced.has(piece) {
            return Err(Illegal::new("GUV-9.26", "After a forced march the formation cannot attack."));
        }
        if s.attacked.has(piece) {
            return Err(Illegal::new("GUV-14.5", "A unit takes part in one combat of a turn."));
        }
        Ok(())
    }

    /// The enemy hexes that can be attacked from a hex: next to it, not over a major river (GUV-10.2).
    pub(crate) fn foes(&self, s: &State, side: Side, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        let enemy = s.held[side.enemy().index()];
        Direction::ALL.into_iter().filter_map(move |d| {
            let to = self.near[hex.index()][d.index()];
            (enemy.has(to) && ground().side(hex, d) & MAJOR == 0).then_some(to)
        })
    }

    /// Whether a unit in one hex can attack another.
    fn reaches(&self, from: Hex, target: Hex) -> bool {
        ground().direction(from, target).is_some_and(|d| ground().side(from, d) & MAJOR == 0)
    }

    /// GUV-14.58, R-16: enemies that need not be attacked: all units of the hex disorganized or demoralized.
    pub(crate) fn exempt(&self, s: &State, hex: Hex) -> bool {
        let here = self.solid(&s.stack(hex));
        !here.is_empty() && here.within(&s.disorganized.or(&s.demoralized))
    }

    /// Whether an enemy hex could still be attacked by somebody who is not among these.
    fn coverable(&self, s: &State, hex: Hex, without: &Pieces) -> bool {
        let free = s.active.minus(without);
        free.iter().any(|p| s.hex(p).is_some() && self.reaches(s.hex(p), hex) && self.may_attack_at_all(s, p).is_ok())
    }

    /// GUV-14.3, GUV-14.4, GUV-14.58, R-16, R-87: whether the attack of these units on these hexes leaves the duty to engage all
    /// neighbours of every attacking hex outside forest within reach of others. One unit can always take on all its neighbours in
    /// one combat, so a hex is covered as long as one free unit stands next to it.
    fn duty(&self, s: &State, attackers: &Pieces, targets: &Targets) -> Check {
        match self.left_out(s, attackers, targets).next() {
            None => Ok(()),
            Some(hex) if s.act().owed.has(hex) => {
                Err(Illegal::new("GUV-14.3", "An enemy next to an earlier attack must still be attacked, and nobody else could do it."))
            }
            Some(_) => Err(Illegal::new("GUV-14.3", "Outside forest all adjacent enemies must be attacked, by this or other units.")),
        }
    }

    /// The hexes that only these attackers can engage, that must be engaged, and that their combat does not take in.
    fn left_out<'a>(&'a self, s: &'a State, attackers: &'a Pieces, targets: &'a Targets) -> impl Iterator<Item = Hex> + 'a {
        let act = s.act();
        let open = move |hex: &Hex| !targets.has(*hex) && !act.stormed.has(*hex) && !self.exempt(s, *hex);
        let in_the_open = self.solid(attackers).iter().map(|p| s.hex(p)).filter(|h| !ground().forest.has(*h));
        let neighbours = in_the_open.flat_map(move |h| self.foes(s, act.side, h));
        let owed = act.owed.iter().filter(move |h| {
            // An enemy who has gone, or whom nobody can reach any more, is owed nothing.
            s.holds(act.side.enemy(), *h) && self.coverable(s, *h, &Pieces::NONE)
        });
        neighbours.chain(owed).filter(open).filter(|h| !self.coverable(s, *h, attackers))
    }

    /// Whether these units may attack these hexes together. Each of them is next to a hex that is attacked and each hex next to one of
    /// them, one joining the other, so a draft can always be completed: by taking in all that its attackers alone can engage.
    fn may_draft(&self, s: &State, attackers: &Pieces, targets: &Targets) -> Check {
        if targets.as_slice().iter().any(|h| Self::fought(s, attackers, *h)) {
            return Err(Illegal::new("GUV-14.8", "That hex was attacked in this activation: all attackers join in one combat."));
        }
        let mut whole = *targets;
        for hex in self.left_out(s, attackers, targets) {
            if !whole.has(hex) && whole.is_full() {
                return Err(Illegal::new(
                    "GUV-14.6",
                    "So many hexes cannot be attacked in one combat. Let others attack some of them first.",
                ));
            }
            whole.push(hex);
        }
        Ok(())
    }

    /// Who attacks and what, so far.
    fn drafted(&self, s: &State) -> (Pieces, Targets) {
        s.battle.map_or((Pieces::NONE, Targets::default()), |b| (b.attackers, b.targets))
    }

    /// GUV-14.1, GUV-14.5, GUV-14.9, GUV-10.2, GUV-13.11: whether a unit may join the attack on a hex.
    pub(crate) fn may_attack(&self, s: &State, piece: Piece, target: Hex) -> Check {
        self.may_attack_at_all(s, piece)?;
        let (mut attackers, mut targets) = self.drafted(s);
        self.may_target(s, &Pieces::one(piece), s.hex(piece), target)?;
        if attackers.has(piece) {
            return Err(Illegal::new("GUV-14.5", "That unit takes part already."));
        }
        if !attackers.is_empty() && !targets.has(target) {
            return Err(ANOTHER_COMBAT);
        }
        if counters().skirmishers.has(piece) && !self.solid(&attackers).iter().any(|p| s.hex(p) == s.hex(piece)) {
            return Err(Illegal::new("GUV-13.11", "Skirmishers attack only with other units of their hex."));
        }
        attackers.insert(piece);
        targets.push(target);
        self.may_draft(s, &attackers, &targets)
    }

    fn may_target(&self, s: &State, attackers: &Pieces, from: Hex, target: Hex) -> Check {
        if !target.is_some() || !s.holds(s.act().side.enemy(), target) || ground().direction(from, target).is_none() {
            return Err(Illegal::new("GUV-14.1", "Only adjacent enemies are attacked."));
        }
        if !self.reaches(from, target) {
            return Err(Illegal::new("GUV-10.2", "There is no combat across the Rappahannock and the Rapidan."));
        }
        if Self::fought(s, attackers, target) {
            return Err(Illegal::new("GUV-14.8", "That hex was attacked in this activation: all attackers join in one combat."));
        }
        Ok(())
    }

    /// whether a hex has had its combat in this activation, as far as these units go (GUV-17.9: demons may come again).
    pub(crate) fn fought(s: &State, attackers: &Pieces, hex: Hex) -> bool {
        let act = s.act();
        act.stormed.has(hex) && !(act.reopened.has(hex) && attackers.within(&act.again))
    }

    /// Everybody in a hex who could join the attack on a hex together.
    fn storming(&self, s: &State, from: Hex) -> Pieces {
        let (attackers, _) = self.drafted(s);
        let here = s.stack_of(s.act().side, from).minus(&attackers);
        let able: Pieces = here.iter().filter(|p| self.may_attack_at_all(s, *p).is_ok()).collect();
        if self.solid(&able).is_empty() && !self.solid(&attackers).iter().any(|p| s.hex(p) == from) { Pieces::NONE } else { able }
    }

    /// Whether a whole stack may join.
    pub(crate) fn may_storm(&self, s: &State, from: Hex, target: Hex) -> Check {
        if !from.is_some() {
            return Err(Illegal::new("GUV-14.1", "Nobody there can attack."));
        }
        let able = self.storming(s, from);
        if able.is_empty() {
            let here = s.stack_of(s.act().side, from);
            let why = here.iter().find_map(|p| self.may_attack_at_all(s, p).err());
            return Err(why.unwrap_or(Illegal::new("GUV-14.1", "Nobody there can attack.")));
        }
        let (attackers, mut targets) = self.drafted(s);
        self.may_target(s, &able, from, target)?;
        if !attackers.is_empty() && !targets.has(target) {
            return Err(ANOTHER_COMBAT);
        }
        targets.push(target);
        self.may_draft(s, &attackers.or(&able), &targets)
    }

    /// GUV-14.6: whether the attack may take in another hex.
    pub(crate) fn may_widen(&self, s: &State, hex: Hex) -> Check {
        let (attackers, mut targets) = self.drafted(s);
        if attackers.is_empty() {
            return Err(Illegal::new("GUV-14.6", "First name an attacker."));
        }
        if targets.has(hex) {
            return Err(Illegal::new("GUV-14.6", "That hex is attacked already."));
        }
        if !s.holds(s.act().side.enemy(), hex) {
            return Err(Illegal::new("GUV-14.1", "No enemy is in that hex."));
        }
        if !attackers.iter().any(|p| self.reaches(s.hex(p), hex)) {
            return Err(Illegal::new(
                "GUV-14.6",
                "No attacker is next to that hex on its side of the rivers. One must join the attack first.",
            ));
        }
        if targets.is_full() {
            return Err(Illegal::new("GUV-14.6", "No more hexes can be attacked in one combat."));
        }
        targets.push(hex);
        self.may_draft(s, &attackers, &targets)
    }

    /// Whether the combat may begin as it is drafted.
    pub(crate) fn may_begin(&self, s: &State) -> Check {
        let (attackers, targets) = self.drafted(s);
        if attackers.is_empty() {
            return Err(Illegal::new("GUV-14.2", "Nobody attacks."));
        }
        self.duty(s, &attackers, &targets)
    }

    /// GUV-14.2: whether the combat step may end: no hex is owed that somebody could still attack.
    pub(crate) fn may_end_combat(&self, s: &State) -> Check {
        let act = s.act();
        let owing =
            |h: Hex| s.holds(act.side.enemy(), h) && !act.stormed.has(h) && !self.exempt(s, h) && self.coverable(s, h, &Pieces::NONE);
        if act.owed.iter().any(owing) {
            return Err(Illegal::new("GUV-14.3", "An enemy next to an earlier attack must still be attacked."));
        }
        Ok(())
    }

    /// What the combat step offers (D25).
    pub(crate) fn attacks(&self, s: &State, out: &mut Vec<Action>) {
        let side = s.act().side;
        let drafting = s.battle.is_some();
        let (_, targets) = self.drafted(s);
        let mut stacks: Vec<Hex> = Vec::new();
        let along = if drafting { counters().skirmishers.and(&counters().of[side.index()]) } else { Pieces::NONE };
        for p in s.active.or(&along).iter() {
            let hex = s.hex(p);
            if !hex.is_some() || self.may_attack_at_all(s, p).is_err() {
                continue;
            }
            // Whichever of the hexes attacked a unit is next to, it joins the same combat.
            let joined = targets.as_slice().iter().copied().find(|t| self.reaches(hex, *t));
            for target in self.foes(s, side, hex) {
                if drafting && joined != Some(target) {
                    continue;
                }
                if self.may_attack(s, p, target).is_ok() {
                    out.push(Action::Attack { piece: p, target });
                }
                if !stacks.contains(&hex) && self.storming(s, hex).len() > 1 && self.may_storm(s, hex, target).is_ok() {
                    out.push(Action::Storm { from: hex, target });
                }
            }
            if !stacks.contains(&hex) {
                stacks.push(hex);
            }
        }
        if drafting {
            let start = out.len();
            for p in s.battle().attackers.iter() {
                for hex in self.foes(s, side, s.hex(p)) {
                    let widen = Action::Widen { hex };
                    if !out[start..].contains(&widen) && self.may_widen(s, hex).is_ok() {
                        out.push(widen);
                    }
                }
            }
            if self.may_begin(s).is_ok() {
                out.push(Action::Fight);
            }
        } else {
            for p in s.active.and(&counters().infantry).iter() {
                if s.hex(p).is_some() && self.in_contact(s, side, s.hex(p)) {
                    self.skirmish_lines(s, p, out);
                }
            }
            self.detachments(s, out);
            if self.may_end_combat(s).is_ok() {
                out.push(Action::Done);
            }
        }
    }

    /// Units join, a hex is named.
    pub(crate) fn join(&self, s: &mut State, pieces: &Pieces, target: Hex) {
        let battle = s.battle.get_or_insert(Battle {
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
            marked: [Roster::default(); 2],
            forced: false,
            barred: false,
            retreats: false,
            gone: Pieces::NONE,
            crossed: Bridges::default(),
        });
        battle.attackers = battle.attackers.or(pieces);
        battle.targets.push(target);
    }

    pub(crate) fn storm(&self, s: &mut State, from: Hex, target: Hex) {
        let able = self.storming(s, from);
        self.join(s, &able, target);
    }

    /// A is done: the hexes that the attackers leave to others are owed (GUV-14.3), bound corps that are attacked are freed
    /// (GUV-18.5).
    pub(crate) fn begin_combat<K: Sink<Event>>(&self, s: &mut State, sink: &mut K) {
        let battle = *s.battle();
        let side = s.act().side;
        let mut owed: Vec<Hex> = Vec::new();
        for p in self.solid(&battle.attackers).iter() {
            if !ground().forest.has(s.hex(p)) {
                owed.extend(self.foes(s, side, s.hex(p)));
            }
        }
        for hex in owed {
            if !battle.targets.has(hex) && !self.exempt(s, hex) && !s.act().stormed.has(hex) {
                s.act_mut().owed.insert(hex);
            }
        }
        for hex in battle.targets.as_slice() {
            s.act_mut().stormed.insert(*hex);
            s.act_mut().reopened.remove(*hex);
            s.act_mut().owed.remove(*hex);
        }
        s.attacked = s.attacked.or(&battle.attackers);
        let first = battle.targets.as_slice()[0];
        let more = battle.targets.as_slice().len() as u8 - 1;
        sink.tell(|| Event::CombatBegan { attackers: battle.attackers, target: first, more });
        let here = self.standing(s, &battle);
        self.provoke(s, &here);
        s.battle_mut().stage = FightStage::Screen;
        s.agenda.push(Step::Fight);
    }

    /// Everybody in the hexes attacked; dummies bear no losses (GUV-9.34).
    fn standing(&self, s: &State, battle: &Battle) -> Pieces {
        battle.targets.as_slice().iter().fold(Pieces::NONE, |all, h| all.or(&s.stack(*h))).minus(&counters().dummies)
    }

    /// Breastworks that the defender may still make in this combat (GUV-14.15).
    pub(crate) fn entrenchments(&self, s: &State) -> Vec<Hex> {
        let side = s.act().side.enemy();
        s.battle().targets.as_slice().iter().copied().filter(|h| self.may_entrench(s, side, *h).is_ok()).collect()
    }

    /// D: who fights, the ratio, encirclement; then what works may do.
    pub(crate) fn count_up<K: Sink<Event>>(&self, s: &mut State, sink: &mut K) {
        let mut battle = *s.battle();
        let act = *s.act();
        battle.defenders = self.standing(s, &battle);
        let (attack, defence) = (s.sum(&battle.attackers), s.sum(&battle.defenders));
        let odds = ratio(attack, defence);
        battle.base = [odds.0 as i8 + 1, odds.1 as i8 + 1];
        if self.encircled(s, &battle) {
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
        battle.points = [self.bonus(s, &battle.attackers), self.bonus(s, &battle.defenders)];
        // GUV-15.16, R-89
        for (i, side) in [battle.attackers, battle.defenders].iter().enumerate() {
            if !side.and(&s.starved).is_empty() {
                battle.marks[i] = [-1; MOST_DICE];
            }
        }
        battle.tired = !battle.defenders.and(&s.tired).is_empty();
        battle.stage = FightStage::Works;
        s.battle = Some(battle);
        let (a, d) = (battle.base[ATTACK] as u8, battle.base[DEFENCE] as u8);
        sink.tell(|| Event::Pools { attack: a, defence: d, ratio: odds });
    }

    /// GUV-14.25, R-17: attackers in opposite hexes, or in three alternate hexes with nobody in the three between.
    pub(crate) fn encircled(&self, s: &State, battle: &Battle) -> bool {
        battle.targets.as_slice().iter().any(|hex| {
            let near = &self.near[hex.index()];
            let from = |d: usize| near[d % 6].is_some() && self.reaches(near[d % 6], *hex);
            let attacks = |d: usize| from(d) && battle.attackers.iter().any(|p| s.hex(p) == near[d % 6]);
            let empty = |d: usize| Side::BOTH.iter().all(|side| !s.holds(*side, near[d % 6]));
            (0..3).any(|d| attacks(d) && attacks(d + 3))
                || (0..2).any(|d| attacks(d) && attacks(d + 2) && attacks(d + 4) && empty(d + 1) && empty(d + 3) && empty(d + 5))
        })
    }

    /// GUV-14.38, GUV-14.39: bonus points, for each hex at most one of the guns and one of the foot or horse.
    pub(crate) fn bonus(&self, s: &State, pieces: &Pieces) -> u8 {
        let c = counters();
        let mut hexes: Vec<Hex> = pieces.iter().map(|p| s.hex(p)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        let best = |hex: Hex, guns: bool| {
            pieces.iter().filter(|p| s.hex(*p) == hex && c.guns.has(*p) == guns).map(|p| c.get(p).elite).max().unwrap_or(0)
        };
        hexes.into_iter().map(|h| best(h, true) + best(h, false)).sum()
    }

    /// GUV-14.26, GUV-14.34, GUV-14.35, R-11: what the works may do; the defender has the choice.
    pub(crate) fn works_choices(&self, s: &State) -> Vec<WorksEffect> {
        let battle = s.battle();
        let side = s.act().side.enemy();
        let (mut fort, mut breastworks) = (false, false);
        for hex in battle.targets.as_slice() {
            let facing = self.forts[side.index()][hex.index()];
            if facing != 0 {
                // Whoever attacks other hexes of the combat comes from no side of this one.
                let front = |d: Direction| facing >> d.index() & 1 == 1;
                if battle.attackers.iter().all(|p| ground().direction(*hex, s.hex(p)).is_none_or(front)) {
                    fort = true;
                } else {
                    breastworks = true;
                }
            } else if s.breastworks.has(*hex) {
                breastworks = true;
            }
        }
        let mut list = Vec::new();
        if fort {
            list.push(WorksEffect::Fort);
        }
        if breastworks {
            list.extend([WorksEffect::Die, WorksEffect::Step]);
        }
        list
    }

    /// GUV-14.7, GUV-14.22 to GUV-14.24, R-9, R-10: the terrain effects valid in this combat, each with the dice limit of its hex.
    pub(crate) fn terrain_choices(&self, s: &State) -> Vec<TerrainChoice> {
        let (g, t) = (ground(), &tables().terrain);
        let battle = s.battle();
        let mut list: Vec<TerrainChoice> = Vec::new();
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
                battle.attackers.iter().map(|p| s.hex(p)).all(|from| match self.reaches(from, *hex) {
                    true => over(from, *hex, water),
                    false => battle.targets.as_slice().iter().any(|t| self.reaches(from, *t) && over(from, *t, water)),
                })
            };
            let start = list.len();
            if g.city.has(*hex) {
                list.push((*hex, TerrainEffect::City, limit));
            }
            if hill && !battle.attackers.iter().all(|p| g.hill.has(s.hex(p))) {
                list.push((*hex, TerrainEffect::Hill, limit));
            }
            if all_cross(MINOR) {
                list.push((*hex, TerrainEffect::River, limit.min(t.minor_river_limit)));
            } else if all_cross(CREEK) {
                list.push((*hex, TerrainEffect::Creek, limit));
            }
            if list.len() == start {
                list.push((*hex, TerrainEffect::None, limit));
            }
        }
        let mut distinct: Vec<TerrainChoice> = Vec::new();
        for choice in list {
            if !distinct.iter().any(|d| (d.1, d.2) == (choice.1, choice.2)) {
                distinct.push(choice);
            }
        }
        distinct
    }

    /// D: the pools as works change them (GUV-14.16).
    pub(crate) fn apply_works<K: Sink<Event>>(&self, s: &mut State, effect: WorksEffect, sink: &mut K) {
        let battle = s.battle_mut();
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

    pub(crate) fn apply_terrain<K: Sink<Event>>(&self, s: &mut State, choice: TerrainChoice, sink: &mut K) {
        let battle = s.battle_mut();
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
    fn event_window(&self, s: &State, who: usize) -> bool {
        let side = if who == ATTACK { s.act().side } else { s.act().side.enemy() };
        if self.opt.events {
            return s.cards(side) > 0 && s.may_play_more(side);
        }
        // Hands of scenarios are known to both.
        self.combat_events(s, who).next().is_some()
    }

    /// The events a side can play on this combat (GUV-17.10, GUV-17.21, GUV-17.22).
    pub(crate) fn combat_events(&self, s: &State, who: usize) -> impl Iterator<Item = EventId> {
        let side = if who == ATTACK { s.act().side } else { s.act().side.enemy() };
        let fits: &[EventId] = match (side, who) {
            (Side::Confederate, ATTACK) => &[EventId::RebelYell],
            (Side::Confederate, _) => &[],
            (Side::Union, ATTACK) => &[EventId::YankeeVeterans],
            (Side::Union, _) => &[EventId::SteadyDefense, EventId::YankeeVeterans],
        };
        let playable: Vec<EventId> = fits.iter().copied().filter(|e| s.may_play(side, *e)).collect();
        playable.into_iter()
    }

    /// The dice that differ, by what lies on them: one of each.
    fn distinct_dice(marks: &[i8; MOST_DICE], count: u8) -> impl Iterator<Item = u8> + '_ {
        (0..count).filter(move |i| !marks[..usize::from(*i)].contains(&marks[usize::from(*i)]))
    }

    /// What may be done with bonus points and events (D29).
    pub(crate) fn bonuses(&self, s: &State, who: usize, out: &mut Vec<Action>) {
        let battle = s.battle();
        out.extend(self.combat_events(s, who).map(Action::play));
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
    pub(crate) fn may_point(&self, s: &State, who: usize, enemy: bool, die: u8) -> Check {
        let battle = s.battle();
        if battle.points[who] == 0 {
            return Err(Illegal::new("GUV-14.38", "No bonus point is left."));
        }
        if enemy && battle.points[who] <= battle.cheers[who] {
            return Err(Illegal::new("GUV-14.41", "What an event adds goes onto one's own dice."));
        }
        if die >= self.dice(battle, if enemy { 1 - who } else { who }) {
            return Err(Illegal::new("GUV-14.38", "There is no such die."));
        }
        Ok(())
    }

    /// GUV-14.12: how many of the dice hit, and how many of these are natural sixes (GUV-14.49, R-5).
    pub(crate) fn hits(dice: &[u8], marks: &[i8; MOST_DICE]) -> (u8, u8) {
        let hits = |i: usize| dice[i] as i8 + marks[i] >= HIT;
        let count = (0..dice.len()).filter(|i| hits(*i)).count() as u8;
        let sixes = (0..dice.len()).filter(|i| hits(*i) && dice[*i] == 6).count() as u8;
        (count, sixes)
    }

    /// Answers of one side's dice, sorted by hits and, with the rule of 6, natural sixes.
    pub(crate) fn dice_classes(&self, s: &State, who: usize, out: &mut Vec<Class>) {
        let battle = s.battle();
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
    pub(crate) fn combat_dice<K: Sink<Event>>(&self, s: &mut State, who: usize, roll: &Roll, sink: &mut K) {
        let six_rule = self.opt.rule_of_six;
        let battle = s.battle_mut();
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

    /// The pieces of a side that are still in the combat.
    fn fighters(battle: &Battle, who: usize) -> Pieces {
        if who == ATTACK { battle.attackers } else { battle.defenders }
    }

    /// GUV-14.19, GUV-14.42: whom the next loss may fall on: the unit that a six has named, before all others (GUV-14.45); else anybody,
    /// skirmishers too (GUV-13.13), pontoons never (GUV-11.2).
    pub(crate) fn bearers(&self, s: &State, who: usize) -> Pieces {
        let c = counters();
        let battle = s.battle();
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
    pub(crate) fn may_give_ground(&self, s: &State) -> Check {
        let battle = s.battle();
        if battle.barred {
            return Err(Illegal::new("GUV-14.47", "The defender goes back already, or has been forced to."));
        }
        if battle.taken[DEFENCE] == 0 || Self::to_bear(battle, DEFENCE) == 0 {
            return Err(Illegal::new("GUV-14.44", "Only after a first loss may one more be saved by a retreat."));
        }
        let named = battle.marked[DEFENCE].len();
        if named > usize::from(battle.owed[DEFENCE] == 0) {
            return Err(Illegal::new("GUV-14.45", "Losses that sixes have named come first. Going back saves the last loss of all."));
        }
        Ok(())
    }

    /// The defender goes back and is spared one loss (GUV-14.44).
    pub(crate) fn give_ground<K: Sink<Event>>(&self, s: &mut State, sink: &mut K) {
        let battle = s.battle_mut();
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
    pub(crate) fn suffer<K: Sink<Event>>(&self, s: &mut State, who: usize, piece: Piece, sink: &mut K) {
        let battle = s.battle_mut();
        if battle.marked[who].first() == Some(piece) {
            battle.marked[who].shift();
        } else {
            battle.owed[who] = battle.owed[who].saturating_sub(1);
        }
        battle.taken[who] += 1;
        if !counters().skirmishers.has(piece) {
            battle.first[who] = true;
        }
        self.lose_step(s, piece, sink);
    }

    /// GUV-14.45, GUV-14.46, GUV-14.48: whom a six may name.
    pub(crate) fn may_mark(&self, s: &State, who: usize, piece: Piece) -> Check {
        let battle = s.battle();
        let enemy = Self::fighters(battle, 1 - who);
        if !enemy.has(piece) {
            return Err(Illegal::new("GUV-14.45", "A six names an enemy unit of this combat."));
        }
        let alone = s.stack(s.hex(piece)).minus(&counters().dummies).len() == 1;
        if battle.named.has(piece) && !alone {
            return Err(Illegal::new("GUV-14.46", "Two sixes do not name the same unit unless it is alone in its hex."));
        }
        if battle.marked[1 - who].count(piece) >= usize::from(s.steps(piece)) {
            return Err(Illegal::new("GUV-14.43", "The sixes that name that unit take all its steps already."));
        }
        Ok(())
    }

    /// The uses of natural sixes (D30).
    pub(crate) fn six_choices(&self, s: &State, who: usize, out: &mut Vec<Action>) {
        let battle = s.battle();
        for p in Self::fighters(battle, 1 - who).iter().filter(|p| self.may_mark(s, who, *p).is_ok()) {
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
    pub(crate) fn mark<K: Sink<Event>>(&self, s: &mut State, who: usize, piece: Piece, sink: &mut K) {
        let battle = s.battle_mut();
        battle.sixes[who] -= 1;
        battle.named.insert(piece);
        battle.marked[1 - who].push(piece);
        sink.tell(|| Event::Marked { piece });
    }

    /// The retreats of the defenders, one by one (D33).
    pub(crate) fn combat_retreats(&self, s: &State, out: &mut Vec<Action>) {
        let battle = s.battle();
        for p in self.goers(s).iter() {
            out.extend(self.retreats(s, p, &battle.gone).into_iter().map(|path| Action::Retreat { piece: p, path }));
        }
    }

    /// Who still has to go back: every defender, skirmishers like all others (GUV-13.11, R-18).
    pub(crate) fn goers(&self, s: &State) -> Pieces {
        let battle = s.battle();
        battle.defenders.minus(&battle.gone)
    }

    pub(crate) fn may_go_back(&self, s: &State, piece: Piece, path: Path) -> Check {
        if !self.goers(s).has(piece) {
            return Err(Illegal::new("GUV-14.50", "Only the defenders of this combat go back."));
        }
        self.may_retreat(s, piece, path, &s.battle().gone)
    }

    pub(crate) fn go_back<K: Sink<Event>>(&self, s: &mut State, piece: Piece, path: Path, sink: &mut K) {
        let side = counters().get(piece).side;
        let works = self.works(s, side, s.hex(piece));
        let crossed = self.fall_back(s, piece, path, works, sink);
        let battle = s.battle_mut();
        battle.gone.insert(piece);
        battle.crossed = battle.crossed.or(crossed);
    }

    /// GUV-14.50, GUV-14.54: those who cannot go back are lost, but only when nobody else could make room by going.
    fn retreat_next<K: Sink<Event>>(&self, s: &mut State, sink: &mut K) -> bool {
        loop {
            let goers = self.goers(s);
            let stuck = goers.iter().find(|p| self.retreats(s, *p, &s.battle().gone).is_empty());
            match stuck {
                Some(p) if goers.iter().all(|q| self.retreats(s, q, &s.battle().gone).is_empty()) => self.eliminate(s, p, sink),
                _ => return !goers.is_empty(),
            }
        }
    }

    /// GUV-14.63: the units that may follow, and where; skirmishers that took part too (GUV-13.11).
    pub(crate) fn may_advance(&self, s: &State, piece: Piece, hex: Hex) -> Check {
        let battle = s.battle();
        let side = s.act().side;
        if !battle.attackers.has(piece) || battle.gone.has(piece) {
            return Err(Illegal::new("GUV-14.63", "Only units that took part advance, once."));
        }
        if !battle.targets.has(hex) || s.holds(side.enemy(), hex) {
            return Err(Illegal::new("GUV-14.20", "Units advance only into a hex that the defender has left."));
        }
        let d = ground().direction(s.hex(piece), hex);
        if !d.is_some_and(|d| self.passable(s, piece, s.hex(piece), d, false)) {
            return Err(Illegal::new("GUV-14.63", "That hexside cannot be crossed."));
        }
        if !self.room(s, piece, hex) {
            return Err(Illegal::new("GUV-14.63", "The stacking limits hold in an advance too."));
        }
        Ok(())
    }

    pub(crate) fn advances(&self, s: &State, out: &mut Vec<Action>) {
        let battle = s.battle();
        for p in battle.attackers.minus(&battle.gone).iter() {
            for hex in battle.targets.as_slice() {
                if self.may_advance(s, p, *hex).is_ok() {
                    out.push(Action::Advance { piece: p, hex: *hex });
                }
            }
        }
        out.push(Action::Done);
    }

    /// A unit follows; leaving its own breastworks it is not disorganized (GUV-14.33).
    pub(crate) fn advance<K: Sink<Event>>(&self, s: &mut State, piece: Piece, hex: Hex, sink: &mut K) {
        let from = s.hex(piece);
        s.put(piece, hex);
        s.stirred.insert(piece);
        s.battle_mut().gone.insert(piece);
        sink.tell(|| Event::Advanced { piece, to: hex });
        self.lead_dummies(s, counters().get(piece).side, from, hex);
        self.tidy(s, from, sink);
        self.tidy(s, hex, sink);
    }

    /// Goes on with the combat until somebody is asked or it is over; false when it is over.
    pub(crate) fn fight<K: Sink<Event>>(&self, s: &mut State, sink: &mut K) -> bool {
        loop {
            let battle = *s.battle();
            match battle.stage {
                FightStage::Draft => return true,
                FightStage::Screen => {
                    if battle.targets.as_slice().iter().any(|h| self.screener(s, *h).is_ok()) {
                        return true;
                    }
                    s.battle_mut().stage = FightStage::Entrench;
                }
                FightStage::Entrench => {
                    if !self.entrenchments(s).is_empty() {
                        return true;
                    }
                    self.count_up(s, sink);
                }
                FightStage::Works => match self.works_choices(s).as_slice() {
                    [] => self.apply_works(s, WorksEffect::None, sink),
                    [only] => self.apply_works(s, *only, sink),
                    _ => return true,
                },
                FightStage::Terrain => match self.terrain_choices(s).as_slice() {
                    [only] => self.apply_terrain(s, *only, sink),
                    _ => return true,
                },
                FightStage::AttackBonus => {
                    if battle.points[ATTACK] > 0 || self.event_window(s, ATTACK) {
                        return true;
                    }
                    s.battle_mut().stage = FightStage::DefenceBonus;
                }
                FightStage::DefenceBonus => {
                    if battle.points[DEFENCE] > 0 || battle.creek || battle.tired || self.event_window(s, DEFENCE) {
                        return true;
                    }
                    s.battle_mut().stage = FightStage::AttackDice;
                }
                FightStage::AttackDice | FightStage::DefenceDice => return true,
                FightStage::AttackSixes => {
                    if battle.sixes[ATTACK] > 0 {
                        return true;
                    }
                    s.battle_mut().stage = FightStage::DefenceDice;
                }
                FightStage::DefenceLosses | FightStage::AttackLosses => {
                    let who = if battle.stage == FightStage::DefenceLosses { DEFENCE } else { ATTACK };
                    let bearers = self.bearers(s, who);
                    let may_go = who == DEFENCE && self.may_give_ground(s).is_ok();
                    // GUV-14.43: what nobody is left to bear is ignored.
                    if Self::to_bear(&battle, who) == 0 || bearers.is_empty() {
                        let battle = s.battle_mut();
                        battle.owed[who] = 0;
                        battle.stage = if who == DEFENCE { FightStage::DefenceSixes } else { FightStage::Retreat };
                    } else if bearers.len() == 1 && !may_go {
                        self.suffer(s, who, bearers.first().expect("one"), sink);
                    } else {
                        return true;
                    }
                }
                FightStage::DefenceSixes => {
                    if battle.sixes[DEFENCE] > 0 {
                        return true;
                    }
                    s.battle_mut().stage = FightStage::AttackLosses;
                }
                FightStage::Retreat => {
                    if (battle.retreats || battle.forced) && self.retreat_next(s, sink) {
                        return true;
                    }
                    let battle = s.battle_mut();
                    battle.stage = FightStage::Advance;
                    battle.gone = Pieces::NONE;
                    let crossed = std::mem::take(&mut battle.crossed);
                    if self.offer_to_take_up(s, crossed) {
                        return true;
                    }
                }
                FightStage::Advance => {
                    let mut options = Vec::new();
                    self.advances(s, &mut options);
                    if options.len() > 1 {
                        return true;
                    }
                    s.battle = None;
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
}
