//! What nobody can guess, and what is kept of it: who reads the records learns no key from them.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// Random bytes.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives no random numbers");
    bytes
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// A name of 64 bits.
pub fn name() -> String {
    hex(&bytes::<8>())
}

/// A key of 256 bits, as it goes into a cookie or a link.
pub fn key() -> String {
    to_base64(&bytes::<32>())
}

/// What is kept of a key.
pub fn digest(key: &str) -> String {
    hex(&Sha256::digest(key.as_bytes()))
}

/// Bytes as a browser writes them.
pub fn to_base64(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Bytes as a browser writes them, with or without padding.
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}
