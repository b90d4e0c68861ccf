//! Bull Run (Avalon Hill, 1983): the first great battle of the Civil War, 21 July 1861, regiments and batteries.
//!
//! | module | chapter |
//! | --- | --- |
//! | [`counters`], `tables`, `ground`, `scenario` | the pieces, the charts, the map, turns and reinforcements, from `data/` |
//! | `setup` | 1, setting up; presets |
//! | `sequence` | 2 and 3, the sequence of play and victory; optional rule 1 |
//! | `command` | 4, who is active, who is frozen; optional rule 2 |
//! | `movement`, `reach`, `zones` | 5, movement and zones of control |
//! | `reinforcements` | 13, reinforcements |
//! | `combat` | 6, who fights whom: stating the attacks |
//! | `battle`, `retreat` | 7, resolving them: strengths, losses, retreats, advances; 10, automatic victory |
//! | `brigades` | 8, brigades; 9.1, the two pieces of a battery |
//! | `artillery` | 9, long range fire and line of sight |
//! | `leaders` | 12, leaders in danger |
//! | `rally` | 11.6 and 14, the Rally phase |
//! | `sight` | what a seat may know |
//! | `notation`, `position`, `words`, `handbook` | files and people |

pub mod action;
mod artillery;
mod audit;
mod battle;
mod brigades;
mod combat;
mod command;
pub mod counters;
pub mod few;
pub mod ground;
mod handbook;
mod leaders;
pub mod movement;
mod notation;
mod position;
mod rally;
pub mod reach;
mod reinforcements;
pub mod retreat;
mod scenario;
mod sequence;
mod setup;
pub mod sight;
pub mod state;
mod tables;
mod words;
mod zones;

pub use action::{Action, Event, Loss, Path, Subject};
pub use counters::PieceId;
pub use scenario::Options;
pub use sight::Sight;
pub use state::{Phase, State};
pub use tables::{BombardmentResult, CombatResult};

use counters::{Kind, Roster, pieces};
use engine::{
    Actor, BadField, Class, Described, Dice, Fog, Illegal, Notation, Roll, Rules, Seat, SetUp, Side, Sink, Told, Verdict, View, Words,
};
use ground::Ground;
use scenario::Scenario;
use serde_json::Value;
use state::{Fight, Step};
use tables::Tables;

/// The game with its options chosen.
pub struct BullRun {
    setup: SetUp,
    options: Options,
    /// Every counter.
    pub roster: &'static Roster,
    /// The board.
    pub ground: &'static Ground,
    /// The charts.
    pub tables: &'static Tables,
    /// The scenario played.
    pub scenario: Scenario,
}

impl BullRun {
    /// The game with these choices.
    fn with(setup: SetUp) -> BullRun {
        let options = Options {
            uncertain_times: setup.is_on("uncertain-times"),
            fog_of_war: setup.is_on("fog-of-war"),
            exhaustion: setup.is_on("exhaustion"),
            july_20th: setup.is_on("july-20th"),
            away_from_guns: setup.options.get("retreat-from-guns").is_none_or(|v| v == "on"),
        };
        let scenario = Scenario::open(&options);
        BullRun { setup, options, roster: Roster::get(), ground: Ground::get(), tables: Tables::get(), scenario }
    }

    /// The optional rules in force.
    pub fn options_in_force(&self) -> Options {
        self.options
    }

