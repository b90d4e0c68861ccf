//! Chancellorsville (Avalon Hill, 1974), every rule enforced.
//!
//! | module | holds | rulebook |
//! | --- | --- | --- |
//! | `counters` | counters, tables, set-ups, read from `data/` | II, the charts |
//! | `ground` | the board as this game reads it | II.A, Terrain Effects Chart |
//! | `state`, `action`, `notation` | a position, a decision, how they are written | |
//! | `sequence` | the order of phases, the Time Record, Stoneman's raid | III, Optional V |
//! | `movement` | marches, roads, rivers, bridges and boats, night, the first Union moves | IV, VIII, IX |
//! | `zones` | zones of control and stacking | V, VI |
//! | `substitutes` | divisions and brigades | V.D |
//! | `combat`, `allocation` | strengths, odds, the duty to attack and how it can be met | VII.A, Optional II |
//! | `artillery` | the fire phases | VII.B |
//! | `results` | retreats, disruption, advance, bridges destroyed | CRT, VII.A.9, VII.D |
//! | `command` | recovery and command control | CRT, Optional I |
//! | `hidden` | inverted counters: what a seat may know | Optional III |
//! | `setup` | setting up | XI, Optional IV |
//! | `victory` | the final count | X |
//! | `position` | positions as files | |
//! | `words`, `handbook` | what people read and look up | |
//!
//! `RULINGS.md` lists the rulings in force.

pub mod action;
mod allocation;
mod artillery;
mod combat;
mod command;
pub mod counters;
pub mod ground;
mod handbook;
pub mod hidden;
mod movement;
mod notation;
mod position;
mod results;
mod sequence;
mod setup;
pub mod state;
mod substitutes;
mod victory;
mod words;
mod zones;

pub use action::{Action, Event, Loss, Path, Subject, Targets};
pub use counters::{Outcome, PieceId, Set};
pub use hidden::Sight;
pub use state::State;

use board::HexId;
use engine::{
    Actor, BadField, Class, Described, Dice, Fog, Illegal, Notation, Roll, Rules, Seat, SetUp, Side, Sink, Told, Verdict, View, Words,
};
use serde_json::Value;

use counters::{Data, each};
use ground::Ground;
use state::{Fate, Step};

/// The optional rules in force.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    /// I.
    pub command: bool,
    /// II.
    pub functions: bool,
    /// III.
    pub inverted: bool,
    /// IV.
    pub historical: bool,
    /// V.
    pub raid: bool,
    /// R-13 read otherwise: who retreated attacks nobody in either Segment of the turn.
    pub barred_all_turn: bool,
    /// R-20 read otherwise: a hex may be fired at again by other guns.
    pub fires_add_up: bool,
}

/// The game with its options chosen.
#[derive(Debug)]
pub struct Chancellorsville1974 {
    pub(crate) setup: SetUp,
    pub(crate) options: Options,
    /// Counters, charts and scenario.
    pub data: &'static Data,
    /// The board.
    pub ground: &'static Ground,
}

