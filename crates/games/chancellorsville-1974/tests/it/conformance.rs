//! What every game must survive: [`engine::conformance`].

use chancellorsville_1974::Chancellorsville1974;
use engine::conformance::Kit;

/// From the historical positions.
const READY: &str = r#"open campaign
confederate {"do":"preset","side":"confederate","preset":"historical"}
union {"do":"preset","side":"union","preset":"historical"}"#;

/// The same with every optional rule.
const FOGGY: &str = r#"open campaign command-control=on unit-functions=on inverted-counters=on historical-disposition=on stonemans-raid=on
confederate {"do":"preset","side":"confederate","preset":"historical"}
union {"do":"preset","side":"union","preset":"historical"}"#;

engine::conformance!(
    Kit::<Chancellorsville1974>::new(
        env!("CARGO_MANIFEST_DIR"),
        &["open campaign", "open campaign inverted-counters=on stonemans-raid=on", READY, FOGGY]
    )
    .meeting(
        "Place PlaceFort PlaceRest Preset Done Demolish March Emplace Drift Enter BreakDown Reform Pick PickOwn Reveal Invert InvertAll
         Fire Attack Resolve Stand GiveWay Retreat Advance Destroy"
    )
);
