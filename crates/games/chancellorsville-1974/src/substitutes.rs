//! Brigade substitutes (V.D): a division for brigades, brigades for a division, one counter at a time.

use board::HexId;
use engine::{Illegal, Side, Sink};

use crate::Chancellorsville1974;
use crate::action::Event;
use crate::counters::{Kind, PieceId, Set, each};
use crate::ground::Hexes;
use crate::state::{Fate, State, Step};

impl Chancellorsville1974 {
    /// when divisions are broken down and re-formed: at set-up, in the Confederate Movement Phase, in the Confederates' own fire
    /// and combat phases while no attack is under way, and at the start of a phase of the Union Segment.
    pub(crate) fn exchange_window(&self, state: &State) -> Result<(), Illegal> {
        let open = match state.agenda.top() {
            Step::SetUp(Side::Confederate) => true,
            Step::Movement => state.phasing == Side::Confederate || !state.began,
            Step::DefensiveFire | Step::OffensiveFire | Step::Combat => {
                state.battle_count == 0 && (state.phasing == Side::Confederate || state.struck == 0)
            }
            _ => false,
        };
        if open {
            Ok(())
        } else {
            Err(Illegal::new(
                "C74-V.D.2.a",
                "Divisions and brigades are not exchanged while an attack is under way or the Union moves.",
                "Exchange them before an attack is declared, or in the Confederate Movement Phase.",
            ))
        }
    }

    /// The brigades that could stand for a division: of its arm, of any division (C74-V.D.3.b).
    fn brigades_like(&self, division: PieceId) -> Set {
        let kind = self.data.kind[division.index()];
        self.data.kind_set(kind) & self.data.substitutes
    }

    /// The brigades in a hex that divisions may be formed from: one that has attacked or retreated, or in Regular Combat one that is
    /// disrupted, would excuse the rest from attacking (C74-VII.A.4.b).
    fn formable(&self, state: &State, hex: HexId) -> Set {
        let here = self.data.substitutes & state.at(hex) & !state.attacked & !state.retreated & !state.barred;
        match state.agenda.phase() {
            Step::Combat => each(here).filter(|p| !state.disrupted(*p)).fold(0, |set, p| set | p.bit()),
            _ => here,
        }
    }

    /// What some of these pieces add up to, one bit for each sum.
    fn sums_of(&self, pieces: Set) -> u64 {
        each(pieces).fold(1, |sums, p| sums | sums << self.data.strength[p.index()])
    }

    /// Whether some of these pieces add up to exactly that strength.
    pub(crate) fn adds_up(&self, pieces: Set, strength: u8) -> bool {
        self.sums_of(pieces) >> strength & 1 == 1
    }

    /// C74-V.D.1, C74-V.D.2.a: whether a division may be broken down.
    pub(crate) fn may_break_down(&self, state: &State, by: Side, division: PieceId) -> Result<(), Illegal> {
        if by != Side::Confederate || !self.data.is_division(division) || !state.on_map(division) {
            return Err(Illegal::new(
                "C74-V.D.1",
                "Only a Confederate division on the map is broken down.",
                "Choose a division on the map.",
            ));
        }
        self.exchange_window(state)?;
        if state.reshaped & division.bit() != 0 {
            return Err(Illegal::new(
                "C74-V.D.2.a",
                "This division has changed its form in this Segment.",
                "Exchange it in the next Segment.",
            ));
        }
        if self.ground.river(state.hex[division.index()]) {
            return Err(Illegal::new("C74-V.C.1", "Only one unit may be in a river hex.", "Move the division ashore first."));
        }
        let free = self.brigades_like(division) & state.with_fate(Fate::Box);
        if !self.adds_up(free, self.data.strength[division.index()]) {
            return Err(Illegal::new(
                "C74-V.D.2.a",
                "The brigades left do not add up to this division.",
                "Keep it whole until brigades are free again.",
            ));
        }
        Ok(())
    }

