//! Messages that are almost JSON. Editors whose texts are sequences of 16-bit units send halves of surrogate pairs
//! while such a pair is being edited. JSON as read here cannot express them, and a change that is passed over would
//! leave the document behind; so each half becomes U+FFFD, which is one unit as well.

use serde_json::Value;

/// Reads a message.
pub(crate) fn read(content: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(content).or_else(|first| {
        let repaired = repair(&String::from_utf8_lossy(content));
        serde_json::from_str(&repaired).map_err(|_| first.to_string())
    })
}

/// Replaces escapes of halves of surrogate pairs.
fn repair(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let taken = match (bytes[at], unit(bytes, at)) {
            (b'\\', Some(0xD800..=0xDBFF)) => match unit(bytes, at + 6) {
                Some(0xDC00..=0xDFFF) => 12,
                _ => 0,
            },
            (b'\\', Some(0xDC00..=0xDFFF)) => 0,
            // An escaped backslash does not begin another escape.
            (b'\\', _) => 2,
            _ => 1,
        };
        if taken == 0 {
            out.extend(b"\\ufffd");
            at += 6;
        } else {
            let end = (at + taken).min(bytes.len());
            out.extend(&bytes[at..end]);
            at = end;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The unit that an escape at this place stands for.
fn unit(bytes: &[u8], at: usize) -> Option<u32> {
    let escape = bytes.get(at..at + 6)?;
    let digits = std::str::from_utf8(escape.strip_prefix(b"\\u")?).ok()?;
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_pairs_become_replacement_characters() {
        assert_eq!(read(br#""a\ud83db""#), Ok(Value::from("a\u{fffd}b")));
        assert_eq!(read(br#""\ude00""#), Ok(Value::from("\u{fffd}")));
        assert_eq!(read(br#""\ud83d\ude00\ud83d""#), Ok(Value::from("😀\u{fffd}")));
        assert_eq!(read(br#""\\ud83d\ud83d""#), Ok(Value::from("\\ud83d\u{fffd}")));
        assert_eq!(read(b"\"\xff\""), Ok(Value::from("\u{fffd}")));
        assert!(read(b"{").is_err());
        assert!(read(&b"[".repeat(100_000)).is_err());
    }
}
