//! The protocol: a request per line, an answer per line, both JSON objects. `docs/protocol.md` describes it for bot writers.

use crate::contract::{Advised, Op};
use crate::handbook::list;
use crate::player::Estimate;
use crate::table::{Kind, Refusal, Table, Thinker, read_options};
use crate::{BadField, Seat, Side};
use serde_json::{Map, Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The longest request that is read.
pub const LONGEST: usize = 8 << 20;

/// One conversation: the games on the shelf and, after `new` or `load`, one of them on the table.
pub struct Conversation {
    shelf: &'static [&'static dyn Kind],
    table: Option<Box<dyn Table>>,
    /// Whoever was last asked for a decision.
    counsel: Option<Counsel>,
    left: bool,
}

/// Somebody who was asked for a decision. He is kept, with his plan for the phase, as long as what he advised is what is done.
struct Counsel {
    level: String,
    seat: Seat,
    /// His side.
    side: Option<Side>,
    mind: Box<dyn Thinker>,
    /// The journal's length up to which he knows everything.
    length: usize,
    /// What he said about the position at hand, if he was asked about it already.
    advised: Option<Value>,
}

impl Counsel {
    /// Something was done by a side that he was not asked about, or it was what he advised; `false` if he would have done something else.
    fn follows(&mut self, by: Option<Side>, action: &Value, before: usize, after: usize) -> bool {
        let advised = self.advised.take();
        let known = self.length == before && (by != self.side || advised.as_ref() == Some(action));
        self.length = after;
        known
    }
}

/// What an operation answers, without `id` and `ok`.
type Answer = Result<Map<String, Value>, Refusal>;

