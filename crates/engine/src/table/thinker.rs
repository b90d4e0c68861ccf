//! Computer players at a table: they think away from it, on a copy of the position.

use super::Refusal;
use crate::player::Estimate;
use crate::{Chair, Dice, Game, Player, Side};
use serde_json::Value;
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A copy of a position in which a side is asked: a [`Thinker`] works on it while the table is free.
pub struct Moment(pub(super) Box<dyn Any + Send>);

/// A computer player at a table, whichever the game. It keeps its plans from one decision to the next.
pub trait Thinker: Send {
    /// The flag that ends its thinking; see [`Player::stop_flag`].
    fn stop_flag(&mut self, flag: Arc<AtomicBool>);
    /// Its decision.
    fn decide(&mut self, moment: &Moment) -> Result<Value, Refusal>;
    /// What it likes to do first, out of turn.
    fn aside(&mut self, moment: &Moment) -> Option<Value>;
    /// What it thinks and means to do in the phase under way; see [`Player::estimate`].
    fn estimate(&self) -> Option<&Estimate>;
    /// What a fellow elsewhere needs to think in its place: a position that fits what its side knows, and what it has in mind itself. Nothing
    /// for whoever decides at once; see [`Player::brief`].
    fn brief(&mut self, _moment: &Moment) -> Option<Brief> {
        None
    }
    /// Thinks in the place of a fellow; see [`Player::stand_in`].
    fn stand_in(&mut self, _moment: &Moment, _mind: &Value) -> Option<Value> {
        None
    }
    /// Takes what a fellow has found; see [`Player::heed`].
    fn heed(&mut self, _moment: &Moment, _found: &Value) -> bool {
        false
    }
    /// The chance with that action, if it knows it exactly; see [`Player::worth`].
    fn worth(&mut self, moment: &Moment, action: &Value) -> Option<f64>;
}

/// What somebody elsewhere needs to think in a player's place: nothing in it is more than the player's side may know.
#[derive(Clone, PartialEq, Debug)]
pub struct Brief {
    /// A position that fits what the side knows: what [`super::Kind::load`] takes.
    pub position: Value,
    /// The side.
    pub side: Side,
    /// What the player has in mind.
    pub mind: Value,
}

/// What a [`Moment`] of one game holds.
pub(super) struct MomentOf<G: Game> {
    pub(super) game: Arc<G>,
    pub(super) state: G::State,
    pub(super) side: Side,
}

impl<G: Game> MomentOf<G> {
    fn of(moment: &Moment) -> Option<&MomentOf<G>> {
        moment.0.downcast_ref()
    }

    fn chair(&self) -> Chair<'_, G> {
        Chair::new(&self.game, &self.state, self.side)
    }
}

pub(super) struct Hired<G: Game>(pub(super) Box<dyn Player<G>>);

impl<G: Game> Thinker for Hired<G> {
    fn stop_flag(&mut self, flag: Arc<AtomicBool>) {
        self.0.stop_flag(flag);
    }

    fn decide(&mut self, moment: &Moment) -> Result<Value, Refusal> {
        let now = MomentOf::<G>::of(moment).ok_or_else(|| Refusal::because("this player plays another game"))?;
        Ok(now.game.write_action(self.0.choose(&now.chair())))
    }

    fn aside(&mut self, moment: &Moment) -> Option<Value> {
        let now = MomentOf::<G>::of(moment)?;
        self.0.aside(&now.chair()).map(|action| now.game.write_action(action))
    }

    fn estimate(&self) -> Option<&Estimate> {
        self.0.estimate()
    }

    fn brief(&mut self, moment: &Moment) -> Option<Brief> {
        let now = MomentOf::<G>::of(moment)?;
        let mind = self.0.brief(&now.chair())?;
        // Not the position itself: one that this side cannot tell from it.
        let guess = now.game.sample(&now.chair().knowledge(), &mut Dice::new(0));
        Some(Brief { position: now.game.write_position(&guess), side: now.side, mind })
    }

    fn stand_in(&mut self, moment: &Moment, mind: &Value) -> Option<Value> {
        self.0.stand_in(&MomentOf::<G>::of(moment)?.chair(), mind)
    }

    fn heed(&mut self, moment: &Moment, found: &Value) -> bool {
        MomentOf::<G>::of(moment).is_some_and(|now| self.0.heed(&now.chair(), found))
    }

    fn worth(&mut self, moment: &Moment, action: &Value) -> Option<f64> {
        let now = MomentOf::<G>::of(moment)?;
        let action = now.game.read_action(action).ok()?;
        now.chair().check(action).ok()?;
        self.0.worth(&now.chair(), action)
    }
}
