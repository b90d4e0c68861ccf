//! The position: flat arrays and bit sets by piece, a small agenda of pending steps, and what is under way just now.

pub use crate::agenda::{Agenda, Step};
pub use crate::under_way::{
    Activation, Barrage, Battle, Bridges, Contact, Ended, FightStage, GeneralRetreat, Lies, MOST_DICE, March, Pontoon, ShellStage,
    Stragglers, Targets, TerrainEffect, Why, Withdrawal, WorksEffect,
};

use crate::counters::{PIECES, PONTOONS, counters};
use crate::ground::{HEXES, ground};
use crate::ids::{Chit, Chits, EventId, Events, Hex, HexBits, Piece, Pieces};
use engine::Side;
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
    /// The hexes that are open to that side: the enemy does not stir while it sets up.
    pub open: HexBits,
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
    /// What pieces have done this turn: forgotten when it ends, and not known of those who are not seen.
    pub(crate) fn deeds(&mut self) -> [&mut Pieces; 9] {
        [
            &mut self.activated,
            &mut self.active,
            &mut self.moved,
            &mut self.stirred,
            &mut self.fired,
            &mut self.attacked,
            &mut self.built,
            &mut self.forced,
            &mut self.tired,
        ]
    }

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
            berths: Berths { side: None, hex: [Hex::NONE; PIECES], open: HexBits::default() },
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
