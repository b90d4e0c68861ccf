//! What players read: prompts, labels, events, the view.

use crate::action::{Action, Event, Manner, Path, Subject};
use crate::combat::{BEST_COLUMN, column_name};
use crate::counters::{Outcome, Piece, Set, first, pieces};
use crate::ground::OFF;
use crate::state::{LAST_TURN, Step};
use crate::victory::CONFEDERATE_LOSS;
use crate::view::outcome_sentence;
use crate::{Chancellorsville1961, Clash, State};
use board::HexId;
use engine::handbook::plural;
use engine::words::{BattleView, EventKind, Role};
use engine::{Described, Illegal, LogEntry, Rules, Seat, Side, Target, Verdict, View, Words};

impl Manner {
    /// In words.
    fn words(self) -> &'static str {
        match self {
            Manner::Close => "close combat: every result applies",
            Manner::Guns => "artillery duel at two hexes: every result applies",
            Manner::Bombard => "bombardment at two hexes: nothing adverse to the attacker applies",
            Manner::Approach => "attack on artillery at two hexes: nothing adverse to the artillery applies",
        }
    }
}

impl Chancellorsville1961 {
    pub(crate) fn name(&self, piece: Piece) -> &'static str {
        &self.book.counter(piece).name
    }

    /// `A`, `A and B`, `A, B and C`.
    fn names(&self, set: Set) -> String {
        let names: Vec<String> = pieces(set).map(|p| self.name(p).to_string()).collect();
        engine::handbook::list(&names)
    }

    /// A hex with its place, if it has a name.
    fn spot(&self, hex: HexId) -> String {
        let named = self.book.ground.board.places.iter().find(|p| p.hex == hex && p.weight > 0);
        let ford = self.book.ground.board.crossings.iter().find(|c| c.at == board::Location::Hex(hex));
        match (ford, named) {
            (Some(ford), _) => format!("{} ({})", self.hex_name(hex), ford.name),
            (None, Some(place)) => format!("{} ({})", self.hex_name(hex), place.name),
            _ => self.hex_name(hex),
        }
    }

    fn end(&self, path: Path) -> HexId {
        path.end(&self.book.ground.board.grid)
    }

    fn hex_target(&self, hex: HexId) -> Target {
        Target::Hex(self.hex_name(hex))
    }

    fn piece_target(&self, piece: Piece) -> Target {
        Target::Piece(self.id(piece).to_string())
    }

    /// Odds in numbers and as a column.
    pub(crate) fn odds_words(&self, clash: &Clash) -> String {
        let column = clash.column();
        let named = match column {
            c if c > BEST_COLUMN => "more than 6-1".to_string(),
            c if c < -BEST_COLUMN => "less than 1-6".to_string(),
            c => column_name(c),
        };
        format!("{}-{} ({named})", clash.attack, clash.defence)
    }

    fn march_words(&self, state: &State, group: Set, path: Path) -> Described {
        let to = self.end(path);
        let lead = first(group).unwrap_or(Piece(0));
        let factor = pieces(group).map(|p| self.book.movement[p.index()]).min().unwrap_or(0);
        let spent = usize::from(state.spent[lead.index()]) + path.len();
        let side = state.owner(self.book, lead);
        let ground = &self.book.ground;
        let why = if state.control(side.enemy(), to) > 0 {
            ", stops: enemy zone"
        } else if ground.river(to) && state.span(self.book, to).is_none() {
            ", stops: river"
        } else if ground.stream(to) {
            ", stops: stream"
        } else if ground.slow(to) {
            ", slow ground"
        } else {
            ""
        };
        Described::new(Role::March, format!("{} to {}", self.names(group), self.spot(to)), self.hex_target(to))
            .with_note(format!("{spent} of {factor}{why}"))
            .with_mark(usize::from(factor).saturating_sub(spent))
            .with_path(self.path_names(path))
    }

    /// The odds of the battle at hand with one more unit.
    fn widened(&self, state: &State, piece: Piece) -> String {
        let members = state.members(state.battles) | piece.bit();
        let own = self.book.of[state.mover.index()];
        self.odds_words(&self.clash(state, members & own, members & !own))
    }
}

