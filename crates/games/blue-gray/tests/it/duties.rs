//! Who must fight whom, and that it stays possible (BG-7.1, R-13, R-14, R-28).

use crate::kit::{Battlefield, hexes};

#[test]
fn r_13_duties_are_the_contacts_at_the_start_of_the_phase() {
    let f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, 2/1/IV 1407, Polk 2107");
    assert_eq!((f.overlay("must-attack"), f.overlay("must-be-attacked")), (hexes("1605"), hexes("1606")));
}

#[test]
fn r_13_an_attacker_who_would_strand_another_may_not_be_left_out() {
    // 1506 touches only Adams in 1606; so whoever attacks Adams, 1506 is in it.
    let mut f = Battlefield::on("1 union combat", "1/2/XV 1506, 1/1/IV 1707, Adams 1606, Lewis 1708");
    f.order("attack 1606").refuses("BG-7.11", "join 1707").allows("join 1506");
    let mut g = Battlefield::on("1 union combat", "1/2/XV 1506, 1/1/IV 1707, Adams 1606, Lewis 1708");
    g.order("attack 1606; join 1506; fight 1-1; roll 1; end advance").stands("Adams eliminated");
    g.order("attack 1708; join 1707; fight 3-1");
}

#[test]
fn r_13_three_in_a_row_two_against_two() {
    // A - 1 - B - 2 - C: B may go either way, A and C are bound.
    let units = "1/2/XV 1605, 2/2/XV 1607, 1/4/XV 1609, Adams 1606, Lewis 1608";
    let mut f = Battlefield::on("1 union combat", units);
    f.allows("attack 1606; attack 1608");
    f.order("attack 1606; join 1605").allows("fight 1-1; join 1607");
    f.order("join 1607; fight 3-1; roll 1; end advance; attack 1608; join 1609; fight 1-1");
    let mut both = Battlefield::on("1 union combat", units);
    both.order("attack 1606; join 1607").refuses("BG-7.12a", "fight 1-1; attack 1608").allows("join 1605");
}

#[test]
fn r_13_enemies_that_left_are_nobodys_duty_any_more() {
    // Both touch Adams; the guns drive him off first, so the two are free.
    let mut f = Battlefield::on("1 union combat", "1/2/XV 1605, Sherman-guns 1405, XI-guns 1407, Adams 1606");
    f.order("attack 1606").refuses("BG-7.0-G", "fight 1-1");
    f.order("bombard XI-guns; join 1605");
    // A bombardment alone would strand 1605: it must take part.
    let mut alone = Battlefield::on("1 union combat", "1/2/XV 1605, XI-guns 1407, Adams 1606");
    alone.order("attack 1606; bombard XI-guns").refuses("BG-7.12a", "fight 1-1").allows("join 1605");
}

#[test]
fn r_13_a_free_unit_may_finish_the_phase() {
    // 1605 touches Adams and Lewis. After the battle for both everybody is free.
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, 2/1/IV 1605, Adams 1606, Lewis 1705");
    f.order("attack 1606; attack 1705; join 1605; fight 3-1; roll 1; end advance").allows("end combat");
}

#[test]
fn r_13_guns_stacked_together_cover_one_enemy_only() {
    // Polk touches three enemies; the two guns of 1407 share a target, so one enemy would be left over.
    let units = "Polk 1606, 1/2/XVII 1605, 2/2/XVII 1507, 3/2/XVII 1607";
    let mut f = Battlefield::on("1 confederate combat", &format!("{units}, Calvert 1405, Sanford 1405"));
    f.order("attack 1607; join 1606").refuses("BG-7.23", "fight 1-1").allows("attack 1507; attack 1605");
    let mut apart = Battlefield::on("1 confederate combat", &format!("{units}, Calvert 1405, Sanford 1409"));
    apart.order("attack 1507; join 1606; fight 1-1");
}

#[test]
fn r_13_a_gun_needed_elsewhere_may_not_be_spent() {
    // Polk has attacked 1607 and left 1605 to Calvert: Calvert may fire at nobody else.
    let mut f = Battlefield::on("1 confederate combat", "Polk 1606, 1/2/XVII 1605, 2/2/XVII 1607, Calvert 1405, 1/3/XI 1408");
    f.order("attack 1607; join 1606; fight 1-1; roll 1; retreat 2/2/XVII to 1508; end advance");
    assert_eq!(f.overlay("must-be-attacked"), hexes("1605"));
    f.refuses("BG-7.12a", "attack 1408").refuses("BG-7.11", "end combat").allows("attack 1605");
}

