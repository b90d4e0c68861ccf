//! Marches: the ideas of an activation, and what a post is worth.

use super::Mind;
use board::Direction;
use give_us_victories::action::Action;
use give_us_victories::counters::counters;
use give_us_victories::ground::{MAJOR, ground};
use give_us_victories::ids::{Chit, EventId, Hex, HexBits, Piece, Pieces};
use give_us_victories::reach::Reach;

/// What it is worth to stand next to such a hex, in full strength, with friends on its other side.
const FOOTHOLD: [f32; 3] = [2.5, 3.0, 1.5];
/// How much a hex nearer to prey counts on a hunt.
const SCENT: f32 = 0.6;
/// How many hexes away a point of his makes the prey.
const TOO_STRONG: f32 = 0.1;
/// What it is worth to leave the prey no way out.
const TRAP: f32 = 4.0;
/// What it costs to leave works under the eyes of the enemy: the units can attack no more.
const LEFT_WORKS: f32 = 4.0;
/// A march is worth making from here on.
const WORTH_A_MARCH: f32 = 0.05;

/// The marches thought of in an activation. What was thought may be out of date: the best is thought over before it is done.
#[derive(Default)]
pub(super) struct Plan {
    /// The turn and the chit, and where it lies.
    pub(super) of: Option<(u8, Chit, Hex)>,
    pub(super) ideas: Vec<Idea>,
    /// Enemy hexes worth a fight, and where the enemy was then.
    pub(super) strikes: Vec<(Hex, f32)>,
    pub(super) against: HexBits,
    /// Who has come where he was sent.
    pub(super) done: Pieces,
    /// Who was sent where.
    pub(super) sent: Option<(Pieces, Hex)>,
    /// Counts the decisions.
    pub(super) now: u32,
}

/// The best that the units of a hex can do.
#[derive(Clone, Copy)]
pub(super) struct Idea {
    pub(super) hex: Hex,
    pub(super) value: f32,
    pub(super) action: Action,
    pub(super) thought: u32,
}

/// What counts about units that think of a march, wherever they would go.
struct Party {
    from: Hex,
    pieces: Pieces,
    /// How many of them are no skirmishers.
    units: f32,
    /// Their combat points.
    own: f32,
    /// How many of them count for stacking.
    count: usize,
    guns: bool,
    shaken: bool,
    /// What it costs if they go.
    leave: f32,
    /// Whether they would leave works under the eyes of the enemy.
    leaves_works: bool,
}

impl Mind<'_, '_> {
    /// The best march, thought over: ideas of earlier decisions of the activation stand until they come first.
    pub(super) fn move_units(&self, plan: &mut Plan, reach: &mut Reach) -> Action {
        let s = self.s;
        let act = s.act();
        let of = Some((s.turn, act.chit, act.hex));
        plan.now += 1;
        let mut fresh = plan.of != of;
        if fresh {
            plan.of = of;
            plan.done = Pieces::NONE;
            plan.sent = None;
            self.think(plan, reach);
        } else if let Some((pieces, to)) = plan.sent.take() {
            plan.done = plan.done.or(&pieces.iter().filter(|p| s.hex(*p) == to).collect());
            if plan.against != s.held[self.side.enemy().index()] {
                self.look_for_strikes(plan);
            }
            // A march that was broken off may go on; who has arrived may leave the map.
            if let Some(hex) = pieces.first().map(|p| s.hex(p)).filter(|h| h.is_some()) {
                self.think_of(hex, plan, reach);
            }
        }
        loop {
            let first = (0..plan.ideas.len()).max_by(|a, b| plan.ideas[*a].value.total_cmp(&plan.ideas[*b].value));
            match first.map(|i| plan.ideas[i]).filter(|idea| idea.value > WORTH_A_MARCH) {
                None if fresh => return Action::Done,
                None => {
                    fresh = true;
                    self.think(plan, reach);
                }
                Some(idea) => {
                    let i = first.expect("there is one");
                    plan.ideas.swap_remove(i);
                    if idea.thought != plan.now {
                        self.think_of(idea.hex, plan, reach);
                        continue;
                    }
                    if let Action::March { pieces, path } = idea.action {
                        plan.sent = Some((pieces, self.end(idea.hex, path)));
                        // Somebody may be left behind in the hex.
                        plan.ideas.push(Idea { value: if s.stack(idea.hex) == pieces { 0.0 } else { idea.value }, ..idea });
                    } else {
                        plan.ideas.push(idea);
                    }
                    return idea.action;
                }
            }
        }
    }

