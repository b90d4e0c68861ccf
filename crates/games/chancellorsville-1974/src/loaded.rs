//! Positions that are read from files are checked: nothing gets past that could not be, and what is wrong is named by its field.

use board::HexId;
use engine::{BadField, Reading, Side};

use crate::Chancellorsville1974;
use crate::counters::{BRIDGES, Gray, each};
use crate::ground::Bank;
use crate::notation::{piece_id, read_hex, read_piece};
use crate::position::marks;
use crate::state::{Fate, State, Step};

/// Whether that phase exists in that turn for that side.
pub(crate) fn may_begin(game: &Chancellorsville1974, turn: u8, side: Side, phase: &str) -> Result<(), BadField> {
    let row = &game.data.turns[usize::from(turn) - 1];
    if phase == "set-up" {
        return if turn == 1 { Ok(()) } else { Err(BadField::new("turn", "set-up comes before turn 1: write 1")) };
    }
    if side == Side::Confederate && row.gray == Gray::None && phase != "raid-die" {
        return Err(BadField::new("active", format!("turn {turn} has no Confederate Segment")));
    }
    let combat = ["defensive-fire", "offensive-fire", "combat", "occupy", "destroy"].contains(&phase);
    if row.night && combat {
        return Err(BadField::new("phase", format!("turn {turn} is a night turn: there is no combat phase")));
    }
    if phase == "inverting" && !(game.options.inverted && side == Side::Confederate) {
        return Err(BadField::new("phase", "counters are turned down at the end of the Confederate Segment, under optional rule III"));
    }
    if phase == "raid-die" && !(game.options.raid && row.raid) {
        return Err(BadField::new("phase", "the raiders' die is rolled after night AM turns, under optional rule V"));
    }
    Ok(())
}

/// Refuses counters that wait for what will never come.
pub(crate) fn check_off(game: &Chancellorsville1974, state: &State) -> Result<(), BadField> {
    let waiting = state.with_fate(Fate::Unplaced);
    let placing = match state.agenda.phase() {
        Step::SetUp(Side::Confederate) => game.data.union | game.data.gray,
        Step::SetUp(Side::Union) => game.data.union,
        _ => 0,
    };
    if let Some(piece) = each(waiting & !placing).next() {
        return Err(BadField::new("off.unplaced", format!("{}: its side has set up already", piece_id(piece))));
    }
    let raiders = if game.options.raid { game.data.raiders | game.data.gray_raider.bit() } else { 0 };
    if let Some(piece) = each(state.with_fate(Fate::Raid) & !raiders).next() {
        return Err(BadField::new("off.raid", format!("{} is not away raiding: see optional rule V", piece_id(piece))));
    }
    Ok(())
}

/// Refuses a set-up that nobody could have reached: counters where they may not start, more forts than there are, marks of later phases.
pub(crate) fn check_set_up(game: &Chancellorsville1974, state: &State, side: Side, position: &Reading<'_>) -> Result<(), BadField> {
    for unit in position.field("units").list_or_nothing()? {
        let piece = read_piece(&unit.field("id"))?;
        if piece.side() == Side::Union && side == Side::Confederate {
            return Err(unit.field("hex").fault("the Union sets up after the Confederate"));
        }
        game.may_start_at(piece, state.hex[piece.index()]).map_err(|illegal| unit.field("hex").fault(illegal.to_string()))?;
        if state.disrupted(piece) {
            return Err(unit.field("disrupted").fault("nobody is disrupted before play begins"));
        }
        if let Some((name, _)) = marks(state).iter().find(|(name, set)| *name != "face-down" && set & piece.bit() != 0) {
            return Err(unit.field("marks").fault(format!("before play begins nobody is marked {name:?}")));
        }
    }
    let mut built = [0u8; 2];
    for fort in position.field("forts").list_or_nothing()? {
        let owner = match game.ground.bank[read_hex(&fort)?.index()] {
            Bank::North => Side::Union,
            Bank::South => Side::Confederate,
            _ => return Err(fort.fault("forts stand on their owner's side of the rivers")),
        };
        if owner == Side::Union && side == Side::Confederate {
            return Err(fort.fault("the Union sets up after the Confederate"));
        }
        built[owner.index()] += 1;
        let all = [game.data.limits.union_forts, game.data.limits.confederate_forts][owner.index()];
        if built[owner.index()] + state.fort_supply[owner.index()] > all {
            return Err(
                fort.fault(format!("with those still to be placed (fort-supply) that is more than the {all} forts of the {owner} side"))
            );
        }
    }
    if side == Side::Union && state.fort_supply[Side::Confederate.index()] != 0 {
        return Err(BadField::new("fort-supply.confederate", "the Confederate has set up already: write 0"));
    }
    let later = [
        ("owed", !state.owed.is_empty()),
        ("emptied", !state.emptied.is_empty()),
        ("battles", state.battle_count != 0),
        ("returning", state.returning != 0),
        ("began", state.began),
        ("spent", state.march.spent != 0),
        ("vacated", !state.vacated.is_empty()),
        ("retreat", state.retreat != (0, 0)),
    ];
    match later.iter().find(|(_, set)| *set) {
        Some((field, _)) => Err(BadField::new(*field, "nothing of the kind has happened before play begins")),
        None => Ok(()),
    }
}

