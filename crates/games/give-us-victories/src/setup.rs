//! Chapters 4, 18, 19 and 20: set-up as play, reinforcements, the strategic map, forces that took no part.

use crate::action::{Action, BoxId, Event};
use crate::completion::Completion;
use crate::counters::{BoxRow, ChitKind, Kind, UNION_PONTOONS, Use, boxes, counters, tables};
use crate::ground::{MAJOR, Region, ground};
use crate::ids::{Chit, Chits, EventId, Hex, HexBits, Piece, Pieces};
use crate::scenarios::Reinforcement;
use crate::state::{Agenda, Lies, State, Step};
use crate::{Check, GiveUsVictories};
use board::Direction;
use engine::{Class, Illegal, Roll, Side, Sink};

/// GUV-20.5.
pub(crate) const LONGSTREET_TURNS: [u8; 4] = [6, 11, 16, 21];
/// GUV-20.5.
const BRIGADE_ARRIVES: u8 = 4;
/// GUV-4.2.
pub(crate) const OPENING_HAND: u8 = 3;

/// `1, 2 or 3`.
fn either(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}

impl GiveUsVictories {
    /// The position before the first decision.
    pub(crate) fn opening(&self) -> State {
        let mut state = State::empty(self.scenario.turns[0]);
        for piece in self.deploys[0].or(&self.deploys[1]).or(&self.later()).iter() {
            state.at[piece.index()] = Hex::WAITING;
        }
        state.reduced = self.scenario.reduced;
        self.fill_boxes(&mut state);
        for (i, ends) in self.scenario.pontoons.iter().enumerate().take(UNION_PONTOONS) {
            state.pontoons[i].lies = Lies::Over(ends[0], ends[1]);
        }
        let mut in_hand = self.scenario.pontoons_in_hand;
        for pontoon in &mut state.pontoons {
            let left = &mut in_hand[pontoon.owner.index()];
            if pontoon.lies == Lies::Out && *left > 0 {
                *left -= 1;
                pontoon.lies = Lies::InHand;
            }
        }
        if self.opt.events {
            for side in Side::BOTH {
                let all = EventId::ALL.into_iter().filter(|e| tables().event(*e).sides.contains(&side));
                state.deck[side.index()] = all.filter(|e| self.opt.night_combat || *e != EventId::NightAttack).collect();
            }
        } else {
            state.hand = self.scenario.events;
        }
        let first = if self.opt.hypothetical { Step::Boxes } else { Step::Deploy(0) };
        state.agenda = Agenda::of(&[first]);
        state.recount();
        self.keep_berths(&mut state);
        state
    }

    /// GUV-13.2, GUV-13.18: the available skirmishers, and the dummies in hand.
    pub(crate) fn fill_boxes(&self, state: &mut State) {
        let c = counters();
        for side in Side::BOTH {
            let own = &c.of[side.index()];
            let count =
                self.scenario.skirmishers[side.index()] + self.opt.extra_skirmishers[side.index()].min(c.extra_skirmishers[side.index()]);
            for p in c.skirmishers.and(own).iter().take(usize::from(count)) {
                state.at[p.index()] = Hex::READY;
            }
            if self.opt.dummies {
                for p in c.dummies.and(own).iter() {
                    state.at[p.index()] = Hex::READY;
                }
            }
        }
    }

    /// The units a side sets up.
    fn to_set_up(&self, side: Side) -> Pieces {
        let mut all: Pieces = self.scenario.units.iter().map(|u| u.piece).collect();
        if self.opt.stoneman {
            // GUV-20.4, R-72: the whole Cavalry Corps.
            all = all.or(&self.formation[self.named.stoneman.index()]);
        }
        all.and(&counters().of[side.index()])
    }

    /// The units that come later.
    fn later(&self) -> Pieces {
        let mut all: Pieces = self.scenario.reinforcements.iter().flat_map(|r| r.units.iter().map(|u| u.0)).collect();
        if self.opt.stoneman {
            all = all.minus(&counters().turn11);
        }
        if self.opt.longstreet {
            all = all.or(&self.formation[self.named.hood.index()]).or(&self.formation[self.named.pickett.index()]);
        }
        all
    }