    /// What can act in the Movement phase.
    fn movement_subjects(&self, s: &State, out: &mut Vec<Subject>) {
        let side = s.side;
        let i = side.index();
        if self.nobody_overstacked(s).is_err() {
            out.push(Subject::Piece(s.mover));
            return;
        }
        let hazards = self.hazards(s, side);
        let pool = s.placed(side) & (self.roster.leaders[i] | self.roster.units[i]) & !s.fought;
        let mover = if s.mover == PieceId::NONE { 0 } else { s.mover.bit() };
        // BR-8.4, BR-9.12: these change their form whatever is around them.
        let mut able = pool & (self.roster.formed[i] | self.roster.batteries[i] & !(s.moved | s.advanced | s.faced));
        for leader in pieces(side, pool & self.roster.leaders[i] & !(s.moved | s.touched)) {
            if self.can_form(s, leader) {
                able |= leader.bit();
            }
        }
        let ready = s.active & !s.frozen[i];
        for (piece, hex) in s.on_map(side, pool & !able & ready & !s.moved) {
            if self.can_march(s, piece, hex, 0, &hazards) {
                able |= piece.bit();
            }
        }
        // The one that is on its way.
        if mover & pool & !able & s.active != 0 && self.has_march(s, s.mover, &hazards) {
            able |= mover;
        }
        out.extend(pieces(side, able).map(Subject::Piece));
        self.stacks_to_move(s, &hazards, |hex| out.push(Subject::Stack(hex)));
        let mut waiting = false;
        for piece in pieces(side, self.entrants(s)) {
            if self.has_march(s, piece, &hazards) {
                waiting = true;
                out.push(Subject::Piece(piece));
            }
        }
        for (defenders, _) in self.automatic_groups(s, &hazards.zones).iter().copied() {
            let first = pieces(side.enemy(), defenders).next().expect("a group has defenders");
            if !out.contains(&Subject::Piece(first)) {
                out.push(Subject::Piece(first));
            }
        }
        // BR-13.12: nobody forgets his reinforcements by a slip; whoever wants to lose them may still end the phase.
        if !waiting {
            out.push(Subject::Done);
        }
    }

    /// Whether a piece can form, break up or change faces now.
    fn changes_form(&self, s: &State, piece: PieceId) -> bool {
        match self.roster.kind(piece) {
            Kind::Leader => self.can_form(s, piece),
            Kind::Formed => self.may_break(s, piece.side(), piece).is_ok(),
            Kind::Battery => self.may_face(s, piece.side(), piece).is_ok(),
            _ => false,
        }
    }

    fn form_options(&self, s: &State, piece: PieceId, out: &mut Vec<Action>) {
        match self.roster.kind(piece) {
            Kind::Leader => self.formings(s, piece, out),
            Kind::Formed if self.may_break(s, piece.side(), piece).is_ok() => out.push(Action::Break { brigade: piece }),
            Kind::Battery if self.may_face(s, piece.side(), piece).is_ok() => out.push(Action::Face { battery: piece }),
            _ => {}
        }
    }

    fn step_subjects(&self, s: &State, step: Step, out: &mut Vec<Subject>) {
        let mut push = |side: Side, set| out.extend(pieces(side, set).map(Subject::Piece));
        match step {
            Step::Lose { side, .. } => push(side, self.involved(s, side)),
            Step::LoseOne => push(s.side.enemy(), self.involved(s, s.side.enemy())),
            Step::Retreat { side } => push(side, s.battle.retreating),
            Step::LeaderRetreat { leader } => out.push(Subject::Piece(leader)),
            Step::Follow { side, from, .. } => {
                push(side, s.here(side, from) & self.roster.leaders[side.index()] & !s.rolling[side.index()]);
                out.push(Subject::Done);
            }
            Step::Advance => {
                for piece in pieces(s.side, self.involved(s, s.side)) {
                    if self.vacated(s).any(|h| self.may_advance(s, s.side, piece, h).is_ok()) || self.could_break_to_advance(s, piece) {
                        out.push(Subject::Piece(piece));
                    }
                }
                out.push(Subject::Done);
            }
            _ => {}
        }
    }

    fn step_options(&self, s: &State, step: Step, piece: PieceId, out: &mut Vec<Action>) {
        let formed = self.roster.kind(piece) == Kind::Formed;
        match step {
            Step::Lose { .. } | Step::LoseOne => {
                out.push(Action::Lose { unit: piece, extra: false });
                if formed {
                    out.push(Action::Break { brigade: piece });
                }
            }
            Step::Retreat { .. } | Step::LeaderRetreat { .. } => {
                out.extend(self.retreats(s, piece).iter().map(|(path, _)| Action::Retreat { piece, path: *path }));
                if formed {
                    out.push(Action::Break { brigade: piece });
                }
            }
            Step::Follow { .. } => out.push(Action::Follow { leader: piece }),
            Step::Advance => {
                self.advances(s, piece, out);
                if formed {
                    out.push(Action::Break { brigade: piece });
                }
            }
            _ => {}
        }
    }

