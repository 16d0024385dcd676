//! What an editor is told of Promela.

mod client;

use std::time::Duration;

use client::{Client, deeply, edited, find, place};
use lsp::{Config, Core};
use serde_json::{Value, json};

const MODEL: &str = "\
#define N 2
mtype = { red, green };
typedef Light { mtype colour; byte age[3] };
byte count = 3; /* 😀 */ byte other;
Light lamp;
chan q = [N] of { byte, mtype };
inline add(what, by) {
  what = what + by
}
active [N] proctype P() {
  byte temp;
again:
  add(count, 1);
  temp = count;
  lamp.colour = red;
  q ! temp, green;
  goto again
}
proctype Q(byte first) {
  byte temp;
  temp = first
}
init { run Q(count) }
ltl small { [] (count < 9) }
";

const URI: &str = "file:///models/lamp.pml";

fn opened(text: &str) -> Client {
    let mut client = Client::new(&["utf-16"]);
    client.open(URI, text);
    client
}

fn line_of(location: &Value) -> u64 {
    location["range"]["start"]["line"].as_u64().expect("a line")
}

#[test]
fn names_lead_to_their_declarations() {
    deeply(|| {
        let mut client = opened(MODEL);
        for (what, number, line) in [
            ("count", 1, 3),
            ("count", 2, 3),
            ("count", 4, 3),
            ("temp", 1, 10),
            ("temp", 4, 19),
            ("red", 1, 1),
            ("colour", 1, 2),
            ("lamp", 1, 4),
            ("Light", 1, 2),
            ("again", 1, 11),
            ("add", 1, 6),
            ("what", 1, 6),
            ("Q(", 1, 18),
            ("first", 1, 18),
            ("N]", 0, 0),
        ] {
            let answer = client.ask("textDocument/definition", URI, find(MODEL, what, number));
            assert_eq!(answer.as_array().map(Vec::len), Some(1), "{what} {number}: {answer}");
            assert_eq!(line_of(&answer[0]), line, "{what} {number}: {answer}");
        }
        let nothing = client.ask("textDocument/definition", URI, find(MODEL, "proctype", 0));
        assert_eq!(nothing, Value::Null);
    });
}

#[test]
fn hovering_tells_types_and_ranges() {
    deeply(|| {
        let mut client = opened(MODEL);
        for (what, number, parts) in [
            ("count", 2, &["byte count = 3", "global variable", "0 … 255"][..]),
            ("q !", 0, &["chan q = [2] of { byte, mtype }", "a channel"]),
            ("lamp", 1, &["Light lamp", "a structure"]),
            ("age", 0, &["byte age[3]", "field of `Light`", "3 elements"]),
            ("green", 1, &["symbolic constant"]),
            ("P(", 0, &["active [2] proctype P()"]),
            ("N]", 1, &["#define N 2", "macro"]),
            ("temp", 4, &["local variable of `Q`"]),
            ("first", 1, &["parameter of `Q`"]),
        ] {
            let answer = client.ask("textDocument/hover", URI, find(MODEL, what, number));
            let text = answer["contents"]["value"].as_str().unwrap_or_else(|| panic!("{what}: {answer}"));
            assert!(parts.iter().all(|part| text.contains(part)), "{what}: {text}");
        }
    });
}

#[test]
fn the_outline_has_what_is_declared() {
    deeply(|| {
        let mut client = opened(MODEL);
        let answer = client.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
        let names = |items: &Value| -> Vec<String> {
            let items = items.as_array().expect("a list");
            items.iter().map(|item| item["name"].as_str().expect("a name").to_owned()).collect()
        };
        let outline = &answer["result"];
        let expected = ["mtype", "Light", "count", "other", "lamp", "q", "add", "P", "Q", "init", "small"];
        assert_eq!(names(outline), expected);
        assert_eq!(names(&outline[1]["children"]), ["colour", "age"]);
        assert_eq!(names(&outline[8]["children"]), ["first", "temp"]);
        assert_eq!(outline[1]["children"][1]["detail"], "byte[3]");
    });
}

