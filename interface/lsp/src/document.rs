//! Documents that an editor has opened.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;

use crate::position::{Encoding, Lines, Position};

/// A document as the editor has it.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub path: PathBuf,
    pub text: Arc<str>,
    /// As the editor numbers it.
    pub version: Option<i64>,
    /// Counts every change, also where the editor does not.
    pub revision: u64,
}

impl Document {
    /// Applies the changes of a notification one after the other; one that makes no sense is passed over.
    pub fn change(&mut self, changes: &[Value], encoding: Encoding) {
        for change in changes {
            let Some(new) = change.get("text").and_then(Value::as_str) else { continue };
            match change.get("range").filter(|range| !range.is_null()) {
                None => self.text = new.into(),
                Some(range) => {
                    let position = |which| range.get(which).and_then(Position::read);
                    if let (Some(start), Some(end)) = (position("start"), position("end")) {
                        self.replace((start, end), new, encoding);
                    }
                }
            }
        }
        self.revision += 1;
    }

    fn replace(&mut self, (start, end): (Position, Position), new: &str, encoding: Encoding) {
        let lines = Lines::of(&self.text);
        let (start, end) = (start.min(end), start.max(end));
        let from = lines.offset(&self.text, start, encoding);
        let to = lines.offset(&self.text, end, encoding).max(from);
        let mut text = String::with_capacity(self.text.len() + new.len());
        text.push_str(&self.text[..from]);
        text.push_str(new);
        text.push_str(&self.text[to..]);
        self.text = text.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn changed(text: &str, changes: &Value) -> String {
        let mut document =
            Document { path: PathBuf::from("m.pml"), text: text.into(), version: None, revision: 0 };
        document.change(changes.as_array().expect("a list"), Encoding::Utf16);
        assert_eq!(document.revision, 1);
        document.text.to_string()
    }

    fn edit(start: (i64, i64), end: (i64, i64), text: &str) -> Value {
        let position = |(line, character): (i64, i64)| json!({ "line": line, "character": character });
        json!({ "range": { "start": position(start), "end": position(end) }, "text": text })
    }

    #[test]
    fn changes_follow_each_other() {
        let changes =
            json!([edit((0, 1), (0, 3), "😀"), edit((0, 3), (0, 3), "!"), edit((1, 0), (1, 1), "")]);
        assert_eq!(changed("abcd\nx", &changes), "a😀!d\n");
        assert_eq!(changed("abcd", &json!([{ "text": "new" }])), "new");
    }

    #[test]
    fn changes_that_make_no_sense_do_no_harm() {
        assert_eq!(changed("ab", &json!([edit((0, 2), (0, 0), "x")])), "x");
        assert_eq!(changed("ab", &json!([edit((7, 7), (9, 9), "x")])), "abx");
        assert_eq!(changed("😀", &json!([edit((0, 1), (0, 1), "x")])), "x😀");
        assert_eq!(changed("ab", &json!([edit((-1, 0), (0, 1), "x"), 7, { "range": 3, "text": "y" }])), "ab");
    }
}