#[test]
fn r_13_a_duty_lapses_when_the_gun_that_was_to_cover_it_is_silenced() {
    // Polk attacks 1706 and leaves 1605 to Calvert in 1507. Thrown back, he pushes Calvert out: nobody is left to attack 1605.
    let mut f =
        Battlefield::on("1 confederate combat", "Polk 1606, 1/2/XVII 1605, 2/2/XVII 1706, Calvert 1507, Adams 1507, Gist 1607, Deas 1607");
    f.order("attack 1706; join 1606; fight 1-5; roll 1; retreat Polk to 1507 push Calvert; retreat Calvert to 1407; end advance");
    f.refuses("BG-7.82d", "attack 1605").allows("end combat");
    let mut kept =
        Battlefield::on("1 confederate combat", "Polk 1606, 1/2/XVII 1605, 2/2/XVII 1706, Calvert 1507, Adams 1507, Gist 1607, Deas 1607");
    kept.order("attack 1706; join 1606; fight 1-5; roll 1; retreat Polk to 1507 push Adams; retreat Adams to 1407; end advance");
    kept.refuses("BG-7.11", "end combat").allows("attack 1605");
}

#[test]
fn r_13_where_one_duty_lapses_the_others_stay_with_those_who_have_them() {
    // As above, with two more pairs far away: 1605 goes free, and each of the others still has its own opponent.
    let pairs = "Wright 2107, 1/3/XI 2108, Lewis 2404, 2/3/XI 2405";
    let units = "Polk 1606, 1/2/XVII 1605, 2/2/XVII 1706, Calvert 1507, Adams 1507, Gist 1607, Deas 1607";
    let mut f = Battlefield::on("1 confederate combat", &format!("{units}, {pairs}"));
    f.order("attack 1706; join 1606; fight 1-5; roll 1; retreat Polk to 1507 push Calvert; retreat Calvert to 1407; end advance");
    assert_eq!((f.overlay("must-attack"), f.overlay("must-be-attacked")), (hexes("2107 2404"), hexes("2108 2405")));
    f.refuses("BG-7.12a", "end combat").refuses("BG-7.82d", "attack 1605").allows("attack 2108; attack 2405");
    f.order("attack 2405").allows("join 2404");
    f.order("join 2404; fight 1-5; roll 6; end advance");
    assert_eq!((f.overlay("must-attack"), f.overlay("must-be-attacked")), (hexes("2107"), hexes("2108")));
    f.order("attack 2108; join 2107; fight 1-5; roll 6; end advance").allows("end combat");
}

#[test]
fn r_13_contacts_made_by_an_advance_bind_nobody() {
    // After De at 1606 the victor advances next to Lewis in 1607... whom nobody touched before.
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, Lewis 1608");
    f.order("attack 1606; join 1605; fight 3-1; roll 1; advance 1/1/IV to 1606");
    let mut near = Battlefield::on("1 union combat", "1/1/IV 1605, Adams 1606, Lewis 1607");
    near.order("attack 1606; join 1605; fight 3-1; roll 1; advance 1/1/IV to 1606");
    assert_eq!(near.overlay("must-attack"), hexes(""));
    near.refuses("BG-7.75f", "attack 1607").allows("end combat");
}

#[test]
fn duties_of_a_battle_that_could_be_widened_are_not_refused() {
    // Adding 1707 to the attack on 1606 leaves Lewis in 1607 to nobody, unless he is attacked as well: allowed.
    let mut f = Battlefield::on("1 union combat", "1/1/IV 1507, 2/1/IV 1707, Adams 1606, Lewis 1607");
    f.order("attack 1606; join 1507; join 1707; attack 1607; fight 3-1");
}

#[test]
fn an_open_battle_must_be_fought_before_the_phase_ends() {
    let mut f = Battlefield::on("1 union combat", "XI-guns 1407, Adams 1607");
    f.allows("end combat");
    f.order("attack 1607").refuses("BG-7.0-Pb", "end combat").refuses("BG-7.0-G", "fight 1-1").allows("bombard XI-guns");
}
