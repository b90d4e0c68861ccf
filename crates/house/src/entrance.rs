//! The entrance: registering, coming back, sessions that one can see and end, codes and links that are good once, taking one's data along
//! and leaving for good. Nothing here says whether an account exists to somebody who is not in it; names alone are public.

use crate::account::{Account, Role, by_name, folded, read_mail};
use crate::desk::{Desk, Document, No, at_desk};
use crate::meeting::Challenge;
use crate::outbox::{self, Letter, Way};
use crate::passkey::Answer;
use crate::play::Game;
use crate::rating::Rating;
use crate::records::{Records, Span, Tab};
use crate::talk::Note;
use crate::telling::{News, Often};
use crate::{Time, password, tokens};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const MINUTE: Time = 60_000;
/// How long somebody stays known who does not come back.
const SESSION: Time = 60 * 86_400_000;
/// How exactly it is known when a session was last used.
const ABOUT: Time = 10 * MINUTE;
/// The most sessions of one person: the oldest makes room.
const MOST_SESSIONS: usize = 20;
/// The most passkeys of one person.
const MOST_KEYS: usize = 10;
/// What is said to whoever does not get in, whatever the reason.
pub const NOT_IN: &str = "name and password do not fit, or this passkey is not known here";

/// A browser, or a bot's program, in which somebody is known.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Session {
    /// What is kept of its key.
    pub id: String,
    /// Who.
    pub account: String,
    /// Since when.
    pub created: Time,
    /// When it was last used, about.
    pub seen: Time,
    /// Where: the browser in words, or the name of a bot's token.
    pub place: String,
}

impl Document for Session {
    const KIND: &'static str = "session";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn tabs(&self) -> Vec<Tab> {
        vec![Tab::new("account", &self.account, self.created as i64), Tab::new("seen", "", self.seen as i64)]
    }
}

/// Something that is good once, and not for long: a challenge, a link in a mail, an invitation to the house.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ticket {
    /// What is kept of it.
    pub id: String,
    /// What it is good for.
    pub purpose: Purpose,
    /// Until when.
    pub until: Time,
}

/// What a ticket is good for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "what")]
pub enum Purpose {
    /// Answering with a passkey.
    Passkey,
    /// Showing that an address is one's own.
    Mail {
        /// Whose.
        account: String,
        /// The address.
        address: String,
    },
    /// Coming back without password or passkey.
    Recovery {
        /// Who.
        account: String,
    },
    /// Registering in a closed house.
    Invitation {
        /// By whom.
        by: String,
    },
}

impl Document for Ticket {
    const KIND: &'static str = "ticket";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn tabs(&self) -> Vec<Tab> {
        vec![Tab::new("until", "", self.until as i64)]
    }
}

/// Issues a ticket: what is returned is told to nobody but whom it is for.
pub fn issue(desk: &Desk<'_>, purpose: Purpose, until: Time) -> Result<String, No> {
    let key = tokens::key();
    desk.put(&Ticket { id: tokens::digest(&key), purpose, until })?;
    Ok(key)
}

/// Takes a ticket: it is good no more.
fn redeem(desk: &Desk<'_>, key: &str, now: Time) -> Result<Purpose, No> {
    let void = || No::because("this link was used already, or is too old: ask for another");
    let ticket = desk.get::<Ticket>(&tokens::digest(key))?.ok_or_else(void)?;
    desk.delete::<Ticket>(&ticket.id)?;
    if ticket.until < now { Err(void()) } else { Ok(ticket.purpose) }
}

/// How the house lets people in.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Whether only those come in who are invited.
    pub closed: bool,
    /// The name of the host, for passkeys.
    pub host: String,
}

/// What somebody brings who registers.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Registration {
    /// His name.
    pub name: String,
    /// A password, unless he brings a passkey.
    #[serde(default)]
    pub password: Option<String>,
    /// A passkey, unless he brings a password.
    #[serde(default)]
    pub passkey: Option<Answer>,
    /// Where he wants mail.
    #[serde(default)]
    pub mail: String,
    /// An invitation, if the house is closed.
    #[serde(default)]
    pub invitation: String,
}

