//! `longroll report`: a game as a page that needs nothing but itself, and as a moving picture.
//!
//! | chapter | holds |
//! | --- | --- |
//! | this one | the command, and the page from its first line to its last |
//! | [`story`] | the game turn by turn |
//! | [`maps`] | its maps |
//! | [`gif`] | the moving picture |
//! | [`chances`] | the graph and what comes with it |
//! | [`reliability`] | what chances are worth, drawn |
//! | [`html`] | the page, and texts that stay texts |
//! | [`words`] | titles and numbers |

pub(crate) mod chances;
mod gif;
pub(crate) mod html;
mod maps;
pub(crate) mod reliability;
mod story;
pub(crate) mod words;

use crate::analyse::{Look, analysis};
use crate::page::write_file;
use crate::save::Save;
use crate::{Page, Stop};
use engine::analysis::Analysis;
use engine::handbook::list;
use engine::table::Table;
use engine::{Seat, Side};
use html::escape;
use maps::Sheet;
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;
use story::{Fight, Lost, Story, Turn};

const EXAMPLES: &str = "\
Examples:
  longroll report save.json --html report.html               everything, with the graph of the chances
  longroll report save.json --html report.html --gif game.gif
  longroll report save.json --html report.html --plain        without an analysis: at once
  longroll report save.json --html report.html --as union     a game that goes on, as the Union saw it

The page opens anywhere, loads nothing, and can be printed.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The save; - for the standard input
    file: PathBuf,
    /// Write the page
    #[arg(long, value_name = "FILE", required_unless_present = "gif")]
    html: Option<PathBuf>,
    /// Write a moving picture, a frame for each turn
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Leave the analysis out
    #[arg(long)]
    plain: bool,
    /// Whose eyes: union, confederate, spectator or referee
    #[arg(long = "as", value_name = "SEAT", default_value = "referee", value_parser = crate::replay::seat)]
    seat: Seat,
    #[command(flatten)]
    look: Look,
}

/// Runs it.
pub fn run(args: &Args, json: bool) -> Result<Page, Stop> {
    let here = |stop: Stop| stop.about(args.file.display());
    let save = Save::open(&args.file)?;
    let (table, remark) = save.kind.load(&save.setup, &save.document).map_err(|bad| here(bad.into()))?;
    if let Some(remark) = remark {
        return Err(here(Stop::bad_input(format!("journal: {remark}"))));
    }
    // What decided a game with secrets can be said to all when it is over, and before that to whoever may see everything.
    let open = args.seat == Seat::Referee || table.outcome().is_some() || !table.secrets();
    let analysis = if args.plain || args.html.is_none() || !open { None } else { Some(analysis(&save, &args.look, json).map_err(here)?) };
    let story = story::story(table.as_ref(), args.seat, analysis.as_ref()).map_err(|refusal| here(refusal.into()))?;
    let sheet = Sheet::of(&story).ok_or_else(|| here(Stop::bad_input("nothing has been done yet: there is nothing to report")))?;
    let mut written = Vec::new();
    if let Some(file) = &args.html {
        let title = words::title(save.kind, &save.setup);
        let content = content(&title, table.as_ref(), args.seat, &story, &sheet, analysis.as_ref())?;
        write_file(file, html::page(&format!("{title}: after-action report"), &content).as_bytes())?;
        written.push(file.display().to_string());
    }
    if let Some(file) = &args.gif {
        write_file(file, &gif::moving(&story, &sheet)?)?;
        written.push(file.display().to_string());
    }
    let fights: usize = story.turns.iter().map(|t| t.fights.len()).sum();
    let text = format!("{} turns and {fights} battles told in {}.\n", story.turns.len(), list(&written));
    Ok(Page::new(text, json!({ "written": written, "turns": story.turns.len(), "battles": fights, "outcome": table.outcome() })))
}

/// The page from its title to its log.
fn content(title: &str, table: &dyn Table, seat: Seat, story: &Story, sheet: &Sheet, analysis: Option<&Analysis>) -> Result<String, Stop> {
    let drawn = sheet.shared().map_err(|e| Stop::bad_input(format!("the board cannot be drawn: {e}")))?;
    let mut out = drawn;
    let first = story.turns.first().map_or(String::new(), |t| t.label.clone());
    let last = story.turns.last().map_or(String::new(), |t| t.label.clone());
    let _ = writeln!(out, "<h1>{}</h1>\n<p class=\"lead\">After-action report: {} to {}</p>", escape(title), escape(&first), escape(&last));
    match table.outcome() {
        Some(outcome) => {
            let _ = writeln!(out, "<p class=\"result {}\">{}</p>", outcome.winner.word(), escape(&outcome.text));
        }
        None => {
            let _ = writeln!(out, "<p class=\"result\">The game goes on. {}</p>", escape(&table.actor(seat).prompt));
        }
    }
    if let Some(analysis) = analysis {
        let _ = writeln!(out, "<h2>What decided it</h2>\n{}", chances::short(analysis));
    }
    out.push_str("<h2>Turn by turn</h2>\n");
    story.turns.iter().for_each(|turn| out.push_str(&chapter(turn, sheet)));
    let fights: Vec<&Fight> = story.turns.iter().flat_map(|t| &t.fights).collect();
    if !fights.is_empty() {
        let _ = writeln!(out, "<h2>Battles</h2>\n{}", battles(&fights));
    }
    let cards: String = Side::BOTH.iter().map(|side| losses(*side, &story.lost[side.index()])).collect();
    let _ = writeln!(out, "<h2>Losses</h2>\n<div class=\"sides\">{cards}</div>");
    if let Some(analysis) = analysis {
        let _ = writeln!(out, "<h2>Phase by phase</h2>\n{}", chances::table(&analysis.phases));
    }
    let _ = writeln!(out, "<h2>The log</h2>\n{}", log(story));
    Ok(out)
}

