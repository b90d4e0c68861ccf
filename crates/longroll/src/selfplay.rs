//! `longroll selfplay`: positions of games between mixed players and how they ended, as tables that NumPy reads.

use crate::page::{thousands, write_file};
use crate::series::Series;
use crate::sim::progress;
use crate::staff::staff;
use crate::{Page, Stop};
use general::selfplay::{COLUMNS, Rows, npy};
use rayon::prelude::*;
use serde_json::json;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  longroll selfplay bull-run --games 20000 --out target/selfplay
  longroll selfplay give-us-victories -s salem-church --games 20000 --out target/selfplay

Who plays is drawn by lot for each side of each game: the general with few positions, greedy, hunter, rusher, sitter; many games begin
clumsily. Every hundred games make a file OUT/GAME/SCENARIO/FIRST.npy; those that are there already are not played again, so a run that was
broken off goes on where it stopped. A row is a position where a player turn begins: the number of the game, the turn, the Union's result,
its margin, the weighted sum of the terms, and what a learned judgement reads. train/README.md says what to do with them.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    series: Series<10_000>,
    /// The number of the first game, a multiple of a hundred
    #[arg(long, default_value_t = 0, value_name = "K")]
    first: u64,
    /// The most positions that a player may look at in a phase
    #[arg(long, default_value_t = 1_200, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The folder for the tables
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// So many games make a file.
const PART: u64 = 100;

/// Runs it.
pub fn run(args: &Args, json: bool) -> Result<Page, Stop> {
    let ((_, setup), staff) = (args.series.opened()?, staff(&args.series.game)?);
    if !args.first.is_multiple_of(PART) {
        return Err(Stop::bad_input("--first: a multiple of 100"));
    }
    let pool = args.series.ready()?;
    let folder = args.out.join(&args.series.game).join(&setup.scenario);
    std::fs::create_dir_all(&folder).map_err(|e| Stop::bad_input(format!("{}: {e}", folder.display())))?;
    let bar = progress(args.series.games, "games", json);
    let (mut written, mut positions) = (0u64, 0);
    for first in (args.first..args.first + args.series.games).step_by(PART as usize) {
        let file = folder.join(format!("{first:08}.npy"));
        if !file.exists() {
            let one = |number: u64| {
                let rows = staff.selfplay(&setup, args.nodes, number);
                bar.inc(1);
                rows
            };
            let all: Vec<Rows> = pool.install(|| (first..first + PART).into_par_iter().map(one).collect::<Result<_, _>>())?;
            let width = all.iter().map(|rows| rows.width).max().unwrap_or(0);
            let rows = Rows { width, numbers: all.into_iter().flat_map(|rows| rows.numbers).collect() };
            positions += rows.numbers.len() / width.max(1);
            write_file(&file, &npy(&rows))?;
            written += 1;
        } else {
            bar.inc(PART);
        }
    }
    bar.finish_and_clear();
    let text = format!("{written} new files in {}, {} positions.\n", folder.display(), thousands(positions as u64));
    let report = json!({ "folder": folder.display().to_string(), "files": written, "positions": positions, "columns": COLUMNS });
    Ok(Page::new(text, report))
}
