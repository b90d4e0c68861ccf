//! Web push: messages that only one browser can read (RFC 8291, `aes128gcm` of RFC 8188), and the house's word that it is the sender
//! (VAPID, RFC 8292).

use crate::Time;
use crate::desk::{Document, No, at_desk};
use crate::records::Records;
use crate::telling::Subscription;
use crate::tokens::{bytes, digest, from_base64, to_base64};
use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use hkdf::Hkdf;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::{PublicKey, SecretKey};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::Sha256;

/// The longest message: what every push service takes.
const LONGEST: usize = 3_000;
/// How long the house's word is good.
const GOOD: Time = 12 * 3_600_000;

/// The house's own key, by which push services know it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Seal {
    /// The private key.
    key: String,
}

impl Document for Seal {
    const KIND: &'static str = "seal";

    fn id(&self) -> String {
        "push".into()
    }
}

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seal")
    }
}

fn secret() -> SecretKey {
    loop {
        if let Ok(key) = SecretKey::from_slice(&bytes::<32>()) {
            return key;
        }
    }
}

impl Seal {
    /// The key of this house, made when it is first asked for.
    pub fn of(records: &dyn Records) -> Result<Seal, No> {
        at_desk(records, |desk| match desk.get::<Seal>("push")? {
            Some(seal) => Ok(seal),
            None => {
                let seal = Seal { key: to_base64(&secret().to_bytes()) };
                desk.put(&seal)?;
                Ok(seal)
            }
        })
    }

    fn key(&self) -> Option<SigningKey> {
        SigningKey::from_slice(&from_base64(&self.key)?).ok()
    }

    /// The public half, as browsers want it.
    pub fn public(&self) -> String {
        self.key().map(|key| to_base64(key.verifying_key().to_encoded_point(false).as_bytes())).unwrap_or_default()
    }

    /// What shows that a link to stop mail to somebody comes from this house.
    pub fn word(&self, what: &str, account: &str) -> String {
        digest(&format!("{what}\n{}\n{account}", self.key))
    }

    /// The header `Authorization` for a push service: who sends, to whom, until when; and whom to write to if something is wrong.
    pub fn authorization(&self, endpoint: &str, contact: &str, now: Time) -> Option<String> {
        let origin = endpoint.split('/').take(3).collect::<Vec<_>>().join("/");
        let claims = json!({ "aud": origin, "exp": (now + GOOD) / 1000, "sub": contact });
        let head = to_base64(json!({ "typ": "JWT", "alg": "ES256" }).to_string().as_bytes());
        let text = format!("{head}.{}", to_base64(claims.to_string().as_bytes()));
        let signature: Signature = self.key()?.sign(text.as_bytes());
        Some(format!("vapid t={text}.{}, k={}", to_base64(&signature.to_bytes()), self.public()))
    }
}

fn derive<const N: usize>(hkdf: &Hkdf<Sha256>, info: &[u8]) -> Option<[u8; N]> {
    let mut out = [0; N];
    hkdf.expand(info, &mut out).ok()?;
    Some(out)
}

/// A message for one browser, as it goes over the line. `None` if its keys make no sense, or it is too long.
pub fn seal(to: &Subscription, text: &str) -> Option<Vec<u8>> {
    sealed(to, text, &secret(), bytes())
}

fn sealed(to: &Subscription, text: &str, own: &SecretKey, salt: [u8; 16]) -> Option<Vec<u8>> {
    if text.len() > LONGEST {
        return None;
    }
    let (their_point, auth) = (from_base64(&to.p256dh)?, from_base64(&to.auth)?);
    let theirs = PublicKey::from_sec1_bytes(&their_point).ok()?;
    let own_point = own.public_key().to_encoded_point(false);
    let shared = p256::ecdh::diffie_hellman(own.to_nonzero_scalar(), theirs.as_affine());
    let info = [b"WebPush: info\0".as_slice(), theirs.to_encoded_point(false).as_bytes(), own_point.as_bytes()].concat();
    let ikm: [u8; 32] = derive(&Hkdf::new(Some(&auth), shared.raw_secret_bytes()), &info)?;
    let keys = Hkdf::<Sha256>::new(Some(&salt), &ikm);
    let key: [u8; 16] = derive(&keys, b"Content-Encoding: aes128gcm\0")?;
    let nonce: [u8; 12] = derive(&keys, b"Content-Encoding: nonce\0")?;
    // One record: the text, and the mark of the last one.
    let record = [text.as_bytes(), &[2]].concat();
    let cipher = Aes128Gcm::new(&key.into()).encrypt(Nonce::from_slice(&nonce), record.as_slice()).ok()?;
    let head = [salt.as_slice(), &4096u32.to_be_bytes(), &[own_point.as_bytes().len() as u8], own_point.as_bytes()].concat();
    Some([head, cipher].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Memory;
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier;

    /// The example of RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard_comes_out_to_the_letter() {
        let to = Subscription {
            endpoint: String::new(),
            p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4".into(),
            auth: "BTBZMqHH6r4Tts7J_aSIgg".into(),
            place: String::new(),
        };
        let own = SecretKey::from_slice(&from_base64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").unwrap()).unwrap();
        let salt = from_base64("DGv6ra1nlYgDCS1FRnbzlw").unwrap().try_into().unwrap();
        let message = sealed(&to, "When I grow up, I want to be a watermelon", &own, salt).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(to_base64(&message), expected);
        assert!(seal(&to, &"x".repeat(4_000)).is_none());
        assert!(seal(&Subscription { p256dh: "AAAA".into(), ..to }, "x").is_none());
    }

    #[test]
    fn the_house_signs_for_one_push_service_only() {
        let seal = Seal::of(&Memory::default()).unwrap();
        let header = seal.authorization("https://push.example/a/b?c", "mailto:x@y.org", 1_000).unwrap();
        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, seal.public());
        let (text, signature) = token.rsplit_once('.').unwrap();
        let verifying = VerifyingKey::from_sec1_bytes(&from_base64(key).unwrap()).unwrap();
        verifying.verify(text.as_bytes(), &Signature::from_slice(&from_base64(signature).unwrap()).unwrap()).unwrap();
        let claims = from_base64(text.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["aud"], "https://push.example");
    }
}
