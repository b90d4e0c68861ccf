//! C74-VI.D, C74-VII.A.1, R-18 against a model that tries every way to divide the attackers: whether all who must attack can at 1-4, and if not,
//! what is lost.

use crate::field::{Battlefield, document, game};
use engine::{Dice, Positions};

/// A unit beside enemies.
struct Unit {
    id: &'static str,
    strength: u32,
    /// The enemy hexes that it touches, one bit each.
    touches: u32,
    /// Whether it must attack: it stands in the open.
    obliged: bool,
}

impl Unit {
    /// Strength counts first, then numbers.
    fn price(&self) -> u32 {
        100 * self.strength + 1
    }
}

/// The groups of hexes that are attacked together, in every way.
fn divisions(hexes: &[u32]) -> Vec<Vec<u32>> {
    let Some((first, rest)) = hexes.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for division in divisions(rest) {
        for i in 0..division.len() {
            let mut joined = division.clone();
            joined[i] |= 1 << first;
            all.push(joined);
        }
        all.push([division, vec![1 << first]].concat());
    }
    all
}

/// The least that is lost if everybody who must attack does and every hex that is due is attacked once; nothing if that cannot be. Whoever attacks
/// makes all enemies beside him due.
fn least(units: &[Unit], foes: &[u32]) -> Option<u32> {
    let mut best: Option<u32> = None;
    for due in 0..1u32 << foes.len() {
        let hexes: Vec<u32> = (0..foes.len() as u32).filter(|f| due >> f & 1 == 1).collect();
        for groups in divisions(&hexes) {
            // Each unit in one of the groups, or in none.
            for mut code in 0..(groups.len() + 1).pow(units.len() as u32) {
                let (mut made_due, mut fits) = (0, true);
                let (mut strength, mut price) = (vec![0; groups.len()], vec![0; groups.len()]);
                for unit in units {
                    let place = code % (groups.len() + 1);
                    code /= groups.len() + 1;
                    if place == 0 {
                        fits &= !unit.obliged;
                        continue;
                    }
                    fits &= groups[place - 1] & !unit.touches == 0;
                    made_due |= unit.touches;
                    strength[place - 1] += unit.strength;
                    price[place - 1] += unit.price();
                }
                if !fits || made_due != due || strength.contains(&0) {
                    continue;
                }
                let defence = |group: u32| -> u32 { foes.iter().enumerate().filter(|(f, _)| group >> f & 1 == 1).map(|(_, d)| d).sum() };
                let lost = (0..groups.len()).filter(|g| 4 * strength[*g] < defence(groups[*g])).map(|g| price[g]).sum();
                best = Some(best.map_or(lost, |b| b.min(lost)));
            }
        }
    }
    best
}

#[test]
fn c74_vi_d_r_18_attackers_are_divided_as_well_as_they_can_be() {
    const FRIENDS: [(&str, u32); 9] = [
        ("morris", 1),
        ("buford", 2),
        ("averell", 3),
        ("gregg", 3),
        ("pleasonton", 3),
        ("schurz", 4),
        ("burnham", 4),
        ("sykes", 5),
        ("newton", 7),
    ];
    const FOES: [(&str, u32); 6] = [("hill", 12), ("rodes", 10), ("early", 8), ("anderson", 8), ("mclaws", 8), ("colston", 7)];
    let game = game(&[]);
    let grid = game.ground.grid();
    let fresh = game.read_position(&document("union movement").1).expect("an empty field");
    let names: Vec<String> = "UVWXYZ".chars().flat_map(|c| (14..=20).map(move |n| format!("{c}-{n}"))).collect();
    let open: Vec<&String> = names.iter().filter(|n| grid.parse(n).is_ok_and(|h| !game.sheltered(&fresh, h))).collect();
    let near = |a: &str, b: &str| game.ground.neighbours(grid.parse(a).unwrap()).any(|n| n == grid.parse(b).unwrap());
    let mut dice = Dice::new(18);
    let (mut met, mut unmet, mut impossible) = (0, 0, 0);
    for _ in 0..4_000 {
        // Enemies in two or three hexes, friends in three or four, perhaps a fort that nobody must attack from.
        let mut hexes = open.clone();
        let mut draw = || hexes.swap_remove(dice.below(hexes.len())).as_str();
        let (foes, friends) = (vec![draw(), draw(), draw()], vec![draw(), draw(), draw(), draw()]);
        let fort = (dice.below(2) == 0).then(|| friends[0]);
        let mut text = String::new();
        let mut defence = [0; 3];
        for (i, (id, strength)) in FOES.iter().enumerate().filter(|_| dice.below(3) > 0).collect::<Vec<_>>() {
            if defence[i % 3] + strength <= 22 {
                defence[i % 3] += strength;
                text += &format!("; {id} {}", foes[i % 3]);
            }
        }
        let mut units = Vec::new();
        for (id, strength) in FRIENDS {
            let hex = friends[dice.below(4)];
            if units.len() < 5 && dice.below(2) == 0 {
                text += &format!("; {id} {hex}");
                let touches = (0..3).filter(|f| defence[*f] > 0 && near(hex, foes[*f])).fold(0, |set, f| set | 1 << f);
                units.push(Unit { id, strength, touches, obliged: fort != Some(hex) });
            }
        }
        if let Some(fort) = fort.filter(|fort| text.contains(&format!(" {fort}"))) {
            text += &format!("; fort {fort}");
        }
        if game.read_position(&document(&format!("union combat{text}")).1).is_err() {
            continue;
        }
        let all = units.iter().map(|u| u.id).collect::<Vec<_>>();
        units.retain(|u| u.touches != 0);
        if units.is_empty() {
            continue;
        }
        let model = least(&units, &defence);
        let mut f = Battlefield::new(&format!("union movement{text}"));
        // Where nobody is left to attack, combat is over before anybody is asked.
        while f.phase() == "3 union movement" {
            f.done().unwrap_or_else(|rule| panic!("{text}: {rule}"));
        }
        let lost: u32 = all.iter().filter(|id| f.lost(id)).map(|id| units.iter().find(|u| u.id == *id).map_or(9_999, Unit::price)).sum();
        assert_eq!(lost, model.unwrap_or(0), "{text}: {:?}", f.log);
        match model {
            None => impossible += 1,
            Some(0) if units.iter().any(|u| u.obliged) => {
                assert_eq!(f.done(), Err("C74-VI.D"), "{text}");
                met += 1;
            }
            Some(_) => unmet += usize::from(lost > 0),
        }
    }
    assert!(met > 300 && unmet > 300, "{met} met, {unmet} unmet, {impossible} impossible");
}
