//! The rules as the engine asks for them: what can be done, whether it may be, and doing it. Each arm is one call into a chapter.

use board::HexId;
use engine::{Actor, Chance, Class, Illegal, Roll, Rules, Side, Sink};

use crate::action::{Action, Event, Path, Subject, Targets};
use crate::counters::{Kind, Outcome, PIECES, PieceId, Set, each, many};
use crate::retreat::WAYS;
use crate::state::{FORTS, Fate, State, Step};
use crate::{Chancellorsville1974, audit, setup};
use engine::Few;

impl Rules for Chancellorsville1974 {
    type State = State;
    type Action = Action;
    type Subject = Subject;
    type Event = Event;

    fn start(&self) -> State {
        setup::start(self)
    }

    fn actor(&self, state: &State) -> Actor {
        match state.agenda.top() {
            Step::SetUp(side) => Actor::Side(side),
            Step::Movement | Step::Marching | Step::Combat | Step::Advance | Step::Occupy | Step::Destroy => Actor::Side(state.phasing),
            Step::Breaking(..) | Step::Forming(..) | Step::Inverting => Actor::Side(Side::Confederate),
            Step::DefensiveFire => Actor::Side(state.phasing.enemy()),
            Step::OffensiveFire => Actor::Side(state.phasing),
            Step::Resolving => Actor::Side(Side::Union),
            Step::FallBack(_) => Actor::Side(state.phasing.enemy()),
            Step::Die => {
                let rule = if self.firing_side(state).is_some() { "C74-VII.B.6.d" } else { "C74-VII.A.7.c" };
                Actor::Chance(Chance::dice(1, rule))
            }
            Step::Retreat => Actor::Side(if state.retreating & self.data.union != 0 { Side::Union } else { Side::Confederate }),
            Step::Aftermath => unreachable!("passes by itself"),
            Step::RaidDie => Actor::Chance(Chance::dice(1, "C74-OPT-V.C")),
            Step::Over(verdict) => Actor::Over(verdict),
        }
    }

    fn subjects(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        if !self.actor(state).asks(by) {
            return;
        }
        match state.agenda.top() {
            Step::SetUp(side) => {
                let left = state.with_fate(Fate::Unplaced) & self.data.side(side);
                out.extend(each(left).map(Subject::Piece));
                if state.fort_supply[side.index()] > 0 {
                    out.push(Subject::Forts);
                }
                out.push(Subject::Presets);
                if left == 0 {
                    out.push(Subject::Step);
                }
            }
            Step::Movement => self.list_movers(state, by, out),
            Step::Marching => out.push(Subject::March),
            Step::Breaking(..) | Step::Forming(..) => {
                let (_, _, pool) = self.exchange(state).expect("an exchange is at hand");
                out.extend(each(pool).filter(|p| self.may_pick(state, by, *p).is_ok()).map(Subject::Piece));
                if self.may_pick_own(state, by).is_ok() {
                    out.push(Subject::Step);
                }
            }
            Step::DefensiveFire | Step::OffensiveFire => {
                let mut targets: Few<HexId, PIECES> = Few::new(HexId::NONE);
                self.fire_targets(state, by, &mut targets);
                out.extend(targets.iter().copied().map(Subject::Hex));
                self.list_exchangers(state, by, out);
                out.push(Subject::Step);
            }
            Step::Combat => {
                let mut targets: Few<HexId, PIECES> = Few::new(HexId::NONE);
                self.attackable(state, &mut targets);
                targets.sort_unstable();
                for hex in targets.iter().copied() {
                    let mut first: Few<Action, 1> = Few::new(Action::Done);
                    self.list_attacks(state, hex, true, &mut first);
                    if !first.is_empty() {
                        out.push(Subject::Hex(hex));
                    }
                }
                self.list_exchangers(state, by, out);
                if self.may_end_combat(state).is_ok() || out.is_empty() {
                    out.push(Subject::Step);
                }
            }
            Step::Resolving => {
                let open = (0..state.battle_count).filter(|b| !state.battles[usize::from(*b)].done);
                out.extend(open.map(Subject::Battle));
            }
            Step::FallBack(_) => out.push(Subject::Step),
            Step::Retreat => {
                let hexes = state.retreat.0;
                out.extend(each(self.retreating_now(state)).filter(|p| self.can_retreat(state, *p, hexes)).map(Subject::Piece));
            }
            Step::Advance | Step::Occupy => {
                out.extend(each(self.advancers(state)).map(Subject::Piece));
                out.push(Subject::Step);
            }
            Step::Destroy => {
                out.extend(each(self.data.equipment()).filter(|p| self.may_destroy(state, by, *p).is_ok()).map(Subject::Piece));
                out.push(Subject::Step);
            }
            Step::Inverting => {
                out.extend(each(self.invertible(state)).map(Subject::Piece));
                out.push(Subject::Step);
            }
            Step::Die | Step::Aftermath | Step::RaidDie | Step::Over(_) => {}
        }
    }

