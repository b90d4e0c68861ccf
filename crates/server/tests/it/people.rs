//! People of a house, over HTTP and WebSocket as browsers and bots speak to it: they register, meet, play by the clock, and are rated;
//! and those who try to be somebody else are not.

use crate::house::{Client, Folder, SHELF, bytes, config, generous, open_config};
use serde_json::{Value, json};
use server::people::Settings;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub const HOUR: u64 = 3_600_000;
const WORD: &str = "four words in a row";

/// A house with accounts, whose time the test moves on.
pub struct Home {
    pub addr: SocketAddr,
    time: Arc<AtomicU64>,
    folder: Folder,
}

impl Home {
    pub fn open(name: &str, closed: bool) -> Home {
        Home::with(name, Settings { closed, ..Settings::default() })
    }

    pub fn with(name: &str, people: Settings) -> Home {
        Home::within(name, people, generous())
    }

    /// The same within limits.
    pub fn within(name: &str, people: Settings, limits: server::Limits) -> Home {
        let (folder, time) = (Folder::new(name), Arc::new(AtomicU64::new(1_000 * HOUR)));
        let told = Arc::clone(&time);
        let watch = server::Clockwork(Arc::new(move || told.load(Ordering::Relaxed)));
        let people = Settings { accounts: true, ..people };
        let addr = open_config(server::Config { people, watch, ..config(folder.db(), limits) }, SHELF);
        Home { addr, time, folder }
    }

    pub fn pass(&self, ms: u64) {
        self.time.fetch_add(ms, Ordering::Relaxed);
    }

    /// One more table may be made: this one is forgotten, as whoever keeps the file might do.
    pub fn make_room(&self, table: &str) {
        let owner: String = rusqlite::Connection::open(self.folder.db())
            .unwrap()
            .query_row("SELECT json_extract(card, '$.keys.owner') FROM tables WHERE id = ?1", [table], |row| row.get(0))
            .unwrap();
        let body = json!({ "table": table, "owner": owner }).to_string();
        assert_eq!(crate::house::post(self.addr, "/api/tables/delete", &body).0, 200);
    }

    /// Asks with these headers; answers status, answer and cookie.
    pub fn raw(&self, what: &str, headers: &str, body: &Value) -> (u16, Value, Option<String>) {
        let (addr, body) = (self.addr, body.to_string());
        let head = format!("POST /api/house/{what} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\nContent-Type: application/json\r\n");
        let answer = bytes(addr, &format!("{head}{headers}Content-Length: {}\r\n\r\n{body}", body.len()));
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        (status, serde_json::from_str(body).unwrap_or(Value::Null), cookie.map(str::to_string))
    }

    pub fn register(&self, name: &str) -> Person<'_> {
        let (status, answer, cookie) = self.raw("register", &self.origin(), &json!({ "name": name, "password": WORD }));
        assert_eq!(status, 200, "{answer}");
        let cookie = cookie.expect("he is remembered");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        Person { home: self, cookie: cookie.split(';').next().unwrap().to_string() }
    }

    pub fn origin(&self) -> String {
        format!("Origin: http://{}\r\n", self.addr)
    }
}

pub struct Person<'a> {
    home: &'a Home,
    cookie: String,
}

impl Person<'_> {
    pub fn try_ask(&self, what: &str, body: Value) -> (u16, Value) {
        let headers = format!("{}Cookie: {}\r\n", self.home.origin(), self.cookie);
        let (status, answer, _) = self.home.raw(what, &headers, &body);
        (status, answer)
    }

    pub fn ask(&self, what: &str, body: Value) -> Value {
        let (status, answer) = self.try_ask(what, body);
        assert_eq!(status, 200, "{what}: {answer}");
        answer
    }

    pub fn refused(&self, what: &str, body: Value) -> String {
        let (status, answer) = self.try_ask(what, body);
        assert!(status >= 400, "{what} was done: {answer}");
        answer["error"]["because"].as_str().unwrap_or_default().to_string()
    }

    /// Sits down at his seat.
    pub fn sit(&self, table: &Value) -> Client {
        let seat = self.ask("seat", json!({ "table": table }));
        let side = seat["seat"].as_str().unwrap().to_string();
        Client::join(self.home.addr, &json!({ "table": table, "keys": { side.as_str(): seat["key"] } }), &side)
    }
}

