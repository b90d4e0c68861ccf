//! How people find each other: challenges that anybody may take, or one alone; friends and people one wants nothing to do with.

use crate::Time;
use crate::account::{Account, by_name};
use crate::clock::Pace;
use crate::desk::{Document, No, at_desk};
use crate::play::{Game, Player};
use crate::records::{Records, Span, Tab};
use crate::talk::plain;
use crate::telling::{self, News};
use crate::tokens;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const DAY: Time = 86_400_000;
/// How long a challenge to anybody stands for a live game, and for one over days.
const LIVE: Time = DAY / 12;
const DAYS: Time = 7 * DAY;
/// How many challenges one may have open.
const MOST: u64 = 10;

/// Which side the challenger wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Want {
    /// The Union.
    Union,
    /// The Confederacy.
    Confederate,
    /// Either: it is drawn by lot.
    #[default]
    Any,
    /// Whoever gives up more of his time has the Union. Both bid without knowing what the other does.
    BidUnion,
    /// The same for the Confederacy.
    BidConfederate,
}

impl Want {
    /// Whether sides are bid for.
    pub fn is_bid(self) -> bool {
        matches!(self, Want::BidUnion | Want::BidConfederate)
    }
}

/// The most of his time that somebody may bid, in hundredths.
pub const MOST_BID: u8 = 90;

/// A bid that makes sense.
pub fn read_bid(bid: u64, pace: Pace) -> Result<u8, No> {
    if matches!(pace, Pace::Free | Pace::Days { bank: 0, .. }) {
        return Err(No::field("want", "bids are in time: choose a pace with a main time, or a bank of days"));
    }
    u8::try_from(bid).ok().filter(|bid| *bid <= MOST_BID).ok_or_else(|| No::field("bid", format!("a bid is 0 to {MOST_BID} hundredths")))
}

/// The longest that onlookers may be kept behind, in minutes: two weeks.
pub const MOST_DELAY: u32 = 20_160;

/// How many minutes later onlookers see a game, if that makes sense.
pub fn read_delay(minutes: u64) -> Result<u32, No> {
    let read = u32::try_from(minutes).ok().filter(|minutes| *minutes <= MOST_DELAY);
    read.ok_or_else(|| No::field("delay", format!("onlookers may see a game 0 to {MOST_DELAY} minutes later")))
}

/// Two who meet: Union, Confederate; and how much of his time each has given up for his side.
pub type Meeting = ([Player; 2], [u8; 2]);

/// Somebody looks for a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Challenge {
    /// Its id.
    pub id: String,
    /// Who.
    pub by: String,
    /// His name.
    pub name: String,
    /// Whom he wants, if not anybody.
    #[serde(default)]
    pub to: Option<String>,
    /// The name of whom he wants.
    #[serde(default)]
    pub to_name: Option<String>,
    /// How the table is to be made: game, scenario, options, set-up.
    pub order: Value,
    /// What people call it.
    pub title: String,
    /// Which side he wants.
    pub want: Want,
    /// What he bids for it, in hundredths of his time. Nobody is shown that.
    #[serde(default)]
    pub bid: u8,
    /// How fast.
    pub pace: Pace,
    /// Whether it counts.
    pub rated: bool,
    /// Whether others may look on.
    #[serde(default)]
    pub watch: bool,
    /// How many minutes later they see it.
    #[serde(default)]
    pub delay: u32,
    /// A word to whoever takes it.
    #[serde(default)]
    pub words: String,
    /// When it was made.
    pub created: Time,
    /// Until when it stands.
    pub until: Time,
}

impl Document for Challenge {
    const KIND: &'static str = "challenge";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn tabs(&self) -> Vec<Tab> {
        let for_whom = match &self.to {
            Some(to) => Tab::new("to", to, self.created as i64),
            None => Tab::new("open", "", self.created as i64),
        };
        vec![for_whom, Tab::new("by", &self.by, self.created as i64), Tab::new("until", "", self.until as i64)]
    }
}

