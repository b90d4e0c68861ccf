//! Plays games between two computer players: `arena SCENARIO UNION CONFEDERATE GAMES [option=value ...]`.

use engine::sim::{Care, play_out};
use engine::{Dice, Handbook, Player, Rules};
use give_us_victories::GiveUsVictories;
use std::collections::BTreeMap;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [scenario, union, confederate, games, options @ ..] = args.as_slice() else {
        eprintln!("arena SCENARIO UNION CONFEDERATE GAMES [option=value ...]");
        return;
    };
    let chosen: BTreeMap<String, String> =
        options.iter().filter_map(|o| o.split_once('=')).map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let setup = GiveUsVictories::catalogue().complete(Some(scenario), &chosen).expect("a scenario and options of the game");
    let game = GiveUsVictories::open(&setup).expect("the game opens");
    let games: u64 = games.parse().expect("a number of games");
    let (mut wins, mut draws, mut actions) = ([0u64; 2], 0u64, 0u64);
    let start = Instant::now();
    for seed in 0..games {
        let player = |name: &str, i: u64| players::hire::<players::give_us_victories::Lore>(name, seed * 2 + i).expect("random or greedy");
        let mut players: [Box<dyn Player<GiveUsVictories>>; 2] = [player(union, 0), player(confederate, 1)];
        let mut state = game.start();
        let played = play_out(&game, &mut state, &mut players, &mut Dice::new(seed), Care::None);
        actions += played.actions;
        match played.verdict.and_then(|v| v.winner) {
            Some(side) => wins[side.index()] += 1,
            None => draws += 1,
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{scenario}: {union} (Union) {} - {} {confederate} (Confederate), {draws} draws; {:.1} games/s, {:.0} actions/s, {:.0} actions a game",
        wins[0],
        wins[1],
        games as f64 / seconds,
        actions as f64 / seconds,
        actions as f64 / games as f64
    );
}
