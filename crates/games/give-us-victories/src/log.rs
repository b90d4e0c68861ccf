//! The log: every event in a sentence, as far as a seat may know of it.

use crate::GiveUsVictories;
use crate::action::Event;
use crate::counters::{Kind, boxes, counters};
use crate::ground::ground;
use crate::ids::{Hex, Piece, Pieces};
use crate::words::{terrain_words, verb, works_words};
use engine::handbook::plural;
use engine::words::EventKind;
use engine::{LogEntry, Seat};

impl GiveUsVictories {
    pub(crate) fn event_words(&self, event: &Event, seat: Seat) -> Option<LogEntry> {
        let g = ground();
        let spoken = |h: Hex| g.spoken(h);
        let sees = |p: Piece, seen: bool| seen || seat.sees_for(counters().get(p).side);
        let side_of = |p: Piece| counters().get(p).side;
        let who = |p: Piece, seen: bool| {
            if sees(p, seen) { self.piece_name(p).to_string() } else { format!("A {} unit", side_of(p)) }
        };
        let ids = |p: Piece, seen: bool| if sees(p, seen) { vec![p.id().to_string()] } else { Vec::new() };
        let entry = |kind: EventKind, text: String| LogEntry::new(kind, text);
        let at = |mut t: LogEntry, hexes: &[Hex]| {
            t.hexes = hexes.iter().filter(|h| h.is_some()).map(|h| h.name()).collect();
            t
        };
        let of = |mut t: LogEntry, pieces: Vec<String>| {
            t.pieces = pieces;
            t
        };
        let dice = |mut t: LogEntry, dice: &[u8]| {
            t.dice = dice.to_vec();
            t
        };
        let group = |pieces: &Pieces, seen: bool| {
            let first = pieces.first()?;
            let names = if sees(first, seen) { self.names(pieces) } else { format!("{} units", side_of(first)) };
            let ids = if sees(first, seen) { pieces.iter().map(|p| p.id().to_string()).collect() } else { Vec::new() };
            Some((names, ids))
        };
        Some(match *event {
            Event::TurnBegan { turn } => entry(EventKind::Turn, format!("Turn {turn}: {}.", self.turn_words(turn))),
            Event::Rain { die, rain } => dice(entry(EventKind::Weather, if rain { "It rains." } else { "It stays dry." }.into()), &[die]),
            Event::Assigned { side } => entry(EventKind::Place, format!("The {side} side places a chit on the strategic map.")),
            Event::Revealed { chit, into } => {
                entry(EventKind::Place, format!("{}: {}.", self.chit_name(chit), boxes()[usize::from(into.0)].name))
            }
            // How many stand in an unseen hex is nobody's business.
            Event::Placed { piece, seen, .. } if !sees(piece, seen) => return None,
            Event::OutOfSupply { piece, seen }
            | Event::Recovered { piece, seen }
            | Event::Rallied { piece, seen }
            | Event::Taken { piece, seen }
                if !sees(piece, seen) =>
            {
                return None;
            }
            Event::Placed { piece, hex, seen } => {
                at(of(entry(EventKind::Place, format!("{} to {}.", who(piece, seen), spoken(hex))), ids(piece, seen)), &[hex])
            }
            Event::SetUpDone { side } => entry(EventKind::Phase, format!("The {side} side is set up.")),
            Event::ArrivalDie { die, came } => {
                dice(entry(EventKind::Roll, if came { "The reinforcements arrive." } else { "No reinforcements yet." }.into()), &[die])
            }
            Event::Brigades { piece, die, came } => dice(
                entry(EventKind::Roll, format!("{} {}.", self.piece_name(piece), if came { "arrives" } else { "does not arrive" })),
                &[die],
            ),
            Event::DummiesDone { side } => entry(EventKind::Place, format!("The {side} side has placed its dummies.")),
            Event::Chosen { side } => entry(EventKind::Chit, format!("The {side} side has chosen.")),
            Event::CupFilled { count } => entry(EventKind::Chit, format!("{count} chits go into the cup.")),
            Event::Drawn { chit } => entry(EventKind::Chit, format!("{} is drawn.", self.chit_name(chit))),
            Event::Passed { chit } => entry(EventKind::Chit, format!("{} passes.", self.chit_name(chit))),
            Event::Forgone { chit } => entry(EventKind::Chit, format!("{} is given up for an event.", self.chit_name(chit))),
            Event::CardDrawn { side, event } => {
                let what = if seat.sees_for(side) { self.event_name(side, event).to_string() } else { "an event".into() };
                entry(EventKind::Card, format!("The {side} side draws {what}."))
            }
            Event::Activated { chit, hex } => {
                at(entry(EventKind::Chit, format!("{} commands from {}.", self.chit_name(chit), spoken(hex))), &[hex])
            }
            Event::BoxOpened { chit, formation } => {
                entry(EventKind::Chit, format!("{} commands {}.", self.chit_name(chit), self.formation_name(formation)))
            }
            Event::Taken { piece, seen } => of(entry(EventKind::Chit, format!("{} goes along.", who(piece, seen))), ids(piece, seen)),
            Event::Excluded { piece } => {
                if !seat.sees_for(side_of(piece)) {
                    return None;
                }
                entry(EventKind::Chit, format!("{} stays out.", self.piece_name(piece)))
            }
            Event::Detached { side, hex } => at(entry(EventKind::Chit, format!("{side} detachment at {}.", spoken(hex))), &[hex]),
            Event::ForcedMarch { side } => entry(EventKind::Chit, format!("The {side} formation force marches.")),
            Event::Marched { ref pieces, from, to, seen, .. } => {
                let (names, ids) = group(pieces, seen)?;
                at(of(entry(EventKind::March, format!("{names}: {} to {}.", from.name(), spoken(to))), ids), &[from, to])
            }
            Event::Exited { ref pieces, from } => {
                let (names, ids) = group(pieces, true)?;
                at(
                    of(entry(EventKind::Leave, format!("{names} {} the map at {}.", verb(pieces, "leaves", "leave"), spoken(from))), ids),
                    &[from],
                )
            }
            Event::Skirmisher { side, hex } => at(entry(EventKind::Place, format!("{side} skirmishers in {}.", spoken(hex))), &[hex]),
            Event::BuildDie { die } | Event::DismantleDie { die } => dice(entry(EventKind::Roll, format!("The die shows {die}.")), &[die]),
            Event::Built { side, from, to } => {
                at(entry(EventKind::Bridge, format!("A {side} pontoon lies between {} and {}.", from.name(), to.name())), &[from, to])
            }
            Event::BuildFailed { from, to, .. } => at(entry(EventKind::Bridge, "The pontoon cannot be built.".into()), &[from, to]),
            Event::Dismantled { from, to } => at(entry(EventKind::Bridge, "The pontoon is taken up.".into()), &[from, to]),
            Event::DismantleFailed { from, to } => at(entry(EventKind::Bridge, "The pontoon cannot be taken up.".into()), &[from, to]),
            Event::Seized { side, from, to } => at(entry(EventKind::Bridge, format!("The {side} side seizes the pontoon.")), &[from, to]),
            Event::Destroyed { side, from, to } => {
                at(entry(EventKind::Bridge, format!("The {side} side destroys the pontoon.")), &[from, to])
            }
            Event::BrokeContact { side, hex } => {
                let mut t = at(entry(EventKind::Retreat, format!("The {side} stack in {} breaks contact.", spoken(hex))), &[hex]);
                t.rule = Some("GUV-9.10");
                t
            }
            Event::Stood { side } => entry(EventKind::Result, format!("The {side} side stands.")),
            Event::Withdrew { ref pieces, from, to, .. } => {
                let (names, ids) = group(pieces, true)?;
                at(
                    of(entry(EventKind::Retreat, format!("{names} {} back to {}.", verb(pieces, "goes", "go"), spoken(to))), ids),
                    &[from, to],
                )
            }
            Event::Retreated { piece, from, to, seen } => at(
                of(entry(EventKind::Retreat, format!("{} retreats to {}.", who(piece, seen), spoken(to))), ids(piece, seen)),
                &[from, to],
            ),
            Event::Displaced { piece, from, to, seen } => at(
                of(entry(EventKind::Retreat, format!("{} is displaced to {}.", who(piece, seen), spoken(to))), ids(piece, seen)),
                &[from, to],
            ),
            Event::Attrition { die } => dice(entry(EventKind::Roll, format!("Forced march: {die}.")), &[die]),
            Event::Disorganized { piece, hex, seen } => {
                at(of(entry(EventKind::Condition, format!("{} is disorganized.", who(piece, seen))), ids(piece, seen)), &[hex])
            }
            Event::Demoralized { piece, hex, seen } => {
                at(of(entry(EventKind::Condition, format!("{} is demoralized.", who(piece, seen))), ids(piece, seen)), &[hex])
            }
            Event::StepLost { piece, hex, seen } => {
                at(of(entry(EventKind::Loss, format!("{} loses a step.", who(piece, seen))), ids(piece, seen)), &[hex])
            }
            Event::Eliminated { piece } => {
                let text = match counters().get(piece).kind {
                    Kind::Skirmisher => format!("{} skirmishers are lost.", side_of(piece)),
                    _ => format!("{} is lost.", self.piece_name(piece)),
                };
                of(entry(EventKind::Loss, text), vec![piece.id().to_string()])
            }
            Event::WorksBuilt { side, hex } => at(entry(EventKind::Works, format!("{side} breastworks in {}.", spoken(hex))), &[hex]),
            Event::WorksGone { hex } => at(entry(EventKind::Works, format!("The breastworks in {} are gone.", spoken(hex))), &[hex]),
            Event::Bombarded { target, factor } => {
                at(entry(EventKind::Fire, format!("Bombardment of {} with {factor}.", spoken(target))), &[target])
            }
            Event::Types { target, guns, foot } => {
                let what = match (guns, foot) {
                    (true, true) => "artillery and other units",
                    (true, false) => "artillery",
                    _ => "no artillery",
                };
                at(entry(EventKind::Result, format!("In {}: {what}.", spoken(target))), &[target])
            }
            Event::TargetType { guns } => {
                entry(EventKind::Result, if guns { "The guns are the target." } else { "The infantry and cavalry are the target." }.into())
            }
            Event::ShellDie { die, modified, result } => {
                dice(entry(EventKind::Roll, format!("Bombardment: {die}, modified {modified}: {}.", result.word())), &[die])
            }
            Event::CombatBegan { ref attackers, target, more } => {
                let (names, ids) = group(attackers, true)?;
                let also = if more > 0 { format!(" and {}", plural(more, "more hex", "more hexes")) } else { String::new() };
                at(
                    of(
                        entry(EventKind::Battle, format!("{names} {} {}{also}.", verb(attackers, "attacks", "attack"), spoken(target))),
                        ids,
                    ),
                    &[target],
                )
            }
            Event::Pools { attack, defence, ratio } => {
                entry(EventKind::Result, format!("{} to {}: {attack} dice against {defence} before works and terrain.", ratio.0, ratio.1))
            }
            Event::WorksChosen { effect } => entry(EventKind::Result, format!("{}.", works_words(effect))),
            Event::TerrainChosen { hex, effect } => at(entry(EventKind::Result, format!("{} counts.", terrain_words(effect))), &[hex]),
            Event::Bonus { side, enemy, die } => entry(
                EventKind::Result,
                format!("{side} bonus: {} die {}.", if enemy { "one off the enemy's" } else { "one onto its" }, die + 1),
            ),
            Event::AttackRolled { dice: shown, marks, count, hits } => self.roll_words("Attacker", &shown, &marks, count, hits),
            Event::DefenceRolled { dice: shown, marks, count, hits } => self.roll_words("Defender", &shown, &marks, count, hits),
            Event::Marked { piece } => {
                of(entry(EventKind::Result, format!("The six names {}.", self.piece_name(piece))), vec![piece.id().into()])
            }
            Event::RetreatForced => entry(EventKind::Result, "The six forces a retreat.".into()),
            Event::RetreatCancelled => entry(EventKind::Result, "A six cancels the retreat.".into()),
            Event::GaveGround => entry(EventKind::Retreat, "The defender goes back and saves a step.".into()),
            Event::Advanced { piece, to } => at(
                of(entry(EventKind::Advance, format!("{} advances to {}.", self.piece_name(piece), spoken(to))), vec![piece.id().into()]),
                &[to],
            ),
            Event::ActivationEnded { chit } => entry(EventKind::Chit, format!("{} is done.", self.chit_name(chit))),
            Event::Played { side, event, hex } => {
                let place = if hex.is_some() { format!(" at {}", spoken(hex)) } else { String::new() };
                at(entry(EventKind::Card, format!("The {side} side plays {}{place}.", self.event_name(side, event))), &[hex])
            }
            Event::PlayedInSecret { side, event } => {
                if !seat.sees_for(side) {
                    return None;
                }
                entry(EventKind::Card, format!("You play {} in secret.", self.event_name(side, event)))
            }
            Event::Jackson { die, lost } => dice(
                entry(EventKind::Roll, if lost { "Jackson is hit and leaves the game." } else { "Jackson is unharmed." }.into()),
                &[die],
            ),
            Event::FellBack { piece, to, seen } => {
                at(of(entry(EventKind::Retreat, format!("{} falls back to {}.", who(piece, seen), spoken(to))), ids(piece, seen)), &[to])
            }
            Event::Released { formation } => {
                let what = formation.map_or("The cavalry of turn 11", |c| self.formation_name(c));
                entry(EventKind::Card, format!("{what} is free to act."))
            }
            Event::NightFell => entry(EventKind::Phase, "Night falls: skirmishers and breastworks come off.".into()),
            Event::SkirmisherGone { side } => entry(EventKind::Loss, format!("One {side} skirmisher is out of the game.")),
            Event::OutOfSupply { piece, seen } => {
                of(entry(EventKind::Condition, format!("{} is out of supply.", who(piece, seen))), ids(piece, seen))
            }
            Event::Recovered { piece, seen } => {
                of(entry(EventKind::Rally, format!("{} recovers its step.", who(piece, seen))), ids(piece, seen))
            }
            Event::Rallied { piece, seen } => of(entry(EventKind::Rally, format!("{} rallies.", who(piece, seen))), ids(piece, seen)),
            Event::Returned { piece, hex } => at(
                of(entry(EventKind::Card, format!("{} comes back at {}.", self.piece_name(piece), spoken(hex))), vec![piece.id().into()]),
                &[hex],
            ),
            Event::GameOver { winner } => {
                entry(EventKind::End, winner.map_or("The game ends in a draw.".into(), |w| format!("The {w} side wins.")))
            }
        })
    }

    pub(crate) fn roll_words(&self, who: &str, shown: &[u8; 6], marks: &[i8; 6], count: u8, hits: u8) -> LogEntry {
        let count = usize::from(count);
        let faces: Vec<String> =
            (0..count).map(|i| if marks[i] == 0 { format!("{}", shown[i]) } else { format!("{}({:+})", shown[i], marks[i]) }).collect();
        let mut entry = LogEntry::new(EventKind::Roll, format!("{who}: {}: {}.", faces.join(" "), plural(hits, "hit", "hits")));
        entry.dice = shown[..count].to_vec();
        entry
    }
}
