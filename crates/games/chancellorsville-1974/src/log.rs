//! What happened, in sentences, as a seat may know it.

use board::HexId;
use engine::handbook::plural;
use engine::words::EventKind;
use engine::{LogEntry, Seat, Side};

use crate::Chancellorsville1974;
use crate::action::{Event, Loss};
use crate::counters::{Set, data, each};
use crate::ground::ground;
use crate::sequence::step_name;
use crate::state::Step;
use crate::words::{column_name, crowd, name, outcome_words, place, places, seen_crowd};

pub(crate) fn tell(game: &Chancellorsville1974, event: &Event, seat: Seat) -> Option<LogEntry> {
    let knows = seat.sees_for(Side::Confederate);
    let entry = |kind: EventKind, text: String, pieces: Set, hexes: &[HexId]| {
        let mut entry = LogEntry::new(kind, text + ".");
        entry.pieces = each(pieces).map(|p| data().counter(p).id.clone()).collect();
        entry.hexes = hexes.iter().filter(|h| h.is_some()).map(|h| ground().name(*h)).collect();
        Some(entry)
    };
    match *event {
        Event::Placed(piece, hex, down) => {
            let hidden = if down && !knows { piece.bit() } else { 0 };
            entry(EventKind::Place, format!("{} in {}", seen_crowd(piece.bit(), hidden), place(hex)), piece.bit() & !hidden, &[hex])
        }
        Event::FortPlaced(side, hex) => entry(EventKind::Works, format!("{side} fort in {}", place(hex)), 0, &[hex]),
        Event::SetUpDone(side) => entry(EventKind::Phase, format!("The {side} side has set up"), 0, &[]),
        Event::Phase(turn, side, phase) => {
            let label = &game.data.turns[usize::from(turn) - 1].label;
            // In the turn of one side the guns of the other fire first.
            let who = if phase == step_name(Step::DefensiveFire) { side.enemy() } else { side };
            entry(EventKind::Phase, format!("Turn {turn}, {label}: {who} {phase}"), 0, &[])
        }
        Event::Demolished(hex) => entry(EventKind::Works, format!("The fort in {} is demolished", place(hex)), 0, &[hex]),
        Event::Marched { pieces, hidden, path, spent, bonus } => {
            let hidden = if knows { 0 } else { hidden };
            let rate = if bonus { ", by road at the bonus rate" } else { "" };
            let text = format!(
                "{}: {} to {} ({}{rate})",
                seen_crowd(pieces, hidden),
                place(path.start()),
                place(path.end(ground().grid())),
                plural(spent, "point", "points")
            );
            let hexes: Vec<HexId> = std::iter::once(path.start()).chain(path.hexes(ground().grid())).collect();
            entry(EventKind::March, text, pieces & !hidden, &hexes)
        }
        Event::Emplaced(piece, site, near, far) => {
            let text = format!("{} is emplaced in {} between {} and {}", name(piece), place(site), place(near), place(far));
            entry(EventKind::Bridge, text, piece.bit(), &[near, site, far])
        }
        Event::Drifted(boats, passenger, to) => entry(
            EventKind::March,
            format!("{} drift to {} with {}", name(boats), place(to), name(passenger)),
            boats.bit() | passenger.bit(),
            &[to],
        ),
        Event::Entered(piece, hex, _) => {
            entry(EventKind::Enter, format!("{} comes on at {}", name(piece), place(hex)), piece.bit(), &[hex])
        }
        Event::BrokenDown(division, hex, parts, down) => match down && !knows {
            true => entry(
                EventKind::Exchange,
                format!("A face-down counter in {} is exchanged for {} others", place(hex), parts.count_ones()),
                0,
                &[hex],
            ),
            false => entry(
                EventKind::Exchange,
                format!("{} in {} is broken down: {}", name(division), place(hex), crowd(parts)),
                division.bit() | parts,
                &[hex],
            ),
        },
        Event::Reformed(division, hex, parts, hidden) => match hidden == parts && !knows {
            true => entry(
                EventKind::Exchange,
                format!("{} face-down counters in {} are exchanged for one", parts.count_ones(), place(hex)),
                0,
                &[hex],
            ),
            false => {
                let known = if knows { parts } else { parts & !hidden };
                entry(EventKind::Exchange, format!("{} is formed again in {}", name(division), place(hex)), division.bit() | known, &[hex])
            }
        },
        Event::Revealed(set, hex) => entry(EventKind::Reveal, format!("Turned up in {}: {}", place(hex), crowd(set)), set, &[hex]),
        Event::Inverted(set) => match knows {
            true => entry(EventKind::Reveal, format!("Turned down: {}", crowd(set)), set, &[]),
            false => entry(
                EventKind::Reveal,
                format!("{} face down", plural(set.count_ones(), "Confederate counter is turned", "Confederate counters are turned")),
                0,
                &[],
            ),
        },
        Event::Fires(set, hex) => entry(EventKind::Fire, format!("{} fire at {}", crowd(set), place(hex)), set, &[hex]),
        Event::Attacks(set, targets) => {
            entry(EventKind::Battle, format!("{} against {}", crowd(set), places(&targets)), set, &targets.iter().collect::<Vec<_>>())
        }
        Event::FellBack(hex) => entry(EventKind::Retreat, format!("The cavalry in {} falls back", place(hex)), 0, &[hex]),
        Event::Rolled { die, column, outcome, ignored } => {
            let effect = if ignored { "no effect on guns that fire".to_string() } else { outcome_words(outcome) };
            let text = format!("The die shows {die}: {effect} ({}, {})", column_name(i16::from(column)), outcome.printed());
            let mut entry = entry(EventKind::Roll, text, 0, &[])?;
            entry.dice = vec![die];
            Some(entry)
        }
        Event::Wasted(hex) => entry(EventKind::Result, format!("The fire at {} stands below 1-4: no effect", place(hex)), 0, &[hex]),
        Event::Retreated(piece, path) => {
            let hexes: Vec<HexId> = std::iter::once(path.start()).chain(path.hexes(ground().grid())).collect();
            entry(EventKind::Retreat, format!("{} retreats to {}", name(piece), place(path.end(ground().grid()))), piece.bit(), &hexes)
        }
        Event::Disrupted(piece, turns) => {
            entry(EventKind::Condition, format!("{} is disrupted for {}", name(piece), plural(turns, "turn", "turns")), piece.bit(), &[])
        }
        Event::Recovered(piece, 0) => entry(EventKind::Rally, format!("{} recovers", name(piece)), piece.bit(), &[]),
        Event::Recovered(piece, left) => entry(
            EventKind::Rally,
            format!("{} recovers: disrupted for {} more", name(piece), plural(left, "turn", "turns")),
            piece.bit(),
            &[],
        ),
        Event::Lost(piece, hex, loss) => {
            let (why, rule) = loss_words(loss);
            let mut entry = entry(EventKind::Loss, format!("{} is lost: {why}", name(piece)), piece.bit(), &[hex])?;
            entry.rule = Some(rule);
            Some(entry)
        }
        Event::Advanced(piece, hex, down) => {
            let hidden = down && !knows;
            let who = if hidden { "A face-down counter".to_string() } else { name(piece) };
            entry(EventKind::Advance, format!("{who} advances into {}", place(hex)), if hidden { 0 } else { piece.bit() }, &[hex])
        }
        Event::RaidDie(die, set) => {
            let text = if set == 0 { "nobody returns".to_string() } else { format!("{} return", crowd(set)) };
            let mut entry = entry(EventKind::Roll, format!("Stoneman's raid, {die}: {text}"), set, &[])?;
            entry.dice = vec![die];
            Some(entry)
        }
        Event::Count(union, gray) => entry(
            EventKind::Score,
            format!(
                "{}, {} that count",
                plural(union, "Union point", "Union points"),
                plural(gray, "Confederate point", "Confederate points")
            ),
            0,
            &[],
        ),
    }
}

fn loss_words(loss: Loss) -> (&'static str, &'static str) {
    match loss {
        Loss::Combat => ("eliminated in combat", "C74-CRT-4"),
        Loss::NoRetreat => ("no way to retreat", "C74-CRT-9"),
        Loss::DisruptedTwice => ("disrupted again", "C74-CRT-16"),
        Loss::LoneHeadquarters => ("a lone headquarters overtaken", "C74-VI.F.2"),
        Loss::HeadquartersUnderFire => ("a lone headquarters under fire", "C74-VI.F.4"),
        Loss::Forced => ("forced to attack below 1-4", "C74-CRT-2"),
        Loss::InvertedGun => ("guns left before an enemy nobody attacked", "C74-VII.B.5.b"),
        Loss::Destroyed => ("destroyed", "C74-VII.D.2"),
        Loss::Drowned => ("lost with the bridge or boats", "C74-VII.D.2"),
    }
}
