//! The view: what a seat sees on the table.

use crate::GiveUsVictories;
use crate::counters::{Kind, counters, tables};
use crate::fog::Knowledge;
use crate::ground::ground;
use crate::ids::{Hex, Piece};
use crate::position::conditions;
use crate::state::{Lies, State};
use engine::handbook::plural;
use engine::words::{Condition, Marker, MarkerKind, Off, Overlay, OverlayKind, Piece as SeenPiece, PieceKind, Tally};
use engine::{Side, View};

impl GiveUsVictories {
    pub(crate) fn seen_piece(&self, state: &State, p: Piece) -> SeenPiece {
        let counter = counters().get(p);
        let cp = counter.cp[usize::from(state.reduced.has(p))];
        let strengths = match (counter.ma, counter.elite) {
            (0, _) => format!("{cp}"),
            (ma, 0) => format!("{cp}-{ma}"),
            (ma, elite) => format!("{cp}-{ma} +{elite}"),
        };
        SeenPiece {
            id: p.id().to_string(),
            side: counter.side,
            name: if counter.kind == Kind::Skirmisher { "Skirmishers".into() } else { counter.name.clone() },
            kind: kind_of(counter.kind),
            strengths,
            strength: Some(u16::from(cp)),
            formation: self.band[p.index()].map_or(String::new(), |c| self.formation_name(c).to_string()),
            hex: state.hex(p).is_some().then(|| state.hex(p).name()),
            off: off(state.hex(p)),
            due: self.due_words(state, p),
            states: conditions(state, p).into_iter().filter_map(Condition::named).collect(),
        }
    }

    pub(crate) fn view_of(&self, known: &Knowledge) -> View {
        let state = &known.state;
        let mut pieces: Vec<SeenPiece> = Piece::all()
            .filter(|p| !matches!(state.hex(*p), Hex::ASIDE | Hex::UNSEEN) && self.is_shown(known, *p))
            .map(|p| self.seen_piece(state, p))
            .collect();
        for side in Side::BOTH {
            for hex in state.held[side.index()].iter().filter(|h| !state.at.contains(h)) {
                let height = known.heights.iter().find(|h| h.0 == hex).map_or(1, |h| h.1);
                for n in 1..=height {
                    pieces.push(SeenPiece::face_down(format!("unseen-{}-{n}", hex.name()), side, "Unseen", hex.name()));
                }
            }
        }
        View {
            board: ground().board().id.clone(),
            turn: state.turn,
            turn_label: self.turn_words(state.turn),
            phase: self.phase_words(state),
            active: state.act.as_ref().map(|a| a.side),
            prompt: self.prompt_words(known),
            pieces,
            markers: self.markers(state),
            tallies: self.tallies(known),
            overlays: self.overlays(known),
            battle: self.battle_view(state),
        }
    }

    /// Available skirmishers and dummies are a number in the tallies; dummies in hand of the enemy are nobody's business.
    pub(crate) fn is_shown(&self, known: &Knowledge, p: Piece) -> bool {
        let counter = counters().get(p);
        !(known.state.hex(p) == Hex::READY && counter.kind == Kind::Dummy && !known.seat.sees_for(counter.side))
    }

    pub(crate) fn markers(&self, state: &State) -> Vec<Marker> {
        let mut markers = Vec::new();
        for hex in state.breastworks.iter() {
            let side = Side::BOTH.into_iter().find(|side| state.holds(*side, hex));
            markers.push(Marker { kind: MarkerKind::Breastworks, hexes: vec![hex.name()], side, label: "Breastworks".into() });
        }
        for pontoon in &state.pontoons {
            if let Lies::Over(a, b) = pontoon.lies {
                markers.push(Marker {
                    kind: MarkerKind::Bridge,
                    hexes: vec![a.name(), b.name()],
                    side: Some(pontoon.owner),
                    label: "Pontoon".into(),
                });
            }
        }
        for (hex, _) in &self.scenario.bridgeheads {
            markers.push(Marker { kind: MarkerKind::Fort, hexes: vec![hex.name()], side: Some(Side::Union), label: "Bridgehead".into() });
        }
        for side in Side::BOTH {
            let hex = state.detachment[side.index()];
            if hex.is_some() {
                markers.push(Marker {
                    kind: MarkerKind::Detachment,
                    hexes: vec![hex.name()],
                    side: Some(side),
                    label: "Detachment".into(),
                });
            }
        }
        if let Some(act) = state.act.as_ref().filter(|a| a.hex.is_some()) {
            let label = if act.forced { format!("{} (forced march)", self.chit_name(act.chit)) } else { self.chit_name(act.chit).into() };
            markers.push(Marker { kind: MarkerKind::Chit, hexes: vec![act.hex.name()], side: Some(act.side), label });
        }
        markers
    }

