//! The view: the map, the pieces, the battle at hand, as each seat may see them.

use super::{bombardment_words, combat_words, halves};
use crate::BullRun;
use crate::action::Action;
use crate::combat::Strengths;
use crate::counters::{Kind, PieceId, pieces};
use crate::fog::Knowledge;
use crate::state::{Fight, Phase, Spot, State};
use crate::tables::{BombardmentResult, CombatResult, Tables};
use contact::Set;
use engine::handbook::plural;
use engine::words::{
    BattleColumn, BattleModifier, BattleResult, BattleView, Condition, Favours, Marker, MarkerKind, Off, Overlay, OverlayKind, Piece,
    PieceKind, Tally,
};
use engine::{Side, View, Words};

impl BullRun {
    pub(super) fn view_of(&self, known: &Knowledge) -> View {
        let state = &known.state;
        let mut counters = Vec::new();
        for piece in self.counters.all() {
            let spot = state.at[piece.index()];
            let kind = self.counters.kind(piece);
            let holder = matches!(kind, Kind::Formed | Kind::Dummy);
            if matches!(spot, Spot::ASIDE | Spot::HIDDEN | Spot::PART) || holder && spot.hex().is_none() {
                continue;
            }
            counters.push(self.piece_view(state, piece, spot));
        }
        for side in Side::BOTH {
            let list = &known.face_down[side.index()];
            for (n, hex) in list.iter().enumerate() {
                let nth = list[..n].iter().filter(|h| *h == hex).count() + 1;
                let id = format!("face-down-{}-{}-{nth}", side.id(), self.hex_name(*hex));
                counters.push(Piece { states: vec![Condition::Frozen], ..Piece::face_down(id, side, "face down", self.hex_name(*hex)) });
            }
        }
        let marker = |kind: MarkerKind, hexes: Vec<String>, label: &str| Marker { kind, hexes, side: None, label: label.into() };
        let mut markers: Vec<Marker> =
            state.abatis.iter().filter(|h| h.is_some()).map(|h| marker(MarkerKind::Abatis, vec![self.hex_name(*h)], "Abatis")).collect();
        if state.standing() {
            markers.push(marker(MarkerKind::Bridge, vec![self.hex_name(self.ground.trestle)], "Trestle"));
        }
        for star in &self.ground.stars {
            markers.push(marker(MarkerKind::Objective, vec![self.hex_name(*star)], "Victory star"));
        }
        View {
            board: self.ground.board.id.clone(),
            turn: state.turn,
            turn_label: self.turn_label(state.turn),
            phase: self.phase_label(state.phase).into(),
            active: (state.phase != Phase::Over).then_some(state.side),
            prompt: self.prompt(known),
            pieces: counters,
            markers,
            tallies: self.tallies(known),
            overlays: self.overlays(known),
            battle: self.battle_view(state),
        }
    }

    fn piece_view(&self, state: &State, piece: PieceId, spot: Spot) -> Piece {
        let c = self.counters.counter(piece);
        let kind = match c.kind {
            Kind::Leader => PieceKind::Leader,
            Kind::Infantry => PieceKind::Infantry,
            Kind::Cavalry => PieceKind::Cavalry,
            Kind::Battery => PieceKind::Artillery,
            Kind::Formed => PieceKind::Brigade,
            Kind::Dummy => PieceKind::Dummy,
        };
        let mut states = Vec::new();
        let bit = piece.bit();
        let side = piece.side();
        let mine = side == state.side;
        let movement = matches!(state.phase, Phase::Movement | Phase::Declaration | Phase::Battles | Phase::Rally);
        // BR-PP-3: the STOP marker only shows who is inactive.
        for (on, state) in [
            (state.is_frozen(piece), Condition::Frozen),
            (mine && movement && spot.hex().is_some() && state.active & bit == 0, Condition::Stopped),
            (mine && state.moved & bit != 0, Condition::Moved),
            (mine && state.fought & bit != 0, Condition::Fought),
            (mine && state.advanced & bit != 0, Condition::Advanced),
            (state.battle_piece[side.index()] & bit != 0, Condition::Unlimbered),
            (state.bombarded[side.index()] & bit != 0, Condition::Bombarded),
        ] {
            if on {
                states.push(state);
            }
        }
        let off = match spot {
            Spot::CARD => Some(Off::Unplaced),
            Spot::DUE => Some(Off::Reinforcements),
            Spot::BOX => Some(Off::RallyBox),
            Spot::LOST => Some(Off::Eliminated),
            _ => None,
        };
        Piece {
            id: c.id.clone(),
            side,
            name: c.name.clone(),
            kind,
            strengths: self.strengths_on(state, piece),
            strength: (!matches!(c.kind, Kind::Leader | Kind::Dummy)).then(|| self.worth_in_a_fight(state, piece)),
            formation: self.formation(piece),
            hex: spot.hex().map(|h| self.hex_name(h)),
            off,
            due: self.due(state, piece),
            states,
        }
    }

