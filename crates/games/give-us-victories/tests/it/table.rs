//! A table for tests: an empty map, units put where they are wanted, orders by their names.

use board::Direction;
use engine::{Actor, Fog, Handbook, Illegal, Roll, Rules, Seat, SetUp, Side, Words};
use give_us_victories::ground::ground;
use give_us_victories::ids::{Chit, Chits, Hex, Path, Piece, Pieces};
use give_us_victories::state::{Agenda, Step};
use give_us_victories::{Action, Event, GiveUsVictories, State, Subject};
use std::collections::BTreeMap;

pub use engine::Side::{Confederate as CS, Union as US};

/// The game with that scenario and those options (`name=value`).
pub fn game(scenario: &str, options: &[&str]) -> GiveUsVictories {
    let chosen: BTreeMap<String, String> =
        options.iter().map(|o| o.split_once('=').expect("name=value")).map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let setup: SetUp = GiveUsVictories::catalogue().complete(Some(scenario), &chosen).expect("a scenario and options of the game");
    GiveUsVictories::open(&setup).expect("the game opens")
}

/// Random options out of a number.
pub fn options_of(seed: u64) -> Vec<&'static str> {
    let bit = |n: u32| seed >> n & 1 == 1;
    let switches = [
        "events=on",
        "dummies=on",
        "rule-of-six=on",
        "night-combat=on",
        "extra-skirmishers-union=4",
        "extra-skirmishers-confederate=2",
        "deployment=hypothetical",
    ];
    let mut list: Vec<&str> = switches.into_iter().zip(0..).filter(|(_, n)| bit(*n)).map(|(o, _)| o).collect();
    list.push(["absent-forces=off", "absent-forces=both", "absent-forces=stoneman", "absent-forces=longstreet"][(seed >> 7 & 3) as usize]);
    list
}

/// A counter by its id.
pub fn p(id: &str) -> Piece {
    give_us_victories::counters::counters().find(id).unwrap_or_else(|| panic!("no counter {id}"))
}

/// Counters by their ids, with spaces between.
pub fn set(ids: &str) -> Pieces {
    ids.split_whitespace().map(p).collect()
}

/// A hex by its name.
pub fn h(name: &str) -> Hex {
    ground().parse(name).unwrap_or_else(|e| panic!("{e}"))
}

/// A chit by its id.
pub fn chit(id: &str) -> Chit {
    Chit::find(id).unwrap_or_else(|| panic!("no chit {id}"))
}

/// The way through these hexes.
pub fn path(from: &str, hexes: &str) -> Path {
    let mut here = h(from);
    hexes
        .split_whitespace()
        .map(|name| {
            let next = h(name);
            let d: Direction = ground().direction(here, next).unwrap_or_else(|| panic!("{name} is not next to {here:?}"));
            here = next;
            d
        })
        .collect()
}

/// A game under way.
pub struct Battlefield {
    pub game: GiveUsVictories,
    pub s: State,
    pub log: Vec<Event>,
}

impl Battlefield {
    /// An empty map, skirmishers in their boxes, before the first turn.
    pub fn new(scenario: &str, options: &[&str]) -> Battlefield {
        let game = game(scenario, options);
        let mut s = game.start();
        for piece in Piece::all() {
            if s.hex(piece) == Hex::WAITING {
                s.at[piece.index()] = Hex::ASIDE;
            }
        }
        s.reduced = Pieces::NONE;
        s.agenda = Agenda::of(&[Step::TurnBegins]);
        s.recount();
        Battlefield { game, s, log: Vec::new() }
    }

    /// The campaign map, on a day without rain.
    pub fn campaign() -> Battlefield {
        Battlefield::new("campaign", &[]).turn(3)
    }

    /// A game from its first decision, both sides set up as proposed.
    pub fn started(scenario: &str, options: &[&str]) -> Battlefield {
        let game = game(scenario, options);
        let s = game.start();
        let mut f = Battlefield { game, s, log: Vec::new() };
        while matches!(f.s.agenda.top(), Step::Deploy(_)) {
            f.ok(if f.legal().contains(&Action::Preset) { Action::Preset } else { Action::PlaceRest });
        }
        f
    }

    pub fn turn(mut self, turn: u8) -> Battlefield {
        self.s.turn = turn;
        self
    }