pub fn wanted(pace: Value) -> Value {
    json!({ "order": { "game": "blue-gray", "set_up": "standard" }, "want": "union", "pace": pace, "rated": true, "watch": true })
}

/// Two who meet: the table of their game. The first has the Union.
pub fn meet(one: &Person<'_>, other: &Person<'_>, pace: Value) -> Value {
    let challenge = one.ask("look-for", wanted(pace))["challenge"]["id"].clone();
    let seen = other.ask("lobby", json!({}));
    assert!(seen["open"].as_array().unwrap().iter().any(|c| c["id"] == challenge && c["own"] == false), "{seen}");
    other.ask("accept", json!({ "id": challenge }))["table"].clone()
}

#[test]
fn two_strangers_meet_play_by_the_clock_talk_and_are_rated() {
    let home = Home::open("strangers", false);
    let (grant, lee) = (home.register("Grant"), home.register("Lee"));
    let table = meet(&grant, &lee, json!({ "kind": "days", "hours": 24, "bank": 12 }));
    let (mut union, mut confederate) = (grant.sit(&table), lee.sit(&table));
    let looked = |who: &Person<'_>| who.ask("game", json!({ "table": table }))["game"].clone();
    let first = looked(&grant);
    assert_eq!((first["side"].as_str(), first["players"][1]["name"].as_str()), (Some("union"), Some("Lee")));
    let asked = first["clock"]["asked"].as_array().unwrap().iter().position(|a| *a == true).expect("somebody is asked");
    let (thinks, waits, other) = if asked == 0 { (&mut union, &grant, &lee) } else { (&mut confederate, &lee, &grant) };
    // A day and an hour: the bank pays for the hour.
    home.pass(25 * HOUR);
    assert!(other.refused("claim", json!({ "table": table })).contains("has not run out"));
    thinks.do_something(5);
    assert_eq!(looked(waits)["clock"]["left"][asked], 11 * HOUR);
    // Words, for the two alone.
    grant.ask("say", json!({ "table": table, "text": "Good luck! <b>" }));
    assert_eq!(lee.ask("game", json!({ "table": table }))["said"][0]["text"], "Good luck! <b>");
    let pope = home.register("Pope");
    assert_eq!(pope.ask("game", json!({ "table": table }))["said"], json!([]), "onlookers do not hear the players");
    assert_eq!(pope.ask("seat", json!({ "table": table }))["seat"], "spectator");
    lee.ask("note", json!({ "table": table, "text": "left flank" }));
    assert!(
        lee.ask("game", json!({ "table": table }))["note"] == "left flank" && grant.ask("game", json!({ "table": table }))["note"] == ""
    );
    // A pause holds the game and the clocks; either starts them again.
    grant.ask("offer", json!({ "table": table, "offer": "pause" }));
    assert_eq!(lee.ask("offer", json!({ "table": table, "offer": "pause" }))["agreed"], true);
    home.pass(1_000 * HOUR);
    assert!(grant.refused("claim", json!({ "table": table })).contains("has not run out"));
    let held = union.ask(json!({ "op": "resign" }));
    assert!(held["ok"] == false && held["error"]["because"].as_str().unwrap().contains("stopped"), "{held}");
    grant.ask("go-on", json!({ "table": table }));
    // Who lets his clock run out has not lost until the other says so.
    let asked = looked(&grant)["clock"]["asked"].as_array().unwrap().iter().position(|a| *a == true).unwrap();
    let (late, claims) = if asked == 0 { (&grant, &lee) } else { (&lee, &grant) };
    home.pass(200 * HOUR);
    assert!(looked(claims)["end"].is_null());
    assert!(late.refused("claim", json!({ "table": table })).contains("has not run out"), "he is not late");
    claims.ask("claim", json!({ "table": table }));
    let over = looked(late);
    assert_eq!((over["end"]["winner"].as_u64(), over["end"]["how"].as_str()), (Some(1 - asked as u64), Some("time")));
    let held = union.ask(json!({ "op": "resign" }));
    assert!(held["error"]["because"].as_str().unwrap().contains("over"), "{held}");
    let rating = |name: &str| pope.ask("profile", json!({ "who": name }))["ratings"][0]["rating"].as_i64().unwrap();
    let (winner, loser) = if asked == 0 { ("Lee", "Grant") } else { ("Grant", "Lee") };
    assert!(rating(winner) > 1500 && rating(loser) < 1500);
    // A rematch, with the sides changed.
    let again = grant.ask("rematch", json!({ "table": table }))["challenge"].clone();
    assert_eq!((again["want"].as_str(), again["to_name"].as_str()), (Some("confederate"), Some("Lee")));
    let table = lee.ask("accept", json!({ "id": again["id"] }))["table"].clone();
    assert_eq!(lee.ask("seat", json!({ "table": table }))["seat"], "union");
}

