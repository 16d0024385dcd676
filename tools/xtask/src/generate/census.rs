//! Counts which constructs a set of programs uses, so that a construct that is never grown is noticed.
use super::tree::{Block, Expression, Initial, Program, Statement, Type};
use std::collections::BTreeMap;

/// In how many programs each construct occurs.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// Programs counted.
    pub programs: usize,
    /// Constructs by name.
    pub constructs: BTreeMap<&'static str, usize>,
}

impl Census {
    /// Adds one program.
    pub fn count(&mut self, program: &Program) {
        self.programs += 1;
        let mut seen = Seen::default();
        seen.program(program);
        for construct in seen.0.into_keys() {
            *self.constructs.entry(construct).or_default() += 1;
        }
    }
}

#[derive(Default)]
struct Seen(BTreeMap<&'static str, ()>);

impl Seen {
    fn add(&mut self, construct: &'static str) {
        self.0.insert(construct, ());
    }

    fn add_if(&mut self, condition: bool, construct: &'static str) {
        if condition {
            self.add(construct);
        }
    }

    fn program(&mut self, program: &Program) {
        self.add_if(!program.mtype.is_empty(), "mtype");
        self.add_if(!program.typedefs.is_empty(), "typedef");
        self.add_if(program.typedefs.len() > 1, "nested typedef");
        self.add_if(!program.inlines.is_empty(), "inline");
        self.add_if(program.init.is_some(), "init");
        for variable in
            program.globals.iter().chain(program.processes.iter().flat_map(|process| &process.locals))
        {
            match &variable.initial {
                Some(Initial::Channel(0, _)) => self.add("rendezvous channel"),
                Some(Initial::Channel(..)) => self.add("buffered channel"),
                _ => self.add_if(variable.size.is_some(), "array"),
            }
            self.add_if(
                variable.kind == Type::Basic("chan") && variable.initial.is_none(),
                "channel variable",
            );
            self.add_if(
                matches!(variable.initial, Some(Initial::Channel(..))) && variable.size.is_some(),
                "channel array",
            );
        }
        for process in &program.processes {
            self.add_if(process.active.is_some(), "active");
            self.add_if(!process.parameters.is_empty(), "parameters");
            self.add_if(process.provided.is_some(), "provided");
            self.add_if(process.priority.is_some(), "priority");
        }
        // The walk below needs mutable access only because the tree offers one kind of walk.
        let mut copy = program.clone();
        copy.blocks().into_iter().for_each(|block| self.block(block));
    }

    fn block(&mut self, block: &mut Block) {
        for statement in block {
            self.statement(statement);
            statement.expressions().into_iter().for_each(|expression| self.expression(expression));
            statement.blocks().into_iter().for_each(|block| self.block(block));
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let construct = match statement {
            Statement::Assign(..) => "assignment",
            Statement::Step(..) => "++ or --",
            Statement::Guard(_) => "expression statement",
            Statement::Else => "else",
            Statement::Send(_, "!!", _) => "sorted send",
            Statement::Send(..) => "send",
            Statement::Receive { copy: true, .. } => "copying receive",
            Statement::Receive { operator: "??", .. } => "random receive",
            Statement::Receive { .. } => "receive",
            Statement::If(_) => "if",
            Statement::Do(_) => "do",
            Statement::Atomic(_) => "atomic",
            Statement::DStep(_) => "d_step",
            Statement::Scope(..) => "inner declaration",
            Statement::Unless(..) => "unless",
            Statement::For(..) => "for range",
            Statement::ForIn(..) => "for in",
            Statement::Select(..) => "select",
            Statement::Label(name, inner) => {
                self.statement(inner);
                if name.starts_with("end") { "end label" } else { "label" }
            }
            Statement::Goto(_) => "goto",
            Statement::Break => "break",
            Statement::Assert(_) => "assert",
            Statement::Print(_) => "printf",
            Statement::Skip => "skip",
            Statement::Call(..) => "inline call",
        };
        self.add(construct);
    }

    fn expression(&mut self, expression: &mut Expression) {
        match expression {
            Expression::Word(word) if word == "_nr_pr" => self.add("_nr_pr"),
            Expression::Word(word) if word == "_pid" => self.add("_pid"),
            Expression::Word(word) if word == "timeout" => self.add("timeout"),
            Expression::Choice(..) => self.add("conditional expression"),
            Expression::Function(name, _) => self.add(name),
            Expression::Bare(_) => self.add("without parentheses"),
            Expression::Word(word) if word == "_last" => self.add("_last"),
            Expression::Poll(..) => self.add("poll"),
            Expression::AtLabel(..) => self.add("remote label"),
            Expression::Remote(..) => self.add("remote variable"),
            Expression::Run(..) => self.add("run"),
            _ => {}
        }
        expression.children().into_iter().for_each(|child| self.expression(child));
    }
}
