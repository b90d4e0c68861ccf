//! Prepare for play: forts, the Union army less two corps, the Confederate army, the rest (C61-PREP-1 to C61-PREP-5).

use crate::action::{Action, Event, Subject};
use crate::counters::{ALL_FORTS, FORTS, Piece, Preset, Set, first, pieces};
use crate::ground::{Ground, OFF};
use crate::state::Step;
use crate::{Chancellorsville1961, State};
use board::HexId;
use engine::{Illegal, Side, Sink};

/// The places of a side's forts in the list of forts.
pub(crate) fn fort_range(side: Side) -> (usize, usize) {
    match side {
        Side::Union => (0, FORTS[0]),
        Side::Confederate => (FORTS[0], ALL_FORTS),
    }
}

/// Who sets up in a step.
pub(crate) fn deployer(step: Step) -> Option<Side> {
    match step {
        Step::Forts(side) => Some(side),
        Step::Withhold | Step::DeployUnion | Step::DeployRest => Some(Side::Union),
        Step::DeployConfederate => Some(Side::Confederate),
        _ => None,
    }
}

impl Chancellorsville1961 {
    /// The start: everything waits, the substitutes lie in their box.
    pub(crate) fn opening(&self) -> State {
        let mut state = State::empty();
        state.boxed = self.book.substitutes;
        state.waiting = (self.book.of[0] | self.book.of[1]) & !self.book.substitutes;
        state
    }

    /// The counters to be placed in this step.
    pub(crate) fn to_place(&self, state: &State) -> Set {
        let book = self.book;
        let held = book.pairs[usize::from(state.withheld)].units;
        match state.step {
            Step::DeployUnion => state.waiting & book.of[0] & !book.trains() & !held,
            Step::DeployConfederate => state.waiting & book.of[1],
            Step::DeployRest => state.waiting & book.of[0],
            _ => 0,
        }
    }

    /// Where a side may build and stand at the start.
    pub(crate) fn may_start_at(&self, side: Side, hex: HexId) -> Result<(), Illegal> {
        let ground = &self.book.ground;
        if ground.closed(hex) || ground.river(hex) {
            return Err(Illegal::new("C61-PREP-1", "Set-up is on land.", "Choose a hex on land."));
        }
        if ground.land(hex) == crate::ground::Land::Fork {
            return Err(Illegal::new(
                "C61-PREP-5",
                "Nobody sets up in the fork between the Rappahannock and the Rapidan.",
                "Choose a hex outside the fork.",
            ));
        }
        if ground.land(hex) != Ground::home(side) {
            return Err(match side {
                Side::Union => {
                    Illegal::new("C61-PREP-2", "The Union sets up north of the Rappahannock.", "Choose a hex north of that river.")
                }
                Side::Confederate => Illegal::new(
                    "C61-PREP-3",
                    "The Confederates set up south of the Rapidan-Rappahannock line.",
                    "Choose a hex south of that line.",
                ),
            });
        }
        Ok(())
    }

    /// Whether a fort may be built there (C61-PREP-1, R-42).
    pub(crate) fn may_build(&self, state: &State, by: Side, hex: HexId) -> Result<(), Illegal> {
        if state.step != Step::Forts(by) {
            return Err(Illegal::new(
                "C61-PREP-1",
                "Forts are built first of all, by the Union and then by the Confederates.",
                "Place your units now; no more forts are built.",
            ));
        }
        if state.is_fort(hex) {
            return Err(Illegal::new("C61-PREP-1", "There is a fort already.", "Choose another hex."));
        }
        self.may_start_at(by, hex).map_err(|e| Illegal { rule: if e.rule == "C61-PREP-5" { e.rule } else { "C61-PREP-1" }, ..e })
    }

    /// Whether a counter may be placed there.
    pub(crate) fn may_place(&self, state: &State, by: Side, piece: Piece, hex: HexId) -> Result<(), Illegal> {
        let book = self.book;
        if deployer(state.step) != Some(by) || self.to_place(state) & piece.bit() == 0 {
            return Err(match state.step {
                Step::DeployUnion => Illegal::new(
                    "C61-PREP-2",
                    "Boats, bridges and the two corps held back are placed last.",
                    "Place the other units first.",
                ),
                _ => Illegal::new("C61-PREP-4", "It is not placed in this step.", "Choose one of the counters lit."),
            });
        }
        self.may_start_at(by, hex)?;
        if book.is(piece, book.trains()) {
            return match book.ground.road(hex) {
                true => Ok(()),
                false => Err(Illegal::new("C61-PREP-4", "Boats and bridges begin on road hexes.", "Choose a hex with a road.")),
            };
        }
        self.fits(state, by, hex, piece.bit())
    }

    /// Whether that ready-made set-up can serve now.
    pub fn may_preset(&self, state: &State, by: Side, preset: u8) -> Result<(), Illegal> {
        match self.book.presets.get(usize::from(preset)) {
            Some(preset) if preset.side == by && deployer(state.step) == Some(by) => Ok(()),
            _ => Err(Illegal::new(
                "C61-PREP-1",
                "No such set-up serves in this step.",
                "Choose one of the set-ups listed, or place the units yourself.",
            )),
        }
    }

    /// Whether two corps may be held back.
    pub(crate) fn may_withhold(&self, state: &State, by: Side, pair: u8) -> Result<(), Illegal> {
        if state.step != Step::Withhold || by != Side::Union || usize::from(pair) >= self.book.pairs.len() {
            return Err(Illegal::new(
                "C61-PREP-2",
                "The Union holds back two corps of 2 artillery and 6 infantry units before it sets up.",
                "Name two artillery and six infantry units that make up two corps.",
            ));
        }
        Ok(())
    }