#[test]
fn a_decision_is_taken_back_by_consent_even_past_dice() {
    let home = Home::open("consent", false);
    let (grant, lee) = (home.register("Grant"), home.register("Lee"));
    let table = meet(&grant, &lee, json!({ "kind": "live", "main": 3600, "increment": 10 }));
    let mut seats = [grant.sit(&table), lee.sit(&table)];
    let asked = ["union", "confederate"].iter().position(|s| seats[0].actor() == *s).expect("somebody is asked");
    let before = seats[asked].ask(json!({ "op": "view" }))["view"].clone();
    seats[asked].do_something(3);
    let (mover, other) = if asked == 0 { (&grant, &lee) } else { (&lee, &grant) };
    mover.ask("offer", json!({ "table": table, "offer": "take-back" }));
    let agreed = other.ask("offer", json!({ "table": table, "offer": "take-back" }));
    assert_eq!(agreed["agreed"], true);
    assert_eq!(seats[asked].ask(json!({ "op": "view" }))["view"], before);
    // Called off, nobody is rated.
    mover.ask("offer", json!({ "table": table, "offer": "call-off" }));
    other.ask("offer", json!({ "table": table, "offer": "call-off" }));
    assert_eq!(mover.ask("game", json!({ "table": table }))["game"]["end"]["how"], "called-off");
    assert_eq!(mover.ask("profile", json!({ "who": "Grant" }))["ratings"], json!([]));
}

