//! Operational plans of this series: hexes by their numbers, formations by the names on the order of battle.

use blue_gray::BlueGray;
use blue_gray::units::UnitSet;
use engine::Side;
use general::plan::{Aim, Bearing};

/// What an aim comes to; nothing if there is no such hex or formation.
pub(super) fn bearing(game: &BlueGray, side: Side, aim: &Aim) -> Option<Bearing> {
    let army = game.army[side.index()].and(game.infantry);
    let of = |formation: &String| -> UnitSet { army.iter().filter(|u| game.unit(*u).formation == *formation).collect() };
    let mut who = UnitSet::EMPTY;
    for formation in &aim.who {
        let units = of(formation);
        if units.is_empty() {
            return None;
        }
        who = who.or(units);
    }
    let who = if aim.who.is_empty() { army } else { who };
    Some(Bearing { hex: game.cell_named(&aim.hex)?.0, weight: aim.weight, who: who.0 })
}
