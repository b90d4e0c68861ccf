//! Whether a search that several share is as strong as a whole one: `halves GAME SCENARIO LEVEL GAMES [AIDES] [SEED]` lets a level that shares its searches meet
//! the same level alone, each seed twice with the sides exchanged. Levels by positions (`nodes:20000`, `captain*1`) look at equally many.

use anywhere::message::{Part, Setting};
use anywhere::study::stand_in;
use engine::contract::{Asks, Winner};
use engine::mix::mix;
use engine::table::{Kind, Moment, Refusal, Table, Thinker};
use engine::{Seat, Side};
use general::aide::{best, shared};
use players::SHELF;
use serde_json::Value;
use std::collections::BTreeMap;

/// What a side does, with so many who share its searches.
fn decide(mind: &mut dyn Thinker, moment: &Moment, setting: &Setting, aides: u64) -> Result<Value, Refusal> {
    if let Some(aside) = mind.aside(moment) {
        return Ok(aside);
    }
    if aides > 1
        && let Some(brief) = mind.brief(moment)
    {
        let part = |mind| Part { setting: setting.clone(), side: brief.side, position: brief.position.clone(), mind };
        let found = shared(&brief.mind, aides).into_iter().filter_map(|mind| stand_in(&part(mind))).collect();
        if let Some(best) = best(found) {
            mind.heed(moment, &best);
        }
    }
    mind.decide(moment)
}

/// Plays one game; answers who has won.
fn play(kind: &dyn Kind, setting: &Setting, aides: [u64; 2], seed: u64) -> Result<Option<Side>, Refusal> {
    let setup = kind.catalogue().complete(Some(&setting.scenario), &setting.options)?;
    let mut table: Box<dyn Table> = kind.open(&setup, seed)?;
    let mut minds = [table.hire(&setting.level, mix(seed))?, table.hire(&setting.level, mix(!seed))?];
    loop {
        let asked = table.actor(Seat::Referee);
        let awaited = || asked.awaited.as_ref().and_then(|awaited| awaited.first().copied());
        if asked.actor == Asks::Chance {
            table.roll(Seat::Referee, None)?;
        } else if let Some(side) = asked.actor.side().or_else(awaited) {
            let moment = table.moment(side.into())?;
            let action = decide(minds[side.index()].as_mut(), &moment, setting, aides[side.index()])?;
            table.apply(side.into(), &action)?;
        } else {
            return Ok(match table.outcome().map(|outcome| outcome.winner) {
                Some(Winner::Union) => Some(Side::Union),
                Some(Winner::Confederate) => Some(Side::Confederate),
                Some(Winner::Draw) | None => None,
            });
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, scenario, level, games, rest @ ..] = words.as_slice() else {
        eprintln!("halves GAME SCENARIO LEVEL GAMES [AIDES] [SEED]");
        std::process::exit(2);
    };
    let number = |word: Option<&String>, usual: u64| word.map_or(usual, |word| word.parse().expect("a whole number is wanted"));
    let (games, aides, first) = (number(Some(games), 0), number(rest.first(), 2), number(rest.get(1), 0));
    let kind = SHELF.iter().copied().find(|kind| kind.catalogue().game == *game).expect("no such game is on the shelf");
    let options = BTreeMap::new();
    let setting = Setting { game: game.clone(), scenario: scenario.clone(), options, level: level.clone() };
    // Won by those who share, by those who do not, by nobody; for those who share as Union and as Confederates.
    let mut won = [[0u32; 3]; 2];
    for n in 0..games {
        let sharing = Side::BOTH[n as usize % 2];
        let mut all = [1, 1];
        all[sharing.index()] = aides;
        let winner = play(kind, &setting, all, first + n / 2).expect("they can play");
        won[sharing.index()][winner.map_or(2, |winner| usize::from(winner != sharing))] += 1;
        let [union, confederate] = won;
        eprintln!("{} games: sharing as Union {union:?}, as Confederates {confederate:?} (won, lost, drawn)", n + 1);
    }
    let sum = |i: usize| won[0][i] + won[1][i];
    let share = (f64::from(sum(0)) + 0.5 * f64::from(sum(2))) / games.max(1) as f64;
    println!(
        "{game} {scenario} {level}, {aides} share: {} won, {} lost, {} drawn of {games}: {:.1} %",
        sum(0),
        sum(1),
        sum(2),
        100.0 * share
    );
}
