//! `longroll tune`, `longroll muster`, `longroll puzzles` and `longroll clock`: the general's weights and set-ups from self-play, how
//! near it comes to the best orders, and how long it takes.

use crate::oob::side;
use crate::page::{BOLD, Columns, styled, thousands};
use crate::shelf::{Choice, game};
use crate::sim::progress;
use crate::{Page, Stop};
use engine::Side;
use general::muster::Drill;
use general::puzzle::Puzzle;
use general::staff::Staff;
use general::tune::Campaign;
use general::{Allowance, Budget, Level};
use players::STAFFS;
use rayon::prelude::*;
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

pub(crate) fn staff(id: &str) -> Result<&'static dyn Staff, Stop> {
    STAFFS.iter().find(|s| s.game() == id).copied().ok_or_else(|| Stop::bad_input(format!("{id} has no general")))
}

const TUNE_EXAMPLES: &str = "\
Examples:
  longroll tune blue-gray --games 4000 > crates/players/data/blue-gray/general.toml
  longroll tune blue-gray --games 400 --nodes 2000 --seed 5

Games begin clumsily, so that all kinds of positions come up, and go on with both sides doing their best; a logistic regression
then weighs what the positions had in common with the outcomes. The weights are printed as the data file that holds them.";

/// Arguments of `tune`.
#[derive(clap::Args)]
#[command(after_help = TUNE_EXAMPLES)]
pub struct TuneArgs {
    /// The game
    game: String,
    #[command(flatten)]
    choice: Choice,
    /// How many games
    #[arg(long, short, default_value_t = 2_000, value_name = "N", value_parser = clap::value_parser!(u64).range(10..))]
    games: u64,
    /// How many positions each side may look at in a phase; with none the scripts play
    #[arg(long, default_value_t = 0, value_name = "N")]
    nodes: u64,
    /// How many pairs of games the new weights play against the old ones
    #[arg(long, default_value_t = 20, value_name = "N")]
    trial: u64,
    /// How many positions each side may look at in a phase of these
    #[arg(long, default_value_t = 2_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    trial_nodes: u64,
    /// The seed of the first game
    #[arg(long, default_value_t = 0, value_name = "K")]
    seed: u64,
}

/// Runs `tune`.
pub fn tune(args: &TuneArgs, json: bool) -> Result<Page, Stop> {
    let (kind, staff) = (game(&args.game)?, staff(&args.game)?);
    let setup = args.choice.complete(kind)?;
    let scenario = args.choice.scenario.as_ref().map_or(String::new(), |s| format!(" --scenario {s}"));
    let nodes = if args.nodes > 0 { format!(" --nodes {}", args.nodes) } else { String::new() };
    let command = format!(
        "longroll tune {}{scenario} --games {}{nodes} --trial {} --trial-nodes {} --seed {}",
        args.game, args.games, args.trial, args.trial_nodes, args.seed
    );
    let bar = progress(args.games + args.trial, "games", json);
    let campaign =
        Campaign { games: args.games, seed: args.seed, nodes: args.nodes, trial: args.trial, trial_nodes: args.trial_nodes, command };
    let weights = staff.tune(&setup, &campaign, &|| bar.inc(1)).map_err(Stop::bad_input)?;
    bar.finish_and_clear();
    Ok(Page::new(weights.write(), json!({ "weights": weights })))
}

const MUSTER_EXAMPLES: &str = "\
Examples:
  longroll muster give-us-victories -s lee-moves --side union --games 40000

Where the book leaves open how an army begins, one set-up after another is tried in games that the scripts play. What is found is
printed as an entry of the file that holds the set-ups, with what the script's own set-up and this one scored in other games.";

/// Arguments of `muster`.
#[derive(clap::Args)]
#[command(after_help = MUSTER_EXAMPLES)]
pub struct MusterArgs {
    /// The game
    game: String,
    #[command(flatten)]
    choice: Choice,
    /// Whose set-up
    #[arg(long, value_name = "SIDE", value_parser = side)]
    side: Side,
    /// The enemy begins as the script would, whatever other set-ups it has
    #[arg(long)]
    plain: bool,
    /// About how many games
    #[arg(long, short, default_value_t = 20_000, value_name = "N")]
    games: u64,
    /// The seed of the variations and of the games
    #[arg(long, default_value_t = 0, value_name = "K")]
    seed: u64,
}