    /// Thinks of everybody in the activation.
    fn think(&self, plan: &mut Plan, reach: &mut Reach) {
        plan.ideas.clear();
        self.look_for_strikes(plan);
        let mut seen: HexBits = HexBits::default();
        for p in self.s.active.iter() {
            let hex = self.s.hex(p);
            if hex.is_some() && !seen.has(hex) {
                seen.insert(hex);
                self.think_of(hex, plan, reach);
            }
        }
        if !self.s.hand[self.side.index()].is_empty() {
            let mut plays = Vec::new();
            self.game.plays(self.s, self.side, &mut plays);
            for action in plays {
                let value = match action {
                    Action::Play { event: EventId::BrigadeRegroup, piece, .. } => piece.map_or(0.0, |p| f32::from(counters().get(p).cp[0])),
                    Action::Play { event: EventId::LastEffort, hex, .. } => {
                        let shaken = self.s.disorganized.or(&self.s.demoralized).and(&counters().of[self.side.index()]);
                        let n = shaken.iter().filter(|p| self.s.hex(*p).is_some() && ground().distance(self.s.hex(*p), hex) <= 1).count();
                        if n >= 2 { n as f32 } else { 0.0 }
                    }
                    _ => continue,
                };
                plan.ideas.push(Idea { hex: Hex::NONE, value, action, thought: plan.now });
            }
        }
    }

    /// Thinks of the units of a hex: what they could best do, all together or one of them.
    fn think_of(&self, hex: Hex, plan: &mut Plan, reach: &mut Reach) {
        if !hex.is_some() {
            return;
        }
        let (s, game, c) = (self.s, self.game, counters());
        let mut best = (0.0, Action::Done);
        let mut offer = |value: f32, action: Action| {
            if value > best.0 {
                best = (value, action);
            }
        };
        let stack = game.marching_stack(s, hex);
        let units = game.solid(&stack);
        let groups = [Some(stack)].into_iter().chain(units.iter().filter(|_| stack.len() > 1).map(|p| Some(Pieces::one(p)))).flatten();
        let mut known: Option<(u8, bool, bool)> = None;
        for pieces in groups.filter(|p| !p.is_empty()) {
            let stays = !pieces.and(&plan.done).is_empty();
            let purse = game.purse(s, &pieces);
            let kind = (purse.allowance, pieces.within(&c.cavalry), pieces.iter().any(|p| game.has_river_limits(p)));
            // Who has as much to spend comes as far.
            if !stays && known != Some(kind) {
                game.spread(s, &pieces, reach);
                known = Some(kind);
            }
            let solid = game.solid(&pieces);
            let party = self.party(&solid, &pieces, hex);
            let here = self.post_value(&party, hex, &plan.strikes);
            let mut first: (f32, Option<give_us_victories::reach::End>) = (WORTH_A_MARCH, None);
            for end in reach.ends.iter().filter(|_| !stays) {
                let value = self.march_value(&party, end.hex, here, &plan.strikes) - f32::from(end.spent) * 0.005;
                if value > first.0 && game.may_stop(s, &pieces, end.hex).is_ok() {
                    first = (value, Some(*end));
                }
            }
            if let Some(end) = first.1 {
                offer(first.0, Action::March { pieces, path: reach.way_to(end) });
            }
            let leaving = pieces.minus(&c.skirmishers);
            let worth = self.exit_value(&leaving);
            if worth > 0.0 && game.may_exit(s, &leaving).is_ok() {
                offer(worth, Action::Exit { pieces: leaving });
            }
        }
        let near = self.threat(hex, 1) > 0.0;
        let free = game.load(s, self.side, hex).0 < 4;
        let mut work = Vec::new();
        for p in s.stack_of(self.side, hex).and(&s.active).and(&c.infantry).iter() {
            if near && free && game.may_skirmish(s, p, hex).is_ok() {
                offer(0.4, Action::Skirmish { piece: p, hex });
            }
            game.pontoon_work(s, p, &mut work);
        }
        for action in work {
            match action {
                Action::Build { piece, to } => offer(self.build_value(piece, to), action),
                Action::Seize { .. } => offer(3.0, action),
                Action::Destroy { .. } => offer(1.0, action),
                _ => {}
            }
        }
        if best.0 > 0.0 {
            plan.ideas.push(Idea { hex, value: best.0, action: best.1, thought: plan.now });
        }
    }

