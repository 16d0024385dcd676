//! What an editor is told of classical B.

mod client;

use client::{Client, deeply, edited, find, place};
use serde_json::{Value, json};

const MACHINE: &str = "\
MACHINE Doors
SETS DOOR; STATUS = {open, shut}
CONSTANTS most
PROPERTIES most : NAT & most <= card(DOOR)
VARIABLES status, seen
DEFINITIONS
  opened == {d | d : DOOR & status(d) = open};
  twice(n) == n + n
INVARIANT
  status : DOOR --> STATUS & seen <: DOOR & card(opened) <= twice((most))
INITIALISATION
  status := DOOR * {shut} || seen := {}
OPERATIONS
  push(d) = PRE d : DOOR THEN status(d) := open END;
  d <-- pick = ANY e WHERE e : DOOR & e /: seen THEN d := e || seen := seen \\/ {e} END
END
";

const URI: &str = "file:///machines/Doors.mch";

fn opened(text: &str) -> Client {
    let mut client = Client::new(&["utf-16"]);
    client.open(URI, text);
    client
}

#[test]
fn a_machine_in_order_has_no_messages() {
    deeply(|| assert_eq!(opened(MACHINE).diagnostics(URI), [] as [Value; 0]));
}

#[test]
fn names_lead_to_their_declarations() {
    deeply(|| {
        let mut client = opened(MACHINE);
        for (what, number, line) in [
            ("status", 1, 4),
            ("status", 4, 4),
            ("most", 2, 2),
            ("open}", 0, 6),
            ("open", 4, 1),
            ("opened", 1, 6),
            ("twice", 1, 7),
            ("n + n", 0, 7),
            ("d : DOOR THEN", 0, 13),
            ("e /:", 0, 14),
            ("d := e", 0, 14),
            ("DOOR", 3, 1),
        ] {
            let at = find(MACHINE, what, number);
            let answer = client.ask("textDocument/definition", URI, at);
            assert_eq!(answer.as_array().map(Vec::len), Some(1), "{what} {number} {at:?}: {answer}");
            let found = &answer[0]["range"]["start"]["line"];
            // `open}` is the use of the element in the comprehension.
            let expected = if what == "open}" { 1 } else { line };
            assert_eq!(found, &json!(expected), "{what} {number}: {answer}");
        }
    });
}

#[test]
fn hovering_tells_types() {
    deeply(|| {
        let mut client = opened(MACHINE);
        for (what, number, parts) in [
            ("status", 1, &["status : POW((DOOR * STATUS))", "variable of Doors"][..]),
            ("most", 1, &["most : INTEGER", "constant of Doors"]),
            ("d : DOOR THEN", 0, &["d : DOOR", "parameter of operation push"]),
            ("e :", 0, &["e : DOOR", "local name"]),
            ("DOOR", 1, &["deferred set"]),
            ("STATUS", 1, &["set of 2 elements"]),
            ("shut", 1, &["shut : STATUS"]),
            ("pick", 0, &["d : DOOR <-- pick"]),
            ("twice", 1, &["twice(n) == n + n"]),
        ] {
            let answer = client.ask("textDocument/hover", URI, find(MACHINE, what, number));
            let text = answer["contents"]["value"].as_str().unwrap_or_else(|| panic!("{what}: {answer}"));
            assert!(parts.iter().all(|part| text.contains(part)), "{what}: {text}");
        }
    });
}

#[test]
fn the_outline_has_clauses_and_what_they_declare() {
    deeply(|| {
        let mut client = opened(MACHINE);
        let answer = client.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
        let names = |items: &Value| -> Vec<String> {
            let items = items.as_array().expect("a list");
            items.iter().map(|item| item["name"].as_str().expect("a name").to_owned()).collect()
        };
        let machine = &answer["result"][0];
        assert_eq!(machine["name"], "Doors");
        let clauses = [
            "SETS",
            "CONSTANTS",
            "PROPERTIES",
            "VARIABLES",
            "DEFINITIONS",
            "INVARIANT",
            "INITIALISATION",
            "OPERATIONS",
        ];
        assert_eq!(names(&machine["children"]), clauses);
        assert_eq!(names(&machine["children"][3]["children"]), ["status", "seen"]);
        assert_eq!(names(&machine["children"][7]["children"]), ["push", "pick"]);
    });
}

