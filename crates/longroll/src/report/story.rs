//! The game turn by turn, as a seat saw it: marches, battles with their odds and dice, losses.

use engine::analysis::Analysis;
use engine::table::{Logged, Refusal, Table, Timeline};
use engine::words::{BattleView, EventKind, Off, Piece, View};
use engine::{LogEntry, Seat, Side};
use std::collections::BTreeMap;

/// A way that somebody went.
pub(crate) struct Way {
    pub(crate) side: Side,
    pub(crate) kind: EventKind,
    pub(crate) hexes: Vec<String>,
}

/// A battle: one throw of its dice.
pub(crate) struct Fight {
    /// Its number in the report.
    pub(crate) number: usize,
    pub(crate) turn: String,
    pub(crate) side: Option<Side>,
    /// Where the attackers stood.
    pub(crate) from: Vec<String>,
    pub(crate) targets: Vec<String>,
    pub(crate) attackers: Vec<String>,
    pub(crate) defenders: Vec<String>,
    pub(crate) odds: String,
    pub(crate) dice: Vec<u8>,
    pub(crate) text: String,
    /// What the dice were worth to the Union, if that was analysed.
    pub(crate) luck: Option<f64>,
}

/// A turn.
pub(crate) struct Turn {
    pub(crate) number: u8,
    pub(crate) label: String,
    pub(crate) ways: Vec<Way>,
    pub(crate) fights: Vec<Fight>,
    /// What else is worth a sentence.
    pub(crate) said: Vec<(Option<Side>, String)>,
    /// How it stood at its end.
    pub(crate) end: View,
}

/// What a side lost.
#[derive(Default)]
pub(crate) struct Lost {
    /// By formation: names of pieces, and the strength they had.
    pub(crate) formations: BTreeMap<String, (Vec<String>, u32)>,
    pub(crate) pieces: usize,
    pub(crate) strength: u32,
}

/// The whole game.
pub(crate) struct Story {
    pub(crate) board: String,
    pub(crate) turns: Vec<Turn>,
    /// The Union's first.
    pub(crate) lost: [Lost; 2],
    pub(crate) log: Vec<Logged>,
    /// Where the turns begin in the log: entry and label.
    pub(crate) heads: Vec<(usize, String)>,
}

/// What is told in a sentence of its own under the map of a turn.
const WORTH_SAYING: [EventKind; 9] = [
    EventKind::Weather,
    EventKind::Card,
    EventKind::Enter,
    EventKind::Leave,
    EventKind::Reveal,
    EventKind::Loss,
    EventKind::Control,
    EventKind::Score,
    EventKind::End,
];

/// Tells a game as a seat saw it.
pub(crate) fn story(table: &dyn Table, seat: Seat, analysis: Option<&Analysis>) -> Result<Story, Refusal> {
    let timeline = table.timeline(seat);
    let log = table.log(seat, 0);
    let luck: BTreeMap<usize, f64> = analysis.iter().flat_map(|a| &a.phases).flat_map(|p| &p.rolls).map(|r| (r.step, r.luck())).collect();
    let mut turns: Vec<Turn> = Vec::new();
    let mut heads = Vec::new();
    let mut number = 0;
    for (first, last, turn, label) in spans(&timeline) {
        heads.push((timeline.entries.get(first).copied().unwrap_or(0), label.clone()));
        let mut told = Turn { number: turn, label, ways: Vec::new(), fights: Vec::new(), said: Vec::new(), end: view(table, seat, last)? };
        for step in first..last {
            let Some(logged) = timeline.entries.get(step).and_then(|entry| log.get(*entry)) else { continue };
            let side = logged.by.or(told.end.active);
            for entry in &logged.told {
                note(entry, side, &mut told);
            }
            if let Some(thrown) = logged.told.iter().find(|t| !t.dice.is_empty()) {
                let before = view(table, seat, step)?;
                if let Some(battle) = &before.battle {
                    number += 1;
                    let text = logged.told.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ");
                    let fight = fought(&before, battle, thrown, text);
                    told.fights.push(Fight { number, turn: told.label.clone(), luck: luck.get(&step).copied(), ..fight });
                }
            }
        }
        turns.push(told);
    }
    let board = turns.last().map_or(String::new(), |t| t.end.board.clone());
    let lost = losses(table, seat, &turns)?;
    Ok(Story { board, turns, lost, log, heads })
}