/// Runs `muster`.
pub fn muster(args: &MusterArgs, json: bool) -> Result<Page, Stop> {
    let (kind, staff) = (game(&args.game)?, staff(&args.game)?);
    let setup = args.choice.complete(kind)?;
    let scenario = args.choice.scenario.as_ref().map_or(String::new(), |s| format!(" --scenario {s}"));
    let side = args.side.id();
    let plain = if args.plain { " --plain" } else { "" };
    let command = format!("longroll muster {}{scenario} --side {side}{plain} --games {} --seed {}", args.game, args.games, args.seed);
    let bar = progress(args.games, "games", json);
    let drill = Drill { side: args.side, plain: args.plain, games: args.games, seed: args.seed, command };
    let muster = staff.muster(&setup, &drill, &|n| bar.inc(n)).map_err(Stop::bad_input)?;
    bar.finish_and_clear();
    let page = serde_json::to_string_pretty(&muster).expect("set-ups are plain data");
    Ok(Page::new(page, json!({ "muster": muster })))
}

const PUZZLE_EXAMPLES: &str = "\
Examples:
  longroll puzzles blue-gray                                    every level at a tenth of its time
  longroll puzzles blue-gray --players general/10,nodes:500
  longroll puzzles blue-gray --make 24 > crates/players/data/blue-gray/puzzles.json

A puzzle is a position from play; the best orders to the end of the phase are known by trying everything. The share says how much
of what the best orders gain over random ones a player finds.";

/// Arguments of `puzzles`.
#[derive(clap::Args)]
#[command(after_help = PUZZLE_EXAMPLES)]
pub struct PuzzleArgs {
    /// The game
    game: String,
    #[command(flatten)]
    choice: Choice,
    /// Who tries
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',')]
    players: Vec<String>,
    /// Makes that many new puzzles instead
    #[arg(long, value_name = "N")]
    make: Option<usize>,
    /// The most positions that solving a new puzzle may take
    #[arg(long, default_value_t = 8_000, value_name = "N")]
    most: u64,
    /// The seed of new puzzles
    #[arg(long, default_value_t = 0, value_name = "K")]
    seed: u64,
    /// Puzzles from a file instead of those of the game
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Runs `puzzles`.
pub fn puzzles(args: &PuzzleArgs, json: bool) -> Result<Page, Stop> {
    let (kind, staff) = (game(&args.game)?, staff(&args.game)?);
    let setup = args.choice.complete(kind)?;
    if let Some(wanted) = args.make {
        let bar = progress(wanted as u64, "puzzles", json);
        let made = staff.make_puzzles(&setup, wanted, args.most, args.seed, &|| bar.inc(1))?;
        bar.finish_and_clear();
        let lines: Vec<String> = made.iter().map(|p| serde_json::to_string(p).expect("puzzles are plain data")).collect();
        return Ok(Page::new(format!("[\n{}\n]\n", lines.join(",\n")), json!(made)));
    }
    if args.choice.scenario.is_some() || !args.choice.options.is_empty() {
        return Err(Stop::bad_input("--scenario and --option are for new puzzles: say --make too"));
    }
    let text = match &args.file {
        Some(path) => std::fs::read_to_string(path).map_err(|e| Stop::bad_input(format!("{}: {e}", path.display())))?,
        None => staff.puzzles().to_string(),
    };
    let puzzles: Vec<Puzzle> = serde_json::from_str(&text).map_err(|e| Stop::bad_input(format!("not puzzles: {e}")))?;
    let players: Vec<String> =
        if args.players.is_empty() { Level::NAMES.iter().map(|n| format!("{n}/10")).collect() } else { args.players.clone() };
    let bar = progress((players.len() * puzzles.len()) as u64, "attempts", json);
    let mut table = Columns::under(&["player", "puzzles", "share of the best", "solved", "worst"]).numbers([1, 2, 3, 4]);
    let mut reports = Vec::new();
    for player in &players {
        let allowance = Allowance::of_name(player).ok_or_else(|| {
            Stop::bad_input(format!("--players: {player:?} is not a level, a level with a part such as general/10, or nodes:5000"))
        })?;
        let one = |p: &Puzzle| {
            let pace = staff.weights(&p.setup()).map_err(|e| e.to_string())?.pace;
            let attempt = staff.attempt(p, allowance.at(pace), 1);
            bar.inc(1);
            attempt.map(|a| a.share)
        };
        let shares: Vec<f64> = puzzles.par_iter().map(one).collect::<Result<_, _>>().map_err(Stop::bad_input)?;
        let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
        let solved = shares.iter().filter(|s| **s > 0.999).count();
        let worst = shares.iter().copied().fold(f64::INFINITY, f64::min);
        table.row([
            player.clone(),
            shares.len().to_string(),
            format!("{:.1} %", 100.0 * mean),
            solved.to_string(),
            format!("{:.0} %", 100.0 * worst),
        ]);
        reports.push(json!({ "player": player, "share": mean, "solved": solved, "shares": shares }));
    }
    bar.finish_and_clear();
    let positions: u64 = puzzles.iter().map(|p| p.nodes).sum();
    let head = format!("{}: {} puzzles, {} positions to know the best", kind.catalogue().title, puzzles.len(), thousands(positions));
    Ok(Page::new(format!("{}\n{}", styled(BOLD, &head), table.print(2)), json!({ "game": args.game, "players": reports })))
}

