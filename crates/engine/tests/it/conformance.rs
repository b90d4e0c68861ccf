//! The toy game passes the kit that all games pass, and the kit notices what it should.

use crate::toy::PicketLine;
use engine::conformance::{Kit, Script};

engine::conformance!(
    Kit::<PicketLine>::new(env!("CARGO_MANIFEST_DIR"), &["open creek", "open turnpike torpedo=off"])
        .games(100)
        .meeting("Press Hold Step Halt Lantern")
);

#[test]
#[should_panic(expected = "random games never met [\"Charge\"]")]
fn a_kind_of_action_that_is_never_met_is_noticed() {
    Kit::<PicketLine>::new(env!("CARGO_MANIFEST_DIR"), &["open creek"]).meeting("Step Charge").listed_is_accepted();
}

#[test]
fn a_script_says_which_line_is_wrong() {
    for (text, fault) in [
        ("union {\"do\":\"step\"}", "line 1: union {\"do\":\"step\"}: a script begins with `open`"),
        ("open nowhere", "no scenario \"nowhere\""),
        ("open creek\n\n# words\nroll 1 2", "line 4: roll 1 2: 1 are to be drawn"),
        ("open creek torpedo=off\nroll 1", "no dice are asked for"),
        ("open creek\nposition {\"turn\":9}", "turn: a whole number from 1 to 4 is wanted"),
        ("open creek\ndance", "it begins with open"),
    ] {
        let said = Script::<PicketLine>::run(text).unwrap_err();
        assert!(said.contains(fault), "{said}");
    }
}
