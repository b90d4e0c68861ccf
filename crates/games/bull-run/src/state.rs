//! A position: flat arrays and sets, a few KB, no heap.

use crate::counters::{Counters, Kind, PieceId};
use crate::ground::{Ground, HEXES, Hexes};
use crate::setup::Routes;
use board::HexId;
use contact::{Set, each};
use engine::{Agenda, Pending, Side};

/// Where a piece is: a hex, or one of the places beside the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot(pub u16);

impl Spot {
    /// On the card: to be set up, or a brigade piece or dummy that is not in use (BR-OB-1).
    pub const CARD: Spot = Spot(0xff00);
    /// Waiting as a reinforcement (BR-OB-2).
    pub const DUE: Spot = Spot(0xff01);
    /// In the RALLY box (BR-MAP-1.2).
    pub const BOX: Spot = Spot(0xff02);
    /// Out of play for good.
    pub const LOST: Spot = Spot(0xff03);
    /// Inside a brigade piece or under a dummy (BR-8.1, BR-OPT-2.1).
    pub const PART: Spot = Spot(0xff04);
    /// Not in this game, or left out of a hand-written position.
    pub const ASIDE: Spot = Spot(0xff05);
    /// Somewhere on the map, but this seat may not know where (only in a [`crate::Knowledge`]).
    pub const HIDDEN: Spot = Spot(0xff06);

    /// The hex, for whatever is on the map.
    #[inline]
    pub fn hex(self) -> Option<HexId> {
        (usize::from(self.0) < HEXES).then_some(HexId(self.0))
    }
}

impl From<HexId> for Spot {
    #[inline]
    fn from(hex: HexId) -> Spot {
        Spot(hex.0)
    }
}

/// The parts of a game (BR-2.3). The Panic phase takes no time of its own: it is checked as a player-turn begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Phase {
    /// A side places its pieces (BR-1).
    SetUp,
    /// Command, asked only where the fog of war gives the Union a choice (BR-OPT-2).
    Command,
    /// Movement, with automatic victories in it.
    Movement,
    /// Combat: all attacks are stated (BR-6.1).
    Declaration,
    /// Combat: they are resolved one by one.
    Battles,
    /// Rally.
    Rally,
    /// The game is over.
    Over,
}

/// A pending step of a battle or an interruption; the last one on the agenda is asked first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The die of the battle at hand.
    Roll,
    /// A side pays losses, in half defence points (BR-7.71d).
    Lose {
        /// Whose.
        side: Side,
        /// How much is still owed.
        owed: u16,
    },
    /// The defender loses one unit (BR-7.72).
    LoseOne,
    /// Leaders whose last unit was eliminated roll, one after the other (BR-12.5).
    LeaderRolls,
    /// A leader falls back two hexes (LB2).
    LeaderRetreat {
        /// The leader.
        leader: PieceId,
    },
    /// All units of a side in the battle must fall back (BR-CRT-3): the retreat begins.
    FallBack {
        /// Whose.
        side: Side,
    },
    /// Units of a side fall back two hexes, one at a time (BR-7.8).
    Retreat {
        /// Whose.
        side: Side,
    },
    /// Leaders may go with a unit that retreated or advanced (BR-12.4).
    Follow {
        /// Whose.
        side: Side,
        /// Where from.
        from: HexId,
        /// Where to.
        to: HexId,
    },
    /// Attackers may advance (BR-7.9).
    Advance,
    /// The battle is over.
    Finish,
    /// An event of the uncertain times is rolled for (BR-OPT-1).
    Event {
        /// Its number.
        number: u8,
    },
    /// The rolls are done: the pieces concerned may move, or the phase ends.
    EventsDone,
}

impl Pending for Step {
    const IDLE: Step = Step::Finish;
}

/// The deepest agenda: five steps of a battle and what they interrupt.
const DEEP: usize = 12;

/// What sort of fight is at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fight {
    /// None.
    None,
    /// An attack in the Combat phase.
    Attack,
    /// An automatic victory (BR-10).
    Automatic,
    /// A bombardment (BR-9.6).
    Bombardment,
}

