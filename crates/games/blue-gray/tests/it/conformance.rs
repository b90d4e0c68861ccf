//! What every game must survive: [`engine::conformance`].

use blue_gray::BlueGray;
use engine::conformance::Kit;

engine::conformance!(
    Kit::<BlueGray>::new(
        env!("CARGO_MANIFEST_DIR"),
        &[
            "open chattanooga",
            "open chattanooga attack-effectiveness=on",
            "open chattanooga movement-quota=off",
            "open chattanooga attack-effectiveness=on movement-quota=off",
        ]
    )
    .meeting("Move Enter EndMovement Engage Join Bombard Fight EndCombat Retreat Stand Advance Stay")
);