/// Somebody who has come in.
#[derive(Clone, Debug)]
pub struct Entered {
    /// Who.
    pub account: Account,
    /// The key of his session.
    pub key: String,
    /// A code for coming back, if there is a new one.
    pub recovery: Option<String>,
}

fn begin(desk: &Desk<'_>, account: &Account, place: &str, now: Time) -> Result<String, No> {
    if let Some(because) = &account.banned {
        return Err(No::forbidden(format!("this account is closed: {because}")));
    }
    let all = desk.find::<Session>("account", &account.id, Span::first(MOST_SESSIONS + 1))?;
    for old in all.iter().take((all.len() + 1).saturating_sub(MOST_SESSIONS)) {
        desk.delete::<Session>(&old.id)?;
    }
    let key = tokens::key();
    let place = place.chars().filter(|c| !c.is_control()).take(80).collect();
    desk.put(&Session { id: tokens::digest(&key), account: account.id.clone(), created: now, seen: now, place })?;
    Ok(key)
}

/// What the marks of this house are made with.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Stamp {
    key: String,
}

impl Document for Stamp {
    const KIND: &'static str = "stamp";

    fn id(&self) -> String {
        "marks".into()
    }
}

/// A mark that a browser keeps in which somebody has been in: from there he tries as often as he may, whatever strangers have tried elsewhere. It
/// opens nothing, and is good until his password is another.
pub fn mark(records: &dyn Records, account: &Account) -> Result<String, No> {
    let stamp = at_desk(records, |desk| match desk.get::<Stamp>("marks")? {
        Some(stamp) => Ok(stamp),
        None => {
            let stamp = Stamp { key: tokens::key() };
            desk.put(&stamp)?;
            Ok(stamp)
        }
    })?;
    let whom = tokens::digest(&format!("{} {}", account.id, account.password.as_deref().unwrap_or("")));
    Ok(tokens::digest(&format!("{} {whom}", stamp.key)))
}

/// The mark of whoever has that name, if it is among these, separated by points.
pub fn marked(records: &dyn Records, name: &str, marks: &str) -> Result<Option<String>, No> {
    if marks.is_empty() {
        return Ok(None);
    }
    let Some(account) = at_desk(records, |desk| desk.one::<Account>("name", &folded(name)))? else { return Ok(None) };
    let mark = mark(records, &account)?;
    Ok(marks.split('.').any(|known| known == mark).then_some(mark))
}

/// A challenge for a passkey.
pub fn challenge(records: &dyn Records, now: Time) -> Result<String, No> {
    at_desk(records, |desk| issue(desk, Purpose::Passkey, now + 5 * MINUTE))
}

/// The challenge that a passkey answers was ours, and is answered once.
fn ours(desk: &Desk<'_>, answer: &Answer, now: Time) -> Result<(), No> {
    match redeem(desk, &answer.challenge().unwrap_or_default(), now) {
        Ok(Purpose::Passkey) => Ok(()),
        _ => Err(No::field("passkey", "this took too long: try again")),
    }
}

/// Somebody registers. The first of a house is its owner.
pub fn register(records: &dyn Records, terms: &Terms, given: &Registration, place: &str, now: Time) -> Result<Entered, No> {
    let mut account = Account::new(&given.name, now)?;
    account.mail = read_mail(&given.mail)?;
    account.password = given.password.as_deref().filter(|p| !p.is_empty()).map(password::keep).transpose()?;
    let recovery = account.new_recovery();
    if account.password.is_none() && given.passkey.is_none() {
        return Err(No::field("password", "bring a password or a passkey"));
    }
    at_desk(records, |desk| {
        let mut account = account.clone();
        let first = desk.tally::<Account>("all", "")? == 0;
        if first {
            account.role = Role::Owner;
        } else if terms.closed {
            let invited = redeem(desk, &given.invitation, now);
            if !matches!(invited, Ok(Purpose::Invitation { .. })) {
                return Err(No::field("invitation", "this house is closed: whoever wants to come in needs an invitation"));
            }
        }
        if let Some(answer) = &given.passkey {
            ours(desk, answer, now)?;
            account.passkeys.push(answer.register(&terms.host, place, now)?);
        }
        if desk.one::<Account>("name", &folded(&account.name))?.is_some() {
            return Err(No::field("name", "this name is taken already"));
        }
        desk.put(&account)?;
        let key = begin(desk, &account, place, now)?;
        confirm(desk, &account, now)?;
        Ok(Entered { account, key, recovery: Some(recovery.clone()) })
    })
}

