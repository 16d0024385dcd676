//! Messages of JSON-RPC 2.0.

use serde_json::{Value, json};

/// Why a request is not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub code: i64,
    pub why: String,
}

/// A message that came in.
#[derive(Debug)]
pub(crate) enum Incoming {
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    Notification {
        method: String,
        params: Value,
    },
    /// The answer to a request of ours; we ask nothing.
    Answer,
    /// No message; the id is null where it has none.
    Invalid {
        id: Value,
    },
}

impl Incoming {
    pub fn read(mut message: Value) -> Incoming {
        let id = message.get("id").cloned().unwrap_or(Value::Null);
        let is_id = id.is_number() || id.is_string();
        let params = message.get_mut("params").map(Value::take).unwrap_or(Value::Null);
        match message.get("method").and_then(Value::as_str) {
            Some(method) if is_id => Incoming::Request { id, method: method.to_owned(), params },
            Some(method) if id.is_null() => Incoming::Notification { method: method.to_owned(), params },
            None if is_id && (message.get("result").is_some() || message.get("error").is_some()) => {
                Incoming::Answer
            }
            _ => Incoming::Invalid { id: if is_id { id } else { Value::Null } },
        }
    }
}

impl Refusal {
    pub fn parse(why: impl Into<String>) -> Refusal {
        Refusal { code: -32700, why: why.into() }
    }

    pub fn invalid_request() -> Refusal {
        Refusal { code: -32600, why: "this is no request".into() }
    }

    pub fn unknown_method(method: &str) -> Refusal {
        let shown: String = method.chars().take(100).collect();
        Refusal { code: -32601, why: format!("there is no method `{shown}`") }
    }

    pub fn parameters(why: impl Into<String>) -> Refusal {
        Refusal { code: -32602, why: why.into() }
    }

    pub fn internal() -> Refusal {
        Refusal { code: -32603, why: "internal error: this request cannot be answered".into() }
    }

    pub fn not_initialised() -> Refusal {
        Refusal { code: -32002, why: "the first request must be `initialize`".into() }
    }

    pub fn cancelled() -> Refusal {
        Refusal { code: -32800, why: "the request was cancelled".into() }
    }

    /// A request that is well-formed and cannot be done; the user is told why.
    pub fn failed(why: impl Into<String>) -> Refusal {
        Refusal { code: -32803, why: why.into() }
    }
}

/// The answer to a request.
pub(crate) fn answer(id: &Value, result: Result<Value, Refusal>) -> Value {
    match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Refusal { code, why }) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": why } })
        }
    }
}

/// Something that the client is told.
pub(crate) fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}