    /// Whether the phase, the advance or the accompanying may end.
    fn may_be_done(&self, s: &State, by: Side) -> Result<(), Illegal> {
        match s.step() {
            Some(Step::Follow { side, .. }) if side == by => return Ok(()),
            Some(Step::Advance) if by == s.side => return Ok(()),
            Some(_) => return Err(Illegal::new("BR-2.3", "The battle at hand must be settled first.")),
            None => {}
        }
        if by != s.side {
            return Err(Illegal::new("BR-2.2", "It is the other side's turn."));
        }
        match s.phase {
            Phase::SetUp => self.may_end_setup(s, by),
            Phase::Command | Phase::Rally => Ok(()),
            Phase::Movement => self.nobody_overstacked(s),
            Phase::Declaration => self.may_end_declaration(s),
            Phase::Battles => Err(Illegal::new("BR-6.1", "Every attack that was stated must be resolved.")),
            Phase::Over => Err(Illegal::new("BR-3.3", "The game is over.")),
        }
    }

    fn done(&self, s: &mut State, sink: &mut impl Sink<Event>) {
        match s.step() {
            Some(Step::Follow { .. }) => {
                s.pop();
                self.expose(s, sink);
            }
            Some(_) => s.pop(),
            None => match s.phase {
                Phase::SetUp => self.end_setup(s, sink),
                Phase::Command => self.begin_movement(s, sink),
                Phase::Movement => self.finish_moves(s, sink),
                Phase::Declaration => self.end_declaration(s, sink),
                Phase::Rally => self.end_turn(s, sink),
                Phase::Battles | Phase::Over => {}
            },
        }
    }
}

impl Rules for BullRun {
    type State = State;
    type Action = Action;
    type Subject = Subject;
    type Event = Event;

    fn start(&self) -> State {
        self.opening()
    }

    fn actor(&self, state: &State) -> Actor {
        self.asked(state)
    }

    fn subjects(&self, s: &State, by: Side, out: &mut Vec<Subject>) {
        if !self.asked(s).asks(by) {
            return;
        }
        if let Some(step) = s.step() {
            self.step_subjects(s, step, out);
            return;
        }
        match s.phase {
            Phase::SetUp => {
                let unplaced = self.unplaced(s);
                out.extend(pieces(by, unplaced).map(Subject::Piece));
                if self.may_set_trestle(s, by).is_ok() {
                    out.push(Subject::Trestle);
                }
                if by == Side::Confederate && self.abatis_left(s) > 0 {
                    out.push(Subject::Abatis);
                }
                if unplaced != 0 || self.may_end_setup(s, by).is_err() {
                    out.push(Subject::Presets);
                }
                let i = by.index();
                for (piece, _) in s.on_map(by, self.roster.leaders[i] | self.roster.formed[i] | self.roster.batteries[i]) {
                    if self.may_hide(s, by, piece, 0).is_ok() || self.changes_form(s, piece) {
                        out.push(Subject::Piece(piece));
                    }
                }
                if self.may_end_setup(s, by).is_ok() {
                    out.push(Subject::Done);
                }
            }
            Phase::Command => {
                out.extend(s.on_map(by, s.frozen[by.index()]).map(|(p, _)| Subject::Piece(p)));
                out.push(Subject::Done);
            }
            Phase::Movement => self.movement_subjects(s, out),
            Phase::Declaration => {
                if s.open != 0 {
                    out.push(Subject::Battle(s.open));
                    return;
                }
                out.extend(pieces(by.enemy(), self.declaration_targets(s)).map(Subject::Piece));
                out.push(if self.may_end_declaration(s).is_ok() { Subject::Done } else { Subject::Rest });
            }
            Phase::Battles => out.extend(self.waiting_battles(s).map(Subject::Battle)),
            Phase::Rally => {
                out.extend(pieces(by, self.rally_subjects(s)).map(Subject::Piece));
                out.push(Subject::Done);
            }
            Phase::Over => {}
        }
    }

