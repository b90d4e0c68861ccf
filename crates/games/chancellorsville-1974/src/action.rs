//! What can be done, what can act, what happens. Small values; words and writing are elsewhere.

use board::{HexId, Route};
use engine::Side;

use crate::counters::{Outcome, PieceId, Set};
use crate::ground::ground;

/// The way of a march or retreat: the first hex, then a direction for each step.
pub type Path = Route<u64>;

/// The longest march: cavalry on a road at twice its allowance is 16 hexes.
pub const LONGEST: usize = 20;

/// The hexes under attack, at most six, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Targets {
    hexes: [HexId; 6],
}

impl Targets {
    /// No hex.
    pub const NONE: Targets = Targets { hexes: [HexId::NONE; 6] };

    /// These hexes, in order and each once; nothing if there are more than six.
    pub fn new(hexes: &[HexId]) -> Option<Targets> {
        hexes.iter().try_fold(Targets::NONE, |targets, hex| targets.with(*hex))
    }

    /// One hex more; nothing if that were a seventh.
    pub(crate) fn with(&self, hex: HexId) -> Option<Targets> {
        let mut targets = *self;
        let at = self.iter().take_while(|h| *h < hex).count();
        if self.has(hex) {
            return Some(targets);
        }
        if self.hexes[5].is_some() {
            return None;
        }
        targets.hexes[at..].rotate_right(1);
        targets.hexes[at] = hex;
        Some(targets)
    }

    /// One hex.
    pub fn one(hex: HexId) -> Targets {
        let mut targets = Targets::NONE;
        targets.hexes[0] = hex;
        targets
    }

    /// The hexes.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = HexId> + use<> {
        self.hexes.into_iter().filter(|h| h.is_some())
    }

    /// Whether a hex is among them.
    #[inline]
    pub fn has(&self, hex: HexId) -> bool {
        hex.is_some() && self.hexes.contains(&hex)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.hexes[0] == HexId::NONE
    }

    /// The first hex.
    pub fn first(&self) -> HexId {
        self.hexes[0]
    }

    /// All but that hex.
    pub fn without(&self, hex: HexId) -> Targets {
        let mut rest = Targets::NONE;
        for (i, h) in self.iter().filter(|h| *h != hex).enumerate() {
            rest.hexes[i] = h;
        }
        rest
    }
}

impl std::fmt::Debug for Targets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(|h| ground().name(h))).finish()
    }
}

/// One small decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Set-up: a piece goes on a hex; a bridge on Kelly's Ford lies emplaced.
    Place(PieceId, HexId),
    /// Set-up: a fort goes on a hex.
    PlaceFort(HexId),
    /// Set-up: a division not yet placed is replaced by its own brigades.
    Split(PieceId),
    /// Set-up: everything as in the ready set-up of that number.
    Preset(u8),
    /// Set-up: the rest is placed by the program.
    PlaceRest,
    /// The side is done with what it is asked for: set-up, a phase, an advance.
    Done,
    /// A fort is demolished.
    Demolish(HexId),
    /// Pieces of one hex march.
    March(Set, Path),
    /// A bridge moves and is emplaced: its way into the river hex, then near and far approach hex.
    Emplace(PieceId, Path, HexId, HexId),
    /// Boats drift one hex downstream with their passenger.
    Drift(PieceId),
    /// A returning raider enters at the west edge.
    Enter(PieceId, HexId),
    /// A division is broken down.
    BreakDown(PieceId),
    /// Brigades in a hex are exchanged for that division.
    Reform(PieceId, HexId),
    /// A brigade is taken for the exchange at hand.
    Pick(PieceId),
    /// The exchange at hand takes the division's own brigades.
    PickOwn,
    /// A face-down counter is turned up.
    Reveal(PieceId),
    /// A counter is turned face down.
    Invert(PieceId),
    /// All counters that may be are turned face down.
    InvertAll,
    /// Guns fire at a hex.
    Fire(HexId, Set),
    /// Units attack.
    Attack(Targets, Set),
    /// The named battle of that number is carried out.
    Resolve(u8),
    /// Attacked cavalry stands.
    Stand,
    /// Attacked cavalry falls back.
    GiveWay,
    /// A loser retreats.
    Retreat(PieceId, Path),
    /// An attacker advances.
    Advance(PieceId, HexId),
    /// A bridge or boats are destroyed.
    Destroy(PieceId),
}

