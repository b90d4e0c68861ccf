//! `longroll calibrate`: what the computer's chances are worth, measured in games that it plays against itself.

use crate::page::{BOLD, Columns, DIM, styled, thousands, write_file};
use crate::report::reliability;
use crate::series::Threads;
use crate::shelf::{Choice, SHELF, game};
use crate::sim::progress;
use crate::staff::staff;
use crate::{Page, Stop};
use engine::table::Kind;
use general::calibration::{self, Calibration, Knot, Reliability, Sample, Watched};
use rayon::prelude::*;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  longroll calibrate blue-gray --games 500 --svg .
  longroll calibrate give-us-victories -s salem-church --games 500 --nodes 2000
  longroll calibrate --games 500 --into crates/players/data --svg docs/img --page docs/strength.md

Where a player turn begins, the general's judgement of the position is noted, and where a phase begins, the chance that it tells with its
plan; when the game is over, they are held against how it ended. The curve that corrects them, by turn, is kept where it helps in games that it was
not learnt from. Without a game every scenario of every game is measured; the last example is to be run again whenever a judgement has changed.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game; without one all of them
    game: Option<String>,
    #[command(flatten)]
    choice: Choice,
    /// How many games of each scenario
    #[arg(long, short, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    /// How many positions each side may look at in a phase; with none the scripts play
    #[arg(long, default_value_t = 1_500, value_name = "N")]
    nodes: u64,
    /// The seed of the first game
    #[arg(long, default_value_t = 0, value_name = "K")]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Draw the curves of reliability, a picture for each game
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    /// Put the corrections into the files of weights in this folder, in place of those that are there
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Put the table and the pictures into this page, between the marks `<!-- calibration -->` and `<!-- end -->`
    #[arg(long, value_name = "FILE", requires = "svg")]
    page: Option<PathBuf>,
}

/// What was measured in a scenario.
struct Measured {
    kind: &'static dyn Kind,
    scenario: String,
    games: u64,
    judgement: Reliability,
    plans: Reliability,
    found: Calibration,
}

impl Measured {
    /// The scenario as people call it, with its game if that has others.
    fn title(&self) -> String {
        let catalogue = self.kind.catalogue();
        let scenario = catalogue.scenario(&self.scenario).map_or(self.scenario.as_str(), |s| s.title.as_str());
        if catalogue.scenarios.len() > 1 { format!("{}: {scenario}", catalogue.title) } else { catalogue.title.clone() }
    }
}

/// Runs it.
pub fn run(args: &Args, json: bool) -> Result<Page, Stop> {
    let pool = args.threads.pool()?;
    let mut all: Vec<Measured> = Vec::new();
    let mut text = String::new();
    for (kind, choice) in wanted(args)? {
        let measured = pool.install(|| measure(args, kind, &choice, json))?;
        text += &told(&format!("{}, positions", measured.title()), measured.games, &measured.judgement);
        text += &told(&format!("{}, plans", measured.title()), measured.games, &measured.plans);
        match &args.into {
            None => text.push_str(&block(&measured)),
            Some(folder) => {
                let file = weights_of(folder, &measured);
                put_into(&file, &measured)?;
                let _ = writeln!(text, "{}", styled(DIM, &format!("Written into {}.", file.display())));
            }
        }
        all.push(measured);
    }
    if let Some(folder) = &args.svg {
        draw(folder, &all)?;
    }
    if let Some((page, folder)) = args.page.as_ref().zip(args.svg.as_ref()) {
        let before = std::fs::read_to_string(page).map_err(|e| Stop::bad_input(format!("{}: cannot be read: {e}", page.display())))?;
        let after = between_marks(&before, &chapter(page, folder, &all))
            .ok_or_else(|| Stop::bad_input(format!("{}: there is no {MARK} with an {END} after it", page.display())))?;
        write_file(page, after.as_bytes())?;
    }
    let list: Vec<_> = all
        .iter()
        .map(|m| {
            let game = &m.kind.catalogue().game;
            json!({ "game": game, "scenario": m.scenario, "games": m.games, "nodes": args.nodes, "judgement": m.judgement, "plans": m.plans, "calibration": m.found })
        })
        .collect();
    Ok(Page::new(text, list))
}

