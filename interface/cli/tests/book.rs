//! The book in `docs/book`: its commands are run, and what they print is what the book shows.
//!
//! A block marked `console` holds commands, each on a line that begins with `$ quotient `, and below each the standard output. Times,
//! rates and memory differ from run to run and are left out of the comparison; a line `…` stands for any lines. With
//! `QUOTIENT_BLESS=1` the outputs in the book are written anew, but for those with a line `…`.

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn every_command_prints_what_the_book_shows() {
    let mut commands = 0;
    let mut wrong = Vec::new();
    for path in chapters() {
        let text = read(&path);
        let blocks = console_blocks(&text);
        let mut blessed = text.clone();
        for session in blocks.iter().flat_map(|block| sessions(block)) {
            commands += 1;
            let actual = run(session.command);
            if matches(session.output, &actual) {
                continue;
            }
            wrong.push(format!(
                "{}: {}\n--- the book\n{}\n--- now\n{actual}",
                path.display(),
                session.command,
                session.output
            ));
            if !session.output.lines().any(|line| line == "…") {
                let shown = format!("$ {}\n{}", session.command, session.output);
                blessed = blessed.replace(&shown, &format!("$ {}\n{actual}", session.command));
            }
        }
        if std::env::var_os("QUOTIENT_BLESS").is_some() {
            std::fs::write(&path, blessed).expect("the chapter can be written");
        }
    }
    assert!(commands >= 12, "only {commands} commands were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_summary_lists_every_chapter_and_every_link_leads_somewhere() {
    let source = book().join("src");
    let summary = read(&source.join("SUMMARY.md"));
    for path in chapters() {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("({name})")),
            "{name} is not in SUMMARY.md"
        );
        for link in links(&read(&path)) {
            let target = source.join(link.split('#').next().unwrap_or(""));
            assert!(target.exists(), "{name}: {link} leads nowhere");
        }
    }
}

/// What mdBook asks of a summary: a title, and a list of chapters whose names are their first lines.
#[test]
fn the_summary_has_the_titles_of_the_chapters_and_every_anchor_is_a_heading() {
    let source = book().join("src");
    let summary = read(&source.join("SUMMARY.md"));
    let mut lines = summary.lines().filter(|line| !line.is_empty());
    assert_eq!(lines.next(), Some("# Summary"));
    let mut chapters = 0;
    for line in lines {
        let entry = line.strip_prefix("- [").and_then(|rest| rest.strip_suffix(')'));
        let (title, file) =
            entry.and_then(|entry| entry.split_once("](")).unwrap_or_else(|| panic!("{line}"));
        let text = read(&source.join(file));
        assert_eq!(text.lines().next(), Some(format!("# {title}").as_str()), "{file}");
        chapters += 1;
    }
    assert!(chapters >= 13, "{chapters} chapters");
    assert!(read(&book().join("book.toml")).contains("src = \"src\""));
    for path in self::chapters() {
        let text = read(&path);
        let anchored = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for (file, anchor) in
            anchored.filter_map(|link| link.split_once('#')).filter(|(file, _)| !file.contains("//"))
        {
            let target = if file.is_empty() { text.clone() } else { read(&source.join(file)) };
            let is_there = target.lines().any(|line| line.starts_with('#') && slug(line) == anchor);
            assert!(is_there, "{}: no heading for {file}#{anchor}", path.display());
        }
    }
}

/// The anchor that a heading gets.
fn slug(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().replace(' ', "-")
}

/// A fence that is not closed, or a picture that does not exist, is seen by readers alone otherwise.
#[test]
fn every_block_of_the_book_is_closed() {
    for path in chapters() {
        let text = read(&path);
        assert_eq!(text.matches("```").count() % 2, 0, "{}", path.display());
    }
}

/// A command and what it is shown to print.
struct Session<'a> {
    command: &'a str,
    output: &'a str,
}

fn book() -> PathBuf {
    root().join("docs/book")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn chapters() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(book().join("src")).expect("the book has chapters");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    paths.sort();
    paths
}

fn console_blocks(text: &str) -> Vec<&str> {
    let begun = text.split("```console\n").skip(1);
    begun.map(|rest| rest.split("```").next().unwrap_or("")).collect()
}

/// The commands of a block, each with the text up to the next one.
fn sessions(block: &str) -> Vec<Session<'_>> {
    let begins: Vec<usize> = block.match_indices("$ quotient ").map(|(at, _)| at).collect();
    let ends = begins.iter().skip(1).copied().chain([block.len()]);
    let session = |(&begin, end): (&usize, usize)| {
        let (command, output) =
            block[begin + 2..end].split_once('\n').unwrap_or((&block[begin + 2..end], ""));
        Session { command, output }
    };
    begins.iter().zip(ends).map(session).collect()
}

fn run(command: &str) -> String {
    let words = words(command);
    let output = Command::new(env!("CARGO_BIN_EXE_quotient"))
        .args(&words[1..])
        .current_dir(root())
        .env("NO_COLOR", "1")
        .env("COLUMNS", "120")
        .output()
        .expect("the command runs");
    assert!(output.status.code().is_some_and(|code| code != 101), "{command} panicked");
    String::from_utf8(output.stdout).expect("text")
}

/// The words of a command line; what stands in single quotes is one word.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in command.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            letter => words.last_mut().expect("a word").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn matches(shown: &str, actual: &str) -> bool {
    let shown: Vec<String> = shown.trim_end().lines().map(comparable).collect();
    let actual: Vec<String> = actual.trim_end().lines().map(comparable).collect();
    let mut rest = &actual[..];
    let parts: Vec<&[String]> = shown.split(|line| line == "…").collect();
    let Some((first, others)) = parts.split_first() else { return true };
    if !rest.starts_with(first) {
        return false;
    }
    rest = &rest[first.len()..];
    for (number, part) in others.iter().enumerate() {
        let is_last = number + 1 == others.len();
        let found = (0..=rest.len())
            .find(|&at| rest[at..].starts_with(part) && (!is_last || at + part.len() == rest.len()));
        let Some(at) = found else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty() || !others.is_empty()
}

/// The line without what differs from run to run: fractions, rates, and the effort of canonicalisers.
fn comparable(line: &str) -> String {
    if line.trim_start().starts_with("canonicaliser:") {
        return "canonicaliser".to_owned();
    }
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let is_rate = |word: &str| word.starts_with("states/s") || word == "times";
    for at in 0..words.len() {
        let next_is_rate = words.get(at + 1).is_some_and(|next| is_rate(next));
        let number = words[at].trim_matches(|c: char| !c.is_ascii_digit());
        if next_is_rate || (number.contains('.') && number.parse::<f64>().is_ok()) {
            words[at] = "#";
        }
    }
    words.join(" ")
}

fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|link| !link.starts_with("http") && !link.starts_with('#')).collect()
}
