//! Golden playthroughs: short orders with chosen dice, and everything that was told. `LONGROLL_BLESS=1` writes them anew.

use crate::field::{Field, words};
use engine::{Actor, Fog, Rules, Seat, Words};
use serde_json::{Value, json};

/// Compares a text with the file of that name, or writes it.
pub fn compare(name: &str, text: &str) {
    let path = format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var("LONGROLL_BLESS").is_ok_and(|v| v == "1") {
        std::fs::write(&path, text).expect("the golden files can be written");
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "{name} is not as it was; LONGROLL_BLESS=1 writes it anew. Now:\n{text}");
}

/// An order in words.
fn order(text: &str) -> Value {
    let (head, tail) = text.split_once(" : ").unwrap_or((text, ""));
    let head = words(head);
    let tail = words(tail);
    match head[0] {
        "march" => json!({"do": "march", "pieces": head[1..], "path": tail}),
        "emplace" => {
            json!({"do": "emplace", "piece": head[1], "path": tail[..tail.len() - 2], "near": tail[tail.len() - 2], "far": tail[tail.len() - 1]})
        }
        "attack" => json!({"do": "attack", "hexes": head[1..], "attackers": tail}),
        "fire" => json!({"do": "fire", "hex": head[1], "guns": tail}),
        "retreat" => json!({"do": "retreat", "piece": head[1], "path": tail}),
        "preset" => json!({"do": "preset", "side": head[1], "preset": head[2]}),
        "resolve" => json!({"do": "resolve", "battle": head[1].parse::<u8>().expect("a number")}),
        what @ ("place" | "advance" | "enter" | "re-form") => json!({"do": what, "piece": head[1], "hex": head[2]}),
        what @ ("place-fort" | "demolish") => json!({"do": what, "hex": head[1]}),
        what if head.len() > 1 => json!({"do": what, "piece": head[1]}),
        what => json!({"do": what}),
    }
}

/// Plays the orders and writes down what everybody was told and asked.
fn play(name: &str, mut field: Field, orders: &str) {
    let mut text = String::new();
    for line in orders.lines().map(str::trim).filter(|l| !l.is_empty()) {
        text.push_str(&format!("> {line}\n"));
        let told = field.log.len();
        match line.strip_prefix("roll ") {
            Some(die) => field.roll(die.parse().expect("a die")),
            None => {
                if let Err(rule) = field.act(order(line)) {
                    text.push_str(&format!("  refused: {rule}\n"));
                }
            }
        }
        for line in &field.log[told..] {
            text.push_str(&format!("  {line}\n"));
        }
        field.game.audit(&field.state).expect("nothing is broken");
    }
    let asked = match field.actor() {
        Actor::Side(side) => field.game.prompt(&field.game.sight(&field.state, side.into())),
        _ => field.game.prompt(&field.game.sight(&field.state, Seat::Referee)),
    };
    text.push_str(&format!("= {asked}\n"));
    compare(name, &text);
}

#[test]
fn setting_up() {
    play(
        "setting-up",
        Field::fresh(&[]),
        "place early S-30
         place early T-30
         split stuart
         place f-lee C-20
         place-fort HH-35
         place-fort HH-36
         done
         place-rest
         done
         place devens C-8
         place bridge-1 C-3
         preset union upper-fords",
    );
}

#[test]
fn kellys_ford() {
    play(
        "kellys-ford",
        Field::new(
            "turn 1; union movement; bridge bridge-1 C-3 D-3 B-3; devens D-3; schurz E-3; howard E-3; pleasonton F-4; griffin J-11; early W-40",
        ),
        "march devens : D-3 C-3 B-3 B-4 C-5
         march schurz : E-3 D-3 C-3 B-3 B-4
         march howard : E-3 D-3 C-3 B-3 B-4 C-5 C-6 C-7 C-8
         march pleasonton : F-4 E-3 D-3 C-3 B-3 B-4 C-5 C-6 C-7 C-8
         march pleasonton : F-4 E-3 D-3 C-3 B-3 B-4 C-5
         march griffin : J-11 J-12 J-13
         march griffin : J-11 J-12
         march bridge-1 : C-3 D-3
         done
         march griffin : J-12 J-13 J-14 K-15 K-16 L-17 L-18",
    );
}

