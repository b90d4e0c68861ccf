//! Told in time: what people want to be told, by which ways, and when. What waits to be sent lies in the [`outbox`](crate::outbox);
//! whoever sends (mail, push, a webhook) is elsewhere. Nobody is woken in his quiet hours, and nobody is told that it is his turn after it
//! was.

use crate::Time;
use crate::account::Account;
use crate::clock::Pace;
use crate::desk::{Desk, No, at_desk};
use crate::outbox::{Letter, MOST_WAITING, Way, forget_about};
use crate::play::{Game, SIDES};
use crate::records::Records;
use crate::tokens;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const MINUTE: Time = 60_000;
const HOUR: Time = 60 * MINUTE;
const DAY_MINUTES: u64 = 24 * 60;
/// The most browsers that are pushed to.
const MOST_PUSH: usize = 10;
/// When a digest is sent, in minutes after midnight of its reader.
const DIGEST: u64 = 7 * 60;
/// Who has the table open is told only after so long: his window may be behind another, and he elsewhere.
const AT_THE_TABLE: Time = 10 * MINUTE;
/// What was said is told after so long, all together.
const TALK: Time = 5 * MINUTE;
/// The longest address of a browser or a chat room.
const LONGEST: usize = 1_000;

/// What people can be told of, and in words.
pub const KINDS: [(&str, &str); 7] = [
    ("turn", "It is my turn"),
    ("clock", "A clock runs out, mine or the other's"),
    ("challenge", "Somebody challenges me, or takes up my challenge"),
    ("offer", "The other offers something"),
    ("word", "Something was said at my table"),
    ("over", "A game is over"),
    ("round", "A round of my tournament begins"),
];

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
    /// The browser in words.
    #[serde(default)]
    pub place: String,
}

/// A chat room that hears what its owner is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Webhook {
    /// Where it is.
    pub url: String,
    /// What is kept of the code that was sent there, until he has shown that he reads it.
    #[serde(default)]
    pub code: Option<String>,
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
    /// In a chat room.
    #[serde(default)]
    pub webhook: Option<Webhook>,
    /// Quiet hours: from and to, in minutes after midnight.
    #[serde(default)]
    pub quiet: Option<(u64, u64)>,
    /// His time of day less that of Greenwich, in minutes.
    #[serde(default)]
    pub offset: i64,
    /// What he does not want to be told of.
    #[serde(default)]
    pub not: Vec<String>,
}

/// What somebody may change of his wishes at once.
#[derive(Clone, Debug, Deserialize)]
pub struct Changed {
    /// How often he wants mail.
    pub mail: Often,
    /// Quiet hours.
    pub quiet: Option<(u64, u64)>,
    /// His time of day less that of Greenwich, in minutes.
    pub offset: i64,
    /// What he does not want to be told of.
    pub not: Vec<String>,
}

/// Whether an address looks like one that something can be sent to. Where it leads is looked at when something is sent.
fn sound(url: &str, nearby: bool) -> bool {
    let https = url.starts_with("https://") || nearby && url.starts_with("http://");
    https && url.len() <= LONGEST && url.bytes().all(|b| b.is_ascii_graphic())
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

    /// Whether he wants to be told of this at all.
    fn wants(&self, kind: &str) -> bool {
        !self.not.iter().any(|not| not == kind)
    }

    /// The chat room, if he has shown that it is his.
    fn room(&self) -> Option<&str> {
        self.webhook.as_ref().filter(|room| room.code.is_none()).map(|room| room.url.as_str())
    }

    /// Takes changes, if they make sense.
    fn change(&mut self, changed: &Changed) -> Result<(), No> {
        if changed.quiet.is_some_and(|(from, to)| from >= DAY_MINUTES || to >= DAY_MINUTES) || changed.offset.abs() > 16 * 60 {
            return Err(No::field("quiet", "quiet hours are times of the day"));
        }
        if !changed.not.iter().all(|not| KINDS.iter().any(|(kind, _)| kind == not)) {
            return Err(No::field("not", "nobody is told of that anyway"));
        }
        (self.mail, self.quiet, self.offset) = (changed.mail, changed.quiet, changed.offset);
        self.not = KINDS.iter().map(|(kind, _)| kind.to_string()).filter(|kind| changed.not.contains(kind)).collect();
        Ok(())
    }

    /// For himself.
    pub fn shown(&self) -> Value {
        let browsers: Vec<Value> = self.push.iter().map(|s| json!({ "endpoint": s.endpoint, "place": s.place })).collect();
        let room = self.webhook.as_ref().map(|room| json!({ "url": room.url, "sure": room.code.is_none() }));
        json!({ "mail": self.mail, "push": browsers, "webhook": room, "quiet": self.quiet, "offset": self.offset, "not": self.not })
    }
}

