//! What is lent to a general where no system is: a clock, and a word that it shall decide at once. A page in a browser has neither a clock
//! of its own nor a second thread that could raise a flag.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// What a place without a system lends.
#[derive(Clone, Copy, Debug)]
pub struct Lent {
    /// The time since some moment.
    pub now: fn() -> Duration,
    /// Whether whoever thinks shall decide at once.
    pub halted: fn() -> bool,
}

static LENT: OnceLock<Lent> = OnceLock::new();

/// From now on the time is told by these. Only the first who lends is heard.
pub fn lend(lent: Lent) {
    let _ = LENT.set(lent);
}

/// Whether whoever thinks shall decide at once.
pub(crate) fn halted() -> bool {
    LENT.get().is_some_and(|lent| (lent.halted)())
}

/// A moment, by the clock of this place.
#[derive(Clone, Copy, Debug)]
pub enum Watch {
    /// By the system's clock.
    System(Instant),
    /// By one that is lent.
    Lent(Duration, fn() -> Duration),
}

impl Watch {
    /// Begins to measure.
    pub fn start() -> Watch {
        match LENT.get() {
            Some(lent) => Watch::Lent((lent.now)(), lent.now),
            None => Watch::System(Instant::now()),
        }
    }

    /// The time that has passed.
    pub fn elapsed(&self) -> Duration {
        match self {
            Watch::System(since) => since.elapsed(),
            Watch::Lent(since, now) => now().saturating_sub(*since),
        }
    }
}
