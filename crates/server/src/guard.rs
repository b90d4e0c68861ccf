//! Which pages may speak to us. A browser says in `Host` whom it believes it speaks to and in `Origin` which page asks: a page elsewhere
//! that has our address looked up under its own name, or that sends requests here behind its reader's back, is refused.

use axum::http::{HeaderMap, Uri, header};
use std::net::IpAddr;

/// The names under which a house answers.
#[derive(Clone, Debug)]
pub struct Names {
    /// Those that its owner has given it.
    given: Vec<String>,
    /// Whether it is for this computer only.
    loopback: bool,
}

/// The name in `name:port`, without the port.
fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && (!name.contains(':') || name.ends_with(']')) => name,
        _ => authority,
    }
}

impl Names {
    /// The names of a house that is open on this address.
    pub fn new(given: Vec<String>, ip: IpAddr) -> Names {
        Names { given: given.into_iter().map(|name| name.to_ascii_lowercase()).collect(), loopback: ip.is_loopback() }
    }

    fn are_ours(&self, authority: &str) -> bool {
        let name = without_port(authority).to_ascii_lowercase();
        if name == "localhost" || self.given.contains(&name) {
            return true;
        }
        // Nobody can make a browser believe that a number is his own name.
        let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        number.is_ok_and(|ip| !self.loopback || ip.is_loopback())
    }

    /// Whether a request calls us by one of the names that were given.
    pub fn is_given(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
        self.given.contains(&without_port(host).to_ascii_lowercase())
    }

    /// Whether a request names us as the one it is for.
    pub fn host(&self, headers: &HeaderMap) -> bool {
        headers.get(header::HOST).and_then(|host| host.to_str().ok()).is_some_and(|host| self.are_ours(host))
    }

    /// Whether a request comes from a page of ours, or from no page at all.
    pub fn origin(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
        let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
        let authority = origin.as_ref().and_then(|origin| origin.authority()).map(|authority| authority.as_str());
        // Behind a proxy that speaks TLS the ports may differ: under a given name that is no matter.
        authority.is_some_and(|a| a.eq_ignore_ascii_case(host) || self.given.contains(&without_port(a).to_ascii_lowercase()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn headers(host: &'static str, origin: Option<&'static str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        headers
    }

    #[test]
    fn a_house_answers_to_numbers_and_its_own_names() {
        let open = Names::new(vec!["House.example".into()], IpAddr::from([0, 0, 0, 0]));
        let private = Names::new(Vec::new(), IpAddr::from([127, 0, 0, 1]));
        for (host, at_open, at_private) in [
            ("192.0.2.7:1863", true, false),
            ("[2001:db8::1]:1863", true, false),
            ("[::1]", true, true),
            ("127.0.0.1:1863", true, true),
            ("localhost:1863", true, true),
            ("house.example", true, false),
            ("HOUSE.example:443", true, false),
            ("evil.example", false, false),
            ("127.0.0.1.evil.example", false, false),
            ("", false, false),
        ] {
            assert_eq!(open.host(&headers(host, None)), at_open, "{host}");
            assert_eq!(private.host(&headers(host, None)), at_private, "{host}");
        }
        assert!(!open.host(&HeaderMap::new()));
    }

    #[test]
    fn pages_elsewhere_are_not_ours() {
        let names = Names::new(vec!["house.example".into()], IpAddr::from([0, 0, 0, 0]));
        for (host, origin, ours) in [
            ("192.0.2.7:1863", None, true),
            ("192.0.2.7:1863", Some("http://192.0.2.7:1863"), true),
            ("192.0.2.7:1863", Some("http://192.0.2.7:80"), false),
            ("192.0.2.7:1863", Some("http://evil.example"), false),
            ("192.0.2.7:1863", Some("null"), false),
            ("house.example:1863", Some("https://house.example"), true),
            ("house.example", Some("https://house.example.evil.example"), false),
        ] {
            assert_eq!(names.origin(&headers(host, origin)), ours, "{host} {origin:?}");
        }
    }
}
