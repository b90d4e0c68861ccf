//! Games that are open: rules, board and scenario are worked out once for all tables that have made the same choice, and kept as long as one of
//! them is there, or for a while after.

use crate::{BadField, Game, SetUp};
use std::any::{Any, TypeId};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// How many are kept that nobody may need any more.
const LATELY: usize = 6;

/// A game, whichever it is.
type AnyGame = dyn Any + Send + Sync;

/// What somebody chose, and what it came to.
struct Opened {
    game: TypeId,
    setup: SetUp,
    shelf: u64,
    kept: Weak<AnyGame>,
}

struct Desk {
    all: Vec<Opened>,
    lately: VecDeque<Arc<AnyGame>>,
}

static DESK: Mutex<Desk> = Mutex::new(Desk { all: Vec::new(), lately: VecDeque::new() });

impl Desk {
    fn find<G: Game>(&self, setup: &SetUp, shelf: u64) -> Option<Arc<G>> {
        let same = |one: &&Opened| one.game == TypeId::of::<G>() && one.shelf == shelf && one.setup == *setup;
        self.all.iter().find(same)?.kept.upgrade()?.downcast().ok()
    }

    /// It was needed now: it is kept for a while.
    fn note(&mut self, game: &Arc<AnyGame>) {
        self.lately.retain(|known| !Arc::ptr_eq(known, game));
        self.lately.push_front(Arc::clone(game));
        self.lately.truncate(LATELY);
    }
}

/// The game with that scenario and these options: as another table has it, or opened.
pub(super) fn opened<G: Game>(setup: &SetUp) -> Result<Arc<G>, BadField> {
    let desk = || DESK.lock().unwrap_or_else(PoisonError::into_inner);
    let shelf = G::state_of_shelf();
    let known = {
        let mut desk = desk();
        let known = desk.find::<G>(setup, shelf);
        if let Some(game) = &known {
            let game: Arc<AnyGame> = Arc::clone(game) as Arc<AnyGame>;
            desk.note(&game);
        }
        known
    };
    if let Some(game) = known {
        return Ok(game);
    }
    // Others need not wait for it; whoever opens the same meanwhile opens it too.
    let game = Arc::new(G::open(setup)?);
    let any: Arc<AnyGame> = Arc::clone(&game) as Arc<AnyGame>;
    let mut desk = desk();
    desk.all.retain(|one| one.kept.strong_count() > 0);
    desk.all.push(Opened { game: TypeId::of::<G>(), setup: setup.clone(), shelf, kept: Arc::downgrade(&any) });
    desk.note(&any);
    Ok(game)
}
