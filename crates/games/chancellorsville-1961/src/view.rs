//! The view: the counters, markers, overlays and the battle at hand, as data for a client.

use crate::counters::{Piece, pieces};
use crate::ground::OFF;
use crate::setup::deployer;
use crate::state::{LAST_TURN, Step};
use crate::victory::CONFEDERATE_LOSS;
use crate::{Chancellorsville1961, State};
use board::HexId;
use engine::words::{BattleView, Marker, Overlay, Piece as Shown, Tally};
use engine::{Side, View, Words};

impl Chancellorsville1961 {
    /// When and where a counter comes that waits for its step of the set-up (C61-PREP-2 to C61-PREP-4).
    fn due_words(&self, state: &State, piece: Piece) -> String {
        let book = self.book;
        if book.side(piece) == Side::Confederate {
            return "step 3 of the set-up, south of the Rapidan and the Rappahannock".into();
        }
        if book.is(piece, book.trains()) {
            return "step 4 of the set-up, on a road north of the Rappahannock".into();
        }
        let open = matches!(state.step, Step::Forts(_) | Step::Withhold);
        let may_wait = book.pairs.iter().any(|pair| book.is(piece, pair.units));
        let step = match (open && may_wait, book.is(piece, book.pairs[usize::from(state.withheld)].units)) {
            (true, _) => "step 2 of the set-up (step 4 if its corps is held back)",
            (false, true) => "step 4 of the set-up",
            (false, false) => "step 2 of the set-up",
        };
        format!("{step}, north of the Rappahannock")
    }

    fn shown(&self, state: &State, piece: Piece) -> Shown {
        let counter = self.book.counter(piece);
        let hex = state.hex(piece);
        let off = match hex {
            OFF if state.lost & piece.bit() != 0 => Some("eliminated"),
            OFF if state.waiting & piece.bit() != 0 => Some("waiting"),
            OFF if state.boxed & piece.bit() != 0 => Some("box"),
            OFF => Some("set aside"),
            _ => None,
        };
        let mut states = Vec::new();
        if hex != OFF && state.mover == state.owner(self.book, piece) {
            if state.halted & piece.bit() != 0 {
                states.push("halted");
            } else if state.spent[piece.index()] > 0 {
                states.push("moved");
            }
        }
        let battle = state.battle[piece.index()];
        if hex != OFF && battle != 0 {
            let fought = !matches!(state.step, Step::Divide) && state.unfought >> battle & 1 == 0;
            states.push(if fought { "fought" } else { "in battle" });
        }
        Shown {
            id: counter.id.clone(),
            side: state.owner(self.book, piece),
            name: counter.name.clone(),
            kind: counter.kind.id().to_string(),
            strengths: format!("{}-{}", counter.combat, counter.movement),
            formation: counter.formation.clone(),
            hex: (hex != OFF).then(|| self.hex_name(hex)),
            off: off.map(str::to_string),
            due: (state.waiting & piece.bit() != 0).then(|| self.due_words(state, piece)),
            states,
        }
    }

    fn markers(&self, state: &State) -> Vec<Marker> {
        let mut markers = Vec::new();
        for side in Side::BOTH {
            for hex in state.forts(side) {
                let holder = pieces(state.stack(hex) & self.book.units()).next().map(|p| self.book.side(p));
                markers.push(Marker { kind: "fort".into(), hexes: vec![self.hex_name(hex)], side: holder, label: "Fort".into() });
            }
        }
        for bridge in pieces(self.book.bridges & state.on_map()) {
            let (near, far) = state.spans[self.book.bridge(bridge).unwrap_or(0)];
            if near != OFF {
                let hexes = vec![self.hex_name(state.hex(bridge)), self.hex_name(far)];
                let owner = state.owner(self.book, bridge);
                markers.push(Marker {
                    kind: "bridge".into(),
                    hexes,
                    side: Some(owner),
                    label: format!("Bridge towards {}", self.hex_name(far)),
                });
            }
        }
        markers
    }

