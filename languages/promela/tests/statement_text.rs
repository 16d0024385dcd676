//! What a trace shows of a statement is its source, parameters of inlines replaced, on one line of at most 200 characters.
//!
//! Every statement of every model under `models/promela` is compared with the bytes of the file that its span names. The test
//! replaces parameters itself. `STATEMENT_TEXT_MODELS=DIR:DIR` adds the models of other folders.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use diagnostics::{Diagnostic, SourceMap};
use promela::ast::{Body, InlineArg, Item, Program, RangeTexts, Step, Stmt, StmtKind};
use promela::preprocess::{Define, Included, Loader};
use promela::{Reduction, resolved};

/// Files beside the one that includes them.
struct Beside;

impl Loader for Beside {
    fn load(&self, name: &str, from: &str) -> Result<Included, String> {
        let path = Path::new(from).parent().unwrap_or(Path::new(".")).join(name);
        let bytes = std::fs::read(&path).map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Included { name: path.display().to_string(), text })
    }
}

/// How many statements were compared, by what explains their texts.
#[derive(Default, Debug)]
struct Counts {
    as_written: usize,
    in_inlines: usize,
    with_macros: usize,
    made_of_loops: usize,
    cut: usize,
    wrong: Vec<String>,
}

struct Comparison<'a> {
    sources: &'a SourceMap,
    /// Names of parameters of each inline.
    inlines: HashMap<&'a str, Vec<&'a str>>,
    macros: HashSet<String>,
    /// All words of the files.
    words: HashSet<String>,
    counts: &'a mut Counts,
    /// All texts that a transition may have.
    texts: HashSet<String>,
}

/// What the parameters of the innermost call stand for.
type Actuals<'a> = HashMap<&'a str, &'a str>;

