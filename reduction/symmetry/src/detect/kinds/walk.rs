//! What the code says about kinds: copying, comparing and indexing unify them, arithmetic and order make numbers of them.

use program::{BinaryOp, Code, Head, LocalId, ProctypeId, Tree, UnaryOp, VarKey};

use super::{KindId, Kinds, Term};

impl Kinds {
    pub(super) fn code(&mut self, code: &Code) {
        if let Some(clause) = &code.provided {
            self.truth(clause);
        }
        for (local, values) in &code.starts {
            let key = VarKey::local(code.owner, code.proctype, LocalId(*local));
            for value in values {
                let (variable, kind) = (self.variable(key), self.kind(value));
                self.unify(variable, kind);
            }
        }
        for edge in code.locations.iter().flat_map(|(_, edges)| edges) {
            self.span = edge.span;
            self.statement(&edge.action);
        }
    }

    fn statement(&mut self, tree: &Tree) {
        match &tree.head {
            Head::Guard | Head::Assert => self.truth(&tree.kids[0]),
            Head::Assign => {
                let (place, value) = (self.kind(&tree.kids[0]), self.kind(&tree.kids[1]));
                self.unify(place, value);
            }
            Head::Forget | Head::Print => {
                for kid in &tree.kids {
                    self.kind(kid);
                }
            }
            Head::Run(proctype, _, has_result) => self.run(tree, *proctype, *has_result),
            Head::Send { .. } | Head::Receive { .. } | Head::Event { .. } => self.exchange(tree),
            Head::SetPriority => {
                let pid = self.kind(&tree.kids[0]);
                self.process(pid);
                let value = self.kind(&tree.kids[1]);
                self.number(value, "is a priority", "");
            }
            Head::DStep | Head::Do(_) | Head::Sequence | Head::Together => {
                tree.kids.iter().for_each(|k| self.statement(k));
            }
            _ => {}
        }
    }

    fn run(&mut self, tree: &Tree, proctype: ProctypeId, has_result: bool) {
        let args = tree.kids.len() - usize::from(has_result);
        for (i, arg) in tree.kids[..args].iter().enumerate() {
            let kind = self.kind(arg);
            let owner = program::Owner::Later(proctype);
            let param = self.variable(VarKey::local(owner, proctype, LocalId(i as u32)));
            self.unify(kind, param);
        }
        if let Some(result) = tree.kids.get(args) {
            let kind = self.kind(result);
            self.process(kind);
        }
    }

    /// A send, a receive, a poll or an event: the fields of the channel take the kinds of the message.
    fn exchange(&mut self, tree: &Tree) {
        let channel = self.kind(&tree.kids[0]);
        let fields: Vec<KindId> = tree.kids[1..].iter().map(|arg| self.argument(arg)).collect();
        if matches!(tree.head, Head::Send { sorted: true }) {
            for &field in &fields {
                self.number(
                    field,
                    "is sorted in a queue by `!!`",
                    "send with `!` if the order does not matter",
                );
            }
        }
        let term = self.fresh(Term::Channel(fields));
        self.unify(channel, term);
        self.channels_used.push(channel);
    }

    fn argument(&mut self, arg: &Tree) -> KindId {
        match arg.head {
            Head::Match | Head::Bind => self.kind(&arg.kids[0]),
            _ => self.kind(arg),
        }
    }

    /// A value that is only asked whether it is zero: whichever values are not are a set, not a number.
    fn truth(&mut self, tree: &Tree) {
        self.kind(tree);
    }

    /// The kind of an expression or place.
    fn kind(&mut self, tree: &Tree) -> KindId {
        match &tree.head {
            Head::Const(value) => {
                let kind = match tree.from {
                    Some(var) => self.variable(var),
                    None => self.fresh(Term::Open),
                };
                self.literals.push((kind, *value));
                kind
            }
            Head::OwnPid | Head::PidOf | Head::Last => self.fresh(Term::Process),
            Head::Var(key) | Head::Element(key) => {
                self.indices(*key, &tree.kids);
                let kind = self.variable(*key);
                if self.hidden.contains(&key.declared()) {
                    // It is not in the state: 0 is read.
                    self.literals.push((kind, 0));
                }
                kind
            }
            Head::Remote(proctype, local, has_pid) => {
                let indices = if *has_pid { &tree.kids[1..] } else { &tree.kids[..] };
                if *has_pid {
                    let pid = self.kind(&tree.kids[0]);
                    self.process(pid);
                }
                let key = VarKey::local(program::Owner::Later(*proctype), *proctype, *local);
                self.indices(key, indices);
                // Of a process that is not there, 0 is read.
                let kind = self.variable(key);
                self.literals.push((kind, 0));
                kind
            }
            Head::Cond => {
                self.truth(&tree.kids[0]);
                let (yes, no) = (self.kind(&tree.kids[1]), self.kind(&tree.kids[2]));
                self.unify(yes, no);
                yes
            }
            Head::Scratch => self.fresh(Term::Open),
            _ => {
                self.operator(tree);
                self.fresh(Term::Number)
            }
        }
    }

    fn indices(&mut self, key: VarKey, indices: &[Tree]) {
        for (i, index) in indices.iter().enumerate() {
            let (dimension, kind) = (self.dimension(key, i), self.kind(index));
            self.unify(dimension, kind);
        }
    }

    /// Operators that yield a number.
    fn operator(&mut self, tree: &Tree) {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        match &tree.head {
            Head::Unary(UnaryOp::Not) | Head::Binary(And | Or) => {
                tree.kids.iter().for_each(|k| self.truth(k))
            }
            Head::Binary(Eq | Ne) => {
                let (a, b) = (self.kind(&tree.kids[0]), self.kind(&tree.kids[1]));
                self.unify(a, b);
            }
            Head::Binary(Lt | Le | Gt | Ge) => self.order(tree),
            Head::Enabled | Head::PcValue | Head::Priority | Head::AtLabel(..) => {
                for pid in &tree.kids {
                    let kind = self.kind(pid);
                    self.process(kind);
                }
            }
            Head::Len | Head::Test(_) => {
                let channel = self.kind(&tree.kids[0]);
                let term = self.fresh(Term::Channel(Vec::new()));
                self.unify(channel, term);
            }
            Head::Poll { .. } => self.exchange(tree),
            _ => {
                for kid in &tree.kids {
                    let kind = self.kind(kid);
                    self.number(kind, "is used in arithmetic", "use identifiers only as identifiers");
                }
            }
        }
    }

    /// `d < 3` is the set of values that satisfy it; an order between two variables is an order.
    fn order(&mut self, tree: &Tree) {
        let (a, b) = (&tree.kids[0], &tree.kids[1]);
        let variable = match (a.constant(), b.constant()) {
            (Some(_), None) => b,
            (None, Some(_)) => a,
            _ => {
                for kid in [a, b] {
                    let kind = self.kind(kid);
                    self.number(kind, "is compared by order", "compare with == or != instead of < or >");
                }
                return;
            }
        };
        let kind = self.kind(variable);
        if matches!(self.terms[self.root(kind).0 as usize], Term::Channel(_)) {
            self.number(kind, "is compared by order", "compare with == or != instead of < or >");
        }
    }
}
