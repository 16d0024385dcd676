//! Every name of every model is given a name that nobody has. That must not be refused for what the new text says: a
//! place that the tables of names have missed would leave the old name behind.

mod client;

use std::collections::HashSet;

use client::{Client, deeply, models, place};
use serde_json::{Value, json};

/// Reasons for which a renaming may be refused whatever the new name is.
const REASONS: [&str; 10] = [
    "has its meaning from its name",
    "mend the error",
    "is a macro",
    "named like its file",
    "also stands in the macro or definition",
    "a macro brings",
    "something else at each call",
    "no name here",
    "declared in no file",
    "still being read",
];

#[test]
fn every_name_of_every_model_can_be_renamed_or_a_macro_is_involved() {
    deeply(|| {
        let (mut renamed, mut refused, mut wrong) = (0, 0, Vec::new());
        for path in models() {
            let text = String::from_utf8_lossy(&std::fs::read(&path).expect("it can be read")).into_owned();
            let uri = format!("file://{}", path.display());
            let mut client = Client::new(&["utf-16"]);
            client.open(&uri, &text);
            let mut done = HashSet::new();
            for (line, column) in words(&text) {
                let at = (line, column);
                if done.contains(&at) {
                    continue;
                }
                let prepared = client.request("textDocument/prepareRename", place(&uri, at));
                if prepared["error"]["message"].as_str().is_some_and(|why| why.contains("mend the error")) {
                    break;
                }
                if prepared.get("error").is_some() {
                    continue;
                }
                let mut params = place(&uri, at);
                params["newName"] =
                    json!(fresh(prepared["result"]["placeholder"].as_str().expect("the name")));
                let answer = client.request("textDocument/rename", params);
                match answer["error"]["message"].as_str() {
                    None => {
                        renamed += 1;
                        let edits = answer["result"]["changes"][&uri].as_array().expect("edits");
                        done.extend(edits.iter().map(|edit| start(&edit["range"]["start"])));
                    }
                    Some(why) if REASONS.iter().any(|known| why.contains(known)) => refused += 1,
                    // A definition that names a function from outside the language.
                    Some(why) if text.contains("EXTERNAL_FUNCTION") && why.contains("cannot be used") => {
                        refused += 1
                    }
                    // Steps in temporal formulas of B have no places of their own.
                    Some(why) if text.contains("ASSERT_LTL") && why.contains("cannot be used") => {
                        refused += 1
                    }
                    Some(why) => wrong.push(format!("{}:{}:{column}: {why}", path.display(), line + 1)),
                }
            }
        }
        println!("{renamed} names were renamed, {refused} refused");
        assert!(renamed > 3000, "only {renamed} names were renamed");
        assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
    });
}

/// A name that nobody has. Whether a parameter of a machine is a set is told by its letters.
fn fresh(name: &str) -> &'static str {
    let has_small = name.chars().any(char::is_lowercase);
    // So is the meaning of some labels.
    match name {
        _ if name.starts_with("end") => "end_that_nobody_has",
        _ if name.starts_with("accept") => "accept_that_nobody_has",
        _ if name.starts_with("progress") => "progress_that_nobody_has",
        _ if has_small => "name_that_nobody_has",
        _ => "NAME_THAT_NOBODY_HAS",
    }
}

fn start(position: &Value) -> (u64, u64) {
    let number = |field: &str| position[field].as_u64().expect("a number");
    (number("line"), number("character"))
}

/// Where each word begins.
fn words(text: &str) -> Vec<(u64, u64)> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut places = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with("//")) {
        let mut within = false;
        for (at, letter) in line.char_indices() {
            if is_word(letter) && !within {
                places.push((number as u64, line[..at].encode_utf16().count() as u64));
            }
            within = is_word(letter);
        }
    }
    places
}