#[test]
fn nobody_is_somebody_else() {
    let home = Home::open("somebody", false);
    let (grant, lee, pope) = (home.register("Grant"), home.register("Lee"), home.register("Pope"));
    // A page elsewhere, or no page at all, with the cookie of a reader.
    let cookie = format!("Cookie: {}\r\n", grant.cookie);
    assert_eq!(home.raw("sessions", &cookie, &json!({})).0, 403, "without a page");
    assert_eq!(home.raw("sessions", &format!("Origin: http://evil.example\r\n{cookie}"), &json!({})).0, 403, "from another page");
    assert_eq!(home.raw("sessions", &home.origin(), &json!({})).0, 403, "without a cookie");
    // The same words whether the name or the password is wrong.
    let login = |name: &str| home.raw("login", &home.origin(), &json!({ "name": name, "password": "not this one" }));
    assert_eq!(login("Grant").1, login("Nobody at all").1);
    for _ in 0..12 {
        login("Grant");
    }
    let right = home.raw("login", &home.origin(), &json!({ "name": "Grant", "password": WORD }));
    assert!(right.0 == 400 && right.1["error"]["because"].as_str().unwrap().contains("wait a minute"), "{right:?}");
    // What is others' is theirs: seats, notes, games, and what only some may do.
    let table = meet(&grant, &lee, json!({ "kind": "free" }));
    for what in ["offer", "claim", "go-on", "decline"] {
        assert!(pope.refused(what, json!({ "table": table, "offer": "draw" })).contains("do not play"), "{what}");
    }
    assert!(pope.ask("game", json!({ "table": table })).to_string().find("\"keys\"").is_none(), "no keys in what is shown");
    for (what, body) in [
        ("invite", json!({})),
        ("order", json!({})),
        ("act", json!({ "measure": "ban", "who": "Lee", "why": "x" })),
        ("role", json!({ "who": "Pope", "role": "owner" })),
        ("announce", json!({ "title": "My cup", "format": "swiss", "order": { "game": "blue-gray" } })),
    ] {
        assert_eq!(pope.try_ask(what, body).0, 403, "{what}");
    }
    // Whom one has blocked one hears nothing of.
    lee.ask("regard", json!({ "who": "Grant", "blocked": true }));
    assert!(grant.refused("say", json!({ "table": table, "text": "hello" })).contains("blocked"));
    assert!(
        grant
            .refused("look-for", {
                let mut w = wanted(json!({ "kind": "free" }));
                w["to"] = json!("Lee");
                w
            })
            .contains("cannot challenge")
    );
    // Who is shut out is out at once, everywhere; the log says by whom.
    let seat = lee.ask("seat", json!({ "table": table }));
    assert!(seat["key"].is_string());
    grant.ask("act", json!({ "measure": "ban", "who": "Pope", "why": "rude" }));
    assert_eq!(pope.try_ask("sessions", json!({})).0, 403);
    assert_eq!(grant.ask("order", json!({}))["log"][0]["what"], "ban");
}

#[test]
fn a_closed_house_guests_who_stay_and_bots() {
    let home = Home::open("closed-house", true);
    let owner = home.register("The first");
    let stranger = json!({ "name": "Stranger", "password": WORD });
    assert_eq!(home.raw("register", &home.origin(), &stranger).0, 400);
    let invitation = owner.ask("invite", json!({}))["invitation"].clone();
    let mut invited = stranger;
    invited["invitation"] = invitation;
    let (status, answer, cookie) = home.raw("register", &home.origin(), &invited);
    assert_eq!(status, 200, "{answer}");
    let guest = Person { home: &home, cookie: cookie.unwrap().split(';').next().unwrap().to_string() };
    // What he played as a guest is his now.
    let request = json!({ "game": "blue-gray", "set_up": "standard", "seats": { "union": "me", "confederate": "computer:random" } });
    let made = crate::house::make(home.addr, &request);
    let kept = guest.ask(
        "keep",
        json!({ "tables": [{ "table": made["table"], "key": made["keys"]["union"] }, { "table": made["table"], "key": "x" }] }),
    );
    assert_eq!(kept["kept"], json!([made["table"]]));
    let lobby = guest.ask("lobby", json!({}));
    assert_eq!((lobby["games"][0]["side"].as_str(), lobby["games"][0]["table"].as_str()), (Some("union"), made["table"].as_str()));
    assert!(owner.refused("seat", json!({ "table": made["table"] })).contains("not for onlookers"));
    // A bot has a token instead of a cookie, and needs no page.
    let bot = guest.ask("bot", json!({ "name": "Iron Brigade bot" }));
    let bearer = format!("Authorization: Bearer {}\r\n", bot["token"].as_str().unwrap());
    let (status, answer, _) = home.raw("look-for", &bearer, &wanted(json!({ "kind": "free" })));
    assert_eq!(status, 200, "{answer}");
    let table = owner.ask("accept", json!({ "id": answer["challenge"]["id"] }))["table"].clone();
    let (_, seat, _) = home.raw("seat", &bearer, &json!({ "table": table }));
    let mut bot = Client::join(home.addr, &json!({ "table": table, "keys": { "union": seat["key"] } }), "union");
    assert!(bot.ask(json!({ "op": "view" }))["ok"] == true);
    // He leaves: the games stay, by a former player.
    assert!(guest.refused("leave", json!({})).contains("write your name"));
    assert_eq!(guest.ask("export", json!({}))["account"]["name"], "Stranger");
    guest.ask("leave", json!({ "name": "Stranger" }));
    assert_eq!(guest.try_ask("sessions", json!({})).0, 403);
    assert_eq!(home.raw("seat", &bearer, &json!({ "table": made["table"] })).0, 403, "his bot is gone with him");
}

