//! Plain text tables for terminals and logs: columns as wide as their widest cell, numbers to the right.

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
            let cells = (0..columns).map(|column| {
                let (value, width) = (cell(row, column), widths[column]);
                if is_number(&value) { format!("{value:>width$}") } else { format!("{value:<width$}") }
            });
            let line = cells.collect::<Vec<_>>().join("  ");
            text.push_str(line.trim_end());
            text.push('\n');
            if index == 0 {
                text.push_str(&"-".repeat(widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1)));
                text.push('\n');
            }
        }
        text
    }
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
}