/// The battle being resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battle {
    pub(crate) fight: Fight,
    /// Attackers beside the defenders; those eliminated or gone back stay members.
    pub attackers: Set,
    /// Batteries at long range.
    pub guns: Set,
    pub(crate) defenders: Set,
    /// The defending hexes as the battle began.
    pub hexes: [HexId; 6],
    /// Which of them are uphill of all adjacent attackers, one bit each (BR-7.4).
    pub doubled: u8,
    /// Whether some defender stands in woods (BR-9.7).
    pub woods: bool,
    /// The column of the table.
    pub column: u8,
    /// Who has yet to retreat.
    pub retreating: Set,
}

impl Battle {
    pub(crate) const NONE: Battle = Battle {
        fight: Fight::None,
        attackers: 0,
        guns: 0,
        defenders: 0,
        hexes: [HexId::NONE; 6],
        doubled: 0,
        woods: false,
        column: 0,
        retreating: 0,
    };
}

/// Whether the TRESTLE stands (BR-1.25).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trestle {
    Undecided,
    Standing,
    Destroyed,
}

/// A complete position.
#[derive(Clone, PartialEq, Eq)]
pub struct State {
    /// From 1; 0 during set-up.
    pub turn: u8,
    /// The side whose turn it is: the attacker (BR-2.2).
    pub side: Side,
    /// The phase.
    pub phase: Phase,
    /// Where each counter is.
    pub at: [Spot; 256],
    /// Units of each side that may not move yet (BR-13).
    pub frozen: [Set; 2],
    /// Active pieces of the attacker (BR-4.1).
    pub active: Set,
    /// Batteries with their battle piece in play.
    pub battle_piece: [Set; 2],
    /// Pieces of the attacker that moved this turn.
    pub moved: Set,
    /// ... that made an attack this turn.
    pub fought: Set,
    /// ... that advanced after combat this turn.
    pub advanced: Set,
    /// ... that were in enemy zones at some time since the Movement phase began (BR-14.32).
    pub touched: Set,
    /// Batteries that changed their piece in this phase.
    pub(crate) faced: Set,
    /// Pieces that came out of a brigade piece in this phase, and leaders whose brigade formed again after that.
    pub(crate) broken: [Set; 2],
    pub(crate) reformed: [Set; 2],
    /// Leaders bombarded since their last Command phase (BR-4.32).
    pub(crate) bombarded: [Set; 2],
    /// Union pieces whose march route led to R1, and Union units revived once (BR-OPT-3).
    pub(crate) via_r1: Set,
    pub(crate) revived: Set,
    /// What is inside each brigade piece and under each dummy, by counter: a set of its own side.
    pub(crate) parts: [Set; Counters::HOLDERS],
    /// Defence points that entered each ford in this player-turn (BR-5.52c).
    pub ford: [u8; 16],
    /// Where abatis lie.
    pub abatis: [HexId; 4],
    pub(crate) trestle: Trestle,
    /// The piece that is moving, and the sixths it has spent (BR-5.2).
    pub mover: PieceId,
    pub(crate) spent: u8,
    pub(crate) rallied: bool,
    /// Movement goes on for those whom an event set free (BR-OPT-1).
    pub late: bool,
    /// The turn in which an uncertain event came, by group; the last one is the unfreezing.
    pub(crate) called: [u8; 8],
    /// The battle of each piece in the Combat phase, 0 for none.
    pub battle_of: [u8; 256],
    /// How many battles are declared.
    pub battles: u8,
    /// The battle being stated, 0 for none.
    pub open: u8,
    /// Able attackers in enemy zones as Combat began, and defenders beside them (BR-6.3).
    pub engaged: Set,
    /// Units that must fall back.
    pub forced: Set,
    /// Batteries that may fire at long range (BR-9.2).
    pub guns: Set,
    /// The battle at hand.
    pub battle: Battle,
    /// Leaders who must roll on the leader table.
    pub rolling: [Set; 2],
    agenda: Agenda<Step, DEEP>,
    pub(crate) winner: Option<Side>,
    /// The first piece in each hex and the next one of each: a cache of `at`, in order of number.
    head: [u8; HEXES],
    next: [u8; 256],
    /// The pieces of each side on the map: a cache of `at`.
    placed: [Set; 2],
    /// The defence points of each stack, by its first piece: a cache of `at` and `parts`.
    weight: [u8; 256],
    /// The hexes with units of each side: a cache of `at`.
    held: [Hexes; 2],
    /// The hexes in the zones of control of each side (BR-5.8): a cache of `at`.
    zones: [Hexes; 2],
    /// The hexes within recon range of face-down pieces of each side (BR-4.84): a cache of `at` and `frozen`, kept by
    /// [`State::look_around`].
    unseen: [Hexes; 2],
    /// Where the Union may start, while it sets up: the Confederates are done, so that nothing changes it.
    pub(crate) routes: Routes,
}

