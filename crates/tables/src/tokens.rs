//! What nobody can guess: names of tables, keys of seats, dice.

/// Why a random word could not be had: the system has no source of randomness.
const NO_RANDOMNESS: &str = "the system gives no random numbers";

fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect(NO_RANDOMNESS);
    bytes
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// A key of 160 bits: whoever has it sits in the seat.
pub fn key() -> String {
    hexadecimal(&bytes::<20>())
}

/// Whether a text has the shape of a key.
pub fn is_key(text: &str) -> bool {
    text.len() == 40 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// A name of 64 bits for a table.
pub fn name() -> String {
    hexadecimal(&bytes::<8>())
}

/// A random word.
pub fn word() -> u64 {
    u64::from_le_bytes(bytes())
}

/// Whether two keys are the same, in a time that does not tell where they differ.
pub fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |d, (x, y)| d | (x ^ y)) == 0
}

/// A fair number from 0 up to, not including, `n`.
pub fn below(n: u8) -> u8 {
    let n = n.max(1);
    let fair = u8::MAX - u8::MAX % n;
    loop {
        let [byte] = bytes();
        if byte < fair {
            return byte % n;
        }
    }
}

/// Dice: that many values from 1 to `sides`.
pub fn dice(count: u8, sides: u8) -> Vec<u8> {
    (0..count).map(|_| 1 + below(sides)).collect()
}

/// A draw: that many different values below `from`, in order.
pub fn draw(from: u8, count: u8) -> Vec<u8> {
    let mut cup: Vec<u8> = (0..from).collect();
    (0..count.min(from)).map(|_| cup.remove(usize::from(below(cup.len() as u8)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_long_and_differ() {
        let (a, b) = (key(), key());
        assert_eq!(a.len(), 40);
        assert!(a != b && same(&a, &a.clone()) && !same(&a, &b) && !same(&a, &a[1..]));
    }

    #[test]
    fn dice_show_every_face_and_draws_never_repeat() {
        let thrown = dice(255, 6);
        assert!((1..=6).all(|face| thrown.contains(&face)) && thrown.iter().all(|v| (1..=6).contains(v)));
        let mut drawn = draw(31, 31);
        drawn.sort_unstable();
        assert_eq!(drawn, (0..31).collect::<Vec<u8>>());
    }
}