#[test]
fn renaming_follows_scopes() {
    deeply(|| {
        let mut client = opened(MACHINE);
        let mut rename = |what: &str, number: usize, new: &str| {
            let mut params = place(URI, find(MACHINE, what, number));
            params["newName"] = json!(new);
            client.request("textDocument/rename", params)
        };
        let status = rename("status", 3, "position");
        assert_eq!(edited(MACHINE, &status, URI), MACHINE.replace("status", "position"));
        let most = rename("most", 0, "limit");
        assert_eq!(edited(MACHINE, &most, URI), MACHINE.replace("most", "limit"));
        let push = rename("push", 0, "press");
        assert_eq!(edited(MACHINE, &push, URI), MACHINE.replace("push", "press"));
        let local = rename("e WHERE", 0, "chosen");
        let expected = MACHINE
            .replace("ANY e WHERE e", "ANY chosen WHERE chosen")
            .replace("& e /:", "& chosen /:")
            .replace("d := e", "d := chosen")
            .replace("{e}", "{chosen}");
        assert_eq!(edited(MACHINE, &local, URI), expected);
        for (what, number, new, why) in [
            ("status", 0, "seen", "cannot be used here"),
            ("status", 0, "card", "a word of B"),
            ("status", 0, "THEN", "a word of B"),
            ("status", 0, "a.b", "not a name"),
            ("Doors", 0, "Gates", "named like its file"),
        ] {
            let answer = rename(what, number, new);
            let message = answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{what}: {answer}"));
            assert!(message.contains(why), "{what} to {new}: {message}");
        }
    });
}

#[test]
fn a_name_that_would_hide_another_is_refused() {
    deeply(|| {
        let text = "MACHINE M\nVARIABLES x, y\nINVARIANT x : NAT & y : NAT\nINITIALISATION x := 1 || y := 1\n\
            OPERATIONS up(n) = PRE n : NAT THEN x := y + n END\nEND\n";
        let mut client = opened(text);
        let mut params = place(URI, find(text, "y :", 0));
        params["newName"] = json!("n");
        let answer = client.request("textDocument/rename", params);
        assert_eq!(
            answer["error"]["message"], "`n` cannot be used here: some names would mean something else",
            "{answer}"
        );
    });
}

/// The body of a definition is read in the scope of each use.
#[test]
fn a_local_name_that_a_definition_takes_is_not_renamed() {
    deeply(|| {
        let text = "MACHINE M\nVARIABLES x\nDEFINITIONS above == x > y\nINVARIANT x : NAT\nINITIALISATION x := 1\n\
            OPERATIONS up(y) = PRE y : NAT & above THEN x := y END\nEND\n";
        let mut client = opened(text);
        assert_eq!(client.diagnostics(URI), [] as [Value; 0]);
        let mut params = place(URI, find(text, "y)", 0));
        params["newName"] = json!("z");
        let answer = client.request("textDocument/rename", params);
        let message = answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{answer}"));
        assert!(message.contains("`above`"), "{message}");
    });
}

#[test]
fn machines_beside_a_machine_are_read_as_the_editor_has_them() {
    deeply(|| {
        let mut client = Client::new(&[]);
        let (main, other) = ("file:///nowhere/Main.mch", "file:///nowhere/Store.mch");
        let store = "MACHINE Store\nVARIABLES held\nINVARIANT held : NAT\nINITIALISATION held := 0\n\
            OPERATIONS put(n) = PRE n : NAT THEN held := n END\nEND\n";
        let text = "MACHINE Main\nINCLUDES s.Store\nINVARIANT s.held < 9\nOPERATIONS go = s.put(1)\nEND\n";
        client.open(other, store);
        client.open(main, text);
        assert_eq!(client.diagnostics(main), [] as [Value; 0]);
        for (what, line) in [("s.held", 1), ("s.put", 4), ("s.Store", 0)] {
            let (row, column) = find(text, what, 0);
            let answer = client.ask("textDocument/definition", main, (row, column + 3));
            assert_eq!(
                (&answer[0]["uri"], &answer[0]["range"]["start"]["line"]),
                (&json!(other), &json!(line)),
                "{what}"
            );
        }
        let (row, column) = find(text, "s.held", 0);
        let mut params = place(main, (row, column + 3));
        params["newName"] = json!("kept");
        let renamed = client.request("textDocument/rename", params);
        assert_eq!(edited(text, &renamed, main), text.replace("held", "kept"));
        assert_eq!(edited(store, &renamed, other), store.replace("held", "kept"));
    });
}

#[test]
fn messages_and_a_check_have_lines() {
    deeply(|| {
        let text = MACHINE.replace("e /: seen", "e /: unseen");
        let mut client = opened(&text);
        let messages = client.diagnostics(URI);
        assert_eq!(messages[0]["range"]["start"]["line"], 14);
        assert!(
            messages[0]["message"].as_str().is_some_and(|text| text.contains("did you mean `seen`")),
            "{messages:?}"
        );
        client.replace(URI, 2, &MACHINE.replace("twice((most))", "1"));
        assert_eq!(client.diagnostics(URI), [] as [Value; 0]);
        let check = json!({ "command": "quotient.check", "arguments": [URI] });
        let answer = client.request("workspace/executeCommand", check);
        assert_eq!(answer["result"]["verdict"], "violated", "{answer}");
        let found = client.diagnostics(URI);
        assert_eq!((found.len(), &found[0]["code"]), (1, &json!("safety")), "{found:?}");
        assert_eq!(found[0]["range"]["start"]["line"], 9, "{found:?}");
    });
}
