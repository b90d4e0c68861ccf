//! Attack effectiveness (BG-11), an optional rule.

use crate::kit::{Battlefield, effective, hexes, standard};
use engine::{Side, Words};

fn on(when: &str, units: &str) -> Battlefield {
    Battlefield::of(effective(), when, units)
}

/// 1/2/XV attacks Polk and is thrown back to 1604.
fn thrown_back(when: &str, more: &str) -> Battlefield {
    let mut f = on(when, &format!("1/2/XV 1605, Polk 1606, {more}"));
    f.order("attack 1606; join 1605; fight 1-1; roll 6; retreat 1/2/XV to 1604; end advance");
    f
}

#[test]
fn bg_11_0_a_unit_thrown_back_is_ineffective_until_after_the_night() {
    let mut f = thrown_back("1 union combat", "Liddell 0103");
    assert!(f.is("1/2/XV", "ineffective") && !f.is("Polk", "ineffective"));
    f.pass_to("4 confederate movement");
    assert!(f.is("1/2/XV", "ineffective"));
    f.pass_to("6 union movement");
    assert!(!f.is("1/2/XV", "ineffective"));
    // Without the option nothing of the kind happens.
    let mut plain = Battlefield::of(standard(), "1 union combat", "1/2/XV 1605, Polk 1606");
    plain.order("attack 1606; join 1605; fight 1-1; roll 6; retreat 1/2/XV to 1604; end advance");
    assert!(!plain.is("1/2/XV", "ineffective"));
    // After the night it lasts to the end of the game.
    let mut late = thrown_back("6 union combat", "Liddell 0103");
    late.pass_to("10 confederate combat");
    assert!(late.is("1/2/XV", "ineffective"));
}

#[test]
fn bg_11_0_p_the_strength_stays_public() {
    let f = thrown_back("1 union combat", "");
    let view = f.game.view(&f.state);
    let piece = view.pieces.iter().find(|p| p.id == "1/2/XV").expect("the counter");
    assert_eq!(piece.strengths, "5-6");
    assert!(piece.states.contains(&engine::words::Condition::Ineffective));
}

#[test]
fn bg_11_1a_only_attackers_in_contact_lose_it_and_only_by_ar() {
    let mut dr = on("1 union combat", "1/1/IV 1605, Adams 1606");
    dr.order("attack 1606; join 1605; fight 3-1; roll 2; retreat Adams to 1607; end advance");
    assert!(!dr.is("Adams", "ineffective"), "a defender keeps it");
    let mut guns = on("1 confederate combat", "Calvert 1407, 1/1/IV 1607");
    guns.order("attack 1607; bombard Calvert; fight 1-5; roll 1; retreat Calvert to 1406");
    assert!(!guns.is("Calvert", "ineffective"), "guns that choose to retreat keep it");
    // Whoever moved adjacent: the Union attacks where the Confederates came into contact.
    let mut moved = on("1 confederate movement", "1/2/XV 1605, Polk 1607");
    moved.order("move Polk to 1606; end movement; attack 1605; join 1606; fight 1-1; roll 6; retreat Polk to 1607; end advance");
    assert!(moved.is("Polk", "ineffective") && !moved.is("1/2/XV", "ineffective"));
    let mut lost = on("1 union combat", "1/2/XVII 1605, Polk 1606, Wright 1606");
    lost.order("attack 1606; join 1605; fight 1-3; roll 5; retreat 1/2/XVII to 1604; end advance");
    assert!(lost.is("1/2/XVII", "ineffective"));
}

#[test]
fn bg_11_2a_ineffective_units_do_not_attack() {
    let mut f = on("2 union combat", "1/2/XV 1605 ineffective, 1/1/IV 1706, Polk 1606");
    f.order("attack 1606").refuses("BG-11.2a", "join 1605").allows("join 1706");
    let mut gun = on("2 confederate combat", "Calvert 1407 ineffective, Sanford 1407, 1/1/IV 1607");
    gun.order("attack 1607").refuses("BG-11.2a", "bombard Calvert").allows("bombard Sanford");
}

#[test]
fn bg_11_2b_nor_enter_an_enemy_zone() {
    let f = on("2 union movement", "1/2/XV 1603 ineffective, 2/2/XV 1704, Polk 1606");
    f.refuses("BG-11.2b", "move 1/2/XV to 1605");
    let g = on("2 union movement", "1/2/XV 1704 ineffective, 2/2/XV 1705, Polk 1607");
    g.refuses("BG-11.2b", "move 1/2/XV to 1606; march 1/2/XV 1705 1605 1606").allows("move 2/2/XV to 1606; move 1/2/XV to 1605");
    // Nor as a victorious defender: Lewis stands behind the hex.
    let mut adv = on("2 union combat", "1/2/XVII 1606, 2/2/XVII 1807, Polk 1605 ineffective, Wright 1605, 1/1/IV 1607");
    adv.order("attack 1605; join 1606; fight 1-5; roll 4").stands("1/2/XVII eliminated");
    adv.refuses("BG-11.2b", "advance Polk to 1606").allows("advance Wright to 1606");
}

