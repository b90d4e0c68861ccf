//! A page without a browser: its messages go through JSON, what is to be kept is kept in a map, and the study thinks at once.

mod analyst;
mod desk;

use anywhere::message::{Heard, Kept, Step, Task, Thought, Weigh};
use anywhere::study::stand_in;
use anywhere::{Analyst, Parlour, Study, proof};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};

/// What a page has: the tables, the study, what was kept, and what each line was told.
#[derive(Default)]
struct Page {
    parlour: Parlour,
    study: Study,
    analyst: Analyst,
    kept: BTreeMap<String, Kept>,
    told: Vec<(u64, Value)>,
    posted: Option<(bool, Value)>,
    /// Questions are not passed on to the study: they lie here.
    asleep: bool,
    asked: Vec<Task>,
    /// So are phases of an analysis.
    unweighed: Vec<Weigh>,
    halted: Vec<u64>,
}

impl Page {
    fn hear(&mut self, message: Value) {
        let mut heard = VecDeque::from([message]);
        while let Some(message) = heard.pop_front() {
            let message: Heard = serde_json::from_value(message.clone()).unwrap_or_else(|e| panic!("{message}: {e}"));
            for said in self.parlour.hear(message) {
                let said = serde_json::to_value(&said).unwrap();
                let (about, said) = said.as_object().unwrap().iter().next().unwrap();
                match about.as_str() {
                    "keep" => self.keep(said),
                    "line" => self.tell(said),
                    "posted" => self.posted = Some((said["ok"] == true, said["body"].clone())),
                    "think" => {
                        let task: Task = serde_json::from_value(said.clone()).unwrap();
                        if self.asleep {
                            self.asked.push(task);
                        } else {
                            heard.push_back(json!({ "thought": self.study.think(task) }));
                        }
                    }
                    "weigh" => {
                        let task: Weigh = serde_json::from_value(said.clone()).unwrap();
                        if self.asleep {
                            self.unweighed.push(task);
                        } else {
                            let question = task.question;
                            heard.push_back(json!({ "weighed": { "question": question, "found": self.analyst.weigh(task) } }));
                        }
                    }
                    "halt" => self.halted.push(said["question"].as_u64().unwrap()),
                    "later" => {
                        if said["wake"]["table"].is_string() && self.told.len() < 400 {
                            heard.push_back(json!({ "wake": said["wake"] }));
                        }
                    }
                    other => panic!("{other}"),
                }
            }
        }
    }

    fn keep(&mut self, keep: &Value) {
        if let Some(create) = keep.get("create") {
            let kept: Kept =
                serde_json::from_value(json!({ "card": create["card"], "opening": create["opening"], "journal": [] })).unwrap();
            self.kept.insert(kept.card.id.clone(), kept);
        } else if let Some(append) = keep.get("append") {
            let journal = &mut self.kept.get_mut(append["table"].as_str().unwrap()).unwrap().journal;
            assert_eq!(append["number"], journal.len());
            journal.extend(append["entries"].as_array().unwrap().iter().cloned());
        } else if let Some(weighed) = keep.get("analysis") {
            self.kept.get_mut(weighed["table"].as_str().unwrap()).unwrap().analysis = Some(weighed["analysis"].clone());
        } else if let Some(delete) = keep.get("delete") {
            self.kept.remove(delete["table"].as_str().unwrap());
        } else {
            panic!("{keep}");
        }
    }

    /// Nothing is told that is not kept.
    fn tell(&mut self, said: &Value) {
        let text: Value = serde_json::from_str(said["text"].as_str().unwrap()).unwrap();
        if let Some(length) = text.pointer("/news/length").and_then(Value::as_u64) {
            let longest = self.kept.values().map(|kept| kept.journal.len()).max().unwrap_or(0);
            assert!(length as usize <= longest, "{length} entries are told, {longest} are kept");
        }
        self.told.push((said["line"].as_u64().unwrap(), text));
    }

    fn post(&mut self, address: &str, body: Value) -> Result<Value, Value> {
        self.hear(json!({ "post": { "post": 1, "address": address, "body": body, "at": 1_700_000_000u64 } }));
        let (ok, body) = self.posted.take().expect("every request is answered");
        if ok { Ok(body) } else { Err(body) }
    }

