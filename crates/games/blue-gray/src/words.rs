//! What people read: prompts, labels, the log. The view of a position is in `view`.

use crate::BlueGray;
use crate::action::{Action, Event, Subject};
use crate::cells::Cell;
use crate::state::{Battle, State, Step};
use crate::title::EventId;
use crate::units::{NOBODY, UnitId, UnitSet};
use engine::handbook::plural;
use engine::words::{BattleView, EventKind, Role};
use engine::{BadField, Described, Illegal, LogEntry, Rules, Seat, Side, Target, Verdict, View, Words};

/// `one, two and three`.
fn join(mut names: Vec<String>) -> String {
    match names.pop() {
        None => "nobody".into(),
        Some(last) if names.is_empty() => last,
        Some(last) => format!("{} and {last}", names.join(", ")),
    }
}

impl BlueGray {
    /// What a player calls a unit: `Polk (5)`, `XI battery (4)`.
    pub(crate) fn called(&self, unit: UnitId) -> String {
        let u = self.unit(unit);
        if self.untried.has(unit) {
            // Its strength is no part of its name: it changes once.
            return u.name.clone();
        }
        match u.arm {
            crate::units::Arm::Infantry => format!("{} ({})", u.name, u.strength),
            crate::units::Arm::Cavalry => format!("{} cavalry ({})", u.name, u.strength),
            crate::units::Arm::Artillery => format!("{} battery ({})", u.name, u.strength),
        }
    }

    fn all_called(&self, units: UnitSet) -> String {
        join(units.iter().map(|u| self.called(u)).collect())
    }

    /// A hex with its place name if it has one.
    pub fn hex_called(&self, cell: Cell) -> String {
        let hex = cell.hex(&self.board.grid);
        match self.board.places.iter().find(|p| p.hex == hex && p.weight > 0) {
            Some(place) => format!("{} ({})", self.hex_name(cell), place.name),
            None => self.hex_name(cell),
        }
    }

    /// What a unit that can act would do now.
    fn role_of(&self, state: &State) -> Role {
        match state.step {
            Step::Movement => Role::March,
            Step::SetUp => Role::Place,
            Step::Battles => Role::Fire,
            Step::Exchange => Role::Lose,
            Step::Advance => Role::Advance,
            _ => Role::Retreat,
        }
    }

    pub(crate) fn column_names(&self) -> Vec<String> {
        (0..self.chart.columns()).map(|c| self.chart.odds(crate::chart::Column(c)).to_string()).collect()
    }

    fn turn_words(&self, turn: u8) -> String {
        format!("turn {turn} ({})", self.title.turns[usize::from(turn) - 1].label)
    }

    fn targets_called(&self, battle: &Battle) -> String {
        join(battle.targets.as_slice().iter().map(|c| self.hex_called(*c)).collect())
    }

    pub(crate) fn odds_note(&self, state: &State) -> String {
        let (attack, defence) = (self.attack_strength(state, &state.battle), self.defence_strength(state, &state.battle));
        format!("{attack} : {defence}, {} column", self.chart.odds(self.column(state, &state.battle)))
    }

    /// What a path costs, ferries included.
    fn path_cost(&self, state: &State, path: &[Cell]) -> u8 {
        let (mut cost, ground) = (0, self.ground_in(state));
        for (i, pair) in path.windows(2).enumerate() {
            if self.ground.ferry.has(pair[1]) {
                let far = path.get(i + 2);
                cost += ground.ferries.iter().find(|f| f.from == pair[0] && Some(&f.to) == far).map_or(0, |f| f.cost);
            } else if !self.ground.ferry.has(pair[0]) {
                cost += ground.direction(pair[0], pair[1]).map_or(0, |d| ground.cost[pair[0].index()][d]);
            }
        }
        cost.min(self.chart.limits.movement)
    }
}

