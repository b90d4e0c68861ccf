//! What Give Us Victories teaches its general.

mod script;

use engine::{Chair, Player, Side};
use general::folly::Folly;
use general::learned::Learned;
use general::plan::{Aim, Bearing, Post, progress};
use general::survey::survey;
use general::{Doctrine, Paper, TO_THE_END, Weights};
use give_us_victories::GiveUsVictories;
use give_us_victories::Knowledge;
use give_us_victories::action::Action;
use give_us_victories::counters::{ChitKind, PIECES, counters};
use give_us_victories::ground::ground;
use give_us_victories::ids::{Chit, Hex, Piece};
use give_us_victories::scenarios::Victory;
use give_us_victories::state::{State, Step};
use script::{Greedy, MANNERS};
use std::cell::RefCell;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::LazyLock;

/// The tuned weights, first the campaign's, then those of scenarios that have a file of their own.
static WEIGHTS: LazyLock<Vec<(&str, Weights)>> = LazyLock::new(|| {
    let read = |text: &str| Weights::read(text, Lore::TERMS).expect("the weights are part of the program");
    let own = crate::SCENARIO_WEIGHTS.iter().filter(|(game, ..)| *game == "give-us-victories");
    let campaign = ("", read(include_str!("../../data/give-us-victories/general.toml")));
    std::iter::once(campaign).chain(own.map(|(_, scenario, text)| (*scenario, read(text)))).collect()
});

/// How far strength is felt in a plan, in hexes.
const FELT_BY_PLANS: f32 = 8.0;

/// How far a goal is felt, in hexes.
const NEAR: f32 = 9.0;

thread_local! {
    /// Greedy players at rest: what they know of the map is worth keeping.
    static AT_REST: RefCell<[Vec<Greedy>; 2]> = const { RefCell::new([Vec::new(), Vec::new()]) };
}

/// The greedy player as an aide who speaks for a side while the general imagines the future.
pub struct Aide {
    seed: u64,
    manner: u8,
    /// Called when first asked, with the side it sits for.
    called: Option<(Side, Greedy)>,
}

impl Aide {
    fn greedy(&mut self, side: Side) -> &mut Greedy {
        let (seed, manner) = (self.seed, self.manner);
        let called = self.called.get_or_insert_with(|| {
            let rested = AT_REST.with_borrow_mut(|all| all[side.index()].pop());
            let mut greedy = rested.unwrap_or_else(|| Greedy::new(seed));
            greedy.begin_anew(seed, manner);
            (side, greedy)
        });
        &mut called.1
    }
}

impl Clone for Aide {
    /// The copy thinks its marches over again.
    fn clone(&self) -> Aide {
        Aide { seed: self.seed, manner: self.manner, called: None }
    }
}

impl Drop for Aide {
    fn drop(&mut self) {
        if let Some((side, greedy)) = self.called.take() {
            // Nothing is lost if the thread is ending.
            let _ = AT_REST.try_with(|all| all.borrow_mut()[side.index()].push(greedy));
        }
    }
}

impl Player<GiveUsVictories> for Aide {
    fn choose(&mut self, chair: &Chair<'_, GiveUsVictories>) -> Action {
        self.greedy(chair.side()).choose(chair)
    }
}

/// The combat points of a side, as they stand.
#[derive(Clone, Copy, Default)]
struct Army {
    /// On the map, gone from it, or still to come: what it had to begin with, and what is left.
    whole: f32,
    left: f32,
    /// Disorganized or demoralized, or out of supply.
    shaken: f32,
    /// Not yet activated this turn.
    fresh: f32,
}

/// What the general of this game knows.
pub type Lore = Staff<true>;

/// A general of this game. The first one, who is kept as he was, did not know yet that whatever he may choose costs him nothing.
pub struct Staff<const THRIFTY: bool>;

impl<const THRIFTY: bool> Doctrine for Staff<THRIFTY> {
    type Game = GiveUsVictories;
    type Script = Aide;

