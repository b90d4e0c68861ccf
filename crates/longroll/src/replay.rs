//! `longroll replay`: a saved game, told in sentences, and checked.

use crate::page::{DIM, side_style, styled, thousands, width, wrap};
use crate::save::Save;
use crate::{Page, Stop};
use engine::Seat;
use engine::table::{Logged, Table};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  longroll replay save.json               what happened, in sentences
  longroll replay save.json --verify      only whether the journal leads to the position: exit code 1 if not
  longroll replay - --as union            a save from the standard input, as the Union player saw it

A save is what the protocol's `save` answers, with or without its envelope.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The save; - for the standard input
    file: PathBuf,
    /// Only check that the journal leads to the position and its hash
    #[arg(long)]
    verify: bool,
    /// Whose eyes: union, confederate, spectator or referee
    #[arg(long = "as", value_name = "SEAT", default_value = "referee", value_parser = seat)]
    seat: Seat,
}

pub(crate) fn seat(text: &str) -> Result<Seat, String> {
    Seat::from_id(text).ok_or_else(|| "a seat is union, confederate, spectator or referee".to_string())
}

/// Runs it.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let here = |stop: Stop| stop.about(args.file.display());
    let Save { kind, setup, document } = Save::open(&args.file)?;
    if args.verify && document.get("journal").is_none() {
        return Err(here(Stop::found_wrong("journal: a position without a journal cannot be verified")));
    }
    let code = if args.verify { Stop::found_wrong } else { Stop::bad_input };
    let (table, remark) = kind.load(&setup, &document).map_err(|bad| here(code(bad.to_string())))?;
    if args.verify
        && let Some(remark) = &remark
    {
        return Err(here(Stop::found_wrong(format!("cannot be verified: {remark}"))));
    }
    Ok(tell(table.as_ref(), args, remark.as_deref(), document.get("journal").is_some()))
}

fn tell(table: &dyn Table, args: &Args, remark: Option<&str>, has_journal: bool) -> Page {
    let log = table.log(args.seat, 0);
    let hash = format!("{:016x}", table.hash());
    let mut text = String::new();
    if !args.verify {
        log.iter().for_each(|entry| text.push_str(&sentence(entry)));
    }
    if let Some(remark) = remark {
        let _ = writeln!(text, "Note: {remark}.");
    }
    match table.outcome() {
        Some(outcome) => {
            let _ = writeln!(text, "{}", outcome.text);
        }
        None => {
            let _ = writeln!(text, "The game goes on: {}", table.actor(args.seat).prompt);
        }
    }
    let verified = remark.is_none() && has_journal;
    let told = if verified { "the journal leads to the position" } else { "no journal to follow" };
    let _ = writeln!(text, "{}", styled(DIM, &format!("{} entries; {told}, hash {hash}.", thousands(log.len() as u64))));
    let json = json!({
        "game": table.catalogue().game, "scenario": table.setup().scenario, "options": table.setup().options,
        "entries": table.length(), "verified": verified, "remark": remark, "hash": hash, "outcome": table.outcome(),
        "log": if args.verify { Value::Null } else { json!(log) },
    });
    Page::new(text, json)
}

fn sentence(entry: &Logged) -> String {
    let mut text = String::new();
    for told in &entry.told {
        let style = match (entry.taken_back, entry.by) {
            (true, _) => DIM,
            (false, Some(side)) => side_style(side),
            (false, None) => anstyle::Style::new(),
        };
        let words = if entry.taken_back { format!("({})", told.text) } else { told.text.clone() };
        let _ = writeln!(text, "{:>5}  {}", entry.entry + 1, styled(style, &wrap(&words, width() - 7, 7)));
    }
    text
}
