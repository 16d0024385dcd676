//! What `printf` and `printm` write: SPIN's conversions `%d %u %x %o %c %e` and C's escapes.

use super::world::World;
use super::{Interpreter, Move, Offer};
use crate::Program;

impl Interpreter {
    /// What a move prints in a state; `None` where it prints nothing.
    pub fn printed(&self, state: &[u8], mv: Move) -> Option<String> {
        let mut world = World::of(self.layout(), state);
        world.printed = Some(String::new());
        let transition = self.transition_of(&world, mv)?;
        // An error of a later statement does not undo what was printed.
        let _ = self.perform(
            &mut world,
            mv.pid.index(),
            &transition.statement,
            &Offer::free(true, true),
            &mut None,
        );
        world.printed.filter(|text| !text.is_empty())
    }
}

/// Notes what is printed, if anybody wants to know.
pub(super) fn print(world: &mut World, program: &Program, format: &str, values: &[i32]) {
    if let Some(printed) = &mut world.printed {
        *printed += &formatted(program, format, values);
    }
}

/// The text of a format with its values.
fn formatted(program: &Program, format: &str, values: &[i32]) -> String {
    let mut out = String::new();
    let mut values = values.iter();
    let mut letters = format.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => out.extend(letters.next().map(escaped)),
            '%' => match letters.next() {
                Some('%') | None => out.push('%'),
                Some(conversion) => {
                    out += &converted(program, conversion, values.next().copied().unwrap_or(0))
                }
            },
            other => out.push(other),
        }
    }
    out
}

fn escaped(letter: char) -> char {
    match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        other => other,
    }
}

fn converted(program: &Program, conversion: char, value: i32) -> String {
    match conversion {
        'u' => value.cast_unsigned().to_string(),
        'x' => format!("{value:x}"),
        'o' => format!("{value:o}"),
        'c' => char::from(value as u8).to_string(),
        'e' => {
            let named = program.mtypes.iter().find(|(_, _, number)| *number == value);
            named.map_or_else(|| value.to_string(), |(_, name, _)| name.clone())
        }
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::formatted;
    use crate::Program;

    #[test]
    fn conversions_and_escapes_are_those_of_spin() {
        let mtypes = vec![("_unnamed_".into(), "ack".into(), 1), ("_unnamed_".into(), "req".into(), 2)];
        let program = Program { mtypes, ..Program::default() };
        assert_eq!(formatted(&program, "%d of %u\\n", &[-1, -1]), "-1 of 4294967295\n");
        assert_eq!(formatted(&program, "%e %x %o %c 100%%", &[2, 255, 8, 65]), "req ff 10 A 100%");
        assert_eq!(formatted(&program, "%e %d", &[9]), "9 0");
    }
}
