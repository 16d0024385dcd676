//! Whole sessions over pipes: frames, order, cancelling, and everything that a client should not send.

mod client;

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::thread::JoinHandle;

use client::config;
use lsp::{Ended, serve};
use serde_json::{Value, json};

const URI: &str = "file:///models/m.pml";

/// A server on a thread, and the client's ends of its pipes.
struct Session {
    input: Option<PipeWriter>,
    output: BufReader<PipeReader>,
    server: Option<JoinHandle<Ended>>,
    told: Vec<Value>,
}

impl Session {
    fn start() -> Session {
        let (server_input, input) = std::io::pipe().expect("a pipe");
        let (output, server_output) = std::io::pipe().expect("a pipe");
        let run = move || serve(BufReader::new(server_input), server_output, config()).expect("pipes work");
        let server = std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread starts");
        let output = BufReader::new(output);
        Session { input: Some(input), output, server: Some(server), told: Vec::new() }
    }

    fn initialised() -> Session {
        let mut session = Session::start();
        session.send(
            &json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "capabilities": {} } }),
        );
        assert_eq!(session.answer(&json!(0))["result"]["capabilities"]["positionEncoding"], "utf-16");
        session
    }

    fn raw(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("it is open").write_all(bytes).expect("the server reads");
    }

    fn frame(&mut self, content: &[u8]) {
        self.raw(format!("Content-Length: {}\r\n\r\n", content.len()).as_bytes());
        self.raw(content);
    }

    fn send(&mut self, message: &Value) {
        self.frame(message.to_string().as_bytes());
    }

    fn request(&mut self, id: u64, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
    }

    fn open(&mut self, text: &str) {
        let item = json!({ "uri": URI, "languageId": "promela", "version": 1, "text": text });
        self.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": item } }));
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("the server writes");
            match line.trim().split_once(": ") {
                Some((_, value)) => length = value.parse().expect("a length"),
                None => break,
            }
        }
        let mut content = vec![0; length];
        self.output.read_exact(&mut content).expect("the server writes");
        serde_json::from_slice(&content).expect("the server writes JSON")
    }

    /// The answer to a request; what comes before it is kept.
    fn answer(&mut self, id: &Value) -> Value {
        self.until(|message| message.get("method").is_none() && message["id"] == *id)
    }

    fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.read();
            if wanted(&message) {
                return message;
            }
            self.told.push(message);
        }
    }

    fn hover(&mut self, id: u64) -> Value {
        let params = json!({ "textDocument": { "uri": URI }, "position": { "line": 0, "character": 5 } });
        self.request(id, "textDocument/hover", params);
        self.answer(&json!(id))
    }

    fn end(mut self) -> Ended {
        self.request(999_999, "shutdown", Value::Null);
        assert_eq!(self.answer(&json!(999_999))["result"], Value::Null);
        self.request(1_000_000, "textDocument/hover", json!({}));
        assert_eq!(self.answer(&json!(1_000_000))["error"]["code"], -32600);
        self.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
        self.server.take().expect("it runs").join().expect("it does not panic")
    }
}

#[test]
fn a_session_ends_in_order() {
    assert_eq!(Session::initialised().end(), Ended::InOrder);
    let mut gone = Session::initialised();
    gone.input = None;
    assert_eq!(gone.server.take().expect("it runs").join().expect("it does not panic"), Ended::Abruptly);
}

#[test]
fn nothing_is_answered_before_the_first_request() {
    let mut session = Session::start();
    session.request(1, "textDocument/hover", json!({}));
    assert_eq!(session.answer(&json!(1))["error"]["code"], -32002);
    session.request(
        2,
        "initialize",
        json!({ "capabilities": { "general": { "positionEncodings": ["utf-8"] } } }),
    );
    assert_eq!(session.answer(&json!(2))["result"]["capabilities"]["positionEncoding"], "utf-8");
    session.request(3, "initialize", json!({}));
    assert_eq!(session.answer(&json!(3))["error"]["code"], -32600);
    assert_eq!(session.end(), Ended::InOrder);
}

#[test]
fn what_is_malformed_is_refused_and_the_session_goes_on() {
    let mut session = Session::initialised();
    session.open("byte x; active proctype P() { x = 1 }");
    session.raw(b"rubbish\r\n");
    assert_eq!(session.answer(&Value::Null)["error"]["code"], -32700);
    session.raw(b"Content-Length: minus one\r\n");
    assert_eq!(session.answer(&Value::Null)["error"]["code"], -32700);
    for content in [&b"{"[..], b"\xff\xfe", b"nonsense", &b"[".repeat(10_000)] {
        session.frame(content);
        assert_eq!(session.answer(&Value::Null)["error"]["code"], -32700);
    }
    for message in [json!(7), json!({}), json!({ "id": [], "method": "x" }), json!({ "id": 5 })] {
        session.send(&message);
        let id = message.get("id").filter(|id| id.is_number()).cloned().unwrap_or(Value::Null);
        assert_eq!(session.answer(&id)["error"]["code"], -32600, "{message}");
    }
    session.request(6, "textDocument/nothing", json!({}));
    assert_eq!(session.answer(&json!(6))["error"]["code"], -32601);
    session.send(&json!({ "jsonrpc": "2.0", "method": "$/nothing" }));
    for (id, params) in [
        (10, json!(null)),
        (11, json!([1])),
        (12, json!({ "textDocument": { "uri": 7 }, "position": { "line": 0, "character": 0 } })),
        (
            13,
            json!({ "textDocument": { "uri": "file:///other" }, "position": { "line": 0, "character": 0 } }),
        ),
        (14, json!({ "textDocument": { "uri": URI }, "position": { "line": -1, "character": 0 } })),
        (15, json!({ "textDocument": { "uri": URI }, "position": { "line": "a" } })),
    ] {
        for method in ["textDocument/hover", "textDocument/definition", "textDocument/rename"] {
            session.request(id, method, params.clone());
            assert_eq!(session.answer(&json!(id))["error"]["code"], -32602, "{method} {params}");
        }
    }
    for params in
        [json!({}), json!({ "command": "x", "arguments": [URI] }), json!({ "command": "quotient.check" })]
    {
        session.request(16, "workspace/executeCommand", params);
        assert_eq!(session.answer(&json!(16))["error"]["code"], -32602);
    }
    session.request(
        17,
        "textDocument/hover",
        json!({
            "textDocument": { "uri": URI },
            "position": { "line": u64::MAX, "character": u64::MAX },
        }),
    );
    assert_eq!(session.answer(&json!(17)).get("error"), None);
    assert!(
        session.hover(18)["result"]["contents"]["value"].as_str().is_some_and(|text| text.contains("byte x"))
    );
    assert_eq!(session.end(), Ended::InOrder);
}

