//! GAP as an oracle: one process per test run, one line per question.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use permutation::{Perm, Point};
use serde_json::Value;

/// A running GAP.
pub struct Gap {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// Loaded once; `Ask` prints one JSON object on one line.
const PRELUDE: &str = r#"
SetPrintFormattingStatus("*stdout*", false);;
if LoadPackage("grape") <> true then Print("no grape\n"); fi;
L := l -> Concatenation("[", JoinStringsWithSeparator(List(l, String), ","), "]");;
LL := l -> Concatenation("[", JoinStringsWithSeparator(List(l, L), ","), "]");;
BlocksOf := function(G, orbit)
  local H;
  H := Group(List(GeneratorsOfGroup(G), g -> RestrictedPerm(g, orbit)), ());
  return LL(AllBlocks(H));
end;;
Ask := function(gens, degree, elements, set, small)
  local G, orbits;
  G := Group(gens, ());
  orbits := Filtered(Orbits(G, [1 .. degree]), o -> Length(o) > 1);
  Print("{\"order\":\"", Size(G), "\",\"members\":", L(List(elements, e -> e in G)),
    ",\"orbits\":", LL(orbits),
    ",\"stabiliser\":\"", Size(Stabilizer(G, set, OnSets)),
    "\",\"blocks\":[", JoinStringsWithSeparator(List(orbits, o -> BlocksOf(G, o)), ","),
    "],\"image\":", L(SmallestImageSet(G, small)), "}\n");
end;;
Print("ready\n");
"#;

impl Gap {
    /// Starts GAP with GRAPE. Without it the test is skipped in so many words, or fails if oracles are required.
    pub fn start() -> Option<Self> {
        let gap = Self::try_start();
        if gap.is_none() {
            let required = std::env::var("QUOTIENT_REQUIRE_ORACLES").is_ok_and(|v| v == "1");
            assert!(!required, "gap with grape is required and missing");
            eprintln!("SKIPPED: needs gap");
        }
        gap
    }

    fn try_start() -> Option<Self> {
        let mut child = Command::new("gap")
            .args(["-q", "-A", "-b"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let input = child.stdin.take()?;
        let output = BufReader::new(child.stdout.take()?);
        let mut gap = Self { child, input, output };
        gap.input.write_all(PRELUDE.as_bytes()).ok()?;
        (gap.line()? == "ready").then_some(gap)
    }

    /// Asks about one group.
    pub fn ask(
        &mut self,
        degree: usize,
        generators: &[Perm],
        elements: &[Perm],
        sets: [&[Point]; 2],
    ) -> Value {
        let [set, small] = sets.map(list);
        let question =
            format!("Ask({}, {degree}, {}, {set}, {small});\n", perms(generators), perms(elements));
        self.input.write_all(question.as_bytes()).expect("gap reads");
        let line = self.line().expect("gap answers");
        serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e} in {line:?} to {question}"))
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        self.output.read_line(&mut line).ok()?;
        (!line.is_empty()).then(|| line.trim().to_owned())
    }
}

impl Drop for Gap {
    fn drop(&mut self) {
        let _ = self.input.write_all(b"quit;\n");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn perms(perms: &[Perm]) -> String {
    let written: Vec<String> = perms.iter().map(|p| p.to_string().replace(' ', ",")).collect();
    format!("[{}]", written.join(","))
}

fn list(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(Point::to_string).collect();
    format!("[{}]", points.join(","))
}
