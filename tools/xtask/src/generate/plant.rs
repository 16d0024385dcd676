//! Programs made of chosen features, so that every two of them meet.
//!
//! Free growth ([`super::grow`]) puts common things together often and rare ones never. Here features are drawn first,
//! each as likely as the others, some for each process; then a few statements are written for each
//! ([`super::snippet`]), one after the other or one inside the other, and blocking ones often with a way around them,
//! lest what follows is never reached. What SPIN refuses together is not drawn together ([`super::pairs::refused`]).
use super::features::FEATURES;
use super::pairs::refused;
use super::random::Random;
use super::tree::{Block, Expression, Initial, Place, Process, Program, Statement, Type, Typedef, Variable};
use std::collections::BTreeSet;

/// A program under construction.
pub struct Planter {
    /// The source of all choices.
    pub random: Random,
    /// What there is so far.
    pub program: Program,
    /// The locals of the process being written.
    pub locals: Vec<Variable>,
    /// The features drawn for it.
    pub wanted: BTreeSet<&'static str>,
    /// Which process it is: 0 or 1, or 2 for `init`.
    pub index: usize,
    /// Which of the first two processes are active, so that their numbers are known.
    pub active: [bool; 2],
    /// Whether the first process must have a label `spot`.
    pub has_spot: bool,
    names: usize,
}

/// How the processes come about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// All are active.
    Active,
    /// `init` runs them.
    Run,
    /// One is active, `init` runs the other.
    Both,
}

/// Features whose statement may end the run with an error.
fn is_fault(feature: &str) -> bool {
    feature.starts_with("fault") || ["division by variable", "uninitialised channel"].contains(&feature)
}

/// Features that follow from how the processes come about, and are not written as statements.
fn is_structural(feature: &str) -> bool {
    ["init", "init without atomic", "beside init", "created by run", "parameters"].contains(&feature)
}

/// A random program of drawn features.
pub fn grow(mut random: Random) -> Program {
    let style = [Style::Active, Style::Run, Style::Both][random.weighted(&[4, 3, 3])];
    let active = [style != Style::Run, style == Style::Active || (style == Style::Both && random.chance(50))];
    let mut planter = Planter {
        random,
        program: Program::default(),
        locals: Vec::new(),
        wanted: BTreeSet::new(),
        index: 0,
        active,
        has_spot: false,
        names: 0,
    };
    planter.program.globals.push(byte("g", None));
    let sets = planter.draw(style);
    for (index, wanted) in sets.into_iter().enumerate() {
        planter.index = index;
        match index {
            2 => planter.init(wanted),
            _ => planter.process(wanted),
        }
    }
    planter.label_spot();
    planter.program
}

