//! Tells one game between two computer players: `story SCENARIO UNION CONFEDERATE SEED [option=value ...]`.

use engine::{Actor, Chair, Dice, Handbook, Player, Rules, Seat, Words};
use give_us_victories::GiveUsVictories;
use std::collections::BTreeMap;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [scenario, union, confederate, seed, options @ ..] = args.as_slice() else {
        eprintln!("story SCENARIO UNION CONFEDERATE SEED [option=value ...]");
        return;
    };
    let chosen: BTreeMap<String, String> =
        options.iter().filter_map(|o| o.split_once('=')).map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let setup = GiveUsVictories::catalogue().complete(Some(scenario), &chosen).expect("a scenario and options of the game");
    let game = GiveUsVictories::open(&setup).expect("the game opens");
    let seed: u64 = seed.parse().expect("a seed");
    let player = |name: &str, i: u64| players::hire::<players::give_us_victories::Lore>(name, seed * 2 + i).expect("random or greedy");
    let mut players: [Box<dyn Player<GiveUsVictories>>; 2] = [player(union, 0), player(confederate, 1)];
    let (mut state, mut dice) = (game.start(), Dice::new(seed));
    loop {
        let mut events = Vec::new();
        match game.actor(&state) {
            Actor::Over(verdict) => {
                println!("{}", game.verdict_words(&state, verdict));
                return;
            }
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut events),
            asked => {
                let side = asked.side().expect("somebody is asked");
                let action = players[side.index()].choose(&Chair::new(&game, &state, side));
                game.apply_unchecked(&mut state, side, action, &mut events);
            }
        }
        for told in events.iter().filter_map(|e| game.tell(e, Seat::Referee)) {
            println!("{}", told.text);
        }
    }
}
