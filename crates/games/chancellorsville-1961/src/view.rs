//! The view: the counters, markers, overlays and the battle at hand, as data for a client.

use crate::action::Manner;
use crate::combat::{BEST_COLUMN, column_name};
use crate::counters::{Kind, Outcome, Piece, pieces};
use crate::ground::OFF;
use crate::setup::deployer;
use crate::state::{LAST_TURN, Step};
use crate::victory::CONFEDERATE_LOSS;
use crate::{Chancellorsville1961, Clash, State};
use board::HexId;
use engine::words::{
    BattleColumn, BattleModifier, BattleResult, BattleView, Condition, Favours, Marker, MarkerKind, Off, Overlay, OverlayKind,
    Piece as Shown, PieceKind, Tally,
};
use engine::{Side, View, Words};

/// A result in a sentence.
pub(crate) fn outcome_sentence(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::AttackersEliminated => "all attackers are eliminated",
        Outcome::AttackersBack => "the attackers go back two hexes",
        Outcome::Exchange => "exchange: the weaker side is lost, the other pays as much",
        Outcome::DefendersBack => "the defenders go back two hexes",
        Outcome::DefendersEliminated => "all defenders are eliminated",
    }
}

fn kind_of(kind: Kind) -> PieceKind {
    match kind {
        Kind::Infantry => PieceKind::Infantry,
        Kind::Cavalry => PieceKind::Cavalry,
        Kind::Artillery => PieceKind::Artillery,
        Kind::HorseArtillery => PieceKind::HorseArtillery,
        Kind::Headquarters => PieceKind::Headquarters,
        Kind::Boat => PieceKind::Boat,
        Kind::Bridge => PieceKind::Bridge,
    }
}

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
            OFF if state.lost & piece.bit() != 0 => Some(Off::Eliminated),
            OFF if state.waiting & piece.bit() != 0 => Some(Off::Unplaced),
            OFF if state.boxed & piece.bit() != 0 => Some(Off::Boxed),
            OFF => Some(Off::Aside),
            _ => None,
        };
        let mut states = Vec::new();
        if hex != OFF && state.mover == state.owner(self.book, piece) {
            if state.halted & piece.bit() != 0 {
                states.push(Condition::Halted);
            } else if state.spent[piece.index()] > 0 {
                states.push(Condition::Moved);
            }
        }
        let battle = state.battle[piece.index()];
        if hex != OFF && battle != 0 {
            let fought = !matches!(state.step, Step::Divide) && state.unfought >> battle & 1 == 0;
            states.push(if fought { Condition::Fought } else { Condition::InBattle });
        }
        Shown {
            id: counter.id.clone(),
            side: state.owner(self.book, piece),
            name: counter.name.clone(),
            kind: kind_of(counter.kind),
            strengths: format!("{}-{}", counter.combat, counter.movement),
            strength: Some(u16::from(counter.combat)),
            formation: counter.formation.clone(),
            hex: (hex != OFF).then(|| self.hex_name(hex)),
            off,
            due: (state.waiting & piece.bit() != 0).then(|| self.due_words(state, piece)),
            states,
        }
    }

    fn markers(&self, state: &State) -> Vec<Marker> {
        let mut markers = Vec::new();
        for side in Side::BOTH {
            for hex in state.forts(side) {
                let holder = pieces(state.stack(hex) & self.book.units()).next().map(|p| self.book.side(p));
                markers.push(Marker { kind: MarkerKind::Fort, hexes: vec![self.hex_name(hex)], side: holder, label: "Fort".into() });
            }
        }
        for bridge in pieces(self.book.bridges & state.on_map()) {
            let (near, far) = state.spans[self.book.bridge(bridge).unwrap_or(0)];
            if near != OFF {
                let hexes = vec![self.hex_name(state.hex(bridge)), self.hex_name(far)];
                let owner = state.owner(self.book, bridge);
                markers.push(Marker {
                    kind: MarkerKind::Bridge,
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
            overlays.push(Overlay {
                id: format!("primary-{}", side.id()),
                kind: OverlayKind::Zone,
                side: Some(side),
                label: format!("{side} primary zone"),
                hexes: in_zone(true),
            });
            overlays.push(Overlay {
                id: format!("secondary-{}", side.id()),
                kind: OverlayKind::Zone,
                side: Some(side),
                label: format!("{side} artillery zone"),
                hexes: in_zone(false),
            });
        }
        overlays
    }

    /// The battle at hand, as it is divided or fought.
    pub(crate) fn battle_view(&self, state: &State) -> Option<BattleView> {
        let number = match state.step {
            Step::Divide if state.open => state.battles,
            Step::Roll | Step::Exchange | Step::Retreat | Step::Occupy => state.now,
            _ => return None,
        };
        let clash = self.battle(state, number);
        let won = state.step == Step::Occupy;
        (clash.defenders != 0 || won && clash.attackers != 0).then(|| self.battle_words(state, &clash))
    }

    /// A battle for people. Once it is decided one side of it may be gone.
    pub(crate) fn battle_words(&self, state: &State, clash: &Clash) -> BattleView {
        let ids = |set| self.ids(set).into_iter().map(str::to_string).collect();
        let mut targets: Vec<String> = pieces(clash.defenders).map(|q| self.hex_name(state.hex(q))).collect();
        // Where the defenders are gone, the ground that they lost is left.
        if targets.is_empty() {
            targets = state.won.iter().filter(|hex| **hex != OFF).map(|hex| self.hex_name(*hex)).collect();
        }
        targets.dedup();
        let modifiers = pieces(clash.defenders).filter_map(|q| {
            let across = pieces(clash.attackers).any(|u| self.book.ground.across(state.hex(u), state.hex(q)));
            let times = self.multiple(state, state.hex(q), across);
            let rule = self.multiple_rule(state, state.hex(q), across);
            (times > 1).then(|| BattleModifier::new(rule, format!("{} counts x{times}", self.name(q))))
        });
        let undecided = clash.attackers != 0 && clash.defenders != 0;
        BattleView {
            fire: matches!(clash.manner, Manner::Guns | Manner::Bombard),
            targets,
            attackers: ids(clash.attackers),
            defenders: ids(clash.defenders),
            attack: undecided.then(|| clash.attack.to_string()),
            defence: undecided.then(|| clash.defence.to_string()),
            odds: if undecided { self.odds_words(clash) } else { "decided".into() },
            modifiers: modifiers.collect(),
            columns: if undecided { vec![self.column_words(clash)] } else { Vec::new() },
            ..BattleView::default()
        }
    }

    /// What may come of a battle; beyond the table there is no die (C61-CRT-2).
    fn column_words(&self, clash: &Clash) -> BattleColumn {
        let column = clash.column();
        let ignored = |favours: Favours| match clash.manner {
            Manner::Bombard => favours == Favours::Defender,
            Manner::Approach => favours == Favours::Attacker,
            Manner::Close | Manner::Guns => false,
        };
        let one = |die: Option<u8>| {
            let outcome = self.outcome(column, die.unwrap_or(1));
            let favours = match outcome {
                Outcome::AttackersEliminated | Outcome::AttackersBack => Favours::Defender,
                Outcome::Exchange => Favours::Neither,
                Outcome::DefendersBack | Outcome::DefendersEliminated => Favours::Attacker,
            };
            let (text, favours) =
                if ignored(favours) { ("no effect at two hexes", Favours::Neither) } else { (outcome_sentence(outcome), favours) };
            match die {
                Some(die) => BattleResult::face(die, outcome.words(), text, favours),
                None => BattleResult::certain(outcome.words(), text, favours),
            }
        };
        let certain = column.abs() > BEST_COLUMN;
        let results = if certain { vec![one(None)] } else { (1..=6).map(|die| one(Some(die))).collect() };
        BattleColumn { label: if certain { "no die".into() } else { column_name(column) }, results }
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
                Tally::new("confederate-factors", "Confederate factors", self.factors_left(state, Side::Confederate).to_string())
                    .of(Side::Confederate)
                    .that_decides()
                    .from_parts(vec![format!("the Union wins at {CONFEDERATE_LOSS} or less")]),
                Tally::new("union-factors", "Union factors", self.factors_left(state, Side::Union).to_string())
                    .of(Side::Union)
                    .that_decides(),
            ],
            overlays: self.overlays(state),
            battle: self.battle_view(state),
        }
    }
}