    fn ask(&mut self, line: u32, request: Value) -> Value {
        let mut request = request;
        request["id"] = json!("asked");
        let before = self.told.len();
        self.hear(json!({ "line": { "line": line, "request": request } }));
        let answer = self.told[before..].iter().find(|(to, text)| *to == u64::from(line) && text["id"] == "asked");
        answer.unwrap_or_else(|| panic!("no answer to {request}")).1.clone()
    }

    fn sit(&mut self, line: u32, made: &Value, seat: &str) -> Value {
        self.ask(line, json!({ "op": "join", "table": made["table"], "key": made["keys"][seat], "patches": true }))
    }
}

fn chattanooga(union: &str, confederate: &str) -> Value {
    json!({ "game": "blue-gray", "scenario": "chattanooga", "set_up": "standard", "seats": { "union": union, "confederate": confederate } })
}

/// Does what advice says until it is somebody else's turn, or so many times.
fn play(page: &mut Page, line: u32, times: usize) -> usize {
    for n in 0..times {
        let advice = page.ask(line, json!({ "op": "go", "level": "greedy", "describe": true }));
        if advice["ok"] != true {
            return n;
        }
        assert!(advice["advised"]["choice"]["label"].is_string(), "{advice}");
        let done = page.ask(line, json!({ "op": "apply", "action": advice["action"] }));
        assert_eq!(done["ok"], true, "{done}");
    }
    times
}

#[test]
fn a_game_goes_on_from_what_was_kept() {
    let mut page = Page::default();
    let made = page.post("/api/tables", chattanooga("me", "computer:greedy")).unwrap();
    let hello = page.sit(1, &made, "union");
    assert_eq!((&hello["ok"], &hello["seat"]), (&json!(true), &json!("union")));
    assert_eq!(play(&mut page, 1, 60), 60, "the computer plays in between");
    let hash = page.ask(1, json!({ "op": "hash" }))["hash"].clone();
    let kept = page.kept.into_values().next().unwrap();
    assert!(kept.journal.iter().any(|entry| entry["by"] == "confederate"), "the computer has played");

    let mut again = Page::default();
    again.kept.insert(kept.card.id.clone(), kept.clone());
    again.hear(json!({ "restore": kept }));
    assert_eq!(again.sit(1, &made, "union")["ok"], true);
    assert_eq!(again.ask(1, json!({ "op": "hash" }))["hash"], hash);
    assert_eq!(play(&mut again, 1, 5), 5);
    let standing = again.post("/api/mine", json!([{ "table": made["table"], "key": made["keys"]["union"] }])).unwrap();
    assert_eq!((&standing[0]["actor"], &standing[0]["touched"]), (&json!("union"), &json!(true)));
    again.post("/api/tables/delete", json!({ "table": made["table"], "owner": made["owner"] })).unwrap();
    assert!(again.kept.is_empty());
}

#[test]
fn a_restored_table_takes_the_place_of_what_was_known() {
    let mut page = Page::default();
    let made = page.post("/api/tables", chattanooga("me", "me")).unwrap();
    let mut other = Page::default();
    let kept = page.kept.values().next().unwrap().clone();
    other.kept.insert(kept.card.id.clone(), kept.clone());
    other.hear(json!({ "restore": kept }));
    other.sit(1, &made, "union");
    play(&mut other, 1, 3);
    let played = other.kept.into_values().next().unwrap();
    page.kept.insert(played.card.id.clone(), played.clone());
    page.hear(json!({ "restore": played }));
    assert_eq!(page.sit(1, &made, "union")["news"]["length"], played.journal.len());
}

#[test]
fn computers_play_each_other_while_somebody_looks_on() {
    let mut page = Page::default();
    let made = page.post("/api/tables", chattanooga("computer:greedy", "computer:random")).unwrap();
    assert!(page.kept.values().all(|kept| kept.journal.is_empty()), "nobody looks on");
    page.sit(1, &made, "spectator");
    let journal = &page.kept.values().next().unwrap().journal;
    assert!(journal.iter().any(|e| e["by"] == "union") && journal.iter().any(|e| e["by"] == "confederate"));
}