/// What is to be measured: a scenario of a game, or all of all.
fn wanted(args: &Args) -> Result<Vec<(&'static dyn Kind, Choice)>, Stop> {
    let options = || args.choice.options.clone();
    if let Some(id) = &args.game {
        return Ok(vec![(game(id)?, Choice { scenario: args.choice.scenario.clone(), options: options() })]);
    }
    let every = SHELF.iter().flat_map(|kind| kind.catalogue().scenarios.iter().map(|s| (*kind, s.id.clone())));
    Ok(every.map(|(kind, id)| (kind, Choice { scenario: Some(id), options: options() })).collect())
}

/// Plays the games of a scenario and holds what was thought against what came.
fn measure(args: &Args, kind: &'static dyn Kind, choice: &Choice, quiet: bool) -> Result<Measured, Stop> {
    let id = &kind.catalogue().game;
    let (staff, setup) = (staff(id)?, choice.complete(kind)?);
    let bar = progress(args.games, "games", quiet);
    let one = |n: u64| {
        let watched = staff.watch(&setup, args.nodes, args.seed.wrapping_add(n));
        bar.inc(1);
        watched
    };
    let watched: Vec<Watched> = (0..args.games).into_par_iter().map(one).collect::<Result<_, _>>()?;
    bar.finish_and_clear();
    let of = |samples: fn(&Watched) -> &Vec<Sample>| {
        calibration::reliability(&watched.iter().map(|w| samples(w).as_slice()).collect::<Vec<_>>())
    };
    let (judgement, plans) = (of(|w| &w.judgement), of(|w| &w.plans));
    let command =
        format!("longroll calibrate {id} -s {} --games {} --nodes {} --seed {}", setup.scenario, args.games, args.nodes, args.seed);
    let found = Calibration { command, judgement: judgement.correction(), plans: plans.correction() };
    Ok(Measured { kind, scenario: setup.scenario, games: args.games, judgement, plans, found })
}

/// The file of weights that a scenario is played by.
fn weights_of(folder: &Path, measured: &Measured) -> PathBuf {
    let folder = folder.join(&measured.kind.catalogue().game);
    let own = folder.join(format!("general-{}.toml", measured.scenario));
    if own.exists() { own } else { folder.join("general.toml") }
}

/// The heading under which the correction of a scenario stands.
fn heading(scenario: &str) -> String {
    format!("[calibration.{scenario}]")
}

/// The correction as it stands in a file of weights.
fn block(measured: &Measured) -> String {
    let curve = |name: &str, knots: &[Knot]| {
        let knots = knots.iter().map(|k| format!("    {{ turn = {:?}, shift = {:?}, slope = {:?} }},\n", k.turn, k.shift, k.slope));
        let knots: String = knots.collect();
        if knots.is_empty() { String::new() } else { format!("{name} = [\n{knots}]\n") }
    };
    let found = &measured.found;
    format!(
        "{}\ncommand = {:?}\n{}{}",
        heading(&measured.scenario),
        found.command,
        curve("judgement", &found.judgement),
        curve("plans", &found.plans)
    )
}

/// Puts the correction at the end of a file of weights, in place of an older one.
fn put_into(file: &Path, measured: &Measured) -> Result<(), Stop> {
    let bad = |e: std::io::Error| Stop::bad_input(format!("{}: cannot be read: {e}", file.display()));
    let text = std::fs::read_to_string(file).map_err(bad)?;
    write_file(file, replaced(&text, &heading(&measured.scenario), &block(measured)).as_bytes())
}

