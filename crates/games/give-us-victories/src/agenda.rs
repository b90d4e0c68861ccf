//! What is to be done next: a small stack of steps.

use crate::ids::Piece;
use engine::{Pending, Side};
use serde::{Deserialize, Serialize};

/// What is to be done next; the last entry of the agenda is asked first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// GUV-20.1: chits into the boxes of the strategic map.
    Boxes,
    /// GUV-4.1: the first or the second side sets up.
    Deploy(u8),
    /// GUV-4.2: opening hands of events.
    Hands(Side),
    /// The turn marker moves.
    TurnBegins,
    /// GUV-19.19: the die for the Confederate reinforcements of Salem Church.
    ArrivalDie,
    /// GUV-20.5: the dice for Longstreet's brigades.
    LongstreetDice,
    /// Pieces that are due are placed.
    Arrive,
    /// GUV-7.4.
    RainDie,
    /// GUV-9.32.
    Dummies,
    /// GUV-8.6: the secret choice of formations.
    Choose,
    /// GUV-6.4: the next chit is drawn, or the loop ends.
    Draw,
    /// GUV-8.8: activate, pass, or forgo.
    Drawn,
    /// The active set is made up, before the first move.
    Muster,
    /// GUV-9.
    Movement,
    /// GUV-9.28.
    AttritionDie,
    /// GUV-9.28.
    Attrition,
    /// GUV-5.5.
    Displace,
    /// GUV-12.
    Bombardment,
    /// GUV-14.
    Combat,
    /// The activation ends.
    Rest,
    /// GUV-6.8, GUV-6.9.
    NightFalls,
    /// GUV-17.7: supply events, one side after the other.
    SupplyCards(Side),
    /// GUV-15.
    Supply,
    /// GUV-16.
    Recovery(Side),
    /// GUV-6.12.
    NightCards(Side),
    /// GUV-6.5.
    TurnEnds,
    /// The game is over.
    Over,
    /// GUV-9.10: the enemy came near; the other side may break contact.
    Approach,
    /// GUV-9.12: a stack is breaking contact.
    Withdraw,
    /// GUV-14.60, GUV-14.61: demoralized units next to the enemy go back.
    Rout(Side),
    /// GUV-11.6: building under the enemy's eyes.
    BuildDie(u8),
    /// GUV-11.11.
    DismantleDie(u8),
    /// GUV-11.12: shall the pontoon behind the retreat be taken up.
    Behind(u8),
    /// GUV-11.12.
    BehindDie(u8),
    /// GUV-17.13.
    JacksonDie,
    /// GUV-17.15.
    FallBack,
    /// GUV-17.15: the die of a unit that fell back.
    FallBackDie(Piece),
    /// GUV-17.2, and the night's draw: a side draws an event.
    DrawCard(Side),
    /// A bombardment is under way.
    Shell,
    /// A combat is under way.
    Fight,
}

impl Step {
    /// Whether it comes on top of another step, which goes on when it is done; the others follow one another.
    pub(crate) fn interrupts(self) -> bool {
        match self {
            Step::ArrivalDie | Step::LongstreetDice | Step::DrawCard(_) | Step::JacksonDie => true,
            Step::Approach | Step::Withdraw | Step::Rout(_) | Step::FallBack | Step::FallBackDie(_) => true,
            Step::BuildDie(_) | Step::DismantleDie(_) | Step::Behind(_) | Step::BehindDie(_) | Step::Shell | Step::Fight => true,
            Step::Boxes | Step::Deploy(_) | Step::Hands(_) | Step::TurnBegins | Step::Arrive | Step::RainDie | Step::Dummies => false,
            Step::Choose | Step::Draw | Step::Drawn | Step::Muster | Step::Movement | Step::AttritionDie | Step::Attrition => false,
            Step::Displace | Step::Bombardment | Step::Combat | Step::Rest | Step::NightFalls | Step::SupplyCards(_) => false,
            Step::Supply | Step::Recovery(_) | Step::NightCards(_) | Step::TurnEnds | Step::Over => false,
        }
    }
}

impl Pending for Step {
    const IDLE: Step = Step::Over;
}

/// The agenda: deeper than any play goes.
pub type Agenda = engine::Agenda<Step, 10>;
