//! `longroll table`: the tables of a game.

use crate::page::{BOLD, Columns, styled};
use crate::shelf::{Choice, game, unknown};
use crate::{Page, Stop};
use engine::handbook::Chart;
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  longroll table blue-gray            the names of its tables
  longroll table blue-gray crt        one of them
  longroll table blue-gray crt --json";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    game: String,
    /// The table; without it their names
    table: Option<String>,
    #[command(flatten)]
    choice: Choice,
}

/// Runs it.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let kind = game(&args.game)?;
    let charts = kind.charts(&args.choice.complete(kind)?)?;
    let names: Vec<String> = charts.iter().map(|c| c.id.clone()).collect();
    let Some(id) = &args.table else {
        let mut columns = Columns::under(&["table", "title"]);
        charts.iter().for_each(|c| columns.row([&c.id, &c.title]));
        return Ok(Page::new(columns.print(0), names));
    };
    let chart = charts.iter().find(|c| c.id == *id).ok_or_else(|| unknown(&format!("table of {}", args.game), id, &names))?;
    Ok(Page::new(print(chart), chart))
}

fn print(chart: &Chart) -> String {
    let heads: Vec<&str> = std::iter::once("").chain(chart.columns.iter().map(String::as_str)).collect();
    let mut columns = Columns::under(&heads);
    for (head, cells) in chart.rows.iter().zip(&chart.cells) {
        columns.row(std::iter::once(head).chain(cells));
    }
    let mut text = String::new();
    let _ = write!(text, "{}\n{}", styled(BOLD, &chart.title), columns.print(2));
    text
}
