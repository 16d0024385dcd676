//! The models of a folder.

use std::path::{Path, PathBuf};

use methods::Language;

use crate::header::{Header, Problem, read};

/// The language of a model, by the ending of its name.
pub fn language_of(path: &Path) -> Option<Language> {
    match path.extension()?.to_str()? {
        "pml" => Some(Language::Promela),
        "mch" | "ref" => Some(Language::B),
        _ => None,
    }
}

/// Every model below a folder, in the order of their paths.
pub fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if language_of(&path).is_some() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Every model below a folder of this repository, with its header. Here each model must have one.
pub fn models(folder: &Path) -> Result<Vec<(PathBuf, Header)>, Problem> {
    let problem =
        |path: &Path, message: String| Problem { file: path.display().to_string(), line: 1, message };
    let paths = files(folder).map_err(|error| problem(folder, error.to_string()))?;
    let with_header = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).map_err(|error| problem(&path, error.to_string()))?;
        match read(&path, &text)? {
            Some(header) => Ok((path, header)),
            None => Err(problem(&path, "there is no header".into())),
        }
    };
    paths.into_iter().map(with_header).collect()
}
