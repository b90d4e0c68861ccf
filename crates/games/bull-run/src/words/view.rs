//! The view: the map, the pieces, the battle at hand, as each seat may see them.

use super::{bombardment_words, combat_words, halves};
use crate::BullRun;
use crate::counters::{Kind, PieceId, pieces};
use crate::fog::Sight;
use crate::state::{Fight, Phase, Spot, State};
use crate::tables::{CombatResult, Tables};
use engine::words::{BattleView, Marker, Overlay, Piece, Tally};
use engine::{Side, View, Words};

impl BullRun {
    pub(super) fn view_of(&self, sight: &Sight) -> View {
        let state = &sight.state;
        let mut counters = Vec::new();
        for piece in self.roster.all() {
            let spot = state.at[piece.index()];
            let kind = self.roster.kind(piece);
            let holder = matches!(kind, Kind::Formed | Kind::Dummy);
            if matches!(spot, Spot::ASIDE | Spot::HIDDEN | Spot::PART) || holder && spot.hex().is_none() {
                continue;
            }
            counters.push(self.piece_view(state, piece, spot));
        }
        for side in Side::BOTH {
            let list = &sight.face_down[side.index()];
            for (n, hex) in list.iter().enumerate() {
                let nth = list[..n].iter().filter(|h| *h == hex).count() + 1;
                counters.push(Piece {
                    id: format!("face-down-{}-{}-{nth}", side.id(), self.hex_name(*hex)),
                    side,
                    name: "face down".into(),
                    kind: "hidden".into(),
                    strengths: String::new(),
                    formation: String::new(),
                    hex: Some(self.hex_name(*hex)),
                    off: None,
                    due: None,
                    states: vec!["frozen"],
                });
            }
        }
        let marker = |kind: &str, hexes: Vec<String>, label: &str| Marker { kind: kind.into(), hexes, side: None, label: label.into() };
        let mut markers: Vec<Marker> =
            state.abatis.iter().filter(|h| h.is_some()).map(|h| marker("abatis", vec![self.hex_name(*h)], "Abatis")).collect();
        if state.standing() {
            markers.push(marker("trestle", vec![self.hex_name(self.ground.trestle)], "Trestle"));
        }
        for star in &self.ground.stars {
            markers.push(marker("star", vec![self.hex_name(*star)], "Victory star"));
        }
        View {
            board: self.ground.board.id.clone(),
            turn: state.turn,
            turn_label: self.turn_label(state.turn),
            phase: self.phase_label(state.phase).into(),
            active: (state.phase != Phase::Over).then_some(state.side),
            prompt: self.prompt(sight),
            pieces: counters,
            markers,
            tallies: self.tallies(sight),
            overlays: self.overlays(sight),
            battle: self.battle_view(state),
        }
    }

    fn piece_view(&self, state: &State, piece: PieceId, spot: Spot) -> Piece {
        let c = self.roster.counter(piece);
        let kind = match c.kind {
            Kind::Leader => "leader",
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
            Kind::Battery => "artillery",
            Kind::Formed => "brigade",
            Kind::Dummy => "dummy",
        };
        let mut states = Vec::new();
        let bit = piece.bit();
        let side = piece.side();
        let mine = side == state.side;
        let movement = matches!(state.phase, Phase::Movement | Phase::Declaration | Phase::Battles | Phase::Rally);
        // BR-PP-3: the STOP marker only shows who is inactive.
        for (on, state) in [
            (state.is_frozen(piece), "frozen"),
            (mine && movement && spot.hex().is_some() && state.active & bit == 0, "stop"),
            (mine && state.moved & bit != 0, "moved"),
            (mine && state.fought & bit != 0, "fought"),
            (mine && state.advanced & bit != 0, "advanced"),
            (state.battle_piece[side.index()] & bit != 0, "battle piece"),
            (state.bombarded[side.index()] & bit != 0, "bombarded"),
        ] {
            if on {
                states.push(state);
            }
        }
        let off = match spot {
            Spot::CARD => Some("to be set up"),
            Spot::DUE => Some("reinforcements"),
            Spot::BOX => Some("rally box"),
            Spot::LOST => Some("eliminated"),
            _ => None,
        };
        Piece {
            id: c.id.clone(),
            side,
            name: c.name.clone(),
            kind: kind.into(),
            strengths: self.strengths_on(state, piece),
            formation: self.formation(piece),
            hex: spot.hex().map(|h| self.hex_name(h)),
            off: off.map(str::to_string),
            due: self.due(state, piece),
            states,
        }
    }

