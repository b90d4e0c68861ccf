//! Retreats (CRT, VI.F.1): which ways are open, who is lost for want of one, and cavalry that falls back before an attack (Optional II.A).

use board::{Direction, HexId};
use engine::{Illegal, Side, Sink};

use crate::Chancellorsville1974;
use crate::action::{Event, Loss, Path};
use crate::counters::{Kind, PieceId, Set, each};
use crate::ground::{CITY, HILL, ROAD, STREAM, WATER};
use crate::state::{State, Step};
use engine::Few;

/// Optional II.A: cavalry falls back two hexes and is disrupted for one turn.
const FALL_BACK: (u8, u8) = (2, 1);
/// The most ways of three steps, none back to where it came from.
pub(crate) const WAYS: usize = 6 * 5 * 5;

impl Chancellorsville1974 {
    /// Whether a loser may step there.
    ///
    /// C74-CRT-7, C74-CRT-8, C74-CRT-9, C74-IV.J.4.d.2, C74-QA-4, C74-QA-6, C74-VI.F.1, C74-VII.D.3.b, R-31.
    fn may_fall_to(&self, state: &State, piece: PieceId, from: HexId, direction: Direction) -> Result<HexId, Illegal> {
        let to = self.ground.grid().neighbour(from, direction);
        if !to.is_some() {
            return Err(Illegal::new("C74-CRT-9", "Nobody retreats off the map.", "Choose a way over hexes of the map."));
        }
        if self.ground.river(to) {
            return Err(match state.bridge_at(to) {
                Some(_) => Illegal::new("C74-IV.J.4.d.2", "Nobody retreats across a bridge.", "Choose a way on this shore."),
                None => Illegal::new("C74-CRT-8", "Nobody retreats onto or through a river hex.", "Choose a way on this shore."),
            });
        }
        if self.ground.is(to, WATER) {
            return Err(Illegal::new("C74-CRT-8", "Nobody retreats into the Potomac.", "Choose a way over land."));
        }
        if self.ground.is(to, STREAM) {
            return Err(match self.ground.road(from, direction) {
                true => Illegal::new(
                    "C74-QA-6",
                    "Nobody retreats across a stream, by road neither.",
                    "Choose a way on this side of the stream.",
                ),
                false => Illegal::new("C74-CRT-8", "Nobody retreats onto or through a stream hex.", "Choose a way over other ground."),
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
            return Err(Illegal::new("C74-IV.G", "A hex with enemy units may not be entered.", "Retreat another way."));
        }
        if !self.sheltered(state, to) && self.beside(state, enemy, to) {
            return Err(Illegal::new(
                "C74-CRT-8",
                "Nobody retreats onto or through an enemy-controlled hex.",
                "Retreat through woods, a city, a fort, or out of reach.",
            ));
        }
        if equipment && !self.ground.is(to, ROAD) {
            return Err(Illegal::new("C74-VII.D.3.b", "Bridges and boats retreat only through road hexes.", "Choose a way along roads."));
        }
        if self.room(state, side, to, piece.bit()).is_err() {
            return Err(Illegal::new("C74-QA-4", "Nobody retreats through a hex stacked to capacity.", "Choose a way round that hex."));
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
            return Err(Illegal::new(
                "C74-CRT-6",
                "Only the losers of the battle at hand retreat, moved by their owner.",
                "Choose one of the losers of this battle.",
            ));
        }
        if self.retreating_now(state) & piece.bit() == 0 {
            return Err(Illegal::new("C74-VII.D.3.a", "Bridges and boats retreat after the units with them.", "Retreat the units first."));
        }
        if path.start() != state.hex[piece.index()] || path.len() != usize::from(state.retreat.0) {
            return Err(Illegal::new(
                "C74-CRT-6",
                "A retreat is exactly as many hexes as the result says, from where the unit stands.",
                "Lay a way of exactly that many hexes.",
            ));
        }
        let mut seen = [HexId::NONE; 4];
        seen[0] = path.start();
        let mut at = path.start();
        for (i, direction) in path.directions().enumerate() {
            let to = self.may_fall_to(state, piece, at, direction)?;
            if seen.contains(&to) {
                return Err(Illegal::new(
                    "C74-QA-3",
                    "A retreating unit enters no hex twice and does not return to where it stood.",
                    "Lay a way over other hexes.",
                ));
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
        let at = path.end(self.ground.grid());
        for direction in Direction::ALL {
            let Ok(to) = self.may_fall_to(state, piece, at, direction) else { continue };
            if to == path.start() || path.hexes(self.ground.grid()).any(|h| h == to) {
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
    pub fn list_retreats(&self, state: &State, piece: PieceId, out: &mut impl Extend<Path>) {
        let from = Path::at(state.hex[piece.index()]);
        let mut found: Few<(HexId, Set, Path), WAYS> = Few::new((from.start(), 0, from));
        self.each_retreat(state, piece, from, state.retreat.0, &mut |path| {
            let overrun = self.overrun(state, piece, path) & !state.face_down;
            if !found.iter().any(|(end, set, _)| *end == path.end(self.ground.grid()) && *set == overrun) {
                found.push((path.end(self.ground.grid()), overrun, path));
            }
            false
        });
        out.extend(found.iter().map(|(_, _, path)| *path));
    }

    /// C74-VI.F.1: the lone enemy headquarters that a retreat goes through or past, whoever retreats.
    fn overrun(&self, state: &State, piece: PieceId, path: Path) -> Set {
        let enemy = piece.side().enemy();
        path.hexes(self.ground.grid())
            .fold(0, |set, hex| self.ground.neighbours(hex).chain([hex]).fold(set, |set, n| set | self.lone_hqs_at(state, enemy, n)))
    }

    pub(crate) fn fall_back<K: Sink<Event>>(&self, state: &mut State, piece: PieceId, path: Path, sink: &mut K) {
        let overrun = self.overrun(state, piece, path);
        if let Some(bridge) = self.data.bridge_number(piece) {
            state.take_up(bridge);
        }
        state.put(piece, path.end(self.ground.grid()));
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
    /// is turned up first. Returns whether the retreats are over.
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
            then.put(piece, path.end(self.ground.grid()));
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
        state.agenda.turn(Step::Retreat);
    }
}