/// What the button says that ends the division: with no battle there is no combat to start.
fn commit_words(state: &State) -> &'static str {
    if state.battles == 0 { "Finish combat" } else { "Start combat" }
}

/// What a counter that can act would do in a step.
fn role_of(step: Step) -> Role {
    match step {
        Step::Forts(_) | Step::Withhold | Step::DeployUnion | Step::DeployConfederate | Step::DeployRest => Role::Place,
        Step::Move => Role::March,
        Step::Divide => Role::Engage,
        Step::Choose | Step::Roll | Step::Over(_) => Role::Fight,
        Step::Exchange => Role::Lose,
        Step::Retreat => Role::Retreat,
        Step::Occupy => Role::Advance,
    }
}

impl Words for Chancellorsville1961 {
    fn prompt(&self, state: &State) -> String {
        let side = state.mover;
        match state.step {
            Step::Forts(side) => {
                let left = crate::counters::FORTS[side.index()] - state.forts(side).count();
                format!("{side}: place your forts ({left} left).")
            }
            Step::Withhold => "Union: choose the two corps that you place last, when you have seen the Confederate army.".into(),
            Step::DeployUnion => format!("Union: place your army north of the Rappahannock ({} left).", self.to_place(state).count_ones()),
            Step::DeployConfederate => {
                format!("Confederate: place your army south of the rivers ({} left).", self.to_place(state).count_ones())
            }
            Step::DeployRest => format!("Union: place the two corps, boats and bridges ({} left).", self.to_place(state).count_ones()),
            Step::Move => format!("{side}: move your units, then finish movement."),
            Step::Divide => {
                let division = self.division(state);
                match division.may_commit(state) {
                    Ok(()) if state.battles == 0 => format!(
                        "{side} combat, turn {}. Nobody must fight: attack somebody within reach if you like, or finish combat.",
                        state.turn
                    ),
                    Ok(()) => format!("{side}: everybody who must fight has a battle. Add to one, begin another, or start combat."),
                    Err(illegal) => {
                        let (fight, be_fought) = division.still_open();
                        let part = |words: &str, set: Set| if set == 0 { String::new() } else { format!(" {words}: {}.", self.names(set)) };
                        let open = part("Must be fought", be_fought) + &part("Must fight", fight);
                        if open.is_empty() {
                            format!("{side}: {} {}", illegal.because, illegal.instead)
                        } else {
                            format!("{side}: decide who attacks whom. Choose a unit of yours, then the enemy that it attacks.{open}")
                        }
                    }
                }
            }
            Step::Choose => format!("{side}: choose the battle to fight next."),
            Step::Roll => {
                let clash = self.battle(state, state.now);
                format!("{side}: throw the die at {}.", self.odds_words(&clash))
            }
            Step::Exchange if state.owed == 0 => {
                format!("{}: you have lost as much as the enemy. Lose more if you like, or go on.", state.chooser)
            }
            Step::Exchange => format!(
                "{}: you lose as much as the enemy lost. Choose units of yours in this battle: {} to go.",
                state.chooser,
                plural(state.owed, "combat factor", "combat factors")
            ),
            Step::Retreat => format!("{}: you won. Choose where each of the losers goes, two hexes back.", state.chooser),
            Step::Occupy => format!("{}: you may step onto the ground that you won.", state.chooser),
            Step::Over(winner) => self.verdict_words(state, Verdict { winner: Some(winner), level: 1 }),
        }
    }

