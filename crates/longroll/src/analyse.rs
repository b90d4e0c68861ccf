//! `longroll analyse`: what decided a saved game.

use crate::page::{BOLD, Columns, DIM, side_style, styled, wrap};
use crate::report::{chances, html, words};
use crate::save::Save;
use crate::sim::progress;
use crate::{Page, Stop};
use engine::analysis::{AnalysedMoment, AnalysedPhase, AnalysedSide, Analysis, Effort, MomentKind, SECONDS, Study};
use rayon::prelude::*;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

const EXAMPLES: &str = "\
Examples:
  longroll analyse save.json                      phase by phase: chances, luck, what the general would have done
  longroll analyse save.json --html chances.html  the same as a page with a graph
  longroll analyse save.json --nodes 200000       a longer look
  longroll analyse save.json --json | jq .sides

The chance of a position is what becomes of it if both sides go on plainly. What the decisions were worth, the luck of the dice, what
was hidden and the drift of the estimate itself add up to the change of the chance from start to end.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The save; - for the standard input
    file: PathBuf,
    #[command(flatten)]
    pub(crate) look: Look,
    /// Write a page with the graph, the bars of luck and the moments
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// How long to look.
#[derive(clap::Args)]
pub struct Look {
    /// How many positions the general looks at in a phase: the same number comes to the same result on any machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "seconds")]
    nodes: Option<u64>,
    /// About how many seconds of one core the general thinks in all
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// In how many imagined futures every position is judged
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    worlds: Option<u16>,
}

impl Look {
    fn effort(&self, study: &dyn Study) -> Effort {
        let seconds = self.seconds.unwrap_or(SECONDS);
        let mut effort = match self.nodes {
            Some(nodes) => Effort::of_nodes(nodes),
            None => Effort::of_seconds(seconds, study.choices(), study.pace()),
        };
        if let Some(worlds) = self.worlds {
            effort.worlds = usize::from(worlds);
        }
        effort
    }
}

/// Analyses a save, on all cores, with a progress bar.
pub(crate) fn analysis(save: &Save, look: &Look, quiet: bool) -> Result<Analysis, Stop> {
    let study = save.kind.study(&save.setup, &save.document)?;
    let effort = look.effort(study.as_ref());
    let bar = progress(study.phases() as u64, "phases", quiet);
    let going_on = AtomicBool::new(false);
    let one = |n: usize| {
        let phase = study.weigh(n, effort, &going_on).expect("nobody stops it");
        bar.inc(1);
        phase
    };
    let phases: Vec<AnalysedPhase> = (0..study.phases()).into_par_iter().map(one).collect();
    bar.finish_and_clear();
    Ok(study.conclude(effort, phases))
}

/// Runs it.
pub fn run(args: &Args, json: bool) -> Result<Page, Stop> {
    let save = Save::open(&args.file)?;
    let analysis = analysis(&save, &args.look, json).map_err(|stop| stop.about(args.file.display()))?;
    let mut text = told(&analysis);
    if let Some(file) = &args.html {
        let title = words::title(save.kind, &save.setup);
        let page = html::page(&format!("{title}: what decided it"), &chances::chapter(&title, &analysis));
        crate::page::write_file(file, page.as_bytes())?;
        let _ = writeln!(text, "{}", styled(DIM, &format!("Written to {}.", file.display())));
    }
    Ok(Page::new(text, &analysis))
}

/// A change of a chance in points: `+4.2`.
fn points(change: f64) -> String {
    format!("{:+.1}", 100.0 * change)
}

fn told(analysis: &Analysis) -> String {
    let mut text = format!("{}\n", styled(BOLD, "The Union's chance, phase by phase, in points of a hundred"));
    let mut rows = Columns::under(&["turn", "phase", "before", "after", "decisions", "luck", "drift", "what the general says"])
        .numbers([2, 3, 4, 5, 6]);
    for phase in &analysis.phases {
        let judged = phase.judged.iter().filter_map(|j| {
            let mark = j.mark?.word();
            Some(format!("{}, {mark}: {:.1} lost. {}", j.side, 100.0 * j.cost, j.intent))
        });
        let says = judged.collect::<Vec<_>>().join(" ");
        let percent = |chance: f64| format!("{:.1}", 100.0 * chance);
        rows.styled(
            phase.side.map_or(anstyle::Style::new(), side_style),
            [
                phase.turn.to_string(),
                phase.phase.clone(),
                percent(phase.before),
                percent(phase.after),
                points(phase.decisions[0] + phase.decisions[1] + phase.hidden),
                points(phase.luck),
                points(phase.drift),
                says,
            ],
        );
    }
    text.push_str(&rows.print(2));
    for side in &analysis.sides {
        text.push_str(&side_told(side));
    }
    let [union, confederate] = &analysis.sides;
    let hidden = if analysis.hidden == 0.0 { String::new() } else { format!(", what was hidden {}", points(analysis.hidden)) };
    let _ = writeln!(
        text,
        "The Union's chance went from {:.1} to {:.1}: its decisions {}, the Confederates' {}, luck {}{hidden}, drift {}.",
        100.0 * analysis.start,
        100.0 * analysis.end,
        points(union.decisions),
        points(-confederate.decisions),
        points(analysis.luck),
        points(analysis.drift)
    );
    let about = format!(
        "Drift of a phase {:.1} points on average; {} positions a phase, {} futures a position.",
        100.0 * analysis.drift_per_phase,
        crate::page::thousands(analysis.nodes),
        analysis.worlds
    );
    let _ = writeln!(text, "{}", styled(DIM, &about));
    text
}

fn side_told(side: &AnalysedSide) -> String {
    let [inaccuracies, mistakes, blunders] = side.marks;
    let mut text = format!("{}\n", styled(side_style(side.side), &side.side.to_string()));
    let _ = writeln!(
        text,
        "  {} ({inaccuracies} inaccuracies, {mistakes} mistakes, {blunders} blunders in {} phases); luck {}",
        words::held_against_the_general(side.error),
        side.phases,
        points(side.luck)
    );
    for (name, moments) in [("best", &side.best), ("worst", &side.worst)] {
        for moment in moments {
            let line = format!("{name:>5} {:>6}  {}", points(moment.worth), moment_told(moment));
            let _ = writeln!(text, "  {}", wrap(&line, crate::page::width() - 4, 16));
        }
    }
    text
}

fn moment_told(moment: &AnalysedMoment) -> String {
    let what = match (moment.kind, moment.mark) {
        (MomentKind::Roll, _) => String::new(),
        (MomentKind::Decision, Some(mark)) => format!(" ({})", mark.word()),
        (MomentKind::Decision, None) => " (better than the general)".to_string(),
    };
    format!("{}: {}{what} [step {}]", moment.turn_label, moment.text, moment.step)
}
