//! Multiple unit attack: how contacts are divided into battles.

use crate::table::*;
use chancellorsville_1961::{Action, Step};
use engine::{Notation, Positions, Rules};
use serde_json::json;
use std::collections::BTreeSet;

/// One battle by names: attackers, defenders.
pub type Named = (Vec<String>, Vec<String>);

/// Every division that can be reached step by step.
pub fn divisions(table: &Table) -> BTreeSet<Vec<Named>> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    explore(table, &mut seen, &mut found);
    found
}

fn named(table: &Table) -> Vec<Named> {
    let ids = |set: u128| {
        let mut ids: Vec<String> = chancellorsville_1961::counters::pieces(set).map(|p| table.game.book().counter(p).id.clone()).collect();
        ids.sort();
        ids
    };
    let own = table.game.book().of[table.state.mover().index()];
    let mut battles: Vec<Named> =
        (1..60).map(|n| table.state.members(n)).filter(|m| *m != 0).map(|m| (ids(m & own), ids(m & !own))).collect();
    battles.sort();
    battles
}

fn explore(table: &Table, seen: &mut BTreeSet<u64>, found: &mut BTreeSet<Vec<Named>>) {
    if !seen.insert(table.game.hash(&table.state)) {
        return;
    }
    for action in table.all_listed() {
        match action {
            Action::Commit => drop(found.insert(named(table))),
            Action::DivideRest => {}
            _ => {
                let mut next = Table { game: table.game.clone(), state: table.state.clone(), events: Vec::new() };
                let written = next.game.write_action(action);
                next.act(written);
                explore(&next, seen, found);
            }
        }
    }
}

fn battles(list: &[(&[&str], &[&str])]) -> Vec<Named> {
    let sorted = |names: &[&str]| {
        let mut names: Vec<String> = names.iter().map(ToString::to_string).collect();
        names.sort();
        names
    };
    let mut all: Vec<Named> = list.iter().map(|(a, d)| (sorted(a), sorted(d))).collect();
    all.sort();
    all
}

#[test]
fn c61_mua_1_attackers_of_one_defender_add_up() {
    let mut table = fighting(Union, &[("devens", "NN-23"), ("schurz", "OO-24"), ("gordon", "NN-24")]);
    table.refuse("C61-MUA-1", join("devens")).refuse("C61-MUA-1", include("gordon"));
    table.battle(&["devens", "schurz"], &["gordon"]);
    assert_eq!((table.odds("gordon"), table.clash("gordon").column()), ((8, 2), 3));
}

#[test]
fn c61_mua_2_several_hexes_may_be_divided() {
    let table = fighting(Union, &[("devens", "NN-23"), ("schurz", "OO-24"), ("gordon", "NN-24"), ("hoke", "NN-24")]);
    let all = divisions(&table);
    assert!(all.contains(&battles(&[(&["devens", "schurz"], &["gordon", "hoke"])])));
    assert!(all.contains(&battles(&[(&["devens"], &["gordon"]), (&["schurz"], &["hoke"])])));
    assert!(all.contains(&battles(&[(&["schurz"], &["gordon"]), (&["devens"], &["hoke"])])));
    assert_eq!(all.len(), 3);
    // one stack against one stack is one battle.
    let table = fighting(Union, &[("devens", "NN-23"), ("schurz", "NN-23"), ("gordon", "NN-24"), ("hoke", "NN-24")]);
    assert_eq!(divisions(&table), BTreeSet::from([battles(&[(&["devens", "schurz"], &["gordon", "hoke"])])]));
    let mut table = table;
    table.attack("devens", "gordon");
    table.refuse("C61-MUA-3", attack("schurz", "hoke"));
    table.refuse("C61-MUA-3", commit());
    // Only between movement and the first die.
    let table = moving(Union, &[("devens", "NN-23"), ("gordon", "NN-24")]);
    table.refuse("C61-MUA-2", attack("devens", "gordon"));
}

