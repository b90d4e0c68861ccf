//! A field to try rules on: units on hexes of the real board, orders in a few words, and what must come of them.
//!
//! | order | means |
//! | --- | --- |
//! | `move Polk to 2306`, `move Polk to 2306 taking 2207` | a march, by the cheapest way |
//! | `march Polk 2306 2307` | a march along just these hexes |
//! | `enter 1/2/XII at 0427 to 0425`, `leave Train by 0101` | on and off the map |
//! | `attack 1806`, `join 1805`, `bombard Calvert`, `fight 3-1` | a battle, piece by piece |
//! | `lose Polk`, `retreat Polk to 2306`, `retreat Polk to 2306 push Wright`, `stand Calvert`, `advance Polk to 1805` | its results |
//! | `end movement`, `end combat`, `end exchange`, `end advance` | enough |
//! | `roll 3` | the die |

use blue_gray::{Action, BlueGray, Event, State, Subject, UnitId};
use engine::{Actor, Chair, Handbook, Illegal, Notation, Positions, Roll, Rules, Seat, SetUp, Side, Words};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A table with these options on.
pub fn open(effectiveness: bool, quota: bool) -> BlueGray {
    let on = |b: bool| if b { "on" } else { "off" }.to_string();
    let options = [("attack-effectiveness".to_string(), on(effectiveness)), ("movement-quota".to_string(), on(quota))];
    BlueGray::open(&SetUp { scenario: "chattanooga".into(), options: options.into() }).expect("Chattanooga opens")
}

/// Chattanooga as printed, without options.
pub fn standard() -> &'static BlueGray {
    static GAME: LazyLock<BlueGray> = LazyLock::new(|| open(false, true));
    &GAME
}

/// Chattanooga with attack effectiveness (BG-11).
pub fn effective() -> &'static BlueGray {
    static GAME: LazyLock<BlueGray> = LazyLock::new(|| open(true, true));
    &GAME
}

/// Chattanooga without the Union's quota (CH-22.0a).
pub fn unlimited() -> &'static BlueGray {
    static GAME: LazyLock<BlueGray> = LazyLock::new(|| open(false, false));
    &GAME
}

/// Both at once.
pub fn effective_unlimited() -> &'static BlueGray {
    static GAME: LazyLock<BlueGray> = LazyLock::new(|| open(true, false));
    &GAME
}

/// How many rounds of a property to try: more with `LONGROLL_SOAK`, which counts games and stands at 200 by itself.
pub fn rounds(usual: u64) -> u64 {
    let soak = std::env::var("LONGROLL_SOAK").ok().and_then(|n| n.parse::<u64>().ok()).unwrap_or(200);
    (usual * soak / 200).max(1)
}

/// A position being tried out.
pub struct Battlefield {
    /// The rules.
    pub game: &'static BlueGray,
    /// The position.
    pub state: State,
    /// What happened so far.
    pub events: Vec<Event>,
}

impl Battlefield {
    /// `Battlefield::on("3 union movement", "1/2/XV 1605, Polk 1705 moved")`: turn, side, phase; units, hexes and marks. All other units
    /// are set aside.
    #[track_caller]
    pub fn on(when: &str, units: &str) -> Battlefield {
        Battlefield::of(standard(), when, units)
    }

    /// The same with other rules.
    #[track_caller]
    pub fn of(game: &'static BlueGray, when: &str, units: &str) -> Battlefield {
        Battlefield::from_value(game, position(when, units))
    }

    /// A position as written in a file.
    #[track_caller]
    pub fn from_value(game: &'static BlueGray, value: Value) -> Battlefield {
        let state = game.read_position(&value).unwrap_or_else(|bad| panic!("the position cannot be read: {bad}\n{value:#}"));
        Battlefield { game, state, events: Vec::new() }
    }

    /// The start of the game.
    pub fn start(game: &'static BlueGray) -> Battlefield {
        Battlefield { game, state: game.start(), events: Vec::new() }
    }

