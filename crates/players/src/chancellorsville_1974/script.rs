//! The greedy player: plans the marches of a phase so that weak enemies are met in strength, and takes the battle with the best
//! expected result. It sees what its side sees and looks no further than the die at hand.
//!
//! It also speaks for both armies while the general imagines the future, so it is made to be quick: ways to the enemy are kept from
//! phase to phase, only units that can do something are looked at, and battles are judged before anybody asks whether they are legal.

mod battles;
mod marches;
mod ways;

use board::HexId;
use chancellorsville_1974::Chancellorsville1974;
use chancellorsville_1974::action::{Action, Path, Subject};
use chancellorsville_1974::counters::{BRIDGES, Kind, PIECES, PieceId, Set, each};
use chancellorsville_1974::fog::Knowledge;
use chancellorsville_1974::ground::HEXES;
use chancellorsville_1974::state::{State, Step};
use engine::{Actor, Chair, Dice, Player, Rules, Side};
use marches::FAR;
use std::sync::Arc;

/// How bold a greedy player is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// The odds from which a march to attack is worth it, in halves, Union first.
    pub odds: [u32; 2],
    /// What it costs to rest beside the enemy in woods, city or fort.
    pub contact: i64,
    /// Confederates who do not attack fall back, out of the enemy's reach: an army in being is all that Lee needs.
    pub shy: bool,
}

/// The manners: as ever, bold, cautious, shy.
pub(crate) const MANNERS: [Manner; 4] = [
    Manner { odds: [4, 6], contact: 15, shy: false },
    Manner { odds: [3, 4], contact: 0, shy: false },
    Manner { odds: [6, 8], contact: 40, shy: false },
    Manner { odds: [4, 8], contact: 15, shy: true },
];
/// The one that proposes marches, and the one that proposes retreats.
pub(crate) const BOLD: Manner = MANNERS[1];
pub(crate) const SHY: Manner = MANNERS[3];

/// Looks one decision ahead.
#[derive(Clone, Debug)]
pub struct GreedyPlayer {
    dice: Dice,
    manner: Manner,
    /// The phase for which the orders were made.
    phase: Option<u32>,
    /// The next one last.
    orders: Vec<(PieceId, Path)>,
    /// Pieces that have had their orders in this phase.
    seen: Set,
    fields: Option<Arc<Fields>>,
}

/// What the enemy's positions mean for every hex.
#[derive(Debug)]
pub(crate) struct Fields {
    side: Side,
    /// Enemy hexes and their defence.
    goals: Vec<(HexId, u16)>,
    span: [[HexId; 2]; BRIDGES],
    /// How far it is to the enemy, in movement points, for those who ford and those who swim. For the Union only.
    far: [[u16; HEXES]; 2],
    /// How many hexes it is.
    pub near: [u8; HEXES],
}

impl GreedyPlayer {
    /// A greedy player; the seed breaks ties.
    pub fn new(seed: u64) -> GreedyPlayer {
        GreedyPlayer::in_manner(seed, 0)
    }

    /// One that plays in that manner.
    pub(crate) fn in_manner(seed: u64, manner: u8) -> GreedyPlayer {
        GreedyPlayer {
            dice: Dice::new(seed ^ 0x4752_4545),
            manner: MANNERS[usize::from(manner) % MANNERS.len()],
            phase: None,
            orders: Vec::new(),
            seen: 0,
            fields: None,
        }
    }
}

/// What one side knows, and the rules to judge it by.
pub(crate) struct Eye<'a> {
    pub game: &'a Chancellorsville1974,
    /// The position, as far as the side knows it.
    state: &'a State,
    /// Counters on the map that it does not know.
    unseen: Set,
    pub side: Side,
    pub manner: Manner,
}

impl<'a> Eye<'a> {
    /// The eye of whoever sits in a chair; `veil` is for what it knows where anything is hidden from it.
    pub fn from(chair: &Chair<'a, Chancellorsville1974>, manner: Manner, veil: &'a mut Option<Knowledge>) -> Eye<'a> {
        let (state, unseen) = match chair.unveiled() {
            Some(state) => (state, 0),
            None => {
                let known = veil.insert(chair.knowledge());
                (&known.state, known.unseen)
            }
        };
        Eye { game: chair.game(), state, unseen, side: chair.side(), manner }
    }

    fn state(&self) -> &'a State {
        self.state
    }
}

impl GreedyPlayer {
    fn best<T: Copy>(&mut self, items: &[T], mut value: impl FnMut(T) -> f64) -> Option<(f64, T)> {
        let mut best: Option<(f64, T)> = None;
        for item in items {
            // A hair of chance, so that equal things are not always taken in the same order.
            let score = value(*item) + self.dice.below(1000) as f64 * 1e-6;
            if best.is_none_or(|(top, _)| score > top) {
                best = Some((score, *item));
            }
        }
        best
    }

