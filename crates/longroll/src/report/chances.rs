//! The chapter about chances: the graph, the bars of luck, how each side did, phase by phase.

use super::html::escape;
use super::words::{held_against_the_general, lost, percent, points};
use engine::Side;
use engine::analysis::{AnalysedMoment, AnalysedPhase, AnalysedSide, Analysis, Mark, MomentKind};
use std::fmt::Write as _;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 260.0;
/// The height of the bars of luck, upwards and downwards each.
const BARS: f64 = 46.0;
const LEFT: f64 = 44.0;
const TOP: f64 = 12.0;
/// The room between the graph and the bars.
const GAP: f64 = 26.0;
/// A bar is full at this much luck, or at the most there was.
const FULL: f64 = 0.10;

/// The sign of a mark, as players write it.
pub(crate) fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "?!",
        Mark::Mistake => "?",
        Mark::Blunder => "??",
    }
}

/// Everything about chances, under its own heading.
pub(crate) fn chapter(title: &str, analysis: &Analysis) -> String {
    let mut out = format!("<h1>{}</h1>\n<p class=\"lead\">What decided it</p>\n", escape(title));
    if let Some(outcome) = &analysis.outcome {
        let _ = writeln!(out, "<p class=\"result {}\">{}</p>", outcome.winner.word(), escape(&outcome.text));
    }
    out.push_str(&section(analysis));
    out
}

/// The same without a title of its own.
fn section(analysis: &Analysis) -> String {
    format!("{}<h2>Phase by phase</h2>\n{}", short(analysis), table(&analysis.phases))
}

/// The graph and how each side did.
pub(crate) fn short(analysis: &Analysis) -> String {
    let mut out = format!("<figure class=\"graph\">{}<figcaption>{}</figcaption></figure>\n", graph(analysis), escape(&caption(analysis)));
    let cards: String = analysis.sides.iter().map(card).collect();
    let _ = writeln!(out, "<div class=\"sides\">{cards}</div>");
    out
}

fn caption(analysis: &Analysis) -> String {
    let [union, confederate] = &analysis.sides;
    let hidden = if analysis.hidden.abs() < 5e-4 { String::new() } else { format!(", what lay hidden {}", points(analysis.hidden)) };
    format!(
        "The Union's chance to win, from {} to {}. Its own decisions were worth {} points to it, the Confederates' {}, the dice {}{hidden}; the estimate drifted by {} \
         ({:.1} points a phase on average). Bars: the luck of each phase, the Union's upwards.",
        percent(analysis.start),
        percent(analysis.end),
        points(union.decisions),
        points(-confederate.decisions),
        points(analysis.luck),
        points(analysis.drift),
        100.0 * analysis.drift_per_phase
    )
}

/// The graph of the chance over the bars of luck, as a drawing of its own.
pub(crate) fn graph(analysis: &Analysis) -> String {
    let phases = &analysis.phases;
    let inner = WIDTH - LEFT - 8.0;
    let x = |n: usize| LEFT + inner * n as f64 / phases.len().max(1) as f64;
    let y = |chance: f64| TOP + HEIGHT * (1.0 - chance);
    let middle = TOP + HEIGHT + GAP + BARS;
    let bottom = middle + BARS + 20.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {bottom}\" role=\"img\" aria-label=\"The Union's chance to win over the game\">\
         <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{inner}\" height=\"{HEIGHT}\" fill=\"#efe3c4\"/>"
    );
    // Where each turn begins.
    let mut last = None;
    for (n, phase) in phases.iter().enumerate() {
        if last != Some(phase.turn) {
            last = Some(phase.turn);
            let _ = write!(out, "<path d=\"M{0:.1} {TOP}V{1:.1}\" stroke=\"#cbbf9f\" stroke-width=\"1\"/>", x(n), middle + BARS);
            let _ = write!(out, "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", x(n) + 3.0, bottom - 4.0, phase.turn);
        }
    }
    let mut line = format!("M{:.1} {:.1}", x(0), y(analysis.start));
    for (n, phase) in phases.iter().enumerate() {
        let next = phases.get(n + 1).map_or(analysis.end, |p| p.before);
        let _ = write!(line, "L{:.1} {:.1}", x(n + 1), y(next));
        let _ = phase;
    }
    let floor = TOP + HEIGHT;
    let _ = write!(out, "<path d=\"{line}L{:.1} {floor}L{LEFT} {floor}Z\" fill=\"#2f4f7f\" fill-opacity=\".22\"/>", x(phases.len()));
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let dashes = if share == 0.5 { "" } else { " stroke-dasharray=\"2 4\"" };
        let _ = write!(out, "<path d=\"M{LEFT} {0:.1}h{inner}\" stroke=\"#8d8069\" stroke-width=\".8\"{dashes}/>", y(share));
        let _ = write!(out, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{:.0} %</text>", LEFT - 6.0, y(share) + 4.0, 100.0 * share);
    }
    let _ = write!(out, "<path d=\"{line}\" fill=\"none\" stroke=\"#2f4f7f\" stroke-width=\"2.6\" stroke-linejoin=\"round\"/>");
    out.push_str(&bars(phases, &x, middle));
    out.push_str(&marks(phases, &x, &y));
    out.push_str("</svg>");
    out
}

