//! What comes of a battle: the results of the table (CRT), retreats, disruption, advance after combat (VII.A.9).

use board::{Direction, HexId};
use engine::{Illegal, Side, Sink};

use crate::Chancellorsville1974;
use crate::action::{Event, Loss, Path, Targets};
use crate::counters::{Kind, Outcome, PieceId, Set, each};
use crate::ground::{CITY, HILL, ROAD, STREAM, WATER};
use crate::state::{Fate, State, Step};

/// Optional II.A: cavalry falls back two hexes and is disrupted for one turn.
const FALL_BACK: (u8, u8) = (2, 1);

impl Chancellorsville1974 {
    /// Takes a piece out of play.
    pub(crate) fn lose<K: Sink<Event>>(&self, state: &mut State, piece: PieceId, loss: Loss, sink: &mut K) {
        let hex = state.hex[piece.index()];
        sink.tell(|| Event::Lost(piece, hex, loss));
        state.remove(piece, Fate::Eliminated);
    }

    /// R-46, C74-VII.D.3.a: headquarters, bridges and boats share the fate of attackers if every combat unit of their hex takes part.
    fn with_company(&self, state: &State, attackers: Set) -> Set {
        let mut all = attackers;
        for piece in each(attackers) {
            let here = state.at(state.hex[piece.index()]) & self.data.side(piece.side());
            if here & self.data.fights & !attackers == 0 {
                all |= here & !self.data.fights;
            }
        }
        all
    }

    /// Begins to carry out the battle at hand: reveals, automatic results, cavalry that may fall back, then the die.
    pub(crate) fn join_battle<K: Sink<Event>>(&self, state: &mut State, fire: bool, sink: &mut K) {
        let battle = *state.battle();
        let by = if battle.attackers & self.data.union != 0 { Side::Union } else { Side::Confederate };
        let enemy = by.enemy();
        // C74-OPT-III.D.1, C74-OPT-III.D.3: who fires or attacks; C74-OPT-III.D.2, C74-OPT-III.D.4: who is fired upon or attacked.
        for piece in each(battle.attackers & state.face_down) {
            self.reveal(state, piece.bit(), state.hex[piece.index()], sink);
        }
        for hex in battle.targets.iter() {
            self.reveal(state, state.at(hex) & state.face_down, hex, sink);
        }
        state.doubled = 0;
        sink.tell(|| {
            if fire { Event::Fires(battle.attackers, battle.targets.first()) } else { Event::Attacks(battle.attackers, battle.targets) }
        });
        let mut targets = battle.targets;
        for hex in battle.targets.iter() {
            if state.at(hex) & self.data.side(enemy) == 0 {
                // A headquarters named as a target, overrun since by a retreat (C74-VI.F.1).
                targets = targets.without(hex);
                continue;
            }
            let alone = self.truly_only_hqs(state, enemy, hex);
            if alone == 0 {
                continue;
            }
            targets = targets.without(hex);
            if fire {
                // C74-VI.F.4.
                each(alone).for_each(|p| self.lose(state, p, Loss::HeadquartersUnderFire, sink));
                self.note_emptied(state, hex);
            } else {
                // C74-QA-7: not attacked, but reached.
                state.touched |= alone;
            }
        }
        state.battles[usize::from(state.current)].targets = targets;
        if targets.is_empty() {
            state.battles[usize::from(state.current)].done = true;
            return;
        }
        let (attack, defence) = self.sums(state, battle.attackers, &targets, fire, &mut |_, _, _| {});
        if Self::column(attack, defence).is_none() {
            // known only now.
            if fire {
                sink.tell(|| Event::Wasted(targets.first()));
            } else {
                each(self.with_company(state, battle.attackers)).for_each(|p| self.lose(state, p, Loss::Forced, sink));
                state.spared |= targets.iter().fold(0, |set, h| set | state.at(h) & self.data.side(enemy));
            }
            state.battles[usize::from(state.current)].done = true;
            return;
        }
        state.agenda.push(Step::Die);
        if self.options.functions && !fire {
            for hex in targets.iter() {
                if self.may_give_way(state, enemy, hex) {
                    state.agenda.push(Step::FallBack(hex));
                }
            }
        }
    }