#[test]
fn c61_mua_3_every_defender_in_contact_is_fought() {
    let mut table = fighting(Union, &[("devens", "NN-23"), ("gordon", "NN-22"), ("hoke", "NN-24")]);
    table.attack("devens", "gordon");
    table.refuse("C61-MUA-3", commit());
    table.include("hoke").commit();
    // Nothing may be begun that could not be completed.
    let table = fighting(Union, &[("devens", "NN-23"), ("schurz", "NN-25"), ("gordon", "NN-22"), ("hoke", "NN-24")]);
    // Gordon would have to come in too, and Schurz would have nobody.
    table.refuse("C61-MUA-3", attack("devens", "hoke"));
}

#[test]
fn c61_mua_2_a_unit_may_be_left_for_a_battle_that_it_can_only_join() {
    // Each gun is next to one stack and two hexes from the other, which may join against it (T-5).
    let units =
        [("humphreys", "EE-16"), ("sykes", "EE-16"), ("williams", "CC-16"), ("averell", "CC-16"), ("walker", "DD-15"), ("brown", "CC-15")];
    let all = divisions(&fighting(Union, &units));
    assert!(all.contains(&battles(&[(&["williams", "humphreys"], &["brown"]), (&["sykes", "averell"], &["walker"])])));
    // In any order: Devens can still follow Hancock against the battery.
    let units = [("devens", "VV-40"), ("french", "VV-40"), ("hancock", "VV-42"), ("early", "UU-40"), ("beckham", "UU-41")];
    let mut table = fighting(Union, &units);
    table.attack("french", "early").battle(&["hancock", "devens"], &["beckham"]).commit();
}

#[test]
fn c61_mua_4_every_attacker_touches_every_defender() {
    let units = [("devens", "NN-22"), ("schurz", "NN-24"), ("gordon", "NN-21"), ("hoke", "NN-23"), ("hays", "NN-25")];
    let mut table = fighting(Union, &units);
    table.attack("devens", "gordon");
    table.refuse("C61-MUA-4", include("hays"));
    table.refuse("C61-MUA-4", join("schurz"));
}

#[test]
fn c61_mua_5_a_soak_off_is_allowed() {
    let units = [("french", "NN-23"), ("geary", "OO-24"), ("williams", "OO-24"), ("a-p-hill", "NN-24"), ("gordon", "NN-24")];
    let mut table = fighting_with(Union, &units, forts(&["NN-24"]));
    table.attack("french", "a-p-hill").battle(&["geary", "williams"], &["gordon"]).commit();
    assert_eq!((table.odds("a-p-hill"), table.odds("gordon")), ((6, 24), (13, 4)));
}

#[test]
fn c61_mua_6_attackers_of_several_hexes_divide_a_stack() {
    let units = [("french", "NN-23"), ("geary", "OO-24"), ("rodes", "NN-24"), ("a-p-hill", "NN-24")];
    let mut table = fighting(Union, &units);
    table.attack("french", "a-p-hill").attack("geary", "rodes").commit();
    assert_eq!(table.state.step(), Step::Choose);
}

#[test]
fn c61_mua_7_a_stack_divides_its_attack() {
    let units = [("french", "NN-23"), ("geary", "NN-23"), ("gordon", "NN-24"), ("hoke", "NN-22")];
    let mut table = fighting(Union, &units);
    table.attack("french", "gordon").attack("geary", "hoke").commit();
    table.fight("gordon").roll(1).fight("hoke").roll(1);
    assert!(table.is_lost("gordon") && table.is_lost("hoke"));
}

#[test]
fn the_rest_can_be_left_to_the_rules() {
    let units = [
        ("devens", "NN-22"),
        ("schurz", "NN-24"),
        ("gordon", "NN-21"),
        ("hoke", "NN-23"),
        ("hays", "NN-25"),
        ("iii-corps-artillery", "PP-24"),
    ];
    let mut table = fighting(Union, &units);
    table.act(json!({ "do": "divide-rest" }));
    assert_eq!(table.state.step(), Step::Choose);
}

