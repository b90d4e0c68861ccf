//! What exclusive rules of titles ask for, mechanism by mechanism, on the drill ground: a small title that uses each of them once.

use crate::kit::{Battlefield, hexes};
use blue_gray::action::Action;
use blue_gray::{BlueGray, Title};
use board::Board;
use engine::player::RandomPlayer;
use engine::sim::{Care, play_out};
use engine::{Actor, Class, Dice, Player, Positions, Rules, SetUp, Words};
use std::sync::LazyLock;

const STANDARD: &str = include_str!("../../data/standard.toml");
const BOARD: &str = include_str!("data/drill-board.toml");
/// The title, which the manual quotes.
pub const TITLE: &str = include_str!("data/drill.toml");

fn board() -> &'static Board {
    static DRILL: LazyLock<Board> = LazyLock::new(|| Board::parse(BOARD, "drill-board.toml").unwrap_or_else(|bad| panic!("{bad}")));
    &DRILL
}

fn open(text: &str) -> BlueGray {
    let setup = SetUp { scenario: "drill".into(), options: Default::default() };
    BlueGray::with_title(STANDARD, text, board(), setup).unwrap_or_else(|bad| panic!("{bad}"))
}

fn drill() -> &'static BlueGray {
    static GAME: LazyLock<BlueGray> = LazyLock::new(|| open(TITLE));
    &GAME
}

fn on(when: &str, units: &str) -> Battlefield {
    Battlefield::of(drill(), when, units)
}

/// A position with what exclusive rules have made of the game.
fn with(when: &str, units: &str, more: &[(&str, serde_json::Value)]) -> Battlefield {
    let mut value = crate::kit::position(when, units);
    more.iter().for_each(|(field, what)| value[*field] = what.clone());
    Battlefield::from_value(drill(), value)
}

fn happened(when: &str, units: &str, events: &[&str]) -> Battlefield {
    with(when, units, &[("happened", serde_json::json!(events))])
}

#[test]
fn bg_1_0_games_with_every_mechanism_hold_together() {
    for seed in 0..40 {
        let mut players: [Box<dyn Player<BlueGray>>; 2] = [Box::new(RandomPlayer::new(seed)), Box::new(RandomPlayer::new(seed + 100))];
        let mut state = drill().start();
        let played = play_out(drill(), &mut state, &mut players, &mut Dice::new(seed), Care::Everything);
        assert!(played.violations.is_empty() && played.verdict.is_some(), "seed {seed}: {:?}", played.violations);
    }
}

#[test]
fn bg_1_0_positions_with_every_mechanism_survive_a_file() {
    for seed in 0..12 {
        let mut f = Battlefield::start(drill());
        let mut dice = Dice::new(seed);
        for _ in 0..400 {
            match drill().actor(&f.state) {
                Actor::Over(_) => break,
                Actor::Chance(chance) => drill().settle(&mut f.state, &dice.answer(chance.draw), &mut ()),
                _ => {
                    let (side, actions) = (f.asked(), f.legal());
                    drill().apply(&mut f.state, side, actions[dice.below(actions.len())], &mut ()).unwrap();
                }
            }
            let again = f.reread();
            assert_eq!(again.listed(), f.listed());
        }
    }
}

#[test]
fn bg_3_0a_units_are_set_up_by_choice_in_their_zone() {
    let mut f = Battlefield::start(drill());
    assert_eq!(f.phase(), "1 confederate set-up", "the title says who sets up first");
    assert_eq!(f.place("P"), "unplaced");
    f.refuses("D-18", "place P to 1006").refuses("BG-3.0a", "place X to 1004; end movement");
    f.allows("place P to 1004; place Q to 1105");
    assert_eq!(f.listed().len(), 6, "two units, three hexes");
    f.order("place P to 1004").reread();
    f.order("place Q to 1004");
    assert_eq!(f.phase(), "1 union movement");
    assert!(f.told().contains("Pell (3) is set up in 1004."), "{}", f.told());
}

