//! `printf`: what a run prints, as SPIN's simulator formats it.
//!
//! The conversions are those of SPIN: `%d %u %i %x %o %c %e`, of which `%e` writes the name of an `mtype` constant, and `%%`.
//! A conversion without a value, or an unknown one, is printed as it stands.

use super::world::World;
use super::{Interpreter, Move};
use crate::{Expr, VarRef};

impl Interpreter {
    /// What each of a step's moves prints; ends early at a move that faults.
    pub fn printed(&self, state: &[u8], moves: &[Move]) -> Vec<String> {
        let mut world = World::of(&self.layout, state);
        world.printed = Some(String::new());
        let mut all = Vec::new();
        self.repeat(world, moves, &mut |world| {
            all.push(world.printed.as_mut().map(std::mem::take).unwrap_or_default());
        });
        all
    }

    /// Adds a text to what was printed, if that is kept.
    pub(super) fn print(
        &self,
        world: &mut World,
        pid: usize,
        (format, args): (&str, &[Expr]),
        values: &[i32],
    ) {
        if world.printed.is_none() {
            return;
        }
        let text = self.formatted(world, pid, (format, args), values);
        if let Some(printed) = &mut world.printed {
            printed.push_str(&text);
        }
    }

    fn formatted(
        &self,
        world: &World,
        pid: usize,
        (format, args): (&str, &[Expr]),
        values: &[i32],
    ) -> String {
        let mut out = String::new();
        let mut next = args.iter().zip(values);
        let mut chars = format.chars().peekable();
        while let Some(c) = chars.next() {
            match (c, chars.peek().copied()) {
                ('\\', Some(escaped)) => {
                    chars.next();
                    out.push(escape(escaped));
                }
                ('%', Some('%')) => {
                    chars.next();
                    out.push('%');
                }
                ('%', Some(conversion @ ('d' | 'i' | 'u' | 'x' | 'o' | 'c' | 'e'))) => match next.next() {
                    Some((arg, &value)) => {
                        chars.next();
                        out.push_str(&self.converted(world, pid, conversion, arg, value));
                    }
                    None => out.push('%'),
                },
                _ => out.push(c),
            }
        }
        out
    }

    fn converted(&self, world: &World, pid: usize, conversion: char, arg: &Expr, value: i32) -> String {
        match conversion {
            'u' => (value as u32).to_string(),
            'x' => format!("{value:x}"),
            'o' => format!("{value:o}"),
            'c' => char::from(value as u8).to_string(),
            'e' => self.constant_name(world, pid, arg, value).unwrap_or_else(|| value.to_string()),
            _ => value.to_string(),
        }
    }

    /// The `mtype` constant of a value: of the variable's own set if the expression is a variable.
    fn constant_name(&self, world: &World, pid: usize, arg: &Expr, value: i32) -> Option<String> {
        let program = self.program();
        let variable = match arg {
            Expr::Load(place) => match &place.var {
                VarRef::Global(id) => Some(program.global(*id)),
                VarRef::Local(id) => {
                    let process = world.configuration.process(pid);
                    process.map(|(proctype, _)| program.proctype(proctype).local(*id))
                }
                VarRef::Remote { proctype, local, .. } => Some(program.proctype(*proctype).local(*local)),
                VarRef::Scratch => None,
            },
            _ => None,
        };
        let set = variable.and_then(|variable| variable.mtype.as_deref());
        let named = |own: Option<&str>| {
            let fits = |(s, _, v): &&(String, String, i32)| *v == value && own.is_none_or(|own| own == s);
            program.mtypes.iter().find(fits).map(|(_, name, _)| name.clone())
        };
        named(set)
    }
}

fn escape(c: char) -> char {
    match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        other => other,
    }
}
