//! Plain text tables for terminals and logs: columns as wide as their widest cell, numbers to the right. Where rows
//! take minutes, each is printed when it is there, in columns whose width is given beforehand.
use std::io::Write;

/// A table under construction; the first row is the heading.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these column headings.
    pub fn new(headings: &[&str]) -> Table {
        Table { rows: vec![headings.iter().map(|&heading| heading.to_owned()).collect()] }
    }

    /// Adds a row; missing cells are empty.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The text, with a line under the headings.
    pub fn render(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |row: &Vec<String>, column: usize| row.get(column).cloned().unwrap_or_default();
        let width_of =
            |column| self.rows.iter().map(|row| cell(row, column).chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width_of).collect();
        let mut text = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            text.push_str(&aligned(row, &widths));
            if index == 0 {
                text.push_str(&rule(&widths));
            }
        }
        text
    }
}

/// A table whose rows are printed as they come.
pub struct LiveTable {
    widths: Vec<usize>,
}

impl LiveTable {
    /// Prints the headings, each above a column of this width.
    pub fn new(columns: &[(&str, usize)]) -> LiveTable {
        let widths: Vec<usize> = columns.iter().map(|(name, width)| name.len().max(*width)).collect();
        let headings: Vec<String> = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        show(&format!("{}{}", aligned(&headings, &widths), rule(&widths)));
        LiveTable { widths }
    }

    /// Prints a row; cells that are too wide push the others aside.
    pub fn row(&self, cells: &[String]) {
        show(&aligned(cells, &self.widths));
    }
}

/// Prints at once. A closed output is no reason to stop: the exit code still tells.
fn show(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn rule(widths: &[usize]) -> String {
    format!("{}\n", "-".repeat(widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)))
}

fn aligned(row: &[String], widths: &[usize]) -> String {
    let cells = widths.iter().enumerate().map(|(column, &width)| {
        let value = row.get(column).map_or("", String::as_str);
        if is_number(value) { format!("{value:>width$}") } else { format!("{value:<width$}") }
    });
    format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
}

fn is_number(cell: &str) -> bool {
    let digits = cell.bytes().filter(u8::is_ascii_digit).count();
    digits > 0 && cell.bytes().all(|byte| byte.is_ascii_digit() || b".,-x%e+ ".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(&["name", "states"]);
        table.row(vec!["a".to_owned(), "12345678".to_owned()]);
        table.row(vec!["longer".to_owned(), "1".to_owned()]);
        let expected = "name    states\n----------------\na       12345678\nlonger         1\n";
        assert_eq!(table.render(), expected);
    }

    #[test]
    fn a_wide_cell_pushes_the_others_aside() {
        let cells = ["longer".to_owned(), "1".to_owned()];
        assert_eq!(aligned(&cells, &[4, 3]), "longer    1\n");
        assert_eq!(aligned(&cells[..1], &[8, 3]), "longer\n");
    }
}