/// Whether a step can be pending upon another.
fn may_follow(game: &Chancellorsville1974, below: Step, step: Step) -> bool {
    let fire = matches!(below, Step::DefensiveFire | Step::OffensiveFire);
    let fight = fire || matches!(below, Step::Combat | Step::Resolving);
    match step {
        Step::Marching => below == Step::Movement,
        Step::Breaking(..) => fire || matches!(below, Step::SetUp(Side::Confederate) | Step::Movement | Step::Combat),
        Step::Forming(..) => fire || matches!(below, Step::Movement | Step::Combat),
        Step::Resolving => game.options.inverted && (fire || below == Step::Combat),
        Step::Die | Step::Aftermath => fight,
        Step::FallBack(_) => matches!(below, Step::Die | Step::FallBack(_)) && game.options.functions,
        Step::Retreat => matches!(below, Step::Die | Step::FallBack(_) | Step::Aftermath),
        Step::Advance => matches!(below, Step::Combat | Step::Resolving),
        _ => false,
    }
}

/// Refuses pending steps that could not be answered.
pub(crate) fn check_agenda(game: &Chancellorsville1974, state: &State) -> Result<(), BadField> {
    let bad = |why: &str| Err(BadField::new("agenda", why.to_string()));
    let steps = state.agenda.as_slice();
    for (i, step) in steps.iter().enumerate() {
        let pending = i > 0;
        let bottom =
            matches!(step, Step::SetUp(_) | Step::Movement | Step::DefensiveFire | Step::OffensiveFire | Step::Combat | Step::Occupy)
                || matches!(step, Step::Destroy | Step::Inverting | Step::RaidDie | Step::Over(_));
        if pending == bottom {
            return bad("the first step is a phase, those after it are what is pending in it");
        }
        if pending && !may_follow(game, steps[i - 1], *step) {
            return bad("a step is never pending upon the one before it");
        }
        let battle = state.current < state.battle_count;
        let fits = match step {
            Step::Marching => {
                let hexes: Vec<HexId> = each(state.march.pieces).map(|p| state.hex[p.index()]).collect();
                let own = state.march.pieces & !game.data.side(state.phasing) == 0;
                own && game.may_move_at_all(state, state.phasing).is_ok() && !hexes.is_empty() && hexes.iter().all(|h| *h == hexes[0])
            }
            Step::Breaking(p, _) => game.data.is_division(*p) && state.on_map(*p),
            Step::Forming(p, ..) => game.data.is_division(*p) && state.fate(*p) == Fate::Box,
            // All targets may have fallen back, as long as their retreat is pending.
            Step::Die if i + 1 < steps.len() => battle && state.battle().attackers != 0,
            Step::Die | Step::Aftermath | Step::FallBack(_) => {
                battle && !state.battle().targets.is_empty() && state.battle().attackers != 0
            }
            Step::Advance => battle,
            Step::Resolving => state.battle_count > 0,
            Step::Retreat => {
                let sides = [game.data.union, game.data.gray].map(|s| state.retreating & s != 0);
                sides != [true, true] && state.retreating != 0 && (1..=3).contains(&state.retreat.0)
            }
            _ => true,
        };
        if !fits {
            return bad("a pending step lacks what it needs: pieces, a battle, or a retreat");
        }
        if let Step::Breaking(_, left) | Step::Forming(_, left, _) = step
            && !game.exchange_adds_up(state)
        {
            return Err(BadField::new(
                format!("agenda[{i}].left"),
                format!("{left} is not what the brigades already picked leave of the division, or the others cannot make it up"),
            ));
        }
        if matches!(step, Step::Die) && !state.battle().targets.is_empty() && game.column_of(state).is_none() {
            return bad("the battle at hand stands below 1-4");
        }
        if matches!(step, Step::FallBack(hex) if !game.may_give_way(state, state.phasing.enemy(), *hex)) {
            return bad("no cavalry can fall back there");
        }
    }
    if state.picked != 0 && game.exchange(state).is_none() {
        return Err(BadField::new("picked", "brigades are picked while a division is exchanged: write none"));
    }
    Ok(())
}

pub(crate) fn check_bridges(game: &Chancellorsville1974, state: &State) -> Result<(), BadField> {
    for bridge in (0..BRIDGES).filter(|b| state.span[*b][0].is_some()) {
        let piece = game.data.bridge(bridge);
        let hex = state.hex[piece.index()];
        if !hex.is_some() || !game.ground.river(hex) {
            return Err(BadField::new("bridges", format!("{} is emplaced: its hex under units must be a river hex", piece_id(piece))));
        }
        let [near, far] = state.span[bridge];
        let banks = [near, far].map(|h| game.ground.bank[h.index()]);
        let fits = [near, far].iter().all(|h| game.ground.adjacent(hex, *h)) && !banks.contains(&Bank::None) && banks[0] != banks[1];
        if !fits {
            return Err(BadField::new(
                "bridges",
                format!("near and far of {} must be land hexes beside it on different banks", piece_id(piece)),
            ));
        }
    }
    Ok(())
}

impl Chancellorsville1974 {
    /// C74-V.D.2.a: what was picked and what is left to pick make up the division, and there are brigades for the rest.
    fn exchange_adds_up(&self, state: &State) -> bool {
        let Some((division, left, pool)) = self.exchange(state) else { return false };
        let mut unpicked = state.clone();
        unpicked.picked = 0;
        let ready = self.exchange(&unpicked).map_or(0, |(.., pool)| pool);
        let whole = u32::from(self.data.strength[division.index()]);
        state.picked & !ready == 0 && left > 0 && self.data.total(state.picked) + u32::from(left) == whole && self.adds_up(pool, left)
    }

    fn column_of(&self, state: &State) -> Option<i16> {
        let battle = state.battle();
        let fire = self.firing_side(state).is_some();
        let (attack, defence) = self.sums(state, battle.attackers, &battle.targets, fire, &mut |_, _, _| {});
        Self::column(attack, defence)
    }
}
