//! What can be asked, each with one address behind the token. Answers are JSON; what is wrong with a question is its `error`.

use std::collections::HashMap;

use serde_json::{Value, json};

use quotient::{Language, Step, StepLine};
use report::ChannelNames;

use crate::http::{Refusal, Request, Response};
use crate::jobs::{Finding, Jobs, Standing, Task};
use crate::neighbourhood::neighbourhood;
use crate::session::{Number, Numbered, Session};

/// The longest expression.
const LONGEST_TEXT: usize = 4096;
/// Values and steps of a state that are sent at most; the rest is counted.
const MOST_VALUES: usize = 3_000;
const MOST_STEPS: usize = 500;
/// Characters of what a step changes.
const WIDEST_EFFECT: usize = 200;

/// The files of the page, which say nothing of the model.
pub fn file(path: &str) -> Option<Response> {
    let (kind, body) = match path {
        "" => ("text/html; charset=utf-8", include_str!("page/explore.html").to_owned()),
        "explore.js" => ("text/javascript; charset=utf-8", include_str!("page/explore.js").to_owned()),
        "graph.js" => ("text/javascript; charset=utf-8", include_str!("page/graph.js").to_owned()),
        "explore.css" => {
            let style = format!("{}\n{}", html_report::style(), include_str!("page/explore.css"));
            ("text/css; charset=utf-8", style)
        }
        _ => return None,
    };
    Some(Response { status: 200, kind, body: body.into_bytes() })
}

/// The answer to a question about the model.
pub fn answer(session: &mut Session<'_>, jobs: &mut Jobs<'_, '_>, path: &str, request: &Request) -> Response {
    let asked = match path {
        "model" => Ok(model(session)),
        "start" => start(session),
        "state" => numbered(request, "id").and_then(|number| view(session, number)),
        "eval" => evaluate(session, request),
        "find" => find(session, jobs, request),
        "check" => jobs.start(Task::Check).map(|job| json!({ "job": job })),
        "job" => job(session, jobs, request),
        "stop" => stop(jobs, request),
        "orbit" => orbit(session, request),
        "graph" => graph(session, request),
        _ => return Refusal { status: 404, why: "there is nothing at this address" }.into(),
    };
    let value = asked.unwrap_or_else(|why| json!({ "error": why }));
    let kind = "application/json; charset=utf-8";
    Response { status: 200, kind, body: value.to_string().into_bytes() }
}

type Answer = Result<Value, String>;

fn numbered(request: &Request, name: &str) -> Result<Number, String> {
    let number = request.asked(name).and_then(|text| text.parse().ok());
    number.ok_or_else(|| format!("`{name}` must be a number"))
}

/// The state that a request is about, and its number.
fn state(session: &Session<'_>, request: &Request) -> Result<(Number, Vec<u8>), String> {
    let number = numbered(request, "id")?;
    let state = session.state(number).ok_or("there is no state of this number; load the page again")?;
    Ok((number, state))
}

fn text(request: &Request) -> Result<&str, String> {
    match request.asked("text").map(str::trim) {
        None | Some("") => Err("an expression is missing".into()),
        Some(text) if text.len() > LONGEST_TEXT => Err(format!("more than {LONGEST_TEXT} characters")),
        Some(text) => Ok(text),
    }
}

/// The name of the model and its text.
fn model(session: &Session<'_>) -> Value {
    let files = session.model.sources().files();
    let files = files.filter(|(_, file)| !file.name().starts_with(['-', '<']));
    let sources: Vec<Value> = files.map(|(_, file)| json!([file.name(), file.text()])).collect();
    let is_b = session.model.language() == Language::B;
    json!({
        "name": session.config.name,
        "language": if is_b { "B" } else { "Promela" },
        "example": if is_b { "x : 1..3" } else { "x == 3" },
        "most": session.config.most_searched,
        "sources": sources,
    })
}

/// The beginning: a state, or the ways to begin where somebody has to choose.
fn start(session: &mut Session<'_>) -> Answer {
    let steps = session.start()?;
    match &steps[..] {
        [(step, Some(only))] if step.moves.is_empty() && step.fault.is_none() => view(session, *only),
        _ => {
            let steps = choices(session, &steps, &ChannelNames::default());
            Ok(json!({ "id": null, "values": [], "standing": [], "steps": steps, "wrong": null }))
        }
    }
}

/// Everything about a state.
fn view(session: &mut Session<'_>, number: Number) -> Answer {
    let state = session.state(number).ok_or("there is no state of this number; load the page again")?;
    let steps = session.walk().steps(&state);
    let steps = session.numbered(steps)?;
    let walk = session.walk();
    let standing = walk.standing(&state).into_iter();
    let standing: Vec<Value> =
        standing.map(|own| json!([own.process, own.file, own.line, own.statement])).collect();
    let (all, wrong) = (walk.values(&state), walk.wrong(&state));
    let names = ChannelNames::of_state(&all);
    let (values, more_values) = values(&all, &names);
    let told = choices(session, &steps[..steps.len().min(MOST_STEPS)], &names);
    Ok(json!({
        "id": number,
        "wrong": wrong,
        "values": values,
        "more_values": more_values,
        "standing": standing,
        "steps": told,
        "more_steps": steps.len().saturating_sub(MOST_STEPS),
    }))
}

