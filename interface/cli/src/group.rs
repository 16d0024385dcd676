//! `quotient group`: describes a permutation group.

use std::io::Read;

use crate::BAD_INPUT;
use crate::arguments::GroupArguments;

/// Reads generators and prints what group they generate.
pub fn run(arguments: &GroupArguments) -> u8 {
    let text = match arguments.file.as_os_str() == "-" {
        true => {
            let mut text = String::new();
            match std::io::stdin().read_to_string(&mut text) {
                Ok(_) => Ok(text),
                Err(error) => Err(format!("cannot read standard input: {error}")),
            }
        }
        false => quotient::read_text(&arguments.file),
    };
    let described = text.and_then(|text| permutation::describe(&text).map_err(|e| e.to_string()));
    match described {
        Ok(description) => {
            match arguments.json {
                true => sayln!("{}", description.to_json()),
                false => say!("{description}"),
            }
            0
        }
        Err(why) => {
            tell!("error: {why}");
            BAD_INPUT
        }
    }
}