    /// Builds a fort.
    pub(crate) fn build<K: Sink<Event>>(&self, state: &mut State, by: Side, hex: HexId, sink: &mut K) {
        state.build_fort(by, hex);
        sink.tell(|| Event::Fort(by, hex));
        self.next_set_up(state, sink);
    }

    /// Holds two corps back.
    pub(crate) fn withhold<K: Sink<Event>>(&self, state: &mut State, pair: u8, sink: &mut K) {
        state.withheld = pair;
        state.step = Step::DeployUnion;
        sink.tell(|| Event::Withheld(pair));
    }

    /// Places a counter.
    pub fn place<K: Sink<Event>>(&self, state: &mut State, piece: Piece, hex: HexId, sink: &mut K) {
        state.waiting &= !piece.bit();
        state.put(self.book, piece, hex);
        sink.tell(|| Event::Placed(piece, hex));
        self.next_set_up(state, sink);
    }

    /// Goes on when a step of the set-up is complete (C61-PREP-1 to C61-PREP-4 in their order).
    fn next_set_up<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        match state.step {
            Step::Forts(side) if state.forts(side).count() == FORTS[side.index()] => {
                state.step = if side == Side::Union { Step::Forts(Side::Confederate) } else { Step::Withhold };
            }
            Step::DeployUnion if self.to_place(state) == 0 => state.step = Step::DeployConfederate,
            Step::DeployConfederate if self.to_place(state) == 0 => state.step = Step::DeployRest,
            Step::DeployRest if self.to_place(state) == 0 => self.begin_turn(state, 1, Side::Union, sink),
            _ => {}
        }
    }

    /// Does what is left of this step as a ready-made set-up has it; a place that is taken gives way to the nearest free one.
    pub(crate) fn preset<K: Sink<Event>>(&self, state: &mut State, by: Side, preset: u8, sink: &mut K) {
        let preset: &Preset = &self.book.presets[usize::from(preset)];
        let step = state.step;
        match step {
            Step::Withhold => self.withhold(state, preset.withheld, sink),
            Step::Forts(_) => {
                let mut wanted = preset.forts[by.index()].iter();
                while state.step == step {
                    let Some(hex) = wanted.next() else {
                        let any = self.book.ground.hexes().find(|h| self.may_build(state, by, *h).is_ok());
                        self.build(state, by, any.expect("there is room for a fort"), sink);
                        continue;
                    };
                    if state.is_fort(*hex) {
                        continue;
                    }
                    if let Some(free) = self.nearest(*hex, |h| self.may_build(state, by, h).is_ok()) {
                        self.build(state, by, free, sink);
                    }
                }
            }
            _ => {
                while state.step == step {
                    let Some(piece) = first(self.to_place(state)) else {
                        return;
                    };
                    // Substitutes have no place of their own: they go where their division would.
                    let division = self.book.divisions.iter().find(|d| d.brigades & piece.bit() != 0 || d.staff == piece);
                    let own = preset.hexes[piece.index()];
                    let wanted = if own == OFF { division.map_or(OFF, |d| preset.hexes[d.counter.index()]) } else { own };
                    let free = self.nearest(wanted, |h| self.may_place(state, by, piece, h).is_ok());
                    self.place(state, piece, free.expect("there is room for everybody"), sink);
                }
            }
        }
    }

    /// The hex nearest to that one for which something holds; of equals the first.
    fn nearest(&self, hex: HexId, holds: impl Fn(HexId) -> bool) -> Option<HexId> {
        if holds(hex) {
            return Some(hex);
        }
        let ground = &self.book.ground;
        ground.hexes().filter(|h| holds(*h)).min_by_key(|h| ground.distance(hex, *h))
    }

    /// The subjects of a step of the set-up.
    pub(crate) fn list_set_up(&self, state: &State, out: &mut Vec<Subject>) {
        let by = deployer(state.step).expect("somebody sets up");
        match state.step {
            Step::Forts(_) => out.push(Subject::Forts),
            Step::Withhold => out.push(Subject::Corps),
            _ => out.extend(pieces(self.to_place(state)).map(Subject::Piece)),
        }
        let ready = (0..self.book.presets.len()).filter(|i| self.book.presets[*i].side == by);
        out.extend(ready.map(|i| Subject::Preset(i as u8)));
    }

    /// What a subject of the set-up can do.
    pub(crate) fn list_set_up_options(&self, state: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        let ground = &self.book.ground;
        let hexes = ground.homes(by).iter().copied();
        match subject {
            Subject::Forts => out.extend(hexes.filter(|h| !state.is_fort(*h)).map(Action::Fort)),
            Subject::Corps => out.extend((0..self.book.pairs.len() as u8).map(Action::Withhold)),
            Subject::Preset(i) => out.push(Action::Preset(i)),
            Subject::Piece(piece) if self.book.is(piece, self.book.trains()) => {
                out.extend(hexes.filter(|h| ground.road(*h)).map(|h| Action::Place(piece, h)));
            }
            Subject::Piece(piece) => {
                let room = |h: &HexId| state.is_empty(*h) || self.fits(state, by, *h, piece.bit()).is_ok();
                out.extend(hexes.filter(room).map(|h| Action::Place(piece, h)));
                self.list_substitutions(state, by, piece, out);
            }
            _ => {}
        }
    }
}
