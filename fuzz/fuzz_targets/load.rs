//! Any bytes, taken as a position or a save, are loaded, or refused with a place; what loads can be played and saved again.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| longroll::hostile::load(bytes));
