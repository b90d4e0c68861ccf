//! People are told outside the browser: mails, push messages and chat rooms are caught by servers of the test's own. And those who would have
//! the house call where it must not, or flood others, do not get far.

use crate::people::{HOUR, Home, meet};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use serde_json::{Value, json};
use server::people::Settings;
use server::people::telling::{Security, Telling};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(90);
const QUIET: Duration = Duration::from_millis(1_800);

/// What a server of ours was sent.
struct Sink {
    addr: SocketAddr,
    caught: Receiver<String>,
}

impl Sink {
    fn new(attend: fn(TcpStream, &Sender<String>) -> std::io::Result<()>) -> Sink {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let addr = listener.local_addr().unwrap();
        let (tell, caught) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let tell = tell.clone();
                std::thread::spawn(move || attend(stream, &tell));
            }
        });
        Sink { addr, caught }
    }

    fn next(&self) -> String {
        self.caught.recv_timeout(SOON).expect("something comes")
    }

    fn nothing(&self) {
        if let Ok(text) = self.caught.recv_timeout(QUIET) {
            panic!("nothing was to come: {text}");
        }
    }
}

/// A server for mail: it takes everything, and hands on the recipient and the text with soft breaks undone.
fn smtp(stream: TcpStream, tell: &Sender<String>) -> std::io::Result<()> {
    let mut out = stream.try_clone()?;
    let mut lines = BufReader::new(stream).lines();
    out.write_all(b"220 sink\r\n")?;
    let mut to = Vec::new();
    while let Some(line) = lines.next().transpose()? {
        let answer = match line.split([' ', ':']).next().unwrap_or("").to_ascii_uppercase().as_str() {
            "EHLO" => "250-sink\r\n250 8BITMIME\r\n",
            "RCPT" => {
                to.push(line);
                "250 fine\r\n"
            }
            "DATA" => {
                out.write_all(b"354 go on\r\n")?;
                let mut text = String::new();
                while let Some(line) = lines.next().transpose()?.filter(|line| line != ".") {
                    text += &line;
                    text += "\n";
                }
                let _ = tell.send(format!("{}\n{}", to.join("\n"), text.replace("=\n", "").replace("=3D", "=")));
                to.clear();
                "250 taken\r\n"
            }
            "QUIT" => {
                out.write_all(b"221 bye\r\n")?;
                return Ok(());
            }
            _ => "250 fine\r\n",
        };
        out.write_all(answer.as_bytes())?;
    }
    Ok(())
}

/// One request over HTTP: its head and body.
fn heard(stream: &TcpStream) -> std::io::Result<String> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(n) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = n.trim().parse().unwrap_or(0);
        }
        head += &line;
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(format!("{head}\n{}", String::from_utf8_lossy(&body)))
}

fn taken(mut stream: TcpStream, tell: &Sender<String>) -> std::io::Result<()> {
    let _ = tell.send(heard(&stream)?);
    stream.write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
}

/// Sends everybody elsewhere: to the sink whose address stands in the path.
fn elsewhere(mut stream: TcpStream, tell: &Sender<String>) -> std::io::Result<()> {
    let said = heard(&stream)?;
    let to = said.split(' ').nth(1).unwrap_or("/").trim_start_matches('/').to_string();
    let _ = tell.send(said);
    stream.write_all(format!("HTTP/1.1 307 Elsewhere\r\nLocation: http://{to}/\r\nContent-Length: 0\r\n\r\n").as_bytes())
}

