//! A small table for tests: positions in a few lines, orders by name.

use chancellorsville_1961::{Action, Chancellorsville1961, Clash, Event, Piece, State};
use engine::{Actor, BadField, Handbook, Notation, Positions, Roll, Rules, Side, Words};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub use engine::Side::{Confederate, Union};

/// The game without options.
pub fn game() -> Chancellorsville1961 {
    game_with(&[])
}

/// The game with options.
pub fn game_with(options: &[(&str, &str)]) -> Chancellorsville1961 {
    let options: BTreeMap<String, String> = options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let setup = Chancellorsville1961::catalogue().complete(None, &options).unwrap();
    Chancellorsville1961::open(&setup).unwrap()
}

/// A game in progress.
pub struct Table {
    pub game: Chancellorsville1961,
    pub state: State,
    pub events: Vec<Event>,
}

/// A position as a hand would write it: the mover, the units with their hexes. More fields are merged in.
pub fn position(mover: Side, units: &[(&str, &str)], more: Value) -> Value {
    let units: Vec<Value> = units.iter().map(|(id, hex)| json!({ "id": id, "hex": hex })).collect();
    let mut position = json!({ "turn": 5, "phase": "move", "active": mover.id(), "units": units });
    for (key, value) in more.as_object().unwrap() {
        position[key] = value.clone();
    }
    position
}

/// The start of a movement portion with these units.
pub fn moving(mover: Side, units: &[(&str, &str)]) -> Table {
    moving_with(mover, units, json!({}))
}

/// The same with more fields: forts, bridges, contacts.
pub fn moving_with(mover: Side, units: &[(&str, &str)], more: Value) -> Table {
    let game = game();
    let state = game.read_position(&position(mover, units, more)).unwrap();
    Table { game, state, events: Vec::new() }
}

/// What is wrong with a position.
pub fn misread(value: &Value) -> BadField {
    game().read_position(value).map(drop).unwrap_err()
}

/// The same table after the movement portion was ended without a move.
pub fn fighting(mover: Side, units: &[(&str, &str)]) -> Table {
    fighting_with(mover, units, json!({}))
}

/// The same with more fields.
pub fn fighting_with(mover: Side, units: &[(&str, &str)], more: Value) -> Table {
    let mut table = moving_with(mover, units, more);
    table.act(json!({ "do": "end-move" }));
    table
}

impl Table {
    /// A fresh game.
    pub fn fresh() -> Table {
        let game = game();
        let state = game.start();
        Table { game, state, events: Vec::new() }
    }

    pub fn asked(&self) -> Side {
        self.game.actor(&self.state).side().unwrap_or_else(|| panic!("no side is asked: {:?}", self.game.actor(&self.state)))
    }

    pub fn piece(&self, id: &str) -> Piece {
        self.game.book().by_id(id).unwrap_or_else(|| panic!("no counter {id}"))
    }

    fn read(&self, action: &Value) -> Action {
        self.game.read_action(action).unwrap_or_else(|e| panic!("{action}: {e}"))
    }

    /// Does an action for whoever is asked.
    pub fn act(&mut self, action: Value) -> &mut Table {
        let by = self.asked();
        self.act_as(by, action)
    }

    /// Does an action for a side.
    pub fn act_as(&mut self, by: Side, action: Value) -> &mut Table {
        let read = self.read(&action);
        let mut events = Vec::new();
        self.game.apply(&mut self.state, by, read, &mut events).unwrap_or_else(|e| panic!("{action} for {by}: {e}"));
        self.game.audit(&self.state).unwrap_or_else(|e| panic!("{action}: {e}"));
        self.events.extend(events);
        self
    }

    /// Whether an action is legal for whoever is asked.
    pub fn may(&self, action: Value) -> bool {
        self.game.check(&self.state, self.asked(), self.read(&action)).is_ok()
    }

    /// An action is refused under that rule, and changes nothing.
    pub fn refuse(&self, rule: &str, action: Value) -> &Table {
        self.refuse_as(self.asked(), rule, action)
    }

    /// The same for a side.
    pub fn refuse_as(&self, by: Side, rule: &str, action: Value) -> &Table {
        let mut copy = self.state.clone();
        let refused = self.game.apply(&mut copy, by, self.read(&action), &mut ());
        match refused {
            Ok(()) => panic!("{action} was accepted, against {rule}"),
            Err(illegal) => assert_eq!(illegal.rule, rule, "{action}: {illegal}"),
        }
        assert_eq!(self.game.hash(&copy), self.game.hash(&self.state), "a refused action changed something");
        self
    }

    /// Answers the die.
    pub fn roll(&mut self, die: u8) -> &mut Table {
        assert!(matches!(self.game.actor(&self.state), Actor::Chance(_)), "no die is asked for: {}", self.game.prompt(&self.state));
        let mut events = Vec::new();
        self.game.settle(&mut self.state, &Roll::one(die), &mut events);
        self.game.audit(&self.state).unwrap();
        self.events.extend(events);
        self
    }

    pub fn asks_die(&self) -> bool {
        matches!(self.game.actor(&self.state), Actor::Chance(_))
    }

