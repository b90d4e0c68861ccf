//! Retreats (BR-7.8), and leaders who go along (BR-12.4).

use crate::BullRun;
use crate::action::{Event, Loss, Path};
use crate::counters::{Kind, PieceId};
use crate::ground::flag;
use crate::state::{Fight, State, Step};
use board::HexId;
use engine::Few;
use engine::{Illegal, Side, Sink};

/// What becomes of a piece on a retreat route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It gets there; `away` if two hexes farther from each enemy it fought (BR-7.81).
    Safe {
        /// Where it ends.
        end: HexId,
        /// Whether it leads away from the enemy.
        away: bool,
    },
    /// It is eliminated; the last hex before the fatal one counts for the RALLY box (BR-14.22).
    Fatal {
        /// The last hex reached.
        last: HexId,
    },
}

impl Fate {
    /// The order in which retreats must be chosen.
    fn tier(self) -> u8 {
        match self {
            Fate::Safe { away: true, .. } => 2,
            Fate::Safe { away: false, .. } => 1,
            Fate::Fatal { .. } => 0,
        }
    }
}

/// More ways than a retreat can have different ends.
const RETREATS: usize = 36;

impl State {
    /// The side that retreats now, if one does.
    pub(crate) fn retreating_side(&self) -> Option<Side> {
        self.agenda().iter().rev().find_map(|step| match step {
            Step::Retreat { side } => Some(*side),
            _ => None,
        })
    }
}

