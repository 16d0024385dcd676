//! Text, JSON and HTML reports. Knows nothing of how results were obtained.

mod channel_names;
mod chart;
mod communication;
mod comparison;
mod course;
mod cycle;
mod fold;
mod json;
mod outcome;
mod page;
mod property;
mod state_graph;
mod state_graph_svg;
mod state_table;
mod text;
mod trace_text;
mod unreached;

pub use channel_names::{ChannelNames, is_channel};
use chart::chart;
pub use communication::{Link, LinkKind, communication_dot, communication_text};
pub use comparison::{
    Comparison, MethodRun, comparison_csv, comparison_json, comparison_svg, comparison_text,
};
pub use course::{Course, CoursePoint, course_line};
pub use cycle::{unsettled, unsettled_text};
pub use json::{error_json, outcome_json, symmetry_json};
pub use outcome::{
    CanonicaliserCost, Certificate, ChangeLine, ErrorCount, ErrorKind, FoundViolation, Lost, MessageLine,
    Outcome, StepLine, Symmetry, VerdictWord, Violation,
};
pub use page::Page;
pub use property::{Kind as PropertyKind, Property, combine};
pub use state_graph::{GraphEdge, GraphPair, GraphState, StateGraph, graph_dot};
pub use state_graph_svg::graph_svg;
pub use text::{outcome_text, symmetry_text};
pub use unreached::Unreached;
