//! B machines as inputs: whatever the text, located errors or an outcome, in bounded time.

use bmachine::BMachine;
use bmachine::compose::Loader;
use bmachine::machine::Options;
use bmachine::symmetry::Method;
use checker::{Watch, check};
use diagnostics::{Colour, Diagnostic, Renderer, SourceMap};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Tokens that a corpus may lack; mutations insert them anywhere.
const VOCABULARY: &str = "( ) { } [ ] <> | , ; : :: := || => <=> & or not / /: <: /<: <<: +-> --> >-> >->> >+> -->> +->> <-> \
    |-> .. ** ^ ~ ; <| <<| |> |>> <+ >< $0 ! # % \" ' /* */ // 99999999999999999999 -1 0 64 65536 MAXINT MININT \
    INTEGER NATURAL NAT INT BOOL STRING POW FIN POW1 iseq seq perm union inter UNION INTER SIGMA PI card dom ran id \
    closure closure1 iterate rev conc first last tail front prj1 prj2 rec struct bool min max mod size fnc rel \
    MACHINE REFINEMENT IMPLEMENTATION SETS CONSTANTS PROPERTIES VARIABLES INVARIANT INITIALISATION OPERATIONS END SEES \
    INCLUDES EXTENDS PROMOTES REFINES USES IMPORTS DEFINITIONS ASSERTIONS CONSTRAINTS PRE THEN SELECT WHEN ELSE ANY \
    WHERE LET BE IN VAR CASE OF EITHER CHOICE OR WHILE DO VARIANT IF ELSIF ASSERT skip \u{2115} \u{2200} \u{2203} \u{2208}";

/// The texts to start from: the components below `roots` and the vocabulary.
pub fn texts(roots: &[PathBuf]) -> std::io::Result<Vec<Vec<u8>>> {
    let mut files = Vec::new();
    roots.iter().for_each(|root| crate::b_survey::collect(root, &mut files));
    files.sort();
    let mut texts = files.iter().map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    texts.push(VOCABULARY.as_bytes().to_vec());
    Ok(texts)
}

/// Formulas are evaluated by recursion over their structure, as in the command line.
const STACK: usize = 256 << 20;

/// Tries one text on a thread with a deep stack.
pub fn attempt(text: &str) -> Result<(), String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let spawned = thread.spawn_scoped(scope, || checked(text)).map_err(|error| error.to_string())?;
        spawned.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Every other component is the input itself, so that SEES makes cycles; those with names of three letters are missing.
struct Itself<'t>(&'t str);

impl Loader for Itself<'_> {
    fn load(&mut self, name: &str, _definitions: bool) -> Option<(String, String)> {
        (name.len() != 3).then(|| (name.to_owned(), self.0.to_owned()))
    }
}

fn checked(text: &str) -> Result<(), String> {
    for method in [Method::None, Method::Auto] {
        let mut sources = SourceMap::new();
        let file = sources.add("input.mch", text);
        let deadline = Some(Instant::now() + Duration::from_secs(2));
        let options = Options { deadline, ..Options::default() };
        match BMachine::read(sources, file, &mut Itself(text), options) {
            Ok(machine) => {
                let (states, time) = (Some(200), Some(Duration::from_secs(1)));
                let limits = explorer::Limits { states, time, ..Default::default() };
                let options = checker::Options { method, limits, ..Default::default() };
                check(&machine, &options, &mut Watch::nobody())?;
            }
            Err((sources, problems)) => return located(problems, &sources),
        }
    }
    Ok(())
}

/// A refusal comes with errors that lie inside their texts and can be shown.
fn located(problems: Vec<bmachine::problem::Problem>, sources: &SourceMap) -> Result<(), String> {
    if problems.is_empty() {
        return Err("refused without an error".to_owned());
    }
    let mut renderer = Renderer::new(sources, Colour::Never);
    for problem in problems.into_iter().take(20) {
        if problem.span.end as usize > sources.text(problem.span.file).len() {
            return Err(format!("an error outside its text: {}", problem.message));
        }
        drop(renderer.render(&Diagnostic::from(problem)));
    }
    Ok(())
}