impl BullRun {
    /// The enemies that a retreating side fought, where they stand now. R-9: batteries at long range count unless the table
    /// says otherwise; in a bombardment there is nobody else.
    fn fought_by<'a>(&self, state: &'a State, side: Side) -> impl Iterator<Item = HexId> + 'a {
        let enemies = if side == state.side {
            state.battle.defenders
        } else if self.options.away_from_guns || state.battle.fight == Fight::Bombardment {
            state.battle.attackers | state.battle.guns
        } else {
            state.battle.attackers
        };
        state.on_map(side.enemy(), enemies).map(|(_, hex)| hex)
    }

    /// What becomes of a piece that goes this way; an error where it may not even try (BR-7.8). No cost, and no terrain but
    /// rivers, fords and abatis (BR-7.82).
    pub fn fate(&self, state: &State, piece: PieceId, path: Path) -> Result<Fate, Illegal> {
        let start = state.hex(piece).expect("a retreating piece is on the map");
        let enemy = piece.side().enemy();
        let brigade = self.counters.kind(piece) == Kind::Formed;
        let mut steps = path.indices();
        let (first, second) = (steps.next(), steps.next());
        let Some(first) = first else {
            return Err(Illegal::new("BR-7.8", "A retreat goes exactly two hexes.", "Lay a way of two hexes."));
        };
        if steps.next().is_some() {
            return Err(Illegal::new("BR-7.8", "A retreat goes exactly two hexes.", "Lay a way of two hexes."));
        }
        // BR-7.83a: enemy zones; BR-7.83c: rivers, unplayable hexes, the edge of the map.
        let deadly = |hex: HexId| {
            !hex.is_some() || self.ground.flags(state.standing(), hex) & flag::RIVER != 0 || self.controlled(state, enemy, hex)
        };
        let barred = |hex: HexId| brigade && hex.is_some() && self.bars_brigades(state, hex);
        const BREAK_UP: Illegal = Illegal::new(
            "BR-8.52",
            "A brigade piece must break up before it enters a ford, a bridge or an abatis.",
            "Break it up first, or choose another way.",
        );
        let over = self.ground.neighbour(start, first);
        if deadly(over) {
            return Ok(Fate::Fatal { last: start });
        }
        if barred(over) {
            return Err(BREAK_UP);
        }
        let Some(second) = second else {
            return Err(Illegal::new("BR-7.8", "A retreat goes exactly two hexes.", "Lay a way of two hexes."));
        };
        let end = self.ground.neighbour(over, second);
        if end.is_some() && self.ground.distance(start, end) != 2 {
            return Err(Illegal::new("BR-7.8", "A retreat ends two hexes from where it began.", "Lay a way that does not come back."));
        }
        // BR-7.83d, BR-11.54: not through a ford or abatis.
        let through = self.ground.ford(over).is_some() || state.has_abatis(over);
        if through || deadly(end) {
            return Ok(Fate::Fatal { last: over });
        }
        if barred(end) {
            return Err(BREAK_UP);
        }
        // BR-7.83b: not into a full hex.
        if !self.fits(state, piece, end) {
            return Ok(Fate::Fatal { last: over });
        }
        let away = self.fought_by(state, piece.side()).all(|e| self.ground.distance(end, e) >= self.ground.distance(start, e) + 2);
        Ok(Fate::Safe { end, away })
    }

    /// Every retreat that the rules leave to a piece: away from all it fought if one is safe, else any safe one, else
    /// to its death. One for each different end.
    pub fn retreats(&self, state: &State, piece: PieceId) -> Few<(Path, Fate), RETREATS> {
        let mut found: Few<(Path, Fate), RETREATS> = Few::new((Path::EMPTY, Fate::Fatal { last: HexId::NONE }));
        let mut best = 0;
        for first in 0..6 {
            for second in 0..6 {
                let path = Path::EMPTY.then_index(first).then_index(second);
                let Ok(fate) = self.fate(state, piece, path) else { continue };
                if fate.tier() > best {
                    best = fate.tier();
                    found.clear();
                }
                let same = |other: &Fate| match (other, &fate) {
                    (Fate::Safe { end: a, .. }, Fate::Safe { end: b, .. }) => a == b,
                    (Fate::Fatal { last: a }, Fate::Fatal { last: b }) => a == b,
                    _ => false,
                };
                if fate.tier() == best && !found.iter().any(|(_, f)| same(f)) {
                    found.push((path, fate));
                }
            }
        }
        found
    }

    /// Whether that piece may retreat that way now.
    pub(crate) fn may_retreat(&self, state: &State, by: Side, piece: PieceId, path: Path) -> Result<(), Illegal> {
        const NOBODY: Illegal = Illegal::new("BR-7.8", "This piece does not have to retreat now.", "Choose one that does.");
        match state.step() {
            Some(Step::Retreat { side }) if side == by && piece.side() == by && state.battle.retreating & piece.bit() != 0 => {}
            Some(Step::LeaderRetreat { leader }) if leader == piece && piece.side() == by => {}
            _ => return Err(NOBODY),
        }
        let fate = self.fate(state, piece, path)?;
        let best = self.retreats(state, piece).first().map_or(0, |(_, f)| f.tier());
        if fate.tier() == best {
            return Ok(());
        }
        Err(match (fate, best) {
            (Fate::Safe { .. }, _) => {
                Illegal::new("BR-7.81", "The piece can retreat two hexes farther from every enemy it fought, and must.", "Lay such a way.")
            }
            (Fate::Fatal { .. }, _) => {
                Illegal::new("BR-7.83a", "The piece would be eliminated there, and has a safe retreat.", "Lay the safe way.")
            }
        })
    }

    /// Does a retreat; leaders of its hex may go along (BR-12.4).
    pub fn retreat(&self, state: &mut State, piece: PieceId, path: Path, sink: &mut impl Sink<Event>) {
        let side = piece.side();
        let from = state.hex(piece).expect("checked");
        let fate = self.fate(state, piece, path).expect("checked");
        let leader = matches!(state.step(), Some(Step::LeaderRetreat { .. }));
        if leader {
            state.pop();
            if side == state.side {
                state.moved |= piece.bit();
            }
        }
        state.battle.retreating &= !(if leader { 0 } else { piece.bit() });
        match fate {
            Fate::Fatal { last } => {
                // BR-4.82, BR-12.3: it was on its way there.
                if last != from {
                    state.put(piece, last);
                    self.arrived(state, piece, last, sink);
                    self.expose_side(state, side.enemy(), sink);
                    state.put(piece, from);
                }
                if leader {
                    self.lose_leader(state, piece, Loss::Retreat, sink);
                } else {
                    self.eliminate(state, piece, last, Loss::Retreat, sink);
                }
            }
            Fate::Safe { end, .. } => {
                let over = self.ground.neighbour(from, path.indices().next().expect("two steps"));
                // BR-7.83d: a ford entered by retreat does not count against its limit.
                state.put(piece, over);
                self.arrived(state, piece, over, sink);
                // Enemy leaders beside its way; its own are asked first whether they come along.
                self.expose_side(state, side.enemy(), sink);
                state.put(piece, end);
                self.arrived(state, piece, end, sink);
                sink.tell(|| Event::Retreated { piece, from, path });
                if !leader {
                    self.ask_leaders(state, side, from, end);
                }
            }
        }
        self.expose(state, sink);
    }

    /// Leaders in a hex that a unit just left may go with it (BR-12.4).
    pub(crate) fn ask_leaders(&self, state: &mut State, side: Side, from: HexId, to: HexId) {
        if state.here(side, from) & self.counters.leaders[side.index()] & !state.rolling[side.index()] != 0 {
            state.push(Step::Follow { side, from, to });
        }
    }

    pub(crate) fn may_follow(&self, state: &State, by: Side, leader: PieceId) -> Result<(), Illegal> {
        match state.step() {
            Some(Step::Follow { side, from, .. }) if side == by && leader.side() == by && state.hex(leader) == Some(from) => {
                if self.counters.is_leader(leader) && state.rolling[side.index()] & leader.bit() == 0 {
                    return Ok(());
                }
                Err(Illegal::new("BR-12.4", "Only leaders go along with a unit.", "Choose a leader of that hex."))
            }
            _ => Err(Illegal::new(
                "BR-12.4",
                "A leader goes along only with a unit that just left his hex.",
                "Choose a leader of that hex, or leave him.",
            )),
        }
    }

    pub(crate) fn follow(&self, state: &mut State, leader: PieceId, sink: &mut impl Sink<Event>) {
        let Some(Step::Follow { side, from, to }) = state.step() else { return };
        state.put(leader, to);
        if side == state.side {
            state.moved |= leader.bit();
        }
        sink.tell(|| Event::Followed { leader, hex: to });
        self.arrived(state, leader, to, sink);
        if state.here(side, from) & self.counters.leaders[side.index()] & !state.rolling[side.index()] == 0 {
            state.pop();
            self.expose(state, sink);
        }
    }
}