/// The end of a stack.
const END: u8 = u8::MAX;

impl Counters {
    /// How many brigade pieces and dummies there are at most.
    pub(crate) const HOLDERS: usize = 40;

    /// The number of a brigade piece or dummy among all of both sides.
    #[inline]
    pub(crate) fn holder(&self, piece: PieceId) -> usize {
        let i = piece.side().index();
        let before = (self.formed[i] | self.dummies[i]) & (piece.bit() - 1);
        let union = if i == 1 { (self.formed[0] | self.dummies[0]).count_ones() } else { 0 };
        (before.count_ones() + union) as usize
    }
}

impl State {
    /// Everything beside the map, nothing begun.
    pub(crate) fn empty() -> State {
        State {
            turn: 0,
            side: Side::Confederate,
            phase: Phase::SetUp,
            at: [Spot::ASIDE; 256],
            frozen: [0; 2],
            active: 0,
            battle_piece: [0; 2],
            moved: 0,
            fought: 0,
            advanced: 0,
            touched: 0,
            faced: 0,
            broken: [0; 2],
            reformed: [0; 2],
            bombarded: [0; 2],
            via_r1: 0,
            revived: 0,
            parts: [0; Counters::HOLDERS],
            ford: [0; 16],
            abatis: [HexId::NONE; 4],
            trestle: Trestle::Undecided,
            mover: PieceId::NONE,
            spent: 0,
            rallied: false,
            late: false,
            called: [0; 8],
            battle_of: [0; 256],
            battles: 0,
            open: 0,
            engaged: 0,
            forced: 0,
            guns: 0,
            battle: Battle::NONE,
            rolling: [0; 2],
            agenda: Agenda::EMPTY,
            winner: None,
            head: [END; HEXES],
            next: [END; 256],
            placed: [0; 2],
            weight: [0; 256],
            held: [Hexes::new(); 2],
            zones: [Hexes::new(); 2],
            unseen: [Hexes::new(); 2],
            routes: Routes::NONE,
        }
    }

    /// Whether the TRESTLE stands.
    #[inline]
    pub fn standing(&self) -> bool {
        self.trestle == Trestle::Standing
    }

    /// The hex of a piece on the map.
    #[inline]
    pub fn hex(&self, piece: PieceId) -> Option<HexId> {
        self.at[piece.index()].hex()
    }

    /// Puts a piece somewhere, on or off the map.
    pub fn put(&mut self, piece: PieceId, spot: impl Into<Spot>) {
        let spot = spot.into();
        if let Some(from) = self.hex(piece) {
            self.take_off(piece, from);
        }
        self.at[piece.index()] = spot;
        if let Some(to) = spot.hex() {
            self.lay_down(piece, to);
        }
    }

    fn take_off(&mut self, piece: PieceId, from: HexId) {
        let side = piece.side();
        let after = self.next[piece.index()];
        let mut at = self.head[from.index()];
        self.weight[usize::from(at)] = 0;
        if at == piece.0 {
            self.head[from.index()] = after;
        } else {
            while self.next[usize::from(at)] != piece.0 {
                at = self.next[usize::from(at)];
            }
            self.next[usize::from(at)] = after;
        }
        self.next[piece.index()] = END;
        self.placed[side.index()] &= !piece.bit();
        self.weigh(from);
        if Counters::get().is_unit(piece) && self.units(side, from) == 0 {
            self.loosen(side, from);
        }
    }

    fn lay_down(&mut self, piece: PieceId, to: HexId) {
        let side = piece.side();
        self.placed[side.index()] |= piece.bit();
        if Counters::get().is_unit(piece) && !self.held[side.index()].has(to) {
            self.tighten(side, to);
        }
        let mut before = END;
        let mut at = self.head[to.index()];
        if at != END {
            self.weight[usize::from(at)] = 0;
        }
        while at < piece.0 {
            before = at;
            at = self.next[usize::from(at)];
        }
        self.next[piece.index()] = at;
        if before == END {
            self.head[to.index()] = piece.0;
        } else {
            self.next[usize::from(before)] = piece.0;
        }
        self.weigh(to);
    }