    /// `cs-heth 0911, us-von-gilsa 1011 reduced`.
    pub fn put(mut self, units: &str) -> Battlefield {
        self.add(units);
        self
    }

    pub fn add(&mut self, units: &str) {
        for unit in units.split(',') {
            let mut words = unit.split_whitespace();
            let piece = p(words.next().expect("a unit"));
            self.s.put(piece, h(words.next().expect("a hex")));
            for word in words {
                match word {
                    "reduced" => self.s.reduced.insert(piece),
                    "disorganized" => self.s.disorganized.insert(piece),
                    "demoralized" => self.s.demoralized.insert(piece),
                    "starved" => self.s.starved.insert(piece),
                    other => panic!("no state {other}"),
                }
            }
        }
    }

    /// Begins with that step.
    pub fn at(&mut self, step: Step) -> &mut Battlefield {
        self.s.agenda = Agenda::of(&[step]);
        self.game.resume(&mut self.s);
        self
    }

    /// That chit alone is in the cup, and drawn.
    pub fn draw(&mut self, id: &str) -> &mut Battlefield {
        self.s.cup = [chit(id)].into_iter().collect::<Chits>();
        self.s.agenda = Agenda::of(&[Step::Draw]);
        self.game.resume(&mut self.s);
        self.roll(&[0])
    }

    /// The chit is drawn and placed; movement begins.
    pub fn active(&mut self, id: &str, hex: &str) -> &mut Battlefield {
        self.draw(id).ok(Action::Activate { hex: h(hex) }).done()
    }

    /// The side that is asked.
    pub fn asked(&self) -> Side {
        self.game.actor(&self.s).side().unwrap_or_else(|| panic!("nobody is asked in {:?}", self.s.agenda.top()))
    }

    /// Does an action for whoever is asked.
    pub fn ok(&mut self, action: Action) -> &mut Battlefield {
        let side = self.asked();
        self.by(side, action)
    }

    pub fn by(&mut self, side: Side, action: Action) -> &mut Battlefield {
        let mut events = Vec::new();
        let done = self.game.apply(&mut self.s, side, action, &mut events);
        if let Err(refusal) = done {
            panic!("{action:?}: {refusal} in {:?}", self.s.agenda.top());
        }
        self.log.extend(events);
        self.game.audit(&self.s).unwrap_or_else(|e| panic!("{action:?}: {e}"));
        self
    }

    /// Enough of the step at hand.
    pub fn done(&mut self) -> &mut Battlefield {
        self.ok(Action::Done)
    }

    /// Refused under that rule; nothing changes.
    pub fn no(&self, rule: &str, action: Action) -> &Battlefield {
        let side = self.asked();
        self.not_by(side, rule, action)
    }

    pub fn not_by(&self, side: Side, rule: &str, action: Action) -> &Battlefield {
        let mut copy = self.s.clone();
        let refusal: Illegal = self.game.apply(&mut copy, side, action, &mut ()).expect_err(&format!("{action:?} was allowed"));
        assert_eq!(refusal.rule, rule, "{action:?}: {refusal}");
        assert_eq!(self.game.hash(&copy), self.game.hash(&self.s), "a refusal changed the position");
        self
    }

    /// Allowed, without doing it.
    pub fn may(&self, action: Action) -> &Battlefield {
        if let Err(e) = self.game.check(&self.s, self.asked(), action) {
            panic!("{action:?}: {e}");
        }
        self
    }

    /// Answers Chance.
    pub fn roll(&mut self, dice: &[u8]) -> &mut Battlefield {
        let Actor::Chance(chance) = self.game.actor(&self.s) else { panic!("no dice are asked for in {:?}", self.s.agenda.top()) };
        assert_eq!(chance.draw.fault(dice), None, "in {:?}", self.s.agenda.top());
        let mut events = Vec::new();
        self.game.settle(&mut self.s, &Roll::new(dice), &mut events);
        self.log.extend(events);
        self.game.audit(&self.s).unwrap_or_else(|e| panic!("after {dice:?}: {e}"));
        self
    }

