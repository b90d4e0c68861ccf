//! Settings of a house: a file in TOML, the environment, flags; what comes later wins. One list says what each of them means, and
//! docs/house.md shows it. Secrets come from the file, the environment, or files of their own, and are never printed.

use crate::page::{BOLD, DIM, Page};
use crate::{Stop, serve};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use server::bus::Access;
use server::people::Telling;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// 1863: the year of three of the boards.
const PORT: u16 = 1863;

const EXAMPLES: &str = "\
Examples:
  longroll settings                                         every setting, what it is now, and what it means
  longroll settings --config /etc/longroll/house.toml       the same as that file would have it

Each can be written in the file (mail.server: server = ... under [mail]), in the environment (LONGROLL_MAIL_SERVER), or said to
`longroll serve` as --set mail.server=...";

/// Every setting and what it means, in the order of the page that lists them.
pub const ALL: &[(&str, &str)] = &[
    ("addr", "Where to listen: a number and a port"),
    ("db", "The file that keeps everything, or the address of a database of PostgreSQL; empty: a file in the data folder"),
    ("names", "The names under which the house is known, besides its numbers; the first one stands in links"),
    ("proxies", "Addresses of our own proxies, which say in X-Forwarded-For whom they speak for"),
    ("accounts", "Whether people may have accounts"),
    ("closed", "Whether they must be invited"),
    ("address", "What links in mails begin with; empty: https:// and the first name, or the number"),
    ("log", "How much is written to the standard error: off, error, warn, info, debug"),
    ("log-format", "How: text, or json, one object for each line"),
    ("bus.servers", "The broker of a house of several machines, nats://host:4222 or tls://host:4222, several with commas; empty: none"),
    ("bus.house", "The name of the house on it, the same for all nodes and workers; empty: one that the store has drawn by lot"),
    ("bus.credentials", "A file of credentials for the broker; empty: none"),
    ("bus.authority", "A file with the certificates of whoever vouches for the broker; empty: those that the system trusts"),
    ("bus.certificate", "A file with a certificate of our own for the broker; empty: none"),
    ("bus.key", "The file with its key"),
    ("telling.mail", "The server for mail, name:port; empty: no mail is sent"),
    ("telling.security", "How it is spoken to: starttls, tls, or none (on this machine only)"),
    ("telling.user", "The name by which it knows us; empty: none"),
    ("telling.password", "The password for it"),
    ("telling.from", "Who the mails are from, as in Longroll <house@house.example>"),
    ("telling.contact", "Where push services write to if something is wrong, mailto:... or https://...; empty: the sender of the mails"),
    ("telling.webhook", "The address of the club's chat room: it hears of open challenges, tournaments and results"),
    ("telling.push", "Whether browsers may be pushed to"),
    ("telling.webhooks", "Whether people may give webhooks of their own"),
    ("telling.an-hour", "Letters to one person in an hour, at most, by all ways together"),
    ("telling.mails-a-day", "Mails about accounts to one mailbox in a day, at most"),
    ("telling.nearby", "Whether push and webhooks may lead to addresses of this machine: for tests, never for others"),
    ("limits.tables", "Tables kept in all"),
    ("limits.disk", "The longest that the file may be before no more tables are made, in bytes"),
    ("limits.new-tables", "New tables a minute"),
    ("limits.new-tables-each", "New tables a minute of each address"),
    ("limits.tables-a-day", "New tables a day of each address"),
    ("limits.connections", "Open connections of any kind"),
    ("limits.connections-each", "Open connections of each address"),
    ("limits.sockets", "Open sockets: people at tables"),
    ("limits.sockets-each", "Open sockets of each address"),
    ("limits.requests", "Requests of each address a minute"),
    ("limits.visits", "Joins, claims, and questions about tables of each address a minute"),
    ("limits.at-once", "Requests of each address that are worked on at once"),
    ("limits.advice", "Advice a minute for a seat"),
    ("limits.advice-each", "Advice a minute for each address"),
    ("limits.messages", "Messages of one socket a second, in the long run"),
    ("limits.message", "The longest message of a socket, in bytes"),
    ("limits.backlog", "What may wait for a slow reader, in bytes"),
    ("limits.body", "The longest body of a request, in bytes"),
    ("limits.idle", "How long a game that nobody plays stays in memory, in seconds"),
    ("limits.empty", "How long a table is kept at which no person has decided anything, in seconds"),
    ("limits.archive", "How long a table is left alone before its journal is packed, in seconds"),
    ("limits.times.head", "How long is waited for the head of a request, and for the next one, in seconds"),
    ("limits.times.body", "For the body of a request"),
    ("limits.times.write", "For somebody to take what he is sent"),
    ("limits.times.door", "For the first word of a guest"),
    ("limits.times.knock", "How often a silent guest is asked whether he still is there"),
];

