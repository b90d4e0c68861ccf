//! Ratings, tournaments, and keeping order.

use super::games::{Match, order_of, sit_down};
use super::{Caller, People, Reply, done, read, word};
use crate::house::House;
use crate::http::{Shared, as_json};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use house::order::{self, Measure};
use house::play::side_of;
use house::tournament::{self, Announcement, Stage, Tournament};
use house::{No, rating};
use serde_json::{Value, json};
use std::sync::Arc;

/// How many are listed.
const LISTED: usize = 100;

fn shown(tournament: &Tournament) -> Reply {
    json!({ "tournament": tournament.shown() }).into()
}

/// The next round: tables are made for all who meet.
fn next_round(house: &House, people: &People, caller: &Caller, id: &str) -> Result<Reply, No> {
    let (records, by) = (people.records(), caller.known()?);
    let (tournament, to_make) = tournament::next_round(records, id, by, people.now())?;
    let text = match tournament.stage {
        Stage::Over => format!("{} is over.", tournament.title),
        _ => format!("{}: round {} is paired.", tournament.title, tournament.rounds.len()),
    };
    for make in to_make {
        let wanted = Match {
            players: make.players,
            order: &tournament.order,
            title: &tournament.game_title,
            pace: tournament.pace,
            rated: true,
            watch: true,
            delay: tournament.delay,
            tournament: Some(tournament.id.clone()),
            bids: make.bids,
        };
        // What is made is kept one by one: if the house has no more room, the rest is made when the director asks again.
        let game = sit_down(house, people, None, wanted)?;
        tournament::made(records, id, make.pairing, make.table, &game.id)?;
    }
    people.tell_room("round", text, format!("#/tournament/{id}"));
    Ok(shown(&tournament::one(records, id)?))
}

/// Whoever is shut out sits at no table any more: his lines are cut. On other nodes that happens when he next comes.
fn turn_out(house: &House, people: &People, name: &str) -> Result<(), No> {
    let records = people.records();
    let account = house::at_desk(records, |desk| house::account::by_name(desk, name))?;
    for game in house::play::games_of(records, &account.id, true, LISTED)? {
        if let (Some(side), Some(room)) = (game.side(&account.id), house.tables.room(&game.id)) {
            room.turn_out(engine::Side::BOTH[side].into(), "This account is closed.");
        }
    }
    Ok(())
}

/// `GET /api/tournaments/{id}`: the results of a tournament, for whoever wants to print or count them.
pub(crate) async fn results(State(hall): Shared, Path(id): Path<String>) -> Response {
    let Some(people) = hall.house.people.clone() else { return StatusCode::NOT_FOUND.into_response() };
    match tokio::task::spawn_blocking(move || tournament::one(people.records(), &id)).await {
        Ok(Ok(tournament)) => as_json(&tournament.shown()),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Answers what concerns ratings, tournaments and order.
pub(super) fn answer(house: &Arc<House>, people: &People, caller: &Caller, what: &str, body: &Value) -> Result<Option<Reply>, No> {
    let (records, now, id) = (people.records(), people.now(), word(body, "id"));
    let reply: Result<Reply, No> = match what {
        "ratings" => {
            let best = rating::strongest(records, word(body, "game"), LISTED)?;
            Ok(json!({ "ratings": best.iter().map(rating::Rating::shown).collect::<Vec<_>>() }).into())
        }
        "tournament" => Ok(shown(&tournament::one(records, id)?)),
        "announce" => {
            let mut said: Announcement = read(body)?;
            let (order, title) = order_of(house, &body["order"])?;
            said.order = order;
            let tournament = tournament::announce(records, caller.known()?, &said, &title, now)?;
            let text = format!("{} announces a tournament: {} ({title}).", tournament.director_name, tournament.title);
            people.tell_room("round", text, format!("#/tournament/{}", tournament.id));
            Ok(shown(&tournament))
        }
        "enter" => Ok(shown(&tournament::enter(records, id, caller.known()?, body["out"] != true, body["bid"].as_u64().unwrap_or(0))?)),
        "close-round" => Ok(shown(&tournament::close_round(records, id, caller.known()?, now)?)),
        "next-round" => next_round(house, people, caller, id),
        "decide" => {
            let winner = match word(body, "winner") {
                "" | "draw" => None,
                side => Some(side_of(side)?),
            };
            Ok(shown(&tournament::decide(records, id, caller.known()?, word(body, "table"), winner, now)?))
        }
        "report" => {
            let table = Some(word(body, "table")).filter(|t| !t.is_empty());
            people.may_speak(caller.known()?)?;
            order::report(records, caller.known()?, word(body, "who"), word(body, "why"), table, now)?;
            done()
        }
        "order" => {
            let (reports, deeds) = order::desk_of(records, caller.known()?)?;
            Ok(json!({ "reports": reports, "log": deeds }).into())
        }
        "act" => {
            let measure: Measure = read(&body["measure"]).map_err(|_| No::field("measure", "mute, unmute, ban, unban or dismiss"))?;
            let days = body["days"].as_u64().unwrap_or(7);
            order::act(records, caller.known()?, measure, word(body, "who"), word(body, "why"), days, now)?;
            if measure == Measure::Ban {
                turn_out(house, people, word(body, "who"))?;
            }
            done()
        }
        _ => return Ok(None),
    };
    reply.map(Some)
}
