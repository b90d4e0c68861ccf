//! The study: whoever thinks for a computer or gives advice does it here, over a copy of the table that follows its journal. A page runs it
//! in a worker of its own, so that the table is free meanwhile; where there are cores for it, a second worker takes half of every search.

use crate::message::{Part, Setting, Step, Task, Thought};
use crate::shelf::SHELF;
use engine::protocol::{advice, describes};
use engine::table::{Kind, Moment, Refusal, Table, Thinker};
use engine::{Seat, SetUp};
use general::Level;
use general::aide::{best, shared};
use serde_json::{Map, Value};
use tables::Card;
use tables::record::{follow, in_force};
use tables::rooms::guarded;
use tables::tokens;

/// A copy of a table.
struct Copy {
    kind: &'static dyn Kind,
    card: Card,
    opening: Option<Value>,
    journal: Vec<Value>,
    table: Box<dyn Table>,
    /// The players, each with its plan.
    minds: [Option<Box<dyn Thinker>>; 2],
}

/// Somebody at the table who has to decide, and may wait for aides.
struct Pending {
    question: u32,
    seat: Seat,
    /// The level as the table calls it.
    called: String,
    advice: Option<Map<String, Value>>,
    setting: Setting,
    moment: Moment,
    mind: Box<dyn Thinker>,
    /// What he likes to do first, out of turn.
    aside: Option<Value>,
}

/// Where computers think.
#[derive(Default)]
pub struct Study {
    copy: Option<Copy>,
    pending: Option<Pending>,
}

/// A level thinks about as many positions here as it would by the clock of a machine on which its game was tuned: it is as strong on a
/// slow phone, and takes as long as that takes.
fn by_positions(level: &str) -> String {
    let by_the_clock = Level::of_player(level).is_some() && !level.contains(['/', '*']);
    if by_the_clock { format!("{level}*1") } else { level.to_string() }
}

pub(crate) fn kind_of(game: &str) -> Result<&'static dyn Kind, Refusal> {
    let kind = SHELF.iter().copied().find(|kind| kind.catalogue().game == game);
    kind.ok_or_else(|| Refusal::because("no such game is on the shelf"))
}

/// Opens a table as its card says.
fn open(kind: &dyn Kind, card: &Card, opening: Option<&Value>) -> Result<Box<dyn Table>, Refusal> {
    let setup = SetUp { scenario: card.scenario.clone(), options: card.options.clone() };
    Ok(match opening {
        Some(save) => kind.load(&setup, save)?.0,
        None => kind.open(&setup, 0)?,
    })
}

impl Copy {
    fn new(card: Card, opening: Option<Value>) -> Result<Copy, Refusal> {
        let kind = kind_of(&card.game)?;
        let table = open(kind, &card, opening.as_ref())?;
        Ok(Copy { kind, card, opening, journal: Vec::new(), table, minds: [None, None] })
    }

    /// Follows more of the journal. Where something of it stands no more, all of it is followed anew.
    fn follow(&mut self, entries: Vec<Value>) -> Result<(), Refusal> {
        let cut = entries.iter().any(|entry| entry.get("cut").is_some());
        if cut || entries.iter().any(|entry| entry.get("undo").is_some()) {
            self.minds = [None, None];
        }
        let from = self.journal.len();
        self.journal.extend(entries);
        let numbers: Vec<usize> = if cut {
            self.table = open(self.kind, &self.card, self.opening.as_ref())?;
            in_force(&self.journal)
        } else {
            (from..self.journal.len()).collect()
        };
        numbers.into_iter().try_for_each(|number| follow(self.table.as_mut(), &self.journal[number]))
    }
}

impl Study {
    /// Thinks about a task alone, for as long as it takes.
    pub fn think(&mut self, task: Task) -> Thought {
        match self.begin(task, 1) {
            Step::Thought(thought) => thought,
            Step::Share { question, parts } => self.end(question, parts.iter().map(stand_in).collect()),
        }
    }