#[test]
fn a_swiss_tournament_is_run_from_its_announcement_to_its_standings() {
    let home = Home::open("swiss", false);
    let director = home.register("Halleck");
    let players: Vec<Person<'_>> = ["Grant", "Lee", "Pope"].iter().map(|name| home.register(name)).collect();
    let said = json!({ "title": "The spring cup", "format": "swiss", "rounds": 2, "days": 7, "sides": "turns",
        "order": { "game": "blue-gray", "set_up": "standard" }, "pace": { "kind": "days", "hours": 48, "bank": 24 } });
    let id = director.ask("announce", said)["tournament"]["id"].clone();
    players.iter().for_each(|p| drop(p.ask("enter", json!({ "id": id }))));
    assert!(players[0].refused("enter", json!({ "id": id })).contains("already"));
    assert!(players[0].refused("next-round", json!({ "id": id })).contains("director"));
    for round in 1..=2 {
        let tournament = director.ask("next-round", json!({ "id": id }))["tournament"].clone();
        let pairings = tournament["rounds"][round - 1]["pairings"].as_array().unwrap().clone();
        assert_eq!(pairings.len(), 2, "one game and a bye");
        let table = pairings.iter().find_map(|p| p["tables"].get(0)).unwrap().clone();
        assert!(director.refused("next-round", json!({ "id": id })).contains("still played"));
        if round == 1 {
            // Somebody gives up: that counts.
            let player = players.iter().find(|p| p.ask("seat", json!({ "table": table }))["seat"] == "union").unwrap();
            let gone = player.sit(&table).ask(json!({ "op": "resign" }));
            assert_eq!(gone["ok"], true, "{gone}");
        } else {
            let decided = director.ask("decide", json!({ "id": id, "table": table, "winner": "union" }));
            assert_eq!(decided["tournament"]["round_done"], true);
        }
    }
    let over = director.ask("next-round", json!({ "id": id }))["tournament"].clone();
    assert_eq!(over["stage"], "over");
    let points: Vec<u64> = over["standings"].as_array().unwrap().iter().map(|p| p["points"].as_u64().unwrap()).collect();
    assert_eq!((points.iter().sum::<u64>(), points.len()), (8, 3), "two halves for each game and each bye: {points:?}");
    assert!(points.is_sorted_by(|a, b| a >= b));
}

#[test]
fn sides_are_bid_for_in_time_and_nobody_sees_the_others_bid() {
    let home = Home::open("bids", false);
    let (grant, lee) = (home.register("Grant"), home.register("Lee"));
    let bid = |hundredths: u64| {
        let mut challenge = wanted(json!({ "kind": "live", "main": 1_000, "increment": 0 }));
        (challenge["want"], challenge["bid"]) = (json!("bid-union"), json!(hundredths));
        grant.ask("look-for", challenge)["challenge"]["id"].clone()
    };
    let id = bid(20);
    assert!(lee.ask("lobby", json!({}))["open"][0].get("bid").is_none());
    assert!(lee.refused("accept", json!({ "id": id, "bid": 95 })).contains("hundredths"));
    let game = lee.ask("accept", json!({ "id": id, "bid": 30 }))["game"].clone();
    assert_eq!((&game["side"], &game["bids"]), (&json!("union"), &json!([30, 0])), "who bids more has the side and pays for it");
    assert_eq!(game["clock"]["left"], json!([700_000, 1_000_000]));
    let game = lee.ask("accept", json!({ "id": bid(20), "bid": 10 }))["game"].clone();
    assert_eq!((&game["side"], &game["clock"]["left"]), (&json!("confederate"), &json!([800_000, 1_000_000])));
    let mut free = wanted(json!({ "kind": "free" }));
    free["want"] = json!("bid-union");
    assert!(grant.refused("look-for", free).contains("bids are in time"));
}

