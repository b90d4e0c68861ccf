//! A position: where every counter is, what it has done, and what is pending. Flat, without heap.

use board::HexId;
use engine::{Pending, Side, Verdict};

use crate::action::Targets;
use crate::counters::{BRIDGES, Data, Kind, PIECES, PieceId, Set, data};
use crate::ground::{HEXES, Hexes, ground};

/// Where a counter is when it is not moving about the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(crate) enum Fate {
    /// On the map.
    Map,
    /// Still to be placed at set-up.
    Unplaced,
    /// In the break-down box: a substitute not in use, a division that is broken down (V.D).
    Box,
    /// Away raiding (Optional V).
    Raid,
    /// Out of play for good.
    Eliminated,
    /// Left out of a hand-written position.
    Aside,
}

impl Fate {
    pub const ALL: [(Fate, &'static str); 6] = [
        (Fate::Map, "map"),
        (Fate::Unplaced, "unplaced"),
        (Fate::Box, "box"),
        (Fate::Raid, "raid"),
        (Fate::Eliminated, "eliminated"),
        (Fate::Aside, "aside"),
    ];
}

/// What is asked, or pending. The last one on the agenda is the one at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A side sets up (XI).
    SetUp(Side),
    /// The phasing side's Movement Phase (IV).
    Movement,
    /// A march interrupted, with points left.
    Marching,
    /// A division being exchanged for brigades: strength still to be found (V.D.2).
    Breaking(PieceId, u8),
    /// Brigades being exchanged for a division: strength still to be found (V.D.3).
    Forming(PieceId, u8, HexId),
    /// The other side's guns (III.A.2).
    DefensiveFire,
    /// The phasing side's guns (III.A.3).
    OffensiveFire,
    /// The phasing side's attacks (III.A.4, VII.A).
    Combat,
    /// With Optional III the named fires or attacks are carried out one by one.
    Resolving,
    /// Attacked cavalry stands or falls back (Optional II.A).
    FallBack(HexId),
    /// The die of a fire or attack.
    Die,
    /// Losers retreat.
    Retreat,
    /// What follows a finished retreat: vacated hexes.
    Aftermath,
    /// Attackers advance (VII.A.9.a).
    Advance,
    /// Unused units advance into forts emptied by fire (VII.A.9.b).
    Occupy,
    /// Bridges and boats may be destroyed (VII.D.2).
    Destroy,
    /// Confederate units may be turned face down (Optional III.E).
    Inverting,
    /// The die for Stoneman's raiders (Optional V.C).
    RaidDie,
    /// The end.
    Over(Verdict),
}

/// The most steps that can be pending: a battle in which cavalry of six hexes is asked whether it falls back.
pub(crate) const DEEPEST: usize = 9;

/// The pending steps, the one at hand last.
pub type Agenda = engine::Agenda<Step, DEEPEST>;

impl Pending for Step {
    const IDLE: Step = Step::Over(Verdict { winner: None, level: 0 });
}

/// A fire or an attack: named, or being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battle {
    /// Who attacks.
    pub attackers: Set,
    /// Which hexes are attacked.
    pub targets: Targets,
    pub(crate) done: bool,
}

impl Battle {
    pub(crate) const NONE: Battle = Battle { attackers: 0, targets: Targets::NONE, done: false };
}

/// The most fires or attacks that can be named in one phase: every Union combat unit in a battle of its own.
pub(crate) const BATTLES: usize = 40;
/// The most forts on the map.
pub(crate) const FORTS: usize = 20;

/// A march that is not over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct March {
    /// Who marches.
    pub pieces: Set,
    pub(crate) spent: u8,
}

