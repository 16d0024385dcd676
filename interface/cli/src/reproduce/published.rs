//! The published figures, which are data beside this file, and the models that they are about.

use serde_json::Value;

/// A paper with figures.
pub struct Paper {
    /// What `--paper` calls it.
    pub name: String,
    /// Authors, title, venue.
    pub citation: String,
    /// What its times were measured on.
    pub machine: String,
    /// What else should be known.
    pub note: Option<String>,
    /// Static reductions of our runs.
    pub level: u64,
    /// A row for each system and size.
    pub rows: Vec<Row>,
}

/// A system of some size.
pub struct Row {
    /// Which table or figure of the paper.
    pub table: String,
    /// The system, as the paper calls it.
    pub system: String,
    /// Its size, as the paper calls it.
    pub size: String,
    /// Our model of it.
    pub model: Option<String>,
    /// Definitions of that model.
    pub define: Vec<String>,
    /// Sizes of its deferred sets.
    pub own_card: Vec<String>,
    /// The machine of the paper, which is not ours to copy.
    pub machine: Option<String>,
    /// Sizes of the deferred sets of that machine.
    pub card: Vec<String>,
    /// The size of its other deferred sets.
    pub default_set_size: Option<u64>,
    /// The paper counts a state in front of all others.
    pub counts_root: bool,
    /// What the paper says.
    pub columns: Vec<Column>,
}

/// A published figure.
pub struct Column {
    /// What is counted.
    pub what: String,
    /// The figure as it is printed: exact, or with as many digits as it has.
    pub states: String,
    /// The published time.
    pub seconds: Option<f64>,
    /// The method that counts the same here.
    pub method: String,
    /// Why ours is another figure, where that is known.
    pub why: Option<String>,
}

/// All papers; the data is part of the program and tested.
pub fn papers() -> Result<Vec<Paper>, String> {
    let data: Value = serde_json::from_str(include_str!("published.json")).map_err(|why| why.to_string())?;
    Ok(list(&data["papers"]).iter().map(paper).collect())
}

/// The models that rows name, with the names of their files.
pub fn model(name: &str) -> Option<(&'static str, &'static str)> {
    macro_rules! models {
        ($($name:literal: $path:literal,)*) => {
            match name {
                $($name => Some(($path, include_str!(concat!("../../../../models/", $path)))),)*
                _ => None,
            }
        };
    }
    models! {
        "simple_mutex": "promela/papers/simple_mutex.pml",
        "peterson": "promela/papers/peterson.pml",
        "peterson_without_atomicity": "promela/papers/peterson_without_atomicity.pml",
        "resource_allocator": "promela/papers/resource_allocator.pml",
        "three_tiered": "promela/papers/three_tiered.pml",
        "email": "promela/papers/email.pml",
        "hypercube": "promela/papers/hypercube.pml",
        "loadbalancer": "promela/papers/loadbalancer.pml",
        "readers_writers_asymmetric": "promela/lazy/readers_writers_asymmetric.pml",
        "resource_controller": "promela/lazy/resource_controller.pml",
        "scheduler": "b/scheduler.mch",
    }
}

fn paper(data: &Value) -> Paper {
    Paper {
        name: text(&data["name"]),
        citation: text(&data["citation"]),
        machine: text(&data["machine"]),
        note: data["note"].as_str().map(str::to_owned),
        level: data["level"].as_u64().unwrap_or_default(),
        rows: list(&data["rows"]).iter().map(row).collect(),
    }
}

fn row(data: &Value) -> Row {
    let texts = |name: &str| list(&data[name]).iter().map(text).collect();
    let optional = |name: &str| data[name].as_str().map(str::to_owned);
    Row {
        table: text(&data["table"]),
        system: text(&data["system"]),
        size: text(&data["size"]),
        model: optional("model"),
        define: texts("define"),
        own_card: texts("own_card"),
        machine: optional("machine"),
        card: texts("card"),
        default_set_size: data["default_set_size"].as_u64(),
        counts_root: data["counts_root"].as_bool().unwrap_or_default(),
        columns: list(&data["columns"]).iter().map(column).collect(),
    }
}

fn column(data: &Value) -> Column {
    Column {
        what: text(&data["what"]),
        states: text(&data["states"]),
        seconds: data["seconds"].as_f64(),
        method: text(&data["method"]),
        why: data["why"].as_str().map(str::to_owned),
    }
}

fn list(data: &Value) -> &[Value] {
    data.as_array().map_or(&[], Vec::as_slice)
}

fn text(data: &Value) -> String {
    data.as_str().unwrap_or_default().to_owned()
}

/// Whether a count is the published figure, as far as that is printed: `1.7e6` is any number that rounds to it.
pub fn agrees(published: &str, ours: &str) -> bool {
    let Some((mantissa, exponent)) = published.split_once('e') else { return published == ours };
    let digits = mantissa.chars().filter(char::is_ascii_digit).count();
    let rounded = |value: f64| format!("{value:.0$e}", digits.saturating_sub(1));
    match (ours.parse::<f64>(), format!("{mantissa}e{exponent}").parse::<f64>()) {
        (Ok(ours), Ok(published)) => rounded(ours) == rounded(published),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_can_be_run() {
        let papers = papers().expect("the data is well-formed");
        assert_eq!(papers.len(), 5);
        for paper in &papers {
            assert!(!paper.citation.is_empty() && (paper.rows.is_empty() == (paper.name == "vector")));
            for row in &paper.rows {
                let (size, system) = (&row.size, &row.system);
                assert!(row.model.is_some() || row.machine.is_some(), "{system} {size}");
                assert!(row.model.as_ref().is_none_or(|name| model(name).is_some()), "{system} {size}");
                assert!(!row.columns.is_empty() && !row.table.is_empty(), "{system} {size}");
                for column in &row.columns {
                    assert!(column.states.parse::<f64>().is_ok_and(|states| states > 0.0), "{system} {size}");
                    assert!(!column.method.is_empty() && !column.what.is_empty(), "{system} {size}");
                }
            }
        }
    }

    #[test]
    fn rounded_figures_agree_with_what_rounds_to_them() {
        assert!(agrees("265315", "265315") && !agrees("265315", "265316"));
        assert!(agrees("1.7e6", "1660222") && agrees("9.3e6", "9306341") && agrees("2.37e7", "23682726"));
        assert!(!agrees("1.2e6", "1127336") && !agrees("1.2e7", "1.2e6"));
        assert!(agrees("2.4e18", "2432902008176640000") && agrees("3.6332e6", "3633156"));
    }
}
