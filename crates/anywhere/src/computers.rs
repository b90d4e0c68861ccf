//! The computers at the tables of a page: the questions for the study, and what comes of its answers.

use crate::message::{Errand, Said, Task, Thought};
use crate::parlour::Parlour;
use engine::Seat;
use engine::table::Refusal;
use general::lent::Watch;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tables::rooms::guarded;
use tables::thinking::{Next, Question};
use tables::{Card, Room, Store};

/// How long the computers of a table without people wait after each decision, so that people can look on.
const FILM: u32 = 120;
/// Thinking that takes longer than this is told.
const A_MOMENT: u32 = 150;
const FAULT: &str = "this met a fault of the program, please report it; nothing was changed";

/// Who waits for an answer of the study.
enum Asked {
    /// A computer at a table.
    Move { room: Arc<Room>, question: Box<Question>, told: bool },
    /// Somebody on that line wants advice: the id of his request, and the length of the journal then.
    Advice { room: Arc<Room>, line: u32, id: Value, length: usize },
}

impl Asked {
    fn room(&self) -> &Arc<Room> {
        match self {
            Asked::Move { room, .. } | Asked::Advice { room, .. } => room,
        }
    }
}

/// The computers of all tables.
pub(crate) struct Computers {
    /// Tables whose dice or computers may have to go on.
    waiting: Arc<Mutex<Vec<Arc<Room>>>>,
    asked: HashMap<u32, Asked>,
    next: u32,
    /// The table that the study knows, and how much of its journal.
    known: Option<(String, usize)>,
}

impl Computers {
    pub(crate) fn new(waiting: Arc<Mutex<Vec<Arc<Room>>>>) -> Computers {
        Computers { waiting, asked: HashMap::new(), next: 0, known: None }
    }

    fn pop(&self) -> Option<Arc<Room>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }
}

impl Parlour {
    /// Lets dice and computers go on wherever it is their turn.
    pub(crate) fn see_to_computers(&mut self) {
        while let Some(room) = self.computers.pop() {
            if room.attend() {
                self.see_to(&room);
            }
        }
    }

    /// Sees to the computers of a table until one must think or a person is asked.
    fn see_to(&mut self, room: &Arc<Room>) {
        if !room.watched() {
            return room.leave_alone();
        }
        loop {
            match guarded(|| room.next()) {
                Ok(Next::Again) => {}
                Ok(Next::Think(question)) => return self.ask_move(room, question),
                Ok(Next::Rest) => {
                    room.tell_remarks();
                    return room.leave_alone();
                }
                // It is tried again when somebody does something.
                Err(_) => return room.leave_alone(),
            }
        }
    }

    fn ask_move(&mut self, room: &Arc<Room>, question: Question) {
        let (side, level, since) = (question.side, question.level.clone(), Watch::start());
        let asked = self.ask(room, side.into(), level.clone(), None);
        let told = json!({ "side": side, "level": level });
        room.report_thinking(Some(Box::new(move || {
            let mut told = told.clone();
            told["ms"] = json!(since.elapsed().as_millis() as u64);
            Some(told)
        })));
        self.computers.asked.insert(asked, Asked::Move { room: Arc::clone(room), question: Box::new(question), told: false });
        self.out.say(Said::Later { wake: Errand::Question(asked), ms: A_MOMENT });
    }

    /// Asks the study, which is told what it does not know yet. Answers the number of the question.
    fn ask(&mut self, room: &Room, seat: Seat, level: String, advice: Option<Map<String, Value>>) -> u32 {
        let table = room.card.id.clone();
        let journal = self.drawer.journal(&table).unwrap_or_default();
        let known = self.computers.known.take().filter(|(known, length)| *known == table && *length <= journal.len());
        let (card, opening) = match known {
            Some(_) => (None, None),
            None => (Some(Card::clone(&room.card)), self.drawer.opening(&table).unwrap_or_default()),
        };
        let entries = journal[known.map_or(0, |(_, length)| length)..].to_vec();
        self.computers.known = Some((table.clone(), journal.len()));
        self.computers.next = self.computers.next.wrapping_add(1);
        let question = self.computers.next;
        self.out.say(Said::Think(Box::new(Task { question, table, card, opening, entries, seat, level, advice })));
        question
    }

