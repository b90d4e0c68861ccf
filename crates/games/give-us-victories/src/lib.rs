//! Give Us Victories: the Chancellorsville campaign, 30 April to 4 May 1863.
//!
//! Both sides buy formations in secret, all chits go into one cup, and whoever's chit is drawn moves, bombards and fights.
//! The files follow the chapters of the rulebook:
//!
//! | file | chapter |
//! | --- | --- |
//! | [`state`], [`agenda`], [`under_way`] | what changes in play |
//! | [`play`], [`listing`] | what can be done, whether it is allowed, what it does: each arm one call into a chapter |
//! | [`sequence`] | 6, 7: the turn, the agenda, the night, rain |
//! | [`mod@scenarios`] | 19: what differs between the scenarios, from `data/` |
//! | [`setup`], [`completion`] | 4, 18, 19, 20: set-up, reinforcements, the strategic map |
//! | [`stacking`] | 3, 5: steps, stacks, displacement, markers |
//! | [`command`], [`muster`] | 8: points, chits, the cup, radius, who acts, detachment |
//! | [`movement`], [`reach`] | 9: marches, roads, forced march, exits |
//! | [`withdrawal`] | 9: breaking contact |
//! | [`pontoons`] | 10, 11: rivers and pontoons |
//! | [`bombardment`] | 12 |
//! | [`skirmishers`] | 13, and dummies |
//! | [`combat`] with [`duties`], [`pools`], [`losses`], [`retreat`], [`advance`] | 14 |
//! | [`supply`] | 15, 16: supply, recovery |
//! | [`events`] | 17 |
//! | [`victory`] | 2, 19 |
//! | [`fog`] | what a seat may know |
//! | [`audit`] | what may never be |
//! | [`words`], [`log`], [`view`], [`notation`], [`position`], [`handbook`] | what people read, files, reference |

pub mod action;
pub(crate) mod advance;
pub(crate) mod agenda;
pub mod audit;
mod battle_view;
pub mod bombardment;
pub mod combat;
pub mod command;
pub(crate) mod completion;
pub mod counters;
pub(crate) mod duties;
pub(crate) mod events;
pub mod fog;
pub mod ground;
pub(crate) mod handbook;
pub mod ids;
pub(crate) mod listing;
pub(crate) mod lists;
pub(crate) mod log;
pub(crate) mod losses;
mod meant;
pub mod movement;
pub(crate) mod muster;
pub(crate) mod notation;
pub(crate) mod play;
pub(crate) mod pontoons;
pub mod pools;
pub mod position;
pub mod reach;
pub(crate) mod retreat;
pub mod scenarios;
pub(crate) mod sequence;
pub mod setup;
pub mod skirmishers;
pub(crate) mod stacking;
pub mod state;
pub mod supply;
pub(crate) mod under_way;
pub(crate) mod victory;
pub(crate) mod view;
pub mod withdrawal;
pub(crate) mod words;

pub use action::{Action, Event, Subject};
pub use fog::Knowledge;
pub use state::State;

use completion::Zone;
use counters::{ChitKind, PIECES, Use, counters, tables};
use engine::{BadField, Illegal, SetUp, Side};
use ground::ground;
use ids::{Chit, Chits, Hex, HexBits, Piece, Pieces};
use movement::Lane;
use scenarios::{Scenario, Victory, scenarios};
use supply::Track;

/// What players agreed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    pub(crate) events: bool,
    pub(crate) dummies: bool,
    pub(crate) rule_of_six: bool,
    pub(crate) night_combat: bool,
    pub(crate) extra_skirmishers: [u8; 2],
    /// The hypothetical forces of the campaign.
    pub hypothetical: bool,
    pub(crate) stoneman: bool,
    pub(crate) longstreet: bool,
}

/// Chits that the rules name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The high commanders.
    pub high: [Chit; 4],
    pub(crate) independent: [Chit; 2],
    pub(crate) good_general: Chit,
    pub(crate) reynolds: Chit,
    pub(crate) sickles: Chit,
    pub(crate) sedgwick: Chit,
    pub(crate) stuart: Chit,
    pub(crate) hood: Chit,
    pub(crate) pickett: Chit,
    pub(crate) stoneman: Chit,
}

/// Hexes that the rules name.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// Chancellorsville.
    pub chancellorsville: Hex,
    /// Fairview.
    pub fairview: Hex,
    /// Marye's Heights.
    pub maryes_heights: Hex,
    /// Spotsylvania Court House.
    pub spotsylvania: Hex,
    /// Falmouth.
    pub falmouth: Hex,
    /// Zoan Church.
    pub zoan_church: Hex,
    pub(crate) hamiltons_crossing: Hex,
}

