//! The same models are accepted and refused as by `spin -a`.
//!
//! Always on the rules below; with `QUOTIENT_SPIN_MODELS` set to a list of directories (separated by `:`) also on every
//! model found there. SPIN itself is looked up on the path; without it the comparison is skipped, unless
//! `QUOTIENT_REQUIRE_ORACLES` is set.

use diagnostics::SourceMap;
use promela::preprocess::{Included, Loader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

struct Disk;

impl Loader for Disk {
    fn load(&self, name: &str, from: &str) -> Result<Included, String> {
        let path = Path::new(from).parent().unwrap_or(Path::new(".")).join(name);
        let bytes = std::fs::read(&path).map_err(|e| e.to_string())?;
        Ok(Included { name: path.display().to_string(), text: String::from_utf8_lossy(&bytes).into_owned() })
    }
}

/// What each says about a model.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
enum Verdict {
    Accepted,
    Refused,
    /// SPIN crashed or hung, or we met embedded C: nothing to compare.
    Neither,
}

fn spin_is_there() -> bool {
    let there = Command::new("spin").arg("-V").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !there {
        assert!(std::env::var_os("QUOTIENT_REQUIRE_ORACLES").is_none(), "spin is required");
        eprintln!("SKIPPED: needs spin");
    }
    there
}

/// `spin -a` in a directory of its own, beside copies of the model's neighbours.
fn spin(model: &Path, scratch: &Path) -> Verdict {
    let _ = std::fs::remove_dir_all(scratch);
    std::fs::create_dir_all(scratch).expect("scratch directory");
    for entry in model.parent().into_iter().flat_map(|p| std::fs::read_dir(p).ok()).flatten().flatten() {
        if entry.file_type().is_ok_and(|t| t.is_file()) {
            let _ = std::fs::copy(entry.path(), scratch.join(entry.file_name()));
        }
    }
    let name = model.file_name().unwrap_or_default();
    let mut child = Command::new("spin")
        .arg("-a")
        .arg(name)
        .current_dir(scratch)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("spin runs");
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => {
                return match status.code() {
                    Some(0) if scratch.join("pan.c").exists() => Verdict::Accepted,
                    Some(0..=127) => Verdict::Refused,
                    _ => Verdict::Neither,
                };
            }
            Ok(None) if started.elapsed() < Duration::from_secs(20) => {
                std::thread::sleep(Duration::from_millis(2))
            }
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return Verdict::Neither;
            }
        }
    }
}

fn ours(model: &Path) -> (Verdict, String) {
    let bytes = std::fs::read(model).expect("model can be read");
    let mut sources = SourceMap::new();
    let file = sources.add(model.display().to_string(), String::from_utf8_lossy(&bytes));
    let (found, messages) = promela::parse(&mut sources, file, &Disk, &[]);
    if messages.iter().any(|m| m.code == "embedded-c") {
        return (Verdict::Neither, String::new());
    }
    let first = messages.iter().find(|m| m.is_error()).map(|m| m.one_line(&sources)).unwrap_or_default();
    (if found.is_some() { Verdict::Accepted } else { Verdict::Refused }, first)
}

fn models_in(directory: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(directory).into_iter().flatten().flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            models_in(&path, found);
        } else if path.extension().is_some_and(|e| e == "pml" || e == "p" || e == "pr" || e == "prom") {
            found.push(path);
        }
    }
}

#[test]
fn directories_of_models_are_accepted_and_refused_alike() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela");
    let mut models = Vec::new();
    models_in(&repository, &mut models);
    let extra = std::env::var("QUOTIENT_SPIN_MODELS").unwrap_or_default();
    extra.split(':').filter(|d| !d.is_empty()).for_each(|d| models_in(Path::new(d), &mut models));
    if !spin_is_there() {
        return;
    }
    let scratch = std::env::temp_dir().join(format!("promela-agreement-{}", std::process::id()));
    let (mut accepted, mut both, mut refused, mut skipped) = (0, 0, 0, 0);
    for model in &models {
        let (ours, reason) = ours(model);
        let spin = spin(model, &scratch);
        match (spin, ours) {
            (Verdict::Neither, _) | (_, Verdict::Neither) => skipped += 1,
            (Verdict::Accepted, Verdict::Accepted) => (accepted, both) = (accepted + 1, both + 1),
            (Verdict::Accepted, Verdict::Refused) => {
                accepted += 1;
                eprintln!("only SPIN accepts {}: {reason}", model.display());
            }
            (Verdict::Refused, Verdict::Refused) => refused += 1,
            (Verdict::Refused, Verdict::Accepted) => eprintln!("only SPIN refuses {}", model.display()),
        }
    }
    let _ = std::fs::remove_dir_all(&scratch);
    eprintln!(
        "{} models: SPIN accepts {accepted}, we too {both}; both refuse {refused}; not compared {skipped}",
        models.len()
    );
    assert!(both * 100 >= accepted * 99, "{both} of {accepted} accepted");
}