fn gone(mut stream: TcpStream, tell: &Sender<String>) -> std::io::Result<()> {
    let _ = tell.send(heard(&stream)?);
    stream.write_all(b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n")
}

/// Whether something is so soon.
fn comes_true(mut is: impl FnMut() -> bool) -> bool {
    let until = std::time::Instant::now() + SOON;
    loop {
        if is() {
            return true;
        }
        if std::time::Instant::now() > until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn telling(mail: Option<&Sink>, nearby: bool) -> Settings {
    let telling = Telling {
        mail: mail.map(|sink| sink.addr.to_string()).unwrap_or_default(),
        security: Security::None,
        from: "Longroll <house@house.example>".into(),
        nearby,
        ..Telling::default()
    };
    Settings { telling, address: "https://house.example/".into(), ..Settings::default() }
}

/// What follows something in a text, up to the end of the line.
fn after<'a>(text: &'a str, start: &str) -> &'a str {
    let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("{start} is not in {text}"));
    rest.split_whitespace().next().unwrap_or("")
}

fn wishes(mail: &str, quiet: Value) -> Value {
    json!({ "mail": mail, "quiet": quiet, "offset": 0, "not": [] })
}

fn days() -> Value {
    json!({ "kind": "days", "hours": 24, "bank": 0 })
}

#[test]
fn mail_comes_to_an_address_that_was_shown_to_be_ones_own_and_opens_the_decision() {
    let post = Sink::new(smtp);
    let home = Home::with("told-mail", telling(Some(&post), false));
    let (grant, lee) = (home.register("Grant"), home.register("Lee"));
    // Until the link is followed nothing else is sent there.
    grant.ask("set-mail", json!({ "mail": "grant@army.example" }));
    let mail = post.next();
    assert!(mail.contains("RCPT TO:<grant@army.example>") && !mail.contains("List-Unsubscribe:"), "{mail}");
    let key = after(&mail, "https://house.example/#/house/mail/").to_string();
    let table = meet(&grant, &lee, days());
    post.nothing();
    assert_eq!(home.raw("confirm-mail", "", &json!({ "key": key })).0, 200);
    assert_ne!(home.raw("confirm-mail", "", &json!({ "key": key })).0, 200, "a link is good once");
    assert_eq!(grant.ask("told", json!({}))["mailbox"]["sure"], true);
    // He was asked before he had an address: his clock is told of, in time and only if it still runs.
    let table_two = meet(&grant, &lee, days());
    let mail = post.next();
    assert!(
        mail.contains("Your turn against Lee") && mail.contains(&format!("https://house.example/#/table/{}", table_two.as_str().unwrap())),
        "{mail}"
    );
    // At the touch of a button, and only with the right link, they end.
    let stop = after(&mail, "No more mails: https://house.example/").to_string();
    assert!(mail.contains(&format!("List-Unsubscribe: <https://house.example/{stop}>")), "{mail}");
    home.pass(22 * HOUR);
    let late = post.next();
    assert!(late.contains("Your time runs out against Lee"), "{late}");
    let request = |path: &str| {
        let text = format!("POST /{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", home.addr);
        String::from_utf8_lossy(&crate::house::bytes(home.addr, &text)).into_owned()
    };
    // The forged link differs from the real one whatever its last digit happens to be.
    let forged = format!("{}{}", &stop[..stop.len() - 1], if stop.ends_with('0') { '1' } else { '0' });
    let refused = request(&forged);
    assert!(refused.starts_with("HTTP/1.1 400"), "{refused}");
    let stopped = request(&stop);
    assert!(stopped.contains("no more mails"), "{stopped}");
    assert_eq!(grant.ask("told", json!({}))["wishes"]["mail"], "never");
    lee.ask("offer", json!({ "table": table, "offer": "draw" }));
    home.pass(HOUR);
    post.nothing();
}

