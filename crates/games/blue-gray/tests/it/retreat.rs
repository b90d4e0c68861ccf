//! Retreat and displacement (BG-7.71 to BG-7.74, BG-7.8).

use crate::kit::{Battlefield, hexes};
use blue_gray::Action;
use engine::{Side, Words};

/// The hexes to which a unit may retreat, with whom it pushes out.
fn retreats(f: &Battlefield, name: &str) -> Vec<String> {
    let unit = f.unit(name);
    let mut all: Vec<String> = f
        .legal()
        .into_iter()
        .filter_map(|a| match a {
            Action::Retreat { unit: u, to, push } if u == unit => {
                let push = f.game.title().units.get(usize::from(push)).map(|u| format!(" push {}", u.id));
                Some(format!("{}{}", f.game.hex_name(to), push.unwrap_or_default()))
            }
            _ => None,
        })
        .collect();
    all.sort();
    all
}

#[test]
fn bg_7_71a_the_owner_chooses() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606");
    f.order("attack 1606; join 1605; fight 3-1; roll 2");
    assert_eq!(f.asked(), Side::Confederate);
    f.refuses_to(Side::Union, "BG-7.71a", "retreat Adams to 1607").allows("retreat Adams to 1607; retreat Adams to 1707");
    f.refuses("BG-7.71a", "retreat Polk to 1607; attack 1605; end combat");
}

#[test]
fn bg_7_71b_a_retreat_is_one_hex_out_of_enemy_zones() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, 1/2/XV 1608");
    f.order("attack 1606; join 1605; fight 3-1; roll 2");
    // 1706 and 1506 are next to 1605; 1607 and 1708 next to 1608.
    assert_eq!(retreats(&f, "Adams"), ["1507", "1707"]);
    f.refuses("BG-7.71b", "retreat Adams to 1508").refuses("BG-7.72a", "retreat Adams to 1706; retreat Adams to 1607");
}

#[test]
fn bg_7_71c_a_stack_may_retreat_to_different_hexes() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, Lewis 1606");
    f.order("attack 1606; join 1605; fight 1-1; roll 1");
    f.allows("retreat Adams to 1607; retreat Lewis to 1607; retreat Adams to 1507; retreat Lewis to 1707");
    f.order("retreat Lewis to 1507; retreat Adams to 1707").stands("Lewis 1507, Adams 1707");
}

#[test]
fn bg_7_72a_r_18_no_retreat_into_prohibited_hexes_or_over_prohibited_sides() {
    // 1205: ferry and river to the east. 1511: creek sides to 1410 and 1610.
    let mut river = Battlefield::on("1 confederate combat", "1/2/XV 1205, Polk 1204");
    river.order("attack 1205; join 1204; fight 1-1; roll 1");
    assert_eq!(retreats(&river, "1/2/XV"), ["1106"]);
    river.refuses("BG-7.72a", "retreat 1/2/XV to 1206; retreat 1/2/XV to 1105; retreat 1/2/XV to 1204");
    river.refuses("CH-19.13", "retreat 1/2/XV to 1305");
    let mut creek = Battlefield::on("1 confederate combat", "1/2/XV 1511, Polk 1512");
    creek.order("attack 1511; join 1512; fight 1-1; roll 1");
    assert_eq!(retreats(&creek, "1/2/XV"), ["1510"]);
    creek.refuses("BG-7.72a", "retreat 1/2/XV to 1410; retreat 1/2/XV to 1610");
    // The edge of the map is no way out either.
    let mut edge = Battlefield::on("1 confederate combat", "1/2/XV 1301, Polk 1302");
    edge.order("attack 1301; join 1302; fight 1-1; roll 1").stands("1/2/XV eliminated");
}

#[test]
fn bg_7_72b_with_nowhere_to_go_a_unit_is_lost() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 2/1/IV 1607, 1/2/XV 1408, Adams 1606");
    f.order("attack 1606; join 1605; join 1607; fight 4-1; roll 2");
    // 1605 and 1607 leave nothing: 1706 and 1506 touch 1605, 1507 and 1707 touch 1607.
    f.stands("Adams eliminated");
    assert_eq!(f.points(), [2, 0]);
    assert!(f.told().contains("Adams (3) cannot retreat and is eliminated."));
}

