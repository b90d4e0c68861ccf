//! Nothing hidden leaves the server: all that is said to each seat in fifty random games is searched for what that seat may not
//! know.
//!
//! The games are played in rooms of a real [`House`], without the socket around them: every text that would go to a client comes
//! through the same door. Two things are looked for.
//!
//! - *Names.* A counter that is hidden from a seat, and was at every step since the last message, is not named: neither by its id
//!   nor, where no other counter has it, by the name that stands on it. In answers about the past (the log, a replay, the first
//!   message) it must have been seen at some step.
//! - *Differences.* Another position is made that looks the same to a seat ([`Fog::sample`]): other pieces behind the counters,
//!   other chits in the cup, other events in the hand. Whatever the seat is told or answered must then be the same, byte for byte.
//!
//! Each game is listened to for [`DECISIONS`] decisions, after a prelude without listeners: the fifty begin at the set-up, in the
//! opening or in the thick of it. `LONGROLL_LEAKS=20` multiplies decisions and positions by twenty.

use crate::house::{BACKLOG, Folder, SHELF, Wire, create_in, generous};
use axum::extract::ws::Utf8Bytes;
use engine::contract::Asks;
use engine::table::Kind;
use engine::words::PieceKind;
use engine::{Actor, Dice, Game, Seat, SetUp, Side, View};
use serde_json::{Map, Value, json};
use server::{House, Store};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tables::Room;
use tokio::sync::mpsc::{Receiver, channel};

/// Random games of each kind.
const GAMES: u64 = 10;
/// Decisions of each that are listened to.
const DECISIONS: u64 = 40;
/// Positions of each kind that are changed behind a seat's back.
const POSITIONS: u64 = 16;
const SEATS: [Seat; 3] = [Seat::Union, Seat::Confederate, Seat::Spectator];

