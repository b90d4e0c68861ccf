//! What people read: prompts and labels.

use board::HexId;
use engine::handbook::plural;
use engine::words::{BattleView, Role};
use engine::{Actor, BadField, Described, Illegal, LogEntry, Rules, Seat, Side, Target, Verdict, View, Words};

use crate::action::{Action, Event, Path, Subject, Targets};
use crate::counters::{Outcome, PieceId, Set, data, each};
use crate::fog::Knowledge;
use crate::ground::ground;
use crate::notation::{hex_name, hex_of};
use crate::state::{Fate, State, Step};
use crate::{Chancellorsville1974, log, meant, view};

/// `a, b and c`.
fn list(words: &[String]) -> String {
    match words {
        [] => "nobody".into(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

pub(crate) fn name(piece: PieceId) -> String {
    data().counter(piece).name.clone()
}

pub(crate) fn crowd(set: Set) -> String {
    list(&each(set).map(name).collect::<Vec<_>>())
}

/// Pieces as a side sees them that does not know the hidden ones.
pub(crate) fn seen_crowd(set: Set, hidden: Set) -> String {
    let mut words: Vec<String> = each(set & !hidden).map(name).collect();
    match (set & hidden).count_ones() {
        0 => {}
        1 => words.push("a face-down counter".into()),
        n => words.push(format!("{n} face-down counters")),
    }
    list(&words)
}

pub(crate) fn place(hex: HexId) -> String {
    ground().place(hex)
}

pub(crate) fn places(targets: &Targets) -> String {
    list(&targets.iter().map(place).collect::<Vec<_>>())
}

pub(crate) fn column_name(column: i16) -> String {
    contact::odds::Odds::from_even(column).to_string()
}

fn target_hex(hex: HexId) -> Target {
    Target::Hex(ground().name(hex))
}

fn target_piece(piece: PieceId) -> Target {
    Target::Piece(data().counter(piece).id.clone())
}

fn path_names(path: Path) -> Vec<String> {
    std::iter::once(path.start()).chain(path.hexes(ground().grid())).filter(|h| h.is_some()).map(|h| ground().name(h)).collect()
}

pub(crate) fn points(halves: u32) -> String {
    if halves.is_multiple_of(2) { format!("{}", halves / 2) } else { format!("{}.5", halves / 2) }
}

/// A result in words.
pub(crate) fn outcome_words(outcome: Outcome) -> String {
    let back = |who: &str, n: u8, d: u8| match (plural(n, "hex", "hexes"), d) {
        (far, 0) => format!("{who} retreat {far}"),
        (far, d) => format!("{who} retreat {far}, disrupted for {}", plural(d, "turn", "turns")),
    };
    match outcome {
        Outcome::AttackersOut => "the attackers are eliminated".into(),
        Outcome::AttackersBack(n, d) => back("the attackers", n, d),
        Outcome::DefendersBack(n, d) => back("the defenders", n, d),
        Outcome::DefendersOut => "the defenders are eliminated".into(),
    }
}

/// The odds of a battle as a seat may know them: exact, or a range where counters lie face down.
pub(crate) fn odds_note(game: &Chancellorsville1974, known: &Knowledge, attackers: Set, targets: &Targets, fire: bool) -> String {
    let state = &known.state;
    if targets.iter().any(|h| state.at(h) & known.unseen != 0) {
        let visible = targets.iter().filter(|h| state.at(*h) & known.unseen == 0);
        let side = if attackers & game.data.union != 0 { Side::Confederate } else { Side::Union };
        let certain: u32 = visible.map(|h| game.defence(state, h, side, attackers, fire, &mut |_, _, _| {}).0).sum();
        let attack = game.attack(state, attackers, targets, fire, &mut |_, _, _| {});
        // Between a single point and a full stack, doubled, in each hidden hex.
        let hidden = targets.iter().filter(|h| state.at(*h) & known.unseen != 0).count() as u32;
        let most = certain + hidden * 4 * u32::from(game.data.limits.confederate_strength);
        let word = |d: u32| Chancellorsville1974::column(attack, d).map_or("below 1-4".to_string(), column_name);
        return format!("{} against face-down counters: {} to {}", points(attack), word(most), word(certain + 2 * hidden));
    }
    let (attack, defence) = game.sums(state, attackers, targets, fire, &mut |_, _, _| {});
    let odds = Chancellorsville1974::column(attack, defence).map_or("below 1-4".to_string(), column_name);
    format!("{} to {}: {odds}", points(attack), points(defence))
}

impl Words for Chancellorsville1974 {
    fn prompt(&self, known: &Knowledge) -> String {
        let state = &known.state;
        let who = match self.actor(state) {
            Actor::Side(side) => side.to_string(),
            Actor::Sealed(_) => "Both sides".into(),
            Actor::Chance(_) => String::new(),
            Actor::Over(verdict) => return verdict_text(self, state, verdict),
        };
        match state.agenda.top() {
            Step::SetUp(side) => {
                let left = (state.with_fate(Fate::Unplaced) & self.data.side(side)).count_ones();
                let hidden = known.unseen != 0 || self.options.inverted && side == Side::Confederate && !known.seat.sees_for(side);
                if hidden {
                    format!("{who}: set up face down.")
                } else {
                    let (units, forts) = (plural(left, "unit", "units"), plural(state.fort_supply[side.index()], "fort", "forts"));
                    format!("{who}: place your army, {units} and {forts} to go, or take a ready set-up.")
                }
            }
            Step::Movement if self.may_move_at_all(state, state.phasing).is_err() => {
                format!("{who}: surprised, your army cannot move in the first two turns; it marches from turn 3. Finish movement.")
            }
            Step::Movement => format!("{who}: move your units, then finish movement."),
            Step::Marching => format!("{who}: the march may go on. March on, or halt here."),
            Step::Breaking(division, left) => {
                let left = plural(left, "strength point", "strength points");
                format!("{who}: choose the brigades that take the place of {}; {left} to find.", name(division))
            }
            Step::Forming(division, left, _) => {
                let left = plural(left, "strength point", "strength points");
                format!("{who}: choose the brigades that form {}; {left} to find.", name(division))
            }
            Step::DefensiveFire => {
                format!("{who}: before he attacks you may fire your guns at enemies within two hexes. Then finish firing.")
            }
            Step::OffensiveFire => {
                format!("{who}: before you attack you may fire your guns at enemies within two hexes. Then finish firing.")
            }
            Step::Combat => {
                let naming = match self.names_first(state.phasing) {
                    true => "name every attack, units and the enemy hex they attack, before any is fought",
                    false => "choose units and the enemy hex they attack",
                };
                match self.duties_open(state) {
                    true => format!("{who}: {naming}. Units in the open beside the enemy must attack."),
                    false => format!("{who}: {naming}, or finish the phase."),
                }
            }
            Step::Resolving => format!("{who}: choose which of the attacks that you named is fought next."),
            Step::FallBack(hex) => format!("{who}: your cavalry in {} is attacked. Does it stand, or fall back two hexes?", place(hex)),
            Step::Die => "Roll the die for the battle.".into(),
            Step::Retreat => format!("{who}: lead each loser back {}.", plural(state.retreat.0, "hex", "hexes")),
            Step::Aftermath => "The battle is over.".into(),
            Step::Advance => format!("{who}: your attackers may advance into the hex that they won, or stay."),
            Step::Occupy => format!("{who}: units that attacked nobody may enter a fort emptied by fire, or stay."),
            Step::Destroy => format!("{who}: you may destroy bridges and boats beside your units, or leave them."),
            Step::Inverting => format!("{who}: choose counters to turn face down, then go on."),
            Step::RaidDie => "Roll the die: does Stoneman's cavalry return?".into(),
            Step::Over(verdict) => verdict_text(self, state, verdict),
        }
    }

    fn describe_subject(&self, known: &Knowledge, subject: Subject) -> Described {
        let state = &known.state;
        match subject {
            Subject::Piece(piece) => {
                let label = match state.hex[piece.index()].some() {
                    Some(hex) => format!("{} in {}", name(piece), place(hex)),
                    None => name(piece),
                };
                Described::new(role_of(state.agenda.top()), label, target_piece(piece))
            }
            Subject::Stack(hex) => Described::new(Role::March, format!("The stack in {}", place(hex)), target_hex(hex)),
            Subject::Hex(hex) => {
                let (role, what) = match state.agenda.top() {
                    Step::Movement => (Role::Destroy, "The fort in"),
                    Step::Combat => (Role::Engage, "Attack"),
                    _ => (Role::Fire, "Fire at"),
                };
                Described::new(role, format!("{what} {}", place(hex)), target_hex(hex))
            }
            Subject::Forts => Described::button(Role::Build, "forts", "Place a fort"),
            Subject::Presets => Described::button(Role::SetUp, "presets", "Ready set-ups"),
            Subject::Battle(number) => {
                let battle = &state.battles[usize::from(number)];
                Described::new(Role::Fight, format!("The battle for {}", places(&battle.targets)), target_hex(battle.targets.first()))
            }
            Subject::March => Described::button(Role::March, "march", "The march at hand"),
            Subject::Step => Described::button(step_role(state.agenda.top()), "step", step_label(self, state)),
        }
    }

    fn describe(&self, known: &Knowledge, action: Action) -> Described {
        let state = &known.state;
        match action {
            Action::Place(piece, hex) => Described::new(Role::Place, format!("{} in {}", name(piece), place(hex)), target_hex(hex)),
            Action::PlaceFort(hex) => Described::new(Role::Build, format!("A fort in {}", place(hex)), target_hex(hex)),
            Action::Split(piece) => Described::button(Role::Form, "split", format!("Use the brigades of {}", name(piece))),
            Action::Preset(number) => {
                let preset = &self.data.presets[usize::from(number)];
                Described::button(Role::SetUp, &format!("preset-{}", preset.id), preset.title.clone())
            }
            Action::PlaceRest => Described::place_rest(),
            Action::Done => Described::button(step_role(state.agenda.top()), "done", done_label(self, state)),
            Action::Demolish(hex) => Described::new(Role::Destroy, format!("Demolish the fort in {}", place(hex)), target_hex(hex)),
            Action::March(set, path) => {
                let group = self.group(state, set);
                let spent = if state.agenda.top() == Step::Marching { state.march.spent } else { 0 };
                let described = Described::new(
                    Role::March,
                    format!("{} to {}", crowd(set), place(path.end(ground().grid()))),
                    target_hex(path.end(ground().grid())),
                );
                let described = described.with_path(path_names(path));
                let Ok(walk) = self.walk(state, &group, path, spent) else { return described };
                let (rate, how) = if walk.bonus { (2, ", road bonus") } else { (1, "") };
                described
                    .with_note(format!("{}{how}", plural(walk.spent - spent, "point", "points")))
                    .with_mark((rate * group.allowance).saturating_sub(walk.spent))
            }
            Action::Emplace(piece, path, near, far) => {
                let label =
                    format!("Emplace {} in {}, from {} to {}", name(piece), place(path.end(ground().grid())), place(near), place(far));
                Described::new(Role::Build, label, target_hex(path.end(ground().grid())))
                    .with_path(path_names(path))
                    .with_note("usable from the next turn")
            }
            Action::Drift(piece) => {
                let hex = state.hex[piece.index()];
                let to = if hex.is_some() { self.ground.downstream[hex.index()] } else { HexId::NONE };
                match to.some() {
                    Some(to) => Described::new(Role::March, format!("{} drift downstream to {}", name(piece), place(to)), target_hex(to)),
                    None => Described::button(Role::March, "drift", "Drift downstream"),
                }
            }
            Action::Enter(piece, hex) => {
                Described::new(Role::Enter, format!("{} comes on at {}", name(piece), place(hex)), target_hex(hex)).with_note("1 point")
            }
            Action::BreakDown(piece) => Described::button(Role::Form, "break-down", format!("Break {} down into brigades", name(piece))),
            Action::Reform(piece, hex) => Described::button(
                Role::Form,
                &format!("re-form-{}", data().counter(piece).id),
                format!("Form {} in {}", name(piece), place(hex)),
            ),
            Action::Pick(piece) => Described::new(Role::Form, name(piece), target_piece(piece))
                .with_note(format!("strength {}", self.data.strength[piece.index()])),
            Action::PickOwn => Described::button(Role::Form, "pick-own", "The division's own brigades"),
            Action::Reveal(piece) => {
                Described::button(Role::Reveal, "reveal", format!("Turn {} face up", name(piece))).with_note("full movement allowance")
            }
            Action::Invert(piece) => Described::new(Role::Hide, format!("Turn {} face down", name(piece)), target_piece(piece)),
            Action::InvertAll => Described::button(Role::Hide, "invert-all", "Turn all face down"),
            Action::Fire(hex, set) => {
                let targets = Targets::one(hex);
                let note = match self.only_hqs(state, if set & self.data.union != 0 { Side::Confederate } else { Side::Union }, hex) {
                    true => "a lone headquarters under fire is lost".to_string(),
                    false => odds_note(self, known, set, &targets, true),
                };
                let described = Described::new(Role::Fire, format!("{} at {}", crowd(set), place(hex)), target_hex(hex)).with_note(note);
                if self.names_first(if set & self.data.union != 0 { Side::Union } else { Side::Confederate }) {
                    described
                } else {
                    described.with_dice()
                }
            }
            Action::Attack(targets, set) => {
                let label = format!("{} against {}", crowd(set), places(&targets));
                let described = Described::new(Role::Fight, label, target_hex(targets.first()));
                let described = described.with_note(odds_note(self, known, set, &targets, false));
                if self.names_first(state.phasing) { described } else { described.with_dice() }
            }
            Action::Resolve(number) => {
                let battle = &state.battles[usize::from(number)];
                let fire = self.firing_side(state).is_some();
                let label = format!("Fight for {}", places(&battle.targets));
                Described::new(Role::Fight, label, target_hex(battle.targets.first())).with_dice().with_note(odds_note(
                    self,
                    known,
                    battle.attackers,
                    &battle.targets,
                    fire,
                ))
            }
            Action::Stand => Described::button(Role::Stay, "stand", "Stand and fight"),
            Action::GiveWay => Described::button(Role::Retreat, "give-way", "Fall back 2 hexes").with_note("disrupted for 1 turn"),
            Action::Retreat(piece, path) => Described::new(
                Role::Retreat,
                format!("{} to {}", name(piece), place(path.end(ground().grid()))),
                target_hex(path.end(ground().grid())),
            )
            .with_path(path_names(path)),
            Action::Advance(piece, hex) => Described::new(Role::Advance, format!("{} into {}", name(piece), place(hex)), target_hex(hex)),
            Action::Destroy(piece) => Described::new(Role::Destroy, format!("Destroy {}", name(piece)), target_piece(piece)),
        }
    }

    fn tell(&self, event: &Event, seat: Seat) -> Option<LogEntry> {
        log::tell(self, event, seat)
    }

    fn view(&self, known: &Knowledge) -> View {
        view::view(self, known)
    }

    fn preview(&self, known: &Knowledge, action: Action) -> Option<BattleView> {
        match action {
            Action::Fire(hex, guns) => Some(view::battle_words(self, known, guns, &Targets::one(hex), true)),
            Action::Attack(targets, attackers) => Some(view::battle_words(self, known, attackers, &targets, false)),
            Action::Resolve(number) if number < known.state.battle_count => {
                let battle = &known.state.battles[usize::from(number)];
                let fire = self.firing_side(&known.state).is_some();
                Some(view::battle_words(self, known, battle.attackers, &battle.targets, fire))
            }
            _ => None,
        }
    }

    fn meant(&self, known: &Knowledge, _side: Side, pieces: &[String], way: &[String]) -> Vec<Action> {
        meant::intents(self, &known.state, pieces, way)
    }

    fn nothing_meant(&self, known: &Knowledge, _side: Side, _pieces: &[String], _way: &[String]) -> Illegal {
        meant::nothing_comes(&known.state)
    }

    fn figures(&self, known: &Knowledge, pieces: &[String], way: &[String], refused: &Illegal) -> Option<String> {
        meant::cost_in_figures(self, &known.state, pieces, way, refused)
    }

    fn around(&self, hex: &str) -> Vec<String> {
        ground().grid().names_around(hex)
    }

    fn fire_from(&self, _known: &Knowledge, hex: &str) -> Result<Option<Vec<String>>, BadField> {
        let from = hex_of(hex).map_err(|because| BadField::new("hex", because))?;
        let reached = self.ground.grid().hexes().filter(|to| self.in_range(from, *to).is_ok());
        Ok(Some(reached.map(hex_name).collect()))
    }

    fn verdict_words(&self, state: &State, verdict: Verdict) -> String {
        verdict_text(self, state, verdict)
    }
}

/// What a counter that can act would do in a step.
fn role_of(step: Step) -> Role {
    match step {
        Step::SetUp(_) => Role::Place,
        Step::Breaking(..) | Step::Forming(..) => Role::Form,
        Step::DefensiveFire | Step::OffensiveFire => Role::Fire,
        Step::Combat => Role::Engage,
        Step::Resolving | Step::Die => Role::Fight,
        Step::Retreat | Step::FallBack(_) => Role::Retreat,
        Step::Advance | Step::Occupy => Role::Advance,
        Step::Destroy => Role::Destroy,
        Step::Inverting => Role::Hide,
        Step::Movement | Step::Marching | Step::Aftermath | Step::RaidDie | Step::Over(_) => Role::March,
    }
}

/// What it is to be done with a step.
fn step_role(step: Step) -> Role {
    match step {
        Step::Advance | Step::Occupy | Step::Destroy | Step::Marching | Step::FallBack(_) => Role::Stay,
        Step::Breaking(..) | Step::Forming(..) => Role::Form,
        _ => Role::Finish,
    }
}

fn verdict_text(game: &Chancellorsville1974, state: &State, verdict: Verdict) -> String {
    let (union, gray) = game.count(state);
    let ratio = game.data.limits.victory_ratio;
    let winner = verdict.winner.map_or("Nobody wins".to_string(), |s| format!("The {s} side wins"));
    format!("{winner}: {} against {gray} Confederate; the Union needed {}.", plural(union, "Union point", "Union points"), ratio * gray)
}

fn step_label(_game: &Chancellorsville1974, state: &State) -> &'static str {
    match state.agenda.top() {
        Step::SetUp(_) => "Finish set-up",
        Step::Movement => "Finish movement",
        Step::DefensiveFire | Step::OffensiveFire => "Finish firing",
        Step::Combat => "Finish combat",
        Step::Advance | Step::Occupy => "No further advance",
        Step::Destroy => "Destroy nothing more",
        Step::Inverting => "Turn counters down",
        Step::FallBack(_) => "Stand or fall back",
        Step::Breaking(..) | Step::Forming(..) => "The division's own brigades",
        _ => "Go on",
    }
}

fn done_label(game: &Chancellorsville1974, state: &State) -> &'static str {
    match state.agenda.top() {
        Step::Marching => "Halt here",
        Step::DefensiveFire | Step::OffensiveFire | Step::Combat if state.battle_count > 0 && game.names_first(Side::Union) => {
            "All named: turn the counters up"
        }
        _ => step_label(game, state),
    }
}