#[test]
fn bg_7_73a_a_hex_with_one_friend_outside_enemy_zones_is_open() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, Lewis 1607, Corput 1707, Calvert 1707");
    f.order("attack 1606; join 1605; fight 3-1; roll 2");
    assert_eq!(retreats(&f, "Adams"), ["1507", "1607"], "1707 is full");
    f.order("retreat Adams to 1607").stands("Adams 1607, Lewis 1607");
    // A friend in an enemy zone is no refuge.
    let mut bad = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, Lewis 1607, 1/2/XV 1608");
    bad.order("attack 1607; join 1608; fight 1-1; roll 6; retreat 1/2/XV to 1609; end advance");
    bad.order("attack 1606; join 1605; fight 3-1; roll 2");
    assert!(retreats(&bad, "Adams").contains(&"1607".to_string()));
}

#[test]
fn bg_7_73b_nobody_is_displaced_while_another_hex_is_open() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, Polk 1607, Wright 1607");
    f.order("attack 1606; join 1605; fight 3-1; roll 2");
    assert_eq!(retreats(&f, "Adams"), ["1507", "1707"]);
    f.refuses("BG-7.73b", "retreat Adams to 1607 push Polk; retreat Adams to 1607");
    f.refuses("BG-7.81a", "retreat Adams to 1707 push Polk");
}

#[test]
fn bg_7_74a_a_retreated_unit_adds_nothing_to_a_later_defence() {
    // Adams is driven back onto Polk; then guns fire at both: only Polk's five count.
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, XIV-guns 1409, Adams 1606, Polk 1607");
    f.order("attack 1606; join 1605; fight 3-1; roll 2; retreat Adams to 1607; end advance; attack 1607; bombard XIV-guns");
    assert_eq!(f.odds(), "5 : 5, 1-1 column");
}

#[test]
fn bg_7_74b_but_suffers_with_the_others() {
    let mut f = Battlefield::on(
        "1 union combat",
        "1/1/IV 1605, XIV-guns 1409, Reserve-guns 1409, XV-guns 1408, XI-guns 1408, Adams 1606, Wright 1607",
    );
    f.order("attack 1606; join 1605; fight 3-1; roll 2; retreat Adams to 1607; end advance; attack 1607");
    f.order("bombard XIV-guns; bombard Reserve-guns; bombard XV-guns; bombard XI-guns");
    assert_eq!(f.odds(), "18 : 4, 4-1 column");
    f.order("fight 4-1; roll 1").stands("Adams eliminated, Wright eliminated");
}

#[test]
fn r_19_a_hex_of_units_that_were_attacked_already_is_left_alone() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, XIV-guns 1409, Adams 1606, Lewis 1408");
    f.order("attack 1606; join 1605; fight 3-1; roll 2; retreat Adams to 1607; end advance").refuses("BG-7.14", "attack 1607");
    // In an exchange only the fresh defender counts: three points, not six.
    let mut ex = Battlefield::on("1 union combat", "1/1/IV 1605, XIV-guns 1409, XI-guns 1409, Adams 1606, Lewis 1607");
    ex.order(
        "attack 1606; join 1605; fight 3-1; roll 2; retreat Adams to 1607; end advance; attack 1607; bombard XIV-guns; bombard XI-guns",
    );
    assert_eq!(ex.odds(), "9 : 3, 3-1 column");
}

/// Adams in 1606 can only go to 1607, which Polk and Wright fill: 1605 and the guns around close the rest.
fn crowd(more: &str) -> Battlefield {
    let mut f =
        Battlefield::on("1 union combat", &format!("1/1/IV 1605, 2/1/IV 1506, 1/2/XV 1706, Adams 1606, Polk 1607, Wright 1607, {more}"));
    f.order("attack 1606; join 1605; join 1506; join 1706; fight 4-1; roll 2");
    f
}

