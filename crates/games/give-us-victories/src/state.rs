//! The position: flat arrays and bit sets by piece, a small agenda of pending steps, and what is under way just now.

use crate::counters::{PIECES, PONTOONS, counters};
use crate::ground::{HEXES, ground};
use crate::ids::{Chit, Chits, EventId, Events, FewHexes, Hex, HexBits, Piece, Pieces, Roster};
use engine::Side;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Places off the map, as values of [`State::at`].
impl Hex {
    /// Left out of the game: not used in the scenario, or left out of a hand-written position.
    pub const ASIDE: Hex = Hex(0xffff);
    /// To be set up, or to come later.
    pub const WAITING: Hex = Hex(0xfffe);
    /// In the losses box (GUV-3.11).
    pub const LOST: Hex = Hex(0xfffd);
    /// Off the map by a road (GUV-9.22).
    pub const EXITED: Hex = Hex(0xfffc);
    /// In the box of available skirmishers, or a dummy in hand (GUV-3.11).
    pub const READY: Hex = Hex(0xfffb);
    /// Out of the game for good (GUV-13.14).
    pub const GONE: Hex = Hex(0xfffa);
    /// Somewhere on the map, unseen: only in what a seat knows (GUV-9.30).
    pub const UNSEEN: Hex = Hex(0xfff9);

    /// The place off the map, in words.
    pub fn off_word(self) -> Option<&'static str> {
        Some(match self {
            Hex::ASIDE => "set aside",
            Hex::WAITING => "waiting",
            Hex::LOST => "eliminated",
            Hex::EXITED => "exited",
            Hex::READY => "available",
            Hex::GONE => "removed",
            Hex::UNSEEN => "unseen",
            _ => return None,
        })
    }

    /// The place off the map of that word.
    pub fn from_off_word(word: &str) -> Option<Hex> {
        [Hex::ASIDE, Hex::WAITING, Hex::LOST, Hex::EXITED, Hex::READY, Hex::GONE].into_iter().find(|h| h.off_word() == Some(word))
    }
}

/// What is to be done next; the last entry of the agenda is asked first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// GUV-20.1: chits into the boxes of the strategic map.
    Boxes,
    /// GUV-4.1: the first or the second side sets up.
    Deploy(u8),
    /// GUV-4.2: opening hands of events.
    Hands(Side),
    /// The turn marker moves.
    TurnBegins,
    /// GUV-19.19: the die for the Confederate reinforcements of Salem Church.
    ArrivalDie,
    /// GUV-20.5: the dice for Longstreet's brigades.
    LongstreetDice,
    /// Pieces that are due are placed.
    Arrive,
    /// GUV-7.4.
    RainDie,
    /// GUV-9.32.
    Dummies,
    /// GUV-8.6: the secret choice of formations.
    Choose,
    /// GUV-6.4: the next chit is drawn, or the loop ends.
    Draw,
    /// GUV-8.8: activate, pass, or forgo.
    Drawn,
    /// The active set is made up, before the first move.
    Muster,
    /// GUV-9.
    Movement,
    /// GUV-9.28.
    AttritionDie,
    /// GUV-9.28.
    Attrition,
    /// GUV-5.5.
    Displace,
    /// GUV-12.
    Bombardment,
    /// GUV-14.
    Combat,
    /// The activation ends.
    Rest,
    /// GUV-6.8, GUV-6.9.
    NightFalls,
    /// GUV-17.7: supply events, one side after the other.
    SupplyCards(Side),
    /// GUV-15.
    Supply,
    /// GUV-16.
    Recovery(Side),
    /// GUV-6.12.
    NightCards(Side),
    /// GUV-6.5.
    TurnEnds,
    /// The game is over.
    Over,
    /// GUV-9.10: the enemy came near; the other side may break contact.
    Approach,
    /// GUV-9.12: a stack is breaking contact.
    Withdraw,
    /// GUV-14.60, GUV-14.61: demoralized units next to the enemy go back.
    Rout(Side),
    /// GUV-11.6: building under the enemy's eyes.
    BuildDie(u8),
    /// GUV-11.11.
    DismantleDie(u8),
    /// GUV-11.12: shall the pontoon behind the retreat be taken up.
    Behind(u8),
    /// GUV-11.12.
    BehindDie(u8),
    /// GUV-17.13.
    JacksonDie,
    /// GUV-17.15.
    FallBack,
    /// GUV-17.15: the die of a unit that fell back.
    FallBackDie(Piece),
    /// GUV-17.2, and the night's draw: a side draws an event.
    DrawCard(Side),
    /// A bombardment is under way.
    Shell,
    /// A combat is under way.
    Fight,
}