impl Planter {
    /// A name used nowhere else.
    pub fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// The features of each process; with `init`, it is the third.
    fn draw(&mut self, style: Style) -> Vec<BTreeSet<&'static str>> {
        let faults = if self.random.chance(30) { 2 } else { 0 };
        let count = if style == Style::Active { 2 } else { 3 };
        let mut sets = vec![BTreeSet::new(); count];
        if style != Style::Active {
            sets[2].insert("init");
        }
        let (faulty, plain): (Vec<&str>, Vec<&str>) =
            FEATURES.into_iter().filter(|feature| !is_structural(feature)).partition(|f| is_fault(f));
        for index in 0..count {
            self.draw_from(&faulty, faults, index, &mut sets);
            let most = if style == Style::Active { 7 } else { 6 };
            let wanted = self.random.between(3, most);
            self.draw_from(&plain, wanted, index, &mut sets);
        }
        sets
    }

    fn draw_from(
        &mut self,
        all: &[&'static str],
        count: usize,
        index: usize,
        sets: &mut [BTreeSet<&'static str>],
    ) {
        let enough = sets[index].len() + count;
        // Refused features are drawn in vain, so draw a little more often.
        for _ in 0..2 * count {
            let feature = all[self.random.below(all.len())];
            let allowed = sets[index].iter().all(|other| refused(feature, other, true).is_none())
                && sets.iter().flatten().all(|other| refused(feature, other, false).is_none());
            if allowed && sets[index].len() < enough {
                sets[index].insert(feature);
            }
        }
    }

    fn process(&mut self, wanted: BTreeSet<&'static str>) {
        let (name, active) = (format!("P{}", self.index), self.active[self.index]);
        let parameters = if active { Vec::new() } else { vec![byte("n", None)] };
        let body = self.body(wanted);
        let wanted = std::mem::take(&mut self.wanted);
        let has = |feature| wanted.contains(feature);
        let limit = Expression::Number(self.random.between(1, 2) as i64);
        let provided = has("provided").then(|| Expression::binary(Expression::name("g"), "!=", limit));
        let exclusive = if has("xr and xs") { vec![self.own_channel()] } else { Vec::new() };
        let process = Process {
            name: name.clone(),
            active: active.then_some(1),
            parameters,
            priority: has("priority").then(|| self.random.between(1, 3)),
            provided,
            deterministic: has("D_proctype"),
            exclusive,
            locals: std::mem::take(&mut self.locals),
            body,
        };
        self.program.processes.push(process);
    }

    /// The channel that only this process uses.
    pub fn own_channel(&mut self) -> String {
        let name = format!("alone{}", self.index);
        self.channel(&name, None, 1, "byte")
    }

    fn init(&mut self, wanted: BTreeSet<&'static str>) {
        let plain = self.body(wanted);
        let wanted = std::mem::take(&mut self.wanted);
        let mut runs = Vec::new();
        for index in (0..2).filter(|&index| !self.active[index]) {
            let arguments = vec![Expression::Number(index as i64)];
            runs.push(Statement::Guard(Expression::Run(format!("P{index}"), arguments)));
        }
        if runs.is_empty() {
            runs.push(self.run(Expression::Number(1)));
        }
        let mut body = if self.random.chance(50) { vec![Statement::Atomic(runs)] } else { runs };
        body.extend(plain);
        self.program.init_priority = wanted.contains("priority").then(|| self.random.between(1, 3));
        if wanted.contains("xr and xs") {
            self.program.init_exclusive = vec![self.own_channel()];
        }
        self.program.init_locals = std::mem::take(&mut self.locals);
        self.program.init = Some(body);
    }

    /// Sets the label that remote references name at the head of the first process.
    fn label_spot(&mut self) {
        let first = self.program.processes.iter_mut().find(|process| process.name == "P0");
        if let Some(first) = first.filter(|_| self.has_spot) {
            first.body.insert(0, Statement::Label("spot".to_owned(), Box::new(Statement::Skip)));
        }
    }

    /// The statements of a process.
    fn body(&mut self, wanted: BTreeSet<&'static str>) -> Block {
        self.wanted = wanted.clone();
        self.locals = vec![byte("x", None)];
        let mut order: Vec<&'static str> = wanted.into_iter().collect();
        for i in (1..order.len()).rev() {
            order.swap(i, self.random.below(i + 1));
        }
        let mut body: Block = Vec::new();
        for feature in order {
            let snippet = self.snippet(feature);
            if snippet.is_empty() {
                continue;
            }
            let snippet = if self.random.chance(50) { around(snippet) } else { snippet };
            let block = match inner_block(&mut body, &snippet).filter(|_| self.random.chance(35)) {
                Some(block) => block,
                None => &mut body,
            };
            // A `break` or `goto` must not lead straight to a d_step: SPIN calls that a jump into it.
            let opens_d_step = snippet.iter().any(begins_with_d_step);
            if opens_d_step && block.last().is_some_and(|last| !last.clone().blocks().is_empty()) {
                block.push(Statement::Skip);
            }
            block.extend(snippet);
        }
        if body.is_empty() {
            body.push(Statement::Assign(Place::plain("g"), Expression::Number(1)));
        }
        let repeated = self.wanted.contains("endless loop")
            || (!self.wanted.contains("end of process") && self.index < 2 && self.random.chance(40));
        if !repeated {
            return body;
        }
        if body.len() == 1 {
            // A loop that can do nothing for ever is an error to pan.
            body.push(self.effect());
        }
        if matches!(body[0], Statement::Label(..)) {
            // SPIN wants no label at the head of an option.
            body.insert(0, Statement::Skip);
        }
        vec![Statement::Do(vec![body])]
    }

    /// Declares a global once.
    pub fn global(&mut self, variable: Variable) -> String {
        let name = variable.name.clone();
        if !self.program.globals.iter().any(|known| known.name == name) {
            self.program.globals.push(variable);
        }
        name
    }

    /// Declares a local of the process once.
    pub fn local(&mut self, variable: Variable) -> String {
        let name = variable.name.clone();
        if !self.locals.iter().any(|known| known.name == name) {
            self.locals.push(variable);
        }
        name
    }

    /// Declares a global channel once.
    pub fn channel(
        &mut self,
        name: &str,
        size: Option<usize>,
        capacity: usize,
        field: &'static str,
    ) -> String {
        let initial = Some(Initial::Channel(capacity, vec![Type::Basic(field)]));
        self.global(Variable { kind: Type::Basic("chan"), name: name.to_owned(), size, initial })
    }

    /// Declares a structure and a global of it once.
    pub fn structure(&mut self, name: &str, size: Option<usize>) -> String {
        if self.program.typedefs.is_empty() {
            let fields = vec![byte("a", None), byte("b", Some(2))];
            self.program.typedefs.push(Typedef { name: "Record".to_owned(), fields });
        }
        let kind = Type::Structure("Record".to_owned());
        self.global(Variable { kind, name: name.to_owned(), size, initial: None })
    }
}

/// A declaration of a byte or of an array of them.
pub fn byte(name: &str, size: Option<usize>) -> Variable {
    Variable { kind: Type::Basic("byte"), name: name.to_owned(), size, initial: None }
}

/// The statements, or nothing.
fn around(snippet: Block) -> Block {
    let blocks = matches!(
        snippet.first(),
        Some(
            Statement::Send(..)
                | Statement::Receive { .. }
                | Statement::Guard(_)
                | Statement::Atomic(_)
                | Statement::DStep(_)
        )
    );
    match blocks {
        true => vec![Statement::If(vec![snippet, vec![Statement::Skip]])],
        false => snippet,
    }
}

/// Whether the statement, or the first of an option or of an `unless`, is a d_step.
fn begins_with_d_step(statement: &Statement) -> bool {
    match statement {
        Statement::DStep(_) => true,
        Statement::Unless(main, _) => main.first().is_some_and(begins_with_d_step),
        Statement::If(options) => options.iter().any(|option| option.first().is_some_and(begins_with_d_step)),
        _ => false,
    }
}

/// A block inside the last statement, to which the snippet may be added: of an `atomic`, an option or an `unless`.
fn inner_block<'a>(body: &'a mut Block, snippet: &Block) -> Option<&'a mut Block> {
    // Labels, jumps and sequences that SPIN wants outside of others stay where they are.
    let plain = |statement: &Statement| {
        !matches!(
            statement,
            Statement::Label(..)
                | Statement::Goto(_)
                | Statement::Atomic(_)
                | Statement::DStep(_)
                | Statement::Unless(..)
        )
    };
    if !snippet.iter().all(plain) {
        return None;
    }
    match body.last_mut()? {
        Statement::Atomic(inner) => Some(inner),
        Statement::Unless(main, _) => Some(main),
        Statement::If(options) => {
            let first = options.first_mut()?;
            let open =
                !matches!(first.last(), Some(Statement::Goto(_) | Statement::Break | Statement::DStep(_)));
            open.then_some(first)
        }
        _ => None,
    }
}
