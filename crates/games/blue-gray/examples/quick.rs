use blue_gray::BlueGray;
use engine::{
    sim::Care,
    table::{Kind, Shelved},
};
use std::collections::BTreeMap;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let kind: Shelved<BlueGray> = Shelved::new();
    let mut o = BTreeMap::new();
    if a.get(5).is_some_and(|x| x == "eff") {
        o.insert("attack-effectiveness".to_string(), "on".to_string());
    }
    let setup = kind.catalogue().complete(None, &o).unwrap();
    let arena = kind.arena(&setup, [&a[1], &a[2]]).unwrap();
    let n: u64 = a[3].parse().unwrap();
    let care = match a[4].as_str() {
        "all" => Care::Everything,
        "phases" => Care::Phases,
        _ => Care::None,
    };
    let t = std::time::Instant::now();
    let (mut actions, mut w) = (0, [0u32; 3]);
    let mut lv = [0u32; 8];
    for seed in 0..n {
        let p = arena.play(seed, care);
        actions += p.actions;
        if !p.violations.is_empty() {
            println!("seed {seed}: {:?}", p.violations);
        }
        if let Some(v) = p.verdict {
            w[match v.winner {
                Some(s) => s.index(),
                None => 2,
            }] += 1;
            lv[v.level as usize] += 1;
        }
    }
    let s = t.elapsed().as_secs_f64();
    println!(
        "{n} games {actions} actions {:.0} actions/s {:.0} games/s wins {w:?} levels {lv:?} state {}",
        actions as f64 / s,
        n as f64 / s,
        std::mem::size_of::<blue_gray::State>()
    );
}
