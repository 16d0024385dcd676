//! Text of models in a page: whatever it says, it stays text.

/// Text between tags or in a quoted attribute.
pub fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Other control characters are not allowed in HTML.
            '\n' | '\t' => out.push(c),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// The longest text that is a list of its own.
const LONGEST: usize = 4_000;

/// A text of bounded length.
pub fn clipped(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// JSON inside a `script` element, which ends at `</script` and knows `<!--`: in JSON, a `<` stands only in strings.
pub fn json(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_is_markup() {
        let hostile = "</script><img src=x onerror=\"alert('1')\">&amp;\u{0}";
        let safe = text(hostile);
        assert!(!safe.contains(['<', '>', '"', '\'', '\u{0}']), "{safe}");
        assert!(safe.contains("&amp;amp;"), "{safe}");
        let value = serde_json::json!({ "a": hostile, "b": "<!-- \u{2028}" });
        let embedded = json(&value);
        assert!(!embedded.contains('<'), "{embedded}");
        let back: serde_json::Value = serde_json::from_str(&embedded).expect("it is JSON still");
        assert_eq!(back, value);
    }
}
