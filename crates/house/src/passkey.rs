//! Passkeys: what a browser proves with a key that never leaves its owner's device (Web Authentication, level 2). Keys of the kinds ES256
//! and Ed25519 are taken; who made the device is not asked, so no attestation is looked at.

use crate::Time;
use crate::desk::No;
use crate::tokens::{from_base64, to_base64};
use ciborium::Value;
use p256::ecdsa::signature::Verifier;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A public key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Key {
    /// On the curve P-256, as a point.
    Es256 {
        /// The point, uncompressed.
        point: String,
    },
    /// Ed25519.
    Ed25519 {
        /// The key.
        key: String,
    },
}

/// A passkey as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Passkey {
    /// Its name, as browsers write it.
    pub id: String,
    /// What it proves with.
    pub key: Key,
    /// How often it was used, if it counts.
    pub counter: u32,
    /// Since when.
    pub added: Time,
    /// What its owner calls it.
    pub label: String,
}

/// What a browser answers to a challenge, as it sends it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The name of the key.
    pub id: String,
    /// What the browser has seen: the challenge, and which page asked.
    #[serde(rename = "clientDataJSON")]
    pub client_data: String,
    /// For a new key: the key.
    #[serde(default)]
    pub attestation_object: Option<String>,
    /// For a key that is known: what was signed besides.
    #[serde(default)]
    pub authenticator_data: Option<String>,
    /// The signature.
    #[serde(default)]
    pub signature: Option<String>,
}

#[derive(Deserialize)]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default, rename = "crossOrigin")]
    cross_origin: bool,
}

fn bad(because: &str) -> No {
    No::field("passkey", because)
}

/// What an authenticator says of itself.
struct Said<'a> {
    counter: u32,
    /// A new key: its name, and the key in CBOR.
    fresh: Option<(&'a [u8], &'a [u8])>,
}

const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const ATTESTED: u8 = 0x40;

/// Reads what an authenticator says, if it says it to this house.
fn read_said<'a>(data: &'a [u8], house: &str) -> Result<Said<'a>, No> {
    let short = || bad("the answer of the device is cut off");
    let (head, rest) = data.split_at_checked(37).ok_or_else(short)?;
    if head[..32] != Sha256::digest(house.as_bytes())[..] {
        return Err(bad("this key is for another house"));
    }
    let flags = head[32];
    // A passkey stands in for name and password: its owner must have been there, and must have shown the device that it is he.
    if flags & PRESENT == 0 || flags & VERIFIED == 0 {
        return Err(bad("the device has not asked for its owner"));
    }
    let counter = u32::from_be_bytes([head[33], head[34], head[35], head[36]]);
    let fresh = if flags & ATTESTED == 0 {
        None
    } else {
        let (about, rest) = rest.split_at_checked(18).ok_or_else(short)?;
        let length = usize::from(u16::from_be_bytes([about[16], about[17]]));
        Some(rest.split_at_checked(length).ok_or_else(short)?)
    };
    Ok(Said { counter, fresh })
}

/// Reads a public key.
fn read_key(mut cbor: &[u8]) -> Result<Key, No> {
    let odd = || bad("this kind of key is not known here");
    let Ok(Value::Map(fields)) = ciborium::from_reader::<Value, _>(&mut cbor) else { return Err(odd()) };
    let field = |number: i64| fields.iter().find(|(k, _)| k.as_integer() == Some(number.into())).map(|(_, v)| v);
    let whole = |number: i64| field(number).and_then(Value::as_integer).and_then(|n| i64::try_from(n).ok());
    let bytes = |number: i64| field(number).and_then(Value::as_bytes).filter(|b| b.len() == 32).ok_or_else(odd);
    match (whole(1), whole(3), whole(-1)) {
        (Some(2), Some(-7), Some(1)) => {
            let point = [&[4], bytes(-2)?.as_slice(), bytes(-3)?.as_slice()].concat();
            p256::ecdsa::VerifyingKey::from_sec1_bytes(&point).map_err(|_| odd())?;
            Ok(Key::Es256 { point: to_base64(&point) })
        }
        (Some(1), Some(-8), Some(6)) => Ok(Key::Ed25519 { key: to_base64(bytes(-2)?) }),
        _ => Err(odd()),
    }
}