/// The game with its scenario and options chosen.
#[derive(Debug)]
pub struct GiveUsVictories {
    pub(crate) setup: SetUp,
    /// The scenario played.
    pub scenario: &'static Scenario,
    /// The options chosen.
    pub opt: Options,
    /// The map of this scenario.
    pub(crate) area: HexBits,
    /// The six neighbours, cut to the map of this scenario.
    pub near: Vec<[Hex; 6]>,
    /// What a step costs over each side that no water guards.
    pub(crate) lanes: Vec<[Lane; 6]>,
    /// The sides over which supply roads run (GUV-15.2), one bit each, and the steps in search of them: in dry weather and in
    /// rain; pontoons apart.
    pub(crate) road_sides: [Vec<u8>; 2],
    pub(crate) tracks: [Vec<Track>; 2],
    /// The sides over which command passes (GUV-8.12), one bit each: for foot, for cavalry, for both in rain; pontoons apart.
    pub(crate) passes: [Vec<u8>; 3],
    /// Printed works and bridgeheads that help a side: the sides they face; 0 for none (GUV-14.34, GUV-18.2). They
    /// never change (GUV-14.36).
    pub forts: [Vec<u8>; 2],
    /// The chit that each piece answers.
    pub(crate) band: [Option<Chit>; PIECES],
    /// The pieces that answer each chit.
    pub formation: Vec<Pieces>,
    /// Independent units (GUV-3.7).
    pub(crate) independents: Pieces,
    /// The cavalry of turn 11, where its limits hold (GUV-18.9 to GUV-18.11).
    pub(crate) turn11: Pieces,
    /// Who may be barred from the rivers (GUV-18.7, GUV-18.8, GUV-18.10).
    pub(crate) river_bound: Pieces,
    /// Who waits to be released, row by row of what the scenario holds back (GUV-18.3, GUV-18.4, GUV-19.3).
    pub(crate) waits: Vec<Pieces>,
    /// The chits of this game.
    pub chits: Chits,
    /// The formation chits that each side places in boxes of the strategic map.
    pub(crate) strategic: [Chits; 2],
    /// Chits that the rules name.
    pub named: Named,
    /// Hexes that the rules name.
    pub places: Places,
    /// The units that each side sets up.
    pub(crate) deploys: [Pieces; 2],
    /// All set-up zones: first the boxes of the strategic map, so many of them, then those of the scenario.
    pub(crate) zones: Vec<Zone>,
    pub(crate) boxes: u8,
    /// The set-up zone of each piece, and its proposed hex.
    pub(crate) home_zone: [u8; PIECES],
    pub(crate) proposed: Vec<Hex>,
    /// Where each group of reinforcements enters.
    pub(crate) entries: Vec<HexBits>,
    /// Where Union brigades leave the map of Salem Church (GUV-19.20, R-129).
    pub exits: HexBits,
}

/// What listing and checking need of a march: see [`movement`].
pub(crate) type Check = Result<(), Illegal>;

