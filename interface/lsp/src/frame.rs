//! Frames of the protocol: a header with the length of the content, a blank line, the content.

use std::io::{self, BufRead, Read, Write};

/// Contents longer than this are passed over.
const LONGEST: usize = 256 << 20;
/// A line of a header is not longer.
const LONGEST_LINE: u64 = 8 << 10;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// The content of a frame.
    Content(Vec<u8>),
    /// Something that is no frame, and why.
    Malformed(String),
    /// Nothing more comes.
    End,
}

/// Reads the next frame. After one that is malformed, reading goes on with what may be the next header.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Frame> {
    let mut length = None;
    let mut is_empty = true;
    loop {
        let mut line = Vec::new();
        input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            let cut = !is_empty;
            return Ok(if cut { Frame::Malformed("the input ends in a header".into()) } else { Frame::End });
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text.is_empty() {
            if is_empty {
                // Blank lines between frames do no harm.
                continue;
            }
            break;
        }
        is_empty = false;
        let Some((name, value)) = text.split_once(':') else {
            return Ok(Frame::Malformed("a line of a header has no colon".into()));
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            match value.trim().parse::<usize>() {
                Ok(number) => length = Some(number),
                Err(_) => return Ok(Frame::Malformed("the length in a header is no number".into())),
            }
        }
    }
    match length {
        None => Ok(Frame::Malformed("a header does not say the length of its content".into())),
        Some(length) => content(input, length),
    }
}

fn content(input: &mut impl BufRead, length: usize) -> io::Result<Frame> {
    let limit = u64::try_from(length).unwrap_or(u64::MAX);
    if length > LONGEST {
        io::copy(&mut input.by_ref().take(limit), &mut io::sink())?;
        return Ok(Frame::Malformed(format!("a message is longer than {} MB", LONGEST >> 20)));
    }
    // Memory is taken for what comes, not for what a header promises.
    let mut bytes = Vec::new();
    input.by_ref().take(limit).read_to_end(&mut bytes)?;
    if bytes.len() < length {
        return Ok(Frame::Malformed("the input ends in a message".into()));
    }
    Ok(Frame::Content(bytes))
}

/// Writes a frame.
pub(crate) fn write(output: &mut impl Write, content: &str) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n{content}", content.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &str) -> Vec<Frame> {
        let mut input = input.as_bytes();
        let mut out = Vec::new();
        loop {
            match read(&mut input).expect("memory can be read") {
                Frame::End => return out,
                frame => out.push(frame),
            }
        }
    }

    fn is_malformed(frame: &Frame) -> bool {
        matches!(frame, Frame::Malformed(_))
    }

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        write(&mut bytes, "{\"a\":\"ü\"}").expect("memory can be written");
        write(&mut bytes, "{}").expect("memory can be written");
        let text = String::from_utf8(bytes).expect("it is text");
        assert_eq!(
            all(&text),
            [Frame::Content("{\"a\":\"ü\"}".as_bytes().to_vec()), Frame::Content(b"{}".to_vec())]
        );
    }

    #[test]
    fn reading_goes_on_behind_what_is_malformed() {
        let frames = all("rubbish\nContent-Length: x\r\nContent-Length: 2\r\nContent-Type: y\r\n\r\n{}");
        assert_eq!(frames.len(), 3, "{frames:?}");
        assert!(is_malformed(&frames[0]) && is_malformed(&frames[1]));
        assert_eq!(frames[2], Frame::Content(b"{}".to_vec()));
    }

    #[test]
    fn what_is_cut_short_is_malformed() {
        assert!(is_malformed(&all("Content-Length: 10\r\n\r\n{}")[0]));
        assert!(is_malformed(&all("Content-Length: 10\r\n")[0]));
        assert!(is_malformed(&all("Content-Length: 99999999999999\r\n\r\n{}")[0]));
    }
}