    fn options(&self, s: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        if !self.asked(s).asks(by) {
            return;
        }
        match subject {
            Subject::Done => {
                if self.may_be_done(s, by).is_ok() {
                    out.push(Action::Done);
                }
            }
            Subject::Piece(piece) => {
                if let Some(step) = s.step() {
                    self.step_options(s, step, piece, out);
                    return;
                }
                match s.phase {
                    Phase::SetUp if s.hex(piece).is_none() => self.placements(s, piece, out),
                    Phase::SetUp => {
                        self.form_options(s, piece, out);
                        self.hidings(s, piece, out);
                    }
                    Phase::Command => out.push(Action::Unfreeze { piece }),
                    Phase::Movement if piece.side() != by => {
                        for (defenders, candidates) in self.automatic_groups(s, s.zones(by.enemy())).iter().copied() {
                            if pieces(by.enemy(), defenders).next() == Some(piece) {
                                self.automatic_attacks(s, defenders, candidates, out);
                            }
                        }
                    }
                    Phase::Movement => {
                        self.marches(s, piece, &self.hazards(s, by), out);
                        if self.nobody_overstacked(s).is_ok() {
                            self.form_options(s, piece, out);
                        }
                    }
                    Phase::Declaration => self.engagements(s, piece, out),
                    Phase::Rally => {
                        if self.may_clear(s, by, piece).is_ok() {
                            out.push(Action::Clear { unit: piece });
                        }
                        self.rallies(s, piece, out);
                    }
                    Phase::Battles | Phase::Over => {}
                }
            }
            Subject::Stack(hex) => {
                if s.step().is_none() && s.phase == Phase::Movement && self.nobody_overstacked(s).is_ok() {
                    self.stack_marches(s, hex, &self.hazards(s, by), out);
                }
            }
            Subject::Battle(battle) => match s.phase {
                Phase::Declaration if s.open == battle => self.additions(s, out),
                Phase::Battles if self.may_resolve(s, by, battle).is_ok() => out.push(Action::Resolve { battle }),
                _ => {}
            },
            Subject::Trestle => {
                if self.may_set_trestle(s, by).is_ok() {
                    out.extend([true, false].map(|standing| Action::Trestle { standing }));
                }
            }
            Subject::Abatis => {
                for hex in self.scenario.abatis_zone.iter() {
                    if self.may_set_abatis(s, by, hex).is_ok() {
                        out.push(Action::Abatis { hex });
                    }
                }
            }
            Subject::Presets => {
                let count = setup::presets().iter().filter(|p| p.side == by).count();
                out.extend((0..count as u8).map(|number| Action::Preset { number }));
            }
            Subject::Rest => {
                if s.phase == Phase::Declaration && s.open == 0 && self.may_end_declaration(s).is_err() {
                    out.push(Action::DeclareRest);
                }
            }
        }
    }

    fn asides(&self, s: &State, by: Side, out: &mut Vec<Action>) {
        if !matches!(self.asked(s), Actor::Side(_)) {
            return;
        }
        for (brigade, _) in s.on_map(by, self.roster.formed[by.index()]) {
            if self.may_break(s, by, brigade).is_ok() {
                out.push(Action::Break { brigade });
            }
        }
    }

