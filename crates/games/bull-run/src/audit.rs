//! What may never be, and the hash of a position.

use crate::BullRun;
use crate::counters::{Kind, PieceId, pieces};
use crate::ground::flag;
use crate::scenario::Start;
use crate::state::{Phase, Spot, State, Step};
use board::HexId;
use contact::Set;
use engine::Side;
use engine::mix::Mixer;

/// Looks for anything that may never be.
pub(crate) fn audit(game: &BullRun, state: &State) -> Result<(), String> {
    if let Some(cache) = state.stale_cache() {
        return Err(format!("the cache of {cache} differs from where the pieces are"));
    }
    if state.routes != game.routes_to_keep(state) {
        return Err("the march routes differ from those that the Confederates leave open".into());
    }
    let name = |p: PieceId| game.counters.counter(p).id.clone();
    for piece in game.counters.all() {
        let spot = state.at[piece.index()];
        let kind = game.counters.kind(piece);
        match spot.hex() {
            None if spot == Spot::BOX && kind != Kind::Infantry => return Err(format!("{} is in the RALLY box", name(piece))),
            None if spot == Spot::HIDDEN => return Err(format!("{} is hidden from the rules themselves", name(piece))),
            None => continue,
            Some(hex) => game.audit_hex(state, piece, hex)?,
        }
    }
    game.audit_holders(state)?;
    for hex in state.abatis.iter().filter(|h| h.is_some()) {
        if state.abatis.iter().filter(|h| *h == hex).count() > 1 {
            return Err(format!("two abatis in {}", game.ground.name(*hex)));
        }
    }
    for (n, entered) in state.ford.iter().enumerate() {
        if *entered > game.tables.limits.ford_entry {
            return Err(format!("{entered} points entered ford {n}"));
        }
    }
    // Face-down pieces are never within recon range of an enemy who is turned up (BR-4.82b).
    if state.phase != Phase::SetUp {
        for side in Side::BOTH {
            for (piece, hex) in state.on_map(side, state.frozen[side.index()]) {
                let enemy = side.enemy();
                let near = |h: &HexId| state.here(enemy, *h) & !state.frozen[enemy.index()] & !game.counters.dummies[enemy.index()] != 0;
                if game.ground.recon(hex).iter().any(near) {
                    return Err(format!("{} is frozen with an enemy in recon range", name(piece)));
                }
            }
        }
    }
    if state.phase != Phase::Declaration && state.open != 0 {
        return Err("a battle is being stated outside the Combat phase".into());
    }
    Ok(())
}

impl BullRun {
    fn audit_hex(&self, state: &State, piece: PieceId, hex: HexId) -> Result<(), String> {
        let (name, place) = (|| self.counters.counter(piece).id.clone(), || self.ground.name(hex));
        let flags = self.ground.flags(state.standing(), hex);
        if flags & (flag::RIVER | flag::MISSING) != 0 {
            return Err(format!("{} is in {}, which cannot be entered", name(), place()));
        }
        if state.phase == Phase::SetUp && flags & (flag::FORD | flag::BRIDGE) != 0 {
            return Err(format!("{} is set up on the crossing {}", name(), place()));
        }
        if self.counters.kind(piece) == Kind::Formed && self.bars_brigades(state, hex) {
            return Err(format!("the brigade {} is on {}, where brigades may not be", name(), place()));
        }
        if self.counters.is_unit(piece) && state.units(piece.side().enemy(), hex) != 0 {
            return Err(format!("{} shares {} with enemy units", name(), place()));
        }
        let mover = state.mover != PieceId::NONE && state.hex(state.mover) == Some(hex) && state.phase == Phase::Movement;
        if !mover && state.points(hex) > self.stack_limit(hex) {
            return Err(format!("{} points in {}", state.points(hex), place()));
        }
        // BR-12.3: no leader stands alone in an enemy zone, unless his fate is on the agenda.
        let side = piece.side();
        if self.counters.is_leader(piece)
            && state.units(side, hex) == 0
            && self.controlled(state, side.enemy(), hex)
            && state.rolling[side.index()] & piece.bit() == 0
            && !state.agenda().iter().any(|step| match step {
                Step::Follow { side: whose, from, .. } => *whose == side && *from == hex,
                Step::LeaderRetreat { leader } => *leader == piece,
                _ => false,
            })
        {
            return Err(format!("{} stands in {} in an enemy zone without escort", name(), place()));
        }
        Ok(())
    }

