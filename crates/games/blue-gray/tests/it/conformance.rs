//! What every game must survive: [`engine::conformance`].

use blue_gray::BlueGray;
use engine::Handbook;
use engine::conformance::Kit;

/// Every title as it comes, and the first with all that players may agree on.
fn openings() -> Vec<String> {
    let titles = BlueGray::catalogue().scenarios.iter().map(|s| format!("open {}", s.id));
    let agreed = ["attack-effectiveness=on", "movement-quota=off", "attack-effectiveness=on movement-quota=off"];
    titles.chain(agreed.map(|options| format!("open chattanooga {options}"))).collect()
}

engine::conformance!(
    Kit::<BlueGray>::new(env!("CARGO_MANIFEST_DIR"), &openings().iter().map(String::as_str).collect::<Vec<_>>())
        .meeting("Move Enter EndMovement Engage Join Bombard Fight EndCombat Retreat Stand Advance Stay")
);
