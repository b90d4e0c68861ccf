//! How a side goes about a scenario, and what the clock asks for.

use super::lay::Lay;
use engine::Side;
use give_us_victories::GiveUsVictories;
use give_us_victories::ground::ground;
use give_us_victories::ids::Hex;
use give_us_victories::scenarios::Victory;
use give_us_victories::state::State;

/// The hunt is on while fewer enemy points than this are near what must be held.
const CALM: u16 = 20;

/// What the clock asks for: hexes of the enemy's that must fall, or more of his units, and how much time presses, from 0 to 1.
#[derive(Clone, Copy)]
pub(super) struct Storm {
    pub(super) hexes: [Hex; 2],
    pub(super) press: f32,
    pub(super) hunt: bool,
}

/// What must be done because the game would be lost or drawn as things stand.
pub(super) fn pressing(game: &GiveUsVictories, side: Side, s: &State, lay: &Lay, full: u8) -> Storm {
    let none = Storm { hexes: [Hex::NONE; 2], press: 0.0, hunt: false };
    let left = game.scenario.turns[1].saturating_sub(s.turn);
    let press = [1.0, 0.7, 0.4][usize::from(left.min(2))];
    let foes = &s.held[side.enemy().index()];
    let must = |wanted: &[Hex]| {
        let mut hexes = none.hexes;
        hexes.iter_mut().zip(wanted).filter(|(_, wanted)| foes.has(**wanted)).for_each(|(hex, wanted)| *hex = *wanted);
        if hexes == none.hexes { none } else { Storm { hexes, press, hunt: false } }
    };
    match (&game.scenario.victory, side) {
        (Victory::Holder(hex), _) | (Victory::GroundOrKills(_, hex), Side::Confederate) => must(&[*hex]),
        (Victory::Storm(_, hexes), Side::Confederate) => must(hexes),
        (Victory::GroundOrKills(_, hex), Side::Union) => {
            let [union, confederate] = Side::BOTH.map(|side| game.lost_units(s, side));
            let near = lay.enemies.iter().filter(|e| ground().distance(e.0, *hex) <= 4);
            let calm = near.map(|e| e.1).sum::<u16>() < CALM;
            // Nobody is caught by night.
            if confederate > union || game.night(s) { none } else { Storm { press, hunt: full & 1 != 0 || calm, ..none } }
        }
        _ => none,
    }
}

/// How a side goes about a scenario.
#[derive(Clone, Copy)]
pub(super) struct Temper {
    /// How much half a point of the way counts.
    pub(super) urgency: f32,
    /// What every attack is worth by itself: who must attack to win, attacks.
    pub(super) boldness: f32,
    /// How much own losses count against the enemy's.
    pub(super) caution: f32,
    /// What a unit's end counts besides its points.
    pub(super) kill: f32,
    /// What it is worth to empty a goal.
    pub(super) goal: f32,
    /// What it is worth to empty a hex next to a goal.
    pub(super) approach: f32,
    /// A goal with so many points in it is well held.
    pub(super) held: f32,
    /// How much a good attack draws a formation into the cup.
    pub(super) eager: f32,
}

/// How many manners of play there are.
pub(crate) const MANNERS: u8 = 8;

/// The manner that goes for weak enemies instead of ground.
pub(super) const HUNTER: u8 = 7;

impl Temper {
    /// The same in another manner: bold, cautious, in haste, all for the ground, firm, all into the goals; the last one hunts.
    pub(super) fn in_manner(self, manner: u8) -> Temper {
        match manner {
            1 => Temper { boldness: self.boldness + 1.5, caution: self.caution * 0.5, eager: self.eager * 2.0, ..self },
            2 => Temper { boldness: self.boldness - 1.0, caution: self.caution * 1.5, urgency: self.urgency * 0.7, ..self },
            3 => Temper { urgency: self.urgency * 2.0, held: self.held * 0.6, ..self },
            4 => Temper { goal: self.goal * 2.0, approach: self.approach + 2.0, boldness: self.boldness + 0.5, ..self },
            5 => Temper { boldness: self.boldness - 4.0, urgency: 0.0, ..self },
            6 => Temper { boldness: self.boldness - 1.0, urgency: self.urgency * 1.5, held: 100.0, ..self },
            HUNTER => Temper { boldness: self.boldness + 0.8, caution: self.caution * 0.7, kill: self.kill + 1.5, ..self },
            _ => self,
        }
    }

    /// Bolder as time runs out.
    pub(super) fn pressed(self, press: f32) -> Temper {
        Temper { boldness: self.boldness + press * 3.0, caution: self.caution * (1.0 - press * 0.5), ..self }
    }

    /// Nothing presses and nothing tempts.
    pub(super) const EVEN: Temper =
        Temper { urgency: 0.35, boldness: 0.4, caution: 0.7, kill: 2.0, goal: 6.0, approach: 0.0, held: 9.0, eager: 2.0 };

    pub(super) fn of(victory: &Victory, side: Side) -> Temper {
        let even = Temper::EVEN;
        match (victory, side) {
            (Victory::Holder(_), Side::Union) => Temper { urgency: 0.6, boldness: 0.6, caution: 0.7, goal: 9.0, approach: 1.5, ..even },
            (Victory::GroundOrKills(..), Side::Confederate) => {
                Temper { urgency: 0.6, boldness: 0.8, caution: 0.5, kill: 3.0, goal: 9.0, approach: 1.5, ..even }
            }
            (Victory::GroundOrKills(..), Side::Union) => {
                Temper { urgency: 0.12, boldness: 1.5, caution: 0.25, kill: 4.0, eager: 4.0, ..even }
            }
            (Victory::Storm(..), Side::Confederate) => {
                Temper { urgency: 0.6, boldness: 1.5, caution: 0.3, goal: 12.0, approach: 3.0, held: 3.0, eager: 6.0, ..even }
            }
            (Victory::Storm(..), Side::Union) => Temper { boldness: -0.6, ..even },
            (Victory::BreakOut(_), Side::Union) => Temper { urgency: 1.0, boldness: 0.8, caution: 0.6, ..even },
            (Victory::BreakOut(_), Side::Confederate) => Temper { boldness: -0.6, held: 2.0, ..even },
            (Victory::Campaign, _) | (Victory::Holder(_), Side::Confederate) => even,
        }
    }
}
