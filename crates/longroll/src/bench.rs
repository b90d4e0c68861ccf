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
  longroll bench --seconds 5 --markdown        the table of the README

Measure a release build: cargo run --release -- bench. On Linux the time that the program had of a processor is measured, so that other
work on the machine does not count for much; elsewhere it is time on the wall.";

/// How many positions of random games each piece of work is done on.
const POSITIONS: usize = 500;

/// What is measured with: the time that this thread has had of a processor, where the system tells it, or else time on the wall.
struct Stopwatch {
    wall: Instant,
    processor: Option<Duration>,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch { wall: Instant::now(), processor: processor_time() }
    }

    /// How long it was started ago on the wall: cheap, and good enough to know when to stop.
    fn ago(&self) -> Duration {
        self.wall.elapsed()
    }

    fn stop(&self) -> Duration {
        let spent = self.processor.zip(processor_time()).map(|(start, now)| now.saturating_sub(start));
        spent.unwrap_or_else(|| self.ago()).max(Duration::from_nanos(1))
    }
}

/// The time that this thread has had of a processor so far: the first number that Linux tells of it, in nanoseconds.
fn processor_time() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Only these games
    games: Vec<String>,
    /// How long to play each game
    #[arg(long, default_value_t = 3.0, value_name = "S", allow_negative_numbers = true)]
    seconds: f64,
    /// Print the table of the README
    #[arg(long)]
    markdown: bool,
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
    if args.markdown {
        text.push_str(&markdown(&all));
    } else {
        all.iter().for_each(|figures| text.push_str(&print(figures)));
    }
    let (clock, said) = match processor_time() {
        Some(_) => ("processor", "Time of the processor."),
        None => ("wall", "Time on the wall: a busy machine spoils it."),
    };
    let _ = writeln!(text, "{said}");
    Ok(Page::new(text, json!({ "threads": 1, "profile": profile, "clock": clock, "games": all })))
}

fn measure(kind: &dyn Kind, at_least: Duration) -> Result<Figures, Stop> {
    let setup = kind.catalogue().complete(None, &Default::default())?;
    let arena = kind.arena(&setup, ["random", "random"])?;
    arena.play(0, Care::None);
    let (mut games, mut actions) = (0, 0);
    let watch = Stopwatch::start();
    while games == 0 || watch.ago() < at_least {
        games += 1;
        actions += arena.play(games, Care::None).actions;
    }
    let seconds = watch.stop().as_secs_f64();
    let trial = kind.trial(&setup, POSITIONS)?;
    let each = at_least / 10;
    let nanoseconds = trial.benchmarks().into_iter().enumerate().map(|(i, what)| {
        trial.perform(i);
        let (mut done, watch) = (0, Stopwatch::start());
        while done == 0 || watch.ago() < each {
            match trial.perform(i) {
                0 => break,
                n => done += n,
            }
        }
        Timed { what, nanoseconds: watch.stop().as_nanos() as f64 / done.max(1) as f64 }
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

/// The work in the table of the README.
const LISTING: &str = "list everything that can be done";

/// The table of the README.
fn markdown(all: &[Figures]) -> String {
    let mut text =
        format!("| | actions a second | whole games a second | {LISTING} | bytes of a position |\n| --- | --- | --- | --- | --- |\n");
    let rate = |n: f64, to: f64| thousands(((n / to).round() * to) as u64);
    for figures in all {
        let listing = figures.nanoseconds.iter().find(|timed| timed.what == LISTING);
        let listing = listing.map_or(String::new(), |timed| format!("{:.1} µs", timed.nanoseconds / 1_000.0));
        let _ = writeln!(
            text,
            "| {}: {} | {} | {} | {listing} | {} |",
            figures.game,
            figures.scenario,
            rate(figures.actions_per_second, 1_000.0),
            rate(figures.games_per_second, 1.0),
            thousands(figures.state_bytes as u64)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_row_with_a_listing() {
        for kind in SHELF {
            let figures = measure(*kind, Duration::ZERO).unwrap_or_else(|_| panic!("{} is measured", kind.catalogue().game));
            let table = markdown(&[figures]);
            let row: Vec<&str> = table.lines().last().expect("a row").split(" | ").collect();
            assert_eq!(row.len(), 5, "{table}");
            assert!(row[3].ends_with(" µs"), "{table}");
        }
    }
}
