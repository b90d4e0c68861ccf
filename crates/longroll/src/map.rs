//! `longroll map`: a board, drawn or as data.

use crate::page::{BOLD, Columns, styled, thousands, write_file};
use crate::shelf::unknown;
use crate::{Page, Stop};
use board::{Board, Channel, Direction, Fact, Facts, HexId, Hexside, Location};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  longroll map                                       the names of the boards
  longroll map chattanooga                           what lies on it, in short
  longroll map chattanooga --svg chattanooga.svg     a drawing
  longroll map chattanooga --png chattanooga.png --width 3000
  longroll map chattanooga --json                    hexes, terrain, hexsides, roads, rivers, places";

/// The quality of a JPEG: letters stay clean.
const QUALITY: u8 = 80;

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The board; without it their names
    board: Option<String>,
    /// Draw it into this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw it into this file as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Draw it into this file as JPEG
    #[arg(long, value_name = "FILE")]
    jpg: Option<PathBuf>,
    /// The width of the PNG or JPEG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 2400, value_parser = clap::value_parser!(u32).range(100..=20_000))]
    width: u32,
}

/// Runs it.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let names: Vec<String> = boards::ids();
    let Some(id) = &args.board else {
        if args.svg.is_some() || args.png.is_some() || args.jpg.is_some() {
            return Err(Stop::bad_input(format!("which board? There are {}", engine::handbook::list(&names))));
        }
        let mut columns = Columns::under(&["board", "title"]);
        names.iter().filter_map(|id| boards::by_id(id)).for_each(|board| columns.row([&board.id, &board.title]));
        return Ok(Page::new(columns.print(0), names));
    };
    let board = boards::by_id(id).ok_or_else(|| unknown("board", id, &names))?;
    let mut written = Vec::new();
    if args.svg.is_some() || args.png.is_some() || args.jpg.is_some() {
        let svg = atlas::board_svg(board, &atlas::Options::default());
        if let Some(path) = &args.svg {
            write_file(path, svg.as_bytes())?;
            written.push(path.display().to_string());
        }
        if let Some(path) = &args.png {
            let png = atlas::png(&svg, args.width).map_err(|e| Stop::bad_input(format!("--png: {e}")))?;
            write_file(path, &png)?;
            written.push(path.display().to_string());
        }
        if let Some(path) = &args.jpg {
            let jpg = atlas::jpeg(&svg, args.width, QUALITY).map_err(|e| Stop::bad_input(format!("--jpg: {e}")))?;
            write_file(path, &jpg)?;
            written.push(path.display().to_string());
        }
    }
    let text = if written.is_empty() { in_short(board) } else { format!("Wrote {}.\n", engine::handbook::list(&written)) };
    Ok(Page::new(text, as_data(board)))
}

fn in_short(board: &Board) -> String {
    let mut text = format!("{}\n", styled(BOLD, &board.title));
    let mut facts = Columns::default();
    if let Some(dates) = &board.dates {
        facts.row(["dates", dates]);
    }
    facts.row(["scale", &board.scale]);
    facts.row(["hexes", &format!("{} in {} columns", thousands(board.grid.hexes().count() as u64), board.grid.columns())]);
    let all = |names: &mut dyn Iterator<Item = String>| names.collect::<Vec<_>>().join(", ");
    let count = |terrain: usize| board.ground.iter().filter(|g| g.has(board::Terrain(terrain as u8))).count();
    facts.row(["terrain", &all(&mut board.terrains.iter().enumerate().map(|(i, t)| format!("{t} {}", count(i))))]);
    facts.row(["waters", &all(&mut board.waters.iter().map(|w| format!("{} ({})", w.name, w.kind)))]);
    let roads = |class: usize| board.roads.iter().filter(|r| usize::from(r.class.0) == class).count();
    facts.row(["roads", &all(&mut board.road_classes.iter().enumerate().map(|(i, c)| format!("{c} {}", roads(i))))]);
    facts.row(["crossings", &all(&mut board.crossings.iter().map(|c| format!("{} ({})", c.name, c.kind)))]);
    facts.row(["places", &all(&mut board.places.iter().map(|p| format!("{} {}", p.name, board.grid.name(p.hex))))]);
    facts.row(["entries", &all(&mut board.entries.iter().map(|e| e.id.clone()))]);
    let _ = write!(text, "{}", facts.print(2));
    if let Some(note) = &board.note {
        let _ = writeln!(text, "  {}", crate::page::wrap(note, crate::page::width() - 2, 2));
    }
    text
}

