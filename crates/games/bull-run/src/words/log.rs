//! The log: what happened, in sentences, as each seat may read it.

use super::view::split_code;
use super::{bombardment_words, combat_words, halves};
use crate::BullRun;
use crate::action::{Event, Loss};
use crate::counters::{PieceId, pieces};
use crate::sequence::UNFREEZING;
use board::HexId;
use engine::handbook::plural;
use engine::words::EventKind;
use engine::{LogEntry, Seat};

impl BullRun {
    pub(super) fn tell_of(&self, event: &Event, seat: Seat) -> Option<LogEntry> {
        let id = |p: PieceId| self.id(p).to_string();
        let hex = |h: HexId| self.hex_name(h);
        let entry = |kind: EventKind, text: String, pieces: Vec<String>, hexes: Vec<String>| {
            Some(LogEntry { pieces, hexes, ..LogEntry::new(kind, text) })
        };
        match event {
            Event::Turn { turn, side } => entry(EventKind::Turn, format!("{}: the {side} turn.", self.turn_label(*turn)), vec![], vec![]),
            Event::Phase { side, phase } => entry(EventKind::Phase, format!("{side}: {}.", self.phase_label(*phase)), vec![], vec![]),
            Event::Trestle { standing } => {
                let what = if *standing { "stands" } else { "is destroyed" };
                entry(EventKind::Place, format!("The railroad trestle {what}."), vec![], vec![hex(self.ground.trestle)])
            }
            Event::Abatis { hex: h } => entry(EventKind::Works, format!("Abatis in {}.", hex(*h)), vec![], vec![hex(*h)]),
            Event::Placed { piece, hex: h, hidden } if *hidden && !seat.sees_for(piece.side()) => {
                entry(EventKind::Place, format!("A face-down counter in {}.", hex(*h)), vec![], vec![hex(*h)])
            }
            Event::Placed { piece, hex: h, .. } => {
                entry(EventKind::Place, format!("{} in {}.", self.name(*piece), hex(*h)), vec![id(*piece)], vec![hex(*h)])
            }
            Event::Hidden { dummy, hex: h } if !seat.sees_for(dummy.side()) => {
                entry(EventKind::Place, format!("Face-down counters in {} are exchanged.", hex(*h)), vec![], vec![hex(*h)])
            }
            Event::Hidden { dummy, hex: h } => {
                entry(EventKind::Place, format!("{} in {}.", self.name(*dummy), hex(*h)), vec![id(*dummy)], vec![hex(*h)])
            }
            Event::Revealed { piece, hex: h } => {
                entry(EventKind::Reveal, format!("{} is turned up in {}.", self.name(*piece), hex(*h)), vec![id(*piece)], vec![hex(*h)])
            }
            Event::AllRevealed { side } => entry(EventKind::Reveal, format!("All {side} pieces are unfrozen."), vec![], vec![]),
            Event::Formed { brigade, hex: h, hidden } | Event::Broken { brigade, hex: h, hidden }
                if *hidden && !seat.sees_for(brigade.side()) =>
            {
                entry(EventKind::Exchange, format!("Face-down counters in {} are exchanged.", hex(*h)), vec![], vec![hex(*h)])
            }
            Event::Formed { brigade, hex: h, .. } => {
                entry(EventKind::Exchange, format!("{} forms in {}.", self.name(*brigade), hex(*h)), vec![id(*brigade)], vec![hex(*h)])
            }
            Event::Broken { brigade, hex: h, .. } => {
                entry(EventKind::Exchange, format!("{} breaks up in {}.", self.name(*brigade), hex(*h)), vec![id(*brigade)], vec![hex(*h)])
            }
            Event::Faced { battery, hidden, .. } if *hidden && !seat.sees_for(battery.side()) => None,
            Event::Faced { battery, battle_piece, .. } => {
                let to = if *battle_piece { "unlimbers: battle piece" } else { "limbers up: mobile piece" };
                entry(EventKind::Exchange, format!("{} {to}.", self.name(*battery)), vec![id(*battery)], vec![])
            }
            Event::Marched { piece, from, path, entered, interrupted } => {
                let way = self.way(Some(*from), *path);
                let end = way.last().cloned().unwrap_or_default();
                let how = if *entered {
                    format!("{} enters at {} and goes to {end}", self.name(*piece), hex(*from))
                } else {
                    format!("{}: {} to {end}", self.name(*piece), hex(*from))
                };
                let stop = if *interrupted { ", and pauses as the enemy is turned up" } else { "" };
                entry(EventKind::March, format!("{how}{stop}."), vec![id(*piece)], way)
            }
            Event::Railed { piece, hex: h } => {
                entry(EventKind::Enter, format!("{} comes by rail to {}.", self.name(*piece), hex(*h)), vec![id(*piece)], vec![hex(*h)])
            }
            Event::Battle { attackers, defenders, side, strengths, odds, bombardment, automatic } => {
                let verb = match (bombardment, automatic) {
                    (true, _) => "bombards",
                    (_, true) => "overwhelms",
                    _ => "attacks",
                };
                let text = format!(
                    "{side} {verb}: {} against {}, {} : {}, {odds}.",
                    self.names(*side, *attackers),
                    self.names(side.enemy(), *defenders),
                    halves(strengths.0),
                    halves(strengths.1)
                );
                let ids = pieces(*side, *attackers).chain(pieces(side.enemy(), *defenders)).map(id).collect();
                entry(if *bombardment { EventKind::Fire } else { EventKind::Battle }, text, ids, vec![])
            }
            Event::Result { die, combat, bombardment } => {
                let (code, what) = split_code(combat.map(combat_words).or(bombardment.map(bombardment_words)).unwrap_or("no effect"));
                let what = if code.is_empty() { what.to_string() } else { format!("{what} ({code})") };
                let dice = if *die > 0 { vec![*die] } else { vec![] };
                let text = if *die > 0 { format!("The die shows {die}: {what}.") } else { format!("Without a die: {what}.") };
                Some(LogEntry { dice, ..LogEntry::new(EventKind::Result, text) })
            }
            Event::Owed { side, owed } => entry(
                EventKind::Loss,
                format!("The {side} side owes {}.", plural(halves(*owed), "defence point", "defence points")),
                vec![],
                vec![],
            ),
            Event::Lost { piece, hex: h, loss, to_box } => {
                let (why, rule) = match loss {
                    Loss::Combat => ("is lost", "BR-7.7"),
                    Loss::Retreat => ("is lost in its retreat", "BR-7.83a"),
                    Loss::Unescorted => ("is taken without escort", "BR-12.3"),
                    Loss::LeaderTable => ("falls", "BR-12.5"),
                    Loss::Late => ("did not come and is lost", "BR-13.12"),
                };
                let after = if *to_box { "; it may rally" } else { "" };
                let text = format!("{} {why} at {}{after}.", self.name(*piece), hex(*h));
                Some(LogEntry { pieces: vec![id(*piece)], hexes: vec![hex(*h)], rule: Some(rule), ..LogEntry::new(EventKind::Loss, text) })
            }
            Event::LeaderRoll { leader, die, lost } => {
                let what = if *lost { "he is lost" } else { "he falls back two hexes" };
                Some(LogEntry {
                    dice: vec![*die],
                    pieces: vec![id(*leader)],
                    ..LogEntry::new(EventKind::Roll, format!("{}: die {die}, {what}.", self.name(*leader)))
                })
            }
            Event::Retreated { piece, from, path } => {
                let way = self.way(Some(*from), *path);
                let end = way.last().cloned().unwrap_or_default();
                entry(EventKind::Retreat, format!("{} falls back to {end}.", self.name(*piece)), vec![id(*piece)], way)
            }
            Event::Advanced { unit, from, hex: h } => entry(
                EventKind::Advance,
                format!("{} advances to {}.", self.name(*unit), hex(*h)),
                vec![id(*unit)],
                vec![hex(*from), hex(*h)],
            ),
            Event::Followed { leader, hex: h } => {
                entry(EventKind::Advance, format!("{} goes along to {}.", self.name(*leader), hex(*h)), vec![id(*leader)], vec![hex(*h)])
            }
            Event::Cleared { unit, hex: h } => {
                entry(EventKind::Rally, format!("{} removes the abatis in {}.", self.name(*unit), hex(*h)), vec![id(*unit)], vec![hex(*h)])
            }
            Event::Rallied { leader, unit, hex: h } => entry(
                EventKind::Rally,
                format!("{} rallies {} in {}.", self.name(*leader), self.name(*unit), hex(*h)),
                vec![id(*leader), id(*unit)],
                vec![hex(*h)],
            ),
            Event::EventRoll { number, die, came } => {
                let what = if *came { "they come" } else { "not yet" };
                let group = self.scenario.groups.get(usize::from(*number)).filter(|_| usize::from(*number) != UNFREEZING);
                Some(LogEntry {
                    dice: vec![*die],
                    pieces: group.map_or_else(Vec::new, |g| pieces(g.side, g.pieces).map(id).collect()),
                    hexes: group.map_or_else(Vec::new, |g| vec![hex(g.hex)]),
                    ..LogEntry::new(EventKind::Roll, format!("Die {die} for {}: {what}.", self.event_name(*number)))
                })
            }
            Event::Over { winner, panic } => {
                let why = if *panic { "by panic: the enemy's base is taken" } else { "at the end of the day" };
                entry(EventKind::End, format!("{winner} victory {why}."), vec![], vec![])
            }
        }
    }
}