#[test]
fn bg_5_16_a_march_from_the_edge_that_takes_something_is_listed_once() {
    // From both entries of the cavalry a road leads to 1003, which the enemy holds, and beyond.
    let text = TITLE.replacen("[[control]]", "[[control]]\nhex = \"1003\"\nholder = \"union\"\n\n[[control]]", 1);
    let f = Battlefield::of(Box::leak(Box::new(open(&text))), "2 confederate movement", "H1 waiting, A 0403");
    let entering = |action: &Action| match *action {
        Action::Enter { at, to, taking, .. } if taking != 0 => Some((f.game.hex_name(to), f.game.hex_name(at))),
        _ => None,
    };
    let listed: Vec<(String, String)> = f.legal().iter().filter_map(entering).collect();
    let allowed = |at: &str, to: &str| f.check(&format!("enter H1 at {at} to {to} taking 1003")).is_ok();
    let (mut both, mut second) = (0, 0);
    for to in (1..=12).flat_map(|column| (1..=9).map(move |row| format!("{column:02}{row:02}"))) {
        let from = ["1001", "1203"].map(|at| allowed(at, &to));
        let ways = listed.iter().filter(|(end, _)| *end == to).count();
        assert_eq!(ways, usize::from(from[0] || from[1]), "{to} {from:?}");
        both += usize::from(from[0] && from[1]);
        second += usize::from(!from[0] && from[1]);
    }
    assert!(both > 0 && second > 0, "{both} hexes from both, {second} from the second alone");
}

#[test]
fn bg_1_0_reinforcements_by_die() {
    let mut f = on("1 confederate combat", "L waiting, X 0808");
    f.order("end combat");
    assert!(f.asks_die(), "turn 2: the Union rolls");
    let mut classes: Vec<Class> = Vec::new();
    drill().classes(&f.state, &mut classes);
    assert_eq!(classes.iter().map(|c| c.weight).collect::<Vec<_>>(), [3, 3]);
    f.reread();
    let mut unlucky = f.reread();
    unlucky.order("roll 4").refuses("D-1", "enter L at 0103");
    unlucky.pass_to("3 union movement");
    f.order("roll 3").allows("enter L at 0103").refuses("D-1", "end movement");
    assert!(f.told().contains("The die shows 3: it happens."), "{}", f.told());
}

impl Battlefield {
    /// Rolls a six for every event that asks on the way to a phase.
    #[track_caller]
    fn without_luck(&mut self, phase: &str) -> &mut Battlefield {
        for _ in 0..200 {
            if self.asks_die() {
                self.order("roll 6");
            } else if self.phase() == phase {
                return self;
            } else {
                let what = if self.phase().ends_with("movement") { "end movement" } else { "end combat" };
                self.order(what);
            }
        }
        panic!("{phase} never came");
    }
}

#[test]
fn bg_1_0_reinforcements_wait_for_an_event() {
    on("2 confederate movement", "R waiting").refuses("D-1", "enter R at 1203").allows("end movement");
    happened("2 confederate movement", "R waiting", &["town-lost"]).allows("enter R at 1203").refuses("D-1", "end movement");
    // The event: the Union holds the town when its phase begins.
    let mut f = on("1 union movement", "A 0605, R waiting");
    f.order("move A to 0606; end movement; end combat; end movement; end combat");
    f.order("roll 6");
    assert!(f.told().contains("The town is lost"), "{}", f.told());
    f.order("end movement; end combat").allows("enter R at 1203");
}

#[test]
fn bg_1_0_reinforcements_by_choice_of_turn_and_entry() {
    let mut f = on("2 confederate movement", "H1 waiting, H2 waiting");
    f.allows("enter H1 at 1001; enter H1 at 1203; end movement");
    f.order("enter H1 at 1001 to 1002").refuses("D-2", "enter H2 at 1203").allows("enter H2 at 1001; end movement");
    let again = f.reread();
    again.refuses("D-2", "enter H2 at 1203");
    on("7 confederate movement", "H1 waiting").refuses("D-1", "enter H1 at 1001");
}

