//! Who somebody is: a name, ways to prove it, a role, and what he wants to be told.

use crate::Time;
use crate::desk::{Desk, Document, No};
use crate::passkey::Passkey;
use crate::records::Tab;
use crate::telling::Wishes;
use crate::tokens;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What somebody may do in the house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Plays.
    #[default]
    Player,
    /// Runs tournaments.
    Director,
    /// Keeps order.
    Moderator,
    /// Gives roles and invitations.
    Owner,
}

/// An address for mail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mailbox {
    /// The address.
    pub address: String,
    /// Whether he has shown that it is his.
    pub sure: bool,
}

/// A time during which the clocks of his games over days stand still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vacation {
    /// From then.
    pub from: Time,
    /// Until then.
    pub until: Time,
}

/// Days of vacation in a year.
pub const VACATION_DAYS: u64 = 30;
const DAY: Time = 86_400_000;

/// Somebody of the house.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Account {
    /// His id.
    pub id: String,
    /// His name.
    pub name: String,
    /// What he may do.
    #[serde(default)]
    pub role: Role,
    /// Since when.
    pub created: Time,
    /// Where he wants mail, if he does.
    #[serde(default)]
    pub mail: Option<Mailbox>,
    /// What is kept of his password.
    #[serde(default)]
    pub password: Option<String>,
    /// His passkeys.
    #[serde(default)]
    pub passkeys: Vec<Passkey>,
    /// What is kept of the code with which he comes back when all else is lost.
    #[serde(default)]
    pub recovery: Option<String>,
    /// What he wants to be told, and how.
    #[serde(default)]
    pub wishes: Wishes,
    /// His friends.
    #[serde(default)]
    pub friends: Vec<String>,
    /// Whom he wants nothing to do with.
    #[serde(default)]
    pub blocked: Vec<String>,
    /// His vacations, the last one last.
    #[serde(default)]
    pub vacations: Vec<Vacation>,
    /// If it is a bot: whose.
    #[serde(default)]
    pub bot_of: Option<String>,
    /// Until when he may not speak.
    #[serde(default)]
    pub muted: Option<Time>,
    /// Why he may not come in any more.
    #[serde(default)]
    pub banned: Option<String>,
}

/// The most that somebody may have of friends, and of people he blocks.
const MOST_NAMED: usize = 500;

impl Document for Account {
    const KIND: &'static str = "account";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn tabs(&self) -> Vec<Tab> {
        let mut tabs = vec![Tab::once("name", folded(&self.name)), Tab::new("all", "", self.created as i64)];
        if self.role != Role::Player {
            tabs.push(Tab::new("staff", "", self.created as i64));
        }
        tabs.extend(self.bot_of.iter().map(|owner| Tab::new("bot-of", owner, self.created as i64)));
        tabs.extend(self.passkeys.iter().map(|key| Tab::once("passkey", &key.id)));
        tabs
    }
}

/// A name without what does not tell two apart at a glance.
pub fn folded(name: &str) -> String {
    let plain = |c: char| match c {
        '0' => 'o',
        '1' | 'l' | '|' => 'i',
        '5' => 's',
        c => c,
    };
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).map(plain).collect()
}

/// Names that would make others believe that somebody speaks for the house.
const RESERVED: [&str; 12] = [
    "admin",
    "administrator",
    "moderator",
    "owner",
    "director",
    "longroll",
    "house",
    "computer",
    "system",
    "former player",
    "guest",
    "staff",
];

/// A name that one may have.
pub fn read_name(text: &str) -> Result<String, No> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sound = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | '\'');
    if !(3..=24).contains(&name.chars().count()) || !name.chars().all(sound) || folded(&name).len() < 3 {
        return Err(No::field("name", "a name has 3 to 24 letters, digits, spaces, points, hyphens or apostrophes"));
    }
    if RESERVED.iter().any(|reserved| folded(reserved) == folded(&name)) {
        return Err(No::field("name", "this name is kept for the house: take another"));
    }
    Ok(name)
}

/// An address for mail, if it looks like one.
pub fn read_mail(text: &str) -> Result<Option<Mailbox>, No> {
    let address = text.trim();
    if address.is_empty() {
        return Ok(None);
    }
    let sound =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '<' | '>' | ',' | ';' | '"' | '\\'));
    match address.split_once('@') {
        Some((user, host)) if address.len() <= 120 && sound(user) && sound(host) && host.contains('.') && !host.contains('@') => {
            Ok(Some(Mailbox { address: address.into(), sure: false }))
        }
        _ => Err(No::field("mail", "this does not look like an address for mail")),
    }
}

impl Account {
    /// Whether he may say something where others read it: a moderator may have asked him to be silent.
    pub fn may_speak(&self, now: Time) -> Result<(), No> {
        match self.muted.is_some_and(|until| until > now) {
            true => Err(No::forbidden("a moderator has asked you to be silent for a while")),
            false => Ok(()),
        }
    }

