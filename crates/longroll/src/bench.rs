//! `longroll bench`: the speed figures of the README, on one thread.

use crate::page::{BOLD, Columns, styled, thousands};
use crate::shelf::{SHELF, game};
use crate::sim::{keep_panics, progress, unbroken};
use crate::{Page, Stop};
use engine::sim::Care;
use engine::table::Kind;
use serde::Serialize;
use serde_json::json;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  longroll bench
  longroll bench blue-gray --seconds 10
  longroll bench --json

Measure a release build (cargo run --release -- bench) on a machine that does nothing else.";

/// How many positions of random games each piece of work is done on.
const POSITIONS: usize = 500;

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Only these games
    games: Vec<String>,
    /// How long to play each game
    #[arg(long, default_value_t = 3.0, value_name = "S", allow_negative_numbers = true)]
    seconds: f64,
}

/// The figures of one game.
#[derive(Serialize)]
struct Figures {
    game: String,
    scenario: String,
    games: u64,
    actions: u64,
    seconds: f64,
    games_per_second: f64,
    actions_per_second: f64,
    state_bytes: usize,
    /// Nanoseconds for one of each.
    nanoseconds: Vec<Timed>,
}

#[derive(Serialize)]
struct Timed {
    what: &'static str,
    nanoseconds: f64,
}

/// Runs it.
pub fn run(args: &Args, json: bool) -> Result<Page, Stop> {
    if !(args.seconds.is_finite() && (0.0..=3600.0).contains(&args.seconds)) {
        return Err(Stop::bad_input("--seconds: a number from 0 to 3600"));
    }
    let kinds: Vec<&dyn Kind> =
        if args.games.is_empty() { SHELF.to_vec() } else { args.games.iter().map(|id| game(id)).collect::<Result<_, _>>()? };
    let bar = progress(kinds.len() as u64, "games measured", json);
    let mut all = Vec::new();
    keep_panics();
    for kind in kinds {
        let measured = unbroken(|| measure(kind, Duration::from_secs_f64(args.seconds)));
        all.push(measured.map_err(|fault| Stop::found_wrong(fault).about(&kind.catalogue().game))??);
        bar.inc(1);
    }
    let _ = std::panic::take_hook();
    bar.finish_and_clear();
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    let mut text = String::new();
    if cfg!(debug_assertions) {
        text.push_str("This is a debug build: its figures say little.\n");
    }
    all.iter().for_each(|figures| text.push_str(&print(figures)));
    Ok(Page::new(text, json!({ "threads": 1, "profile": profile, "games": all })))
}

fn measure(kind: &dyn Kind, at_least: Duration) -> Result<Figures, Stop> {
    let setup = kind.catalogue().complete(None, &Default::default())?;
    let arena = kind.arena(&setup, ["random", "random"])?;
    arena.play(0, Care::None);
    let (mut games, mut actions) = (0, 0);
    let start = Instant::now();
    while games == 0 || start.elapsed() < at_least {
        games += 1;
        actions += arena.play(games, Care::None).actions;
    }
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    let trial = kind.trial(&setup, POSITIONS)?;
    let each = at_least / 10;
    let nanoseconds = trial.benchmarks().into_iter().enumerate().map(|(i, what)| {
        trial.perform(i);
        let (mut done, start) = (0, Instant::now());
        while done == 0 || start.elapsed() < each {
            match trial.perform(i) {
                0 => break,
                n => done += n,
            }
        }
        Timed { what, nanoseconds: start.elapsed().as_nanos() as f64 / done.max(1) as f64 }
    });
    Ok(Figures {
        game: kind.catalogue().game.clone(),
        scenario: setup.scenario.clone(),
        games,
        actions,
        seconds,
        games_per_second: games as f64 / seconds,
        actions_per_second: actions as f64 / seconds,
        state_bytes: trial.state_bytes(),
        nanoseconds: nanoseconds.collect(),
    })
}

fn print(figures: &Figures) -> String {
    let mut text = format!("{}\n", styled(BOLD, &format!("{} ({})", figures.game, figures.scenario)));
    let rate = |n: f64| thousands(n.round() as u64);
    let mut columns = Columns::default().numbers([1]);
    columns.row(["whole random games a second, one thread".to_string(), rate(figures.games_per_second)]);
    columns.row(["applied actions a second, one thread".to_string(), rate(figures.actions_per_second)]);
    columns.row(["actions in a game".to_string(), rate(figures.actions as f64 / figures.games as f64)]);
    columns.row(["bytes of a position".to_string(), thousands(figures.state_bytes as u64)]);
    for timed in &figures.nanoseconds {
        columns.row([format!("ns: {}", timed.what), format!("{:.1}", timed.nanoseconds)]);
    }
    let _ = write!(text, "{}", columns.print(2));
    text
}