/// The rules of the division written a second time, plainly: every way to put units into battles is tried.
mod by_hand {
    use super::*;
    use chancellorsville_1961::Piece;
    use chancellorsville_1961::counters::pieces;
    use std::collections::BTreeMap;

    struct Battlefield {
        attackers: Vec<Piece>,
        defenders: Vec<Piece>,
        near: BTreeMap<Piece, Vec<Piece>>,
        guns: BTreeMap<Piece, Vec<Piece>>,
        others: BTreeMap<Piece, Vec<Piece>>,
        artillery: u128,
        hexes: BTreeMap<Piece, board::HexId>,
    }

    impl Battlefield {
        fn of(table: &Table) -> Battlefield {
            let book = table.game.book();
            let (own, on) = (book.of[table.state.mover().index()], table.state.on_map());
            let attackers: Vec<Piece> = pieces(on & own & book.fighters()).collect();
            let defenders: Vec<Piece> = pieces(on & !own & book.fighters()).collect();
            let at = |p: Piece| table.state.hex(p);
            let grid = &book.ground.board.grid;
            let rights = |u: Piece, q: Piece| {
                let written = table.game.write_position(&table.state);
                let list = written["in_contact"][&book.counter(u).id].as_array().cloned().unwrap_or_default();
                list.iter().any(|v| v == &json!(book.counter(q).id))
            };
            let mut field = Battlefield {
                near: BTreeMap::new(),
                guns: BTreeMap::new(),
                others: BTreeMap::new(),
                artillery: book.guns,
                hexes: attackers.iter().chain(&defenders).map(|p| (*p, at(*p))).collect(),
                attackers,
                defenders,
            };
            for q in &field.defenders {
                let is_gun = |p: &Piece| book.guns & p.bit() != 0;
                let of = |distance: u8| field.attackers.iter().copied().filter(move |u| grid.distance(at(*u), at(*q)) == distance);
                field.near.insert(*q, of(1).filter(|u| !is_gun(u) || rights(*u, *q)).collect());
                field.guns.insert(*q, of(2).filter(|u| is_gun(u)).collect());
                field.others.insert(*q, of(2).filter(|u| !is_gun(u) && is_gun(q)).collect());
            }
            field
        }

        fn is_gun(&self, p: Piece) -> bool {
            self.artillery & p.bit() != 0
        }

        fn touches(&self, u: Piece, q: Piece) -> bool {
            self.near[&q].contains(&u) || self.guns[&q].contains(&u) || self.others[&q].contains(&u)
        }

        fn row(&self, q: Piece) -> Option<&[Piece]> {
            match (self.near[&q].as_slice(), self.is_gun(q)) {
                ([], true) if !self.guns[&q].is_empty() => Some(&self.guns[&q]),
                ([], true) if !self.others[&q].is_empty() => Some(&self.others[&q]),
                ([], _) => None,
                (near, _) => Some(near),
            }
        }

        fn rivals(&self, u: Piece) -> Vec<Piece> {
            let rivals = self.defenders.iter().copied().filter(|q| self.is_gun(*q) && self.touches(u, *q));
            if self.is_gun(u) { rivals.collect() } else { Vec::new() }
        }

        /// Infantry or cavalry two hexes from artillery that only others are next to, no artillery among them.
        fn must_join(&self, u: Piece) -> bool {
            let uncovered = |q: &Piece| self.guns[q].is_empty() && !self.near[q].iter().any(|n| self.is_gun(*n));
            self.defenders.iter().any(|q| self.others[q].contains(&u) && !self.near[q].is_empty() && uncovered(q))
        }

