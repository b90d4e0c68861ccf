//! What decided a game, of real games: sums that add up, and judgements that know no more than whoever is judged.

use engine::analysis::{Analysis, Effort, Judged, Study};
use engine::player::RandomPlayer;
use engine::table::{Kind, Seated, Table};
use engine::{Actor, Chair, Dice, Game, Player, Side};
use std::sync::atomic::AtomicBool;

/// Little, for a test that runs unoptimised.
const EFFORT: Effort = Effort { nodes: 300, worlds: 13 };

fn kind(game: &str) -> &'static dyn Kind {
    *players::SHELF.iter().find(|k| k.catalogue().game == game).expect("it is on the shelf")
}

fn study<G: Game>(game: &str, table: &Seated<G>) -> Box<dyn Study> {
    kind(game).study(table.game().setup(), &table.save()).expect("a sound save")
}

/// Plays so many steps at random.
fn played<G: Game>(game: G, steps: usize, seed: u64) -> Seated<G> {
    let opening = game.start();
    let mut table = Seated::new(game, opening, Dice::new(seed));
    let mut players = [RandomPlayer::<G>::new(seed), RandomPlayer::<G>::new(seed + 1)];
    for _ in 0..steps {
        match table.game().actor(table.state()) {
            Actor::Over(_) => break,
            Actor::Chance(_) => drop(table.answer(None).expect("dice are asked for")),
            asked => {
                let side = asked.side().expect("somebody is asked");
                let action = players[side.index()].choose(&Chair::new(table.game(), table.state(), side));
                table.act(side, action).expect("a listed action");
            }
        }
    }
    table
}

fn analysed(study: &dyn Study) -> Analysis {
    let going_on = AtomicBool::new(false);
    let phases = (0..study.phases()).map(|n| study.weigh(n, EFFORT, &going_on).expect("nobody stops it")).collect();
    study.conclude(EFFORT, phases)
}

fn adds_up<G: Game>(id: &str, scenario: Option<&str>, steps: usize) {
    let setup = kind(id).catalogue().complete(scenario, &Default::default()).expect("a scenario");
    let table = played(G::open(&setup).expect("a set-up"), steps, 3);
    let analysis = analysed(study(id, &table).as_ref());
    let [union, confederate] = &analysis.sides;
    let sum = union.decisions - confederate.decisions + analysis.luck + analysis.hidden + analysis.drift;
    assert!((analysis.end - analysis.start - sum).abs() < 1e-9, "{id}: {} to {}, not by {sum}", analysis.start, analysis.end);
    assert!(table.game().secrets() || analysis.hidden == 0.0, "{id} hides nothing");
    for phase in &analysis.phases {
        assert!((0.0..=1.0).contains(&phase.before) && (0.0..=1.0).contains(&phase.after));
        for judged in &phase.judged {
            assert!((judged.best - judged.played - judged.cost).abs() < 1e-9);
        }
    }
}

#[test]
fn what_changed_the_chance_adds_up_in_games_with_and_without_secrets() {
    adds_up::<::blue_gray::BlueGray>("blue-gray", None, 60);
    adds_up::<::bull_run::BullRun>("bull-run", None, 60);
    adds_up::<::give_us_victories::GiveUsVictories>("give-us-victories", Some("salem-church"), 60);
}

/// How the first thing that a side does from a position is judged.
fn judgement<G: Game>(id: &str, game: G, state: G::State, side: Side, action: G::Action) -> Option<Judged> {
    let mut table = Seated::new(game, state, Dice::new(1));
    table.act(side, action).ok()?;
    let phase = study(id, &table).weigh(0, EFFORT, &AtomicBool::new(false)).expect("nobody stops it");
    phase.judged.into_iter().find(|judged| judged.side == side)
}

/// Deals anew what a side cannot see, and looks whether it is judged as before; how many of these worlds were really others.
fn judged_by_what_it_knew<G: Game>(id: &str, steps: usize) -> usize {
    let setup = kind(id).catalogue().complete(None, &Default::default()).expect("a scenario");
    let open = || G::open(&setup).expect("a set-up");
    let mut others = 0;
    for seed in 0..7 {
        let table = played(open(), steps + 17 * seed as usize, seed);
        let Some(side) = table.game().actor(table.state()).side() else { continue };
        let chair = Chair::new(table.game(), table.state(), side);
        let action = RandomPlayer::<G>::new(seed).choose(&chair);
        let truth = judgement(id, open(), table.state().clone(), side, action);
        let other = table.game().sample(&chair.knowledge(), &mut Dice::new(seed + 9));
        others += usize::from(table.game().hash(&other) != table.game().hash(table.state()));
        assert_eq!(truth, judgement(id, open(), other, side, action), "{id}, seed {seed}: judged by what it could not know");
    }
    others
}

#[test]
fn a_decision_is_judged_by_what_its_side_could_know() {
    let others = judged_by_what_it_knew::<::bull_run::BullRun>("bull-run", 60)
        + judged_by_what_it_knew::<::chancellorsville_1974::Chancellorsville1974>("chancellorsville-1974", 150);
    assert!(others >= 4, "only {others} of the worlds were other ones");
}
