//! `longroll odds`: what may come of an attack.

use crate::page::{BOLD, Columns, styled};
use crate::shelf::{Choice, game};
use crate::{Page, Stop};
use engine::handbook::OddsQuestion;
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  longroll odds blue-gray --attack 6,4 --defend 5
  longroll odds blue-gray --attack 12 --defend 4,3 --with rough
  longroll odds blue-gray --attack 9 --defend 3 --column 1-1      an announced lower column
  longroll odds blue-gray --attack 9 --defend 3 --json

Which circumstances --with takes is said when one is wrong.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    game: String,
    /// The attackers' strengths
    #[arg(long, value_name = "STRENGTHS", value_delimiter = ',', required = true, allow_negative_numbers = true)]
    attack: Vec<u16>,
    /// The defenders' strengths
    #[arg(long, value_name = "STRENGTHS", value_delimiter = ',', required = true, allow_negative_numbers = true)]
    defend: Vec<u16>,
    /// Terrain and circumstances, several with commas or by repeating it
    #[arg(long = "with", value_name = "WORDS", value_delimiter = ',')]
    with: Vec<String>,
    /// An announced column instead of the true one
    #[arg(long)]
    column: Option<String>,
    #[command(flatten)]
    choice: Choice,
}

/// Runs it.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let kind = game(&args.game)?;
    let question =
        OddsQuestion { attack: args.attack.clone(), defend: args.defend.clone(), with: args.with.clone(), column: args.column.clone() };
    let report = kind.odds(&args.choice.complete(kind)?, &question)?;
    let mut text = format!("{}\n", styled(BOLD, &format!("Column {}", report.column)));
    if !report.modifiers.is_empty() {
        let mut modifiers = Columns::default();
        report.modifiers.iter().for_each(|m| modifiers.row([&m.rule, &m.effect, &m.what]));
        let _ = write!(text, "{}", modifiers.print(2));
    }
    let mut results = Columns::under(&["result", "chance", ""]).numbers([1]);
    for result in &report.results {
        const BAR: f64 = 40.0;
        let bar = "█".repeat((result.probability * BAR).round() as usize);
        results.row([result.result.clone(), format!("{:.1}%", 100.0 * result.probability), bar]);
    }
    text.push_str(&results.print(2));
    Ok(Page::new(text, report))
}
