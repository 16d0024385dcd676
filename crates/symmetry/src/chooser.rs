//! Which technique: by the order of the group and what applies to it, with the reason.

use std::fmt;
use std::str::FromStr;

use permutation::BigUint;

use crate::enumerate::Enumerate;
use crate::label::{self, Label};
use crate::{StateGroup, Strategy};

/// The techniques a user can ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Whatever fits.
    #[default]
    Auto,
    /// No reduction.
    None,
    /// Every element of the group.
    Enumerate,
    /// Canonical labelling.
    Label,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 4] = [Method::Auto, Method::None, Method::Enumerate, Method::Label];
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Auto => "auto",
            Method::None => "none",
            Method::Enumerate => "enumerate",
            Method::Label => "label",
        })
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Method, String> {
        Method::ALL.into_iter().find(|m| m.to_string() == text).ok_or_else(|| {
            let names: Vec<String> = Method::ALL.iter().map(Method::to_string).collect();
            format!("no such method; one of: {}", names.join(", "))
        })
    }
}

/// A technique, chosen.
pub struct Choice {
    /// The technique; `None` explores every state.
    pub strategy: Option<Box<dyn Strategy>>,
    /// Its name.
    pub method: Method,
    /// Why.
    pub reason: String,
}

/// Groups up to this order are enumerated: trying them all beats any search.
const SMALL: u32 = 64;

/// Beyond this, trying every element costs more than it saves.
const LARGEST_ENUMERATED: u32 = 2_000;

/// Picks a technique for a group, or the one asked for.
pub fn choose(group: &StateGroup, asked: Method) -> Choice {
    let order = group.group.order();
    let made = |method, strategy: Box<dyn Strategy>, reason: String| Choice {
        strategy: Some(strategy),
        method,
        reason,
    };
    match asked {
        _ if group.group.is_trivial() => {
            Choice { strategy: None, method: Method::None, reason: "the group is trivial".into() }
        }
        Method::None => Choice { strategy: None, method: Method::None, reason: "asked for".into() },
        Method::Enumerate => made(asked, Box::new(Enumerate), "asked for".into()),
        Method::Label if applies(group) => made(asked, Box::new(Label), "asked for".into()),
        Method::Label => made(
            Method::Enumerate,
            Box::new(Enumerate),
            "labelling does not apply to this group; every element is tried".into(),
        ),
        Method::Auto if order <= BigUint::from(SMALL) => {
            made(Method::Enumerate, Box::new(Enumerate), format!("only {order} elements: all are tried"))
        }
        Method::Auto if applies(group) => made(
            Method::Label,
            Box::new(Label),
            format!("{order} elements are too many to try; the state graph is labelled canonically"),
        ),
        Method::Auto if order <= BigUint::from(LARGEST_ENUMERATED) => made(
            Method::Enumerate,
            Box::new(Enumerate),
            "labelling does not apply to this group; every element is tried".into(),
        ),
        Method::Auto => Choice {
            strategy: None,
            method: Method::None,
            reason: format!(
                "labelling does not apply to this group, and {order} elements are too many to try"
            ),
        },
    }
}

fn applies(group: &StateGroup) -> bool {
    label::applies(group, &group.detection.instance.configuration)
}
