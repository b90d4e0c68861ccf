//! The reception: tables are made, friends invited, invitations claimed, tables deleted; how one's tables stand.

use crate::address::Address;
use crate::http::{Hall, Shared, as_json, refused};
use crate::turns::Turn;
use axum::extract::{Extension, Request, State};
use axum::http::{StatusCode, header};
use axum::response::Response;
use engine::Side;
use engine::table::Refusal;
use serde_json::{Value, json};
use std::sync::Arc;
use tables::rooms::field;

/// The most tables one may ask after at once.
const MOST_MINE: usize = 50;
/// The most things that a body may consist of: in memory each is many times as long as it is written.
const MOST_THINGS: usize = 400_000;

pub(crate) type Caller = Extension<Address>;
pub(crate) type Refused = Box<Response>;

fn refuse(status: StatusCode, because: &str) -> Refused {
    Box::new(refused(status, &Refusal::because(because)))
}

/// A JSON body, and the caller's turn: of one address a few bodies are read at once. Other types are refused: a page elsewhere cannot send
/// JSON without asking first.
pub(crate) async fn read(hall: &Hall, address: Address, request: Request) -> Result<(Value, Turn), Refused> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|k| k.to_str().ok()).unwrap_or("");
    if !kind.starts_with("application/json") {
        return Err(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a body of type application/json is wanted"));
    }
    let house = &hall.house;
    if house.allowances.visits.check_key(&address).is_err() {
        return Err(refuse(StatusCode::TOO_MANY_REQUESTS, "too many visits from your address: try again in a minute"));
    }
    let turn = house.turns.at_desk(address).await;
    let bytes = tokio::time::timeout(house.limits.times.body, axum::body::to_bytes(request.into_body(), house.limits.body));
    let bytes = bytes
        .await
        .map_err(|_| refuse(StatusCode::REQUEST_TIMEOUT, "this took too long to come"))?
        .map_err(|_| refuse(StatusCode::PAYLOAD_TOO_LARGE, "this is too long"))?;
    if bytes.iter().filter(|b| matches!(b, b',' | b'[' | b'{')).count() > MOST_THINGS {
        return Err(refuse(StatusCode::PAYLOAD_TOO_LARGE, "there are too many things in this"));
    }
    let body = serde_json::from_slice(&bytes).map_err(|e| refuse(StatusCode::BAD_REQUEST, &format!("this is not JSON: {e}")))?;
    Ok((body, turn))
}

/// Does what a body asks for, away from those who only pass messages on.
pub(crate) async fn answer(
    hall: Arc<Hall>,
    address: Address,
    request: Request,
    work: impl FnOnce(&Hall, &Value) -> Result<Value, Refusal> + Send + 'static,
) -> Response {
    let (body, turn) = match read(&hall, address, request).await {
        Ok(read) => read,
        Err(response) => return *response,
    };
    let work = move || {
        let _turn = turn;
        work(&hall, &body)
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(made)) => as_json(&made),
        Ok(Err(refusal)) => refused(StatusCode::BAD_REQUEST, &refusal),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, &Refusal::because("this met a fault of the program, please report it")),
    }
}

fn word<'a>(body: &'a Value, name: &str) -> &'a str {
    body[name].as_str().unwrap_or("")
}

/// A new table.
pub(crate) async fn create(State(hall): Shared, Extension(address): Caller, request: Request) -> Response {
    answer(hall, address, request, move |hall, body| hall.house.create(body, address)).await
}

/// `{table, invitation, key}`: somebody takes the seat that he was invited to, with a key of his own.
pub(crate) async fn claim(State(hall): Shared, Extension(address): Caller, request: Request) -> Response {
    let claim = |hall: &Hall, body: &Value| {
        let seat = hall.house.tables.claim(word(body, "table"), word(body, "invitation"), word(body, "key"))?;
        Ok(json!({ "ok": true, "seat": seat }))
    };
    answer(hall, address, request, claim).await
}

/// `{table, owner, seat}`: another invitation instead of one that nobody has claimed.
pub(crate) async fn invite(State(hall): Shared, Extension(address): Caller, request: Request) -> Response {
    let invite = |hall: &Hall, body: &Value| {
        let side = Side::from_id(word(body, "seat")).ok_or_else(|| field("seat", "a seat is union or confederate"))?;
        let invitation = hall.house.tables.invite(word(body, "table"), word(body, "owner"), side)?;
        Ok(json!({ "ok": true, "invitation": invitation }))
    };
    answer(hall, address, request, invite).await
}

/// `{table, owner}`: the table is deleted, for everybody.
pub(crate) async fn delete(State(hall): Shared, Extension(address): Caller, request: Request) -> Response {
    let delete = |hall: &Hall, body: &Value| {
        hall.house.tables.delete(word(body, "table"), word(body, "owner"))?;
        Ok(json!({ "ok": true }))
    };
    answer(hall, address, request, delete).await
}

/// How one's tables stand: `[{table, key}]` in, what each is and whose turn it is out; those without the right key are left out.
pub(crate) async fn mine(State(hall): Shared, Extension(address): Caller, request: Request) -> Response {
    let mine = |hall: &Hall, body: &Value| {
        let standing = |item: &Value| {
            let (room, seat) = hall.house.enter(word(item, "table"), word(item, "key"))?;
            Some(room.standing(seat))
        };
        Ok(json!(body.as_array().into_iter().flatten().take(MOST_MINE).filter_map(standing).collect::<Vec<_>>()))
    };
    answer(hall, address, request, mine).await
}