fn bars(phases: &[AnalysedPhase], x: &dyn Fn(usize) -> f64, middle: f64) -> String {
    let most = phases.iter().map(|p| p.luck.abs()).fold(FULL, f64::max);
    let mut out = format!("<path d=\"M{:.1} {middle:.1}H{:.1}\" stroke=\"#8d8069\" stroke-width=\".8\"/>", x(0), x(phases.len()));
    let _ = write!(out, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">luck</text>", LEFT - 6.0, middle + 4.0);
    for (n, phase) in phases.iter().enumerate() {
        let height = BARS * phase.luck.abs() / most;
        let (top, colour) = if phase.luck >= 0.0 { (middle - height, "#2f4f7f") } else { (middle, "#8a6a32") };
        let width = (x(n + 1) - x(n) - 1.0).clamp(1.0, 14.0);
        let left = (x(n) + x(n + 1) - width) / 2.0;
        let _ = write!(out, "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\"/>");
    }
    out
}

/// What was marked, on the line, in the colour of whoever did it.
fn marks(phases: &[AnalysedPhase], x: &dyn Fn(usize) -> f64, y: &dyn Fn(f64) -> f64) -> String {
    let mut out = String::new();
    for (n, phase) in phases.iter().enumerate() {
        for judged in &phase.judged {
            let Some(mark) = judged.mark.filter(|m| *m != Mark::Inaccuracy) else { continue };
            let colour = if judged.side == Side::Union { "#2f4f7f" } else { "#8a6a32" };
            let (cx, cy) = (x(n), y(phase.before));
            let _ = write!(
                out,
                "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"9\" fill=\"#fffaf0\" stroke=\"{colour}\" stroke-width=\"2\"/>\
                 <text x=\"{cx:.1}\" y=\"{:.1}\" text-anchor=\"middle\" style=\"fill:{colour};font-weight:700\">{}</text>",
                cy + 4.5,
                sign(mark)
            );
        }
    }
    out
}

fn card(side: &AnalysedSide) -> String {
    let [inaccuracies, mistakes, blunders] = side.marks;
    let count =
        |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {}s", one.replace("inaccuracy", "inaccuracie")) };
    let mut out = format!(
        "<section class=\"card {0}\"><h3>{1}</h3><p>{2}. {3}, {4}, {5} in {6} phases.</p><p>Luck: <b>{7}</b> points in all.</p>",
        side.side.id(),
        side.side,
        escape(&held_against_the_general(side.error)),
        count(inaccuracies, "inaccuracy"),
        count(mistakes, "mistake"),
        count(blunders, "blunder"),
        side.phases,
        points(side.luck)
    );
    for (name, moments) in [("Best moments", &side.best), ("Worst moments", &side.worst)] {
        let items: String = moments.iter().map(moment).collect();
        let _ = write!(out, "<h3>{name}</h3><ul>{}</ul>", if items.is_empty() { "<li>None.</li>".to_string() } else { items });
    }
    out.push_str("</section>\n");
    out
}

fn moment(moment: &AnalysedMoment) -> String {
    let class = if moment.worth < 0.0 { "bad" } else { "good" };
    let what = match (moment.kind, moment.mark) {
        (MomentKind::Roll, _) => String::new(),
        (MomentKind::Decision, Some(mark)) => format!(" ({} {})", mark.word(), sign(mark)),
        (MomentKind::Decision, None) => " (better than the general's plan)".to_string(),
    };
    format!(
        "<li><b class=\"{class}\">{}</b> {}: {}{}</li>",
        points(moment.worth),
        escape(&moment.turn_label),
        escape(&moment.text),
        escape(&what)
    )
}

/// Every phase in a row of its own.
pub(crate) fn table(phases: &[AnalysedPhase]) -> String {
    let mut out = "<div class=\"scroll\"><table><thead><tr><th>Turn</th><th>Phase</th><th class=\"n\">Before</th><th class=\"n\">After</th>\
                   <th class=\"n\">Decisions</th><th class=\"n\">Luck</th><th class=\"n\">Lost</th><th>What the general would have done</th></tr></thead><tbody>\n"
        .to_string();
    for phase in phases {
        let side = phase.side.map_or("", Side::id);
        let judged = phase.judged.iter().find(|j| Some(j.side) == phase.side).or(phase.judged.first());
        let cost =
            judged.map_or(String::new(), |j| format!("{}{}", lost(j.cost), j.mark.map_or(String::new(), |m| format!(" {}", sign(m)))));
        let says = judged.map_or(String::new(), |j| format!("{} ({})", j.intent, percent(j.best)));
        let bad = if judged.is_some_and(|j| j.mark.is_some()) { " bad" } else { "" };
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td class=\"{side}\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n{bad}\">{cost}</td><td>{}</td></tr>",
            phase.turn,
            escape(&phase.phase),
            percent(phase.before),
            percent(phase.after),
            points(phase.decisions[0] + phase.decisions[1] + phase.hidden),
            points(phase.luck),
            escape(&says)
        );
    }
    out.push_str("</tbody></table></div>\n");
    out
}
