//! Tables on one thread, without a network, a disk or a clock: as a page without a server runs them.

use engine::Seat;
use engine::contract::Asks;
use players::SHELF;
use serde_json::{Map, Value, json};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use tables::news::Line;
use tables::thinking::Next;
use tables::{Card, House, Memory, Room, Store};

/// A line into the same thread.
struct Wire(Sender<String>);

impl Line for Wire {
    fn pass(&self, text: &Arc<str>) -> bool {
        self.0.send(text.to_string()).is_ok()
    }
}

/// A house, and the tables that wait for somebody to see to their computers.
struct Page {
    house: House,
    store: Arc<Memory>,
    waiting: Arc<Mutex<VecDeque<Arc<Room>>>>,
}

fn page(store: Arc<Memory>) -> Page {
    let waiting: Arc<Mutex<VecDeque<Arc<Room>>>> = Arc::default();
    let queue = Arc::clone(&waiting);
    let wake = Arc::new(move |room: &Arc<Room>| queue.lock().unwrap().push_back(Arc::clone(room)));
    Page { house: House::new(SHELF, Arc::clone(&store) as Arc<dyn Store>, wake), store, waiting }
}

impl Page {
    fn make(&self, request: &Value) -> Value {
        self.house.make(self.house.plan(request).unwrap(), 7).unwrap()
    }

    fn sit(&self, made: &Value, side: &str) -> (Arc<Room>, Seat, Receiver<String>) {
        let (room, seat) = self.house.enter(made["table"].as_str().unwrap(), made["keys"][side].as_str().unwrap()).unwrap();
        let (out, heard) = channel();
        room.join(seat, json!({ "id": 1, "op": "join" }).as_object().unwrap(), Box::new(Wire(out))).unwrap();
        (room, seat, heard)
    }

    /// Lends the computers their time until they rest.
    fn see_to_all(&self) {
        loop {
            let Some(room) = self.waiting.lock().unwrap().pop_front() else { return };
            assert!(room.attend());
            while let Some(question) = next(&room) {
                room.carry_out(question.decide()).unwrap();
            }
            room.leave_alone();
        }
    }
}

fn next(room: &Room) -> Option<tables::thinking::Question> {
    loop {
        match room.next().unwrap() {
            Next::Rest => return None,
            Next::Again => {}
            Next::Think(question) => return Some(question),
        }
    }
}

fn ask(room: &Arc<Room>, seat: Seat, request: &Value) -> Map<String, Value> {
    room.answer(seat, request.as_object().unwrap()).unwrap_or_else(|refusal| panic!("{request}: {refusal}"))
}

fn messages(heard: &Receiver<String>) -> Vec<Value> {
    heard.try_iter().map(|text| serde_json::from_str(&text).unwrap()).collect()
}

#[test]
fn a_person_plays_a_computer_on_one_thread() {
    let page = page(Arc::default());
    let seats = json!({ "union": "me", "confederate": "computer:greedy" });
    for kind in SHELF {
        let made = page.make(&json!({ "game": kind.catalogue().game, "seats": seats, "set_up": "standard" }));
        page.see_to_all();
        let (room, seat, heard) = page.sit(&made, "union");
        let hello = &messages(&heard)[0];
        assert_eq!(hello["seat"], "union");
        assert_eq!(hello["about"]["created"], 7);
        let before = hello["news"]["length"].as_u64().unwrap();
        assert!(!room.standing(seat).touched, "{}: what was dealt nobody has decided", kind.catalogue().game);
        for number in 0..12 {
            page.see_to_all();
            let choices = ask(&room, seat, &json!({ "op": "legal" }))["actions"].as_array().unwrap().clone();
            ask(&room, seat, &json!({ "op": "apply", "action": choices[number % choices.len()] }));
        }
        assert!(room.standing(seat).touched);
        page.see_to_all();
        let last = messages(&heard).into_iter().rev().find(|m| m["news"].is_object()).unwrap();
        let length = last["news"]["length"].as_u64().unwrap();
        assert!(length >= before + 12, "{}: {before} {length}", kind.catalogue().game);
        assert_eq!(page.store.journal(made["table"].as_str().unwrap()).unwrap().len() as u64, length);
    }
}

#[test]
fn a_table_is_put_away_and_comes_back_from_the_store() {
    let first = page(Arc::default());
    let made = first.make(&json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "me" } }));
    let (room, seat, _heard) = first.sit(&made, "union");
    let march = ask(&room, seat, &json!({ "op": "legal" }))["actions"][0].clone();
    ask(&room, seat, &json!({ "op": "apply", "action": march }));
    let view = ask(&room, seat, &json!({ "op": "view" }));
    first.house.put_away(|_| true);
    assert_eq!(first.house.in_memory(), 0);
    assert_eq!(ask(&room, seat, &json!({ "op": "view" })), view);
    // Another house with the same store knows the same links.
    let second = page(Arc::clone(&first.store));
    let (room, seat, _heard) = second.sit(&made, "union");
    assert_eq!(ask(&room, seat, &json!({ "op": "view" })), view);
    assert!(second.house.enter(made["table"].as_str().unwrap(), "no key").is_none());
}

