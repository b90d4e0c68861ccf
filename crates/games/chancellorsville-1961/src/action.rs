//! Actions, subjects and events: small values. How they are written in files is in `notation`.

use crate::counters::{Outcome, Piece, Set};
use board::{HexId, Route, Steps};
use engine::Side;

/// Up to eight directions.
pub type Way = Steps<u32>;

/// The hexes of a march or retreat: where it begins, and the way from there.
pub type Path = Route<u32>;

/// The longest path: C61-MOV-1, no counter moves more than eight hexes.
pub const LONGEST: usize = 8;

/// One small decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Build a fort (C61-PREP-1).
    Fort(HexId),
    /// Hold back that pair of corps (C61-PREP-2).
    Withhold(u8),
    /// Place a counter.
    Place(Piece, HexId),
    /// Place all that is left of this step as a ready-made set-up has it.
    Preset(u8),
    /// Break a division down into these brigades (C61-BSC-2).
    Break(Piece, Set),
    /// Form a division of these brigades (C61-BSC-6).
    Form(Piece, Set),
    /// March, together.
    March(Set, Path),
    /// Lay a bridge: its march, the last step into the river; the far-shore hex it points to (C61-PB-1).
    Lay(Piece, Path, HexId),
    /// Drift a boat with its passenger one hex downstream (C61-BOAT-5).
    Drift(Piece),
    /// End the movement portion.
    EndMove,
    /// The five minutes are over (C61-TIME-1).
    Time,
    /// Begin a battle: this unit attacks that enemy.
    Attack(Piece, Piece),
    /// Add an attacker to the battle last begun.
    Join(Piece),
    /// Add a defender to the battle last begun.
    Include(Piece),
    /// Divide the rest in some legal way and begin combat.
    DivideRest,
    /// All battles are as they shall be: begin combat.
    Commit,
    /// Fight the battle in which this enemy defends.
    Fight(Piece),
    /// Lose this unit in the exchange.
    Lose(Piece),
    /// The exchange is paid: nobody else is given up.
    Paid,
    /// Retreat this loser; an empty path where no way is open and it is eliminated.
    Retreat(Piece, Path),
    /// Step onto a won hill or fort.
    Occupy(Piece, HexId),
    /// Leave the won hills and forts as they are.
    Stay,
}

/// A thing that can act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// A counter, one's own or an enemy.
    Piece(Piece),
    /// All that can march together from a hex.
    Stack(HexId),
    /// The forts yet to be built.
    Forts,
    /// The choice of corps to hold back.
    Corps,
    /// A ready-made set-up.
    Preset(u8),
    /// The end of what is being done.
    Done,
    /// The rest of the division of battles.
    Rest,
}

/// How a battle is fought, by the table of secondary zone combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Somebody is adjacent: everything applies to everybody (C61-PSC-1).
    Close,
    /// Artillery against artillery at two hexes: everything applies (C61-SZ-1, C61-ATT-12).
    Guns,
    /// Artillery against others at two hexes: nothing adverse to the attackers applies (C61-SZ-2).
    Bombard,
    /// Others against artillery at two hexes: nothing adverse to the defenders applies (C61-SZ-3).
    Approach,
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A fort was built.
    Fort(Side, HexId),
    /// A pair of corps waits.
    Withheld(u8),
    /// A counter was placed.
    Placed(Piece, HexId),
    /// A division was broken down.
    Broke(Piece, Set, HexId),
    /// A division was formed.
    Formed(Piece, Set, HexId),
    /// Counters marched.
    Marched(Set, Path),
    /// A bridge was laid, pointing there.
    Laid(Piece, Path, HexId),
    /// A boat drifted.
    Drifted(Piece, HexId),
    /// A boat was destroyed.
    BoatLost(Piece, HexId),
    /// A bridge changed hands.
    Captured(Piece, HexId, Side),
    /// A bridge went down with the unit on it.
    BridgeLost(Piece, HexId),
    /// A movement portion began.
    Turn(u8, Side),
    /// Time was called.
    Time(Side),
    /// The contacts were divided into so many battles.
    Divided(Side, u8),
    /// A battle: attackers, defenders, totals, column.
    Battle(Set, Set, u16, u16, i8, Manner),
    /// The die and what it means.
    Rolled(u8, Outcome),
    /// No die was needed.
    Automatic(Outcome),
    /// The result touches nobody.
    Ignored(Outcome),
    /// A unit was eliminated.
    Lost(Piece, HexId),
    /// A unit retreated.
    Retreated(Piece, Path),
    /// A unit took a hill or fort.
    Occupied(Piece, HexId),
    /// The game ended.
    Over(Side),
}