impl Conversation {
    /// A conversation before these games.
    pub fn new(shelf: &'static [&'static dyn Kind]) -> Conversation {
        Conversation { shelf, table: None, counsel: None, left: false }
    }

    /// Whether `quit` was said.
    pub fn left(&self) -> bool {
        self.left
    }

    /// Answers one line. Whatever it holds, there is an answer.
    pub fn answer(&mut self, line: impl AsRef<[u8]>) -> String {
        let line = line.as_ref();
        if line.len() > LONGEST {
            return refuse(Value::Null, &Refusal::because(format!("the request is longer than {LONGEST} bytes")));
        }
        let request: Value = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => return refuse(Value::Null, &Refusal::because(format!("this is not JSON: {error}"))),
        };
        let Value::Object(request) = request else {
            return refuse(Value::Null, &Refusal::because("a request is a JSON object: {\"id\":1,\"op\":\"actor\"}"));
        };
        let id = request.get("id").cloned().unwrap_or(Value::Null);
        match self.survive(&request) {
            Ok(answer) => {
                let head = [("id".to_string(), id), ("ok".to_string(), Value::Bool(true))];
                Value::Object(head.into_iter().chain(answer).collect()).to_string()
            }
            Err(refusal) => refuse(id, &refusal),
        }
    }

    /// The last net: a panic in the rules becomes an answer, and the game goes on from its journal.
    fn survive(&mut self, request: &Map<String, Value>) -> Answer {
        catch_unwind(AssertUnwindSafe(|| self.operate(request))).unwrap_or_else(|_| {
            let restored = match self.table.as_mut() {
                Some(table) => catch_unwind(AssertUnwindSafe(|| table.restore())).is_ok(),
                None => true,
            };
            if !restored {
                self.table = None;
            }
            let then = if restored { "nothing was changed" } else { "the game had to be put away: load it again" };
            Err(Refusal::because(format!("this request met a fault of the program, please report it; {then}")))
        })
    }

    /// What decided the game on the table, worked out at once.
    fn analyse(&self, request: &Map<String, Value>) -> Answer {
        let table = self.table.as_ref().ok_or_else(|| Refusal::because("no game is on the table: begin with new or load"))?;
        if seat(request)? != Seat::Referee && table.secrets() && table.outcome().is_none() {
            return Err(field("as", "an analysis tells what is hidden: before the end it is for the referee only"));
        }
        let kind = self.shelf.iter().find(|k| k.catalogue().game == table.catalogue().game);
        let kind = kind.ok_or_else(|| Refusal::because("this game is no longer on the shelf"))?;
        let study = kind.study(table.setup(), &table.save())?;
        let mut effort = study.usual_effort();
        if let Some(nodes) = number(request, "nodes")? {
            effort.nodes = nodes;
        }
        let going_on = AtomicBool::new(false);
        let phases = (0..study.phases()).filter_map(|n| study.weigh(n, effort, &going_on)).collect();
        fields(json!({ "analysis": study.conclude(effort, phases) }))
    }

    fn operate(&mut self, request: &Map<String, Value>) -> Answer {
        let op = operation(request)?;
        match op {
            Op::Games => fields(json!({ "games": self.shelf.iter().map(|k| k.catalogue()).collect::<Vec<_>>() })),
            Op::New => self.begin(request),
            Op::Load => self.load(request),
            Op::Quit => {
                self.left = true;
                fields(json!({}))
            }
            Op::Analyse => self.analyse(request),
            Op::Join | Op::Stop | Op::Coach | Op::Reopen => Err(field("op", &format!("{} is for the tables of a server", op.word()))),
            _ => {
                let seat = seat(request)?;
                let table = self.table.as_mut().ok_or_else(|| Refusal::because("no game is on the table: begin with new or load"))?;
                let (before, by) = (table.length(), table.actor(Seat::Referee).actor.side());
                if op == Op::Go && number(request, "seed")?.is_none() {
                    return consult(&mut self.counsel, table.as_mut(), seat, request);
                }
                let answer = at_table(table.as_mut(), op, seat, request)?;
                if table.length() != before {
                    let action = request.get("action").unwrap_or(&Value::Null);
                    let by = if op == Op::Apply { by } else { None };
                    let goes_on = matches!(op, Op::Apply | Op::Roll);
                    self.counsel = self
                        .counsel
                        .take()
                        .filter(|_| goes_on)
                        .and_then(|mut c| c.follows(by, action, before, table.length()).then_some(c));
                }
                Ok(answer)
            }
        }
    }

    fn kind(&self, source: &Map<String, Value>) -> Result<&'static dyn Kind, Refusal> {
        let id = text(source, "game")?.ok_or_else(|| field("game", &format!("the game is missing; there are {}", self.games())))?;
        let found = self.shelf.iter().find(|k| k.catalogue().game == id);
        found.copied().ok_or_else(|| field("game", &format!("no game {}; there are {}", short(&json!(id)), self.games())))
    }

    fn games(&self) -> String {
        let ids: Vec<String> = self.shelf.iter().map(|k| k.catalogue().game.clone()).collect();
        list(&ids)
    }

    fn begin(&mut self, request: &Map<String, Value>) -> Answer {
        let kind = self.kind(request)?;
        let scenario = text(request, "scenario")?;
        let setup = kind.catalogue().complete(scenario, &read_options(request.get("options"))?)?;
        let table = kind.open(&setup, number(request, "seed")?.unwrap_or(0))?;
        let answer = table.actor(Seat::Referee);
        self.table = Some(table);
        fields(json!(answer))
    }

    fn load(&mut self, request: &Map<String, Value>) -> Answer {
        let document = request.get("position").ok_or_else(|| field("position", "the position is missing"))?;
        let position = document.as_object().ok_or_else(|| field("position", "a position is a JSON object, as save prints it"))?;
        let in_position = |mut refusal: Refusal| {
            refusal.field = Some(refusal.field.map_or("position".into(), |f| format!("position.{f}")));
            refusal
        };
        let kind = self.kind(position).map_err(in_position)?;
        let scenario = text(position, "scenario").map_err(in_position)?;
        let options = read_options(position.get("options")).map_err(|e| e.within("position"))?;
        let setup = kind.catalogue().complete(scenario, &options).map_err(|e| e.within("position"))?;
        let seed = number(request, "seed")?;
        let (mut table, remark) = kind.load(&setup, document).map_err(|e| e.within("position"))?;
        match seed {
            Some(_) if position.contains_key("journal") => return Err(field("seed", "this save has its own dice: leave the seed out")),
            Some(seed) => table.reseed(seed),
            None => {}
        }
        let mut answer = json!(table.actor(Seat::Referee));
        if let Some(remark) = remark {
            answer["remark"] = json!(remark);
        }
        self.table = Some(table);
        fields(answer)
    }
}

/// What a computer player would do. Whoever was asked before and whose advice was taken goes on with his plan.
fn consult(counsel: &mut Option<Counsel>, table: &mut dyn Table, seat: Seat, request: &Map<String, Value>) -> Answer {
    let level = text(request, "level")?.unwrap_or("greedy");
    let moment = table.moment(seat)?;
    let known = counsel.take().filter(|c| c.level == level && c.seat == seat && c.length == table.length());
    let mut counsellor = match known {
        Some(counsellor) => counsellor,
        None => Counsel {
            level: level.to_string(),
            seat,
            side: table.actor(Seat::Referee).actor.side(),
            mind: table.hire(level, table.length() as u64)?,
            length: table.length(),
            advised: None,
        },
    };
    let described = describes(request)?.then_some(seat);
    let action = match counsellor.advised.take() {
        Some(said) => said,
        None => {
            counsellor.mind.stop_flag(Arc::default());
            // Time is for players that search; the others answer at once.
            let watch = number(request, "ms")?.map(|ms| stop_after(counsellor.mind.as_mut(), ms));
            let action = counsellor.mind.decide(&moment)?;
            drop(watch);
            action
        }
    };
    let answer = advice(table, described, level, &action, counsellor.mind.estimate());
    counsellor.advised = Some(action);
    *counsel = Some(counsellor);
    Ok(answer)
}

