//! Who may ask: only who knows the token, and only a page of this very server.
//!
//! Other programs of this machine can reach the port, and so can every page that is open in the user's browser. The token keeps out
//! both; the checks of host and origin keep out pages that have learnt it, or that let their own name stand for 127.0.0.1 (DNS
//! rebinding).

use crate::http::{Refusal, Request};
use crate::token;

/// What a request must have.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The token.
    pub token: String,
    /// The port.
    pub port: u16,
}

impl Guard {
    /// The rest of the path behind the token.
    pub fn admit<'r>(&self, request: &'r Request) -> Result<&'r str, Refusal> {
        let forbidden = |why| Refusal { status: 403, why };
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        let is_own = |host: &str| hosts.iter().any(|own| own == host);
        if !request.header("host")?.is_some_and(is_own) {
            return Err(forbidden("this host is not served here"));
        }
        if let Some(origin) = request.header("origin")?
            && !origin.strip_prefix("http://").is_some_and(is_own)
        {
            return Err(forbidden("another origin may not ask"));
        }
        if let Some(site) = request.header("sec-fetch-site")?
            && !["same-origin", "none"].contains(&site)
        {
            return Err(forbidden("another site may not ask"));
        }
        let (given, rest) = request.path[1..].split_once('/').unwrap_or((&request.path[1..], ""));
        if !token::is_same(&self.token, given) {
            return Err(forbidden("the token is missing: open the address that the program has printed"));
        }
        match request.method.as_str() {
            "GET" => Ok(rest),
            _ => Err(Refusal { status: 405, why: "only GET is answered" }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Guard;
    use crate::http::Request;

    fn status(path: &str, method: &str, headers: &[(&str, &str)]) -> Result<String, u16> {
        let guard = Guard { token: "secret".into(), port: 7 };
        let headers = headers.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let request = Request { method: method.into(), path: path.into(), query: Vec::new(), headers };
        guard.admit(&request).map(str::to_owned).map_err(|refusal| refusal.status)
    }

    #[test]
    fn only_the_own_page_with_the_token_is_admitted() {
        let host = ("host", "127.0.0.1:7");
        assert_eq!(status("/secret/state", "GET", &[host]), Ok("state".into()));
        assert_eq!(status("/secret/", "GET", &[("host", "localhost:7")]), Ok(String::new()));
        assert_eq!(status("/secret/", "GET", &[host, ("origin", "http://127.0.0.1:7")]), Ok(String::new()));
        for (path, headers) in [
            ("/", &[host][..]),
            ("/Secret/", &[host]),
            ("/secret2/", &[host]),
            ("//secret/", &[host]),
            ("/secret/", &[]),
            ("/secret/", &[("host", "evil.example:7")]),
            ("/secret/", &[("host", "127.0.0.1:8")]),
            ("/secret/", &[host, ("origin", "http://evil.example")]),
            ("/secret/", &[host, ("origin", "null")]),
            ("/secret/", &[host, ("origin", "https://127.0.0.1:7")]),
            ("/secret/", &[host, ("sec-fetch-site", "cross-site")]),
        ] {
            assert_eq!(status(path, "GET", headers), Err(403), "{path} {headers:?}");
        }
        assert_eq!(status("/secret/", "GET", &[host, host]), Err(400));
        assert_eq!(status("/secret/", "POST", &[host]), Err(405));
    }
}
