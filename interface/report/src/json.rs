//! JSON: a contract that scripts depend on.

use serde_json::Value;

use crate::{Outcome, Symmetry};

/// The number of the schema (docs/json.md): it changes when a field goes away or changes its meaning.
const FORMAT: u64 = 1;

/// One object with everything. `counterexample` and `errors` are always lists.
pub fn outcome_json(outcome: &Outcome) -> Value {
    let mut value = serde_json::to_value(outcome).unwrap_or_default();
    if let Some(object) = value.as_object_mut() {
        object.insert("format".into(), FORMAT.into());
        if object.get("counterexample").is_some_and(Value::is_null) {
            object.insert("counterexample".into(), Value::Array(Vec::new()));
        }
    }
    value
}

/// What is said when the input is wrong.
pub fn error_json(message: &str) -> Value {
    serde_json::json!({ "format": FORMAT, "error": message })
}

/// The symmetry alone.
pub fn symmetry_json(symmetry: &Symmetry) -> Value {
    serde_json::to_value(symmetry).unwrap_or_default()
}
