//! What decided the game of a table, phase by phase: whoever wants to know asks for one phase after the other, until all are weighed. So it
//! goes on in slices, shows how far it is, and ends when nobody asks any more. What was weighed is kept with the table.

use crate::lock;
use crate::rooms::{Room, field, guarded, in_words};
use engine::Seat;
use engine::analysis::{AnalysedPhase, Effort, Study};
use engine::table::{Refusal, Table};
use serde_json::{Map, Value, json};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// The desk at which a game is analysed.
#[derive(Default)]
pub(crate) struct Desk(Mutex<Option<Work>>);

/// The analysis of a game that has come so far.
struct Work {
    /// The journal's length: more than that was not looked at.
    length: usize,
    /// How many positions the general was to look at in a phase; he looks at no more than usual.
    asked: u64,
    /// The game, for whoever weighs a phase elsewhere.
    save: Arc<Value>,
    study: Arc<dyn Study>,
    effort: Effort,
    phases: Vec<Weighed>,
}

/// A phase to be weighed, here or elsewhere. The game is over, or nobody but one person plays it: it holds everything.
pub struct Slice {
    /// The game.
    pub save: Arc<Value>,
    /// The number of the phase.
    pub phase: usize,
    /// How much it may cost.
    pub effort: Effort,
    /// How long the journal was when it was begun.
    pub length: usize,
    fingerprint: String,
    study: Arc<dyn Study>,
}

/// What there is to do when somebody wants to know what decided a game.
pub enum Weighing {
    /// Nothing more: this is the answer.
    Said(Map<String, Value>),
    /// A phase is to be weighed; then [`Room::end_weighing`] has the answer.
    Slice(Slice),
}

impl Slice {
    /// Weighs it, for as long as that takes.
    pub fn weigh(&self) -> Option<AnalysedPhase> {
        guarded(|| Ok(self.study.weigh(self.phase, self.effort, &AtomicBool::new(false)))).ok().flatten()
    }
}

/// How far a phase is.
enum Weighed {
    Waiting,
    /// Somebody is at it.
    Taken,
    Done(Box<AnalysedPhase>),
}

fn far(done: usize, of: usize) -> Map<String, Value> {
    Map::from_iter([("done".to_string(), json!(done)), ("of".to_string(), json!(of))])
}

fn ready(analysis: Value) -> Map<String, Value> {
    Map::from_iter([("analysis".to_string(), analysis)])
}

impl Room {
    /// Whether a seat may know what decided the game: when it is over, or if nobody but its own player sits here.
    pub(crate) fn may_analyse(&self, table: &dyn Table, seat: Seat) -> bool {
        table.outcome().is_some() || self.hot_seat() && seat.side().is_some()
    }

    /// Weighs one more phase, unless `weigh` is false: says how far it is, or what came of it.
    pub fn analyse(&self, seat: Seat, request: &Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
        self.analyse_by(seat, request, |slice| slice.weigh())
    }

    /// The same where somebody else does the weighing.
    pub fn analyse_by(
        &self,
        seat: Seat,
        request: &Map<String, Value>,
        by: impl FnOnce(&Slice) -> Option<AnalysedPhase>,
    ) -> Result<Map<String, Value>, Refusal> {
        match self.begin_weighing(seat, request)? {
            Weighing::Said(said) => Ok(said),
            Weighing::Slice(slice) => {
                let phase = by(&slice);
                self.end_weighing(&slice, phase)
            }
        }
    }