impl<'a> Comparison<'a> {
    fn body(&mut self, body: &'a Body, actuals: &Actuals<'a>) {
        for step in &body.steps {
            match step {
                Step::Stmt(stmt) => self.stmt(stmt, actuals),
                // A declaration behind statements assigns.
                Step::Decl(decl) => {
                    self.texts.extend(decl.vars.iter().map(|var| var.text.to_string()));
                    self.texts.extend(decl.vars.iter().map(|var| format!("{} = 0", var.text)));
                }
                _ => {}
            }
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt, actuals: &Actuals<'a>) {
        match &stmt.kind {
            StmtKind::Labelled(_, Some(inner)) => return self.stmt(inner, actuals),
            StmtKind::If(options) | StmtKind::Do(options) => {
                return options.iter().for_each(|option| self.body(option, actuals));
            }
            StmtKind::Atomic(body) | StmtKind::Block(body) => return self.body(body, actuals),
            StmtKind::Unless(main, escape) => {
                self.stmt(main, actuals);
                return self.stmt(escape, actuals);
            }
            StmtKind::Inline { name, args, body, .. } => {
                let Some(body) = body else { return };
                let names = self.inlines.get(name.text.as_str()).cloned().unwrap_or_default();
                let text = |arg| self.actual(arg);
                return self.stmt(body, &names.into_iter().zip(args.iter().map(text)).rev().collect());
            }
            StmtKind::ForRange { texts, body, .. } => {
                self.count_range(texts);
                self.compare(stmt, actuals, true);
                return self.body(body, actuals);
            }
            StmtKind::ForIn { body, .. } => {
                self.compare(stmt, actuals, true);
                return self.body(body, actuals);
            }
            StmtKind::Select { texts, .. } => self.count_range(texts),
            StmtKind::DStep(body) => self.body(body, actuals),
            _ => {}
        }
        self.compare(stmt, actuals, false);
    }

    fn is_made_of_the_source(&self, text: &str) -> bool {
        // `#name` puts a word in quotation marks.
        let is_known = |word: &String| word.starts_with('"') || self.words.contains(word);
        let mut shown = words(text.trim_end_matches('…'));
        if text.ends_with('…') {
            // The last word may be cut.
            shown.pop();
        }
        shown.iter().all(is_known)
    }

    /// The source from the beginning of a statement on.
    fn behind(&self, stmt: &Stmt) -> &str {
        let rest = self.sources.text(stmt.span.file).get(stmt.span.start as usize..).unwrap_or_default();
        rest.char_indices().nth(1_000).map_or(rest, |(end, _)| &rest[..end])
    }

    /// The words in front of a statement on its line: where all of it comes from arguments, the macro is among them.
    fn begins_line(&self, stmt: &Stmt) -> Vec<String> {
        let before = self.sources.text(stmt.span.file).get(..stmt.span.start as usize).unwrap_or_default();
        words(before.rsplit('\n').next().unwrap_or_default())
    }

    /// An actual parameter, uses of macros in it as they are written.
    fn actual(&self, arg: &'a InlineArg) -> &'a str {
        let source = self.sources.slice(arg.expr.span);
        let has_macro = words(source).iter().any(|word| self.macros.contains(word));
        if has_macro { source } else { arg.text.as_str() }
    }

    fn count_range(&mut self, RangeTexts { var, from, to }: &RangeTexts) {
        self.counts.made_of_loops += 1;
        for text in [format!("{var} = {from}"), format!("{var} <= {to}"), format!("{var} < {to}")] {
            self.texts.insert(text);
        }
        self.texts.insert(format!("{var}++"));
    }

    /// Compares the text of a statement, or of its head, with the source.
    fn compare(&mut self, stmt: &Stmt, actuals: &Actuals<'_>, is_head: bool) {
        let (text, source) = (stmt.text.to_string(), self.sources.slice(stmt.span));
        self.texts.insert(text.clone());
        let line = format!("{}:{}", self.sources.name(stmt.span.file), self.sources.line(stmt.span));
        let length = text.chars().count();
        if length > 200 || text.contains('\n') || text.is_empty() {
            return self.counts.wrong.push(format!("{line}: {length} characters: {text}"));
        }
        self.counts.cut += usize::from(text.ends_with('…'));
        let words = words(source);
        let replaced =
            |word: &String| actuals.get(word.as_str()).map_or(word.clone(), |actual| compact(actual));
        let mut expected: String = words.iter().map(replaced).collect();
        let mut shown = compact(text.trim_end_matches('…'));
        if let StmtKind::Return(..) = stmt.kind {
            expected = expected.trim_start_matches("return").into();
            shown = shown.split_once('=').map_or("", |(_, value)| value).into();
        }
        if let StmtKind::DStep(_) = stmt.kind {
            // Line breaks may stand for semicolons.
            (expected, shown) = (expected.replace(';', ""), shown.replace(';', ""));
        }
        let is_same = match is_head || text.ends_with('…') {
            true => expected.starts_with(&shown),
            false => expected == shown,
        };
        let has_macro = self.begins_line(stmt).iter().chain(&words).any(|word| self.macros.contains(word));
        // The span of a macro's use does not cover its arguments.
        let is_same = is_same || has_macro && compact(self.behind(stmt)).starts_with(&shown);
        match (is_same, stmt.call.is_some()) {
            (true, false) => self.counts.as_written += 1,
            (true, true) => self.counts.in_inlines += 1,
            // It stands for several statements, or for a part of one; what it is made of is in the files.
            (false, _) if has_macro && self.is_made_of_the_source(&text) => self.counts.with_macros += 1,
            (false, _) => self.counts.wrong.push(format!("{line}: `{text}` is not `{expected}`")),
        }
    }
}

/// The tokens of a source, comments left out; a text in quotation marks is one.
fn words(source: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' {
            let mut escaped = true;
            let end = rest.find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 1)
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let is_text = !first.is_whitespace() && !rest.starts_with("/*") && !rest.starts_with("//");
        if is_text && !rest.starts_with("\\\n") {
            words.push(rest[..length].to_owned());
        }
        rest = &rest[length..];
    }
    words
}

fn compact(text: &str) -> String {
    words(text).concat()
}

