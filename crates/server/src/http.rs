//! Addresses: the client, games, boards, rules, the socket; who may ask for them. What concerns tables is in [`reception`].

use crate::address::{Address, Peer};
use crate::easel::{Easel, Style, Work};
use crate::gate::Pass;
use crate::guard::Names;
use crate::house::House;
use crate::{client, exhibits, people, reception, short, socket, workbench};
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use engine::table::Refusal;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hasher};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tower_http::compression::CompressionLayer;

/// Only what we serve ourselves may run or be fetched.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The largest body that is looked at for its tag.
const LONGEST_TAGGED: usize = 16 << 20;
/// The buffers of a socket: most of them only sit there.
const BUFFER: usize = 8 << 10;

/// The licences of everything by others that is part of the program.
pub const NOTICES: &str = include!(concat!(env!("OUT_DIR"), "/notices.rs"));

/// What all addresses share.
pub(crate) struct Hall {
    pub(crate) house: Arc<House>,
    web: Option<PathBuf>,
    names: Names,
    easel: Easel,
}

pub(crate) type Shared = State<Arc<Hall>>;

/// The addresses of a house that answers to these names.
pub fn router(house: Arc<House>, web: Option<PathBuf>, names: Names, easel: Easel) -> Router {
    let body = house.limits.body;
    let hall = Arc::new(Hall { house, web, names, easel });
    Router::new()
        .route("/", get(|state: Shared| async move { client_file(&state.0, "index.html") }))
        .route("/fonts.css", get(fonts))
        .route("/fonts/{file}", get(font))
        .route("/api/games", get(games))
        .route("/api/games/{game}/rules", get(rules))
        .route("/api/games/{game}/charts", get(charts))
        .route("/api/games/{game}/glossary", get(glossary))
        .route("/api/games/{game}/picture.jpg", get(picture))
        .route("/api/lessons", get(lessons))
        .route("/api/puzzles", get(puzzles))
        .route("/api/boards/{file}", get(board))
        .route("/api/tables", post(reception::create))
        .route("/api/tables/claim", post(reception::claim))
        .route("/api/tables/invite", post(reception::invite))
        .route("/api/tables/delete", post(reception::delete))
        .route("/api/mine", post(reception::mine))
        .route("/health", get(|| async { "well" }))
        .route("/ready", get(ready))
        .route("/metrics", get(metrics))
        .route("/api/house", get(has_people))
        .route("/api/house/{what}", post(people::ask))
        .route("/api/tournaments/{id}", get(people::cups::results))
        .route("/unsubscribe/{key}", get(people::told::stop_page).post(people::told::stop))
        .route("/api/workshop", get(workbench::there).post(workbench::ask))
        .route("/api/workshop/import", post(workbench::import))
        .route("/api/workshop/{file}", get(workbench::file))
        .route("/notices.txt", get(|| async { of_type("text/plain; charset=utf-8", NOTICES) }))
        .route("/ws", get(join))
        .route("/{*path}", get(|state: Shared, Path(path): Path<String>| async move { client_file(&state.0, &path) }))
        .layer(DefaultBodyLimit::max(body))
        .layer(middleware::from_fn(tagged))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&hall), guard))
        .with_state(hall)
}

/// Whom a request is refused to before anything is done for it.
fn turned_away(hall: &Hall, address: Address, request: &Request) -> Option<Response> {
    const OTHER_HOST: &str = "this house does not answer to that name: if it is yours, say --name when you open it";
    if !hall.names.host(request.headers()) {
        return Some((StatusCode::MISDIRECTED_REQUEST, OTHER_HOST).into_response());
    }
    if !hall.names.origin(request.headers()) {
        return Some((StatusCode::FORBIDDEN, "a page elsewhere may not ask here").into_response());
    }
    if hall.house.allowances.requests.check_key(&address).is_err() {
        let refusal = Refusal::because("too many requests from your address: try again in a minute");
        let mut response = refused(StatusCode::TOO_MANY_REQUESTS, &refusal);
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
        return Some(response);
    }
    None
}

async fn guard(State(hall): Shared, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
    let address = Address::behind(peer, &hall.house.proxies, request.headers());
    request.extensions_mut().insert(address);
    let mut response = match turned_away(&hall, address, &request) {
        Some(response) => response,
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.insert("content-security-policy", HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    response
}

/// Gives what is fetched a tag made from its bytes; whoever has it already is told so, and nothing is sent.
async fn tagged(request: Request, next: Next) -> Response {
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let fetched = request.method() == Method::GET;
    let response = next.run(request).await;
    if !fetched || response.status() != StatusCode::OK {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, LONGEST_TAGGED).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let mut hasher = DefaultHasher::new();
    hasher.write(&bytes);
    // Weak: the same text, compressed or not.
    let tag = format!("W/\"{:016x}\"", hasher.finish());
    let same = known.as_ref().and_then(|k| k.to_str().ok()).is_some_and(|k| k.split(',').any(|one| one.trim() == tag));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        parts.headers.insert(header::ETAG, tag);
    }
    if same {
        parts.status = StatusCode::NOT_MODIFIED;
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, bytes.into())
}

pub(crate) fn of_type(kind: &'static str, body: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, kind)], body.into()).into_response()
}

pub(crate) fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "there is nothing here").into_response()
}

pub(crate) fn as_json(value: &Value) -> Response {
    of_type("application/json", value.to_string())
}

pub(crate) fn refused(status: StatusCode, refusal: &Refusal) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], json!({ "ok": false, "error": short(refusal) }).to_string()).into_response()
}

fn client_file(hall: &Hall, name: &str) -> Response {
    match client::file(name, hall.web.as_deref()) {
        Some((kind, text)) => of_type(kind, text.into_owned()),
        None => not_found(),
    }
}

