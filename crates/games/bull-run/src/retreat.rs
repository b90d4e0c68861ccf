//! Losses, retreats and advances (BR-7.7 to BR-7.93).

use crate::BullRun;
use crate::action::{Action, Event, Loss, Path};
use crate::counters::{Kind, PieceId, Rank, pieces};
use crate::few::Few;
use crate::ground::flag;
use crate::state::{Fight, Spot, State, Step};
use board::HexId;
use contact::clusters::Set;
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
    /// The units of a side that the results of the battle at hand touch: participants beside the enemy (BR-CRT-2).
    /// Batteries at long range suffer no adverse result (BR-9.52, BR-GL-1).
    pub fn involved(&self, s: &State, side: Side) -> Set {
        let members = if side == s.side { s.battle.attackers } else { s.battle.defenders };
        s.on_map(side, members).fold(0, |set, (p, _)| set | p.bit())
    }

    /// What a unit pays of a loss, in half points: its defence as terrain modifies it in this battle (BR-7.71b).
    pub fn worth(&self, s: &State, unit: PieceId) -> u16 {
        let hex = s.hex(unit).expect("a unit in the battle is on the map");
        self.modified_defence(s, unit, hex, unit.side() == s.side)
    }

    /// A unit is eliminated. Infantry within four hexes of its own brigade leader goes to the RALLY box (BR-7.74, BR-14.2,
    /// BR-GL-3); a brigade piece breaks up first (BR-14.21); anything else is gone for good (BR-14.23, BR-OB-1).
    pub(crate) fn eliminate(&self, s: &mut State, unit: PieceId, from: HexId, loss: Loss, sink: &mut impl Sink<Event>) {
        let side = unit.side();
        if self.roster.kind(unit) == Kind::Formed {
            let parts = s.parts(unit) & self.roster.infantry[side.index()];
            self.break_up(s, unit, sink);
            pieces(side, parts).for_each(|p| self.eliminate(s, p, from, loss, sink));
            return;
        }
        let hex = s.hex(unit).expect("a unit that is lost was on the map");
        let leader = self.roster.leader_of[unit.index()];
        let to_box = self.roster.kind(unit) == Kind::Infantry
            && leader != PieceId::NONE
            && self.roster.counter(leader).rank == Some(Rank::Brigade)
            && s.leader_hex(leader).is_some_and(|h| self.ground.distance(h, from) <= self.tables.limits.recon);
        s.put(unit, if to_box { Spot::BOX } else { Spot::LOST });
        if s.retreating_side() == Some(side) {
            s.battle.retreating &= !unit.bit();
        }
        sink.tell(|| Event::Lost { piece: unit, hex: from, loss, to_box });
        self.last_unit_gone(s, side, hex);
    }

    /// Whether that unit may be lost now (BR-7.73).
    pub(crate) fn may_lose(&self, s: &State, by: Side, unit: PieceId, extra: bool) -> Result<(), Illegal> {
        let side = match s.step() {
            Some(Step::Lose { side, .. }) => side,
            Some(Step::LoseOne) => s.side.enemy(),
            _ => return Err(Illegal::new("BR-7.7", "No loss is owed now.")),
        };
        if by != side || unit.side() != side || self.involved(s, side) & unit.bit() == 0 {
            return Err(Illegal::new("BR-7.71f", "Only units that are in the battle and beside the enemy can be lost."));
        }
        if extra && matches!(s.step(), Some(Step::LoseOne)) && self.involved(s, side).count_ones() < 2 {
            return Err(Illegal::new("BR-7.72", "The last unit of the battle pays for the result itself."));
        }
        Ok(())
    }

    pub(crate) fn lose(&self, s: &mut State, unit: PieceId, extra: bool, sink: &mut impl Sink<Event>) {
        let paid = self.worth(s, unit);
        let hex = s.hex(unit).expect("checked");
        self.eliminate(s, unit, hex, Loss::Combat, sink);
        if extra {
            return;
        }
        match s.step() {
            Some(Step::Lose { side, owed }) => s.replace(Step::Lose { side, owed: owed.saturating_sub(paid) }),
            _ => s.pop(),
        }
    }

    /// The enemies that a retreating side fought, where they stand now. R-9: batteries at long range count unless the table
    /// says otherwise; in a bombardment there is nobody else.
    fn fought_by<'a>(&self, s: &'a State, side: Side) -> impl Iterator<Item = HexId> + 'a {
        let enemies = if side == s.side {
            s.battle.defenders
        } else if self.options.away_from_guns || s.battle.fight == Fight::Bombardment {
            s.battle.attackers | s.battle.guns
        } else {
            s.battle.attackers
        };
        s.on_map(side.enemy(), enemies).map(|(_, hex)| hex)
    }

    /// What becomes of a piece that goes this way; an error where it may not even try (BR-7.8). No cost, and no terrain but
    /// rivers, fords and abatis (BR-7.82).
    pub fn fate(&self, s: &State, piece: PieceId, path: Path) -> Result<Fate, Illegal> {
        let start = s.hex(piece).expect("a retreating piece is on the map");
        let enemy = piece.side().enemy();
        let brigade = self.roster.kind(piece) == Kind::Formed;
        let mut steps = path.steps();
        let (first, second) = (steps.next(), steps.next());
        let Some(first) = first else {
            return Err(Illegal::new("BR-7.8", "A retreat goes exactly two hexes."));
        };
        if steps.next().is_some() {
            return Err(Illegal::new("BR-7.8", "A retreat goes exactly two hexes."));
        }
        // BR-7.83a: enemy zones; BR-7.83c: rivers, unplayable hexes, the edge of the map.
        let deadly =
            |hex: HexId| !hex.is_some() || self.ground.flags(s.standing(), hex) & flag::RIVER != 0 || self.controlled(s, enemy, hex);
        let barred = |hex: HexId| brigade && hex.is_some() && self.bars_brigades(s, hex);
        const BREAK_UP: Illegal = Illegal::new("BR-8.52", "A brigade piece must break up before it enters a ford, a bridge or an abatis.");
        let over = self.ground.neighbour(start, first);
        if deadly(over) {
            return Ok(Fate::Fatal { last: start });
        }
        if barred(over) {
            return Err(BREAK_UP);
        }
        let Some(second) = second else {
            return Err(Illegal::new("BR-7.8", "A retreat goes exactly two hexes."));
        };
        let end = self.ground.neighbour(over, second);
        if end.is_some() && self.ground.distance(start, end) != 2 {
            return Err(Illegal::new("BR-7.8", "A retreat ends two hexes from where it began."));
        }
        // BR-7.83d, BR-11.54: not through a ford or abatis.
        let through = self.ground.ford(over).is_some() || s.has_abatis(over);
        if through || deadly(end) {
            return Ok(Fate::Fatal { last: over });
        }
        if barred(end) {
            return Err(BREAK_UP);
        }
        // BR-7.83b: not into a full hex.
        if !self.fits(s, piece, end) {
            return Ok(Fate::Fatal { last: over });
        }
        let away = self.fought_by(s, piece.side()).all(|e| self.ground.distance(end, e) >= self.ground.distance(start, e) + 2);
        Ok(Fate::Safe { end, away })
    }

    /// Every retreat that the rules leave to a piece: away from all it fought if one is safe, else any safe one, else
    /// to its death. One for each different end.
    pub fn retreats(&self, s: &State, piece: PieceId) -> Few<(Path, Fate), RETREATS> {
        let mut found: Few<(Path, Fate), RETREATS> = Few::new((Path::EMPTY, Fate::Fatal { last: HexId::NONE }));
        let mut best = 0;
        for first in 0..6 {
            for second in 0..6 {
                let path = Path::EMPTY.then(first).then(second);
                let Ok(fate) = self.fate(s, piece, path) else { continue };
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
    pub(crate) fn may_retreat(&self, s: &State, by: Side, piece: PieceId, path: Path) -> Result<(), Illegal> {
        const NOBODY: Illegal = Illegal::new("BR-7.8", "This piece does not have to retreat now.");
        match s.step() {
            Some(Step::Retreat { side }) if side == by && piece.side() == by && s.battle.retreating & piece.bit() != 0 => {}
            Some(Step::LeaderRetreat { leader }) if leader == piece && piece.side() == by => {}
            _ => return Err(NOBODY),
        }
        let fate = self.fate(s, piece, path)?;
        let best = self.retreats(s, piece).first().map_or(0, |(_, f)| f.tier());
        if fate.tier() == best {
            return Ok(());
        }
        Err(match (fate, best) {
            (Fate::Safe { .. }, _) => {
                Illegal::new("BR-7.81", "The piece can retreat two hexes farther from every enemy it fought, and must.")
            }
            (Fate::Fatal { .. }, _) => Illegal::new("BR-7.83a", "The piece would be eliminated there, and has a safe retreat."),
        })
    }

    /// Does a retreat; leaders of its hex may go along (BR-12.4).
    pub fn retreat(&self, s: &mut State, piece: PieceId, path: Path, sink: &mut impl Sink<Event>) {
        let side = piece.side();
        let from = s.hex(piece).expect("checked");
        let fate = self.fate(s, piece, path).expect("checked");
        let leader = matches!(s.step(), Some(Step::LeaderRetreat { .. }));
        if leader {
            s.pop();
            if side == s.side {
                s.moved |= piece.bit();
            }
        }
        s.battle.retreating &= !(if leader { 0 } else { piece.bit() });
        match fate {
            Fate::Fatal { last } => {
                // BR-4.82, BR-12.3: it was on its way there.
                if last != from {
                    s.put(piece, last);
                    self.arrived(s, piece, last, sink);
                    self.expose_side(s, side.enemy(), sink);
                    s.put(piece, from);
                }
                if leader {
                    self.lose_leader(s, piece, Loss::Retreat, sink);
                } else {
                    self.eliminate(s, piece, last, Loss::Retreat, sink);
                }
            }
            Fate::Safe { end, .. } => {
                let over = self.ground.neighbour(from, path.steps().next().expect("two steps"));
                // BR-7.83d: a ford entered by retreat does not count against its limit.
                s.put(piece, over);
                self.arrived(s, piece, over, sink);
                // Enemy leaders beside its way; its own are asked first whether they come along.
                self.expose_side(s, side.enemy(), sink);
                s.put(piece, end);
                self.arrived(s, piece, end, sink);
                sink.tell(|| Event::Retreated { piece, from, path });
                if !leader {
                    self.ask_leaders(s, side, from, end);
                }
            }
        }
        self.expose(s, sink);
    }

    /// Leaders in a hex that a unit just left may go with it (BR-12.4).
    fn ask_leaders(&self, s: &mut State, side: Side, from: HexId, to: HexId) {
        if s.here(side, from) & self.roster.leaders[side.index()] & !s.rolling[side.index()] != 0 {
            s.push(Step::Follow { side, from, to });
        }
    }

    pub(crate) fn may_follow(&self, s: &State, by: Side, leader: PieceId) -> Result<(), Illegal> {
        match s.step() {
            Some(Step::Follow { side, from, .. }) if side == by && leader.side() == by && s.hex(leader) == Some(from) => {
                if self.roster.is_leader(leader) && s.rolling[side.index()] & leader.bit() == 0 {
                    return Ok(());
                }
                Err(Illegal::new("BR-12.4", "Only leaders go along with a unit."))
            }
            _ => Err(Illegal::new("BR-12.4", "A leader goes along only with a unit that just left his hex.")),
        }
    }

    pub(crate) fn follow(&self, s: &mut State, leader: PieceId, sink: &mut impl Sink<Event>) {
        let Some(Step::Follow { side, from, to }) = s.step() else { return };
        s.put(leader, to);
        if side == s.side {
            s.moved |= leader.bit();
        }
        sink.tell(|| Event::Followed { leader, hex: to });
        self.arrived(s, leader, to, sink);
        if s.here(side, from) & self.roster.leaders[side.index()] & !s.rolling[side.index()] == 0 {
            s.pop();
            self.expose(s, sink);
        }
    }

    /// Whether that attacker may advance into that hex: this battle vacated it (BR-7.9), it is adjacent, and there is room.
    /// Terrain (BR-7.91) and enemy zones (BR-7.92) do not matter.
    pub fn may_advance(&self, s: &State, by: Side, unit: PieceId, hex: HexId) -> Result<(), Illegal> {
        let Some(from) = s.hex(unit).filter(|_| s.step() == Some(Step::Advance) && by == s.side && unit.side() == by) else {
            return Err(Illegal::new("BR-7.9", "Only the attacker's units advance, and only right after their battle."));
        };
        if s.battle.attackers & unit.bit() == 0 || s.advanced & unit.bit() != 0 {
            return Err(Illegal::new("BR-7.9", "Only units that took part in the attack from an adjacent hex advance, once."));
        }
        if !self.vacated(s).any(|h| h == hex) || self.ground.distance(from, hex) != 1 {
            return Err(Illegal::new("BR-7.9", "A unit advances into an adjacent hex that its attack emptied of enemy units."));
        }
        if self.roster.kind(unit) == Kind::Formed && self.bars_brigades(s, hex) {
            return Err(Illegal::new("BR-8.52", "A brigade piece must break up before it enters a ford, a bridge or an abatis."));
        }
        if !self.fits(s, unit, hex) {
            return Err(Illegal::new("BR-7.9", "The unit would overstack the vacated hex."));
        }
        if let Some(number) = self.ground.ford(hex)
            && s.ford[number] + self.roster.defence(unit) > self.tables.limits.ford_entry
        {
            return Err(Illegal::new("BR-7.91", "Only 8 defence points can enter a ford in a player-turn, advances included."));
        }
        Ok(())
    }

    /// The defending hexes of the battle that hold no enemy unit any more (R-13: a newcomer keeps a hex).
    pub fn vacated<'a>(&self, s: &'a State) -> impl Iterator<Item = HexId> + 'a {
        let enemy = s.side.enemy();
        s.battle.hexes.iter().copied().filter(move |h| h.is_some() && s.units(enemy, *h) == 0)
    }

    pub(crate) fn advances(&self, s: &State, unit: PieceId, out: &mut Vec<Action>) {
        for hex in self.vacated(s) {
            if self.may_advance(s, s.side, unit, hex).is_ok() {
                out.push(Action::Advance { unit, hex });
            }
        }
    }

    pub(crate) fn advance(&self, s: &mut State, unit: PieceId, hex: HexId, sink: &mut impl Sink<Event>) {
        let from = s.hex(unit).expect("checked");
        if let Some(number) = self.ground.ford(hex) {
            s.ford[number] += self.roster.defence(unit);
        }
        s.put(unit, hex);
        s.advanced |= unit.bit();
        sink.tell(|| Event::Advanced { unit, from, hex });
        self.arrived(s, unit, hex, sink);
        self.ask_leaders(s, unit.side(), from, hex);
        self.expose(s, sink);
    }
}
