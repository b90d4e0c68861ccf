//! A small field to test on: pieces on hexes, decisions as files write them, answers as people see them.

use bull_run::{Action, BullRun, State};
use engine::words::Piece;
use engine::{Actor, Fog, Handbook, Notation, Positions, Roll, Rules, Seat, Side, View, Words};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A game in some position.
pub struct Battlefield {
    pub game: BullRun,
    pub s: State,
}

/// The game with these options on.
pub fn game(on: &[&str]) -> BullRun {
    let mut chosen: BTreeMap<String, String> = on.iter().map(|id| (id.to_string(), "on".to_string())).collect();
    if on.contains(&"no-retreat-from-guns") {
        chosen.remove("no-retreat-from-guns");
        chosen.insert("retreat-from-guns".into(), "off".into());
    }
    BullRun::open(&BullRun::catalogue().complete(None, &chosen).unwrap()).unwrap()
}

/// The position before set-up.
pub fn fresh(on: &[&str]) -> Battlefield {
    let game = game(on);
    let s = game.start();
    Battlefield { game, s }
}

/// A position: `movement union 5` and pieces like `13-ny:BB31:active 4-sc:off=rally-box 13-ny:in=sherman-brigade`.
pub fn field(head: &str, units: &str) -> Battlefield {
    field_with(&[], head, units, json!({}))
}

pub fn field_with(on: &[&str], head: &str, units: &str, more: Value) -> Battlefield {
    let game = game(on);
    let document = document(head, units, more);
    let s = game.read_position(&document).unwrap_or_else(|e| panic!("{e}"));
    Battlefield { game, s }
}

pub fn document(head: &str, units: &str, more: Value) -> Value {
    let head: Vec<&str> = head.split_whitespace().collect();
    let units: Vec<Value> = units
        .split_whitespace()
        .map(|text| {
            let mut parts = text.split(':');
            let mut unit = json!({ "id": parts.next().unwrap() });
            for part in parts {
                match part.split_once('=') {
                    Some((key, value)) => unit[key] = json!(value),
                    None if part.chars().next().unwrap().is_ascii_uppercase() => unit["hex"] = json!(part),
                    None => unit[part] = json!(true),
                }
            }
            unit
        })
        .collect();
    let mut document = json!({ "phase": head[0], "active": head[1], "turn": head[2].parse::<u8>().unwrap(), "units": units });
    for (key, value) in more.as_object().unwrap() {
        document[key] = value.clone();
    }
    document
}

impl Battlefield {
    pub fn asked(&self) -> Side {
        match self.game.actor(&self.s) {
            Actor::Side(side) => side,
            other => panic!("{other:?} is asked"),
        }
    }

    pub fn read(&self, action: &Value) -> Action {
        self.game.read_action(action).unwrap_or_else(|e| panic!("{action}: {e}"))
    }

    /// Who would do that: the side asked, or whoever owns a brigade that breaks up.
    fn by(&self, action: &Value) -> Side {
        let broken = action["brigade"].as_str().filter(|_| action["do"] == "break");
        broken.and_then(|id| self.piece(id).map(|p| p.side)).unwrap_or_else(|| self.asked())
    }

    #[track_caller]
    pub fn allows(&self, action: Value) {
        let read = self.read(&action);
        if let Err(illegal) = self.game.check(&self.s, self.by(&action), read) {
            panic!("{action} is refused: {illegal}");
        }
    }

    /// The action is refused under that rule and changes nothing.
    #[track_caller]
    pub fn refuses(&self, action: Value, rule: &str) {
        let mut copy = self.s.clone();
        let by = self.by(&action);
        match self.game.apply(&mut copy, by, self.read(&action), &mut ()) {
            Ok(()) => panic!("{action} is allowed"),
            Err(illegal) => assert_eq!(illegal.rule, rule, "{action}: {illegal}"),
        }
        assert_eq!(self.game.hash(&copy), self.game.hash(&self.s), "a refused action changed something");
    }

    /// Does it; answers the log.
    #[track_caller]
    pub fn play(&mut self, action: Value) -> Vec<String> {
        let read = self.read(&action);
        let by = self.by(&action);
        let mut events = Vec::new();
        if let Err(illegal) = self.game.apply(&mut self.s, by, read, &mut events) {
            panic!("{action} is refused: {illegal}");
        }
        if let Err(fault) = self.game.audit(&self.s) {
            panic!("after {action}: {fault}");
        }
        events.iter().filter_map(|e| self.game.tell(e, Seat::Referee)).map(|t| t.text).collect()
    }

    #[track_caller]
    pub fn roll(&mut self, die: u8) -> Vec<String> {
        assert!(matches!(self.game.actor(&self.s), Actor::Chance(_)), "no die is asked for: {}", self.prompt());
        let mut events = Vec::new();
        self.game.settle(&mut self.s, &Roll::one(die), &mut events);
        if let Err(fault) = self.game.audit(&self.s) {
            panic!("after die {die}: {fault}");
        }
        events.iter().filter_map(|e| self.game.tell(e, Seat::Referee)).map(|t| t.text).collect()
    }

    pub fn rolls(&self) -> bool {
        matches!(self.game.actor(&self.s), Actor::Chance(_))
    }

    pub fn winner(&self) -> Option<Side> {
        match self.game.actor(&self.s) {
            Actor::Over(verdict) => verdict.winner,
            _ => None,
        }
    }

    pub fn view(&self) -> View {
        self.view_as(Seat::Referee)
    }

    pub fn view_as(&self, seat: Seat) -> View {
        self.game.view(&self.game.knowledge(&self.s, seat))
    }

    pub fn prompt(&self) -> String {
        self.view().prompt
    }