/// Names and values of a state with channels as people know them, and how many more there are. A third part says that an
/// entry is a channel, which may be called as a variable is.
fn values(all: &[(String, String)], names: &ChannelNames) -> (Vec<Value>, usize) {
    let told = names.told_state(all);
    let value = |(name, value, is_channel): &(String, String, bool)| match is_channel {
        true => json!([name, value, true]),
        false => json!([name, value]),
    };
    (told.iter().take(MOST_VALUES).map(value).collect(), told.len().saturating_sub(MOST_VALUES))
}

/// Steps to choose from: those that read alike are told with what they change.
fn choices(session: &mut Session<'_>, steps: &[Numbered], names: &ChannelNames) -> Vec<Value> {
    let mut told = told(session, steps);
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (step, _) in steps {
        *counts.entry(&step.text).or_default() += 1;
    }
    for ((step, _), value) in steps.iter().zip(&mut told) {
        if counts[step.text.as_str()] > 1 {
            value["effect"] = effect(step, names).into();
        }
    }
    told
}

/// Steps, those that fail with the values that hold then: no state is asked for there.
fn told(session: &mut Session<'_>, steps: &[Numbered]) -> Vec<Value> {
    let step = |(step, target): &Numbered| {
        let all = step.fails_in.as_ref().map(|state| session.walk().values(state));
        json!({
            "values": all.map(|all| values(&all, &ChannelNames::of_state(&all)).0),
            "text": step.text,
            "to": target,
            "fault": step.fault,
            "moves": step.moves.iter().map(line).collect::<Vec<_>>(),
            "printed": step.printed.concat(),
        })
    };
    steps.iter().map(step).collect()
}

/// What a step changes, in one line.
fn effect(step: &Step, names: &ChannelNames) -> String {
    let changes = step.moves.iter().flat_map(|line| &line.changes);
    let told = changes.map(|change| match &change.to {
        Some(to) => format!("{} = {to}", change.variable),
        None => format!("{} is gone", change.variable),
    });
    names.told(&told.collect::<Vec<_>>().join(", ")).chars().take(WIDEST_EFFECT).collect()
}

fn line(line: &StepLine) -> Value {
    json!([line.process, line.file, line.line, line.statement])
}

fn evaluate(session: &mut Session<'_>, request: &Request) -> Answer {
    let ((_, state), text) = (state(session, request)?, text(request)?);
    let value = session.evaluate(&state, text).map_err(|why| why.to_string())?;
    Ok(json!({ "value": value.text, "truth": value.truth }))
}

/// Begins to look for a state.
fn find(session: &mut Session<'_>, jobs: &mut Jobs<'_, '_>, request: &Request) -> Answer {
    let ((_, from), condition) = (state(session, request)?, text(request)?.to_owned());
    session.refusal(&from, &condition)?;
    jobs.start(Task::Find { from, condition }).map(|job| json!({ "job": job }))
}

/// What is said where there is no job of a number.
const NO_JOB: &str = "there is no check and no search of this number; start it again";

/// How far a job is, or what came of it.
fn job(session: &mut Session<'_>, jobs: &Jobs<'_, '_>, request: &Request) -> Answer {
    let number = numbered(request, "job")? as u64;
    let finding = match jobs.ask(number).ok_or(NO_JOB)? {
        Standing::Running { doing, states, time, is_stopping } => {
            let seconds = time.as_secs_f64();
            return Ok(json!({
                "running": true, "doing": doing, "states": states, "seconds": seconds, "stopping": is_stopping
            }));
        }
        Standing::Ended(result) => result?,
    };
    let mut numbered = |steps| {
        let steps = session.numbered(steps)?;
        Ok::<_, String>(told(session, &steps))
    };
    Ok(match finding {
        Finding::Checked(checked) => json!({
            "running": false,
            "verdict": checked.verdict,
            "message": checked.message,
            "steps": numbered(checked.steps)?,
            "cycle_from": checked.cycle_from,
        }),
        Finding::Found(steps) => json!({ "running": false, "steps": numbered(steps)? }),
        Finding::Nothing(why) => json!({ "running": false, "nothing": why }),
    })
}

fn stop(jobs: &Jobs<'_, '_>, request: &Request) -> Answer {
    let is_known = jobs.stop(numbered(request, "job")? as u64);
    is_known.then(|| json!({ "stopping": true })).ok_or_else(|| NO_JOB.to_owned())
}

fn orbit(session: &mut Session<'_>, request: &Request) -> Answer {
    let (number, own) = state(session, request)?;
    let (orbit, numbers) = session.orbit(&own)?;
    let before = session.walk().values(&own);
    let names = ChannelNames::of_state(&before);
    let mut images = Vec::new();
    for (image, number) in orbit.images.iter().zip(&numbers[1..]).skip(1) {
        let values = session.walk().values(image);
        let differs = values.iter().filter(|value| !before.contains(value));
        let differs: Vec<String> = differs.take(6).map(|(name, value)| format!("{name} = {value}")).collect();
        images.push(json!([number, names.told(&differs.join(", "))]));
    }
    Ok(json!({
        "group": orbit.group,
        "id": number,
        "representative": numbers[0],
        "images": images,
        "complete": orbit.is_complete,
    }))
}

fn graph(session: &mut Session<'_>, request: &Request) -> Answer {
    let (number, _) = state(session, request)?;
    let depth = numbered(request, "depth").unwrap_or(2).min(6);
    let before = request.asked("before").and_then(|text| text.parse().ok());
    neighbourhood(session, number, before, depth)
}
