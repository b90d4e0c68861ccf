//! A simple opponent: it looks one Turn ahead.
//!
//! At the start of its movement it looks for enemy stacks that it can bring to battle at good odds, sends the units that
//! this takes, and marches the rest towards the enemy (Union) or keeps it where it is (Confederate). Units that would have
//! to fight at bad odds withdraw. Battles are made as large as the odds ask for; optional bombardments are always taken.

use super::marches::{Distances, NO_WAY, fields};
use board::HexId;
use chancellorsville_1961::action::{Action, Manner, Path};
use chancellorsville_1961::combat::{BEST_COLUMN, column};
use chancellorsville_1961::counters::{PIECES, Piece, Set, first, pieces};
use chancellorsville_1961::ground::{HEXES, OFF};
use chancellorsville_1961::state::Step;
use chancellorsville_1961::{Chancellorsville1961, State};
use engine::{Chair, Dice, Player, Side};

/// Odds that are worth an attack, in columns above even: 3-1.
const GOOD: i8 = 2;
/// Odds beyond which no more units are sent: past the table no die is needed.
const ENOUGH: i8 = BEST_COLUMN + 1;
/// Odds at which artillery shells those who cannot answer: 1-6.
const SHELLING: i8 = -BEST_COLUMN;
/// Odds below which a unit in contact withdraws: 1-1.
const BAD: i8 = 0;
/// The turns after which the Union is content with 2-1, and with even odds.
const BOLD_TURN: u8 = 5;
const DESPERATE_TURN: u8 = 14;

/// How a player weighs its chances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// Columns of odds that it asks for beyond what is usual.
    pub caution: i8,
    /// Whether the Confederates leave their ground to come together, away from the nearest threat.
    pub elusive: bool,
    /// Whether the Union counts on bridges that are yet to be laid, and waits for them.
    pub patient: bool,
    /// Whether artillery fights battles of its own, and the others come up behind it.
    pub pressing: bool,
    /// Which of the side's ready-made set-ups it takes, if there are so many.
    pub setup: u8,
}

impl Temper {
    /// The place in the list of a Union that crosses downriver with the whole army and attacks at once.
    pub(crate) const ASSAULT: u8 = 5;

    const PLAIN: Temper = Temper { caution: 0, elusive: false, patient: false, pressing: false, setup: 0 };

    pub(crate) const MANNERS: [Temper; 6] = [
        Temper::PLAIN,
        Temper { caution: -1, ..Temper::PLAIN },
        Temper { caution: 1, ..Temper::PLAIN },
        Temper { elusive: true, ..Temper::PLAIN },
        Temper { patient: true, pressing: true, setup: 2, ..Temper::PLAIN },
        Temper { patient: true, pressing: true, setup: 2, caution: -1, ..Temper::PLAIN },
    ];
}

/// A simple opponent.
#[derive(Clone)]
pub struct Greedy {
    dice: Dice,
    temper: Temper,
    /// The Turn that the orders below are for.
    turn: (u8, Side),
    /// Where each counter shall go this Turn; [`OFF`] where it has no order.
    orders: [HexId; PIECES],
    /// Those whose orders have been given out.
    done: Set,
}

impl Greedy {
    /// A player with its own stream.
    pub fn new(seed: u64) -> Greedy {
        Greedy::with_temper(seed, Temper::MANNERS[0])
    }

    pub(crate) fn with_temper(seed: u64, temper: Temper) -> Greedy {
        Greedy { dice: Dice::new(seed), temper, turn: (0, Side::Union), orders: [OFF; PIECES], done: 0 }
    }
}

impl Player<Chancellorsville1961> for Greedy {
    fn choose(&mut self, chair: &Chair<'_, Chancellorsville1961>) -> Action {
        let (game, by) = (chair.game(), chair.side());
        let state = chair.unveiled().expect("both sides see everything");
        match state.step {
            Step::Move => self.choose_move(game, state, by),
            Step::Divide => choose_division(game, state),
            Step::Choose => choose_battle(game, state),
            Step::Exchange => choose_loss(game, state),
            Step::Retreat => choose_retreat(game, state, by, chair),
            Step::Occupy => chair.legal().into_iter().find(|a| matches!(a, Action::Occupy(..))).unwrap_or(Action::Stay),
            _ => {
                let mut ready = (0..game.book.presets.len() as u8).filter(|i| game.may_preset(state, by, *i).is_ok());
                ready.nth(usize::from(self.temper.setup)).map(Action::Preset).unwrap_or_else(|| chair.legal()[0])
            }
        }
    }
}