    fn overlays(&self, state: &State) -> Vec<Overlay> {
        let (book, ground) = (self.book, &self.book.ground);
        let mut overlays = Vec::new();
        for side in Side::BOTH {
            let units = book.units() & book.of[side.index()] & state.on_map();
            let mut primary = vec![false; crate::ground::HEXES + 1];
            pieces(units).for_each(|p| ground.around(state.hex(p)).iter().for_each(|h| primary[h.index()] = true));
            let in_zone = |wanted: bool| {
                ground.hexes().filter(|h| state.control(side, *h) > 0 && primary[h.index()] == wanted).map(|h| self.hex_name(h)).collect()
            };
            overlays.push(Overlay { id: format!("primary-{}", side.id()), label: format!("{side} primary zone"), hexes: in_zone(true) });
            overlays.push(Overlay {
                id: format!("secondary-{}", side.id()),
                label: format!("{side} artillery zone"),
                hexes: in_zone(false),
            });
        }
        overlays
    }

    fn battle_view(&self, state: &State) -> Option<BattleView> {
        let number = match state.step {
            Step::Divide if state.open => state.battles,
            Step::Roll | Step::Exchange | Step::Retreat | Step::Occupy => state.now,
            _ => return None,
        };
        let clash = self.battle(state, number);
        if clash.attackers == 0 || clash.defenders == 0 {
            return None;
        }
        let mut targets: Vec<String> = pieces(clash.defenders).map(|q| self.hex_name(state.hex(q))).collect();
        targets.dedup();
        let modifiers = pieces(clash.defenders)
            .filter_map(|q| {
                let across = pieces(clash.attackers).any(|u| self.book.ground.across(state.hex(u), state.hex(q)));
                let times = self.multiple(state, state.hex(q), across);
                (times > 1)
                    .then(|| (self.multiple_rule(state, state.hex(q), across).to_string(), format!("{} counts x{times}", self.name(q))))
            })
            .collect();
        let column = clash.column();
        let results = (1..=6).map(|die| (die.to_string(), self.outcome(column, die).words().to_string())).collect();
        Some(BattleView {
            targets,
            attackers: self.ids(clash.attackers).into_iter().map(str::to_string).collect(),
            odds: self.odds_words(&clash),
            modifiers,
            results,
        })
    }

    /// The rule behind a defender's multiple.
    pub(crate) fn multiple_rule(&self, state: &State, hex: HexId, across: bool) -> &'static str {
        match (state.is_fort(hex), self.book.ground.hill(hex), across && self.book.ground.shore(hex)) {
            (true, true, _) => "C61-DEF-5",
            (true, false, true) => "C61-DEF-3",
            (true, false, false) => "C61-DEF-1",
            (false, true, _) => "C61-DEF-4",
            _ => "C61-DEF-2",
        }
    }

    pub(crate) fn whole_view(&self, state: &State) -> View {
        let phase = match state.step {
            Step::Forts(_) => "Set-up: forts",
            Step::Withhold => "Set-up: corps held back",
            Step::DeployUnion => "Set-up: Union army",
            Step::DeployConfederate => "Set-up: Confederate army",
            Step::DeployRest => "Set-up: the rest of the Union army",
            Step::Move => "Movement",
            Step::Divide => "Division of battles",
            Step::Choose | Step::Roll | Step::Exchange | Step::Retreat | Step::Occupy => "Combat",
            Step::Over(_) => "Game over",
        };
        let tally = |id: &str, label: &str, value: String| Tally { id: id.into(), label: label.into(), value };
        View {
            board: self.book.ground.board.id.clone(),
            turn: state.turn,
            turn_label: if state.turn == 0 { "Set-up".into() } else { format!("Turn {} of {LAST_TURN}", state.turn) },
            phase: phase.into(),
            active: (!matches!(state.step, Step::Over(_))).then_some(deployer(state.step).unwrap_or(state.mover)),
            prompt: self.prompt(state),
            pieces: self.book.all().map(|p| self.shown(state, p)).collect(),
            markers: self.markers(state),
            tallies: vec![
                tally(
                    "confederate-factors",
                    "Confederate factors",
                    format!("{} (the Union wins at {CONFEDERATE_LOSS} or less)", self.factors_left(state, Side::Confederate)),
                ),
                tally("union-factors", "Union factors", self.factors_left(state, Side::Union).to_string()),
                tally("turn", "Turn", format!("{} of {LAST_TURN}", state.turn)),
            ],
            overlays: self.overlays(state),
            battle: self.battle_view(state),
        }
    }
}
