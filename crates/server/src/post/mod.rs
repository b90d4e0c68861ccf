//! The post office: what waits in the outbox is sent by mail, to browsers, and to chat rooms. It looks every moment, also
//! what other nodes have put there: of two that reach for a letter one has it.
//!
//! | module | holds |
//! | --- | --- |
//! | [`mail`] | mails, and the server that takes them |
//! | [`wire`] | sending to addresses that strangers have given |

pub mod mail;
pub mod wire;

use crate::house::House;
use crate::people::People;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use house::outbox::{self, Fate, Letter, Way};
use house::push::Seal;
use house::telling::{self, Subscription};
use house::{Time, push};
use hyper::header::{self, HeaderName, HeaderValue};
use mail::Mailer;
use serde_json::json;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;
use wire::{Trouble, Wire};

/// How often the outbox is looked at.
const LOOK: Duration = Duration::from_millis(700);
/// How many letters are on their way at once. Most of the time they wait for somebody elsewhere, who may keep them waiting on purpose.
const MOST: usize = 64;
/// How many mails are handed over at once: servers for mail want few.
const MAILS: usize = 4;
/// How long what is told too often waits.
const LATER: Time = 20 * 60_000;
/// How long a push service keeps a message for a browser that is not there, in seconds.
const KEPT: u32 = 3 * 86_400;
/// Words to one chat server in a minute.
const WEBHOOKS: u32 = 30;

/// Who sends what waits.
pub struct Office {
    people: Arc<People>,
    mailer: Option<Mailer>,
    wire: Wire,
    seal: Seal,
    /// Letters of one person.
    each: DefaultKeyedRateLimiter<String>,
    /// Words to one chat server.
    servers: DefaultKeyedRateLimiter<String>,
    under_way: Arc<Semaphore>,
    mails: Semaphore,
}

