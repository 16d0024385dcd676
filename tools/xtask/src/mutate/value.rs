//! Mutations of what is computed: numbers, operators, variables, indices, types, sizes, capacities, numbers of
//! processes.
use super::names::{Names, expr, number, variable};
use super::walk::{Turn, Visitor};
use crate::generate::Random;
use promela::ast::{
    ArraySize, BinaryOp, Decl, Expr, ExprKind, Initialiser, Item, Program, TypeName, UnaryOp, VarRef,
    Visibility,
};

/// Changes one expression.
pub struct ExpressionEdit<'a> {
    /// Where.
    pub turn: Turn<'a>,
    /// Choices.
    pub random: Random,
    /// Variables to put in.
    pub names: &'a Names,
}

impl Visitor for ExpressionEdit<'_> {
    fn expression(&mut self, expression: &mut Expr) {
        let applies = match &expression.kind {
            ExprKind::Var(var) => var.parts.len() == 1 && var.parts[0].index.is_none(),
            kind => matches!(kind, ExprKind::Number(_) | ExprKind::Word(..) | ExprKind::Binary(..)),
        };
        if !applies || !self.turn.take() {
            return;
        }
        match &mut expression.kind {
            ExprKind::Number(value) => *value = other_number(*value, &mut self.random),
            ExprKind::Word(_, value) => {
                let words = [("false", 0), ("true", 1)];
                let (word, value) = words[usize::from(*value == 0)];
                expression.kind = ExprKind::Word(word, value);
            }
            ExprKind::Var(var) => match self.random.below(3) {
                0 => expression.kind = ExprKind::Number(self.random.below(3) as i32),
                _ => rename(var, &mut self.random, self.names),
            },
            ExprKind::Binary(operator, left, right) => match self.random.below(8) {
                0 => std::mem::swap(left, right),
                1 => {
                    let whole = Box::new(expression.clone());
                    expression.kind = ExprKind::Unary(UnaryOp::Not, whole);
                }
                _ => *operator = other_operator(*operator, &mut self.random),
            },
            _ => {}
        }
    }
}

fn rename(var: &mut VarRef, random: &mut Random, names: &Names) {
    if let (Some(part), Some(name)) = (var.parts.first_mut(), random.pick(&names.scalars)) {
        part.name.text.clone_from(name);
    }
}

fn other_number(value: i32, random: &mut Random) -> i32 {
    let near = [value.wrapping_add(1), value.wrapping_sub(1)];
    let far = [0, 1, 2, 7, 255, 256, -1, 300, 65_536];
    let from: &[i32] = if random.chance(70) { &near } else { &far };
    random.pick(from).copied().unwrap_or(0)
}

fn other_operator(operator: BinaryOp, random: &mut Random) -> BinaryOp {
    use BinaryOp::{
        Add, And, BitAnd, BitOr, BitXor, Divide, Equal, Greater, GreaterEqual, Less, LessEqual, Multiply,
        NotEqual, Or, Remainder, ShiftLeft, ShiftRight, Subtract,
    };
    let family: &[BinaryOp] = match operator {
        Equal | NotEqual | Less | Greater | LessEqual | GreaterEqual => {
            &[Equal, NotEqual, Less, Greater, LessEqual, GreaterEqual]
        }
        And | Or => &[And, Or],
        _ => &[Add, Subtract, Multiply, Divide, Remainder, BitAnd, BitOr, BitXor, ShiftLeft, ShiftRight],
    };
    let others: Vec<BinaryOp> = family.iter().copied().filter(|other| *other != operator).collect();
    random.pick(&others).copied().unwrap_or(operator)
}

/// Changes one index, also to one outside the array.
pub struct IndexEdit<'a> {
    /// Where.
    pub turn: Turn<'a>,
    /// Choices.
    pub random: Random,
    /// Variables to put in, and lengths of arrays.
    pub names: &'a Names,
}

impl Visitor for IndexEdit<'_> {
    fn variable(&mut self, var: &mut VarRef) {
        for part in &mut var.parts {
            let Some(index) = &mut part.index else { continue };
            if !self.turn.take() {
                continue;
            }
            let length = self.names.arrays.iter().find(|(array, _)| *array == part.name.text);
            let length = length.map_or(2, |(_, length)| *length);
            let plus_one = ExprKind::Binary(BinaryOp::Add, index.clone(), Box::new(number(1)));
            **index = match self.random.below(6) {
                0 => number(length),
                1 => number(length.saturating_add(self.random.between(0, 4) as i32)),
                2 => number(self.random.below(length.clamp(1, 64) as usize) as i32),
                3 => expr(ExprKind::Var(variable("_pid", None))),
                4 => self
                    .random
                    .pick(&self.names.scalars)
                    .map_or_else(|| number(0), |scalar| expr(ExprKind::Var(variable(scalar, None)))),
                _ => expr(plus_one),
            };
            return;
        }
    }
}

/// Changes one declaration: a type, a size, a capacity, an initial value, a visibility.
pub struct DeclarationEdit<'a> {
    /// Where.
    pub turn: Turn<'a>,
    /// Choices.
    pub random: Random,
}

impl Visitor for DeclarationEdit<'_> {
    fn declaration(&mut self, decl: &mut Decl) {
        if !self.turn.take() {
            return;
        }
        let random = &mut self.random;
        let which = random.below(decl.vars.len());
        let Some(var) = decl.vars.get_mut(which) else { return };
        match (&mut var.init, &mut var.size) {
            (Some(Initialiser::Channel(channel)), _) => {
                channel.capacity = number(random.between(0, 4) as i32);
                return;
            }
            (_, Some(ArraySize::Const(Expr { kind: ExprKind::Number(size), .. }))) if random.chance(60) => {
                *size =
                    if random.chance(50) { size.saturating_add(1) } else { size.saturating_sub(1).max(1) };
                return;
            }
            (init @ None, None) if random.chance(40) => {
                *init = Some(Initialiser::Value(number(random.between(0, 3) as i32)));
                return;
            }
            _ => {}
        }
        if random.chance(25) {
            decl.visibility = if decl.visibility.is_none() { Some(Visibility::Hidden) } else { None };
        } else if !matches!(
            decl.ty,
            TypeName::Chan | TypeName::User(_) | TypeName::Mtype(_) | TypeName::Unsigned
        ) {
            let types = [
                TypeName::Bit,
                TypeName::Bool,
                TypeName::Byte,
                TypeName::Pid,
                TypeName::Short,
                TypeName::Int,
            ];
            decl.ty = random.pick(&types).cloned().unwrap_or(TypeName::Byte);
        }
    }
}

/// Changes the number of processes of one `active` type. False where there is none.
pub fn change_active(program: &mut Program, random: &mut Random) -> bool {
    let mut active: Vec<_> = program
        .items
        .iter_mut()
        .filter_map(|item| match item {
            Item::Proctype(proctype) => proctype.active.as_mut(),
            _ => None,
        })
        .collect();
    let which = random.below(active.len());
    let Some(count) = active.get_mut(which) else { return false };
    **count = Some(ArraySize::Const(number(random.between(1, 4) as i32)));
    true
}