fn change(records: &dyn Records, id: &str, work: impl Fn(&Desk<'_>, &mut Account) -> Result<(), No>) -> Result<(), No> {
    at_desk(records, |desk| {
        let mut account = desk.want::<Account>(id, "you are not in")?;
        work(desk, &mut account)?;
        desk.put(&account)
    })
}

/// Somebody wants to be told otherwise from now on.
pub fn set(records: &dyn Records, id: &str, changed: &Changed) -> Result<(), No> {
    change(records, id, |_, account| account.wishes.change(changed))
}

/// A browser of somebody's takes messages from now on.
pub fn subscribe(records: &dyn Records, id: &str, browser: &Subscription, nearby: bool) -> Result<(), No> {
    if !sound(&browser.endpoint, nearby) || crate::push::seal(browser, "").is_none() || browser.auth.len() > 100 {
        return Err(No::field("push", "this browser gave no address that messages can be sent to"));
    }
    change(records, id, |_, account| {
        let list = &mut account.wishes.push;
        list.retain(|known| known.endpoint != browser.endpoint);
        // The one that was there first has most likely been thrown away.
        if list.len() >= MOST_PUSH {
            list.remove(0);
        }
        list.push(browser.clone());
        Ok(())
    })
}

/// A browser takes no more messages: it is forgotten.
pub fn forget_browser(records: &dyn Records, id: &str, endpoint: &str) -> Result<(), No> {
    at_desk(records, |desk| {
        let Some(mut account) = desk.get::<Account>(id)? else { return Ok(()) };
        account.wishes.push.retain(|s| s.endpoint != endpoint);
        desk.put(&account)
    })
}

/// Somebody names a chat room, or none. A code is sent there: he must show that he reads it before anything else is.
pub fn set_webhook(records: &dyn Records, id: &str, url: &str, nearby: bool, now: Time) -> Result<(), No> {
    let url = url.trim();
    if !url.is_empty() && !sound(url, nearby) {
        return Err(No::field("webhook", "an address begins with https://"));
    }
    let code = tokens::hex(&tokens::bytes::<4>());
    change(records, id, |desk, account| {
        if url.is_empty() {
            account.wishes.webhook = None;
            return Ok(());
        }
        account.wishes.webhook = Some(Webhook { url: url.into(), code: Some(tokens::digest(&code)) });
        let text = format!("{} wants this room to hear of his games. The code for that is {code}.", account.name);
        let news = News { kind: "code", text, link: String::new() };
        desk.put(&Letter::new(tokens::name(), &account.id, &news, Way::Webhook, url, now))
    })
}

/// He has read the code that was sent to his chat room.
pub fn confirm_webhook(records: &dyn Records, id: &str, code: &str) -> Result<(), No> {
    change(records, id, |_, account| match &mut account.wishes.webhook {
        Some(room) if room.code.as_deref() == Some(&tokens::digest(code.trim())) => {
            room.code = None;
            Ok(())
        }
        _ => Err(No::field("code", "this is not the code that was sent there")),
    })
}

/// Somebody wants no more mail.
pub fn no_mail(records: &dyn Records, id: &str) -> Result<(), No> {
    change(records, id, |_, account| {
        account.wishes.mail = Often::Never;
        Ok(())
    })
}

/// What there is to tell.
#[derive(Clone, Debug)]
pub struct News {
    /// What kind: one of [`KINDS`].
    pub kind: &'static str,
    /// In words.
    pub text: String,
    /// The page that it is about: the very decision, if it is about one.
    pub link: String,
}

/// When something is told, and until when it is worth telling.
struct Timing<'a> {
    /// Not before.
    from: Time,
    /// What it is about: letters about the same thing replace each other, and are thrown away when it is over.
    about: Option<&'a str>,
    /// If it hangs on a clock: so long after it runs out, or before.
    after: Option<i64>,
}

