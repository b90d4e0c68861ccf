//! What is under way: pontoons, the chit in play, marches, bombardments, combats, retreats, and how the game ended.

use crate::counters::{PIECES, PONTOONS};
use crate::ids::{Chit, Chits, FewHexes, Hex, HexBits, Piece, PieceList, Pieces};
use engine::Side;
use serde::{Deserialize, Serialize};

/// A pontoon (GUV-11.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pontoon {
    /// Who may use it.
    pub owner: Side,
    /// Where it is.
    pub lies: Lies,
}

/// Where a pontoon is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lies {
    /// Not part of the game.
    Out,
    /// To be built.
    InHand,
    /// Taken up this turn: in hand from the next (GUV-11.10).
    Packed,
    /// Over the river between these hexes.
    Over(Hex, Hex),
    /// Destroyed (GUV-11.14).
    Destroyed,
}

/// Some of the pontoons, by their places in the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bridges(u8);

impl Bridges {
    /// Puts a pontoon in.
    pub fn insert(&mut self, k: usize) {
        self.0 |= 1 << k;
    }

    /// What is in either.
    #[must_use]
    pub fn or(self, other: Bridges) -> Bridges {
        Bridges(self.0 | other.0)
    }

    /// The pontoons, in order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..PONTOONS).filter(move |k| self.0 >> k & 1 == 1)
    }
}

impl Serialize for Bridges {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Bridges {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Bridges, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Some(Vec<usize>),
            /// Earlier saves: one at most, 255 for none.
            One(usize),
        }
        let list = match Written::deserialize(d)? {
            Written::Some(list) => list,
            Written::One(255) => Vec::new(),
            Written::One(k) => vec![k],
        };
        if list.iter().any(|k| *k >= PONTOONS) {
            return Err(serde::de::Error::custom(format!("a pontoon is a number below {PONTOONS}")));
        }
        let mut bridges = Bridges::default();
        list.into_iter().for_each(|k| bridges.insert(k));
        Ok(bridges)
    }
}

/// The chit in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    /// Whose.
    pub side: Side,
    /// The chit drawn.
    pub chit: Chit,
    /// Where it lies; nowhere before it is placed.
    pub hex: Hex,
    /// The formations it commands.
    pub formations: Chits,
    /// How many units it took along (GUV-8.14, GUV-8.28).
    pub taken: u8,
    /// GUV-17.6: may enter contact and fight at night.
    pub night_attack: bool,
    /// GUV-9.23.
    pub forced: bool,
    /// GUV-17.11.
    pub unknown_paths: bool,
    /// GUV-17.13.
    pub stonewall: bool,
    /// GUV-17.12: the hex of Alexander's Artillery.
    pub alexander: Hex,
    /// GUV-12.7: hexes bombarded.
    pub shelled: FewHexes<24>,
    /// Hexes attacked.
    pub stormed: HexBits,
    /// GUV-17.9: of these, those that may be attacked once more,
    #[serde(default)]
    pub reopened: HexBits,
    /// and by whom.
    #[serde(default)]
    pub again: Pieces,
    /// GUV-14.3: hexes that must still be attacked.
    pub owed: HexBits,
    /// Pontoons that somebody tried to take up, one bit each.
    pub tried: u8,
}

/// A march that is not over (GUV-5.6, GUV-9.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    /// Who marches.
    pub pieces: Pieces,
    /// Half points spent (GUV-9.35).
    pub spent: u8,
    /// Whether every step followed a road (GUV-9.20).
    pub road: bool,
}

/// Units that marched with a stack and were left behind by the rest of it: each may still go on with what it has left (GUV-9.2, R-140).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stragglers {
    pieces: Pieces,
    road: Pieces,
    spent: [u8; PIECES],
}

/// One of them in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Straggler {
    piece: Piece,
    spent: u8,
    road: bool,
}

impl Stragglers {
    /// Nobody.
    pub const NONE: Stragglers = Stragglers { pieces: Pieces::NONE, road: Pieces::NONE, spent: [0; PIECES] };

    /// Who they are.
    #[inline]
    pub fn pieces(&self) -> Pieces {
        self.pieces
    }

    /// The half points that one of them has spent.
    #[inline]
    pub fn spent(&self, piece: Piece) -> u8 {
        self.spent[piece.index()]
    }

    /// Whether one of them has come by road all the way.
    #[inline]
    pub fn by_road(&self, piece: Piece) -> bool {
        self.road.has(piece)
    }

    /// One is left behind.
    pub fn insert(&mut self, piece: Piece, spent: u8, road: bool) {
        self.pieces.insert(piece);
        self.road.set(piece, road);
        self.spent[piece.index()] = spent;
    }

    /// One is no longer among them.
    pub fn remove(&mut self, piece: Piece) {
        if self.pieces.has(piece) {
            self.pieces.remove(piece);
            self.road.remove(piece);
            self.spent[piece.index()] = 0;
        }
    }
}

impl Serialize for Stragglers {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.pieces.iter().map(|piece| Straggler { piece, spent: self.spent(piece), road: self.by_road(piece) }))
    }
}

impl<'de> Deserialize<'de> for Stragglers {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Stragglers, D::Error> {
        let mut all = Stragglers::NONE;
        Vec::<Straggler>::deserialize(d)?.into_iter().for_each(|x| all.insert(x.piece, x.spent, x.road));
        Ok(all)
    }
}

/// The enemy came near (GUV-9.10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// Who may break contact.
    pub side: Side,
    /// The hex that was entered.
    pub hex: Hex,
    /// The directions from it in which stacks may still go, one bit each.
    pub open: u8,
}