#[test]
fn bg_11_2c_they_move_defend_and_control_as_before() {
    let f = on("2 union movement", "1/2/XV 1604 ineffective");
    f.allows("move 1/2/XV to 1607");
    let mut defence = on("2 confederate combat", "1/2/XV 1605 ineffective, Polk 1606");
    defence.order("attack 1605; join 1606");
    assert_eq!(defence.odds(), "5 : 5, 1-1 column");
    let zone = on("2 confederate movement", "1/2/XV 1605 ineffective, Polk 1607");
    zone.refuses("BG-6.0-G", "march Polk 1606 1506").allows("move Polk to 1606");
}

#[test]
fn bg_11_31a_r_27_in_contact_they_fall_back_when_the_phase_closes() {
    let mut f = on("2 union combat", "1/2/XV 1605 ineffective, Polk 1606");
    f.order("end combat");
    assert_eq!(f.game.prompt(&f.state), "Union: 1/2/XV (5) must fall back from the enemy.");
    f.refuses("BG-11.31a", "stand 1/2/XV").refuses("BG-7.72a", "retreat 1/2/XV to 1506").allows("retreat 1/2/XV to 1505");
    let again = f.reread();
    assert_eq!(again.listed(), f.listed());
    f.order("retreat 1/2/XV to 1604").stands("1/2/XV 1604");
    // If friends drive the enemy off, it stays.
    let mut saved = on("2 union combat", "1/2/XV 1605 ineffective, 1/1/IV 1706, Adams 1606");
    saved.order("attack 1606; join 1706; fight 3-1; roll 2; retreat Adams to 1607; end advance; end combat");
    assert_eq!(saved.phase(), "2 confederate movement");
    saved.stands("1/2/XV 1605");
    // With no room it is lost, and that counts.
    let mut lost = on("2 union combat", "1/2/XV 1605 ineffective, Polk 1606, Wright 1604");
    lost.order("end combat").stands("1/2/XV eliminated");
    assert_eq!(lost.points(), [0, 3]);
}

#[test]
fn bg_11_31b_nobody_advances_after_that() {
    let mut f = on("2 union combat", "1/2/XV 1605 ineffective, Polk 1606");
    f.order("end combat; retreat 1/2/XV to 1604");
    assert_eq!((f.phase().as_str(), f.asked()), ("2 confederate movement", Side::Confederate));
    assert!(f.listed().iter().all(|a| !a.contains("advance")));
}

#[test]
fn bg_11_32_contact_made_by_an_enemy_advance_does_not_force_it() {
    // Polk wins in defence and advances next to 1/4/XV, which is ineffective and was out of contact.
    let mut f = on("2 union combat", "1/2/XVII 1605, 1/4/XV 1604 ineffective, Polk 1606");
    f.order("attack 1606; join 1605; fight 1-2; roll 6; advance Polk to 1605");
    assert!(f.overlay("confederate-zone").contains("1604"));
    f.order("end combat").stands("1/4/XV 1604");
    assert_eq!(f.phase(), "2 confederate movement");
}

#[test]
fn bg_11_4_after_a_night_turn_everybody_recovers() {
    let mut f = on("5 confederate movement", "1/2/XV 1604 ineffective, Polk 1606 ineffective");
    f.order("end movement");
    assert!(!f.is("1/2/XV", "ineffective") && !f.is("Polk", "ineffective"));
    assert!(f.told().contains("All units regain their attack effectiveness."));
    let mut day = on("4 confederate combat", "1/2/XV 1604 ineffective");
    day.order("end combat");
    assert!(day.is("1/2/XV", "ineffective"), "a day turn does not help");
}

#[test]
fn r_28_ineffective_units_neither_have_nor_make_duties() {
    let f = on("2 union combat", "1/2/XV 1605 ineffective, Polk 1606");
    assert_eq!((f.overlay("must-attack"), f.overlay("must-be-attacked")), (hexes(""), hexes("")));
    f.allows("end combat").refuses("BG-11.2a", "attack 1606");
    // Stacked with an effective unit, only that one attacks.
    let mut stack = on("2 union combat", "1/2/XV 1605 ineffective, 1/1/IV 1605, Adams 1606");
    stack.order("attack 1606; join 1605");
    assert_eq!(stack.odds(), "9 : 3, 3-1 column");
    // Displaced, it stays ineffective.
    let mut pushed = on("2 union combat", "1/1/IV 1605, 2/1/IV 1506, 1/2/XV 1706, Adams 1606, Polk 1607 ineffective, Wright 1607");
    pushed.order("attack 1606; join 1605; join 1506; join 1706; fight 4-1; roll 2; retreat Adams to 1607 push Polk; retreat Polk to 1608");
    assert!(pushed.is("Polk", "ineffective"));
}
