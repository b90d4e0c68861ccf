//! A position as everybody sees it, as data for a client.

use crate::BlueGray;
use crate::cells::{Cell, CellSet};
use crate::chart::{Column, CombatResult};
use crate::combat::Reason;
use crate::morale::Nerve;
use crate::state::{Battle, State, Step};
use crate::title::{Bridge, Flag};
use crate::units::{Arm, UnitId};
use engine::handbook::plural;
use engine::words::{
    BattleColumn, BattleModifier, BattleResult, BattleView, Condition, Favours, Marker, MarkerKind, Off, Overlay, OverlayKind, Piece,
    PieceKind, Tally,
};
use engine::{Side, View, Words};

impl BlueGray {
    fn states_of(&self, state: &State, unit: UnitId) -> Vec<Condition> {
        let combat = !matches!(state.step, Step::Movement | Step::Over);
        let marks = [
            (Condition::Moved, state.step == Step::Movement && state.moved.has(unit)),
            (Condition::Attacked, combat && state.fought.has(unit)),
            (Condition::WasAttacked, combat && state.struck.has(unit)),
            (Condition::Advanced, combat && state.advanced.has(unit)),
            (Condition::Shaken, combat && state.shaken.has(unit)),
            (Condition::Ineffective, state.ineffective.has(unit)),
            (Condition::Immobile, self.immobile.has(unit)),
            (Condition::OutOfSupply, state.cut_off.has(unit)),
        ];
        marks.into_iter().filter(|(_, on)| *on).map(|(condition, _)| condition).collect()
    }