/// One chance to attack: who goes where, and the odds.
struct Plan {
    moves: Vec<(Piece, HexId)>,
    column: i8,
    worth: i32,
}

impl Greedy {
    fn choose_move(&mut self, game: &Chancellorsville1961, state: &State, by: Side) -> Action {
        if self.turn != (state.turn, by) {
            self.turn = (state.turn, by);
            self.done = 0;
            self.orders = Orders::new(game, state, by, self.temper).issue(&mut self.dice);
        }
        let own = state.own(game.book, by) & state.on_map();
        // Attackers first, so that nobody stands in their way; then everybody else.
        for piece in pieces(own & !self.done) {
            self.done |= piece.bit();
            let to = self.orders[piece.index()];
            if let Some(action) = march_to(game, state, by, piece, to) {
                return action;
            }
            if let Some(action) = lay_bridge(game, state, by, piece) {
                return action;
            }
        }
        Action::EndMove
    }
}

/// The march of a counter to a hex, if it can get there.
fn march_to(game: &Chancellorsville1961, state: &State, by: Side, piece: Piece, to: HexId) -> Option<Action> {
    if to == OFF || to == state.hex(piece) {
        return None;
    }
    let reach = game.reach(state, by, piece.bit(), false);
    let (_, path) = reach.found().find(|(hex, _)| *hex == to)?;
    game.may_march(state, by, piece.bit(), path).is_ok().then_some(Action::March(piece.bit(), path))
}

/// A bridge is laid where it can be.
fn lay_bridge(game: &Chancellorsville1961, state: &State, by: Side, piece: Piece) -> Option<Action> {
    if !game.book.is(piece, game.book.bridges) || game.book.ground.river(state.hex(piece)) {
        return None;
    }
    let mut ways = Vec::new();
    game.list_marches(state, by, piece.bit(), &mut ways);
    ways.into_iter().find(|a| matches!(a, Action::Lay(..)))
}

/// The making of a Turn's orders.
struct Orders<'a> {
    game: &'a Chancellorsville1961,
    state: &'a State,
    by: Side,
    temper: Temper,
    orders: [HexId; PIECES],
    /// The hexes in reach of each own unit, its own hex among them.
    reach: Vec<Vec<HexId>>,
    /// The same as sets of units, by hex.
    reached_by: Vec<Set>,
    /// Counters already sent to each hex, as sets.
    sent: Vec<(HexId, Set)>,
    used: Set,
    /// Enemy artillery that our artillery fights.
    busy: Set,
}

