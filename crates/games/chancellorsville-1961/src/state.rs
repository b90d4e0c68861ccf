//! A position: where every counter is, what it has done this Turn, and what is being decided.

use crate::action::Manner;
use crate::counters::{ALL_FORTS, BRIDGES, Book, GUNS, PIECES, Piece, Set, pieces};
use crate::ground::{HEXES, OFF};
use board::HexId;
use engine::Side;
use engine::mix::Mixer;

/// Nobody: the end of a chain of stacked counters.
const NOBODY: u8 = u8::MAX;
/// C61-WIN-1: the game lasts at most this many Complete Turns.
pub const LAST_TURN: u8 = 25;
/// The most hills and forts that can be won in one battle: all in reach of one artillery unit.
const MOST_WON: usize = 18;

/// What is being decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// C61-PREP-1: forts.
    Forts(Side),
    /// C61-PREP-2: which two corps wait.
    Withhold,
    /// C61-PREP-2: the Union army without them.
    DeployUnion,
    /// C61-PREP-3: the Confederate army.
    DeployConfederate,
    /// C61-PREP-4: the two corps, boats and bridges.
    DeployRest,
    /// The movement portion.
    Move,
    /// The division of contacts into battles (C61-MUA-2).
    Divide,
    /// Which battle is fought next (C61-ATT-10).
    Choose,
    /// The die of the battle at hand (C61-CBT-5).
    Roll,
    /// The losses of an exchange (C61-CRT-exch).
    Exchange,
    /// The retreat of the losers (C61-CRT-back2).
    Retreat,
    /// Stepping onto a won hill or fort (C61-WHM-5, C61-FORT-1).
    Occupy,
    /// The game is over.
    Over(Side),
}

/// A position.
#[derive(Clone, Debug)]
pub struct State {
    at: [HexId; PIECES],
    /// The Complete Turn, from 1; 0 during set-up.
    pub turn: u8,
    /// Whose Turn it is.
    pub mover: Side,
    /// What is being decided.
    pub step: Step,
    /// Counters to be placed in this or a later step of the set-up.
    pub(crate) waiting: Set,
    /// Substitutes and divisions that are not in use (C61-BSC-1).
    pub(crate) boxed: Set,
    /// Counters eliminated or destroyed.
    pub lost: Set,
    /// The pair of corps held back.
    pub(crate) withheld: u8,
    /// The forts: Union first.
    forts: [HexId; ALL_FORTS],
    /// The far-shore hex that each laid bridge points to, and the near-shore hex it came from (C61-PB-5, R-24).
    pub spans: [(HexId, HexId); BRIDGES],
    /// Bridges in Confederate hands (C61-PB-8), one bit each.
    pub(crate) captured: u8,
    /// Bridges laid this Turn (C61-PB-3).
    pub(crate) unfinished: u8,
    /// For each artillery unit, the enemies it may fight from the primary zone (C61-SZ-note).
    pub(crate) rights: [Set; GUNS],
    /// Hexes moved this Turn (C61-MOV-6).
    pub(crate) spent: [u8; PIECES],
    /// Counters that may not move on this Turn.
    pub halted: Set,
    /// Counters that march through slow ground at two hexes a Turn (C61-WHM-2).
    pub(crate) slowed: Set,
    /// Counters that came by substitution and have neither moved nor seen a battle since.
    pub(crate) swapped: Set,
    /// The battle of each counter, from 1; 0 for none.
    pub battle: [u8; PIECES],
    /// How many battles there are.
    pub battles: u8,
    /// Whether the last battle may still take in units.
    pub open: bool,
    /// Battles yet to be fought, one bit each.
    pub unfought: u64,
    /// Units whose duty at two hexes needs watching while battles are divided (C61-SZ-a, C61-SZ-b).
    pub bound: Set,
    /// The battle at hand.
    pub now: u8,
    /// How it is fought.
    pub manner: Manner,
    /// Who lays the retreat, pays the rest of an exchange, or may occupy.
    pub(crate) chooser: Side,
    /// Losers yet to retreat.
    pub(crate) losers: Set,
    /// Those who go when the exchange is paid.
    pub(crate) doomed: Set,
    /// What is still owed in an exchange.
    pub owed: u16,
    /// Hills and forts that were won in this battle.
    pub(crate) won: [HexId; MOST_WON],

