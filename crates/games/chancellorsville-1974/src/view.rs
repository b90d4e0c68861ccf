//! The position as a seat sees it.

use board::HexId;
use engine::words::{
    BattleColumn, BattleModifier, BattleResult, BattleView, Condition, Favours, Marker, MarkerKind, Off, Overlay, OverlayKind, Piece,
    PieceKind, Tally,
};
use engine::{Side, View, Words};

use crate::Chancellorsville1974;
use crate::action::Targets;
use crate::counters::{Kind, LOWEST, Outcome, PIECES, PieceId, Set, data, each};
use crate::fog::Knowledge;
use crate::ground::ground;
use crate::sequence::step_name;
use crate::state::{Fate, State, Step};
use crate::words::{column_name, odds_note, outcome_words, points};

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

pub(crate) fn view(game: &Chancellorsville1974, known: &Knowledge) -> View {
    let state = &known.state;
    let mut pieces = Vec::new();
    let mut anonymous: Vec<(HexId, usize)> = Vec::new();
    let hides_box = game.options.inverted && !known.seat.sees_for(Side::Confederate);
    for piece in (0..PIECES as u8).map(PieceId) {
        let counter = game.data.counter(piece);
        let fate = state.fate(piece);
        if known.unseen & piece.bit() != 0 {
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
            let name = ground().name(hex);
            pieces.push(Piece::face_down(format!("hidden-{name}-{number}"), Side::Confederate, "?", name));
            continue;
        }
        let secret = hides_box && piece.side() == Side::Confederate && matches!(fate, Fate::Box | Fate::Unplaced);
        if fate == Fate::Aside || secret {
            continue;
        }
        let mut states = Vec::new();
        let marks = [
            (state.moved, Condition::Moved),
            (state.attacked, Condition::Attacked),
            (state.inverted, Condition::Inverted),
            (state.fired, Condition::Fired),
            (state.retreated | state.barred, Condition::Retreated),
            (state.retreating, Condition::MustRetreat),
            (state.advancing, Condition::MayAdvance),
            (state.face_down, Condition::FaceDown),
        ];
        states.extend(marks.iter().filter(|(set, _)| set & piece.bit() != 0).map(|(_, condition)| *condition));
        states.extend(match state.disruption[piece.index()] {
            0 => None,
            1 => Some(Condition::Disrupted1),
            2 => Some(Condition::Disrupted2),
            _ => Some(Condition::Disrupted3),
        });
        if game.data.bridge_number(piece).is_some_and(|b| state.span[b][0].is_some()) {
            states.push(Condition::Emplaced);
        }
        pieces.push(Piece {
            id: counter.id.clone(),
            side: piece.side(),
            name: counter.name.clone(),
            kind: kind_of(counter.kind),
            strengths: format!("{}-{}", counter.strength, counter.movement),
            strength: (!counter.kind.is_equipment()).then_some(u16::from(counter.strength)),
            formation: counter.formation.clone(),
            hex: state.hex[piece.index()].some().map(|h| ground().name(h)),
            off: off(fate),
            due: due(game, state, piece),
            states,
        });
    }
    let mut markers: Vec<Marker> = state
        .forts
        .iter()
        .map(|h| Marker { kind: MarkerKind::Fort, hexes: vec![ground().name(h)], side: None, label: "Fort".into() })
        .collect();
    for bridge in 0..state.span.len() {
        let [near, far] = state.span[bridge];
        if near.is_some() {
            let hex = state.hex[game.data.bridge(bridge).index()];
            let hexes = [near, hex, far].iter().filter(|h| h.is_some()).map(|h| ground().name(*h)).collect();
            let label = if state.laid[bridge] == state.turn { "Bridge, usable next turn" } else { "Bridge" };
            markers.push(Marker { kind: MarkerKind::Bridge, hexes, side: Some(Side::Union), label: label.into() });
        }
    }
    let zone = |side: Side| {
        let controlled = ground().grid().hexes().filter(|h| !ground().is(*h, crate::ground::WATER) && game.controls(state, side, *h));
        Overlay {
            id: format!("{}-zone", side.id()),
            kind: OverlayKind::Zone,
            side: Some(side),
            label: format!("{side} zones of control"),
            hexes: controlled.map(|h| ground().name(h)).collect(),
        }
    };
    let started = !matches!(state.agenda.phase(), Step::SetUp(_));
    let mut tallies = Vec::new();
    if known.unseen == 0 && started && !hides_box {
        let (union, gray) = game.count(state);
        let ratio = game.data.limits.victory_ratio;
        let needs = format!("needs {}: {ratio} times the Confederate points", ratio * gray);
        tallies.push(Tally::new("union", "Union points", union.to_string()).of(Side::Union).that_decides().from_parts(vec![needs]));
        tallies.push(Tally::new("confederate", "Confederate points that count", gray.to_string()).of(Side::Confederate).that_decides());
    }
    View {
        board: game.ground.board.id.clone(),
        turn: state.turn,
        turn_label: game.data.turns[usize::from(state.turn) - 1].label.clone(),
        phase: step_name(state.agenda.phase()).into(),
        active: started.then(|| game.firing_side(state).unwrap_or(state.phasing)),
        prompt: game.prompt(known),
        pieces,
        markers,
        tallies,
        overlays: Side::BOTH.map(zone).into(),
        battle: battle_view(game, known),
    }
}