    /// What a unit attacks with, or else defends with.
    fn worth_in_a_fight(&self, state: &State, piece: PieceId) -> u16 {
        let factors = state.factors(piece);
        u16::from(if factors.attack > 0 { factors.attack } else { factors.defence })
    }

    fn tallies(&self, known: &Knowledge) -> Vec<Tally> {
        let state = &known.state;
        let mut out = Vec::new();
        for side in Side::BOTH {
            let boxed = pieces(side, self.counters.infantry[side.index()]).filter(|p| state.at[p.index()] == Spot::BOX).count();
            out.push(Tally::new(format!("rally-{}", side.id()), format!("{side} units to be rallied"), boxed.to_string()).of(side));
        }
        for (n, points) in state.ford.iter().enumerate().filter(|(_, p)| **p > 0) {
            let hex = self.hex_name(self.ground.fords[n]);
            let left = self.tables.limits.ford_entry - points;
            out.push(Tally::new(
                format!("ford-{hex}"),
                format!("Ford {hex}"),
                format!("{} may still enter", plural(left, "point", "points")),
            ));
        }
        let stars = self.ground.stars.iter().filter(|h| state.units(Side::Union, **h) != 0).count();
        let held = self.ground.stars.iter().filter(|h| state.units(Side::Union, **h) != 0).map(|h| self.hex_name(*h)).collect();
        out.push(Tally::new("stars", "Victory stars held by the Union", stars.to_string()).of(Side::Union).that_decides().from_parts(held));
        out
    }

    fn overlays(&self, known: &Knowledge) -> Vec<Overlay> {
        let state = &known.state;
        let names =
            |hexes: &crate::ground::Hexes| hexes.iter().filter(|h| self.ground.board.grid.contains(*h)).map(|h| self.hex_name(h)).collect();
        let overlay = |id: String, kind: OverlayKind, side: Side, label: String, hexes: Vec<String>| Overlay {
            id,
            kind,
            side: Some(side),
            label,
            hexes,
        };
        let mut out = Vec::new();
        for side in Side::BOTH {
            out.push(overlay(
                format!("zones-{}", side.id()),
                OverlayKind::Zone,
                side,
                format!("{side} zones of control"),
                names(&self.zones(state, side)),
            ));
            let mut recon = crate::ground::Hexes::new();
            for hex in &known.face_down[side.index()] {
                self.ground.recon(*hex).iter().for_each(|h| recon.insert(*h));
            }
            if !recon.is_empty() {
                out.push(overlay(
                    format!("recon-{}", side.id()),
                    OverlayKind::Recon,
                    side,
                    format!("Recon range of face-down {side} pieces"),
                    names(&recon),
                ));
            }
        }
        out
    }

    /// The battle at hand: being put together, or being decided.
    fn battle_view(&self, state: &State) -> Option<BattleView> {
        let (side, enemy) = (state.side, state.side.enemy());
        if state.battle.fight != Fight::None {
            let b = &state.battle;
            return Some(self.battle_words(state, b.attackers, b.guns, b.defenders, b.fight == Fight::Automatic));
        }
        let members = state.members(side, state.open);
        (state.open != 0)
            .then(|| self.battle_words(state, members & state.engaged, members & state.guns, state.members(enemy, state.open), false))
    }

    /// The battle that a decision begins, changes or decides.
    pub(super) fn battle_after(&self, state: &State, action: Action) -> Option<BattleView> {
        let (side, enemy) = (state.side, state.side.enemy());
        let numbered = |state: &State, battle: u8| {
            let members = state.members(side, battle);
            self.battle_words(state, members & state.engaged, members & state.guns, state.members(enemy, battle), false)
        };
        match action {
            Action::Engage { attacker, defender } => {
                let bombards = state.guns & attacker.bit() != 0;
                let (guns, others) = if bombards { (attacker.bit(), 0) } else { (0, attacker.bit()) };
                Some(self.battle_words(state, others, guns, defender.bit(), false))
            }
            Action::Join { attacker: unit } | Action::Target { defender: unit } => {
                let mut with = state.clone();
                with.battle_of[unit.index()] = state.open;
                Some(numbered(&with, state.open))
            }
            Action::Close => Some(numbered(state, state.open)),
            Action::Resolve { battle } => Some(numbered(state, battle)),
            Action::Automatic { side, attackers } => {
                let defenders = self.may_attack_automatically(state, side, attackers).ok()?;
                Some(self.battle_words(state, attackers, 0, defenders, true))
            }
            _ => None,
        }
    }

