//! `longroll games`: what is on the shelf.

use crate::page::{BOLD, Columns, DIM, styled, width, wrap};
use crate::shelf::{SHELF, game};
use crate::{Page, Stop};
use engine::table::Kind;
use serde_json::{Value, json};
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  longroll games
  longroll games blue-gray
  longroll games --json";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Only this game
    game: Option<String>,
}

/// Runs it.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let kinds: Vec<&dyn Kind> = match &args.game {
        Some(id) => vec![game(id)?],
        None => SHELF.to_vec(),
    };
    let mut text = String::new();
    for kind in &kinds {
        let catalogue = kind.catalogue();
        let known = catalogue.year == 0 || catalogue.title.contains(&catalogue.year.to_string());
        let year = if known { String::new() } else { format!(" ({})", catalogue.year) };
        let _ = writeln!(text, "{}  {}{year}", styled(BOLD, &catalogue.game), catalogue.title);
        if !catalogue.summary.is_empty() {
            let _ = writeln!(text, "  {}", wrap(&catalogue.summary, width().saturating_sub(2), 2));
        }
        let mut scenarios = Columns::default();
        for scenario in &catalogue.scenarios {
            let mut about = scenario.title.clone();
            if !scenario.summary.is_empty() {
                about = format!("{about}. {}", scenario.summary);
            }
            if let Some(edition) = scenario.edition.as_ref().filter(|e| e.brought) {
                let author = if edition.author.is_empty() { "somebody" } else { &edition.author };
                about = format!("{about} Version {} by {author}.", edition.version);
            }
            scenarios.row([&scenario.id, &about]);
        }
        let _ = write!(text, "  {}\n{}", styled(DIM, "scenarios"), scenarios.print(4));
        if !catalogue.options.is_empty() {
            let mut options = Columns::default();
            for option in &catalogue.options {
                let about = if option.text.is_empty() { &option.title } else { &option.text };
                options.row([option.id.clone(), choices(option), about.clone()]);
            }
            let _ = write!(text, "  {}\n{}", styled(DIM, "options, [chosen without a word]"), options.print(4));
        }
        let _ = writeln!(text, "  {}\n    {}\n", styled(DIM, "players"), players(kind.players()));
    }
    Ok(Page::new(text, kinds.iter().map(|k| describe(*k)).collect::<Vec<Value>>()))
}

/// Who plays, and of which temperaments a level may be.
fn players(names: &[&str]) -> String {
    let plain: Vec<&str> = names.iter().copied().filter(|n| !n.contains('+')).collect();
    let mut tempers: Vec<&str> = names.iter().filter_map(|n| Some(n.split_once('+')?.1)).collect();
    tempers.sort_unstable();
    tempers.dedup();
    let example =
        names.iter().find(|n| n.contains('+')).map_or(String::new(), |n| format!("; a level may be {}: {n}", tempers.join(" or ")));
    format!("{}{example}", plain.join(", "))
}

/// `[off]|on`.
fn choices(option: &engine::OptionRule) -> String {
    let mark = |v: &String| if *v == option.default { format!("[{v}]") } else { v.clone() };
    option.values.iter().map(mark).collect::<Vec<_>>().join("|")
}

fn describe(kind: &dyn Kind) -> Value {
    let mut value = json!(kind.catalogue());
    value["players"] = json!(kind.players());
    value
}