    /// The side that is asked.
    #[track_caller]
    pub fn asked(&self) -> Side {
        match self.game.actor(&self.state) {
            Actor::Side(side) => side,
            other => panic!("a side should be asked, not {other:?}"),
        }
    }

    /// Whether the die is asked for.
    pub fn asks_die(&self) -> bool {
        matches!(self.game.actor(&self.state), Actor::Chance(_))
    }

    /// The unit of that id.
    #[track_caller]
    pub fn unit(&self, name: &str) -> UnitId {
        self.game.unit_named(name).unwrap_or_else(|| panic!("no unit {name}"))
    }

    /// An order as an action in a file.
    #[track_caller]
    pub fn value(&self, order: &str) -> Value {
        let words: Vec<&str> = order.split_whitespace().collect();
        match words[..] {
            ["move", unit, "to", hex] => json!({ "move": unit, "to": hex }),
            ["move", unit, "to", hex, "taking", ref taken @ ..] => json!({ "move": unit, "to": hex, "taking": taken }),
            ["march", unit, ref hexes @ ..] => {
                let here = self.place(unit);
                let path: Vec<&str> = std::iter::once(here.as_str()).chain(hexes.iter().copied()).collect();
                json!({ "move": unit, "path": path })
            }
            ["enter", unit, "at", hex] => json!({ "enter": unit, "at": hex }),
            ["enter", unit, "at", hex, "to", end] => json!({ "enter": unit, "at": hex, "to": end }),
            ["enter", unit, "at", hex, "to", end, "taking", ref taken @ ..] => {
                json!({ "enter": unit, "at": hex, "to": end, "taking": taken })
            }
            ["leave", unit, "by", hex] => json!({ "leave": unit, "by": hex }),
            ["end", what] => json!({ "end": what }),
            ["attack", hex] => json!({ "attack": hex }),
            ["join", hex] => json!({ "join": hex }),
            ["bombard", gun] => json!({ "bombard": gun }),
            ["fight", odds] => json!({ "fight": odds }),
            ["lose", unit] => json!({ "lose": unit }),
            ["retreat", unit, "to", hex] => json!({ "retreat": unit, "to": hex }),
            ["retreat", unit, "to", hex, "push", other] => json!({ "retreat": unit, "to": hex, "push": other }),
            ["place", unit, "to", hex] => json!({ "place": unit, "to": hex }),
            ["dig", unit] => json!({ "dig": unit }),
            ["declare", event] => json!({ "declare": event }),
            ["stand", gun] => json!({ "stand": gun }),
            ["advance", unit, "to", hex] => json!({ "advance": unit, "to": hex }),
            _ => panic!("no such order: {order}"),
        }
    }

    /// An order as an action.
    #[track_caller]
    pub fn action(&self, order: &str) -> Action {
        let value = self.value(order);
        self.game.read_action(&value).unwrap_or_else(|bad| panic!("{order}: {bad}"))
    }

    /// Gives orders, one after the other, each of which must be legal: `"attack 1806; join 1805; fight 3-1; roll 2"`.
    #[track_caller]
    pub fn order(&mut self, orders: &str) -> &mut Battlefield {
        for order in orders.split(';').map(str::trim).filter(|o| !o.is_empty()) {
            if let Some(die) = order.strip_prefix("roll ") {
                assert!(self.asks_die(), "{order}: the die is not asked for; {}", self.game.prompt(&self.state));
                self.game.settle(&mut self.state, &Roll::one(die.parse().expect("a die")), &mut self.events);
            } else {
                if self.asks_die() {
                    panic!("{order}: the die is asked for");
                }
                let (by, action) = (self.asked(), self.action(order));
                if let Err(illegal) = self.game.apply(&mut self.state, by, action, &mut self.events) {
                    panic!("{order} should be legal: {illegal}");
                }
            }
            self.game.audit(&self.state).unwrap_or_else(|fault| panic!("after {order}: {fault}"));
        }
        self
    }