impl GiveUsVictories {
    pub(crate) fn new(setup: &SetUp) -> Result<GiveUsVictories, BadField> {
        let scenario = scenarios()
            .iter()
            .find(|s| s.id == setup.scenario)
            .ok_or_else(|| BadField::new("scenario", format!("no scenario {:?}", setup.scenario)))?;
        let number = |option: &str| setup.options.get(option).and_then(|v| v.parse().ok()).unwrap_or(0);
        let value = |option: &str| setup.options.get(option).map(String::as_str).unwrap_or_default();
        let opt = Options {
            events: setup.is_on("events") && scenario.variants,
            dummies: setup.is_on("dummies"),
            rule_of_six: setup.is_on("rule-of-six"),
            night_combat: setup.is_on("night-combat"),
            extra_skirmishers: [number("extra-skirmishers-union"), number("extra-skirmishers-confederate")],
            hypothetical: value("deployment") == "hypothetical" && scenario.variants,
            stoneman: matches!(value("absent-forces"), "both" | "stoneman") && scenario.variants,
            longstreet: matches!(value("absent-forces"), "both" | "longstreet") && scenario.variants,
        };
        let g = ground();
        let area: HexBits = match &scenario.area {
            Some(zone) => g.zone(zone),
            None => (0..ground::HEXES as u16).map(Hex).collect(),
        };
        let near = g.near.iter().map(|around| around.map(|n| if area.has(n) { n } else { Hex::NONE })).collect();
        let mut forts = [vec![0u8; ground::HEXES], g.works.clone()];
        for (hex, facing) in &scenario.bridgeheads {
            forts[Side::Union.index()][hex.index()] = *facing;
        }
        let named = Named {
            high: ["hooker", "lee", "jackson", "longstreet"].map(Chit::named),
            independent: ["union-independent", "confederate-independent"].map(Chit::named),
            good_general: Chit::named("good-general"),
            reynolds: Chit::named("reynolds"),
            sickles: Chit::named("sickles"),
            sedgwick: Chit::named("sedgwick"),
            stuart: Chit::named("stuart"),
            hood: Chit::named("hood"),
            pickett: Chit::named("pickett"),
            stoneman: Chit::named("stoneman"),
        };
        let band: [Option<Chit>; PIECES] = std::array::from_fn(|i| {
            let counter = &counters().pieces[i];
            if scenario.independent.has(Piece(i as u8)) {
                None
            } else if opt.stoneman && counter.used == Use::Turn11 {
                Some(named.stoneman)
            } else {
                counter.formation
            }
        });
        let formation = (0..tables().chits.len() as u8)
            .map(|c| Piece::all().filter(|p| band[p.index()] == Some(Chit(c))).collect::<Pieces>())
            .collect();
        let mut chits = scenario.chits;
        if opt.stoneman {
            chits.insert(named.stoneman);
        }
        if opt.longstreet {
            [named.hood, named.pickett, named.high[3]].into_iter().for_each(|c| chits.insert(c));
        }
        let independents = counters().units().iter().filter(|p| band[p.index()].is_none()).collect();
        let mut game = GiveUsVictories {
            setup: setup.clone(),
            scenario,
            opt,
            area,
            lanes: Vec::new(),
            road_sides: Default::default(),
            tracks: Default::default(),
            passes: Default::default(),
            river_bound: Pieces::NONE,
            waits: Vec::new(),
            near,
            forts,
            band,
            formation,
            independents,
            turn11: if opt.stoneman { Pieces::NONE } else { counters().turn11 },
            chits,
            strategic: Default::default(),
            named,
            places: Places {
                chancellorsville: g.place("Chancellorsville"),
                fairview: g.place("Fairview"),
                maryes_heights: g.place("Marye's Heights"),
                spotsylvania: g.place("Spotsylvania"),
                falmouth: g.place("Falmouth"),
                zoan_church: g.place("Zoan Church"),
                hamiltons_crossing: g.place("Hamilton's Crossing"),
            },
            deploys: [Pieces::NONE; 2],
            zones: Vec::new(),
            boxes: 0,
            home_zone: [0; PIECES],
            proposed: Vec::new(),
            entries: Vec::new(),
            exits: scenario
                .exits
                .iter()
                .flat_map(|edge| g.zone(edge).iter().collect::<Vec<_>>())
                .filter(|h| g.road[h.index()] > 0)
                .collect(),
        };
        game.strategic = game.find_strategic_chits();
        game.prepare();
        game.lanes = game.lay_lanes();
        game.road_sides = game.road_sides();
        game.tracks = game.lay_tracks();
        game.passes = game.command_sides();
        game.river_bound = Piece::all().filter(|p| game.has_river_limits(*p)).collect();
        game.waits = game.waiting_corps();
        Ok(game)
    }

    /// Goes on from a position that was put together by hand until somebody is asked.
    pub fn resume(&self, state: &mut State) {
        state.recount();
        self.proceed(state, &mut ());
        self.keep(state);
    }

    /// Finds again what is known beside a position, where a change has spoilt it: nothing is lost without, but time.
    pub(crate) fn keep(&self, state: &mut State) {
        self.keep_command(state);
        self.keep_berths(state);
    }

    /// Whether this is the campaign game.
    pub fn is_campaign(&self) -> bool {
        matches!(self.scenario.victory, Victory::Campaign)
    }

    /// Whether the turn is a night turn.
    #[inline]
    pub fn night(&self, state: &State) -> bool {
        tables().day(state.turn).night
    }

    /// What a chit is.
    #[inline]
    pub fn kind(&self, chit: Chit) -> ChitKind {
        tables().chit(chit).kind
    }

    /// Whether an enemy of that side stands next to the hex, over a river too (GUV-9.7, R-45).
    #[inline]
    pub fn in_contact(&self, state: &State, side: Side, hex: Hex) -> bool {
        state.close[side.enemy().index()].has(hex)
    }

    /// The place of a high commander among the four boxes.
    pub fn high(&self, chit: Chit) -> Option<usize> {
        self.named.high.iter().position(|h| *h == chit)
    }
}
