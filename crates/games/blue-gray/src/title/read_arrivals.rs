//! The sections of a title's file for those who come on later.

use super::read::{Reader, SIDES};
use super::read_mechanisms::Scene;
use super::{EntryPolicy, EventId, Happening, MOST_CHOSEN, MOST_EVENTS, Reinforcement, When};
use crate::cells::{Cell, CellSet};
use crate::units::UnitSet;
use engine::Side;
use proof::Entry;

/// As many entry hexes as a position has room for.
const MOST_ENTRIES: usize = 16;

const POLICIES: [(&str, EntryPolicy); 4] = [
    ("that-turn-or-lost", EntryPolicy::ThatTurnOrLost),
    ("when-possible", EntryPolicy::WhenPossible),
    ("column", EntryPolicy::Column),
    ("at-will", EntryPolicy::AtWill),
];

impl Reader<'_> {
    pub(super) fn reinforcements(
        &self,
        file: &Entry<'_, '_>,
        scene: &Scene<'_>,
        events: &mut Vec<Happening>,
        rule: &'static str,
    ) -> (Vec<Reinforcement>, Vec<Cell>) {
        let (mut list, mut all): (Vec<Reinforcement>, _) = (Vec::new(), Vec::new());
        let mut coming = UnitSet::EMPTY;
        for entry in file.entries("reinforcement", "reinforcement") {
            let units = self.group(&entry, scene.groups);
            let (side, turn) = (entry.one_of("side", &SIDES), entry.number("turn", 1..=scene.last));
            let policy = entry.one_of("policy", &POLICIES);
            let through = entry.maybe_number("through", 1..=scene.last).map_or(u8::MAX, |n| n as u8);
            let mut after = self.event(&entry, "after", scene);
            if let (Some(die), Some(side), Some(turn)) = (entry.maybe_number("die", 1..=5), side, turn) {
                after = self.coming(&entry, events, (side, turn as u8, die as u8, after), rule);
            }
            if policy == Some(EntryPolicy::ThatTurnOrLost) && ["die", "after", "through"].iter().any(|key| entry.has(key)) {
                let right = "Take when-possible, column or at-will; or leave out die, after and through.";
                entry.mistake("policy", "Who comes on in that turn or is lost waits for nothing.", right);
            }
            if i64::from(through) < turn.unwrap_or(1) {
                entry.mistake("through", "They may no longer come on when they are due.", "Let it be the turn or a later one.");
            }
            let chosen = list.iter().filter(|r| r.one_entry.is_some()).count();
            let one_entry = entry.flag("one_entry").then_some(chosen as u8);
            if one_entry.is_some() && chosen == MOST_CHOSEN {
                entry.mistake("one_entry", "This is one such group too many.", format!("At most {MOST_CHOSEN} choose one entry for all."));
            }
            let words = entry.texts("entry");
            if words.is_empty() {
                entry.mistake("entry", "These units need an entry hex.", "Write entry = [\"0101\"].");
            }
            let hexes: Vec<Cell> = words.iter().filter_map(|word| self.cell(word)).collect();
            for (word, cell) in words.iter().filter_map(|word| self.grid_cell(word).map(|cell| (word, cell))) {
                if self.against.ground.is_some_and(|ground| !ground.stand.has(cell)) {
                    let what = format!("No unit may come on at {}.", word.text);
                    self.proof.add(self.fault(word.at, what, "It is a river or a ferry: take a hex beside it.").at([word.text.clone()]));
                }
            }
            for unit in units.iter().map(|u| &scene.counters[usize::from(u)]) {
                if side.is_some_and(|side| side != unit.unit.side) {
                    entry.mistake(
                        "side",
                        format!("Unit {:?} of this group is {}.", unit.unit.id, unit.unit.side),
                        "A group that comes on belongs to one side.",
                    );
                }
                if let Some(start) = &unit.start {
                    let what = format!("Unit {:?} begins on the map and comes on later.", unit.unit.id);
                    self.proof.mistake(start.at, what, "Leave out its start, or its group.");
                }
            }
            if !coming.and(units).is_empty() {
                entry.mistake(
                    "group",
                    "This group comes on twice.",
                    "Write one [[reinforcement]] for each group, with several entry hexes.",
                );
            }
            coming = coming.or(units);
            for cell in &hexes {
                if !all.contains(cell) {
                    all.push(*cell);
                }
            }
            if all.len() > MOST_ENTRIES {
                entry.mistake("entry", "This is one entry hex too many.", format!("A title has at most {MOST_ENTRIES} in all."));
                all.truncate(MOST_ENTRIES);
            }
            if let (Some(side), Some(turn), Some(policy)) = (side, turn, policy) {
                self.note("reinforcement", list.len(), entry.at, &words);
                list.push(Reinforcement { units, side, turn: turn as u8, entry: hexes, policy, through, after, one_entry });
            }
        }
        (list, all)
    }

    /// The event that a die for reinforcements makes: they come on once it has been kind.
    fn coming(
        &self,
        entry: &Entry<'_, '_>,
        events: &mut Vec<Happening>,
        (side, turn, die, after): (Side, u8, u8, Option<EventId>),
        rule: &'static str,
    ) -> Option<EventId> {
        if events.len() == MOST_EVENTS {
            entry.mistake(
                "die",
                "This is one event too many.",
                format!("A title has at most {MOST_EVENTS}, dice for reinforcements included."),
            );
            return None;
        }
        let group = entry.maybe("group").map(|g| g.text).unwrap_or_default();
        events.push(Happening {
            id: format!("{group}-coming"),
            rule,
            text: format!("Reinforcements are at hand: {group}."),
            side,
            when: When { from: turn, after, ..When::ALWAYS },
            holding: 0,
            standing: CellSet::EMPTY,
            lost: None,
            taken: None,
            die: Some(die),
            choice: false,
            ends: false,
        });
        Some(events.len() as EventId - 1)
    }
}