/// Names that `#define` has given a meaning in any of the files.
fn macros(sources: &SourceMap) -> HashSet<String> {
    let lines = sources.files().flat_map(|(_, file)| file.text().lines());
    let defined =
        lines.filter_map(|line| line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define"));
    defined.filter_map(|rest| words(rest).into_iter().next()).collect()
}

fn bodies(program: &Program) -> impl Iterator<Item = &Body> {
    program.items.iter().filter_map(|item| match item {
        Item::Proctype(proctype) => Some(&proctype.body),
        Item::Init(init) => Some(&init.body),
        Item::Never(never) => Some(&never.body),
        Item::Trace(trace) => Some(&trace.body),
        _ => None,
    })
}

fn compare_model(path: &Path, defines: &[Define], counts: &mut Counts) -> Option<()> {
    let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
    let mut sources = SourceMap::new();
    let file = sources.add(path.display().to_string(), text);
    let mut messages = Vec::new();
    let expanded = promela::preprocess::preprocess(&mut sources, file, &Beside, defines, &mut messages);
    let program = promela::parser::parse(&expanded, &mut messages);
    if messages.iter().any(Diagnostic::is_error) {
        return None;
    }
    let inlines = program.items.iter().filter_map(|item| match item {
        Item::Inline(inline) => {
            let params = inline.params.iter().map(|param| param.text.as_str()).collect();
            Some((inline.name.text.as_str(), params))
        }
        _ => None,
    });
    let mut comparison = Comparison {
        sources: &sources,
        inlines: inlines.collect(),
        macros: macros(&sources),
        words: sources.files().flat_map(|(_, file)| words(file.text())).collect(),
        counts,
        texts: HashSet::new(),
    };
    bodies(&program).for_each(|body| comparison.body(body, &HashMap::new()));
    let texts = comparison.texts;
    let mut again = sources.clone();
    if let Some(model) = promela::parse(&mut again, file, &Beside, defines).0 {
        compare_transitions(&model, &again, &texts, counts);
    }
    Some(())
}

/// What a trace shows is the text of a transition.
fn compare_transitions(
    model: &resolved::Model,
    sources: &SourceMap,
    texts: &HashSet<String>,
    counts: &mut Counts,
) {
    let program = promela::lower(model, sources, Reduction::None);
    let bodies = program.proctypes.iter().zip(&model.proctypes);
    for transition in bodies.flat_map(|(p, _)| &p.locations).flat_map(|l| &l.transitions) {
        let text = &transition.text;
        let is_told = ["(goto)", "(skip)", "-end-", "else", "break"].contains(&text.as_str())
            || texts.contains(text)
            || is_part_of_for_in(text);
        if !is_told {
            let line = format!("{}:{}", sources.name(transition.span.file), sources.line(transition.span));
            counts.wrong.push(format!("{line}: the transition `{text}` is no statement"));
        }
    }
}

/// `for (i in a)` is told as it counts, and as it receives and sends again.
fn is_part_of_for_in(text: &str) -> bool {
    let words = words(text);
    let simple = |parts: &[&str]| parts.iter().all(|part| words.iter().any(|word| word == part));
    words.len() <= 10
        && (simple(&["="]) || simple(&["+"]) || simple(&["<"]) || simple(&["?"]) || simple(&["!"]))
}

fn folders() -> Vec<PathBuf> {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela");
    let others = std::env::var("STATEMENT_TEXT_MODELS").unwrap_or_default();
    let others = others.split(':').filter(|dir| !dir.is_empty()).map(PathBuf::from);
    [models].into_iter().chain(others).collect()
}

/// All files below a folder.
fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => files(&path, out),
            false if path.is_file() => out.push(path),
            false => {}
        }
    }
}

#[test]
fn every_statement_is_shown_as_it_is_written() {
    let (mut counts, mut read, mut refused) = (Counts::default(), 0, 0);
    // Of the models of this repository: as written, and out of macros.
    let mut own = None;
    for folder in folders() {
        let mut all = Vec::new();
        files(&folder, &mut all);
        for path in all {
            let is_model = path
                .extension()
                .is_some_and(|e| ["pml", "prom", "spin", "promela", "p", "pr", "pm"].iter().any(|x| e == *x));
            if !is_model {
                continue;
            }
            let text = std::fs::read(&path).unwrap_or_default();
            let header = model_headers::read(&path, &String::from_utf8_lossy(&text)).ok().flatten();
            let runs = header.map(|header| header.runs).unwrap_or_default();
            let defines = runs.first().map(|run| run.define.clone()).unwrap_or_default();
            let defines: Vec<Define> = defines.iter().filter_map(|define| Define::parse(define)).collect();
            match compare_model(&path, &defines, &mut counts) {
                Some(()) => read += 1,
                None => refused += 1,
            }
        }
        own.get_or_insert((counts.as_written, counts.with_macros));
    }
    let Counts { as_written, in_inlines, with_macros, made_of_loops, cut, wrong } = counts;
    println!(
        "{read} models ({refused} refused): {as_written} statements as written, {in_inlines} in inlines, {with_macros} out of \
         macros, {made_of_loops} heads of loops, {cut} cut"
    );
    assert!(wrong.is_empty(), "{} statements:\n{}", wrong.len(), wrong[..wrong.len().min(60)].join("\n"));
    assert!(as_written > 3_000 && in_inlines > 100, "only {as_written} statements, {in_inlines} in inlines");
    // Models of others may be made of macros; of these too many would hide what is not compared word by word.
    let (own_as_written, own_with_macros) = own.expect("models");
    assert!(
        own_with_macros * 5 < own_as_written,
        "{own_with_macros} of {own_as_written} statements are macros in part"
    );
}

