//! Games between quick players: does the title survive, who wins, and what never occurred?

use blue_gray::{BlueGray, Cell, Event, State, UnitSet};
use engine::{Actor, Chair, Dice, Handbook, Player, Rules, SetUp, Side};
use players::blue_gray::Lore;
use serde::Serialize;
use std::collections::BTreeSet;

/// How many decisions a game may have before it is held to be endless.
const ENDLESS: u64 = 200_000;

/// What came of the games.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Soak {
    /// How many games were played: half of them at random, half by the script.
    pub games: usize,
    /// How many the Union won, of those that the script played.
    pub union: usize,
    /// How many the Confederates won.
    pub confederate: usize,
    /// How many nobody won.
    pub draw: usize,
    /// Decisions in all of them.
    pub decisions: u64,
    /// What went wrong.
    pub violations: Vec<String>,
    /// What never occurred.
    pub never: Vec<String>,
}

/// What was seen in any game.
#[derive(Default)]
struct Seen {
    entered: UnitSet,
    left: UnitSet,
    moved: UnitSet,
    fought: UnitSet,
    released: u8,
    scored: BTreeSet<(usize, String)>,
    took: BTreeSet<(usize, u16)>,
    levels: BTreeSet<u8>,
    happened: u32,
    bridges: u8,
    dug: bool,
    drew: UnitSet,
    cut: UnitSet,
    demoralised: BTreeSet<u8>,
}

impl Seen {
    fn look(&mut self, game: &BlueGray, event: &Event) {
        match event {
            Event::Entered(unit, _) => self.entered.insert(*unit),
            Event::Moved(unit, _) => self.moved.insert(*unit),
            Event::Left(unit, _) => self.left.insert(*unit),
            Event::Released(group) => self.released |= 1 << group,
            Event::Joined { attackers, guns, .. } => self.fought = self.fought.or(*attackers).or(*guns),
            Event::Scored(side, _, rule) => {
                self.scored.insert((side.index(), rule.clone()));
            }
            Event::Happened(event) => self.happened |= 1 << event,
            Event::Bridged(bridge, _) => self.bridges |= 1 << bridge,
            Event::Dug(..) => self.dug = true,
            Event::Drew(unit, _) => self.drew.insert(*unit),
            Event::CutOff(units) => self.cut = self.cut.or(*units),
            Event::Demoralised(level) => {
                self.demoralised.insert(*level);
            }
            Event::Took(side, cell) => {
                self.took.insert((side.index(), cell.0));
            }
            Event::Ended(difference) => {
                let level = game.title().levels.iter().position(|l| *difference >= l.from);
                self.levels.extend(level.map(|l| l as u8));
            }
            _ => {}
        }
    }
}

/// Plays that many games of a title on the shelf, half at random and half by the script.
pub fn soak(scenario: &str, games: usize) -> Result<Soak, String> {
    let catalogue = BlueGray::catalogue();
    let setup: SetUp = catalogue.complete(Some(scenario), &Default::default()).map_err(|e| e.to_string())?;
    let game = BlueGray::open(&setup).map_err(|e| e.to_string())?;
    let (mut soak, mut seen) = (Soak { games, ..Soak::default() }, Seen::default());
    for number in 0..games {
        let name = if number % 2 == 0 { "greedy" } else { "random" };
        let seed = 1863 + number as u64;
        let player = |seed| players::hire::<Lore>(name, seed).expect("both are hired everywhere");
        let mut players = [player(seed * 2), player(seed * 2 + 1)];
        match play(&game, &mut players, seed, &mut seen) {
            Ok((state, decisions)) => {
                soak.decisions += decisions;
                let won = match game.verdict(&state).winner {
                    Some(Side::Union) => &mut soak.union,
                    Some(Side::Confederate) => &mut soak.confederate,
                    None => &mut soak.draw,
                };
                *won += usize::from(name == "greedy");
            }
            Err(because) => soak.violations.push(format!("game {number} ({name}): {because}")),
        }
        if soak.violations.len() >= 10 {
            break;
        }
    }
    soak.never = never(&game, &seen);
    Ok(soak)
}

type Pair = [Box<dyn Player<BlueGray>>; 2];

