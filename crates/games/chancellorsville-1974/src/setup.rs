//! Setting up (XI), with the historical disposition (Optional IV) and Stoneman's raid (Optional V).

use std::sync::OnceLock;

use board::HexId;
use engine::{Illegal, Side, Sink};

use crate::Chancellorsville1974;
use crate::action::{Action, Event};
use crate::counters::{Kind, Level, PIECES, PieceId, Set, each};
use crate::ground::{Bank, CITY, Hexes, ROAD};
use crate::state::{Fate, State, Step};
use engine::Few;

/// The position before the first counter is placed: C74-XI.A.0, the Confederate sets up first.
pub(crate) fn start(game: &Chancellorsville1974) -> State {
    let mut state = State::empty(Step::SetUp(Side::Confederate));
    each(game.data.union | game.data.gray).for_each(|p| {
        state.set_fate(p, if game.data.substitutes & p.bit() != 0 { Fate::Box } else { Fate::Unplaced });
    });
    state.fort_supply = [game.data.limits.union_forts, game.data.limits.confederate_forts];
    if game.options.raid {
        // C74-OPT-V.A, C74-OPT-V.B.
        each(game.data.raiders).for_each(|p| state.set_fate(p, Fate::Raid));
        let gray = game.data.gray_raider;
        let division = game.data.counter(gray).of.expect("the raider is a brigade");
        state.set_fate(division, Fate::Box);
        each(game.data.parts_of(division)).for_each(|p| state.set_fate(p, Fate::Unplaced));
        state.set_fate(gray, Fate::Raid);
    }
    state
}

impl Chancellorsville1974 {
    /// Whether a piece may start in that hex, room aside.
    pub(crate) fn may_start_at(&self, piece: PieceId, hex: HexId) -> Result<(), Illegal> {
        let counter = self.data.counter(piece);
        let bank = self.ground.bank[hex.index()];
        if piece.side() == Side::Union {
            // C74-XI.B.0, C74-XI.B.1, C74-XI.B.2.
            if counter.kind == Kind::Bridge && hex == self.ground.kellys_ford {
                return Ok(());
            }
            if bank != Bank::North {
                return Err(Illegal::new(
                    "C74-XI.B.0",
                    "The Union sets up north of the Rappahannock; one bridge may lie at Kelly's Ford (XI.B.1).",
                    "Choose a hex north of the river.",
                ));
            }
            if counter.kind.is_equipment() && !self.ground.is(hex, ROAD) {
                return Err(Illegal::new(
                    "C74-XI.B.2",
                    "Bridges and boats start on road, village or city hexes.",
                    "Choose a hex with a road, a village or a city.",
                ));
            }
            return Ok(());
        }
        // A brigade or division headquarters starts where its division may.
        let division = counter.of.unwrap_or(piece);
        let arm = self.data.kind[division.index()];
        if matches!(arm, Kind::Cavalry | Kind::HorseArtillery) {
            // C74-XI.A.2, C74-OPT-IV.A.
            return match bank {
                Bank::South => Ok(()),
                _ => Err(Illegal::new(
                    "C74-XI.A.2",
                    "Cavalry and horse artillery start south of the Rapidan and the Rappahannock.",
                    "Choose a hex south of both rivers.",
                )),
            };
        }
        if !self.options.historical {
            return match self.ground.south_east_of_s.has(hex) {
                true => Ok(()),
                false => Err(Illegal::new(
                    "C74-XI.A.1",
                    "The Confederates start south of the rivers and east of hexrow S.",
                    "Choose a hex in that area.",
                )),
            };
        }
        if let Some((_, fixed)) = self.data.fixed.iter().find(|(p, _)| *p == division) {
            let rule = if self.data.counter(division).code == "1" { "C74-OPT-IV.B" } else { "C74-OPT-IV.C" };
            return if *fixed == hex {
                Ok(())
            } else {
                Err(Illegal::new(rule, "This division starts in its historical hex.", "Choose the hex that the scenario names."))
            };
        }
        let army = counter.level == Some(Level::Army);
        let code = if counter.heads.is_empty() { &self.data.counter(division).code } else { &counter.heads };
        let first = code == "1" || self.data.counter(division).code == "1";
        let (zone, refusal) = if army {
            (
                &self.ground.army_hq,
                Illegal::new("C74-OPT-IV.D", "Lee's headquarters starts in hexrow V or farther east.", "Choose a hex from hexrow V east."),
            )
        } else if first {
            (
                &self.ground.first_corps,
                Illegal::new(
                    "C74-OPT-IV.B",
                    "The First Corps starts between hexrows V and HH within five hexes of the river.",
                    "Choose a hex in that area.",
                ),
            )
        } else {
            (
                &self.ground.second_corps,
                Illegal::new(
                    "C74-OPT-IV.C",
                    "Guns and staff of the Second Corps start from hexrow II east, within five hexes of the river.",
                    "Choose a hex in that area.",
                ),
            )
        };
        if zone.has(hex) { Ok(()) } else { Err(refusal) }
    }