#[test]
fn columns_are_those_of_the_agreed_encoding() {
    deeply(|| {
        for (encodings, column) in [(&["utf-16"][..], 30), (&["utf-8", "utf-16"], 32)] {
            let mut client = Client::new(encodings);
            client.open(URI, MODEL);
            let outline =
                client.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
            assert_eq!(
                outline["result"][3]["selectionRange"]["start"],
                json!({ "line": 3, "character": column })
            );
            let hover = client.ask("textDocument/hover", URI, (3, column));
            assert!(
                hover["contents"]["value"].as_str().is_some_and(|text| text.contains("byte other")),
                "{hover}"
            );
        }
    });
}

#[test]
fn messages_have_places_hints_and_related_places() {
    deeply(|| {
        let mut client = opened("byte x;\nbyte x;\nactive proctype P() { conut = 1 }\nbyte count;\n");
        let messages = client.diagnostics(URI);
        let redeclared = messages.iter().find(|own| own["code"] == "redeclared").expect("it is told");
        assert_eq!(redeclared["range"]["start"], json!({ "line": 1, "character": 5 }));
        assert_eq!(redeclared["severity"], 1);
        assert!(
            redeclared["message"].as_str().is_some_and(|text| text.contains("hint: SPIN has no shadowing"))
        );
        let related = &redeclared["relatedInformation"][0];
        assert_eq!((line_of(&related["location"]), &related["location"]["uri"]), (0, &json!(URI)));
        client.replace(URI, 2, "byte x;\nactive proctype P() { x = 1 }\n");
        assert_eq!(client.diagnostics(URI), [] as [Value; 0]);
    });
}

#[test]
fn a_text_that_cannot_be_parsed_still_has_names() {
    deeply(|| {
        let text = "byte x;\nactive proctype P() { x = }\nactive proctype Q() { byte y; y = x }\n";
        let mut client = opened(text);
        assert!(client.diagnostics(URI).iter().any(|own| own["code"] == "syntax"));
        let answer = client.ask("textDocument/definition", URI, find(text, "x }", 0));
        assert_eq!(line_of(&answer[0]), 0, "{answer}");
    });
}

#[test]
fn renaming_follows_scopes() {
    deeply(|| {
        let mut client = opened(MODEL);
        let mut rename = |what: &str, number: usize, new: &str| {
            let mut params = place(URI, find(MODEL, what, number));
            params["newName"] = json!(new);
            let answer = client.request("textDocument/rename", params);
            edited(MODEL, &answer, URI)
        };
        let (p, q) = MODEL.split_at(MODEL.find("proctype Q").expect("it is there"));
        assert_eq!(rename("temp", 1, "mine"), format!("{}{q}", p.replace("temp", "mine")));
        assert_eq!(rename("temp", 4, "mine"), format!("{p}{}", q.replace("temp", "mine")));
        assert_eq!(rename("count", 0, "number"), MODEL.replace("count", "number"));
        assert_eq!(rename("what", 1, "target"), MODEL.replace("what", "target"));
        assert_eq!(rename("red", 1, "scarlet"), MODEL.replace("red", "scarlet"));
        assert_eq!(rename("Q(count", 0, "Other"), MODEL.replace("Q(", "Other("));
        assert_eq!(rename("again", 1, "back"), MODEL.replace("again", "back"));
        assert_eq!(rename("add", 0, "plus"), MODEL.replace("add", "plus"));
        assert_eq!(rename("small", 0, "tiny"), MODEL.replace("small", "tiny"));
    });
}

