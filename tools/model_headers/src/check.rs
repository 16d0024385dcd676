//! What types cannot say of a run: keys that belong together, keys of the other language, expectations that nothing would test.

use methods::Language;

use crate::by_level::{ByLevel, Level};
use crate::run::{Claims, Method, Run, Verdict};

/// The key that is wrong, and why.
type Wrong = (&'static str, String);

/// Whether the keys of a run make sense together.
pub fn check(run: &Run, language: Language) -> Result<(), Wrong> {
    keys_of_the_language(run, language)?;
    keys_of_the_verdict(run)?;
    if run.cycles {
        return keys_about_cycles(run);
    }
    keys_of_a_subset(run, language)?;
    for (key, list) in exceptions(run) {
        for method in list.iter().flat_map(ByLevel::values).flatten() {
            is_method_of(key, *method, language)?;
            if !run.runs(method.0) {
                return wrong(key, format!("`{}` is not run", method.0));
            }
        }
    }
    for method in run.methods.iter().flatten() {
        is_method_of("methods", *method, language)?;
    }
    for method in &run.slow_methods {
        is_method_of("slow_methods", *method, language)?;
    }
    if run.methods.is_some() && !run.slow_methods.is_empty() {
        return wrong("slow_methods", "`methods` says already which are run");
    }
    figures(run)
}

/// The keys that name methods which do not behave like others.
fn exceptions(run: &Run) -> [(&'static str, &Option<ByLevel<Vec<Method>>>); 3] {
    [("not_exact", &run.not_exact), ("undecided_by", &run.undecided_by), ("refused_by", &run.refused_by)]
}

fn wrong(key: &'static str, why: impl Into<String>) -> Result<(), Wrong> {
    Err((key, why.into()))
}

fn is_method_of(key: &'static str, method: Method, language: Language) -> Result<(), Wrong> {
    match method.0.facts().languages.contains(&language) {
        true => Ok(()),
        false => wrong(key, format!("`{}` is not a method for {language}", method.0)),
    }
}

fn keys_of_the_language(run: &Run, language: Language) -> Result<(), Wrong> {
    let promela = [
        ("define", !run.define.is_empty()),
        ("levels", run.levels.is_some()),
        ("lazy", run.lazy.is_some()),
        ("lazy_without_subsumption", run.lazy_without_subsumption.is_some()),
        ("large", run.large),
        ("weakly_fair", run.weakly_fair),
        ("strongly_fair", run.strongly_fair),
        ("progress", run.progress),
        ("spin_fails", run.spin_fails.is_some()),
    ];
    let b = [("card", !run.card.is_empty()), ("strict", run.strict), ("idle", run.idle.is_some())];
    let foreign: &[(&'static str, bool)] = if language == Language::B { &promela } else { &b };
    if let Some((key, _)) = foreign.iter().find(|(_, is_there)| *is_there) {
        return wrong(key, format!("`{key}` is not for {language}"));
    }
    let tables = by_level(run).into_iter().find(|(_, levels)| language == Language::B && !levels.is_empty());
    tables.map_or(Ok(()), |(key, _)| wrong(key, "B has no levels"))
}

/// The levels that each key names which may have them.
fn by_level(run: &Run) -> [(&'static str, Vec<Level>); 8] {
    fn levels<T>(value: &Option<ByLevel<T>>) -> Vec<Level> {
        value.iter().flat_map(ByLevel::levels).collect()
    }
    [
        ("states", levels(&run.states)),
        ("group", levels(&run.group)),
        ("orbits", levels(&run.orbits)),
        ("lazy", levels(&run.lazy)),
        ("lazy_without_subsumption", levels(&run.lazy_without_subsumption)),
        ("not_exact", levels(&run.not_exact)),
        ("undecided_by", levels(&run.undecided_by)),
        ("refused_by", levels(&run.refused_by)),
    ]
}

fn keys_of_the_verdict(run: &Run) -> Result<(), Wrong> {
    let is_violated = run.verdict == Verdict::Violated;
    if is_violated && run.violation.is_none() {
        return wrong("verdict", "`violated` needs a `violation`");
    }
    let of_violations = [
        ("violation", run.violation.is_some()),
        ("depth", run.depth.is_some()),
        ("line", run.line.is_some()),
        ("message", run.message.is_some()),
        ("idle", run.idle.is_some()),
    ];
    let stray = of_violations.iter().find(|(_, is_there)| *is_there && !is_violated);
    if let Some((key, _)) = stray {
        return wrong(key, format!("`{key}` is for `violated` only"));
    }
    let figures = [run.states.is_some(), run.orbits.is_some(), run.group.is_some(), run.lazy.is_some()];
    if run.verdict == Verdict::Refused && (figures.contains(&true) || run.large) {
        return wrong("verdict", "nothing else can be expected of what is refused");
    }
    if run.properties.is_some() && run.claim == Claims::Ignored {
        return wrong("properties", "`properties` needs `claim = \"checked\"`");
    }
    let holds = |name: &String| run.properties.iter().any(|all| all.get(name) == Some(&Verdict::Holds));
    if let Some(name) = run.vacuous.iter().find(|name| !holds(name)) {
        return wrong("vacuous", format!("`{name}` is no property that holds"));
    }
    let of_cycles =
        [("weakly_fair", run.weakly_fair), ("strongly_fair", run.strongly_fair), ("progress", run.progress)];
    if let Some((key, _)) = of_cycles.iter().find(|(_, is_there)| *is_there && !run.cycles) {
        return wrong(key, format!("`{key}` needs `cycles = true`"));
    }
    if run.weakly_fair && run.strongly_fair {
        return wrong("strongly_fair", "a run is `weakly_fair` or `strongly_fair`");
    }
    Ok(())
}

/// A run about cycles says of every property whether it holds, and nothing that would not be tested.
fn keys_about_cycles(run: &Run) -> Result<(), Wrong> {
    if run.properties.is_none() {
        return wrong("cycles", "a run about cycles needs `properties`: nothing else of it is tested");
    }
    let untested = [
        ("states", run.states.is_some()),
        ("group", run.group.is_some()),
        ("orbits", run.orbits.is_some()),
        ("lazy", run.lazy.is_some()),
        ("lazy_without_subsumption", run.lazy_without_subsumption.is_some()),
        ("not_exact", run.not_exact.is_some()),
        ("undecided_by", run.undecided_by.is_some()),
        ("refused_by", run.refused_by.is_some()),
        ("methods", run.methods.is_some()),
        ("slow_methods", !run.slow_methods.is_empty()),
        ("levels", run.levels.is_some()),
        ("large", run.large),
        ("depth", run.depth.is_some()),
        ("line", run.line.is_some()),
        ("message", run.message.is_some()),
        ("spin_fails", run.spin_fails.is_some()),
    ];
    match untested.iter().find(|(_, is_there)| *is_there) {
        Some((key, _)) => wrong(key, format!("`{key}` is not looked at in a run about cycles")),
        None => Ok(()),
    }
}

/// Large runs are not run with methods; others have their states for each level and name no other level.
fn keys_of_a_subset(run: &Run, language: Language) -> Result<(), Wrong> {
    let subset = [
        ("methods", run.methods.is_some()),
        ("slow_methods", !run.slow_methods.is_empty()),
        ("levels", run.levels.is_some()),
    ];
    let listed = exceptions(run).map(|(key, list)| (key, list.is_some()));
    let idle = subset.iter().chain(&listed).find(|(_, is_there)| *is_there && run.large);
    if let Some((key, _)) = idle {
        return wrong(key, format!("`{key}` is not looked at in a large run"));
    }
    if run.large && run.group.is_none() {
        return wrong("large", "a large run needs a `group`: nothing else of it is tested");
    }
    if run.large || run.verdict == Verdict::Refused {
        return Ok(());
    }
    let levels = run.levels(language);
    for level in levels.iter().filter(|_| run.runs(methods::Method::None)) {
        let is_there = run.states.as_ref().is_some_and(|states| states.at(*level).is_some());
        if !is_there {
            let at = level.map_or(String::new(), |level| format!(" at {level}"));
            return wrong("states", format!("no number of `states`{at}"));
        }
    }
    let others = |named: &[Level]| named.iter().any(|level| !levels.contains(&Some(*level)));
    let tested = by_level(run).into_iter().filter(|(key, _)| *key != "states");
    match tested.into_iter().find(|(_, named)| others(named)) {
        Some((key, _)) => wrong(key, format!("`{key}` names a level that is not run")),
        None => Ok(()),
    }
}

fn figures(run: &Run) -> Result<(), Wrong> {
    for level in Level::ALL.map(Some).into_iter().chain([None]) {
        let at = |figure: &Option<ByLevel<u64>>| figure.as_ref().and_then(|figure| figure.at(level)).copied();
        if let (Some(orbits), Some(states)) = (at(&run.orbits), at(&run.states))
            && orbits > states
        {
            return wrong("orbits", format!("{orbits} orbits of {states} states"));
        }
    }
    let at = |level| run.states.as_ref().and_then(|states| states.at(Some(level)));
    if at(Level::O2) > at(Level::O0) && at(Level::O0).is_some() {
        return wrong("states", "more states at O2 than at O0");
    }
    let is_number = |order: &String| !order.is_empty() && order.bytes().all(|byte| byte.is_ascii_digit());
    match run.group.iter().flat_map(ByLevel::values).find(|order| !is_number(order)) {
        Some(order) => wrong("group", format!("`{order}` is not a number")),
        None => Ok(()),
    }
}