    fn check(&self, s: &State, by: Side, action: Action) -> Result<(), Illegal> {
        let actor = self.asked(s);
        if let Action::Break { brigade } = action {
            return match actor {
                Actor::Side(_) => self.may_break(s, by, brigade),
                _ => Err(Illegal::new("BR-8.4", "The dice are asked now.")),
            };
        }
        if !actor.asks(by) {
            return Err(Illegal::new("BR-2.2", "The other side, or the dice, are asked now."));
        }
        let quiet = |rule| match s.step() {
            None => Ok(()),
            Some(_) => Err(Illegal::new(rule, "The battle at hand must be settled first.")),
        };
        match action {
            Action::Break { .. } => unreachable!("answered above"),
            Action::Trestle { .. } => self.may_set_trestle(s, by),
            Action::Abatis { hex } => self.may_set_abatis(s, by, hex),
            Action::Place { piece, hex, via_r1 } => self.may_place(s, by, piece, hex, via_r1, None),
            Action::Preset { number } => self.preset(s, number).map(drop),
            Action::Hide { leader, pieces } => self.may_hide(s, by, leader, pieces),
            Action::Unfreeze { piece } => {
                if s.phase != Phase::Command {
                    return Err(Illegal::new("BR-OPT-2", "Pieces are turned up in the own Command phase."));
                }
                self.may_unfreeze(s, piece)
            }
            Action::Form { brigade, parts } => {
                self.nobody_overstacked(s)?;
                self.may_form(s, by, brigade, parts)
            }
            Action::Face { battery } => {
                self.nobody_overstacked(s)?;
                self.may_face(s, by, battery)
            }
            Action::March { piece, path } => {
                quiet("BR-5.2")?;
                self.may_march(s, by, piece, path)
            }
            Action::Together { side, pieces, path } => {
                quiet("BR-5.2")?;
                if side != by {
                    return Err(Illegal::new("BR-5.1", "Only pieces of the side whose turn it is can move."));
                }
                self.may_march_together(s, by, pieces, path)
            }
            Action::Automatic { side, attackers } => {
                if side != by {
                    return Err(Illegal::new("BR-10.1", "Only the side whose turn it is attacks."));
                }
                self.may_attack_automatically(s, by, attackers).map(drop)
            }
            Action::Engage { attacker, defender } => self.may_engage(s, by, attacker, defender),
            Action::Join { attacker } => self.may_join(s, by, attacker),
            Action::Target { defender } => self.may_target(s, by, defender),
            Action::Close => {
                if s.phase != Phase::Declaration {
                    return Err(Illegal::new("BR-6.1", "No battle is being stated."));
                }
                self.may_close(s)
            }
            Action::DeclareRest => {
                if s.phase != Phase::Declaration || s.open != 0 || self.may_end_declaration(s).is_ok() {
                    return Err(Illegal::new("BR-6.3", "No attack is owed now."));
                }
                Ok(())
            }
            Action::Resolve { battle } => self.may_resolve(s, by, battle),
            Action::Lose { unit, extra } => self.may_lose(s, by, unit, extra),
            Action::Retreat { piece, path } => self.may_retreat(s, by, piece, path),
            Action::Follow { leader } => self.may_follow(s, by, leader),
            Action::Advance { unit, hex } => self.may_advance(s, by, unit, hex),
            Action::Clear { unit } => self.may_clear(s, by, unit),
            Action::Rally { leader, unit } => self.may_rally(s, by, leader, unit),
            Action::Done => self.may_be_done(s, by),
        }
    }

    fn apply_unchecked<K: Sink<Event>>(&self, s: &mut State, _by: Side, action: Action, sink: &mut K) {
        match action {
            Action::Trestle { standing } => {
                s.trestle = if standing { state::Trestle::Standing } else { state::Trestle::Destroyed };
                sink.tell(|| Event::Trestle { standing });
            }
            Action::Abatis { hex } => {
                self.set_abatis(s, hex);
                sink.tell(|| Event::Abatis { hex });
            }
            Action::Place { piece, hex, via_r1 } => self.place(s, piece, hex, via_r1, sink),
            Action::Preset { number } => {
                if let Ok(preset) = self.preset(s, number) {
                    self.apply_preset(s, preset, sink);
                }
            }
            Action::Hide { leader, pieces } => self.hide(s, leader, pieces, sink),
            Action::Unfreeze { piece } => self.unfreeze(s, piece, sink),
            Action::Form { brigade, parts } => self.form(s, brigade, parts, sink),
            Action::Break { brigade } => self.break_up(s, brigade, sink),
            Action::Face { battery } => self.face(s, battery, sink),
            Action::March { piece, path } => {
                self.march(s, piece, path, sink);
            }
            Action::Together { side, pieces, path } => self.march_together(s, side, pieces, path, sink),
            Action::Automatic { attackers, .. } => self.attack_automatically(s, attackers, sink),
            Action::Engage { attacker, defender } => self.engage(s, attacker, defender),
            Action::Join { attacker: unit } | Action::Target { defender: unit } => s.battle_of[unit.index()] = s.open,
            Action::Close => s.open = 0,
            Action::DeclareRest => self.declare_rest(s),
            Action::Resolve { battle } => self.resolve(s, battle, sink),
            Action::Lose { unit, extra } => self.lose(s, unit, extra, sink),
            Action::Retreat { piece, path } => self.retreat(s, piece, path, sink),
            Action::Follow { leader } => self.follow(s, leader, sink),
            Action::Advance { unit, hex } => self.advance(s, unit, hex, sink),
            Action::Clear { unit } => self.clear_abatis(s, unit, sink),
            Action::Rally { leader, unit } => self.rally(s, leader, unit, sink),
            Action::Done => self.done(s, sink),
        }
        self.proceed(s, sink);
    }