    fn prepare(&mut self, eye: &Eye<'_>) -> Arc<Fields> {
        let phase = eye.game.phase(eye.state());
        match &self.fields {
            Some(fields) if self.phase == Some(phase) => fields.clone(),
            _ => {
                let fields = eye.fields();
                self.phase = Some(phase);
                self.orders.clear();
                self.seen = 0;
                eye.plan(&fields, &mut self.orders);
                self.fields = Some(fields.clone());
                fields
            }
        }
    }

    fn movement(&mut self, chair: &Chair<'_, Chancellorsville1974>, eye: &Eye<'_>) -> Action {
        let fields = self.prepare(eye);
        let (game, state) = (eye.game, eye.state());
        while let Some((piece, path)) = self.orders.pop() {
            self.seen |= piece.bit();
            if path.is_empty() || state.moved & piece.bit() != 0 {
                continue;
            }
            let march = Action::March(piece.bit(), path);
            if chair.check(march).is_ok() {
                return march;
            }
            // Another way to the same hex may be open.
            let (from, mut there) = (state.hex[piece.index()], None);
            if from == path.start() {
                let goal = path.end(game.ground.grid());
                game.reach(state, &game.group(state, piece.bit()), from, 0, |end, way| {
                    if end == goal {
                        there = Some(way());
                    }
                });
            }
            if let Some(other) = there {
                return Action::March(piece.bit(), other);
            }
        }
        if game.may_move_at_all(state, eye.side).is_ok() {
            // Those nearest to the enemy first: they make room for the rest.
            loop {
                let left = game.data.side(eye.side) & !state.moved & !self.seen;
                let next = each(left)
                    .filter(|p| state.on_map(*p) || state.returning & p.bit() != 0)
                    .min_by_key(|p| (state.hex[p.index()].some().map_or(0, |h| fields.near[h.index()]), p.0));
                let Some(piece) = next else { break };
                self.seen |= piece.bit();
                if let Some(action) = self.quiet_move(chair, eye, piece, &fields) {
                    return action;
                }
            }
        }
        if chair.check(Action::Done).is_ok() {
            return Action::Done;
        }
        // Somebody must move yet: out of the enemy's sight at night, or back from the raid.
        let mut subjects = Vec::new();
        chair.subjects(&mut subjects);
        let duty = subjects.iter().find_map(|s| match s {
            Subject::Piece(p) if game.must_leave(state, *p) || !state.on_map(*p) => Some(*p),
            _ => None,
        });
        let mut options = Vec::new();
        chair.options(duty.map_or(subjects[0], Subject::Piece), &mut options);
        let value = |action: Action| match action {
            Action::March(set, path) => eye.rest(PieceId(set.trailing_zeros() as u8), path.end(game.ground.grid()), &fields) as f64,
            Action::Enter(..) => 0.0,
            _ => -1e6,
        };
        self.best(&options, value).expect("a listed subject can act").1
    }

    /// The best march of a piece that has no order, or nothing if it stays.
    fn quiet_move(&mut self, chair: &Chair<'_, Chancellorsville1974>, eye: &Eye<'_>, piece: PieceId, fields: &Fields) -> Option<Action> {
        let (game, state) = (eye.game, eye.state());
        let kind = game.data.kind[piece.index()];
        let Some(hex) = state.hex[piece.index()].some() else {
            let mut options = Vec::new();
            chair.options(Subject::Piece(piece), &mut options);
            return options.into_iter().find(|a| matches!(a, Action::Enter(..)));
        };
        if kind.is_equipment() {
            if kind == Kind::Boat || game.ground.river(hex) {
                return None;
            }
            let mut options = Vec::new();
            game.list_emplacements(state, piece, &mut options);
            if let Some(emplace) = options.first() {
                return Some(*emplace);
            }
        } else if !eye.restless(piece, fields) {
            return None;
        } else if eye.side == Side::Union
            && fields.near[hex.index()] > FAR
            && let Some(path) = eye.follow(piece, fields)
            && 3 * path.len() >= 2 * usize::from(game.allowance(state, piece))
            && (!game.ground.river(path.end(game.ground.grid())) || path.len() > 1)
        {
            return Some(Action::March(piece.bit(), path));
        }
        let stay = eye.rest(piece, hex, fields) as f64 + 0.5;
        let mut best: Option<(f64, Path)> = None;
        let dice = &mut self.dice;
        game.reach(state, &game.group(state, piece.bit()), hex, 0, |end, way| {
            if kind.is_equipment() && game.ground.river(end) {
                return;
            }
            let score = eye.rest(piece, end, fields) as f64 + dice.below(1000) as f64 * 1e-6;
            if score > stay && best.is_none_or(|(top, _)| score > top) {
                best = Some((score, way()));
            }
        });
        best.map(|(_, path)| Action::March(piece.bit(), path))
    }