#[test]
fn bg_1_0_restrictions_by_formation_area_turn_and_event() {
    // The Guard stays in its hexes until the town is lost.
    let guard = on("1 union movement", "G 0202");
    assert_eq!(guard.reach("G"), hexes("0201 0301 0302"));
    guard.refuses("D-9", "move G to 0303; march G 0303");
    happened("1 union movement", "G 0202", &["town-lost"]).allows("move G to 0303");
    // It counts where it stands, so outside it is free.
    on("1 union movement", "G 0305").allows("move G to 0405");
    // For two turns no Confederate comes into two hexes, by march or by advance.
    let shut = on("1 confederate movement", "X 0503");
    shut.refuses("D-11", "move X to 0403; march X 0403");
    on("3 confederate movement", "X 0503").allows("move X to 0403");
    let mut fight = on("1 confederate combat", "X 0503, Y 0603, M2 0502, B 0403");
    fight.state.battle = blue_gray::state::Battle::NONE;
    fight.order("attack 0403; join 0503; fight 1-2; roll 6");
    // The train neither attacks at first nor moves later.
    on("1 union combat", "Train 0604, X 0605").allows("end combat");
    let mut passive = on("1 union combat", "Train 0604, A 0705, X 0605");
    passive.order("attack 0605").refuses("D-10", "join 0604");
    on("3 union combat", "Train 0604, X 0605").refuses("BG-7.12a", "end combat");
    on("4 union movement", "Train 0301").refuses("D-12", "move Train to 0302");
    on("6 union movement", "Train 0301").allows("move Train to 0302");
}

#[test]
fn bg_1_0_an_advance_does_not_lead_into_a_closed_hex() {
    let f = |turn: &str| {
        let mut f = on(&format!("{turn} confederate combat"), "X 0404, R 0304, P 0304, B 0403, Y 0402");
        f.order("attack 0403; join 0404; join 0304; join 0402; fight 3-1; roll 1");
        f
    };
    f("3").allows("advance X to 0403");
    let early = f("1");
    assert_eq!(early.place("B"), "eliminated");
    assert!(!early.listed().iter().any(|a| a.contains("advance")), "{:?}", early.listed());
}

#[test]
fn bg_5_0_rain_shortens_every_march() {
    let dry = on("4 union movement", "A 0404");
    let wet = happened("4 union movement", "A 0404", &["rain"]);
    assert!(dry.reach("A").contains("0105") || dry.reach("A").contains("0107"));
    wet.refuses("BG-5.15", "move A to 0107").allows("move A to 0406");
    assert_eq!(wet.points_left("move A to 0405"), 2);
    // Rain comes by a die, from the third turn on.
    let mut f = on("2 confederate combat", "A 0404, X 0808");
    f.order("end combat");
    assert!(f.asks_die() && f.phase() == "3 union movement");
    f.order("roll 2");
    assert!(f.told().contains("It rains"));
    if f.asks_die() {
        f.order("roll 6");
    }
    f.refuses("BG-5.15", "move A to 0107");
}

#[test]
fn bg_1_0_quotas_by_formation_turn_and_event() {
    let mut f = on("1 union movement", "A 0403, B 0404, C 0405, D 0304, Train 0301");
    assert!(f.game.prompt(&f.state).contains("Move up to 3 more units of I Corps, and any others"), "{}", f.game.prompt(&f.state));
    f.order("move A to 0402; move B to 0406; move C to 0407").refuses("D-3", "move D to 0305").allows("move Train to 0302");
    assert!(f.game.prompt(&f.state).contains("No more units of I Corps may move"), "{}", f.game.prompt(&f.state));
    on("3 union movement", "A 0403").allows("move A to 0402");
    assert_eq!(on("3 union movement", "A 0403").tally("quota"), None, "no quota holds any more");
    let mut wet = happened("3 union movement", "A 0403, B 0404, C 0405", &["rain"]);
    wet.order("move A to 0402; move B to 0305").refuses("D-3", "move C to 0406");
}