#[test]
fn a_lost_study_costs_a_plan_and_no_game() {
    let mut page = Page { asleep: true, ..Page::default() };
    let made = page.post("/api/tables", chattanooga("computer:general", "me")).unwrap();
    page.sit(1, &made, "confederate");
    let first = page.asked.pop().expect("the computer is asked");
    assert!(first.card.is_some() && first.level == "general");
    page.hear(json!({ "wake": { "question": first.question } }));
    assert_eq!(page.told.last().unwrap().1["thinking"]["level"], "general");
    page.hear(json!("study_lost"));
    let next = page.asked.pop().expect("somebody simple has moved, and it is asked again");
    assert!(next.card.is_some() && next.entries.len() > first.entries.len(), "another study is told everything");
    // An answer that comes too late is no longer wanted.
    let before = page.kept.values().next().unwrap().journal.len();
    page.hear(json!({ "thought": Thought { question: first.question, found: None, because: None, intent: None } }));
    assert_eq!(page.kept.values().next().unwrap().journal.len(), before);
}

#[test]
fn whoever_is_hurried_is_told_to_stop() {
    let mut page = Page { asleep: true, ..Page::default() };
    let made = page.post("/api/tables", chattanooga("computer:general", "me")).unwrap();
    page.sit(1, &made, "confederate");
    let question = u64::from(page.asked.pop().unwrap().question);
    assert_eq!(page.ask(1, json!({ "op": "stop" }))["stopped"], true);
    assert_eq!(page.halted, [question]);
    // Whoever leaves leaves nobody thinking.
    page.hear(json!({ "hang_up": { "line": 1 } }));
    assert_eq!(page.halted, [question, question]);
    page.sit(2, &made, "confederate");
    assert_eq!(page.asked.len(), 1, "it is asked again when somebody comes back");
}

#[test]
fn the_study_follows_the_table_and_knows_only_what_it_is_told() {
    let mut page = Page { asleep: true, ..Page::default() };
    let made = page.post("/api/tables", chattanooga("computer:recruit", "me")).unwrap();
    page.sit(1, &made, "confederate");
    let mut tasks = 0;
    while let Some(task) = page.asked.pop() {
        tasks += 1;
        assert_eq!(task.card.is_some(), tasks == 1, "the table is told once");
        let thought = page.study.think(task);
        assert!(thought.found.is_some(), "{:?}", thought.because);
        page.hear(json!({ "thought": thought }));
        if tasks == 12 {
            break;
        }
    }
    assert_eq!(tasks, 12, "a turn has more decisions than that");
    let mut stranger = Study::default();
    let lost = stranger.think(Task { card: None, ..page.asked.pop().unwrap() });
    assert!(lost.found.is_none() && lost.because.is_some());
}

#[test]
fn what_a_page_cannot_do_it_says() {
    let mut page = Page::default();
    let refused = page.post("/api/tables", chattanooga("me", "friend")).unwrap_err();
    assert!(refused["error"]["because"].as_str().unwrap().contains("friend"));
    assert!(page.post("/api/nowhere", json!({})).is_err());
    assert!(page.post("/api/tables", json!({ "game": "chess" })).is_err());
    let charts = page.post("/api/charts", json!({ "game": "blue-gray", "scenario": "chattanooga", "options": {} })).unwrap();
    assert!(charts.as_array().unwrap().iter().any(|chart| chart["id"] == "terrain"));
    assert_eq!(page.ask(7, json!({ "op": "view" }))["ok"], false, "nobody has joined");
    assert_eq!(page.ask(7, json!({ "op": "join", "table": "no", "key": "no" }))["ok"], false);
}

#[test]
fn a_lesson_is_a_table_like_any_other() {
    let mut page = Page::default();
    let made = page.post("/api/tables", json!({ "lesson": { "game": "blue-gray", "lesson": "map" } })).unwrap();
    let seat = made["keys"].as_object().unwrap().keys().find(|seat| *seat != "spectator").unwrap().clone();
    assert_eq!(page.sit(1, &made, &seat)["lesson"]["phase"], "ask");
}

