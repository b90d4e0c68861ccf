//! What people read: prompts, labels, the log, the view.

use crate::GiveUsVictories;
use crate::action::{Action, Event, Subject};
use crate::combat::{ATTACK, DEFENCE};
use crate::counters::{ChitKind, Kind, boxes, counters, tables};
use crate::ground::ground;
use crate::ids::{Chit, EventId, Hex, Path, Piece, Pieces};
use crate::position::conditions;
use crate::sight::Sight;
use crate::state::{Battle, FightStage, Lies, ShellStage, State, Step, TerrainEffect, Why, WorksEffect};
use engine::handbook::list;
use engine::words::{BattleView, Marker, Overlay, Piece as SeenPiece, Tally};
use engine::{Actor, Described, Seat, Side, Target, Told, Verdict, View};

/// A number of half points, as players say it.
fn points(half: u8) -> String {
    match (half / 2, half % 2) {
        (n, 0) => format!("{n}"),
        (0, _) => "½".to_string(),
        (n, _) => format!("{n}½"),
    }
}

/// One unit does, several do; skirmishers are always several.
fn verb(pieces: &Pieces, one: &'static str, many: &'static str) -> &'static str {
    if pieces.len() == 1 && pieces.and(&counters().skirmishers).is_empty() { one } else { many }
}