    /// The side that sets up in that step.
    pub(crate) fn deploying(&self, nth: u8) -> Side {
        if nth == 0 { self.scenario.first } else { self.scenario.first.enemy() }
    }

    /// Hexes within reach of places or crossings: of a crossing the nearer bank counts.
    fn hexes_near(&self, names: &[String], within: u8) -> HexBits {
        let g = ground();
        let mut centres: Vec<Hex> = Vec::new();
        for name in names {
            match g.crossings.iter().find(|c| &c.name == name) {
                Some(crossing) => centres.extend(crossing.banks),
                None => centres.push(g.place(name)),
            }
        }
        self.area.iter().filter(|h| centres.iter().any(|c| g.distance(*c, *h) <= within)).collect()
    }

    /// GUV-20.2: the hexes of a box of the strategic map.
    pub(crate) fn box_hexes(&self, row: &BoxRow) -> HexBits {
        let g = ground();
        let near = self.hexes_near(&row.near.0, row.near.1);
        let on_bank = |h: &Hex| match row.bank.as_str() {
            "north" => g.region[h.index()] == Region::North,
            "south" => g.region[h.index()] == Region::South,
            _ => g.region[h.index()] != Region::North,
        };
        let mut hexes: HexBits = near.iter().filter(on_bank).collect();
        for (bridgehead, _) in &self.scenario.bridgeheads {
            if row.bridgeheads {
                hexes.insert(*bridgehead);
            }
            if row.side == Side::Confederate {
                // nobody stands next to the bridgeheads.
                hexes.remove(*bridgehead);
                for d in Direction::ALL {
                    if g.side(*bridgehead, d) & MAJOR == 0 {
                        hexes.remove(self.near[bridgehead.index()][d.index()]);
                    }
                }
            }
        }
        hexes
    }

    /// Who sets up, the set-up zone of every unit, and the hexes of every box of the strategic map, made once.
    pub(crate) fn prepare(&mut self) {
        self.deploys = Side::BOTH.map(|side| self.to_set_up(side));
        self.entries = self.scenario.reinforcements.iter().map(|r| r.hexes.iter().copied().collect()).collect();
        let zone = |piece: Piece| {
            if self.opt.stoneman && self.band[piece.index()] == Some(self.named.stoneman) {
                // GUV-20.4
                return self.hexes_near(&["Kelly's Ford".to_string()], 1);
            }
            let unit = self.scenario.units.iter().find(|u| u.piece == piece);
            unit.map_or(HexBits::default(), |u| self.scenario.zones[usize::from(u.zone)].hexes.iter().copied().collect())
        };
        let zones: Vec<HexBits> = Piece::all().map(zone).collect();
        let boxes = boxes().iter().map(|row| self.box_hexes(row)).collect();
        self.lay_out_zones(boxes, |piece| zones[piece.index()]);
        self.proposed = Piece::all().map(|p| self.scenario.units.iter().find(|u| u.piece == p).map_or(Hex::NONE, |u| u.hex)).collect();
    }