#[test]
fn halves_of_surrogate_pairs_keep_the_text_in_step() {
    let mut session = Session::initialised();
    session.open("/* */ byte x; active proctype P() { x = 1 }");
    let change = |range: &str, text: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{URI}","version":2}},"contentChanges":[{{"range":{range},"text":"{text}"}}]}}}}"#
        )
    };
    let at = |start: u64, end: u64| {
        format!(r#"{{"start":{{"line":0,"character":{start}}},"end":{{"line":0,"character":{end}}}}}"#)
    };
    session.frame(change(&at(2, 2), r"\ud83d").as_bytes());
    session.frame(change(&at(0, 7), "").as_bytes());
    assert!(
        session.hover(1)["result"]["contents"]["value"].as_str().is_some_and(|text| text.contains("byte x"))
    );
    assert_eq!(session.end(), Ended::InOrder);
}

#[test]
fn requests_can_be_cancelled_before_and_while_they_are_done() {
    let mut session = Session::initialised();
    // Far too many states for the time of this test.
    let text = "int x[9]; active [4] proctype P() { do :: x[_pid]++ :: x[_pid + 4]++ :: x[8]++ od }";
    session.open(text);
    session.request(
        1,
        "workspace/executeCommand",
        json!({ "command": "quotient.check", "arguments": [URI] }),
    );
    // What is asked meanwhile is answered at once.
    assert!(session.hover(2)["error"].is_null());
    session.send(&json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 1 } }));
    assert_eq!(session.answer(&json!(1))["error"]["code"], -32800);
    session.send(&json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": "unknown" } }));
    session.send(&json!({ "jsonrpc": "2.0", "method": "$/cancelRequest" }));
    assert!(session.hover(3)["error"].is_null());
    assert_eq!(session.end(), Ended::InOrder);
}

#[test]
fn a_second_check_ends_the_first() {
    let mut session = Session::initialised();
    session.open("int x[9]; active [4] proctype P() { do :: x[_pid]++ :: x[_pid + 4]++ :: x[8]++ od }");
    let check = json!({ "command": "quotient.check", "arguments": [URI] });
    session.request(1, "workspace/executeCommand", check.clone());
    session.hover(2);
    session.request(3, "workspace/executeCommand", check);
    let first = session.answer(&json!(1));
    assert_eq!(first["result"]["verdict"], "undecided", "{first}");
    session.send(&json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 3 } }));
    assert_eq!(session.answer(&json!(3))["error"]["code"], -32800);
    assert_eq!(session.end(), Ended::InOrder);
}

#[test]
fn a_text_of_ten_megabytes_is_read_beside_the_answers() {
    let mut session = Session::initialised();
    let mut text = String::from("byte x;\nactive proctype P() {\n");
    while text.len() < 10 << 20 {
        text += "  x = x + 1; /* so that the text becomes long without becoming hard to read */\n";
    }
    text += "}\nbyte x;\n";
    session.open(&text);
    let item = json!({ "uri": URI, "version": 2 });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
    let changes = json!([{ "range": range, "text": "byte first;\n" }]);
    session.send(&json!({
        "jsonrpc": "2.0", "method": "textDocument/didChange",
        "params": { "textDocument": item, "contentChanges": changes },
    }));
    assert!(session.hover(1)["error"].is_null());
    let told = session.until(|message| {
        message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == 2
    });
    assert!(told["params"]["diagnostics"].as_array().is_some_and(|all| !all.is_empty()), "{told}");
    assert!(
        session.hover(2)["result"]["contents"]["value"]
            .as_str()
            .is_some_and(|text| text.contains("byte first"))
    );
    session.frame(&b" ".repeat(10 << 20));
    assert_eq!(session.answer(&Value::Null)["error"]["code"], -32700);
    assert_eq!(session.end(), Ended::InOrder);
}

#[test]
fn stepping_opens_one_page_for_a_text() {
    let mut session = Session::initialised();
    session.open("byte x; active proctype P() { x = 1 }");
    let step = json!({ "command": "quotient.step", "arguments": [URI] });
    session.request(1, "workspace/executeCommand", step.clone());
    let address = session.answer(&json!(1))["result"]["address"].clone();
    assert!(address.as_str().is_some_and(|text| text.starts_with("http://127.0.0.1:")), "{address}");
    session.request(2, "workspace/executeCommand", step.clone());
    assert_eq!(session.answer(&json!(2))["result"]["address"], address);
    session.open("byte x");
    session.request(3, "workspace/executeCommand", step);
    assert!(session.answer(&json!(3))["error"]["message"].is_string());
    assert_eq!(session.end(), Ended::InOrder);
}
