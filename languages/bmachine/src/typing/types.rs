//! Types of B and their unification.
//!
//! B's types are built from the integers, booleans, strings and given sets by power set, product and record. Inference
//! is Robinson's: variables are bound by unification, with path compression. A variable is never bound to a type that
//! contains it; such an attempt is a type error and not an infinite loop.

use std::fmt::Write;

/// A type, or a variable standing for one, in a [`TypeTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeId(pub u32);

/// The shape of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Integer,
    Boolean,
    Text,
    Given(usize),
    Power(TypeId),
    Product(TypeId, TypeId),
    /// Fields sorted by name.
    Record(Vec<(String, TypeId)>),
    Variable,
    /// A variable that was bound.
    Link(TypeId),
    /// A record of which only one field is known so far.
    HasField(String, TypeId),
}

/// Two types that cannot be made equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch;

/// All types of a program.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    cells: Vec<Type>,
}

/// Deepest nesting of types that is unified; deeper ones are refused rather than risking the stack.
const MAX_DEPTH: u32 = 200;

impl TypeTable {
    pub fn add(&mut self, ty: Type) -> TypeId {
        self.cells.push(ty);
        TypeId(self.cells.len() as u32 - 1)
    }

    pub fn fresh(&mut self) -> TypeId {
        self.add(Type::Variable)
    }

    pub fn power(&mut self, element: TypeId) -> TypeId {
        self.add(Type::Power(element))
    }

    pub fn product(&mut self, left: TypeId, right: TypeId) -> TypeId {
        self.add(Type::Product(left, right))
    }

    pub fn relation(&mut self, left: TypeId, right: TypeId) -> TypeId {
        let pair = self.product(left, right);
        self.power(pair)
    }

    /// Follows bound variables.
    pub fn find(&self, mut id: TypeId) -> TypeId {
        while let Type::Link(next) = self.cells[id.0 as usize] {
            id = next;
        }
        id
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.cells[self.find(id).0 as usize]
    }

    /// Makes the two types equal, or says that they cannot be.
    pub fn unify(&mut self, left: TypeId, right: TypeId) -> Result<(), Mismatch> {
        self.unify_at(left, right, 0)
    }

    fn unify_at(&mut self, left: TypeId, right: TypeId, depth: u32) -> Result<(), Mismatch> {
        let (left, right) = (self.find(left), self.find(right));
        if left == right {
            return Ok(());
        }
        if depth > MAX_DEPTH {
            return Err(Mismatch);
        }
        match (self.cells[left.0 as usize].clone(), self.cells[right.0 as usize].clone()) {
            (Type::Variable, _) => self.bind(left, right),
            (_, Type::Variable) => self.bind(right, left),
            (Type::Integer, Type::Integer) | (Type::Boolean, Type::Boolean) | (Type::Text, Type::Text) => {
                Ok(())
            }
            (Type::Given(a), Type::Given(b)) if a == b => Ok(()),
            (Type::Power(a), Type::Power(b)) => self.unify_at(a, b, depth + 1),
            (Type::Product(a, b), Type::Product(c, d)) => {
                self.unify_at(a, c, depth + 1)?;
                self.unify_at(b, d, depth + 1)
            }
            (Type::Record(a), Type::Record(b)) if a.len() == b.len() => {
                for ((name_a, a), (name_b, b)) in a.iter().zip(&b) {
                    if name_a != name_b {
                        return Err(Mismatch);
                    }
                    self.unify_at(*a, *b, depth + 1)?;
                }
                Ok(())
            }
            (Type::HasField(name, field), Type::Record(fields)) => {
                self.bind(left, right)?;
                self.unify_field(&name, field, &fields, depth)
            }
            (Type::Record(fields), Type::HasField(name, field)) => {
                self.bind(right, left)?;
                self.unify_field(&name, field, &fields, depth)
            }
            (Type::HasField(a, x), Type::HasField(b, y)) if a == b => {
                self.bind(left, right)?;
                self.unify_at(x, y, depth + 1)
            }
            _ => Err(Mismatch),
        }
    }