/// A position of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The turn.
    pub turn: u8,
    /// Whose turn it is.
    pub phasing: Side,
    /// What is pending.
    pub agenda: Agenda,
    /// Where each counter is.
    pub hex: [HexId; PIECES],
    /// The counters of each fate.
    pub(crate) fates: [Set; Fate::ALL.len()],
    pub(crate) disruption: [u8; PIECES],
    pub(crate) forts: Hexes,
    /// Forts still to be placed, Union first.
    pub(crate) fort_supply: [u8; 2],
    /// The approach hexes of each emplaced bridge, near shore first; none if it is not emplaced.
    pub span: [[HexId; 2]; BRIDGES],
    /// The turn in which each bridge was emplaced; 0 before the game.
    pub(crate) laid: [u8; BRIDGES],
    /// The bridges that were crossed this turn, one bit each.
    pub(crate) used: u8,
    /// Whether anything has moved in this Movement Phase (VII.C.4).
    pub(crate) began: bool,
    /// Who has moved.
    pub moved: Set,
    /// The march under way.
    pub march: March,
    /// Who attacked, or fired offensively, in this Segment.
    pub attacked: Set,
    /// Guns that fired offensively and lie inverted (VII.B.4).
    pub inverted: Set,
    /// Guns that fired in this Defensive Fire Phase.
    pub fired: Set,
    /// Who retreated in this Segment (QA-5).
    pub(crate) retreated: Set,
    /// Under the other reading of R-13, who retreated in the first Segment of this turn.
    pub(crate) barred: Set,
    /// Who was attacked or fired at in this phase.
    pub(crate) struck: Set,
    /// Who counts as attacked only because units were lost that could not attack at 1-4.
    pub(crate) spared: Set,
    /// Lone headquarters that the enemy moved beside or upon in this Segment (VI.F.2).
    pub(crate) touched: Set,
    /// Enemy hexes that must still be attacked because of attacks already made.
    pub(crate) owed: Hexes,
    /// Divisions that were broken down or re-formed in this Segment.
    pub(crate) reshaped: Set,
    /// Brigades picked for the exchange at hand.
    pub(crate) picked: Set,
    /// Confederate counters that lie face down (Optional III).
    pub(crate) face_down: Set,
    /// Raiders who are to come back in this Movement Phase (Optional V).
    pub returning: Set,
    pub(crate) battles: [Battle; BATTLES],
    pub(crate) battle_count: u8,
    /// The battle being carried out.
    pub(crate) current: u8,
    /// Target hexes of the battle at hand whose defenders were doubled, one bit each.
    pub doubled: u8,
    /// Losers who have yet to retreat, how far, and with what disruption.
    pub(crate) retreating: Set,
    pub(crate) retreat: (u8, u8),
    /// Attackers who may advance.
    pub(crate) advancing: Set,
    /// Hexes into which an advance is open.
    pub(crate) vacated: Targets,
    /// Forts emptied by offensive fire in this Segment (VII.A.9.b).
    pub(crate) emptied: Hexes,
    // What follows is computed from the above.
    head: [u8; HEXES],
    next: [u8; PIECES],
    flags: [u16; HEXES],
}

const NOBODY: u8 = u8::MAX;
const ALL_PIECES: Set = (1 << PIECES) - 1;

/// Flags of a hex.
pub(crate) const UNION_FIGHTS: u16 = 1;
pub(crate) const GRAY_FIGHTS: u16 = 2;
pub(crate) const UNION_HQ: u16 = 4;
pub(crate) const GRAY_HQ: u16 = 8;
pub(crate) const EQUIPMENT: u16 = 16;
/// What the Union must take for a fighting unit: one that shows its face, or any counter that does not.
pub(crate) const GRAY_SEEN: u16 = 32;
pub(crate) const FORT_HERE: u16 = 64;
/// A Confederate counter lies face down here.
pub(crate) const GRAY_DOWN: u16 = 128;
/// The flag of a fighting unit of that side, as its enemy sees it.
pub(crate) const SEEN: [u16; 2] = [UNION_FIGHTS, GRAY_SEEN];
/// The flags of anything of that side.
pub(crate) const CROWD: [u16; 2] = [UNION_FIGHTS | UNION_HQ | EQUIPMENT, GRAY_FIGHTS | GRAY_HQ | GRAY_SEEN | GRAY_DOWN];
/// The flag of a hex beside a fighting unit of that side, as its enemy sees it.
pub(crate) const NEAR: [u16; 2] = [256, 512];
/// The flag of a hex beside a fighting unit or headquarters of that side.
pub(crate) const CLOSE: [u16; 2] = [1024, 2048];
/// What casts a flag upon the hexes beside it.
const CAST: [(u16, u16); 4] =
    [(UNION_FIGHTS, NEAR[0]), (GRAY_SEEN, NEAR[1]), (UNION_FIGHTS | UNION_HQ, CLOSE[0]), (GRAY_SEEN | GRAY_HQ, CLOSE[1])];
/// All that is cast upon a hex by others.
const CAST_HERE: u16 = NEAR[0] | NEAR[1] | CLOSE[0] | CLOSE[1];

/// The flags that a hex with these casts upon those beside it.
#[inline]
fn cast_by(flags: u16) -> u16 {
    CAST.iter().filter(|(who, _)| flags & who != 0).fold(0, |all, (_, flag)| all | flag)
}

