//! Chapters 15 and 16: supply and recovery.

use crate::table::*;
use engine::Fog;
use give_us_victories::Action;
use give_us_victories::ground::ground;
use give_us_victories::state::Step;

/// Whether a unit is found in supply at the next night check.
fn fed(f: &mut Battlefield, id: &str) -> bool {
    f.s.turn = 5;
    f.at(Step::NightFalls);
    !f.s.starved.has(p(id))
}

#[test]
fn guv_15_1_supply_is_checked_at_night() {
    let mut f = Battlefield::campaign().put("cs-heth 2606, us-phelps 4810");
    f.end_turn();
    assert!(f.s.starved.is_empty(), "no markers by day");
    assert!(!fed(&mut f, "cs-heth"));
}

/// Only the Orange Plank Road's last hex, 0127, can serve: the other centres are occupied, and the Union sits on the road beyond it.
fn corner(extra: &str) -> Battlefield {
    let mut f = Battlefield::campaign().put("us-root 3338, us-stone 4938, us-baxter 2738, us-rowley 4038, us-leonard 0738");
    let g = ground();
    let end = h("0127");
    let mut blockers = ["us-phelps", "us-paul", "us-cutler"].into_iter();
    for d in board::Direction::ALL {
        if g.side(end, d) & (give_us_victories::ground::ROAD | give_us_victories::ground::TURNPIKE) != 0 {
            let next = g.near[end.index()][d.index()];
            f.s.put(p(blockers.next().expect("few roads")), next);
        }
    }
    f.add(extra);
    f
}

#[test]
fn guv_15_2_within_six_points_of_a_supply_road() {
    // Down the western edge all is forest: three hexes are six points, a fourth is too far.
    assert!(fed(&mut corner("cs-lane 0127, cs-heth 0130"), "cs-heth"));
    assert!(!fed(&mut corner("cs-lane 0127, cs-heth 0131"), "cs-heth"));
    // On a road that runs to a centre.
    assert!(fed(&mut Battlefield::campaign().put("cs-heth 3333, us-phelps 4810"), "cs-heth"));
}

#[test]
fn guv_15_3_guv_15_4_enemies_cut_the_road_unless_a_unit_holds_it() {
    // The Union is next to 0127: without a unit in it the road hex is cut; a skirmisher is off the map before the check.
    assert!(fed(&mut corner("cs-lane 0127, cs-heth 0129"), "cs-heth"));
    assert!(!fed(&mut corner("cs-heth 0129"), "cs-heth"));
    assert!(!fed(&mut corner("cs-skirmisher-1 0127, cs-heth 0129"), "cs-heth"));
    // By day, in a check for control, it does hold the road.
    assert!(fed(&mut corner("cs-heth 0127"), "cs-heth"), "one's own presence keeps one's hex open");
}

#[test]
fn guv_15_3_an_enemy_on_the_road_cuts_it_guv_15_8_guv_15_9_centres() {
    let centres: Vec<String> = ground().centres.iter().filter(|c| c.side == CS).map(|c| c.hex.name()).collect();
    assert_eq!(centres.len(), 6);
    assert_eq!(ground().centres.iter().filter(|c| c.side == US).count(), 6);
    // Five centres occupied, the sixth works; all six occupied, none does; when the enemy leaves it works again.
    let block = "us-root 3338, us-stone 4938, us-baxter 0127, us-rowley 4038, us-leonard 0738";
    let mut f = Battlefield::campaign().put(block).put("cs-heth 2736");
    assert!(fed(&mut f, "cs-heth"));
    let mut f = Battlefield::campaign().put(block).put("cs-heth 2736, us-phelps 2738");
    assert!(!fed(&mut f, "cs-heth"));
    f.s.put(p("us-phelps"), h("4810"));
    assert!(fed(&mut f, "cs-heth"));
}

#[test]
fn guv_15_10_cavalry_is_always_supplied() {
    let mut f = Battlefield::campaign().put("cs-f-lee 2606, cs-beckham 2607, us-phelps 4810");
    assert!(fed(&mut f, "cs-f-lee"));
    assert!(f.s.starved.has(p("cs-beckham")), "horse artillery is artillery");
}

