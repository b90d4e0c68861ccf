//! The counters (BR-PP, BR-OB): read once from `data/counters.toml`, checked, and kept as flat arrays.

use contact::{Set, each};
use engine::Side;
use serde::Deserialize;
use std::sync::LazyLock;

/// A counter: Union from 0, Confederate from 128, so that a set of one side's counters is one [`Set`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceId(pub u8);

impl PieceId {
    /// No counter.
    pub const NONE: PieceId = PieceId(u8::MAX);

    /// The counter of a side with that number.
    #[inline]
    pub fn new(side: Side, number: usize) -> PieceId {
        PieceId((side.index() * 128 + number) as u8)
    }

    /// Whose it is.
    #[inline]
    pub fn side(self) -> Side {
        if self.0 < 128 { Side::Union } else { Side::Confederate }
    }

    /// Its number among its side's counters.
    #[inline]
    pub fn number(self) -> usize {
        usize::from(self.0 & 127)
    }

    /// An index into flat arrays over both sides.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The set with this counter alone.
    #[inline]
    pub fn bit(self) -> Set {
        1 << self.number()
    }
}

/// The counters of a side in a set, in order.
#[inline]
pub fn pieces(side: Side, set: Set) -> impl Iterator<Item = PieceId> {
    each(set).map(move |n| PieceId::new(side, n))
}

/// What a counter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A leader (BR-12).
    Leader,
    /// A regiment or battalion of foot.
    Infantry,
    /// Cavalry: no special function (BR-PP-5).
    Cavalry,
    /// A battery with its two pieces (BR-PP-2.1).
    Battery,
    /// A brigade piece (BR-8).
    Formed,
    /// A brigade dummy of the fog of war (BR-OPT-2.1).
    Dummy,
}

/// The rank of a leader, from the symbols on his piece (BR-PP-2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    /// McDowell; Johnston and Beauregard.
    Army,
    /// Union only.
    Division,
    /// Forms brigades and rallies.
    Brigade,
    /// Confederate only: Walton and Pendleton.
    Artillery,
}

/// The army a piece belongs to (BR-PP-2.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Army {
    /// All Union pieces are one army (BR-4.62).
    Union,
    /// Grey pieces.
    Potomac,
    /// Tan pieces.
    Shenandoah,
    /// Johnston and Beauregard.
    Both,
}

/// Attack, defence and movement factors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Factors {
    /// Attack factor.
    pub attack: u8,
    /// Defence factor.
    pub defence: u8,
    pub(crate) movement: u8,
}

/// What stands on a counter.
#[derive(Clone, Debug)]
pub struct Counter {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// The rank of a leader.
    pub rank: Option<Rank>,
    pub(crate) army: Army,
    /// The Union division, 0 for none.
    pub division: u8,
    /// The code of the brigade or battalion, empty for none (BR-PP-2).
    pub brigade: String,
    /// Mobile and battle piece of a battery; the same twice for anything else.
    pub faces: [Factors; 2],
    /// Always active (BR-4.2).
    pub red: bool,
    /// The zone or route where it starts, before any variant.
    pub start: Option<String>,
    pub(crate) frozen: bool,
    pub(crate) entry: Option<String>,
    pub(crate) only: Option<String>,
    /// For a formed brigade or a dummy: its leader.
    pub leader: PieceId,
    /// For a leader: his brigade piece; for a leader with one, his dummy.
    pub formed: PieceId,
    pub(crate) dummy: PieceId,
}

/// All counters of both sides.
pub struct Counters {
    sides: [Vec<Counter>; 2],
    /// Leaders of each side.
    pub leaders: [Set; 2],
    pub(crate) infantry: [Set; 2],
    pub(crate) cavalry: [Set; 2],
    /// Batteries of each side.
    pub batteries: [Set; 2],
    /// Each brigade has one; artillery battalions have none (BR-PP-2.3).
    pub formed: [Set; 2],
    pub(crate) dummies: [Set; 2],
    /// Anything with attack and defence factors (BR-GL-2).
    pub units: [Set; 2],
    /// For each counter, the others of its brigade or battalion, itself included.
    pub brigade: [Set; 256],
    /// For each counter, those with its code, brigade pieces and dummies among them.
    pub(crate) code: [Set; 256],
    /// For each counter, those of its division (BR-4.51, BR-4.52).
    pub(crate) division: [Set; 256],
    /// For each counter, those of its army or of both (BR-4.62, BR-4.63).
    pub(crate) army: [Set; 256],
    /// For each infantry unit, battery or cavalry: the brigade or artillery leader of its code.
    pub leader_of: [PieceId; 256],
    /// Always active (BR-4.2).
    pub(crate) red: [Set; 2],
    /// For each leader his rank; for each brigade piece or dummy its leader; for each leader his brigade piece.
    pub(crate) rank: [Option<Rank>; 256],
    pub(crate) leader: [PieceId; 256],
    pub(crate) brigade_piece: [PieceId; 256],
    kinds: [Kind; 256],
    faces: [[Factors; 2]; 256],
    /// The least movement factor of all, dummies and battle pieces aside.
    pub(crate) slowest: u8,
}

