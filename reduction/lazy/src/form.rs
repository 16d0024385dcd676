//! Statements as forms: trees in which every process is a leaf, so that permutations can act on them.
//!
//! Two statements do the same for permuted processes when the permuted form of the one equals the form of the other.
//! What has no order has none in the form: operands of commutative operators are sorted, and a conjunction (or
//! disjunction) over processes, `a[0] != x && a[1] != x && ..`, becomes one node "for all of this set: `a[_] != x`".
//! That makes a guard over n processes a form of constant size, and exchanging two processes in it a matter of two bits.

use std::collections::HashMap;

use program::BinaryOp;

use crate::system::{
    Action, Array, Channel, ChannelRef, Element, Exchange, Expr, Field, Node, Place, ProcessId, System,
    Target,
};

/// A set of processes, as bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ProcessSet(Vec<u64>);

impl ProcessSet {
    pub fn empty(processes: usize) -> ProcessSet {
        ProcessSet(vec![0; processes.div_ceil(64)])
    }

    pub fn contains(&self, process: ProcessId) -> bool {
        self.0[process.index() / 64] >> (process.index() % 64) & 1 == 1
    }

    pub fn insert(&mut self, process: ProcessId) {
        self.0[process.index() / 64] |= 1 << (process.index() % 64);
    }

    fn toggle(&mut self, process: ProcessId) {
        self.0[process.index() / 64] ^= 1 << (process.index() % 64);
    }

    pub fn union(&mut self, other: &ProcessSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// The only member.
    pub fn single(&self) -> Option<ProcessId> {
        let mut members = self.members();
        let first = members.next()?;
        members.next().is_none().then_some(first)
    }

    pub fn members(&self) -> impl Iterator<Item = ProcessId> + '_ {
        let bits = |(word, &bits): (usize, &u64)| {
            (0..64).filter(move |b| bits >> b & 1 == 1).map(move |b| ProcessId((word * 64 + b) as u16))
        };
        self.0.iter().enumerate().flat_map(bits)
    }

    fn swap(&mut self, a: ProcessId, b: ProcessId) {
        if self.contains(a) != self.contains(b) {
            self.toggle(a);
            self.toggle(b);
        }
    }
}

/// A statement or expression as permutations see it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Form {
    /// The process that a shape is about.
    Hole,
    /// A process.
    Process(ProcessId),
    /// Something with parts; `unordered` ones are sorted.
    Node { label: u32, unordered: bool, kids: Vec<Form> },
    /// The shape, for each of these processes, combined by an operator for which repetition does not matter.
    Each { label: u32, shape: Box<Form>, of: ProcessSet },
}

impl Form {
    /// The form after two processes have changed places.
    pub fn swapped(&self, a: ProcessId, b: ProcessId) -> Form {
        match self {
            Form::Hole => Form::Hole,
            Form::Process(p) if *p == a => Form::Process(b),
            Form::Process(p) if *p == b => Form::Process(a),
            Form::Process(p) => Form::Process(*p),
            Form::Node { label, unordered, kids } => {
                let mut kids: Vec<Form> = kids.iter().map(|k| k.swapped(a, b)).collect();
                if *unordered {
                    kids.sort_unstable();
                }
                Form::Node { label: *label, unordered: *unordered, kids }
            }
            Form::Each { label, shape, of } => {
                let mut of = of.clone();
                of.swap(a, b);
                Form::Each { label: *label, shape: shape.clone(), of }
            }
        }
    }

    fn mention(&self, out: &mut ProcessSet) {
        match self {
            Form::Hole => {}
            Form::Process(p) => out.insert(*p),
            Form::Node { kids, .. } => kids.iter().for_each(|k| k.mention(out)),
            Form::Each { of, .. } => out.union(of),
        }
    }

    /// With a hole instead of a process. Shapes hold no further sets.
    pub fn punched(&self, process: ProcessId) -> Form {
        match self {
            Form::Process(p) if *p == process => Form::Hole,
            Form::Node { label, unordered, kids } => {
                let mut kids: Vec<Form> = kids.iter().map(|k| k.punched(process)).collect();
                if *unordered {
                    kids.sort_unstable();
                }
                Form::Node { label: *label, unordered: *unordered, kids }
            }
            // The set holds this one process.
            Form::Each { label, shape, .. } => {
                Form::Node { label: *label, unordered: true, kids: vec![(**shape).clone(), Form::Hole] }
            }
            other => other.clone(),
        }
    }
}