impl State {
    /// Nothing on the map.
    pub(crate) fn empty(step: Step) -> State {
        State {
            turn: 1,
            phasing: Side::Union,
            agenda: Agenda::of(&[step]),
            hex: [HexId::NONE; PIECES],
            fates: std::array::from_fn(|i| if i == Fate::Aside as usize { ALL_PIECES } else { 0 }),
            disruption: [0; PIECES],
            forts: Hexes::default(),
            fort_supply: [0; 2],
            span: [[HexId::NONE; 2]; BRIDGES],
            laid: [0; BRIDGES],
            used: 0,
            began: false,
            moved: 0,
            march: March::default(),
            attacked: 0,
            inverted: 0,
            fired: 0,
            retreated: 0,
            barred: 0,
            struck: 0,
            spared: 0,
            touched: 0,
            owed: Hexes::default(),
            reshaped: 0,
            picked: 0,
            face_down: 0,
            returning: 0,
            battles: [Battle::NONE; BATTLES],
            battle_count: 0,
            current: 0,
            doubled: 0,
            retreating: 0,
            retreat: (0, 0),
            advancing: 0,
            vacated: Targets::NONE,
            emptied: Hexes::default(),
            head: [NOBODY; HEXES],
            next: [NOBODY; PIECES],
            flags: [0; HEXES],
        }
    }

    /// The counters in a hex, of both sides.
    #[inline]
    pub fn at(&self, hex: HexId) -> Set {
        let mut set = 0;
        let mut piece = self.head[hex.index()];
        while piece != NOBODY {
            set |= 1 << piece;
            piece = self.next[usize::from(piece)];
        }
        set
    }

    /// Whether a counter on the map has its hex for itself.
    #[inline]
    pub(crate) fn is_alone(&self, piece: PieceId) -> bool {
        self.head[self.hex[piece.index()].index()] == piece.0 && self.next[piece.index()] == NOBODY
    }

    /// Nobody is in the hex.
    #[inline]
    pub fn is_empty(&self, hex: HexId) -> bool {
        self.head[hex.index()] == NOBODY
    }

    #[inline]
    pub(crate) fn flags(&self, hex: HexId) -> u16 {
        self.flags[hex.index()]
    }

    /// Whether a bridge or boats are in the hex.
    #[inline]
    pub(crate) fn holds_equipment(&self, hex: HexId) -> bool {
        self.flags(hex) & EQUIPMENT != 0
    }

    /// Whether a fort stands in a hex.
    #[inline]
    pub fn is_fort(&self, hex: HexId) -> bool {
        self.flags[hex.index()] & FORT_HERE != 0
    }

    /// Whether a counter is on the map.
    #[inline]
    pub fn on_map(&self, piece: PieceId) -> bool {
        self.fates[Fate::Map as usize] & piece.bit() != 0
    }

    /// Whether a counter is disrupted.
    #[inline]
    pub fn disrupted(&self, piece: PieceId) -> bool {
        self.disruption[piece.index()] > 0
    }

    /// All counters of that fate.
    pub(crate) fn with_fate(&self, fate: Fate) -> Set {
        self.fates[fate as usize]
    }

    /// Where a counter is.
    pub(crate) fn fate(&self, piece: PieceId) -> Fate {
        let of = |(fate, _): &(Fate, &str)| self.fates[*fate as usize] & piece.bit() != 0;
        Fate::ALL.into_iter().find(of).map_or(Fate::Aside, |(fate, _)| fate)
    }

    pub(crate) fn set_fate(&mut self, piece: PieceId, fate: Fate) {
        self.fates.iter_mut().for_each(|set| *set &= !piece.bit());
        self.fates[fate as usize] |= piece.bit();
    }

    /// Puts a counter on a hex of the map, wherever it was.
    pub(crate) fn put(&mut self, piece: PieceId, hex: HexId) {
        self.lift(piece);
        self.hex[piece.index()] = hex;
        if !self.on_map(piece) {
            self.set_fate(piece, Fate::Map);
        }
        // Lists are kept in order of number, so that equal positions are equal in memory.
        let (mut before, mut here) = (NOBODY, self.head[hex.index()]);
        while here != NOBODY && here < piece.0 {
            (before, here) = (here, self.next[usize::from(here)]);
        }
        self.next[piece.index()] = here;
        match before {
            NOBODY => self.head[hex.index()] = piece.0,
            _ => self.next[usize::from(before)] = piece.0,
        }
        self.refresh(hex);
    }

    /// Takes a counter off its hex; its fate is the caller's to say.
    fn lift(&mut self, piece: PieceId) {
        let hex = self.hex[piece.index()];
        if !hex.is_some() {
            return;
        }
        let (mut before, mut here) = (NOBODY, self.head[hex.index()]);
        while here != piece.0 {
            (before, here) = (here, self.next[usize::from(here)]);
        }
        let after = self.next[piece.index()];
        match before {
            NOBODY => self.head[hex.index()] = after,
            _ => self.next[usize::from(before)] = after,
        }
        self.next[piece.index()] = NOBODY;
        self.hex[piece.index()] = HexId::NONE;
        self.refresh(hex);
    }

    /// Takes a counter off the map for that fate, with every mark it carried.
    pub(crate) fn remove(&mut self, piece: PieceId, fate: Fate) {
        self.lift(piece);
        self.set_fate(piece, fate);
        self.disruption[piece.index()] = 0;
        let rest = !piece.bit();
        self.face_down &= rest;
        self.retreating &= rest;
        self.advancing &= rest;
        self.inverted &= rest;
        self.touched &= rest;
        self.march.pieces &= rest;
        if let Some(number) = data().bridge_number(piece) {
            self.take_up(number);
        }
    }