    /// C74-OPT-II.A.1, C74-OPT-II.A.2, R-36: whether attacked cavalry may fall back: alone in the hex, not in fort, city or on a hill, not
    /// disrupted, and with a way to retreat.
    pub(crate) fn may_give_way(&self, state: &State, side: Side, hex: HexId) -> bool {
        let here = state.at(hex) & self.data.side(side);
        here != 0
            && here & !self.data.kind_set(Kind::Cavalry) == 0
            && !state.is_fort(hex)
            && !self.ground.is(hex, CITY | HILL)
            && each(here).all(|p| !state.disrupted(p))
            && self.all_can_retreat(state, here, FALL_BACK.0)
    }

    /// Whether these units can all retreat that far, one after the other.
    fn all_can_retreat(&self, state: &State, pieces: Set, hexes: u8) -> bool {
        let Some(piece) = each(pieces).next() else { return true };
        self.each_retreat(state, piece, Path::at(state.hex[piece.index()]), hexes, &mut |path| {
            let mut then = state.clone();
            then.put(piece, path.end());
            self.all_can_retreat(&then, pieces & !piece.bit(), hexes)
        })
    }

    pub(crate) fn give_way<K: Sink<Event>>(&self, state: &mut State, hex: HexId, sink: &mut K) {
        let side = state.phasing.enemy();
        state.retreating = state.at(hex) & self.data.side(side);
        state.retreat = FALL_BACK;
        let current = usize::from(state.current);
        state.battles[current].targets = state.battles[current].targets.without(hex);
        sink.tell(|| Event::FellBack(hex));
        state.agenda.turn_to(Step::Retreat);
    }

    /// The column of the battle at hand.
    pub(crate) fn current_column(&self, state: &State, fire: bool) -> i16 {
        let battle = state.battle();
        let (attack, defence) = self.sums(state, battle.attackers, &battle.targets, fire, &mut |_, _, _| {});
        Self::column(attack, defence).expect("fewer defenders make no worse odds")
    }

    /// The die is cast.
    ///
    /// C74-VII.A.7.c, C74-VII.A.7.d: look up and apply; C74-VII.B.6.b, C74-CRT-3: guns ignore adverse results in the fire phases.
    pub(crate) fn resolve<K: Sink<Event>>(&self, state: &mut State, fire: bool, die: u8, sink: &mut K) {
        let battle = *state.battle();
        let by = if battle.attackers & self.data.union != 0 { Side::Union } else { Side::Confederate };
        let enemy = self.data.side(by.enemy());
        let column = self.current_column(state, fire);
        let outcome = self.outcome(column, die);
        let adverse = matches!(outcome, Outcome::AttackersOut | Outcome::AttackersBack(..));
        let ignored = fire && adverse;
        sink.tell(|| Event::Rolled { die, column: column as i8, outcome, ignored });
        // C74-VII.A.9.a, R-14: which hexes were doubled, before anybody moves.
        state.doubled = 0;
        for (i, hex) in battle.targets.iter().enumerate() {
            let (_, doubled) = self.defence(state, hex, by.enemy(), battle.attackers, fire, &mut |_, _, _| {});
            // A fort or hill vacated by units that counted one alone is doubling terrain still.
            let ground = state.is_fort(hex) || self.ground.is(hex, CITY | HILL);
            state.doubled |= u8::from(doubled || ground) << i;
        }
        state.agenda.turn_to(Step::Aftermath);
        if ignored {
            return;
        }
        let losers = match outcome {
            Outcome::AttackersOut | Outcome::AttackersBack(..) => self.with_company(state, battle.attackers),
            Outcome::DefendersOut | Outcome::DefendersBack(..) => battle.targets.iter().fold(0, |set, h| set | state.at(h) & enemy),
        };
        // Who falls back with attackers, or is lost with them, is named: headquarters under them are turned up (C74-OPT-III.D.3).
        for piece in each(losers & state.face_down) {
            self.reveal(state, piece.bit(), state.hex[piece.index()], sink);
        }
        match outcome {
            // C74-CRT-4, C74-CRT-5.
            Outcome::AttackersOut | Outcome::DefendersOut => each(losers).for_each(|p| self.lose(state, p, Loss::Combat, sink)),
            // C74-CRT-6, C74-CRT-10.
            Outcome::AttackersBack(hexes, turns) | Outcome::DefendersBack(hexes, turns) => {
                state.retreat = (hexes, turns);
                state.retreating = losers;
                for piece in each(losers) {
                    // C74-CRT-16.
                    if turns > 0 && state.disrupted(piece) {
                        self.lose(state, piece, Loss::DisruptedTwice, sink);
                    }
                }
                state.agenda.push(Step::Retreat);
            }
        }
    }

