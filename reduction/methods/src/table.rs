//! The table of methods in the README.

use crate::{Exact, Language, Method};

/// One row for each method, in Markdown. Methods that not every build has are left out.
pub fn table() -> String {
    let mut out = String::from("| `--symmetry` | what it does | for | exact |\n|---|---|---|---|\n");
    for method in Method::ALL {
        let facts = method.facts();
        if facts.name == "nauty" {
            continue;
        }
        let languages: Vec<String> = facts.languages.iter().map(Language::to_string).collect();
        let exact = match facts.exact {
            Exact::Always => "yes",
            Exact::UnlessGivenUp => "yes, unless it says that it gave up",
            Exact::WithoutReferences => "without references",
            Exact::Never => "no",
        };
        let unsound: Vec<String> =
            facts.unsound.iter().map(|language| format!("; not sound in {language}")).collect();
        let (languages, unsound) = (languages.join(", "), unsound.concat());
        out.push_str(&format!("| `{}` | {} | {languages} | {exact}{unsound} |\n", facts.name, facts.what));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_has_this_table() {
        let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
        let readme = std::fs::read_to_string(readme).expect("the README");
        assert!(readme.contains(&table()), "the README should have this table:\n{}", table());
    }

    #[test]
    fn names_are_told_apart_and_found_again() {
        for method in Method::ALL {
            assert_eq!(method.name().parse(), Ok(*method));
        }
        assert!(Method::named("lazy", Language::B).is_err());
        assert!("nonsense".parse::<Method>().is_err());
    }
}