    fn exit_value(&self, pieces: &Pieces) -> f32 {
        if self.breaks_out() && !pieces.and(&counters().infantry).is_empty() { 100.0 * pieces.len() as f32 } else { 0.0 }
    }

    fn build_value(&self, piece: Piece, to: Hex) -> f32 {
        let (here, there) = (self.ground_value(self.s.hex(piece)), self.ground_value(to));
        let friends = self.own_points(self.s.hex(piece));
        if self.game.is_campaign() && there > here && friends >= 4.0 {
            4.0
        } else if self.breaks_out() {
            2.0
        } else {
            0.0
        }
    }

    fn look_for_strikes(&self, plan: &mut Plan) {
        plan.against = self.s.held[self.side.enemy().index()];
        plan.strikes = self.strikes();
    }

    /// Enemy hexes worth a fight this activation, and how good it looks: all active points that can come up, against what is there.
    fn strikes(&self) -> Vec<(Hex, f32)> {
        let s = self.s;
        if s.act().forced || self.game.night(s) && !s.act().night_attack {
            return Vec::new();
        }
        let mut list = Vec::new();
        self.prospects(&s.active.minus(&s.built), |hex, worth| list.push((hex, worth)));
        list
    }

    /// The enemy hexes that these units could well attack, as far as they could come.
    pub(super) fn prospects(&self, units: &Pieces, mut found: impl FnMut(Hex, f32)) {
        const FIGHTERS: usize = 40;
        let s = self.s;
        let mut fighters = [(Hex::NONE, 0.0f32, 0u8); FIGHTERS];
        let mut count = 0;
        for p in units.minus(&s.disorganized).minus(&s.demoralized).iter().filter(|p| s.hex(*p).is_some()).take(FIGHTERS) {
            let gone = s.moved.has(p) && !s.march.is_some_and(|m| m.pieces.has(p));
            let range = if gone { 1 } else { counters().get(p).ma.min(6) };
            fighters[count] = (s.hex(p), f32::from(s.cp(p)), range);
            count += 1;
        }
        for (hex, _) in &self.lay.enemies {
            let mass: f32 = fighters[..count].iter().filter(|f| ground().distance(f.0, *hex) <= f.2).map(|f| f.1).sum();
            if mass > 0.0 {
                let worth = self.exchange(mass.min(24.0), 0, &Pieces::NONE, *hex).worth;
                if worth > 0.0 {
                    found(*hex, worth);
                }
            }
        }
    }

    /// What counts about units wherever they go.
    fn party(&self, units: &Pieces, pieces: &Pieces, from: Hex) -> Party {
        let s = self.s;
        // Somebody must stay where a goal is held.
        let last = || self.game.solid(&s.stack_of(self.side, from).minus(pieces)).len() < 2;
        Party {
            from,
            pieces: *pieces,
            units: units.len() as f32,
            own: f32::from(s.sum(pieces)),
            count: pieces.minus(&counters().dummies).len(),
            guns: units.within(&counters().guns),
            shaken: !units.and(&s.disorganized.or(&s.demoralized)).is_empty(),
            leave: if self.is_goal(from) && last() { 30.0 } else { 0.0 },
            leaves_works: self.game.works(s, self.side, from) && self.threat(from, 1) > 0.0,
        }
    }

    /// What a march would bring: `here` is what it is worth to stay.
    fn march_value(&self, party: &Party, to: Hex, here: f32, strikes: &[(Hex, f32)]) -> f32 {
        let gain = self.post_value(party, to, strikes) - here;
        (gain * party.units).min(gain * 4.0) - party.leave
    }