/// Rules of the language, each as one model; what SPIN says is asked, not assumed.
const RULES: &[&str] = &[
    "init { skip }",
    "byte x; active proctype P() { byte x; x = 1 }",
    "active proctype P() { byte x; { byte x; x = 1 } }",
    "active proctype P() { { byte x; x = 1 }; { int x; x = 2 } }",
    "active proctype P() { x = 1; byte x }",
    "active proctype P() { x = 1 }\nbyte x;",
    "init { run P() } proctype P() { skip }",
    "init { run P(1) } proctype P() { skip }",
    "chan a = [1] of { byte }, b = [1] of { byte }; init { skip }",
    "int c[2] = { 1, 2 }; init { c[0] = 1 }",
    "active proctype P() { byte in; in = 1; byte U; U = 1 }",
    "active proctype P() { byte len }",
    "active proctype P() { byte x }",
    "active proctype P() { byte x; x = 1\nx = 2\nif\n:: x == 2\n:: else\nfi\nx = 3 }",
    "active proctype P() { byte x; x = 1 x = 2 }",
    "active proctype P() { byte x; if :: x == 0 -> skip :: else x = 1 fi }",
    "active proctype P() { byte x; do :: x = 1; break od x = 2 }",
    "active proctype P() { byte x; { x = 1 } x = 2; atomic { x = 3 } unless { x == 9 } }",
    "active proctype P() { byte x; { x = 1 }\nunless\n{ x == 9 } }",
    "active proctype P() { byte x; x = 1\nunless { x == 9 } }",
    "active proctype P() { byte x; for (x : 1 .. 3)\n{ skip } }",
    "#define N 3\nactive proctype P() { byte x; for (x : 1..N) { skip } }",
    "active proctype P() { byte x; select (x : 1..3); select (x : 3 .. 1) }",
    "active proctype P() { byte x; select (x : 1..3); x = 2 }",
    "inline f(a) { a[0] = 1 } active proctype P() { byte z; f(z) }",
    "inline f(a, b) { a = b } active proctype P() { byte b, c; f(c, b) }",
    "inline f(a, b) { a = b } active proctype P() { byte b, c; f(b, c) }",
    "inline f(l) { goto l } active proctype P() { f(done); done: skip }",
    "inline f() { byte t; t = 1 } active proctype P() { f(); f() }",
    "inline f(x) { x = 1; skip } active proctype P() { byte y; if :: f(y) :: else -> f(y) fi }",
    "inline f(x) { return x + 1 } active proctype P() { byte y; y = f(2) }",
    "inline g(x) { x++ } inline f(x) { g(x); g(x) } active proctype P() { byte y; f(y) }",
    "inline unused() { this is not ( promela } init { skip }",
    "mtype = { a, b } mtype x = a; active proctype P() { x = b }",
    "mtype = { a, b }; mtype:f = { c }; active proctype P() { mtype x; x = c; x = a }",
    "mtype = { a, b }; proctype Q(mtype m) { skip } init { mtype z; run Q(z) }",
    "mtype { a b c } init { skip }",
    "mtype:k { a } init { skip }",
    "byte x = np_; init { skip }",
    "typedef T { byte a }; T t; init { t.b = 1 }",
    "typedef T { byte a }; T t; init { t = 2 }",
    "typedef T { byte a; byte b[2] } chan q = [1] of { T }; T t; init { q!t; q?t }",
    "typedef T { byte a\nbyte b\n} T t; init { t.a = t.b }",
    "typedef U { byte a }; typedef T { U u[2] }; chan q = [1] of { T }; init { skip }",
    "proctype P(byte a[2]) { skip } init { skip }",
    "typedef T { byte a[2] }; proctype P(T t) { skip } init { skip }",
    "byte x; proctype P() { skip }",
    "init { d_step { goto L }; L: skip }",
    "init { byte x; goto L; d_step { x = 1; L: x = 2 } }",
    "init { byte x; d_step { goto L; x = 3; L: x = 2 } }",
    "init { byte x; do :: d_step { x = 1; break } od }",
    "init { byte x; { L: do :: x = 1 od } }",
    "init { byte x; { L: x = 1 } }",
    "init { byte x; L: x = 1 unless { x = 2 } }",
    "init { byte x; L: { x = 1 } unless { x == 2 } }",
    "init { goto A; A: goto B; B: goto A }",
    "init { end: goto end }",
    "init { byte x; x: skip }",
    "init { L: skip; { int L; L = 1 } }",
    "chan q = [1] of { byte }; init { q!1 } never { q?1 }",
    "chan q = [1] of { byte }; init { q!1 } trace { do :: q!1; q?1 od }",
    "chan q = [1] of { byte }; init { q!1 } trace { do :: q!1; q?1 :: assert(true) od }",
    "init { hidden byte x; x = 1 }",
    "hidden chan c; init { skip }",
    "hidden bit b; init { skip }",
    "chan q = [1] of { byte }; init { byte x; q?x,x }",
    "chan q = [1] of { byte, byte }; init { byte x; q?x,x }",
    "chan q = [1] of { byte, byte }; init { byte x; q?x; q!1; q?[3] }",
    "chan q = [1] of { byte }; init { q!1,2 }",
    "chan q = [1] of { byte }; init { byte c; c!1 }",
    "chan q = [1] of { byte }; init { if :: full(q) && nempty(q) -> skip :: else fi }",
    "chan q = [1] of { byte }; init { !full(q) }",
    "chan q = [1] of { byte }; init { byte x; x = q + 1 }",
    "chan q = [1] of { byte }; init { chan z; z = q; byte x; x = q; z = x }",
    "init { _last = 1 }",
    "init { byte x; x = _ }",
    "init { np_ }",
    "init { run init() }",
    "proctype P() { skip } init { (run P() > 0) }",
    "proctype P() { skip } init { byte x; x = (run P()) }",
    "init { byte a[2]; a[a[0]] = 1 }",
    "init { byte a[2]; a = 1 }",
    "init { byte a; a[0] = 1 }",
    "init { byte a; a[1] = 1 }",
    "init { unsigned x : 3; unsigned y; x = 1 }",
    "init { byte x : 3; x = 1 }",
    "byte n = 2; byte a[n]; active [n] proctype P() { a[0] = 1 }",
    "active [300] proctype P() { skip }",
    "init { skip; chan c = [1] of { byte }; c!1 }",
    "init { skip; int a[3] = { 1, 2, 3 }; a[0] = 1 }",
    "init { skip; int a[3]; byte k = 2; a[0] = k }",
    "init { if :: else -> skip :: else -> skip fi }",
    "init { byte x; else; x = 1 }",
    "init { timeout -> skip; timeout\nskip }",
    "init { (timeout) }",
    "active proctype P() priority 0 { skip }",
    "active proctype P() provided (_pid > 0) { skip }",
    "active proctype P(byte a) provided (a) { skip }",
    "byte x; ltl p { [] (x == 0) && <> x U x } init { skip }",
    "ltl p { [] (later == 0) } byte later; init { skip }",
    "init { byte x; x = 1;; x = 2; }",
    "init { printf(\"%d\\n\", 1, 2) }",
    "init { xr x }",
    "chan q[2] = [1] of { byte }; init { xr q[0]; skip }",
    "chan q = [1] of { byte }; proctype A() { xr q; q?1 } proctype B() { xr q; q?1 } init { skip }",
    "proctype P() { L: skip } init { P@L -> P[1]@L }",
    "proctype P() { L: skip } init { P@M }",
    "init { break }",
    "init { { skip } }",
    "init { }",
    "init { ; skip }",
    "init { skip; }",
    "init { skip -> }",
    "init { byte x; x == 0 --> x = 1 }",
    "init { atomic { byte k; } }",
    "init { byte x; x = 'a' + '\\n' + 'ab' }",
    "init { int x; x = 4294967296; x = 99999999999999999999 }",
];