impl Chancellorsville1974 {
    /// Whether that side may do this now.
    fn may(&self, state: &State, by: Side, action: Action) -> Result<(), Illegal> {
        let piece_known = |p: PieceId| p.index() < counters::PIECES;
        let known = match action {
            Action::Place(p, _)
            | Action::Split(p)
            | Action::Emplace(p, ..)
            | Action::Drift(p)
            | Action::Enter(p, _)
            | Action::BreakDown(p)
            | Action::Reform(p, _)
            | Action::Pick(p)
            | Action::Reveal(p)
            | Action::Invert(p)
            | Action::Retreat(p, _)
            | Action::Advance(p, _)
            | Action::Destroy(p) => piece_known(p),
            _ => true,
        };
        debug_assert!(known, "pieces come from data");
        if self.is_aside(state, by, action) {
            return match action {
                Action::BreakDown(division) => self.may_break_down(state, by, division),
                Action::Reform(division, hex) => self.may_reform(state, by, division, hex),
                _ => unreachable!("only exchanges are done out of turn"),
            };
        }
        if !self.asked(state).asks(by) {
            return Err(match action {
                Action::March(..) | Action::Emplace(..) | Action::Drift(_) | Action::Enter(..) => match state.agenda.top() {
                    Step::Movement | Step::Marching => Illegal::new("C74-IV.D", "no enemy unit moves in this Movement Phase"),
                    _ => Illegal::new("C74-III.A.2", "nobody moves outside the Movement Phase"),
                },
                Action::Place(..) | Action::PlaceFort(_) | Action::Split(_) | Action::Preset(_) | Action::PlaceRest => {
                    Illegal::new("C74-XI.A.0", "the Confederate sets up first, then the Union")
                }
                Action::Attack(..) => Illegal::new("C74-VII.A.0", "only the side whose Regular Combat Phase it is attacks"),
                Action::Fire(..) => Illegal::new("C74-III.A.3", "only the side whose fire phase it is fires"),
                Action::Retreat(..) => Illegal::new("C74-CRT-6", "the loser moves his own retreating units"),
                _ => Illegal::new("C74-III.1", "the other side is asked now"),
            });
        }
        match action {
            Action::Place(piece, hex) => self.may_place(state, by, piece, hex),
            Action::PlaceFort(hex) => self.may_place_fort(state, by, hex),
            Action::Split(division) => self.may_split(state, by, division),
            Action::Preset(number) => match state.agenda.top() {
                Step::SetUp(side) if side == by && self.presets_of(by).any(|i| i == usize::from(number)) => Ok(()),
                _ => Err(Illegal::new("C74-XI.A.0", "a ready set-up is for the side that sets up")),
            },
            Action::PlaceRest => match state.agenda.top() {
                Step::SetUp(side) if side == by && state.with_fate(Fate::Unplaced) & self.data.side(by) != 0 => Ok(()),
                _ => Err(Illegal::new("C74-XI.A.0", "there is nothing left to place")),
            },
            Action::Done => match state.agenda.top() {
                Step::SetUp(side) => self.may_end_setup(state, side),
                Step::Movement => self.may_end_movement(state),
                Step::Combat => self.may_end_combat(state),
                Step::Marching
                | Step::DefensiveFire
                | Step::OffensiveFire
                | Step::Advance
                | Step::Occupy
                | Step::Destroy
                | Step::Inverting => Ok(()),
                _ => Err(Illegal::new("C74-III.1", "this must be answered first")),
            },
            Action::Demolish(hex) => self.may_demolish(state, by, hex),
            Action::March(pieces, path) => self.may_march(state, by, pieces, path).map(drop),
            Action::Emplace(bridge, path, near, far) => self.may_emplace(state, by, bridge, path, near, far),
            Action::Drift(boats) => self.may_drift(state, by, boats).map(drop),
            Action::Enter(piece, hex) => self.may_come_on(state, by, piece, hex),
            Action::BreakDown(division) => self.may_break_down(state, by, division),
            Action::Reform(division, hex) => self.may_reform(state, by, division, hex),
            Action::Pick(brigade) => self.may_pick(state, by, brigade),
            Action::PickOwn => self.may_pick_own(state, by).map(drop),
            Action::Reveal(piece) => self.may_reveal(state, by, piece),
            Action::Invert(piece) => self.may_invert(state, by, piece),
            Action::InvertAll => match state.agenda.top() {
                Step::Inverting => Ok(()),
                _ => Err(Illegal::new("C74-OPT-III.E", "counters are turned down at the end of the Confederate Segment")),
            },
            Action::Fire(target, guns) => self.may_fire(state, by, target, guns),
            Action::Attack(targets, attackers) => self.may_attack(state, by, &targets, attackers),
            Action::Resolve(battle) => self.may_resolve(state, battle),
            Action::Stand | Action::GiveWay => match state.agenda.top() {
                Step::FallBack(_) => Ok(()),
                _ => Err(Illegal::new("C74-OPT-II.A.1", "no cavalry is asked whether it falls back")),
            },
            Action::Retreat(piece, path) => self.may_retreat(state, by, piece, path),
            Action::Advance(piece, hex) => self.may_advance(state, by, piece, hex),
            Action::Destroy(piece) => self.may_destroy(state, by, piece),
        }
    }

    /// Whether this is something the Confederate does while the Union is asked.
    fn is_aside(&self, state: &State, by: Side, action: Action) -> bool {
        by == Side::Confederate
            && matches!(action, Action::BreakDown(_) | Action::Reform(..))
            && self.asked(state) == Actor::Side(Side::Union)
            && !matches!(state.agenda.top(), Step::SetUp(_))
    }