    fn options(&self, state: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        if !self.actor(state).asks(by) {
            return;
        }
        match (state.agenda.top(), subject) {
            (Step::SetUp(_), Subject::Piece(piece)) => {
                self.list_places(state, by, piece, out);
                if self.may_split(state, by, piece).is_ok() {
                    out.push(Action::Split(piece));
                }
            }
            (Step::SetUp(_), Subject::Forts) => {
                self.list_fort_places(state, by, out);
            }
            (Step::SetUp(_), Subject::Presets) => {
                out.extend(self.presets_of(by).map(|i| Action::Preset(i as u8)));
                if state.with_fate(Fate::Unplaced) & self.data.side(by) != 0 {
                    out.push(Action::PlaceRest);
                }
            }
            (Step::Movement, Subject::Piece(piece)) => self.list_moves(state, by, piece, out),
            (Step::Movement, Subject::Stack(hex)) => {
                let own = state.at(hex) & self.data.side(by) & !state.moved;
                if many(own) && self.may_move_at_all(state, by).is_ok() {
                    self.list_marches(state, own, hex, 0, out);
                }
                if by == Side::Confederate {
                    out.extend(self.reformable(state, hex).map(|d| Action::Reform(d, hex)));
                }
            }
            (Step::Movement, Subject::Hex(hex)) => self.offer(state, by, Action::Demolish(hex), out),
            (Step::Marching, Subject::March) => {
                let from = state.hex[state.march.pieces.trailing_zeros() as usize];
                self.list_marches(state, state.march.pieces, from, state.march.spent, out);
                out.push(Action::Done);
            }
            (Step::Breaking(..) | Step::Forming(..), Subject::Piece(piece)) => self.offer(state, by, Action::Pick(piece), out),
            (Step::Breaking(..) | Step::Forming(..), Subject::Step) => self.offer(state, by, Action::PickOwn, out),
            (Step::DefensiveFire | Step::OffensiveFire, Subject::Hex(hex)) => self.list_fires(state, by, hex, out),
            (Step::Combat, Subject::Hex(hex)) => self.list_attacks(state, hex, false, out),
            (Step::DefensiveFire | Step::OffensiveFire | Step::Combat, Subject::Piece(piece)) => {
                self.offer(state, by, Action::BreakDown(piece), out);
            }
            (Step::DefensiveFire | Step::OffensiveFire | Step::Combat, Subject::Stack(hex)) if by == Side::Confederate => {
                out.extend(self.reformable(state, hex).map(|d| Action::Reform(d, hex)));
            }
            (Step::Resolving, Subject::Battle(battle)) => self.offer(state, by, Action::Resolve(battle), out),
            (Step::FallBack(_), Subject::Step) => out.extend([Action::Stand, Action::GiveWay]),
            (Step::Retreat, Subject::Piece(piece)) if self.retreating_now(state) & piece.bit() != 0 => {
                let mut paths: Few<Path, WAYS> = Few::new(Path::at(HexId::NONE));
                self.list_retreats(state, piece, &mut paths);
                out.extend(paths.iter().map(|p| Action::Retreat(piece, *p)));
            }
            (Step::Advance | Step::Occupy, Subject::Piece(piece)) => {
                let mut hexes: Few<HexId, FORTS> = Few::new(HexId::NONE);
                self.advances(state, piece, &mut hexes);
                out.extend(hexes.iter().map(|h| Action::Advance(piece, *h)));
            }
            (Step::Destroy, Subject::Piece(piece)) => self.offer(state, by, Action::Destroy(piece), out),
            (Step::Inverting, Subject::Piece(piece)) => self.offer(state, by, Action::Invert(piece), out),
            (step, Subject::Step) => {
                if step == Step::Inverting {
                    out.push(Action::InvertAll);
                }
                if self.check(state, by, Action::Done).is_ok() {
                    out.push(Action::Done);
                }
            }
            _ => {}
        }
    }

