//! The sections of a title's file for what exclusive rules ask for: each mistake with its line and what would be right.

use super::read::{Counter, Groups, Reader, SIDES, is_id};
use super::{
    Ban, Bridge, Control, Demoralisation, Deployment, EventId, Flag, Happening, Hungry, Leader, MOST_BRIDGES, MOST_EVENTS, MOST_UNTRIED,
    Mechanisms, Pool, Restriction, Supply, When, Works, lasting,
};
use crate::cells::CellSet;
use crate::state::UNITS;
use crate::units::{UnitId, UnitSet};
use board::Location;
use engine::Side;
use proof::{Entry, Word};
use std::cell::RefCell;

/// What a restriction can forbid, by name.
const BANS: [(&str, Ban); 4] = [("move", Ban::Move), ("attack", Ban::Attack), ("enter", Ban::Enter), ("leave", Ban::Leave)];
const HUNGRY: [(&str, Hungry); 3] = [("full", Hungry::Full), ("half", Hungry::Half), ("none", Hungry::Not)];
/// The most columns that a leader, or the lack of one, shifts a battle.
const MOST_COLUMNS: i64 = 5;

/// What the sections refer to.
pub(super) struct Scene<'a> {
    pub(super) groups: &'a Groups,
    pub(super) counters: &'a [Counter],
    pub(super) controls: &'a [Control],
    pub(super) last: i64,
    /// The ids of the events, as they stand in the file.
    pub(super) events: RefCell<Vec<Word>>,
}

