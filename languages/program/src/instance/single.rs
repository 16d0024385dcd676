//! The code of one process, or of a process type, in a state of any moment: for analyses that follow processes as they come
//! and go rather than look at the moment when all exist.

use super::fold::Folder;
use super::{Code, Owner, code};
use crate::{Interpreter, ProctypeId};

/// The whole code of a process of a state, from the first location of its type on. What nothing assigns is a number.
pub fn code_of_process(interpreter: &Interpreter, state: &[u8], pid: u8) -> Option<Code> {
    let configuration = interpreter.layout().configuration_of(state);
    let (proctype, _) = configuration.process(usize::from(pid))?;
    let program = interpreter.program();
    let initial = program.proctype(proctype).initial;
    Some(code(&Folder::new(interpreter, state), program, proctype, Owner::Process(pid), initial))
}

/// The code of each process type as it looks for any process of it, claims and automata of events included.
pub fn code_of_types(interpreter: &Interpreter, state: &[u8]) -> Vec<Code> {
    let folder = Folder::new(interpreter, state);
    let program = interpreter.program();
    let types = (0..program.proctypes.len() as u32).map(ProctypeId);
    types.map(|id| code(&folder, program, id, Owner::Later(id), program.proctype(id).initial)).collect()
}
