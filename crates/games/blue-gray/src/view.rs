//! A position as everybody sees it, as data for a client.

use crate::BlueGray;
use crate::combat::Reason;
use crate::field::{Cell, Field};
use crate::state::{Battle, State, Step};
use crate::units::UnitId;
use engine::words::{BattleView, Marker, Overlay, Piece, Tally};
use engine::{Side, View, Words};

impl BlueGray {
    fn states_of(&self, state: &State, unit: UnitId) -> Vec<&'static str> {
        let combat = !matches!(state.step, Step::Movement | Step::Over);
        let marks = [
            ("moved", state.step == Step::Movement && state.moved.has(unit)),
            ("attacked", combat && state.fought.has(unit)),
            ("was attacked", combat && state.struck.has(unit)),
            ("advanced", combat && state.advanced.has(unit)),
            ("displaced or retreated", combat && state.shaken.has(unit)),
            ("ineffective", state.ineffective.has(unit)),
            ("immobile", self.immobile.has(unit)),
        ];
        marks.into_iter().filter(|(_, on)| *on).map(|(name, _)| name).collect()
    }

    /// A unit as everybody sees it; an ineffective one shows its strength too (BG-11.0-P).
    fn piece(&self, state: &State, id: UnitId) -> Piece {
        let unit = self.unit(id);
        let cell = state.place(id);
        let off = match cell {
            Cell::ELIMINATED => Some("eliminated"),
            Cell::WAITING => Some("reinforcements"),
            Cell::ASIDE => Some("set aside"),
            Cell::EXITED => Some("left the map"),
            _ => None,
        };
        Piece {
            id: unit.id.clone(),
            side: unit.side,
            name: unit.name.clone(),
            kind: unit.arm.id().into(),
            strengths: format!("{}-{}", unit.strength, self.chart.limits.movement),
            formation: unit.formation.clone(),
            hex: cell.on_map().then(|| self.hex_name(cell)),
            off: off.map(str::to_string),
            due: (cell == Cell::WAITING).then(|| self.due_words(id)).flatten(),
            states: self.states_of(state, id),
        }
    }

    /// When and where a waiting unit comes on: `turn 2, at 0427 or 0528`.
    fn due_words(&self, unit: UnitId) -> Option<String> {
        let arrival = self.arrival(unit)?;
        let mut hexes: Vec<String> = arrival.entry.iter().map(|c| self.hex_name(*c)).collect();
        let last = hexes.pop()?;
        let others = if hexes.is_empty() { String::new() } else { format!("{} or ", hexes.join(", ")) };
        Some(format!("turn {}, at {others}{last}", arrival.turn))
    }

    fn tallies(&self, state: &State) -> Vec<Tally> {
        let now = self.points_now(state);
        let tally = |id: &str, label: &str, value: String| Tally { id: id.into(), label: label.into(), value };
        let difference = now[0] - now[1];
        let mut tallies = vec![
            tally("union-points", "Union points", state.points[0].to_string()),
            tally("confederate-points", "Confederate points", state.points[1].to_string()),
            tally("difference", "If it ended now", format!("{difference:+}: {}", self.title.levels[self.level(difference)].name)),
        ];
        if state.step == Step::Movement && self.quota_left(state) != u8::MAX {
            tallies.push(tally("quota", "Units that may still move", self.quota_left(state).to_string()));
        }
        if state.step == Step::Battles {
            let (friends, enemies) = self.duties(state).left();
            tallies.push(tally("must-attack", "Hexes that must attack", friends.to_string()));
            tallies.push(tally("must-be-attacked", "Enemy hexes that must be attacked", enemies.to_string()));
        }
        tallies
    }

    fn battle_view(&self, state: &State) -> Option<BattleView> {
        let battle = &state.battle;
        if battle.targets.is_empty() {
            return None;
        }
        let joined = !battle.defenders.is_empty();
        let attackers = if joined { battle.attackers } else { self.attackers(state, battle) }.or(battle.guns);
        let (modifiers, odds, column) = if joined {
            (Vec::new(), format!("{} column", self.chart.odds(battle.column)), Some(battle.column))
        } else if attackers.is_empty() {
            // Without attackers there are no odds yet: the defence stands alone.
            (self.modifiers(state, battle), format!("defence {}", self.defence_strength(state, battle)), None)
        } else {
            (self.modifiers(state, battle), self.odds_note(state), Some(self.column(state, battle)))
        };
        let result = |column, die| (format!("{die}"), self.chart.result(column, die).words().to_string());
        let results = column.map_or_else(Vec::new, |column| (1..=6).map(|die| result(column, die)).collect());
        Some(BattleView {
            targets: battle.targets.as_slice().iter().map(|c| self.hex_name(*c)).collect(),
            attackers: attackers.iter().map(|u| self.unit(u).id.clone()).collect(),
            odds,
            modifiers,
            results,
        })
    }

    /// What helps each defending hex, with its rule.
    fn modifiers(&self, state: &State, battle: &Battle) -> Vec<(String, String)> {
        let words = |reason: Reason, cell: Cell| match reason {
            Reason::Terrain => {
                format!("{} terrain", self.chart.terrain[usize::from(self.ground.kind[cell.index()])].id.replace('+', " and "))
            }
            Reason::Crossings => "all attackers come over bridges and fords".into(),
            Reason::Redoubts => "all attackers come over redoubts".into(),
            Reason::Water => "all guns fire over water".into(),
            Reason::Open => "open ground".into(),
        };
        let hexes = battle.targets.as_slice().iter().map(|c| (*c, self.defence_multiple(state, battle, *c)));
        hexes
            .filter(|(_, (multiple, _))| *multiple > 1)
            .map(|(cell, (multiple, reason))| {
                (reason.rule().to_string(), format!("{}: defence x{multiple}, {}", self.hex_name(cell), words(reason, cell)))
            })
            .collect()
    }

    /// Everything to be seen; nothing is hidden in this game.
    pub(crate) fn whole_view(&self, state: &State) -> View {
        let overlay = |id: &str, label: String, field: &Field| Overlay {
            id: id.into(),
            label,
            hexes: field.iter().map(|c| self.hex_name(c)).collect(),
        };
        let zones = Side::BOTH.map(|s| overlay(&format!("{}-zone", s.id()), format!("{s} zones of control"), &self.zone_of(state, s)));
        let controls = self.title.controls.iter().enumerate().map(|(i, c)| Marker {
            kind: "control".into(),
            hexes: vec![self.hex_name(c.cell)],
            side: state.holder(i),
            label: self.hex_called(c.cell),
        });
        let mut overlays: Vec<Overlay> = zones.into();
        if state.step == Step::Battles {
            let duties = self.duties(state);
            overlays.push(overlay("must-attack", "Must attack".into(), &duties.friends().iter().copied().collect()));
            overlays.push(overlay("must-be-attacked", "Must be attacked".into(), &duties.enemies().iter().copied().collect()));
        }
        View {
            board: self.title.board.clone(),
            turn: state.turn,
            turn_label: self.title.turns[usize::from(state.turn) - 1].label.clone(),
            phase: match state.step {
                Step::Movement => "movement".into(),
                Step::Over => "over".into(),
                _ => "combat".into(),
            },
            active: (state.step != Step::Over).then_some(state.side),
            prompt: self.prompt(state),
            pieces: (0..self.title.units.len() as UnitId).map(|u| self.piece(state, u)).collect(),
            markers: controls.collect(),
            tallies: self.tallies(state),
            overlays,
            battle: self.battle_view(state),
        }
    }
}