    /// Whether a loser may step there.
    ///
    /// C74-CRT-7, C74-CRT-8, C74-CRT-9, C74-IV.J.4.d.2, C74-QA-4, C74-QA-6, C74-VI.F.1, C74-VII.D.3.b, R-31.
    fn may_fall_to(&self, state: &State, piece: PieceId, from: HexId, direction: Direction) -> Result<HexId, Illegal> {
        let to = self.ground.grid().neighbour(from, direction);
        if !to.is_some() {
            return Err(Illegal::new("C74-CRT-9", "nobody retreats off the map"));
        }
        if self.ground.river(to) {
            return Err(match state.bridge_at(to) {
                Some(_) => Illegal::new("C74-IV.J.4.d.2", "nobody retreats across a bridge"),
                None => Illegal::new("C74-CRT-8", "nobody retreats onto or through a river hex"),
            });
        }
        if self.ground.is(to, WATER) {
            return Err(Illegal::new("C74-CRT-8", "nobody retreats into the Potomac"));
        }
        if self.ground.is(to, STREAM) {
            return Err(match self.ground.road(from, direction) {
                true => Illegal::new("C74-QA-6", "nobody retreats across a stream, by road neither"),
                false => Illegal::new("C74-CRT-8", "nobody retreats onto or through a stream hex"),
            });
        }
        let (side, enemy) = (piece.side(), piece.side().enemy());
        let equipment = self.data.kind[piece.index()].is_equipment();
        if self.ground.river(from) && !equipment {
            self.may_leave_river(state, &self.group(state, piece.bit()), from, to)?;
        }
        // C74-VI.F.1: lone headquarters bar nobody's way.
        let foes = state.at(to) & self.data.side(enemy);
        if foes & !(self.data.kind_set(Kind::Headquarters) & !state.face_down) != 0 {
            return Err(Illegal::new("C74-IV.G", "a hex with enemy units may not be entered"));
        }
        if !self.sheltered(state, to) && self.beside(state, enemy, to) {
            return Err(Illegal::new("C74-CRT-8", "nobody retreats onto or through an enemy-controlled hex"));
        }
        if equipment && !self.ground.is(to, ROAD) {
            return Err(Illegal::new("C74-VII.D.3.b", "bridges and boats retreat only through road hexes"));
        }
        if self.room(state, side, to, piece.bit()).is_err() {
            return Err(Illegal::new("C74-QA-4", "nobody retreats through a hex stacked to capacity"));
        }
        Ok(to)
    }

    /// The losers whose turn it is to retreat: bridges and boats wait until nobody can need them.
    pub fn retreating_now(&self, state: &State) -> Set {
        let units = state.retreating & !self.data.equipment();
        if units != 0 { units } else { state.retreating }
    }