    fn list_exchanges(&self, state: &State, out: &mut Vec<Action>) {
        let divisions = each(self.data.gray & self.data.fights & state.with_fate(Fate::Map)).filter(|p| self.data.is_division(*p));
        out.extend(divisions.filter(|d| self.may_break_down(state, Side::Confederate, *d).is_ok()).map(Action::BreakDown));
        for hex in self.brigade_hexes(state) {
            out.extend(self.reformable(state, hex).map(|d| Action::Reform(d, hex)));
        }
    }

    fn list_subjects(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        match state.agenda.top() {
            Step::SetUp(side) => {
                let left = state.with_fate(Fate::Unplaced) & self.data.side(side);
                out.extend(each(left).map(Subject::Piece));
                if state.fort_supply[side.index()] > 0 {
                    out.push(Subject::Forts);
                }
                out.push(Subject::Presets);
                if left == 0 {
                    out.push(Subject::Step);
                }
            }
            Step::Movement => self.list_movers(state, by, out),
            Step::Marching => out.push(Subject::March),
            Step::Breaking(..) | Step::Forming(..) => {
                let (_, _, pool) = self.exchange(state).expect("an exchange is at hand");
                out.extend(each(pool).filter(|p| self.may_pick(state, by, *p).is_ok()).map(Subject::Piece));
                if self.may_pick_own(state, by).is_ok() {
                    out.push(Subject::Step);
                }
            }
            Step::DefensiveFire | Step::OffensiveFire => {
                let mut targets = Vec::new();
                self.fire_targets(state, by, &mut targets);
                out.extend(targets.into_iter().map(Subject::Hex));
                self.list_exchangers(state, by, out);
                out.push(Subject::Step);
            }
            Step::Combat => {
                let (mut targets, mut found) = (Vec::new(), Vec::new());
                self.attackable(state, &mut targets);
                targets.sort_unstable();
                for hex in targets {
                    found.clear();
                    self.list_attacks(state, hex, true, &mut found);
                    if !found.is_empty() {
                        out.push(Subject::Hex(hex));
                    }
                }
                self.list_exchangers(state, by, out);
                if self.may_end_combat(state).is_ok() || out.is_empty() {
                    out.push(Subject::Step);
                }
            }
            Step::Resolving => {
                let open = (0..state.battle_count).filter(|b| !state.battles[usize::from(*b)].done);
                out.extend(open.map(Subject::Battle));
            }
            Step::FallBack(_) => out.push(Subject::Step),
            Step::Retreat => {
                let hexes = state.retreat.0;
                out.extend(each(self.retreating_now(state)).filter(|p| self.can_retreat(state, *p, hexes)).map(Subject::Piece));
            }
            Step::Advance | Step::Occupy => {
                out.extend(each(self.advancers(state)).map(Subject::Piece));
                out.push(Subject::Step);
            }
            Step::Destroy => {
                out.extend(each(self.data.equipment()).filter(|p| self.may_destroy(state, by, *p).is_ok()).map(Subject::Piece));
                out.push(Subject::Step);
            }
            Step::Inverting => {
                out.extend(each(self.invertible(state)).map(Subject::Piece));
                out.push(Subject::Step);
            }
            Step::Die | Step::Aftermath | Step::RaidDie | Step::Over(_) => {}
        }
    }

    /// Divisions and brigades that can be exchanged, in phases where nothing else is done with them.
    fn list_exchangers(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        if by == Side::Confederate {
            let mut found = Vec::new();
            self.list_exchanges(state, &mut found);
            for action in found {
                let subject = match action {
                    Action::BreakDown(division) => Subject::Piece(division),
                    Action::Reform(_, hex) => Subject::Stack(hex),
                    _ => continue,
                };
                if !out.contains(&subject) {
                    out.push(subject);
                }
            }
        }
    }

