//! Chapter 8: activation points, chits, the cup, high commanders, command radius.

use crate::action::{Action, Event};
use crate::counters::{ChitKind, PONTOONS, counters, tables};
use crate::ground::{BRIDGE, FORD, HEXES, MAJOR, MINOR, RAPPAHANNOCK, Region, ground};
use crate::ids::{Chit, Chits, EventId, Hex, HexBits, Piece, Pieces};
use crate::scenarios::HeldBack;
use crate::state::{Activation, Command, Lies, State, Step};
use crate::{Check, GiveUsVictories};
use board::Direction;
use engine::{Few, Illegal, Side, Sink};
use std::borrow::Cow;

/// The hexes within the largest radius of a commander, 7, and no fewer.
const MOST_COMMANDED: usize = 169;

impl GiveUsVictories {
    /// The points of a side this turn (GUV-3.9, GUV-8.2).
    pub fn points(&self, turn: u8, side: Side) -> u8 {
        match &self.scenario.ap {
            Some(rows) => rows.get(usize::from(turn.saturating_sub(self.scenario.turns[0]))).map_or(0, |r| r[side.index()]),
            None => tables().day(turn).ap[side.index()],
        }
    }

    /// What a formation costs (GUV-8.3, GUV-8.4): the I, III and VI Corps 2 as soon as one unit is beyond the Rappahannock
    /// elsewhere 1. It is fixed when the points are spent (GUV-8.5).
    pub fn cost(&self, state: &State, chit: Chit) -> u8 {
        let dear = [self.named.reynolds, self.named.sickles, self.named.sedgwick].contains(&chit) && self.scenario.bank;
        let beyond = |p: Piece| state.hex(p).is_some() && ground().region[state.hex(p).index()] != Region::North;
        1 + u8::from(dear && self.formation[chit.index()].iter().any(beyond))
    }

    /// GUV-18.3, GUV-18.4, GUV-19.3: whether a unit may not be activated by any means.
    pub(crate) fn bound(&self, state: &State, piece: Piece) -> bool {
        self.held_back(state).has(piece)
    }

    /// The units that may not be activated by any means.
    pub(crate) fn held_back(&self, state: &State) -> Pieces {
        if state.released == 2 {
            return Pieces::NONE;
        }
        let waits = |row: &HeldBack| {
            let freed = row.event.is_some_and(|event| state.freed[usize::from(event)]);
            row.until.is_none_or(|turn| state.turn < turn) && !freed
        };
        let rows = self.waits.iter().zip(&self.scenario.held_back).filter(|(_, row)| waits(row));
        rows.fold(Pieces::NONE, |all, (units, _)| all.or(units))
    }

    /// Who waits to be released in this game: see [`GiveUsVictories::waits`]. Nobody does in the hypothetical deployment.
    pub(crate) fn waiting_corps(&self) -> Vec<Pieces> {
        let rows = self.scenario.held_back.iter().filter(|_| !self.opt.hypothetical);
        rows.map(|row| self.formation[row.formation.index()].or(&row.also)).collect()
    }

    /// GUV-18.5, GUV-19.3: an attack or a bombardment on a bound formation frees it from the next turn.
    pub(crate) fn provoke(&self, state: &mut State, pieces: &Pieces) {
        if state.released == 0 && self.waits.iter().any(|units| !units.and(pieces).is_empty()) {
            state.released = 1;
        }
    }

    /// Whether a formation may be chosen at all: it is in the game, of that side, has a unit on the map and is not bound.
    pub(crate) fn may_name(&self, state: &State, side: Side, chit: Chit) -> Check {
        let row = tables().chit(chit);
        if row.side != side {
            return Err(Illegal::new("GUV-1.1", "That chit is the enemy's.", "Choose a chit of yours."));
        }
        if row.kind != ChitKind::Formation || !self.chits.has(chit) {
            return Err(Illegal::new("GUV-8.3", "Points buy formations of this game only.", "Choose a formation that takes part."));
        }
        let units = self.formation[chit.index()].and(&state.placed);
        if units.is_empty() {
            return Err(Illegal::new("GUV-8.10", "The formation has no unit on the map.", "Choose a formation that is on the map."));
        }
        if units.within(&self.held_back(state)) {
            let mut rows = self.waits.iter().zip(&self.scenario.held_back);
            let row = rows.find(|(waiting, _)| !waiting.and(&units).is_empty()).map(|(_, row)| row);
            return Err(row.map_or(Illegal::new("GUV-18.5", "That formation waits.", "Choose another formation."), |row| {
                Illegal::new(&row.rule, &row.because, &row.instead)
            }));
        }
        Ok(())
    }

