//! Random small programs with random claims, each claim by us and by `pan -a -N name`.
//!
//! The formulas are invariants by construction, in the words that people use for them. The never claims are arbitrary small
//! automata over the program's variables, with and without accept and end labels.
//!
//! Needs `spin` from Debian's packages; `CC=tcc` compiles its verifiers ten times sooner.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const PROGRAMS: u64 = 40;

#[test]
fn claims_have_the_verdicts_that_spin_gives_them() {
    if Command::new("spin").arg("-V").output().is_err() {
        assert!(std::env::var_os("QUOTIENT_REQUIRE_ORACLES").is_none(), "spin is not installed");
        eprintln!("SKIPPED: needs spin");
        return;
    }
    let folder = Folder::new();
    let mut counts = [0, 0];
    for seed in 1..=PROGRAMS {
        let (text, names) = Random::new(seed).program();
        std::fs::write(folder.0.join("model.pml"), &text).expect("the folder is writable");
        make_verifier(&folder.0);
        for name in &names {
            let theirs = run(&folder.0, "./pan", &["-a", "-m100000", "-N", name]);
            let ours = run(
                &folder.0,
                env!("CARGO_BIN_EXE_quotient"),
                &["check", "model.pml", "--claim", name, "--json"],
            );
            let ours: Value = serde_json::from_str(&ours).expect("one JSON object");
            let agrees = match ours["verdict"].as_str() {
                Some("holds") => theirs.contains("errors: 0"),
                Some("violated") => theirs.contains("errors: 1"),
                _ => false,
            };
            assert!(agrees, "seed {seed}, {name}: ours {}, theirs {theirs}\n{text}", ours["verdict"]);
            counts[usize::from(ours["verdict"] == "holds")] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "too few of one verdict: {counts:?}");
}

/// `spin -a` and the C compiler, without SPIN's reductions.
fn make_verifier(folder: &Path) {
    let _ = std::fs::remove_file(folder.join("pan"));
    run(folder, "spin", &["-o1", "-o2", "-o3", "-a", "model.pml"]);
    let compiler = std::env::var("CC").unwrap_or_else(|_| "gcc".into());
    run(folder, &compiler, &["-w", "-DNOREDUCE", "-DMEMLIM=500", "-o", "pan", "pan.c"]);
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).current_dir(folder).args(arguments).output();
    String::from_utf8_lossy(&output.expect("the program runs").stdout).into_owned()
}

/// A small generator is enough (Marsaglia, Xorshift RNGs, 2003).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }

    fn pick<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }

    /// A program and the names of its claims.
    fn program(&mut self) -> (String, Vec<String>) {
        let mut text = "byte x, y; bool b; chan c = [2] of { byte }; chan r = [0] of { byte };\n".to_owned();
        text += &format!("active [2] proctype P() {{ bit z; skip; here: {} }}\n", self.body());
        text += &format!("active proctype R() {{ bit z; {} }}\n", self.body());
        let mut names = Vec::new();
        for number in 0..3 {
            let name = format!("{}{number}", self.pick(&["f", "n"]));
            text += &match name.starts_with('f') {
                true => format!("ltl {name} {{ {} }}\n", self.invariant(2)),
                false => self.never(&name),
            };
            names.push(name);
        }
        (text, names)
    }

    fn body(&mut self) -> String {
        let statements = [
            "x = (x + 1) % 4",
            "y = x",
            "b = !b",
            "x < 2 -> x++",
            "y > 0 -> y--",
            "c!x",
            "c?y",
            "r!1",
            "r?_",
            "z = 1 - z",
            "atomic { x = 1; y = 2 }",
            "atomic { x = 3; b = !b; x = 0 }",
            "d_step { x = 2; y = 0 }",
            "x = 3",
            "x = 0",
        ];
        let chosen: Vec<&str> = (0..1 + self.below(4)).map(|_| self.pick(&statements)).collect();
        match self.below(3) {
            0 => chosen.join("; "),
            1 => format!("do :: {} od", chosen.join("; ")),
            _ => format!("do :: {} od", chosen.join(" :: ")),
        }
    }

    fn atom(&mut self) -> &'static str {
        self.pick(&[
            "x == 0",
            "x == 2",
            "x > 2",
            "y < 2",
            "y < 3",
            "x != y",
            "b",
            "len(c) < 2",
            "P[0]@here",
            "P[1]:z == 1",
            "true",
        ])
    }

    fn proposition(&mut self, depth: usize) -> String {
        if depth == 0 {
            return format!("({})", self.atom());
        }
        let operator = self.pick(&["&&", "||", "->", "<->", "implies", "!"]);
        let left = self.proposition(depth - 1);
        match operator {
            "!" => format!("(!{left})"),
            _ => format!("({left} {operator} {})", self.proposition(depth - 1)),
        }
    }

    fn invariant(&mut self, depth: usize) -> String {
        let size = 1 + self.below(2);
        let p = self.proposition(size);
        match self.below(if depth == 0 { 5 } else { 9 }) {
            0 => format!("[] {p}"),
            1 => format!("(! <> {p})"),
            2 => format!("(<> {p} -> false)"),
            3 => format!("(!(<> {p} || <> {}))", self.proposition(1)),
            4 => format!("(false V {p})"),
            5 => format!("({} && {})", self.invariant(depth - 1), self.invariant(depth - 1)),
            6 => format!("[] ({p} && {})", self.invariant(depth - 1)),
            7 => format!("always {}", self.invariant(depth - 1)),
            _ => format!("({p} && {})", self.invariant(depth - 1)),
        }
    }

    fn never(&mut self, name: &str) -> String {
        let count = 1 + self.below(3);
        let prefix =
            |random: &mut Random| random.pick(&["s", "s", "s", "s", "s", "s", "accept", "accept", "end"]);
        let mut labels: Vec<String> = (0..count).map(|i| format!("{}_{i}", prefix(self))).collect();
        labels.push("done".into());
        let mut text = format!("never {name} {{\n");
        for label in &labels[..count] {
            text += &format!("{label}: if");
            for _ in 0..1 + self.below(3) {
                let sign = self.pick(&["", "!"]);
                text += &format!(" :: {sign}({}) -> goto {}", self.atom(), labels[self.below(count + 1)]);
            }
            if self.below(2) == 0 {
                text += &format!(" :: else -> goto {}", labels[self.below(count)]);
            }
            text += " fi;\n";
        }
        text + "done: skip }\n"
    }
}

/// A folder that is removed again.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let path = std::env::temp_dir().join(format!("quotient-claims-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
