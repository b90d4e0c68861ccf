//! The ruleset with a title on it: what never changes during a game.

use crate::chart::Chart;
use crate::field::{Cell, Field};
use crate::ground::Ground;
use crate::state::State;
use crate::title::{Flag, Title};
use crate::units::{Arm, Unit, UnitId, UnitSet};
use board::Board;
use engine::{BadField, SetUp, Side};

/// Blue & Gray with a title, its board and the options chosen.
pub struct BlueGray {
    pub(crate) setup: SetUp,
    /// What is printed for this title: map, turns, limits, victory.
    pub title: Title,
    /// The Combat Results Table (BG-7.6).
    pub chart: Chart,
    pub(crate) board: &'static Board,
    /// The board, with costs, neighbours and lines of fire.
    pub ground: Ground,
    /// The units of each side.
    pub army: [UnitSet; 2],
    /// All batteries.
    pub artillery: UnitSet,
    /// All infantry.
    pub infantry: UnitSet,
    /// Guns that never move.
    pub immobile: UnitSet,
    /// Units that never attack.
    pub(crate) passive: UnitSet,
    /// Units that control no hex.
    pub(crate) zoneless: UnitSet,
    /// The followed hexes.
    pub followed: Field,
    /// The optional rule of attack effectiveness (BG-11).
    pub(crate) effectiveness: bool,
    /// Whether quotas bind (CH-22.0a).
    pub(crate) quotas: bool,
    pub(crate) fingerprint: u64,
}

/// The option that turns BG-11 on.
pub(crate) const OPTION_EFFECTIVENESS: &str = "attack-effectiveness";
/// The option that turns the movement quota off (CH-22.0a).
pub(crate) const OPTION_QUOTA: &str = "movement-quota";

impl BlueGray {
    /// The standard rules with this title's text on this board.
    pub fn with_title(standard: &str, text: &str, board: &'static Board, setup: SetUp) -> Result<BlueGray, BadField> {
        let bad = |place: &str, what: String| BadField::new(place, what);
        let chart = Chart::parse(standard).map_err(|e| bad("standard rules", e))?;
        let title = Title::parse(text, board).map_err(|e| bad("title", e.to_string()))?;
        let ground = Ground::survey(board, &chart).map_err(|e| bad("board", e))?;
        let set = |which: &dyn Fn(&Unit) -> bool| -> UnitSet {
            title.units.iter().enumerate().filter(|(_, u)| which(u)).map(|(i, _)| i as UnitId).collect()
        };
        let flagged = |flag: Flag| set(&|u: &Unit| u.flags.contains(&flag));
        let mut fingerprint = engine::mix::Mixer::default();
        [standard, text, env!("CARGO_PKG_VERSION")].iter().for_each(|t| {
            fingerprint.add(engine::mix::hash_text(t));
        });
        fingerprint.add(engine::mix::hash_text(&format!("{:?}{:?}", board.ground, ground.cost)));
        let game = BlueGray {
            army: Side::BOTH.map(|s| set(&|u: &Unit| u.side == s)),
            artillery: set(&|u: &Unit| u.arm == Arm::Artillery),
            infantry: set(&|u: &Unit| u.arm == Arm::Infantry),
            immobile: flagged(Flag::Immobile),
            passive: flagged(Flag::NoAttack),
            zoneless: flagged(Flag::NoZone),
            followed: title.controls.iter().map(|c| c.cell).collect(),
            effectiveness: setup.is_on(OPTION_EFFECTIVENESS),
            quotas: setup.options.get(OPTION_QUOTA).is_none_or(|v| v == "on"),
            fingerprint: fingerprint.finish(),
            setup,
            title,
            chart,
            board,
            ground,
        };
        for unit in &game.title.units {
            if let Some(cell) = unit.start.filter(|c| !game.ground.stand.has(*c)) {
                return Err(bad("title", format!("{}: no unit may stand in {}", unit.id, game.hex_name(cell))));
            }
        }
        Ok(game)
    }

    /// A unit as printed.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.title.units[usize::from(unit)]
    }

    /// Whose a unit is.
    #[inline]
    pub fn side_of(&self, unit: UnitId) -> Side {
        if self.army[0].has(unit) { Side::Union } else { Side::Confederate }
    }

    /// The printed strength of a set of units.
    #[inline]
    pub fn strength(&self, units: UnitSet) -> u32 {
        units.iter().map(|u| u32::from(self.unit(u).strength)).sum()
    }

    /// The name of a hex.
    pub fn hex_name(&self, cell: Cell) -> String {
        self.board.grid.name(cell.hex(&self.board.grid))
    }

    /// The board.
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// The title.
    pub fn title(&self) -> &Title {
        &self.title
    }

    /// The charts.
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// Puts a unit somewhere.
    #[inline]
    pub fn put(&self, state: &mut State, unit: UnitId, to: Cell) {
        state.put(unit, self.side_of(unit), to, self.chart.limits.stacking);
    }

    /// The hexes that a side controls (BG-6.1): all units do, whatever their type, effective or not (BG-11.2c), and whoever stands
    /// in the hex.
    pub(crate) fn zone_of(&self, state: &State, side: Side) -> Field {
        if self.zoneless.is_empty() {
            return self.ground.zone(&state.occupied[side.index()]);
        }
        let exerting = state.on_map.and(self.army[side.index()]).without(self.zoneless);
        self.ground.zone(&exerting.iter().map(|u| state.place(u)).collect())
    }

    /// Brings both zones up to date.
    pub(crate) fn mark_zones(&self, state: &mut State) {
        state.zone = Side::BOTH.map(|s| self.zone_of(state, s));
    }

    /// Whether a hex is controlled by the enemy of a side.
    #[inline]
    pub fn in_enemy_zone(&self, state: &State, side: Side, cell: Cell) -> bool {
        state.zone[side.enemy().index()].has(cell)
    }
}
