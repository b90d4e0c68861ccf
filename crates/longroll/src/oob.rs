//! `longroll oob`: every counter of a game.

use crate::page::{Columns, side_style};
use crate::shelf::{Choice, game};
use crate::{Page, Stop};
use engine::Side;
use engine::handbook::CounterEntry;
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  longroll oob blue-gray
  longroll oob blue-gray --scenario chattanooga --side confederate
  longroll oob blue-gray --json";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    game: String,
    /// Only this side: union or confederate
    #[arg(long, value_parser = side)]
    side: Option<Side>,
    #[command(flatten)]
    choice: Choice,
}

/// A side as typed.
pub fn side(text: &str) -> Result<Side, String> {
    Side::from_id(text).ok_or_else(|| "a side is union or confederate".to_string())
}

/// Runs it.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let kind = game(&args.game)?;
    let mut counters = kind.order_of_battle(&args.choice.complete(kind)?)?;
    counters.retain(|c| args.side.is_none_or(|side| c.side == side));
    let mut columns = Columns::under(&["id", "side", "formation", "name", "type", "strengths", "moves", "start", "entry"]).numbers([6]);
    for counter in &counters {
        let CounterEntry { id, side, formation, name, kind, movement, start, entry, .. } = counter;
        let strengths: Vec<String> = counter.strengths.iter().map(|(what, n)| format!("{what} {n}")).collect();
        let at = |place: &Option<String>| place.clone().unwrap_or_default();
        let cells = [
            id.clone(),
            side.to_string(),
            formation.clone(),
            name.clone(),
            kind.clone(),
            strengths.join(", "),
            movement.to_string(),
            at(start),
            at(entry),
        ];
        columns.styled(side_style(*side), cells);
    }
    let mut text = columns.print(0);
    for side in Side::BOTH {
        let count = counters.iter().filter(|c| c.side == side).count();
        if count > 0 {
            let _ = writeln!(text, "{side}: {count} counters.");
        }
    }
    Ok(Page::new(text, counters))
}
