//! Victory: points for eliminations and hexes decide, by levels.

use crate::BlueGray;
use crate::action::Event;
use crate::cells::{Cell, CellSet};
use crate::state::State;
use crate::title::Deed;
use crate::units::UnitId;
use engine::{Side, Sink, Verdict};

impl BlueGray {
    pub(crate) fn score<K: Sink<Event>>(&self, state: &mut State, to: Side, points: i16, rule: &str, sink: &mut K) {
        if points != 0 {
            state.points[to.index()] += points;
            sink.tell(|| Event::Scored(to, points, rule.to_string()));
        }
    }

    /// A unit is gone for good: the enemy scores it, per unit or per strength point.
    pub(crate) fn score_elimination<K: Sink<Event>>(&self, state: &mut State, unit: UnitId, sink: &mut K) {
        let to = self.side_of(unit).enemy();
        self.score_unit(state, unit, to, [Deed::EliminatedUnit, Deed::EliminatedStrength], sink);
    }

    /// A unit has left the map: its own side scores it.
    pub(crate) fn score_exit<K: Sink<Event>>(&self, state: &mut State, unit: UnitId, sink: &mut K) {
        self.score_unit(state, unit, self.side_of(unit), [Deed::ExitedUnit, Deed::ExitedStrength], sink);
    }

    fn score_unit<K: Sink<Event>>(&self, state: &mut State, unit: UnitId, to: Side, [by_unit, by_strength]: [Deed; 2], sink: &mut K) {
        for score in self.title.scores.iter().filter(|s| s.to == to) {
            let points = match score.what {
                what if what == by_unit => score.points,
                what if what == by_strength => score.points * i16::from(self.strength_of(state, unit)),
                _ => continue,
            };
            self.score(state, to, points, &score.rule, sink);
        }
    }

    /// A side controls a followed hex for the first time: it scores once in the game, and keeps it.
    pub(crate) fn score_first_control<K: Sink<Event>>(&self, state: &mut State, side: Side, place: usize, sink: &mut K) {
        if state.first_taken[side.index()] >> place & 1 == 1 {
            return;
        }
        state.first_taken[side.index()] |= 1 << place;
        let cell = self.title.controls[place].cell;
        for score in self.title.scores.iter().filter(|s| s.to == side && s.what == Deed::FirstControl && s.cells.has(cell)) {
            self.score(state, side, score.points, &score.rule, sink);
        }
    }

    /// The hexes in the zone of control of a side's infantry, those it stands in included. Enemies in the hex do not
    /// matter, and guns do not count.
    fn infantry_zone(&self, state: &State, side: Side) -> CellSet {
        let units = self.infantry.and(self.army[side.index()]).and(state.on_map);
        let occupied: CellSet = units.iter().map(|u| state.place(u)).collect();
        self.ground_in(state).zone(&occupied).or(&occupied)
    }

    /// What a line of the schedule is worth as things stand.
    pub fn worth(&self, state: &State, score: &crate::title::Score) -> i16 {
        let hexes = match score.what {
            // The last to have been in the hex.
            Deed::LastControlAtEnd => {
                let held = |(i, c): &(usize, &crate::title::Control)| score.cells.has(c.cell) && state.holder(*i) == Some(score.to);
                self.title.controls.iter().enumerate().filter(held).count()
            }
            Deed::AllControlAtEnd => {
                let held = |c: Cell| self.followed_hex(c).is_some_and(|p| state.holder(p) == Some(score.to));
                usize::from(score.cells.iter().all(held))
            }
            Deed::AreaAtEnd => {
                let inside = |side: Side| !score.cells.and(&state.occupied[side.index()]).is_empty();
                usize::from(inside(score.to) && !inside(score.to.enemy()))
            }
            Deed::StrengthInAreaAtEnd => {
                let inside = state.on_map.and(self.army[score.to.index()]).iter().filter(|u| score.cells.has(state.place(*u)));
                self.strength(state, inside.collect()) as usize
            }
            Deed::HexInInfantryZoneAtEnd => score.cells.and(&self.infantry_zone(state, score.to)).iter().count(),
            _ => 0,
        };
        score.points * hexes as i16
    }

    /// The points of hexes that count at the end.
    pub(crate) fn final_scores<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        for score in self.title.scores.iter().filter(|s| !s.what.at_once()) {
            self.score(state, score.to, self.worth(state, score), &score.rule, sink);
        }
        let difference = self.difference(state);
        sink.tell(|| Event::Ended(difference));
    }

    /// The points of each side if the game ended now.
    pub fn points_now(&self, state: &State) -> [i16; 2] {
        let mut points = state.points;
        if state.step != crate::state::Step::Over {
            self.title.scores.iter().filter(|s| !s.what.at_once()).for_each(|s| points[s.to.index()] += self.worth(state, s));
        }
        points
    }

    /// Union points less Confederate points.
    pub(crate) fn difference(&self, state: &State) -> i16 {
        state.points[0] - state.points[1]
    }

    /// The level of a difference.
    pub(crate) fn level(&self, difference: i16) -> usize {
        self.title.levels.iter().position(|l| difference >= l.from).unwrap_or(self.title.levels.len() - 1)
    }

    /// How the game ended: the points of both sides decide it, by levels.
    pub fn verdict(&self, state: &State) -> Verdict {
        let level = self.level(self.difference(state));
        Verdict { winner: self.title.levels[level].winner, level: level as u8 }
    }
}