    /// Somebody new.
    pub fn new(name: &str, now: Time) -> Result<Account, No> {
        Ok(Account {
            id: tokens::name(),
            name: read_name(name)?,
            role: Role::Player,
            created: now,
            mail: None,
            password: None,
            passkeys: Vec::new(),
            recovery: None,
            wishes: Wishes::default(),
            friends: Vec::new(),
            blocked: Vec::new(),
            vacations: Vec::new(),
            bot_of: None,
            muted: None,
            banned: None,
        })
    }

    /// What anybody may know of him.
    pub fn card(&self) -> Value {
        json!({ "id": self.id, "name": self.name, "role": self.role, "since": self.created, "bot": self.bot_of.is_some() })
    }

    /// A code with which he comes back when all else is lost. It is told once.
    pub fn new_recovery(&mut self) -> String {
        let digits = tokens::hex(&tokens::bytes::<10>());
        let code = digits.as_bytes().chunks(5).map(|part| String::from_utf8_lossy(part)).collect::<Vec<_>>().join("-");
        self.recovery = Some(tokens::digest(&code));
        code
    }

    /// Fails if he may not do what this role may.
    pub fn must_be(&self, role: Role) -> Result<(), No> {
        if self.role >= role {
            return Ok(());
        }
        Err(No::forbidden(match role {
            Role::Owner => "only the owner of the house may do that",
            Role::Moderator => "only moderators may do that",
            _ => "only directors may do that",
        }))
    }

    /// Whether two of the house have nothing to do with each other.
    pub fn shuns(&self, other: &Account) -> bool {
        self.blocked.contains(&other.id) || other.blocked.contains(&self.id)
    }

    /// When he was away, of the time between.
    pub fn away(&self, from: Time, until: Time) -> Time {
        self.vacations.iter().map(|v| v.until.min(until).saturating_sub(v.from.max(from))).sum()
    }

    /// Goes on vacation for some days from now on; nothing is left of it if that is 0.
    pub fn set_vacation(&mut self, days: u64, now: Time) -> Result<(), No> {
        if let Some(last) = self.vacations.last_mut().filter(|v| v.until > now) {
            last.until = now;
        }
        let year = now.saturating_sub(365 * DAY);
        let used = self.away(year, now);
        if used + days * DAY > VACATION_DAYS * DAY {
            let left = (VACATION_DAYS * DAY).saturating_sub(used) / DAY;
            return Err(No::field("days", format!("{left} days of vacation are left of {VACATION_DAYS} in a year")));
        }
        if days > 0 {
            self.vacations.push(Vacation { from: now, until: now + days * DAY });
        }
        self.vacations.retain(|v| v.until > year);
        Ok(())
    }

    /// Makes somebody a friend or not, or blocks him or not.
    pub fn regard(&mut self, other: &str, friend: bool, blocked: bool) -> Result<(), No> {
        if other == self.id {
            return Err(No::field("who", "that is you"));
        }
        for (list, wanted) in [(&mut self.friends, friend && !blocked), (&mut self.blocked, blocked)] {
            list.retain(|id| id != other);
            if wanted {
                if list.len() >= MOST_NAMED {
                    return Err(No::field("who", format!("at most {MOST_NAMED} can be on this list")));
                }
                list.push(other.into());
            }
        }
        Ok(())
    }
}

/// Somebody by his name, whoever asks.
pub fn by_name(desk: &Desk<'_>, name: &str) -> Result<Account, No> {
    desk.one::<Account>("name", &folded(name))?.ok_or_else(|| No::field("who", "nobody here has this name"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text_and_nobody_poses_as_another_or_as_the_house() {
        assert_eq!(read_name("  U. S.   Grant ").unwrap(), "U. S. Grant");
        for bad in ["ab", "<b>me</b>", "a\u{202e}b c", "Moderator", "m0derat0r", "L0ngRo11", "....", &"x".repeat(25)] {
            assert!(read_name(bad).is_err(), "{bad}");
        }
        assert_eq!(folded("U. S. Grant"), folded("us grant"));
        assert_eq!(folded("Sickles"), folded("5ick1es"));
        assert!(read_mail("a@b.org").unwrap().is_some() && read_mail(" ").unwrap().is_none());
        for bad in ["a", "a@b", "a@b@c.org", "a b@c.org", "a@c.org\r\nBcc: x@y.z", "<a>@c.org"] {
            assert!(read_mail(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn vacations_are_counted_and_can_be_cut_short() {
        let mut account = Account::new("Meade", 0).unwrap();
        let at = |day: u64| (400 + day) * DAY;
        account.set_vacation(20, at(0)).unwrap();
        assert_eq!(account.away(at(0), at(5)), 5 * DAY);
        account.set_vacation(0, at(10)).unwrap();
        assert_eq!(account.away(at(0), at(30)), 10 * DAY);
        assert!(account.set_vacation(21, at(30)).is_err());
        account.set_vacation(20, at(30)).unwrap();
        assert_eq!(account.away(at(0), at(99)), 30 * DAY);
        account.set_vacation(30, at(420)).unwrap();
    }
}