#[test]
fn two_nodes_serve_one_table_and_stay_in_step() {
    let one = page(Arc::default());
    let seats = json!({ "union": "me", "confederate": "me" });
    let made = one.make(&json!({ "game": "blue-gray", "seats": seats, "set_up": "standard" }));
    one.see_to_all();
    let id = made["table"].as_str().unwrap();
    let (room, seat, _) = one.sit(&made, "union");
    let side = ask(&room, seat, &json!({ "op": "actor" }))["actor"].as_str().unwrap().to_string();
    let other = page(Arc::clone(&one.store));
    let ((near, seat, heard), (far, ..)) = (one.sit(&made, &side), other.sit(&made, &side));
    let view = |room: &Arc<Room>| ask(room, seat, &json!({ "op": "view" }))["view"].clone();
    let act = |room: &Arc<Room>, number: usize| {
        let listed = ask(room, seat, &json!({ "op": "legal" }))["actions"].as_array().unwrap().clone();
        let action = listed[number % listed.len()].clone();
        room.answer(seat, json!({ "op": "apply", "action": action }).as_object().unwrap())
    };
    // What the other node has written is told here as soon as this one hears of it.
    act(&far, 0).unwrap();
    let before = view(&near);
    messages(&heard);
    one.house.catch_up(id, one.store.journal(id).unwrap().len());
    assert!(before != view(&near) && view(&near) == view(&far));
    let told = messages(&heard).into_iter().find(|m| m["news"].is_object()).expect("those who sit here are told");
    assert_eq!(told["news"]["length"].as_u64().unwrap() as usize, one.store.journal(id).unwrap().len());
    // If it has not heard of it, it is overtaken, reads on, and the rules decide about what was wanted.
    for number in 1..8 {
        if act(&far, number).is_err() {
            break;
        }
        let _ = act(&near, number + 3);
        other.house.catch_up_all();
        assert_eq!(view(&near), view(&far), "after {number}");
    }
    let third = page(Arc::clone(&one.store));
    let (kept, ..) = third.sit(&made, &side);
    assert_eq!(view(&kept), view(&near), "and so does whoever reads it from the store");
}

#[test]
fn of_two_writers_one_wins() {
    let store = Memory::default();
    let page = page(Arc::default());
    let made = page.make(&json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "me" } }));
    let id = made["table"].as_str().unwrap();
    let card: Card = page.store.card(id).unwrap().unwrap();
    store.create(&card, None).unwrap();
    assert!(store.create(&card, None).is_err());
    store.append(id, 0, vec![json!({ "first": 1 })], true).unwrap();
    assert!(store.append(id, 0, vec![json!({ "second": 1 })], true).is_err());
    assert_eq!(store.journal(id).unwrap(), [json!({ "first": 1 })]);
    assert!(store.append("nowhere", 0, Vec::new(), true).is_err());
}

#[test]
fn advice_is_said_in_words_and_a_game_that_is_over_says_how() {
    let page = page(Arc::default());
    for kind in SHELF {
        let made =
            page.make(&json!({ "game": kind.catalogue().game, "seats": { "union": "me", "confederate": "me" }, "set_up": "standard" }));
        let asked = ["union", "confederate"]
            .map(|side| page.sit(&made, side))
            .into_iter()
            .find(|(room, seat, _)| room.standing(*seat).actor.and_then(Asks::side).map(Seat::from) == Some(*seat));
        let Some((room, seat, _heard)) = asked else { continue };
        let request = json!({ "level": "greedy", "describe": true });
        let advice = room.ask_advice(seat, request.as_object().unwrap()).unwrap();
        let answer = advice.decide(&room, Arc::default()).unwrap();
        assert_eq!(answer["advised"]["choice"]["action"], answer["action"], "{}", kind.catalogue().game);
        assert!(answer["advised"]["able"]["label"].is_string());
        assert_eq!(room.standing(seat).outcome, None);
        ask(&room, seat, &json!({ "op": "resign" }));
        assert!(room.standing(seat).outcome.is_some());
    }
}

/// How the lesson of a table stands, by the last message about it.
fn stand(heard: &Receiver<String>) -> Value {
    messages(heard).into_iter().filter_map(|m| m.get("lesson").cloned()).next_back().expect("something was told of the lesson")
}