    const FOILS: &'static str = include_str!("../../data/give-us-victories/foils.toml");
    const PUZZLES: &'static str = include_str!("../../data/give-us-victories/puzzles.json");
    const PLANS: &'static str = if THRIFTY { include_str!("../../data/give-us-victories/plans.toml") } else { "" };
    const MUSTERS: &'static str = include_str!("../../data/give-us-victories/musters.json");
    const TERMS: &'static [&'static str] = &[
        "ground",
        "ground late",
        "losses",
        "losses late",
        "men",
        "shaken",
        "fresh",
        "nearness",
        "mass",
        "danger",
        "road",
        "garrison",
        "siege",
    ];
    const MANNERS: u8 = MANNERS;

    fn script(_: &GiveUsVictories, manner: u8, seed: u64) -> Aide {
        Aide { seed, manner, called: None }
    }

    fn mustering(game: &GiveUsVictories, s: &State) -> bool {
        matches!(s.agenda.top(), Step::Deploy(_)) && !game.opt.hypothetical
    }

    fn dominated(game: &GiveUsVictories, s: &State, side: Side, action: Action) -> bool {
        THRIFTY && unspent(game, s, side, action) > 0
    }

    fn follies(game: &GiveUsVictories, _: &State, s: &State, side: Side, action: Action, out: &mut Vec<Folly>) {
        out.extend((0..unspent(game, s, side, action)).map(|_| Folly::Unspent));
    }

    /// An activation is judged by the next two, the choice of formations by all of the turn. In the last turn, and west of Salem
    /// Church, where all depends on who gets through, only the end tells.
    fn horizon(game: &GiveUsVictories, s: &State) -> u32 {
        match s.agenda.top() {
            _ if matches!(game.scenario.victory, Victory::BreakOut(_)) || s.turn == game.scenario.turns[1] => TO_THE_END,
            Step::Choose => 10,
            _ => 3,
        }
    }

    /// Counts activations.
    fn turn(_: &GiveUsVictories, state: &State) -> u32 {
        u32::from(state.phase)
    }

    /// The step, and whom a fight or a bombardment is about: the answers of one fight fit none of the others.
    fn question(_: &GiveUsVictories, s: &State) -> u32 {
        let top = s.agenda.top();
        let about = match top {
            Step::Approach => (None, s.contact.map(|c| c.hex)),
            Step::Withdraw => (None, s.withdrawal.map(|w| w.from)),
            Step::Bombardment | Step::Shell => (None, s.barrage.map(|b| b.target)),
            Step::Combat | Step::Fight => (s.battle.map(|b| b.stage), s.battle.map(|b| b.targets.as_slice()[0])),
            _ => (None, None),
        };
        BuildHasherDefault::<DefaultHasher>::default().hash_one((top, about)) as u32
    }

    fn terms(game: &GiveUsVictories, s: &State, out: &mut [f32]) {
        let [first, last] = game.scenario.turns;
        let late = (f32::from(s.turn - first.min(s.turn)) + 0.5) / (f32::from(last - first) + 1.0);
        let late = late.min(1.0);
        let [union, gray] = Side::BOTH.map(|side| army(game, s, side));
        let ground = ground_held(game, s);
        let losses = losses(game, s);
        out[0] = ground;
        out[1] = ground * late * late;
        out[2] = losses;
        out[3] = losses * late * late;
        out[4] = 4.0 * (union.left / union.whole - gray.left / gray.whole);
        out[5] = 4.0 * (gray.shaken / gray.whole - union.shaken / union.whole);
        out[6] = union.fresh / union.whole - gray.fresh / gray.whole;
        let (nearness, mass) = about_goals(game, s);
        out[7] = nearness;
        out[8] = mass;
        out[9] = (danger(game, s, Side::Confederate) - danger(game, s, Side::Union)) / 10.0;
        out[10] = road_west(game, s);
        (out[11], out[12]) = sieges(game, s);
    }

    fn late(game: &GiveUsVictories, s: &State) -> f32 {
        let [first, last] = game.scenario.turns;
        (f32::from(s.turn - first.min(s.turn)) / f32::from(last - first + 1)).min(1.0)
    }

    fn bearing(_: &GiveUsVictories, side: Side, aim: &Aim) -> Option<Bearing> {
        let hex = ground().parse(&aim.hex).ok()?;
        let of = |formation: &String| -> Option<u128> {
            let chit = Chit::find(formation)?;
            let own = numbered(side).filter(|(_, p)| counters().get(*p).formation == Some(chit));
            Some(own.fold(0, |set, (n, _)| set | 1 << n))
        };
        let named = aim.who.iter().map(of).collect::<Option<Vec<u128>>>()?;
        let who = if named.is_empty() { u128::MAX } else { named.into_iter().fold(0, |a, b| a | b) };
        (who != 0).then_some(Bearing { hex: hex.0, weight: aim.weight, who })
    }

    fn lean(_: &GiveUsVictories, s: &State, side: Side, bearings: &[Bearing]) -> f32 {
        let [ours, theirs] = [side, side.enemy()].map(|side| units(s, side));
        progress(bearings, &ours, &theirs, FELT_BY_PLANS, |a, b| f32::from(ground().distance(Hex(a), Hex(b))))
    }

    fn survey(game: &GiveUsVictories, s: &State, out: &mut Vec<f32>) {
        let late = Self::late(game, s);
        let [union, gray] = Side::BOTH.map(|side| posts(s, side));
        let p = &game.places;
        let west = game.exits.iter().next().unwrap_or(p.fairview);
        let mut goals = vec![p.chancellorsville, p.maryes_heights, p.zoan_church, p.spotsylvania, west];
        for (hex, _) in goal_hexes(game) {
            if hex.is_some() && !goals.contains(&hex) {
                goals.push(hex);
            }
        }
        let away = |a: u16, b: u16| f32::from(ground().distance(Hex(a), Hex(b)));
        survey(late, 0.0, [&union, &gray], &goals.iter().map(|g| g.0).collect::<Vec<_>>(), away, out);
        for side in Side::BOTH {
            let army = army(game, s, side);
            out.extend([army.left, army.shaken, army.fresh].map(|points| points / army.whole));
        }
    }

    fn learned(game: &GiveUsVictories) -> Option<&'static Learned> {
        if THRIFTY { crate::learned(game) } else { None }
    }

    fn weights(game: &GiveUsVictories) -> &'static Weights {
        let own = WEIGHTS.iter().find(|w| w.0 == game.scenario.id).unwrap_or(&WEIGHTS[0]);
        &own.1
    }

    /// What an aide of another temper would do; where futures go to the end, anything at all: cut short, they flatter odd orders.
    fn propose(game: &GiveUsVictories, state: &State, side: Side, paper: &mut Paper<GiveUsVictories>) -> Option<Action> {
        if matches!(state.agenda.top(), Step::Deploy(_)) {
            return None;
        }
        let odd = state.agenda.top() == Step::Boxes || Self::horizon(game, state) == TO_THE_END && paper.dice.below(3) == 0;
        if !odd {
            let manner = 1 + paper.dice.below(usize::from(MANNERS) - 1) as u8;
            let action = Self::script(game, manner, paper.dice.word()).choose(&Chair::new(game, state, side));
            return Some(action);
        }
        paper.anything(game, state, side)
    }

    fn intent(game: &GiveUsVictories, known: &Knowledge, _side: Side, plan: &[Action]) -> String {
        let s = &known.state;
        match s.agenda.top() {
            Step::Boxes | Step::Deploy(_) => return "The army takes up its positions.".to_string(),
            Step::Choose | Step::Dummies => return "The orders for the turn are written.".to_string(),
            _ => {}
        }
        let name = |hex: Hex| ground().name(hex);
        let marches: Vec<Hex> = plan
            .iter()
            .filter_map(|a| match a {
                Action::March { pieces, path } => {
                    let from = pieces.first().map_or(Hex::NONE, |p| s.hex(p));
                    Some(path.iter().fold(from, |hex, d| if hex.is_some() { game.near[hex.index()][d.index()] } else { hex }))
                }
                _ => None,
            })
            .filter(|h| h.is_some())
            .collect();
        let mut targets: Vec<Hex> = plan
            .iter()
            .filter_map(|a| match a {
                Action::Attack { target, .. } | Action::Storm { target, .. } => Some(*target),
                _ => None,
            })
            .collect();
        targets.dedup();
        let goal = goal_hexes(game)[0].0;
        let nearest = marches.iter().copied().min_by_key(|h| ground().distance(*h, goal));
        let march = match (marches.len(), nearest) {
            (0, _) => "Nobody marches".to_string(),
            (1, Some(hex)) => format!("One march, to {}", name(hex)),
            (n, Some(hex)) => format!("{n} marches, the foremost to {}", name(hex)),
            (n, None) => format!("{n} marches"),
        };
        match targets.as_slice() {
            [] => format!("{march}; no attack."),
            [one] => format!("{march}; then the attack on {}.", name(*one)),
            all => format!("{march}; then attacks on {}.", all.iter().take(3).map(|h| name(*h)).collect::<Vec<_>>().join(", ")),
        }
    }
}