    fn battle(&mut self, chair: &Chair<'_, Chancellorsville1974>, eye: &Eye<'_>, fire: bool) -> Action {
        let mut ideas = Vec::with_capacity(32);
        eye.battles(fire, &mut ideas);
        for (score, _) in &mut ideas {
            *score += self.dice.below(1000) as f64 * 1e-6;
        }
        ideas.sort_by(|a, b| b.0.total_cmp(&a.0));
        let worthwhile = if fire { 0.05 } else { 0.0 };
        let mut ends = None;
        for (score, action) in &ideas {
            if *score <= worthwhile && *ends.get_or_insert_with(|| chair.check(Action::Done).is_ok()) {
                return Action::Done;
            }
            if chair.check(*action).is_ok() {
                return *action;
            }
        }
        if ends.unwrap_or_else(|| chair.check(Action::Done).is_ok()) {
            return Action::Done;
        }
        // Duties that leave little choice: everything is looked at.
        let options: Vec<Action> = chair.legal().into_iter().filter(|a| matches!(a, Action::Fire(..) | Action::Attack(..))).collect();
        let mut retreats = [[0; 2]; PIECES];
        let value = |action: Action| match action {
            Action::Attack(targets, set) => eye.promise(set, &targets, false, &mut retreats),
            _ => 0.0,
        };
        self.best(&options, value).map_or(Action::Done, |(_, action)| action)
    }
}

impl Player<Chancellorsville1974> for GreedyPlayer {
    fn choose(&mut self, chair: &Chair<'_, Chancellorsville1974>) -> Action {
        let mut veil = None;
        let eye = Eye::from(chair, self.manner, &mut veil);
        debug_assert_eq!(chair.actor(), Actor::Side(chair.side()));
        let (game, state) = (eye.game, eye.state);
        match state.agenda.top() {
            Step::SetUp(side) => {
                let presets: Vec<usize> = game.presets_of(side).collect();
                Action::Preset(presets[self.dice.below(presets.len())] as u8)
            }
            Step::Movement => self.movement(chair, &eye),
            Step::DefensiveFire | Step::OffensiveFire => self.battle(chair, &eye, true),
            Step::Combat => self.battle(chair, &eye, false),
            Step::Retreat => {
                let (mut foes, mut paths) = (Vec::with_capacity(64), Vec::new());
                eye.enemies(&mut foes);
                for piece in each(game.retreating_now(state)) {
                    game.list_retreats(state, piece, &mut paths);
                    if let Some((_, path)) = self.best(&paths, |path| eye.refuge(path.end(game.ground.grid()), &foes)) {
                        return Action::Retreat(piece, path);
                    }
                }
                chair.legal()[0]
            }
            Step::FallBack(_) => {
                let battle = state.battle();
                let (attack, defence) = game.sums(state, battle.attackers, &battle.targets, false, &mut |_, _, _| {});
                if attack >= 2 * defence { Action::GiveWay } else { Action::Stand }
            }
            Step::Advance | Step::Occupy => {
                let mut hexes = Vec::new();
                for piece in each(game.advancers(state)) {
                    hexes.clear();
                    game.advances(state, piece, &mut hexes);
                    if let Some(hex) = hexes.iter().find(|h| state.at(**h) == 0) {
                        return Action::Advance(piece, *hex);
                    }
                }
                Action::Done
            }
            Step::Destroy => match eye.side {
                Side::Confederate => {
                    let doomed = each(game.data.equipment()).find(|p| game.may_destroy(state, eye.side, *p).is_ok());
                    doomed.map_or(Action::Done, Action::Destroy)
                }
                Side::Union => Action::Done,
            },
            Step::Inverting => match game.invertible(state) {
                0 => Action::Done,
                _ => Action::InvertAll,
            },
            Step::Breaking(..) | Step::Forming(..) => {
                let options = chair.legal();
                options.iter().copied().find(|a| *a == Action::PickOwn).unwrap_or(options[0])
            }
            Step::Marching => {
                let fields = self.prepare(&eye);
                let options = chair.legal();
                let value = |action: Action| match action {
                    Action::March(set, path) => eye.rest(PieceId(set.trailing_zeros() as u8), path.end(game.ground.grid()), &fields) as f64,
                    _ => {
                        let first = PieceId(state.march.pieces.trailing_zeros() as u8);
                        eye.rest(first, state.hex[first.index()], &fields) as f64
                    }
                };
                self.best(&options, value).expect("a halt is always open").1
            }
            _ => chair.legal()[0],
        }
    }
}