    fn describe_subject(&self, state: &State, subject: Subject) -> Described {
        match subject {
            Subject::Piece(piece) => {
                let label = match state.step {
                    Step::Choose if self.book.side(piece) != state.mover => {
                        let clash = self.battle(state, state.battle[piece.index()]);
                        let label = format!("Battle against {}", self.names(clash.defenders));
                        return Described::new(Role::Fight, label, self.piece_target(piece)).with_note(self.odds_words(&clash));
                    }
                    Step::Choose => format!("Break {} down into brigades", self.name(piece)),
                    _ => self.name(piece).to_string(),
                };
                let counter = self.book.counter(piece);
                Described::new(role_of(state.step), label, self.piece_target(piece))
                    .with_note(format!("{}-{}", counter.combat, counter.movement))
            }
            Subject::Stack(hex) => Described::new(Role::March, format!("All units in {}", self.spot(hex)), self.hex_target(hex)),
            Subject::Forts => Described::button(Role::Build, "forts", "Build a fort"),
            Subject::Corps => Described::button(Role::Answer, "corps", "Hold back two corps"),
            Subject::Preset(i) => Described::button(Role::SetUp, "setup", format!("Set up: {}", self.book.presets[usize::from(i)].title)),
            Subject::Done => match state.step {
                Step::Move => Described::button(Role::Finish, "done", "Finish movement"),
                Step::Divide => Described::button(Role::Finish, "done", commit_words(state)),
                Step::Exchange => Described::button(Role::Finish, "done", "The exchange is paid"),
                _ => Described::button(Role::Stay, "done", "Leave it"),
            },
            Subject::Rest => Described::button(Role::Finish, "rest", "Choose the other battles for me"),
        }
    }

    fn describe(&self, state: &State, action: Action) -> Described {
        match action {
            Action::Fort(hex) => Described::new(Role::Build, format!("Fort in {}", self.spot(hex)), self.hex_target(hex)),
            Action::Withhold(pair) => {
                let [a, b] = &self.book.pairs[usize::from(pair)].corps;
                Described::button(Role::Answer, "corps", format!("Hold back {a} and {b}"))
            }
            Action::Place(piece, hex) => {
                Described::new(Role::Place, format!("{} in {}", self.name(piece), self.spot(hex)), self.hex_target(hex))
            }
            Action::Preset(i) => {
                Described::button(Role::SetUp, "setup", format!("Place all that is left: {}", self.book.presets[usize::from(i)].title))
            }
            Action::Break(division, brigades) => Described::new(
                Role::Form,
                format!("Break down {} into {}", self.name(division), self.names(brigades)),
                self.piece_target(division),
            ),
            Action::Form(division, brigades) => {
                Described::new(Role::Form, format!("Form {} of {}", self.name(division), self.names(brigades)), self.piece_target(division))
            }
            Action::March(group, path) => self.march_words(state, group, path),
            Action::Lay(bridge, path, far) => {
                let river = self.end(path);
                Described::new(
                    Role::Build,
                    format!("Lay {} in {} towards {}", self.name(bridge), self.spot(river), self.spot(far)),
                    self.hex_target(river),
                )
                .with_note("nobody crosses before your next Turn")
                .with_path(self.path_names(path))
            }
            Action::Drift(boat) => {
                let to = self.book.ground.downstream(state.hex(boat));
                Described::new(Role::March, format!("{} drifts downstream to {}", self.name(boat), self.spot(to)), self.hex_target(to))
            }
            Action::EndMove => Described::button(Role::Finish, "done", "Finish movement"),
            Action::Time => Described::button(Role::Finish, "time", "Call time: the five minutes are over"),
            Action::Attack(unit, enemy) => {
                let clash = self.clash(state, unit.bit(), enemy.bit());
                Described::new(Role::Engage, format!("{} attacks {}", self.name(unit), self.name(enemy)), self.piece_target(enemy))
                    .with_note(self.odds_words(&clash))
            }
            Action::Join(unit) => Described::new(Role::Join, format!("{} joins the battle", self.name(unit)), self.piece_target(unit))
                .with_note(self.widened(state, unit)),
            Action::Include(enemy) => {
                Described::new(Role::Widen, format!("Attack {} too, in the same battle", self.name(enemy)), self.piece_target(enemy))
                    .with_note(self.widened(state, enemy))
            }
            Action::DivideRest => Described::button(Role::Finish, "rest", "Choose the other battles for me and start combat"),
            Action::Commit => Described::button(Role::Finish, "done", commit_words(state)),
            Action::Fight(enemy) => {
                let clash = self.battle(state, state.battle[enemy.index()]);
                let label = format!("{} against {}", self.names(clash.attackers), self.names(clash.defenders));
                let described = Described::new(Role::Fight, label, self.piece_target(enemy));
                let described = described.with_note(format!("{}, {}", self.odds_words(&clash), clash.manner.words()));
                described.with_dice()
            }
            Action::Lose(unit) => Described::new(Role::Lose, format!("Lose {}", self.name(unit)), self.piece_target(unit))
                .with_note(format!("worth {}, {} owed", self.worth(state, unit), state.owed)),
            Action::Paid => Described::button(Role::Finish, "done", "The exchange is paid: lose nobody else"),
            Action::Retreat(unit, path) if path.is_empty() => {
                Described::new(Role::Retreat, format!("{} has no way out and is eliminated", self.name(unit)), self.piece_target(unit))
            }
            Action::Retreat(unit, path) => {
                let to = self.end(path);
                Described::new(Role::Retreat, format!("{} back to {}", self.name(unit), self.spot(to)), self.hex_target(to))
                    .with_path(self.path_names(path))
            }
            Action::Occupy(unit, hex) => {
                Described::new(Role::Advance, format!("{} takes {}", self.name(unit), self.spot(hex)), self.hex_target(hex))
            }
            Action::Stay => Described::button(Role::Stay, "done", "Stay where you are"),
        }
    }