    /// Adds up the defence points of a hex, those that wait under a dummy included: they will be back (BR-OPT-2.1).
    fn weigh(&mut self, hex: HexId) {
        let counters = Counters::get();
        let points = self.stack(hex).map(|p| match counters.kind(p) {
            Kind::Dummy => each(self.parts(p)).map(|n| counters.defence(PieceId::new(p.side(), n))).sum(),
            _ => counters.defence(p),
        });
        let points = points.sum();
        let first = self.head[hex.index()];
        if first != END {
            self.weight[usize::from(first)] = points;
        }
    }

    /// The first units of a side came to a hex: it and the hexes around are in their zones.
    fn tighten(&mut self, side: Side, hex: HexId) {
        self.held[side.index()].insert(hex);
        Ground::get().add_around(hex, &mut self.zones[side.index()]);
    }

    /// The last unit of a side left a hex: zones end where no other unit is near.
    fn loosen(&mut self, side: Side, hex: HexId) {
        let ground = Ground::get();
        self.held[side.index()].remove(hex);
        for h in ground.neighbours(hex).chain([hex]) {
            if !ground.around_meets(h, &self.held[side.index()]) {
                self.zones[side.index()].remove(h);
            }
        }
    }

    /// The hexes with units of a side.
    #[inline]
    pub(crate) fn held(&self, side: Side) -> &Hexes {
        &self.held[side.index()]
    }

    /// The hexes in the zones of a side.
    #[inline]
    pub(crate) fn zones(&self, side: Side) -> &Hexes {
        &self.zones[side.index()]
    }

    /// The hexes within recon range of face-down pieces of a side.
    #[inline]
    pub(crate) fn unseen(&self, side: Side) -> &Hexes {
        &self.unseen[side.index()]
    }

    /// The pieces of a side on the map.
    #[inline]
    pub(crate) fn placed(&self, side: Side) -> Set {
        self.placed[side.index()]
    }

    /// A face-down piece came to a hex.
    pub(crate) fn overlook(&mut self, side: Side, hex: HexId) {
        Ground::get().recon(hex).iter().for_each(|h| self.unseen[side.index()].insert(*h));
    }

    /// Which hexes face-down pieces look over, after some were placed, exchanged or turned up.
    pub(crate) fn look_around(&mut self, side: Side) {
        self.unseen[side.index()] = self.looked_over(side);
    }

    fn looked_over(&self, side: Side) -> Hexes {
        let mut seen = Hexes::new();
        let mut last = HexId::NONE;
        for (_, hex) in self.on_map(side, self.frozen[side.index()]) {
            if hex != last {
                Ground::get().recon(hex).iter().for_each(|h| seen.insert(*h));
                last = hex;
            }
        }
        seen
    }

