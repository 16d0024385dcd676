//! The secret in the address: whoever has it started the program, or was given the address.

/// Bytes of randomness in a token.
const BYTES: usize = 16;

/// A new token, from the operating system; an error says why there is none.
pub fn token() -> Result<String, String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|why| format!("the system gives no random numbers: {why}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Are they equal? The time does not depend on where they differ.
pub fn is_same(own: &str, given: &str) -> bool {
    let differences = own.bytes().zip(given.bytes()).fold(0, |seen, (a, b)| seen | (a ^ b));
    own.len() == given.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::{is_same, token};

    #[test]
    fn tokens_are_long_and_different() {
        let (one, other) = (token().expect("random"), token().expect("random"));
        assert_eq!(one.len(), 32);
        assert_ne!(one, other);
        assert!(is_same(&one, &one.clone()) && !is_same(&one, &other));
        assert!(!is_same(&one, &one[1..]) && !is_same(&one, ""));
    }
}