async fn fonts() -> Response {
    of_type("text/css; charset=utf-8", atlas::font_css(|font| format!("/fonts/{}", font.file)))
}

async fn font(Path(file): Path<String>) -> Response {
    match atlas::FONTS.iter().find(|f| f.file == file) {
        Some(font) => ([(header::CONTENT_TYPE, "font/ttf"), (header::CACHE_CONTROL, "max-age=604800")], font.bytes).into_response(),
        None => not_found(),
    }
}

/// How long what keeps the tables may take to answer before others are asked instead.
const READY: Duration = Duration::from_secs(3);

/// Whether this house can keep something just now: for whoever sends people to one of several.
async fn ready(State(hall): Shared) -> Response {
    if hall.house.closing.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "not ready: this house is closing").into_response();
    }
    match tokio::time::timeout(READY, tokio::task::spawn_blocking(move || hall.house.figures())).await {
        Ok(Ok(Ok(_))) => "ready".into_response(),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "not ready: what keeps the tables does not answer").into_response(),
    }
}

/// How much is going on, as Prometheus reads it: for this computer only.
async fn metrics(State(hall): Shared, Extension(address): Extension<Address>) -> Response {
    if !address.is_here() {
        return not_found();
    }
    let figures = tokio::task::spawn_blocking(move || hall.house.figures()).await;
    let Ok(Ok(figures)) = figures else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    let lines = figures
        .iter()
        .map(|(name, what, value)| format!("# HELP longroll_{name} {what}\n# TYPE longroll_{name} gauge\nlongroll_{name} {value}\n"));
    of_type("text/plain; version=0.0.4; charset=utf-8", lines.collect::<String>())
}

/// Whether this house has accounts.
async fn has_people(State(hall): Shared) -> Response {
    as_json(&json!({ "accounts": hall.house.people.is_some() }))
}

impl Hall {
    /// Whether a request calls the house by a name that its owner has given it: then it came by TLS.
    pub(crate) fn is_named(&self, headers: &HeaderMap) -> bool {
        self.names.is_given(headers)
    }
}

async fn games(State(hall): Shared, asked: HeaderMap) -> Response {
    hall.easel.show(Work::Games, hall.house.tables.shelf, &asked).await
}

async fn puzzles(State(hall): Shared) -> Response {
    as_json(&exhibits::puzzles(hall.house.tables.shelf))
}

async fn lessons(State(hall): Shared) -> Response {
    as_json(&exhibits::lessons(hall.house.tables.shelf))
}

async fn rules(State(hall): Shared, Path(game): Path<String>, Query(query): Query<HashMap<String, String>>) -> Response {
    let scenario = query.get("scenario").map(String::as_str);
    hall.house.kind(&game).map_or_else(not_found, |kind| as_json(&exhibits::rules(kind, scenario)))
}

/// What the words of a game mean.
async fn glossary(State(hall): Shared, Path(game): Path<String>) -> Response {
    hall.house.kind(&game).map_or_else(not_found, |kind| as_json(&exhibits::glossary(kind)))
}

async fn charts(State(hall): Shared, Path(game): Path<String>, Query(query): Query<HashMap<String, String>>) -> Response {
    let Some(kind) = hall.house.kind(&game) else { return not_found() };
    let mut options: BTreeMap<String, String> = query.into_iter().collect();
    let scenario = options.remove("scenario");
    let made = tokio::task::spawn_blocking(move || {
        let setup = kind.catalogue().complete(scenario.as_deref(), &options)?;
        kind.charts(&setup)
    });
    match made.await {
        Ok(Ok(charts)) => as_json(&json!(charts)),
        Ok(Err(bad)) => refused(StatusCode::BAD_REQUEST, &bad.into()),
        Err(_) => not_found(),
    }
}

fn style_of(query: &HashMap<String, String>) -> Style {
    Style::of_name(query.get("style").map_or("", String::as_str))
}

/// `picture.jpg?style=paper|campfire`: the game as it begins, for the lobby.
async fn picture(
    State(hall): Shared,
    Path(game): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    asked: HeaderMap,
) -> Response {
    hall.easel.show(Work::Picture { game, style: style_of(&query) }, hall.house.tables.shelf, &asked).await
}

/// `<id>.svg?style=paper|campfire`, with `&targets=no` without the shapes to be pointed at; `<id>.jpg` a small picture, `<id>.png` a larger one
/// without loss; `<id>.json` with the place and nature of each hex.
async fn board(State(hall): Shared, Path(file): Path<String>, Query(query): Query<HashMap<String, String>>, asked: HeaderMap) -> Response {
    let Some((id, kind)) = file.rsplit_once('.') else { return not_found() };
    let Some(drawing) = exhibits::Drawing::of_kind(kind) else { return not_found() };
    let targets = drawing != exhibits::Drawing::Svg || query.get("targets").is_none_or(|wanted| wanted != "no");
    let work = Work::Board { board: id.to_string(), drawing, style: style_of(&query), targets };
    hall.easel.show(work, hall.house.tables.shelf, &asked).await
}

async fn join(
    State(hall): Shared,
    Extension(address): Extension<Address>,
    connected: Option<Extension<Arc<Pass>>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let house = Arc::clone(&hall.house);
    // A little more than is allowed is still read, so that it can be answered in words.
    let longest = house.limits.message * 2;
    let upgrade = upgrade.max_message_size(longest).max_frame_size(longest).read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    let guests = house.guests.clone();
    upgrade.on_upgrade(move |socket| guests.track_future(socket::serve(house, socket, address, connected.map(|Extension(pass)| pass))))
}