/// With a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl BlueGray {
    /// An event that waits for a word, as a button.
    fn declaration(&self, event: EventId) -> Described {
        let asks = self.event(event);
        Described::button(Role::Play, &format!("declare-{}", asks.id), asks.text.trim_end_matches('.')).with_note(asks.rule)
    }

    /// Whom a quota concerns; nothing if it concerns the whole side.
    fn quota_name(&self, state: &State) -> Option<String> {
        let quota = self.quota_of(state).filter(|quota| !quota.others.is_empty())?;
        let mut names = self.army[state.side.index()].without(quota.others).iter().map(|unit| self.unit(unit).formation.as_str());
        let first = names.next().unwrap_or_default();
        let one = !first.is_empty() && names.all(|name| name == first);
        Some(if one { first.to_string() } else { "those that the quota names".into() })
    }
}

impl Words for BlueGray {
    /// How many may still march, where a title limits them.
    fn quota(&self, state: &State) -> Option<u32> {
        let left = self.quota_left(state);
        (state.step == Step::Movement && left != u8::MAX).then_some(left.into())
    }

    /// Who is asked for what.
    fn prompt(&self, state: &State) -> String {
        let (side, when) = (state.side, self.turn_words(state.turn));
        match state.step {
            Step::Movement => {
                let mut asks = match (self.quota_left(state), self.quota_name(state)) {
                    (u8::MAX, _) => "Move any units".to_string(),
                    (0, None) => "No more units may move in this phase".to_string(),
                    (0, Some(of)) => format!("No more units of {of} may move in this phase; move any others"),
                    (n, None) => format!("Move up to {}", plural(n, "more unit", "more units")),
                    (n, Some(of)) => format!("Move up to {} of {of}, and any others", plural(n, "more unit", "more units")),
                };
                let due = self.due(state);
                if !due.is_empty() {
                    asks += &format!("; bring on {}", self.all_called(due));
                }
                format!("{side} movement, {when}. {asks}, then finish the phase.")
            }
            Step::Battles if state.battle.targets.is_empty() => {
                let duties = self.duties(state);
                let asks = match duties.left() {
                    (0, 0) => {
                        let mut anybody = false;
                        self.each_target(state, &duties, |_| anybody = true);
                        if anybody {
                            "Nobody has to attack any more. Attack or fire guns at a distance if you like, then finish the phase."
                                .to_string()
                        } else {
                            "Nobody is left to attack or to fire at. Finish the phase.".to_string()
                        }
                    }
                    (0, e) => format!("{} must still be fired at by guns at a distance.", plural(e, "enemy hex", "enemy hexes")),
                    (f, e) => format!(
                        "Choose an enemy hex to attack. {} of yours must still attack, {} must still be attacked.",
                        plural(f, "hex", "hexes"),
                        plural(e, "enemy hex", "enemy hexes")
                    ),
                };
                format!("{side} combat, {when}. {asks}")
            }
            Step::Battles => {
                let targets = self.targets_called(&state.battle);
                let asks = match self.may_fight(state, &self.duties(state)) {
                    // Somebody attacks, and yet it cannot be fought so: why not, and what would be right.
                    Err(no) if !state.battle.from.is_empty() || !state.battle.guns.is_empty() => {
                        format!("You attack {targets}. {} {}", no.because, no.instead)
                    }
                    _ => format!("Choose who attacks {targets}, then fight."),
                };
                format!("{side} combat, {when}. {asks}")
            }
            Step::Roll => format!("The die decides at {}.", self.chart.odds(state.battle.column)),
            Step::Exchange if state.battle.owed == 0 => {
                format!("{side}: the attackers have lost as much as the defenders. Finish the exchange.")
            }
            Step::Exchange => {
                format!(
                    "{side}: the attackers lose as much as the defenders did. Choose whom: {} to go.",
                    plural(state.battle.owed, "strength point", "strength points")
                )
            }
            Step::Retreat if state.pushed != NOBODY => {
                format!("{}: {} is pushed out of its hex. Choose where it goes.", self.asked(state), self.called(state.pushed))
            }
            Step::Retreat if state.pending.is_empty() => format!("{}: the bombarding guns may retreat or stand.", self.asked(state)),
            Step::Retreat => format!("{}: retreat {} one hex.", self.asked(state), self.all_called(state.pending)),
            Step::FallBack => format!("{side}: {} must fall back from the enemy.", self.all_called(state.pending)),
            Step::Advance => format!("{}: advance one unit into a vacated hex, or stay.", self.victor(state)),
            Step::SetUp => {
                let left = self.unplaced(state, side);
                format!("{side}: set up your units: {} to go.", plural(left.len(), "counter", "counters"))
            }
            Step::Event => {
                let event = self.event(state.asking);
                format!("{side}: the die decides. {} It happens with {} or less.", event.text, event.die.unwrap_or(0))
            }
            Step::Draw => match self.draws(state) {
                Some((unit, _, left)) => {
                    format!("{} fights for the first time: its strength is drawn, one of {}.", self.called(unit), left.len())
                }
                None => "The battle goes on.".into(),
            },
            Step::Over => format!("The game is over: {}.", self.verdict_words(state, self.verdict(state))),
        }
    }