    /// A unit as everybody sees it; an ineffective one shows its strength too (BG-11.0-P).
    fn piece(&self, state: &State, id: UnitId) -> Piece {
        let unit = self.unit(id);
        let cell = state.place(id);
        let off = match cell {
            Cell::ELIMINATED => Some(Off::Eliminated),
            Cell::WAITING => Some(Off::Reinforcements),
            Cell::ASIDE => Some(Off::Aside),
            Cell::EXITED => Some(Off::Exited),
            Cell::UNPLACED => Some(Off::Unplaced),
            _ => None,
        };
        let known = !self.is_unknown(state, id);
        let strength = if known { self.strength_of(state, id).to_string() } else { "?".into() };
        Piece {
            id: unit.id.clone(),
            side: unit.side,
            name: unit.name.clone(),
            kind: match unit.arm {
                Arm::Artillery if unit.flags.contains(&Flag::Afloat) => PieceKind::Boat,
                Arm::Infantry => PieceKind::Infantry,
                Arm::Cavalry => PieceKind::Cavalry,
                Arm::Artillery => PieceKind::Artillery,
            },
            strengths: format!("{strength}-{}", self.chart.limits.movement),
            strength: known.then(|| u16::from(self.strength_of(state, id))),
            formation: unit.formation.clone(),
            hex: cell.on_map().then(|| self.hex_name(cell)),
            off,
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
        let mut due = format!("turn {}, at {others}{last}", arrival.turn);
        if let Some(event) = arrival.after.map(|e| self.event(e)) {
            due += &match event.die {
                Some(die) => format!(", once a die shows {die} or less"),
                None => format!(", after: {}", event.text),
            };
        }
        Some(due)
    }

    /// Bridges that can go, while they lie.
    fn bridge_markers(&self, state: &State) -> Vec<Marker> {
        let lies = |(i, _): &(usize, &Bridge)| state.gone >> i & 1 == 0;
        let bridges = self.title.more.bridges.iter().enumerate().filter(lies);
        let marker = |(i, _): (usize, &Bridge)| {
            let hexes = self.bridge_hexes(i as u8).into_iter().map(|c| self.hex_name(c)).collect();
            Marker { kind: MarkerKind::Bridge, hexes, side: None, label: self.bridge_called(i as u8) }
        };
        bridges.map(marker).collect()
    }

    /// The two hexes that a crossing of the title joins.
    pub(crate) fn bridge_hexes(&self, bridge: u8) -> Vec<Cell> {
        let crossing = self.crossing(bridge);
        crossing.map_or_else(Vec::new, |c| c.approaches.iter().map(|h| Cell::of(&self.board.grid, *h)).collect())
    }

    fn crossing(&self, bridge: u8) -> Option<&board::Crossing> {
        let at = self.title.more.bridges[usize::from(bridge)].at;
        self.board.crossings.iter().find(|c| c.at == at)
    }

    /// What a crossing of the title is called.
    pub(crate) fn bridge_called(&self, bridge: u8) -> String {
        match self.crossing(bridge) {
            Some(crossing) if !crossing.name.is_empty() => crossing.name.clone(),
            Some(crossing) => {
                let hexes: Vec<String> = self.bridge_hexes(bridge).into_iter().map(|c| self.hex_name(c)).collect();
                format!("the {} {}", crossing.kind, hexes.join("/"))
            }
            None => "the crossing".into(),
        }
    }

    fn tallies(&self, state: &State) -> Vec<Tally> {
        let now = self.points_now(state);
        let difference = now[0] - now[1];
        let ahead = match difference {
            0 => String::new(),
            ahead @ 1.. => format!(" ({} +{ahead})", Side::Union),
            behind => format!(" ({} +{})", Side::Confederate, -behind),
        };
        let points = |side: Side| {
            let held = (0..self.title.controls.len()).filter(|i| state.holder(*i) == Some(side));
            let parts = held.map(|i| format!("holds {}", self.hex_called(self.title.controls[i].cell))).collect();
            Tally::new(format!("{}-points", side.id()), format!("{side} points"), state.points[side.index()].to_string())
                .of(side)
                .that_decides()
                .from_parts(parts)
        };
        let mut tallies = vec![
            points(Side::Union),
            points(Side::Confederate),
            Tally::new("difference", "If it ended now", format!("{}{ahead}", self.title.levels[self.level(difference)].name)),
        ];
        for side in Side::BOTH {
            if let Some(next) = self.next_level(state, side) {
                let lost = state.losses[side.index()];
                tallies.push(
                    Tally::new(format!("{}-losses", side.id()), format!("{side} strength lost"), format!("{lost} of {next}")).of(side),
                );
            }
        }
        if state.step == Step::Movement && self.quota_left(state) != u8::MAX {
            tallies.push(Tally::new("quota", "Units that may still move", self.quota_left(state).to_string()));
        }
        if state.step == Step::Battles {
            let (friends, enemies) = self.duties(state).left();
            tallies.push(Tally::new("must-attack", "Hexes that must attack", friends.to_string()));
            tallies.push(Tally::new("must-be-attacked", "Enemy hexes that must be attacked", enemies.to_string()));
        }
        tallies
    }

    /// The battle at hand, as it stands or as it was joined.
    pub(crate) fn battle_view(&self, state: &State) -> Option<BattleView> {
        let battle = &state.battle;
        if battle.targets.is_empty() {
            return None;
        }
        let joined = !battle.defenders.is_empty() && state.step != Step::Draw;
        let attackers = if joined { battle.attackers } else { self.attackers(state, battle) }.or(battle.guns);
        let targets = battle.targets.as_slice();
        let mut view = BattleView {
            fire: attackers == battle.guns && !attackers.is_empty(),
            targets: targets.iter().map(|c| self.hex_name(*c)).collect(),
            attackers: attackers.iter().map(|u| self.unit(u).id.clone()).collect(),
            ..BattleView::default()
        };
        if joined {
            view.defenders = battle.defenders.iter().map(|u| self.unit(u).id.clone()).collect();
            view.odds = format!("{} column", self.chart.odds(battle.column));
            view.columns = vec![self.battle_column(battle.column, view.fire)];
            return Some(view);
        }
        view.defenders = targets.iter().flat_map(|c| state.units_in(*c).iter()).map(|u| self.unit(u).id.clone()).collect();
        view.defence = Some(self.defence_strength(state, battle).to_string());
        view.modifiers = self.modifiers(state, battle);
        if attackers.is_empty() {
            // Without attackers there are no odds yet: the defence stands alone.
            view.odds = format!("defence {}", self.defence_strength(state, battle));
        } else {
            view.attack = Some(self.attack_strength(state, battle).to_string());
            view.odds = self.odds_note(state);
            view.columns = (0..=self.column(state, battle).0).rev().map(|c| self.battle_column(Column(c), view.fire)).collect();
        }
        Some(view)
    }

    /// What may come of a column. Guns that bombard alone are out of reach: nothing adverse happens to them (BG-7.6-Ex2, BG-8.0-P).
    fn battle_column(&self, column: Column, alone: bool) -> BattleColumn {
        let result = |die| {
            let result = self.chart.result(column, die);
            let (text, favours) = match (result, alone) {
                (CombatResult::Ae, true) => ("no effect on the guns", Favours::Neither),
                (CombatResult::Ar, true) => ("the guns may retreat, or stand", Favours::Neither),
                (CombatResult::Ex, true) => ("defender eliminated, the guns pay nothing", Favours::Attacker),
                (CombatResult::Ae | CombatResult::Ar, false) => (result.words(), Favours::Defender),
                (CombatResult::Ex, false) => (result.words(), Favours::Neither),
                (CombatResult::Dr | CombatResult::De, _) => (result.words(), Favours::Attacker),
            };
            BattleResult::face(die, result.code(), text, favours)
        };
        BattleColumn { label: self.chart.odds(column).to_string(), results: (1..=6).map(result).collect() }
    }

    /// What helps each defending hex, with its rule.
    fn modifiers(&self, state: &State, battle: &Battle) -> Vec<BattleModifier> {
        let words = |reason: Reason, cell: Cell| match reason {
            Reason::Terrain => {
                format!("{} terrain", self.chart.terrain[usize::from(self.ground.kind[cell.index()])].id.replace('+', " and "))
            }
            Reason::Crossings => "all attackers come over bridges and fords".into(),
            Reason::Redoubts => "all attackers come over redoubts".into(),
            Reason::Water => "all guns fire over water".into(),
            Reason::Open => "open ground".into(),
            Reason::Works => "works".into(),
        };
        let hexes = battle.targets.as_slice().iter().map(|c| (*c, self.defence_multiple(state, battle, *c)));
        let nerve = |nerve: Nerve<'_>| {
            let columns = plural(nerve.columns().unsigned_abs(), "column", "columns");
            let text = match nerve {
                Nerve::Led(leader) => format!("{} leads the attack: {columns} up", self.unit(leader.unit).name),
                Nerve::Held(leader) => format!("{} leads the defence: {columns} down", self.unit(leader.unit).name),
                Nerve::Weary(_) => format!("the attacker is demoralised: {columns} down"),
                Nerve::Shaken(_) => format!("the defender is demoralised: {columns} up"),
            };
            BattleModifier::new(nerve.rule(), text)
        };
        hexes
            .filter(|(_, (multiple, _))| *multiple > 1)
            .map(|(cell, (multiple, reason))| {
                BattleModifier::new(self.rule_of(reason), format!("{}: defence x{multiple}, {}", self.hex_name(cell), words(reason, cell)))
            })
            .chain(self.nerves(state, battle).map(nerve))
            .collect()
    }