fn plural(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

impl GiveUsVictories {
    pub(crate) fn piece_name(&self, piece: Piece) -> &'static str {
        match counters().get(piece).kind {
            Kind::Skirmisher => "skirmishers",
            Kind::Dummy => "a dummy",
            _ => &counters().get(piece).name,
        }
    }

    pub(crate) fn chit_name(&self, chit: Chit) -> &'static str {
        &tables().chit(chit).name
    }

    fn formation_name(&self, chit: Chit) -> &'static str {
        let row = tables().chit(chit);
        if row.formation.is_empty() { &row.name } else { &row.formation }
    }

    fn event_name(&self, side: Side, event: EventId) -> &'static str {
        tables().event(event).name(side)
    }

    /// `Thomas, Lane and Walker`.
    fn names(&self, pieces: &Pieces) -> String {
        let names: Vec<String> = pieces.iter().map(|p| self.piece_name(p).to_string()).collect();
        list(&names)
    }

    fn path_names(&self, from: Hex, path: Path) -> Vec<String> {
        let mut hex = from;
        let mut names = vec![hex.name()];
        for d in path.iter() {
            if !hex.is_some() {
                break;
            }
            hex = self.near[hex.index()][d.index()];
            names.push(hex.name());
        }
        names
    }

    /// The turn in words.
    pub(crate) fn turn_words(&self, turn: u8) -> String {
        let day = tables().day(turn);
        let night = if day.night { ", night" } else { "" };
        format!("{}, {} h{night}", day.date, day.hours)
    }

    /// The phase in words.
    pub(crate) fn phase_words(&self, s: &State) -> String {
        let act = |what: &str| match &s.act {
            Some(a) => format!("{}: {what}", self.chit_name(a.chit)),
            None => what.to_string(),
        };
        match s.agenda.as_slice().first().copied().unwrap_or(Step::Over) {
            Step::Boxes => "Strategic map".into(),
            Step::Deploy(_) => "Set-up".into(),
            Step::Hands(_) => "Opening events".into(),
            Step::TurnBegins | Step::ArrivalDie | Step::LongstreetDice | Step::Arrive => "Start of turn".into(),
            Step::RainDie => "Rain".into(),
            Step::Dummies => "Dummies".into(),
            Step::Choose => "Choice of formations".into(),
            Step::Draw => "The next chit".into(),
            Step::Drawn | Step::Muster => act("activation"),
            Step::Movement | Step::AttritionDie | Step::Attrition | Step::Displace => act("movement"),
            Step::Bombardment => act("bombardment"),
            Step::Combat => act("combat"),
            Step::Rest => act("end"),
            Step::NightFalls | Step::SupplyCards(_) | Step::Supply | Step::Recovery(_) | Step::NightCards(_) => "Night".into(),
            Step::TurnEnds => "End of turn".into(),
            Step::Over => "Game over".into(),
            _ => act("interrupt"),
        }
    }

    /// What is asked of the side that is asked.
    fn question(&self, sight: &Sight, side: Side) -> String {
        let s = &sight.state;
        let chit = || s.act.as_ref().map_or("The chit", |a| self.chit_name(a.chit));
        match s.agenda.top() {
            Step::Boxes => "Place a formation chit in a box of the strategic map.".into(),
            Step::Deploy(_) => "Set up your units, or take the proposed set-up.".into(),
            Step::Arrive => "Place the units that arrive.".into(),
            Step::Dummies => "Place dummies on your stacks, then finish.".into(),
            Step::Choose => {
                let left = self.points(s.turn, side).saturating_sub(s.spent[side.index()]);
                format!(
                    "Choose formations in secret: {} left. Then finish.",
                    plural(usize::from(left), "activation point", "activation points")
                )
            }
            Step::Drawn => match s.act.as_ref().map(|a| self.kind(a.chit)) {
                Some(ChitKind::Event) => "Good General is drawn: name the corps, or pass.".into(),
                _ => format!("{} is drawn: place the chit to activate, or pass.", chit()),
            },
            Step::Muster => format!("{}: settle who acts, then begin the movement.", chit()),
            Step::Movement => match &s.march {
                Some(m) if !m.pieces.is_empty() => {
                    format!("{}: {} may march on ({} spent), or move others.", chit(), self.names(&m.pieces), points(m.spent))
                }
                _ => format!("{}: move units and stacks, then finish.", chit()),
            },
            Step::Attrition => "The forced march costs a step: choose the unit.".into(),
            Step::Displace => "A hex holds too much: displace a unit.".into(),
            Step::Bombardment => match &s.barrage {
                Some(b) => format!("Lay more guns on {}, or open fire.", ground().spoken(b.target)),
                None => format!("{}: lay guns on a target, or go on to combat.", chit()),
            },
            Step::Combat => match &s.battle {
                Some(b) => {
                    let hexes: Vec<String> = b.targets.as_slice().iter().map(|h| ground().spoken(*h)).collect();
                    format!("Attack on {}: add units or hexes, then fight.", list(&hexes))
                }
                None => format!("{}: attack adjacent enemies, or end the activation.", chit()),
            },
            Step::SupplyCards(_) => "The supply check comes: play a supply event, or go on.".into(),
            Step::Recovery(_) => "Choose a reduced unit to recover, or go on.".into(),
            Step::Approach => {
                let hex = s.contact.as_ref().map_or(Hex::NONE, |c| c.hex);
                format!("The enemy came near at {}: break contact, or stand.", ground().spoken(hex))
            }
            Step::Withdraw => "Choose where the units that break contact go.".into(),
            Step::Rout(_) => "Demoralized units must go back: choose the way.".into(),
            Step::Behind(_) => "Take up the pontoon behind the retreat (on 4 to 6)?".into(),
            Step::FallBack => "General retreat: choose units to fall back, then finish.".into(),
            Step::Shell => match s.barrage.as_ref().map(|b| b.stage) {
                Some(ShellStage::Type) => "Guns and other units are in the hex: which are the target?".into(),
                Some(ShellStage::Works) => "Your hex is bombarded: make breastworks?".into(),
                _ => "Choose the unit that the bombardment hits.".into(),
            },
            Step::Fight => self.fight_question(s),
            _ => String::new(),
        }
    }

    fn fight_question(&self, s: &State) -> String {
        let Some(b) = &s.battle else { return String::new() };
        match b.stage {
            FightStage::Screen => "You are attacked: send out a skirmisher?".into(),
            FightStage::Entrench => "You are attacked: make breastworks?".into(),
            FightStage::Works => "What do your works do: one attacker die less, or one attacker step?".into(),
            FightStage::Terrain => "Which terrain counts for the defence?".into(),
            FightStage::AttackBonus => {
                format!("{} to place before the roll.", plural(b.points[ATTACK].into(), "bonus point", "bonus points"))
            }
            FightStage::DefenceBonus => {
                let must = match (b.creek, b.tired) {
                    (true, _) => " Name the attacker's die that the creek spoils.",
                    (false, true) => " Name your die that the forced march spoils.",
                    _ => "",
                };
                format!("{} to place before the roll.{must}", plural(b.points[DEFENCE].into(), "bonus point", "bonus points"))
            }
            FightStage::AttackSixes | FightStage::DefenceSixes => "A natural six: how is it used?".into(),
            FightStage::DefenceLosses => {
                let ground = if self.may_give_ground(s).is_ok() { ", or go back to save one" } else { "" };
                format!("{} to bear: choose a unit{ground}.", plural(GiveUsVictories::to_bear(b, DEFENCE).into(), "step", "steps"))
            }
            FightStage::AttackLosses => {
                format!("{} to bear: choose a unit.", plural(GiveUsVictories::to_bear(b, ATTACK).into(), "step", "steps"))
            }
            FightStage::Retreat => "The defenders go back: choose the ways.".into(),
            FightStage::Advance => "Advance into the hexes left by the enemy, or stay.".into(),
            _ => String::new(),
        }
    }

    pub(crate) fn prompt_words(&self, sight: &Sight) -> String {
        let own = sight.seat.side();
        match sight.actor {
            Actor::Over(verdict) => self.end_words(&sight.state, verdict),
            Actor::Chance(chance) => match chance.lot {
                engine::Lot::Dice { count, .. } => format!("Roll {} ({}).", plural(count.into(), "die", "dice"), chance.rule),
                engine::Lot::Draw { .. } if chance.only.is_some() => "An event is drawn.".into(),
                engine::Lot::Draw { .. } => format!("Draw the next chit: {} in the cup.", sight.cup),
            },
            Actor::Sealed(awaited) => match own {
                Some(side) if awaited[side.index()] => self.question(sight, side),
                _ => "Both sides choose in secret.".into(),
            },
            Actor::Side(side) => match own {
                Some(seat) if seat == side => self.question(sight, side),
                None if sight.seat == Seat::Referee => format!("{side}: {}", self.question(sight, side)),
                _ => format!("Waiting for the {side} side."),
            },
        }
    }

    pub(crate) fn subject_words(&self, sight: &Sight, subject: Subject) -> Described {
        let s = &sight.state;
        match subject {
            Subject::Piece(p) => {
                let counter = counters().get(p);
                let cp = counter.cp[usize::from(s.reduced.has(p))];
                Described::new(self.piece_name(p), Target::Piece(p.id().into())).with_note(format!("{cp} points, {}", counter.kind.word()))
            }
            Subject::Stack(hex) => Described::new(format!("The stack in {}", ground().spoken(hex)), Target::Hex(hex.name())),
            Subject::Chit(chit) => Described::new(self.chit_name(chit), Target::Chit(chit.id().into())),
            Subject::Event(event) => {
                let side = sight.seat.side().unwrap_or(Side::Union);
                Described::new(self.event_name(side, event), Target::Card(event_id(event)))
            }
            Subject::Dice => Described::new("The dice", Target::Die(0)),
            Subject::Button => match s.agenda.top() {
                Step::Deploy(_) => Described::button("set-up", "Set up for me"),
                Step::Drawn => Described::button("decline", "Do without"),
                Step::Fight => Described::button("fight", "Decide"),
                _ => Described::button("go-on", "Go on"),
            },
        }
    }

    pub(crate) fn action_words(&self, sight: &Sight, action: Action) -> Described {
        let s = &sight.state;
        let g = ground();
        let spoken = |hex: Hex| g.spoken(hex);
        let at_hex = |label: String, hex: Hex| Described::new(label, Target::Hex(hex.name()));
        let at_piece = |label: String, p: Piece| Described::new(label, Target::Piece(p.id().into()));
        let name = |p: Piece| self.piece_name(p);
        match action {
            Action::Assign { chit, into } => {
                let row = &boxes()[usize::from(into.0)];
                Described::new(format!("{} to {}", self.chit_name(chit), row.name), Target::Box(row.id.clone())).with_note(row.note.clone())
            }
            Action::Place { piece, hex } => at_hex(format!("{} to {}", name(piece), spoken(hex)), hex),
            Action::Preset => Described::button("preset", "Take the proposed set-up"),
            Action::PlaceRest => Described::button("place-rest", "Place the rest for me"),
            Action::PlaceDummy { hex } => at_hex(format!("A dummy to {}", spoken(hex)), hex),
            Action::DropDummy { hex } => at_hex(format!("Take a dummy away from {}", spoken(hex)), hex),
            Action::Choose { chit } => Described::new(format!("Activate {}", self.formation_name(chit)), Target::Chit(chit.id().into()))
                .with_note(plural(self.cost(s, chit).into(), "point", "points")),
            Action::Group { chit, under } => {
                Described::new(format!("{} under {}", self.formation_name(chit), self.chit_name(under)), Target::Box(under.id().into()))
                    .with_note(plural(self.cost(s, chit).into(), "point", "points"))
            }
            Action::Activate { hex } => at_hex(format!("Place the chit in {}", spoken(hex)), hex).with_note(self.command_note(s, hex)),
            Action::Pass => Described::button("pass", "Pass"),
            Action::Forgo => Described::button("forgo", "Give up the activation for an event"),
            Action::Name { chit } => Described::new(format!("Activate {}", self.formation_name(chit)), Target::Chit(chit.id().into())),
            Action::Take { piece } => at_piece(format!("Take {} along", name(piece)), piece),
            Action::Exchange { piece, instead } => at_piece(format!("{} in place of {}", name(piece), name(instead)), piece),
            Action::Exclude { piece } => at_piece(format!("Leave {} out", name(piece)), piece),
            Action::Detach { hex } => at_hex(format!("Detachment marker on {}", spoken(hex)), hex),
            Action::ForceMarch => {
                Described::button("force-march", "Forced march").with_note("double points, no fighting, a step on 1 or 2")
            }
            Action::March { pieces, path } => {
                let from = pieces.first().map_or(Hex::NONE, |p| s.hex(p));
                let to = self.end_of(from, path);
                let cost = self.march_cost(s, &pieces, path);
                at_hex(format!("{} to {}", self.names(&pieces), spoken(to)), to)
                    .with_note(cost.map_or(String::new(), |c| format!("{} points", points(c))))
                    .with_path(self.path_names(from, path))
            }
            Action::Exit { pieces } => {
                let from = pieces.first().map_or(Hex::NONE, |p| s.hex(p));
                at_hex(format!("{} off the map", self.names(&pieces)), from)
            }
            Action::Skirmish { piece, hex } => at_hex(format!("{} sends skirmishers to {}", name(piece), spoken(hex)), hex),
            Action::Build { piece, to } => {
                let from = s.hex(piece);
                Described::new(format!("{} builds a pontoon", name(piece)), Target::Hexside(from.name(), to.name()))
                    .with_note(if self.watched(s, counters().get(piece).side, from, to) { "on 4 to 6" } else { "without a die" })
            }
            Action::Dismantle { from, to } => Described::new("Take up the pontoon", Target::Hexside(from.name(), to.name())),
            Action::Seize { piece, to } => {
                Described::new(format!("{} seizes the pontoon", name(piece)), Target::Hexside(s.hex(piece).name(), to.name()))
                    .with_note("2 points")
            }
            Action::Destroy { piece, to } => {
                Described::new(format!("{} destroys the pontoon", name(piece)), Target::Hexside(s.hex(piece).name(), to.name()))
                    .with_note("2 points")
            }
            Action::Break { hex } => at_hex(format!("Break contact from {}", spoken(hex)), hex),
            Action::Withdraw { pieces, path } => {
                let from = pieces.first().map_or(Hex::NONE, |p| s.hex(p));
                let to = self.end_of(from, path);
                at_hex(format!("{} back to {}", self.names(&pieces), spoken(to)), to).with_path(self.path_names(from, path))
            }
            Action::Retreat { piece, path } | Action::FallBack { piece, path } => {
                let from = s.hex(piece);
                let to = self.end_of(from, path);
                at_hex(format!("{} back to {}", name(piece), spoken(to)), to).with_path(self.path_names(from, path))
            }
            Action::Displace { piece, hex } => at_hex(format!("{} to {}", name(piece), spoken(hex)), hex),
            Action::Suffer { piece } => at_piece(format!("{} {} it", name(piece), verb(&Pieces::one(piece), "bears", "bear")), piece),
            Action::Fire { gun, target } => at_hex(format!("{} fires at {}", name(gun), spoken(target)), target),
            Action::OpenFire => Described::button("open-fire", "Open fire").with_note(self.shell_note(s)),
            Action::Target { guns } => {
                Described::button(if guns { "guns" } else { "foot" }, if guns { "At the guns" } else { "At the infantry and cavalry" })
            }
            Action::Entrench { hex } => at_hex(format!("Breastworks in {}", spoken(hex)), hex),
            Action::Attack { piece, target } => at_hex(format!("{} attacks {}", name(piece), spoken(target)), target),
            Action::Storm { from, target } => at_hex(format!("All of {} attack {}", spoken(from), spoken(target)), target),
            Action::Widen { hex } => at_hex(format!("Attack {} too", spoken(hex)), hex),
            Action::Fight => Described::button("fight", "Fight").with_note(self.draft_note(s)),
            Action::Screen { hex } => at_hex(format!("Skirmishers in {}", spoken(hex)), hex),
            Action::Works { effect } => Described::button(works_id(effect), works_words(effect)),
            Action::Terrain { hex, effect } => at_hex(format!("{} of {}", terrain_words(effect), spoken(hex)), hex),
            Action::Point { enemy, die } => {
                let what = if enemy { "One off the enemy's" } else { "One onto your" };
                Described::new(format!("{what} die {}", die + 1), Target::Die(die + if enemy { 10 } else { 0 }))
            }
            Action::CreekDie { die } => Described::new(format!("The creek spoils the attacker's die {}", die + 1), Target::Die(die + 10)),
            Action::TiredDie { die } => Described::new(format!("The march spoils your die {}", die + 1), Target::Die(die)),
            Action::Mark { piece } => at_piece(format!("The six hits {}", name(piece)), piece),
            Action::ForceRetreat => Described::button("force-retreat", "The six forces a retreat"),
            Action::CancelRetreat => Described::button("cancel-retreat", "The six cancels the retreat"),
            Action::GiveGround => Described::button("give-ground", "Go back and save a step"),
            Action::Advance { piece, hex } => at_hex(format!("{} advances to {}", name(piece), spoken(hex)), hex),
            Action::BreakBridge => Described::button("break-bridge", "Take up the pontoon").with_note("on 4 to 6"),
            Action::Play { event, hex, piece, chit } => {
                let side = sight.seat.side().or(sight.actor.side()).unwrap_or(Side::Union);
                let mut label = format!("Play {}", self.event_name(side, event));
                if let Some(p) = piece {
                    label += &format!(": {}", name(p));
                }
                if let Some(c) = chit {
                    label += &format!(": {}", self.formation_name(c));
                } else if event == EventId::CorpsReleased {
                    label += ": the cavalry of turn 11";
                }
                let target = if hex.is_some() { Target::Hex(hex.name()) } else { Target::Card(event_id(event)) };
                if hex.is_some() {
                    label += &format!(" at {}", spoken(hex));
                }
                Described::new(label, target).with_note(tables().event(event).text.clone())
            }
            Action::Recover { piece } => at_piece(format!("{} recovers", name(piece)), piece),
            Action::Done => Described::button("done", self.done_words(s)),
        }
    }

    fn done_words(&self, s: &State) -> &'static str {
        match s.agenda.top() {
            Step::Choose | Step::Dummies => "Ready",
            Step::Muster => "Begin the movement",
            Step::Movement => "End the movement",
            Step::Bombardment => "No more bombardment",
            Step::Combat => "End the activation",
            Step::Approach => "Stand",
            Step::Behind(_) => "Leave it",
            Step::Fight => match s.battle.as_ref().map(|b| b.stage) {
                Some(FightStage::Screen) => "No skirmisher",
                Some(FightStage::Entrench) => "No breastworks",
                Some(FightStage::AttackBonus | FightStage::DefenceBonus) => "Roll",
                Some(FightStage::AttackSixes | FightStage::DefenceSixes) => "A plain loss",
                _ => "Stay",
            },
            Step::Shell => "No breastworks",
            _ => "Go on",
        }
    }

    /// The half points of a march that is legal.
    fn march_cost(&self, s: &State, pieces: &Pieces, path: Path) -> Option<u8> {
        let mut hex = pieces.first().map(|p| s.hex(p)).filter(|h| h.is_some())?;
        let mover = self.mover(s, pieces);
        let mut cost = 0;
        for d in path.iter() {
            cost += self.step_cost(s, &mover, hex, d).ok()?.0;
            hex = self.near[hex.index()][d.index()];
        }
        Some(cost)
    }

    fn command_note(&self, s: &State, hex: Hex) -> String {
        let Some(act) = &s.act else { return String::new() };
        let reach = self.commanded(s, act.side, hex, act.chit);
        let units: Pieces = act.formations.iter().flat_map(|c| self.formation[c.index()].iter()).collect();
        let n = units.iter().filter(|p| self.commands(s, &reach, *p) && self.fresh(s, *p).is_ok()).count();
        format!("radius {}, {} in command", tables().chit(act.chit).radius, plural(n, "unit", "units"))
    }

    fn shell_note(&self, s: &State) -> String {
        let Some(b) = &s.barrage else { return String::new() };
        format!("factor {}", s.sum(&b.guns))
    }

    /// The odds of the combat being prepared.
    fn draft_note(&self, s: &State) -> String {
        let Some(b) = &s.battle else { return String::new() };
        let defence = b.targets.as_slice().iter().map(|h| s.sum(&s.stack(*h))).sum::<u16>();
        let attack = s.sum(&b.attackers);
        let (a, d) = crate::combat::ratio(attack, defence);
        format!("{attack} against {defence}: {a} to {d}")
    }

    // The log.

    pub(crate) fn event_words(&self, event: &Event, seat: Seat) -> Option<Told> {
        let g = ground();
        let spoken = |h: Hex| g.spoken(h);
        let sees = |p: Piece, seen: bool| seen || seat.sees_for(counters().get(p).side);
        let side_of = |p: Piece| counters().get(p).side;
        let who = |p: Piece, seen: bool| {
            if sees(p, seen) { self.piece_name(p).to_string() } else { format!("A {} unit", side_of(p)) }
        };
        let ids = |p: Piece, seen: bool| if sees(p, seen) { vec![p.id().to_string()] } else { Vec::new() };
        let told = |kind: &'static str, text: String| Told::new(kind, text);
        let at = |mut t: Told, hexes: &[Hex]| {
            t.hexes = hexes.iter().filter(|h| h.is_some()).map(|h| h.name()).collect();
            t
        };
        let of = |mut t: Told, pieces: Vec<String>| {
            t.pieces = pieces;
            t
        };
        let dice = |mut t: Told, dice: &[u8]| {
            t.dice = dice.to_vec();
            t
        };
        let group = |pieces: &Pieces, seen: bool| {
            let first = pieces.first()?;
            let names = if sees(first, seen) { self.names(pieces) } else { format!("{} units", side_of(first)) };
            let ids = if sees(first, seen) { pieces.iter().map(|p| p.id().to_string()).collect() } else { Vec::new() };
            Some((names, ids))
        };
        Some(match *event {
            Event::TurnBegan { turn } => told("phase", format!("Turn {turn}: {}.", self.turn_words(turn))),
            Event::Rain { die, rain } => dice(told("roll", if rain { "It rains." } else { "It stays dry." }.into()), &[die]),
            Event::Assigned { side } => told("setup", format!("The {side} side places a chit on the strategic map.")),
            Event::Revealed { chit, into } => told("setup", format!("{}: {}.", self.chit_name(chit), boxes()[usize::from(into.0)].name)),
            // How many stand in an unseen hex is nobody's business.
            Event::Placed { piece, seen, .. } if !sees(piece, seen) => return None,
            Event::OutOfSupply { piece, seen }
            | Event::Recovered { piece, seen }
            | Event::Rallied { piece, seen }
            | Event::Taken { piece, seen }
                if !sees(piece, seen) =>
            {
                return None;
            }
            Event::Placed { piece, hex, seen } => {
                at(of(told("setup", format!("{} to {}.", who(piece, seen), spoken(hex))), ids(piece, seen)), &[hex])
            }
            Event::SetUpDone { side } => told("phase", format!("The {side} side is set up.")),
            Event::ArrivalDie { die, came } => {
                dice(told("roll", if came { "The reinforcements arrive." } else { "No reinforcements yet." }.into()), &[die])
            }
            Event::Brigades { piece, die, came } => {
                dice(told("roll", format!("{} {}.", self.piece_name(piece), if came { "arrives" } else { "does not arrive" })), &[die])
            }
            Event::DummiesDone { side } => told("phase", format!("The {side} side has placed its dummies.")),
            Event::Chosen { side } => told("phase", format!("The {side} side has chosen.")),
            Event::CupFilled { count } => told("phase", format!("{count} chits go into the cup.")),
            Event::Drawn { chit } => told("draw", format!("{} is drawn.", self.chit_name(chit))),
            Event::Passed { chit } => told("phase", format!("{} passes.", self.chit_name(chit))),
            Event::Forgone { chit } => told("phase", format!("{} is given up for an event.", self.chit_name(chit))),
            Event::CardDrawn { side, event } => {
                let what = if seat.sees_for(side) { self.event_name(side, event).to_string() } else { "an event".into() };
                told("event", format!("The {side} side draws {what}."))
            }
            Event::Activated { chit, hex } => at(told("phase", format!("{} commands from {}.", self.chit_name(chit), spoken(hex))), &[hex]),
            Event::BoxOpened { chit, formation } => {
                told("draw", format!("{} commands {}.", self.chit_name(chit), self.formation_name(formation)))
            }
            Event::Taken { piece, seen } => of(told("phase", format!("{} goes along.", who(piece, seen))), ids(piece, seen)),
            Event::Excluded { piece } => {
                if !seat.sees_for(side_of(piece)) {
                    return None;
                }
                told("phase", format!("{} stays out.", self.piece_name(piece)))
            }
            Event::Detached { side, hex } => at(told("phase", format!("{side} detachment at {}.", spoken(hex))), &[hex]),
            Event::ForcedMarch { side } => told("phase", format!("The {side} formation force marches.")),
            Event::Marched { ref pieces, from, to, seen, .. } => {
                let (names, ids) = group(pieces, seen)?;
                at(of(told("move", format!("{names}: {} to {}.", from.name(), spoken(to))), ids), &[from, to])
            }
            Event::Exited { ref pieces, from } => {
                let (names, ids) = group(pieces, true)?;
                at(of(told("move", format!("{names} {} the map at {}.", verb(pieces, "leaves", "leave"), spoken(from))), ids), &[from])
            }
            Event::Skirmisher { side, hex } => at(told("skirmisher", format!("{side} skirmishers in {}.", spoken(hex))), &[hex]),
            Event::BuildDie { die } | Event::DismantleDie { die } => dice(told("roll", format!("The die shows {die}.")), &[die]),
            Event::Built { side, from, to } => {
                at(told("pontoon", format!("A {side} pontoon lies between {} and {}.", from.name(), to.name())), &[from, to])
            }
            Event::BuildFailed { from, to, .. } => at(told("pontoon", "The pontoon cannot be built.".into()), &[from, to]),
            Event::Dismantled { from, to } => at(told("pontoon", "The pontoon is taken up.".into()), &[from, to]),
            Event::DismantleFailed { from, to } => at(told("pontoon", "The pontoon cannot be taken up.".into()), &[from, to]),
            Event::Seized { side, from, to } => at(told("pontoon", format!("The {side} side seizes the pontoon.")), &[from, to]),
            Event::Destroyed { side, from, to } => at(told("pontoon", format!("The {side} side destroys the pontoon.")), &[from, to]),
            Event::BrokeContact { side, hex } => {
                let mut t = at(told("move", format!("The {side} stack in {} breaks contact.", spoken(hex))), &[hex]);
                t.rule = Some("GUV-9.10");
                t
            }
            Event::Stood { side } => told("move", format!("The {side} side stands.")),
            Event::Withdrew { ref pieces, from, to, .. } => {
                let (names, ids) = group(pieces, true)?;
                at(of(told("move", format!("{names} {} back to {}.", verb(pieces, "goes", "go"), spoken(to))), ids), &[from, to])
            }
            Event::Retreated { piece, from, to, seen } => {
                at(of(told("retreat", format!("{} retreats to {}.", who(piece, seen), spoken(to))), ids(piece, seen)), &[from, to])
            }
            Event::Displaced { piece, from, to, seen } => {
                at(of(told("move", format!("{} is displaced to {}.", who(piece, seen), spoken(to))), ids(piece, seen)), &[from, to])
            }
            Event::Attrition { die } => dice(told("roll", format!("Forced march: {die}.")), &[die]),
            Event::Disorganized { piece, hex, seen } => {
                at(of(told("loss", format!("{} is disorganized.", who(piece, seen))), ids(piece, seen)), &[hex])
            }
            Event::Demoralized { piece, hex, seen } => {
                at(of(told("loss", format!("{} is demoralized.", who(piece, seen))), ids(piece, seen)), &[hex])
            }
            Event::StepLost { piece, hex, seen } => {
                at(of(told("loss", format!("{} loses a step.", who(piece, seen))), ids(piece, seen)), &[hex])
            }
            Event::Eliminated { piece } => {
                let text = match counters().get(piece).kind {
                    Kind::Skirmisher => format!("{} skirmishers are lost.", side_of(piece)),
                    _ => format!("{} is lost.", self.piece_name(piece)),
                };
                of(told("loss", text), vec![piece.id().to_string()])
            }
            Event::WorksBuilt { side, hex } => at(told("works", format!("{side} breastworks in {}.", spoken(hex))), &[hex]),
            Event::WorksGone { hex } => at(told("works", format!("The breastworks in {} are gone.", spoken(hex))), &[hex]),
            Event::Bombarded { target, factor } => {
                at(told("bombardment", format!("Bombardment of {} with {factor}.", spoken(target))), &[target])
            }
            Event::Types { target, guns, foot } => {
                let what = match (guns, foot) {
                    (true, true) => "artillery and other units",
                    (true, false) => "artillery",
                    _ => "no artillery",
                };
                at(told("bombardment", format!("In {}: {what}.", spoken(target))), &[target])
            }
            Event::TargetType { guns } => {
                told("bombardment", if guns { "The guns are the target." } else { "The infantry and cavalry are the target." }.into())
            }
            Event::ShellDie { die, modified, result } => {
                dice(told("roll", format!("Bombardment: {die}, modified {modified}: {}.", result.word())), &[die])
            }
            Event::CombatBegan { ref attackers, target, more } => {
                let (names, ids) = group(attackers, true)?;
                let also = if more > 0 { format!(" and {}", plural(more.into(), "more hex", "more hexes")) } else { String::new() };
                at(
                    of(told("combat", format!("{names} {} {}{also}.", verb(attackers, "attacks", "attack"), spoken(target))), ids),
                    &[target],
                )
            }
            Event::Pools { attack, defence, ratio } => {
                told("combat", format!("{} to {}: {attack} dice against {defence} before works and terrain.", ratio.0, ratio.1))
            }
            Event::WorksChosen { effect } => told("combat", format!("{}.", works_words(effect))),
            Event::TerrainChosen { hex, effect } => at(told("combat", format!("{} counts.", terrain_words(effect))), &[hex]),
            Event::Bonus { side, enemy, die } => {
                told("combat", format!("{side} bonus: {} die {}.", if enemy { "one off the enemy's" } else { "one onto its" }, die + 1))
            }
            Event::AttackRolled { dice: shown, marks, count, hits } => self.roll_words("Attacker", &shown, &marks, count, hits),
            Event::DefenceRolled { dice: shown, marks, count, hits } => self.roll_words("Defender", &shown, &marks, count, hits),
            Event::Marked { piece } => of(told("combat", format!("The six names {}.", self.piece_name(piece))), vec![piece.id().into()]),
            Event::RetreatForced => told("combat", "The six forces a retreat.".into()),
            Event::RetreatCancelled => told("combat", "A six cancels the retreat.".into()),
            Event::GaveGround => told("retreat", "The defender goes back and saves a step.".into()),
            Event::Advanced { piece, to } => {
                at(of(told("advance", format!("{} advances to {}.", self.piece_name(piece), spoken(to))), vec![piece.id().into()]), &[to])
            }
            Event::ActivationEnded { chit } => told("phase", format!("{} is done.", self.chit_name(chit))),
            Event::Played { side, event, hex } => {
                let place = if hex.is_some() { format!(" at {}", spoken(hex)) } else { String::new() };
                at(told("event", format!("The {side} side plays {}{place}.", self.event_name(side, event))), &[hex])
            }
            Event::PlayedInSecret { side, event } => {
                if !seat.sees_for(side) {
                    return None;
                }
                told("event", format!("You play {} in secret.", self.event_name(side, event)))
            }
            Event::Jackson { die, lost } => {
                dice(told("roll", if lost { "Jackson is hit and leaves the game." } else { "Jackson is unharmed." }.into()), &[die])
            }
            Event::FellBack { piece, to, seen } => {
                at(of(told("retreat", format!("{} falls back to {}.", who(piece, seen), spoken(to))), ids(piece, seen)), &[to])
            }
            Event::Released { formation } => {
                let what = formation.map_or("The cavalry of turn 11", |c| self.formation_name(c));
                told("event", format!("{what} is free to act."))
            }
            Event::NightFell => told("phase", "Night falls: skirmishers and breastworks come off.".into()),
            Event::SkirmisherGone { side } => told("loss", format!("One {side} skirmisher is out of the game.")),
            Event::OutOfSupply { piece, seen } => of(told("supply", format!("{} is out of supply.", who(piece, seen))), ids(piece, seen)),
            Event::Recovered { piece, seen } => of(told("recovery", format!("{} recovers its step.", who(piece, seen))), ids(piece, seen)),
            Event::Rallied { piece, seen } => of(told("recovery", format!("{} rallies.", who(piece, seen))), ids(piece, seen)),
            Event::Returned { piece, hex } => {
                at(of(told("event", format!("{} comes back at {}.", self.piece_name(piece), spoken(hex))), vec![piece.id().into()]), &[hex])
            }
            Event::GameOver { winner } => {
                told("phase", winner.map_or("The game ends in a draw.".into(), |w| format!("The {w} side wins.")))
            }
        })
    }

    fn roll_words(&self, who: &str, shown: &[u8; 6], marks: &[i8; 6], count: u8, hits: u8) -> Told {
        let count = usize::from(count);
        let faces: Vec<String> =
            (0..count).map(|i| if marks[i] == 0 { format!("{}", shown[i]) } else { format!("{}({:+})", shown[i], marks[i]) }).collect();
        let mut told = Told::new("roll", format!("{who}: {}: {}.", faces.join(" "), plural(hits.into(), "hit", "hits")));
        told.dice = shown[..count].to_vec();
        told
    }

    pub(crate) fn end_words(&self, s: &State, verdict: Verdict) -> String {
        let winner = verdict.winner.map_or("A draw".to_string(), |w| format!("The {w} side wins"));
        let why = match s.ended.map(|e| e.why) {
            Some(Why::Losses) => format!(": the losses differ by {}", self.difference(s).abs()),
            Some(Why::Turn14) => ": Chancellorsville and Marye's Heights are held at the end of 2 May".into(),
            Some(Why::Points) => format!(": {} Union victory points", self.victory_points(s)),
            Some(Why::Ground) => ": the ground is held".into(),
            Some(Why::MoreKilled) => {
                format!(": {} Union and {} Confederate units lost", self.lost_units(s, Side::Union), self.lost_units(s, Side::Confederate))
            }
            Some(Why::Exit) => ": three brigades have broken through to the west".into(),
            Some(Why::Time) => ": time has run out".into(),
            None => String::new(),
        };
        format!("{winner}{why}.")
    }

    // The view.

    fn seen_piece(&self, s: &State, p: Piece) -> SeenPiece {
        let counter = counters().get(p);
        let cp = counter.cp[usize::from(s.reduced.has(p))];
        let strengths = match (counter.ma, counter.elite) {
            (0, _) => format!("{cp}"),
            (ma, 0) => format!("{cp}-{ma}"),
            (ma, elite) => format!("{cp}-{ma} +{elite}"),
        };
        SeenPiece {
            id: p.id().to_string(),
            side: counter.side,
            name: if counter.kind == Kind::Skirmisher { "Skirmishers".into() } else { counter.name.clone() },
            kind: counter.kind.word().to_string(),
            strengths,
            formation: self.band[p.index()].map_or(String::new(), |c| self.formation_name(c).to_string()),
            hex: s.hex(p).is_some().then(|| s.hex(p).name()),
            off: s.hex(p).off_word().map(str::to_string),
            due: self.due_words(s, p),
            states: conditions(s, p),
        }
    }

    pub(crate) fn view_of(&self, sight: &Sight) -> View {
        let s = &sight.state;
        let mut pieces: Vec<SeenPiece> = Piece::all()
            .filter(|p| !matches!(s.hex(*p), Hex::ASIDE | Hex::UNSEEN) && self.is_shown(sight, *p))
            .map(|p| self.seen_piece(s, p))
            .collect();
        for side in Side::BOTH {
            for hex in s.held[side.index()].iter().filter(|h| !s.at.contains(h)) {
                let height = sight.heights.iter().find(|h| h.0 == hex).map_or(1, |h| h.1);
                for n in 1..=height {
                    pieces.push(SeenPiece {
                        id: format!("unseen-{}-{n}", hex.name()),
                        side,
                        name: "Unseen".into(),
                        kind: "hidden".into(),
                        strengths: String::new(),
                        formation: String::new(),
                        hex: Some(hex.name()),
                        off: None,
                        due: None,
                        states: Vec::new(),
                    });
                }
            }
        }
        View {
            board: ground().board().id.clone(),
            turn: s.turn,
            turn_label: self.turn_words(s.turn),
            phase: self.phase_words(s),
            active: s.act.as_ref().map(|a| a.side),
            prompt: self.prompt_words(sight),
            pieces,
            markers: self.markers(s),
            tallies: self.tallies(sight),
            overlays: self.overlays(sight),
            battle: s.battle.as_ref().map(|b| self.battle_view(s, b)),
        }
    }

    /// Available skirmishers and dummies are a number in the tallies; dummies in hand of the enemy are nobody's business.
    fn is_shown(&self, sight: &Sight, p: Piece) -> bool {
        let counter = counters().get(p);
        !(sight.state.hex(p) == Hex::READY && counter.kind == Kind::Dummy && !sight.seat.sees_for(counter.side))
    }

    fn markers(&self, s: &State) -> Vec<Marker> {
        let mut markers = Vec::new();
        for hex in s.breastworks.iter() {
            let side = Side::BOTH.into_iter().find(|side| s.holds(*side, hex));
            markers.push(Marker { kind: "breastworks".into(), hexes: vec![hex.name()], side, label: "Breastworks".into() });
        }
        for pontoon in &s.pontoons {
            if let Lies::Over(a, b) = pontoon.lies {
                markers.push(Marker {
                    kind: "pontoon".into(),
                    hexes: vec![a.name(), b.name()],
                    side: Some(pontoon.owner),
                    label: "Pontoon".into(),
                });
            }
        }
        for (hex, _) in &self.scenario.bridgeheads {
            markers.push(Marker {
                kind: "fortification".into(),
                hexes: vec![hex.name()],
                side: Some(Side::Union),
                label: "Bridgehead".into(),
            });
        }
        for side in Side::BOTH {
            let hex = s.detachment[side.index()];
            if hex.is_some() {
                markers.push(Marker { kind: "detachment".into(), hexes: vec![hex.name()], side: Some(side), label: "Detachment".into() });
            }
        }
        if let Some(act) = s.act.as_ref().filter(|a| a.hex.is_some()) {
            let label = if act.forced { format!("{} (forced march)", self.chit_name(act.chit)) } else { self.chit_name(act.chit).into() };
            markers.push(Marker { kind: "chit".into(), hexes: vec![act.hex.name()], side: Some(act.side), label });
        }
        markers
    }

    fn tallies(&self, sight: &Sight) -> Vec<Tally> {
        let s = &sight.state;
        let tally = |id: &str, label: &str, value: String| Tally { id: id.into(), label: label.into(), value };
        let mut list = vec![
            tally("weather", "Weather", if s.rain { "Rain" } else { "Dry" }.into()),
            tally("cup", "Chits in the cup", format!("{}", sight.cup)),
        ];
        for side in Side::BOTH {
            let own = &counters().of[side.index()];
            let count = |place: Hex| counters().skirmishers.and(own).iter().filter(|p| s.hex(*p) == place).count();
            let id = side.id();
            list.push(tally(&format!("{id}-points"), &format!("{side} activation points"), format!("{}", self.points(s.turn, side))));
            list.push(tally(
                &format!("{id}-skirmishers"),
                &format!("{side} skirmishers"),
                format!("{} available, {} lost", count(Hex::READY), count(Hex::LOST)),
            ));
            list.push(tally(&format!("{id}-lost"), &format!("{side} points lost"), format!("{}", self.lost_points(s, side))));
            if self.opt.events || sight.cards[side.index()] > 0 {
                let mut value = format!("{}", sight.cards[side.index()]);
                if sight.seat.sees_for(side) || !self.opt.events {
                    let names: Vec<String> = s.hand[side.index()].iter().map(|e| self.event_name(side, e).to_string()).collect();
                    if !names.is_empty() {
                        value += &format!(": {}", names.join(", "));
                    }
                }
                list.push(tally(&format!("{id}-events"), &format!("{side} events"), value));
            }
        }
        for (i, high) in self.named.high.into_iter().enumerate() {
            if self.chits.has(high) && sight.boxes[i] > 0 {
                let names: Vec<String> = s.boxes[i].iter().map(|c| self.formation_name(c).to_string()).collect();
                let value =
                    if names.is_empty() { plural(sight.boxes[i].into(), "chit face down", "chits face down") } else { names.join(", ") };
                list.push(tally(&format!("box-{}", high.id()), &format!("{}'s box", self.chit_name(high)), value));
            }
        }
        if self.is_campaign() {
            list.push(tally("difference", "Loss difference (Union ahead +)", format!("{:+}", self.difference(s))));
            let exits = |side: Side| s.exits[side.index()].iter().map(|n| u16::from(*n)).sum::<u16>();
            list.push(tally(
                "exits",
                "Steps off the map",
                format!("Union {}, Confederate {}", exits(Side::Union), exits(Side::Confederate)),
            ));
            let in_hand = s.pontoons.iter().filter(|p| p.owner == Side::Union && matches!(p.lies, Lies::InHand | Lies::Packed)).count();
            list.push(tally("pontoons", "Union pontoons in hand", format!("{in_hand}")));
        }
        list
    }

    fn overlays(&self, sight: &Sight) -> Vec<Overlay> {
        let s = &sight.state;
        let mut list = Vec::new();
        if let Some(act) = s.act.as_ref().filter(|a| a.hex.is_some()) {
            let reach = self.command_hexes(s, act.side, act.hex, tables().chit(act.chit).radius, false);
            list.push(Overlay { id: "command".into(), label: "Command radius".into(), hexes: reach.iter().map(Hex::name).collect() });
        }
        if let Some(side) = sight.seat.side().filter(|_| !self.scenario.always_supplied) {
            let hexes = self.supplied_hexes(s, side);
            list.push(Overlay { id: "supply".into(), label: "In supply".into(), hexes: hexes.iter().map(Hex::name).collect() });
        }
        list
    }

    fn battle_view(&self, s: &State, b: &Battle) -> BattleView {
        let targets: Vec<String> = b.targets.as_slice().iter().map(|h| h.name()).collect();
        let defence: u16 = b.targets.as_slice().iter().map(|h| s.sum(&s.stack(*h))).sum();
        let attack = s.sum(&b.attackers);
        let (x, y) = crate::combat::ratio(attack, defence);
        let mut modifiers: Vec<(String, String)> = Vec::new();
        if self.encircled(s, b) {
            modifiers.push(("GUV-14.25".into(), "encirclement: one more attacker die".into()));
        }
        if b.works != WorksEffect::None {
            let rule = if b.works == WorksEffect::Fort { "GUV-14.34" } else { "GUV-14.26" };
            modifiers.push((rule.into(), works_words(b.works).into()));
        }
        if b.terrain != TerrainEffect::None {
            modifiers.push(("GUV-14.23".into(), terrain_words(b.terrain).into()));
        }
        let mut results = Vec::new();
        if b.stage > FightStage::Terrain {
            modifiers.push(("GUV-14.24".into(), format!("{} dice at most", b.limit)));
            for (who, label) in [(ATTACK, "attacker"), (DEFENCE, "defender")] {
                let n = self.dice(b, who);
                let expected: f64 = (0..usize::from(n)).map(|i| f64::from((2 + b.marks[who][i]).clamp(0, 6)) / 6.0).sum();
                results.push((format!("{label}: {}", plural(n.into(), "die", "dice")), format!("{expected:.2} hits expected")));
            }
        }
        BattleView {
            targets,
            attackers: b.attackers.iter().map(|p| p.id().to_string()).collect(),
            odds: format!("{attack} against {defence}: {x} to {y}"),
            modifiers,
            results,
        }
    }
}

fn event_id(event: EventId) -> String {
    serde_json::to_value(event).ok().and_then(|v| v.as_str().map(str::to_string)).unwrap_or_default()
}

fn works_id(effect: WorksEffect) -> &'static str {
    match effect {
        WorksEffect::None => "no-works",
        WorksEffect::Die => "works-die",
        WorksEffect::Step => "works-step",
        WorksEffect::Fort => "fort",
    }
}

fn works_words(effect: WorksEffect) -> &'static str {
    match effect {
        WorksEffect::None => "No works",
        WorksEffect::Die => "The works cost the attacker a die",
        WorksEffect::Step => "The works cost the attacker a step",
        WorksEffect::Fort => "The fortification costs the attacker a step and gives the defender a die",
    }
}

fn terrain_words(effect: TerrainEffect) -> &'static str {
    match effect {
        TerrainEffect::None => "The ground",
        TerrainEffect::City => "The town (one attacker die less)",
        TerrainEffect::Hill => "The height (one more defender die)",
        TerrainEffect::Creek => "The creek (one off an attacker die)",
        TerrainEffect::River => "The river (one attacker die less, four at most)",
    }
}
