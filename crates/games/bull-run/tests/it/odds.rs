//! The odds asked for by hand, beside the battles of the game.

use crate::field::*;
use engine::handbook::{OddsQuestion, OddsReport};
use engine::words::BattleView;
use engine::{BadField, Handbook};
use serde_json::json;
use std::collections::BTreeMap;

fn ask(attack: &[u16], defend: &[u16], with: &[&str]) -> Result<OddsReport, BadField> {
    let with = with.iter().map(ToString::to_string).collect();
    game(&[]).odds(&OddsQuestion { attack: attack.to_vec(), defend: defend.to_vec(), with, column: None })
}

/// Results with their chances in sixths, by name.
fn told(report: &OddsReport) -> BTreeMap<String, u32> {
    report.results.iter().map(|r| (r.result.clone(), (r.probability * 6.0).round() as u32)).collect()
}

/// The same from what the table shows of a battle.
fn shown(battle: &BattleView) -> BTreeMap<String, u32> {
    let mut found = BTreeMap::new();
    for result in &battle.columns[0].results {
        let name = if result.code.is_empty() { "-" } else { &result.code };
        *found.entry(name.to_string()).or_default() += if result.faces.is_empty() { 6 } else { 1 };
    }
    found
}

#[test]
fn br_7_5_a_modifier_counts_once_however_often_it_is_said() {
    for (once, often) in [
        (vec!["uphill"], vec!["uphill", "uphill", "uphill"]),
        (vec!["halved"], vec!["halved", "ford", "bridge", "halved"]),
        (vec!["defender-ford"], vec!["defender-halved", "defender-bridge", "defender-ford"]),
        (vec!["support=3"], vec!["support=3", "support=3"]),
    ] {
        let (a, b) = (ask(&[9], &[2], &once).unwrap(), ask(&[9], &[2], &often).unwrap());
        assert_eq!((&a.column, told(&a), a.modifiers.len()), (&b.column, told(&b), 1), "{often:?}");
        assert_eq!(b.modifiers.len(), 1);
    }
    let fault = ask(&[9], &[2], &["support=3", "support=4"]).unwrap_err();
    assert_eq!(fault.field, "with[1]");
}

#[test]
fn br_10_2_no_fire_supports_an_automatic_victory() {
    assert_eq!(ask(&[8], &[1], &["automatic"]).unwrap().column, "6-1");
    assert!(ask(&[8], &[1], &["automatic", "support=4"]).is_err());
    // Nor does it make up the eight to one.
    assert!(ask(&[4], &[1], &["automatic", "support=4"]).is_err());
    assert!(ask(&[8], &[1], &["automatic", "bombard"]).is_err());
    assert!(ask(&[8], &[1], &["bombard", "support=4"]).is_err());
    assert!(ask(&[8], &[1], &["bombard", "uphill"]).is_err());
}

/// A place for an attack: where attackers and defenders stand, and which words say what the terrain does.
struct Place {
    attackers: String,
    defenders: String,
    with: Vec<&'static str>,
}

/// One place for each combination of terrain that the board has, found by looking at single combats.
fn places() -> Vec<Place> {
    let grid = &boards::bull_run().grid;
    let mut found: Vec<Place> = Vec::new();
    let crossings =
        ["Q3", "O3", "Y8", "Y10", "AA13", "DD13", "EE17", "JJ18", "MM19", "QQ19", "TT22", "WW30", "UU33", "JJ7", "JJ10", "II11", "JJ15"];
    let near = |name: &str| {
        let hex = grid.parse(name).unwrap();
        grid.neighbours(hex).iter().copied().filter(|h| h.is_some()).map(|h| grid.name(h)).collect::<Vec<_>>()
    };
    let mut pairs: Vec<(String, String)> = Vec::new();
    for crossing in crossings {
        for beside in near(crossing) {
            pairs.extend(near(&beside).into_iter().map(|other| (beside.clone(), other)));
            pairs.push((beside.clone(), crossing.to_string()));
            pairs.push((crossing.to_string(), beside));
        }
    }
    for (attackers, defenders) in pairs {
        let document = document("combat union 5", &format!("regulars:{attackers} 8-va:{defenders}"), json!({}));
        let game = game(&[]);
        let Ok(s) = engine::Positions::read_position(&game, &document) else { continue };
        let mut f = Battlefield { game, s };
        f.play(engage("regulars", "8-va"));
        let battle = f.view().battle.unwrap();
        let says = |rule: &str, who: &str| battle.modifiers.iter().any(|m| m.rule == rule && m.text.contains(who));
        let mut with = Vec::new();
        for (on, word) in [(says("BR-7.4", ""), "uphill"), (says("BR-7.5", "Regulars"), "ford"), (says("BR-7.5", "8 Va"), "defender-ford")]
        {
            if on {
                with.push(word);
            }
        }
        if !found.iter().any(|p| p.with == with) {
            found.push(Place { attackers, defenders, with });
        }
    }
    found
}

