//! Addresses: the client, games, boards, rules, new tables, the socket.

use crate::house::House;
use crate::{client, socket};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State, WebSocketUpgrade};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use engine::Seat;
use engine::table::{Kind, Refusal};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Only what we serve ourselves may run or be fetched.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The width of a board's picture in the lobby.
const THUMBNAIL: u32 = 720;
/// The buffers of a socket: most of them only sit there.
const BUFFER: usize = 8 << 10;
/// The most tables one may ask after at once.
const MOST_MINE: usize = 50;

type Kept = Arc<OnceLock<Bytes>>;

struct Hall {
    house: Arc<House>,
    web: Option<PathBuf>,
    loopback: bool,
    /// Drawings, made once.
    drawn: Mutex<HashMap<String, Kept>>,
}

type Shared = State<Arc<Hall>>;

/// The addresses of a house. `loopback` refuses requests that name another host: a page elsewhere cannot pass as ours.
pub fn router(house: Arc<House>, web: Option<PathBuf>, loopback: bool) -> Router {
    let body = house.limits.body;
    let hall = Arc::new(Hall { house, web, loopback, drawn: Mutex::default() });
    if tokio::runtime::Handle::try_current().is_ok() {
        tokio::spawn(warm(Arc::clone(&hall)));
    }
    Router::new()
        .route("/", get(|state: Shared| async move { client_file(&state.0, "index.html") }))
        .route("/fonts.css", get(fonts))
        .route("/fonts/{file}", get(font))
        .route("/api/games", get(games))
        .route("/api/games/{game}/rules", get(rules))
        .route("/api/games/{game}/charts", get(charts))
        .route("/api/boards/{file}", get(board))
        .route("/api/tables", post(create))
        .route("/api/mine", post(mine))
        .route("/ws", get(join))
        .route("/{*path}", get(|state: Shared, Path(path): Path<String>| async move { client_file(&state.0, &path) }))
        .layer(DefaultBodyLimit::max(body))
        .layer(middleware::from_fn_with_state(Arc::clone(&hall), guard))
        .with_state(hall)
}

/// Makes what the lobby and the boards show before anybody asks.
async fn warm(hall: Arc<Hall>) {
    let _ = games(State(Arc::clone(&hall))).await;
    for kind in ["png", "svg", "json"] {
        for (id, _) in boards::ALL {
            let _ = board(State(Arc::clone(&hall)), Path(format!("{id}.{kind}")), Query(HashMap::new())).await;
        }
    }
}

async fn guard(State(hall): Shared, request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|h| h.to_str().ok()).unwrap_or("");
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit())).map_or(host, |(name, _)| name);
    if hall.loopback && !["127.0.0.1", "localhost", "[::1]"].contains(&name) {
        return (StatusCode::MISDIRECTED_REQUEST, "this table is for this computer only").into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert("content-security-policy", HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    response
}

fn of_type(kind: &'static str, body: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, kind)], body.into()).into_response()
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "there is nothing here").into_response()
}

fn as_json(value: &Value) -> Response {
    of_type("application/json", value.to_string())
}

fn refused(status: StatusCode, refusal: &Refusal) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], json!({ "ok": false, "error": refusal }).to_string()).into_response()
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

impl Hall {
    /// What is made once and kept: drawings, and what is asked of every game.
    async fn once(self: &Arc<Self>, name: String, make: impl FnOnce() -> Option<Vec<u8>> + Send + 'static) -> Option<Bytes> {
        let kept = Arc::clone(self.drawn.lock().unwrap_or_else(PoisonError::into_inner).entry(name).or_default());
        let made = tokio::task::spawn_blocking(move || kept.get_or_init(|| make().unwrap_or_default().into()).clone());
        made.await.ok().filter(|bytes| !bytes.is_empty())
    }
}

/// The board of each scenario: the game tells it when it is laid out.
fn boards_of(kind: &dyn Kind) -> BTreeMap<String, String> {
    let scenarios = kind.catalogue().scenarios.iter();
    let board = |id: &str| {
        let setup = kind.catalogue().complete(Some(id), &BTreeMap::new()).ok()?;
        Some(kind.open(&setup, 0).ok()?.view(Seat::Spectator).board)
    };
    scenarios.filter_map(|s| Some((s.id.clone(), board(&s.id)?))).collect()
}

async fn games(State(hall): Shared) -> Response {
    let shelf = hall.house.shelf;
    let made = hall.once("games".into(), move || {
        let game = |kind: &&'static dyn Kind| {
            let mut value = json!(kind.catalogue());
            value["players"] = json!(kind.players());
            value["boards"] = json!(boards_of(*kind));
            value
        };
        Some(json!(shelf.iter().map(game).collect::<Vec<_>>()).to_string().into_bytes())
    });
    made.await.map_or_else(not_found, |bytes| of_type("application/json", bytes))
}