/// The steps of each turn: first, last, number, label.
fn spans(timeline: &Timeline) -> Vec<(usize, usize, u8, String)> {
    let mut spans: Vec<(usize, usize, u8, String)> = Vec::new();
    for phase in &timeline.phases {
        match spans.last() {
            Some(last) if last.2 == phase.turn => {}
            _ => spans.push((phase.step, timeline.steps, phase.turn, phase.turn_label.clone())),
        }
    }
    for n in 1..spans.len() {
        spans[n - 1].1 = spans[n].0;
    }
    // What ends with the last throw is no turn of its own.
    spans.retain(|(first, last, ..)| first < last);
    spans
}

fn view(table: &dyn Table, seat: Seat, step: usize) -> Result<View, Refusal> {
    let mut frames = table.frames(seat, step, 1)?;
    frames.pop().map(|frame| frame.view).ok_or_else(|| Refusal::because("there is no such step"))
}

fn note(entry: &LogEntry, side: Option<Side>, turn: &mut Turn) {
    let moved = matches!(entry.kind, EventKind::March | EventKind::Enter | EventKind::Retreat | EventKind::Advance);
    if let Some(side) = side
        && moved
        && entry.hexes.len() > 1
    {
        turn.ways.push(Way { side: owner(entry, turn).unwrap_or(side), kind: entry.kind, hexes: entry.hexes.clone() });
    }
    if WORTH_SAYING.contains(&entry.kind) {
        turn.said.push((owner(entry, turn).or(side), entry.text.clone()));
    }
}

/// Whose pieces an entry is about.
fn owner(entry: &LogEntry, turn: &Turn) -> Option<Side> {
    entry.pieces.iter().find_map(|id| turn.end.pieces.iter().find(|p| p.id == *id)).map(|p| p.side)
}

fn fought(before: &View, battle: &BattleView, thrown: &LogEntry, text: String) -> Fight {
    let piece = |id: &String| before.pieces.iter().find(|p| p.id == *id);
    let names = |ids: &[String]| ids.iter().filter_map(piece).map(named).collect::<Vec<_>>();
    let mut from: Vec<String> = battle.attackers.iter().filter_map(piece).filter_map(|p| p.hex.clone()).collect();
    from.sort();
    from.dedup();
    Fight {
        number: 0,
        turn: String::new(),
        side: battle.attackers.iter().find_map(piece).map(|p| p.side).or(before.active),
        from,
        targets: battle.targets.clone(),
        attackers: names(&battle.attackers),
        defenders: names(&battle.defenders),
        odds: battle.odds.clone(),
        dice: thrown.dice.clone(),
        text,
        luck: None,
    }
}

/// A piece by its name and what stands on it.
fn named(piece: &Piece) -> String {
    if piece.strengths.is_empty() { piece.name.clone() } else { format!("{} ({})", piece.name, piece.strengths) }
}

/// Who is gone at the end, with the strength he was last seen with.
fn losses(table: &dyn Table, seat: Seat, turns: &[Turn]) -> Result<[Lost; 2], Refusal> {
    let opening = view(table, seat, 0)?;
    let mut strengths: BTreeMap<&str, u16> = BTreeMap::new();
    let views = std::iter::once(&opening).chain(turns.iter().map(|t| &t.end));
    for piece in views.flat_map(|v| &v.pieces) {
        if let Some(strength) = piece.strength.filter(|s| *s > 0) {
            let known = strengths.entry(&piece.id).or_default();
            *known = strength.max(*known);
        }
    }
    let mut lost = [Lost::default(), Lost::default()];
    for piece in turns.last().into_iter().flat_map(|t| &t.end.pieces).filter(|p| p.off == Some(Off::Eliminated)) {
        let strength = u32::from(strengths.get(piece.id.as_str()).copied().unwrap_or(0));
        let lost = &mut lost[piece.side.index()];
        let formation = lost.formations.entry(piece.formation.clone()).or_default();
        formation.0.push(piece.name.clone());
        formation.1 += strength;
        lost.pieces += 1;
        lost.strength += strength;
    }
    Ok(lost)
}