impl Counters {
    /// No side has more combat units than this, brigade pieces not counted: as many can be on the map at once.
    pub(crate) const MOST_UNITS: usize = 72;

    /// The counters, read once.
    pub fn get() -> &'static Counters {
        static COUNTERS: LazyLock<Counters> = LazyLock::new(|| Counters::read(include_str!("../data/counters.toml")));
        &COUNTERS
    }

    /// What is printed on a counter.
    #[inline]
    pub fn counter(&self, piece: PieceId) -> &Counter {
        &self.sides[piece.side().index()][piece.number()]
    }

    /// The counters of a side, in order.
    pub fn of(&self, side: Side) -> impl Iterator<Item = PieceId> + '_ {
        (0..self.sides[side.index()].len()).map(move |n| PieceId::new(side, n))
    }

    /// All counters, Union first.
    pub fn all(&self) -> impl Iterator<Item = PieceId> + '_ {
        Side::BOTH.into_iter().flat_map(|s| self.of(s))
    }

    /// What kind of counter it is.
    #[inline]
    pub fn kind(&self, piece: PieceId) -> Kind {
        self.kinds[piece.index()]
    }

    #[inline]
    pub(crate) fn factors(&self, piece: PieceId, battle_piece: bool) -> Factors {
        self.faces[piece.index()][usize::from(battle_piece)]
    }

    /// Printed defence points, which count for stacking (BR-5.4); a leader has none.
    #[inline]
    pub fn defence(&self, piece: PieceId) -> u8 {
        self.faces[piece.index()][0].defence
    }

    /// Whether it is a combat unit.
    #[inline]
    pub fn is_unit(&self, piece: PieceId) -> bool {
        self.units[piece.side().index()] & piece.bit() != 0
    }

    /// Whether it is a leader.
    #[inline]
    pub fn is_leader(&self, piece: PieceId) -> bool {
        self.kinds[piece.index()] == Kind::Leader
    }

    /// The counter of that id.
    pub fn find(&self, id: &str) -> Option<PieceId> {
        self.all().find(|p| self.counter(*p).id == id)
    }

    fn read(text: &str) -> Counters {
        let file: File = engine::data::read(text).unwrap_or_else(|e| panic!("counters.toml: {e}"));
        let mut counters = Counters {
            sides: [Vec::new(), Vec::new()],
            leaders: [0; 2],
            infantry: [0; 2],
            cavalry: [0; 2],
            batteries: [0; 2],
            formed: [0; 2],
            dummies: [0; 2],
            units: [0; 2],
            brigade: [0; 256],
            code: [0; 256],
            division: [0; 256],
            army: [0; 256],
            leader_of: [PieceId::NONE; 256],
            red: [0; 2],
            rank: [None; 256],
            leader: [PieceId::NONE; 256],
            brigade_piece: [PieceId::NONE; 256],
            kinds: [Kind::Leader; 256],
            faces: [[Factors::default(); 2]; 256],
            slowest: u8::MAX,
        };
        for line in file.piece {
            let (side, counter) = line.counter();
            counters.push(side, counter);
        }
        for (line, kind) in file.formed.into_iter().map(|l| (l, Kind::Formed)).chain(file.dummy.into_iter().map(|l| (l, Kind::Dummy))) {
            let leader = counters.find(&line.leader).unwrap_or_else(|| panic!("counters.toml: {}: no leader {:?}", line.id, line.leader));
            let of = counters.counter(leader).clone();
            assert!(of.rank == Some(Rank::Brigade), "counters.toml: {}: {:?} leads no brigade", line.id, line.leader);
            let what = if kind == Kind::Formed { "brigade" } else { "dummy" };
            let factors = Line::factors(&line.factors);
            let made = counters.push(
                leader.side(),
                Counter {
                    id: line.id,
                    name: format!("{} {what}", of.name),
                    kind,
                    rank: None,
                    faces: [factors; 2],
                    red: false,
                    leader,
                    ..of
                },
            );
            let leader = &mut counters.sides[leader.side().index()][leader.number()];
            *(if kind == Kind::Formed { &mut leader.formed } else { &mut leader.dummy }) = made;
        }
        counters.index();
        for i in 0..2 {
            let units = (counters.units[i] & !counters.formed[i]).count_ones() as usize;
            assert!(units <= Counters::MOST_UNITS, "counters.toml: {units} combat units on one side");
        }
        counters
    }

    fn push(&mut self, side: Side, counter: Counter) -> PieceId {
        assert!(self.find(&counter.id).is_none(), "counters.toml: {:?} is there twice", counter.id);
        let list = &mut self.sides[side.index()];
        list.push(counter);
        assert!(list.len() < 127, "counters.toml: more than 126 counters on one side");
        PieceId::new(side, list.len() - 1)
    }

    fn index(&mut self) {
        for side in Side::BOTH {
            for n in 0..self.sides[side.index()].len() {
                let piece = PieceId::new(side, n);
                let counter = &self.sides[side.index()][n];
                let (kind, faces) = (counter.kind, counter.faces);
                let code = counter.brigade.clone();
                let i = side.index();
                let set = match kind {
                    Kind::Leader => &mut self.leaders[i],
                    Kind::Infantry => &mut self.infantry[i],
                    Kind::Cavalry => &mut self.cavalry[i],
                    Kind::Battery => &mut self.batteries[i],
                    Kind::Formed => &mut self.formed[i],
                    Kind::Dummy => &mut self.dummies[i],
                };
                *set |= piece.bit();
                if !matches!(kind, Kind::Leader | Kind::Dummy) {
                    self.units[i] |= piece.bit();
                }
                if counter.red {
                    self.red[i] |= piece.bit();
                }
                self.rank[piece.index()] = counter.rank;
                self.leader[piece.index()] = counter.leader;
                self.brigade_piece[piece.index()] = counter.formed;
                self.kinds[piece.index()] = kind;
                self.faces[piece.index()] = faces;
                if kind != Kind::Dummy {
                    self.slowest = self.slowest.min(faces[0].movement);
                }
                let list = &self.sides[i];
                let those = |like: &dyn Fn(&Counter) -> bool| (0..list.len()).filter(|m| like(&list[*m])).fold(0, |set, m| set | 1 << m);
                let one = &list[n];
                self.code[piece.index()] = those(&|c| c.brigade == code);
                self.division[piece.index()] = those(&|c| c.division == one.division);
                self.army[piece.index()] = those(&|c| one.army == Army::Both || c.army == Army::Both || c.army == one.army);
                if !code.is_empty() {
                    let same = |c: &Counter| c.brigade == code && !matches!(c.kind, Kind::Dummy | Kind::Formed);
                    let list = &self.sides[i];
                    self.brigade[piece.index()] = (0..list.len()).filter(|m| same(&list[*m])).fold(0, |set, m| set | 1 << m);
                    let leader = (0..list.len()).find(|m| same(&list[*m]) && list[*m].kind == Kind::Leader);
                    self.leader_of[piece.index()] = leader.map_or(PieceId::NONE, |m| PieceId::new(side, m));
                }
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    piece: Vec<Line>,
    formed: Vec<Made>,
    dummy: Vec<Made>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    name: String,
    side: Side,
    kind: String,
    rank: Option<Rank>,
    army: Option<Army>,
    #[serde(default)]
    division: u8,
    #[serde(default)]
    brigade: String,
    movement: Option<u8>,
    factors: Option<[u8; 3]>,
    mobile: Option<[u8; 3]>,
    battle: Option<[u8; 3]>,
    #[serde(default)]
    red: bool,
    sure: Option<f32>,
    start: Option<String>,
    route: Option<String>,
    #[serde(default)]
    frozen: bool,
    entry: Option<String>,
    only: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Made {
    id: String,
    leader: String,
    #[serde(default)]
    factors: [u8; 3],
}

impl Line {
    fn factors(f: &[u8; 3]) -> Factors {
        Factors { attack: f[0], defence: f[1], movement: f[2] }
    }

    fn counter(self) -> (Side, Counter) {
        let id = self.id.clone();
        let fault = |what: &str| -> ! { panic!("counters.toml: {id}: {what}") };
        let kind = match self.kind.as_str() {
            "leader" => Kind::Leader,
            "infantry" => Kind::Infantry,
            "cavalry" => Kind::Cavalry,
            "battery" => Kind::Battery,
            _ => fault("kind is leader, infantry, cavalry or battery"),
        };
        let faces = match (kind, self.movement, &self.factors, &self.mobile, &self.battle) {
            (Kind::Leader, Some(m), None, None, None) => [Factors { movement: m, ..Factors::default() }; 2],
            (Kind::Infantry | Kind::Cavalry, None, Some(f), None, None) => [Line::factors(f); 2],
            (Kind::Battery, None, None, Some(m), Some(b)) if m[1] == b[1] => [Line::factors(m), Line::factors(b)],
            _ => fault("a leader has movement, a regiment factors, a battery mobile and battle with the same defence"),
        };
        if (kind == Kind::Leader) != self.rank.is_some() {
            fault("a leader and only a leader has a rank");
        }
        if self.sure.is_some_and(|s| !(0.0..=1.0).contains(&s)) {
            fault("sure is a number from 0 to 1");
        }
        let army = match (self.side, self.army) {
            (Side::Union, None) => Army::Union,
            (Side::Confederate, Some(army)) if army != Army::Union => army,
            _ => fault("a Confederate piece has an army: potomac, shenandoah or both"),
        };
        let counter = Counter {
            id: self.id,
            name: self.name,
            kind,
            rank: self.rank,
            army,
            division: self.division,
            brigade: self.brigade,
            faces,
            red: self.red,
            start: self.start.or(self.route.map(|r| format!("route-{r}"))),
            frozen: self.frozen,
            entry: self.entry,
            only: self.only,
            leader: PieceId::NONE,
            formed: PieceId::NONE,
            dummy: PieceId::NONE,
        };
        (self.side, counter)
    }
}