    /// What a person sees of a subject.
    fn describe_subject(&self, state: &State, subject: Subject) -> Described {
        match subject {
            Subject::Unit(unit) if state.place(unit) == Cell::WAITING => {
                Described::new(Role::Enter, self.called(unit), Target::Piece(self.unit(unit).id.clone()))
            }
            Subject::Unit(unit) => Described::new(self.role_of(state), self.called(unit), Target::Piece(self.unit(unit).id.clone())),
            Subject::Target(cell) => {
                let label = format!("Attack {}", self.hex_called(cell));
                Described::new(Role::Engage, label, Target::Hex(self.hex_name(cell))).with_note(self.all_called(state.units_in(cell)))
            }
            Subject::Hex(cell) => {
                let label = format!("Attack from {}", self.hex_called(cell));
                Described::new(Role::Join, label, Target::Hex(self.hex_name(cell))).with_note(self.all_called(self.ready_in(state, cell)))
            }
            Subject::Event(event) => self.declaration(event),
            Subject::Battle => Described::button(Role::Fight, "fight", "Fight").with_note(self.odds_note(state)),
            Subject::Done => match state.step {
                Step::Movement => Described::button(Role::Finish, "done", "Finish movement"),
                Step::Battles => Described::button(Role::Finish, "done", "Finish combat"),
                Step::Exchange => Described::button(Role::Finish, "done", "Finish the exchange"),
                _ => Described::button(Role::Stay, "done", "Stay"),
            },
        }
    }

