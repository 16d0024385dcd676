//! The methods of symmetry reduction: one enum for all languages, with what each method does and what it promises.
//!
//! The command line, the choosers, the comparisons and the table in the README all read it from here.

mod table;

pub use table::table;

use std::fmt;
use std::str::FromStr;

/// How symmetry is used. The order is that of the README, and of the rows of `FACTS`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Whatever fits.
    #[default]
    Auto,
    /// No reduction.
    None,
    /// Colours of components, refined; then sorting, the stabiliser chain or a search.
    Refine,
    /// Canonical labelling.
    Label,
    /// Canonical labelling by nauty.
    #[cfg(feature = "nauty")]
    Nauty,
    /// Every element of the group, along the stabiliser chain.
    Enumerate,
    /// Every element of the group, one by one.
    EnumerateBasic,
    /// Every element of the group, each as a product of transpositions.
    EnumerateTranspositions,
    /// The control part first, then the stabiliser of its partition.
    Segment,
    /// Columns sorted by their control part, then every arrangement of equals.
    Segmented,
    /// All images of a state are remembered with it.
    Flood,
    /// Exchanges of columns as long as they help.
    MinimisingSet,
    /// The best exchange of columns as long as one helps.
    MinimisingSetSteepest,
    /// The factors of a disjoint product in turn.
    Disjoint,
    /// The inner groups of a wreath product, then the outer one.
    Wreath,
    /// Whatever the classification of the group suggests.
    Fast,
    /// Columns sorted by their control part.
    Sorted,
    /// Points arranged by refined hash markers.
    Markers,
    /// Points numbered in the order in which a walk through the state meets them.
    FirstAppearance,
    /// Gradient descent along the generators, with restarts.
    LocalSearch,
    /// States annotated with partitions of the processes; fragmented ones are subsumed.
    Lazy,
    /// States annotated with partitions of the processes, none of which subsumes another.
    LazyWithoutSubsumption,
}

/// What the states of a model are made of decides which methods there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Promela.
    Promela,
    /// Classical B.
    B,
    /// A Rust type of the user's, with generators of its symmetry.
    Rust,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 3] = [Language::Promela, Language::B, Language::Rust];
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::Promela => "Promela",
            Language::B => "B",
            Language::Rust => "Rust",
        })
    }
}

/// When a method stores one state for each orbit. What a run has observed is in its report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// Always.
    Always,
    /// Unless it gives up, and says so.
    UnlessGivenUp,
    /// If no part of a state refers to something that the group moves.
    WithoutReferences,
    /// It does not look for orbits, or does not promise to find them.
    Never,
}

/// What is known of a method before it is used.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The method that these facts are about.
    pub method: Method,
    /// The word on the command line.
    pub name: &'static str,
    /// What it does, for the README.
    pub what: &'static str,
    /// When it is exact.
    pub exact: Exact,
    /// Where it can be used.
    pub languages: &'static [Language],
    /// Where it may take different orbits for one, so that its best verdict is "undecided".
    pub unsound: &'static [Language],
}

const EVERYWHERE: &[Language] = &Language::ALL;
const PROMELA: &[Language] = &[Language::Promela];
const PROMELA_AND_B: &[Language] = &[Language::Promela, Language::B];
const PROMELA_AND_RUST: &[Language] = &[Language::Promela, Language::Rust];

