//! Random programs that run for ever, with random formulas or labels.
//!
//! A few processes, two or three of them alike, loop over small variables and a channel. Odd seeds have formulas, even ones have accept
//! and progress labels: pan mixes the two. In every other pair of seeds nothing tells the alike processes apart: they take turns as
//! the owner of something, and have flags of their own, so that symmetry and fairness meet. Statements about local variables alone
//! are many: at `-O2` they are joined to the step before them where a formula cannot tell, and a formula with `X` always can.

use std::fmt::Write;

use crate::generate::Random;

/// The program of a seed.
pub(super) fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let has_formulas = !seed.is_multiple_of(2);
    let capacity = random.below(2);
    let is_symmetric = seed / 2 % 2 == 1;
    let mut text = format!("byte a;\nbyte b;\nbool p;\nchan c = [{capacity}] of {{ byte }};\n");
    let alike = if is_symmetric { random.between(2, 3) } else { random.between(1, 2) };
    if is_symmetric {
        let _ = writeln!(text, "byte owner = 255;\nbool flag[{alike}];");
    }
    text.push('\n');
    let has_next = seed % 16 == 5;
    let mut maker =
        Maker { random, has_labels: !has_formulas, labels: 0, alike: None, is_symmetric, has_next };
    maker.alike = is_symmetric.then_some(alike);
    maker.process(&mut text, "S", &format!("active [{alike}] "));
    maker.is_symmetric = false;
    maker.process(&mut text, "T", "active ");
    if maker.random.chance(30) {
        maker.process(&mut text, "U", "active ");
    }
    if has_formulas {
        let formulas: Vec<String> = (0..3).map(|_| maker.formula(3, capacity > 0, alike)).collect();
        for (number, formula) in formulas.iter().enumerate() {
            let _ = writeln!(text, "ltl f{number} {{ {formula} }}");
        }
        if is_symmetric {
            let _ = writeln!(text, "ltl swapped {{ {} }}", swapped(&formulas[0]));
        }
    }
    text
}

/// The formula about process 1 what it says about process 0, and the other way round.
fn swapped(formula: &str) -> String {
    let exchanges = [("S[0]", "S[1]"), ("flag[0]", "flag[1]"), ("owner == 0", "owner == 1")];
    exchanges.iter().fold(formula.to_owned(), |text, (one, other)| {
        text.replace(one, "#").replace(other, one).replace('#', other)
    })
}

struct Maker {
    random: Random,
    has_labels: bool,
    labels: usize,
    /// How many processes take turns, if that many do.
    alike: Option<usize>,
    /// The process that is being made is one of them.
    is_symmetric: bool,
    /// Formulas may have `X`, which Debian's SPIN refuses: our ways are then compared with one another.
    has_next: bool,
}

impl Maker {
    fn process(&mut self, text: &mut String, name: &str, active: &str) {
        let _ = writeln!(text, "{active}proctype {name}() {{\n  byte x, y;");
        if self.random.chance(20) {
            let _ = writeln!(text, "  {};", self.action());
        }
        if self.random.chance(20) {
            let _ = writeln!(text, "  {};", self.local_step());
        }
        text.push_str("here:\n  do\n");
        for _ in 0..self.random.between(1, 3) {
            let guard = self.guard();
            let _ = writeln!(text, "  :: {guard} ->");
            let label = self.label();
            let _ = writeln!(text, "{label}     {}", self.step());
        }
        if self.random.chance(25) {
            let _ = writeln!(text, "  :: {} -> break", self.guard());
        }
        text.push_str("  od\n}\n\n");
    }

    fn label(&mut self) -> String {
        if !self.has_labels || !self.random.chance(40) {
            return String::new();
        }
        self.labels += 1;
        let word = if self.random.chance(50) { "accept" } else { "progress" };
        format!("{word}_{}:\n", self.labels)
    }

    fn step(&mut self) -> String {
        if let Some(alike) = self.alike.filter(|_| !self.is_symmetric && self.random.chance(30)) {
            let options = (0..alike).map(|pid| format!(":: owner = {pid}")).collect::<Vec<_>>();
            return format!("if {} fi", options.join(" "));
        }
        let (one, two) = (self.action(), self.action());
        match self.random.below(8) {
            5 => format!("{one}; {}", self.local_step()),
            6 => format!("{}; {one}", self.local_step()),
            7 => format!("atomic {{ {one}; {} }}; {}", self.local_step(), self.local_step()),
            0 => format!("atomic {{ {one}; {two} }}"),
            1 => "d_step { x = a; a = b; b = x; x = 0 }".into(),
            2 => format!("{one}; {two}"),
            _ => one,
        }
    }

