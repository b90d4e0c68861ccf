//! `longroll calibrate`: what the computer's chances are worth, measured in games that it plays against itself.

use crate::page::{BOLD, Columns, DIM, styled, thousands, write_file};
use crate::report::reliability;
use crate::shelf::{Choice, game};
use crate::sim::progress;
use crate::staff::staff;
use crate::{Page, Stop};
use general::calibration::{self, Calibration, Reliability, Sample, Watched};
use rayon::prelude::*;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  longroll calibrate blue-gray --games 500 --svg reliability.svg
  longroll calibrate blue-gray --games 500 --into crates/players/data/blue-gray/general.toml
  longroll calibrate give-us-victories -s salem-church --games 500 --nodes 2000

Where a player turn begins, the general's judgement of the position is noted, and where a phase begins, the chance that it tells with its
plan; when the game is over, they are held against how it ended. The curve that corrects them, by turn, is printed as the part of the data file that holds it.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    game: String,
    #[command(flatten)]
    choice: Choice,
    /// How many games
    #[arg(long, short, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    /// How many positions each side may look at in a phase; with none the scripts play
    #[arg(long, default_value_t = 1_500, value_name = "N")]
    nodes: u64,
    /// The seed of the first game
    #[arg(long, default_value_t = 0, value_name = "K")]
    seed: u64,
    /// On how many threads; all cores unless told otherwise
    #[arg(long, value_name = "N")]
    threads: Option<u8>,
    /// Draw the curves of reliability
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Put the correction into the file of weights, in place of the one that is there
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
}

/// Runs it.
pub fn run(args: &Args, json: bool) -> Result<Page, Stop> {
    let (kind, staff) = (game(&args.game)?, staff(&args.game)?);
    let setup = args.choice.complete(kind)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).build();
    let pool = pool.map_err(|e| Stop::bad_input(format!("--threads: {e}")))?;
    let bar = progress(args.games, "games", json);
    let watched: Vec<Watched> = pool.install(|| {
        let one = |n: u64| {
            let watched = staff.watch(&setup, args.nodes, args.seed.wrapping_add(n));
            bar.inc(1);
            watched
        };
        (0..args.games).into_par_iter().map(one).collect::<Result<_, _>>()
    })?;
    bar.finish_and_clear();
    let of = |samples: fn(&Watched) -> &Vec<Sample>| {
        calibration::reliability(&watched.iter().map(|w| samples(w).as_slice()).collect::<Vec<_>>())
    };
    let (judgement, plans) = (of(|w| &w.judgement), of(|w| &w.plans));
    let scenario = args.choice.scenario.as_ref().map_or(String::new(), |s| format!(" -s {s}"));
    let command = format!("longroll calibrate {}{scenario} --games {} --nodes {} --seed {}", args.game, args.games, args.nodes, args.seed);
    let found = Calibration { command, judgement: judgement.knots.clone(), plans: plans.knots.clone() };
    let block = block(&found);
    let mut text = told("The judgement of a position", args.games, &judgement)
        + &told("The chance that the general tells with its plan", args.games, &plans);
    if let Some(file) = &args.svg {
        write_file(file, reliability::drawing(&[("Positions", &judgement), ("Plans", &plans)]).as_bytes())?;
    }
    match &args.into {
        None => text.push_str(&block),
        Some(file) => {
            put_into(file, &block)?;
            let _ = writeln!(text, "{}", styled(DIM, &format!("Written into {}.", file.display())));
        }
    }
    let report = json!({ "game": args.game, "scenario": setup.scenario, "games": args.games, "nodes": args.nodes, "judgement": judgement, "plans": plans, "calibration": found });
    Ok(Page::new(text, report))
}

/// The correction as it stands in a file of weights.
fn block(found: &Calibration) -> String {
    let table = |name: &str, value: &dyn Fn() -> Result<String, toml::ser::Error>| {
        value().unwrap_or_else(|e| panic!("{name} are plain numbers: {e}"))
    };
    table("calibrations", &|| toml::to_string(&json!({ "calibration": found })))
}

/// The heading under which corrections stand.
const HEADING: &str = "[calibration]";

/// Puts the correction at the end of a file of weights, in place of an older one.
fn put_into(file: &Path, block: &str) -> Result<(), Stop> {
    let bad = |e: std::io::Error| Stop::bad_input(format!("{}: cannot be read: {e}", file.display()));
    let text = std::fs::read_to_string(file).map_err(bad)?;
    write_file(file, replaced(&text, block).as_bytes())
}

/// A file of weights with another correction.
fn replaced(text: &str, block: &str) -> String {
    let mut kept = String::new();
    let mut skipping = false;
    for line in text.lines() {
        if line.starts_with('[') {
            skipping = line == HEADING || line.starts_with("[[calibration.");
        }
        if !skipping {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    format!("{}\n\n{block}", kept.trim_end())
}

fn told(title: &str, games: u64, measured: &Reliability) -> String {
    let count: usize = measured.bins.iter().map(|b| b.count).sum();
    let mut text = format!("{}\n", styled(BOLD, &format!("{title}: {} in {} games", thousands(count as u64), thousands(games))));
    let mut rows = Columns::under(&["thought", "positions", "came", "corrected"]).numbers([0, 1, 2, 3]);
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    for bin in &measured.bins {
        rows.row([percent(bin.thought), thousands(bin.count as u64), percent(bin.happened), percent(bin.corrected)]);
    }
    text.push_str(&rows.print(2));
    let [thought, corrected] = measured.brier;
    let _ = writeln!(
        text,
        "  Brier score {thought:.4} as thought, {corrected:.4} corrected by the other half of the games, {:.4} by who only knows how often the Union wins",
        measured.ignorant
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use general::calibration::Knot;

    #[test]
    fn a_correction_takes_the_place_of_the_last_one() {
        let knot = |shift: f64| vec![Knot { turn: 3.0, shift, slope: 0.5 }];
        let found = |shift: f64| Calibration { command: "longroll".into(), judgement: knot(shift), plans: knot(0.0) };
        let weights = "pace = 1000.0\n\n[weights]\nalways = 0.5\n";
        let once = replaced(weights, &block(&found(0.25)));
        let twice = replaced(&once, &block(&found(0.75)));
        let read = general::Weights::read(&twice, &[]).expect("a file of weights");
        assert_eq!(read.calibration, found(0.75));
        assert_eq!(read.values(), [0.5]);
        assert_eq!(replaced(&twice, &block(&found(0.75))), twice);
    }
}