    // What follows is worked out from the above and never saved.
    on: Set,
    next: [u8; PIECES],
    top: [u8; HEXES + 1],
    zones: [[u8; HEXES + 1]; 2],
    fort: [u64; HEXES / 64 + 1],
}

impl State {
    /// An empty map before the set-up.
    pub(crate) fn empty() -> State {
        State {
            at: [OFF; PIECES],
            turn: 0,
            mover: Side::Union,
            step: Step::Forts(Side::Union),
            waiting: 0,
            boxed: 0,
            lost: 0,
            withheld: 0,
            forts: [OFF; ALL_FORTS],
            spans: [(OFF, OFF); BRIDGES],
            captured: 0,
            unfinished: 0,
            rights: [0; GUNS],
            spent: [0; PIECES],
            halted: 0,
            slowed: 0,
            swapped: 0,
            battle: [0; PIECES],
            battles: 0,
            open: false,
            unfought: 0,
            bound: 0,
            now: 0,
            manner: Manner::Close,
            chooser: Side::Union,
            losers: 0,
            doomed: 0,
            owed: 0,
            won: [OFF; MOST_WON],
            on: 0,
            next: [NOBODY; PIECES],
            top: [NOBODY; HEXES + 1],
            zones: [[0; HEXES + 1]; 2],
            fort: [0; HEXES / 64 + 1],
        }
    }

    /// The Complete Turn, from 1; 0 during set-up.
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// Whose Turn it is.
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// What is being decided.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The hex of a counter, [`OFF`] if it is not on the map.
    #[inline]
    pub fn hex(&self, piece: Piece) -> HexId {
        self.at[piece.index()]
    }

    /// The counters on the map.
    #[inline]
    pub fn on_map(&self) -> Set {
        self.on
    }

    /// The counters eliminated or destroyed.
    pub fn lost(&self) -> Set {
        self.lost
    }

    /// Counters that a hand-written position left out: neither on the map nor lost.
    pub fn set_aside(&self, book: &Book) -> Set {
        (book.of[0] | book.of[1]) & !(self.on | self.waiting | self.boxed | self.lost)
    }

    /// The counters in a hex.
    #[inline]
    pub fn stack(&self, hex: HexId) -> Set {
        let mut set = 0;
        let mut piece = self.top[hex.index()];
        while piece != NOBODY {
            set |= 1 << piece;
            piece = self.next[usize::from(piece)];
        }
        set
    }

    /// Whether a counter stands by itself in its hex.
    #[inline]
    pub fn is_alone(&self, piece: Piece) -> bool {
        self.top[self.hex(piece).index()] == piece.0 && self.next[piece.index()] == NOBODY
    }

    /// Whether a hex is empty of counters.
    #[inline]
    pub fn is_empty(&self, hex: HexId) -> bool {
        self.top[hex.index()] == NOBODY
    }

    /// Whether a hex is empty of counters and no unit of that side controls it.
    #[inline]
    pub fn is_clear_of(&self, side: Side, hex: HexId) -> bool {
        self.top[hex.index()] == NOBODY && self.zones[side.index()][hex.index()] == 0
    }

    /// How many units of a side control a hex (C61-ZONE-1, C61-ZONE-4).
    #[inline]
    pub fn control(&self, side: Side, hex: HexId) -> u8 {
        self.zones[side.index()][hex.index()]
    }

    /// Whether there is a fort.
    #[inline]
    pub fn is_fort(&self, hex: HexId) -> bool {
        self.fort[hex.index() / 64] >> (hex.index() % 64) & 1 == 1
    }