/// One row for each method, in the order of the enum: name, languages, exactness, and what it does.
const FACTS: &[Facts] = &[
    row(
        Method::Auto,
        "auto",
        EVERYWHERE,
        Exact::UnlessGivenUp,
        "the default: counts what techniques take on some states, uses the cheapest, and says why; gives up where nothing is merged",
    ),
    row(Method::None, "none", EVERYWHERE, Exact::Never, "explores every state"),
    row(
        Method::Refine,
        "refine",
        PROMELA,
        Exact::Always,
        "refines colours of components, searches what is left",
    ),
    row(
        Method::Label,
        "label",
        PROMELA_AND_B,
        Exact::Always,
        "canonical labelling of the state as a graph (ProB)",
    ),
    #[cfg(feature = "nauty")]
    row(
        Method::Nauty,
        "nauty",
        PROMELA_AND_B,
        Exact::Always,
        "the same by nauty (a build with `--features nauty`)",
    ),
    row(
        Method::Enumerate,
        "enumerate",
        PROMELA_AND_RUST,
        Exact::Always,
        "every element of the group, along the stabiliser chain",
    ),
    row(
        Method::EnumerateBasic,
        "enumerate-basic",
        PROMELA,
        Exact::Always,
        "every element of the group, one by one",
    ),
    row(
        Method::EnumerateTranspositions,
        "enumerate-transpositions",
        PROMELA,
        Exact::Always,
        "every element of the group, as transpositions",
    ),
    row(
        Method::Segment,
        "segment",
        PROMELA,
        Exact::Always,
        "sorts by control state, then tries what keeps its partition (TopSPIN)",
    ),
    row(
        Method::Segmented,
        "segmented",
        PROMELA,
        Exact::Always,
        "the same with every arrangement of equals (SymmSpin, up to 40,320 elements)",
    ),
    row(Method::Flood, "flood", PROMELA_AND_B, Exact::Always, "remembers all images of a state (ProB)"),
    row(
        Method::MinimisingSet,
        "minimising-set",
        PROMELA,
        Exact::WithoutReferences,
        "exchanges components while that helps (TopSPIN)",
    ),
    row(
        Method::MinimisingSetSteepest,
        "minimising-set-steepest",
        PROMELA,
        Exact::WithoutReferences,
        "the best exchange while one helps",
    ),
    row(
        Method::Disjoint,
        "disjoint",
        PROMELA,
        Exact::WithoutReferences,
        "takes disjoint products apart (TopSPIN)",
    ),
    row(Method::Wreath, "wreath", PROMELA, Exact::WithoutReferences, "takes wreath products apart (TopSPIN)"),
    row(
        Method::Fast,
        "fast",
        PROMELA,
        Exact::WithoutReferences,
        "whatever the classification of the group suggests (TopSPIN)",
    ),
    row(Method::Sorted, "sorted", PROMELA, Exact::WithoutReferences, "sorts by control state (SymmSpin)"),
    Facts {
        unsound: &[Language::B],
        ..row(
            Method::Markers,
            "markers",
            PROMELA_AND_B,
            Exact::WithoutReferences,
            "sorts by hash markers (after ProB); in B, states with equal markers count as symmetric, as published",
        )
    },
    row(
        Method::FirstAppearance,
        "first-appearance",
        PROMELA,
        Exact::WithoutReferences,
        "numbers components as a walk through the state meets them (after FDR)",
    ),
    row(
        Method::LocalSearch,
        "local-search",
        PROMELA_AND_RUST,
        Exact::Never,
        "descends along the generators, with restarts (TopSPIN)",
    ),
    row(
        Method::Lazy,
        "lazy",
        PROMELA,
        Exact::Never,
        "states annotated with partitions, for almost symmetric programs; one stands for many orbits",
    ),
    row(
        Method::LazyWithoutSubsumption,
        "lazy-without-subsumption",
        PROMELA,
        Exact::Never,
        "the same; no annotated state covers another",
    ),
];

const fn row(
    method: Method,
    name: &'static str,
    languages: &'static [Language],
    exact: Exact,
    what: &'static str,
) -> Facts {
    Facts { method, name, what, exact, languages, unsound: &[] }
}

impl Method {
    /// Every method of this build, in the order of the README.
    pub const ALL: &[Method] = &{
        let mut all = [Method::Auto; FACTS.len()];
        let mut at = 0;
        while at < FACTS.len() {
            assert!(FACTS[at].method as usize == at, "the rows are in the order of the enum");
            all[at] = FACTS[at].method;
            at += 1;
        }
        all
    };

    /// What is known of it.
    pub const fn facts(self) -> Facts {
        FACTS[self as usize]
    }

    /// The word on the command line.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The methods that there are for a language.
    pub fn of(language: Language) -> impl Iterator<Item = Method> {
        Method::ALL.iter().copied().filter(move |method| method.facts().languages.contains(&language))
    }

    /// The method, if there is one of that name for a language; otherwise what to say.
    pub fn named(text: &str, language: Language) -> Result<Method, String> {
        let method: Method = text.parse()?;
        match method.facts().languages.contains(&language) {
            true => Ok(method),
            false => Err(format!("not for {language}; one of: {}", names(Method::of(language)))),
        }
    }

    /// Whether no orbit can be missed in a language.
    pub fn is_sound(self, language: Language) -> bool {
        !self.facts().unsound.contains(&language)
    }

    /// Does it promise one state for each orbit, whatever the group, unless it says that it gave up?
    pub const fn promises_exactness(self) -> bool {
        matches!(self.facts().exact, Exact::Always | Exact::UnlessGivenUp)
    }

    /// Does it pick a representative of each state's orbit?
    pub fn picks_representatives(self) -> bool {
        !matches!(self, Method::None | Method::Lazy | Method::LazyWithoutSubsumption)
    }

    /// Is it a canonical labelling?
    pub fn is_labelling(self) -> bool {
        #[cfg(feature = "nauty")]
        if self == Method::Nauty {
            return true;
        }
        self == Method::Label
    }
}

fn names(methods: impl Iterator<Item = Method>) -> String {
    methods.map(Method::name).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Method, String> {
        Method::ALL.iter().copied().find(|method| method.name() == text).ok_or_else(|| {
            let hint = match text {
                "nauty" => " (nauty needs a build with `--features nauty`)",
                _ => "",
            };
            format!("no such method{hint}; one of: {}", names(Method::ALL.iter().copied()))
        })
    }
}