    /// Whether that is a legal retreat for a loser (C74-CRT-6, C74-QA-3).
    pub(crate) fn may_retreat(&self, state: &State, by: Side, piece: PieceId, path: Path) -> Result<(), Illegal> {
        if state.agenda.top() != Step::Retreat || state.retreating & piece.bit() == 0 || piece.side() != by {
            return Err(Illegal::new("C74-CRT-6", "only the losers of the battle at hand retreat, moved by their owner"));
        }
        if self.retreating_now(state) & piece.bit() == 0 {
            return Err(Illegal::new("C74-VII.D.3.a", "bridges and boats retreat after the units with them"));
        }
        if path.from() != state.hex[piece.index()] || path.len() != usize::from(state.retreat.0) {
            return Err(Illegal::new("C74-CRT-6", "a retreat is exactly as many hexes as the result says, from where the unit stands"));
        }
        let mut seen = [HexId::NONE; 4];
        seen[0] = path.from();
        let mut at = path.from();
        for (i, direction) in path.directions().enumerate() {
            let to = self.may_fall_to(state, piece, at, direction)?;
            if seen.contains(&to) {
                return Err(Illegal::new("C74-QA-3", "a retreating unit enters no hex twice and does not return to where it stood"));
            }
            seen[i + 1] = to;
            at = to;
        }
        Ok(())
    }

    /// Every retreat of that length, until told to stop.
    fn each_retreat(&self, state: &State, piece: PieceId, path: Path, left: u8, found: &mut dyn FnMut(Path) -> bool) -> bool {
        if left == 0 {
            return found(path);
        }
        let at = path.end();
        for direction in Direction::ALL {
            let Ok(to) = self.may_fall_to(state, piece, at, direction) else { continue };
            if to == path.from() || path.hexes().any(|h| h == to) {
                continue;
            }
            if self.each_retreat(state, piece, path.then(direction), left - 1, found) {
                return true;
            }
        }
        false
    }

    /// Whether a unit could retreat so far.
    pub fn can_retreat(&self, state: &State, piece: PieceId, hexes: u8) -> bool {
        self.each_retreat(state, piece, Path::at(state.hex[piece.index()]), hexes, &mut |_| true)
    }

    /// The retreats of a unit: for each last hex one way for each set of lone headquarters it overruns.
    pub fn list_retreats(&self, state: &State, piece: PieceId, out: &mut Vec<Path>) {
        let mut found: Vec<(HexId, Set, Path)> = Vec::new();
        self.each_retreat(state, piece, Path::at(state.hex[piece.index()]), state.retreat.0, &mut |path| {
            let overrun = self.overrun(state, piece, path) & !state.face_down;
            if !found.iter().any(|(end, set, _)| *end == path.end() && *set == overrun) {
                found.push((path.end(), overrun, path));
            }
            false
        });
        out.extend(found.into_iter().map(|(_, _, path)| path));
    }

    /// C74-VI.F.1: the lone enemy headquarters that a retreat goes through or past, whoever retreats.
    fn overrun(&self, state: &State, piece: PieceId, path: Path) -> Set {
        let enemy = piece.side().enemy();
        path.hexes()
            .fold(0, |set, hex| self.ground.neighbours(hex).chain([hex]).fold(set, |set, n| set | self.lone_hqs_at(state, enemy, n)))
    }

    pub(crate) fn fall_back<K: Sink<Event>>(&self, state: &mut State, piece: PieceId, path: Path, sink: &mut K) {
        let overrun = self.overrun(state, piece, path);
        if let Some(bridge) = self.data.bridge_number(piece) {
            state.take_up(bridge);
        }
        state.put(piece, path.end());
        state.retreating &= !piece.bit();
        state.retreated |= piece.bit();
        sink.tell(|| Event::Retreated(piece, path));
        let turns = state.retreat.1;
        if turns > 0 {
            // C74-CRT-11, R-44.
            state.disruption[piece.index()] = turns;
            sink.tell(|| Event::Disrupted(piece, turns));
        }
        for hq in each(overrun) {
            self.reveal(state, hq.bit() & state.face_down, state.hex[hq.index()], sink);
            self.lose(state, hq, Loss::LoneHeadquarters, sink);
        }
    }

