//! How many positions a second a general visits in games against itself, in time of the processor: `pace GAME SCENARIO PLAYER GAMES`, for example
//! `pace bull-run july-21 nodes:2000 4`. Equal numbers of positions make equal games on any machine and in any build that chooses as before: the
//! last figures are how many actions the games had (`longroll sim` with the same players and seeds counts as many) and a hash of all their positions.

use engine::mix::mix;
use engine::{Actor, Chair, Dice, Handbook, Rules};
use players::{Quick, hire};
use std::collections::BTreeMap;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, scenario, player, games] = args.as_slice() else {
        eprintln!("pace GAME SCENARIO PLAYER GAMES");
        return;
    };
    let games = games.parse().expect("a number of games");
    match game.as_str() {
        "blue-gray" => tell::<players::blue_gray::Lore>(scenario, player, games),
        "bull-run" => tell::<players::bull_run::Lore>(scenario, player, games),
        "chancellorsville-1961" => tell::<players::chancellorsville_1961::Lore>(scenario, player, games),
        "chancellorsville-1974" => tell::<players::chancellorsville_1974::Lore>(scenario, player, games),
        "give-us-victories" => tell::<players::give_us_victories::Lore>(scenario, player, games),
        other => eprintln!("{other} is not on the shelf"),
    }
}

/// What came of some games.
#[derive(Default)]
struct Sum {
    positions: u64,
    actions: u64,
    hash: u64,
}

fn tell<D: Quick>(scenario: &str, player: &str, games: u64) {
    let setup = D::Game::catalogue().complete(Some(scenario), &BTreeMap::new()).expect("a scenario of the game");
    let game = D::Game::open(&setup).expect("the game opens");
    let (before, mut sum) = (processor_time(), Sum::default());
    (0..games).for_each(|seed| play::<D>(&game, player, seed, &mut sum));
    let seconds = processor_time() - before;
    let pace = sum.positions as f64 / seconds;
    println!(
        "{scenario} {player}: {} positions, {seconds:.2} s, {pace:.0} a second, {} actions, {:016x}",
        sum.positions, sum.actions, sum.hash
    );
}

fn play<D: Quick>(game: &D::Game, player: &str, seed: u64, sum: &mut Sum) {
    let mut state = game.start();
    let mut dice = Dice::new(seed);
    let mut seated = [0, 1].map(|i| hire::<D>(player, seed * 2 + i).expect("a player of the game"));
    let mut spent: BTreeMap<(u32, usize), u64> = BTreeMap::new();
    loop {
        sum.hash = mix(sum.hash ^ game.hash(&state));
        match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance(chance) => game.settle(&mut state, &dice.answer(chance.draw), &mut ()),
            asked => {
                let side = asked.side().expect("somebody is asked");
                let player = &mut seated[side.index()];
                let action = player.choose(&Chair::new(game, &state, side));
                spent.insert((game.phase(&state), side.index()), player.estimate().map_or(0, |b| b.nodes));
                game.apply_unchecked(&mut state, side, action, &mut ());
                sum.actions += 1;
            }
        }
    }
    sum.positions += spent.values().sum::<u64>();
}

/// What this thread has had of the processor, in seconds.
fn processor_time() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a kernel that counts");
    told.split_whitespace().next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).expect("a number") / 1e9
}
