//! The command line of Longroll: every game, one program.
//!
//! Each command is a file. A command answers with a [`Page`]: text for people, or JSON with `--json`. What people type wrongly
//! becomes a [`Stop`]: one clear message on the standard error and an exit code.

pub mod analyse;
pub mod arena;
pub mod backup;
pub mod bench;
pub mod calibrate;
pub mod check;
pub mod easel;
pub mod engine_room;
pub mod follies;
pub mod games;
pub mod gates;
pub mod glossary;
pub mod hostile;
pub mod lessons;
mod log;
pub mod map;
pub mod notices;
pub mod odds;
pub mod oob;
pub mod pack;
pub mod page;
pub mod papers;
pub mod print;
pub mod pupil;
pub mod puzzle;
pub mod replay;
pub mod report;
pub mod rules;
mod save;
pub mod selfplay;
pub mod series;
pub mod serve;
pub mod settings;
pub mod shelf;
pub mod sim;
pub mod site;
pub mod staff;
pub mod stop;
pub mod table;
pub mod workers;

pub use page::Page;
pub use stop::Stop;

use clap::{CommandFactory, Parser, Subcommand};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  longroll                                          the table in the browser
  longroll games                                    what is on the shelf
  longroll lessons blue-gray map                    a first lesson, here
  longroll puzzle today                             the puzzle of the day, here
  longroll map chattanooga --png chattanooga.png    a picture of the board
  longroll odds blue-gray --attack 6,4 --defend 5 --with rough
  longroll sim blue-gray --games 1000 --union random --confederate greedy
  longroll analyse save.json --html chances.html    what decided a game
  longroll check mine                               is my own title sound?
  longroll engine                                   play from a program, one JSON object per line

Every command takes --json. Exit codes: 0 fine, 1 something was found wrong, 2 bad input.";

/// Classic American Civil War hex-and-counter games with every rule enforced.
#[derive(Parser)]
#[command(name = "longroll", version, after_help = EXAMPLES, disable_help_subcommand = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print JSON for programs instead of text for people
    #[arg(long, global = true)]
    json: bool,
    /// A folder with titles of your own, besides those in your data folder; may be given several times
    #[arg(long = "titles", global = true, value_name = "FOLDER")]
    titles: Vec<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// List the games with their scenarios, options and players
    Games(games::Args),
    /// Print the rules of a game: text, where the code enforces each, which tests carry it
    Rules(rules::Args),
    /// Print a table of a game: combat results, terrain effects, calendar
    Table(table::Args),
    /// Print every counter of a game
    Oob(oob::Args),
    /// Print or draw a board
    Map(map::Args),
    /// Work out what may come of an attack
    Odds(odds::Args),
    /// Play many games between computer players
    Sim(sim::Args),
    /// Play matches between computer players, with the sides changed and the dice shared
    Arena(arena::Args),
    /// Hold the general against every opponent it is measured by
    Gates(gates::Args),
    /// Count what no sensible player does
    Follies(follies::Args),
    /// Write down positions of games that the computer plays against itself, to learn from
    Selfplay(selfplay::Args),
    /// Fit the weights of the computer's judgement to games that it plays against itself
    Tune(staff::TuneArgs),
    /// Look for better set-ups in games that the computer plays against itself
    Muster(staff::MusterArgs),
    /// Measure what the computer's chances are worth, in games that it plays against itself
    Calibrate(calibrate::Args),
    /// See how near the computer comes to the best orders where they are known
    Puzzles(staff::PuzzleArgs),
    /// Measure how fast the computer thinks, and whether it keeps to its time
    Clock(staff::ClockArgs),
    /// Say what the words of a game mean
    Glossary(glossary::Args),
    /// Learn a game: the lessons of each, taken here
    Lessons(lessons::Args),
    /// Solve puzzles: positions whose best orders are known exactly
    Puzzle(puzzle::Args),
    /// Speak the protocol on standard input and output, one JSON object per line
    Engine(engine_room::Args),
    /// Replay a saved game and tell it in sentences
    Replay(replay::Args),
    /// Say what decided a saved game: chances, luck, mistakes, phase by phase
    Analyse(analyse::Args),
    /// Tell a saved game as a page that can be posted and printed, or as a moving picture
    Report(report::Args),
    /// Open the table in the browser; without any command this is what happens
    Serve(serve::Args),
    /// List the settings of a house: what they are now, and what they mean
    Settings(settings::Args),
    /// Write the page that needs no server, as files for any host
    Site(site::Args),
    /// Think for the computers of a house, on this machine as well
    Staff(workers::Args),
    /// Copy everything that a house keeps into one file, also while servers use it
    Backup(backup::Args),
    /// Put such a copy back, into a new file or an empty database
    Restore(backup::RestoreArgs),
    /// Print what a shell needs to complete this command line
    Completions(papers::CompletionArgs),
    /// Write the manual pages into a folder
    Man(papers::ManArgs),
    /// Print whose work is part of the program, and under which licences
    Notices,
    /// Look a title of your own over: every mistake with its line, then games that try it
    Check(check::Args),
    /// Pack a title of your own into one file to pass on
    Pack(pack::PackArgs),
    /// Print a game: the map at its true size, the counters front and back, the charts
    Print(print::Args),
    /// Put a title that somebody passed on into your data folder
    Import(pack::ImportArgs),
    /// Remove a title from your data folder; its archive is kept
    Remove(pack::RemoveArgs),
    /// Measure the speed of the games
    Bench(bench::Args),
    /// Make one thing that a server shows, packed, on the standard output: a server calls itself so
    #[command(hide = true)]
    Easel(easel::Args),
}