impl<'a> Orders<'a> {
    fn new(game: &'a Chancellorsville1961, state: &'a State, by: Side, temper: Temper) -> Orders<'a> {
        let own = game.book.fighters() & game.book.of[by.index()] & state.on_map();
        let mut reach = vec![Vec::new(); PIECES];
        let mut reached_by = vec![0; HEXES + 1];
        for piece in pieces(own) {
            let hexes = &mut reach[piece.index()];
            hexes.push(state.hex(piece));
            hexes.extend(game.reach(state, by, piece.bit(), false).found().map(|(hex, _)| hex));
            hexes.iter().for_each(|h| reached_by[h.index()] |= piece.bit());
        }
        Orders { game, state, by, temper, orders: [OFF; PIECES], reach, reached_by, sent: Vec::new(), used: 0, busy: 0 }
    }

    fn issue(mut self, dice: &mut Dice) -> [HexId; PIECES] {
        while let Some(plan) = self.best_plan() {
            for (piece, hex) in &plan.moves {
                self.send(*piece, *hex);
            }
        }
        if self.temper.pressing {
            let guns = pieces(self.game.book.guns & self.game.book.of[self.by.index()] & self.state.on_map());
            self.busy = guns.fold(0, |set, gun| {
                let to = self.orders[gun.index()];
                set | self.neighbours(if to == OFF { self.state.hex(gun) } else { to }).1
            });
        }
        self.withdraw();
        if self.by == Side::Union || self.temper.elusive {
            self.advance(dice);
        }
        self.orders
    }

    fn send(&mut self, piece: Piece, hex: HexId) {
        self.orders[piece.index()] = hex;
        self.used |= piece.bit();
        match self.sent.iter_mut().find(|(h, _)| *h == hex) {
            Some((_, set)) => *set |= piece.bit(),
            None => self.sent.push((hex, piece.bit())),
        }
    }

    /// Who will stand in a hex as far as is known: those sent there, and those who have no orders.
    fn will_stand(&self, hex: HexId) -> Set {
        let sent = self.sent.iter().find(|(h, _)| *h == hex).map_or(0, |(_, set)| *set);
        sent | self.state.stack(hex) & self.game.book.of[self.by.index()] & !self.used
    }

    fn has_room(&self, piece: Piece, hex: HexId) -> bool {
        let river = self.game.book.ground.river(hex);
        let there = self.will_stand(hex) & !piece.bit() & self.game.book.units();
        if river && there != 0 {
            return false;
        }
        self.game.together(self.by, there | piece.bit()).is_ok()
    }

    /// Enemy units next to a hex, and enemy artillery two hexes from it.
    fn neighbours(&self, hex: HexId) -> (Set, Set) {
        let (book, ground) = (self.game.book, &self.game.book.ground);
        let enemies = book.units() & book.of[self.by.enemy().index()];
        let near = ground.around(hex).iter().fold(0, |set, h| set | self.state.stack(*h)) & enemies;
        let far = ground.ring(hex).iter().fold(0, |set, h| set | self.state.stack(*h)) & enemies & book.guns;
        (near, far)
    }

    /// The same together: whoever goes there must fight them.
    fn opponents(&self, hex: HexId) -> Set {
        let (near, far) = self.neighbours(hex);
        near | far
    }

    /// The best attack that can still be made.
    fn best_plan(&self) -> Option<Plan> {
        let (book, state) = (self.game.book, self.state);
        let enemies = book.units() & book.of[self.by.enemy().index()] & state.on_map();
        let mut best: Option<Plan> = None;
        let mut seen = 0;
        for enemy in pieces(enemies) {
            if seen & enemy.bit() != 0 {
                continue;
            }
            let hex = state.hex(enemy);
            seen |= state.stack(hex);
            let nearest = self.sent.iter().map(|(h, _)| book.ground.distance(*h, hex)).min().unwrap_or(u8::MAX);
            if nearest == 1 {
                continue; // Somebody has been sent against it.
            }
            let shelled = self.temper.pressing && nearest > 2;
            let plans = [self.plan_against(hex), if shelled { self.cannonade(hex) } else { None }];
            for plan in plans.into_iter().flatten() {
                if best.as_ref().is_none_or(|b| plan.worth > b.worth) {
                    best = Some(plan);
                }
            }
        }
        best
    }

    /// An attack by artillery alone, from two hexes: on the artillery in a hex, or on the others if there is none.
    fn cannonade(&self, target: HexId) -> Option<Plan> {
        let (book, ground, state) = (self.game.book, &self.game.book.ground, self.state);
        let defenders = state.stack(target) & book.units() & book.of[self.by.enemy().index()];
        let duel = defenders & book.guns != 0;
        let mut fought = if duel { defenders & book.guns } else { defenders };
        let (mut moves, mut taken, mut attack, mut across): (Vec<(Piece, HexId)>, Set, u16, bool) = (Vec::new(), 0, 0, false);
        let guns = book.guns & book.of[self.by.index()] & state.on_map() & !self.used;
        while attack == 0 || column(attack, self.defence(fought, across).max(1)) < ENOUGH {
            let mut pick: Option<(i32, Piece, HexId)> = None;
            for hex in ground.ring(target).iter().filter(|h| **h != OFF && self.reached_by[h.index()] & guns & !taken != 0) {
                let (near, far) = self.neighbours(*hex);
                if near != 0 {
                    continue;
                }
                let company: Set = moves.iter().filter(|(_, h)| h == hex).fold(0, |s, (p, _)| s | p.bit());
                let river = if ground.across(*hex, target) && !across { 4 } else { 0 };
                let extra = i32::from(self.defence(far & !fought, false)) * if duel { 6 } else { 20 };
                for gun in pieces(self.reached_by[hex.index()] & guns & !taken) {
                    let score = i32::from(book.combat[gun.index()]) * 3 - extra - river;
                    if pick.as_ref().is_none_or(|(s, _, _)| score > *s) && self.has_room_with(gun, *hex, company) {
                        pick = Some((score, gun, *hex));
                    }
                }
            }
            let Some((_, gun, hex)) = pick.filter(|(score, _, _)| *score > -20) else { break };
            fought |= self.neighbours(hex).1;
            taken |= gun.bit();
            attack += u16::from(book.combat[gun.index()]);
            across |= ground.across(hex, target);
            moves.push((gun, hex));
        }
        if moves.is_empty() {
            return None;
        }
        let defence = self.defence(fought, across);
        let odds = if defence == 0 { ENOUGH } else { column(attack, defence) };
        // Others cannot harm artillery two hexes away, and what is lost in a duel opens the way for the rest.
        let wanted = if duel { self.wanted() - 1 } else { SHELLING };
        let prize = i32::from(book.strength(fought)) * 4 + 2;
        (odds >= wanted).then(|| Plan { worth: prize * i32::from(odds.min(ENOUGH) + 2) - i32::from(attack), column: odds, moves })
    }

    /// Odds that are worth an attack. Time is on the Confederate side: the Union grows bolder as it runs out.
    fn wanted(&self) -> i8 {
        let turn = self.state.turn;
        let usual = match self.by {
            Side::Union => GOOD - i8::from(turn > BOLD_TURN) - i8::from(turn > DESPERATE_TURN),
            Side::Confederate => GOOD + 1,
        };
        usual + self.temper.caution
    }

    /// Whether a hex is within reach of enemy artillery alone, all of which our own artillery keeps busy.
    fn screened(&self, hex: HexId) -> bool {
        let (near, far) = self.neighbours(hex);
        near == 0 && far & !self.busy == 0
    }

    /// An attack on a hex: strong units first, from hexes that close its ways of retreat.
    fn plan_against(&self, target: HexId) -> Option<Plan> {
        let (book, ground, state) = (self.game.book, &self.game.book.ground, self.state);
        let defenders = state.stack(target) & book.units() & book.of[self.by.enemy().index()];
        let mut moves: Vec<(Piece, HexId)> = Vec::new();
        let mut fought = defenders;
        let mut taken = 0;
        let mut attack = 0;
        let mut covered = [false; HEXES + 1];
        let mut across = false;
        loop {
            let mut pick: Option<(i32, Piece, HexId)> = None;
            for hex in ground.around(target).iter().filter(|h| self.reached_by[h.index()] & book.foot & !self.used & !taken != 0) {
                let company: Set = moves.iter().filter(|(_, h)| h == hex).fold(0, |s, (p, _)| s | p.bit());
                let strange = self.opponents(*hex) & !fought;
                let extra = i32::from(self.defence(strange, false));
                let new_cover =
                    ground.around(*hex).iter().filter(|h| ground.distance(**h, target) == 1 && !covered[h.index()]).count() as i32;
                let river = if ground.across(*hex, target) && !across { 4 } else { 0 };
                for piece in pieces(self.reached_by[hex.index()] & book.foot & !self.used & !taken) {
                    let strength = i32::from(book.combat[piece.index()]);
                    let score = strength * 3 + new_cover * 2 - extra * 6 - river;
                    if pick.as_ref().is_none_or(|(s, _, _)| score > *s) && self.has_room_with(piece, *hex, company) {
                        pick = Some((score, piece, *hex));
                    }
                }
            }
            let Some((score, piece, hex)) = pick else { break };
            if score < -20 {
                break;
            }
            fought |= self.opponents(hex);
            taken |= piece.bit();
            attack += u16::from(book.combat[piece.index()]);
            across |= ground.across(hex, target);
            moves.push((piece, hex));
            covered[hex.index()] = true;
            ground.around(hex).iter().for_each(|h| covered[h.index()] = true);
            if column(attack, self.defence(fought, across).max(1)) >= ENOUGH {
                break;
            }
        }
        if moves.is_empty() {
            return None;
        }
        attack += self.call_guns(target, fought, attack, across, &mut moves);
        let defence = self.defence(fought, across);
        let odds = if defence == 0 { ENOUGH } else { column(attack, defence) };
        let wanted = self.wanted();
        if odds < wanted {
            return None;
        }
        let prize = i32::from(book.strength(defenders)) * 4 + 2;
        Some(Plan { worth: prize * i32::from(odds.min(ENOUGH) + 2) - i32::from(attack), column: odds, moves })
            .filter(|p| p.column >= wanted)
    }

    /// Artillery that can support an attack from two hexes without meeting anybody else; returns what it adds.
    fn call_guns(&self, target: HexId, fought: Set, attack: u16, across: bool, moves: &mut Vec<(Piece, HexId)>) -> u16 {
        let (book, ground, state) = (self.game.book, &self.game.book.ground, self.state);
        let mut added = 0;
        for gun in pieces(book.guns & book.of[self.by.index()] & state.on_map() & !self.used) {
            if column(attack + added, self.defence(fought, across).max(1)) >= ENOUGH {
                break;
            }
            let suits = |hex: &&HexId| {
                let company: Set = moves.iter().filter(|(_, h)| h == *hex).fold(0, |s, (p, _)| s | p.bit());
                self.reached_by[hex.index()] & gun.bit() != 0
                    && self.opponents(**hex) & !fought == 0
                    && self.has_room_with(gun, **hex, company)
            };
            if let Some(hex) = ground.ring(target).iter().filter(|h| **h != OFF && ground.across(**h, target) <= across).find(suits) {
                moves.push((gun, *hex));
                added += u16::from(book.combat[gun.index()]);
            }
        }
        added
    }

    fn has_room_with(&self, piece: Piece, hex: HexId, company: Set) -> bool {
        if self.game.book.ground.river(hex) && company != 0 {
            return false;
        }
        self.has_room(piece, hex)
            && self.game.together(self.by, self.will_stand(hex) & self.game.book.units() | company | piece.bit()).is_ok()
    }

    /// What enemies count, roughly: across a river if so.
    fn defence(&self, enemies: Set, across: bool) -> u16 {
        pieces(enemies)
            .map(|q| u16::from(self.game.book.combat[q.index()]) * self.game.multiple(self.state, self.state.hex(q), across))
            .sum()
    }

    /// Units that are in contact and were sent nowhere: they stay and fight at fair odds, or go.
    fn withdraw(&mut self) {
        let (book, ground, state) = (self.game.book, &self.game.book.ground, self.state);
        for piece in pieces(book.fighters() & book.of[self.by.index()] & state.on_map() & !self.used) {
            let hex = state.hex(piece);
            if state.control(self.by.enemy(), hex) == 0 {
                continue;
            }
            let opponents = self.opponents(hex);
            let friends = self.will_stand(hex) & book.fighters();
            let odds = column(book.strength(friends), self.defence(opponents, false).max(1));
            if odds >= BAD && opponents != 0 && self.by == Side::Union {
                continue;
            }
            let safe =
                self.reach[piece.index()].iter().copied().filter(|h| state.control(self.by.enemy(), *h) == 0 && self.has_room(piece, *h));
            let strong = |h: &HexId| u8::from(ground.hill(*h)) + u8::from(state.is_fort(*h));
            let best = safe.max_by_key(|h| (strong(h), std::cmp::Reverse(ground.distance(hex, *h))));
            if let Some(to) = best {
                self.send(piece, to);
            }
        }
    }

    /// Everybody else goes towards an enemy that needs more of us, and stays out of zones until it pays.
    fn advance(&mut self, dice: &mut Dice) {
        let (book, ground, state) = (self.game.book, &self.game.book.ground, self.state);
        let enemies = book.fighters() & book.of[self.by.enemy().index()] & state.on_map();
        let mut targets: Vec<(HexId, u16, u16)> = Vec::new();
        for enemy in pieces(enemies) {
            let hex = state.hex(enemy);
            if !targets.iter().any(|(h, _, _)| *h == hex) {
                targets.push((hex, self.defence(state.stack(hex) & enemies, false).max(1), 0));
            }
        }
        if targets.is_empty() {
            return;
        }
        let fields = fields(self.game, state, targets.iter().map(|(hex, _, _)| *hex), self.temper.patient);
        let mut marchers: Vec<Piece> = pieces(book.fighters() & book.of[self.by.index()] & state.on_map() & !self.used).collect();
        let nearest = |p: &Piece| fields.iter().map(|f| f[state.hex(*p).index()]).min().unwrap_or(NO_WAY);
        marchers.sort_by_key(nearest);
        for piece in marchers {
            let here = state.hex(piece);
            let choice = (0..targets.len()).min_by_key(|i| {
                let (_, defence, sent) = targets[*i];
                // Past four to one a further unit is better used elsewhere.
                let crowd = 8 * u32::from(sent / (4 * defence));
                u32::from(fields[*i][here.index()]).saturating_add(crowd)
            });
            let Some(i) = choice else { continue };
            targets[i].2 += u16::from(book.combat[piece.index()]);
            let field = &fields[i];
            let open = |h: HexId| self.quiet(h) && self.has_room(piece, h) && !self.on_bridge(h);
            // Its own hex comes first; another must be nearer, and only then is it looked at more closely.
            let mut best = ((field[here.index()], ground.slow(here)), here);
            for hex in self.reach[piece.index()].iter().copied() {
                let key = (field[hex.index()], ground.slow(hex));
                if key < best.0 && open(hex) {
                    best = (key, hex);
                }
            }
            if field[best.1.index()] < field[here.index()] {
                self.send(piece, best.1);
            }
        }
        self.lead_staffs(&fields, dice);
    }

    /// Whether nobody has to fight in a hex.
    fn quiet(&self, hex: HexId) -> bool {
        self.state.control(self.by.enemy(), hex) == 0 || self.temper.pressing && self.screened(hex)
    }

    /// Whether a hex is a bridge: a halt there would stop those behind.
    fn on_bridge(&self, hex: HexId) -> bool {
        self.state.span(self.game.book, hex).is_some()
    }

    /// Headquarters swim over where bridges wait, and stay clear of the enemy.
    fn lead_staffs(&mut self, fields: &[Distances], dice: &mut Dice) {
        let (book, ground, state) = (self.game.book, &self.game.book.ground, self.state);
        for staff in pieces(book.staffs & book.of[self.by.index()] & state.on_map()) {
            let here = state.hex(staff);
            let clear =
                |h: HexId| state.control(self.by.enemy(), h) == 0 && ground.ring(h).iter().all(|r| state.control(self.by.enemy(), *r) == 0);
            let reach = self.game.reach(state, self.by, staff.bit(), false);
            let hexes: Vec<HexId> = reach.found().map(|(h, _)| h).filter(|h| clear(*h) && self.has_room(staff, *h)).collect();
            // The shore opposite a bridge that waits on a road beside the river.
            let wanted = |h: HexId| {
                let near = ground.around(h).iter().filter(|r| ground.river(**r));
                let bridge = |r: &&HexId| {
                    ground
                        .around(**r)
                        .iter()
                        .any(|b| state.stack(*b) & book.bridges != 0 && ground.land(*b) != ground.land(h) && !ground.river(*b))
                };
                let land = u8::from(!ground.river(h) && near.clone().any(|r| bridge(&r)));
                let swim = u8::from(ground.river(h) && !ground.ford(h) && bridge(&&h));
                2 * land + swim
            };
            let best = hexes
                .iter()
                .copied()
                .max_by_key(|h| wanted(*h))
                .filter(|h| wanted(*h) > wanted(here) || wanted(*h) == 2 && wanted(here) < 2);
            if let Some(to) = best {
                self.send(staff, to);
            } else if wanted(here) == 0 && dice.below(2) == 0 {
                let field = |h: &HexId| fields.iter().map(|f| f[h.index()]).min().unwrap_or(NO_WAY);
                if let Some(to) = hexes.iter().copied().filter(|h| !ground.ford(*h)).min_by_key(field).filter(|h| field(h) < field(&here)) {
                    self.send(staff, to);
                }
            }
        }
    }
}