/// The agenda: a small stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Agenda {
    len: u8,
    steps: [Step; Agenda::MOST],
}

impl Agenda {
    /// Deeper than any play goes.
    pub const MOST: usize = 10;

    /// An agenda of these steps, the last one asked first.
    pub fn of(steps: &[Step]) -> Agenda {
        let mut agenda = Agenda { len: 0, steps: [Step::Over; Agenda::MOST] };
        steps.iter().take(Agenda::MOST).for_each(|s| agenda.push(*s));
        agenda
    }

    /// The step at hand.
    #[inline]
    pub fn top(&self) -> Step {
        if self.len == 0 { Step::Over } else { self.steps[usize::from(self.len) - 1] }
    }

    /// One more step, to be done first.
    pub fn push(&mut self, step: Step) {
        assert!(usize::from(self.len) < Agenda::MOST, "the agenda is full: {self:?}");
        self.steps[usize::from(self.len)] = step;
        self.len += 1;
    }

    /// The step at hand is done.
    pub fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
        self.steps[usize::from(self.len)] = Step::Over;
    }

    /// The step at hand gives way to another.
    pub fn turn(&mut self, step: Step) {
        self.pop();
        self.push(step);
    }

    /// All steps, the last one asked first.
    pub fn as_slice(&self) -> &[Step] {
        &self.steps[..usize::from(self.len)]
    }
}

impl Serialize for Agenda {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.as_slice())
    }
}

impl<'de> Deserialize<'de> for Agenda {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Agenda, D::Error> {
        let steps = Vec::<Step>::deserialize(d)?;
        if steps.is_empty() || steps.len() > Agenda::MOST {
            return Err(serde::de::Error::custom(format!("an agenda has 1 to {} steps", Agenda::MOST)));
        }
        Ok(Agenda::of(&steps))
    }
}

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
    pub marked: [Roster; 2],
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

