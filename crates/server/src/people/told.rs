//! What people are told outside the browser, as they ask for it: addresses that they must show to be their own, browsers, chat rooms,
//! quiet hours; and coming back by mail.

use super::{Caller, People, Reply, done, read, word};
use crate::address::Address;
use crate::http::Shared;
use crate::post;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use house::outbox::{self, Way};
use house::push::Seal;
use house::telling::{self, KINDS, News, Subscription};
use house::{No, entrance};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The most who have asked to come back and are not seen to yet.
const MOST_ASKING: usize = 1_000;
/// Mails, codes and trials that one address may ask for in an hour.
const ASKED: u32 = 20;

/// What limits mails to those who have not asked for them.
pub struct Patience {
    /// Mails to one mailbox.
    mailboxes: DefaultKeyedRateLimiter<String>,
    /// Mails that one address asks for.
    askers: DefaultKeyedRateLimiter<Address>,
    /// Names of those who want to come back. They are seen to later: whoever asks cannot tell by the time it takes whether there is such an
    /// account, and such a mailbox.
    asking: Mutex<VecDeque<String>>,
}

impl Patience {
    pub(super) fn new(mails_a_day: u32) -> Patience {
        let number = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        let day = Quota::with_period(Duration::from_secs(86_400) / number(mails_a_day).get()).unwrap_or(Quota::per_hour(NonZeroU32::MIN));
        Patience {
            mailboxes: RateLimiter::keyed(day.allow_burst(number(mails_a_day))),
            askers: RateLimiter::keyed(Quota::per_hour(number(ASKED))),
            asking: Mutex::default(),
        }
    }

    pub(super) fn tidy(&self) {
        self.mailboxes.retain_recent();
        self.askers.retain_recent();
    }
}

impl People {
    /// Whether this address may have something more sent.
    fn may_ask(&self, caller: &Caller) -> Result<(), No> {
        self.patience.askers.check_key(&caller.address).map_err(|_| No::because("you have asked for this too often: wait an hour"))
    }

    /// Whether a mail about an account may go to this mailbox.
    fn may_mail(&self, mailbox: &str) -> bool {
        self.patience.mailboxes.check_key(&mailbox.trim().to_ascii_lowercase()).is_ok()
    }

    /// Whether somebody may give this address: then a mail goes there. Nothing is given where no mail is sent.
    pub(super) fn may_give(&self, caller: &Caller, mailbox: &str) -> Result<(), No> {
        if mailbox.trim().is_empty() {
            return Ok(());
        }
        if !self.settings.telling.has_mail() {
            return Err(No::field("mail", "this house sends no mail"));
        }
        self.may_ask(caller)?;
        if self.may_mail(mailbox) { Ok(()) } else { Err(No::field("mail", "enough mails went to this address today")) }
    }

    /// Sends a link to all who have asked to come back and have a mailbox.
    pub(crate) fn reset_those_who_asked(&self) {
        let asking = std::mem::take(&mut *self.patience.asking.lock().unwrap_or_else(PoisonError::into_inner));
        for name in asking {
            if let Err(no) = entrance::ask_recovery(self.records(), &name, |mailbox| self.may_mail(mailbox), self.now()) {
                tracing::warn!(because = %no.because, "a link to come back could not be sent");
            }
        }
    }

    /// Tells the club's chat room something, if there is one.
    pub(crate) fn tell_room(&self, kind: &'static str, text: String, link: String) {
        if self.settings.telling.webhook.is_empty() {
            return;
        }
        if let Err(no) = outbox::post(self.records(), Way::Webhook, "", &News { kind, text, link }, self.now()) {
            tracing::warn!(because = %no.because, "the club's room could not be told");
        }
    }
}