    /// Whether a piece may be placed there now.
    pub(crate) fn may_place(&self, state: &State, by: Side, piece: PieceId, hex: HexId) -> Result<(), Illegal> {
        self.may_set_up(state, by)?;
        if piece.side() != by || state.fate(piece) != Fate::Unplaced {
            return Err(Illegal::new(
                "C74-XI.A.0",
                "Only your own counters that are not yet placed.",
                "Choose a counter that is still to be placed.",
            ));
        }
        if !hex.is_some() {
            return Err(Illegal::new("C74-XI.A.0", "That is no hex of the map.", "Choose a hex of the map."));
        }
        self.may_start_at(piece, hex)?;
        if hex == self.ground.kellys_ford && state.at(hex) != 0 {
            return Err(Illegal::new("C74-XI.B.1", "One bridge may start at Kelly's Ford.", "Place this bridge on a road hex on land."));
        }
        self.room(state, by, hex, piece.bit())?;
        if self.options.historical {
            // Room is kept for the division that must stand here.
            let held = self.data.fixed.iter().filter(|(p, h)| *h == hex && *p != piece && state.fate(*p) == Fate::Unplaced);
            let kept = held.fold(0, |set: Set, (p, _)| set | p.bit()) | self.parts_due(state, hex);
            if self.stacks(by, (state.at(hex) | kept | piece.bit()) & self.data.side(by)).is_err() {
                return Err(Illegal::new(
                    "C74-OPT-IV.C",
                    "This hex must keep room for the division that starts here.",
                    "Choose another hex.",
                ));
            }
        }
        Ok(())
    }

    /// Brigades of a split division that must still be placed in its historical hex.
    fn parts_due(&self, state: &State, hex: HexId) -> Set {
        let here = self.data.fixed.iter().filter(|(_, h)| *h == hex);
        let parts = here.fold(0, |set: Set, (division, _)| set | self.data.parts_of(*division));
        parts & state.with_fate(Fate::Unplaced)
    }

    fn may_set_up(&self, state: &State, by: Side) -> Result<(), Illegal> {
        match state.agenda.top() {
            Step::SetUp(side) if side == by => Ok(()),
            Step::SetUp(_) => Err(Illegal::new(
                "C74-XI.A.0",
                "The Confederate sets up first, then the Union.",
                "Place your pieces when the prompt names your side.",
            )),
            _ => Err(Illegal::new("C74-XI.C", "Set-up is over.", "Move them in their Movement Phases.")),
        }
    }