#[test]
fn quiet_hours_and_the_digest_gather_what_there_is_and_what_is_decided_is_not_told() {
    let post = Sink::new(smtp);
    let home = Home::with("told-digest", telling(Some(&post), false));
    let (grant, lee) = (home.register("Grant"), home.register("Lee"));
    grant.ask("set-mail", json!({ "mail": "grant@army.example" }));
    let key = after(&post.next(), "https://house.example/#/house/mail/").to_string();
    home.raw("confirm-mail", "", &json!({ "key": key }));
    grant.ask("set-told", json!({ "mail": "digest", "quiet": null, "offset": 0, "not": ["over"] }));
    // The house opens at 16:00 of its first day.
    let tables = [(); 3].map(|()| meet(&grant, &lee, json!({ "kind": "free" })));
    post.nothing();
    // What nobody waits for any more by then is not told.
    for player in [&grant, &lee] {
        player.ask("offer", json!({ "table": tables[0], "offer": "draw" }));
    }
    home.pass(16 * HOUR);
    let mail = post.next();
    assert!(mail.contains("Subject: 2 things at Longroll"), "{mail}");
    assert_eq!(mail.matches("Your turn against Lee").count(), 2, "{mail}");
    grant.ask("set-told", wishes("each", json!([8 * 60, 9 * 60])));
    meet(&grant, &lee, json!({ "kind": "free" }));
    post.nothing();
    home.pass(HOUR);
    assert!(post.next().contains("Your turn against Lee"));
}

#[test]
fn a_password_is_reset_by_mail_once_and_nobody_learns_who_has_an_account() {
    let post = Sink::new(smtp);
    let home = Home::with("told-reset", telling(Some(&post), false));
    let grant = home.register("Grant");
    grant.ask("set-mail", json!({ "mail": "grant@army.example" }));
    let key = after(&post.next(), "https://house.example/#/house/mail/").to_string();
    let ask = |name: &str| home.raw("ask-reset", "", &json!({ "name": name }));
    // Not before the address is shown to be his.
    let unsure = ask("Grant");
    post.nothing();
    home.raw("confirm-mail", "", &json!({ "key": key }));
    assert_eq!((ask("Nobody"), ask("Grant")), (unsure.clone(), unsure), "the same answer, whoever it is");
    let mail = post.next();
    let key = after(&mail, "https://house.example/#/house/reset/").to_string();
    let reset = |key: &str, word: &str| home.raw("recover", &home.origin(), &json!({ "name": "", "code": key, "password": word })).0;
    assert_ne!(reset(&key.replace(|c: char| c.is_ascii_lowercase(), "x"), "five other words here now"), 200);
    assert_eq!(reset(&key, "five other words here now"), 200);
    assert_ne!(reset(&key, "once more with the same"), 200, "once");
    assert_eq!(grant.try_ask("sessions", json!({})).0, 403, "all that was open is closed");
    ask("Grant");
    let key = after(&post.next(), "https://house.example/#/house/reset/").to_string();
    home.pass(HOUR);
    assert_ne!(reset(&key, "five other words here now"), 200, "half an hour");
    // A mailbox is not flooded, whoever asks.
    let most = Telling::default().mails_a_day as usize;
    let mut came = 0;
    for _ in 0..most + 5 {
        ask("Grant");
    }
    while post.caught.recv_timeout(QUIET).is_ok() {
        came += 1;
    }
    assert!(came <= most, "{came} mails");
}

#[test]
fn a_house_without_mail_takes_no_addresses() {
    let home = Home::with("told-no-mail", telling(None, false));
    assert!(home.register("Grant").refused("set-mail", json!({ "mail": "a@b.org" })).contains("no mail"));
    assert_ne!(home.raw("ask-reset", "", &json!({ "name": "Grant" })).0, 200);
}

/// A browser as push services know it.
fn browser(sink: &Sink) -> Value {
    let key = p256::SecretKey::from_slice(&[7; 32]).unwrap().public_key().to_encoded_point(false);
    json!({ "endpoint": format!("http://{}/push/1", sink.addr), "p256dh": house::tokens::to_base64(key.as_bytes()),
        "auth": house::tokens::to_base64(&[9; 16]) })
}

