//! Random programs that put the translation to the test rather than the search: faults in every position, process
//! numbers in cells of every width, arrays that processes own in part or that are too short, processes that end, and
//! much that may happen before all of them exist.

use super::Random;

/// A random program.
pub fn program(seed: u64) -> String {
    let random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995);
    let mut wild = Wild { random, processes: 2, first: 0, parameter: false, depth: 0 };
    for _ in 0..3 {
        wild.random.below(2);
    }
    wild.program()
}

struct Wild {
    random: Random,
    /// How many alike processes there are.
    processes: usize,
    /// The number of the first of them.
    first: usize,
    /// They have a parameter.
    parameter: bool,
    depth: usize,
}

impl Wild {
    fn program(&mut self) -> String {
        self.processes = [2, 2, 3, 3, 4][self.random.below(5)];
        let n = self.processes;
        let start = self.random.below(5);
        self.parameter = start > 1 && self.random.below(2) == 0;
        // Before the alike processes come `init`, and sometimes a monitor.
        self.first = usize::from(start > 0);
        let text = self.declarations();
        let body = self.body();
        let (tail, label) =
            (self.random.one_of(&["skip", "skip; end1: false", "assert(lock == 0)"]), self.label());
        let head = match (start, self.parameter) {
            (0 | 1, _) => format!("active [{n}] proctype p()"),
            (_, true) => "proctype p(byte k)".into(),
            (_, false) => "proctype p()".into(),
        };
        let here = if body.contains("@here") { "here: skip;\n" } else { "" };
        let process = format!(
            "{head} {{\n  byte mine; {} got;\n{here}{label} do\n{body}  od;\n{tail}\n}}\n",
            self.random.one_of(&["byte", "int", "bit"])
        );
        let monitor = match self.random.below(3) {
            0 => {
                let (e, s) =
                    (self.shared_expression(), self.random.one_of(&["skip", "lock = 0", "u = w", "break"]));
                format!("active proctype m() {{ byte mine; end: do :: {e} == 1 -> {s} od }}\n")
            }
            _ => String::new(),
        };
        match start {
            0 => text + &process + &monitor,
            1 => text + "active proctype first() { end: false }\n" + &process + &monitor,
            _ => text + &process + &self.init() + &monitor,
        }
    }

    fn declarations(&mut self) -> String {
        let n = self.processes;
        let sizes: Vec<usize> =
            (0..3).map(|_| (n + self.first + self.random.below(3)).saturating_sub(1).max(1)).collect();
        let kind =
            |w: &mut Wild| w.random.one_of(&["byte", "byte", "int", "short", "pid", "unsigned", "bit"]);
        let declare = |w: &mut Wild, name: &str| match kind(w) {
            "unsigned" => format!("unsigned {name} : 3; "),
            kind => format!("{kind} {name}; "),
        };
        let mut text = format!("#define N {n}\n");
        text += &["u", "w", "owner"].map(|name| declare(self, name)).concat();
        text += &format!(
            "byte a[{}]; {} b[{}]; ",
            sizes[0],
            self.random.one_of(&["byte", "bit", "int"]),
            sizes[1]
        );
        text += &format!("{} byte h[{}]; ", self.random.one_of(&["hidden", "", "show"]), sizes[2]);
        text += "bit lock; chan q = [2] of { byte, ";
        text += self.random.one_of(&["byte", "int", "pid"]);
        text += " };\n";
        if self.random.below(3) == 0 {
            text += &format!("chan box[{}] = [1] of {{ byte }};\n", n + 1);
        } else {
            text += "chan box[9] = [1] of { byte };\n";
        }
        text
    }

