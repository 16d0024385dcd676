//! A model in one of the languages.

use std::path::{Path, PathBuf};
use std::time::Instant;

use bmachine::machine::Options as MachineOptions;
use bmachine::{BMachine, MachineWalk};
use checker::{Language, Method, Options, Specification, System, Trace, Walk, Watch};
use diagnostics::{Diagnostic, SourceMap};
use promela::preprocess::Define;
use promela_system::{Engine, Level, Promela, PromelaWalk};
use report::{Link, Outcome, Property, PropertyKind, Symmetry};

use crate::files::{Folder, Includes, Unsaved, read_text};

/// A model that was read.
#[derive(Debug)]
pub enum Model {
    /// A Promela model.
    Promela(Box<Promela>),
    /// A component in classical B.
    B(Box<BMachine>),
}

/// How a model is read. What is said about the other language has no effect.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Promela: macros, as in `N=3`.
    pub defines: Vec<String>,
    /// Promela: folders in which included files are looked for, after that of the file that includes them.
    pub include_folders: Vec<PathBuf>,
    /// Promela: static reductions before the search.
    pub level: Level,
    /// Promela: who makes successors.
    pub engine: Engine,
    /// Promela: traces will be written as trails for SPIN.
    pub for_trails: bool,
    /// Formulas to check beside those of the file, in SPIN's or ProB's notation; they are called `command_line`,
    /// `command_line_1`, ….
    pub formulas: Vec<String>,
    /// Promela: look for non-progress cycles, whether or not there are progress labels.
    pub progress: bool,
    /// B: temporal formulas are not even read.
    pub ignores_temporal: bool,
    /// B: sizes of deferred sets, by name.
    pub cards: Vec<(String, usize)>,
    /// B: size of deferred sets about which nothing is said; 2 if it is not given.
    pub default_set_size: Option<usize>,
    /// B: report undefined guards instead of taking them as false.
    pub strict: bool,
    /// B: look for a state that satisfies GOAL.
    pub goal: bool,
    /// B: break the symmetry of constants before they are set up, as ProB does.
    pub static_symmetry: bool,
    /// B: when to give up evaluating.
    pub deadline: Option<Instant>,
    /// Texts of other files that are not what is stored.
    pub unsaved: Unsaved,
}

impl ReadOptions {
    /// Where included files are looked for.
    pub(crate) fn includes(&self) -> Includes {
        Includes { folders: self.include_folders.clone(), unsaved: self.unsaved.clone() }
    }

    /// Where machines are looked for that another one names.
    pub(crate) fn folder(&self, path: &Path) -> Folder {
        let path = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Folder { path, unsaved: self.unsaved.clone() }
    }
}

/// Why a model cannot be read.
#[derive(Debug)]
pub enum Unreadable {
    /// Something is wrong with the text; the messages point into the sources.
    Messages(SourceMap, Vec<Diagnostic>),
    /// Something else is wrong.
    Other(String),
}

impl Model {
    /// The language of a file, by its ending: definitions, rules and packages of Event-B are B, and refused with a message
    /// about B; everything else is Promela.
    pub fn language_of(path: &Path) -> Language {
        let endings = ["mch", "ref", "imp", "sys", "def", "rmch", "eventb"];
        match path.extension().is_some_and(|e| endings.iter().any(|own| e == *own)) {
            true => Language::B,
            false => Language::Promela,
        }
    }

    /// Reads a file and what it names.
    pub fn read(path: &Path, options: &ReadOptions) -> Result<Model, Unreadable> {
        let text = read_text(path).map_err(Unreadable::Other)?;
        Model::parse(path, text, options)
    }

    /// Reads a text as if it stood in a file of this name.
    pub fn from_text(name: &str, text: &str, options: &ReadOptions) -> Result<Model, Unreadable> {
        Model::parse(Path::new(name), text.to_owned(), options)
    }

    fn parse(path: &Path, text: String, options: &ReadOptions) -> Result<Model, Unreadable> {
        let mut sources = SourceMap::new();
        let file = sources.add(path.display().to_string(), text);
        match Model::language_of(path) {
            Language::B => {
                let mut folder = options.folder(path);
                let read = BMachine::read(sources, file, &mut folder, machine_options(options));
                let machine = read.map_err(|(sources, problems)| {
                    Unreadable::Messages(sources, problems.into_iter().map(Diagnostic::from).collect())
                })?;
                match machine.unknown_set().or_else(|| machine.missing_goal()) {
                    Some(why) => Err(Unreadable::Other(why)),
                    None => Ok(Model::B(Box::new(machine))),
                }
            }
            _ => {
                let defines = defines(&options.defines).map_err(Unreadable::Other)?;
                let formulas = &options.formulas;
                let includes = options.includes();
                let (model, messages) =
                    promela::parse_with_formulas(&mut sources, file, formulas, &includes, &defines);
                match model {
                    Some(model) if !messages.iter().any(Diagnostic::is_error) => {
                        let mut promela = Promela::new(model, sources);
                        promela.defines = defines;
                        promela.warnings = messages;
                        promela.level = options.level;
                        promela.engine = options.engine;
                        promela.for_trails = options.for_trails;
                        promela.progress = options.progress;
                        Ok(Model::Promela(Box::new(promela)))
                    }
                    _ => Err(Unreadable::Messages(sources, messages)),
                }
            }
        }
    }

    /// Its language.
    pub fn language(&self) -> Language {
        match self {
            Model::Promela(_) => Language::Promela,
            Model::B(_) => Language::B,
        }
    }

