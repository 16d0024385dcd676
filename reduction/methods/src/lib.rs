//! The methods of symmetry reduction: one enum for all languages, with what each method does and what it promises.
//!
//! The command line, the choosers, the comparisons and the table in the README all read it from here.

mod table;

pub use table::table;

use std::fmt;
use std::str::FromStr;

/// How symmetry is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Whatever fits.
    #[default]
    Auto,
    /// No reduction.
    None,
    /// Every element of the group, along the stabiliser chain.
    Enumerate,
    /// Every element of the group, one by one.
    EnumerateBasic,
    /// Every element of the group, each as a product of transpositions.
    EnumerateTranspositions,
    /// Exchanges of columns as long as they help.
    MinimisingSet,
    /// The best exchange of columns as long as one helps.
    MinimisingSetSteepest,
    /// The factors of a disjoint product in turn.
    Disjoint,
    /// The inner groups of a wreath product, then the outer one.
    Wreath,
    /// Gradient descent along the generators, with restarts.
    LocalSearch,
    /// Whatever the classification of the group suggests.
    Fast,
    /// The control part first, then the stabiliser of its partition.
    Segment,
    /// Columns sorted by their control part.
    Sorted,
    /// Columns sorted by their control part, then every arrangement of equals.
    Segmented,
    /// Points arranged by refined hash markers.
    Markers,
    /// Points numbered in the order in which a walk through the state meets them.
    FirstAppearance,
    /// All images of a state are remembered with it.
    Flood,
    /// Colours of components, refined; then sorting, the stabiliser chain or a search.
    Refine,
    /// Canonical labelling.
    Label,
    /// Canonical labelling by nauty.
    #[cfg(feature = "nauty")]
    Nauty,
    /// States annotated with partitions of the processes; fragmented ones are subsumed.
    Lazy,
    /// The same without subsumption.
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
    /// All of them.
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
const NOWHERE: &[Language] = &[];

const fn promela(name: &'static str, exact: Exact, what: &'static str) -> Facts {
    Facts { name, what, exact, languages: &[Language::Promela], unsound: NOWHERE }
}

impl Method {
    /// Every method of this build, in the order of the README.
    pub const ALL: &[Method] = &[
        Method::Auto,
        Method::None,
        Method::Refine,
        Method::Label,
        #[cfg(feature = "nauty")]
        Method::Nauty,
        Method::Enumerate,
        Method::EnumerateBasic,
        Method::EnumerateTranspositions,
        Method::Segment,
        Method::Segmented,
        Method::Flood,
        Method::MinimisingSet,
        Method::MinimisingSetSteepest,
        Method::Disjoint,
        Method::Wreath,
        Method::Fast,
        Method::Sorted,
        Method::Markers,
        Method::FirstAppearance,
        Method::LocalSearch,
        Method::Lazy,
        Method::LazyWithoutSubsumption,
    ];

    /// What is known of it.
    pub const fn facts(self) -> Facts {
        match self {
            Method::Auto => Facts {
                languages: EVERYWHERE,
                ..promela(
                    "auto",
                    Exact::UnlessGivenUp,
                    "the default: counts what techniques take on some states, uses the cheapest, and says why; gives up where nothing is merged",
                )
            },
            Method::None => {
                Facts { languages: EVERYWHERE, ..promela("none", Exact::Never, "explores every state") }
            }
            Method::Refine => {
                promela("refine", Exact::Always, "refines colours of components, searches what is left")
            }
            Method::Label => Facts {
                languages: &[Language::Promela, Language::B],
                ..promela("label", Exact::Always, "canonical labelling of the state as a graph (ProB)")
            },
            #[cfg(feature = "nauty")]
            Method::Nauty => Facts {
                languages: &[Language::Promela, Language::B],
                ..promela("nauty", Exact::Always, "the same by nauty (a build with `--features nauty`)")
            },
            Method::Enumerate => Facts {
                languages: &[Language::Promela, Language::Rust],
                ..promela(
                    "enumerate",
                    Exact::Always,
                    "every element of the group, along the stabiliser chain",
                )
            },
            Method::EnumerateBasic => {
                promela("enumerate-basic", Exact::Always, "every element of the group, one by one")
            }
            Method::EnumerateTranspositions => promela(
                "enumerate-transpositions",
                Exact::Always,
                "every element of the group, as transpositions",
            ),
            Method::Segment => promela(
                "segment",
                Exact::Always,
                "sorts by control state, then tries what keeps its partition (TopSPIN)",
            ),
            Method::Segmented => promela(
                "segmented",
                Exact::Always,
                "the same with every arrangement of equals (SymmSpin, up to 40,320 elements)",
            ),
            Method::Flood => Facts {
                languages: &[Language::Promela, Language::B],
                ..promela("flood", Exact::Always, "remembers all images of a state (ProB)")
            },
            Method::MinimisingSet => promela(
                "minimising-set",
                Exact::WithoutReferences,
                "exchanges components while that helps (TopSPIN)",
            ),
            Method::MinimisingSetSteepest => promela(
                "minimising-set-steepest",
                Exact::WithoutReferences,
                "the best exchange while one helps",
            ),
            Method::Disjoint => {
                promela("disjoint", Exact::WithoutReferences, "takes disjoint products apart (TopSPIN)")
            }
            Method::Wreath => {
                promela("wreath", Exact::WithoutReferences, "takes wreath products apart (TopSPIN)")
            }
            Method::Fast => promela(
                "fast",
                Exact::WithoutReferences,
                "whatever the classification of the group suggests (TopSPIN)",
            ),
            Method::Sorted => {
                promela("sorted", Exact::WithoutReferences, "sorts by control state (SymmSpin)")
            }
            Method::Markers => Facts {
                languages: &[Language::Promela, Language::B],
                unsound: &[Language::B],
                ..promela(
                    "markers",
                    Exact::WithoutReferences,
                    "sorts by hash markers (after ProB); in B, states with equal markers count as symmetric, as published",
                )
            },
            Method::FirstAppearance => promela(
                "first-appearance",
                Exact::WithoutReferences,
                "numbers components as a walk through the state meets them (after FDR)",
            ),
            Method::LocalSearch => Facts {
                languages: &[Language::Promela, Language::Rust],
                ..promela(
                    "local-search",
                    Exact::Never,
                    "descends along the generators, with restarts (TopSPIN)",
                )
            },
            Method::Lazy => promela(
                "lazy",
                Exact::Never,
                "states annotated with partitions, for almost symmetric programs; one stands for many orbits",
            ),
            Method::LazyWithoutSubsumption => promela(
                "lazy-without-subsumption",
                Exact::Never,
                "the same; no annotated state covers another",
            ),
        }
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