    /// What a process does for itself.
    fn local_step(&mut self) -> String {
        let steps = [
            "y = (y + 1) % 2",
            "if :: y == 0 -> y = 1 :: else -> y = 0 fi",
            "if :: y = 0 :: y = 1 :: x = 0 fi",
            "do :: y < 2 -> y++ :: else -> y = 0; break od",
            "if :: y == 1 -> x = y :: y == 0 -> skip fi",
            "do :: y = 1 - y :: break od",
            "y = 0; x = 0",
            "(y < 2)",
            "atomic { y = 1; x = y; y = 0 }",
            "if :: y == 2 :: x > 2 :: y == 1 fi",
        ];
        (*self.random.pick(&steps).unwrap_or(&"skip")).into()
    }

    fn guard(&mut self) -> String {
        if self.is_symmetric && self.random.chance(60) {
            let guards = ["owner == _pid", "owner == 255", "owner != _pid", "flag[_pid]", "!flag[_pid]"];
            return (*self.random.pick(&guards).unwrap_or(&"true")).into();
        }
        let guards =
            ["a < 2", "a == b", "b > 0", "p", "!p", "x == 0", "a != 1", "true", "b < 2", "x < 2", "y == 0"];
        if self.alike.is_none() && self.random.chance(8) {
            return "_pid == a".into();
        }
        (*self.random.pick(&guards).unwrap_or(&"true")).into()
    }

    fn action(&mut self) -> String {
        if self.is_symmetric && self.random.chance(50) {
            let actions = ["owner = _pid", "owner = 255", "flag[_pid] = !flag[_pid]"];
            return (*self.random.pick(&actions).unwrap_or(&"p = true")).into();
        }
        let actions = [
            "a = (a + 1) % 3",
            "b = 1 - (b % 2)",
            "p = !p",
            "a = 0",
            "x = (x + 1) % 2",
            "c!a",
            "c?b",
            "b = a",
            "p = true",
            "a = x",
            "y = a",
        ];
        (*self.random.pick(&actions).unwrap_or(&"a = 0")).into()
    }

    fn formula(&mut self, depth: usize, has_queue: bool, alike: usize) -> String {
        if depth == 0 || self.random.chance(15) {
            return self.atom(has_queue, alike);
        }
        let part = |maker: &mut Maker| maker.formula(depth - 1, has_queue, alike);
        let one = part(self);
        if self.has_next && self.random.chance(20) {
            return format!("X ({one})");
        }
        match self.random.below(8) {
            0 => format!("!({one})"),
            1 | 2 => format!("[] ({one})"),
            3 | 4 => format!("<> ({one})"),
            kind => {
                let other = part(self);
                let operator = match kind {
                    5 => ["&&", "||", "->"][self.random.below(3)],
                    6 => "U",
                    _ => ["W", "V", "->"][self.random.below(3)],
                };
                format!("(({one}) {operator} ({other}))")
            }
        }
    }

    fn atom(&mut self, has_queue: bool, alike: usize) -> String {
        let last = alike - 1;
        if self.alike.is_some() && self.random.chance(25) {
            let atoms = ["flag[0]", "owner == 0", "owner == 1", "flag[1]"];
            return (*self.random.pick(&atoms).unwrap_or(&"p")).into();
        }
        match self.random.below(if has_queue { 8 } else { 7 }) {
            0 => "(a == 1)".into(),
            1 => "(b == 0)".into(),
            2 => "p".into(),
            3 => "(a < b)".into(),
            4 => "(S[0]@here)".into(),
            5 => format!("(S[{last}]:{} == 1)", if self.random.chance(50) { "x" } else { "y" }),
            6 => "(a + b == 2)".into(),
            _ => "(len(c) > 0)".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn a_seed_means_one_program_with_formulas_or_labels() {
        for seed in 0..40 {
            assert_eq!(program(seed), program(seed));
            assert_eq!(program(seed).contains("ltl f2"), seed % 2 == 1);
        }
    }
}