    fn settle<K: Sink<Event>>(&self, s: &mut State, roll: &Roll, sink: &mut K) {
        let die = roll.first();
        match s.step() {
            Some(Step::Roll) => self.battle_die(s, die, sink),
            Some(Step::LeaderRolls) => self.leader_die(s, die, sink),
            Some(Step::Event { number }) => self.event_roll(s, number, die, sink),
            _ => {}
        }
        self.proceed(s, sink);
    }

    fn classes(&self, s: &State, out: &mut Vec<Class>) {
        let column = usize::from(s.battle.column);
        match s.step() {
            Some(Step::Roll) if s.battle.fight == Fight::Bombardment => Class::of_die(|die| self.tables.bombardment(column, die), out),
            Some(Step::Roll) => Class::of_die(|die| self.tables.combat(column, die), out),
            Some(Step::LeaderRolls) => Class::of_die(|die| self.tables.leader_lost[usize::from(die) - 1], out),
            Some(Step::Event { number }) => {
                let needed = self.event_die(s, number).unwrap_or(0);
                Class::of_die(|die| die <= needed, out);
            }
            _ => {}
        }
    }

    fn phase(&self, s: &State) -> u32 {
        (u32::from(s.turn) * 2 + s.side as u32) * 16 + s.phase as u32 * 2 + u32::from(s.late)
    }

    fn hash(&self, s: &State) -> u64 {
        self.hash_of(s)
    }

    fn audit(&self, s: &State) -> Result<(), String> {
        self.audit_of(s)
    }
}

impl Fog for BullRun {
    type Sight = Sight;

    fn sight(&self, s: &State, seat: Seat) -> Sight {
        self.sight_of(s, seat)
    }

    fn sample(&self, sight: &Sight, dice: &mut Dice) -> State {
        self.sample_of(sight, dice)
    }

    fn facts(&self, sight: &Sight, about: Side, out: &mut Vec<u64>) {
        self.facts_of(sight, about, out);
    }
}

impl Words for BullRun {
    fn prompt(&self, sight: &Sight) -> String {
        self.prompt_of(sight)
    }

    fn describe_subject(&self, sight: &Sight, subject: Subject) -> Described {
        self.describe_subject_of(sight, subject)
    }

    fn describe(&self, sight: &Sight, action: Action) -> Described {
        self.describe_of(sight, action)
    }

    fn tell(&self, event: &Event, seat: Seat) -> Option<Told> {
        self.tell_of(event, seat)
    }

    fn fire_from(&self, sight: &Sight, hex: &str) -> Result<Option<Vec<String>>, BadField> {
        let from = self.read_hex(hex).map_err(|e| e.within("hex"))?;
        let reached = self.ground.board.grid.hexes().filter(|to| self.in_sight(&sight.state, from, *to));
        Ok(Some(reached.map(|to| self.ground.name(to)).collect()))
    }

    fn view(&self, sight: &Sight) -> View {
        self.view_of(sight)
    }

    fn verdict_words(&self, s: &State, verdict: Verdict) -> String {
        self.verdict_of(s, verdict)
    }
}

impl Notation for BullRun {
    fn write_action(&self, action: Action) -> Value {
        self.write(action)
    }

    fn read_action(&self, value: &Value) -> Result<Action, BadField> {
        self.read(value)
    }

    fn write_subject(&self, subject: Subject) -> Value {
        self.write_thing(subject)
    }

    fn read_subject(&self, value: &Value) -> Result<Subject, BadField> {
        self.read_thing(value)
    }

    fn write_position(&self, s: &State) -> Value {
        self.write_state(s)
    }

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        self.read_state(value)
    }
}
