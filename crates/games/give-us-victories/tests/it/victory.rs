//! Chapter 2: victory in the campaign.

use crate::table::*;
use engine::Seat;
use give_us_victories::Action;
use give_us_victories::counters::counters;
use give_us_victories::ids::{Hex, Piece};
use give_us_victories::state::{Step, Why};

/// Units of a side with exactly so many points are lost.
fn lose(f: &mut Battlefield, side: engine::Side, points: u8) {
    let c = counters();
    let standard = |p: &Piece| c.get(*p).used == give_us_victories::counters::Use::Standard;
    let of = |cp: u8| c.units().and(&c.of[side.index()]).iter().filter(standard).filter(move |p| c.get(*p).cp[0] == cp).collect::<Vec<_>>();
    let (threes, twos) = (of(3), of(2));
    // Twos make up what threes do not.
    let n = (0..=usize::from(points) / 3)
        .rev()
        .find(|n| (usize::from(points) - 3 * n) % 2 == 0 && *n <= threes.len())
        .expect("a sum of threes and twos");
    let rest = (usize::from(points) - 3 * n) / 2;
    assert!(rest <= twos.len(), "not enough small units");
    threes[..n].iter().chain(&twos[..rest]).for_each(|p| f.s.put(*p, Hex::LOST));
}

#[test]
fn guv_2_1_a_difference_of_24_points_decides() {
    let mut f = Battlefield::campaign().turn(9);
    lose(&mut f, CS, 10);
    lose(&mut f, US, 34);
    f.end_turn();
    assert_eq!((f.verdict(), f.s.ended.map(|e| e.why)), (Some(Some(CS)), Some(Why::Losses)));
    let mut f = Battlefield::campaign().turn(9);
    lose(&mut f, CS, 10);
    lose(&mut f, US, 33);
    f.end_turn();
    assert_eq!(f.verdict(), None);
    let mut f = Battlefield::campaign().turn(9);
    lose(&mut f, CS, 24);
    f.end_turn();
    assert_eq!(f.verdict(), Some(Some(US)));
}

#[test]
fn guv_2_2_guv_2_7_full_points_count_and_are_shown() {
    let mut f =
        Battlefield::campaign().put("cs-lane 1110 reduced, cs-heth 1010, us-paul 1209, us-root 1209, us-stone 1209, us-rowley 1209");
    assert_eq!(f.tally(Seat::Spectator, "difference"), "+0");
    f.s.freed[0] = true;
    f.active("reynolds", "1209")
        .come_to_blows()
        .assault("us-paul us-root us-stone us-rowley", "1110")
        .done_all()
        .throw(&[5; 6])
        .throw(&[1]);
    assert_eq!(f.place("cs-lane"), Hex::LOST);
    assert_eq!(f.tally(Seat::Spectator, "difference"), "+4", "a 4/2 brigade counts 4, though it had 2 left");
}

#[test]
fn guv_2_3_the_confederates_hold_both_at_the_end_of_turn_14() {
    let both = "cs-heth 2121, cs-barksdale 3722, us-phelps 4810";
    for (turn, won) in [(13, false), (14, true), (15, false)] {
        let mut f = Battlefield::campaign().put(both).turn(turn);
        f.end_turn();
        assert_eq!(f.verdict(), won.then_some(Some(CS)), "turn {turn}");
    }
    // In supply: with every way to Chancellorsville cut it does not count.
    let mut f = Battlefield::campaign().put(both).turn(14);
    f.add("us-root 3338, us-stone 4938, us-baxter 0127, us-rowley 4038, us-leonard 0738, us-paul 2738");
    f.end_turn();
    assert_eq!(f.verdict(), None);
    let mut f = Battlefield::campaign().put("cs-skirmisher-1 2121, cs-barksdale 3722, us-phelps 4810").turn(14);
    f.end_turn();
    assert_eq!(f.verdict(), None, "skirmishers hold nothing");
}

#[test]
fn guv_2_4_guv_2_5_guv_2_8_points_at_the_end() {
    let end = |union_lost: u8, confederate_lost: u8, units: &str| {
        let mut f = Battlefield::campaign().turn(25);
        lose(&mut f, US, union_lost);
        lose(&mut f, CS, confederate_lost);
        f.add("us-devin 4810, cs-whf-lee 4035");
        if !units.is_empty() {
            f.add(units);
        }
        f.end_turn();
        f.verdict().expect("over")
    };
    // Falmouth 5, and the difference; the Provost brigade holds the town.
    assert_eq!(end(0, 11, "us-provost 3819"), Some(US), "16");
    assert_eq!(end(0, 10, "us-provost 3819"), None, "15");
    assert_eq!(end(0, 4, "us-provost 3819"), None, "9");
    assert_eq!(end(0, 3, "us-provost 3819"), Some(CS), "8");
    assert_eq!(end(20, 12, ""), Some(CS), "minus eight");
    // Ten each for the other three.
    let mut f = Battlefield::campaign().turn(25);
    f.add("us-caldwell 2121, us-zook 3722, us-brooke 2533, us-hays 3819, us-hall 2416");
    f.s.pontoons[0].lies = give_us_victories::state::Lies::Over(h("2416"), h("2516"));
    f.s.pontoons[1].lies = give_us_victories::state::Lies::Over(h("3921"), h("3922"));
    f.end_turn();
    assert_eq!(f.verdict(), Some(Some(US)));
}

