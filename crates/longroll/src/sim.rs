//! `longroll sim`: many games between computer players, on every core.

use crate::page::{BOLD, Columns, side_style, styled, thousands};
use crate::series::Threads;
use crate::shelf::{Choice, game};
use crate::{Page, Stop};
use engine::Side;
use engine::sim::{Care, Played};
use engine::table::Arena;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  longroll sim blue-gray --games 1000
  longroll sim blue-gray --scenario chattanooga --games 200 --union greedy --confederate random --seed 7
  longroll sim blue-gray --games 20 --care everything --json

Game number n is played with seed K + n, so that any of them can be played again alone. If a violation is found, the exit
code is 1.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    game: String,
    #[command(flatten)]
    choice: Choice,
    /// How many games
    #[arg(long, short, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Who plays the Union
    #[arg(long, default_value = "random", value_name = "PLAYER")]
    union: String,
    /// Who plays the Confederates
    #[arg(long, default_value = "random", value_name = "PLAYER")]
    confederate: String,
    /// The seed of the first game
    #[arg(long, default_value_t = 0, value_name = "K", allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// What to look for while playing
    #[arg(long, value_enum, default_value_t = Looking::Phases)]
    care: Looking,
}

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Looking {
    /// Nothing: as fast as can be
    None,
    /// Positions are audited at the start of every phase and at the end
    Phases,
    /// Every action is checked before and every position audited after it
    Everything,
}

impl From<Looking> for Care {
    fn from(looking: Looking) -> Care {
        match looking {
            Looking::None => Care::None,
            Looking::Phases => Care::Phases,
            Looking::Everything => Care::Everything,
        }
    }
}

/// Something that may never be, and the seed that shows it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
struct Violation {
    seed: u64,
    what: String,
}

/// How the games went, all together.
#[derive(Clone, Default, Debug)]
struct Sum {
    /// Union, Confederate, draws.
    outcomes: [u64; 3],
    levels: BTreeMap<(Option<Side>, u8), u64>,
    unfinished: u64,
    actions: u64,
    violations: Vec<Violation>,
}

impl Sum {
    fn of(seed: u64, played: Result<Played, String>) -> Sum {
        let mut sum = Sum::default();
        match played {
            Ok(played) => {
                sum.actions = played.actions;
                match played.verdict {
                    Some(verdict) => {
                        sum.outcomes[verdict.winner.map_or(2, Side::index)] = 1;
                        sum.levels.insert((verdict.winner, verdict.level), 1);
                    }
                    None => sum.unfinished = 1,
                }
                sum.violations.extend(played.violations.into_iter().map(|what| Violation { seed, what }));
            }
            Err(what) => {
                sum.unfinished = 1;
                sum.violations.push(Violation { seed, what });
            }
        }
        sum
    }

    fn and(mut self, other: Sum) -> Sum {
        for (mine, theirs) in self.outcomes.iter_mut().zip(other.outcomes) {
            *mine += theirs;
        }
        for (level, count) in other.levels {
            *self.levels.entry(level).or_default() += count;
        }
        self.unfinished += other.unfinished;
        self.actions += other.actions;
        self.violations.extend(other.violations);
        self
    }
}

thread_local! {
    /// The last panic of this thread, in words.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Does something with the rules; if they break down, says how.
pub fn unbroken<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| format!("the rules broke down: {}", PANIC.take()))
}

/// One game; a panic is a violation like any other.
fn play(arena: &dyn Arena, seed: u64, care: Care) -> Result<Played, String> {
    unbroken(|| arena.play(seed, care))
}

/// Keeps panics for the report instead of printing them.
pub fn keep_panics() {
    std::panic::set_hook(Box::new(|info| PANIC.set(info.to_string().replace('\n', " "))));
}

/// A bar on the standard error, if anybody can see it.
pub fn progress(length: u64, unit: &str, hidden: bool) -> ProgressBar {
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let template = format!("{{bar:40.cyan/black}} {{human_pos}}/{{human_len}} {unit}  {{per_sec}}  {{eta}} left");
    let bar = ProgressBar::with_draw_target(Some(length), target);
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style.progress_chars("━━─")),
        Err(_) => bar,
    }
}

