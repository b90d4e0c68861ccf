//! What a title says and can never happen: nobody forbids it, but hardly anybody means it.

use super::{Deed, Deployment, EntryPolicy, EventId, Happening, Title, When};
use crate::cells::{Cell, CellSet};
use crate::ground::Ground;
use crate::units::UnitSet;
use board::{Board, Channel};
use engine::Side;
use proof::{Fault, Proof};
use std::cell::RefCell;

/// Where the parts of a title stand in its file.
#[derive(Default)]
pub(super) struct Spots(RefCell<Vec<Spot>>);

struct Spot {
    section: &'static str,
    number: usize,
    cell: Option<Cell>,
    at: usize,
}

impl Spots {
    /// The entry of that number in a section stands there; or a hex that it names.
    pub(super) fn note(&self, section: &'static str, number: usize, cell: Option<Cell>, at: usize) {
        self.0.borrow_mut().push(Spot { section, number, cell, at });
    }

    /// How many entries of a section were noted.
    pub(super) fn count(&self, section: &str) -> usize {
        self.0.borrow().iter().filter(|s| s.section == section && s.cell.is_none()).count()
    }

    fn at(&self, section: &str, number: usize, cell: Option<Cell>) -> usize {
        let spots = self.0.borrow();
        let entry = || spots.iter().find(|s| s.section == section && s.number == number);
        spots.iter().find(|s| s.section == section && s.number == number && s.cell == cell).or_else(entry).map_or(0, |s| s.at)
    }
}

/// Warns of what can never happen.
pub(super) fn warn(title: &Title, board: &Board, ground: &Ground, spots: &Spots, proof: &Proof<'_>) {
    Prophet { title, board, ground, spots, proof }.speak();
}

struct Prophet<'a> {
    title: &'a Title,
    board: &'a Board,
    ground: &'a Ground,
    spots: &'a Spots,
    proof: &'a Proof<'a>,
}

