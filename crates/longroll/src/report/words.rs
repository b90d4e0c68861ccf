//! What a game is called, and numbers as people write them.

use engine::SetUp;
use engine::table::Kind;

/// The game and its scenario.
pub(crate) fn title(kind: &dyn Kind, setup: &SetUp) -> String {
    let catalogue = kind.catalogue();
    let scenario = catalogue.scenarios.iter().find(|s| s.id == setup.scenario).map_or(setup.scenario.as_str(), |s| s.title.as_str());
    if catalogue.title == scenario || catalogue.scenarios.len() < 2 {
        catalogue.title.clone()
    } else {
        format!("{}: {scenario}", catalogue.title)
    }
}

/// A chance as a share of a hundred: `54 %`.
pub(crate) fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}

/// A change of a chance in points, with a proper sign: `−4.2`.
pub(crate) fn points(change: f64) -> String {
    let tenths = (change * 1000.0).round() / 10.0;
    if tenths == 0.0 { "0.0".to_string() } else { format!("{}{:.1}", if tenths < 0.0 { "−" } else { "+" }, tenths.abs()) }
}

/// Points of a hundred that were lost, without a sign where there is none: `4.2`, `−0.3`.
pub(crate) fn lost(cost: f64) -> String {
    points(cost).trim_start_matches('+').to_string()
}

/// What a side lost in a phase against the general, on average; who found better things gained.
pub(crate) fn held_against_the_general(error: f64) -> String {
    let tenths = format!("{:.1}", 100.0 * error.abs());
    if error < 0.0 && tenths != "0.0" {
        format!("Gained {tenths} points a phase on the general's plans")
    } else {
        format!("Lost {tenths} points a phase against the general's plans")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_have_signs_and_chances_have_none() {
        assert_eq!([points(0.0421), points(-0.1), points(0.0001), points(-0.0001)], ["+4.2", "−10.0", "0.0", "0.0"]);
        assert_eq!([lost(0.0421), lost(-0.003)], ["4.2", "−0.3"]);
        assert_eq!(held_against_the_general(-0.0004), "Lost 0.0 points a phase against the general's plans");
        assert_eq!(held_against_the_general(-0.006), "Gained 0.6 points a phase on the general's plans");
        assert_eq!(percent(0.545), "55 %");
    }
}