    fn asides(&self, state: &State, by: Side, out: &mut Vec<Action>) {
        if self.is_aside(state, by, Action::BreakDown(PieceId(0))) && self.exchange_window(state).is_ok() {
            self.list_exchanges(state, out);
        }
    }

    fn check(&self, state: &State, by: Side, action: Action) -> Result<(), Illegal> {
        if self.is_aside(state, by, action) {
            return match action {
                Action::BreakDown(division) => self.may_break_down(state, by, division),
                Action::Reform(division, hex) => self.may_reform(state, by, division, hex),
                _ => unreachable!("only exchanges are done out of turn"),
            };
        }
        if !self.actor(state).asks(by) {
            return Err(match action {
                Action::March(..) | Action::Emplace(..) | Action::Drift(_) | Action::Enter(..) => match state.agenda.top() {
                    Step::Movement | Step::Marching => Illegal::new(
                        "C74-IV.D",
                        "No enemy unit moves in this Movement Phase.",
                        "Move your own units when their phase comes.",
                    ),
                    _ => Illegal::new("C74-III.A.2", "Nobody moves outside the Movement Phase.", "Move it in your next Movement Phase."),
                },
                Action::Place(..) | Action::PlaceFort(_) | Action::Split(_) | Action::Preset(_) | Action::PlaceRest => Illegal::new(
                    "C74-XI.A.0",
                    "The Confederate sets up first, then the Union.",
                    "Place your pieces when the prompt names your side.",
                ),
                Action::Attack(..) => Illegal::new(
                    "C74-VII.A.0",
                    "Only the side whose Regular Combat Phase it is attacks.",
                    "Attack in your own Regular Combat Phase.",
                ),
                Action::Fire(..) => {
                    Illegal::new("C74-III.A.3", "Only the side whose fire phase it is fires.", "Fire in your own fire phase.")
                }
                Action::Retreat(..) => {
                    Illegal::new("C74-CRT-6", "The loser moves his own retreating units.", "Wait until he has led them back.")
                }
                _ => Illegal::new("C74-III.1", "The other side is asked now.", "Wait until the prompt names your side."),
            });
        }
        match action {
            Action::Place(piece, hex) => self.may_place(state, by, piece, hex),
            Action::PlaceFort(hex) => self.may_place_fort(state, by, hex),
            Action::Split(division) => self.may_split(state, by, division),
            Action::Preset(number) => match state.agenda.top() {
                Step::SetUp(side) if side == by && self.presets_of(by).any(|i| i == usize::from(number)) => Ok(()),
                _ => Err(Illegal::new("C74-XI.A.0", "A ready set-up is for the side that sets up.", "Place units while you set up.")),
            },
            Action::PlaceRest => match state.agenda.top() {
                Step::SetUp(side) if side == by && state.with_fate(Fate::Unplaced) & self.data.side(by) != 0 => Ok(()),
                _ => Err(Illegal::new("C74-XI.A.0", "There is nothing left to place.", "Look at your army, then end the set-up.")),
            },
            Action::Done => match state.agenda.top() {
                Step::SetUp(side) => self.may_end_setup(state, side),
                Step::Movement => self.may_end_movement(state),
                Step::Combat => self.may_end_combat(state),
                Step::Marching
                | Step::DefensiveFire
                | Step::OffensiveFire
                | Step::Advance
                | Step::Occupy
                | Step::Destroy
                | Step::Inverting => Ok(()),
                _ => {
                    Err(Illegal::new("C74-III.1", "This must be answered first.", "Do what the prompt asks; after that the turn goes on."))
                }
            },
            Action::Demolish(hex) => self.may_demolish(state, by, hex),
            Action::March(pieces, path) => self.may_march(state, by, pieces, path).map(drop),
            Action::Emplace(bridge, path, near, far) => self.may_emplace(state, by, bridge, path, near, far),
            Action::Drift(boats) => self.may_drift(state, by, boats).map(drop),
            Action::Enter(piece, hex) => self.may_come_on(state, by, piece, hex),
            Action::BreakDown(division) => self.may_break_down(state, by, division),
            Action::Reform(division, hex) => self.may_reform(state, by, division, hex),
            Action::Pick(brigade) => self.may_pick(state, by, brigade),
            Action::PickOwn => self.may_pick_own(state, by).map(drop),
            Action::Reveal(piece) => self.may_reveal(state, by, piece),
            Action::Invert(piece) => self.may_invert(state, by, piece),
            Action::InvertAll => match state.agenda.top() {
                Step::Inverting => Ok(()),
                _ => Err(Illegal::new(
                    "C74-OPT-III.E",
                    "Counters are turned down at the end of the Confederate Segment.",
                    "Wait for the end of the Confederate Segment.",
                )),
            },
            Action::Fire(target, guns) => self.may_fire(state, by, target, guns),
            Action::Attack(targets, attackers) => self.may_attack(state, by, &targets, attackers),
            Action::Resolve(battle) => self.may_resolve(state, battle),
            Action::Stand | Action::GiveWay => match state.agenda.top() {
                Step::FallBack(_) => Ok(()),
                _ => Err(Illegal::new("C74-OPT-II.A.1", "No cavalry is asked whether it falls back.", "Do what the prompt asks.")),
            },
            Action::Retreat(piece, path) => self.may_retreat(state, by, piece, path),
            Action::Advance(piece, hex) => self.may_advance(state, by, piece, hex),
            Action::Destroy(piece) => self.may_destroy(state, by, piece),
        }
    }

