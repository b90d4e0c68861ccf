//! Recovery from disruption (CRT-19) and command control (Optional I).

use board::HexId;
use engine::{Side, Sink};

use crate::Chancellorsville1974;
use crate::action::Event;
use crate::counters::{Counter, Kind, Level, PieceId, Set, each};
use crate::ground::{HEXES, RIVER, WATER};
use crate::state::State;
use engine::Few;

impl Chancellorsville1974 {
    /// C74-CRT-19: at the end of its owner's Movement Phase every marker drops by one; C74-OPT-I.A.1: under command control only within
    /// reach of the proper headquarters.
    pub(crate) fn recover<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let shaken = each(self.data.side(state.phasing)).filter(|p| state.on_map(*p) && state.disrupted(*p));
        let rallied = shaken.filter(|p| !self.options.command || self.in_command(state, *p)).fold(0, |set, p| set | p.bit());
        for piece in each(rallied) {
            state.disruption[piece.index()] -= 1;
            let left = state.disruption[piece.index()];
            sink.tell(|| Event::Recovered(piece, left));
        }
    }

    /// Whether a disrupted unit can rally (Optional I).
    pub(crate) fn in_command(&self, state: &State, piece: PieceId) -> bool {
        let counter = self.data.counter(piece);
        // C74-OPT-I.A.5.
        if matches!(counter.kind, Kind::Cavalry | Kind::HorseArtillery) {
            return true;
        }
        let steady = |hq: &PieceId| state.on_map(*hq) && !state.disrupted(*hq);
        if counter.level == Some(Level::Army) && counter.kind == Kind::Headquarters {
            // C74-OPT-I.C.3.a, C74-OPT-I.C.3.b.
            return piece.side() == Side::Confederate
                && each(state.at(state.hex[piece.index()]) & self.data.gray).filter(steady).any(|p| {
                    let other = self.data.counter(p);
                    other.kind == Kind::Headquarters && other.level == Some(Level::Corps)
                });
        }
        // C74-OPT-I.B.0.
        let serving = each(self.proper_headquarters(piece)).filter(steady).fold(0, |set, hq| set | hq.bit());
        serving != 0 && {
            let reach = self.paths_from(state, piece);
            each(serving).any(|hq| reach[state.hex[hq.index()].index()] <= self.radius(state, hq))
        }
    }

    /// C74-OPT-I.B.1.a, C74-OPT-I.B.1.b, C74-OPT-I.B.2.a, C74-OPT-I.B.2.b, C74-OPT-I.B.3, C74-OPT-I.C.1, C74-OPT-I.C.2: the headquarters to which a unit may look,
    /// by the subscript on its counter and up the chain of command.
    pub(crate) fn proper_headquarters(&self, piece: PieceId) -> Set {
        let counter = self.data.counter(piece);
        let staffs = |keep: &dyn Fn(&Counter) -> bool| {
            each(self.data.side(piece.side()) & self.data.kind_set(Kind::Headquarters) & !piece.bit())
                .filter(|hq| keep(self.data.counter(*hq)))
                .fold(0, |set: Set, hq| set | hq.bit())
        };
        if counter.code == "any" {
            return staffs(&|_| true);
        }
        let army = staffs(&|hq| hq.level == Some(Level::Army));
        let answers = |hq: &Counter, code: &str| !code.is_empty() && hq.heads == code;
        let own = staffs(&|hq| answers(hq, &counter.code) || answers(hq, &counter.also));
        // A brigade looks to its division, and past it to that division's corps.
        let above = each(own).fold(0, |set: Set, hq| {
            let code = &self.data.counter(hq).code;
            set | staffs(&|higher| answers(higher, code))
        });
        own | above | army
    }

    /// C74-OPT-I.A.3.a, C74-OPT-I.A.3.b, C74-OPT-I.A.3.c, C74-OPT-I.A.6.
    pub(crate) fn radius(&self, state: &State, hq: PieceId) -> u8 {
        let radii = &self.data.radii;
        let by_day = match (hq.side(), self.data.counter(hq).level) {
            (Side::Union, _) => radii.union,
            (Side::Confederate, Some(Level::Army)) => radii.confederate_army,
            (Side::Confederate, Some(Level::Corps)) => radii.confederate_corps,
            (Side::Confederate, _) => radii.confederate_division,
        };
        if self.night(state) { by_day / 2 } else { by_day }
    }

    /// C74-OPT-I.A.2, C74-OPT-I.A.4: how many hexes from a unit to every hex, not through hexes that the enemy holds or controls nor through the
    /// rivers; both ends are free.
    fn paths_from(&self, state: &State, piece: PieceId) -> [u8; HEXES] {
        /// No headquarters reaches farther.
        const FAR: u8 = 8;
        let enemy = piece.side().enemy();
        let mut steps = [u8::MAX; HEXES];
        let start = state.hex[piece.index()];
        steps[start.index()] = 0;
        let mut line: Few<HexId, HEXES> = Few::new(start);
        line.push(start);
        let mut i = 0;
        while i < line.len() {
            let at = line[i];
            i += 1;
            let so_far = steps[at.index()];
            let passes = at == start
                || !self.ground.is(at, RIVER | WATER) && !self.controls(state, enemy, at) && state.at(at) & self.data.side(enemy) == 0;
            if so_far >= FAR || !passes {
                continue;
            }
            for next in self.ground.neighbours(at) {
                if steps[next.index()] == u8::MAX {
                    steps[next.index()] = so_far + 1;
                    line.push(next);
                }
            }
        }
        steps
    }
}
