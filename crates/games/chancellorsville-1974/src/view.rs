//! The position as a seat sees it.

use board::HexId;
use engine::words::{BattleView, Marker, Overlay, Piece, Tally};
use engine::{Side, View, Words};

use crate::Chancellorsville1974;
use crate::counters::{LOWEST, Outcome, PIECES, PieceId, data, each};
use crate::fog::Sight;
use crate::ground::ground;
use crate::sequence::step_name;
use crate::state::{Fate, State, Step};
use crate::words::{column_name, outcome_words, points};

/// When and where a raider comes back (Optional V.C, V.D).
fn due(game: &Chancellorsville1974, state: &State, piece: PieceId) -> Option<String> {
    if state.fate(piece) != Fate::Raid {
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
        let fate = state.fate(piece);
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
        prompt: game.prompt(sight),
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