/// What somebody is told now, and by which ways he could be.
fn shown(people: &People, caller: &Caller) -> Result<Value, No> {
    let (account, telling) = (caller.known()?, &people.settings.telling);
    let key = if telling.push { Seal::of(people.records())?.public() } else { String::new() };
    let kinds: Vec<Value> = KINDS.iter().map(|(kind, words)| json!({ "kind": kind, "words": words })).collect();
    Ok(json!({
        "mailbox": account.mail, "wishes": account.wishes.shown(), "kinds": kinds, "key": key,
        "ways": { "mail": telling.has_mail(), "push": telling.push, "webhook": telling.webhooks },
    }))
}

/// Ends the mails of whoever got this link.
pub(crate) fn stop_mails(people: &People, key: &str) -> Result<(), No> {
    let seal = Seal::of(people.records())?;
    let account = post::stopped_by(&seal, key).ok_or_else(|| No::because("this link is not one of ours"))?;
    telling::no_mail(people.records(), &account)
}

/// `GET /unsubscribe/{key}`: the page that asks whether he is sure. Programs that follow every link in a mail end nothing by it.
pub(crate) async fn stop_page(Path(key): Path<String>) -> Response {
    let plain: String = key.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(120).collect();
    Redirect::to(&format!("/#/unsubscribe/{plain}")).into_response()
}

/// `POST /unsubscribe/{key}`: a program for mail ends them at the touch of a button (RFC 8058).
pub(crate) async fn stop(State(hall): Shared, Extension(address): Extension<Address>, Path(key): Path<String>) -> Response {
    let Some(people) = hall.house.people.clone() else { return StatusCode::NOT_FOUND.into_response() };
    let stopped = tokio::task::spawn_blocking(move || people.guarded(address, || stop_mails(&people, &key))).await;
    match stopped {
        Ok(Ok(())) => "You get no more mails.".into_response(),
        Ok(Err(no)) => (StatusCode::BAD_REQUEST, no.because).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Answers what concerns being told.
pub(super) fn answer(people: &People, caller: &Caller, what: &str, body: &Value) -> Result<Option<Reply>, No> {
    let (records, now, nearby) = (people.records(), people.now(), people.settings.telling.nearby);
    match what {
        "told" => return Ok(Some(shown(people, caller)?.into())),
        "set-told" => telling::set(records, &caller.known()?.id, &read(body)?)?,
        "set-mail" => {
            let (account, mailbox) = (caller.known()?, word(body, "mail"));
            people.may_give(caller, mailbox)?;
            entrance::set_mail(records, &account.id, mailbox, now)?;
        }
        "confirm-mail" => people.guarded(caller.address, || entrance::confirm_mail(records, word(body, "key"), now))?,
        "no-mail" => people.guarded(caller.address, || stop_mails(people, word(body, "key")))?,
        "ask-reset" => {
            if !people.settings.telling.has_mail() {
                return Err(No::because("this house sends no mail: come back with your code"));
            }
            people.may_ask(caller)?;
            let mut asking = people.patience.asking.lock().unwrap_or_else(PoisonError::into_inner);
            if asking.len() < MOST_ASKING {
                asking.push_back(word(body, "name").chars().take(64).collect());
            }
        }
        "subscribe" => {
            let account = caller.known()?;
            let browser: Subscription = read(body)?;
            telling::subscribe(records, &account.id, &Subscription { place: caller.place.clone(), ..browser }, nearby)?;
        }
        "unsubscribe" => telling::forget_browser(records, &caller.known()?.id, word(body, "endpoint"))?,
        "set-webhook" => {
            let account = caller.known()?;
            if !people.settings.telling.webhooks {
                return Err(No::field("webhook", "this house calls no webhooks of its people"));
            }
            people.may_ask(caller)?;
            telling::set_webhook(records, &account.id, word(body, "webhook"), nearby, now)?;
        }
        "confirm-webhook" => {
            let account = caller.known()?;
            people.guarded_own(account, || telling::confirm_webhook(records, &account.id, word(body, "code")))?;
        }
        "try-told" => {
            let account = caller.known()?;
            people.may_ask(caller)?;
            telling::try_out(records, &account.id, now)?;
        }
        _ => return Ok(None),
    }
    done().map(Some)
}
