//! Chapter 12: bombardment.

use crate::action::{Action, Event};
use crate::counters::{Shelling, counters, tables};
use crate::ground::ground;
use crate::ids::{FewHexes, Hex, Piece, Pieces};
use crate::state::{Barrage, ShellStage, State, Step};
use crate::{Check, GiveUsVictories};
use board::Direction;
use engine::{Few, Illegal, Side, Sink};

/// GUV-12.2.
const RANGE: u8 = 2;

impl GiveUsVictories {
    /// GUV-12.1, GUV-12.16, GUV-9.26: whether a battery can bombard at all.
    pub(crate) fn may_bombard(&self, state: &State, gun: Piece) -> Check {
        let c = counters();
        if c.get(gun).side != state.act().side {
            return Err(Illegal::new("GUV-1.1", "That unit is the enemy's.", "Choose your own artillery."));
        }
        if !c.guns.has(gun) || !state.active.has(gun) || !state.hex(gun).is_some() {
            return Err(Illegal::new("GUV-12.1", "Only active artillery bombards.", "Choose artillery of the active formation."));
        }
        if state.disorganized.has(gun) || state.demoralized.has(gun) {
            return Err(Illegal::new(
                "GUV-12.16",
                "Disorganized and demoralized artillery cannot bombard.",
                "Let it recover first, at night or by staying still when active.",
            ));
        }
        if state.forced.has(gun) {
            return Err(Illegal::new(
                "GUV-9.26",
                "After a forced march the formation cannot bombard.",
                "It may bombard again in the next turn.",
            ));
        }
        if state.fired.has(gun) || state.attacked.has(gun) {
            return Err(Illegal::new(
                "GUV-12.1",
                "A battery bombards or fights once in a turn.",
                "Choose another battery; this one fires again in the next turn.",
            ));
        }
        Ok(())
    }

    /// GUV-12.2, GUV-12.8, GUV-12.9, R-63: whether a battery reaches a hex.
    pub(crate) fn in_range(&self, from: Hex, target: Hex) -> Check {
        let g = ground();
        match g.distance(from, target) {
            1 => Ok(()),
            RANGE => {
                let between = self.between(from, target);
                let blocked = between.as_slice().iter().all(|h| g.forest.has(*h) || g.city.has(*h));
                if blocked {
                    return Err(Illegal::new(
                        "GUV-12.9",
                        "Woods or houses block every line to that hex.",
                        "Fire at a hex next to the guns, or one with a free line.",
                    ));
                }
                Ok(())
            }
            _ => Err(Illegal::new("GUV-12.2", "The range is one or two hexes.", "Choose a hex at most two away.")),
        }
    }

    /// The one or two hexes next to both ends of a line of two.
    fn between(&self, from: Hex, target: Hex) -> FewHexes<6> {
        let near = &ground().near;
        near[from.index()].iter().copied().filter(|h| h.is_some() && near[target.index()].contains(h)).collect()
    }

    /// Whether a battery may be laid on a hex, alone or with those already laid.
    pub(crate) fn may_fire(&self, state: &State, gun: Piece, target: Hex) -> Check {
        self.may_bombard(state, gun)?;
        let side = state.act().side;
        if !target.is_some() || !state.holds(side.enemy(), target) {
            return Err(Illegal::new("GUV-12.2", "No enemy is in that hex.", "Choose a hex with enemy units."));
        }
        self.in_range(state.hex(gun), target)?;
        if state.act().shelled.has(target) {
            return Err(Illegal::new("GUV-12.7", "A hex is bombarded once per activation.", "Choose another hex."));
        }
        if let Some(barrage) = &state.barrage {
            if barrage.target != target {
                return Err(Illegal::new(
                    "GUV-12.6",
                    "First the guns laid on the other hex open fire.",
                    "Open fire with those; then lay other guns.",
                ));
            }
            if barrage.guns.has(gun) {
                return Err(Illegal::new(
                    "GUV-12.5",
                    "A battery fires once, at one hex, with its whole factor.",
                    "Choose another battery.",
                ));
            }
        }
        Ok(())
    }