fn send(desk: &Desk<'_>, account: &str, news: &News, timing: &Timing<'_>) -> Result<(), No> {
    let Some(account) = desk.get::<Account>(account)? else { return Ok(()) };
    let wishes = &account.wishes;
    if !wishes.wants(news.kind) || *wishes == Wishes::default() {
        return Ok(());
    }
    // What is about a game of his own is told however much of other people's doing waits for him: nobody loses by the clock because another has
    // sent him two hundred challenges.
    if timing.about.is_none() && desk.tally::<Letter>("to", &account.id)? >= MOST_WAITING {
        return Ok(());
    }
    let post = |part: &str, way: Way, address: &str, subscription: Option<Subscription>, due: Time| {
        let id = timing.about.map_or_else(tokens::name, |about| format!("{about}/{}/{part}", news.kind));
        let letter = Letter::new(id, &account.id, news, way, address, due);
        desk.put(&Letter { subscription, about: timing.about.unwrap_or("").into(), after: timing.after, ..letter })
    };
    let waking = wishes.waking(timing.from);
    if let Some(mail) = account.mail.as_ref().filter(|mail| mail.sure) {
        match wishes.mail {
            Often::Never => {}
            // A clock does not wait for the morning.
            Often::Digest if timing.after.is_none() => post("mail", Way::Mail, &mail.address, None, wishes.digest(timing.from))?,
            Often::Each | Often::Digest => post("mail", Way::Mail, &mail.address, None, waking)?,
        }
    }
    for (number, subscription) in wishes.push.iter().enumerate() {
        post(&format!("push{number}"), Way::Push, "", Some(subscription.clone()), waking)?;
    }
    if let Some(room) = wishes.room() {
        post("webhook", Way::Webhook, room, None, waking)?;
    }
    Ok(())
}

/// Tells somebody something by the ways that he wants.
pub(crate) fn tell(desk: &Desk<'_>, account: &str, news: &News, now: Time) -> Result<(), No> {
    send(desk, account, news, &Timing { from: now, about: None, after: None })
}

/// The page of a game: it opens the decision that it waits for.
pub(crate) fn link(game: &Game) -> String {
    format!("#/table/{}", game.id)
}

/// The name of the letters that say that it is somebody's turn at a table.
fn turn_of(table: &str, side: usize) -> String {
    format!("turn/{table}/{}", SIDES[side])
}

/// The table and the side that such letters are about.
pub(crate) fn about_turn(about: &str) -> Option<(&str, usize)> {
    let (table, side) = about.strip_prefix("turn/")?.rsplit_once('/')?;
    Some((table, SIDES.iter().position(|name| *name == side)?))
}

/// Tells somebody that it is his turn. The link opens the very decision.
pub(crate) fn tell_turn(desk: &Desk<'_>, game: &Game, side: usize, here: bool, now: Time) -> Result<(), No> {
    let Some(id) = game.players[side].account() else { return Ok(()) };
    let text = format!("Your turn against {}: {}.", game.players[1 - side].name(), game.title);
    let from = if here { now + AT_THE_TABLE } else { now };
    send(desk, id, &News { kind: "turn", text, link: link(game) }, &Timing { from, about: Some(&turn_of(&game.id, side)), after: None })
}

/// Tells somebody when his time runs out, and the other when it has: letters that lie there until then. Every decision has its own time.
pub(crate) fn tell_clock(desk: &Desk<'_>, game: &Game, side: usize) -> Result<(), No> {
    let about = turn_of(&game.id, side);
    let (link, title, other) = (link(game), &game.title, &game.players[1 - side]);
    // In a live game everybody sees the clock.
    let (Pace::Days { hours, .. }, Some(runs_out)) = (game.pace, game.clock.deadline(game.pace, side, 0)) else { return Ok(()) };
    let before = ((hours * HOUR + game.clock.left[side]) / 8).clamp(HOUR / 2, 24 * HOUR);
    let hang = |after: i64| Timing { from: runs_out.saturating_add_signed(after), about: Some(&about), after: Some(after) };
    if let Some(id) = game.players[side].account() {
        let text = format!("Your time runs out against {}: {title}.", other.name());
        send(desk, id, &News { kind: "clock", text, link: link.clone() }, &hang(-(before as i64)))?;
    }
    if let Some(id) = other.account() {
        let text = format!("{} has run out of time: you may claim {title}.", game.players[side].name());
        send(desk, id, &News { kind: "clock", text, link }, &hang(MINUTE as i64))?;
    }
    Ok(())
}