/// A file of weights with another correction under that heading.
fn replaced(text: &str, heading: &str, block: &str) -> String {
    let mut kept = String::new();
    let mut skipping = false;
    for line in text.lines() {
        if line.starts_with('[') {
            skipping = line == heading;
        }
        if !skipping {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    format!("{}\n\n{block}", kept.trim_end())
}

/// The measured scenarios of each game.
fn by_game(all: &[Measured]) -> impl Iterator<Item = &[Measured]> {
    all.chunk_by(|a, b| a.kind.catalogue().game == b.kind.catalogue().game)
}

/// The picture of a game.
fn picture(of: &[Measured]) -> String {
    format!("reliability-{}.svg", of[0].kind.catalogue().game)
}

/// Draws the curves, a picture for each game, a row for each scenario.
fn draw(folder: &Path, all: &[Measured]) -> Result<(), Stop> {
    for game in by_game(all) {
        let titles: Vec<String> = game.iter().map(Measured::title).collect();
        let rows: Vec<_> =
            titles.iter().zip(game).map(|(title, m)| (title.as_str(), [("Positions", &m.judgement), ("Plans", &m.plans)])).collect();
        write_file(&folder.join(picture(game)), reliability::drawing(&rows).as_bytes())?;
    }
    Ok(())
}

/// What stands before and after the chapter in a page.
const MARK: &str = "<!-- calibration -->";
const END: &str = "<!-- end -->";

/// A page with another chapter between its marks.
fn between_marks(page: &str, chapter: &str) -> Option<String> {
    let (before, rest) = page.split_once(MARK)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{MARK}\n{chapter}{END}{after}"))
}

/// The table and the pictures of a page.
fn chapter(page: &Path, pictures: &Path, all: &[Measured]) -> String {
    let mut text = String::from(
        "| | games | positions: as thought | corrected | ignorant | plans: as thought | corrected | ignorant |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for m in all {
        let scores = |r: &Reliability| {
            let corrected = if r.helps() { format!("**{:.3}**", r.brier[1]) } else { format!("{:.3}", r.brier[1]) };
            format!("{:.3} | {corrected} | {:.3}", r.brier[0], r.ignorant)
        };
        let _ = writeln!(text, "| {} | {} | {} | {} |", m.title(), m.games, scores(&m.judgement), scores(&m.plans));
    }
    let folder = page.parent().and_then(|folder| pictures.strip_prefix(folder).ok()).unwrap_or(pictures);
    for game in by_game(all) {
        let name = folder.join(picture(game));
        let _ = writeln!(text, "\n![{}: what was thought, and what came]({})", game[0].kind.catalogue().title, name.display());
    }
    text
}

fn told(title: &str, games: u64, measured: &Reliability) -> String {
    let count: usize = measured.bins.iter().map(|b| b.count).sum();
    let mut text = format!("{}\n", styled(BOLD, &format!("{title}: {} in {} games", thousands(count as u64), thousands(games))));
    let mut rows = Columns::under(&["thought", "how often", "came", "corrected"]).numbers([0, 1, 2, 3]);
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

    fn measured(shift: f64) -> Measured {
        let flat = Reliability { bins: Vec::new(), brier: [0.2, 0.1], ignorant: 0.25, knots: Vec::new() };
        let knots = |shift: f64| vec![Knot { turn: 3.0, shift, slope: 0.5 }, Knot { turn: 8.0, shift: 0.0, slope: 1.0 }];
        let found = Calibration { command: "longroll".into(), judgement: knots(shift), plans: Vec::new() };
        let scenario = "chattanooga".to_string();
        Measured { kind: SHELF[0], scenario, games: 500, judgement: flat.clone(), plans: flat, found }
    }

    #[test]
    fn a_correction_takes_the_place_of_the_last_one() {
        let weights = "pace = 1000.0\n\n[weights]\nalways = 0.5\n\n[calibration.elsewhere]\ncommand = \"other\"\n";
        let put = |text: &str, m: &Measured| replaced(text, &heading(&m.scenario), &block(m));
        let once = put(weights, &measured(0.25));
        let twice = put(&once, &measured(-0.75));
        let read = general::Weights::read(&twice, &[]).expect("a file of weights");
        assert_eq!(read.calibration("chattanooga"), &measured(-0.75).found);
        assert_eq!(read.calibration("elsewhere").command, "other");
        assert_eq!(read.values(), [0.5]);
        assert_eq!(put(&twice, &measured(-0.75)), twice);
    }

    #[test]
    fn a_page_keeps_what_is_around_its_chapter() {
        let chapter = chapter(Path::new("docs/strength.md"), Path::new("docs/img"), &[measured(0.5)]);
        assert!(
            chapter.contains("| 500 | 0.200 | **0.100** | 0.250 |") && chapter.contains("(img/reliability-blue-gray.svg)"),
            "{chapter}"
        );
        let page = format!("before\n{MARK}\nold\n{END}\nafter\n");
        let new = between_marks(&page, &chapter).expect("it has marks");
        assert!(new.starts_with("before\n") && new.ends_with("\nafter\n") && !new.contains("old"), "{new}");
        assert_eq!(between_marks(&new, &chapter).as_deref(), Some(new.as_str()));
        assert_eq!(between_marks("no marks", &chapter), None);
    }
}
