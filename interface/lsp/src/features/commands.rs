//! Commands: `quotient.check` and `quotient.step`, each with the address of a document; `quotient.check` also with
//! the name of one property. Both read the text as the editor has it.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use crate::core::Core;
use crate::job::Task;
use crate::message::Refusal;

/// Checks a document.
pub(crate) const CHECK: &str = "quotient.check";
/// Opens a page to walk through the states of a document.
pub(crate) const STEP: &str = "quotient.step";
/// All commands.
pub(crate) const NAMES: [&str; 2] = [CHECK, STEP];

/// Begins what a command says; an answer comes when that is done.
pub(crate) fn execute(core: &mut Core, id: &Value, params: &Value) -> Option<Result<Value, Refusal>> {
    let command = params["command"].as_str().unwrap_or("");
    let Some(uri) = params["arguments"][0].as_str() else {
        return Some(Err(Refusal::parameters("the first argument must be the address of a document")));
    };
    let started = match command {
        CHECK => check(core, id, uri, params["arguments"][1].as_str()),
        STEP => return step(core, id, uri),
        _ => Err(Refusal::parameters(format!("the commands are {}", NAMES.join(" and ")))),
    };
    started.err().map(Err)
}

/// A document is checked once at a time: an older check of it ends with what it has found.
fn check(core: &mut Core, id: &Value, uri: &str, property: Option<&str>) -> Result<(), Refusal> {
    for pending in core.pending.values().filter(|own| own.is_check && own.uri == uri) {
        pending.interrupt.store(true, Ordering::Relaxed);
    }
    let patience = core.config.check_patience;
    core.start_for(id, Task::Check(property.map(str::to_owned)), uri, patience)
}

/// A page about the same text is opened once.
fn step(core: &mut Core, id: &Value, uri: &str) -> Option<Result<Value, Refusal>> {
    let revision = core.documents.get(uri).map(|own| own.revision);
    if let Some((known, address)) = core.pages.get(uri)
        && Some(*known) == revision
    {
        return Some(Ok(json!({ "address": address })));
    }
    let patience = core.config.check_patience;
    core.start_for(id, Task::Step, uri, patience).err().map(Err)
}
