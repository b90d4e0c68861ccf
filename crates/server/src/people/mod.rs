//! People at the door and at the tables: who is calling (a cookie, or a bot's token), and what the house does for him. What people do is
//! in the crate `house`; here it meets HTTP and the tables.
//!
//! | module | holds |
//! | --- | --- |
//! | [`mod@self`] | who is calling, one address for each thing that can be asked |
//! | [`accounts`] | registering, coming back, sessions, bots |
//! | [`games`] | meeting, games, clocks, offers, words |
//! | [`cups`] | ratings, tournaments, keeping order |
//! | [`telling`] | how people are told outside the browser: mail, push, webhooks |
//! | [`told`] | what people want to be told, and coming back by mail |
//! | [`host`] | what the tables hear from the house, and tell it |
//! | [`tries`] | how often somebody may try to come in |

pub mod accounts;
pub mod cups;
pub mod games;
pub mod host;
pub mod telling;
pub mod told;
pub mod tries;

pub use telling::Telling;

use crate::address::Address;
use crate::house::of_each;
use crate::http::{Hall, Shared, as_json, refused};
use crate::reception;
use axum::extract::{Extension, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use engine::table::Refusal;
use governor::DefaultKeyedRateLimiter;
use house::entrance::{self, Terms};
use house::{Account, No, Records, Time};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The name of the cookie that says who somebody is.
const COOKIE: &str = "longroll";
/// How often in an hour somebody may do what others are told of: challenge them, offer them something.
const BOTHERS: u32 = 60;
/// The name of the cookie that says whom this browser knows.
const MARKS: &str = "longroll-known";
/// How many people share a browser at most.
const MOST_MARKS: usize = 4;

/// How the house keeps people.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Whether there are accounts at all.
    pub accounts: bool,
    /// Whether one must be invited to have one.
    pub closed: bool,
    /// What links to the house begin with.
    pub address: String,
    /// How people are told outside the browser.
    pub telling: Telling,
}

/// What tells the time, in milliseconds since 1970.
pub type Watch = Arc<dyn Fn() -> Time + Send + Sync>;

/// The time of this machine.
pub fn watch() -> Watch {
    Arc::new(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as u64))
}

/// The people of a house.
pub struct People {
    /// Where their things are kept.
    pub records: Arc<dyn Records>,
    /// How they are kept.
    pub settings: Settings,
    /// What time it is.
    pub watch: Watch,
    tries: tries::Tries,
    words: DefaultKeyedRateLimiter<String>,
    bothers: DefaultKeyedRateLimiter<String>,
    patience: told::Patience,
}

impl People {
    /// The people of a house, kept there; `minute` is how long that of their limits lasts.
    pub fn new(records: Arc<dyn Records>, settings: Settings, watch: Watch, minute: Duration) -> People {
        People {
            patience: told::Patience::new(settings.telling.mails_a_day),
            records,
            settings,
            watch,
            tries: tries::Tries::new(minute),
            words: of_each(30, minute),
            bothers: of_each(BOTHERS, minute * 60),
        }
    }

    /// What time it is.
    pub fn now(&self) -> Time {
        (self.watch)()
    }

    pub(crate) fn records(&self) -> &dyn Records {
        self.records.as_ref()
    }

    /// Whether somebody may say something more just now.
    pub(crate) fn may_speak(&self, account: &Account) -> Result<(), No> {
        self.words.check_key(&account.id).map_err(|_| No::because("not so fast: wait a moment"))
    }

    /// Whether somebody may do once more what others are told of: a challenge, a rematch, an offer.
    pub(crate) fn may_bother(&self, account: &Account) -> Result<(), No> {
        let enough = "you have challenged others, or offered them something, so often that it is enough for an hour";
        self.bothers.check_key(&account.id).map_err(|_| No::because(enough))
    }

    /// What is done from time to time.
    pub fn tidy(&self) {
        let now = self.now();
        let tidied = entrance::tidy(self.records(), now).and_then(|()| house::meeting::tidy(self.records(), now));
        if let Err(no) = tidied {
            tracing::warn!(because = %no.because, "the records could not be tidied");
        }
        self.tries.tidy();
        self.words.retain_recent();
        self.bothers.retain_recent();
        self.patience.tidy();
    }
}

/// Who is calling.
pub struct Caller {
    /// From where.
    pub address: Address,
    /// Who, if he is known.
    pub account: Option<Account>,
    /// His session.
    pub session: String,
    /// What his browser knows of those who were in it before.
    pub marks: String,
    /// His browser, in words.
    pub place: String,
    /// The name of the host that he has called.
    pub host: String,
    /// Whether he came by TLS.
    pub secure: bool,
}

impl Caller {
    /// Who he is; whoever is not known may not.
    pub fn known(&self) -> Result<&Account, No> {
        self.account.as_ref().ok_or_else(|| No::forbidden("sign in first"))
    }
}

/// What somebody is answered, and whether his browser is to remember something.
pub struct Reply {
    /// The answer.
    pub value: Value,
    /// The key of a session to be remembered; an empty one is forgotten.
    pub key: Option<String>,
    /// The mark by which his browser is to know him from now on.
    pub mark: Option<String>,
}

impl From<Value> for Reply {
    fn from(value: Value) -> Reply {
        Reply { value, key: None, mark: None }
    }
}

/// Nothing more to say.
pub(crate) fn done() -> Result<Reply, No> {
    Ok(json!({ "ok": true }).into())
}

pub(crate) fn word<'a>(body: &'a Value, name: &str) -> &'a str {
    body[name].as_str().unwrap_or("")
}