/// Joins as long as the odds get better, takes in whom it must, then the next battle; bombardments last.
fn choose_division(game: &Chancellorsville1961, state: &State) -> Action {
    let book = game.book;
    let own = book.of[state.mover.index()];
    let mut division = game.division(state);
    let must_widen = division.may_finish(state).is_err();
    let mut legal = Vec::with_capacity(64);
    game.list_whole_division(state, &mut division, &mut legal);
    let c = &division.contacts;
    let members = if state.open { state.members(state.battles) } else { 0 };
    let now = if members == 0 { i8::MIN } else { game.clash(state, members & own, members & !own).column() };
    let odds = |more: Set| {
        let all = members | more;
        game.clash(state, all & own, all & !own).column()
    };
    let rank = |action: &Action| -> i32 {
        match *action {
            Action::Join(u) => {
                let bound = c.bound_attackers & u.bit() != 0;
                let better = odds(u.bit()) > now && now <= BEST_COLUMN;
                let idle_gun = book.is(u, book.guns) && !bound;
                match (must_widen && bound, better, idle_gun && now >= GOOD) {
                    (true, _, _) => 900,
                    (_, true, false) => 800 + i32::from(odds(u.bit())),
                    _ => -100,
                }
            }
            Action::Include(q) => {
                let forced = must_widen && c.bound_defenders & q.bit() != 0;
                // Taking in a comrade of the same hex is better than leaving him to others at worse odds.
                if forced { 700 + i32::from(odds(q.bit())) } else { -200 }
            }
            Action::Attack(u, q) => {
                let clash = game.clash(state, u.bit(), q.bit());
                let bound = c.bound_defenders & q.bit() != 0;
                match clash.manner {
                    Manner::Bombard => 100 + i32::from(clash.column()),
                    _ if bound => {
                        let all = c.suitors(q) & !state.engaged();
                        300 + 10 * i32::from(game.clash(state, all, q.bit()).column()) + i32::from(clash.column())
                    }
                    _ => -300,
                }
            }
            Action::Commit => 0,
            _ => -1000,
        }
    };
    let best = legal.iter().copied().max_by_key(|a| rank(a)).expect("something can be done");
    if rank(&best) < 0 && legal.contains(&Action::DivideRest) { Action::DivideRest } else { best }
}

