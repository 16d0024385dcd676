//! Programs whose atomic sequences are single steps, and without what never happens, against the programs themselves:
//! the same steps from every state.

use std::path::Path;
use std::sync::Arc;

use diagnostics::SourceMap;
use program::{Interpreter, Program, gather, gather_specialised};
use promela::preprocess::{Define, Included, Loader};
use symmetry::without_references;
use witness::{first_states, same_steps};

/// States of each program that are compared.
const STATES: usize = 300;

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

fn program(text: &str, defines: &[String], level: promela::Reduction) -> Option<Program> {
    let mut sources = SourceMap::new();
    let file = sources.add("model.pml", text);
    let defines: Vec<Define> = defines.iter().filter_map(|d| Define::parse(d)).collect();
    let (model, _) = promela::parse(&mut sources, file, &NoFiles, &defines);
    Some(promela::lower(&model?, &sources, level))
}

/// Compares a program with what is gathered of it; false if that is the same.
fn compare(program: Program, place: &str) -> bool {
    let forms = [gather(&program), gather_specialised(&program)];
    let is_gathered = forms[0].is_some();
    let original = without_references(program);
    let states = first_states(&original, STATES);
    for form in forms.into_iter().flatten() {
        let other = Interpreter::new(Arc::new(original.layout().with_program(form.program)));
        same_steps(&original, &other, &states).unwrap_or_else(|why| panic!("{place}: {why}"));
    }
    is_gathered
}

#[test]
fn gathered_models_have_the_same_steps() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela");
    let mut gathered = 0;
    for (path, header) in model_headers::models(&folder).unwrap_or_else(|problem| panic!("{problem}")) {
        let text = std::fs::read_to_string(&path).expect("readable");
        let defines = header.runs.first().map(|run| run.define.clone()).unwrap_or_default();
        for level in [promela::Reduction::None, promela::Reduction::Spin, promela::Reduction::Sound] {
            let place = format!("{} at {level:?}", path.display());
            gathered += usize::from(program(&text, &defines, level).is_some_and(|p| compare(p, &place)));
        }
    }
    assert!(gathered > 100, "only {gathered} programs have sequences");
}

/// Each would be taken for something else if one of the conditions were dropped.
#[test]
fn what_can_be_seen_between_two_statements_is_left_alone() {
    let traps = [
        // A statement that waits, an escape, a jump into the middle.
        "byte x, y; active [2] proctype P() { atomic { x++; x == 2; y++ } }",
        "byte x; active [2] proctype P() { { atomic { x = 1; x = 2 } } unless { x == 1 -> x = 3 } }",
        "byte x; active [2] proctype P() { goto in; atomic { x = 1; in: x = x + 2; x = x + 1 } }",
        // A label that another process looks at, where the sequence waits.
        "byte x; active proctype P() { atomic { x = 1; here: x == 2; x = 3 } } active proctype Q() { P@here; x = 2 }",
        // Two ways on, an `else`, a counter that ends elsewhere.
        "byte x, i; active [2] proctype P() { byte j; atomic { j = 0; do :: j < 2 -> x = j; j++ :: j < 2 -> j = 2 :: else -> break od }; i = j }",
        "byte a[3]; active [2] proctype P() { byte j = 1; d_step { do :: j < 3 -> a[j] = j; j++ :: else -> break od }; assert(j == 3) }",
        // Sums wrap as the cells do; an index goes out of range in the middle; an assertion fails and the run goes on.
        "bit b; byte s = 250; active [2] proctype P() { atomic { s = s + 3; s = s + 4; b = b + 1; b = b + s } }",
        "byte a[2], x; active [2] proctype P() { byte j; atomic { do :: j < 3 -> a[j] = 1; j++; x++ :: else -> break od } }",
        "byte x; active [2] proctype P() { atomic { x++; assert(x < 2); x = x + 2; assert(x != 4) }; x = 0 }",
        "byte a[2]; active [3] proctype P() { atomic { assert(_pid < 2); a[_pid] = 1; a[1] = a[1] / a[0] } }",
        // Arrays at indices that are not known, sums that depend on what they are added to.
        "byte a[4], i; active [2] proctype P() { atomic { i = (i + 1) % 4; a[i] = 1; a[i] = a[i] + a[0]; i = i + i } }",
    ];
    for text in traps {
        for level in [promela::Reduction::None, promela::Reduction::Spin, promela::Reduction::Sound] {
            let program = program(text, &[], level).expect("a program");
            compare(program, &format!("{text} at {level:?}"));
        }
    }
}