    /// Asks what a computer would do in this seat; refused at once where it makes no sense.
    pub(crate) fn ask_advice(&mut self, line: u32, room: &Arc<Room>, seat: Seat, request: &Map<String, Value>) -> Result<(), Refusal> {
        if self.computers.asked.values().any(|asked| matches!(asked, Asked::Advice { line: own, .. } if *own == line)) {
            return Err(Refusal::because("your last question is still being thought about"));
        }
        room.ask_advice(seat, request)?;
        let level = request.get("level").and_then(Value::as_str).unwrap_or("greedy").to_string();
        let asked = self.ask(room, seat, level, Some(request.clone()));
        let length = self.length(room);
        let id = request.get("id").cloned().unwrap_or(Value::Null);
        self.computers.asked.insert(asked, Asked::Advice { room: Arc::clone(room), line, id, length });
        Ok(())
    }

    fn length(&self, room: &Room) -> usize {
        self.drawer.journal(&room.card.id).map_or(0, |journal| journal.len())
    }

    /// "Move now". Says whether anybody was at it.
    pub(crate) fn stop(&mut self, line: u32, room: &Room, seat: Seat) -> Result<bool, Refusal> {
        let advice = |asked: &Asked| matches!(asked, Asked::Advice { line: own, .. } if *own == line);
        let advised: Vec<u32> = self.computers.asked.iter().filter(|(_, asked)| advice(asked)).map(|(number, _)| *number).collect();
        let thinks = match room.stop_thinking(seat) {
            Err(refusal) if advised.is_empty() => return Err(refusal),
            thinks => thinks.unwrap_or(false),
        };
        let moves = |asked: &Asked| matches!(asked, Asked::Move { room: own, .. } if own.card.id == room.card.id);
        let moving = self.computers.asked.iter().filter(|(_, asked)| thinks && moves(asked)).map(|(number, _)| *number);
        let halted: Vec<u32> = moving.chain(advised).collect();
        halted.iter().for_each(|question| self.out.say(Said::Halt { question: *question }));
        Ok(!halted.is_empty())
    }

    /// Whoever thinks about what is past need not go on.
    pub(crate) fn overtake(&mut self, room: &Room) {
        let length = self.length(room);
        for (question, asked) in &self.computers.asked {
            let past = match asked {
                Asked::Move { question, .. } => question.kept() != length,
                Asked::Advice { length: then, .. } => *then != length,
            };
            if past && asked.room().card.id == room.card.id {
                self.out.say(Said::Halt { question: *question });
            }
        }
    }

    /// Nobody looks on any more: whoever thinks here need not go on. He is asked again when somebody comes back.
    pub(crate) fn abandon(&mut self, room: &Arc<Room>) {
        let here: Vec<u32> = self.computers.asked.iter().filter(|(_, a)| a.room().card.id == room.card.id).map(|(n, _)| *n).collect();
        for question in here {
            self.computers.asked.remove(&question);
            self.out.say(Said::Halt { question });
        }
        room.report_thinking(None);
        room.leave_alone();
    }

    /// Tells that a question takes longer than a moment, if it does.
    pub(crate) fn tell_thinking(&mut self, question: u32) {
        if let Some(Asked::Move { room, told, .. }) = self.computers.asked.get_mut(&question) {
            *told = true;
            room.tell_thinking();
        }
    }

    /// What the study has found.
    pub(crate) fn thought(&mut self, thought: Thought) {
        let Thought { question, found, because, intent } = thought;
        let found = found.ok_or_else(|| Refusal::because(because.unwrap_or_else(|| FAULT.into())));
        match self.computers.asked.remove(&question) {
            Some(Asked::Move { room, question, told }) => {
                room.report_thinking(None);
                let done = guarded(|| room.carry_out(question.decided(found, intent)));
                if told {
                    room.tell_thinking();
                }
                match done {
                    Ok(()) if room.film() => {
                        self.out.say(Said::Later { wake: Errand::Table(room.card.id.clone()), ms: FILM });
                    }
                    Ok(()) => self.see_to(&room),
                    Err(_) => room.leave_alone(),
                }
            }
            Some(Asked::Advice { room, line, id, length }) => {
                let advice = match found {
                    Ok(_) if self.length(&room) != length => Err(Refusal::because("the position has changed meanwhile")),
                    Ok(Value::Object(answer)) => Ok(answer),
                    Ok(_) => Err(Refusal::because(FAULT)),
                    Err(refusal) => Err(refusal),
                };
                self.advised(line, &id, advice);
            }
            None => {}
        }
    }

    /// The study is gone: whatever it was asked is answered as if it had failed, and the next question tells it everything.
    pub(crate) fn study_lost(&mut self) {
        self.computers.known = None;
        let lost: Vec<u32> = self.computers.asked.keys().copied().collect();
        for question in lost {
            self.thought(Thought { question, found: None, because: None, intent: None });
        }
    }

    /// The computers of a table go on after a while.
    pub(crate) fn look_again(&mut self, table: &str) {
        if let Some(room) = self.house.room(table) {
            self.see_to(&room);
        }
    }
}