/// A position.
#[derive(Clone)]
pub struct State {
    /// The turn.
    pub turn: u8,
    /// Counts phases: hosts keep a position where it changes.
    pub phase: u16,
    /// Whether it rains (GUV-7.4).
    pub rain: bool,
    /// Where each piece is.
    pub at: [Hex; PIECES],
    /// On the reduced side (GUV-3.2).
    pub reduced: Pieces,
    /// Disorganized (GUV-14.56).
    pub disorganized: Pieces,
    /// Demoralized (GUV-14.59).
    pub demoralized: Pieces,
    /// Out of supply (GUV-15.11).
    pub starved: Pieces,
    /// Activated this turn (GUV-8.30).
    pub activated: Pieces,
    /// In the active set.
    pub active: Pieces,
    /// Marched this turn (GUV-9.2).
    pub moved: Pieces,
    /// Left its hex this turn in any way.
    pub stirred: Pieces,
    /// Bombarded this turn (GUV-12.3).
    pub fired: Pieces,
    /// Attacked this turn.
    pub attacked: Pieces,
    /// Built or tried to build (GUV-11.9).
    pub built: Pieces,
    /// Of a formation that force marched this turn (GUV-9.26).
    pub forced: Pieces,
    /// Used a forced march this turn: in command, in good order, in supply (GUV-9.27, R-130).
    pub tired: Pieces,
    /// Gave a skirmisher in this activation (GUV-13.8).
    pub screened: Pieces,
    /// Pieces to be placed now.
    pub due: Pieces,
    /// Where units stood in works next to the enemy when this activation began, if they have left since (GUV-14.31).
    pub left: [Hex; PIECES],
    /// Breastworks (GUV-14.27).
    pub breastworks: HexBits,
    /// The pontoons: six of the Union, one of the Confederates.
    pub pontoons: [Pontoon; PONTOONS],
    /// Chits in the cup.
    pub cup: Chits,
    /// The boxes of Hooker, Lee, Jackson, Longstreet (GUV-3.10).
    pub boxes: [Chits; 4],
    /// Chits drawn this turn, and the chits of opened boxes.
    pub drawn: Chits,
    /// Formations that recovered a unit this night (GUV-16.1).
    pub recovered: Chits,
    /// Points spent this turn (GUV-8.2).
    pub spent: [u8; 2],
    /// The turn each high commander was last used (GUV-8.25).
    pub used: [u8; 4],
    /// Which sides have finished a sealed choice.
    pub sealed: [bool; 2],
    /// The Detachment markers (GUV-8.16).
    pub detachment: [Hex; 2],
    /// Whose forced march is spent (GUV-9.24).
    pub marched: [bool; 2],
    /// Events in hand.
    pub hand: [Events; 2],
    /// Events in the cups.
    pub deck: [Events; 2],
    /// Events played this turn (GUV-17.4).
    pub plays: [u8; 2],
    /// Events that the Union played in the sealed choice of this turn: told when both have chosen.
    pub secret: Events,
    /// Where supply events lie (GUV-17.7).
    pub train: [Hex; 2],
    /// GUV-17.23: Hooker may be used again.
    pub offensive: bool,
    /// GUV-17.14.
    pub csa_bridge: bool,
    /// GUV-17.13: Jackson has left the game.
    pub jackson_lost: bool,
    /// GUV-17.13: Jackson Attacks is in play this turn.
    pub stonewall: bool,
    /// GUV-18.5: an attack freed the bound corps, 1 from the next turn, 2 now.
    pub released: u8,
    /// GUV-17.24: freed by the event: I Corps, VI Corps, the cavalry of turn 11.
    pub freed: [bool; 3],
    /// GUV-20.7.
    pub longstreet: bool,
    /// The strategic map: the box of each chit, 255 for none (GUV-20.1).
    pub assigned: [u8; 32],
    /// Steps that left the map by each exit road (GUV-2.10, GUV-2.12).
    pub exits: [[u8; 6]; 2],
    /// The chit in play.
    pub act: Option<Activation>,
    /// The march under way.
    pub march: Option<March>,
    /// Who has been left behind by it and may still go on.
    pub stragglers: Stragglers,
    /// The window to break contact.
    pub contact: Option<Contact>,
    /// The stack that breaks contact.
    pub withdrawal: Option<Withdrawal>,
    /// The bombardment under way.
    pub barrage: Option<Barrage>,
    /// The combat under way.
    pub battle: Option<Battle>,
    /// The general retreat under way.
    pub fallback: Option<GeneralRetreat>,
    /// How it ended.
    pub ended: Option<Ended>,
    /// What is to be done.
    pub agenda: Agenda,
    /// Which hexes each side holds: made anew from `at` on load, never saved.
    pub held: [HexBits; 2],
    /// The hexes next to those that each side holds: kept by [`State::put`] with `held`, made anew with it, never saved.
    pub(crate) close: [HexBits; 2],
    /// The pieces in each hex, strung together: made anew from `at` like `held`.
    pub(crate) strings: Strings,
    /// The pieces on the map: made anew from `at` like `held`.
    pub(crate) placed: Pieces,
    /// The hexes that the chit in play commands, if they are known.
    pub(crate) command: Command,
    /// A way to finish the set-up of a side, if one is known.
    pub(crate) berths: Berths,
}

