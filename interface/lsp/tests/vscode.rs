//! The extension for VS Code: its files are there and can be read, and its grammars know every word of the languages.

use std::path::{Path, PathBuf};

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn extension() -> PathBuf {
    root().join("editors/vscode")
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&text(path)).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

#[test]
fn every_file_that_the_manifest_names_is_there_and_can_be_read() {
    let manifest = json(&extension().join("package.json"));
    let main = manifest["main"].as_str().expect("a program");
    assert!(extension().join(main).is_file());
    let contributes = &manifest["contributes"];
    let languages = contributes["languages"].as_array().expect("languages");
    let grammars = contributes["grammars"].as_array().expect("grammars");
    assert_eq!((languages.len(), grammars.len()), (2, 2));
    for language in languages {
        json(&extension().join(language["configuration"].as_str().expect("a file")));
    }
    for grammar in grammars {
        assert!(languages.iter().any(|own| own["id"] == grammar["language"]), "{grammar}");
        let file = json(&extension().join(grammar["path"].as_str().expect("a file")));
        assert_eq!(file["scopeName"], grammar["scopeName"]);
    }
}

/// Endings that the command takes for B must be B for the editor too, where it claims them.
#[test]
fn endings_mean_the_same_language_for_the_command_and_the_editor() {
    let manifest = json(&extension().join("package.json"));
    for language in manifest["contributes"]["languages"].as_array().expect("languages") {
        for ending in language["extensions"].as_array().expect("endings") {
            let name = format!("m{}", ending.as_str().expect("an ending"));
            let is_b = quotient::Model::language_of(Path::new(&name)) == quotient::Language::B;
            assert_eq!(is_b, language["id"] == "classicalb", "{name}");
        }
    }
}

/// The program uses the commands that the server has, and declares those that it registers.
#[test]
fn commands_are_those_of_the_server() {
    let program = text(&extension().join("extension.js"));
    let server = text(&root().join("interface/lsp/src/features/commands.rs"));
    for name in ["quotient.check", "quotient.step"] {
        assert!(
            program.contains(&format!("\"{name}\"")) && server.contains(&format!("\"{name}\"")),
            "{name}"
        );
    }
    let manifest = json(&extension().join("package.json"));
    let declared = manifest["contributes"]["commands"].as_array().expect("commands");
    let registered = program.matches("registerCommand(\"").count();
    assert_eq!(declared.len(), registered);
    for command in declared {
        let name = command["command"].as_str().expect("a name");
        assert!(program.contains(&format!("registerCommand(\"{name}\"")), "{name}");
    }
}

#[test]
fn every_include_of_a_grammar_leads_to_a_rule() {
    for path in ["syntaxes/promela.tmLanguage.json", "syntaxes/classicalb.tmLanguage.json"] {
        let grammar = json(&extension().join(path));
        let mut includes = Vec::new();
        collect(&grammar, "include", &mut includes);
        assert!(!includes.is_empty());
        for include in includes {
            let rule = include.strip_prefix('#').unwrap_or_else(|| panic!("{path}: {include}"));
            assert!(grammar["repository"].get(rule).is_some(), "{path}: there is no rule {rule}");
        }
    }
}

#[test]
fn the_grammar_of_promela_knows_every_keyword() {
    let tokens = text(&root().join("languages/promela/src/token.rs"));
    let (_, rest) = tokens.split_once("spelled {").expect("the keywords");
    let (spelled, _) = rest.split_once("LBrace").expect("the end of the keywords");
    let mut words = quoted(spelled);
    let stream = text(&root().join("languages/promela/src/stream.rs"));
    let (_, temporal) = stream.split_once("fn temporal_word").expect("the temporal words");
    words.extend(quoted(temporal));
    assert!(words.len() > 70, "{words:?}");
    knows("syntaxes/promela.tmLanguage.json", &words);
}

#[test]
fn the_grammar_of_b_knows_every_word() {
    let parser = text(&root().join("languages/bmachine/src/syntax/parser.rs"));
    let (_, reserved) = parser.split_once("pub fn is_reserved").expect("the reserved words");
    let builtin = text(&root().join("languages/bmachine/src/syntax/builtin.rs"));
    let (_, predefined) = builtin.split_once("/// Predefined constants.").expect("the predefined names");
    let mut words = quoted(reserved);
    words.extend(quoted(predefined));
    assert!(words.len() > 100, "{words:?}");
    knows("syntaxes/classicalb.tmLanguage.json", &words);
}

/// Texts in quotation marks that are words.
fn quoted(source: &str) -> Vec<&str> {
    let parts = source.split('"').skip(1).step_by(2);
    parts
        .filter(|part| part.starts_with(|c: char| c.is_ascii_alphabetic()))
        .filter(|part| !part.contains(' '))
        .collect()
}

/// Each word is an alternative of some pattern.
fn knows(path: &str, words: &[&str]) {
    let grammar = json(&extension().join(path));
    let mut patterns = Vec::new();
    for key in ["match", "begin"] {
        collect(&grammar, key, &mut patterns);
    }
    let letters = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    // `\b` and the like are no letters of a word.
    let plain: Vec<String> = patterns.iter().map(|own| own.replace("\\b", " ").replace("\\s", " ")).collect();
    let known: Vec<&str> = plain.iter().flat_map(|own| own.split(letters)).collect();
    let missing: Vec<&&str> = words.iter().filter(|word| !known.contains(word)).collect();
    assert!(missing.is_empty(), "{path} does not know {missing:?}");
}

fn collect<'v>(value: &'v Value, key: &str, found: &mut Vec<&'v str>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                if let (true, Some(text)) = (name == key, inner.as_str()) {
                    found.push(text);
                }
                collect(inner, key, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, key, found)),
        _ => {}
    }
}