    /// What is doubtful about the text, and the text.
    pub fn warnings(&self) -> (&SourceMap, &[Diagnostic]) {
        match self {
            Model::Promela(promela) => (&promela.sources, &promela.warnings),
            Model::B(machine) => (&machine.sources, &[]),
        }
    }

    /// Checks every property that the options ask for.
    pub fn check(&self, options: &Options) -> Result<(Outcome, Option<Trace>), String> {
        self.check_watched(options, &mut Watch::nobody())
    }

    /// The same, with somebody looking on.
    pub fn check_watched(
        &self,
        options: &Options,
        watch: &mut Watch<'_>,
    ) -> Result<(Outcome, Option<Trace>), String> {
        match self {
            Model::Promela(promela) => checker::check(&**promela, options, watch),
            Model::B(machine) => checker::check(&**machine, options, watch),
        }
    }

    /// What is known of its symmetry before a search.
    ///
    /// ```
    /// use quotient::{Method, Model, ReadOptions};
    ///
    /// let text = "byte x; active [3] proctype P() { x++; assert(x <= 3); end: false }";
    /// let model = Model::from_text("three.pml", text, &ReadOptions::default()).expect("it can be read");
    /// let account = model.symmetry(Method::Auto).expect("the method is for Promela");
    /// assert_eq!((account.symmetry.group_order.as_str(), account.symmetry.structure.as_str()), ("6", "S3"));
    /// ```
    pub fn symmetry(&self, method: Method) -> Result<Account, String> {
        let (safety, options) =
            (Property::new("safety", PropertyKind::Safety), Options { method, ..Options::default() });
        match self {
            Model::Promela(promela) => {
                (promela.system(&safety, &options)).map(|system| Account::of(&system, self.communication()))
            }
            Model::B(machine) => {
                (machine.system(&safety, &options)).map(|system| Account::of(&system, self.communication()))
            }
        }
    }

    /// Who communicates through what: processes through channels and shared variables, operations through variables.
    pub fn communication(&self) -> Vec<Link> {
        match self {
            Model::Promela(promela) => promela.communication(),
            Model::B(machine) => machine.communication(),
        }
    }

    /// Its text and that of everything that it includes or names.
    pub fn sources(&self) -> &SourceMap {
        match self {
            Model::Promela(promela) => &promela.sources,
            Model::B(machine) => &machine.sources,
        }
    }

    /// A way to walk through it by hand.
    ///
    /// ```
    /// use quotient::{Model, ReadOptions};
    ///
    /// let text = "byte x; active [3] proctype P() { x++; assert(x <= 3); end: false }";
    /// let model = Model::from_text("three.pml", text, &ReadOptions::default()).expect("it can be read");
    /// let mut walk = model.walk().expect("it can be walked");
    /// let start = walk.start().expect("it has a beginning").remove(0).state.expect("without a fault");
    /// assert_eq!(walk.steps(&start).len(), 3);
    /// assert_eq!(walk.evaluate(&start, "x + 1").expect("it has a value").text, "1");
    /// ```
    pub fn walk(&self) -> Result<Box<dyn Walk + '_>, String> {
        match self {
            Model::Promela(promela) => Ok(Box::new(PromelaWalk::new(promela))),
            Model::B(machine) => Ok(Box::new(MachineWalk::new(machine)?)),
        }
    }

    /// The same for one who asks for orbits, too: symmetry is looked for first.
    pub fn walk_with_symmetry(&self) -> Result<Box<dyn Walk + '_>, String> {
        match self {
            Model::Promela(promela) => Ok(Box::new(PromelaWalk::with_symmetry(promela))),
            Model::B(_) => self.walk(),
        }
    }

    /// A walk through the states that a check for violations of safety goes through, at the level at which the model
    /// was read and by a method, with its representatives; an error says why the method cannot be used.
    pub fn walk_as_searched(&self, method: Method) -> Result<Box<dyn Walk + '_>, String> {
        match self {
            Model::Promela(promela) => Ok(Box::new(PromelaWalk::as_searched(promela, method)?)),
            Model::B(machine) => Ok(Box::new(MachineWalk::as_searched(machine, method)?)),
        }
    }
}

/// What is known of the symmetry of a model before a search.
#[derive(Clone, Debug)]
pub struct Account {
    /// The group, and how it would be used.
    pub symmetry: Symmetry,
    /// What a user should know.
    pub notices: Vec<String>,
    /// Who communicates through what.
    pub communication: Vec<Link>,
}

impl Account {
    fn of(system: &impl System, communication: Vec<Link>) -> Account {
        let (symmetry, notices) = (system.symmetry(), system.notices());
        Account { symmetry, notices, communication }
    }
}

pub(crate) fn machine_options(options: &ReadOptions) -> MachineOptions {
    let default = MachineOptions::default();
    MachineOptions {
        cards: options.cards.clone(),
        default_set_size: options.default_set_size.unwrap_or(default.default_set_size).max(1),
        strict: options.strict,
        check_goal: options.goal,
        static_symmetry: options.static_symmetry,
        deadline: options.deadline,
        formulas: options
            .formulas
            .iter()
            .cloned()
            .enumerate()
            .map(|(n, f)| (promela::formula_name(n), f))
            .collect(),
        ignores_temporal: options.ignores_temporal,
        ..default
    }
}

/// Macros given from outside.
pub fn defines(texts: &[String]) -> Result<Vec<Define>, String> {
    let parse = |text: &String| {
        Define::parse(text).ok_or_else(|| format!("`-D {text}` is not of the form NAME=VALUE"))
    };
    texts.iter().map(parse).collect()
}
