//! `longroll print`: a title on paper. The map at its true size over several sheets, the counters front and back, the charts.

use crate::page::write_file;
use crate::shelf::{Choice, game_or_scenario};
use crate::{Page, Stop};
use atlas::press::{Paper, Press, Sheet};
use engine::Seat;
use engine::handbook::{Chart, CounterEntry};
use engine::table::Kind;
use serde_json::json;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  longroll print chattanooga --pdf prints
  longroll print give-us-victories --scenario salem-church --pdf prints
  longroll --titles . print mine --pdf prints --paper letter --hex 19";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The title; or a game, with --scenario
    title: String,
    #[command(flatten)]
    choice: Choice,
    /// The folder for map.pdf, counters.pdf and charts.pdf
    #[arg(long, value_name = "FOLDER")]
    pdf: PathBuf,
    /// The paper: a4 or letter
    #[arg(long, default_value = "a4", value_parser = ["a4", "letter"])]
    paper: String,
    /// How wide a hex is from side to side, in millimetres
    #[arg(long, value_name = "MM", default_value_t = 19, value_parser = clap::value_parser!(u16).range(8..=60))]
    hex: u16,
}

/// Runs it.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let (kind, setup) = game_or_scenario(&args.title, &args.choice)?;
    let id = kind.open(&setup, 0)?.view(Seat::Spectator).board;
    let board = boards::by_id(&id).ok_or_else(|| Stop::bad_input(format!("there is no board {id}")))?;
    let press = Press { paper: if args.paper == "letter" { Paper::LETTER } else { Paper::A4 }, dpi: 200 };
    let hex = f64::from(args.hex);
    let title = title_of(kind, &setup.scenario);
    let printed = [
        ("map.pdf", press.map(board, hex)),
        ("counters.pdf", press.counters(&title, &counters(&kind.order_of_battle(&setup)?), hex * 0.68)),
        ("charts.pdf", press.tables(&title, &tables(&kind.charts(&setup)?))),
    ];
    let mut written = Vec::new();
    std::fs::create_dir_all(&args.pdf).map_err(|e| Stop::bad_input(e.to_string()).about(args.pdf.display()))?;
    for (name, made) in printed {
        let Sheet { pdf, pages } = made.map_err(|e| Stop::bad_input(e.to_string()))?;
        let path = args.pdf.join(name);
        write_file(&path, &pdf)?;
        written.push(json!({ "file": path, "pages": pages }));
    }
    let lines: Vec<String> =
        written.iter().map(|w| format!("{}: {} pages\n", w["file"].as_str().unwrap_or_default(), w["pages"])).collect();
    let advice = "Print at its actual size, not fitted to the page; the counters on both sides, turned over the long edge.\n";
    Ok(Page::new(lines.concat() + advice, json!({ "files": written, "hex": args.hex })))
}

fn title_of(kind: &dyn Kind, scenario: &str) -> String {
    kind.catalogue().scenario(scenario).map_or_else(|| scenario.to_string(), |s| s.title.clone())
}

fn counters(order: &[CounterEntry]) -> Vec<atlas::press::Counter> {
    let counter = |entry: &CounterEntry| {
        let strengths: Vec<String> = entry.strengths.values().map(ToString::to_string).collect();
        atlas::press::Counter {
            union: entry.side == engine::Side::Union,
            name: entry.name.split(" (").next().unwrap_or(&entry.name).to_string(),
            arm: entry.kind.clone(),
            strength: format!("{}-{}", strengths.join("-"), entry.movement),
            formation: entry.formation.clone(),
            start: entry.start.clone().or_else(|| entry.entry.clone()).unwrap_or_default(),
        }
    };
    order.iter().map(counter).collect()
}

fn tables(charts: &[Chart]) -> Vec<atlas::press::Table> {
    let table = |chart: &Chart| {
        let rows = chart.rows.iter().zip(&chart.cells).map(|(head, cells)| std::iter::once(head).chain(cells).cloned().collect());
        atlas::press::Table {
            title: chart.title.clone(),
            heads: std::iter::once(String::new()).chain(chart.columns.iter().cloned()).collect(),
            rows: rows.collect(),
        }
    };
    charts.iter().map(table).collect()
}
