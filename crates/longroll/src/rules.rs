//! `longroll rules`: every rule of a game, where the code keeps it, which tests carry it.

use crate::page::{BOLD, DIM, styled, thousands, width, wrap};
use crate::shelf::{game, unknown};
use crate::{Page, Stop};
use engine::RuleText;
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  longroll rules blue-gray                 every rule
  longroll rules blue-gray BG-7.75         one rule, or all that begin so
  longroll rules blue-gray --missing       those without enforcement or test: exit code 1 if there are any
  longroll rules blue-gray --json";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    game: String,
    /// Only rules with this id, or whose id begins so
    id: Option<String>,
    /// Only rules without enforcement or test
    #[arg(long)]
    missing: bool,
}

/// Runs it.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let kind = game(&args.game)?;
    let begins = |rule: &&RuleText| args.id.as_ref().is_none_or(|id| rule.id.to_lowercase().starts_with(&id.to_lowercase()));
    let mut rules: Vec<&RuleText> = kind.rules().iter().filter(begins).collect();
    if let Some(id) = args.id.as_ref().filter(|_| rules.is_empty()) {
        let known: Vec<String> = kind.rules().iter().map(|r| r.id.clone()).collect();
        let mut stop = unknown(&format!("rule of {}", args.game), id, &known);
        // There are too many to name them all.
        stop.message.truncate(stop.message.find(" There are").unwrap_or(stop.message.len()));
        return Err(stop);
    }
    if args.missing {
        rules.retain(|rule| !rule.info && (rule.enforced.is_empty() || rule.tests.is_empty()));
    }
    let code = u8::from(args.missing && !rules.is_empty());
    let mut text = String::new();
    for rule in &rules {
        let mark =
            [(rule.optional, " optional"), (rule.info, " component")].iter().filter(|(on, _)| *on).map(|(_, m)| *m).collect::<String>();
        let _ = writeln!(text, "{}{}", styled(BOLD, &rule.id), styled(DIM, &mark));
        let _ = writeln!(text, "  {}", wrap(&rule.text, width() - 2, 2));
        for (what, places) in [("enforced", &rule.enforced), ("tests", &rule.tests)] {
            if !places.is_empty() {
                let _ = writeln!(text, "  {}", styled(DIM, &format!("{what:<8}  {}", places.join(",\n            "))));
            }
        }
    }
    let gaps = rules.iter().filter(|r| !r.info && (r.enforced.is_empty() || r.tests.is_empty())).count();
    let _ = match (args.missing, gaps) {
        (true, 0) => writeln!(text, "Every rule is enforced and tested."),
        (_, gaps) => {
            let plural = if rules.len() == 1 { "rule" } else { "rules" };
            writeln!(text, "{} {plural}, {} without enforcement or test.", thousands(rules.len() as u64), thousands(gaps as u64))
        }
    };
    Ok(Page::new(text, rules).with_code(code))
}
