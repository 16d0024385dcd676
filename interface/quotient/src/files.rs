//! Reading files: models, what they include, machines beside them.

use std::io::Read;
use std::path::{Path, PathBuf};

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

/// Included files, relative to the file that includes them, and then in other folders.
#[derive(Clone, Debug, Default)]
pub struct Includes {
    /// Where else included files may be, as for `-I`.
    pub folders: Vec<PathBuf>,
}

impl promela::preprocess::Loader for Includes {
    fn load(&self, name: &str, from: &str) -> Result<Included, String> {
        let beside = Path::new(from).parent().map_or_else(|| Path::new(name).to_path_buf(), |p| p.join(name));
        let elsewhere = self.folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
        let path = if beside.is_file() { beside } else { elsewhere.unwrap_or(beside) };
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