    /// GUV-8.3, GUV-8.6: a formation into the cup.
    pub fn may_choose(&self, state: &State, side: Side, chit: Chit) -> Check {
        self.may_name(state, side, chit)?;
        if state.cup.has(chit) || state.boxes.iter().any(|b| b.has(chit)) {
            return Err(Illegal::new("GUV-8.3", "That formation is chosen already.", "Choose another one, or say that you are ready."));
        }
        if state.spent[side.index()] + self.cost(state, chit) > self.points(state.turn, side) {
            let rule = if self.cost(state, chit) > 1 { "GUV-8.4" } else { "GUV-8.3" };
            return Err(Illegal::new(
                rule,
                "There are not enough activation points left.",
                "Say that you are ready; there are new points next turn.",
            ));
        }
        Ok(())
    }

    /// GUV-19.8: a formation into the cup by itself, so that Jackson can still be given one.
    pub(crate) fn may_choose_alone(&self, state: &State, side: Side, chit: Chit) -> Check {
        self.may_choose(state, side, chit)?;
        self.leaves_for_jackson(state, side, chit)
    }

    /// GUV-19.8: what remains to be said of a formation by itself.
    fn leaves_for_jackson(&self, state: &State, side: Side, chit: Chit) -> Check {
        let spent = state.spent[side.index()] + self.cost(state, chit);
        if self.opening_box(state, side).is_some_and(|high| state.boxes[high].is_empty()) && spent >= self.points(state.turn, side) {
            return Err(Illegal::new(
                "GUV-19.8",
                "The scenario begins with Jackson: a point must be left for a formation under him.",
                "Put a formation under Jackson first.",
            ));
        }
        Ok(())
    }

    /// GUV-8.21, GUV-8.24, GUV-8.25: a formation into the box of a high commander.
    pub(crate) fn may_group(&self, state: &State, side: Side, chit: Chit, under: Chit) -> Check {
        self.may_lead(state, side, under)?;
        self.may_choose(state, side, chit)
    }

    /// Whether a high commander takes another formation into his box.
    fn may_lead(&self, state: &State, side: Side, under: Chit) -> Check {
        let Some(high) = self.high(under) else {
            return Err(Illegal::new("GUV-3.5", "Only a high commander groups formations.", "Choose Hooker, Lee, Jackson or Longstreet."));
        };
        let row = tables().chit(under);
        if row.side != side {
            return Err(Illegal::new("GUV-1.1", "That commander is the enemy's.", "Choose a commander of yours."));
        }
        if !self.chits.has(under) {
            return Err(Illegal::new(
                "GUV-19.2",
                "That commander takes no part in this game.",
                "Choose another commander, or activate the formation by itself.",
            ));
        }
        if under == self.named.high[2] && state.jackson_lost {
            return Err(Illegal::new(
                "GUV-17.13",
                "Jackson has left the game.",
                "Choose another commander, or activate the formation by itself.",
            ));
        }
        if under == self.named.high[3] && !state.longstreet {
            return Err(Illegal::new(
                "GUV-20.7",
                "Longstreet comes with the first brigade of Hood.",
                "Choose another commander until then.",
            ));
        }
        let again = state.used[high] != 0 && state.used[high] + 1 == state.turn;
        // GUV-19.8: on the second turn of his scenario, no later.
        let second = self.scenario.opens_with == Some(under) && state.turn == self.scenario.turns[0] + 1;
        let waived = high == 0 && state.offensive || second;
        if again && !waived {
            return Err(Illegal::new(
                "GUV-8.25",
                "A high commander is used in alternate turns only.",
                "Activate the formation by itself; he may lead again next turn.",
            ));
        }
        if state.boxes[high].len() >= usize::from(row.factor) {
            return Err(Illegal::new(
                "GUV-8.24",
                "His command factor allows no more formations.",
                "Activate the formation by itself, or under another commander.",
            ));
        }
        Ok(())
    }

    /// GUV-19.8: in Jackson's Attack Jackson begins, so he must have a formation, as long as there is one to give.
    pub(crate) fn may_end_choice(&self, state: &State, side: Side) -> Check {
        let Some(high) = self.opening_box(state, side).filter(|high| state.boxes[*high].is_empty()) else { return Ok(()) };
        if self.chits.iter().any(|chit| self.may_group(state, side, chit, self.named.high[high]).is_ok()) {
            return Err(Illegal::new(
                "GUV-19.8",
                "The scenario begins with Jackson's activation: give him a formation.",
                "Put a formation under him first.",
            ));
        }
        Ok(())
    }

