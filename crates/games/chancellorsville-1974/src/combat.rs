//! Regular combat (VII.A): strengths and odds, and which attacks may be made.

use board::HexId;
use contact::odds::Odds;
use engine::{Illegal, Side};

use crate::Chancellorsville1974;
use crate::action::{Action, Targets};
use crate::counters::{HIGHEST, Kind, LOWEST, Outcome, PIECES, PieceId, Set, each};
use crate::duties::{Search, Solved};
use crate::ground::{CITY, HILL, Hexes, RIVER, STREAM};
use crate::state::{CROWD, GRAY_DOWN, State, Step};
use engine::Few;

/// How many attacks on one hex are thought of at most: by single units of six full stacks, by what they add up to, with each other hex.
const TRIED: usize = 384;

/// A strength in half points, so that Optional II.B is exact.
pub(crate) type Halves = u32;

/// What a modifier did, for people.
pub(crate) type Note<'a> = &'a mut dyn FnMut(&'static str, &'static str, &'static str);

impl Chancellorsville1974 {
    /// The defence of a hex in half points and whether it was doubled (T-7: printed strength, disruption, Optional II.B, river, doubling).
    ///
    /// C74-VII.B.2: guns that fired defensively defend as ever. C74-VII.C.5: whoever holds a fort has its help.
    /// C74-VII.A.8, C74-CRT-14, C74-CRT-15, C74-VII.D.4, C74-VII.C.1, C74-TEC-3, C74-TEC-6, C74-TEC-8.b, C74-TEC-8.c, C74-TEC-9.b, C74-TEC-10, C74-QA-12.
    pub fn defence(&self, state: &State, hex: HexId, side: Side, attackers: Set, fire: bool, note: Note<'_>) -> (Halves, bool) {
        let here = state.at(hex) & self.data.side(side);
        let steady = each(here & self.data.fights).filter(|p| !state.disrupted(*p)).fold(0, |set, p| set | p.bit());
        // R-21, C74-VII.A.3.b: who retreated into the hex adds nothing to those who stand there, be they disrupted.
        let joined = here & self.data.fights & !state.retreated != 0;
        let counted = if joined { steady & !state.retreated } else { steady };
        if counted == 0 {
            let rule = if here & self.data.fights != 0 { "C74-CRT-14" } else { "C74-VII.D.4" };
            note(rule, "only disrupted units, bridges or boats in the hex", "defence 1 in all");
            return (2, false);
        }
        let company = here & (self.data.kind_set(Kind::Infantry) | self.data.kind_set(Kind::Cavalry)) != 0;
        let halved = self.options.functions && !fire && !company && !state.is_fort(hex);
        if halved {
            note("C74-OPT-II.B.1.a", "guns without infantry or cavalry", "strength halved");
        }
        let river = self.ground.is(hex, RIVER);
        if river {
            note(if fire { "C74-TEC-8.c" } else { "C74-TEC-8.b" }, "defenders on the river", "strength halved, rounded down");
        }
        let mut sum = 0;
        for piece in each(counted) {
            let mut points = 2 * Halves::from(self.data.strength[piece.index()]);
            if halved && self.data.kind[piece.index()].is_gun() {
                points /= 2;
            }
            sum += if river { points / 4 * 2 } else { points };
        }
        let behind_stream = !fire && attackers != 0 && !self.ground.is(hex, STREAM | RIVER) && {
            each(attackers).all(|p| {
                let at = state.hex[p.index()];
                self.ground.is(at, STREAM) && self.ground.adjacent(at, hex)
            })
        };
        let why = if state.is_fort(hex) {
            Some(("C74-VII.C.1", "fort"))
        } else if self.ground.is(hex, CITY) {
            Some(("C74-TEC-3", "city"))
        } else if !fire && self.ground.is(hex, HILL) {
            Some(("C74-TEC-6", "hill"))
        } else if behind_stream {
            Some(("C74-TEC-9.b", "all attackers on the stream before it"))
        } else {
            None
        };
        match why {
            Some((rule, what)) => {
                note(rule, what, "defence doubled");
                (2 * sum, true)
            }
            None => (sum, false),
        }
    }

    /// The strength of attackers in half points (C74-TEC-8.b, C74-OPT-II.B.1.a, C74-OPT-II.B.1.b, C74-OPT-II.B.2).
    pub fn attack(&self, state: &State, attackers: Set, targets: &Targets, fire: bool, note: Note<'_>) -> Halves {
        let afloat = targets.iter().all(|h| self.ground.river(h));
        let (mut sum, mut halved, mut wet) = (0, false, false);
        for piece in each(attackers) {
            let hex = state.hex[piece.index()];
            let mut points = 2 * Halves::from(self.data.strength[piece.index()]);
            if self.options.functions && !fire && self.data.kind[piece.index()].is_gun() && !state.is_fort(hex) {
                let foot = self.data.kind_set(Kind::Infantry) | self.data.kind_set(Kind::Cavalry);
                if !each(attackers & foot).any(|p| state.hex[p.index()] == hex) {
                    points /= 2;
                    halved = true;
                }
            }
            if !fire && self.ground.river(hex) && !afloat {
                points = points / 4 * 2;
                wet = true;
            }
            sum += points;
        }
        if halved {
            note("C74-OPT-II.B.1.b", "guns without infantry or cavalry in the same attack", "strength halved");
        }
        if wet {
            note("C74-TEC-8.b", "attackers on the river", "strength halved, rounded down");
        }
        sum
    }

    /// Both sums: C74-VII.A.7.a, C74-VII.A.6.
    pub fn sums(&self, state: &State, attackers: Set, targets: &Targets, fire: bool, note: Note<'_>) -> (Halves, Halves) {
        let side = if attackers & self.data.union != 0 { Side::Confederate } else { Side::Union };
        let attack = self.attack(state, attackers, targets, fire, note);
        let defence =
            targets.iter().filter(|h| !self.only_hqs(state, side, *h)).map(|h| self.defence(state, h, side, attackers, fire, note).0);
        (attack, defence.sum())
    }

    /// C74-VII.A.7.b: the odds, rounded down for the defender; nothing if they are below 1-4 (C74-CRT-2); C74-CRT-1: at most 6-1. R-28.
    pub fn column(attack: Halves, defence: Halves) -> Option<i16> {
        let above = Odds::of(attack, defence).above_even();
        (attack > 0 && above >= LOWEST).then(|| above.min(HIGHEST))
    }

    /// C74-VII.A.7.c: the cell.
    pub fn outcome(&self, column: i16, die: u8) -> Outcome {
        self.data.crt[(column - LOWEST) as usize][usize::from(die) - 1]
    }

    /// Only headquarters of that side, none of them face down.
    pub(crate) fn only_hqs(&self, state: &State, side: Side, hex: HexId) -> bool {
        let here = state.at(hex) & self.data.side(side);
        here != 0 && here & !(self.data.kind_set(Kind::Headquarters) & !state.face_down) == 0
    }

    /// The hex hides something from that side (Optional III).
    #[inline]
    pub(crate) fn hides(&self, state: &State, from: Side, hex: HexId) -> bool {
        from == Side::Union && state.flags(hex) & GRAY_DOWN != 0
    }

    /// C74-VII.A.3.b: somebody of that side in the hex was not yet attacked in this phase.
    pub fn fresh(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.at(hex) & self.data.side(side) & !state.struck != 0
    }

    /// Own units in a hex with enemies: on a Union bridge, or upon a lone headquarters. Such a hex is no target.
    pub(crate) fn holds_friends(&self, state: &State, by: Side, hex: HexId) -> bool {
        state.at(hex) & self.data.side(by) & !self.data.equipment() != 0
    }

    /// Whether that unit may still attack in this phase; if not, why. C74-III.A.4: not if it fired.
    pub fn able(&self, state: &State, by: Side, piece: PieceId) -> Result<(), Illegal> {
        if piece.side() != by || !state.on_map(piece) {
            return Err(Illegal::new(
                "C74-VII.A.0",
                "Only units of the side whose phase it is, on the map, attack.",
                "Attack with your own units on the map, in your Regular Combat Phase.",
            ));
        }
        if self.data.strength[piece.index()] == 0 {
            return Err(Illegal::new(
                "C74-II.B.1",
                "Headquarters, bridges and boats do not attack.",
                "Attack with infantry, cavalry or artillery.",
            ));
        }
        if state.attacked & piece.bit() != 0 {
            return Err(Illegal::new(
                "C74-VII.A.3.a",
                "No unit attacks twice in a Segment, by fire or otherwise.",
                "Attack with units that have not attacked yet; this one attacks again in the next turn.",
            ));
        }
        if state.disrupted(piece) {
            return Err(Illegal::new(
                "C74-CRT-12",
                "Disrupted units may not attack.",
                "They recover at the end of their Movement Phases, and attack after that.",
            ));
        }
        if state.retreated & piece.bit() != 0 {
            return Err(Illegal::new(
                "C74-QA-5",
                "A unit that has retreated makes no attack in that Segment.",
                "Attack with other units; it may attack again in its next Segment.",
            ));
        }
        if state.barred & piece.bit() != 0 {
            return Err(Illegal::new(
                "C74-QA-5",
                "A unit that has retreated makes no attack in that turn.",
                "Attack with other units; it may attack again in the next turn.",
            ));
        }
        Ok(())
    }

    /// Whether these units may attack those hexes together. C74-VII.A.5: any units of a hex, the others may attack elsewhere.
    pub(crate) fn may_attack(&self, state: &State, by: Side, targets: &Targets, attackers: Set) -> Result<(), Illegal> {
        if state.agenda.top() != Step::Combat || by != state.phasing {
            return Err(Illegal::new(
                "C74-IV.E",
                "Attacks are made in the attacker's own Regular Combat Phase.",
                "Stop beside the enemy now, and attack in your Regular Combat Phase.",
            ));
        }
        if targets.is_empty() || attackers == 0 {
            return Err(Illegal::new(
                "C74-VII.A.1",
                "An attack has attackers and at least one hex to attack.",
                "Name at least one unit of yours and an enemy hex next to it.",
            ));
        }
        let enemy = by.enemy();
        for hex in targets.iter() {
            if !self.fights_at(state, enemy, hex) && !self.only_equipment(state, enemy, hex) {
                return Err(match self.only_hqs(state, enemy, hex) {
                    true => Illegal::new(
                        "C74-QA-7",
                        "A lone headquarters is not attacked: it comes off when the phase ends.",
                        "Attack a combat unit instead.",
                    ),
                    false => Illegal::new(
                        "C74-VII.A.0",
                        "There is no enemy to attack in that hex.",
                        "Choose a hex with an enemy combat unit in it.",
                    ),
                });
            }
            if self.holds_friends(state, by, hex) {
                return Err(Illegal::new("C74-VII.A.1", "Your own unit stands in that hex.", "Choose a hex with enemies alone in it."));
            }
            if !self.fresh(state, enemy, hex) {
                return Err(Illegal::new(
                    "C74-VII.A.3.b",
                    "No enemy unit is attacked twice in a Regular Combat Phase.",
                    "Attack a hex that has not been attacked in this phase.",
                ));
            }
        }
        for piece in each(attackers) {
            self.able(state, by, piece)?;
            let hex = state.hex[piece.index()];
            if targets.iter().any(|t| !self.ground.adjacent(hex, t)) {
                return Err(Illegal::new(
                    "C74-VII.A.4.a",
                    "Every attacker must be next to every hex it attacks.",
                    "Leave out those who are not, or attack fewer hexes together.",
                ));
            }
        }
        if !targets.iter().any(|h| self.hides(state, by, h)) {
            let (attack, defence) = self.sums(state, attackers, targets, false, &mut |_, _, _| {});
            if Self::column(attack, defence).is_none() {
                return Err(Illegal::new("C74-CRT-2", "Attacks below 1-4 are not allowed.", "Add attackers, or choose a weaker hex."));
            }
        }
        let after = self.front(state, attackers, targets);
        let (unreachable, idle) = (after.unreachable(), after.stranded);
        let sheltered = each(attackers).all(|p| self.sheltered(state, state.hex[p.index()]));
        // Where the search gives up the attack is let through: a dead end would be worse.
        if Search::new(self, state, after).solve() != Solved::No || self.solvable(state) != Solved::Yes {
            return Ok(());
        }
        Err(if idle {
            Illegal::new(
                "C74-VII.A.4.b",
                "That would leave a unit that must attack without an enemy to attack.",
                "Leave it an enemy to attack, or take it into this attack.",
            )
        } else if unreachable && sheltered {
            Illegal::new(
                "C74-VI.E.3.b",
                "Units that attack from woods, city or fort must see all enemies in the open beside them attacked.",
                "Attack those in the open too, with these or other units, or leave the sheltered units out.",
            )
        } else {
            Illegal::new(
                "C74-VII.A.4.c",
                "Then not all enemies that must be attacked could be attacked at 1-4 or better.",
                "Attack with fewer units and keep the others for the rest, or attack the other hexes first.",
            )
        })
    }

    /// The hexes that somebody could attack.
    pub fn attackable(&self, state: &State, out: &mut impl Extend<HexId>) {
        let (by, enemy) = (state.phasing, state.phasing.enemy());
        let mut seen = Hexes::default();
        for piece in each(self.data.side(by) & self.data.fights & !state.attacked & !state.retreated & !state.barred) {
            let hex = state.hex[piece.index()];
            if !hex.is_some() || state.disrupted(piece) {
                continue;
            }
            for near in self.ground.neighbours(hex) {
                if seen.has(near) || state.flags(near) & CROWD[enemy.index()] == 0 {
                    continue;
                }
                let enemies = self.fights_at(state, enemy, near) || self.only_equipment(state, enemy, near);
                if enemies && self.fresh(state, enemy, near) && !self.holds_friends(state, by, near) {
                    seen.insert(near);
                    out.extend([near]);
                }
            }
        }
    }

    /// Whether anybody could be attacked.
    pub(crate) fn can_attack(&self, state: &State) -> bool {
        let mut targets: Few<HexId, PIECES> = Few::new(HexId::NONE);
        self.attackable(state, &mut targets);
        !targets.is_empty()
    }

    /// Attacks on a hex worth listing: by one unit, by a stack, by the strongest few, by all; on it alone or with other hexes. What a way
    /// to meet every duty says about this hex comes first unless it is among them, so that there is always something if there can be.
    pub(crate) fn list_attacks(&self, state: &State, target: HexId, first_only: bool, out: &mut impl Extend<Action>) {
        let mut tried: Few<(Targets, Set), TRIED> = Few::new((Targets::NONE, 0));
        let mut listed = false;
        let mut try_out = |targets: Targets, set: Set| {
            if set != 0 && !tried.contains(&(targets, set)) {
                tried.push((targets, set));
                if self.may_attack(state, state.phasing, &targets, set).is_ok() {
                    out.extend([Action::Attack(targets, set)]);
                    listed = true;
                }
            }
            listed && first_only
        };
        let mut search = Search::new(self, state, self.front(state, 0, &Targets::NONE));
        let planned = if search.solve() == Solved::Yes { search.planned(target) } else { None };
        if let Some((targets, set)) = planned
            && !self.each_idea(state, target, &mut |t, s| (t, s) == (targets, set))
            && try_out(targets, set)
        {
            return;
        }
        self.each_idea(state, target, &mut try_out);
    }

    /// Goes through attacks on a hex that somebody might think of, until told to stop; some come up more than once.
    fn each_idea(&self, state: &State, target: HexId, think: &mut dyn FnMut(Targets, Set) -> bool) -> bool {
        let by = state.phasing;
        let mut units: Few<PieceId, PIECES> = Few::new(PieceId(0));
        for near in self.ground.neighbours(target) {
            units.extend(each(state.at(near) & self.data.side(by)).filter(|p| self.able(state, by, *p).is_ok()));
        }
        units.sort_unstable_by_key(|p| (std::cmp::Reverse(self.data.strength[p.index()]), p.0));
        let mut others: Few<HexId, PIECES> = Few::new(HexId::NONE);
        self.attackable(state, &mut others);
        others.retain(|h| *h != target);
        let touching = |targets: &Targets| {
            units
                .iter()
                .filter(|p| targets.iter().all(|t| self.ground.adjacent(state.hex[p.index()], t)))
                .fold(0, |set: Set, p| set | p.bit())
        };
        let alone = Targets::one(target);
        let all = touching(&alone);
        if think(alone, all) {
            return true;
        }
        let mut strongest = 0;
        for piece in units.iter() {
            strongest |= piece.bit();
            if think(alone, strongest) {
                return true;
            }
        }
        for piece in units.iter() {
            let stack = units.iter().filter(|p| state.hex[p.index()] == state.hex[piece.index()]).fold(0, |set: Set, p| set | p.bit());
            if [piece.bit(), stack, all & !stack, all & !piece.bit()].into_iter().any(|set| think(alone, set)) {
                return true;
            }
        }
        for piece in units.iter() {
            let hex = state.hex[piece.index()];
            let reach = || others.iter().copied().filter(|o| self.ground.adjacent(hex, *o));
            for other in reach() {
                let pair = alone.with(other).expect("two hexes");
                if think(pair, touching(&pair)) || think(pair, piece.bit()) {
                    return true;
                }
            }
            if reach().count() > 1 {
                let whole = reach().fold(alone, |targets, h| targets.with(h).expect("at most six hexes are beside one"));
                if think(whole, touching(&whole)) || think(whole, piece.bit()) {
                    return true;
                }
            }
        }
        false
    }
}