    fn tell(&self, event: &Event, _seat: Seat) -> Option<LogEntry> {
        let entry = |kind: EventKind, text: String, set: Set, hexes: Vec<String>| LogEntry {
            pieces: self.ids(set).into_iter().map(str::to_string).collect(),
            hexes,
            ..LogEntry::new(kind, text)
        };
        let one = |hex: HexId| vec![self.hex_name(hex)];
        Some(match *event {
            Event::Fort(side, hex) => entry(EventKind::Place, format!("The {side} side builds a fort in {}.", self.spot(hex)), 0, one(hex)),
            Event::Withheld(pair) => {
                let pair = &self.book.pairs[usize::from(pair)];
                entry(EventKind::Place, format!("{} and {} are held back.", pair.corps[0], pair.corps[1]), pair.units, Vec::new())
            }
            Event::Placed(piece, hex) => {
                entry(EventKind::Place, format!("{} sets up in {}.", self.name(piece), self.spot(hex)), piece.bit(), one(hex))
            }
            Event::Broke(division, brigades, hex) => {
                let hexes = if hex == OFF { Vec::new() } else { one(hex) };
                entry(
                    EventKind::Exchange,
                    format!("{} breaks down into {}.", self.name(division), self.names(brigades)),
                    division.bit() | brigades,
                    hexes,
                )
            }
            Event::Formed(division, brigades, hex) => entry(
                EventKind::Exchange,
                format!("{} form {}.", self.names(brigades), self.name(division)),
                division.bit() | brigades,
                one(hex),
            ),
            Event::Marched(group, path) => {
                entry(EventKind::March, format!("{} to {}.", self.names(group), self.spot(self.end(path))), group, self.path_names(path))
            }
            Event::Laid(bridge, path, far) => {
                let text = format!("{} is laid in {} towards {}.", self.name(bridge), self.spot(self.end(path)), self.spot(far));
                entry(EventKind::Bridge, text, bridge.bit(), self.path_names(path))
            }
            Event::Drifted(boat, to) => {
                entry(EventKind::March, format!("{} drifts to {}.", self.name(boat), self.spot(to)), boat.bit(), one(to))
            }
            Event::BoatLost(boat, hex) => LogEntry {
                rule: Some("C61-BOAT-7"),
                ..entry(EventKind::Loss, format!("{} in {} is destroyed.", self.name(boat), self.spot(hex)), boat.bit(), one(hex))
            },
            Event::Captured(bridge, hex, side) => LogEntry {
                rule: Some("C61-PB-8"),
                ..entry(
                    EventKind::Bridge,
                    format!("The {side} side captures {} in {}.", self.name(bridge), self.spot(hex)),
                    bridge.bit(),
                    one(hex),
                )
            },
            Event::BridgeLost(bridge, hex) => LogEntry {
                rule: Some("C61-PB-9"),
                ..entry(
                    EventKind::Loss,
                    format!("{} in {} goes down with the unit on it.", self.name(bridge), self.spot(hex)),
                    bridge.bit(),
                    one(hex),
                )
            },
            Event::Turn(turn, side) => entry(EventKind::Phase, format!("Turn {turn}, {side}: movement."), 0, Vec::new()),
            Event::Time(side) => {
                LogEntry { rule: Some("C61-TIME-1"), ..entry(EventKind::Phase, format!("The {side} side calls time."), 0, Vec::new()) }
            }
            Event::Divided(side, battles) => {
                let count = if battles == 1 { "one battle".to_string() } else { format!("{battles} battles") };
                entry(EventKind::Phase, format!("The {side} side fights {count}."), 0, Vec::new())
            }
            Event::Battle(attackers, defenders, attack, defence, column, manner) => {
                let column = match column {
                    c if c > BEST_COLUMN => "more than 6-1".to_string(),
                    c if c < -BEST_COLUMN => "less than 1-6".to_string(),
                    c => column_name(c),
                };
                let text = format!(
                    "{} against {}: {attack}-{defence} ({column}), {}.",
                    self.names(attackers),
                    self.names(defenders),
                    manner.words()
                );
                entry(EventKind::Battle, text, attackers | defenders, Vec::new())
            }
            Event::Rolled(die, outcome) => LogEntry {
                dice: vec![die],
                ..entry(EventKind::Roll, format!("The die shows {die}: {}.", outcome_sentence(outcome)), 0, Vec::new())
            },
            Event::Automatic(outcome) => LogEntry {
                rule: Some("C61-CRT-2"),
                ..entry(EventKind::Result, format!("No die is needed: {}.", outcome_sentence(outcome)), 0, Vec::new())
            },
            Event::Ignored(outcome) => {
                let rule = if matches!(outcome, Outcome::DefendersBack | Outcome::DefendersEliminated) { "C61-SZ-3" } else { "C61-SZ-2" };
                LogEntry {
                    rule: Some(rule),
                    ..entry(EventKind::Result, "Artillery at two hexes suffers nothing: no effect.".to_string(), 0, Vec::new())
                }
            }
            Event::Lost(piece, hex) => {
                entry(EventKind::Loss, format!("{} in {} is eliminated.", self.name(piece), self.spot(hex)), piece.bit(), one(hex))
            }
            Event::Retreated(piece, path) => entry(
                EventKind::Retreat,
                format!("{} goes back to {}.", self.name(piece), self.spot(self.end(path))),
                piece.bit(),
                self.path_names(path),
            ),
            Event::Occupied(piece, hex) => {
                entry(EventKind::Advance, format!("{} takes {}.", self.name(piece), self.spot(hex)), piece.bit(), one(hex))
            }
            Event::Over(side) => entry(EventKind::End, format!("The game is over: the {side} side wins."), 0, Vec::new()),
        })
    }

