//! Strangers who try somebody's name: they guess no password, and keep nobody from coming in.

use crate::house::{bytes, post_from};
use crate::people::Home;
use serde_json::json;

const RIGHT: &str = "four words in a row";

/// Somebody at that address, with these cookies, says that he is Grant. Answers what he is told.
fn login(home: &Home, from: u8, cookies: &str, password: &str) -> (u16, String) {
    let more = format!("{}{cookies}", home.origin());
    post_from(from, home.addr, "/api/house/login", &more, &json!({ "name": "Grant", "password": password }).to_string())
}

/// The mark that Grant's browser keeps when he comes in there, as it sends it.
fn marked(home: &Home) -> String {
    let body = json!({ "name": "Grant", "password": RIGHT }).to_string();
    let head = format!("POST /api/house/login HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{}", home.addr, home.origin());
    let answer = bytes(home.addr, &format!("{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len()));
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let line = answer.lines().find_map(|line| line.strip_prefix("set-cookie: longroll-known=")).expect("his browser knows him");
    assert!(line.contains("HttpOnly") && line.contains("SameSite=Strict"), "{line}");
    format!("Cookie: longroll-known={}\r\n", line.split(';').next().unwrap())
}

#[test]
fn strangers_who_try_a_name_keep_nobody_out_and_get_nowhere() {
    let home = Home::open("logins", false);
    home.register("Grant");
    let known = marked(&home);
    // One stranger, at one address: soon he is told to wait, and would be with the right password too.
    let wrong: Vec<u16> = (0..14).map(|_| login(&home, 2, "", "not this one").0).collect();
    assert!(wrong.iter().all(|status| *status == 400), "{wrong:?}");
    assert!(login(&home, 2, "", RIGHT).1.contains("wait a minute"));
    assert_eq!(login(&home, 1, "", RIGHT).0, 200, "Grant himself, elsewhere, in a browser that he has never used, does not notice");
    // Many strangers, at many addresses: together they have a share, and it is not Grant's.
    let refused = (3..=12)
        .flat_map(|from| (0..4).map(move |_| from))
        .filter(|from| login(&home, *from, "", "nor this").1.contains("wait a minute"))
        .count();
    assert!(refused >= 10, "{refused}");
    assert!(login(&home, 20, "", RIGHT).1.contains("wait a minute"), "from an unknown browser it looks like one of them");
    let (status, told) = login(&home, 2, &known, RIGHT);
    assert_eq!(status, 200, "in a browser that knows him he comes in, even from the address of the first stranger: {told}");
    // A mark is for one person, and is no way to try faster: it has a share of its own.
    let other = post_from(21, home.addr, "/api/house/register", &home.origin(), &json!({ "name": "Lee", "password": RIGHT }).to_string());
    assert_eq!(other.0, 200);
    let more = format!("{}{known}", home.origin());
    let as_lee = |_| post_from(2, home.addr, "/api/house/login", &more, &json!({ "name": "Lee", "password": "x" }).to_string()).1;
    let said: Vec<_> = (0..12).map(as_lee).collect();
    assert!(said[11].contains("wait a minute"));
    let tried: Vec<bool> = (0..14).map(|_| login(&home, 2, &known, "guessed").1.contains("wait a minute")).collect();
    assert!(!tried[0] && tried[13], "{tried:?}");
}