/// Mails a link that shows that an address is one's own.
fn confirm(desk: &Desk<'_>, account: &Account, now: Time) -> Result<(), No> {
    let Some(mail) = account.mail.as_ref().filter(|mail| !mail.sure) else { return Ok(()) };
    let purpose = Purpose::Mail { account: account.id.clone(), address: mail.address.clone() };
    let key = issue(desk, purpose, now + 48 * 60 * MINUTE)?;
    let text = format!("Is this your address, {}? Then follow this link within two days.", account.name);
    mail_about(desk, &mail.address, "confirm", text, format!("#/house/mail/{key}"), now)
}

/// Mail about an account itself.
fn mail_about(desk: &Desk<'_>, address: &str, kind: &'static str, text: String, link: String, now: Time) -> Result<(), No> {
    desk.put(&Letter::new(tokens::name(), "", &News { kind, text, link }, Way::Mail, address, now))
}

/// Somebody comes back with name and password.
pub fn come_back(records: &dyn Records, name: &str, word: &str, place: &str, now: Time) -> Result<Entered, No> {
    let account = at_desk(records, |desk| desk.one::<Account>("name", &folded(name)))?;
    if !password::fits(word, account.as_ref().and_then(|a| a.password.as_deref())) {
        return Err(No::because(NOT_IN));
    }
    let account = account.ok_or_else(|| No::because(NOT_IN))?;
    let key = at_desk(records, |desk| begin(desk, &account, place, now))?;
    Ok(Entered { account, key, recovery: None })
}

/// Somebody comes back with a passkey.
pub fn come_back_with(records: &dyn Records, terms: &Terms, answer: &Answer, place: &str, now: Time) -> Result<Entered, No> {
    at_desk(records, |desk| {
        ours(desk, answer, now)?;
        let found = desk.one::<Account>("passkey", answer.id.trim_end_matches('='))?;
        let mut account = found.ok_or_else(|| No::because(NOT_IN))?;
        let passkey = account.passkeys.iter_mut().find(|key| key.id == answer.id.trim_end_matches('='));
        answer.prove(&terms.host, passkey.ok_or_else(|| No::because(NOT_IN))?)?;
        desk.put(&account)?;
        let key = begin(desk, &account, place, now)?;
        Ok(Entered { account, key, recovery: None })
    })
}

/// Another passkey for somebody who is in.
pub fn add_passkey(records: &dyn Records, terms: &Terms, id: &str, answer: &Answer, label: &str, now: Time) -> Result<(), No> {
    at_desk(records, |desk| {
        ours(desk, answer, now)?;
        let mut account = desk.want::<Account>(id, "you are not in")?;
        if account.passkeys.len() >= MOST_KEYS {
            return Err(No::field("passkey", format!("at most {MOST_KEYS} passkeys: take one away first")));
        }
        account.passkeys.push(answer.register(&terms.host, label, now)?);
        desk.put(&account)
    })
}

/// Takes a passkey away; something must be left to come back with.
pub fn drop_passkey(records: &dyn Records, id: &str, key: &str) -> Result<(), No> {
    at_desk(records, |desk| {
        let mut account = desk.want::<Account>(id, "you are not in")?;
        account.passkeys.retain(|passkey| passkey.id != key);
        if account.passkeys.is_empty() && account.password.is_none() {
            return Err(No::field("passkey", "nothing would be left to come back with: set a password first"));
        }
        desk.put(&account)
    })
}