    fn list_movers(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        let own = self.data.side(by) & !state.moved;
        let may_move = self.may_move_at_all(state, by).is_ok();
        let mut stacked = ground::Hexes::default();
        let mut stacks: Vec<HexId> = Vec::new();
        for piece in each(own) {
            let hex = state.hex[piece.index()];
            if !hex.is_some() {
                if state.returning & piece.bit() != 0 && may_move && self.can_come_on(state, piece) {
                    out.push(Subject::Piece(piece));
                }
                continue;
            }
            if may_move && (state.at(hex) & own).count_ones() > 1 && !stacked.has(hex) {
                stacked.add(hex);
                stacks.push(hex);
            }
            let steps = || self.can_step(state, &self.group(state, piece.bit()), hex, 0) || self.may_drift(state, by, piece).is_ok();
            let acts = may_move && steps()
                || self.may_reveal(state, by, piece).is_ok()
                || self.data.is_division(piece) && self.may_break_down(state, by, piece).is_ok();
            if acts {
                out.push(Subject::Piece(piece));
            }
        }
        for hex in stacks {
            if self.can_step(state, &self.group(state, state.at(hex) & own), hex, 0) {
                out.push(Subject::Stack(hex));
            }
        }
        if by == Side::Confederate {
            for hex in self.brigade_hexes(state) {
                if self.reformable(state, hex).next().is_some() && !out.contains(&Subject::Stack(hex)) {
                    out.push(Subject::Stack(hex));
                }
            }
        }
        if !state.began {
            out.extend(state.forts.iter().filter(|h| self.may_demolish(state, by, *h).is_ok()).map(Subject::Hex));
        }
        if self.may_end_movement(state).is_ok() {
            out.push(Subject::Step);
        }
    }

    fn list_options(&self, state: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        match (state.agenda.top(), subject) {
            (Step::SetUp(_), Subject::Piece(piece)) => {
                self.list_places(state, by, piece, out);
                if self.may_split(state, by, piece).is_ok() {
                    out.push(Action::Split(piece));
                }
            }
            (Step::SetUp(_), Subject::Forts) => {
                let open = self.ground.grid().hexes().filter(|h| self.may_place_fort(state, by, *h).is_ok());
                out.extend(open.map(Action::PlaceFort));
            }
            (Step::SetUp(_), Subject::Presets) => {
                out.extend(self.presets_of(by).map(|i| Action::Preset(i as u8)));
                if state.with_fate(Fate::Unplaced) & self.data.side(by) != 0 {
                    out.push(Action::PlaceRest);
                }
            }
            (Step::Movement, Subject::Piece(piece)) => self.list_moves(state, by, piece, out),
            (Step::Movement, Subject::Stack(hex)) => {
                let own = state.at(hex) & self.data.side(by) & !state.moved;
                if own.count_ones() > 1 && self.may_move_at_all(state, by).is_ok() {
                    self.list_marches(state, own, hex, 0, out);
                }
                if by == Side::Confederate {
                    out.extend(self.reformable(state, hex).map(|d| Action::Reform(d, hex)));
                }
            }
            (Step::Movement, Subject::Hex(hex)) => self.offer(state, by, Action::Demolish(hex), out),
            (Step::Marching, Subject::March) => {
                let from = state.hex[state.march.pieces.trailing_zeros() as usize];
                self.list_marches(state, state.march.pieces, from, state.march.spent, out);
                out.push(Action::Done);
            }
            (Step::Breaking(..) | Step::Forming(..), Subject::Piece(piece)) => self.offer(state, by, Action::Pick(piece), out),
            (Step::Breaking(..) | Step::Forming(..), Subject::Step) => self.offer(state, by, Action::PickOwn, out),
            (Step::DefensiveFire | Step::OffensiveFire, Subject::Hex(hex)) => self.list_fires(state, by, hex, out),
            (Step::Combat, Subject::Hex(hex)) => self.list_attacks(state, hex, false, out),
            (Step::DefensiveFire | Step::OffensiveFire | Step::Combat, Subject::Piece(piece)) => {
                self.offer(state, by, Action::BreakDown(piece), out);
            }
            (Step::DefensiveFire | Step::OffensiveFire | Step::Combat, Subject::Stack(hex)) if by == Side::Confederate => {
                out.extend(self.reformable(state, hex).map(|d| Action::Reform(d, hex)));
            }
            (Step::Resolving, Subject::Battle(battle)) => self.offer(state, by, Action::Resolve(battle), out),
            (Step::FallBack(_), Subject::Step) => out.extend([Action::Stand, Action::GiveWay]),
            (Step::Retreat, Subject::Piece(piece)) if self.retreating_now(state) & piece.bit() != 0 => {
                let mut paths = Vec::new();
                self.list_retreats(state, piece, &mut paths);
                out.extend(paths.into_iter().map(|p| Action::Retreat(piece, p)));
            }
            (Step::Advance | Step::Occupy, Subject::Piece(piece)) => {
                let mut hexes = Vec::new();
                self.advances(state, piece, &mut hexes);
                out.extend(hexes.into_iter().map(|h| Action::Advance(piece, h)));
            }
            (Step::Destroy, Subject::Piece(piece)) => self.offer(state, by, Action::Destroy(piece), out),
            (Step::Inverting, Subject::Piece(piece)) => self.offer(state, by, Action::Invert(piece), out),
            (step, Subject::Step) => {
                if step == Step::Inverting {
                    out.push(Action::InvertAll);
                }
                if self.may(state, by, Action::Done).is_ok() {
                    out.push(Action::Done);
                }
            }
            _ => {}
        }
    }