    fn apply_unchecked<K: Sink<Event>>(&self, state: &mut State, by: Side, action: Action, sink: &mut K) {
        match action {
            Action::Place(piece, hex) => self.place(state, piece, hex, sink),
            Action::PlaceFort(hex) => self.place_fort(state, by, hex, sink),
            Action::Split(division) => self.split(state, division),
            Action::Preset(number) => {
                self.place_as(state, by, usize::from(number), true, sink);
                self.done(state, sink);
            }
            Action::PlaceRest => {
                let first = self.presets_of(by).next().expect("each side has a ready set-up");
                self.place_as(state, by, first, false, sink);
            }
            Action::Done => self.done(state, sink),
            Action::Demolish(hex) => {
                state.raze_fort(hex);
                sink.tell(|| Event::Demolished(hex));
            }
            Action::March(pieces, path) => self.march(state, by, pieces, path, sink),
            Action::Emplace(bridge, path, near, far) => self.emplace(state, by, bridge, path, [near, far], sink),
            Action::Drift(boats) => {
                let passenger = self.may_drift(state, by, boats).expect("checked or listed");
                self.drift(state, boats, passenger, sink);
            }
            Action::Enter(piece, hex) => self.come_on(state, piece, hex, sink),
            Action::BreakDown(division) => {
                state.picked = 0;
                state.agenda.push(Step::Breaking(division, self.data.strength[division.index()]));
            }
            Action::Reform(division, hex) => {
                state.picked = 0;
                state.agenda.push(Step::Forming(division, self.data.strength[division.index()], hex));
            }
            Action::Pick(brigade) => self.pick(state, brigade.bit(), sink),
            Action::PickOwn => {
                let own = self.may_pick_own(state, by).expect("checked or listed");
                self.pick(state, own, sink);
            }
            Action::Reveal(piece) => {
                let hex = state.hex[piece.index()];
                self.reveal(state, piece.bit(), hex, sink);
            }
            Action::Invert(piece) => {
                state.turn_counters(piece.bit(), true);
                sink.tell(|| Event::Inverted(piece.bit()));
            }
            Action::InvertAll => {
                let all = self.invertible(state);
                state.turn_counters(all, true);
                sink.tell(|| Event::Inverted(all));
            }
            Action::Fire(target, guns) => self.declare(state, by, Targets::one(target), guns, true, sink),
            Action::Attack(targets, attackers) => self.declare(state, by, targets, attackers, false, sink),
            Action::Resolve(battle) => {
                state.current = battle;
                self.join_battle(state, self.firing_side(state).is_some(), sink);
            }
            Action::Stand => state.agenda.pop(),
            Action::GiveWay => {
                let Step::FallBack(hex) = state.agenda.top() else { unreachable!("checked or listed") };
                self.give_way(state, hex, sink);
            }
            Action::Retreat(piece, path) => self.fall_back(state, piece, path, sink),
            Action::Advance(piece, hex) => self.advance(state, piece, hex, sink),
            Action::Destroy(piece) => self.destroy(state, piece, sink),
        }
        self.proceed(state, sink);
    }