#[test]
fn br_7_3_the_odds_are_those_of_the_battle_in_every_combination() {
    // Attack and defence strengths as printed.
    const ATTACKERS: [(&str, u16); 4] = [("regulars", 3), ("2-conn", 2), ("marines", 1), ("1-conn", 2)];
    const DEFENDERS: [(&str, u16); 3] = [("8-va", 1), ("4-sc", 3), ("2-va", 2)];
    let places = places();
    let mut compared = [0; 3];
    let words = |p: &Place| p.with.join(" ");
    // All that the rules can combine: uphill, attackers halved, defenders halved, and two of them at once; no ford lies downhill.
    for wanted in ["", "uphill", "ford", "defender-ford", "uphill defender-ford", "ford defender-ford"] {
        assert!(places.iter().any(|p| words(p) == wanted), "no place for {wanted:?}: {:?}", places.iter().map(words).collect::<Vec<_>>());
    }
    for place in &places {
        for ours in 1u32..1 << ATTACKERS.len() {
            for theirs in 1u32..1 << DEFENDERS.len() {
                let pick = |list: &[(&'static str, u16)], bits: u32| -> Vec<(&'static str, u16)> {
                    list.iter().enumerate().filter(|(n, _)| bits >> n & 1 == 1).map(|(_, u)| *u).collect()
                };
                let (ours, theirs) = (pick(&ATTACKERS, ours), pick(&DEFENDERS, theirs));
                let ids = |list: &[(&str, u16)], hex: &str| list.iter().map(|(id, _)| format!("{id}:{hex}")).collect::<Vec<_>>().join(" ");
                let units = format!("{} {}", ids(&ours, &place.attackers), ids(&theirs, &place.defenders));
                let (attack, defend): (Vec<u16>, Vec<u16>) = (ours.iter().map(|u| u.1).collect(), theirs.iter().map(|u| u.1).collect());
                // A ford holds eight points.
                let game = game(&[]);
                let Ok(s) = engine::Positions::read_position(&game, &document("combat union 5", &units, json!({}))) else { continue };
                let mut f = Battlefield { game, s };
                f.play(engage(ours[0].0, theirs[0].0));
                theirs[1..].iter().for_each(|u| drop(f.play(target(u.0))));
                ours[1..].iter().for_each(|u| drop(f.play(join(u.0))));
                let battle = f.view().battle.unwrap();
                let report = ask(&attack, &defend, &place.with).unwrap();
                assert_eq!(told(&report), shown(&battle), "{units}: {}", battle.odds);
                assert!(battle.odds.contains(&report.column), "{units}: {} and {}", battle.odds, report.column);
                compared[0] += 1;
                // An automatic victory is possible in the game if and only if the odds say so.
                let f = field("movement union 5", &units);
                let all: Vec<&str> = ours.iter().map(|u| u.0).collect();
                let action = f.read(&automatic(&all));
                let legal = engine::Rules::check(&f.game, &f.s, engine::Side::Union, action).is_ok();
                let mut with = place.with.clone();
                with.push("automatic");
                let said = ask(&attack, &defend, &with);
                assert_eq!(said.is_ok(), legal, "{units}");
                if let Ok(report) = said {
                    let mut f = f;
                    f.play(automatic(&all));
                    assert_eq!(told(&report), shown(&f.view().battle.unwrap()), "{units}");
                    compared[1] += 1;
                }
            }
        }
    }
    assert!(compared[0] > 300 && compared[1] > 10, "{compared:?}");
}

/// What is printed on the board in a hex, as the rules of combat tell ground apart.
fn ground(hex: board::HexId) -> Vec<&'static str> {
    let board = boards::bull_run();
    let here = board.ground(hex);
    ["river", "ford", "bridge", "stream", "woods"].into_iter().filter(|name| here.has(board.terrain(name).unwrap())).collect()
}

/// One pair of hexes, for guns and their target, for every combination of ground at range two and three with a clear line.
fn lines_of_fire() -> Vec<(board::HexId, board::HexId)> {
    let grid = &boards::bull_run().grid;
    let mut found = BTreeMap::new();
    let game = game(&[]);
    let dry = |hex: &board::HexId| !ground(*hex).contains(&"river") || ground(*hex).iter().any(|g| matches!(*g, "ford" | "bridge"));
    for stand in grid.hexes().filter(dry) {
        for target in grid.hexes().filter(|h| (2..=3).contains(&grid.distance(stand, *h)) && dry(h)) {
            let kind = (ground(stand), ground(target), grid.distance(stand, target));
            if found.contains_key(&kind) || !fires(&game, stand, target) {
                continue;
            }
            found.insert(kind, (stand, target));
        }
    }
    found.into_values().collect()
}

