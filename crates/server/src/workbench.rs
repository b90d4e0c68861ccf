//! The workshop over HTTP, on the table of this computer: titles of one's own are made, drawn, tried, packed and brought along. A house for
//! others has none.

use crate::http::{Hall, Shared, as_json, not_found, of_type, refused};
use crate::{exhibits, reception};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use engine::table::Refusal;
use serde_json::{Value, json};
use std::collections::HashMap;
use workshop::bench::{Answer, Bench, Request as Asked};

const NONE: &str = "there is no workshop in this house: titles are made on one's own computer";

fn bench(hall: &Hall) -> Result<&Bench, Refusal> {
    hall.house.bench.get().ok_or_else(|| Refusal::because(NONE))
}

/// Whether there is a workshop here.
pub(crate) async fn there(State(hall): Shared) -> Response {
    as_json(&json!({ "workshop": hall.house.bench.get().is_some() }))
}

/// Does what a body asks for ([`Asked`]); a draft comes with the place of each hex on its drawing.
pub(crate) async fn ask(State(hall): Shared, caller: reception::Caller, request: Request) -> Response {
    let work = |hall: &Hall, body: &Value| {
        let asked: Asked =
            serde_json::from_value(body.clone()).map_err(|e| Refusal::because(format!("this is nothing that the workshop knows: {e}")))?;
        let answer = bench(hall)?.ask(&asked).map_err(Refusal::because)?;
        let mut value = json!(answer);
        if let Answer::Draft(draft) = &answer {
            let text = draft.files.get("board.toml").map(String::as_str);
            value["board"] = board_of(text).map_or(Value::Null, |board| atlas::described(&board));
        }
        Ok(value)
    };
    reception::answer(hall, caller.0, request, work).await
}

fn board_of(text: Option<&str>) -> Option<board::Board> {
    text.and_then(|text| board::Board::examine(text, "board.toml").0)
}

/// `{data}`: an archive that somebody passed on, in hexadecimal digits.
pub(crate) async fn import(State(hall): Shared, caller: reception::Caller, request: Request) -> Response {
    let work = |hall: &Hall, body: &Value| {
        let text = body["data"].as_str().unwrap_or_default();
        let digits = |pair: &[u8]| std::str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(digits).collect();
        let bytes = bytes.ok_or_else(|| Refusal::because("hexadecimal digits are wanted"))?;
        let folder = bench(hall)?.import(&bytes).map_err(Refusal::because)?;
        Ok(json!({ "ok": true, "folder": folder }))
    };
    reception::answer(hall, caller.0, request, work).await
}

/// `board.svg?folder=F&style=S`: the board of a draft; `title.longroll?folder=F`: its archive.
pub(crate) async fn file(State(hall): Shared, Path(file): Path<String>, Query(query): Query<HashMap<String, String>>) -> Response {
    let folder = query.get("folder").cloned().unwrap_or_default();
    let campfire = query.get("style").is_some_and(|style| style == "campfire");
    let made = tokio::task::spawn_blocking(move || -> Result<Response, Refusal> {
        let bench = bench(&hall)?;
        match file.as_str() {
            "board.svg" => {
                let bundle = bench.read(&folder).map_err(Refusal::because)?;
                let style = if campfire { atlas::Style::campfire() } else { atlas::Style::paper() };
                let board = bundle.has("board.toml").then(|| board_of(Some(bundle.text("board.toml")))).flatten();
                let board = board.ok_or_else(|| Refusal::because("the board cannot be drawn until its file is put right"))?;
                let drawn = exhibits::drawing(&board, exhibits::Drawing::Svg, style, false);
                Ok(drawn.map_or_else(not_found, |bytes| of_type("image/svg+xml", bytes)))
            }
            "title.longroll" => {
                let (name, bytes) = bench.export(&folder).map_err(Refusal::because)?;
                let mut response = of_type("application/zip", bytes);
                let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
                response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition.unwrap_or(HeaderValue::from_static("attachment")));
                Ok(response)
            }
            _ => Ok(not_found()),
        }
    });
    match made.await {
        Ok(Ok(response)) => response,
        Ok(Err(refusal)) => refused(StatusCode::BAD_REQUEST, &refusal),
        Err(_) => not_found(),
    }
}