/// Reads what somebody sent as one of our own types.
pub(crate) fn read<T: serde::de::DeserializeOwned>(body: &Value) -> Result<T, No> {
    serde_json::from_value(body.clone()).map_err(|e| No::because(format!("this makes no sense: {e}")))
}

/// The value of a cookie.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(';')).find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// The browser in words, from what it says of itself.
fn place_of(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|a| a.to_str().ok()).unwrap_or("");
    let of = |list: &[(&str, &'static str)]| list.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name);
    let browser = of(&[("Edg/", "Edge"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari")]);
    let system = of(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "Mac"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(one), None) | (None, Some(one)) => one.into(),
        (None, None) => "a program".into(),
    }
}

/// The name of the host that was called, without its port.
fn host_of(headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|h| h.to_str().ok()).unwrap_or("");
    host.split(':').next().unwrap_or("").to_ascii_lowercase()
}

/// A cookie for so many days: no script reads it, no other site has it sent, and behind TLS it goes by TLS alone.
fn remember(name: &str, value: &str, days: u32, secure: bool) -> Option<HeaderValue> {
    let age = if value.is_empty() { 0 } else { days * 86_400 };
    let secure = if secure { "; Secure" } else { "" };
    HeaderValue::from_str(&format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}")).ok()
}

/// The marks of a browser with one more: the newest first, and only so many.
fn marks_with(mark: &str, marks: &str) -> String {
    let others = marks.split('.').filter(|known| *known != mark && !known.is_empty());
    std::iter::once(mark).chain(others).take(MOST_MARKS).collect::<Vec<_>>().join(".")
}

fn refusal(no: &No) -> Refusal {
    Refusal { rule: None, field: no.field.clone(), because: no.because.clone() }
}

/// One of the things that can be asked of the house, `POST /api/house/{what}`.
pub(crate) async fn ask(
    State(hall): Shared,
    Extension(address): Extension<Address>,
    Path(what): Path<String>,
    request: Request,
) -> Response {
    let Some(people) = hall.house.people.clone() else {
        return refused(StatusCode::NOT_FOUND, &Refusal::because("this house has no accounts"));
    };
    let headers = request.headers().clone();
    let token =
        headers.get(header::AUTHORIZATION).and_then(|t| t.to_str().ok()).and_then(|t| t.strip_prefix("Bearer ")).map(str::to_string);
    let by_cookie = token.is_none();
    // A browser says which page asks; whoever brings a cookie and does not say is no browser of ours.
    if by_cookie && cookie(&headers, COOKIE).is_some() && !headers.contains_key(header::ORIGIN) {
        return refused(StatusCode::FORBIDDEN, &Refusal::because("which page asks this?"));
    }
    let key = token.or_else(|| cookie(&headers, COOKIE).map(str::to_string)).unwrap_or_default();
    let (body, turn) = match reception::read(&hall, address, request).await {
        Ok(read) => read,
        Err(response) => return *response,
    };
    let secure = hall.is_named(&headers);
    let work = move || {
        let _turn = turn;
        let known = entrance::known(people.records(), &key, people.now())?;
        let (account, session) = known.map_or((None, String::new()), |(account, session)| (Some(account), session));
        let marks = cookie(&headers, MARKS).unwrap_or_default().to_string();
        let caller = Caller { address, account, session, marks, place: place_of(&headers), host: host_of(&headers), secure };
        answer(&hall, &people, &caller, &what, &body).map(|reply| (reply, caller))
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok((reply, caller))) => {
            let mut response = as_json(&reply.value);
            let session = reply.key.and_then(|key| remember(COOKIE, &key, 60, caller.secure));
            let mark = reply.mark.and_then(|mark| remember(MARKS, &marks_with(&mark, &caller.marks), 365, caller.secure));
            for cookie in session.into_iter().chain(mark) {
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response
        }
        Ok(Err(no)) => refused(if no.forbidden { StatusCode::FORBIDDEN } else { StatusCode::BAD_REQUEST }, &refusal(&no)),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, &Refusal::because("this met a fault of the program, please report it")),
    }
}

fn answer(hall: &Arc<Hall>, people: &People, caller: &Caller, what: &str, body: &Value) -> Result<Reply, No> {
    let answered = match accounts::answer(people, caller, what, body)? {
        Some(reply) => Some(reply),
        None => match games::answer(&hall.house, people, caller, what, body)? {
            Some(reply) => Some(reply),
            None => match cups::answer(&hall.house, people, caller, what, body)? {
                Some(reply) => Some(reply),
                None => told::answer(people, caller, what, body)?,
            },
        },
    };
    answered.ok_or_else(|| No::because("the house does not know what that means"))
}

impl People {
    /// On what terms people come in at this host.
    pub(crate) fn terms(&self, caller: &Caller) -> Terms {
        Terms { closed: self.settings.closed, host: caller.host.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_read_and_written_for_this_house_alone() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=b; longroll=key; xlongroll=other"));
        assert_eq!((cookie(&headers, COOKIE), cookie(&headers, "c")), (Some("key"), None));
        let written = remember(COOKIE, "key", 60, true).unwrap();
        for part in ["HttpOnly", "Secure", "SameSite=Strict", "Path=/"] {
            assert!(written.to_str().unwrap().contains(part));
        }
        assert!(remember(COOKIE, "", 60, false).unwrap().to_str().unwrap().contains("Max-Age=0"));
        assert_eq!((marks_with("a", ""), marks_with("a", "b.a.c.d.e")), ("a".into(), "a.b.c.d".into()));
    }
}
