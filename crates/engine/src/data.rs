//! Data files of the games: TOML into types.
//!
//! A file is read into plain values first and into its types from there. That is a detour, but the code that makes types out of TOML itself
//! is large, and of every type there would be one more: in a page it would be a sixth of all that travels.

use serde::de::DeserializeOwned;
use std::fmt;

/// What is wrong with a file, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadData(String);

impl fmt::Display for BadData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadData {}

impl From<BadData> for String {
    fn from(bad: BadData) -> String {
        bad.0
    }
}

/// Reads a data file.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, BadData> {
    let values: serde_json::Value = toml::from_str(text).map_err(|fault| BadData(fault.to_string()))?;
    serde_json::from_value(values).map_err(|fault| BadData(placed::<T>(text).unwrap_or_else(|| fault.to_string())))
}

/// The same fault with its line, for whoever writes the file. Nobody writes one in a page's own rules.
#[cfg(not(target_arch = "wasm32"))]
fn placed<T: DeserializeOwned>(text: &str) -> Option<String> {
    toml::from_str::<T>(text).err().map(|fault| fault.to_string())
}

#[cfg(target_arch = "wasm32")]
fn placed<T: DeserializeOwned>(_text: &str) -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    struct Counter {
        id: String,
        strength: Option<u8>,
        weight: f32,
        arm: Arm,
        #[serde(default)]
        at: BTreeMap<String, [i8; 2]>,
    }

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "kebab-case")]
    enum Arm {
        HorseArtillery,
    }

    const GOOD: &str = "id = \"Pelham\"\nweight = 2\narm = \"horse-artillery\"\n[at]\ndawn = [-3, 4]\n";

    #[test]
    fn it_reads_what_toml_alone_would_read() {
        assert_eq!(read::<Counter>(GOOD).unwrap(), toml::from_str(GOOD).unwrap());
        assert_eq!(read::<Counter>(GOOD).unwrap().at["dawn"], [-3, 4]);
    }

    #[test]
    fn a_fault_names_its_line() {
        for (bad, what) in [("weight = 2", "weight = true"), ("weight = 2", "wait = 2"), ("[-3, 4]", "[-3, 400]"), ("[at]", "[at")] {
            let fault = read::<Counter>(&GOOD.replace(bad, what)).unwrap_err().to_string();
            assert!(fault.contains("line "), "{fault}");
        }
    }
}
