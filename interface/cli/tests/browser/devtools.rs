//! Chromium over its DevTools protocol: JSON messages that end in a zero byte, written to its file descriptor 3 and read from
//! its file descriptor 4 (`--remote-debugging-pipe`), so that no port is open and no library is needed.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The longest that an answer may take, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(90);

/// A browser without a window and with a new profile, which goes away with it.
pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    profile: PathBuf,
    last: u64,
}

/// The browser; `None` if there is none here.
pub fn browser(name: &str) -> Option<Browser> {
    let here = ["chromium", "chromium-browser"].into_iter().find(|program| {
        Command::new(program).arg("--version").output().is_ok_and(|said| said.status.success())
    });
    let Some(program) = here else {
        assert!(std::env::var_os("QUOTIENT_REQUIRE_ORACLES").is_none(), "chromium is not installed");
        eprintln!("SKIPPED: needs chromium");
        return None;
    };
    let profile = std::env::temp_dir().join(format!("quotient-browser-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&profile);
    std::fs::create_dir_all(&profile).expect("a folder for the profile");
    // The shell gives the descriptors of the pipes the numbers that the browser expects.
    let mut child = Command::new("sh")
        .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null", "sh", program])
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--disable-dev-shm-usage", "--remote-debugging-pipe"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell starts");
    let to = child.stdin.take().expect("it is piped");
    let output = child.stdout.take().expect("it is piped");
    let (sender, from) = channel();
    std::thread::spawn(move || {
        let mut reader = BufReader::new(output);
        let mut message = Vec::new();
        while reader.read_until(0, &mut message).is_ok_and(|read| read > 0) {
            message.pop();
            let Ok(value) = serde_json::from_slice(&message) else { return };
            if sender.send(value).is_err() {
                return;
            }
            message.clear();
        }
    });
    Some(Browser { child, to, from, profile, last: 0 })
}

impl Browser {
    fn send(&mut self, session: Option<&str>, method: &str, params: Value) -> u64 {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let bytes = format!("{message}\0");
        self.to.write_all(bytes.as_bytes()).expect("the browser reads");
        self.last
    }

    /// Opens a page of some size.
    pub fn page(&mut self, width: u32, height: u32, dark: bool) -> Page<'_> {
        let mut page = Page { browser: self, session: None, events: VecDeque::new(), problems: Vec::new() };
        let target = page.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached =
            page.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        page.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        page.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = if dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        page.call("Emulation.setEmulatedMedia", json!({ "features": features }));
        page
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let closing = format!("{}\0", json!({ "id": 0, "method": "Browser.close" }));
        let _ = self.to.write_all(closing.as_bytes());
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(5) && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// A page that is open.
pub struct Page<'b> {
    browser: &'b mut Browser,
    session: Option<String>,
    events: VecDeque<Value>,
    /// What the console said of errors, exceptions, and requests that went elsewhere.
    problems: Vec<String>,
}

impl Page<'_> {
    fn receive(&mut self) -> Value {
        let value = self.browser.from.recv_timeout(PATIENCE).expect("the browser answers");
        let method = value["method"].as_str().unwrap_or_default();
        let params = &value["params"];
        match method {
            "Runtime.exceptionThrown" => self.problems.push(params["exceptionDetails"].to_string()),
            "Runtime.consoleAPICalled" if params["type"] != "log" => self.problems.push(params.to_string()),
            "Log.entryAdded" if params["entry"]["level"] == "error" => {
                self.problems.push(params["entry"].to_string());
            }
            _ => {}
        }
        value
    }

    /// A command and its answer.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let session = self.session.clone();
        let id = self.browser.send(session.as_deref(), method, params);
        loop {
            let value = self.receive();
            if value["id"] == id {
                assert!(value["error"].is_null(), "{method}: {}", value["error"]);
                return value["result"].clone();
            }
            if value["method"].is_string() {
                self.events.push_back(value);
            }
        }
    }

    /// Goes to an address and waits until the page has been loaded.
    pub fn open(&mut self, url: &str) {
        self.events.clear();
        let gone = self.call("Page.navigate", json!({ "url": url }));
        assert!(gone["errorText"].is_null(), "{url}: {gone}");
        loop {
            let event = self.events.pop_front().unwrap_or_else(|| self.receive());
            if event["method"] == "Page.loadEventFired" {
                return;
            }
        }
    }

    /// Opens a file.
    pub fn open_file(&mut self, file: &Path) {
        self.open(&format!("file://{}", file.display()));
    }

    /// The value of an expression of JavaScript.
    pub fn value(&mut self, expression: &str) -> Value {
        let how = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", how);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Presses a key and lets it go.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "End" => 35,
            "Home" => 36,
            "Enter" => 13,
            digit if digit.len() == 1 && digit.as_bytes()[0].is_ascii_digit() => {
                u32::from(digit.as_bytes()[0])
            }
            other => panic!("no number for {other}"),
        };
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in [if text.is_empty() { "rawKeyDown" } else { "keyDown" }, "keyUp"] {
            let event = json!({ "type": kind, "key": key, "code": key, "text": if kind == "keyUp" { "" } else { text },
                "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Fails if anything went wrong in the page so far.
    pub fn assert_no_problems(&mut self) {
        self.value("new Promise(done => setTimeout(done, 30))");
        assert!(self.problems.is_empty(), "{:#?}", self.problems);
    }

    /// Requests that left the file or the address that was opened.
    pub fn requests(&self) -> Vec<String> {
        let sent = self.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        sent.map(|event| event["params"]["request"]["url"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Writes what the page looks like, the whole of it, into the folder that `QUOTIENT_SCREENSHOTS` names, if it does.
    pub fn screenshot(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("QUOTIENT_SCREENSHOTS") else { return };
        // What sticks to the window would cover what it is scrolled over.
        self.value("scrollTo(0, 0)");
        let how = json!({ "format": "png", "captureBeyondViewport": true });
        let shot = self.call("Page.captureScreenshot", how);
        let bytes = decode_base64(shot["data"].as_str().expect("a picture"));
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), bytes).expect("it can be written");
    }
}

fn decode_base64(text: &str) -> Vec<u8> {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for value in text.bytes().filter_map(|byte| alphabet.iter().position(|&known| known == byte)) {
        (bits, count) = (bits << 6 | value as u32, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
