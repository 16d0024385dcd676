//! Reading files: models, what they include, machines beside them.

use std::path::{Path, PathBuf};

use promela::preprocess::Included;

/// Files larger than this are not models.
const LARGEST: u64 = 64 << 20;

/// The text of a file; bytes that are not UTF-8 are kept as replacement characters, so that messages can point at
/// them.
pub fn read_text(path: &Path) -> Result<String, String> {
    let fail = |why: String| format!("cannot read {}: {why}", path.display());
    let data = std::fs::metadata(path).map_err(|e| fail(e.to_string()))?;
    if data.is_dir() {
        return Err(fail("it is a folder".into()));
    }
    if data.len() > LARGEST {
        return Err(fail(format!("it is larger than {} MB", LARGEST >> 20)));
    }
    let bytes = std::fs::read(path).map_err(|e| fail(e.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Included files, relative to the file that includes them.
#[derive(Clone, Copy, Debug)]
pub struct Includes;

impl promela::preprocess::Loader for Includes {
    fn load(&self, name: &str, from: &str) -> Result<Included, String> {
        let path = Path::new(from).parent().map_or_else(|| Path::new(name).to_path_buf(), |p| p.join(name));
        let text = read_text(&path)?;
        Ok(Included { name: path.display().to_string(), text })
    }
}

/// Machines and definition files beside the one that is checked.
pub(crate) struct Folder(pub PathBuf);

impl bmachine::compose::Loader for Folder {
    fn load(&mut self, name: &str, definitions: bool) -> Option<(String, String)> {
        let endings: &[&str] = if definitions { &[""] } else { &[".mch", ".ref", ".imp", ".sys"] };
        endings.iter().find_map(|ending| {
            let path = self.0.join(format!("{name}{ending}"));
            Some((path.display().to_string(), read_text(&path).ok()?))
        })
    }
}