impl Prophet<'_> {
    fn name(&self, cell: Cell) -> String {
        self.board.grid.name(cell.hex(&self.board.grid))
    }

    fn say(&self, at: usize, cell: Option<Cell>, what: String, right: &str) {
        let fault = Fault::warning(super::FILE, self.proof.line(at), what, right);
        self.proof.add(fault.at(cell.map(|c| self.name(c))));
    }

    fn speak(&self) {
        let reach = Side::BOTH.map(|side| self.reach(side));
        self.arrivals();
        self.points(&reach);
        self.exits(&reach);
        self.holds(&reach);
        self.victory();
        self.nights();
        self.idle();
        self.events(&reach);
        self.exclusive(&reach);
    }

    /// Events that can never happen, or for which nothing waits.
    fn events(&self, reach: &[CellSet; 2]) {
        let (title, events) = (self.title, &self.title.more.events);
        let strength = |side: Side| title.units.iter().filter(|u| u.side == side).map(|u| u32::from(u.strength)).sum::<u32>();
        for (number, event) in events.iter().enumerate() {
            let at = self.spots.at("event", number, None);
            if at == 0 {
                continue;
            }
            let followed = title.controls.iter().enumerate().filter(|(i, _)| event.holding >> i & 1 == 1).map(|(_, c)| c.cell);
            for cell in followed.chain(event.standing.iter()).filter(|c| !reach[event.side.index()].has(*c)) {
                let what = format!("The {} side can never come to {}.", event.side, self.name(cell));
                self.say(self.spots.at("event", number, Some(cell)), Some(cell), what, "Take a hex that it can reach.");
            }
            for (lost, side) in [(event.lost, event.side), (event.taken, event.side.enemy())] {
                if lost.is_some_and(|lost| u32::from(lost) > strength(side)) {
                    let what = format!("The {side} side has {} strength points in all.", strength(side));
                    self.say(at, None, what, "Ask for fewer.");
                }
            }
            if self.circular(event) {
                self.say(at, None, "This event waits for one that waits for it.".into(), "Let one of them wait for nothing.");
            }
            let id = Some(number as EventId);
            let waits = |when: &When| when.after == id || when.until == id;
            let awaited = events.iter().any(|e| waits(&e.when))
                || title.more.restrictions.iter().any(|r| waits(&r.when))
                || title.more.bridges.iter().any(|b| b.gone == id || b.back == id)
                || title.quotas.iter().any(|q| waits(&q.when))
                || title.exits.iter().flatten().any(|e| waits(&e.when))
                || title.reinforcements.iter().any(|r| r.after == id)
                || title.scores.iter().any(|s| s.event == id);
            if !awaited && !event.ends {
                let what = format!("Nothing comes of the event {:?}.", event.id);
                self.say(at, None, what, "Name it in after, until, gone, back or a [[score]], or let it end the game.");
            }
        }
    }

    /// Whether an event waits, by way of others, for itself.
    fn circular(&self, event: &Happening) -> bool {
        let events = &self.title.more.events;
        let mut next = event.when.after;
        for _ in 0..events.len() {
            let Some(before) = next.map(|e| &events[usize::from(e)]) else { return false };
            if before.id == event.id {
                return true;
            }
            next = before.when.after;
        }
        false
    }

    /// What the other sections for exclusive rules say and can never be.
    fn exclusive(&self, reach: &[CellSet; 2]) {
        let more = &self.title.more;
        for supply in &more.supply {
            for cell in supply.sources.iter().filter(|c| !self.ground.stand.has(*c) || !reach[supply.side.index()].has(*c)) {
                let what = format!("No way leads the {} side to its supply in {}.", supply.side, self.name(cell));
                let at = self.spots.at("supply", supply.side.index(), Some(cell));
                self.say(at, Some(cell), what, "Take a hex that it can reach.");
            }
        }
        for (number, leader) in more.leaders.iter().enumerate() {
            if leader.followers == UnitSet::one(leader.unit) && leader.within == 0 {
                let what = "This leader has nobody to lead but his own counter.".to_string();
                self.say(self.spots.at("leader", number, None), None, what, "Name a formation or group, and how far he is heard.");
            }
        }
        for level in &more.demoralisation {
            let army = self.title.units.iter().filter(|u| u.side == level.side);
            let strength: u32 = army.map(|u| u32::from(u.strength)).sum();
            if u32::from(level.lost) > strength {
                let what = format!("The {} side has {strength} strength points in all, and never loses {}.", level.side, level.lost);
                self.say(self.spots.at("demoralisation", usize::from(level.lost), None), None, what, "Let it begin with fewer.");
            }
        }
        for (number, restriction) in more.restrictions.iter().enumerate() {
            if restriction.when.from > restriction.when.through.min(self.title.turns.len() as u8) {
                let at = self.spots.at("restriction", number, None);
                self.say(at, None, "This never holds in any turn.".into(), "Look at from and through.");
            }
        }
        if let Some(works) = &more.works {
            for cell in works.given.iter().filter(|c| !self.ground.stand.has(*c)) {
                let what = format!("Nobody can ever stand in the works of {}.", self.name(cell));
                self.say(self.spots.at("entrenchment", 0, Some(cell)), Some(cell), what, "Take a hex of dry land.");
            }
        }
    }

    /// Every hex to which a side could march if nobody stood in its way.
    fn reach(&self, side: Side) -> CellSet {
        let of_side = |u: &&crate::units::Unit| u.side == side && !u.flags.contains(&super::Flag::Immobile);
        let mut open: Vec<Cell> = self.title.units.iter().filter(of_side).filter_map(|u| u.start).collect();
        open.extend(self.title.reinforcements.iter().filter(|r| r.side == side).flat_map(|r| r.entry.iter().copied()));
        let own = |d: &&Deployment| d.units.iter().any(|u| self.title.units[usize::from(u)].side == side);
        open.extend(self.title.more.deployments.iter().filter(own).flat_map(|d| d.cells.iter().collect::<Vec<_>>()));
        let mut seen: CellSet = open.iter().copied().collect();
        while let Some(cell) = open.pop() {
            let steps = (0..6).filter(|d| self.ground.cost[cell.index()][*d] > 0).map(|d| self.ground.around[cell.index()][d]);
            let ferries = self.ground.ferries.iter().filter(|f| f.from == cell).map(|f| f.to);
            for next in steps.chain(ferries).filter(|c| c.on_map()) {
                if !seen.has(next) {
                    seen.insert(next);
                    open.push(next);
                }
            }
        }
        // Guns that never move hold the hex in which they stand.
        let fixed = self.title.units.iter().filter(|u| u.side == side).filter_map(|u| u.start);
        fixed.for_each(|cell| seen.insert(cell));
        seen
    }

    fn arrivals(&self) {
        let roads = |cell: Cell| {
            let hex = cell.hex(&self.board.grid);
            self.board.roads.iter().any(|r| r.hexes.contains(&hex))
        };
        for (number, group) in self.title.reinforcements.iter().enumerate() {
            for cell in &group.entry {
                let at = self.spots.at("reinforcement", number, Some(*cell));
                let hex = cell.hex(&self.board.grid);
                let boxed = self.ground.cost[cell.index()].iter().all(|c| *c == 0);
                if boxed {
                    self.say(
                        at,
                        Some(*cell),
                        format!("Whoever comes on at {} can go nowhere from there.", self.name(*cell)),
                        "Give it a road, bridge or ford, or take another hex.",
                    );
                } else if !roads(*cell) {
                    self.say(
                        at,
                        Some(*cell),
                        format!("No road or trail leads through the entry hex {}.", self.name(*cell)),
                        "Draw one, or take a hex on a road.",
                    );
                }
                if !self.board.grid.on_edge(hex) {
                    self.say(
                        at,
                        Some(*cell),
                        format!("The entry hex {} does not lie on the edge of the map.", self.name(*cell)),
                        "Reinforcements come on at the edge.",
                    );
                }
            }
            let night = self.title.turns.get(usize::from(group.turn) - 1).is_some_and(|t| t.night);
            if night && !self.title.night[group.side.index()].moves && group.policy == EntryPolicy::ThatTurnOrLost {
                let what = format!("These units come on in turn {} or are lost, and it is a night in which they may not move.", group.turn);
                self.say(self.spots.at("reinforcement", number, None), None, what, "Choose another turn, or the policy when-possible.");
            }
            if group.units.iter().any(|u| self.title.units[usize::from(u)].flags.contains(&super::Flag::Immobile)) {
                self.say(
                    self.spots.at("reinforcement", number, None),
                    None,
                    "A unit of this group never moves, and so never comes on.".into(),
                    "Give it a start instead.",
                );
            }
        }
    }

    fn points(&self, reach: &[CellSet; 2]) {
        for (number, score) in self.title.scores.iter().enumerate() {
            let entry = self.spots.at("score", number, None);
            for cell in score.cells.iter() {
                let at = self.spots.at("score", number, Some(cell));
                // A zone of control reaches one hex farther than a march.
                let far = match score.what {
                    Deed::HexInInfantryZoneAtEnd => reach[score.to.index()].or(&self.ground.zone(&reach[score.to.index()])),
                    _ => reach[score.to.index()],
                };
                if !far.has(cell) {
                    let what = format!("The {} side can never come to {}.", score.to, self.name(cell));
                    self.say(at, Some(cell), what, "Lead a road, bridge or ford there, or score another hex.");
                }
            }
            if matches!(score.what, Deed::ExitedUnit | Deed::ExitedStrength) && self.title.exits[score.to.index()].is_none() {
                self.say(
                    entry,
                    None,
                    format!("The {} side scores units that leave the map, and has no exit.", score.to),
                    "Add an [[exit]] for it.",
                );
            }
            if score.points == 0 {
                self.say(entry, None, "This is worth no points.".into(), "Leave it out, or write points.");
            }
        }
    }

    fn exits(&self, reach: &[CellSet; 2]) {
        for side in Side::BOTH {
            let Some(exit) = &self.title.exits[side.index()] else { continue };
            for cell in exit.cells.iter().filter(|c| !reach[side.index()].has(*c)) {
                let at = self.spots.at("exit", side.index(), Some(cell));
                self.say(
                    at,
                    Some(cell),
                    format!("The {side} side can never come to its exit {}.", self.name(cell)),
                    "Lead a road, bridge or ford there, or take another hex.",
                );
            }
        }
    }

    fn holds(&self, reach: &[CellSet; 2]) {
        for (number, hold) in self.title.holds.iter().enumerate() {
            let Some(side) = hold.units.iter().next().map(|u| self.title.units[usize::from(u)].side) else { continue };
            for cell in hold.enemy_in.iter().filter(|c| !reach[side.enemy().index()].has(*c)) {
                let at = self.spots.at("hold", number, Some(cell));
                self.say(
                    at,
                    Some(cell),
                    format!("No enemy can ever come to {}, which would free this group.", self.name(cell)),
                    "Watch a hex that he can reach.",
                );
            }
        }
    }

    fn victory(&self) {
        for side in Side::BOTH {
            if !self.title.levels.iter().any(|l| l.winner == Some(side)) {
                self.say(
                    self.spots.at("level", 0, None),
                    None,
                    format!("No level says that the {side} side wins."),
                    "Give it a [[level]] with winner.",
                );
            }
        }
        if self.title.scores.is_empty() {
            self.say(
                self.spots.at("level", 0, None),
                None,
                "Nobody ever scores a point: every game ends the same.".into(),
                "Add a [[score]].",
            );
        }
    }

    fn nights(&self) {
        for side in Side::BOTH {
            let night = &self.title.night[side.index()];
            let said = !night.moves || night.leave_zone || night.enter_zone;
            if said && !self.title.turns.iter().any(|t| t.night) {
                let what = format!("Something is said about the {side} side at night, and no turn is one.");
                self.say(self.spots.at("night", 0, None), None, what, "Write night = true in a turn.");
            }
            let quota = self.title.quotas.iter().find(|q| q.side == side && q.when == When::ALWAYS && q.others.is_empty());
            if quota.is_some_and(|q| q.units == 0 && q.more == 0) {
                self.say(
                    self.spots.at("quota", side.index(), None),
                    None,
                    format!("No unit of the {side} side ever moves."),
                    "Let at least one move.",
                );
            }
        }
    }

    /// Options that nothing asks for, hexes that are followed for nothing.
    fn idle(&self) {
        let title = self.title;
        for (number, option) in title.options.iter().enumerate() {
            let used = title.quotas.iter().any(|q| q.option.as_deref() == Some(option.id.as_str()));
            if !used {
                let what = format!("Nothing depends on the option {:?}.", option.id);
                self.say(self.spots.at("option", number, None), None, what, "Name it in a [[quota]], or leave it out.");
            }
        }
        for (number, control) in title.controls.iter().enumerate() {
            let scored = title.scores.iter().any(|s| s.what.by_control() && s.cells.has(control.cell))
                || title.more.events.iter().any(|e| e.holding >> number & 1 == 1);
            let watched = title.holds.iter().any(|h| h.enemy_in.has(control.cell));
            let rewarded = title.quotas.iter().any(|q| q.holding == Some(number as u8));
            if !scored && !watched && !rewarded {
                let what = format!("Nothing depends on who holds {}.", self.name(control.cell));
                self.say(self.spots.at("control", number, None), Some(control.cell), what, "Score it, or leave it out.");
            }
            let wet = self
                .board
                .waters
                .iter()
                .any(|w| matches!(&w.channel, Channel::Hexes(h) if h.contains(&control.cell.hex(&self.board.grid))));
            if wet && !self.ground.stand.has(control.cell) {
                let what = format!("Nobody can ever hold {}: it is a river.", self.name(control.cell));
                self.say(self.spots.at("control", number, None), Some(control.cell), what, "Take a hex of its bank.");
            }
        }
    }
}
