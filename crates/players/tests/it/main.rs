//! What the players of each game know: what positions are worth, whole games, puzzles with known answers.

mod aides;
mod analysis;
mod blue_gray;
mod briefings;
mod bull_run;
mod chancellorsville_1961;
mod chancellorsville_1974;
mod counsel;
mod foils;
mod frozen;
mod give_us_victories;
mod learned;
mod opened;
mod plans;
mod soak;
mod staff;

// Positions drawn as text, as the rulesets' own tests draw them.
#[allow(dead_code, unused_imports)]
#[path = "../../../games/bull-run/tests/it/field.rs"]
mod bull_run_kit;
#[allow(dead_code, unused_imports)]
#[path = "../../../games/chancellorsville-1974/tests/it/field.rs"]
mod chancellorsville_1974_kit;
#[allow(dead_code, unused_imports)]
#[path = "../../../games/give-us-victories/tests/it/table.rs"]
mod give_us_victories_kit;