    /// How good it is for these units to stand there.
    fn post_value(&self, party: &Party, to: Hex, strikes: &[(Hex, f32)]) -> f32 {
        let s = self.s;
        let g = ground();
        let &Party { from, own, guns, shaken, .. } = party;
        let mut value = if self.storm.hunt { -self.chase(to) * SCENT } else { self.ground_value(to) * self.temper.urgency };
        let (mut friends, mut count) = (0.0, party.count);
        if s.holds(self.side, to) {
            friends = if to == from { self.own_points(to) - own } else { self.own_points(to) };
            count += s.stack_of(self.side, to).minus(&counters().dummies).minus(&party.pieces).len();
        }
        let total = own + friends;
        if count > 4 || total > 16.0 {
            value -= 30.0;
        }
        if self.is_goal(to) && !self.storm.hunt {
            value += 4.0;
        }
        let mut hostile = 0.0;
        let mut striking = 0.0;
        let around = if self.game.in_contact(s, self.side, to) { &self.game.near[to.index()] } else { &[Hex::NONE; 6] };
        for n in around.iter().filter(|n| s.holds(self.side.enemy(), **n)) {
            let land = g.direction(to, *n).is_some_and(|d| g.side(to, d) & MAJOR == 0);
            if !land {
                continue;
            }
            hostile += self.enemy_points(*n);
            if let Some((_, worth)) = strikes.iter().find(|x| x.0 == *n) {
                let round = if self.storm.hunt { TRAP * (1.0 - self.escapes(*n, from, to).min(4.0) / 4.0) } else { 0.0 };
                striking = f32::max(striking, worth.min(12.0) + 2.0 + round);
            }
        }
        if hostile > 0.0 {
            if shaken || guns && friends < 2.0 {
                value -= 4.0;
            } else if striking > 0.0 && !s.act().forced {
                value += striking;
            } else if hostile > total * 1.4 && !self.is_goal(to) && !self.running() {
                value -= 2.0 + (hostile / total.max(1.0)).min(4.0);
            }
        } else {
            let near = self.threat(to, 2);
            if near > total * 2.0 && !self.is_goal(to) && !self.running() {
                value -= 1.5;
            }
            if guns && near > 0.0 && near < 40.0 {
                value += 1.5;
            }
        }
        if !shaken && !guns {
            value += self.storming(to, total);
        }
        // Who leaves works under the eyes of the enemy cannot attack.
        if to != from && party.leaves_works {
            value -= LEFT_WORKS;
        }
        value += self.blocking(to);
        if g.forest.has(to) || g.hill.has(to) || self.game.works(s, self.side, to) {
            value += if self.threat(to, 3) > 0.0 { 1.2 } else { 0.1 };
        }
        value
    }

    /// What it is worth to stand next to the hex that must fall, in strength, on two sides of it.
    pub(super) fn storming(&self, to: Hex, total: f32) -> f32 {
        let [there, strong, both] = FOOTHOLD;
        let mut most = 0.0f32;
        for hex in self.storm.hexes.into_iter().filter(|h| h.is_some()) {
            let Some(d) = ground().direction(hex, to).filter(|d| ground().side(hex, *d) & MAJOR == 0) else { continue };
            let round = if self.backed(hex, d) { both } else { 0.0 };
            most = most.max(there + strong * total.min(16.0) / 16.0 + round);
        }
        most * self.storm.press
    }

    /// How many ways out of a hex the enemy has if somebody goes to one of its neighbours: hexes that nobody stands next to.
    fn escapes(&self, prey: Hex, from: Hex, to: Hex) -> f32 {
        let s = self.s;
        let watched = |hex: Hex| {
            let near = &self.game.near[hex.index()];
            near.contains(&to) || near.iter().any(|n| n.is_some() && *n != from && s.holds(self.side, *n))
        };
        let near = self.game.near[prey.index()].iter();
        let open = near.filter(|n| n.is_some() && **n != to && !s.holds(self.side, **n) && !watched(**n));
        open.count() as f32
    }

    /// Whether friends stand on the other side of a hex.
    fn backed(&self, hex: Hex, d: Direction) -> bool {
        let behind = self.game.near[hex.index()][(d.index() + 3) % 6];
        behind.is_some() && self.s.holds(self.side, behind)
    }

    /// Whether a hex is one of those that must fall.
    pub(super) fn wanted(&self, hex: Hex) -> bool {
        hex.is_some() && self.storm.hexes.contains(&hex)
    }

    /// How far a hex is from prey: the nearest enemies, weak ones rather than strong ones.
    fn chase(&self, hex: Hex) -> f32 {
        let far = |e: &(Hex, u16)| f32::from(ground().distance(e.0, hex)) + f32::from(e.1) * TOO_STRONG;
        self.lay.enemies.iter().map(far).fold(40.0, f32::min)
    }
}