#[test]
fn bg_7_81a_a_full_hex_makes_room_when_it_is_the_only_one() {
    let mut f = crowd("Calvert 2107");
    assert_eq!(retreats(&f, "Adams"), ["1607 push Polk", "1607 push Wright"]);
    f.refuses("BG-7.81a", "retreat Adams to 1607");
    f.order("retreat Adams to 1607 push Wright");
    assert_eq!(f.asked(), Side::Confederate);
    assert_eq!(retreats(&f, "Wright"), ["1508", "1608", "1708"]);
    f.order("retreat Wright to 1608").stands("Adams 1607, Polk 1607, Wright 1608");
    assert!(f.told().contains("Wright (4) is displaced to 1608."));
}

#[test]
fn bg_7_81b_displaced_units_obey_the_limits_of_a_retreat() {
    let mut f = crowd("2/2/XV 1509");
    f.order("retreat Adams to 1607 push Polk");
    // 1508 and 1608 are next to 1509; 1708 is free.
    assert_eq!(retreats(&f, "Polk"), ["1708"]);
    f.refuses("BG-7.72a", "retreat Polk to 1508").refuses("BG-7.71a", "retreat Wright to 1708; end advance");
}

#[test]
fn bg_7_81c_two_retreating_units_displace_two() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 2/1/IV 1506, 1/2/XV 1706, Adams 1606, Lewis 1606, Polk 1607, Wright 1607");
    f.order("attack 1606; join 1605; join 1506; join 1706; fight 3-1; roll 2");
    f.order("retreat Adams to 1607 push Polk; retreat Polk to 1608; retreat Lewis to 1607 push Wright; retreat Wright to 1508");
    f.stands("Adams 1607, Lewis 1607, Polk 1608, Wright 1508");
}

#[test]
fn bg_7_82a_if_the_displaced_would_be_lost_the_retreating_unit_dies_instead() {
    // Union units round 1607 leave its occupants no way out.
    let f = crowd("2/2/XV 1509, 1/4/XV 1709");
    f.stands("Adams eliminated, Polk 1607, Wright 1607");
}

#[test]
fn bg_7_82b_a_chain_only_where_no_free_hex_is_left() {
    // 1508 and 1608 are closed by 1509; 1708 is full of Cobb and Finley.
    let mut f = crowd("2/2/XV 1509, Cobb 1708, Finley 1708");
    f.order("retreat Adams to 1607 push Polk");
    assert_eq!(retreats(&f, "Polk"), ["1708 push Cobb", "1708 push Finley"]);
    f.order("retreat Polk to 1708 push Cobb");
    assert!(retreats(&f, "Cobb").iter().all(|r| !r.contains("push")));
    f.order("retreat Cobb to 1709").stands("Adams 1607, Wright 1607, Polk 1708, Finley 1708, Cobb 1709");
    let mut free = crowd("2/2/XV 1509, Cobb 1708");
    free.order("retreat Adams to 1607 push Polk");
    assert_eq!(retreats(&free, "Polk"), ["1708"], "room for one: no chain");
}

#[test]
fn bg_7_82c_bg_7_82d_a_gun_may_be_displaced_twice_and_then_does_not_fire() {
    // Confederates attack twice and are thrown back twice onto the guns in 1607.
    let union = "1/1/IV 1605, 2/1/IV 1605, 1/3/IV 1410, 1/2/IV 1410, 1/2/XV 1506, 2/2/XV 1706";
    let mut f = Battlefield::on("1 confederate combat", &format!("{union}, Adams 1606, Lewis 1606, Calvert 1607, Sanford 1607"));
    f.allows("attack 1605");
    f.order("attack 1605; attack 1506; attack 1706; join 1606; fight 1-5; roll 1");
    f.order("retreat Adams to 1607 push Calvert; retreat Calvert to 1508");
    f.order("retreat Lewis to 1607 push Sanford; retreat Sanford to 1508; end advance");
    f.stands("Adams 1607, Lewis 1607, Calvert 1508, Sanford 1508");
    // 1410 is two hexes from 1508, but the guns are silenced.
    f.order("end combat");
    let mut silent =
        Battlefield::on("1 confederate combat", &format!("{union}, Adams 1606, Lewis 1606, Calvert 1607, Sanford 1607, Smith-guns 1408"));
    silent.order("attack 1605; attack 1506; attack 1706; join 1606; fight 1-5; roll 1");
    silent
        .order("retreat Adams to 1607 push Calvert; retreat Calvert to 1508; retreat Lewis to 1607 push Sanford; retreat Sanford to 1608");
    silent.order("end advance; attack 1410").refuses("BG-7.82d", "bombard Calvert; bombard Sanford").allows("bombard Smith-guns");
}

