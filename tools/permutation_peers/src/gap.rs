//! GAP timing its own set stabilisers.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use permutation::{Perm, Point};

/// Microseconds per set stabiliser as GAP measures them, the best of three rounds, and the orders found.
pub fn set_stabilisers(generators: &[Perm], sets: &[Vec<Point>]) -> Option<(f64, Vec<String>)> {
    let mut child = Command::new("gap")
        .args(["-q", "-A", "-b"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(script(generators, sets).as_bytes()).ok()?;
    let output = String::from_utf8(child.wait_with_output().ok()?.stdout).ok()?;
    let mut lines = output.lines();
    let best: f64 = lines.next()?.trim().parse().ok()?;
    Some((best / 1e3 / sets.len() as f64, lines.map(|l| l.trim().to_owned()).collect()))
}

fn script(generators: &[Perm], sets: &[Vec<Point>]) -> String {
    let perms: Vec<String> = generators.iter().map(|g| g.to_string().replace(' ', ",")).collect();
    let list = |s: &Vec<Point>| s.iter().map(Point::to_string).collect::<Vec<_>>().join(",");
    let sets: Vec<String> = sets.iter().map(|s| format!("[{}]", list(s))).collect();
    format!(
        "G := Group([{}], ());; Size(G);; sets := [{}];; best := infinity;;\n\
         for round in [1 .. 3] do\n\
           t := NanosecondsSinceEpoch(); found := List(sets, s -> Stabilizer(G, s, OnSets));\n\
           best := Minimum(best, NanosecondsSinceEpoch() - t);\n\
         od;\n\
         Print(best, \"\\n\"); for H in found do Print(Size(H), \"\\n\"); od;\nquit;\n",
        perms.join(","),
        sets.join(",")
    )
}