    /// Lists an action if it is legal.
    fn offer(&self, state: &State, by: Side, action: Action, out: &mut Vec<Action>) {
        if self.may(state, by, action).is_ok() {
            out.push(action);
        }
    }

    fn list_moves(&self, state: &State, by: Side, piece: PieceId, out: &mut Vec<Action>) {
        if piece.side() != by || state.moved & piece.bit() != 0 {
            return;
        }
        if self.may_move_at_all(state, by).is_ok() {
            if state.on_map(piece) {
                self.list_marches(state, piece.bit(), state.hex[piece.index()], 0, out);
                if self.data.bridge_number(piece).is_some() {
                    self.list_emplacements(state, piece, out);
                }
                if self.may_drift(state, by, piece).is_ok() {
                    out.push(Action::Drift(piece));
                }
            } else {
                let open = self.ground.west_edge.iter().filter(|h| self.may_come_on(state, by, piece, *h).is_ok());
                out.extend(open.map(|h| Action::Enter(piece, h)));
            }
        }
        if self.may_reveal(state, by, piece).is_ok() {
            out.push(Action::Reveal(piece));
        }
        if self.may_break_down(state, by, piece).is_ok() {
            out.push(Action::BreakDown(piece));
        }
    }

    fn perform<K: Sink<Event>>(&self, state: &mut State, by: Side, action: Action, sink: &mut K) {
        match action {
            Action::Place(piece, hex) => self.place(state, piece, hex, sink),
            Action::PlaceFort(hex) => self.place_fort(state, by, hex, sink),
            Action::Split(division) => self.split(state, division),
            Action::Preset(number) => {
                self.place_as(state, by, usize::from(number), true, sink);
                self.done(state, sink);
            }
            Action::PlaceRest => {
                let first = self.presets_of(by).next().expect("each side has a ready set-up");
                self.place_as(state, by, first, false, sink);
            }
            Action::Done => self.done(state, sink),
            Action::Demolish(hex) => {
                state.raze_fort(hex);
                sink.tell(|| Event::Demolished(hex));
            }
            Action::March(pieces, path) => self.march(state, by, pieces, path, sink),
            Action::Emplace(piece, path, near, far) => {
                self.march(state, by, piece.bit(), path, sink);
                let bridge = self.data.bridge_number(piece).expect("a bridge");
                state.span[bridge] = [near, far];
                state.laid[bridge] = state.turn;
                let site = path.end();
                sink.tell(|| Event::Emplaced(piece, site, near, far));
            }
            Action::Drift(boats) => {
                let passenger = self.may_drift(state, by, boats).expect("checked or listed");
                self.drift(state, boats, passenger, sink);
            }
            Action::Enter(piece, hex) => self.come_on(state, piece, hex, sink),
            Action::BreakDown(division) => {
                state.picked = 0;
                state.agenda.push(Step::Breaking(division, self.data.strength[division.index()]));
            }
            Action::Reform(division, hex) => {
                state.picked = 0;
                state.agenda.push(Step::Forming(division, self.data.strength[division.index()], hex));
            }
            Action::Pick(brigade) => self.pick(state, brigade.bit(), sink),
            Action::PickOwn => {
                let own = self.may_pick_own(state, by).expect("checked or listed");
                self.pick(state, own, sink);
            }
            Action::Reveal(piece) => {
                let hex = state.hex[piece.index()];
                self.reveal(state, piece.bit(), hex, sink);
            }
            Action::Invert(piece) => {
                state.turn_counters(piece.bit(), true);
                sink.tell(|| Event::Inverted(piece.bit()));
            }
            Action::InvertAll => {
                let all = self.invertible(state);
                state.turn_counters(all, true);
                sink.tell(|| Event::Inverted(all));
            }
            Action::Fire(target, guns) => self.declare(state, by, Targets::one(target), guns, true, sink),
            Action::Attack(targets, attackers) => self.declare(state, by, targets, attackers, false, sink),
            Action::Resolve(battle) => {
                state.current = battle;
                self.join_battle(state, self.firing_side(state).is_some(), sink);
            }
            Action::Stand => state.agenda.pop(),
            Action::GiveWay => {
                let Step::FallBack(hex) = state.agenda.top() else { unreachable!("checked or listed") };
                self.give_way(state, hex, sink);
            }
            Action::Retreat(piece, path) => self.fall_back(state, piece, path, sink),
            Action::Advance(piece, hex) => {
                state.put(piece, hex);
                state.advancing &= !piece.bit();
                // Who advanced stays out of further advances in this phase.
                state.attacked |= piece.bit();
                let down = state.face_down & piece.bit() != 0;
                sink.tell(|| Event::Advanced(piece, hex, down));
                let pieces = piece.bit();
                self.show_on_contact(state, pieces, hex, sink);
            }
            Action::Destroy(piece) => self.destroy(state, piece, sink),
        }
        self.proceed(state, sink);
    }