    fn settle<K: Sink<Event>>(&self, state: &mut State, roll: &Roll, sink: &mut K) {
        match state.agenda.top() {
            Step::Die => self.resolve(state, self.firing_side(state).is_some(), roll.first(), sink),
            Step::RaidDie => self.roll_for_raiders(state, roll.first(), sink),
            _ => unreachable!("no dice are asked for"),
        }
        self.proceed(state, sink);
    }

    fn classes(&self, state: &State, out: &mut Vec<Class>) {
        match state.agenda.top() {
            Step::Die => {
                let fire = self.firing_side(state).is_some();
                let column = self.current_column(state, fire);
                Class::of_die(
                    |die| match self.outcome(column, die) {
                        Outcome::AttackersOut | Outcome::AttackersBack(..) if fire => None,
                        other => Some(other),
                    },
                    out,
                );
            }
            Step::RaidDie => Class::of_die(|die| self.data.returns[usize::from(die) - 1] & state.with_fate(Fate::Raid), out),
            _ => {}
        }
    }

    fn phase(&self, state: &State) -> u32 {
        let step = match state.agenda.phase() {
            Step::SetUp(Side::Confederate) => 0,
            Step::SetUp(Side::Union) => 1,
            Step::Movement => 2,
            Step::DefensiveFire => 3,
            Step::OffensiveFire => 4,
            Step::Combat => 5,
            Step::Occupy => 6,
            Step::Destroy => 7,
            Step::Inverting => 8,
            Step::RaidDie => 9,
            _ => 10,
        };
        u32::from(state.turn) * 32 + state.phasing.index() as u32 * 16 + step
    }

    fn hash(&self, state: &State) -> u64 {
        audit::hash(state)
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        audit::audit(self, state)
    }
}

impl Chancellorsville1974 {
    /// Whether this is something the Confederate does while the Union is asked.
    fn is_aside(&self, state: &State, by: Side, action: Action) -> bool {
        by == Side::Confederate
            && matches!(action, Action::BreakDown(_) | Action::Reform(..))
            && self.actor(state) == Actor::Side(Side::Union)
            && !matches!(state.agenda.top(), Step::SetUp(_))
    }