/// Another password; whoever has one must know it. All other sessions end. Answers the account as it is now.
pub fn set_password(records: &dyn Records, id: &str, old: &str, new: &str, session: &str) -> Result<Account, No> {
    let account = at_desk(records, |desk| desk.want::<Account>(id, "you are not in"))?;
    if account.password.is_some() && !password::fits(old, account.password.as_deref()) {
        return Err(No::field("old", "this is not your present password"));
    }
    let kept = password::keep(new)?;
    at_desk(records, |desk| {
        let mut account = desk.want::<Account>(id, "you are not in")?;
        account.password = Some(kept.clone());
        desk.put(&account)?;
        end_sessions(desk, id, Some(session))?;
        Ok(account)
    })
}

/// Another address for mail, or none. A link is mailed there: nothing else is until it is followed.
pub fn set_mail(records: &dyn Records, id: &str, address: &str, now: Time) -> Result<(), No> {
    let mail = read_mail(address)?;
    at_desk(records, |desk| {
        let mut account = desk.want::<Account>(id, "you are not in")?;
        if account.mail.as_ref().is_some_and(|known| known.sure && Some(&known.address) == mail.as_ref().map(|new| &new.address)) {
            return Ok(());
        }
        account.mail = mail.clone();
        desk.put(&account)?;
        confirm(desk, &account, now)
    })
}

/// Somebody has followed the link in his mail.
pub fn confirm_mail(records: &dyn Records, key: &str, now: Time) -> Result<(), No> {
    at_desk(records, |desk| {
        let Purpose::Mail { account, address } = redeem(desk, key, now)? else {
            return Err(No::because("this link is for something else"));
        };
        let mut account = desk.want::<Account>(&account, "this account is gone")?;
        match &mut account.mail {
            Some(mail) if mail.address == address => mail.sure = true,
            _ => return Err(No::because("another address has been given meanwhile")),
        }
        // Whoever gives an address wants mail; how much, he says afterwards.
        if account.wishes.mail == Often::Never {
            account.wishes.mail = Often::Each;
        }
        desk.put(&account)
    })
}

/// Somebody has lost everything but his mailbox: a link goes there, if there is one, and it may have a mail more. Whoever asked is not told.
pub fn ask_recovery(records: &dyn Records, name: &str, may_mail: impl Fn(&str) -> bool, now: Time) -> Result<(), No> {
    at_desk(records, |desk| {
        let Some(account) = desk.one::<Account>("name", &folded(name))? else { return Ok(()) };
        let Some(mail) = account.mail.as_ref().filter(|mail| mail.sure && may_mail(&mail.address)) else { return Ok(()) };
        let key = issue(desk, Purpose::Recovery { account: account.id.clone() }, now + 30 * MINUTE)?;
        let text = format!("Come back as {}: this link is good once, for half an hour. It sets a new password.", account.name);
        mail_about(desk, &mail.address, "reset", text, format!("#/house/reset/{key}"), now)
    })
}

/// Somebody comes back with a link from his mail, or with his name and the code that he wrote down, and sets a password. Everything he was
/// in before ends, and there is a new code.
pub fn recover(records: &dyn Records, name: &str, code: &str, new: &str, place: &str, now: Time) -> Result<Entered, No> {
    let kept = password::keep(new)?;
    at_desk(records, |desk| {
        let void = || No::because("this code or link is not good, or not any more");
        let by_code = match desk.one::<Account>("name", &folded(name))? {
            Some(account) if account.recovery.as_deref() == Some(&tokens::digest(code.trim())) => Some(account),
            _ => None,
        };
        let mut account = match by_code {
            Some(account) => account,
            None => match redeem(desk, code, now) {
                Ok(Purpose::Recovery { account }) => desk.get::<Account>(&account)?.ok_or_else(void)?,
                _ => return Err(void()),
            },
        };
        account.password = Some(kept.clone());
        let recovery = account.new_recovery();
        desk.put(&account)?;
        end_sessions(desk, &account.id, None)?;
        let key = begin(desk, &account, place, now)?;
        Ok(Entered { account, key, recovery: Some(recovery) })
    })
}