    fn audit_holders(&self, state: &State) -> Result<(), String> {
        for side in Side::BOTH {
            let i = side.index();
            let mut inside: Set = 0;
            for holder in pieces(side, self.counters.formed[i] | self.counters.dummies[i]) {
                let parts = state.parts(holder);
                let id = &self.counters.counter(holder).id;
                if (state.hex(holder).is_some() || state.at[holder.index()] == Spot::PART) != (parts != 0)
                    && self.counters.kind(holder) == Kind::Formed
                {
                    return Err(format!("{id} and its parts disagree"));
                }
                if inside & parts != 0 {
                    return Err(format!("{id} shares a part"));
                }
                inside |= parts;
                if self.counters.kind(holder) == Kind::Formed && parts != 0 {
                    let points: u8 = pieces(side, parts).map(|p| self.counters.defence(p)).sum();
                    if points != self.counters.defence(holder) || parts & self.counters.counter(holder).leader.bit() == 0 {
                        return Err(format!("{id} is formed from the wrong parts"));
                    }
                }
            }
            for piece in self.counters.of(side) {
                let part = state.at[piece.index()] == Spot::PART;
                if part != (inside & piece.bit() != 0) {
                    return Err(format!("{} is a part of nothing, or twice", self.counters.counter(piece).id));
                }
                let due = state.at[piece.index()] == Spot::DUE;
                if due && !matches!(self.scenario.starts[piece.index()], Start::Group(_)) {
                    return Err(format!("{} is no reinforcement", self.counters.counter(piece).id));
                }
            }
        }
        Ok(())
    }
}

/// A hash of everything.
pub(crate) fn hash(state: &State) -> u64 {
    let mut mixer = Mixer::default();
    let add = |mixer: &mut Mixer, set: Set| {
        mixer.add(set as u64).add((set >> 64) as u64);
    };
    mixer.add(u64::from(state.turn)).add(state.side as u64).add(state.phase as u64);
    for chunk in state.at.chunks(4) {
        mixer.add(chunk.iter().fold(0, |word, spot| word << 16 | u64::from(spot.0)));
    }
    for set in state
        .frozen
        .into_iter()
        .chain(state.battle_piece)
        .chain(state.broken)
        .chain(state.reformed)
        .chain(state.bombarded)
        .chain(state.rolling)
        .chain(state.parts)
    {
        add(&mut mixer, set);
    }
    for set in [
        state.active,
        state.moved,
        state.fought,
        state.advanced,
        state.touched,
        state.faced,
        state.via_r1,
        state.revived,
        state.engaged,
        state.forced,
        state.guns,
    ] {
        add(&mut mixer, set);
    }
    for chunk in state.ford.chunks(8).chain(state.battle_of.chunks(8)).chain([&state.called[..]]) {
        mixer.add(chunk.iter().fold(0, |word, b| word << 8 | u64::from(*b)));
    }
    for hex in state.abatis.into_iter().chain(state.battle.hexes) {
        mixer.add(u64::from(hex.0));
    }
    let flags = [state.trestle as u8, state.mover.0, state.spent, u8::from(state.rallied), u8::from(state.late), state.battles, state.open];
    flags.into_iter().for_each(|f| {
        mixer.add(u64::from(f));
    });
    let b = &state.battle;
    for set in [b.attackers, b.guns, b.defenders, b.retreating] {
        add(&mut mixer, set);
    }
    mixer.add(b.fight as u64).add(u64::from(b.doubled)).add(u64::from(b.woods)).add(u64::from(b.column));
    for step in state.agenda() {
        let (kind, a, b) = match *step {
            Step::Roll => (0, 0, 0),
            Step::Lose { side, owed } => (1, side as u64, u64::from(owed)),
            Step::LoseOne => (2, 0, 0),
            Step::LeaderRolls => (3, 0, 0),
            Step::LeaderRetreat { leader } => (4, u64::from(leader.0), 0),
            Step::FallBack { side } => (5, side as u64, 0),
            Step::Retreat { side } => (6, side as u64, 0),
            Step::Follow { side, from, to } => (7, side as u64, u64::from(from.0) << 16 | u64::from(to.0)),
            Step::Advance => (8, 0, 0),
            Step::Finish => (9, 0, 0),
            Step::Event { number } => (10, u64::from(number), 0),
            Step::EventsDone => (11, 0, 0),
        };
        mixer.add(kind).add(a).add(b);
    }
    mixer.add(state.winner.map_or(2, |w| w as u64));
    mixer.finish()
}
