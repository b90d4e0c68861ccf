//! Keeping order: reports, silence for a while, closed accounts; and a log of who decided that.

use crate::Time;
use crate::account::{Account, Role, by_name};
use crate::desk::{Desk, Document, No, at_desk};
use crate::entrance::end_sessions;
use crate::records::{Records, Span, Tab};
use crate::talk::plain;
use crate::tokens;
use serde::{Deserialize, Serialize};

/// Somebody complains of another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Its id.
    pub id: String,
    /// Who.
    pub by: String,
    /// Of whom.
    pub about: String,
    /// Why.
    pub why: String,
    /// The table it is about.
    pub table: Option<String>,
    /// When.
    pub at: Time,
    /// Who has seen to it.
    #[serde(default)]
    pub seen_to: Option<String>,
}

impl Document for Report {
    const KIND: &'static str = "report";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn tabs(&self) -> Vec<Tab> {
        vec![Tab::new(if self.seen_to.is_none() { "open" } else { "done" }, "", self.at as i64), Tab::new("by", &self.by, self.at as i64)]
    }
}

/// Something that was decided about somebody.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Deed {
    /// Its id.
    pub id: String,
    /// Who.
    pub by: String,
    /// What.
    pub what: String,
    /// About whom.
    pub about: String,
    /// Why, or which.
    pub why: String,
    /// When.
    pub at: Time,
}

impl Document for Deed {
    const KIND: &'static str = "deed";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn tabs(&self) -> Vec<Tab> {
        vec![Tab::new("all", "", self.at as i64)]
    }
}

/// Writes into the log of the house.
pub(crate) fn write(desk: &Desk<'_>, by: &Account, what: &str, about: &Account, why: &str, now: Time) -> Result<(), No> {
    let (by, about) = (by.name.clone(), about.name.clone());
    desk.put(&Deed { id: tokens::name(), by, what: what.into(), about, why: plain(why, 300), at: now })
}

/// How many reports of one person may wait to be seen to: those of others must be seen beside them.
const MOST_OPEN: usize = 10;

/// Somebody complains of another.
pub fn report(records: &dyn Records, by: &Account, about: &str, why: &str, table: Option<&str>, now: Time) -> Result<(), No> {
    let why = plain(why, 1_000);
    if why.is_empty() {
        return Err(No::field("why", "say what happened"));
    }
    at_desk(records, |desk| {
        let own = desk.find::<Report>("by", &by.name, Span::last(4 * MOST_OPEN))?;
        if own.iter().filter(|report| report.seen_to.is_none()).count() >= MOST_OPEN {
            return Err(No::because(format!("{MOST_OPEN} of your reports have not been seen to yet: wait for that")));
        }
        let about = by_name(desk, about)?;
        let table = table.map(|t| plain(t, 32)).filter(|t| !t.is_empty());
        desk.put(&Report { id: tokens::name(), by: by.name.clone(), about: about.name, why: why.clone(), table, at: now, seen_to: None })
    })
}

/// What moderators see: open reports and the log.
pub fn desk_of(records: &dyn Records, by: &Account) -> Result<(Vec<Report>, Vec<Deed>), No> {
    by.must_be(Role::Moderator)?;
    at_desk(records, |desk| Ok((desk.find("open", "", Span::last(100))?, desk.find("all", "", Span::last(100))?)))
}

/// What a moderator does about somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// He is silent for some days.
    Mute,
    /// He may speak again.
    Unmute,
    /// His account is closed.
    Ban,
    /// It is open again.
    Unban,
    /// A report was seen to.
    Dismiss,
}

/// A moderator does something about somebody; nobody does it to those of his own rank or above.
pub fn act(records: &dyn Records, by: &Account, measure: Measure, about: &str, why: &str, days: u64, now: Time) -> Result<(), No> {
    by.must_be(Role::Moderator)?;
    at_desk(records, |desk| {
        if measure == Measure::Dismiss {
            let mut report = desk.want::<Report>(about, "this report is gone")?;
            report.seen_to = Some(by.name.clone());
            desk.put(&report)?;
            return write(desk, by, "dismiss", by, &report.why, now);
        }
        let mut account = by_name(desk, about)?;
        if account.role >= by.role {
            return Err(No::forbidden("not to those of your own rank or above"));
        }
        let what = match measure {
            Measure::Mute => {
                account.muted = Some(now + days.clamp(1, 365) * 86_400_000);
                "mute"
            }
            Measure::Unmute => {
                account.muted = None;
                "unmute"
            }
            Measure::Ban => {
                account.banned = Some(plain(why, 300));
                end_sessions(desk, &account.id, None)?;
                "ban"
            }
            Measure::Unban => {
                account.banned = None;
                "unban"
            }
            Measure::Dismiss => "dismiss",
        };
        desk.put(&account)?;
        write(desk, by, what, &account, why, now)
    })
}
