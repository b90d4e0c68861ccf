//! The time that a server lends to computers and advice: on threads of their own, as the [lanes](crate::lanes) allow, while the tables are
//! free.

use crate::lanes::{Lanes, Place};
use bus::Job;
use engine::table::Refusal;
use engine::{Seat, Side};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tables::Room;
use tables::rooms::guarded;
use tables::thinking::{Advice, Decided, Next, Question, raise};
use tokio::task::spawn_blocking;

/// How long the computers of a table without people wait after each decision, so that people can look on.
const FILM: Duration = Duration::from_millis(120);
/// Thinking that takes longer than this is told.
const A_MOMENT: Duration = Duration::from_millis(150);
/// The most decisions of computers in a row: no game has a turn as long as this.
const LONGEST_TURN: usize = 100_000;
/// The longest advice, in milliseconds.
const LONGEST_ADVICE: u64 = 10_000;

/// Lets the dice and the computers of a table go on if it is their turn. Without a runtime of tokio nothing happens.
pub fn settle(room: &Arc<Room>, lanes: &Arc<Lanes>) {
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
    if room.attend() {
        runtime.spawn(see_to(Arc::clone(room), Arc::clone(lanes)));
    }
}

/// Sees to the computers of a table until a person is asked.
async fn see_to(room: Arc<Room>, lanes: Arc<Lanes>) {
    let film = room.film();
    let mut rests = false;
    for _ in 0..LONGEST_TURN {
        if film && !room.watched() {
            rests = true;
            break;
        }
        let asking = Arc::clone(&room);
        match spawn_blocking(move || guarded(|| asking.next())).await {
            Ok(Ok(Next::Rest)) => {
                room.tell_remarks();
                rests = true;
                break;
            }
            Ok(Ok(Next::Again)) => continue,
            Ok(Ok(Next::Think(question))) => {
                let Some(decided) = think(&room, question, &lanes).await else { break };
                let doing = Arc::clone(&room);
                if !matches!(spawn_blocking(move || guarded(|| doing.carry_out(decided))).await, Ok(Ok(()))) {
                    break;
                }
            }
            _ => break,
        }
        if film {
            tokio::time::sleep(FILM).await;
        }
    }
    room.leave_alone();
    // Somebody may have asked in between. What failed is tried again when somebody does something.
    if rests && (!film || room.watched()) {
        let again = Arc::clone(&room);
        if spawn_blocking(move || again.waits_for_computer()).await.unwrap_or(false) {
            settle(&room, &lanes);
        }
    }
}

/// Who thinks, and for how long, once that is longer than a moment.
fn report(side: Side, level: &str, since: Instant) -> Option<Value> {
    let elapsed = since.elapsed();
    (elapsed >= A_MOMENT).then(|| json!({ "side": side, "level": level, "ms": elapsed.as_millis() as u64 }))
}

/// Thinks about one decision, and tells everybody if it takes longer than a moment.
async fn think(room: &Arc<Room>, question: Question, lanes: &Arc<Lanes>) -> Option<Decided> {
    let (side, level, since) = (question.side, question.level.clone(), Instant::now());
    room.report_thinking(Some(Box::new(move || report(side, &level, since))));
    let (lanes, thinks) = (Arc::clone(lanes), Arc::clone(room));
    let mut work = tokio::spawn(async move {
        let question = consult(&thinks, question, &lanes).await?;
        let _leave = lanes.opponent(&thinks).await;
        spawn_blocking(move || question.decide()).await.ok()
    });
    let decided = match tokio::time::timeout(A_MOMENT, &mut work).await {
        Ok(decided) => {
            room.report_thinking(None);
            decided
        }
        Err(_) => {
            room.tell_thinking();
            let decided = work.await;
            room.report_thinking(None);
            room.tell_thinking();
            decided
        }
    };
    decided.ok()?
}

/// Lets the staff think about a question first, if there is one and it is worth the way.
async fn consult(room: &Arc<Room>, question: Question, lanes: &Lanes) -> Option<Question> {
    let Some(staff) = lanes.staff() else { return Some(question) };
    let (mut question, brief) = spawn_blocking(move || {
        let mut question = question;
        let brief = question.brief();
        (question, brief)
    })
    .await
    .ok()?;
    let Some(brief) = brief else { return Some(question) };
    // The same question of two nodes is one job.
    let name = Job::name(&["move", &room.card.id, &question.kept().to_string(), question.side.id(), &question.level]);
    let stop = Arc::clone(&question.stop);
    if let Some(found) = staff.consider(room, &question.level, brief, &name, &stop).await {
        question.heed(&found);
    }
    Some(question)
}

/// The same for advice.
async fn consult_for_advice(room: &Arc<Room>, advice: Advice, lanes: &Lanes, stop: &AtomicBool) -> Option<Advice> {
    let Some(staff) = lanes.staff() else { return Some(advice) };
    let (mut advice, brief) = spawn_blocking(move || {
        let mut advice = advice;
        let brief = advice.brief();
        (advice, brief)
    })
    .await
    .ok()?;
    let Some(brief) = brief else { return Some(advice) };
    let name = Job::name(&["advice", &room.card.id, &tables::tokens::name()]);
    let level = advice.level().to_string();
    if let Some(found) = staff.consider(room, &level, brief, &name, stop).await {
        advice.heed(&found);
    }
    Some(advice)
}

/// Thinks about advice. It may take its time; `stop` ends it.
pub async fn advise(
    room: Arc<Room>,
    advice: Advice,
    stop: Arc<AtomicBool>,
    lanes: Arc<Lanes>,
    place: Place,
) -> Result<Map<String, Value>, Refusal> {
    let time = Duration::from_millis(advice.ms.unwrap_or(LONGEST_ADVICE).min(LONGEST_ADVICE));
    const FAULT: &str = "this met a fault of the program, please report it";
    let raised = Arc::clone(&stop);
    let timer = tokio::spawn(async move {
        tokio::time::sleep(time).await;
        raise(&raised);
    });
    let Some(advice) = consult_for_advice(&room, advice, &lanes, &stop).await else { return Err(Refusal::because(FAULT)) };
    let leave = lanes.advice().await;
    // Leave and place are given back when the thinking ends, whoever still waits for it.
    let thought = spawn_blocking(move || {
        let _held = (leave, place);
        advice.decide(&room, stop)
    });
    let thought = thought.await;
    timer.abort();
    thought.unwrap_or_else(|_| Err(Refusal::because(FAULT)))
}

/// Weighs one more phase of an analysis: the staff does, or else this machine when opponents leave it room.
pub fn analyse(room: &Room, seat: Seat, request: &Map<String, Value>, lanes: &Lanes) -> Result<Map<String, Value>, Refusal> {
    let runtime = tokio::runtime::Handle::current();
    room.analyse_by(seat, request, |slice| {
        let name = Job::name(&["weigh", &room.card.id, &slice.phase.to_string(), &tables::tokens::name()]);
        let weighed = lanes.staff().and_then(|staff| runtime.block_on(staff.weigh(room, slice, &name)));
        weighed.or_else(|| {
            let _leave = runtime.block_on(lanes.analysis());
            slice.weigh()
        })
    })
}