    /// The reinforcements of the scenario that a unit comes with.
    pub(crate) fn reinforcement(&self, piece: Piece) -> Option<&'static Reinforcement> {
        self.scenario.reinforcements.iter().find(|r| r.units.iter().any(|u| u.0 == piece))
    }

    /// When and where a unit comes that waits off the map, in words; nothing for one that is set up.
    pub(crate) fn due_words(&self, state: &State, piece: Piece) -> Option<String> {
        if state.hex(piece) != Hex::WAITING || !self.later().has(piece) {
            return None;
        }
        let (when, hexes) = match self.reinforcement(piece) {
            Some(r) => {
                let dice = r.dice.iter().filter(|d| d[0] >= state.turn).map(|d| format!("turn {} on {} or more", d[0], d[1]));
                let when: Vec<String> = dice.chain([format!("turn {}", r.turn)]).collect();
                (either(&when), r.hexes.iter().copied().collect())
            }
            None => {
                let turns: Vec<String> = LONGSTREET_TURNS.iter().filter(|t| **t >= state.turn).map(u8::to_string).collect();
                if turns.is_empty() && !state.due.has(piece) {
                    return None;
                }
                (format!("turn {} on {BRIGADE_ARRIVES} or more", either(&turns)), self.entry(state, piece))
            }
        };
        let places: Vec<String> = HexBits::iter(&hexes).map(Hex::name).collect();
        let when = if state.due.has(piece) { "now".into() } else { when };
        Some(format!("{when}, at {}", either(&places)))
    }

    /// Where a unit that is due may appear (GUV-18.9, GUV-19.19, GUV-20.5).
    pub(crate) fn entry(&self, state: &State, piece: Piece) -> HexBits {
        let side = counters().get(piece).side;
        if let Some((r, hexes)) = self.scenario.reinforcements.iter().zip(&self.entries).find(|r| r.0.units.iter().any(|u| u.0 == piece)) {
            if !r.clear {
                return *hexes;
            }
            let clear: HexBits = hexes.iter().filter(|h| !state.holds(side.enemy(), *h) && !self.in_contact(state, side, *h)).collect();
            let fits = |h: Hex| self.room(state, piece, h);
            return if clear.iter().any(fits) { clear } else { r.otherwise.unwrap_or(clear) };
        }
        let g = ground();
        let southern = g.centres.iter().filter(|c| c.southern).map(|c| c.hex);
        std::iter::once(self.places.hamiltons_crossing).chain(southern).collect()
    }

    /// Whether a hex is open to a unit that is set up: nobody in it, no enemy next to it by land unless the scenario allows it.
    fn open_for(&self, state: &State, side: Side, hex: Hex) -> Check {
        if !hex.is_some() || !self.area.has(hex) {
            return Err(Illegal::new("GUV-4.1", "That hex is off the map.", "Choose a hex of the map."));
        }
        if state.holds(side.enemy(), hex) {
            return Err(Illegal::new("GUV-5.1", "Enemy units are in that hex.", "Choose another hex."));
        }
        if !self.scenario.contact_at_start && self.meets(state, side, hex) {
            return Err(Illegal::new("GUV-4.1", "Units are not set up next to the enemy.", "Choose a hex away from the enemy."));
        }
        Ok(())
    }

    /// Whether an enemy of that side stands next to the hex by land.
    pub(crate) fn meets(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.in_contact(state, side, hex)
            && Direction::ALL.into_iter().any(|d| {
                let n = self.near[hex.index()][d.index()];
                n.is_some() && state.holds(side.enemy(), n) && ground().side(hex, d) & MAJOR == 0
            })
    }

    /// GUV-20.2, deployment note of the lower crossings: one corps in each bridgehead.
    pub(crate) fn bridgehead_taken(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        self.opt.hypothetical
            && self.scenario.bridgeheads.iter().any(|b| b.0 == hex)
            && state.stack(hex).iter().any(|p| self.band[p.index()] != self.band[piece.index()])
    }

    /// GUV-4.1: whether a unit may be set up there, so that all others still find a place.
    pub(crate) fn may_deploy(&self, state: &State, by: Side, piece: Piece, hex: Hex) -> Check {
        if counters().get(piece).side != by {
            return Err(Illegal::new("GUV-1.1", "That unit is the enemy's.", "Choose a unit of yours."));
        }
        if state.hex(piece) != Hex::WAITING || !self.deploys[by.index()].has(piece) {
            return Err(Illegal::new("GUV-4.1", "That unit is not to be set up now.", "Choose a unit that is still to be placed."));
        }
        self.open_for(state, by, hex)?;
        if !self.deployment(state, piece).has(hex) {
            let rule = if self.opt.hypothetical { "GUV-20.2" } else { "GUV-4.1" };
            return Err(Illegal::new(rule, "That hex is outside the unit's set-up zone.", "Choose one of the hexes lit."));
        }
        if !self.room(state, piece, hex) {
            return Err(Illegal::new("GUV-5.2", "That hex cannot hold the unit.", "Choose a hex with room."));
        }
        if self.bridgehead_taken(state, piece, hex) {
            return Err(Illegal::new("GUV-20.2", "Another corps holds that bridgehead.", "Choose the other bridgehead."));
        }
        let mut plan = Completion::new(self, state, by);
        if plan.complete() && !plan.allows(piece, hex) {
            return Err(Illegal::new(
                "GUV-4.1",
                "Then another unit would find no place in its zone.",
                "Choose another hex, or place that unit first.",
            ));
        }
        Ok(())
    }

    /// Whether the proposed set-up may be taken as it is: before anything was placed.
    pub(crate) fn may_preset(&self, state: &State, by: Side) -> Check {
        if self.opt.hypothetical {
            return Err(Illegal::new(
                "GUV-20.2",
                "There is no proposed set-up for the hypothetical deployment.",
                "Place the units yourself.",
            ));
        }
        if !state.held[by.index()].is_empty() {
            return Err(Illegal::new(
                "GUV-4.1",
                "The proposed set-up is taken as a whole, before anything is placed.",
                "Place the units that are left.",
            ));
        }
        let own = self.scenario.units.iter().filter(|u| counters().get(u.piece).side == by);
        for unit in own {
            self.open_for(state, by, unit.hex)?;
        }
        Ok(())
    }

    /// D1: what the set-up offers.
    pub(crate) fn deployments(&self, state: &State, by: Side, only: Option<Piece>, out: &mut Vec<Action>) {
        if let Some(piece) = only {
            if state.hex(piece) == Hex::WAITING && self.deploys[by.index()].has(piece) {
                self.places_of(state, by, piece, out);
            }
            return;
        }
        if self.may_preset(state, by).is_ok() {
            out.push(Action::Preset);
        }
        out.push(Action::PlaceRest);
    }

    /// Where a unit that waits may be set up: [`GiveUsVictories::may_deploy`] for all hexes of its zone at once.
    fn places_of(&self, state: &State, by: Side, piece: Piece, out: &mut Vec<Action>) {
        let mut plan = Completion::new(self, state, by);
        let lost = !plan.complete();
        let may = |hex: &Hex| {
            plan.open.has(*hex)
                && self.room(state, piece, *hex)
                && !self.bridgehead_taken(state, piece, *hex)
                && (lost || plan.allows(piece, *hex))
        };
        out.extend(self.deployment(state, piece).iter().filter(may).map(|hex| Action::Place { piece, hex }));
    }

    pub(crate) fn preset<K: Sink<Event>>(&self, state: &mut State, by: Side, sink: &mut K) {
        for unit in &self.scenario.units {
            if counters().get(unit.piece).side == by {
                self.place(state, unit.piece, unit.hex, sink);
            }
        }
        self.place_rest(state, by, sink);
    }

    /// The rest is placed; whoever finds no place at all is left out.
    pub(crate) fn place_rest<K: Sink<Event>>(&self, state: &mut State, by: Side, sink: &mut K) {
        let before = state.clone();
        let mut plan = Completion::new(self, &before, by);
        if plan.find() {
            self.take_berths(state, by, plan.places(), plan.open);
            plan.places().iter().for_each(|(piece, hex)| self.place(state, *piece, *hex, sink));
            return;
        }
        for piece in self.undeployed(&before, by) {
            match self.deployment(state, piece).iter().find(|h| self.may_deploy(state, by, piece, *h).is_ok()) {
                Some(hex) => self.place(state, piece, hex, sink),
                None => state.put(piece, Hex::ASIDE),
            }
        }
    }

    pub(crate) fn place<K: Sink<Event>>(&self, state: &mut State, piece: Piece, hex: Hex, sink: &mut K) {
        self.settle_in(state, piece, hex);
        state.due.remove(piece);
        let seen = self.seen(state, piece);
        sink.tell(|| Event::Placed { piece, hex, seen });
    }

    /// Whether a side has set up everybody it can.
    pub(crate) fn deployed(&self, state: &State, side: Side) -> bool {
        self.undeployed(state, side).next().is_none()
    }

    /// GUV-20.3 and the note to the strategic map: pontoons lie at Kelly's Ford and at each bridgehead that is held.
    pub(crate) fn settle_pontoons(&self, state: &mut State) {
        if !self.opt.hypothetical {
            return;
        }
        for pontoon in &mut state.pontoons[..UNION_PONTOONS] {
            if let Lies::Over(a, b) = pontoon.lies {
                let head = self.scenario.bridgeheads.iter().find(|h| h.0 == a || h.0 == b);
                if head.is_some_and(|h| !state.held[Side::Union.index()].has(h.0)) {
                    pontoon.lies = Lies::InHand;
                }
            }
        }
    }

    // The strategic map (GUV-20.1).

    /// The formation chits a side places in boxes.
    pub(crate) fn strategic_chits(&self, side: Side) -> impl Iterator<Item = Chit> + '_ {
        self.strategic[side.index()].iter()
    }

    /// The same for both sides, found once.
    pub(crate) fn find_strategic_chits(&self) -> [Chits; 2] {
        let absent = [self.named.stoneman, self.named.hood, self.named.pickett];
        let placed = |c: &Chit| self.kind(*c) == ChitKind::Formation && !absent.contains(c);
        Side::BOTH.map(|side| self.chits.iter().filter(placed).filter(|c| tables().chit(*c).side == side).collect())
    }

    fn in_box(&self, state: &State, side: Side, into: u8) -> u8 {
        self.strategic_chits(side).filter(|c| state.assigned[c.index()] == into).count() as u8
    }

    /// Who places the next chit: the Confederates first, then in turn.
    pub(crate) fn assigning(&self, state: &State) -> Option<Side> {
        let left = |side: Side| self.strategic_chits(side).filter(|c| state.assigned[c.index()] == 255).count();
        let (union, confederate) = (left(Side::Union), left(Side::Confederate));
        if union + confederate == 0 {
            None
        } else if confederate >= union && confederate > 0 {
            Some(Side::Confederate)
        } else {
            Some(Side::Union)
        }
    }

    /// GUV-20.1: within the limits of the box, and so that every minimum can still be reached.
    pub(crate) fn may_assign(&self, state: &State, by: Side, chit: Chit, into: BoxId) -> Check {
        let row = &boxes()[usize::from(into.0)];
        if tables().chit(chit).side != by || row.side != by {
            return Err(Illegal::new("GUV-20.1", "Own chits go into own boxes.", "Choose a chit and a box of yours."));
        }
        if !self.strategic_chits(by).any(|c| c == chit) || state.assigned[chit.index()] != 255 {
            return Err(Illegal::new("GUV-20.1", "That chit is not to be placed.", "Choose a chit that is still to be placed."));
        }
        if row.only.is_some_and(|only| only != chit) {
            return Err(Illegal::new("GUV-20.1", "That box is for another commander.", "Choose another box."));
        }
        if self.in_box(state, by, into.0) >= row.max {
            return Err(Illegal::new("GUV-20.1", "The box is full.", "Choose another box."));
        }
        let mut after = state.clone();
        after.assigned[chit.index()] = into.0;
        let left = self.strategic_chits(by).filter(|c| after.assigned[c.index()] == 255).count() as u8;
        let own = || boxes().iter().enumerate().filter(|(_, b)| b.side == by);
        let missing: u8 = own().map(|(i, b)| b.min.saturating_sub(self.in_box(&after, by, i as u8))).sum();
        let space: u8 = own().filter(|(_, b)| b.only.is_none()).map(|(i, b)| b.max.saturating_sub(self.in_box(&after, by, i as u8))).sum();
        if missing > left || space < left {
            return Err(Illegal::new("GUV-20.1", "Then the limits of the other boxes could not be kept.", "Choose another box."));
        }
        Ok(())
    }

    pub(crate) fn assignments(&self, state: &State, by: Side, out: &mut Vec<Action>) {
        for chit in self.strategic_chits(by).filter(|c| state.assigned[c.index()] == 255) {
            for into in (0..boxes().len() as u8).map(BoxId) {
                if self.may_assign(state, by, chit, into).is_ok() {
                    out.push(Action::Assign { chit, into });
                }
            }
        }
    }

    // Reinforcements.

    /// GUV-18.9, GUV-19.19: who is due at the start of this turn without a die.
    pub(crate) fn muster_reinforcements(&self, state: &mut State) {
        for r in &self.scenario.reinforcements {
            let waiting: Pieces = r.units.iter().map(|u| u.0).filter(|p| state.hex(*p) == Hex::WAITING).collect();
            let waiting = if self.opt.stoneman { waiting.minus(&counters().turn11) } else { waiting };
            if state.turn >= r.turn {
                state.due = state.due.or(&waiting);
            }
        }
    }

    /// GUV-19.19: the die needed this turn, if one is thrown.
    pub(crate) fn arrival_number(&self, state: &State) -> Option<u8> {
        let awaited = |r: &&Reinforcement| r.units.iter().any(|u| state.hex(u.0) == Hex::WAITING && !state.due.has(u.0));
        let dice = self.scenario.reinforcements.iter().filter(awaited).flat_map(|r| &r.dice);
        dice.copied().find(|[turn, _]| *turn == state.turn).map(|[_, number]| number)
    }

    pub(crate) fn arrival_die<K: Sink<Event>>(&self, state: &mut State, die: u8, sink: &mut K) {
        let came = self.arrival_number(state).is_some_and(|n| die >= n);
        if came {
            for r in self.scenario.reinforcements.iter().filter(|r| !r.dice.is_empty()) {
                let waiting: Pieces = r.units.iter().map(|u| u.0).filter(|p| state.hex(*p) == Hex::WAITING).collect();
                state.due = state.due.or(&waiting);
            }
        }
        sink.tell(|| Event::ArrivalDie { die, came });
    }

    /// GUV-20.5, GUV-20.6: the brigades that throw for arrival this turn: Hood's, and Pickett's once Hood is complete.
    pub(crate) fn longstreet_brigades(&self, state: &State) -> Pieces {
        if !self.opt.longstreet || !LONGSTREET_TURNS.contains(&state.turn) {
            return Pieces::NONE;
        }
        let waiting = |chit: Chit| -> Pieces {
            let brigades = self.formation[chit.index()].and(&counters().infantry);
            brigades.iter().filter(|p| state.hex(*p) == Hex::WAITING && !state.due.has(*p)).collect()
        };
        let hood = waiting(self.named.hood);
        if hood.is_empty() { waiting(self.named.pickett) } else { hood }
    }

    /// GUV-20.8: what is added to these dice.
    pub(crate) fn longstreet_bonus(&self, state: &State) -> u8 {
        let town = &ground().town;
        let holds = |hex: Hex| self.controls(state, Side::Union, hex);
        let fredericksburg = town.iter().any(holds) && !town.iter().any(|h| state.holds(Side::Confederate, h));
        match (fredericksburg, self.controls(state, Side::Union, self.places.spotsylvania)) {
            (true, true) => 2,
            (true, false) => 1,
            _ => 0,
        }
    }

    pub(crate) fn longstreet_dice<K: Sink<Event>>(&self, state: &mut State, dice: &[u8], sink: &mut K) {
        let bonus = self.longstreet_bonus(state);
        let brigades = self.longstreet_brigades(state);
        for (piece, die) in brigades.iter().zip(dice) {
            let came = die + bonus >= BRIGADE_ARRIVES;
            sink.tell(|| Event::Brigades { piece, die: *die, came });
            if came {
                state.due.insert(piece);
                // GUV-20.7; R-71: the artillery comes with the first brigade.
                state.longstreet = true;
                let band = self.band[piece.index()].expect("Longstreet's brigades have a band");
                let guns = self.formation[band.index()].and(&counters().guns);
                let guns: Pieces = guns.iter().filter(|g| state.hex(*g) == Hex::WAITING).collect();
                state.due = state.due.or(&guns);
            }
        }
    }

    /// Whether a unit that is due may appear there.
    pub(crate) fn may_arrive(&self, state: &State, by: Side, piece: Piece, hex: Hex) -> Check {
        if counters().get(piece).side != by || !state.due.has(piece) {
            return Err(Illegal::new("GUV-18.9", "That unit does not arrive now.", "Choose one of those that do, or go on."));
        }
        if !hex.is_some() || state.holds(by.enemy(), hex) {
            return Err(Illegal::new("GUV-5.1", "Enemy units are in that hex.", "Choose another hex."));
        }
        if !self.entry(state, piece).has(hex) {
            let rule = self.reinforcement(piece).map_or("GUV-20.5", |r| r.rule.as_str());
            return Err(Illegal::new(rule, "The unit does not arrive there.", "Choose one of the hexes lit."));
        }
        if !self.room(state, piece, hex) {
            return Err(Illegal::new("GUV-5.2", "That hex cannot hold the unit.", "Choose a hex with room."));
        }
        Ok(())
    }

    /// Who of those due can be placed, and whose they are: the Union's first.
    pub(crate) fn arriving(&self, state: &State) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| {
            let due = state.due.and(&counters().of[side.index()]);
            due.iter().any(|p| !self.landings(state, *side, p).is_empty())
        })
    }

    pub(crate) fn arrivals(&self, state: &State, by: Side, out: &mut Vec<Action>) {
        for piece in state.due.and(&counters().of[by.index()]).iter() {
            out.extend(self.landings(state, by, piece).iter().map(|hex| Action::Place { piece, hex }));
        }
    }

    /// Where a unit that is due may appear: [`GiveUsVictories::may_arrive`] for all hexes at once.
    fn landings(&self, state: &State, side: Side, piece: Piece) -> HexBits {
        let hexes = self.entry(state, piece).minus(&state.held[side.enemy().index()]);
        hexes.iter().filter(|h| self.room(state, piece, *h)).collect()
    }

    /// Whether a counter has any part in this game: else it stays aside.
    pub(crate) fn takes_part(&self, piece: Piece) -> bool {
        let counter = counters().get(piece);
        match counter.kind {
            Kind::Skirmisher => {
                let own = counters().skirmishers.and(&counters().of[counter.side.index()]);
                let count = self.scenario.skirmishers[counter.side.index()] + self.opt.extra_skirmishers[counter.side.index()];
                own.iter().take(usize::from(count)).any(|p| p == piece)
            }
            Kind::Dummy => self.opt.dummies,
            _ => counter.used != Use::Unused && (self.deploys[counter.side.index()].has(piece) || self.later().has(piece)),
        }
    }

    pub(crate) fn longstreet_classes(&self, state: &State, out: &mut Vec<Class>) {
        let n = self.longstreet_brigades(state).len();
        let bonus = self.longstreet_bonus(state);
        // Each die that arrives counts (4 + bonus - 1) of six faces at most six.
        let luck = u32::from((3 + bonus).min(6));
        for pattern in 0u32..1 << n {
            let dice: Vec<u8> = (0..n).map(|i| if pattern >> i & 1 == 1 { 6 } else { 1 }).collect();
            let came = pattern.count_ones();
            let weight = luck.pow(came) * (6 - luck).pow(n as u32 - came);
            if weight > 0 {
                out.push(Class { weight, sample: Roll::new(&dice) });
            }
        }
    }
}
