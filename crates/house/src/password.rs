//! Passwords, as Argon2 keeps them. Whether somebody is there at all takes as long to find out as whether his password is right.

use crate::desk::No;
use crate::tokens;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};

/// 19 MiB, two passes, one lane: the least that is recommended for servers, so that a small machine bears it.
fn argon() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(19 * 1024, 2, 1, None).unwrap_or_default())
}

/// What is kept of a password.
pub fn keep(password: &str) -> Result<String, No> {
    if !(8..=200).contains(&password.chars().count()) {
        return Err(No::field("password", "a password has 8 to 200 letters: four words that do not belong together are a good one"));
    }
    let fault = || No::because("the password could not be kept: try again");
    let salt = SaltString::encode_b64(&tokens::bytes::<16>()).map_err(|_| fault())?;
    Ok(argon().hash_password(password.as_bytes(), &salt).map_err(|_| fault())?.to_string())
}

/// Somebody who is not there.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5LW5vYm9keS0$9Z0GBPH7U8YkOGRfWTX6nQhZzP4lUqYlKCcL3Qy8tq4";

/// Whether a password is the one that is kept. If none is kept it takes as long, and is not.
pub fn fits(password: &str, kept: Option<&str>) -> bool {
    let Ok(parsed) = PasswordHash::new(kept.unwrap_or(NOBODY)) else { return false };
    argon().verify_password(password.get(..800).unwrap_or(password).as_bytes(), &parsed).is_ok() && kept.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_fits_what_is_kept_of_it_and_nothing_else() {
        let kept = keep("mud march of january").unwrap();
        assert!(kept.starts_with("$argon2id$") && !kept.contains("mud"));
        assert!(fits("mud march of january", Some(&kept)) && !fits("mud march of February", Some(&kept)));
        assert!(PasswordHash::new(NOBODY).is_ok(), "nobody is looked up as slowly as somebody");
        assert!(!fits("mud march of january", None));
        assert!(keep("short").is_err());
    }
}