    /// The first half of it, up to the weighing.
    pub fn begin_weighing(&self, seat: Seat, request: &Map<String, Value>) -> Result<Weighing, Refusal> {
        let weigh = match request.get("weigh") {
            None | Some(Value::Null) => true,
            Some(weigh) => weigh.as_bool().ok_or_else(|| field("weigh", "true or false is wanted"))?,
        };
        let nodes = match request.get("nodes") {
            None | Some(Value::Null) => u64::MAX,
            Some(nodes) => nodes.as_u64().filter(|n| *n > 0).ok_or_else(|| field("nodes", "a whole number from 1 is wanted"))?,
        };
        // The game is looked at for a moment only; the work is done beside it.
        let (length, fingerprint, save) = {
            let inner = self.inner()?;
            let game = inner.as_ref().ok_or_else(|| Refusal::because("this table is gone"))?;
            let table = game.table.as_ref();
            if !self.may_analyse(table, seat) {
                return Err(Refusal::because("what decides a game is told when it is over"));
            }
            (
                table.length(),
                table.fingerprint(),
                lock(&self.desk.0).as_ref().is_none_or(|w| w.length != table.length() || w.asked < nodes).then(|| table.save()),
            )
        };
        if let Some(save) = save {
            // Weighed before, under the same rules, and kept.
            let kept = self.analysis_kept()?;
            let same = |k: &Value| k["length"] == length && k["fingerprint"] == fingerprint.as_str() && k["asked"].as_u64() >= Some(nodes);
            if let Some(analysis) = kept.filter(same) {
                return Ok(Weighing::Said(ready(analysis["analysis"].clone())));
            }
            if !weigh {
                return Ok(Weighing::Said(far(0, 0)));
            }
            self.begin_analysis(length, nodes, save)?;
        }
        match weigh.then(|| self.next_to_weigh(&fingerprint)).flatten() {
            Some(slice) => Ok(Weighing::Slice(slice)),
            None => self.concluded(length, &fingerprint).map(Weighing::Said),
        }
    }

    /// The second half: what was found is noted, and what it comes to is said. Nothing was found if the phase could not be weighed.
    pub fn end_weighing(&self, slice: &Slice, phase: Option<AnalysedPhase>) -> Result<Map<String, Value>, Refusal> {
        self.weighed(slice.length, slice.phase, phase);
        self.concluded(slice.length, &slice.fingerprint)
    }

    fn begin_analysis(&self, length: usize, asked: u64, save: Value) -> Result<(), Refusal> {
        let study: Arc<dyn Study> = guarded(|| Ok(self.kind.study(&self.setup(), &save)?))?.into();
        let phases = (0..study.phases()).map(|_| Weighed::Waiting).collect();
        let mut effort = study.usual_effort();
        effort.nodes = effort.nodes.min(asked);
        *lock(&self.desk.0) = Some(Work { length, asked, save: Arc::new(save), effort, study, phases });
        Ok(())
    }

    /// A phase that nobody is at, if there is one.
    fn next_to_weigh(&self, fingerprint: &str) -> Option<Slice> {
        let mut desk = lock(&self.desk.0);
        let work = desk.as_mut()?;
        let n = work.phases.iter().position(|phase| matches!(phase, Weighed::Waiting))?;
        work.phases[n] = Weighed::Taken;
        let (save, study) = (Arc::clone(&work.save), Arc::clone(&work.study));
        Some(Slice { save, phase: n, effort: work.effort, length: work.length, fingerprint: fingerprint.into(), study })
    }

    /// Notes what came of a phase; if nothing did, it waits for the next who asks.
    fn weighed(&self, length: usize, n: usize, phase: Option<AnalysedPhase>) {
        if let Some(work) = lock(&self.desk.0).as_mut().filter(|work| work.length == length) {
            work.phases[n] = phase.map_or(Weighed::Waiting, |phase| Weighed::Done(Box::new(phase)));
        }
    }

    /// What it comes to if all is weighed, and how far it is if not.
    fn concluded(&self, length: usize, fingerprint: &str) -> Result<Map<String, Value>, Refusal> {
        let desk = lock(&self.desk.0);
        let Some(work) = desk.as_ref().filter(|work| work.length == length) else { return Ok(far(0, 0)) };
        let phases: Vec<AnalysedPhase> =
            work.phases.iter().filter_map(|phase| if let Weighed::Done(phase) = phase { Some((**phase).clone()) } else { None }).collect();
        if phases.len() < work.phases.len() {
            return Ok(far(phases.len(), work.phases.len()));
        }
        let (asked, analysis) = (work.asked, json!(work.study.conclude(work.effort, phases)));
        drop(desk);
        self.keep_analysis(&json!({ "length": length, "fingerprint": fingerprint, "asked": asked, "analysis": analysis }))?;
        Ok(ready(analysis))
    }

    fn analysis_kept(&self) -> Result<Option<Value>, Refusal> {
        self.store().analysis(&self.card.id).map_err(|e| in_words(&e))
    }

    fn keep_analysis(&self, analysis: &Value) -> Result<(), Refusal> {
        self.store().keep_analysis(&self.card.id, analysis).map_err(|e| in_words(&e))
    }
}