    /// Looks for anything that may never be.
    pub(crate) fn inspect(&self, state: &State) -> Result<(), String> {
        if !state.caches_hold() {
            return Err("stacks or flags differ from the positions of the counters".into());
        }
        for hex in self.ground.grid().hexes() {
            let here = state.at(hex);
            if here == 0 {
                continue;
            }
            let name = || self.ground.name(hex);
            let (blue, gray) = (here & self.data.union, here & self.data.gray);
            if self.ground.is(hex, ground::WATER) {
                return Err(format!("{}: somebody is in the Potomac", name()));
            }
            if self.ground.river(hex) {
                if self.river_load(state, hex, here) > 1 {
                    return Err(format!("{}: more than one unit in a river hex", name()));
                }
                let dry = each(here).find(|p| {
                    let kind = self.data.kind[p.index()];
                    let means = self.data.crossing[kind as usize];
                    let boats = here & self.data.kind_set(counters::Kind::Boat) != 0 && means.boat && p.side() == Side::Union;
                    !(means.swim || self.ground.ford[hex.index()][0].is_some() || state.bridge_at(hex).is_some() || boats)
                });
                if let Some(piece) = dry {
                    return Err(format!("{}: {} has no ford, bridge or boats there", name(), self.data.counter(piece).id));
                }
            } else {
                for (side, set) in [(Side::Union, blue), (Side::Confederate, gray)] {
                    self.stacks(side, set).map_err(|e| format!("{}: {e}", name()))?;
                }
            }
            if blue != 0 && gray != 0 {
                let hqs = self.data.kind_set(counters::Kind::Headquarters);
                let bridge = state.bridge_at(hex).map_or(0, |b| self.data.bridge(b).bit());
                if blue & !hqs & !bridge != 0 && gray & !hqs != 0 {
                    return Err(format!("{}: enemies in one hex", name()));
                }
            }
        }
        for i in 0..counters::BRIDGES {
            let piece = self.data.bridge(i);
            let hex = state.hex[piece.index()];
            if state.span[i][0].is_some() && !(hex.is_some() && self.ground.river(hex)) {
                return Err(format!("bridge-{} is emplaced but not in a river hex", i + 1));
            }
        }
        let off = each(state.moved | state.inverted | state.retreating | state.advancing | state.face_down).find(|p| !state.on_map(*p));
        if let Some(piece) = off.filter(|p| (state.inverted | state.retreating | state.advancing | state.face_down) & p.bit() != 0) {
            return Err(format!("{} is marked but off the map", self.data.counter(piece).id));
        }
        if state.face_down & !self.data.gray != 0 || state.face_down != 0 && !self.options.inverted {
            return Err("counters lie face down that may not".into());
        }
        self.conserved(state)
    }

    /// C74-V.D.1: brigades stand for divisions and never add to them.
    fn conserved(&self, state: &State) -> Result<(), String> {
        for kind in [counters::Kind::Infantry, counters::Kind::Cavalry] {
            let all = self.data.kind_set(kind) & self.data.gray;
            let whole: u32 = self.data.total(all & !self.data.substitutes);
            let out = self.data.total(all & (state.with_fate(Fate::Box) | state.with_fate(Fate::Aside)));
            let there = self.data.total(all) - out;
            let aside = self.data.total(all & state.with_fate(Fate::Aside));
            if there > whole || aside == 0 && there != whole {
                return Err(format!("Confederate {} adds up to {there}, not {whole}", kind.id()));
            }
        }
        Ok(())
    }
}

