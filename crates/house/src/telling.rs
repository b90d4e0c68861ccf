//! Told in time: what people want to be told, by which ways, and what waits to be sent. Whoever sends (mail, push, a webhook) is elsewhere;
//! here is what is due, to whom, and when. Nobody is woken in his quiet hours, and nobody is told that it is his turn after it was.

use crate::Time;
use crate::account::Account;
use crate::desk::{Desk, Document, No, at_desk};
use crate::play::{Game, SIDES};
use crate::records::{Records, Span, Tab};
use crate::tokens;
use serde::{Deserialize, Serialize};
use serde_json::json;

const MINUTE: Time = 60_000;
const DAY_MINUTES: u64 = 24 * 60;
/// How often something is tried again that could not be sent, and how long is waited each time.
const WAITS: [Time; 4] = [MINUTE, 10 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE];
/// The most browsers that are pushed to.
const MOST_PUSH: usize = 10;
/// When a digest is sent, in minutes after midnight of its reader.
const DIGEST: u64 = 7 * 60;

/// How often somebody wants mail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Often {
    /// Never.
    #[default]
    Never,
    /// Each time.
    Each,
    /// Once a day, all together.
    Digest,
}

/// A browser that takes messages (RFC 8030), and the keys that only it can read with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Subscription {
    /// Where they are sent.
    pub endpoint: String,
    /// Its public key.
    pub p256dh: String,
    /// A secret of its own.
    pub auth: String,
}

/// What somebody wants to be told, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Wishes {
    /// By mail.
    #[serde(default)]
    pub mail: Often,
    /// By push, to these browsers.
    #[serde(default)]
    pub push: Vec<Subscription>,
    /// To this address, for a club's chat room.
    #[serde(default)]
    pub webhook: Option<String>,
    /// Quiet hours: from and to, in minutes after midnight.
    #[serde(default)]
    pub quiet: Option<(u64, u64)>,
    /// His time of day less that of Greenwich, in minutes.
    #[serde(default)]
    pub offset: i64,
}

impl Wishes {
    /// The minute of his day.
    fn minute(&self, now: Time) -> u64 {
        ((now / MINUTE) as i64 + self.offset).rem_euclid(DAY_MINUTES as i64) as u64
    }

    /// The first moment from now on that is not in his quiet hours.
    pub fn waking(&self, now: Time) -> Time {
        let Some((from, to)) = self.quiet.filter(|(from, to)| from != to) else { return now };
        let minute = self.minute(now);
        let quiet = if from < to { (from..to).contains(&minute) } else { minute >= from || minute < to };
        if quiet { now / MINUTE * MINUTE + (to + DAY_MINUTES - minute) % DAY_MINUTES * MINUTE } else { now }
    }

    /// When the next digest is due.
    fn digest(&self, now: Time) -> Time {
        let minute = self.minute(now);
        now / MINUTE * MINUTE + ((DIGEST + DAY_MINUTES - minute - 1) % DAY_MINUTES + 1) * MINUTE
    }

    /// Whether they make sense; what is too long or is no address is refused.
    pub fn check(&self) -> Result<(), No> {
        if self.quiet.is_some_and(|(from, to)| from >= DAY_MINUTES || to >= DAY_MINUTES) || self.offset.abs() > 16 * 60 {
            return Err(No::field("quiet", "quiet hours are times of the day"));
        }
        if self.push.len() > MOST_PUSH {
            return Err(No::field("push", format!("at most {MOST_PUSH} browsers are pushed to")));
        }
        let sound = |url: &str| url.len() <= 1_000 && (url.starts_with("https://") || url.starts_with("http://")) && url.is_ascii();
        if !self.push.iter().all(|s| sound(&s.endpoint) && s.p256dh.len() <= 200 && s.auth.len() <= 100) {
            return Err(No::field("push", "this browser gave no address that messages can be sent to"));
        }
        if self.webhook.as_deref().is_some_and(|url| !sound(url)) {
            return Err(No::field("webhook", "an address begins with https://"));
        }
        Ok(())
    }
}

