//! The way in for a page. JSON goes through one piece of memory: the page asks for room, writes a message there, and reads what is said
//! at the same place. A clock, random numbers and the word to stop are the page's.
#![allow(unsafe_code)]

#[cfg(feature = "tables")]
use crate::message::{Heard, Step, Task, Weigh};
#[cfg(any(feature = "blue-gray", feature = "workshop"))]
use crate::titles;
#[cfg(feature = "tables")]
use crate::{Analyst, Parlour, Study, proof, study};
#[cfg(feature = "workshop")]
use crate::{Desk, desk};
#[cfg(feature = "tables")]
use general::lent::{Lent, lend};
#[cfg(feature = "tables")]
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;
#[cfg(feature = "tables")]
use std::time::Duration;

#[cfg(feature = "tables")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// Whether whoever thinks shall decide at once.
    safe fn halted() -> i32;
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Fills a piece of memory with random bytes.
    fn random(at: *mut u8, length: usize);
}

thread_local! {
    static MEMORY: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[cfg(feature = "tables")]
thread_local! {
    static PARLOUR: RefCell<Parlour> = RefCell::default();
    static STUDY: RefCell<Study> = RefCell::default();
    static ANALYST: RefCell<Analyst> = RefCell::default();
}

#[cfg(feature = "workshop")]
thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// What `getrandom` calls where it knows no system.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(at: *mut u8, length: usize) -> Result<(), getrandom::Error> {
    // SAFETY: whoever calls says that these bytes are his to be written; the page writes exactly as many.
    unsafe { random(at, length) };
    Ok(())
}

/// The first call: what the page lends is used from here on.
#[unsafe(no_mangle)]
extern "C" fn open() {
    #[cfg(feature = "tables")]
    lend(Lent { now: || Duration::from_secs_f64(now().max(0.0) / 1_000.0), halted: || halted() != 0 });
}

/// Room for a message of that length; answers where.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    MEMORY.with_borrow_mut(|memory| {
        memory.clear();
        memory.resize(length, 0);
        memory.as_mut_ptr()
    })
}

/// Where what was said stands.
#[unsafe(no_mangle)]
extern "C" fn said() -> *const u8 {
    MEMORY.with_borrow(|memory| memory.as_ptr())
}

/// Hears the message in memory with `hear`, and leaves what is said there. Answers its length.
fn pass(hear: impl FnOnce(Value) -> Value) -> usize {
    let text = MEMORY.take();
    let said = match serde_json::from_slice(&text) {
        Ok(message) => hear(message).to_string(),
        Err(error) => json!({ "fault": error.to_string() }).to_string(),
    };
    MEMORY.set(said.into_bytes());
    MEMORY.with_borrow(Vec::len)
}

/// A title is put on the shelf; answers what it is called there.
#[cfg(any(feature = "blue-gray", feature = "workshop"))]
#[unsafe(no_mangle)]
extern "C" fn bring() -> usize {
    pass(|message| match serde_json::from_value(message).map_err(|error| error.to_string()).and_then(titles::bring) {
        Ok(scenario) => json!({ "scenario": scenario }),
        Err(because) => json!({ "fault": because }),
    })
}

/// A title is taken off the shelf: `{scenario}`; answers whether it was there.
#[cfg(any(feature = "blue-gray", feature = "workshop"))]
#[unsafe(no_mangle)]
extern "C" fn take_off() -> usize {
    pass(|message| json!({ "ok": titles::take_off(message["scenario"].as_str().unwrap_or_default()) }))
}

/// The workbench hears a message.
#[cfg(feature = "workshop")]
#[unsafe(no_mangle)]
extern "C" fn work() -> usize {
    pass(|message| match serde_json::from_value::<desk::Heard>(message) {
        Ok(heard) => json!(DESK.with_borrow_mut(|desk| desk.hear(heard))),
        Err(error) => json!({ "fault": error.to_string() }),
    })
}