/// A thing that can act now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// A piece.
    Piece(PieceId),
    /// All unmoved pieces of a hex together.
    Stack(HexId),
    /// A hex to attack, to fire at, or with a fort.
    Hex(HexId),
    /// Forts still to be placed.
    Forts,
    /// Ready set-ups.
    Presets,
    /// A named battle.
    Battle(u8),
    /// The march that is not over.
    March,
    /// What concerns the step as a whole.
    Step,
}

/// Why a piece was lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// A result of the table.
    Combat,
    /// No way to retreat.
    NoRetreat,
    /// Disrupted when already disrupted.
    DisruptedTwice,
    /// A lone headquarters that the enemy reached.
    LoneHeadquarters,
    /// A lone headquarters under fire.
    HeadquartersUnderFire,
    /// Forced to attack below 1-4.
    Forced,
    /// An inverted gun before an enemy whom nobody attacked.
    InvertedGun,
    /// A bridge or boats destroyed.
    Destroyed,
    /// On a bridge or boats that were destroyed.
    Drowned,
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event {
    /// A piece was placed; whether it lies face down.
    Placed(PieceId, HexId, bool),
    /// A fort was placed.
    FortPlaced(Side, HexId),
    /// A side has set up.
    SetUpDone(Side),
    /// A phase began.
    Phase(u8, Side, &'static str),
    /// A fort was demolished.
    Demolished(HexId),
    /// Pieces marched; which of them face down; points spent; whether at the bonus rate.
    Marched {
        /// The pieces.
        pieces: Set,
        /// Those that lie face down.
        hidden: Set,
        /// The way.
        path: Path,
        /// Movement points spent.
        spent: u8,
        /// At the road bonus rate.
        bonus: bool,
    },
    /// A bridge was emplaced in a hex, near and far approach.
    Emplaced(PieceId, HexId, HexId, HexId),
    /// Boats drifted with a passenger.
    Drifted(PieceId, PieceId, HexId),
    /// A raider came back.
    Entered(PieceId, HexId, bool),
    /// A division was broken down in a hex into these; whether face down.
    BrokenDown(PieceId, HexId, Set, bool),
    /// A division was re-formed in a hex from these, some of them face down.
    Reformed(PieceId, HexId, Set, Set),
    /// Counters were turned face up.
    Revealed(Set, HexId),
    /// Counters were turned face down, so many in each hex.
    Inverted(Set),
    /// Guns fire at a hex.
    Fires(Set, HexId),
    /// Units attack.
    Attacks(Set, Targets),
    /// Cavalry falls back before the attack.
    FellBack(HexId),
    /// The die, the column, and what came of it; whether it was fire that ignores it.
    Rolled {
        /// The die.
        die: u8,
        /// The column, counted from even.
        column: i8,
        /// The result.
        outcome: Outcome,
        /// An adverse result that guns ignore.
        ignored: bool,
    },
    /// Odds below 1-4 when the counters were turned up: no fire takes effect.
    Wasted(HexId),
    /// A piece retreated.
    Retreated(PieceId, Path),
    /// A piece was disrupted for so many turns.
    Disrupted(PieceId, u8),
    /// A piece recovered by one; what is left.
    Recovered(PieceId, u8),
    /// A piece was lost.
    Lost(PieceId, HexId, Loss),
    /// A piece advanced; whether it lies face down.
    Advanced(PieceId, HexId, bool),
    /// The die for the raiders, and who comes back.
    RaidDie(u8, Set),
    /// The final count: Union points, Confederate points.
    Count(u32, u32),
}