/// The texts of all transitions of a model that is accepted.
fn texts_of(model: &str) -> Vec<String> {
    let mut sources = SourceMap::new();
    let file = sources.add("m.pml", model);
    let (parsed, messages) = promela::parse(&mut sources, file, &Beside, &[]);
    let parsed = parsed.unwrap_or_else(|| panic!("{model}: {messages:?}"));
    let program = promela::lower(&parsed, &sources, Reduction::None);
    let all = program.proctypes.iter().flat_map(|p| &p.locations).flat_map(|l| &l.transitions);
    all.map(|transition| transition.text.clone()).collect()
}

#[test]
fn parameters_macros_and_heads_of_loops_are_shown_as_one_would_write_them() {
    let long = format!("x = 1{}", " + 1".repeat(100));
    let shown = [
        ("inline add(a, b) { a=a+b } byte x; init { add(x,3) }", vec!["x=x+3"]),
        ("inline add(a, b) { a = a + b } byte x, y; init { add(x, (y + 1)) }", vec!["x = x + (y + 1)"]),
        (
            "inline set(a) { a = 1 } inline both(a) { set(a); set(y) } byte x, y; init { both(x) }",
            vec!["x = 1", "y = 1"],
        ),
        ("inline twice(n) { return n + n } byte x; init { x = twice(4) }", vec!["x = 4 + 4"]),
        ("#define MAX 5\nbyte x; init { x < MAX -> x = MAX - 1 }", vec!["x < MAX", "x = MAX - 1"]),
        ("#define LT(a, b) (a < b)\nbyte x; init { LT(x, 3) }", vec!["LT(x, 3)"]),
        ("#define TAKE(l) l == 0; l = 1\nbyte x; init { TAKE(x) }", vec!["x == 0", "x = 1"]),
        ("byte x; init { x = /* not 2 */\n  3 }", vec!["x = 3"]),
        ("byte x; init { for (x : 1 .. 3) { skip } }", vec!["x = 1", "x <= 3", "skip", "x++", "else"]),
        ("byte x; init { select (x : 1 .. 2) }", vec!["x = 1", "x = 2"]),
        ("byte x; init { d_step { x = 1\n x = 2 } }", vec!["d_step { x = 1; x = 2 }"]),
        ("init { skip; byte y = 4; byte z }", vec!["y = 4", "z = 0"]),
    ];
    for (model, expected) in shown {
        let texts = texts_of(model);
        for text in expected {
            assert!(texts.iter().any(|other| other == text), "{model}: no `{text}` in {texts:?}");
        }
    }
    let texts = texts_of(&format!("int x; init {{ {long} }}"));
    let cut = texts.iter().find(|text| text.ends_with('…')).expect("a text that is cut");
    assert_eq!(cut.chars().count(), 200, "{cut}");
    assert!(long.starts_with(cut.trim_end_matches('…')));
}

#[test]
fn a_statement_of_an_inline_stands_where_it_is_written() {
    let text = "byte x, y;\ninline copy(a, b) {\n  skip;\n  a = b\n}\ninit {\n  copy(x, y)\n}";
    let mut sources = SourceMap::new();
    let file = sources.add("m.pml", text);
    let model = promela::parse(&mut sources, file, &Beside, &[]).0.expect("a model");
    let program = promela::lower(&model, &sources, Reduction::None);
    let all = program.proctypes.iter().flat_map(|p| &p.locations).flat_map(|l| &l.transitions);
    let copies: Vec<_> = all.filter(|transition| transition.text == "x = y").collect();
    assert_eq!(copies.iter().map(|copy| sources.line(copy.span)).collect::<Vec<_>>(), [4]);
}