#[test]
fn bg_7_82c_two_battles_may_displace_the_same_gun() {
    // Two stacks of one unit each fall back, one after the other, on the hex where Calvert keeps company with Cobb.
    let union = "1/1/IV 1605, 2/1/IV 1605, 1/2/XV 1506, 2/2/XV 1706";
    let mut f = Battlefield::on("1 confederate combat", &format!("{union}, Adams 1606, Calvert 1607, Cobb 1607"));
    f.order("attack 1605; attack 1506; attack 1706; join 1606; fight 1-5; roll 1");
    f.order("retreat Adams to 1607 push Calvert; retreat Calvert to 1608; end advance").stands("Calvert 1608, Cobb 1607");
    assert_eq!(f.overlay("must-attack"), hexes(""));
}

#[test]
fn r_16_immobile_guns_are_not_displaced_but_their_neighbour_may_be() {
    // The Union retreats onto Fort Wood's guns and 3/3/XI in 1514.
    let rebels = "Polk 1614, Wright 1614, Gist 1615, Smith 1613";
    let mut f = Battlefield::on("1 confederate combat", &format!("{rebels}, 1/2/XI 1515, XI-guns 1415, 3/3/XI 1415"));
    f.order("attack 1515; join 1614; join 1615");
    assert_eq!(f.asked(), Side::Confederate);
    let mut g =
        Battlefield::on("1 confederate combat", "Polk 1606, Wright 1606, Gist 1507, Deas 1707, 1/2/XI 1607, XI-guns 1608, 3/3/XI 1608");
    g.order("attack 1607; join 1606; join 1507; join 1707; fight 4-1; roll 2");
    assert_eq!(retreats(&g, "1/2/XI"), ["1608 push 3/3/XI"]);
    g.refuses("CH-16.11a", "retreat 1/2/XI to 1608 push XI-guns");
    g.order("retreat 1/2/XI to 1608 push 3/3/XI; retreat 3/3/XI to 1609").stands("1/2/XI 1608, XI-guns 1608, 3/3/XI 1609");
}

#[test]
fn r_17_nobody_is_displaced_twice_in_one_chain() {
    let mut f = crowd("2/2/XV 1509, Cobb 1708, Finley 1708");
    f.order("retreat Adams to 1607 push Polk; retreat Polk to 1708 push Finley");
    assert!(!retreats(&f, "Finley").iter().any(|r| r.contains("Polk") || r.contains("Adams")));
    f.order("retreat Finley to 1709").stands("Finley 1709, Cobb 1708, Polk 1708");
}

#[test]
fn r_37_the_first_stacks_and_the_second_finds_another_hex() {
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 2/1/IV 1605, Adams 1606, Lewis 1606, Polk 1607");
    f.order("attack 1606; join 1605; fight 3-1; roll 2; retreat Adams to 1607");
    assert_eq!(retreats(&f, "Lewis"), ["1507", "1707"]);
}

#[test]
fn a_displacement_in_progress_is_saved_and_taken_up_again() {
    let mut f = crowd("2/2/XV 1509, Cobb 1708, Finley 1708");
    f.order("retreat Adams to 1607 push Polk");
    let again = f.reread();
    assert_eq!((again.listed(), again.asked()), (f.listed(), Side::Confederate));
    f.order("retreat Polk to 1708 push Cobb");
    assert_eq!(f.reread().listed(), f.listed());
    assert_eq!(f.game.prompt(&f.state), "Confederate: Cobb battery (1) is pushed out of its hex. Choose where it goes.");
}