/// A way to finish the set-up of a side: a hex for everybody who waits, so that all find room. It is known until a piece is put
/// somewhere ([`State::put`]) and the rest is not found to stand; see [`crate::completion`]. Never saved.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Berths {
    /// Whose; nobody: none is known.
    pub side: Option<Side>,
    pub hex: [Hex; PIECES],
}

/// The hexes that the chit in play commands. They are known until a side enters or leaves a hex ([`State::put`]) or a position is
/// made anew; whatever else they depend on stands with them and is compared when they are asked for. Never saved.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Command {
    /// For whom: the enemy's moves spoil them.
    pub side: Side,
    /// The chit and where it lies; nowhere: nothing is known.
    pub chit: Chit,
    pub hex: Hex,
    pub rain: bool,
    pub pontoons: [Pontoon; PONTOONS],
    /// For foot and guns, and for cavalry.
    pub reach: [HexBits; 2],
}

impl Command {
    fn unknown() -> Command {
        Command {
            side: Side::Union,
            chit: Chit(0),
            hex: Hex::NONE,
            rain: false,
            pontoons: [Pontoon { owner: Side::Union, lies: Lies::Out }; PONTOONS],
            reach: [HexBits::default(); 2],
        }
    }
}

/// The pieces in each hex as strings: the top one of each hex, and below each piece the next. What stands in a hex is asked more
/// often than anything else.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Strings {
    top: [u8; HEXES],
    below: [u8; PIECES],
}

/// The end of a string.
const END: u8 = u8::MAX;

impl Strings {
    const EMPTY: Strings = Strings { top: [END; HEXES], below: [END; PIECES] };

    fn add(&mut self, piece: Piece, hex: Hex) {
        if hex.is_some() {
            self.below[piece.index()] = std::mem::replace(&mut self.top[hex.index()], piece.0);
        }
    }

    fn take(&mut self, piece: Piece, hex: Hex) {
        if !hex.is_some() {
            return;
        }
        let after = std::mem::replace(&mut self.below[piece.index()], END);
        let mut at = self.top[hex.index()];
        if at == piece.0 {
            self.top[hex.index()] = after;
            return;
        }
        while at != END {
            let next = self.below[usize::from(at)];
            if next == piece.0 {
                self.below[usize::from(at)] = after;
                return;
            }
            at = next;
        }
    }
}

impl State {
    /// An empty board.
    pub fn empty(turn: u8) -> State {
        State {
            turn,
            phase: 0,
            rain: false,
            at: [Hex::ASIDE; PIECES],
            reduced: Pieces::NONE,
            disorganized: Pieces::NONE,
            demoralized: Pieces::NONE,
            starved: Pieces::NONE,
            activated: Pieces::NONE,
            active: Pieces::NONE,
            moved: Pieces::NONE,
            stirred: Pieces::NONE,
            fired: Pieces::NONE,
            attacked: Pieces::NONE,
            built: Pieces::NONE,
            forced: Pieces::NONE,
            tired: Pieces::NONE,
            screened: Pieces::NONE,
            due: Pieces::NONE,
            left: [Hex::NONE; PIECES],
            breastworks: HexBits::default(),
            pontoons: std::array::from_fn(|i| Pontoon {
                owner: if i < crate::counters::UNION_PONTOONS { Side::Union } else { Side::Confederate },
                lies: Lies::Out,
            }),
            cup: Chits::default(),
            boxes: [Chits::default(); 4],
            drawn: Chits::default(),
            recovered: Chits::default(),
            spent: [0; 2],
            used: [0; 4],
            sealed: [false; 2],
            detachment: [Hex::NONE; 2],
            marched: [false; 2],
            hand: [Events::default(); 2],
            deck: [Events::default(); 2],
            plays: [0; 2],
            secret: Events::default(),
            train: [Hex::NONE; 2],
            offensive: false,
            csa_bridge: false,
            jackson_lost: false,
            stonewall: false,
            released: 0,
            freed: [false; 3],
            longstreet: false,
            assigned: [255; 32],
            exits: [[0; 6]; 2],
            act: None,
            march: None,
            stragglers: Stragglers::NONE,
            contact: None,
            withdrawal: None,
            barrage: None,
            battle: None,
            fallback: None,
            ended: None,
            agenda: Agenda::of(&[Step::TurnBegins]),
            held: [HexBits::default(); 2],
            close: [HexBits::default(); 2],
            strings: Strings::EMPTY,
            placed: Pieces::NONE,
            command: Command::unknown(),
            berths: Berths { side: None, hex: [Hex::NONE; PIECES] },
        }
    }