#[test]
fn bg_1_0_a_bridge_that_can_go_and_be_mended() {
    let mut f = on("1 union movement", "A 0403, X 0808");
    assert_eq!(f.points_left("move A to 0503"), 5);
    f.order("declare burnt");
    assert!(f.told().contains("Turnpike bridge is gone."), "{}", f.told());
    assert_eq!(f.points_left("move A to 0503"), 0, "round by the ford");
    f.refuses("BG-5.25a", "march A 0503").refuses("D-5", "declare burnt");
    let again = f.reread();
    again.refuses("BG-5.25a", "march A 0503");
    // Nobody touches or attacks over it any more.
    let apart = happened("1 union combat", "A 0403, X 0503", &["burnt"]);
    apart.allows("end combat").refuses("BG-9.creek", "attack 0503");
    on("1 union combat", "A 0403, X 0503").refuses("BG-7.12a", "end combat");
    // Without a unit on the bank nobody burns it, and the other side never does.
    on("1 union movement", "A 0404").refuses("D-5", "declare burnt");
    on("1 confederate movement", "X 0403").refuses("D-5", "declare burnt");
    // A Confederate on the far bank mends it in the third turn.
    let mut mend = happened("2 union movement", "A 0101, X 0503", &["burnt"]);
    mend.without_luck("3 confederate movement");
    assert!(mend.told().contains("Turnpike bridge can be used."), "{}", mend.told());
    mend.allows("march X 0403");
}

#[test]
fn bg_8_0_guns_have_a_range_of_their_own() {
    // Five hexes for the siege guns, three for the others.
    let mut siege = on("1 union combat", "Siege 0301, X 0803, Y 0903");
    siege.allows("attack 0803").refuses("BG-7.15", "attack 0903");
    siege.order("attack 0803; bombard Siege").reread();
    let far = on("1 confederate combat", "Z 0801, A 0401");
    far.refuses("BG-7.15", "attack 0401");
    // A gunboat fires from the river, and nobody comes at it.
    let mut boat = on("1 union combat", "Gunboat 0409, X 0407, Y 0404, Z 0807");
    boat.allows("attack 0407; end combat").refuses("BG-7.15", "attack 0404");
    boat.order("attack 0407; bombard Gunboat");
    on("1 union movement", "Gunboat 0409").refuses("BG-1.0", "move Gunboat to 0408");
    on("1 confederate combat", "X 0408, Gunboat 0409").allows("end combat");
    let ashore = crate::kit::position("1 union movement", "Gunboat 0408");
    assert!(drill().read_position(&ashore).is_err(), "a boat stands in a river");
}

#[test]
fn bg_7_4_works_double_and_are_made_instead_of_a_march() {
    let mut given = on("1 union combat", "A 0603, Y 0703");
    given.order("attack 0703; join 0603");
    assert_eq!(given.odds(), "6 : 8, 1-2 column");
    assert!(given.modifiers().contains(&("D-13".into(), "0703: defence x2, works".into())), "{:?}", given.modifiers());
    let mut f = on("1 confederate movement", "X 0603, A 0101, B 0405, Z 0707");
    f.allows("dig X");
    f.order("dig X").refuses("BG-5.17", "move X to 0604");
    assert!(f.is("X", "moved") && f.told().contains("makes works in 0603"), "{}", f.told());
    f.reread();
    on("1 confederate movement", "Y 0703").refuses("D-13", "dig Y");
    on("1 union movement", "A 0303").refuses("D-13", "dig A");
    on("1 confederate movement", "X 0603, A 0604").refuses("BG-5.13", "dig X");
}

#[test]
fn bg_7_6_a_leader_shifts_the_battles_of_those_near_him() {
    let odds = |lee: &str| {
        let mut f = on("1 confederate combat", &format!("X 0603, A 0604{lee}"));
        f.order("attack 0604; join 0603");
        (f.odds(), f.modifiers())
    };
    assert_eq!(odds("").0, "5 : 6, 1-2 column");
    assert_eq!(odds(", Lee 0602").0, "5 : 6, 1-1 column");
    assert_eq!(odds(", Lee 0602").1, [("D-14".to_string(), "Lee leads the attack: 1 column up".to_string())]);
    assert_eq!(odds(", Lee 0601").0, "5 : 6, 1-2 column", "he is too far off");
    assert_eq!(odds(", Lee eliminated").0, "5 : 6, 1-2 column");
    let mut held = on("1 union combat", "A 0604, X 0603, Lee 0602");
    held.order("attack 0603; join 0604");
    assert_eq!(held.odds(), "6 : 5, 1-2 column");
    held.refuses("BG-7.9b", "fight 1-1");
    held.order("fight 1-2; roll 6").reread();
}