fn number(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

impl Office {
    /// The post office for these people.
    pub fn new(people: Arc<People>) -> Result<Office, String> {
        let telling = &people.settings.telling;
        let seal = Seal::of(people.records()).map_err(|no| no.because)?;
        Ok(Office {
            mailer: Mailer::new(telling)?,
            wire: Wire::new(telling.nearby),
            seal,
            each: RateLimiter::keyed(Quota::per_hour(number(telling.an_hour))),
            servers: RateLimiter::keyed(Quota::per_minute(number(WEBHOOKS))),
            under_way: Arc::new(Semaphore::new(MOST)),
            mails: Semaphore::new(MAILS),
            people,
        })
    }

    /// Whether a parcel must wait because its reader, or the chat server it goes to, has heard enough for now.
    fn too_much(&self, parcel: &[Letter]) -> bool {
        let Some(first) = parcel.first() else { return false };
        if first.way == Way::Webhook {
            let server = url::Url::parse(&first.address).ok().and_then(|url| url.host_str().map(str::to_string)).unwrap_or_default();
            if self.servers.check_key(&server).is_err() {
                return true;
            }
        }
        !first.to.is_empty() && !first.is_private() && self.each.check_key(&first.to).is_err()
    }

    async fn carry(&self, parcel: &[Letter]) -> Fate {
        let Some(first) = parcel.first() else { return Fate::Sent };
        let now = self.people.now();
        if self.too_much(parcel) {
            return Fate::Later(now + LATER);
        }
        match (first.way, &first.subscription) {
            (Way::Mail, _) => self.by_mail(parcel).await,
            (Way::Push, Some(browser)) => self.by_push(first, browser, now).await,
            (Way::Push, None) => Fate::Hopeless,
            (Way::Webhook, _) => self.to_room(first).await,
        }
    }

    async fn by_mail(&self, parcel: &[Letter]) -> Fate {
        let Some(mailer) = &self.mailer else { return Fate::Hopeless };
        let base = &self.people.settings.address;
        let stop = (!parcel[0].is_private()).then(|| format!("{base}unsubscribe/{}", stop_key(&self.seal, &parcel[0].to)));
        let mail = match mailer.mail(parcel, base, stop.as_deref()) {
            Ok(mail) => mail,
            Err(error) => {
                tracing::warn!(%error, "a mail could not be written");
                return Fate::Hopeless;
            }
        };
        let _place = self.mails.acquire().await;
        match mailer.send(mail).await {
            Ok(()) => Fate::Sent,
            Err((hopeless, error)) => {
                tracing::warn!(%error, hopeless, "a mail was not taken");
                if hopeless { Fate::Hopeless } else { Fate::Failed }
            }
        }
    }

    async fn by_push(&self, letter: &Letter, browser: &Subscription, now: Time) -> Fate {
        let settings = &self.people.settings;
        if !settings.telling.push {
            return Fate::Hopeless;
        }
        let contact = match settings.telling.contact.as_str() {
            "" => settings
                .telling
                .from
                .parse::<lettre::message::Mailbox>()
                .map_or_else(|_| settings.address.clone(), |m| format!("mailto:{}", m.email)),
            said => said.to_string(),
        };
        let word = self.seal.authorization(&browser.endpoint, &contact, now).and_then(|word| HeaderValue::from_str(&word).ok());
        let (Some(body), Some(word)) = (push::seal(browser, &letter.push_text()), word) else { return Fate::Hopeless };
        let urgent = matches!(letter.kind.as_str(), "turn" | "clock");
        // Of several about the same thing a browser that was away gets the last.
        let topic = &house::tokens::digest(if letter.about.is_empty() { &letter.name } else { &letter.about })[..32];
        let mut headers = vec![
            (header::AUTHORIZATION, word),
            (header::CONTENT_ENCODING, HeaderValue::from_static("aes128gcm")),
            (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
            (HeaderName::from_static("ttl"), HeaderValue::from(KEPT)),
            (HeaderName::from_static("urgency"), HeaderValue::from_static(if urgent { "high" } else { "normal" })),
        ];
        headers.extend(HeaderValue::from_str(topic).ok().map(|topic| (HeaderName::from_static("topic"), topic)));
        match self.wire.post(&browser.endpoint, headers, body).await {
            // It has been thrown away, or never was one: it is forgotten.
            Ok((404 | 410, _)) | Err(Trouble::Forbidden(_)) => {
                let (people, to, endpoint) = (Arc::clone(&self.people), letter.to.clone(), browser.endpoint.clone());
                let _ = tokio::task::spawn_blocking(move || telling::forget_browser(people.records(), &to, &endpoint)).await;
                Fate::Hopeless
            }
            Ok((status, wait)) => fate_of(status, wait, now),
            Err(Trouble::Unreachable(error)) => {
                tracing::debug!(%error, "a push service could not be reached");
                Fate::Failed
            }
        }
    }

    /// To a chat room. Slack, Mattermost and Rocket.Chat read `text`, Discord reads `content`; names call nobody there.
    async fn to_room(&self, letter: &Letter) -> Fate {
        let settings = &self.people.settings;
        let club = letter.to.is_empty();
        let address = if club { settings.telling.webhook.as_str() } else { letter.address.as_str() };
        if address.is_empty() || !club && !settings.telling.webhooks {
            return Fate::Hopeless;
        }
        let text = harmless(&letter.text);
        let text = if letter.link.is_empty() { text } else { format!("{text} {}{}", settings.address, letter.link) };
        let body = json!({
            "text": text, "content": text, "username": "Longroll", "allowed_mentions": { "parse": [] }, "kind": letter.kind, "id": letter.name,
        });
        let headers = vec![(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        match self.wire.post(address, headers, body.to_string().into_bytes()).await {
            Ok((status, wait)) => fate_of(status, wait, self.people.now()),
            Err(Trouble::Forbidden(because)) => {
                tracing::warn!(because, "a webhook is not called");
                Fate::Hopeless
            }
            Err(Trouble::Unreachable(error)) => {
                tracing::debug!(%error, "a webhook could not be reached");
                Fate::Failed
            }
        }
    }

    /// Takes what is due and sends it on its way: one who keeps us waiting keeps nobody else waiting.
    async fn look(self: &Arc<Office>, carriers: &TaskTracker) {
        let room = self.under_way.available_permits();
        if room == 0 {
            return;
        }
        let people = Arc::clone(&self.people);
        let taken = tokio::task::spawn_blocking(move || {
            people.reset_those_who_asked();
            outbox::due(people.records(), people.now(), room)
        });
        let parcels = match taken.await {
            Ok(Ok(parcels)) => parcels,
            Ok(Err(no)) => {
                tracing::warn!(because = %no.because, "the outbox could not be read");
                return;
            }
            Err(_) => return,
        };
        for parcel in parcels {
            let (office, place) = (Arc::clone(self), Arc::clone(&self.under_way).acquire_owned());
            carriers.spawn(async move {
                let _place = place.await;
                let fate = office.carry(&parcel).await;
                let people = Arc::clone(&office.people);
                let settled = tokio::task::spawn_blocking(move || outbox::settle(people.records(), &parcel, fate, people.now())).await;
                if let Ok(Err(no)) = settled {
                    tracing::error!(because = %no.because, "it could not be written down that a letter was sent");
                }
            });
        }
        self.each.retain_recent();
        self.servers.retain_recent();
    }
}

/// What becomes of something that was answered so.
fn fate_of(status: u16, wait: Option<u64>, now: Time) -> Fate {
    match status {
        200..=299 => Fate::Sent,
        429 => Fate::Later(now + wait.unwrap_or(60).clamp(5, 3_600) * 1_000),
        408 | 500..=599 => Fate::Failed,
        // Nobody is followed elsewhere (3xx), and what is refused once is refused again.
        _ => Fate::Hopeless,
    }
}

/// Text in which nothing calls anybody or looks like a link in a chat room.
fn harmless(text: &str) -> String {
    let look_alike = |c: char| match c {
        '<' => '\u{2039}',
        '>' => '\u{203a}',
        '@' => '\u{ff20}',
        '[' | ']' | '`' => '\'',
        c if c.is_control() => ' ',
        c => c,
    };
    text.chars().map(look_alike).collect::<String>().replace("://", ":// ")
}

/// What stands in a link that ends the mails to somebody.
pub fn stop_key(seal: &Seal, account: &str) -> String {
    format!("{account}-{}", &seal.word("no more mail", account)[..32])
}

/// Whose mails a link ends, if it is one of ours.
pub fn stopped_by(seal: &Seal, key: &str) -> Option<String> {
    let (account, _) = key.split_once('-')?;
    (stop_key(seal, account) == key).then(|| account.to_string())
}

/// Sends what waits, for as long as the house is open. What is on its way when it closes is waited for.
pub fn open(house: &Arc<House>) {
    let Some(people) = house.people.clone() else { return };
    let office = match Office::new(people) {
        Ok(office) => Arc::new(office),
        Err(error) => {
            tracing::error!(%error, "nobody can be told outside the browser");
            return;
        }
    };
    let (closing, carriers) = (house.closing.clone(), house.guests.clone());
    house.guests.spawn(async move {
        while !closing.is_cancelled() {
            office.look(&carriers).await;
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                () = closing.cancelled() => {}
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chat_room_is_sent_text() {
        assert_eq!(harmless("<!channel> @everyone [x](https://y)"), "\u{2039}!channel\u{203a} \u{ff20}everyone 'x'(https:// y)");
        assert_eq!(fate_of(302, None, 0), Fate::Hopeless);
        assert_eq!(fate_of(429, Some(9_999_999), 0), Fate::Later(3_600_000));
        assert_eq!((fate_of(201, None, 0), fate_of(503, None, 0)), (Fate::Sent, Fate::Failed));
    }

    #[test]
    fn a_link_that_ends_mails_is_one_persons_alone() {
        let seal = Seal::of(&house::records::Memory::default()).unwrap();
        let other = Seal::of(&house::records::Memory::default()).unwrap();
        let key = stop_key(&seal, "meade");
        assert_eq!(stopped_by(&seal, &key).as_deref(), Some("meade"));
        assert!(stopped_by(&other, &key).is_none() && stopped_by(&seal, &key.replace("meade", "grant")).is_none());
        assert!(stopped_by(&seal, "meade").is_none());
    }
}