/// The board for programs.
fn as_data(board: &Board) -> Value {
    let grid = &board.grid;
    let name = |hex: HexId| grid.name(hex);
    let names = |hexes: &[HexId]| hexes.iter().map(|h| name(*h)).collect::<Vec<_>>();
    let pair = |side: Hexside| [name(side.0), name(side.1)];
    let class = |class: board::RoadClass| &board.road_classes[usize::from(class.0)];
    let hexes = grid.hexes().map(|hex| {
        let kinds = (0..board.terrains.len()).filter(|t| board.ground(hex).has(board::Terrain(*t as u8)));
        let terrain: Vec<&str> = kinds.map(|t| board.terrains[t].as_str()).collect();
        let terrain = if terrain.is_empty() { vec!["clear"] } else { terrain };
        json!({ "hex": name(hex), "column": grid.column(hex) + 1, "row": grid.row(hex) + 1, "terrain": terrain })
    });
    let sides = grid.hexsides().filter_map(|side| hexside(board, side));
    let roads = board.roads.iter().map(|road| {
        let exits: Map<String, Value> = road.exits.iter().map(|(hex, to)| (name(*hex), json!(to))).collect();
        tidy(json!({ "name": road.name, "class": class(road.class), "hexes": names(&road.hexes), "exits": exits, "note": road.note }))
    });
    let rivers = board.waters.iter().map(|water| {
        let mut value = json!({ "name": water.name, "kind": water.kind });
        match &water.channel {
            Channel::Hexes(hexes) => value["hexes"] = json!(names(hexes)),
            Channel::Hexsides(sides) => value["hexsides"] = json!(sides.iter().map(|s| pair(*s)).collect::<Vec<_>>()),
        }
        value["note"] = json!(water.note);
        tidy(value)
    });
    let crossings = board.crossings.iter().map(|crossing| {
        let mut value = json!({ "name": crossing.name, "kind": crossing.kind, "over": board.waters[crossing.water].name });
        match crossing.at {
            Location::Hex(hex) => value["hex"] = json!(name(hex)),
            Location::Side(side) => value["hexside"] = json!(pair(side)),
        }
        value["approaches"] = json!(names(&crossing.approaches));
        value["facts"] = facts(&crossing.facts);
        value["note"] = json!(crossing.note);
        tidy(value)
    });
    let slopes = board
        .slopes
        .iter()
        .map(|s| json!({ "feature": s.feature, "kind": s.kind, "hilltop": name(s.hilltop), "downhill": names(&s.downhill) }));
    let works = board.directed.iter().map(|work| {
        let (protected, enemy) = (name(work.protected), name(work.enemy));
        tidy(json!({ "name": work.name, "kind": work.kind, "side": work.side, "protected": protected, "enemy": enemy, "note": work.note }))
    });
    let places = board.places.iter().map(|place| {
        let (hex, hexes) = (name(place.hex), names(&place.hexes));
        tidy(
            json!({ "name": place.name, "kind": place.kind, "hex": hex, "hexes": hexes, "facts": facts(&place.facts), "note": place.note }),
        )
    });
    let zones = board.zones.iter().map(|zone| {
        let (hexes, facts) = (names(&zone.hexes), facts(&zone.facts));
        tidy(json!({ "id": zone.id, "name": zone.name, "kind": zone.kind, "side": zone.side, "hexes": hexes, "facts": facts, "note": zone.note }))
    });
    let entries = board.entries.iter().map(|entry| {
        let (hexes, facts) = (names(&entry.hexes), facts(&entry.facts));
        tidy(json!({ "id": entry.id, "name": entry.name, "kind": entry.kind, "side": entry.side, "hexes": hexes, "facts": facts, "note": entry.note }))
    });
    let joins = board.joins.iter().map(|join| {
        let pairs: Vec<[String; 2]> = join.pairs.iter().map(|(here, there)| [name(*here), there.clone()]).collect();
        tidy(json!({ "board": join.board, "pairs": pairs, "note": join.note }))
    });
    tidy(json!({
        "board": board.id, "title": board.title, "dates": board.dates, "scale": board.scale, "note": board.note,
        "columns": grid.columns(), "rows": grid.rows(),
        "terrains": board.terrains, "road_classes": board.road_classes,
        "hexes": hexes.collect::<Vec<_>>(),
        "hexsides": sides.collect::<Vec<_>>(),
        "roads": roads.collect::<Vec<_>>(),
        "rivers": rivers.collect::<Vec<_>>(),
        "crossings": crossings.collect::<Vec<_>>(),
        "slopes": slopes.collect::<Vec<_>>(),
        "works": works.collect::<Vec<_>>(),
        "places": places.collect::<Vec<_>>(),
        "zones": zones.collect::<Vec<_>>(),
        "entries": entries.collect::<Vec<_>>(),
        "joins": joins.collect::<Vec<_>>(),
    }))
}

