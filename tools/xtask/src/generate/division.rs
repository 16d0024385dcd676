//! Divisions by variables, which may be zero: where they may stand.
//!
//! Division by zero is an error in Promela, and pan dies of it, if the division is executed. gcc does not execute every
//! division that is written: without any optimisation asked for it still folds `0 / x`, `0 % x`, `x / x` and `x % x`,
//! and it drops a division whose result cannot matter (`0 * (x / y)`, `x / y && 0`). SPIN then holds where the language
//! has an error. So a variable divisor is grown only where the quotient is the whole value of an assignment, with two
//! different variables, none of which stands for an inline's argument; and the shrinker leaves it that way.
use super::grow::{Grower, INLINE_PARAMETERS};
use super::scope::{Known, Role};
use super::tree::{Block, Expression, Program, Statement};

impl Grower {
    /// A quotient or remainder of two different variables; a constant where there are none.
    pub fn quotient(&mut self) -> Expression {
        let fits = |known: &Known| known.role == Role::Number && !INLINE_PARAMETERS.contains(&&*known.name);
        let left = self.scope.variable(&mut self.random, fits);
        let right = left.as_ref().and_then(|left| {
            self.scope.variable(&mut self.random, |known| fits(known) && known.name != left.name)
        });
        let (Some(left), Some(right)) = (left, right) else { return Expression::Number(1) };
        let operator = ["/", "%"][self.random.below(2)];
        let (left, right) = (self.place_of(&left), self.place_of(&right));
        Expression::binary(Expression::Read(left), operator, Expression::Read(right))
    }
}

/// Whether every division in the program is executed as it is written.
pub fn divisions_are_executed(program: &Program) -> bool {
    program.clone().blocks().into_iter().all(block)
}

fn block(block: &mut Block) -> bool {
    block.iter_mut().all(|statement| {
        let whole = assigns_quotient(statement);
        let expressions = statement.expressions();
        let last = expressions.len().saturating_sub(1);
        let fine = expressions.into_iter().enumerate().all(|(i, e)| (whole && i == last) || expression(e));
        fine && statement.blocks().into_iter().all(self::block)
    })
}

fn assigns_quotient(statement: &Statement) -> bool {
    match statement {
        Statement::Assign(_, value) => is_quotient_of_variables(value),
        Statement::Label(_, inner) => assigns_quotient(inner),
        _ => false,
    }
}

fn is_quotient_of_variables(value: &Expression) -> bool {
    let Expression::Binary("/" | "%", left, right) = value else { return false };
    matches!((&**left, &**right), (Expression::Read(left), Expression::Read(right)) if left.name != right.name)
}

fn expression(e: &mut Expression) -> bool {
    let by_variable = match e {
        Expression::Binary("/" | "%", _, right) => !matches!(**right, Expression::Number(1..)),
        _ => false,
    };
    !by_variable && e.children().into_iter().all(expression)
}

#[cfg(test)]
mod tests {
    use super::super::{Flavour, program, shrink};
    use super::*;

    #[test]
    fn no_division_is_grown_or_left_that_gcc_would_fold() {
        let mut by_variables = 0;
        for seed in 0..400 {
            let grown = program(Flavour::General, seed);
            assert!(divisions_are_executed(&grown), "seed {seed}");
            let divides = |program: &Program| any_quotient(&mut program.clone());
            if divides(&grown) && by_variables < 20 {
                by_variables += 1;
                let small = shrink(&grown, 2000, divides);
                assert!(divides(&small) && divisions_are_executed(&small), "seed {seed}");
            }
        }
        assert!(by_variables > 5, "{by_variables}");
    }

    fn any_quotient(program: &mut Program) -> bool {
        fn inside(block: &mut Block) -> bool {
            block
                .iter_mut()
                .any(|statement| assigns_quotient(statement) || statement.blocks().into_iter().any(inside))
        }
        program.blocks().into_iter().any(inside)
    }
}
