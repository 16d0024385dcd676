//! SPIN's trail files: `depth:process:statement` on a line for each move.
//!
//! Lines with negative numbers say other things: `-4` that the verifier merged statements, `-2` that it was run with a claim, which is
//! process 0 then, so that the others are counted from 1; `-1` where a cycle begins. Merged statements have one line, the first.

use checker::Step;

use crate::follow::Route;

/// A trail that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// Process and SPIN's number of the statement, of each move.
    pub(crate) moves: Vec<(u32, u32)>,
    /// The verifier had merged statements.
    pub(crate) is_merged: bool,
    /// How many moves come before the cycle, if there is one.
    pub cycle_from: Option<usize>,
}

impl Trail {
    /// Reads a trail; an error says which line is none.
    ///
    /// ```
    /// use quotient::Trail;
    ///
    /// let trail = Trail::parse("-4:-4:-4\n1:0:3\n2:1:7\n").expect("a trail");
    /// assert_eq!(trail.len(), 2);
    /// assert!(Trail::parse("1:0").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Trail, String> {
        let mut lines = Vec::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let parts: Option<Vec<i64>> = line.trim().split(':').map(|part| part.parse().ok()).collect();
            match parts.as_deref() {
                Some(&[depth, process, id]) => lines.push((depth, process, id)),
                _ => return Err(format!("line {} is not depth:process:statement", number + 1)),
            }
        }
        let has_claim = lines.iter().any(|&(depth, ..)| depth == -2);
        let mut trail = Trail::default();
        for (depth, process, id) in lines {
            match (depth, u32::try_from(process), u32::try_from(id)) {
                (-4, ..) => trail.is_merged = true,
                (-1, ..) => trail.cycle_from = Some(trail.moves.len()),
                (..0, ..) => {}
                (_, Ok(0), _) if has_claim => {}
                (_, Ok(process), Ok(id)) => trail.moves.push((process - u32::from(has_claim), id)),
                _ => return Err(format!("`{depth}:{process}:{id}` is no move")),
            }
        }
        Ok(trail)
    }

    /// The same without its last move.
    pub(crate) fn without_last(&self) -> Trail {
        let mut shorter = self.clone();
        shorter.moves.pop();
        shorter
    }

    /// How many moves it has.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

impl Route for Trail {
    fn length(&self) -> usize {
        self.moves.len()
    }

    fn fits(&self, step: &Step, made: usize) -> Option<(usize, u8)> {
        let mut after = made;
        for (line, &id) in step.moves.iter().zip(&step.spin_ids) {
            let is_next = self.moves.get(after).is_some_and(|&own| Some(own.0) == line.pid && own.1 == id);
            // What was merged with the last move that was told has no line of its own.
            let may_be_merged = self.is_merged && after > 0 && line.pid == Some(self.moves[after - 1].0);
            match (is_next, may_be_merged) {
                (true, _) => after += 1,
                (false, true) => {}
                (false, false) => return None,
            }
        }
        Some((after, u8::from(after == made)))
    }
}

#[cfg(test)]
mod tests {
    use super::Trail;

    #[test]
    fn lines_with_negative_numbers_are_no_moves() {
        let plain = Trail::parse("-4:-4:-4\n1:0:3\n2:1:7\n").expect("a trail");
        assert_eq!((plain.moves, plain.cycle_from), (vec![(0, 3), (1, 7)], None));
        let claimed =
            Trail::parse("-2:3:-2\n-4:-4:-4\n1:0:9\n2:1:3\n-1:-1:-1\n3:0:9\n4:2:7\n").expect("a trail");
        assert_eq!((claimed.moves, claimed.cycle_from), (vec![(0, 3), (1, 7)], Some(1)));
        assert!(Trail::parse("1:0").is_err_and(|why| why.contains("line 1")));
        assert!(Trail::parse("1:-3:4").is_err_and(|why| why.contains("no move")));
    }
}