    /// A bridge is no longer emplaced.
    pub(crate) fn take_up(&mut self, bridge: usize) {
        self.span[bridge] = [HexId::NONE; 2];
        self.laid[bridge] = 0;
        self.used &= !(1 << bridge);
    }

    pub(crate) fn build_fort(&mut self, hex: HexId) {
        self.forts.insert(hex);
        self.refresh(hex);
    }

    pub(crate) fn raze_fort(&mut self, hex: HexId) {
        self.forts.remove(hex);
        self.refresh(hex);
    }

    /// Turns counters face up or down.
    pub(crate) fn turn_counters(&mut self, set: Set, down: bool) {
        self.face_down = if down { self.face_down | set } else { self.face_down & !set };
        for piece in crate::counters::each(set) {
            if self.hex[piece.index()].is_some() {
                self.refresh(self.hex[piece.index()]);
            }
        }
    }

    fn refresh(&mut self, hex: HexId) {
        let before = self.flags[hex.index()];
        let now = self.flags_of(hex, data()) | before & CAST_HERE;
        if before == now {
            return;
        }
        self.flags[hex.index()] = now;
        let (was, is) = (cast_by(before), cast_by(now));
        if was & !is != 0 {
            // The last of a kind has left: what lies beside the hex may lie beside no other.
            for near in ground().neighbours(hex) {
                let around = ground().neighbours(near).fold(0, |all, n| all | self.flags(n));
                self.flags[near.index()] = self.flags(near) & !CAST_HERE | cast_by(around);
            }
        } else if was != is {
            ground().neighbours(hex).for_each(|n| self.flags[n.index()] |= is);
        }
    }

    /// Whether a fighting unit of that side stands beside the hex, as far as its enemy sees.
    #[inline]
    pub(crate) fn is_beside(&self, side: Side, hex: HexId) -> bool {
        self.flags(hex) & NEAR[side.index()] != 0
    }

    fn flags_of(&self, hex: HexId, data: &Data) -> u16 {
        let here = self.at(hex);
        let any = |set: Set, flag: u16| if here & set != 0 { flag } else { 0 };
        let hq = data.kind_set(Kind::Headquarters);
        any(data.union & data.fights, UNION_FIGHTS)
            | any(data.gray & data.fights, GRAY_FIGHTS)
            | any(data.union & hq, UNION_HQ)
            | any(data.gray & hq & !self.face_down, GRAY_HQ)
            | any(data.equipment(), EQUIPMENT)
            | any(data.gray & data.fights | self.face_down, GRAY_SEEN)
            | any(self.face_down, GRAY_DOWN)
            | if self.forts.has(hex) { FORT_HERE } else { 0 }
    }

    /// Whether everything computed agrees with what it is computed from, and every counter has one fate.
    pub(crate) fn caches_hold(&self) -> bool {
        let placed = (0..PIECES).filter(|i| self.hex[*i].is_some()).fold(0, |set: Set, i| set | 1 << i);
        let once = self.fates.iter().map(|set| set.count_ones()).sum::<u32>() == PIECES as u32;
        if !once || self.fates.iter().fold(0, |all, set| all | set) != ALL_PIECES || self.fates[Fate::Map as usize] != placed {
            return false;
        }
        let mut fresh = self.clone();
        fresh.rebuild();
        fresh.head == self.head && fresh.next == self.next && fresh.flags == self.flags
    }

    /// Computes again what is computed.
    pub(crate) fn rebuild(&mut self) {
        let hexes = self.hex;
        self.head = [NOBODY; HEXES];
        self.next = [NOBODY; PIECES];
        self.hex = [HexId::NONE; PIECES];
        self.flags = [0; HEXES];
        for (i, hex) in hexes.iter().enumerate() {
            if let Some(hex) = hex.some() {
                let piece = PieceId(i as u8);
                let fate = self.fate(piece);
                self.put(piece, hex);
                self.set_fate(piece, fate);
            }
        }
        for i in 0..HEXES {
            self.refresh(HexId(i as u16));
        }
    }

    /// The emplaced bridge in a river hex, by its number.
    #[inline]
    pub fn bridge_at(&self, hex: HexId) -> Option<usize> {
        if self.flags(hex) & EQUIPMENT == 0 {
            return None;
        }
        let here = self.at(hex);
        (0..BRIDGES).find(|b| self.span[*b][0].is_some() && here >> data().bridge(*b).0 & 1 == 1)
    }

    /// The battle being carried out.
    #[inline]
    pub fn battle(&self) -> &Battle {
        &self.battles[usize::from(self.current)]
    }
}