    pub fn march(&mut self, units: &[&str], path: &[&str]) -> &mut Table {
        self.act(march(units, path))
    }

    pub fn end(&mut self) -> &mut Table {
        self.act(json!({ "do": "end-move" }))
    }

    pub fn attack(&mut self, unit: &str, enemy: &str) -> &mut Table {
        self.act(json!({ "do": "attack", "unit": unit, "enemy": enemy }))
    }

    pub fn join(&mut self, unit: &str) -> &mut Table {
        self.act(json!({ "do": "join", "unit": unit }))
    }

    pub fn include(&mut self, enemy: &str) -> &mut Table {
        self.act(json!({ "do": "include", "enemy": enemy }))
    }

    pub fn commit(&mut self) -> &mut Table {
        self.act(json!({ "do": "commit" }))
    }

    pub fn fight(&mut self, enemy: &str) -> &mut Table {
        self.act(json!({ "do": "fight", "enemy": enemy }))
    }

    /// A whole battle of the division in one line: the first attacker and defender begin it.
    pub fn battle(&mut self, attackers: &[&str], defenders: &[&str]) -> &mut Table {
        self.attack(attackers[0], defenders[0]);
        for unit in &attackers[1..] {
            self.join(unit);
        }
        for enemy in &defenders[1..] {
            self.include(enemy);
        }
        self
    }

    /// The name of a unit's hex, or `off`.
    pub fn hex(&self, id: &str) -> String {
        let hex = self.state.hex(self.piece(id));
        if hex == chancellorsville_1961::ground::OFF { "off".into() } else { self.game.book().ground.name(hex) }
    }

    pub fn is_lost(&self, id: &str) -> bool {
        self.state.lost() & self.piece(id).bit() != 0
    }

    /// The battle in which an enemy defends.
    pub fn clash(&self, enemy: &str) -> Clash {
        let members = (1..60).find(|n| self.state.members(*n) & self.piece(enemy).bit() != 0).expect("it is in no battle");
        self.game.battle(&self.state, members)
    }

    /// Odds in numbers: attack, defence.
    pub fn odds(&self, enemy: &str) -> (u16, u16) {
        let clash = self.clash(enemy);
        (clash.attack, clash.defence)
    }

    /// The actions listed for a counter, as written.
    pub fn listed(&self, id: &str) -> Vec<Value> {
        let by = self.asked();
        let subject = self.game.read_subject(&json!({ "piece": id })).unwrap();
        let mut subjects = Vec::new();
        self.game.subjects(&self.state, by, &mut subjects);
        if !subjects.contains(&subject) {
            return Vec::new();
        }
        let mut actions = Vec::new();
        self.game.options(&self.state, by, subject, &mut actions);
        actions.into_iter().map(|a| self.game.write_action(a)).collect()
    }

    /// The hexes where listed marches or retreats of a counter end.
    pub fn ends(&self, id: &str) -> Vec<String> {
        let paths = self.listed(id).into_iter().filter_map(|a| a.get("path").and_then(Value::as_array).cloned());
        let mut ends: Vec<String> = paths.map(|p| p.last().unwrap().as_str().unwrap().to_string()).collect();
        ends.sort();
        ends
    }

    /// Everything that is listed for whoever is asked.
    pub fn all_listed(&self) -> Vec<Action> {
        let by = self.asked();
        let (mut subjects, mut actions) = (Vec::new(), Vec::new());
        self.game.subjects(&self.state, by, &mut subjects);
        subjects.into_iter().for_each(|s| self.game.options(&self.state, by, s, &mut actions));
        actions
    }

    /// Ends the Turn of whoever moves, dividing battles as they come, with sixes for dice.
    pub fn pass(&mut self) -> &mut Table {
        let (turn, mover) = (self.state.turn(), self.state.mover());
        while (self.state.turn(), self.state.mover()) == (turn, mover) {
            match self.game.actor(&self.state) {
                Actor::Chance(_) => {
                    self.roll(6);
                }
                Actor::Over(_) => break,
                _ => {
                    let listed = self.all_listed();
                    let done = [Action::EndMove, Action::DivideRest, Action::Commit, Action::Stay];
                    let action = listed.iter().copied().find(|a| done.contains(a)).unwrap_or(listed[0]);
                    let action = self.game.write_action(action);
                    self.act(action);
                }
            }
        }
        self
    }
}

pub fn march(units: &[&str], path: &[&str]) -> Value {
    json!({ "do": "march", "units": units, "path": path })
}

pub fn attack(unit: &str, enemy: &str) -> Value {
    json!({ "do": "attack", "unit": unit, "enemy": enemy })
}

pub fn join(unit: &str) -> Value {
    json!({ "do": "join", "unit": unit })
}

pub fn include(enemy: &str) -> Value {
    json!({ "do": "include", "enemy": enemy })
}

pub fn commit() -> Value {
    json!({ "do": "commit" })
}

pub fn retreat(unit: &str, path: &[&str]) -> Value {
    json!({ "do": "retreat", "unit": unit, "path": path })
}

/// Forts for [`moving_with`].
pub fn forts(hexes: &[&str]) -> Value {
    json!({ "forts": { "confederate": hexes } })
}