    /// Losers nobody of whom can retreat are lost (C74-CRT-9). With face-down counters a lone headquarters that alone seems to bar the way
    /// is turned up first. Answers whether the retreats are over.
    pub(crate) fn finish_retreats<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) -> bool {
        let hexes = state.retreat.0;
        let now = self.retreating_now(state);
        if each(now).any(|p| self.can_retreat(state, p, hexes)) {
            return false;
        }
        if state.face_down != 0 && state.retreating & self.data.union != 0 {
            let near = |hq: PieceId, state: &State| {
                each(state.retreating).any(|p| self.ground.grid().distance(state.hex[p.index()], state.hex[hq.index()]) <= hexes + 1)
            };
            let bars: Set = each(state.face_down & self.data.kind_set(Kind::Headquarters))
                .filter(|hq| self.is_lone_hq(state, *hq) && near(*hq, state))
                .fold(0, |set, hq| set | hq.bit());
            if bars != 0 {
                each(bars).for_each(|hq| self.reveal(state, hq.bit(), state.hex[hq.index()], sink));
                return self.finish_retreats(state, sink);
            }
        }
        for piece in each(now) {
            self.lose(state, piece, Loss::NoRetreat, sink);
        }
        // What is left are bridges and boats, if anything.
        state.retreating == 0 || self.finish_retreats(state, sink)
    }

    /// C74-VII.A.9.b, R-14: a fort that offensive fire has emptied is remembered.
    fn note_emptied(&self, state: &mut State, hex: HexId) {
        let held = state.at(hex) & self.data.side(state.phasing.enemy()) != 0;
        if state.agenda.phase() == Step::OffensiveFire && state.is_fort(hex) && !held {
            state.emptied.add(hex);
        }
    }

    /// After the retreats: vacated doubling terrain opens an advance, a fort emptied by offensive fire is remembered.
    pub(crate) fn aftermath(&self, state: &mut State, fire: bool) {
        let battle = *state.battle();
        state.battles[usize::from(state.current)].done = true;
        let enemy = self.data.side(if battle.attackers & self.data.union != 0 { Side::Confederate } else { Side::Union });
        let mut vacated: Vec<HexId> = Vec::new();
        for (i, hex) in battle.targets.iter().enumerate() {
            if state.at(hex) & enemy == 0 && state.doubled >> i & 1 == 1 {
                vacated.push(hex);
            }
        }
        state.doubled = 0;
        if fire {
            vacated.into_iter().for_each(|hex| self.note_emptied(state, hex));
            state.agenda.pop();
            return;
        }
        state.vacated = Targets::new(&vacated).expect("no more than were attacked");
        state.advancing = each(battle.attackers).filter(|p| state.on_map(*p)).fold(0, |set, p| set | p.bit());
        state.agenda.turn_to(Step::Advance);
    }

    /// Whether a unit may advance there: C74-VII.A.9.a, C74-QA-8, or C74-VII.A.9.b.
    pub(crate) fn may_advance(&self, state: &State, by: Side, piece: PieceId, hex: HexId) -> Result<(), Illegal> {
        let open = match state.agenda.top() {
            Step::Advance => state.advancing & piece.bit() != 0 && state.vacated.has(hex),
            Step::Occupy => {
                let idle = self.data.fights & !state.attacked & !state.inverted & piece.bit() != 0;
                if !idle || state.disrupted(piece) {
                    return Err(Illegal::new("C74-VII.A.9.b", "only units that attacked nobody advance into a fort emptied by fire"));
                }
                hex.is_some() && state.emptied.has(hex)
            }
            _ => false,
        };
        if !open || piece.side() != by || !state.on_map(piece) {
            return Err(Illegal::new("C74-VII.A.9.a", "only attackers advance, into doubling terrain or a fort that they won"));
        }
        let from = state.hex[piece.index()];
        if !self.ground.adjacent(from, hex) {
            return Err(Illegal::new("C74-VII.A.9.a", "an advance goes into an adjacent hex"));
        }
        if state.at(hex) & self.data.side(by.enemy()) != 0 {
            return Err(Illegal::new("C74-IV.G", "a hex with enemy units may not be entered"));
        }
        if self.ground.river(from) && self.may_leave_river(state, &self.group(state, piece.bit()), from, hex).is_err() {
            return Err(Illegal::new("C74-QA-8", "a unit leaves a ford or bridge only by its approach hexes, in an advance too"));
        }
        self.room(state, by, hex, piece.bit())
    }

    /// The hexes into which somebody could advance, by piece.
    pub fn advances(&self, state: &State, piece: PieceId, out: &mut Vec<HexId>) {
        let by = state.phasing;
        match state.agenda.top() {
            Step::Advance => out.extend(state.vacated.iter().filter(|h| self.may_advance(state, by, piece, *h).is_ok())),
            Step::Occupy => out.extend(state.emptied.iter().filter(|h| self.may_advance(state, by, piece, *h).is_ok())),
            _ => {}
        }
    }

    /// Everybody who could advance.
    pub fn advancers(&self, state: &State) -> Set {
        let pool = match state.agenda.top() {
            Step::Advance => state.advancing,
            Step::Occupy if !state.emptied.is_empty() => self.data.side(state.phasing) & self.data.fights & !state.attacked,
            _ => 0,
        };
        let mut hexes = Vec::new();
        each(pool)
            .filter(|p| {
                hexes.clear();
                state.on_map(*p) && {
                    self.advances(state, *p, &mut hexes);
                    !hexes.is_empty()
                }
            })
            .fold(0, |set, p| set | p.bit())
    }

    /// C74-VII.D.2: whether a bridge or boats may be destroyed.
    pub fn may_destroy(&self, state: &State, by: Side, piece: PieceId) -> Result<(), Illegal> {
        if state.agenda.top() != Step::Destroy
            || by != state.phasing
            || !self.data.kind[piece.index()].is_equipment()
            || !state.on_map(piece)
        {
            return Err(Illegal::new("C74-VII.D.2", "bridges and boats on the map are destroyed at the end of a Regular Combat Phase"));
        }
        let own = self.data.side(by) & self.data.fights;
        let wrecker = |hex: HexId| {
            let steady = each(state.at(hex) & own).any(|p| !state.disrupted(p));
            steady && !self.ground.neighbours(hex).any(|n| self.steady_enemy(state, by, n))
        };
        if self.ground.neighbours(state.hex[piece.index()]).any(wrecker) {
            return Ok(());
        }
        Err(Illegal::new(
            "C74-VII.D.2",
            "that takes an undisrupted combat unit beside it which is not beside an undisrupted enemy combat unit",
        ))
    }

    /// An undisrupted enemy combat unit, as that side sees it; face-down counters are never disrupted.
    fn steady_enemy(&self, state: &State, by: Side, hex: HexId) -> bool {
        let foes = state.at(hex) & self.data.side(by.enemy());
        each(foes & (self.data.fights | state.face_down)).any(|p| !state.disrupted(p))
    }

    /// Destroys it; R-32: who stood on it without ford is lost, unless he can swim.
    pub(crate) fn destroy<K: Sink<Event>>(&self, state: &mut State, piece: PieceId, sink: &mut K) {
        let hex = state.hex[piece.index()];
        self.lose(state, piece, Loss::Destroyed, sink);
        if self.ground.river(hex) && state.bridge_at(hex).is_none() && !self.ground.ford[hex.index()][0].is_some() {
            let kept = self.data.kind_set(Kind::Headquarters) | self.data.kind_set(Kind::Cavalry) | self.data.equipment();
            let boats = state.at(hex) & self.data.kind_set(Kind::Boat) != 0;
            let passengers = if boats { self.data.union & self.data.kind_set(Kind::Infantry) } else { 0 };
            for lost in each(state.at(hex) & !kept & !passengers) {
                self.lose(state, lost, Loss::Drowned, sink);
            }
        }
    }
}