    /// What a person sees of an action.
    fn describe(&self, state: &State, action: Action) -> Described {
        let hex = |c: Cell| Target::Hex(self.hex_name(c));
        let names = |path: &[Cell]| path.iter().map(|c| self.hex_name(*c)).collect::<Vec<_>>();
        match action {
            Action::Move { unit, to, taking } => {
                let points = self.points_of(state, unit);
                let path = self.path_of(state, unit, state.place(unit), points, to, taking);
                let left = points.saturating_sub(self.path_cost(state, &path));
                let mut label = format!("{} to {}", self.called(unit), self.hex_called(to));
                if taking != 0 {
                    let taken = (0..16).filter(|i| taking >> i & 1 == 1).map(|i: usize| self.hex_called(self.title.controls[i].cell));
                    label += &format!(" through {}", join(taken.collect()));
                }
                Described::new(Role::March, label, hex(to))
                    .with_note(format!("{} left", plural(left, "point", "points")))
                    .with_mark(left)
                    .with_path(names(&path))
            }
            Action::March { unit, path } => {
                let cells = self.cells_along(state.place(unit), path);
                let to = cells[cells.len() - 1];
                Described::new(Role::March, format!("{} to {}", self.called(unit), self.hex_called(to)), hex(to)).with_path(names(&cells))
            }
            Action::Enter { unit, at, to, taking } => {
                let points = self.may_enter_at(state, unit, at).unwrap_or(0);
                let path = if at == to { vec![at] } else { self.path_of(state, unit, at, points, to, taking) };
                let mut label = format!("{} comes on at {}", self.called(unit), self.hex_called(at));
                if at != to {
                    label += &format!(" and marches to {}", self.hex_called(to));
                }
                let left = points.saturating_sub(self.path_cost(state, &path));
                let paid = self.points_of(state, unit).saturating_sub(points);
                Described::new(Role::Enter, label, hex(to))
                    .with_note(format!("{} left, {paid} paid to come on", plural(left, "point", "points")))
                    .with_mark(left)
                    .with_path(names(&path))
            }
            Action::Leave { unit, by } => {
                Described::new(Role::Leave, format!("{} leaves the map at {}", self.called(unit), self.hex_name(by)), hex(by))
            }
            Action::EndMovement => Described::button(Role::Finish, "end-movement", "Finish movement"),
            Action::Engage { target } => {
                let label = format!("Attack {}", self.hex_called(target));
                Described::new(Role::Engage, label, hex(target)).with_note(self.all_called(state.units_in(target)))
            }
            Action::Join { from } => {
                let label = format!("Attack with {}", self.all_called(self.ready_in(state, from)));
                Described::new(Role::Join, label, hex(from)).with_note(format!("from {}", self.hex_name(from)))
            }
            Action::Bombard { gun } => {
                Described::new(Role::Fire, format!("Bombard with {}", self.called(gun)), Target::Piece(self.unit(gun).id.clone()))
            }
            Action::Fight { column } => {
                let odds = self.chart.odds(column).to_string();
                let computed = column == self.column(state, &state.battle);
                let label = if computed { format!("Fight at {odds}") } else { format!("Fight at {odds} instead") };
                Described::new(Role::Fight, label, Target::Column(odds)).with_note(self.odds_note(state)).with_dice()
            }
            Action::EndCombat => Described::button(Role::Finish, "end-combat", "Finish combat"),
            Action::Lose { unit } => {
                Described::new(Role::Lose, format!("Lose {}", self.called(unit)), Target::Piece(self.unit(unit).id.clone()))
            }
            Action::Paid => Described::button(Role::Finish, "end-exchange", "Finish the exchange"),
            Action::Retreat { unit, to, push } => {
                let label = format!("{} retreats to {}", self.called(unit), self.hex_called(to));
                let described = Described::new(Role::Retreat, label, hex(to));
                if push == NOBODY { described } else { described.with_note(format!("displaces {}", self.called(push))) }
            }
            Action::Stand { unit } => Described::button(Role::Stay, "stand", format!("{} stands", self.called(unit))),
            Action::Advance { unit, to } => {
                Described::new(Role::Advance, format!("{} advances to {}", self.called(unit), self.hex_called(to)), hex(to))
            }
            Action::Stay => Described::button(Role::Stay, "stay", "Nobody advances"),
            Action::Place { unit, to } => Described::new(Role::Place, format!("{} in {}", self.called(unit), self.hex_called(to)), hex(to)),
            Action::Dig { unit } => {
                Described::button(Role::Build, "dig", format!("{} makes works", self.called(unit))).with_note("instead of a march")
            }
            Action::Declare { event } => self.declaration(event),
        }
    }