/// Whether guns in one hex may fire at a unit in the other.
fn fires(game: &bull_run::BullRun, stand: board::HexId, target: board::HexId) -> bool {
    let grid = &boards::bull_run().grid;
    let units = format!("d-5-us:{} 8-va:{}", grid.name(stand), grid.name(target));
    let Ok(s) = engine::Positions::read_position(game, &document("combat union 5", &units, json!({}))) else { return false };
    let action = engine::Notation::read_action(game, &engage("d-5-us", "8-va")).unwrap();
    engine::Rules::actor(game, &s).side().is_some_and(|side| engine::Rules::check(game, &s, side, action).is_ok())
}

#[test]
fn br_9_51_support_and_bombardment_are_as_in_the_battle() {
    // Guns at range of a target, with and without friends beside it, on all ground that the board has.
    const GUNS: [(&str, u16, &str); 3] = [("d-5-us", 1, ""), ("e-3-us", 3, ":battle-piece"), ("e-2-us", 2, ":battle-piece")];
    // A unit, its defence, and whether it is a battery.
    const DEFENDERS: [(&str, u16, bool); 2] = [("4-sc", 3, false), ("kemper", 2, true)];
    let grid = &boards::bull_run().grid;
    let crossing = |hex: board::HexId| ground(hex).iter().any(|g| matches!(*g, "ford" | "bridge"));
    let woods = |hex: board::HexId| ground(hex).contains(&"woods");
    // How often guns were whole or halved against defenders whole or halved: bombardments, and attacks with support.
    let mut compared = [[[0; 2]; 2]; 2];
    for (stand, target) in lines_of_fire() {
        // BR-7.51, BR-7.52, BR-9.7: once, whatever the reasons.
        let halved = crossing(stand) || woods(stand) || woods(target);
        for (defender, defence, battery) in DEFENDERS {
            let weakened = crossing(target) || battery && woods(target);
            for fire in 1u32..1 << GUNS.len() {
                let firing: Vec<_> = GUNS.iter().enumerate().filter(|(n, _)| fire >> n & 1 == 1).map(|(_, g)| *g).collect();
                let sum: u16 = firing.iter().map(|g| g.1).sum();
                let text: Vec<String> = firing.iter().map(|(id, _, face)| format!("{id}:{}{face}", grid.name(stand))).collect();
                let bombarded = format!("{} {defender}:{}", text.join(" "), grid.name(target));
                let words = [("halved", halved), ("defender-halved", weakened)].into_iter().filter(|w| w.1).map(|w| w.0);
                let with: Vec<&str> = words.chain(["bombard"]).collect();
                let mut f = field("combat union 5", &bombarded);
                f.play(engage(firing[0].0, defender));
                firing[1..].iter().for_each(|g| drop(f.play(join(g.0))));
                let battle = f.view().battle.unwrap();
                let report = ask(&[sum], &[defence], &with).unwrap();
                assert_eq!(told(&report), shown(&battle), "{bombarded}: {}", battle.odds);
                compared[0][usize::from(halved)][usize::from(weakened)] += 1;
                // The fire of one and of all for friends beside the target, from every side that leaves the line clear.
                if !matches!(firing.len(), 1 | 3) {
                    continue;
                }
                for beside in grid.neighbours(target).iter().copied().filter(|h| h.is_some() && *h != stand) {
                    let supported = format!("13-ny:{} {bombarded}", grid.name(beside));
                    let game = game(&[]);
                    let Ok(s) = engine::Positions::read_position(&game, &document("combat union 5", &supported, json!({}))) else {
                        continue;
                    };
                    let mut f = Battlefield { game, s };
                    f.play(engage("13-ny", defender));
                    let joins = |f: &Battlefield, id: &str| engine::Rules::check(&f.game, &f.s, f.asked(), f.read(&join(id))).is_ok();
                    if !firing.iter().all(|g| joins(&f, g.0)) {
                        continue;
                    }
                    firing.iter().for_each(|g| drop(f.play(join(g.0))));
                    let battle = f.view().battle.unwrap();
                    let support = format!("support={}", f32::from(sum) / if halved { 2.0 } else { 1.0 });
                    let mut with = vec![support.as_str()];
                    let uphill = battle.modifiers.iter().any(|m| m.rule == "BR-7.4");
                    let words = [("uphill", uphill), ("ford", crossing(beside)), ("defender-halved", weakened)];
                    with.extend(words.into_iter().filter(|w| w.1).map(|w| w.0));
                    let report = ask(&[2], &[defence], &with).unwrap();
                    assert_eq!(told(&report), shown(&battle), "{supported}: {}", battle.odds);
                    assert!(battle.odds.contains(&report.column), "{supported}: {}", battle.odds);
                    compared[1][usize::from(halved)][usize::from(weakened)] += 1;
                }
            }
        }
    }
    assert!(compared.iter().flatten().flatten().all(|n| *n > 20), "{compared:?}");
    // Half points can be said.
    assert_eq!(ask(&[3], &[5], &["support=2.5"]).unwrap().column, "1-1");
    assert_eq!(ask(&[3], &[6], &["support=2.5"]).unwrap().column, "1-2");
}