fn play(game: &BlueGray, players: &mut Pair, seed: u64, seen: &mut Seen) -> Result<(State, u64), String> {
    let (mut state, mut dice, mut decisions) = (game.start(), Dice::new(seed), 0);
    let mut told: Vec<Event> = Vec::new();
    let mut phase = u32::MAX;
    loop {
        match game.actor(&state) {
            Actor::Over(_) => {
                game.audit(&state)?;
                return Ok((state, decisions));
            }
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut told),
            asked => {
                let side = asked.side().ok_or("nobody is asked")?;
                let action = players[side.index()].choose(&Chair::new(game, &state, side));
                game.check(&state, side, action).map_err(|illegal| format!("listed but refused: {action:?}: {illegal}"))?;
                game.apply_unchecked(&mut state, side, action, &mut told);
                decisions += 1;
            }
        }
        told.drain(..).for_each(|event| seen.look(game, &event));
        if game.phase(&state) != phase {
            phase = game.phase(&state);
            game.audit(&state)?;
        }
        if decisions > ENDLESS {
            return Err("the game does not end".into());
        }
    }
}

/// What a title speaks of and nobody saw.
fn never(game: &BlueGray, seen: &Seen) -> Vec<String> {
    let title = game.title();
    let mut never = Vec::new();
    let ids = |set: UnitSet| set.iter().map(|u| title.units[usize::from(u)].id.as_str()).collect::<Vec<_>>().join(", ");
    for group in &title.reinforcements {
        let missing = group.units.without(seen.entered);
        if !missing.is_empty() {
            never.push(format!("These reinforcements of turn {} never came on: {}.", group.turn, ids(missing)));
        }
    }
    for (number, hold) in title.holds.iter().enumerate().filter(|(n, h)| seen.released >> n & 1 == 0 && h.until.is_none()) {
        never.push(format!("The held group {} was never freed: {}.", number + 1, ids(hold.units)));
    }
    let still: UnitSet = (0..title.units.len() as u8)
        .filter(|u| title.units[usize::from(*u)].start.is_some() && !game.immobile.has(*u) && !seen.moved.has(*u) && !seen.fought.has(*u))
        .collect();
    if !still.is_empty() {
        never.push(format!("These units neither marched nor fought: {}.", ids(still)));
    }
    for score in &title.scores {
        if score.points != 0 && !seen.scored.contains(&(score.to.index(), score.rule.clone())) {
            never.push(format!("The {} side never scored by {} for {}.", score.to, score.rule, score.what.in_words()));
        }
    }
    for side in Side::BOTH {
        if title.exits[side.index()].is_some() && seen.left.and(game.army[side.index()]).is_empty() {
            never.push(format!("No {side} unit ever left the map."));
        }
        for control in title.controls.iter().filter(|c| c.holder != Some(side) && !seen.took.contains(&(side.index(), c.cell.0))) {
            never.push(format!("The {side} side never took {}.", name(game, control.cell)));
        }
    }
    never.extend(never_exclusive(game, seen));
    for (number, level) in title.levels.iter().enumerate().filter(|(n, _)| !seen.levels.contains(&(*n as u8))) {
        never.push(format!("No game ended with level {}: {}.", number + 1, level.name));
    }
    never
}

/// What its exclusive rules speak of and nobody saw.
fn never_exclusive(game: &BlueGray, seen: &Seen) -> Vec<String> {
    let more = &game.title().more;
    let mut never = Vec::new();
    for event in more.events.iter().enumerate().filter(|(n, _)| seen.happened >> n & 1 == 0).map(|(_, event)| event) {
        never.push(format!("The event {:?} never happened ({}).", event.id, event.rule));
    }
    for bridge in more.bridges.iter().enumerate().filter(|(n, _)| seen.bridges >> n & 1 == 0).map(|(_, bridge)| bridge) {
        never.push(format!("A crossing neither went nor came ({}).", bridge.rule));
    }
    if let Some(works) = more.works.as_ref().filter(|w| !w.builders.is_empty() && !seen.dug) {
        never.push(format!("Nobody made works ({}).", works.rule));
    }
    for pool in more.pools.iter().filter(|p| seen.drew.and(p.units).is_empty()) {
        never.push(format!("Nobody drew from the pool {:?} ({}).", pool.id, pool.rule));
    }
    for supply in more.supply.iter().filter(|s| seen.cut.and(game.army[s.side.index()]).is_empty()) {
        never.push(format!("No {} unit was ever cut off ({}).", supply.side, supply.rule));
    }
    for level in more.demoralisation.iter().enumerate().filter(|(n, _)| !seen.demoralised.contains(&(*n as u8))).map(|(_, level)| level) {
        never.push(format!("The {} side never lost {} strength points ({}).", level.side, level.lost, level.rule));
    }
    never
}

fn name(game: &BlueGray, cell: Cell) -> String {
    game.hex_name(cell)
}