/// A stack that breaks contact (GUV-9.12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The hex that must be left empty.
    pub from: Hex,
    /// Who is still there.
    pub rest: Pieces,
    /// Who has gone.
    pub gone: Pieces,
    /// Whether works are left next to the enemy (GUV-14.31).
    pub works: bool,
    /// The pontoons that were crossed (GUV-11.12).
    #[serde(default)]
    pub crossed: Bridges,
}

/// Where a bombardment stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShellStage {
    /// Guns are being added.
    Aim,
    /// The type is declared (GUV-12.10).
    Type,
    /// The defender may dig in (GUV-12.11).
    Works,
    /// The die.
    Die,
    /// The defender names the unit (GUV-12.13).
    Loss,
}

/// A bombardment under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barrage {
    /// Where it stands.
    pub stage: ShellStage,
    /// The target.
    pub target: Hex,
    /// The guns.
    pub guns: Pieces,
    /// Whether the guns in the hex suffer, not the foot and horse.
    pub at_guns: bool,
    /// 0 none, 1 DIS, 2 a step, 3 both.
    pub result: u8,
}

/// Where a combat stands: the steps A to G of the workflow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FightStage {
    /// A: attackers and hexes are being named.
    Draft,
    /// B: the defender's skirmisher (GUV-14.14).
    Screen,
    /// C: breastworks (GUV-14.15).
    Entrench,
    /// D: what the works do (GUV-14.26).
    Works,
    /// D: which terrain counts (GUV-14.23).
    Terrain,
    /// E: the attacker's bonus points (GUV-14.17).
    AttackBonus,
    /// E: the defender's.
    DefenceBonus,
    /// F: the attacker rolls (GUV-14.12).
    AttackDice,
    /// Rule of 6: the attacker's sixes (GUV-14.45).
    AttackSixes,
    /// F: the defender rolls.
    DefenceDice,
    /// F: the defender's losses (GUV-14.18).
    DefenceLosses,
    /// Rule of 6: the defender's sixes (GUV-14.48).
    DefenceSixes,
    /// F: the attacker's losses.
    AttackLosses,
    /// G: the defender goes back (GUV-14.20).
    Retreat,
    /// The attacker may follow (GUV-14.63).
    Advance,
}

/// What works do to an attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorksEffect {
    /// Nothing.
    None,
    /// One attacker die less.
    Die,
    /// One attacker step.
    Step,
    /// A fortification from the front: one attacker step and one more defender die (GUV-14.34).
    Fort,
}

/// Which terrain counts in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TerrainEffect {
    /// Nothing but the limit of the hex.
    None,
    /// One attacker die less.
    City,
    /// One more defender die.
    Hill,
    /// One off one attacker die.
    Creek,
    /// One attacker die less, at most 4 dice.
    River,
}

/// The hexes of one combat: more than anybody takes on at once.
pub type Targets = FewHexes<24>;

/// The most dice of one side: the highest limit of the terrain effects table.
pub const MOST_DICE: usize = 6;

/// A combat under way. Pairs are attacker, defender.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// Where it stands.
    pub stage: FightStage,
    /// Who attacks.
    pub attackers: Pieces,
    /// The hexes attacked.
    pub targets: Targets,
    /// Who defends, once that is fixed.
    pub defenders: Pieces,
    /// What the works do.
    pub works: WorksEffect,
    /// What the terrain does.
    pub terrain: TerrainEffect,
    /// The most dice of either side (GUV-14.24).
    pub limit: u8,
    /// The most dice of the defender: 1 for a lone skirmisher (GUV-13.12).
    pub cap: u8,
    /// Dice before events and limits.
    pub base: [i8; 2],
    /// Dice that events add.
    pub extra: [i8; 2],
    /// Bonus points left to place.
    pub points: [u8; 2],
    /// How many of them are an event's, for one's own dice only (GUV-14.41).
    #[serde(default)]
    pub cheers: [u8; 2],
    /// What is on each die.
    pub marks: [[i8; MOST_DICE]; 2],
    /// The defender still names the attacker's die that the creek spoils.
    pub creek: bool,
    /// The defender still names its die that the forced march spoils (GUV-9.27).
    pub tired: bool,
    /// The dice shown.
    pub rolled: [[u8; MOST_DICE]; 2],
    /// Losses still to be placed by each side, those that sixes have named apart.
    pub owed: [u8; 2],
    /// Losses that were placed.
    pub taken: [u8; 2],
    /// Whether the infantry has had its first loss, or need not (GUV-14.19).
    pub first: [bool; 2],
    /// Natural sixes still to be used by each side.
    pub sixes: [u8; 2],
    /// Units that a six has named (GUV-14.46).
    pub named: Pieces,
    /// Losses of each side that sixes have named and nobody has borne yet, in the order named (GUV-14.45, R-139).
    #[serde(default)]
    pub marked: [PieceList; 2],
    /// The attacker forced a retreat (GUV-14.45).
    pub forced: bool,
    /// A retreat to save a step is no longer possible (GUV-14.44, GUV-14.47).
    pub barred: bool,
    /// The defender goes back.
    pub retreats: bool,
    /// Who has gone back; then, who has advanced.
    pub gone: Pieces,
    /// The pontoons that the retreat crossed (GUV-11.12).
    pub crossed: Bridges,
}

/// A general retreat (GUV-17.15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneralRetreat {
    /// Whose.
    pub side: Side,
    /// Who may still go.
    pub rest: Pieces,
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub why: Why,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// GUV-2.1.
    Losses,
    /// GUV-2.3.
    Turn14,
    /// GUV-2.4.
    Points,
    /// GUV-19.5, GUV-19.10, GUV-19.14: the hexes of the scenario.
    Ground,
    /// GUV-19.10.
    MoreKilled,
    /// GUV-19.20.
    Exit,
    /// The last turn is over.
    Time,
}