    fn label(&mut self) -> &'static str {
        self.random.one_of(&["end:", "end:", "loop:"])
    }

    fn init(&mut self) -> String {
        let runs: Vec<String> = (0..self.processes)
            .map(|i| match (self.parameter, self.random.below(6)) {
                (true, 0) => format!("run p({})", self.random.below(6)),
                (true, _) => format!("run p({})", i + self.first),
                (false, _) => "run p()".into(),
            })
            .collect();
        let before = self.random.one_of(&["", "", "", "if :: lock = 1 :: lock = 1 fi; ", "u = 1; "]);
        let wait = self.random.one_of(&["", "", "lock == 0; ", "if :: skip :: false fi; "]);
        let after = self.random.one_of(&["", "; end2: false", "; owner = 2", "; lock = 0"]);
        let runs = runs.join("; ");
        match self.random.below(4) {
            0 => format!("init {{ {before}{wait}{runs}{after} }}\n"),
            1 => format!("init {{ {wait}atomic {{ {before}{runs} }}{after} }}\n"),
            _ => format!("init {{ atomic {{ {runs} }}{after} }}\n"),
        }
    }

    fn body(&mut self) -> String {
        let mut out = String::new();
        for _ in 0..1 + self.random.below(3) {
            out += &self.option();
        }
        match self.random.below(5) {
            0 => out += &format!("  :: else -> {}\n", self.statement()),
            1 => out += "  :: else -> break\n",
            _ => {}
        }
        out
    }

    fn option(&mut self) -> String {
        let guard = self.guard();
        let body: Vec<String> = (0..1 + self.random.below(2)).map(|_| self.statement()).collect();
        let body = body.join("; ");
        match self.random.below(6) {
            0 => format!("  :: atomic {{ {guard} -> {body} }}\n"),
            1 if !format!("{guard}{body}").contains("p[") => format!("  :: d_step {{ {guard} -> {body} }}\n"),
            2 => format!("  :: {guard} -> {body}; break\n"),
            3 => format!("  :: atomic {{ mine < 2 && {guard} -> mine++; {body} }}\n"),
            _ => format!("  :: {guard} -> {body}\n"),
        }
    }

    fn guard(&mut self) -> String {
        let e = self.expression();
        match self.random.below(9) {
            0 => format!("lock == 0 && {e}"),
            1 => format!("{e} == {}", self.number()),
            2 => format!("owner == {}", self.process()),
            3 => format!("{e} && {}", self.random.below(2)),
            4 => format!("({e} || {})", self.expression()),
            5 => "q?[_, eval(_pid)]".into(),
            6 => format!("mine == {} && {e} != {}", self.random.below(3), self.number()),
            7 => format!("mine == {}", self.random.below(3)),
            _ => format!("a[{}] == {}", self.index(), self.random.below(3)),
        }
    }

    fn statement(&mut self) -> String {
        let target = self.target();
        match self.random.below(16) {
            0 | 1 => format!("{target} = {}", self.process()),
            2 => format!("{target} = {}", self.expression()),
            3 => format!("{target} = {}", self.number()),
            4 => format!("mine = {}", self.random.below(3)),
            5 => format!("printf(\"%d\", {})", self.expression()),
            6 => format!("assert({} != {})", self.expression(), self.number()),
            7 => format!("lock = {}", self.random.below(2)),
            8 => format!("if :: nfull(q) -> q!{},{} :: else fi", self.small(), self.process()),
            9 => format!("if :: nempty(q) -> q?{},{target} :: else fi", self.random.one_of(&["mine", "_"])),
            10 => format!(
                "if :: q?{},eval({}) :: else fi",
                self.random.one_of(&["_", "mine", "1"]),
                self.process()
            ),
            11 => format!("if :: {} -> {target} = 1 :: else -> skip fi", self.guard()),
            12 => "owner = _pid".into(),
            13 => format!("if :: _pid == {} -> assert(mine != 1) :: else fi", self.literal()),
            14 => format!("if :: nfull(box[{0}]) -> box[{0}]!{1} :: else fi", self.index(), self.process()),
            _ => format!("mine = (mine + 1) % {}", 1 + self.random.below(3)),
        }
    }

    fn literal(&mut self) -> usize {
        self.first + self.random.below(self.processes)
    }

    fn small(&mut self) -> String {
        let number = self.random.below(2).to_string();
        self.random.one_of(&[number.as_str(), "lock", "mine"]).to_owned()
    }

    fn number(&mut self) -> String {
        match self.random.below(7) {
            0 => (256 + self.random.below(4)).to_string(),
            1 => "-1".into(),
            2 => "N".into(),
            _ => self.random.below(4).to_string(),
        }
    }

    /// Something that may name a process.
    fn process(&mut self) -> String {
        let literal = self.literal();
        match self.random.below(9) {
            0 | 1 => "_pid".into(),
            2 => literal.to_string(),
            3 => (256 + literal).to_string(),
            4 => "owner".into(),
            5 => self.random.one_of(&["u", "w"]).into(),
            6 if self.parameter => "k".into(),
            7 => format!("({} -> _pid : {})", self.small(), self.random.one_of(&["owner", "u", "3"])),
            _ => self.random.one_of(&["_pid + 1", "_pid - 1", "got", "N"]).into(),
        }
    }

    fn index(&mut self) -> String {
        match self.random.below(4) {
            0 => "_pid".into(),
            1 => self.random.below(4).to_string(),
            _ => self.process(),
        }
    }

    fn target(&mut self) -> String {
        match self.random.below(8) {
            0 => format!("a[{}]", self.index()),
            1 => format!("b[{}]", self.index()),
            2 => format!("h[{}]", self.index()),
            3 => "got".into(),
            4 | 5 => "owner".into(),
            _ => self.random.one_of(&["u", "w"]).into(),
        }
    }

    fn shared_expression(&mut self) -> String {
        let number = self.random.below(3);
        self.random.one_of(&["lock", "u", "owner", "w", "len(q)"]).replace("N", &number.to_string())
    }

    fn expression(&mut self) -> String {
        self.depth += 1;
        let deep = self.depth > 2;
        let text = match self.random.below(if deep { 7 } else { 17 }) {
            0 => "mine".into(),
            1 => self.random.one_of(&["u", "w", "owner", "lock"]).into(),
            2 => self.process(),
            3 => format!("a[{}]", self.index()),
            4 => self.number(),
            5 => format!("b[{}]", self.index()),
            6 => format!("h[{}]", self.index()),
            7 => format!("({} / {})", self.expression(), self.expression()),
            8 => format!("({} == {})", self.expression(), self.process()),
            9 => format!("({} && {})", self.expression(), self.expression()),
            10 => format!("({} -> {} : {})", self.expression(), self.expression(), self.expression()),
            11 => format!("({} + {})", self.expression(), self.expression()),
            12 => format!("p[{}]:mine", self.literal()),
            13 => format!("p[{}]@here", self.literal()),
            14 => self.random.one_of(&["_nr_pr", "len(q)", "q?[1, eval(_pid)]"]).into(),
            15 => format!("len(box[{}])", self.index()),
            _ => format!("pc_value({})", self.literal()),
        };
        self.depth -= 1;
        text
    }
}