        /// A battle by the table alone, without the duty of artillery to fight artillery.
        fn battle_is_known(&self, attackers: &[Piece], defenders: &[Piece]) -> bool {
            if attackers.is_empty() || defenders.is_empty() {
                return false;
            }
            let complete = attackers.iter().all(|u| defenders.iter().all(|q| self.touches(*u, *q)));
            // Infantry and cavalry keep out where artillery may fight the same artillery.
            let covered = |q: &Piece| !self.guns[q].is_empty() || self.near[q].iter().any(|u| self.is_gun(*u));
            if defenders.iter().any(|q| self.is_gun(*q) && covered(q) && attackers.iter().any(|u| self.others[q].contains(u))) {
                return false;
            }
            let rows = defenders.iter().all(|q| {
                if !self.near[q].is_empty() {
                    return attackers.iter().any(|u| self.near[q].contains(u));
                }
                match (self.is_gun(*q), self.guns[q].is_empty()) {
                    (true, false) => attackers.iter().all(|u| self.guns[q].contains(u)),
                    (true, true) => true,
                    (false, false) => defenders.iter().all(|o| !self.is_gun(*o) && self.near[o].is_empty()),
                    (false, true) => false,
                }
            });
            // Artillery shells others only with no enemy artillery in range.
            let shells = attackers.iter().all(|u| {
                let rivals = self.rivals(*u);
                rivals.is_empty() || rivals.iter().any(|r| defenders.contains(r)) || defenders.iter().any(|q| self.near[q].contains(u))
            });
            complete && rows && shells
        }
    }

    /// All legal divisions.
    pub fn divisions(table: &Table) -> BTreeSet<Vec<Named>> {
        let field = Battlefield::of(table);
        let all: Vec<Piece> = field.attackers.iter().chain(&field.defenders).copied().collect();
        let most = field.defenders.len();
        let mut labels = vec![0usize; all.len()];
        let mut whole = Vec::new();
        loop {
            if let Some(division) = legal(&field, &all, &labels, most) {
                whole.push(division);
            }
            let Some(i) = labels.iter().position(|l| *l < most) else { break };
            labels[..i].fill(0);
            labels[i] += 1;
        }
        // The duties at two hexes, one unit after the other as far as they can be met: artillery fights artillery, others fight.
        let must: Vec<Piece> = field.attackers.iter().copied().filter(|u| !field.rivals(*u).is_empty() || field.must_join(*u)).collect();
        let meets = |division: &Vec<(Vec<Piece>, Vec<Piece>)>, unit: Piece| {
            let rivals = field.rivals(unit);
            division.iter().any(|(a, d)| a.contains(&unit) && (rivals.is_empty() || rivals.iter().any(|r| d.contains(r))))
        };
        for unit in must {
            if whole.iter().any(|d| meets(d, unit)) {
                whole.retain(|d| meets(d, unit));
            }
        }
        let ids = |list: &[Piece]| {
            let mut ids: Vec<String> = list.iter().map(|p| table.game.book().counter(*p).id.clone()).collect();
            ids.sort();
            ids
        };
        whole
            .into_iter()
            .map(|division| {
                let mut named: Vec<Named> = division.iter().map(|(a, d)| (ids(a), ids(d))).collect();
                named.sort();
                named
            })
            .collect()
    }

    fn legal(field: &Battlefield, all: &[Piece], labels: &[usize], most: usize) -> Option<Vec<(Vec<Piece>, Vec<Piece>)>> {
        let of = |list: &[Piece], n: usize| -> Vec<Piece> {
            list.iter().copied().filter(|p| labels[all.iter().position(|o| o == p).unwrap()] == n).collect()
        };
        let mut division = Vec::new();
        for n in 1..=most {
            let (a, d) = (of(&field.attackers, n), of(&field.defenders, n));
            if a.is_empty() && d.is_empty() {
                continue;
            }
            if !field.battle_is_known(&a, &d) {
                return None;
            }
            division.push((a, d));
        }
        let free = |p: &Piece| labels[all.iter().position(|o| o == p).unwrap()] == 0;
        // Everybody who must be fought is, and everybody who can meet such a duty fights.
        for q in &field.defenders {
            if let Some(suitors) = field.row(*q)
                && (free(q) || suitors.iter().any(free))
            {
                return None;
            }
        }
        one_stack_one_battle(field, &division).then_some(division)
    }