impl Key {
    fn signed(&self, message: &[u8], signature: &[u8]) -> bool {
        match self {
            Key::Es256 { point } => {
                let key = from_base64(point).and_then(|point| p256::ecdsa::VerifyingKey::from_sec1_bytes(&point).ok());
                let signature = p256::ecdsa::Signature::from_der(signature).ok();
                key.zip(signature).is_some_and(|(key, signature)| key.verify(message, &signature).is_ok())
            }
            Key::Ed25519 { key } => {
                let key = from_base64(key).and_then(|key| key.as_slice().try_into().ok());
                let key = key.and_then(|key| ed25519_dalek::VerifyingKey::from_bytes(&key).ok());
                let signature = ed25519_dalek::Signature::from_slice(signature).ok();
                key.zip(signature).is_some_and(|(key, signature)| key.verify_strict(message, &signature).is_ok())
            }
        }
    }
}

/// The name under which a house has passkeys: its host, without a port.
fn host_of(origin: &str) -> Option<&str> {
    let (scheme, rest) = origin.split_once("://")?;
    let host = rest.split(['/', ':']).next()?;
    let private = host == "localhost" || host.ends_with(".localhost");
    (scheme == "https" || scheme == "http" && private).then_some(host)
}

impl Answer {
    fn seen(&self, kind: &str, house: &str) -> Result<(ClientData, Vec<u8>), No> {
        let raw = from_base64(&self.client_data).ok_or_else(|| bad("the answer of the browser makes no sense"))?;
        let seen: ClientData = serde_json::from_slice(&raw).map_err(|_| bad("the answer of the browser makes no sense"))?;
        if seen.kind != kind || seen.cross_origin || host_of(&seen.origin) != Some(house) {
            return Err(bad("the browser was asked by another page"));
        }
        Ok((seen, raw))
    }

    /// The challenge that was answered, for whoever keeps challenges.
    pub fn challenge(&self) -> Option<String> {
        let seen: ClientData = serde_json::from_slice(&from_base64(&self.client_data)?).ok()?;
        Some(seen.challenge)
    }

    /// A new key. The challenge has been found to be ours.
    pub fn register(&self, house: &str, label: &str, now: Time) -> Result<Passkey, No> {
        self.seen("webauthn.create", house)?;
        let odd = || bad("the answer of the device makes no sense");
        let raw = self.attestation_object.as_deref().and_then(from_base64).ok_or_else(odd)?;
        let Ok(Value::Map(fields)) = ciborium::from_reader::<Value, _>(raw.as_slice()) else { return Err(odd()) };
        let data = fields.iter().find(|(k, _)| k.as_text() == Some("authData")).and_then(|(_, v)| v.as_bytes()).ok_or_else(odd)?;
        let said = read_said(data, house)?;
        let (id, cbor) = said.fresh.ok_or_else(odd)?;
        if id.len() > 1023 || to_base64(id) != self.id.trim_end_matches('=') {
            return Err(odd());
        }
        let label = label.chars().filter(|c| !c.is_control()).take(40).collect();
        Ok(Passkey { id: to_base64(id), key: read_key(cbor)?, counter: said.counter, added: now, label })
    }