#[test]
fn a_computer_stands_in_if_both_agree_and_is_rated_when_it_plays_for_itself() {
    let home = Home::open("stand-in", false);
    let (grant, lee) = (home.register("Grant"), home.register("Lee"));
    let table = meet(&grant, &lee, json!({ "kind": "free" }));
    let offer = |who: &Person<'_>| who.ask("offer", json!({ "table": table, "offer": "stand-in" }));
    let length = |client: &mut Client| client.ask(json!({ "op": "log" }))["entries"].as_array().map_or(0, Vec::len);
    let mut seat = lee.sit(&table);
    let before = length(&mut seat);
    assert_eq!(offer(&grant)["agreed"], false);
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(length(&mut seat), before, "nobody plays before both have agreed");
    let game = offer(&lee)["game"].clone();
    assert!(game["stand_in"][0].is_string() && game["stand_in"][1].is_null() && game["rated"] == false, "{game}");
    let plays = (0..900).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        length(&mut seat) > before
    });
    assert!(plays, "the computer plays for the Union");
    assert!(lee.refused("play-on", json!({ "table": table })).contains("nobody stands in"));
    assert_eq!(grant.ask("play-on", json!({ "table": table }))["game"]["stand_in"], json!([null, null]));
    // A game with a computer that counts: both have a rating afterwards.
    let order = json!({ "game": "blue-gray", "set_up": "standard" });
    assert!(grant.refused("play-computer", json!({ "order": order, "level": "nobody", "pace": { "kind": "free" } })).contains("computer"));
    let asked = json!({ "order": order, "level": "random", "side": "union", "pace": { "kind": "free" }, "rated": true });
    let table = grant.ask("play-computer", asked)["table"].clone();
    let mut seat = grant.sit(&table);
    seat.ask(json!({ "op": "resign" }));
    let profile = grant.ask("profile", json!({ "who": "Grant" }));
    assert!(profile["ratings"][0]["rating"].as_i64().unwrap() < 1500, "{profile}");
}

#[test]
fn the_example_bot_plays_its_turn() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3 here, so the example bot was not tried");
        return;
    }
    let home = Home::open("bot", false);
    let owner = home.register("Rosecrans");
    let token = owner.ask("bot", json!({ "name": "Random brigade" }))["token"].clone();
    let bot = || {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
        let mut run = std::process::Command::new("python3");
        let said = run.args([script, &format!("http://{}", home.addr), token.as_str().unwrap(), "1"]).output().unwrap();
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        String::from_utf8_lossy(&said.stdout).into_owned()
    };
    bot();
    assert_eq!(owner.ask("lobby", json!({}))["open"][0]["by"], "Random brigade", "it looks for a game");
    // With one side or the other it is asked first; it takes up challenges to it, and plays when it is its turn.
    let decided = ["union", "confederate"].map(|side| {
        let mut challenge = wanted(json!({ "kind": "free" }));
        (challenge["want"], challenge["to"]) = (json!(side), json!("Random brigade"));
        owner.ask("look-for", challenge);
        bot();
        bot().contains("decisions")
    });
    assert!(decided.contains(&true));
}

#[test]
fn whoever_runs_the_house_sees_how_it_is() {
    let home = Home::open("figures", false);
    assert_eq!(crate::house::get(home.addr, "/health"), (200, "well".into()));
    assert_eq!(crate::house::get(home.addr, "/ready").0, 200);
    crate::house::hot_seat(home.addr, "blue-gray");
    let (status, text) = crate::house::get(home.addr, "/metrics");
    assert!(status == 200 && text.contains("\nlongroll_tables_kept 1\n"), "{text}");
}