    fn unify_field(
        &mut self,
        name: &str,
        field: TypeId,
        fields: &[(String, TypeId)],
        depth: u32,
    ) -> Result<(), Mismatch> {
        let (_, known) = fields.iter().find(|(own, _)| own == name).ok_or(Mismatch)?;
        self.unify_at(field, *known, depth + 1)
    }

    fn bind(&mut self, variable: TypeId, ty: TypeId) -> Result<(), Mismatch> {
        if self.occurs(variable, ty, 0) {
            return Err(Mismatch);
        }
        self.cells[variable.0 as usize] = Type::Link(ty);
        Ok(())
    }

    fn occurs(&self, variable: TypeId, ty: TypeId, depth: u32) -> bool {
        let ty = self.find(ty);
        if ty == variable || depth > MAX_DEPTH {
            return true;
        }
        match &self.cells[ty.0 as usize] {
            Type::Power(a) => self.occurs(variable, *a, depth + 1),
            Type::Product(a, b) => {
                self.occurs(variable, *a, depth + 1) || self.occurs(variable, *b, depth + 1)
            }
            Type::Record(fields) => fields.iter().any(|(_, f)| self.occurs(variable, *f, depth + 1)),
            _ => false,
        }
    }

    /// Whether no variable is left in the type.
    pub fn is_closed(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Power(a) => self.is_closed(*a),
            Type::Product(a, b) => self.is_closed(*a) && self.is_closed(*b),
            Type::Record(fields) => fields.iter().all(|(_, f)| self.is_closed(*f)),
            Type::Variable | Type::HasField(..) => false,
            _ => true,
        }
    }

    /// The type as the user would write it; `?` for what is unknown.
    pub fn show(&self, id: TypeId, sets: &[String]) -> String {
        let mut out = String::new();
        self.show_into(id, sets, &mut out, 0);
        out
    }

    fn show_into(&self, id: TypeId, sets: &[String], out: &mut String, depth: u32) {
        if depth > 12 {
            out.push('…');
            return;
        }
        match self.get(id) {
            Type::Integer => out.push_str("INTEGER"),
            Type::Boolean => out.push_str("BOOL"),
            Type::Text => out.push_str("STRING"),
            Type::Given(set) => out.push_str(sets.get(*set).map_or("?", |name| name)),
            Type::Power(inner) => {
                out.push_str("POW(");
                self.show_into(*inner, sets, out, depth + 1);
                out.push(')');
            }
            Type::Product(left, right) => {
                out.push('(');
                self.show_into(*left, sets, out, depth + 1);
                out.push_str(" * ");
                self.show_into(*right, sets, out, depth + 1);
                out.push(')');
            }
            Type::Record(fields) => {
                out.push_str("struct(");
                for (position, (name, field)) in fields.iter().enumerate() {
                    let _ = write!(out, "{}{name}: ", if position > 0 { ", " } else { "" });
                    self.show_into(*field, sets, out, depth + 1);
                }
                out.push(')');
            }
            Type::HasField(name, _) => {
                let _ = write!(out, "struct({name}: …)");
            }
            Type::Variable | Type::Link(_) => out.push('?'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_is_never_bound_to_a_type_that_contains_it() {
        let mut table = TypeTable::default();
        let variable = table.fresh();
        let set = table.power(variable);
        assert_eq!(table.unify(variable, set), Err(Mismatch));
        let integer = table.add(Type::Integer);
        assert_eq!(table.unify(variable, integer), Ok(()));
        assert_eq!(table.show(set, &[]), "POW(INTEGER)");
    }

    #[test]
    fn a_known_field_meets_its_record() {
        let mut table = TypeTable::default();
        let (integer, field) = (table.add(Type::Integer), table.fresh());
        let partial = table.add(Type::HasField("a".into(), field));
        let record = table.add(Type::Record(vec![("a".into(), integer)]));
        assert_eq!(table.unify(partial, record), Ok(()));
        assert_eq!(*table.get(field), Type::Integer);
    }
}
