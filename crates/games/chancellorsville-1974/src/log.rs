//! What happened, in sentences, as a seat may know it.

use board::HexId;
use engine::handbook::plural;
use engine::words::EventKind;
use engine::{Seat, Side, Told};

use crate::Chancellorsville1974;
use crate::action::{Event, Loss};
use crate::counters::{Set, data, each};
use crate::ground::ground;
use crate::words::{column_name, crowd, name, outcome_words, place, places, seen_crowd};

pub(crate) fn tell(game: &Chancellorsville1974, event: &Event, seat: Seat) -> Option<Told> {
    let knows = seat.sees_for(Side::Confederate);
    let told = |kind: EventKind, text: String, pieces: Set, hexes: &[HexId]| {
        let mut told = Told::new(kind, text + ".");
        told.pieces = each(pieces).map(|p| data().counter(p).id.clone()).collect();
        told.hexes = hexes.iter().filter(|h| h.is_some()).map(|h| ground().name(*h)).collect();
        Some(told)
    };
    match *event {
        Event::Placed(piece, hex, down) => {
            let hidden = if down && !knows { piece.bit() } else { 0 };
            told(EventKind::Place, format!("{} in {}", seen_crowd(piece.bit(), hidden), place(hex)), piece.bit() & !hidden, &[hex])
        }
        Event::FortPlaced(side, hex) => told(EventKind::Works, format!("{side} fort in {}", place(hex)), 0, &[hex]),
        Event::SetUpDone(side) => told(EventKind::Phase, format!("The {side} side has set up"), 0, &[]),
        Event::Phase(turn, side, phase) => {
            let label = &game.data.turns[usize::from(turn) - 1].label;
            told(EventKind::Phase, format!("Turn {turn}, {label}: {side} {phase}"), 0, &[])
        }
        Event::Demolished(hex) => told(EventKind::Works, format!("The fort in {} is demolished", place(hex)), 0, &[hex]),
        Event::Marched { pieces, hidden, path, spent, bonus } => {
            let hidden = if knows { 0 } else { hidden };
            let rate = if bonus { ", by road at the bonus rate" } else { "" };
            let text = format!(
                "{}: {} to {} ({}{rate})",
                seen_crowd(pieces, hidden),
                place(path.from()),
                place(path.end()),
                plural(spent, "point", "points")
            );
            let hexes: Vec<HexId> = std::iter::once(path.from()).chain(path.hexes()).collect();
            told(EventKind::March, text, pieces & !hidden, &hexes)
        }
        Event::Emplaced(piece, site, near, far) => {
            let text = format!("{} is emplaced in {} between {} and {}", name(piece), place(site), place(near), place(far));
            told(EventKind::Bridge, text, piece.bit(), &[near, site, far])
        }
        Event::Drifted(boats, passenger, to) => told(
            EventKind::March,
            format!("{} drift to {} with {}", name(boats), place(to), name(passenger)),
            boats.bit() | passenger.bit(),
            &[to],
        ),
        Event::Entered(piece, hex, _) => told(EventKind::Enter, format!("{} comes on at {}", name(piece), place(hex)), piece.bit(), &[hex]),
        Event::BrokenDown(division, hex, parts, down) => match down && !knows {
            true => told(
                EventKind::Exchange,
                format!("A face-down counter in {} is exchanged for {} others", place(hex), parts.count_ones()),
                0,
                &[hex],
            ),
            false => told(
                EventKind::Exchange,
                format!("{} in {} is broken down: {}", name(division), place(hex), crowd(parts)),
                division.bit() | parts,
                &[hex],
            ),
        },
        Event::Reformed(division, hex, parts, hidden) => match hidden == parts && !knows {
            true => told(
                EventKind::Exchange,
                format!("{} face-down counters in {} are exchanged for one", parts.count_ones(), place(hex)),
                0,
                &[hex],
            ),
            false => {
                let known = if knows { parts } else { parts & !hidden };
                told(EventKind::Exchange, format!("{} is formed again in {}", name(division), place(hex)), division.bit() | known, &[hex])
            }
        },
        Event::Revealed(set, hex) => told(EventKind::Reveal, format!("Turned up in {}: {}", place(hex), crowd(set)), set, &[hex]),
        Event::Inverted(set) => match knows {
            true => told(EventKind::Reveal, format!("Turned down: {}", crowd(set)), set, &[]),
            false => told(
                EventKind::Reveal,
                format!("{} face down", plural(set.count_ones(), "Confederate counter is turned", "Confederate counters are turned")),
                0,
                &[],
            ),
        },
        Event::Fires(set, hex) => told(EventKind::Fire, format!("{} fire at {}", crowd(set), place(hex)), set, &[hex]),
        Event::Attacks(set, targets) => {
            told(EventKind::Battle, format!("{} against {}", crowd(set), places(&targets)), set, &targets.iter().collect::<Vec<_>>())
        }
        Event::FellBack(hex) => told(EventKind::Retreat, format!("The cavalry in {} falls back", place(hex)), 0, &[hex]),
        Event::Rolled { die, column, outcome, ignored } => {
            let effect = if ignored { "no effect on guns that fire".to_string() } else { outcome_words(outcome) };
            let text = format!("{} on a {die}: {}, {effect}", column_name(i16::from(column)), outcome.printed());
            let mut told = told(EventKind::Roll, text, 0, &[])?;
            told.dice = vec![die];
            Some(told)
        }
        Event::Wasted(hex) => told(EventKind::Result, format!("The fire at {} stands below 1-4: no effect", place(hex)), 0, &[hex]),
        Event::Retreated(piece, path) => {
            let hexes: Vec<HexId> = std::iter::once(path.from()).chain(path.hexes()).collect();
            told(EventKind::Retreat, format!("{} retreats to {}", name(piece), place(path.end())), piece.bit(), &hexes)
        }
        Event::Disrupted(piece, turns) => {
            told(EventKind::Condition, format!("{} is disrupted for {}", name(piece), plural(turns, "turn", "turns")), piece.bit(), &[])
        }
        Event::Recovered(piece, 0) => told(EventKind::Rally, format!("{} recovers", name(piece)), piece.bit(), &[]),
        Event::Recovered(piece, left) => told(
            EventKind::Rally,
            format!("{} recovers: disrupted for {} more", name(piece), plural(left, "turn", "turns")),
            piece.bit(),
            &[],
        ),
        Event::Lost(piece, hex, loss) => {
            let (why, rule) = loss_words(loss);
            let mut told = told(EventKind::Loss, format!("{} is lost: {why}", name(piece)), piece.bit(), &[hex])?;
            told.rule = Some(rule);
            Some(told)
        }
        Event::Advanced(piece, hex, down) => {
            let hidden = down && !knows;
            let who = if hidden { "A face-down counter".to_string() } else { name(piece) };
            told(EventKind::Advance, format!("{who} advances into {}", place(hex)), if hidden { 0 } else { piece.bit() }, &[hex])
        }
        Event::RaidDie(die, set) => {
            let text = if set == 0 { "nobody returns".to_string() } else { format!("{} return", crowd(set)) };
            let mut told = told(EventKind::Roll, format!("Stoneman's raid, {die}: {text}"), set, &[])?;
            told.dice = vec![die];
            Some(told)
        }
        Event::Count(union, gray) => told(
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
