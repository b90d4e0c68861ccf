//! What a server will bear, from everybody together and from each address, and how long it waits for whom.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Times are written as whole seconds.
mod seconds {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;

    pub(super) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(time.as_secs())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_secs)
    }
}

/// What a server will bear. "Each" is one address: a household, or a network of IPv6.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    /// Tables kept in all.
    pub tables: u64,
    /// The longest that the file of tables may be before no more are made, in bytes.
    pub disk: u64,
    /// New tables per minute.
    pub new_tables: u32,
    /// New tables per minute of each.
    pub new_tables_each: u32,
    /// New tables per day of each.
    pub tables_a_day: u32,
    /// Open connections of any kind.
    pub connections: usize,
    /// Open connections of each.
    pub connections_each: usize,
    /// Open sockets.
    pub sockets: usize,
    /// Open sockets of each.
    pub sockets_each: usize,
    /// Requests of each per minute, whatever for.
    pub requests: u32,
    /// Joins, claims, and questions about tables of each per minute.
    pub visits: u32,
    /// Requests of each that are worked on at once.
    pub at_once: usize,
    /// Advice per minute for one person, that is, for a seat.
    pub advice: u32,
    /// Advice per minute for each.
    pub advice_each: u32,
    /// Messages of one socket per second, whatever their kind, in the long run; for a moment it may be five times as many.
    pub messages: u32,
    /// The longest message of a socket, in bytes.
    pub message: usize,
    /// What may wait for a slow reader, in bytes, before he is left behind.
    pub backlog: usize,
    /// The longest body of a request, in bytes: a save must fit.
    pub body: usize,
    /// How long a game that nobody plays stays in memory.
    #[serde(with = "seconds")]
    pub idle: Duration,
    /// How long a table is kept at which no person has ever decided anything.
    #[serde(with = "seconds")]
    pub empty: Duration,
    /// How long a table is left alone before its journal is packed.
    #[serde(with = "seconds")]
    pub archive: Duration,
    /// How long the server waits for whom.
    pub times: Times,
    /// How long the minute lasts that all these limits speak of. It is one in every house; tests stretch it, so that nothing is given back while a
    /// busy machine takes its time.
    #[serde(skip)]
    pub minute: Duration,
}

/// How long a server waits for whom.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Times {
    /// For the head of a request, and for the next request on an open connection.
    #[serde(with = "seconds")]
    pub head: Duration,
    /// For the body of a request.
    #[serde(with = "seconds")]
    pub body: Duration,
    /// For somebody to take what he is sent.
    #[serde(with = "seconds")]
    pub write: Duration,
    /// For the first word of a guest.
    #[serde(with = "seconds")]
    pub door: Duration,
    /// How often a silent guest is asked whether he still is there; if he says nothing for as long again, he is not.
    #[serde(with = "seconds")]
    pub knock: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables: 10_000,
            disk: 8 << 30,
            new_tables: 120,
            new_tables_each: 30,
            tables_a_day: 500,
            connections: 8_192,
            connections_each: 192,
            sockets: 4_096,
            sockets_each: 96,
            requests: 1_200,
            visits: 240,
            at_once: 4,
            advice: 30,
            advice_each: 60,
            messages: 50,
            message: 64 << 10,
            backlog: 1 << 20,
            body: 4 << 20,
            idle: Duration::from_secs(300),
            empty: Duration::from_secs(7 * 86_400),
            archive: Duration::from_secs(30 * 86_400),
            times: Times::default(),
            minute: Duration::from_secs(60),
        }
    }
}

impl Default for Times {
    fn default() -> Times {
        Times {
            head: Duration::from_secs(20),
            body: Duration::from_secs(30),
            write: Duration::from_secs(20),
            door: Duration::from_secs(15),
            knock: Duration::from_secs(25),
        }
    }
}
