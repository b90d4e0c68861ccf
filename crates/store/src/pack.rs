//! Long texts in the file of tables, compressed: the saves that tables began from, and journals that nobody has written in for long.

use crate::StoreError;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::Read;

/// More than this no text was when it was packed: whatever unpacks to more was not packed here.
const LONGEST: u64 = 64 << 20;

/// Packs a value.
pub fn pack<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, StoreError> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    serde_json::to_writer(&mut packed, value)?;
    Ok(packed.finish()?)
}

/// Unpacks a value.
pub fn unpack<T: DeserializeOwned>(packed: &[u8]) -> Result<T, StoreError> {
    let mut text = Vec::new();
    ZlibDecoder::new(packed).take(LONGEST).read_to_end(&mut text)?;
    Ok(serde_json::from_slice(&text)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn what_is_packed_is_small_and_comes_back() {
        let value = json!((0..500).map(|n| json!({ "by": "union", "action": { "end": "movement", "n": n } })).collect::<Vec<_>>());
        let packed = pack(&value).unwrap();
        assert!(packed.len() * 8 < value.to_string().len(), "{}", packed.len());
        assert_eq!(unpack::<Value>(&packed).unwrap(), value);
        assert!(unpack::<Value>(&packed[..packed.len() / 2]).is_err());
    }
}
