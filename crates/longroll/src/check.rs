//! `longroll check`: everything that is wrong with a title, and what games say of it.

use crate::page::{BOLD, DIM, styled, thousands};
use crate::{Page, Stop};
use proof::Fault;
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;
use workshop::folder;
use workshop::soak::{Soak, soak};

const EXAMPLES: &str = "\
Examples:
  longroll check mine                 every mistake with its line, then 40 games
  longroll check mine --games 400     more games: what never occurred, who wins
  longroll check mine --games 0       only the files
  longroll check passed-on.longroll   a title that somebody passed on";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder of a title, or the file it was packed into
    title: PathBuf,
    /// How many games to try it with, half at random and half by a quick script
    #[arg(long, value_name = "GAMES", default_value_t = 40)]
    games: usize,
}

/// Runs it.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let bundle = folder::open(&args.title).map_err(Stop::bad_input)?;
    let examined = bundle.examine();
    let mut faults = examined.faults.clone();
    let mut tried = None;
    if examined.is_sound() {
        match bundle.bring() {
            Ok(shelved) if args.games > 0 => tried = Some(soak(&shelved.scenario, args.games).map_err(Stop::found_wrong)?),
            Ok(_) => {}
            Err(wrong) => faults = wrong,
        }
    }
    let mistakes = faults.iter().filter(|f| f.is_mistake()).count();
    let wrong = mistakes > 0 || tried.as_ref().is_some_and(|t| !t.violations.is_empty());
    let mut text = String::new();
    for fault in &faults {
        let _ = writeln!(text, "{}", told(fault));
    }
    let warnings = faults.len() - mistakes;
    let _ = writeln!(text, "{}", styled(BOLD, &format!("{}, {}.", count(mistakes, "mistake"), count(warnings, "warning"))));
    if let Some(tried) = &tried {
        write_soak(&mut text, tried);
    }
    let value = json!({ "faults": faults, "mistakes": mistakes, "warnings": warnings, "soak": tried });
    Ok(Page::new(text, value).with_code(u8::from(wrong)))
}

fn told(fault: &Fault) -> String {
    let place = format!("{}, line {}:", fault.file, fault.line);
    let warning = if fault.is_mistake() { "" } else { "warning: " };
    format!("{} {warning}{} {}", styled(BOLD, &place), fault.what, styled(DIM, &fault.right))
}

fn count(n: usize, of: &str) -> String {
    match n {
        0 => format!("no {of}s"),
        1 => format!("1 {of}"),
        n => format!("{n} {of}s"),
    }
}

fn write_soak(text: &mut String, soak: &Soak) {
    let _ = writeln!(text, "{}, {} decisions.", count(soak.games, "game"), thousands(soak.decisions));
    let scripted = soak.union + soak.confederate + soak.draw;
    let _ = writeln!(
        text,
        "Of {} between scripts the Union won {}, the Confederates {}, nobody {}.",
        count(scripted, "game"),
        soak.union,
        soak.confederate,
        soak.draw
    );
    for violation in &soak.violations {
        let _ = writeln!(text, "{} {violation}", styled(BOLD, "wrong:"));
    }
    for never in &soak.never {
        let _ = writeln!(text, "{} {never}", styled(DIM, "never:"));
    }
}