/// Who somebody is who brings this key of a session.
pub fn known(records: &dyn Records, key: &str, now: Time) -> Result<Option<(Account, String)>, No> {
    if key.is_empty() || key.len() > 64 {
        return Ok(None);
    }
    let id = tokens::digest(key);
    at_desk(records, |desk| {
        let Some(mut session) = desk.get::<Session>(&id)? else { return Ok(None) };
        let Some(account) = desk.get::<Account>(&session.account)? else { return Ok(None) };
        if session.seen + SESSION < now || account.banned.is_some() {
            desk.delete::<Session>(&id)?;
            return Ok(None);
        }
        if session.seen + ABOUT < now {
            session.seen = now;
            desk.put(&session)?;
        }
        Ok(Some((account, session.id)))
    })
}

/// The sessions of somebody, for himself.
pub fn sessions(records: &dyn Records, account: &str, own: &str) -> Result<Value, No> {
    let all = at_desk(records, |desk| desk.find::<Session>("account", account, Span::last(MOST_SESSIONS)))?;
    let shown = |s: &Session| json!({ "id": s.id[..16], "place": s.place, "created": s.created, "seen": s.seen, "own": s.id == own });
    Ok(all.iter().map(shown).collect())
}

/// Ends a session, by the first letters of its id; or all but one's own.
pub fn end(records: &dyn Records, account: &str, own: &str, which: Option<&str>) -> Result<(), No> {
    at_desk(records, |desk| match which {
        None => end_sessions(desk, account, Some(own)),
        Some(which) if which.len() >= 16 => {
            for session in desk.find::<Session>("account", account, Span::last(MOST_SESSIONS))? {
                if session.id.starts_with(which) {
                    desk.delete::<Session>(&session.id)?;
                }
            }
            Ok(())
        }
        Some(_) => Err(No::field("session", "no such session")),
    })
}

pub(crate) fn end_sessions(desk: &Desk<'_>, account: &str, but: Option<&str>) -> Result<(), No> {
    for session in desk.find::<Session>("account", account, Span::last(MOST_SESSIONS * 2))? {
        if Some(session.id.as_str()) != but {
            desk.delete::<Session>(&session.id)?;
        }
    }
    Ok(())
}

/// An invitation to a closed house, good for two weeks.
pub fn invite(records: &dyn Records, by: &Account, now: Time) -> Result<String, No> {
    by.must_be(Role::Moderator)?;
    at_desk(records, |desk| issue(desk, Purpose::Invitation { by: by.id.clone() }, now + 14 * 24 * 60 * MINUTE))
}

/// A bot of somebody's, and its token. If there is one of that name already and it is his, it gets another token.
pub fn bot(records: &dyn Records, owner: &Account, name: &str, now: Time) -> Result<(Account, String), No> {
    const MOST: u64 = 5;
    if owner.bot_of.is_some() {
        return Err(No::forbidden("a bot has no bots"));
    }
    let fresh = Account::new(name, now)?;
    at_desk(records, |desk| {
        let bot = match desk.one::<Account>("name", &folded(name))? {
            Some(bot) if bot.bot_of.as_deref() == Some(&owner.id) => bot,
            Some(_) => return Err(No::field("name", "this name is taken already")),
            None if desk.tally::<Account>("bot-of", &owner.id)? >= MOST => {
                return Err(No::field("name", format!("at most {MOST} bots for each")));
            }
            None => Account { bot_of: Some(owner.id.clone()), ..fresh.clone() },
        };
        desk.put(&bot)?;
        end_sessions(desk, &bot.id, None)?;
        let token = begin(desk, &bot, "a bot's token", now)?;
        Ok((bot, token))
    })
}