    /// Everything that the Confederates could exchange.
    fn list_exchanges(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.breakable(state).map(Action::BreakDown));
        for hex in self.brigade_hexes(state).iter() {
            out.extend(self.reformable(state, hex).map(|d| Action::Reform(d, hex)));
        }
    }

    /// Divisions and brigades that can be exchanged, in phases where nothing else is done with them.
    fn list_exchangers(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        if by == Side::Confederate {
            out.extend(self.breakable(state).map(Subject::Piece));
            let hexes = self.brigade_hexes(state);
            out.extend(hexes.iter().filter(|hex| self.reformable(state, *hex).next().is_some()).map(Subject::Stack));
        }
    }

    /// What can be moved, or done in the Movement Phase otherwise.
    fn list_movers(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        let own = self.data.side(by) & !state.moved;
        let may_move = self.may_move_at_all(state, by).is_ok();
        let divisible = if by == Side::Confederate { self.breakable(state).fold(0, |set: Set, d| set | d.bit()) } else { 0 };
        let mut stacks: Few<HexId, PIECES> = Few::new(HexId::NONE);
        for piece in each(own & (state.with_fate(Fate::Map) | state.returning)) {
            let hex = state.hex[piece.index()];
            if !hex.is_some() {
                if self.can_come_on(state, piece) {
                    out.push(Subject::Piece(piece));
                }
                continue;
            }
            if may_move && !state.is_alone(piece) {
                // A stack is met at its first piece.
                let here = state.at(hex) & own;
                if many(here) && here.trailing_zeros() == u32::from(piece.0) {
                    stacks.push(hex);
                }
            }
            let acts = may_move && self.can_move(state, by, piece.bit(), hex)
                || may_move && self.data.kind[piece.index()] == Kind::Boat && self.may_drift(state, by, piece).is_ok()
                || divisible & piece.bit() != 0
                || self.may_reveal(state, by, piece).is_ok();
            if acts {
                out.push(Subject::Piece(piece));
            }
        }
        for hex in stacks.iter().copied() {
            if self.can_move(state, by, state.at(hex) & own, hex) {
                out.push(Subject::Stack(hex));
            }
        }
        if by == Side::Confederate {
            for hex in self.brigade_hexes(state).iter() {
                if self.reformable(state, hex).next().is_some() && !out.contains(&Subject::Stack(hex)) {
                    out.push(Subject::Stack(hex));
                }
            }
        }
        if !state.began {
            out.extend(state.forts.iter().filter(|h| self.may_demolish(state, by, *h).is_ok()).map(Subject::Hex));
        }
        if self.may_end_movement(state).is_ok() {
            out.push(Subject::Step);
        }
    }

    /// What a piece can do in its Movement Phase.
    fn list_moves(&self, state: &State, by: Side, piece: PieceId, out: &mut Vec<Action>) {
        if piece.side() != by || state.moved & piece.bit() != 0 {
            return;
        }
        if self.may_move_at_all(state, by).is_ok() {
            if state.on_map(piece) {
                let start = out.len();
                self.list_marches(state, piece.bit(), state.hex[piece.index()], 0, out);
                if self.data.bridge_number(piece).is_some() {
                    self.list_emplacements_of(state, piece, start..out.len(), out);
                }
                if self.may_drift(state, by, piece).is_ok() {
                    out.push(Action::Drift(piece));
                }
            } else {
                let open = self.ground.west_edge.iter().filter(|h| self.may_come_on(state, by, piece, *h).is_ok());
                out.extend(open.map(|h| Action::Enter(piece, h)));
            }
        }
        if self.may_reveal(state, by, piece).is_ok() {
            out.push(Action::Reveal(piece));
        }
        if self.may_break_down(state, by, piece).is_ok() {
            out.push(Action::BreakDown(piece));
        }
    }

    /// Lists an action if it is legal.
    fn offer(&self, state: &State, by: Side, action: Action, out: &mut Vec<Action>) {
        if self.check(state, by, action).is_ok() {
            out.push(action);
        }
    }
}
