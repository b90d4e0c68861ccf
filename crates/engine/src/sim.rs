//! Whole games between players.

use crate::{Actor, Chair, Dice, Game, Player, Seat, Side, Verdict, View};

/// How a game went.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended; nothing if it was stopped for a fault or for going on too long.
    pub verdict: Option<Verdict>,
    /// What the Union has more of what decides the game than the Confederates, where both sides have a number.
    pub margin: Option<f64>,
    /// How many decisions were made, dice not counted.
    pub actions: u64,
    /// What was found wrong.
    pub violations: Vec<String>,
}

/// What to look for while playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Nothing: speed.
    None,
    /// The position is audited at the start of every phase and at the end.
    Phases,
    /// Every action is checked before and the position audited after it.
    Everything,
}

/// Longer than any real game by far: past this a game is held to be endless.
pub const ENDLESS: u64 = 200_000;

/// Plays one game from a position. The players sit Union first.
pub fn play_out<G: Game>(game: &G, state: &mut G::State, players: &mut [Box<dyn Player<G>>; 2], dice: &mut Dice, care: Care) -> Played {
    let mut played = Played { verdict: None, margin: None, actions: 0, violations: Vec::new() };
    let mut phase = game.phase(state);
    let mut steps = 0;
    loop {
        match game.actor(state) {
            Actor::Over(verdict) => {
                played.verdict = Some(verdict);
                played.margin = margin(&game.view(&game.knowledge(state, Seat::Referee)));
                break;
            }
            Actor::Chance(chance) => game.settle(state, &dice.answer(chance.draw), &mut ()),
            asked => {
                let aside = |s: Side| players[s.index()].aside(&Chair::new(game, state, s)).map(|action| (s, action));
                let (side, action) = Side::BOTH.into_iter().find_map(aside).unwrap_or_else(|| {
                    let side = asked.side().expect("somebody is asked");
                    (side, players[side.index()].choose(&Chair::new(game, state, side)))
                });
                if care == Care::Everything
                    && let Err(illegal) = game.check(state, side, action)
                {
                    played.violations.push(format!("listed but refused: {action:?}: {illegal}"));
                    break;
                }
                game.apply_unchecked(state, side, action, &mut ());
                played.actions += 1;
            }
        }
        steps += 1;
        let turned = phase != game.phase(state);
        phase = game.phase(state);
        if (care == Care::Everything || care == Care::Phases && turned)
            && let Err(fault) = game.audit(state)
        {
            played.violations.push(fault);
            break;
        }
        if steps >= ENDLESS {
            played.violations.push(format!("no end after {ENDLESS} decisions and dice"));
            break;
        }
    }
    if care != Care::None
        && played.violations.is_empty()
        && let Err(fault) = game.audit(state)
    {
        played.violations.push(fault);
    }
    played
}

/// The difference of the two numbers that decide the game, if each side has one.
pub fn margin(view: &View) -> Option<f64> {
    let [union, confederate] = Side::BOTH.map(|side| {
        let tally = view.tallies.iter().find(|t| t.score && t.side == Some(side))?;
        tally.value.parse::<f64>().ok()
    });
    Some(union? - confederate?)
}
