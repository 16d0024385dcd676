//! The models that mutants are made of, and the number of a mutant as the mutant itself.
use super::{Arguments, b_text, shrink, syntax};
use crate::engines::promela_model::Compared;
use crate::engines::{Bounds, b_machine, promela_model};
use crate::generate::Random;
use crate::models;
use crate::spin_compare::cases_of;
use model_headers::without_header;
use promela::ast::Program;
use promela::printer::print;
use std::path::{Path, PathBuf};

/// A model with what is needed to change it.
pub struct Original {
    /// The file.
    pub path: PathBuf,
    /// What is in it.
    pub source: Source,
}

/// The forms in which models are changed.
#[derive(Clone)]
pub enum Source {
    /// A Promela model as a tree.
    Promela(Program),
    /// A B component as text, with sizes of deferred sets.
    B(String, Vec<(String, usize)>),
}

impl Source {
    /// The text of the source.
    pub fn text(&self) -> String {
        match self {
            Source::Promela(program) => print(program),
            Source::B(text, _) => text.clone(),
        }
    }

    /// The ending of its file.
    pub fn ending(&self) -> &'static str {
        match self {
            Source::Promela(_) => "pml",
            Source::B(..) => "mch",
        }
    }

    /// Checks it in every way.
    pub fn compare(
        &self,
        path: &Path,
        bounds: Bounds,
        variation: u64,
        before: &(dyn Fn(&str) + Sync),
    ) -> Compared {
        match self {
            Source::Promela(program) => promela_model::compare(&print(program), bounds, variation, before),
            Source::B(text, cards) => b_machine::compare(text, path, cards, bounds, before),
        }
    }

    /// Makes it smaller while the question is answered with yes.
    pub fn shrink(&self, questions: usize, persists: &mut dyn FnMut(&Source) -> bool) -> Source {
        match self {
            Source::Promela(program) => {
                let small =
                    shrink::shrink(program, questions, &mut |tree| persists(&Source::Promela(tree.clone())));
                Source::Promela(small)
            }
            Source::B(text, cards) => {
                let again = |text: String| Source::B(text, cards.clone());
                again(b_text::shrink(text, questions, &mut |text| persists(&again(text.to_owned()))))
            }
        }
    }
}

/// All models below the roots that we accept.
pub fn load(arguments: &Arguments) -> Result<Vec<Original>, String> {
    let mut originals = Vec::new();
    if !arguments.b {
        let found = models::find(&arguments.roots).map_err(|error| error.to_string())?;
        for model in found.into_iter().filter(|model| !model.embedded_c) {
            let Ok(bytes) = std::fs::read(&model.path) else { continue };
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let mut cases = cases_of(&model.path, &[], Some(20_000))?;
            cases.truncate(2);
            for (path, defines) in cases {
                let tree = syntax::read(&path, &text, &defines);
                originals.extend(tree.map(|tree| Original { path, source: Source::Promela(tree) }));
            }
        }
    }
    let mut files = Vec::new();
    arguments.roots.iter().for_each(|root| crate::b_survey::collect(root, &mut files));
    files.sort();
    for path in files {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let source = Source::B(without_header(&text), b_text::cards(&path, &text)?);
        originals.push(Original { path, source });
    }
    match originals.is_empty() {
        true => Err("no model that we accept below the directories".to_owned()),
        false => Ok(originals),
    }
}

/// Larger models have mutants in one round of [`ROUNDS_OF_LARGE`] only: one takes as long as a hundred others.
const LARGE: usize = 30_000;
const ROUNDS_OF_LARGE: u64 = 16;

/// The models in the order in which mutants are made of them.
pub struct Corpus {
    originals: Vec<Original>,
    small: Vec<usize>,
}

impl Corpus {
    /// Arranges the models below the roots.
    pub fn new(originals: Vec<Original>) -> Corpus {
        let small = (0..originals.len()).filter(|&k| originals[k].source.text().len() < LARGE).collect();
        Corpus { originals, small }
    }

    /// The model that a mutant is made of: first each of them, then the small ones in turn, and all of them now and
    /// then.
    fn original(&self, number: u64) -> usize {
        let (all, small) = (self.originals.len() as u64, self.small.len() as u64);
        let place = number % (all + (ROUNDS_OF_LARGE - 1) * small);
        match place.checked_sub(all) {
            Some(place) => self.small[(place % small) as usize],
            None => place as usize,
        }
    }

    /// The mutant of this number: the models themselves come first.
    pub fn mutant(&self, seed: u64, number: u64) -> (&Original, Source) {
        let original = &self.originals[self.original(number)];
        let source = match number < self.originals.len() as u64 {
            true => original.source.clone(),
            false => changed(original, seed, number),
        };
        (original, source)
    }
}

fn changed(original: &Original, seed: u64, number: u64) -> Source {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number));
    match &original.source {
        Source::Promela(program) => Source::Promela(syntax::mutant(program, &mut random)),
        Source::B(text, cards) => {
            Source::B(b_text::mutant(text, &mut random), b_text::other_cards(cards, &mut random))
        }
    }
}