    /// C74-V.D.3.a: whether brigades in a hex may be exchanged for that division.
    pub(crate) fn may_reform(&self, state: &State, by: Side, division: PieceId, hex: HexId) -> Result<(), Illegal> {
        if by != Side::Confederate || !self.data.is_division(division) || state.fate(division) != Fate::Box || !hex.is_some() {
            return Err(Illegal::new(
                "C74-V.D.3.a",
                "Only a division that was broken down is re-formed, never one that was eliminated.",
                "Choose one whose brigades are on the map.",
            ));
        }
        self.exchange_window(state)?;
        if state.reshaped & division.bit() != 0 || state.agenda.phase() == Step::SetUp(Side::Confederate) {
            return Err(Illegal::new(
                "C74-V.D.3.a",
                "This division has changed its form in this Segment.",
                "Exchange it in the next Segment.",
            ));
        }
        let here = self.brigades_like(division) & self.formable(state, hex);
        if !self.adds_up(here, self.data.strength[division.index()]) {
            return Err(Illegal::new(
                "C74-V.D.3.a",
                "Brigades in one hex must add up to exactly the division's strength.",
                "Bring such brigades together in one hex first.",
            ));
        }
        Ok(())
    }

    /// The brigades from which the exchange at hand is made, and the strength still to be found.
    pub(crate) fn exchange(&self, state: &State) -> Option<(PieceId, u8, Set)> {
        match state.agenda.top() {
            Step::Breaking(division, left) => {
                Some((division, left, self.brigades_like(division) & state.with_fate(Fate::Box) & !state.picked))
            }
            Step::Forming(division, left, hex) => {
                Some((division, left, self.brigades_like(division) & self.formable(state, hex) & !state.picked))
            }
            _ => None,
        }
    }

    /// Whether a brigade may be taken: the rest must still add up.
    pub(crate) fn may_pick(&self, state: &State, by: Side, brigade: PieceId) -> Result<(), Illegal> {
        let Some((_, left, pool)) = self.exchange(state) else {
            return Err(Illegal::new("C74-V.D.2.a", "No division is being exchanged.", "Break down a division, or form one, first."));
        };
        let strength = self.data.strength[brigade.index()];
        let fits = by == Side::Confederate
            && pool & brigade.bit() != 0
            && strength <= left
            && self.adds_up(pool & !brigade.bit(), left - strength);
        if fits {
            Ok(())
        } else {
            Err(Illegal::new(
                "C74-V.D.2.a",
                "Brigades must add up to exactly the division's strength.",
                "Choose brigades that add up to it.",
            ))
        }
    }

    /// The division's own brigades, if they alone do.
    pub(crate) fn may_pick_own(&self, state: &State, by: Side) -> Result<Set, Illegal> {
        if let Some((division, left, pool)) = self.exchange(state) {
            let own = self.data.parts_of(division) & pool;
            if by == Side::Confederate && self.data.total(own) == u32::from(left) {
                return Ok(own);
            }
        }
        Err(Illegal::new("C74-V.D.2.a", "The division's own brigades do not add up to it.", "Choose other brigades."))
    }

    pub(crate) fn pick<K: Sink<Event>>(&self, state: &mut State, brigades: Set, sink: &mut K) {
        state.picked |= brigades;
        let taken = self.data.total(brigades) as u8;
        match state.agenda.top() {
            Step::Breaking(division, left) if left > taken => state.agenda.turn(Step::Breaking(division, left - taken)),
            Step::Forming(division, left, hex) if left > taken => state.agenda.turn(Step::Forming(division, left - taken, hex)),
            Step::Breaking(division, _) => {
                state.agenda.pop();
                self.break_down(state, division, sink);
            }
            Step::Forming(division, _, hex) => {
                state.agenda.pop();
                self.reform(state, division, hex, sink);
            }
            _ => unreachable!("nothing is exchanged"),
        }
    }

    /// C74-V.D.2.b, C74-V.D.2.c: the brigades take the division's place and carry its marks; its headquarters comes with them the first time.
    fn break_down<K: Sink<Event>>(&self, state: &mut State, division: PieceId, sink: &mut K) {
        let (hex, marks) = (state.hex[division.index()], state.disruption[division.index()]);
        let mut parts = std::mem::take(&mut state.picked);
        let staff = self.data.parts_of(division) & self.data.kind_set(Kind::Headquarters);
        parts |= staff & state.with_fate(Fate::Box);
        let down = state.face_down & division.bit() != 0;
        let marked = |set: Set| set & division.bit() != 0;
        let marked = [state.moved, state.attacked, state.retreated, state.barred, state.struck, state.spared].map(marked);
        state.remove(division, Fate::Box);
        state.reshaped |= division.bit();
        for piece in each(parts) {
            state.put(piece, hex);
            if self.data.kind[piece.index()] != Kind::Headquarters {
                state.disruption[piece.index()] = marks;
            }
        }
        self.inherit(state, parts, marked);
        if down {
            state.turn_counters(parts, true);
        }
        sink.tell(|| Event::BrokenDown(division, hex, parts, down));
    }

