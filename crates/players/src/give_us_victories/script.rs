//! The greedy player: one look ahead, from what its side may see. It knows the goals of each scenario, marches along the cheapest
//! ways to them, attacks where the expected exchange of steps is good, and holds what it needs.

mod battles;
mod command;
mod ground;
mod lay;
mod marches;
mod odds;
mod temper;
mod ways;

use engine::{Chair, Dice, Player, Side};
use give_us_victories::GiveUsVictories;
use give_us_victories::action::Action;
use give_us_victories::counters::counters;
use give_us_victories::ids::{Hex, Path};
use give_us_victories::reach::Reach;
use give_us_victories::state::{State, Step};
use lay::{Goal, Lay};
use marches::Plan;
use std::cell::RefCell;
use temper::{HUNTER, Storm, Temper, pressing};

pub(crate) use temper::MANNERS;

/// A player that takes what looks best now.
pub struct Greedy {
    dice: Dice,
    /// The manner of play: 0 as ever.
    manner: u8,
    lay: Box<RefCell<Lay>>,
}

impl Greedy {
    /// A greedy player; the seed decides between equals.
    pub fn new(seed: u64) -> Greedy {
        Greedy { dice: Dice::new(engine::mix::mix(seed ^ 0x47_52_45_45)), manner: 0, lay: Box::default() }
    }

    /// Begins anew in a manner of play, as a new player would; what it knows of the map is kept.
    pub(crate) fn begin_anew(&mut self, seed: u64, manner: u8) {
        self.dice = Dice::new(engine::mix::mix(seed ^ 0x47_52_45_45));
        self.manner = manner;
        self.lay.get_mut().plan = Plan::default();
    }
}

impl Player<GiveUsVictories> for Greedy {
    fn choose(&mut self, chair: &Chair<'_, GiveUsVictories>) -> Action {
        let (game, side) = (chair.game(), chair.side());
        let known = chair.knowledge();
        let s = &known.state;
        let lay = self.lay.get_mut();
        lay.look(game, side, s);
        let mut plan = std::mem::take(&mut lay.plan);
        let mut reach = std::mem::take(&mut lay.reach);
        let mut list = std::mem::take(&mut lay.list);
        let (goals, more) = lay.goals_at(s.agenda.top());
        let full = Mind::full(side, s, goals, lay.temper.held);
        let mut storm = pressing(game, side, s, lay, full);
        storm.hunt |= self.manner == HUNTER && !game.night(s);
        let temper = lay.temper.in_manner(self.manner).pressed(storm.press);
        let mind = Mind { game, side, s, goals, more, full, temper, storm, lay, chair };
        let action = mind.choose(&mut self.dice, &mut plan, &mut reach, &mut list);
        let lay = self.lay.get_mut();
        (lay.plan, lay.reach, lay.list) = (plan, reach, list);
        // What a side sees is enough to know what it may do; if ever it were not, any legal thing will do.
        [action, Action::Done].into_iter().find(|a| chair.check(*a).is_ok()).unwrap_or_else(|| chair.legal()[0])
    }
}

/// One decision: what is seen, and what is wanted.
struct Mind<'a, 'b> {
    game: &'a GiveUsVictories,
    side: Side,
    s: &'b State,
    goals: &'b [Goal],
    /// What it costs more to be in a hex on the way to them.
    more: &'b [u16],
    /// Which goals are well held, one bit each.
    full: u8,
    temper: Temper,
    storm: Storm,
    lay: &'b Lay,
    chair: &'b Chair<'a, GiveUsVictories>,
}

/// The action that scores best; the first of equals.
fn best(all: &[Action], score: impl Fn(&Action) -> f32) -> Action {
    let mut best = (f32::NEG_INFINITY, all[0]);
    for action in all {
        let value = score(action);
        if value > best.0 {
            best = (value, *action);
        }
    }
    best.1
}

impl Mind<'_, '_> {
    /// Which goals have enough units in them.
    fn full(side: Side, s: &State, goals: &[Goal], held: f32) -> u8 {
        let enough = |goal: &Goal| f32::from(s.sum(&s.stack_of(side, goal.hex))) >= held;
        goals.iter().enumerate().fold(0, |bits, (i, goal)| bits | u8::from(enough(goal)) << i)
    }

    fn choose(&self, dice: &mut Dice, plan: &mut Plan, reach: &mut Reach, list: &mut Vec<Action>) -> Action {
        let s = self.s;
        let top = s.agenda.top();
        list.clear();
        if !matches!(top, Step::Deploy(_) | Step::Dummies | Step::Movement | Step::Behind(_) | Step::FallBack) {
            self.game.list(s, self.side, list);
        }
        if let [only] = list.as_slice() {
            return *only;
        }
        let list = &*list;
        match top {
            Step::Deploy(_) => self.first_of(&[Action::Preset]).unwrap_or(Action::PlaceRest),
            Step::Dummies => Action::Done,
            Step::Choose => self.choose_formations(list),
            Step::Drawn => self.answer_chit(list),
            Step::Muster => self.muster(list),
            Step::Movement => self.move_units(plan, reach),
            Step::Bombardment => self.bombard(list),
            Step::Combat => self.attack(list),
            Step::Approach => self.react(list),
            Step::Behind(_) => Action::Done,
            Step::SupplyCards(_) => self.feed(list),
            Step::FallBack => Action::Done,
            Step::Shell => best(list, |a| match a {
                Action::Entrench { .. } => 1.0,
                Action::Suffer { piece } => -self.pain(*piece),
                Action::Target { guns } => f32::from(u8::from(!guns)),
                _ => 0.0,
            }),
            Step::Fight => self.fight(list),
            Step::Attrition | Step::Displace => best(list, |a| match a {
                Action::Suffer { piece } => -self.pain(*piece) - 50.0,
                Action::Displace { piece, hex } => self.ground_value(*hex) - self.pain(*piece),
                _ => 0.0,
            }),
            Step::Withdraw => best(list, |a| match a {
                Action::Withdraw { pieces, path } => {
                    let from = pieces.first().map_or(Hex::NONE, |p| s.hex(p));
                    self.haven(self.end(from, *path)) + pieces.len() as f32 * 0.1
                }
                _ => 0.0,
            }),
            Step::Rout(_) => best(list, |a| match a {
                Action::Retreat { piece, path } => self.haven(self.end(s.hex(*piece), *path)),
                _ => 0.0,
            }),
            Step::Recovery(_) => best(list, |a| match a {
                Action::Recover { piece } => f32::from(counters().get(*piece).cp[0]),
                _ => 0.0,
            }),
            Step::Arrive => best(list, |a| match a {
                Action::Place { hex, .. } => self.ground_value(*hex),
                _ => 0.0,
            }),
            _ => {
                let all = self.chair.legal();
                all[dice.below(all.len())]
            }
        }
    }

    fn first_of(&self, wanted: &[Action]) -> Option<Action> {
        wanted.iter().copied().find(|a| self.chair.check(*a).is_ok())
    }

    fn end(&self, from: Hex, path: Path) -> Hex {
        path.iter().fold(from, |hex, d| if hex.is_some() { self.game.near[hex.index()][d.index()] } else { hex })
    }
}