/// The operation that a request names.
pub fn operation(request: &Map<String, Value>) -> Result<Op, Refusal> {
    let named = request.get("op").and_then(Value::as_str);
    let named = named.ok_or_else(|| field("op", "a request names its operation, such as \"new\" or \"legal\""))?;
    Op::named(named).ok_or_else(|| {
        let of_servers = [Op::Join, Op::Stop, Op::Coach, Op::Reopen];
        let known: Vec<String> = Op::ALL.iter().filter(|op| !of_servers.contains(op)).map(|op| op.word().to_string()).collect();
        field("op", &format!("no operation {}; there are {}", short(&json!(named)), list(&known)))
    })
}

/// The operations that need a game on the table, for a seat: what any host answers.
pub fn at_table(table: &mut dyn Table, op: Op, seat: Seat, request: &Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
    let wanted = |name: &str| request.get(name).ok_or_else(|| field(name, &format!("{} needs the field {name:?}", op.word())));
    match op {
        Op::Actor => fields(json!(table.actor(seat))),
        Op::Subjects => fields(json!({ "subjects": table.subjects(seat)? })),
        Op::Legal => {
            let subject = request.get("subject").filter(|s| !s.is_null());
            let describe = describes(request)?;
            let mut answer = Map::from_iter([("actions".to_string(), Value::Array(table.legal(seat, subject)?))]);
            if describe {
                answer.insert("choices".into(), json!(table.choices(seat, subject)?));
            }
            Ok(answer)
        }
        Op::Apply => {
            let events = table.apply(seat, wanted("action")?)?;
            fields(json!({ "events": events, "next": table.actor(seat) }))
        }
        Op::Roll => {
            let values: Option<Vec<u8>> = match request.get("dice") {
                None | Some(Value::Null) => None,
                Some(dice) => Some(
                    serde_json::from_value(dice.clone())
                        .map_err(|_| field("dice", "a list of small whole numbers is wanted, such as [4]"))?,
                ),
            };
            let events = table.roll(seat, values.as_deref())?;
            fields(json!({ "events": events, "next": table.actor(seat) }))
        }
        Op::Why => match table.why(seat, wanted("action")?) {
            Ok(()) => fields(json!({ "legal": true })),
            Err(refusal) if refusal.field.is_some() => Err(refusal),
            Err(refusal) => fields(json!({ "legal": false, "rule": refusal.rule, "because": refusal.because })),
        },
        Op::Sight => {
            let hex = text(request, "hex")?.ok_or_else(|| field("hex", "the name of a hex is wanted"))?;
            fields(json!({ "hexes": table.fire_from(seat, hex)? }))
        }
        Op::View => fields(json!({ "view": table.view(seat) })),
        Op::Log => {
            let since = usize::try_from(number(request, "since")?.unwrap_or(0)).unwrap_or(usize::MAX);
            let count = number(request, "count")?.map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX));
            fields(json!({ "entries": table.page(seat, since, count), "length": table.length() }))
        }
        Op::Go => {
            let level = text(request, "level")?.unwrap_or("greedy");
            let seed = number(request, "seed")?.unwrap_or(table.length() as u64);
            let mut mind = table.hire(level, seed)?;
            // Time is for players that search; the others answer at once.
            let watch = number(request, "ms")?.map(|ms| stop_after(mind.as_mut(), ms));
            let action = mind.decide(&table.moment(seat)?)?;
            drop(watch);
            let seat = describes(request)?.then_some(seat);
            Ok(advice(table, seat, level, &action, mind.estimate()))
        }
        Op::Undo => {
            table.undo(seat)?;
            fields(json!(table.actor(seat)))
        }
        Op::Redo => {
            let events = table.redo(seat)?;
            fields(json!({ "events": events, "next": table.actor(seat) }))
        }
        Op::Replay => replay(table, seat, request),
        Op::Resign => {
            let asked = || table.actor(Seat::Referee).actor.side().filter(|_| seat == Seat::Referee);
            let side = seat.side().or_else(asked).ok_or_else(|| field("as", "say who resigns: union or confederate"))?;
            table.resign(side)?;
            fields(json!(table.actor(seat)))
        }
        Op::Save => {
            whole(table, op, seat)?;
            fields(json!({ "position": table.save() }))
        }
        Op::Hash => {
            whole(table, op, seat)?;
            fields(json!({ "hash": format!("{:016x}", table.hash()) }))
        }
        Op::Meant => {
            let pieces = texts(request, "pieces")?;
            let to = text(request, "to")?;
            fields(json!(table.meant(seat, &pieces, &texts(request, "via")?, to)?))
        }
        Op::Preview => fields(json!({ "battle": table.preview(seat, wanted("action")?)? })),
        Op::Outcome => fields(json!({ "outcome": table.outcome() })),
        Op::Games | Op::New | Op::Load | Op::Quit | Op::Analyse | Op::Join | Op::Stop | Op::Coach | Op::Reopen => {
            Err(field("op", &format!("{} is not for a game in progress", op.word())))
        }
    }
}