/// The best odds first.
fn choose_battle(game: &Chancellorsville1961, state: &State) -> Action {
    let own = game.book.of[state.mover.index()];
    let open = (1..=state.battles).filter(|n| state.unfought >> n & 1 == 1);
    let best = open.max_by_key(|n| game.battle(state, *n).column()).expect("a battle is left");
    Action::Fight(first(state.members(best) & !own).expect("a battle has defenders"))
}

/// The cheapest set that pays, one unit after the other.
fn choose_loss(game: &Chancellorsville1961, state: &State) -> Action {
    if state.owed == 0 {
        return Action::Paid;
    }
    let payers: Vec<Piece> = pieces(game.payers(state)).take(16).collect();
    let mut best: Option<(u16, usize)> = None;
    for set in 1usize..1 << payers.len() {
        let sum: u16 = (0..payers.len()).filter(|i| set >> i & 1 == 1).map(|i| game.worth(state, payers[i])).sum();
        if sum >= state.owed && best.is_none_or(|(s, _)| sum < s) {
            best = Some((sum, set));
        }
    }
    let set = best.map_or(1, |(_, set)| set);
    // The dearest of the set last would stop the payment early: the cheapest goes first.
    let chosen = (0..payers.len()).filter(|i| set >> i & 1 == 1).min_by_key(|i| game.worth(state, payers[*i])).unwrap_or(0);
    Action::Lose(payers[chosen])
}

/// Losers are led towards our units, where they can be caught again; away from forts and hills.
fn choose_retreat(game: &Chancellorsville1961, state: &State, by: Side, chair: &Chair<'_, Chancellorsville1961>) -> Action {
    let ground = &game.book.ground;
    let ours: Vec<HexId> = pieces(game.book.fighters() & game.book.of[by.index()] & state.on_map()).map(|p| state.hex(p)).collect();
    let end = |path: Path| path.end(&ground.board.grid);
    let score = |action: &Action| match *action {
        Action::Retreat(unit, path) if path.is_empty() => i32::from(game.book.combat[unit.index()]) + 1000,
        Action::Retreat(_, path) => {
            let to = end(path);
            let near: i32 = ours.iter().map(|h| i32::from(ground.distance(*h, to)).min(8)).sum();
            -near - 30 * i32::from(ground.hill(to)) - 30 * i32::from(state.is_fort(to))
        }
        _ => -10_000,
    };
    chair.legal().into_iter().max_by_key(score).expect("a loser is left")
}
