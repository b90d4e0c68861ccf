//! What people read: prompts, labels, the log, the view.

use crate::GiveUsVictories;
use crate::action::Event;
use crate::action::{Action, Subject};
use crate::combat::{ATTACK, DEFENCE};
use crate::counters::{ChitKind, Kind, boxes, counters, tables};
use crate::fog::Knowledge;
use crate::ground::ground;
use crate::ids::{Chit, EventId, Hex, Path, Piece, Pieces};
use crate::state::{FightStage, ShellStage, State, Step, TerrainEffect, Why, WorksEffect};
use engine::handbook::{list, plural};
use engine::words::{BattleView, Role};
use engine::{Actor, Described, Illegal, Seat, Side, Target, Verdict};
use engine::{BadField, LogEntry, View, Words};

/// A number of half points, as players say it.
pub(crate) fn points(half: u8) -> String {
    match (half / 2, half % 2) {
        (n, 0) => format!("{n}"),
        (0, _) => "½".to_string(),
        (n, _) => format!("{n}½"),
    }
}

/// One unit does, several do; skirmishers are always several.
pub(crate) fn verb(pieces: &Pieces, one: &'static str, many: &'static str) -> &'static str {
    if pieces.len() == 1 && pieces.and(&counters().skirmishers).is_empty() { one } else { many }
}

/// Whether all that is left before the dice of a combat are bonus points.
pub(crate) fn rolls_next(state: &State) -> bool {
    let bonus = state.battle.as_ref().map(|b| b.stage);
    state.agenda.top() == Step::Fight && matches!(bonus, Some(FightStage::AttackBonus | FightStage::DefenceBonus))
}

/// Work on a pontoon: under the enemy's eyes it takes a die.
fn under_fire(work: Described, watched: bool) -> Described {
    if watched { work.with_note("on 4 to 6").with_dice() } else { work.with_note("without a die") }
}

/// What is asked before the dice of a combat, and what else must be said first.
fn bonus_question(points: u8, must: &str) -> String {
    match (points, must) {
        (0, "") => "The odds are settled: roll the dice.".into(),
        (0, must) => must.trim_start().into(),
        _ => format!("{} to place before the roll.{must}", plural(points, "bonus point", "bonus points")),
    }
}

/// What a unit or stack that can act would do now.
fn role_of(state: &State) -> Role {
    match state.agenda.top() {
        Step::Deploy(_) | Step::Arrive => Role::Place,
        Step::Dummies => Role::Hide,
        Step::Drawn => Role::Activate,
        Step::Muster => Role::Include,
        Step::Bombardment => Role::Fire,
        Step::Combat => Role::Engage,
        Step::Attrition | Step::Shell => Role::Lose,
        Step::Recovery(_) => Role::Rally,
        Step::Approach | Step::Withdraw | Step::Rout(_) | Step::FallBack | Step::Displace => Role::Retreat,
        Step::Fight => match state.battle.as_ref().map(|b| b.stage) {
            Some(FightStage::Screen | FightStage::Entrench) => Role::Build,
            Some(FightStage::Retreat) => Role::Retreat,
            Some(FightStage::Advance) => Role::Advance,
            Some(FightStage::AttackSixes | FightStage::DefenceSixes) => Role::Allot,
            _ => Role::Lose,
        },
        _ => Role::March,
    }
}

impl Words for GiveUsVictories {
    fn prompt(&self, known: &Knowledge) -> String {
        self.prompt_words(known)
    }

    fn describe_subject(&self, known: &Knowledge, subject: Subject) -> Described {
        self.subject_words(known, subject)
    }

    fn describe(&self, known: &Knowledge, action: Action) -> Described {
        self.action_words(known, action)
    }

    fn tell(&self, event: &Event, seat: Seat) -> Option<LogEntry> {
        self.event_words(event, seat)
    }

    fn fire_from(&self, _known: &Knowledge, hex: &str) -> Result<Option<Vec<String>>, BadField> {
        let from = ground().parse(hex).map_err(|e| BadField::new("hex", e.to_string()))?;
        Ok(Some(self.area.iter().filter(|to| self.in_range(from, *to).is_ok()).map(Hex::name).collect()))
    }

