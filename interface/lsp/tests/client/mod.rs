//! A client of the server's core, in the same process; jobs are done at once.

#![allow(dead_code, reason = "each test uses a part")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use lsp::{Config, Core};
use quotient::ReadOptions;
use serde_json::{Value, json};

/// A client with its server.
pub struct Client {
    pub core: Core,
    next: u64,
    /// Every message that was not asked for.
    pub told: Vec<Value>,
}

/// What the server is started with.
pub fn config() -> Config {
    Config {
        version: "test".into(),
        check_patience: Duration::from_secs(60),
        symmetry_patience: Duration::from_secs(60),
        longest_text: 512 << 10,
        slow_text: Duration::MAX,
        reading: ReadOptions::default(),
    }
}

impl Client {
    /// A client that has done what clients do at the beginning.
    pub fn new(encodings: &[&str]) -> Client {
        let mut client = Client { core: Core::new(config()), next: 0, told: Vec::new() };
        let capabilities = json!({
            "general": { "positionEncodings": encodings },
            "textDocument": {
                "hover": { "contentFormat": ["markdown", "plaintext"] },
                "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            },
        });
        let answer = client.request("initialize", json!({ "capabilities": capabilities }));
        assert_eq!(answer["result"]["serverInfo"]["name"], "quotient");
        client.notify("initialized", json!({}));
        client
    }

    /// The whole answer to a request. Jobs that it starts are done before.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.core.receive(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.work();
        let (answers, others): (Vec<Value>, Vec<Value>) =
            self.core.take_messages().into_iter().partition(|message| message["id"] == id);
        self.told.extend(others);
        assert_eq!(answers.len(), 1, "{method}: {answers:?}");
        answers.into_iter().next().expect("there is one")
    }

    /// The result of a request about a place that is marked in the text.
    pub fn ask(&mut self, method: &str, uri: &str, (line, column): (u64, u64)) -> Value {
        let answer = self.request(method, place(uri, (line, column)));
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.core.receive(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
        self.told.extend(self.core.take_messages());
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "promela", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    pub fn replace(&mut self, uri: &str, version: i64, text: &str) {
        let item = json!({ "uri": uri, "version": version });
        let changes = json!([{ "text": text }]);
        self.notify("textDocument/didChange", json!({ "textDocument": item, "contentChanges": changes }));
    }

    /// Nothing more comes for now; the diagnostics of a file that were told last.
    pub fn diagnostics(&mut self, uri: &str) -> Vec<Value> {
        self.core.settle();
        self.work();
        self.core.settle();
        self.told.extend(self.core.take_messages());
        let mut about = self.told.iter().rev().filter(|message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
        });
        let last = about.next().unwrap_or_else(|| panic!("nothing was told about {uri}"));
        last["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    /// Nobody types for a while.
    pub fn rest(&mut self) {
        self.core.rest();
        self.work();
        self.told.extend(self.core.take_messages());
    }

    /// Does the jobs that end.
    fn work(&mut self) {
        for job in self.core.take_jobs() {
            let found = std::cell::RefCell::new(Vec::new());
            job.run(&|done| found.borrow_mut().push(done));
            found.into_inner().into_iter().for_each(|done| self.core.done(done));
        }
    }
}

/// The parameters of a request about a place.
pub fn place(uri: &str, (line, column): (u64, u64)) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": column } })
}

/// The place of the `number`th occurrence of a text, from 0, in lines and units of 16 bits.
pub fn find(text: &str, what: &str, number: usize) -> (u64, u64) {
    let (at, _) = text.match_indices(what).nth(number).unwrap_or_else(|| panic!("{what} is not there"));
    let before = &text[..at];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line as u64, before[start..].encode_utf16().count() as u64)
}

/// A text with the edits of an answer to a renaming, for one file.
pub fn edited(text: &str, answer: &Value, uri: &str) -> String {
    let edits = answer["result"]["changes"][uri].as_array().unwrap_or_else(|| panic!("{answer}"));
    let mut places: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            (
                offset(text, &range["start"]),
                offset(text, &range["end"]),
                edit["newText"].as_str().expect("text"),
            )
        })
        .collect();
    places.sort_unstable();
    let mut out = text.to_owned();
    for (start, end, new) in places.into_iter().rev() {
        out.replace_range(start..end, new);
    }
    out
}

fn offset(text: &str, position: &Value) -> usize {
    let line = usize::try_from(position["line"].as_u64().expect("a line")).expect("small");
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let column = position["character"].as_u64().expect("a column");
    let mut units = 0;
    for (at, letter) in text[start..].char_indices() {
        if units >= column {
            return start + at;
        }
        units += letter.len_utf16() as u64;
    }
    text.len()
}

/// Runs a test with as much stack as the command has.
pub fn deeply(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(test).expect("a thread starts");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Every model, in the order of the names.
pub fn models() -> Vec<PathBuf> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").canonicalize().expect("there are models");
    let (mut folders, mut found) = (vec![root], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            let is_model =
                path.extension().is_some_and(|ending| ["pml", "mch", "ref"].iter().any(|own| ending == *own));
            if path.is_dir() {
                folders.push(path);
            } else if is_model {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