/// The battle at hand, until it is over.
fn battle_view(game: &Chancellorsville1974, known: &Knowledge) -> Option<BattleView> {
    let state = &known.state;
    let fought = matches!(state.agenda.top(), Step::Die | Step::FallBack(_) | Step::Retreat | Step::Aftermath | Step::Advance);
    if state.current >= state.battle_count || !fought {
        return None;
    }
    let battle = state.battle();
    battle.targets.iter().next()?;
    Some(battle_words(game, known, battle.attackers, &battle.targets, game.firing_side(state).is_some()))
}

/// A battle for people; where counters lie face down there are no columns, only what may be known of the odds.
pub(crate) fn battle_words(game: &Chancellorsville1974, known: &Knowledge, attackers: Set, targets: &Targets, fire: bool) -> BattleView {
    let state = &known.state;
    let enemy = game.data.side(if attackers & game.data.union != 0 { Side::Confederate } else { Side::Union });
    let here = targets.iter().fold(0, |set, hex| set | state.at(hex) & enemy);
    let ids = |set: Set| each(set).map(|p| data().counter(p).id.clone()).collect();
    let mut view = BattleView {
        fire,
        targets: targets.iter().map(|h| ground().name(h)).collect(),
        attackers: ids(attackers & !known.unseen),
        defenders: ids(here & !known.unseen),
        odds: odds_note(game, known, attackers, targets, fire),
        ..BattleView::default()
    };
    if here & known.unseen != 0 {
        return view;
    }
    let (attack, defence) = game.sums(state, attackers, targets, fire, &mut |rule, what, effect| {
        view.modifiers.push(BattleModifier::new(rule, format!("{what}: {effect}")));
    });
    view.attack = Some(points(attack));
    view.defence = Some(points(defence));
    view.columns = Chancellorsville1974::column(attack, defence).map(|column| column_words(game, column, fire)).into_iter().collect();
    view
}

/// What may come of a battle in a column; nothing adverse happens to guns that fire.
fn column_words(game: &Chancellorsville1974, column: i16, fire: bool) -> BattleColumn {
    let result = |die: u8| {
        let outcome = game.data.crt[(column - LOWEST) as usize][usize::from(die) - 1];
        let adverse = matches!(outcome, Outcome::AttackersOut | Outcome::AttackersBack(..));
        let (text, favours) = match (adverse, fire) {
            (true, true) => ("no effect on guns that fire".to_string(), Favours::Neither),
            (true, false) => (outcome_words(outcome), Favours::Defender),
            (false, _) => (outcome_words(outcome), Favours::Attacker),
        };
        BattleResult::face(die, outcome.printed(), text, favours)
    };
    BattleColumn { label: column_name(column), results: (1..=6).map(result).collect() }
}

fn kind_of(kind: Kind) -> PieceKind {
    match kind {
        Kind::Headquarters => PieceKind::Headquarters,
        Kind::Infantry => PieceKind::Infantry,
        Kind::Artillery => PieceKind::Artillery,
        Kind::HorseArtillery => PieceKind::HorseArtillery,
        Kind::Cavalry => PieceKind::Cavalry,
        Kind::Bridge => PieceKind::Bridge,
        Kind::Boat => PieceKind::Boat,
    }
}

fn off(fate: Fate) -> Option<Off> {
    match fate {
        Fate::Map => None,
        Fate::Unplaced => Some(Off::Unplaced),
        Fate::Box => Some(Off::Boxed),
        Fate::Raid => Some(Off::Raid),
        Fate::Eliminated => Some(Off::Eliminated),
        Fate::Aside => Some(Off::Aside),
    }
}
