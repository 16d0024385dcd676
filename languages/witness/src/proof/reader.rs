//! Reading the code of an instance: statements become nodes to spell, and on the way everything is noted that a symmetry must
//! leave alone.
//!
//! Every expression is read with the sort its value must have. A literal takes that sort; a variable of another sort breaks
//! both, as then one is used as the other.

use program::{
    BinaryOp, CellName, ChannelTypeId, DStepNode, Expr, Head, Instance, Interpreter, LocalId, Owner, Place,
    ProctypeId, Program, ReceiveArg, Scalar, Statement, Tree, UnaryOp, VarKey, VarRef,
};
use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};

use super::held::Held;
use super::obligation::{Obligation, declaration};
use super::renaming::{Sort, Sorts};
use super::spelling::{Mark, Name, Node};

pub(super) struct Reader<'a> {
    interpreter: &'a Interpreter,
    pub program: &'a Program,
    pub instance: &'a Instance,
    pub sorts: &'a dyn Sorts,
    heads: HashMap<Head, u32>,
    /// Every name in the program, numbered.
    pub names: HashMap<Name, u32>,
    pub obligations: HashSet<Obligation>,
    /// Literals of each sort, and what cells of it hold at the start.
    pub values: HashMap<Sort, HashSet<i32>>,
    /// The types of the cells of each sort.
    cells: HashMap<Sort, HashSet<Scalar>>,
    /// Which channels variables may hold, once that had to be found out.
    held: Option<Held<'a>>,
    /// The code that is being read is that of a `trace` or a claim.
    pub observing: bool,
    /// Sorts of cells that may hold computed values at the start.
    computed: HashSet<Sort>,
}

/// Can a name be stored in a cell of this type? It takes one byte, and 0 there is no name.
pub(super) fn is_storable(scalar: Scalar, value: i32) -> bool {
    scalar.truncate(value) == value && (scalar.size() == 1 || (-1..=254).contains(&value))
}