/// What SPIN takes and is refused here, as KNOWN_WEAKNESSES.md says: a refusal is no wrong answer.
const REFUSED_HERE: &[&str] = &[
    "proctype P() { skip } init { byte x; x = run P() + 1 }",
    "proctype P() { skip } init { assert(run P() > 0) }",
    "chan c = [256] of { byte }; init { c!1 }",
];

#[test]
fn what_is_refused_here_alone_is_known() {
    if !spin_is_there() {
        return;
    }
    let scratch = std::env::temp_dir().join(format!("promela-refused-{}", std::process::id()));
    let source = std::env::temp_dir().join(format!("promela-refused-source-{}", std::process::id()));
    std::fs::create_dir_all(&source).expect("scratch directory");
    let model = source.join("rule.pml");
    for rule in REFUSED_HERE {
        std::fs::write(&model, rule).expect("scratch file");
        assert_eq!((spin(&model, &scratch), ours(&model).0), (Verdict::Accepted, Verdict::Refused), "{rule}");
    }
    let _ = std::fs::remove_dir_all(&scratch);
    let _ = std::fs::remove_dir_all(&source);
}

#[test]
fn rules_are_accepted_and_refused_alike() {
    if !spin_is_there() {
        return;
    }
    let scratch = std::env::temp_dir().join(format!("promela-rules-{}", std::process::id()));
    let source = std::env::temp_dir().join(format!("promela-rules-source-{}", std::process::id()));
    std::fs::create_dir_all(&source).expect("scratch directory");
    let model = source.join("rule.pml");
    let mut differences = Vec::new();
    for rule in RULES {
        std::fs::write(&model, rule).expect("scratch file");
        let spin = spin(&model, &scratch);
        let (ours, reason) = ours(&model);
        if spin != Verdict::Neither && spin != ours {
            differences.push(format!("{rule}\n    SPIN: {spin:?}, ours: {ours:?} {reason}"));
        }
    }
    let _ = std::fs::remove_dir_all(&scratch);
    let _ = std::fs::remove_dir_all(&source);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
