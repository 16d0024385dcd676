//! As much of HTTP/1.1 (RFC 9112) as a page needs that asks for small answers: one request for each connection, without a body.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// The longest request, with everything that belongs to it.
pub const LONGEST: usize = 64 << 10;
/// How long a client may take to send a request, and to begin with it: browsers open connections that they may never use.
const PATIENCE: Duration = Duration::from_secs(5);
const PATIENCE_AT_FIRST: Duration = Duration::from_secs(2);
/// How much of a refused request is thrown away, so that the refusal is read before the connection is reset.
const THROWN_AWAY: usize = 1 << 20;

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// `GET`, `POST`, ….
    pub method: String,
    /// The path without its query, as it was sent.
    pub path: String,
    /// The query, decoded.
    pub query: Vec<(String, String)>,
    /// The header fields, names in small letters.
    pub headers: Vec<(String, String)>,
}

impl Request {
    /// The only header field of a name; `Err` if there are several.
    pub fn header(&self, name: &str) -> Result<Option<&str>, Refusal> {
        let mut all = self.headers.iter().filter(|(own, _)| own == name).map(|(_, value)| value.as_str());
        match (all.next(), all.next()) {
            (first, None) => Ok(first),
            _ => Err(Refusal { status: 400, why: "a header field is given twice" }),
        }
    }

    /// A part of the query.
    pub fn asked(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status.
    pub status: u16,
    /// The same in words.
    pub why: &'static str,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// What the body is.
    pub kind: &'static str,
    /// The body.
    pub body: Vec<u8>,
}

impl From<Refusal> for Response {
    fn from(refusal: Refusal) -> Response {
        let kind = "text/plain; charset=utf-8";
        Response { status: refusal.status, kind, body: format!("{}\n", refusal.why).into_bytes() }
    }
}

/// Reads a request; `None` if the client has gone away.
pub fn read(stream: &mut TcpStream) -> Option<Result<Request, Refusal>> {
    let begin = Instant::now();
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        if let Some(end) = end_of_head(&bytes) {
            return Some(parse(&bytes[..end]));
        }
        if bytes.len() > LONGEST {
            return Some(Err(Refusal { status: 431, why: "the request is too long" }));
        }
        let patience = if bytes.is_empty() { PATIENCE_AT_FIRST } else { PATIENCE };
        let left = patience.saturating_sub(begin.elapsed());
        let late = Some(Err(Refusal { status: 408, why: "the request took too long" }));
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return late;
        }
        match stream.read(&mut piece) {
            Ok(0) => return None,
            Ok(count) => bytes.extend_from_slice(&piece[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                return late;
            }
            Err(_) => return None,
        }
    }
}

fn end_of_head(bytes: &[u8]) -> Option<usize> {
    bytes.windows(4).position(|window| window == b"\r\n\r\n")
}

/// Reads the head of a request.
fn parse(head: &[u8]) -> Result<Request, Refusal> {
    let malformed = |why| Refusal { status: 400, why };
    let text = std::str::from_utf8(head).map_err(|_| malformed("the head is no text"))?;
    let mut lines = text.split("\r\n");
    let first = lines.next().unwrap_or_default();
    let [method, target, version] = first.split(' ').collect::<Vec<_>>()[..] else {
        return Err(malformed("the first line is not METHOD TARGET VERSION"));
    };
    if !version.starts_with("HTTP/1.") || !target.starts_with('/') || method.is_empty() {
        return Err(malformed("the first line is not that of a request to a server"));
    }
    let mut headers = Vec::new();
    for line in lines {
        let (name, value) = line.split_once(':').ok_or(malformed("a header field has no colon"))?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
        if name.is_empty() || !name.chars().all(is_name) || value.contains(['\r', '\n', '\0']) {
            return Err(malformed("a header field is malformed"));
        }
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let request = Request {
        method: method.to_owned(),
        path: path.to_owned(),
        query: parts(query).ok_or(malformed("the query is not encoded as it must be"))?,
        headers,
    };
    let length = request.header("content-length")?.unwrap_or("0");
    match length.parse::<usize>() {
        Ok(0) if request.header("transfer-encoding")?.is_none() => Ok(request),
        Ok(length) if length <= LONGEST => Err(malformed("a request with a body")),
        _ => Err(Refusal { status: 413, why: "the body is too long" }),
    }
}

fn parts(query: &str) -> Option<Vec<(String, String)>> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let decoded = pairs.map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        Some((decode(name)?, decode(value)?))
    });
    decoded.collect()
}

/// Undoes the encoding of a part of a query.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                (digit(rest.next())? * 16 + digit(rest.next())?) as u8
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

/// Sends an answer and ends the connection. Whoever does not read it misses it.
pub fn answer(mut stream: TcpStream, response: &Response) {
    let reason = match response.status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        500 => "Internal Server Error",
        431 => "Request Header Fields Too Large",
        _ => "Service Unavailable",
    };
    let head = format!(
        "HTTP/1.1 {} {reason}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\
         Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\
         Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
         img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\r\n",
        response.status,
        response.kind,
        response.body.len(),
    );
    let sent = (stream.set_write_timeout(Some(PATIENCE)))
        .and_then(|()| stream.write_all(head.as_bytes()))
        .and_then(|()| stream.write_all(&response.body))
        .and_then(|()| stream.shutdown(Shutdown::Write));
    if sent.is_ok() && response.status != 200 {
        throw_away(&mut stream);
    }
}

fn throw_away(stream: &mut TcpStream) {
    let until = Instant::now() + Duration::from_secs(1);
    let (mut piece, mut count) = ([0; 4096], 0);
    while count < THROWN_AWAY {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return;
        }
        match stream.read(&mut piece) {
            Ok(read) if read > 0 => count += read,
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, decode, parse};

    #[test]
    fn a_request_is_taken_apart() {
        let request = parse(b"GET /t/eval?id=3&text=x%20%3D%3D+3 HTTP/1.1\r\nHost: 127.0.0.1:1\r\nX-A: b")
            .expect("fine");
        assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", "/t/eval"));
        assert_eq!(request.asked("text"), Some("x == 3"));
        assert_eq!(request.asked("id"), Some("3"));
        assert_eq!(request.header("host"), Ok(Some("127.0.0.1:1")));
        assert_eq!(request.header("origin"), Ok(None));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let long = format!("GET / HTTP/1.1\r\nContent-Length: {}", LONGEST + 1);
        let cases: [(&[u8], u16); 12] = [
            (b"", 400),
            (b"GET", 400),
            (b"GET / HTTP/2", 400),
            (b"GET http://elsewhere/ HTTP/1.1", 400),
            (b"GET / HTTP/1.1 more", 400),
            (b"GET / HTTP/1.1\r\nno colon", 400),
            (b"GET / HTTP/1.1\r\nbad name: x", 400),
            (b"GET /?a=%zz HTTP/1.1", 400),
            (b"GET /?a=%e4 HTTP/1.1", 400),
            (b"GET / HTTP/1.1\r\n\xff: x", 400),
            (b"POST / HTTP/1.1\r\nContent-Length: 3", 400),
            (long.as_bytes(), 413),
        ];
        for (text, status) in cases {
            let refused = parse(text).expect_err(&String::from_utf8_lossy(text));
            assert_eq!(refused.status, status, "{}", String::from_utf8_lossy(text));
        }
        assert_eq!(decode("%"), None);
        assert_eq!(decode("a%2"), None);
    }
}
