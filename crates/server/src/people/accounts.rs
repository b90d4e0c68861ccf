//! Registering, coming back, sessions, passkeys, recovery, leaving; invitations to a closed house, roles, bots.

use super::{Caller, People, Reply, done, read, word};
use house::entrance::{self, Entered, Registration};
use house::passkey::Answer;
use house::{No, Role, at_desk};
use serde_json::{Value, json};

/// Somebody is in: his browser remembers it, and knows him from now on. A bot's program gets no cookie.
fn entered(people: &People, entered: Entered) -> Result<Reply, No> {
    let value = json!({ "account": entered.account.card(), "recovery": entered.recovery });
    Ok(Reply { value, key: Some(entered.key), mark: Some(entrance::mark(people.records(), &entered.account)?) })
}

/// What somebody may know of himself.
fn own(people: &People, caller: &Caller) -> Value {
    let account = caller.account.as_ref().map(|account| {
        let mut card = account.card();
        card["password"] = json!(account.password.is_some());
        card["passkeys"] = account.passkeys.iter().map(|k| json!({ "id": k.id, "label": k.label, "added": k.added })).collect();
        card["vacation"] = json!(account.vacations.last().filter(|v| v.until > people.now()));
        card["muted"] = json!(account.muted.filter(|until| *until > people.now()));
        card
    });
    // Passkeys belong to a name: a number has none.
    let passkeys = caller.host.parse::<std::net::IpAddr>().is_err();
    json!({
        "accounts": true, "closed": people.settings.closed, "passkeys": passkeys, "mail": people.settings.telling.has_mail(),
        "host": caller.host, "account": account, "now": people.now(),
    })
}

fn role(text: &str) -> Result<Role, No> {
    read(&json!(text)).map_err(|_| No::field("role", "a role is player, director, moderator or owner"))
}

/// Answers what concerns accounts.
pub(super) fn answer(people: &People, caller: &Caller, what: &str, body: &Value) -> Result<Option<Reply>, No> {
    let (records, now, terms) = (people.records(), people.now(), people.terms(caller));
    let passkey = || read::<Answer>(&body["passkey"]).map_err(|_| No::field("passkey", "the answer of the browser makes no sense"));
    let reply: Result<Reply, No> = match what {
        "who" => Ok(own(people, caller).into()),
        "passkey-challenge" => people.guarded(caller.address, || Ok(json!({ "challenge": entrance::challenge(records, now)? }).into())),
        "register" => {
            let given: Registration = read(body)?;
            people.may_give(caller, &given.mail)?;
            people
                .guarded_newcomer(caller.address, || entrance::register(records, &terms, &given, &caller.place, now))
                .and_then(|who| entered(people, who))
        }
        "login" => {
            let (name, password) = (word(body, "name"), word(body, "password"));
            people
                .guarded_as(caller, name, || entrance::come_back(records, name, password, &caller.place, now))
                .and_then(|who| entered(people, who))
        }
        "login-passkey" => {
            let answer = passkey()?;
            people
                .guarded(caller.address, || entrance::come_back_with(records, &terms, &answer, &caller.place, now))
                .and_then(|who| entered(people, who))
        }
        "recover" => {
            let (name, code, new) = (word(body, "name"), word(body, "code"), word(body, "password"));
            // Nobody guesses a code or a link: there is nothing to be counted by name, and so nobody keeps anybody from coming back.
            people
                .guarded(caller.address, || entrance::recover(records, name, code, new, &caller.place, now))
                .and_then(|who| entered(people, who))
        }
        "logout" => {
            if let Some(account) = &caller.account {
                entrance::end(records, &account.id, "", Some(&caller.session))?;
            }
            Ok(Reply { value: json!({ "ok": true }), key: Some(String::new()), mark: None })
        }
        "sessions" => Ok(entrance::sessions(records, &caller.known()?.id, &caller.session)?.into()),
        "end-session" => {
            let which = Some(word(body, "session")).filter(|s| !s.is_empty());
            entrance::end(records, &caller.known()?.id, &caller.session, which)?;
            done()
        }
        "set-password" => {
            let account = caller.known()?;
            let change = || entrance::set_password(records, &account.id, word(body, "old"), word(body, "password"), &caller.session);
            let account = people.guarded_own(account, change)?;
            Ok(Reply { mark: Some(entrance::mark(records, &account)?), ..done()? })
        }
        "add-passkey" => {
            entrance::add_passkey(records, &terms, &caller.known()?.id, &passkey()?, &caller.place, now)?;
            done()
        }
        "drop-passkey" => {
            entrance::drop_passkey(records, &caller.known()?.id, word(body, "id"))?;
            done()
        }
        "vacation" => {
            let (id, days) = (&caller.known()?.id, body["days"].as_u64().unwrap_or(0));
            at_desk(records, |desk| {
                let mut account = desk.want::<house::Account>(id, "you are not in")?;
                account.set_vacation(days, now)?;
                desk.put(&account)
            })?;
            done()
        }
        "export" => Ok(entrance::export(records, &caller.known()?.id)?.into()),
        "leave" => {
            if word(body, "name") != caller.known()?.name {
                return Err(No::field("name", "write your name to show that you mean it"));
            }
            entrance::leave(records, &caller.known()?.id)?;
            Ok(Reply { value: json!({ "ok": true }), key: Some(String::new()), mark: None })
        }
        "invite" => Ok(json!({ "invitation": entrance::invite(records, caller.known()?, now)? }).into()),
        "role" => {
            entrance::give_role(records, caller.known()?, word(body, "who"), role(word(body, "role"))?, now)?;
            done()
        }
        "bot" => {
            let (bot, token) = entrance::bot(records, caller.known()?, word(body, "name"), now)?;
            Ok(json!({ "account": bot.card(), "token": token }).into())
        }
        _ => return Ok(None),
    };
    reply.map(Some)
}