/// By which way something is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// By mail.
    Mail,
    /// To a browser.
    Push,
    /// To a chat room.
    Webhook,
}

/// What there is to tell.
#[derive(Clone, Debug)]
pub struct News {
    /// What kind: `turn`, `over`, `challenge`, `round`.
    pub kind: &'static str,
    /// In words.
    pub text: String,
    /// The page that it is about: the very decision, if it is about one.
    pub link: String,
}

/// Something that waits to be sent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Letter {
    /// Its id. That it is somebody's turn at a table is said in one letter only.
    pub id: String,
    /// To whom: an account, or for mail about the account itself an address.
    pub to: String,
    /// By which way.
    pub way: Way,
    /// The browser it goes to.
    #[serde(default)]
    pub subscription: Option<Subscription>,
    /// Where it goes to, for mail and webhooks.
    #[serde(default)]
    pub address: String,
    /// What kind.
    pub kind: String,
    /// In words.
    pub text: String,
    /// The page that it is about.
    pub link: String,
    /// When it is due.
    pub due: Time,
    /// How often it was tried.
    #[serde(default)]
    pub tries: usize,
}

impl Document for Letter {
    const KIND: &'static str = "letter";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn tabs(&self) -> Vec<Tab> {
        vec![Tab::new("due", "", self.due as i64), Tab::new("to", &self.to, self.due as i64)]
    }
}

/// The name of the letters that say that it is somebody's turn at a table.
fn turn_of(table: &str, side: usize) -> String {
    format!("turn/{table}/{}", SIDES[side])
}

fn send(desk: &Desk<'_>, account: &str, news: &News, name: Option<&str>, now: Time) -> Result<(), No> {
    let Some(account) = desk.get::<Account>(account)? else { return Ok(()) };
    let wishes = &account.wishes;
    let post = |part: &str, way: Way, address: &str, subscription: Option<Subscription>, due: Time| {
        let id = match name {
            Some(name) => format!("{name}/{part}"),
            None => tokens::name(),
        };
        let (kind, text, link) = (news.kind.to_string(), news.text.clone(), news.link.clone());
        desk.put(&Letter { id, to: account.id.clone(), way, subscription, address: address.into(), kind, text, link, due, tries: 0 })
    };
    if let Some(mail) = account.mail.as_ref().filter(|mail| mail.sure) {
        match wishes.mail {
            Often::Never => {}
            Often::Each => post("mail", Way::Mail, &mail.address, None, wishes.waking(now))?,
            Often::Digest => post("mail", Way::Mail, &mail.address, None, wishes.digest(now))?,
        }
    }
    for (number, subscription) in wishes.push.iter().enumerate() {
        post(&format!("push{number}"), Way::Push, "", Some(subscription.clone()), wishes.waking(now))?;
    }
    if let Some(webhook) = &wishes.webhook {
        post("webhook", Way::Webhook, webhook, None, wishes.waking(now))?;
    }
    Ok(())
}

/// Tells somebody something by the ways that he wants.
pub(crate) fn tell(desk: &Desk<'_>, account: &str, news: &News, now: Time) -> Result<(), No> {
    send(desk, account, news, None, now)
}

/// Tells somebody that it is his turn. The link opens the very decision.
pub(crate) fn tell_turn(desk: &Desk<'_>, game: &Game, side: usize, now: Time) -> Result<(), No> {
    let Some(id) = game.players[side].account() else { return Ok(()) };
    let text = format!("Your turn against {}: {}.", game.players[1 - side].name(), game.title);
    send(desk, id, &News { kind: "turn", text, link: format!("#/table/{}", game.id) }, Some(&turn_of(&game.id, side)), now)
}

/// It is not his turn any more: what has not been sent need not be.
pub(crate) fn turn_over(desk: &Desk<'_>, game: &Game, side: usize) -> Result<(), No> {
    let Some(id) = game.players[side].account() else { return Ok(()) };
    // Who wants to be told nothing has no letters.
    if desk.get::<Account>(id)?.is_none_or(|account| account.wishes == Wishes::default()) {
        return Ok(());
    }
    let name = turn_of(&game.id, side);
    let parts = ["mail".to_string(), "webhook".to_string()].into_iter().chain((0..MOST_PUSH).map(|n| format!("push{n}")));
    for part in parts {
        desk.delete::<Letter>(&format!("{name}/{part}"))?;
    }
    Ok(())
}