    /// The forts on the map of each side: those who built them.
    pub fn forts(&self, side: Side) -> impl Iterator<Item = HexId> + '_ {
        let (from, to) = crate::setup::fort_range(side);
        self.forts[from..to].iter().copied().filter(|h| *h != OFF)
    }

    /// Builds a fort; returns whether there was one left to build.
    pub(crate) fn build_fort(&mut self, side: Side, hex: HexId) -> bool {
        let (from, to) = crate::setup::fort_range(side);
        let Some(free) = self.forts[from..to].iter().position(|h| *h == OFF) else {
            return false;
        };
        self.forts[from + free] = hex;
        self.fort[hex.index() / 64] |= 1 << (hex.index() % 64);
        true
    }

    /// Puts a counter on the map.
    pub(crate) fn put(&mut self, book: &Book, piece: Piece, hex: HexId) {
        debug_assert!(self.at[piece.index()] == OFF && hex != OFF);
        self.at[piece.index()] = hex;
        self.on |= piece.bit();
        // Chains are kept in order, so that equal positions list equal stacks.
        if self.top[hex.index()] == NOBODY || self.top[hex.index()] > piece.0 {
            self.next[piece.index()] = self.top[hex.index()];
            self.top[hex.index()] = piece.0;
        } else {
            let mut before = usize::from(self.top[hex.index()]);
            while self.next[before] != NOBODY && self.next[before] < piece.0 {
                before = usize::from(self.next[before]);
            }
            self.next[piece.index()] = self.next[before];
            self.next[before] = piece.0;
        }
        self.radiate(book, piece, hex, 1);
    }

    /// Takes a counter off the map.
    pub(crate) fn lift(&mut self, book: &Book, piece: Piece) {
        let hex = self.at[piece.index()];
        debug_assert!(hex != OFF);
        self.at[piece.index()] = OFF;
        self.on &= !piece.bit();
        let after = self.next[piece.index()];
        if self.top[hex.index()] == piece.0 {
            self.top[hex.index()] = after;
        } else {
            let mut before = usize::from(self.top[hex.index()]);
            while self.next[before] != piece.0 {
                before = usize::from(self.next[before]);
            }
            self.next[before] = after;
        }
        self.next[piece.index()] = NOBODY;
        self.radiate(book, piece, hex, u8::MAX);
    }

    /// Adds a unit's zones to the map, or takes them away (C61-ZONE-1, C61-CBT-4: every unit,
    /// headquarters included, the six hexes around it; C61-ZONE-4:
    /// artillery also the twelve beyond; C61-UNIT-4: boats and bridges none).
    fn radiate(&mut self, book: &Book, piece: Piece, hex: HexId, by: u8) {
        if book.is(piece, book.trains()) {
            return;
        }
        let zone = &mut self.zones[book.side(piece).index()];
        for near in book.ground.around(hex) {
            zone[near.index()] = zone[near.index()].wrapping_add(by);
        }
        if book.is(piece, book.guns) {
            for far in book.ground.ring(hex) {
                zone[far.index()] = zone[far.index()].wrapping_add(by);
            }
        }
        zone[OFF.index()] = 0;
    }

    /// Who commands a counter: a captured bridge obeys its captor (C61-PB-8).
    #[inline]
    pub fn owner(&self, book: &Book, piece: Piece) -> Side {
        match book.bridge(piece) {
            Some(n) if self.captured >> n & 1 == 1 => Side::Confederate,
            _ => book.side(piece),
        }
    }

    /// The counters that a side commands.
    #[inline]
    pub fn own(&self, book: &Book, side: Side) -> Set {
        let taken = Set::from(self.captured) << book.bridges.trailing_zeros();
        match side {
            Side::Union => book.of[0] & !taken,
            Side::Confederate => book.of[1] | taken,
        }
    }

    /// The bridge laid in a river hex, if any.
    #[inline]
    pub fn span(&self, book: &Book, hex: HexId) -> Option<Piece> {
        if self.is_empty(hex) {
            return None;
        }
        pieces(self.stack(hex) & book.bridges).find(|b| book.bridge(*b).is_some_and(|n| self.spans[n].0 != OFF))
    }

    /// The members of a battle.
    pub fn members(&self, battle: u8) -> Set {
        let mut set = 0;
        for (i, b) in self.battle.iter().enumerate() {
            set |= Set::from(*b == battle) << i;
        }
        set
    }

    /// Everybody who is in some battle.
    pub fn engaged(&self) -> Set {
        let mut set = 0;
        for (i, b) in self.battle.iter().enumerate() {
            set |= Set::from(*b != 0) << i;
        }
        set
    }

    /// Forgets what a counter has done this Turn: it has left the map.
    pub(crate) fn forget_march(&mut self, piece: Piece) {
        self.spent[piece.index()] = 0;
        for set in [&mut self.halted, &mut self.slowed, &mut self.swapped] {
            *set &= !piece.bit();
        }
    }

    /// Forgets what belongs to one Turn (C61-MOV-3: nothing is saved up).
    pub(crate) fn clear_turn(&mut self) {
        self.spent = [0; PIECES];
        self.halted = 0;
        self.slowed = 0;
        self.swapped = 0;
        self.battle = [0; PIECES];
        self.battles = 0;
        self.open = false;
        self.unfought = 0;
        self.bound = 0;
        self.unfinished = 0;
        self.clear_battle();
    }

    /// Forgets what belongs to one battle.
    pub(crate) fn clear_battle(&mut self) {
        self.now = 0;
        self.manner = Manner::Close;
        self.losers = 0;
        self.doomed = 0;
        self.owed = 0;
        self.forget_won();
        self.chooser = Side::Union;
    }

    /// Forgets hills and forts that were won.
    pub(crate) fn forget_won(&mut self) {
        self.won = [OFF; MOST_WON];
    }

    /// Notes a hill or fort that was won.
    pub(crate) fn note_won(&mut self, hex: HexId) {
        if !self.won.contains(&hex)
            && let Some(free) = self.won.iter_mut().find(|h| **h == OFF)
        {
            *free = hex;
        }
    }

    /// A hash of all that is not worked out from the rest.
    pub fn hash(&self) -> u64 {
        let mut mixer = Mixer::default();
        let mut add_set = |set: Set| {
            mixer.add(set as u64).add((set >> 64) as u64);
        };
        for set in [self.waiting, self.boxed, self.lost, self.halted, self.slowed, self.swapped, self.bound, self.losers, self.doomed] {
            add_set(set);
        }
        self.rights.iter().for_each(|set| add_set(*set));
        for i in 0..PIECES {
            mixer.add(u64::from(self.at[i].0) << 32 | u64::from(self.spent[i]) << 16 | u64::from(self.battle[i]));
        }
        let mut forts = self.forts;
        forts.sort_unstable();
        for hex in forts.iter().chain(&self.won) {
            mixer.add(u64::from(hex.0));
        }
        for (near, far) in self.spans {
            mixer.add(u64::from(near.0) << 16 | u64::from(far.0));
        }
        let step = match self.step {
            Step::Forts(side) => side as u64,
            Step::Withhold => 2,
            Step::DeployUnion => 3,
            Step::DeployConfederate => 4,
            Step::DeployRest => 5,
            Step::Move => 6,
            Step::Divide => 7,
            Step::Choose => 8,
            Step::Roll => 9,
            Step::Exchange => 10,
            Step::Retreat => 11,
            Step::Occupy => 12,
            Step::Over(side) => 13 + side as u64,
        };
        let rest = [
            u64::from(self.turn),
            self.mover as u64,
            step,
            u64::from(self.withheld),
            u64::from(self.captured),
            u64::from(self.unfinished),
            u64::from(self.battles),
            u64::from(self.open),
            self.unfought,
            u64::from(self.now),
            self.manner as u64,
            self.chooser as u64,
            u64::from(self.owed),
        ];
        for word in rest {
            mixer.add(word);
        }
        mixer.finish()
    }

    /// Whether what is worked out equals what it is worked out from.
    pub(crate) fn caches_hold(&self, book: &Book) -> bool {
        let mut fresh = State { at: [OFF; PIECES], on: 0, ..State::empty() };
        for piece in book.all().filter(|p| self.hex(*p) != OFF) {
            fresh.put(book, piece, self.hex(piece));
        }
        let forts = self.forts.iter().filter(|h| **h != OFF);
        forts.for_each(|h| fresh.fort[h.index() / 64] |= 1 << (h.index() % 64));
        fresh.on == self.on && fresh.next == self.next && fresh.top == self.top && fresh.zones == self.zones && fresh.fort == self.fort
    }
}