    fn tallies(&self, sight: &Sight) -> Vec<Tally> {
        let state = &sight.state;
        let tally = |id: &str, label: &str, value: String| Tally { id: id.into(), label: label.into(), value };
        let mut out = Vec::new();
        for side in Side::BOTH {
            let boxed = pieces(side, self.roster.infantry[side.index()]).filter(|p| state.at[p.index()] == Spot::BOX).count();
            out.push(tally(&format!("rally-{}", side.id()), &format!("{side} RALLY box"), boxed.to_string()));
        }
        for (n, points) in state.ford.iter().enumerate().filter(|(_, p)| **p > 0) {
            let hex = self.hex_name(self.ground.fords[n]);
            let left = self.tables.limits.ford_entry - points;
            out.push(tally(&format!("ford-{hex}"), &format!("Ford {hex}"), format!("{left} points may still enter")));
        }
        let stars = self.ground.stars.iter().filter(|h| state.units(Side::Union, **h) != 0).count();
        out.push(tally("stars", "Victory stars held by the Union", stars.to_string()));
        out
    }

    fn overlays(&self, sight: &Sight) -> Vec<Overlay> {
        let state = &sight.state;
        let names =
            |hexes: &crate::ground::Hexes| hexes.iter().filter(|h| self.ground.board.grid.contains(*h)).map(|h| self.hex_name(h)).collect();
        let overlay = |id: &str, label: &str, hexes: Vec<String>| Overlay { id: id.into(), label: label.into(), hexes };
        let mut out = Vec::new();
        for side in Side::BOTH {
            out.push(overlay(&format!("zones-{}", side.id()), &format!("{side} zones of control"), names(&self.zones(state, side))));
            let mut recon = crate::ground::Hexes::new();
            for hex in &sight.face_down[side.index()] {
                self.ground.recon(*hex).iter().for_each(|h| recon.add(*h));
            }
            if !recon.is_empty() {
                out.push(overlay(&format!("recon-{}", side.id()), &format!("Recon range of face-down {side} pieces"), names(&recon)));
            }
        }
        out
    }

    fn battle_view(&self, state: &State) -> Option<BattleView> {
        let (side, enemy) = (state.side, state.side.enemy());
        let (attackers, guns, defenders, automatic) = if state.battle.fight != Fight::None {
            (state.battle.attackers, state.battle.guns, state.battle.defenders, state.battle.fight == Fight::Automatic)
        } else if state.open != 0 {
            let members = state.members(side, state.open);
            (members & state.engaged, members & state.guns, state.members(enemy, state.open), false)
        } else {
            return None;
        };
        let strengths = self.strengths(state, side, attackers, guns, defenders);
        let bombardment = attackers == 0;
        let mut results: Vec<(String, String)> = Vec::new();
        let odds = strengths.odds();
        for die in 1..=6u8 {
            let text = match (bombardment, automatic) {
                (true, _) => Tables::bombardment_column(odds).map(|c| bombardment_words(self.tables.bombardment(c, die))),
                (_, true) => Some(combat_words(self.tables.combat(self.tables.combat_columns.len() - 1, die))),
                _ => Tables::combat_column(odds).map(|c| combat_words(self.tables.combat(c, die))),
            };
            match text {
                Some(text) => results.push((die.to_string(), text.to_string())),
                None => {
                    let text = if bombardment { "no effect" } else { combat_words(CombatResult::Ae) };
                    results.push(("no die".into(), text.into()));
                    break;
                }
            }
        }
        let mut modifiers = Vec::new();
        for (n, hex) in strengths.hexes.iter().enumerate().filter(|(_, h)| h.is_some()) {
            if strengths.doubled >> n & 1 == 1 {
                modifiers.push(("BR-7.4".into(), format!("defenders in {} are uphill: doubled", self.hex_name(*hex))));
            }
        }
        for (p, hex) in state.on_map(side, attackers | guns).filter(|(p, h)| self.halved(state, *p, *h, strengths.woods)) {
            modifiers.push(("BR-7.5".into(), format!("{} in {} is halved", self.name(p), self.hex_name(hex))));
        }
        for (p, hex) in state.on_map(enemy, defenders).filter(|(p, h)| self.halved(state, *p, *h, false)) {
            modifiers.push(("BR-7.5".into(), format!("{} in {} is halved", self.name(p), self.hex_name(hex))));
        }
        if attackers != 0 && strengths.support > strengths.adjacent {
            modifiers
                .push(("BR-9.51".into(), format!("support fire counts {} of {}", halves(strengths.adjacent), halves(strengths.support))));
        }
        Some(BattleView {
            targets: strengths.hexes.iter().filter(|h| h.is_some()).map(|h| self.hex_name(*h)).collect(),
            attackers: pieces(side, attackers | guns).map(|p| self.id(p).to_string()).collect(),
            odds: self.odds_words(&strengths, bombardment),
            modifiers,
            results,
        })
    }
}