/// What is refused, at which name, and words of the reason.
#[test]
fn renaming_is_refused_where_it_would_change_the_model() {
    deeply(|| {
        let uses_macros = "#define MINE x\n#define ONE 1\nbyte x, y, z; byte _4;\ninline both() { z = w }\n\
            active proctype P() { byte w; MINE = 1; x = y; both(); y = ONE }\n\
            active proctype Q() { byte w; both(); stop: accept1: skip }\n";
        let mut client = opened(uses_macros);
        for (what, number, new, why) in [
            ("x,", 0, "a", "also stands in the macro"),
            ("MINE", 0, "a", "is a macro"),
            ("y =", 0, "x", "also stands in the macro"),
            ("y =", 0, "z", "already declared"),
            ("z;", 0, "proctype", "keyword"),
            ("z;", 0, "_pid", "predefined"),
            ("z;", 0, "1a", "not a name"),
            ("z;", 0, "a b", "not a name"),
            ("z;", 0, "", "not a name"),
            ("z;", 0, "ONE", "cannot be used here"),
            ("z;", 0, "P", "cannot be used here"),
            ("w }", 0, "v", "something else at each call"),
            ("w;", 0, "v", "something else at each call"),
            ("byte", 0, "v", "no name here"),
            ("stop", 0, "end", "some names would mean something else"),
            ("accept1", 0, "again", "some names would mean something else"),
        ] {
            let mut params = place(URI, find(uses_macros, what, number));
            params["newName"] = json!(new);
            let answer = client.request("textDocument/rename", params);
            let message = answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{what}: {answer}"));
            assert!(message.contains(why), "{what} to {new}: {message}");
        }
        let prepared = client.request("textDocument/prepareRename", place(URI, find(uses_macros, "z;", 0)));
        assert_eq!(prepared["result"]["placeholder"], "z");
        let refused = client.request("textDocument/prepareRename", place(URI, find(uses_macros, "MINE", 1)));
        assert!(refused["error"]["message"].as_str().is_some(), "{refused}");
        client.replace(URI, 2, "byte x; active proctype P() { x = }");
        let broken = client.request("textDocument/prepareRename", place(URI, (0, 5)));
        assert!(
            broken["error"]["message"].as_str().is_some_and(|text| text.contains("mend the error")),
            "{broken}"
        );
    });
}

#[test]
fn references_are_all_places_of_a_name() {
    deeply(|| {
        let mut client = opened(MODEL);
        let mut params = place(URI, find(MODEL, "count", 0));
        let all = client.request("textDocument/references", params.clone());
        assert_eq!(all["result"].as_array().map(Vec::len), Some(5), "{all}");
        params["context"] = json!({ "includeDeclaration": false });
        let uses = client.request("textDocument/references", params);
        assert_eq!(uses["result"].as_array().map(Vec::len), Some(4), "{uses}");
        let here = client.ask("textDocument/documentHighlight", URI, find(MODEL, "temp", 4));
        assert_eq!(here.as_array().map(Vec::len), Some(2), "{here}");
    });
}

#[test]
fn symmetry_that_is_lost_is_a_hint_at_its_line_until_somebody_types() {
    deeply(|| {
        let text = "byte owner; byte n;\nactive [3] proctype P() { do :: owner = _pid\n:: owner == 0 -> n = 3 od }\n";
        let mut client = opened(text);
        assert_eq!(client.diagnostics(URI), [] as [Value; 0]);
        client.rest();
        let hints = client.diagnostics(URI);
        assert_eq!(hints.len(), 1, "{hints:?}");
        assert_eq!((&hints[0]["severity"], &hints[0]["code"]), (&json!(4), &json!("symmetry-lost")));
        assert_eq!(hints[0]["range"]["start"], json!({ "line": 2, "character": 0 }));
        client.replace(URI, 2, &text.replace("== 0", "== 3"));
        assert_eq!(client.diagnostics(URI), [] as [Value; 0]);
    });
}