    ///
    fn one_stack_one_battle(field: &Battlefield, division: &[(Vec<Piece>, Vec<Piece>)]) -> bool {
        for (a, d) in division {
            // Everybody in contact with this battle, directly or through others.
            let mut cluster: Vec<Piece> = a.iter().chain(d).copied().collect();
            loop {
                let more: Vec<Piece> = field
                    .attackers
                    .iter()
                    .flat_map(|u| field.defenders.iter().map(move |q| (*u, *q)))
                    .filter(|(u, q)| field.touches(*u, *q) && cluster.contains(u) != cluster.contains(q))
                    .map(|(u, q)| if cluster.contains(&u) { q } else { u })
                    .collect();
                if more.is_empty() {
                    break;
                }
                cluster.extend(more);
                cluster.sort();
                cluster.dedup();
            }
            let one =
                |mine: &[Piece]| mine.iter().filter(|p| cluster.contains(p)).map(|p| field.hexes[p]).collect::<BTreeSet<_>>().len() == 1;
            let must_d: Vec<Piece> = field.defenders.iter().copied().filter(|q| cluster.contains(q) && field.row(*q).is_some()).collect();
            let must_a: Vec<Piece> =
                field.attackers.iter().copied().filter(|u| must_d.iter().any(|q| field.row(*q).unwrap().contains(u))).collect();
            let possible = must_d.is_empty() || field.battle_is_known(&must_a, &must_d);
            if one(&field.attackers) && one(&field.defenders) && possible {
                let here = division.iter().filter(|(b, _)| b.iter().any(|u| cluster.contains(u))).count();
                if here > 1 || !must_a.iter().all(|u| a.contains(u)) || !must_d.iter().all(|q| d.contains(q)) {
                    return false;
                }
            }
        }
        true
    }
}

/// The engine reaches exactly the divisions that the plain rules allow: on hundreds of small random fields.
#[test]
fn divisions_are_exact() {
    let hexes = ["NN-22", "NN-23", "NN-24", "OO-23", "OO-24", "MM-22", "MM-23", "NN-21", "NN-25", "PP-24", "LL-22", "OO-25"];
    let armies =
        [["devens", "iii-corps-artillery", "hancock", "xi-corps-artillery"], ["devens", "hancock", "schurz", "iii-corps-artillery"]];
    let confederate = ["gordon", "walton", "hoke", "alexander"];
    let mut dice = engine::Dice::new(61);
    let (mut tried, mut split) = (0, 0);
    for _ in 0..1100 {
        let union = armies[dice.below(2)];
        let (a, d) = (1 + dice.below(4), 1 + dice.below(3));
        let mut units: Vec<(&str, &str)> = Vec::new();
        for id in union[..a].iter().copied() {
            units.push((id, hexes[dice.below(hexes.len())]));
        }
        let first = dice.below(2);
        for id in confederate[first..first + d].iter().copied() {
            units.push((id, hexes[dice.below(hexes.len())]));
        }
        // Sometimes artillery has fought before those who are now close to it.
        let mut rights = serde_json::Map::new();
        if dice.below(2) == 0 {
            let grid = &game().book().ground.board.grid;
            let hex = |id: &str| grid.parse(units.iter().find(|u| u.0 == id).unwrap().1).unwrap();
            for gun in ["iii-corps-artillery", "xi-corps-artillery"] {
                if units.iter().any(|u| u.0 == gun) {
                    let known = confederate.iter().filter(|q| units.iter().any(|u| u.0 == **q) && grid.distance(hex(gun), hex(q)) <= 2);
                    rights.insert(gun.into(), json!(known.collect::<Vec<_>>()));
                }
            }
        }
        let game = game();
        let Ok(state) = game.read_position(&position(Union, &units, json!({ "in_contact": rights }))) else { continue };
        let mut table = Table { game, state, events: Vec::new() };
        table.end();
        if table.state.step() != Step::Divide {
            continue;
        }
        let (reached, plain) = (divisions(&table), by_hand::divisions(&table));
        assert_eq!(reached, plain, "{units:?} {:?}", table.game.write_position(&table.state)["in_contact"]);
        tried += 1;
        split += usize::from(plain.len() > 1);
    }
    assert!(tried > 300 && split > 80, "{tried} fields, {split} with a choice");
}