#[test]
fn browsers_are_pushed_to_by_the_standard_and_forgotten_when_they_are_gone() {
    let (push, dead) = (Sink::new(taken), Sink::new(gone));
    let home = Home::with("told-push", telling(None, true));
    let (grant, lee) = (home.register("Grant"), home.register("Lee"));
    grant.ask("subscribe", browser(&push));
    grant.ask("subscribe", browser(&dead));
    assert!(grant.refused("subscribe", json!({ "endpoint": "http://127.0.0.1/", "p256dh": "AAAA", "auth": "AAAA" })).contains("browser"));
    meet(&grant, &lee, days());
    let message = push.next().to_ascii_lowercase();
    for part in ["post /push/1 http/1.1", "content-encoding: aes128gcm", "ttl: ", "urgency: high", "topic: ", "authorization: vapid t="] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert!(!message.contains("lee"), "nobody on the way reads it");
    dead.next();
    let browsers = || grant.ask("told", json!({}))["wishes"]["push"].as_array().unwrap().len();
    assert!(comes_true(|| browsers() == 1), "the dead one is forgotten");
}

#[test]
fn a_chat_room_must_be_ones_own_and_nobody_is_followed_elsewhere() {
    let (room, secret, other) = (Sink::new(taken), Sink::new(taken), Sink::new(elsewhere));
    let home = Home::with("told-room", telling(None, true));
    let (grant, lee) = (home.register("Grant"), home.register("Lee"));
    grant.ask("set-webhook", json!({ "webhook": format!("http://{}/hook", room.addr) }));
    let said = room.next();
    let code = after(&said, "The code for that is ").trim_matches(['.', '"', ',']).split('.').next().unwrap().to_string();
    meet(&grant, &lee, days());
    room.nothing();
    assert!(grant.refused("confirm-webhook", json!({ "code": "12345678" })).contains("code"));
    grant.ask("confirm-webhook", json!({ "code": code }));
    meet(&grant, &lee, days());
    let said = room.next();
    assert!(said.contains("Your turn against Lee") && said.contains("allowed_mentions"), "{said}");
    grant.ask("set-webhook", json!({ "webhook": format!("http://{}/{}", other.addr, secret.addr) }));
    other.next();
    secret.nothing();
}

#[test]
fn nothing_of_our_own_network_is_called_for_strangers() {
    let (room, push) = (Sink::new(taken), Sink::new(taken));
    let home = Home::with("told-private", telling(None, false));
    let grant = home.register("Grant");
    assert!(grant.refused("subscribe", browser(&push)).contains("browser"));
    assert!(grant.refused("set-webhook", json!({ "webhook": format!("http://{}/", room.addr) })).contains("https"));
    for address in
        [format!("https://{}/", room.addr), format!("https://localhost:{}/", room.addr.port()), "https://169.254.169.254/".into()]
    {
        grant.ask("set-webhook", json!({ "webhook": address }));
    }
    grant.ask("subscribe", {
        let mut b = browser(&push);
        b["endpoint"] = json!(format!("https://{}/", push.addr));
        b
    });
    grant.ask("try-told", json!({}));
    room.nothing();
    push.nothing();
    assert_eq!(grant.ask("told", json!({}))["wishes"]["push"], json!([]), "such a browser is none");
}

#[test]
fn one_person_is_not_flooded_and_nothing_is_lost_by_that() {
    let push = Sink::new(taken);
    let mut settings = telling(None, true);
    settings.telling.an_hour = 3;
    let home = Home::with("told-flood", settings);
    let (grant, lee) = (home.register("Grant"), home.register("Lee"));
    grant.ask("subscribe", browser(&push));
    for _ in 0..5 {
        meet(&grant, &lee, json!({ "kind": "free" }));
    }
    (0..3).for_each(|_| drop(push.next()));
    push.nothing();
    // What was sent is written down as sent a moment later.
    assert!(comes_true(|| crate::house::get(home.addr, "/metrics").1.contains("longroll_letters_waiting 2")));
    push.nothing();
}