/// It is not his turn any more: what has not been sent need not be.
pub(crate) fn turn_over(desk: &Desk<'_>, game: &Game, side: usize) -> Result<(), No> {
    forget_about(desk, &turn_of(&game.id, side))
}

/// A challenge was taken up: whoever made it is told, unless it is his turn, which he is told anyway.
pub fn tell_begun(records: &dyn Records, game: &Game, by: &Account, now: Time) -> Result<(), No> {
    let Some(side) = game.side(&by.id).filter(|side| !game.clock.asked[1 - side]) else { return Ok(()) };
    at_desk(records, |desk| match game.players[1 - side].account() {
        Some(id) => {
            let text = format!("{} takes up your challenge: {}.", by.name, game.title);
            tell(desk, id, &News { kind: "challenge", text, link: link(game) }, now)
        }
        None => Ok(()),
    })
}

/// Tells the other player of something at a table: an offer, a word. Several of a kind are one letter.
pub(crate) fn tell_other(desk: &Desk<'_>, game: &Game, side: usize, kind: &'static str, what: &str, now: Time) -> Result<(), No> {
    let Some(id) = game.players[1 - side].account() else { return Ok(()) };
    let text = format!("{} {what}: {}.", game.players[side].name(), game.title);
    let about = format!("{kind}/{}/{}", game.id, SIDES[1 - side]);
    send(desk, id, &News { kind, text, link: link(game) }, &Timing { from: now + TALK, about: Some(&about), after: None })
}

/// He has seen what was said and offered at a table.
pub fn seen(records: &dyn Records, game: &Game, side: usize) -> Result<(), No> {
    at_desk(records, |desk| {
        for kind in ["word", "offer"] {
            forget_about(desk, &format!("{kind}/{}/{}", game.id, SIDES[side]))?;
        }
        Ok(())
    })
}

/// Tells somebody something to see whether it arrives.
pub fn try_out(records: &dyn Records, id: &str, now: Time) -> Result<(), No> {
    let news = News { kind: "trial", text: "So you will be told.".into(), link: "#/you/told".into() };
    at_desk(records, |desk| tell(desk, id, &news, now))
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
    fn addresses_and_hours_that_make_no_sense_are_not_kept() {
        assert!(sound("https://chat.example/x", false) && sound("http://127.0.0.1/x", true));
        for bad in
            ["file:///etc/passwd", "gopher://x", "http://chat.example/", "https://x/\r\nHost: y", "https://x y/", "https://\u{e4}.example"]
        {
            assert!(!sound(bad, false), "{bad}");
        }
        let changed = |quiet, not: &[&str]| {
            let not = not.iter().map(|n| n.to_string()).collect();
            Wishes::default().change(&Changed { mail: Often::Each, quiet, offset: 0, not })
        };
        assert!(
            changed(Some((2_000, 3)), &[]).is_err() && changed(None, &["weather"]).is_err() && changed(None, &["word", "word"]).is_ok()
        );
    }

    #[test]
    fn a_chat_room_hears_nothing_but_a_code_until_its_owner_has_read_it() {
        use crate::outbox;
        use crate::records::Memory;
        let records = Memory::default();
        let account = Account::new("Meade", 0).unwrap();
        at_desk(&records, |desk| desk.put(&account)).unwrap();
        set_webhook(&records, &account.id, "https://chat.example/hook", false, 1).unwrap();
        try_out(&records, &account.id, 2).unwrap();
        let parcels = outbox::due(&records, 3, 9).unwrap();
        assert_eq!(parcels.len(), 1);
        let text = &parcels[0][0].text;
        let code = text.trim_end_matches('.').rsplit(' ').next().unwrap();
        assert!(confirm_webhook(&records, &account.id, "0000").is_err());
        confirm_webhook(&records, &account.id, code).unwrap();
        try_out(&records, &account.id, 4).unwrap();
        assert_eq!(outbox::due(&records, 5, 9).unwrap()[0][0].text, "So you will be told.");
    }
}