#[test]
fn bg_7_6_an_army_that_has_lost_too_much_fights_worse() {
    let odds = |lost: &str| {
        let mut f = on("1 union combat", &format!("A 0604, X 0603{lost}"));
        f.order("attack 0603; join 0604");
        f.odds()
    };
    assert_eq!(odds(""), "6 : 5, 1-1 column");
    assert_eq!(odds(", B eliminated"), "6 : 5, 1-1 column", "five are lost");
    assert_eq!(odds(", B eliminated, D eliminated"), "6 : 5, 1-2 column");
    assert_eq!(odds(", B eliminated, D eliminated, C eliminated"), "6 : 5, 1-3 column");
    let mut defends = on("1 confederate combat", "A 0604, X 0603, B eliminated, D eliminated, C eliminated");
    defends.order("attack 0604; join 0603");
    assert_eq!(defends.odds(), "5 : 6, 1-1 column", "one column better for whoever attacks it");
    let mut told = on("1 confederate combat", "X 0603, R 0605, Q 0704, A 0604");
    told.order("attack 0604; join 0603; join 0605; join 0704; fight 2-1; roll 1");
    if told.place("A") == "eliminated" {
        assert!(told.told().contains("lost 6 strength points and its nerve"), "{}", told.told());
    }
    assert_eq!(on("1 union movement", "A 0604, B eliminated").tally("union-losses").as_deref(), Some("5 of 6"));
}

#[test]
fn bg_1_0_supply_is_judged_when_the_phase_begins() {
    let judged = |units: &str| {
        let mut f = on("1 confederate combat", units);
        f.state.contact = blue_gray::UnitSet::EMPTY;
        f.order("end combat").without_luck("2 union movement");
        f
    };
    // Eight hexes are the most.
    let far = judged("A 1107, B 0203, X 0808");
    assert!(far.is("A", "out-of-supply") && !far.is("B", "out-of-supply"), "{}", far.told());
    far.reread();
    // A zone lies across the way, unless a friend stands in it.
    assert!(!judged("A 0101, X 0808").is("A", "out-of-supply"));
    assert!(judged("A 0101, X 0201").is("A", "out-of-supply"));
    assert!(!judged("A 0101, B 0102, X 0201").is("A", "out-of-supply"));
    // Half strength in attack, four points to march.
    let mut attack = with("2 union combat", "A 0101, Y 0102", &[("cut_off", serde_json::json!(["A"]))]);
    attack.order("attack 0102; join 0101");
    assert_eq!(attack.odds(), "3 : 4, 1-2 column");
    let slow = with("2 union movement", "A 0606", &[("cut_off", serde_json::json!(["A"]))]);
    slow.refuses("BG-5.15", "move A to 0601").allows("move A to 0602");
    assert!(on("2 union movement", "A 0606").overlay("union-supply").contains("0103"));
}

