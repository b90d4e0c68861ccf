//! What is said, and how it is written: JSON, compressed where it is long.

use crate::Lost;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::io::{Read, Write};

/// The longest message, in bytes: a little less than what a broker takes unless it is told otherwise.
pub const LONGEST_MESSAGE: usize = 1_000_000;
/// The longest that a message may be when it is unpacked: a few bytes must not become gigabytes.
const LONGEST_UNPACKED: u64 = 16 << 20;
/// What is shorter than this is not worth packing.
const WORTH_PACKING: usize = 1_024;
/// Names on the bus are short.
const LONGEST_NAME: usize = 80;

/// Something that is said to everybody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "word", deny_unknown_fields)]
pub enum Word {
    /// A node has written in the journal of a table, which has so many entries now.
    Written {
        /// The node.
        from: String,
        /// The table.
        table: String,
        /// The journal's length.
        length: u64,
    },
    /// A node has given a table other keys.
    Rekeyed {
        /// The node.
        from: String,
        /// The table.
        table: String,
    },
    /// A node has deleted a table.
    Deleted {
        /// The node.
        from: String,
        /// The table.
        table: String,
    },
    /// A worker has done a job: what he found, if he found anything.
    Found {
        /// The job.
        job: String,
        /// What he found.
        found: Option<Value>,
    },
    /// Whoever has that job shall come to an end.
    Halt {
        /// The job.
        job: String,
    },
    /// A worker is here, and can do so many jobs at once.
    Here {
        /// The worker.
        worker: String,
        /// How many jobs at once: none says that he leaves.
        hands: u32,
    },
}

impl Word {
    /// Whether its names are names: whatever else it may be, it is short.
    pub(crate) fn is_sound(&self) -> bool {
        let short = |name: &str| !name.is_empty() && name.len() <= LONGEST_NAME;
        match self {
            Word::Written { from, table, .. } | Word::Rekeyed { from, table } | Word::Deleted { from, table } => {
                short(from) && short(table)
            }
            Word::Found { job, .. } | Word::Halt { job } => short(job),
            Word::Here { worker, .. } => short(worker),
        }
    }
}

/// Something to think about. It says nothing of the table: neither its name, nor more of the position than the asking side may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Its name: the same question has the same.
    pub id: String,
    /// What is asked; those who work know how to read it.
    pub task: Value,
}

impl Job {
    /// The name of a question, from what it is about: who does not know that cannot guess it, nor learn anything from it.
    pub fn name(about: &[&str]) -> String {
        let mut digest = Sha256::new();
        for part in about {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part.as_bytes());
        }
        digest.finalize().iter().take(20).map(|byte| format!("{byte:02x}")).collect()
    }

    pub(crate) fn is_sound(&self) -> bool {
        !self.id.is_empty() && self.id.len() <= LONGEST_NAME
    }
}

/// Writes a message.
pub fn pack<T: Serialize>(message: &T) -> Result<Vec<u8>, Lost> {
    let text = serde_json::to_vec(message).map_err(|error| Lost::Broker(error.to_string()))?;
    let bytes = if text.len() < WORTH_PACKING {
        text
    } else {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&text).and_then(|()| packed.finish()).map_err(|error| Lost::Broker(error.to_string()))?
    };
    if bytes.len() > LONGEST_MESSAGE { Err(Lost::TooLong(bytes.len())) } else { Ok(bytes) }
}

/// Reads a message; nothing if it makes no sense.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    if bytes.len() > LONGEST_MESSAGE {
        return None;
    }
    if bytes.first() == Some(&b'{') {
        return serde_json::from_slice(bytes).ok();
    }
    let mut text = Vec::new();
    ZlibDecoder::new(bytes).take(LONGEST_UNPACKED).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_said_comes_back_short_or_long() {
        let short = Word::Written { from: "a".into(), table: "t".into(), length: 7 };
        assert_eq!(unpack::<Word>(&pack(&short).unwrap()), Some(short));
        let long = Job { id: "j".into(), task: json!((0..9_000).collect::<Vec<u32>>()) };
        let packed = pack(&long).unwrap();
        let plain = serde_json::to_vec(&long).unwrap();
        assert!(packed.len() < plain.len(), "{} of {}", packed.len(), plain.len());
        assert_eq!(unpack::<Job>(&packed), Some(long));
    }

    #[test]
    fn what_makes_no_sense_is_nothing() {
        for wrong in [
            &b""[..],
            b"{",
            b"{}",
            b"[]",
            b"null",
            b"\xff\xfe",
            br#"{"word":"fire"}"#,
            br#"{"word":"halt","job":7}"#,
            br#"{"word":"halt","job":"a","also":1}"#,
            br#"{"word":"written","from":"a","table":"t","length":-1}"#,
        ] {
            assert_eq!(unpack::<Word>(wrong), None, "{}", String::from_utf8_lossy(wrong));
        }
        let word: Word = unpack(br#"{"word":"halt","job":""}"#).unwrap();
        assert!(!word.is_sound());
        // A few bytes that would become more than anybody wants.
        let mut bomb = ZlibEncoder::new(Vec::new(), Compression::best());
        bomb.write_all(&vec![b' '; 64 << 20]).unwrap();
        let bomb = bomb.finish().unwrap();
        assert!(bomb.len() < 100_000);
        assert_eq!(unpack::<Word>(&bomb), None);
        // Deeper than anybody writes.
        let deep = format!("{}{}", r#"{"word":"found","job":"a","found":"#, "[".repeat(100_000));
        assert_eq!(unpack::<Word>(deep.as_bytes()), None);
        assert!(matches!(pack(&Job { id: "j".into(), task: json!(noise(3_000_000)) }), Err(Lost::TooLong(_))));
    }

    /// A text that cannot be packed well.
    fn noise(length: usize) -> String {
        let mut word = 7u64;
        let mut next = || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            char::from(b' ' + (word % 90) as u8 + if word % 90 == 2 { 1 } else { 0 })
        };
        (0..length).map(|_| next()).collect()
    }
}