impl Rules for Chancellorsville1974 {
    type State = State;
    type Action = Action;
    type Subject = Subject;
    type Event = Event;

    fn start(&self) -> State {
        self.opening()
    }

    fn actor(&self, state: &State) -> Actor {
        self.asked(state)
    }

    fn subjects(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        if self.asked(state).asks(by) {
            self.list_subjects(state, by, out);
        }
    }

    fn options(&self, state: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        if self.asked(state).asks(by) {
            self.list_options(state, by, subject, out);
        }
    }

    fn asides(&self, state: &State, by: Side, out: &mut Vec<Action>) {
        if self.is_aside(state, by, Action::BreakDown(PieceId(0))) && self.exchange_window(state).is_ok() {
            self.list_exchanges(state, out);
        }
    }

    fn check(&self, state: &State, by: Side, action: Action) -> Result<(), Illegal> {
        self.may(state, by, action)
    }

    fn apply_unchecked<K: Sink<Event>>(&self, state: &mut State, by: Side, action: Action, sink: &mut K) {
        self.perform(state, by, action, sink);
    }

    fn settle<K: Sink<Event>>(&self, state: &mut State, roll: &Roll, sink: &mut K) {
        self.cast(state, roll, sink);
        self.proceed(state, sink);
    }

    fn classes(&self, state: &State, out: &mut Vec<Class>) {
        self.sort_faces(state, out);
    }

    fn phase(&self, state: &State) -> u32 {
        let step = match state.agenda.phase() {
            Step::SetUp(Side::Confederate) => 0,
            Step::SetUp(Side::Union) => 1,
            Step::Movement => 2,
            Step::DefensiveFire => 3,
            Step::OffensiveFire => 4,
            Step::Combat => 5,
            Step::Occupy => 6,
            Step::Destroy => 7,
            Step::Inverting => 8,
            Step::RaidDie => 9,
            _ => 10,
        };
        u32::from(state.turn) * 32 + state.phasing.index() as u32 * 16 + step
    }

    fn hash(&self, state: &State) -> u64 {
        position::hash(state)
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        self.inspect(state)
    }
}

impl Fog for Chancellorsville1974 {
    type Sight = Sight;

    fn sight(&self, state: &State, seat: Seat) -> Sight {
        self.seen_from(state, seat)
    }

    fn sample(&self, sight: &Sight, dice: &mut Dice) -> State {
        self.deal(sight, dice)
    }

    fn reveals(&self, event: &Event) -> bool {
        matches!(event, Event::Revealed(..))
    }

    fn secrets(&self) -> bool {
        self.options.inverted
    }
}

impl Words for Chancellorsville1974 {
    fn prompt(&self, sight: &Sight) -> String {
        words::prompt(self, sight)
    }

    fn describe_subject(&self, sight: &Sight, subject: Subject) -> Described {
        words::describe_subject(self, sight, subject)
    }

    fn describe(&self, sight: &Sight, action: Action) -> Described {
        words::describe(self, sight, action)
    }

    fn tell(&self, event: &Event, seat: Seat) -> Option<Told> {
        words::tell(self, event, seat)
    }

    fn fire_from(&self, _sight: &Sight, hex: &str) -> Result<Option<Vec<String>>, BadField> {
        let from = notation::read_hex(Some(&Value::from(hex)), "hex")?;
        let reached = self.ground.grid().hexes().filter(|to| self.in_range(from, *to).is_ok());
        Ok(Some(reached.map(notation::hex_name).collect()))
    }

    fn view(&self, sight: &Sight) -> View {
        words::view(self, sight)
    }

    fn verdict_words(&self, state: &State, verdict: Verdict) -> String {
        words::verdict(self, state, verdict)
    }
}

impl Notation for Chancellorsville1974 {
    fn write_action(&self, action: Action) -> Value {
        notation::write_action(action)
    }

    fn read_action(&self, value: &Value) -> Result<Action, BadField> {
        notation::read_action(value)
    }

    fn write_subject(&self, subject: Subject) -> Value {
        notation::write_subject(subject)
    }

    fn read_subject(&self, value: &Value) -> Result<Subject, BadField> {
        notation::read_subject(value)
    }

    fn write_position(&self, state: &State) -> Value {
        position::write(self, state)
    }

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        position::read(self, value)
    }
}