impl Reader<'_> {
    /// The rule that an entry is.
    fn rule_of(&self, entry: &Entry<'_, '_>) -> &'static str {
        entry.text("rule", "\"MI-1\"").map_or("BG-1.0", |word| {
            self.rule(&word);
            lasting(&word.text)
        })
    }

    /// An event that an entry names.
    pub(super) fn event(&self, entry: &Entry<'_, '_>, key: &str, scene: &Scene<'_>) -> Option<EventId> {
        let name = entry.maybe(key)?;
        let events = scene.events.borrow();
        let place = events.iter().position(|e| e.text == name.text);
        if place.is_none() {
            let right = match proof::nearest(&name.text, events.iter().map(|e| e.text.as_str())) {
                Some(near) => format!("Did you mean {near}?"),
                None => format!("Add an [[event]] with id = {:?}.", name.text),
            };
            self.proof.mistake(name.at, format!("There is no event {:?}.", name.text), right);
        }
        place.map(|e| e as EventId)
    }

    /// From when to when an entry holds.
    pub(super) fn when(&self, entry: &Entry<'_, '_>, from: &str, scene: &Scene<'_>) -> When {
        let turn = |key: &str| entry.maybe_number(key, 1..=scene.last).map(|n| n as u8);
        let (first, last) = (turn(from), turn("through"));
        if let (Some(first), Some(last)) = (first, last)
            && first > last
        {
            entry.mistake("through", format!("It ends in turn {last} and begins in turn {first}."), "Let it end after it has begun.");
        }
        When {
            from: first.unwrap_or(1),
            through: last.unwrap_or(u8::MAX),
            after: self.event(entry, "after", scene),
            until: self.event(entry, "until", scene),
        }
    }

    /// The hexes of an entry: `hexes`, a `zone` of the board, or both.
    pub(super) fn area(&self, entry: &Entry<'_, '_>) -> (CellSet, Vec<Word>) {
        let words = entry.texts("hexes");
        let mut cells = self.cells(&words);
        if let Some(id) = entry.maybe("zone") {
            match self.against.board.zone(&id.text) {
                Some(zone) => zone.hexes.iter().for_each(|h| cells.insert(crate::cells::Cell::of(&self.against.board.grid, *h))),
                None => {
                    let known = proof::list(self.against.board.zones.iter().map(|z| z.id.as_str()));
                    let right = if known.is_empty() { "List the hexes.".into() } else { format!("It has {known}. Or list the hexes.") };
                    self.proof.mistake(id.at, format!("The board has no zone {:?}.", id.text), right);
                }
            }
        }
        (cells, words)
    }

    /// Whom an entry speaks of: a `group`, a `formation` or all of a `side`.
    pub(super) fn whom(&self, entry: &Entry<'_, '_>, scene: &Scene<'_>) -> UnitSet {
        let side = entry.maybe_one_of("side", &SIDES);
        let units = |which: &dyn Fn(&Counter) -> bool| -> UnitSet {
            scene.counters.iter().enumerate().filter(|(_, c)| which(c)).map(|(i, _)| i as UnitId).collect()
        };
        if entry.has("group") {
            return self.group(entry, scene.groups);
        }
        if let Some(name) = entry.maybe("formation") {
            let found = units(&|c| c.unit.formation == name.text && side.is_none_or(|s| s == c.unit.side));
            if found.is_empty() {
                let right = match proof::nearest(&name.text, scene.counters.iter().map(|c| c.unit.formation.as_str())) {
                    Some(near) => format!("Did you mean {near}?"),
                    None => "Write it as the units do in formation.".into(),
                };
                self.proof.mistake(name.at, format!("No unit is of the formation {:?}.", name.text), right);
            }
            return found;
        }
        side.map_or(UnitSet::EMPTY, |side| units(&|c| c.unit.side == side))
    }

    /// Whom an entry speaks of, who must be somebody.
    fn somebody(&self, entry: &Entry<'_, '_>, scene: &Scene<'_>) -> UnitSet {
        let units = self.whom(entry, scene);
        if !["group", "formation", "side"].iter().any(|key| entry.has(key)) {
            entry.mistake("group", "Nobody is named here.", "Write group, formation or side.");
        }
        units
    }

    fn unit_named(&self, word: &Word, scene: &Scene<'_>) -> Option<UnitId> {
        let place = scene.counters.iter().position(|c| c.unit.id == word.text);
        if place.is_none() {
            let right = match proof::nearest(&word.text, scene.counters.iter().map(|c| c.unit.id.as_str())) {
                Some(near) => format!("Did you mean {near}?"),
                None => "Write the id of a unit.".into(),
            };
            self.proof.mistake(word.at, format!("There is no unit {:?}.", word.text), right);
        }
        place.map(|p| p as UnitId)
    }

    /// Reads all of them; the events' names are known before, for they may name one another.
    pub(super) fn mechanisms(&self, file: &Entry<'_, '_>, scene: &Scene<'_>, events: Vec<Entry<'_, '_>>) -> Mechanisms {
        let mut demoralisation = self.demoralisation(file);
        demoralisation.sort_by_key(|d| d.lost);
        Mechanisms {
            events: events.into_iter().enumerate().map(|(number, entry)| self.happening(number, &entry, scene)).collect(),
            restrictions: self.restrictions(file, scene),
            bridges: self.bridges(file, scene),
            works: self.works(file, scene),
            leaders: self.leaders(file, scene),
            demoralisation,
            supply: self.supply(file),
            pools: self.pools(file, scene),
            deployments: self.deployments(file, scene),
        }
    }

    /// The events of the file, and their names.
    pub(super) fn event_names<'p, 't>(&self, file: &Entry<'p, 't>) -> (Vec<Entry<'p, 't>>, Vec<Word>) {
        let entries = file.entries("event", "event");
        if let Some(extra) = entries.get(MOST_EVENTS) {
            self.proof.mistake(extra.at, "This is one event too many.", format!("A title has at most {MOST_EVENTS}."));
        }
        let mut names: Vec<Word> = Vec::new();
        for entry in entries.iter().take(MOST_EVENTS) {
            let Some(id) = entry.text("id", "\"rain\"") else {
                names.push(Word { text: String::new(), at: entry.at });
                continue;
            };
            if !is_id(&id.text) {
                self.proof.mistake(id.at, format!("{:?} cannot be an id.", id.text), "Use small letters, digits and hyphens, at most 40.");
            }
            if names.iter().any(|n| n.text == id.text) {
                self.proof.mistake(id.at, format!("Two events have the id {:?}.", id.text), "Give each an id of its own.");
            }
            names.push(id);
        }
        (entries.into_iter().take(MOST_EVENTS).collect(), names)
    }

    fn happening(&self, number: usize, entry: &Entry<'_, '_>, scene: &Scene<'_>) -> Happening {
        let id = scene.events.borrow()[number].text.clone();
        entry.call(format!("event {id:?}"));
        let (holding, standing) = (entry.texts("holding"), entry.texts("standing"));
        let hexes: Vec<Word> = holding.iter().chain(&standing).cloned().collect();
        self.note("event", number, entry.at, &hexes);
        let strength = |key: &str| entry.maybe_number(key, 1..=9999).map(|n| n as u16);
        let happening = Happening {
            id,
            rule: self.rule_of(entry),
            text: self.short(entry.text("text", "\"The rain begins.\"")),
            side: entry.one_of("side", &SIDES).unwrap_or(Side::Union),
            when: self.when(entry, "turn", scene),
            holding: holding.iter().filter_map(|hex| self.followed(scene.controls, hex)).fold(0, |set, place| set | 1 << place),
            standing: self.cells(&standing),
            lost: strength("lost"),
            taken: strength("taken"),
            die: entry.maybe_number("die", 1..=5).map(|n| n as u8),
            choice: entry.flag("choice"),
            ends: entry.flag("ends"),
        };
        if happening.choice && happening.die.is_some() {
            entry.mistake("die", "A side that decides does not roll.", "Leave out die or choice.");
        }
        if happening.when.after == Some(number as EventId) {
            entry.mistake("after", "This event waits for itself.", "Name another one, or leave it out.");
        }
        happening
    }

    fn restrictions(&self, file: &Entry<'_, '_>, scene: &Scene<'_>) -> Vec<Restriction> {
        let mut list = Vec::new();
        for (number, entry) in file.entries("restriction", "restriction").into_iter().enumerate() {
            let rule = self.rule_of(&entry);
            let units = self.somebody(&entry, scene);
            let slow = entry.maybe_number("movement", 0..=5).map(|n| Ban::Beyond(n as u8));
            let ban = entry.maybe_one_of("forbids", &BANS).or(slow);
            if entry.has("forbids") == entry.has("movement") {
                let right = "Write forbids = \"move\", \"attack\", \"enter\" or \"leave\"; or movement = a number of points.";
                entry.mistake("forbids", "A restriction forbids one thing.", right);
            }
            let (cells, words) = self.area(&entry);
            self.note("restriction", number, entry.at, &words);
            if matches!(ban, Some(Ban::Enter | Ban::Leave)) && cells.is_empty() && words.is_empty() && !entry.has("zone") {
                entry.mistake("forbids", "It does not say which hexes.", "Write hexes = [\"0101\"] or zone = \"...\".");
            }
            let when = self.when(&entry, "from", scene);
            list.extend(ban.map(|ban| Restriction { rule, units, ban, cells, when }));
        }
        list
    }

    fn bridges(&self, file: &Entry<'_, '_>, scene: &Scene<'_>) -> Vec<Bridge> {
        let entries = file.entries("bridge", "bridge");
        if let Some(extra) = entries.get(MOST_BRIDGES) {
            self.proof.mistake(extra.at, "This is one crossing too many.", format!("At most {MOST_BRIDGES} can come and go."));
        }
        let mut list: Vec<Bridge> = Vec::new();
        for (number, entry) in entries.into_iter().take(MOST_BRIDGES).enumerate() {
            let (rule, at) = (self.rule_of(&entry), self.crossing(&entry));
            let (gone, back) = (self.event(&entry, "gone", scene), self.event(&entry, "back", scene));
            self.note("bridge", number, entry.at, &[]);
            if !entry.has("gone") && !entry.has("back") {
                entry.mistake("gone", "This crossing neither goes nor comes.", "Write gone = an event, back = an event, or both.");
            }
            let Some(at) = at else { continue };
            if list.iter().any(|b| b.at == at) {
                entry.mistake("at", "This crossing stands here twice.", "Write one [[bridge]] for it, with gone and back.");
            }
            list.push(Bridge { rule, at, gone, back });
        }
        list
    }

    /// A crossing of the board by its place: the side between two hexes, or the hex of a ferry.
    fn crossing(&self, entry: &Entry<'_, '_>) -> Option<Location> {
        let word = entry.text("at", "\"0403/0503\"")?;
        let (board, grid) = (self.against.board, &self.against.board.grid);
        let hex = |name: &str| grid.parse(name).ok();
        let place = match word.text.split_once('/') {
            Some((a, b)) => hex(a).zip(hex(b)).and_then(|(a, b)| grid.hexside(a, b)).map(Location::Side),
            None => hex(&word.text).map(Location::Hex),
        };
        let found = place.filter(|place| board.crossings.iter().any(|c| c.at == *place));
        if found.is_none() {
            let right = "Name the side between two hexes, \"0403/0503\", or the hex of a ferry, as board.toml does.";
            self.proof.mistake(word.at, format!("The board has no bridge, ford or ferry at {:?}.", word.text), right);
        }
        found
    }

    fn works(&self, file: &Entry<'_, '_>, scene: &Scene<'_>) -> Option<Works> {
        let mut entries = file.entries("entrenchment", "entrenchment").into_iter();
        let entry = entries.next()?;
        entries.for_each(|extra| extra.mistake("rule", "A title has one kind of works.", "Write all hexes into one [[entrenchment]]."));
        let rule = self.rule_of(&entry);
        let defence = entry.maybe_number("defence", 2..=4).unwrap_or(2) as u8;
        let (given, words) = self.area(&entry);
        self.note("entrenchment", 0, entry.at, &words);
        let all: UnitSet = (0..scene.counters.len().min(UNITS) as u8).collect();
        let both = [("union", Some(Side::Union)), ("confederate", Some(Side::Confederate)), ("both", None)];
        let builders = match entry.maybe_one_of("build", &both) {
            None => UnitSet::EMPTY,
            Some(None) => all,
            Some(Some(side)) => all.iter().filter(|u| scene.counters[usize::from(*u)].unit.side == side).collect(),
        };
        if given.is_empty() && builders.is_empty() {
            entry.mistake("build", "There are no works, and nobody makes any.", "Write hexes, zone or build = \"union\".");
        }
        Some(Works { rule, defence, given, builders })
    }

    fn leaders(&self, file: &Entry<'_, '_>, scene: &Scene<'_>) -> Vec<Leader> {
        let leader = |(number, entry): (usize, Entry<'_, '_>)| {
            let rule = self.rule_of(&entry);
            let unit = entry.text("unit", "\"Jackson\"").and_then(|word| self.unit_named(&word, scene));
            let columns = |key: &str| entry.maybe_number(key, 0..=MOST_COLUMNS).unwrap_or(0) as u8;
            let (attack, defence) = (columns("attack"), columns("defence"));
            let within = entry.maybe_number("within", 0..=9).unwrap_or(0) as u8;
            let named = self.whom(&entry, scene);
            self.note("leader", number, entry.at, &[]);
            if attack == 0 && defence == 0 {
                entry.mistake("attack", "This leader does nothing.", "Write attack = 1, defence = 1, or both: columns of the results.");
            }
            let side = scene.counters[usize::from(unit?)].unit.side;
            let friends: UnitSet =
                (0..scene.counters.len() as UnitId).filter(|u| scene.counters[usize::from(*u)].unit.side == side).collect();
            if !named.without(friends).is_empty() {
                entry.mistake("unit", "Somebody of the other side would follow this leader.", "Name a group or formation of his own side.");
            }
            let followers = if named.is_empty() { friends } else { named };
            Some(Leader { rule, unit: unit?, within, followers, attack, defence })
        };
        file.entries("leader", "leader").into_iter().enumerate().filter_map(leader).collect()
    }

    fn demoralisation(&self, file: &Entry<'_, '_>) -> Vec<Demoralisation> {
        let mut list: Vec<Demoralisation> = Vec::new();
        for entry in file.entries("demoralisation", "demoralisation") {
            let columns = |key: &str| entry.maybe_number(key, 0..=MOST_COLUMNS).unwrap_or(0) as u8;
            let level = Demoralisation {
                rule: self.rule_of(&entry),
                side: entry.one_of("side", &SIDES).unwrap_or(Side::Union),
                lost: entry.number("lost", 1..=9999).unwrap_or(1) as u16,
                attack: columns("attack"),
                defence: columns("defence"),
            };
            self.note("demoralisation", usize::from(level.lost), entry.at, &[]);
            if level.attack == 0 && level.defence == 0 {
                entry.mistake("attack", "This level does nothing.", "Write attack = 1, defence = 1, or both: columns of the results.");
            }
            if list.iter().any(|l| l.side == level.side && l.lost == level.lost) {
                entry.mistake("lost", "Two levels begin with the same losses.", "Give each another number.");
            }
            list.push(level);
        }
        list
    }

    fn supply(&self, file: &Entry<'_, '_>) -> Vec<Supply> {
        let mut list: Vec<Supply> = Vec::new();
        for entry in file.entries("supply", "supply") {
            let rule = self.rule_of(&entry);
            let (side, words) = (entry.one_of("side", &SIDES), entry.texts("sources"));
            let supply = Supply {
                rule,
                side: side.unwrap_or(Side::Union),
                sources: self.cells(&words),
                length: entry.number("length", 1..=99).unwrap_or(1) as u8,
                movement: entry.maybe_number("movement", 0..=6).unwrap_or(6) as u8,
                attack: entry.maybe_one_of("attack", &HUNGRY).unwrap_or(Hungry::Full),
            };
            self.note("supply", supply.side.index(), entry.at, &words);
            if words.is_empty() {
                entry.mistake("sources", "Supply comes from nowhere.", "Write sources = [\"0101\"].");
            }
            if supply.movement == 6 && supply.attack == Hungry::Full {
                entry.mistake("attack", "Nobody minds being cut off.", "Write movement = 3, or attack = \"half\" or \"none\".");
            }
            if list.iter().any(|s| s.side == supply.side) {
                entry.mistake("side", "This side has its supply already.", "Write all its sources into one [[supply]].");
            }
            list.push(supply);
        }
        list
    }

    fn pools(&self, file: &Entry<'_, '_>, scene: &Scene<'_>) -> Vec<Pool> {
        let mut pools: Vec<Pool> = Vec::new();
        for entry in file.entries("pool", "pool") {
            let rule = self.rule_of(&entry);
            let mut strengths: Vec<u8> = entry.numbers("strengths", 1..=99).into_iter().map(|n| n as u8).collect();
            strengths.sort_unstable();
            let Some(id) = entry.text("id", "\"militia\"") else { continue };
            if pools.iter().any(|p| p.id == id.text) {
                self.proof.mistake(id.at, format!("Two pools have the id {:?}.", id.text), "Give each an id of its own.");
            }
            let draws = |c: &Counter| c.untried.as_ref().is_some_and(|pool| pool.text == id.text);
            let units: UnitSet = scene.counters.iter().enumerate().filter(|(_, c)| draws(c)).map(|(i, _)| i as UnitId).collect();
            if (strengths.len() as u32) < units.len() {
                let what = format!("{} units draw from a pool of {}.", units.len(), strengths.len());
                entry.mistake("strengths", what, "Write at least one strength for each unit that draws from it.");
            } else if strengths.len() > 120 {
                entry.mistake("strengths", "This pool is too large.", "At most 120 strengths.");
            } else if units.is_empty() {
                entry.warning("id", format!("No unit draws from the pool {:?}.", id.text), "Write untried = the pool on units.");
            }
            pools.push(Pool { id: id.text, rule, strengths, units });
        }
        for pool in scene.counters.iter().filter_map(|c| c.untried.as_ref()) {
            if !pools.iter().any(|p| p.id == pool.text) {
                self.proof.mistake(
                    pool.at,
                    format!("There is no pool {:?}.", pool.text),
                    "Add a [[pool]] with this id, a rule and strengths.",
                );
            }
        }
        if pools.iter().map(|p| p.units.len() as usize).sum::<usize>() > MOST_UNTRIED {
            self.proof.mistake(0, "Too many units are untried.", format!("At most {MOST_UNTRIED} draw from a pool."));
        }
        pools
    }

    fn deployments(&self, file: &Entry<'_, '_>, scene: &Scene<'_>) -> Vec<Deployment> {
        let (mut list, mut all): (Vec<Deployment>, _) = (Vec::new(), UnitSet::EMPTY);
        for (number, entry) in file.entries("deployment", "deployment").into_iter().enumerate() {
            let (rule, units) = (self.rule_of(&entry), self.group(&entry, scene.groups));
            let (mut cells, words) = self.area(&entry);
            self.note("deployment", number, entry.at, &words);
            if let Some(ground) = self.against.ground {
                cells = cells.and(&ground.stand);
            }
            if cells.is_empty() {
                entry.mistake("hexes", "These units have nowhere to be set up.", "Write hexes = [\"0101\"] or zone = \"...\".");
            }
            for unit in units.iter().map(|u| &scene.counters[usize::from(u)]) {
                if let Some(start) = &unit.start {
                    let what = format!("Unit {:?} begins in a hex and is set up by its player.", unit.unit.id);
                    self.proof.mistake(start.at, what, "Leave out its start, or its group.");
                }
                if unit.unit.flags.contains(&Flag::Afloat) {
                    entry.mistake("group", format!("Unit {:?} is afloat.", unit.unit.id), "Give it a start in its river.");
                }
            }
            if !all.and(units).is_empty() {
                entry.mistake("group", "This group is set up twice.", "Write one [[deployment]] for each group.");
            }
            all = all.or(units);
            list.push(Deployment { rule, units, cells });
            self.room(&entry, &list, scene);
        }
        list
    }

    /// Whether those who are set up in the hexes of an entry find room there, whatever others do.
    fn room(&self, entry: &Entry<'_, '_>, list: &[Deployment], scene: &Scene<'_>) {
        let Some(this) = list.last() else { return };
        let sides = |units: UnitSet| units.iter().map(|u| scene.counters[usize::from(u)].unit.side).collect::<Vec<_>>();
        let Some(side) = sides(this.units).first().copied() else { return };
        if sides(this.units).iter().any(|s| *s != side) {
            entry.mistake("group", "Units of both sides are in this group.", "A group that is set up belongs to one side.");
        }
        let fixed: CellSet = scene.counters.iter().filter(|c| c.unit.side != side).filter_map(|c| c.unit.start).collect();
        let shared = |d: &&Deployment| sides(d.units).first().is_some_and(|s| *s != side) && !d.cells.and(&this.cells).is_empty();
        if list.iter().any(|d| shared(&d)) || !fixed.and(&this.cells).is_empty() {
            entry.mistake("hexes", "The enemy begins in one of these hexes.", "Take hexes that are his alone.");
        }
        // Room for everybody of the side who may be set up in any of them: then no choice can shut anybody out.
        let stacking = u32::from(self.against.stacking.unwrap_or(2));
        let taken = scene.counters.iter().filter(|c| c.unit.start.is_some_and(|s| this.cells.has(s))).count() as u32;
        let rivals = |d: &&Deployment| !d.cells.and(&this.cells).is_empty() && sides(d.units).first() == Some(&side);
        let wanted: u32 = list.iter().filter(rivals).map(|d| d.units.len()).sum();
        let places = this.cells.len() * stacking;
        if places < wanted + taken {
            let what = format!("{} units share these hexes, and {places} find room in them.", wanted + taken);
            entry.mistake("hexes", what, "Add hexes.");
        }
    }
}