impl crate::Quick for Lore {
    type First = Staff<false>;

    fn quick(seed: u64) -> Box<dyn Player<GiveUsVictories>> {
        Box::new(Greedy::new(seed))
    }
}

/// How many formations more could be chosen with the points that are left, when a side says that it has chosen. Points are lost with the turn, a
/// chit that is drawn may be passed (GUV-8.8), and it changes nothing in the order of the others: to choose is never the worse.
fn unspent(game: &GiveUsVictories, s: &State, side: Side, action: Action) -> usize {
    // A Good General takes a formation that nobody has chosen.
    if action != Action::Done || s.agenda.top() != Step::Choose || s.cup.iter().any(|c| game.kind(c) == ChitKind::Event) {
        return 0;
    }
    let left = game.points(s.turn, side).saturating_sub(s.spent[side.index()]);
    game.chits.iter().filter(|chit| game.may_choose(s, side, *chit).is_ok()).count().min(usize::from(left))
}

/// The units of a side with the numbers by which a plan knows them: those of both sides together are more than a set has room for.
fn numbered(side: Side) -> impl Iterator<Item = (u16, Piece)> {
    counters().units().and(&counters().of[side.index()]).iter().enumerate().map(|(n, p)| (n as u16, p))
}

/// The units of a side on the map, as a plan sees them.
fn units(s: &State, side: Side) -> Vec<Post> {
    let on_map = numbered(side).filter(|(_, p)| s.hex(*p).is_some());
    on_map.map(|(piece, p)| Post { piece, hex: s.hex(p).0, strength: f32::from(s.cp(p)) }).collect()
}