    /// Whether an order may be given by the side that is asked, and that the list of options says the same.
    #[track_caller]
    pub fn check(&self, order: &str) -> Result<(), Illegal> {
        let (by, action) = (self.asked(), self.action(order));
        let answer = self.game.check(&self.state, by, action);
        // Of marches with the same consequence one is listed; everything else is listed if and only if it is allowed.
        let listed = self.legal().contains(&action);
        let one_of_many = matches!(action, Action::March { .. } | Action::Enter { .. });
        assert!(listed == answer.is_ok() || one_of_many && !listed, "{order}: what is listed and what is allowed differ ({answer:?})");
        answer
    }

    /// These orders may be given, each by itself.
    #[track_caller]
    pub fn allows(&self, orders: &str) -> &Battlefield {
        for order in orders.split(';').map(str::trim).filter(|o| !o.is_empty()) {
            if let Err(illegal) = self.check(order) {
                panic!("{order} should be legal: {illegal}");
            }
        }
        self
    }

    /// These orders are refused, each by itself, and the refusal cites that rule.
    #[track_caller]
    pub fn refuses(&self, rule: &str, orders: &str) -> &Battlefield {
        let known = BlueGray::rules().iter().any(|r| r.id == rule);
        assert!(known || ["practice", "drill"].contains(&self.game.title().id.as_str()), "{rule} is no rule");
        for order in orders.split(';').map(str::trim).filter(|o| !o.is_empty()) {
            match self.check(order) {
                Ok(()) => panic!("{order} should be refused under {rule}"),
                Err(illegal) => assert_eq!(illegal.rule, rule, "{order} is refused, but: {illegal}"),
            }
        }
        self
    }

    /// The order is refused to that side.
    #[track_caller]
    pub fn refuses_to(&self, side: Side, rule: &str, order: &str) -> &Battlefield {
        match self.game.check(&self.state, side, self.action(order)) {
            Ok(()) => panic!("{order} should be refused to the {side} side"),
            Err(illegal) => assert_eq!(illegal.rule, rule, "{order} is refused, but: {illegal}"),
        }
        self
    }

    /// Everything that is listed for the side that is asked.
    pub fn legal(&self) -> Vec<Action> {
        match self.game.actor(&self.state) {
            Actor::Side(side) => Chair::new(self.game, &self.state, side).legal(),
            _ => Vec::new(),
        }
    }

    /// Everything that is listed, as in a file.
    pub fn listed(&self) -> BTreeSet<String> {
        self.legal().into_iter().map(|a| self.game.write_action(a).to_string()).collect()
    }

    /// What can act.
    pub fn subjects(&self) -> Vec<Subject> {
        let mut subjects = Vec::new();
        if let Actor::Side(side) = self.game.actor(&self.state) {
            self.game.subjects(&self.state, side, &mut subjects);
        }
        subjects
    }

    /// Where a unit can march, whatever it takes on the way.
    #[track_caller]
    pub fn reach(&self, name: &str) -> BTreeSet<String> {
        let unit = self.unit(name);
        let end = |a: Action| match a {
            Action::Move { unit: u, to, .. } | Action::Enter { unit: u, to, .. } if u == unit => Some(self.game.hex_name(to)),
            _ => None,
        };
        self.legal().into_iter().filter_map(end).collect()
    }

