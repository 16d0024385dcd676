//! How long files and functions may be, which a test holds against every Rust file of the repository.
//!
//! rustfmt puts the brace that closes a function alone on a line, as far to the right as the line that begins it, so
//! the end is found without parsing. Bodies of macros, which rustfmt leaves alone, are written in the same way here.

use std::fs;
use std::path::{Path, PathBuf};

/// Lines of the longest file.
const FILE: usize = 500;
/// Lines of the longest function, from `fn` to its closing brace.
const FUNCTION: usize = 60;

/// Functions that are longer for now: a generator of random programs whose draws depend on their order.
const LONGER: [(&str, &str); 1] = [("reduction/lazy/tests/kit/wild.rs", "program")];

/// The functions of a text that are too long: line, name and length of each.
fn long_functions(text: &str) -> Vec<(usize, &str, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let long = |at: usize| {
        let line = lines[at];
        let name = function_name(line)?;
        let indent = line.len() - line.trim_start().len();
        let body = &lines[at..];
        // A declaration without a body ends in a semicolon, a body without lines in its closing brace.
        body.iter().find(|line| line.ends_with(['{', ';', '}'])).filter(|line| line.ends_with('{'))?;
        let last = body.iter().position(|line| line.len() == indent + 1 && line.ends_with('}'))?;
        (last + 1 > FUNCTION).then_some((at + 1, name, last + 1))
    };
    (0..lines.len()).filter_map(long).collect()
}

/// The name of the function that begins on a line, whatever stands in front of `fn`.
fn function_name(line: &str) -> Option<&str> {
    let (before, after) =
        line.trim_start().split_once("fn ").filter(|_| !line.trim_start().starts_with("//"))?;
    let is_qualifier =
        |word: &str| matches!(word, "const" | "async" | "unsafe" | "extern" | "\"C\"" | "default");
    let is_visibility = |word: &str| word.starts_with("pub") || word.ends_with(')');
    if !before.split_whitespace().all(|word| is_qualifier(word) || is_visibility(word)) {
        return None;
    }
    let end = after.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    (end > 0).then_some(&after[..end])
}

/// Every Rust file below a directory, without what was built and what is hidden.
fn rust_files(directory: &Path, out: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match path.is_dir() {
            true if name == "target" || name.starts_with('.') => {}
            true => rust_files(&path, out),
            false if name.ends_with(".rs") => out.push(path),
            false => {}
        }
    }
}

#[test]
fn files_and_functions_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    assert!(files.len() > 400, "only {} files below {}", files.len(), root.display());
    let mut found = Vec::new();
    for path in &files {
        let text = fs::read_to_string(path).expect("a readable file");
        let path = path.strip_prefix(&root).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let length = text.lines().count();
        if length > FILE {
            found.push(format!("{path}: {length} lines, more than {FILE}"));
        }
        for (line, name, length) in long_functions(&text) {
            if LONGER.contains(&(path.as_str(), name)) {
                continue;
            }
            found.push(format!("{path}:{line}: fn {name} has {length} lines, more than {FUNCTION}"));
        }
    }
    found.sort();
    assert!(found.is_empty(), "divide these by meaning:\n{}", found.join("\n"));
}

#[test]
fn a_function_is_as_long_as_it_looks() {
    let function = |head: &str, lines: usize| format!("{head} {{\n{}}}\n", "    a();\n".repeat(lines - 2));
    assert_eq!(long_functions(&function("fn a()", 60)), []);
    assert_eq!(long_functions(&function("fn a()", 61)), [(1, "a", 61)]);
    assert_eq!(
        long_functions(&function("pub(in crate::x) const unsafe extern \"C\" fn b<T>()", 61)),
        [(1, "b", 61)]
    );
    let method = function("    fn c(&self)", 61).replace("\n}", "\n    }");
    let text = format!("trait T {{\n    fn short(\n        &self,\n    );\n\n{method}}}\n");
    assert_eq!(
        long_functions(&text),
        [(6, "c", 61)],
        "a declaration without a body ends where it is written"
    );
    let text = format!("fn empty() {{}}\n\n{}", function("fn d()", 60));
    assert_eq!(long_functions(&text), [], "a body without lines ends where it is written");
    assert_eq!(long_functions(&function("// fn d()", 61)), []);
    assert_eq!(long_functions(&function("    .map(|fn e| x)", 61)), []);
    let nested = format!("fn outer() {{\n{}}}\n", function("    fn inner()", 62).replace("\n}", "\n    }"));
    assert_eq!(long_functions(&nested), [(1, "outer", 64), (2, "inner", 62)]);
}