    /// The box of the high commander of that side whose activation begins the scenario, on its first turn (GUV-19.8).
    fn opening_box(&self, state: &State, side: Side) -> Option<usize> {
        let chit = self.scenario.opens_with.filter(|chit| tables().chit(*chit).side == side)?;
        self.high(chit).filter(|_| state.turn == self.scenario.turns[0] && self.may_lead(state, side, chit).is_ok())
    }

    /// The choices of a side in the sealed step (D4, D5); events are listed by their chapter.
    pub fn choices(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        let leads = self.leaders(state, side);
        self.chits.iter().for_each(|chit| self.choices_for(state, side, chit, leads, out));
        if self.may_end_choice(state, side).is_ok() {
            out.push(Action::Done);
        }
    }

    /// Which high commanders of a side take another formation.
    pub(crate) fn leaders(&self, state: &State, side: Side) -> [bool; 4] {
        self.named.high.map(|under| self.may_lead(state, side, under).is_ok())
    }

    /// The ways to choose one formation, if these high commanders take one more.
    pub(crate) fn choices_for(&self, state: &State, side: Side, chit: Chit, leads: [bool; 4], out: &mut Vec<Action>) {
        if self.may_choose(state, side, chit).is_err() {
            return;
        }
        if self.leaves_for_jackson(state, side, chit).is_ok() {
            out.push(Action::Choose { chit });
        }
        let leaders = self.named.high.into_iter().zip(leads).filter(|(_, leads)| *leads);
        out.extend(leaders.map(|(under, _)| Action::Group { chit, under }));
    }

    /// A formation is chosen, and paid.
    pub fn choose(&self, state: &mut State, side: Side, chit: Chit, under: Option<Chit>) {
        state.spent[side.index()] += self.cost(state, chit);
        match under.and_then(|u| self.high(u)) {
            Some(high) => state.boxes[high].insert(chit),
            None => state.cup.insert(chit),
        }
    }

