//! Reading files: models, what they include, machines beside them.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use promela::preprocess::Included;

/// Files larger than this are not models.
const LARGEST: u64 = 64 << 20;

/// The text of a file, or of standard input for `-`, without a byte order mark; bytes that are not UTF-8 are kept as replacement characters, so that messages can point at
/// them.
pub fn read_text(path: &Path) -> Result<String, String> {
    let fail = |why: String| format!("cannot read {}: {why}", path.display());
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(|why| fail(why.to_string()))?;
        return Ok(text_of(&bytes));
    }
    let data = std::fs::metadata(path).map_err(|e| fail(e.to_string()))?;
    if data.is_dir() {
        return Err(fail("it is a folder".into()));
    }
    if data.len() > LARGEST {
        return Err(fail(format!("it is larger than {} MB", LARGEST >> 20)));
    }
    let bytes = std::fs::read(path).map_err(|e| fail(e.to_string()))?;
    Ok(text_of(&bytes))
}

fn text_of(bytes: &[u8]) -> String {
    const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
    String::from_utf8_lossy(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)).into_owned()
}

/// Texts that stand for those of files, as an editor has them before they are saved; by the path of the file.
#[derive(Clone, Debug, Default)]
pub struct Unsaved {
    texts: BTreeMap<PathBuf, Arc<str>>,
}

impl Unsaved {
    /// From now on this is the text of the file.
    pub fn insert(&mut self, path: &Path, text: Arc<str>) {
        self.texts.insert(plain(path), text);
    }

    /// From now on the text of the file is what is stored.
    pub fn remove(&mut self, path: &Path) {
        self.texts.remove(&plain(path));
    }

    fn get(&self, path: &Path) -> Option<&Arc<str>> {
        if self.texts.is_empty() { None } else { self.texts.get(&plain(path)) }
    }

    fn is_file(&self, path: &Path) -> bool {
        self.get(path).is_some() || path.is_file()
    }

    fn read(&self, path: &Path) -> Result<String, String> {
        self.get(path).map_or_else(|| read_text(path), |text| Ok(text.to_string()))
    }
}

/// A path without `.` and `..`, as far as that can be told without looking at files.
pub fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

/// Included files, relative to the file that includes them, and then in other folders.
#[derive(Clone, Debug, Default)]
pub struct Includes {
    /// Where else included files may be, as for `-I`.
    pub folders: Vec<PathBuf>,
    /// Texts that are not what is stored.
    pub unsaved: Unsaved,
}

impl promela::preprocess::Loader for Includes {
    fn load(&self, name: &str, from: &str) -> Result<Included, String> {
        let beside = Path::new(from).parent().map_or_else(|| Path::new(name).to_path_buf(), |p| p.join(name));
        let elsewhere =
            self.folders.iter().map(|folder| folder.join(name)).find(|path| self.unsaved.is_file(path));
        let path = if self.unsaved.is_file(&beside) { beside } else { elsewhere.unwrap_or(beside) };
        let text = self.unsaved.read(&path)?;
        Ok(Included { name: path.display().to_string(), text })
    }
}

/// Machines and definition files beside the one that is checked.
pub(crate) struct Folder {
    pub path: PathBuf,
    /// Texts that are not what is stored.
    pub unsaved: Unsaved,
}

impl bmachine::compose::Loader for Folder {
    fn load(&mut self, name: &str, definitions: bool) -> Option<(String, String)> {
        let endings: &[&str] = if definitions { &[""] } else { &[".mch", ".ref", ".imp", ".sys"] };
        endings.iter().find_map(|ending| {
            let path = self.path.join(format!("{name}{ending}"));
            Some((path.display().to_string(), self.unsaved.read(&path).ok()?))
        })
    }
}
