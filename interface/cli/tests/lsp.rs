//! The language server as an editor starts it: the built command, over standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// An editor with its server.
struct Editor {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: u64,
    told: Vec<Value>,
}

impl Editor {
    fn start(arguments: &[&str]) -> Editor {
        let mut server = Command::new(env!("CARGO_BIN_EXE_quotient"))
            .arg("lsp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let (input, output) = (server.stdin.take(), server.stdout.take().expect("it is a pipe"));
        let mut editor = Editor { server, input, output: BufReader::new(output), next: 0, told: Vec::new() };
        let answer = editor.request("initialize", &json!({ "processId": null, "capabilities": {} }));
        assert_eq!(answer["result"]["capabilities"]["hoverProvider"], true);
        editor.notify("initialized", &json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let frame = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        self.input.as_mut().expect("it is open").write_all(frame.as_bytes()).expect("the server reads");
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.until(|message| message.get("method").is_none() && message["id"] == id)
    }

    /// The first message that is wanted; what comes before it is kept.
    fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.read();
            if wanted(&message) {
                return message;
            }
            self.told.push(message);
        }
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("the server writes");
            assert!(!line.is_empty(), "the server has ended");
            match line.trim().split_once(": ") {
                Some((_, value)) => length = value.parse().expect("a length"),
                None => break,
            }
        }
        let mut content = vec![0; length];
        self.output.read_exact(&mut content).expect("the server writes");
        serde_json::from_slice(&content).expect("the server writes JSON")
    }

    fn open(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "promela", "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": item }));
    }

    fn diagnostics(&mut self, uri: &str, code: &str) -> Value {
        let about = |message: &Value| {
            let all = message["params"]["diagnostics"].as_array();
            message["params"]["uri"] == uri
                && all.is_some_and(|all| all.iter().any(|own| own["code"] == code))
        };
        self.until(about)["params"]["diagnostics"].clone()
    }

    fn end(mut self) -> Option<i32> {
        self.request("shutdown", &Value::Null);
        self.notify("exit", &Value::Null);
        self.server.wait().expect("it ends").code()
    }
}

fn model(name: &str) -> (PathBuf, String, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/models").join(name);
    let path = path.canonicalize().expect("the model is there");
    let text = std::fs::read_to_string(&path).expect("the model can be read");
    let uri = format!("file://{}", path.display());
    (path, uri, text)
}

#[test]
fn a_model_of_the_book_is_checked_and_mended_in_the_editor() {
    let mut editor = Editor::start(&["--stdio"]);
    let (_, uri, text) = model("counter.pml");
    editor.open(&uri, &text);
    let check = json!({ "command": "quotient.check", "arguments": [uri] });
    let answer = editor.request("workspace/executeCommand", &check);
    assert_eq!(answer["result"]["verdict"], "violated", "{answer}");
    let found = editor.told.iter().rev().find_map(|message| {
        let all = message["params"]["diagnostics"].as_array()?;
        all.iter().find(|own| own["source"] == "quotient check").cloned()
    });
    let found = found.expect("the violation is a diagnostic");
    let line = usize::try_from(found["range"]["start"]["line"].as_u64().expect("a line")).expect("small");
    assert!(text.lines().nth(line).is_some_and(|line| line.contains("assert")), "{found}");
    let locked = model("counter_locked.pml").2;
    let item = json!({ "uri": uri, "version": 2 });
    editor.notify(
        "textDocument/didChange",
        &json!({ "textDocument": item, "contentChanges": [{ "text": locked }] }),
    );
    let answer = editor.request("workspace/executeCommand", &check);
    assert_eq!(answer["result"]["verdict"], "holds", "{answer}");
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn symmetry_that_is_lost_is_told_when_nobody_types() {
    let mut editor = Editor::start(&[]);
    let text =
        "byte owner; byte n;\nactive [3] proctype P() { do :: owner = _pid\n:: owner == 0 -> n = 3 od }\n";
    editor.open("file:///nowhere/lost.pml", text);
    let hints = editor.diagnostics("file:///nowhere/lost.pml", "symmetry-lost");
    assert_eq!(
        (&hints[0]["severity"], &hints[0]["range"]["start"]["line"]),
        (&json!(4), &json!(2)),
        "{hints}"
    );
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn a_machine_of_the_book_has_names_and_a_page() {
    let mut editor = Editor::start(&["--max-seconds", "20"]);
    let (_, uri, text) = model("library.mch");
    editor.open(&uri, &text);
    let (line, column) = text
        .lines()
        .enumerate()
        .find_map(|(number, line)| line.strip_prefix("MACHINE ").map(|_| (number, 9)))
        .expect("a machine begins with its name");
    let position = json!({ "line": line, "character": column });
    let params = json!({ "textDocument": { "uri": uri }, "position": position });
    let hover = editor.request("textDocument/hover", &params);
    assert!(
        hover["result"]["contents"]["value"].as_str().is_some_and(|text| text.contains("MACHINE")),
        "{hover}"
    );
    let step = json!({ "command": "quotient.step", "arguments": [uri] });
    let address = editor.request("workspace/executeCommand", &step);
    let address = address["result"]["address"].as_str().expect("an address").to_owned();
    let host = address.strip_prefix("http://").and_then(|rest| rest.split('/').next()).expect("a host");
    let mut page = std::net::TcpStream::connect(host).expect("the page is served");
    let token = address.rsplit('/').nth(1).expect("a token");
    write!(page, "GET /{token}/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("it is read");
    let mut answer = String::new();
    page.read_to_string(&mut answer).expect("it is answered");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn macros_of_the_command_line_count_and_a_bad_one_is_refused() {
    let mut editor = Editor::start(&["-D", "N=3"]);
    let uri = "file:///nowhere/n.pml";
    editor.open(uri, "byte x;\nactive [N] proctype P() { x = 1 }\n");
    let check = json!({ "command": "quotient.check", "arguments": [uri] });
    let answer = editor.request("workspace/executeCommand", &check);
    assert_eq!(answer["result"]["verdict"], "holds", "{answer}");
    assert_eq!(editor.end(), Some(0));
    let refused = Command::new(env!("CARGO_BIN_EXE_quotient"))
        .args(["lsp", "-D", "1=2"])
        .stdin(Stdio::null())
        .output()
        .expect("the command runs");
    assert_eq!(refused.status.code(), Some(2));
    assert!(refused.stdout.is_empty());
}

#[test]
fn a_client_that_goes_away_ends_the_server() {
    let mut editor = Editor::start(&[]);
    editor.input = None;
    assert_eq!(editor.server.wait().expect("it ends").code(), Some(1));
}
