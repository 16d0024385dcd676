//! Does a program do the same when its atomic sequences are single steps and what never happens is left out, as those
//! who look for symmetry see it?
use diagnostics::SourceMap;
use program::{Interpreter, gather, gather_specialised};
use promela::preprocess::NoIncludes;
use std::sync::Arc;
use symmetry::without_references;
use witness::{first_states, same_steps};

/// States whose steps are compared: one may have very many outcomes, or run for very long.
const STATES: usize = 40;

/// An error says in which state the steps of a model, which is without errors, differ at this level.
pub fn compare(text: &str, level: promela::Reduction) -> Result<(), String> {
    let mut sources = SourceMap::new();
    let file = sources.add("mutant.pml", text);
    let Some(model) = promela::parse(&mut sources, file, &NoIncludes, &[]).0 else { return Ok(()) };
    let mut program = promela::lower(&model, &sources, level);
    program.claims.clear();
    let forms = [gather(&program), gather_specialised(&program)];
    let original = without_references(program);
    for form in forms.into_iter().flatten() {
        let other = Interpreter::new(Arc::new(original.layout().with_program(form.program)));
        same_steps(&original, &other, first_states(&original, STATES))?;
    }
    Ok(())
}