/// Those that nobody may read.
const SECRETS: [&str; 4] = ["db", "bus.servers", "telling.password", "telling.webhook"];

/// The settings of a house.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// Where to listen.
    pub addr: SocketAddr,
    /// The file or database that keeps everything.
    pub db: String,
    /// The names of the house.
    pub names: Vec<String>,
    /// Our own proxies.
    pub proxies: Vec<IpAddr>,
    /// Whether there are accounts.
    pub accounts: bool,
    /// Whether one must be invited.
    pub closed: bool,
    /// What links begin with.
    pub address: String,
    /// How much is written down.
    pub log: String,
    /// In which form.
    pub log_format: String,
    /// The way to other nodes and to workers.
    pub bus: Bus,
    /// How people are told outside the browser.
    pub telling: Telling,
    /// What the server will bear.
    pub limits: server::Limits,
}

/// The way to other nodes and to workers.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bus {
    servers: String,
    house: String,
    credentials: String,
    authority: String,
    certificate: String,
    key: String,
}

impl fmt::Debug for Bus {
    /// Its address may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bus").field("house", &self.house).finish_non_exhaustive()
    }
}

impl Bus {
    /// How to get in there, if there is a broker.
    pub fn access(&self) -> Option<Access> {
        let file = |said: &str| (!said.is_empty()).then(|| PathBuf::from(said));
        (!self.servers.is_empty()).then(|| Access {
            servers: self.servers.clone(),
            house: self.house.clone(),
            credentials: file(&self.credentials),
            authority: file(&self.authority),
            certificate: file(&self.certificate).zip(file(&self.key)),
        })
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            addr: SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)),
            db: String::new(),
            names: Vec::new(),
            proxies: Vec::new(),
            accounts: false,
            closed: false,
            address: String::new(),
            log: "warn".into(),
            log_format: "text".into(),
            bus: Bus::default(),
            telling: Telling::default(),
            limits: server::Limits::default(),
        }
    }
}

impl Settings {
    /// Whether there are accounts: a closed house has them too.
    pub fn has_accounts(&self) -> bool {
        self.accounts || self.closed
    }

    /// What links to the house begin with, if it listens there.
    pub fn link(&self, addr: SocketAddr) -> String {
        match (self.address.as_str(), self.names.first()) {
            ("", Some(name)) => format!("https://{name}/"),
            ("", None) => format!("http://{addr}/"),
            (said, _) => format!("{}/", said.trim_end_matches('/')),
        }
    }
}

/// Where settings are read from, as every command says it that needs them.
#[derive(clap::Args, Clone, Default, Debug)]
pub struct Sources {
    /// Read settings from this file (TOML); without it from the one that LONGROLL_CONFIG names, if it does
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Change one setting, as in `--set limits.tables=500`; `longroll settings` lists them. May be given several times
    #[arg(long = "set", value_name = "SETTING=VALUE")]
    pub set: Vec<String>,
}

/// Settings as they were read, and where each one came from that is not as usual.
#[derive(Debug)]
pub struct Found {
    /// The settings.
    pub settings: Settings,
    from: BTreeMap<String, String>,
}

/// The place of a setting within all of them.
fn place(key: &str) -> String {
    format!("/{}", key.replace('.', "/"))
}

/// The name of a setting in the environment.
fn variable(key: &str) -> String {
    format!("LONGROLL_{}", key.replace(['.', '-'], "_").to_uppercase())
}

fn usual() -> Value {
    json!(Settings::default())
}

/// A text as the kind of thing that the setting is.
fn value(key: &str, text: &str) -> Result<Value, Stop> {
    let wrong = |what: &str| Stop::bad_input(format!("{key} is {what}"));
    match usual().pointer(&place(key)) {
        None => Err(unknown(key)),
        Some(Value::Bool(_)) => match text.trim() {
            "true" | "yes" | "on" | "1" => Ok(json!(true)),
            "false" | "no" | "off" | "0" | "" => Ok(json!(false)),
            _ => Err(wrong("true or false")),
        },
        Some(Value::Number(_)) => text.trim().replace('_', "").parse::<u64>().map(|n| json!(n)).map_err(|_| wrong("a number")),
        Some(Value::Array(_)) => Ok(text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect()),
        Some(_) => Ok(json!(text)),
    }
}