/// Runs it.
pub fn run(args: &Args, json: bool) -> Result<Page, Stop> {
    let kind = game(&args.game)?;
    let setup = args.choice.complete(kind)?;
    let arena = kind.arena(&setup, [&args.union, &args.confederate])?;
    let pool = args.threads.pool()?;
    let bar = progress(args.games, "games", json);
    let care = args.care.into();
    let arena = arena.as_ref();
    keep_panics();
    let start = Instant::now();
    let mut sum = pool.install(|| {
        let one = |n: u64| {
            let seed = args.seed.wrapping_add(n);
            let sum = Sum::of(seed, play(arena, seed, care));
            bar.inc(1);
            sum
        };
        (0..args.games).into_par_iter().map(one).reduce(Sum::default, Sum::and)
    });
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    let _ = std::panic::take_hook();
    bar.finish_and_clear();
    sum.violations.sort();
    let per_second = |n: u64| n as f64 / seconds;
    let level = |((winner, level), count): (&(Option<Side>, u8), &u64)| json!({ "winner": winner.map_or("draw", Side::id), "level": level, "games": count });
    let report = json!({
        "game": args.game, "scenario": setup.scenario, "options": setup.options,
        "union": args.union, "confederate": args.confederate, "seed": args.seed, "threads": pool.current_num_threads(),
        "games": args.games,
        "outcomes": { "union": sum.outcomes[0], "confederate": sum.outcomes[1], "draw": sum.outcomes[2] },
        "levels": sum.levels.iter().map(level).collect::<Vec<_>>(),
        "unfinished": sum.unfinished,
        "actions": sum.actions,
        "seconds": seconds,
        "actions_per_second": per_second(sum.actions).round(),
        "games_per_second": (10.0 * per_second(args.games)).round() / 10.0,
        "violations": sum.violations,
    });
    let text = print(args, &setup, &sum, seconds, pool.current_num_threads());
    Ok(Page::new(text, report).with_code(u8::from(!sum.violations.is_empty())))
}

fn print(args: &Args, setup: &engine::SetUp, sum: &Sum, seconds: f64, threads: usize) -> String {
    const BAR: f64 = 40.0;
    const SHOWN: usize = 10;
    let mut text = format!("{}\n", styled(BOLD, &format!("{} ({}): {} games", args.game, setup.scenario, thousands(args.games))));
    let mut outcomes = Columns::default().numbers([2, 3]);
    let rows = [
        ("Union", args.union.as_str(), Some(Side::Union)),
        ("Confederate", &args.confederate, Some(Side::Confederate)),
        ("draw", "", None),
    ];
    for ((name, player, side), count) in rows.into_iter().zip(sum.outcomes) {
        let share = count as f64 / args.games as f64;
        let cells =
            [name.into(), player.into(), thousands(count), format!("{:.1}%", 100.0 * share), "█".repeat((share * BAR).round() as usize)];
        outcomes.styled(side.map_or(anstyle::Style::new(), side_style), cells);
    }
    text.push_str(&outcomes.print(2));
    if sum.unfinished > 0 {
        text.push_str(&format!("  {} games did not end\n", thousands(sum.unfinished)));
    }
    let rate = |n: u64| thousands((n as f64 / seconds).round() as u64);
    let plural = if threads == 1 { "thread" } else { "threads" };
    text.push_str(&format!(
        "  {} actions in {seconds:.2} s on {threads} {plural}: {} actions and {} games a second\n",
        thousands(sum.actions),
        rate(sum.actions),
        rate(args.games)
    ));
    match sum.violations.len() {
        0 if args.care == Looking::None => text.push_str("  Nothing was looked for.\n"),
        0 => text.push_str("  No violations.\n"),
        n => text.push_str(&format!("  {} violations:\n", thousands(n as u64))),
    }
    for violation in sum.violations.iter().take(SHOWN) {
        text.push_str(&format!("    seed {}: {}\n", violation.seed, violation.what));
    }
    if sum.violations.len() > SHOWN {
        text.push_str(&format!("    ... and {} more; --json lists them all\n", sum.violations.len() - SHOWN));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Verdict;

    struct Broken;

    impl Arena for Broken {
        fn play(&self, seed: u64, _: Care) -> Played {
            assert!(seed != 3, "three is out of bounds");
            let winner = [Some(Side::Union), Some(Side::Confederate), None][seed as usize % 3];
            Played { verdict: Some(Verdict { winner, level: 1 }), margin: None, actions: 10, violations: Vec::new() }
        }
    }

    #[test]
    fn a_panic_is_a_violation_with_its_seed() {
        let sums = (0..6).map(|seed| Sum::of(seed, play(&Broken, seed, Care::None)));
        let sum = sums.reduce(Sum::and).unwrap();
        assert_eq!(sum.outcomes, [1, 2, 2]);
        assert_eq!((sum.unfinished, sum.actions, sum.violations.len()), (1, 50, 1));
        assert_eq!(sum.violations[0].seed, 3);
    }
}
