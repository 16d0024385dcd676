//! `quotient symmetry`: what was found, how it would be used, what was lost.

use quotient::{Language, Method, Model};

use crate::arguments::SymmetryArguments;
use crate::{BAD_INPUT, input};

/// Prints the symmetry of a model.
pub fn run(arguments: &SymmetryArguments) -> u8 {
    let language = Model::language_of(&arguments.read.file);
    input::deeply(language, || show(arguments, language)).map_or(BAD_INPUT, |()| 0)
}

fn show(arguments: &SymmetryArguments, language: Language) -> Result<(), String> {
    let told = |why: String| {
        tell!("error: {why}");
        why
    };
    let not_this_method = |why: String| told(format!("`--symmetry {}`: {why}", arguments.symmetry));
    arguments.fits(language).map_err(told)?;
    let method = Method::named(&arguments.symmetry, language).map_err(not_this_method)?;
    let options = arguments.reading().map_err(told)?;
    let model = input::model(&arguments.read.file, &options)?;
    let account = model.symmetry(method).map_err(not_this_method)?;
    if arguments.dot {
        say!("{}", report::communication_dot(&account.communication, &account.symmetry.orbits));
        return Ok(());
    }
    if arguments.json {
        sayln!("{}", report::symmetry_json(&account.symmetry));
        return Ok(());
    }
    account.notices.iter().for_each(|notice| tell!("notice: {notice}"));
    say!("{}", report::symmetry_text(&account.symmetry));
    for orbit in &account.symmetry.orbits {
        sayln!("orbit: {}", orbit.join(", "));
    }
    say!("{}", report::communication_text(&account.communication));
    Ok(())
}