    /// Begins to think. What so many aides can share is not thought about yet: each takes a part ([`stand_in`]), and with what they
    /// have found it comes to its [`Study::end`].
    pub fn begin(&mut self, task: Task, aides: u64) -> Step {
        let question = task.question;
        self.pending = None;
        let begun = guarded(|| {
            let mut pending = self.sit_down(task)?;
            let brief = if aides > 1 && pending.aside.is_none() { pending.mind.brief(&pending.moment) } else { None };
            let Some(brief) = brief else { return self.conclude(pending).map(Step::Thought) };
            let part = |mind| Part { setting: pending.setting.clone(), side: brief.side, position: brief.position.clone(), mind };
            let parts = shared(&brief.mind, aides).into_iter().map(part).collect();
            self.pending = Some(pending);
            Ok(Step::Share { question, parts })
        });
        begun.unwrap_or_else(|refusal| Step::Thought(self.failed(question, refusal)))
    }

    /// Comes to a decision with what the aides have found.
    pub fn end(&mut self, question: u32, found: Vec<Option<Value>>) -> Thought {
        let ended = guarded(|| {
            let pending = self.pending.take().filter(|pending| pending.question == question);
            let mut pending = pending.ok_or_else(|| Refusal::because("nobody has begun to think about this"))?;
            if let Some(best) = best(found.into_iter().flatten().collect()) {
                pending.mind.heed(&pending.moment, &best);
            }
            self.conclude(pending)
        });
        ended.unwrap_or_else(|refusal| self.failed(question, refusal))
    }

    /// Whatever went wrong, the next question begins with a fresh copy.
    fn failed(&mut self, question: u32, refusal: Refusal) -> Thought {
        self.copy = None;
        self.pending = None;
        Thought { question, found: None, because: Some(refusal.because), intent: None }
    }

    /// Follows the table, and calls whoever thinks.
    fn sit_down(&mut self, task: Task) -> Result<Pending, Refusal> {
        if let Some(card) = task.card {
            self.copy = Some(Copy::new(card, task.opening)?);
        }
        let copy = self.copy.as_mut().filter(|copy| copy.card.id == task.table);
        let copy = copy.ok_or_else(|| Refusal::because("the study does not know this table"))?;
        copy.follow(task.entries)?;
        let level = by_positions(&task.level);
        let moment = copy.table.moment(task.seat)?;
        let mind = match (&task.advice, task.seat.side()) {
            (Some(request), _) => {
                let seed = request.get("seed").and_then(Value::as_u64).unwrap_or(copy.table.length() as u64);
                copy.table.hire(&level, seed)?
            }
            (None, Some(side)) => match copy.minds[side.index()].take() {
                Some(mind) => mind,
                None => copy.table.hire(&level, tokens::word())?,
            },
            (None, None) => return Err(Refusal::because("a spectator decides nothing")),
        };
        let Card { game, scenario, options, .. } = &copy.card;
        let setting = Setting { game: game.clone(), scenario: scenario.clone(), options: options.clone(), level };
        let mut pending = Pending {
            question: task.question,
            seat: task.seat,
            called: task.level,
            advice: task.advice,
            setting,
            moment,
            mind,
            aside: None,
        };
        if pending.advice.is_none() {
            pending.aside = pending.mind.aside(&pending.moment);
        }
        Ok(pending)
    }

    /// The decision.
    fn conclude(&mut self, pending: Pending) -> Result<Thought, Refusal> {
        let Pending { question, seat, called, advice: request, moment, mut mind, aside, .. } = pending;
        let copy = self.copy.as_mut().ok_or_else(|| Refusal::because("the study does not know this table"))?;
        let action = match aside {
            Some(aside) => aside,
            None => mind.decide(&moment)?,
        };
        if let Some(request) = request {
            let described = describes(&request)?.then_some(seat);
            let answer = advice(copy.table.as_ref(), described, &called, &action, mind.estimate());
            return Ok(Thought { question, found: Some(Value::Object(answer)), because: None, intent: None });
        }
        let intent = mind.estimate().map(|estimate| estimate.intent.clone());
        if let Some(side) = seat.side() {
            copy.minds[side.index()] = Some(mind);
        }
        Ok(Thought { question, found: Some(action), because: None, intent })
    }
}

/// An aide's part of a search. Nothing if it makes no sense here; then the others decide.
pub fn stand_in(part: &Part) -> Option<Value> {
    let done = guarded(|| {
        let Setting { game, scenario, options, level } = &part.setting;
        let kind = kind_of(game)?;
        let setup = SetUp { scenario: scenario.clone(), options: options.clone() };
        let (table, _) = kind.load(&setup, &part.position)?;
        let moment = table.moment(part.side.into())?;
        Ok(table.hire(level, 0)?.stand_in(&moment, &part.mind))
    });
    done.ok().flatten()
}
