//! Meeting, and games between people: challenges, seats, clocks, offers, words and notes.

use super::host::show;
use super::{Caller, People, Reply, done, read, word};
use crate::address::Address;
use crate::house::House;
use engine::table::Refusal;
use engine::{Seat, Side};
use house::account::by_name;
use house::clock::{Clock, Pace};
use house::meeting::{self, Challenge, Meeting, Wanted};
use house::play::{self, Agreed, Game, Offer, Player, SIDES};
use house::talk::{self, Circle};
use house::{Account, No, at_desk, rating, telling, tournament};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use tables::card::Sitter;

/// How many games, lines and tournaments are listed.
const LISTED: usize = 50;
/// The most games that a guest keeps at once when he registers.
const MOST_KEPT: usize = 50;

fn refuse(refusal: Refusal) -> No {
    match refusal.field {
        Some(field) => No::field(&field, refusal.because),
        None => No::because(refusal.because),
    }
}

/// What of a request says how a table is to be made.
pub(super) fn order_of(house: &House, asked: &Value) -> Result<(Value, String), No> {
    let mut order = Map::new();
    for name in ["game", "scenario", "options", "set_up"] {
        if let Some(value) = asked.get(name).filter(|v| !v.is_null()) {
            order.insert(name.into(), value.clone());
        }
    }
    let mut trial = order.clone();
    trial.insert("seats".into(), json!({ "union": "friend", "confederate": "friend" }));
    house.tables.plan(&Value::Object(trial)).map_err(refuse)?;
    let catalogue = house.kind(word(asked, "game")).ok_or_else(|| No::field("game", "no such game is on the shelf"))?.catalogue();
    let scenario = catalogue.scenarios.iter().find(|s| Some(s.id.as_str()) == asked["scenario"].as_str()).or(catalogue.scenarios.first());
    let title = match scenario.map(|s| s.title.as_str()).filter(|title| !title.is_empty() && *title != catalogue.title) {
        Some(scenario) => format!("{}: {scenario}", catalogue.title),
        None => catalogue.title.clone(),
    };
    Ok((Value::Object(order), title))
}

/// How two meet.
pub(super) struct Match<'a> {
    /// Who plays: Union, Confederate.
    pub players: [Player; 2],
    /// How the table is made.
    pub order: &'a Value,
    /// What people call it.
    pub title: &'a str,
    /// How fast.
    pub pace: Pace,
    /// Whether it counts.
    pub rated: bool,
    /// Whether others may look on.
    pub watch: bool,
    /// How many minutes later they see it.
    pub delay: u32,
    /// The tournament it belongs to.
    pub tournament: Option<String>,
    /// How much of his time each has given up for his side, in hundredths.
    pub bids: [u8; 2],
}

/// Makes the table of two who meet, and sits them down. It counts among the new tables of that address; those of a tournament are the house's own.
pub(super) fn sit_down(house: &House, people: &People, address: Option<Address>, wanted: Match<'_>) -> Result<Game, No> {
    let mut request = wanted.order.clone();
    let seats: Map<String, Value> =
        SIDES.iter().zip(&wanted.players).map(|(side, player)| (side.to_string(), json!(seat(player)))).collect();
    request["seats"] = Value::Object(seats);
    request["delay"] = json!(wanted.delay);
    let made = match address {
        Some(address) => house.create(&request, address),
        None => house.create_own(&request),
    };
    let made = made.map_err(refuse)?;
    let table = word(&made, "table").to_string();
    let mut keys = [String::new(), String::new()];
    for (side, key) in SIDES.iter().zip(&mut keys) {
        if let Some(invitation) = made["invitations"][side].as_str() {
            *key = tables::tokens::key();
            house.tables.claim(&table, invitation, key).map_err(refuse)?;
        }
    }
    let now = people.now();
    let scenario = house.tables.room(&table).map(|room| room.card.scenario.clone()).unwrap_or_default();
    let mut clock = Clock::new(wanted.pace, now);
    wanted.bids.iter().enumerate().for_each(|(side, bid)| clock.give_up(side, *bid));
    let game = Game {
        id: table.clone(),
        game: word(wanted.order, "game").into(),
        scenario,
        title: wanted.title.into(),
        players: wanted.players,
        keys,
        spectators: wanted.watch.then(|| word(&made["keys"], "spectator").to_string()),
        delay: wanted.delay,
        pace: wanted.pace,
        clock,
        rated: wanted.rated,
        offers: Default::default(),
        stand_in: Default::default(),
        bids: wanted.bids,
        seen: [0, 0],
        created: now,
        moved: now,
        end: None,
        tournament: wanted.tournament,
        order: wanted.order.clone(),
    };
    play::begin(people.records(), &game)?;
    house.adopt(&table);
    // Its clocks have begun by now.
    Ok(play::look(people.records(), &table)?.unwrap_or(game))
}