#[test]
fn a_puzzle_is_solved_and_a_coach_speaks_without_a_server() {
    let mut page = Page::default();
    let puzzle = &school::puzzle::puzzles(players::SHELF[0]).iter().min_by_key(|p| p.nodes).unwrap().id;
    let made = page.post("/api/tables", json!({ "puzzle": { "game": "blue-gray", "puzzle": puzzle } })).unwrap();
    let seat = made["keys"].as_object().unwrap().keys().find(|seat| *seat != "spectator").unwrap().clone();
    let mut stand = page.sit(1, &made, &seat)["lesson"].clone();
    for _ in 0..100 {
        if stand["phase"] != "ask" {
            break;
        }
        assert_eq!(page.ask(1, json!({ "op": "coach" }))["ok"], true);
        let done = page.ask(1, json!({ "op": "apply", "action": stand["answer"]["action"] }));
        assert_eq!(done["ok"], true, "{done}");
        stand = page.told.iter().rev().find_map(|(_, text)| text.get("lesson")).unwrap().clone();
    }
    assert_eq!((&stand["phase"], stand["puzzle"]["share"].as_f64().map(f64::round)), (&json!("done"), Some(1.0)), "{stand}");
}

#[test]
fn random_games_are_the_same_twice_and_differ_by_seed() {
    let play = |seed| proof::random_game("blue-gray", "chattanooga", seed, 200).unwrap();
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn whole_random_games_are_the_same_however_they_are_asked_for() {
    for catalogue in players::SHELF.iter().map(|kind| kind.catalogue()) {
        let trails = |first, games| proof::whole_games(&catalogue.game, &catalogue.scenarios[0].id, first, games).unwrap();
        let all = trails(3, 4);
        assert_eq!(all[2..], trails(5, 2));
        assert!(all.windows(2).all(|two| two[0] != two[1]) && all.iter().all(|trail| trail.positions > 50), "{all:?}");
    }
    assert!(proof::whole_games("chess", "x", 0, 1).is_err() && proof::whole_games("blue-gray", "x", 0, 1).is_err());
}

#[test]
fn two_who_share_a_search_look_at_half_of_it_each_and_come_to_the_same_every_time() {
    let mut page = Page { asleep: true, ..Page::default() };
    let made = page.post("/api/tables", chattanooga("me", "me")).unwrap();
    page.sit(1, &made, "union");
    page.hear(json!({ "line": { "line": 1, "request": { "op": "go", "level": "captain", "seed": 7, "id": "x" } } }));
    let task = Task { level: "nodes:40000".into(), ..page.asked.pop().expect("it is the Union's turn") };
    let shared = || {
        let mut study = Study::default();
        let Step::Share { question, parts } = study.begin(task.clone(), 2) else { panic!("there is something to share") };
        assert_eq!(parts.len(), 2);
        let found: Vec<Value> = parts.iter().map(|part| stand_in(part).expect("an aide finds something")).collect();
        let thought = study.end(question, found.iter().cloned().map(Some).collect());
        (found, thought.found.expect("it comes to a decision"))
    };
    let (found, advice) = shared();
    assert_eq!(shared(), (found.clone(), advice.clone()));
    let chance = |one: &Value| one["chance"].as_f64().unwrap();
    let best = if chance(&found[1]) > chance(&found[0]) { &found[1] } else { &found[0] };
    assert_eq!(advice["action"], best["orders"][0][1], "the better plan is begun");
    for one in &found {
        assert!((15_000..25_000).contains(&one["nodes"].as_u64().unwrap()), "half of 40,000: {one}");
    }
    assert_ne!(found[0]["orders"], found[1]["orders"], "they draw lots of their own");
    // Who is lost takes nothing with him: the other decides.
    let mut study = Study::default();
    let Step::Share { question, .. } = study.begin(task.clone(), 2) else { panic!("there is something to share") };
    assert_eq!(study.end(question, vec![None, Some(found[1].clone())]).found.unwrap()["action"], found[1]["orders"][0][1]);
    assert!(study.end(question, Vec::new()).found.is_none(), "it is decided");
}