const CLOCK_EXAMPLES: &str = "\
Examples:
  longroll clock blue-gray
  longroll clock bull-run --turns 4 --levels captain,general

Measure a release build on a machine that does nothing else: by the clock, a busy machine thinks less.";

/// Arguments of `clock`.
#[derive(clap::Args)]
#[command(after_help = CLOCK_EXAMPLES)]
pub struct ClockArgs {
    /// The game
    game: String,
    #[command(flatten)]
    choice: Choice,
    /// The levels
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', default_values = Level::NAMES)]
    levels: Vec<String>,
    /// How many player turns of a game each level plays against itself
    #[arg(long, default_value_t = 6, value_name = "N")]
    turns: u32,
}

/// Runs `clock`.
pub fn clock(args: &ClockArgs) -> Result<Page, Stop> {
    let (kind, staff) = (game(&args.game)?, staff(&args.game)?);
    let setup = args.choice.complete(kind)?;
    let second = Duration::from_secs(2);
    let nodes = |cores: usize| staff.nodes(&setup, cores, Budget::Time(second)).map(|n| n as f64 / second.as_secs_f64());
    let [one, two] = [nodes(1)?, nodes(2)?];
    let mut table =
        Columns::under(&["level", "may think", "longest phase", "of its time", "phases", "positions a second"]).numbers([1, 2, 3, 4, 5]);
    let mut reports = Vec::new();
    for name in &args.levels {
        let level = Level::from_name(name)
            .ok_or_else(|| Stop::bad_input(format!("--levels: {name:?} is not one of {}", Level::NAMES.join(", "))))?;
        let timing = staff.timing(&setup, Budget::Time(level.time()), args.turns)?;
        let part = timing.longest.as_secs_f64() / level.time().as_secs_f64();
        let pace = timing.nodes as f64 / timing.thought.as_secs_f64().max(1e-9);
        let seconds = |d: Duration| format!("{:.2} s", d.as_secs_f64());
        table.row([
            name.clone(),
            seconds(level.time()),
            seconds(timing.longest),
            format!("{:.0} %", 100.0 * part),
            timing.phases.to_string(),
            thousands(pace as u64),
        ]);
        reports.push(json!({
            "level": name, "longest": timing.longest.as_secs_f64(), "part": part, "phases": timing.phases, "nodes_per_second": pace,
        }));
    }
    let head = format!(
        "{}: {} positions a second on one core, {:.2} times as many on two",
        kind.catalogue().title,
        thousands(one as u64),
        two / one
    );
    let report = json!({ "game": args.game, "nodes_per_second": one, "two_cores": two / one, "levels": reports });
    Ok(Page::new(format!("{}\n{}", styled(BOLD, &head), table.print(2)), report))
}