    /// A key that is known shows that it is there; its counter moves on. The challenge has been found to be ours.
    pub fn prove(&self, house: &str, passkey: &mut Passkey) -> Result<(), No> {
        let (_, seen) = self.seen("webauthn.get", house)?;
        let odd = || bad("the answer of the device makes no sense");
        let data = self.authenticator_data.as_deref().and_then(from_base64).ok_or_else(odd)?;
        let signature = self.signature.as_deref().and_then(from_base64).ok_or_else(odd)?;
        let said = read_said(&data, house)?;
        let message = [data.as_slice(), Sha256::digest(&seen).as_slice()].concat();
        if !passkey.key.signed(&message, &signature) {
            return Err(bad("the signature is not that of this key"));
        }
        // A counter that does not move on is that of a copy; many keys do not count at all.
        if (said.counter > 0 || passkey.counter > 0) && said.counter <= passkey.counter {
            return Err(bad("this key was used elsewhere meanwhile: it may have been copied"));
        }
        passkey.counter = said.counter;
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod soft {
    //! A device in software, for tests.

    use super::*;
    use p256::ecdsa::signature::Signer;
    use p256::ecdsa::{DerSignature, SigningKey};
    use serde_json::json;

    pub struct Device {
        pub key: SigningKey,
        pub id: Vec<u8>,
        pub counter: u32,
        pub house: String,
        pub origin: String,
        pub flags: u8,
    }

    impl Device {
        pub fn new(house: &str) -> Device {
            let key = SigningKey::from_slice(&crate::tokens::bytes::<32>()).unwrap();
            let (id, origin) = (crate::tokens::bytes::<16>().to_vec(), format!("https://{house}"));
            Device { key, id, counter: 0, house: house.into(), origin, flags: PRESENT | VERIFIED }
        }

        fn data(&mut self, flags: u8) -> Vec<u8> {
            self.counter += 1;
            [Sha256::digest(self.house.as_bytes()).as_slice(), &[self.flags | flags], &self.counter.to_be_bytes()].concat()
        }

        fn seen(&self, kind: &str, challenge: &str) -> Vec<u8> {
            json!({ "type": kind, "challenge": challenge, "origin": self.origin }).to_string().into_bytes()
        }

        pub fn create(&mut self, challenge: &str) -> Answer {
            let point = self.key.verifying_key().to_encoded_point(false);
            let int = |n: i64| Value::Integer(n.into());
            let cose = Value::Map(vec![
                (int(1), int(2)),
                (int(3), int(-7)),
                (int(-1), int(1)),
                (int(-2), Value::Bytes(point.x().unwrap().to_vec())),
                (int(-3), Value::Bytes(point.y().unwrap().to_vec())),
            ]);
            let mut cbor = Vec::new();
            ciborium::into_writer(&cose, &mut cbor).unwrap();
            let head = self.data(ATTESTED);
            let data = [head.as_slice(), &[0; 16], &(self.id.len() as u16).to_be_bytes(), &self.id, &cbor].concat();
            let text = |t: &str| Value::Text(t.into());
            let object = Value::Map(vec![
                (text("fmt"), text("none")),
                (text("attStmt"), Value::Map(Vec::new())),
                (text("authData"), Value::Bytes(data)),
            ]);
            let mut attested = Vec::new();
            ciborium::into_writer(&object, &mut attested).unwrap();
            Answer {
                id: to_base64(&self.id),
                client_data: to_base64(&self.seen("webauthn.create", challenge)),
                attestation_object: Some(to_base64(&attested)),
                authenticator_data: None,
                signature: None,
            }
        }

        pub fn get(&mut self, challenge: &str) -> Answer {
            let (data, seen) = (self.data(0), self.seen("webauthn.get", challenge));
            let message = [data.as_slice(), Sha256::digest(&seen).as_slice()].concat();
            let signature: DerSignature = self.key.sign(&message);
            Answer {
                id: to_base64(&self.id),
                client_data: to_base64(&seen),
                attestation_object: None,
                authenticator_data: Some(to_base64(&data)),
                signature: Some(to_base64(signature.as_bytes())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::soft::Device;
    use super::*;

    #[test]
    fn a_device_proves_itself_to_its_own_house_only() {
        let mut device = Device::new("house.example");
        let mut passkey = device.create("abc").register("house.example", "phone", 7).unwrap();
        assert_eq!(device.get("xyz").challenge().as_deref(), Some("xyz"));
        device.get("xyz").prove("house.example", &mut passkey).unwrap();
        assert!(device.get("xyz").prove("evil.example", &mut passkey).is_err(), "for another house");
        let answer = device.get("xyz");
        answer.prove("house.example", &mut passkey).unwrap();
        assert!(answer.prove("house.example", &mut passkey).is_err(), "the counter stands still: a copy");
        assert!(Answer { client_data: device.get("other").client_data, ..device.get("xyz") }.prove("house.example", &mut passkey).is_err());
        let mut stranger = Device { id: device.id.clone(), ..Device::new("house.example") };
        stranger.counter = 90;
        assert!(stranger.get("xyz").prove("house.example", &mut passkey).is_err(), "another key");
        for (change, what) in [
            (Box::new(|d: &mut Device| d.origin = "https://house.example.evil.example".into()) as Box<dyn Fn(&mut Device)>, "another page"),
            (Box::new(|d: &mut Device| d.origin = "http://house.example".into()), "a page that anybody can change on its way"),
            (Box::new(|d: &mut Device| d.flags = PRESENT), "nobody was asked who he is"),
        ] {
            let mut device = Device::new("house.example");
            change(&mut device);
            assert!(device.create("abc").register("house.example", "", 0).is_err(), "{what}");
        }
        for origin in ["http://localhost:1863", "https://localhost"] {
            let mut device = Device { origin: origin.into(), ..Device::new("localhost") };
            device.create("abc").register("localhost", "", 0).unwrap();
        }
    }

    /// What Chromium's own virtual device said on `http://localhost`.
    #[test]
    fn the_answers_of_a_real_browser_are_understood() {
        let created = Answer {
            id: "VtaRZLuwgfMQuU_nSxl0Yla1yX2YRT2lxuLq3Mr2cww".into(),
            client_data: concat!(
                "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiZUhoNGVIaDRlSGg0ZUhoNGVIaDRlSGg0ZUhoNGVIaDRlSGg0ZUhoNGVIZy",
                "IsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzUyNzkiLCJjcm9zc09yaWdpbiI6ZmFsc2V9",
            )
            .into(),
            attestation_object: Some(
                concat!(
                    "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAQECAwQFBgcIAQIDBAUGBw",
                    "gAIFbWkWS7sIHzELlP50sZdGJWtcl9mEU9pcbi6tzK9nMMpQECAyYgASFYIBS0TibwSFRVuck1woF9BPMwsqh8LB3qeqz9aPZ0mfg9IlggeFfA",
                    "jPYry3MsGCcOreghbvSylwjTbQlAZXDuKNKSvL8",
                )
                .into(),
            ),
            authenticator_data: None,
            signature: None,
        };
        assert_eq!(created.challenge().as_deref(), Some("eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHg"));
        let mut passkey = created.register("localhost", "browser", 1).unwrap();
        let proved = Answer {
            id: "VtaRZLuwgfMQuU_nSxl0Yla1yX2YRT2lxuLq3Mr2cww".into(),
            client_data: concat!(
                "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiZUhoNGVIaDRlSGg0ZUhoNGVIaDRlSGg0ZUhoNGVIaDRlSGg0ZUhoNGVIZyIsIm",
                "9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzUyNzkiLCJjcm9zc09yaWdpbiI6ZmFsc2V9",
            )
            .into(),
            attestation_object: None,
            authenticator_data: Some("SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAg".into()),
            signature: Some("MEYCIQDnz61_SsTrVLvUUV7u37xbldX__9RcdAW897ec9wUN3AIhANuU9TJ8V-UyZVEAeBzI5NQQhGRkOFoFAK0pow9EE7h3".into()),
        };
        proved.prove("localhost", &mut passkey).unwrap();
        assert!(proved.prove("elsewhere.example", &mut passkey).is_err());
    }

    #[test]
    fn half_an_answer_is_refused_not_a_fault() {
        let mut device = Device::new("house.example");
        let answer = device.create("abc");
        let whole = from_base64(answer.attestation_object.as_deref().unwrap()).unwrap();
        for length in 0..whole.len() {
            let cut = Answer { attestation_object: Some(to_base64(&whole[..length])), ..answer.clone() };
            assert!(cut.register("house.example", "", 0).is_err(), "{length}");
        }
        let (answer, mut passkey) = (device.get("a"), answer.register("house.example", "", 0).unwrap());
        let whole = from_base64(answer.authenticator_data.as_deref().unwrap()).unwrap();
        for length in 0..whole.len() {
            let cut = Answer { authenticator_data: Some(to_base64(&whole[..length])), ..answer.clone() };
            assert!(cut.prove("house.example", &mut passkey).is_err(), "{length}");
        }
    }
}
