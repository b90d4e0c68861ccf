//! The study: whoever thinks for a computer or gives advice does it here, over a copy of the table that follows its journal. A page runs it
//! in a worker of its own, so that the table is free meanwhile.

use crate::message::{Task, Thought};
use engine::SetUp;
use engine::protocol::{advice, describes};
use engine::table::{Kind, Refusal, Table, Thinker};
use general::Level;
use players::SHELF;
use serde_json::Value;
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

/// Where computers think.
#[derive(Default)]
pub struct Study {
    copy: Option<Copy>,
}

/// A level thinks about as many positions here as it would by the clock of a machine on which its game was tuned: it is as strong on a
/// slow phone, and takes as long as that takes.
fn by_positions(level: &str) -> String {
    let by_the_clock = Level::of_player(level).is_some() && !level.contains(['/', '*']);
    if by_the_clock { format!("{level}*1") } else { level.to_string() }
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
        let kind = SHELF.iter().copied().find(|kind| kind.catalogue().game == card.game);
        let kind = kind.ok_or_else(|| Refusal::because("no such game is on the shelf"))?;
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
    /// Thinks about a task for as long as it takes.
    pub fn think(&mut self, task: Task) -> Thought {
        let question = task.question;
        match guarded(|| self.found(task)) {
            Ok((found, intent)) => Thought { question, found: Some(found), because: None, intent },
            Err(refusal) => {
                // Whatever went wrong, the next question begins with a fresh copy.
                self.copy = None;
                Thought { question, found: None, because: Some(refusal.because), intent: None }
            }
        }
    }

    fn found(&mut self, task: Task) -> Result<(Value, Option<String>), Refusal> {
        if let Some(card) = task.card {
            self.copy = Some(Copy::new(card, task.opening)?);
        }
        let copy = self.copy.as_mut().filter(|copy| copy.card.id == task.table);
        let copy = copy.ok_or_else(|| Refusal::because("the study does not know this table"))?;
        copy.follow(task.entries)?;
        let level = by_positions(&task.level);
        let moment = copy.table.moment(task.seat)?;
        if let Some(request) = task.advice {
            let seed = request.get("seed").and_then(Value::as_u64).unwrap_or(copy.table.length() as u64);
            let mut mind = copy.table.hire(&level, seed)?;
            let action = mind.decide(&moment)?;
            let described = describes(&request)?.then_some(task.seat);
            let answer = advice(copy.table.as_ref(), described, &task.level, &action, mind.estimate());
            return Ok((Value::Object(answer), None));
        }
        let side = task.seat.side().ok_or_else(|| Refusal::because("a spectator decides nothing"))?;
        let mut mind = match copy.minds[side.index()].take() {
            Some(mind) => mind,
            None => copy.table.hire(&level, tokens::word())?,
        };
        let action = match mind.aside(&moment) {
            Some(aside) => aside,
            None => mind.decide(&moment)?,
        };
        let intent = mind.estimate().map(|estimate| estimate.intent.clone());
        copy.minds[side.index()] = Some(mind);
        Ok((action, intent))
    }
}
