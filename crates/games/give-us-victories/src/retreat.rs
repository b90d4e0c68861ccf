//! Chapter 14, retreats: after combat, and of demoralized units (GUV-14.50 to GUV-14.55, GUV-14.60, GUV-14.61).

use crate::action::{Action, Event};
use crate::counters::counters;
use crate::ground::ground;
use crate::ids::{Hex, HexBits, Path, Piece, Pieces};
use crate::state::{Bridges, State, Step};
use crate::{Check, GiveUsVictories};
use board::Direction;
use engine::{Few, Illegal, Side, Sink};

/// How far a retreat through full hexes may lead; more than any crowd needs.
const FARTHEST: usize = 6;
/// Full hexes that a retreat may pass at once: more than all units of a side can fill,
const MOST_FULL: usize = 36;
/// and the ways on from them.
const MOST_WAYS: usize = 6 * MOST_FULL;

impl GiveUsVictories {
    /// the class of a retreat hex, the smaller the better. `ours`: units of the same retreat, which do not fill a hex.
    fn class(&self, state: &State, side: Side, from: Hex, to: Hex, ours: &Pieces) -> u8 {
        let home = &ground().home[side.index()];
        let empty = state.stack_of(side, to).minus(ours).is_empty();
        let farther = home[to.index()] > home[from.index()];
        match (self.in_contact(state, side, to), farther, empty) {
            (false, false, true) => 1,
            (false, false, false) => 2,
            (false, true, _) => 3,
            (true, _, true) => 4,
            (true, _, false) => 5,
        }
    }

    /// GUV-14.51, GUV-14.52, GUV-14.53, GUV-14.54: the ways a unit may retreat: the best class of hexes that can hold it; if all are full, on through
    /// them to the first that can. Demoralized units may not end next to the enemy (GUV-14.59). Empty: the unit is lost.
    pub(crate) fn retreats(&self, state: &State, piece: Piece, ours: &Pieces) -> Few<Path, MOST_WAYS> {
        let side = counters().get(piece).side;
        let start = state.hex(piece);
        let shy = state.demoralized.has(piece);
        let mut edge: Few<(Hex, Path), MOST_FULL> = Few::new((start, Path::EMPTY));
        edge.offer((start, Path::EMPTY));
        // All hexes of the combat are left (GUV-14.50).
        let mut passed: HexBits = state.battle.iter().flat_map(|b| b.targets.as_slice()).copied().collect();
        passed.insert(start);
        let mut best: Few<Path, MOST_WAYS> = Few::new(Path::EMPTY);
        for _ in 0..FARTHEST {
            let mut best_class = u8::MAX;
            let mut full: Few<(Hex, Path), MOST_FULL> = Few::new((start, Path::EMPTY));
            for (hex, path) in edge.iter() {
                for d in Direction::ALL {
                    let to = self.near[hex.index()][d.index()];
                    if !to.is_some() || passed.has(to) || state.holds(side.enemy(), to) || !self.passable(state, piece, *hex, d, true) {
                        continue;
                    }
                    let way = path.then(d);
                    if !self.room(state, piece, to) {
                        if !full.iter().any(|(h, _)| *h == to) {
                            full.offer((to, way));
                        }
                        continue;
                    }
                    let class = self.class(state, side, start, to, ours);
                    if shy && class >= 4 {
                        continue;
                    }
                    if class < best_class {
                        best_class = class;
                        best.clear();
                    }
                    if class == best_class {
                        best.offer(way);
                    }
                }
            }
            if !best.is_empty() || full.is_empty() {
                break;
            }
            full.iter().for_each(|(h, _)| passed.insert(*h));
            edge = full;
        }
        best
    }

    /// Whether a unit may retreat that way.
    pub(crate) fn may_retreat(&self, state: &State, piece: Piece, path: Path, ours: &Pieces) -> Check {
        if self.retreats(state, piece, ours).contains(&path) {
            return Ok(());
        }
        let end = path.iter().try_fold(state.hex(piece), |hex, d| {
            let next = if hex.is_some() { self.near[hex.index()][d.index()] } else { Hex::NONE };
            next.is_some().then_some(next)
        });
        Err(match end {
            None => Illegal::new("GUV-14.54", "No retreat leads off the map.", "Choose a hex of the map."),
            Some(hex) if state.holds(counters().get(piece).side.enemy(), hex) => {
                Illegal::new("GUV-14.54", "No retreat leads through the enemy.", "Choose a hex without enemies.")
            }
            Some(hex) if state.battle.is_some_and(|b| b.targets.has(hex)) => {
                Illegal::new("GUV-14.50", "All hexes of the combat are left.", "Choose a hex outside this combat.")
            }
            Some(_) => Illegal::new(
                "GUV-14.51",
                "Retreats go towards the own lines: to empty hexes, away from the enemy, while there are any.",
                "Choose one of the hexes lit.",
            ),
        })
    }

