//! How people are told outside the browser, as the owner of the house has set it up.

use serde::{Deserialize, Serialize};

/// How a server for mail is spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    /// In the clear at first, then by TLS; not without.
    #[default]
    StartTls,
    /// By TLS from the first word on.
    Tls,
    /// In the clear: on the same machine only.
    None,
}

/// How people are told outside the browser.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Telling {
    /// The server for mail, `name:port`.
    pub mail: String,
    /// How it is spoken to.
    pub security: Security,
    /// The name by which it knows us.
    pub user: String,
    /// The password for it.
    pub password: String,
    /// Who the mails are from.
    pub from: String,
    /// Where push services write to if something is wrong.
    pub contact: String,
    /// The club's chat room.
    pub webhook: String,
    /// Whether browsers may be pushed to.
    pub push: bool,
    /// Whether people may give webhooks of their own.
    pub webhooks: bool,
    /// Letters to one person in an hour.
    pub an_hour: u32,
    /// Mails about accounts to one mailbox in a day.
    pub mails_a_day: u32,
    /// Whether push and webhooks may lead to this machine: for tests.
    pub nearby: bool,
}

impl Default for Telling {
    fn default() -> Telling {
        Telling {
            mail: String::new(),
            security: Security::default(),
            user: String::new(),
            password: String::new(),
            from: String::new(),
            contact: String::new(),
            webhook: String::new(),
            push: true,
            webhooks: true,
            an_hour: 60,
            mails_a_day: 10,
            nearby: false,
        }
    }
}

impl std::fmt::Debug for Telling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Telling").field("mail", &self.mail).field("security", &self.security).finish_non_exhaustive()
    }
}

impl Telling {
    /// Whether mail can be sent.
    pub fn has_mail(&self) -> bool {
        !self.mail.is_empty()
    }

    /// The name and the port of the server for mail.
    pub fn server(&self) -> (&str, u16) {
        let usual = match self.security {
            Security::StartTls => 587,
            Security::Tls => 465,
            Security::None => 25,
        };
        match self.mail.rsplit_once(':') {
            Some((name, port)) => (name.trim_matches(['[', ']']), port.parse().unwrap_or(usual)),
            None => (&self.mail, usual),
        }
    }

    /// Whether all this makes sense.
    pub fn check(&self) -> Result<(), String> {
        if !self.has_mail() {
            return Ok(());
        }
        if self.from.parse::<lettre::message::Mailbox>().is_err() {
            return Err("telling.from: mails need a sender, as in Longroll <house@house.example>".into());
        }
        let (name, _) = self.server();
        let here = name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback());
        if self.security == Security::None && !here {
            return Err("telling.security: mail goes in the clear to a server on the same machine only".into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_goes_in_the_clear_to_this_machine_only() {
        let telling = |mail: &str, security, from: &str| Telling { mail: mail.into(), security, from: from.into(), ..Telling::default() };
        let from = "Longroll <house@house.example>";
        assert!(telling("", Security::None, "").check().is_ok());
        assert!(telling("localhost:2525", Security::None, from).check().is_ok());
        assert!(telling("mail.example:25", Security::None, from).check().is_err());
        assert!(telling("mail.example", Security::Tls, from).check().is_ok());
        assert!(telling("mail.example", Security::Tls, "house").check().is_err());
        assert_eq!(telling("mail.example", Security::Tls, from).server(), ("mail.example", 465));
        assert_eq!(telling("[::1]:2525", Security::None, from).server(), ("::1", 2525));
    }
}
