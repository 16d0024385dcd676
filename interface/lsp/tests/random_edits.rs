//! Random edits of every model, through the server's own documents and requests: no panic, and one answer to each
//! request.
//!
//! In an ordinary run each model is edited until the time is up; `QUOTIENT_LSP_EDITS=1000` edits each model so often,
//! however long that takes, and prints the median of the times to an answer.

mod client;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use client::{Client, deeply, models, place};
use serde_json::{Value, json};

/// How long an ordinary run lasts at most, and edits of each model in it.
const ORDINARY: Duration = Duration::from_secs(20);
const ORDINARY_EDITS: usize = 40;

/// What is typed.
const TYPED: [&str; 44] = [
    " ",
    "\n",
    ";",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "x",
    "_pid",
    "0",
    "255",
    "-1",
    "😀",
    "é",
    "\u{0}",
    "\r",
    "/*",
    "*/",
    "\"",
    "//",
    "#define X x\n",
    "#include \"x.h\"\n",
    "#if 0\n",
    "byte b;",
    "active proctype Z() { skip }",
    "inline f(a) { a = 1 }",
    "f(x)",
    "do :: od",
    "if :: else fi",
    "chan c = [2] of { byte };",
    "c!1",
    "ltl p { [] (x) }",
    "typedef T { byte f }",
    "atomic {",
    "goto l",
    "l:",
    "VARIABLES v",
    "v := v + 1",
    "{x | x : NAT}",
    "BEGIN skip END",
    "D(a) == a + 1;",
    "-->",
];

const METHODS: [&str; 9] = [
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/documentSymbol",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/codeLens",
    "textDocument/declaration",
];

/// Panics that were caught by the server count as well.
static PANICS: AtomicUsize = AtomicUsize::new(0);

#[test]
fn random_edits_of_every_model_do_no_harm() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        hook(info);
    }));
    deeply(|| {
        let asked = std::env::var("QUOTIENT_LSP_EDITS").ok().and_then(|text| text.parse().ok());
        let begin = Instant::now();
        let models = models();
        assert!(models.len() > 400, "only {} models were found", models.len());
        let mut times = Vec::new();
        let mut edited = 0;
        for (number, path) in models.iter().enumerate() {
            if asked.is_none() && begin.elapsed() > ORDINARY {
                break;
            }
            edited += 1;
            edit(path, number as u64, asked.unwrap_or(ORDINARY_EDITS), &mut times);
        }
        times.sort_unstable();
        let at = |share: usize| times[(times.len() - 1) * share / 1000];
        println!(
            "{edited} models, {} requests in {:.0} s: median {:?}, 99 of 100 within {:?}, longest {:?}",
            times.len(),
            begin.elapsed().as_secs_f64(),
            at(500),
            at(990),
            at(1000),
        );
        assert!(edited > 0 && !times.is_empty());
        assert_eq!(PANICS.load(Ordering::Relaxed), 0, "the server has caught a panic");
    });
}

/// Edits a model and asks something after each edit; the times to the answers are kept.
fn edit(path: &Path, seed: u64, edits: usize, times: &mut Vec<Duration>) {
    let mut random = Random(seed * 2 + 1);
    let bytes = std::fs::read(path).expect("the model can be read");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let uri = format!("file://{}", path.display());
    let mut client = Client::new(&["utf-16"]);
    client.open(&uri, &text);
    let lines: Vec<&str> = text.lines().collect();
    for version in 0..edits {
        // A text that is broken beyond recognition tests little.
        let changes = match random.below(4) {
            0 => json!([{ "text": text }]),
            _ => json!([change(&mut random, &lines), change(&mut random, &lines)][..1 + random.below(2)]),
        };
        let item = json!({ "uri": uri, "version": version });
        let begin = Instant::now();
        client.notify("textDocument/didChange", json!({ "textDocument": item, "contentChanges": changes }));
        let method = METHODS[random.below(METHODS.len())];
        let mut params = place(&uri, position(&mut random, &lines));
        params["newName"] = json!(["fresh", "x", "byte", ""][random.below(4)]);
        let answer = client.request(method, params);
        times.push(begin.elapsed());
        assert!(answer["error"]["code"] != -32603, "{} {version} {method}: {answer}", path.display());
        client.core.settle();
        client.core.take_messages();
        client.told.clear();
    }
}

fn change(random: &mut Random, lines: &[&str]) -> Value {
    let start = position(random, lines);
    let end = match random.below(4) {
        0 => start,
        1 => (start.0, start.1 + random.below(8) as u64),
        2 => (start.0 + random.below(3) as u64, start.1),
        _ => (start.0, start.1 + 1),
    };
    let text = match random.below(3) {
        0 => TYPED[random.below(TYPED.len())],
        1 => lines.get(random.below(lines.len().max(1))).copied().unwrap_or(""),
        _ => "",
    };
    let write = |(line, character): (u64, u64)| json!({ "line": line, "character": character });
    json!({ "range": { "start": write(start), "end": write(end) }, "text": text })
}

/// A place in the text as it was, or a little outside of it.
fn position(random: &mut Random, lines: &[&str]) -> (u64, u64) {
    let line = random.below(lines.len() + 2);
    let length = lines.get(line).map_or(0, |text| text.encode_utf16().count());
    (line as u64, random.below(length + 2) as u64)
}

/// Marsaglia's xorshift, "Xorshift RNGs", 2003.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        for (left, by) in [(true, 13), (false, 7), (true, 17)] {
            self.0 ^= if left { self.0 << by } else { self.0 >> by };
        }
        usize::try_from((self.0 >> 16) % limit as u64).expect("it is below a usize")
    }
}
