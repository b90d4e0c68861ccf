//! What every game must survive: [`engine::conformance`].

use engine::conformance::Kit;
use give_us_victories::GiveUsVictories;

/// The battle of 3 May, both sides set up as it was.
const MAY_3: &str = r#"open chancellorsville dummies=on night-combat=on
union {"do":"preset"}
confederate {"do":"preset"}"#;

/// The armies on the strategic map, with everybody who was elsewhere.
const STRATEGIC: &str = "open campaign deployment=hypothetical absent-forces=both events=on rule-of-six=on \
                         extra-skirmishers-union=4 extra-skirmishers-confederate=2";

/// Hill's division next to the enemy on the last turn: the walk fights it out again and again.
const LAST_ATTACK: &str = r#"open campaign
position {"turn":24,"phase":"draw","active":null,"cup":["hill"],"units":[{"id":"us-von-gilsa","hex":"1311"},{"id":"us-mclean","hex":"1311"},
| {"id":"cs-pender","hex":"1210"},{"id":"cs-skirmisher-1","hex":"1210"},{"id":"cs-walker","hex":"1312"},{"id":"cs-thomas","hex":"1312"},
| {"id":"cs-lane","hex":"1312"}]}
roll 0
confederate {"do":"activate","hex":"1312"}
confederate {"do":"done"}
confederate {"do":"done"}"#;

/// The same attack when its dice have fallen, all of them hits: sixes, losses, retreats, advances.
const HARD_HIT: &str = r#"open campaign rule-of-six=on
position {"turn":24,"phase":"draw","active":null,"cup":["hill"],"units":[{"id":"us-von-gilsa","hex":"1311"},{"id":"us-mclean","hex":"1311","states":["reduced"]},
| {"id":"cs-pender","hex":"1210"},{"id":"cs-walker","hex":"1312"},{"id":"cs-thomas","hex":"1312"},{"id":"cs-lane","hex":"1312"}]}
roll 0
confederate {"do":"activate","hex":"1312"}
confederate {"do":"done"}
confederate {"do":"done"}
confederate {"do":"done"}
confederate {"do":"storm","from":"1312","target":"1311"}
confederate {"do":"attack","piece":"cs-pender","target":"1311"}
confederate {"do":"fight"}
union {"do":"done"}
union {"do":"done"}
confederate {"do":"done"}
roll 6 6 5"#;

engine::conformance!(
    Kit::<GiveUsVictories>::new(
        env!("CARGO_MANIFEST_DIR"),
        &[
            "open campaign",
            STRATEGIC,
            "open lee-moves dummies=on",
            "open jacksons-attack rule-of-six=on",
            "open chancellorsville",
            MAY_3,
            LAST_ATTACK,
            HARD_HIT,
            "open salem-church events=on",
        ]
    )
    .meeting("March Withdraw Activate Take Exclude Fire Attack Storm Fight Suffer GiveGround Retreat Advance Build Recover Done")
);