    /// An event in words.
    fn tell(&self, event: &Event, _seat: Seat) -> Option<LogEntry> {
        let id = |u: UnitId| self.unit(u).id.clone();
        let path = |cells: &[Cell]| cells.iter().map(|c| self.hex_name(*c)).collect::<Vec<_>>();
        let entry = |kind: EventKind, text: String, unit: Option<UnitId>, cells: &[Cell]| {
            let mut entry = LogEntry::new(kind, text);
            entry.pieces = unit.map(id).into_iter().collect();
            entry.hexes = path(cells);
            entry
        };
        Some(match event {
            Event::Turn(turn) => {
                LogEntry::new(EventKind::Turn, format!("Turn {turn}: {}.", self.title.turns[usize::from(*turn) - 1].label))
            }
            Event::Phase(side, phase) => LogEntry::new(EventKind::Phase, format!("{side} {phase}.")),
            Event::Moved(unit, cells) => {
                let to = cells[cells.len() - 1];
                entry(EventKind::March, format!("{} marches to {}.", self.called(*unit), self.hex_called(to)), Some(*unit), cells)
            }
            Event::Entered(unit, cells) => {
                let mut text = format!("{} comes on at {}", self.called(*unit), self.hex_called(cells[0]));
                if let [_, .., to] = cells[..] {
                    text += &format!(" and marches to {}", self.hex_called(to));
                }
                entry(EventKind::Enter, text + ".", Some(*unit), cells)
            }
            Event::Left(unit, by) => {
                entry(EventKind::Leave, format!("{} leaves the map at {}.", self.called(*unit), self.hex_name(*by)), Some(*unit), &[*by])
            }
            Event::Took(side, cell) => {
                entry(EventKind::Control, format!("The {side} side takes control of {}.", self.hex_called(*cell)), None, &[*cell])
            }
            Event::Scored(side, points, rule) => LogEntry::new(
                EventKind::Score,
                format!("{side}: {points:+} victory {} ({rule}).", if points.abs() == 1 { "point" } else { "points" }),
            ),
            Event::Joined { attackers, guns, targets, attack, defence, column } => {
                let mut text = format!("{} attacked", join(targets.iter().map(|c| self.hex_called(*c)).collect()));
                if !attackers.is_empty() {
                    text += &format!(" by {}", self.all_called(*attackers));
                }
                if !guns.is_empty() {
                    text += &format!("{} bombarded by {}", if attackers.is_empty() { "," } else { " and" }, self.all_called(*guns));
                }
                text += &format!(": {attack} to {defence}, {}.", self.chart.odds(*column));
                let mut entry = entry(EventKind::Battle, text, None, targets);
                entry.pieces = attackers.or(*guns).iter().map(id).collect();
                entry
            }
            Event::Rolled(die, result) => {
                let mut entry = LogEntry::new(EventKind::Roll, format!("The die shows {die}: {}.", result.words()));
                entry.dice = vec![*die];
                entry
            }
            Event::Eliminated(unit, rule) => {
                // Nobody need guess why a unit is lost whose result was a retreat.
                let why = if *rule == "BG-7.72b" { "cannot retreat and " } else { "" };
                let mut entry = entry(EventKind::Loss, format!("{} {why}is eliminated.", self.called(*unit)), Some(*unit), &[]);
                entry.rule = Some(rule);
                entry
            }
            Event::Retreated(unit, from, to) => entry(
                EventKind::Retreat,
                format!("{} retreats to {}.", self.called(*unit), self.hex_called(*to)),
                Some(*unit),
                &[*from, *to],
            ),
            Event::Displaced(unit, from, to) => entry(
                EventKind::Retreat,
                format!("{} is displaced to {}.", self.called(*unit), self.hex_called(*to)),
                Some(*unit),
                &[*from, *to],
            ),
            Event::Shaken(unit) => {
                entry(EventKind::Condition, format!("{} loses its attack effectiveness.", self.called(*unit)), Some(*unit), &[])
            }
            Event::Recovered => LogEntry::new(EventKind::Condition, "All units regain their attack effectiveness."),
            Event::Advanced(unit, from, to) => entry(
                EventKind::Advance,
                format!("{} advances to {}.", self.called(*unit), self.hex_called(*to)),
                Some(*unit),
                &[*from, *to],
            ),
            Event::Released(_) => LogEntry::new(EventKind::Condition, "Units that were held back may move."),
            Event::Placed(unit, to) => {
                entry(EventKind::Place, format!("{} is set up in {}.", self.called(*unit), self.hex_called(*to)), Some(*unit), &[*to])
            }
            Event::Dug(unit, at) => {
                entry(EventKind::Works, format!("{} makes works in {}.", self.called(*unit), self.hex_called(*at)), Some(*unit), &[*at])
            }
            Event::Happened(event) => {
                let event = self.event(*event);
                LogEntry { rule: Some(event.rule), ..LogEntry::new(EventKind::Condition, event.text.clone()) }
            }
            Event::Tried(event, die) => {
                let comes = if self.is_kind(*event, *die) { "it happens" } else { "not yet" };
                let text = format!("{} The die shows {die}: {comes}.", self.event(*event).text);
                LogEntry { dice: vec![*die], rule: Some(self.event(*event).rule), ..LogEntry::new(EventKind::Roll, text) }
            }
            Event::Bridged(bridge, lies) => {
                let hexes = self.bridge_hexes(*bridge);
                let fares = if *lies { "can be used" } else { "is gone" };
                let mut entry = entry(EventKind::Bridge, format!("{} {fares}.", capital(&self.bridge_called(*bridge))), None, &hexes);
                entry.rule = Some(self.title.more.bridges[usize::from(*bridge)].rule);
                entry
            }
            Event::Drew(unit, strength) => {
                let mut entry = entry(
                    EventKind::Reveal,
                    format!("{} turns out to have a strength of {strength}.", self.called(*unit)),
                    Some(*unit),
                    &[],
                );
                entry.rule = self.pool_of(*unit).map(|p| p.rule);
                entry
            }
            Event::Demoralised(level) => {
                let level = &self.title.more.demoralisation[usize::from(*level)];
                let text = format!("The {} side has lost {} strength points and its nerve.", level.side, level.lost);
                LogEntry { rule: Some(level.rule), ..LogEntry::new(EventKind::Condition, text) }
            }
            Event::CutOff(units) => {
                let mut entry = entry(EventKind::Condition, format!("{}: no supply.", self.all_called(*units)), None, &[]);
                entry.pieces = units.iter().map(id).collect();
                entry.rule = units.iter().next().and_then(|u| self.supply_of(u)).map(|s| s.rule);
                entry
            }
            Event::Ended(difference) => LogEntry::new(
                EventKind::End,
                format!("The game ends with a difference of {difference:+}: {}.", self.title.levels[self.level(*difference)].name),
            ),
        })
    }