/// A hexside with something on it.
fn hexside(board: &Board, side: Hexside) -> Option<Value> {
    let grid = &board.grid;
    let direction: Direction = grid.direction(side.0, side.1)?;
    let waters: Vec<&str> = board.waters_along(side).map(|w| w.name.as_str()).collect();
    let crossings: Vec<&str> = board.crossings_on(side).map(|c| c.name.as_str()).collect();
    let classes = (0..board.road_classes.len()).filter(|c| board.road_crosses(board::RoadClass(*c as u8), side.0, direction));
    let roads: Vec<&str> = classes.map(|c| board.road_classes[c].as_str()).collect();
    let joins = |a: HexId, b: HexId| (a, b) == (side.0, side.1) || (a, b) == (side.1, side.0);
    let slopes: Vec<&str> =
        board.slopes.iter().filter(|s| s.downhill.iter().any(|d| joins(s.hilltop, *d))).map(|s| s.feature.as_str()).collect();
    let works: Vec<&str> = board.directed.iter().filter(|d| joins(d.protected, d.enemy)).map(|d| d.name.as_str()).collect();
    if [&waters, &crossings, &roads, &slopes, &works].iter().all(|list| list.is_empty()) {
        return None;
    }
    let hexes = [grid.name(side.0), grid.name(side.1)];
    Some(tidy(json!({ "hexes": hexes, "roads": roads, "rivers": waters, "crossings": crossings, "slopes": slopes, "works": works })))
}

fn facts(facts: &Facts) -> Value {
    let fact = |fact: &Fact| match fact {
        Fact::Flag(flag) => json!(flag),
        Fact::Number(number) => json!(number),
        Fact::Text(text) => json!(text),
    };
    Value::Object(facts.iter().map(|(name, f)| (name.to_string(), fact(f))).collect())
}

/// Leaves out what says nothing; the lists of a whole board stay though they be empty.
fn tidy(mut value: Value) -> Value {
    if let Value::Object(map) = &mut value {
        let whole = map.contains_key("hexes") && map.contains_key("hexsides");
        map.retain(|_, v| {
            !v.is_null() && (whole || v.as_array().is_none_or(|a| !a.is_empty()) && v.as_object().is_none_or(|o| !o.is_empty()))
        });
    }
    value
}
