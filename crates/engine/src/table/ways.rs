//! What somebody means who takes pieces and points at hexes. A game lists one way to each hex; its rules allow any. Here a way is laid
//! over the hexes that were pointed at, the game says what that may mean, and its rules decide.

use super::{Refusal, Seated};
use crate::contract::Meant;
use crate::words::{Piece, Target, View};
use crate::{BadField, Game, Illegal, Seat, Side};
use std::collections::{BTreeMap, BTreeSet};

/// No way is laid farther than this.
const FARTHEST: u32 = 90;

/// A hex where the piece could stop anyway is better than one where it could not.
const STRANGE: u32 = 3;

/// More would be a mistake, or malice.
const MOST_PIECES: usize = 64;
const MOST_POINTS: usize = 32;

impl<G: Game> Seated<G> {
    pub(super) fn what_is_meant(&self, seat: Seat, pieces: &[String], via: &[String], to: Option<&str>) -> Result<Meant, Refusal> {
        let side = self.acting(seat)?;
        let pointer = Pointer::new(&*self.game, &self.state, side, self.seat_of(seat, side));
        let Understood { outcome, way, left } = pointer.understand(pieces, via, to)?;
        Ok(match outcome {
            Ok(action) => {
                let battle = self.game.preview(&pointer.known, action);
                Meant { choice: self.described(&pointer.known, vec![action]).pop(), refusal: None, way, left, battle }
            }
            Err(refusal) => Meant { choice: None, refusal: Some(refusal), way, left, battle: None },
        })
    }
}

/// What was understood of a pointing: the way, what can be done or why not, and whom it would leave behind.
pub(crate) struct Understood<A> {
    pub(crate) outcome: Result<A, Refusal>,
    pub(crate) way: Vec<String>,
    pub(crate) left: Vec<String>,
}

/// A side that takes pieces and points at hexes, with what it sees.
pub(crate) struct Pointer<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    side: Side,
    known: G::Knowledge,
    view: View,
}