/// What somebody says who looks for a game.
#[derive(Clone, Debug, Deserialize)]
pub struct Wanted {
    /// How the table is to be made; whoever knows games has looked at it.
    pub order: Value,
    /// Which side.
    #[serde(default)]
    pub want: Want,
    /// What he bids for it, if sides are bid for.
    #[serde(default)]
    pub bid: u64,
    /// How fast.
    #[serde(default)]
    pub pace: Pace,
    /// Whether it counts.
    #[serde(default)]
    pub rated: bool,
    /// Whether others may look on.
    #[serde(default)]
    pub watch: bool,
    /// How many minutes later they see it.
    #[serde(default)]
    pub delay: u64,
    /// Whom, by his name; anybody if nobody is named.
    #[serde(default)]
    pub to: String,
    /// A word.
    #[serde(default)]
    pub words: String,
}

/// Somebody looks for a game.
pub fn challenge(records: &dyn Records, by: &Account, wanted: &Wanted, title: &str, now: Time) -> Result<Challenge, No> {
    if !wanted.pace.sound() {
        return Err(No::field("pace", "a live game has 1 minute to 6 hours for each side; over days each decision has an hour to 14 days"));
    }
    let bid = if wanted.want.is_bid() { read_bid(wanted.bid, wanted.pace)? } else { 0 };
    let (delay, words) = (read_delay(wanted.delay)?, plain(&wanted.words, 140));
    if !words.is_empty() {
        by.may_speak(now)?;
    }
    at_desk(records, |desk| {
        let to = if wanted.to.trim().is_empty() { None } else { Some(by_name(desk, &wanted.to)?) };
        if to.as_ref().is_some_and(|to| to.id == by.id) {
            return Err(No::field("to", "that is you"));
        }
        if to.as_ref().is_some_and(|to| to.shuns(by)) {
            return Err(No::field("to", "you cannot challenge this player"));
        }
        if desk.tally::<Challenge>("by", &by.id)? >= MOST {
            return Err(No::because(format!("you have {MOST} challenges open: take one back first")));
        }
        let stands = if to.is_some() || !matches!(wanted.pace, Pace::Live { .. }) { DAYS } else { LIVE };
        let made = Challenge {
            id: tokens::name(),
            by: by.id.clone(),
            name: by.name.clone(),
            to: to.as_ref().map(|to| to.id.clone()),
            to_name: to.as_ref().map(|to| to.name.clone()),
            order: wanted.order.clone(),
            title: title.into(),
            want: wanted.want,
            bid,
            pace: wanted.pace,
            rated: wanted.rated,
            watch: wanted.watch,
            delay,
            words: words.clone(),
            created: now,
            until: now + stands,
        };
        desk.put(&made)?;
        if let Some(to) = to {
            let text = format!("{} challenges you to {title} ({}).", by.name, wanted.pace.words());
            telling::tell(desk, &to.id, &News { kind: "challenge", text, link: "#/house".into() }, now)?;
        }
        Ok(made)
    })
}

/// Takes a challenge back, or declines it.
pub fn withdraw(records: &dyn Records, account: &Account, id: &str) -> Result<(), No> {
    at_desk(records, |desk| {
        let challenge = desk.want::<Challenge>(id, "this challenge is gone")?;
        if challenge.by != account.id && challenge.to.as_deref() != Some(&account.id) {
            return Err(No::forbidden("this challenge is not yours"));
        }
        desk.delete::<Challenge>(id)
    })
}

/// Takes up a challenge: it is gone, and of two who take it up one has it. `bid` is his own where sides are bid for; `lot` decides who has
/// the Union where that is left open.
pub fn accept(records: &dyn Records, account: &Account, id: &str, bid: u64, lot: bool, now: Time) -> Result<(Challenge, Meeting), No> {
    at_desk(records, |desk| {
        let gone = "this challenge is gone: somebody else was faster, or it was taken back";
        let challenge = desk.want::<Challenge>(id, gone)?;
        let by = desk.want::<Account>(&challenge.by, gone)?;
        if challenge.until < now {
            return Err(No::because(gone));
        }
        if by.id == account.id {
            return Err(No::because("this challenge is your own: wait for somebody"));
        }
        if challenge.to.as_ref().is_some_and(|to| *to != account.id) || by.shuns(account) {
            return Err(No::forbidden("this challenge is not for you"));
        }
        desk.delete::<Challenge>(id)?;
        let (mut his, mut own) = (0, 0);
        let union = match challenge.want {
            Want::Union => true,
            Want::Confederate => false,
            Want::Any => lot,
            Want::BidUnion | Want::BidConfederate => {
                own = read_bid(bid, challenge.pace)?;
                his = challenge.bid;
                let wins = if his == own { lot } else { his > own };
                // Only who has the side pays for it.
                if wins {
                    own = 0;
                } else {
                    his = 0;
                }
                wins == (challenge.want == Want::BidUnion)
            }
        };
        let (by, other) = (Player::of(&by), Player::of(account));
        Ok((challenge, if union { ([by, other], [his, own]) } else { ([other, by], [own, his]) }))
    })
}

