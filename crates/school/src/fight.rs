//! What has to be won on one's own at the end of a lesson, judged by what the referee sees.

use crate::pattern::Pattern;
use engine::table::{Refusal, Table};
use engine::words::{Condition, Off};
use engine::{Seat, Side, View};
use serde::Deserialize;

/// A small fight: what has to be reached within so many phases of the game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fight {
    /// The computer on the other side.
    #[serde(default = "captain")]
    pub level: String,
    /// Hexes in which the pupil must have a piece, all at once.
    #[serde(default)]
    pub take: Vec<String>,
    /// Hexes in which no enemy may stand at the end.
    #[serde(default)]
    pub hold: Vec<String>,
    /// Hexes from which the enemy must be gone, all at once.
    #[serde(default)]
    pub clear: Vec<String>,
    /// Pieces that must stand on the map: rallied, landed, brought on.
    #[serde(default)]
    pub back: Vec<String>,
    /// How pieces must fare, all at once.
    #[serde(default)]
    pub state: Vec<Fare>,
    /// Pieces of his own that must not be lost.
    #[serde(default)]
    pub keep: Vec<String>,
    /// How many enemy pieces must be put out of action.
    #[serde(default)]
    pub destroy: usize,
    /// How many of his own he may lose, if that is limited.
    #[serde(default)]
    pub lose: Option<usize>,
    /// Whether it ends with his own turn: as soon as a phase of the enemy begins.
    #[serde(default)]
    pub own: bool,
    /// How many phases it lasts, the present one included.
    pub phases: usize,
    /// What is said when it is lost.
    pub lost: String,
    /// What somebody does who knows how: the first of these that is legal, again and again. A test wins by it.
    pub way: Vec<Pattern>,
}

/// A piece that must bear a mark, or must not.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fare {
    /// The piece.
    pub piece: String,
    /// The mark that it must bear.
    #[serde(default)]
    pub has: Option<Condition>,
    /// The mark that it must not bear.
    #[serde(default)]
    pub lacks: Option<Condition>,
}

impl Fare {
    fn holds(&self, view: &View) -> bool {
        view.pieces.iter().find(|p| p.id == self.piece).is_some_and(|piece| {
            self.has.is_none_or(|mark| piece.states.contains(&mark)) && self.lacks.is_none_or(|mark| !piece.states.contains(&mark))
        })
    }
}

fn captain() -> String {
    "captain".into()
}

/// How a fight stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fortune {
    /// It goes on.
    Open,
    /// It is won.
    Won,
    /// It is lost.
    Lost,
}

impl Fight {
    /// How it stands, begun at that step of the game.
    pub fn fortune(&self, table: &dyn Table, side: Side, begun: usize) -> Result<Fortune, Refusal> {
        let now = table.view(Seat::Referee);
        let then = table.frames(Seat::Referee, begun, 1)?.into_iter().next().map(|frame| frame.view);
        let before = |of: Side| then.as_ref().map_or(0, |view| gone(view, of));
        let lost = gone(&now, side).saturating_sub(before(side));
        let destroyed = gone(&now, side.enemy()).saturating_sub(before(side.enemy()));
        let stands_somewhere = |id: &String| now.pieces.iter().any(|p| p.id == *id && p.hex.is_some());
        if self.lose.is_some_and(|most| lost > most) || !self.keep.iter().all(stands_somewhere) {
            return Ok(Fortune::Lost);
        }
        let phases = table.timeline(Seat::Referee).phases;
        let gone_by = phases.iter().filter(|phase| phase.step > begun).count();
        let theirs = self.own && now.active == Some(side.enemy());
        let over = gone_by >= self.phases || theirs || table.outcome().is_some();
        let reached = destroyed >= self.destroy
            && self.take.iter().all(|hex| stands(&now, side, hex))
            && self.clear.iter().all(|hex| !stands(&now, side.enemy(), hex))
            && self.back.iter().all(stands_somewhere)
            && self.state.iter().all(|fare| fare.holds(&now));
        let held = self.hold.iter().all(|hex| !stands(&now, side.enemy(), hex));
        Ok(match (reached, over) {
            // What has to be held or kept is held only when it is over.
            (true, false) if self.hold.is_empty() && self.keep.is_empty() => Fortune::Won,
            (_, false) => Fortune::Open,
            (true, true) if held => Fortune::Won,
            (_, true) => Fortune::Lost,
        })
    }
}

/// How many pieces of a side are out of action.
fn gone(view: &View, side: Side) -> usize {
    let gone = |off: &Off| matches!(off, Off::Eliminated | Off::RallyBox | Off::Removed);
    view.pieces.iter().filter(|p| p.side == side && p.off.as_ref().is_some_and(gone)).count()
}

fn stands(view: &View, side: Side, hex: &str) -> bool {
    view.pieces.iter().any(|p| p.side == side && p.hex.as_deref() == Some(hex))
}
