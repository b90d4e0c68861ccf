//! Who is calling: the address of whoever is at the other end, also if a proxy stands between.

use axum::http::HeaderMap;
use std::net::{IpAddr, Ipv6Addr};

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Whoever shares limits: an address of IPv4, or the network of one of IPv6, which is handed out whole to a single household.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Address(IpAddr);

impl Address {
    /// That of an end of a connection.
    pub fn of(ip: IpAddr) -> Address {
        match ip.to_canonical() {
            IpAddr::V6(v6) if !v6.is_loopback() => {
                let [a, b, c, d, ..] = v6.segments();
                Address(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
            other => Address(other),
        }
    }

    /// Whether it is this computer itself.
    pub fn is_here(self) -> bool {
        self.0.is_loopback()
    }

    /// That of whoever sent a request: the other end, or, if that is one of our proxies, whoever that says it speaks for. What stands
    /// further left in the header was said by the stranger himself, and counts for nothing.
    pub fn behind(peer: IpAddr, proxies: &[IpAddr], headers: &HeaderMap) -> Address {
        let ours = |ip: IpAddr| proxies.iter().any(|proxy| proxy.to_canonical() == ip.to_canonical());
        if !ours(peer) {
            return Address::of(peer);
        }
        let lines = headers.get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok());
        let named: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
        let stranger = named.into_iter().rev().map_while(|name| name.parse().ok()).find(|ip| !ours(*ip));
        Address::of(stranger.unwrap_or(peer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn a_household_is_one_address() {
        let of = |text: &str| Address::of(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3::4"), of("2001:db8:1:2:ffff::"));
        assert_ne!(of("2001:db8:1:2::"), of("2001:db8:1:3::"));
        assert_eq!(of("::ffff:192.0.2.7"), of("192.0.2.7"));
        assert_ne!(of("192.0.2.7"), of("192.0.2.8"));
    }

    #[test]
    fn only_our_own_proxy_is_believed_and_only_its_own_word() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_static("203.0.113.9, 198.51.100.5"));
        headers.append("x-forwarded-for", HeaderValue::from_static("10.0.0.2"));
        let proxies = [ip("10.0.0.1"), ip("10.0.0.2")];
        let behind = |peer: &str, proxies: &[IpAddr]| Address::behind(ip(peer), proxies, &headers);
        assert_eq!(behind("10.0.0.1", &proxies), Address::of(ip("198.51.100.5")), "the last that is no proxy of ours");
        assert_eq!(behind("192.0.2.1", &proxies), Address::of(ip("192.0.2.1")), "a stranger may say what he likes");
        assert_eq!(behind("10.0.0.1", &[]), Address::of(ip("10.0.0.1")));
        headers.append("x-forwarded-for", HeaderValue::from_static("nonsense"));
        assert_eq!(Address::behind(ip("10.0.0.1"), &proxies, &headers), Address::of(ip("10.0.0.1")));
    }
}