#[test]
fn a_lesson_is_a_table_where_only_what_is_asked_is_done() {
    let page = page(Arc::default());
    let made = page.make(&json!({ "lesson": { "game": "blue-gray", "lesson": "map" } }));
    let (room, seat, heard) = page.sit(&made, "union");
    page.see_to_all();
    let first = stand(&heard);
    assert_eq!((&first["phase"], &first["scene"]), (&json!("ask"), &json!(1)), "{first}");
    assert_eq!(room.about().lesson.as_deref(), Some("map"));
    let refused = |request: Value| room.answer(seat, request.as_object().unwrap()).unwrap_err().because;
    let elsewhere = refused(json!({ "op": "apply", "action": { "move": "1/2/XV", "to": "1604" } }));
    assert!(elsewhere.contains("take 1/2/XV to 1507"), "{elsewhere}");
    let meant = ask(&room, seat, &json!({ "op": "meant", "pieces": ["1/2/XV"], "to": "1811" }));
    assert!(meant["refusal"]["because"].as_str().unwrap().starts_with("There stands Liddell"), "{meant:?}");
    assert!(refused(json!({ "op": "resign" })).contains("Nobody gives up a lesson"));
    ask(&room, seat, &json!({ "op": "apply", "action": first["answer"]["action"] }));
    assert_eq!(stand(&heard)["scene"], 2);
    ask(&room, seat, &json!({ "op": "undo" }));
    assert_eq!(stand(&heard)["scene"], 1, "taking back goes back in the lesson");
}

#[test]
fn in_a_lesson_the_dice_and_the_enemy_do_what_it_needs() {
    let page = page(Arc::default());
    let made = page.make(&json!({ "lesson": { "game": "blue-gray", "lesson": "battle" } }));
    let (room, seat, heard) = page.sit(&made, "union");
    let mut now = stand(&heard);
    let mut thrown = Vec::new();
    while now["phase"] == "ask" {
        let done = ask(&room, seat, &json!({ "op": "apply", "action": now["answer"]["action"] }));
        thrown.extend(done["events"].as_array().unwrap().iter().filter_map(|e| e.get("dice").cloned()));
        page.see_to_all();
        now = stand(&heard);
    }
    assert_eq!(thrown, [json!([4]), json!([2])]);
    assert_eq!(now["phase"], "fight");
}

#[test]
fn a_fight_may_be_tried_again_without_the_lesson_before_it() {
    let page = page(Arc::default());
    let made = page.make(&json!({ "lesson": { "game": "blue-gray", "lesson": "map", "fight": true } }));
    let (room, seat, heard) = page.sit(&made, "union");
    assert_eq!(stand(&heard)["phase"], "fight");
    ask(&room, seat, &json!({ "op": "apply", "action": { "end": "movement" } }));
    let lost = stand(&heard);
    assert_eq!(lost["phase"], "lost", "{lost}");
    let over = room.answer(seat, json!({ "op": "apply", "action": { "end": "combat" } }).as_object().unwrap()).unwrap_err();
    assert!(over.because.contains("over"), "{over}");
}

#[test]
fn a_lesson_that_there_is_not_is_refused() {
    let page = page(Arc::default());
    let refused = |lesson: Value| page.house.plan(&json!({ "lesson": lesson })).err().unwrap();
    assert_eq!(refused(json!({ "game": "blue-gray", "lesson": "none" })).field.as_deref(), Some("lesson.lesson"));
    assert_eq!(refused(json!({ "game": "chess", "lesson": "map" })).field.as_deref(), Some("lesson.game"));
}

/// The seat of whoever plays at a table of a lesson or puzzle.
fn own_seat(made: &Value) -> String {
    made["keys"].as_object().unwrap().keys().find(|seat| *seat != "spectator").unwrap().clone()
}

#[test]
fn a_puzzle_is_a_table_that_ends_with_its_phase_and_says_what_was_found() {
    for kind in SHELF {
        let page = page(Arc::default());
        let game = &kind.catalogue().game;
        let puzzle = &school::puzzle::puzzles(*kind).iter().min_by_key(|p| p.nodes).expect("every game has puzzles").id;
        let you = json!({ "rating": 1600.0, "deviation": 90.0, "volatility": 0.06 });
        let made = page.make(&json!({ "puzzle": { "game": game, "puzzle": puzzle, "you": you } }));
        let (room, seat, heard) = page.sit(&made, &own_seat(&made));
        assert_eq!(room.about().lesson.as_ref(), Some(puzzle));
        let mut now = stand(&heard);
        let mut steps = 0;
        while now["phase"] == "ask" {
            assert!(now["task"].is_string() && now["puzzle"]["share"].is_null(), "{now}");
            ask(&room, seat, &json!({ "op": "apply", "action": now["answer"]["action"] }));
            page.see_to_all();
            now = stand(&heard);
            steps += 1;
            assert!(steps < 100, "{game} {puzzle} never ends");
        }
        assert_eq!(now["phase"], "done", "{game} {puzzle}: {now}");
        assert!(now["puzzle"]["share"].as_f64().unwrap() > 0.99, "{now}");
        let [before, after] = [0, 1].map(|i| now["puzzle"]["rated"]["you"][i]["rating"].as_f64().unwrap());
        assert!(before == 1600.0 && after > before, "{now}");
        let over = room.answer(seat, json!({ "op": "undo" }).as_object().unwrap()).unwrap_err();
        assert!(over.because.contains("over"), "{over}");
    }
}

