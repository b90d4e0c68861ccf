//! What waits to be sent. It is kept with everything else: a house that is started again goes on where it was. Whoever sends takes letters
//! for a while, and says what became of them; those of somebody who died meanwhile come again. So nothing is lost, and what was handed over
//! is not sent twice, unless the sender dies between the handing over and writing that down: letters have names by which the
//! recipient's program knows one that it has already.

use crate::Time;
use crate::account::Account;
use crate::desk::{Desk, Document, No, at_desk};
use crate::play::Game;
use crate::records::{Records, Span, Tab};
use crate::telling::{News, Subscription, about_turn};
use crate::tokens;
use serde::{Deserialize, Serialize};
use serde_json::json;

const MINUTE: Time = 60_000;
/// How often something is tried again that could not be sent, and how long is waited each time.
const WAITS: [Time; 5] = [MINUTE, 10 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE, 24 * 60 * MINUTE];
/// How long a letter is in the hands of whoever sends it.
const IN_HAND: Time = 5 * MINUTE;
/// A clock that runs out so much later than was thought is not told of yet.
const LATER: Time = 10 * MINUTE;
/// The most letters that wait for one person: whoever gets more reads none of them.
pub const MOST_WAITING: u64 = 200;

/// By which way something is sent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// By mail.
    Mail,
    /// To a browser.
    Push,
    /// To a chat room.
    Webhook,
}

/// Something that waits to be sent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Letter {
    /// Its id. That it is somebody's turn at a table is said in one letter only.
    pub id: String,
    /// A name that no other letter ever has, for the recipient's program.
    pub name: String,
    /// To whom: an account; nobody's if it is to the club's room or about an address.
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
    /// What it is about, if that can be over before it is sent.
    #[serde(default)]
    pub about: String,
    /// If it hangs on a clock: so long after it runs out, or before.
    #[serde(default)]
    pub after: Option<i64>,
    /// The parcel that it went out with when it was first tried: it goes with the same again, under the same name.
    #[serde(default)]
    pub parcel: String,
    /// When it is due.
    pub due: Time,
    /// How often somebody took it.
    #[serde(default)]
    pub tries: usize,
}

impl Document for Letter {
    const KIND: &'static str = "letter";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn tabs(&self) -> Vec<Tab> {
        let mut tabs = vec![Tab::new("due", "", self.due as i64), Tab::new("to", &self.to, self.due as i64)];
        if !self.about.is_empty() {
            tabs.push(Tab::new("about", &self.about, self.due as i64));
        }
        tabs
    }
}

impl Letter {
    /// A letter that has not been tried yet.
    pub fn new(id: String, to: &str, news: &News, way: Way, address: &str, due: Time) -> Letter {
        Letter {
            id,
            name: tokens::name(),
            to: to.into(),
            way,
            subscription: None,
            address: address.into(),
            kind: news.kind.into(),
            text: news.text.clone(),
            link: news.link.clone(),
            about: String::new(),
            after: None,
            parcel: String::new(),
            due,
            tries: 0,
        }
    }

    /// Whether it is about the account itself: such letters go alone, and are not held back.
    pub fn is_private(&self) -> bool {
        matches!(self.kind.as_str(), "confirm" | "reset" | "code")
    }

    /// What is written in a push message.
    pub fn push_text(&self) -> String {
        json!({ "title": "Longroll", "body": self.text, "link": self.link, "tag": if self.about.is_empty() { &self.name } else { &self.about } })
            .to_string()
    }
}

/// Throws away what is about something that is over.
pub(crate) fn forget_about(desk: &Desk<'_>, about: &str) -> Result<(), No> {
    for letter in desk.find::<Letter>("about", about, Span::first(50))? {
        desk.delete::<Letter>(&letter.id)?;
    }
    Ok(())
}

/// Throws away what waits for somebody who has left.
pub(crate) fn forget_person(desk: &Desk<'_>, account: &str) -> Result<(), No> {
    for letter in desk.find::<Letter>("to", account, Span::first(2 * MOST_WAITING as usize))? {
        desk.delete::<Letter>(&letter.id)?;
    }
    Ok(())
}

/// Something to be sent that nobody's wishes have a say in: mail about an account itself, words for the club's room.
pub fn post(records: &dyn Records, way: Way, address: &str, news: &News, now: Time) -> Result<(), No> {
    at_desk(records, |desk| {
        // The club's room hears only so much: whoever fills it with challenges fills no disk.
        if way == Way::Webhook && desk.tally::<Letter>("to", "")? >= MOST_WAITING {
            return Ok(());
        }
        desk.put(&Letter::new(tokens::name(), "", news, way, address, now))
    })
}

/// When the clock that a letter hangs on lets it go, if that is later than was thought: somebody was on vacation.
fn not_yet(desk: &Desk<'_>, letter: &Letter, now: Time) -> Result<Option<Time>, No> {
    let (Some(after), Some((table, side))) = (letter.after, about_turn(&letter.about)) else { return Ok(None) };
    let Some(game) = desk.get::<Game>(table)? else { return Ok(None) };
    let Some(id) = game.players[side].account() else { return Ok(None) };
    let away = desk.get::<Account>(id)?.map_or(0, |account| account.away(game.clock.since, Time::MAX));
    let runs_out = game.clock.deadline(game.pace, side, away);
    Ok(runs_out.map(|at| at.saturating_add_signed(after)).filter(|at| *at > now + LATER))
}