/// Everything that the house knows of somebody, for himself.
pub fn export(records: &dyn Records, id: &str) -> Result<Value, No> {
    at_desk(records, |desk| {
        let mut account = desk.want::<Account>(id, "you are not in")?;
        (account.password, account.recovery) = (account.password.map(|_| "set".into()), account.recovery.map(|_| "set".into()));
        let all = Span::first(10_000);
        Ok(json!({
            "account": account,
            "sessions": desk.find::<Session>("account", id, all)?,
            "games": desk.find::<Game>("player", id, all)?.iter().map(|game| game.shown(None)).collect::<Vec<_>>(),
            "ratings": desk.find::<Rating>("player", id, all)?,
            "challenges": desk.find::<Challenge>("by", id, all)?,
            "notes": desk.find::<Note>("by", id, all)?,
        }))
    })
}

/// Somebody leaves for good. His games stay, by a former player; what he wrote for himself goes.
pub fn leave(records: &dyn Records, id: &str) -> Result<(), No> {
    at_desk(records, |desk| {
        let account = desk.want::<Account>(id, "you are not in")?;
        if account.role == Role::Owner
            && desk.find::<Account>("staff", "", Span::first(100))?.iter().filter(|a| a.role == Role::Owner).count() < 2
        {
            return Err(No::because("the house would be without an owner: give somebody else that role first"));
        }
        let all = Span::first(10_000);
        end_sessions(desk, id, None)?;
        for note in desk.find::<Note>("by", id, all)? {
            desk.delete::<Note>(&note.id())?;
        }
        for challenge in desk.find::<Challenge>("by", id, all)? {
            desk.delete::<Challenge>(&challenge.id)?;
        }
        for mut game in desk.find::<Game>("player", id, all)? {
            game.forget(id);
            desk.put(&game)?;
        }
        for rating in desk.find::<Rating>("player", id, all)? {
            desk.delete::<Rating>(&rating.id())?;
        }
        outbox::forget_person(desk, id)?;
        for bot in desk.find::<Account>("bot-of", id, all)? {
            end_sessions(desk, &bot.id, None)?;
            desk.delete::<Account>(&bot.id)?;
        }
        desk.delete::<Account>(id)
    })
}

/// Forgets sessions and tickets that are too old.
pub fn tidy(records: &dyn Records, now: Time) -> Result<(), No> {
    at_desk(records, |desk| {
        for session in desk.find::<Session>("seen", "", Span::until(now.saturating_sub(SESSION) as i64, 200))? {
            desk.delete::<Session>(&session.id)?;
        }
        for ticket in desk.find::<Ticket>("until", "", Span::until(now as i64, 200))? {
            desk.delete::<Ticket>(&ticket.id)?;
        }
        Ok(())
    })
}