    /// A battle for people.
    fn battle_words(&self, state: &State, attackers: Set, guns: Set, defenders: Set, automatic: bool) -> BattleView {
        let (side, enemy) = (state.side, state.side.enemy());
        let strengths = self.strengths(state, side, attackers, guns, defenders);
        let fire = attackers == 0;
        let together = attackers | guns;
        let ids = |side: Side, set: Set| pieces(side, set).map(|p| self.id(p).to_string()).collect();
        BattleView {
            fire,
            targets: strengths.hexes.iter().filter(|h| h.is_some()).map(|h| self.hex_name(*h)).collect(),
            attackers: ids(side, together),
            defenders: ids(enemy, defenders),
            attack: (together != 0).then(|| halves(strengths.attack)),
            defence: (defenders != 0).then(|| halves(strengths.defence)),
            odds: if together == 0 || defenders == 0 { String::new() } else { self.odds_words(&strengths, fire) },
            modifiers: self.battle_modifiers(state, attackers, guns, defenders, &strengths),
            columns: if together == 0 || defenders == 0 { Vec::new() } else { vec![self.column_words(&strengths, fire, automatic)] },
            ..BattleView::default()
        }
    }

    fn battle_modifiers(&self, state: &State, attackers: Set, guns: Set, defenders: Set, strengths: &Strengths) -> Vec<BattleModifier> {
        let (side, enemy) = (state.side, state.side.enemy());
        let mut modifiers = Vec::new();
        for (n, hex) in strengths.hexes.iter().enumerate().filter(|(_, h)| h.is_some()) {
            if strengths.doubled >> n & 1 == 1 {
                modifiers.push(BattleModifier::new("BR-7.4", format!("defenders in {} are uphill: doubled", self.hex_name(*hex))));
            }
        }
        let attacking = state.on_map(side, attackers | guns).filter(|(p, h)| self.halved(state, *p, *h, strengths.woods));
        let defending = state.on_map(enemy, defenders).filter(|(p, h)| self.halved(state, *p, *h, false));
        for (p, hex) in attacking.chain(defending) {
            modifiers.push(BattleModifier::new("BR-7.5", format!("{} in {} is halved", self.name(p), self.hex_name(hex))));
        }
        if attackers != 0 && strengths.support > strengths.adjacent {
            let text = format!("support fire counts {} of {}", halves(strengths.adjacent), halves(strengths.support));
            modifiers.push(BattleModifier::new("BR-9.51", text));
        }
        modifiers
    }

    /// What may come of a battle; outside the tables there is no die.
    fn column_words(&self, strengths: &Strengths, fire: bool, automatic: bool) -> BattleColumn {
        let odds = strengths.odds();
        if fire {
            let Some(column) = Tables::bombardment_column(odds) else {
                return BattleColumn { label: "no die".into(), results: vec![BattleResult::certain("", "no effect", Favours::Neither)] };
            };
            let result = |die| {
                let result = self.tables.bombardment(column, die);
                let favours = if result == BombardmentResult::None { Favours::Neither } else { Favours::Attacker };
                let (code, text) = split_code(bombardment_words(result));
                BattleResult::face(die, code, text, favours)
            };
            return BattleColumn { label: self.tables.bombardment_columns[column].clone(), results: (1..=6).map(result).collect() };
        }
        let best = self.tables.combat_columns.len() - 1;
        let Some(column) = automatic.then_some(best).or_else(|| Tables::combat_column(odds)) else {
            let (code, text) = split_code(combat_words(CombatResult::Ae));
            return BattleColumn { label: "no die".into(), results: vec![BattleResult::certain(code, text, Favours::Defender)] };
        };
        let result = |die| {
            let result = self.tables.combat(column, die);
            let favours = match result {
                CombatResult::Ae | CombatResult::AeAb2 | CombatResult::Ab2 => Favours::Defender,
                CombatResult::Ex => Favours::Neither,
                CombatResult::Db2 | CombatResult::De | CombatResult::DeDb2 => Favours::Attacker,
            };
            let (code, text) = split_code(combat_words(result));
            BattleResult::face(die, code, text, favours)
        };
        BattleColumn { label: self.tables.combat_columns[column].clone(), results: (1..=6).map(result).collect() }
    }
}

/// `DB2: the defenders fall back two hexes` as code and text.
pub(super) fn split_code(words: &str) -> (&str, &str) {
    words.split_once(": ").unwrap_or(("", words))
}
