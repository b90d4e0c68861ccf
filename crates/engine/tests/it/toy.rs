//! *Picket Line*, a tiny honest game with one of everything: two pickets on a line of hexes, a hidden torpedo, a sealed
//! choice, a die, and a lantern that either side may show out of turn.
//!
//! The Confederate draws in secret where the torpedo lies (PL-1). Each turn both sides choose in secret to press or to hold
//! (PL-2), then the Union and then the Confederate picket steps up to two hexes (PL-3); whoever steps on the torpedo falls
//! back (PL-4). Pickets face to face throw a die if somebody presses (PL-5). A lantern may be shown once at any time (PL-6).
//! Four turns; whoever is thrown off the end of the line has lost (PL-7).

use engine::handbook::{Briefing, Chart, CounterEntry, Hints, OddsQuestion, OddsReport};
use engine::mix::Mixer;
use engine::player::{NamedPlayer, RandomPlayer};
use engine::table::{Kind, Shelved};
use engine::words::{EventKind, MarkerKind, PieceKind, Role};
use engine::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

pub static SHELF: &[&dyn Kind] = &[&Shelved::new(ROSTER)];

pub const TURNS: u8 = 4;
pub const STEPS: u8 = 2;
/// The hexes that may hold the torpedo.
pub const MINED: [u8; 3] = [3, 4, 5];