    fn inherit(&self, state: &mut State, pieces: Set, marks: [bool; 6]) {
        let sets = [&mut state.moved, &mut state.attacked, &mut state.retreated, &mut state.barred, &mut state.struck, &mut state.spared];
        for (set, marked) in sets.into_iter().zip(marks) {
            *set = if marked { *set | pieces } else { *set & !pieces };
        }
    }

    /// C74-V.D.3.a: the division takes the brigades' place with the worst of their marks; its headquarters goes if it is there.
    fn reform<K: Sink<Event>>(&self, state: &mut State, division: PieceId, hex: HexId, sink: &mut K) {
        let brigades = std::mem::take(&mut state.picked);
        let marks = each(brigades).map(|p| state.disruption[p.index()]).max().unwrap_or(0);
        let hidden = brigades & state.face_down;
        let any = |set: Set| set & brigades != 0;
        let inherited = [state.moved, state.attacked, state.retreated, state.barred, state.struck, state.spared].map(any);
        let staff = self.data.parts_of(division) & self.data.kind_set(Kind::Headquarters) & state.at(hex);
        for piece in each(brigades | staff) {
            state.remove(piece, Fate::Box);
        }
        state.put(division, hex);
        state.disruption[division.index()] = marks;
        state.reshaped |= division.bit();
        self.inherit(state, division.bit(), inherited);
        if hidden == brigades {
            state.turn_counters(division.bit(), true);
        }
        sink.tell(|| Event::Reformed(division, hex, brigades, hidden));
    }

    /// The divisions that could be broken down.
    pub(crate) fn breakable<'a>(&'a self, state: &'a State) -> impl Iterator<Item = PieceId> + 'a {
        let whole =
            if self.exchange_window(state).is_ok() { self.data.divisions & state.with_fate(Fate::Map) & !state.reshaped } else { 0 };
        let free = self.data.substitutes & state.with_fate(Fate::Box);
        let [foot, horse] = [Kind::Infantry, Kind::Cavalry].map(|kind| self.sums_of(free & self.data.kind_set(kind)));
        each(whole).filter(move |d| {
            let sums = if self.data.kind[d.index()] == Kind::Cavalry { horse } else { foot };
            sums >> self.data.strength[d.index()] & 1 == 1 && !self.ground.river(state.hex[d.index()])
        })
    }

    /// The divisions that could be re-formed in a hex.
    pub(crate) fn reformable<'a>(&'a self, state: &'a State, hex: HexId) -> impl Iterator<Item = PieceId> + 'a {
        let setting_up = matches!(state.agenda.phase(), Step::SetUp(_));
        let open = !setting_up && self.exchange_window(state).is_ok();
        let broken = if open { self.data.divisions & state.with_fate(Fate::Box) & !state.reshaped } else { 0 };
        let brigades = if broken == 0 { 0 } else { self.formable(state, hex) };
        let [foot, horse] = [Kind::Infantry, Kind::Cavalry].map(|kind| self.sums_of(brigades & self.data.kind_set(kind)));
        each(broken).filter(move |d| {
            let sums = if self.data.kind[d.index()] == Kind::Cavalry { horse } else { foot };
            sums >> self.data.strength[d.index()] & 1 == 1
        })
    }

    /// Hexes with brigades that are not alone, where a division could be re-formed: none is as strong as a division.
    pub(crate) fn brigade_hexes(&self, state: &State) -> Hexes {
        if self.data.divisions & state.with_fate(Fate::Box) == 0 || self.exchange_window(state).is_err() {
            return Hexes::default();
        }
        let brigades = each(self.data.substitutes & self.data.fights & state.with_fate(Fate::Map));
        brigades.filter(|p| !state.is_alone(*p)).map(|p| state.hex[p.index()]).collect()
    }
}
