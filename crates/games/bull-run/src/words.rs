//! What players read: prompts, labels, the log, the view.

mod log;
mod view;

use crate::BullRun;
use crate::action::{Action, Event, Path, Subject};
use crate::combat::Strengths;
use crate::counters::{Kind, PieceId, Rank, pieces};
use crate::fog::Knowledge;
use crate::retreat::Fate;
use crate::scenario::Group;
use crate::sequence::UNFREEZING;
use crate::setup::presets;
use crate::state::{Fight, Phase, Spot, State, Step};
use crate::tables::{BombardmentResult, CombatResult, POINT, Tables};
use board::HexId;
use contact::Set;
use engine::handbook::plural;
use engine::words::{BattleView, Role};
use engine::{Actor, BadField, Described, Illegal, LogEntry, Seat, Side, Target, Verdict, View, Words};

/// Half points in words: `3`, `2½`.
pub(crate) fn halves(points: u16) -> String {
    match (points / 2, points % 2) {
        (0, 1) => "½".into(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// `Evans'`, `Keyes'`, `Cocke's`.
fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

/// Sixths of a movement point in words: `1½`, `⅔`.
pub fn sixths(points: u8) -> String {
    let part = ["", "⅙", "⅓", "½", "⅔", "⅚"][usize::from(points % POINT)];
    match points / POINT {
        0 if !part.is_empty() => part.into(),
        whole => format!("{whole}{part}"),
    }
}

pub(crate) fn combat_words(result: CombatResult) -> &'static str {
    match result {
        CombatResult::Ae => "AE: the attackers lose the defenders' strength",
        CombatResult::AeAb2 => "AE AB2: the attackers lose the defenders' strength, the rest falls back two hexes",
        CombatResult::Ab2 => "AB2: the attackers fall back two hexes",
        CombatResult::Ex => "EX: both sides lose the other's strength",
        CombatResult::Db2 => "DB2: the defenders fall back two hexes",
        CombatResult::De => "DE: the defenders lose the attackers' strength",
        CombatResult::DeDb2 => "DE DB2: the defenders lose the attackers' strength, the rest falls back two hexes",
    }
}

pub(crate) fn bombardment_words(result: BombardmentResult) -> &'static str {
    match result {
        BombardmentResult::None => "no effect",
        BombardmentResult::Db2 => "DB2: the targets fall back two hexes",
        BombardmentResult::Dl1 => "DL1: one target is lost",
    }
}

impl Words for BullRun {
    fn prompt(&self, known: &Knowledge) -> String {
        let state = &known.state;
        let who = match engine::Rules::actor(self, state) {
            Actor::Over(verdict) => return self.verdict_words(state, verdict),
            Actor::Chance(_) => return self.chance_prompt(state),
            actor => actor.side().unwrap_or(state.side),
        };
        let when = self.turn_label(state.turn);
        match state.step() {
            Some(Step::Lose { owed, .. }) => {
                format!("{who}: choose units to lose: {} to go.", plural(halves(owed), "defence point", "defence points"))
            }
            Some(Step::LoseOne) => format!("{who}: choose the unit that is lost."),
            Some(Step::Retreat { .. } | Step::FallBack { .. }) => {
                format!("{who}: retreat {} two hexes, one at a time.", plural(state.battle.retreating.count_ones(), "unit", "units"))
            }
            Some(Step::LeaderRetreat { leader }) => format!("{who}: {} falls back two hexes.", self.name(leader)),
            Some(Step::Follow { from, to, .. }) => {
                format!("{who}: which leaders go along from {} to {}?", self.hex_name(from), self.hex_name(to))
            }
            Some(Step::Advance) => format!("{who}: advance into the vacated hex, or stay."),
            Some(_) => format!("{who}."),
            None => match state.phase {
                Phase::SetUp => {
                    let left = self.unplaced(state).count_ones();
                    match left {
                        0 => format!(
                            "{who} set-up: your army is placed. Join units to brigades or change battery pieces if you like, then finish the set-up."
                        ),
                        _ => format!("{who} set-up: {} to place, or take a ready set-up.", plural(left, "piece", "pieces")),
                    }
                }
                Phase::Command => format!("{who} command, {when}: turn face-down pieces up as you like, then go on."),
                Phase::Movement if state.late => format!("{who} movement, {when}: those who just came or were freed may move."),
                Phase::Movement => format!("{who} movement, {when}: move active pieces, then finish the phase."),
                Phase::Declaration if state.open != 0 => {
                    format!("{who} combat, {when}: add attackers or defenders to this attack, then say that it is complete.")
                }
                Phase::Declaration => {
                    let (ours, theirs) = self.duties(state);
                    match (ours.count_ones(), theirs.count_ones()) {
                        (0, 0) => format!("{who} combat, {when}: fire batteries at a distance if you like, then fight the attacks."),
                        (a, d) => {
                            let (a, d) = (plural(a, "unit", "units"), plural(d, "enemy", "enemies"));
                            format!(
                                "{who} combat, {when}: choose a unit and the enemy beside it that it attacks. {a} must still attack, {d} must still be attacked."
                            )
                        }
                    }
                }
                Phase::Battles => format!("{who} combat, {when}: choose the battle to fight next."),
                Phase::Rally => format!("{who} rally, {when}: remove abatis or revive a unit, or finish the turn."),
                Phase::Over => String::new(),
            },
        }
    }

    fn describe_subject(&self, known: &Knowledge, subject: Subject) -> Described {
        let state = &known.state;
        match subject {
            Subject::Piece(piece) => {
                let target = Target::Piece(self.id(piece).to_string());
                let mut described =
                    Described::new(self.role_of(state, piece), self.name(piece), target).with_note(self.strengths_on(state, piece));
                if piece.side() == state.side && state.phase == Phase::Movement && state.mover == piece {
                    let left = self.allowance(state, piece).saturating_sub(state.spent);
                    described = described.with_note(format!("{} left", plural(sixths(left), "movement point", "movement points")));
                }
                described
            }
            Subject::Stack(hex) => {
                let movers = self.stack_movers(state, hex);
                let label = format!("The stack in {}: {}", self.hex_name(hex), self.names(state.side, movers));
                Described::new(Role::March, label, Target::Hex(self.hex_name(hex)))
            }
            Subject::Battle(battle) => {
                let (attackers, defenders) = (state.members(state.side, battle), state.members(state.side.enemy(), battle));
                let label = format!("{} against {}", self.names(state.side, attackers), self.names(state.side.enemy(), defenders));
                let hex = state.on_map(state.side.enemy(), defenders).next().map_or_else(String::new, |(_, h)| self.hex_name(h));
                Described::new(Role::Fight, label, Target::Hex(hex)).with_note(self.odds_note(state, battle))
            }
            Subject::Trestle => Described::button(Role::Answer, "trestle", "The railroad trestle"),
            Subject::Abatis => Described::button(Role::Build, "abatis", format!("Place an abatis ({} left)", self.abatis_left(state)))
                .with_note("felled trees that slow whoever enters or leaves, near the Stone Bridge or Farm Ford"),
            Subject::Presets => Described::button(Role::SetUp, "presets", "Ready set-ups"),
            Subject::Rest => Described::button(Role::Finish, "rest", "Choose the attacks still owed for me"),
            Subject::Done => self.describe(known, Action::Done),
        }
    }

    fn describe(&self, known: &Knowledge, action: Action) -> Described {
        let state = &known.state;
        let at_hex = |role: Role, hex: HexId, label: String| Described::new(role, label, Target::Hex(self.hex_name(hex)));
        let at_piece = |role: Role, piece: PieceId, label: String| Described::new(role, label, Target::Piece(self.id(piece).to_string()));
        match action {
            Action::Trestle { standing: true } => Described::button(Role::Answer, "trestle-stands", "The trestle stands")
                .with_note("the railroad bridge over Bull Run in UU28 can be crossed all day"),
            Action::Trestle { standing: false } => Described::button(Role::Answer, "trestle-destroyed", "The trestle is destroyed")
                .with_note("nobody crosses Bull Run by rail in UU28 all day"),
            Action::Abatis { hex } => at_hex(Role::Build, hex, format!("Abatis in {}", self.hex_name(hex))),
            Action::Place { piece, hex, via_r1 } => {
                let route = if via_r1 { ", by way of R1" } else { "" };
                at_hex(Role::Place, hex, format!("{} to {}{route}", self.name(piece), self.hex_name(hex)))
            }
            Action::Preset { number } => match presets().iter().filter(|p| p.side == state.side).nth(usize::from(number)) {
                Some(preset) => Described::button(Role::SetUp, &preset.id, preset.title.as_str()).with_note(preset.summary.as_str()),
                None => Described::button(Role::SetUp, "preset", "A ready set-up"),
            },
            Action::Hide { leader, pieces } => {
                let with = if pieces == 0 { String::new() } else { format!(" and {}", self.names(leader.side(), pieces)) };
                at_piece(Role::Hide, leader, format!("A dummy for {}{with}", self.name(leader)))
            }
            Action::Unfreeze { piece } => at_piece(Role::Reveal, piece, format!("Turn up {}", self.name(piece))),
            Action::Form { brigade, parts } => {
                let leader = self.counters.counter(brigade).leader;
                at_piece(Role::Form, leader, format!("Form {} from {}", self.name(brigade), self.names(brigade.side(), parts)))
                    .with_note(self.strengths_on(state, brigade))
            }
            Action::Break { brigade } => at_piece(Role::Form, brigade, format!("Break up {}", self.name(brigade))),
            Action::Face { battery } => {
                let battle = state.battle_piece[battery.side().index()] & battery.bit() != 0;
                let f = self.counters.factors(battery, !battle);
                let to = if battle { "mobile" } else { "battle" };
                at_piece(Role::Form, battery, format!("{}: change to the {to} piece", self.name(battery)))
                    .with_note(format!("{}-{}-{}", f.attack, f.defence, f.movement))
            }
            Action::March { piece, path } => self.describe_march(state, piece, path),
            Action::Together { side, pieces: set, path } => {
                let start = pieces(side, set).next().and_then(|p| state.hex(p));
                let way = self.way(start, path);
                let end = way.last().cloned().unwrap_or_default();
                Described::new(Role::March, format!("{} to {end}", self.names(side, set)), Target::Hex(end)).with_path(way)
            }
            Action::Automatic { side, attackers } => {
                let label = format!("Automatic victory: {} attack", self.names(side, attackers));
                match self.may_attack_automatically(state, side, attackers) {
                    Ok(defenders) => {
                        let strengths = self.strengths(state, side, attackers, 0, defenders);
                        let first = pieces(side.enemy(), defenders).next().expect("somebody is attacked");
                        let note = format!("{} : {}, 6-1 column", halves(strengths.attack), halves(strengths.defence));
                        at_piece(Role::Fight, first, format!("{label} {}", self.names(side.enemy(), defenders))).with_note(note).with_dice()
                    }
                    Err(_) => Described::button(Role::Fight, "automatic", label),
                }
            }
            Action::Engage { attacker, defender } => {
                let bombards = state.guns & attacker.bit() != 0;
                let (guns, others) = if bombards { (attacker.bit(), 0) } else { (0, attacker.bit()) };
                let strengths = self.strengths(state, state.side, others, guns, defender.bit());
                let verb = if bombards { "bombards" } else { "attacks" };
                at_piece(
                    if bombards { Role::Fire } else { Role::Engage },
                    attacker,
                    format!("{} {verb} {}", self.name(attacker), self.name(defender)),
                )
                .with_note(self.odds_words(&strengths, bombards))
            }
            Action::Join { attacker } => at_piece(Role::Join, attacker, format!("{} joins the attack", self.name(attacker)))
                .with_note(self.odds_with(state, attacker)),
            Action::Target { defender } => at_piece(Role::Widen, defender, format!("{} is attacked too", self.name(defender)))
                .with_note(self.odds_with(state, defender)),
            Action::Close => {
                Described::button(Role::Finish, "close", "This attack is complete").with_note(self.odds_note(state, state.open))
            }
            Action::DeclareRest => Described::button(Role::Finish, "rest", "Choose the attacks still owed for me"),
            Action::Resolve { battle } => {
                let subject = self.describe_subject(known, Subject::Battle(battle));
                Described { label: format!("Resolve: {}", subject.label), ..subject }.with_dice()
            }
            Action::Lose { unit, extra } => {
                let label = if extra { "also loses" } else { "is lost" };
                let worth = if state.hex(unit).is_some() { halves(self.worth(state, unit)) } else { String::new() };
                at_piece(Role::Lose, unit, format!("{} {label}", self.name(unit))).with_note(format!("pays {worth}"))
            }
            Action::Retreat { piece, path } => {
                let from = state.hex(piece);
                let way = self.way(from, path);
                let fate = from.and_then(|_| self.fate(state, piece, path).ok());
                match fate {
                    Some(Fate::Safe { end, .. }) => {
                        at_hex(Role::Retreat, end, format!("{} to {}", self.name(piece), self.hex_name(end))).with_path(way)
                    }
                    _ => at_piece(Role::Retreat, piece, format!("{}: no retreat, eliminated", self.name(piece))).with_path(way),
                }
            }
            Action::Follow { leader } => at_piece(Role::Advance, leader, format!("{} goes along", self.name(leader))),
            Action::Advance { unit, hex } => at_hex(Role::Advance, hex, format!("{} advances to {}", self.name(unit), self.hex_name(hex))),
            Action::Clear { unit } => at_piece(Role::Destroy, unit, format!("{} removes the abatis", self.name(unit))),
            Action::Rally { leader, unit } => {
                Described::new(Role::Rally, format!("{} rallies {}", self.name(leader), self.name(unit)), Target::Box("rally".into()))
            }
            Action::Done => match (state.step(), state.phase) {
                (Some(Step::Follow { .. }), _) => Described::button(Role::Stay, "done", "Nobody else goes along"),
                (Some(_), _) => Described::button(Role::Stay, "done", "No further advance"),
                (_, Phase::SetUp) => Described::button(Role::Finish, "done", "Finish the set-up"),
                (_, Phase::Command) => Described::button(Role::Finish, "done", "Go on to movement"),
                (_, Phase::Movement) => {
                    let lost = if state.phase == Phase::Movement { self.entrants(state).count_ones() } else { 0 };
                    let done = Described::button(Role::Finish, "done", "Finish movement");
                    if lost > 0 {
                        done.with_note(plural(lost, "reinforcement that does not come is lost", "reinforcements that do not come are lost"))
                    } else {
                        done
                    }
                }
                (_, Phase::Declaration) => Described::button(Role::Finish, "done", "Resolve the attacks"),
                _ => Described::button(Role::Finish, "done", "Finish the turn"),
            },
        }
    }

    fn tell(&self, event: &Event, seat: Seat) -> Option<LogEntry> {
        self.tell_of(event, seat)
    }

    fn fire_from(&self, known: &Knowledge, hex: &str) -> Result<Option<Vec<String>>, BadField> {
        let from = self.hex_of(hex).map_err(|because| BadField::new("hex", because))?;
        let reached = self.ground.board.grid.hexes().filter(|to| self.in_sight(&known.state, from, *to));
        Ok(Some(reached.map(|to| self.ground.name(to)).collect()))
    }

    fn view(&self, known: &Knowledge) -> View {
        self.view_of(known)
    }

    fn preview(&self, known: &Knowledge, action: Action) -> Option<BattleView> {
        self.battle_after(&known.state, action)
    }

    fn meant(&self, known: &Knowledge, side: Side, pieces: &[String], way: &[String]) -> Vec<Action> {
        self.intents(&known.state, side, pieces, way)
    }

    fn nothing_meant(&self, known: &Knowledge, _side: Side, _pieces: &[String], _way: &[String]) -> Illegal {
        self.nothing_comes(&known.state)
    }

    fn figures(&self, known: &Knowledge, pieces: &[String], way: &[String], refused: &Illegal) -> Option<String> {
        self.cost_in_figures(&known.state, pieces, way, refused)
    }

    fn around(&self, hex: &str) -> Vec<String> {
        self.ground.board.grid.names_around(hex)
    }

    fn verdict_words(&self, state: &State, verdict: Verdict) -> String {
        let Some(winner) = verdict.winner else { return "A draw.".into() };
        let base = self.ground.bases[winner.enemy().index()].iter().any(|h| state.units(winner, *h) != 0);
        match (winner, base && state.turn <= self.scenario.last_turn()) {
            (Side::Union, true) => "Union victory: Manassas is taken and the Confederate army panics.".into(),
            (Side::Confederate, true) => "Confederate victory: Centreville is taken and the Union army panics.".into(),
            (Side::Union, false) => "Union victory: a victory star is held at the end of the day.".into(),
            (Side::Confederate, false) => "Confederate victory: the Union holds no victory star at the end of the day.".into(),
        }
    }
}

impl BullRun {
    /// A piece as players call it.
    pub(crate) fn name(&self, piece: PieceId) -> String {
        let c = self.counters.counter(piece);
        // Regulars and regiments are numbered, others are called after a man.
        let owner = if c.name.contains(|ch: char| ch.is_ascii_digit()) { c.name.clone() } else { possessive(&c.name) };
        match c.kind {
            Kind::Battery => format!("{owner} battery"),
            Kind::Cavalry => format!("{owner} cavalry"),
            Kind::Formed => format!("{} brigade", possessive(&self.counters.counter(c.leader).name)),
            _ => c.name.clone(),
        }
    }

    /// What a piece that can act would do now.
    fn role_of(&self, state: &State, piece: PieceId) -> Role {
        match (state.step(), state.phase) {
            (Some(Step::Lose { .. } | Step::LoseOne), _) => Role::Lose,
            (Some(Step::Retreat { .. } | Step::FallBack { .. } | Step::LeaderRetreat { .. }), _) => Role::Retreat,
            (Some(_), _) => Role::Advance,
            (_, Phase::SetUp) => Role::Place,
            (_, Phase::Command) => Role::Reveal,
            (_, Phase::Declaration) if piece.side() == state.side => Role::Join,
            (_, Phase::Declaration) => Role::Engage,
            (_, Phase::Battles) => Role::Fight,
            (_, Phase::Rally) => Role::Rally,
            (_, Phase::Movement | Phase::Over) => Role::March,
        }
    }

    fn names(&self, side: Side, set: Set) -> String {
        let list: Vec<String> = pieces(side, set).map(|p| self.name(p)).collect();
        match list.as_slice() {
            [] => "nobody".into(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        }
    }

    fn hex_name(&self, hex: HexId) -> String {
        self.ground.name(hex)
    }

    /// `3-3-1`, as it lies.
    fn strengths_on(&self, state: &State, piece: PieceId) -> String {
        let f = state.factors(piece);
        match self.counters.kind(piece) {
            Kind::Leader => f.movement.to_string(),
            Kind::Dummy => "0".into(),
            _ => format!("{}-{}-{}", f.attack, f.defence, f.movement),
        }
    }

    pub(crate) fn turn_label(&self, turn: u8) -> String {
        let day = if self.options.july_20th { "20 July" } else { "21 July" };
        match usize::from(turn).checked_sub(1).and_then(|n| self.scenario.turns.get(n)) {
            Some(name) => format!("{day}, {name}"),
            None => format!("{day}, before the battle"),
        }
    }

    pub(crate) fn phase_label(&self, phase: Phase) -> &'static str {
        match phase {
            Phase::SetUp => "Set-up",
            Phase::Command => "Command",
            Phase::Movement => "Movement",
            Phase::Declaration => "Combat: stating attacks",
            Phase::Battles => "Combat: resolving attacks",
            Phase::Rally => "Rally",
            Phase::Over => "The game is over",
        }
    }

    fn chance_prompt(&self, state: &State) -> String {
        match state.step() {
            Some(Step::LeaderRolls) => {
                let who = self.next_to_roll(state).map_or_else(String::new, |l| self.name(l));
                format!("Roll for {who} on the leader elimination table.")
            }
            Some(Step::Event { number }) => {
                let needed = self.event_die(state, number).unwrap_or(0);
                format!("Roll for {}: it comes on {needed} or less.", self.event_name(number))
            }
            _ if state.battle.fight == Fight::Bombardment => "Roll for the bombardment.".into(),
            _ => "Roll for the battle.".into(),
        }
    }

    fn event_name(&self, number: u8) -> String {
        if usize::from(number) == UNFREEZING {
            return "the Confederate orders".into();
        }
        let group = &self.scenario.groups[usize::from(number)];
        format!("{}, due {}", self.group_name(usize::from(number)), self.due_words(group.turn, group))
    }

    /// A group of reinforcements as players call it: after its leader, or its first piece and how many more.
    fn group_name(&self, number: usize) -> String {
        let group = &self.scenario.groups[number];
        let leaders = group.pieces & self.counters.leaders[group.side.index()];
        let named = if leaders != 0 { leaders } else { group.pieces };
        let Some(first) = pieces(group.side, named).next() else { return "nobody".into() };
        match group.pieces.count_ones() - 1 {
            0 => self.name(first),
            1 => format!("{} and 1 more piece", self.name(first)),
            more => format!("{} and {more} more pieces", self.name(first)),
        }
    }

    /// `11:00 AM at A18 by rail`.
    pub(crate) fn due_words(&self, turn: u8, group: &Group) -> String {
        let how = if group.railroad.is_empty() { "" } else { " by rail" };
        let when = usize::from(turn).checked_sub(1).and_then(|n| self.scenario.turns.get(n)).map_or("", String::as_str);
        format!("{when} at {}{how}", self.hex_name(group.hex))
    }

    /// When and where a waiting reinforcement comes (BR-13.1); under uncertain times as the card has it until the die has
    /// spoken (BR-OPT-1), and late if an enemy zone keeps it out (BR-13.11).
    fn due(&self, state: &State, piece: PieceId) -> Option<String> {
        if state.at[piece.index()] != Spot::DUE {
            return None;
        }
        let number = self.group_of(piece)?;
        let group = &self.scenario.groups[number];
        Some(match self.arrival(state, number) {
            0 => format!("about {}, by the die", self.due_words(group.turn, group)),
            turn if turn < state.turn => format!("late: as soon as no enemy zone of control covers {}", self.hex_name(group.hex)),
            turn => self.due_words(turn, group),
        })
    }

    /// `14 : 6, 2-1`, with support fire if any.
    fn odds_note(&self, state: &State, battle: u8) -> String {
        let members = state.members(state.side, battle);
        let strengths =
            self.strengths(state, state.side, members & state.engaged, members & state.guns, state.members(state.side.enemy(), battle));
        self.odds_words(&strengths, members & state.engaged == 0)
    }

    fn odds_words(&self, strengths: &Strengths, bombardment: bool) -> String {
        let odds = strengths.odds();
        let column = match (bombardment, Tables::bombardment_column(odds), Tables::combat_column(odds)) {
            (true, None, _) => "no effect".to_string(),
            (false, _, None) => "below 1-6: the attackers are lost without a die".to_string(),
            (true, Some(n), _) => self.tables.bombardment_columns[n].clone(),
            (false, _, Some(n)) => self.tables.combat_columns[n].clone(),
        };
        format!("{} : {}, {column}", halves(strengths.attack), halves(strengths.defence))
    }

    /// The hexes of a way, first to last.
    fn way(&self, from: Option<HexId>, path: Path) -> Vec<String> {
        let Some(mut at) = from else { return Vec::new() };
        let mut way = vec![self.hex_name(at)];
        for d in path.indices() {
            at = self.ground.neighbour(at, d);
            if !at.is_some() {
                break;
            }
            way.push(self.hex_name(at));
        }
        way
    }

    fn odds_with(&self, state: &State, unit: PieceId) -> String {
        let mut with = state.clone();
        with.battle_of[unit.index()] = state.open;
        self.odds_note(&with, state.open)
    }

    fn describe_march(&self, state: &State, piece: PieceId, path: Path) -> Described {
        let name = self.name(piece);
        let start = state.hex(piece).or_else(|| self.group_of(piece).map(|g| self.scenario.groups[g].hex));
        if self.by_rail(state, piece).is_some() {
            return Described::new(Role::Enter, format!("{name} comes by rail"), Target::Hex(self.hex_name(self.ground.junction)));
        }
        let way = self.way(start, path);
        let end = way.last().cloned().unwrap_or_default();
        let mut spent = self.may_move(state, piece.side(), piece).map_or(0, |(_, spent)| spent);
        let mut at = start;
        for d in path.indices() {
            let Some(from) = at else { break };
            spent += self.step_cost(state, piece, from, d).unwrap_or(0);
            at = Some(self.ground.neighbour(from, d)).filter(|h| h.is_some());
        }
        let left = self.allowance(state, piece).saturating_sub(spent);
        let (role, verb) = if state.hex(piece).is_none() { (Role::Enter, "enters at") } else { (Role::March, "to") };
        Described::new(role, format!("{name} {verb} {end}"), Target::Hex(end))
            .with_note(format!("{} left", plural(sixths(left), "movement point", "movement points")))
            .with_mark(sixths(left))
            .with_path(way)
    }

    /// The formation of a piece in words.
    pub(crate) fn formation(&self, piece: PieceId) -> String {
        let c = self.counters.counter(piece);
        let chief = self.counters.leader_of[piece.index()];
        let own = match (chief, c.rank) {
            (_, Some(Rank::Army)) => "army".to_string(),
            (PieceId::NONE, _) => String::new(),
            (leader, _) => self.counters.counter(leader).name.clone(),
        };
        match (c.division, own.is_empty()) {
            (0, _) => own,
            (d, true) => format!("Division {d}"),
            (d, false) => format!("{own}, Division {d}"),
        }
    }
}
