//! Chapters 2 and 19: who has won.

use crate::GiveUsVictories;
use crate::action::Event;
use crate::counters::counters;
use crate::ground::ground;
use crate::ids::{Hex, Piece};
use crate::scenarios::Victory;
use crate::state::{Ended, State, Step, Why};
use crate::supply::Larder;
use engine::{Side, Sink};

/// GUV-2.1.
const DECISIVE: i16 = 24;
/// GUV-2.3.
const LEES_TURN: u8 = 14;
/// GUV-2.4.
const UNION_WINS: i16 = 16;
/// GUV-2.4.
const DRAW_FROM: i16 = 9;
/// GUV-2.8.
const GROUND_VP: i16 = 10;
/// GUV-2.8.
const FALMOUTH_VP: i16 = 5;
/// GUV-2.10.
const EXIT_VP: i16 = 10;
/// GUV-2.10.
const EXIT_STEPS: u16 = 35;
/// GUV-2.12.
const DENY_STEPS: u16 = 15;

impl GiveUsVictories {
    /// GUV-2.2, GUV-2.6, GUV-2.13: the full combat points of the units that a side has lost for good; skirmishers never count, units
    /// that left the map are not lost.
    pub(crate) fn lost_points(&self, state: &State, side: Side) -> i16 {
        let units = counters().units().and(&counters().of[side.index()]).minus(&state.placed);
        units.iter().filter(|p| state.hex(*p) == Hex::LOST).map(|p| i16::from(counters().get(p).cp[0])).sum()
    }

    /// How many units a side has lost (GUV-19.10).
    pub fn lost_units(&self, state: &State, side: Side) -> usize {
        let units = counters().units().and(&counters().of[side.index()]).minus(&state.placed);
        units.iter().filter(|p| state.hex(*p) == Hex::LOST).count()
    }

    /// GUV-2.5, GUV-2.7: the track: Confederate points lost less Union points lost.
    pub fn difference(&self, state: &State) -> i16 {
        self.lost_points(state, Side::Confederate) - self.lost_points(state, Side::Union)
    }

    /// GUV-2.10 to GUV-2.12, R-82: whether the Union has its points for leaving by the south edge.
    pub fn exit_points(&self, state: &State) -> i16 {
        let [union, confederate] = state.exits.map(|by_road| by_road.iter().map(|n| u16::from(*n)).sum::<u16>());
        if confederate >= DENY_STEPS || union < EXIT_STEPS {
            return 0;
        }
        let roads = self.supply_roads(state, Side::Union);
        let flagged = ground().centres.iter().filter(|c| c.side == Side::Confederate);
        let steps: u16 = flagged.zip(state.exits[Side::Union.index()]).filter(|(c, _)| roads.has(c.hex)).map(|(_, n)| u16::from(n)).sum();
        if steps >= EXIT_STEPS { EXIT_VP } else { 0 }
    }

    /// GUV-2.8, GUV-2.9: what the Union holds.
    pub fn ground_points(&self, state: &State) -> [(Hex, i16); 4] {
        let p = &self.places;
        let worth =
            [(p.chancellorsville, GROUND_VP), (p.maryes_heights, GROUND_VP), (p.spotsylvania, GROUND_VP), (p.falmouth, FALMOUTH_VP)];
        let mut larder = Larder::of(Side::Union);
        worth.map(|(hex, vp)| (hex, if self.holds_fed(state, hex, &mut larder) { vp } else { 0 }))
    }

    /// The Union's victory points as they would be counted now.
    pub(crate) fn victory_points(&self, state: &State) -> i16 {
        self.difference(state) + self.exit_points(state) + self.ground_points(state).iter().map(|g| g.1).sum::<i16>()
    }

    /// Whether a side stands in a hex with anything but skirmishers.
    pub fn occupies(&self, state: &State, side: Side, hex: Hex) -> bool {
        !self.solid(&state.stack_of(side, hex)).is_empty()
    }

    /// GUV-19.20, R-74: brigades that went west.
    pub fn gone_west(&self, state: &State) -> usize {
        let brigades = counters().infantry.and(&counters().of[Side::Union.index()]).minus(&state.placed);
        brigades.iter().filter(|p: &Piece| state.hex(*p) == Hex::EXITED).count()
    }

    /// Victories that come at once (GUV-19.14, GUV-19.20).
    pub(crate) fn won_at_once(&self, state: &State) -> Option<Ended> {
        match &self.scenario.victory {
            Victory::Storm(side, hexes) => {
                let taken = hexes.iter().all(|h| self.occupies(state, *side, *h));
                taken.then_some(Ended { winner: Some(*side), why: Why::Ground })
            }
            Victory::BreakOut(brigades) => {
                (self.gone_west(state) >= *brigades).then_some(Ended { winner: Some(Side::Union), why: Why::Exit })
            }
            _ => None,
        }
    }

    /// What the end of a turn decides (GUV-6.6, GUV-18.1): the campaign's automatic victories (R-80: losses first), or the last turn.
    pub(crate) fn turn_decides(&self, state: &State) -> Option<Ended> {
        let last = state.turn >= self.scenario.turns[1];
        let won = |winner: Option<Side>, why: Why| Some(Ended { winner, why });
        match self.scenario.victory {
            Victory::Campaign => {
                let difference = self.difference(state);
                if difference.abs() >= DECISIVE {
                    return won(Some(if difference > 0 { Side::Union } else { Side::Confederate }), Why::Losses);
                }
                let held = |hex| self.controls(state, Side::Confederate, hex);
                if state.turn == LEES_TURN && held(self.places.chancellorsville) && held(self.places.maryes_heights) {
                    return won(Some(Side::Confederate), Why::Turn14);
                }
                if !last {
                    return None;
                }
                let winner = match self.victory_points(state) {
                    UNION_WINS.. => Some(Side::Union),
                    DRAW_FROM.. => None,
                    _ => Some(Side::Confederate),
                };
                won(winner, Why::Points)
            }
            _ if !last => None,
            Victory::Holder(hex) => won(Side::BOTH.into_iter().find(|side| self.occupies(state, *side, hex)), Why::Ground),
            Victory::GroundOrKills(side, hex) => {
                if self.occupies(state, side, hex) {
                    return won(Some(side), Why::Ground);
                }
                // an equal count is a draw.
                let [union, confederate] = Side::BOTH.map(|side| self.lost_units(state, side));
                let winner = match union.cmp(&confederate) {
                    std::cmp::Ordering::Less => Some(Side::Union),
                    std::cmp::Ordering::Greater => Some(Side::Confederate),
                    std::cmp::Ordering::Equal => None,
                };
                won(winner, Why::MoreKilled)
            }
            Victory::Storm(side, _) => won(Some(side.enemy()), Why::Time),
            Victory::BreakOut(_) => won(Some(Side::Confederate), Why::Time),
        }
    }

    /// The game is over.
    pub fn end<K: Sink<Event>>(&self, state: &mut State, ended: Ended, sink: &mut K) {
        state.ended = Some(ended);
        state.agenda = crate::state::Agenda::of(&[Step::Over]);
        state.phase = state.phase.wrapping_add(1);
        sink.tell(|| Event::GameOver { winner: ended.winner });
    }
}