    /// What the bombardment step offers (D22).
    pub(crate) fn fires(&self, state: &State, out: &mut Vec<Action>) {
        let g = ground();
        for gun in state.active.and(&counters().guns).iter() {
            if self.may_bombard(state, gun).is_err() {
                continue;
            }
            let from = state.hex(gun);
            let mut offer = |target: Hex| {
                if target.is_some() && state.holds(state.act().side.enemy(), target) && self.may_fire(state, gun, target).is_ok() {
                    let action = Action::Fire { gun, target };
                    if !out.contains(&action) {
                        out.push(action);
                    }
                }
            };
            for n in g.near[from.index()].iter().filter(|n| n.is_some()) {
                offer(*n);
                g.near[n.index()].iter().for_each(|m| offer(*m));
            }
        }
        if state.barrage.is_some() {
            out.push(Action::OpenFire);
        } else {
            self.detachments(state, out);
            out.push(Action::Done);
        }
    }

    /// A battery is laid.
    pub(crate) fn fire(&self, state: &mut State, gun: Piece, target: Hex) {
        let barrage =
            state.barrage.get_or_insert(Barrage { stage: ShellStage::Aim, target, guns: Pieces::NONE, at_guns: false, result: 0 });
        barrage.guns.insert(gun);
    }

    /// GUV-12.3, GUV-12.7: the guns open up; the types in the hex are made known.
    pub(crate) fn open_fire<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let Barrage { target, guns, .. } = *state.barrage();
        let enemy = state.act().side.enemy();
        state.fired = state.fired.or(&guns);
        state.act_mut().shelled.push(target);
        let factor = state.sum(&guns) as u8;
        sink.tell(|| Event::Bombarded { target, factor });
        let here = state.stack_of(enemy, target);
        self.provoke(state, &here);
        let (has_guns, has_foot) = self.types(&here);
        sink.tell(|| Event::Types { target, guns: has_guns, foot: has_foot });
        let barrage = state.barrage.as_mut().expect("guns were laid");
        barrage.at_guns = has_guns && !has_foot;
        barrage.stage = if has_guns && has_foot { ShellStage::Type } else { ShellStage::Works };
        state.agenda.push(Step::Shell);
    }

    /// GUV-12.10, R-61: artillery is one type, everything else the other.
    fn types(&self, here: &Pieces) -> (bool, bool) {
        let c = counters();
        let real = here.minus(&c.dummies);
        (!real.and(&c.guns).is_empty(), !real.minus(&c.guns).is_empty())
    }

    /// GUV-14.27, GUV-14.28, R-13: whether breastworks may be put on a hex of a side.
    pub(crate) fn may_entrench(&self, state: &State, side: Side, hex: Hex) -> Check {
        if self.night(state) {
            return Err(Illegal::new("GUV-14.65", "No breastworks are made at night.", "Defend as you are; they are made by day."));
        }
        self.may_hold_works(state, hex)?;
        if self.solid(&state.stack_of(side, hex)).is_empty() {
            return Err(Illegal::new("GUV-13.16", "Skirmishers alone cannot make breastworks.", "Bring another unit into the hex."));
        }
        Ok(())
    }

    /// What everybody can see of it: the hex takes works, and has none.
    fn may_hold_works(&self, state: &State, hex: Hex) -> Check {
        let g = ground();
        if g.town.has(hex) || g.fortification.has(hex) || self.forts.iter().any(|f| f[hex.index()] != 0) {
            return Err(Illegal::new("GUV-14.28", "No breastworks are made in Fredericksburg or in fortifications.", "Defend as you are."));
        }
        if state.breastworks.has(hex) {
            return Err(Illegal::new("GUV-14.15", "Breastworks are there already.", "They protect the hex as they are."));
        }
        Ok(())
    }

    /// Whether the defender is asked for breastworks: at two hexes the enemy cannot see who is there, so the question is always put.
    pub(crate) fn asks_for_works(&self, state: &State) -> bool {
        !self.night(state) && self.may_hold_works(state, state.barrage().target).is_ok()
    }

    /// Breastworks are made.
    pub(crate) fn entrench<K: Sink<Event>>(&self, state: &mut State, side: Side, hex: Hex, sink: &mut K) {
        state.breastworks.insert(hex);
        sink.tell(|| Event::WorksBuilt { side, hex });
    }

    /// The modifiers of a bombardment (GUV-12.12): terrain, works, Alexander's guns. The bonus of an elite battery does not
    /// count (GUV-12.17).
    pub(crate) fn shell_modifiers(&self, state: &State) -> Few<(&'static str, &'static str, i8), 3> {
        let (g, t) = (ground(), &tables().terrain);
        let Barrage { target, guns, .. } = *state.barrage();
        let enemy = state.act().side.enemy();
        let mut list = Few::new(("", "", 0));
        let (what, row) = if g.city.has(target) {
            ("city", t.city)
        } else {
            match (g.forest.has(target), g.hill.has(target)) {
                (true, true) => ("wooded heights", t.forest_hill),
                (true, false) => ("woods", t.forest),
                (false, true) => ("heights", t.hill),
                (false, false) => ("open ground", t.clear),
            }
        };
        if row.bombard != 0 {
            list.offer(("GUV-12.12", what, row.bombard));
        }
        let facing = self.forts[enemy.index()][target.index()];
        if facing != 0 {
            let front = guns.iter().all(|gun| self.fires_at_front(state.hex(gun), target, facing));
            list.offer(if front {
                ("GUV-14.34", "fortification", t.fortification)
            } else {
                ("GUV-14.35", "fortification from behind", t.breastworks)
            });
        } else if state.breastworks.has(target) {
            list.offer(("GUV-12.11", "breastworks", t.breastworks));
        }
        let alexander = state.act().alexander;
        if alexander.is_some() && guns.iter().all(|gun| g.distance(state.hex(gun), alexander) <= 1) {
            list.offer(("GUV-17.12", "Alexander's Artillery", 1));
        }
        list
    }

    /// Whether a line of fire enters by the sides that a fortification faces; along a corner both sides must.
    fn fires_at_front(&self, from: Hex, target: Hex, facing: u8) -> bool {
        let g = ground();
        let faces = |hex: Hex| g.direction(target, hex).is_some_and(|d: Direction| facing >> d.index() & 1 == 1);
        if g.distance(from, target) == 1 { faces(from) } else { self.between(from, target).as_slice().iter().copied().all(faces) }
    }

    /// The result of a die.
    pub(crate) fn shell_result(&self, state: &State, die: u8) -> (i8, Shelling) {
        let modified = die as i8 + self.shell_modifiers(state).iter().map(|m| m.2).sum::<i8>();
        let factor = state.sum(&state.barrage().guns).min(255) as u8;
        (modified, tables().shelling(factor, modified))
    }

    /// The die.
    pub(crate) fn shell_die<K: Sink<Event>>(&self, state: &mut State, die: u8, sink: &mut K) {
        let (modified, result) = self.shell_result(state, die);
        sink.tell(|| Event::ShellDie { die, modified, result });
        let barrage = state.barrage.as_mut().expect("a bombardment is under way");
        barrage.result = result as u8;
        barrage.stage = ShellStage::Loss;
    }

    /// GUV-12.13 to GUV-12.15, GUV-13.15, R-62: whom the result may fall on; nobody if it does nothing.
    pub(crate) fn shelled(&self, state: &State) -> Pieces {
        let c = counters();
        let barrage = state.barrage();
        let here = state.stack_of(state.act().side.enemy(), barrage.target).minus(&c.dummies);
        let kind = if barrage.at_guns { here.and(&c.guns) } else { here.minus(&c.guns) };
        let steady = kind.minus(&c.skirmishers);
        match barrage.result {
            0 => Pieces::NONE,
            1 => steady,
            3 if !steady.is_empty() => steady,
            _ => kind,
        }
    }

    /// The unit bears it.
    pub(crate) fn shell_loss<K: Sink<Event>>(&self, state: &mut State, piece: Piece, sink: &mut K) {
        let result = state.barrage().result;
        if result >= 2 {
            self.lose_step(state, piece, sink);
        }
        if result != 2 && state.hex(piece).is_some() {
            self.disorder(state, piece, sink);
        }
        self.end_barrage(state);
    }

    /// The bombardment is over.
    pub(crate) fn end_barrage(&self, state: &mut State) {
        state.barrage = None;
        state.agenda.pop();
    }
}
