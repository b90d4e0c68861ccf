//! A field to test on: a short position in words, orders in the hobby's notation, and what came of them.

use std::collections::BTreeMap;

use chancellorsville_1974::{Action, Chancellorsville1974, Event, State};
use engine::{Actor, Fog, Handbook, Notation, Positions, Roll, Rules, Seat, Side, View, Words};
use serde_json::{Value, json};

/// A refusal is known by its rule.
pub type Said = Result<(), &'static str>;

pub struct Battlefield {
    pub game: Chancellorsville1974,
    pub state: State,
    /// Everything that was told, in words, to the referee.
    pub log: Vec<String>,
}

/// A game with these options on, or at the value that follows an equals sign.
pub fn game(options: &[&str]) -> Chancellorsville1974 {
    let chosen: BTreeMap<String, String> =
        options.iter().map(|o| o.split_once('=').unwrap_or((o, "on"))).map(|(o, value)| (o.to_string(), value.to_string())).collect();
    let setup = Chancellorsville1974::catalogue().complete(None, &chosen).expect("known options");
    Chancellorsville1974::open(&setup).expect("opens")
}

/// The position in a text of items between semicolons: `turn 3`, `union combat`, `option unit-functions`, `fort W-16`,
/// `bridge bridge-1 C-3 D-3 B-3 laid 3`, `eliminated lee jackson`, and counters: `devens:2 W-16 +moved`.
pub fn document(text: &str) -> (Vec<String>, Value) {
    let (mut units, mut forts, mut bridges, mut options) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut off: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut turn, mut phase, mut active) = (3u64, "movement".to_string(), "union".to_string());
    let mut returning: Vec<String> = Vec::new();
    for item in text.split(';').map(str::trim).filter(|i| !i.is_empty()) {
        let words: Vec<&str> = item.split_whitespace().collect();
        match words[0] {
            "turn" => turn = words[1].parse().expect("a turn"),
            "union" | "confederate" => {
                active = words[0].to_string();
                phase = words[1].to_string();
            }
            "option" => options.extend(words[1..].iter().map(ToString::to_string)),
            "fort" => forts.extend(words[1..].iter().map(ToString::to_string)),
            "bridge" => {
                units.push(json!({"id": words[1], "hex": words[2]}));
                let laid: u64 = words.get(6).map_or(0, |n| n.parse().expect("a turn"));
                bridges.push(json!({"id": words[1], "near": words[3], "far": words[4], "laid": laid}));
            }
            "returning" => {
                returning.extend(words[1..].iter().map(ToString::to_string));
                off.entry("raid".into()).or_default().extend(words[1..].iter().map(ToString::to_string));
            }
            "eliminated" | "box" | "raid" => {
                off.entry(words[0].into()).or_default().extend(words[1..].iter().map(ToString::to_string));
            }
            id => {
                let (id, disrupted) = id.split_once(':').unwrap_or((id, "0"));
                let marks: Vec<&str> = words[2..].iter().map(|m| m.trim_start_matches('+')).collect();
                let disrupted: u64 = disrupted.parse().expect("turns of disruption");
                units.push(json!({"id": id, "hex": words[1], "disrupted": disrupted, "marks": marks}));
            }
        }
    }
    let document = json!({
        "turn": turn, "phase": phase, "active": active, "units": units, "forts": forts, "bridges": bridges, "off": off, "returning": returning,
    });
    (options, document)
}

impl Battlefield {
    pub fn new(text: &str) -> Battlefield {
        let (options, document) = document(text);
        let game = game(&options.iter().map(String::as_str).collect::<Vec<_>>());
        let state = game.read_position(&document).unwrap_or_else(|bad| panic!("{bad} in {text}"));
        Battlefield { game, state, log: Vec::new() }
    }

    /// A fresh game at set-up.
    pub fn fresh(options: &[&str]) -> Battlefield {
        let game = game(options);
        let state = game.start();
        Battlefield { game, state, log: Vec::new() }
    }

    pub fn actor(&self) -> Actor {
        self.game.actor(&self.state)
    }

    pub fn asked(&self) -> Option<Side> {
        self.actor().side()
    }

    pub fn read(&self, action: &Value) -> Action {
        self.game.read_action(action).unwrap_or_else(|bad| panic!("{bad} in {action}"))
    }

    /// Whether that side may do it.
    pub fn why(&self, by: Side, action: &Value) -> Said {
        self.game.check(&self.state, by, self.read(action)).map_err(|e| e.rule)
    }

    fn note(&mut self, events: &[Event]) {
        self.log.extend(events.iter().filter_map(|e| self.game.tell(e, Seat::Referee)).map(|t| t.text));
    }

    /// Does it, for whoever is asked.
    pub fn act(&mut self, action: Value) -> Said {
        let by = self.asked().unwrap_or_else(|| panic!("no side is asked, but {:?}", self.actor()));
        self.act_as(by, action)
    }

    pub fn act_as(&mut self, by: Side, action: Value) -> Said {
        let action = self.read(&action);
        let mut events = Vec::new();
        let before = self.game.hash(&self.state);
        let said = self.game.apply(&mut self.state, by, action, &mut events).map_err(|e| e.rule);
        if said.is_err() {
            assert_eq!(before, self.game.hash(&self.state), "a refused action changes nothing");
        }
        self.note(&events);
        said
    }

    pub fn march(&mut self, pieces: &str, path: &str) -> Said {
        self.act(march(pieces, path))
    }

