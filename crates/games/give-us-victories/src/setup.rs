//! Chapters 4, 18, 19 and 20: set-up as play, reinforcements, the strategic map, forces that took no part.

use crate::action::{Action, BoxId, Event};
use crate::completion::Completion;
use crate::counters::{BoxRow, ChitKind, Kind, UNION_PONTOONS, Use, boxes, counters, tables};
use crate::ground::{MAJOR, Region, ground};
use crate::ids::{Chit, EventId, Hex, HexBits, Piece, Pieces};
use crate::scenarios::Reinforcement;
use crate::state::{Agenda, Lies, State, Step};
use crate::{Check, GiveUsVictories};
use board::Direction;
use engine::{Illegal, Side, Sink};

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
        let mut s = State::empty(self.scenario.turns[0]);
        for piece in self.deploys[0].or(&self.deploys[1]).or(&self.later()).iter() {
            s.at[piece.index()] = Hex::WAITING;
        }
        s.reduced = self.scenario.reduced;
        self.fill_boxes(&mut s);
        for (i, ends) in self.scenario.pontoons.iter().enumerate().take(UNION_PONTOONS) {
            s.pontoons[i].lies = Lies::Over(ends[0], ends[1]);
        }
        let mut in_hand = self.scenario.pontoons_in_hand;
        for pontoon in &mut s.pontoons {
            let left = &mut in_hand[pontoon.owner.index()];
            if pontoon.lies == Lies::Out && *left > 0 {
                *left -= 1;
                pontoon.lies = Lies::InHand;
            }
        }
        if self.opt.events {
            for side in Side::BOTH {
                let all = EventId::ALL.into_iter().filter(|e| tables().event(*e).sides.contains(&side));
                s.deck[side.index()] = all.filter(|e| self.opt.night_combat || *e != EventId::NightAttack).collect();
            }
        } else {
            s.hand = self.scenario.events;
        }
        let first = if self.opt.hypothetical { Step::Boxes } else { Step::Deploy(0) };
        s.agenda = Agenda::of(&[first]);
        s.recount();
        self.keep_berths(&mut s);
        s
    }

    /// GUV-13.2, GUV-13.18: the available skirmishers, and the dummies in hand.
    pub(crate) fn fill_boxes(&self, s: &mut State) {
        let c = counters();
        for side in Side::BOTH {
            let own = &c.of[side.index()];
            let count =
                self.scenario.skirmishers[side.index()] + self.opt.extra_skirmishers[side.index()].min(c.extra_skirmishers[side.index()]);
            for p in c.skirmishers.and(own).iter().take(usize::from(count)) {
                s.at[p.index()] = Hex::READY;
            }
            if self.opt.dummies {
                for p in c.dummies.and(own).iter() {
                    s.at[p.index()] = Hex::READY;
                }
            }
        }
    }

    /// The units a side sets up.
    fn roster(&self, side: Side) -> Pieces {
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
        self.deploys = Side::BOTH.map(|side| self.roster(side));
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
    pub(crate) fn due_words(&self, s: &State, piece: Piece) -> Option<String> {
        if s.hex(piece) != Hex::WAITING || !self.later().has(piece) {
            return None;
        }
        let (when, hexes) = match self.reinforcement(piece) {
            Some(r) => {
                let dice = r.dice.iter().filter(|d| d[0] >= s.turn).map(|d| format!("turn {} on {} or more", d[0], d[1]));
                let when: Vec<String> = dice.chain([format!("turn {}", r.turn)]).collect();
                (either(&when), r.hexes.iter().copied().collect())
            }
            None => {
                let turns: Vec<String> = LONGSTREET_TURNS.iter().filter(|t| **t >= s.turn).map(u8::to_string).collect();
                if turns.is_empty() && !s.due.has(piece) {
                    return None;
                }
                (format!("turn {} on {BRIGADE_ARRIVES} or more", either(&turns)), self.entry(s, piece))
            }
        };
        let places: Vec<String> = HexBits::iter(&hexes).map(Hex::name).collect();
        let when = if s.due.has(piece) { "now".into() } else { when };
        Some(format!("{when}, at {}", either(&places)))
    }

    /// Where a unit that is due may appear (GUV-18.9, GUV-19.19, GUV-20.5).
    pub(crate) fn entry(&self, s: &State, piece: Piece) -> HexBits {
        let side = counters().get(piece).side;
        if let Some((r, hexes)) = self.scenario.reinforcements.iter().zip(&self.entries).find(|r| r.0.units.iter().any(|u| u.0 == piece)) {
            if !r.clear {
                return *hexes;
            }
            let clear: HexBits = hexes.iter().filter(|h| !s.holds(side.enemy(), *h) && !self.in_contact(s, side, *h)).collect();
            let fits = |h: Hex| self.room(s, piece, h);
            return if clear.iter().any(fits) { clear } else { r.otherwise.unwrap_or(clear) };
        }
        let g = ground();
        let southern = g.centres.iter().filter(|c| c.southern).map(|c| c.hex);
        std::iter::once(self.places.hamiltons_crossing).chain(southern).collect()
    }

    /// Whether a hex is open to a unit that is set up: nobody in it, no enemy next to it by land unless the scenario allows it.
    fn open_for(&self, s: &State, side: Side, hex: Hex) -> Check {
        if !hex.is_some() || !self.area.has(hex) {
            return Err(Illegal::new("GUV-4.1", "That hex is off the map."));
        }
        if s.holds(side.enemy(), hex) {
            return Err(Illegal::new("GUV-5.1", "Enemy units are in that hex."));
        }
        if !self.scenario.contact_at_start && self.meets(s, side, hex) {
            return Err(Illegal::new("GUV-4.1", "Units are not set up next to the enemy."));
        }
        Ok(())
    }

    /// Whether an enemy of that side stands next to the hex by land.
    pub(crate) fn meets(&self, s: &State, side: Side, hex: Hex) -> bool {
        self.in_contact(s, side, hex)
            && Direction::ALL.into_iter().any(|d| {
                let n = self.near[hex.index()][d.index()];
                n.is_some() && s.holds(side.enemy(), n) && ground().side(hex, d) & MAJOR == 0
            })
    }

    /// GUV-20.2, deployment note of the lower crossings: one corps in each bridgehead.
    pub(crate) fn bridgehead_taken(&self, s: &State, piece: Piece, hex: Hex) -> bool {
        self.opt.hypothetical
            && self.scenario.bridgeheads.iter().any(|b| b.0 == hex)
            && s.stack(hex).iter().any(|p| self.band[p.index()] != self.band[piece.index()])
    }

    /// GUV-4.1: whether a unit may be set up there, so that all others still find a place.
    pub(crate) fn may_deploy(&self, s: &State, by: Side, piece: Piece, hex: Hex) -> Check {
        if counters().get(piece).side != by {
            return Err(Illegal::new("GUV-1.1", "That unit is the enemy's."));
        }
        if s.hex(piece) != Hex::WAITING || !self.deploys[by.index()].has(piece) {
            return Err(Illegal::new("GUV-4.1", "That unit is not to be set up now."));
        }
        self.open_for(s, by, hex)?;
        if !self.deployment(s, piece).has(hex) {
            let rule = if self.opt.hypothetical { "GUV-20.2" } else { "GUV-4.1" };
            return Err(Illegal::new(rule, "That hex is outside the unit's set-up zone."));
        }
        if !self.room(s, piece, hex) {
            return Err(Illegal::new("GUV-5.2", "That hex cannot hold the unit."));
        }
        if self.bridgehead_taken(s, piece, hex) {
            return Err(Illegal::new("GUV-20.2", "Another corps holds that bridgehead."));
        }
        let mut plan = Completion::new(self, s, by);
        if plan.complete() && !plan.allows(piece, hex) {
            return Err(Illegal::new("GUV-4.1", "Then another unit would find no place in its zone."));
        }
        Ok(())
    }

    /// Whether the proposed set-up may be taken as it is: before anything was placed.
    pub(crate) fn may_preset(&self, s: &State, by: Side) -> Check {
        if self.opt.hypothetical {
            return Err(Illegal::new("GUV-20.2", "There is no proposed set-up for the hypothetical deployment."));
        }
        if !s.held[by.index()].is_empty() {
            return Err(Illegal::new("GUV-4.1", "The proposed set-up is taken as a whole, before anything is placed."));
        }
        let own = self.scenario.units.iter().filter(|u| counters().get(u.piece).side == by);
        for unit in own {
            self.open_for(s, by, unit.hex)?;
        }
        Ok(())
    }

    /// D1: what the set-up offers.
    pub(crate) fn deployments(&self, s: &State, by: Side, only: Option<Piece>, out: &mut Vec<Action>) {
        if let Some(piece) = only {
            if s.hex(piece) == Hex::WAITING && self.deploys[by.index()].has(piece) {
                self.places_of(s, by, piece, out);
            }
            return;
        }
        if self.may_preset(s, by).is_ok() {
            out.push(Action::Preset);
        }
        out.push(Action::PlaceRest);
    }

    /// Where a unit that waits may be set up: [`GiveUsVictories::may_deploy`] for all hexes of its zone at once.
    fn places_of(&self, s: &State, by: Side, piece: Piece, out: &mut Vec<Action>) {
        let mut plan = Completion::new(self, s, by);
        let lost = !plan.complete();
        let may = |hex: &Hex| {
            self.open_for(s, by, *hex).is_ok()
                && self.room(s, piece, *hex)
                && !self.bridgehead_taken(s, piece, *hex)
                && (lost || plan.allows(piece, *hex))
        };
        out.extend(self.deployment(s, piece).iter().filter(may).map(|hex| Action::Place { piece, hex }));
    }

    pub(crate) fn preset<K: Sink<Event>>(&self, s: &mut State, by: Side, sink: &mut K) {
        for unit in &self.scenario.units {
            if counters().get(unit.piece).side == by {
                self.place(s, unit.piece, unit.hex, sink);
            }
        }
        self.place_rest(s, by, sink);
    }

    /// The rest is placed; whoever finds no place at all is left out.
    pub(crate) fn place_rest<K: Sink<Event>>(&self, s: &mut State, by: Side, sink: &mut K) {
        let before = s.clone();
        let mut plan = Completion::new(self, &before, by);
        if plan.find() {
            plan.places().iter().for_each(|(piece, hex)| self.place(s, *piece, *hex, sink));
            return;
        }
        for piece in self.undeployed(&before, by) {
            match self.deployment(s, piece).iter().find(|h| self.may_deploy(s, by, piece, *h).is_ok()) {
                Some(hex) => self.place(s, piece, hex, sink),
                None => s.put(piece, Hex::ASIDE),
            }
        }
    }

    pub(crate) fn place<K: Sink<Event>>(&self, s: &mut State, piece: Piece, hex: Hex, sink: &mut K) {
        self.settle_in(s, piece, hex);
        s.due.remove(piece);
        let seen = self.seen(s, piece);
        sink.tell(|| Event::Placed { piece, hex, seen });
    }

    /// Whether a side has set up everybody it can.
    pub(crate) fn deployed(&self, s: &State, side: Side) -> bool {
        self.undeployed(s, side).next().is_none()
    }

    /// GUV-20.3 and the note to the strategic map: pontoons lie at Kelly's Ford and at each bridgehead that is held.
    pub(crate) fn settle_pontoons(&self, s: &mut State) {
        if !self.opt.hypothetical {
            return;
        }
        for pontoon in &mut s.pontoons[..UNION_PONTOONS] {
            if let Lies::Over(a, b) = pontoon.lies {
                let head = self.scenario.bridgeheads.iter().find(|h| h.0 == a || h.0 == b);
                if head.is_some_and(|h| !s.held[Side::Union.index()].has(h.0)) {
                    pontoon.lies = Lies::InHand;
                }
            }
        }
    }

    // The strategic map (GUV-20.1).

    /// The formation chits a side places in boxes.
    pub(crate) fn strategic_chits(&self, side: Side) -> impl Iterator<Item = Chit> + '_ {
        let absent = [self.named.stoneman, self.named.hood, self.named.pickett];
        self.chits.iter().filter(move |c| self.kind(*c) == ChitKind::Formation && tables().chit(*c).side == side && !absent.contains(c))
    }

    fn in_box(&self, s: &State, side: Side, into: u8) -> u8 {
        self.strategic_chits(side).filter(|c| s.assigned[c.index()] == into).count() as u8
    }

    /// Who places the next chit: the Confederates first, then in turn.
    pub(crate) fn assigning(&self, s: &State) -> Option<Side> {
        let left = |side: Side| self.strategic_chits(side).filter(|c| s.assigned[c.index()] == 255).count();
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
    pub(crate) fn may_assign(&self, s: &State, by: Side, chit: Chit, into: BoxId) -> Check {
        let row = &boxes()[usize::from(into.0)];
        if tables().chit(chit).side != by || row.side != by {
            return Err(Illegal::new("GUV-20.1", "Own chits go into own boxes."));
        }
        if !self.strategic_chits(by).any(|c| c == chit) || s.assigned[chit.index()] != 255 {
            return Err(Illegal::new("GUV-20.1", "That chit is not to be placed."));
        }
        if row.only.is_some_and(|only| only != chit) {
            return Err(Illegal::new("GUV-20.1", "That box is for another commander."));
        }
        if self.in_box(s, by, into.0) >= row.max {
            return Err(Illegal::new("GUV-20.1", "The box is full."));
        }
        let mut after = s.clone();
        after.assigned[chit.index()] = into.0;
        let left = self.strategic_chits(by).filter(|c| after.assigned[c.index()] == 255).count() as u8;
        let own = || boxes().iter().enumerate().filter(|(_, b)| b.side == by);
        let missing: u8 = own().map(|(i, b)| b.min.saturating_sub(self.in_box(&after, by, i as u8))).sum();
        let space: u8 = own().filter(|(_, b)| b.only.is_none()).map(|(i, b)| b.max.saturating_sub(self.in_box(&after, by, i as u8))).sum();
        if missing > left || space < left {
            return Err(Illegal::new("GUV-20.1", "Then the limits of the other boxes could not be kept."));
        }
        Ok(())
    }

    pub(crate) fn assignments(&self, s: &State, by: Side, out: &mut Vec<Action>) {
        for chit in self.strategic_chits(by).filter(|c| s.assigned[c.index()] == 255) {
            for into in (0..boxes().len() as u8).map(BoxId) {
                if self.may_assign(s, by, chit, into).is_ok() {
                    out.push(Action::Assign { chit, into });
                }
            }
        }
    }

    // Reinforcements.

    /// GUV-18.9, GUV-19.19: who is due at the start of this turn without a die.
    pub(crate) fn muster_reinforcements(&self, s: &mut State) {
        for r in &self.scenario.reinforcements {
            let waiting: Pieces = r.units.iter().map(|u| u.0).filter(|p| s.hex(*p) == Hex::WAITING).collect();
            let waiting = if self.opt.stoneman { waiting.minus(&counters().turn11) } else { waiting };
            if s.turn >= r.turn {
                s.due = s.due.or(&waiting);
            }
        }
    }

    /// GUV-19.19: the die needed this turn, if one is thrown.
    pub(crate) fn arrival_number(&self, s: &State) -> Option<u8> {
        let awaited = |r: &&Reinforcement| r.units.iter().any(|u| s.hex(u.0) == Hex::WAITING && !s.due.has(u.0));
        let dice = self.scenario.reinforcements.iter().filter(awaited).flat_map(|r| &r.dice);
        dice.copied().find(|[turn, _]| *turn == s.turn).map(|[_, number]| number)
    }

    pub(crate) fn arrival_die<K: Sink<Event>>(&self, s: &mut State, die: u8, sink: &mut K) {
        let came = self.arrival_number(s).is_some_and(|n| die >= n);
        if came {
            for r in self.scenario.reinforcements.iter().filter(|r| !r.dice.is_empty()) {
                let waiting: Pieces = r.units.iter().map(|u| u.0).filter(|p| s.hex(*p) == Hex::WAITING).collect();
                s.due = s.due.or(&waiting);
            }
        }
        sink.tell(|| Event::ArrivalDie { die, came });
    }

    /// GUV-20.5, GUV-20.6: the brigades that throw for arrival this turn: Hood's, and Pickett's once Hood is complete.
    pub(crate) fn longstreet_brigades(&self, s: &State) -> Pieces {
        if !self.opt.longstreet || !LONGSTREET_TURNS.contains(&s.turn) {
            return Pieces::NONE;
        }
        let waiting = |chit: Chit| -> Pieces {
            let brigades = self.formation[chit.index()].and(&counters().infantry);
            brigades.iter().filter(|p| s.hex(*p) == Hex::WAITING && !s.due.has(*p)).collect()
        };
        let hood = waiting(self.named.hood);
        if hood.is_empty() { waiting(self.named.pickett) } else { hood }
    }

    /// GUV-20.8: what is added to these dice.
    pub(crate) fn longstreet_bonus(&self, s: &State) -> u8 {
        let town = &ground().town;
        let holds = |hex: Hex| self.controls(s, Side::Union, hex);
        let fredericksburg = town.iter().any(holds) && !town.iter().any(|h| s.holds(Side::Confederate, h));
        match (fredericksburg, self.controls(s, Side::Union, self.places.spotsylvania)) {
            (true, true) => 2,
            (true, false) => 1,
            _ => 0,
        }
    }

    pub(crate) fn longstreet_dice<K: Sink<Event>>(&self, s: &mut State, dice: &[u8], sink: &mut K) {
        let bonus = self.longstreet_bonus(s);
        let brigades = self.longstreet_brigades(s);
        for (piece, die) in brigades.iter().zip(dice) {
            let came = die + bonus >= BRIGADE_ARRIVES;
            sink.tell(|| Event::Brigades { piece, die: *die, came });
            if came {
                s.due.insert(piece);
                // GUV-20.7; R-71: the artillery comes with the first brigade.
                s.longstreet = true;
                let band = self.band[piece.index()].expect("Longstreet's brigades have a band");
                let guns = self.formation[band.index()].and(&counters().guns);
                let guns: Pieces = guns.iter().filter(|g| s.hex(*g) == Hex::WAITING).collect();
                s.due = s.due.or(&guns);
            }
        }
    }

    /// Whether a unit that is due may appear there.
    pub(crate) fn may_arrive(&self, s: &State, by: Side, piece: Piece, hex: Hex) -> Check {
        if counters().get(piece).side != by || !s.due.has(piece) {
            return Err(Illegal::new("GUV-18.9", "That unit does not arrive now."));
        }
        if !hex.is_some() || s.holds(by.enemy(), hex) {
            return Err(Illegal::new("GUV-5.1", "Enemy units are in that hex."));
        }
        if !self.entry(s, piece).has(hex) {
            let rule = self.reinforcement(piece).map_or("GUV-20.5", |r| r.rule.as_str());
            return Err(Illegal::new(rule, "The unit does not arrive there."));
        }
        if !self.room(s, piece, hex) {
            return Err(Illegal::new("GUV-5.2", "That hex cannot hold the unit."));
        }
        Ok(())
    }

    /// Who of those due can be placed, and whose they are: the Union's first.
    pub(crate) fn arriving(&self, s: &State) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| {
            let due = s.due.and(&counters().of[side.index()]);
            due.iter().any(|p| !self.landings(s, *side, p).is_empty())
        })
    }

    pub(crate) fn arrivals(&self, s: &State, by: Side, out: &mut Vec<Action>) {
        for piece in s.due.and(&counters().of[by.index()]).iter() {
            out.extend(self.landings(s, by, piece).iter().map(|hex| Action::Place { piece, hex }));
        }
    }

    /// Where a unit that is due may appear: [`GiveUsVictories::may_arrive`] for all hexes at once.
    fn landings(&self, s: &State, side: Side, piece: Piece) -> HexBits {
        let hexes = self.entry(s, piece).minus(&s.held[side.enemy().index()]);
        hexes.iter().filter(|h| self.room(s, piece, *h)).collect()
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
}
