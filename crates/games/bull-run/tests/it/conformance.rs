//! What every game must survive: [`engine::conformance`].

use bull_run::BullRun;
use engine::conformance::Kit;

/// From ready-made set-ups.
const READY: &str = r#"open july-21 exhaustion=on retreat-from-guns=off
confederate {"do":"preset","number":0}
confederate {"do":"done"}
union {"do":"preset","number":0}
union {"do":"done"}"#;

/// The same with everything hidden that can be.
const FOGGY: &str = r#"open july-21 uncertain-times=on fog-of-war=on
confederate {"do":"preset","number":1}
confederate {"do":"done"}
union {"do":"preset","number":1}
union {"do":"done"}"#;

engine::conformance!(
    Kit::<BullRun>::new(
        env!("CARGO_MANIFEST_DIR"),
        &["open july-21", "open july-21 uncertain-times=on fog-of-war=on exhaustion=on july-20th=on", READY, FOGGY,]
    )
    .meeting("March Form Break Done")
);