    /// The points left after a march, as the client shows them.
    #[track_caller]
    pub fn points_left(&self, order: &str) -> u8 {
        self.allows(order);
        let note = self.game.describe(&self.state, self.action(order)).note.expect("a march has a note");
        note.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("{note}"))
    }

    /// Where a unit is: a hex, or why it is not on the map.
    #[track_caller]
    pub fn place(&self, name: &str) -> String {
        format!("{:?}", self.state.place(self.unit(name)))
    }

    /// The units are in these hexes: `"Polk 2306, Wright eliminated"`.
    #[track_caller]
    pub fn stands(&self, places: &str) -> &Battlefield {
        for place in places.split(',') {
            let [unit, hex] = place.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{place}") };
            assert_eq!(self.place(unit), hex, "{unit}");
        }
        self
    }

    /// The sums and the column of the battle being prepared: `"9 : 3, 3-1 column"`.
    #[track_caller]
    pub fn odds(&self) -> String {
        self.game.view(&self.state).battle.expect("a battle is being prepared").odds
    }

    /// Why the defence is worth more: the rules, hex by hex.
    #[track_caller]
    pub fn modifiers(&self) -> Vec<(String, String)> {
        let battle = self.game.view(&self.state).battle.expect("a battle is being prepared");
        battle.modifiers.into_iter().map(|m| (m.rule, m.text)).collect()
    }

    /// The hexes of an overlay: `union-zone`, `confederate-zone`, `must-attack`, `must-be-attacked`.
    #[track_caller]
    pub fn overlay(&self, id: &str) -> BTreeSet<String> {
        let view = self.game.view(&self.state);
        let overlay = view.overlays.into_iter().find(|o| o.id == id).unwrap_or_else(|| panic!("no overlay {id}"));
        overlay.hexes.into_iter().collect()
    }

    /// A number beside the map.
    pub fn tally(&self, id: &str) -> Option<String> {
        self.game.view(&self.state).tallies.into_iter().find(|t| t.id == id).map(|t| t.value)
    }

    /// Victory points, Union and Confederate.
    pub fn points(&self) -> [i16; 2] {
        self.state.points
    }

    /// Who controls a followed hex.
    pub fn holder(&self, hex: &str) -> Option<Side> {
        let view = self.game.view(&self.state);
        view.markers.iter().find(|m| m.hexes[0] == hex).unwrap_or_else(|| panic!("{hex} is not followed")).side
    }

    /// Everything that happened, in sentences.
    pub fn told(&self) -> String {
        self.events.iter().filter_map(|e| self.game.tell(e, Seat::Referee)).map(|t| t.text).collect::<Vec<_>>().join("\n")
    }

    /// Turn, side and phase: `"3 union movement"`.
    pub fn phase(&self) -> String {
        let view = self.game.view(&self.state);
        match view.active {
            Some(side) => format!("{} {} {}", view.turn, side.id(), view.phase),
            None => format!("{} {}", view.turn, view.phase),
        }
    }

    /// Whether the unit carries that mark on its counter.
    pub fn is(&self, name: &str, state: &str) -> bool {
        let view = self.game.view(&self.state);
        view.pieces.iter().any(|p| p.id == name && p.states.iter().any(|c| c.word() == state))
    }

    /// Ends phases in which nothing is done until this one begins.
    #[track_caller]
    pub fn pass_to(&mut self, phase: &str) -> &mut Battlefield {
        for _ in 0..80 {
            if self.phase() == phase {
                return self;
            }
            let what = if self.phase().ends_with("movement") { "end movement" } else { "end combat" };
            self.order(what);
        }
        panic!("{phase} never came");
    }

    /// The same position after it has been written to a file and read again.
    #[track_caller]
    pub fn reread(&self) -> Battlefield {
        let again = Battlefield::from_value(self.game, self.game.write_position(&self.state));
        assert_eq!(self.game.hash(&self.state), self.game.hash(&again.state), "a position changes when it is saved");
        again
    }
}

/// A position as a file says it.
pub fn position(when: &str, units: &str) -> Value {
    let [turn, side, phase] = when.split_whitespace().collect::<Vec<_>>()[..] else { panic!("turn, side and phase: {when}") };
    let unit = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut unit = match words[1] {
            off @ ("eliminated" | "waiting" | "aside" | "exited" | "unplaced") => json!({ "id": words[0], "off": off }),
            hex => json!({ "id": words[0], "hex": hex }),
        };
        if words.len() > 2 {
            unit["marks"] = json!(words[2..]);
        }
        unit
    };
    let units: Vec<Value> = units.split(',').map(str::trim).filter(|u| !u.is_empty()).map(unit).collect();
    json!({ "turn": turn.parse::<u8>().expect("a turn"), "active": side, "phase": phase, "units": units })
}

/// A set of hexes for comparing.
pub fn hexes(names: &str) -> BTreeSet<String> {
    names.split_whitespace().map(str::to_string).collect()
}
