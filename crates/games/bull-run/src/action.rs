//! Decisions, the things that can act, and what happens.

use crate::counters::PieceId;
use crate::tables::{BombardmentResult, CombatResult};
use board::{HexId, Steps};
use contact::Set;
use contact::odds::Odds;
use engine::Side;

/// A way over the map.
pub type Path = Steps<u64>;

/// Longer than any march: a leader goes twelve hexes on a major road.
pub const LONGEST: usize = 20;

/// One small decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Set-up: the TRESTLE stands or is destroyed (BR-1.25).
    Trestle {
        /// It stands.
        standing: bool,
    },
    /// Set-up: an ABATIS goes there (BR-1.24).
    Abatis {
        /// Where.
        hex: HexId,
    },
    /// Set-up: a piece goes there (BR-1.1).
    Place {
        /// Which.
        piece: PieceId,
        /// Where.
        hex: HexId,
        /// Its march route leads to R1: said where it matters and both are possible (BR-OPT-3).
        via_r1: bool,
    },
    /// Set-up: all that is left goes as a preset says.
    Preset {
        /// Its number.
        number: u8,
    },
    /// Set-up in the fog of war: a dummy replaces a leader and these pieces of his hex (BR-OPT-2.1).
    Hide {
        /// The brigade leader.
        leader: PieceId,
        /// Others of his hex.
        pieces: Set,
    },
    /// Command in the fog of war: a face-down piece is turned up (BR-OPT-2).
    Unfreeze {
        /// Which.
        piece: PieceId,
    },
    /// A brigade forms from its leader and these infantry units (BR-8.2).
    Form {
        /// The brigade piece.
        brigade: PieceId,
        /// Infantry of the brigade.
        parts: Set,
    },
    /// A brigade breaks up (BR-8.4).
    Break {
        /// The brigade piece.
        brigade: PieceId,
    },
    /// A battery changes its piece (BR-9.12).
    Face {
        /// Which.
        battery: PieceId,
    },
    /// A piece moves, or comes on the map and moves on (BR-5.2, BR-13.1).
    March {
        /// Which.
        piece: PieceId,
        /// Its way, from where it is or from its entry hex.
        path: Path,
    },
    /// Pieces of one hex move the same way, one after the other: a convenience (BR-5.2).
    Together {
        /// Whose.
        side: Side,
        /// Which.
        pieces: Set,
        /// Their way.
        path: Path,
    },
    /// These units make an automatic victory attack (BR-10.1).
    Automatic {
        /// Whose.
        side: Side,
        /// The attackers.
        attackers: Set,
    },
    /// A battle is opened: this unit against that one (BR-6.1).
    Engage {
        /// A unit beside the defender, or a battery at long range.
        attacker: PieceId,
        /// The first defender.
        defender: PieceId,
    },
    /// An attacker joins the battle being stated.
    Join {
        /// Which.
        attacker: PieceId,
    },
    /// A defender is added to the battle being stated.
    Target {
        /// Which.
        defender: PieceId,
    },
    /// The battle being stated is complete.
    Close,
    /// All attacks that are still owed are stated by the table.
    DeclareRest,
    /// That battle is resolved next.
    Resolve {
        /// Its number.
        battle: u8,
    },
    /// A unit is lost.
    Lose {
        /// Which.
        unit: PieceId,
        /// Beyond what is owed (BR-7.73).
        extra: bool,
    },
    /// A piece falls back two hexes (BR-7.8).
    Retreat {
        /// Which.
        piece: PieceId,
        /// Its way.
        path: Path,
    },
    /// A leader goes with the unit that just left his hex (BR-12.4).
    Follow {
        /// Who.
        leader: PieceId,
    },
    /// A unit advances after combat (BR-7.9).
    Advance {
        /// Which.
        unit: PieceId,
        /// The vacated hex.
        hex: HexId,
    },
    /// A unit removes the abatis of its hex (BR-11.6).
    Clear {
        /// Which.
        unit: PieceId,
    },
    /// A leader revives a unit (BR-14.3).
    Rally {
        /// Who.
        leader: PieceId,
        /// Which.
        unit: PieceId,
    },
    /// Enough: the phase, the advance or the accompanying is over.
    Done,
}

/// A thing that can act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// A counter.
    Piece(PieceId),
    /// All pieces of a hex that can move.
    Stack(HexId),
    /// A battle, stated or to be stated.
    Battle(u8),
    /// The TRESTLE.
    Trestle,
    /// The ABATIS.
    Abatis,
    /// The ways to set everything up at once.
    Presets,
    /// To state all attacks that are still owed.
    Rest,
    /// To be done with it.
    Done,
}