    /// C74-XI.A.3, C74-XI.B.3, C74-VII.C.3, C74-OPT-IV.E: whether a fort may be placed there.
    pub(crate) fn may_place_fort(&self, state: &State, by: Side, hex: HexId) -> Result<(), Illegal> {
        self.may_set_up(state, by)?;
        let rule = if by == Side::Union { "C74-XI.B.3" } else { "C74-XI.A.3" };
        if state.fort_supply[by.index()] == 0 {
            return Err(Illegal::new(rule, "All forts are placed.", "Place your units, or end the set-up."));
        }
        if !hex.is_some() {
            return Err(Illegal::new(rule, "That is no hex of the map.", "Choose a hex of the map."));
        }
        if self.ground.river(hex) || self.ground.is(hex, CITY) {
            return Err(Illegal::new(
                "C74-VII.C.3",
                "Forts stand on any terrain except river and city.",
                "Choose a hex on land outside the city.",
            ));
        }
        if !self.ground.fort_ground[by.index()].has(hex) {
            return Err(Illegal::new(rule, "Forts stand on their owner's side of the rivers.", "Choose a hex on your own side."));
        }
        if state.is_fort(hex) {
            return Err(Illegal::new("C74-VII.C.3", "There is a fort already.", "Choose another hex."));
        }
        Ok(())
    }

    /// C74-V.D.2.a, R-19: whether a division not yet placed may be replaced by its own brigades.
    pub(crate) fn may_split(&self, state: &State, by: Side, division: PieceId) -> Result<(), Illegal> {
        self.may_set_up(state, by)?;
        if by != Side::Confederate || !self.data.is_division(division) || state.fate(division) != Fate::Unplaced {
            return Err(Illegal::new(
                "C74-V.D.1",
                "Only a Confederate division not yet placed is split at set-up.",
                "Choose one that is still to be placed.",
            ));
        }
        let parts = self.data.parts_of(division);
        if each(parts).any(|p| state.fate(p) != Fate::Box) {
            return Err(Illegal::new("C74-V.D.2.a", "Its brigades are in use.", "Place the division whole."));
        }
        Ok(())
    }

    /// What is left to place (C74-XI.C: play begins when all units are on the map).
    pub(crate) fn may_end_setup(&self, state: &State, side: Side) -> Result<(), Illegal> {
        if state.with_fate(Fate::Unplaced) & self.data.side(side) != 0 {
            return Err(Illegal::new(
                "C74-XI.C",
                "All units must be placed before play begins.",
                "Place those that are left, or have them placed.",
            ));
        }
        Ok(())
    }

    pub(crate) fn place<K: Sink<Event>>(&self, state: &mut State, piece: PieceId, hex: HexId, sink: &mut K) {
        state.put(piece, hex);
        // C74-OPT-III.A: counters start face down; turning up is free.
        let down = self.options.inverted && piece.side() == Side::Confederate;
        if down {
            state.turn_counters(piece.bit(), true);
        }
        if let Some(bridge) = self.data.bridge_number(piece)
            && hex == self.ground.kellys_ford
        {
            // C74-XI.B.1, R-50: it was not emplaced in play, so it is usable at once.
            let [a, b] = self.ground.ford[hex.index()];
            state.span[bridge] = if self.ground.bank[a.index()] == Bank::North { [a, b] } else { [b, a] };
            state.laid[bridge] = 0;
        }
        sink.tell(|| Event::Placed(piece, hex, down));
    }

    pub(crate) fn place_fort<K: Sink<Event>>(&self, state: &mut State, by: Side, hex: HexId, sink: &mut K) {
        state.build_fort(hex);
        state.fort_supply[by.index()] -= 1;
        sink.tell(|| Event::FortPlaced(by, hex));
    }

    pub(crate) fn split(&self, state: &mut State, division: PieceId) {
        state.set_fate(division, Fate::Box);
        each(self.data.parts_of(division)).for_each(|p| state.set_fate(p, Fate::Unplaced));
    }

    pub(crate) fn end_setup<K: Sink<Event>>(&self, state: &mut State, side: Side, sink: &mut K) {
        sink.tell(|| Event::SetUpDone(side));
        state.fort_supply[side.index()] = 0;
        match side {
            Side::Confederate => state.agenda.turn(Step::SetUp(Side::Union)),
            Side::Union => self.begin_turn(state, 1, sink),
        }
    }