#[test]
fn guv_2_6_skirmishers_never_count() {
    let mut f = Battlefield::campaign().put("us-caldwell 3010, cs-heth 4035");
    for n in 1..=3 {
        f.s.put(p(&format!("us-skirmisher-{n}")), Hex::LOST);
    }
    assert_eq!(f.tally(Seat::Spectator, "difference"), "+0");
}

#[test]
fn guv_2_9_only_units_in_supply_hold_a_place() {
    // Spotsylvania without a line is worth nothing; Falmouth is.
    for (units, winner) in [("us-caldwell 2533", Some(CS)), ("us-caldwell 3819", Some(CS)), ("us-devin 2533, us-caldwell 3819", None)] {
        let mut f = Battlefield::campaign().turn(25);
        f.s.pontoons.iter_mut().for_each(|x| x.lies = give_us_victories::state::Lies::InHand);
        f.add(units);
        f.add("cs-heth 4035");
        f.end_turn();
        assert_eq!(f.verdict(), Some(winner), "{units}");
    }
}

#[test]
fn guv_2_10_guv_2_11_guv_2_12_leaving_by_the_south() {
    // The line: the Union holds the Telegraph Road down to the exit.
    let end = |union: u8, confederate: u8, cut: bool| {
        let mut f = Battlefield::campaign().turn(25);
        let exit = f.game_exit("3338");
        f.s.exits[0][exit] = union;
        f.s.exits[1][f.game_exit("0127")] = confederate;
        f.s.pontoons[0].lies = give_us_victories::state::Lies::Over(h("3921"), h("3922"));
        f.add("us-caldwell 3819, us-zook 2121, us-devin 4810");
        f.add(if cut { "cs-heth 3336, cs-lane 3822" } else { "cs-heth 0101" });
        f.end_turn();
        f.verdict().expect("over")
    };
    // 5 for Falmouth and 10 for the exit make 15: a draw; Chancellorsville may add ten more where its road is open.
    assert_ne!(end(35, 0, false), end(34, 0, true));
    assert_eq!(end(35, 14, false), Some(US));
    assert_eq!(end(35, 15, false), end(34, 0, false), "fifteen Confederate steps by any flagged road deny it");
    // Cavalry and skirmisher steps do not count.
    let mut f = Battlefield::campaign().put("us-devin 3338, us-barnes 3338, cs-heth 1110");
    f.s.boxes[0].insert(chit("meade"));
    f.draw("hooker").ok(Action::Activate { hex: h("3338") });
    f.s.active = set("us-devin us-barnes");
    f.done();
    f.ok(Action::Exit { pieces: set("us-devin us-barnes") });
    assert_eq!(f.s.exits[0].iter().sum::<u8>(), 2);
    // SC4 is closed to the Union, open to the Confederates.
    let mut f = Battlefield::campaign().put("us-barnes 0127, cs-heth 4035");
    f.active("meade", "0127");
    f.no("GUV-9.21", Action::Exit { pieces: set("us-barnes") });
    let mut f = Battlefield::campaign().put("cs-heth 0127, us-phelps 4810");
    f.active("hill", "0127").ok(Action::Exit { pieces: set("cs-heth") });
    assert_eq!(f.s.exits[1].iter().sum::<u8>(), 2);
}

#[test]
fn guv_2_13_units_that_left_are_not_lost() {
    let mut f = Battlefield::campaign().put("us-barnes 4810, cs-heth 4035");
    f.s.put(p("us-grant"), Hex::EXITED);
    f.s.put(p("us-neill"), Hex::EXITED);
    assert_eq!(f.tally(Seat::Spectator, "difference"), "+0");
    f.at(Step::TurnEnds);
    assert_eq!(f.verdict(), None);
}

impl Battlefield {
    /// The number of an exit road.
    pub fn game_exit(&self, hex: &str) -> usize {
        let flagged = give_us_victories::ground::ground().centres.iter().filter(|c| c.side == CS);
        flagged.enumerate().find(|(_, c)| c.hex == h(hex)).expect("a flagged road").0
    }
}
