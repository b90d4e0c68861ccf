//! What every game must survive: [`engine::conformance`].

use chancellorsville_1961::Chancellorsville1961;
use engine::conformance::Kit;

/// From a ready-made set-up.
const READY: &str = r#"open campaign
union {"do":"preset","setup":"around-falmouth"}
confederate {"do":"preset","setup":"heights"}
union {"do":"preset","setup":"around-falmouth"}
union {"do":"preset","setup":"around-falmouth"}
confederate {"do":"preset","setup":"heights"}
union {"do":"preset","setup":"around-falmouth"}"#;

engine::conformance!(
    Kit::<Chancellorsville1961>::new(env!("CARGO_MANIFEST_DIR"), &["open campaign", "open campaign clock=on", READY,])
        .meeting("March EndMove")
);