    /// Where a piece is.
    #[inline]
    pub fn hex(&self, piece: Piece) -> Hex {
        self.at[piece.index()]
    }

    /// Puts a piece somewhere, on the map or off it.
    pub fn put(&mut self, piece: Piece, to: Hex) {
        let from = self.hide(piece, to);
        self.berths.side = None;
        let side = counters().side[piece.index()].index();
        // One side per hex: whatever is still there is of the same side.
        if from.is_some() && self.strings.top[from.index()] == END {
            self.held[side].remove(from);
            self.stir(side);
            let near = &ground().near;
            for n in near[from.index()].iter().filter(|n| n.is_some()) {
                if !near[n.index()].iter().any(|m| self.held[side].has(*m)) {
                    self.close[side].remove(*n);
                }
            }
        }
        if to.is_some() && !self.held[side].has(to) {
            self.held[side].insert(to);
            self.stir(side);
            ground().near[to.index()].iter().for_each(|n| self.close[side].insert(*n));
        }
    }

    /// A side has come to a hex or left it: what the enemy commands may have changed.
    #[inline]
    fn stir(&mut self, side: usize) {
        if self.command.side.index() != side {
            self.command.hex = Hex::NONE;
        }
    }

    /// Moves a piece without telling whose the hexes are now: for what a seat knows. Returns where it was.
    pub(crate) fn hide(&mut self, piece: Piece, to: Hex) -> Hex {
        let from = std::mem::replace(&mut self.at[piece.index()], to);
        self.strings.take(piece, from);
        self.strings.add(piece, to);
        self.placed.set(piece, to.is_some());
        from
    }

    /// Makes `held`, what is next to it, and the strings of pieces anew.
    pub fn recount(&mut self) {
        self.placed = Piece::all().filter(|p| self.hex(*p).is_some()).collect();
        self.command.hex = Hex::NONE;
        self.berths.side = None;
        self.held = self.holding();
        self.close = self.held.map(|held| ground().around(&held));
        self.strings = self.stringing();
    }

    /// Whether what is made from `at` agrees with it.
    pub(crate) fn agrees(&self) -> bool {
        self.held == self.holding()
            && Piece::all().all(|p| self.placed.has(p) == self.hex(p).is_some())
            && self.close == self.held.map(|held| ground().around(&held))
            && {
                let fresh = self.stringing();
                (0..HEXES as u16).map(Hex).all(|h| Self::strung(&self.strings, h) == Self::strung(&fresh, h))
            }
    }

    fn stringing(&self) -> Strings {
        let mut strings = Strings::EMPTY;
        Piece::all().for_each(|p| strings.add(p, self.hex(p)));
        strings
    }

    fn strung(strings: &Strings, hex: Hex) -> Pieces {
        let mut here = Pieces::NONE;
        if hex.is_some() {
            let mut at = strings.top[hex.index()];
            while at != END {
                here.insert(Piece(at));
                at = strings.below[usize::from(at)];
            }
        }
        here
    }

    /// Which hexes each side holds, counted from `at`.
    pub fn holding(&self) -> [HexBits; 2] {
        let mut held = [HexBits::default(); 2];
        for piece in Piece::all() {
            held[counters().side[piece.index()].index()].insert(self.hex(piece));
        }
        held
    }

