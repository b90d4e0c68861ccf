//! How to win: what is left of the Confederate army (C61-WIN-1 to C61-WIN-3).

use crate::{Chancellorsville1961, State};
use engine::Side;

/// C61-WIN-2: with no more basic factors than this the Confederates have lost.
pub const CONFEDERATE_LOSS: u16 = 15;

impl Chancellorsville1961 {
    /// The basic factors of a side that have not been eliminated. R-41: boats, bridges and headquarters count nothing.
    /// Counters that a hand-written position left out still count, so that it does not end at once.
    pub fn factors_left(&self, state: &State, side: Side) -> u16 {
        let book = self.book;
        let own = book.of[side.index()];
        book.strength(own & !book.substitutes).saturating_sub(book.strength(own & state.lost))
    }

    /// C61-WIN-2, C61-WIN-3, R-35: who has won before the last turn.
    pub(crate) fn early_winner(&self, state: &State) -> Option<Side> {
        if self.factors_left(state, Side::Confederate) <= CONFEDERATE_LOSS {
            return Some(Side::Union);
        }
        (self.factors_left(state, Side::Union) == 0).then_some(Side::Confederate)
    }

    /// C61-WIN-3: who has won when the last turn is over.
    pub(crate) fn final_winner(&self, state: &State) -> Side {
        self.early_winner(state).unwrap_or(Side::Confederate)
    }
}
