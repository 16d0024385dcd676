//! Finding the Promela models below a directory, also those whose names do not say what they are, and what they
//! include.
use promela::preprocess::{Included, Loader};
use std::path::{Path, PathBuf};

/// Files beside the one that includes them.
pub struct Beside;

impl Loader for Beside {
    fn load(&self, name: &str, from: &str) -> Result<Included, String> {
        let path = Path::new(from).parent().map_or_else(|| name.into(), |parent| parent.join(name));
        let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Included { name: path.display().to_string(), text })
    }
}

/// A file found, and whether it can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Where it is.
    pub path: PathBuf,
    /// It contains embedded C, which we refuse on purpose, so it is set aside.
    pub embedded_c: bool,
}

/// Extensions taken to be Promela without looking further.
const SURE: [&str; 4] = ["pml", "prom", "promela", "spin"];
/// Extensions that are never models by themselves, though they may quote or be included in one.
const NEVER: [&str; 13] =
    ["h", "c", "java", "txt", "html", "md", "rs", "json", "toml", "py", "gz", "tgz", "trail"];

/// All models below `roots`, in the order of their paths. A root that is a file is taken as it is.
pub fn find(roots: &[PathBuf]) -> std::io::Result<Vec<Model>> {
    let mut found = Vec::new();
    for root in roots {
        if root.is_file() {
            let text = String::from_utf8_lossy(&std::fs::read(root)?).into_owned();
            found.push(Model { path: root.clone(), embedded_c: has_embedded_c(&text) });
        } else {
            walk(root, &mut found)?;
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn walk(directory: &Path, found: &mut Vec<Model>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, found)?;
        } else if let Ok(Some(model)) = model_of(path) {
            // A file that cannot be read, such as a link to nowhere, is no model.
            found.push(model);
        }
    }
    Ok(())
}

fn model_of(path: PathBuf) -> std::io::Result<Option<Model>> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_lowercase();
    let sure = SURE.contains(&extension.as_str());
    if NEVER.contains(&extension.as_str()) || (!sure && path.metadata()?.len() > 1 << 20) {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
    let model = Model { embedded_c: has_embedded_c(&text), path };
    Ok((sure || looks_like_promela(&text)).then_some(model))
}

/// A proctype with a parameter list, or an init body, at the start of a line.
fn looks_like_promela(text: &str) -> bool {
    let starts = |line: &str| {
        let line = line.trim_start();
        let line = line.strip_prefix("active").map_or(line, str::trim_start);
        let line = line
            .split_once(']')
            .filter(|_| line.starts_with('['))
            .map_or(line, |(_, rest)| rest.trim_start());
        let init = line.strip_prefix("init").map(str::trim_start);
        line.starts_with("proctype ") || init.is_some_and(|rest| rest.starts_with('{'))
    };
    !text.contains('\0') && text.lines().any(starts)
}

fn has_embedded_c(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.into_iter().any(|word| matches!(word, "c_code" | "c_expr" | "c_decl" | "c_state" | "c_track"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_told_from_other_texts() {
        assert!(looks_like_promela("byte x;\nactive [2] proctype P() { skip }"));
        assert!(looks_like_promela("init { skip }"));
        assert!(!looks_like_promela("the proctype keyword of Promela\ninitial"));
        assert!(has_embedded_c("x; c_code{ y }"));
        assert!(!has_embedded_c("c_codes"));
    }
}
