//! The greedy player: plain sense, one decision at a time, seeing only what its side may see.
//!
//! When a Movement phase begins every unit gets a post: the Confederates hold Manassas and the stars as they are threatened,
//! the Union covers Centreville as far as it must and goes for what is weakest. Units far from the enemy walk to their
//! posts by the shortest way; those near him look at every hex they reach. Both attack where the odds are good, keep leaders
//! with their men, and take what costs nothing.

mod battles;
mod goals;
mod marches;
mod posts;

use board::HexId;
use bull_run::BullRun;
use bull_run::action::{Action, Subject};
use bull_run::counters::PieceId;
use bull_run::fog::Knowledge;
use bull_run::movement::Hazards;
use bull_run::state::{Phase, State};
use contact::Set;
use engine::{Chair, Dice, Player};
use posts::{Distances, NOBODY};

pub(crate) use goals::{CENTREVILLE, GOALS, MANASSAS, TURN, goal_hexes, pressure, ways};

/// How a player weighs its chances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// What its own strength counts when it looks at odds.
    pub boldness: f32,
    /// Whether some of those who could hold back go for the enemy's base.
    pub raiding: bool,
    /// What a threatened star counts beside Manassas.
    pub stars: f32,
    /// Whether the Confederates give a post to whole brigades, so that their leaders can command them.
    pub together: bool,
    /// Whether it sets up as it has learnt is best, rather than this way or that.
    pub schooled: bool,
}

impl Temper {
    /// The player's own.
    pub(crate) const PLAIN: Temper = Temper { boldness: 1.0, raiding: false, stars: 1.0, together: false, schooled: false };

    /// The manner that keeps brigades together; the first general knew those before it.
    pub(crate) const TOGETHER: usize = 5;

    /// Those of the general's stand-in.
    pub(crate) const MANNERS: [Temper; 6] = [
        Temper { schooled: true, ..Temper::PLAIN },
        Temper { boldness: 1.35, schooled: true, ..Temper::PLAIN },
        Temper { boldness: 0.75, schooled: true, ..Temper::PLAIN },
        Temper { raiding: true, schooled: true, ..Temper::PLAIN },
        Temper { stars: 2.0, schooled: true, ..Temper::PLAIN },
        Temper { together: true, schooled: true, ..Temper::PLAIN },
    ];
}

/// What a side sees: the position without what is hidden, and where enemies lie face down.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub state: &'a State,
    pub face_down: &'a [HexId],
}

impl<'a> Seen<'a> {
    /// What the side in a chair sees; `veil` is for what it knows where anything is hidden from it.
    pub fn from(chair: &Chair<'a, BullRun>, veil: &'a mut Option<Knowledge>) -> Seen<'a> {
        match chair.unveiled() {
            Some(state) => Seen { state, face_down: &[] },
            None => {
                let known = veil.insert(chair.knowledge());
                Seen { state: &known.state, face_down: &known.face_down[chair.side().enemy().index()] }
            }
        }
    }
}

/// A player with plain sense and no plan.
#[derive(Clone)]
pub struct Greedy {
    dice: Dice,
    temper: Temper,
    /// The phase for which the notes below hold.
    phase: u32,
    /// Who is still to be thought of in this phase, the next one last.
    queue: Vec<PieceId>,
    /// How far it is to the nearest enemy.
    near: Distances,
    /// The goal of each own piece.
    post: [u8; 128],
    /// Whether that goal is to be held rather than taken.
    holds: Set,
    hazards: Option<Hazards>,
    /// How many enemies lie face down: when one is turned up, much changes.
    face_down: usize,
    /// Who made automatic victories in this phase: then enemies are gone.
    fought: Set,
    /// Somebody came beside an enemy: there may be an automatic victory.
    contact: bool,
}

impl Greedy {
    /// A greedy player with its own stream for ties.
    pub fn new(seed: u64) -> Greedy {
        Greedy::with_temper(seed, Temper::PLAIN)
    }

    pub(crate) fn with_temper(seed: u64, temper: Temper) -> Greedy {
        Greedy {
            dice: Dice::new(seed ^ 0x6772_6565_6479),
            temper,
            phase: u32::MAX,
            queue: Vec::new(),
            near: NOBODY.clone(),
            post: [0; 128],
            holds: 0,
            hazards: None,
            face_down: 0,
            fought: 0,
            contact: true,
        }
    }
}

impl Player<BullRun> for Greedy {
    fn choose(&mut self, chair: &Chair<'_, BullRun>) -> Action {
        let (game, side) = (chair.game(), chair.side());
        let mut veil = None;
        let seen = Seen::from(chair, &mut veil);
        let s = seen.state;
        if let Some(step) = s.step() {
            return self.react(chair, game, s, step, side);
        }
        match s.phase {
            Phase::SetUp => self.set_up(chair),
            Phase::Command => chair.legal()[0],
            Phase::Movement => self.movement(chair, game, seen, side),
            Phase::Declaration => self.attack(chair, game, s),
            Phase::Battles => (1..=s.battles)
                .find(|b| s.members(side.enemy(), *b) != 0)
                .map_or_else(|| chair.legal()[0], |battle| Action::Resolve { battle }),
            Phase::Rally => best(&chair.legal(), |a| match a {
                Action::Rally { unit, .. } => i32::from(s.factors(*unit).attack) * 2 + i32::from(s.factors(*unit).defence) + 1,
                Action::Clear { .. } => 10,
                _ => 0,
            }),
            Phase::Over => Action::Done,
        }
    }
}

/// The action with the highest mark; the first of several.
fn best(actions: &[Action], mark: impl Fn(&Action) -> i32) -> Action {
    let mut best = (i32::MIN, Action::Done);
    for action in actions {
        let mark = mark(action);
        if mark > best.0 {
            best = (mark, *action);
        }
    }
    best.1
}

impl Greedy {
    fn set_up(&mut self, chair: &Chair<'_, BullRun>) -> Action {
        if chair.check(Action::Done).is_ok() {
            return Action::Done;
        }
        let mut options = Vec::new();
        chair.options(Subject::Presets, &mut options);
        // Everything to Sudley, and a brigade behind every ford: what has proved itself.
        let n = if self.temper.schooled { [2, 0][chair.side().index()] } else { self.dice.below(options.len()) };
        options[n]
    }
}
