//! What the server says to clients of every kind, by plain connections.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use explore::{Config, Server};
use quotient::{Model, ReadOptions};
use serde_json::Value;

const TEXT: &str = "byte x; active [2] proctype P() { byte t; t = x; x = t + 1; assert(x < 2) }";
const MACHINE: &str = "MACHINE m SETS S VARIABLES a INVARIANT a <: S INITIALISATION a := {}
    OPERATIONS add(e) = PRE e : S - a THEN a := a \\/ {e} END END";

/// A server about a model.
struct Served {
    port: u16,
    token: String,
}

fn served(name: &'static str, text: &'static str) -> Served {
    served_with(name, text, 1000)
}

/// The same, searching among so many states.
fn served_with(name: &'static str, text: &'static str, most_searched: usize) -> Served {
    let server = Server::bind(0).expect("a port");
    let address = server.address();
    let rest = address.strip_prefix("http://127.0.0.1:").expect("it is on this machine alone");
    let (port, token) = rest.trim_end_matches('/').split_once('/').expect("a token");
    let told = Served { port: port.parse().expect("a number"), token: token.to_owned() };
    thread::spawn(move || {
        let model = Model::from_text(name, text, &ReadOptions::default()).expect("it can be read");
        let patience = Duration::from_secs(30);
        let config = Config { name: name.to_owned(), patience, most_searched };
        server.serve(&model, config).expect("it can be walked");
    });
    told
}

impl Served {
    /// Sends bytes and reads what comes back; empty where the connection is closed instead.
    fn send(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        // What is refused early is not read to its end.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str, headers: &str) -> String {
        let host = format!("Host: 127.0.0.1:{}\r\n", self.port);
        self.send(format!("GET {path} HTTP/1.1\r\n{host}{headers}\r\n").as_bytes())
    }

    /// A question with the token.
    fn ask(&self, what: &str) -> Value {
        let answer = self.get(&format!("/{}/{what}", self.token), "");
        assert!(answer.starts_with("HTTP/1.1 200 "), "{what}: {answer}");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).expect("JSON")
    }
}

impl Served {
    /// Starts a check or a search; its number.
    fn begun(&self, what: &str) -> u64 {
        let begun = self.ask(what);
        begun["job"].as_u64().unwrap_or_else(|| panic!("{what}: {begun}"))
    }