    pub fn piece(&self, id: &str) -> Option<Piece> {
        self.view().pieces.into_iter().find(|p| p.id == id)
    }

    /// The hex of a piece, or where it is otherwise; `nowhere` inside a brigade piece or set aside.
    pub fn at(&self, id: &str) -> String {
        match self.piece(id) {
            Some(Piece { hex: Some(hex), .. }) => hex,
            Some(Piece { off: Some(off), .. }) => off.word().into(),
            _ => "nowhere".into(),
        }
    }

    pub fn is(&self, id: &str, state: &str) -> bool {
        self.piece(id).is_some_and(|p| p.states.iter().any(|c| c.word() == state))
    }

    /// A march by hexes: `march("13-ny", "R3 Q3")`.
    pub fn march(&self, id: &str, way: &str) -> Value {
        self.way("march", id, &self.at(id), way)
    }

    /// The march of a reinforcement from its entry hex.
    pub fn enter(&self, id: &str, entry: &str, way: &str) -> Value {
        self.way("march", id, entry, way)
    }

    pub fn retreat(&self, id: &str, way: &str) -> Value {
        self.way("retreat", id, &self.at(id), way)
    }

    fn way(&self, verb: &str, id: &str, from: &str, way: &str) -> Value {
        let grid = &boards::bull_run().grid;
        let mut at = grid.parse(from).unwrap_or_else(|e| panic!("{id} is at {from}: {e}"));
        let mut path = Vec::new();
        for name in way.split_whitespace() {
            // A bare direction leads off the map.
            if let Some(direction) = board::Direction::from_name(name) {
                path.push(direction.name());
                continue;
            }
            let to = grid.parse(name).unwrap();
            let direction = grid.direction(at, to).unwrap_or_else(|| panic!("{name} is not beside {}", grid.name(at)));
            path.push(direction.name());
            at = to;
        }
        json!({ "do": verb, "piece": id, "path": path })
    }

    /// All that is listed now.
    pub fn legal(&self) -> Vec<Value> {
        let side = self.asked();
        let (mut subjects, mut actions) = (Vec::new(), Vec::new());
        self.game.subjects(&self.s, side, &mut subjects);
        subjects.into_iter().for_each(|s| self.game.options(&self.s, side, s, &mut actions));
        actions.into_iter().map(|a| self.game.write_action(a)).collect()
    }

    pub fn lists(&self, action: &Value) -> bool {
        self.legal().contains(action)
    }

    /// The hexes to which listed retreats of a piece lead.
    pub fn retreat_ends(&self, id: &str) -> Vec<String> {
        let side = self.asked();
        let known = self.game.knowledge(&self.s, side.into());
        let mut ends: Vec<String> = self
            .legal()
            .iter()
            .filter(|a| a["do"] == "retreat" && a["piece"] == id)
            .map(|a| match self.game.describe(&known, self.read(a)).target {
                engine::Target::Hex(hex) => hex,
                _ => "eliminated".into(),
            })
            .collect();
        ends.sort();
        ends
    }

    /// `14 : 6, 2-1` of the battle at hand or being stated.
    pub fn odds(&self) -> String {
        self.view().battle.expect("a battle is at hand").odds
    }

    /// States a single battle and closes it.
    #[track_caller]
    pub fn battle(&mut self, attackers: &str, defenders: &str) {
        let (mut a, mut d) = (attackers.split_whitespace(), defenders.split_whitespace());
        self.play(json!({ "do": "engage", "attacker": a.next().unwrap(), "defender": d.next().unwrap() }));
        for id in d {
            self.play(json!({ "do": "target", "defender": id }));
        }
        for id in a {
            self.play(json!({ "do": "join", "attacker": id }));
        }
        self.play(json!({ "do": "close" }));
    }

    /// States a single battle, ends the declaration, and begins it.
    #[track_caller]
    pub fn fight(&mut self, attackers: &str, defenders: &str) {
        self.battle(attackers, defenders);
        self.play(json!({ "do": "done" }));
        self.play(json!({ "do": "resolve", "battle": 1 }));
    }

    /// The same with the die.
    #[track_caller]
    pub fn fight_with(&mut self, attackers: &str, defenders: &str, die: u8) -> Vec<String> {
        self.fight(attackers, defenders);
        self.roll(die)
    }

    #[track_caller]
    pub fn done(&mut self) -> Vec<String> {
        self.play(json!({ "do": "done" }))
    }
}

pub fn done() -> Value {
    json!({ "do": "done" })
}

pub fn engage(attacker: &str, defender: &str) -> Value {
    json!({ "do": "engage", "attacker": attacker, "defender": defender })
}

pub fn join(attacker: &str) -> Value {
    json!({ "do": "join", "attacker": attacker })
}

pub fn target(defender: &str) -> Value {
    json!({ "do": "target", "defender": defender })
}

pub fn lose(unit: &str) -> Value {
    json!({ "do": "lose", "unit": unit })
}

pub fn form(brigade: &str, units: &[&str]) -> Value {
    json!({ "do": "form", "brigade": brigade, "units": units })
}

pub fn break_up(brigade: &str) -> Value {
    json!({ "do": "break", "brigade": brigade })
}

pub fn face(battery: &str) -> Value {
    json!({ "do": "face", "battery": battery })
}

pub fn place(piece: &str, hex: &str) -> Value {
    json!({ "do": "place", "piece": piece, "hex": hex })
}

pub fn automatic(attackers: &[&str]) -> Value {
    json!({ "do": "automatic", "attackers": attackers })
}

pub fn advance(unit: &str, hex: &str) -> Value {
    json!({ "do": "advance", "unit": unit, "hex": hex })
}

pub fn rally(leader: &str, unit: &str) -> Value {
    json!({ "do": "rally", "leader": leader, "unit": unit })
}
