//! An aide thinks in a general's place, elsewhere: on another machine, with nothing but what the general's side may know.
//!
//! The general tells him what it has in mind (the plan in force, who has left where, the whim of the phase, the orders still to be given), the
//! aide searches, and the general takes what he found as if it had searched itself. Only the search with which a phase begins is worth the
//! way; mending a plan is a matter of moments. Several aides may share a search: each looks at its part of the positions, with lots of its own,
//! and the best of what they find is taken ([`shared`], [`best`]). Whatever an aide says is read as a stranger's word: every order is checked
//! before it is given.

use crate::Budget;
use crate::commander::Commander;
use crate::doctrine::{ActionOf, Doctrine, Order};
use crate::level::Whim;
use crate::plan::{Purpose, bearings, plans};
use crate::search::Found;
use engine::{Chair, Notation};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Less thinking than this is not worth the way.
const WORTH_THE_WAY: Duration = Duration::from_millis(100);
const WORTH_THE_NODES: u64 = 2_000;
/// The most orders that an aide's plan may have: no phase of ours has a tenth of it.
const MOST_ORDERS: usize = 10_000;

fn worth_the_way(left: Budget) -> bool {
    match left {
        Budget::Time(time) => time >= WORTH_THE_WAY,
        Budget::Nodes(nodes) => nodes >= WORTH_THE_NODES,
    }
}

fn write_orders<D: Doctrine>(game: &D::Game, orders: &[Order<ActionOf<D>>]) -> Value {
    orders.iter().map(|order| json!([order.question, game.write_action(order.action)])).collect()
}

fn read_orders<D: Doctrine>(game: &D::Game, value: &Value) -> Option<Vec<Order<ActionOf<D>>>> {
    let orders = value.as_array().filter(|orders| orders.len() <= MOST_ORDERS)?;
    let read = |order: &Value| {
        let question = u32::try_from(order.get(0)?.as_u64()?).ok()?;
        Some(Order { question, action: game.read_action(order.get(1)?).ok()? })
    };
    orders.iter().map(read).collect()
}

/// What each of so many aides is told, who share a search.
pub fn shared(told: &Value, aides: u64) -> Vec<Value> {
    let part = |island: u64| {
        let mut part = told.clone();
        part["island"] = json!([island, aides]);
        part
    };
    (1..=aides).map(part).collect()
}

/// The best of what they found, with the positions of all; the first of equals.
pub fn best(found: Vec<Value>) -> Option<Value> {
    let chance = |one: &Value| one["chance"].as_f64().unwrap_or(-1.0);
    let nodes: u64 = found.iter().filter_map(|one| one["nodes"].as_u64()).sum();
    let mut best = found.into_iter().reduce(|best, one| if chance(&one) > chance(&best) { one } else { best })?;
    best["nodes"] = json!(nodes);
    Some(best)
}

fn read_chance(value: &Value) -> Option<f32> {
    value.as_f64().filter(|chance| (0.0..=1.0).contains(chance)).map(|chance| chance as f32)
}

impl<D: Doctrine> Commander<D> {
    /// What an aide must know, if this is the moment to send for one.
    pub(crate) fn tell_aide(&mut self, chair: &Chair<'_, D::Game>) -> Option<Value> {
        self.begin_phase(chair);
        if self.estimate.is_some() || !worth_the_way(self.left) || !self.has_to_think(chair) {
            return None;
        }
        let whim = self.whim.map(|whim| json!([whim.manner, whim.wild]));
        Some(json!({
            "seed": self.seed,
            "searches": self.searches,
            "plan": self.purpose.as_ref().map(|purpose| &purpose.plan.name),
            "left_behind": self.left_behind,
            "whim": whim,
            "orders": write_orders::<D>(chair.game(), &self.orders),
        }))
    }

    /// An aide's work: the search, in the general's place.
    pub(crate) fn think_as_aide(&mut self, chair: &Chair<'_, D::Game>, told: &Value) -> Option<Value> {
        let game = chair.game();
        let weights = D::weights(game);
        self.sit_down(weights);
        self.seed = told["seed"].as_u64()?;
        self.searches = told["searches"].as_u64()?;
        self.left_behind = serde_json::from_value(told["left_behind"].clone()).ok()?;
        self.orders = read_orders::<D>(game, &told["orders"])?;
        self.whim = serde_json::from_value::<Option<(u8, f64)>>(told["whim"].clone()).ok()?.map(|(manner, wild)| Whim { manner, wild });
        self.purpose = match told["plan"].as_str() {
            None => None,
            Some(name) => {
                let plan = plans::<D>(game, chair.side()).into_iter().find(|plan| plan.name == name)?;
                let bearings = Arc::new(bearings::<D>(game, &plan).ok()?);
                Some(Purpose { plan: Arc::new(plan), bearings, why: None, chance: None })
            }
        };
        let (island, aides) = serde_json::from_value::<Option<(u64, u64)>>(told["island"].clone()).ok()?.unwrap_or((1, 1));
        self.island = island;
        let found = self.think(chair, self.thinking_budget(weights).share(1.0 / aides.max(1) as f64))?;
        Some(json!({
            "orders": write_orders::<D>(game, &found.plan),
            "chance": found.chance,
            "worlds": found.worlds,
            "nodes": found.nodes,
            "drafts": found.drafts,
            "second": found.second.map(|(action, chance)| json!([game.write_action(action), chance])),
        }))
    }

    /// Takes what an aide has found. `false` if it makes no sense in this position.
    pub(crate) fn hear_aide(&mut self, chair: &Chair<'_, D::Game>, found: &Value) -> bool {
        self.counsel = read_counsel::<D>(chair, found);
        self.counsel.is_some()
    }
}

/// What an aide has found, if its first order at least is one that can be given.
fn read_counsel<D: Doctrine>(chair: &Chair<'_, D::Game>, found: &Value) -> Option<Found<ActionOf<D>>> {
    let game = chair.game();
    let plan = read_orders::<D>(game, &found["orders"])?;
    chair.check(plan.first()?.action).ok()?;
    let second = match &found["second"] {
        Value::Null => None,
        second => Some((game.read_action(second.get(0)?).ok()?, read_chance(second.get(1)?)?)),
    };
    let count = |name: &str| found[name].as_u64().filter(|n| *n <= u64::from(u32::MAX));
    Some(Found {
        plan,
        chance: read_chance(&found["chance"])?,
        worlds: count("worlds")? as usize,
        nodes: count("nodes")?,
        drafts: count("drafts")? as u32,
        second,
    })
}
