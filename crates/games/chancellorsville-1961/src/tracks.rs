//! Ways known beforehand: how far each kind of unit gets from each hex of an empty map.
//!
//! Friends on the way hinder nobody on land (C61-OCC-1), so what is listed here holds for every unit that begins its march on land as
//! long as no enemy zone, no boat or bridge in the river and no occupied river hex is within its reach. Where one is, they hold for all
//! that is nearer, and the search goes on from there. Everybody else searches from the start.

use crate::action::{LONGEST, Way};
use crate::counters::{Book, Piece};
use crate::ground::HEXES;
use crate::state::State;
use crate::{Chancellorsville1961, Step};
use board::HexId;
use engine::SetUp;
use std::sync::LazyLock;

/// A hex in reach and the way there.
#[derive(Clone, Copy)]
pub(crate) struct Track {
    pub(crate) way: Way,
    pub(crate) hex: HexId,
    /// Its cell in the window of the search, and [`Track::STOPS`].
    place: u16,
}

impl Track {
    /// Whoever comes here goes no further this Turn.
    const STOPS: u16 = 1 << 15;

    pub(crate) fn new(way: Way, hex: HexId, cell: u16, stops: bool) -> Track {
        Track { way, hex, place: if stops { cell | Track::STOPS } else { cell } }
    }

    /// Its cell in the window of the search.
    #[inline]
    pub(crate) fn cell(self) -> u16 {
        self.place & !Track::STOPS
    }

    /// Whether whoever comes here goes no further this Turn.
    #[inline]
    pub(crate) fn stops(self) -> bool {
        self.place & Track::STOPS != 0
    }
}

/// How many tracks have fewer than so many steps.
type Shorter = [u8; LONGEST + 2];

/// The tracks from a hex, short ones before long ones, as far as somebody gets.
#[derive(Clone, Copy)]
pub(crate) struct Ahead {
    pub(crate) all: &'static [Track],
    shorter: &'static Shorter,
}

impl Ahead {
    /// How many of them have fewer than so many steps.
    #[inline]
    pub(crate) fn shorter(&self, steps: usize) -> usize {
        usize::from(self.shorter[steps])
    }

    /// Those of at most so many steps.
    #[inline]
    pub(crate) fn within(self, steps: u8) -> Ahead {
        let kept = self.shorter(usize::from(steps).min(LONGEST) + 1);
        Ahead { all: &self.all[..kept], ..self }
    }
}

/// The tracks of one kind of unit: of its factor, and whether it swims.
struct Tracks {
    /// Where the tracks of each hex begin, and how many are shorter than the others.
    begin: Vec<(u32, Shorter)>,
    all: Vec<Track>,
}

/// The tracks of units that are alike in their movement, by [`kind`].
static KNOWN: LazyLock<Vec<Option<Tracks>>> = LazyLock::new(|| {
    let book = Book::get();
    let game = Chancellorsville1961 { book, chosen: SetUp::default(), clock: false };
    let mut known: Vec<Option<Tracks>> = Vec::new();
    for unit in book.all().filter(|p| book.is(*p, book.units())) {
        let kind = kind(book.movement[unit.index()], book.kind[unit.index()].swims());
        if known.len() <= kind {
            known.resize_with(kind + 1, || None);
        }
        known[kind].get_or_insert_with(|| Tracks::of(&game, unit));
    }
    known
});

/// A number for what the tracks of a unit depend on: its factor, and whether it swims.
fn kind(factor: u8, swims: bool) -> usize {
    usize::from(factor) * 2 + usize::from(swims)
}

impl Tracks {
    /// The tracks of a unit, alone on the map in each hex in turn.
    fn of(game: &Chancellorsville1961, unit: Piece) -> Tracks {
        let (book, mut state) = (game.book, State::empty());
        state.step = Step::Move;
        let side = book.side(unit);
        let mut tracks = Tracks { begin: Vec::new(), all: Vec::new() };
        for hex in book.ground.hexes() {
            let begin = tracks.all.len();
            // Slower units need tracks of their own only where they begin inside slow ground.
            if book.ground.is_dry(hex) && (book.ground.slow(hex) || usize::from(book.movement[unit.index()]) == LONGEST) {
                state.put(book, unit, hex);
                let reach = game.search(&state, side, unit.bit(), false);
                tracks.all.extend(reach.tracks());
                state.lift(book, unit);
            }
            let here = &tracks.all[begin..];
            let shorter = std::array::from_fn(|steps| here.partition_point(|track| track.way.len() < steps) as u8);
            tracks.begin.push((begin as u32, shorter));
        }
        debug_assert!(tracks.begin.len() == HEXES);
        tracks
    }
}

/// The tracks of units with that factor from a land hex, short ones before long ones; of slower units only from slow ground.
#[inline]
pub(crate) fn from(factor: u8, swims: bool, hex: HexId) -> Option<Ahead> {
    let tracks = KNOWN.get(kind(factor, swims))?.as_ref()?;
    let (begin, shorter) = &tracks.begin[hex.index()];
    let begin = *begin as usize;
    Some(Ahead { all: &tracks.all[begin..begin + usize::from(shorter[LONGEST + 1])], shorter })
}