/// The tables hear a message.
#[cfg(feature = "tables")]
#[unsafe(no_mangle)]
extern "C" fn hear() -> usize {
    pass(|message| match serde_json::from_value::<Heard>(message) {
        Ok(heard) => json!(PARLOUR.with_borrow_mut(|parlour| parlour.hear(heard))),
        Err(error) => json!({ "fault": error.to_string() }),
    })
}

/// The study begins to think: `{task, aides}`. It says what it has found, or what the aides shall share.
#[cfg(feature = "tables")]
#[unsafe(no_mangle)]
extern "C" fn begin() -> usize {
    #[derive(Deserialize)]
    struct Begin {
        task: Task,
        aides: u64,
    }
    pass(|message| match serde_json::from_value::<Begin>(message) {
        Ok(Begin { task, aides }) => json!(STUDY.with_borrow_mut(|study| study.begin(task, aides))),
        Err(error) => json!({ "fault": error.to_string() }),
    })
}

/// An aide's part; what it has found stands in `found`.
#[cfg(feature = "tables")]
#[unsafe(no_mangle)]
extern "C" fn stand_in() -> usize {
    pass(|message| match serde_json::from_value(message) {
        Ok(part) => json!({ "found": study::stand_in(&part) }),
        Err(error) => json!({ "fault": error.to_string() }),
    })
}

/// The study decides with what the aides have found: `{question, found}`.
#[cfg(feature = "tables")]
#[unsafe(no_mangle)]
extern "C" fn end() -> usize {
    #[derive(Deserialize)]
    struct End {
        question: u32,
        found: Vec<Option<Value>>,
    }
    pass(|message| match serde_json::from_value::<End>(message) {
        Ok(End { question, found }) => json!(Step::Thought(STUDY.with_borrow_mut(|study| study.end(question, found)))),
        Err(error) => json!({ "fault": error.to_string() }),
    })
}

/// The analyst weighs a phase; what he has found stands in `found`.
#[cfg(feature = "tables")]
#[unsafe(no_mangle)]
extern "C" fn weigh() -> usize {
    pass(|message| match serde_json::from_value::<Weigh>(message) {
        Ok(task) => {
            let question = task.question;
            json!({ "question": question, "found": ANALYST.with_borrow_mut(|analyst| analyst.weigh(task)) })
        }
        Err(error) => json!({ "fault": error.to_string() }),
    })
}

/// Plays a random game at a table: `{game, scenario, seed, steps}`; answers its `hash`.
#[cfg(feature = "tables")]
#[unsafe(no_mangle)]
extern "C" fn prove() -> usize {
    #[derive(Deserialize)]
    struct Prove {
        game: String,
        scenario: String,
        seed: u64,
        steps: usize,
    }
    pass(|message| match serde_json::from_value::<Prove>(message) {
        Ok(Prove { game, scenario, seed, steps }) => match proof::random_game(&game, &scenario, seed, steps) {
            Ok(hash) => json!({ "hash": format!("{hash:016x}") }),
            Err(refusal) => json!({ "fault": refusal.because }),
        },
        Err(error) => json!({ "fault": error.to_string() }),
    })
}

/// Plays whole random games: `{game, scenario, first, games}`; answers a hash of each, and how many `positions` they had.
#[cfg(feature = "tables")]
#[unsafe(no_mangle)]
extern "C" fn trail() -> usize {
    #[derive(Deserialize)]
    struct Trails {
        game: String,
        scenario: String,
        first: u64,
        games: u64,
    }
    pass(|message| match serde_json::from_value::<Trails>(message) {
        Ok(Trails { game, scenario, first, games }) => match proof::whole_games(&game, &scenario, first, games) {
            Ok(trails) => json!({
                "hashes": trails.iter().map(|trail| format!("{:016x}", trail.hash)).collect::<Vec<_>>(),
                "positions": trails.iter().map(|trail| trail.positions).sum::<u64>(),
            }),
            Err(refusal) => json!({ "fault": refusal.because }),
        },
        Err(error) => json!({ "fault": error.to_string() }),
    })
}