    /// What comes of a check or a search in the end.
    fn ended(&self, job: u64) -> Value {
        let begin = Instant::now();
        loop {
            let answer = self.ask(&format!("job?job={job}"));
            if answer["running"] != true {
                return answer;
            }
            assert!(begin.elapsed() < Duration::from_secs(120), "it does not end: {answer}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// A check or a search from beginning to end.
    fn made(&self, what: &str) -> Value {
        self.ended(self.begun(what))
    }
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("none")
}

#[test]
fn the_page_comes_with_the_token_and_nothing_without() {
    let served = served("race.pml", TEXT);
    let page = served.get(&format!("/{}/", served.token), "");
    assert_eq!(status(&page), "200");
    assert!(page.contains("<!DOCTYPE html>") && page.contains("Content-Security-Policy: default-src 'none'"));
    for file in ["explore.js", "graph.js", "explore.css"] {
        assert_eq!(status(&served.get(&format!("/{}/{file}", served.token), "")), "200", "{file}");
    }
    assert_eq!(status(&served.get(&format!("/{}/elsewhere", served.token), "")), "404");
    assert_eq!(status(&served.get(&format!("/{}/../../etc/passwd", served.token), "")), "404");
    for path in ["/", "/start", "/explore.js", "/0123456789abcdef0123456789abcdef/start", "//", "/?token=x"] {
        let answer = served.get(path, "");
        assert_eq!(status(&answer), "403", "{path}");
        assert!(!answer.contains("race") && !answer.contains("DOCTYPE"), "{answer}");
    }
}

#[test]
fn other_origins_and_hosts_get_nothing() {
    let served = served("race.pml", TEXT);
    let path = format!("/{}/start", served.token);
    let own = format!("Origin: http://127.0.0.1:{}\r\n", served.port);
    assert_eq!(status(&served.get(&path, &own)), "200");
    for other in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: http://127.0.0.1\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
    ] {
        assert_eq!(status(&served.get(&path, other)), "403", "{other}");
    }
    for host in ["evil.example", "127.0.0.1", "evil.example:80", ""] {
        let asked = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert_eq!(status(&served.send(asked.as_bytes())), "403", "{host}");
    }
    assert_eq!(status(&served.send(format!("GET {path} HTTP/1.1\r\n\r\n").as_bytes())), "403");
    let twice = served.get(&path, &format!("Host: 127.0.0.1:{}\r\n", served.port));
    assert_eq!(status(&twice), "400");
    assert!(!twice.to_ascii_lowercase().contains("access-control-allow"));
}

#[test]
fn malformed_requests_are_refused_and_the_server_goes_on() {
    let served = served("race.pml", TEXT);
    let host = format!("Host: 127.0.0.1:{}\r\n", served.port);
    let token = &served.token;
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (b"\r\n\r\n".to_vec(), "400"),
        (b"hello\r\n\r\n".to_vec(), "400"),
        (vec![0; 100].into_iter().chain(*b"\r\n\r\n").collect(), "400"),
        ((0..=255).chain(*b"\r\n\r\n").collect(), "400"),
        (b"GET / HTTP/9.9\r\n\r\n".to_vec(), "400"),
        (format!("GET /{token}/start HTTP/1.1\r\n{host}broken\r\n\r\n").into_bytes(), "400"),
        (format!("GET /{token}/eval?text=%G1 HTTP/1.1\r\n{host}\r\n").into_bytes(), "400"),
        (format!("POST /{token}/start HTTP/1.1\r\n{host}\r\n").into_bytes(), "405"),
        (format!("PUT /{token}/start HTTP/1.1\r\n{host}Content-Length: 5\r\n\r\nabcde").into_bytes(), "400"),
        (format!("POST /{token}/ HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n").into_bytes(), "400"),
        (format!("POST /{token}/ HTTP/1.1\r\n{host}Content-Length: -1\r\n\r\n").into_bytes(), "413"),
        (b"GET /half".to_vec(), "none"),
    ];
    for (bytes, expected) in cases {
        // The last one waits for the rest of the request, as the connection stays open.
        let told = if expected == "none" { String::new() } else { served.send(&bytes) };
        assert_eq!(status(&told), expected, "{}", String::from_utf8_lossy(&bytes));
        drop(TcpStream::connect(("127.0.0.1", served.port)).and_then(|mut stream| stream.write_all(&bytes)));
    }
    assert_eq!(served.ask("start")["id"], 0);
}

#[test]
fn ten_megabytes_are_not_read() {
    let served = served("race.pml", TEXT);
    let host = format!("Host: 127.0.0.1:{}\r\n", served.port);
    let long = "x".repeat(10 << 20);
    let head = format!("GET /{}/{long} HTTP/1.1\r\n{host}\r\n", served.token);
    // The connection may be reset before the refusal is read.
    assert!(["431", "none"].contains(&status(&served.send(head.as_bytes()))));
    let field = format!("GET /{}/start HTTP/1.1\r\n{host}X-Long: {long}\r\n\r\n", served.token);
    assert!(["431", "none"].contains(&status(&served.send(field.as_bytes()))));
    let body = format!(
        "POST /{}/start HTTP/1.1\r\n{host}Content-Length: {}\r\n\r\n{long}",
        served.token,
        long.len()
    );
    assert!(["413", "none"].contains(&status(&served.send(body.as_bytes()))));
    assert_eq!(served.ask("start")["id"], 0);
}

#[test]
fn clients_that_say_nothing_do_not_keep_others_waiting_for_ever() {
    let served = served("race.pml", TEXT);
    let silent: Vec<TcpStream> =
        (0..20).map(|_| TcpStream::connect(("127.0.0.1", served.port)).expect("it listens")).collect();
    assert_eq!(served.ask("start")["id"], 0);
    drop(silent);
}

#[test]
fn wrong_questions_have_answers_that_say_so() {
    let served = served("race.pml", TEXT);
    served.ask("start");
    let deep = format!("eval?id=0&text={}", "(".repeat(3000));
    let nested = format!("eval?id=0&text={}x{}", "(".repeat(2000), ")".repeat(2000));
    let long = format!("eval?id=0&text={}", "x%2B".repeat(5000));
    for (question, word) in [
        ("state", "`id` must be a number"),
        ("state?id=99", "no state of this number"),
        ("state?id=-1", "must be a number"),
        ("eval?id=0", "missing"),
        ("eval?id=0&text=nobody", "not declared"),
        ("eval?id=0&text=x%20%3D%201", "write `==`"),
        ("eval?id=0&text=1/x", "division by zero"),
        (&deep, "bracket"),
        (&long, "characters"),
        ("find?id=0&text=nobody", "not declared"),
        ("find?id=99&text=x", "no state of this number"),
        ("job", "`job` must be a number"),
        ("job?job=7", "no check and no search of this number"),
        ("stop?job=7", "no check and no search of this number"),
        ("stop?job=18446744073709551616", "must be a number"),
        ("graph?id=77", "no state"),
    ] {
        let answer = served.ask(question);
        let told = answer["error"].as_str().unwrap_or_else(|| panic!("{question}: {answer}"));
        assert!(told.contains(word), "{question}: {told}");
    }
    // Whatever is said to brackets without end, it is said.
    assert!(served.ask(&nested).is_object());
    assert_eq!(served.ask("eval?id=0&text=x%20%2B%201")["value"], "1");
}

#[test]
fn a_promela_model_is_walked_checked_and_searched() {
    let served = served("race.pml", TEXT);
    let start = served.ask("start");
    assert_eq!(start["values"][0], serde_json::json!(["x", "0"]));
    assert_eq!(start["steps"].as_array().map(Vec::len), Some(2));
    assert_eq!(start["standing"].as_array().map(Vec::len), Some(2));
    let to = &start["steps"][0]["to"];
    assert_eq!(served.ask(&format!("state?id={to}"))["id"], *to);

    let check = served.made("check");
    assert_eq!(check["verdict"], "violated");
    let steps = check["steps"].as_array().expect("steps");
    assert!(steps.last().expect("a last one")["fault"].as_str().is_some_and(|why| why.contains("assertion")));

    let found = served.made("find?id=0&text=x%20%3D%3D%202");
    let steps = found["steps"].as_array().expect("a way");
    let there = &steps.last().expect("a last one")["to"];
    assert_eq!(served.ask(&format!("eval?id={there}&text=x"))["value"], "2");
    assert_eq!(served.ask(&format!("eval?id={there}&text=P(0):t%20%3C%203"))["truth"], true);
    let nothing = served.made("find?id=0&text=x%20%3D%3D%209");
    assert!(nothing["nothing"].as_str().is_some_and(|told| told.contains("none of the")), "{nothing}");

    let orbit = served.ask(&format!("orbit?id={to}"));
    assert_eq!(orbit["images"].as_array().map(Vec::len), Some(1), "{orbit}");
    assert_eq!(orbit["complete"], true);
    let graph = served.ask("graph?id=0&depth=2");
    let nodes = graph["nodes"].as_array().expect("nodes");
    assert!(nodes.len() > 4 && nodes.iter().any(|node| node[1] == 2), "{graph}");
    assert!(graph["edges"].as_array().is_some_and(|edges| edges.len() >= nodes.len() - 1));
}

#[test]
fn a_machine_is_walked_checked_and_searched() {
    let served = served("m.mch", MACHINE);
    let start = served.ask("start");
    assert_eq!(start["id"], Value::Null);
    let first = &start["steps"][0]["to"];
    let state = served.ask(&format!("state?id={first}"));
    assert_eq!(state["steps"].as_array().map(Vec::len), Some(2), "{state}");
    let add = &state["steps"][0]["to"];
    assert_eq!(served.ask(&format!("eval?id={add}&text=card(a)"))["value"], "1");
    let orbit = served.ask(&format!("orbit?id={add}"));
    assert_eq!(orbit["images"].as_array().map(Vec::len), Some(1), "{orbit}");
    let refused = served.ask(&format!("find?id={first}&text=card(a)"));
    assert!(refused["error"].as_str().is_some_and(|why| why.contains("no condition: 0")), "{refused}");
    let found = served.made(&format!("find?id={first}&text=a%20%3D%20S"));
    assert_eq!(found["steps"].as_array().map(Vec::len), Some(2));
    let check = served.made("check");
    assert_eq!(check["verdict"], "violated", "{check}");
    let last = check["steps"].as_array().and_then(|steps| steps.last()).expect("a last step")["to"].clone();
    let end = served.ask(&format!("state?id={last}"));
    assert!(end["wrong"].as_str().is_some_and(|why| why.contains("deadlock")), "{end}");
}

/// Four counters, which are looked at, and to the end of which no search comes.
const ENDLESS: &str = "int a, b, c, d; active proctype P() { do :: a++ :: b++ :: c++ :: d++ :: a * b * c * d == -7 -> assert(a == 3) od }";

#[test]
fn other_questions_are_answered_while_a_check_and_a_search_are_running_and_both_can_be_stopped() {
    let served = served_with("endless.pml", ENDLESS, 2_000_000);
    assert_eq!(served.ask("start")["id"], 0);
    let check = served.begun("check");
    let find = served.begun("find?id=0&text=a%20%3C%200");
    let refused = served.ask("find?id=0&text=b%20%3C%200");
    // The same again is the same, and no third one is begun.
    assert_eq!(served.begun("check"), check);
    assert!(refused["error"].as_str().is_some_and(|why| why.contains("stop one")), "{refused}");
    let is_running = |job: u64| served.ask(&format!("job?job={job}"));
    while is_running(check)["states"].as_u64().is_none_or(|states| states == 0) {
        assert_eq!(is_running(check)["running"], true);
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(served.ask("eval?id=0&text=a%20%2B%203")["value"], "3");
    assert_eq!(served.ask("state?id=0")["steps"].as_array().map(Vec::len), Some(4));
    assert!(served.ask("graph?id=0&depth=3")["nodes"].as_array().is_some_and(|nodes| nodes.len() > 4));
    // All that was answered while both were running.
    assert_eq!(is_running(check)["running"], true);
    assert_eq!(is_running(find)["running"], true);
    assert_eq!(served.ask(&format!("stop?job={check}"))["stopping"], true);
    assert_eq!(is_running(find)["running"], true);
    let stopped = served.ended(check);
    assert_eq!(stopped["verdict"], "undecided", "{stopped}");
    assert!(stopped["message"].as_str().is_some_and(|why| why.contains("interrupted")), "{stopped}");
    served.ask(&format!("stop?job={find}"));
    let stopped = served.ended(find);
    assert!(stopped["nothing"].as_str().is_some_and(|why| why.starts_with("Stopped")), "{stopped}");
    // What was stopped may be begun anew.
    let again = served.begun("check");
    assert_ne!(again, check);
    served.ask(&format!("stop?job={again}"));
    served.ended(again);
}

#[test]
fn checks_and_searches_are_forgotten_once_there_are_many() {
    let served = served("race.pml", TEXT);
    served.ask("start");
    let first = served.begun("find?id=0&text=x%20%3D%3D%209");
    served.ended(first);
    for number in 10..20 {
        served.made(&format!("find?id=0&text=x%20%3D%3D%20{number}"));
    }
    assert!(served.ask(&format!("job?job={first}"))["error"].is_string());
    assert_eq!(served.made("check")["verdict"], "violated");
}

#[test]
fn a_step_that_fails_inside_an_atomic_tells_what_holds_then() {
    let text = "byte x; active proctype P() { atomic { x = 3; x = x / (x - 3) } }";
    let served = served("fault.pml", text);
    let start = served.ask("start");
    let step = &start["steps"][0];
    assert_eq!((&step["to"], &step["values"][0]), (&Value::Null, &serde_json::json!(["x", "3"])), "{step}");
}

#[test]
fn steps_that_read_alike_are_told_with_what_they_change() {
    let text = "MACHINE two VARIABLES x INVARIANT x : 1..2 INITIALISATION x :: 1..2 OPERATIONS go = skip END";
    let start = served("two.mch", text).ask("start");
    let effects: Vec<&str> =
        start["steps"].as_array().expect("steps").iter().filter_map(|step| step["effect"].as_str()).collect();
    assert_eq!(effects, ["x = 1", "x = 2"]);
    let alone = served("race.pml", TEXT).ask("start");
    assert_eq!(alone["steps"][0]["effect"], Value::Null);
}