    /// Everything to be seen; nothing is hidden in this game.
    pub(crate) fn whole_view(&self, state: &State) -> View {
        let overlay = |id: &str, kind: OverlayKind, side: Option<Side>, label: String, field: &CellSet| Overlay {
            id: id.into(),
            kind,
            side,
            label,
            hexes: field.iter().map(|c| self.hex_name(c)).collect(),
        };
        let zones = Side::BOTH.map(|s| {
            overlay(&format!("{}-zone", s.id()), OverlayKind::Zone, Some(s), format!("{s} zones of control"), &self.zone_of(state, s))
        });
        let controls = self.title.controls.iter().enumerate().map(|(i, c)| Marker {
            kind: MarkerKind::Control,
            hexes: vec![self.hex_name(c.cell)],
            side: state.holder(i),
            label: self.hex_called(c.cell),
        });
        let works = state.works.iter().map(|c| Marker {
            kind: MarkerKind::Breastworks,
            hexes: vec![self.hex_name(c)],
            side: None,
            label: format!("Works in {}", self.hex_called(c)),
        });
        let mut overlays: Vec<Overlay> = zones.into();
        for supply in &self.title.more.supply {
            let (id, label) = (format!("{}-supply", supply.side.id()), format!("{} supply", supply.side));
            overlays.push(overlay(&id, OverlayKind::Supply, Some(supply.side), label, &self.supplied(state, supply)));
        }
        if state.step == Step::Battles {
            let duties = self.duties(state);
            overlays.push(overlay(
                "must-attack",
                OverlayKind::Duty,
                Some(state.side),
                "Must attack".into(),
                &duties.friends().iter().copied().collect(),
            ));
            overlays.push(overlay(
                "must-be-attacked",
                OverlayKind::Duty,
                Some(state.side.enemy()),
                "Must be attacked".into(),
                &duties.enemies().iter().copied().collect(),
            ));
        }
        View {
            board: self.board.id.clone(),
            turn: state.turn,
            turn_label: self.title.turns[usize::from(state.turn) - 1].label.clone(),
            phase: match state.step {
                Step::Movement | Step::Event => "movement".into(),
                Step::SetUp => "set-up".into(),
                Step::Over => "over".into(),
                _ => "combat".into(),
            },
            active: (state.step != Step::Over).then_some(state.side),
            prompt: self.prompt(state),
            pieces: (0..self.title.units.len() as UnitId).map(|u| self.piece(state, u)).collect(),
            markers: controls.chain(works).chain(self.bridge_markers(state)).collect(),
            tallies: self.tallies(state),
            overlays,
            battle: self.battle_view(state),
        }
    }
}