fn unknown(key: &str) -> Stop {
    let near = ALL.iter().map(|(known, _)| *known).min_by_key(|known| strsim::levenshtein(known, key)).unwrap_or_default();
    Stop::bad_input(format!("there is no setting {key}; perhaps {near}? `longroll settings` lists them"))
}

/// Every leaf of a table, by its key.
fn leaves(value: &Value, key: &str, out: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(map) => {
            for (name, inner) in map {
                leaves(inner, &if key.is_empty() { name.clone() } else { format!("{key}.{name}") }, out);
            }
        }
        leaf => out.push((key.to_string(), leaf.clone())),
    }
}

fn read_secret(key: &str, file: &str) -> Result<Value, Stop> {
    let text = std::fs::read_to_string(file).map_err(|error| Stop::bad_input(error.to_string()).about(file))?;
    value(key, text.trim_end_matches(['\r', '\n']))
}

impl Sources {
    /// Reads the settings: the file, then the environment, then what was said. `flags` are those with a name of their own.
    pub fn read(&self, flags: &[(&str, Option<Value>)]) -> Result<Found, Stop> {
        self.read_in(&|name| std::env::var(name).ok(), flags)
    }

    fn read_in(&self, env: &dyn Fn(&str) -> Option<String>, flags: &[(&str, Option<Value>)]) -> Result<Found, Stop> {
        let (mut all, mut from) = (usual(), BTreeMap::new());
        let mut set = |key: &str, value: Value, source: String| {
            if let Some(slot) = all.pointer_mut(&place(key)) {
                *slot = value;
                from.insert(key.to_string(), source);
            }
        };
        let known = |key: &str| ALL.iter().any(|(known, _)| *known == key);
        let file_of = |key: &str| key.strip_suffix("-file").filter(|secret| SECRETS.contains(secret)).map(str::to_string);
        let file = self.config.clone().or_else(|| env("LONGROLL_CONFIG").filter(|f| !f.is_empty()).map(PathBuf::from));
        if let Some(file) = file {
            let shown = file.display().to_string();
            let text = std::fs::read_to_string(&file).map_err(|error| Stop::bad_input(error.to_string()).about(&shown))?;
            let table: toml::Table = toml::from_str(&text).map_err(|error| Stop::bad_input(error.to_string()).about(&shown))?;
            let mut said = Vec::new();
            leaves(&json!(table), "", &mut said);
            for (key, value) in said {
                match file_of(&key) {
                    Some(secret) => set(&secret, read_secret(&secret, value.as_str().unwrap_or(""))?, shown.clone()),
                    None if known(&key) => set(&key, value, shown.clone()),
                    None => return Err(unknown(&key).about(&shown)),
                }
            }
        }
        for (key, _) in ALL {
            let name = variable(key);
            if let Some(text) = env(&name) {
                set(key, value(key, &text)?, name.clone());
            }
            if let Some(file) = env(&format!("{name}_FILE")).filter(|_| SECRETS.contains(key)) {
                set(key, read_secret(key, &file)?, format!("{name}_FILE"));
            }
        }
        for said in &self.set {
            let (key, text) = said.split_once('=').ok_or_else(|| Stop::bad_input(format!("--set {said}: say it as SETTING=VALUE")))?;
            // Whoever lists the programs of this machine reads what was said to them.
            if SECRETS.contains(&key) {
                return Err(Stop::bad_input(format!("{key} is a secret: say it in the file or as {}", variable(key))));
            }
            match file_of(key) {
                Some(secret) => set(&secret, read_secret(&secret, text)?, format!("--set {key}")),
                None if known(key) => set(key, value(key, text)?, "--set".into()),
                None => return Err(unknown(key)),
            }
        }
        for (key, said) in flags {
            if let Some(said) = said {
                set(key, said.clone(), "a flag".into());
            }
        }
        let settings = serde_json::from_value(all).map_err(|error| Stop::bad_input(format!("a setting makes no sense: {error}")))?;
        Ok(Found { settings, from })
    }
}

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    sources: Sources,
}