/// A form with what it mentions.
#[derive(Clone, Debug)]
pub(crate) struct Formed {
    pub form: Form,
    pub mentions: ProcessSet,
    /// No permutation respects it: an identifier is used as a number.
    pub rigid: bool,
}

/// Makes forms; labels are numbered as they come.
#[derive(Debug)]
pub(crate) struct Former<'a> {
    processes: usize,
    channels: &'a [Channel],
    arrays: &'a [Array],
    labels: HashMap<String, u32>,
    rigid: bool,
}

impl<'a> Former<'a> {
    pub fn new(system: &'a System) -> Former<'a> {
        let (channels, arrays) = (system.channels.as_slice(), system.arrays.as_slice());
        Former { processes: system.processes.len(), channels, arrays, labels: HashMap::new(), rigid: false }
    }

    /// The form of a statement together with what surrounds it.
    pub fn form(&mut self, surroundings: String, action: &Action) -> Formed {
        self.rigid = false;
        let kids = vec![self.action(action)];
        let form = self.node(surroundings, kids);
        Formed { mentions: self.mentions(&form), form, rigid: self.rigid }
    }

    /// The processes an expression mentions, and whether a permutation can respect it.
    pub fn expression(&mut self, expr: &Expr) -> Formed {
        self.rigid = false;
        let form = self.expr(expr);
        Formed { mentions: self.mentions(&form), form, rigid: self.rigid }
    }

    fn mentions(&self, form: &Form) -> ProcessSet {
        let mut mentions = ProcessSet::empty(self.processes);
        form.mention(&mut mentions);
        mentions
    }

    fn label(&mut self, text: String) -> u32 {
        let next = self.labels.len() as u32;
        *self.labels.entry(text).or_insert(next)
    }

    fn node(&mut self, label: String, kids: Vec<Form>) -> Form {
        Form::Node { label: self.label(label), unordered: false, kids }
    }

    fn action(&mut self, action: &Action) -> Form {
        match action {
            Action::Skip => self.node("skip".into(), Vec::new()),
            Action::Guard(e) => self.wrap("guard", e),
            Action::Assert(e) => self.wrap("assert", e),
            Action::Else(earlier) => self.actions("else", earlier),
            Action::Sequence(parts) => self.actions("sequence", parts),
            Action::Together(parts) => {
                let kids = parts.iter().map(|a| self.action(a)).collect();
                sorted(self.label("together".into()), kids)
            }
            Action::Assign(target, e) => {
                let kids = vec![self.target(target), self.expr(e)];
                self.node("assign".into(), kids)
            }
            Action::Forget(target) => {
                let kids = vec![self.target(target)];
                self.node("forget".into(), kids)
            }
            Action::Send(exchange) => self.exchange("send", exchange),
            Action::Receive(exchange) => self.exchange("receive", exchange),
            Action::DStep(nodes) => {
                let kids = nodes.iter().map(|n| self.d_step_node(n)).collect();
                self.node("d_step".into(), kids)
            }
            Action::Terminate(younger) => {
                let mut of = ProcessSet::empty(self.processes);
                younger.iter().for_each(|&p| of.insert(p));
                Form::Each { label: self.label("terminate".into()), shape: Box::new(Form::Hole), of }
            }
            Action::Evaluate(exprs) => {
                let kids = exprs.iter().map(|e| self.expr(e)).collect();
                self.node("evaluate".into(), kids)
            }
        }
    }

    fn wrap(&mut self, label: &str, expr: &Expr) -> Form {
        let kids = vec![self.expr(expr)];
        self.node(label.into(), kids)
    }

    fn actions(&mut self, label: &str, parts: &[Action]) -> Form {
        let kids = parts.iter().map(|a| self.action(a)).collect();
        self.node(label.into(), kids)
    }

    fn d_step_node(&mut self, node: &Node) -> Form {
        match node {
            Node::Do(action, next) => {
                let kids = vec![self.action(action)];
                self.node(format!("do {next:?}"), kids)
            }
            Node::Choice(options) => self.node(format!("choice {options:?}"), Vec::new()),
        }
    }

    fn exchange(&mut self, label: &str, exchange: &Exchange) -> Form {
        let mut kids = vec![self.channel(&exchange.channel)];
        for field in &exchange.fields {
            let (word, form) = match field {
                Field::Value(e) => ("value", self.expr(e)),
                Field::Bind(t) => ("bind", self.target(t)),
                Field::Rigid(t) => {
                    self.rigid = true;
                    ("bind", self.target(t))
                }
            };
            let kid = self.node(word.into(), vec![form]);
            kids.push(kid);
        }
        self.node(format!("{label} {} {}", exchange.random, exchange.keep), kids)
    }

    /// A channel that a process owns is the process's, by the place of its cells.
    fn channel(&mut self, channel: &ChannelRef) -> Form {
        match channel {
            ChannelRef::Fixed(number) => {
                let channel = &self.channels[*number as usize];
                let (label, base) = (format!("channel {} {}", channel.capacity, channel.width), channel.base);
                let kids = vec![self.place(base)];
                self.node(label, kids)
            }
            ChannelRef::Computed(number) => self.wrap("computed", number),
        }
    }

    fn target(&mut self, target: &Target) -> Form {
        match target {
            Target::Cell(place) => self.place(*place),
            Target::Element(element) => self.element(element),
        }
    }

    fn place(&mut self, place: Place) -> Form {
        match place {
            Place::Nowhere => self.node("nowhere".into(), Vec::new()),
            Place::Shared(cell) => self.node(format!("shared {cell}"), Vec::new()),
            Place::Local(process, cell) => self.node(format!("local {cell}"), vec![Form::Process(process)]),
        }
    }

    fn element(&mut self, element: &Element) -> Form {
        let mut kids: Vec<Form> = element.index.iter().map(|e| self.expr(e)).collect();
        match self.arrays[element.array as usize].local {
            Some((process, cell)) => {
                kids.push(Form::Process(process));
                self.node(format!("local element {cell}"), kids)
            }
            None => self.node(format!("element {}", element.array), kids),
        }
    }

    fn expr(&mut self, expr: &Expr) -> Form {
        match expr {
            Expr::Const(value) => self.node(format!("{value}"), Vec::new()),
            Expr::Process(process) => Form::Process(*process),
            Expr::Cell(place) => self.place(*place),
            Expr::Element(element) => self.element(element),
            Expr::Unary(op, operand) => {
                let kids = vec![self.expr(operand)];
                self.node(format!("{op:?}"), kids)
            }
            Expr::Operator(op, kids) => {
                let kids: Vec<Form> = kids.iter().map(|k| self.expr(k)).collect();
                match op.unordered {
                    true => self.unordered(op.op, kids),
                    false => self.node(format!("{:?}", op.op), kids),
                }
            }
            Expr::Cond(parts) => {
                let kids = parts.iter().map(|e| self.expr(e)).collect();
                self.node("cond".into(), kids)
            }
            Expr::Rigid(inner) => {
                self.rigid = true;
                self.expr(inner)
            }
            Expr::Fill(test, channel) => {
                let kids = vec![self.channel(channel)];
                self.node(format!("fill {test:?}"), kids)
            }
            Expr::Poll(exchange) => self.exchange("poll", exchange),
            Expr::Alive => self.node("alive".into(), Vec::new()),
        }
    }

    /// Gathers operands that say the same of one process each.
    fn unordered(&mut self, op: BinaryOp, kids: Vec<Form>) -> Form {
        let label = self.label(format!("{op:?}"));
        if !matches!(op, BinaryOp::And | BinaryOp::Or) {
            return sorted(label, kids);
        }
        let each = self.label(format!("each {op:?}"));
        let mut groups: Vec<(Form, ProcessSet)> = Vec::new();
        let mut rest = Vec::new();
        for kid in kids {
            let Some(process) = self.mentions(&kid).single() else {
                rest.push(kid);
                continue;
            };
            let shape = kid.punched(process);
            match groups.iter_mut().find(|(s, _)| *s == shape) {
                Some((_, of)) => of.insert(process),
                None => {
                    let mut of = ProcessSet::empty(self.processes);
                    of.insert(process);
                    groups.push((shape, of));
                }
            }
        }
        rest.extend(groups.into_iter().map(|(shape, of)| Form::Each {
            label: each,
            shape: Box::new(shape),
            of,
        }));
        sorted(label, rest)
    }
}

fn sorted(label: u32, mut kids: Vec<Form>) -> Form {
    kids.sort_unstable();
    Form::Node { label, unordered: true, kids }
}