    /// A unit goes back; it pays nothing. Leaving works it is disorganized (GUV-14.30, GUV-14.55). Returns the pontoons it went over.
    pub(crate) fn fall_back<K: Sink<Event>>(&self, state: &mut State, piece: Piece, path: Path, works: bool, sink: &mut K) -> Bridges {
        let side = counters().get(piece).side;
        let from = state.hex(piece);
        let crossed = self.crossed(state, side, from, path);
        let hex = self.end_of(from, path);
        state.put(piece, hex);
        state.stirred.insert(piece);
        self.drop_out(state, piece);
        let seen = self.in_contact(state, side, from) || self.in_contact(state, side, hex);
        sink.tell(|| Event::Retreated { piece, from, to: hex, seen });
        if works {
            self.disorder(state, piece, sink);
        }
        self.lead_dummies(state, side, from, hex);
        self.tidy(state, hex, sink);
        self.tidy(state, from, sink);
        crossed
    }

    /// GUV-14.59 to GUV-14.61: a demoralized unit next to the enemy, whosoever it is; the active side's first.
    pub(crate) fn routed(&self, state: &State) -> Option<Piece> {
        state.demoralized.iter().find(|p| state.hex(*p).is_some() && self.in_contact(state, counters().get(*p).side, state.hex(*p)))
    }

    /// The retreats of demoralized units (D17).
    pub(crate) fn routs(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        for p in state.demoralized.and(&counters().of[side.index()]).iter() {
            if state.hex(p).is_some() && self.in_contact(state, side, state.hex(p)) {
                out.extend(self.retreats(state, p, &Pieces::NONE).into_iter().map(|path| Action::Retreat { piece: p, path }));
            }
        }
    }

    /// Demoralized units that cannot go back are lost (GUV-14.61); the others are asked.
    pub(crate) fn rout<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let Some(piece) = self.routed(state) else { return };
        if self.retreats(state, piece, &Pieces::NONE).is_empty() {
            self.eliminate(state, piece, sink);
        } else {
            let side = counters().get(piece).side;
            if state.agenda.top() != Step::Rout(side) {
                state.agenda.push(Step::Rout(side));
            }
        }
    }

    /// Whether that piece is one that must go back now.
    pub(crate) fn may_rout(&self, state: &State, side: Side, piece: Piece, path: Path) -> Check {
        let shaken = state.demoralized.has(piece) && counters().get(piece).side == side && state.hex(piece).is_some();
        if !shaken || !self.in_contact(state, side, state.hex(piece)) {
            return Err(Illegal::new("GUV-14.60", "Only demoralized units next to the enemy go back now.", "Choose one of those."));
        }
        self.may_retreat(state, piece, path, &Pieces::NONE)
    }

    /// The retreats of the defenders, one by one (D33).
    pub(crate) fn combat_retreats(&self, state: &State, out: &mut Vec<Action>) {
        let battle = state.battle();
        for p in self.goers(state).iter() {
            out.extend(self.retreats(state, p, &battle.gone).into_iter().map(|path| Action::Retreat { piece: p, path }));
        }
    }

    /// Who still has to go back: every defender, skirmishers like all others (GUV-13.11, R-18).
    pub(crate) fn goers(&self, state: &State) -> Pieces {
        let battle = state.battle();
        battle.defenders.minus(&battle.gone)
    }

    pub(crate) fn may_go_back(&self, state: &State, piece: Piece, path: Path) -> Check {
        if !self.goers(state).has(piece) {
            return Err(Illegal::new("GUV-14.50", "Only the defenders of this combat go back.", "Choose one of those."));
        }
        self.may_retreat(state, piece, path, &state.battle().gone)
    }

    pub(crate) fn go_back<K: Sink<Event>>(&self, state: &mut State, piece: Piece, path: Path, sink: &mut K) {
        let side = counters().get(piece).side;
        let works = self.works(state, side, state.hex(piece));
        let crossed = self.fall_back(state, piece, path, works, sink);
        let battle = state.battle_mut();
        battle.gone.insert(piece);
        battle.crossed = battle.crossed.or(crossed);
    }

    /// GUV-14.50, GUV-14.54: those who cannot go back are lost, but only when nobody else could make room by going.
    pub(crate) fn retreat_next<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) -> bool {
        loop {
            let goers = self.goers(state);
            let stuck = goers.iter().find(|p| self.retreats(state, *p, &state.battle().gone).is_empty());
            match stuck {
                Some(p) if goers.iter().all(|q| self.retreats(state, q, &state.battle().gone).is_empty()) => self.eliminate(state, p, sink),
                _ => return !goers.is_empty(),
            }
        }
    }
}
