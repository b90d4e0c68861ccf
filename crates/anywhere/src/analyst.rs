//! What decided a game, phase by phase: somebody at a table asks, and a worker of its own weighs, so that the table and its computers are
//! free meanwhile.

use crate::message::{Played, Said, Weigh};
use crate::parlour::Parlour;
use crate::study::kind_of;
use engine::analysis::{AnalysedPhase, Effort, Study};
use engine::table::Refusal;
use engine::{Seat, SetUp};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tables::Room;
use tables::analysis::{Slice, Weighing};
use tables::rooms::guarded;

/// Whoever weighs phases, over the game that he was told last.
#[derive(Default)]
pub struct Analyst {
    study: Option<Box<dyn Study>>,
}

impl Analyst {
    /// Weighs a phase, for as long as that takes. Nothing if it makes no sense here.
    pub fn weigh(&mut self, task: Weigh) -> Option<AnalysedPhase> {
        let Weigh { game, phase, nodes, worlds, .. } = task;
        let weighed = guarded(|| {
            if let Some(Played { game, scenario, options, save }) = game {
                self.study = None;
                self.study = Some(kind_of(&game)?.study(&SetUp { scenario, options }, &save)?);
            }
            let study = self.study.as_ref().filter(|study| phase < study.phases());
            let study = study.ok_or_else(|| Refusal::because("the analyst does not know this game"))?;
            Ok(study.weigh(phase, Effort { nodes, worlds }, &AtomicBool::new(false)))
        });
        weighed.ok().flatten()
    }
}

/// Somebody on that line waits for a phase: the id of his request.
struct Asked {
    room: Arc<Room>,
    line: u32,
    id: Value,
    slice: Slice,
}

/// What the analyst was asked.
#[derive(Default)]
pub(crate) struct Slices {
    asked: HashMap<u32, Asked>,
    next: u32,
    /// The table whose game the analyst has, and how much of its journal that is.
    known: Option<(String, usize)>,
}

impl Parlour {
    /// Answers what decided the game of a table, or has one more phase of it weighed first.
    pub(crate) fn ask_analysis(&mut self, line: u32, room: &Arc<Room>, seat: Seat, request: &Map<String, Value>) {
        let id = request.get("id").cloned().unwrap_or(Value::Null);
        match room.begin_weighing(seat, request) {
            Ok(Weighing::Slice(slice)) => self.weigh(Asked { room: Arc::clone(room), line, id, slice }),
            Ok(Weighing::Said(said)) => self.advised(line, &id, Ok(said)),
            Err(refusal) => self.advised(line, &id, Err(refusal)),
        }
    }

    fn weigh(&mut self, asked: Asked) {
        let Asked { room, slice, .. } = &asked;
        let card = &room.card;
        let here = Some((card.id.clone(), slice.length));
        let game = (self.slices.known != here).then(|| Played {
            game: card.game.clone(),
            scenario: card.scenario.clone(),
            options: card.options.clone(),
            save: Value::clone(&slice.save),
        });
        self.slices.known = here;
        self.slices.next = self.slices.next.wrapping_add(1);
        let question = self.slices.next;
        let Effort { nodes, worlds } = slice.effort;
        self.out.say(Said::Weigh(Box::new(Weigh { question, game, phase: slice.phase, nodes, worlds })));
        self.slices.asked.insert(question, asked);
    }

    /// What came of a phase. One that could not be weighed waits for the next who asks.
    pub(crate) fn weighed(&mut self, question: u32, found: Option<Value>) {
        let Some(Asked { room, line, id, slice }) = self.slices.asked.remove(&question) else { return };
        let phase = found.and_then(|found| serde_json::from_value(found).ok());
        let said = guarded(|| room.end_weighing(&slice, phase));
        self.advised(line, &id, said);
    }

    /// The analyst is gone: whatever he was asked came to nothing, and the next question tells him the game.
    pub(crate) fn analyst_lost(&mut self) {
        self.slices.known = None;
        let lost: Vec<u32> = self.slices.asked.keys().copied().collect();
        lost.into_iter().for_each(|question| self.weighed(question, None));
    }
}
