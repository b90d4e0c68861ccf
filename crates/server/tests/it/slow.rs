//! Games with a player who thinks until he is stopped, and says what he means to do.

use crate::house::SHELF;
use engine::contract::{Able, Asked, Choice, Meant, Outcome};
use engine::handbook::{Chart, CounterEntry, OddsQuestion, OddsReport};
use engine::player::Estimate;
use engine::table::{Arena, Frame, Kind, Logged, Moment, Refusal, Table, Thinker, Timeline};
use engine::trial::Trial;
use engine::words::BattleView;
use engine::{BadField, Catalogue, LogEntry, RuleText, Seat, SetUp, Side, View};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// One game without secrets, one with.
pub static SLOW_SHELF: &[&dyn Kind] = &[&SlowKind(0), &SlowKind(1)];

/// What the slow player always means to do.
pub const INTENT: &str = "Through the wilderness.";

struct SlowKind(usize);
struct SlowTable(Box<dyn Table>);
struct SlowMind(Box<dyn Thinker>, Arc<AtomicBool>, Estimate);

impl Thinker for SlowMind {
    fn stop_flag(&mut self, flag: Arc<AtomicBool>) {
        self.1 = flag;
    }

    fn decide(&mut self, moment: &Moment) -> Result<Value, Refusal> {
        let end = Instant::now() + Duration::from_secs(60);
        while !self.1.load(Ordering::Relaxed) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.0.decide(moment)
    }

    fn aside(&mut self, moment: &Moment) -> Option<Value> {
        self.0.aside(moment)
    }

    fn estimate(&self) -> Option<&Estimate> {
        Some(&self.2)
    }

    fn worth(&mut self, moment: &Moment, action: &Value) -> Option<f64> {
        self.0.worth(moment, action)
    }
}

impl Table for SlowTable {
    fn catalogue(&self) -> &'static Catalogue {
        self.0.catalogue()
    }

    fn setup(&self) -> &SetUp {
        self.0.setup()
    }

    fn actor(&self, seat: Seat) -> Asked {
        self.0.actor(seat)
    }

    fn subjects(&self, seat: Seat) -> Result<Vec<Able>, Refusal> {
        self.0.subjects(seat)
    }

    fn legal(&self, seat: Seat, subject: Option<&Value>) -> Result<Vec<Value>, Refusal> {
        self.0.legal(seat, subject)
    }

    fn choices(&self, seat: Seat, subject: Option<&Value>) -> Result<Vec<Choice>, Refusal> {
        self.0.choices(seat, subject)
    }

    fn meant(&self, seat: Seat, pieces: &[String], via: &[String], to: Option<&str>) -> Result<Meant, Refusal> {
        self.0.meant(seat, pieces, via, to)
    }

    fn preview(&self, seat: Seat, action: &Value) -> Result<Option<BattleView>, Refusal> {
        self.0.preview(seat, action)
    }

    fn lines_of_fire(&self) -> bool {
        self.0.lines_of_fire()
    }

    fn why(&self, seat: Seat, action: &Value) -> Result<(), Refusal> {
        self.0.why(seat, action)
    }

    fn apply(&mut self, seat: Seat, action: &Value) -> Result<Vec<LogEntry>, Refusal> {
        self.0.apply(seat, action)
    }

    fn roll(&mut self, seat: Seat, values: Option<&[u8]>) -> Result<Vec<LogEntry>, Refusal> {
        self.0.roll(seat, values)
    }

    fn page(&self, seat: Seat, since: usize, count: usize) -> Vec<Logged> {
        self.0.page(seat, since, count)
    }

    fn view(&self, seat: Seat) -> View {
        self.0.view(seat)
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.0.undo(seat)
    }

    fn may_undo(&self, seat: Seat) -> Result<(), Refusal> {
        self.0.may_undo(seat)
    }

    fn redo(&mut self, seat: Seat) -> Result<Vec<LogEntry>, Refusal> {
        self.0.redo(seat)
    }

    fn may_redo(&self, seat: Seat) -> Result<Value, Refusal> {
        self.0.may_redo(seat)
    }

    fn timeline(&self, seat: Seat) -> Timeline {
        self.0.timeline(seat)
    }

    fn frames(&self, seat: Seat, step: usize, count: usize) -> Result<Vec<Frame>, Refusal> {
        self.0.frames(seat, step, count)
    }

    fn branch(&self, step: usize) -> Result<Value, Refusal> {
        self.0.branch(step)
    }

    fn secrets(&self) -> bool {
        self.0.secrets()
    }

    fn all_see_the_same(&self) -> bool {
        self.0.all_see_the_same()
    }

    fn fingerprint(&self) -> String {
        self.0.fingerprint()
    }

    fn resign(&mut self, side: Side) -> Result<(), Refusal> {
        self.0.resign(side)
    }

    fn entries(&self, since: usize) -> Vec<Value> {
        self.0.entries(since)
    }

    fn follow(&mut self, entry: &Value) -> Result<(), Refusal> {
        self.0.follow(entry)
    }

    fn save(&self) -> Value {
        self.0.save()
    }

    fn hash(&self) -> u64 {
        self.0.hash()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn moment(&self, seat: Seat) -> Result<Moment, Refusal> {
        self.0.moment(seat)
    }

    fn last_in_force(&self) -> Option<usize> {
        self.0.last_in_force()
    }

    fn phases(&self) -> usize {
        self.0.phases()
    }

    fn engaged(&self) -> bool {
        self.0.engaged()
    }

    fn length(&self) -> usize {
        self.0.length()
    }

    fn reseed(&mut self, seed: u64) {
        self.0.reseed(seed);
    }

    fn restore(&mut self) {
        self.0.restore();
    }

    fn out_of_turn(&self, seat: Seat) -> Vec<Choice> {
        self.0.out_of_turn(seat)
    }

    fn fire_from(&self, seat: Seat, hex: &str) -> Result<Option<Vec<String>>, Refusal> {
        self.0.fire_from(seat, hex)
    }

    fn hire(&self, player: &str, seed: u64) -> Result<Box<dyn Thinker>, Refusal> {
        let mind = self.0.hire(player, seed)?;
        let estimate = Estimate { chance: 0.5, nodes: 1, intent: INTENT.into(), plan: Vec::new(), second: None };
        Ok(if player == "greedy" { Box::new(SlowMind(mind, Arc::default(), estimate)) } else { mind })
    }
}

