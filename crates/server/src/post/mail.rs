//! Mails: one to an address, however much there is to tell; text, never markup, and nothing in their heads that anybody has written but us.

use crate::people::telling::{Security, Telling};
use house::outbox::Letter;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder, SinglePart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use std::time::Duration;

/// How long the server for mail may take for anything.
const PATIENCE: Duration = Duration::from_secs(30);
/// The longest subject, in letters.
const LONGEST: usize = 100;

/// Who sends mails.
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// One line without anything that a mail would take for more than text.
fn line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    match plain.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} ...", &plain[..end]),
        None => plain,
    }
}

impl Mailer {
    /// For the server that was set up; nobody if there is none.
    pub fn new(telling: &Telling) -> Result<Option<Mailer>, String> {
        if !telling.has_mail() {
            return Ok(None);
        }
        let (host, port) = telling.server();
        let tls = || TlsParameters::new(host.into()).map_err(|error| format!("no TLS for mail: {error}"));
        let tls = match telling.security {
            Security::StartTls => Tls::Required(tls()?),
            Security::Tls => Tls::Wrapper(tls()?),
            Security::None => Tls::None,
        };
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host).port(port).tls(tls).timeout(Some(PATIENCE));
        if !telling.user.is_empty() {
            builder = builder.credentials(Credentials::new(telling.user.clone(), telling.password.clone()));
        }
        let from: Mailbox = telling.from.parse().map_err(|_| "telling.from is no sender".to_string())?;
        Ok(Some(Mailer { transport: builder.build(), from }))
    }

    /// The mail of a parcel. `base` is what links begin with, `stop` the address that ends such mails.
    pub fn mail(&self, parcel: &[Letter], base: &str, stop: Option<&str>) -> Result<Message, String> {
        let first = parcel.first().ok_or("an empty parcel")?;
        let to: Address = first.address.parse().map_err(|_| "no address".to_string())?;
        let subject = match parcel {
            [one] => line(&one.text),
            several => format!("{} things at Longroll", several.len()),
        };
        let paragraph = |letter: &Letter| match letter.link.as_str() {
            "" => line(&letter.text),
            link => format!("{}\n{base}{link}", line(&letter.text)),
        };
        let mut text = parcel.iter().map(paragraph).collect::<Vec<_>>().join("\n\n");
        text += &match stop {
            Some(stop) => format!(
                "\n\n-- \nYou get this because you asked for it at {base}\nChange what you are told: {base}#/you/told\nNo more mails: {stop}\n"
            ),
            None => format!("\n\n-- \nSomebody gave this address at {base}\nIf it was not you, do nothing: you will hear no more of it.\n"),
        };
        // The same parcel has the same name whenever it is sent: whoever gets it twice sees it once.
        let name = format!("<{}@{}>", if first.parcel.is_empty() { &first.name } else { &first.parcel }, self.from.email.domain());
        let mut mail: MessageBuilder =
            Message::builder().from(self.from.clone()).to(Mailbox::new(None, to)).subject(subject).message_id(Some(name));
        if let Some(stop) = stop {
            let raw = |name: &'static str, value: String| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
            mail = mail.raw_header(raw("List-Unsubscribe", format!("<{stop}>")));
            mail = mail.raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into()));
            mail = mail.raw_header(raw("Auto-Submitted", "auto-generated".into()));
        }
        let body = SinglePart::builder().header(ContentType::TEXT_PLAIN).header(ContentTransferEncoding::QuotedPrintable).body(text);
        mail.singlepart(body).map_err(|error| error.to_string())
    }

    /// Hands a mail over. `Err(true)` if it never will be taken.
    pub async fn send(&self, mail: Message) -> Result<(), (bool, String)> {
        match self.transport.send(mail).await {
            Ok(_) => Ok(()),
            // The server may quote what we said to it: only that it is about this is told.
            Err(error) => {
                Err((error.is_permanent(), error.status().map_or_else(|| "it cannot be reached".into(), |code| code.to_string())))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use house::outbox::Way;
    use house::telling::News;

    fn mailer() -> Mailer {
        let telling = Telling {
            mail: "localhost:25".into(),
            security: Security::None,
            from: "Longroll <house@house.example>".into(),
            ..Telling::default()
        };
        Mailer::new(&telling).unwrap().unwrap()
    }

    fn letter(text: &str, to: &str) -> Letter {
        let news = News { kind: "turn", text: text.into(), link: "#/table/x".into() };
        Letter::new("a".into(), "", &news, Way::Mail, to, 0)
    }

    /// What a stranger writes stays within the text of a mail.
    #[test]
    fn nobody_writes_into_the_head_of_a_mail() {
        let bad = "Meade\r\nBcc: all@example.org\r\n\r\n<script>";
        let mail = mailer().mail(&[letter(bad, "a@b.org")], "https://house.example/", Some("https://house.example/stop")).unwrap();
        let text = String::from_utf8(mail.formatted()).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(!head.lines().any(|l| l.starts_with("Bcc")), "{head}");
        assert_eq!(head.lines().filter(|l| l.starts_with("Content-Type: text/plain")).count(), 1);
        assert!(
            head.contains("List-Unsubscribe: <https://house.example/stop>")
                && head.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click")
        );
        assert!(body.contains("https://house.example/#/table/x"), "{body}");
        assert_eq!(mail.envelope().to().len(), 1);
        for to in ["a@b.org\r\nRCPT TO:<c@d.org>", "a@b.org, c@d.org", "<a@b.org> SIZE=1"] {
            assert!(mailer().mail(&[letter("x", to)], "https://house.example/", None).is_err(), "{to}");
        }
    }

    #[test]
    fn a_parcel_keeps_its_name() {
        let parcel = [letter("one", "a@b.org"), letter("two", "a@b.org")];
        let id = |mail: &Message| mail.headers().get_raw("Message-ID").map(str::to_string);
        let [first, again] = [(); 2].map(|()| mailer().mail(&parcel, "https://house.example/", None).unwrap());
        assert!(id(&first).is_some() && id(&first) == id(&again));
        assert!(String::from_utf8(first.formatted()).unwrap().contains("2 things at Longroll"));
    }
}