fn chapter(turn: &Turn, sheet: &Sheet) -> String {
    let mut points: Vec<String> = turn.end.tallies.iter().filter(|t| t.score).map(|t| format!("{}: {}", t.label, t.value)).collect();
    points.dedup();
    let caption = if points.is_empty() { "At its end.".to_string() } else { format!("At its end. {}.", points.join(", ")) };
    let mut out = format!(
        "<section class=\"turn\"><h3>Turn {}: {}</h3><figure>{}<figcaption>{}</figcaption></figure>",
        turn.number,
        escape(&turn.label),
        sheet.map(turn),
        escape(&caption)
    );
    let items: String =
        turn.said.iter().map(|(side, text)| format!("<li class=\"{}\">{}</li>", side.map_or("", Side::id), escape(text))).collect();
    if !items.is_empty() {
        let _ = write!(out, "<ul class=\"story\">{items}</ul>");
    }
    out.push_str("</section>\n");
    out
}

fn battles(fights: &[&Fight]) -> String {
    let lucky = fights.iter().any(|f| f.luck.is_some());
    let luck_head = if lucky { "<th class=\"n\">Luck</th>" } else { "" };
    let mut out = format!(
        "<div class=\"scroll\"><table><thead><tr><th class=\"n\">No.</th><th>When</th><th>Attackers</th><th>Defenders</th><th>Odds</th><th>Dice</th><th>What came of it</th>{luck_head}</tr></thead><tbody>\n"
    );
    for fight in fights {
        let side = fight.side.map_or("", Side::id);
        let enemy = fight.side.map_or("", |s| s.enemy().id());
        let dice = fight.dice.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let own = |luck: f64| if fight.side == Some(Side::Confederate) { -luck } else { luck };
        let luck = if lucky {
            format!("<td class=\"n\">{}</td>", fight.luck.map_or(String::new(), |l| words::points(own(l))))
        } else {
            String::new()
        };
        let at = if fight.targets.is_empty() {
            String::new()
        } else {
            format!(" <span class=\"dim\">at {}</span>", escape(&list(&fight.targets)))
        };
        let _ = writeln!(
            out,
            "<tr><td class=\"n\">{}</td><td>{}</td><td class=\"{side}\">{}</td><td class=\"{enemy}\">{}{at}</td><td>{}</td><td>{dice}</td><td>{}</td>{luck}</tr>",
            fight.number,
            escape(&fight.turn),
            escape(&list(&fight.attackers)),
            escape(&list(&fight.defenders)),
            escape(&fight.odds),
            escape(&fight.text)
        );
    }
    out.push_str("</tbody></table></div>\n");
    if lucky {
        out.push_str("<p class=\"dim\">Luck: what the dice gave the attacker, in points of his chance to win.</p>\n");
    }
    out
}

fn losses(side: Side, lost: &Lost) -> String {
    let pieces = if lost.pieces == 1 { "1 piece".to_string() } else { format!("{} pieces", lost.pieces) };
    let strength = if lost.strength > 0 { format!(", strength {}", lost.strength) } else { String::new() };
    let items: String = lost
        .formations
        .iter()
        .map(|(formation, (names, strength))| {
            let name = if formation.is_empty() { "Others" } else { formation };
            let strength = if *strength > 0 { format!("−{strength}") } else { String::new() };
            format!("<li><b>{strength}</b> {}: {}</li>", escape(name), escape(&list(names)))
        })
        .collect();
    let items = if items.is_empty() { "<li>None.</li>".to_string() } else { items };
    format!("<section class=\"card {}\"><h3>{side}</h3><p>{pieces}{strength}</p><ul>{items}</ul></section>", side.id())
}

fn log(story: &Story) -> String {
    let mut heads = story.heads.iter().peekable();
    let mut out = "<details open><summary>Everything that happened</summary><ul class=\"log\">\n".to_string();
    for logged in story.log.iter().filter(|l| !l.taken_back) {
        while let Some((_, label)) = heads.next_if(|(entry, _)| *entry <= logged.entry) {
            let _ = writeln!(out, "<li class=\"turn-head\">{}</li>", escape(label));
        }
        for told in &logged.told {
            let _ = writeln!(out, "<li class=\"{}\">{}</li>", logged.by.map_or("", Side::id), escape(&told.text));
        }
    }
    out.push_str("</ul></details>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_called_like_a_picture_stays_a_name() {
        const NAME: &str = "<img src=x onerror=alert(1)>";
        let fight = Fight {
            number: 1,
            turn: NAME.into(),
            side: Some(Side::Union),
            from: vec![NAME.into()],
            targets: vec![NAME.into()],
            attackers: vec![NAME.into()],
            defenders: vec![NAME.into()],
            odds: NAME.into(),
            dice: vec![6],
            text: NAME.into(),
            luck: Some(0.1),
        };
        let formations = [(NAME.to_string(), (vec![NAME.to_string()], 3))].into();
        let page = battles(&[&fight]) + &losses(Side::Union, &Lost { formations, pieces: 1, strength: 3 });
        assert!(!page.contains("<img"), "{page}");
        assert_eq!(page.matches("&lt;img").count(), 8);
    }
}