    pub(crate) fn tallies(&self, known: &Knowledge) -> Vec<Tally> {
        let state = &known.state;
        let tally = |id: &str, label: &str, value: String| Tally::new(id, label, value);
        let mut list = vec![
            tally("weather", "Weather", if state.rain { "Rain" } else { "Dry" }.into()),
            tally("cup", "Chits in the cup", format!("{}", known.cup)),
        ];
        for side in Side::BOTH {
            let own = &counters().of[side.index()];
            let count = |place: Hex| counters().skirmishers.and(own).iter().filter(|p| state.hex(*p) == place).count();
            let id = side.id();
            list.push(
                tally(&format!("{id}-points"), &format!("{side} activation points"), format!("{}", self.points(state.turn, side))).of(side),
            );
            list.push(
                tally(
                    &format!("{id}-skirmishers"),
                    &format!("{side} skirmishers"),
                    format!("{} available, {} lost", count(Hex::READY), count(Hex::LOST)),
                )
                .of(side),
            );
            list.push(
                tally(&format!("{id}-lost"), &format!("{side} points lost"), format!("{}", self.lost_points(state, side)))
                    .of(side)
                    .that_decides(),
            );
            if self.opt.events || known.cards[side.index()] > 0 {
                let mut value = format!("{}", known.cards[side.index()]);
                if known.seat.sees_for(side) || !self.opt.events {
                    let names: Vec<String> = state.hand[side.index()].iter().map(|e| self.event_name(side, e).to_string()).collect();
                    if !names.is_empty() {
                        value += &format!(": {}", names.join(", "));
                    }
                }
                list.push(tally(&format!("{id}-events"), &format!("{side} events"), value));
            }
        }
        for (i, high) in self.named.high.into_iter().enumerate() {
            if self.chits.has(high) && known.boxes[i] > 0 {
                let names: Vec<String> = state.boxes[i].iter().map(|c| self.formation_name(c).to_string()).collect();
                let value = if names.is_empty() { plural(known.boxes[i], "chit face down", "chits face down") } else { names.join(", ") };
                list.push(tally(&format!("box-{}", high.id()), &format!("{}'s box", self.chit_name(high)), value));
            }
        }
        if self.is_campaign() {
            list.push(tally("difference", "Loss difference (Union ahead +)", format!("{:+}", self.difference(state))));
            let exits = |side: Side| state.exits[side.index()].iter().map(|n| u16::from(*n)).sum::<u16>();
            list.push(tally(
                "exits",
                "Steps off the map",
                format!("Union {}, Confederate {}", exits(Side::Union), exits(Side::Confederate)),
            ));
            let in_hand = state.pontoons.iter().filter(|p| p.owner == Side::Union && matches!(p.lies, Lies::InHand | Lies::Packed)).count();
            list.push(tally("pontoons", "Union pontoons in hand", format!("{in_hand}")));
        }
        list
    }

    pub(crate) fn overlays(&self, known: &Knowledge) -> Vec<Overlay> {
        let state = &known.state;
        let mut list = Vec::new();
        if let Some(act) = state.act.as_ref().filter(|a| a.hex.is_some()) {
            let reach = self.command_hexes(state, act.side, act.hex, tables().chit(act.chit).radius, false);
            list.push(Overlay {
                id: "command".into(),
                kind: OverlayKind::Command,
                side: Some(act.side),
                label: "Command radius".into(),
                hexes: reach.iter().map(Hex::name).collect(),
            });
        }
        if let Some(side) = known.seat.side().filter(|_| !self.scenario.always_supplied) {
            let hexes = self.supplied_hexes(state, side);
            list.push(Overlay {
                id: "supply".into(),
                kind: OverlayKind::Supply,
                side: Some(side),
                label: "In supply".into(),
                hexes: hexes.iter().map(Hex::name).collect(),
            });
        }
        list
    }
}

fn kind_of(kind: Kind) -> PieceKind {
    match kind {
        Kind::Infantry => PieceKind::Infantry,
        Kind::Artillery => PieceKind::Artillery,
        Kind::HorseArtillery => PieceKind::HorseArtillery,
        Kind::Cavalry => PieceKind::Cavalry,
        Kind::Skirmisher => PieceKind::Skirmisher,
        Kind::Dummy => PieceKind::Dummy,
    }
}

fn off(hex: Hex) -> Option<Off> {
    match hex {
        Hex::WAITING => Some(Off::Reinforcements),
        Hex::LOST => Some(Off::Eliminated),
        Hex::EXITED => Some(Off::Exited),
        Hex::READY => Some(Off::Available),
        Hex::GONE => Some(Off::Removed),
        Hex::ASIDE | Hex::UNSEEN => Some(Off::Aside),
        _ => None,
    }
}
