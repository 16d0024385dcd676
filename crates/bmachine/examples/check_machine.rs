//! Checks machines from the command line without the full tool: `check_machine [--method m] [--card S=n]...
//! [--static-symmetry] FILE...`.

use bmachine::check::{Outcome, check, load};
use bmachine::compose::Loader;
use bmachine::machine::Options;
use bmachine::symmetry::Method;
use std::path::PathBuf;

struct Directory(PathBuf);

impl Loader for Directory {
    fn load(&mut self, name: &str, definitions: bool) -> Option<(String, String)> {
        let endings: &[&str] = if definitions { &[""] } else { &[".mch", ".ref", ".imp", ".sys"] };
        endings.iter().find_map(|ending| {
            let path = self.0.join(format!("{name}{ending}"));
            let bytes = std::fs::read(&path).ok()?;
            Some((path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned()))
        })
    }
}

fn main() {
    let mut options = Options::default();
    let mut method = Method::Auto;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--method" => {
                method = arguments.next().and_then(|name| Method::from_name(&name)).unwrap_or(Method::Auto)
            }
            "--card" => {
                let text = arguments.next().unwrap_or_default();
                if let Some((set, size)) = text.split_once('=') {
                    options.cards.push((set.to_owned(), size.parse().unwrap_or(2)));
                }
            }
            "--size" => options.default_set_size = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(2),
            "--static-symmetry" => options.static_symmetry = true,
            path => run(path, method, &options),
        }
    }
}

fn run(path: &str, method: Method, options: &Options) {
    let Ok(bytes) = std::fs::read(path) else { return println!("{path}: cannot be read") };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut sources = diagnostics::SourceMap::new();
    let file = sources.add(path, text);
    let directory = std::path::Path::new(path).parent().map(PathBuf::from).unwrap_or_default();
    let begin = std::time::Instant::now();
    let machine = match load(&mut sources, file, &mut Directory(directory), options.clone(), method) {
        Ok(machine) => machine,
        Err(problems) => {
            for problem in problems {
                println!(
                    "{}:{}: {}",
                    sources.name(problem.span.file),
                    sources.line(problem.span),
                    problem.message
                );
            }
            return;
        }
    };
    let mut config = explorer::Config { all_errors: true, ..Default::default() };
    let checked = check(&machine, method, &mut config);
    let verdict = match &checked.outcome {
        Outcome::Holds => "holds".to_owned(),
        Outcome::Violated(counterexample) => format!("violated {:?}", counterexample.kind),
        Outcome::Undecided(reason) => format!("undecided {reason:?}"),
    };
    println!(
        "{path} {} states={} transitions={} {verdict} {:?} {:?}",
        method.name(),
        checked.statistics.states,
        checked.statistics.transitions,
        checked.violations,
        begin.elapsed()
    );
    for (span, warning) in &checked.warnings {
        println!("  warning {}:{}: {warning}", sources.name(span.file), sources.line(*span));
    }
}