impl<'a, G: Game> Pointer<'a, G> {
    pub(crate) fn new(game: &'a G, state: &'a G::State, side: Side, seat: Seat) -> Pointer<'a, G> {
        let known = game.knowledge(state, seat);
        let view = game.view(&known);
        Pointer { game, state, side, known, view }
    }

    /// The pieces that can be taken.
    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.view.pieces
    }

    /// What is meant by these pieces and hexes.
    pub(crate) fn understand(&self, pieces: &[String], via: &[String], to: Option<&str>) -> Result<Understood<G::Action>, BadField> {
        let Some(first) = pieces.first().filter(|_| pieces.len() <= MOST_PIECES && via.len() <= MOST_POINTS) else {
            let wanted = format!("1 to {MOST_PIECES} pieces are wanted, and {MOST_POINTS} hexes on the way at most");
            return Err(BadField::new("pieces", wanted));
        };
        let Some(piece) = self.view.pieces.iter().find(|p| p.id == *first) else {
            return Err(BadField::new("pieces[0]", format!("there is no piece {first:?} to be seen")));
        };
        let enemies: BTreeSet<&str> = self.view.pieces.iter().filter(|p| p.side != self.side).filter_map(|p| p.hex.as_deref()).collect();
        let points: Vec<&str> = via.iter().map(String::as_str).chain(to).collect();
        let listed = self.listed_ways(first);
        let way = match (&piece.hex, points.as_slice()) {
            // Whoever comes onto the map comes the listed way.
            (None, [to]) if listed.get(*to).is_some_and(|way| !way.is_empty()) => listed[*to].clone(),
            (None, points) => points.iter().map(ToString::to_string).collect(),
            (Some(from), []) => vec![from.clone()],
            (Some(from), [to]) if listed.get(*to).is_some_and(|way| way.first() == Some(from)) => listed[*to].clone(),
            (Some(from), points) => {
                let straight = || vec![from.clone(), points[points.len() - 1].to_string()];
                self.lay(from, points, &listed, &enemies).unwrap_or_else(straight)
            }
        };
        let (candidates, taken) = match self.game.meant(&self.known, self.side, pieces, &way) {
            none if none.is_empty() => (self.game.meant(&self.known, self.side, &pieces[..1], &way), &pieces[..1]),
            some => (some, pieces),
        };
        let left = pieces[taken.len()..].to_vec();
        let mut refused = None;
        for action in candidates {
            match self.game.check(self.state, self.side, action) {
                Ok(()) => return Ok(Understood { outcome: Ok(action), way, left }),
                Err(illegal) => refused = refused.or(Some(illegal)),
            }
        }
        let illegal = refused.unwrap_or_else(|| self.game.nothing_meant(&self.known, self.side, taken, &way));
        Ok(Understood { outcome: Err(self.refusal(illegal, taken, &way)), way, left })
    }

    /// A refusal that names the pieces, where they were to go, and the figures behind it.
    fn refusal(&self, illegal: Illegal, pieces: &[String], way: &[String]) -> Refusal {
        let held: Vec<&Piece> = pieces.iter().filter_map(|id| self.view.pieces.iter().find(|p| p.id == *id)).collect();
        let names = held.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(", ");
        let there = way.last().filter(|to| held.iter().all(|p| p.hex.as_ref() != Some(to)));
        let there = there.map_or(String::new(), |hex| format!(" to {hex}"));
        let figures = self.game.figures(&self.known, pieces, way, &illegal).map_or(String::new(), |figures| format!(" {figures}"));
        let because = format!("{names}{there}: {}{figures} {}", illegal.because, illegal.instead);
        Refusal { rule: Some(illegal.rule.to_string()), field: None, because }
    }

    /// Where a piece could go by itself, and the way there that the game would take.
    fn listed_ways(&self, piece: &str) -> BTreeMap<String, Vec<String>> {
        let (mut subjects, mut actions) = (Vec::new(), Vec::new());
        self.game.subjects(self.state, self.side, &mut subjects);
        subjects.retain(|s| matches!(self.game.describe_subject(&self.known, *s).target, Target::Piece(id) if id == piece));
        subjects.into_iter().for_each(|s| self.game.options(self.state, self.side, s, &mut actions));
        let mut ways = BTreeMap::new();
        for shown in actions.into_iter().map(|a| self.game.describe(&self.known, a)) {
            if let Target::Hex(hex) = shown.target {
                ways.entry(hex).or_insert(shown.path);
            }
        }
        ways
    }

    /// A way from hex to hex through points in order: the listed one to the first of them, then as straight as open hexes allow.
    fn lay(&self, from: &str, points: &[&str], listed: &BTreeMap<String, Vec<String>>, enemies: &BTreeSet<&str>) -> Option<Vec<String>> {
        let mut way = vec![from.to_string()];
        for point in points {
            let here = way[way.len() - 1].clone();
            if here == *point {
                continue;
            }
            let given = listed.get(*point).filter(|path| way.len() == 1 && path.first() == Some(&here));
            let leg = given.cloned().or_else(|| self.straight(&here, point, listed, enemies))?;
            way.extend(leg.into_iter().skip(1));
        }
        Some(way)
    }

    /// The shortest way round enemies, over hexes where the piece could stop if possible.
    fn straight(&self, from: &str, to: &str, open: &BTreeMap<String, Vec<String>>, enemies: &BTreeSet<&str>) -> Option<Vec<String>> {
        let mut rim = BTreeSet::from([(0, from.to_string())]);
        let mut best: BTreeMap<String, (u32, Option<String>)> = BTreeMap::from([(from.to_string(), (0, None))]);
        while let Some((cost, here)) = rim.pop_first() {
            if here == to {
                let mut way = vec![here];
                while let Some((_, Some(back))) = best.get(&way[way.len() - 1]) {
                    way.push(back.clone());
                }
                way.reverse();
                return Some(way);
            }
            if cost > FARTHEST {
                return None;
            }
            for next in self.game.around(&here) {
                let closed = enemies.contains(next.as_str()) && next != to;
                let cost = cost + if open.contains_key(&next) { 1 } else { STRANGE };
                if !closed && best.get(&next).is_none_or(|(before, _)| cost < *before) {
                    best.insert(next.clone(), (cost, Some(here.clone())));
                    rim.insert((cost, next));
                }
            }
        }
        None
    }
}