fn seat(player: &Player) -> String {
    match player {
        Player::Computer { level } => format!("computer:{level}"),
        _ => "friend".into(),
    }
}

/// The key of somebody's seat at a table, or for looking on.
fn seat_key(game: &Game, account: Option<&Account>) -> Result<Value, No> {
    if let Some(side) = account.and_then(|account| game.side(&account.id)) {
        return Ok(json!({ "table": game.id, "seat": SIDES[side], "key": game.keys[side], "title": game.title }));
    }
    match &game.spectators {
        Some(key) => Ok(json!({ "table": game.id, "seat": "spectator", "key": key, "title": game.title })),
        None => Err(No::forbidden("this game is not for onlookers")),
    }
}

fn find(people: &People, body: &Value) -> Result<Game, No> {
    play::look(people.records(), word(body, "table"))?.ok_or_else(|| No::field("table", "there is no such game in this house"))
}

/// Shows those who sit at a table how its game stands now.
fn tell(house: &House, people: &People, game: &Game) {
    if let Some(room) = house.tables.room(&game.id) {
        show(&room, game, people.now());
    }
}

/// A guest who is known now keeps the games that he has keys for.
fn keep(house: &House, people: &People, account: &Account, body: &Value) -> Result<Value, No> {
    let mut kept = Vec::new();
    for item in body["tables"].as_array().into_iter().flatten().take(MOST_KEPT) {
        let Some((room, seat)) = house.enter(word(item, "table"), word(item, "key")) else { continue };
        let Some(side) = seat.side().map(Side::index) else { continue };
        let player = |sitter: &Sitter| match sitter {
            Sitter::Computer { level } => Player::Computer { level: level.clone() },
            _ => Player::Guest,
        };
        let about = room.about();
        let mut keys = [String::new(), String::new()];
        keys[side] = word(item, "key").into();
        let title = if about.scenario_title.is_empty() { about.title } else { format!("{}: {}", about.title, about.scenario_title) };
        let now = people.now();
        let game = Game {
            id: room.card.id.clone(),
            game: about.game,
            scenario: about.scenario,
            title,
            players: [player(&about.seats[0]), player(&about.seats[1])],
            keys,
            spectators: None,
            delay: 0,
            pace: Pace::Free,
            clock: Clock::new(Pace::Free, now),
            rated: false,
            offers: Default::default(),
            stand_in: Default::default(),
            bids: [0, 0],
            seen: [0, 0],
            created: about.created * 1_000,
            moved: now,
            end: None,
            tournament: None,
            order: Value::Null,
        };
        if play::keep_game(people.records(), &game, side, account).is_ok() {
            house.adopt(&game.id);
            kept.push(game.id);
        }
    }
    Ok(json!({ "kept": kept }))
}

/// The lobby: who looks for what, one's own games, what can be looked at, tournaments.
fn lobby(people: &People, caller: &Caller) -> Result<Value, No> {
    let (records, account) = (people.records(), caller.account.as_ref());
    let mut lobby = meeting::lobby(records, account, people.now())?;
    let own = |game: &Game| game.shown(account.map(|a| a.id.as_str()));
    lobby["games"] = match account {
        Some(account) => play::games_of(records, &account.id, false, LISTED)?.iter().map(own).collect(),
        None => json!([]),
    };
    let theirs = |game: &&Game| account.is_none_or(|a| game.side(&a.id).is_none());
    lobby["watch"] = play::to_watch(records, LISTED)?.iter().filter(theirs).map(own).collect();
    let brief = |t: &tournament::Tournament| json!({ "id": t.id, "title": t.title, "format": t.format, "stage": t.stage, "game": t.game_title, "entrants": t.entrants.len(), "pace_words": t.pace.words() });
    lobby["tournaments"] = tournament::all(records, 20)?.iter().map(brief).collect();
    lobby["now"] = json!(people.now());
    Ok(lobby)
}