/// The units of a side, as a survey sees them.
fn posts(s: &State, side: Side) -> Vec<Post> {
    let held = s.held[side.index()].iter();
    held.map(|hex| Post { piece: 0, hex: hex.0, strength: f32::from(s.sum(&s.stack(hex))) }).collect()
}

fn army(_: &GiveUsVictories, s: &State, side: Side) -> Army {
    let mut army = Army { whole: 1.0, left: 1.0, ..Army::default() };
    for p in counters().units().and(&counters().of[side.index()]).iter() {
        let hex = s.hex(p);
        if hex == Hex::ASIDE || hex == Hex::GONE {
            continue;
        }
        army.whole += f32::from(counters().get(p).cp[0]);
        if hex == Hex::LOST {
            continue;
        }
        let now = f32::from(s.cp(p));
        army.left += now;
        if s.demoralized.has(p) {
            army.shaken += now;
        } else if s.disorganized.has(p) || s.starved.has(p) {
            army.shaken += now * 0.5;
        }
        if hex.is_some() && !s.activated.has(p) {
            army.fresh += now;
        }
    }
    army
}

/// The hexes a scenario is about, and what they matter.
fn goal_hexes(game: &GiveUsVictories) -> [(Hex, f32); 3] {
    let p = &game.places;
    let none = (Hex::NONE, 0.0);
    match &game.scenario.victory {
        Victory::Holder(hex) | Victory::GroundOrKills(_, hex) => [(*hex, 1.0), none, none],
        Victory::Storm(_, hexes) => std::array::from_fn(|i| hexes.get(i).map_or(none, |hex| (*hex, 0.6))),
        Victory::BreakOut(_) => [(p.zoan_church, 0.0), none, none],
        Victory::Campaign => [(p.chancellorsville, 0.6), (p.maryes_heights, 0.5), (p.spotsylvania, 0.3)],
    }
}

/// Who holds the ground that decides.
fn ground_held(game: &GiveUsVictories, s: &State) -> f32 {
    let holder = |hex: Hex| -> f32 {
        f32::from(u8::from(game.occupies(s, Side::Union, hex))) - f32::from(u8::from(game.occupies(s, Side::Confederate, hex)))
    };
    match &game.scenario.victory {
        Victory::Holder(hex) | Victory::GroundOrKills(_, hex) => holder(*hex),
        Victory::Storm(_, hexes) => hexes.iter().map(|hex| holder(*hex)).sum::<f32>() / hexes.len() as f32,
        Victory::BreakOut(_) => game.gone_west(s) as f32 * 0.7,
        Victory::Campaign => {
            let points: i16 = game.ground_points(s).iter().map(|g| g.1).sum();
            (f32::from(points + game.exit_points(s)) - 12.0) / 12.0
        }
    }
}