/// Mail about an account itself: a link to confirm an address, or to come back.
pub fn post(records: &dyn Records, address: &str, kind: &str, text: &str, link: &str, now: Time) -> Result<(), No> {
    let (kind, text, link) = (kind.to_string(), text.to_string(), link.to_string());
    let (to, address) = (address.to_string(), address.to_string());
    let letter = Letter { id: tokens::name(), to, way: Way::Mail, subscription: None, address, kind, text, link, due: now, tries: 0 };
    at_desk(records, |desk| desk.put(&letter))
}

/// What is due, in parcels that go out together: all mail to one address is one mail. They are taken: whoever fails hands them back.
pub fn due(records: &dyn Records, now: Time, most: usize) -> Result<Vec<Vec<Letter>>, No> {
    at_desk(records, |desk| {
        let mut parcels: Vec<Vec<Letter>> = Vec::new();
        for letter in desk.find::<Letter>("due", "", Span::until(now as i64, most))? {
            desk.delete::<Letter>(&letter.id)?;
            let same =
                |parcel: &&mut Vec<Letter>| parcel[0].way == Way::Mail && letter.way == Way::Mail && parcel[0].address == letter.address;
            match parcels.iter_mut().find(same) {
                Some(parcel) => parcel.push(letter),
                None => parcels.push(vec![letter]),
            }
        }
        Ok(parcels)
    })
}

/// A parcel could not be sent: it is tried again later, but not for ever.
pub fn hand_back(records: &dyn Records, parcel: Vec<Letter>, now: Time) -> Result<(), No> {
    at_desk(records, |desk| {
        for letter in &parcel {
            if let Some(wait) = WAITS.get(letter.tries) {
                desk.put(&Letter { tries: letter.tries + 1, due: now + wait, ..letter.clone() })?;
            }
        }
        Ok(())
    })
}

/// A browser takes no more messages: it is forgotten.
pub fn forget_browser(records: &dyn Records, account: &str, endpoint: &str) -> Result<(), No> {
    at_desk(records, |desk| {
        let Some(mut account) = desk.get::<Account>(account)? else { return Ok(()) };
        account.wishes.push.retain(|s| s.endpoint != endpoint);
        desk.put(&account)
    })
}

/// What is written in a push message.
pub fn push_text(letter: &Letter) -> String {
    json!({ "title": "Longroll", "body": letter.text, "link": letter.link, "tag": letter.kind }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_are_quiet_also_over_midnight_and_elsewhere() {
        let hour = 60 * MINUTE;
        let wishes = |quiet, offset| Wishes { quiet, offset, ..Wishes::default() };
        assert_eq!(wishes(None, 0).waking(5 * hour), 5 * hour);
        let night = wishes(Some((22 * 60, 7 * 60)), 0);
        assert_eq!(night.waking(23 * hour), 31 * hour);
        assert_eq!(night.waking(26 * hour + 5), 31 * hour);
        assert_eq!(night.waking(12 * hour), 12 * hour);
        let west = wishes(Some((22 * 60, 7 * 60)), -5 * 60);
        assert_eq!(west.waking(23 * hour), 23 * hour, "there it is afternoon");
        assert_eq!(west.waking(28 * hour), 36 * hour);
        assert_eq!(wishes(None, 0).digest(3 * hour), 7 * hour);
        assert_eq!(wishes(None, 0).digest(7 * hour), 31 * hour);
    }

    #[test]
    fn addresses_that_make_no_sense_are_not_kept() {
        let webhook = |url: &str| Wishes { webhook: Some(url.into()), ..Wishes::default() }.check();
        assert!(webhook("https://chat.example/x").is_ok());
        assert!(webhook("file:///etc/passwd").is_err() && webhook("gopher://x").is_err());
        assert!(Wishes { quiet: Some((2_000, 3)), ..Wishes::default() }.check().is_err());
    }
}
