//! `longroll glossary`: what the words of a game mean.

use crate::page::{BOLD, DIM, styled, width, wrap};
use crate::shelf::{game, unknown};
use crate::{Page, Stop};
use school::glossary::{Entry, glossary};
use serde_json::json;
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  longroll glossary blue-gray                     every word
  longroll glossary blue-gray \"zone of control\"   one of them";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    game: String,
    /// Only this word
    word: Option<String>,
}

/// Runs it.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let game = &game(&args.game)?.catalogue().game;
    let all = glossary(game);
    let entries: Vec<&Entry> = match &args.word {
        None => all,
        Some(word) => {
            let names = |entry: &&Entry| std::iter::once(&entry.word).chain(&entry.forms).any(|form| form.eq_ignore_ascii_case(word));
            let known: Vec<String> = all.iter().map(|entry| entry.word.clone()).collect();
            vec![all.into_iter().find(names).ok_or_else(|| unknown("word of the glossary", word, &known))?]
        }
    };
    let mut text = String::new();
    for entry in &entries {
        let _ = writeln!(text, "{} {}", styled(BOLD, &entry.word), styled(DIM, &entry.rules.join(", ")));
        let _ = writeln!(text, "  {}", wrap(&entry.means, width() - 2, 2));
    }
    Ok(Page::new(&text, json!(entries)))
}