/// Who has lost more, where that is counted.
fn losses(game: &GiveUsVictories, s: &State) -> f32 {
    match game.scenario.victory {
        Victory::Campaign => f32::from(game.difference(s)) / 12.0,
        // One unit more decides.
        Victory::GroundOrKills(..) => {
            ((game.lost_units(s, Side::Confederate) as f32 - game.lost_units(s, Side::Union) as f32) / 1.5).clamp(-1.5, 1.5)
        }
        _ => f32::from(game.difference(s)) / 24.0,
    }
}

/// How near and how strong the armies stand about what they are after.
fn about_goals(game: &GiveUsVictories, s: &State) -> (f32, f32) {
    let (mut near, mut mass) = (0.0, 0.0);
    for (goal, weight) in goal_hexes(game) {
        if weight == 0.0 {
            continue;
        }
        let mut pull = [0.0f32; 2];
        let mut force = [1.0f32; 2];
        for side in Side::BOTH {
            for hex in s.held[side.index()].iter() {
                let away = f32::from(ground().distance(hex, goal));
                if away < NEAR {
                    let points = f32::from(s.sum(&s.stack(hex)));
                    pull[side.index()] += points * (1.0 - away / NEAR);
                    if away <= 2.0 {
                        force[side.index()] += points;
                    }
                }
            }
        }
        near += weight * (pull[0] - pull[1]) / 20.0;
        mass += weight * (force[0] - force[1]) / (force[0] + force[1]);
    }
    (near, mass)
}

/// How strong the goals are held, and how strong the enemy is around them.
fn sieges(game: &GiveUsVictories, s: &State) -> (f32, f32) {
    let (mut garrison, mut siege) = (0.0, 0.0);
    for (goal, weight) in goal_hexes(game).into_iter().filter(|g| g.1 > 0.0) {
        let Some(holder) = Side::BOTH.into_iter().find(|side| s.held[side.index()].has(goal)) else { continue };
        let sign = if holder == Side::Union { weight } else { -weight };
        let within = f32::from(s.sum(&s.stack(goal)));
        let enemy = &s.held[holder.enemy().index()];
        let around = game.near[goal.index()].iter().filter(|n| n.is_some() && enemy.has(**n));
        let around: f32 = around.map(|n| f32::from(s.sum(&s.stack(*n)))).sum();
        garrison += sign * within / 10.0;
        siege -= sign * around / (around + within + 1.0);
    }
    (garrison, siege)
}

/// What stands beside enemies who are stronger.
fn danger(game: &GiveUsVictories, s: &State, side: Side) -> f32 {
    let enemy = &s.held[side.enemy().index()];
    let mut sum = 0.0;
    for hex in s.held[side.index()].iter() {
        let around = game.near[hex.index()].iter().filter(|n| n.is_some() && enemy.has(**n));
        let facing: f32 = around.map(|n| f32::from(s.sum(&s.stack(*n)))).sum();
        if facing > 0.0 {
            let own = f32::from(s.sum(&s.stack(hex)));
            let cover = if ground().forest.has(hex) || ground().hill.has(hex) { 1.3 } else { 1.0 };
            sum += own * (facing / (own * cover).max(1.0) - 1.0).clamp(0.0, 2.0) / 2.0;
        }
    }
    sum
}

/// How far the foremost Union brigades are on their way west, where that is what counts.
fn road_west(game: &GiveUsVictories, s: &State) -> f32 {
    let Victory::BreakOut(brigades) = game.scenario.victory else {
        return 0.0;
    };
    let mut gaps = [30u8; PIECES];
    let mut n = 0;
    for p in counters().infantry.and(&counters().of[Side::Union.index()]).iter().filter(|p: &Piece| s.hex(*p).is_some()) {
        let hex = s.hex(p);
        gaps[n] = game.exits.iter().map(|e| ground().distance(hex, e)).min().unwrap_or(30);
        n += 1;
    }
    gaps[..n].sort_unstable();
    let wanted = brigades.saturating_sub(game.gone_west(s));
    let rest: f32 = gaps.iter().take(wanted).map(|g| f32::from(*g)).sum();
    1.0 - rest / 30.0
}