fn as_text(key: &str, value: &Value) -> String {
    match value {
        Value::String(text) if text.is_empty() => "-".into(),
        _ if SECRETS.contains(&key) => "(set)".into(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "-".into(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// Prints every setting, what it is and where from, and what it means. Secrets are not printed.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let Found { settings, from } = args.sources.read(&[])?;
    serve::check(&settings)?;
    let now = json!(settings);
    let (mut text, mut list) = (String::new(), Vec::new());
    for (key, what) in ALL {
        let value = as_text(key, now.pointer(&place(key)).unwrap_or(&Value::Null));
        let source = from.get(*key).map_or("as usual", String::as_str);
        let _ = writeln!(text, "{BOLD}{key}{BOLD:#} = {value}  {DIM}{source}{DIM:#}\n    {what}.");
        list.push(json!({ "setting": key, "value": value, "from": source, "means": what, "environment": variable(key) }));
    }
    Ok(Page::new(text, json!({ "settings": list })))
}

/// The table of all settings, as docs/house.md shows it.
pub fn table() -> String {
    let usual = usual();
    let mut text = String::from("| setting | usually | what it is |\n| --- | --- | --- |\n");
    for (key, what) in ALL {
        let value = as_text(key, usual.pointer(&place(key)).unwrap_or(&Value::Null));
        let secret = if SECRETS.contains(key) { " (a secret: also `-file`)" } else { "" };
        let _ = writeln!(text, "| `{key}` | {} | {what}{secret} |", if value == "-" { String::new() } else { format!("`{value}`") });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(_: &str) -> Option<String> {
        None
    }

    fn file(name: &str, text: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("longroll-settings-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn every_setting_is_listed_and_nothing_else() {
        let mut found = Vec::new();
        leaves(&usual(), "", &mut found);
        let found: Vec<&str> = found.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(found, ALL.iter().map(|(key, _)| *key).collect::<Vec<_>>());
        assert!(SECRETS.iter().all(|key| found.contains(key)));
    }

    #[test]
    fn what_comes_later_wins() {
        let config = file("wins", "names = [\"a.example\"]\n[limits]\ntables = 7\nsockets = 8\nrequests = 9\n");
        let sources = Sources { config: Some(config), set: vec!["limits.requests=900".into()] };
        let env = |name: &str| match name {
            "LONGROLL_LIMITS_SOCKETS" => Some("80".into()),
            "LONGROLL_LIMITS_REQUESTS" => Some("90".into()),
            "LONGROLL_PROXIES" => Some("127.0.0.1, ::1".into()),
            _ => None,
        };
        let found = sources.read_in(&env, &[("accounts", Some(json!(true))), ("closed", None)]).unwrap();
        let Settings { limits, names, proxies, accounts, closed, .. } = found.settings;
        assert_eq!((limits.tables, limits.sockets, limits.requests), (7, 80, 900));
        assert_eq!((names, proxies.len(), accounts, closed), (vec!["a.example".to_string()], 2, true, false));
        assert_eq!(found.from["limits.requests"], "--set");
    }

    #[test]
    fn mistakes_are_named_and_secrets_are_neither_said_nor_shown() {
        let read = |set: &str| Sources { set: vec![set.into()], ..Sources::default() }.read_in(&nothing, &[]);
        assert!(read("limits.tabels=3").unwrap_err().message.contains("limits.tables"));
        assert!(read("limits.tables=many").unwrap_err().message.contains("a number"));
        assert!(read("telling.password=hush").unwrap_err().message.contains("LONGROLL_TELLING_PASSWORD"));
        let config = file("unknown", "[mail]\nserver = \"x\"\n");
        assert!(Sources { config: Some(config), ..Sources::default() }.read_in(&nothing, &[]).is_err());
        let secret = file("secret", "hush hush\n");
        let found = read(&format!("telling.password-file={}", secret.display())).unwrap();
        assert_eq!(found.settings.telling.password, "hush hush");
        assert_eq!(as_text("telling.password", &json!("hush hush")), "(set)");
        assert!(!format!("{:?}", found.settings.telling).contains("hush"));
    }

    /// `LONGROLL_BLESS=1 cargo test -p longroll settings` writes the page anew.
    #[test]
    fn the_page_lists_them_all() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/house.md");
        let page = std::fs::read_to_string(path).unwrap();
        let (before, rest) = page.split_once("<!-- settings -->\n").expect("docs/house.md has a place for the settings");
        let (shown, after) = rest.split_once("<!-- end of settings -->").expect("and an end of it");
        if shown != table() && std::env::var_os("LONGROLL_BLESS").is_some() {
            std::fs::write(path, format!("{before}<!-- settings -->\n{}<!-- end of settings -->{after}", table())).unwrap();
            return;
        }
        assert_eq!(shown, table(), "docs/house.md: LONGROLL_BLESS=1 cargo test -p longroll settings");
    }
}