    /// Everything in a hex.
    #[inline]
    pub fn stack(&self, hex: Hex) -> Pieces {
        Self::strung(&self.strings, hex)
    }

    /// The pieces in a hex one by one, in no order.
    #[inline]
    pub(crate) fn each_in(&self, hex: Hex) -> impl Iterator<Item = Piece> + '_ {
        let mut at = if hex.is_some() { self.strings.top[hex.index()] } else { END };
        std::iter::from_fn(move || {
            let piece = Piece(at);
            (at != END).then(|| {
                at = self.strings.below[piece.index()];
                piece
            })
        })
    }

    /// What a side has in a hex.
    #[inline]
    pub fn stack_of(&self, side: Side, hex: Hex) -> Pieces {
        if self.holds(side, hex) { self.stack(hex) } else { Pieces::NONE }
    }

    /// Everything of a side on the map.
    pub fn on_map(&self, side: Side) -> Pieces {
        counters().of[side.index()].and(&self.placed)
    }

    /// Whether a side has anything in a hex.
    #[inline]
    pub fn holds(&self, side: Side, hex: Hex) -> bool {
        self.held[side.index()].has(hex)
    }

    /// The combat points a piece has now.
    #[inline]
    pub fn cp(&self, piece: Piece) -> u8 {
        counters().cp[piece.index()][usize::from(self.reduced.has(piece))]
    }

    /// The steps a piece has now (GUV-3.1).
    pub fn steps(&self, piece: Piece) -> u8 {
        1 + u8::from(counters().cp[piece.index()][1] > 0 && !self.reduced.has(piece))
    }

    /// The combat points of a set.
    pub fn sum(&self, pieces: &Pieces) -> u16 {
        pieces.iter().map(|p| u16::from(self.cp(p))).sum()
    }

    /// The pontoon between two hexes.
    #[inline]
    pub fn pontoon(&self, a: Hex, b: Hex) -> Option<usize> {
        self.pontoons.iter().position(|p| p.lies == Lies::Over(a, b) || p.lies == Lies::Over(b, a))
    }

    /// Whether a side has a pontoon of its own between two hexes.
    #[inline]
    pub fn bridged(&self, side: Side, a: Hex, b: Hex) -> bool {
        self.pontoon(a, b).is_some_and(|i| self.pontoons[i].owner == side)
    }

    /// The chit in play; there must be one.
    pub fn act(&self) -> &Activation {
        self.act.as_ref().expect("a chit is in play")
    }

    /// The chit in play, to change it.
    pub fn act_mut(&mut self) -> &mut Activation {
        self.act.as_mut().expect("a chit is in play")
    }

    /// The combat under way.
    pub fn battle(&self) -> &Battle {
        self.battle.as_ref().expect("a combat is under way")
    }

    /// The combat under way, to change it.
    pub fn battle_mut(&mut self) -> &mut Battle {
        self.battle.as_mut().expect("a combat is under way")
    }

    /// The bombardment under way.
    pub fn barrage(&self) -> &Barrage {
        self.barrage.as_ref().expect("a bombardment is under way")
    }

    /// How many event chits a side is seen to hold: a Good General in the cup still counts (GUV-4.2).
    pub fn cards(&self, side: Side) -> usize {
        static GOOD_GENERAL: LazyLock<Chit> = LazyLock::new(|| Chit::named("good-general"));
        self.hand[side.index()].len() + usize::from(side == Side::Union && self.cup.has(*GOOD_GENERAL))
    }

    /// Whether a side may still play an event (GUV-17.4).
    pub fn may_play_more(&self, side: Side) -> bool {
        self.plays[side.index()] < 2
    }

    /// Whether a side holds that event and may play it.
    pub fn may_play(&self, side: Side, event: EventId) -> bool {
        self.hand[side.index()].has(event) && self.may_play_more(side)
    }
}