/// What anybody may know of somebody, by his name.
fn profile(people: &People, caller: &Caller, name: &str) -> Result<Value, No> {
    let records = people.records();
    let account = at_desk(records, |desk| by_name(desk, name))?;
    let mut shown = account.card();
    shown["ratings"] = rating::ratings_of(records, &account.id)?.iter().map(rating::Rating::shown).collect();
    let games = play::games_of(records, &account.id, false, 20)?;
    shown["games"] = games.iter().filter(|g| g.end.is_some()).map(|g| g.shown(Some(&account.id))).collect();
    if let Some(own) = &caller.account {
        shown["friend"] = json!(own.friends.contains(&account.id));
        shown["blocked"] = json!(own.blocked.contains(&account.id));
        shown["own"] = json!(own.id == account.id);
    }
    Ok(shown)
}

/// A challenge is taken up: the table is made.
fn meet(house: &House, people: &People, caller: &Caller, challenge: &Challenge, (players, bids): Meeting) -> Result<Game, No> {
    let wanted = Match {
        players,
        bids,
        order: &challenge.order,
        title: &challenge.title,
        pace: challenge.pace,
        rated: challenge.rated,
        watch: challenge.watch,
        delay: challenge.delay,
        tournament: None,
    };
    sit_down(house, people, Some(caller.address), wanted)
}

/// A computer that plays neither foolishly nor for long.
fn middling(house: &House, game: &str) -> Option<String> {
    let players = house.kind(game)?.players();
    players.iter().find(|level| **level == "captain").or(players.last()).map(|level| level.to_string())
}

/// Somebody sits down to a game with a computer at once, by the clock and rated if he likes: computers are rated too.
fn against_computer(house: &House, people: &People, caller: &Caller, body: &Value) -> Result<Game, No> {
    let account = caller.known()?;
    let (order, title) = order_of(house, &body["order"])?;
    let level = word(body, "level").to_string();
    if house.kind(word(&order, "game")).is_none_or(|kind| !kind.players().contains(&level.as_str())) {
        return Err(No::field("level", "no such computer plays this game"));
    }
    let pace: Pace = read(&body["pace"]).map_err(|_| No::field("pace", "there is no such pace"))?;
    if !pace.sound() {
        return Err(No::field("pace", "a live game has 1 minute to 6 hours for each side; over days each decision has an hour to 14 days"));
    }
    let (own, computer) = (Player::of(account), Player::Computer { level });
    let players = if word(body, "side") == SIDES[1] { [computer, own] } else { [own, computer] };
    let wanted = Match {
        players,
        order: &order,
        title: &title,
        pace,
        rated: body["rated"] == true,
        watch: body["watch"] == true,
        delay: meeting::read_delay(body["delay"].as_u64().unwrap_or(0))?,
        tournament: None,
        bids: [0, 0],
    };
    sit_down(house, people, Some(caller.address), wanted)
}

fn offer(house: &House, people: &People, account: &Account, body: &Value) -> Result<Value, No> {
    let wanted: Offer =
        read(&body["offer"]).map_err(|_| No::field("offer", "one may offer take-back, pause, draw, call-off or stand-in"))?;
    let level = find(people, body).ok().and_then(|game| middling(house, &game.game)).unwrap_or_default();
    let (game, agreed) = play::offer(people.records(), word(body, "table"), &account.id, wanted, &level, people.now())?;
    if agreed == Agreed::StandIn {
        house.adopt(&game.id);
        if let Some(room) = house.tables.room(&game.id) {
            room.settle();
        }
    }
    if let (Agreed::TakeBack(side), Some(room)) = (agreed, house.tables.room(&game.id)) {
        room.take_back(Side::BOTH[side]).map_err(refuse)?;
    }
    tell(house, people, &game);
    Ok(json!({ "game": game.shown(Some(&account.id)), "agreed": agreed != Agreed::Nothing }))
}

fn say(house: &House, people: &People, account: &Account, body: &Value) -> Result<Value, No> {
    people.may_speak(account)?;
    let game = find(people, body)?;
    seat_key(&game, Some(account))?;
    let room = house.tables.room(&game.id);
    let here = room.as_ref().map_or([false; 2], |room| room.seated());
    let line = talk::say(people.records(), &game, account, word(body, "text"), here, people.now())?;
    if let Some(room) = room {
        let hears = |seat: Seat| game.end.is_some() || (seat == Seat::Spectator) == (line.circle == Circle::Onlookers);
        room.announce(hears, &json!({ "house": { "said": line } }));
    }
    Ok(json!({ "said": line }))
}