    fn fire_from(&self, known: &State, hex: &str) -> Result<Option<Vec<String>>, BadField> {
        let from = self.cell_named(hex).ok_or_else(|| BadField::new("hex", format!("no hex {hex:?} on this board")))?;
        let own = known.units_in(from).and(self.ranged);
        let hit = own
            .iter()
            .map(|gun| self.ground_in(known).hits_at(self.range_of(gun), from))
            .fold(*self.ground_in(known).hits(from), |all, more| all.or(more));
        Ok(Some(self.ground_in(known).lines(from).iter().filter(|l| hit.has(l.to)).map(|l| self.hex_name(l.to)).collect()))
    }

    fn view(&self, known: &State) -> View {
        self.whole_view(known)
    }

    fn preview(&self, known: &State, action: Action) -> Option<BattleView> {
        let mut next = known.clone();
        self.apply(&mut next, self.asked(known), action, &mut ()).ok()?;
        let after = self.battle_view(&next)?;
        match action {
            // The battle is joined: of what was added up there remains the column.
            Action::Fight { .. } => Some(BattleView { columns: after.columns, ..self.battle_view(known)? }),
            _ => Some(after),
        }
    }

    fn meant(&self, known: &State, _side: Side, pieces: &[String], way: &[String]) -> Vec<Action> {
        self.intents(known, pieces, way)
    }

    fn nothing_meant(&self, known: &State, _side: Side, _pieces: &[String], _way: &[String]) -> Illegal {
        self.nothing_comes(known)
    }

    fn figures(&self, _known: &State, _pieces: &[String], way: &[String], refused: &Illegal) -> Option<String> {
        self.cost_in_figures(way, refused)
    }

    fn around(&self, hex: &str) -> Vec<String> {
        self.board.grid.names_around(hex)
    }

    /// How it ended.
    fn verdict_words(&self, state: &State, _verdict: Verdict) -> String {
        let difference = self.difference(state);
        let level = &self.title.levels[self.level(difference)];
        format!("{} (Union {}, Confederate {}, difference {difference:+})", level.name, state.points[0], state.points[1])
    }
}