/// Why a piece went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// By a combat result (BR-7.7).
    Combat,
    /// By its retreat (BR-7.83a to BR-7.83d).
    Retreat,
    /// A leader without escort in an enemy zone (BR-12.3).
    Unescorted,
    /// A leader by the leader table (BR-12.5).
    LeaderTable,
    /// A reinforcement that did not come (BR-13.12).
    Late,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A player-turn begins.
    Turn {
        /// The number.
        turn: u8,
        /// Whose.
        side: Side,
    },
    /// A phase begins.
    Phase {
        /// Whose.
        side: Side,
        /// Which.
        phase: Phase,
    },
    /// The TRESTLE stands or not.
    Trestle {
        /// It stands.
        standing: bool,
    },
    /// An ABATIS was placed.
    Abatis {
        /// Where.
        hex: HexId,
    },
    /// A piece was placed.
    Placed {
        /// Which.
        piece: PieceId,
        /// Where.
        hex: HexId,
        /// Face down.
        hidden: bool,
    },
    /// A dummy was put in place of pieces.
    Hidden {
        /// The dummy.
        dummy: PieceId,
        /// Where.
        hex: HexId,
    },
    /// A piece is unfrozen and turned up (BR-4.84).
    Revealed {
        /// Which.
        piece: PieceId,
        /// Where.
        hex: HexId,
    },
    /// Every piece of a side is unfrozen.
    AllRevealed {
        /// Whose.
        side: Side,
    },
    /// A brigade formed.
    Formed {
        /// The brigade piece.
        brigade: PieceId,
        /// Where.
        hex: HexId,
        /// Face down.
        hidden: bool,
    },
    /// A brigade broke up.
    Broken {
        /// The brigade piece.
        brigade: PieceId,
        /// Where.
        hex: HexId,
        /// Face down.
        hidden: bool,
    },
    /// A battery changed its piece.
    Faced {
        /// Which.
        battery: PieceId,
        /// Its battle piece is in play now.
        battle_piece: bool,
        /// Face down.
        hidden: bool,
    },
    /// A piece moved, hex by hex; the first is where it began, or its entry hex.
    Marched {
        /// Which.
        piece: PieceId,
        /// From where.
        from: HexId,
        /// The way.
        path: Path,
        /// It came on the map.
        entered: bool,
        /// A reveal stopped it short (BR-4.84).
        interrupted: bool,
    },
    /// A piece came by rail.
    Railed {
        /// Which.
        piece: PieceId,
        /// Where it got off.
        hex: HexId,
    },
    /// A battle begins.
    Battle {
        /// The attackers, guns included.
        attackers: Set,
        /// The defenders.
        defenders: Set,
        /// The attacking side.
        side: Side,
        /// Modified strengths in half points.
        strengths: (u16, u16),
        /// The odds.
        odds: Odds,
        /// Bombardment.
        bombardment: bool,
        /// Automatic victory.
        automatic: bool,
    },
    /// The die of a battle and its result.
    Result {
        /// The die; 0 if none was needed.
        die: u8,
        /// From the combat results table.
        combat: Option<CombatResult>,
        /// From the bombardment table.
        bombardment: Option<BombardmentResult>,
    },
    /// Losses are owed, in half defence points.
    Owed {
        /// By whom.
        side: Side,
        /// How much.
        owed: u16,
    },
    /// A piece is gone.
    Lost {
        /// Which.
        piece: PieceId,
        /// Where it was.
        hex: HexId,
        /// Why.
        loss: Loss,
        /// It may be revived (BR-7.74).
        to_box: bool,
    },
    /// A leader's die.
    LeaderRoll {
        /// Who.
        leader: PieceId,
        /// The die.
        die: u8,
        /// He is lost.
        lost: bool,
    },
    /// A piece fell back.
    Retreated {
        /// Which.
        piece: PieceId,
        /// From where.
        from: HexId,
        /// Over and to.
        path: Path,
    },
    /// A unit advanced.
    Advanced {
        /// Which.
        unit: PieceId,
        /// From where.
        from: HexId,
        /// To where.
        hex: HexId,
    },
    /// A leader went along.
    Followed {
        /// Who.
        leader: PieceId,
        /// To where.
        hex: HexId,
    },
    /// An abatis is gone.
    Cleared {
        /// By whom.
        unit: PieceId,
        /// Where.
        hex: HexId,
    },
    /// A unit was revived.
    Rallied {
        /// By whom.
        leader: PieceId,
        /// Which.
        unit: PieceId,
        /// Where.
        hex: HexId,
    },
    /// A die for an uncertain event.
    EventRoll {
        /// Which: a group, or the unfreezing.
        number: u8,
        /// The die.
        die: u8,
        /// It came.
        came: bool,
    },
    /// The game is over.
    Over {
        /// Who won.
        winner: Side,
        /// By panic.
        panic: bool,
    },
}

use crate::state::Phase;