#[test]
fn franklins_crossing() {
    play(
        "franklins-crossing",
        Field::new(
            "turn 3; union movement; boats-1 LL-40; bridge-4 MM-41; brooks MM-40; howe MM-39; newton LL-39; vi-corps-artillery LL-39; nelson KK-42; early GG-43",
        ),
        "march boats-1 : LL-40 LL-41
         march brooks : MM-40 LL-40 LL-41
         emplace bridge-4 : MM-41 LL-40 KK-40 LL-40 KK-41
         done
         done
         done
         done
         done
         march brooks : LL-41 KK-41
         emplace bridge-4 : MM-41 LL-40 KK-40 LL-40 KK-41
         march newton : LL-39 LL-40 KK-40",
    );
}

#[test]
fn fairview() {
    play(
        "fairview",
        Field::new(
            "turn 10; confederate movement; rodes P-27; colston O-26; carter O-27; lee O-27; hill Q-30; walker R-30; berry Q-28; fort Q-28; iii-corps-artillery Q-28; whipple R-28; sickles R-28; hancock S-28",
        ),
        "march hill : Q-30 Q-29
         march walker : R-30 R-29
         done
         fire Q-29 : iii-corps-artillery
         roll 5
         retreat hill : Q-29 Q-30 Q-31
         done
         fire Q-28 : carter
         done
         attack Q-28 : rodes
         roll 3
         retreat rodes : P-27 O-26 N-26
         attack R-28 : walker
         roll 2
         retreat walker : R-29 R-30 S-31
         done",
    );
}

#[test]
fn night_and_day() {
    play(
        "night-and-day",
        Field::new("turn 8; union movement; devens W-15; schurz:2 W-12; early W-16; stuart Z-19; bridge-2 X-20"),
        "done
         march devens : W-15 W-14 W-13
         march schurz : W-12 X-12
         done
         march stuart : Z-19 Y-19 X-19
         march stuart : Z-19 Y-18
         march early : W-16 W-15
         done
         done
         done",
    );
}

#[test]
fn counters_face_down() {
    play(
        "counters-face-down",
        Field::new(
            "option inverted-counters; turn 5; union movement; averell W-12; newton V-17; berry V-17; lee W-16 +face-down; hill W-18 +face-down; nelson Z-19 +face-down; vi-corps-artillery X-17",
        ),
        "march averell : W-12 W-13 W-14 W-15
         march averell : W-15 V-15
         done
         done
         fire Z-19 : vi-corps-artillery
         done
         roll 4
         retreat nelson : Z-19 AA-20 BB-21
         attack W-18 : newton
         attack W-18 : newton berry
         done
         roll 5
         retreat hill : W-18 X-19 Y-20
         break-down hill
         pick-own
         march heth lane : Y-20 Y-21
         done
         invert-all
         done",
    );
}

#[test]
fn stonemans_return() {
    play(
        "stonemans-return",
        Field::new(
            "option stonemans-raid; turn 9; confederate movement; raid stoneman averell gregg buford morris w-h-f-lee; devens D-3; f-lee A-10; early W-40",
        ),
        "done
         roll 4
         done
         enter averell A-9
         enter averell A-5
         march averell : A-5 B-6 B-7
         march averell : A-5 B-6
         enter morris A-6
         done
         done
         enter w-h-f-lee A-22
         march w-h-f-lee : A-22 B-22 C-22 D-22 E-22 F-22 G-22 H-23",
    );
}

#[test]
fn forced_and_voluntary_attacks() {
    play(
        "forced-and-voluntary-attacks",
        Field::new(
            "turn 11; union combat; buford W-16; hill W-17; newton Y-15; berry Y-15; nelson Y-16; cutts X-15; griffin DD-35; iii-corps-artillery DD-35; walker DD-36; mcintosh DD-36",
        ),
        "attack Y-16 : newton berry
         attack Y-16 X-15 : newton berry
         roll 4
         retreat nelson : Y-16 Y-17 Y-18
         retreat cutts : X-15 W-15 W-14
         attack DD-36 : griffin
         attack DD-36 : griffin iii-corps-artillery
         roll 6
         retreat walker : DD-36 CC-36 BB-36 BB-37
         retreat walker : DD-36 CC-36 BB-36
         retreat mcintosh : DD-36 DD-37 CC-37
         advance griffin DD-36
         done",
    );
}