    fn view(&self, known: &Knowledge) -> View {
        self.view_of(known)
    }

    fn preview(&self, known: &Knowledge, action: Action) -> Option<BattleView> {
        self.battle_after(&known.state, action)
    }

    fn meant(&self, known: &Knowledge, _side: Side, pieces: &[String], way: &[String]) -> Vec<Action> {
        self.intents(&known.state, pieces, way)
    }

    fn nothing_meant(&self, known: &Knowledge, _side: Side, _pieces: &[String], _way: &[String]) -> Illegal {
        self.nothing_comes(&known.state)
    }

    fn figures(&self, known: &Knowledge, pieces: &[String], way: &[String], refused: &Illegal) -> Option<String> {
        self.cost_in_figures(&known.state, pieces, way, refused)
    }

    fn around(&self, hex: &str) -> Vec<String> {
        ground().board().grid.names_around(hex)
    }

    fn verdict_words(&self, state: &State, verdict: Verdict) -> String {
        self.end_words(state, verdict)
    }
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

    pub(crate) fn formation_name(&self, chit: Chit) -> &'static str {
        let row = tables().chit(chit);
        if row.formation.is_empty() { &row.name } else { &row.formation }
    }

    pub(crate) fn event_name(&self, side: Side, event: EventId) -> &'static str {
        tables().event(event).name(side)
    }

    /// `Thomas, Lane and Walker`.
    pub(crate) fn names(&self, pieces: &Pieces) -> String {
        let names: Vec<String> = pieces.iter().map(|p| self.piece_name(p).to_string()).collect();
        list(&names)
    }

    pub(crate) fn path_names(&self, from: Hex, path: Path) -> Vec<String> {
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
    pub(crate) fn phase_words(&self, state: &State) -> String {
        let act = |what: &str| match &state.act {
            Some(a) => format!("{}: {what}", self.chit_name(a.chit)),
            None => what.to_string(),
        };
        match state.agenda.as_slice().first().copied().unwrap_or(Step::Over) {
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
    pub(crate) fn question(&self, known: &Knowledge, side: Side) -> String {
        let state = &known.state;
        let chit = || state.act.as_ref().map_or("The chit", |a| self.chit_name(a.chit));
        match state.agenda.top() {
            Step::Boxes => "Place a formation chit in a box of the strategic map.".into(),
            Step::Deploy(_) => "Set up your units, or take the proposed set-up.".into(),
            Step::Arrive => "Place the units that arrive.".into(),
            Step::Dummies => "Place dummies on your stacks to mislead the enemy, then say that you are ready.".into(),
            Step::Choose => match self.points(state.turn, side).saturating_sub(state.spent[side.index()]) {
                0 => "Your activation points are spent: say that you are ready, and the chits of both sides are drawn one by one.".into(),
                left => format!(
                    "Choose in secret the formations that act this turn: {} left. Then say that you are ready.",
                    plural(left, "activation point", "activation points")
                ),
            },
            Step::Drawn => match state.act.as_ref().map(|a| self.kind(a.chit)) {
                Some(ChitKind::Event) => "Good General is drawn: name the corps, or pass.".into(),
                Some(ChitKind::Independent) => {
                    "The Independent chit is drawn: up to three units of any formations may act. Choose a hex beside them, or pass.".into()
                }
                _ => format!("{} is drawn: choose the hex to command from (the number says how many units can act), or pass.", chit()),
            },
            Step::Muster if state.act.as_ref().is_some_and(|a| self.kind(a.chit) == ChitKind::Independent) => {
                "The Independent chit: choose up to three units that act, then begin the movement.".into()
            }
            Step::Muster => format!("{}: choose who acts and who stays out, then begin the movement.", chit()),
            Step::Movement => match &state.march {
                Some(m) if !m.pieces.is_empty() => {
                    format!(
                        "{}: {} may march on ({} spent), or move others.",
                        chit(),
                        self.names(&m.pieces),
                        plural(points(m.spent), "point", "points")
                    )
                }
                _ => format!("{}: move units and stacks, then finish movement.", chit()),
            },
            Step::Attrition => "The forced march costs a step: choose the unit.".into(),
            Step::Displace => "Too many units are in a hex: move one of them to a hex next to it.".into(),
            Step::Bombardment => match &state.barrage {
                Some(b) => format!("Aim more guns at {}, or open fire.", ground().spoken(b.target)),
                None => format!("{}: choose a gun and a hex within two hexes to fire at, or go on to combat.", chit()),
            },
            Step::Combat => match &state.battle {
                Some(b) => {
                    let hexes: Vec<String> = b.targets.as_slice().iter().map(|h| ground().spoken(*h)).collect();
                    format!("Attack on {}: add units or hexes, then fight.", list(&hexes))
                }
                None => format!("{}: attack adjacent enemies, or finish the activation.", chit()),
            },
            Step::SupplyCards(_) => "The supply check comes: play a supply event, or go on.".into(),
            Step::Recovery(_) => "Choose a reduced unit to recover, or go on.".into(),
            Step::Approach => {
                let hex = state.contact.as_ref().map_or(Hex::NONE, |c| c.hex);
                format!("The enemy came next to you at {}: go back a hex at once, or stand.", ground().spoken(hex))
            }
            Step::Withdraw => "Choose where the units that go back go.".into(),
            Step::Rout(_) => "Demoralized units must go back: choose the way.".into(),
            Step::Behind(_) => "Take up the pontoon behind the retreat (on 4 to 6)?".into(),
            Step::FallBack => "General retreat: choose units to fall back, then finish.".into(),
            Step::Shell => match state.barrage.as_ref().map(|b| b.stage) {
                Some(ShellStage::Type) => "Guns and other units are in the hex: which are the target?".into(),
                Some(ShellStage::Works) => "Your hex is bombarded: make breastworks?".into(),
                _ => "Choose the unit that the bombardment hits.".into(),
            },
            Step::Fight => self.fight_question(state),
            _ => String::new(),
        }
    }

    pub(crate) fn fight_question(&self, state: &State) -> String {
        let Some(b) = &state.battle else { return String::new() };
        match b.stage {
            FightStage::Screen => "You are attacked: send out a skirmisher?".into(),
            FightStage::Entrench => "You are attacked: make breastworks?".into(),
            FightStage::Works => "What do your works do: one attacker die less, or one attacker step?".into(),
            FightStage::Terrain => "Which terrain counts for the defence?".into(),
            FightStage::AttackBonus => bonus_question(b.points[ATTACK], ""),
            FightStage::DefenceBonus => {
                let must = match (b.creek, b.tired) {
                    (true, _) => " Name the attacker's die that the creek spoils.",
                    (false, true) => " Name your die that the forced march spoils.",
                    _ => "",
                };
                bonus_question(b.points[DEFENCE], must)
            }
            FightStage::AttackSixes | FightStage::DefenceSixes => "A natural six: how is it used?".into(),
            FightStage::DefenceLosses => {
                let ground = if self.may_give_ground(state).is_ok() { ", or go back to save one" } else { "" };
                format!("You lose {}: choose a unit to take a loss{ground}.", plural(GiveUsVictories::to_bear(b, DEFENCE), "step", "steps"))
            }
            FightStage::AttackLosses => {
                format!("You lose {}: choose a unit to take a loss.", plural(GiveUsVictories::to_bear(b, ATTACK), "step", "steps"))
            }
            FightStage::Retreat => "The defenders go back: choose the ways.".into(),
            FightStage::Advance => "Advance into the hexes left by the enemy, or stay.".into(),
            _ => String::new(),
        }
    }

    pub(crate) fn prompt_words(&self, known: &Knowledge) -> String {
        let own = known.seat.side();
        match known.actor {
            Actor::Over(verdict) => self.end_words(&known.state, verdict),
            Actor::Chance(chance) => match chance.draw {
                engine::Draw::Dice { count, .. } => format!("Roll {} ({}).", plural(count, "die", "dice"), chance.rule),
                engine::Draw::Cup { .. } if chance.only.is_some() => "An event is drawn.".into(),
                engine::Draw::Cup { .. } => format!("Draw the next chit: {} in the cup.", known.cup),
            },
            Actor::Sealed(awaited) => match own {
                Some(side) if awaited[side.index()] => self.question(known, side),
                _ => "Both sides choose in secret.".into(),
            },
            Actor::Side(side) => match own {
                Some(seat) if seat == side => self.question(known, side),
                None if known.seat == Seat::Referee => format!("{side}: {}", self.question(known, side)),
                _ => format!("Waiting for the {side} side."),
            },
        }
    }

    pub(crate) fn subject_words(&self, known: &Knowledge, subject: Subject) -> Described {
        let state = &known.state;
        match subject {
            Subject::Piece(p) => {
                let counter = counters().get(p);
                let cp = counter.cp[usize::from(state.reduced.has(p))];
                Described::new(role_of(state), self.piece_name(p), Target::Piece(p.id().into())).with_note(format!(
                    "{}, {}",
                    plural(cp, "point", "points"),
                    counter.kind.word()
                ))
            }
            Subject::Stack(hex) => {
                Described::new(role_of(state), format!("The stack in {}", ground().spoken(hex)), Target::Hex(hex.name()))
            }
            Subject::Chit(chit) => Described::new(
                if matches!(state.agenda.top(), Step::Boxes) { Role::Place } else { Role::Activate },
                self.chit_name(chit),
                Target::Chit(chit.id().into()),
            )
            .with_formation(tables().chit(chit).formation.as_str()),
            Subject::Event(event) => {
                let side = known.seat.side().unwrap_or(Side::Union);
                Described::new(Role::Play, self.event_name(side, event), Target::Card(event_id(event)))
            }
            Subject::Dice => Described::new(Role::Allot, "The dice", Target::Die(0)),
            Subject::Button => match state.agenda.top() {
                Step::Deploy(_) => Described::button(Role::SetUp, "set-up", "Set up for me"),
                Step::Drawn => Described::button(Role::Pass, "decline", "Do without"),
                Step::Fight => Described::button(Role::Answer, "fight", "Decide"),
                _ => Described::button(self.done_role(state), "go-on", self.done_words(state)),
            },
        }
    }

    pub(crate) fn action_words(&self, known: &Knowledge, action: Action) -> Described {
        let state = &known.state;
        let g = ground();
        let spoken = |hex: Hex| g.spoken(hex);
        let at_hex = |role: Role, label: String, hex: Hex| Described::new(role, label, Target::Hex(hex.name()));
        let at_piece = |role: Role, label: String, p: Piece| Described::new(role, label, Target::Piece(p.id().into()));
        let name = |p: Piece| self.piece_name(p);
        match action {
            Action::Assign { chit, into } => {
                let row = &boxes()[usize::from(into.0)];
                Described::new(Role::Place, format!("{} to {}", self.chit_name(chit), row.name), Target::Box(row.id.clone()))
                    .with_note(row.note.clone())
            }
            Action::Place { piece, hex } => at_hex(Role::Place, format!("{} to {}", name(piece), spoken(hex)), hex),
            Action::Preset => Described::button(Role::SetUp, "preset", "Take the proposed set-up"),
            Action::PlaceRest => Described::place_rest(),
            Action::PlaceDummy { hex } => at_hex(Role::Hide, format!("A dummy to {}", spoken(hex)), hex),
            Action::DropDummy { hex } => at_hex(Role::Reveal, format!("Take a dummy away from {}", spoken(hex)), hex),
            Action::Choose { chit } => {
                Described::new(Role::Activate, format!("Activate {}", self.formation_name(chit)), Target::Chit(chit.id().into()))
                    .with_note(plural(self.cost(state, chit), "point", "points"))
            }
            Action::Group { chit, under } => Described::new(
                Role::Activate,
                format!("{} together with others under {}", self.formation_name(chit), self.chit_name(under)),
                Target::Box(under.id().into()),
            )
            .with_note(plural(self.cost(state, chit), "point", "points")),
            Action::Activate { hex } => at_hex(Role::Activate, format!("Command from {}", spoken(hex)), hex)
                .with_note(self.command_note(state, hex))
                .with_mark(self.obeying(state, hex)),
            Action::Pass => Described::button(Role::Pass, "pass", "Pass"),
            Action::Forgo => Described::button(Role::Pass, "forgo", "Give up the activation for an event"),
            Action::Name { chit } => {
                Described::new(Role::Activate, format!("Activate {}", self.formation_name(chit)), Target::Chit(chit.id().into()))
            }
            Action::Take { piece } => at_piece(Role::Include, format!("Take {} along", name(piece)), piece),
            Action::Exchange { piece, instead } => at_piece(Role::Include, format!("{} in place of {}", name(piece), name(instead)), piece),
            Action::Exclude { piece } => at_piece(Role::Exclude, format!("Leave {} out", name(piece)), piece),
            Action::Detach { hex } => at_hex(Role::Place, format!("Detachment marker on {}: its units act too", spoken(hex)), hex),
            Action::ForceMarch => {
                Described::button(Role::March, "force-march", "Forced march").with_note("double points, no fighting, a step on 1 or 2")
            }
            Action::March { pieces, path } => {
                let from = pieces.first().map_or(Hex::NONE, |p| state.hex(p));
                let to = self.end_of(from, path);
                let described = at_hex(Role::March, format!("{} to {}", self.names(&pieces), spoken(to)), to);
                let described = described.with_path(self.path_names(from, path));
                let Some(cost) = self.march_cost(state, &pieces, path) else { return described };
                let purse = self.purse(state, &pieces);
                let left = purse.allowance.saturating_sub(purse.spent.saturating_add(cost));
                described.with_note(plural(points(cost), "point", "points")).with_mark(points(left))
            }
            Action::Exit { pieces } => {
                let from = pieces.first().map_or(Hex::NONE, |p| state.hex(p));
                at_hex(Role::Leave, format!("{} off the map", self.names(&pieces)), from)
            }
            Action::Skirmish { piece, hex } => at_hex(Role::Build, format!("{} sends skirmishers to {}", name(piece), spoken(hex)), hex),
            Action::Build { piece, to } => {
                let from = state.hex(piece);
                let built =
                    Described::new(Role::Build, format!("{} builds a pontoon", name(piece)), Target::Hexside(from.name(), to.name()));
                under_fire(built, self.watched(state, counters().get(piece).side, from, to))
            }
            Action::Dismantle { from, to } => {
                let taken = Described::new(Role::Destroy, "Take up the pontoon", Target::Hexside(from.name(), to.name()));
                under_fire(taken, self.watched(state, Side::Union, from, to))
            }
            Action::Seize { piece, to } => Described::new(
                Role::Build,
                format!("{} seizes the pontoon", name(piece)),
                Target::Hexside(state.hex(piece).name(), to.name()),
            )
            .with_note("2 points"),
            Action::Destroy { piece, to } => Described::new(
                Role::Destroy,
                format!("{} destroys the pontoon", name(piece)),
                Target::Hexside(state.hex(piece).name(), to.name()),
            )
            .with_note("2 points"),
            Action::Break { hex } => at_hex(Role::Retreat, format!("Go back from {} (break contact)", spoken(hex)), hex),
            Action::Withdraw { pieces, path } => {
                let from = pieces.first().map_or(Hex::NONE, |p| state.hex(p));
                let to = self.end_of(from, path);
                at_hex(Role::Retreat, format!("{} back to {}", self.names(&pieces), spoken(to)), to).with_path(self.path_names(from, path))
            }
            Action::Retreat { piece, path } | Action::FallBack { piece, path } => {
                let from = state.hex(piece);
                let to = self.end_of(from, path);
                at_hex(Role::Retreat, format!("{} back to {}", name(piece), spoken(to)), to).with_path(self.path_names(from, path))
            }
            Action::Displace { piece, hex } => at_hex(Role::Retreat, format!("{} to {}", name(piece), spoken(hex)), hex),
            Action::Suffer { piece } => {
                at_piece(Role::Lose, format!("{} {} it", name(piece), verb(&Pieces::one(piece), "bears", "bear")), piece)
            }
            Action::Fire { gun, target } => at_hex(Role::Fire, format!("{} fires at {}", name(gun), spoken(target)), target),
            Action::OpenFire => Described::button(Role::Fight, "open-fire", "Open fire").with_note(self.shell_note(state)).with_dice(),
            Action::Target { guns } => Described::button(
                Role::Answer,
                if guns { "guns" } else { "foot" },
                if guns { "At the guns" } else { "At the infantry and cavalry" },
            ),
            Action::Entrench { hex } => {
                let works = at_hex(Role::Build, format!("Breastworks in {}", spoken(hex)), hex);
                // Under bombardment the die falls at once; in a combat more is asked first.
                if state.agenda.top() == Step::Shell { works.with_dice() } else { works }
            }
            Action::Attack { piece, target } => at_hex(Role::Engage, format!("{} attacks {}", name(piece), spoken(target)), target),
            Action::Storm { from, target } => at_hex(Role::Engage, format!("All of {} attack {}", spoken(from), spoken(target)), target),
            Action::Widen { hex } => at_hex(Role::Widen, format!("Attack {} too", spoken(hex)), hex),
            Action::Fight => Described::button(Role::Fight, "fight", "Fight").with_note(self.draft_note(state)),
            Action::Screen { hex } => at_hex(Role::Build, format!("Skirmishers in {}", spoken(hex)), hex),
            Action::Works { effect } => Described::button(Role::Answer, works_id(effect), works_words(effect)),
            Action::Terrain { hex, effect } => at_hex(Role::Answer, format!("{} of {}", terrain_words(effect), spoken(hex)), hex),
            Action::Point { enemy, die } => {
                let what = if enemy { "One off the enemy's" } else { "One onto your" };
                Described::new(Role::Allot, format!("{what} die {}", die + 1), Target::Die(die + if enemy { 10 } else { 0 }))
            }
            Action::CreekDie { die } => {
                Described::new(Role::Allot, format!("The creek spoils the attacker's die {}", die + 1), Target::Die(die + 10))
            }
            Action::TiredDie { die } => Described::new(Role::Allot, format!("The march spoils your die {}", die + 1), Target::Die(die)),
            Action::Mark { piece } => at_piece(Role::Allot, format!("The six hits {}", name(piece)), piece),
            Action::ForceRetreat => Described::button(Role::Allot, "force-retreat", "The six forces a retreat"),
            Action::CancelRetreat => Described::button(Role::Allot, "cancel-retreat", "The six cancels the retreat"),
            Action::GiveGround => Described::button(Role::Retreat, "give-ground", "Go back and save a step"),
            Action::Advance { piece, hex } => at_hex(Role::Advance, format!("{} advances to {}", name(piece), spoken(hex)), hex),
            Action::BreakBridge => {
                Described::button(Role::Destroy, "break-bridge", "Take up the pontoon").with_note("on 4 to 6").with_dice()
            }
            Action::Play { event, hex, piece, chit } => {
                let side = known.seat.side().or(known.actor.side()).unwrap_or(Side::Union);
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
                Described::new(Role::Play, label, target).with_note(tables().event(event).text.clone())
            }
            Action::Recover { piece } => at_piece(Role::Rally, format!("{} recovers", name(piece)), piece),
            Action::Done if rolls_next(state) => Described::button(Role::Fight, "done", self.done_words(state)).with_dice(),
            Action::Done => Described::button(self.done_role(state), "done", self.done_words(state)),
        }
    }

    /// What it is to be done with a step.
    pub(crate) fn done_role(&self, state: &State) -> Role {
        match state.agenda.top() {
            Step::Fight if rolls_next(state) => Role::Fight,
            Step::Fight | Step::Shell | Step::Approach | Step::Behind(_) | Step::FallBack => Role::Stay,
            _ => Role::Finish,
        }
    }

    pub(crate) fn done_words(&self, state: &State) -> &'static str {
        match state.agenda.top() {
            Step::Choose | Step::Dummies => "Ready",
            Step::Muster => "Begin the movement",
            Step::Movement => "Finish movement",
            Step::Bombardment if state.barrage.is_some() => "Open fire",
            Step::Bombardment => "No more bombardment",
            Step::Combat if state.battle.is_some() => "Fight",
            Step::Combat => "Finish the activation",
            Step::Approach => "Stand",
            Step::Behind(_) => "Leave it",
            Step::Fight => match state.battle.as_ref().map(|b| b.stage) {
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
    pub(crate) fn march_cost(&self, state: &State, pieces: &Pieces, path: Path) -> Option<u8> {
        let mut hex = pieces.first().map(|p| state.hex(p)).filter(|h| h.is_some())?;
        let mover = self.mover(state, pieces);
        let mut cost = 0;
        for d in path.iter() {
            cost += self.step_cost(state, &mover, hex, d).ok()?.0;
            hex = self.near[hex.index()][d.index()];
        }
        Some(cost)
    }

    pub(crate) fn command_note(&self, state: &State, hex: Hex) -> String {
        let Some(act) = &state.act else { return String::new() };
        let units = plural(self.obeying(state, hex), "unit", "units");
        if self.kind(act.chit) == ChitKind::Independent {
            return format!("up to three of {units} beside it");
        }
        format!("radius {}, {units} in command", tables().chit(act.chit).radius)
    }

    /// How many could act if the chit lay there.
    fn obeying(&self, state: &State, hex: Hex) -> usize {
        let Some(act) = &state.act else { return 0 };
        let reach = self.commanded(state, act.side, hex, act.chit);
        self.called(state).iter().filter(|p| self.commands(state, &reach, *p) && self.fresh(state, *p).is_ok()).count()
    }

    pub(crate) fn shell_note(&self, state: &State) -> String {
        let Some(b) = &state.barrage else { return String::new() };
        format!("factor {}", state.sum(&b.guns))
    }

    /// The odds of the combat being prepared.
    pub(crate) fn draft_note(&self, state: &State) -> String {
        let Some(b) = &state.battle else { return String::new() };
        let defence = b.targets.as_slice().iter().map(|h| state.sum(&state.stack(*h))).sum::<u16>();
        let attack = state.sum(&b.attackers);
        let (a, d) = crate::pools::ratio(attack, defence);
        format!("{attack} against {defence}: {a} to {d}")
    }

    pub(crate) fn end_words(&self, state: &State, verdict: Verdict) -> String {
        let winner = verdict.winner.map_or("A draw".to_string(), |w| format!("The {w} side wins"));
        let why = match state.ended.map(|e| e.why) {
            Some(Why::Losses) => format!(": the losses differ by {}", self.difference(state).abs()),
            Some(Why::Turn14) => ": Chancellorsville and Marye's Heights are held at the end of 2 May".into(),
            Some(Why::Points) => format!(": {}", plural(self.victory_points(state), "Union victory point", "Union victory points")),
            Some(Why::Ground) => ": the ground is held".into(),
            Some(Why::MoreKilled) => {
                format!(
                    ": {} Union and {} Confederate units lost",
                    self.lost_units(state, Side::Union),
                    self.lost_units(state, Side::Confederate)
                )
            }
            Some(Why::Exit) => ": three brigades have broken through to the west".into(),
            Some(Why::Time) => ": time has run out".into(),
            None => String::new(),
        };
        format!("{winner}{why}.")
    }
}

pub(crate) fn event_id(event: EventId) -> String {
    serde_json::to_value(event).ok().and_then(|v| v.as_str().map(str::to_string)).unwrap_or_default()
}

pub(crate) fn works_id(effect: WorksEffect) -> &'static str {
    match effect {
        WorksEffect::None => "no-works",
        WorksEffect::Die => "works-die",
        WorksEffect::Step => "works-step",
        WorksEffect::Fort => "fort",
    }
}

pub(crate) fn works_words(effect: WorksEffect) -> &'static str {
    match effect {
        WorksEffect::None => "No works",
        WorksEffect::Die => "The works cost the attacker a die",
        WorksEffect::Step => "The works cost the attacker a step",
        WorksEffect::Fort => "The fortification costs the attacker a step and gives the defender a die",
    }
}

pub(crate) fn terrain_words(effect: TerrainEffect) -> &'static str {
    match effect {
        TerrainEffect::None => "The ground",
        TerrainEffect::City => "The town (one attacker die less)",
        TerrainEffect::Hill => "The height (one more defender die)",
        TerrainEffect::Creek => "The creek (one off an attacker die)",
        TerrainEffect::River => "The river (one attacker die less, four at most)",
    }
}