#[test]
fn a_puzzle_that_there_is_not_is_refused_and_so_is_a_wrong_rating() {
    let page = page(Arc::default());
    let puzzle = &school::puzzle::puzzles(SHELF[0])[0].id;
    let refused = |puzzle: Value| page.house.plan(&json!({ "puzzle": puzzle })).err().unwrap().field.unwrap();
    assert_eq!(refused(json!({ "game": "blue-gray", "puzzle": "none" })), "puzzle.puzzle");
    assert_eq!(refused(json!({ "game": "chess", "puzzle": "none" })), "puzzle.game");
    assert_eq!(refused(json!({ "game": "blue-gray", "puzzle": puzzle, "you": "good" })), "puzzle.you");
}

#[test]
fn a_coach_says_something_to_whoever_is_asked_and_nothing_to_others() {
    let page = page(Arc::default());
    let made = page.make(&json!({ "game": "blue-gray", "seats": { "union": "me", "confederate": "me" } }));
    let (union, seat, _) = page.sit(&made, "union");
    let said = ask(&union, seat, &json!({ "op": "coach" }));
    assert!(said["coach"]["asks"].is_string() && said["coach"]["example"]["choice"]["action"].is_object(), "{said:?}");
    let (confederate, seat, _) = page.sit(&made, "confederate");
    assert!(ask(&confederate, seat, &json!({ "op": "coach" }))["coach"].is_null());
}

/// A table of Chattanooga at which the Union has finished its movement.
fn begun(page: &Page, seats: &Value) -> (Arc<Room>, Seat) {
    let made = page.make(&json!({ "game": "blue-gray", "seats": seats }));
    let (room, seat, _) = page.sit(&made, "union");
    let actions = ask(&room, seat, &json!({ "op": "legal", "describe": true }));
    let finish = actions["choices"].as_array().unwrap().iter().find(|c| c["role"] == "finish").expect("a phase can be finished");
    ask(&room, seat, &json!({ "op": "apply", "action": finish["action"] }));
    (room, seat)
}

#[test]
fn what_decides_a_game_is_weighed_phase_by_phase_and_kept_with_its_table() {
    let page = page(Arc::default());
    let (room, seat) = begun(&page, &json!({ "union": "me", "confederate": "me" }));
    let analyse = json!({ "op": "analyse", "nodes": 50 });
    assert_eq!(ask(&room, seat, &json!({ "op": "analyse", "nodes": 50, "weigh": false }))["of"], 0, "nobody has begun");
    let mut answer = ask(&room, seat, &analyse);
    for _ in 0..20 {
        if answer.contains_key("analysis") {
            break;
        }
        assert!(answer["done"].as_u64() <= answer["of"].as_u64());
        answer = ask(&room, seat, &analyse);
    }
    let analysis = answer.get("analysis").expect("all is weighed");
    assert!(!analysis["phases"].as_array().unwrap().is_empty());
    let kept = page.store.analysis(&room.card.id).unwrap().expect("kept with the table");
    assert_eq!(kept["analysis"], *analysis);
    assert_eq!(ask(&room, seat, &json!({ "op": "analyse", "nodes": 50, "weigh": false }))["analysis"], *analysis);
    // Once the game has gone on, it is another one.
    ask(&room, seat, &json!({ "op": "resign" }));
    let after = ask(&room, seat, &json!({ "op": "analyse", "nodes": 50, "weigh": false }));
    assert!(!after.contains_key("analysis"), "{after:?}");
}

#[test]
fn nobody_is_told_what_decides_a_game_that_two_people_play() {
    let page = page(Arc::default());
    let (room, seat) = begun(&page, &json!({ "union": "me", "confederate": "friend" }));
    let asked = json!({ "op": "analyse", "nodes": 50 });
    let refusal = room.answer(seat, asked.as_object().unwrap()).unwrap_err();
    assert!(refusal.because.contains("when it is over"), "{refusal}");
    ask(&room, seat, &json!({ "op": "resign" }));
    assert!(room.answer(seat, asked.as_object().unwrap()).is_ok(), "now it is over");
}