async fn rules(State(hall): Shared, Path(game): Path<String>) -> Response {
    let Some(kind) = hall.house.kind(&game) else { return not_found() };
    let rules = kind.rules().iter().map(|r| json!({ "id": r.id, "text": r.text, "optional": r.optional, "info": r.info }));
    as_json(&json!(rules.collect::<Vec<_>>()))
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

/// `<id>.svg?style=paper|campfire`, `<id>.png` for the lobby, `<id>.json` with the place and nature of each hex.
async fn board(State(hall): Shared, Path(file): Path<String>, Query(query): Query<HashMap<String, String>>) -> Response {
    let Some((id, kind)) = file.rsplit_once('.') else { return not_found() };
    let Some(board) = boards::by_id(id) else { return not_found() };
    let style = match query.get("style").map(String::as_str) {
        Some("campfire") => atlas::Style::campfire(),
        _ => atlas::Style::paper(),
    };
    let name = format!("{id}.{kind}.{}", style.name);
    let (made, content) = match kind {
        "svg" => {
            let options = atlas::Options { style, ..atlas::Options::default() };
            (hall.once(name, move || Some(atlas::board_svg(board, &options).into_bytes())).await, "image/svg+xml")
        }
        "png" => {
            let options = atlas::Options { style, furniture: false, ids: false, names: false, targets: false, ..atlas::Options::default() };
            (hall.once(name, move || atlas::png(&atlas::board_svg(board, &options), THUMBNAIL).ok()).await, "image/png")
        }
        "json" => (hall.once(name, move || Some(described(board).to_string().into_bytes())).await, "application/json"),
        _ => return not_found(),
    };
    made.map_or_else(not_found, |bytes| ([(header::CONTENT_TYPE, content), (header::CACHE_CONTROL, "max-age=3600")], bytes).into_response())
}

/// Each hex of a board for the client: where it lies on the drawing, what is on it.
fn described(board: &board::Board) -> Value {
    let geometry = atlas::geometry(board, &atlas::Options::default());
    let grid = &board.grid;
    let hexes = grid.hexes().map(|hex| {
        let (x, y) = geometry.centre(hex);
        let terrain = (0..board.terrains.len()).filter(|t| board.ground(hex).has(board::Terrain(*t as u8)));
        let terrain: Vec<&str> = terrain.map(|t| board.terrains[t].as_str()).collect();
        let places = board.places.iter().filter(|p| p.hex == hex || p.hexes.contains(&hex)).map(|p| p.name.as_str());
        let roads = board.roads.iter().filter(|r| r.hexes.contains(&hex)).map(|r| r.name.as_str());
        json!({
            "hex": grid.name(hex), "x": x.round(), "y": y.round(), "terrain": terrain,
            "places": places.filter(|n| !n.is_empty()).collect::<Vec<_>>(),
            "roads": roads.filter(|n| !n.is_empty()).collect::<Vec<_>>(),
        })
    });
    json!({
        "board": board.id, "title": board.title, "width": geometry.width(), "height": geometry.height(),
        "side": atlas::SIDE, "hexes": hexes.collect::<Vec<_>>(),
    })
}

async fn create(State(hall): Shared, request: Request) -> Response {
    let body = match read(&hall, request).await {
        Ok(body) => body,
        Err(response) => return *response,
    };
    let house = Arc::clone(&hall.house);
    match tokio::task::spawn_blocking(move || house.create(&body)).await {
        Ok(Ok(made)) => as_json(&made),
        Ok(Err(refusal)) => refused(StatusCode::BAD_REQUEST, &refusal),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, &Refusal::because("this met a fault of the program, please report it")),
    }
}

/// How one's tables stand: `[{table, key}]` in, what each is and whose turn it is out; those without the right key are left out.
async fn mine(State(hall): Shared, request: Request) -> Response {
    let body = match read(&hall, request).await {
        Ok(body) => body,
        Err(response) => return *response,
    };
    let house = Arc::clone(&hall.house);
    let asked = tokio::task::spawn_blocking(move || {
        let word = |item: &Value, name: &str| item[name].as_str().unwrap_or("").to_string();
        let items = body.as_array().cloned().unwrap_or_default();
        let standing = |item: &Value| {
            let (room, seat) = house.enter(&word(item, "table"), &word(item, "key"))?;
            Some(room.standing(seat))
        };
        json!(items.iter().take(MOST_MINE).filter_map(standing).collect::<Vec<_>>())
    });
    asked.await.map_or_else(|_| not_found(), |value| as_json(&value))
}

/// A JSON body. Other types are refused: a page elsewhere cannot send JSON without asking first.
async fn read(hall: &Hall, request: Request) -> Result<Value, Box<Response>> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|k| k.to_str().ok()).unwrap_or("");
    if !kind.starts_with("application/json") {
        return Err(Box::new(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, &Refusal::because("a body of type application/json is wanted"))));
    }
    let bytes = axum::body::to_bytes(request.into_body(), hall.house.limits.body)
        .await
        .map_err(|_| Box::new(refused(StatusCode::PAYLOAD_TOO_LARGE, &Refusal::because("this is too long"))))?;
    serde_json::from_slice(&bytes)
        .map_err(|e| Box::new(refused(StatusCode::BAD_REQUEST, &Refusal::because(format!("this is not JSON: {e}")))))
}

async fn join(State(hall): Shared, upgrade: WebSocketUpgrade) -> Response {
    let house = Arc::clone(&hall.house);
    // A little more than is allowed is still read, so that it can be answered in words.
    let longest = house.limits.message * 16;
    let upgrade = upgrade.max_message_size(longest).max_frame_size(longest).read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    upgrade.on_upgrade(move |socket| socket::serve(house, socket))
}
