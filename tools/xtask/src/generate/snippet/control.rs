//! Sequences, choices, loops and jumps.
use super::super::grow::INLINE_PARAMETERS;
use super::super::plant::{Planter, byte};
use super::super::tree::{Block, Expression, Inline, Place, Statement};
use super::{equals, name, number, receive, set, turned};

impl Planter {
    /// Sequences and choices.
    pub(super) fn control_snippet(&mut self, feature: &str) -> Option<Block> {
        Some(match feature {
            "atomic" => vec![Statement::Atomic(vec![self.effect(), self.effect()])],
            "d_step" => vec![Statement::DStep(vec![self.effect(), self.effect()])],
            "unless" => {
                let main = vec![self.effect(), self.effect(), self.effect()];
                let limit = self.random.below(3) as i64;
                vec![Statement::Unless(main, vec![Statement::Guard(equals(name("g"), limit)), self.effect()])]
            }
            "private prefix" => {
                let first = set("x", turned("x", 1, 2));
                let sum = Expression::binary(Expression::binary(name("g"), "+", name("x")), "%", number(3));
                let rest = set("g", sum);
                vec![if self.random.chance(70) {
                    Statement::Atomic(vec![first, rest])
                } else {
                    Statement::DStep(vec![first, rest])
                }]
            }
            "else" => {
                let guard = Statement::Guard(equals(name("g"), 1));
                vec![Statement::If(vec![vec![guard, self.effect()], vec![Statement::Else, self.effect()]])]
            }
            "else beside receive" => {
                let channel = self.buffered();
                let option = vec![receive(&channel, self.pattern()), self.effect()];
                vec![Statement::If(vec![option, vec![Statement::Else]])]
            }
            "else beside rendezvous" => {
                let option = vec![self.handshake(), self.effect()];
                let otherwise = vec![Statement::Else, self.effect()];
                let otherwise =
                    if self.random.chance(50) { vec![self.sequence(otherwise)] } else { otherwise };
                vec![Statement::If(vec![option, otherwise])]
            }
            "else in a sequence" => {
                let option = vec![Statement::Guard(equals(name("g"), 1)), self.effect()];
                let body = vec![Statement::Else, self.effect(), self.effect()];
                let otherwise = self.sequence(body);
                vec![Statement::If(vec![option, vec![otherwise]])]
            }
            "sequence under unless" => {
                let inner = vec![self.effect(), self.effect()];
                let main = vec![self.sequence(inner), self.effect()];
                let limit = self.random.below(3) as i64;
                vec![Statement::Unless(main, vec![Statement::Guard(equals(name("g"), limit)), self.effect()])]
            }
            "jump out of atomic" => self.jump_out(),
            "nested if" => {
                let inner = Statement::If(vec![vec![self.effect()], vec![self.effect()]]);
                vec![Statement::If(vec![vec![self.effect(), inner], vec![Statement::Skip]])]
            }
            "do with break" => {
                let guard = Statement::Guard(equals(name("x"), 0));
                let again = vec![guard, set("x", number(1)), self.effect()];
                vec![Statement::Do(vec![again, vec![Statement::Break]])]
            }
            _ => return None,
        })
    }

    /// Jumps, loops, scopes and labels.
    pub(super) fn loop_snippet(&mut self, feature: &str) -> Option<Block> {
        Some(match feature {
            "goto" => self.jump(),
            "for range" => {
                let i = self.local(byte("i", None));
                vec![Statement::For(i, number(0), number(1), vec![self.effect()])]
            }
            "for in" => {
                let (i, array) = (self.local(byte("i", None)), self.global(byte("cells", Some(2))));
                let body = vec![Statement::Assign(Place::element(&array, name(&i)), self.small())];
                vec![Statement::ForIn(i, array, body)]
            }
            "select" => vec![Statement::Select("x".to_owned(), number(0), number(1))],
            "inner declaration" => {
                let inner = self.fresh("inner");
                let body = vec![set(&inner, number(1)), self.effect()];
                vec![Statement::Scope(vec![byte(&inner, None)], body)]
            }
            "inline call" => vec![self.call()],
            "timeout" => vec![Statement::Guard(Expression::word("timeout")), self.effect()],
            "end label" | "accept label" | "progress label" => {
                let stem = feature.split(' ').next().unwrap_or("end");
                vec![Statement::Label(self.fresh(stem), Box::new(self.effect()))]
            }
            _ => return None,
        })
    }

    /// A label, a step, and sometimes a jump back to the label.
    fn jump(&mut self) -> Block {
        let label = self.fresh("L");
        let step = Statement::Label(label.clone(), Box::new(set("x", turned("x", 1, 2))));
        let guard = Statement::Guard(equals(name("x"), 1));
        let back = Statement::If(vec![vec![guard, Statement::Goto(label)], vec![Statement::Else]]);
        vec![step, back]
    }

    /// An `atomic` left by a jump to a step behind it, over another.
    fn jump_out(&mut self) -> Block {
        let label = self.fresh("L");
        let guard = Statement::Guard(equals(name("g"), 1));
        let leave = Statement::If(vec![vec![guard, Statement::Goto(label.clone())], vec![Statement::Else]]);
        let atomic = Statement::Atomic(vec![self.effect(), leave, self.effect()]);
        vec![atomic, self.effect(), Statement::Label(label, Box::new(self.effect()))]
    }

    /// The statements as one sequence of either kind.
    fn sequence(&mut self, statements: Block) -> Statement {
        match self.random.chance(50) {
            true => Statement::Atomic(statements),
            false => Statement::DStep(statements),
        }
    }

    fn call(&mut self) -> Statement {
        if self.program.inlines.is_empty() {
            let [to, from] = INLINE_PARAMETERS;
            let sum = Expression::binary(Expression::binary(name(to), "+", name(from)), "%", number(3));
            let parameters = INLINE_PARAMETERS.map(str::to_owned).to_vec();
            self.program.inlines.push(Inline {
                name: "update".to_owned(),
                parameters,
                body: vec![set(to, sum)],
            });
        }
        Statement::Call("update".to_owned(), vec![name("g"), name("x")])
    }
}