#[test]
fn bg_1_0_untried_units_draw_their_strength_in_their_first_battle() {
    let mut f = on("1 union combat", "M1 0604, X 0603, M2 0605, C 0706");
    let view = f.game.view(&f.state);
    let piece = |id: &str| view.pieces.iter().find(|p| p.id == id).unwrap().clone();
    assert_eq!((piece("M1").strengths.as_str(), piece("M1").strength), ("?-6", None), "nobody knows");
    f.order("attack 0603; join 0604; fight 1-2");
    assert!(f.asks_die(), "the strength is drawn first");
    let mut classes: Vec<Class> = Vec::new();
    drill().classes(&f.state, &mut classes);
    assert_eq!(classes.iter().map(|c| c.weight).collect::<Vec<_>>(), [1, 2, 1], "one, two twos, five");
    f.reread();
    f.order("roll 3");
    assert!(f.told().contains("Militia turns out to have a strength of 5."), "{}", f.told());
    assert!(f.told().contains("5 to 5, 1-1"), "the odds are worked out anew: {}", f.told());
    // It is known from now on, and its chit is out of the pool.
    let mut known = with("1 union combat", "M1 0604, A 0705, M2 0605", &[("drawn", serde_json::json!({ "M1": 5 }))]);
    known.order("attack 0605; join 0604; join 0705; fight 3-1");
    let mut classes: Vec<Class> = Vec::new();
    drill().classes(&known.state, &mut classes);
    assert_eq!(classes.iter().map(|c| c.weight).sum::<u32>(), 3);
    known.order("roll 0");
    assert!(known.told().contains("11 to 1"), "{}", known.told());
    // Odds that were announced lower stay so.
    let mut shy = on("1 union combat", "M1 0604, X 0603");
    shy.order("attack 0603; join 0604; fight 1-3; roll 3");
    assert!(shy.told().contains("5 to 5, 1-3"), "{}", shy.told());
    for bad in [serde_json::json!({ "M1": 3 }), serde_json::json!({ "M1": 5, "M2": 5 }), serde_json::json!({ "A": 5 })] {
        let mut value = crate::kit::position("1 union combat", "M1 0604, X 0603, M2 0801, A 0101");
        value["drawn"] = bad.clone();
        assert!(drill().read_position(&value).is_err(), "{bad} cannot have been drawn");
    }
}

#[test]
fn bg_1_0_exits_open_with_an_event() {
    on("1 union movement", "A 1203").refuses("BG-5.16", "leave A by 1203");
    let mut f = happened("1 union movement", "A 1203", &["town-lost"]);
    f.order("leave A by 1203");
    assert_eq!(f.points(), [6, 0]);
}

#[test]
fn bg_1_0_an_event_scores_and_ends_the_game() {
    let mut f = on("4 union movement", "A 0101, X eliminated, Y eliminated, R eliminated, P eliminated, Q eliminated, H1 0801");
    assert_eq!(f.state.losses, [0, 19]);
    f.order("end movement; end combat");
    assert_eq!(f.phase(), "4 confederate movement", "nineteen are not enough");
    let mut g =
        on("4 union movement", "A 0101, X eliminated, Y eliminated, R eliminated, P eliminated, Q eliminated, Lee eliminated, H1 0801");
    g.order("end movement; end combat");
    assert_eq!(g.phase(), "4 over");
    assert_eq!(g.points(), [20, 0]);
    assert!(g.told().contains("Union victory"), "{}", g.told());
}

#[test]
fn bg_1_0_points_for_areas_at_the_end() {
    let mut f = on("8 confederate combat", "A 1004, X 0303, Y 0402");
    f.order("end combat");
    assert_eq!(f.points(), [3, 9], "the camp is the Union's alone; nine strength points stand in the other area");
    let mut both = on("8 confederate combat", "A 1004, X 1105");
    both.state.contact = blue_gray::UnitSet::EMPTY;
    both.order("end combat");
    assert_eq!(both.points(), [0, 0]);
}

#[test]
fn without_its_sections_the_field_is_an_ordinary_one() {
    // Every mechanism taken out again, one at a time: what it did is gone, and the title still reads.
    let without = |section: &str| {
        let (mut text, mut skip) = (String::new(), false);
        for line in TITLE.lines() {
            if line.starts_with('[') {
                skip = line == section;
            }
            if !skip {
                text += line;
                text.push('\n');
            }
        }
        Title::parse(&text, board()).unwrap_or_else(|bad| panic!("without {section}: {bad}"))
    };
    assert!(without("[[leader]]").more.leaders.is_empty());
    assert!(without("[[restriction]]").more.restrictions.is_empty());
    assert!(without("[[supply]]").more.supply.is_empty());
    assert!(without("[[demoralisation]]").more.demoralisation.is_empty());
    assert!(without("[[entrenchment]]").more.works.is_none());
    assert!(without("[[bridge]]").more.bridges.is_empty());
    assert!(without("[[quota]]").quotas.is_empty());
}