/// Gives somebody a role.
pub fn give_role(records: &dyn Records, by: &Account, name: &str, role: Role, now: Time) -> Result<(), No> {
    by.must_be(Role::Owner)?;
    at_desk(records, |desk| {
        let mut account = by_name(desk, name)?;
        if account.id == by.id && role != Role::Owner {
            return Err(No::because("somebody else must take this role from you"));
        }
        account.role = role;
        desk.put(&account)?;
        crate::order::write(desk, by, "role", &account, &format!("{role:?}").to_lowercase(), now)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passkey::soft::Device;
    use crate::records::Memory;

    fn terms() -> Terms {
        Terms { closed: false, host: "house.example".into() }
    }

    fn with_password(name: &str) -> Registration {
        Registration { name: name.into(), password: Some("four words in a row".into()), ..Registration::default() }
    }

    #[test]
    fn one_registers_comes_back_and_sees_and_ends_sessions() {
        let records = Memory::default();
        let grant = register(&records, &terms(), &with_password("Grant"), "Firefox", 1).unwrap();
        assert_eq!(grant.account.role, Role::Owner, "the first owns the house");
        assert_eq!(register(&records, &terms(), &with_password("GRANT"), "", 2).unwrap_err().field.as_deref(), Some("name"));
        let back = come_back(&records, "grant", "four words in a row", "Chromium", 3).unwrap();
        for (name, word) in [("grant", "five words in a row"), ("nobody", "four words in a row")] {
            assert_eq!(come_back(&records, name, word, "", 3).unwrap_err().because, NOT_IN);
        }
        let (who, session) = known(&records, &back.key, 4).unwrap().unwrap();
        assert_eq!(who.name, "Grant");
        let seen = sessions(&records, &who.id, &session).unwrap();
        assert_eq!(seen.as_array().unwrap().len(), 2);
        assert!(!seen.to_string().contains(&back.key));
        end(&records, &who.id, &session, None).unwrap();
        assert!(known(&records, &grant.key, 5).unwrap().is_none() && known(&records, &back.key, 5).unwrap().is_some());
        assert!(known(&records, &back.key, 5 + SESSION + 5 * ABOUT).unwrap().is_none(), "too long ago");
    }

    #[test]
    fn a_browser_knows_who_was_in_it_until_his_password_is_another() {
        let records = Memory::default();
        let [grant, lee] = ["Grant", "Lee"].map(|name| register(&records, &terms(), &with_password(name), "", 1).unwrap().account);
        let [of_grant, of_lee] = [&grant, &lee].map(|account| mark(&records, account).unwrap());
        assert_ne!(of_grant, of_lee);
        let both = format!("{of_lee}.{of_grant}");
        assert_eq!(marked(&records, "GRANT", &both).unwrap(), Some(of_grant.clone()));
        for (name, marks) in [("grant", of_lee.as_str()), ("grant", ""), ("nobody", &both), ("grant", &of_grant[1..]), ("grant", "..")] {
            assert_eq!(marked(&records, name, marks).unwrap(), None, "{name} {marks}");
        }
        let grant = set_password(&records, &grant.id, "four words in a row", "another four words", "").unwrap();
        assert_eq!(marked(&records, "grant", &both).unwrap(), None);
        assert!(marked(&records, "grant", &mark(&records, &grant).unwrap()).unwrap().is_some());
        let (account, stamp) = (format!("{grant:?}"), format!("{:?}", records.record("stamp", "marks").unwrap()));
        assert!(!account.contains(&of_grant) && !stamp.contains(&of_grant), "who reads the records has no mark");
    }

    #[test]
    fn a_passkey_opens_the_house_and_its_challenge_is_good_once() {
        let records = Memory::default();
        let mut device = Device::new("house.example");
        let asked = challenge(&records, 1).unwrap();
        let registration = Registration { name: "Lee".into(), passkey: Some(device.create(&asked)), ..Registration::default() };
        let lee = register(&records, &terms(), &registration, "phone", 2).unwrap();
        assert!(register(&records, &terms(), &Registration { name: "Lee2".into(), ..registration }, "", 3).is_err(), "answered already");
        let asked = challenge(&records, 4).unwrap();
        let answer = device.get(&asked);
        assert_eq!(come_back_with(&records, &terms(), &answer, "", 5).unwrap().account.id, lee.account.id);
        assert!(come_back_with(&records, &terms(), &answer, "", 6).is_err(), "heard on the way and said again");
        let asked = challenge(&records, 7).unwrap();
        assert!(come_back_with(&records, &terms(), &device.get(&asked), "", 7 + 6 * MINUTE).is_err(), "too late");
        assert!(come_back_with(&records, &terms(), &device.get("made up"), "", 8).is_err());
        assert!(drop_passkey(&records, &lee.account.id, &lee.account.passkeys[0].id).is_err(), "nothing would be left");
        set_password(&records, &lee.account.id, "", "now with a password", "").unwrap();
        drop_passkey(&records, &lee.account.id, &lee.account.passkeys[0].id).unwrap();
        come_back(&records, "lee", "now with a password", "", 9).unwrap();
    }

    #[test]
    fn who_has_lost_his_password_comes_back_by_code_or_mail_once() {
        let records = Memory::default();
        let given = Registration { mail: "hooker@example.org".into(), ..with_password("Hooker") };
        let hooker = register(&records, &terms(), &given, "", 1).unwrap();
        // The key in the link of the only mail that waits, and to whom it goes.
        let mailed = |now: Time| {
            let parcel = outbox::due(&records, now, 9).unwrap().pop()?;
            outbox::settle(&records, &parcel, outbox::Fate::Sent, now).unwrap();
            Some((parcel[0].address.clone(), parcel[0].link.rsplit('/').next().unwrap_or_default().to_string()))
        };
        let ask = |name: &str, now: Time| {
            ask_recovery(&records, name, |_| true, now).unwrap();
            mailed(now)
        };
        let (_, link) = mailed(1).unwrap();
        assert_eq!(ask("Hooker", 2), None, "nobody knows yet whose mailbox it is");
        confirm_mail(&records, &link, 3).unwrap();
        assert_eq!(ask("nobody", 4), None);
        ask_recovery(&records, "hooker", |_| false, 4).unwrap();
        assert_eq!(mailed(4), None, "enough mails went there");
        let (to, link) = ask("hooker", 4).unwrap();
        assert_eq!(to, "hooker@example.org");
        assert!(recover(&records, "", &link, "a new password", "", 4 + 31 * MINUTE).is_err(), "too late");
        let (_, link) = ask("hooker", 5).unwrap();
        let back = recover(&records, "", &link, "a new password", "", 6).unwrap();
        assert!(known(&records, &hooker.key, 7).unwrap().is_none(), "what was open before is not any more");
        assert!(recover(&records, "", &link, "another password", "", 8).is_err(), "once");
        assert!(recover(&records, "hooker", &hooker.recovery.unwrap(), "another password", "", 8).is_err(), "there is a new code");
        recover(&records, "hooker", &back.recovery.unwrap(), "another password", "", 9).unwrap();
        come_back(&records, "hooker", "another password", "", 10).unwrap();
    }

    #[test]
    fn a_closed_house_lets_in_the_invited_once_each() {
        let records = Memory::default();
        let closed = Terms { closed: true, ..terms() };
        let owner = register(&records, &closed, &with_password("Owner of it"), "", 1).unwrap().account;
        assert!(register(&records, &closed, &with_password("Stranger"), "", 2).is_err());
        let invitation = invite(&records, &owner, 3).unwrap();
        let invited = |name: &str| Registration { invitation: invitation.clone(), ..with_password(name) };
        let guest = register(&records, &closed, &invited("Invited"), "", 4).unwrap().account;
        assert!(register(&records, &closed, &invited("His friend"), "", 5).is_err());
        assert!(invite(&records, &guest, 6).unwrap_err().forbidden);
    }

    #[test]
    fn who_leaves_takes_his_data_and_nothing_of_him_stays() {
        let records = Memory::default();
        register(&records, &terms(), &with_password("Owner of it"), "", 1).unwrap();
        let pope = register(&records, &terms(), &with_password("Pope"), "", 2).unwrap();
        let (bot, token) = bot(&records, &pope.account, "Pope's engine", 3).unwrap();
        assert_eq!(known(&records, &token, 4).unwrap().unwrap().0.id, bot.id);
        let data = export(&records, &pope.account.id).unwrap();
        assert!(data["account"]["name"] == "Pope" && data["account"]["password"] == "set");
        leave(&records, &pope.account.id).unwrap();
        assert!(known(&records, &pope.key, 5).unwrap().is_none() && known(&records, &token, 5).unwrap().is_none());
        assert!(come_back(&records, "pope", "four words in a row", "", 6).is_err());
        register(&records, &terms(), &with_password("Pope"), "", 7).unwrap();
    }
}