/// A challenge that was taken up stands again: nothing came of it.
pub fn put_back(records: &dyn Records, challenge: &Challenge) -> Result<(), No> {
    at_desk(records, |desk| desk.put(challenge))
}

/// Who looks for what, for somebody who looks around: open challenges of those he does not shun, those to him, and his own.
pub fn lobby(records: &dyn Records, account: Option<&Account>, now: Time) -> Result<Value, No> {
    at_desk(records, |desk| {
        let shown = |c: &Challenge| {
            json!({
                "id": c.id, "by": c.name, "to": c.to_name, "title": c.title, "order": c.order, "want": c.want, "pace": c.pace,
                "pace_words": c.pace.words(), "rated": c.rated, "watch": c.watch, "delay": c.delay, "words": c.words, "created": c.created, "until": c.until,
                "own": account.is_some_and(|account| account.id == c.by),
            })
        };
        let standing = |c: &&Challenge| c.until >= now;
        let mut open = desk.find::<Challenge>("open", "", Span::last(100))?;
        if let Some(account) = account {
            open.retain(|c| !account.blocked.contains(&c.by));
        }
        let to_me = match account {
            Some(account) => desk.find::<Challenge>("to", &account.id, Span::last(50))?,
            None => Vec::new(),
        };
        let sent: Vec<Challenge> = match account {
            Some(account) => desk.find::<Challenge>("by", &account.id, Span::last(50))?.into_iter().filter(|c| c.to.is_some()).collect(),
            None => Vec::new(),
        };
        let list = |all: &[Challenge]| all.iter().filter(standing).map(shown).collect::<Vec<_>>();
        Ok(json!({ "open": list(&open), "to_me": list(&to_me), "sent": list(&sent) }))
    })
}

/// A rematch with the sides changed is asked for: it is a challenge to the other.
pub fn rematch(records: &dyn Records, account: &Account, game: &Game, now: Time) -> Result<Challenge, No> {
    let side = game.side(&account.id).ok_or_else(|| No::forbidden("you did not play here"))?;
    let other = game.players[1 - side].account().ok_or_else(|| No::because("the other side has no account here"))?;
    let to = at_desk(records, |desk| desk.want::<Account>(other, "the other player has left the house"))?;
    let want = if side == 0 { Want::Confederate } else { Want::Union };
    let (watch, delay, words) = (game.spectators.is_some(), u64::from(game.delay), String::new());
    let wanted = Wanted { order: game.order.clone(), want, bid: 0, pace: game.pace, rated: game.rated, watch, delay, to: to.name, words };
    challenge(records, account, &wanted, &game.title, now)
}

/// What somebody thinks of another: a friend, blocked, or neither.
pub fn regard(records: &dyn Records, id: &str, name: &str, friend: bool, blocked: bool) -> Result<(), No> {
    at_desk(records, |desk| {
        let other = by_name(desk, name)?;
        let mut account = desk.want::<Account>(id, "you are not in")?;
        account.regard(&other.id, friend, blocked)?;
        desk.put(&account)
    })
}

/// The friends of somebody and those he has blocked, by name.
pub fn circle(records: &dyn Records, account: &Account) -> Result<Value, No> {
    at_desk(records, |desk| {
        let named = |ids: &[String]| -> Result<Vec<Value>, No> {
            let found = ids.iter().map(|id| desk.get::<Account>(id)).collect::<Result<Vec<_>, _>>()?;
            Ok(found.into_iter().flatten().map(|a| a.card()).collect())
        };
        Ok(json!({ "friends": named(&account.friends)?, "blocked": named(&account.blocked)? }))
    })
}

/// Forgets challenges that stand no more.
pub fn tidy(records: &dyn Records, now: Time) -> Result<(), No> {
    at_desk(records, |desk| {
        for old in desk.find::<Challenge>("until", "", Span::until(now as i64 - 1, 200))? {
            desk.delete::<Challenge>(&old.id)?;
        }
        Ok(())
    })
}
