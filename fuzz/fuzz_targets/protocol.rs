//! Any bytes, taken as lines of a conversation, are answered line by line, each with a JSON object.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| longroll::hostile::protocol(bytes));
