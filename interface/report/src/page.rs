//! How much room a report in text has, and how texts are brought to it.

/// Where a report in text is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page {
    /// Columns of the terminal; without one nothing is cut.
    pub width: Option<usize>,
    /// Long runs are shown whole.
    pub is_full: bool,
}

impl Page {
    /// A line that fits; what is cut away is marked.
    pub fn line(self, text: &str) -> String {
        match self.width {
            Some(width) => clipped(text.trim_end(), width),
            None => text.trim_end().into(),
        }
    }

    /// Entries one after the other, behind a title of `indent` columns on the first line and behind blanks on the others.
    pub(crate) fn wrapped(self, title: &str, indent: usize, entries: &[String]) -> String {
        const USUAL: usize = 100;
        let room = self.width.unwrap_or(USUAL).max(indent + 20);
        let mut out = String::new();
        let mut line = padded(title, indent);
        let mut is_empty = true;
        for entry in entries {
            let gap = if is_empty { 0 } else { 2 };
            if !is_empty && line.chars().count() + gap + entry.chars().count() > room {
                out += self.line(&line).as_str();
                out.push('\n');
                line = " ".repeat(indent);
                is_empty = true;
            }
            if !is_empty {
                line += "  ";
            }
            line += entry;
            is_empty = false;
        }
        out += self.line(&line).as_str();
        out.push('\n');
        out
    }
}

/// At most so many characters of a text.
pub(crate) fn clipped(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        false => text.into(),
    }
}

/// A text with blanks behind it, up to so many columns.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.chars().count())))
}

/// `2,700`.
pub(crate) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_texts_cut() {
        assert_eq!(thousands(7), "7");
        assert_eq!(thousands(2700), "2,700");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(clipped("abcdef", 4), "abc…");
        assert_eq!(clipped("abcd", 4), "abcd");
    }

    #[test]
    fn entries_continue_below_the_first() {
        let page = Page { width: Some(30), is_full: false };
        let entries = ["aa = 100".to_owned(), "bb = 200".into(), "cc = 300".into()];
        assert_eq!(page.wrapped("  P(0)", 8, &entries), "  P(0)  aa = 100  bb = 200\n        cc = 300\n");
    }
}