impl<'a> Reader<'a> {
    pub fn new(interpreter: &'a Interpreter, instance: &'a Instance, sorts: &'a dyn Sorts) -> Reader<'a> {
        let mut reader = Reader {
            interpreter,
            program: interpreter.program(),
            instance,
            sorts,
            heads: HashMap::default(),
            names: HashMap::default(),
            obligations: HashSet::default(),
            values: HashMap::default(),
            cells: HashMap::default(),
            held: None,
            observing: false,
            computed: HashSet::default(),
        };
        for (shape, c) in reader.program.channel_types.iter().zip(0..) {
            for (field, &scalar) in shape.fields.iter().enumerate() {
                let sort = sorts.field(ChannelTypeId(c), field);
                reader.cells.entry(sort).or_default().insert(scalar);
            }
        }
        for cell in interpreter.layout().cells(&instance.configuration) {
            let sort = match cell.name {
                CellName::Variable(var, _) => sorts.variable(var),
                CellName::Field { shape, field, .. } => sorts.field(ChannelTypeId(shape), field),
                CellName::Location(_) => Sort::Number,
            };
            if sort != Sort::Number {
                let holds = |start: &&Vec<u8>| !cell.slot.biased || start[cell.at] != 0;
                let held =
                    instance.starts.iter().filter(holds).map(|start| cell.slot.load(&start[cell.at..]));
                reader.values.entry(sort).or_default().extend(held);
            }
        }
        reader
    }

    /// A value that must be of a sort is of another.
    fn agree(&mut self, is: Sort, must: Sort) {
        if is != must {
            self.obligations.extend([Obligation::Unmoved(is), Obligation::Unmoved(must)]);
        }
    }

    /// What the sorts demand, once everything has been read: values fit the cells of their sort, and "nothing" stays.
    pub fn finish(&mut self) {
        self.obligations.remove(&Obligation::Unmoved(Sort::Number));
        for (&sort, scalars) in self.cells.iter().filter(|(sort, _)| **sort != Sort::Number) {
            let known = || self.values.get(&sort).into_iter().flatten();
            // A cell that holds this value cannot be told from one that holds nothing.
            self.obligations.insert(Obligation::Keeps(sort, 255));
            // In a cell of more than eight bits -1 is what "nothing" reads as.
            if scalars.iter().any(|scalar| scalar.size() > 1) {
                self.obligations.insert(Obligation::Keeps(sort, -1));
            }
            for &scalar in scalars {
                let known = known().all(|&v| is_storable(scalar, v));
                let (names, later) = match sort {
                    Sort::Process => (0..self.instance.processes.len() as i32, is_storable(scalar, 254)),
                    Sort::Channel => {
                        (1..self.instance.configuration.channels.len() as i32 + 1, is_storable(scalar, 254))
                    }
                    _ => (0..0, true),
                };
                let named = names.into_iter().all(|v| is_storable(scalar, v));
                let later = later || self.instance.later.is_empty();
                let kept = scalar.size() == 1 || !self.computed.contains(&sort);
                self.obligations.insert(match known && named && later && kept {
                    true => Obligation::Fits(sort, scalar),
                    false => Obligation::Unmoved(sort),
                });
            }
        }
    }

    /// Notes the sorts of cells in which processes have stored computed values by the start.
    pub fn note_computed(&mut self) {
        let program = self.program;
        for (code, pid) in self.instance.processes.iter().zip(0u8..) {
            let body = program.proctype(code.proctype);
            if self.instance.creator != Some(pid) && code.initial == body.initial {
                continue;
            }
            let transitions = body.locations.iter().flat_map(|l| &l.transitions);
            transitions.for_each(|t| self.computed_by(code.proctype, &t.statement));
        }
    }

    fn computed_by(&mut self, p: ProctypeId, statement: &Statement) {
        let sort_at = |place: &Place| match place.var {
            VarRef::Global(id) => Some(self.sorts.variable(VarKey::global(id))),
            VarRef::Local(id) => Some(self.sorts.variable(VarKey::local(Owner::Later(p), p, id))),
            _ => None,
        };
        let stored = |sort: Sort, value: &Expr| match value {
            Expr::Const(value) => !(-1..=254).contains(value),
            Expr::Pid => false,
            Expr::Load(place) => sort_at(place) != Some(sort),
            _ => true,
        };
        let mut computed = Vec::new();
        match statement {
            Statement::Assign(place, value) => {
                computed.extend(sort_at(place).filter(|&sort| stored(sort, value)));
            }
            Statement::Run { proctype, args, .. } => {
                for (arg, i) in args.iter().zip(0..) {
                    let sort =
                        self.sorts.variable(VarKey::local(Owner::Later(*proctype), *proctype, LocalId(i)));
                    computed.extend(Some(sort).filter(|&sort| stored(sort, arg)));
                }
            }
            Statement::Send { .. } => {
                for (shape, c) in self.program.channel_types.iter().zip(0..) {
                    computed.extend((0..shape.fields.len()).map(|f| self.sorts.field(ChannelTypeId(c), f)));
                }
            }
            Statement::Receive { args, .. } => {
                computed.extend(args.iter().filter_map(|arg| match arg {
                    ReceiveArg::Bind(place) => sort_at(place),
                    ReceiveArg::Match(_) => None,
                }));
            }
            Statement::Sequence(parts) => parts.iter().for_each(|part| self.computed_by(p, part)),
            Statement::DStep(block) => {
                for node in &block.nodes {
                    if let DStepNode::Do { statement, .. } = node {
                        self.computed_by(p, statement);
                    }
                }
            }
            _ => {}
        }
        self.computed.extend(computed);
    }

    fn mark(&mut self, head: &Head) -> Mark {
        if let Some(&number) = self.heads.get(head) {
            return Mark::Plain(number);
        }
        let next = self.heads.len() as u32;
        self.heads.insert(head.clone(), next);
        Mark::Plain(next)
    }

    pub fn named(&mut self, name: Name, kids: Vec<Node>) -> Node {
        let next = self.names.len() as u32;
        Node::new(Mark::Name(*self.names.entry(name).or_insert(next)), kids)
    }

    pub fn node(&mut self, head: &Head, kids: Vec<Node>) -> Node {
        Node::new(self.mark(head), kids)
    }

    fn constant(&mut self, sort: Sort, value: i32) -> Node {
        if sort != Sort::Number {
            self.values.entry(sort).or_default().insert(value);
        }
        self.named(Name::Constant(sort, value), Vec::new())
    }

    /// The sort of what an expression yields; `None` for a literal, which is what it is taken for.
    pub fn sort_of(&self, tree: &Tree) -> Option<Sort> {
        match &tree.head {
            // No symmetry moves the number of a process that is created later: it is the same taken for anything.
            Head::Const(_) | Head::PidOf | Head::OwnPid | Head::Scratch => None,
            Head::Last => Some(Sort::Process),
            Head::Var(var) | Head::Element(var) => Some(self.sorts.variable(*var)),
            Head::Remote(p, local, _) => {
                Some(self.sorts.variable(VarKey::local(Owner::Later(*p), *p, *local)))
            }
            Head::Cond => self.sort_of(&tree.kids[1]).or_else(|| self.sort_of(&tree.kids[2])),
            _ => Some(Sort::Number),
        }
    }

    /// The sort that operands have in common.
    fn shared(&self, kids: &[Tree]) -> Sort {
        let sorts = kids.iter().filter_map(|kid| self.sort_of(kid));
        sorts.max().unwrap_or(Sort::Number)
    }

    /// An expression that is only asked whether it is zero.
    pub fn truth(&mut self, tree: &Tree) -> Node {
        if let Some(value) = tree.number() {
            return self.constant(Sort::Number, i32::from(value != 0));
        }
        let sort = self.sort_of(tree).unwrap_or(Sort::Number);
        self.obligations.insert(Obligation::Keeps(sort, 0));
        self.expression(tree, sort)
    }

    /// An expression whose value must be of a sort.
    pub fn expression(&mut self, tree: &Tree, sort: Sort) -> Node {
        if let Head::Var(var) | Head::Element(var) = tree.head
            && declaration(self.program, var).hidden
        {
            // It is not in the state: 0 is read.
            self.obligations.insert(Obligation::Keeps(self.sorts.variable(var), 0));
        }
        self.place(tree, sort)
    }

    /// A place that must hold values of a sort.
    pub fn place(&mut self, tree: &Tree, sort: Sort) -> Node {
        match &tree.head {
            Head::Const(value) => return self.constant(sort, *value),
            Head::PidOf => return self.constant(sort, tree.kids[0].constant().unwrap_or(-1)),
            Head::Scratch => return self.node(&tree.head, Vec::new()),
            Head::Cond => {
                let mut kids = vec![self.truth(&tree.kids[0])];
                kids.extend(tree.kids[1..].iter().map(|kid| self.expression(kid, sort)));
                return self.node(&tree.head, kids);
            }
            _ => {}
        }
        if let Some(is) = self.sort_of(tree) {
            self.agree(is, sort);
        }
        match &tree.head {
            Head::Var(var) => {
                self.variable(*var);
                self.named(Name::Variable(*var), Vec::new())
            }
            Head::Element(var) => self.element(*var, &tree.kids),
            Head::Remote(p, local, has_pid) => self.remote(tree, *p, *local, *has_pid),
            Head::Unary(UnaryOp::Not) | Head::Binary(BinaryOp::And | BinaryOp::Or) => {
                let kids = tree.kids.iter().map(|kid| self.truth(kid)).collect();
                Node { unordered: tree.is_unordered(), ..self.node(&tree.head, kids) }
            }
            Head::Binary(op) => self.binary(*op, tree),
            Head::Poll { .. } => self.exchange(tree),
            head => {
                if let (Head::AtLabel(proctype, _), []) = (head, tree.kids.as_slice()) {
                    self.fix_type(*proctype);
                }
                let must = self.operands(head);
                let kids = tree.kids.iter().map(|kid| self.expression(kid, must)).collect();
                self.node(head, kids)
            }
        }
    }

    /// The sort of the operands of an operator, and what it demands by itself.
    fn operands(&mut self, head: &Head) -> Sort {
        match head {
            Head::Len | Head::Test(_) => Sort::Channel,
            Head::Enabled => {
                // A claim that asks about process 0, as which it looks at the state, asks about itself, which is an error.
                if self.observing {
                    self.obligations.insert(Obligation::Process(0));
                }
                Sort::Process
            }
            Head::Priority => Sort::Process,
            Head::PcValue | Head::AtLabel(..) => {
                self.obligations.insert(Obligation::Locations);
                let types = self.instance.processes.iter().map(|code| Obligation::Type(code.proctype));
                self.obligations.extend(types);
                Sort::Process
            }
            Head::Last => {
                self.all_processes();
                Sort::Number
            }
            _ => Sort::Number,
        }
    }

    /// The shapes of channel that an expression may mean.
    pub fn shapes(&mut self, channel: &Tree) -> Vec<ChannelTypeId> {
        let literal = channel.constant().and_then(|value| self.instance.configuration.channel(value));
        if let Some((shape, _)) = literal.filter(|_| self.instance.later.is_empty()) {
            return vec![shape];
        }
        let held = self.held.get_or_insert_with(|| Held::new(self.interpreter, self.instance));
        held.shapes(channel).collect()
    }

    fn all_processes(&mut self) {
        let all = 0..self.instance.processes.len() as u8;
        self.obligations.extend(all.map(Obligation::Process));
    }

    fn binary(&mut self, op: BinaryOp, tree: &Tree) -> Node {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let sort = match op {
            Eq | Ne => self.shared(&tree.kids),
            _ => Sort::Number,
        };
        if let Lt | Le | Gt | Ge = op {
            return self.order(op, tree);
        }
        let kids = tree.kids.iter().map(|kid| self.expression(kid, sort)).collect();
        Node { unordered: tree.is_unordered(), ..self.node(&tree.head, kids) }
    }

    /// `a > b` is `b < a`. Comparing with a literal asks of a value in which of two sets it is.
    fn order(&mut self, op: BinaryOp, tree: &Tree) -> Node {
        use BinaryOp::{Ge, Gt, Le, Lt};
        let (op, left, right) = match op {
            Gt => (Lt, &tree.kids[1], &tree.kids[0]),
            Ge => (Le, &tree.kids[1], &tree.kids[0]),
            _ => (op, &tree.kids[0], &tree.kids[1]),
        };
        let mut side = |own: &Tree, bound: Option<i32>| {
            let sort = match (bound, self.sort_of(own)) {
                (Some(bound), Some(sort)) if sort != Sort::Number => {
                    self.obligations.insert(Obligation::Below(sort, bound));
                    sort
                }
                _ => Sort::Number,
            };
            self.expression(own, sort)
        };
        // Both `v < c` and `c <= v` ask whether `v` is below `c`; `v <= c` and `c < v` whether it is below `c + 1`.
        let above = i32::from(op == Le);
        let kids = vec![
            side(left, right.constant().map(|c| c.saturating_add(above))),
            side(right, left.constant().map(|c| c.saturating_add(1 - above))),
        ];
        self.node(&Head::Binary(op), kids)
    }

    fn variable(&mut self, var: VarKey) {
        let (declared, sort) = (declaration(self.program, var), self.sorts.variable(var));
        self.cells.entry(sort).or_default().insert(declared.scalar);
    }

    fn element(&mut self, var: VarKey, indices: &[Tree]) -> Node {
        self.variable(var);
        let declared = declaration(self.program, var);
        let dims = &declared.dims;
        let within = |(t, &bound): (&Tree, &u32)| u32::try_from(t.number()?).ok().filter(|&i| i < bound);
        let known: Option<Vec<u32>> = indices.iter().zip(dims).map(within).collect();
        if let Some(known) = known.filter(|_| !declared.hidden) {
            let flat = known.iter().zip(dims).fold(0, |flat, (i, bound)| flat * bound + i);
            return self.named(Name::Element(var, flat), Vec::new());
        }
        self.obligations.insert(Obligation::Indexed(var));
        let kids = self.indices(var, indices);
        self.named(Name::Variable(var), kids)
    }

    fn indices(&mut self, var: VarKey, indices: &[Tree]) -> Vec<Node> {
        let one = |(d, index): (usize, &Tree)| match index.number() {
            // No cell holds it, so it need not fit any.
            Some(value) => self.named(Name::Constant(self.sorts.index(var, d), value), Vec::new()),
            None => self.expression(index, self.sorts.index(var, d)),
        };
        indices.iter().enumerate().map(one).collect()
    }

    /// A variable of another process: of one that is not there, 0 is read.
    fn remote(&mut self, tree: &Tree, proctype: ProctypeId, local: LocalId, has_pid: bool) -> Node {
        let declared = VarKey::local(Owner::Later(proctype), proctype, local);
        self.variable(declared);
        self.obligations.insert(Obligation::Type(proctype));
        self.obligations.insert(Obligation::Keeps(self.sorts.variable(declared), 0));
        for (code, pid) in self.instance.processes.iter().zip(0u8..) {
            if code.proctype == proctype {
                let var = VarKey { owner: Owner::Process(pid), ..declared };
                self.obligations.extend([Obligation::Indexed(var), Obligation::Owned(var)]);
            }
        }
        self.obligations.insert(Obligation::Indexed(declared));
        let (pid, indices) = tree.kids.split_at(usize::from(has_pid));
        let mut kids: Vec<Node> = pid.iter().map(|kid| self.expression(kid, Sort::Process)).collect();
        if !has_pid {
            self.fix_type(proctype);
        }
        kids.extend(self.indices(declared, indices));
        self.node(&tree.head, kids)
    }

    /// "The first process of this type" tells its processes apart.
    fn fix_type(&mut self, proctype: ProctypeId) {
        let alike = self.instance.processes.iter().zip(0u8..).filter(|(code, _)| code.proctype == proctype);
        self.obligations.extend(alike.map(|(_, pid)| Obligation::Process(pid)));
    }
}