    fn view(&self, state: &State) -> View {
        self.whole_view(state)
    }

    fn preview(&self, state: &State, action: Action) -> Option<BattleView> {
        if let Action::Fight(enemy) = action {
            return Some(self.battle_words(state, &self.battle(state, state.battle[enemy.index()])));
        }
        let side = self.actor(state).side()?;
        let mut next = state.clone();
        self.apply(&mut next, side, action, &mut ()).ok()?;
        self.battle_view(&next)
    }

    fn meant(&self, state: &State, _side: Side, pieces: &[String], way: &[String]) -> Vec<Action> {
        self.intents(state, pieces, way)
    }

    fn nothing_meant(&self, state: &State, _side: Side, _pieces: &[String], _way: &[String]) -> Illegal {
        self.nothing_comes(state)
    }

    fn figures(&self, state: &State, pieces: &[String], way: &[String], refused: &Illegal) -> Option<String> {
        self.distance_in_figures(state, pieces, way, refused)
    }

    fn around(&self, hex: &str) -> Vec<String> {
        self.book.ground.board.grid.names_around(hex)
    }

    fn verdict_words(&self, state: &State, verdict: Verdict) -> String {
        let left = self.factors_left(state, Side::Confederate);
        match verdict.winner {
            Some(Side::Union) => format!("The Union wins: {left} Confederate combat factors are left, no more than {CONFEDERATE_LOSS}."),
            Some(Side::Confederate) if self.factors_left(state, Side::Union) == 0 => "The Confederates win: the Union army is gone.".into(),
            _ => format!("The Confederates win: after {LAST_TURN} turns they still have {left} combat factors."),
        }
    }
}
