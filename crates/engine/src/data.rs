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

/// Reads a data file that is part of the program. Whoever works on it has a build with assertions, which names the line of a fault.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, BadData> {
    values(text).map_err(|fault| if cfg!(debug_assertions) { placed::<T>(text).unwrap_or(fault) } else { fault })
}

/// Reads a file that anybody may have written: a fault names its line in every build.
pub fn read_placed<T: DeserializeOwned>(text: &str) -> Result<T, BadData> {
    values(text).map_err(|fault| placed::<T>(text).unwrap_or(fault))
}

fn values<T: DeserializeOwned>(text: &str) -> Result<T, BadData> {
    let values: serde_json::Value = toml::from_str(text).map_err(|fault| BadData(fault.to_string()))?;
    serde_json::from_value(values).map_err(|fault| BadData(fault.to_string()))
}

/// The fault of a file with its line.
fn placed<T: DeserializeOwned>(text: &str) -> Option<BadData> {
    toml::from_str::<T>(text).err().map(|fault| BadData(fault.to_string()))
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
            let text = GOOD.replace(bad, what);
            let fault = read_placed::<Counter>(&text).unwrap_err().to_string();
            assert!(fault.contains("line "), "{fault}");
            assert!(read::<Counter>(&text).is_err());
        }
    }
}