/// The most steps that `replay` shows at once.
pub const MOST_FRAMES: usize = 50;

/// The course of the game, or some of its steps as a seat saw them.
pub fn replay(table: &dyn Table, seat: Seat, request: &Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
    let Some(step) = number(request, "step")? else {
        return fields(json!(table.timeline(seat)));
    };
    let step = usize::try_from(step).unwrap_or(usize::MAX);
    let count = number(request, "count")?.unwrap_or(1).min(MOST_FRAMES as u64) as usize;
    fields(json!({ "frames": table.frames(seat, step, count)? }))
}

/// What holds the whole truth is for no seat before the end.
fn whole(table: &dyn Table, op: Op, seat: Seat) -> Result<(), Refusal> {
    if seat == Seat::Referee || table.outcome().is_some() {
        return Ok(());
    }
    Err(field("as", &format!("{} tells what is hidden: before the end it is for the referee only", op.word())))
}

fn seat(request: &Map<String, Value>) -> Result<Seat, Refusal> {
    match text(request, "as")? {
        None => Ok(Seat::Referee),
        Some(id) => Seat::from_id(id).ok_or_else(|| field("as", "a seat is union, confederate, spectator or referee")),
    }
}

fn text<'a>(source: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>, Refusal> {
    match source.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(s)) => Ok(Some(s)),
        Some(other) => Err(field(name, &format!("a text is wanted, not {}", short(other)))),
    }
}

fn texts(source: &Map<String, Value>, name: &str) -> Result<Vec<String>, Refusal> {
    let list = source.get(name).filter(|v| !v.is_null());
    list.map_or(Ok(Vec::new()), |v| serde_json::from_value(v.clone()).map_err(|_| field(name, "a list of texts is wanted")))
}

fn number(source: &Map<String, Value>, name: &str) -> Result<Option<u64>, Refusal> {
    match source.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            value.as_u64().map(Some).ok_or_else(|| field(name, &format!("a whole number from 0 is wanted, not {}", short(value))))
        }
    }
}

/// Whether labels and targets are wanted beside actions.
pub fn describes(request: &Map<String, Value>) -> Result<bool, Refusal> {
    match request.get("describe") {
        None | Some(Value::Null) => Ok(false),
        Some(value) => value.as_bool().ok_or_else(|| field("describe", "true or false is wanted")),
    }
}

/// What a computer player would do, as an answer: the action and what it thinks; for a seat, described as it would be offered, the
/// second best too.
pub fn advice(table: &dyn Table, described: Option<Seat>, level: &str, action: &Value, estimate: Option<&Estimate>) -> Map<String, Value> {
    let mut answer = Map::new();
    answer.insert("action".into(), action.clone());
    answer.insert("level".into(), json!(level));
    if let Some(Ok(Value::Object(estimate))) = estimate.map(serde_json::to_value) {
        answer.extend(estimate);
    }
    if let Some(seat) = described {
        answer.insert("advised".into(), json!(Advised::of(table, seat, action)));
        let second = estimate.and_then(|e| e.second.as_ref());
        if let (Some(second), Some(Value::Object(written))) = (second, answer.get_mut("second")) {
            written.insert("advised".into(), json!(Advised::of(table, seat, &second.action)));
        }
    }
    answer
}

/// What was found instead, not all of it if it is long.
fn short(value: &Value) -> String {
    const ENOUGH: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn field(name: &str, because: &str) -> Refusal {
    BadField::new(name, because).into()
}

/// Raises the player's flag after so many milliseconds, unless what is answered is dropped before.
fn stop_after(mind: &mut dyn Thinker, ms: u64) -> Sender<()> {
    let (answered, waits) = channel::<()>();
    let flag = Arc::new(AtomicBool::new(false));
    mind.stop_flag(Arc::clone(&flag));
    std::thread::spawn(move || {
        if waits.recv_timeout(Duration::from_millis(ms)) == Err(RecvTimeoutError::Timeout) {
            flag.store(true, Ordering::Relaxed);
        }
    });
    answered
}

fn fields(value: Value) -> Answer {
    match value {
        Value::Object(map) => Ok(map),
        other => Ok(Map::from_iter([("answer".to_string(), other)])),
    }
}

fn refuse(id: Value, refusal: &Refusal) -> String {
    json!({ "id": id, "ok": false, "error": refusal }).to_string()
}