fn deeper() -> u64 {
    std::env::var("LONGROLL_LEAKS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

fn house(folder: &Folder) -> House {
    House::new(SHELF, Store::open(&folder.db()).unwrap(), generous())
}

/// A set-up with options thrown at random; those that hide something are often on.
fn random_setup(kind: &dyn Kind, dice: &mut Dice) -> SetUp {
    let catalogue = kind.catalogue();
    loop {
        let scenario = &catalogue.scenarios[dice.below(catalogue.scenarios.len())].id;
        let mut options = BTreeMap::new();
        for option in &catalogue.options {
            let value = option.values.last().filter(|_| dice.below(3) != 0).unwrap_or(&option.values[0]);
            options.insert(option.id.clone(), value.clone());
        }
        match catalogue.complete(Some(scenario), &options) {
            Ok(setup) if kind.open(&setup, 0).is_ok() => return setup,
            _ => {}
        }
    }
}

/// A save after some random decisions, before the end.
fn prelude(kind: &dyn Kind, setup: &SetUp, decisions: u64, seed: u64) -> Value {
    let mut table = kind.open(setup, seed).unwrap();
    let mut players = [0, 1].map(|i| table.hire("random", seed * 2 + i).unwrap());
    for _ in 0..decisions {
        while table.actor(Seat::Referee).actor == Asks::Chance {
            table.roll(Seat::Referee, None).unwrap();
        }
        let Some(side) = Side::BOTH.into_iter().find(|s| table.moment((*s).into()).is_ok()) else { break };
        let action = players[side.index()].decide(&table.moment(side.into()).unwrap()).unwrap();
        table.apply(side.into(), &action).unwrap();
    }
    match table.outcome() {
        None => table.save(),
        Some(_) => prelude(kind, setup, decisions / 2, seed),
    }
}

fn create(house: &House, request: &Value) -> Arc<Room> {
    let made = create_in(house, request).unwrap_or_else(|r| panic!("{r}"));
    house.enter(made["table"].as_str().unwrap(), made["keys"]["spectator"].as_str().unwrap()).unwrap().0
}

fn join(room: &Arc<Room>, seat: Seat, patches: bool) -> Receiver<Utf8Bytes> {
    let (out, queue) = channel(BACKLOG);
    room.join(seat, json!({ "id": 1, "op": "join", "patches": patches }).as_object().unwrap(), Box::new(Wire(out))).unwrap();
    queue
}

fn ask(room: &Arc<Room>, seat: Seat, request: &Value) -> (String, Option<Map<String, Value>>) {
    match room.answer(seat, request.as_object().unwrap()) {
        Ok(answer) => (Value::Object(answer.clone()).to_string(), Some(answer)),
        Err(refusal) => (json!(refusal).to_string(), None),
    }
}

/// A message without the order of battle that lies beside every table of a scenario: it is printed in the rulebook.
fn without_handout(text: &str) -> String {
    let mut message: Value = serde_json::from_str(text).unwrap();
    message.as_object_mut().unwrap().remove("handout");
    message.to_string()
}

/// Counters that a seat saw face up: ids and names.
#[derive(Default, Clone)]
struct Known {
    ids: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl Known {
    fn add(&mut self, view: &View) {
        for piece in view.pieces.iter().filter(|p| p.kind != PieceKind::Hidden) {
            self.ids.insert(piece.id.clone());
            self.names.insert(piece.name.clone());
            // A counter shows the name of its formation, often that of another counter.
            self.names.insert(piece.formation.clone());
        }
    }
}

/// A game that is listened to.
struct Listened {
    name: String,
    room: Arc<Room>,
    lines: Vec<Receiver<Utf8Bytes>>,
    /// The latest step.
    step: usize,
    /// What each seat saw since the last decision, and ever.
    now: [Known; 3],
    ever: [Known; 3],
    /// How many texts were searched for how many names.
    looks: usize,
}

impl Listened {
    fn new(name: String, room: Arc<Room>) -> Listened {
        let lines = SEATS.map(|seat| join(&room, seat, true)).into();
        let mut game = Listened { name, room, lines, step: 0, now: Default::default(), ever: Default::default(), looks: 0 };
        game.see(0);
        game.now = game.ever.clone();
        game.listen();
        game.see(game.step);
        game
    }

    /// Takes in what the seats see from a step on.
    fn see(&mut self, from: usize) {
        for (i, seat) in SEATS.into_iter().enumerate() {
            self.now[i] = Known::default();
            for frame in self.room.look(|table| table.frames(seat, from, usize::MAX)).unwrap().unwrap() {
                self.now[i].add(&frame.view);
                self.ever[i].add(&frame.view);
                self.step = frame.step;
            }
        }
    }

    /// Searches whatever has come to the seats.
    fn listen(&mut self) {
        for i in 0..SEATS.len() {
            while let Ok(text) = self.lines[i].try_recv() {
                self.search(i, &without_handout(text.as_str()), &self.now[i].clone(), "");
            }
        }
    }

    fn search(&mut self, seat: usize, text: &str, known: &Known, asked: &str) {
        let truth = self.room.look(|table| table.view(Seat::Referee)).unwrap();
        for piece in truth.pieces.iter().filter(|p| !SEATS[seat].sees_for(p.side) && !known.ids.contains(&p.id)) {
            let quoted = json!(piece.id).to_string();
            let leak = text.contains(&quoted) && !asked.contains(&quoted);
            assert!(!leak, "{}: {:?} heard of {}: {}", self.name, SEATS[seat], piece.id, around(text, &quoted));
            // A name that other counters share, or that is a word of the game, tells nothing.
            let common = piece.name.len() < 6 || self.ever[seat].names.iter().any(|n| n.contains(&piece.name));
            let leak = !common && stands_in(text, &piece.name) && !asked.contains(&piece.name);
            assert!(!leak, "{}: {:?} heard of {}: {}", self.name, SEATS[seat], piece.name, around(text, &piece.name));
            self.looks += 1;
        }
        for secret in ["\"seed\":", "\"hash\":", "\"journal\":"] {
            assert!(!text.contains(secret), "{}: {:?} was told a {secret}", self.name, SEATS[seat]);
        }
    }

    /// Asks for a seat, and searches the answer.
    fn ask(&mut self, seat: usize, request: &Value) -> Option<Map<String, Value>> {
        let (text, answer) = ask(&self.room, SEATS[seat], request);
        let past = ["log", "replay"].iter().any(|op| request["op"] == *op);
        let known = if past { self.ever[seat].clone() } else { self.now[seat].clone() };
        self.search(seat, &text, &known, &request.to_string());
        answer
    }

    /// One decision, with curious questions from everybody. Says whether there was one to make.
    fn decide(&mut self, dice: &mut Dice) -> bool {
        let Some(by) = (0..2).find(|i| self.room.look(|table| table.moment(SEATS[*i]).is_ok()).unwrap()) else { return false };
        let Some(subjects) = self.ask(by, &json!({ "op": "subjects" })) else { return false };
        let subjects = subjects["subjects"].as_array().unwrap().clone();
        let subject = &subjects[dice.below(subjects.len())]["subject"];
        let legal = self.ask(by, &json!({ "op": "legal", "subject": subject, "describe": true })).unwrap();
        let actions = legal["actions"].as_array().unwrap();
        let action = &actions[dice.below(actions.len())];
        let step = json!(dice.below(self.step + 1));
        let curious = [
            json!({ "op": "legal", "describe": true }),
            json!({ "op": "why", "action": action }),
            json!({ "op": "preview", "action": action }),
            json!({ "op": "meant", "pieces": [subjects[0]["target"]["at"]] }),
            json!({ "op": "apply", "action": action }),
            json!({ "op": "view" }),
            json!({ "op": "log" }),
            json!({ "op": "replay" }),
            json!({ "op": "replay", "step": step, "count": 3 }),
            json!({ "op": "replay", "step": step, "as": "referee" }),
            json!({ "op": "save" }),
            json!({ "op": "hash" }),
            json!({ "op": "undo" }),
            json!({ "op": "redo" }),
        ];
        for seat in (0..SEATS.len()).filter(|s| *s != by) {
            for _ in 0..2 {
                let asked = &curious[dice.below(curious.len())];
                // Whatever they find out, they do nothing.
                if !matches!(asked["op"].as_str(), Some("apply" | "undo" | "redo"))
                    || self.room.look(|t| t.may_undo(SEATS[seat]).is_err()).unwrap()
                {
                    self.ask(seat, asked);
                }
            }
        }
        let before = self.step;
        let (text, answer) = ask(&self.room, SEATS[by], &json!({ "op": "apply", "action": action }));
        assert!(answer.is_some(), "{}: listed is legal: {action} {text}", self.name);
        self.see(before);
        self.search(by, &text, &self.now[by].clone(), &action.to_string());
        self.listen();
        if dice.below(6) == 0 && self.ask(by, &json!({ "op": "undo" })).is_some() {
            self.listen();
            self.step -= 1;
            if dice.below(2) == 0 {
                assert!(self.ask(by, &json!({ "op": "redo" })).is_some());
                self.listen();
                self.step += 1;
            }
        }
        self.see(self.step);
        true
    }
}

/// Whether a name stands in a text as a word of its own.
fn stands_in(text: &str, name: &str) -> bool {
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "-/_".contains(c));
    text.match_indices(name).any(|(i, _)| !joins(text[..i].chars().next_back()) && !joins(text[i + name.len()..].chars().next()))
}

fn around(text: &str, what: &str) -> String {
    let at = text.find(what).unwrap_or(0);
    let from = text[..at].char_indices().rev().nth(160).map_or(0, |(i, _)| i);
    let to = text[at..].char_indices().nth(200).map_or(text.len(), |(i, _)| at + i);
    format!("...{}...", &text[from..to])
}

/// Listens to random games of a kind. Answers how often it was looked for something hidden.
fn listen_to(number: usize) -> usize {
    let kind = SHELF[number];
    let game = &kind.catalogue().game;
    let folder = Folder::new(&format!("leaks-{game}"));
    let house = house(&folder);
    let mut looks = 0;
    for seed in 0..GAMES {
        let mut dice = Dice::new(1863 + seed * 100 + number as u64);
        let setup = random_setup(kind, &mut dice);
        let seats = json!({ "union": "me", "confederate": "friend" });
        let request = match seed {
            0 => json!({ "game": game, "scenario": setup.scenario, "options": setup.options, "seats": seats }),
            _ => json!({ "save": prelude(kind, &setup, seed * 40, seed), "seats": seats }),
        };
        let name = format!("{game}, game {seed} ({}, {:?})", setup.scenario, setup.options);
        let mut listened = Listened::new(name, create(&house, &request));
        for _ in 0..DECISIONS * deeper() {
            if !listened.decide(&mut dice) {
                break;
            }
        }
        looks += listened.looks;
    }
    looks
}

#[test]
fn blue_gray_hides_nothing_and_tells_no_seed() {
    assert_eq!(listen_to(0), 0);
}

#[test]
fn bull_run_names_no_face_down_piece() {
    assert!(listen_to(1) > 1_000);
}

#[test]
fn chancellorsville_1974_names_no_inverted_counter() {
    assert!(listen_to(2) > 1_000);
}

#[test]
fn chancellorsville_1961_hides_nothing_and_tells_no_seed() {
    assert_eq!(listen_to(3), 0);
}

#[test]
fn give_us_victories_names_nothing_unseen() {
    assert!(listen_to(4) > 1_000);
}

/// All that a seat can get out of a room, as texts.
fn squeezed(room: &Arc<Room>, seat: Seat, dice: &mut Dice, actions: &[Value]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut line = join(room, seat, false);
    while let Ok(text) = line.try_recv() {
        // What differs between any two tables: its name and when it was made.
        let mut hello: Value = serde_json::from_str(text.as_str()).unwrap();
        if let Some(about) = hello.get_mut("about").and_then(Value::as_object_mut) {
            about.remove("table");
            about.remove("created");
        }
        texts.push(hello.to_string());
    }
    for op in ["actor", "subjects", "view", "log", "outcome", "save", "hash", "undo", "redo", "replay"] {
        texts.push(ask(room, seat, &json!({ "op": op })).0);
    }
    texts.push(ask(room, seat, &json!({ "op": "legal", "describe": true })).0);
    texts.push(ask(room, seat, &json!({ "op": "replay", "step": 0 })).0);
    for _ in 0..8 {
        let action = &actions[dice.below(actions.len())];
        texts.push(ask(room, seat, &json!({ "op": "why", "action": action })).0);
        texts.push(ask(room, seat, &json!({ "op": "preview", "action": action })).0);
    }
    texts
}

/// Changes positions of random games behind each seat's back. Answers how many it changed.
fn change_behind<G: Game>(kind: &'static dyn Kind, number: u64) -> usize {
    let folder = Folder::new(&format!("behind-{}", kind.catalogue().game));
    let house = house(&folder);
    let mut changed = 0;
    for seed in 0..POSITIONS * deeper() {
        let mut dice = Dice::new(61 + seed * 10 + number);
        let setup = random_setup(kind, &mut dice);
        let game = G::open(&setup).unwrap();
        let mut state = game.start();
        let mut player = engine::player::RandomPlayer::<G>::new(seed);
        // Actions that somebody could do on the way here: to be asked about.
        let mut actions = Vec::new();
        for _ in 0..20 + dice.below(400) {
            let mut next = state.clone();
            match game.actor(&state) {
                Actor::Over(_) => break,
                Actor::Chance(chance) => game.settle(&mut next, &dice.answer(chance.draw), &mut ()),
                asked => {
                    let side = asked.side().unwrap();
                    let action = engine::Player::choose(&mut player, &engine::Chair::new(&game, &state, side));
                    actions.push(game.write_action(action));
                    game.apply_unchecked(&mut next, side, action, &mut ());
                }
            }
            if !matches!(game.actor(&next), Actor::Over(_)) {
                state = next;
            }
        }
        while let Actor::Chance(chance) = game.actor(&state) {
            game.settle(&mut state, &dice.answer(chance.draw), &mut ());
        }
        if matches!(game.actor(&state), Actor::Over(_)) {
            continue;
        }
        let document = |state: &G::State| {
            let mut document = json!({ "game": kind.catalogue().game, "scenario": setup.scenario, "options": setup.options });
            let position = game.write_position(state);
            document.as_object_mut().unwrap().extend(position.as_object().unwrap().clone());
            document
        };
        let now = document(&state);
        let seats = json!({ "union": "me", "confederate": "friend" });
        for seat in SEATS {
            let other = game.sample(&game.knowledge(&state, seat), &mut dice);
            let other_document = document(&other);
            let looks = |state: &G::State| (game.view(&game.knowledge(state, seat)), game.actor(state));
            let same_look = looks(&state) == looks(&other);
            // A dealt position may be one that cannot come up in play: one in which somebody has won, or has nothing left to choose.
            let stands = game.read_position(&other_document).is_ok_and(|read| game.hash(&read) == game.hash(&other));
            if other_document == now || !same_look || !stands || game.audit(&other).is_err() {
                continue;
            }
            let rooms = [&now, &other_document].map(|document| create_in(&house, &json!({ "save": document, "seats": seats })));
            let [Ok(a), Ok(b)] = &rooms else { continue };
            let rooms =
                [a, b].map(|made| house.enter(made["table"].as_str().unwrap(), made["keys"]["spectator"].as_str().unwrap()).unwrap().0);
            let [first, second] = rooms.map(|room| squeezed(&room, seat, &mut Dice::new(seed), &actions));
            for (a, b) in first.iter().zip(&second) {
                let place = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
                let cut = |t: &str| t.get(place.saturating_sub(200)..(place + 200).min(t.len())).unwrap_or(t).to_string();
                assert!(
                    a == b,
                    "{}, position {seed}, {seat:?}: what is hidden makes a difference ({:?})\n  {}\n  {}",
                    kind.catalogue().game,
                    setup.options,
                    cut(a),
                    cut(b)
                );
            }
            assert_eq!(first.len(), second.len());
            changed += 1;
        }
    }
    changed
}

#[test]
fn what_lies_behind_makes_no_difference() {
    let games = [
        change_behind::<bull_run::BullRun>(SHELF[1], 1),
        change_behind::<chancellorsville_1974::Chancellorsville1974>(SHELF[2], 2),
        change_behind::<give_us_victories::GiveUsVictories>(SHELF[4], 4),
    ];
    assert!(games.iter().all(|n| *n >= 5), "too few positions could be changed: {games:?}");
}
