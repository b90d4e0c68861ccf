//! Games to learn from: mixed players, positions where player turns begin, and how it ended from there.
//!
//! A game begins clumsily: for a while one side plays at random now and then, so that positions of all kinds come up. From then on both sides
//! play as well as they can, and what is noted of a position goes with the outcome.

use crate::Paper;
use crate::doctrine::{Doctrine, StateOf};
use crate::weights::Weights;
use engine::mix::mix;
use engine::{Actor, Chair, Dice, Fog, Player, Rules, Seat, Side, Words};

/// The longest clumsy beginning, in player turns.
const CLUMSY: usize = 24;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct End {
    /// For the Union: 1 if it won, 0 if it lost.
    pub(crate) result: f32,
    /// What the Union has more of what decides the game, where that is a number.
    pub(crate) margin: Option<f32>,
}

/// Plays a game from the beginning and tells every position in which a player turn begins, once nobody plays clumsily any more; nothing if
/// there is no end to it.
pub(crate) fn watch<D: Doctrine>(
    game: &D::Game,
    players: &mut [Box<dyn Player<D::Game>>; 2],
    seed: u64,
    note: &mut dyn FnMut(&StateOf<D>),
) -> Option<End> {
    let mut dice = Dice::new(seed);
    let mut paper: Paper<D::Game> = Paper::new(mix(seed));
    let clumsy = Side::BOTH[dice.below(2)];
    let (clumsiness, until) = ([0, 1, 3, 6][dice.below(4)], dice.below(CLUMSY) as u32);
    let mut state = game.start();
    let (first, mut turn) = (D::turn(game, &state), D::turn(game, &state));
    for _ in 0..engine::sim::ENDLESS {
        match game.actor(&state) {
            Actor::Over(verdict) => {
                let result = verdict.winner.map_or(0.5, |w| if w == Side::Union { 1.0 } else { 0.0 });
                let margin = engine::sim::margin(&game.view(&game.knowledge(&state, Seat::Referee)));
                return Some(End { result, margin: margin.map(|m| m as f32) });
            }
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            asked => {
                let side = asked.side().expect("somebody is asked");
                let begun = D::turn(game, &state) - first;
                let stumbles = side == clumsy && begun < until && paper.dice.below(10) < clumsiness;
                let blunder = if stumbles { paper.anything(game, &state, side) } else { None };
                let action = blunder.unwrap_or_else(|| players[side.index()].choose(&Chair::new(game, &state, side)));
                game.apply_unchecked(&mut state, side, action, &mut ());
            }
        }
        if D::turn(game, &state) != turn {
            turn = D::turn(game, &state);
            if (clumsiness == 0 || turn - first >= until) && !matches!(game.actor(&state), Actor::Over(_)) {
                note(&state);
            }
        }
    }
    None
}

/// What stands in a row before what was read of the position.
pub const COLUMNS: [&str; 5] = ["game", "turn", "result", "margin", "sum"];

/// The positions of a game, one row each: [`COLUMNS`], then what a learned judgement reads. `margin` is no number where the game has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// How many numbers a row has.
    pub width: usize,
    /// Row after row.
    pub numbers: Vec<f32>,
}

/// Plays a game and writes its positions down.
pub(crate) fn rows<D: Doctrine>(game: &D::Game, weights: &Weights, players: &mut [Box<dyn Player<D::Game>>; 2], number: u64) -> Rows {
    let mut rows = Rows::default();
    let mut terms = vec![0.0; D::TERMS.len()];
    let mut note = |state: &StateOf<D>| {
        let begin = rows.numbers.len();
        rows.numbers.extend([number as f32, D::turn(game, state) as f32, f32::NAN, f32::NAN, f32::NAN]);
        D::reading(game, state, &mut terms, &mut rows.numbers);
        rows.numbers[begin + 4] = weights.sum(&terms);
        rows.width = rows.numbers.len() - begin;
    };
    match watch::<D>(game, players, mix(number ^ 0x7365_6c66), &mut note) {
        Some(end) => {
            for row in rows.numbers.chunks_exact_mut(rows.width.max(1)) {
                (row[2], row[3]) = (end.result, end.margin.unwrap_or(f32::NAN));
            }
            rows
        }
        None => Rows::default(),
    }
}

/// Who sits down to a game, by lot: those who think have that many positions for a phase, or a part of them.
pub(crate) fn drawn(nodes: u64, dice: &mut Dice) -> String {
    let nodes = (nodes >> dice.below(3)).max(1);
    match dice.below(16) {
        0..7 => format!("nodes:{nodes}"),
        7..10 => "greedy".to_string(),
        10..13 => format!("hunter:{nodes}"),
        13..15 => format!("rusher:{nodes}"),
        _ => "sitter".to_string(),
    }
}

/// A table of numbers as NumPy reads it (`numpy.load`).
pub fn npy(rows: &Rows) -> Vec<u8> {
    let count = rows.numbers.len() / rows.width.max(1);
    let mut head = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({count}, {}), }}", rows.width);
    // The header ends with a line break, and the numbers begin at a multiple of 64.
    let fill = 63 - (10 + head.len()) % 64;
    head.extend(std::iter::repeat_n(' ', fill));
    head.push('\n');
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((head.len() as u16).to_le_bytes());
    file.extend(head.into_bytes());
    file.extend(rows.numbers.iter().flat_map(|n| n.to_le_bytes()));
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_begins_where_numpy_expects_it() {
        let file = npy(&Rows { width: 2, numbers: vec![1.0, 2.0, 3.0, 4.5] });
        assert_eq!(file[..8], *b"\x93NUMPY\x01\x00");
        let head = usize::from(u16::from_le_bytes([file[8], file[9]]));
        assert_eq!((head + 10) % 64, 0);
        let text = std::str::from_utf8(&file[10..10 + head]).unwrap();
        assert!(text.contains("'shape': (2, 2)") && text.ends_with('\n'), "{text}");
        assert_eq!(file[10 + head..], [1.0f32, 2.0, 3.0, 4.5].map(f32::to_le_bytes).concat());
    }

    #[test]
    fn all_kinds_of_players_are_drawn() {
        let mut dice = Dice::new(1);
        let drawn: std::collections::BTreeSet<String> = (0..400).map(|_| drawn(400, &mut dice)).collect();
        for name in ["nodes:100", "nodes:400", "greedy", "hunter:200", "rusher:400", "sitter"] {
            assert!(drawn.contains(name), "{name}");
        }
    }
}