/// Takes what is due, in parcels that go out together: all mail to one address is one mail. They are in the hands of whoever takes them
/// for a while, and come again if he says nothing.
pub fn due(records: &dyn Records, now: Time, most: usize) -> Result<Vec<Vec<Letter>>, No> {
    at_desk(records, |desk| {
        let mut parcels: Vec<(String, Vec<Letter>)> = Vec::new();
        for mut letter in desk.find::<Letter>("due", "", Span::until(now as i64, most))? {
            if let Some(later) = not_yet(desk, &letter, now)? {
                desk.put(&Letter { due: later, ..letter })?;
                continue;
            }
            (letter.due, letter.tries) = (now + IN_HAND, letter.tries + 1);
            let same = |(before, parcel): &&mut (String, Vec<Letter>)| {
                let one = |l: &Letter| l.way == Way::Mail && !l.is_private();
                one(&parcel[0]) && one(&letter) && parcel[0].address == letter.address && *before == letter.parcel
            };
            match parcels.iter_mut().find(same) {
                Some((_, parcel)) => {
                    letter.parcel = parcel[0].parcel.clone();
                    desk.put(&letter)?;
                    parcel.push(letter);
                }
                None => {
                    let before = letter.parcel.clone();
                    if before.is_empty() {
                        letter.parcel = letter.name.clone();
                    }
                    desk.put(&letter)?;
                    parcels.push((before, vec![letter]));
                }
            }
        }
        Ok(parcels.into_iter().map(|(_, parcel)| parcel).collect())
    })
}

/// What became of a parcel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It was handed over.
    Sent,
    /// It was not, and may be another time.
    Failed,
    /// It never will be.
    Hopeless,
    /// It was not tried: not before then.
    Later(Time),
}

/// Whoever took a parcel says what became of it. What was written anew meanwhile, or is in other hands by now, is left alone.
pub fn settle(records: &dyn Records, parcel: &[Letter], fate: Fate, now: Time) -> Result<(), No> {
    at_desk(records, |desk| {
        for letter in parcel {
            if desk.get::<Letter>(&letter.id)?.is_none_or(|kept| (&kept.name, kept.tries) != (&letter.name, letter.tries)) {
                continue;
            }
            let again = match fate {
                Fate::Sent | Fate::Hopeless => None,
                Fate::Failed => WAITS.get(letter.tries - 1).map(|wait| Letter { due: now + wait, ..letter.clone() }),
                Fate::Later(due) => Some(Letter { due, tries: letter.tries - 1, ..letter.clone() }),
            };
            match again {
                Some(letter) => desk.put(&letter)?,
                None => desk.delete::<Letter>(&letter.id)?,
            }
        }
        Ok(())
    })
}

/// How many letters wait to be sent, now or later.
pub fn waiting(records: &dyn Records) -> Result<u64, No> {
    at_desk(records, |desk| desk.tally::<Letter>("due", ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Memory;

    fn news(text: &str) -> News {
        News { kind: "over", text: text.into(), link: "#/".into() }
    }

    #[test]
    fn a_letter_is_sent_once_comes_again_if_its_carrier_dies_and_is_given_up_in_the_end() {
        let records = Memory::default();
        post(&records, Way::Mail, "a@b.org", &news("one"), 0).unwrap();
        post(&records, Way::Mail, "a@b.org", &news("two"), 0).unwrap();
        post(&records, Way::Webhook, "https://x.org", &news("three"), 0).unwrap();
        let parcels = due(&records, 1, 9).unwrap();
        assert_eq!(parcels.iter().map(Vec::len).sum::<usize>(), 3);
        assert_eq!(parcels.len(), 2, "mail to one address goes together");
        assert!(due(&records, 2, 9).unwrap().is_empty(), "it is in other hands");
        let again = due(&records, 1 + IN_HAND, 9).unwrap();
        assert_eq!(again.len(), 2, "its carrier has died");
        let names = |all: &[Vec<Letter>]| all.iter().map(|parcel| parcel[0].parcel.clone()).collect::<Vec<_>>();
        post(&records, Way::Mail, "a@b.org", &news("four"), 0).unwrap();
        let fresh = due(&records, 2 + IN_HAND, 9).unwrap();
        assert_eq!(names(&parcels), names(&again), "the same parcels under the same names");
        assert!(fresh.len() == 1 && !names(&parcels).contains(&names(&fresh)[0]), "what came later goes by itself");
        settle(&records, &fresh[0], Fate::Sent, 2 + IN_HAND).unwrap();
        parcels.iter().for_each(|parcel| settle(&records, parcel, Fate::Sent, 3).unwrap());
        assert_eq!(waiting(&records).unwrap(), 3, "who was too late has no say");
        let (mail, hook) = if again[0][0].way == Way::Mail { (&again[0], &again[1]) } else { (&again[1], &again[0]) };
        settle(&records, mail, Fate::Sent, 3).unwrap();
        let (mut now, mut tries) = (1 + IN_HAND, 1);
        settle(&records, hook, Fate::Failed, now).unwrap();
        while waiting(&records).unwrap() > 0 && tries < 99 {
            now += MINUTE;
            for parcel in due(&records, now, 9).unwrap() {
                tries += 1;
                settle(&records, &parcel, Fate::Failed, now).unwrap();
            }
        }
        assert_eq!(tries, WAITS.len(), "the first one was lost with its carrier");
    }

    #[test]
    fn letters_about_accounts_go_alone_and_what_must_wait_loses_no_try() {
        let records = Memory::default();
        for kind in ["confirm", "over"] {
            post(&records, Way::Mail, "a@b.org", &News { kind, ..news(kind) }, 0).unwrap();
        }
        let parcels = due(&records, 1, 9).unwrap();
        assert_eq!(parcels.len(), 2);
        settle(&records, &parcels[0], Fate::Later(50), 1).unwrap();
        assert_eq!(due(&records, 51, 9).unwrap()[0][0].tries, 1);
    }
}
