//! `longroll follies`: how often a player does what no sensible player does.

use crate::page::{BOLD, Columns, styled};
use crate::series::Matches;
use crate::sim::progress;
use crate::staff::staff;
use crate::{Page, Stop};
use engine::Side;
use general::folly::{Count, Folly};
use rayon::prelude::*;
use serde_json::json;

const EXAMPLES: &str = "\
Examples:
  longroll follies blue-gray
  longroll follies blue-gray --player general-1/10 --against hunter --games 100

Games with the sides changed; only the follies of the player are counted, not those of its opponent. What counts as foolish is proved from
the position; a game that proves nothing shows how often units went back to where they had come from.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    matches: Matches<100>,
    /// Who is watched
    #[arg(long, default_value = "general/10", value_name = "PLAYER")]
    player: String,
    /// Against whom; without it against itself
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
}

/// Runs it.
pub fn run(args: &Args, json: bool) -> Result<Page, Stop> {
    let Matches { series, seed } = &args.matches;
    let ((kind, setup), staff) = (series.opened()?, staff(&series.game)?);
    let pool = series.ready()?;
    let against = args.against.as_ref().unwrap_or(&args.player);
    let bar = progress(series.games, "games", json);
    let one = |n: u64| {
        let side = Side::BOTH[(n % 2) as usize];
        let count = staff.follies(&setup, &args.player, against, side, seed.wrapping_add(n / 2));
        bar.inc(1);
        count
    };
    let counts: Vec<Count> = pool.install(|| (0..series.games).into_par_iter().map(one).collect::<Result<_, _>>())?;
    bar.finish_and_clear();
    let all = counts.into_iter().fold(Count::default(), Count::and);
    let per = |n: u64, of: u64| format!("{:.1}", 100.0 * n as f64 / of.max(1) as f64);
    let mut table = Columns::under(&["", "seen", "in 100 games", "in 100 battles"]).numbers([1, 2, 3]);
    let mut row = |what: &str, n: u64| table.row([what.to_string(), n.to_string(), per(n, all.games), per(n, all.battles)]);
    row("battles", all.battles);
    Folly::ALL.iter().zip(all.follies).for_each(|(folly, n)| row(folly.words(), n));
    row("units back where they came from", all.back_and_forth);
    let head = format!("{} ({}): {} against {against}, {} games", kind.catalogue().title, setup.scenario, args.player, all.games);
    let report = json!({ "game": series.game, "scenario": setup.scenario, "player": args.player, "against": against, "count": all });
    Ok(Page::new(format!("{}\n{}", styled(BOLD, &head), table.print(2)), report))
}