/// Answers what concerns meeting and games.
pub(super) fn answer(house: &Arc<House>, people: &People, caller: &Caller, what: &str, body: &Value) -> Result<Option<Reply>, No> {
    let (records, now) = (people.records(), people.now());
    let table = word(body, "table");
    let shown = |game: &Game| -> Result<Reply, No> {
        tell(house, people, game);
        Ok(json!({ "game": game.shown(caller.account.as_ref().map(|a| a.id.as_str())) }).into())
    };
    let reply: Result<Reply, No> = match what {
        "lobby" => Ok(lobby(people, caller)?.into()),
        "look-for" => {
            let mut wanted: Wanted = read(body)?;
            let (order, title) = order_of(house, &body["order"])?;
            wanted.order = order;
            people.may_bother(caller.known()?)?;
            let challenge = meeting::challenge(records, caller.known()?, &wanted, &title, now)?;
            if challenge.to.is_none() {
                let text = format!("{} looks for somebody to play {title} ({}).", challenge.name, challenge.pace.words());
                people.tell_room("challenge", text, "#/house".into());
            }
            Ok(json!({ "challenge": challenge }).into())
        }
        "withdraw" => {
            meeting::withdraw(records, caller.known()?, word(body, "id"))?;
            done()
        }
        "accept" => {
            let lot = tables::tokens::below(2) == 0;
            let bid = body["bid"].as_u64().unwrap_or(0);
            let (challenge, meeting) = meeting::accept(records, caller.known()?, word(body, "id"), bid, lot, now)?;
            let game = match meet(house, people, caller, &challenge, meeting) {
                Ok(game) => game,
                Err(no) => {
                    // There is no room for their table: the challenge stands as before.
                    meeting::put_back(records, &challenge)?;
                    return Err(no);
                }
            };
            telling::tell_begun(records, &game, caller.known()?, now)?;
            Ok(json!({ "table": game.id, "game": game.shown(Some(&caller.known()?.id)) }).into())
        }
        "rematch" => {
            let game = find(people, body)?;
            people.may_bother(caller.known()?)?;
            Ok(json!({ "challenge": meeting::rematch(records, caller.known()?, &game, now)? }).into())
        }
        "regard" => {
            let is = |name: &str| body[name] == true;
            meeting::regard(records, &caller.known()?.id, word(body, "who"), is("friend"), is("blocked"))?;
            done()
        }
        "circle" => Ok(meeting::circle(records, caller.known()?)?.into()),
        "profile" => Ok(profile(people, caller, word(body, "who"))?.into()),
        "keep" => Ok(keep(house, people, caller.known()?, body)?.into()),
        "seat" => Ok(seat_key(&find(people, body)?, caller.account.as_ref())?.into()),
        // Most tables are nobody's of the house: that is no fault.
        "game" if play::look(records, table)?.is_none() => Ok(json!({ "game": null }).into()),
        "game" => {
            let game = find(people, body)?;
            seat_key(&game, caller.account.as_ref())?;
            let id = caller.account.as_ref().map(|a| a.id.as_str());
            if let Some(side) = id.and_then(|id| game.side(id)) {
                telling::seen(records, &game, side)?;
            }
            let plays = id.filter(|id| game.side(id).is_some());
            let note = plays.map(|id| talk::note(records, &game.id, id)).transpose()?;
            let said = talk::heard(records, &game, id, 200)?;
            Ok(json!({ "game": game.shown(id), "said": said, "note": note, "now": now }).into())
        }
        "say" => Ok(say(house, people, caller.known()?, body)?.into()),
        "note" => {
            let (game, account) = (find(people, body)?, caller.known()?);
            game.side(&account.id).ok_or_else(|| No::forbidden("you do not play here"))?;
            talk::write_note(records, &game.id, &account.id, word(body, "text"))?;
            done()
        }
        "offer" => {
            people.may_bother(caller.known()?)?;
            Ok(offer(house, people, caller.known()?, body)?.into())
        }
        "decline" => {
            let offer: Offer = read(&body["offer"]).map_err(|_| No::field("offer", "there is no such offer"))?;
            shown(&play::decline(records, table, &caller.known()?.id, offer)?)
        }
        "go-on" => shown(&play::go_on(records, table, &caller.known()?.id, now)?),
        "play-on" => shown(&play::play_on(records, table, &caller.known()?.id)?),
        "play-computer" => {
            let game = against_computer(house, people, caller, body)?;
            Ok(json!({ "table": game.id, "game": game.shown(Some(&caller.known()?.id)) }).into())
        }
        "claim" => shown(&play::claim(records, table, &caller.known()?.id, now)?),
        _ => return Ok(None),
    };
    reply.map(Some)
}