#[test]
fn checking_tells_violated_properties_at_their_lines() {
    deeply(|| {
        let text = "byte x;\nactive [2] proctype P() { byte t;\n  t = x;\n  x = t + 1;\n  assert(x < 2)\n}\nltl low { [] (x < 2) }\nltl fine { [] (x < 9) }\n";
        let mut client = opened(text);
        let check = |arguments: Value| json!({ "command": "quotient.check", "arguments": arguments });
        let answer = client.request("workspace/executeCommand", check(json!([URI])));
        assert_eq!(answer["result"]["verdict"], "violated", "{answer}");
        assert!(
            answer["result"]["text"].as_str().is_some_and(|text| text.contains("assert(x < 2)")),
            "{answer}"
        );
        let found = client.diagnostics(URI);
        let places: Vec<(&Value, &Value)> =
            found.iter().map(|own| (&own["code"], &own["range"]["start"]["line"])).collect();
        assert_eq!(places, [(&json!("safety"), &json!(4)), (&json!("low"), &json!(6))]);
        let steps = found[0]["relatedInformation"].as_array().expect("the counterexample");
        assert!(steps.len() >= 4, "{steps:?}");
        let fine = client.request("workspace/executeCommand", check(json!([URI, "fine"])));
        assert_eq!(fine["result"]["verdict"], "holds", "{fine}");
        assert_eq!(client.diagnostics(URI), [] as [Value; 0]);
        client.replace(URI, 2, "byte x = ");
        let wrong = client.request("workspace/executeCommand", check(json!([URI])));
        assert!(wrong["error"]["message"].as_str().is_some_and(|text| text.contains("expected")), "{wrong}");
    });
}

#[test]
fn lenses_offer_what_can_be_checked() {
    deeply(|| {
        let mut client = opened(MODEL);
        let answer = client.request("textDocument/codeLens", json!({ "textDocument": { "uri": URI } }));
        let titles: Vec<&str> = answer["result"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|own| own["command"]["title"].as_str())
            .collect();
        assert_eq!(titles, ["check", "step", "check small"]);
    });
}

#[test]
fn included_files_are_read_as_the_editor_has_them() {
    deeply(|| {
        let mut client = Client::new(&[]);
        let (main, header) = ("file:///nowhere/main.pml", "file:///nowhere/inc/head.h");
        let text = "#include \"inc/head.h\"\nactive proctype P() { shared = 1 }\n";
        client.open(main, text);
        assert!(client.diagnostics(main).iter().any(|own| own["code"] == "bad-include"));
        client.open(header, "byte shared;\n");
        client.request("textDocument/hover", place(main, (1, 24)));
        client.replace(main, 2, text);
        assert_eq!(client.diagnostics(main), [] as [Value; 0]);
        let answer = client.ask("textDocument/definition", main, find(text, "shared", 0));
        assert_eq!(answer[0]["uri"], header);
        let mut params = place(main, find(text, "shared", 0));
        params["newName"] = json!("common");
        let renamed = client.request("textDocument/rename", params);
        assert_eq!(edited(text, &renamed, main), text.replace("shared", "common"));
        assert_eq!(edited("byte shared;\n", &renamed, header), "byte common;\n");
        // What is wrong in the header is told at the header, by whoever reads it.
        client.replace(header, 2, "byte shared\nbyte shared;\n");
        client.diagnostics(main);
        assert!(!client.diagnostics(header).is_empty());
    });
}

/// With a patience of nothing every text is slow.
#[test]
fn texts_that_take_long_are_read_beside_the_answers() {
    deeply(|| {
        let mut client = opened(MODEL);
        client.core = Core::new(Config { slow_text: Duration::ZERO, ..client::config() });
        client.request("initialize", json!({}));
        client.open(URI, MODEL);
        let at = find(MODEL, "count", 0);
        assert_ne!(
            client.ask("textDocument/hover", URI, at),
            Value::Null,
            "nothing is known yet of how slow it is"
        );
        client.replace(URI, 2, &MODEL.replace("byte count", "byte  count"));
        let later = (at.0, at.1 + 1);
        assert_eq!(client.ask("textDocument/hover", URI, later), Value::Null, "it is being read");
        assert_ne!(client.ask("textDocument/hover", URI, later), Value::Null, "it has been read");
    });
}
