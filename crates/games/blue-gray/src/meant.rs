//! What somebody means who takes units and points at hexes.

use crate::BlueGray;
use crate::action::{Action, Path};
use crate::cells::Cell;
use crate::state::{State, Step};
use crate::units::{NOBODY, UnitId};
use engine::Illegal;
use engine::handbook::plural;

impl BlueGray {
    /// What may be meant by pointing at these hexes with these units in hand, the likeliest first. Units march one at a time.
    pub(crate) fn intents(&self, state: &State, pieces: &[String], way: &[String]) -> Vec<Action> {
        let cells: Vec<Cell> = way.iter().filter_map(|hex| self.cell_named(hex)).collect();
        let ([name], Some(to)) = (pieces, cells.last().copied()) else { return Vec::new() };
        let Some(unit) = self.unit_named(name) else { return Vec::new() };
        let enemy = !state.units_in(to).is_empty() && state.units_in(to).iter().all(|u| !self.army[state.side.index()].has(u));
        match state.step {
            Step::Movement if state.place(unit) == Cell::WAITING => vec![Action::Enter { unit, at: cells[0], to, taking: 0 }],
            Step::Movement if cells.len() == 1 => vec![Action::March { unit, path: self.first_step(to) }],
            // A way longer than any march is refused for its end.
            Step::Movement => {
                vec![self.path_along(&cells).map_or(Action::Move { unit, to, taking: 0 }, |path| Action::March { unit, path })]
            }
            Step::Battles if enemy => vec![Action::Engage { target: to }],
            Step::Battles => self.attacks_of(state, unit),
            Step::Exchange => vec![Action::Lose { unit }],
            Step::Retreat | Step::FallBack => vec![Action::Retreat { unit, to, push: NOBODY }],
            Step::Advance => vec![Action::Advance { unit, to }],
            Step::SetUp => vec![Action::Place { unit, to }],
            Step::Roll | Step::Over | Step::Event | Step::Draw => vec![Action::EndCombat],
        }
    }

    /// A step to anywhere: whoever may not march at all is told so before the step is looked at.
    fn first_step(&self, from: Cell) -> Path {
        let mut path = Path::from(from);
        let next = (0..6).find(|d| self.ground.around[from.index()][*d].on_map());
        if let Some(d) = next {
            path.push(d);
        }
        path
    }

    fn path_along(&self, cells: &[Cell]) -> Option<Path> {
        let mut path = Path::from(*cells.first()?);
        for pair in cells.windows(2) {
            path.push(self.ground.direction(pair[0], pair[1])?).then_some(())?;
        }
        Some(path)
    }

    /// Why nothing comes of pointing there: no unit or hex of this title was meant.
    pub(crate) fn nothing_comes(&self, state: &State) -> Illegal {
        match state.step {
            Step::SetUp => Illegal::new("BG-3.0a", "Nobody is set up there.", "Choose one of the hexes lit."),
            Step::Movement => Illegal::new("BG-5.0-P", "No march leads there.", "Choose one of the hexes lit."),
            _ => Illegal::new("BG-4.1c", "That is not asked for now.", "Do what the prompt asks."),
        }
    }

    /// What a march along that way would cost, if it is more than a unit has (BG-5.15).
    pub(crate) fn cost_in_figures(&self, way: &[String], refused: &Illegal) -> Option<String> {
        if !["BG-5.15", "BG-5.26"].contains(&refused.rule) {
            return None;
        }
        let cells: Vec<Cell> = way.iter().map(|hex| self.cell_named(hex)).collect::<Option<_>>()?;
        let step = |pair: &[Cell]| {
            let cost = self.ground.cost[pair[0].index()][self.ground.direction(pair[0], pair[1])?];
            (cost > 0).then_some(u32::from(cost))
        };
        let cost: u32 = cells.windows(2).map(step).sum::<Option<u32>>()?;
        let points = self.chart.limits.movement;
        (cost > u32::from(points))
            .then(|| format!("That way costs {}, and a unit has {points}.", plural(cost, "movement point", "movement points")))
    }

    /// A unit joins with its hex; a gun also fires from afar.
    fn attacks_of(&self, state: &State, unit: UnitId) -> Vec<Action> {
        vec![Action::Join { from: state.place(unit) }, Action::Bombard { gun: unit }]
    }
}
