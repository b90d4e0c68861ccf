//! More than one unit per hex.

use crate::counters::Set;
use crate::{Chancellorsville1961, State};
use board::HexId;
use engine::{Illegal, Side};

/// C61-STK-1: Union combat units in a hex.
pub const UNION_UNITS: u32 = 2;
/// Union headquarters in a hex ("a HQ").
pub const UNION_STAFFS: u32 = 1;
/// C61-STK-2: Confederate basic factors in a hex.
pub const CONFEDERATE_FACTORS: u16 = 22;

impl Chancellorsville1961 {
    /// Whether these counters may stand together with a side's units of a hex (C61-STK-1, C61-STK-2, C61-STK-3; ).
    pub(crate) fn fits(&self, state: &State, side: Side, hex: HexId, more: Set) -> Result<(), Illegal> {
        self.together(side, state.stack(hex) & self.book.of[side.index()] | more)
    }

    /// Whether a side's counters may stand together.
    pub fn together(&self, side: Side, stack: Set) -> Result<(), Illegal> {
        let book = self.book;
        match side {
            Side::Union if (stack & book.fighters()).count_ones() > UNION_UNITS => {
                Err(Illegal::new("C61-STK-1", "No more than two Union combat units may stand in a hex.", "Pass through, or end elsewhere."))
            }
            Side::Union if (stack & book.staffs).count_ones() > UNION_STAFFS => Err(Illegal::new(
                "C61-STK-3",
                "One Union headquarters may be added to a hex, not two.",
                "Place the other headquarters elsewhere.",
            )),
            Side::Confederate if book.strength(stack) > CONFEDERATE_FACTORS => Err(Illegal::new(
                "C61-STK-2",
                "No more than 22 Confederate combat factors may stand in a hex.",
                "Pass through, or end elsewhere.",
            )),
            _ => Ok(()),
        }
    }
}