    /// Answers Chance with as many of these dice as it asks for; ones if there are too few.
    pub fn throw(&mut self, dice: &[u8]) -> &mut Battlefield {
        let Actor::Chance(chance) = self.game.actor(&self.s) else { panic!("no dice are asked for in {:?}", self.s.agenda.top()) };
        let engine::Draw::Dice { count, .. } = chance.draw else { panic!("a draw is asked for") };
        let dice: Vec<u8> = (0..usize::from(count)).map(|i| dice.get(i).copied().unwrap_or(1)).collect();
        self.roll(&dice)
    }

    /// All listed actions.
    pub fn legal(&self) -> Vec<Action> {
        let side = self.asked();
        let (mut subjects, mut actions): (Vec<Subject>, Vec<Action>) = Default::default();
        self.game.subjects(&self.s, side, &mut subjects);
        subjects.into_iter().for_each(|x| self.game.options(&self.s, side, x, &mut actions));
        actions
    }

    /// A march order: who, through which hexes.
    pub fn order(&self, who: &str, hexes: &str) -> Action {
        let pieces = set(who);
        let from = self.s.hex(pieces.first().expect("somebody marches")).name();
        Action::March { pieces, path: path(&from, hexes) }
    }

    pub fn march(&mut self, who: &str, hexes: &str) -> &mut Battlefield {
        let order = self.order(who, hexes);
        self.ok(order)
    }

    pub fn no_march(&self, rule: &str, who: &str, hexes: &str) -> &Battlefield {
        self.no(rule, self.order(who, hexes))
    }

    /// Half points spent in the open march.
    pub fn spent(&self) -> u8 {
        self.s.march.expect("somebody marches").spent
    }

    pub fn hex(&self, id: &str) -> String {
        self.s.hex(p(id)).name()
    }

    pub fn place(&self, id: &str) -> Hex {
        self.s.hex(p(id))
    }

    /// From the movement step on to combat.
    pub fn come_to_blows(&mut self) -> &mut Battlefield {
        while !matches!(self.s.agenda.top(), Step::Combat) {
            self.done();
        }
        self
    }

    /// A combat is declared and begun; the defender declines skirmishers and works.
    pub fn assault(&mut self, attackers: &str, targets: &str) -> &mut Battlefield {
        self.declare(attackers, targets);
        while self.s.agenda.top() == Step::Fight
            && matches!(
                self.s.battle.map(|b| b.stage),
                Some(give_us_victories::state::FightStage::Screen | give_us_victories::state::FightStage::Entrench)
            )
        {
            self.done();
        }
        self
    }

    /// A combat is declared and begun.
    pub fn declare(&mut self, attackers: &str, targets: &str) -> &mut Battlefield {
        let first = h(targets.split_whitespace().next().expect("a target"));
        for id in attackers.split_whitespace() {
            self.ok(Action::Attack { piece: p(id), target: first });
        }
        for hex in targets.split_whitespace().skip(1) {
            self.ok(Action::Widen { hex: h(hex) });
        }
        self.ok(Action::Fight)
    }

    /// Dice of both sides in the combat at hand.
    pub fn pools(&self) -> (u8, u8) {
        let b = self.s.battle.expect("a combat is under way");
        let limit = |n: i8, cap: u8| n.clamp(1, b.limit.min(cap) as i8) as u8;
        (limit(b.base[0] + b.extra[0], 6), limit(b.base[1] + b.extra[1], b.cap))
    }

    pub fn view(&self, seat: Seat) -> engine::View {
        self.game.view(&self.game.knowledge(&self.s, seat))
    }

    pub fn tally(&self, seat: Seat, id: &str) -> String {
        let view = self.view(seat);
        view.tallies.iter().find(|t| t.id == id).unwrap_or_else(|| panic!("no tally {id}")).value.clone()
    }

    pub fn verdict(&self) -> Option<Option<Side>> {
        match self.game.actor(&self.s) {
            Actor::Over(v) => Some(v.winner),
            _ => None,
        }
    }

    /// An event out of the cup into a hand.
    pub fn deal(&mut self, side: Side, event: give_us_victories::ids::EventId) -> &mut Battlefield {
        self.s.deck[side.index()].remove(event);
        self.s.hand[side.index()].insert(event);
        self
    }

    /// Ends the turn at once.
    pub fn end_turn(&mut self) -> &mut Battlefield {
        self.at(Step::TurnEnds)
    }
}