    pub fn attack(&mut self, hexes: &str, attackers: &str) -> Said {
        self.act(json!({"do": "attack", "hexes": words(hexes), "attackers": words(attackers)}))
    }

    pub fn fire(&mut self, hex: &str, guns: &str) -> Said {
        self.act(json!({"do": "fire", "hex": hex, "guns": words(guns)}))
    }

    pub fn retreat(&mut self, piece: &str, path: &str) -> Said {
        self.act(json!({"do": "retreat", "piece": piece, "path": words(path)}))
    }

    pub fn advance(&mut self, piece: &str, hex: &str) -> Said {
        self.act(json!({"do": "advance", "piece": piece, "hex": hex}))
    }

    pub fn piece(&mut self, what: &str, piece: &str) -> Said {
        self.act(json!({"do": what, "piece": piece}))
    }

    pub fn place(&mut self, piece: &str, hex: &str) -> Said {
        self.act(json!({"do": "place", "piece": piece, "hex": hex}))
    }

    pub fn fort(&mut self, hex: &str) -> Said {
        self.act(json!({"do": "place-fort", "hex": hex}))
    }

    pub fn emplace(&mut self, bridge: &str, path: &str, near: &str, far: &str) -> Said {
        self.act(json!({"do": "emplace", "piece": bridge, "path": words(path), "near": near, "far": far}))
    }

    pub fn done(&mut self) -> Said {
        self.act(json!({"do": "done"}))
    }

    pub fn roll(&mut self, die: u8) {
        assert!(matches!(self.actor(), Actor::Chance(_)), "no die is asked for, but {:?}", self.actor());
        let mut events = Vec::new();
        self.game.settle(&mut self.state, &Roll::one(die), &mut events);
        self.note(&events);
    }

    pub fn rolls(&self) -> bool {
        matches!(self.actor(), Actor::Chance(_))
    }

    pub fn position(&self) -> Value {
        self.game.write_position(&self.state)
    }

    fn unit(&self, piece: &str) -> Option<Value> {
        let position = self.position();
        position["units"].as_array().expect("units").iter().find(|u| u["id"] == piece).cloned()
    }

    /// The hex of a piece, or a dash.
    pub fn hex(&self, piece: &str) -> String {
        self.unit(piece).map_or("-".into(), |u| u["hex"].as_str().expect("a hex").to_string())
    }

    pub fn disrupted(&self, piece: &str) -> u64 {
        self.unit(piece).and_then(|u| u["disrupted"].as_u64()).unwrap_or(0)
    }

    pub fn marked(&self, piece: &str, mark: &str) -> bool {
        self.unit(piece).is_some_and(|u| u["marks"].as_array().is_some_and(|m| m.iter().any(|w| w == mark)))
    }

    /// Where a piece is that is not on the map.
    pub fn off(&self, piece: &str, fate: &str) -> bool {
        self.position()["off"][fate].as_array().is_some_and(|l| l.iter().any(|id| id == piece))
    }

    pub fn lost(&self, piece: &str) -> bool {
        self.off(piece, "eliminated")
    }

    pub fn phase(&self) -> String {
        let position = self.position();
        format!("{} {} {}", position["turn"], position["active"].as_str().unwrap_or("?"), position["phase"].as_str().unwrap_or("?"))
    }

    /// Everything that is listed for whoever is asked.
    pub fn legal(&self) -> Vec<Value> {
        let by = self.asked().expect("a side is asked");
        let (mut subjects, mut actions) = (Vec::new(), Vec::new());
        self.game.subjects(&self.state, by, &mut subjects);
        subjects.into_iter().for_each(|s| self.game.options(&self.state, by, s, &mut actions));
        actions.into_iter().map(|a| self.game.write_action(a)).collect()
    }

    pub fn listed(&self, action: &Value) -> bool {
        self.legal().contains(action)
    }

    pub fn view(&self, seat: Seat) -> View {
        self.game.view(&self.game.knowledge(&self.state, seat))
    }

    /// The odds of an action as its note says: `9 to 6: 1-1`.
    pub fn odds(&self, action: &Value) -> String {
        let by = self.asked().expect("a side is asked");
        self.game.describe(&self.game.knowledge(&self.state, by.into()), self.read(action)).note.unwrap_or_default()
    }

    pub fn attack_odds(&self, hexes: &str, attackers: &str) -> String {
        self.odds(&json!({"do": "attack", "hexes": words(hexes), "attackers": words(attackers)}))
    }

    pub fn fire_odds(&self, hex: &str, guns: &str) -> String {
        self.odds(&json!({"do": "fire", "hex": hex, "guns": words(guns)}))
    }

    /// Retreats every loser the first way that is listed.
    pub fn fall_back(&mut self) {
        while self.asked().is_some() {
            let Some(retreat) = self.legal().into_iter().find(|a| a["do"] == "retreat") else { return };
            self.act(retreat).expect("listed");
        }
    }

    /// Ends phases until that one begins.
    pub fn until(&mut self, phase: &str) {
        for _ in 0..50 {
            if self.phase() == phase {
                return;
            }
            if self.rolls() {
                self.roll(1);
            } else {
                self.done().unwrap_or_else(|rule| panic!("{} does not end: {rule}", self.phase()));
            }
        }
        panic!("{phase} never begins");
    }
}

pub fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

pub fn march(pieces: &str, path: &str) -> Value {
    json!({"do": "march", "pieces": words(pieces), "path": words(path)})
}
