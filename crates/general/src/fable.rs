//! For tests: a game written down move by move, as small as the question it is to answer.

use crate::{Doctrine, Weights};
use engine::handbook::{Catalogue, Chart, CounterEntry, OddsQuestion, OddsReport, RuleText, SetUp};
use engine::words::Role;
use engine::{
    Actor, BadField, Chair, Chance, Class, Described, Handbook, Illegal, LogEntry, Notation, Open, Player, Positions, Roll, Rules, Seat,
    Side, Sink, Verdict, View, Words,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Who goes on from a page.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Who {
    /// A side, with a choice of pages.
    Asked(Side),
    /// A die: a page for each face.
    Die,
    /// Nobody: the game is over.
    Over(Option<Side>),
}

/// A position of the fable.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) who: Who,
    pub(crate) next: &'static [u8],
    /// The player phase, which is the player turn too.
    pub(crate) phase: u32,
    pub(crate) question: u32,
    /// Its worth to the Union.
    pub(crate) worth: f32,
}

/// The game: it begins on the first page.
#[derive(Clone, Debug)]
pub(crate) struct Fable(pub(crate) Vec<Page>);

/// The question where to begin.
pub(crate) const MUSTERING: u32 = 99;

/// The question to which only a fool gives another answer than the first.
pub(crate) const FOOLPROOF: u32 = 98;

/// Takes the choice with the number of its manner.
#[derive(Clone)]
pub(crate) struct Reader(u8);

impl Player<Fable> for Reader {
    fn choose(&mut self, chair: &Chair<'_, Fable>) -> u8 {
        let choices = chair.game().0[usize::from(chair.knowledge())].next.len() as u8;
        self.0.min(choices - 1)
    }
}

impl Fable {
    fn page(&self, state: u8) -> &Page {
        &self.0[usize::from(state)]
    }
}

impl Rules for Fable {
    type State = u8;
    type Action = u8;
    type Subject = ();
    type Event = ();

    fn start(&self) -> u8 {
        0
    }

    fn actor(&self, state: &u8) -> Actor {
        match self.page(*state).who {
            Who::Asked(side) => Actor::Side(side),
            Who::Die => Actor::Chance(Chance::dice(1, "F-1")),
            Who::Over(winner) => Actor::Over(Verdict { winner, level: 0 }),
        }
    }

    fn subjects(&self, _: &u8, _: Side, out: &mut Vec<()>) {
        out.push(());
    }

    fn options(&self, state: &u8, _: Side, (): (), out: &mut Vec<u8>) {
        out.extend(0..self.page(*state).next.len() as u8);
    }

    fn check(&self, state: &u8, _: Side, action: u8) -> Result<(), Illegal> {
        let there = usize::from(action) < self.page(*state).next.len();
        there.then_some(()).ok_or(Illegal::new("F-2", "There is no such page.", "Turn to one of the pages listed."))
    }

    fn apply_unchecked<K: Sink<()>>(&self, state: &mut u8, _: Side, action: u8, _: &mut K) {
        *state = self.page(*state).next[usize::from(action)];
    }

    fn settle<K: Sink<()>>(&self, state: &mut u8, roll: &Roll, _: &mut K) {
        *state = self.page(*state).next[usize::from(roll.first()) - 1];
    }

    fn classes(&self, state: &u8, out: &mut Vec<Class>) {
        Class::of_die(|face| self.page(*state).next[usize::from(face) - 1], out);
    }

    fn phase(&self, state: &u8) -> u32 {
        self.page(*state).phase
    }

    fn hash(&self, state: &u8) -> u64 {
        u64::from(*state)
    }

    fn audit(&self, _: &u8) -> Result<(), String> {
        Ok(())
    }
}

impl Open for Fable {}

impl Words for Fable {
    fn prompt(&self, _: &u8) -> String {
        unreachable!("nobody reads")
    }

    fn describe_subject(&self, _: &u8, (): ()) -> Described {
        unreachable!("nobody reads")
    }

    fn describe(&self, _: &u8, page: u8) -> Described {
        Described::button(Role::Answer, "page", format!("Turn to the page {page}"))
    }

    fn tell(&self, (): &(), _: Seat) -> Option<LogEntry> {
        None
    }

    fn view(&self, _: &u8) -> View {
        unreachable!("nobody looks")
    }

    fn nothing_meant(&self, _: &u8, _: Side, _: &[String], _: &[String]) -> Illegal {
        unreachable!("nobody points")
    }

    fn verdict_words(&self, _: &u8, _: Verdict) -> String {
        unreachable!("nobody reads")
    }
}

impl Notation for Fable {
    fn write_action(&self, action: u8) -> Value {
        Value::from(action)
    }

    fn read_action(&self, _: &Value) -> Result<u8, BadField> {
        unreachable!("nobody writes")
    }

    fn write_subject(&self, (): ()) -> Value {
        Value::Null
    }

    fn read_subject(&self, _: &Value) -> Result<(), BadField> {
        unreachable!("nobody writes")
    }
}

impl Positions for Fable {
    fn write_position(&self, state: &u8) -> Value {
        Value::from(*state)
    }

    fn read_position(&self, _: &Value) -> Result<u8, BadField> {
        unreachable!("nobody writes")
    }
}

impl Handbook for Fable {
    fn catalogue() -> &'static Catalogue {
        unreachable!("it is on no shelf")
    }

    fn open(_: &SetUp) -> Result<Fable, BadField> {
        unreachable!("it is on no shelf")
    }

    fn setup(&self) -> &SetUp {
        static SETUP: LazyLock<SetUp> = LazyLock::new(|| SetUp { scenario: "fable".to_string(), options: BTreeMap::new() });
        &SETUP
    }

    fn fingerprint(&self) -> u64 {
        0
    }

    fn rules() -> &'static [RuleText] {
        &[]
    }

    fn briefing(&self) -> engine::handbook::Briefing {
        unreachable!("nobody reads")
    }

    fn charts(&self) -> Vec<Chart> {
        Vec::new()
    }

    fn order_of_battle(&self) -> Vec<CounterEntry> {
        Vec::new()
    }

    fn odds(&self, _: &OddsQuestion) -> Result<OddsReport, BadField> {
        unreachable!("it has no table")
    }
}

impl Doctrine for Fable {
    type Game = Fable;
    type Script = Reader;
    const TERMS: &'static [&'static str] = &["worth"];
    const MANNERS: u8 = 2;

    fn script(_: &Fable, manner: u8, _: u64) -> Reader {
        Reader(manner)
    }

    fn dominated(game: &Fable, state: &u8, _: Side, action: u8) -> bool {
        game.page(*state).question == FOOLPROOF && action > 0
    }

    fn mustering(game: &Fable, state: &u8) -> bool {
        game.page(*state).question == MUSTERING
    }

    fn turn(game: &Fable, state: &u8) -> u32 {
        game.page(*state).phase
    }

    fn question(game: &Fable, state: &u8) -> u32 {
        game.page(*state).question
    }

    fn terms(game: &Fable, state: &u8, out: &mut [f32]) {
        out[0] = game.page(*state).worth;
    }

    fn weights(_: &Fable) -> &'static Weights {
        static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
            let whims = "[whims]\nrecruit = 1.0\ncaptain = 0.5\ncolonel = 0.0\n";
            let text = format!("pace = 1.0\n{whims}[weights]\nalways = 0.0\nworth = 1.0\n");
            Weights::read(&text, Fable::TERMS).expect("a weight")
        });
        &WEIGHTS
    }

    fn intent(_: &Fable, _: &u8, _: Side, _: &[u8]) -> String {
        String::new()
    }
}
