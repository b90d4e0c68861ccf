//! What players read: prompts, labels, the log, the view.

use crate::BullRun;
use crate::action::{Action, Event, Loss, Path, Subject};
use crate::battle::Strengths;
use crate::counters::{Kind, PieceId, Rank, pieces};
use crate::retreat::Fate;
use crate::scenario::Group;
use crate::sequence::UNFREEZING;
use crate::setup::presets;
use crate::sight::Sight;
use crate::state::{Fight, Phase, Spot, State, Step};
use crate::tables::{BombardmentResult, CombatResult, POINT, Tables};
use board::HexId;
use contact::clusters::Set;
use engine::words::{BattleView, Marker, Overlay, Piece, Tally};
use engine::{Actor, Described, Seat, Side, Target, Told, Verdict, View};

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

/// `1 unit`, `3 units`.
fn count(n: u32, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
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

impl BullRun {
    /// A piece as players call it.
    pub(crate) fn name(&self, piece: PieceId) -> String {
        let c = self.roster.counter(piece);
        // Regulars and regiments are numbered, others are called after a man.
        let owner = if c.name.contains(|ch: char| ch.is_ascii_digit()) { c.name.clone() } else { possessive(&c.name) };
        match c.kind {
            Kind::Battery => format!("{owner} battery"),
            Kind::Cavalry => format!("{owner} cavalry"),
            Kind::Formed => format!("{} brigade", possessive(&self.roster.counter(c.leader).name)),
            _ => c.name.clone(),
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
    fn strengths_on(&self, s: &State, piece: PieceId) -> String {
        let f = s.factors(piece);
        match self.roster.kind(piece) {
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

    pub(crate) fn prompt_of(&self, sight: &Sight) -> String {
        let s = &sight.state;
        let who = match self.asked(s) {
            Actor::Over(verdict) => return self.verdict_of(s, verdict),
            Actor::Chance(_) => return self.chance_prompt(s),
            actor => actor.side().unwrap_or(s.side),
        };
        let when = self.turn_label(s.turn);
        match s.step() {
            Some(Step::Lose { owed, .. }) => format!("{who}: choose units to lose, {} more defence points.", halves(owed)),
            Some(Step::LoseOne) => format!("{who}: choose the unit that is lost."),
            Some(Step::Retreat { .. } | Step::FallBack { .. }) => {
                format!("{who}: retreat {} two hexes, one at a time.", count(s.battle.retreating.count_ones(), "unit"))
            }
            Some(Step::LeaderRetreat { leader }) => format!("{who}: {} falls back two hexes.", self.name(leader)),
            Some(Step::Follow { from, to, .. }) => {
                format!("{who}: which leaders go along from {} to {}?", self.hex_name(from), self.hex_name(to))
            }
            Some(Step::Advance) => format!("{who}: advance into the vacated hex, or stay."),
            Some(_) => format!("{who}."),
            None => match s.phase {
                Phase::SetUp => {
                    let left = self.unplaced(s).count_ones();
                    match left {
                        0 => format!("{who} set-up: form brigades, choose battery pieces, then finish."),
                        _ => format!("{who} set-up: {} to place, or take a ready set-up.", count(left, "piece")),
                    }
                }
                Phase::Command => format!("{who} command, {when}: turn face-down pieces up as you like, then go on."),
                Phase::Movement if s.late => format!("{who} movement, {when}: those who just came or were freed may move."),
                Phase::Movement => format!("{who} movement, {when}: move active pieces, then finish the phase."),
                Phase::Declaration if s.open != 0 => format!("{who} combat, {when}: add attackers or defenders, then complete the battle."),
                Phase::Declaration => {
                    let (ours, theirs) = self.duties(s);
                    match (ours.count_ones(), theirs.count_ones()) {
                        (0, 0) => format!("{who} combat, {when}: bombard if you like, then resolve the attacks."),
                        (a, d) => {
                            let (a, d) = (count(a, "unit"), if d == 1 { "1 enemy".into() } else { format!("{d} enemies") });
                            format!("{who} combat, {when}: state all attacks; {a} must attack, {d} must be attacked.")
                        }
                    }
                }
                Phase::Battles => format!("{who} combat, {when}: choose the battle to resolve next."),
                Phase::Rally => format!("{who} rally, {when}: remove abatis or revive a unit, or finish the turn."),
                Phase::Over => String::new(),
            },
        }
    }

    fn chance_prompt(&self, s: &State) -> String {
        match s.step() {
            Some(Step::LeaderRolls) => {
                let who = self.next_to_roll(s).map_or_else(String::new, |l| self.name(l));
                format!("Roll for {who} on the leader elimination table.")
            }
            Some(Step::Event { number }) => {
                let needed = self.event_die(s, number).unwrap_or(0);
                format!("Roll for {}: it comes on {needed} or less.", self.event_name(number))
            }
            _ if s.battle.fight == Fight::Bombardment => "Roll for the bombardment.".into(),
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
        let leaders = group.pieces & self.roster.leaders[group.side.index()];
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
    fn due(&self, s: &State, piece: PieceId) -> Option<String> {
        if s.at[piece.index()] != Spot::DUE {
            return None;
        }
        let number = self.group_of(piece)?;
        let group = &self.scenario.groups[number];
        Some(match self.arrival(s, number) {
            0 => format!("about {}, by the die", self.due_words(group.turn, group)),
            turn if turn < s.turn => format!("late: as soon as no enemy zone of control covers {}", self.hex_name(group.hex)),
            turn => self.due_words(turn, group),
        })
    }

    pub(crate) fn describe_subject_of(&self, sight: &Sight, subject: Subject) -> Described {
        let s = &sight.state;
        match subject {
            Subject::Piece(piece) => {
                let target = Target::Piece(self.id(piece).to_string());
                let mut described = Described::new(self.name(piece), target).with_note(self.strengths_on(s, piece));
                if piece.side() == s.side && s.phase == Phase::Movement && s.mover == piece {
                    let left = self.allowance(s, piece).saturating_sub(s.spent);
                    described = described.with_note(format!("{} movement points left", sixths(left)));
                }
                described
            }
            Subject::Stack(hex) => {
                let movers = self.stack_movers(s, hex);
                let label = format!("The stack in {}: {}", self.hex_name(hex), self.names(s.side, movers));
                Described::new(label, Target::Hex(self.hex_name(hex)))
            }
            Subject::Battle(battle) => {
                let (attackers, defenders) = (s.members(s.side, battle), s.members(s.side.enemy(), battle));
                let label = format!("{} against {}", self.names(s.side, attackers), self.names(s.side.enemy(), defenders));
                let hex = s.on_map(s.side.enemy(), defenders).next().map_or_else(String::new, |(_, h)| self.hex_name(h));
                Described::new(label, Target::Hex(hex)).with_note(self.odds_note(s, battle))
            }
            Subject::Trestle => Described::button("trestle", "The railroad trestle"),
            Subject::Abatis => Described::button("abatis", format!("Place an abatis ({} left)", self.abatis_left(s))),
            Subject::Presets => Described::button("presets", "Ready set-ups"),
            Subject::Rest => Described::button("rest", "State the attacks that are still owed"),
            Subject::Done => self.describe_of(sight, Action::Done),
        }
    }

    /// `14 : 6, 2-1`, with support fire if any.
    fn odds_note(&self, s: &State, battle: u8) -> String {
        let members = s.members(s.side, battle);
        let strengths = self.strengths(s, s.side, members & s.engaged, members & s.guns, s.members(s.side.enemy(), battle));
        self.odds_words(&strengths, members & s.engaged == 0)
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
        for d in path.steps() {
            at = self.ground.neighbour(at, d);
            if !at.is_some() {
                break;
            }
            way.push(self.hex_name(at));
        }
        way
    }

    pub(crate) fn describe_of(&self, sight: &Sight, action: Action) -> Described {
        let s = &sight.state;
        let at_hex = |hex: HexId, label: String| Described::new(label, Target::Hex(self.hex_name(hex)));
        let at_piece = |piece: PieceId, label: String| Described::new(label, Target::Piece(self.id(piece).to_string()));
        match action {
            Action::Trestle { standing: true } => Described::button("trestle-stands", "The trestle stands"),
            Action::Trestle { standing: false } => Described::button("trestle-destroyed", "The trestle is destroyed"),
            Action::Abatis { hex } => at_hex(hex, format!("Abatis in {}", self.hex_name(hex))),
            Action::Place { piece, hex, via_r1 } => {
                let route = if via_r1 { ", by way of R1" } else { "" };
                at_hex(hex, format!("{} to {}{route}", self.name(piece), self.hex_name(hex)))
            }
            Action::Preset { number } => match presets().iter().filter(|p| p.side == s.side).nth(usize::from(number)) {
                Some(preset) => Described::button(&preset.id, preset.title.as_str()).with_note(preset.summary.as_str()),
                None => Described::button("preset", "A ready set-up"),
            },
            Action::Hide { leader, pieces } => {
                let with = if pieces == 0 { String::new() } else { format!(" and {}", self.names(leader.side(), pieces)) };
                at_piece(leader, format!("A dummy for {}{with}", self.name(leader)))
            }
            Action::Unfreeze { piece } => at_piece(piece, format!("Turn up {}", self.name(piece))),
            Action::Form { brigade, parts } => {
                let leader = self.roster.counter(brigade).leader;
                at_piece(leader, format!("Form {} from {}", self.name(brigade), self.names(brigade.side(), parts)))
                    .with_note(self.strengths_on(s, brigade))
            }
            Action::Break { brigade } => at_piece(brigade, format!("Break up {}", self.name(brigade))),
            Action::Face { battery } => {
                let battle = s.battle_piece[battery.side().index()] & battery.bit() != 0;
                let f = self.roster.factors(battery, !battle);
                let to = if battle { "mobile" } else { "battle" };
                at_piece(battery, format!("{}: change to the {to} piece", self.name(battery)))
                    .with_note(format!("{}-{}-{}", f.attack, f.defence, f.movement))
            }
            Action::March { piece, path } => self.describe_march(s, piece, path),
            Action::Together { side, pieces: set, path } => {
                let start = pieces(side, set).next().and_then(|p| s.hex(p));
                let way = self.way(start, path);
                let end = way.last().cloned().unwrap_or_default();
                Described::new(format!("{} to {end}", self.names(side, set)), Target::Hex(end)).with_path(way)
            }
            Action::Automatic { side, attackers } => {
                let label = format!("Automatic victory: {} attack", self.names(side, attackers));
                match self.may_attack_automatically(s, side, attackers) {
                    Ok(defenders) => {
                        let strengths = self.strengths(s, side, attackers, 0, defenders);
                        let first = pieces(side.enemy(), defenders).next().expect("somebody is attacked");
                        let note = format!("{} : {}, 6-1 column", halves(strengths.attack), halves(strengths.defence));
                        at_piece(first, format!("{label} {}", self.names(side.enemy(), defenders))).with_note(note)
                    }
                    Err(_) => Described::button("automatic", label),
                }
            }
            Action::Engage { attacker, defender } => {
                let bombards = s.guns & attacker.bit() != 0;
                let (guns, others) = if bombards { (attacker.bit(), 0) } else { (0, attacker.bit()) };
                let strengths = self.strengths(s, s.side, others, guns, defender.bit());
                let verb = if bombards { "bombards" } else { "attacks" };
                at_piece(attacker, format!("{} {verb} {}", self.name(attacker), self.name(defender)))
                    .with_note(self.odds_words(&strengths, bombards))
            }
            Action::Join { attacker } => {
                at_piece(attacker, format!("{} joins the attack", self.name(attacker))).with_note(self.odds_with(s, attacker))
            }
            Action::Target { defender } => {
                at_piece(defender, format!("{} is attacked too", self.name(defender))).with_note(self.odds_with(s, defender))
            }
            Action::Close => Described::button("close", "This attack is complete").with_note(self.odds_note(s, s.open)),
            Action::DeclareRest => Described::button("rest", "State the attacks that are still owed"),
            Action::Resolve { battle } => {
                let subject = self.describe_subject_of(sight, Subject::Battle(battle));
                Described { label: format!("Resolve: {}", subject.label), ..subject }
            }
            Action::Lose { unit, extra } => {
                let label = if extra { "also loses" } else { "is lost" };
                let worth = if s.hex(unit).is_some() { halves(self.worth(s, unit)) } else { String::new() };
                at_piece(unit, format!("{} {label}", self.name(unit))).with_note(format!("pays {worth}"))
            }
            Action::Retreat { piece, path } => {
                let from = s.hex(piece);
                let way = self.way(from, path);
                let fate = from.and_then(|_| self.fate(s, piece, path).ok());
                match fate {
                    Some(Fate::Safe { end, .. }) => at_hex(end, format!("{} to {}", self.name(piece), self.hex_name(end))).with_path(way),
                    _ => at_piece(piece, format!("{}: no retreat, eliminated", self.name(piece))).with_path(way),
                }
            }
            Action::Follow { leader } => at_piece(leader, format!("{} goes along", self.name(leader))),
            Action::Advance { unit, hex } => at_hex(hex, format!("{} advances to {}", self.name(unit), self.hex_name(hex))),
            Action::Clear { unit } => at_piece(unit, format!("{} removes the abatis", self.name(unit))),
            Action::Rally { leader, unit } => {
                Described::new(format!("{} rallies {}", self.name(leader), self.name(unit)), Target::Box("rally".into()))
            }
            Action::Done => match (s.step(), s.phase) {
                (Some(Step::Follow { .. }), _) => Described::button("done", "Nobody else goes along"),
                (Some(_), _) => Described::button("done", "No further advance"),
                (_, Phase::SetUp) => Described::button("done", "Finish the set-up"),
                (_, Phase::Command) => Described::button("done", "Go on to movement"),
                (_, Phase::Movement) => {
                    let lost = if s.phase == Phase::Movement { self.entrants(s).count_ones() } else { 0 };
                    let done = Described::button("done", "Finish movement");
                    if lost > 0 { done.with_note(format!("{lost} reinforcements that do not come are lost")) } else { done }
                }
                (_, Phase::Declaration) => Described::button("done", "Resolve the attacks"),
                _ => Described::button("done", "Finish the turn"),
            },
        }
    }

    fn odds_with(&self, s: &State, unit: PieceId) -> String {
        let mut with = s.clone();
        with.battle_of[unit.index()] = s.open;
        self.odds_note(&with, s.open)
    }

    fn describe_march(&self, s: &State, piece: PieceId, path: Path) -> Described {
        let name = self.name(piece);
        let start = s.hex(piece).or_else(|| self.group_of(piece).map(|g| self.scenario.groups[g].hex));
        if self.by_rail(s, piece).is_some() {
            return Described::new(format!("{name} comes by rail"), Target::Hex(self.hex_name(self.ground.junction)));
        }
        let way = self.way(start, path);
        let end = way.last().cloned().unwrap_or_default();
        let mut spent = self.may_move(s, piece.side(), piece).map_or(0, |(_, spent)| spent);
        let mut at = start;
        for d in path.steps() {
            let Some(from) = at else { break };
            spent += self.step_cost(s, piece, from, d).unwrap_or(0);
            at = Some(self.ground.neighbour(from, d)).filter(|h| h.is_some());
        }
        let left = self.allowance(s, piece).saturating_sub(spent);
        let verb = if s.hex(piece).is_none() { "enters at" } else { "to" };
        Described::new(format!("{name} {verb} {end}"), Target::Hex(end))
            .with_note(format!("{} movement points left", sixths(left)))
            .with_path(way)
    }

    pub(crate) fn tell_of(&self, event: &Event, seat: Seat) -> Option<Told> {
        let id = |p: PieceId| self.id(p).to_string();
        let hex = |h: HexId| self.hex_name(h);
        let told = |kind: &'static str, text: String, pieces: Vec<String>, hexes: Vec<String>| {
            Some(Told { pieces, hexes, ..Told::new(kind, text) })
        };
        match event {
            Event::Turn { turn, side } => told("turn", format!("{}: the {side} turn.", self.turn_label(*turn)), vec![], vec![]),
            Event::Phase { side, phase } => told("phase", format!("{side}: {}.", self.phase_label(*phase)), vec![], vec![]),
            Event::Trestle { standing } => {
                let what = if *standing { "stands" } else { "is destroyed" };
                told("set-up", format!("The railroad trestle {what}."), vec![], vec![hex(self.ground.trestle)])
            }
            Event::Abatis { hex: h } => told("set-up", format!("Abatis in {}.", hex(*h)), vec![], vec![hex(*h)]),
            Event::Placed { piece, hex: h, hidden } if *hidden && !seat.sees_for(piece.side()) => {
                told("set-up", format!("A face-down counter in {}.", hex(*h)), vec![], vec![hex(*h)])
            }
            Event::Placed { piece, hex: h, .. } => {
                told("set-up", format!("{} in {}.", self.name(*piece), hex(*h)), vec![id(*piece)], vec![hex(*h)])
            }
            Event::Hidden { dummy, hex: h } if !seat.sees_for(dummy.side()) => {
                told("set-up", format!("Face-down counters in {} are exchanged.", hex(*h)), vec![], vec![hex(*h)])
            }
            Event::Hidden { dummy, hex: h } => {
                told("set-up", format!("{} in {}.", self.name(*dummy), hex(*h)), vec![id(*dummy)], vec![hex(*h)])
            }
            Event::Revealed { piece, hex: h } => {
                told("reveal", format!("{} is turned up in {}.", self.name(*piece), hex(*h)), vec![id(*piece)], vec![hex(*h)])
            }
            Event::AllRevealed { side } => told("reveal", format!("All {side} pieces are unfrozen."), vec![], vec![]),
            Event::Formed { brigade, hex: h, hidden } | Event::Broken { brigade, hex: h, hidden }
                if *hidden && !seat.sees_for(brigade.side()) =>
            {
                told("form", format!("Face-down counters in {} are exchanged.", hex(*h)), vec![], vec![hex(*h)])
            }
            Event::Formed { brigade, hex: h, .. } => {
                told("form", format!("{} forms in {}.", self.name(*brigade), hex(*h)), vec![id(*brigade)], vec![hex(*h)])
            }
            Event::Broken { brigade, hex: h, .. } => {
                told("form", format!("{} breaks up in {}.", self.name(*brigade), hex(*h)), vec![id(*brigade)], vec![hex(*h)])
            }
            Event::Faced { battery, hidden, .. } if *hidden && !seat.sees_for(battery.side()) => None,
            Event::Faced { battery, battle_piece, .. } => {
                let to = if *battle_piece { "unlimbers: battle piece" } else { "limbers up: mobile piece" };
                told("form", format!("{} {to}.", self.name(*battery)), vec![id(*battery)], vec![])
            }
            Event::Marched { piece, from, path, entered, interrupted } => {
                let way = self.way(Some(*from), *path);
                let end = way.last().cloned().unwrap_or_default();
                let how = if *entered {
                    format!("{} enters at {} and goes to {end}", self.name(*piece), hex(*from))
                } else {
                    format!("{}: {} to {end}", self.name(*piece), hex(*from))
                };
                let stop = if *interrupted { ", and pauses as the enemy is turned up" } else { "" };
                told("move", format!("{how}{stop}."), vec![id(*piece)], way)
            }
            Event::Railed { piece, hex: h } => {
                told("move", format!("{} comes by rail to {}.", self.name(*piece), hex(*h)), vec![id(*piece)], vec![hex(*h)])
            }
            Event::Battle { attackers, defenders, side, strengths, odds, bombardment, automatic } => {
                let verb = match (bombardment, automatic) {
                    (true, _) => "bombards",
                    (_, true) => "overwhelms",
                    _ => "attacks",
                };
                let text = format!(
                    "{side} {verb}: {} against {}, {} : {}, {odds}.",
                    self.names(*side, *attackers),
                    self.names(side.enemy(), *defenders),
                    halves(strengths.0),
                    halves(strengths.1)
                );
                let ids = pieces(*side, *attackers).chain(pieces(side.enemy(), *defenders)).map(id).collect();
                told("battle", text, ids, vec![])
            }
            Event::Result { die, combat, bombardment } => {
                let what = combat.map(combat_words).or(bombardment.map(bombardment_words)).unwrap_or("no effect");
                let dice = if *die > 0 { vec![*die] } else { vec![] };
                let text = if *die > 0 { format!("Die {die}: {what}.") } else { format!("Without a die: {what}.") };
                Some(Told { dice, ..Told::new("result", text) })
            }
            Event::Owed { side, owed } => told("loss", format!("The {side} side owes {} defence points.", halves(*owed)), vec![], vec![]),
            Event::Lost { piece, hex: h, loss, to_box } => {
                let (why, rule) = match loss {
                    Loss::Combat => ("is lost", "BR-7.7"),
                    Loss::Retreat => ("is lost in its retreat", "BR-7.83a"),
                    Loss::Unescorted => ("is taken without escort", "BR-12.3"),
                    Loss::LeaderTable => ("falls", "BR-12.5"),
                    Loss::Late => ("did not come and is lost", "BR-13.12"),
                };
                let after = if *to_box { "; it may rally" } else { "" };
                let text = format!("{} {why} at {}{after}.", self.name(*piece), hex(*h));
                Some(Told { pieces: vec![id(*piece)], hexes: vec![hex(*h)], rule: Some(rule), ..Told::new("loss", text) })
            }
            Event::LeaderRoll { leader, die, lost } => {
                let what = if *lost { "he is lost" } else { "he falls back two hexes" };
                Some(Told {
                    dice: vec![*die],
                    pieces: vec![id(*leader)],
                    ..Told::new("roll", format!("{}: die {die}, {what}.", self.name(*leader)))
                })
            }
            Event::Retreated { piece, from, path } => {
                let way = self.way(Some(*from), *path);
                let end = way.last().cloned().unwrap_or_default();
                told("retreat", format!("{} falls back to {end}.", self.name(*piece)), vec![id(*piece)], way)
            }
            Event::Advanced { unit, from, hex: h } => {
                told("advance", format!("{} advances to {}.", self.name(*unit), hex(*h)), vec![id(*unit)], vec![hex(*from), hex(*h)])
            }
            Event::Followed { leader, hex: h } => {
                told("advance", format!("{} goes along to {}.", self.name(*leader), hex(*h)), vec![id(*leader)], vec![hex(*h)])
            }
            Event::Cleared { unit, hex: h } => {
                told("rally", format!("{} removes the abatis in {}.", self.name(*unit), hex(*h)), vec![id(*unit)], vec![hex(*h)])
            }
            Event::Rallied { leader, unit, hex: h } => told(
                "rally",
                format!("{} rallies {} in {}.", self.name(*leader), self.name(*unit), hex(*h)),
                vec![id(*leader), id(*unit)],
                vec![hex(*h)],
            ),
            Event::EventRoll { number, die, came } => {
                let what = if *came { "they come" } else { "not yet" };
                let group = self.scenario.groups.get(usize::from(*number)).filter(|_| usize::from(*number) != UNFREEZING);
                Some(Told {
                    dice: vec![*die],
                    pieces: group.map_or_else(Vec::new, |g| pieces(g.side, g.pieces).map(id).collect()),
                    hexes: group.map_or_else(Vec::new, |g| vec![hex(g.hex)]),
                    ..Told::new("roll", format!("Die {die} for {}: {what}.", self.event_name(*number)))
                })
            }
            Event::Over { winner, panic } => {
                let why = if *panic { "by panic: the enemy's base is taken" } else { "at the end of the day" };
                told("over", format!("{winner} victory {why}."), vec![], vec![])
            }
        }
    }

    pub(crate) fn view_of(&self, sight: &Sight) -> View {
        let s = &sight.state;
        let mut counters = Vec::new();
        for piece in self.roster.all() {
            let spot = s.at[piece.index()];
            let kind = self.roster.kind(piece);
            let holder = matches!(kind, Kind::Formed | Kind::Dummy);
            if matches!(spot, Spot::ASIDE | Spot::HIDDEN | Spot::PART) || holder && spot.hex().is_none() {
                continue;
            }
            counters.push(self.piece_view(s, piece, spot));
        }
        for side in Side::BOTH {
            let list = &sight.face_down[side.index()];
            for (n, hex) in list.iter().enumerate() {
                let nth = list[..n].iter().filter(|h| *h == hex).count() + 1;
                counters.push(Piece {
                    id: format!("face-down-{}-{}-{nth}", side.id(), self.hex_name(*hex)),
                    side,
                    name: "face down".into(),
                    kind: "hidden".into(),
                    strengths: String::new(),
                    formation: String::new(),
                    hex: Some(self.hex_name(*hex)),
                    off: None,
                    due: None,
                    states: vec!["frozen"],
                });
            }
        }
        let marker = |kind: &str, hexes: Vec<String>, label: &str| Marker { kind: kind.into(), hexes, side: None, label: label.into() };
        let mut markers: Vec<Marker> =
            s.abatis.iter().filter(|h| h.is_some()).map(|h| marker("abatis", vec![self.hex_name(*h)], "Abatis")).collect();
        if s.standing() {
            markers.push(marker("trestle", vec![self.hex_name(self.ground.trestle)], "Trestle"));
        }
        for star in &self.ground.stars {
            markers.push(marker("star", vec![self.hex_name(*star)], "Victory star"));
        }
        View {
            board: self.ground.board.id.clone(),
            turn: s.turn,
            turn_label: self.turn_label(s.turn),
            phase: self.phase_label(s.phase).into(),
            active: (s.phase != Phase::Over).then_some(s.side),
            prompt: self.prompt_of(sight),
            pieces: counters,
            markers,
            tallies: self.tallies(sight),
            overlays: self.overlays(sight),
            battle: self.battle_view(s),
        }
    }

    fn piece_view(&self, s: &State, piece: PieceId, spot: Spot) -> Piece {
        let c = self.roster.counter(piece);
        let kind = match c.kind {
            Kind::Leader => "leader",
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
            Kind::Battery => "artillery",
            Kind::Formed => "brigade",
            Kind::Dummy => "dummy",
        };
        let mut states = Vec::new();
        let bit = piece.bit();
        let side = piece.side();
        let mine = side == s.side;
        let movement = matches!(s.phase, Phase::Movement | Phase::Declaration | Phase::Battles | Phase::Rally);
        // BR-PP-3: the STOP marker only shows who is inactive.
        for (on, state) in [
            (s.is_frozen(piece), "frozen"),
            (mine && movement && spot.hex().is_some() && s.active & bit == 0, "stop"),
            (mine && s.moved & bit != 0, "moved"),
            (mine && s.fought & bit != 0, "fought"),
            (mine && s.advanced & bit != 0, "advanced"),
            (s.battle_piece[side.index()] & bit != 0, "battle piece"),
            (s.bombarded[side.index()] & bit != 0, "bombarded"),
        ] {
            if on {
                states.push(state);
            }
        }
        let off = match spot {
            Spot::CARD => Some("to be set up"),
            Spot::DUE => Some("reinforcements"),
            Spot::BOX => Some("rally box"),
            Spot::LOST => Some("eliminated"),
            _ => None,
        };
        Piece {
            id: c.id.clone(),
            side,
            name: c.name.clone(),
            kind: kind.into(),
            strengths: self.strengths_on(s, piece),
            formation: self.formation(piece),
            hex: spot.hex().map(|h| self.hex_name(h)),
            off: off.map(str::to_string),
            due: self.due(s, piece),
            states,
        }
    }

    /// The formation of a piece in words.
    pub(crate) fn formation(&self, piece: PieceId) -> String {
        let c = self.roster.counter(piece);
        let chief = self.roster.leader_of[piece.index()];
        let own = match (chief, c.rank) {
            (_, Some(Rank::Army)) => "army".to_string(),
            (PieceId::NONE, _) => String::new(),
            (leader, _) => self.roster.counter(leader).name.clone(),
        };
        match (c.division, own.is_empty()) {
            (0, _) => own,
            (d, true) => format!("Division {d}"),
            (d, false) => format!("{own}, Division {d}"),
        }
    }

    fn tallies(&self, sight: &Sight) -> Vec<Tally> {
        let s = &sight.state;
        let tally = |id: &str, label: &str, value: String| Tally { id: id.into(), label: label.into(), value };
        let mut out = Vec::new();
        for side in Side::BOTH {
            let boxed = pieces(side, self.roster.infantry[side.index()]).filter(|p| s.at[p.index()] == Spot::BOX).count();
            out.push(tally(&format!("rally-{}", side.id()), &format!("{side} RALLY box"), boxed.to_string()));
        }
        for (n, points) in s.ford.iter().enumerate().filter(|(_, p)| **p > 0) {
            let hex = self.hex_name(self.ground.fords[n]);
            let left = self.tables.limits.ford_entry - points;
            out.push(tally(&format!("ford-{hex}"), &format!("Ford {hex}"), format!("{left} points may still enter")));
        }
        let stars = self.ground.stars.iter().filter(|h| s.units(Side::Union, **h) != 0).count();
        out.push(tally("stars", "Victory stars held by the Union", stars.to_string()));
        out
    }

    fn overlays(&self, sight: &Sight) -> Vec<Overlay> {
        let s = &sight.state;
        let names =
            |hexes: &crate::ground::Hexes| hexes.iter().filter(|h| self.ground.board.grid.contains(*h)).map(|h| self.hex_name(h)).collect();
        let overlay = |id: &str, label: &str, hexes: Vec<String>| Overlay { id: id.into(), label: label.into(), hexes };
        let mut out = Vec::new();
        for side in Side::BOTH {
            out.push(overlay(&format!("zones-{}", side.id()), &format!("{side} zones of control"), names(&self.zones(s, side))));
            let mut recon = crate::ground::Hexes::new();
            for hex in &sight.face_down[side.index()] {
                self.ground.recon(*hex).iter().for_each(|h| recon.add(*h));
            }
            if !recon.is_empty() {
                out.push(overlay(&format!("recon-{}", side.id()), &format!("Recon range of face-down {side} pieces"), names(&recon)));
            }
        }
        out
    }

    fn battle_view(&self, s: &State) -> Option<BattleView> {
        let (side, enemy) = (s.side, s.side.enemy());
        let (attackers, guns, defenders, automatic) = if s.battle.fight != Fight::None {
            (s.battle.attackers, s.battle.guns, s.battle.defenders, s.battle.fight == Fight::Automatic)
        } else if s.open != 0 {
            let members = s.members(side, s.open);
            (members & s.engaged, members & s.guns, s.members(enemy, s.open), false)
        } else {
            return None;
        };
        let strengths = self.strengths(s, side, attackers, guns, defenders);
        let bombardment = attackers == 0;
        let mut results: Vec<(String, String)> = Vec::new();
        let odds = strengths.odds();
        for die in 1..=6u8 {
            let text = match (bombardment, automatic) {
                (true, _) => Tables::bombardment_column(odds).map(|c| bombardment_words(self.tables.bombardment(c, die))),
                (_, true) => Some(combat_words(self.tables.combat(self.tables.combat_columns.len() - 1, die))),
                _ => Tables::combat_column(odds).map(|c| combat_words(self.tables.combat(c, die))),
            };
            match text {
                Some(text) => results.push((die.to_string(), text.to_string())),
                None => {
                    let text = if bombardment { "no effect" } else { combat_words(CombatResult::Ae) };
                    results.push(("no die".into(), text.into()));
                    break;
                }
            }
        }
        let mut modifiers = Vec::new();
        for (n, hex) in strengths.hexes.iter().enumerate().filter(|(_, h)| h.is_some()) {
            if strengths.doubled >> n & 1 == 1 {
                modifiers.push(("BR-7.4".into(), format!("defenders in {} are uphill: doubled", self.hex_name(*hex))));
            }
        }
        for (p, hex) in s.on_map(side, attackers | guns).filter(|(p, h)| self.halved(s, *p, *h, strengths.woods)) {
            modifiers.push(("BR-7.5".into(), format!("{} in {} is halved", self.name(p), self.hex_name(hex))));
        }
        for (p, hex) in s.on_map(enemy, defenders).filter(|(p, h)| self.halved(s, *p, *h, false)) {
            modifiers.push(("BR-7.5".into(), format!("{} in {} is halved", self.name(p), self.hex_name(hex))));
        }
        if attackers != 0 && strengths.support > strengths.adjacent {
            modifiers
                .push(("BR-9.51".into(), format!("support fire counts {} of {}", halves(strengths.adjacent), halves(strengths.support))));
        }
        Some(BattleView {
            targets: strengths.hexes.iter().filter(|h| h.is_some()).map(|h| self.hex_name(*h)).collect(),
            attackers: pieces(side, attackers | guns).map(|p| self.id(p).to_string()).collect(),
            odds: self.odds_words(&strengths, bombardment),
            modifiers,
            results,
        })
    }

    pub(crate) fn verdict_of(&self, s: &State, verdict: Verdict) -> String {
        let Some(winner) = verdict.winner else { return "A draw.".into() };
        let base = self.ground.bases[winner.enemy().index()].iter().any(|h| s.units(winner, *h) != 0);
        match (winner, base && s.turn <= self.scenario.last_turn()) {
            (Side::Union, true) => "Union victory: Manassas is taken and the Confederate army panics.".into(),
            (Side::Confederate, true) => "Confederate victory: Centreville is taken and the Union army panics.".into(),
            (Side::Union, false) => "Union victory: a victory star is held at the end of the day.".into(),
            (Side::Confederate, false) => "Confederate victory: the Union holds no victory star at the end of the day.".into(),
        }
    }
}
