//! Reading statements and whole bodies; see [`super::reader`].

use program::{ChannelTypeId, Code, Head, LocalId, LocationId, Owner, ProctypeId, Statement, Tree, VarKey};

use super::obligation::Obligation;
use super::reader::Reader;
use super::renaming::Sort;
use super::spelling::{Name, Node};

/// The code of a process, ready to be spelt.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub owner: Owner,
    pub proctype: ProctypeId,
    pub locations: Vec<(LocationId, Vec<Line>)>,
    /// Its `provided` clause, and how its variables begin.
    pub around: Vec<Node>,
    /// The names in it, by their numbers among all names of the program.
    pub names: Vec<u32>,
}

/// A transition.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// What is not in the statement: whether it keeps control, and its place in an order.
    pub marks: [u32; 3],
    pub target: LocationId,
    pub action: Node,
}

impl Reader<'_> {
    pub fn code(&mut self, code: &Code) -> Written {
        self.observing = matches!(code.owner, Owner::Observer(_));
        let mut locations = Vec::with_capacity(code.locations.len());
        for (location, edges) in &code.locations {
            let lines = edges.iter().map(|edge| Line {
                marks: [u32::from(edge.atomic), edge.rank, edge.after_else],
                target: edge.target,
                action: self.statement(&edge.action),
            });
            locations.push((*location, lines.collect()));
        }
        let mut around: Vec<Node> = code.provided.iter().map(|clause| self.truth(clause)).collect();
        for (local, values) in &code.starts {
            let sort = self.sorts.variable(VarKey::local(code.owner, code.proctype, LocalId(*local)));
            let values = values.iter().map(|value| self.expression(value, sort)).collect();
            around.push(self.named(Name::Constant(Sort::Number, *local as i32), values));
        }
        let mut names = Vec::new();
        let lines = locations.iter().flat_map(|(_, lines): &(_, Vec<Line>)| lines);
        lines.for_each(|line| line.action.names(&mut names));
        around.iter().for_each(|node| node.names(&mut names));
        names.sort_unstable();
        names.dedup();
        Written { owner: code.owner, proctype: code.proctype, locations, around, names }
    }

    fn statement(&mut self, tree: &Tree) -> Node {
        let kids = match &tree.head {
            Head::Guard | Head::Assert => vec![self.truth(&tree.kids[0])],
            Head::Assign => {
                let sort = self.sort_of(&tree.kids[0]).or_else(|| self.sort_of(&tree.kids[1]));
                let sort = sort.unwrap_or(Sort::Number);
                vec![self.place(&tree.kids[0], sort), self.expression(&tree.kids[1], sort)]
            }
            Head::Forget => {
                let sort = self.sort_of(&tree.kids[0]).unwrap_or(Sort::Number);
                vec![self.place(&tree.kids[0], sort)]
            }
            Head::Print => (tree.kids.iter())
                .map(|kid| {
                    let sort = self.sort_of(kid).unwrap_or(Sort::Number);
                    self.expression(kid, sort)
                })
                .collect(),
            Head::Run(proctype, _, has_result) => self.run(tree, *proctype, *has_result),
            Head::Send { .. } | Head::Receive { .. } | Head::Event { .. } => return self.exchange(tree),
            Head::SetPriority => {
                vec![
                    self.expression(&tree.kids[0], Sort::Process),
                    self.expression(&tree.kids[1], Sort::Number),
                ]
            }
            _ => tree.kids.iter().map(|kid| self.statement(kid)).collect(),
        };
        Node { unordered: tree.is_unordered(), ..self.node(&tree.head, kids) }
    }

    /// The parameters are variables of a process that is yet to be created.
    fn run(&mut self, tree: &Tree, proctype: ProctypeId, has_result: bool) -> Vec<Node> {
        let args = tree.kids.len() - usize::from(has_result);
        let one = |(i, kid): (usize, &Tree)| {
            if i == args {
                return self.place(kid, Sort::Process);
            }
            let param = VarKey::local(Owner::Later(proctype), proctype, LocalId(i as u32));
            self.expression(kid, self.sorts.variable(param))
        };
        tree.kids.iter().enumerate().map(one).collect()
    }

    /// A send, a receive, a poll or an event.
    pub fn exchange(&mut self, tree: &Tree) -> Node {
        let mut kids = vec![self.expression(&tree.kids[0], Sort::Channel)];
        let shapes = self.shapes(&tree.kids[0]);
        if shapes.is_empty() {
            // No channel can be meant: there is a fault before anything else is looked at.
            return self.node(&tree.head, kids);
        }
        let fields = self.message(&shapes, tree.kids.len() - 1);
        let sorted = matches!(tree.head, Head::Send { sorted: true });
        for (kid, &sort) in tree.kids[1..].iter().zip(&fields) {
            if sorted {
                self.obligations.insert(Obligation::Unmoved(sort));
            }
            let node = match kid.head {
                Head::Match => {
                    let inner = self.expression(&kid.kids[0], sort);
                    self.node(&kid.head, vec![inner])
                }
                Head::Bind => {
                    let inner = self.place(&kid.kids[0], sort);
                    self.node(&kid.head, vec![inner])
                }
                _ => self.expression(kid, sort),
            };
            kids.push(node);
        }
        self.node(&tree.head, kids)
    }

    /// The sorts of the fields of a message: those of the shapes of channel that may be meant, also of those with another
    /// number of fields, which patterns are compared with before that is noticed. Where the shapes disagree, no value of
    /// their sorts may move.
    fn message(&mut self, shapes: &[ChannelTypeId], fields: usize) -> Vec<Sort> {
        let mut sorts = Vec::new();
        for field in 0..fields {
            let has_field = |shape: &&ChannelTypeId| field < self.program.channel_type(**shape).fields.len();
            let with_field = shapes.iter().filter(has_field);
            let mut all: Vec<Sort> = with_field.map(|&shape| self.sorts.field(shape, field)).collect();
            all.sort_unstable();
            all.dedup();
            if all.len() > 1 {
                self.obligations.extend(all.iter().map(|&sort| Obligation::Unmoved(sort)));
            }
            sorts.push(all.first().copied().unwrap_or(Sort::Number));
        }
        sorts
    }

    /// A `trace` watches every channel that it mentions anywhere, also where it never gets to.
    pub fn trace(&mut self) {
        let Some((_, automaton)) = self.program.trace else { return };
        let watches = |t: &&program::Transition| matches!(t.statement, Statement::Event { .. });
        let all = &self.program.proctype(automaton).locations;
        let mentioned = all.iter().flat_map(|l| &l.transitions).filter(watches).count();
        let read = self.instance.observers.iter().filter(|code| code.proctype == automaton);
        let edges = read.flat_map(|code| &code.locations).flat_map(|(_, edges)| edges);
        if edges.filter(|e| matches!(e.action.head, Head::Event { .. })).count() < mentioned {
            self.obligations.insert(Obligation::Channels);
        }
    }
}
