//! pan's verdict on one property.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::child::{self, Ending, Limits};

/// Verifiers of one model, compiled when they are needed.
pub(super) struct Pan<'a> {
    model: PathBuf,
    directory: &'a Path,
    limits: Limits,
    is_there: bool,
}

/// What pan is asked.
pub(super) struct Question<'q> {
    pub name: &'q str,
    pub kind: &'q str,
    /// There are several claims, so that this one must be named.
    pub is_one_of_many: bool,
    pub is_fair: bool,
}

/// pan says "accept stutter" under fairness: it may be right.
pub(super) const STUTTERS: &str = "a run that ends";

/// pan's searches are deep. Tables of a few thousand slots take less time to clear, and grow by chains.
const DEPTH: [&str; 2] = ["-m300000", "-w16"];

impl<'a> Pan<'a> {
    /// Runs `spin -a` without SPIN's reductions.
    pub fn new(model: &Path, directory: &'a Path, limits: Limits) -> Pan<'a> {
        let model = std::path::absolute(model).unwrap_or_else(|_| model.to_owned());
        let mut spin = Command::new("spin");
        spin.current_dir(directory).args(["-o1", "-o2", "-o3", "-a"]).arg(&model);
        let _ = child::run(&mut spin, limits);
        let is_there = directory.join("pan.c").exists();
        Pan { model, directory, limits, is_there }
    }

    /// `holds`, `violated`, or why neither.
    pub fn ask(&self, question: Question<'_>) -> String {
        if !self.is_there {
            return format!("refused by spin: {}", self.model.display());
        }
        let fair = question.is_fair.then_some("-f");
        match question.kind {
            "accept" => self.search("accept", &["-DNOCLAIM"], ["-a", "-A", "-E"].into_iter().chain(fair)).0,
            "progress" => {
                self.search("progress", &["-DNP", "-DNOCLAIM"], ["-l", "-A", "-E"].into_iter().chain(fair)).0
            }
            _ => self.claim(&question, fair),
        }
    }

    fn claim(&self, question: &Question<'_>, fair: Option<&str>) -> String {
        let name = question.is_one_of_many.then_some(["-N", question.name]);
        let flags = |first: &'static str| {
            ["-a", first].into_iter().chain(fair).chain(name.into_iter().flatten()).collect::<Vec<&str>>()
        };
        let (said, _) = self.search("claim", &[], flags("-A"));
        if said != "holds" {
            return said;
        }
        // The claim of an invariant asserts.
        let (said, output) = self.search("claim", &[], flags("-c0"));
        let of_claim = output.lines().any(|line| line.contains("assertion violated") && line.contains("!("));
        match said.as_str() {
            "violated" if of_claim => "violated".into(),
            "violated" | "holds" | STUTTERS => "holds".into(),
            _ => said,
        }
    }

    /// Compiles a verifier, unless it is there, and runs it.
    fn search<'f>(
        &self,
        name: &str,
        defines: &[&str],
        flags: impl IntoIterator<Item = &'f str>,
    ) -> (String, String) {
        let verifier = self.directory.join(name);
        if !verifier.exists() {
            let compiler = std::env::var("CC").unwrap_or_else(|_| "gcc".into());
            let mut command = Command::new(compiler);
            command.current_dir(self.directory).args(["-w", "-DNOREDUCE", "-DNFAIR=4", "-DMEMLIM=4000"]);
            command.args(defines).arg("-o").arg(name).arg("pan.c");
            let _ = child::run(&mut command, self.limits);
        }
        let mut command = Command::new(&verifier);
        command.current_dir(self.directory).args(flags).args(DEPTH);
        let Ok(finished) = child::run(&mut command, self.limits) else {
            return ("refused by the compiler".into(), String::new());
        };
        let output = finished.stdout + &finished.stderr;
        (said(&output, finished.ending), output)
    }
}

fn said(output: &str, ending: Ending) -> String {
    let errors = output.split("errors: ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let is_cut = output.contains("max search depth too small") || output.contains("out of memory");
    match errors {
        _ if ending == Ending::TimeOut => "time".into(),
        Some("0") if is_cut => "depth".into(),
        Some("0") => "holds".into(),
        Some(_) if output.contains("fairness enabled") && output.contains("accept stutter") => {
            STUTTERS.into()
        }
        Some(_) => "violated".into(),
        None => "failed".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_was_cut_says_nothing() {
        let end = Ending::Exit(0);
        assert_eq!(said("State-vector 28 byte, depth reached 9, errors: 0\n", end), "holds");
        assert_eq!(said("error: max search depth too small\n errors: 0\n", end), "depth");
        assert_eq!(said("pan:1: acceptance cycle (at depth 3)\n errors: 1\n", end), "violated");
        let stutters =
            "pan:1: accept stutter (at depth 36)\nacceptance cycles + (fairness enabled)\nerrors: 1\n";
        assert_eq!(said(stutters, end), STUTTERS);
        assert_eq!(said("", end), "failed");
        assert_eq!(said("errors: 0", Ending::TimeOut), "time");
    }
}