#[derive(Debug)]
pub struct PicketLine {
    setup: SetUp,
    last: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Lay,
    Choose,
    March(Side),
    Clash,
    Done(Verdict),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub turn: u8,
    pub stage: Stage,
    /// Where the pickets are, Union first.
    pub at: [u8; 2],
    pub steps: u8,
    pub torpedo: Option<u8>,
    pub found: bool,
    /// Press or hold, hidden until both are in.
    pub press: [Option<bool>; 2],
    pub lantern: [bool; 2],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knowledge {
    seat: Seat,
    /// The state without what the seat may not know.
    state: State,
    /// Who has chosen, though not what.
    chosen: [bool; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Press,
    Hold,
    Step,
    Halt,
    Lantern,
    /// A fault of the program, for tests that survive one.
    Boom,
}

const NAMES: [(Action, &str); 6] = [
    (Action::Press, "press"),
    (Action::Hold, "hold"),
    (Action::Step, "step"),
    (Action::Halt, "halt"),
    (Action::Lantern, "lantern"),
    (Action::Boom, "boom"),
];

#[derive(Clone, Debug)]
pub enum Event {
    Laid(u8),
    Chose(Side, bool),
    Revealed([bool; 2]),
    Stepped(Side, u8),
    Halted(Side),
    Exploded(Side, u8),
    Clashed(u8, [u8; 2]),
    Lit(Side),
    Over(Verdict),
}

impl PicketLine {
    fn stance(state: &State, side: Side) -> bool {
        state.press[side.index()] == Some(true)
    }

    fn ahead(&self, state: &State, side: Side) -> Option<u8> {
        let at = state.at[side.index()];
        let to = if side == Side::Union { at + 1 } else { at.checked_sub(1)? };
        (1..=self.last).contains(&to).then_some(to).filter(|to| *to != state.at[side.enemy().index()])
    }

    fn end_march(state: &mut State, side: Side) {
        state.steps = STEPS;
        let close = state.at[1] == state.at[0] + 1;
        state.stage = match side {
            Side::Union => Stage::March(Side::Confederate),
            Side::Confederate if close && Side::BOTH.iter().any(|s| Self::stance(state, *s)) => Stage::Clash,
            Side::Confederate => Self::end_turn(state),
        };
    }

    fn end_turn(state: &mut State) -> Stage {
        if state.turn == TURNS {
            return Stage::Done(Verdict { winner: None, level: 0 });
        }
        state.turn += 1;
        state.press = [None; 2];
        Stage::Choose
    }
}

impl Rules for PicketLine {
    type State = State;
    type Action = Action;
    type Subject = Side;
    type Event = Event;

    fn start(&self) -> State {
        let stage = if self.setup.is_on("torpedo") { Stage::Lay } else { Stage::Choose };
        State { turn: 1, stage, at: [1, self.last], steps: STEPS, torpedo: None, found: false, press: [None; 2], lantern: [false; 2] }
    }

    fn actor(&self, state: &State) -> Actor {
        match state.stage {
            Stage::Lay => Actor::Chance(Chance { draw: Draw::Cup { from: 3, count: 1 }, rule: "PL-1", only: Some(Side::Confederate) }),
            Stage::Choose => Actor::Sealed(state.press.map(|p| p.is_none())),
            Stage::March(side) => Actor::Side(side),
            Stage::Clash => Actor::Chance(Chance::dice(1, "PL-5")),
            Stage::Done(verdict) => Actor::Over(verdict),
        }
    }

    fn subjects(&self, _: &State, by: Side, out: &mut Vec<Side>) {
        out.push(by);
    }

    fn options(&self, state: &State, by: Side, _: Side, out: &mut Vec<Action>) {
        match state.stage {
            Stage::Choose => out.extend([Action::Press, Action::Hold]),
            Stage::March(_) => {
                out.extend(self.ahead(state, by).map(|_| Action::Step));
                out.push(Action::Halt);
            }
            _ => {}
        }
    }

    fn asides(&self, state: &State, by: Side, out: &mut Vec<Action>) {
        if !state.lantern[by.index()] && !matches!(state.stage, Stage::Done(_)) {
            out.push(Action::Lantern);
        }
    }

    fn check(&self, state: &State, by: Side, action: Action) -> Result<(), Illegal> {
        match (action, state.stage) {
            (Action::Boom, _) if self.setup.is_on("boom") => Ok(()),
            (Action::Boom, _) => Err(Illegal::new("PL-0", "Nothing explodes here.", "Step, or halt.")),
            (Action::Lantern, Stage::Done(_)) => Err(Illegal::new("PL-6", "The lanterns are out.", "Begin another game.")),
            (Action::Lantern, _) if state.lantern[by.index()] => Err(Illegal::new("PL-6", "A lantern is shown once.", "Go on without it.")),
            (Action::Lantern, _) => Ok(()),
            _ if !self.actor(state).asks(by) => Err(Illegal::new("PL-0", "The other picket is asked.", "Wait for your turn.")),
            (Action::Press | Action::Hold, Stage::Choose) => Ok(()),
            (Action::Press | Action::Hold, _) => Err(Illegal::new("PL-2", "Stances are chosen at the start of a turn.", "Step, or halt.")),
            (Action::Halt, Stage::March(_)) => Ok(()),
            (Action::Step, Stage::March(side)) => {
                self.ahead(state, side).map(drop).ok_or(Illegal::new("PL-3", "The enemy or the end of the line is in the way.", "Halt."))
            }
            _ => Err(Illegal::new("PL-3", "Pickets step in the march.", "Choose a stance first.")),
        }
    }

    fn apply_unchecked<K: Sink<Event>>(&self, state: &mut State, by: Side, action: Action, sink: &mut K) {
        match action {
            Action::Press | Action::Hold => {
                let press = action == Action::Press;
                state.press[by.index()] = Some(press);
                sink.tell(|| Event::Chose(by, press));
                if let [Some(union), Some(confederate)] = state.press {
                    sink.tell(|| Event::Revealed([union, confederate]));
                    state.stage = Stage::March(Side::Union);
                }
            }
            Action::Step => {
                let to = self.ahead(state, by).expect("checked");
                state.at[by.index()] = to;
                state.steps -= 1;
                sink.tell(|| Event::Stepped(by, to));
                if state.torpedo == Some(to) && !state.found {
                    state.found = true;
                    state.at[by.index()] = if by == Side::Union { to - 1 } else { to + 1 };
                    state.steps = 0;
                    sink.tell(|| Event::Exploded(by, to));
                }
                if state.steps == 0 || self.ahead(state, by).is_none() {
                    Self::end_march(state, by);
                }
            }
            Action::Halt => {
                sink.tell(|| Event::Halted(by));
                Self::end_march(state, by);
            }
            Action::Lantern => {
                state.lantern[by.index()] = true;
                sink.tell(|| Event::Lit(by));
            }
            Action::Boom => {
                state.turn = 77;
                panic!("boom");
            }
        }
    }

    fn settle<K: Sink<Event>>(&self, state: &mut State, roll: &Roll, sink: &mut K) {
        if state.stage == Stage::Lay {
            let at = MINED[usize::from(roll.first())];
            state.torpedo = Some(at);
            state.stage = Stage::Choose;
            sink.tell(|| Event::Laid(at));
            return;
        }
        let at = state.at;
        let through = match roll.first() {
            1 | 2 if at[0] == 1 => Some(Side::Confederate),
            5 | 6 if at[1] == self.last => Some(Side::Union),
            1 | 2 => {
                state.at[0] -= 1;
                None
            }
            5 | 6 => {
                state.at[1] += 1;
                None
            }
            _ => None,
        };
        let at = state.at;
        sink.tell(|| Event::Clashed(roll.first(), at));
        state.stage = match through {
            None => Self::end_turn(state),
            winner => Stage::Done(Verdict { winner, level: 1 }),
        };
        if let Stage::Done(verdict) = state.stage {
            sink.tell(|| Event::Over(verdict));
        }
    }

    fn classes(&self, state: &State, out: &mut Vec<Class>) {
        match state.stage {
            Stage::Lay => out.extend((0..3).map(|i| Class { weight: 1, sample: Roll::one(i) })),
            _ => Class::of_die(|face| [0, 0, 1, 1, 2, 2][usize::from(face) - 1], out),
        }
    }

    fn phase(&self, state: &State) -> u32 {
        let stage = match state.stage {
            Stage::Lay => 0,
            Stage::Choose => 1,
            Stage::March(Side::Union) => 2,
            Stage::March(Side::Confederate) | Stage::Clash => 3,
            Stage::Done(_) => 4,
        };
        u32::from(state.turn) * 8 + stage
    }

    fn hash(&self, state: &State) -> u64 {
        let mut mixer = Mixer::default();
        mixer.add(u64::from(self.phase(state))).add(u64::from(state.stage == Stage::Clash));
        mixer.add(u64::from(state.at[0]) << 16 | u64::from(state.at[1]) << 8 | u64::from(state.steps));
        mixer.add(state.torpedo.map_or(0, u64::from)).add(u64::from(state.found));
        for (press, lantern) in state.press.iter().zip(state.lantern) {
            mixer.add(press.map_or(2, u64::from)).add(u64::from(lantern));
        }
        mixer.finish()
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        if state.at[0] >= state.at[1] && !matches!(state.stage, Stage::Done(_)) {
            return Err(format!("the pickets stand on {:?}", state.at));
        }
        Ok(())
    }
}

impl Fog for PicketLine {
    type Knowledge = Knowledge;

    fn knowledge(&self, state: &State, seat: Seat) -> Knowledge {
        let mut cut = state.clone();
        if !seat.sees_for(Side::Confederate) && !state.found {
            cut.torpedo = None;
        }
        if state.stage == Stage::Choose {
            Side::BOTH.into_iter().filter(|s| !seat.sees_for(*s)).for_each(|s| cut.press[s.index()] = None);
        }
        Knowledge { seat, state: cut, chosen: state.press.map(|p| p.is_some()) }
    }

    fn sample(&self, known: &Knowledge, dice: &mut Dice) -> State {
        let mut state = known.state.clone();
        if state.torpedo.is_none() && state.stage != Stage::Lay && self.setup.is_on("torpedo") {
            state.torpedo = Some(MINED[dice.below(3)]);
        }
        for (press, chosen) in state.press.iter_mut().zip(known.chosen) {
            if chosen && press.is_none() {
                *press = Some(dice.below(2) == 0);
            }
        }
        state
    }

    fn facts(&self, known: &Knowledge, about: Side, out: &mut Vec<u64>) {
        let state = &known.state;
        // Whoever stands on a hex that may hold the torpedo knows that it lies elsewhere.
        let trodden = state.at[about.enemy().index()];
        if about == Side::Confederate && MINED.contains(&trodden) {
            out.push(u64::from(trodden));
        }
        out.extend(state.torpedo.filter(|_| about == Side::Confederate).map(|at| 0x100 | u64::from(at)));
        out.extend(state.press[about.index()].map(|press| 0x200 | u64::from(press)));
    }
}

impl Words for PicketLine {
    fn prompt(&self, known: &Knowledge) -> String {
        match known.state.stage {
            Stage::Lay => "The torpedo is laid.".into(),
            Stage::Choose => "Press or hold?".into(),
            Stage::March(side) => format!("The {side} picket marches."),
            Stage::Clash => "The pickets clash.".into(),
            Stage::Done(_) => "The game is over.".into(),
        }
    }

    fn describe_subject(&self, _: &Knowledge, subject: Side) -> Described {
        Described::new(Role::March, format!("{subject} picket"), Target::Piece(subject.id().into()))
    }

    fn describe(&self, _: &Knowledge, action: Action) -> Described {
        let name = name(action);
        Described::button(Role::Answer, name, format!("{}{}", name[..1].to_uppercase(), &name[1..]))
    }

    fn tell(&self, event: &Event, seat: Seat) -> Option<LogEntry> {
        let told = match *event {
            Event::Laid(at) if seat.sees_for(Side::Confederate) => LogEntry::new(EventKind::Place, format!("The torpedo lies in {at}.")),
            Event::Laid(_) => LogEntry::new(EventKind::Place, "A torpedo is laid."),
            Event::Chose(side, press) if seat.sees_for(side) => {
                LogEntry::new(EventKind::Place, format!("The {side} side will {}.", if press { "press" } else { "hold" }))
            }
            Event::Chose(..) => return None,
            Event::Revealed(press) => {
                LogEntry::new(EventKind::Reveal, format!("Union presses: {}, Confederate presses: {}.", press[0], press[1]))
            }
            Event::Stepped(side, to) => LogEntry::new(EventKind::March, format!("The {side} picket steps to {to}.")),
            Event::Halted(side) => LogEntry::new(EventKind::March, format!("The {side} picket halts.")),
            Event::Exploded(side, at) => LogEntry::new(EventKind::Reveal, format!("A torpedo throws the {side} picket back from {at}.")),
            Event::Clashed(die, at) => {
                LogEntry { dice: vec![die], ..LogEntry::new(EventKind::Roll, format!("Clash: {die}; pickets on {} and {}.", at[0], at[1])) }
            }
            Event::Lit(side) => LogEntry::new(EventKind::Chit, format!("A {side} lantern is shown.")),
            Event::Over(verdict) => {
                LogEntry::new(EventKind::End, verdict.winner.map_or("A draw.".into(), |side| format!("The {side} side is through.")))
            }
        };
        Some(told)
    }

    fn view(&self, known: &Knowledge) -> View {
        let piece = |side: Side| words::Piece {
            id: side.id().into(),
            side,
            name: "picket".into(),
            kind: PieceKind::Infantry,
            strengths: "1-2".into(),
            strength: Some(1),
            formation: String::new(),
            hex: Some(known.state.at[side.index()].to_string()),
            off: None,
            due: None,
            states: Vec::new(),
        };
        let torpedo = known.state.torpedo.map(|at| words::Marker {
            kind: MarkerKind::Abatis,
            hexes: vec![at.to_string()],
            side: Some(Side::Confederate),
            label: "Torpedo".into(),
        });
        View {
            board: "line".into(),
            turn: known.state.turn,
            turn_label: format!("Hour {}", known.state.turn),
            phase: format!("{:?}", known.state.stage),
            active: None,
            prompt: self.prompt(known),
            pieces: Side::BOTH.into_iter().map(piece).collect(),
            markers: torpedo.into_iter().collect(),
            tallies: Vec::new(),
            overlays: Vec::new(),
            battle: None,
        }
    }

    fn nothing_meant(&self, _: &Knowledge, _: Side, _: &[String], _: &[String]) -> Illegal {
        Illegal::new("PL-3", "Pickets are not pointed anywhere: there is one line.", "Step, or halt.")
    }

    fn verdict_words(&self, _: &State, verdict: Verdict) -> String {
        verdict.winner.map_or("The line holds: a draw.".into(), |side| format!("The {side} side is through."))
    }
}

impl Notation for PicketLine {
    fn write_action(&self, action: Action) -> Value {
        json!({ "do": name(action) })
    }

    fn read_action(&self, value: &Value) -> Result<Action, BadField> {
        Reading::of(value).field("do").word(&NAMES.map(|(action, name)| (name, action)))
    }

    fn write_subject(&self, subject: Side) -> Value {
        json!(subject.id())
    }

    fn read_subject(&self, value: &Value) -> Result<Side, BadField> {
        Reading::of(value).side()
    }
}

impl Positions for PicketLine {
    fn write_position(&self, state: &State) -> Value {
        let (phase, verdict) = match state.stage {
            Stage::Lay => ("lay", None),
            Stage::Choose => ("choose", None),
            Stage::March(side) => (side.id(), None),
            Stage::Clash => ("clash", None),
            Stage::Done(verdict) => ("done", verdict.winner.map(Side::id)),
        };
        let rest = json!({
            "winner": verdict,
            "units": [{ "id": "union", "hex": state.at[0] }, { "id": "confederate", "hex": state.at[1] }],
            "steps": state.steps, "torpedo": state.torpedo, "found": state.found, "press": state.press, "lantern": state.lantern,
        });
        Header::write(state.turn, phase, None, rest)
    }

    fn read_position(&self, value: &Value) -> Result<State, BadField> {
        let position = Reading::position(value, &["winner", "steps", "torpedo", "found", "press", "lantern"])?;
        let header = Header::read(&position, 1..=TURNS)?;
        let mut state = self.start();
        state.turn = header.turn.unwrap_or(1);
        let winner = position.field("winner").given().map(|winner| winner.side()).transpose()?;
        let stages = [
            ("lay", Stage::Lay),
            ("choose", Stage::Choose),
            ("union", Stage::March(Side::Union)),
            ("confederate", Stage::March(Side::Confederate)),
            ("clash", Stage::Clash),
            ("done", Stage::Done(Verdict { winner, level: u8::from(winner.is_some()) })),
        ];
        state.stage = header.phase.given().map_or(Ok(Stage::Choose), |phase| phase.word(&stages))?;
        let find = |id: &str| Side::from_id(id).ok_or(format!("no picket {id:?}"));
        for (side, unit) in position.units(&["id", "hex"], find)? {
            state.at[side.index()] = unit.field("hex").number(1..=u64::from(self.last))?;
        }
        if state.at[0] >= state.at[1] && !matches!(state.stage, Stage::Done(_)) {
            return Err(BadField::new("units", "the Union picket stands before the Confederate one"));
        }
        state.steps = position.field("steps").given().map_or(Ok(STEPS), |steps| steps.parse())?;
        state.torpedo = position.field("torpedo").parse()?;
        state.found = position.field("found").given().map_or(Ok(false), |found| found.parse())?;
        state.press = position.field("press").given().map_or(Ok([None; 2]), |press| press.parse())?;
        state.lantern = position.field("lantern").given().map_or(Ok([false; 2]), |lantern| lantern.parse())?;
        if matches!(state.stage, Stage::Lay | Stage::Choose) && state.press.iter().all(Option::is_some) {
            return Err(BadField::new("press", "both have chosen, yet they are asked"));
        }
        if state.steps == 0 || state.steps > STEPS {
            return Err(BadField::new("steps", format!("1 to {STEPS}")));
        }
        Ok(state)
    }
}

fn name(action: Action) -> &'static str {
    NAMES.iter().find(|(a, _)| *a == action).expect("every action has a name").1
}

impl Handbook for PicketLine {
    fn catalogue() -> &'static Catalogue {
        static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
            let scenario =
                |id: &str, title: &str| ScenarioTitle { id: id.into(), title: title.into(), summary: String::new(), edition: None };
            let switch = |id: &str, default: &str| OptionRule {
                id: id.into(),
                title: id.into(),
                text: String::new(),
                default: default.into(),
                values: vec!["off".into(), "on".into()],
            };
            Catalogue {
                game: "picket-line".into(),
                title: "Picket Line".into(),
                year: 1863,
                summary: String::new(),
                scenarios: vec![scenario("creek", "Along the Creek"), scenario("turnpike", "Along the Turnpike")],
                options: vec![switch("torpedo", "on"), switch("boom", "off")],
            }
        });
        &CATALOGUE
    }

    fn open(setup: &SetUp) -> Result<PicketLine, BadField> {
        Ok(PicketLine { setup: setup.clone(), last: if setup.scenario == "creek" { 7 } else { 9 } })
    }

    fn setup(&self) -> &SetUp {
        &self.setup
    }

    fn fingerprint(&self) -> u64 {
        0x1863
    }

    fn rules() -> &'static [RuleText] {
        static RULES: LazyLock<Vec<RuleText>> = LazyLock::new(|| {
            let rule = |n: u8| RuleText {
                id: format!("PL-{n}"),
                text: "See the top of this file.".into(),
                chapter: None,
                optional: false,
                info: false,
                enforced: Vec::new(),
                tests: Vec::new(),
            };
            (0..=7).map(rule).collect()
        });
        &RULES
    }

    fn briefing(&self) -> Briefing {
        Briefing {
            scenario: "line".into(),
            story: "Two pickets, one road.".into(),
            union: "Get through.".into(),
            confederate: "Get through.".into(),
            length: "a minute".into(),
            complexity: 1,
            solitaire: 1,
            beginner: Side::Union,
            objectives: Vec::new(),
            turns: Vec::new(),
            history: Vec::new(),
            marches: Vec::new(),
            hints: Hints::default(),
        }
    }

    fn charts(&self) -> Vec<Chart> {
        Vec::new()
    }

    fn order_of_battle(&self) -> Vec<CounterEntry> {
        Vec::new()
    }

    fn odds(&self, _: &OddsQuestion) -> Result<OddsReport, BadField> {
        Err(BadField::new("", "pickets have no odds"))
    }
}

/// Who can play it.
pub const ROSTER: Roster<PicketLine> = Roster { names: &["random", "named"], hire, puzzles: "[]" };

fn hire(name: &str, seed: u64) -> Option<Box<dyn Player<PicketLine>>> {
    match name {
        "random" => Some(Box::new(RandomPlayer::new(seed))),
        "named" => Some(Box::new(NamedPlayer::new(seed))),
        _ => None,
    }
}

/// The game with options switched.
pub fn setup(options: &[(&str, &str)]) -> SetUp {
    let chosen: BTreeMap<String, String> = options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    PicketLine::catalogue().complete(None, &chosen).unwrap()
}

/// The game with its defaults.
pub fn game() -> PicketLine {
    PicketLine::open(&setup(&[])).unwrap()
}