    /// The pieces in a hex, in order of number.
    #[inline]
    pub fn stack(&self, hex: HexId) -> impl Iterator<Item = PieceId> + '_ {
        let mut at = self.head[hex.index()];
        std::iter::from_fn(move || {
            (at != END).then(|| {
                let piece = PieceId(at);
                at = self.next[usize::from(at)];
                piece
            })
        })
    }

    /// Whether nobody is in a hex.
    #[inline]
    pub(crate) fn is_empty(&self, hex: HexId) -> bool {
        self.head[hex.index()] == END
    }

    /// A side's pieces in a hex.
    #[inline]
    pub fn here(&self, side: Side, hex: HexId) -> Set {
        self.stack(hex).filter(|p| p.side() == side).fold(0, |set, p| set | p.bit())
    }

    /// A side's combat units in a hex.
    #[inline]
    pub fn units(&self, side: Side, hex: HexId) -> Set {
        self.here(side, hex) & Counters::get().units[side.index()]
    }

    /// The battery's, regiment's or brigade's factors as it lies now.
    #[inline]
    pub fn factors(&self, piece: PieceId) -> crate::counters::Factors {
        Counters::get().factors(piece, self.battle_piece[piece.side().index()] & piece.bit() != 0)
    }

    /// What is inside a brigade piece or under a dummy.
    #[inline]
    pub fn parts(&self, holder: PieceId) -> Set {
        self.parts[Counters::get().holder(holder)]
    }

    /// Changes what is inside a brigade piece or under a dummy.
    pub(crate) fn hold(&mut self, holder: PieceId, parts: Set) {
        self.parts[Counters::get().holder(holder)] = parts;
        if let Some(hex) = self.hex(holder) {
            self.weigh(hex);
        }
    }

    /// How many infantry units a piece stands for: a brigade piece its components, an infantry unit one (BR-6.81).
    #[inline]
    pub(crate) fn infantry_count(&self, piece: PieceId) -> u8 {
        match Counters::get().kind(piece) {
            Kind::Infantry => 1,
            Kind::Formed => (self.parts(piece) & Counters::get().infantry[piece.side().index()]).count_ones() as u8,
            _ => 0,
        }
    }

    /// The hex where a leader is, on his own or inside his brigade piece (BR-8.3).
    pub(crate) fn leader_hex(&self, leader: PieceId) -> Option<HexId> {
        if self.at[leader.index()] == Spot::PART {
            let counter = Counters::get().counter(leader);
            return [counter.formed, counter.dummy].into_iter().filter(|h| *h != PieceId::NONE).find_map(|h| self.hex(h));
        }
        self.hex(leader)
    }

    #[inline]
    pub(crate) fn is_frozen(&self, piece: PieceId) -> bool {
        self.frozen[piece.side().index()] & piece.bit() != 0
    }

    #[inline]
    pub(crate) fn has_abatis(&self, hex: HexId) -> bool {
        self.abatis.contains(&hex)
    }

    /// Defence points in a hex, those that wait under a dummy included.
    #[inline]
    pub fn points(&self, hex: HexId) -> u8 {
        match self.head[hex.index()] {
            END => 0,
            first => self.weight[usize::from(first)],
        }
    }

    /// The members of a battle of a side.
    pub fn members(&self, side: Side, battle: u8) -> Set {
        const ONES: u64 = u64::MAX / 255;
        const LOW: u64 = 127 * ONES;
        let base = side.index() * 128;
        // Eight pieces at a time: a byte that becomes zero is a member.
        self.battle_of[base..base + 128].chunks_exact(8).rev().fold(0, |set, eight| {
            let eight = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
            let apart = eight ^ (u64::from(battle) * ONES);
            let same = !(((apart & LOW) + LOW) | apart | LOW) >> 7;
            // The product brings the lowest bits of the bytes together in the highest byte.
            set << 8 | Set::from(same.wrapping_mul(0x0102_0408_1020_4080) >> 56)
        })
    }

    /// Nobody is moving any more.
    pub(crate) fn halt(&mut self) {
        (self.mover, self.spent) = (PieceId::NONE, 0);
    }

    /// The step asked for now.
    #[inline]
    pub fn step(&self) -> Option<Step> {
        self.agenda.last()
    }

    pub(crate) fn push(&mut self, step: Step) {
        self.agenda.push(step);
    }

    /// Takes off the step asked for now.
    pub fn pop(&mut self) {
        self.agenda.pop();
    }

    /// Changes the step asked for now.
    pub(crate) fn replace(&mut self, step: Step) {
        self.agenda.turn(step);
    }

    /// The agenda, the step asked for now last.
    pub(crate) fn agenda(&self) -> &[Step] {
        self.agenda.as_slice()
    }

    /// The name of a cache that is not what `at` and `frozen` say, if there is one.
    pub(crate) fn stale_cache(&self) -> Option<&'static str> {
        let mut fresh = State { parts: self.parts, ..State::empty() };
        for i in 0..=255u8 {
            if i != PieceId::NONE.0 {
                fresh.put(PieceId(i), self.at[usize::from(i)]);
            }
        }
        let agree = [
            ("stacks", fresh.head == self.head && fresh.next == self.next),
            ("pieces on the map", fresh.placed == self.placed),
            ("defence points", fresh.weight == self.weight),
            ("zones of control", fresh.held == self.held && fresh.zones == self.zones),
            ("hexes that face-down pieces look over", Side::BOTH.into_iter().all(|side| *self.unseen(side) == self.looked_over(side))),
        ];
        agree.into_iter().find(|(_, same)| !same).map(|(name, _)| name)
    }

    /// A side's combat units on the map.
    #[inline]
    pub fn units_on_map(&self, side: Side) -> impl Iterator<Item = (PieceId, HexId)> + '_ {
        self.on_map(side, Counters::get().units[side.index()])
    }

    /// A side's pieces of a set that are on the map.
    #[inline]
    pub fn on_map(&self, side: Side, set: Set) -> impl Iterator<Item = (PieceId, HexId)> + '_ {
        let base = side.index() * 128;
        each(set & self.placed[side.index()]).map(move |n| (PieceId((base + n) as u8), HexId(self.at[base + n].0)))
    }
}