#[test]
fn guv_15_11_guv_15_12_guv_15_13_guv_15_14_guv_15_15_the_ladder() {
    let mut f = Battlefield::campaign().put("cs-heth 2606, us-phelps 4810");
    let states = |f: &Battlefield| {
        let x = p("cs-heth");
        (f.s.starved.has(x), f.s.disorganized.has(x), f.s.demoralized.has(x), f.s.reduced.has(x))
    };
    assert!(!fed(&mut f, "cs-heth"));
    assert_eq!(states(&f), (true, false, false, false));
    fed(&mut f, "cs-heth");
    assert_eq!(states(&f), (true, true, false, false));
    fed(&mut f, "cs-heth");
    assert_eq!(states(&f), (true, false, true, false));
    fed(&mut f, "cs-heth");
    assert_eq!(states(&f), (true, false, true, true));
    fed(&mut f, "cs-heth");
    assert_eq!(f.place("cs-heth"), give_us_victories::ids::Hex::LOST);
    // Found in supply, the marker comes off at once, and the night helps.
    let mut f = Battlefield::campaign().put("cs-heth 3335 starved demoralized, us-phelps 4810");
    assert!(fed(&mut f, "cs-heth"));
    assert_eq!(states(&f), (false, true, false, false));
    // Already disorganized for another reason: the first failure is still only the marker.
    let mut f = Battlefield::campaign().put("cs-heth 2606 disorganized, us-phelps 4810");
    fed(&mut f, "cs-heth");
    assert_eq!(states(&f), (true, true, false, false));
}

#[test]
fn guv_15_16_hunger_costs_one_on_every_die_of_the_side() {
    let mut f = Battlefield::campaign().put("cs-heth 1110 starved, cs-lane 1110, us-paul 1209");
    f.active("hill", "1110").come_to_blows().assault("cs-heth cs-lane", "1209");
    assert_eq!(f.s.battle.unwrap().marks[0], [-1; 6]);
    f.done_all().throw(&[5, 5, 5]).throw(&[1, 1]);
    assert!(!f.s.reduced.has(p("us-paul")), "fives are fours");
}

#[test]
fn guv_16_1_guv_16_2_guv_16_3_recovery() {
    let mut f = Battlefield::campaign().turn(5);
    f.add("us-barnes 4010 reduced, us-ayres 4010 reduced, us-knipe 4011 reduced, us-ny-light 4012 reduced, us-devin 4012 reduced");
    f.add("cs-heth 3335");
    f.s.put(p("us-tyler"), give_us_victories::ids::Hex::LOST);
    f.s.reduced.insert(p("us-tyler"));
    f.at(Step::NightFalls);
    f.no("GUV-16.3", Action::Recover { piece: p("us-tyler") });
    f.ok(Action::Recover { piece: p("us-barnes") });
    f.no("GUV-16.1", Action::Recover { piece: p("us-ayres") });
    f.no("GUV-16.1", Action::Recover { piece: p("us-barnes") });
    // Every independent on its own.
    for id in ["us-ny-light", "us-devin", "us-knipe"] {
        f.ok(Action::Recover { piece: p(id) });
    }
    assert_eq!((f.s.turn, f.s.reduced), (6, set("us-ayres us-tyler")));
}

/// Which formations have had a unit back is known to their side alone.
#[test]
fn guv_16_1_the_enemy_does_not_learn_who_recovers() {
    let mut f = Battlefield::campaign().turn(5).put("us-barnes 4010 reduced, us-ayres 4010 reduced, us-knipe 4012 reduced, cs-heth 2123");
    f.at(Step::Recovery(US)).ok(Action::Recover { piece: p("us-barnes") });
    assert!(f.game.knowledge(&f.s, US.into()).state.recovered.has(chit("meade")));
    assert!(f.game.knowledge(&f.s, CS.into()).state.recovered.is_empty());
}
