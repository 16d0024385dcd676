//! Addresses of documents, and the files they mean.

use std::path::{Path, PathBuf};

/// The path that an address means. A document that is in no file gets a name in no folder, with an ending that says
/// its language.
pub(crate) fn path(uri: &str, language: &str) -> PathBuf {
    if let Some(rest) = uri.strip_prefix("file://") {
        let absolute = rest.find('/').map_or("", |at| &rest[at..]);
        let decoded = decode(absolute);
        // `/c:/models` is a path of Windows.
        let is_drive = cfg!(windows) && decoded.as_bytes().get(2) == Some(&b':');
        return quotient::plain(Path::new(if is_drive { &decoded[1..] } else { &decoded }));
    }
    let name = decode(uri.rsplit(['/', ':']).next().unwrap_or(""));
    let is_b = matches!(language, "b" | "classicalb" | "classical-b");
    let ending = if is_b { "mch" } else { "pml" };
    match Path::new(&name).extension() {
        Some(_) => PathBuf::from(name),
        None => PathBuf::from(format!("{name}.{ending}")),
    }
}

/// The address of a file.
pub(crate) fn uri(path: &Path) -> String {
    let text = path.to_string_lossy();
    let mut out = String::from("file://");
    if !text.starts_with('/') {
        out.push('/');
    }
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                out.push(char::from(byte))
            }
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}

fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = bytes.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        match (bytes[at], code.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths_lead_to_each_other() {
        let plain = Path::new("/a b/ü/m.pml");
        assert_eq!(uri(plain), "file:///a%20b/%C3%BC/m.pml");
        assert_eq!(path(&uri(plain), "promela"), plain);
        assert_eq!(path("file://localhost/x/../m.mch", "b"), Path::new("/m.mch"));
        assert_eq!(path("untitled:Untitled-1", "b"), Path::new("Untitled-1.mch"));
        assert_eq!(path("untitled:Untitled-1", "promela"), Path::new("Untitled-1.pml"));
        assert_eq!(path("file:///%zz%", "promela"), Path::new("/%zz%"));
    }
}