    /// Places everything that is left as in a ready set-up, or as near to it as the rules allow; forts only with a whole set-up.
    pub(crate) fn place_as<K: Sink<Event>>(&self, state: &mut State, by: Side, preset: usize, forts: bool, sink: &mut K) {
        let preset = &self.data.presets[preset];
        // Those with the least choice first.
        let mut pieces: Few<PieceId, PIECES> = Few::new(PieceId(0));
        pieces.extend(each(state.with_fate(Fate::Unplaced) & self.data.side(by)));
        let fixed = |p: &PieceId| {
            let of = self.data.counter(*p).of.unwrap_or(*p);
            self.options.historical && self.data.fixed.iter().any(|(f, _)| *f == of)
        };
        pieces.sort_unstable_by_key(|p| (!fixed(p), std::cmp::Reverse(self.data.strength[p.index()]), p.0));
        let wanted = |piece: PieceId| {
            let listed = |p: PieceId| preset.hexes.iter().find(|(_, ids)| ids.contains(&p)).map(|(h, _)| *h);
            listed(piece).or_else(|| self.data.counter(piece).of.and_then(listed)).unwrap_or(preset.hexes[0].0)
        };
        for piece in pieces.iter().copied() {
            let want = wanted(piece);
            let best = match self.may_place(state, by, piece, want) {
                Ok(()) => Some(want),
                Err(_) => {
                    let open = self.ground.grid().hexes().filter(|h| self.may_place(state, by, piece, *h).is_ok());
                    open.min_by_key(|h| (self.ground.grid().distance(want, *h), *h))
                }
            };
            if let Some(hex) = best {
                self.place(state, piece, hex, sink);
            }
        }
        if forts {
            for hex in &preset.forts {
                if self.may_place_fort(state, by, *hex).is_ok() {
                    self.place_fort(state, by, *hex, sink);
                }
            }
        }
    }

    /// The ready set-ups of a side, by number.
    pub fn presets_of(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        (0..self.data.presets.len()).filter(move |i| self.data.presets[*i].side == side)
    }

    /// Where a piece may start, room aside: worked out once for the regular and once for the historical disposition.
    fn start_zone(&self, piece: PieceId) -> &'static Hexes {
        static ZONES: [OnceLock<Vec<Hexes>>; 2] = [OnceLock::new(), OnceLock::new()];
        let zone = |p: u8| self.ground.grid().hexes().filter(|h| self.may_start_at(PieceId(p), *h).is_ok()).collect();
        &ZONES[usize::from(self.options.historical)].get_or_init(|| (0..PIECES as u8).map(zone).collect())[piece.index()]
    }

    /// The hexes where a piece may be placed.
    pub(crate) fn list_places(&self, state: &State, by: Side, piece: PieceId, out: &mut Vec<Action>) {
        if self.may_set_up(state, by).is_err() || piece.side() != by || state.fate(piece) != Fate::Unplaced {
            return;
        }
        // Nobody is kept out of an empty hex, unless it must keep room for another.
        let empty = |h: HexId| !self.options.historical && state.is_empty(h);
        for hex in self.start_zone(piece).iter() {
            if empty(hex) || self.may_place(state, by, piece, hex).is_ok() {
                out.push(Action::Place(piece, hex));
            }
        }
    }

    /// The hexes where a fort may be placed.
    pub(crate) fn list_fort_places(&self, state: &State, by: Side, out: &mut Vec<Action>) {
        if self.may_set_up(state, by).is_err() || state.fort_supply[by.index()] == 0 {
            return;
        }
        for hex in self.ground.fort_ground[by.index()].iter().filter(|h| !state.is_fort(*h)) {
            out.push(Action::PlaceFort(hex));
        }
    }
}
