//! Programs for the tests: models of the repository, and random ones.

#![allow(dead_code, reason = "not every test needs all of it")]

pub mod wild;

use std::path::Path;
use std::sync::Arc;

use diagnostics::SourceMap;
use program::{Interpreter, Layout, ReferenceCells};
use promela::preprocess::{Define, Included, Loader};

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("no file {name}"))
    }
}

/// The interpreter of a Promela text.
pub fn interpreter(text: &str, defines: &[&str], level: promela::Reduction) -> Interpreter {
    let mut sources = SourceMap::new();
    let file = sources.add("model.pml", text.to_owned());
    let defines: Vec<Define> = defines.iter().filter_map(|d| Define::parse(d)).collect();
    let (model, messages) = promela::parse(&mut sources, file, &NoFiles, &defines);
    let model = model.unwrap_or_else(|| panic!("{messages:?}\n{text}"));
    let program = promela::lower(&model, &sources, level);
    Interpreter::new(Arc::new(Layout::new(Arc::new(program), &ReferenceCells::new())))
}

/// A model of the repository.
pub fn model(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela").join(name);
    std::fs::read_to_string(path).expect("the model is there")
}

/// A random almost symmetric program: up to `most` alike processes over shared variables, arrays indexed by `_pid`, an
/// identifier cell, local variables and a queue, and a few statements that tell processes apart: literals, order
/// on `_pid`, priorities, assertions about one process.
pub fn program(seed: u64, most: usize) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678);
    let processes = [2, 3, 3, 3, 4, 4, 5][random.below(7)].min(most);
    Grower { random, processes }.program()
}

/// A small generator of numbers: the same programs in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % bound as u64) as usize
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

struct Grower {
    random: Random,
    processes: usize,
}

impl Grower {
    fn program(&mut self) -> String {
        let n = self.processes;
        let mut options: String = (0..2 + self.random.below(3)).map(|_| self.option()).collect();
        options += match self.random.below(6) {
            0 => "  :: else -> at[_pid] = (at[_pid] + 1) % 3\n",
            1 => "  :: else -> total = (total + 1) % 3; flag[_pid] = 1\n",
            2 => "  :: d_step { else -> total = (total + 1) % 2; at[_pid] = 0 }\n",
            _ => "",
        };
        let start = self.random.one_of(&["", "", "", "byte start = 0;"]);
        let label = self.random.one_of(&["end:", "end:", ""]);
        format!(
            "#define N {n}\nbyte at[N]; byte total; byte owner = N; bool flag[N]; {start}\n\
             chan box = [1] of {{ byte, byte }};\n\
             active [N] proctype node() {{\n  byte mine; byte got;\n{label} do\n{options}  od\n}}\n"
        )
    }

    fn option(&mut self) -> String {
        let guard = self.guard();
        let body: Vec<String> = (0..1 + self.random.below(2)).map(|_| self.statement()).collect();
        let body = body.join("; ");
        match self.random.below(4) {
            0 => format!("  :: atomic {{ {guard} -> {body} }}\n"),
            1 => format!(
                "  :: d_step {{ {guard} -> {} }}\n",
                body.replace("if :: ", "").replace(" :: else fi", "")
            ),
            2 if self.random.below(4) == 0 => format!("  :: {guard} -> {body}; break\n"),
            _ => format!("  :: {guard} -> {body}\n"),
        }
    }

    fn literal(&mut self) -> usize {
        self.random.below(self.processes)
    }

    fn guard(&mut self) -> String {
        let phase = self.random.below(3);
        let base = format!("at[_pid] == {phase}");
        match self.random.below(10) {
            0 => format!("{base} && _pid < {}", 1 + self.literal()),
            1 => format!("{base} && at[{}] != 1", self.literal()),
            2 => format!("{base} && owner == N"),
            3 => format!("{base} && owner != _pid"),
            4 => {
                let above: String =
                    (0..self.processes).map(|j| format!(" && ({j} >= _pid || at[{j}] != 1)")).collect();
                format!("{base}{above}")
            }
            5 => format!("owner == _pid && total < {}", 1 + self.random.below(3)),
            6 => "nempty(box) && box?[_, eval(_pid)]".into(),
            7 => format!("{base} && owner < N && flag[owner]"),
            _ => base,
        }
    }

    fn statement(&mut self) -> String {
        match self.random.below(14) {
            0 => "owner = _pid".into(),
            1 => "owner = N".into(),
            2 => format!("flag[_pid] = {}", self.random.below(2)),
            3 => "total = (total + 1) % 3".into(),
            4 => format!("at[{}] = {}", self.literal(), self.random.below(3)),
            5 => format!("owner = {}", self.literal()),
            6 => format!("assert(at[{}] != 2 || total < 2)", self.literal()),
            7 => format!("mine = {}", self.random.below(2)),
            8 => "if :: nfull(box) -> box!total, _pid :: else fi".into(),
            9 => "if :: nempty(box) -> box?got, mine :: else fi".into(),
            10 => "total = _pid % 2".into(),
            11 => "assert(owner != 1 || total != 1)".into(),
            _ => format!("at[_pid] = {}", self.random.below(3)),
        }
    }
}
