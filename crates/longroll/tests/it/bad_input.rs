//! Everything typed wrongly: one clear message that names the place, exit code 2, nothing printed, nothing written.

use crate::{Folder, longroll};

#[test]
fn each_is_told_in_one_message_that_names_the_place() {
    for (words, parts) in [
        ("sim chatanooga", &["no game \"chatanooga\"", "blue-gray"] as &[&str]),
        ("sim blue-grey", &["no game \"blue-grey\"", "did you mean blue-gray?"]),
        ("sim chattanooga", &["scenario of the game blue-gray", "--scenario chattanooga"]),
        ("games waterloo", &["no game \"waterloo\"", "blue-gray"]),
        ("rules waterloo", &["waterloo"]),
        ("rules blue-gray ZZ-9", &["no rule of blue-gray \"ZZ-9\""]),
        ("table waterloo", &["waterloo"]),
        ("table blue-gray ctr", &["\"ctr\"", "did you mean crt?"]),
        ("oob blue-gray --scenario chatanooga", &["scenario of blue-gray", "did you mean chattanooga?"]),
        ("oob blue-gray --side federal", &["--side", "union or confederate"]),
        ("map chatanooga", &["no board \"chatanooga\"", "did you mean chattanooga?"]),
        ("map --svg x.svg", &["which board?"]),
        ("map chattanooga --png x.png --width 1", &["--width"]),
        ("map chattanooga --svg /no/such/folder/x.svg", &["/no/such/folder/x.svg", "cannot be written"]),
        ("odds blue-gray", &["--attack"]),
        ("odds blue-gray --attack six --defend 5", &["--attack", "six"]),
        ("odds blue-gray --attack 6 --defend -5", &["-5"]),
        ("odds blue-gray --attack 6 --defend 5 --with mud", &["with", "mud", "rough"]),
        ("odds blue-gray --attack 6 --defend 5 --column 9-1", &["column", "9-1"]),
        ("sim blue-gray --union napoleon", &["union", "napoleon", "greedy"]),
        ("sim blue-gray --confederate napoleon", &["confederate", "napoleon"]),
        ("sim blue-gray --games 0", &["--games"]),
        ("sim blue-gray --games -5", &["-5"]),
        ("sim blue-gray --games many", &["--games", "many"]),
        ("sim blue-gray --seed -1", &["--seed"]),
        ("sim blue-gray --threads 0", &["--threads"]),
        ("sim blue-gray --care much", &["--care", "everything"]),
        ("sim blue-gray --option fog", &["--option", "id=value"]),
        ("sim blue-gray --option fog=on", &["no option of blue-gray \"fog\""]),
        ("sim blue-gray --option movement-quota=maybe", &["movement-quota", "maybe", "off"]),
        ("sim blue-gray --scenario atlantis", &["atlantis", "chattanooga"]),
        ("replay /no/such/save.json", &["/no/such/save.json", "cannot be read"]),
        ("replay", &["<FILE>"]),
        ("bench waterloo", &["waterloo"]),
        ("arena blue-gray --players random", &["--players", "two players"]),
        ("arena blue-gray --players random,greedy --sprt 0.6,0.5", &["--sprt", "the lower first"]),
        ("arena blue-gray --players random,greedy --sprt 0.6", &["--sprt", "two shares"]),
        ("puzzles bull-run --option blind-deployment=on", &["no option"]),
        ("puzzles blue-gray --option movement-quota=on", &["--make"]),
        ("bench --seconds -3", &["--seconds"]),
        ("bench --seconds nan", &["--seconds"]),
        ("march", &["march"]),
        ("games --loud", &["--loud"]),
    ] {
        for words in [words.to_string(), format!("{words} --json")] {
            let ran = longroll(&words);
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{words}: {}", ran.err);
            assert!(!ran.err.contains("panicked"), "{words}: {}", ran.err);
            parts.iter().for_each(|part| assert!(ran.err.contains(part), "{words}: {part:?} not in {}", ran.err));
        }
    }
}

#[test]
fn a_file_in_the_way_is_left_alone_if_the_board_is_unknown() {
    let folder = Folder::new("in-the-way");
    let file = folder.file("x.svg");
    std::fs::write(&file, "mine").unwrap();
    assert_eq!(longroll(&format!("map nowhere --svg {file}")).code, 2);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    let ran = longroll(&format!("map chattanooga --svg {}", folder.0.display()));
    assert!(ran.code == 2 && ran.err.contains("folder"), "{}", ran.err);
}