    /// GUV-8.6, GUV-8.7, GUV-8.21: both have chosen; the Independents and the high commanders with a group go in too, in place of
    /// the group and for no point (GUV-8.26).
    pub(crate) fn fill_cup<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        self.named.independent.into_iter().for_each(|c| state.cup.insert(c));
        for (i, high) in self.named.high.into_iter().enumerate() {
            if !state.boxes[i].is_empty() {
                state.cup.insert(high);
                state.used[i] = state.turn;
            }
        }
        let count = state.cup.len() as u8;
        sink.tell(|| Event::CupFilled { count });
        for event in std::mem::take(&mut state.secret).iter() {
            sink.tell(|| Event::Played { side: Side::Union, event, hex: Hex::NONE });
            if event == EventId::CorpsReleased {
                let freed = [Some(self.named.reynolds), Some(self.named.sedgwick), None];
                let formation = freed.into_iter().zip(state.freed).find(|f| f.1).and_then(|f| f.0);
                sink.tell(|| Event::Released { formation });
            }
        }
    }

    /// GUV-6.2, GUV-6.4: a chit leaves the cup.
    pub(crate) fn draw<K: Sink<Event>>(&self, state: &mut State, chit: Chit, sink: &mut K) {
        state.cup.remove(chit);
        state.drawn.insert(chit);
        state.phase = state.phase.wrapping_add(1);
        sink.tell(|| Event::Drawn { chit });
        let side = tables().chit(chit).side;
        let mut formations = Chits::default();
        match (self.kind(chit), self.high(chit)) {
            (ChitKind::Formation, _) => formations.insert(chit),
            (_, Some(high)) => {
                formations = std::mem::take(&mut state.boxes[high]);
                state.drawn = state.drawn.or(&formations);
                formations.iter().for_each(|f| sink.tell(|| Event::BoxOpened { chit, formation: f }));
            }
            _ => {}
        }
        state.act = Some(Activation {
            side,
            chit,
            hex: Hex::NONE,
            formations,
            taken: 0,
            night_attack: false,
            forced: false,
            unknown_paths: false,
            stonewall: false,
            alexander: Hex::NONE,
            shelled: Default::default(),
            stormed: Default::default(),
            reopened: Default::default(),
            again: Pieces::NONE,
            owed: Default::default(),
            tried: 0,
        });
        state.agenda.turn(Step::Drawn);
    }

    /// The chit that is drawn without the cup: Jackson's, at the start of his scenario (GUV-19.8).
    pub(crate) fn first_chit(&self, state: &State) -> Option<Chit> {
        let opens = self.scenario.opens_with.filter(|_| state.turn == self.scenario.turns[0] && state.drawn.is_empty());
        opens.filter(|chit| state.cup.has(*chit))
    }

    /// The sides of every hex over which command passes to the neighbour (GUV-8.12, R-24), for foot, for cavalry, and for both in
    /// rain: over a major river only by a ford usable this turn (on the Rappahannock by cavalry alone), over Po and Ny in rain only by
    /// bridge. Own pontoons join hexes besides, and nothing passes into the enemy: see [`GiveUsVictories::command_hexes`].
    pub(crate) fn command_sides(&self) -> [Vec<u8>; 3] {
        let within = |radius: u8| 1 + 3 * usize::from(radius) * (usize::from(radius) + 1);
        assert!(tables().chits.iter().all(|c| within(c.radius) <= MOST_COMMANDED), "data/tables.toml: a command radius over 7");
        let sides = |cavalry: bool, rain: bool| {
            let passes = |hex: usize, d: Direction| {
                let bits = ground().sides[hex][d.index()];
                let dry = if bits & MAJOR != 0 {
                    bits & FORD != 0 && !rain && (bits & RAPPAHANNOCK == 0 || cavalry)
                } else {
                    bits & MINOR == 0 || !rain || bits & BRIDGE != 0
                };
                dry && self.near[hex][d.index()].is_some()
            };
            (0..HEXES).map(|hex| Direction::ALL.into_iter().filter(|d| passes(hex, *d)).fold(0, |all, d| all | 1 << d.index())).collect()
        };
        [sides(false, false), sides(true, false), sides(false, true)]
    }

    /// GUV-8.11: the hexes within a radius.
    pub(crate) fn command_hexes(&self, state: &State, side: Side, from: Hex, radius: u8, cavalry: bool) -> HexBits {
        let passes = &self.passes[if state.rain { 2 } else { usize::from(cavalry) }];
        let enemy = &state.held[side.enemy().index()];
        let mut spans: Few<(Hex, Hex), PONTOONS> = Few::new((Hex::NONE, Hex::NONE));
        for pontoon in state.pontoons.iter().filter(|p| p.owner == side) {
            if let Lies::Over(a, b) = pontoon.lies {
                spans.push((a, b));
            }
        }
        let mut reached = HexBits::default();
        reached.insert(from);
        let mut found = [Hex::NONE; MOST_COMMANDED];
        found[0] = from;
        let (mut first, mut last) = (0, 1);
        for _ in 0..radius {
            let mut end = last;
            let mut reach = |to: Hex, found: &mut [Hex; MOST_COMMANDED]| {
                if !reached.has(to) && !enemy.has(to) && end < MOST_COMMANDED {
                    reached.insert(to);
                    found[end] = to;
                    end += 1;
                }
            };
            for i in first..last {
                let hex = found[i];
                let mut open = passes[hex.index()];
                while open != 0 {
                    reach(self.near[hex.index()][open.trailing_zeros() as usize], &mut found);
                    open &= open - 1;
                }
                for (a, b) in spans.iter().copied() {
                    if a == hex && self.area.has(b) {
                        reach(b, &mut found);
                    } else if b == hex && self.area.has(a) {
                        reach(a, &mut found);
                    }
                }
            }
            (first, last) = (last, end);
        }
        reached
    }

    /// The hexes that a chit commands from a hex, for foot and guns, and for cavalry.
    pub fn commanded(&self, state: &State, side: Side, hex: Hex, chit: Chit) -> [HexBits; 2] {
        let radius = tables().chit(chit).radius;
        let foot = self.command_hexes(state, side, hex, radius, false);
        // Only a ford of the Rappahannock makes a difference to cavalry.
        let wades = !state.rain && !foot.and(&ground().wading).is_empty();
        [foot, if wades { self.command_hexes(state, side, hex, radius, true) } else { foot }]
    }

    /// The hexes that the chit in play commands, looked up if they are known.
    pub(crate) fn in_command<'a>(&self, state: &'a State) -> Cow<'a, [HexBits; 2]> {
        let act = state.act();
        if self.knows_command(state, act) {
            Cow::Borrowed(&state.command.reach)
        } else {
            Cow::Owned(self.commanded(state, act.side, act.hex, act.chit))
        }
    }

    fn knows_command(&self, state: &State, act: &Activation) -> bool {
        let known = &state.command;
        known.hex.is_some()
            && (known.hex, known.chit, known.side, known.rain) == (act.hex, act.chit, act.side, state.rain)
            && known.pontoons == state.pontoons
    }

    /// Finds what the chit in play commands once more if that is no longer known.
    pub(crate) fn keep_command(&self, state: &mut State) {
        if let Some(act) = &state.act
            && act.hex.is_some()
            && !self.knows_command(state, act)
        {
            let Activation { side, chit, hex, .. } = *act;
            let reach = self.commanded(state, side, hex, chit);
            state.command = Command { side, chit, hex, rain: state.rain, pontoons: state.pontoons, reach };
        }
    }

    /// Whether what is known of the command of the chit in play is so.
    pub(crate) fn command_stands(&self, state: &State) -> bool {
        state
            .act
            .as_ref()
            .is_none_or(|act| !self.knows_command(state, act) || state.command.reach == self.commanded(state, act.side, act.hex, act.chit))
    }

    /// Whether a piece stands within command.
    pub fn commands(&self, state: &State, reach: &[HexBits; 2], piece: Piece) -> bool {
        state.hex(piece).is_some() && reach[usize::from(counters().cavalry.has(piece))].has(state.hex(piece))
    }

    /// GUV-8.30: whether a unit may be activated at all.
    pub fn fresh(&self, state: &State, piece: Piece) -> Check {
        if state.activated.has(piece) || state.active.has(piece) {
            return Err(Illegal::new(
                "GUV-8.30",
                "A unit is activated once per turn.",
                "Choose a unit that has not been active this turn.",
            ));
        }
        if self.bound(state, piece) {
            return Err(Illegal::new(
                "GUV-18.4",
                "That unit is held back: its corps is not released yet.",
                "Choose other units until then.",
            ));
        }
        Ok(())
    }

    /// All units that [`GiveUsVictories::fresh`] lets be activated.
    pub(crate) fn fresh_units(&self, state: &State) -> Pieces {
        state.placed.minus(&state.activated).minus(&state.active).minus(&self.held_back(state))
    }

    /// GUV-8.10: whether the drawn chit may be placed there.
    pub(crate) fn may_activate(&self, state: &State, hex: Hex) -> Check {
        let act = state.act();
        if !hex.is_some() || !self.area.has(hex) {
            return Err(Illegal::new("GUV-8.10", "The chit is placed on the map.", "Choose a hex of the map."));
        }
        if state.holds(act.side.enemy(), hex) {
            return Err(Illegal::new("GUV-8.10", "The chit is not placed on the enemy.", "Choose a hex without enemies."));
        }
        let near = |p: Piece| state.hex(p).is_some() && ground().distance(state.hex(p), hex) <= 1;
        match self.kind(act.chit) {
            ChitKind::Independent => {
                let own = state.on_map(act.side);
                if !self.solid(&own).iter().any(|p| near(p) && self.fresh(state, p).is_ok()) {
                    return Err(Illegal::new(
                        "GUV-8.28",
                        "The Independent chit lies within one hex of the units it takes.",
                        "Choose a hex next to units that are still free.",
                    ));
                }
            }
            ChitKind::Event => {
                return Err(Illegal::new("GUV-17.19", "First name the corps.", "Name the corps that Good General activates."));
            }
            _ => {
                let mut units = act.formations.iter().flat_map(|c| self.formation[c.index()].iter());
                if !units.any(near) {
                    return Err(Illegal::new(
                        "GUV-8.10",
                        "The chit is placed on or next to a unit of its formation.",
                        "Choose such a hex.",
                    ));
                }
            }
        }
        Ok(())
    }

    /// The answers to a drawn chit (D7, D9): one hex for each place that may make a difference.
    pub fn answers(&self, state: &State, out: &mut Vec<Action>) {
        if self.kind(state.act().chit) == ChitKind::Event {
            let all = (0..tables().chits.len() as u8).map(Chit);
            out.extend(all.filter(|c| self.may_good_general(state, *c).is_ok()).map(|chit| Action::Name { chit }));
        } else {
            out.extend(self.seats(state).iter().map(|hex| Action::Activate { hex }));
        }
        self.refusals(state, out);
    }

    /// What can be said to a drawn chit without placing it.
    pub(crate) fn refusals(&self, state: &State, out: &mut Vec<Action>) {
        out.push(Action::Pass);
        if self.may_forgo(state).is_ok() {
            out.push(Action::Forgo);
        }
    }

    /// Whom the drawn chit is placed beside: the units of its formations, or all that the Independent chit could take.
    pub(crate) fn called(&self, state: &State) -> Pieces {
        let act = state.act();
        match self.kind(act.chit) {
            ChitKind::Independent => self.solid(&self.fresh_units(state)).and(&counters().of[act.side.index()]),
            _ => self.formations(act.formations).and(&state.placed),
        }
    }

    /// Whether there is a place for the drawn chit at all.
    pub(crate) fn has_seat(&self, state: &State) -> bool {
        !self.called(state).is_empty()
    }

    /// The places of the drawn chit that may make a difference.
    pub(crate) fn seats(&self, state: &State) -> HexBits {
        let act = state.act();
        let own: HexBits = self.called(state).iter().map(|p| state.hex(p)).collect();
        let (mut near_one, mut near_two) = (HexBits::default(), HexBits::default());
        for n in own.iter().flat_map(|hex| self.near[hex.index()]) {
            if near_one.has(n) {
                near_two.insert(n);
            }
            near_one.insert(n);
        }
        // Of empty hexes the Independent chit needs only those between two stacks: it reaches both.
        let empty = if self.kind(act.chit) == ChitKind::Independent { near_two } else { near_one };
        own.or(&empty.minus(&state.held[act.side.enemy().index()]))
    }

    /// D8: the corps of Good General is one that is neither in the cup nor in a box nor drawn already (GUV-17.19).
    pub(crate) fn may_good_general(&self, state: &State, chit: Chit) -> Check {
        if self.kind(state.act().chit) != ChitKind::Event {
            return Err(Illegal::new("GUV-17.19", "Good General has not been drawn.", "Do what the prompt asks."));
        }
        self.may_name(state, Side::Union, chit)?;
        if state.cup.has(chit) || state.drawn.has(chit) || state.boxes.iter().any(|b| b.has(chit)) {
            return Err(Illegal::new("GUV-17.19", "That corps is activated in this turn anyway.", "Choose another corps."));
        }
        Ok(())
    }

    /// GUV-8.11, GUV-8.13, GUV-8.22: the chit lies on the map; who is in its radius is active, for a high commander all independents
    /// too. A boxed formation out of reach stays inactive (GUV-8.27); the others act as one (GUV-8.23).
    pub(crate) fn activate<K: Sink<Event>>(&self, state: &mut State, hex: Hex, sink: &mut K) {
        state.act_mut().hex = hex;
        let act = *state.act();
        sink.tell(|| Event::Activated { chit: act.chit, hex });
        if self.kind(act.chit) != ChitKind::Independent {
            self.keep_command(state);
            let reach = self.in_command(state);
            let mut units = self.formations(act.formations);
            if self.kind(act.chit) == ChitKind::High {
                units = units.or(&self.independents_of(act.side));
            }
            units = units.and(&self.fresh_units(state));
            state.active = units.iter().filter(|p| self.commands(state, &reach, *p)).collect();
        }
        state.agenda.turn(Step::Muster);
    }

    /// The pieces of several formations.
    pub(crate) fn formations(&self, chits: Chits) -> Pieces {
        chits.iter().fold(Pieces::NONE, |all, c| all.or(&self.formation[c.index()]))
    }

    /// The independent units of a side that go along with a commander: not the cavalry of turn 11 (GUV-18.11).
    pub(crate) fn independents_of(&self, side: Side) -> Pieces {
        self.independents.and(&counters().of[side.index()]).minus(&self.turn11)
    }

    /// GUV-6.5 in part: the activation ends; whoever was active is spent for the turn (GUV-8.29, GUV-8.30), skirmishers that went along too.
    pub(crate) fn end_activation<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let act = *state.act();
        let along = state.moved.or(&state.attacked).and(&counters().skirmishers).and(&counters().of[act.side.index()]);
        state.activated = state.activated.or(&state.active).or(&along);
        state.active = Pieces::NONE;
        state.screened = Pieces::NONE;
        self.halt(state);
        state.left = [Hex::NONE; crate::counters::PIECES];
        state.act = None;
        sink.tell(|| Event::ActivationEnded { chit: act.chit });
        state.agenda.turn(Step::Draw);
    }
}