impl Kind for SlowKind {
    fn catalogue(&self) -> &'static Catalogue {
        SHELF[self.0].catalogue()
    }

    fn rules(&self) -> &'static [RuleText] {
        SHELF[self.0].rules()
    }

    fn rules_of(&self, scenario: &str) -> Vec<RuleText> {
        SHELF[self.0].rules_of(scenario)
    }

    fn players(&self) -> &'static [&'static str] {
        SHELF[self.0].players()
    }

    fn puzzles(&self) -> &'static str {
        SHELF[self.0].puzzles()
    }

    fn briefing(&self, setup: &SetUp) -> Result<engine::handbook::Briefing, BadField> {
        SHELF[self.0].briefing(setup)
    }

    fn charts(&self, setup: &SetUp) -> Result<Vec<Chart>, BadField> {
        SHELF[self.0].charts(setup)
    }

    fn order_of_battle(&self, setup: &SetUp) -> Result<Vec<CounterEntry>, BadField> {
        SHELF[self.0].order_of_battle(setup)
    }

    fn numbers(&self) -> &'static [&'static str] {
        SHELF[self.0].numbers()
    }

    fn odds(&self, setup: &SetUp, question: &OddsQuestion) -> Result<OddsReport, BadField> {
        SHELF[self.0].odds(setup, question)
    }

    fn arena(&self, setup: &SetUp, players: [&str; 2]) -> Result<Box<dyn Arena>, BadField> {
        SHELF[self.0].arena(setup, players)
    }

    fn trial(&self, setup: &SetUp, positions: usize) -> Result<Box<dyn Trial>, BadField> {
        SHELF[self.0].trial(setup, positions)
    }

    fn open(&self, setup: &SetUp, seed: u64) -> Result<Box<dyn Table>, BadField> {
        Ok(Box::new(SlowTable(SHELF[self.0].open(setup, seed)?)))
    }

    fn load(&self, setup: &SetUp, document: &Value) -> Result<(Box<dyn Table>, Option<String>), BadField> {
        let (table, remark) = SHELF[self.0].load(setup, document)?;
        Ok((Box::new(SlowTable(table)), remark))
    }
}