/// The command line as it explains itself, for those who print that on other paper.
fn command_line() -> clap::Command {
    CommandLine::command()
}

/// Runs a command line and returns its exit code.
pub fn run() -> u8 {
    let line = CommandLine::parse();
    // What is drawn for a server comes with the program.
    if !matches!(line.command, Some(Command::Easel(_)))
        && let Err(stop) = shelf::fill(&line.titles)
    {
        return stop.print();
    }
    let page = match line.command {
        None => return serve::run(serve::Args::default(), line.json).map_or_else(|stop| stop.print(), |()| 0),
        Some(Command::Serve(args)) => return serve::run(args, line.json).map_or_else(|stop| stop.print(), |()| 0),
        Some(Command::Easel(args)) => return easel::run(&args).map_or_else(|stop| stop.print(), |()| 0),
        Some(Command::Settings(args)) => settings::run(&args),
        Some(Command::Staff(args)) => return workers::run(args, line.json).map_or_else(|stop| stop.print(), |()| 0),
        Some(Command::Backup(args)) => backup::run(args),
        Some(Command::Restore(args)) => backup::restore(args),
        Some(Command::Site(args)) => site::run(&args),
        Some(Command::Completions(args)) => Ok(papers::completions(&args)),
        Some(Command::Man(args)) => papers::man(&args),
        Some(Command::Notices) => Ok(notices::run()),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Rules(args)) => rules::run(&args),
        Some(Command::Table(args)) => table::run(&args),
        Some(Command::Oob(args)) => oob::run(&args),
        Some(Command::Map(args)) => map::run(&args),
        Some(Command::Odds(args)) => odds::run(&args),
        Some(Command::Sim(args)) => sim::run(&args, line.json),
        Some(Command::Arena(args)) => arena::run(&args, line.json),
        Some(Command::Gates(args)) => gates::run(&args, line.json),
        Some(Command::Follies(args)) => follies::run(&args, line.json),
        Some(Command::Selfplay(args)) => selfplay::run(&args, line.json),
        Some(Command::Tune(args)) => staff::tune(&args, line.json),
        Some(Command::Muster(args)) => staff::muster(&args, line.json),
        Some(Command::Puzzles(args)) => staff::puzzles(&args, line.json),
        Some(Command::Calibrate(args)) => calibrate::run(&args, line.json),
        Some(Command::Clock(args)) => staff::clock(&args),
        Some(Command::Glossary(args)) => glossary::run(&args),
        Some(Command::Lessons(args)) => lessons::run(&args),
        Some(Command::Puzzle(args)) => puzzle::run(&args),
        Some(Command::Engine(args)) => return engine_room::run(&args).map_or_else(|stop| stop.print(), |()| 0),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Analyse(args)) => analyse::run(&args, line.json),
        Some(Command::Report(args)) => report::run(&args, line.json),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Pack(args)) => pack::pack(&args),
        Some(Command::Print(args)) => print::run(&args),
        Some(Command::Import(args)) => pack::import(&args),
        Some(Command::Remove(args)) => pack::remove(&args),
        Some(Command::Bench(args)) => bench::run(&args, line.json),
    };
    match page {
        Ok(page) => page.print(line.json),
        Err(stop) => stop.print(),
    }
}
