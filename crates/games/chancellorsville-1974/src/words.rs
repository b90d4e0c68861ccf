//! What people read: prompts, labels, the log, the view of a seat.

use board::HexId;
use engine::words::{BattleView, Marker, Overlay, Piece, Tally};
use engine::{Actor, Described, Seat, Side, Target, Told, Verdict, View};

use crate::Chancellorsville1974;
use crate::action::{Action, Event, Loss, Path, Subject, Targets};
use crate::counters::{LOWEST, Outcome, PIECES, PieceId, Set, data, each};
use crate::ground::ground;
use crate::hidden::Sight;
use crate::sequence::step_name;
use crate::state::{Fate, State, Step};

/// `a, b and c`.
fn list(words: &[String]) -> String {
    match words {
        [] => "nobody".into(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn name(piece: PieceId) -> String {
    data().counter(piece).name.clone()
}

fn crowd(set: Set) -> String {
    list(&each(set).map(name).collect::<Vec<_>>())
}

/// Pieces as a side sees them that does not know the hidden ones.
fn seen_crowd(set: Set, hidden: Set) -> String {
    let mut words: Vec<String> = each(set & !hidden).map(name).collect();
    match (set & hidden).count_ones() {
        0 => {}
        1 => words.push("a face-down counter".into()),
        n => words.push(format!("{n} face-down counters")),
    }
    list(&words)
}

fn place(hex: HexId) -> String {
    ground().place(hex)
}

fn places(targets: &Targets) -> String {
    list(&targets.iter().map(place).collect::<Vec<_>>())
}

fn column_name(column: i16) -> String {
    contact::odds::Odds::from_even(column).to_string()
}

fn target_hex(hex: HexId) -> Target {
    Target::Hex(ground().name(hex))
}

fn target_piece(piece: PieceId) -> Target {
    Target::Piece(data().counter(piece).id.clone())
}

fn path_names(path: Path) -> Vec<String> {
    std::iter::once(path.from()).chain(path.hexes()).filter(|h| h.is_some()).map(|h| ground().name(h)).collect()
}

fn points(halves: u32) -> String {
    if halves.is_multiple_of(2) { format!("{}", halves / 2) } else { format!("{}.5", halves / 2) }
}

/// A result in words.
fn outcome_words(outcome: Outcome) -> String {
    let back = |who: &str, n: u8, d: u8| match d {
        0 => format!("{who} retreat {n} hexes"),
        1 => format!("{who} retreat {n} hexes, disrupted for 1 turn"),
        d => format!("{who} retreat {n} hexes, disrupted for {d} turns"),
    };
    match outcome {
        Outcome::AttackersOut => "the attackers are eliminated".into(),
        Outcome::AttackersBack(n, d) => back("the attackers", n, d),
        Outcome::DefendersBack(n, d) => back("the defenders", n, d),
        Outcome::DefendersOut => "the defenders are eliminated".into(),
    }
}

/// The odds of a battle as a seat may know them: exact, or a range where counters lie face down.
fn odds_note(game: &Chancellorsville1974, sight: &Sight, attackers: Set, targets: &Targets, fire: bool) -> String {
    let state = &sight.state;
    if targets.iter().any(|h| state.at(h) & sight.unknown != 0) {
        let visible = targets.iter().filter(|h| state.at(*h) & sight.unknown == 0);
        let side = if attackers & game.data.union != 0 { Side::Confederate } else { Side::Union };
        let known: u32 = visible.map(|h| game.defence(state, h, side, attackers, fire, &mut |_, _, _| {}).0).sum();
        let attack = game.attack(state, attackers, targets, fire, &mut |_, _, _| {});
        // Between a single point and a full stack, doubled, in each hidden hex.
        let hidden = targets.iter().filter(|h| state.at(*h) & sight.unknown != 0).count() as u32;
        let most = known + hidden * 4 * u32::from(game.data.limits.confederate_strength);
        let word = |d: u32| Chancellorsville1974::column(attack, d).map_or("below 1-4".to_string(), column_name);
        return format!("{} against face-down counters: {} to {}", points(attack), word(most), word(known + 2 * hidden));
    }
    let (attack, defence) = game.sums(state, attackers, targets, fire, &mut |_, _, _| {});
    let odds = Chancellorsville1974::column(attack, defence).map_or("below 1-4".to_string(), column_name);
    format!("{} to {}: {odds}", points(attack), points(defence))
}

pub(crate) fn prompt(game: &Chancellorsville1974, sight: &Sight) -> String {
    let state = &sight.state;
    let who = match game.asked(state) {
        Actor::Side(side) => side.to_string(),
        Actor::Sealed(_) => "Both sides".into(),
        Actor::Chance(_) => String::new(),
        Actor::Over(verdict) => return verdict_text(game, state, verdict),
    };
    match state.agenda.top() {
        Step::SetUp(side) => {
            let left = (state.with_fate(Fate::Unplaced) & game.data.side(side)).count_ones();
            let hidden = sight.unknown != 0 || game.options.inverted && side == Side::Confederate && !sight.seat.sees_for(side);
            if hidden {
                format!("{who}: set up face down")
            } else {
                format!("{who}: set up; {left} units and {} forts to place", state.fort_supply[side.index()])
            }
        }
        Step::Movement => format!("{who}: move units, then end the Movement Phase"),
        Step::Marching => format!("{who}: the march may go on"),
        Step::Breaking(division, left) => format!("{who}: choose brigades for {} ({left} points to find)", name(division)),
        Step::Forming(division, left, _) => format!("{who}: choose brigades to form {} ({left} points to find)", name(division)),
        Step::DefensiveFire => format!("{who}: defensive artillery fire"),
        Step::OffensiveFire => format!("{who}: offensive artillery fire"),
        Step::Combat => {
            let naming = if game.names_first(state.phasing) { "name all attacks" } else { "declare the next attack" };
            match game.duties_open(state) {
                true => format!("{who}: {naming}; units in the open beside the enemy must attack"),
                false => format!("{who}: {naming}, or end the phase"),
            }
        }
        Step::Resolving => format!("{who}: choose the next named battle to fight"),
        Step::FallBack(hex) => format!("{who}: cavalry in {} is attacked: stand or fall back?", place(hex)),
        Step::Die => "Roll the die for the battle".into(),
        Step::Retreat => format!("{who}: retreat {} hexes with each loser", state.retreat.0),
        Step::Aftermath => "The battle is over".into(),
        Step::Advance => format!("{who}: attackers may advance into the hex they won"),
        Step::Occupy => format!("{who}: idle units may enter forts emptied by fire"),
        Step::Destroy => format!("{who}: bridges and boats may be destroyed"),
        Step::Inverting => format!("{who}: turn counters face down"),
        Step::RaidDie => "Roll the die for Stoneman's cavalry".into(),
        Step::Over(verdict) => verdict_text(game, state, verdict),
    }
}

fn verdict_text(game: &Chancellorsville1974, state: &State, verdict: Verdict) -> String {
    let (union, gray) = game.count(state);
    let ratio = game.data.limits.victory_ratio;
    let winner = verdict.winner.map_or("Nobody".to_string(), |s| s.to_string());
    format!("{winner} victory: {union} Union points against {gray} Confederate; the Union needed {}", ratio * gray)
}

pub fn verdict(game: &Chancellorsville1974, state: &State, verdict: Verdict) -> String {
    verdict_text(game, state, verdict)
}

pub(crate) fn describe_subject(game: &Chancellorsville1974, sight: &Sight, subject: Subject) -> Described {
    let state = &sight.state;
    match subject {
        Subject::Piece(piece) => {
            let label = match state.hex[piece.index()].some() {
                Some(hex) => format!("{} in {}", name(piece), place(hex)),
                None => name(piece),
            };
            Described::new(label, target_piece(piece))
        }
        Subject::Stack(hex) => Described::new(format!("The stack in {}", place(hex)), target_hex(hex)),
        Subject::Hex(hex) => {
            let what = match state.agenda.top() {
                Step::Movement => "The fort in",
                Step::Combat => "Attack",
                _ => "Fire at",
            };
            Described::new(format!("{what} {}", place(hex)), target_hex(hex))
        }
        Subject::Forts => Described::button("forts", "Place a fort"),
        Subject::Presets => Described::button("presets", "Ready set-ups"),
        Subject::Battle(number) => {
            let battle = &state.battles[usize::from(number)];
            Described::new(format!("The battle for {}", places(&battle.targets)), target_hex(battle.targets.first()))
        }
        Subject::March => Described::button("march", "The march at hand"),
        Subject::Step => Described::button("step", step_label(game, state)),
    }
}

fn step_label(_game: &Chancellorsville1974, state: &State) -> &'static str {
    match state.agenda.top() {
        Step::SetUp(_) => "End the set-up",
        Step::Movement => "End the Movement Phase",
        Step::DefensiveFire | Step::OffensiveFire => "End the fire phase",
        Step::Combat => "End the Regular Combat Phase",
        Step::Advance | Step::Occupy => "No further advance",
        Step::Destroy => "Destroy nothing more",
        Step::Inverting => "Turn counters down",
        Step::FallBack(_) => "Stand or fall back",
        Step::Breaking(..) | Step::Forming(..) => "The division's own brigades",
        _ => "Go on",
    }
}

pub(crate) fn describe(game: &Chancellorsville1974, sight: &Sight, action: Action) -> Described {
    let state = &sight.state;
    match action {
        Action::Place(piece, hex) => Described::new(format!("{} in {}", name(piece), place(hex)), target_hex(hex)),
        Action::PlaceFort(hex) => Described::new(format!("A fort in {}", place(hex)), target_hex(hex)),
        Action::Split(piece) => Described::button("split", format!("Use the brigades of {}", name(piece))),
        Action::Preset(number) => {
            let preset = &game.data.presets[usize::from(number)];
            Described::button(&format!("preset-{}", preset.id), preset.title.clone())
        }
        Action::PlaceRest => Described::button("place-rest", "Place the rest for me"),
        Action::Done => Described::button("done", done_label(game, state)),
        Action::Demolish(hex) => Described::new(format!("Demolish the fort in {}", place(hex)), target_hex(hex)),
        Action::March(set, path) => {
            let group = game.group(state, set);
            let spent = if state.agenda.top() == Step::Marching { state.march.spent } else { 0 };
            let note = game.walk(state, &group, path, spent).map(|w| match w.bonus {
                true => format!("{} points, road bonus", w.spent - spent),
                false => format!("{} points", w.spent - spent),
            });
            let described = Described::new(format!("{} to {}", crowd(set), place(path.end())), target_hex(path.end()));
            described.with_path(path_names(path)).with_note(note.unwrap_or_default())
        }
        Action::Emplace(piece, path, near, far) => {
            let label = format!("Emplace {} in {}, from {} to {}", name(piece), place(path.end()), place(near), place(far));
            Described::new(label, target_hex(path.end())).with_path(path_names(path)).with_note("usable from the next turn")
        }
        Action::Drift(piece) => {
            let hex = state.hex[piece.index()];
            let to = if hex.is_some() { game.ground.downstream[hex.index()] } else { HexId::NONE };
            match to.some() {
                Some(to) => Described::new(format!("{} drift downstream to {}", name(piece), place(to)), target_hex(to)),
                None => Described::button("drift", "Drift downstream"),
            }
        }
        Action::Enter(piece, hex) => {
            Described::new(format!("{} comes on at {}", name(piece), place(hex)), target_hex(hex)).with_note("1 point")
        }
        Action::BreakDown(piece) => Described::button("break-down", format!("Break {} down into brigades", name(piece))),
        Action::Reform(piece, hex) => {
            Described::button(&format!("re-form-{}", data().counter(piece).id), format!("Form {} in {}", name(piece), place(hex)))
        }
        Action::Pick(piece) => {
            Described::new(name(piece), target_piece(piece)).with_note(format!("strength {}", game.data.strength[piece.index()]))
        }
        Action::PickOwn => Described::button("pick-own", "The division's own brigades"),
        Action::Reveal(piece) => Described::button("reveal", format!("Turn {} face up", name(piece))).with_note("full movement allowance"),
        Action::Invert(piece) => Described::new(format!("Turn {} face down", name(piece)), target_piece(piece)),
        Action::InvertAll => Described::button("invert-all", "Turn all face down"),
        Action::Fire(hex, set) => {
            let targets = Targets::one(hex);
            let note = match game.only_hqs(state, if set & game.data.union != 0 { Side::Confederate } else { Side::Union }, hex) {
                true => "a lone headquarters under fire is lost".to_string(),
                false => odds_note(game, sight, set, &targets, true),
            };
            Described::new(format!("{} at {}", crowd(set), place(hex)), target_hex(hex)).with_note(note)
        }
        Action::Attack(targets, set) => {
            let label = format!("{} against {}", crowd(set), places(&targets));
            Described::new(label, target_hex(targets.first())).with_note(odds_note(game, sight, set, &targets, false))
        }
        Action::Resolve(number) => {
            let battle = &state.battles[usize::from(number)];
            let fire = game.firing_side(state).is_some();
            let label = format!("Fight for {}", places(&battle.targets));
            Described::new(label, target_hex(battle.targets.first())).with_note(odds_note(
                game,
                sight,
                battle.attackers,
                &battle.targets,
                fire,
            ))
        }
        Action::Stand => Described::button("stand", "Stand and fight"),
        Action::GiveWay => Described::button("give-way", "Fall back 2 hexes").with_note("disrupted for 1 turn"),
        Action::Retreat(piece, path) => {
            Described::new(format!("{} to {}", name(piece), place(path.end())), target_hex(path.end())).with_path(path_names(path))
        }
        Action::Advance(piece, hex) => Described::new(format!("{} into {}", name(piece), place(hex)), target_hex(hex)),
        Action::Destroy(piece) => Described::new(format!("Destroy {}", name(piece)), target_piece(piece)),
    }
}

fn done_label(game: &Chancellorsville1974, state: &State) -> &'static str {
    match state.agenda.top() {
        Step::Marching => "Halt here",
        Step::DefensiveFire | Step::OffensiveFire | Step::Combat if state.battle_count > 0 && game.names_first(Side::Union) => {
            "All named: turn the counters up"
        }
        _ => step_label(game, state),
    }
}

pub(crate) fn tell(game: &Chancellorsville1974, event: &Event, seat: Seat) -> Option<Told> {
    let knows = seat.sees_for(Side::Confederate);
    let told = |kind: &'static str, text: String, pieces: Set, hexes: &[HexId]| {
        let mut told = Told::new(kind, text);
        told.pieces = each(pieces).map(|p| data().counter(p).id.clone()).collect();
        told.hexes = hexes.iter().filter(|h| h.is_some()).map(|h| ground().name(*h)).collect();
        Some(told)
    };
    match *event {
        Event::Placed(piece, hex, down) => {
            let hidden = if down && !knows { piece.bit() } else { 0 };
            told("place", format!("{} in {}", seen_crowd(piece.bit(), hidden), place(hex)), piece.bit() & !hidden, &[hex])
        }
        Event::FortPlaced(side, hex) => told("place", format!("{side} fort in {}", place(hex)), 0, &[hex]),
        Event::SetUpDone(side) => told("phase", format!("The {side} side has set up"), 0, &[]),
        Event::Phase(turn, side, phase) => {
            let label = &game.data.turns[usize::from(turn) - 1].label;
            told("phase", format!("Turn {turn}, {label}: {side} {phase}"), 0, &[])
        }
        Event::Demolished(hex) => told("fort", format!("The fort in {} is demolished", place(hex)), 0, &[hex]),
        Event::Marched { pieces, hidden, path, spent, bonus } => {
            let hidden = if knows { 0 } else { hidden };
            let rate = if bonus { ", by road at the bonus rate" } else { "" };
            let text = format!("{}: {} to {} ({spent} points{rate})", seen_crowd(pieces, hidden), place(path.from()), place(path.end()));
            let hexes: Vec<HexId> = std::iter::once(path.from()).chain(path.hexes()).collect();
            told("move", text, pieces & !hidden, &hexes)
        }
        Event::Emplaced(piece, site, near, far) => {
            let text = format!("{} is emplaced in {} between {} and {}", name(piece), place(site), place(near), place(far));
            told("bridge", text, piece.bit(), &[near, site, far])
        }
        Event::Drifted(boats, passenger, to) => {
            told("move", format!("{} drift to {} with {}", name(boats), place(to), name(passenger)), boats.bit() | passenger.bit(), &[to])
        }
        Event::Entered(piece, hex, _) => told("move", format!("{} comes on at {}", name(piece), place(hex)), piece.bit(), &[hex]),
        Event::BrokenDown(division, hex, parts, down) => match down && !knows {
            true => {
                told("exchange", format!("A face-down counter in {} is exchanged for {} others", place(hex), parts.count_ones()), 0, &[hex])
            }
            false => told(
                "exchange",
                format!("{} in {} is broken down: {}", name(division), place(hex), crowd(parts)),
                division.bit() | parts,
                &[hex],
            ),
        },
        Event::Reformed(division, hex, parts, hidden) => match hidden == parts && !knows {
            true => {
                told("exchange", format!("{} face-down counters in {} are exchanged for one", parts.count_ones(), place(hex)), 0, &[hex])
            }
            false => {
                let known = if knows { parts } else { parts & !hidden };
                told("exchange", format!("{} is formed again in {}", name(division), place(hex)), division.bit() | known, &[hex])
            }
        },
        Event::Revealed(set, hex) => told("reveal", format!("Turned up in {}: {}", place(hex), crowd(set)), set, &[hex]),
        Event::Inverted(set) => match knows {
            true => told("reveal", format!("Turned down: {}", crowd(set)), set, &[]),
            false => told("reveal", format!("{} Confederate counters are turned face down", set.count_ones()), 0, &[]),
        },
        Event::Fires(set, hex) => told("attack", format!("{} fire at {}", crowd(set), place(hex)), set, &[hex]),
        Event::Attacks(set, targets) => {
            told("attack", format!("{} against {}", crowd(set), places(&targets)), set, &targets.iter().collect::<Vec<_>>())
        }
        Event::FellBack(hex) => told("retreat", format!("The cavalry in {} falls back", place(hex)), 0, &[hex]),
        Event::Rolled { die, column, outcome, ignored } => {
            let effect = if ignored { "no effect on guns that fire".to_string() } else { outcome_words(outcome) };
            let text = format!("{} on a {die}: {}, {effect}", column_name(i16::from(column)), outcome.printed());
            let mut told = told("roll", text, 0, &[])?;
            told.dice = vec![die];
            Some(told)
        }
        Event::Wasted(hex) => told("result", format!("The fire at {} stands below 1-4: no effect", place(hex)), 0, &[hex]),
        Event::Retreated(piece, path) => {
            let hexes: Vec<HexId> = std::iter::once(path.from()).chain(path.hexes()).collect();
            told("retreat", format!("{} retreats to {}", name(piece), place(path.end())), piece.bit(), &hexes)
        }
        Event::Disrupted(piece, turns) => told("disrupt", format!("{} is disrupted ({turns})", name(piece)), piece.bit(), &[]),
        Event::Recovered(piece, 0) => told("rally", format!("{} recovers", name(piece)), piece.bit(), &[]),
        Event::Recovered(piece, left) => told("rally", format!("{} recovers to {left}", name(piece)), piece.bit(), &[]),
        Event::Lost(piece, hex, loss) => {
            let (why, rule) = loss_words(loss);
            let mut told = told("loss", format!("{} is lost: {why}", name(piece)), piece.bit(), &[hex])?;
            told.rule = Some(rule);
            Some(told)
        }
        Event::Advanced(piece, hex, down) => {
            let hidden = down && !knows;
            let who = if hidden { "A face-down counter".to_string() } else { name(piece) };
            told("advance", format!("{who} advances into {}", place(hex)), if hidden { 0 } else { piece.bit() }, &[hex])
        }
        Event::RaidDie(die, set) => {
            let text = if set == 0 { "nobody returns".to_string() } else { format!("{} return", crowd(set)) };
            let mut told = told("roll", format!("Stoneman's raid, {die}: {text}"), set, &[])?;
            told.dice = vec![die];
            Some(told)
        }
        Event::Count(union, gray) => told("score", format!("{union} Union points, {gray} Confederate points that count"), 0, &[]),
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

/// When and where a raider comes back (Optional V.C, V.D).
fn due(game: &Chancellorsville1974, state: &State, piece: PieceId) -> Option<String> {
    if state.fate[piece.index()] != Fate::Raid {
        return None;
    }
    if state.returning & piece.bit() != 0 {
        return Some(format!("turn {}, on the west edge", state.turn));
    }
    let last = game.data.limits.last_turn;
    let die = (state.turn..last).find(|t| game.data.turns[usize::from(*t) - 1].raid);
    let soonest = match (die, piece.side()) {
        (None, _) => return Some(format!("turn {last}, on the west edge")),
        (Some(t), Side::Union) => format!("by a die after turn {t}"),
        (Some(t), Side::Confederate) => format!("with the first Union raiders, after turn {t} at the earliest"),
    };
    Some(format!("{soonest}, in turn {last} at the latest, on the west edge"))
}

pub(crate) fn view(game: &Chancellorsville1974, sight: &Sight) -> View {
    let state = &sight.state;
    let mut pieces = Vec::new();
    let mut anonymous: Vec<(HexId, usize)> = Vec::new();
    let hides_box = game.options.inverted && !sight.seat.sees_for(Side::Confederate);
    for piece in (0..PIECES as u8).map(PieceId) {
        let counter = game.data.counter(piece);
        let fate = state.fate[piece.index()];
        if sight.unknown & piece.bit() != 0 {
            // A throw-away name: the hex and a number within it.
            let hex = state.hex[piece.index()];
            let number = match anonymous.iter_mut().find(|(h, _)| *h == hex) {
                Some((_, n)) => {
                    *n += 1;
                    *n
                }
                None => {
                    anonymous.push((hex, 1));
                    1
                }
            };
            pieces.push(Piece {
                id: format!("hidden-{}-{number}", ground().name(hex)),
                side: Side::Confederate,
                name: "?".into(),
                kind: "hidden".into(),
                strengths: String::new(),
                formation: String::new(),
                hex: Some(ground().name(hex)),
                off: None,
                due: None,
                states: Vec::new(),
            });
            continue;
        }
        let secret = hides_box && piece.side() == Side::Confederate && matches!(fate, Fate::Box | Fate::Unplaced);
        if fate == Fate::Aside || secret {
            continue;
        }
        let mut states = Vec::new();
        let marks = [
            (state.moved, "moved"),
            (state.attacked, "attacked"),
            (state.inverted, "inverted"),
            (state.fired, "fired"),
            (state.retreated | state.barred, "retreated"),
            (state.retreating, "must retreat"),
            (state.advancing, "may advance"),
            (state.face_down, "face down"),
        ];
        states.extend(marks.iter().filter(|(set, _)| set & piece.bit() != 0).map(|(_, word)| *word));
        states.extend(match state.disruption[piece.index()] {
            0 => None,
            1 => Some("disrupted 1"),
            2 => Some("disrupted 2"),
            _ => Some("disrupted 3"),
        });
        if game.data.bridge_number(piece).is_some_and(|b| state.span[b][0].is_some()) {
            states.push("emplaced");
        }
        pieces.push(Piece {
            id: counter.id.clone(),
            side: piece.side(),
            name: counter.name.clone(),
            kind: counter.kind.id().into(),
            strengths: format!("{}-{}", counter.strength, counter.movement),
            formation: counter.formation.clone(),
            hex: state.hex[piece.index()].some().map(|h| ground().name(h)),
            off: (fate != Fate::Map).then(|| fate.id().to_string()),
            due: due(game, state, piece),
            states,
        });
    }
    let mut markers: Vec<Marker> = state
        .forts
        .iter()
        .map(|h| Marker { kind: "fort".into(), hexes: vec![ground().name(h)], side: None, label: "Fort".into() })
        .collect();
    for bridge in 0..state.span.len() {
        let [near, far] = state.span[bridge];
        if near.is_some() {
            let hex = state.hex[game.data.bridge(bridge).index()];
            let hexes = [near, hex, far].iter().filter(|h| h.is_some()).map(|h| ground().name(*h)).collect();
            let label = if state.laid[bridge] == state.turn { "Bridge, usable next turn" } else { "Bridge" };
            markers.push(Marker { kind: "bridge".into(), hexes, side: Some(Side::Union), label: label.into() });
        }
    }
    let zone = |side: Side| {
        ground()
            .grid()
            .hexes()
            .filter(|h| !ground().is(*h, crate::ground::WATER) && game.controls(state, side, *h))
            .map(|h| ground().name(h))
            .collect()
    };
    let started = !matches!(state.agenda.phase(), Step::SetUp(_));
    let mut tallies =
        vec![Tally { id: "turn".into(), label: "Turn".into(), value: format!("{} of {}", state.turn, game.data.limits.last_turn) }];
    if sight.unknown == 0 && started && !hides_box {
        let (union, gray) = game.count(state);
        let ratio = game.data.limits.victory_ratio;
        tallies.push(Tally { id: "union".into(), label: "Union points".into(), value: format!("{union} (needs {})", ratio * gray) });
        tallies.push(Tally { id: "confederate".into(), label: "Confederate points that count".into(), value: gray.to_string() });
    }
    View {
        board: game.ground.board.id.clone(),
        turn: state.turn,
        turn_label: game.data.turns[usize::from(state.turn) - 1].label.clone(),
        phase: step_name(state.agenda.phase()).into(),
        active: started.then_some(state.phasing),
        prompt: prompt(game, sight),
        pieces,
        markers,
        tallies,
        overlays: vec![
            Overlay { id: "union-zone".into(), label: "Union zones of control".into(), hexes: zone(Side::Union) },
            Overlay { id: "confederate-zone".into(), label: "Confederate zones of control".into(), hexes: zone(Side::Confederate) },
        ],
        battle: battle_view(game, sight),
    }
}

fn battle_view(game: &Chancellorsville1974, sight: &Sight) -> Option<BattleView> {
    let state = &sight.state;
    if state.current >= state.battle_count || !matches!(state.agenda.top(), Step::Die | Step::FallBack(_)) {
        return None;
    }
    let battle = state.battle();
    let fire = game.firing_side(state).is_some();
    let mut modifiers: Vec<(String, String)> = Vec::new();
    let (attack, defence) = game.sums(state, battle.attackers, &battle.targets, fire, &mut |rule, what, effect| {
        modifiers.push((rule.to_string(), format!("{what}: {effect}")));
    });
    let column = Chancellorsville1974::column(attack, defence)?;
    let results = (1..=6u8)
        .map(|die| {
            let outcome = game.data.crt[(column - LOWEST) as usize][usize::from(die) - 1];
            let adverse = matches!(outcome, Outcome::AttackersOut | Outcome::AttackersBack(..));
            let effect = if fire && adverse { "no effect".to_string() } else { outcome_words(outcome) };
            (die.to_string(), format!("{}: {effect}", outcome.printed()))
        })
        .collect();
    Some(BattleView {
        targets: battle.targets.iter().map(|h| ground().name(h)).collect(),
        attackers: each(battle.attackers).map(|p| data().counter(p).id.clone()).collect(),
        odds: format!("{} to {}: {}", points(attack), points(defence), column_name(column)),
        modifiers,
        results,
    })
}
